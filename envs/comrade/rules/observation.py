"""What a seat knows as one flat vector, and everything as another.

A seat's vector holds all that a player with a perfect memory could use, its own seat first and then clockwise: its
cards, its exact posterior, what it last saw, gave and received with whom, and the public history of the last turns.
What is older than these turns is left out; what follows from it stays in the posterior and in the memory.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part
from ..options import ComradeOptions
from .beliefs import total_weight
from .posterior import recall
from .seats import among, clockwise, distance, role_at
from .state import (
    CLAIM_DISSIDENT,
    COMRADE,
    DISSIDENT,
    GIVE,
    INFORMER,
    LOOK,
    LOST,
    MAX_SEATS,
    MIN_SEATS,
    NUM_CLAIMS,
    PASS,
    PHASES,
    ROLES,
    SECOND,
    UNKNOWN,
)

HISTORY = 3
"""Turns whose public history is observed: the present one and those before it."""

_SEAT_FEATURES = (
    *("at the table", "cards held, in halves", "chairman", "called to vote", "has voted", "has chosen a word"),
    *("asked now", "still to act in this pass", "place in the order of play, in tenths", "will be given a card now"),
    *("probability of the dissident", "probability of the informer", "probability of knowing the word"),
)
_SEAT, _KINDS, _MEMORY = len(_SEAT_FEATURES), 3, len(ROLES) + 2
_SIZES = MAX_SEATS - MIN_SEATS + 1

_PARTS = (
    Part("own", (8,), "dissident; informer; comrade cards, in halves; word known; glasnost; perestroika; vote; word"),
    Part("seats", (MAX_SEATS, _SEAT), f"for each seat: {'; '.join(_SEAT_FEATURES)}"),
    Part("posterior", (MAX_SEATS, MAX_SEATS), "probability by the dissident's seat and the informer's seat"),
    Part(
        "memory",
        (MAX_SEATS, _KINDS, _MEMORY),
        "the last card seen at, given to and received from each seat: its role, one of three; 1/(1 + turns ago); cards "
        "handed over since then by the seat that got or kept it, in fifths",
    ),
    Part("chairmen", (HISTORY, MAX_SEATS), "chairman of the present turn and of those before it"),
    Part("called", (HISTORY, MAX_SEATS), "who was called to vote"),
    Part("votes", (HISTORY, 3), "votes disclosed; party votes, in fifths; own vote (1 freedom, -1 party)"),
    Part("shown as dissident", (HISTORY, MAX_SEATS), "who showed the dissident card in committee"),
    Part("shown as informer", (HISTORY, MAX_SEATS), "who showed the informer card in committee"),
    Part("words", (HISTORY, MAX_SEATS), "open votes in committee: 1 for the word that proved right, -1 for the other"),
    Part("handed over", (HISTORY, MAX_SEATS, MAX_SEATS), "giver by receiver: 1 in the first pass, 0.5 in the second"),
    Part("phase", (len(PHASES),), "what is being asked, one of", PHASES),
    Part("clock", (2,), "turns as a share of their limit, decisions likewise"),
    Part("number of seats", (_SIZES,), f"{MIN_SEATS} to {MAX_SEATS}, one of"),
    Part("everyone gives", (1,), "1 where who holds two cards still gives one in the first pass"),
)
LAYOUT = Layout(*_PARTS)

_CLAIM_PART = Part(
    "claims", (MAX_SEATS, NUM_CLAIMS), "latest claim of each seat, in egocentric seats: 1/(1 + turns ago)"
)
CLAIMS_LAYOUT = Layout(*_PARTS, _CLAIM_PART)

_OWN, _SEATS = LAYOUT.slice("own").start, LAYOUT.slice("seats").start
_POSTERIOR, _REMEMBERED = LAYOUT.slice("posterior").start, LAYOUT.slice("memory").start
_CHAIRMEN, _CALLED = LAYOUT.slice("chairmen").start, LAYOUT.slice("called").start
_VOTES, _WORDS = LAYOUT.slice("votes").start, LAYOUT.slice("words").start
_DISSIDENT, _INFORMER = LAYOUT.slice("shown as dissident").start, LAYOUT.slice("shown as informer").start
_HANDED, _PHASE = LAYOUT.slice("handed over").start, LAYOUT.slice("phase").start
_CLOCK, _COUNT = LAYOUT.slice("clock").start, LAYOUT.slice("number of seats").start
_EVERYONE, _CLAIMS = LAYOUT.slice("everyone gives").start, LAYOUT.size

_P_DISSIDENT, _P_INFORMER, _P_KNOWS = _SEAT - 3, _SEAT - 2, _SEAT - 1


def layout(options: ComradeOptions) -> Layout:
    """Return the layout of a seat's observation."""
    return CLAIMS_LAYOUT if options.claims else LAYOUT


