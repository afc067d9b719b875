"""Every variant of Cogs and Commissars keeps the rules of the table, and both ways to ask give the same game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cogs_and_commissars.games import blitz_file, setup_of
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules.actions import Act
from cogitable.envs.cogs_and_commissars.rules.state import Ask
from cogitable.envs.table import Tables
from cogitable.envs.table.conformance import check_game

VARIANTS: list[dict[str, Any]] = [
    {"num_players": 3, "leaders": True, "windows": "all"},
    {"num_players": 2, "decks": "drafted", "leaders": True, "factions": "chosen"},
    {"num_players": 4, "decks": "drafted", "windows": "all"},
    {"num_players": 6, "decks": "random", "leaders": True},
    {"num_players": 2, "decks": "random", "factions": ("Computin", "Simulenin")},
    {"num_players": 5, "factions": "chosen", "leaders": True},
    {"num_players": 4, "cards": blitz_file(), "decks": "random"},
    {"num_players": 3, "standing_orders": True, "blitzes": "inside", "first_player": 2},
]
USUAL = (0, 1, 3, 7)
"""Which of them together have every option away from its default; all are in the long suite."""
IDS = ["-".join(str(value)[:20] for value in options.values()) for options in VARIANTS]


@pytest.mark.often("3-True-all", "3-True-inside-2")
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(options, id=name, marks=() if number in USUAL else pytest.mark.long)
        for number, (options, name) in enumerate(zip(VARIANTS, IDS, strict=True))
    ],
)
def test_every_variant_conforms(options):
    """Compiled and plain Python are compared for one of each way to build decks here, and elsewhere for the default."""
    compare = 40 if options["num_players"] == 2 else 0
    short = {**options, "max_decisions": 80}
    report = check_game(GAME, options=short, hidden=True, seeds=(3,), decisions=40, uncompiled=compare, pictures=0)
    assert report.positions == 40 and report.changed > report.redrawn / 10
    assert report.uncompiled == compare


@pytest.mark.often(4)
@pytest.mark.parametrize("options", VARIANTS, ids=IDS)
def test_citizens_and_cards_are_all_there_at_every_decision(options):
    setup, rng = setup_of(**options), np.random.default_rng(1)
    tables = Tables(setup, 4, seed=1)
    for _ in range(150):
        for record in tables.states.view(np.recarray):
            GAME.check(setup, record)
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
    assert tables.states["turn"].max() > 1


def extra(tables: Tables) -> bool:
    """Whether only ``windows="all"`` asks this: to pass is all that can be done."""
    ask, mask = int(tables.states["ask"][0]), tables.masks[0]
    menu = ask in (Ask.WINDOW, Ask.PROPAGANDA, Ask.ACTION, Ask.HAND)
    hand = int(tables.states["amounts"][0, int(tables.states["seat"][0]), 0])
    return menu and mask.sum() == mask[Act.PASS] == 1 and (ask != Ask.HAND or hand == 0)


OPTIONS = st.fixed_dictionaries(
    {
        "num_players": st.integers(2, 6),
        "decks": st.sampled_from(["preconstructed", "drafted", "random"]),
        "leaders": st.booleans(),
        "factions": st.sampled_from(["dealt", "chosen"]),
        "cards": st.sampled_from([None, blitz_file()]),
    }
)


@examples(12)
@given(options=OPTIONS, seed=st.integers(0, 2**32 - 1))
def test_asking_all_gives_the_same_game_but_for_more_passes(options, seed):
    """A seat that "held" does not ask could only pass, and what follows is the same to the last bit."""
    held, every = (Tables(setup_of(**options, windows=w), 1, seed=seed, auto_reset=False) for w in ("held", "all"))
    rng, passes = np.random.default_rng(seed), 0
    for _ in range(150):
        while not every.over[0] and extra(every):
            every.step(np.array([Act.PASS]))
            passes += 1
        assert not extra(held), "asked though there is nothing to do but to pass"
        asked_last = {"seat", "ask", "cursor"} if held.over[0] else set()
        for name in {*held.states.dtype.names} - {"decisions"} - asked_last:
            assert held.states[name].tobytes() == every.states[name].tobytes(), name
        if held.over[0]:
            break
        assert (held.masks == every.masks).all() and (held.observations == every.observations).all()
        action = (held.masks[0] * rng.random(held.masks.shape[1])).argmax(keepdims=True)
        held.step(action)
        every.step(action)
    assert passes > 0


@examples(10)
@given(options=OPTIONS, windows=st.sampled_from(["held", "all"]), seed=st.integers(0, 2**32 - 1))
def test_a_seed_makes_one_game(options, windows, seed):
    setup = setup_of(**options, windows=windows)
    one, other = Tables(setup, 2, seed=seed), Tables(setup, 2, seed=seed, threads=2)
    rng = np.random.default_rng(0)
    for _ in range(100):
        assert one.states.tobytes() == other.states.tobytes()
        actions = (one.masks * rng.random(one.masks.shape)).argmax(axis=1)
        one.step(actions)
        other.step(actions)
    other.close()
    assert Tables(setup, 2, seed=seed + 1).states.tobytes() != Tables(setup, 2, seed=seed).states.tobytes()
