"""Search with a network that plays on from its leaves too (see :mod:`.guided_tree`).

What a new decision is worth is a mixture of what the network says and of how one game went on from there, played by the
heuristic or by the policy itself (as in Silver and others, "Mastering the game of Go with deep neural networks and tree
search", 2016). A value that has to foretell a long game from one position errs alike in all that are alike; a playout
is noise, but it is right on average about those who play it.
"""

from __future__ import annotations

import numpy as np

from ..envs.table.compilation.compile import compiled
from ..envs.table.kernels import proceed
from ..envs.table.random import fraction
from ..envs.table.rules import legal_actions, observe, returns
from .guided_tree import back_up, descend, only_action, stand
from .inference import drawn, log_total, preferences
from .tree import play_out


@compiled
def play_by_policy(setup, state, words, mask, observation, logits, weights, shape, inputs, thing_of, scratch):
    """Play to the end of the game by what the policy draws, each seat from what it sees itself."""
    while state.over == 0:
        mask[:] = 0
        legal_actions(setup, state, mask)
        action = only_action(mask)
        if action < 0:
            observation[:] = 0
            observe(setup, state, np.int64(state.seat), observation)
            preferences(weights, shape, inputs, thing_of, observation, mask, scratch, logits)
            action = drawn(logits, mask, log_total(logits, mask), fraction(words))
        proceed(setup, state, action)


def simulate_mixed(setup, root, work, words, nodes, edges, heads, used, trail, chains, mask, observation, logits,
                   returned, foretold, totals, weights, shape, inputs, thing_of, scratch, value_numbers, value_shape,
                   span, exploration, unvisited, softness, others, count, played, share, epsilon):  # fmt: skip
    """Entry point: :func:`~.guided_tree.simulate_guided`, with playouts from what is new.

    Args as there, and:
        played: Scratch, float32, shape (max_seats,).
        share: Weight of a playout, from 0 to 1; the rest is the network's value.
        epsilon: Probability of a random action in playouts by the heuristic; None for playouts by the policy.
    """
    state, seats = work[0], np.int64(setup[0].seats)
    for _ in range(count):
        stand(setup[0], root, work, words)
        viewer = np.int64(state.seat)
        depth = descend(setup[0], state, words, nodes, edges, heads, used, trail, chains, mask, observation, logits,
                        returned, weights, shape, inputs, thing_of, scratch, value_numbers, value_shape, span,
                        exploration, unvisited, softness, others, foretold)  # fmt: skip
        if state.over == 0 and (np.int64(state.gone) >> viewer) & 1 == 0:
            if epsilon is None:
                play_by_policy(setup[0], state, words, mask, observation, logits, weights, shape, inputs, thing_of,
                               scratch)  # fmt: skip
            else:
                play_out(setup[0], state, words, mask, epsilon)
            played[:] = 0
            returns(setup[0], state, played)
            for seat in range(seats):
                returned[seat] += share * (played[seat] - returned[seat])
        back_up(nodes, edges, trail, depth, returned, totals)
