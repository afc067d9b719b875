"""What a person can do at the terminal besides choosing actions, and what is kept of a game."""

from __future__ import annotations

import json
import os
import re

import numpy as np
import pytest
from games import kuhn_poker, treasure
from typer.testing import CliRunner

import connect_four
from cogitable.envs.table.errors import OptionError, ReplayError, SaveFileError
from cogitable.envs.table.faces import aec
from cogitable.envs.table.faces.aec import TableEnv, raw_env
from cogitable.envs.table.faces.rewind import let_out, rewound
from cogitable.envs.table.files.reel import Reel
from cogitable.envs.table.files.replay import Replay
from cogitable.training.cli import app
from cogitable.training.cli.kept import Kept, Sitting

ARGS = ("connect_four", "--against", "random", "--seat", "0", "--seed", "3")


@pytest.fixture
def cli(monkeypatch, tmp_path):
    """Run a command of a user whose data are in ``tmp_path``."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*args, text=""):
        return CliRunner().invoke(app, [str(arg) for arg in args], input=text)

    return run


def moves(path) -> list[int]:
    return [step.action for step in Replay.load(path).steps]


def test_a_decision_is_taken_back_and_agents_do_the_same_again(cli, tmp_path):
    straight, crooked = tmp_path / "straight.json", tmp_path / "crooked.json"
    first = cli("play", *ARGS, "--save-replay", straight, text="1\n2\n3\nq\n")
    again = cli("play", *ARGS, "--save-replay", crooked, text="1\n2\n6\nu\n3\nq\n")
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert "is taken back" in again.output and "seed 3" in again.output
    assert moves(straight) == moves(crooked)
    all_back = cli("play", *ARGS, "--save-replay", crooked, text="1\nu\nu\n1\n2\n3\nq\n")
    assert "nothing is taken back: you have not decided anything" in all_back.output
    assert moves(straight) == moves(crooked)


def test_taking_back_passes_what_was_no_choice():
    env = raw_env(kuhn_poker.GAME)
    env.reset(5)
    seat = int(env.states["seat"][0])
    assert env.followed().before(seat) is None
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    log = env.followed()
    assert log.before(seat) == 0 and log.before(seat, choices=2) == 0 and log.before(seat, choices=99) is None


def test_a_rewound_table_goes_on_as_the_first_one_did():
    env = raw_env(kuhn_poker.GAME, num_players=3)
    env.reset(8)
    rng, before = np.random.default_rng(0), []
    for _ in range(3):
        before.append(env.states.tobytes())
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    for decisions, states in enumerate(before):
        twin = rewound(env, decisions)
        assert twin.states.tobytes() == states and twin.actions == env.actions[:decisions]
    assert len(env.actions) == 3  # which stays as it is
    env.actions[0] = 1 - env.actions[0] if env.actions[0] < 2 else 0
    env.actions += [7]
    with pytest.raises(ReplayError, match="cannot be followed"):
        rewound(env, 4)


def test_a_table_whose_past_leads_elsewhere_is_not_rewound():
    """Whether rules have changed shows at what the same decisions lead to, however few of them are left."""
    env = raw_env(kuhn_poker.GAME, num_players=3)
    env.reset(8)
    for _ in range(2):
        env.step(kuhn_poker.Act.PASS)
    assert rewound(env, 1).actions == [kuhn_poker.Act.PASS]
    env.states["kuhn_deck"] = np.roll(env.states["kuhn_deck"], 1)  # as if cards were dealt in another order
    for decisions in (0, 1, 2):
        with pytest.raises(ReplayError, match="the same 2 decisions end in another position. The rules have changed"):
            rewound(env, decisions)


def test_a_table_that_ends_at_illegal_actions_is_rewound_too(monkeypatch):
    table = aec.env(connect_four.GAME)
    table.reset(8)
    for column in (0, 0, 0, 0, 0, 0, 1):
        table.step(column)
    shown = []
    monkeypatch.setattr(TableEnv, "render", lambda table: shown.append(table))
    table.render_mode = "human"
    twin = rewound(table, 6)
    assert shown == []  # else a second window opens
    assert (twin.illegal, twin.render_mode, twin.actions) == ("terminate", "human", [0] * 6)
    table.actions[6] = 0  # a seventh piece in a column of six
    with pytest.raises(ReplayError, match="cannot be followed"):
        rewound(table, 7)
    twin.step(0)
    let_out(twin)
    assert twin.illegal_action == 0 and twin.agents == []


def saved_before_somebody_steps_out(path, illegal: bool = False):
    """Save a game that is not over while an agent is selected that has left it."""
    table, rng = aec.env(treasure.GAME, num_players=4, lives=1), np.random.default_rng(0)
    table.reset(1)
    while not table.terminations[table.agent_selection]:
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(np.flatnonzero(mask == 0)[0]) if illegal else int(rng.choice(np.flatnonzero(mask))))
    assert not table.states["over"][0] and len(table.agents) == 4
    return table.save(path)


def test_a_game_goes_on_where_somebody_had_still_to_step_out(cli, tmp_path):
    save = saved_before_somebody_steps_out(tmp_path / "table.json")
    args = ("treasure", "--against", "random", "--load", save)
    assert cli("play", *args, text="q\n").exit_code == 0
    done = cli("play", *args, text="1\n" * 60)
    assert done.exit_code == 0 and " decisions ─" in done.output
    save = saved_before_somebody_steps_out(tmp_path / "table.json", illegal=True)
    done = cli("play", *args, text="q\n")
    assert done.exit_code == 2 and "illegal action has ended" in done.output


def test_a_game_that_is_left_is_kept(cli, tmp_path):
    one, whole = tmp_path / "one.json", tmp_path / "whole.json"
    cli("play", *ARGS, "--save-replay", whole, text="1\n2\n3\nq\n")
    left = cli("play", *ARGS, text="1\nq\n")
    assert "It goes on with: cogitable play connect_four --continue" in left.output
    back = cli("play", "connect_four", "--continue", "--save-replay", one, text="2\n3\nq\n")
    assert back.exit_code == 0, back.output
    assert "You are player_0; player_1 is random" in back.output
    assert moves(one) == moves(whole)  # the agent goes on as it would have
    assert "leave out everything" in cli("play", "connect_four", "--continue", "--seed", "3").stderr


def test_a_new_game_replaces_the_one_that_was_left_with_the_first_decision(cli, tmp_path):
    kept, one = tmp_path / "data" / "cogitable" / "games" / "connect_four.json", tmp_path / "one.json"
    cli("play", *ARGS, text="1\nq\n")
    before = kept.read_bytes()
    new = (*ARGS[:-1], "9")
    left = cli("play", *new, text="q\n")
    assert "A game was left" in left.output and "your first decision here replaces it" in left.output
    assert "You decided nothing in it; the game before it goes on with: cogitable play connect_four" in left.output
    assert kept.read_bytes() == before
    assert cli("play", *new, "--save", one, text="q\n").exit_code == 0 and kept.read_bytes() == before
    cli("play", *new, text="1\nq\n")
    assert TableEnv.load(kept, connect_four.GAME).seed == 9
    cli("play", "connect_four", "--against", "random", "--load", one, text="q\n")  # a game that goes on is kept at once
    assert TableEnv.load(kept, connect_four.GAME).actions == []
    cli("play", *new, text="s\nq\n")  # and so is one that the person saves
    assert TableEnv.load(kept, connect_four.GAME).seed == 9


def test_a_game_that_is_cut_off_is_kept_and_one_that_is_over_is_not(cli, tmp_path):
    kept = tmp_path / "data" / "cogitable" / "games" / "connect_four.json"
    seen = []

    class Cut(Exception):
        pass

    def cut(self, env, sitting, write=Kept.write):
        write(self, env, sitting)
        seen.append(len(env.actions))
        raise Cut  # the power fails

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kept, "write", cut)
        assert isinstance(cli("play", *ARGS, text="1\n").exception, Cut)
    assert TableEnv.load(kept, connect_four.GAME).actions and seen == [1]
    over = cli("play", "connect_four", "--continue", text="1\n2\n3\n4\n5\n6\n7\n" * 30)
    assert "decisions" in over.output and not kept.exists()
    none = cli("play", "connect_four", "--continue")
    assert none.exit_code == 2 and "no game of Connect Four was left" in none.stderr


def test_saving_goes_on(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")  # the folder's name may be as long as a line
    save = tmp_path / "game.save"
    done = cli("play", *ARGS, "--save", save, text="1\ns\n2\ns\nq\n")
    assert done.output.count(f"saved; --load {save} goes on from here") == 2
    alone = cli("play", *ARGS, text="1\ns\nq\n")
    assert "saved; cogitable play connect_four --continue goes on from here" in alone.output


def test_where_nothing_can_be_kept_the_game_goes_on(cli, tmp_path):
    (tmp_path / "data").write_text("no folder")
    done = cli("play", *ARGS, text="1\ns\nq\n")
    told = " ".join(done.output.split())  # as long paths break lines
    assert done.exit_code == 0 and "connect_four.json cannot be written" in told and "--continue" not in told


@pytest.mark.parametrize("text", ["", "[]", '{"own": 7, "players": ["human", "random"], "seed": 1}', '{"own": "x"}'])
def test_what_is_kept_may_be_damaged(text, tmp_path):
    kept = Kept(connect_four.GAME, tmp_path)
    with pytest.raises(OptionError, match="was left"):
        kept.read(connect_four.GAME)
    env = raw_env(connect_four.GAME)
    env.reset(1)
    kept.write(env, Sitting(0, ["human", "random"], 1))
    assert kept.read(connect_four.GAME)[1] == Sitting(0, ["human", "random"], 1)
    (tmp_path / "connect_four.players.json").write_text(text)
    with pytest.raises(SaveFileError):
        kept.read(connect_four.GAME)


def test_a_game_is_not_taken_up_at_another_games_seat(tmp_path, monkeypatch):
    kept, games = Kept(connect_four.GAME, tmp_path), [raw_env(connect_four.GAME) for _ in range(2)]
    for seed, env in enumerate(games):
        env.reset(seed)
    kept.write(games[0], Sitting(0, ["human", "random"], 0))
    with monkeypatch.context() as patch:  # the disk is full when the second game's file is to be written
        patch.setattr(type(games[1]), "save", lambda *_: (_ for _ in ()).throw(OSError("full")))
        kept.write(games[1], Sitting(1, ["random", "human"], 1))
    with pytest.raises(SaveFileError, match="or of another game; --load"):
        kept.read(connect_four.GAME)


def test_hints_are_shown_on_request(cli):
    done = cli("play", *ARGS, "--hints", "search:simulations=30", text="h\nq\n")
    assert done.exit_code == 0, done.output
    assert done.output.count("What search finds:") == 2  # before the decision, and at the key
    assert len(re.findall(r"What you may expect: a return of [+-]\d\.\d\d", done.output)) == 2


def test_help_names_the_keys(cli):
    output = cli("play", *ARGS, text="?\nq\n").output
    for words in ("u  takes your last decision back", "h  shows what a search thinks", "s  saves the game"):
        assert words in output


@pytest.fixture
def recorded(cli, tmp_path):
    path = tmp_path / "r.json"
    cli("play", *ARGS, "--save-replay", path, text="1\n2\n3\n4\nq\n")
    return path


def test_a_replay_is_wound_back_and_forth(cli, recorded):
    def told(text):
        done = cli("watch", recorded, "--game", "connect_four", "--step", text=text)
        assert done.exit_code == 0, done.output
        return re.findall(r"^(\d+)\. player_", done.stdout, re.MULTILINE)

    last = len(Replay.load(recorded).steps)
    assert told("\n\nb\nq\n") == ["1", "2", "3", "2"]
    assert told("5\n+1\n-3\nb\nq\n") == ["1", "5", "6", "3", "2"]
    assert told("b\nwhat\nq\n") == ["1", "1"]
    assert told("99\nq\n") == ["1"] and told("e\n-1\nq\n") == ["1", str(last)]
    assert told("") == [str(number) for number in range(1, last + 1)]
    done = cli("watch", recorded, "--game", "connect_four", "--step", text="what\nt\nq\n")
    assert "to that decision" in done.stderr and f"-- 1 of {last}: Enter" in done.stderr


def test_any_position_of_a_reel_is_that_of_the_game(recorded, monkeypatch):
    monkeypatch.setattr("cogitable.envs.table.files.reel._APART", 3)
    replay = Replay.load(recorded)
    reel = Reel(replay, connect_four.GAME)
    for number, position in enumerate(replay.play(connect_four.GAME)):
        assert (reel.states(number) == position.states).all()
    assert reel.noticed(None) == list(range(len(reel)))


def test_colours_are_for_terminals_alone(cli, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in cli("play", *ARGS, text="1\nq\n").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in cli("play", *ARGS, text="1\nq\n").stdout
    monkeypatch.delenv("FORCE_COLOR")
    assert "\x1b" not in cli("play", *ARGS, text="1\nq\n").stdout


def test_saves_of_a_game_that_is_left_are_for_their_owner_alone(tmp_path):
    kept = Kept(connect_four.GAME, tmp_path / "games")
    env = raw_env(connect_four.GAME)
    env.reset(1)
    kept.write(env, Sitting(0, ["human", "random"], 1))
    assert os.name != "posix" or (tmp_path / "games").stat().st_mode & 0o077 == 0
    assert json.loads((tmp_path / "games" / "connect_four.players.json").read_text())["players"] == ["human", "random"]
