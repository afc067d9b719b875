"""Series of games: who has the fewest citizens at the end of one begins the next."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..table.game import Setup
from ..table.seats import seat_after


def next_first_player(setup: Setup, states: np.ndarray) -> int:
    """Return who begins the next game of a series, for its option ``first_player``.

    Args:
        setup: The game with its options.
        states: The table at the end of a game, shape (1,), such as ``env.states``.

    Returns:
        The seat with the fewest tokens, whatever they are worth; of several the first clockwise from the one that has
        begun this game.
    """
    state: Any = states[0]
    seats = [seat_after(setup.num_seats, int(state["first"]), away) for away in range(setup.num_seats)]
    return min(seats, key=lambda seat: int(state["citizens"][seat].astype(int).sum()))
