"""Copies, pickles, save files and replays: the same future everywhere, and a clear word about every damaged file."""

from __future__ import annotations

import copy
import errno
import json
import os
import pickle
from pathlib import Path

import numpy as np
import pytest
from game_cases import each_game, games_often
from games import kuhn_poker, treasure
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st

import connect_four
from cogitable.envs import cogdrive_neon
from cogitable.envs.table import OptionError, ReplayError, SaveFileError
from cogitable.envs.table.faces import aec
from cogitable.envs.table.files import packing, save
from cogitable.envs.table.files.atomic import write_atomically
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.log import Log


def choose(env, rng) -> int | None:
    observation, _, terminated, truncated, _ = env.last()
    return None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"])))


def play(env, rng, decisions: int) -> None:
    for _ in range(decisions):
        if not env.agents:
            env.reset()
        env.step(choose(env, rng))


def told(env) -> list:
    """Return everything that an environment tells at this moment."""
    values = (env.rewards, env._cumulative_rewards, env.terminations, env.truncations)
    observations = [env.observe(agent) for agent in env.possible_agents]
    return [
        list(env.agents),
        env.agent_selection,
        *({**value} for value in values),
        [(o["observation"].tobytes(), o["action_mask"].tobytes()) for o in observations],
        env.state().tobytes(),
        packing.pack(env.states),
        [*env.actions],
        env.illegal_action,
        env.seed,
        env.generator,
    ]


def future(env, decisions: int = 80) -> list:
    """Play on, over ends and new deals without a seed, and return all that is told on the way."""
    rng, story = np.random.default_rng(1), [told(env)]
    for _ in range(decisions):
        if env.agents:
            env.step(choose(env, rng))
        else:
            env.reset()
        story.append(told(env))
    infos = {who: ([*info["events"]], info["action_mask"].tobytes()) for who, info in env.infos.items()}
    return [*story, env.log(), infos]


def twins(env, folder: Path):
    env.save(folder / "table.json")
    return copy.deepcopy(env), pickle.loads(pickle.dumps(env)), type(env).load(folder / "table.json")


# --- copies


@games_often
@each_game
@given(seed=st.integers(0, 2**32), decisions=st.integers(0, 120), illegal=st.booleans())
@examples(6)
def test_a_copy_of_any_kind_has_the_identical_future(game, options, tmp_path_factory, seed, decisions, illegal):
    env, rng = aec.env(game, **options, render_mode="ansi", illegal_reward=-0.5), np.random.default_rng(seed)
    env.reset(seed=seed)
    play(env, rng, decisions)
    wrong = np.flatnonzero(env.last()[0]["action_mask"] == 0) if env.agents else []
    if illegal and len(wrong) and not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
        env.step(int(wrong[0]))
        assert env.illegal_action == wrong[0]
    copies = twins(env, tmp_path_factory.mktemp("save"))
    before = told(env)
    expected = future(copies[0])
    assert told(env) == before, "playing a copy has changed the original"
    for other in (*copies[1:], env):
        assert future(other) == expected


def test_seats_that_have_left_and_dead_steps_survive_copying(tmp_path):
    seen_left = seen_dead = 0
    for seed in range(12):
        env, rng = aec.env(treasure.GAME, num_players=4, lives=1), np.random.default_rng(seed)
        env.reset(seed=seed)
        while env.agents:
            dead = env.terminations[env.agent_selection]
            if len(env.agents) < 4 or dead:
                seen_left += not dead
                seen_dead += dead
                copies = twins(env, tmp_path)
                story = [future(twin, 25) for twin in copies]
                assert story[0] == story[1] == story[2]
            env.step(choose(env, rng))
    assert seen_left > 10
    assert seen_dead > 10


def test_an_environment_before_its_first_reset_can_be_copied(tmp_path):
    for twin in twins(aec.raw_env(kuhn_poker.GAME, num_players=3), tmp_path):
        with pytest.raises(AttributeError, match="before reset"):
            twin.agents  # noqa: B018
        twin.reset(seed=2)
        assert len(twin.agents) == 3
        assert twin.illegal == "raise"


