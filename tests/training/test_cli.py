"""The command line as its users meet it: what it prints, its exit codes, its errors."""

from __future__ import annotations

import inspect
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

import cogitable
from cogitable.agents.beliefs import weighing as beliefs
from cogitable.envs import GAMES, get_game
from cogitable.training.cli import common as cli_common
from cogitable.training.cli import measure as commands
from cogitable.training.cli import show
from cogitable.training.cli.beliefs import beliefs as beliefs_command
from cogitable.training.cli.common import key_values, spread
from cogitable.training.learn.run.progress import Status, _panel
from cogitable.training.measure.luck import reduction


def test_version_and_help(cli):
    assert cli("--version").output == f"cogitable {cogitable.__version__}\n"
    text = cli("--help").output
    names = [
        "list",
        "cards",
        "rules",
        "compile",
        "play",
        "watch",
        "train",
        "report",
        "join",
        "average",
        "arena",
        "exploit",
        "balance",
    ]
    for name in names:
        assert name in text
        assert cli(name, "--help").exit_code == 0
    assert "Usage" in cli().output


def test_help_is_light():
    code = (
        "import sys\n"
        "from typer.testing import CliRunner\n"
        "from cogitable.training.cli import app\n"
        "assert CliRunner().invoke(app, ['arena', '--help']).exit_code == 0\n"
        "heavy = {'torch', 'matplotlib', 'numba', 'openskill', 'stable_baselines3', 'pettingzoo'} & set(sys.modules)\n"
        "print(sorted(heavy))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert "torch" not in done.stdout, done.stdout + done.stderr
    assert not {"matplotlib", "openskill", "stable_baselines3"} & set(eval(done.stdout)), done.stdout


def test_rules_are_shown_by_less_in_colour_and_by_other_pagers_without(monkeypatch):
    monkeypatch.setattr(os, "environ", dict(os.environ))
    for name in ("MANPAGER", "PAGER", "LESS"):
        os.environ.pop(name, None)
    assert show._pager_shows_styles() and os.environ["LESS"] == "-R"
    os.environ.update(PAGER="/usr/bin/less -X", LESS="-S")
    assert show._pager_shows_styles() and os.environ["LESS"] == "-S -R"
    os.environ["MANPAGER"] = "more"
    assert not show._pager_shows_styles()


def test_the_bar_of_a_training_has_a_line_of_its_own():
    status = Status(1000, 10.0, 0.5, 60.0, 0.0, {"random": 0.5}, {})
    screen = Console(width=80, file=io.StringIO(), force_terminal=True)
    screen.print(_panel("Kuhn poker", status))
    lines = [line for line in screen.file.getvalue().splitlines() if "won against" in line or "━" in line]
    assert len(lines) == 2 and "━" not in lines[1]


def test_list_names_games_options_and_agents(cli):
    text = cli("list").output
    for name in GAMES:
        assert f"{name}: {get_game(name).title}" in text
        for option, field in get_game(name).options.model_fields.items():
            assert option in text
            assert field.description.split()[0] in text
    for agent in ("random", "heuristic", "search", "simulations", "policy", "human"):
        assert agent in text


def test_cards_and_rules(cli, tmp_path):
    game = get_game("cogdrive_neon")
    text = cli("cards", "cogdrive_neon").stdout
    for row in game.card_table(game.setup())[1]:
        assert row[0] in text
    edition = game.home / "cards.toml"
    assert cli("cards", "cogdrive_neon", "--cards", edition).stdout == text
    (tmp_path / "broken.toml").write_text(edition.read_text()[:900])
    broken = cli("cards", "cogdrive_neon", "--cards", tmp_path / "broken.toml")
    assert broken.exit_code == 2
    assert "broken.toml" in broken.stderr
    none = cli("cards", "connect_four")
    assert (none.exit_code, none.stderr) == (2, "error: Connect Four has no cards\n")
    rules = cli("rules", "cogdrive_neon")
    assert rules.exit_code == 0
    assert "Hangar" in rules.output
    assert "RULES.md" in cli("rules", "connect_four").stderr


@pytest.mark.parametrize("columns", ["60", "80", "120", "200"])
@pytest.mark.parametrize("mine", [None, "brass_empire_small.toml"])
def test_cards_are_readable_on_every_screen(cli, monkeypatch, columns, mine):
    """Whatever the width, no word of the table is cut off."""
    game = get_game("brass_empire")
    options = {"cards": Path(__file__).parents[1] / "cards" / mine} if mine else {}
    monkeypatch.setenv("COLUMNS", columns)
    args = ["--cards", options["cards"]] if mine else []
    shown = cli("cards", "brass_empire", "--set", "mode=solitaire", *args).stdout
    assert max(map(len, shown.splitlines())) <= int(columns)
    words = set(re.findall(r"\w+", shown))
    for row in game.card_table(game.setup(**options))[1]:
        for cell in row:
            assert set(re.findall(r"\w+", cell)) <= words, (row[0], cell)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["play", "nothing"], "no game 'nothing'; the games are cogdrive_neon"),
        (["play", "connect_four", "--seat", "2"], "the seats of Connect Four are 0 to 1"),
        (["play", "connect_four", "--against", "nobody"], "no agent is called 'nobody'"),
        (["play", "connect_four", "--against", "random", "random"], "names 2 agents; name 1"),
        (["play", "connect_four", "--set", "colour=3"], "unknown option 'colour'"),
        (["play", "connect_four", "--set", "colour"], "key=value"),
        (["play", "connect_four", "--load", "none.json"], "none.json"),
        (["play", "connect_four", "--load", "none.json", "--seed", "3"], "leave out"),
        (["watch", "none.json"], "none.json"),
        (["arena", "connect_four", "--agents", "random", "human"], "human cannot take part"),
        (["arena", "connect_four", "--agents", "random"], "at least 2 agents"),
        (["arena", "connect_four", "--agents", "random", "policy:none.zip"], "none.zip"),
        (["arena", "connect_four", "--agents", "random", "heuristic"], "heuristic"),
        (["balance", "connect_four", "--agents", "what"], "what"),
        (["balance", "connect_four", "--agents", "human"], "human cannot take part"),
        (["compare", "connect_four", "--agent", "random", "--other", "human"], "human cannot take part"),
        (["beliefs", "cogdrive_neon", "--agent", "human"], "human cannot take part"),
        (["exploit", "connect_four", "--agent", "human"], "human cannot take part"),
        (["exploit", "connect_four", "--agent", "random", "--seed", "1", "--train", "seed=5"], "'seed' is set twice"),
        (["exploit", "connect_four", "--agent", "random", "--minutes", "1", "--train", "minutes=5"], "is set twice"),
        (["train", "connect_four", "--set", "league.baselines=[human]"], "human cannot take part"),
        (["train", "connect_four", "--set", "league.baselines=[rndom]"], "option 'league.baselines': agent 'rndom'"),
        (["train", "connect_four", "--set", "imitation.agent=search:a=1"], "option 'imitation.agent': agent 'search:a"),
        (
            ["train", "connect_four", "--set", "imitation.agent=heuristic"],
            "option 'imitation.agent': agent 'heuristic'",
        ),
        (
            ["train", "connect_four", "--set", "evaluation.against=[random,'policy:none.zip']"],
            "option 'evaluation.against': agent 'policy:none.zip': no file none.zip",
        ),
        (
            ["train", "connect_four", "--set", "league.sides=[Machine]"],
            "option 'league.sides': Connect Four has no sides",
        ),
        (["train", "connect_four", "--set", "network.start=none.zip"], "option 'network.start': no file none.zip"),
        (["balance", "connect_four", "--agents", "random", "random"], "--agents has random twice"),
        (["balance", "comrade", "--agents", "random", "--players", "5", "6", "5"], "--players has 5 twice"),
        (["watch", "none.json", "--step", "--delay", "1"], "leave out --delay"),
        (
            ["join", "t.zip", "Machine=a.zip", "Heroes=c.zip", "Machine=b.zip"],
            "two files are for side 'Machine': a.zip and b.zip",
        ),
        (["rules", "nothing"], "no game"),
        (["train", "connect_four", "--resume", "--fresh"], "leave out"),
        (["train", "nothing"], "no game"),
        (["train", "connect_four", "--set", "speed=3"], "unknown option 'speed'"),
    ],
)
def test_mistakes_get_one_clear_line_and_exit_code_2(cli, tmp_path, monkeypatch, args, words):
    monkeypatch.chdir(tmp_path)
    done = cli(*args)
    assert done.exit_code == 2
    *before, last = done.stderr.splitlines()
    assert last.startswith("error: ")
    assert words in last
    assert all(line.startswith("cogitable: compiling") or not line for line in before)
    assert not list(tmp_path.rglob("*.*"))


