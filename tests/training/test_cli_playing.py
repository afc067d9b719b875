"""Games at the terminal: played, left, taken up again, watched."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys

import pytest
from command_line import PATHS, command
from games import kuhn_poker

from cogitable.envs.table.faces.aec import raw_env
from cogitable.envs.table.files.replay import Replay


def test_a_person_plays_at_the_terminal_and_the_replay_is_watched(tmp_path):
    replay = tmp_path / "deep down" / "game.json"
    args = ["play", "connect_four", "--against", "random", "--seat", 1, "--seed", 3, "--save-replay", replay]
    done = command(*args, text="1\n" * 42)
    assert "You are player_1; player_0 is random" in done.stdout
    assert "player_0: column" in done.stdout
    recorded = Replay.load(replay)
    assert recorded.players == ["random", "human"]
    assert recorded.seed == 3
    verdict = {1.0: "You have won!", 0.0: "A draw.", -1.0: "You have lost."}[recorded.returns[1]]
    assert verdict in done.stdout
    assert command(*args, text="1\n" * 42).stdout == done.stdout
    refused = command("watch", replay, "--delay", 0, code=2)
    told = f"error: {replay}: of the game 'connect_four' of the module 'connect_four', which is not the library's"
    assert told in refused.stderr and "--game MODULE" in refused.stderr
    offered = re.search(r": cogitable (watch .*)", done.stdout)[1]
    watched = command(*shlex.split(offered), "--delay", 0)
    assert (
        f"terminated; returns: player_0 {recorded.returns[0]:+g}, player_1 {recorded.returns[1]:+g}" in watched.stdout
    )
    for number, step in enumerate(recorded.steps, 1):
        assert f"{number}. player_{step.seat} ({recorded.players[step.seat]}): {step.name}" in watched.stdout
    stepped = command("watch", replay, "--game", "connect_four", "--step", "--seat", 0, text="\n" * len(recorded.steps))
    assert stepped.stdout == watched.stdout
    assert stepped.stderr.count(f" of {len(recorded.steps)}: Enter") == len(recorded.steps)


@pytest.mark.parametrize("time", ["once", "again"])
def test_no_test_meets_a_game_that_another_has_left(cli, time):
    done = cli("play", "connect_four", "--against", "random", "--seat", 0, "--seed", 1, text="1\nq\n")
    assert "You have left the game." in done.stdout and "A game was left" not in done.stdout
    assert "A game was left" in cli("play", "connect_four", "--against", "random", "--seed", 1, text="q\n").stdout


def test_a_game_is_left_and_taken_up_again(tmp_path):
    save, replay = tmp_path / "game.save", tmp_path / "game.json"
    args = ["play", "connect_four", "--against", "python:plain_agents:First"]
    left = command(*args, "--seat", 0, "--seed", 1, "--save", save, text="4\n2\nq\n")
    assert "You have left the game." in left.stdout
    assert f"--load {save}" in left.stdout
    back = command(*args, "--load", save, "--save-replay", replay, text="1\n" * 42)
    assert "You are player_0" in back.stdout
    names = [step.name for step in Replay.load(replay).steps]
    assert names[:4] == ["column 3", "column 0", "column 1", "column 0"]
    assert sum(abs(value) for value in Replay.load(replay).returns) in (0, 2)


def test_an_opponents_secrets_are_not_told(cli, tmp_path, monkeypatch):
    shown, hidden = {}, {}
    for seed in range(25):
        env = raw_env(kuhn_poker.GAME, num_players=3)
        env.reset(seed)
        deck = env.states["kuhn_deck"][0].tolist()
        args = ["kuhn_poker", "--set", "num_players=3", "--against", "python:plain_agents:First", "--seat", 2]
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / f"{seed}"))  # no game was left before
        done = cli("play", *args, "--seed", seed, text="q\n")
        assert done.stdout.count("player_1: ") == 1
        shown.setdefault(deck[2], set()).add(done.stdout.partition("help with ?")[2])  # behind the seed
        hidden.setdefault(deck[2], set()).add(tuple(deck[:2]))
    assert all(len(texts) == 1 for texts in shown.values())
    assert max(len(cards) for cards in hidden.values()) > 3


def test_cogdrive_neon_is_played_and_kept(cli, tmp_path):
    args = ["play", "cogdrive_neon", "--against", "random", "--seat", 0, "--seed", 2]
    done = cli(*args, "--save-replay", tmp_path / "r.json", text="1\n" * 3 + "q\n")
    assert done.exit_code == 0, done.output
    replay = Replay.load(tmp_path / "r.json")
    assert replay.end == "running"
    assert len(replay.steps) >= 3
    watched = cli("watch", tmp_path / "r.json", "--delay", 0, "--seat", 1)
    assert "running; returns: player_0 +0, player_1 +0" in watched.output


def test_what_a_seat_does_not_notice_is_not_told(cli, tmp_path):
    replay = tmp_path / "r.json"
    args = ["play", "cogs_and_commissars", "--set", "windows=all", "--against", "random", "--seat", 0, "--seed", 4]
    played = cli(*args, "--save-replay", replay, text="1\n" * 60 + "q\n")
    assert played.exit_code == 0, played.output
    others = [step.name for step in Replay.load(replay).steps if step.seat == 1]
    assert "pass" in others
    all_seen = cli("watch", replay, "--delay", 0).output
    assert "player_1 (random): play nothing" in all_seen
    for output in (played.output, cli("watch", replay, "--delay", 0, "--seat", 0).output):
        assert "player_1" in output
        assert not re.search(r"player_1( \(random\))?: (play nothing|$)", output, re.MULTILINE)


def test_a_person_is_not_asked_where_there_is_nothing_to_choose(cli, tmp_path):
    """What has one answer only is answered, and said; the person chooses where there are several."""
    replay = tmp_path / "r.json"
    args = ["play", "cogs_and_commissars", "--set", "windows=all", "--against", "random", "--seat", 0, "--seed", 4]
    output = cli(*args, "--save-replay", replay, text="1\n" * 8 + "q\n").output
    own = sum(step.seat == 0 for step in Replay.load(replay).steps)
    alone = output.count("player_0: play nothing (there is nothing else to do)")
    assert own == 8 + output.count("(there is nothing else to do)") and alone > 0


def test_the_whole_table_is_shown_once_and_on_request(cli):
    """Afterwards what is new, in a fraction of the lines."""
    args = ["play", "brass_empire", "--against", "random", "--seat", 0, "--seed", 3]
    played = cli(*args, text="2\n2\nt\n2\nq\n").output
    assert played.count("Design Department (cost") == 2 == played.count("reserve 5   3 Corporate Ninja")
    first, *others = re.split("player_0, your action.*: ", played)
    first = first[first.index("Brass Empire, 2 players") :]
    assert len(others[0].splitlines()) < len(first.splitlines()) / 2
    assert "You are player_0. player_0 has 1 labor" in others[0]


def test_what_is_shown_fits_the_terminal(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    args = ["play", "great_machine", "--against", "random", "--seat", 0, "--seed", 3]
    output = cli(*args, text="1\n1\n2\nq\n").output
    shown = re.sub("your action.*: ", "your action\n", output).splitlines()  # nobody has typed Enter there
    shown = [line for line in shown if not line.startswith("cogitable: compiling")]
    assert max(map(len, (line for line in shown if "|" not in line and "+" not in line))) <= 70
    assert len(shown) > 60


def test_a_damaged_replay_says_so(cli, tmp_path):
    replay = tmp_path / "game.json"
    args = ["connect_four", "--against", "random", "--seat", 0, "--seed", 3, "--save-replay", replay]
    assert cli("play", *args, text="1\n" * 42).exit_code == 0
    whole = replay.read_text()
    replay.write_text(whole[: len(whole) // 2])
    assert cli("watch", replay).exit_code == 2
    data = json.loads(whole)
    data["steps"][2]["digest"] = "0" * len(data["steps"][2]["digest"])
    replay.write_text(json.dumps(data))
    done = cli("watch", replay, "--delay", 0)
    assert done.exit_code == 2
    assert "error: decision 3" in done.stderr
    replay.write_text(whole)
    assert "seats" in cli("watch", replay, "--seat", 2).stderr


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_ctrl_c_while_playing_saves_the_game(tmp_path):
    save = tmp_path / "game.save"
    args = ["play", "connect_four", "--against", "random", "--seat", "0", "--seed", "1", "--save", str(save)]
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", "from cogitable.training.cli import main; main()", *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(PATHS)},
    )
    assert process.stdout is not None
    seen = ""
    while "your action" not in seen:
        piece = process.stdout.read(1)
        assert piece, process.communicate()
        seen += piece
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert save.exists()
