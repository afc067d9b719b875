"""What a seat knows as one flat vector, and everything as another.

Own seat first, then clockwise; room for as many seats as the mode can have. Parts by kind have an entry for every card
of the card file, in cards. All of a seat's cards but hand and deck lie open, and of these two the sum is known.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part, observed
from ...table.named import Named, texts
from ...table.records import Array, Int
from ...table.seats import clockwise, distance
from ..options import SEATS, BrassEmpireOptions
from .actions import slots_of
from .card_steps import Effect
from .combat import is_announced
from .public import MOST_OF_A_KIND, STACK_SIZE, public_parts, stack_part, write_public, write_stack
from .seats import is_gone, side_of, slots
from .stack import asking_step, is_card_asking, may_decline, top
from .state import (
    LABOR_DECK,
    MAX_DEPTH,
    MAX_FACTIONS,
    MAX_KINDS,
    MAX_PILE,
    MAX_THINGS,
    MOST,
    NOBODY,
    ROW_PLACES,
    Ask,
    CardType,
    Mode,
    Prepared,
    State,
    Zone,
)
from .things import is_face_up, is_ready


class TurnColumn(IntEnum):
    """Columns of the part "turn"."""

    OWN = 0
    LABOR = 1
    CONSTRUCTION = 2
    POOL = 3
    ENDING = 4
    PLAYED = 5
    TURNS = 6
    DECISIONS = 7
    TO_PLAY = 8


class StepColumn(IntEnum):
    """Columns of the part "step" behind those that say what it does."""

    AMOUNT = 0
    COUNT = 1
    MAY = 2
    OWN = 3


class SeatColumn(Named):
    """Columns of the part "seats"."""

    HERE = "in the game"
    OWN_TEAM = "own team"
    PLAYER = "player whose turn it is"
    FIRST = "first player"
    BRASS = "Brass"
    WORTH = "Brass Value of cards owned"
    HAND = "cards in hand"
    DECK = "cards in deck"
    DISCARD = "cards in discard"
    RESERVE = "cards in reserve"


class ThingColumn(IntEnum):
    """Columns of the part "things"."""

    TYPE = 0
    ATTACK = 1
    HEALTH = 2
    STATE = 3
    FIGHTS = 4


_TENS, _TWENTIES = MOST / 10, MOST / 20
_FOURS = 20 / 4  # of the strongest unit that a card file may have
_SEAT, _THING, _TURN, _STEP = len(SeatColumn), len(ThingColumn), len(TurnColumn), len(StepColumn)
_QUESTIONS, _MODES, _EFFECTS = len(Ask), len(Mode), len(Effect)

OWN_PARTS = (
    ("own hand", "cards in the own hand"),
    ("own deck", "cards in the own deck"),
    ("own discard", "cards in the own discard"),
    ("own played", "employees played this turn"),
    ("own reserve", "cards left in the own reserve"),
    ("rows", "cards in the labor market and the design department"),
    ("centre decks", "cards left in the two central decks"),
    ("in use", "1 for the card whose effect is being carried out or of which one is being chosen"),
)
OTHER_PARTS = (
    ("hand and deck", "cards in hand and deck together"),
    ("known hand", "cards known to be in hand, in part of those"),
    ("discard", "cards in the discard"),
)


@lru_cache(64)
def _layout(mode: str, kinds: tuple[str, ...]) -> Layout:
    places = max(SEATS[mode]) + (mode == "solitaire")
    count = len(kinds)
    others = [f"seat {d}" for d in range(1, places)]
    parts = [
        Part("question", (_QUESTIONS,), "what is being asked, one of", texts(Ask)),
        Part("mode", (_MODES,), "which game is played, one of", texts(Mode)),
        Part(
            "turn",
            (_TURN,),
            "own turn; labor, construction (in tens); Brass in the pool (in fifties); pool exhausted; cards played "
            "this turn (in tens); turns in eighties; decisions as a share of the limit; places from the "
            "turn's player on to the first player, as a share",
            most=_TENS,
        ),
        Part(
            "step",
            (_EFFECTS + _STEP,),
            "while a card asks: what its step does, one of "
            + ", ".join(texts(Effect))
            + "; then its amount in fours, how often it has been done, whether it may be declined, whose card it is",
            most=127 / 4,  # what an int8 can hold
        ),
        Part(
            "seats",
            (places, _SEAT),
            "by seat, own first: " + ", ".join(texts(SeatColumn)) + " (Brass and value in twenties, cards in tens)",
            ("own", *others),
            most=_TWENTIES,
            things=slots_of(places)[:1],
        ),
        Part("corporations", (places, MAX_FACTIONS), "by seat: the corporation, one of those in the card file"),
        Part(
            "things",
            (places, MAX_THINGS, _THING),
            "by seat and slot: 1 for a unit, -1 for a building; attack and health left in fours; 1 ready, 0.5 face up, "
            "0 under construction or turned over; 1 for the announced attacker, -1 for its target",
            ("own", *others),
            least=(-1, 0, 0, 0, -1),
            most=(1, _FOURS, _FOURS, 1, 1),
            things=slots_of(places),
        ),
    ]
    parts += [Part(name, (count,), text, kinds, most=2 * MOST_OF_A_KIND) for name, text in OWN_PARTS]
    text = "cards left in the reserves of all others"
    parts.append(Part("others' reserves", (count,), text, kinds, most=(places - 1) * MOST_OF_A_KIND))
    text = "cards in play by seat, own first"
    parts.append(Part("in play", (places, count), text, ("own", *others), most=MAX_THINGS))
    for name, text in OTHER_PARTS:
        told, most = f"by other seat, clockwise: {text}", 2 * MOST_OF_A_KIND
        parts.append(Part(f"others' {name}", (places - 1, count), told, tuple(others), most=most))
    if mode == "solitaire":
        text = "1 for the card at each place of the labor row, then of the design row"
        parts.append(Part("places", (2 * ROW_PLACES, count), text))
    parts += public_parts(places, kinds)
    return Layout(*parts)


def layout(options: BrassEmpireOptions) -> Layout:
    """Return the layout of a seat's observation: it depends on the mode and on the cards."""
    return _layout(options.mode, tuple(kind.name for kind in options.cards.kinds))


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    at = write_turn(setup, state, seat, out)
    at = write_seats(setup, state, seat, out, at)
    at = write_things(setup, state, seat, out, at)
    at = write_own(setup, state, seat, out, at)
    at = write_others(setup, state, seat, out, at)
    write_public(setup, state, seat, out, at)


