"""What comes of the cards on the stack if nobody plays any more, in words.

The stack is played to its end on a copy of the table, by the rules. What hidden cards or choices decide is not carried
out there: it is *open* from then on, and a card below that hangs on it is said to do what it would do *unless* that
changes it. Draws are carried out for their numbers alone, which everybody can tell. So nothing that is said depends on
what somebody may not know.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Flag, auto
from typing import Any, NamedTuple

import numpy as np

from ...table.compilation.uncompiled import as_compiled
from ...table.game import TERMINATED, Setup
from ...table.seats import clockwise, seat_name
from ..cards import PlayCard
from ..rules.box import NO_TYPE, Citizen
from ..rules.effects import concerns_hand
from ..rules.programs import act, concerns, type_of
from ..rules.stack import finish_step, pop, push_duplicate, top
from ..rules.state import NOBODY, STATE, Stage, Target, Zone
from ..rules.targets import settle_target
from .card_text import CITIZEN_NAMES, DONE, amount, citizens_text
from .events import joined
from .stack import failure
from .wording import stack_name

_UNLESS = "unless a card above changes that, "
_AS_IT_IS = "as things stand, "  # of a step that hangs on one of the same card
_ELSE = "; else "


def forecasts(setup: Setup, state: Any) -> list[str]:
    """Return for each card on the stack, from below, what comes of it if nobody plays any more."""
    course = _Course(setup, state)
    course.run_down_to(0)
    return course.told


# What cannot be told in advance


class _Open(Flag):
    """What of a table hidden cards or choices decide."""

    HANDS = auto()  # how many cards are in hands, and so how many there are in deck and discard together
    PILES = auto()  # what lies in the deck and what on the discard
    CITIZENS = auto()
    STACK = auto()


_NOTHING, _ALL = _Open(0), _Open.HANDS | _Open.PILES | _Open.CITIZENS | _Open.STACK
_CHANGES = {
    **dict.fromkeys(("gain", "take", "remove", "pay"), _Open.CITIZENS),
    **dict.fromkeys(("draw", "discard", "retrieve"), _Open.HANDS | _Open.PILES),
    "produce": _Open.PILES | _Open.CITIZENS,
    **dict.fromkeys(("counter", "retype", "win"), _Open.STACK),
    "return": _Open.HANDS | _Open.STACK,
    **dict.fromkeys(("duplicate", "intercept"), _ALL),
}
"""What a step can change; the other ones change nothing that a card hangs on."""
_HANGS_ON = {
    **dict.fromkeys(("gain", "take", "remove", "pay"), _Open.CITIZENS),
    **dict.fromkeys(("draw", "discard", "produce"), _Open.HANDS),
    "retrieve": _Open.PILES,
}
"""On what it hangs how much a step does."""
_UNDECIDED = ("produce", "discard", "retrieve", "intercept")
"""Steps of which hidden cards or choices decide what comes of them."""


def _changes(card: PlayCard) -> _Open:
    """Return what a card can change."""
    found = _CHANGES["draw"] if card.type == "propaganda" else _NOTHING  # for which some leaders draw
    for step in card.steps:
        found |= _CHANGES.get(step.do, _NOTHING)
    return found


def _hangs_on(card: PlayCard) -> _Open:
    """Return on what it hangs what comes of a card."""
    found = _Open.STACK
    for step in card.steps:
        found |= _HANGS_ON.get(step.do, _NOTHING)
    richer = card.richer or any(getattr(step, "who", "") == "richer" for step in card.steps)
    if card.needs.points or card.needs.behind or richer:
        found |= _Open.CITIZENS
    if concerns_hand(card.steps):
        found |= _Open.HANDS
    return found | _Open.PILES if card.needs.deck else found


# Playing the stack to its end


class _Course:
    """The rest of a stack, played to its end on a copy of the table.

    Attributes:
        told: For each card on the stack, from below, what comes of it; empty as long as that is not known.
    """

    def __init__(self, setup: Setup, state: Any, undecided: _Open = _NOTHING, branches: bool = True) -> None:
        """Begin at a position; with ``branches`` it is also told what would come of a card that is stopped."""
        self.setup, self.rules = setup, as_compiled(setup.record)[0]
        states = np.empty(1, STATE)
        states[0] = state
        states["telling"] = 0
        self.state = as_compiled(states)[0]
        self.open, self.branches = undecided, branches
        self.told = [""] * self.state.depth

    def run_down_to(self, place: int) -> None:
        """Go on until all cards from a place upwards have left the stack."""
        while self.state.depth > place:
            self._take_top()

    def _take_top(self) -> None:
        """Tell what comes of the card on top, and go on to what lies there then."""
        record, place = top(self.state), self.state.depth - 1
        card, dead, told = self.setup.options.cards.card[record.kind], bool(record.dead), self.told[place]
        unsure = self.open & _hangs_on(card)
        if dead:
            unsure &= _Open.STACK if told else _NOTHING  # whether it is stopped; or it has been before
        text = self._of_dead(told) if dead else self._of_live(record, card)
        if unsure:
            self.open |= _changes(card)
            text = _UNLESS + text.replace(_ELSE + _UNLESS, _ELSE)
        if dead or not told:  # a duplicate takes the place of a card that has been told of
            self.told[place] = text

    def _of_dead(self, told: str) -> str:
        """Take a card off the stack that has been stopped."""
        pop(self.state)
        return told or "has been countered and does nothing"

    def _of_live(self, record: Any, card: PlayCard) -> str:
        """Return what comes of the card on top, and carry it out."""
        idle = self._idle(record, card)
        if not idle:
            return self._carry_out(record, card)
        pop(self.state)
        return idle

    def _idle(self, record: Any, card: PlayCard) -> str:
        """Return why the card on top is not carried out; empty if it is."""
        if record.stage == Stage.CHOOSING and settle_target(self.rules, self.state, record):
            self.open |= _changes(card)
            by_type = self.rules.target[record.kind] == Target.TYPE or record.card != NOBODY
            return f"{seat_name(record.player)} is choosing its {'type' if by_type else 'target'}"
        if self.state.over == TERMINATED and record.stage != Stage.RESOLVING:
            return "does nothing: the game is over by then"
        reason = failure(self.setup, self.state, self.state.depth - 1)
        return f"does nothing: {reason}" if reason else ""

    def _carry_out(self, record: Any, card: PlayCard) -> str:
        """Carry out what is left of the card on top, and take it off the stack."""
        told = []
        known = self.open
        for number, step in enumerate(card.steps[record.step :], start=record.step):
            if step.if_done and not record.before:
                finish_step(record)
                continue
            words = "if so, " if step.if_done and card.steps[number - 1].do in DONE else ""
            words += _AS_IT_IS if self.open & ~known & _HANGS_ON.get(step.do, _NOTHING) else ""
            told.append(words + self._step(record, step))
            if step.do == "duplicate" and not self.state.stack[record.card].dead:
                place = record.card
                pop(self.state)
                push_duplicate(self.rules, self.state, place)
                break
            finish_step(record)
        else:
            pop(self.state)
        return "; ".join(told) or "has been carried out"

    # One step

    def _step(self, record: Any, step: Any) -> str:
        """Carry out a step, as far as that can be told in advance, and return it in words."""
        if step.do in _ABOUT_A_CARD:
            return self._change_card(record, step)
        code = self.rules.steps[record.kind, record.step]
        seats = [seat for seat in self._around(record) if self._concerns(record, code, seat)]
        counts = self._undecided(record, step, seats) if step.do in _UNDECIDED else self._decided(record, step, code)
        record.done = record.done or any(counts.values())
        return _TOLD[step.do](_Doing(self.setup, self.state, record, step, _parts(record, step, seats, counts)))

    def _around(self, record: Any) -> list[int]:
        """Return the seats that a step still has to do with, clockwise from the card's player."""
        seats = self.setup.num_seats
        return [clockwise(seats, record.player, away) for away in range(record.cursor, seats)]

    def _concerns(self, record: Any, code: Any, seat: int) -> bool:
        points = self.state.points[record.player]
        return bool(concerns(self.state, code.who, record.player, record.seat, seat, points))

    def _decided(self, record: Any, step: Any, code: Any) -> dict[int, int]:
        """Carry out a step; return how many citizens or cards it has moved for each seat, or what its player may do."""
        before = self._amounts(record, step, code)
        done = act(self.rules, self.state, record, code)
        moved = {seat: abs(now - before[seat]) for seat, now in enumerate(self._amounts(record, step, code))}
        return moved if any(moved.values()) else {**moved, record.player: done * getattr(step, "count", 1)}

    def _amounts(self, record: Any, step: Any, code: Any) -> list[int]:
        """Return how many of the citizens or cards that a step moves each seat has."""
        seats = range(self.setup.num_seats)
        if step.do == "draw":
            return [self.state.amounts[seat, Zone.HAND] for seat in seats]
        moves = step.do in ("gain", "take", "remove", "pay")
        return [self.state.citizens[seat, type_of(record, code)] if moves else 0 for seat in seats]

    def _undecided(self, record: Any, step: Any, seats: list[int]) -> dict[int, int]:
        """Return how many cards of each seat a step is about that is left open."""
        counts = {record.player: 1}
        if step.do == "discard":
            counts = {seat: self._discards(record, step, seat) for seat in seats}
        elif step.do == "retrieve":
            counts = {record.player: min(step.count - record.count, self._retrievable(record))}
        elif step.do == "produce":
            amounts = self.state.amounts[record.player if step.deck == "self" else record.seat]
            counts = {record.player: min(step.count, amounts[Zone.DECK] + amounts[Zone.DISCARD])}
        if any(counts.values()):
            self.open |= _CHANGES[step.do]
        return counts

    def _discards(self, record: Any, step: Any, seat: int) -> int:
        """Return how many cards a seat still has to discard for a step."""
        begun = seat == self._around(record)[0]
        return min(step.count - (record.count if begun else 0), self.state.amounts[seat, Zone.HAND])

    def _retrievable(self, record: Any) -> int:
        """Return how many cards of other titles lie on the discard of a card's player."""
        titles, discard = self.rules.title, self.state.zones[record.player, Zone.DISCARD]
        return sum(discard[kind] for kind in range(self.rules.kinds) if titles[kind] != titles[record.kind])

    def _change_card(self, record: Any, step: Any) -> str:
        """Carry out a step about the card that was responded to."""
        place, doing = record.card, _Doing(self.setup, self.state, record, step, [])
        if self.state.stack[place].dead:  # an earlier step has countered it
            record.done = False
            return f"{doing.card} has been countered"
        text = _TOLD[step.do](doing)
        if step.do in ("counter", "return"):
            self.told[place] = f"is stopped by #{self.state.depth}{self._else(place)}"
        if step.do != "duplicate":
            record.done = act(self.rules, self.state, record, self.rules.steps[record.kind, record.step])
        return text

    def _else(self, place: int) -> str:
        """Return what would come of the card at a place if the one on top did not stop it."""
        if not self.branches:
            return ""
        other = _Course(self.setup, self.state, self.open, branches=False)
        pop(other.state)
        other.run_down_to(place)
        return _ELSE + other.told[place]


