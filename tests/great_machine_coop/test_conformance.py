"""Every variant of the co-operative City of the Great Machine keeps the rules of the table, whatever its options."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from great_machine_coop.games import random_actions, weights
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st

from cogitable.envs.city.rules.state import Hero, Servant
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.options import LEVELS
from cogitable.envs.great_machine_coop.rules.state import Mission
from cogitable.envs.table import Tables
from cogitable.envs.table.conformance import check_game
from cogitable.envs.table.named import texts

VARIANTS: dict[str, dict[str, Any]] = {
    "solo": {"num_players": 1, "missions": "I", "difficulty": "novice", "maintenance": "one leaves"},
    "two": {"num_players": 2, "missions": "II", "heroes": "chosen", "reconsider": True, "city": "random"},
    "three": {"num_players": 3, "missions": "III", "difficulty": "ultra-hard", "city": "advised"},
    "own": {
        "num_players": 2,
        "benefits": (),
        "missions": ("Class Consciousness", "Tweak in the Program", "Disclosure of Plans"),
        "servant_order": tuple(reversed(texts(Servant))),
    },
}


@pytest.mark.often("three", "own")
@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_every_variant_conforms(options):
    """Plain Python is compared for one of them here, for the default elsewhere, and for rare positions in the fuzz."""
    compare = 40 if options.get("reconsider") else 0
    report = check_game(GAME, options=options, hidden=True, seeds=(3,), decisions=18, uncompiled=compare, pictures=1)
    assert report.positions == 18 and report.changed > report.redrawn / 2
    assert report.uncompiled == compare


TRIOS = st.tuples(*(st.sampled_from([Mission(i).text for i in range(letter, 12, 3)]) for letter in range(3)))
OPTIONS = st.fixed_dictionaries(
    {
        "num_players": st.integers(1, 3),
        "heroes": st.one_of(
            st.sampled_from(["dealt", "chosen"]), st.permutations(texts(Hero)).map(lambda names: tuple(names[:3]))
        ),
        "city": st.sampled_from(["normal 1", "normal 2", "special 3", "special 6", "random", "advised"]),
        "difficulty": st.sampled_from(list(LEVELS)),
        "benefits": st.one_of(st.none(), st.sets(st.integers(1, 3)).map(tuple)),
        "master_plan": st.one_of(st.none(), st.integers(1, 3)),
        "missions": st.one_of(st.sampled_from(["none", "I", "II", "III", "IV", "random"]), TRIOS),
        "servant_order": st.permutations(texts(Servant)).map(tuple),
        "reconsider": st.booleans(),
    }
)


MAINTENANCE = st.sampled_from(["kept", "all leave", "one leaves"])


@examples(12)
@given(options=OPTIONS, maintenance=MAINTENANCE, seed=st.integers(0, 2**32 - 1))
def test_all_is_there_at_every_decision_of_any_variant(options, maintenance, seed):
    benefits = LEVELS[options["difficulty"]].benefits if options["benefits"] is None else options["benefits"]
    if 2 in benefits:
        options = {**options, "maintenance": maintenance}
    setup, rng = GAME.setup(**options), np.random.default_rng(seed)
    tables, eager = Tables(setup, 3, seed=seed), weights(setup)
    for _ in range(60):
        for record in tables.states.view(np.recarray):
            GAME.check(setup, record)
        assert tables.masks.any(axis=1).all()
        tables.step(random_actions(tables.masks, rng, eager))


def test_other_seeds_are_other_games():
    setup = GAME.setup(missions="random")
    states = [Tables(setup, 2, seed=seed).states.tobytes() for seed in range(5)]
    assert len(set(states)) == 5
