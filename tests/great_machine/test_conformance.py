"""Every variant of City of the Great Machine keeps the rules of the table; one seed makes one game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st

from cogitable.envs.city.rules.state import Hero
from cogitable.envs.great_machine import GAME
from cogitable.envs.table import Tables
from cogitable.envs.table.conformance import check_game
from cogitable.envs.table.named import texts

VARIANTS: list[dict[str, Any]] = [
    {"num_players": 2, "city": "random"},
    {"num_players": 3, "help_heroes": True, "reconsider": True, "master_plan": 1},
    {"num_players": 4, "city": "confrontation", "heroes": "chosen"},
    {"num_players": 4, "revolutionaries": 1, "city": "advised", "heroes": ("Veteran", "Actress", "Physician")},
    {"num_players": 2, "city": "special 4", "heroes": ("Fowler", "Vagabond", "Artificer")},
]
IDS = ["-".join(str(value)[:20] for value in options.values()) for options in VARIANTS]


@pytest.mark.often("4-confrontation-chosen")
@pytest.mark.parametrize("options", VARIANTS, ids=IDS)
def test_every_variant_conforms(options):
    """Plain Python is compared for one of them here, for the default elsewhere, and for rare positions in the fuzz."""
    compare = 40 if options.get("reconsider") else 0
    report = check_game(GAME, options=options, hidden=True, seeds=(3,), decisions=20, uncompiled=compare, pictures=1)
    assert report.positions == 20 and report.changed > report.redrawn / 2
    assert report.uncompiled == compare


OPTIONS = st.fixed_dictionaries(
    {
        "num_players": st.integers(2, 4),
        "heroes": st.one_of(
            st.sampled_from(["dealt", "chosen"]), st.permutations(texts(Hero)).map(lambda names: tuple(names[:3]))
        ),
        "city": st.sampled_from(
            ["normal 1", "normal 2", "special 3", "special 6", "random", "advised", "confrontation"]
        ),
        "master_plan": st.integers(1, 3),
        "help_heroes": st.booleans(),
        "reconsider": st.booleans(),
    }
)


@examples(20)
@given(options=OPTIONS, seed=st.integers(0, 2**32 - 1))
def test_a_seed_makes_one_game(options, seed):
    setup = GAME.setup(**options)
    one, other = Tables(setup, 2, seed=seed), Tables(setup, 2, seed=seed, threads=2)
    rng = np.random.default_rng(0)
    for _ in range(100):
        assert one.states.tobytes() == other.states.tobytes()
        actions = (one.masks * rng.random(one.masks.shape)).argmax(axis=1)
        one.step(actions)
        other.step(actions)
    other.close()
    assert Tables(setup, 2, seed=seed + 1).states.tobytes() != Tables(setup, 2, seed=seed).states.tobytes()


@examples(10)
@given(options=OPTIONS, seed=st.integers(0, 2**32 - 1))
def test_all_is_there_at_every_decision_of_any_variant(options, seed):
    setup, rng = GAME.setup(**options), np.random.default_rng(seed)
    tables = Tables(setup, 3, seed=seed)
    for _ in range(60):
        for record in tables.states.view(np.recarray):
            GAME.check(setup, record)
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
