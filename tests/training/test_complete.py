"""What a shell offers at the Tab key."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cogitable.envs import GAMES
from cogitable.training.cli import app


def offered(typed: str, shell: str = "zsh") -> str:
    """Return what a shell is told for a line that ends where the Tab key is pressed."""
    environment = {"_COGITABLE_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": f"cogitable {typed}"}
    environment["_TYPER_COMPLETE_FISH_ACTION"] = "get-args"
    done = CliRunner().invoke(app, [], env=environment, prog_name="cogitable")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.stdout


@pytest.mark.parametrize(
    ("typed", "wanted", "unwanted"),
    [
        ("play com", ["comrade"], ["brass_empire"]),
        ("rules ", list(GAMES), []),
        ("list gr", ["great_machine", "great_machine_coop"], ["comrade"]),
        ("play comrade --against heu", ["heuristic"], ["random"]),
        ("arena comrade --agents random ", ["heuristic", "search", "policy"], ["great_machine"]),
        ("arena comrade --agents random heuristic --ga", ["--games"], ["--seed"]),
        ("exploit comrade --agent ra", ["random"], ["search"]),
        ("play brass_empire --set mo", ["mode="], ["num_players="]),
        ("play brass_empire --set mode=s", ["mode=solitaire", "mode=standard"], ["mode=battle", "mode=number"]),
        ("play nothing --set mo", [], ["mode"]),
        ("train cogdrive_neon --config ", ["demo"], ["battle"]),
        ("train comrade --set ppo.n", ["ppo.n_steps="], ["tables="]),
        ("play comrade --against search:sim", ["simulations="], ["exploration="]),
        ("play comrade --against nobody:", [], ["="]),
    ],
)
def test_what_is_offered(typed, wanted, unwanted):
    found = offered(typed)
    assert all(word in found for word in wanted), found
    assert not [word for word in unwanted if word in found], found


def test_other_shells_are_told_as_well():
    assert offered("play com", "fish").split()[0] == "comrade"
