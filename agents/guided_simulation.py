"""Simulations of a search with a network: down the tree (see :mod:`.guided_tree`), and on from its leaves if wanted.

With playouts, what a new decision is worth is a mixture of what the network says and of how one game went on from
there, played by the heuristic or by the policy itself (as in Silver and others, "Mastering the game of Go with deep
neural networks and tree search", 2016). A value that has to foretell a long game from one position errs alike in all
that are alike; a playout is noise, but it is right on average about those who play it. Between the two lie playouts
that end after some decisions with the network's value (truncated rollouts; Tesauro and Galperin, "On-line Policy
Improvement using Monte-Carlo Search", 1996): what an action has led to by then can be seen, and chance has not yet
drowned it.
"""

from __future__ import annotations

import numpy as np

from ..envs.table.compilation.compile import compiled
from ..envs.table.kernels import proceed, redraw
from ..envs.table.random import below, fork, fraction
from ..envs.table.rules import legal_actions, observe, returns
from .guided_root import begin_search, find_luck, remember, set_scenario
from .guided_tree import NODES, back_up, best_edge, descend, has_left, only_action, turn, worth_when_gone
from .inference import drawn, log_total, preferences
from .inference_value import seat_values
from .tree import by_heuristic


@compiled
def stand(setup, roots, work, words):
    """Set ``work`` up for a simulation: from one position redrawn, or from one of several that are held possible."""
    state = work[0]
    if roots.size == 1:
        work[0] = roots[0]
        redraw(setup, state, state.seat, words)
    else:
        work[0] = roots[below(words, roots.size)]
        fork(words, state.rng)
        state.told = 0


@compiled
def first_edge(words, nodes, edges, used, lots, sums, paired, luck, span, exploration, unvisited, others):
    """Choose the root's edge for the next simulation and make ``lots[1]`` its generator; -1 if there is no root yet."""
    if others is not None:  # they try things by turns themselves, and must not meet the same lots by turns
        fork(words, lots[1])
        return np.int64(-1)
    if used[NODES] == 0:
        begin_search(words, lots, paired)
        set_scenario(lots, 0)
        return np.int64(-1)
    find_luck(nodes[0], edges, sums, paired, luck)
    scale = 1.0 / (span[1] - span[0])
    edge = best_edge(nodes, edges, 0, span[0], scale, exploration, unvisited, None, words, luck)
    set_scenario(lots, edges[edge].visits)
    return edge


@compiled
def play_on(setup, state, words, viewer, horizon, epsilon, mask, observation, logits, foretold, weights, shape, inputs,
            thing_of, scratch, value_numbers, value_shape, span, played):  # fmt: skip
    """Play on until ``viewer`` has decided ``horizon`` times, or to the end if it is below 0; ``played`` gets returns.

    By the heuristic but for a share ``epsilon`` of random actions, or where that is None or below 0 by what the policy
    draws, each seat from what it sees itself. A game that is left at the horizon, or by ``viewer``, is worth what the
    network says there.
    """
    played[:] = 0
    while state.over == 0:
        if has_left(state, viewer):
            worth_when_gone(setup, state, viewer, mask, observation, logits, weights, shape, inputs, thing_of, scratch,
                            value_numbers, value_shape, span, foretold, played)  # fmt: skip
            return
        mask[:] = 0
        legal_actions(setup, state, mask)
        seat, action = np.int64(state.seat), only_action(mask)
        if action < 0:
            ends, by_policy = seat == viewer and horizon == 0, True
            if epsilon is not None:
                by_policy = epsilon < 0
            if ends or by_policy:
                observation[:] = 0
                observe(setup, state, seat, observation)
                preferences(weights, shape, inputs, thing_of, observation, mask, scratch, logits)
            if ends:
                seat_values(value_numbers, value_shape, span, shape, observation, scratch, foretold)
                turn(foretold, viewer, np.int64(setup.seats), played)
                return
            if seat == viewer:
                horizon -= 1
            if by_policy:
                action = drawn(logits, mask, log_total(logits, mask), fraction(words))
            elif epsilon is not None:
                action = by_heuristic(setup, state, words, mask, epsilon)
        proceed(setup, state, action)
    returns(setup, state, played)


