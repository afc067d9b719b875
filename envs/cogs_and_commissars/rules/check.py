"""What must hold in every position: citizens and cards are where they can be, the stack is in order."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...table.errors import demand
from ...table.game import RUNNING, Setup
from .box import DECK_SIZE, DRAFT_CARDS, NO_TYPE, NUM_TYPES, POINTS, SUPPLY, Core
from .card_steps import MAX_STEPS
from .state import MAX_DEPTH, MAX_PLAYS, NOBODY, PUBLIC, Ask, Phase, Stage, Zone

BETWEEN = [phase for phase in Phase if phase.name.startswith(("AFTER_", "BEFORE_"))]
"""Where windows lie, between the steps of a turn."""


def check_position(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says what is wrong with a position."""
    _check_citizens(setup, state)
    _check_zones(setup, state)
    _check_cards(setup, state)
    _check_knowledge(setup, state)
    if state.over == RUNNING:
        _check_stack(setup, state)
        _check_question(setup, state)


def _check_citizens(setup: Setup, state: Any) -> None:
    """The citizens of the Gulag and of all seats are those in the box."""
    citizens = state.citizens.astype(int)
    total = state.gulag.astype(int) + citizens.sum(axis=0)
    demand((total == SUPPLY).all(), f"{total.tolist()} citizens are in the game, {list(SUPPLY)} in the box")
    demand((citizens >= 0).all() and (state.gulag >= 0).all(), "somebody has a negative number of citizens")
    demand((citizens @ POINTS == state.points).all(), f"points are {state.points.tolist()}, not {citizens @ POINTS}")
    demand(not citizens[setup.num_seats :].any(), "a seat that is not there has citizens")


def _check_zones(setup: Setup, state: Any) -> None:
    zones, kinds = state.zones.astype(int), int(setup.record["kinds"][0])
    beyond = (state.zones, state.owned, state.known, state.least, state.passed, state.unused)
    demand(not any(counts[..., kinds:].any() for counts in beyond), f"there are cards beyond the {kinds} kinds")
    packs = [state.packs[seat, : int(state.pack_size[seat])] for seat in range(setup.num_seats)]
    demand(all((pack < kinds).all() for pack in packs), f"there are packs with cards beyond the {kinds} kinds")
    demand((zones.sum(axis=2) == state.amounts).all(), "numbers of cards and their sums differ")
    for seat in range(setup.num_seats):
        held = sum(1 << int(kind) for kind in np.flatnonzero(zones[seat, Zone.HAND]))
        demand(held == int(state.held[seat]), f"seat {seat}: the set of the kinds in hand is wrong")
        if state.phase != Phase.PREPARING:
            pile = np.bincount(state.piles[seat, : int(state.sizes[seat])], minlength=zones.shape[2])
            demand((pile == zones[seat, Zone.DECK]).all(), f"seat {seat}: other cards in the deck's pile than counted")


def _check_cards(setup: Setup, state: Any) -> None:
    """Every card of a deck is in one of its owner's zones, or on the stack."""
    record, factions = setup.record[0], len(setup.options.cards.factions)
    for seat in range(setup.num_seats):
        least = NOBODY if state.phase == Phase.PREPARING else 0
        demand(least <= state.faction[seat] < factions, f"seat {seat}: faction {state.faction[seat]}")
        found = state.zones[seat].astype(int).sum(axis=0)
        for card in state.stack[: int(state.depth)]:
            if card["owner"] == seat:
                found[int(card["kind"])] += 1
        demand((found == state.owned[seat]).all(), f"seat {seat}: cards of its deck are lost or too many")
        if state.phase != Phase.PREPARING:
            demand(found.sum() == DECK_SIZE, f"seat {seat}: {found.sum()} cards, not {DECK_SIZE}")
        if setup.options.decks == "preconstructed" and found.any():
            demand((found == record["deck"][int(state.faction[seat])]).all(), f"seat {seat}: not its faction's deck")
    if setup.options.decks != "preconstructed" and state.owned.any():
        _check_regular(setup, state)
        _check_drawn(setup, state)
        if state.over == RUNNING and state.ask == Ask.DRAFT:
            _check_draft(setup, state)


def _check_regular(setup: Setup, state: Any) -> None:
    """The regular cards of all decks and packs and those left over are those in the box."""
    record = setup.record[0]
    regular = record["core"] == Core.NONE
    found = state.owned[:, regular].astype(int).sum(axis=0) + state.unused[regular]
    packs = [state.packs[seat, : int(state.pack_size[seat])].astype(int) for seat in range(setup.num_seats)]
    found += np.bincount(np.concatenate(packs), minlength=len(regular))[regular]
    demand((found == record["regular"][regular]).all(), "regular cards are lost or too many")
    demand((state.unused >= 0).all(), "a negative number of regular cards is left over")


def _check_draft(setup: Setup, state: Any) -> None:
    """Packs are as large as the draft has come, and decks as large as packs are small."""
    first, size = int(state.first), int(state.pack_size[int(state.seat)])
    demand(size > 1 and state.passes == DRAFT_CARDS - size, f"packs of {size} after {state.passes} passes")
    for seat in range(setup.num_seats):
        drafted = (seat - first) % setup.num_seats < (int(state.seat) - first) % setup.num_seats
        demand(state.pack_size[seat] == size - drafted, f"seat {seat}: a pack of {state.pack_size[seat]}")
        demand(state.owned[seat].sum() == DECK_SIZE - state.pack_size[seat], f"seat {seat}: {state.owned[seat].sum()}")


