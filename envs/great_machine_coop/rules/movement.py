"""Servant Movement cards: drawing one, and where it takes a Servant."""

from __future__ import annotations

import numpy as np

from ...city.rules.state import NOBODY, NUM_HEROES, NUM_SERVANTS, Directive, District
from ...city.rules.tracks import heroes_in, is_published
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from ...table.sets import has, pick, remove, size
from .exits import through_exit
from .news import CoopNews
from .state import MAINTENANCE_CARDS, NUM_MOVES, Maintenance, MoveCard, Prepared, State


@compiled
def all_moves(setup: Prepared, state: State) -> Int:
    """Return the Servant Movement cards that are in the game."""
    cards = np.int64((1 << NUM_MOVES) - 1)
    if setup.maintenance == 0:
        cards &= ~MAINTENANCE_CARDS
    return cards & ~np.int64(state.scrapped)


@compiled
def draw_move(state: State) -> Int:
    """Turn up the top card: any of those that are left, since nobody knows their order."""
    card = pick(state.rng, state.moves)
    state.moves = remove(state.moves, card)
    return card


@compiled
def reshuffle(setup: Prepared, state: State) -> None:
    """After the Great Machine Phase: with fewer cards left than there are Servants, all of them are shuffled."""
    if size(state.moves) >= NUM_SERVANTS:
        return
    before = np.int64(state.scrapped)
    if setup.maintenance == Maintenance.ALL_LEAVE or setup.maintenance == Maintenance.ONE_LEAVES:
        scrap_maintenance(setup, state)
    state.moves = all_moves(setup, state)
    tell(state, CoopNews.SHUFFLED, UNKNOWN, UNKNOWN, np.int64(state.scrapped) & ~before)


@compiled
def scrap_maintenance(setup: Prepared, state: State) -> None:
    """The harder Benefit 2: revealed Maintenance cards leave the game, all of them or one."""
    revealed = all_moves(setup, state) & MAINTENANCE_CARDS & ~np.int64(state.moves)
    if setup.maintenance == Maintenance.ONE_LEAVES:
        revealed &= -revealed
    state.scrapped = np.int64(state.scrapped) | revealed


@compiled
def destination(setup: Prepared, state: State, servant: Int, card: Int) -> Int:
    """Return the District to which a card takes a Servant; the one where it is if the card lets it stay."""
    at = np.int64(state.servants[servant])
    if card < NUM_HEROES:
        return np.int64(state.at[card])
    if card < MoveCard.HEART:
        return march(setup, state, at, card - MoveCard.UP)
    return np.int64(District.SQUARE) if card == MoveCard.HEART else at


@compiled
def march(setup: Prepared, state: State, at: Int, direction: Int) -> Int:
    """Leave by the exit shown; with Mechanize once more from a District without a Hero."""
    at = through_exit(state.place, at, direction)
    if is_published(state, Directive.MECHANIZE):
        for _ in range(setup.marches):
            if heroes_in(state, at) > 0:
                break
            at = through_exit(state.place, at, direction)
    return at


@compiled(inline=True)
def is_maintenance(card: Int) -> bool:
    return has(MAINTENANCE_CARDS, card)


@compiled
def forget_moves(state: State) -> None:
    """The cards of the round are discarded."""
    for servant in range(NUM_SERVANTS):
        state.moved[servant] = NOBODY
