"""Games as data sets: an episode a seat, all of it there, and never half a folder."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from games import treasure
from typer.testing import CliRunner

import connect_four
from cogitable.envs.table import CogitableError, OptionError
from cogitable.envs.table.faces.aec import raw_env
from cogitable.envs.table.files.atomic import filling_folder
from cogitable.envs.table.game import TERMINATED, TRUNCATED
from cogitable.training.cli import app
from cogitable.training.measure import record as recording
from cogitable.training.measure.episodes import play_episodes
from cogitable.training.measure.match import deal_seeds

SETUP = connect_four.GAME.setup()


def agents(*specs):
    from cogitable.agents.factory import make_agent

    return [make_agent(spec, SETUP, 0) for spec in specs]


def play_through(game, seats, **options):
    """Play a game again from the episodes of its seats and compare everything that they hold.

    Returns how the game ended, and who had left it by then.
    """
    env = raw_env(game, **options)
    env.reset(seats[0].seed)
    assert all(one.seed == seats[0].seed for one in seats)
    found = [(int(decision), one, step) for one in seats for step, decision in enumerate(one.decisions[:-1])]
    turns = sorted(found, key=lambda turn: turn[0])
    assert [decision for decision, *_ in turns] == list(range(len(turns)))
    for _, one, step in turns:
        agent = f"player_{one.seat}"
        sees = env.observe(agent)
        assert env.agent_selection == agent
        assert np.array_equal(sees["observation"], one.observations[step])
        assert np.array_equal(sees["action_mask"], one.masks[step]) and one.masks[step][one.actions[step]]
        env.step(int(one.actions[step]))
        while not env.states["over"][0] and env.terminations[env.agent_selection]:
            env.step(None)  # somebody who is out of the game steps out
    assert env.states["over"][0]
    for one in seats:
        assert one.rewards.sum() == pytest.approx(env.states["paid"][0, one.seat])
        assert np.array_equal(env.observe(f"player_{one.seat}")["observation"], one.observations[-1])
        assert not one.masks[-1].any() and one.decisions[-1] == len(turns)
    over, left = int(env.states["over"][0]), [bool(env.states["gone"][0] >> one.seat & 1) for one in seats]
    assert [one.terminated for one in seats] == [over == TERMINATED or gone for gone in left]
    return over, left


SHORT = {"num_players": 5, "max_decisions": 14, "lives": 1}


@pytest.mark.parametrize(
    ("game", "options"),
    [(connect_four.GAME, {}), (treasure.GAME, {}), (treasure.GAME, SHORT)],
    ids=["connect_four", "treasure", "cut off"],
)
def test_episodes_are_the_game_seat_by_seat(game, options):
    """Of a game that was cut off, episodes of seats that had left it are terminated, the others are not."""
    from cogitable.agents.random_agent import RandomAgent

    setup, seeds = game.setup(**options), deal_seeds(3, 60)
    seating = np.zeros((60, setup.num_seats), np.int64)
    found = play_episodes(setup, [RandomAgent(setup)], seating, seeds, [1], first=10)
    games = {one.game for one in found}
    assert games <= set(range(10, 70)) and games
    ends = [play_through(game, [one for one in found if one.game == number], **options) for number in games]
    if options:
        assert {(over, gone) for over, left in ends for gone in left} >= {(TRUNCATED, True), (TRUNCATED, False)}


def test_a_data_set_is_read_back_and_played_through(tmp_path):
    minari = pytest.importorskip("minari")
    specs = ["random", "python:plain_agents:First"]
    recording.record(SETUP, specs, 6, tmp_path / "new", seed=5, processes=1)
    data = minari.MinariDataset(tmp_path / "new")
    assert data.total_episodes == 12
    told = data.storage.metadata
    assert (told["agents"], told["seed"], told["games"], told["game"]) == (specs, 5, 6, "connect_four")
    assert data.observation_space["action_mask"].shape == (7,) and data.action_space.n == 7
    metadata = list(data.storage.get_episode_metadata(range(12)))
    seeds = deal_seeds(5, 6)
    for one, meta in zip(data.iterate_episodes(), metadata, strict=True):
        assert meta["seed"] == seeds[meta["game"]]
        assert meta["agent"] == specs[(meta["seat"] - meta["game"]) % 2]
        assert one.terminations[-1] and not one.truncations.any() and not one.terminations[:-1].any()
        assert one.rewards.sum() == meta["return"]
        assert (one.infos["seat"] == meta["seat"]).all()
        env = raw_env(connect_four.GAME)
        env.reset(seed=meta["seed"])
        twins = [n for n, other in enumerate(metadata) if other["game"] == meta["game"]]
        moves = [
            (decision, episode, step)
            for episode in data.iterate_episodes(twins)
            for step, decision in enumerate(episode.infos["decision"][:-1])
        ]
        for _, episode, step in sorted(moves, key=lambda move: move[0]):
            sees = env.last()[0]
            for name, value in sees.items():
                assert np.array_equal(value, episode.observations[name][step])
            env.step(int(episode.actions[step]))
        assert env.states["over"][0]
    assert len(list(data.sample_episodes(3))) == 3


def test_what_agents_thought_that_look_ahead_is_kept_where_it_is_wanted(tmp_path):
    minari = pytest.importorskip("minari")
    specs = ["search:simulations=12", "random"]
    recording.record(SETUP, specs, 3, tmp_path / "plain", seed=2, processes=1)
    recording.record(SETUP, specs, 3, tmp_path / "new", seed=2, processes=1, shares=True)
    plain, data = (minari.MinariDataset(tmp_path / name) for name in ("plain", "new"))
    for before, one, meta in zip(
        plain.iterate_episodes(), data.iterate_episodes(), data.storage.get_episode_metadata(range(6)), strict=True
    ):
        assert np.array_equal(before.actions, one.actions) and "shares" not in before.infos  # play is the same
        assert ("shares" in one.infos) == (meta["agent"] == specs[0])
        if "shares" in one.infos:
            tried, masks = one.infos["shares"], one.observations["action_mask"]
            assert tried.shape == masks.shape and not tried[masks == 0].any() and not tried[-1].any()
            assert tried[:-1].sum(axis=1) == pytest.approx(1.0)
            assert (tried[np.arange(len(one.actions)), one.actions] == tried[:-1].max(axis=1)).all()


@pytest.mark.long
def test_processes_do_not_change_a_data_set(tmp_path):
    minari = pytest.importorskip("minari")
    for number in (1, 2):
        recording.record(SETUP, ["random"], 70, tmp_path / str(number), seed=1, processes=number)
    one, two = (minari.MinariDataset(tmp_path / str(number)) for number in (1, 2))
    for first, second in zip(one.iterate_episodes(), two.iterate_episodes(), strict=True):
        assert np.array_equal(first.actions, second.actions) and np.array_equal(first.rewards, second.rewards)
        assert np.array_equal(first.observations["observation"], second.observations["observation"])


def test_it_refuses_what_it_would_overwrite_and_what_does_not_fit(tmp_path):
    pytest.importorskip("minari")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    with pytest.raises(OptionError, match="holds something already"):
        recording.record(SETUP, ["random"], 2, tmp_path / "full")
    with pytest.raises(CogitableError, match="no such folder"):
        recording.record(SETUP, ["random"], 2, tmp_path / "not" / "there")
    with pytest.raises(OptionError, match="3 agents given; give 1, or one for each of 2 seats"):
        recording.record(SETUP, ["random"] * 3, 2, tmp_path / "new")
    with pytest.raises(OptionError, match="human cannot take part"):
        recording.record(SETUP, ["human"], 2, tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["full"]


def test_a_recording_that_is_stopped_leaves_nothing(tmp_path):
    pytest.importorskip("minari")

    def stop(done, games):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        recording.record(SETUP, ["random"], 70, tmp_path / "new", processes=1, on_chunk=stop)
    assert not list(tmp_path.iterdir())


def test_a_folder_is_filled_or_not_there(tmp_path):
    (tmp_path / "empty").mkdir()
    for name in ("new", "empty"):
        with filling_folder(tmp_path / name) as folder:
            (folder / "file").write_text("x")
            assert not (tmp_path / name / "file").exists()
        assert (tmp_path / name / "file").read_text() == "x"
    with pytest.raises(ValueError, match="no"), filling_folder(tmp_path / "third") as folder:
        raise ValueError("no")
    with pytest.raises(OptionError), filling_folder(tmp_path / "new" / "file"):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "new"]
    (tmp_path / "usual").mkdir()
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_the_command(tmp_path):
    pytest.importorskip("minari")
    words = ["record", "connect_four", "--agents", "random", "python:plain_agents:First", "--games", "2"]
    result = CliRunner().invoke(app, [*words, "--processes", "1", "--out", str(tmp_path / "data")])
    assert result.exit_code == 0, result.output
    assert json.loads((tmp_path / "data" / "metadata.json").read_text())["total_episodes"] == 4
    again = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "data")])
    assert again.exit_code == 2 and "holds something already" in again.output


def test_without_the_extra_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "minari", None)
    with pytest.raises(OptionError, match=r"pip install 'cogitable\[data\]'"):
        recording.record(SETUP, ["random"], 2, tmp_path / "new")
