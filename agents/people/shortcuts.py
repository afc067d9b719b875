"""A person at a terminal who may take several actions at one stroke, where the game says that order is nothing."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ...envs.table.attributes import attributed
from ..base import Agent, View
from .human import HumanAgent

KEY = "all"


class _Taken(Exception):
    """The person has typed the shortcut's key."""


class Shortcuts(Agent):
    """Lets a person play, and offers what its game can do ``together`` under a key of its own, one line more.

    It is for one game at one table: between the actions of a stroke it remembers what is left of them.
    """

    def __init__(self, human: HumanAgent) -> None:
        """Ask ``human``, whose questions are read through this from now on."""
        super().__init__(human.setup)
        self.human, self._read = human, human.read
        self._offered = ""
        self._left: list[int] = []
        human.read = self._ask

    def act(self, view: View) -> np.ndarray:
        """Return what the person chooses, or the next action of the stroke under way: int64, shape (1,).

        Raises:
            HumanQuit: The person left.
        """
        words, actions = self._together(view)
        left, self._left = self._left, []
        if not left or Counter(left) != Counter(actions):  # something else has come up meanwhile
            self._offered = words if len(actions) > 1 else ""
            try:
                return self.human.act(view)
            except _Taken:
                left = actions
        self._left = left[1:]
        return np.array(left[:1], np.int64)

    def _together(self, view: View) -> tuple[str, list[int]]:
        """Return what can be done at one stroke in words, and its actions; no words and none where there is nothing."""
        together = self.setup.game.together
        if together is None:
            return "", []
        words, actions = together(self.setup, attributed(view.determinized(self.words))[0])
        return (words, list(actions)) if view.masks[0, actions].all() and actions else ("", [])

    def _ask(self, prompt: str) -> str:
        if self._offered:
            self.human.write(f"{KEY:>4}  {self._offered}")
        line = self._read(prompt)
        if self._offered and line.strip().casefold() == KEY:
            raise _Taken
        return line
