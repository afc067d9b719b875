"""What a seat knows as one flat vector, and everything as another.

One layout serves both sides, so that one policy can play either. Heroes are written from the one that is asked, or the
first that the seat runs, on in the order of Initiative; for the Machine in that order. Heroes' seats all get what their
team knows. Counts are in small fractions, tracks in shares of their length.
"""

from __future__ import annotations

import numpy as np

from ...city.rules import observation as shared
from ...city.rules import state as city
from ...city.rules.citizens import HERO_SIDE, MACHINE_SIDE, number_of
from ...city.rules.observation import (
    Clock,
    Person,
    Place,
    hero_asked,
    is_cast,
    write_carried,
    write_hidden,
    write_set,
    write_shared,
    write_types,
)
from ...city.rules.state import Ask, Directive, District, Event, Phase, Servant, Status
from ...table.compilation.compile import compiled
from ...table.layout import PROBABLE, Layout, Part
from ...table.named import Named, listed, texts
from ...table.records import Array, Int
from ...table.sets import has, size
from .state import MAX_SEATS, MOST_BONDS, NUM_QUESTIONS, Prepared, State

ASKED = tuple(Ask)[:NUM_QUESTIONS]


class MachineClock(Named):
    """Columns of the clock behind those of both games."""

    PERSONS = "persons against the Machine, in thirds", len(Clock)


class Happened(Named):
    """Columns of what has happened in the round."""

    NO_ACCESS = "a Hero forfeited the chosen card"
    STOPPED = "a Hero's turn was finished"
    ARRESTS = "Citizens were arrested"
    RAIDED = "Raids were made"
    SPECIAL = "a Special Action was taken"
    OPTIMIZE = "Optimize used"
    PACIFY = "Pacify used"
    RESETTLE = "Resettle used"


class Card(Named):
    """Columns of a Directive."""

    PUBLISHED = "published"
    IN_HAND = "known to be in the Machine's hand"
    GONE = "surely neither in hand nor in deck nor published"
    HIDDEN = "may be in deck or hand as far as the seat knows"


class Count(Named):
    """Columns of the Directives' numbers."""

    HAND = "in the Machine's hand, in its deck, in ninths"
    DECK = ""


class AServant(Named):
    """Columns of a Servant."""

    ACTED = "Actions taken, in halves"
    AGAIN = "second repairs that are covered"


class MachinePerson(Named):
    """Columns of a Hero behind those of both games."""

    SHOWN = "card is public", len(Person)
    ACTS = "Actions taken, in halves"
    PLEDGE = "Trust pledged, in fifths"


class MachinePending(Named):
    """Columns of what is half said behind those of both games."""

    RISES = "rises and identifications still to come, in thirds", len(shared.Pending)
    RETURNING = "Citizens still to set free"
    CARRIED = "then the Citizen being moved: its state, and its type as far as known"


_CLOCKS = shared.columns((Clock, MachineClock), {Clock.SUPPLY: "Bonds in tens"})
_PLACES = shared.columns((Place,), {Place.OTHERS: "identified Citizens"})
_PERSONS = shared.columns((Person, MachinePerson))
_PENDING = shared.columns((shared.Pending, MachinePending))

