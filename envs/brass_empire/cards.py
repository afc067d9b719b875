"""The card file of Brass Empire: its form, its checks, and its way into the SETUP record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ..table.errors import did_you_mean
from ..table.files.cards import Card, CardFile, Name
from ..table.named import texts
from .rules.card_steps import MAX_PROGRAMS, NO_PROGRAM, Trigger
from .rules.effects import Program, Step, only_gains
from .rules.state import MAX_CENTRAL, MAX_FACTIONS, MAX_KINDS, MAX_RESERVE, MAX_START, CardType

DEFAULT = Path(__file__).with_name("cards.toml")


class Cost(BaseModel):
    """What a card costs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    labor: int = Field(0, ge=0, le=20)
    construction: int = Field(0, ge=0, le=20)

    @property
    def total(self) -> int:
        """Labor and construction together."""
        return self.labor + self.construction


class _Kind(Card):
    """What all cards have."""

    corporation: Name | None = Field(None, description="Name of a corporation of this file; neutral without one.")
    cost: Cost = Cost()
    value: int = Field(0, ge=0, le=20, description="Brass Value at the end of the game.")
    copies: int = Field(0, ge=0, le=20, description="Cards of this name in the central decks.")

    type: ClassVar[Literal["employee", "unit", "building"]]

    def program(self, trigger: str) -> tuple[Step, ...] | None:
        """Return what the card does on one of ``state.TRIGGERS``."""
        return getattr(self, trigger, None)

    @property
    def programs(self) -> dict[str, tuple[Step, ...]]:
        """What the card does, by trigger."""
        return {trigger: program for trigger in texts(Trigger) if (program := self.program(trigger))}

    @property
    def sequences(self) -> Iterator[tuple[Step, ...]]:
        """All programs, each with the options of its choices behind it, as they are numbered in the SETUP record."""
        for program in self.programs.values():
            yield program
            yield from (option.steps for step in program if step.do == "choose" for option in step.options)

    @property
    def steps(self) -> Iterator[Step]:
        """All steps of all programs, and those of the options of choices."""
        return chain.from_iterable(self.sequences)


class Employee(_Kind):
    """A card that is played, does something and is discarded at the end of the turn."""

    type: ClassVar[Literal["employee", "unit", "building"]] = "employee"
    any_time: ClassVar[bool] = False
    play: Program


class _Fighter(_Kind):
    """What units and buildings have."""

    attack: int = Field(0, ge=0, le=20)
    health: int = Field(ge=1, le=20)
    any_time: bool = Field(False, description="Ability and demolition may be used on any turn.")
    ability: Program | None = None
    destroyed: Program | None = None

    @model_validator(mode="after")
    def _last_damage(self) -> _Fighter:
        steps = self.destroyed or ()
        options = steps[-1].options if steps and steps[-1].do == "choose" else ()
        for early in (steps[:-1], *(option.steps[:-1] for option in options)):
            for step in early:
                if step.do in ("damage", "choose"):
                    raise ValueError(f"destroyed: {step.do!r} must be the last step there, so that chains end")
        return self


class Unit(_Fighter):
    """A card that stays in play, attacks and mines."""

    type: ClassVar[Literal["employee", "unit", "building"]] = "unit"
    play: Program | None = None

    @model_validator(mode="after")
    def _any_time(self) -> Unit:
        if self.any_time and not self.ability:
            raise ValueError("any_time is true, but there is no ability that could be used at any time")
        return self


class Building(_Fighter):
    """A card that stays in play and is built at the owner's next turn start."""

    type: ClassVar[Literal["employee", "unit", "building"]] = "building"
    built: Program | None = None
    demolish: Program | None = None

    @model_validator(mode="after")
    def _any_time(self) -> Building:
        if self.any_time and not (self.ability or self.demolish):
            raise ValueError("any_time is true, but there is neither ability nor demolish to use at any time")
        if self.any_time and only_gains(self.ability) and not self.demolish:
            raise ValueError("any_time is true, but an ability that only gains is used at the turn start by itself")
        return self


Kind = Employee | Unit | Building


def _keys(entry: BaseModel) -> dict[str, Any]:
    """Return what a card file says of an entry: not what has been worked out of that and kept."""
    return {key: getattr(entry, key) for key in type(entry).model_fields}


@contextmanager
def _mistakes_of(place: str) -> Iterator[None]:
    """Report a mistake of what is made of a card file as one of this place in it."""
    try:
        yield
    except ValidationError as error:
        raise ValueError(f"{place}: {error.errors()[0]['msg'].removeprefix('Value error, ')}") from None


