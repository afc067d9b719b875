"""The card file of the co-operative game: Servants, Directives, City Events and Missions, checked against models."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..city.board import DistrictName
from ..city.rules.state import NUM_HEROES, District, Servant
from ..table.files.cards import Card, CardFile
from ..table.named import texts
from .rules import state as coop
from .rules.state import Condition, Gain, Mission, ServantTask, Support

DEFAULT = Path(__file__).with_name("cards.toml")
COUNTED = ("trust", "broken", "revealed", "apart", "minor", "major", "directives", "specials", "crowd")
"""Conditions that have a number."""
DIRECTIVES_WITH_NUMBERS = ("Confiscate", "Levy", "Mechanize")
MOST_DISTRICTS = 2

ServantAction = Literal["district", "arrest", "repair"]
ConditionName = Literal[
    "nothing",
    "trust",
    "connected",
    "unwatched",
    "free",
    "rose",
    "broken",
    "special",
    "revealed",
    "apart",
    "minor",
    "major",
    "directives",
    "specials",
    "no arrests",
    "crowd",
    "never",
]
GainName = Literal["nothing", "discontent", "break", "reveal", "trust", "card", "cancel", "release"]
SupportName = Literal["nothing", "any order", "cheap attacks", "cheap exits", "more trust", "trust"]


class ServantCard(Card):
    """A Servant: what it does where it can, first things first."""

    priority: tuple[ServantAction, ...] = Field(min_length=len(ServantTask), max_length=len(ServantTask))

    @model_validator(mode="after")
    def _each_once(self) -> ServantCard:
        if sorted(self.priority) != sorted(texts(ServantTask)):
            raise ValueError(f"priority: {list(self.priority)}; each of {', '.join(texts(ServantTask))} must come once")
        return self


class DirectiveCard(Card):
    """A Directive whose number can be set: Trust that Confiscate and Levy take, moves that Mechanize adds."""

    number: int = Field(ge=1, le=8)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Prevention(_Part):
    """How the Security Protocol is prevented: a Hero in one of the Districts, or Trust.

    With neither the City Event has no Security Protocol, like the Countdown.
    """

    districts: tuple[DistrictName, ...] = Field(default=(), max_length=MOST_DISTRICTS)
    trust: int = Field(0, ge=0, le=8)

    @model_validator(mode="after")
    def _one_way(self) -> Prevention:
        if self.districts and self.trust:
            raise ValueError("prevent: give 'districts' or 'trust', not both")
        return self


class ConditionPart(_Part):
    """Something that holds or does not hold at the end of a round."""

    what: ConditionName
    number: int = Field(0, ge=0, le=20)

    @model_validator(mode="after")
    def _has_number(self) -> ConditionPart:
        if self.what in ("apart", "minor", "major") and self.number > NUM_HEROES:
            raise ValueError(f"{self.what!r} with {self.number}; there are {NUM_HEROES} Heroes")
        return _with_number(self, COUNTED)


class GainPart(_Part):
    """What a Breakthrough brings."""

    what: GainName
    number: int = Field(0, ge=0, le=8)

    @model_validator(mode="after")
    def _has_number(self) -> GainPart:
        return _with_number(self, texts(Gain)[1:])


def _with_number(part: Any, counted: tuple[str, ...]) -> Any:
    """Return a part of a card that has a number where it needs one and only there."""
    if part.what in counted and part.number == 0 and part.what not in ("directives", "specials"):
        raise ValueError(f"{part.what!r} needs a 'number'")
    if part.what not in counted and part.number:
        raise ValueError(f"{part.what!r} takes no 'number', but has {part.number}")
    return part


class EventCard(Card):
    """A City Event."""

    prevent: Prevention
    need: ConditionPart = Field(description="What a Breakthrough asks for.")
    gain: GainPart = Field(description="What a Breakthrough brings.")
    stops: ConditionPart = Field(description="The Master Plan does not advance if.")
    support: SupportName = "nothing"

    @model_validator(mode="after")
    def _whole(self) -> EventCard:
        if (self.need.what == "nothing") != (self.gain.what == "nothing"):
            raise ValueError("need and gain: a Breakthrough has both or neither")
        return self


class MissionCard(Card):
    """A Mission: the numbers of its rules, and what no public source tells of them."""

    set: str = Field(min_length=1)
    letter: Literal["A", "B", "C"]
    districts: tuple[DistrictName, ...] = Field(default=(), description="Objective Districts, or where tokens begin.")
    wanted: int = Field(0, ge=0, le=20, description="How many or how much the Objective asks for.")
    yields: int = Field(0, ge=0, le=8, description="How many or how much an Interaction or the Advantage brings.")
    bonus: int = Field(0, ge=0, le=8, description="A second number of the Advantage.")
    house: tuple[Literal["Setup", "Ongoing", "Interaction", "Action", "Objective", "Advantage"], ...] = Field(
        default=(), description="Parts that are this project's design, because no public source tells them."
    )


class Cards(CardFile):
    """A card file of the co-operative game."""

    servant: tuple[ServantCard, ...]
    directive: tuple[DirectiveCard, ...]
    event: tuple[EventCard, ...]
    mission: tuple[MissionCard, ...]

    @model_validator(mode="after")
    def _complete(self) -> Cards:
        for table, entries, wanted in (
            ("servant", self.servant, texts(Servant)),
            ("directive", self.directive, DIRECTIVES_WITH_NUMBERS),
            ("mission", self.mission, texts(Mission)),
        ):
            names = tuple(entry.name for entry in entries)
            if names != wanted:
                raise ValueError(f"{table}: the entries are {', '.join(names)}; they must be {', '.join(wanted)}")
        if len(self.event) != coop.NUM_EVENTS:
            raise ValueError(f"event: there are {len(self.event)}; it must be {coop.NUM_EVENTS}, the Countdown last")
        for number, mission in enumerate(self.mission):
            if number not in (Mission.SELF_DESTRUCT, Mission.DISCLOSURE) and not 1 <= mission.wanted <= coop.NUM_TOKENS:
                raise ValueError(
                    f"mission {mission.name!r}: wanted {mission.wanted}; there are {coop.NUM_TOKENS} tokens"
                )
            letter = coop.LETTERS[number % len(coop.LETTERS)]
            if mission.letter != letter:
                raise ValueError(f"mission {mission.name!r}: letter {mission.letter!r}; it must be {letter!r}")
        if self.event[coop.COUNTDOWN_INDEX].stops.what != "never":
            raise ValueError("event: the last one is the Countdown; its 'stops' must be 'never'")
        return self


def fill_cards(cards: Cards, setup: Any) -> None:
    """Fill in what the card file says."""
    for number, servant in enumerate(cards.servant):
        setup.priority[number] = [texts(ServantTask).index(action) for action in servant.priority]
    setup.confiscated, setup.levied, setup.marches = (directive.number for directive in cards.directive)
    for number, event in enumerate(cards.event):
        setup.prevent_at[number] = _set_of(event.prevent.districts)
        setup.prevent_for[number] = event.prevent.trust
        setup.need[number] = texts(Condition).index(event.need.what), event.need.number
        setup.gain[number] = texts(Gain).index(event.gain.what), event.gain.number
        setup.stops[number] = texts(Condition).index(event.stops.what), event.stops.number
        setup.support[number] = texts(Support).index(event.support)
    for number, mission in enumerate(cards.mission):
        setup.goal[number] = _set_of(mission.districts)
        setup.wanted[number], setup.yields[number] = mission.wanted, mission.yields
        setup.bonus[number] = mission.bonus


def _set_of(districts: tuple[str, ...]) -> int:
    return sum(1 << texts(District).index(district) for district in districts)
