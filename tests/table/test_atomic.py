"""Results replace files and nothing else, and nobody finds half of one."""

from __future__ import annotations

import errno
import json
import os
import stat
import threading
import time
from pathlib import Path

import pytest
from games import kuhn_poker

from cogitable.envs import cogdrive_neon
from cogitable.envs.table.errors import ReplayError, SaveFileError, told_as
from cogitable.envs.table.faces.aec import TableEnv, raw_env
from cogitable.envs.table.files.atomic import filling_folder, replacing, write_atomically
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.files.save import checksum
from cogitable.training.cli.common import write_result


def device(path: Path) -> None:
    """Make what stands for a device: a pipe, which needs no rights."""
    os.mkfifo(path)


def test_a_device_stays_one(tmp_path):
    device(tmp_path / "pipe")
    os.symlink(tmp_path / "pipe", tmp_path / "link")
    for name in ("pipe", "link"):
        with pytest.raises(OSError, match="no file but a device"):
            write_atomically(tmp_path / name, "x")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode) and (tmp_path / "link").is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["link", "pipe"]
    with pytest.raises(OSError, match="device"):
        write_atomically("/dev/null", "x")


def test_a_folder_stays_one(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError, match="a folder"):
        write_atomically(tmp_path / "folder", "x")
    with pytest.raises(FileNotFoundError, match="no such folder"):
        write_atomically(tmp_path / "missing" / "file", "x")
    with pytest.raises(Exception, match="cannot write .*: this is a folder"):
        write_result(tmp_path / "folder", "x")


@pytest.mark.parametrize("step", ["touch", "fsync", "replace"])
def test_an_error_names_the_path_that_was_asked_for(tmp_path, monkeypatch, step):
    """And not the file that was to take its place."""

    def fail(*args, **_):
        names = [str(arg) for arg in args if not isinstance(arg, int)][:1]
        raise OSError(errno.EROFS, "Read-only file system", *names)

    monkeypatch.setattr(Path if step == "touch" else os, step, fail)
    env = raw_env(kuhn_poker.GAME)
    env.reset(seed=1)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError, match="Read-only file system") as caught:
        env.save("table.json")
    assert (caught.value.filename, caught.value.errno) == ("table.json", errno.EROFS)
    assert os.listdir(tmp_path) == []


def test_an_error_of_something_else_is_left_alone(tmp_path):
    for what in (OSError("strange"), FileNotFoundError(errno.ENOENT, "missing", "other"), ValueError("no")):
        with pytest.raises(type(what)) as caught, replacing(tmp_path / "file"):
            raise what
        assert caught.value is what
    refused = ConnectionRefusedError(errno.ECONNREFUSED, "refused")
    with pytest.raises(OSError, match="refused") as told, filling_folder(tmp_path / "folder"):
        raise refused
    assert told.value is refused


def test_what_the_system_refuses_is_told_as_an_error_of_ours():
    full, told = OSError(errno.ENOSPC, "No space left", "/tmp/x.tmp"), "^x.json cannot be written: No space left$"
    with pytest.raises(SaveFileError, match=told) as caught, told_as(SaveFileError, "x.json cannot be written"):
        raise full
    assert caught.value.__cause__ is full
    with pytest.raises(ReplayError, match="^damaged$"), told_as(SaveFileError, "x.json cannot be read"):
        raise ReplayError("damaged")


def test_a_folder_that_cannot_be_made_is_named(tmp_path, monkeypatch):
    def fail(path, *_, **__):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", fail)
    with pytest.raises(PermissionError) as caught, filling_folder(tmp_path / "folder"):
        pass
    assert caught.value.filename == str(tmp_path / "folder")


def test_a_link_is_followed(tmp_path):
    (tmp_path / "there").mkdir()
    target, link, chain = tmp_path / "there" / "file", tmp_path / "link", tmp_path / "chain"
    target.write_text("old")
    target.chmod(0o640)
    os.symlink("there/file", link)
    os.symlink("link", chain)
    assert write_atomically(chain, "new") == chain
    assert chain.is_symlink() and link.is_symlink() and target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    target.unlink()
    write_atomically(link, "again")  # a link to a file that is still to be made
    assert link.is_symlink() and target.read_text() == "again"
    os.symlink("round", tmp_path / "round")
    with pytest.raises(OSError, match="link to itself"):
        write_atomically(tmp_path / "round", "x")


