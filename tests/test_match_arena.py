"""Matches and arenas: bookkeeping of games, seats, deals and results."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import connect_four
from cogitable.agents.base import Agent, View
from cogitable.envs.table import IllegalActionError, OptionError, Tables
from cogitable.envs.table.random import seed_words
from cogitable.training.match import Watcher, deal_seeds, duplicate_seating, play_match, wins

SETUP = connect_four.GAME.setup()


class First(Agent):
    """Takes the legal action of the lowest (or, reversed, the highest) number."""

    def __init__(self, setup, seed=None, last: bool = False):
        super().__init__(setup, seed)
        self.last = last

    def act(self, view: View) -> np.ndarray:
        masks = view.masks[:, ::-1] if self.last else view.masks
        first = masks.argmax(axis=1)
        return view.masks.shape[1] - 1 - first if self.last else first


class Hash(Agent):
    """Chooses by what it sees, so that games differ, yet without a generator."""

    def act(self, view: View) -> np.ndarray:
        weights = np.arange(1, view.observations.shape[1] + 1) ** 2 % 97
        key = (view.observations @ weights).astype(np.int64)[:, None] + np.arange(view.masks.shape[1]) * 31
        return np.where(view.masks > 0, key % 101, -1).argmax(axis=1)


class Chance(Agent):
    def act(self, view: View) -> np.ndarray:
        rng = np.random.default_rng(self.words)
        self.words[:] = rng.integers(0, 2**32, 4, dtype=np.uint32)
        return (rng.random(view.masks.shape) * view.masks).argmax(axis=1)


def agents(*kinds):
    return [kind(SETUP, seed) for seed, kind in enumerate(kinds)]


def test_every_game_is_the_one_a_plain_loop_plays():
    seating, seeds = duplicate_seating([0, 1], 4, seed=5)
    players = agents(Hash, First)
    result = play_match(SETUP, players, seating, seeds, tables=3, record=range(8))
    for game, (seats, seed) in enumerate(zip(seating, seeds, strict=True)):
        tables = Tables(SETUP, 1, auto_reset=False)
        tables.states["rng"] = seed_words(int(seed))
        tables.deal(np.ones(1, bool))
        taken, total = [], np.zeros(2, np.float32)
        while not tables.over[0]:
            action = players[seats[tables.seats[0]]].act(View.of(tables))
            taken.append(int(action[0]))
            tables.step(action)
            total += tables.rewards[0]
        assert result.actions[game].tolist() == taken
        assert result.decisions[game] == len(taken)
        assert result.returns[game].tolist() == total.tolist()
        assert result.over[game] == tables.over[0] == 1


@settings(max_examples=15, deadline=None)
@given(tables=st.integers(1, 50), threads=st.integers(1, 2), deals=st.integers(1, 12))
def test_results_do_not_depend_on_the_number_of_tables(tables, threads, deals):
    seating, seeds = duplicate_seating([0, 1], deals, seed=1)
    one = play_match(SETUP, agents(Hash, First), seating, seeds, tables=1)
    many = play_match(SETUP, agents(Hash, First), seating, seeds, tables=tables, threads=threads)
    assert np.array_equal(one.returns, many.returns)
    assert np.array_equal(one.decisions, many.decisions)


def test_chance_repeats_with_the_agent_seed_and_only_with_it():
    seating, seeds = duplicate_seating([0, 1], 20, seed=1)
    players = agents(Chance, Chance)
    runs = [play_match(SETUP, players, seating, seeds, 7, agent_seed=s, record=range(40)) for s in (3, 3, 4)]
    played = [[run.actions[game].tolist() for game in range(40)] for run in runs]
    assert played[0] == played[1] != played[2]


def test_the_queue_plays_every_game_once_and_truncation_is_told():
    setup = connect_four.GAME.setup(max_decisions=9)
    seating = np.tile([0, 1], (30, 1))
    players = [Hash(setup), First(setup)]
    result = play_match(setup, players, seating, np.arange(30), tables=4)
    assert len(result) == 30
    assert (result.over == 1).all() or (result.decisions[result.over == 2] == 9).all()
    assert (result.decisions >= 7).all()
    cut = play_match(connect_four.GAME.setup(max_decisions=3), players, seating, np.arange(30), tables=4)
    assert cut.truncated.all()
    assert (cut.decisions == 3).all()
    assert not cut.returns.any()


def test_the_watcher_sees_every_decision_and_every_end():
    seen, ends = [], {}

    class Notes(Watcher):
        def decided(self, tables, rows, games, actions):
            assert (tables.masks[rows, actions] == 1).all()
            seen.extend(zip(games.tolist(), actions.tolist(), strict=True))

        def finished(self, tables, rows, games):
            assert not set(ends) & set(games.tolist())
            ends.update(zip(games.tolist(), tables.states["paid"][rows].tolist(), strict=True))

    seating, seeds = duplicate_seating([0, 1], 5, seed=2)
    result = play_match(SETUP, agents(Chance, First), seating, seeds, 4, record=range(10), watcher=Notes())
    assert len(seen) == result.decisions.sum()
    assert [ends[game] for game in range(10)] == result.returns.tolist()
    for game in range(10):
        assert [action for g, action in seen if g == game] == result.actions[game].tolist()


def test_no_games_is_no_error():
    result = play_match(SETUP, agents(First), np.zeros((0, 2), int), np.zeros(0, int))
    assert len(result) == 0


@pytest.mark.parametrize(
    ("seating", "seeds", "words"),
    [
        (np.zeros((3, 3), int), np.zeros(3, int), "shape"),
        (np.zeros((3, 2), int), np.zeros(2, int), "seeds must be 3"),
        (np.full((3, 2), 2), np.zeros(3, int), "there are 2"),
        (np.full((3, 2), -1), np.zeros(3, int), "there are 2"),
        (np.zeros((3, 2)), np.zeros(3, int), "integers"),
        (np.zeros((3, 2), int), np.full(3, -4), "negative"),
    ],
)
def test_bad_matches_are_refused(seating, seeds, words):
    with pytest.raises(OptionError, match=words):
        play_match(SETUP, agents(First, Hash), seating, seeds)


def test_agents_that_misbehave_are_named():
    class Short(Agent):
        def act(self, view):
            return np.zeros(len(view) + 1, np.int64)

    class Outside(Agent):
        def act(self, view):
            return np.full(len(view), 7)

    seating, seeds = duplicate_seating([0, 1], 2, seed=2)
    with pytest.raises(IllegalActionError, match=r"agent 1 \(Short\)"):
        play_match(SETUP, [First(SETUP), Short(SETUP)], seating, seeds)
    with pytest.raises(IllegalActionError, match="out of range"):
        play_match(SETUP, [First(SETUP), Outside(SETUP)], seating, seeds)


@given(seats=st.integers(2, 10), deals=st.integers(1, 5), data=st.data())
def test_duplicates_turn_everybody_through_every_seat_of_the_same_deal(seats, deals, data):
    lineup = data.draw(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
    seating, seeds = duplicate_seating(lineup, deals, seed=9)
    assert seating.shape == (deals * seats, seats)
    by_deal = seeds.reshape(deals, seats)
    assert (by_deal == by_deal[:, :1]).all()
    assert len(np.unique(by_deal[:, 0])) == deals
    for games in seating.reshape(deals, seats, seats):
        for seat in range(seats):
            assert sorted(games[:, seat]) == sorted(lineup)
        assert {tuple(game) for game in games} == {tuple(np.roll(lineup, r)) for r in range(seats)}


def test_more_deals_only_append():
    assert deal_seeds(4, 50)[:20].tolist() == deal_seeds(4, 20).tolist()
    assert deal_seeds(4, 5).tolist() != deal_seeds(5, 5).tolist()
    assert len(deal_seeds(4, 0)) == 0


def test_wins():
    table = np.array([[1, -1], [0, 0], [-2, 5]], np.float32)
    assert wins(table).tolist() == [[1, 0], [0.5, 0.5], [0, 1]]
    teams = np.array([[1, 1, -1, -1, -1], [3, 0, 0, -1, -2]], np.float32)
    assert wins(teams).tolist() == [[1, 1, 0, 0, 0], [1, 0, 0, 0, 0]]
    assert wins(np.array([[1, 1], [-1, -1], [0, 0]], np.float32), cooperative=True).tolist() == [
        [1, 1],
        [0, 0],
        [0.5, 0.5],
    ]
