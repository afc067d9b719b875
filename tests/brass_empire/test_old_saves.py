"""Positions that were saved when the record had other fields are as they were."""

from __future__ import annotations

import numpy as np
import pytest
from brass_empire.positions import Position

from cogitable.envs.brass_empire.rules.state import MAX_THINGS, STATE
from cogitable.envs.table.files.save import upgraded
from cogitable.envs.table.records import TELLING


def as_it_was(things: int) -> np.dtype:
    """Return the record with room for so many things in play, without what is never saved."""
    fields = [(name, STATE[name]) for name in STATE.names if name not in TELLING]
    return np.dtype([(n, np.dtype((k.base, (6, things)))) if n == "things" else (n, k) for n, k in fields])


@pytest.mark.parametrize("wounds", [0, 1])
def test_what_was_in_play_still_is(wounds):
    table = Position().put(0, "Soldier", "Tower", wounds=wounds).put(1, "Giant", ready=False)
    old = np.zeros(1, as_it_was(16))
    for name in old.dtype.names:
        old[name] = table.states[name][:, :, :16] if name == "things" else table.states[name]
    new = upgraded(table.setup, old)
    assert new["things"].shape == (1, 6, MAX_THINGS)
    new["telling"] = table.states["telling"]
    assert all((new[name] == table.states[name]).all() for name in old.dtype.names)
