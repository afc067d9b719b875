"""The generator inside each state and the piles of cards, compiled and in plain Python, against independent models."""

from __future__ import annotations

from collections import Counter, deque
from itertools import chain

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogitable.envs.table import piles, random
from cogitable.envs.table.compilation.uncompiled import as_compiled

SEEDS = st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4).filter(any)


class Xoshiro128pp:
    """xoshiro128++ from its published description, on Python's own whole numbers."""

    def __init__(self, words: list[int]) -> None:
        self.s = list(words)

    def next(self) -> int:
        def rotated(x: int, k: int) -> int:
            return (x << k | x >> (32 - k)) % 2**32

        s = self.s
        result = (rotated((s[0] + s[3]) % 2**32, 7) + s[0]) % 2**32
        t = (s[1] << 9) % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 11)
        return result


@numba.njit
def compiled_words(words, out):
    for i in range(out.size):
        out[i] = random.next_word(words)


@numba.njit
def compiled_below(words, n, out):
    for i in range(out.size):
        out[i] = random.below(words, n)


@numba.njit
def compiled_shuffle(words, items, start, stop):
    random.shuffle(words, items, start, stop)


@numba.njit
def compiled_fork(words, child):
    random.fork(words, child)


@numba.njit
def compiled_pick(words, mask):
    return random.pick_legal(words, mask)


def drawn(seed: int, n: int, count: int) -> np.ndarray:
    out = np.empty(count, np.int64)
    compiled_below(random.seed_words(seed)[0], n, out)
    return out


def chi_square(counts: np.ndarray, cells: int) -> float:
    """Return the statistic in standard deviations from its mean, for ``cells`` equally likely cells."""
    expected = counts.sum() / cells
    statistic = ((counts - expected) ** 2 / expected).sum()
    return (statistic - (cells - 1)) / np.sqrt(2 * (cells - 1))


@given(SEEDS)
def test_words_are_xoshiros(seed: list[int]) -> None:
    model, words, plain = Xoshiro128pp(seed), np.array(seed, np.uint32), as_compiled(np.array(seed, np.uint32))
    out = np.empty(30, np.uint64)
    compiled_words(words, out)
    assert out.tolist() == [model.next() for _ in range(30)]
    assert [int(random.next_word(plain)) for _ in range(30)] == out.tolist()
    assert words.tolist() == plain.tolist() == model.s


def test_known_answer() -> None:
    """The first words from the state 1, 2, 3, 4, worked out by hand from the description: (1 + 4) << 7, plus 1."""
    words = np.array([1, 2, 3, 4], np.uint32)
    assert int(random.next_word(words)) == 641
    assert words.tolist() == [1 ^ 4 ^ 2, 2 ^ 3 ^ 1, 3 ^ 1 ^ 2 << 9, (4 ^ 2) << 11]


@given(SEEDS, st.one_of(st.integers(1, 300), st.integers(1, 2**32 - 1)))
def test_below_is_the_same_compiled_and_not(seed: list[int], n: int) -> None:
    words, plain = np.array(seed, np.uint32), as_compiled(np.array(seed, np.uint32))
    out = np.empty(20, np.int64)
    compiled_below(words, n, out)
    assert out.min() >= 0
    assert out.max() < n
    assert [int(random.below(plain, n)) for _ in range(20)] == out.tolist()
    assert words.tolist() == plain.tolist()


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 48, 64, 257])
def test_below_is_uniform(n: int) -> None:
    counts = np.bincount(drawn(n, n, 200_000), minlength=n)
    assert counts.size == n
    if n > 1:
        assert abs(chi_square(counts, n)) < 4


def test_below_has_no_bias_where_multiplying_alone_has() -> None:
    """With n = 3 * 2**30 plain scaling gives every third number twice as often."""
    n = 3 * 2**30
    counts = np.bincount(drawn(5, n, 120_000) % 3, minlength=3)
    assert abs(chi_square(counts, 3)) < 4


