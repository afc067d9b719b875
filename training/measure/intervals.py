"""Confidence intervals for win rates and mean returns."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
        if np.isnan(self.mean):
            return "-"
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f} - {100 * self.high:.1f})"


class Mean(NamedTuple):
    """A mean of any values with its 95 % interval; NaN where nothing, or nothing that varies, was observed."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return self.told()

    def told(self, digits: int = 3) -> str:
        """Return it with so many digits behind the point, and with its interval if it has one; "-" for nothing."""
        mean, low, high = (f"{value:+z.{digits}f}" for value in self)
        if np.isnan(self.low):
            return "-" if np.isnan(self.mean) else mean
        return f"{mean} ({low} to {high})"


def in_points(difference: Rate | Mean) -> str:
    """Return a difference of shares in points of a hundred, with its interval if it has one; "-" for nothing."""
    mean, low, high = (100 * value for value in difference)
    if np.isnan(low):
        return "-" if np.isnan(mean) else f"{mean:+z.1f}"
    return f"{mean:+z.1f} ({low:+z.1f} to {high:+z.1f})"


def rate_dict(rate: Rate | Mean) -> dict[str, float | None]:
    """Return a rate or a mean as JSON takes it."""
    return {key: number(value) for key, value in rate._asdict().items()}


def number(value: float) -> float | None:
    """Return a number, or None for NaN, which JSON does not have."""
    return None if math.isnan(value) else value


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


Kind = tuple[np.ndarray, np.ndarray]
"""Values of one kind of table, and the cluster of each; both of shape (n,)."""


def clustered(values: np.ndarray, clusters: np.ndarray) -> Rate:
    """Return the mean of values that are alike within clusters, with an interval that knows it.

    The games of one duplicated deal are not independent: usually their luck cancels out, and the mean over deals is
    sharper than so many separate games would make it. So the deals are the observations: their variance gives the
    number of independent games that would be as informative, and that number goes into Wilson's interval
    (Franco, Little, Louis and Slud 2019, J. Surv. Stat. Methodol. 7, 334-364). The variance is that of a ratio of sums
    over deals (Cochran 1977, eq. 6.13), taken with one deal all won and one all lost added, each of the mean size,
    which keeps it from vanishing when few deals happen to agree.

    Args:
        values: Numbers from 0 to 1, such as wins; shape (n,).
        clusters: Any integer for each value's cluster, shape (n,).
    """
    return clustered_average([(values, clusters)])


class _Moments(NamedTuple):
    """What intervals of means over clusters are made from.

    Attributes:
        mean: The mean.
        excess: By how much each cluster moves it, float64, shape (n,): the linear part of a ratio of sums (Cochran
            1977, eq. 6.13).
        weights: How many values each cluster has beside the mean number, float64, shape (n,).
    """

    mean: float
    excess: np.ndarray
    weights: np.ndarray


def _of_sums(sums: np.ndarray, sizes: np.ndarray) -> _Moments:
    """Return the moments of values of which each cluster's sum and number are known; one has any, shapes (n,)."""
    mean = float(sums.sum() / sizes.sum())
    return _Moments(mean, (sums - mean * sizes) / sizes.sum(), sizes / sizes.mean())


def _of_kinds(kinds: Sequence[Kind]) -> _Moments:
    """Return the moments of the mean of the kinds' means; each kind has values."""
    _, place = np.unique(np.concatenate([clusters for _, clusters in kinds]), return_inverse=True)
    places = np.split(place, np.cumsum([len(values) for values, _ in kinds])[:-1])
    count = place.max() + 1
    each = [
        _of_sums(np.bincount(of, np.asarray(values, np.float64), count), np.bincount(of, minlength=count))
        for (values, _), of in zip(kinds, places, strict=True)
    ]
    mean, excess, weights = (np.mean(column, axis=0) for column in zip(*each, strict=True))
    return _Moments(float(mean), excess, weights)


