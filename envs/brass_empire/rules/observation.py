"""What a seat knows as one flat vector, and everything as another.

Own seat first, then clockwise; room for as many seats as the mode can have. Parts by kind have an entry for every card
of the card file, in cards. All of a seat's cards but hand and deck lie open, and of these two the sum is known.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part
from ..options import SEATS, BrassEmpireOptions
from .seats import clockwise, distance, is_gone, side_of
from .stack import top
from .state import (
    ASK_COPY,
    ASK_DAMAGE,
    ASK_TARGET,
    ASK_WINDOW,
    DECK,
    DESIGN_DECK,
    DISCARD,
    FIGHT,
    HAND,
    KNOWN,
    LABOR_DECK,
    MAX_FACTIONS,
    MAX_THINGS,
    MODES,
    NOBODY,
    PLAYED,
    QUESTIONS,
    RESERVE,
    ROW_PLACES,
    SOLITAIRE,
    STEPS,
    UNIT,
)
from .things import is_face_up, is_ready

SEAT_FEATURES = (
    *("in the game", "own team", "player whose turn it is", "first player", "Brass", "Brass Value of cards owned"),
    *("cards in hand", "cards in deck", "cards in discard", "cards in reserve"),
)
THING_FEATURES = ("type", "attack", "health", "state", "attack announced")
_SEAT, _THING, _QUESTIONS, _STEPS = len(SEAT_FEATURES), len(THING_FEATURES), len(QUESTIONS), len(STEPS)
_TURN, _STEP_NUMBERS = 9, 4

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
        Part("question", (_QUESTIONS,), "what is being asked, one of", QUESTIONS),
        Part("mode", (len(MODES),), "which game is played, one of", MODES),
        Part(
            "turn",
            (_TURN,),
            "own turn; labor, construction (in tens); Brass in the pool (in fifties); pool exhausted; cards played "
            "this turn (in tens); turns in eighties; decisions as a share of the limit; seats to play before the round "
            "ends, as a share",
        ),
        Part(
            "step",
            (_STEPS + _STEP_NUMBERS,),
            "while a card asks: what its step does, one of "
            + ", ".join(STEPS)
            + "; then its amount in fours, how often it has been done, whether it may be declined, whose card it is",
        ),
        Part(
            "seats",
            (places, _SEAT),
            "by seat, own first: " + ", ".join(SEAT_FEATURES) + " (Brass and value in twenties, cards in tens)",
            ("own", *others),
        ),
        Part("corporations", (places, MAX_FACTIONS), "by seat: the corporation, one of those in the card file"),
        Part(
            "things",
            (places, MAX_THINGS, _THING),
            "by seat and slot: 1 for a unit, -1 for a building; attack and health left in fours; 1 ready, 0.5 face up, "
            "0 under construction or turned over; 1 for the announced attacker, -1 for its target",
            ("own", *others),
        ),
    ]
    parts += [Part(name, (count,), text, kinds) for name, text in OWN_PARTS]
    parts.append(Part("others' reserves", (count,), "cards left in the reserves of all others", kinds))
    parts.append(Part("in play", (places, count), "cards in play by seat, own first", ("own", *others)))
    for name, text in OTHER_PARTS:
        parts.append(Part(f"others' {name}", (places - 1, count), f"by other seat, clockwise: {text}", tuple(others)))
    if mode == "solitaire":
        text = "1 for the card at each place of the labor row, then of the design row"
        parts.append(Part("places", (2 * ROW_PLACES, count), text))
    return Layout(*parts)


def layout(options: BrassEmpireOptions) -> Layout:
    """Return the layout of a seat's observation: it depends on the mode and on the cards."""
    return _layout(options.mode, tuple(kind.name for kind in options.cards.kinds))


@compiled
def observe(setup, state, seat, out):
    """Write what ``seat`` knows; see :func:`layout`."""
    at = write_turn(setup, state, seat, out)
    at = write_seats(setup, state, seat, out, at)
    at = write_things(setup, state, seat, out, at)
    at = write_own(setup, state, seat, out, at)
    write_others(setup, state, seat, out, at)


