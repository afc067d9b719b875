"""Connect Four: a whole game on Cogitable's table, as an example of how to write your own.

The board is two sets of stones, one bit a cell: column c holds the bits 7 c to 7 c + 5 from the bottom up; bit 7 c + 6
stays empty, so that shifted boards never wrap from one column into the next.
"""

from __future__ import annotations

import numpy as np
from pydantic import Field

from cogitable.envs.table import TERMINATED, Game, Layout, Options, Part, compiled
from cogitable.envs.table.actions import Actions, Block, of
from cogitable.envs.table.piles import write_bits
from cogitable.envs.table.records import Array, Int, SetupRecord, StateRecord, int8, uint64
from cogitable.envs.table.spots import about, note

ROWS, COLUMNS = 6, 7
CELLS = np.array([1 << (7 * column + row) for row in range(ROWS) for column in range(COLUMNS)], np.uint64)
ACTIONS = Actions([Block("drop a stone", of("column", COLUMNS), "column {}")])


class State(StateRecord, seats=2):
    """What changes during a game."""

    stones: Array = uint64(2, things=COLUMNS * (ROWS + 1))  # sets of cells by seat
    height: Array = int8(COLUMNS, most=ROWS)
    winner: Int = int8(least=-1, below=2)  # -1 for none


class ConnectFourOptions(Options):
    """Keyword options of Connect Four."""

    num_players: int = Field(2, ge=2, le=2, description="Seats at the table.")
    max_decisions: int = Field(42, ge=1, description="Decisions after which a game is cut off.")


@compiled
def deal(setup: SetupRecord, state: State) -> None:
    state.winner = -1


@compiled
def legal_actions(setup: SetupRecord, state: State, mask: Array) -> None:
    for column in range(COLUMNS):
        mask[column] = state.height[column] < ROWS


@compiled
def apply(setup: SetupRecord, state: State, action: Int) -> None:
    seat = state.seat
    state.stones[seat] |= np.uint64(1) << np.uint64(7 * action + state.height[action])
    state.height[action] += 1
    if has_four(state.stones[seat]):
        state.winner = seat
        state.over = TERMINATED
    elif state.decisions == ROWS * COLUMNS - 1:
        state.over = TERMINATED
    state.seat = 1 - seat


@compiled
def has_four(stones: Int) -> bool:
    for step in (1, 6, 7, 8):  # upwards, and the three directions to the right
        pairs = stones & (stones >> np.uint64(step))
        if pairs & (pairs >> np.uint64(2 * step)) != np.uint64(0):
            return True
    return False


@compiled
def observe(setup: SetupRecord, state: State, seat: Int, out: Array) -> None:
    for side in range(2):
        stones = state.stones[(seat + side) % 2]
        write_bits(out, side * CELLS.size, stones, CELLS)


@compiled
def reveal(setup: SetupRecord, state: State, out: Array) -> None:
    observe(setup, state, 0, out)


@compiled
def determinize(setup: SetupRecord, state: State, seat: Int) -> None:
    pass  # nothing is hidden


@compiled
def returns(setup: SetupRecord, state: State, out: Array) -> None:
    if state.winner >= 0:
        out[state.winner] = 1.0
        out[1 - state.winner] = -1.0


def layout(options: ConnectFourOptions) -> Layout:
    sides, columns = ("own", "opponent's"), ACTIONS.names
    return Layout(Part("stones", (2, ROWS, COLUMNS), "1 where a stone lies; bottom row first", sides, columns))


def render_text(setup, state, seat: int | None) -> str:
    def cell(row: int, column: int) -> str:
        bit = np.uint64(7 * column + row)
        return "X" if state.stones[0] >> bit & np.uint64(1) else "O" if state.stones[1] >> bit & np.uint64(1) else "."

    rows = [" ".join(cell(row, column) for column in range(COLUMNS)) for row in reversed(range(ROWS))]
    return "\n".join([*rows, " ".join(str(c) for c in range(COLUMNS))])


def render_picture(setup, state, seat: int | None) -> np.ndarray:
    from PIL import Image, ImageDraw  # imported only by what draws

    cell = 90
    image = Image.new("RGB", (COLUMNS * cell, ROWS * cell), "#1f4e9c")
    draw = ImageDraw.Draw(image)
    for column in range(COLUMNS):
        note((column * cell, 0, cell, ROWS * cell), about(("column", column)))  # where a click drops a stone
        for row in range(ROWS):
            bit = np.uint64(1 << (7 * column + row))
            color = "#f2c43d" if state.stones[0] & bit else "#d8403a" if state.stones[1] & bit else "#dfe7f3"
            middle = ((column + 0.5) * cell, (ROWS - row - 0.5) * cell)
            draw.circle(middle, 0.4 * cell, color)
    return np.asarray(image).copy()


GAME = Game(
    name="connect_four",
    title="Connect Four",
    module=__name__,
    options=ConnectFourOptions,
    setup_dtype=SetupRecord.dtype(),
    state_dtype=State.dtype(),
    max_seats=2,
    build=lambda options, setup: None,
    rules={
        "deal": deal,
        "legal_actions": legal_actions,
        "apply": apply,
        "observe": observe,
        "reveal": reveal,
        "determinize": determinize,
        "returns": returns,
    },
    actions=lambda options: ACTIONS,
    layout=layout,
    full_layout=layout,
    render_text=render_text,
    render_picture=render_picture,
    public_views=True,
)
