"""How a table is copied, pickled, kept in a file, and comes back from one."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import numpy as np
from pettingzoo import AECEnv

from ..copies import CopiedWhole
from ..errors import OptionError, SaveFileError
from ..files import container, packing
from ..files.reading import parsed
from ..files.save import Episode, SavedTable, read
from ..game import Game, Setup
from ..log import Log
from . import arguments as face
from .recent import Info

_NOT_COPIED = frozenset({"_window", "_record", "_take", "_log"})
_DAMAGED = "the environment's options are damaged"
_SAME = ("seed", "actions", "illegal_action", "agents", "agent_selection", "rewards", "terminations", "truncations")
"""What an episode has under the name that the environment has for it."""


class KeptEnv(CopiedWhole, AECEnv[str, Any, int]):
    """The half of :class:`.aec.TableEnv` that copies, pickles and saves it; what is only declared here is set there."""

    setup: Setup
    states: np.ndarray
    seed: int | None
    generator: tuple[int, ...]
    actions: list[int]
    illegal_action: int | None
    infos: dict[str, dict[str, Any]]
    _table: np.ndarray
    _observation: np.ndarray
    _mask: np.ndarray
    _log: Log | None
    _ready: bool
    _alive: bool
    _has_updated: bool
    _unsettled: bool
    _bind: Callable[[], None]
    _look: Callable[[int, np.ndarray, np.ndarray], None]
    _note_alive: Callable[[], None]
    _new_infos: Callable[[], dict[str, dict[str, Any]]]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _NOT_COPIED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()
        if self._ready:  # copies of infos alone do not know of what happens at a table
            seats = self.possible_agents.index
            self.infos = {agent: Info(self, seats(agent), info) for agent, info in self.infos.items()}

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        # NumPy copies fields and leaves what lies between them to chance; equal tables have equal bytes.
        memo[id(self._table)] = np.frombuffer(bytearray(self._table.tobytes()), self._table.dtype)
        twin.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return twin

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the whole environment to a file, at any decision; the loaded one goes on identically.

        The file holds hidden cards, too. What callers put into ``infos`` is not kept, nor are the spaces' generators.

        Raises:
            OSError: The file cannot be written; an older one under that name is untouched.
        """
        saved = SavedTable(
            **container.header(self.setup),
            environment={name: getattr(self, name) for name in face.ENVIRONMENT_OPTIONS},
            fields=packing.describe(self._table.dtype),
            state=packing.to_text(self._table),
            episode=self._episode() if self._ready else None,
            table=self.setup.text(self._table, None).splitlines() if self._ready else [],
        )
        return saved.write(path)

    def _episode(self) -> Episode:
        return Episode(
            **{name: getattr(self, name) for name in _SAME},
            generator=list(self.generator),
            skipped_selection=self._skip_agent_selection,
            cumulative_rewards=self._cumulative_rewards,
            has_updated=self._has_updated,
            unsettled=self._unsettled,
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: Game | None = None, **environment: Any) -> Self:
        """Return the environment that :meth:`save` wrote.

        Args:
            path: The file.
            game: Refuse any other game; None takes the game that the file names.
            **environment: Options of the environment to set instead of the saved ones, as ``render_mode="ansi"``.

        Raises:
            SaveFileError: Not a save file, truncated, changed, or of another game, version or STATE record.
            OptionError: ``environment`` holds something that is not allowed.
            OSError: The file cannot be read.
        """
        for name in environment:
            if name not in face.ENVIRONMENT_OPTIONS:
                known = ", ".join(face.ENVIRONMENT_OPTIONS)
                raise OptionError(f"unknown option {name!r}; options of the environment are {known}")
        saved = read(path)
        setup, states = saved.open(path, game)
        loaded = cls._with_options(setup, str(path), saved.environment, environment)
        loaded._table[:] = states
        if saved.episode is not None:
            loaded._resume(saved.episode)
            if loaded._alive and not loaded._mask.any():
                raise SaveFileError(f"{path}: no position of this game: {loaded.agent_selection} has nothing to do")
        return loaded

    @classmethod
    def _with_options(cls, setup: Setup, where: str, saved: dict[str, Any], chosen: dict[str, Any]) -> Self:
        """Return an environment with a file's options and those chosen instead; each side answers for its own."""
        try:
            return parsed(lambda: cls(setup, **{**saved, **chosen}), where, _DAMAGED, SaveFileError)
        except OptionError as problem:
            kept = {name: value for name, value in saved.items() if name not in chosen}
            try:
                cls(setup, **kept)
            except OptionError as damage:
                raise SaveFileError(f"{where}: {_DAMAGED}: {damage}") from None
            raise problem from None

    def _resume(self, episode: Episode) -> None:
        for name in _SAME:
            setattr(self, name, getattr(episode, name))
        self.states, self.generator = self._table, tuple(episode.generator)
        self._cumulative_rewards = episode.cumulative_rewards
        self._log = None
        self._skip_agent_selection = episode.skipped_selection
        self._has_updated, self._unsettled, self._ready = episode.has_updated, episode.unsettled, True
        self._look(-1, self._observation, self._mask)
        self._note_alive()
        self.infos = self._new_infos()
