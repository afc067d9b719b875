"""What agents use up is told apart from what they win, over processes and interruptions."""

from __future__ import annotations

import json

import pytest
from chat_server import chat_server, failing, last_listed, question
from typer.testing import CliRunner

import connect_four
from cogitable.envs.table.faces.aec import TableEnv
from cogitable.training.cli import app
from cogitable.training.measure.arena.arena import Arena
from cogitable.training.measure.arena.report import as_csv, as_dict, as_json, as_markdown, as_tables
from cogitable.training.measure.usage import as_lines, from_lines, total, usage_rows

SETUP = connect_four.GAME.setup()
PLAY = ["play", "connect_four", "--seat", "0", "--seed", "1"]
SECRET = "sk-test-1234567890abcdef"


def test_usage_survives_its_file_and_damaged_lines():
    chunks = {2: {0: {"answers": 3, "seconds": 0.5}}, 0: {1: {"answers": 4}}}
    text = as_lines(chunks)
    assert from_lines(text) == chunks and text.splitlines()[1] == "0,1,answers,4"
    assert from_lines(text + "7,0,answ") == chunks
    assert total(chunks.values(), 0) == {"answers": 3, "seconds": 0.5} and total(chunks.values(), 2) == {}


def test_shares_are_told():
    heads, rows = usage_rows({"a": {"answers": 40, "illegal": 1, "prompt_tokens": 12345, "seconds": 1.25}, "b": {}})
    assert heads == ["answers", "illegal", "prompt tokens", "seconds"]
    assert rows == [["a", "40", "1 (2.5 %)", "12,345", "1.2"]]


@pytest.fixture
def chatty():
    """Answers well, but every fifth time with no action."""
    count = iter(range(10**6))
    with chat_server(lambda body: "hm" if next(count) % 5 == 0 else last_listed(body)) as server:
        yield server


def test_an_arena_tells_it_and_keeps_it_and_the_key_is_in_no_file(chatty, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    spec = f"chat:model=test,url={chatty.url},parallel=32"
    arena = Arena(SETUP, [spec, "random"], games=2, seed=1, folder=tmp_path)
    warm = len(chatty.asked)
    arena.run(1)
    used = next(one.usage for one in arena.standings() if one.agent == spec)
    assert used["answers"] == len(chatty.asked) - warm == used["decisions"] + used["unreadable"]
    assert used["unreadable"] > 0 and used["prompt_tokens"] == 100 * used["answers"]
    assert not next(one.usage for one in arena.standings() if one.agent == "random")

    again = Arena(SETUP, [spec, "random"], games=2, seed=1, folder=tmp_path)
    assert again.done.all() and again.standings() == arena.standings()

    row = next(one for one in as_dict(arena)["standings"] if one["agent"] == spec)
    assert row["usage"] == used and json.loads(as_json(arena))
    assert "used prompt_tokens" in as_csv(arena) and "| used up | decisions |" in as_markdown(arena)
    assert as_tables(arena).renderables
    assert chatty.keys[0] == f"Bearer {SECRET}"
    told = as_json(arena) + as_csv(arena) + as_markdown(arena) + "".join(map(str, vars(arena).values()))
    assert SECRET not in told + "".join(path.read_text() for path in tmp_path.rglob("*"))


def test_agents_that_use_nothing_leave_reports_and_folders_as_they_were(tmp_path):
    arena = Arena(SETUP, ["random", "python:plain_agents:First"], games=2, seed=1, folder=tmp_path)
    arena.run(1)
    assert not arena.usage and not (tmp_path / "usage.csv").exists()
    assert "used" not in as_json(arena) + as_csv(arena) + as_markdown(arena)


def test_usage_of_chunks_that_are_played_again_is_not_counted_twice(chatty, tmp_path):
    spec = f"chat:model=test,url={chatty.url},parallel=32"
    arena = Arena(SETUP, [spec, "random"], games=2, seed=1, folder=tmp_path)
    arena.run(1)
    lines = (tmp_path / "games.csv").read_text().splitlines(keepends=True)
    (tmp_path / "games.csv").write_text("".join(lines[:-1]))  # killed while it was written
    again = Arena(SETUP, [spec, "random"], games=2, seed=1, folder=tmp_path)
    assert not again.usage and not again.done.any()


def test_a_person_plays_against_it_and_the_key_is_in_no_output_and_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.chdir(tmp_path)
    columns = "\n".join(f"column {number}" for number in range(4))
    with chat_server(last_listed) as server:
        words = [*PLAY, "--against", f"chat:model=test,url={server.url}", "--save-replay", "replay.json"]
        result = CliRunner().invoke(app, words, input=columns)
    assert result.exit_code == 0 and "You have won!" in result.output, result.output
    assert "player_0: column 1" in question(server.asked[-1]), "it reads the log"
    assert server.keys[0] == f"Bearer {SECRET}"
    assert SECRET not in result.output + (tmp_path / "replay.json").read_text()


def test_a_game_is_kept_when_the_server_is_gone(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.chdir(tmp_path)
    with chat_server(lambda _: failing(403, f"no more for {SECRET}")) as server:
        words = [*PLAY, "--against", f"chat:model=test,url={server.url}", "--save", "left.json"]
        result = CliRunner().invoke(app, words, input="column 3\n")
    assert result.exit_code == 2 and "error: " in result.output and "403: no more for (key)" in result.output
    saved = (tmp_path / "left.json").read_text()
    assert TableEnv.load(tmp_path / "left.json", connect_four.GAME).actions == [3]
    assert SECRET not in result.output + saved