@compiled(allocates=True)
def observe(setup, state, seat, out):
    """Write what ``seat`` may know; see ``LAYOUT``."""
    write_own(setup, state, seat, out)
    write_seats(setup, state, seat, out)
    if among(state.fresh, seat):
        write_beliefs(setup, state, seat, state.pairs[seat], state.aware[seat], out)
    else:
        pair = np.empty((MAX_SEATS, MAX_SEATS), np.float32)
        aware = np.empty((MAX_SEATS, MAX_SEATS), np.float32)
        recall(setup, state, seat, None, pair, aware, np.empty((0, MAX_SEATS, MAX_SEATS), np.float32))
        write_beliefs(setup, state, seat, pair, aware, out)
    write_memory(setup, state, seat, out)
    for age in range(min(HISTORY, state.turn + 1)):
        write_turn(setup, state, seat, age, out)
    write_handovers(setup, state, seat, out)
    out[_PHASE + state.phase] = 1.0
    out[_CLOCK] = np.float32(np.int64(state.turn) / np.int64(setup.max_turns))
    out[_CLOCK + 1] = np.float32(np.int64(state.decisions) / np.int64(setup.max_decisions))
    out[_COUNT + setup.seats - MIN_SEATS] = 1.0
    out[_EVERYONE] = np.float32(setup.everyone_gives)
    if setup.claims:
        write_claims(setup, state, seat, out)


@compiled
def write_own(setup, state, seat, out):
    role, turn = role_at(state, seat), state.turns[state.turn]
    out[_OWN] = np.float32(role == DISSIDENT)
    out[_OWN + 1] = np.float32(role == INFORMER)
    out[_OWN + 2] = np.float32(0.5) * np.float32(state.cards[seat] - (role != COMRADE))
    if among(state.knowers, seat):
        out[_OWN + 3] = 1.0
        out[_OWN + 4 + state.word] = 1.0
    if among(turn.voted, seat):
        out[_OWN + 6] = 1.0 if among(turn.freedom, seat) else -1.0
    if among(turn.spoken, seat):
        out[_OWN + 7] = 1.0 if among(turn.words, seat) else -1.0


@compiled
def write_seats(setup, state, seat, out):
    turn = state.turns[state.turn]
    for step in range(setup.seats):
        other = clockwise(setup, seat, step)
        at = _SEATS + step * _SEAT
        order = 1 + distance(setup, clockwise(setup, state.chairman, 1), other)  # the chairman is last
        out[at] = 1.0
        out[at + 1] = np.float32(0.5) * np.float32(state.cards[other])
        out[at + 2] = np.float32(other == state.chairman)
        out[at + 3] = np.float32(among(turn.called, other))
        out[at + 4] = np.float32(among(turn.voted, other))
        out[at + 5] = np.float32(among(turn.spoken, other))
        out[at + 6] = np.float32(state.over == 0 and other == state.seat)
        out[at + 7] = np.float32(acts_later(setup, state, other, order))
        out[at + 8] = np.float32(order / 10)
        if state.phase == GIVE:
            out[at + 9] = np.float32(other == state.handovers[state.moves].receiver)


@compiled
def acts_later(setup, state, seat, order):
    """Whether a seat's turn in the present pass is still to come, as far as the cards now held tell."""
    if order <= state.cursor:
        return False
    if state.phase == LOOK or state.phase == GIVE:
        return state.cards[seat] == 1 or setup.everyone_gives != 0
    return state.phase == PASS and state.cards[seat] == 2