@compiled
def write_turn(setup, state, seat, out):
    """Write what is being asked and where the turn stands; return where the next part starts."""
    out[state.ask] = 1.0
    out[_QUESTIONS + setup.mode] = 1.0
    at = _QUESTIONS + len(MODES)
    out[at] = np.float32(state.player == seat)
    out[at + 1] = np.float32(state.labor * 0.1)
    out[at + 2] = np.float32(state.construction * 0.1)
    out[at + 3] = np.float32(state.pool * 0.02)
    out[at + 4] = np.float32(state.ending)
    out[at + 5] = np.float32(state.played * 0.1)
    out[at + 6] = np.float32(state.turn / 80)
    out[at + 7] = np.float32(state.decisions / setup.max_decisions)
    out[at + 8] = np.float32(distance(setup, state.player, state.first) / setup.places)
    at += _TURN
    if state.depth > 0 and state.ask >= ASK_DAMAGE:
        frame = top(state)
        step = setup.steps[frame.program, frame.step]
        out[at + step.what] = 1.0
        out[at + _STEPS] = np.float32(step.amount * 0.25)
        out[at + _STEPS + 1] = np.float32(frame.count * 0.25)
        out[at + _STEPS + 2] = np.float32(step.bits & 1)
        out[at + _STEPS + 3] = np.float32(frame.seat == seat)
    return at + _STEPS + _STEP_NUMBERS


@compiled
def write_seats(setup, state, seat, out, at):
    """Write what everybody has, in numbers; return where the next part starts."""
    corporations = at + setup.shown * _SEAT
    for away in range(setup.places):
        other = clockwise(setup, seat, away)
        start = at + away * _SEAT
        out[start] = np.float32(not is_gone(state, other))
        out[start + 1] = np.float32(side_of(setup, other) == side_of(setup, seat))
        out[start + 2] = np.float32(state.player == other)
        out[start + 3] = np.float32(state.first == other)
        out[start + 4] = np.float32(state.brass[other] * 0.05)
        out[start + 5] = np.float32(state.worth[other] * 0.05)
        out[start + 6] = np.float32(state.amounts[other, HAND] * 0.1)
        out[start + 7] = np.float32(state.amounts[other, DECK] * 0.1)
        out[start + 8] = np.float32(state.amounts[other, DISCARD] * 0.1)
        out[start + 9] = np.float32(state.amounts[other, RESERVE] * 0.1)
        if state.corporation[other] != NOBODY:
            out[corporations + away * MAX_FACTIONS + state.corporation[other]] = 1.0
    return corporations + setup.shown * MAX_FACTIONS


@compiled
def write_things(setup, state, seat, out, at):
    """Write what everybody has in play, slot by slot; return where the next part starts."""
    for away in range(setup.places):
        other = clockwise(setup, seat, away)
        start = at + away * MAX_THINGS * _THING
        for slot in range(MAX_THINGS):
            thing = state.things[other, slot]
            if thing.status != 0:
                kind, place = thing.kind, start + slot * _THING
                out[place] = 1.0 if setup.type[kind] == UNIT else -1.0
                out[place + 1] = np.float32(setup.attack[kind] * 0.25)
                out[place + 2] = np.float32((setup.health[kind] - thing.wounds) * 0.25)
                out[place + 3] = 1.0 if is_ready(thing) else 0.5 if is_face_up(thing) else 0.0
    if state.phase == FIGHT and state.ask >= ASK_WINDOW:
        write_attack(setup, state, seat, out, at)
    elif state.ask == ASK_TARGET:
        mark(setup, state.player, state.attacker, seat, out, at, 1.0)
    return at + setup.shown * MAX_THINGS * _THING


@compiled
def write_attack(setup, state, seat, out, at):
    """Mark the two sides of the announced attack."""
    mark(setup, state.attacker_seat, state.attacker, seat, out, at, 1.0)
    if state.target != NOBODY:
        mark(setup, state.target_seat, state.target, seat, out, at, -1.0)


@compiled
def mark(setup, owner, slot, seat, out, at, value):
    out[at + (distance(setup, seat, owner) * MAX_THINGS + slot) * _THING + _THING - 1] = value


@compiled(inline=True)
def write_counts(out, at, counts, kinds):
    """Write counts by kind; return where the next part starts."""
    for kind in range(kinds):
        out[at + kind] = np.float32(counts[kind])
    return at + kinds


