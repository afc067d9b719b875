"""What a seat knows as one flat vector, and everything as another.

One layout serves both sides, so that one policy can play either. Heroes are written from the one that is asked, or the
first that the seat runs, on in the order of Initiative; for the Machine in that order. Heroes' seats all get what their
team knows. Counts are in small fractions, tracks in shares of their length.
"""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import HERO_SIDE, MACHINE_SIDE, classes_active
from ...city.rules.observation import (
    ANCHOR,
    BEGAN,
    CONNECTED,
    DISTANCES,
    FIFTH,
    HALF,
    HERO_NAMES,
    NINTH,
    OWNER,
    PHASE,
    REVEALED,
    SIXTH,
    STAGE,
    THIRD,
    VISITED,
    WHERE,
    WHO,
    Clock,
    Person,
    Place,
    by_hero,
    columns,
    hero_asked,
    hidden_parts,
    question_part,
    sentence,
    write_carried,
    write_cast,
    write_district,
    write_hidden,
    write_neighbours,
    write_person,
    write_set,
    write_tracks,
    write_types,
    write_unidentified,
    write_whereabouts,
)
from ...city.rules.state import (
    MACHINE,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_TYPES,
    Ask,
    CitizenType,
    Directive,
    District,
    Event,
    Phase,
    Servant,
    Status,
)
from ...city.rules.variants import district_in_question
from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part
from ...table.named import Named, listed, texts
from ...table.records import Array, Int
from ...table.sets import has, size
from .state import MAX_SEATS, NUM_QUESTIONS, Prepared, State

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


class Pending(Named):
    """Columns of what is half said."""

    AMOUNT = "Trust to divide or pledge, in twelfths"
    DIE = "Trust that the Veteran's die asks for, in fifths"
    RISES = "rises and identifications still to come, in thirds"
    RETURNING = "Citizens still to set free"
    CARRIED = "then the Citizen being moved: its state, and its type as far as known"


_CLOCKS = columns((Clock, MachineClock), {Clock.SUPPLY: "Bonds in tens"})
_PLACES = columns((Place,), {Place.OTHERS: "identified Citizens"})
_PERSONS = columns((Person, MachinePerson))

LAYOUT = Layout(
    question_part(ASKED),
    PHASE,
    Part("side", (2,), "the Great Machine; the Heroes"),
    Part("clock", (len(_CLOCKS),), sentence(_CLOCKS)),
    STAGE,
    Part("event", (len(Event),), "City Event, one of", texts(Event)),
    Part("in this round", (len(Happened),), listed(Happened)),
    Part("Directives", (NUM_DIRECTIVES, len(Card)), f"for each: {listed(Card)}", texts(Directive)),
    Part("Directive counts", (len(Count),), sentence(texts(Count))),
    Part("Servants", (NUM_SERVANTS, len(AServant)), listed(AServant), texts(Servant)),
    Part("Districts", (NUM_DISTRICTS, len(_PLACES)), f"for each: {sentence(_PLACES)}", texts(District)),
    Part(
        "identified",
        (NUM_DISTRICTS, NUM_TYPES),
        "identified Citizens by type, in fifths; nothing for the Machine",
        texts(District),
    ),
    REVEALED,
    Part(
        "arrested",
        (NUM_TYPES,),
        "Citizens surely arrested as far as this seat knows, by type, in fifths",
        texts(CitizenType),
    ),
    CONNECTED,
    DISTANCES,
    Part("Heroes", (NUM_HEROES, len(_PERSONS)), f"for each: {sentence(_PERSONS)}", HERO_NAMES),
    WHO,
    WHERE,
    BEGAN,
    by_hero("chosen", "District of the chosen Access card; for the Machine once it is shown"),
    by_hero("cards", "Access cards in hand; nothing for the Machine"),
    by_hero("chances", "share of the sets of Access cards possible to the Machine that hold a card"),
    Part("pending", (len(Pending) - 1 + len(Status) + NUM_TYPES,), listed(Pending)),
    ANCHOR,
    VISITED,
    OWNER,
)

