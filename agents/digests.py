"""Keys of two words that stand for what a seat has perceived, in compiled code."""

from __future__ import annotations

import numpy as np

from ..envs.table.compilation.compile import compiled

_U = np.uint64
LOW = np.uint64(0xFFFFFFFF)
"""All bits of a word."""

PRIMES = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)


@compiled
def stir(word, more, prime):
    """Return 32 bits that stand for ``word`` and ``more``, both of 32 bits."""
    product = (word ^ more) * prime
    return (product ^ (product >> _U(29))) & LOW


@compiled
def stir_in(key, number):
    """Let a key, two words, stand for ``number`` too."""
    word = _U(np.int64(number) & 0xFFFFFFFF)
    key[0] = np.uint32(stir((_U(key[0]) + _U(1)) & LOW, word, PRIMES[0]))
    key[1] = np.uint32(stir((_U(key[1]) + _U(2)) & LOW, word, PRIMES[1]))


@compiled
def stir_in_observation(key, observation):
    """Let a key stand for all that is observed."""
    first, second = _U(key[0]), _U(key[1])
    for place in range(observation.size):
        number = observation[place]
        if number != 0:
            word = _U(np.int64(number * 65536.0) & 0xFFFFFFFF)
            where = _U(place + 1)
            first = stir((first + where) & LOW, word, PRIMES[0])
            second = stir((second + where) & LOW, word, PRIMES[1])
    key[0], key[1] = np.uint32(first), np.uint32(second)
