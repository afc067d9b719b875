"""Matches and arenas: bookkeeping of games, seats, deals and results, and what survives a kill."""

from __future__ import annotations

import csv
import errno
import io
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from games import treasure
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st
from plain_agents import Chance, First, Hash

import connect_four
from cogitable.agents.base import Agent, View
from cogitable.agents.policy.agent import shipped_policy
from cogitable.envs import get_game
from cogitable.envs.table import CogitableError, IllegalActionError, OptionError, Tables
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.random import seed_words
from cogitable.training.measure.arena import folder as arena_folder
from cogitable.training.measure.arena import games as arena_games
from cogitable.training.measure.arena.arena import Arena
from cogitable.training.measure.arena.report import as_csv, as_json, as_markdown
from cogitable.training.measure.arena.schedule import CHUNK_DEALS, mixed_lineups, schedule
from cogitable.training.measure.match import MatchResult, Watcher, deal_seeds, duplicate_seating, play_match, wins
from cogitable.training.measure.plots import arena_figure, save_figure

SETUP = connect_four.GAME.setup()
PLAIN = ["python:plain_agents:First", "python:plain_agents:Hash", "random"]


def agents(*kinds):
    return [kind(SETUP, seed) for seed, kind in enumerate(kinds)]


def test_every_game_is_the_one_a_plain_loop_plays():
    seating, seeds = duplicate_seating([0, 1], 4, seed=5)
    players = agents(Hash, First)
    result = play_match(SETUP, players, seating, seeds, tables=3, record=range(8))
    for game, (seats, seed) in enumerate(zip(seating, seeds, strict=True)):
        tables = Tables(SETUP, 1, auto_reset=False)
        tables.states["rng"] = seed_words(int(seed))
        tables.deal(np.ones(1, bool))
        taken, total = [], np.zeros(2, np.float32)
        while not tables.over[0]:
            action = players[seats[tables.seats[0]]].act(View.of(tables))
            taken.append(int(action[0]))
            tables.step(action)
            total += tables.rewards[0]
        assert result.actions[game].tolist() == taken
        assert result.decisions[game] == len(taken)
        assert result.returns[game].tolist() == total.tolist()
        assert result.over[game] == tables.over[0] == 1


@examples(15)
@given(tables=st.integers(1, 50), threads=st.integers(1, 2), deals=st.integers(1, 12))
def test_results_do_not_depend_on_the_number_of_tables(tables, threads, deals):
    seating, seeds = duplicate_seating([0, 1], deals, seed=1)
    one = play_match(SETUP, agents(Hash, First), seating, seeds, tables=1)
    many = play_match(SETUP, agents(Hash, First), seating, seeds, tables=tables, threads=threads)
    assert np.array_equal(one.returns, many.returns)
    assert np.array_equal(one.decisions, many.decisions)


def test_chance_repeats_with_the_agent_seed_and_only_with_it():
    seating, seeds = duplicate_seating([0, 1], 20, seed=1)
    players = agents(Chance, Chance)
    runs = [play_match(SETUP, players, seating, seeds, 7, agent_seed=s, record=range(40)) for s in (3, 3, 4)]
    played = [[run.actions[game].tolist() for game in range(40)] for run in runs]
    assert played[0] == played[1] != played[2]


def test_the_queue_plays_every_game_once_and_truncation_is_told():
    setup = connect_four.GAME.setup(max_decisions=9)
    seating = np.tile([0, 1], (30, 1))
    players = [Hash(setup), First(setup)]
    result = play_match(setup, players, seating, np.arange(30), tables=4)
    assert len(result) == 30
    assert (result.over == 1).all() or (result.decisions[result.over == 2] == 9).all()
    assert (result.decisions >= 7).all()
    cut = play_match(connect_four.GAME.setup(max_decisions=3), players, seating, np.arange(30), tables=4)
    assert cut.truncated.all()
    assert (cut.decisions == 3).all()
    assert not cut.returns.any()


