"""The end of a game: scores, tie-breakers, winners, and returns."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.game import RUNNING, TERMINATED
from ...table.records import Array, Int
from ...table.sets import add, full, has, size
from .seats import side_of, slots
from .state import AUTOMATON, MAX_SEATS, NEUTRAL, NOBODY, Event, Mode, Prepared, State, Zone

_OWNED = (Zone.HAND, Zone.DISCARD, Zone.PLAYED, Zone.DECK)
_SCALE = 4096  # above any sum of values, cards or Brass of a side


@compiled
def faction_value(setup: Prepared, state: State, seat: Int) -> Int:
    """Total Brass Value of a seat's cards of corporations, or by option of its own one."""
    value = np.int64(0)
    for kind in range(setup.kinds):
        if not breaks_ties(setup, state, seat, kind):
            continue
        cards = np.int64(0)
        for zone in _OWNED:
            cards += np.int64(state.zones[seat, zone, kind])
        value += cards * np.int64(setup.value[kind])
    for slot in range(slots(state, seat)):
        thing = state.things[seat, slot]
        if thing.status != 0 and breaks_ties(setup, state, seat, thing.kind):
            value += np.int64(setup.value[thing.kind])
    return value


@compiled
def breaks_ties(setup: Prepared, state: State, seat: Int, kind: Int) -> bool:
    """Whether a card is one of a seat's faction cards."""
    faction = setup.faction[kind]
    return faction == 1 + state.corporation[seat] if setup.own_faction else faction != NEUTRAL


@compiled
def owned_cards(state: State, seat: Int) -> Int:
    """Number of a seat's cards, the Mining Platform among them."""
    cards = np.int64(0)
    for zone in _OWNED:
        cards += np.int64(state.amounts[seat, zone])
    for slot in range(slots(state, seat)):
        cards += state.things[seat, slot].status != 0
    return cards


@compiled
def score(setup: Prepared, state: State, seat: Int) -> Int:
    """Brass and Brass Value of all cards owned; the unbought reserve is not."""
    return np.int64(state.brass[seat]) + np.int64(state.worth[seat])


@compiled
def standing(setup: Prepared, state: State, side: Int) -> Int:
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
def goes_on(setup: Prepared, state: State) -> bool:
    """Whether there is a further step: without equal turns the solitaire game ends at once when the pool is empty.

    What takes the last Brass is carried out first, such as a fight in which both sides gain.
    """
    at_once = setup.mode == Mode.SOLITAIRE and not setup.equal_turns
    return bool(state.over == RUNNING and not (at_once and state.ending))


@compiled
def finish(setup: Prepared, state: State) -> None:
    """End the game: the highest score wins, then the tie-breakers, then the win is shared."""
    state.over = TERMINATED
    state.winners = 0
    for place in range(setup.places):
        tell(state, Event.SCORES, place, amount=score(setup, state, place), other=state.brass[place])
    if setup.mode == Mode.SOLITAIRE:
        state.winners = score(setup, state, 0) > score(setup, state, AUTOMATON)
        tell(state, Event.WINS, 0 if state.winners else NOBODY)
        return
    best = np.int64(-1)
    for side in range(setup.sides):
        best = max(best, standing(setup, state, side))
    for seat in range(setup.seats):
        if standing(setup, state, side_of(setup, seat)) == best:
            state.winners = add(state.winners, seat)
            tell(state, Event.WINS, seat)


@compiled
def returns(setup: Prepared, state: State, out: Array) -> None:
    """Losers share -1 a side, winners what they lost; an eliminated seat's return is final at once.

    In a battle those who are left share what the others lost, once it is over, cut off or not.
    """
    if setup.mode == Mode.BATTLE:
        share_out(setup, full(setup.seats) & ~np.int64(state.gone), state.over != RUNNING, out)
    elif state.over == TERMINATED and setup.mode == Mode.SOLITAIRE:
        out[0] = 1.0 if state.winners != 0 else -1.0
    elif state.over == TERMINATED:
        share_out(setup, state.winners, True, out)


@compiled
def share_out(setup: Prepared, winners: Int, is_over: bool, out: Array) -> None:
    """Every losing seat gets -1 / (sides - 1), the winning seats share the rest at the end."""
    won = size(winners)
    each = np.float32(1.0) / np.float32(setup.sides - 1)
    for seat in range(setup.seats):
        if not has(winners, seat):
            out[seat] = -each
        elif is_over:
            out[seat] = each * np.float32(setup.seats - won) / np.float32(won)


assert MAX_SEATS <= 8  # state.winners is a byte