LAYOUT = Layout(
    shared.question_part(ASKED),
    shared.PHASE,
    Part("side", (2,), "the Great Machine; the Heroes"),
    shared.line("clock", _CLOCKS, most=MOST_BONDS / 10),
    shared.STAGE,
    Part("event", (len(Event),), "City Event, one of", texts(Event)),
    shared.line("in this round", texts(Happened), most=city.MOST_AMOUNT),
    shared.table("Directives", texts(Card), texts(Directive)),
    shared.line("Directive counts", texts(Count)),
    Part(
        "Servants",
        (city.NUM_SERVANTS, len(AServant)),
        listed(AServant),
        texts(Servant),
        most=(city.MOST_AMOUNT / 2, city.MOST_AMOUNT),
    ),
    shared.table("Districts", _PLACES, texts(District), most=shared.MOST_OF_DISTRICT),
    shared.by_district("identified", "identified Citizens by type, in fifths; nothing for the Machine"),
    shared.REVEALED,
    shared.by_type("arrested", "Citizens surely arrested as far as this seat knows, by type, in fifths"),
    shared.CONNECTED,
    shared.DISTANCES,
    shared.table("Heroes", _PERSONS, shared.HERO_NAMES, most=city.MOST_AMOUNT / 2),
    shared.WHO,
    shared.WHERE,
    shared.BEGAN,
    shared.by_hero("chosen", "District of the chosen Access card; for the Machine once it is shown"),
    shared.by_hero("cards", "Access cards in hand; nothing for the Machine"),
    shared.by_hero(
        "chances", "share of the sets of Access cards possible to the Machine that hold a card", most=PROBABLE
    ),
    Part(
        "pending",
        (len(_PENDING) - 1 + city.NUM_STATUSES + city.NUM_TYPES,),
        shared.sentence(_PENDING),
        most=shared.MOST_OF_PENDING,
    ),
    shared.ANCHOR,
    shared.VISITED,
    shared.OWNER,
    Part("events gone", (Event.COUNTDOWN,), "City Events that have been turned up", texts(Event)[:-1]),
    Part("laid out", (city.NUM_DISTRICTS,), "Districts that lie in the city", texts(District)),
)

