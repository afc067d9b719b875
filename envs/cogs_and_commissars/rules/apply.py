"""Decisions of Cogs and Commissars: an answer is carried out, then the game goes on to the next question."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Int
from .prepare import prepare
from .questions import QUESTIONS
from .state import Phase, Prepared, State
from .turn import settle

legal_actions = QUESTIONS.allow
answer = QUESTIONS.answer


@compiled
def deal(setup: Prepared, state: State) -> None:
    prepare(setup, state)
    if state.phase != Phase.PREPARING:
        settle(setup, state)


@compiled
def apply(setup: Prepared, state: State, action: Int) -> None:
    answer(setup, state, action)
    if state.phase != Phase.PREPARING:
        settle(setup, state)
