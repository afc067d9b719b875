"""Ballot: seats vote in secret, and seat 0 has to guess whether the number of yeses is odd. A test game.

First seat 0 may leave the game with a small sure win. If it stays, every other seat votes yes or no, one after the
other, and nobody sees the votes of others. Then seat 0 guesses; a right guess wins 1 and a wrong one loses 1, to the
others in equal shares. With the option ``look`` seat 0 may, for a fee, be told the answer before it guesses: it then
knows whether the number is odd and nothing more. Where votes are hidden they are redrawn uniformly. With the option
``some_vote`` seats from 2 on do only if the deal has called them, and nobody else notices who has; with ``late_count``
seat 0 sees how many of these have said yes so far.

Who could see the votes would always stay and win; as things are, staying is worth nothing on average, and with a look
one less the fee.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import Field

from cogitable.envs.table import TERMINATED, Game, Layout, Options, Part, Setup, compiled
from cogitable.envs.table.actions import ActionEnum, Actions, Block
from cogitable.envs.table.named import Named, texts
from cogitable.envs.table.questions import Question, Questions
from cogitable.envs.table.random import below
from cogitable.envs.table.records import Array, Float, Int, SetupRecord, StateRecord, float32, int8
from cogitable.envs.table.rules import UNPERCEIVED

MAX_SEATS = 4
SURE, FEE = 0.5, 0.25
UNKNOWN, LOOKED_EVEN = 0, 10


class Act(ActionEnum):
    """What a seat may answer."""

    NO = Block("vote no")
    YES = Block("vote yes")
    EVEN = Block("guess that the number of yeses is even")
    ODD = Block("guess that it is odd")
    LOOK = Block("be told whether it is, for a fee")
    STAY = Block("stay in the game")
    LEAVE = Block("leave it with a small sure win")


ACTIONS = Actions(Act.blocks())


class Stage(Named):
    """What is asked."""

    START = "start"
    VOTE = "vote"
    GUESS = "guess"


class State(StateRecord, seats=MAX_SEATS):
    """What changes during a game."""

    ballot_vote: Array = int8(MAX_SEATS, most=2)
    stage: Int = int8(most=2)
    cast: Int = int8(below=MAX_SEATS)  # seats 1 to this one have voted
    looked: Int = int8(most=1)
    called: Array = int8(MAX_SEATS, most=1)  # whether a seat votes
    won: Float = float32(least=-2, most=1.0)  # by seat 0


class Prepared(SetupRecord):
    """What the options make of the game."""

    ballot_look: Int = int8()
    open_votes: Int = int8()
    some_vote: Int = int8()
    late_count: Int = int8()


class BallotOptions(Options):
    """Keyword options of Ballot."""

    num_players: int = Field(2, ge=2, le=MAX_SEATS, description="Seats at the table.")
    max_decisions: int = Field(10, ge=1, description="Decisions after which a game is cut off.")
    look: bool = Field(False, description="Whether seat 0 may look.")
    some_vote: bool = Field(False, description="Whether from seat 2 on only some vote, unnoticed.")
    late_count: bool = Field(False, description="Whether seat 0 sees how many seats from 2 on have said yes.")
    open_votes: bool = Field(False, description="A mistake on purpose: `appearance` shows the votes to everybody.")


def build(options: BallotOptions, setup: Any) -> None:
    setup.ballot_look, setup.open_votes, setup.some_vote = options.look, options.open_votes, options.some_vote
    setup.late_count = options.late_count


@compiled
def call(setup: Prepared, state: State, seat: Int) -> None:
    state.called[seat] = below(state.rng, 2) if setup.some_vote != 0 and seat > 1 else 1


@compiled
def deal(setup: Prepared, state: State) -> None:
    for seat in range(1, setup.seats):
        call(setup, state, seat)


@compiled
def allow_start(mask: Array) -> None:
    mask[Act.STAY] = mask[Act.LEAVE] = 1


@compiled
def start(setup: Prepared, state: State, action: Int) -> None:
    if action == Act.LEAVE:
        finish(state, SURE)
    else:
        state.stage = Stage.VOTE
        ask_next(setup, state)


@compiled
def ask_next(setup: Prepared, state: State) -> None:
    while state.cast < setup.seats - 1 and state.called[state.cast + 1] == 0:
        state.cast += 1
    if state.cast == setup.seats - 1:
        state.stage = Stage.GUESS
        state.seat = 0
    else:
        state.seat = state.cast + 1


@compiled
def allow_votes(mask: Array) -> None:
    mask[Act.NO] = mask[Act.YES] = 1


@compiled
def vote(setup: Prepared, state: State, action: Int) -> None:
    state.cast += 1
    state.ballot_vote[state.cast] = action
    ask_next(setup, state)


@compiled
def allow_guesses(setup: Prepared, state: State, mask: Array) -> None:
    mask[Act.EVEN] = mask[Act.ODD] = 1
    mask[Act.LOOK] = np.int8(setup.ballot_look != 0 and state.looked == 0)


@compiled
def guess(setup: Prepared, state: State, action: Int) -> None:
    if action == Act.LOOK:
        state.looked = 1
    else:
        right = action == Act.EVEN + odd(setup, state)
        finish(state, (1.0 if right else -1.0) - FEE * state.looked)


@compiled
def finish(state: State, won: Float) -> None:
    state.won = won
    state.over = TERMINATED


@compiled
def odd(setup: Prepared, state: State) -> Int:
    total = 0
    for seat in range(1, setup.seats):
        total += state.ballot_vote[seat]
    return total % 2


@compiled
def late_yeses(state: State) -> Int:
    total = 0
    for seat in range(2, MAX_SEATS):
        total += state.ballot_vote[seat]
    return total


@compiled
def appearance(setup: Prepared, state: State, action: Int, seat: Int) -> Int:
    if state.stage == Stage.VOTE and seat != state.seat and setup.open_votes == 0:
        return UNKNOWN if setup.some_vote == 0 or state.seat == 1 else UNPERCEIVED
    if action == Act.LOOK and seat == 0:
        return LOOKED_EVEN + odd(setup, state)
    return action


QUESTIONS = Questions(
    Question(Stage.START, allow_start, start),
    Question(Stage.VOTE, allow_votes, vote),
    Question(Stage.GUESS, allow_guesses, guess),
    on="state.stage",
)


@compiled
def write_public(setup: Prepared, state: State, seat: Int, out: Array, start: Int) -> None:
    stage = np.int64(state.stage)
    if setup.some_vote != 0 and stage == Stage.VOTE and seat != state.seat > 1:
        stage = np.int64(Stage.GUESS)
    out[start + stage] = 1
    out[start + 3] = state.cast if setup.some_vote == 0 else 0
    out[start + 4] = state.looked
    out[start + 5] = np.float32(state.over != 0)
    for i in range(setup.seats):
        out[start + 6 + i] = np.float32((seat + i) % setup.seats == 0)
        out[start + 6 + MAX_SEATS + i] = 1


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    if 0 < seat <= state.cast and state.called[seat] != 0:
        out[state.ballot_vote[seat]] = 1
    if seat == 0 and state.looked:
        out[2 + odd(setup, state)] = 1
    if seat == 0 and setup.late_count != 0:
        out[4] = late_yeses(state)
    write_public(setup, state, seat, out, 5)


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    for seat in range(1, state.cast + 1):
        out[seat * 2 + np.int64(state.ballot_vote[seat])] = 1
    write_public(setup, state, 0, out, 2 * MAX_SEATS)


@compiled
def determinize(setup: Prepared, state: State, seat: Int) -> None:
    if state.over:
        return
    before, late = odd(setup, state), late_yeses(state)
    redraw_votes(setup, state, seat)
    while seat == 0 and setup.late_count != 0 and late_yeses(state) != late:
        redraw_votes(setup, state, seat)
    if seat == 0 and state.looked and odd(setup, state) != before:
        state.ballot_vote[1] = 1 - state.ballot_vote[1]


@compiled
def redraw_votes(setup: Prepared, state: State, seat: Int) -> None:
    for voter in range(1, setup.seats):
        if voter != seat:
            call(setup, state, voter)
            if voter <= state.cast:
                state.ballot_vote[voter] = below(state.rng, 2) if state.called[voter] != 0 else 0


@compiled
def returns(setup: Prepared, state: State, out: Array) -> None:
    if state.over != TERMINATED:
        return
    out[0] = state.won
    for seat in range(1, setup.seats):
        out[seat] = -state.won / np.float32(setup.seats - 1)


def public_parts() -> list[Part]:
    return [
        Part("stage", (3,), "what is asked", texts(Stage)),
        Part("cast", (1,), "votes cast", most=MAX_SEATS),
        Part("looked", (1,), "1 when seat 0 has looked"),
        Part("over", (1,), "1 at the end"),
        Part("guesser", (MAX_SEATS,), "1 for the seat that guesses"),
        Part("present", (MAX_SEATS,), "1 for every seat at the table"),
    ]


def layout(options: BallotOptions) -> Layout:
    own = Part("vote", (2,), "1 for the own vote", ("no", "yes"))
    answer = Part("answer", (2,), "1 for what was looked at", ("even", "odd"))
    late = Part("late", (1,), "seats from 2 on that have said yes, where that is seen", most=2)
    return Layout(own, answer, late, *public_parts())


def full_layout(options: BallotOptions) -> Layout:
    return Layout(Part("votes", (MAX_SEATS, 2), "1 for the vote of each seat"), *public_parts())


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    lines = [f"stage {state.stage}, {state.cast} votes cast, looked {state.looked}, over {state.over}"]
    for voter in range(1, state.cast + 1):
        lines.append(f"seat {voter}: {ACTIONS.names[state.ballot_vote[voter]] if seat in (None, voter) else '?'}")
    if seat == 0 and state.looked:
        lines.append(ACTIONS.names[Act.EVEN + sum(state.ballot_vote) % 2])
    return "\n".join(lines)


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    return "votes" if action in (Act.NO, Act.YES) and seat not in (None, state.seat) else ACTIONS.names[action]


GAME = Game(
    name="ballot",
    title="Ballot",
    module=__name__,
    options=BallotOptions,
    setup_dtype=Prepared.dtype(),
    state_dtype=State.dtype(),
    max_seats=MAX_SEATS,
    build=build,
    rules={
        "deal": deal,
        "legal_actions": QUESTIONS.allow,
        "apply": QUESTIONS.answer,
        "observe": observe,
        "reveal": reveal,
        "determinize": determinize,
        "returns": returns,
        "appearance": appearance,
    },
    actions=lambda options: ACTIONS,
    questions=QUESTIONS,
    layout=layout,
    full_layout=full_layout,
    render_text=render_text,
    describe_action=describe_action,
)