def test_neighbouring_draws_are_independent() -> None:
    numbers = drawn(9, 8, 200_000)
    assert abs(chi_square(np.bincount(numbers[:-1] * 8 + numbers[1:], minlength=64), 64)) < 4


def test_tables_of_one_seed_are_independent() -> None:
    words = random.seed_words(3, 50_000)
    first = np.array([random.below(as_compiled(row), 16) for row in words[:20_000]])
    assert abs(chi_square(np.bincount(first, minlength=16), 16)) < 4
    assert len({row.tobytes() for row in words}) == 50_000


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_every_order_is_as_likely(n: int) -> None:
    words, orders, rounds = random.seed_words(n)[0], Counter(), 40_000
    for _ in range(rounds):
        items = np.arange(n, dtype=np.int8)
        compiled_shuffle(words, items, 0, n)
        orders[items.tobytes()] += 1
    cells = int(np.prod(np.arange(1, n + 1)))
    assert len(orders) == cells
    assert abs(chi_square(np.array(list(orders.values())), cells)) < 4


@given(SEEDS, st.integers(0, 12), st.data())
def test_shuffle_moves_only_its_stretch(seed: list[int], size: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, size))
    stop = data.draw(st.integers(start, size))
    items, plain = np.arange(size, dtype=np.int8), as_compiled(np.arange(size, dtype=np.int8))
    compiled_shuffle(np.array(seed, np.uint32), items, start, stop)
    random.shuffle(as_compiled(np.array(seed, np.uint32)), plain, start, stop)
    assert items.tolist() == plain.tolist()
    assert sorted(items[start:stop]) == list(range(start, stop))
    assert [*items[:start], *items[stop:]] == [*range(start), *range(stop, size)]


@given(SEEDS)
def test_forks_part_from_their_parent(seed: list[int]) -> None:
    words, child = np.array(seed, np.uint32), np.zeros(4, np.uint32)
    compiled_fork(words, child)
    plain, plain_child = as_compiled(np.array(seed, np.uint32)), as_compiled(np.zeros(4, np.uint32))
    random.fork(plain, plain_child)
    assert (words.tolist(), child.tolist()) == (plain.tolist(), plain_child.tolist())
    assert child.any()
    ours, theirs = np.empty(8, np.uint64), np.empty(8, np.uint64)
    compiled_words(words, ours)
    compiled_words(child, theirs)
    assert ours.tolist() != theirs.tolist()


BLOCKS = st.lists(st.one_of(st.just([0] * 16), st.lists(st.integers(0, 1), min_size=16, max_size=16)), max_size=6)
"""Masks in the blocks that are counted one by one; some have nothing in them."""


@given(
    SEEDS, st.builds(lambda blocks, rest: [*chain(*blocks), *rest], BLOCKS, st.lists(st.integers(0, 1), max_size=20))
)
def test_pick_legal(seed: list[int], mask: list[int]) -> None:
    words, plain = np.array(seed, np.uint32), as_compiled(np.array(seed, np.uint32))
    action = compiled_pick(words, np.array(mask, np.int8))
    assert action == random.pick_legal(plain, as_compiled(np.array(mask, np.int8)))
    assert mask[action] == 1 if any(mask) else action == -1


SHORT = np.array([0, 1, 1, 0, 1, 0, 1, 1, 0], np.int8)
LONG = np.isin(np.arange(70), [15, 32, 33, 40, 47, 64, 69]).astype(np.int8)  # the second and the fourth are empty


@pytest.mark.parametrize("mask", [SHORT, LONG], ids=["short", "long"])
def test_pick_legal_is_uniform(mask: np.ndarray) -> None:
    words = random.seed_words(8)[0]
    counts = np.bincount([compiled_pick(words, mask) for _ in range(50_000)], minlength=mask.size)
    assert not counts[mask == 0].any()
    assert abs(chi_square(counts[mask == 1], int(mask.sum()))) < 4


