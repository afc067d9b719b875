"""What a game of Comrade asks, by phase: what may be answered, and what an answer does."""

from __future__ import annotations

from ...table.questions import Question, Questions
from .claims import allow_claims, claim
from .committee import allow_calls, allow_votes, allow_words, call, speak, vote
from .interrogation import allow_gift, allow_passes, allow_targets, give, interrogate, pass_on
from .state import Phase

QUESTIONS = Questions(
    Question(Phase.CLAIM, allow_claims, claim),
    # The vote and the committee
    Question(Phase.CALL, allow_calls, call),
    Question(Phase.VOTE, allow_votes, vote),
    Question(Phase.WORD, allow_words, speak),
    # The interrogation
    Question(Phase.LOOK, allow_targets, interrogate),
    Question(Phase.GIVE, allow_gift, give),
    Question(Phase.PASS, allow_passes, pass_on),
    on="state.phase",
)