def _effective(moments: _Moments) -> float:
    """Return how many independent values from 0 to 1 would tell as much; see :func:`clustered`."""
    mean, excess, weights = moments
    sizes = weights / len(excess)  # parts of one: with sums of so much more or less, the mean is that of all
    return independent_values(len(excess), mean, 1.0, _products(excess + mean * sizes, sizes))


def _products(sums: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return the products of clusters' sums and sizes, shapes (n,), with each other, added up, shape (2, 2)."""
    both = np.stack([sums, sizes])
    return both @ both.T


def independent_values(clusters: int, total: float, size: float, products: np.ndarray) -> float:
    """Return how many independent values from 0 to 1 would tell as much as those of clusters; see :func:`clustered`.

    Args:
        clusters: Number of clusters with values, at least 1.
        total: Sum of all values.
        size: Number of all values, or whatever else the clusters weigh together; more than 0.
        products: Products of each cluster's sum and size with each other, added up over clusters, float64, shape
            (2, 2); nothing more of the single clusters need be known.
    """
    middle = (clusters * total / size + 1) / (clusters + 2)
    signs = np.array([1, -middle])
    residuals = (clusters / size) ** 2 * float(signs @ products @ signs)
    variance = (residuals + middle**2 + (1 - middle) ** 2) / (clusters + 1)
    return float(clusters * middle * (1 - middle) / variance)


class Difference(NamedTuple):
    """A mean difference of two shares, from -1 to 1.

    Attributes:
        mean: It and its 95 % interval; NaN when nothing was observed.
        chance: How likely a difference at least as far from zero is where there is none.
    """

    mean: Mean
    chance: float


def difference(sums: np.ndarray, sizes: np.ndarray) -> Difference:
    """Return the mean of differences of shares, such as whether one agent did something less whether another did.

    They lie between -1 and 1, so half of one more than they are is a share, and has the interval of :func:`clustered`:
    few clusters that happen to agree are no proof. The chance is that of the score test that the interval inverts.
    Where nearly all clusters have few or no differences both err on the side of none: the interval has at least some
    2.8 divided by the number of clusters to either side.

    Args:
        sums: Sum of the differences of each cluster, shape (n,).
        sizes: Number of the differences of each cluster, shape (n,); clusters without any do not count.
    """
    sums, sizes = _observed(sums, sizes)
    if len(sizes) == 0:
        return Difference(Mean(np.nan, np.nan, np.nan), np.nan)
    halves = _of_sums((sums + sizes) / 2, sizes)
    mean, effective = 2 * halves.mean - 1, _effective(halves)
    limits = wilson(halves.mean, effective)
    chance = 2 * NormalDist().cdf(-abs(mean) * float(np.sqrt(effective)))
    return Difference(Mean(mean, 2 * limits.low - 1, 2 * limits.high - 1), chance)


def discoveries(chances: Sequence[float], share: float = 0.05) -> np.ndarray:
    """Return which of many comparisons stand out although they are many; bool, shape (n,).

    Of those that do, no more than the given share are chance, on average (Benjamini and Hochberg 1995, J. R. Stat. Soc.
    B 57, 289-300).

    Args:
        chances: How likely each was to be as far from nothing where there is nothing, shape (n,).
        share: Share of false ones that is allowed.
    """
    found = np.asarray(chances, np.float64)
    order = np.argsort(found, kind="stable")
    passed = np.flatnonzero(found[order] <= share * np.arange(1, found.size + 1) / max(found.size, 1))
    chosen = np.zeros(found.size, np.bool_)
    chosen[order[: passed[-1] + 1 if passed.size else 0]] = True
    return chosen


def clustered_mean(values: np.ndarray, clusters: np.ndarray) -> Mean:
    """Return the mean of values without bounds, such as returns, that are alike within clusters.

    The variance is that of a ratio of sums over clusters (Cochran 1977, Sampling Techniques, 3rd ed., eq. 6.13), the
    quantile Student's with one degree of freedom fewer than clusters. Where all clusters agree there is no interval: of
    values without bounds nobody knows how far off they may be.

    Args:
        values: Any numbers, shape (n,).
        clusters: Any integer for each value's cluster, shape (n,).
    """
    return clustered_mean_average([(values, clusters)])


def ratio(sums: np.ndarray, sizes: np.ndarray) -> Mean:
    """Return the mean of values of which only each cluster's sum and number are known; see :func:`clustered_mean`.

    Args:
        sums: Sum of the values of each cluster, shape (n,).
        sizes: Number of the values of each cluster, shape (n,); clusters without any do not count.
    """
    sums, sizes = _observed(sums, sizes)
    if len(sizes) == 0:
        return Mean(np.nan, np.nan, np.nan)
    return _with_error(_of_sums(sums, sizes), np.abs(sums).max() / sizes.mean())


def _observed(sums: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return sum and number of each cluster that has any values, both float64."""
    observed = np.asarray(sizes) > 0
    return np.asarray(sums, np.float64)[observed], np.asarray(sizes, np.float64)[observed]


def off_by_chance(differences: np.ndarray, clusters: np.ndarray) -> float:
    """Return how far from zero the mean of differences is on average where they have no tendency at all.

    The mean distance of a normal variable is its standard deviation times the root of 2 / pi.

    Args:
        differences: Any numbers, shape (n,), n at least 1.
        clusters: Any integer for each one's cluster, shape (n,); NaN is returned if there is but one.
    """
    _, place = np.unique(clusters, return_inverse=True)
    sums, sizes = np.bincount(place, np.asarray(differences, np.float64)), np.bincount(place)
    if len(sizes) == 1:
        return float("nan")
    return float(np.sqrt(2 / np.pi)) * _error(_of_sums(sums, sizes).excess)


def clustered_average(kinds: Sequence[Kind]) -> Rate:
    """Return the mean over kinds of table, all weighing the same, of the means of values from 0 to 1.

    Values of one cluster are alike wherever they come from: kinds of table that are played with the same deals share
    their luck. As in :func:`clustered`, one cluster all won and one all lost are added.

    Args:
        kinds: Values, numbers from 0 to 1, and their clusters; kinds without any do not count.
    """
    known = [kind for kind in kinds if len(kind[0])]
    if not known:
        return Rate(np.nan, np.nan, np.nan)
    moments = _of_kinds(known)
    return wilson(moments.mean, _effective(moments))


def clustered_mean_average(kinds: Sequence[Kind]) -> Mean:
    """Return the mean over kinds of table, all weighing the same, of the means of values without bounds.

    See :func:`clustered_average` and :func:`clustered_mean`.
    """
    known = [kind for kind in kinds if len(kind[0])]
    if not known:
        return Mean(np.nan, np.nan, np.nan)
    return _with_error(_of_kinds(known), max(np.abs(values).max() for values, _ in known))


def _with_error(moments: _Moments, largest: float) -> Mean:
    """Return a mean with its interval; without one of a single cluster, and where all agree but for rounding.

    Args:
        moments: The mean, and by how much each cluster moves it.
        largest: The largest value that there was, without its sign: what rounding is small beside.
    """
    mean, excess, _ = moments
    count = len(excess)
    if count == 1 or np.abs(excess).max() * count <= 1e-9 * largest:
        return Mean(mean, np.nan, np.nan)
    half = _student95(count - 1) * _error(excess)
    return Mean(mean, mean - half, mean + half)


def _error(excess: np.ndarray) -> float:
    """Return the standard error of a mean, from how much each cluster moves it, shape (n,), at least two of them."""
    return float(np.sqrt((excess**2).sum() * len(excess) / (len(excess) - 1)))


def _student95(freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's distribution.

    Cornish and Fisher's expansion is within 0.3 % from four degrees of freedom on (Abramowitz and Stegun 1964, eq.
    26.7.5); below it the values are tabulated.
    """
    if freedom < 4:
        return (12.706, 4.303, 3.182)[freedom - 1]
    z, powers = (
        Z95,
        (
            (Z95**3 + Z95) / 4,
            (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / 96,
            (3 * Z95**7 + 19 * Z95**5 + 17 * Z95**3 - 15 * Z95) / 384,
        ),
    )
    return z + sum(term / freedom**power for power, term in enumerate(powers, 1))
