"""Texts in files that are none: half of a surrogate pair can be spelt in JSON, and neither shown nor written."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from web_tables import all_games, random_replay, server

import cogitable
from cogitable.envs.table.errors import ReplayError, SaveFileError
from cogitable.envs.table.faces import aec
from cogitable.envs.table.files.replay import Replay

HALF = "\ud800"


def places(value, path=(), kind=()):
    """Yield where texts stand in JSON, by kind: of a list, whatever stands in it is of one kind."""
    if isinstance(value, str):
        yield kind, path
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key), (*kind, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, (*path, number), (*kind, ""))


def spoilt(content):
    """Yield JSON in which one text is none, once for each kind of place; and one in which a key is none."""
    for path in dict(places(content)).values():
        changed = deepcopy(content)
        inner = changed
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = HALF
        yield json.dumps(changed)
    yield json.dumps({**content, HALF: 1})


@pytest.mark.parametrize("name", all_games())
def test_a_replay_with_half_a_letter_anywhere_is_refused(name, tmp_path):
    replay, log = random_replay(name, decisions=3)
    content = {**replay.model_dump(mode="json"), "players": ["a"] * log.setup.num_seats}
    with server(tmp_path) as client:
        for text in spoilt(content):
            (tmp_path / "game.json").write_text(text)
            for read in (Replay.load, cogitable.show):
                with pytest.raises(ReplayError, match=r"game\.json: .*has \\ud800, half of a surrogate pair"):
                    read(tmp_path / "game.json")
            for sent in (text, text.replace(r"\ud800", HALF).encode("utf-8", "surrogatepass")):
                answer = client.post("/replays", content=sent)
                assert answer.status_code == 400 and answer.json()["error"] == "not_a_replay"


@pytest.mark.parametrize("name", all_games())
def test_a_save_with_half_a_letter_anywhere_is_refused(name, tmp_path):
    env = aec.raw_env(all_games()[name])
    env.reset(1)
    path = env.save(tmp_path / "game.json")
    for text in spoilt(json.loads(path.read_text())):
        path.write_text(text)
        with pytest.raises(SaveFileError, match=r"game\.json: .*has \\ud800, half of a surrogate pair"):
            aec.TableEnv.load(path)


@pytest.mark.parametrize(
    ("where", "text", "told"),
    [
        ("title", "x" * 1_000_000, "at most 5000"),
        ("players", ["x" * 1_000_000] * 2, "at most 5000"),
        ("players", [HALF, "b"], "half of a surrogate pair"),
    ],
)
def test_what_is_shown_of_a_replay_is_a_text_of_bearable_length(where, text, told, tmp_path):
    replay, log = random_replay("connect_four", decisions=3)
    (tmp_path / "game.json").write_text(json.dumps({**replay.model_dump(mode="json"), where: text}))
    with pytest.raises(ReplayError, match=told):
        Replay.load(tmp_path / "game.json")
    if where == "players" and HALF not in text:  # which is a question mark where a game is recorded
        with pytest.raises(ReplayError, match=told):
            Replay.of(log.setup, [], seed=1, players=text)
