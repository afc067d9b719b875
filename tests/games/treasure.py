"""Treasure: three to five seats press their luck at one mine. A test game with everything that is awkward.

On its turn a seat digs at least once, as often as it dares, and then stops and banks what it has dug up (a reward in
mid-game). A dragon costs the haul, a life and the turn; a curse costs the NEXT seat a life. Who has no life left is out
of the game and pays a fine. Once a game each seat may peek at the next card, in secret. The game ends with
the mine, or when one seat is left.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from pydantic import Field

from cogitable.envs.table import TERMINATED, Game, Layout, Options, Part, Setup, compiled
from cogitable.envs.table.actions import ActionEnum, Actions, Block
from cogitable.envs.table.events import Telling, tell
from cogitable.envs.table.named import Named, texts
from cogitable.envs.table.random import shuffle
from cogitable.envs.table.records import Array, Int, SetupRecord, StateRecord, int8
from cogitable.envs.table.sets import add, has, one

MAX_SEATS, CARDS = 5, 28
FINE = 4
SCALE = 8.0


class Card(Named):
    """The kinds of cards; those between the first and the last are treasures, worth their number."""

    DRAGON = "dragon"
    COIN = "coin"
    GOBLET = "goblet"
    CROWN = "crown"
    ORB = "orb"
    CURSE = "curse"


KINDS = len(Card)


class Act(ActionEnum):
    """What a seat may do."""

    DIG = Block("dig")
    STOP = Block("stop and bank the haul")
    PEEK = Block("look at the next card, once a game")


class Event(IntEnum):
    """What happens by itself."""

    TURNS_UP = 0  # a seat, the card
    PEEKS = 1  # a seat, the card
    LOSES_A_LIFE = 2  # a seat


class State(StateRecord, seats=MAX_SEATS, events=4):
    """What changes during a game."""

    treasure_mine: Array = int8(CARDS, below=KINDS)  # the top is at left - 1
    left: Int = int8(most=CARDS)
    haul: Array = int8(KINDS, most=CARDS)
    banked: Array = int8(MAX_SEATS, KINDS, most=CARDS)
    spent: Array = int8(KINDS, most=CARDS)
    lives: Array = int8(MAX_SEATS, most=9)
    peeked: Array = int8(MAX_SEATS, most=1)
    knows_top: Array = int8(MAX_SEATS, most=1)
    digs: Int = int8(most=CARDS)


class Prepared(SetupRecord):
    """What the options make of the game."""

    lives: Int = int8()
    copies: Array = int8(KINDS)


class TreasureOptions(Options):
    """Keyword options of Treasure."""

    num_players: int = Field(3, ge=3, le=MAX_SEATS, description="Seats at the table.")
    max_decisions: int = Field(100, ge=1, description="Decisions after which a game is cut off.")
    lives: int = Field(2, ge=1, le=9, description="Lives of each seat.")
    dragons: int = Field(8, ge=0, le=8, description="Dragons in the mine.")


def build(options: TreasureOptions, setup: Any) -> None:
    setup.lives = options.lives
    setup.copies[:] = (options.dragons, 4, 4, 4, 4, 4)


@compiled
def deal(setup: Prepared, state: State) -> None:
    for kind in range(KINDS):
        for _ in range(setup.copies[kind]):
            state.treasure_mine[state.left] = kind
            state.left += 1
    shuffle(state.rng, state.treasure_mine, 0, state.left)
    for seat in range(setup.seats):
        state.lives[seat] = setup.lives


@compiled
def legal_actions(setup: Prepared, state: State, mask: Array) -> None:
    mask[Act.DIG] = 1
    mask[Act.STOP] = state.digs > 0
    mask[Act.PEEK] = state.peeked[state.seat] == 0


@compiled
def apply(setup: Prepared, state: State, action: Int) -> None:
    if action == Act.PEEK:
        state.peeked[state.seat] = 1
        state.knows_top[state.seat] = 1
        tell(state, Event.PEEKS, state.seat, state.treasure_mine[state.left - 1], to=one(state.seat))
    elif action == Act.DIG:
        dig(setup, state)
    else:
        bank(setup, state)
    if state.left == 0 and state.over == 0:
        bank(setup, state)
        state.over = TERMINATED


@compiled
def dig(setup: Prepared, state: State) -> None:
    state.left -= 1
    state.digs += 1
    card = state.treasure_mine[state.left]
    state.treasure_mine[state.left] = 0
    state.knows_top[:] = 0
    tell(state, Event.TURNS_UP, state.seat, card)
    if card == Card.DRAGON:
        state.spent[Card.DRAGON] += 1
        for kind in range(KINDS):
            state.spent[kind] += state.haul[kind]
            state.haul[kind] = 0
        hurt(setup, state, state.seat)
        pass_turn(setup, state)
    elif card == Card.CURSE:
        state.spent[Card.CURSE] += 1
        hurt(setup, state, next_seat(setup, state, state.seat))
    else:
        state.haul[card] += 1


@compiled
def bank(setup: Prepared, state: State) -> None:
    for kind in range(KINDS):
        state.banked[state.seat, kind] += state.haul[kind]
        state.haul[kind] = 0
    pass_turn(setup, state)


@compiled
def hurt(setup: Prepared, state: State, seat: Int) -> None:
    state.lives[seat] -= 1
    tell(state, Event.LOSES_A_LIFE, seat, amount=state.lives[seat])
    if state.lives[seat] == 0:
        state.gone = add(state.gone, seat)
        alive = 0
        for other in range(setup.seats):
            alive += state.lives[other] > 0
        if alive == 1:
            state.over = TERMINATED


@compiled
def next_seat(setup: Prepared, state: State, seat: Int) -> Int:
    for step in range(1, setup.seats):
        other = (seat + step) % setup.seats
        if state.lives[other] > 0:
            return other
    return seat


@compiled
def pass_turn(setup: Prepared, state: State) -> None:
    state.digs = 0
    state.seat = next_seat(setup, state, state.seat)


@compiled
def write_public(setup: Prepared, state: State, seat: Int, out: Array, start: Int) -> None:
    out[start] = state.left / np.float32(CARDS)
    out[start + 1] = state.digs
    at = start + 2
    for kind in range(KINDS):
        out[at + kind] = state.haul[kind]
        out[at + KINDS + kind] = state.spent[kind]
    at += 2 * KINDS
    for i in range(setup.seats):
        other = (seat + i) % setup.seats
        out[at + i] = state.lives[other]
        out[at + MAX_SEATS + i] = state.peeked[other]
        out[at + 2 * MAX_SEATS + i] = np.float32(other == state.seat)
        for kind in range(KINDS):
            out[at + 3 * MAX_SEATS + i * KINDS + kind] = state.banked[other, kind]


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    if state.knows_top[seat]:
        out[state.treasure_mine[state.left - 1]] = 1
    write_public(setup, state, seat, out, KINDS)


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    for place in range(state.left):
        out[place * KINDS + np.int64(state.treasure_mine[place])] = 1  # int8 would overflow in plain Python
    for seat in range(setup.seats):
        out[CARDS * KINDS + seat] = state.knows_top[seat]
    write_public(setup, state, 0, out, CARDS * KINDS + MAX_SEATS)


@compiled
def determinize(setup: Prepared, state: State, seat: Int) -> None:
    shuffle(state.rng, state.treasure_mine, 0, state.left - state.knows_top[seat])


@compiled
def returns(setup: Prepared, state: State, out: Array) -> None:
    for seat in range(setup.seats):
        points = 0
        for kind in range(KINDS):
            points += kind * state.banked[seat, kind]
        if state.lives[seat] == 0:
            points -= FINE
        out[seat] = points / SCALE


def public_parts() -> list[Part]:
    seats, kinds = (MAX_SEATS,), (KINDS,)
    return [
        Part("left", (1,), f"cards left in the mine, of {CARDS}"),
        Part("digs", (1,), "how often the seat to move has dug in this turn", most=CARDS),
        Part("haul", kinds, "cards dug up in this turn", texts(Card), most=CARDS),
        Part("spent", kinds, "cards out of the game", texts(Card), most=CARDS),
        Part("lives", seats, "lives left, own seat first", most=9),
        Part("peeked", seats, "1 for a seat that has used its peek"),
        Part("turn", seats, "1 for the seat to move"),
        Part("banked", (MAX_SEATS, KINDS), "cards banked by each seat, own seat first", most=CARDS),
    ]


def layout(options: TreasureOptions) -> Layout:
    return Layout(
        Part("top", (KINDS,), "1 for the next card's kind, where the seat knows it", texts(Card)), *public_parts()
    )


def full_layout(options: TreasureOptions) -> Layout:
    mine = Part("mine", (CARDS, KINDS), "1 for the kind of each card, from the bottom up")
    return Layout(mine, Part("knows_top", (MAX_SEATS,), "1 for a seat that knows the next card"), *public_parts())


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    lines = [f"{state.left} cards in the mine; haul: {names(state.haul)}; spent: {names(state.spent)}"]
    if state.left and (seat is None or state.knows_top[seat]):
        lines.append(f"next card: {Card(state.treasure_mine[state.left - 1]).text}")
    for other in range(setup.num_seats):
        lines.append(f"seat {other}: {state.lives[other]} lives, {names(state.banked[other])}")
    return "\n".join(lines)


def names(counts: Any) -> str:
    return (
        ", ".join(f"{number} {name}" for number, name in zip(counts, texts(Card), strict=True) if number) or "nothing"
    )


def tell_of_card(setup: Setup, event: Telling, seat: int | None) -> str:
    verb = "turns up" if event.kind == Event.TURNS_UP else "peeks: the next card is"
    return f"player_{event.who} {verb} {Card(event.thing).text}"


def tell_of_life(setup: Setup, event: Telling, seat: int | None) -> str:
    return f"player_{event.who} loses a life and has {event.amount}"


def check(setup: Setup, state: Any) -> None:
    mine = np.bincount(state.treasure_mine[: state.left], minlength=KINDS)
    total = mine + state.haul + state.banked.sum(axis=0) + state.spent
    copies = setup.record[0]["copies"]
    if (total != copies).any():
        raise ValueError(f"cards of each kind are {total.tolist()}, must be {copies.tolist()}")
    for seat in range(setup.num_seats):
        if has(state.gone, seat) != (state.lives[seat] == 0):
            raise ValueError(f"seat {seat} has {state.lives[seat]} lives and gone is {state.gone:b}")


GAME = Game(
    name="treasure",
    title="Treasure",
    module=__name__,
    options=TreasureOptions,
    setup_dtype=Prepared.dtype(),
    state_dtype=State.dtype(),
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
    },
    actions=lambda options: Actions(Act.blocks()),
    layout=layout,
    full_layout=full_layout,
    render_text=render_text,
    rewards="general",
    check=check,
    events={Event.TURNS_UP: tell_of_card, Event.PEEKS: tell_of_card, Event.LOSES_A_LIFE: tell_of_life},
)
