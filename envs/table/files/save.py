"""Save files: one table of one game in the middle of an episode, as a JSON file that people can read, too.

The file holds the whole state, hidden cards and random generator included; who may play on may also look into it.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from ..attributes import attributed
from ..compilation.uncompiled import as_compiled
from ..errors import SaveFileError, demand
from ..game import RUNNING, TRUNCATED, Game, Setup
from ..positions import check_position
from ..random import WORDS
from ..seats import seat_names
from . import packing
from .atomic import write_atomically
from .container import Header, explain, read_json, readable_json
from .reading import parsed

FORMAT, FORMAT_VERSION = "cogitable-save", 1


class Episode(BaseModel):
    """What an environment keeps beside the state, under the names it has there."""

    model_config = ConfigDict(extra="forbid")

    seed: int | None
    generator: list[int]
    actions: list[int]
    illegal_action: int | None
    agents: list[str]
    agent_selection: str
    skipped_selection: str | None
    rewards: dict[str, float]
    cumulative_rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    has_updated: bool
    unsettled: bool

    def check(self, setup: Setup, states: np.ndarray) -> None:
        """Raise AssertionError unless this fits a state, an array of one."""
        names = seat_names(setup.num_seats)
        self._check_names(names)
        demand(all(0 <= word < 1 << 32 for word in self.generator), f"the generator is {self.generator}")
        demand(len(self.generator) == WORDS, f"the generator has {len(self.generator)} words")
        demand(any(self.generator), "the generator is at zero, which it never leaves")
        demand(all(0 <= action < setup.num_actions for action in self.actions), "an action that there is not")
        illegal = self.illegal_action
        demand(illegal is None or 0 <= illegal < setup.num_actions, f"there is no illegal action {illegal}")
        self._check_ends(names, int(states["over"][0]), int(states["gone"][0]))
        self._check_turn(names[int(states["seat"][0])], int(states["over"][0]) == RUNNING and illegal is None)

    def _check_names(self, names: list[str]) -> None:
        there = set(self.agents)
        demand(
            self.agents == [name for name in names if name in there], f"the agents are {self.agents}, not of {names}"
        )
        for what in ("rewards", "cumulative_rewards", "terminations", "truncations"):
            keys = getattr(self, what)
            demand(set(keys) == there, f"{what} are of {list(keys)}, the agents are {self.agents}")
        for what in ("rewards", "cumulative_rewards"):
            numbers = getattr(self, what)
            demand(all(map(math.isfinite, numbers.values())), f"{what} are {numbers}, not all finite")
        for agent in (self.agent_selection, self.skipped_selection):
            demand(agent is None or agent in names, f"there is no agent {agent!r}")

    def _check_ends(self, names: list[str], over: int, gone: int) -> None:
        """Demand that games have ended for exactly those whose game is over in the state."""
        illegal = self.illegal_action is not None
        demand(not illegal or over == RUNNING, "an illegal action has ended a game that was over")
        for seat, agent in enumerate(names):
            left = bool(gone >> seat & 1)
            ended = left or illegal or over not in (RUNNING, TRUNCATED)
            cut = illegal or (over == TRUNCATED and not left)
            if agent in self.agents:
                found = self.terminations[agent], self.truncations[agent]
                demand(found == (ended, cut), f"{agent} is said to have terminated, truncated: {found}")
            else:
                demand(ended or cut, f"{agent} has stepped out of a game that goes on for it")

    def _check_turn(self, mover: str, running: bool) -> None:
        """Demand that who is selected is who has to step: the dead first, then the one to move."""
        dead = [agent for agent in self.agents if self.terminations[agent] or self.truncations[agent]]
        selected, skipped = self.agent_selection, self.skipped_selection
        if dead:
            demand(selected in dead, f"{selected} is to move while {dead} must step out")
            demand(not running or skipped == mover, f"{skipped} is to move next, and in the state {mover}")
        else:
            demand(skipped is None, f"{skipped} is to move next, and nobody has to step out before")
            demand(not running or selected == mover, f"{selected} is to move, and in the state {mover}")


class SavedTable(Header):
    """The content of a save file.

    Attributes:
        environment: The environment's own options.
        fields: Names, types and shapes of the STATE record's fields.
        state: The STATE record: base64 of its fields without padding, little-endian.
        episode: The rest of the environment; None before the first reset.
        table: The table as text, for people; not read back.
    """

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    environment: dict[str, Any]
    fields: list[list[Any]]
    state: str
    episode: Episode | None
    table: list[str]

    def write(self, path: str | os.PathLike[str]) -> Path:
        """Write the file; whoever reads it finds the old one or the new one, whole. Raises OSError."""
        content = self.model_dump(mode="json")
        return write_atomically(path, readable_json({**content, "checksum": checksum(content)}) + "\n")

    def open(self, path: str | os.PathLike[str], game: Game | None = None) -> tuple[Setup, np.ndarray]:
        """Return the saved game's setup and its state, shape (1,).

        Raises:
            SaveFileError: Another game, version or STATE record, or options or bytes that are damaged.
        """
        setup = self.open_setup(str(path), SaveFileError, game)
        dtype = setup.game.state_dtype
        same = self.fields == packing.describe(dtype)
        if not same and setup.game.upgrade is None:
            reason = parsed(
                lambda: packing.difference(self.fields, packing.describe(dtype)),
                *(str(path), "the description of its fields is damaged", SaveFileError),
            )
            raise SaveFileError(f"{path}: its STATE record is not the one of {setup.game.title} here: {reason}")
        saved = parsed(
            lambda: self._unpacked(dtype if same else None), str(path), "the state is damaged", SaveFileError
        )
        if self.episode is None:
            return setup, np.zeros(1, dtype)  # nothing has been dealt
        states = saved if same else parsed(lambda: upgraded(setup, saved), str(path), "not upgraded", SaveFileError)
        parsed(lambda: self._check(setup, states), str(path), "no position of this game", SaveFileError)
        return setup, states

    def _unpacked(self, dtype: np.dtype | None) -> np.ndarray:
        states = packing.from_text(self.state, packing.dtype_of(self.fields) if dtype is None else dtype)
        if states.size != 1:
            raise ValueError(f"{states.size} records instead of one")
        return states

    def _check(self, setup: Setup, states: np.ndarray) -> None:
        check_position(setup, attributed(states)[0])
        assert self.episode is not None
        self.episode.check(setup, states)


def read(path: str | os.PathLike[str]) -> SavedTable:
    """Read a save file.

    Raises:
        SaveFileError: Not a save file, truncated, changed, or of another format version.
        OSError: The file cannot be read.
    """
    content = read_json(path, "save file", FORMAT, FORMAT_VERSION, SaveFileError)
    if content.pop("checksum", None) != checksum(content):
        raise SaveFileError(f"{path}: damaged: the checksum does not fit the content")
    try:
        return SavedTable.model_validate(content)
    except ValidationError as error:
        raise SaveFileError(f"{path}: damaged: {explain(error)}") from None


def upgraded(setup: Setup, saved: np.ndarray) -> np.ndarray:
    """Return a state that was saved with other fields as a STATE record of today, shape (1,)."""
    states = np.zeros(1, setup.game.state_dtype)
    names = set(states.dtype.names or ()) & set(saved.dtype.names or ())
    for name in names:
        if states.dtype[name] == saved.dtype[name]:
            states[name] = saved[name]
    assert setup.game.upgrade is not None
    setup.game.upgrade(setup, as_compiled(saved)[0], as_compiled(states)[0])
    return states


def checksum(content: dict[str, Any]) -> str:
    """Return the SHA-256 of a file's content, spaces and order of keys left aside."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
