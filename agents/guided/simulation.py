"""Simulations of a search with a network: down the tree (see ``guided/tree.py``), and on from its leaves if wanted.

With playouts, what a new decision is worth is a mixture of what the network says and of how one game went on from
there, played by the heuristic or by the policy itself (as in Silver and others, "Mastering the game of Go with deep
neural networks and tree search", 2016). A value that has to foretell a long game from one position errs alike in all
that are alike; a playout is noise, but it is right on average about those who play it. Between the two lie playouts
that end after some decisions with the network's value (truncated rollouts; Tesauro and Galperin, "On-line Policy
Improvement using Monte-Carlo Search", 1996): what an action has led to by then can be seen, and chance has not yet
drowned it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.kernels import proceed, redraw
from ...envs.table.random import below, fork
from ...envs.table.rules import returns
from ...envs.table.sets import has
from ..beliefs.particles import renew
from ..inference.network import Evaluator
from ..inference.sums import Sums
from ..looking import forced, has_left, see
from .adviser import foretell, played_by, prefer_again, worth_when_gone
from .race import SETTLED, choose, next_in_race
from .root import begin_search, find_luck, find_strangers, remember, set_scenario
from .tree import NODES, back_up, best_edge, descend


class Playouts(NamedTuple):
    """How games are played on from what is new.

    Attributes:
        share: Weight of a playout, from 0, where nothing is played, to 1; the rest is the network's value.
        horizon: Decisions of the searching seat that a playout goes on for; below 0 it goes on to the end.
        played: What it came to, float32, shape (max_seats,).
        player: Who draws the actions where the policy plays: its own network, or the small copy of it.
        sums: What the player was asked last.
    """

    share: float
    horizon: int
    played: np.ndarray
    player: Evaluator
    sums: Sums


@compiled
def stand(setup, roots, work, words):
    """Set ``work`` up for a simulation: from one position redrawn, or from one of several that are held possible."""
    state = work[0]
    if roots.size == 1:
        work[0] = roots[0]
        redraw(setup, state, state.seat, words)
    else:
        work[0] = roots[below(words, roots.size)]
        renew(setup, state, words)
        state.told = 0


@compiled
def first_edge(words, tree, scenarios, race, puct, others):
    """Choose the root's edge for the next simulation and make ``lots[1]`` its generator.

    Returns -1 if there is no root yet, :data:`~.race.SETTLED` where a race has nothing left to find out.
    """
    lots = scenarios.lots
    if others is not None:  # they try things by turns themselves, and must not meet the same lots by turns
        fork(words, lots[1])
        return np.int64(-1)
    if tree.used[NODES] == 0:
        begin_search(words, scenarios)
        set_scenario(lots, 0)
        return np.int64(-1)
    if race.most > 0:
        edge = next_in_race(tree.nodes[0], tree.edges, race, scenarios.sums)
        if edge == SETTLED:
            return edge
    else:
        find_luck(tree.nodes[0], tree.edges, scenarios)
        edge = best_edge(tree, 0, puct, None, words, scenarios.luck)
    set_scenario(lots, tree.edges[edge].visits)
    return edge


@compiled
def play_on(setup, state, words, viewer, adviser, playouts, epsilon, strangers):
    """Play on until ``viewer`` has decided as often as the horizon says, or to the end; ``played`` gets returns.

    By the heuristic but for a share ``epsilon`` of random actions, or where that is None or below 0 by what the policy
    draws, each seat from what it sees itself; ``strangers``, a set of seats, play by the heuristic in any case. A game
    that is left at the horizon, or by ``viewer``, is worth what the network says there.
    """
    played, left, heuristic = playouts.played, playouts.horizon, False
    if epsilon is not None:
        heuristic = epsilon >= 0
    played[:] = 0
    while state.over == 0:
        if has_left(state, viewer):
            worth_when_gone(setup, state, viewer, adviser, played)
            return
        seat, action = np.int64(state.seat), forced(setup, state, adviser.mask)
        if action < 0:
            if seat == viewer and left == 0:
                see(setup, state, viewer, adviser.observation)
                prefer_again(adviser, viewer)
                foretell(adviser, viewer, np.int64(setup.seats), played)
                return
            left -= seat == viewer
            rough = heuristic or has(strangers, seat)
            action = played_by(setup, state, words, adviser, playouts.player, playouts.sums, epsilon, rough)
        proceed(setup, state, action)
    returns(setup, state, played)


def simulate_guided(setup, root, work, words, tree, scenarios, race, adviser, puct, others, playouts, epsilon, returned,
                    count):  # fmt: skip
    """Entry point: run ``count`` simulations, or fewer where nothing is left to be found out.

    Args:
        setup: SETUP record, shape (1,).
        root: STATE as the seat to move may know it, shape (1,), redrawn for each simulation; or positions that are held
            possible, shape (n,), alike to that seat, of which each simulation takes one; never changed.
        work: STATE to play on, shape (1,).
        words: Generator of the search, uint32, shape (4,).
        tree: What has been found so far (:class:`~.tree.GuidedTree`).
        scenarios: What luck there was (:class:`~.root.Scenarios`).
        race: First actions that are tried by turns, if any are (:class:`~.race.Race`).
        adviser: The network (:class:`~.adviser.Adviser`).
        puct: How actions are weighed (:class:`~.tree.Puct`).
        others: None: the other seats draw from the policy, or are strangers. A number: they search, and bonuses are
            multiplied by random numbers around 1 that lie so far apart.
        playouts: How games go on from what is new (:class:`Playouts`).
        epsilon: Probability of a random action in playouts by the heuristic; below 0 for playouts by the policy; None
            where the game has no heuristic.
        returned: Scratch, float32, shape (max_seats,).
        count: Number of simulations.
    """
    state = work[0]
    for _ in range(count):
        first = first_edge(words, tree, scenarios, race, puct, others)
        if first == SETTLED:
            break
        lot = scenarios.lots[1]
        viewer = np.int64(root[0].seat)
        strangers = find_strangers(scenarios, viewer)
        stand(setup[0], root, work, lot)
        depth = descend(setup[0], state, lot, tree, adviser, puct, others, epsilon, strangers, returned, first)
        if playouts.share > 0 and state.over == 0 and not has_left(state, viewer):
            play_on(setup[0], state, lot, viewer, adviser, playouts, epsilon, strangers)
            for seat in range(np.int64(setup[0].seats)):
                returned[seat] += playouts.share * (playouts.played[seat] - returned[seat])
        if others is None:
            root_node = tree.nodes[0]
            remember(root_node, tree.edges, scenarios, tree.trail[0, 1] - root_node.first, returned[viewer])
        back_up(tree, depth, returned)
    if others is None and tree.used[NODES] > 0:
        find_luck(tree.nodes[0], tree.edges, scenarios)
        if race.most > 0:
            choose(tree.nodes[0], tree.edges, race, scenarios.sums)
