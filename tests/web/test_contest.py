"""An arena in the browser: its ratings while it runs, and games of it to step through."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from web_tables import PATIENT, all_games

from cogitable.training.measure.arena.arena import Arena
from cogitable.training.web.app import make_app
from cogitable.training.web.contest import Contest


@pytest.fixture
def arena():
    return Arena(all_games()["connect_four"].setup(), ["random", "search:simulations=3"], games=8, seed=1, record=True)


def test_ratings_come_while_games_are_played(arena, tmp_path):
    contest = Contest(arena)
    app = make_app(all_games(), tmp_path, limits=PATIENT, hosts=["testserver"], contest=contest)
    with TestClient(app, follow_redirects=False) as client:
        assert client.get("/arena").status_code == 200
        before = client.get("/arena/now").json()
        assert (before["done"], before["rows"], before["recorded"]) == (0, [], [])
        arena.run(1, lambda done, total: contest.tell())
        now = client.get("/arena/now").json()
        assert now["done"] == now["games"] == len(arena.plan)
        assert {row[0] for row in now["rows"]} == set(arena.agents) and now["head"][0] == "agent"
        assert [one.agent for one in arena.standings()] == [row[0] for row in now["rows"]]
        game = now["recorded"][0]
        at = client.get(f"/arena/games/{game['number']}").headers["location"]
        last = client.get(f"{at}/all/{game['decisions']}").json()
        assert last["end"] == "terminated"
        assert last["returns"] == arena.returns[game["number"]].tolist()
        for wrong in ("99999", "-1", "x", "9" * 30):
            assert client.get(f"/arena/games/{wrong}").status_code == 404


@pytest.mark.parametrize("name", all_games())
def test_how_a_game_ended_is_told_as_at_a_table(name):
    setup = all_games()[name].setup()
    arena = Arena(setup, ["random", "search:simulations=3"], games=8, seed=1, record=True)
    arena.recorded[0] = []
    together = setup.rewards == "cooperative"
    for first in (1.0, 0.0, -1.0):
        arena.returns[0] = first if together else -first
        arena.returns[0, 0] = first
        end = Contest(arena).shown["recorded"][0]["end"]
        if together:
            assert end == {1.0: "won by all", 0.0: "a draw", -1.0: "lost"}[first]
        elif first < 0:
            assert end == "won by " + ", ".join(f"player_{seat}" for seat in range(1, setup.num_seats))
        else:
            assert end == ("won by player_0" if first else "a draw")


def test_kept_games_change_no_result(arena):
    plain = Arena(arena.setup, arena.agents, games=8, seed=1)
    arena.run(1)
    plain.run(1)
    assert (plain.returns == arena.returns).all() and plain.recorded == {} and arena.recorded


def test_progress_is_not_told_too_often(arena):
    contest = Contest(arena)
    arena.run(1)
    contest.tell(at_once=False)
    assert contest.shown["done"] == 0
    contest.tell()
    assert contest.shown["done"] == len(arena.plan)


def test_there_is_no_arena_where_none_is_played(tmp_path):
    app = make_app(all_games(), tmp_path, limits=PATIENT, hosts=["testserver"])
    with TestClient(app) as client:
        for place in ("/arena", "/arena/now", "/arena/games/0"):
            assert client.get(place).json()["error"] == "not_found"