@compiled
def write_turn(setup: Prepared, state: State, seat: Int, out: Array) -> Int:
    """Write what is being asked and where the turn stands; return where the next part starts."""
    out[state.ask] = 1.0
    out[_QUESTIONS + setup.mode] = 1.0
    at = _QUESTIONS + _MODES
    out[at + TurnColumn.OWN] = np.float32(state.player == seat)
    out[at + TurnColumn.LABOR] = np.float32(state.labor * 0.1)
    out[at + TurnColumn.CONSTRUCTION] = np.float32(state.construction * 0.1)
    out[at + TurnColumn.POOL] = np.float32(state.pool * 0.02)
    out[at + TurnColumn.ENDING] = np.float32(state.ending)
    out[at + TurnColumn.PLAYED] = np.float32(state.played * 0.1)
    out[at + TurnColumn.TURNS] = np.float32(state.turn / 80)
    out[at + TurnColumn.DECISIONS] = np.float32(state.decisions / setup.max_decisions)
    out[at + TurnColumn.TO_PLAY] = np.float32(distance(setup.places, state.player, state.first) / setup.places)
    at += _TURN
    if state.depth > 0 and is_card_asking(state):
        frame = top(state)
        step = asking_step(setup, state)
        out[at + step.what] = 1.0
        numbers = at + _EFFECTS
        out[numbers + StepColumn.AMOUNT] = np.float32(step.amount * 0.25)
        out[numbers + StepColumn.COUNT] = np.float32(frame.count * 0.25)
        out[numbers + StepColumn.MAY] = np.float32(may_decline(step))
        out[numbers + StepColumn.OWN] = np.float32(frame.seat == seat)
    return at + _EFFECTS + _STEP


