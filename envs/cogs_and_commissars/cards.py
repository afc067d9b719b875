"""The card file of Cogs and Commissars: its form, its checks, and its way into the SETUP record."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..table.errors import did_you_mean
from ..table.files.cards import Card, CardFile, Name
from .rules.box import CORE_COPIES, DECK_SIZE, NO_TYPE, CardType, Citizen, Core
from .rules.effects import CitizenName, Program, concerns_card, concerns_hand, concerns_target, uses_chosen
from .rules.state import HAND_SIZE, MAX_FACTIONS, MAX_KINDS, Target

DEFAULT = Path(__file__).with_name("cards.toml")


class Needs(BaseModel):
    """What must hold when a card is played, and again when it resolves."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    points: int = Field(0, ge=0, le=120, description="Points of citizens of the player.")
    deck: int = Field(0, ge=0, le=DECK_SIZE, description="Cards in the player's deck, without reshuffling.")
    behind: bool = Field(False, description="Another player has more points.")
    own_turn: bool = Field(False, description="It is the player's own turn.")


class AsBlitz(BaseModel):
    """When and at what cost an Action can be played as a Blitz, or a Blitz at all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sacrifice: tuple[CitizenName, ...] = Field(
        (), max_length=9, description="Own citizens sent to the Gulag as a cost."
    )
    during: Literal["revolution"] | None = Field(
        None, description="Only while another player's Revolution is being played."
    )


class PlayCard(Card):
    """A play card.

    Cards that differ in nothing but their stars have names of their own and share a title.
    """

    type: Literal["propaganda", "action", "blitz"]
    title: Name | None = Field(None, description="Printed title, where several entries share one; the name by default.")
    core: Literal["revolution", "propaganda", "counter propaganda"] | None = Field(
        None, description="Which of the core cards this is; none of them without it."
    )
    stars: tuple[CitizenName, ...] = Field(min_length=1, max_length=4, description="Citizens that it produces.")
    target: Literal["nothing", "player", "citizen", "type", "card"] = Field(
        "nothing",
        description="What is chosen as it is played: another player, a citizen of another player, a type of citizen, "
        "or the card it responds to.",
    )
    citizens: tuple[CitizenName, ...] = Field((), description="Types to choose from, for the targets citizen and type.")
    richer: bool = Field(False, description="The target must have more points than the player of the card.")
    against: Literal["any", "propaganda", "action", "blitz", "chosen type"] | None = Field(
        None, description="For the target card: which cards it can respond to."
    )
    needs: Needs = Needs()
    blitz: AsBlitz | None = Field(None, description="For an Action: it can be played as a Blitz. For a Blitz: costs.")
    sure_at: int = Field(0, ge=0, le=120, description="Points with which it cannot be countered; 0 for never.")
    protects: bool = Field(False, description="Neither it nor cards after it in this turn can be countered.")
    steps: Program

    @property
    def shared_title(self) -> str:
        """The printed title."""
        return self.title or self.name

    @property
    def is_blitz(self) -> bool:
        """Whether it can be played as a Blitz in some way."""
        return self.type == "blitz" or self.blitz is not None

    @property
    def respects_protection(self) -> bool:
        """Whether it cannot be played against what is protected."""
        stops = any(step.do in ("counter", "return") for step in self.steps)
        return stops and self.against not in ("propaganda", None)

    @model_validator(mode="after")
    def _fits(self) -> PlayCard:
        for problem in (_star_problem, _target_problem, _step_problem, _blitz_problem):
            text = problem(self)
            if text:
                raise ValueError(text)
        return self


def _star_problem(card: PlayCard) -> str:
    if card.core != "revolution" and len(card.stars) != 1:
        return f"stars: {len(card.stars)} stars; every card but a Revolution has just one"
    return ""


def _target_problem(card: PlayCard) -> str:
    typed = card.target in ("citizen", "type")
    if typed and not card.citizens:
        return f"target is {card.target!r}; then citizens must name the types to choose from"
    if card.citizens and not typed:
        return f"citizens are given, but target is {card.target!r}; they are for 'citizen' and 'type'"
    if len(set(card.citizens)) != len(card.citizens):
        return "citizens: a type is named twice"
    if (card.target == "card") != (card.against is not None):
        return "against is needed for the target 'card', and for no other"
    if card.richer and card.target not in ("player", "citizen"):
        return f"richer is true, but target is {card.target!r}, no player"
    return ""


def _step_problem(card: PlayCard) -> str:
    if concerns_card(card.steps) and card.target != "card":
        return "steps: counter, return, duplicate and retype need the target 'card'"
    if concerns_target(card.steps) and card.target not in ("player", "citizen"):
        return "steps: one of them is about a target player; then target must be 'player' or 'citizen'"
    retypes = any(step.do == "retype" for step in card.steps)
    if uses_chosen(card.steps) and not retypes and card.target not in ("citizen", "type"):
        return "steps: 'chosen' needs the target 'citizen' or 'type'"
    if retypes and card.against != "chosen type":
        return "steps: retype needs against = 'chosen type'"
    if any(step.do == "win" for step in card.steps) and card.core != "revolution":
        return "steps: only a Revolution wins the game"
    return ""


def _blitz_problem(card: PlayCard) -> str:
    if card.target == "card" and not card.is_blitz:
        return "target is 'card', but it cannot be played as a Blitz, so that there is never a card to respond to"
    if card.type == "propaganda" and card.blitz is not None:
        return "blitz: a Propaganda is played in its own step of the turn only"
    return ""


class Power(BaseModel):
    """What a leader changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    hand_size: int = Field(HAND_SIZE, ge=1, le=DECK_SIZE, description="Cards to draw up to.")
    per_counter: int = Field(
        0, ge=0, le=9, description="More of them for each Counter Propaganda in the own discard as the step begins."
    )
    start: tuple[CitizenName, ...] = Field((), max_length=9, description="Citizens at the start beyond the ration.")
    pair: CitizenName | None = Field(
        None, description="Citizen gained when the two cards of a turn's production show the same star."
    )
    propaganda_draws: int = Field(0, ge=0, le=9, description="Cards to draw when an own Propaganda has taken somebody.")
    revolution: int = Field(0, ge=0, le=14, description="By how many points fewer a Revolution that it plays needs.")
    shield: int = Field(0, ge=0, le=51, description="Proletariats that Propaganda cannot take.")


