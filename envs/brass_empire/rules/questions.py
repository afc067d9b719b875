"""What Brass Empire asks; a question's answers and what they do stand beside each other in the module of their phase.

Whether a card's step may be declined is the same for all that cards ask, and stands in ``apply.py``.
"""

from __future__ import annotations

from ...table.questions import Question, Questions
from . import combat, market, menu, reserves, steps, uses
from .state import Ask

QUESTIONS = Questions(
    Question(Ask.CORPORATION, reserves.allow_corporations, reserves.choose_corporation),
    Question(Ask.DRAFT, reserves.allow_draft, reserves.draft),
    Question(Ask.MENU, menu.allow_menu, menu.act),
    Question(Ask.TARGET, combat.allow_targets, combat.attack),
    Question(Ask.MATE, market.allow_for_mate, market.buy_for_mate),
    Question(Ask.COPY, market.allow_copies, market.take_copy),
    Question(Ask.WINDOW, uses.allow_response, uses.respond),
    Question(Ask.DAMAGE, steps.allow_hits, steps.hit),
    Question(Ask.DISMISS, steps.allow_dismissals, steps.dismiss_card),
    Question(Ask.OPTION, steps.allow_options, steps.choose),
    Question(Ask.DISCARD, steps.allow_discards, steps.discard_card),
    Question(Ask.STEAL, steps.allow_victims, steps.steal_from),
    Question(Ask.ACQUIRE, steps.allow_acquisitions, steps.acquire_card),
    Question(Ask.RECOVER, steps.allow_recoveries, steps.recover_card),
    Question(Ask.DRAW, steps.allow_draw, steps.draw_cards),
)
