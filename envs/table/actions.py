"""The actions of a game, said once: blocks with a name, the things that they name, and a sentence.

The twin of :class:`~.layout.Layout`. The part of an action space that does not depend on options is an enumeration,
whose members are the first actions of their blocks, so that rules write ``Act.DISTRICT + district``::

    class Act(ActionEnum):
        DONE = Block("end the phase")
        DISTRICT = Block("a District", of("District", District))
        GUARD = Block("move a Guard", (of("District", District), of("District", District)), "Guard from {} to {}")

    ACTIONS = Actions(Act.blocks())

From it follow the names of the actions, the rows that tell people of them, and what an action refers to; a view asks
``ACTIONS.about(mask, "District", District.TOWER)`` for the legal actions about a thing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from functools import cached_property

import numpy as np

from .errors import GameDefinitionError

UNNUMBERED = -1
"""In place of the number of a block's first action."""


@dataclass(frozen=True)
class Of:
    """One kind of thing that the actions of a block name.

    Attributes:
        kind: What the things are, such as ``"District"``; views look actions up by it.
        names: Their names in the order of their numbers.
        first: Number of the first of them: 1 for seats by their distance, say.
    """

    kind: str
    names: tuple[str, ...]
    first: int = 0


def of(kind: str, names: Sequence[str] | type[Enum] | int, first: int = 0) -> Of:
    """Return a kind of thing.

    Args:
        kind: What the things are.
        names: Their names; the names of an enumeration's members in plain words; or how many there are.
        first: Number of the first of them.

    Raises:
        GameDefinitionError: The members of an enumeration are not numbered without gaps from ``first``.
    """
    if isinstance(names, int):
        return Of(kind, tuple(str(first + number) for number in range(names)), first)
    if isinstance(names, type):
        _check_numbers(names, first)
        return Of(kind, tuple(words(member) for member in names), first)
    return Of(kind, tuple(names), first)


def _check_numbers(things: type[Enum], first: int) -> None:
    """Refuse an enumeration with gaps: rules add its members to the number of a block's first action."""
    for number, member in enumerate(things, first):
        if isinstance(member, int) and member != number:
            raise GameDefinitionError(
                f"{things.__name__}.{member.name} is {int(member)}; actions that name it must find {number} there, "
                f"since their things are numbered without gaps from {first}"
            )


def words(member: Enum) -> str:
    """Return a member of an enumeration in words: its ``text`` where it has one, else its name."""
    return str(getattr(member, "text", member.name.replace("_", " ").lower()))


@dataclass(frozen=True)
class Block:
    """Neighbouring actions that mean the same of different things.

    Attributes:
        text: What they mean, for the table of actions.
        of: The things that they name: all combinations, the last varying fastest; none for a single action.
        say: Name of an action, with ``{}`` for each thing; by default the thing's own name, or the block's.
        name: Name of the block.
        start: Number of its first action; UNNUMBERED until an enumeration or an action space gives it one.
    """

    text: str
    of: tuple[Of, ...] | Of = ()
    say: str = ""
    name: str = ""
    start: int = UNNUMBERED

    @property
    def axes(self) -> tuple[Of, ...]:
        """The kinds of things that an action of this block names."""
        return (self.of,) if isinstance(self.of, Of) else self.of

    @property
    def shape(self) -> tuple[int, ...]:
        """How many things of each kind there are."""
        return tuple(len(axis.names) for axis in self.axes)

    @property
    def size(self) -> int:
        """How many actions it has."""
        return int(np.prod(self.shape, dtype=int))

    @property
    def numbers(self) -> str:
        """Its actions as people write them: ``"7"`` or ``"7 to 12"``."""
        return str(self.start) if self.size == 1 else f"{self.start} to {self.start + self.size - 1}"

    def names(self) -> Iterator[str]:
        """Yield the names of its actions in their order."""
        say = self.say or ("{} " * len(self.axes)).strip() or self.name.lower()
        for things in itertools.product(*(axis.names for axis in self.axes)):
            yield say.format(*things)


