"""Toll: every decision earns the NEXT seat a point. A test game in which rewards come on other seats' moves."""

from __future__ import annotations

import numpy as np

from cogitable.envs.table import (
    SETUP_FIELDS,
    TERMINATED,
    Game,
    Layout,
    Options,
    Part,
    compiled,
    state_fields,
)

ROUNDS, SEATS = 2, 3
STATE = np.dtype([*state_fields(SEATS), ("toll_points", np.float32, (SEATS,))], align=True)
SETUP = np.dtype([*SETUP_FIELDS, ("toll", np.int8)], align=True)


class TollOptions(Options):
    """Keyword options of Toll."""

    num_players: int = SEATS
    max_decisions: int = 100


@compiled
def deal(setup, state):
    pass


@compiled
def legal_actions(setup, state, mask):
    mask[0] = 1


@compiled
def apply(setup, state, action):
    state.seat = (state.seat + 1) % SEATS
    state.toll_points[state.seat] += 1
    if state.decisions == ROUNDS * SEATS - 1:
        state.over = TERMINATED


@compiled
def observe(setup, state, seat, out):
    for i in range(SEATS):
        out[i] = state.toll_points[(seat + i) % SEATS]


@compiled
def reveal(setup, state, out):
    observe(setup, state, 0, out)


@compiled
def determinize(setup, state, seat):
    pass


@compiled
def returns(setup, state, out):
    for seat in range(SEATS):
        out[seat] = state.toll_points[seat]


def layout(options: TollOptions) -> Layout:
    return Layout(Part("points", (SEATS,), "points of each seat, own seat first"))


GAME = Game(
    name="toll",
    title="Toll",
    module=__name__,
    options=TollOptions,
    setup_dtype=SETUP,
    state_dtype=STATE,
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
    },
    action_names=lambda options: ["pass", "never"],
    layout=layout,
    full_layout=layout,
    render_text=lambda setup, state, seat: str(state.toll_points.tolist()),
    rewards="general",
)
