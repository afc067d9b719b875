"""What a seat knows as one flat vector, and everything as another.

Own seat first, then clockwise; room for as many seats as can play. Parts by kind have an entry for every card of the
card file, in cards. Nothing in it depends on whether or how often another seat was asked: who is being asked, passes
and decisions taken are left out, and the question is told to the seat that is asked alone.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part
from ...table.named import texts
from ...table.records import Array, Int
from ..options import CogsOptions
from .seats import clockwise, distance
from .state import (
    MAX_FACTIONS,
    MAX_SEATS,
    NO_TYPE,
    NOBODY,
    Ask,
    Citizen,
    Decks,
    Phase,
    Prepared,
    Stage,
    State,
    Zone,
)
from .zones import least_copies

SEAT_FEATURES = (
    *("player whose turn it is", "first player", *texts(Citizen), "points"),
    *("cards in hand", "cards in deck", "cards in discard"),
)
RECORD_FEATURES = (
    "there",
    "countered",
    "protected",
    "as a Blitz",
    "duplicate",
    "being resolved",
    "places to its target",
)
SHOWN = 6
"""How many cards of the stack are shown one by one, from the top."""
_PHASES, _QUESTIONS, _SEAT, _RECORD = len(Phase), len(Ask), len(SEAT_FEATURES), len(RECORD_FEATURES)
_TURN = 9
_ABOUT = _RECORD + 2 * MAX_SEATS + len(Citizen)

OWN_PARTS = (
    ("own hand", "cards in the own hand"),
    ("own deck", "cards in the own deck"),
    ("own discard", "cards in the own discard"),
)
OTHER_PARTS = (
    ("hidden", "cards known to be in hand and deck together: all of them with preconstructed decks"),
    ("known hand", "cards known to be in hand, in part of those"),
    ("discard", "cards in the discard"),
)


@lru_cache(64)
def _layout(drafts: bool, kinds: tuple[str, ...]) -> Layout:
    seats = ("own", *(f"seat {away}" for away in range(1, MAX_SEATS)))
    parts = [
        Part(
            "question", (_QUESTIONS,), "what this seat is being asked, one of; all 0 when it is not asked", texts(Ask)
        ),
        Part("phase", (_PHASES,), "what the game is doing, one of", texts(Phase)),
        Part(
            "turn",
            (_TURN,),
            "own turn; turns in fifties; the turn's Action played; further Actions in fives; what is played now is "
            "protected; hand size in tens (while discarding); cards on the stack in tens; leaders play; cards this "
            "seat still has to discard for the card being resolved, in fives",
        ),
        Part("gulag", (3,), "citizens in the Gulag: " + ", ".join(texts(Citizen)) + " in tens", texts(Citizen)),
        Part(
            "seats",
            (MAX_SEATS, _SEAT),
            "by seat, own first: " + ", ".join(SEAT_FEATURES) + " (citizens, points and cards in tens)",
            seats,
        ),
        Part("factions", (MAX_SEATS, MAX_FACTIONS), "by seat: the faction, one of those in the card file", seats),
    ]
    parts += [Part(name, (len(kinds),), text, kinds) for name, text in OWN_PARTS]
    for name, text in OTHER_PARTS:
        parts.append(Part(f"others' {name}", (MAX_SEATS - 1, len(kinds)), f"by other seat: {text}", seats[1:]))
    levels = tuple(f"{level} from the top" for level in range(1, SHOWN + 1))
    parts += [
        Part("stack", (len(kinds),), "cards on the stack that have not been countered", kinds),
        Part("stack cards", (SHOWN, len(kinds)), "1 for the card at each place of the stack, from the top", levels),
        Part(
            "stack records",
            (SHOWN, _ABOUT),
            "at each place of the stack, from the top: "
            + ", ".join(RECORD_FEATURES)
            + " (in tens); its player and its target player by distance; the type of citizen chosen",
            levels,
        ),
    ]
    if drafts:
        parts.append(Part("pack", (len(kinds),), "cards in the pack in front of this seat", kinds))
        parts.append(Part("passed", (len(kinds),), "cards seen in packs and left to others", kinds))
    return Layout(*parts)


def layout(options: CogsOptions) -> Layout:
    """Return the layout of a seat's observation: it depends on the way decks are built and on the cards."""
    return _layout(options.decks == "drafted", tuple(card.name for card in options.cards.card))


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` knows; see :func:`layout`."""
    at = write_turn(setup, state, seat, out)
    at = write_seats(setup, state, seat, out, at)
    at = write_own(setup, state, seat, out, at)
    at = write_others(setup, state, seat, out, at)
    at = write_stack(setup, state, seat, out, at)
    if setup.decks == Decks.DRAFTED:
        for place in range(state.pack_size[seat]):
            out[at + state.packs[seat, place]] += np.float32(1.0)
        write_counts(out, at + setup.kinds, state.passed[seat], setup.kinds)


@compiled
def write_turn(setup: Prepared, state: State, seat: Int, out: Array) -> Int:
    """Write what is being asked and where the turn stands; return where the next part starts."""
    if state.seat == seat:
        out[state.ask] = 1.0
    out[_QUESTIONS + state.phase] = 1.0
    at = _QUESTIONS + _PHASES
    out[at] = np.float32(state.player == seat)
    out[at + 1] = np.float32(state.turn * 0.02)
    out[at + 2] = np.float32(state.acted)
    out[at + 3] = np.float32(state.extra * 0.2)
    out[at + 4] = np.float32(state.silenced)
    out[at + 5] = np.float32(state.limit * 0.1)
    out[at + 6] = np.float32(state.depth * 0.1)
    out[at + 7] = np.float32(setup.leaders)
    if state.depth > 0:
        record = state.stack[state.depth - 1]
        if record.stage == Stage.RESOLVING and state.seat == seat:
            out[at + 8] = np.float32((setup.steps[record.kind, record.step].amount - record.count) * 0.2)
    at += _TURN
    for citizen in range(3):
        out[at + citizen] = np.float32(state.gulag[citizen] * 0.1)
    return at + 3


@compiled
def write_seats(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write what everybody has, in numbers; return where the next part starts."""
    factions = at + MAX_SEATS * _SEAT
    for away in range(setup.seats):
        other = clockwise(setup, seat, away)
        start = at + away * _SEAT
        out[start] = np.float32(state.player == other)
        out[start + 1] = np.float32(state.first == other)
        for citizen in range(3):
            out[start + 2 + citizen] = np.float32(state.citizens[other, citizen] * 0.1)
        out[start + 5] = np.float32(state.points[other] * 0.1)
        out[start + 6] = np.float32(state.amounts[other, Zone.HAND] * 0.1)
        out[start + 7] = np.float32(state.amounts[other, Zone.DECK] * 0.1)
        out[start + 8] = np.float32(state.amounts[other, Zone.DISCARD] * 0.1)
        if state.faction[other] != NOBODY:
            out[factions + away * MAX_FACTIONS + state.faction[other]] = 1.0
    return factions + MAX_SEATS * MAX_FACTIONS


@compiled(inline=True)
def write_counts(out: Array, start: Int, counts: Array, kinds: Int) -> None:
    """Write counts by kind."""
    for kind in range(kinds):
        out[start + kind] = np.float32(counts[kind])


@compiled
def write_own(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write the own cards; return where the next part starts."""
    kinds = np.int64(setup.kinds)
    write_counts(out, at, state.zones[seat, Zone.HAND], kinds)
    write_counts(out, at + kinds, state.zones[seat, Zone.DECK], kinds)
    write_counts(out, at + 2 * kinds, state.zones[seat, Zone.DISCARD], kinds)
    return at + 3 * kinds


@compiled
def write_others(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write the cards of the others as far as they are known; return where the next part starts."""
    kinds, others = np.int64(setup.kinds), MAX_SEATS - 1
    for away in range(1, setup.seats):
        other = clockwise(setup, seat, away)
        start = at + (away - 1) * kinds
        if setup.decks == Decks.PRECONSTRUCTED:
            for kind in range(kinds):
                out[start + kind] = np.float32(
                    state.zones[other, Zone.HAND, kind] + state.zones[other, Zone.DECK, kind]
                )
        elif state.phase != Phase.PREPARING:
            write_least(setup, state, seat, other, out, start)
        if state.knowing[other]:
            write_counts(out, start + others * kinds, state.known[seat, other], kinds)
        write_counts(out, start + 2 * others * kinds, state.zones[other, Zone.DISCARD], kinds)
    return at + 3 * others * kinds


@compiled
def write_least(setup: Prepared, state: State, seat: Int, other: Int, out: Array, start: Int) -> None:
    """Write the cards that a seat knows to be in another hand and deck, whose making it has not seen."""
    for kind in range(setup.kinds):
        seen = np.int64(state.zones[other, Zone.DISCARD, kind])
        if setup.core[kind]:
            out[start + kind] = np.float32(state.owned[other, kind] - seen)
        else:
            out[start + kind] = np.float32(least_copies(state, seat, other, kind) - seen)
    for place in range(state.depth):
        record = state.stack[place]
        if record.owner == other:
            out[start + record.kind] -= np.float32(1.0)


@compiled
def write_stack(setup: Prepared, state: State, seat: Int, out: Array, at: Int) -> Int:
    """Write the cards that are being played; return where the next part starts."""
    kinds = np.int64(setup.kinds)
    cards, records = at + kinds, at + kinds + SHOWN * kinds
    for place in range(state.depth):
        record = state.stack[place]
        if not record.dead:
            out[at + record.kind] += np.float32(1.0)
        level = np.int64(state.depth) - 1 - place
        if level < SHOWN:
            out[cards + level * kinds + record.kind] = 1.0
            write_record(setup, state, seat, out, records + level * _ABOUT, place)
    return records + SHOWN * _ABOUT


@compiled
def write_record(setup: Prepared, state: State, seat: Int, out: Array, start: Int, place: Int) -> None:
    """Write what is known of a card on the stack beyond which one it is."""
    record = state.stack[place]
    out[start] = 1.0
    out[start + 1] = np.float32(record.dead)
    out[start + 2] = np.float32(record.protected)
    out[start + 3] = np.float32(record.as_blitz)
    out[start + 4] = np.float32(record.owner == NOBODY and not record.dead)
    out[start + 5] = np.float32(record.stage == Stage.RESOLVING)
    if record.card != NOBODY:
        out[start + 6] = np.float32((place - record.card) * 0.1)
    out[start + _RECORD + distance(setup, seat, record.player)] = 1.0
    if record.seat != NOBODY:
        out[start + _RECORD + MAX_SEATS + distance(setup, seat, record.seat)] = 1.0
    if record.type != NO_TYPE:
        out[start + _RECORD + 2 * MAX_SEATS + record.type] = 1.0


@lru_cache(64)
def _full_layout(drafts: bool, kinds: tuple[str, ...]) -> Layout:
    seen = _layout(drafts, kinds)
    seats = tuple(f"seat {seat}" for seat in range(MAX_SEATS))
    parts = [
        Part("seat 0", (seen.size,), "what seat 0 observes"),
        Part("to move", (MAX_SEATS,), "seat to move", seats),
        Part("asked", (_QUESTIONS,), "what it is asked, one of", texts(Ask)),
        Part("hands", (MAX_SEATS, len(kinds)), "cards in hand by seat, from seat 0"),
        Part("decks", (MAX_SEATS, len(kinds)), "cards in the deck by seat"),
        Part("next cards", (MAX_SEATS, len(kinds)), "sums of 1/(1 + cards above) in every deck"),
    ]
    if drafts:
        parts.append(Part("packs", (MAX_SEATS, len(kinds)), "cards in the pack in front of each seat"))
    return Layout(*parts)


def full_layout(options: CogsOptions) -> Layout:
    """Return the layout of ``reveal``."""
    return _full_layout(options.decks == "drafted", tuple(card.name for card in options.cards.card))


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    """Write everything; see :func:`full_layout`."""
    kinds = np.int64(setup.kinds)
    block = MAX_SEATS * kinds
    drafts = setup.decks == Decks.DRAFTED
    at = out.size - 3 * block - (block if drafts else 0) - MAX_SEATS - _QUESTIONS
    observe(setup, state, np.int64(0), out[:at])
    out[at + state.seat] = 1.0
    out[at + MAX_SEATS + state.ask] = 1.0
    at += MAX_SEATS + _QUESTIONS
    for seat in range(setup.seats):
        start = at + seat * kinds
        write_counts(out, start, state.zones[seat, Zone.HAND], kinds)
        write_counts(out, start + block, state.zones[seat, Zone.DECK], kinds)
        for above in range(state.sizes[seat]):
            kind = state.piles[seat, state.sizes[seat] - 1 - above]
            out[start + 2 * block + kind] += np.float32(1.0 / (1.0 + above))
        if drafts:
            for place in range(state.pack_size[seat]):
                out[start + 3 * block + state.packs[seat, place]] += np.float32(1.0)
