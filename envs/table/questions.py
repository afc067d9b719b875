"""What a game asks: each question once, with the answers that are legal and what an answer does.

A game lists its questions in one table, by the enumeration that its ``state.ask`` holds::

    QUESTIONS = Questions(
        Question(Ask.MENU, allow_menu, take_menu),
        Question(Ask.DETAIN, allow_detain, detain),
    )

``QUESTIONS.allow`` is then its ``legal_actions``, and ``QUESTIONS.answer`` carries an answer out. Compiled, either is a
tree of comparisons that calls the right function; uncompiled, a dictionary finds it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

from .compilation.compile import JIT, compiled
from .errors import GameDefinitionError


@dataclass(frozen=True)
class Question:
    """One thing that a seat can be asked.

    Attributes:
        ask: What is being asked.
        allow: ``@compiled``; sets ``mask[a] = 1`` for every legal answer. It takes any of ``setup``, ``state`` and
            ``mask``, by these names.
        answer: ``@compiled``; carries an answer out. It takes any of ``setup``, ``state`` and ``action``.
    """

    ask: IntEnum
    allow: Callable
    answer: Callable


class Questions:
    """The questions of a game, by what is asked."""

    def __init__(self, *questions: Question, but: Collection[IntEnum] = (), on: str = "state.ask") -> None:
        """Make the table.

        Args:
            *questions: One for each member of the enumeration.
            but: Members that are never asked, such as ``Ask.NOTHING``.
            on: Where the state says what is asked.

        Raises:
            GameDefinitionError: A member without a question, or with two.
        """
        self.table = {question.ask: question for question in questions}
        if len(self.table) < len(questions):
            asked = [question.ask for question in questions]
            twice = sorted({ask.name for ask in asked if asked.count(ask) > 1})
            raise GameDefinitionError(f"questions that stand twice: {', '.join(twice)}")
        check_members(self.table, but)
        self.on = on

    def __iter__(self) -> Iterator[Question]:
        return iter(self.table.values())

    def __getitem__(self, ask: int) -> Question:
        return self.table[ask]  # type: ignore[index]  # members of an IntEnum are found by their numbers

    @cached_property
    def allow(self) -> Callable:
        """``allow(setup, state, mask)``: set the legal answers to what is asked."""
        return switch("allow", ("setup", "state", "mask"), {q.ask: q.allow for q in self}, self.on)

    @cached_property
    def answer(self) -> Callable:
        """``answer(setup, state, action)``: carry out an answer to what is asked."""
        return switch("answer", ("setup", "state", "action"), {q.ask: q.answer for q in self}, self.on)


def check_members(table: Collection[IntEnum], but: Collection[IntEnum] = ()) -> None:
    """Raise GameDefinitionError unless a table has every member of its enumeration, those in ``but`` aside."""
    kind = type(next(iter(table)))
    missing = [member.name for member in kind if member not in table and member not in but]
    odd = [repr(member) for member in table if not isinstance(member, kind)]
    if missing or odd:
        raise GameDefinitionError(
            f"a table by {kind.__qualname__} lacks {', '.join(missing) or 'nothing'}"
            + (f" and has rows for {', '.join(odd)}" if odd else "")
        )


def switch(
    name: str, parameters: tuple[str, ...], bodies: Mapping[Any, Callable], on: str = "state.ask", otherwise: Any = None
) -> Callable:
    """Return one ``@compiled`` function out of many.

    Args:
        name: What it is called.
        parameters: Names of its parameters. Each body takes those of them that it names, in any order.
        bodies: Number to the ``@compiled`` function that is called when ``on`` has this value.
        on: What decides: an expression over the parameters.
        otherwise: What is returned for any other value; only then may there be one.

    Raises:
        GameDefinitionError: A body takes a parameter that is not among ``parameters``.
    """
    scope: dict[str, Any] = {"otherwise": otherwise}
    calls: dict[int, str] = {}
    for key, body in bodies.items():
        wanted = list(inspect.signature(body).parameters)
        unknown = [parameter for parameter in wanted if parameter not in parameters]
        if unknown:
            raise GameDefinitionError(
                f"{body.__module__}.{body.__name__} takes {', '.join(unknown)}; {name} gives {', '.join(parameters)}"
            )
        place = f"{body.__name__}_{int(key)}"
        scope[place] = body
        calls[int(key)] = f"{place}({', '.join(wanted)})"
    lines = [f"def {name}({', '.join(parameters)}):", f"    chosen = {on}"]
    lines += _tree(sorted(calls), calls, "    ", exact=otherwise is not None) if JIT else _table(calls)
    exec(compile("\n".join(lines), __file__, "exec"), scope)
    made = scope[name]
    made.__module__ = __name__
    return compiled(made)


def _tree(keys: list[int], calls: Mapping[int, str], pad: str, *, exact: bool) -> list[str]:
    """Return the lines that find one of the given keys by halves."""
    if len(keys) > 1:
        middle = len(keys) // 2
        low = _tree(keys[:middle], calls, pad + "    ", exact=exact)
        high = _tree(keys[middle:], calls, pad + "    ", exact=exact)
        return [f"{pad}if chosen < {keys[middle]}:", *low, f"{pad}else:", *high]
    line = f"{pad}return {calls[keys[0]]}"
    if exact:
        return [f"{pad}if chosen == {keys[0]}:", "    " + line, f"{pad}return otherwise"]
    return [line]


def _table(calls: Mapping[int, str]) -> list[str]:
    """Return the lines that find a body in a dictionary."""
    rows = ", ".join(f"{key}: lambda: {call}" for key, call in calls.items())
    return [f"    found = {{{rows}}}.get(int(chosen))", "    return otherwise if found is None else found()"]