def test_copies_share_the_setup_but_no_array_and_no_generator_of_a_space():
    env = aec.env(connect_four.GAME)
    env.reset(seed=1)
    env.action_space("player_0").seed(3)
    twin = copy.deepcopy(env)
    assert twin.setup is env.setup
    for name, value in vars(env).items():
        if isinstance(value, np.ndarray) and name != "_record":
            assert not np.shares_memory(value, getattr(twin, name)), name
    assert twin.states is twin._table
    draws = [[e.action_space("player_0").sample() for _ in range(20)] for e in (env, twin)]
    assert draws[0] == draws[1]


def test_a_loaded_table_can_be_shown_otherwise(tmp_path):
    env = aec.env(connect_four.GAME)
    env.reset(seed=1)
    env.save(tmp_path / "t.json")
    loaded = aec.TableEnv.load(tmp_path / "t.json", connect_four.GAME, render_mode="ansi", render_seat="all")
    assert loaded.render() == env.setup.text(env.states, None)
    with pytest.raises(OptionError, match="unknown option 'seed'; options of the environment are render_mode"):
        aec.TableEnv.load(tmp_path / "t.json", seed=3)
    with pytest.raises(OptionError, match="render_mode is 'smell'"):
        aec.TableEnv.load(tmp_path / "t.json", render_mode="smell")


# --- damaged save files


@pytest.fixture
def saved(tmp_path) -> Path:
    env = aec.env(treasure.GAME)
    env.reset(seed=5)
    play(env, np.random.default_rng(5), 7)
    return env.save(tmp_path / "table.json")


def edit(path: Path, **changes) -> None:
    """Change entries of a save file and make its checksum right again."""
    content = json.loads(path.read_text())
    content.update(changes)
    content.pop("checksum")
    path.write_text(json.dumps({**content, "checksum": save.checksum(content)}))


def test_a_save_file_cut_off_anywhere_is_refused(saved):
    whole = saved.read_bytes()
    for length in [*range(0, len(whole) - 1, 37), len(whole) - 2]:
        saved.write_bytes(whole[:length])
        with pytest.raises(SaveFileError, match=r"table\.json: truncated, or not a save file"):
            aec.TableEnv.load(saved)


def test_a_changed_save_file_is_refused(saved):
    text = saved.read_text()
    for old, new in (('"lives": 2', '"lives": 3'), ('"seed": 5', '"seed": 6'), ('"checksum"', '"check"')):
        assert old in text
        saved.write_text(text.replace(old, new))
        with pytest.raises(SaveFileError, match="checksum does not fit"):
            aec.TableEnv.load(saved)


@pytest.mark.parametrize(
    "content", ["{}", "[]", "3", '"text"', '{"format": "cogitable-replay"}', "\x00\x01", "[" * 99999]
)
def test_another_file_is_no_save_file(saved, content):
    saved.write_text(content)
    with pytest.raises(SaveFileError, match="not a save file"):
        aec.TableEnv.load(saved)


def test_a_file_that_is_no_text_is_no_save_file(saved):
    saved.write_bytes(bytes(range(256)))
    with pytest.raises(SaveFileError, match="line 2: the file is not UTF-8 text"):
        aec.TableEnv.load(saved)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format_version": 2}, "save file of format version 2; this program reads version 1"),
        ({"game_version": 3}, "of version 3 of Treasure; this is version 0"),
        ({"game": "chess"}, "of the game 'chess', which is not what 'games.treasure' holds"),
        ({"game_module": "no_such_module"}, "module 'no_such_module', which is not the library's and has not been"),
        ({"game_module": "json"}, "of the game 'treasure', which is not what 'json' holds"),
        ({"game_module": ""}, "of the module '', which is not the library's"),
        ({"game": "nim", "game_module": "cogitable.envs.nim"}, "'nim', which this version of the library does not"),
        ({"options": {"num_players": 99}}, "options are refused: Treasure: option 'num_players' is 99"),
        ({"options": {"dice": 2}}, "options are refused: Treasure: unknown option 'dice'"),
        ({"fields": [["rng", "<u4", [4]]]}, "STATE record is not the one of Treasure here: 'seat' is missing"),
        ({"state": "AAAA"}, "the state is damaged: 3 bytes"),
        ({"state": ""}, "the state is damaged: 0 bytes"),
        ({"state": "%%%%"}, "the state is damaged: not base64"),
        ({"state": 7}, "damaged: state: "),
        ({"episode": {}}, "damaged: episode.seed: is missing"),
        ({"surprise": 1}, "damaged: surprise: is unknown"),
    ],
)
def test_a_save_file_of_something_else_says_of_what(saved, changes, message):
    edit(saved, **changes)
    with pytest.raises(SaveFileError) as caught:
        aec.TableEnv.load(saved)
    assert message in str(caught.value)
    assert str(saved) in str(caught.value)


