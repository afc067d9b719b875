"""Forms made from the models of games' options, and what is read from them."""

from __future__ import annotations

import json
import re
import tomllib
import types
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from ...envs.table.bounds import bounds
from ...envs.table.errors import CogitableError
from ...envs.table.files.cards import CardFile
from ...envs.table.game import Game, Setup
from ...envs.table.wording import wanted

_DEEP = re.compile(r"^[ \t\[]*[^=\n.]+(?:\.[^=\n.]+){16}", re.MULTILINE)
"""A key of many parts in TOML: reading one takes as long as the square of their number."""

PREFIX = "option."
"""Before the names of options in a form."""


@dataclass(frozen=True)
class Field:
    """An option in a form.

    Attributes:
        name: Of the option.
        kind: ``"number"``, ``"choice"``, ``"text"`` or ``"cards"`` (the content of a card file).
        text: What it means.
        default: What stands there at first, as in a form; empty for what the game decides.
        least: Smallest number; None for any.
        most: Largest number; None for any.
        choices: What can be chosen, or is suggested for a text.
    """

    name: str
    kind: str
    text: str
    default: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def limits(self) -> str:
        """The limits in words; empty without any."""
        if self.least is not None and self.most is not None:
            return f"{self.least} to {self.most}"
        return f"from {self.least}" if self.least is not None else ""


def fields(game: Game) -> list[Field]:
    """Return the form of a game's options: one field for every option."""
    return [_field(name, info) for name, info in game.options.model_fields.items()]


def _field(name: str, info: FieldInfo) -> Field:
    text, kinds = info.description or "", _members(info.annotation)
    if any(isinstance(kind, type) and issubclass(kind, CardFile) for kind in kinds):
        return Field(name, "cards", text, "")
    default = "" if info.default is None or info.is_required() else written(info.default)
    choices = tuple(choice for kind in kinds for choice in _choices(kind))
    if kinds == [bool]:
        return Field(name, "choice", text, default, choices=("yes", "no"))
    others = [kind for kind in kinds if get_origin(kind) is not Literal and kind is not type(None)]
    if others == [int] and not choices:
        return Field(name, "number", text, default, *bounds(info))
    return Field(name, "text" if others else "choice", text, default, choices=choices)


def _members(annotation: Any) -> list[Any]:
    """Return the kinds of values that a type stands for."""
    if get_origin(annotation) is Annotated:
        return _members(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        return [member for part in get_args(annotation) for member in _members(part)]
    return [annotation]


def _choices(kind: Any) -> list[str]:
    return [str(choice) for choice in get_args(kind)] if get_origin(kind) is Literal else []


def written(value: Any) -> str:
    """Return the value of an option as it stands in a form."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple) and all(isinstance(part, str) and "," not in part for part in value):
        return ", ".join(value)
    return str(value) if isinstance(value, str | int | float) else json.dumps(value)


@dataclass(frozen=True)
class Read:
    """What a form says about a game's options.

    Attributes:
        options: Those that are not as they are by default.
        setup: The game with them; None if there are errors.
        errors: What is wrong, by option; what concerns no single one stands under an empty name.
    """

    options: dict[str, Any]
    setup: Setup | None
    errors: dict[str, str]


def read(game: Game, form: Mapping[str, str]) -> Read:
    """Read the options of a game from a form.

    Names of files are nowhere taken for files: a card file is given by its content.

    Args:
        game: The game.
        form: What the form holds, by name; options have :data:`PREFIX` before theirs.
    """
    options: dict[str, Any] = {}
    errors: dict[str, str] = {}
    for field in fields(game):
        text = form.get(PREFIX + field.name, "").strip()
        if not text or text == field.default:
            continue
        try:
            options[field.name] = _value(game, field, text)
        except ValueError as error:
            errors[field.name] = str(error)
    known = {field.name for field in fields(game)}
    for name in form:
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in known:
            errors[""] = f"There is no option {name.removeprefix(PREFIX)[:40]!r}."
    return Read(options, None, errors) if errors else _checked(game, options)


def _value(game: Game, field: Field, text: str) -> Any:
    if field.kind == "cards":
        if _DEEP.search(text):
            raise ValueError("this is no card file: a key has more parts than any of a card file")
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise ValueError(f"this is not TOML: {error}") from None
    if field.choices == ("yes", "no"):
        return {"yes": True, "no": False}.get(text, text)
    if text in field.choices:
        return text
    kinds = _members(game.options.model_fields[field.name].annotation)
    many = [kind for kind in kinds if get_origin(kind) is tuple]
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        return [value] if many and isinstance(value, str | int) and not {int, str} & set(kinds) else value
    if many and ("," in text or str not in kinds):
        return [part.strip() for part in text.split(",")]
    return text


def _checked(game: Game, options: dict[str, Any]) -> Read:
    """Set the game up, and put every error beside its option."""
    try:
        return Read(options, Setup(game, game.options(**options)), {})
    except ValidationError as error:
        problems = [(_place(game, problem), wanted(problem)) for problem in error.errors()]
    except CogitableError as error:
        problems = [(_named(game, str(error)), str(error))]
    errors: dict[str, str] = {}
    for name, text in problems:
        errors[name] = f"{errors[name]}; {text}" if name in errors else text
    return Read(options, None, errors)


def _place(game: Game, problem: Any) -> str:
    place = str(problem["loc"][0]) if problem["loc"] else ""
    return place if place in game.options.model_fields else _named(game, wanted(problem))


def _named(game: Game, text: str) -> str:
    """Return the option that a message names first."""
    found = re.search(r"option '(\w+)'", text)
    return found[1] if found and found[1] in game.options.model_fields else ""
