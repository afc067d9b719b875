"""The labor market and the design department: refilled at once, bought from, and shifted in the solitaire game."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .seats import teammate
from .state import LABOR_DECK, LABOR_ROW, RESERVE, ROW_PLACES, SOLITAIRE
from .zones import acquire, central_row, next_card, take


@compiled
def refill(setup, state, row, place):
    """Fill a place that has become empty; in the solitaire game the cards left of it move to the right first."""
    if setup.mode == SOLITAIRE:
        for i in range(place, 0, -1):
            state.rows[row, i] = state.rows[row, i - 1]
        place = 0
    state.rows[row, place] = next_card(state, LABOR_DECK + row)


@compiled
def take_from_row(setup, state, row, place):
    """Take a card out of a row and refill it; return its kind."""
    kind = state.rows[row, place]
    refill(setup, state, row, place)
    return kind


@compiled
def find_in_row(state, row, kind):
    """Return the rightmost place of a kind in a row; it is there."""
    place = ROW_PLACES - 1
    while place > 0 and state.rows[row, place] != kind:
        place -= 1
    return place


@compiled
def copies_in_row(state, row, kind):
    """Number of equal cards in a row."""
    copies = 0
    for place in range(ROW_PLACES):
        copies += state.rows[row, place] == kind
    return copies


@compiled(inline=True)
def can_pay(setup, state, kind, extra):
    """Whether the player can pay for a card, with ``extra`` more of the resource that its row asks for."""
    row = central_row(setup, kind)
    labor = state.labor - (extra if row == LABOR_ROW else 0)
    construction = state.construction - (0 if row == LABOR_ROW else extra)
    return setup.labor[kind] <= labor and setup.construction[kind] <= construction


@compiled
def pay(setup, state, kind, extra):
    """Pay for a card."""
    row = central_row(setup, kind)
    state.labor -= setup.labor[kind] + (extra if row == LABOR_ROW else 0)
    state.construction -= setup.construction[kind] + (0 if row == LABOR_ROW else extra)


@compiled
def buy_from_row(setup, state, row, place):
    """Pay for a card of a row and put it into the own discard, or for one more into the teammate's."""
    kind = state.rows[row, place]
    pay(setup, state, kind, state.for_mate)
    acquire(setup, state, teammate(setup, state.player) if state.for_mate else state.player, kind)
    state.for_mate = 0
    refill(setup, state, row, place)


@compiled
def buy_from_reserve(setup, state, kind):
    """Pay for a card of the own reserve."""
    pay(setup, state, kind, 0)
    take(state, state.player, RESERVE, kind)
    acquire(setup, state, state.player, kind)
