"""Ballot: seats vote in secret, and seat 0 has to guess whether the number of yeses is odd. A test game.

First seat 0 may leave the game with a small sure win. If it stays, every other seat votes yes or no, one after the
other, and nobody sees the votes of others. Then seat 0 guesses; a right guess wins 1 and a wrong one loses 1, to the
others in equal shares. With the option ``look`` seat 0 may, for a fee, be told the answer before it guesses: it then
knows whether the number is odd and nothing more. Where votes are hidden they are redrawn uniformly.

Who could see the votes would always stay and win; as things are, staying is worth nothing on average, and with a look
one less the fee.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import Field

from cogitable.envs.table import (
    SETUP_FIELDS,
    TERMINATED,
    Game,
    Layout,
    Options,
    Part,
    Setup,
    compiled,
    state_fields,
)
from cogitable.envs.table.random import below

MAX_SEATS = 4
NO, YES, EVEN, ODD, LOOK, STAY, LEAVE = range(7)
NAMES = ("no", "yes", "even", "odd", "look", "stay", "leave")
START, VOTE, GUESS = range(3)
SURE, FEE = 0.5, 0.25
UNKNOWN, LOOKED_EVEN = 0, 10
STATE = np.dtype(
    [
        *state_fields(MAX_SEATS),
        ("ballot_vote", np.int8, (MAX_SEATS,)),
        ("stage", np.int8),
        ("cast", np.int8),  # seats 1 to this one have voted
        ("looked", np.int8),
        ("won", np.float32),  # by seat 0
    ],
    align=True,
)
SETUP = np.dtype([*SETUP_FIELDS, ("ballot_look", np.int8), ("open_votes", np.int8)], align=True)


class BallotOptions(Options):
    """Keyword options of Ballot."""

    num_players: int = Field(2, ge=2, le=MAX_SEATS, description="Seats at the table.")
    max_decisions: int = Field(10, ge=1, description="Decisions after which a game is cut off.")
    look: bool = Field(False, description="Whether seat 0 may look.")
    open_votes: bool = Field(False, description="A mistake on purpose: `appearance` shows the votes to everybody.")


def build(options: BallotOptions, setup: Any) -> None:
    setup.ballot_look, setup.open_votes = options.look, options.open_votes


@compiled
def deal(setup, state):
    pass


@compiled
def legal_actions(setup, state, mask):
    if state.stage == START:
        mask[STAY] = mask[LEAVE] = 1
    elif state.stage == VOTE:
        mask[NO] = mask[YES] = 1
    else:
        mask[EVEN] = mask[ODD] = 1
        mask[LOOK] = np.int8(setup.ballot_look != 0 and state.looked == 0)


@compiled
def apply(setup, state, action):
    if action == STAY:
        state.stage = VOTE
    elif action == LEAVE:
        finish(state, SURE)
    elif action == LOOK:
        state.looked = 1
    elif state.stage == VOTE:
        state.cast += 1
        state.ballot_vote[state.cast] = action
    else:
        right = action == EVEN + odd(setup, state)
        finish(state, (1.0 if right else -1.0) - FEE * state.looked)
    if state.stage == VOTE and state.cast == setup.seats - 1:
        state.stage = GUESS
    state.seat = state.cast + 1 if state.stage == VOTE else 0


@compiled
def finish(state, won):
    state.won = won
    state.over = TERMINATED


@compiled
def odd(setup, state):
    total = 0
    for seat in range(1, setup.seats):
        total += state.ballot_vote[seat]
    return total % 2


@compiled
def appearance(setup, state, action, seat):
    if state.stage == VOTE and seat != state.seat and setup.open_votes == 0:
        return UNKNOWN
    if action == LOOK and seat == 0:
        return LOOKED_EVEN + odd(setup, state)
    return action


@compiled
def write_public(setup, state, seat, out, start):
    out[start + state.stage] = 1
    out[start + 3] = state.cast
    out[start + 4] = state.looked
    out[start + 5] = np.float32(state.over != 0)
    for i in range(setup.seats):
        out[start + 6 + i] = np.float32((seat + i) % setup.seats == 0)
        out[start + 6 + MAX_SEATS + i] = 1


@compiled
def observe(setup, state, seat, out):
    if 0 < seat <= state.cast:
        out[state.ballot_vote[seat]] = 1
    if seat == 0 and state.looked:
        out[2 + odd(setup, state)] = 1
    write_public(setup, state, seat, out, 4)


@compiled
def reveal(setup, state, out):
    for seat in range(1, state.cast + 1):
        out[seat * 2 + np.int64(state.ballot_vote[seat])] = 1
    write_public(setup, state, 0, out, 2 * MAX_SEATS)


@compiled
def determinize(setup, state, seat):
    if state.over:
        return
    before = odd(setup, state)
    for voter in range(1, state.cast + 1):
        if voter != seat:
            state.ballot_vote[voter] = below(state.rng, 2)
    if seat == 0 and state.looked and odd(setup, state) != before:
        state.ballot_vote[1] = 1 - state.ballot_vote[1]


@compiled
def returns(setup, state, out):
    if state.over != TERMINATED:
        return
    out[0] = state.won
    for seat in range(1, setup.seats):
        out[seat] = -state.won / np.float32(setup.seats - 1)


def public_parts() -> list[Part]:
    return [
        Part("stage", (3,), "what is asked", ("start", "vote", "guess")),
        Part("cast", (1,), "votes cast"),
        Part("looked", (1,), "1 when seat 0 has looked"),
        Part("over", (1,), "1 at the end"),
        Part("guesser", (MAX_SEATS,), "1 for the seat that guesses"),
        Part("present", (MAX_SEATS,), "1 for every seat at the table"),
    ]


def layout(options: BallotOptions) -> Layout:
    own = Part("vote", (2,), "1 for the own vote", ("no", "yes"))
    return Layout(own, Part("answer", (2,), "1 for what was looked at", ("even", "odd")), *public_parts())


def full_layout(options: BallotOptions) -> Layout:
    return Layout(Part("votes", (MAX_SEATS, 2), "1 for the vote of each seat"), *public_parts())


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    lines = [f"stage {state.stage}, {state.cast} votes cast, looked {state.looked}, over {state.over}"]
    for voter in range(1, state.cast + 1):
        lines.append(f"seat {voter}: {NAMES[state.ballot_vote[voter]] if seat in (None, voter) else '?'}")
    if seat == 0 and state.looked:
        lines.append(NAMES[EVEN + sum(state.ballot_vote) % 2])
    return "\n".join(lines)


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    return "votes" if action in (NO, YES) and seat not in (None, state.seat) else NAMES[action]


GAME = Game(
    name="ballot",
    title="Ballot",
    module=__name__,
    options=BallotOptions,
    setup_dtype=SETUP,
    state_dtype=STATE,
    max_seats=MAX_SEATS,
    build=build,
    rules={
        "deal": deal,
        "legal_actions": legal_actions,
        "apply": apply,
        "observe": observe,
        "reveal": reveal,
        "determinize": determinize,
        "returns": returns,
        "appearance": appearance,
    },
    action_names=lambda options: NAMES,
    layout=layout,
    full_layout=full_layout,
    render_text=render_text,
    describe_action=describe_action,
)
