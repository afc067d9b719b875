"""Names of seats, cards and actions, made from the card file so that text and rules cannot drift apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...table.actions import Actions, Block, of
from ...table.seats import seat_name
from ..options import CogsOptions
from ..rules.actions import Act, ByKind
from ..rules.state import MAX_FACTIONS, NOBODY, Order

if TYPE_CHECKING:
    from ...table.game import Setup


def actions(options: CogsOptions) -> Actions:
    """Return the action space: its last blocks are by the cards of the file."""
    known = options.cards.factions
    factions = of("faction", [*known, *(str(number + 1) for number in range(len(known), MAX_FACTIONS))])
    cards = of("card", [card.name for card in options.cards.card])
    orders = Block("want not to be asked in such windows, or again", of("window", Order), "order: {}", "ORDER")
    fixed = [replace(block, of=factions) if block.start == Act.FACTION else block for block in Act.blocks()]
    return Actions(fixed, *(Block(use.text, cards, f"{use.name.lower()} {{}}", use.name) for use in ByKind), orders)


def card_name(setup: Setup, kind: int) -> str:
    return str(setup.options.cards.card[kind].name)


def stack_name(setup: Setup, state: Any, place: int) -> str:
    """Return a card on the stack with its number from below and its player: ``Propaganda #1 of player_0``."""
    record = state.stack[place]
    copy = "duplicate " if record.owner == NOBODY and not record.dead else ""
    return f"{copy}{card_name(setup, int(record.kind))} #{place + 1} of {seat_name(int(record.player))}"