def test_a_file_makes_nothing_run(saved, tmp_path, monkeypatch):
    """A file from a stranger names a module; it must not be imported."""
    (tmp_path / "strangers.py").write_text("raise SystemExit('it runs')\n")
    monkeypatch.syspath_prepend(tmp_path)
    edit(saved, game_module="strangers")
    with pytest.raises(SaveFileError, match="module 'strangers', which is not the library's and has not been imported"):
        aec.TableEnv.load(saved)


def test_a_record_with_another_field_is_described(saved):
    fields = json.loads(saved.read_text())["fields"]
    fields[-1][1] = "<i8"
    edit(saved, fields=[*fields, ["luck", "|i1", []]])
    with pytest.raises(SaveFileError, match=r"'luck' is unknown; 'digs' is \['<i8', \[\]\], not \['\|i1', \[\]\]"):
        aec.TableEnv.load(saved)


def test_the_wanted_game_can_be_insisted_on(saved):
    assert aec.TableEnv.load(saved, treasure.GAME).setup.game is treasure.GAME
    with pytest.raises(SaveFileError, match="of the game 'treasure', not 'kuhn_poker'"):
        aec.TableEnv.load(saved, kuhn_poker.GAME)


def test_a_missing_file_is_an_os_error(tmp_path):
    for load in (aec.TableEnv.load, Replay.load):
        with pytest.raises(FileNotFoundError):
            load(tmp_path / "none.json")


# --- writing


def test_a_full_disk_leaves_the_old_file_and_nothing_else(saved, monkeypatch):
    old = saved.read_bytes()

    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    env = aec.TableEnv.load(saved)
    env.step(choose(env, np.random.default_rng(0)))
    monkeypatch.setattr(os, "fsync", full)
    for write in (env.save, Replay.record(env).save):
        with pytest.raises(OSError, match="No space left"):
            write(saved)
    assert saved.read_bytes() == old
    assert list(saved.parent.iterdir()) == [saved]


def test_a_folder_that_is_not_there_is_an_os_error(tmp_path):
    env = aec.env(connect_four.GAME)
    env.reset()
    with pytest.raises(FileNotFoundError):
        env.save(tmp_path / "none" / "table.json")


def test_written_files_have_the_permissions_of_ordinary_ones(tmp_path):
    ordinary = tmp_path / "ordinary"
    ordinary.write_text("")
    new = write_atomically(tmp_path / "new", "text\n")
    assert new.stat().st_mode == ordinary.stat().st_mode
    new.chmod(0o640)
    write_atomically(new, b"bytes")
    assert (new.read_bytes(), new.stat().st_mode & 0o777) == (b"bytes", 0o640)


def test_packed_states_do_not_depend_on_padding():
    dtype = np.dtype([("a", np.int8), ("b", np.float64, (2,)), ("c", [("d", np.int8), ("e", ">u4")], (2,))], align=True)
    packed = packing.packed_dtype(dtype)
    assert packed.itemsize == 1 + 16 + 2 * 5
    clean, dirty = np.zeros(2, dtype), np.frombuffer(b"\xff" * 2 * dtype.itemsize, dtype).copy()
    for name in ("a", "b"):
        clean[name] = dirty[name] = 3
    for name in ("d", "e"):
        clean["c"][name] = dirty["c"][name] = 5
    assert packing.pack(clean) == packing.pack(dirty)
    assert packing.digest(clean) == packing.digest(dirty)
    np.testing.assert_array_equal(packing.from_text(packing.to_text(clean), dtype), clean)
    clean["c"]["e"][1, 1] = 6
    assert packing.digest(clean) != packing.digest(dirty)


# --- replays


