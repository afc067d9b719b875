"""What a game of CogDrive Neon asks, by phase: what may be answered, and what an answer does."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.questions import Question, Questions
from ...table.records import Int
from .course import settle
from .state import Phase, Prepared, State
from .turn import (
    allow_actions,
    allow_choices,
    allow_draws,
    allow_overdrive,
    allow_plays,
    answer_after,
    answer_before,
    answer_step,
    draw_up,
    play,
    take_action,
)

QUESTIONS = Questions(
    Question(Phase.ACTION, allow_actions, take_action),
    Question(Phase.BEFORE, allow_overdrive, answer_before),
    Question(Phase.CHOICE, allow_choices, answer_step),
    Question(Phase.AFTER, allow_overdrive, answer_after),
    Question(Phase.PLAY, allow_plays, play),
    Question(Phase.DRAW, allow_draws, draw_up),
    on="state.phase",
)
answer = QUESTIONS.answer


@compiled
def apply(setup: Prepared, state: State, action: Int) -> None:
    answer(setup, state, action)
    settle(setup, state)