def test_the_watcher_sees_every_decision_and_every_end():
    seen, ends = [], {}

    class Notes(Watcher):
        def decided(self, tables, rows, games, actions):
            assert (tables.masks[rows, actions] == 1).all()
            seen.extend(zip(games.tolist(), actions.tolist(), strict=True))

        def finished(self, tables, rows, games):
            assert not set(ends) & set(games.tolist())
            ends.update(zip(games.tolist(), tables.states["paid"][rows].tolist(), strict=True))

    seating, seeds = duplicate_seating([0, 1], 5, seed=2)
    result = play_match(SETUP, agents(Chance, First), seating, seeds, 4, record=range(10), watcher=Notes())
    assert len(seen) == result.decisions.sum()
    assert [ends[game] for game in range(10)] == result.returns.tolist()
    for game in range(10):
        assert [action for g, action in seen if g == game] == result.actions[game].tolist()


def test_recorded_games_become_replays():
    seating, seeds = duplicate_seating([0, 1], 2, seed=8)
    result = play_match(SETUP, agents(Chance, Hash), seating, seeds, record=[0, 3])
    assert sorted(result.actions) == [0, 3]
    for game, actions in result.actions.items():
        replay = Replay.of(SETUP, actions, seed=int(seeds[game]))
        assert replay.end == "terminated"
        assert replay.returns == result.returns[game].tolist()


def test_no_games_is_no_error():
    result = play_match(SETUP, agents(First), np.zeros((0, 2), int), np.zeros(0, int))
    assert len(result) == 0


@pytest.mark.parametrize(
    ("seating", "seeds", "words"),
    [
        (np.zeros((3, 3), int), np.zeros(3, int), "shape"),
        (np.zeros((3, 2), int), np.zeros(2, int), "seeds must be 3"),
        (np.full((3, 2), 2), np.zeros(3, int), "there are 2"),
        (np.full((3, 2), -1), np.zeros(3, int), "there are 2"),
        (np.zeros((3, 2)), np.zeros(3, int), "integers"),
        (np.zeros((3, 2), int), np.full(3, -4), "negative"),
    ],
)
def test_bad_matches_are_refused(seating, seeds, words):
    with pytest.raises(OptionError, match=words):
        play_match(SETUP, agents(First, Hash), seating, seeds)


def test_agents_that_misbehave_are_named():
    class Short(Agent):
        def act(self, view):
            return np.zeros(len(view) + 1, np.int64)

    class Outside(Agent):
        def act(self, view):
            return np.full(len(view), 7)

    seating, seeds = duplicate_seating([0, 1], 2, seed=2)
    with pytest.raises(IllegalActionError, match=r"agent 1 \(Short\)"):
        play_match(SETUP, [First(SETUP), Short(SETUP)], seating, seeds)
    with pytest.raises(IllegalActionError, match="out of range"):
        play_match(SETUP, [First(SETUP), Outside(SETUP)], seating, seeds)


