"""The steps of cards as numbers: what a step does, and whom it concerns."""

from __future__ import annotations

from ...table.named import Named
from ...table.records import Int, Record, int8

MAX_STEPS = 4
CHOSEN = 3
"""Type of citizen of a step: the one that has been chosen."""


class Do(Named):
    """What a step of a card does."""

    END = "end"
    GAIN = "gain"
    TAKE = "take"
    REMOVE = "remove"
    PAY = "pay"
    PRODUCE = "produce"
    DRAW = "draw"
    DISCARD = "discard"
    RETRIEVE = "retrieve"
    ACTIONS = "actions"
    COUNTER = "counter"
    RETURN = "return"
    DUPLICATE = "duplicate"
    RETYPE = "retype"
    LOOK = "look"
    INTERCEPT = "intercept"
    WIN = "win"


class Who(Named):
    """Whom a step concerns: SELF is the player of the card, RICHER are those with more points than that."""

    SELF = "self"
    TARGET = "target"
    OTHERS = "others"
    ALL = "all"
    RICHER = "richer"


class CardStep(Record):
    """A step of a card."""

    what: Int = int8()  # one of Do
    amount: Int = int8()
    citizen: Int = int8()  # a type, or CHOSEN
    who: Int = int8()
    beyond: Int = int8()  # only what somebody has more of than the player of the card
    if_done: Int = int8()  # only if the step before did something
