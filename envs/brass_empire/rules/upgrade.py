"""Positions saved when the record had other fields."""

from __future__ import annotations

from typing import Any

from ...table.game import Setup


def upgrade(setup: Setup, saved: Any, state: Any) -> None:
    """Fill what a saved position lacks: there was room for 16 things in play once, and no count of slots to look at."""
    for seat, (old, new) in enumerate(zip(saved.things, state.things, strict=True)):
        for slot in range(min(len(old), len(new))):
            for name in ("kind", "wounds", "status"):
                setattr(new[slot], name, int(getattr(old[slot], name)))
            if new[slot].status != 0:
                state.reach[seat] = slot + 1
