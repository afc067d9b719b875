"""The end of a game: scores, tie-breakers, winners, and returns."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.game import RUNNING, TERMINATED
from .seats import flag, is_gone, side_of
from .state import AUTOMATON, BATTLE, DECK, DISCARD, HAND, MAX_SEATS, MAX_THINGS, NEUTRAL, PLAYED, SOLITAIRE

_OWNED = (HAND, DISCARD, PLAYED, DECK)
_SCALE = 4096  # above any sum of values, cards or Brass of a side


@compiled
def faction_value(setup, state, seat):
    """Total Brass Value of a seat's cards of corporations."""
    value = np.int64(0)
    for kind in range(setup.kinds):
        if setup.faction[kind] == NEUTRAL:
            continue
        cards = np.int64(0)
        for zone in _OWNED:
            cards += np.int64(state.zones[seat, zone, kind])
        value += cards * np.int64(setup.value[kind])
    for slot in range(MAX_THINGS):
        thing = state.things[seat, slot]
        if thing.status != 0 and setup.faction[thing.kind] != NEUTRAL:
            value += np.int64(setup.value[thing.kind])
    return value


@compiled
def owned_cards(state, seat):
    """Number of a seat's cards, the Mining Platform among them."""
    cards = np.int64(0)
    for zone in _OWNED:
        cards += np.int64(state.amounts[seat, zone])
    for slot in range(MAX_THINGS):
        cards += state.things[seat, slot].status != 0
    return cards


@compiled
def score(setup, state, seat):
    """Brass and Brass Value of all cards owned; the unbought reserve is not."""
    return np.int64(state.brass[seat]) + np.int64(state.worth[seat])


@compiled
def standing(setup, state, side):
    """Return a team's result as one number to compare: score, value of faction cards, fewest cards, Brass."""
    points = of_factions = cards = brass = np.int64(0)
    for seat in range(setup.places):
        if side_of(setup, seat) == side:
            points += score(setup, state, seat)
            of_factions += faction_value(setup, state, seat)
            cards += owned_cards(state, seat)
            brass += np.int64(state.brass[seat])
    return ((points * _SCALE + of_factions) * _SCALE + _SCALE - 1 - cards) * _SCALE + brass


@compiled
def finish(setup, state):
    """End the game: the highest score wins, then the tie-breakers, then the win is shared."""
    state.over = TERMINATED
    state.winners = 0
    if setup.mode == SOLITAIRE:
        state.winners = score(setup, state, 0) > score(setup, state, AUTOMATON)
        return
    best = np.int64(-1)
    for side in range(setup.sides):
        best = max(best, standing(setup, state, side))
    for seat in range(setup.seats):
        if standing(setup, state, side_of(setup, seat)) == best:
            state.winners |= flag(seat)


@compiled
def finish_battle(state, seat):
    """End a battle: the last one standing wins."""
    state.over = TERMINATED
    state.winners = flag(seat)


@compiled
def returns(setup, state, out):
    """Losers share -1 a side, winners what they lost; an eliminated seat's return is final at once."""
    if state.over == RUNNING and state.gone == 0:
        return
    if setup.mode == BATTLE:
        battle_returns(setup, state, out)
    elif state.over == TERMINATED and setup.mode == SOLITAIRE:
        out[0] = 1.0 if state.winners != 0 else -1.0
    elif state.over == TERMINATED:
        shared_returns(setup, state, out)


@compiled
def shared_returns(setup, state, out):
    """Every losing seat gets -1 / (sides - 1), the winning seats share the rest."""
    won = np.int64(0)
    for seat in range(setup.seats):
        won += np.int64(state.winners) >> seat & 1
    each = np.float32(1.0) / np.float32(setup.sides - 1)
    for seat in range(setup.seats):
        winner = np.int64(state.winners) >> seat & 1 != 0
        out[seat] = each * np.float32(setup.seats - won) / np.float32(won) if winner else -each


@compiled
def battle_returns(setup, state, out):
    """Who is out gets -1 / (seats - 1); the others share that once the game is over, cut off or not."""
    out_of_it = 0
    for seat in range(setup.seats):
        out_of_it += is_gone(state, seat)
    each = np.float32(1.0) / np.float32(setup.seats - 1)
    for seat in range(setup.seats):
        if is_gone(state, seat):
            out[seat] = -each
        elif state.over != RUNNING:
            out[seat] = each * np.float32(out_of_it) / np.float32(setup.seats - out_of_it)


assert MAX_SEATS <= 8  # state.winners is a byte
