"""Who is asked what."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .state import (
    MACHINE,
    NOBODY,
)


@compiled(inline=True)
def ask_machine(state, question):
    state.ask, state.seat, state.hero = question, MACHINE, NOBODY


@compiled(inline=True)
def ask_hero(state, hero, question):
    """Ask the seat that runs a Hero, by its place in the order of Initiative."""
    state.ask, state.seat, state.hero = question, state.runs[hero], hero