def test_seeds() -> None:
    assert random.seed_words(7).tolist() == random.seed_words(np.random.SeedSequence(7)).tolist()
    assert random.seed_words(7, 3)[0].tolist() != random.seed_words(8, 3)[0].tolist()
    assert random.seed_words(7, 3).dtype == np.uint32
    assert random.seed_words(7, 3).shape == (3, random.WORDS)
    assert (random.seed_words(0, 1000) != 0).any(axis=1).all()


@numba.njit
def compiled_pile(operation, cards, sizes, pile, card):
    if operation == 0:
        piles.push_top(cards, sizes, pile, card)
    elif operation == 1:
        piles.push_bottom(cards, sizes, pile, card)
    else:
        return piles.draw_top(cards, sizes, pile)
    return -2


def plain_pile(operation, cards, sizes, pile, card):
    return compiled_pile.py_func(operation, as_compiled(cards), as_compiled(sizes), pile, card)


@pytest.mark.parametrize("work", [compiled_pile, plain_pile], ids=["compiled", "plain"])
@given(steps=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 47)), max_size=40))
def test_piles_are_deques(work, steps: list[tuple[int, int, int]]) -> None:
    model = [deque() for _ in range(3)]
    cards, sizes = np.zeros((3, 40), np.int8), np.zeros(3, np.int8)
    for operation, pile, card in steps:
        result = work(operation, cards, sizes, pile, card)
        if operation == 0:
            model[pile].append(card)
        elif operation == 1:
            model[pile].appendleft(card)
        else:
            assert result == (model[pile].pop() if model[pile] else -1)
        assert [cards[p, : sizes[p]].tolist() for p in range(3)] == [list(m) for m in model]


@numba.njit
def compiled_sets(cards, sizes, out):
    held = piles.pile_set(cards, sizes, 0)
    for card in range(64):
        out[card] = piles.has(held, card)
    return held, piles.count(held), piles.bit(63) | held


@given(st.sets(st.integers(0, 63)))
def test_sets_are_sets(cards: set[int]) -> None:
    rows, sizes = np.zeros((1, 64), np.int8), np.array([len(cards)], np.int8)
    rows[0, : len(cards)] = sorted(cards)
    out = np.zeros(64, np.int8)
    held, number, more = compiled_sets(rows, sizes, out)
    assert held == sum(1 << card for card in cards)
    assert number == len(cards)
    assert more == held | 1 << 63
    assert set(np.flatnonzero(out).tolist()) == cards
    plain = np.zeros(64, np.int8)
    again = compiled_sets.py_func(as_compiled(rows), as_compiled(sizes), plain)
    assert [int(n) for n in again] == [held, number, more]
    assert plain.tolist() == out.tolist()


@numba.njit
def compiled_write(out, start, cards, capacity):
    return piles.write_set(out, start, cards, capacity)


@given(st.integers(0, 2**64 - 1), st.integers(1, 64), st.integers(0, 5))
def test_sets_are_written_in_their_place(cards: int, capacity: int, start: int) -> None:
    wanted = [7.0] * start + [float(cards >> card & 1) for card in range(capacity)] + [7.0] * 3
    out, plain = np.full(len(wanted), 7, np.float32), np.full(len(wanted), 7, np.float32)
    assert compiled_write(out, start, np.uint64(cards), capacity) == start + capacity
    assert piles.write_set(as_compiled(plain), start, np.uint64(cards), capacity) == start + capacity
    assert out.tolist() == plain.tolist() == wanted


@given(SEEDS)
def test_a_fraction_is_a_word_of_the_generator_between_0_and_1(words):
    model, mine = Xoshiro128pp(words), as_compiled(np.array(words, np.uint32))
    for _ in range(5):
        found = random.fraction(mine)
        assert 0.0 <= found < 1.0 and found == model.next() / 2**32
