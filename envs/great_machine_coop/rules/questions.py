"""All that is asked: what may be answered, and what an answer does."""

from __future__ import annotations

from ...city.rules.asking import allow_yes_or_no
from ...city.rules.hero_actions import (
    allow_calls,
    allow_cancels,
    allow_cards,
    allow_citizen_to,
    allow_citizens,
    allow_return,
    choose_citizen,
)
from ...city.rules.opening import allow_held_cards
from ...city.rules.questions import SHARED
from ...city.rules.repositioning import allow_new_anchors, allow_new_ways, choose_anchor, move_tile
from ...city.rules.state import Ask
from ...table.questions import Question, Questions, switch
from .actions import answer_rally, call, find_more, pay_die, put_down, take_action
from .actions_open import allow_actions
from .advantages import allow_bases, allow_hiding, found_base, hide
from .interactions import allow_interactions, interact
from .missions import allow_deliveries, allow_sending, allow_sent_to, choose_delivery, choose_sent, send
from .opening import choose_card
from .settle import (
    allow_break_kinds,
    allow_breaks,
    allow_finds,
    cancel_directive,
    choose_break,
    choose_break_kind,
    find,
    retrieve,
    return_citizen,
)
from .turn import allow_turns, answer_evasion, answer_turn

_OTHER_GAME = (
    *(Ask.PILE, Ask.CARPET, Ask.MACHINE, Ask.ARREST, Ask.PUBLISH, Ask.TAKE_BACK, Ask.CONFISCATE, Ask.RESETTLE),
    *(Ask.DETAIN, Ask.BREAD, Ask.DISCARD, Ask.RIOT_ARREST, Ask.PROVOKE, Ask.FAVOUR, Ask.JOIN, Ask.JUDGE, Ask.EXPOSE),
    *(Ask.AMNESTY, Ask.SHOW, Ask.SHOW_TYPE, Ask.TRADE, Ask.PLAN),
)
"""Questions of the game of one against many alone."""

QUESTIONS = Questions(
    *SHARED,
    # Access
    Question(Ask.ACCESS, allow_held_cards, choose_card),
    # A Hero's turn
    Question(Ask.TURN, allow_turns, answer_turn),
    Question(Ask.EVADE, allow_yes_or_no, answer_evasion),
    Question(Ask.INTERACT, allow_interactions, interact),
    Question(Ask.ACTION, allow_actions, take_action),
    Question(Ask.PAY, allow_yes_or_no, pay_die),
    Question(Ask.IDENTIFY, allow_yes_or_no, find_more),
    Question(Ask.CITIZEN, allow_citizens, choose_citizen),
    Question(Ask.CITIZEN_TO, allow_citizen_to, put_down),
    Question(Ask.RETURN, allow_return, return_citizen),
    Question(Ask.CALL, allow_calls, call),
    Question(Ask.RALLY, allow_yes_or_no, answer_rally),
    Question(Ask.ANCHOR, allow_new_anchors, choose_anchor),
    Question(Ask.WAY, allow_new_ways, move_tile),
    # Actions of Missions
    Question(Ask.DELIVER, allow_deliveries, choose_delivery),
    Question(Ask.SEND, allow_sending, choose_sent),
    Question(Ask.SEND_TO, allow_sent_to, send),
    # What is settled before the game goes on
    Question(Ask.FIND, allow_finds, find),
    Question(Ask.BREAK, allow_breaks, choose_break),
    Question(Ask.BREAK_KIND, allow_break_kinds, choose_break_kind),
    Question(Ask.CANCEL, allow_cancels, cancel_directive),
    Question(Ask.CARD, allow_cards, retrieve),
    Question(Ask.HIDE, allow_hiding, hide),
    Question(Ask.BASE, allow_bases, found_base),
    but=(Ask.NOTHING, *_OTHER_GAME),
)
legal_actions = QUESTIONS.allow
answer = switch("answer", ("setup", "state", "action", "ask"), {q.ask: q.answer for q in QUESTIONS}, on="ask")
"""``answer(setup, state, action, ask)``: carry out an answer; ``state.ask`` says what is asked next."""
