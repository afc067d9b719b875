"""Playouts that end after rounds: all at the same moment of the game, however many decisions there are on the way."""

from __future__ import annotations

import numpy as np
import pytest
from games import errands
from networks import ignorant, opinionated
from puzzles import KUHN

from cogitable.agents.base import View
from cogitable.agents.guided import GuidedAgent
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.rules import clock

ERRANDS = errands.GAME.setup()
MIDWAY, TURN = 0, 1
"""Places in an observation of Errands."""


def who_values(place, worth):
    """A policy of Errands that does either, and takes what it sees in a place to be worth so much."""
    network = ignorant(ERRANDS, -10, 10)
    network.value.layers[0][0][place, 0] = worth
    return network


def found(network, simulations=64, **options):
    agent = GuidedAgent(ERRANDS, 1, network=network, rollouts="policy", simulations=simulations, **options)
    values = agent.analyse(View.of(Tables(ERRANDS, 1, seed=3))).values[0]
    return values[[errands.Act.ONE, errands.Act.BOTH]]


@pytest.mark.parametrize("root", ["puct", "race"])
def test_what_comes_to_the_same_is_worth_the_same_after_rounds(root):
    """A value that is wrong about a moment of a turn tells actions apart, unless all ask it at the same one."""
    network = who_values(MIDWAY, 1.0)
    assert found(network, root=root, rounds=1).tolist() == [0.0, 0.0]
    assert found(network, root=root, rounds=2).tolist() == [0.0, 0.0]


def test_a_count_of_decisions_ends_at_another_moment_by_another_way():
    network = who_values(MIDWAY, 1.0)
    network.layers[0][1][errands.Act.ONE] = 40.0  # so that all turns after the first action have two decisions
    assert found(network, simulations=2, root="race", horizon=1).tolist() == [0.0, 1.0]
    assert found(network, simulations=2, root="race", rounds=1).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("root", ["puct", "race"])
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_playouts_end_as_many_rounds_after_the_position_that_is_searched(root, rounds):
    """However far the tree has grown."""
    assert found(who_values(TURN, 1.0), root=root, rounds=rounds, simulations=400).tolist() == [2 * rounds] * 2


def test_a_game_that_ends_before_counts_as_it_ended():
    assert found(who_values(TURN, 1.0), rounds=errands.ROUNDS).tolist() == [0.0, 0.0]


def test_all_seats_may_search_until_then():
    values = found(who_values(TURN, 1.0), rounds=2, simulations=400, others="search")
    assert values == pytest.approx([4.0, 4.0])


def test_rounds_need_a_clock():
    with pytest.raises(OptionError, match="Kuhn poker has no clock, so search needs a horizon in place of rounds"):
        GuidedAgent(KUHN, network=ignorant(KUHN), rollouts="policy", rounds=2)


GAMES = [
    ("brass_empire", {"num_players": 3}, 3),
    ("brass_empire", {"mode": "solitaire"}, 2),
    ("cogs_and_commissars", {"num_players": 4}, 4),
    ("cogdrive_neon", {}, 2),
    ("comrade", {"num_players": 5}, 1),
    ("great_machine", {"num_players": 2}, 1),
    ("great_machine_coop", {"num_players": 1}, 1),
]


@pytest.mark.parametrize(("name", "options", "parts"), GAMES, ids=str)
def test_clocks_go_on_by_turns(name, options, parts):
    """A round has as many parts as turns are taken in it, and each begins one part after the one before."""
    setup, rng = get_game(name).setup(**options), np.random.default_rng(5)
    tables = Tables(setup, 1, seed=5, auto_reset=False)
    times = []
    for _ in range(400):
        times.append(clock(as_compiled(setup.record)[0], as_compiled(tables.states)[0]) * parts)
        if tables.states["over"][0]:
            break
        tables.step(np.array([rng.choice(np.flatnonzero(tables.masks[0]))]))
    steps = np.diff(times)
    assert times == pytest.approx(np.rint(times)) and times[-1] >= times[0] + 2
    assert set(np.rint(steps).tolist()) <= {0.0, 1.0, 2.0}  # an automaton's turn passes by itself
    assert (np.rint(steps) == 0).any() and (np.rint(steps) == 1).any()


def test_threads_change_nothing():
    setup = get_game("cogdrive_neon").setup()
    view = View.of(Tables(setup, 6, seed=2))
    network = opinionated(setup)
    alone, shared = (
        GuidedAgent(setup, 4, network=network, rollouts="policy", rounds=2, simulations=40, threads=threads)
        for threads in (1, 3)
    )
    assert (alone.analyse(view).visits == shared.analyse(view).visits).all()
