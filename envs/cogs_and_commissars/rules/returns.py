"""What the players get: the winner 1, the others together -1; nobody anything for a game that is cut off."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.game import TERMINATED
from ...table.records import Array
from .state import Prepared, State


@compiled
def returns(setup: Prepared, state: State, out: Array) -> None:
    if state.over == TERMINATED:
        for seat in range(setup.seats):
            out[seat] = 1.0 if seat == state.winner else np.float32(-1.0 / (setup.seats - 1))
