"""Files from strangers: whatever is wrong with one, it is refused with an error of ours that fits a screen."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from aec_play import play
from games import kuhn_poker
from networks import opinionated

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.file import (
    SideInfo,
    describe,
    load_info,
    load_networks,
    load_policy,
    npz_bytes,
    read_parts,
    save_policy,
    write_parts,
)
from cogitable.envs import cogdrive_neon
from cogitable.envs.table import CardFileError, CogitableError, OptionError
from cogitable.envs.table.errors import SaveFileError, fit_to_print
from cogitable.envs.table.faces.aec import TableEnv, raw_env
from cogitable.envs.table.files import cards, reading
from cogitable.envs.table.files.replay import Replay
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.learner import make_learner
from cogitable.training.learn.run import checkpoint

SETUP = kuhn_poker.GAME.setup()
DEEP = "[" * 5_000
HUGE = "9" * 100_000


def write_policy(path: Path) -> None:
    save_policy(path, opinionated(SETUP), describe(SETUP, 0, {}))


def write_sided_policy(path: Path) -> None:
    told = {side: SideInfo(steps=1) for side in ("one", "other")}
    info = describe(SETUP, 0, {}).model_copy(update={"format": 2, "sides": told})
    save_policy(path, {"one": opinionated(SETUP), "other": opinionated(SETUP)}, info)


def table() -> TableEnv:
    env = raw_env(kuhn_poker.GAME)
    env.reset(3)
    play(env, np.random.default_rng(0), 2)
    return env


def write_checkpoint(path: Path) -> None:
    learner, league = fresh()
    checkpoint.save_checkpoint(path, learner, league, checkpoint.Counters(), describe(SETUP, 0, {}))


def fresh() -> tuple[Any, League]:
    config = load_config("games.kuhn_poker", None, {"tables": 4, "ppo.batch_size": 64})
    league = League([SETUP], config.league)
    env = SelfPlayVecEnv([SETUP], 4, league, 0)
    learner = make_learner(config, env)
    league.refresh(learner.policy.network())
    learner.begin(env.reset())
    return learner, league


KINDS: dict[str, tuple[str, Callable[[Path], Any], Callable[[Path], Any]]] = {
    "policy": ("p.zip", write_policy, load_policy),
    "policy for each side": ("p.zip", write_sided_policy, load_networks),
    "policy's description": ("p.zip", write_policy, load_info),
    "checkpoint": ("c.zip", write_checkpoint, lambda path: checkpoint.load_checkpoint(path, *fresh())),
    "save": ("s.json", lambda path: table().save(path), TableEnv.load),
    "replay": ("r.json", lambda path: Replay.record(table()).save(path), lambda path: list(Replay.load(path).play())),
    "cards": (
        "c.toml",
        lambda path: path.write_bytes(Path(cogdrive_neon.__file__).with_name("cards.toml").read_bytes()),
        lambda path: cogdrive_neon.GAME.setup(cards=str(path)),
    ),
    "configuration": (
        "c.yaml",
        lambda path: path.write_text("game: comrade\nminutes: 2\nleague:\n  power: 2.0\nevaluation:\n  games: 20\n"),
        lambda path: load_config("comrade", path),
    ),
}
"""By kind of file: its name, what writes a sound one, and what reads it."""


TOKENS = (b"null", b"[]", b"{}", b"-1", b"1e999", b"99999999999999999999", b'"x"', b"true", b"\xff", b"[[[[")


def damaged(content: bytes, rng: np.random.Generator) -> bytes:
    """Return a file after one accident: a byte changed, a piece cut out, doubled, overwritten or nested."""
    data = bytearray(content)
    at, length = int(rng.integers(len(data))), int(rng.integers(1, 40))
    match rng.integers(6):
        case 0:
            data[at] ^= 1 << int(rng.integers(8))
        case 1:
            del data[at:]
        case 2:
            del data[at : at + length]
        case 3:
            data[at:at] = data[at : at + length]
        case 4:
            data[at : at + length] = rng.bytes(length)
        case _:
            data[at : at + 1] = TOKENS[int(rng.integers(len(TOKENS)))]
    return bytes(data)


def refuse_damage(kind: str, folder: Path, seeds: range) -> None:
    name, write, load = KINDS[kind]
    path = folder / name
    write(path)
    load(path)
    sound, refused = path.read_bytes(), 0
    for seed in seeds:
        path.write_bytes(damaged(sound, np.random.default_rng(seed)))
        message = ""  # an accident may leave a sound file
        try:
            load(path)
        except CogitableError as error:
            message, refused = str(error), refused + 1
        except BaseException as error:
            raise AssertionError(f"{kind}, seed {seed}: {type(error).__name__}: {error}") from error
        assert len(message.encode()) < 5000, seed
    # What guards its content with a checksum, or is played again, notices nearly every accident.
    assert refused > (0.8 if kind in ("save", "replay") else 0.2) * len(seeds)


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files_are_refused(kind, tmp_path):
    refuse_damage(kind, tmp_path, range(25 if kind == "checkpoint" else 60))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_thousands_of_damaged_files_are_refused(kind, tmp_path):
    refuse_damage(kind, tmp_path, range(1000, 3000))


def members(path: Path, **changes: bytes) -> None:
    """Change members of an archive, whose checksums are right again afterwards."""
    parts = read_parts(path)
    assert changes.keys() <= parts.keys()
    write_parts(path, {**parts, **changes})


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"weights0": np.array([["a"]])}, "weights0 must be of type float32"),
        ({"weights0": np.array(["a"])}, "weights0 must be of type float32"),
        ({"weights0": np.zeros((2, 2), np.float64)}, "weights0 must be of type float32"),
        ({"bias0": np.zeros(0, np.float32)}, "does not fit its neighbours"),
        ({"activation": np.array("sine")}, "activation 'sine'"),
    ],
)
def test_weights_that_are_none_are_refused(arrays, message, tmp_path):
    path = tmp_path / "p.zip"
    write_policy(path)
    members(path, **{"weights.npz": npz_bytes({**opinionated(SETUP).arrays(), **arrays})})
    with pytest.raises(SaveFileError, match=message):
        load_policy(path)


def test_an_array_that_claims_to_be_larger_than_it_is_asks_for_no_memory(tmp_path):
    path = tmp_path / "p.zip"
    write_policy(path)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        header = io.BytesIO()
        np.lib.format.write_array_header_1_0(header, {"descr": "<f4", "fortran_order": False, "shape": (10**12,)})
        archive.writestr("weights0.npy", header.getvalue())
    members(path, **{"weights.npz": file.getvalue()})
    with pytest.raises(
        SaveFileError, match=r"weights0: damaged: float32 of shape \(1000000000000,\) does not take 0 bytes"
    ):
        load_policy(path)


def test_an_archive_is_not_unpacked_to_any_size(tmp_path, monkeypatch):
    path = tmp_path / "p.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("policy.json", bytes(2_000_000))
    assert path.stat().st_size < 10_000
    monkeypatch.setattr(reading, "MOST_BYTES", 1_000_000)
    with pytest.raises(SaveFileError, match="1 members of 2,000,000 bytes; at most 10,000 and 1,000,000 are allowed"):
        load_policy(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without an end")
def test_a_device_is_no_archive():
    """Archives are read from their end, which this has not."""
    with pytest.raises(SaveFileError, match="a device or a pipe"):
        load_policy("/dev/zero")
    with pytest.raises(CogitableError):
        make_agent("policy:/dev/zero", SETUP)


def test_an_encrypted_archive_is_refused(tmp_path):
    path = tmp_path / "p.zip"
    write_policy(path)
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):  # the flags in directory and members
        place = data.find(mark)
        while place >= 0:
            data[place + at] |= 1
            place = data.find(mark, place + 1)
    path.write_bytes(data)
    with pytest.raises(SaveFileError, match=r"'policy.json' in it is encrypted"):
        load_policy(path)


@pytest.mark.parametrize("value", [None, [], -1, "many", 1.5])
def test_a_counter_that_is_no_number_is_refused(value, tmp_path):
    path = tmp_path / "c.zip"
    write_checkpoint(path)
    run = json.loads(read_parts(path)["run.json"])
    run["counters"]["steps"] = value
    members(path, **{"run.json": json.dumps(run).encode()})
    with pytest.raises(SaveFileError, match=r"run\.json: damaged"):
        checkpoint.load_checkpoint(path, *fresh())


@pytest.mark.parametrize("kind", ["save", "replay", "cards", "configuration"])
@pytest.mark.parametrize("text", [DEEP, "x = " + DEEP, f'{{"format": {HUGE}}}', f"format = {HUGE}", f"minutes: {HUGE}"])
def test_deep_nesting_and_long_numbers_are_refused_briefly(kind, text, tmp_path):
    name, _, load = KINDS[kind]
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(CogitableError) as caught:
        load(path)
    assert len(str(caught.value)) < 5000


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path):
    path = tmp_path / "bombs.yaml"
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    path.write_text("\n".join(lines))
    with pytest.raises(OptionError, match="references .* are not allowed"):
        load_config("comrade", path)


def test_a_large_text_is_not_read_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "MOST_TEXT", 100)
    path = tmp_path / "cards.toml"
    path.write_text("#" * 101)
    with pytest.raises(CardFileError, match="larger than 100 bytes"):
        cards.read_toml(path)


def test_a_save_that_is_no_position_is_refused(tmp_path):
    env = table()
    env.states["folded"] = 1
    path = env.save(tmp_path / "s.json")
    with pytest.raises(SaveFileError, match="no position of this game: everybody has folded"):
        TableEnv.load(path)


def test_an_agent_that_cannot_play_is_refused():
    with pytest.raises(OptionError, match="it lacks the method act"):
        make_agent("python:cogitable.agents.base:Agent", SETUP)


def test_names_that_are_not_utf8_can_be_told():
    with pytest.raises(CardFileError) as caught:
        cogdrive_neon.GAME.setup(cards="\udcff.toml")
    assert r"\udcff" in str(caught.value)
    str(caught.value).encode("utf-8")


def test_messages_fit_a_screen():
    assert fit_to_print("short") == "short"
    assert fit_to_print("x" * 500 + "..." + "y" * 500) == f"{'x' * 500} ... (3 characters left out) ... {'y' * 500}"
    assert len(fit_to_print("line\n" * 10_000)) < 4100


def test_messages_hold_nothing_that_a_terminal_obeys():
    told = str(CogitableError("a\x1b[31mred\x07\x9b \udcff \u202e\nnext\tline, \u00fc \u2014"))
    assert told == "a\\x1b[31mred\\x07\\x9b \\udcff \\u202e\nnext\tline, \u00fc \u2014"
