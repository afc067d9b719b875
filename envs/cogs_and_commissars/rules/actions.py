"""The action space: seats are counted clockwise from the seat that acts; the last blocks are by kind of card."""

from __future__ import annotations

import numpy as np

from ...table.actions import ActionEnum, Block, of
from ...table.compilation.compile import compiled
from ...table.named import Named, texts
from ...table.records import Int
from .box import NUM_TYPES, Citizen
from .state import MAX_DEPTH, MAX_FACTIONS, MAX_SEATS, Prepared

_SEATS = of("seat", MAX_SEATS - 1, first=1)


class Act(ActionEnum):
    """Actions whose numbers no card file changes."""

    PASS = Block("play nothing; be done with a step of the turn, or with discarding")
    SEAT = Block("aim a card at the player so many places to the left", _SEATS, "seat {}")
    TYPE = Block("choose a type of citizen: " + ", ".join(texts(Citizen)), of("type", Citizen), "type {}")
    CITIZEN = Block(
        "aim a card at a citizen: by player 1, 2, ... places to the left, and type",
        (_SEATS, of("type", Citizen)),
        "seat {} {}",
    )
    FACTION = Block("choose the faction of this number in the file", of("faction", MAX_FACTIONS), "faction {}")
    CARD = Block(
        "aim a duplicate at the card at this place of the stack, from below",
        of("place", [str(place) for place in range(1, MAX_DEPTH + 1)]),
        "stack {}",
    )


KINDS = Act.end()
"""First action that names a kind of card."""


class ByKind(Named):
    """Blocks of actions by kind, which follow: what is done with a card."""

    PLAY = "play the card of this number in the file"
    BLITZ = "play the Action of this number as a Blitz"
    DISCARD = "discard the card of this number"
    TAKE = "take the card of this number: in the draft, from the own discard, or out of another hand to play"


NUM_BLOCKS = len(ByKind)


@compiled(inline=True)
def by_kind(setup: Prepared, block: Int) -> Int:
    """Return where a block of actions by kind begins."""
    return KINDS + block * np.int64(setup.kinds)


@compiled(inline=True)
def orders_at(setup: Prepared) -> Int:
    """Return where the actions about standing orders begin, behind all others."""
    return by_kind(setup, NUM_BLOCKS)


@compiled(inline=True)
def at_seat(away: Int) -> Int:
    """Return the action that aims a card at the player so many places to the left."""
    return Act.SEAT + away - 1


@compiled(inline=True)
def at_citizen(away: Int, citizen: Int) -> Int:
    """Return the action that aims a card at a citizen of the player so many places to the left."""
    return Act.CITIZEN + NUM_TYPES * (away - 1) + citizen