def test_wrong_usage_is_exit_code_2(cli):
    assert cli("arena", "connect_four", "--games", "many").exit_code == 2
    assert cli("nothing").exit_code == 2
    assert cli("arena", "connect_four", "--agents", "random", "search", "--processes", 0).exit_code == 2


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["arena", "connect_four", "--games", "0"], "'0' must be at least 1|0 is not in the range x>=1"),
        (["arena", "connect_four", "--games", "many"], "'many' must be a whole number|'many' is not a valid int"),
        (["play", "connect_four", "--seed", "-1"], "'-1' must be at least 0|-1 is not in the range x>=0"),
        (["value", "connect_four", "--source", "nowhere"], "'nowhere' is not one of 'hidden', 'observation'"),
    ],
)
def test_a_value_that_is_not_allowed_is_told_with_what_is(cli, args, told):
    """Older versions of Typer have the words behind the bar."""
    assert re.search(rf"Invalid value for '{args[2]}': ({told})", cli(*args).stderr)


def test_a_run_of_one_piece_that_goes_on_is_not_shared_either(cli, tmp_path, monkeypatch):
    monkeypatch.setattr("cogitable.training.learn.run.run.resume", lambda *_, **__: pytest.fail("went on all the same"))
    (tmp_path / "config.yaml").write_text("game: connect_four\nsteps: 10\n")
    done = cli("train", "connect_four", "--resume", "--run", tmp_path, "--processes", 4)
    assert done.exit_code == 2 and "all tables are one piece" in done.stderr


