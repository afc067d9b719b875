"""What a seat knows as one flat vector.

It holds all that a player with a perfect memory could use, its own seat first and then clockwise: its
cards, its exact posterior, what it last saw, gave and received with whom, and the public history of the last turns.
What is older than these turns is left out; what follows from it stays in the posterior and in the memory.
"""

from __future__ import annotations

import numpy as np

from ...table.actions import of
from ...table.compilation.compile import compiled
from ...table.layout import PROBABLE, Layout, Part
from ...table.named import Named, listed, texts
from ...table.records import Array, Int
from ...table.seats import clockwise, distance
from ...table.sets import has
from ..options import ComradeOptions
from .beliefs import total_weight
from .claims import seen_from
from .posterior import recall
from .seats import acts_later, place_in_order, role_at
from .state import (
    MAX_SEATS,
    MAX_TURNS,
    MIN_SEATS,
    NUM_CLAIMS,
    UNKNOWN,
    Committee,
    How,
    Kind,
    Phase,
    Prepared,
    Role,
    State,
    Word,
)

HISTORY = 3
"""Turns whose public history is observed: the present one and those before it."""

_PHASES, _SIZES = len(Phase), MAX_SEATS - MIN_SEATS + 1


class Own(Named):
    """What a seat knows of itself."""

    DISSIDENT = "dissident"
    INFORMER = "informer"
    COMRADES = "comrade cards, in halves"
    KNOWS = "word known"
    GLASNOST = "glasnost"
    PERESTROIKA = "perestroika"
    VOTE = "vote"
    WORD = "word"


class Seat(Named):
    """What is known of each seat."""

    PRESENT = "at the table"
    CARDS = "cards held, in halves"
    CHAIRMAN = "chairman"
    CALLED = "called to vote"
    VOTED = "has voted"
    SPOKEN = "has chosen a word"
    ASKED = "asked now"
    LATER = "still to act in this pass"
    ORDER = "place in the order of play, in tenths"
    RECEIVER = "will be given a card now"
    P_DISSIDENT = "probability of the dissident"
    P_INFORMER = "probability of the informer"
    P_KNOWS = "probability of knowing the word"


class Memory(Named):
    """What is remembered of a card; the first three are one for each Role."""

    ROLE = "its role, one of three"
    AGE = "1/(1 + turns ago)", len(Role)
    SINCE = "cards handed over since then by the seat that got or kept it, in fifths"


class Vote(Named):
    """What is known of a turn's votes."""

    DISCLOSED = "votes disclosed"
    PARTY = "party votes, in fifths"
    OWN = "own vote (1 freedom, -1 party)"


class Clock(Named):
    """How far the game has come."""

    TURNS = "turns as a share of their limit"
    DECISIONS = "decisions likewise"


_SEAT, _KINDS, _MEMORY, _VOTE = len(Seat), len(Kind), Memory.SINCE + 1, len(Vote)
_PHASE_PARTS = (
    Part("phase", (_PHASES,), "what is being asked, one of", texts(Phase)),
    Part("clock", (len(Clock),), ", ".join(texts(Clock))),
)
PUBLIC = (
    Part("chairmen", (HISTORY, MAX_SEATS), "chairman of the present turn and of those before it"),
    Part("called", (HISTORY, MAX_SEATS), "who was called to vote"),
    Part("votes", (HISTORY, _VOTE), listed(Vote), least=(0, 0, -1), most=(1, MAX_SEATS / 5, 1)),
    Part("shown as dissident", (HISTORY, MAX_SEATS), "who showed the dissident card in committee"),
    Part("shown as informer", (HISTORY, MAX_SEATS), "who showed the informer card in committee"),
    Part(
        "words",
        (HISTORY, MAX_SEATS),
        "open votes in committee: 1 for the word that proved right, -1 for the other",
        least=-1,
    ),
    Part("handed over", (HISTORY, MAX_SEATS, MAX_SEATS), "giver by receiver: 1 in the first pass, 0.5 in the second"),
    *_PHASE_PARTS,
)
"""What everybody has seen, but for one's own vote."""

_BY_SEAT = (of("seat", MAX_SEATS),)  # from the one that looks, as actions count them

