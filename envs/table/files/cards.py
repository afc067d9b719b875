"""Card files: TOML tables of cards that a person can read, edit and replace, checked against the game's own model.

A game says what its cards look like with two pydantic models and loads them with one call::

    class Spell(Card):                                  # has name and source already
        cost: int = Field(ge=0, le=9, description="Mana to pay.")
        effect: Literal["draw", "discard", "heal"]

    class Spellbook(CardFile):                          # has format and edition already
        spell: tuple[Spell, ...] = Field(min_length=1)

    book = load_cards(Spellbook, options.cards, Path(__file__).with_name("cards.toml"))

The file then reads ``[[spell]]``, ``name = "Spark"``, ``source = "house"``, ``cost = 2``, ``effect = "draw"``. Every
mistake is a :class:`CardFileError` with one line each, which names the file, the card, the key, the value and what is
allowed: ``spells.toml: spell 'Spark' (number 3), effect: 'drow' is not allowed; must be 'draw', 'discard' or 'heal';
did you mean 'draw'?``. Rules that span several keys or cards are pydantic ``model_validator`` methods that raise
``ValueError`` with a sentence; they are reported the same way.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from ..errors import CardFileError, closest
from .card_errors import explain
from .reading import parsed, read_text

Source = Literal["rulebook", "public", "house"]
"""Where a card comes from: printed in the rulebook, told in public material, or this project's own design."""


def _one_line(name: str) -> str:
    if name != name.strip() or not name.isprintable():
        raise ValueError(f"{name!r} must be one line of text without blanks around it")
    return name


Name = Annotated[str, StringConstraints(min_length=1, max_length=60), AfterValidator(_one_line)]
"""A name of one line without blanks around it."""


class Card(BaseModel):
    """One entry of a card file; games add their keys. Unknown keys are refused.

    Attributes:
        name: As people write it; no two cards of a list share one (upper and lower case make no difference).
        source: ``"rulebook"``, ``"public"`` or ``"house"``; has no default, every card must say it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    source: Source


class CardFile(BaseModel):
    """A whole card file; games add one list of cards for each ``[[table]]``. Unknown tables are refused.

    Attributes:
        format: Version of the file's form.
        edition: What the players call this set of cards.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal[1] = 1
    edition: Name = "custom"

    @model_validator(mode="after")
    def _distinct_names(self) -> CardFile:
        for table in type(self).model_fields:
            entries = getattr(self, table)
            if not isinstance(entries, list | tuple):
                continue
            numbers: dict[str, int] = {}
            for number, card in enumerate(entries, start=1):
                if not isinstance(card, Card):
                    continue
                first = numbers.setdefault(card.name.casefold(), number)
                if first != number:
                    raise ValueError(
                        f"{table} number {first} and number {number} are both called {card.name!r}; "
                        "every card needs a name of its own"
                    )
        return self


AnyCardFile = TypeVar("AnyCardFile", bound=CardFile)


def load_cards(
    model: type[AnyCardFile], source: str | Path | Mapping[str, Any] | None, default: Path, option: str = "cards"
) -> AnyCardFile:
    """Return a checked card file.

    Values must have the model's own types: ``"2"`` or ``true`` is no number.

    Args:
        model: The game's kind of card file.
        source: Path of a TOML file, the content of one as a mapping, or None for the game's own cards.
        default: Path of the game's own cards.
        option: Name of the option, for what is said of a source that is none.

    Raises:
        CardFileError: The file cannot be read, is not TOML, or does not fit the model.
    """
    if isinstance(source, Mapping):
        return _checked(model, f"the given {option}", dict(source))
    if source is not None and _CLOSED.get():
        raise CardFileError(f"{option} must hold the content of a card file here, not its path")
    if not isinstance(source, str | Path | None) or source == "":
        raise CardFileError(
            f"{option} must be the path of a TOML file or a mapping with its content, not {source!r} "
            f"({type(source).__name__})"
        )
    path = Path(default if source is None else source)
    return _of_text(model, str(path), _text_of(path))


@lru_cache(maxsize=16)  # every set-up asks; the models are frozen, so one serves all until the file is edited
def _of_text(model: type[AnyCardFile], where: str, text: str) -> AnyCardFile:
    return _checked(model, where, _toml(where, text))


def _checked(model: type[AnyCardFile], where: str, data: dict[str, Any]) -> AnyCardFile:
    """Return what a card file holds; ``where`` is what it is called if it does not fit the model."""
    try:
        return model.model_validate_json(json.dumps(data, default=_refuse), strict=True)
    except ValidationError as error:
        raise CardFileError("\n".join(f"{where}: {line}" for line in explain(model, data, error))) from None
    except (TypeError, ValueError) as error:
        raise CardFileError(f"{where}: {error}") from None
    except RecursionError:
        raise CardFileError(f"{where}: nested too deeply") from None


_CLOSED: ContextVar[bool] = ContextVar("closed", default=False)


@contextmanager
def without_paths() -> Iterator[None]:
    """Let options name no files: they come out of a file themselves, whose writer is not to choose what is read.

    Saves and replays hold cards by their content.
    """
    token = _CLOSED.set(True)
    try:
        yield
    finally:
        _CLOSED.reset(token)


def card_file(model: type[CardFile], default: Path) -> BeforeValidator:
    """Return what makes an option take a card file as a path, its content, or already loaded.

    It stands in the option's type::

        cards: Annotated[Spellbook, card_file(Spellbook, DEFAULT)] = Field(default=None, validate_default=True)
    """

    def load(value: Any, info: ValidationInfo) -> CardFile:
        return value if isinstance(value, model) else load_cards(model, value, default, info.field_name or "cards")

    return BeforeValidator(load)


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file.

    Raises:
        CardFileError: No such file, no permission, not UTF-8, or not TOML; the message gives the line.
    """
    return _toml(str(path), _text_of(path))


def _toml(where: str, text: str) -> dict[str, Any]:
    return parsed(lambda: tomllib.loads(text), where, "this is not TOML", CardFileError)


def _text_of(path: Path) -> str:
    try:
        return read_text(path, "not a card file", CardFileError)
    except CardFileError:
        raise
    except FileNotFoundError:
        raise CardFileError(f"{path}: there is no such card file{_similar_file(path)}") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise CardFileError(f"{path}: cannot read the card file: {getattr(error, 'strerror', None) or error}") from None


def _similar_file(path: Path) -> str:
    try:
        names = [p.name for p in path.parent.glob("*.toml")]
    except OSError:
        return ""
    close = closest(path.name, names)
    return "" if close is None else f"; did you mean {str(path.with_name(close))!r}?"


def _refuse(value: Any) -> Any:
    raise TypeError(f"{value!r} ({type(value).__name__}) cannot stand in a card file; use text, numbers, true or false")