@pytest.mark.parametrize(
    ("command", "words"), [("record", "the extra [data]"), ("record", "extra [cluster]"), ("train", "extra [cluster]")]
)
def test_help_names_the_extras_that_are_needed(cli, monkeypatch, command, words):
    monkeypatch.setenv("COLUMNS", "250")
    assert words in " ".join(cli(command, "--help").output.split())


def test_ctrl_c_is_exit_code_130_and_other_errors_keep_their_traceback(cli, monkeypatch):
    def stop(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("cogitable.envs.get_game", stop)
    done = cli("rules", "connect_four")
    assert (done.exit_code, done.stderr) == (130, "stopped\n")

    def fail(*args):
        raise ZeroDivisionError

    monkeypatch.setattr("cogitable.envs.get_game", fail)
    assert isinstance(cli("rules", "connect_four").exception, ZeroDivisionError)


def test_training_from_the_command_line(cli, tmp_path):
    pytest.importorskip("sb3_contrib")
    small = ["tables=8", "ppo.n_steps=8", "ppo.batch_size=32", "network.layers=[16]", "threads=1", "steps=128"]
    small += ["evaluation.games=4", "evaluation.final_games=4"]
    sets = [part for pair in small for part in ("--set", pair)]
    done = cli("train", "connect_four", "--run", tmp_path / "run", "--quiet", *sets)
    assert done.exit_code == 0, done.output
    assert f"policy:{tmp_path / 'run' / 'best.zip'}" in done.output
    assert f"the report is {tmp_path / 'run' / 'report.md'}" in done.output
    assert "128 learner steps" in (tmp_path / "run" / "report.md").read_text()
    assert cli("train", "connect_four", "--run", tmp_path / "run", "--quiet", *sets).exit_code == 2
    more = cli(
        "train", "connect_four", "--run", tmp_path / "run", "--quiet", "--resume", "--no-report", "--set", "steps=192"
    )
    assert more.exit_code == 0, more.output
    assert "192 steps" in more.output
    other = cli("train", "cogdrive_neon", "--run", tmp_path / "run", "--resume")
    assert other.exit_code == 2
    assert "is a configuration for 'connect_four', not for 'cogdrive_neon'" in other.stderr
    assert "ppo.n_steps" in cli("train", "connect_four", "--options").output


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("g --agents a b --games 3", "g --agents a --agents b --games 3"),
        ("--agents a --agents b c", "--agents a --agents b --agents c"),
        ("g --against a b --agents c d", "g --against a --against b --agents c --agents d"),
        ("g --seed 1 x", "g --seed 1 x"),
        ("--agents", "--agents"),
    ],
)
def test_lists_of_values_behind_one_flag(given, wanted):
    assert spread(given.split(), ("--agents", "--against")) == wanted.split()


def test_values_are_read_as_json_or_text():
    read = key_values(["a=3", "b=text", 'c={"d": 1}', "e=", "f=x=y", "g=true"])
    assert read == {"a": 3, "b": "text", "c": {"d": 1}, "e": "", "f": "x=y", "g": True}
    with pytest.raises(cli_common.OptionError, match="twice"):
        key_values(["a=1", "a=2"])


def test_the_commands_say_what_the_library_does_if_nothing_is_said():
    """The command line imports neither module at its start, so their numbers stand there once more."""
    assert (commands.REROLLS, commands.MOST_REROLLS) == (reduction.REROLLS, reduction.MOST_REROLLS)
    told = inspect.signature(beliefs_command, eval_str=True).parameters
    assert (told["particles"].default, told["recall"].default) == (beliefs.PARTICLES, beliefs.RECALL)
    assert told["doubt"].default == beliefs.DOUBT
    most = {name: told[name].annotation.__metadata__[0].max for name in ("particles", "recall")}
    assert most == {"particles": beliefs.MOST_PARTICLES, "recall": beliefs.MOST_RECALL}


@pytest.mark.parametrize("teach", ["value", "quicken"])
@pytest.mark.parametrize("policy", ["policy", "cogdrive_neon.zip"])
def test_shipped_policies_are_not_taught_in_their_place(cli, teach, policy):
    result = cli(teach, "cogdrive_neon", "--policy", policy)
    assert result.exit_code == 2
    assert f"--policy is '{policy}', which is shipped" in " ".join(result.stderr.split())