# Steps in words

_ABOUT_A_CARD = ("counter", "return", "duplicate", "retype")
_GROUPS = {"others": "each other player", "all": "every player", "richer": "each player with more points than {}"}
Part = tuple[str, int]
"""Whom a step is about, and how many of what it moves."""


def _parts(record: Any, step: Any, seats: list[int], counts: dict[int, int]) -> list[Part]:
    """Return all whom a step is about: a group at once if it is the same for all of it, else only who is concerned."""
    if step.do not in ("take", "remove", "discard"):
        return [(seat_name(record.player), counts[record.player])]
    if step.who == "target":
        return [(seat_name(record.seat), counts[record.seat])]
    if seats and not record.cursor and all(counts[seat] == step.count for seat in seats):
        return [(_GROUPS[step.who].format(seat_name(record.player)), step.count)]
    return [(seat_name(seat), counts[seat]) for seat in seats if counts[seat]] or [("nobody", 1)]


class _Doing(NamedTuple):
    """A step of a card on the stack, with names for those that it is about."""

    setup: Setup
    state: Any
    record: Any
    step: Any
    parts: list[Part]

    @property
    def player(self) -> str:
        return seat_name(self.record.player)

    @property
    def target(self) -> str:
        return seat_name(self.record.seat)

    @property
    def card(self) -> str:
        return stack_name(self.setup, self.state, self.record.card)

    @property
    def type(self) -> str:
        """The type of citizen that the step is about; empty if none has been chosen."""
        if self.step.do != "retype" and self.step.citizen != "chosen":
            return str(self.step.citizen)
        return "" if self.record.type == NO_TYPE else Citizen(self.record.type).text

    def each(self, text: str, thing: Callable[[_Doing, int], str]) -> str:
        """Return a text about everybody with what it is about."""
        return joined(text.format(whom, thing(self, count)) for whom, count in self.parts)