_TO = shared.starts(LAYOUT)
_start = LAYOUT.start
_SIDE, _EVENT, _ROUND, _CARDS = map(_start, ("side", "event", "in this round", "Directives"))
_COUNTS, _SERVANTS, _IDENTIFIED, _ARRESTED = map(_start, ("Directive counts", "Servants", "identified", "arrested"))
_CHOSEN, _HELD, _CHANCES = map(_start, ("chosen", "cards", "chances"))
_GONE, _LAID_OUT = map(_start, ("events gone", "laid out"))
_SERVANT_WIDTH, _CARD_WIDTH = len(AServant), len(Card)


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` knows; see ``LAYOUT``."""
    first = np.int64(0) if seat == city.MACHINE else hero_asked(state, seat)
    write_shared(setup, state, seat, first, out, _TO)
    if state.seat == seat and state.over == 0:
        out[state.ask] = 1.0
    out[_SIDE + (seat != city.MACHINE)] = 1.0
    if state.event != city.NOBODY:
        out[_EVENT + state.event] = 1.0
    out[_TO.clock + Clock.SUPPLY] = np.float32(np.int64(state.bonds) / 10)
    out[_TO.clock + MachineClock.PERSONS] = np.float32(setup.revolutionaries) * shared.THIRD
    write_round(state, out)
    write_directives(state, seat, out)
    write_citizens(state, seat, out)
    if is_cast(state):
        for step in range(city.NUM_HEROES):
            write_person(state, seat, (first + step) % city.NUM_HEROES, step, out)
    write_pending(state, seat, out)


@compiled
def write_round(state: State, out: Array) -> None:
    """Write what has happened in the round."""
    out[_ROUND + Happened.NO_ACCESS] = np.float32(state.no_access)
    out[_ROUND + Happened.STOPPED] = np.float32(state.stopped)
    out[_ROUND + Happened.ARRESTS] = np.float32(state.arrests)
    out[_ROUND + Happened.RAIDED] = np.float32(state.raided)
    out[_ROUND + Happened.SPECIAL] = np.float32(state.special)
    out[_ROUND + Happened.OPTIMIZE] = np.float32(has(state.used, Directive.OPTIMIZE))
    out[_ROUND + Happened.PACIFY] = np.float32(has(state.used, Directive.PACIFY))
    out[_ROUND + Happened.RESETTLE] = np.float32(has(state.used, Directive.RESETTLE))
    for servant in range(city.NUM_SERVANTS):
        at = _SERVANTS + _SERVANT_WIDTH * servant
        out[at + AServant.ACTED] = np.float32(state.acted[servant]) * shared.HALF
        out[at + AServant.AGAIN] = np.float32(state.again[servant])
    for event in range(Event.COUNTDOWN):
        out[_GONE + event] = np.float32(has(state.gone_events, event))
    write_set(state.there, out, _LAID_OUT)


@compiled
def write_directives(state: State, seat: Int, out: Array) -> None:
    known = np.int64(state.hand) if seat == city.MACHINE else np.int64(state.seen)
    published = np.int64(state.published)
    hidden = (np.int64(state.hand) | np.int64(state.deck)) & ~known
    for directive in range(city.NUM_DIRECTIVES):
        at = _CARDS + _CARD_WIDTH * directive
        out[at + Card.PUBLISHED] = np.float32(has(published, directive))
        out[at + Card.IN_HAND] = np.float32(has(known, directive))
        out[at + Card.GONE] = np.float32(not has(published | known | hidden, directive))
        out[at + Card.HIDDEN] = np.float32(has(hidden, directive))
    out[_COUNTS + Count.HAND] = np.float32(size(state.hand)) * shared.NINTH
    out[_COUNTS + Count.DECK] = np.float32(size(state.deck)) * shared.NINTH


@compiled
def write_citizens(state: State, seat: Int, out: Array) -> None:
    """Write the identified Citizens, and what is sure of those that are arrested."""
    for district in range(city.NUM_DISTRICTS):
        identified = np.float32(number_of(state, district, Status.IDENTIFIED)) * shared.SIXTH
        out[_TO.districts + district * _TO.district_width + Place.OTHERS] = identified
        if seat != city.MACHINE:
            write_types(state, district, Status.IDENTIFIED, out, _IDENTIFIED)
    side = MACHINE_SIDE if seat == city.MACHINE else HERO_SIDE
    for type in range(city.NUM_TYPES):
        out[_ARRESTED + type] = np.float32(state.sure[side, type]) * shared.FIFTH


@compiled
def write_person(state: State, seat: Int, hero: Int, step: Int, out: Array) -> None:
    """Write of a Hero what this game alone tells, in the rows of number ``step``."""
    at = _TO.heroes + step * _TO.hero_width
    on = state.phase == Phase.HEROES and state.cursor == hero
    gone = state.phase == Phase.CLOSING or (state.phase == Phase.HEROES and state.cursor > hero)
    out[at + Person.OVER] = np.float32(gone)
    out[at + MachinePerson.SHOWN] = np.float32(state.shown[hero])
    out[at + MachinePerson.ACTS] = np.float32(on * state.acts) * shared.HALF
    out[at + MachinePerson.PLEDGE] = np.float32(state.pledge_open * state.pledge[hero]) * shared.FIFTH
    row = step * city.NUM_DISTRICTS
    if state.chosen[hero] != city.NOBODY and (seat != city.MACHINE or state.shown[hero]):
        out[_CHOSEN + row + state.chosen[hero]] = 1.0
    for card in range(city.NUM_DISTRICTS):
        out[_CHANCES + row + card] = state.chance[hero, card]
    if seat != city.MACHINE:
        write_set(state.cards[hero], out, _HELD + row)


@compiled
def write_pending(state: State, seat: Int, out: Array) -> None:
    """Write of what is half said what this game alone tells."""
    out[_TO.pending + MachinePending.RISES] = np.float32(state.rise + state.finds) * shared.THIRD
    out[_TO.pending + MachinePending.RETURNING] = np.float32(state.returning)
    known = state.carried_as == Status.REVEALED or (state.carried_as == Status.IDENTIFIED and seat != city.MACHINE)
    write_carried(state, known, out, _TO.pending + MachinePending.CARRIED)


FULL_LAYOUT = Layout(
    *shared.hidden_parts(1, LAYOUT, MAX_SEATS, ASKED, "Directives in the Machine's hand"),
    Part("deck", (city.NUM_DIRECTIVES,), "Directives in the deck", texts(Directive)),
)
_start = FULL_LAYOUT.start
_MOVER, _ASKED, _COVERED = map(_start, ("to move", "asked", "unidentified"))
_CUSTODY, _MOVED, _HAND, _DECK = map(_start, ("in custody", "being moved", "hand", "deck"))


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    """Write everything; see ``FULL_LAYOUT``."""
    observe(setup, state, np.int64(1), out[:_MOVER])
    out[_MOVER + state.seat] = 1.0
    out[_ASKED + state.ask] = 1.0
    write_hidden(state, out, _COVERED, _CUSTODY, _MOVED, _HAND)
    for directive in range(city.NUM_DIRECTIVES):
        out[_DECK + directive] = np.float32(has(state.deck, directive))