class ActionEnum(IntEnum):
    """Base of an enumeration of blocks: a member is the number of its block's first action.

    Where games share their first actions, a game's own blocks are an enumeration that starts behind the shared one:
    its first block has ``start=Shared.end()``, and the action space is ``Actions([*Shared.blocks(), *Own.blocks()])``.
    """

    block: Block

    def __new__(cls, block: Block) -> ActionEnum:
        """Number the block behind those before it; the first one may bring the number that it starts with."""
        before = list(cls.__members__.values())
        start = int(before[-1]) + before[-1].block.size if before else max(block.start, 0)
        member = int.__new__(cls, start)
        member._value_ = start
        member.block = block
        return member

    @classmethod
    def blocks(cls) -> tuple[Block, ...]:
        """Return the blocks in their order, with names and numbers."""
        return tuple(replace(member.block, name=member.name, start=int(member)) for member in cls)

    @classmethod
    def end(cls) -> int:
        """Return the number behind the last action."""
        last = list(cls)[-1]
        return int(last) + last.block.size


@dataclass(frozen=True)
class Reference:
    """What an action refers to: its block, and by kind the number of the thing that it names.

    A block that names two things of one kind (from a District to another) has the first under ``"District"`` and all
    of them, in their order, in ``things``.
    """

    block: Block
    things: tuple[tuple[str, int], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the things."""
        return tuple(a.names[number - a.first] for a, (_, number) in zip(self.block.axes, self.things, strict=True))

    def thing(self, kind: str) -> int | None:
        """Return the number of the (first) thing of a kind, None where the action names none."""
        return next((number for name, number in self.things if name == kind), None)


class Actions:
    """The action space of a game: its blocks in their order."""

    def __init__(self, blocks: Sequence[Block], *more: Block) -> None:
        """Make the action space.

        Args:
            blocks: Blocks in their order, as from :meth:`ActionEnum.blocks`; those without a number get the next one.
            *more: Further ones that depend on options, such as an action for every card of a file; they are numbered
                behind the others.

        Raises:
            GameDefinitionError: A block has a number that is not that of its place.
        """
        numbered: list[Block] = []
        start = 0
        for block in (*blocks, *(replace(block, start=UNNUMBERED) for block in more)):
            if block.start not in (UNNUMBERED, start):
                raise GameDefinitionError(
                    f"block {block.name or block.text!r} has start={block.start}, but {start} actions stand before it; "
                    "an enumeration that goes on behind another begins with start=Other.end()"
                )
            numbered.append(replace(block, start=start))
            start += block.size
        self.blocks = tuple(numbered)
        self.size = start

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Name of every action, by number."""
        return tuple(name for block in self.blocks for name in block.names())

    @property
    def groups(self) -> tuple[tuple[str, str], ...]:
        """The action space in rows for people: ``(numbers, meaning)``."""
        return tuple((block.numbers, block.text) for block in self.blocks)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """What every action refers to, by number."""
        found = []
        for block in self.blocks:
            axes = [[(a.kind, a.first + number) for number in range(len(a.names))] for a in block.axes]
            found += [Reference(block, things) for things in itertools.product(*axes)]
        return tuple(found)

    @cached_property
    def _by_thing(self) -> Mapping[tuple[str, int], tuple[int, ...]]:
        found: dict[tuple[str, int], list[int]] = {}
        for action, reference in enumerate(self.references):
            for thing in dict.fromkeys(reference.things):
                found.setdefault(thing, []).append(action)
        return {thing: tuple(actions) for thing, actions in found.items()}

    def about(self, mask: np.ndarray, kind: str, number: int) -> list[int]:
        """Return the legal actions that name a thing.

        Args:
            mask: Legal actions, int8, shape (size,).
            kind: What the thing is, as in :class:`Of`.
            number: Its number.
        """
        return [action for action in self._by_thing.get((kind, int(number)), ()) if mask[action]]
