"""The command line in this process."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cogitable.training.cli import app


@pytest.fixture
def cli(monkeypatch):
    """Run a command in this process, as in a wide terminal."""
    monkeypatch.setenv("COLUMNS", "160")

    def run(*args, text=None):
        return CliRunner().invoke(app, [str(arg) for arg in args], input=text)

    return run
