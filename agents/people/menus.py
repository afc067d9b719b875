"""Menus: legal actions in few lines, and what a person may mean by a number or by the beginnings of some words.

Long menus are asked in steps. Actions of one block (:mod:`cogitable.envs.table.actions`) that name the same first thing
stand together on one line, ``Guard from Art to ...``, and if the menu is still long, all actions of a block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import TypeVar

from ...envs.table.actions import Reference
from ...envs.table.game import Setup

_T = TypeVar("_T")

LONG = 20
"""Lines; a menu of more of them is asked in steps."""
_NAMED = 3  # things, of those that a line stands for
_QUOTES = "(\"'#"
_FEW = 3  # actions; fewer do not stand together


class Menu:
    """The legal actions of one decision in words.

    Attributes:
        texts: By action, what it says.
    """

    def __init__(self, setup: Setup, texts: dict[int, str]) -> None:
        """Prepare the menu.

        Args:
            setup: The game with its options.
            texts: By legal action, what it says.
        """
        self.texts = texts
        self._names = setup.action_names
        self._references: Sequence[Reference] | None = setup.actions and setup.actions.references

    def entries(self, asked: Sequence[int]) -> list[str]:
        """Return the lines for some of the actions, at most :data:`LONG` where putting them together allows it."""
        return [self._text(group) for group in self._groups(asked)]

    def chosen(self, line: str, asked: Sequence[int]) -> list[int]:
        """Return what a person means who has been shown the entries for some of the actions.

        Args:
            line: The number of an entry; or, of any action, a whole name or text, its beginning, or beginnings of some
                of its words in their order.
            asked: The actions that were shown; words that mean none of these may mean others.
        """
        if not line.isdecimal():
            return self._matches(line, asked) or self._matches(line, list(self.texts))
        groups = self._groups(asked)
        number = int(line) if len(line) < 10 else 0  # Python reads no number of thousands of digits
        return list(groups[number - 1]) if 1 <= number <= len(groups) else []

    def _groups(self, asked: Sequence[int]) -> list[tuple[int, ...]]:
        groups: list[tuple[int, ...]] = [(action,) for action in asked]
        for things in (1, 0):
            sizes = Counter(block for action in asked for block, _ in self._key(action, things))
            for block, _ in sizes.most_common():
                if len(groups) > LONG:
                    groups = self._together(groups, block, things)
        return groups

    def _key(self, action: int, things: int) -> list[tuple[int, tuple[tuple[str, int], ...]]]:
        """Return an action's block and so many of the things that it names first; nothing if it names no others."""
        if self._references is None or len(self._references[action].things) <= things:
            return []
        reference = self._references[action]
        return [(reference.block.start, reference.things[:things])]

    def _together(self, groups: Sequence[tuple[int, ...]], block: int, things: int) -> list[tuple[int, ...]]:
        """Put those of a block that name the same first things on one line, unless nothing else would be left."""
        found: dict[object, list[tuple[int, ...]]] = {}
        for number, group in enumerate(groups):
            keys = [key for key in self._key(group[0], things) if key[0] == block]
            found.setdefault(keys[0] if keys else number, []).append(group)
        if len(found) == 1:
            return list(groups)
        return [line for lines in found.values() for line in ([sum(lines, ())] if len(lines) >= _FEW else lines)]

    def _text(self, group: tuple[int, ...]) -> str:
        if len(group) == 1:
            return self.texts[group[0]]
        assert self._references is not None
        start = " ".join(_shared([self.texts[action].split() for action in group]))
        references = [self._references[action] for action in group]
        same = len(_shared([reference.things for reference in references]))
        others = [*dict.fromkeys(reference.names[same] for reference in references)]
        named = ", ".join(others[:_NAMED]) + ", ..." * (len(others) > _NAMED)
        return f"{start or references[0].block.text} ... ({len(group)}: {named})"

    def _matches(self, line: str, asked: Sequence[int]) -> list[int]:
        wanted = " ".join(line.casefold().split())
        says = {a: (self._names[a].casefold(), self.texts[a].casefold()) for a in asked}
        whole = [a for a in asked if wanted in says[a]]
        begun = [a for a in asked if wanted and any(text.startswith(wanted) for text in says[a])]
        if begun:
            return whole if len(whole) == 1 else begun
        words = wanted.split()
        return [a for a in asked if words and any(_abbreviates(words, text.split()) for text in says[a])]


def _shared(rows: Sequence[Sequence[_T]]) -> list[_T]:
    """Return what all rows begin with."""
    columns = takewhile(lambda column: len(set(column)) == 1, zip(*rows, strict=False))
    return [column[0] for column in columns]


def _abbreviates(beginnings: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether some of the words, in their order, begin so."""
    left = iter(words)
    return all(any(word.lstrip(_QUOTES).startswith(beginning) for word in left) for beginning in beginnings)
