"""The table as text."""

from __future__ import annotations

from typing import Any

from ..table.game import Setup


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as text."""
    return f"round {int(state.week)}, Master Plan {int(state.plan)}, Discontent {int(state.slot)}"
