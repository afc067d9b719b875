"""The game that was left last, game by game: written at every decision, so that nothing is lost with a terminal."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...envs.table.errors import CogitableError, OptionError, SaveFileError
from ...envs.table.files.atomic import write_atomically
from ...envs.table.files.reading import read_text
from .common import data_folder

if TYPE_CHECKING:
    from ...envs.table.faces.aec import TableEnv
    from ...envs.table.game import Game


class Sitting(NamedTuple):
    """Who sits where in a game.

    Attributes:
        own: The person's seat.
        players: The spec of the agent at every seat.
        seed: What fixes the agents' choices.
    """

    own: int
    players: list[str]
    seed: int


def _deal(env: TableEnv) -> list[int]:
    """Return what a game was dealt from."""
    return [int(word) for word in env.generator]


class Kept:
    """Where the game that was left last is kept, for one game of the library or one's own."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        """Keep it in a folder, by default among the user's data."""
        self.path = (folder or data_folder("games")) / f"{game.name}.json"
        self._sitting = self.path.with_suffix(".players.json")
        self.works = True

    @property
    def since(self) -> str | None:
        """When the game that is kept was left; None where none is."""
        with suppress(OSError):
            return datetime.fromtimestamp(self.path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        return None

    def write(self, env: TableEnv, sitting: Sitting) -> None:
        """Keep a game. Where that is not possible the game goes on without."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)  # saves hold hidden cards
            write_atomically(self._sitting, json.dumps({**sitting._asdict(), "deal": _deal(env)}))
            env.save(self.path)
        except (OSError, CogitableError):
            self.works = False

    def read(self, game: Game) -> tuple[TableEnv, Sitting]:
        """Return the game that is kept.

        Raises:
            OptionError: There is none.
            SaveFileError: It is damaged.
        """
        from ...envs.table.faces.aec import TableEnv

        if self.since is None:
            raise OptionError(f"no game of {game.title} was left; begin one without --continue")
        env = TableEnv.load(self.path, game)
        return env, self._read_sitting(env)

    def _read_sitting(self, env: TableEnv) -> Sitting:
        seats = env.setup.num_seats
        text = read_text(self._sitting, "not a game that was left", SaveFileError)
        try:
            told = json.loads(text)
            same = told.pop("deal", None) in (None, _deal(env))  # of the two files one may be of the game before
            found = Sitting(**told)
            fits = same and 0 <= found.own < seats == len(found.players) and found.seed >= 0
            fits = fits and all(isinstance(player, str) for player in found.players)
        except (ValueError, TypeError, AttributeError, RecursionError):
            fits = False
        if not fits:
            raise SaveFileError(
                f"{self._sitting} is damaged, or of another game; --load {self.path} goes on with the game"
            )
        return found

    def forget(self) -> None:
        """Keep it no longer: the game is over."""
        for path in (self.path, self._sitting):
            with suppress(OSError):
                path.unlink(missing_ok=True)
