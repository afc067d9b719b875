"""The policies that come with the co-operative City of the Great Machine: one without Missions and one with them."""

from __future__ import annotations

import numpy as np
import pytest

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import shipped_policy
from cogitable.envs import get_game
from cogitable.envs.table import OptionError
from cogitable.training.measure.match import play_match
from cogitable.training.ship.policy import ship

GAME = get_game("great_machine_coop")
DEALS = 40


@pytest.mark.parametrize(
    ("options", "name", "least"),
    [
        ({"num_players": 1, "difficulty": "novice"}, "great_machine_coop.zip", 0.85),
        ({"num_players": 1}, "great_machine_coop.zip", 0.7),
        ({"num_players": 3, "difficulty": "hard"}, "great_machine_coop.zip", 0.5),
        ({"num_players": 1, "missions": "II"}, "great_machine_coop-missions.zip", 0.55),
        ({"num_players": 2, "missions": "random", "difficulty": "novice"}, "great_machine_coop-missions.zip", 0.5),
    ],
)
def test_policies_win_about_as_often_as_was_measured(options, name, least):
    """Random play wins none. What is asked lies well below what was measured with one seat."""
    setup = GAME.setup(**options)
    assert shipped_policy(setup).name == name
    agent = make_agent("policy", setup, seed=0)
    result = play_match(setup, [agent], np.zeros((DEALS, setup.num_seats), int), np.arange(DEALS))
    assert (result.returns[:, 0] > 0).mean() > least


def test_a_policy_without_missions_is_none_for_them():
    with pytest.raises(OptionError, match="trained with with_missions=False, not with with_missions=True"):
        make_agent(f"policy:{shipped_policy(GAME.setup())}", GAME.setup(missions="I"))


def test_a_card_is_headed_by_what_all_tables_of_a_mix_have_in_common(tmp_path):
    for missions, variant, told in (("none", "", ""), ("I", "missions", ", with missions")):
        ship(shipped_policy(GAME.setup(missions=missions)), ["random"], 12, tmp_path, variant=variant)
        text = (tmp_path / f"great_machine_coop{'-' * bool(variant)}{variant}.md").read_text()
        assert text.startswith(f"# City of the Great Machine, co-operative{told}: the shipped policy\n")
