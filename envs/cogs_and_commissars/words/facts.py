"""What both views say alike: who sees which cards, how things stand, what is being asked, how the game ended."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...table.game import RUNNING, TERMINATED, Setup
from ..cards import PlayCard
from ..rules.playing import needed_points
from ..rules.state import (
    ACTION_STEP,
    AFTER_ACTION,
    AFTER_DRAW,
    AFTER_PRODUCTION,
    AFTER_PROPAGANDA,
    ASK_ACTION,
    ASK_CARD,
    ASK_CITIZEN,
    ASK_DISCARD,
    ASK_DRAFT,
    ASK_FACTION,
    ASK_HAND,
    ASK_INTERCEPT,
    ASK_PROPAGANDA,
    ASK_RETRIEVE,
    ASK_SEAT,
    ASK_TYPE,
    ASK_WINDOW,
    CITIZENS,
    DECK,
    DISCARD,
    DISCARD_DRAW,
    DRAFT_CARDS,
    HAND,
    NOBODY,
    POINTS,
    PREPARING,
    PRODUCTION,
    PROPAGANDA_STEP,
)
from ..rules.zones import least_copies
from .card_text import CITIZEN_NAMES, amount
from .wording import card_name, clockwise, player, stack_name

PHASE_TEXTS = {
    PREPARING: "before the game",
    PRODUCTION: "production",
    AFTER_PRODUCTION: "after production",
    DISCARD_DRAW: "discard and draw",
    AFTER_DRAW: "after drawing",
    PROPAGANDA_STEP: "Propaganda step",
    AFTER_PROPAGANDA: "after the Propaganda step",
    ACTION_STEP: "Action step",
    AFTER_ACTION: "end of the turn",
}
Counted = list[tuple[int, int]]
"""Kinds of cards, each with how many there are."""


# Who and what


def knows_all(state: Any, seat: int | None) -> int | None:
    """Return whose knowledge is shown to ``seat``; None is everything, as for everybody once a game has ended."""
    return None if state.over == TERMINATED else seat


def places(setup: Setup, first: int) -> list[int]:
    """Return all seats clockwise from ``first``."""
    return [clockwise(setup, first, away) for away in range(setup.num_seats)]


def mode_text(setup: Setup) -> str:
    """Return which game is played."""
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
    known = knower in (None, seat) or (state.known[knower, seat].sum() == state.amounts[seat, HAND])
    return bool(known)


def known_hand(state: Any, seat: int, knower: int | None) -> Counted:
    """Return the cards that ``knower`` surely knows to be in a hand."""
    return counted(state.zones[seat, HAND] if knower in (None, seat) else state.known[knower, seat])


def known_cards(setup: Setup, state: Any, seat: int, knower: int) -> Counted:
    """Return the cards that ``knower`` knows to be in another one's hand and deck together."""
    if setup.options.decks == "preconstructed":
        return counted(state.zones[seat, HAND] + state.zones[seat, DECK])
    found = np.zeros(len(setup.options.cards.card), np.int64)
    for kind, card in enumerate(setup.options.cards.card):
        owned = state.owned[seat, kind] if card.core else least_copies(state, knower, seat, kind)
        found[kind] = int(owned) - int(state.zones[seat, DISCARD, kind])
    for record in state.stack[: int(state.depth)]:
        if record.owner == seat:
            found[int(record.kind)] -= 1
    return counted(found)


# How things stand


def needed(setup: Setup, state: Any, seat: int) -> int:
    """Return the points that a seat needs for its Revolution."""
    kind = _revolution(setup, state, seat)
    return int(needed_points(setup.record.view(np.recarray)[0], state, kind, seat))


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
        return f"{amount_of(points, 'point')}, {wanted - points} short of a Revolution"
    if sure and points >= sure:
        return f"{points} points, enough for a Revolution that cannot be countered"
    return f"{points} points, enough for a Revolution"