def _cards(doing: _Doing, count: int) -> str:
    return amount(count, "card") if count else "no card"


def _citizens(doing: _Doing, count: int) -> str:
    if not count:
        return f"no {CITIZEN_NAMES.get(doing.type, 'citizen')}"
    return citizens_text(doing.type or "chosen", count)


def _gain(doing: _Doing) -> str:
    lacks = "" if doing.parts[0][1] or not doing.type else ": the Gulag has none left"
    return doing.each("{} gains {}", _citizens) + lacks


def _produce(doing: _Doing) -> str:
    whose = "the own deck" if doing.step.deck == "self" else f"the deck of {doing.target}"
    return f"{doing.each('{} produces with {}', _cards)} of {whose}"


def _actions(doing: _Doing) -> str:
    count = doing.parts[0][1]
    return f"{doing.player} may play {amount(count, 'further Action') if count else 'no further Action'}"


def _return(doing: _Doing) -> str:
    owner = doing.state.stack[doing.record.card].owner
    return f"{doing.card} {'is stopped' if owner == NOBODY else f'goes back to the hand of {seat_name(owner)}'}"


def _retype(doing: _Doing) -> str:
    becomes = f"becomes {CITIZEN_NAMES[doing.type]}" if doing.type else "stays what it is"
    return f"the type of {doing.card} {becomes}"


_TOLD: dict[str, Callable[[_Doing], str]] = {
    "gain": _gain,
    "take": lambda doing: f"{doing.player} takes {doing.each('{1} from {0}', _citizens)}",
    "remove": lambda doing: doing.each("{} loses {}", _citizens),
    "pay": lambda doing: doing.each("{} sends {} to the Gulag", _citizens),
    "produce": _produce,
    "draw": lambda doing: doing.each("{} draws {}", _cards),
    "discard": lambda doing: doing.each("{} discards {}", _cards),
    "retrieve": lambda doing: doing.each("{} takes back {}", _cards),
    "actions": _actions,
    "counter": lambda doing: f"{doing.card} is countered",
    "return": _return,
    "duplicate": lambda doing: f"{doing.card} takes place once more",
    "retype": _retype,
    "look": lambda doing: f"{doing.player} sees the hand of {doing.target}",
    "intercept": lambda doing: f"{doing.player} plays a card out of the hand of {doing.target} if it can",
    "win": lambda doing: f"{doing.player} wins the game",
}
