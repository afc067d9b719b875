"""Heuristics: legal, strong enough, and no wiser than the seat they play for."""

from __future__ import annotations

import numpy as np
import pytest

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.heuristic import HeuristicAgent
from cogitable.agents.random_agent import RandomAgent
from cogitable.agents.search.agent import SearchAgent
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.tables import determinized

SETUPS = [get_game(name).setup() for name in GAMES]
MARGINS = {
    "cogdrive_neon": 0.8,
    "comrade": 0.1,
    "brass_empire": 0.9,
    "cogs_and_commissars": 0.85,
    "great_machine": 0.16,
    "great_machine_coop": -0.1,
}
"""Mean return of one heuristic among random players, or of a team of heuristics, less four standard errors."""
every_game = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.game.name)


class Given(View):
    """A view that hands out prepared states."""

    def __init__(self, tables: Tables, states: np.ndarray) -> None:
        super().__init__(tables.setup, tables.observations, tables.masks, tables.seats, np.zeros_like(tables.states))
        self.given = states

    def determinized(self, words: np.ndarray) -> np.ndarray:
        return self.given


def mixed_play(setup: Setup, count: int, decisions: int):
    """Yield tables after every decision of games half by the heuristic, half at random."""
    tables = Tables(setup, count, seed=4)
    heuristic, random = HeuristicAgent(setup, 1), RandomAgent(setup, 2)
    generator = np.random.default_rng(3)
    for _ in range(decisions):
        view = View.of(tables)
        actions = heuristic.act(view)
        yield tables, actions
        tables.step(np.where(generator.random(count) < 0.5, actions, random.act(view)))


@every_game
def test_every_choice_is_legal(setup):
    seen = 0
    for tables, actions in mixed_play(setup, 40, 400):
        assert tables.masks[np.arange(40), actions].all()
        seen += (tables.over != 0).sum()
    assert seen > 40  # games were played to their end


@every_game
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(setup):
    """The choice is the same for the true state and for any redrawing of what is hidden from the seat to move."""
    agent, words = HeuristicAgent(setup, 1), np.array([1, 2, 3, 4], np.uint32)
    changed = 0
    for tables, _ in mixed_play(setup, 40, 120):
        redrawn = determinized(setup, tables.states, words)
        hidden = [name for name in redrawn.dtype.names if name != "rng"]
        changed += np.count_nonzero(redrawn[hidden] != tables.states[hidden])
        redrawn["rng"] = tables.states["rng"]  # the same lots for both
        true = agent.act(Given(tables, tables.states.copy()))
        other = agent.act(Given(tables, redrawn))
        assert (true == other).all()
    assert changed > 40 * 120 / 2  # the redrawings did change the states


@every_game
def test_it_beats_random(setup):
    deals, seats = 200, setup.num_seats
    earned = 0.0
    teams = [[seat] for seat in range(seats)] if len(set(setup.teams)) > 1 else [list(range(seats))]
    for mine in teams:
        tables = Tables(setup, deals, seed=6, auto_reset=False)
        heuristic, random = HeuristicAgent(setup, 1), RandomAgent(setup, mine[0])
        total = np.zeros((deals, setup.game.max_seats))
        while (running := tables.states["over"] == 0).any():
            rows = np.flatnonzero(running)
            view, actions = View.of(tables, rows), np.zeros(deals, np.int64)
            actions[rows] = np.where(np.isin(tables.seats[rows], mine), heuristic.act(view), random.act(view))
            tables.step(actions)
            total += tables.rewards
        earned += total[:, mine].sum()
    assert earned >= MARGINS[setup.game.name] * deals * seats


@every_game
def test_search_can_play_out_with_it(setup):
    tables = Tables(setup, 4, seed=1)
    before = tables.states.tobytes()
    spec = "search:simulations=60,rollouts=heuristic"
    first, second = (make_agent(spec, setup, seed=3).analyse(View.of(tables)) for _ in range(2))
    assert (first.visits == second.visits).all()
    assert (first.simulations == 60).all()
    assert tables.states.tobytes() == before


FEW = ("cogdrive_neon", "comrade")
"""Games whose other search loop is compiled here, too; one of them has an ``appearance``."""


@pytest.mark.parametrize("name", [*FEW, *(pytest.param(n, marks=pytest.mark.long) for n in GAMES if n not in FEW)])
def test_playouts_with_it_are_not_the_random_ones(name):
    setup = get_game(name).setup()
    tables = Tables(setup, 4, seed=1)
    guided = make_agent("search:simulations=60,rollouts=heuristic", setup, seed=3).analyse(View.of(tables))
    random = SearchAgent(setup, 3, simulations=60).analyse(View.of(tables))
    assert (guided.visits != random.visits).any()


@every_game
def test_without_lots_the_playouts_are_the_heuristics(setup):
    """With epsilon 1 the guided playouts are random ones, with epsilon 0 they are not."""
    tables = Tables(setup, 4, seed=1)
    found = [
        SearchAgent(setup, 3, simulations=60, rollouts="heuristic", epsilon=epsilon).analyse(View.of(tables)).visits
        for epsilon in (0.0, 1.0)
    ]
    assert (found[0] != found[1]).any()


@pytest.mark.parametrize("widening", [0.5, 1.0, 3.0])
def test_a_tree_that_is_widened_tries_as_many_actions_as_its_visits_allow(widening):
    setup = get_game("cogdrive_neon").setup()
    tables = Tables(setup, 8, seed=4)
    found = SearchAgent(setup, 3, simulations=100, rollouts="heuristic", widening=widening).analyse(View.of(tables))
    legal = np.count_nonzero(tables.masks, axis=1)
    tried = np.count_nonzero(found.visits, axis=1)
    assert (found.visits.sum(axis=1) == 100).all()
    assert (tried == np.minimum(legal, np.ceil(widening * np.sqrt(99)))).all()
    assert (tried < legal).any() == (widening == 0.5)


def test_trust_decides_how_much_better_than_the_heuristics_choice_another_action_has_to_look():
    setup = get_game("cogdrive_neon").setup()
    tables = Tables(setup, 32, seed=4)
    chosen = make_agent("heuristic", setup, seed=0).act(View.of(tables))
    same = []
    for trust in (0.0, 0.05, 1.0):
        agent = SearchAgent(setup, 3, simulations=200, rollouts="heuristic", widening=1, trust=trust)
        same.append(np.mean(agent.analyse(View.of(tables)).actions == chosen))
    assert same[0] < same[1] < same[2]


def test_the_first_action_of_a_widened_tree_is_the_heuristics():
    setup = get_game("cogdrive_neon").setup()
    tables = Tables(setup, 32, seed=4)
    once = SearchAgent(setup, 3, simulations=1, rollouts="heuristic", widening=1).analyse(View.of(tables))
    chance = SearchAgent(setup, 3, simulations=1, rollouts="heuristic").analyse(View.of(tables))
    agent = make_agent("heuristic", setup, seed=0)
    chosen = agent.act(View.of(tables))
    assert np.mean(once.actions == chosen) > 0.8  # what is redrawn may turn it to another one
    assert np.mean(chance.actions == chosen) < 0.6
