"""What happens by itself, and several cards or citizens in the numbers of one event.

Cards and citizens are told many at a time, as a person would. What an action says is not told again, and nothing is
told of passes: who was asked for a card and played none is nobody else's to know.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Array, Int
from ...table.sets import one
from .box import NUM_TYPES
from .state import Prepared, State

AT_ONCE = 8
"""Cards that one event names at most."""
CARD_BITS = 7
HIGH_CARDS, LOW_CARDS = 14, 28
"""Bits that hold cards in ``thing`` and ``other``, and in ``amount``."""
CITIZEN_BITS = 8


class Event(IntEnum):
    """What happens; in the comments the seat, the thing, the amount and the other thing."""

    FACTION = 0  # a seat is dealt one
    BUILT = 1  # a seat's regular cards are dealt; cards
    PACK = 2  # a seat finds a pack in front of it; cards
    KEPT = 3  # a seat keeps the last card of a pack: a card
    FIRST = 4  # a seat begins
    TURN = 5  # a seat's turn begins; its number
    STEP = 6  # a seat comes to a step of its turn: a phase, the hand size where it discards
    TURNED_OVER = 7  # a seat produces: the card, the citizens gained, the seat whose deck it was
    NOTHING_THERE = 8  # a seat would produce, but there is no card: the seat whose deck it was
    PAIR = 9  # a seat gains a citizen for two equal cards: the type, how many
    RESHUFFLED = 10  # a seat's discard becomes its deck; how many cards
    DRAWN = 11  # a seat draws; how many cards
    CARDS_DRAWN = 12  # which ones, told to that seat alone; cards
    DISCARDED = 13  # a seat must discard all it has: the card, how many
    GAINED = 14  # a seat gains citizens: the type, how many
    LOST = 15  # a seat's citizens go to the Gulag: the type, how many
    TAKEN = 16  # a seat takes citizens: the type, how many, from whom
    AIMED = 17  # a seat's card has one target only: the card, the type of citizen, at whom
    AIMED_AT_CARD = 18  # a seat's duplicate has one target only: the card, the place on the stack
    TAKES_EFFECT = 19  # a seat's card does: the card, its place on the stack
    FAILS = 20  # a seat's card comes to nothing: the card, its place on the stack
    COUNTERED = 21  # a seat's card is: the card, its place on the stack
    PUT_BACK = 22  # a seat's card goes back to a hand: the card, its place, whose hand
    DOUBLED = 23  # a seat's card takes place once more: the card, its place
    RETYPED = 24  # a seat's card is for another type: the card, its place, the type
    MORE_ACTIONS = 25  # a seat may play further Actions; how many
    LOOKS = 26  # a seat looks into a hand: whose
    HAND_SEEN = 27  # what is in it: cards
    NOTHING_TO_PLAY = 28  # a seat finds nothing to play in a hand: whose
    WON = 29  # a seat wins; its points
    NOTHING = 30  # a step of a seat's card does nothing: what it would do, the seat that it is aimed at, the type


CARDS = (Event.BUILT, Event.PACK, Event.CARDS_DRAWN, Event.HAND_SEEN)
"""Events that name cards with :func:`tell_cards`, to one seat."""


@compiled(inline=True)
def add_card(cards: Int, kind: Int) -> Int:
    """Return some cards with one more: of at most AT_ONCE to be told, of at most nine in all."""
    return np.int64(cards) << CARD_BITS | np.int64(kind) + 1


@compiled(inline=True)
def last_card(cards: Int) -> Int:
    """Return the kind of the card that was added last."""
    return (np.int64(cards) & ((1 << CARD_BITS) - 1)) - 1


@compiled(inline=True)
def without_last(cards: Int) -> Int:
    return np.int64(cards) >> CARD_BITS


@compiled
def count_cards(cards: Int) -> Int:
    """Return how many cards there are."""
    number = np.int64(0)
    while cards != 0:
        cards = without_last(cards)
        number += 1
    return number


@compiled
def tell_cards(state: State, what: Int, seat: Int, cards: Int, to: Int) -> None:
    """Tell one seat, ``to``, which cards these are; nothing if there are none."""
    if cards != 0:
        high = cards >> (HIGH_CARDS + LOW_CARDS)
        low, middle = cards & ((1 << HIGH_CARDS) - 1), cards >> HIGH_CARDS & ((1 << LOW_CARDS) - 1)
        tell(state, what, seat, low, middle, high, to=one(to))


@compiled
def tell_counts(setup: Prepared, state: State, what: Int, seat: Int, counts: Array, to: Int) -> None:
    """Tell one seat, ``to``, all cards of a zone."""
    cards, number = np.int64(0), 0
    for kind in range(setup.kinds):
        for _ in range(counts[kind]):
            cards = add_card(cards, kind)
            number += 1
            if number % AT_ONCE == 0:
                tell_cards(state, what, seat, cards, to)
                cards = np.int64(0)
    tell_cards(state, what, seat, cards, to)


@compiled
def tell_pile(state: State, what: Int, seat: Int, pile: Array, size: Int, to: Int) -> None:
    """Tell one seat, ``to``, the first ``size`` cards of a pile."""
    cards = np.int64(0)
    for place in range(size):
        cards = add_card(cards, pile[place])
        if (place + 1) % AT_ONCE == 0:
            tell_cards(state, what, seat, cards, to)
            cards = np.int64(0)
    tell_cards(state, what, seat, cards, to)


@compiled
def tell_drawn(state: State, seat: Int, number: Int, cards: Int) -> None:
    """Tell all how many cards a seat has drawn, and the seat which ones."""
    if number > 0:
        tell(state, Event.DRAWN, seat, amount=number)
        tell_cards(state, Event.CARDS_DRAWN, seat, cards, seat)


def cards_of(thing: int, amount: int, other: int) -> list[int]:
    """Return the kinds of the cards that an event names, in the order in which they were added."""
    bits = other << HIGH_CARDS + LOW_CARDS | amount << HIGH_CARDS | thing
    found = []
    while bits:
        found.append((bits & (1 << CARD_BITS) - 1) - 1)
        bits >>= CARD_BITS
    return found[::-1]


def citizens_in(amount: int) -> list[int]:
    """Return how many citizens of each type an event of production tells."""
    return [amount >> CITIZEN_BITS * citizen & (1 << CITIZEN_BITS) - 1 for citizen in range(NUM_TYPES)]
