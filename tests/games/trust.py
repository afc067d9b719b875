"""Trust: one seat risks a point or does not, the other then gives it a point or takes one; twice. Its heuristic gives.

A test game in which all depends on who the other is.
"""

from __future__ import annotations

from cogitable.agents.heuristics import supply
from cogitable.envs.table import TERMINATED, Game, Layout, Options, Part, compiled
from cogitable.envs.table.actions import ActionEnum, Actions, Block
from cogitable.envs.table.records import Array, Int, SetupRecord, StateRecord, int8

ROUNDS, SEATS = 2, 2
RISKS, ANSWERS = 0, 1
"""The seats."""


class Act(ActionEnum):
    """What a seat may do."""

    SAFE = Block("risk nothing")
    RISK = Block("risk a point")
    GIVE = Block("give a point, if one is at risk")
    TAKE = Block("take it")


class State(StateRecord, seats=SEATS):
    """What changes during a game."""

    gained: Int = int8(least=-ROUNDS, most=ROUNDS)
    risked: Int = int8(most=1)


class TrustOptions(Options):
    """Keyword options of Trust."""

    num_players: int = SEATS
    max_decisions: int = 2 * ROUNDS


@compiled
def deal(setup: SetupRecord, state: State) -> None:
    pass


@compiled
def legal_actions(setup: SetupRecord, state: State, mask: Array) -> None:
    mask[Act.SAFE if state.seat == RISKS else Act.GIVE] = 1
    mask[Act.RISK if state.seat == RISKS else Act.TAKE] = 1


@compiled
def apply(setup: SetupRecord, state: State, action: Int) -> None:
    if state.seat == RISKS:
        state.risked = action == Act.RISK
    elif state.risked != 0:
        state.gained += 1 if action == Act.GIVE else -1
    state.seat = 1 - state.seat
    if state.decisions == 2 * ROUNDS - 1:
        state.over = TERMINATED


@compiled
def observe(setup: SetupRecord, state: State, seat: Int, out: Array) -> None:
    out[0], out[1] = state.gained, state.risked


@compiled
def reveal(setup: SetupRecord, state: State, out: Array) -> None:
    observe(setup, state, 0, out)


@compiled
def determinize(setup: SetupRecord, state: State, seat: Int) -> None:
    pass


@compiled
def returns(setup: SetupRecord, state: State, out: Array) -> None:
    out[RISKS], out[ANSWERS] = state.gained, -state.gained


@compiled
def choose(setup: SetupRecord, state: State, mask: Array) -> Int:
    return Act.SAFE if state.seat == RISKS else Act.GIVE


def layout(options: TrustOptions) -> Layout:
    return Layout(
        Part("gained", (), "what has been won by risks", least=-ROUNDS, most=ROUNDS),
        Part("risked", (), "whether a point is at risk", most=1),
    )


GAME = Game(
    name="trust",
    title="Trust",
    module=__name__,
    options=TrustOptions,
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
    render_text=lambda setup, state, seat: f"gained {state.gained}, at risk {state.risked}",
)
supply(State.dtype(), choose=choose)