@compiled
def write_seats(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write what everybody has, in numbers; return where the next part starts."""
    corporations = at + setup.shown * _SEAT
    for away in range(setup.places):
        other = clockwise(setup.places, seat, away)
        start = at + away * _SEAT
        out[start + SeatColumn.HERE] = np.float32(not is_gone(state, other))
        out[start + SeatColumn.OWN_TEAM] = np.float32(side_of(setup, other) == side_of(setup, seat))
        out[start + SeatColumn.PLAYER] = np.float32(state.player == other)
        out[start + SeatColumn.FIRST] = np.float32(state.first == other)
        out[start + SeatColumn.BRASS] = np.float32(state.brass[other] * 0.05)
        out[start + SeatColumn.WORTH] = np.float32(state.worth[other] * 0.05)
        out[start + SeatColumn.HAND] = np.float32(state.amounts[other, Zone.HAND] * 0.1)
        out[start + SeatColumn.DECK] = np.float32(state.amounts[other, Zone.DECK] * 0.1)
        out[start + SeatColumn.DISCARD] = np.float32(state.amounts[other, Zone.DISCARD] * 0.1)
        out[start + SeatColumn.RESERVE] = np.float32(state.amounts[other, Zone.RESERVE] * 0.1)
        if state.corporation[other] != NOBODY:
            out[corporations + away * MAX_FACTIONS + state.corporation[other]] = 1.0
    return corporations + setup.shown * MAX_FACTIONS


@compiled
def write_things(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write what everybody has in play, slot by slot; return where the next part starts."""
    for away in range(setup.places):
        other = clockwise(setup.places, seat, away)
        start = at + away * MAX_THINGS * _THING
        for slot in range(slots(state, other)):
            thing = state.things[other, slot]
            if thing.status != 0:
                kind, place = thing.kind, start + slot * _THING
                out[place + ThingColumn.TYPE] = 1.0 if setup.type[kind] == CardType.UNIT else -1.0
                out[place + ThingColumn.ATTACK] = np.float32(setup.attack[kind] * 0.25)
                out[place + ThingColumn.HEALTH] = np.float32((setup.health[kind] - thing.wounds) * 0.25)
                out[place + ThingColumn.STATE] = 1.0 if is_ready(thing) else 0.5 if is_face_up(thing) else 0.0
    if is_announced(state):
        mark(setup, state.attacker_seat, state.attacker, seat, out, at, 1.0)
        if state.target != NOBODY:
            mark(setup, state.target_seat, state.target, seat, out, at, -1.0)
    elif state.ask == Ask.TARGET:
        mark(setup, state.player, state.attacker, seat, out, at, 1.0)
    return at + setup.shown * MAX_THINGS * _THING


@compiled
def mark(setup: Prepared, owner: Int, slot: Int, seat: Int, out: Array, at: Int, value: Int) -> None:
    out[at + (distance(setup.places, seat, owner) * MAX_THINGS + slot) * _THING + ThingColumn.FIGHTS] = value


@compiled(inline=True)
def write_counts(out: Array, at: Int, counts: Array, kinds: Int) -> Int:
    """Write counts by kind; return where the next part starts."""
    for kind in range(kinds):
        out[at + kind] = np.float32(counts[kind])
    return at + kinds


@compiled
def write_own(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write the own cards and the centre, by kind; return where the next part starts."""
    kinds = np.int64(setup.kinds)
    for zone in (Zone.HAND, Zone.DECK, Zone.DISCARD, Zone.PLAYED, Zone.RESERVE):
        at = write_counts(out, at, state.zones[seat, zone], kinds)
    for row in range(2):
        for place in range(ROW_PLACES):
            if state.rows[row, place] != NOBODY:
                out[at + state.rows[row, place]] += np.float32(1.0)
    at += kinds
    at = write_counts(out, at, state.centre, kinds)
    if state.ask == Ask.COPY:
        out[at + state.wanted] = 1.0
    elif state.depth > 0 and is_card_asking(state):
        out[at + top(state).card] = 1.0
    return at + kinds


@compiled
def write_others(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write the others' cards, what is in play, in solitaire the places; return where the next part starts."""
    kinds, others = np.int64(setup.kinds), np.int64(setup.shown - 1)
    reserves, in_play = at, at + kinds
    together = in_play + (others + 1) * kinds
    for away in range(setup.places):
        other = clockwise(setup.places, seat, away)
        for slot in range(slots(state, other)):
            if state.things[other, slot].status != 0:
                out[in_play + away * kinds + state.things[other, slot].kind] += np.float32(1.0)
        if away > 0:
            start = together + (away - 1) * kinds
            for kind in range(kinds):
                out[start + kind] = np.float32(
                    state.zones[other, Zone.HAND, kind] + state.zones[other, Zone.DECK, kind]
                )
            write_counts(out, start + others * kinds, state.zones[other, Zone.KNOWN], kinds)
            write_counts(out, start + 2 * others * kinds, state.zones[other, Zone.DISCARD], kinds)
            if state.amounts[other, Zone.RESERVE] > 0:
                for kind in range(kinds):
                    out[reserves + kind] += np.float32(state.zones[other, Zone.RESERVE, kind])
    at = together + 3 * others * kinds
    return write_places(state, out, at, kinds) if setup.mode == Mode.SOLITAIRE else at


@compiled
def write_places(state: State, out: Array, at: Int, kinds: Int) -> Int:
    """Write which card lies at which place of the rows; return where the next part starts."""
    for row in range(2):
        for place in range(ROW_PLACES):
            if state.rows[row, place] != NOBODY:
                out[at + (row * ROW_PLACES + place) * kinds + state.rows[row, place]] = 1.0
    return at + 2 * ROW_PLACES * kinds


_MOST_NEXT = sum(1 / (1 + above) for above in range(MAX_PILE))  # a pile of one card alone


@lru_cache(64)
def _full_layout(mode: str, kinds: tuple[str, ...]) -> Layout:
    seen = _layout(mode, kinds)
    places = max(SEATS[mode]) + (mode == "solitaire")
    return Layout(
        observed("seat 0", seen, "what seat 0 observes"),
        Part("to move", (places,), "seat to move", tuple(f"seat {s}" for s in range(places))),
        Part("hands", (places, len(kinds)), "cards in hand by seat, from seat 0", most=MOST_OF_A_KIND),
        Part(
            "next cards",
            (places + 2, len(kinds)),
            "sums of 1/(1 + cards above), in every deck, then the centre's",
            most=_MOST_NEXT,
        ),
        Part("decks", (places + 2, MAX_PILE), "cards by number from 1, in 128ths, from the top; then the centre's"),
        stack_part(),
    )


def full_layout(options: BrassEmpireOptions) -> Layout:
    return _full_layout(options.mode, tuple(kind.name for kind in options.cards.kinds))


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    kinds, places = np.int64(setup.kinds), np.int64(setup.shown)
    at = out.size - beyond_seat(setup)
    observe(setup, state, np.int64(0), out[:at])
    out[at + state.seat] = 1.0
    at += places
    for seat in range(setup.seats):
        write_counts(out, at + seat * kinds, state.zones[seat, Zone.HAND], kinds)
    at += places * kinds
    for seat in range(setup.seats):
        write_order(state, seat, out, at + seat * kinds)
    for row in range(2):
        write_order(state, LABOR_DECK + row, out, at + (places + row) * kinds)
    at += (places + 2) * kinds
    for seat in range(setup.seats):
        write_pile(state, seat, out, at + seat * MAX_PILE)
    for row in range(2):
        write_pile(state, LABOR_DECK + row, out, at + (places + row) * MAX_PILE)
    write_stack(setup, state, np.int64(0), out, at + (places + 2) * MAX_PILE, MAX_DEPTH)


@compiled
def beyond_seat(setup: Prepared) -> Int:
    """How many numbers tell what seat 0 does not see."""
    kinds, places = np.int64(setup.kinds), np.int64(setup.shown)
    return places + kinds * (2 * places + 2) + (places + 2) * MAX_PILE + STACK_SIZE


@compiled
def write_pile(state: State, pile: Int, out: Array, at: Int) -> None:
    """Write a pile card by card, from the top."""
    size = np.int64(state.sizes[pile])
    for above in range(size):
        out[at + above] = np.float32((state.piles[pile, size - 1 - above] + 1) / MAX_KINDS)


@compiled
def write_order(state: State, pile: Int, out: Array, at: Int) -> None:
    """Write a pile so that what lies on top counts most."""
    size = state.sizes[pile]
    for above in range(size):
        out[at + state.piles[pile, size - 1 - above]] += np.float32(1.0 / (1.0 + above))
