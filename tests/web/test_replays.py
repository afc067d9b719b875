"""Replays in the browser: any decision, as any seat, and nothing but replays of games that are played here."""

from __future__ import annotations

import json

import pytest
from web_tables import Browser, all_games, open_table, random_replay, server

from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.views import PUBLIC


@pytest.mark.parametrize("name", ["cogdrive_neon", "comrade", "connect_four"])
def test_every_decision_is_shown_as_every_seat(name, tmp_path):
    replay, log = random_replay(name)
    with server(tmp_path) as client:
        answer = client.post("/replays", content=replay.model_dump_json())
        at = answer.json()["at"]
        assert client.get(at).status_code == 200
        positions = list(replay.play(all_games()[name]))
        for number in (0, 1, 63, 64, 65, len(replay.steps)):
            if number > len(replay.steps):
                continue
            for view, seat in (("all", None), ("public", PUBLIC), ("0", 0), ("1", 1)):
                told = client.get(f"{at}/{view}/{number}").json()
                assert told["text"] == log.setup.text(positions[number].states, seat)
                assert told["lines"] == log.at(number, seat)
        pictures = [client.get(f"{at}/all/0/picture{query}") for query in ("", "?ratio=1", "?ratio=2")]
        assert pictures[0].headers["content-type"] == "image/jpeg" and pictures[0].content == pictures[1].content
        assert (pictures[2].content != pictures[0].content) == (name != "connect_four")
        assert client.get(f"{at}/all/0/picture?ratio=9").status_code == 422
        answer = client.get(f"{at}/replay.json")
        assert Replay.model_validate_json(answer.text) == replay
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}.replay.json"'
        assert f"{at}/replay.json" in client.get(at).text
        for wrong in ("all/-1", "all/99999", "all/x", "7/0", "x/0", "all/0/x"):
            assert client.get(f"{at}/{wrong}").status_code == 404


def test_a_game_just_played_can_be_looked_at_again(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "beginner")
        browser = Browser(client, path)
        assert client.get(f"/table/{path}/replay").status_code == 403
        while browser.turn():
            browser.act(browser.state["actions"][0][0])
        for where in (f"/table/{path}/replay", f"/watch/{path.split('/')[0]}/replay"):
            at = client.get(where).headers["location"]
            last = client.get(f"{at}/all/0").json()["last"]
            assert client.get(f"{at}/all/{last}").json()["end"] == "terminated"


def changed(**more):
    """Return a replay of CogDrive Neon in which some fields are others."""
    replay, _ = random_replay("cogdrive_neon", decisions=5)
    return {**replay.model_dump(mode="json"), **more}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "Expecting value"),
        (b"[" * 100_000, "cannot be shown"),
        (b"\xff\xfe", "cannot be shown"),
        (b'{"format": "cogitable-save"}', "not a replay"),
        ({"game": "os"}, "not played here"),
        ({"game_module": "os", "game": "chess"}, "not played here"),
        ({"options": {"cards": "/etc/passwd"}}, "name of a file"),
        ({"options": {"num_players": 77}}, "refused"),
        ({"generator": [1, 2]}, "cannot be shown"),
        ({"steps": [{"seat": 0, "action": 0, "name": "", "digest": ""}]}, "cannot be shown"),
    ],
)
def test_what_is_no_replay_is_refused_by_name(content, told, tmp_path):
    if isinstance(content, dict):
        content = json.dumps(changed(**content))
    with server(tmp_path) as client:
        answer = client.post("/replays", content=content)
        assert answer.status_code == 400
        assert answer.json()["error"] == "not_a_replay" and told in answer.json()["text"]


def test_the_module_that_a_replay_names_is_never_imported(tmp_path):
    with server(tmp_path) as client:
        content = changed(game_module="this")
        assert client.post("/replays", content=json.dumps(content)).status_code == 201
    assert "this" not in __import__("sys").modules