def _check_drawn(setup: Setup, state: Any) -> None:
    """What a seat knows of the others' regular cards leaves a way to lay out those that it does not know."""
    record, seats = setup.record[0], range(setup.num_seats)
    regular, owned = record["core"] == Core.NONE, state.owned.astype(int)
    kinds = len(regular)
    stack = state.stack[: int(state.depth)]
    played = [np.bincount(stack["kind"][stack["owner"] == seat], minlength=kinds) for seat in seats]
    for seat in seats:
        pack = np.bincount(state.packs[seat, : int(state.pack_size[seat])], minlength=kinds)
        supply = (record["regular"].astype(int) - owned[seat] - pack)[regular]
        needed, room, reached = state.passed[seat].astype(int)[regular], 0, 0
        for other in seats:
            if other != seat:
                seen = state.zones[other, Zone.DISCARD].astype(int) + state.known[seat, other] + played[other]
                least = np.maximum(state.least[seat, other], seen)[regular]
                supply, needed = supply - least, needed - least
                free = int((owned[other][regular] - least).sum()) + int(state.pack_size[other])
                room += free
                reached += free if (other - seat) % setup.num_seats <= state.passes else 0
        wanted = np.maximum(needed, 0)
        demand((supply >= wanted).all(), f"seat {seat} knows of more cards than there are")
        demand(wanted.sum() <= reached, f"seat {seat} knows of {wanted.sum()} cards in {reached} places")
        demand(room <= supply.sum(), f"{supply.sum()} cards are left for {room} places that seat {seat} does not know")


def _check_knowledge(setup: Setup, state: Any) -> None:
    demand((state.known >= 0).all() and (state.passed >= 0).all(), "something known is negative")
    for seat in range(setup.num_seats):
        hand, known = state.zones[seat, Zone.HAND], state.known[:, seat]
        demand((known <= hand).all(), f"seat {seat}: the hand is known to hold what it does not hold")
        others = [s for s in range(setup.num_seats) if s != seat]
        demand((known[others] >= known[PUBLIC]).all(), f"seat {seat}: what everybody knows, somebody does not")
        demand(state.knowing[seat] or not known.any(), f"seat {seat}: the hand is known, but not marked so")
        demand((state.least[:, seat] <= state.owned[seat]).all(), f"seat {seat}: known to own what it does not own")


def _check_stack(setup: Setup, state: Any) -> None:
    """Only the top card is being aimed or resolved; targets lie below, and were there first."""
    depth = int(state.depth)
    demand(0 <= depth <= MAX_DEPTH, f"{depth} cards are on the stack")
    for place, card in enumerate(state.stack[:depth]):
        where = f"stack, place {place}"
        demand(place == depth - 1 or card["stage"] == Stage.WAITING, f"{where}: stage {card['stage']} below others")
        demand(card["stage"] in (Stage.CHOOSING, Stage.WAITING, Stage.RESOLVING), f"{where}: stage {card['stage']}")
        demand(card["reach"] <= place, f"{where}: reaches above itself")
        demand(card["card"] < card["reach"] or card["card"] == NOBODY, f"{where}: aimed above its reach")
        demand(0 <= card["player"] < setup.num_seats, f"{where}: player {card['player']}")
        demand(not card["dead"] or card["owner"] == NOBODY, f"{where}: countered, but its card is still there")
        demand(NO_TYPE <= card["type"] < NUM_TYPES, f"{where}: type {card['type']}")
        demand(card["seat"] != card["player"], f"{where}: aimed at its own player")
        demand(max(card["seat"], card["owner"]) < setup.num_seats, f"{where}: a seat that does not exist")
        demand(card["kind"] < setup.record["kinds"][0], f"{where}: a card of kind {card['kind']}")
        demand(card["step"] < MAX_STEPS or card["stage"] != Stage.RESOLVING, f"{where}: step {card['step']}")


def _check_question(setup: Setup, state: Any) -> None:
    demand(0 <= state.seat < setup.num_seats, f"seat {state.seat} is to move")
    demand((state.plays <= MAX_PLAYS).all(), f"cards played in a turn: {state.plays.tolist()}")
    demand(state.extra >= 0, f"{state.extra} further Actions")
    if state.phase == Phase.PREPARING:
        demand(state.ask in (Ask.FACTION, Ask.DRAFT), f"question {state.ask} before the game")
        demand(state.depth == 0, "cards are being played before the game")
    elif state.ask in (Ask.HAND, Ask.PROPAGANDA, Ask.ACTION):
        demand(state.depth == 0 and state.seat == state.player, f"seat {state.seat} is asked for another one's step")
    elif state.ask != Ask.WINDOW:
        demand(state.depth > 0, "a card that is not there asks something")
    else:
        inside = setup.options.blitzes == "inside" and state.phase in (Phase.PROPAGANDA, Phase.ACTION)
        demand(state.depth > 0 or inside or state.phase in BETWEEN, f"a window in phase {state.phase}")