_start = LAYOUT.start
_PHASE, _SIDE, _CLOCK, _STAGE, _EVENT = map(_start, ("phase", "side", "clock", "stage", "event"))
_ROUND, _CARDS, _COUNTS, _SERVANTS = map(_start, ("in this round", "Directives", "Directive counts", "Servants"))
_DISTRICTS, _IDENTIFIED, _REVEALED, _ARRESTED = map(_start, ("Districts", "identified", "revealed", "arrested"))
_CONNECTED, _DISTANCES, _HEROES, _WHO = map(_start, ("connected", "distances", "Heroes", "who"))
_WHERE, _BEGAN, _CHOSEN, _HELD, _CHANCES = map(_start, ("where", "began", "chosen", "cards", "chances"))
_PENDING, _ANCHOR, _VISITED, _OWNER = map(_start, ("pending", "anchor", "visited", "owner"))
_WIDTH, _HERO_WIDTH, _SERVANT_WIDTH, _CARD_WIDTH = len(_PLACES), len(_PERSONS), len(AServant), len(Card)


def layout(options: object) -> Layout:
    """Return the layout of a seat's observation."""
    return LAYOUT


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` knows; see ``LAYOUT``."""
    if state.seat == seat and state.over == 0:
        out[state.ask] = 1.0
    out[_PHASE + state.phase] = 1.0
    out[_SIDE + (seat != MACHINE)] = 1.0
    write_clock(setup, state, out)
    write_round(state, out)
    write_directives(state, seat, out)
    first = np.int64(0) if seat == MACHINE else hero_asked(state, seat)
    write_districts(setup, state, seat, out)
    write_heroes(setup, state, seat, first, out)
    write_pending(state, seat, first, out)


@compiled
def write_clock(setup: Prepared, state: State, out: Array) -> None:
    write_tracks(state, out, _CLOCK, _STAGE)
    out[_CLOCK + Clock.SUPPLY] = np.float32(np.int64(state.bonds) / 10)
    out[_CLOCK + MachineClock.PERSONS] = np.float32(setup.revolutionaries) * THIRD
    if state.event != NOBODY:
        out[_EVENT + state.event] = 1.0


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
    for servant in range(NUM_SERVANTS):
        at = _SERVANTS + _SERVANT_WIDTH * servant
        out[at + AServant.ACTED] = np.float32(state.acted[servant]) * HALF
        out[at + AServant.AGAIN] = np.float32(state.again[servant])


@compiled
def write_directives(state: State, seat: Int, out: Array) -> None:
    known = np.int64(state.hand) if seat == MACHINE else np.int64(state.seen)
    published = np.int64(state.published)
    hidden = (np.int64(state.hand) | np.int64(state.deck)) & ~known
    for directive in range(NUM_DIRECTIVES):
        at = _CARDS + _CARD_WIDTH * directive
        out[at + Card.PUBLISHED] = np.float32(has(published, directive))
        out[at + Card.IN_HAND] = np.float32(has(known, directive))
        out[at + Card.GONE] = np.float32(not has(published | known | hidden, directive))
        out[at + Card.HIDDEN] = np.float32(has(hidden, directive))
    out[_COUNTS + Count.HAND] = np.float32(size(state.hand)) * NINTH
    out[_COUNTS + Count.DECK] = np.float32(size(state.deck)) * NINTH


@compiled
def write_districts(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    active = classes_active(state)
    for district in range(NUM_DISTRICTS):
        at = _DISTRICTS + district * _WIDTH
        write_district(setup, state, district, out, at)
        write_neighbours(state, district, out, _CONNECTED, _DISTANCES)
        write_unidentified(state, district, out, at)
        write_types(state, district, Status.REVEALED, out, _REVEALED)
        if seat != MACHINE:
            write_types(state, district, Status.IDENTIFIED, out, _IDENTIFIED)
        identified, supporters = np.int64(0), np.int64(0)
        for type in range(NUM_TYPES):
            identified += np.int64(state.citizens[district, Status.IDENTIFIED, type])
            if type < active:
                supporters += np.int64(state.citizens[district, Status.REVEALED, type])
        out[at + Place.OTHERS] = np.float32(identified) * SIXTH
        out[at + Place.ACTIVE] = np.float32(supporters) * SIXTH
    for servant in range(NUM_SERVANTS):
        out[_DISTRICTS + np.int64(state.servants[servant]) * _WIDTH + Place.SERVANT + servant] = 1.0
    side = MACHINE_SIDE if seat == MACHINE else HERO_SIDE
    for type in range(NUM_TYPES):
        out[_ARRESTED + type] = np.float32(state.sure[side, type]) * FIFTH
    asked_about = district_in_question(state)
    if asked_about != NOBODY:
        out[_DISTRICTS + asked_about * _WIDTH + Place.TILE] = 1.0


@compiled
def write_heroes(setup: Prepared, state: State, seat: Int, first: Int, out: Array) -> None:
    if state.phase == Phase.BUILDING or state.phase == Phase.CHOOSING:  # nobody is anywhere yet
        write_cast(state, out, _WHO)
        return
    for step in range(NUM_HEROES):
        hero = (first + step) % NUM_HEROES
        write_hero(setup, state, seat, hero, out, _HEROES + step * _HERO_WIDTH)
        write_whereabouts(state, hero, step, out, _WHO, _WHERE, _BEGAN)
        out[_DISTRICTS + np.int64(state.at[hero]) * _WIDTH + Place.HERO + step] = 1.0
        if state.chosen[hero] != NOBODY and (seat != MACHINE or state.shown[hero]):
            out[_CHOSEN + step * NUM_DISTRICTS + state.chosen[hero]] = 1.0
        for card in range(NUM_DISTRICTS):
            out[_CHANCES + step * NUM_DISTRICTS + card] = state.chance[hero, card]
        if seat != MACHINE:
            write_set(state.cards[hero], out, _HELD + step * NUM_DISTRICTS)


@compiled
def write_hero(setup: Prepared, state: State, seat: Int, hero: Int, out: Array, at: Int) -> None:
    on = write_person(setup, state, seat, hero, out, at)
    gone = state.phase == Phase.CLOSING or (state.phase == Phase.HEROES and state.cursor > hero)
    out[at + Person.OVER] = np.float32(gone)
    out[at + MachinePerson.SHOWN] = np.float32(state.shown[hero])
    out[at + MachinePerson.ACTS] = np.float32(state.acts) * HALF if on else np.float32(0.0)
    out[at + MachinePerson.PLEDGE] = np.float32(state.pledge[hero]) * FIFTH if state.pledge_open else np.float32(0.0)


@compiled
def write_pending(state: State, seat: Int, first: Int, out: Array) -> None:
    """Write what is half said."""
    out[_PENDING + Pending.AMOUNT] = np.float32((state.to_share + state.to_pledge) / 12)
    out[_PENDING + Pending.DIE] = np.float32(state.die) * FIFTH
    out[_PENDING + Pending.RISES] = np.float32(state.rise + state.finds) * THIRD
    out[_PENDING + Pending.RETURNING] = np.float32(state.returning)
    known = state.carried_as == Status.REVEALED or (state.carried_as == Status.IDENTIFIED and seat != MACHINE)
    write_carried(state, known, out, _PENDING + Pending.CARRIED)
    if state.anchor != NOBODY:
        out[_ANCHOR + state.anchor] = 1.0
    if state.phase == Phase.HEROES:
        write_set(state.visited, out, _VISITED)
    if state.owner != NOBODY:
        out[_OWNER + (np.int64(state.owner) - first) % NUM_HEROES] = 1.0


FULL_LAYOUT = Layout(
    *hidden_parts(1, LAYOUT.size, MAX_SEATS, ASKED, "Directives in the Machine's hand"),
    Part("deck", (NUM_DIRECTIVES,), "Directives in the deck", texts(Directive)),
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
    for directive in range(NUM_DIRECTIVES):
        out[_DECK + directive] = np.float32(has(state.deck, directive))
