"""Prompts: templates that say to a seat what it knows and what it is asked."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from ..attributes import attributed
from ..errors import OptionError
from ..game import Setup
from ..seats import seat_name
from .answers import Answer, Choices
from .rules import rules_of

STANDARD = Path(__file__).with_name("prompt.toml")
"""The prompts that are used where no others are given; the file says what may stand in one."""

_EVERYWHERE = frozenset({"game", "you", "seats"})
_NAMES = {
    "system": _EVERYWHERE | {"rules", "options", "forms"},
    "question": _EVERYWHERE | {"log", "table", "asked", "actions"},
    "illegal": _EVERYWHERE | {"answer"},
    "unreadable": _EVERYWHERE | {"answer"},
}


@dataclass(frozen=True)
class Prompt:
    """Templates for one game.

    Attributes:
        setup: The game with its options.
        texts: By name (system, question, illegal, unreadable), the template.
        answer: Finds the action in an answer.
        request: What goes into the body of every request.
        rules: Whether ``$rules`` are the rules, or left out.
    """

    setup: Setup
    texts: Mapping[str, Template]
    answer: re.Pattern[str]
    request: Mapping[str, Any] = field(default_factory=dict)
    rules: bool = True

    @classmethod
    def load(cls, setup: Setup, path: str | Path | None = None, *, rules: bool = True) -> Prompt:
        """Read the templates for a game.

        Args:
            setup: The game with its options.
            path: A file like :data:`STANDARD`; what it leaves out is taken from there.
            rules: Whether ``$rules`` are the rules, or left out.

        Raises:
            OptionError: The file cannot be read, or a template is wrong; the message says what is allowed.
        """
        standard, own = _read(STANDARD), {} if path is None else _read(Path(path))
        where = str(path or STANDARD)
        unknown = own.keys() - standard.keys()
        if unknown:
            raise OptionError(f"{where}: unknown {sorted(unknown)[0]!r}; there are {', '.join(standard)}")
        found = {**standard, **own}
        if not isinstance(found["request"], dict) or found["request"].keys() & {"model", "messages", "stream"}:
            raise OptionError(f"{where}: [request] is a table without model, messages and stream")
        _check_request(where, found["request"])
        texts = {name: _template(where, name, found[name]) for name in _NAMES}
        return cls(setup, texts, _pattern(where, found["answer"]), found["request"], rules)

    def system(self, seat: int) -> str:
        """Return what a seat is told once: the game, its rules, and what actions are called."""
        options, said = options_of(self.setup), "\n".join(forms(self.setup))
        return self._filled("system", seat, rules=self._rules, options=options, forms=said)

    def question(
        self, states: np.ndarray, choices: Choices, log: Sequence[str] | None, row: int = 0, *, log_begins: bool = True
    ) -> str:
        """Return what the seat to move is asked.

        Args:
            states: STATE records, of which only what this seat may know is told.
            choices: What is legal.
            log: What the seat has perceived; None where nobody has kept it.
            row: Number of the table.
            log_begins: Whether nothing was left out before the log's first line.
        """
        seat, setup = int(states["seat"][row]), self.setup
        state = attributed(states)[row]
        asked = setup.game.asks(setup, state, seat) if setup.game.asks is not None else "your action"
        lines = ["Legal actions:", *choices.lines()] if choices.listed else []
        return self._filled(
            "question",
            seat,
            log=_told(log, log_begins),
            table=_without_question(setup.text(states, seat, row), asked),
            asked=asked,
            actions="\n".join(lines),
        )

    def again(self, seat: int, answer: Answer) -> str:
        """Return what is said to a seat whose answer was no legal action."""
        return self._filled(answer.problem or "illegal", seat, answer=answer.said)

    @cached_property
    def _rules(self) -> str:
        return rules_of(self.setup) if self.rules else ""

    def _filled(self, name: str, seat: int, **values: str) -> str:
        setup = self.setup
        everywhere = {"game": setup.game.title, "you": seat_name(seat), "seats": str(setup.num_seats)}
        return self.texts[name].substitute(everywhere, **values).strip()


def _told(log: Sequence[str] | None, begins: bool) -> str:
    if log is None:
        return "(there is no record of it)"
    return "\n".join(log if begins else ["...", *log]) or "(nothing)"


def _without_question(text: str, asked: str) -> str:
    """Leave out a table's last paragraph where it is what is asked, which the prompt says after it."""
    table, _, last = text.rstrip().rpartition("\n\n")
    return table if " ".join(last.split()).rstrip(".").endswith(asked.rstrip(".")) else text


def options_of(setup: Setup) -> str:
    """Return a game's options in words, with what they mean where they are not the usual ones.

    Lists, such as cards of one's own, are left out.
    """
    usual, told = type(setup.options).model_fields, []
    for name, value in setup.options.model_dump(mode="json").items():
        if not isinstance(value, dict | list | type(None)):
            meant = usual[name].description if value != usual[name].default else None
            told.append(f"{name} {value}" + (f" ({meant.rstrip('.')})" if meant else ""))
    return ", ".join(told)


def forms(setup: Setup) -> list[str]:
    """Return what the actions of a game are called, one line a kind of action."""
    if setup.actions is None:
        return list(setup.action_names)
    lines = []
    for block in setup.actions.blocks:
        names = list(block.names())
        kinds = [f"({axis.kind})" for axis in block.axes]
        said = names[0] if not kinds else (block.say or " ".join("{}" for _ in kinds)).format(*kinds)
        lines.append(f"{said}: {block.text}" + (f", such as {names[0]}" if kinds else ""))
    return lines


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OptionError(f"prompts cannot be read from {str(path)!r}: {error}") from None


def _check_request(where: str, request: Mapping[str, Any]) -> None:
    """Refuse what TOML has and JSON has not."""
    for name, value in request.items():
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            told = f"{name} is {value}; allowed is what JSON has: texts, finite numbers, true, false, lists and tables"
            raise OptionError(f"{where}: [request]: {told}") from None


def _template(where: str, name: str, text: object) -> Template:
    template = Template(str(text))
    if not isinstance(text, str) or not template.is_valid():
        raise OptionError(f"{where}: {name} must be a text in which $ stands before a name, or twice for itself")
    unknown = set(template.get_identifiers()) - _NAMES[name]
    if unknown:
        known = ", ".join(f"${one}" for one in sorted(_NAMES[name]))
        raise OptionError(f"{where}: {name} has ${sorted(unknown)[0]}; it may have {known}")
    return template


def _pattern(where: str, text: object) -> re.Pattern[str]:
    try:
        pattern = re.compile(str(text))
    except re.error as error:
        raise OptionError(f"{where}: answer is no regular expression: {error}") from None
    if pattern.groups < 1:
        raise OptionError(f"{where}: answer needs a group (...), which is the action")
    return pattern
