"""The commands that open tables in the browser."""

from __future__ import annotations

import importlib.util

import patience
import pytest
import web_server
from typer.testing import CliRunner

from cogitable.envs.table.errors import CogitableError
from cogitable.training.cli import app
from cogitable.training.cli.serve import require_web


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "uvicorn" else object())
    with pytest.raises(CogitableError, match=r"\(uvicorn\): pip install 'cogitable\[web\]'"):
        require_web()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["serve", "--games", "chess"], "no game 'chess'"),
        (["serve", "--host", "256.0.0.1"], "cannot listen at 256.0.0.1"),
        (["serve", "--allow-host", "http://games.example.org"], "'http://games.example.org' is no name"),
        (["serve", "--allow-host", "games.example.org:8008"], "without http://, port and path"),
        (["play", "cogdrive_neon", "--web", "--load", "x.json"], "leave out"),
        (["play", "cogdrive_neon", "--web", "--seat", "5"], "the seats of CogDrive Neon are 0 to 1"),
        (["play", "cogdrive_neon", "--web", "--against", "random", "random"], "names 2 agents"),
        (["play", "cogdrive_neon", "--web", "--against", "nobody"], "no agent is called 'nobody'"),
        (["play", "cogdrive_neon", "--web", "--against", "human"], "'human' would ask at the terminal of the server"),
        (["watch", "none.json", "--web"], "none.json"),
        (["watch", "none.json", "--web", "--step"], "leave out --step, --seat and --delay"),
    ],
)
def test_what_cannot_be_served_is_said_on_one_line(words, told, tmp_path):
    folder = ["--folder", str(tmp_path), "--no-browser"] if words[0] == "serve" else []
    done = CliRunner().invoke(app, [*words, *folder])
    assert done.exit_code == 2 and told in done.stderr


@pytest.mark.parametrize("program", ["import time; time.sleep(60)", "print('no server')", ""])
def test_a_server_that_does_not_say_where_it_is_ends_its_test(program, tmp_path, monkeypatch):
    monkeypatch.setattr(web_server, "_RUN", program)
    monkeypatch.setattr(patience, "PATIENCE", 5 if "sleep" not in program else 0.1)
    with pytest.raises(AssertionError, match="no address of a server has come"):
        web_server.Server(tmp_path)


def test_what_never_comes_is_waited_for_no_longer_than_said(monkeypatch):
    monkeypatch.setattr(patience, "PATIENCE", 0.1)
    with pytest.raises(AssertionError, match=r"not so after 0\.1 s: snow"):
        patience.until(lambda: False, "snow")
