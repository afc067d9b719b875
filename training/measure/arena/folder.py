"""The folder in which an arena keeps its games."""

from __future__ import annotations

import csv
import io
import json
import os
import reprlib
from pathlib import Path

import numpy as np

from ....envs.table.errors import CogitableError, OptionError, told_as
from ....envs.table.files.atomic import write_atomically
from ..usage import as_lines, from_lines
from .games import ArenaGames


class ArenaFolder:
    """``arena.json`` says what is played, ``games.csv`` holds the games that are done, one a line.

    ``usage.csv`` is there where agents tell what they use up.
    """

    def __init__(self, folder: Path, arena: ArenaGames) -> None:
        """Make the folder, or take over the games that it holds into ``arena``.

        Raises:
            OptionError: It holds another arena, or games that nothing is known of.
            CogitableError: It cannot be read or written.
        """
        self.arena, self.folder, self.games = arena, folder, folder / "games.csv"
        self.usage = folder / "usage.csv"
        seats = range(arena.setup.num_seats)
        self.header = ["game", "deal", "seed", *(f"agent_{s}" for s in seats), *(f"return_{s}" for s in seats)]
        self.header += ["decisions", "over"]
        if arena.has_sides:
            self.header += [f"side_{s}" for s in seats]
        if arena.reduction is not None:
            self.header += [f"luck_{s}" for s in seats]
        with told_as(CogitableError, f"cannot use folder {folder}"):
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / "arena.json").exists():
                self._check()
            elif self.games.exists():  # somebody else's, or games of an arena with other agents, seed or options
                raise OptionError(
                    f"{self.games} is there without an arena.json that says what was played; choose another folder, or "
                    "move the file away"
                )
            else:
                write_atomically(folder / "arena.json", json.dumps(arena.describe(), indent=2) + "\n")
            self.load()

    def append(self, games: np.ndarray) -> None:
        """Add finished games in one piece, and see that they are on the disk."""
        try:
            self._write_usage()  # first: what stands there of games that do not is left out when it is read
            with self.games.open("ab") as file:
                file.write(self._lines(games).encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise CogitableError(
                f"cannot write {self.games}: {error.strerror or error}; the {self.arena.done.sum()} games written "
                "before are kept, and the same command goes on from there"
            ) from error

    def write_all(self) -> None:
        """Write all finished games anew and in order, so that the file does not show who finished first."""
        text = ",".join(self.header) + "\n" + self._lines(np.flatnonzero(self.arena.done))
        with told_as(CogitableError, f"cannot write {self.games}"):
            self._write_usage()
            write_atomically(self.games, text)

    def _write_usage(self) -> None:
        if self.arena.usage:
            write_atomically(self.usage, as_lines(self.arena.usage))

    def _lines(self, games: np.ndarray) -> str:
        arena, plan = self.arena, self.arena.plan
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        for game in games:
            names = [arena.agents[agent] for agent in plan.seating[game]]
            row = [game, plan.deals[game], plan.seeds[game], *names, *arena.returns[game].tolist()]
            sides = arena.sides[game] if arena.has_sides else ()
            luck = arena.luck[game].tolist() if arena.reduction is not None else ()
            writer.writerow([*row, arena.decisions[game], arena.over[game], *sides, *luck])
        return text.getvalue()

    def _check(self) -> None:
        path = self.folder / "arena.json"
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise OptionError(f"{path} is damaged; choose another folder")
        wanted = self.arena.describe()
        differing = [key for key in wanted if found.get(key) != wanted[key]]
        other = [f"{key} {reprlib.repr(found.get(key))} instead of {reprlib.repr(wanted[key])}" for key in differing]
        if differing:
            raise OptionError(f"{self.folder} holds another arena, with {'; '.join(other)}; choose another folder")

    def load(self) -> None:
        """Take over the games in the file, whole chunks of them; what a kill has cut off is played again."""
        self.arena.done[:] = False
        if self.games.exists():
            with self.games.open(encoding="utf-8", errors="replace", newline="") as file:  # a kill may split a letter
                whole = (line for line in file if line.endswith("\n"))  # of the last one a part may look whole
                for row in csv.reader(whole):
                    self._load_row(row)
        arena = self.arena
        open_chunks = np.unique(arena.plan.chunks[~arena.done])
        arena.done[np.isin(arena.plan.chunks, open_chunks)] = False
        if self.usage.exists():
            known = from_lines(self.usage.read_text(encoding="utf-8"))
            arena.usage = {chunk: used for chunk, used in known.items() if chunk not in open_chunks}
        self.write_all()

    def _load_row(self, row: list[str]) -> None:
        arena, seats = self.arena, self.arena.setup.num_seats
        try:
            end = 3 + 2 * seats + 2  # the sides stand behind it, then what luck brought
            game, values = int(row[0]), [float(value) for value in row[3 + seats : end]]
            luck = [float(value) for value in row[len(row) - seats :]] if arena.reduction is not None else 0.0
            if len(row) != len(self.header) or not 0 <= game < len(arena.plan):
                return
            names = [arena.agents[agent] for agent in arena.plan.seating[game]]
            if int(row[2]) != arena.plan.seeds[game] or row[3 : 3 + seats] != names:
                return
            arena.decisions[game], arena.over[game] = int(values[seats]), int(values[seats + 1])
        except (ValueError, IndexError, OverflowError):
            return  # the header, or a line that a kill has cut off
        arena.returns[game], arena.done[game] = values[:seats], True
        if arena.has_sides:
            arena.sides[game] = row[end : end + seats]
        arena.luck[game] = luck
