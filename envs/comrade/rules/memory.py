"""Every event as it reaches the seats: the logs, and each seat's beliefs.

The beliefs of a seat that is not ``fresh`` are not kept up; :mod:`.posterior` works them out from the logs where they
are wanted. So redrawing a position need not think for every seat.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from . import beliefs
from .seats import among, flag, role_at
from .state import COMRADE, DISSIDENT, GIVEN, LOOKED, LOST, OF_TWO, RECEIVED, SEEN, UNKNOWN

_HALF, _ONE = np.float32(0.5), np.float32(1.0)


@compiled
def remember_deal(setup, state):
    """Everybody has looked at its first card."""
    state.dealt_dissident, state.dealt_informer = state.dissident, state.informer
    state.knowers = flag(state.dissident)
    state.fresh = flag(setup.seats) - 1
    for seat in range(setup.seats):
        beliefs.begin(state.pairs[seat], state.aware[seat], setup.seats, seat, role_at(state, seat))


@compiled
def begin_handover(state, giver, receiver, how):
    """Enter in the log that the giver has chosen whom to give a card to."""
    event = state.handovers[state.moves]
    event.turn, event.giver, event.receiver = state.turn, giver, receiver
    event.how = how | (OF_TWO if state.cards[giver] == 2 else 0)
    event.seen, event.given = UNKNOWN, UNKNOWN
    event.handed = state.handed[receiver]


@compiled
def remember_look(setup, state):
    """The giver of the handover that has been begun has looked at the receiver's card, and the game goes on."""
    event = state.handovers[state.moves]
    giver, target = np.int64(event.giver), np.int64(event.receiver)
    event.how |= LOOKED
    event.seen = role_at(state, target)
    state.last[giver, target, SEEN] = state.moves + 1
    if event.seen == DISSIDENT:
        state.knowers |= flag(giver)
    for seat in range(setup.seats):
        if among(state.fresh, seat):
            believe_look(state.pairs[seat], state.aware[seat], setup.seats, seat, event)


@compiled
def remember_card(setup, state, role):
    """The card of the handover that has been begun is of this role; it has arrived."""
    event = state.handovers[state.moves]
    event.given = role
    giver, receiver = np.int64(event.giver), np.int64(event.receiver)
    state.moves += 1
    state.handed[giver] += 1
    state.last[giver, receiver, GIVEN] = state.moves
    state.last[receiver, giver, RECEIVED] = state.moves
    if role == DISSIDENT:
        state.knowers |= flag(receiver)
    moves = _HALF if event.how & OF_TWO else _ONE
    for seat in range(setup.seats):
        if among(state.fresh, seat):
            believe_card(state.pairs[seat], state.aware[seat], setup.seats, seat, event, moves, moves)


@compiled
def remember_committee(setup, state):
    """A committee was lost, and the dissident has drawn a new word."""
    turn = state.turns[state.turn]
    turn.committee, turn.word = LOST, state.word
    turn.dissident = state.dissident
    turn.informer = state.informer if among(turn.called, state.informer) else UNKNOWN
    state.knowers = flag(state.dissident)
    for seat in range(setup.seats):
        if among(state.fresh, seat):
            believe_committee(state.pairs[seat], state.aware[seat], setup.seats, turn)


@compiled
def tidy(setup, state):
    """Scale all weights, once a turn, so that none grows too small to be told from 0."""
    for seat in range(setup.seats):
        if among(state.fresh, seat):
            beliefs.normalize(state.pairs[seat], setup.seats)


@compiled
def believe_look(pair, aware, seats, seat, event):
    """Bring one seat's beliefs up to date with the look of a handover, if there was one."""
    if event.how & LOOKED:
        giver, target = np.int64(event.giver), np.int64(event.receiver)
        beliefs.looked(pair, aware, giver, target)
        if seat == giver:
            beliefs.learn_card(pair, seats, target, event.seen)


@compiled
def believe_card(pair, aware, seats, seat, event, dissident_moves, informer_moves):
    """Bring one seat's beliefs up to date with the card of a handover, which giver and receiver have seen."""
    giver, receiver = np.int64(event.giver), np.int64(event.receiver)
    involved = seat == giver or seat == receiver
    if involved and event.given == COMRADE:
        beliefs.kept_special(pair, seats, giver, dissident_moves, informer_moves)
    else:
        if involved:  # the giver is known to have held this card, and that it went
            special = flag(giver)
            everybody = ~np.int64(0)
            of_dissident = event.given == DISSIDENT
            beliefs.keep(pair, seats, special if of_dissident else everybody, everybody if of_dissident else special)
            dissident_moves = informer_moves = _ONE
        beliefs.handed(pair, aware, seats, giver, receiver, dissident_moves, informer_moves)
    if involved:
        beliefs.normalize(pair, seats)


@compiled
def believe_committee(pair, aware, seats, turn):
    """Bring one seat's beliefs up to date with a lost committee."""
    beliefs.shown(pair, aware, seats, turn.called, np.int64(turn.dissident), np.int64(turn.informer))
