"""The deal and every decision after it: what a seat may answer, and what follows from its answer."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from .actions import Act
from .questions import QUESTIONS
from .reserves import prepare
from .scoring import goes_on
from .stack import asking_step, finish_step, is_card_asking, may_decline, top
from .state import Phase, Prepared, State
from .turn import settle

allow, answer = QUESTIONS.allow, QUESTIONS.answer


@compiled
def deal(setup: Prepared, state: State) -> None:
    prepare(setup, state)
    if state.phase != Phase.PREPARING:
        settle(setup, state)


@compiled
def legal_actions(setup: Prepared, state: State, mask: Array) -> None:
    allow(setup, state, mask)
    if is_card_asking(state):
        mask[Act.PASS] = may_decline(asking_step(setup, state))


@compiled
def apply(setup: Prepared, state: State, action: Int) -> None:
    asked = state.ask
    if action == Act.PASS and is_card_asking(state):
        finish_step(top(state))
    else:
        answer(setup, state, action)
    if state.phase == Phase.PREPARING:
        return
    if state.ask == asked or not goes_on(setup, state):  # else the answer itself has led to a question
        settle(setup, state)
