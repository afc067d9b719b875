"""What a game of CogDrive Neon asks, by phase: what may be answered, and what an answer does."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.questions import Question, Questions
from ...table.records import Int
from . import tasks, turn
from .course import settle
from .state import Phase, Prepared, State

QUESTIONS = Questions(
    Question(Phase.ACTION, turn.allow_actions, turn.take_action),
    Question(Phase.BEFORE, turn.allow_overdrive, turn.answer_overdrive),
    Question(Phase.CHOICE, tasks.allow_choices, turn.answer_step),
    Question(Phase.AFTER, turn.allow_overdrive, turn.answer_overdrive),
    Question(Phase.PLAY, turn.allow_plays, turn.play),
    Question(Phase.DRAW, turn.allow_draws, turn.draw_up),
    on="state.phase",
)
answer = QUESTIONS.answer


@compiled
def apply(setup: Prepared, state: State, action: Int) -> None:
    answer(setup, state, action)
    settle(setup, state)
