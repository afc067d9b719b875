"""Intervals of win rates and ratings: published values, coverage by simulation, order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogitable.training.measure.arena.ratings import rate
from cogitable.training.measure.intervals import clustered, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (8, 10, 0.4902, 0.9433), (1, 1, 0.2065, 1.0)],
)
def test_wilson_gives_the_published_values(won, games, low, high):
    rate = wilson(won / games, games)
    assert rate == pytest.approx((won / games, low, high), abs=5e-5)


def test_no_games_have_no_rate():
    assert np.isnan(clustered(np.array([]), np.array([]))).all()
    assert np.isnan(wilson(0.5, 0)).all()


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 9)), min_size=1, max_size=60))
def test_intervals_hold_their_mean_and_stay_between_0_and_1(games):
    values, deals = np.array(games).T
    rate = clustered(values, deals)
    assert rate.mean == pytest.approx(values.mean())
    assert 0 <= rate.low <= rate.mean + 1e-12
    assert rate.mean - 1e-12 <= rate.high <= 1
    assert rate.low < rate.high


def test_duplicate_deals_sharpen_intervals_and_repeated_ones_do_not():
    rng = np.random.default_rng(0)
    deals = np.repeat(np.arange(400), 2)
    luck = rng.random(400) < 0.5
    alike = clustered(np.repeat(luck, 2).astype(float), deals)
    alone = clustered(luck.astype(float), np.arange(400))
    assert alike == pytest.approx(alone)
    cancels = clustered(np.stack([luck, ~luck], axis=1).ravel().astype(float), deals)
    assert cancels.high - cancels.low < (alone.high - alone.low) / 4


@pytest.mark.parametrize("deals", [20, 200])
@pytest.mark.parametrize("skill", [0.5, 0.8])
def test_intervals_cover_the_truth_as_often_as_they_promise(deals, skill):
    rng, hits, runs = np.random.default_rng(1), 0, 600
    for _ in range(runs):
        luck = rng.normal(size=(deals, 1))  # the deal favours one seat and so helps an agent once and harms it once
        noise = rng.logistic(size=(deals, 2))
        x = np.log(skill / (1 - skill))
        values = (x + noise + luck * np.array([1, -1]) > 0).astype(float)
        # the true rate under the extra luck, by brute force once
        truth = _truth(x)
        rate = clustered(values.ravel(), np.repeat(np.arange(deals), 2))
        hits += rate.low <= truth <= rate.high
    assert 0.925 <= hits / runs <= 0.995


def _truth(x, cache={}):  # noqa: B006 - a cache
    if x not in cache:
        rng = np.random.default_rng(2)
        cache[x] = float((x + rng.logistic(size=400_000) + rng.normal(size=400_000) > 0).mean())
    return cache[x]


def test_intervals_know_of_clusters_of_very_different_sizes():
    """Values alike within clusters, as the decisions of one game: the large ones weigh more, and chance shows more."""
    rng, held = np.random.default_rng(7), 0
    for _ in range(400):
        sizes = rng.geometric(0.2, 150)
        values = np.repeat((rng.random(150) < 0.3).astype(float), sizes)
        rate = clustered(values, np.repeat(np.arange(150), sizes))
        held += rate.low <= 0.3 <= rate.high
    assert held / 400 > 0.92  # it was 0.87 as long as all clusters weighed the same


def test_ratings_put_agents_in_order():
    rng = np.random.default_rng(0)
    strength = np.array([0.0, 1.0, 2.0, 3.0])
    games = []
    for _ in range(600):
        seats = rng.permutation(4)[:3]
        score = strength[seats] + rng.gumbel(size=3)
        games.append((seats, np.argsort(np.argsort(score)).astype(np.float32), None))
    ratings = rate(5, games)
    assert [r.mu for r in ratings[:4]] == sorted(r.mu for r in ratings[:4])
    assert all(r.sigma < 2 for r in ratings[:4])
    assert ratings[4].sigma > 8  # never played


def test_rated_draws_and_shared_tables():
    drawn = rate(2, [(np.array([0, 1]), np.zeros(2), None)] * 20)
    assert drawn[0].mu == pytest.approx(drawn[1].mu)
    assert rate(2, [(np.array([1, 1]), np.array([1.0, -1.0]), None)])[1].mu == 25
    twice = rate(2, [(np.array([0, 1, 1]), np.array([2.0, 1.0, 1.0]), None)])
    assert twice[0].mu > twice[1].mu


def played_on_sides(strength, alone, games, seed):
    """Return games of five seats, one against four, of which the stronger side mostly wins."""
    rng, found = np.random.default_rng(seed), []
    for _ in range(games):
        seats = rng.integers(len(strength), size=5)
        sides = np.array(["one", "rest", "rest", "rest", "rest"], object)
        ahead = alone + strength[seats[0]] - strength[seats[1:]].mean() + rng.logistic() > 0
        found.append((seats, np.where((sides == "one") == ahead, 1.0, -1.0), sides))
    return found


@pytest.mark.parametrize("alone", [-1.5, 1.5])
def test_ratings_compare_sides_and_do_not_care_which_is_the_stronger_one(alone):
    ratings = rate(3, played_on_sides(np.array([0.0, 1.5, 3.0]), alone, 600, 1))
    assert ratings[0].mu + 0.7 < ratings[1].mu < ratings[2].mu - 0.7
    alike = rate(3, played_on_sides(np.zeros(3), alone, 600, 2))
    assert max(r.mu for r in alike) - min(r.mu for r in alike) < 2
    assert abs(np.mean([r.mu for r in ratings]) - 25) < 4


def test_partners_have_not_drawn():
    never = rate(2, [(np.array([0, 1]), np.ones(2), np.array(["a", "a"], object))] * 9)
    assert never == rate(2, [])
    sides = np.array(["a", "a", "b"], object)
    first = rate(3, [(np.array([0, 2, 2]), np.array([1.0, -1.0, -1.0]), np.array(["a", "b", "b"], object))] * 9)
    games = [(np.array([0, 2, 2]), np.array([1.0, -1.0, -1.0]), np.array(["a", "b", "b"], object))] * 9
    both = rate(3, [*games, *[(np.array([0, 1, 2]), np.array([1.0, 1.0, -1.0]), sides)] * 9])
    assert both[0].mu >= first[0].mu and both[1].mu > 25  # a draw with a newcomer would have cost the first one


def test_two_seats_on_sides_are_two_seats():
    sides = np.array(["a", "b"], object)
    results = [(np.array([0, 1]), np.array([1.0, -1.0])), (np.array([1, 0]), np.array([0.0, 0.0]))] * 5
    with_sides = rate(2, [(*result, sides) for result in results])
    assert np.allclose(with_sides, rate(2, [(*result, None) for result in results]))
