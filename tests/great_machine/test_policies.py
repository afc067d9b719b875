"""The policy that comes with City of the Great Machine: one for both sides and all numbers of seats."""

from __future__ import annotations

import numpy as np
import pytest

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import shipped_policy
from cogitable.envs import get_game
from cogitable.training.measure.match import play_match

GAME = get_game("great_machine")


@pytest.mark.parametrize(
    "options",
    [{"num_players": 2}, {"num_players": 3, "city": "advised"}, {"num_players": 4, "revolutionaries": 1}],
    ids=["two seats", "three seats, advised", "an agent a Hero"],
)
@pytest.mark.parametrize("side", ["Machine", "Heroes"])
def test_the_policy_beats_random_players_as_either_side(options, side):
    setup = GAME.setup(**options)
    assert shipped_policy(setup).name == "great_machine.zip"
    own = np.array([side == "Machine", *[side == "Heroes"] * (setup.num_seats - 1)])
    agents = [make_agent(spec, setup, seed=0) for spec in ("policy", "random")]
    seating = np.tile(np.where(own, 0, 1), (24, 1))
    result = play_match(setup, agents, seating, np.arange(24))
    assert (result.returns[:, own] > 0).mean() > 0.7