def simulate_guided(setup, root, work, words, nodes, edges, heads, used, trail, chains, lots, sums, paired, luck,
                    mask, observation, logits, returned, foretold, totals, weights, shape, inputs, thing_of, scratch,
                    value_numbers, value_shape, span, exploration, unvisited, softness, others, count, played, share,
                    epsilon, horizon):  # fmt: skip
    """Entry point: run ``count`` simulations.

    Args:
        setup: SETUP record, shape (1,).
        root: STATE as the seat to move may know it, shape (1,), redrawn for each simulation; or positions that are held
            possible, shape (n,), alike to that seat, of which each simulation takes one; never changed.
        work: STATE to play on, shape (1,).
        words: Generator of the search, uint32, shape (4,).
        nodes: NODE records; node 0 is the root's decision, and the search goes on from what is there.
        edges: EDGE records, the actions of nodes.
        heads: By the low bits of keys 1 + a node, 0 for none, int32; its size is a power of two.
        used: Numbers of nodes and edges in use, int64, shape (2,).
        trail: Scratch, int64, shape (decisions, 3).
        chains: Scratch, uint32, shape (max_seats, 2): what stands for the past of every seat.
        lots: What scenarios follow from, and the generator of the present one, uint32, shape (2, 4).
        sums: By the place of the root's edges and number of scenarios what they came to, float64, shape (num_actions,
            1 + scenarios that are remembered).
        paired: PAIRED record, shape (1,).
        luck: By how much chance has favoured the mean return by each of the root's edges, as far as that is known,
            float64, shape (num_actions,).
        mask: Scratch, int8, shape (num_actions,).
        observation: Scratch, float32, shape (layout.size,).
        logits: Scratch, float32, shape (num_actions,).
        returned: Scratch, float32, shape (max_seats,).
        foretold: Scratch, float32, as long as the network has values.
        totals: Sums of returns by the root's action and seat, float64, shape (num_actions, max_seats), added to.
        weights: The policy's row of ``Stack.weights``; then follows the rest of the stack.
        shape: ``Stack.shape``.
        inputs: ``Stack.inputs``.
        thing_of: ``Stack.thing_of``.
        scratch: As ``Stack.scratch``, wide enough for the value too.
        value_numbers: ``Values.numbers``; then follows the rest of them.
        value_shape: ``Values.shape``.
        span: ``Values.span``, which scales values to 0 to 1.
        exploration: Weight of the policy's preferences.
        unvisited: How much less than its node an action is taken to be worth before it is tried, from 0 to 1.
        softness: Preferences are softened by this power: shares of the policy to the power of 1 by it count.
        others: None: the other seats draw from the policy. A number: they search, and bonuses are multiplied by random
            numbers around 1 that lie so far apart.
        count: Number of simulations.
        played: Scratch, float32, shape (max_seats,).
        share: Weight of a playout from what is new, from 0, where nothing is played, to 1; the rest is the network's
            value.
        epsilon: Probability of a random action in playouts by the heuristic; below 0 for playouts by the policy; None
            where the game has no heuristic.
        horizon: Decisions of the searching seat that a playout goes on for; below 0 it goes on to the end.
    """
    state = work[0]
    for _ in range(count):
        first = first_edge(words, nodes, edges, used, lots, sums, paired, luck, span, exploration, unvisited, others)
        stand(setup[0], root, work, lots[1])
        viewer = np.int64(state.seat)
        depth = descend(setup[0], state, lots[1], nodes, edges, heads, used, trail, chains, mask, observation, logits,
                        returned, weights, shape, inputs, thing_of, scratch, value_numbers, value_shape, span,
                        exploration, unvisited, softness, others, foretold, first)  # fmt: skip
        if share > 0 and state.over == 0 and not has_left(state, viewer):
            play_on(setup[0], state, lots[1], viewer, horizon, epsilon, mask, observation, logits, foretold, weights,
                    shape, inputs, thing_of, scratch, value_numbers, value_shape, span, played)  # fmt: skip
            for seat in range(np.int64(setup[0].seats)):
                returned[seat] += share * (played[seat] - returned[seat])
        if others is None:
            remember(nodes[0], edges, sums, paired, trail[0, 1] - nodes[0].first, returned[viewer])
        back_up(nodes, edges, trail, depth, returned, totals)
    if others is None and used[NODES] > 0:
        find_luck(nodes[0], edges, sums, paired, luck)
