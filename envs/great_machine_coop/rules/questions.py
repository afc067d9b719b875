"""All that is asked: what may be answered, and what an answer does."""

from __future__ import annotations

from ...city.rules import hero_actions as in_both_games
from ...city.rules.asking import allow_yes_or_no
from ...city.rules.opening import allow_held_cards
from ...city.rules.questions import SHARED
from ...city.rules.repositioning import allow_new_anchors, allow_new_ways, choose_anchor, move_tile
from ...city.rules.state import Ask
from ...table.questions import Question, Questions, switch
from . import actions, actions_open, advantages, interactions, missions, opening, settle, turn
from .observation_layout import ASKED

QUESTIONS = Questions(
    *SHARED,
    # Access
    Question(Ask.ACCESS, allow_held_cards, opening.choose_card),
    # A Hero's turn
    Question(Ask.TURN, turn.allow_turns, turn.answer_turn),
    Question(Ask.EVADE, allow_yes_or_no, turn.answer_evasion),
    Question(Ask.INTERACT, interactions.allow_interactions, interactions.interact),
    Question(Ask.ACTION, actions_open.allow_actions, actions.take_action),
    Question(Ask.PAY, allow_yes_or_no, actions.pay_die),
    Question(Ask.IDENTIFY, allow_yes_or_no, actions.find_more),
    Question(Ask.CITIZEN, in_both_games.allow_citizens, in_both_games.choose_citizen),
    Question(Ask.CITIZEN_TO, in_both_games.allow_citizen_to, actions.put_down),
    Question(Ask.RETURN, in_both_games.allow_return, settle.return_citizen),
    Question(Ask.CALL, in_both_games.allow_calls, actions.call),
    Question(Ask.RALLY, allow_yes_or_no, actions.answer_rally),
    Question(Ask.ANCHOR, allow_new_anchors, choose_anchor),
    Question(Ask.WAY, allow_new_ways, move_tile),
    # Actions of Missions
    Question(Ask.DELIVER, missions.allow_deliveries, missions.choose_delivery),
    Question(Ask.SEND, missions.allow_sending, missions.choose_sent),
    Question(Ask.SEND_TO, missions.allow_sent_to, missions.send),
    # What is settled before the game goes on
    Question(Ask.FIND, settle.allow_finds, settle.find),
    Question(Ask.BREAK, settle.allow_breaks, settle.choose_break),
    Question(Ask.BREAK_KIND, settle.allow_break_kinds, settle.choose_break_kind),
    Question(Ask.CANCEL, in_both_games.allow_cancels, settle.cancel_directive),
    Question(Ask.CARD, in_both_games.allow_cards, settle.retrieve),
    Question(Ask.HIDE, advantages.allow_hiding, advantages.hide),
    Question(Ask.BASE, advantages.allow_bases, advantages.found_base),
    but=[ask for ask in Ask if ask not in ASKED],
)
legal_actions = QUESTIONS.allow
answer = switch("answer", ("setup", "state", "action", "ask"), {q.ask: q.answer for q in QUESTIONS}, on="ask")
"""``answer(setup, state, action, ask)``: carry out an answer; ``state.ask`` says what is asked next."""