def amount_of(count: int, thing: str) -> str:
    """Return ``1 card`` or ``2 cards``."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def citizens_of(counts: Any) -> str:
    """Return how many citizens of each type there are."""
    return ", ".join(f"{int(counts[i])} {CITIZEN_NAMES[name]}" for i, name in enumerate(CITIZENS))


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
    own = "" if state.acted or state.phase > ACTION_STEP else "the Action of the turn"
    further = amount(int(state.extra), "further Action") if state.extra else ""
    left = " and ".join(filter(None, [own, further]))
    name = player(int(state.player))
    text = f"{name} has {left} left." if left else f"{name} has no Action left."
    return f"{text} Every card played from now on this turn is protected." if state.silenced else text


# What is being asked


def asked(state: Any, viewer: int | None) -> int | None:
    """Return who is being asked, as far as a viewer may know it; None if it may not.

    That somebody is asked for a response tells that it holds one, so this is told to itself alone. Whose step of the
    turn it is and whose card has to be aimed or carried out lies open.
    """
    if state.over != RUNNING:
        return None
    seat = int(state.seat)
    return seat if viewer in (None, seat) or state.ask != ASK_WINDOW else None


def foot_text(setup: Setup, state: Any, viewer: int | None) -> str:
    """Return what goes on now: what the viewer is asked, what others have to do, or that others may respond."""
    seat = asked(state, viewer)
    if seat is None:
        return "others are deciding whether to play a card"
    return f"{player(seat)}: {question(setup, state)}" if viewer in (None, seat) else others_task(setup, state)


def question(setup: Setup, state: Any) -> str:
    """Return what the seat to move is asked, and by which card."""
    ask, depth = int(state.ask), int(state.depth)
    if ask == ASK_WINDOW:
        return _window(setup, state)
    if ask < ASK_WINDOW:
        return _step(setup, state)
    record = state.stack[depth - 1]
    name = card_name(setup, int(record.kind))
    if ask in (ASK_SEAT, ASK_CITIZEN, ASK_TYPE, ASK_CARD):
        what = {
            ASK_SEAT: "a player",
            ASK_CITIZEN: "a citizen",
            ASK_TYPE: "a type of citizen",
            ASK_CARD: "a card",
        }[ask]
        if ask == ASK_TYPE and record.card != NOBODY:
            return f"{name}: choose another type of citizen for {stack_name(setup, state, int(record.card))}"
        return f"{name}: choose {what}{' that the duplicate is aimed at' if ask == ASK_CARD else ''}"
    step = setup.options.cards.card[int(record.kind)].steps[int(record.step)]
    times = f" ({int(record.count) + 1} of {step.count})" if getattr(step, "count", 1) > 1 else ""
    if ask == ASK_DISCARD:
        return f"{name} of {player(int(record.player))}: discard a card{times}"
    if ask == ASK_RETRIEVE:
        return f"{name}: take a card of your discard into your hand{times}"
    assert ask == ASK_INTERCEPT
    return f"{name}: play a card out of the hand of {player(int(record.seat))}"


def _window(setup: Setup, state: Any) -> str:
    depth = int(state.depth)
    if depth:
        return f"respond to {stack_name(setup, state, depth - 1)}, or play nothing"
    name = player(int(state.player))
    when = {
        AFTER_PRODUCTION: f"before {name} discards and draws",
        AFTER_DRAW: f"before the Propaganda step of {name}",
        AFTER_PROPAGANDA: f"before the Action step of {name}",
        AFTER_ACTION: f"before the turn of {name} ends",
    }[int(state.phase)]
    return f"play a card {when}, or nothing"


def _step(setup: Setup, state: Any) -> str:
    seat = int(state.seat)
    if state.ask == ASK_FACTION:
        return "choose your faction"
    if state.ask == ASK_DRAFT:
        left = player(clockwise(setup, seat, 1))
        return f"keep a card of the pack, the others go to {left} (pick {int(state.passes) + 1} of {DRAFT_CARDS})"
    if state.ask == ASK_HAND:
        held, limit = int(state.amounts[seat, HAND]), int(state.limit)
        if held > limit:
            return f"discard down to your hand size of {limit} ({amount_of(held - limit, 'card')} more, or any number)"
        return f"discard any number of cards, then draw up to {limit}"
    if state.ask == ASK_PROPAGANDA:
        return "your Propaganda step: play Propaganda or any Blitz, or end it"
    assert state.ask == ASK_ACTION
    return "your Action step: play an Action or any Blitz, or end it"


def others_task(setup: Setup, state: Any) -> str:
    """Return in which step, or with which card, another seat is busy; nothing of what it could do."""
    name, depth = player(int(state.seat)), int(state.depth)
    if depth:
        return f"{name} has to choose for {stack_name(setup, state, depth - 1)}"
    if state.phase == PREPARING:
        return f"{name} is {'choosing a faction' if state.ask == ASK_FACTION else 'drafting'}"
    return f"{name} is in its {PHASE_TEXTS[int(state.phase)]}"


# The end


def result(setup: Setup, state: Any) -> str:
    """Return how a finished game ended."""
    if state.over != TERMINATED or state.winner == NOBODY:
        return "The game was cut off; nobody has won."
    seat = int(state.winner)
    faction = faction_name(setup, state, seat)
    points = amount_of(int(state.points[seat]), "point")
    return f"{player(seat)} ({faction}) wins with a Revolution and {points}."