@given(seats=st.integers(2, 10), deals=st.integers(1, 5), data=st.data())
def test_duplicates_turn_everybody_through_every_seat_of_the_same_deal(seats, deals, data):
    lineup = data.draw(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
    seating, seeds = duplicate_seating(lineup, deals, seed=9)
    assert seating.shape == (deals * seats, seats)
    by_deal = seeds.reshape(deals, seats)
    assert (by_deal == by_deal[:, :1]).all()
    assert len(np.unique(by_deal[:, 0])) == deals
    for games in seating.reshape(deals, seats, seats):
        for seat in range(seats):
            assert sorted(games[:, seat]) == sorted(lineup)
        assert {tuple(game) for game in games} == {tuple(np.roll(lineup, r)) for r in range(seats)}


def test_more_deals_only_append():
    assert deal_seeds(4, 50)[:20].tolist() == deal_seeds(4, 20).tolist()
    assert deal_seeds(4, 5).tolist() != deal_seeds(5, 5).tolist()
    assert len(deal_seeds(4, 0)) == 0


def test_wins():
    table = np.array([[1, -1], [0, 0], [-2, 5]], np.float32)
    assert wins(table).tolist() == [[1, 0], [0.5, 0.5], [0, 1]]
    teams = np.array([[1, 1, -1, -1, -1], [3, 0, 0, -1, -2]], np.float32)
    assert wins(teams).tolist() == [[1, 1, 0, 0, 0], [1, 0, 0, 0, 0]]
    assert wins(np.array([[1, 1], [-1, -1], [0, 0]], np.float32), cooperative=True).tolist() == [
        [1, 1],
        [0, 0],
        [0.5, 0.5],
    ]


def test_a_co_operative_game_that_is_lost_by_all_is_not_drawn():
    setup = get_game("great_machine_coop").setup(num_players=2)
    result = play_match(setup, [Hash(setup)], np.zeros((4, setup.num_seats), int), np.arange(4))
    assert result.cooperative and (result.returns < 0).all()
    assert result.score(0) == 0 == MatchResult.joined([result, result]).wins().sum()


@pytest.mark.parametrize("seats", [3, 5])
def test_games_of_many_seats_with_seats_that_drop_out(seats):
    setup = treasure.GAME.setup(num_players=seats)
    seating, seeds = duplicate_seating([0, *[1] * (seats - 1)], 6, seed=3)
    players = [Chance(setup, 1), Hash(setup)]
    gone = []

    class Notes(Watcher):
        def decided(self, tables, rows, games, actions):
            states = tables.states[rows]
            assert not (states["gone"] >> states["seat"].astype(np.uint16) & 1).any()

        def finished(self, tables, rows, games):
            gone.extend(tables.states["gone"][rows].tolist())

    result = play_match(setup, players, seating, seeds, tables=5, watcher=Notes())
    assert len(gone) == len(result) == 6 * seats
    assert any(gone)
    assert (result.over > 0).all()
    assert np.isfinite(result.returns).all()


@given(number=st.integers(2, 5), games=st.integers(1, 90), seed=st.integers(0, 9))
def test_every_pair_plays_the_same_deals_from_both_seats(number, games, seed):
    plan = schedule(number, 2, games, seed)
    deals = -(-games // 2)
    for pair in itertools.permutations(range(number), 2):
        those = (plan.seating == pair).all(axis=1)
        assert sorted(plan.deals[those]) == list(range(deals))
        assert (plan.seeds[those] == deal_seeds(seed, deals)[plan.deals[those]]).all()
    assert len(plan) == 2 * deals * number * (number - 1) // 2
    assert np.bincount(plan.chunks).max() <= 2 * CHUNK_DEALS


@given(number=st.integers(2, 8), seats=st.integers(3, 7), deals=st.integers(1, 40), seed=st.integers(0, 5))
def test_mixed_tables_give_everybody_every_seat_equally_often(number, seats, deals, seed):
    lineups = mixed_lineups(number, seats, deals, seed)
    counts = np.bincount(lineups.ravel(), minlength=number)
    assert counts.max() - counts.min() <= 1
    for lineup in lineups:
        at_table = np.bincount(lineup, minlength=number)
        assert at_table.max() - at_table.min() <= 1
    plan = schedule(number, seats, deals * seats, seed)
    for seat in range(seats):
        assert (np.bincount(plan.seating[:, seat], minlength=number) == counts).all()


@pytest.mark.parametrize(("number", "games"), [(1, 10), (0, 10), (2, 0)])
def test_impossible_arenas_are_refused(number, games):
    with pytest.raises(OptionError, match="at least"):
        schedule(number, 2, games, 0)


def test_an_arena_keeps_its_books(tmp_path):
    arena = Arena(SETUP, PLAIN, games=40, seed=2)
    seen = []
    arena.run(1, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (120, 120)
    assert arena.done.all()
    direct = play_match(SETUP, agents(First, Hash), *duplicate_seating([0, 1], 20, seed=2))
    one, other = PLAIN[:2]
    assert arena.against(one, other).mean == pytest.approx(direct.score(0))
    assert arena.against(one, other).mean + arena.against(other, one).mean == pytest.approx(1)
    standings = {standing.agent: standing for standing in arena.standings()}
    assert set(standings) == set(PLAIN)
    for agent, standing in standings.items():
        assert standing.games == 80
        means = [arena.against(agent, rival).mean for rival in PLAIN if rival != agent]
        assert standing.win_rate.mean == pytest.approx(np.mean(means))
    assert sum(2 * s.win_rate.mean - 1 for s in standings.values()) == pytest.approx(0)
    found = json.loads(as_json(arena))
    assert found["games_done"] == found["games"] == 120
    assert [s["agent"] for s in found["standings"]] == [s.agent for s in arena.standings()]
    rows = list(csv.DictReader(io.StringIO(as_csv(arena))))
    assert [float(row["win_rate"]) for row in rows] == [s.win_rate.mean for s in arena.standings()]
    text = as_markdown(arena)
    for standing in arena.standings():
        assert f"| {standing.agent} |" in text and f"{100 * standing.win_rate.mean:.1f} %" in text
    for ending in ("png", "svg"):
        save_figure(arena_figure(arena), tmp_path / f"plot.{ending}")
        assert (tmp_path / f"plot.{ending}").stat().st_size > 1000
    with pytest.raises(OptionError, match=r"\.png"):
        save_figure(arena_figure(arena), tmp_path / "plot.exe")
    assert not list(tmp_path.glob("*.tmp*"))


def test_an_interrupted_arena_says_how_many_games_were_to_be_played():
    def stop(done, total):
        raise KeyboardInterrupt

    arena = Arena(SETUP, PLAIN[:2], games=400, seed=2)
    with pytest.raises(KeyboardInterrupt):
        arena.run(1, stop)
    assert f"\n{arena.done.sum()} of 400 games, " in as_markdown(arena)
    arena.run(1)
    assert "\n400 games, " in as_markdown(arena)


def test_an_arena_of_many_seats():
    setup = treasure.GAME.setup(num_players=4)
    arena = Arena(setup, [*PLAIN, "search:simulations=5"], games=32, seed=1)
    arena.run(1)
    standings = arena.standings()
    assert [s.games for s in standings] == [32] * 4
    won = wins(arena.returns)
    for standing in standings:
        number = arena.agents.index(standing.agent)
        assert standing.win_rate.mean == pytest.approx(won[arena.plan.seating == number].mean())
    ahead = sum(arena.against(a, b).mean for a, b in itertools.permutations(arena.agents, 2))
    assert ahead == pytest.approx(6)


@pytest.mark.parametrize(
    ("specs", "words"),
    [
        (["random", "random"], "different"),
        (["random"], "at least 2"),
        (["random", "human"], "human"),
        (["random", "nobody"], "nobody"),
        (["random", "search:simulations=0"], "simulations"),
    ],
)
def test_agents_that_cannot_take_part_are_refused(specs, words):
    with pytest.raises(OptionError, match=words):
        Arena(SETUP, specs, games=2)


CHANCY = ["random", "search:simulations=20"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The games file of an arena that nothing disturbed, played in one process."""
    folder = tmp_path_factory.mktemp("whole")
    arena = Arena(SETUP, CHANCY, games=128, seed=4, folder=folder)
    arena.run(1)
    return (folder / "games.csv").read_text()


def test_processes_do_not_change_a_game(whole, tmp_path):
    arena = Arena(SETUP, CHANCY, games=128, seed=4, folder=tmp_path)
    arena.run(2)
    assert (tmp_path / "games.csv").read_text() == whole


@pytest.mark.parametrize("cut", [0, 10, 400, 2000, 2001, 2002, -3, -1])
def test_a_games_file_that_was_cut_anywhere_is_completed(whole, tmp_path, cut):
    first = Arena(SETUP, CHANCY, games=128, seed=4, folder=tmp_path)
    (tmp_path / "games.csv").write_text(whole[:cut])
    again = Arena(SETUP, CHANCY, games=128, seed=4, folder=tmp_path)
    assert not again.done.all(), "a last line without its end may look whole"
    assert again.done.sum() % (2 * CHUNK_DEALS) == 0
    assert again.done.sum() >= whole[:cut].count("\n") - 1 - 2 * CHUNK_DEALS
    again.run(1)
    assert (tmp_path / "games.csv").read_text() == whole
    assert not first.done.any()


def test_a_kill_inside_a_letter_and_numbers_that_do_not_fit_cost_only_their_games(whole, tmp_path):
    Arena(SETUP, CHANCY, games=128, seed=4, folder=tmp_path)
    lines = whole.splitlines(keepends=True)
    wild = [lines[1].rsplit(",", 2)[0] + f",{number},1\n" for number in ("inf", "1e30", "nan")]
    half_a_letter = "17,8,müller".encode()[:7]
    (tmp_path / "games.csv").write_bytes("".join([lines[0], *wild, *lines[2:]]).encode() + half_a_letter)
    again = Arena(SETUP, CHANCY, games=128, seed=4, folder=tmp_path)
    assert 0 < again.done.sum() < 128
    again.run(1)
    assert (tmp_path / "games.csv").read_text() == whole


@pytest.mark.parametrize(
    "specs", [["random", "policy"], ["random", "search:network=policy,simulations=2"], ["random", "level:skilled"]]
)
def test_a_policy_shipped_since_is_another_arena(specs, tmp_path, monkeypatch):
    setup = get_game("cogdrive_neon").setup()
    Arena(setup, specs, games=2, folder=tmp_path)
    newer = tmp_path / "newer.zip"
    newer.write_bytes(shipped_policy(setup).read_bytes() + b"1")
    monkeypatch.setattr(arena_games, "policy_path", lambda setup, name: newer if name == "policy" else Path(name))
    with pytest.raises(OptionError, match="holds another arena, with agent_files"):
        Arena(setup, specs, games=2, folder=tmp_path)


@pytest.mark.parametrize("folder", ["lr=3", "12:30"])
@pytest.mark.parametrize("spec", ["policy:{}", "search:network={},simulations=2"])
def test_a_policy_that_has_changed_is_another_one_wherever_it_lies(folder, spec, tmp_path):
    setup = get_game("cogdrive_neon").setup()
    file = tmp_path / folder / "best.zip"
    file.parent.mkdir()
    file.write_bytes(shipped_policy(setup).read_bytes())
    specs = ["random", spec.format(file)]
    held = Arena(setup, specs, games=2, folder=tmp_path / "kept").describe()["agent_files"]
    assert list(held) == [str(file)], "not the policy that comes with the game as well"
    file.write_bytes(file.read_bytes() + b"1")
    with pytest.raises(OptionError, match="holds another arena, with agent_files"):
        Arena(setup, specs, games=2, folder=tmp_path / "kept")


def test_an_agent_of_ones_own_that_has_changed_is_another_one(tmp_path, monkeypatch):
    module = tmp_path / "an_agent_of_ones_own.py"
    module.write_text("from plain_agents import First\n\nclass Mine(First):\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    specs = ["random", "python:an_agent_of_ones_own:Mine"]
    Arena(SETUP, specs, games=2, folder=tmp_path / "kept")
    assert not Arena(SETUP, specs, games=2, folder=tmp_path / "kept").done.any()
    module.write_text(module.read_text() + "    more = 1\n")
    with pytest.raises(OptionError, match=r"holds another arena, with agent_files .*an_agent_of_ones_own:Mine"):
        Arena(SETUP, specs, games=2, folder=tmp_path / "kept")


def test_games_of_which_nothing_is_known_are_left_alone(whole, tmp_path):
    (tmp_path / "games.csv").write_text(whole)
    with pytest.raises(OptionError, match=r"games\.csv is there without an arena\.json .*; choose another folder"):
        Arena(SETUP, CHANCY, games=128, seed=4, folder=tmp_path)
    assert (tmp_path / "games.csv").read_text() == whole and not (tmp_path / "arena.json").exists()


def test_a_full_disk_loses_nothing_that_was_finished(whole, tmp_path, monkeypatch):
    arena = Arena(SETUP, CHANCY, games=128, seed=4, folder=tmp_path)
    calls = []

    def fsync(handle):
        calls.append(handle)
        if len(calls) > 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(arena_folder.os, "fsync", fsync)
        with pytest.raises(CogitableError, match=r"(?s)games\.csv.*No space left.*64 games"):
            arena.run(1)
    again = Arena(SETUP, CHANCY, games=128, seed=4, folder=tmp_path)
    assert again.done.sum() >= 64
    again.run(1)
    assert (tmp_path / "games.csv").read_text() == whole


def test_folders_that_cannot_be_used_are_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CogitableError, match="file"):
        Arena(SETUP, CHANCY, games=2, folder=tmp_path / "file" / "below")
    Arena(SETUP, CHANCY, games=2, folder=tmp_path / "one")
    with pytest.raises(OptionError, match=r"games 2 instead of 8; .*seed 0 instead of 1"):
        Arena(SETUP, CHANCY, games=8, seed=1, folder=tmp_path / "one")
    for damaged in ('{"game": "conn', "[]"):
        (tmp_path / "one" / "arena.json").write_text(damaged)
        with pytest.raises(OptionError, match="damaged"):
            Arena(SETUP, CHANCY, games=2, folder=tmp_path / "one")


def start_arena(folder: Path) -> subprocess.Popen:
    paths = [str(Path(connect_four.__file__).parent), str(Path(__file__).parents[1] / "games")]
    command = "from cogitable.training.cli import main; main()"
    args = ["arena", "connect_four", "--agents", "random", "search:simulations=400", "--games", "1600"]
    args += ["--seed", "4", "--processes", "2", "--out", str(folder)]
    return subprocess.Popen(
        [sys.executable, "-c", command, *args],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(condition, seconds: float = 120) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def games_written(folder: Path) -> int:
    path = folder / "games.csv"
    return path.read_text().count("\n") - 1 if path.exists() else 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
def test_a_killed_arena_goes_on_and_leaves_no_process_behind(tmp_path):
    process = start_arena(tmp_path)
    assert wait_for(lambda: games_written(tmp_path) > 0), process.communicate(timeout=5)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    workers = children.read_text().split() if children.exists() else []
    assert workers or not children.exists()
    process.kill()
    process.communicate(timeout=30)
    kept = games_written(tmp_path)
    assert 0 < kept < 1600
    assert wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), 30)
    again = Arena(SETUP, ["random", "search:simulations=400"], games=1600, seed=4, folder=tmp_path)
    assert again.done.sum() == kept // (2 * CHUNK_DEALS) * 2 * CHUNK_DEALS
    fresh = Arena(SETUP, ["random", "search:simulations=400"], games=1600, seed=4)
    some = int(fresh.plan.chunks[np.flatnonzero(again.done)[0]])
    result = run_chunk(fresh, some)
    assert np.array_equal(result.returns, again.returns[again.plan.chunks == some])
    assert np.array_equal(result.decisions, again.decisions[again.plan.chunks == some])


def run_chunk(arena: Arena, number: int):
    from cogitable.training.measure.arena.arena import ChunkPlayer

    games = arena.plan.chunks == number
    player = ChunkPlayer(arena.setup, arena.agents, arena.seed)
    return player((number, arena.plan.seating[games], arena.plan.seeds[games]))[1]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
def test_ctrl_c_ends_an_arena_cleanly(tmp_path):
    process = start_arena(tmp_path)
    assert wait_for(lambda: games_written(tmp_path) > 0), process.communicate(timeout=5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "kept" in err
    assert "search:simulations=400" in out
    assert json.loads((tmp_path / "results.json").read_text())["games_done"] == games_written(tmp_path)
