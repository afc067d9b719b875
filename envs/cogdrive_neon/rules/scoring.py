"""The score at the end of a game, or as if it ended now."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.events import SILENT, UNKNOWN, tell
from ...table.game import TERMINATED
from ...table.piles import count, pile_set
from ...table.records import Array, Int
from .state import NUM_COLORS, Event, Prepared, State


@compiled
def returns(setup: Prepared, state: State, out: Array) -> None:
    """+1 for the winner and -1 for the loser of a finished game, 0 for a draw or a truncated one."""
    if state.over != TERMINATED:
        return
    margin = winning_margin(setup, state)
    if margin != 0:
        out[0] = 1.0 if margin > 0 else -1.0
        out[1] = -out[0]


@compiled
def winning_margin(setup: Prepared, state: State) -> Int:
    """Above 0 if the First Player wins, below 0 if the second does: points, then cards at the Clash and in the deck."""
    margin = points(setup, state, 0) - points(setup, state, 1)
    if margin == 0:
        margin = cards_owned(state, 0) - cards_owned(state, 1)
    return margin


@compiled
def points(setup: Prepared, state: State, seat: Int) -> Int:
    """Clash points and deck points of a seat, as if the game ended now."""
    return clash_points(setup, state, seat) + deck_points(setup, state, seat)


@compiled
def clash_points(setup: Prepared, state: State, seat: Int) -> Int:
    """One for each card on the seat's side, five more for the higher combined Power."""
    wins = total_power(setup, state.clash[seat]) > total_power(setup, state.clash[1 - seat])
    return count(state.clash[seat]) + 5 * wins


@compiled
def deck_points(setup: Prepared, state: State, seat: Int) -> Int:
    """The combined Power of the best colour in hand, discard and deck."""
    best = 0
    reserve = reserve_cards(state, seat)
    for color in range(NUM_COLORS):
        best = max(best, total_power(setup, reserve & setup.of_color[color]))
    return best


@compiled
def best_color(setup: Prepared, state: State, seat: Int) -> Int:
    """The colour that scores for a seat, the first of several."""
    reserve = reserve_cards(state, seat)
    for color in range(NUM_COLORS):
        if total_power(setup, reserve & setup.of_color[color]) == deck_points(setup, state, seat):
            return color
    return UNKNOWN


@compiled
def reserve_cards(state: State, seat: Int) -> Int:
    """A seat's cards outside the Clash: hand, discard and deck."""
    return state.hand[seat] | state.discard[seat] | pile_set(state.piles, state.sizes, seat)


@compiled
def cards_owned(state: State, seat: Int) -> Int:
    return count(state.clash[seat]) + count(reserve_cards(state, seat))


@compiled
def total_power(setup: Prepared, cards: Int) -> Int:
    """Combined Power of a set of cards."""
    return (
        count(cards & setup.of_power[1]) + 2 * count(cards & setup.of_power[2]) + 3 * count(cards & setup.of_power[3])
    )


@compiled
def tell_result(setup: Prepared, state: State) -> None:
    """Tell who has won and why."""
    if state.telling == SILENT:
        return
    power = total_power(setup, state.clash[0]), total_power(setup, state.clash[1])
    ahead = UNKNOWN if power[0] == power[1] else 0 if power[0] > power[1] else 1
    tell(state, Event.CLASH, ahead, amount=max(power), other=min(power))
    for seat in range(2):
        color, reserve = best_color(setup, state, seat), deck_points(setup, state, seat)
        tell(state, Event.SCORES, seat, color, amount=points(setup, state, seat), other=reserve)
    tied = points(setup, state, 0) == points(setup, state, 1)
    for seat in range(2 if tied else 0):
        tell(state, Event.TIE_BREAK, seat, amount=cards_owned(state, seat))
    margin = winning_margin(setup, state)
    tell(state, Event.WINS, UNKNOWN if margin == 0 else 0 if margin > 0 else 1)
