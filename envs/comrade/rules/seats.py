"""Seats around the table: the actions about them, who holds which card, who is still to act."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.seats import clockwise, distance
from .state import Phase, Prepared, Role, State


@compiled(inline=True)
def about(block: Int, step: Int) -> Int:
    """Return the action of a block about the seat ``step`` seats to the left."""
    return block + step - 1


@compiled(inline=True)
def step_of(block: Int, action: Int) -> Int:
    """Return how many seats to the left the one sits that an action of a block is about."""
    return action - block + 1


@compiled(inline=True)
def role_of(dissident: Int, informer: Int, seat: Int) -> Int:
    """Return the role of a seat where the special cards are at these two: no seat ever holds both."""
    if dissident == seat:
        return Role.DISSIDENT
    if informer == seat:
        return Role.INFORMER
    return Role.COMRADE


@compiled(inline=True)
def role_at(state: State, seat: Int) -> Int:
    """Return the role that a seat's cards give it."""
    return role_of(state.dissident, state.informer, seat)


@compiled
def place_in_order(setup: Prepared, chairman: Int, seat: Int) -> Int:
    """Return a seat's place in the order of play, from 1; the chairman is last."""
    return 1 + distance(setup.seats, clockwise(setup.seats, chairman, 1), seat)


@compiled
def acts_in_pass(setup: Prepared, state: State, seat: Int) -> bool:
    """Whether a seat acts in the present pass of the interrogation, by the cards that it holds now."""
    if state.phase == Phase.LOOK or state.phase == Phase.GIVE:
        return state.cards[seat] == 1 or setup.everyone_gives != 0
    return state.phase == Phase.PASS and state.cards[seat] == 2


@compiled
def acts_later(setup: Prepared, state: State, seat: Int) -> bool:
    """Whether a seat's turn in the present pass is still to come, as far as the cards now held tell."""
    return place_in_order(setup, state.chairman, seat) > state.cursor and acts_in_pass(setup, state, seat)
