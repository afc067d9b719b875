"""Leduc poker: a whole game of two rounds of betting, small enough to be solved by enumeration.

RULES. Two seats. The deck has six cards: three ranks, two of each. Both seats ante a chip and are dealt a card that
only they see. Seat 0 speaks first in both rounds. A seat whose opponent has bet folds, calls (puts in as much as it
lacks) or raises (calls, and puts in a bet on top); a seat that lacks nothing checks (the action "call") or bets (the
action "raise"). A bet is two chips in the first round and four in the second, and each round allows two bets. A round
ends as soon as both seats have spoken and neither lacks anything. After the first one a card from the deck is turned
up for both. After the second one the seats show: whoever holds the rank of the open card takes the pot, else the
higher rank does, and equal ranks share it. A seat that folds loses what it has put in. Returns are chips won or lost.

The game is that of Southey and others, Bayes' Bluff: Opponent Modelling in Poker (2005).
"""

from __future__ import annotations

from typing import Any

from pydantic import Field

from cogitable.envs.table import TERMINATED, Game, Layout, Options, Part, Setup, compiled
from cogitable.envs.table.actions import ActionEnum, Actions, Block
from cogitable.envs.table.events import Telling, tell
from cogitable.envs.table.random import shuffle
from cogitable.envs.table.records import Array, Int, SetupRecord, StateRecord, int8
from cogitable.envs.table.seats import seat_name
from cogitable.envs.table.sets import one

RANKS, CARDS, ROUNDS, MOST_BETS = 3, 6, 2, 2
OPEN = 2  # where the open card lies in the deck, behind those of the seats
RANK_NAMES = ("jack", "queen", "king")
MOST_CHIPS = 13  # the ante, and two bets in each round


class Act(ActionEnum):
    """What a seat may do."""

    FOLD = Block("fold")
    CALL = Block("call, or check where nothing is lacking")
    RAISE = Block("raise, or bet where nobody has bet")


DEALT, OPENED, TAKES = 0, 1, 2
"""Kinds of events: a seat's card, the open card, and who takes how many chips."""


class State(StateRecord, seats=2, events=4):
    """What changes during a game."""

    leduc_deck: Array = int8(CARDS, below=CARDS)  # seat s holds card s; card c has rank c // 2
    chips: Array = int8(2, most=MOST_CHIPS)
    bets: Array = int8(ROUNDS, most=MOST_BETS)
    opener: Array = int8(ROUNDS, least=-1, below=2)  # who bet first in each round, -1 for nobody
    betting: Int = int8(below=ROUNDS)  # the round, from 0
    spoken: Int = int8(most=16)  # decisions in this round
    folded: Int = int8(least=-1, below=2)  # the seat that folded, -1 for none


class LeducOptions(Options):
    """Keyword options of Leduc poker."""

    num_players: int = Field(2, ge=2, le=2, description="Seats at the table.")
    max_decisions: int = Field(16, ge=1, description="Decisions after which a game is cut off.")


@compiled
def rank(card: Int) -> Int:
    return card // 2


@compiled
def deal(setup: SetupRecord, state: State) -> None:
    for card in range(CARDS):
        state.leduc_deck[card] = card
    shuffle(state.rng, state.leduc_deck, 0, CARDS)
    for seat in range(2):
        state.chips[seat] = 1
        tell(state, DEALT, seat, rank(state.leduc_deck[seat]), to=one(seat))
    state.folded = -1
    state.opener[:] = -1


@compiled
def lacking(state: State) -> Int:
    return state.chips[1 - state.seat] - state.chips[state.seat]


@compiled
def legal_actions(setup: SetupRecord, state: State, mask: Array) -> None:
    mask[Act.FOLD] = lacking(state) > 0
    mask[Act.CALL] = 1
    mask[Act.RAISE] = state.bets[state.betting] < MOST_BETS


@compiled
def apply(setup: SetupRecord, state: State, action: Int) -> None:
    seat = state.seat
    if action == Act.FOLD:
        state.folded = seat
        finish(state)
        return
    state.chips[seat] += lacking(state)
    if action == Act.RAISE:
        state.chips[seat] += 2 * (state.betting + 1)
        state.bets[state.betting] += 1
        if state.opener[state.betting] < 0:
            state.opener[state.betting] = seat
    state.spoken += 1
    state.seat = 1 - seat
    if action == Act.CALL and state.spoken >= 2:
        end_round(state)


@compiled
def end_round(state: State) -> None:
    if state.betting == ROUNDS - 1:
        finish(state)
        return
    state.betting += 1
    state.spoken = 0
    state.seat = 0
    tell(state, OPENED, -1, rank(state.leduc_deck[OPEN]))


