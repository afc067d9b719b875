"""The actions of Brass Empire: what a mask offers. Seats are counted clockwise from the seat that acts."""

from __future__ import annotations

import numpy as np

from ...table.actions import ActionEnum, Block, Of, of
from ...table.compilation.compile import compiled
from ...table.named import Named
from ...table.records import Int
from .card_steps import MAX_OPTIONS
from .state import MAX_FACTIONS, MAX_SEATS, MAX_THINGS, ROW_PLACES, Prepared, Row


def _from_one(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


_SEAT = of("seat", MAX_SEATS - 1, first=1)
_SLOT = of("slot", _from_one(MAX_THINGS))


def slots_of(places: int) -> tuple[Of, Of]:
    """Return so many places, counted from the seat that looks, and the slots of each, as actions name them."""
    return of("seat", places), _SLOT


class Act(ActionEnum):
    """Actions that are the same for every card file; those of :class:`CardAct` follow them."""

    END = Block("end the turn; in the draft, finish the own reserve")
    PASS = Block("decline, do not respond, or go back to the own turn")
    REBUILD = Block("rebuild the Mining Platform for 1 construction")
    FOR_MATE = Block("buy a card for the teammate (team mode); then which one", say="for teammate")
    OPTION = Block("take the first, second, ... of several effects", of("option", _from_one(MAX_OPTIONS)), "option {}")
    CORPORATION = Block(
        "choose the corporation of this number in the file", of("corporation", MAX_FACTIONS), "corporation {}"
    )
    SEAT = Block("the seat so many places to the left: attack it, rob it", _SEAT, "seat {}")
    PLACE = Block(
        "of equal cards in a row (solitaire) the one at this place",
        (of("row", Row), of("place", _from_one(ROW_PLACES))),
        "{} place {}",
    )
    MINE = Block("mine with the unit in this slot", _SLOT, "mine {}")
    ATTACK = Block("attack with the unit in this slot; then what", _SLOT, "attack {}")
    ABILITY = Block("use the ability of the unit or building in this slot", _SLOT, "ability {}")
    DEMOLISH = Block("demolish the building in this slot for its effect", _SLOT, "demolish {}")
    THING = Block(
        "what an attack or damage goes to: a slot of the seat 1, 2, ... places to the left",
        (_SEAT, _SLOT),
        "seat {} slot {}",
    )


class CardAct(Named):
    """Blocks of actions behind those of :class:`Act`, with one for every kind of card."""

    HAND = "play this card from hand; dismiss or discard it from there"
    BUY = "buy this card from its row; acquire it by an effect"
    RESERVE = "buy this card from the own reserve; in the draft, add it there"
    DISCARD = "dismiss this card from the own discard; take it back from there"


_CARDS = Act.end()


@compiled(inline=True)
def first_of(setup: Prepared, block: Int) -> Int:
    return np.int64(_CARDS) + np.int64(block) * np.int64(setup.kinds)


@compiled(inline=True)
def to_seat(away: Int) -> Int:
    """Return the action that names the seat so many places to the left."""
    return np.int64(Act.SEAT) + np.int64(away) - 1


@compiled(inline=True)
def to_thing(away: Int, slot: Int) -> Int:
    """Return the action that names a slot of the seat so many places to the left."""
    return np.int64(Act.THING) + (np.int64(away) - 1) * MAX_THINGS + np.int64(slot)
