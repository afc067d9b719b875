"""Who is asked what, and answers that many questions have."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import has
from .state import NUM_DIRECTIVES, NUM_DISTRICTS, Act, CityState


@compiled(inline=True)
def ask_hero(state: CityState, hero: Int, question: Int) -> None:
    """Ask the seat that runs a Hero, by its place in the order of Initiative."""
    state.ask, state.seat, state.hero = question, state.runs[hero], hero


@compiled
def allow_districts(districts: Int, mask: Array) -> None:
    """Allow every District of a set."""
    for district in range(NUM_DISTRICTS):
        if has(districts, district):
            mask[Act.DISTRICT + district] = 1


@compiled
def allow_yes_or_no(mask: Array) -> None:
    mask[Act.DONE], mask[Act.YES] = 1, 1


@compiled
def allow_directives(directives: Int, mask: Array) -> None:
    """Allow every Directive of a set."""
    for directive in range(NUM_DIRECTIVES):
        if has(directives, directive):
            mask[Act.DIRECTIVE + directive] = 1
