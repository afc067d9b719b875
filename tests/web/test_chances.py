"""Chances over a game: where they come from, that they add up, that they end with the result."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from web_tables import all_games, random_replay, server

from cogitable.training.web import replays
from cogitable.training.web.chances import Curve, curve, swings
from cogitable.training.web.replays import Film


def film(name, **more):
    replay, _ = random_replay(name, **more)
    return Film(replay, all_games()[name])


@pytest.mark.parametrize(("name", "by"), [("comrade", "policy"), ("connect_four", "played on")])
def test_chances_end_with_the_result(name, by):
    shown = film(name)
    found = curve(shown.setup, shown.last, shown.states, seconds=60)
    assert by in found.by
    assert found.numbers[0] == 0 and found.numbers[-1] == shown.last
    assert found.chances.shape == (len(found.numbers), shown.setup.num_seats)
    assert (found.chances >= 0).all() and (found.chances <= 1).all()
    won = np.array(shown.replay.returns) == max(shown.replay.returns)
    assert (found.chances[-1][won] > found.chances[-1][~won].max(initial=-1)).all()


def test_two_seats_share_what_there_is_to_win():
    shown = film("connect_four")
    found = curve(shown.setup, shown.last, shown.states, seconds=60)
    assert np.allclose(found.chances.sum(axis=1), 1)


def test_a_seat_that_wins_with_its_next_stone_has_the_better_chances():
    shown = film("connect_four")
    winner = int(np.argmax(shown.replay.returns))
    found = curve(shown.setup, shown.last, shown.states, seconds=60)
    assert found.chances[-2][winner] > 0.5


def test_where_time_runs_out_points_are_left_out():
    shown = film("connect_four")
    found = curve(shown.setup, shown.last, shown.states, seconds=0)
    assert set(found.numbers) <= {0, shown.last} and found.chances.shape[1] == 2


def test_what_moved_chances_most_comes_first():
    chances = np.array([[0.5, 0.5], [0.6, 0.4], [0.1, 0.9], [0.1, 0.9]])
    found = swings(Curve("", [0, 1, 2, 5], chances))
    assert [(swing.number, swing.seat) for swing in found] == [(2, 0), (1, 0)]
    assert (found[0].before, found[0].after) == (0.6, 0.1)


def test_a_page_asks_for_chances(tmp_path):
    replay, log = random_replay("connect_four")
    with server(tmp_path) as client:
        at = client.post("/replays", content=replay.model_dump_json()).json()["at"]
        told = client.get(f"{at}/chances").json()
        assert told["points"][-1][0] == len(replay.steps) and len(told["points"][0]) == 3
        for swing in told["swings"]:
            assert swing["line"] == log.at(swing["number"], None)[0]
        assert client.get("/replay/none/chances").status_code == 404


def test_a_very_long_game_is_looked_at_here_and_there():
    asked = []
    shown = film("comrade")

    def states(number):
        asked.append(number)
        return shown.states(min(number, shown.last))

    found = curve(shown.setup, 20_000, states, seconds=60)
    assert found.numbers == asked and len(asked) <= 600 and (asked[0], asked[-1]) == (0, 20_000)


def test_chances_that_several_ask_for_at_once_are_found_once(monkeypatch):
    shown = film("connect_four")
    calls, both = [], threading.Barrier(2)

    def slow(*args):
        calls.append(args)
        threading.Event().wait(0.2)
        return curve(*args)

    def ask(_):
        both.wait(10)
        return shown.chances(5)

    monkeypatch.setattr(replays, "curve", slow)
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(ask, range(2))
    assert one == other and len(calls) == 1
