"""A person at a terminal."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..envs.table.game import Setup
from .base import Agent, View

HELP = """Type the number of an action, or the beginning of its name or of its text.
?  shows the table and the actions again, with this help
q  leaves the game"""


class HumanQuit(Exception):
    """The person left the game: by ``q``, by the end of the input or by Ctrl-C."""


class HumanAgent(Agent):
    """Shows a person what the seat to move knows and asks for an action."""

    def __init__(
        self,
        setup: Setup,
        seed: int | None = None,
        *,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
    ) -> None:
        """Prepare to ask.

        Args:
            setup: The game with its options.
            seed: Has no influence on a person.
            read: Shows a prompt and returns a line.
            write: Shows a text.
        """
        super().__init__(setup, seed)
        self.read, self.write = read, write

    def act(self, view: View) -> np.ndarray:
        """Return what the person chooses at each table, one table after the other: int64, shape (n,).

        Raises:
            HumanQuit: The person left.
        """
        # A determinized state shows, from its own seat, just what that seat knows.
        states = view.determinized(self.words)
        return np.array([self._ask(states, row, view.masks[row]) for row in range(len(view))], np.int64)

    def _ask(self, states: np.ndarray, row: int, mask: np.ndarray) -> int:
        actions = np.flatnonzero(mask).tolist()
        texts = [self.setup.describe(states, action, row) for action in actions]
        self._show(states, row, texts)
        while True:
            line = self._line(f"player_{states['seat'][row]}, your action (? for help): ")
            if line in ("?", "help"):
                self._show(states, row, texts)
                self.write(HELP)
                continue
            found = self._match(line, actions, texts)
            if len(found) == 1:
                return found[0]
            self.write(self._complaint(line, found, actions, texts))

    def _show(self, states: np.ndarray, row: int, texts: list[str]) -> None:
        self.write(self.setup.text(states, int(states["seat"][row]), row))
        for number, text in enumerate(texts, 1):
            self.write(f"{number:4}  {text}")

    def _line(self, prompt: str) -> str:
        try:
            line = self.read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise HumanQuit("the input has ended") from None
        if line.lower() in ("q", "quit"):
            raise HumanQuit("the person left the game")
        return line

    def _match(self, line: str, actions: list[int], texts: list[str]) -> list[int]:
        """Return the actions that a line may mean: by number, by a whole name or text, by the beginning of one."""
        if line.isdecimal():
            return [actions[int(line) - 1]] if 1 <= int(line) <= len(actions) else []
        wanted = line.casefold()
        names = {a: (self.setup.action_names[a].casefold(), t.casefold()) for a, t in zip(actions, texts, strict=True)}
        whole = [a for a, both in names.items() if wanted in both]
        begun = [a for a, both in names.items() if wanted and any(name.startswith(wanted) for name in both)]
        return whole if len(whole) == 1 else begun

    def _complaint(self, line: str, found: list[int], actions: list[int], texts: list[str]) -> str:
        if found:
            several = "; ".join(texts[actions.index(action)] for action in found)
            return f"{line!r} may mean: {several}"
        return f"{line!r} is none of the actions; type a number from 1 to {len(actions)}, or ? for help"
