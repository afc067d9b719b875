"""What happens at a table by itself, told as it happens.

An action says what somebody chose, not what came of it: cards turned up, gains, dice, votes counted. Rules *tell* such
things, and whom they reach::

    tell(state, Event.GAINS, seat, amount=4)                      # everybody perceives it
    tell(state, Event.DRAWS, seat, thing=card, seen=one(seat))    # everybody, but only the drawer sees which card
    tell(state, Event.LOOKS, seat, thing=card, to=one(seat))      # nobody else knows of it

A state has room for the events of one decision. They begin anew with every decision and are no part of the position:
no rule reads them, and they are neither saved nor compared. Nothing is told unless ``state.telling`` is set, which
:class:`~.log.Log` does at tables of its own; so loops and searches do not pay for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .compilation.compile import compiled
from .say import Say, told

UNKNOWN = -1
"""In place of what an event is about, where there is nothing or a seat has not seen what it is."""
EVERYBODY = 0xFFFF
SILENT, TELLING, OVERFULL = 0, 1, 2
"""Values of ``state.telling``; OVERFULL once events of one decision had no room."""


@compiled(inline=True)
def tell(state, kind, who, thing=UNKNOWN, amount=0, other=UNKNOWN, seen=EVERYBODY, to=EVERYBODY):
    """Tell that something has happened.

    Args:
        state: The game's STATE record.
        kind: One of the game's kinds of events.
        who: The seat that it happens to or that does it, UNKNOWN for none.
        thing: What it is about: a card, a place, another seat.
        amount: How much or how many.
        other: A second thing.
        seen: Set of the seats that see what ``thing`` is; the others perceive the event without it.
        to: Set of the seats that perceive the event at all.
    """
    if state.telling != SILENT:
        numbers = np.int64(kind), np.int64(who), np.int64(thing), np.int64(amount), np.int64(other)
        _write(state, *numbers, np.int64(seen), np.int64(to))


@compiled
def forget_events(state):
    """Wipe out what was told of this decision and of those before it, once ``state.told`` is 0."""
    for number in range(state.events.size):
        event = state.events[number]
        event.kind, event.who, event.thing, event.amount, event.other = 0, 0, 0, 0, 0
        event.seen, event.to = 0, 0


@compiled
def _write(state, kind, who, thing, amount, other, seen, to):
    if state.told >= state.events.size:
        state.telling = OVERFULL
        return
    event = state.events[state.told]
    event.kind, event.who, event.thing, event.amount, event.other = kind, who, thing, amount, other
    event.seen, event.to = seen, to
    state.told += 1


@dataclass(frozen=True)
class Telling:
    """One event as somebody perceives it.

    Attributes:
        kind: One of the game's kinds of events.
        who: A seat, or UNKNOWN.
        thing: What it is about; UNKNOWN also where this seat has not seen it.
        amount: How much or how many.
        other: A second thing, or UNKNOWN.
    """

    kind: int
    who: int
    thing: int
    amount: int
    other: int


Sentences = Mapping[Any, Say]
"""By kind of event what happened: a text, or a function of those of ``setup``, ``event`` (as the seat perceives it) and
``seat`` (for whom it is told; None perceives everything) that it names."""


def perceived(events: np.ndarray, seat: int | None) -> list[Telling]:
    """Return those events that a seat perceives, as it does; None perceives everything.

    Args:
        events: Records of ``state.events``, shape (k,).
        seat: A seat's number.
    """
    found = []
    for event in events:
        if seat is None or int(event["to"]) >> seat & 1:
            seen = seat is None or int(event["seen"]) >> seat & 1
            kind, who, amount, other = (int(event[name]) for name in ("kind", "who", "amount", "other"))
            found.append(Telling(kind, who, int(event["thing"]) if seen else UNKNOWN, amount, other))
    return found


def sentence(setup: Any, event: Telling, seat: int | None) -> str:
    """Return what happened in words, for a seat; None perceives everything."""
    return told(setup.game.events[event.kind], setup=setup, event=event, seat=seat)
