"""What a seat knows as one flat vector.

Own seat first, then clockwise; room for as many seats as can play. Parts by kind have an entry for every card of the
card file, in cards. Nothing in it depends on whether or how often another seat was asked: who is being asked, passes
and decisions taken are left out, and the question is told to the seat that is asked alone.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part
from ...table.named import Named, listed, texts
from ...table.records import Array, Int
from ...table.seats import clockwise, distance
from ...table.sets import has
from ..options import CogsOptions
from .box import DECK_SIZE, DRAFT_CARDS, NO_TYPE, NUM_TYPES, Citizen, Core, Decks
from .state import (
    MAX_DEPTH,
    MAX_FACTIONS,
    MAX_SEATS,
    MOST_CITIZENS,
    MOST_POINTS,
    MOST_SEEN,
    MOST_TURNS,
    NOBODY,
    Ask,
    Order,
    Phase,
    Prepared,
    Stage,
    State,
    Zone,
)
from .zones import least_copies

OTHERS = MAX_SEATS - 1
SHOWN = 6
"""How many cards of the stack are shown one by one, from the top."""


class Turn(Named):
    """Where the turn stands."""

    OWN = "own turn"
    NUMBER = "turns in fifties"
    ACTED = "the turn's Action played"
    EXTRA = "further Actions in fives"
    SILENCED = "what is played now is protected"
    LIMIT = "hand size at the last discard and draw step, in tens"
    DEPTH = "cards on the stack in tens"
    LEADERS = "leaders play"
    TO_DISCARD = "cards this seat still has to name for the card being resolved, in fives"
    STEP = "steps of the card being resolved that are done, in tens"
    COUNT = "how often its present step has been carried out, in tens"
    PAST = "seats that this step has been past, in tens"
    DONE = "this step has done something"
    BEFORE = "the step before has done something"


class Seat(Named):
    """What everybody sees of a seat."""

    TURN = "player whose turn it is"
    FIRST = "first player"
    CITIZENS = Citizen.PROLETARIAT.text
    BOURGEOISIE = Citizen.BOURGEOISIE.text
    COMMISSAR = Citizen.COMMISSAR.text
    POINTS = "points"
    HAND = "cards in hand"
    DECK = "cards in deck"
    DISCARD = "cards in discard"
    PLAYS = "cards played in this turn"


class OnStack(Named):
    """What is told of a card on the stack beyond which one it is and whom it is about."""

    THERE = "there"
    DEAD = "countered"
    PROTECTED = "protected"
    AS_BLITZ = "as a Blitz"
    DUPLICATE = "duplicate"
    RESOLVING = "being resolved"
    TARGET = "places down to its target"
    REACH = "places down to those that it can be aimed at"
    OWNER = "places to the left of its player to whom the card belongs"


PLAYER, TARGET, TYPE = (len(OnStack) + places for places in (0, MAX_SEATS, 2 * MAX_SEATS))
"""Where the numbers about a card on the stack tell its player, its target player and the chosen type."""
ABOUT = TYPE + NUM_TYPES


class Deep(Named):
    """What is told of a card further down: all of it, in few numbers."""

    KIND = "the card's number in the file, from 1, in 64ths"
    PLAYER = "places to its player, from 1, in eighths"
    OWNER = "places to the owner of the card, from 1, in eighths; 0 for nobody"
    AT = "places to its target player, from 1, in eighths; 0 for none"
    CHOSEN = "type of citizen, from 1, in quarters; 0 for none"
    DOWN = "places down to its target, in 64ths"
    REACH = "places down to those that it can be aimed at, in 64ths"
    MARKS = "8 for countered, 4 for protected, 2 for as a Blitz, in sixteenths"


class Row(Named):
    """Parts by kind after the open ones, numbered by the rows before them: some have a row for each other seat."""

    OWN_HAND = "cards in the own hand"
    OWN_DECK = "cards in the own deck"
    OWN_DISCARD = "cards in the own discard"
    HIDDEN = "cards known to be in hand and deck together: all of them with preconstructed decks"
    KNOWN_HAND = "cards known to be in hand, in part of those", 3 + OTHERS
    DISCARD = "cards in the discard", 3 + 2 * OTHERS
    STACK = "cards on the stack that have not been countered", 3 + 3 * OTHERS
    STACK_CARDS = "1 for the card at each place of the stack, from the top"


ROWS = Row.STACK_CARDS + SHOWN
BELOW, NUM_DEEP, NUM_ORDERS = MAX_DEPTH - SHOWN, len(Deep), len(Order)
ORDERS = SHOWN * ABOUT + BELOW * NUM_DEEP
BEHIND = ORDERS + NUM_ORDERS
"""Where orders stand behind the parts by kind, and the parts of a draft."""
_MOST_OF_TURN = {
    Turn.NUMBER: MOST_TURNS / 50,
    Turn.EXTRA: MOST_TURNS / 5,
    Turn.LIMIT: 10,
    Turn.DEPTH: MAX_DEPTH / 10,
    Turn.TO_DISCARD: 127 / 5,  # what an int8 can ask for
    Turn.COUNT: DECK_SIZE * MAX_SEATS / 20,
}
_SEATS = ("own", *(f"seat {away}" for away in range(1, MAX_SEATS)))
_OPEN = Layout(
    Part("question", (len(Ask),), "what this seat is being asked, one of; all 0 when it is not asked", texts(Ask)),
    Part("phase", (len(Phase),), "what the game is doing, one of", texts(Phase)),
    Part("turn", (len(Turn),), listed(Turn), most=tuple(_MOST_OF_TURN.get(column, 1) for column in Turn)),
    Part(
        "gulag",
        (NUM_TYPES,),
        f"citizens in the Gulag: {', '.join(texts(Citizen))} in tens",
        texts(Citizen),
        most=MOST_CITIZENS / 10,
    ),
    Part(
        "seats",
        (MAX_SEATS, len(Seat)),
        f"by seat, own first: {', '.join(texts(Seat))} (citizens, points and cards in tens)",
        _SEATS,
        most=MOST_POINTS / 10,  # more than there can be of the others
    ),
    Part("factions", (MAX_SEATS, MAX_FACTIONS), "by seat: the faction, one of those in the card file", _SEATS),
)
QUESTION, PHASE, TURN, GULAG, SEATS, FACTIONS = (_OPEN.start(part.name) for part in _OPEN.parts)
NUM_COLUMNS, KINDS = len(Seat), _OPEN.size


@lru_cache(64)
def _layout(drafts: bool, kinds: tuple[str, ...]) -> Layout:
    parts, size = list(_OPEN.parts), len(kinds)
    for name, own in (("hand", Row.OWN_HAND), ("deck", Row.OWN_DECK), ("discard", Row.OWN_DISCARD)):
        parts.append(Part(f"own {name}", (size,), own.text, kinds, most=DECK_SIZE))
    for name, of in (("hidden", Row.HIDDEN), ("known hand", Row.KNOWN_HAND), ("discard", Row.DISCARD)):
        parts.append(Part(f"others' {name}", (OTHERS, size), f"by other seat: {of.text}", _SEATS[1:], most=DECK_SIZE))
    levels = tuple(f"{level} from the top" for level in range(1, SHOWN + 1))
    parts += [
        Part("stack", (size,), Row.STACK.text, kinds, most=MAX_DEPTH),
        Part("stack cards", (SHOWN, size), Row.STACK_CARDS.text, levels),
        Part(
            "stack records",
            (SHOWN, ABOUT),
            f"at each place of the stack, from the top: {', '.join(texts(OnStack))} (in tens); its player and its "
            "target player by distance; the type of citizen chosen",
            levels,
            most=MAX_DEPTH / 10,
        ),
        Part(
            "stack below",
            (BELOW, NUM_DEEP),
            f"at each further place, from the top: {listed(Deep)}",
            tuple(f"{level} from the top" for level in range(SHOWN + 1, MAX_DEPTH + 1)),
        ),
        Part(
            "orders",
            (len(Order),),
            f"1 where this seat does not want to be asked for a card: {listed(Order)}",
            texts(Order),
        ),
    ]
    if drafts:
        parts.append(Part("pack", (size,), "cards in the pack in front of this seat", kinds, most=DRAFT_CARDS))
        parts.append(Part("passed", (size,), "cards seen in packs and left to others", kinds, most=MOST_SEEN))
    return Layout(*parts)


def layout(options: CogsOptions) -> Layout:
    """Return the layout of a seat's observation: it depends on the way decks are built and on the cards."""
    return _layout(options.decks == "drafted", tuple(card.name for card in options.cards.card))


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    write_turn(setup, state, seat, out)
    write_seats(setup, state, seat, out)
    write_own(setup, state, seat, out)
    write_others(setup, state, seat, out)
    write_stack(setup, state, seat, out)
    for order in range(NUM_ORDERS):
        out[row_of(setup, ROWS) + ORDERS + order] = np.float32(has(state.orders[seat], order))
    if setup.decks == Decks.DRAFTED:
        at = row_of(setup, ROWS) + BEHIND
        for place in range(state.pack_size[seat]):
            out[at + state.packs[seat, place]] += np.float32(1.0)
        write_counts(out, at + setup.kinds, state.passed[seat], setup.kinds)


