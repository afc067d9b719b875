"""Small sets as bits of one integer, so that rules read as words: ``if has(state.riots, district)``.

A set is an integer field of a record; its members are numbers from 0. All of these work on 64 bits and return signed
numbers. Sets of the cards of a pile, which stay unsigned, have functions of their own in :mod:`.piles`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compilation.compile import compiled
from .random import below

NOBODY = -1
"""In place of a member, a seat or a thing where there is none; what :func:`only` returns for a set that has not exactly
one member."""


def set_of(*members: int) -> int:
    """Return the set of some members, for a constant of which the names of what is in it are written down."""
    return sum({1 << member for member in members})


def members_of(members: Any) -> list[int]:
    """Return the members of a set, or the cards of one of :mod:`.piles`, in order: for words, pictures and checks."""
    bits = int(members) & 0xFFFF_FFFF_FFFF_FFFF
    return [member for member in range(bits.bit_length()) if bits >> member & 1]


@compiled(inline=True)
def one(member):
    """Return the set of one member."""
    return np.int64(1) << np.int64(member)


@compiled(inline=True)
def has(members, member):
    """Whether a set has a member."""
    return bool(np.int64(members) >> np.int64(member) & 1)


@compiled(inline=True)
def add(members, member):
    """Return the set with a member more."""
    return np.int64(members) | np.int64(1) << np.int64(member)


@compiled(inline=True)
def remove(members, member):
    """Return the set without a member."""
    return np.int64(members) & ~(np.int64(1) << np.int64(member))


@compiled(inline=True)
def full(count):
    """Return the set of all numbers from 0 to ``count - 1``."""
    return (np.int64(1) << np.int64(count)) - 1


@compiled
def size(members):
    """Return how many members a set has."""
    left, count = np.int64(members), np.int64(0)
    while left != 0:
        left &= left - 1
        count += 1
    return count


@compiled
def only(members):
    """Return the member of a set that has just one, else NOBODY."""
    left, number = np.int64(members), np.int64(0)
    if left == 0:
        return np.int64(NOBODY)
    while left >> number & 1 == 0:
        number += 1
    return number if left == one(number) else np.int64(NOBODY)


@compiled
def pick(words, members):
    """Return a random member of a set that is not empty, drawn from the generator ``words``."""
    chosen, number, left = below(words, size(members)), np.int64(0), np.int64(members)
    while True:
        if left & 1:
            if chosen == 0:
                return number
            chosen -= 1
        left >>= 1
        number += 1