class Faction(Card):
    """A faction: its leader, whose name it has, and its deck. The source is that of the leader's power."""

    power: Power
    deck: dict[Name, int] = Field(description="All 30 cards: name = copies.")


class CardList(CardFile):
    """A whole card file."""

    card: tuple[PlayCard, ...] = Field(min_length=1, max_length=MAX_KINDS)
    faction: tuple[Faction, ...] = Field(min_length=2, max_length=MAX_FACTIONS)

    @property
    def kinds(self) -> tuple[PlayCard, ...]:
        """All different cards by number, in the order of the file."""
        return self.card

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of every card by name."""
        return {card.name: number for number, card in enumerate(self.card)}

    @cached_property
    def factions(self) -> tuple[str, ...]:
        """Names of the factions by number."""
        return tuple(faction.name for faction in self.faction)

    @model_validator(mode="after")
    def _fits(self) -> CardList:
        for number, faction in enumerate(self.faction, start=1):
            _check_deck(self, faction, f"faction {faction.name!r} (number {number}), deck")
        return self


def _check_deck(cards: CardList, faction: Faction, place: str) -> None:
    cores = [0] * len(Core)
    for name, copies in faction.deck.items():
        if name not in cards.numbers:
            raise ValueError(f"{place}: there is no card {name!r}{did_you_mean(name, list(cards.numbers))}")
        if copies < 1:
            raise ValueError(f"{place}: {name!r} has {copies} copies; at least 1 is needed")
        cores[_core(cards.card[cards.numbers[name]])] += copies
    total = sum(faction.deck.values())
    if total != DECK_SIZE:
        raise ValueError(f"{place}: {total} cards; a deck has {DECK_SIZE}")
    for core in range(1, len(Core)):
        if cores[core] != CORE_COPIES[core]:
            raise ValueError(f"{place}: {cores[core]} cards are {Core(core).text}; a deck has {CORE_COPIES[core]}")


def _core(card: PlayCard) -> int:
    return Core.called(card.core or "none")


def _as_set(numbers: Any) -> np.uint64:
    return np.uint64(sum(1 << int(number) for number in numbers))


def fill_setup(cards: CardList, setup: Any) -> None:
    """Write a card list into a SETUP record."""
    setup.kinds, setup.factions = len(cards.card), len(cards.faction)
    titles = list(dict.fromkeys(card.shared_title for card in cards.card))
    for number, card in enumerate(cards.card):
        setup.title[number] = titles.index(card.shared_title)
        _fill_card(cards, setup, number, card)
        _fill_steps(setup, number, card)
    for name, wanted in (("propagandas", "propaganda"), ("actions", "action")):
        setup[name] = _as_set(n for n, card in enumerate(cards.card) if card.type == wanted)
    setup.blitzes = _as_set(n for n, card in enumerate(cards.card) if card.is_blitz)
    setup.responses = _as_set(n for n, card in enumerate(cards.card) if card.target == "card")
    for number, faction in enumerate(cards.faction):
        for name, copies in faction.deck.items():
            kind = cards.numbers[name]
            setup.deck[number, kind] = copies
            if cards.card[kind].core:
                setup.core_set[number, kind] = copies
            else:
                setup.regular[kind] += copies


def _fill_card(cards: CardList, setup: Any, number: int, card: PlayCard) -> None:
    setup.type[number], setup.core[number] = CardType.called(card.type), _core(card)
    for star in card.stars:
        setup.stars[number, Citizen.called(star)] += 1
    setup.target[number] = Target.called(card.target)
    setup.choices[number] = sum(1 << Citizen.called(citizen) for citizen in card.citizens)
    setup.of_richer[number], setup.of_holder[number] = card.richer, concerns_hand(card.steps)
    setup.need_points[number], setup.need_deck[number] = card.needs.points, card.needs.deck
    setup.need_behind[number], setup.need_own_turn[number] = card.needs.behind, card.needs.own_turn
    setup.need_discard[number] = card.steps[0].do == "retrieve"
    setup.sure_at[number], setup.protects[number] = card.sure_at, card.protects
    setup.respects[number] = card.respects_protection
    setup.retypes[number] = any(step.do == "retype" for step in card.steps)
    if setup.target[number] == Target.CARD:
        setup.answers[number] = _as_set(n for n, other in enumerate(cards.card) if _answers(card, other))
    if card.blitz is not None:
        setup.blitz_during[number] = card.blitz.during == "revolution"
        for citizen in card.blitz.sacrifice:
            setup.blitz_cost[number, Citizen.called(citizen)] += 1


def _answers(card: PlayCard, other: PlayCard) -> bool:
    if card.against == "any":
        return True
    if card.against == "chosen type":
        return len(other.citizens) > 1 or any(step.do == "retype" for step in other.steps)
    return other.type == card.against


def _fill_steps(setup: Any, number: int, card: PlayCard) -> None:
    for place, step in enumerate(card.steps):
        record = setup.steps[number, place]
        for name, value in step.encoded().items():
            record[name] = value


def fill_leaders(cards: CardList, setup: Any, leaders: bool) -> None:
    """Write the leaders' powers into a SETUP record; without leaders every faction has what a plain player has."""
    for number, faction in enumerate(cards.faction):
        power = faction.power if leaders else Power()
        setup.hand_size[number], setup.per_counter[number] = power.hand_size, power.per_counter
        setup.pair[number] = NO_TYPE if power.pair is None else Citizen.called(power.pair)
        setup.propaganda_draws[number] = power.propaganda_draws
        setup.revolution[number], setup.shield[number] = power.revolution, power.shield
        for citizen in power.start:
            setup.start[number, Citizen.called(citizen)] += 1