_PARTS = (
    Part("own", (len(Own),), listed(Own), least=-1),
    Part("seats", (MAX_SEATS, _SEAT), f"for each seat: {listed(Seat)}", most=PROBABLE, things=_BY_SEAT),
    Part(
        "posterior",
        (MAX_SEATS, MAX_SEATS),
        "probability by the dissident's seat and the informer's seat",
        most=PROBABLE,
        things=_BY_SEAT,
    ),
    Part(
        "memory",
        (MAX_SEATS, _KINDS, _MEMORY),
        f"the last card seen at, given to and received from each seat: {listed(Memory)}",
        most=(1.0,) * Memory.SINCE + (2 * MAX_TURNS / 5,),
        things=_BY_SEAT,
    ),
    *PUBLIC,
    Part("number of seats", (_SIZES,), f"{MIN_SEATS} to {MAX_SEATS}, one of"),
    Part("everyone gives", (1,), "1 where who holds two cards still gives one in the first pass"),
)
LAYOUT = Layout(*_PARTS)

CLAIM_PART = Part(
    "claims",
    (MAX_SEATS, NUM_CLAIMS),
    "latest claim of each seat, in egocentric seats: 1/(1 + turns ago)",
    things=_BY_SEAT,
)
CLAIMS_LAYOUT = Layout(*_PARTS, CLAIM_PART)

_S = {part.name: LAYOUT.start(part.name) for part in LAYOUT.parts}
_OWN, _SEATS, _POSTERIOR, _REMEMBERED = _S["own"], _S["seats"], _S["posterior"], _S["memory"]
_CHAIRMEN, _CALLED, _VOTES, _WORDS = _S["chairmen"], _S["called"], _S["votes"], _S["words"]
_DISSIDENT, _INFORMER, _HANDED = _S["shown as dissident"], _S["shown as informer"], _S["handed over"]
_PHASE, _COUNT, _EVERYONE = _S["phase"], _S["number of seats"], _S["everyone gives"]
_CLAIMS = CLAIMS_LAYOUT.start("claims")


def layout(options: ComradeOptions) -> Layout:
    """Return the layout of a seat's observation."""
    return CLAIMS_LAYOUT if options.claims else LAYOUT


