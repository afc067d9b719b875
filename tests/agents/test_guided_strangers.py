"""Search among others of whom it does not know whether they play as the policy or by the heuristic."""

from __future__ import annotations

import numpy as np
import pytest
from games import trust
from networks import ignorant
from puzzles import CONNECT_FOUR, KUHN

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.guided.agent import GuidedAgent
from cogitable.agents.guided.root import PAIRED, Scenarios, find_strangers
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, Tables
from cogitable.envs.table.sets import has

TRUST = trust.GAME.setup()


def takes_all():
    """A policy of Trust that risks its point and takes that of the other, both with all but certainty."""
    network = ignorant(TRUST, -2, 2)
    network.layers[0][1][[trust.Act.RISK, trust.Act.TAKE]] = 40.0
    return network


def agent_for(others, seed=1, **options) -> GuidedAgent:
    return GuidedAgent(TRUST, seed, network=takes_all(), others=others, rollouts="policy", share=1.0, **options)


def view() -> View:
    return View.of(Tables(TRUST, 1, seed=3))


def outcomes(agent) -> list[list[float]]:
    """Search, and return for risking nothing and for risking a point what each scenario came to for it."""
    visits = agent.analyse(view()).visits[0]
    sums = agent._trees[-1].scenarios.sums  # edges at the root lie in the order of actions
    return [np.diff(sums[action, : visits[action] + 1]).tolist() for action in (trust.Act.SAFE, trust.Act.RISK)]


@pytest.mark.parametrize("root", ["puct", "race"])
def test_others_are_the_same_all_through_a_scenario_and_strangers_in_half_of_them(root):
    """Strangers give twice, whoever plays as the policy takes twice; nobody does one and then the other."""
    _, risked = outcomes(agent_for("mixed", simulations=600, root=root))
    assert len(risked) > 200 and set(risked) == {-2.0, 2.0}
    assert abs(np.mean(risked)) < 4 * 2 / np.sqrt(len(risked))
    _, risked = outcomes(agent_for("policy", simulations=60, root=root))
    assert set(risked) == {-2.0}


def test_first_actions_meet_the_same_others_and_the_seat_plays_on_as_its_policy():
    """Who risks nothing at first then does, where the heuristic would not, and so wins or loses half as much."""
    waited, risked = outcomes(agent_for("mixed", simulations=60, root="race"))
    assert len(waited) == len(risked) > 20 and set(waited) == {-1.0, 1.0}
    assert risked == [2 * won for won in waited]


@pytest.mark.parametrize(("strangers", "chosen"), [(0.2, trust.Act.SAFE), (0.8, trust.Act.RISK)])
def test_what_is_chosen_depends_on_who_the_others_may_be(monkeypatch, strangers, chosen):
    monkeypatch.setattr("cogitable.agents.guided.agent.STRANGERS", strangers)
    assert agent_for("mixed", simulations=400, root="race").act(view()).tolist() == [chosen]


@pytest.mark.parametrize(
    ("teams", "viewer", "strangers"), [((0, 1, 1), 0, {1, 2}), ((0, 1, 1), 2, {0}), ((0, 1, 2, 3), 1, {0, 2, 3})]
)
def test_seats_of_the_same_team_are_no_strangers(teams, viewer, strangers):
    paired, nothing = np.zeros(1, PAIRED), np.zeros(2)
    lots = np.ones((2, 4), np.uint32)
    for share, seats in ((1.0, strangers), (0.0, set())):
        told = Scenarios(lots, np.zeros((2, 5)), paired, nothing, strangers=share, teams=np.array(teams))
        assert {seat for seat in range(len(teams)) if has(find_strangers(told, viewer), seat)} == seats


def test_where_all_are_of_one_team_nobody_is_a_stranger():
    setup = get_game("great_machine_coop").setup(num_players=2)
    with pytest.raises(OptionError, match="others=mixed is about seats of other teams, of which there are none"):
        make_agent("search:network=policy,others=mixed", setup)


@pytest.mark.parametrize("setup", [KUHN, CONNECT_FOUR], ids=lambda setup: setup.game.name)
def test_a_game_without_a_heuristic_has_no_strangers(setup):
    with pytest.raises(OptionError, match="has no heuristic, so search needs others=policy or others=search"):
        GuidedAgent(setup, 1, network=ignorant(setup), others="mixed")


def test_an_agent_by_its_spec():
    setup = get_game("cogdrive_neon").setup()
    assert make_agent("search:network=policy,others=mixed,simulations=10", setup, 1).strangers == 0.5
