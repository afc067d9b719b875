"""How a game most likely goes on after a first action, by what a search has tried; for people."""

from __future__ import annotations

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.kernels import proceed
from ..digests import stir_in, stir_in_observation
from ..inference.network import preferred
from ..looking import forced, see
from .adviser import prefer
from .simulation import stand
from .tree import begin, find_node, most_visited


def continue_guided(setup, root, work, words, tree, adviser, others, first, line, states):
    """Entry point: go on from the root with ``first`` as everybody most likely does; write seats and actions.

    The searching seat does what it tried most, where it has tried anything, and so do others that search; all else is
    what the policy prefers. Arguments are those of :func:`~.simulation.simulate_guided`; for every decision
    ``line``, int64, shape (length, 2), gets a row, and ``states``, STATE records, shape (length,), the position before
    it. Returns how many.
    """
    state = work[0]
    stand(setup[0], root, work, words)
    viewer, written = np.int64(state.seat), 0
    begin(tree.chains, np.int64(setup[0].seats))
    while state.over == 0 and written < line.shape[0]:
        seat, action = np.int64(state.seat), forced(setup[0], state, adviser.mask)
        asked = written == 0 or action < 0
        if asked:
            chain = tree.chains[seat]
            see(setup[0], state, seat, adviser.observation)
            stir_in_observation(chain, adviser.observation)
            if written == 0:
                action = np.int64(first)
            else:
                action = most_likely(tree, adviser, chain, others is not None or seat == viewer)
            stir_in(chain, action)
        line[written, 0], line[written, 1] = seat, action
        states[written] = work[0]
        written += 1
        proceed(setup[0], state, action)
    return written


@compiled
def most_likely(tree, adviser, chain, searches):
    """Return what was tried most at a decision, if its seat searches and has been there; else what the policy prefers.

    The decision is the one that ``chain`` stands for and ``adviser`` looks at.
    """
    node = np.int64(-1)
    if searches:
        node = find_node(tree, chain)
    if node >= 0:
        return np.int64(tree.edges[most_visited(tree, node)].action)
    prefer(adviser)
    return preferred(adviser.logits, adviser.mask)