def test_nothing_is_left_of_what_failed(tmp_path):
    path = tmp_path / "file.svg"
    path.write_text("old")

    def fail() -> None:
        with replacing(path) as part:
            assert part.suffix == ".svg" and part.parent == tmp_path
            part.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["file.svg"]


def test_permissions_are_those_of_anything_new(tmp_path):
    for mask in (0o022, 0o027):
        new, folder = tmp_path / f"file{mask}", tmp_path / f"folder{mask}"
        before = os.umask(mask)
        try:
            write_atomically(new, "x")
            with filling_folder(folder):
                pass
        finally:
            os.umask(before)
        assert stat.S_IMODE(new.stat().st_mode) == 0o666 & ~mask
        assert stat.S_IMODE(folder.stat().st_mode) == 0o777 & ~mask


def test_threads_that_write_do_not_change_what_others_make(tmp_path, monkeypatch):
    """The mask of permissions belongs to the whole process; nobody may find another, however briefly."""
    set_mask = os.umask
    before, stop, found = set_mask(0o077), threading.Event(), set()
    # Whoever sets a mask is followed by other threads at once, as may happen at any time.
    monkeypatch.setattr(os, "umask", lambda mask: (set_mask(mask), time.sleep(0.001))[0])

    def write(number: int) -> None:
        while not stop.is_set():
            write_atomically(tmp_path / f"file{number}", "x")
            with filling_folder(tmp_path / f"folder{number}"):
                pass

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    try:
        for thread in threads:
            thread.start()
        for number in range(500):
            os.close(os.open(tmp_path / f"other{number}", os.O_CREAT | os.O_EXCL, 0o666))
            found.add(stat.S_IMODE((tmp_path / f"other{number}").stat().st_mode))
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        left = set_mask(before)
    assert (found, left) == ({0o600}, 0o077)


def test_long_names(tmp_path):
    for number, name in enumerate(("n" * 250, "ж" * 125, "漢" * 83, f"{'n' * 160}.{'漢' * 30}")):
        assert write_atomically(tmp_path / name, "x").read_text() == "x"
        with filling_folder(tmp_path / f"{number}{name[1:]}") as part:
            (part / "file").write_text("y")
    assert len(os.listdir(tmp_path)) == 8
    with pytest.raises(OSError, match="too long"):
        write_atomically(tmp_path / ("n" * 300), "x")


def test_names_of_other_bytes(tmp_path):
    """Players are called by the files that they come from, whose names need not be UTF-8."""
    env = raw_env(kuhn_poker.GAME)
    env.reset(1)
    path = Replay.record(env, players=["caf\udce9.pt", "b"]).save(tmp_path / "r.json")
    assert Replay.load(path).players == ["caf?.pt", "b"]


@pytest.mark.parametrize("kind", ["save", "replay"])
def test_a_file_names_no_file_to_read(kind, tmp_path):
    """Options in a stranger's file give cards by their content; a path would be read from the disk."""
    cards = tmp_path / "secret.toml"
    cards.write_bytes(Path(cogdrive_neon.__file__).with_name("cards.toml").read_bytes())
    env = raw_env(cogdrive_neon.GAME, cards=str(cards))
    path = tmp_path / "file.json"
    env.reset(1)
    (env if kind == "save" else Replay.record(env)).save(path)
    load = TableEnv.load if kind == "save" else lambda path: Replay.load(path).setup()
    load(path)  # as it is written, with the content
    content = json.loads(path.read_text())
    content["options"]["cards"] = str(cards)
    if "checksum" in content:
        del content["checksum"]
        content["checksum"] = checksum(content)
    path.write_text(json.dumps(content))
    with pytest.raises((SaveFileError, ReplayError), match="must hold the content of a card file here, not its path"):
        load(path)
    assert cogdrive_neon.GAME.setup(cards=str(cards))  # whoever plays may


def test_kuhn_saves_through_a_link(tmp_path):
    env = raw_env(kuhn_poker.GAME)
    env.reset(1)
    (tmp_path / "s.json").write_text("")
    os.symlink(tmp_path / "s.json", tmp_path / "l.json")
    env.save(tmp_path / "l.json")
    assert (tmp_path / "l.json").is_symlink()
    assert TableEnv.load(tmp_path / "s.json", kuhn_poker.GAME).seed == 1
