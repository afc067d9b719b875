"""The labor market and the design department: refilled at once, bought from, and shifted in the solitaire game."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from .actions import Act, CardAct, first_of
from .seats import teammate
from .second_thoughts import allow_way_back, go_back
from .stack import finish_step, put_question, top
from .state import LABOR_DECK, NOBODY, ROW_PLACES, Ask, Mode, Prepared, Row, State, Zone
from .zones import acquire, central_row, next_card, take


@compiled
def refill(setup: Prepared, state: State, row: Int, place: Int) -> None:
    """Fill a place that has become empty; in the solitaire game the cards left of it move to the right first."""
    if setup.mode == Mode.SOLITAIRE:
        for i in range(place, 0, -1):
            state.rows[row, i] = state.rows[row, i - 1]
        place = 0
    state.rows[row, place] = next_card(state, LABOR_DECK + row)


@compiled
def take_from_row(setup: Prepared, state: State, row: Int, place: Int) -> Int:
    """Take a card out of a row and refill it; return its kind."""
    kind = state.rows[row, place]
    refill(setup, state, row, place)
    return kind


@compiled
def find_in_row(state: State, row: Int, kind: Int) -> Int:
    """Return the rightmost place of a kind in a row; it is there."""
    place = ROW_PLACES - 1
    while place > 0 and state.rows[row, place] != kind:
        place -= 1
    return place


@compiled
def copies_in_row(state: State, row: Int, kind: Int) -> Int:
    """Number of equal cards in a row."""
    copies = 0
    for place in range(ROW_PLACES):
        copies += state.rows[row, place] == kind
    return copies


# Paying


@compiled(inline=True)
def can_pay(setup: Prepared, state: State, kind: Int, extra: Int) -> bool:
    """Whether the player can pay for a card, with ``extra`` more of the resource that its row asks for."""
    row = central_row(setup, kind)
    labor = state.labor - (extra if row == Row.LABOR else 0)
    construction = state.construction - (0 if row == Row.LABOR else extra)
    return setup.labor[kind] <= labor and setup.construction[kind] <= construction


@compiled
def pay(setup: Prepared, state: State, kind: Int, extra: Int) -> None:
    row = central_row(setup, kind)
    state.labor -= setup.labor[kind] + (extra if row == Row.LABOR else 0)
    state.construction -= setup.construction[kind] + (0 if row == Row.LABOR else extra)


@compiled
def buy_from_row(setup: Prepared, state: State, row: Int, place: Int) -> None:
    """Pay for a card of a row and put it into the own discard, or for one more into the teammate's."""
    kind = state.rows[row, place]
    pay(setup, state, kind, state.for_mate)
    acquire(setup, state, teammate(setup, state.player) if state.for_mate else state.player, kind)
    state.for_mate = 0
    refill(setup, state, row, place)


@compiled
def buy_from_reserve(setup: Prepared, state: State, kind: Int) -> None:
    """Pay for a card of the own reserve."""
    pay(setup, state, kind, 0)
    take(state, state.player, Zone.RESERVE, kind)
    acquire(setup, state, state.player, kind)


# Choosing


@compiled
def allow_rows(setup: Prepared, state: State, mask: Array, extra: Int) -> None:
    """Offer the cards of both rows that can be paid for."""
    start = first_of(setup, CardAct.BUY)
    for row in range(2):
        for place in range(ROW_PLACES):
            kind = state.rows[row, place]
            if kind != NOBODY and can_pay(setup, state, kind, extra):
                mask[start + kind] = 1


@compiled
def any_for_mate(setup: Prepared, state: State) -> bool:
    """Whether there is a card to be bought for the teammate."""
    for row in range(2):
        for place in range(ROW_PLACES):
            kind = state.rows[row, place]
            if kind != NOBODY and can_pay(setup, state, kind, 1):
                return True
    return False


@compiled
def allow_for_mate(setup: Prepared, state: State, mask: Array) -> None:
    allow_way_back(state, mask)
    allow_rows(setup, state, mask, 1)


@compiled
def buy_for_mate(setup: Prepared, state: State, action: Int) -> None:
    if action == Act.PASS:
        go_back(state)
    else:
        state.for_mate = 1
        take_wanted(setup, state, action - first_of(setup, CardAct.BUY))


@compiled
def take_wanted(setup: Prepared, state: State, kind: Int) -> None:
    """Take a card from its row; of equal cards the solitaire game asks which one, since they leave other rows."""
    row = central_row(setup, kind)
    if setup.mode == Mode.SOLITAIRE and copies_in_row(state, row, kind) > 1:
        state.wanted = kind
        put_question(state, Ask.COPY, state.seat)
    else:
        take_place(setup, state, row, find_in_row(state, row, kind))


@compiled
def allow_copies(state: State, mask: Array) -> None:
    for row in range(2):
        if copies_in_row(state, row, state.wanted) > 0:
            for place in range(ROW_PLACES):
                mask[Act.PLACE + row * ROW_PLACES + place] = state.rows[row, place] == state.wanted


@compiled
def take_copy(setup: Prepared, state: State, action: Int) -> None:
    place = action - Act.PLACE
    take_place(setup, state, place // ROW_PLACES, place % ROW_PLACES)


@compiled
def take_place(setup: Prepared, state: State, row: Int, place: Int) -> None:
    """Buy the card at a place of a row, or acquire it if a card's effect is what it is taken for."""
    if state.depth == 0:
        buy_from_row(setup, state, row, place)
        return
    frame = top(state)
    acquire(setup, state, frame.seat, take_from_row(setup, state, row, place))
    frame.done = 1
    finish_step(frame)