@compiled
def write_own(setup, state, seat, out, at):
    """Write the own cards and the centre, by kind; return where the next part starts."""
    kinds = np.int64(setup.kinds)
    for zone in (HAND, DECK, DISCARD, PLAYED, RESERVE):
        at = write_counts(out, at, state.zones[seat, zone], kinds)
    for row in range(2):
        for place in range(ROW_PLACES):
            if state.rows[row, place] != NOBODY:
                out[at + state.rows[row, place]] += np.float32(1.0)
    at += kinds
    at = write_counts(out, at, state.centre, kinds)
    if state.ask == ASK_COPY:
        out[at + state.wanted] = 1.0
    elif state.depth > 0 and state.ask >= ASK_DAMAGE:
        out[at + top(state).card] = 1.0
    return at + kinds


@compiled
def write_others(setup, state, seat, out, at):
    """Write the others' cards, what is in play, and in the solitaire game the places of the rows."""
    kinds, others = np.int64(setup.kinds), np.int64(setup.shown - 1)
    reserves, in_play = at, at + kinds
    together = in_play + (others + 1) * kinds
    for away in range(setup.places):
        other = clockwise(setup, seat, away)
        for slot in range(MAX_THINGS):
            if state.things[other, slot].status != 0:
                out[in_play + away * kinds + state.things[other, slot].kind] += np.float32(1.0)
        if away > 0:
            start = together + (away - 1) * kinds
            for kind in range(kinds):
                out[start + kind] = np.float32(state.zones[other, HAND, kind] + state.zones[other, DECK, kind])
            write_counts(out, start + others * kinds, state.zones[other, KNOWN], kinds)
            write_counts(out, start + 2 * others * kinds, state.zones[other, DISCARD], kinds)
            if state.amounts[other, RESERVE] > 0:
                for kind in range(kinds):
                    out[reserves + kind] += np.float32(state.zones[other, RESERVE, kind])
    if setup.mode == SOLITAIRE:
        write_places(state, out, together + 3 * others * kinds, kinds)


@compiled
def write_places(state, out, at, kinds):
    """Write which card lies at which place of the rows."""
    for row in range(2):
        for place in range(ROW_PLACES):
            if state.rows[row, place] != NOBODY:
                out[at + (row * ROW_PLACES + place) * kinds + state.rows[row, place]] = 1.0


@lru_cache(64)
def _full_layout(mode: str, kinds: tuple[str, ...]) -> Layout:
    seen = _layout(mode, kinds)
    places = max(SEATS[mode]) + (mode == "solitaire")
    return Layout(
        Part("seat 0", (seen.size,), "what seat 0 observes"),
        Part("to move", (places,), "seat to move", tuple(f"seat {s}" for s in range(places))),
        Part("hands", (places, len(kinds)), "cards in hand by seat, from seat 0"),
        Part("next cards", (places + 2, len(kinds)), "sums of 1/(1 + cards above), in every deck, then the centre's"),
    )


def full_layout(options: BrassEmpireOptions) -> Layout:
    """Return the layout of ``reveal``."""
    return _full_layout(options.mode, tuple(kind.name for kind in options.cards.kinds))


@compiled
def reveal(setup, state, out):
    """Write everything; see :func:`full_layout`."""
    kinds, places = np.int64(setup.kinds), np.int64(setup.shown)
    at = out.size - kinds * (2 * places + 2) - places
    observe(setup, state, np.int64(0), out[:at])
    out[at + state.seat] = 1.0
    at += places
    for seat in range(setup.seats):
        write_counts(out, at + seat * kinds, state.zones[seat, HAND], kinds)
    at += places * kinds
    for seat in range(setup.seats):
        write_order(state, seat, out, at + seat * kinds)
    write_order(state, LABOR_DECK, out, at + places * kinds)
    write_order(state, DESIGN_DECK, out, at + (places + 1) * kinds)


@compiled
def write_order(state, pile, out, at):
    """Write a pile so that what lies on top counts most."""
    size = state.sizes[pile]
    for above in range(size):
        out[at + state.piles[pile, size - 1 - above]] += np.float32(1.0 / (1.0 + above))