@compiled(inline=True)
def row_of(setup: Prepared, row: Int) -> Int:
    """Return where a row by kind begins."""
    return KINDS + np.int64(row) * np.int64(setup.kinds)


@compiled
def write_turn(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what is being asked and where the turn stands."""
    if state.seat == seat:
        out[QUESTION + state.ask] = 1.0
    out[PHASE + state.phase] = 1.0
    out[TURN + Turn.OWN] = np.float32(state.player == seat)
    out[TURN + Turn.NUMBER] = np.float32(state.turn * 0.02)
    out[TURN + Turn.ACTED] = np.float32(state.acted)
    out[TURN + Turn.EXTRA] = np.float32(state.extra * 0.2)
    out[TURN + Turn.SILENCED] = np.float32(state.silenced)
    out[TURN + Turn.LIMIT] = np.float32(state.limit * 0.1)
    out[TURN + Turn.DEPTH] = np.float32(state.depth * 0.1)
    out[TURN + Turn.LEADERS] = np.float32(setup.leaders)
    if state.depth > 0:
        record = state.stack[state.depth - 1]
        if record.stage == Stage.RESOLVING and state.seat == seat:
            left = setup.steps[record.kind, record.step].amount - record.count
            out[TURN + Turn.TO_DISCARD] = np.float32(left * 0.2)
        out[TURN + Turn.STEP] = np.float32(record.step * 0.1)
        out[TURN + Turn.COUNT] = np.float32(record.count * 0.1)
        out[TURN + Turn.PAST] = np.float32(record.cursor * 0.1)
        out[TURN + Turn.DONE] = np.float32(record.done)
        out[TURN + Turn.BEFORE] = np.float32(record.before)
    for citizen in range(NUM_TYPES):
        out[GULAG + citizen] = np.float32(state.gulag[citizen] * 0.1)


@compiled
def write_seats(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what everybody has, in numbers."""
    for away in range(setup.seats):
        other = clockwise(setup.seats, seat, away)
        start = SEATS + away * NUM_COLUMNS
        out[start + Seat.TURN] = np.float32(state.player == other)
        out[start + Seat.FIRST] = np.float32(state.first == other)
        for citizen in range(NUM_TYPES):
            out[start + Seat.CITIZENS + citizen] = np.float32(state.citizens[other, citizen] * 0.1)
        out[start + Seat.POINTS] = np.float32(state.points[other] * 0.1)
        out[start + Seat.HAND] = np.float32(state.amounts[other, Zone.HAND] * 0.1)
        out[start + Seat.DECK] = np.float32(state.amounts[other, Zone.DECK] * 0.1)
        out[start + Seat.DISCARD] = np.float32(state.amounts[other, Zone.DISCARD] * 0.1)
        out[start + Seat.PLAYS] = np.float32(state.plays[other] * 0.1)
        if state.faction[other] != NOBODY:
            out[FACTIONS + away * MAX_FACTIONS + state.faction[other]] = 1.0


@compiled(inline=True)
def write_counts(out: Array, start: Int, counts: Array, kinds: Int) -> None:
    for kind in range(kinds):
        out[start + kind] = np.float32(counts[kind])


@compiled
def write_own(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    zones = state.zones[seat]
    write_counts(out, row_of(setup, Row.OWN_HAND), zones[Zone.HAND], setup.kinds)
    write_counts(out, row_of(setup, Row.OWN_DECK), zones[Zone.DECK], setup.kinds)
    write_counts(out, row_of(setup, Row.OWN_DISCARD), zones[Zone.DISCARD], setup.kinds)


@compiled
def write_others(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write the cards of the others as far as they are known."""
    for away in range(1, setup.seats):
        other, row = clockwise(setup.seats, seat, away), away - 1
        start = row_of(setup, Row.HIDDEN + row)
        if setup.decks == Decks.PRECONSTRUCTED:
            for kind in range(setup.kinds):
                hidden = state.zones[other, Zone.HAND, kind] + state.zones[other, Zone.DECK, kind]
                out[start + kind] = np.float32(hidden)
        elif state.phase != Phase.PREPARING:
            write_least(setup, state, seat, other, out, start)
        if state.knowing[other]:
            write_counts(out, row_of(setup, Row.KNOWN_HAND + row), state.known[seat, other], setup.kinds)
        write_counts(out, row_of(setup, Row.DISCARD + row), state.zones[other, Zone.DISCARD], setup.kinds)


@compiled
def write_least(setup: Prepared, state: State, seat: Int, other: Int, out: Array, start: Int) -> None:
    """Write the cards that a seat knows to be in another hand and deck, whose making it has not seen."""
    for kind in range(setup.kinds):
        seen = np.int64(state.zones[other, Zone.DISCARD, kind])
        if setup.core[kind] != Core.NONE:
            out[start + kind] = np.float32(state.owned[other, kind] - seen)
        else:
            out[start + kind] = np.float32(least_copies(state, seat, other, kind) - seen)
    for place in range(state.depth):
        record = state.stack[place]
        if record.owner == other:
            out[start + record.kind] -= np.float32(1.0)


@compiled
def write_stack(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    stack, records = row_of(setup, Row.STACK), row_of(setup, ROWS)
    for place in range(state.depth):
        record = state.stack[place]
        if not record.dead:
            out[stack + record.kind] += np.float32(1.0)
        level = np.int64(state.depth) - 1 - place
        if level < SHOWN:
            out[row_of(setup, Row.STACK_CARDS + level) + record.kind] = 1.0
            write_record(setup, state, seat, out, records + level * ABOUT, place)
        else:
            write_deep(setup, state, seat, out, records + SHOWN * ABOUT + (level - SHOWN) * NUM_DEEP, place)


@compiled
def write_record(setup: Prepared, state: State, seat: Int, out: Array, start: Int, place: Int) -> None:
    """Write what is known of a card on the stack beyond which one it is."""
    record = state.stack[place]
    out[start + OnStack.THERE] = 1.0
    out[start + OnStack.DEAD] = np.float32(record.dead)
    out[start + OnStack.PROTECTED] = np.float32(record.protected)
    out[start + OnStack.AS_BLITZ] = np.float32(record.as_blitz)
    out[start + OnStack.DUPLICATE] = np.float32(record.owner == NOBODY and not record.dead)
    out[start + OnStack.RESOLVING] = np.float32(record.stage == Stage.RESOLVING)
    if record.card != NOBODY:
        out[start + OnStack.TARGET] = np.float32((place - record.card) * 0.1)
    out[start + OnStack.REACH] = np.float32((place - record.reach) * 0.1)
    if record.owner != NOBODY:
        out[start + OnStack.OWNER] = np.float32(distance(setup.seats, record.player, record.owner) * 0.1)
    out[start + PLAYER + distance(setup.seats, seat, record.player)] = 1.0
    if record.seat != NOBODY:
        out[start + TARGET + distance(setup.seats, seat, record.seat)] = 1.0
    if record.type != NO_TYPE:
        out[start + TYPE + record.type] = 1.0


@compiled
def write_deep(setup: Prepared, state: State, seat: Int, out: Array, start: Int, place: Int) -> None:
    """Write all that is known of a card far down the stack."""
    record = state.stack[place]
    out[start + Deep.KIND] = np.float32((np.int64(record.kind) + 1) / 64.0)
    out[start + Deep.PLAYER] = np.float32((distance(setup.seats, seat, record.player) + 1) / 8.0)
    if record.owner != NOBODY:
        out[start + Deep.OWNER] = np.float32((distance(setup.seats, seat, record.owner) + 1) / 8.0)
    if record.seat != NOBODY:
        out[start + Deep.AT] = np.float32((distance(setup.seats, seat, record.seat) + 1) / 8.0)
    out[start + Deep.CHOSEN] = np.float32((np.int64(record.type) + 1) / 4.0)
    if record.card != NOBODY:
        out[start + Deep.DOWN] = np.float32((place - np.int64(record.card)) / 64.0)
    out[start + Deep.REACH] = np.float32((place - np.int64(record.reach)) / 64.0)
    marks = 8 * np.int64(record.dead) + 4 * np.int64(record.protected) + 2 * np.int64(record.as_blitz)
    out[start + Deep.MARKS] = np.float32(marks / 16.0)
