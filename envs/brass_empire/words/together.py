"""What a person at a terminal may do at one stroke: play all starting cards, where their time does not matter.

Starting cards only give labor and construction. What else a player does in the turn may care when they are played only
if it looks at the hand: if it draws, takes back, or dismisses from hand. While the player has such a thing to do first,
nothing is offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...table.attributes import attributed
from ...table.game import Setup
from ...table.sets import has
from ..rules.actions import CardAct, first_of
from ..rules.menu import allow_menu
from ..rules.state import MAX_THINGS, Ask, Status, Zone
from .facts import counted, listed

_ABOUT_HANDS = ("draw", "recover")


def together(setup: Setup, state: Any) -> tuple[str, Sequence[int]]:
    """Return in words how all starting cards in hand are played, and the actions; none where that is not offered."""
    if state.ask != Ask.MENU:
        return "", ()
    cards, seat = setup.options.cards, int(state.seat)
    hand = counted(state.zones[seat, Zone.HAND])
    plain = [(kind, copies) for kind, copies in hand if _is_plain(cards, cards.kinds[kind])]
    rest = [cards.kinds[kind].program("play") for kind, _ in hand if kind not in dict(plain)]
    if not plain or any(map(_looks_at_hand, [*rest, *_usable(setup, state, seat)])):
        return "", ()
    record = attributed(setup.record)[0]
    mask = np.zeros(setup.num_actions, np.int8)
    allow_menu(record, state, mask)
    start = int(first_of(record, CardAct.HAND))
    if not all(mask[start + kind] for kind, _ in plain):  # strict phases, and a unit has acted
        return "", ()
    actions = [start + kind for kind, copies in plain for _ in range(copies)]
    return f"play all starting cards: {listed(setup, plain)}", actions


def _is_plain(cards: Any, kind: Any) -> bool:
    """Whether it is a starting card that gives labor and construction, and nothing else."""
    steps = kind.program("play") or ()
    gives = all(step.do == "gain" and not step.brass and step.condition is None for step in steps)
    return kind.name in cards.start.deck and kind.type == "employee" and gives


def _usable(setup: Setup, state: Any, seat: int) -> Iterator[Sequence[Any] | None]:
    """Yield what the player's things in play can still be used for in this turn."""
    for slot in range(MAX_THINGS):
        thing = state.things[seat, slot]
        kind = setup.options.cards.kinds[int(thing.kind)]
        if has(thing.status, Status.FACE_UP):
            yield kind.program("demolish")
        if has(thing.status, Status.READY):
            yield kind.program("ability")


def _looks_at_hand(program: Sequence[Any] | None) -> bool:
    """Whether a step, or one of an option, changes which cards are in hand, or takes one from there."""
    for step in program or ():
        if step.do == "choose" and any(_looks_at_hand(option.steps) for option in step.options):
            return True
        if step.do in _ABOUT_HANDS or (step.do == "dismiss" and "hand" in step.source):
            return True
    return False
