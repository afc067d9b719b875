"""The policies that come with Brass Empire: one for each kind of game, found by its options."""

from __future__ import annotations

import numpy as np
import pytest

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import shipped_policy
from cogitable.envs import get_game
from cogitable.envs.table import OptionError
from cogitable.training.measure.match import duplicate_seating, play_match
from cogitable.training.ship.policy import ship

GAME = get_game("brass_empire")


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "brass_empire.zip"),
        ({"num_players": 5}, "brass_empire.zip"),
        ({"mode": "battle"}, "brass_empire-battle.zip"),
        ({"mode": "battle", "num_players": 6}, "brass_empire-battle.zip"),
        ({"mode": "team"}, "brass_empire-team.zip"),
        ({"mode": "solitaire"}, "brass_empire-solitaire.zip"),
    ],
)
def test_every_mode_that_has_a_policy_finds_its_own(options, name):
    setup = GAME.setup(**options)
    assert shipped_policy(setup).name == name
    lineup = [0] + [1] * (setup.num_seats - 1)
    seating, seeds = duplicate_seating(lineup, 5 if setup.num_seats < 3 else 1, seed=3)  # random players dawdle
    agents = [make_agent(spec, setup, seed=0) for spec in ("policy", "random")]
    result = play_match(setup, agents, seating, seeds)
    won = (result.returns > 0)[seating == 0]
    assert won.mean() > 0.9


def test_a_policy_for_battles_is_none_for_teams():
    with pytest.raises(OptionError, match="trained with mode=battle, not with mode=team"):
        make_agent(f"policy:{shipped_policy(GAME.setup(mode='battle'))}", GAME.setup(mode="team"))


def test_a_policy_for_a_game_alone_is_held_against_others_alone(tmp_path):
    measured = ship(shipped_policy(GAME.setup(mode="solitaire")), ["random"], 10, tmp_path, variant="solitaire")
    assert measured.alone["random"].total.seats == 10
    assert np.isnan(measured.found["one"]["random"].total.opponents.mean)
    text = (tmp_path / "brass_empire-solitaire.md").read_text()
    assert text.startswith("# Brass Empire, mode solitaire: the shipped policy\n")
    assert "| none | `random` |" in text