@compiled(allocates=True)
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` may know; see ``LAYOUT``."""
    write_own(setup, state, seat, out)
    write_seats(setup, state, seat, out)
    if has(state.fresh, seat):
        write_beliefs(setup, state, seat, state.pairs[seat], state.aware[seat], out)
    else:
        pair = np.empty((MAX_SEATS, MAX_SEATS), np.float32)
        aware = np.empty((MAX_SEATS, MAX_SEATS, MAX_SEATS), np.float32)
        recall(setup, state, seat, None, pair, aware, np.empty((0, MAX_SEATS, MAX_SEATS), np.float32))
        write_beliefs(setup, state, seat, pair, aware, out)
    write_memory(setup, state, seat, out)
    for age in range(min(HISTORY, state.turn + 1)):
        write_turn(setup, state, seat, age, out)
    write_handovers(setup, state, seat, out)
    write_phase(setup, state, out, _PHASE)
    out[_COUNT + setup.seats - MIN_SEATS] = 1.0
    out[_EVERYONE] = np.float32(setup.everyone_gives)
    if setup.claims:
        write_claims(setup, state, seat, out)


@compiled
def write_own(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    role, turn = role_at(state, seat), state.turns[state.turn]
    out[_OWN + Own.DISSIDENT] = np.float32(role == Role.DISSIDENT)
    out[_OWN + Own.INFORMER] = np.float32(role == Role.INFORMER)
    out[_OWN + Own.COMRADES] = np.float32(0.5) * np.float32(state.cards[seat] - (role != Role.COMRADE))
    if has(state.knowers, seat):
        out[_OWN + Own.KNOWS] = 1.0
        out[_OWN + Own.GLASNOST + state.word] = 1.0
    if has(turn.voted, seat):
        out[_OWN + Own.VOTE] = 1.0 if has(turn.freedom, seat) else -1.0
    if has(turn.spoken, seat):
        out[_OWN + Own.WORD] = 1.0 if has(turn.words, seat) else -1.0


@compiled
def write_seats(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    turn = state.turns[state.turn]
    for step in range(setup.seats):
        other = clockwise(setup.seats, seat, step)
        at = _SEATS + step * _SEAT
        out[at + Seat.PRESENT] = 1.0
        out[at + Seat.CARDS] = np.float32(0.5) * np.float32(state.cards[other])
        out[at + Seat.CHAIRMAN] = np.float32(other == state.chairman)
        out[at + Seat.CALLED] = np.float32(has(turn.called, other))
        out[at + Seat.VOTED] = np.float32(has(turn.voted, other))
        out[at + Seat.SPOKEN] = np.float32(has(turn.spoken, other))
        out[at + Seat.ASKED] = np.float32(state.over == 0 and other == state.seat)
        out[at + Seat.LATER] = np.float32(acts_later(setup, state, other))
        out[at + Seat.ORDER] = np.float32(place_in_order(setup, state.chairman, other) / 10)
        if state.phase == Phase.GIVE:
            out[at + Seat.RECEIVER] = np.float32(other == state.handovers[state.moves].receiver)


@compiled
def write_phase(setup: Prepared, state: State, out: Array, at: Int) -> None:
    """Write the phase and, behind it, the clock."""
    out[at + state.phase] = 1.0
    at += _PHASES
    out[at + Clock.TURNS] = np.float32(np.int64(state.turn) / np.int64(setup.max_turns))
    out[at + Clock.DECISIONS] = np.float32(np.int64(state.decisions) / np.int64(setup.max_decisions))


@compiled
def write_beliefs(setup: Prepared, state: State, seat: Int, pair: Array, aware: Array, out: Array) -> None:
    total = total_weight(pair, np.int64(setup.seats))
    for row in range(setup.seats):
        holder = clockwise(setup.seats, seat, row)
        for column in range(setup.seats):
            other = clockwise(setup.seats, seat, column)
            chance = pair[holder, other] / total
            out[_POSTERIOR + row * MAX_SEATS + column] = chance
            out[_SEATS + row * _SEAT + Seat.P_DISSIDENT] += chance
            out[_SEATS + column * _SEAT + Seat.P_INFORMER] += chance
            if chance > 0:
                known = aware[holder, other]
                for step in range(setup.seats):
                    out[_SEATS + step * _SEAT + Seat.P_KNOWS] += known[clockwise(setup.seats, seat, step)] * chance
    out[_SEATS + Seat.P_KNOWS] = np.float32(has(state.knowers, seat))


@compiled
def write_memory(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    for step in range(1, setup.seats):
        other = clockwise(setup.seats, seat, step)
        for kind in range(_KINDS):
            number = np.int64(state.last[seat, other, kind]) - 1
            if number < 0:
                continue
            event = state.handovers[number]
            at = _REMEMBERED + (step * _KINDS + kind) * _MEMORY
            role = event.seen if kind == Kind.SEEN else event.given
            out[at + Memory.ROLE + role] = 1.0
            out[at + Memory.AGE] = np.float32(1 / (1 + np.int64(state.turn) - np.int64(event.turn)))
            since = np.int64(state.handed[event.receiver]) - np.int64(event.handed)
            out[at + Memory.SINCE] = np.float32(since / 5)


@compiled
def write_turn(setup: Prepared, state: State, seat: Int, age: Int, out: Array) -> None:
    turn = state.turns[state.turn - age]
    held = turn.committee != Committee.NOT_HELD
    out[_CHAIRMEN + age * MAX_SEATS + distance(setup.seats, seat, turn.chairman)] = 1.0
    for step in range(setup.seats):
        other = clockwise(setup.seats, seat, step)
        if has(turn.called, other):
            out[_CALLED + age * MAX_SEATS + step] = 1.0
            if held:
                right = has(turn.words, other) == (turn.word == Word.PERESTROIKA)
                out[_WORDS + age * MAX_SEATS + step] = 1.0 if right else -1.0
    if turn.party != UNKNOWN:
        out[_VOTES + age * _VOTE + Vote.DISCLOSED] = 1.0
        out[_VOTES + age * _VOTE + Vote.PARTY] = np.float32(np.int64(turn.party) / 5)
    if has(turn.voted, seat):
        out[_VOTES + age * _VOTE + Vote.OWN] = 1.0 if has(turn.freedom, seat) else -1.0
    if held:
        out[_DISSIDENT + age * MAX_SEATS + distance(setup.seats, seat, turn.dissident)] = 1.0
        if turn.informer != UNKNOWN:
            out[_INFORMER + age * MAX_SEATS + distance(setup.seats, seat, turn.informer)] = 1.0


@compiled
def write_handovers(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Go back through the log as far as the oldest turn that is observed."""
    number = np.int64(state.moves) - 1
    while number >= 0:
        event = state.handovers[number]
        age = np.int64(state.turn) - np.int64(event.turn)
        if age >= HISTORY:
            return
        giver, receiver = distance(setup.seats, seat, event.giver), distance(setup.seats, seat, event.receiver)
        weight = np.float32(0.5) if has(event.how, How.SECOND) else np.float32(1.0)
        out[_HANDED + (age * MAX_SEATS + giver) * MAX_SEATS + receiver] += weight
        number -= 1


@compiled
def write_claims(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    for step in range(setup.seats):
        other = clockwise(setup.seats, seat, step)
        for age in range(state.turn + 1):
            claim = np.int64(state.turns[state.turn - age].claims[other]) - 1
            if claim >= 0:
                at = _CLAIMS + step * NUM_CLAIMS + seen_from(setup, seat, other, claim)
                out[at] = np.float32(1 / (1 + age))
                break
