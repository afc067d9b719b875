"""The card file of CogDrive Neon: its form, its checks, and its way into the SETUP record."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from ..table.files.cards import Card, CardFile
from ..table.named import texts
from .rules import state
from .rules.state import Color, Do, Flag, Target, Zone

DEFAULT = Path(__file__).with_name("cards.toml")
STARTERS = 2 * state.STARTING_DECK

ColorName = Literal["yellow", "gray", "pink", "blue"]
Power = Annotated[int, Field(ge=1, le=3)]
ZoneName = Literal["hand", "discard", "hangar", "clash", "rival clash", "rival discard"]
_UNCHOSEN = ("this", "deck", "hangar deck")


class _Step(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    may: bool = Field(False, description="The player may decline.")
    if_done: bool = Field(False, description="Only if the step before moved, looked at or used something.")

    @property
    def flags(self) -> int:
        return self.may << Flag.MAY | self.if_done << Flag.IF_DONE


class MoveStep(_Step):
    """Move cards, one by one, from one zone to another."""

    do: Literal["move"]
    source: Literal[
        "hand", "discard", "hangar", "clash", "rival clash", "any clash", "rival hand", "rival discard",
        "this", "deck", "hangar deck",
    ] = Field(alias="from")  # fmt: skip
    target: Literal[
        "hand", "discard", "clash", "deck top", "deck bottom", "wreck", "owner hand", "owner discard"
    ] = Field(alias="to")  # fmt: skip
    count: int = Field(1, ge=1, le=3)
    other: bool = Field(False, description="Not this card.")
    one_color: bool = Field(False, description="All cards of the colour of the first one.")
    max_power: int = Field(0, ge=0, le=2, description="Highest Power allowed; 0 allows all.")

    @model_validator(mode="after")
    def _keys_that_do_something(self) -> MoveStep:
        given = [name for name in ("other", "one_color", "max_power") if getattr(self, name)]
        if given and self.source in _UNCHOSEN:
            raise ValueError(f"{given[0]} is given, but nobody chooses a card from {self.source!r}")
        if self.source == "this" and self.count > 1:
            raise ValueError(f"count is {self.count}, but 'this' is one card")
        if self.one_color and self.count == 1:
            raise ValueError("one_color is true, but count is 1; a card alone is always of one colour")
        return self

    def encoded(self) -> tuple[int, ...]:
        """Return the step as the numbers of a STEP record."""
        flags = self.flags | self.other << Flag.OTHER | self.one_color << Flag.ONE_COLOR
        return Do.MOVE, Zone.called(self.source), Target.called(self.target), self.count, flags, self.max_power


class ExchangeStep(_Step):
    """Let a card of one zone and a card of another change places."""

    do: Literal["exchange"]
    a: ZoneName
    b: ZoneName
    count: int = Field(1, ge=1, le=3)

    @model_validator(mode="after")
    def _two_zones(self) -> ExchangeStep:
        if self.a == self.b:
            raise ValueError(f"a and b are both {self.a!r}; they must be two different zones")
        return self

    def encoded(self) -> tuple[int, ...]:
        """Return the step as the numbers of a STEP record."""
        return Do.EXCHANGE, Zone.called(self.a), Zone.called(self.b), self.count, self.flags, 0


class LookStep(_Step):
    """Look at the top cards of the Hangar deck."""

    do: Literal["look"]
    may: Literal[False] = False
    count: int = Field(1, ge=1, le=3)

    def encoded(self) -> tuple[int, ...]:
        """Return the step as the numbers of a STEP record."""
        return Do.LOOK, 0, 0, self.count, self.flags, 0


class OverdriveStep(_Step):
    """Use the Overdrive of this card's colour, whatever lies in the discard; or not, as with every Overdrive."""

    do: Literal["overdrive"]
    may: bool = Field(True, description="Always so: every Overdrive can be declined.")

    @field_validator("may")
    @classmethod
    def _always(cls, may: bool) -> bool:
        return True  # files written before this was settled say false

    def encoded(self) -> tuple[int, ...]:
        """Return the step as the numbers of a STEP record."""
        return Do.OVERDRIVE, 0, 0, 1, self.flags, 0


class RepeatStep(_Step):
    """Use the Task of another card in the discard; not of one that repeats itself."""

    do: Literal["repeat"]

    def encoded(self) -> tuple[int, ...]:
        """Return the step as the numbers of a STEP record."""
        return Do.REPEAT, Zone.DISCARD, 0, 1, self.flags, 0


Step = Annotated[MoveStep | ExchangeStep | LookStep | OverdriveStep | RepeatStep, Field(discriminator="do")]


