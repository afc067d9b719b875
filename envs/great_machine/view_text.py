"""The table as text, as a seat sees it."""

from __future__ import annotations

from typing import Any

from ..table.game import Setup
from .state import DISTRICTS, MACHINE, PHASES


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as ``seat`` sees it (None sees everything)."""
    lines = [f"{PHASES[state.phase]}, round {state.week}"]
    for number, district in enumerate(DISTRICTS):
        lines.append(f"{district}: {state.crowd[number]} Citizens, {state.guards[number]} Guards")
    if seat != MACHINE:
        lines.append(f"chosen {state.chosen.tolist()}")
    return "\n".join(lines)
