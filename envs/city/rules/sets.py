"""Sets of Districts, cards and types: bits of one integer."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.random import below
from .tracks import size_of


@compiled
def only_member(members):
    """Return the member of a set of one; 0 for an empty set."""
    member, left = np.int64(0), np.int64(members)
    while left > 1:
        left >>= 1
        member += 1
    return member


@compiled
def random_member(words, members):
    """Return a random member of a set that is not empty."""
    chosen, member, left = below(words, size_of(members)), np.int64(0), np.int64(members)
    while True:
        if left & 1:
            if chosen == 0:
                return member
            chosen -= 1
        left >>= 1
        member += 1