@compiled
def write_beliefs(setup, state, seat, pair, aware, out):
    total = total_weight(pair, np.int64(setup.seats))
    for row in range(setup.seats):
        holder = clockwise(setup, seat, row)
        for column in range(setup.seats):
            other = clockwise(setup, seat, column)
            chance = pair[holder, other] / total
            out[_POSTERIOR + row * MAX_SEATS + column] = chance
            out[_SEATS + row * _SEAT + _P_DISSIDENT] += chance
            out[_SEATS + column * _SEAT + _P_INFORMER] += chance
    for step in range(setup.seats):
        knower = clockwise(setup, seat, step)
        chance = np.float32(0.0)
        for row in range(setup.seats):
            chance += aware[knower, clockwise(setup, seat, row)] * out[_SEATS + row * _SEAT + _P_DISSIDENT]
        out[_SEATS + step * _SEAT + _P_KNOWS] = chance
    out[_SEATS + _P_KNOWS] = np.float32(among(state.knowers, seat))


@compiled
def write_memory(setup, state, seat, out):
    for step in range(1, setup.seats):
        other = clockwise(setup, seat, step)
        for kind in range(_KINDS):
            number = np.int64(state.last[seat, other, kind]) - 1
            if number < 0:
                continue
            event = state.handovers[number]
            at = _REMEMBERED + (step * _KINDS + kind) * _MEMORY
            role = event.seen if kind == 0 else event.given
            out[at + role] = 1.0
            out[at + 3] = np.float32(1 / (1 + np.int64(state.turn) - np.int64(event.turn)))
            since = np.int64(state.handed[event.receiver]) - np.int64(event.handed)
            out[at + 4] = np.float32(since / 5)


@compiled
def write_turn(setup, state, seat, age, out):
    turn = state.turns[state.turn - age]
    lost = turn.committee == LOST
    out[_CHAIRMEN + age * MAX_SEATS + distance(setup, seat, turn.chairman)] = 1.0
    for step in range(setup.seats):
        other = clockwise(setup, seat, step)
        if among(turn.called, other):
            out[_CALLED + age * MAX_SEATS + step] = 1.0
            if lost:
                right = among(turn.words, other) == (turn.word == 1)
                out[_WORDS + age * MAX_SEATS + step] = 1.0 if right else -1.0
    if turn.party != UNKNOWN:
        out[_VOTES + age * 3] = 1.0
        out[_VOTES + age * 3 + 1] = np.float32(np.int64(turn.party) / 5)
    if among(turn.voted, seat):
        out[_VOTES + age * 3 + 2] = 1.0 if among(turn.freedom, seat) else -1.0
    if lost:
        out[_DISSIDENT + age * MAX_SEATS + distance(setup, seat, turn.dissident)] = 1.0
        if turn.informer != UNKNOWN:
            out[_INFORMER + age * MAX_SEATS + distance(setup, seat, turn.informer)] = 1.0


@compiled
def write_handovers(setup, state, seat, out):
    """Go back through the log as far as the oldest turn that is observed."""
    number = np.int64(state.moves) - 1
    while number >= 0:
        event = state.handovers[number]
        age = np.int64(state.turn) - np.int64(event.turn)
        if age >= HISTORY:
            return
        giver, receiver = distance(setup, seat, event.giver), distance(setup, seat, event.receiver)
        weight = np.float32(0.5) if event.how & SECOND else np.float32(1.0)
        out[_HANDED + (age * MAX_SEATS + giver) * MAX_SEATS + receiver] += weight
        number -= 1


@compiled
def write_claims(setup, state, seat, out):
    for step in range(setup.seats):
        other = clockwise(setup, seat, step)
        for age in range(state.turn + 1):
            claim = np.int64(state.turns[state.turn - age].claims[other]) - 1
            if claim >= 0:
                at = _CLAIMS + step * NUM_CLAIMS + seen_from(setup, seat, other, claim)
                out[at] = np.float32(1 / (1 + age))
                break


@compiled
def seen_from(setup, seat, speaker, claim):
    """Return the claim that ``seat`` would have to make to say the same as the speaker."""
    about = claim - CLAIM_DISSIDENT
    if about < 0:
        return claim
    meant = clockwise(setup, speaker, about % MAX_SEATS)
    return claim - about % MAX_SEATS + distance(setup, seat, meant)


