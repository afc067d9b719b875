"""Intervals cover the truth as often as they say, and differences stand out by chance no oftener."""

from __future__ import annotations

import numpy as np
import pytest

from cogitable.training.measure.intervals import (
    Mean,
    _student95,
    clustered,
    clustered_average,
    clustered_mean,
    clustered_mean_average,
    difference,
    discoveries,
    in_points,
    wilson,
)


def test_differences_are_told_in_points_of_a_hundred():
    nothing = float("nan")
    told = [in_points(Mean(*three)) for three in ((0.13125, -0.0759, 0.2), (0.5, nothing, nothing), (nothing,) * 3)]
    assert told == ["+13.1 (-7.6 to +20.0)", "+50.0", "-"] and in_points(Mean(-1e-9, 0, 0)).startswith("+0.0")


def test_mean_of_clusters_has_the_textbook_interval():
    values, clusters = np.array([1.0, 3.0, 2.0, 6.0]), np.array([0, 0, 1, 1])
    # Two clusters of equal size: their means are 2 and 4, the standard error of the mean is 1, t(1) is 12.706.
    assert clustered_mean(values, clusters) == pytest.approx(Mean(3.0, 3 - 12.706, 3 + 12.706), abs=0.01)
    alone = clustered_mean(np.arange(11.0), np.arange(11))
    assert alone == pytest.approx(Mean(5.0, 5 - 2.228139, 5 + 2.228139), abs=2e-3)  # s = sqrt(11), t(10) = 2.228139
    assert np.isnan(clustered_mean(np.zeros(0), np.zeros(0))).all()
    mean, low, high = clustered_mean(np.ones(3), np.zeros(3))
    assert mean == 1
    assert np.isnan([low, high]).all()


@pytest.mark.parametrize(
    ("freedom", "wanted"), [(1, 12.7062), (3, 3.18245), (4, 2.77645), (5, 2.57058), (12, 2.17881), (300, 1.96790)]
)
def test_students_quantile_is_that_of_the_tables(freedom, wanted):
    assert _student95(freedom) == pytest.approx(wanted, rel=3e-3)


def test_interval_covers_the_mean_as_often_as_it_says():
    generator = np.random.default_rng(0)
    clusters = np.repeat(np.arange(8), 3)
    inside = 0
    for _ in range(2000):
        values = np.repeat(generator.normal(size=8), 3) + generator.normal(size=24)
        _, low, high = clustered_mean(values, clusters)
        inside += low <= 0 <= high
    assert 0.93 < inside / 2000 < 0.97


