"""STATE dtypes for games that are never played."""

from __future__ import annotations

import types

import numpy as np

from cogitable.envs.table.records import StateRecord, int8


def state_dtype(*names: str, seats: int) -> np.dtype:
    """Return a STATE whose own fields, int8 each, have these names."""
    own = {name: int8() for name in names}
    record: type[StateRecord] = types.new_class(
        "State", (StateRecord,), {"seats": seats}, lambda body: body.update(own)
    )
    return record.dtype()
