"""How two agents play differently is counted at the decisions of one of them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from cogitable.envs import cogdrive_neon
from cogitable.envs.table.errors import OptionError
from cogitable.training.cli import app
from cogitable.training.measure.habits.compare import compare
from cogitable.training.measure.habits.habits import Habit
from cogitable.training.measure.habits.report import told
from cogitable.training.measure.intervals import Mean
from connect_four import GAME as CONNECT_FOUR

FIRST = "python:plain_agents:First"


def counts(habits):
    return {habit.name: (habit.open, habit.taken, habit.other) for habit in habits.by_action()}


def test_who_would_do_the_same_does_nothing_differently():
    found = compare(CONNECT_FOUR.setup(), FIRST, FIRST, 3)
    assert found.as_markdown().count("Nothing is clearly different.") == 2
    assert not found.whole.swaps() and all(taken == other for _, taken, other in counts(found.whole).values())


def test_who_only_draws_otherwise_does_next_to_nothing_differently():
    found = [compare(cogdrive_neon.GAME.setup(), "random", "random", games, seed=seed)
             for games in (3, 12, 40) for seed in range(4)]  # fmt: skip
    looked = [h for one in found for habits in (one.opening, one.whole) for h in habits.by_block() + habits.by_action()]
    assert len(looked) > 1000 and sum(habit.is_clear for habit in looked) <= 2


def test_openings_are_the_first_choices_of_every_seat():
    """Who always takes the leftmost column that has room fills column 0 in six decisions."""
    found = compare(CONNECT_FOUR.setup(), FIRST, "random", 10, openings=4)
    opening, whole = counts(found.opening), counts(found.whole)
    assert opening["column 0"][:2] == (60, 60) and opening["column 1"][:2] == (80, 20)
    assert sum(other for _, _, other in opening.values()) == 80  # all choices of two seats
    assert whole["column 1"][1] > 20
    text = found.as_markdown(1)
    assert "## The opening: the first 4 choices of each seat" in text
    assert '**more often "column 0"**: in 100.0 % of 60 decisions, `random` in ' in text.split("## The whole")[0]


def test_who_is_asked_is_told_what_it_reads():
    """Of six decisions in a column the first of a game comes before anything is told."""
    found = compare(CONNECT_FOUR.setup(), FIRST, "python:plain_agents:Listener", 10)
    assert counts(found.whole)["column 0"] == (60, 60, 10)


def test_the_same_seed_finds_the_same():
    one, same, other = (compare(CONNECT_FOUR.setup(), "random", "random", 5, seed=seed) for seed in (1, 1, 2))
    assert one.as_dict() == same.as_dict() != other.as_dict()


def test_long_names_are_told_without_what_they_explain():
    long = Habit(f"a deed: {'that is explained ' * 6}", 10, 10, 0, 1, Mean(1.0, 0.9, 1.0), True)
    short = replace(long, name="use: a thing")
    assert [line[:30] for line in told([long, short], [], [], "one", "other", 2)] == [
        '- **more often "a deed"**: in ',
        '- **more often "use: a thing"*',
    ]


def test_numbers_that_are_not_allowed():
    with pytest.raises(OptionError, match="openings is 0; it must be an integer of at least 1"):
        compare(CONNECT_FOUR.setup(), FIRST, FIRST, 1, openings=0)


def test_on_the_command_line(tmp_path):
    page, data = tmp_path / "page.md", tmp_path / "data.json"
    given = ["compare", "connect_four", "--agent", FIRST, "--other", "random", "--games", "4", "--openings", "2"]
    run = CliRunner().invoke(app, [*given, "--markdown", str(page), "--json", str(data)])
    assert run.exit_code == 0, run.output
    assert page.read_text().startswith(f"# Connect Four: how {FIRST} plays, beside random\n")
    assert json.loads(data.read_text())["openings"] == 2
    wrong = CliRunner().invoke(app, ["compare", "connect_four", "--other", "nobody"])
    assert wrong.exit_code == 2 and "nobody" in wrong.output
