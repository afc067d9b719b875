"""Saves of games whose STATE had other fields."""

from __future__ import annotations

from typing import Any

from ...table.errors import SaveFileError
from ...table.files import packing
from ...table.game import Setup

_BELIEFS = "aware"
"""What seats know was once believed without regard to where the informer is."""


def upgrade(setup: Setup, saved: Any, state: Any) -> None:
    """Make the record of an old save one of today: beliefs are worked out anew from the log where they are wanted.

    Raises:
        SaveFileError: The record lacks more than that.
    """
    there, wanted = ([f for f in packing.describe(record.dtype) if f[0] != _BELIEFS] for record in (saved, state))
    if there != wanted:
        reason = packing.difference(there, wanted)
        raise SaveFileError(f"its STATE record is not the one of {setup.game.title} here: {reason}")
    state.fresh = 0
