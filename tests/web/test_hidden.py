"""Nothing that a seat cannot know is sent to it: all bytes are the same in worlds that differ in hidden things."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import numpy as np
import pytest
from game_cases import CASES
from web_tables import Browser, held, open_table, server

from cogitable.agents.levels import LEVELS
from cogitable.envs.table import Tables
from cogitable.envs.table.conformance.public_views import elsewhere
from cogitable.envs.table.log import Log
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized
from cogitable.envs.table.views import PUBLIC
from cogitable.training.web.lobby import OPEN

NAMES = (
    *("cogdrive_neon", "comrade", "brass_empire", "cogs_and_commissars", "cogs_and_commissars-windows"),
    *("great_machine", "great_machine_coop", "connect_four"),
)
SHOWN = [case for case in CASES if case[2] in NAMES]
OPEN_GAMES = ("connect_four",)


def position(setup, seed, decisions):
    """Return a position of a random game that is still running."""
    tables, generator = Tables(setup, 1, seed=seed, auto_reset=False), np.random.default_rng(seed)
    for _ in range(decisions):
        before = tables.states.copy()
        tables.step(generator.choice(np.flatnonzero(tables.masks[0]), 1))
        if tables.over[0]:
            return before
    return tables.states


def everything_sent(folder, record, states, path):
    """Return all that one browser gets to know of a table that stands at a position."""
    with server(folder) as client, held(client, record) as room:
        room.table.log = Log.standing(room.table.setup, states, 7, "(Before.)")
        page = client.get(f"/table/{path}").content
        browser = Browser(client, path)
        answers = [browser.refused(do="act", decision=0, action=10**6), browser.refused(do="undo", decision=0)]
        files = [client.get(f"/table/{path}/{name}").text for name in ("replay", "replay.json")]
        heard, state = browser.heard, browser.state
        browser.close()
    return (page, heard, answers, files), state


@pytest.mark.parametrize("decisions", [30, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "options", "name"), SHOWN, ids=[case[2] for case in SHOWN])
def test_all_bytes_are_the_same_whatever_is_hidden(game, options, name, decisions, tmp_path):
    setup = game.setup(**options)
    form = {f"option.{key}": str(value) for key, value in options.items()}
    persons = [OPEN] * setup.num_seats
    with server(tmp_path / "a") as client:
        owner = open_table(client, game.name, *persons, **form)
        record = owner.split("/")[0]
        with held(client, record) as room:
            chairs = list(enumerate(room.table.record.chairs))
            keys = [room.table.sit_down(seat, chair.invite, "") for seat, chair in chairs]
    words = seed_words(np.random.SeedSequence(4))[0]
    truth = position(setup, decisions, decisions)
    mover = int(truth["seat"][0])
    views = {seat: determinized(setup, truth, words, np.array([seat])) for seat in (mover, (mover + 1) % len(keys))}
    views[None] = elsewhere(setup, truth, words)  # a spectator's
    for seat, other in views.items():
        path = record if seat is None else f"{record}/{keys[seat]}"
        sent = []
        for world, states in (("x", truth), ("y", other)):
            folder = tmp_path / f"{world}{seat}"
            shutil.copytree(tmp_path / "a", folder)
            sent.append([everything_sent(folder, record, states, each) for each in (path, owner)])
        assert [one for one, _ in sent[0]] == [two for two, _ in sent[1]]  # the owner plays no seat, and looks on
        said = sent[0][0][1]
        assert said["yours"] == (seat == mover) and bool(said["actions"]) == (seat == mover)
        assert said["picture"] and said["text"]
    differ = [setup.text(truth, None) != setup.text(other, None) for other in views.values()]
    assert any(differ) == (name not in OPEN_GAMES)


def test_no_seat_is_told_the_seed_or_the_number_of_all_decisions(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "cogdrive_neon", "me", "casual", seed="123454321")
        browser = Browser(client, path)
        while len(browser.log) < 40 and browser.turn():
            browser.act(browser.state["actions"][0][0])
        assert b"123454321" not in browser.heard + client.get(f"/table/{path}").content
        assert browser.state["decision"] < len(browser.log)
        assert client.get(f"/table/{path}/replay.json").status_code == 403


def test_whoever_looks_on_sees_only_what_all_seats_see_until_the_end(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "comrade", "me", *["beginner"] * 4)
        watcher, player = Browser(client, path.split("/")[0]), Browser(client, path)
        running = watcher.state["running"]  # beginners may have ended it in the first turn, before anybody looked on
        while player.turn():
            assert "What everybody at the table knows is shown." in watcher.state["text"]
            assert watcher.state["picture"] and not watcher.state["actions"] and not watcher.state["spots"]
            assert "infer" not in watcher.state["may"]
            player.act(player.state["actions"][0][0])
        watcher.see(lambda now: not now["running"], "the end")
        assert "Everything is shown." in watcher.state["text"] and watcher.pictures >= 1 + running


def test_who_opens_a_table_and_sits_down_later_has_seen_nothing_more_and_sees_what_the_seat_sees(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "cogdrive_neon", "open", "casual", seed="5")
        number = path.split("/")[0]
        owner = Browser(client, path)
        answer = client.post(f"/join/{number}/0/{owner.state['seats'][0]['invite']}", data={"name": "Ada"})
        own = answer.headers["location"].removeprefix("/table/")
        seated = Browser(client, own)
        for _ in range(5):
            assert seated.turn()
            seated.act(seated.state["actions"][0][0])
        assert seated.turn()
        again = Browser(client, path)  # the address from which the table was opened, in another window
        with held(client, number) as room:
            lines = {seat: room.table.log.lines(seat) for seat in (0, None, PUBLIC)}
            text = room.table.setup.text(room.table.states, 0)
        assert seated.log == lines[0] != lines[None] and seated.state["text"] == text
        assert again.log == lines[PUBLIC] and owner.log == lines[PUBLIC][: len(owner.log)]
        for browser in (owner, again):
            assert browser.state["you"] is None and not browser.state["actions"]
        for place in (path, own):
            assert client.get(f"/table/{place}/replay.json").status_code == 403
            assert client.get(f"/table/{place}/replay").status_code == 403
        while seated.turn():
            seated.act(seated.state["actions"][0][0])
        owner.see(lambda now: not now["running"], "the end")
        with held(client, number) as room:
            assert owner.log == room.table.log.lines(None)


def test_a_game_without_a_public_view_says_so_to_those_who_look_on(tmp_path, monkeypatch):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        monkeypatch.setitem(client.app.state.hub.games["connect_four"].__dict__, "public_views", False)
        watcher, player = Browser(client, path.split("/")[0]), Browser(client, path)
        assert watcher.state["picture"] is None and "nothing to show" in watcher.state["text"]
        assert player.state["picture"]


def test_lines_for_spectators_are_lines_of_every_seat(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "comrade", *["casual"] * 5)
        with held(client, path.split("/")[0]) as room:
            table, generator = room.table, np.random.default_rng(2)
            for _ in range(60):
                if table.running:
                    table.take(int(generator.choice(table.legal())))
            shared = table.log.lines(PUBLIC)
            assert shared
            for seat in range(5):
                assert set(shared) <= set(table.log.lines(seat))
            assert set(table.log.lines(None)) - set(shared)


def test_the_static_files_name_no_other_host():
    folder = Path(__import__("cogitable.training.web", fromlist=["x"]).__file__).parent
    for path in [*folder.glob("static/*.*s"), *folder.glob("templates/*.html")]:
        text = path.read_text()
        assert "://" not in text.replace("http://www.w3.org", ""), path
        if path.name == "standalone.html":
            continue  # a file of its own, which this server sends to nobody
        assert "style=" not in text and "onclick=" not in text and "<script>" not in text, path
    pyproject = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert "web" in pyproject["project"]["optional-dependencies"]
    assert list(LEVELS)[0] == "beginner"