def recorded(game, seed: int, decisions: int, **options):
    env, rng = aec.env(game, **options), np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(decisions):
        if env.agents:
            env.step(choose(env, rng))
    return env


@games_often
@each_game
@given(seed=st.integers(0, 2**32), decisions=st.integers(0, 400))
@examples(6)
def test_a_replay_goes_through_a_file_and_plays_to_the_identical_end(game, options, tmp_path_factory, seed, decisions):
    env = recorded(game, seed, decisions, **options)
    players = [f"p{seat}" for seat in range(env.setup.num_seats)]
    path = Replay.record(env, players=players).save(tmp_path_factory.mktemp("replay") / "game.json")
    replay = Replay.load(path)
    assert (replay.seed, replay.players, replay.game) == (seed, players, game.name)
    assert [step.action for step in replay.steps] == env.actions
    assert [step.name for step in replay.steps] == [env.setup.action_names[action] for action in env.actions]
    positions = list(replay.play())
    assert [position.action for position in positions] == [*env.actions, None]
    assert [position.seat for position in positions[:-1]] == [int(p.states["seat"][0]) for p in positions[:-1]]
    assert packing.pack(positions[-1].states) == packing.pack(env.states)
    assert replay.end == ("running", "terminated", "truncated")[env.states["over"][0]]
    assert replay.returns == env.states["paid"][0, : env.setup.num_seats].tolist()
    assert packing.pack(list(Replay.of(env.setup, env.actions, seed=seed).play())[-1].states) == packing.pack(
        env.states
    )
    assert path.read_text().count("\n") < len(env.actions) + 60  # a decision is one line


def test_the_positions_of_a_replay_are_the_callers_own():
    replay = Replay.record(recorded(connect_four.GAME, 1, 9))
    positions = []
    for position in replay.play():
        positions.append(position.states.copy())
        position.states[:] = np.zeros_like(position.states)
    assert len({states.tobytes() for states in positions}) == 10


def test_a_game_dealt_without_a_seed_of_its_own_can_be_replayed():
    env, rng = aec.env(kuhn_poker.GAME), np.random.default_rng(0)
    for seeded in (False, True):
        env.reset(seed=5 if seeded else None)
        for _ in range(3):
            play(env, rng, 2)
            env.reset()
        play(env, rng, 2)
        replay = Replay.record(env)
        assert replay.seed is None
        assert packing.pack(list(replay.play())[-1].states) == packing.pack(env.states)


def test_an_illegal_end_is_part_of_the_replay():
    env = aec.env(connect_four.GAME, illegal_reward=-3)
    env.reset(seed=0)
    for _ in range(7):
        env.step(4)
    replay = Replay.record(env)
    assert replay.illegal.model_dump() == {"seat": 0, "action": 4, "name": "column 4", "reward": -3.0}
    assert (replay.returns, replay.end, len(replay.steps)) == ([-3.0, 0.0], "running", 6)
    assert len(list(replay.play())) == 7
    replay.illegal.action = 3
    with pytest.raises(ReplayError, match=r"decision 7: action 3 \(column 3\) is legal for seat 0"):
        list(replay.play())


def test_options_travel_with_the_replay(tmp_path):
    env = recorded(treasure.GAME, 3, 20, num_players=5, lives=1, dragons=2)
    Replay.record(env).save(tmp_path / "r.json")
    replay = Replay.load(tmp_path / "r.json")
    assert replay.setup().options == env.setup.options
    assert packing.pack(list(replay.play())[-1].states) == packing.pack(env.states)


def test_a_card_file_travels_with_the_replay_as_content(tmp_path):
    source = Path(cogdrive_neon.__file__).with_name("cards.toml")
    cards = tmp_path / "my_cards.toml"
    cards.write_bytes(source.read_bytes())
    env = recorded(cogdrive_neon.GAME, 3, 30, cards=str(cards))
    path = Replay.record(env).save(tmp_path / "r.json")
    table = env.save(tmp_path / "t.json")
    cards.unlink()
    assert "my_cards" not in path.read_text()
    assert packing.pack(list(Replay.load(path).play())[-1].states) == packing.pack(env.states)
    assert packing.pack(aec.TableEnv.load(table).states) == packing.pack(env.states)


