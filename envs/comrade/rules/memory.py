"""Every event as it reaches the seats: the logs, and each seat's beliefs.

The beliefs of a seat that is not ``fresh`` are not kept up; :mod:`.posterior` works them out from the logs where they
are wanted. So redrawing a position need not think for every seat.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import add, full, has, one
from . import beliefs
from .seats import role_at
from .state import UNKNOWN, Committee, Handover, How, Kind, Prepared, Role, State

_HALF, _ONE = np.float32(0.5), np.float32(1.0)


@compiled
def remember_deal(setup: Prepared, state: State) -> None:
    """Everybody has looked at its first card."""
    state.dealt_dissident, state.dealt_informer = state.dissident, state.informer
    state.knowers = one(state.dissident)
    state.fresh = full(setup.seats)
    for seat in range(setup.seats):
        beliefs.begin(state.pairs[seat], state.aware[seat], setup.seats, seat, role_at(state, seat))


@compiled
def begin_handover(state: State, receiver: Int, second: Int) -> None:
    """Enter in the log that the seat to move has chosen whom to give a card to, in the first or the second pass."""
    event = state.handovers[state.moves]
    event.turn, event.giver, event.receiver = state.turn, state.seat, receiver
    event.how = one(How.SECOND) if second else 0
    if state.cards[event.giver] == 2:
        event.how = add(event.how, How.OF_TWO)
    event.seen, event.given = UNKNOWN, UNKNOWN
    event.handed = state.handed[receiver]


@compiled
def remember_look(setup: Prepared, state: State) -> None:
    """The giver of the handover that has been begun has looked at the receiver's card, and the game goes on."""
    event = state.handovers[state.moves]
    giver, target = np.int64(event.giver), np.int64(event.receiver)
    event.how = add(event.how, How.LOOKED)
    event.seen = role_at(state, target)
    state.last[giver, target, Kind.SEEN] = state.moves + 1
    if event.seen == Role.DISSIDENT:
        state.knowers = add(state.knowers, giver)
    for seat in range(setup.seats):
        if has(state.fresh, seat):
            believe_look(state.pairs[seat], state.aware[seat], setup.seats, seat, event)


@compiled
def remember_card(setup: Prepared, state: State, role: Int) -> None:
    """The card of the handover that has been begun is of this role; it has arrived."""
    event = state.handovers[state.moves]
    event.given = role
    giver, receiver = np.int64(event.giver), np.int64(event.receiver)
    state.moves += 1
    state.handed[giver] += 1
    state.last[giver, receiver, Kind.GIVEN] = state.moves
    state.last[receiver, giver, Kind.RECEIVED] = state.moves
    if role == Role.DISSIDENT:
        state.knowers = add(state.knowers, receiver)
    moves = _HALF if has(event.how, How.OF_TWO) else _ONE
    for seat in range(setup.seats):
        if has(state.fresh, seat):
            believe_card(state.pairs[seat], state.aware[seat], setup.seats, seat, event, moves, moves)


@compiled
def remember_committee(setup: Prepared, state: State) -> None:
    """A committee was lost, and the dissident has drawn a new word."""
    turn = state.turns[state.turn]
    turn.committee, turn.word = Committee.LOST, state.word
    turn.dissident = state.dissident
    turn.informer = state.informer if has(turn.called, state.informer) else UNKNOWN
    state.knowers = one(state.dissident)
    for seat in range(setup.seats):
        if has(state.fresh, seat):
            beliefs.shown(state.pairs[seat], state.aware[seat], setup.seats, turn)


@compiled
def tidy(setup: Prepared, state: State) -> None:
    """Scale all weights, once a turn, so that none grows too small to be told from 0."""
    for seat in range(setup.seats):
        if has(state.fresh, seat):
            beliefs.normalize(state.pairs[seat], setup.seats)


@compiled
def believe_look(pair: Array, aware: Array, seats: Int, seat: Int, event: Handover) -> None:
    """Bring one seat's beliefs up to date with the look of a handover, if there was one."""
    if has(event.how, How.LOOKED):
        giver, target = np.int64(event.giver), np.int64(event.receiver)
        beliefs.looked(pair, aware, seats, giver, target)
        if seat == giver:
            beliefs.learn_card(pair, seats, target, event.seen)


@compiled
def believe_card(
    pair: Array, aware: Array, seats: Int, seat: Int, event: Handover, dissident_moves: Int, informer_moves: Int
) -> None:
    """Bring one seat's beliefs up to date with the card of a handover, which giver and receiver have seen."""
    giver, receiver = np.int64(event.giver), np.int64(event.receiver)
    involved = seat == giver or seat == receiver
    if involved and event.given == Role.COMRADE:
        beliefs.kept_special(pair, seats, giver, dissident_moves, informer_moves)
    else:
        if involved:  # the giver is known to have held this card, and that it went
            special = one(giver)
            everybody = ~np.int64(0)
            of_dissident = event.given == Role.DISSIDENT
            beliefs.keep(pair, seats, special if of_dissident else everybody, everybody if of_dissident else special)
            dissident_moves = informer_moves = _ONE
        beliefs.handed(pair, aware, seats, giver, receiver, dissident_moves, informer_moves)
    if involved:
        beliefs.normalize(pair, seats)