@compiled
def finish(state: State) -> None:
    state.over = TERMINATED
    taker = winner(state)
    if taker >= 0:
        tell(state, TAKES, taker, amount=state.chips[0] + state.chips[1])


@compiled
def winner(state: State) -> Int:
    """Return the seat that takes the pot of a game that is over, -1 if it is shared."""
    if state.folded >= 0:
        return 1 - state.folded
    first, second, shown = rank(state.leduc_deck[0]), rank(state.leduc_deck[1]), rank(state.leduc_deck[OPEN])
    if first == second:
        return -1
    if shown in (first, second):
        return 0 if first == shown else 1
    return 0 if first > second else 1


@compiled
def write_public(setup: SetupRecord, state: State, seat: Int, out: Array, start: Int) -> None:
    out[start] = state.betting
    out[start + 1] = state.spoken
    for i in range(2):
        out[start + 2 + i] = state.chips[(seat + i) % 2] / MOST_CHIPS
        out[start + 4 + i] = state.bets[i]
        if state.opener[i] >= 0:
            out[start + 6 + i] = 1 if state.opener[i] == seat else -1
    out[start + 8] = seat
    if state.betting > 0:
        out[start + 9 + rank(state.leduc_deck[OPEN])] = 1


@compiled
def observe(setup: SetupRecord, state: State, seat: Int, out: Array) -> None:
    out[rank(state.leduc_deck[seat])] = 1
    write_public(setup, state, seat, out, RANKS)


@compiled
def reveal(setup: SetupRecord, state: State, out: Array) -> None:
    for place in range(CARDS):
        out[place * RANKS + rank(state.leduc_deck[place])] = 1
    write_public(setup, state, 0, out, CARDS * RANKS)


@compiled
def determinize(setup: SetupRecord, state: State, seat: Int) -> None:
    deck, own, shown = state.leduc_deck, CARDS - 1, CARDS - 2
    deck[seat], deck[own] = deck[own], deck[seat]
    if state.betting > 0:
        deck[OPEN], deck[shown] = deck[shown], deck[OPEN]
    shuffle(state.rng, deck, 0, own if state.betting == 0 else shown)
    if state.betting > 0:
        deck[OPEN], deck[shown] = deck[shown], deck[OPEN]
    deck[seat], deck[own] = deck[own], deck[seat]


@compiled
def returns(setup: SetupRecord, state: State, out: Array) -> None:
    if state.over == 0:
        return
    taker = winner(state)
    if taker >= 0:
        out[taker] = state.chips[1 - taker]
        out[1 - taker] = -state.chips[1 - taker]


def public_parts() -> list[Part]:
    return [
        Part("round", (), "0 before the open card, 1 after it"),
        Part("spoken", (), "decisions in this round", most=4),
        Part("chips", (2,), "chips in the pot, own first, as a share of the most"),
        Part("bets", (ROUNDS,), "bets in each round", most=2),
        Part(
            "opener",
            (ROUNDS,),
            "who bet first in each round: 1 for this seat, -1 for the other, 0 for nobody",
            least=-1,
        ),
        Part("place", (), "0 for the seat that speaks first, 1 for the other"),
        Part("open", (RANKS,), "1 for the rank of the open card", RANK_NAMES),
    ]


def layout(options: LeducOptions) -> Layout:
    return Layout(Part("card", (RANKS,), "1 for the rank of the own card", RANK_NAMES), *public_parts())


def full_layout(options: LeducOptions) -> Layout:
    places = ("seat 0", "seat 1", "open card", "4th card", "5th card", "6th card")
    return Layout(Part("cards", (CARDS, RANKS), "1 for the rank at each place of the deck", places), *public_parts())


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    names = [RANK_NAMES[card // 2] for card in state.leduc_deck]
    lines = [
        f"seat {other}: {names[other] if seat in (None, other) else '?'}, {state.chips[other]} chips in the pot"
        for other in range(2)
    ]
    return "\n".join([*lines, f"round {state.betting + 1}, open card: {names[OPEN] if state.betting else '-'}"])


def tell_of_deal(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{seat_name(event.who)} is dealt a {RANK_NAMES[event.thing]}"


def tell_of_card(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"the open card is a {RANK_NAMES[event.thing]}"


def tell_of_end(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"{seat_name(event.who)} takes {event.amount} chips"


GAME = Game(
    name="leduc_poker",
    title="Leduc poker",
    module=__name__,
    options=LeducOptions,
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
    actions=lambda options: Actions(Act.blocks()),
    layout=layout,
    full_layout=full_layout,
    render_text=render_text,
    events={DEALT: tell_of_deal, OPENED: tell_of_card, TAKES: tell_of_end},
)
