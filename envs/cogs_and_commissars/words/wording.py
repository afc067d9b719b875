"""Actions in words, made from the card file so that text and rules cannot drift apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..options import CogsOptions
from ..rules.stack import live_below
from ..rules.state import (
    ACT_CARD,
    ACT_CITIZEN,
    ACT_FACTION,
    ACT_KINDS,
    ACT_PASS,
    ACT_SEAT,
    ACT_TYPE,
    ASK_ACTION,
    ASK_DRAFT,
    ASK_HAND,
    ASK_INTERCEPT,
    ASK_PROPAGANDA,
    ASK_RETRIEVE,
    BLOCK_BLITZ,
    BLOCK_DISCARD,
    BLOCK_PLAY,
    BLOCK_TAKE,
    CITIZENS,
    HAND,
    MAX_DEPTH,
    MAX_FACTIONS,
    MAX_SEATS,
    NOBODY,
)
from .card_text import (
    CITIZEN_NAMES,
    amount,
    citizens_text,
    does_text,
    kind_text,
    power_text,
    response_text,
    sacrifice_text,
)

if TYPE_CHECKING:
    from ...table.game import Setup

ACTION_GROUPS = (
    (str(ACT_PASS), "play nothing; be done with a step of the turn, or with discarding"),
    (f"{ACT_SEAT + 1} to {ACT_SEAT + MAX_SEATS - 1}", "aim a card at the player so many places to the left"),
    (f"{ACT_TYPE} to {ACT_TYPE + 2}", "choose a type of citizen: " + ", ".join(CITIZENS)),
    (
        f"{ACT_CITIZEN + 3} to {ACT_CITIZEN + 3 * MAX_SEATS - 1}",
        "aim a card at a citizen: by player 1, 2, ... places to the left, and type",
    ),
    (f"{ACT_FACTION} to {ACT_FACTION + MAX_FACTIONS - 1}", "choose the faction of this number in the file"),
    (f"{ACT_CARD} to {ACT_CARD + MAX_DEPTH - 1}", "aim a duplicate at the card at this place of the stack, from below"),
    (f"{ACT_KINDS} + kind", "play this card"),
    (f"{ACT_KINDS} + kinds + kind", "play this Action as a Blitz"),
    (f"{ACT_KINDS} + 2 kinds + kind", "discard this card"),
    (
        f"{ACT_KINDS} + 3 kinds + kind",
        "take this card: in the draft, from the own discard, or out of another hand to play",
    ),
)
"""The action space in rows for people; ``kind`` is the number of a card in the file, ``kinds`` how many there are."""


def action_names(options: CogsOptions) -> list[str]:
    """Return the name of every action."""
    names = ["pass"]
    names += [f"seat {away}" for away in range(1, MAX_SEATS)]
    names += [f"type {citizen}" for citizen in CITIZENS]
    names += [f"seat {away} {citizen}" for away in range(1, MAX_SEATS) for citizen in CITIZENS]
    known = options.cards.factions
    names += [f"faction {known[i] if i < len(known) else i + 1}" for i in range(MAX_FACTIONS)]
    names += [f"stack {place}" for place in range(1, MAX_DEPTH + 1)]
    for use in ("play", "blitz", "discard", "take"):
        names += [f"{use} {card.name}" for card in options.cards.card]
    return names


def player(seat: int) -> str:
    """Return the name of a seat."""
    return f"player_{seat}"


def clockwise(setup: Setup, seat: int, away: int) -> int:
    """Return the seat ``away`` places to the left of a seat."""
    return (seat + away) % setup.num_seats


def card_name(setup: Setup, kind: int) -> str:
    """Return the name of a card."""
    return str(setup.options.cards.card[kind].name)


def stack_name(setup: Setup, state: Any, place: int) -> str:
    """Return a card on the stack with its number from below and its player: ``Propaganda #1 of player_0``."""
    record = state.stack[place]
    copy = "duplicate " if record.owner == NOBODY and not record.dead else ""
    return f"{copy}{card_name(setup, int(record.kind))} #{place + 1} of {player(int(record.player))}"


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return an action in words, in the position before it, as far as ``seat`` may know it.

    What a seat keeps in a draft is hidden, and that it was asked for a card and played none is no event at all: both
    are told to itself alone.
    """
    ask = int(state.ask)
    private = seat is not None and seat != int(state.seat)
    if action == ACT_PASS:
        return "" if private and ask != ASK_HAND else _pass(setup, state, ask)
    if private and ask == ASK_DRAFT:
        return "keep a card of the pack"
    if action >= ACT_KINDS:
        return _with_card(setup, state, ask, action - ACT_KINDS)
    if action >= ACT_FACTION and action < ACT_CARD:
        return _faction(setup, action - ACT_FACTION)
    return _aim(setup, state, action)


def _aim(setup: Setup, state: Any, action: int) -> str:
    """Tell what a card on top of the stack is aimed at."""
    record = state.stack[int(state.depth) - 1]
    name, seat = card_name(setup, int(record.kind)), int(state.seat)
    if action >= ACT_CARD:
        return f"aim the duplicate {name} at {stack_name(setup, state, action - ACT_CARD)}"
    if action >= ACT_CITIZEN + 3:
        away, citizen = divmod(action - ACT_CITIZEN, 3)
        whose = player(clockwise(setup, seat, away))
        return f"aim {name} at {citizens_text(CITIZENS[citizen])} of {whose}"
    if action >= ACT_TYPE:
        chosen = CITIZEN_NAMES[CITIZENS[action - ACT_TYPE]]
        if record.card == NOBODY:
            return f"choose {chosen} for {name}"
        return f"choose {chosen} instead for {stack_name(setup, state, int(record.card))}"
    return f"aim {name} at {player(clockwise(setup, seat, action - ACT_SEAT))}"


def _pass(setup: Setup, state: Any, ask: int) -> str:
    if ask == ASK_HAND:
        more = int(state.limit) - int(state.amounts[int(state.seat), HAND])
        return f"discard no more and draw {amount(more, 'card')}" if more > 0 else "discard no more and draw nothing"
    return {ASK_PROPAGANDA: "end the Propaganda step", ASK_ACTION: "end the Action step"}.get(ask, "play nothing")


def _faction(setup: Setup, number: int) -> str:
    faction = setup.options.cards.faction[number]
    return f"play {faction.name}" + (f": {power_text(faction.power)}" if setup.options.leaders else "")


def _with_card(setup: Setup, state: Any, ask: int, number: int) -> str:
    block, kind = divmod(number, len(setup.options.cards.card))
    name = card_name(setup, kind)
    if block == BLOCK_DISCARD:
        return f"discard {name}"
    if block == BLOCK_TAKE and ask == ASK_DRAFT:
        return f"keep {name}: {kind_text(setup.options.cards.card[kind])}"
    if block == BLOCK_TAKE and ask == ASK_RETRIEVE:
        return f"take back {name}"
    return _play(setup, state, kind, block)


def _play(setup: Setup, state: Any, kind: int, block: int) -> str:
    """Tell that a card is played: how, against which one, at what cost, and what it does."""
    card, depth = setup.options.cards.card[kind], int(state.depth)
    parts = [f"play {card.name}"]
    if block == BLOCK_TAKE:
        depth -= 1  # the card that looks into the hand goes before this one comes
        parts.append(f"out of the hand of {player(int(state.stack[depth].seat))}")
    if block == BLOCK_BLITZ:
        parts.append("as a Blitz")
    cost = sacrifice_text(card) if block == BLOCK_BLITZ or card.type == "blitz" else ""
    if cost:
        parts.append(f"for {cost}")
    if card.target != "card":
        return f"{' '.join(parts)}: {does_text(card)}"
    place = int(live_below(state, depth))
    return f"{' '.join(parts)} against {stack_name(setup, state, place)}: {response_text(card)}"


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the card that an action spends or gets, and how; for the balance report."""
    if action < ACT_KINDS:
        return None
    ask = int(state.ask)
    block, kind = divmod(action - ACT_KINDS, len(setup.options.cards.card))
    use = {BLOCK_PLAY: "play", BLOCK_BLITZ: "blitz", BLOCK_DISCARD: "discard"}.get(block)
    if block == BLOCK_TAKE:
        use = {ASK_DRAFT: "draft", ASK_RETRIEVE: "retrieve", ASK_INTERCEPT: "intercept"}[ask]
    return card_name(setup, kind), str(use)
