"""The games of an arena: which are planned, which are done, and how they ended."""

from __future__ import annotations

import hashlib
import importlib
import inspect
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from ....agents.factory import AGENTS, PythonOptions, parse_spec
from ....agents.policy.agent import policy_path
from ....envs.table.errors import OptionError
from ....envs.table.game import Setup
from ..luck.reduction import Reduction
from ..sides import has_sides, is_one_team
from ..usage import Usage
from ..wording import deciding_dict
from .schedule import schedule


class ArenaGames:
    """All games of an arena, played or not.

    Attributes:
        setup: The game.
        agents: Specs of the agents; their positions are their numbers.
        plan: All games.
        done: Which of them have been played, bool, shape (games,).
        returns: Each seat's returns where played, float32, shape (games, seats).
        decisions: Decisions taken where played, int32, shape (games,).
        over: How each game ended where played: 1 by the rules, 2 cut off; int8, shape (games,).
        one_team: Whether all seats are one team: then agents play by themselves and deals are compared.
        has_sides: Whether the seats of the game belong to sides.
        sides: Name of the side that each seat held at the end where played, else empty; object, shape (games, seats).
        usage: By number of a chunk of games that has been played, what agents used up in it.
        reduction: How luck is told, None where it is not.
        luck: What luck brought each seat where that is told, float64, shape (games, seats).
    """

    def __init__(
        self, setup: Setup, agents: Sequence[str], games: int, seed: int, reduction: Reduction | None = None
    ) -> None:
        self.setup, self.agents, self.seed, self.reduction = setup, tuple(agents), seed, reduction
        self.one_team = is_one_team(setup)
        self.plan = schedule(len(agents), setup.num_seats, games, seed, one_team=self.one_team)
        self.done = np.zeros(len(self.plan), np.bool_)
        self.returns = np.zeros(self.plan.seating.shape, np.float32)
        self.decisions = np.zeros(len(self.plan), np.int32)
        self.over = np.zeros(len(self.plan), np.int8)
        self.has_sides = has_sides(setup)
        self.sides = np.full(self.plan.seating.shape, "", object)
        self.usage: dict[int, Usage] = {}
        self.luck = np.zeros(self.plan.seating.shape)

    def describe(self) -> dict[str, Any]:
        """Return everything that decides the results, for the folder and for reports."""
        return deciding_dict(self.setup, self.agents, len(self.plan), self.seed) | {
            "agent_files": self._digests(),
            "variance_reduction": self.reduction and asdict(self.reduction),
        }

    def _digests(self) -> dict[str, str]:
        """Return a digest of every file that decides, so that a changed agent is not taken for the old one.

        Those are the files that specs name, and the modules of agents' own classes; what such a module imports from
        others is not looked at.
        """
        names = [name for spec in self.agents for name in _named(spec)]
        if self.reduction is not None:
            names.append(self.reduction.file)
        files = {}
        for name in names:
            with suppress(OptionError):  # none is shipped, and none needed
                files[name] = policy_path(self.setup, name)
        files |= {path: source for path, source in map(_own_class, self.agents) if source is not None}
        held = {name: path for name, path in files.items() if path.is_file()}
        return {name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for name, path in held.items()}


def _named(spec: str) -> list[str]:
    """Return what a spec names that may be a file; "policy" stands for the policy that comes with the game."""
    kind, parameters = parse_spec(spec)
    if kind is AGENTS["level"] or (kind is AGENTS["policy"] and "path" not in parameters):
        return ["policy"]
    return [value for value in parameters.values() if isinstance(value, str)]


def _own_class(spec: str) -> tuple[str, Path | None]:
    """Return the import path of the class that a spec names (``python:module:Class``), and its module's source file.

    Both are nothing for other agents; a class without a source file, as one typed in at a prompt, has none.
    """
    kind, parameters = parse_spec(spec)
    if kind.options is not PythonOptions:
        return "", None
    module, _, name = parameters["path"].partition(":")
    try:
        source = inspect.getsourcefile(getattr(importlib.import_module(module), name))
    except (ImportError, AttributeError, TypeError, OSError):
        source = None
    return parameters["path"], None if source is None else Path(source)
