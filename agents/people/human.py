"""A person at a terminal."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...envs.table.changes import glance
from ...envs.table.game import Setup
from ...envs.table.seats import seat_name
from ...envs.table.views import NARROWEST, WIDTH, fitted, narrow
from ..base import Agent, View
from .menus import Menu

HELP = """Type the number of a line, or words of an action: beginnings of some of them will do, as in "g art sci" for
"Guard from Art to Science". A line that ends with ... stands for several actions; they are asked for next.
Enter  goes back from there
t  shows the whole table
?  shows the whole table, with this help
q  leaves the game"""

TABLE = "t"
_KEYS = (TABLE, "?", "help")


class Key(NamedTuple):
    """What a person may do besides choosing an action.

    Attributes:
        words: What it does, for the help.
        do: Does it; whatever it raises ends the question.
    """

    words: str
    do: Callable[[], object]


class HumanQuit(Exception):
    """The person left the game: by ``q``, by the end of the input or by Ctrl-C."""


class HumanAgent(Agent):
    """Shows a person what the seat to move knows and asks for an action."""

    def __init__(
        self,
        setup: Setup,
        seed: int | None = None,
        *,
        follow: bool = False,
        keys: Mapping[str, Key] | None = None,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
    ) -> None:
        """Prepare to ask.

        Args:
            setup: The game with its options.
            seed: Has no influence on a person.
            follow: All views are of one seat of one game: what has not changed since the last one is not shown again.
            keys: Further things to do, by what is typed for them.
            read: Shows a prompt and returns a line.
            write: Shows a text.
        """
        super().__init__(setup, seed)
        self.follow, self.read, self.write = follow, read, write
        self.keys = dict(keys or {})
        self._shown, self._columns = "", 0

    def act(self, view: View) -> np.ndarray:
        """Return what the person chooses at each table, one table after the other: int64, shape (n,).

        Raises:
            HumanQuit: The person left.
        """
        # A determinized state shows, from its own seat, just what that seat knows.
        states = view.determinized(self.words)
        return np.array([self._ask(states, row, view.masks[row]) for row in range(len(view))], np.int64)

    def _ask(self, states: np.ndarray, row: int, mask: np.ndarray) -> int:
        seat, actions = int(states["seat"][row]), np.flatnonzero(mask).tolist()
        menu = Menu(self.setup, {action: self.setup.describe(states, action, row) for action in actions})
        table, asked = text_on_screen(self.setup, states, seat, row), actions
        self._tell(table)
        self._list(menu, asked)
        while True:
            line = self._line(f"{seat_name(seat)}, your action (? for help): ")
            if line in _KEYS:
                self._write(table.splitlines())
                self._list(menu, asked)
                self.write(self._help()) if line != TABLE else None
            elif line in self.keys:
                self.keys[line].do()
            elif not line and asked is not actions:
                asked = actions
                self._list(menu, asked)
            elif len(found := menu.chosen(line, asked)) == 1:
                if not line.isdecimal():
                    self._write([f"-> {menu.texts[found[0]]}"])
                return found[0]
            elif found:
                self.write(f"{'' if line.isdecimal() else f'{line!r} may mean: '}(Enter goes back)")
                asked = found
                self._list(menu, asked)
            else:
                last = len(menu.entries(asked))
                self.write(f"{line!r} is none of the actions; type a number from 1 to {last}, or ? for help")

    def _help(self) -> str:
        return "\n".join([HELP, *(f"{key}  {what.words}" for key, what in self.keys.items())])

    def _tell(self, table: str) -> None:
        """Show the table, or what is new in it for a person who has seen it."""
        columns = screen_columns()
        if self.follow:
            self.write("")  # what has happened stands above
        with narrow(columns):
            known = self._shown if columns == self._columns else ""  # what was broken elsewhere cannot be compared
            self._write(glance(known, table) if self.follow else table.splitlines())
        self._shown, self._columns = table, columns

    def _list(self, menu: Menu, asked: Sequence[int]) -> None:
        for number, entry in enumerate(menu.entries(asked), 1):
            self._write([f"{number:4}  {entry}"])

    def _write(self, lines: Sequence[str]) -> None:
        self.write(on_screen(lines))

    def _line(self, prompt: str) -> str:
        try:
            line = self.read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise HumanQuit("the input has ended") from None
        if line.lower() in ("q", "quit"):
            raise HumanQuit("the person left the game")
        return line


def screen_columns() -> int:
    """Return how many columns the terminal has; as many as a view where there is none."""
    return max(NARROWEST, shutil.get_terminal_size((WIDTH, 24)).columns)


def text_on_screen(setup: Setup, states: np.ndarray, seat: int | None, row: int = 0) -> str:
    """Return the table as text, as ``seat`` sees it, made for the width of the terminal."""
    with narrow(screen_columns()):
        return setup.text(states, seat, row)


def on_screen(lines: Sequence[str]) -> str:
    """Return lines as they fit the terminal; where there is none, they stay as they are."""
    return "\n".join(fitted(lines, screen_columns()))
