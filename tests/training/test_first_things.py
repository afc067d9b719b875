"""What is wrong with a command is told before anything is compiled, played or trained, and nothing is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import types
from pathlib import Path

import pytest
from games import kuhn_poker
from typer.main import get_command
from typer.testing import CliRunner

import connect_four
from cogitable import __main__ as entry
from cogitable.agents.factory import make_agent
from cogitable.agents.search import agent as search
from cogitable.envs import get_game
from cogitable.envs.table.errors import OptionError
from cogitable.envs.table.faces import aec
from cogitable.envs.table.faces.aec import TableEnv
from cogitable.training.cli import app
from cogitable.training.learn.config.training_config import TrainingConfig, load_config
from cogitable.training.measure.arena import arena
from cogitable.training.measure.balance import balance

FOLDERS = [str(Path(connect_four.__file__).parent), str(Path(kuhn_poker.__file__).parents[1])]


@pytest.fixture
def cli(monkeypatch):
    """Run a command in which nothing may be played, compiled or trained."""

    def fail(*_, **__):
        raise AssertionError("too late")

    monkeypatch.setattr(arena.Arena, "run", fail)
    monkeypatch.setattr(balance, "balance", fail)
    monkeypatch.setattr("cogitable.training.learn.run.running.Run", fail)
    monkeypatch.setattr("cogitable.envs.table.game.Game.kernel", fail)
    return lambda *args: CliRunner().invoke(app, [str(arg) for arg in args])


def refused(done, words: str) -> None:
    assert done.exit_code == 2, (done.output, done.exception)
    assert words in done.stderr and "Traceback" not in done.stderr


def test_misspelt_agents(cli, tmp_path):
    told = "no agent is called 'rndom'; the agents are random"
    for command in ("arena", "balance"):
        refused(cli(command, "connect_four", "--agents", "random", "rndom"), told)
    for option in ("evaluation.against=[rndom]", "league.baselines=[random, rndom]", "imitation.agent=rndom"):
        refused(cli("train", "connect_four", "--run", tmp_path / "run", "--set", option), told)
    refused(
        cli("train", "connect_four", "--run", tmp_path / "run", "--set", "evaluation.against=[heuristic]"),
        "no heuristic",
    )
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "option"),
    [("compare --agent random", "--other"), ("compare --other random", "--agent"), ("beliefs", "--agent"),
     ("beliefs --agent random", "--policy")],
)  # fmt: skip
def test_an_agent_that_nobody_named_is_told_as_a_default(cli, words, option):
    name, *more = words.split()
    refused(cli(name, "connect_four", *more), f"it is the default of {option}, name another one")
    named = {"--other": "heuristic", "--agent": "policy", "--policy": "policy"}[option]
    done = cli(name, "connect_four", *more, option, named)
    assert done.exit_code == 2 and "default" not in done.stderr


def twice():
    """Yield every option of every command that takes one value."""
    for name, command in get_command(app).commands.items():
        for option in command.params:
            if option.param_type_name == "option" and not (option.multiple or option.is_flag or option.name == "help"):
                yield pytest.param(name, option.opts[0], id=f"{name} {option.opts[0]}")


@pytest.mark.parametrize(("command", "option"), list(twice()))
def test_what_is_given_twice_is_not_left_out(cli, command, option):
    """The last one would be taken without a word."""
    refused(cli(command, "connect_four", option, "1", option, "2"), f"{option} is given twice")


def test_exploiters_ask_before_they_train(cli, tmp_path):
    """Targets, folder and agent are looked at before the agent is compiled."""
    exploit = ("exploit", "connect_four", "--run", tmp_path / "run", "--agent")
    refused(cli(*exploit, "rndom"), "no agent is called 'rndom'; the agents are random")
    refused(cli(*exploit, "human"), "human cannot take part")
    for option in ("--json", "--markdown"):
        refused(cli(*exploit, "random", option, "/dev/null"), "cannot write /dev/null")
    refused(cli(*exploit, "random", "--minutes", "-3"), "minutes")
    refused(cli(*exploit, "random", "--train", "ppo.n_stps=3"), "did you mean 'ppo.n_steps'")
    assert not (tmp_path / "run").exists()
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.yaml").write_text("")
    refused(cli(*exploit, "random"), "holds a run already")


def test_numbers_that_nobody_can_wait_for(cli, tmp_path):
    """They asked for petabytes before, and ended in a traceback."""
    much = str(10**15)
    arena_of_two = ("arena", "connect_four", "--agents", "random", "search:simulations=1")
    for words in (
        (*arena_of_two, "--games", much),
        ("balance", "connect_four", "--agents", "random", "--games", much),
        ("exploit", "connect_four", "--agent", "random", "--games", much, "--run", tmp_path / "run"),
        ("value", "connect_four", "--policy", "policy", "--positions", much),
        ("quicken", "connect_four", "--policy", "policy", "--decisions", much),
        ("report", tmp_path, "--games", much),
        ("record", "connect_four", "--agents", "random", "--games", much, "--out", tmp_path / "set"),
        ("watch", tmp_path / "r.json", "--delay", "1e300"),
        ("arena", "connect_four", "--agents", "random", f"search:simulations={much}"),
        ("arena", "connect_four", "--agents", "random", "search:exploration=inf"),
    ):
        done = cli(*words)
        assert done.exit_code == 2 and "Traceback" not in done.stderr, (words, done.output, done.exception)
    assert not list(tmp_path.iterdir())


def test_a_search_for_long_takes_memory_as_it_needs_it():
    agent = make_agent(f"search:simulations={10**9}", connect_four.GAME.setup())
    assert len(agent.new_tree().arrays.nodes) <= search.MOST_NODES


def test_every_number_of_a_configuration_has_limits():
    """What has none can ask for any amount of memory; only weights and tolerances may be as large as they like."""
    free = {"learning_rate", "final_learning_rate", "clip_range", "ent_coef", "vf_coef", "max_grad_norm", "target_kl"}
    free |= {"power", "floor", "minutes"}

    def numbers(schema):
        for name, field in schema.get("properties", {}).items():
            kinds = [field, *field.get("anyOf", [])]
            if any(kind.get("type") in ("integer", "number") for kind in kinds):
                yield name, any("maximum" in kind or "exclusiveMaximum" in kind for kind in kinds)

    whole = TrainingConfig.model_json_schema()
    told = [found for part in (whole, *whole["$defs"].values()) for found in numbers(part)]
    assert len(told) > 30
    assert {name for name, bounded in told if not bounded} <= free


@pytest.mark.parametrize("command", ["play", "arena", "balance", "exploit", "train"])
def test_commands_without_a_word_say_what_is_missing(cli, command):
    refused(cli(command), "Missing")


def test_a_game_that_is_none(cli, monkeypatch):
    monkeypatch.setitem(sys.modules, "no_game", types.SimpleNamespace(GAME=3))
    refused(cli("play", "no_game"), "its GAME is int, not a Game")


def test_near_misses_are_named():
    with pytest.raises(OptionError, match="did you mean 'comrade'"):
        get_game("comrad")
    setup = connect_four.GAME.setup()
    with pytest.raises(OptionError, match="did you mean 'search'"):
        make_agent("serach", setup)
    with pytest.raises(OptionError, match="did you mean 'simulations'"):
        make_agent("search:simulation=3", setup)
    with pytest.raises(OptionError, match="did you mean 'num_players'"):
        connect_four.GAME.setup(num_player=2)
    with pytest.raises(OptionError, match="did you mean 'num_players'"):
        aec.env(connect_four.GAME, NUM_PLAYER=2)
    with pytest.raises(OptionError, match="did you mean 'render_mode'"):
        aec.env(connect_four.GAME, Render_Mode="ansi")
    with pytest.raises(OptionError, match=r"did you mean 'ppo\.n_steps'"):
        load_config("connect_four", None, {"ppo.nsteps": 3})
    with pytest.raises(OptionError) as nothing_near:
        get_game("zzzzzz")
    assert "did you mean" not in str(nothing_near.value)


@pytest.mark.parametrize("option", ["--json", "--markdown", "--csv", "--plot"])
def test_results_that_cannot_be_written(cli, option, tmp_path):
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "folder.png").mkdir()
    long = tmp_path / ("n" * 300 + ".png")
    for target in (tmp_path / "pipe.png", tmp_path / "folder.png", long, Path("/dev/null")):
        refused(cli("arena", "connect_four", "--agents", "random", option, target), "cannot write")
    if option == "--plot":
        refused(cli("arena", "connect_four", "--agents", "random", option, tmp_path / "x.cat"), "must end in one of")
    assert sorted(os.listdir(tmp_path)) == ["folder.png", "pipe.png"]
    kept = tmp_path / "kept.png"
    kept.write_text("old")
    late = cli("arena", "connect_four", "--agents", "random", "heuristic", option, kept)
    refused(late, "no heuristic")
    assert kept.read_text() == "old"  # the trial has written nothing
    same = cli("arena", "connect_four", "--agents", "random", "--json", kept, "--csv", kept)
    refused(same, "two results cannot both go to")


def test_results_on_standard_output():
    done = CliRunner().invoke(
        app,
        [
            "arena",
            "games.kuhn_poker",
            "--agents",
            "random",
            "python:games.plain_agents:First",
            "--games",
            "2",
            "--json",
            "-",
        ],
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)
    assert "random" in done.stderr


def test_list_tells_all_that_is_allowed(cli):
    found = json.loads(cli("list", "--json").stdout)
    assert {game["name"] for game in found["games"]} >= {"comrade", "great_machine"}
    assert {agent["name"] for agent in found["agents"]} >= {"random", "search"}
    for game in found["games"]:
        assert [option["name"] for option in game["options"]] == list(get_game(game["name"]).options.model_fields)
        assert all(option["allowed"] and option["meaning"] for option in game["options"])
    one = cli("list", "great_machine").stdout
    assert "great_machine:" in one and "comrade:" not in one and "search" not in one
    modes = next(o for g in found["games"] if g["name"] == "brass_empire" for o in g["options"] if o["name"] == "mode")
    assert modes["allowed"] == "standard or solitaire or team or battle"


@pytest.mark.parametrize(
    "option",
    [
        *("seed=2020-01-01", "seed=5000000000", "seed=!!int foo", f"seed={'9' * 5000}", "tables=1000000000000"),
        *("network.layers=[1000000000]", f"network.layers=[{', '.join(['8'] * 100)}]", "evaluation.games=1e21"),
        *(
            "steps=.inf",
            "minutes=.nan",
            "minutes=.inf",
            "ppo.learning_rate=.nan",
            f"options={'[' * 2000}",
            "threads=99999",
        ),
    ],
)
def test_configurations_that_nobody_means(cli, option, tmp_path):
    done = cli("train", "connect_four", "--run", tmp_path / "run", "--set", option)
    refused(done, "option")
    assert len(done.stderr) < 5000 and not (tmp_path / "run").exists()


def test_the_nearest_batch_size_is_found_at_once():
    with pytest.raises(OptionError, match=r"must divide tables x ppo\.n_steps = 99400891"):
        load_config("connect_four", None, {"tables": 9973, "ppo.n_steps": 9967, "ppo.batch_size": 256})


def test_threads_count_wherever_cores_cannot_be(monkeypatch):
    config = load_config("connect_four", None, {"threads": 3})
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert config.num_threads == 3
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert TrainingConfig(**{**config.model_dump(), "threads": 0}).num_threads == 5


def test_seed_and_steps_of_a_training(monkeypatch):
    seen = []
    monkeypatch.setattr("cogitable.training.learn.run.run.train", lambda config, *_, **__: seen.append(config) or 1 / 0)
    CliRunner().invoke(app, ["train", "connect_four", "--seed", "7", "--steps", "640"])
    assert (seen[0].seed, seen[0].steps, seen[0].minutes) == (7, 640, None)


def run_entry(*args: str, cwd: Path, **more):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, *args], cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, **more
    )


def test_the_package_is_a_command_and_finds_what_lies_here(tmp_path):
    assert run_entry("-m", "cogitable", "--version", cwd=tmp_path).stdout.startswith("cogitable ")
    (tmp_path / "my_own_game.py").write_text(Path(connect_four.__file__).read_text())
    code = "import sys; sys.path = [p for p in sys.path if p]; from cogitable.__main__ import main\n"
    done = run_entry("-c", code + "sys.argv[1:] = ['list', 'my_own_game']; main()", cwd=tmp_path)
    assert done.returncode == 0 and "Connect Four" in done.stdout, done.stderr


def test_ctrl_c_while_the_command_starts(monkeypatch, capsys):
    class Slow(types.ModuleType):
        @property
        def app(self):
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "cogitable.training.cli", Slow("cogitable.training.cli"))
    with pytest.raises(SystemExit) as left:
        entry.main()
    assert left.value.code == 130 and capsys.readouterr().err == "stopped\n"


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_game_is_saved_when_the_terminal_closes(name, tmp_path):
    save = tmp_path / "game.save"
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "cogitable", "play", "connect_four"]
        + ["--against", "random", "--seat", "0", "--seed", "1", "--save", str(save)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    seen = ""
    while "your action" not in seen:
        piece = process.stdout.read(1)
        assert piece, process.communicate()
        seen += piece
    time.sleep(0.5)  # a signal between the prompt and the reading would wait for the next line
    process.stdout.close()  # what is printed from here on goes nowhere
    process.send_signal(getattr(signal, name))
    process.wait(timeout=60)
    assert "Traceback" not in process.stderr.read()
    assert TableEnv.load(save, connect_four.GAME).agents
    process.stdin.close()
    process.stderr.close()