@pytest.fixture
def replay() -> Replay:
    return Replay.record(recorded(treasure.GAME, 7, 12))


def diverges(replay: Replay, message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        list(replay.play())


def test_a_replay_says_at_which_decision_it_diverges(replay):
    assert len(list(replay.play())) == 13
    number = 8
    step = replay.steps[number]
    for change, message in (
        ({"digest": "0" * 16}, f"decision 9: after '{step.name}' by seat {step.seat} the table is not the recorded"),
        ({"action": (step.action + 1) % 2}, r"decision 9: "),
        ({"action": 99}, "decision 9: there is no action 99; the last one is 2"),
        ({"action": -1}, "decision 9: there is no action -1"),
        ({"seat": step.seat + 1}, f"decision 9: it is seat {step.seat}'s turn, not seat {step.seat + 1}'s"),
    ):
        other = replay.model_copy(deep=True)
        other.steps[number] = step.model_copy(update=change)
        diverges(other, message)
        positions = other.play()
        for known in (replay.dealt, *(s.digest for s in replay.steps[: number - 1])):  # up to there it plays
            assert packing.digest(next(positions).states) == known


def test_a_replay_whose_action_is_no_longer_legal_says_so(replay):
    first = replay.steps[0].model_copy(update={"action": treasure.Act.STOP})  # a seat must dig before it stops
    diverges(replay.model_copy(update={"steps": [first]}), r"decision 1: action 1 \(stop\) is not legal for seat 0")


def test_changed_rules_of_the_deal_are_found_at_once(replay):
    options = {**replay.options, "dragons": 3}
    diverges(replay.model_copy(update={"options": options}), "decision 1: the deal is not the recorded one")


def of_another_record(replay: Replay) -> Replay:
    """The same replay as written when STATE had other fields: its digests cannot be compared."""
    other = replay.model_copy(deep=True, update={"fields": "0" * 16, "dealt": "0" * 16})
    for step in other.steps:
        step.digest = "0" * 16
    return other


def test_a_replay_from_before_state_had_other_fields_plays_to_the_same_end(replay, monkeypatch):
    other = of_another_record(replay)
    assert [p.action for p in other.play()] == [p.action for p in replay.play()]
    oldest = other.model_copy(update={"fields": ""})  # files did not say what their digests were made of
    diverges(oldest, "the deal is not the recorded one")
    monkeypatch.setitem(vars(treasure.GAME), "upgrade", lambda setup, saved, state: None)
    assert len(list(oldest.play())) == 13


def test_without_digests_names_and_ends_are_held_to(replay):
    other = of_another_record(replay)
    other.steps[3].name = "sing"
    diverges(other, "decision 4: action . is '(dig|stop|peek)'; recorded is 'sing'")
    diverges(of_another_record(replay).model_copy(update={"returns": [9.0, 0.0, 0.0]}), "recorded is")


def test_a_changed_end_is_found(replay):
    diverges(replay.model_copy(update={"returns": [9.0, 0.0, 0.0]}), r"after the last decision \(12\) .*recorded is")
    diverges(replay.model_copy(update={"end": "truncated"}), "recorded is truncated")


def test_a_replay_that_goes_on_after_the_end_says_so():
    whole = Replay.record(recorded(kuhn_poker.GAME, 7, 50))
    number = len(whole.steps)
    longer = whole.model_copy(update={"steps": [*whole.steps, whole.steps[-1]]})
    diverges(longer, rf"decision {number + 1}: the game is over already \(terminated\)")


def test_another_game_and_another_version_are_refused_at_once(replay):
    with pytest.raises(ReplayError, match="of the game 'treasure', not 'kuhn_poker'"):
        replay.play(kuhn_poker.GAME)
    for change, message in (
        ({"game_version": 2}, "of version 2 of Treasure; this is version 0"),
        ({"game": "chess"}, "of the game 'chess'"),
        ({"game_module": "nowhere.at.all"}, "of the module 'nowhere.at.all', which is not the library's"),
        ({"options": {"dice": 2}}, "options are refused"),
    ):
        with pytest.raises(ReplayError, match=message):
            replay.model_copy(update=change).play()


def test_a_replay_file_cut_off_anywhere_is_refused(replay, tmp_path):
    path = replay.save(tmp_path / "game.json")
    whole = path.read_bytes()
    for length in [*range(0, len(whole) - 1, 41), len(whole) - 2]:
        path.write_bytes(whole[:length])
        with pytest.raises(ReplayError, match=r"game\.json: truncated, or not a replay"):
            Replay.load(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "cogitable-save"}, "not a replay of Cogitable"),
        ({"format_version": 7}, "replay of format version 7; this program reads version 1"),
        ({"generator": [1, 2]}, "damaged: generator"),
        ({"steps": [{"seat": 0}]}, "damaged: steps.0.action: is missing"),
        ({"end": "won"}, "damaged: end"),
        ({"extra": 1}, "damaged: extra"),
    ],
)
def test_a_damaged_replay_file_says_where(replay, tmp_path, changes, message):
    path = replay.save(tmp_path / "game.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    with pytest.raises(ReplayError) as caught:
        Replay.load(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("seed", "message"), [(8, "seed is 8, which deals another game"), (-1, "seed is -1; it must be")]
)
def test_a_seed_that_does_not_deal_the_recorded_game_is_found(replay, tmp_path, seed, message):
    path = replay.save(tmp_path / "game.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), "seed": seed}))
    with pytest.raises(ReplayError, match=rf"game\.json: damaged: file: .*{message}"):
        Replay.load(path)
    with pytest.raises(ReplayError, match=message):
        Replay.of(replay.setup(), [], seed=seed, generator=replay.generator)
    assert Replay.of(replay.setup(), [], seed=7, generator=replay.generator).seed == 7


@pytest.mark.parametrize("players", [["a"], ["a"] * 9])
def test_a_replay_names_every_player_or_none(replay, tmp_path, players):
    path = replay.save(tmp_path / "game.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), "players": players}))
    message = f"{len(players)} players are named; . seats need"
    with pytest.raises(ReplayError, match=message):
        Replay.load(path).play(treasure.GAME)
    with pytest.raises(ReplayError, match=message):
        Replay.of(replay.setup(treasure.GAME), [], seed=1, players=players)


def test_what_cannot_be_recorded_is_refused():
    env = aec.env(connect_four.GAME)
    with pytest.raises(ReplayError, match="nothing to record before the first reset"):
        Replay.record(env)
    env.reset(seed=1)
    env.step(3)
    env.states["height"][0, 0] = 2
    with pytest.raises(ReplayError, match="changed by hand"):
        Replay.record(env)
    with pytest.raises(ReplayError, match="needs the seed or the generator"):
        Replay.of(env.setup, [1])
    with pytest.raises(ReplayError, match=r"decision 7: action 0 \(column 0\) is not legal"):
        Replay.of(env.setup, [0] * 7, seed=1)
    with pytest.raises(ReplayError, match="is not four 32-bit words"):
        Replay.of(env.setup, [0], generator=[-1, 0, 0, 2**40])
    with pytest.raises(ReplayError, match="is at zero"):
        Replay.of(env.setup, [0], generator=[0, 0, 0, 0])


@pytest.mark.parametrize("generator", [[], [5], [1, 2, 3], [1, 2, 3, 4, 5], [[1, 2, 3, 4]], [1.5, 2, 3, 4], "1234", 5])
def test_what_is_no_generator_is_refused(generator):
    setup = kuhn_poker.GAME.setup()
    for use in (lambda: Replay.of(setup, [], generator=generator), lambda: Log(setup, generator)):
        with pytest.raises(ReplayError, match="generator .* is not four 32-bit words"):
            use()


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True])
def test_what_is_no_seed_is_refused(seed):
    for generator in (None, [1, 2, 3, 4]):
        with pytest.raises(ReplayError, match="seed is .*; it must be None or an integer of at least 0"):
            Replay.of(kuhn_poker.GAME.setup(), [], seed=seed, generator=generator)


@pytest.mark.parametrize("action", [0.5, "0", None])
def test_what_is_no_action_is_refused(action):
    with pytest.raises(ReplayError, match="decision 2: action .* is no integer"):
        Replay.of(kuhn_poker.GAME.setup(), [0, action], seed=1)
