"""Confidence intervals for win rates."""

from __future__ import annotations

from statistics import NormalDist
from typing import NamedTuple

import numpy as np

Z95 = NormalDist().inv_cdf(0.975)
"""Two-sided 95 % quantile of the normal distribution."""


class Rate(NamedTuple):
    """A mean of values between 0 and 1 with its 95 % interval; all three are NaN when nothing was observed."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f} - {100 * self.high:.1f})"


def wilson(mean: float, count: float, z: float = Z95) -> Rate:
    """Return Wilson's score interval (Wilson 1927, J. Am. Stat. Assoc. 22, 209-212) of a proportion.

    Args:
        mean: Observed proportion.
        count: Independent observations; may be an effective number and need not be whole.
        z: Quantile of the normal distribution.
    """
    if not count > 0:
        return Rate(np.nan, np.nan, np.nan)
    centre = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * np.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count))
    return Rate(float(mean), float(max(0.0, centre - half)), float(min(1.0, centre + half)))


def clustered(values: np.ndarray, clusters: np.ndarray) -> Rate:
    """Return the mean of values that are alike within clusters, with an interval that knows it.

    The games of one duplicated deal are not independent: usually their luck cancels out, and the mean over deals is
    sharper than so many separate games would make it. So the deals are the observations: their variance gives the
    number of independent games that would be as informative, and that number goes into Wilson's interval
    (Franco, Little, Louis and Slud 2019, J. Surv. Stat. Methodol. 7, 334-364). The variance is taken with one deal all
    won and one all lost added, which keeps it from vanishing when few deals happen to agree.

    Args:
        values: Numbers from 0 to 1, such as wins; shape (n,).
        clusters: Any integer for each value's cluster, shape (n,).
    """
    if len(values) == 0:
        return Rate(np.nan, np.nan, np.nan)
    _, place = np.unique(clusters, return_inverse=True)
    sizes = np.bincount(place)
    means = np.bincount(place, np.asarray(values, np.float64)) / sizes
    mean = float(np.average(means, weights=sizes))
    padded = np.concatenate([means, [0.0, 1.0]])
    middle = padded.mean()
    effective = len(means) * middle * (1 - middle) / padded.var(ddof=1)
    return wilson(mean, effective)
