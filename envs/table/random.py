"""A random generator inside each state: xoshiro128++ (Blackman and Vigna, 2021) on four 32-bit words.

All arithmetic is done in 64 bits and cut to 32, so compiled and plain Python give the same numbers, on every platform.
"""

from __future__ import annotations

import numpy as np

from .compilation.compile import compiled

WORDS = 4
"""Number of 32-bit words in a generator."""

_LOW = np.uint64(0xFFFFFFFF)
_U = np.uint64
_BLOCK = 16  # entries of a mask that are counted at once


def seed_words(seed: int | np.random.SeedSequence, count: int = 1) -> np.ndarray:
    """Return ``count`` independent generators, shape ``(count, 4)``, uint32, from one seed (NumPy's SeedSequence)."""
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    words = sequence.generate_state(count * WORDS, np.uint32).reshape(count, WORDS)
    words[:, 0] |= np.uint32(1)  # the all-zero state is the one a generator never leaves
    return words


@compiled(inline=True)
def next_word(words):
    """Advance the generator; return 32 random bits as uint64."""
    s0, s1 = _U(words[0]), _U(words[1])
    s2, s3 = _U(words[2]), _U(words[3])
    mixed = (s0 + s3) & _LOW
    result = ((((mixed << _U(7)) | (mixed >> _U(25))) & _LOW) + s0) & _LOW
    shifted = (s1 << _U(9)) & _LOW
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = ((s3 << _U(11)) | (s3 >> _U(21))) & _LOW
    words[0], words[1], words[2], words[3] = np.uint32(s0), np.uint32(s1), np.uint32(s2), np.uint32(s3)
    return result


@compiled(inline=True)
def below(words, n):
    """Return a uniform integer from 0 to n - 1 (Lemire 2019, without bias); n is at most 2**32 - 1."""
    bound = _U(n)
    product = next_word(words) * bound
    if (product & _LOW) < bound:
        threshold = (_U(0x100000000) - bound) % bound
        while (product & _LOW) < threshold:
            product = next_word(words) * bound
    return np.int64(product >> _U(32))


@compiled(inline=True)
def fraction(words):
    """Return a uniform number from 0 to below 1, float64, of 32 bits."""
    return np.float64(next_word(words)) / 4294967296.0


@compiled
def shuffle(words, items, start, stop):
    """Put ``items[start:stop]`` into a uniformly random order, in place."""
    for last in range(stop - 1, start, -1):
        other = start + below(words, last - start + 1)
        items[last], items[other] = items[other], items[last]


@compiled
def fork(words, child):
    """Fill ``child`` with a generator split off from ``words``."""
    for i in range(WORDS):
        child[i] = np.uint32(next_word(words))
    child[0] |= np.uint32(1)


@compiled(inline=True)
def pick_legal(words, mask):
    """Return a uniformly random index with ``mask[index] != 0``, or -1 when there is none."""
    legal = 0
    for action in range(mask.size):
        legal += mask[action] != 0
    if legal == 0:
        return -1
    wanted = below(words, legal)
    first, last = 0, mask.size
    for block in range(mask.size // _BLOCK):
        inside = 0
        for i in range(_BLOCK):
            inside += mask[block * _BLOCK + i] != 0
        if wanted < inside:
            last = first + _BLOCK
            break
        wanted -= inside
        first += _BLOCK
    found = -1
    for action in range(first, last):  # to the last one: leaving earlier is a branch that is foretold wrongly
        if mask[action] != 0:
            if wanted == 0:
                found = action
            wanted -= 1
    return found
