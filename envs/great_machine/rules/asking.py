"""How the Great Machine is asked; Heroes are asked as in both games."""

from __future__ import annotations

from ...city.rules.state import MACHINE, NOBODY
from ...table.compilation.compile import compiled
from ...table.records import Int
from .state import State


@compiled(inline=True)
def ask_machine(state: State, question: Int) -> None:
    state.ask, state.seat, state.hero = question, MACHINE, NOBODY
