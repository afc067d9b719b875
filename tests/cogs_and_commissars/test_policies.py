"""The policies that come with Cogs and Commissars: for preconstructed decks, leaders, drafted and random decks."""

from __future__ import annotations

import pytest

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import shipped_policy
from cogitable.envs import get_game
from cogitable.envs.table import OptionError
from cogitable.training.measure.match import duplicate_seating, play_match

GAME = get_game("cogs_and_commissars")


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "cogs_and_commissars.zip"),
        ({"num_players": 4, "leaders": True}, "cogs_and_commissars-leaders.zip"),
        ({"num_players": 3, "windows": "all"}, "cogs_and_commissars.zip"),
        ({"decks": "drafted"}, "cogs_and_commissars-drafted.zip"),
        ({"decks": "drafted", "num_players": 4}, "cogs_and_commissars-drafted.zip"),
        ({"decks": "drafted", "leaders": True}, "cogs_and_commissars-drafted-leaders.zip"),
        ({"decks": "drafted", "leaders": True, "num_players": 6}, "cogs_and_commissars-drafted-leaders.zip"),
        ({"decks": "random"}, "cogs_and_commissars-random.zip"),
        ({"decks": "random", "leaders": True}, "cogs_and_commissars-random-leaders.zip"),
        ({"decks": "random", "leaders": True, "num_players": 6}, "cogs_and_commissars-random-leaders.zip"),
    ],
)
def test_a_policy_is_found_by_decks_and_leaders_and_beats_random_players(options, name):
    setup = GAME.setup(**options)
    assert shipped_policy(setup).name == name
    lineup = [0] + [1] * (setup.num_seats - 1)
    seating, seeds = duplicate_seating(lineup, 7, seed=3)
    agents = [make_agent(spec, setup, seed=0) for spec in ("policy", "random")]
    result = play_match(setup, agents, seating, seeds)
    assert (result.returns > 0)[seating == 0].mean() > 0.85


def test_what_was_trained_with_other_decks_does_not_play():
    with pytest.raises(OptionError, match="trained with decks=preconstructed, not with decks=drafted"):
        make_agent(f"policy:{shipped_policy(GAME.setup())}", GAME.setup(decks="drafted"))