class ChangedCard(Card):
    """What a card of the file is in some games, where that is something else; what is not given stays."""

    cost: Cost | None = None
    copies: int | None = Field(None, ge=0, le=20)
    attack: int | None = Field(None, ge=0, le=20)
    health: int | None = Field(None, ge=1, le=20)
    play: Program | None = None
    built: Program | None = None
    ability: Program | None = None
    demolish: Program | None = None
    destroyed: Program | None = None

    def changed(self, kind: Kind, table: str) -> Kind:
        """Return a card as a table of changes has it.

        Raises:
            ValueError: A card of its type cannot be like that.
        """
        changes = {key: value for key, value in self if value is not None and key not in Card.model_fields}
        for key in changes:
            if key not in type(kind).model_fields:
                raise ValueError(f"{table} {self.name!r}, {key}: it is a card of type {kind.type}, which has none")
        with _mistakes_of(f"{table} {self.name!r}"):
            return type(kind).model_validate({**_keys(kind), **changes})


class Corporation(Card):
    """A corporation and its stock reserve deck."""

    reserve: dict[Name, int] = Field(min_length=1, description="Cards of its stock reserve: name = copies.")


class Start(BaseModel):
    """What every player starts with."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    deck: dict[Name, int] = Field(min_length=1, description="Cards of the starting deck: name = copies.")
    platform: Name = Field(description="Building that starts in play.")


CHANGES = ("battle", "custom_reserves")
"""The tables of a card file that say what some cards are in some games."""


class CardList(CardFile):
    """A whole card file."""

    start: Start
    corporation: tuple[Corporation, ...] = Field(min_length=1, max_length=MAX_FACTIONS)
    employee: tuple[Employee, ...] = Field(min_length=1)
    unit: tuple[Unit, ...] = ()
    building: tuple[Building, ...] = Field(min_length=1)
    battle: tuple[ChangedCard, ...] = ()
    custom_reserves: tuple[ChangedCard, ...] = ()

    @cached_property
    def changed(self) -> dict[str, CardList]:
        """The cards as the tables of changes have them, by the names of the tables that there are."""
        return {table: self._changed_by(table) for table in CHANGES if getattr(self, table)}

    def _changed_by(self, table: str) -> CardList:
        changes: dict[str, ChangedCard] = {card.name: card for card in getattr(self, table)}
        with _mistakes_of(table):
            kinds = {
                part: [
                    changes[kind.name].changed(kind, table) if kind.name in changes else kind
                    for kind in getattr(self, part)
                ]
                for part in ("employee", "unit", "building")
            }
            return CardList.model_validate({**_keys(self), **kinds, **dict.fromkeys(CHANGES, ())})

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """All different cards by number: employees, units, buildings, in the order of the file."""
        return (*self.employee, *self.unit, *self.building)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of every card by name."""
        return {kind.name: number for number, kind in enumerate(self.kinds)}

    @cached_property
    def corporations(self) -> tuple[str, ...]:
        """Names of the corporations; faction 0 is neutral, faction 1 the first of these."""
        return tuple(corporation.name for corporation in self.corporation)

    def faction(self, kind: Kind) -> int:
        """Return the faction number of a card."""
        return 0 if kind.corporation is None else 1 + self.corporations.index(kind.corporation)

    @model_validator(mode="after")
    def _fits(self) -> CardList:
        for check in (_check_names, _check_corporations, _check_start, _check_reserves, _check_sizes, _check_changes):
            check(self)
        return self


def _check_names(cards: CardList) -> None:
    seen: set[str] = set()
    for kind in cards.kinds:
        if kind.name.casefold() in seen:
            raise ValueError(f"{kind.type} {kind.name!r}: another card has this name; every card needs its own")
        seen.add(kind.name.casefold())
    if len(cards.kinds) > MAX_KINDS:
        raise ValueError(f"the file has {len(cards.kinds)} different cards; at most {MAX_KINDS} are possible")


def _check_corporations(cards: CardList) -> None:
    for kind in cards.kinds:
        if kind.corporation is None and any(step.condition and step.condition.have == "allied" for step in kind.steps):
            raise ValueError(
                f"{kind.type} {kind.name!r}, if.have: 'allied' asks for cards of its corporation, but it has none"
            )
        if kind.corporation is not None and kind.corporation not in cards.corporations:
            raise ValueError(
                f"{kind.type} {kind.name!r}, corporation: {kind.corporation!r} is not a corporation of this file; "
                f"allowed are {', '.join(cards.corporations)}{did_you_mean(kind.corporation, cards.corporations)}"
            )


def _known(cards: CardList, name: str, place: str) -> Kind:
    if name not in cards.numbers:
        raise ValueError(f"{place}: there is no card {name!r}{did_you_mean(name, list(cards.numbers))}")
    return cards.kinds[cards.numbers[name]]


