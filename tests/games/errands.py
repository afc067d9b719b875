"""Errands: in its turn a seat runs two errands, one after the other or both at once. Nothing comes of it for anybody.

A test game in which turns have one decision or two, and all that is done comes to the same.
"""

from __future__ import annotations

import numpy as np

from cogitable.envs.table import TERMINATED, Game, Layout, Options, Part, compiled
from cogitable.envs.table.actions import ActionEnum, Actions, Block
from cogitable.envs.table.records import Array, Float, Int, SetupRecord, StateRecord, int8

ROUNDS, SEATS = 4, 2


class Act(ActionEnum):
    """What a seat may do."""

    ONE = Block("run an errand")
    BOTH = Block("run both")
    REST = Block("run the other or have a rest")


class State(StateRecord, seats=SEATS):
    """What changes during a game."""

    turn: Int = int8(most=ROUNDS * SEATS)
    midway: Int = int8(most=1)


class ErrandsOptions(Options):
    """Keyword options of Errands."""

    num_players: int = SEATS
    max_decisions: int = 2 * ROUNDS * SEATS


@compiled
def deal(setup: SetupRecord, state: State) -> None:
    pass


@compiled
def legal_actions(setup: SetupRecord, state: State, mask: Array) -> None:
    mask[Act.ONE] = 1
    mask[Act.REST if state.midway else Act.BOTH] = 1


@compiled
def apply(setup: SetupRecord, state: State, action: Int) -> None:
    if action == Act.ONE and not state.midway:
        state.midway = 1
        return
    state.midway = 0
    state.turn += 1
    state.seat = 1 - state.seat
    if state.turn == ROUNDS * SEATS:
        state.over = TERMINATED


@compiled
def observe(setup: SetupRecord, state: State, seat: Int, out: Array) -> None:
    out[0], out[1] = state.midway, state.turn


@compiled
def reveal(setup: SetupRecord, state: State, out: Array) -> None:
    observe(setup, state, 0, out)


@compiled
def determinize(setup: SetupRecord, state: State, seat: Int) -> None:
    pass


@compiled
def returns(setup: SetupRecord, state: State, out: Array) -> None:
    pass


@compiled
def clock(setup: SetupRecord, state: State) -> Float:
    return np.int64(state.turn) / SEATS


def layout(options: ErrandsOptions) -> Layout:
    return Layout(
        Part("midway", (), "whether one errand has been run", most=1),
        Part("turn", (), "turns that are over", most=ROUNDS * SEATS),
    )


GAME = Game(
    name="errands",
    title="Errands",
    module=__name__,
    options=ErrandsOptions,
    setup_dtype=SetupRecord.dtype(),
    state_dtype=State.dtype(),
    max_seats=SEATS,
    build=lambda options, setup: None,
    rules={
        "deal": deal,
        "legal_actions": legal_actions,
        "apply": apply,
        "observe": observe,
        "reveal": reveal,
        "determinize": determinize,
        "returns": returns,
        "clock": clock,
    },
    actions=lambda options: Actions(Act.blocks()),
    layout=layout,
    full_layout=layout,
    render_text=lambda setup, state, seat: f"turn {state.turn}, {'midway' if state.midway else 'at the start'}",
)
