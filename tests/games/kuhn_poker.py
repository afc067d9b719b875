"""Kuhn poker for two to four seats: the smallest game with hidden cards.

n seats share a deck of n + 1 cards, one each, and ante a chip. In turn each seat passes or bets one chip; after the
first bet every other seat, clockwise, calls with a chip of its own (the action "bet") or folds ("pass"). The highest
card among those who have not folded takes the pot; when nobody has bet, all show their cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pydantic import Field

from cogitable.envs.table import TERMINATED, Game, Layout, Options, Part, Setup, compiled
from cogitable.envs.table.actions import ActionEnum, Actions, Block
from cogitable.envs.table.events import Telling, tell
from cogitable.envs.table.random import shuffle
from cogitable.envs.table.records import Array, Int, SetupRecord, StateRecord, int8
from cogitable.envs.table.sets import one

MAX_SEATS = 4


class Act(ActionEnum):
    """What a seat may do."""

    PASS = Block("pass; after a bet, fold")
    BET = Block("bet a chip; after a bet, call")


DEALT, TAKES = 0, 1
"""Kinds of events: a seat's card, and who takes how many chips."""


class State(StateRecord, seats=MAX_SEATS, events=MAX_SEATS):
    """What changes during a game."""

    kuhn_deck: Array = int8(MAX_SEATS + 1, below=MAX_SEATS + 1)  # seat s holds card s; the last is nobody's
    stake: Array = int8(MAX_SEATS, most=2)
    folded: Array = int8(MAX_SEATS, most=1)
    bettor: Int = int8(least=-1, below=MAX_SEATS)
    taker: Int = int8(least=-1, below=MAX_SEATS)


class KuhnOptions(Options):
    """Keyword options of Kuhn poker."""

    num_players: int = Field(2, ge=2, le=MAX_SEATS, description="Seats at the table.")
    max_decisions: int = Field(2 * MAX_SEATS, ge=1, description="Decisions after which a game is cut off.")


@compiled
def deal(setup: SetupRecord, state: State) -> None:
    for card in range(setup.seats + 1):
        state.kuhn_deck[card] = card
    shuffle(state.rng, state.kuhn_deck, 0, setup.seats + 1)
    for seat in range(setup.seats):
        state.stake[seat] = 1
        tell(state, DEALT, seat, state.kuhn_deck[seat], to=one(seat))
    state.bettor = -1
    state.taker = -1


@compiled
def legal_actions(setup: SetupRecord, state: State, mask: Array) -> None:
    mask[Act.PASS] = 1
    mask[Act.BET] = 1


@compiled
def apply(setup: SetupRecord, state: State, action: Int) -> None:
    seat = state.seat
    if action == Act.BET:
        state.stake[seat] += 1
        if state.bettor < 0:
            state.bettor = seat
    elif state.bettor >= 0:
        state.folded[seat] = 1
    following = (seat + 1) % setup.seats
    everybody_passed = state.bettor < 0 and following == 0
    if everybody_passed or following == state.bettor:
        state.taker = best_seat(setup, state)
        tell(state, TAKES, state.taker, amount=pot(setup, state))
        state.over = TERMINATED
    state.seat = following


@compiled
def pot(setup: SetupRecord, state: State) -> Int:
    chips = 0
    for seat in range(setup.seats):
        chips += state.stake[seat]
    return chips


@compiled
def best_seat(setup: SetupRecord, state: State) -> Int:
    best = -1
    for seat in range(setup.seats):
        if state.folded[seat] == 0 and (best < 0 or state.kuhn_deck[seat] > state.kuhn_deck[best]):
            best = seat
    return best


@compiled
def write_public(setup: SetupRecord, state: State, seat: Int, out: Array, start: Int) -> None:
    for i in range(setup.seats):
        other = (seat + i) % setup.seats
        out[start + i] = 1
        out[start + MAX_SEATS + i] = state.stake[other]
        out[start + 2 * MAX_SEATS + i] = state.folded[other]
        out[start + 3 * MAX_SEATS + i] = np.float32(state.bettor == other)
        out[start + 4 * MAX_SEATS + i] = np.float32(other == 0)


@compiled
def observe(setup: SetupRecord, state: State, seat: Int, out: Array) -> None:
    out[state.kuhn_deck[seat]] = 1
    write_public(setup, state, seat, out, MAX_SEATS + 1)


@compiled
def reveal(setup: SetupRecord, state: State, out: Array) -> None:
    for place in range(setup.seats + 1):
        out[place * (MAX_SEATS + 1) + state.kuhn_deck[place]] = 1
    write_public(setup, state, 0, out, (MAX_SEATS + 1) ** 2)


@compiled
def determinize(setup: SetupRecord, state: State, seat: Int) -> None:
    last = setup.seats
    deck = state.kuhn_deck
    deck[seat], deck[last] = deck[last], deck[seat]
    shuffle(state.rng, deck, 0, last)
    deck[seat], deck[last] = deck[last], deck[seat]


@compiled
def returns(setup: SetupRecord, state: State, out: Array) -> None:
    if state.taker < 0:
        return
    for seat in range(setup.seats):
        out[seat] -= state.stake[seat]
        out[state.taker] += state.stake[seat]


def public_parts() -> list[Part]:
    seats = (MAX_SEATS,)
    return [
        Part("present", seats, "1 for every seat at the table, clockwise"),
        Part("stake", seats, "chips in the pot", most=2),
        Part("folded", seats, "1 for a seat that has folded"),
        Part("bettor", seats, "1 for the seat that bet first"),
        Part("starter", seats, "1 for the seat that spoke first"),
    ]


def layout(options: KuhnOptions) -> Layout:
    cards = tuple(str(card) for card in range(MAX_SEATS + 1))
    return Layout(Part("card", (MAX_SEATS + 1,), "1 for the own card", cards), *public_parts())


def full_layout(options: KuhnOptions) -> Layout:
    places = (*(f"seat {seat}" for seat in range(MAX_SEATS)), "last")
    cards = Part("cards", (MAX_SEATS + 1, MAX_SEATS + 1), "1 for the card at each place, the undealt one last", places)
    return Layout(cards, *public_parts())


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    lines = []
    for other in range(setup.num_seats):
        card = state.kuhn_deck[other] if seat in (None, other) else "?"
        folded = " folded" if state.folded[other] else ""
        lines.append(f"seat {other}: card {card} stake {state.stake[other]}{folded}")
    return "\n".join(lines)


def tell_of_deal(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"player_{event.who} is dealt {event.thing}"


def tell_of_end(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"player_{event.who} takes {event.amount} chips"


def check(setup: Setup, state: Any) -> None:
    seats = setup.num_seats
    if sorted(state.kuhn_deck[: seats + 1]) != list(range(seats + 1)):
        raise ValueError(f"the deck is {state.kuhn_deck.tolist()}")
    if state.folded.sum() >= seats:
        raise ValueError("everybody has folded")


GAME = Game(
    name="kuhn_poker",
    title="Kuhn poker",
    module=__name__,
    options=KuhnOptions,
    setup_dtype=SetupRecord.dtype(),
    state_dtype=State.dtype(),
    max_seats=MAX_SEATS,
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
    check=check,
    events={DEALT: tell_of_deal, TAKES: tell_of_end},
)
