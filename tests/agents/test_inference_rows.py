"""Sums of rows of weights: whatever is skipped of an observation is zero."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cogitable.agents.inference.rows import add_rows, after_zeros

MOST = 45
FEW = st.sampled_from([0.0, 0.0, 0.0, 0.0, 0.0, -0.0, 1.0, -0.5, 1e-40])
NUMBERS = st.sampled_from([np.float32, np.float64]).flatmap(
    lambda kind: arrays(kind, st.integers(0, MOST), elements=FEW)
)


@given(source=NUMBERS, at=st.sampled_from([0, 5]), spare=st.integers(0, 9))
def test_all_that_is_not_zero_is_added(source, at, spare):
    weights = np.random.default_rng(7).standard_normal(at + 3 * MOST).astype(source.dtype)
    target = np.array([1, 2, 3], source.dtype)
    wide = np.concatenate([source, np.full(spare, 9, source.dtype)])  # scratch is wider than what is in it
    add_rows(weights, at, wide, len(source), target, 3)
    rows = weights[at : at + 3 * len(source)].reshape(-1, 3)
    np.testing.assert_allclose(target, source @ rows + np.array([1, 2, 3], source.dtype), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("ones", "place", "after"),
    [([], 0, 40), ([], 1, 1), ([], 8, 40), ([3], 0, 0), ([8], 0, 8), ([20], 8, 16), ([20], 24, 40), ([39], 0, 32)],
)
def test_eight_zeros_are_passed_at_once(ones, place, after):
    numbers = np.zeros(44, np.float32)
    numbers[ones] = 1
    assert after_zeros(numbers.view(np.uint64), 2, place) == after


def test_of_double_precision_four():
    numbers = np.zeros(22)
    numbers[13] = 1
    words = numbers.view(np.uint64)
    assert [after_zeros(words, 1, place) for place in (0, 4, 5, 12, 16)] == [12, 12, 5, 12, 20]