FULL_LAYOUT = Layout(
    Part("dissident", (MAX_SEATS,), "who holds the dissident card"),
    Part("informer", (MAX_SEATS,), "who holds the informer card"),
    Part("dealt", (2, MAX_SEATS), "who was dealt the dissident and the informer card"),
    Part("word", (1,), "1 for perestroika"),
    Part("knows the word", (MAX_SEATS,), "who has held or seen the dissident card since its word was drawn"),
    Part("cards", (MAX_SEATS,), "cards held, in halves"),
    Part("seat", (MAX_SEATS,), "who is asked"),
    Part("chairman", (MAX_SEATS,), "who holds the chairman card"),
    Part("called", (MAX_SEATS,), "who has been called to vote in this turn"),
    Part("freedom", (HISTORY, MAX_SEATS), "who voted for freedom in this turn and those before it"),
    Part("perestroika", (MAX_SEATS,), "who has chosen perestroika in this turn's committee"),
    Part("last seen", (MAX_SEATS, MAX_SEATS), "role each seat last saw at each other: 1 + its number, in quarters"),
    Part("last given", (MAX_SEATS, MAX_SEATS), "role each seat last gave to each other, likewise"),
    Part("phase", (len(PHASES),), "what is being asked, one of", PHASES),
    Part("clock", (2,), "turns as a share of their limit, decisions likewise"),
)
_FULL_DEALT, _FULL_WORD = FULL_LAYOUT.slice("dealt").start, FULL_LAYOUT.slice("word").start
_FULL_KNOWS, _FULL_CARDS = FULL_LAYOUT.slice("knows the word").start, FULL_LAYOUT.slice("cards").start
_FULL_SEAT, _FULL_CHAIRMAN = FULL_LAYOUT.slice("seat").start, FULL_LAYOUT.slice("chairman").start
_FULL_CALLED, _FULL_FREEDOM = FULL_LAYOUT.slice("called").start, FULL_LAYOUT.slice("freedom").start
_FULL_WORDS, _FULL_SEEN = FULL_LAYOUT.slice("perestroika").start, FULL_LAYOUT.slice("last seen").start
_FULL_PHASE, _FULL_CLOCK = FULL_LAYOUT.slice("phase").start, FULL_LAYOUT.slice("clock").start


@compiled
def reveal(setup, state, out):
    """Write everything; see ``FULL_LAYOUT``."""
    turn = state.turns[state.turn]
    out[state.dissident] = 1.0
    out[MAX_SEATS + state.informer] = 1.0
    out[_FULL_DEALT + state.dealt_dissident] = 1.0
    out[_FULL_DEALT + MAX_SEATS + state.dealt_informer] = 1.0
    out[_FULL_WORD] = np.float32(state.word)
    out[_FULL_SEAT + state.seat] = 1.0
    out[_FULL_CHAIRMAN + state.chairman] = 1.0
    for seat in range(setup.seats):
        out[_FULL_KNOWS + seat] = np.float32(among(state.knowers, seat))
        out[_FULL_CARDS + seat] = np.float32(0.5) * np.float32(state.cards[seat])
        out[_FULL_CALLED + seat] = np.float32(among(turn.called, seat))
        out[_FULL_WORDS + seat] = np.float32(among(turn.words, seat))
        for age in range(min(HISTORY, state.turn + 1)):
            freedom = state.turns[state.turn - age].freedom
            out[_FULL_FREEDOM + age * MAX_SEATS + seat] = np.float32(among(freedom, seat))
        reveal_memory(setup, state, seat, out)
    out[_FULL_PHASE + state.phase] = 1.0
    out[_FULL_CLOCK] = np.float32(np.int64(state.turn) / np.int64(setup.max_turns))
    out[_FULL_CLOCK + 1] = np.float32(np.int64(state.decisions) / np.int64(setup.max_decisions))


@compiled
def reveal_memory(setup, state, seat, out):
    for other in range(setup.seats):
        for kind in range(2):
            number = np.int64(state.last[seat, other, kind]) - 1
            if number >= 0:
                event = state.handovers[number]
                role = event.seen if kind == 0 else event.given
                at = _FULL_SEEN + (kind * MAX_SEATS + seat) * MAX_SEATS + other
                out[at] = np.float32(0.25) * np.float32(1 + role)