class CogDrive(Card):
    """One CogDrive: a name, its Task, and the cards that carry it."""

    power: dict[ColorName, Power | tuple[Power, ...]] = Field(min_length=1)
    task: tuple[Step, ...] = Field(min_length=1, max_length=state.MAX_STEPS)

    @model_validator(mode="after")
    def _first_step(self) -> CogDrive:
        if self.task[0].if_done:
            raise ValueError("task[0].if_done is true, but there is no step before it")
        return self

    @property
    def repeats(self) -> bool:
        """Whether its Task uses another one."""
        return any(step.do == "repeat" for step in self.task)


class PlayedCard(NamedTuple):
    """One of the 48 cards."""

    label: str
    cogdrive: int
    color: int
    power: int


class CardList(CardFile):
    """A whole card file."""

    cogdrive: tuple[CogDrive, ...] = Field(min_length=1, max_length=state.CARDS)

    @cached_property
    def cards(self) -> tuple[PlayedCard, ...]:
        """The cards by number, in the order of the file, then by colour."""
        cards = []
        for number, drive in enumerate(self.cogdrive):
            for color, name in enumerate(texts(Color)):
                powers = drive.power.get(name, ())  # type: ignore[call-overload]
                for power in (powers,) if isinstance(powers, int) else powers:
                    cards.append(PlayedCard(f"{drive.name}-{name.capitalize()}", number, color, power))
        return tuple(_numbered(cards))

    def step(self, program: int, number: int) -> Step:
        """Return a step of a program by the numbers that compiled code uses."""
        if program < state.OVERDRIVE_PROGRAM:
            return self.cogdrive[program].task[number]
        if program >= state.OFFERED_PROGRAM:
            return _OFFERED[program - state.OFFERED_PROGRAM]
        overdrive = program - state.OVERDRIVE_PROGRAM
        return _OVERDRIVES[overdrive] if overdrive < state.NUM_COLORS else _RECRUITS[overdrive - state.NUM_COLORS]

    @model_validator(mode="after")
    def _counts(self) -> CardList:
        total, starters = len(self.cards), sum(card.power == 1 for card in self.cards)
        if total != state.CARDS:
            raise ValueError(f"the file has {total} cards; a game has {state.CARDS}")
        if starters != STARTERS:
            raise ValueError(f"the file has {starters} cards of Power 1; a game has {STARTERS}")
        return self


def _numbered(cards: list[PlayedCard]) -> list[PlayedCard]:
    """Tell cards of one name and colour apart by a number."""
    copies = Counter(card.label for card in cards)
    seen: Counter[str] = Counter()
    result = []
    for card in cards:
        seen[card.label] += 1
        label = f"{card.label}-{seen[card.label]}" if copies[card.label] > 1 else card.label
        result.append(card._replace(label=label))
    return result


_RECRUITS = (
    MoveStep(do="move", source="hangar", target="deck bottom"),
    MoveStep(do="move", source="hangar", target="deck bottom", count=2, may=True, one_color=True),
    MoveStep(do="move", source="hangar", target="deck bottom", count=2),
)
_OVERDRIVES: tuple[MoveStep | ExchangeStep, ...] = (
    MoveStep(do="move", source="discard", target="deck top"),
    ExchangeStep(do="exchange", a="hand", b="hangar"),
    MoveStep(do="move", source="deck", target="clash"),
    MoveStep(do="move", source="discard", target="hand"),
)
_OFFERED = tuple(step.model_copy(update={"may": True}) for step in _OVERDRIVES)


def fill_setup(cards: CardList, setup: Any) -> None:
    """Write a card list, the Overdrives and the Recruits into a SETUP record."""
    for number, card in enumerate(cards.cards):
        setup.power[number], setup.color[number], setup.task[number] = card.power, card.color, card.cogdrive
        bit = np.uint64(1 << number)
        setup.of_color[card.color] |= bit
        setup.of_power[card.power] |= bit
        if cards.cogdrive[card.cogdrive].repeats:
            setup.repeats |= bit
    setup.starters = setup.of_power[1]
    for number, drive in enumerate(cards.cogdrive):
        for i, step in enumerate(drive.task):
            setup.steps[number, i] = step.encoded()
    for color in range(state.NUM_COLORS):
        setup.steps[state.OVERDRIVE_PROGRAM + color, 0] = _OVERDRIVES[color].encoded()
        setup.steps[state.OFFERED_PROGRAM + color, 0] = _OFFERED[color].encoded()
    for power, recruit in enumerate(_RECRUITS, start=1):
        setup.steps[state.RECRUIT_PROGRAM + power, 0] = recruit.encoded()
