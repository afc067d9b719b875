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
from .committee import size_of
from .posterior import recall
from .seats import among, flag
from .state import COMRADE, DISSIDENT, GIVE, INFORMER, LOOKED, LOST, MAX_SEATS, NOT_HELD, OF_TWO, UNKNOWN

_ZERO, _HALF, _ONE = np.float32(0.0), np.float32(0.5), np.float32(1.0)


@compiled(allocates=True)
def determinize(setup, state, seat):
    """Redraw all that ``seat`` cannot know, from its posterior under uniformly random play of the others."""
    if state.over:
        return
    pair = np.empty((MAX_SEATS, MAX_SEATS), np.float32)
    aware = np.empty((MAX_SEATS, MAX_SEATS), np.float32)
    trace = np.empty((np.int64(state.moves), MAX_SEATS, MAX_SEATS), np.float32)
    recall(setup, state, seat, None, pair, aware, trace)
    place = draw_pair(state.rng, pair, np.int64(setup.seats))
    state.dissident, state.informer = place // MAX_SEATS, place % MAX_SEATS
    if not among(state.knowers, seat):
        state.word = below(state.rng, 2)
    redraw_handovers(state, trace, place, seat)
    redraw_knowers(setup, state)
    redraw_votes(setup, state, seat)
    state.fresh &= flag(seat)


@compiled
def draw_pair(words, pair, seats):
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
def redraw_handovers(state, trace, place, seat):
    """Walk the log backwards from the present place and draw which card it was each time, and what was seen."""
    if state.phase == GIVE:
        event = state.handovers[state.moves]
        event.seen = role_in(place, np.int64(event.receiver)) if event.how & LOOKED else UNKNOWN
    for number in range(state.moves - 1, -1, -1):
        event = state.handovers[number]
        place = draw_before(state.rng, trace[number], event, place, seat)
        if event.how & LOOKED:
            event.seen = role_in(place, np.int64(event.receiver))
    state.dealt_dissident, state.dealt_informer = place // MAX_SEATS, place % MAX_SEATS


@compiled
def role_in(place, seat):
    """Return the role that a seat's cards give it where ``place`` says who holds the special cards."""
    if place // MAX_SEATS == seat:
        return DISSIDENT
    if place % MAX_SEATS == seat:
        return INFORMER
    return COMRADE


@compiled
def draw_before(words, pair, event, place, seat):
    """Draw the place before a card changed hands, given the one after it, and enter the card's role in the log."""
    giver, receiver = np.int64(event.giver), np.int64(event.receiver)
    dissident, informer = place // MAX_SEATS, place % MAX_SEATS
    # A card that may have stayed with the giver leaves no other way to this place, so staying needs no weight.
    moves = _HALF if event.how & OF_TWO else _ONE
    as_dissident = np.float64(pair[giver, informer] * moves) if dissident == receiver else 0.0
    as_informer = np.float64(pair[dissident, giver] * moves) if informer == receiver else 0.0
    as_comrade = np.float64(pair[dissident, informer])
    role = int(event.given)
    if seat != giver and seat != receiver:
        left = fraction(words) * (as_dissident + as_informer + as_comrade) - as_dissident
        role = DISSIDENT if left < 0.0 else INFORMER if left - as_informer < 0.0 else COMRADE
        if role == COMRADE and as_comrade == 0.0:  # rounding at the upper end
            role = DISSIDENT if as_informer == 0.0 else INFORMER
        event.given = role
    if role == DISSIDENT:
        return giver * MAX_SEATS + informer
    if role == INFORMER:
        return dissident * MAX_SEATS + giver
    return place


@compiled
def redraw_knowers(setup, state):
    """Work out from the redrawn log who knows the word."""
    state.knowers = flag(state.dealt_dissident)
    number = 0
    for turn in range(state.turn + 1):
        if state.turns[turn].committee == LOST:
            state.knowers = flag(state.turns[turn].dissident)
        while number < state.moves and state.handovers[number].turn == turn:
            event = state.handovers[number]
            if event.seen == DISSIDENT:
                state.knowers |= flag(event.giver)
            if event.given == DISSIDENT:
                state.knowers |= flag(event.receiver)
            number += 1
    if state.phase == GIVE and state.handovers[state.moves].seen == DISSIDENT:
        state.knowers |= flag(state.handovers[state.moves].giver)


@compiled
def redraw_votes(setup, state, seat):
    """Redraw the secret votes of the others: any that agree with the count, or any at all before it is known."""
    for number in range(state.turn + 1):
        turn = state.turns[number]
        others = np.int64(turn.voted) & ~flag(seat)
        own = np.int64(turn.freedom) & flag(seat)
        if turn.party == UNKNOWN:
            turn.freedom = own | draw_any(state.rng, others)
        else:
            wanted = size_of(turn.freedom) - size_of(own)
            turn.freedom = own | draw_some(state.rng, others, wanted)
    turn = state.turns[state.turn]
    if turn.committee == NOT_HELD:  # words that have been laid down are still covered
        others = np.int64(turn.spoken) & ~flag(seat)
        turn.words = (np.int64(turn.words) & flag(seat)) | draw_any(state.rng, others)


@compiled
def draw_any(words, seats):
    """Return a random part of a set of seats."""
    return np.int64(next_word(words)) & np.int64(seats)


@compiled
def draw_some(words, seats, wanted):
    """Return ``wanted`` random seats of a set."""
    chosen, left = np.int64(0), size_of(seats)
    for seat in range(MAX_SEATS):
        if among(seats, seat):
            if below(words, left) < wanted:
                chosen |= flag(seat)
                wanted -= 1
            left -= 1
    return chosen