def _check_start(cards: CardList) -> None:
    platform = _known(cards, cards.start.platform, "start.platform")
    if platform.type != "building":
        raise ValueError(f"start.platform: {platform.name!r} is no building but a card of type {platform.type}")
    if platform.copies or platform.program("demolish") or platform.program("built"):
        raise ValueError(f"start.platform: {platform.name!r} cannot have copies, demolish or built")
    for name in cards.start.deck:
        _known(cards, name, "start.deck")
    _check_copies(cards, cards.start.deck, "start.deck", MAX_START)


def _check_reserves(cards: CardList) -> None:
    for number, corporation in enumerate(cards.corporation, start=1):
        place = f"corporation {corporation.name!r} (number {number}), reserve"
        check_reserve(cards, corporation.name, corporation.reserve, place)


def check_reserve(cards: CardList, corporation: str, reserve: Mapping[str, int], place: str) -> None:
    """Raise ValueError unless a corporation may have this reserve."""
    if not reserve:
        raise ValueError(f"{place}: no cards; at least 1 is needed")
    for name in reserve:
        kind = _known(cards, name, place)
        if kind.corporation != corporation:
            own = [kind.name for kind in cards.kinds if kind.corporation == corporation]
            raise ValueError(f"{place}: {name!r} is no card of {corporation}; allowed are {', '.join(own) or 'none'}")
    _check_copies(cards, reserve, place, MAX_RESERVE)


def _check_copies(cards: CardList, copies: Mapping[str, int], place: str, most: int) -> None:
    """Raise ValueError unless known cards may be in a deck so often."""
    for name, number in copies.items():
        if name == cards.start.platform:
            raise ValueError(f"{place}: {name!r} is the platform, which starts in play")
        if number < 1:
            raise ValueError(f"{place}: {name!r} has {number} copies; at least 1 is needed")
    total = sum(copies.values())
    if total > most:
        raise ValueError(f"{place}: {total} cards; at most {most} are possible")


def _check_sizes(cards: CardList) -> None:
    total = sum(kind.copies for kind in cards.kinds)
    if total > MAX_CENTRAL:
        raise ValueError(f"the central decks have {total} cards; at most {MAX_CENTRAL} are possible")
    programs = sum(len(list(kind.sequences)) for kind in cards.kinds)
    if programs > MAX_PROGRAMS:
        raise ValueError(f"the cards have {programs} effects and options; at most {MAX_PROGRAMS} are possible")


def _check_changes(cards: CardList) -> None:
    for table in CHANGES:
        for card in getattr(cards, table):
            _known(cards, card.name, f"{table} {card.name!r}")
    _ = cards.changed  # is checked as it is made


def fill_setup(cards: CardList, setup: Any) -> None:
    """Write a card list into a SETUP record."""
    setup.kinds, setup.factions = len(cards.kinds), len(cards.corporation)
    setup.platform = cards.numbers[cards.start.platform]
    setup.program[:] = NO_PROGRAM
    used = 0
    for number, kind in enumerate(cards.kinds):
        _fill_kind(cards, setup, number, kind)
        for trigger, program in kind.programs.items():
            setup.program[number, Trigger.called(trigger)] = used
            used = _fill_program(setup, used, program)
    for name, copies in cards.start.deck.items():
        setup.start[cards.numbers[name]] = copies
    for number, corporation in enumerate(cards.corporation):
        own = [kind for kind, card in enumerate(cards.kinds) if card.corporation == corporation.name]
        setup.own_kinds[number, : len(own)], setup.own_count[number] = own, len(own)
        for name, copies in corporation.reserve.items():
            setup.stock[number, cards.numbers[name]] = copies


def _fill_kind(cards: CardList, setup: Any, number: int, kind: Kind) -> None:
    setup.type[number], setup.faction[number] = CardType.called(kind.type), cards.faction(kind)
    setup.labor[number], setup.construction[number] = kind.cost.labor, kind.cost.construction
    setup.value[number], setup.copies[number], setup.any_time[number] = kind.value, kind.copies, kind.any_time
    if not isinstance(kind, Employee):
        setup.attack[number], setup.health[number] = kind.attack, kind.health
    setup.by_itself[number] = kind.type == "building" and only_gains(kind.program(Trigger.ABILITY.text))
    setup.windows |= kind.any_time


def _fill_program(setup: Any, number: int, program: tuple[Step, ...]) -> int:
    """Write a program and the options of its choices; return the next free number."""
    free = number + 1
    for i, step in enumerate(program):
        record = setup.steps[number, i]
        for name, value in step.encoded().items():
            record[name] = value
        if step.do == "choose":
            record["program"] = free
            for option in step.options:  # have no choices of their own, so that they lie side by side
                free = _fill_program(setup, free, option.steps)
    return free
