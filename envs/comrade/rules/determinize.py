"""Redrawing all that a seat cannot know: who holds what now, and everything secret that has happened on the way.

The draw follows the posterior of a seat that takes the others to have chosen at random. The present places of the two
special cards are drawn from the forward filter; then the log is walked backwards, and at every card that changed hands
the places before it are drawn given those after it (forward filtering, backward sampling: Carter and Kohn 1994). What
the other seats have seen follows from the places, so that their knowledge is redrawn with them.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.random import below, fraction, next_word
from ...table.records import Array, Int
from ...table.sets import add, has, one, remove, size
from .posterior import recall
from .seats import role_of
from .state import MAX_SEATS, UNKNOWN, Committee, Handover, How, Phase, Prepared, Role, State

_ZERO, _HALF, _ONE = np.float32(0.0), np.float32(0.5), np.float32(1.0)


@compiled(allocates=True)
def determinize(setup: Prepared, state: State, seat: Int) -> None:
    """Redraw all that ``seat`` cannot know, from its posterior under uniformly random play of the others."""
    if state.over:
        return
    pair = np.empty((MAX_SEATS, MAX_SEATS), np.float32)
    aware = np.empty((MAX_SEATS, MAX_SEATS, MAX_SEATS), np.float32)
    trace = np.empty((np.int64(state.moves), MAX_SEATS, MAX_SEATS), np.float32)
    recall(setup, state, seat, None, pair, aware, trace)
    place = draw_pair(state.rng, pair, np.int64(setup.seats))
    state.dissident, state.informer = place // MAX_SEATS, place % MAX_SEATS
    if not has(state.knowers, seat):
        state.word = below(state.rng, 2)
    redraw_handovers(state, trace, place, seat)
    redraw_knowers(setup, state)
    redraw_votes(setup, state, seat)
    forget(setup, state, seat)


@compiled
def forget(setup: Prepared, state: State, seat: Int) -> None:
    """Wipe out what the other seats believe: who holds a card knows where it is."""
    state.fresh &= one(seat)
    for other in range(setup.seats):
        if other != seat:
            state.pairs[other] = _ZERO
            state.aware[other] = _ZERO


@compiled
def draw_pair(words: Array, pair: Array, seats: Int) -> Int:
    """Draw a place of the two special cards by its weight; return ``dissident * MAX_SEATS + informer``."""
    total = 0.0
    for holder in range(seats):
        for other in range(seats):
            total += np.float64(pair[holder, other])
    left, found = fraction(words) * total, 0
    for holder in range(seats):
        for other in range(seats):
            if pair[holder, other] > _ZERO:
                if left >= 0.0:
                    found = holder * MAX_SEATS + other
                left -= np.float64(pair[holder, other])
    return found


@compiled
def redraw_handovers(state: State, trace: Array, place: Int, seat: Int) -> None:
    """Walk the log backwards from the present place and draw which card it was each time, and what was seen."""
    if state.phase == Phase.GIVE:
        event = state.handovers[state.moves]
        event.seen = role_in(place, np.int64(event.receiver)) if has(event.how, How.LOOKED) else UNKNOWN
    for number in range(state.moves - 1, -1, -1):
        event = state.handovers[number]
        place = draw_before(state.rng, trace[number], event, place, seat)
        if has(event.how, How.LOOKED):
            event.seen = role_in(place, np.int64(event.receiver))
    state.dealt_dissident, state.dealt_informer = place // MAX_SEATS, place % MAX_SEATS


@compiled
def role_in(place: Int, seat: Int) -> Int:
    """Return the role that a seat's cards give it where ``place`` says who holds the special cards."""
    return role_of(place // MAX_SEATS, place % MAX_SEATS, seat)


@compiled
def draw_before(words: Array, pair: Array, event: Handover, place: Int, seat: Int) -> Int:
    """Draw the place before a card changed hands, given the one after it, and enter the card's role in the log."""
    giver, receiver = np.int64(event.giver), np.int64(event.receiver)
    dissident, informer = place // MAX_SEATS, place % MAX_SEATS
    # A card that may have stayed with the giver leaves no other way to this place, so staying needs no weight.
    moves = _HALF if has(event.how, How.OF_TWO) else _ONE
    as_dissident = np.float64(pair[giver, informer] * moves) if dissident == receiver else 0.0
    as_informer = np.float64(pair[dissident, giver] * moves) if informer == receiver else 0.0
    as_comrade = np.float64(pair[dissident, informer])
    if seat != giver and seat != receiver:
        left = fraction(words) * (as_dissident + as_informer + as_comrade) - as_dissident
        event.given = Role.DISSIDENT if left < 0.0 else Role.INFORMER if left - as_informer < 0.0 else Role.COMRADE
        if event.given == Role.COMRADE and as_comrade == 0.0:  # rounding at the upper end
            event.given = Role.DISSIDENT if as_informer == 0.0 else Role.INFORMER
    if event.given == Role.DISSIDENT:
        return giver * MAX_SEATS + informer
    if event.given == Role.INFORMER:
        return dissident * MAX_SEATS + giver
    return place


@compiled
def redraw_knowers(setup: Prepared, state: State) -> None:
    """Work out from the redrawn log who knows the word."""
    state.knowers = one(state.dealt_dissident)
    number = 0
    for turn in range(state.turn + 1):
        if state.turns[turn].committee == Committee.LOST:
            state.knowers = one(state.turns[turn].dissident)
        while number < state.moves and state.handovers[number].turn == turn:
            event = state.handovers[number]
            if event.seen == Role.DISSIDENT:
                state.knowers = add(state.knowers, event.giver)
            if event.given == Role.DISSIDENT:
                state.knowers = add(state.knowers, event.receiver)
            number += 1
    if state.phase == Phase.GIVE and state.handovers[state.moves].seen == Role.DISSIDENT:
        state.knowers = add(state.knowers, state.handovers[state.moves].giver)


@compiled
def redraw_votes(setup: Prepared, state: State, seat: Int) -> None:
    """Redraw the secret votes of the others: any that agree with the count, or any at all before it is known."""
    for number in range(state.turn + 1):
        turn = state.turns[number]
        others = remove(turn.voted, seat)
        own = np.int64(turn.freedom) & one(seat)
        if turn.party == UNKNOWN:
            turn.freedom = own | draw_any(state.rng, others)
        else:
            wanted = size(turn.freedom) - size(own)
            turn.freedom = own | draw_some(state.rng, others, wanted)
    turn = state.turns[state.turn]
    if turn.committee == Committee.NOT_HELD:  # words that have been laid down are still covered
        others = remove(turn.spoken, seat)
        turn.words = (np.int64(turn.words) & one(seat)) | draw_any(state.rng, others)


@compiled
def draw_any(words: Array, seats: Int) -> Int:
    """Return a random part of a set of seats."""
    return np.int64(next_word(words)) & np.int64(seats)


@compiled
def draw_some(words: Array, seats: Int, wanted: Int) -> Int:
    """Return ``wanted`` random seats of a set."""
    chosen, left = np.int64(0), size(seats)
    for seat in range(MAX_SEATS):
        if has(seats, seat):
            if below(words, left) < wanted:
                chosen = add(chosen, seat)
                wanted -= 1
            left -= 1
    return chosen
