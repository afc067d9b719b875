"""The strongest mix of agents: an equilibrium, the one of most entropy, and nothing that copies could change."""

from __future__ import annotations

import json

import numpy as np
import pytest
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import connect_four
from cogitable.training.measure.arena.arena import Arena
from cogitable.training.measure.arena.nash import standings_to_mix, strongest_mix
from cogitable.training.measure.arena.report import as_csv, as_json, as_markdown

ROCK, PAPER, SCISSORS = range(3)
RATES = st.integers(2, 7).flatmap(
    lambda count: arrays(float, (count, count), elements=st.sampled_from(np.arange(11) / 10))
)
WITHOUT_TIES = st.builds(
    lambda count, seed: np.random.default_rng(seed).random((count, count)), st.integers(2, 7), st.integers(0, 2**32)
)


def ahead(rates: np.ndarray) -> np.ndarray:
    return (rates - rates.T) / 2


def entropy(shares: np.ndarray) -> float:
    return float(-(shares * np.log(np.maximum(shares, 1e-300))).sum())


@examples(150)
@given(rates=RATES)
def test_no_agent_wins_more_than_half_against_the_mix(rates):
    shares = strongest_mix(rates)
    assert shares.min() >= 0 and shares.sum() == pytest.approx(1)
    assert (ahead(rates) @ shares).max() < 2e-5


@examples(60)
@given(rates=WITHOUT_TIES, copied=st.integers(0, 6), times=st.integers(1, 4))
def test_copies_share_what_one_would_have(rates, copied, times):
    copied %= len(rates)
    rates = 0.5 + ahead(rates)
    which = np.r_[np.arange(len(rates)), np.repeat(copied, times)]
    crowd = rates[np.ix_(which, which)]
    alone, together = strongest_mix(rates), strongest_mix(crowd)
    scores = (ahead(rates) @ alone)[which]
    assert ahead(crowd) @ together == pytest.approx(scores, abs=5e-5)
    copies = np.flatnonzero(which == copied)
    assert together[copies] == pytest.approx(np.full(copies.size, together[copied]))


def test_known_mixes():
    circle = np.full((3, 3), 0.5)
    circle[PAPER, ROCK], circle[ROCK, PAPER] = 0.9, 0.1
    circle[SCISSORS, PAPER], circle[PAPER, SCISSORS] = 0.7, 0.3
    circle[ROCK, SCISSORS], circle[SCISSORS, ROCK] = 0.6, 0.4
    # each in proportion to the margin of the pair that it is not part of
    assert strongest_mix(circle) == pytest.approx(np.array([0.2, 0.1, 0.4]) / 0.7, abs=1e-4)
    order = np.array([[0.5, 0.6, 0.9], [0.4, 0.5, 0.6], [0.1, 0.4, 0.5]])
    assert strongest_mix(order) == pytest.approx([1, 0, 0], abs=1e-6)
    assert strongest_mix(np.full((4, 4), 0.5)) == pytest.approx(np.full(4, 0.25))
    unmet = np.array([[0.5, np.nan, 0.9], [np.nan, 0.5, 0.9], [0.1, 0.1, 0.5]])
    assert strongest_mix(unmet) == pytest.approx([0.5, 0.5, 0], abs=1e-6)


@st.composite
def several_equilibria(draw):
    """Rates of agents that each are in doubles, triples or alone, and shares of the copies of each: all equilibria."""
    kinds = draw(WITHOUT_TIES)
    which = np.repeat(
        np.arange(len(kinds)), draw(st.lists(st.integers(1, 3), min_size=len(kinds), max_size=len(kinds)))
    )
    weights = np.array(draw(st.lists(st.integers(1, 9), min_size=len(which), max_size=len(which))), float)
    return kinds, which, weights


@examples(60)
@given(case=several_equilibria())
def test_no_other_equilibrium_has_more_entropy(case):
    """However the copies of an agent share what it has, all stay in balance; evenly they have most entropy."""
    kinds, which, weights = case
    crowd = (0.5 + ahead(kinds))[np.ix_(which, which)]
    other = strongest_mix(kinds)[which] * weights / np.bincount(which, weights)[which]
    assert other.sum() == pytest.approx(1) and (ahead(crowd) @ other).max() < 2e-5
    assert entropy(other) <= entropy(strongest_mix(crowd)) + 1e-3


def test_it_is_openspiels():
    averaging = pytest.importorskip("open_spiel.python.algorithms.nash_averaging", reason="OpenSpiel is an extra")
    pyspiel = pytest.importorskip("pyspiel")
    rng = np.random.default_rng(0)
    for count in (3, 5):
        rates = rng.random((count, count))
        table = ahead(rates)
        game = pyspiel.create_matrix_game(table.tolist(), (-table).tolist())
        shares, scores = averaging.nash_averaging(game, eps=0.0, a_v_a=True)
        assert strongest_mix(rates) == pytest.approx(np.ravel(shares), abs=1e-3)
        assert table @ strongest_mix(rates) == pytest.approx(np.ravel(scores), abs=1e-3)


def meetings(rates: np.ndarray, deals: int, seed: int) -> dict:
    rng = np.random.default_rng(seed)
    return {
        (a, b): ((rng.random(deals) < rates[a, b]).astype(float), np.arange(deals))
        for a in range(len(rates))
        for b in range(a + 1, len(rates))
    }


def test_intervals_hold_the_truth_as_often_as_they_say():
    rates = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]])
    held = 0
    for seed in range(20):
        mixed = standings_to_mix(meetings(rates, 200, seed), 3, seed)
        held += mixed[2].against.low <= 0.3 <= mixed[2].against.high
        assert mixed[0].against.low <= 0.5 <= mixed[0].against.high + 1e-9
    assert held >= 17  # 19 are expected, fewer than 17 come once in sixty times


def test_an_arena_tells_how_agents_stand_to_their_mix():
    few = ["python:plain_agents:First", "python:plain_agents:Hash", "random"]
    setup = connect_four.GAME.setup()
    arena = Arena(setup, few, games=60, seed=1)
    arena.run(processes=1)
    known = {one.agent: one.mixed for one in arena.standings()}
    assert sum(mixed.share for mixed in known.values()) == pytest.approx(1)
    for agent, mixed in known.items():
        rates = [0.5 if other == agent else arena.against(agent, other).mean for other in known]
        expected = np.dot(rates, [one.share for one in known.values()])
        assert mixed.against.mean == pytest.approx(expected, abs=1e-6)
        assert mixed.against.low <= mixed.against.mean <= mixed.against.high
    text = as_markdown(arena)
    assert "| in the strongest mix | share of it | wins against it | interval |" in text
    told = {one["agent"]: one["strongest_mix"]["share"] for one in json.loads(as_json(arena))["standings"]}
    assert told == {agent: mixed.share for agent, mixed in known.items()}
    assert "share_of_mix,against_mix" in as_csv(arena)


def test_two_agents_need_no_mix():
    arena = Arena(connect_four.GAME.setup(), ["random", "python:plain_agents:First"], games=8, seed=1)
    arena.run(processes=1)
    assert arena.mixed() is None and "strongest mix" not in as_markdown(arena)
