"""Ordered piles of cards on arrays, and sets of cards as bits.

A pile is a row of card numbers with its length kept in ``sizes[pile]``. The last card is the top; index 0 the bottom.
Where cards of a kind are alike, an unordered zone is counts by kind. Where every card has its own number, a set of up
to 64 cards is one unsigned integer: its ``bit``, ``has`` and ``count`` are here, while any other set, of seats or
places, has ``one``, ``has`` and ``size`` of :mod:`.sets`. The two are not mixed: NumPy has no integer for both.
"""

from __future__ import annotations

import numpy as np

from .compilation.compile import compiled
from .random import below, shuffle

_NONE, _ONE = np.uint64(0), np.uint64(1)
SINGLE = _ONE << np.arange(64, dtype=np.uint64)
"""The set of each card alone, by card: what loops over all cards test against, so that many are done at once."""


@compiled
def push_top(piles, sizes, pile, card):
    """Put ``card`` on top."""
    piles[pile, sizes[pile]] = card
    sizes[pile] += 1


@compiled
def push_bottom(piles, sizes, pile, card):
    """Put ``card`` below all others."""
    for i in range(sizes[pile], 0, -1):
        piles[pile, i] = piles[pile, i - 1]
    piles[pile, 0] = card
    sizes[pile] += 1


@compiled
def draw_top(piles, sizes, pile):
    """Take the top card; -1 if the pile is empty. Its number stays behind the pile's end until :func:`wipe`."""
    if sizes[pile] == 0:
        return -1
    sizes[pile] -= 1
    return np.int64(piles[pile, sizes[pile]])


@compiled
def fill_shuffled(words, pile, counts, kinds):
    """Make a pile of the cards that are given as counts by kind, in random order; return how many there are."""
    size = 0
    for kind in range(kinds):
        for _ in range(counts[kind]):
            pile[size] = kind
            size += 1
    shuffle(words, pile, 0, size)
    return size


@compiled
def wipe(pile, size):
    """Wipe out what cards that were drawn have left behind the end of a pile: whoever gets a redrawn state can read."""
    for place in range(size, pile.size):
        pile[place] = 0


@compiled
def any_of(words, counts, total):
    """Return the kind of a uniformly drawn one of ``total`` cards, given as counts by kind."""
    wanted = below(words, total)
    kind = 0
    while wanted >= counts[kind]:
        wanted -= counts[kind]
        kind += 1
    return kind


@compiled
def bit(card):
    """Return the set that holds just this card."""
    return _ONE << np.uint64(card)


@compiled
def has(cards, card):
    """Whether the set ``cards`` holds ``card``."""
    return (cards >> np.uint64(card)) & _ONE != np.uint64(0)


@compiled
def count(cards):
    """Number of cards in the set."""
    cards = np.uint64(cards)
    number = 0
    while cards != np.uint64(0):
        cards &= cards - _ONE
        number += 1
    return number


@compiled
def pile_set(piles, sizes, pile):
    """Return the cards of an ordered pile as a set."""
    cards, size = _NONE, sizes[pile]
    for i in range(piles.shape[1]):  # always the whole row: many at once, and no end to foretell wrongly
        cards |= bit(piles[pile, i]) if i < size else _NONE
    return cards


@compiled(inline=True)
def write_bits(out, start, bits, single):
    """Write 1 where ``bits`` has the bit ``single[i]`` and 0 elsewhere, from ``out[start]`` on; return the next place.

    The slice and the choice between two constants let the compiler write many numbers at once.
    """
    part = out[start : start + single.size]
    for i in range(single.size):
        part[i] = np.float32(1.0) if bits & single[i] != _NONE else np.float32(0.0)
    return start + single.size


@compiled(inline=True)
def write_set(out, start, cards, capacity):
    """Write a set as ``capacity`` numbers 0 or 1 from ``out[start]`` on; return where the next part starts."""
    return write_bits(out, start, cards, SINGLE[:capacity])
