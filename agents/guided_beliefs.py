"""Search with a network from positions that are held possible, instead of redraws (see :mod:`.guided_tree`)."""

from __future__ import annotations

from ..envs.table.random import below, fork
from .guided_tree import back_up, descend


def simulate_believed(setup, particles, work, words, nodes, edges, heads, used, trail, chains, mask, observation,
                      logits, returned, foretold, totals, weights, shape, inputs, thing_of, scratch, value_numbers,
                      value_shape, span, exploration, unvisited, softness, others, count):  # fmt: skip
    """Entry point: :func:`~.guided_tree.simulate_guided`, each simulation from one of the ``particles``.

    They are STATE records, shape (n,), that are alike to the seat to move; each goes on with a generator of its own.
    """
    state = work[0]
    for _ in range(count):
        work[0] = particles[below(words, particles.size)]
        fork(words, state.rng)
        state.told = 0
        depth = descend(setup[0], state, words, nodes, edges, heads, used, trail, chains, mask, observation, logits,
                        returned, weights, shape, inputs, thing_of, scratch, value_numbers, value_shape, span,
                        exploration, unvisited, softness, others, foretold)  # fmt: skip
        back_up(nodes, edges, trail, depth, returned, totals)