def test_where_all_clusters_agree_there_is_no_interval_of_width_nothing():
    for value in (1.0, 0.1, 0.0, -3.7):
        mean, low, high = clustered_mean(np.full(60, value), np.arange(60) // 2)
        assert mean == pytest.approx(value) and np.isnan([low, high]).all()
    mean, low, high = difference(np.full(30, 2.0), np.full(30, 2)).mean
    assert mean == high == 1 and low == pytest.approx(2 * clustered(np.ones(60), np.arange(60) // 2).low - 1)


def test_differences_stand_out_by_chance_as_often_as_they_say():
    rng, found = np.random.default_rng(0), []
    for deals in (2, 4, 100):
        for _ in range(700):
            sizes = rng.integers(1, 4, deals)
            gaps = rng.integers(0, 2, (deals, 4)) - rng.integers(0, 2, (deals, 4))
            sums = np.array([gap[:size].sum() for gap, size in zip(gaps, sizes, strict=True)])
            found.append(difference(sums, sizes))
    chances = np.array([one.chance for one in found]).reshape(3, 700)
    assert (np.mean(chances < 0.05, axis=1) <= 0.065).all() and np.mean(chances[2] < 0.05) > 0.03
    assert not discoveries(chances.ravel()).any()
    covered = [one.mean.low <= 0 <= one.mean.high for one in found[1400:]]
    assert 0.93 < np.mean(covered) < 0.98
    assert difference(np.full(40, 1.0), np.full(40, 1)).chance < 1e-4
    assert np.isnan(difference(np.zeros(3), np.zeros(3)).mean).all()


def test_what_stands_out_among_many_is_that_of_the_paper():
    """Benjamini and Hochberg 1995, section 4.1: of fifteen comparisons, four."""
    chances = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    chances += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    order = np.random.default_rng(1).permutation(15)
    assert discoveries(np.array(chances)[order])[np.argsort(order)].tolist() == [True] * 4 + [False] * 11
    assert discoveries([]).tolist() == [] and discoveries([0.04]).tolist() == [True]


def test_the_interval_of_shares_is_that_of_the_clusters_and_two_more():
    """One all won and one all lost, of the mean size; written out, for clusters of several sizes."""
    values = np.array([1, 1, 0, 1, 1, 1, 0.5, 1])
    sizes = np.array([2, 2, 3, 1])
    deals = np.repeat(np.arange(4), sizes)
    sums = np.bincount(deals, values)
    won, weights = np.append(sums / sizes.mean(), [0, 1]), np.append(sizes / sizes.mean(), [1, 1])
    middle = won.sum() / weights.sum()
    variance = ((won - middle * weights) ** 2).sum() / 5
    assert clustered(values, deals) == pytest.approx(wilson(values.mean(), 4 * middle * (1 - middle) / variance))


def test_an_average_over_kinds_of_table_has_the_interval_of_their_sum():
    rng = np.random.default_rng(3)
    values, deals = rng.random(400), np.arange(400) // 2
    one = clustered_mean(values, deals)
    same = clustered_mean_average([(values, deals)] * 4)  # the same games again tell no more than they did
    assert same == pytest.approx(one)
    many = clustered_mean_average([(values, deals + 1000 * kind) for kind in range(4)])  # others do: half the width
    assert many.high - many.low == pytest.approx((one.high - one.low) / 2, rel=0.01)
    other = clustered_mean_average([(values, deals), (1 - values, deals)])  # and what one kind gains the other loses
    assert other.mean == pytest.approx(0.5) and np.isnan(other.low)
    for won, deals_of in ((values > 0.3, deals), (np.ones(5), np.arange(5)), (np.arange(10) > 0, np.arange(10) // 3)):
        assert clustered_average([(won, deals_of)] * 4) == pytest.approx(clustered(won, deals_of))
    all_won = clustered_average([(np.ones(40), np.arange(40))] * 2)
    assert all_won.high == 1 and 0.85 < all_won.low < 0.95
    none = np.zeros(0), np.zeros(0, int)
    assert clustered_mean_average([none, (values, deals)]) == one and np.isnan(clustered_average([none, none])).all()


@pytest.mark.parametrize("luck", [0.0, 1.5])
def test_averages_cover_the_truth_as_often_as_they_say(luck):
    """Three kinds of table that are played with the same deals: what these bring, they bring to all."""
    rng, inside = np.random.default_rng(0), 0
    for _ in range(600):
        deals = [np.repeat(np.arange(count), 2) for count in (60, 40, 40)]
        brought = luck * rng.normal(size=60)
        kinds = [((brought[of] + rng.normal(size=of.size) > 0).astype(float), of) for of in deals]
        _, low, high = clustered_average(kinds)
        inside += low <= 0.5 <= high
    assert 0.91 < inside / 600 < 0.98  # taken for independent, 0.82 where deals bring much


@pytest.mark.parametrize(("clusters", "seldom"), [(100, 1), (100, 50), (2000, 1)])
def test_where_differences_are_rare_they_are_not_made_up(clusters, seldom):
    """The interval is never narrower than some 2.8 divided by the number of clusters to either side."""
    sums, sizes = np.zeros(clusters), np.full(clusters, seldom)
    sums[:2] = 1, -1
    for found in (difference(np.zeros(clusters), sizes), difference(sums, sizes)):
        half = (found.mean.high - found.mean.low) / 2
        assert found.mean.mean == 0 and found.chance == 1
        assert 2.7 / clusters < half < 6 / clusters
