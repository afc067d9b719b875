"""What both views say alike: who sees which cards, how things stand, what is being asked, how the game ended."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...table import views
from ...table.attributes import attributed
from ...table.game import TERMINATED, Setup
from ...table.named import texts
from ...table.seats import seat_after, seat_name
from ...table.views import many
from ..cards import PlayCard
from ..rules.box import POINTS, Citizen
from ..rules.playing import needed_points
from ..rules.state import NOBODY, PUBLIC, Phase, Zone
from ..rules.zones import least_copies
from .card_text import CITIZEN_NAMES, amount

PHASE_TEXTS = {
    Phase.PREPARING: "before the game",
    Phase.PRODUCTION: "production",
    Phase.AFTER_PRODUCTION: "after production",
    Phase.DISCARD_DRAW: "discard and draw",
    Phase.AFTER_DRAW: "after drawing",
    Phase.PROPAGANDA: "Propaganda step",
    Phase.AFTER_PROPAGANDA: "after the Propaganda step",
    Phase.ACTION: "Action step",
    Phase.AFTER_ACTION: "end of the turn",
    Phase.BEFORE_PRODUCTION: "before production",
    Phase.AFTER_DISCARDS: "after discarding",
}
Counted = list[tuple[int, int]]
"""Kinds of cards, each with how many there are."""


# Who and what


def places(setup: Setup, first: int) -> list[int]:
    """Return all seats clockwise from ``first``."""
    return [seat_after(setup.num_seats, first, away) for away in range(setup.num_seats)]


def mode_text(setup: Setup) -> str:
    leaders = "with leaders" if setup.options.leaders else "no leaders"
    return f"{setup.num_seats} players, {setup.options.decks} decks, {leaders}"


def faction_name(setup: Setup, state: Any, seat: int) -> str:
    """Return the name of a seat's faction; empty before it has one."""
    number = int(state.faction[seat])
    return "" if number == NOBODY else str(setup.options.cards.factions[number])


def counted(counts: Any) -> Counted:
    """Return the kinds that a zone holds, with their numbers."""
    return [(int(kind), int(counts[kind])) for kind in np.flatnonzero(np.asarray(counts) > 0)]


def pack(state: Any, seat: int) -> Counted:
    """Return the cards of the pack in front of a seat."""
    cards = state.packs[seat, : int(state.pack_size[seat])]
    return counted(np.bincount(np.asarray(cards, np.int64))) if cards.size else []


def is_open(state: Any, seat: int, knower: int | None) -> bool:
    """Whether ``knower`` knows each card of a hand."""
    known = knower in (None, seat) or (_told(state, knower, seat).sum() == state.amounts[seat, Zone.HAND])
    return bool(known)


def _told(state: Any, knower: int, seat: int) -> Any:
    """Return how many cards of each kind somebody without that seat knows to be in its hand."""
    return state.known[_observer(knower), seat]


def _observer(knower: int) -> int:
    """Return as what the rules keep what somebody knows."""
    return int(PUBLIC) if knower == views.PUBLIC else knower


def known_hand(state: Any, seat: int, knower: int | None) -> Counted:
    """Return the cards that ``knower`` surely knows to be in a hand."""
    return counted(state.zones[seat, Zone.HAND] if knower in (None, seat) else _told(state, knower, seat))


def known_cards(setup: Setup, state: Any, seat: int, knower: int) -> Counted:
    """Return the cards that ``knower`` knows to be in another one's hand and deck together."""
    if setup.options.decks == "preconstructed":
        return counted(state.zones[seat, Zone.HAND] + state.zones[seat, Zone.DECK])
    found = np.zeros(len(setup.options.cards.card), np.int64)
    for kind, card in enumerate(setup.options.cards.card):
        owned = state.owned[seat, kind] if card.core else least_copies(state, _observer(knower), seat, kind)
        found[kind] = int(owned) - int(state.zones[seat, Zone.DISCARD, kind])
    for record in state.stack[: int(state.depth)]:
        if record.owner == seat:
            found[int(record.kind)] -= 1
    return counted(found)


# How things stand


def needed(setup: Setup, state: Any, seat: int) -> int:
    """Return the points that a seat needs for its Revolution."""
    kind = _revolution(setup, state, seat)
    return int(needed_points(attributed(setup.record)[0], state, kind, seat))


def _revolution(setup: Setup, state: Any, seat: int) -> int:
    cores = setup.record[0]["core_set"][int(state.faction[seat])]
    return next(k for k, card in enumerate(setup.options.cards.card) if cores[k] and card.core == "revolution")


def sure_points(setup: Setup, state: Any, seat: int) -> int:
    """Return the points with which a seat's Revolution cannot be countered; 0 for never."""
    card: PlayCard = setup.options.cards.card[_revolution(setup, state, seat)]
    return card.sure_at


def standing(setup: Setup, state: Any, seat: int) -> str:
    """Return a seat's points, and how far they are from a Revolution."""
    points, wanted, sure = int(state.points[seat]), needed(setup, state, seat), sure_points(setup, state, seat)
    if points < wanted:
        return f"{many(points, 'point')}, {wanted - points} short of a Revolution"
    if sure and points >= sure:
        return f"{points} points, enough for a Revolution that cannot be countered"
    return f"{points} points, enough for a Revolution"


def citizens_of(counts: Any) -> str:
    """Return how many citizens of each type there are."""
    return ", ".join(f"{int(counts[i])} {CITIZEN_NAMES[name]}" for i, name in enumerate(texts(Citizen)))


def citizen_rows(counts: Any) -> list[list[int]]:
    """Return citizens in rows worth five points each, as far as they come out even; the last rows may be worth less."""
    left, rows = [int(count) for count in counts], []
    while any(left):
        row, room = [], 5
        for citizen in (2, 1, 0):
            while left[citizen] and POINTS[citizen] <= room:
                row.append(citizen)
                left[citizen] -= 1
                room -= POINTS[citizen]
        rows.append(row)
    return rows


def actions_text(setup: Setup, state: Any) -> str:
    """Return which Actions are left in the turn, and whether cards are protected now."""
    own = "" if state.acted or state.phase == Phase.AFTER_ACTION else "the Action of the turn"
    further = amount(int(state.extra), "further Action") if state.extra else ""
    left = " and ".join(filter(None, [own, further]))
    name = seat_name(int(state.player))
    text = f"{name} has {left} left." if left else f"{name} has no Action left."
    return f"{text} Every card played from now on this turn is protected." if state.silenced else text


# The end


def result(setup: Setup, state: Any) -> str:
    if state.over != TERMINATED or state.winner == NOBODY:
        return "The game was cut off; nobody has won."
    seat = int(state.winner)
    faction = faction_name(setup, state, seat)
    points = many(int(state.points[seat]), "point")
    return f"{seat_name(seat)} ({faction}) wins with a Revolution and {points}."
