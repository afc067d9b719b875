"""All questions: what may be answered to each, and what an answer does."""

from __future__ import annotations

from ...table.questions import Question, Questions
from . import aiming, asking, own_cards, prepare
from .state import Ask

QUESTIONS = Questions(
    Question(Ask.FACTION, prepare.allow_factions, prepare.choose_faction),
    Question(Ask.DRAFT, prepare.allow_pack, prepare.draft),
    Question(Ask.HAND, own_cards.allow_discards, own_cards.discard_or_draw),
    Question(Ask.PROPAGANDA, own_cards.allow_plays, own_cards.play_or_end),
    Question(Ask.ACTION, own_cards.allow_plays, own_cards.play_or_end),
    Question(Ask.WINDOW, own_cards.allow_plays, own_cards.play_or_pass),
    Question(Ask.SEAT, aiming.allow_seats, aiming.aim_at_seat),
    Question(Ask.CITIZEN, aiming.allow_citizens, aiming.aim_at_citizen),
    Question(Ask.TYPE, aiming.allow_types, aiming.choose_type),
    Question(Ask.CARD, aiming.allow_cards, aiming.aim_at_card),
    Question(Ask.DISCARD, own_cards.allow_own_hand, asking.discard_for_card),
    Question(Ask.RETRIEVE, asking.allow_retrieval, asking.retrieve),
    Question(Ask.INTERCEPT, asking.allow_interception, asking.intercept),
)
