"""Toll: every decision earns the NEXT seat a point. A test game in which rewards come on other seats' moves."""

from __future__ import annotations

from cogitable.envs.table import TERMINATED, Game, Layout, Options, Part, compiled
from cogitable.envs.table.actions import ActionEnum, Actions, Block
from cogitable.envs.table.records import Array, Int, SetupRecord, StateRecord, float32

ROUNDS, SEATS = 2, 3


class Act(ActionEnum):
    PASS = Block("pass")
    NEVER = Block("what is never legal")


class State(StateRecord, seats=SEATS):
    """What changes during a game."""

    toll_points: Array = float32(SEATS, least=-1000, most=1000.0)


class TollOptions(Options):
    """Keyword options of Toll."""

    num_players: int = SEATS
    max_decisions: int = 100


@compiled
def deal(setup: SetupRecord, state: State) -> None:
    pass


@compiled
def legal_actions(setup: SetupRecord, state: State, mask: Array) -> None:
    mask[Act.PASS] = 1


@compiled
def apply(setup: SetupRecord, state: State, action: Int) -> None:
    state.seat = (state.seat + 1) % SEATS
    state.toll_points[state.seat] += 1
    if state.decisions == ROUNDS * SEATS - 1:
        state.over = TERMINATED


@compiled
def observe(setup: SetupRecord, state: State, seat: Int, out: Array) -> None:
    for i in range(SEATS):
        out[i] = state.toll_points[(seat + i) % SEATS]


@compiled
def reveal(setup: SetupRecord, state: State, out: Array) -> None:
    observe(setup, state, 0, out)


@compiled
def determinize(setup: SetupRecord, state: State, seat: Int) -> None:
    pass


@compiled
def returns(setup: SetupRecord, state: State, out: Array) -> None:
    for seat in range(SEATS):
        out[seat] = state.toll_points[seat]


def layout(options: TollOptions) -> Layout:
    return Layout(Part("points", (SEATS,), "points of each seat, own seat first", most=ROUNDS * SEATS))


GAME = Game(
    name="toll",
    title="Toll",
    module=__name__,
    options=TollOptions,
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
    },
    actions=lambda options: Actions(Act.blocks()),
    layout=layout,
    full_layout=layout,
    render_text=lambda setup, state, seat: str(state.toll_points.tolist()),
    rewards="general",
)
