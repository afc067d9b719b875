"""All that is asked: what may be answered, and what an answer does."""

from __future__ import annotations

from ...city.rules import hero_actions as in_both_games
from ...city.rules.asking import allow_yes_or_no
from ...city.rules.opening import allow_held_cards
from ...city.rules.questions import SHARED
from ...city.rules.repositioning import choose_anchor
from ...city.rules.state import Ask
from ...table.questions import Question, Questions, switch
from . import access, closing, confrontation, hero_actions, hero_turn, machine, machine_costs, opening, settle

QUESTIONS = Questions(
    *SHARED,
    # Laying out the city, and moving a District
    Question(Ask.PILE, confrontation.allow_piles, confrontation.choose_pile),
    Question(Ask.ANCHOR, confrontation.allow_anchors, choose_anchor),
    Question(Ask.WAY, confrontation.allow_tile_ways, confrontation.put_tile),
    # Access
    Question(Ask.CARPET, opening.allow_carpets, opening.choose_carpet),
    Question(Ask.ACCESS, allow_held_cards, access.choose_card),
    # The Great Machine
    Question(Ask.MACHINE, machine_costs.allow_deeds, machine.do_deed),
    Question(Ask.ARREST, hero_actions.allow_arrests, machine.choose_arrest),
    Question(Ask.PUBLISH, machine.allow_hand, machine.choose_publication),
    Question(Ask.TAKE_BACK, machine.allow_taking_back, machine.take_directive_back),
    Question(Ask.CONFISCATE, machine.allow_victims, machine.choose_victim),
    Question(Ask.RESETTLE, machine_costs.allow_resettling_from, machine.resettle_from),
    Question(Ask.CITIZEN, machine.allow_moved_citizens, in_both_games.choose_citizen),
    Question(Ask.CITIZEN_TO, machine.allow_destinations, machine.put_citizen),
    # A Hero's turn
    Question(Ask.DETAIN, hero_turn.allow_detaining, hero_turn.detain),
    Question(Ask.BREAD, allow_yes_or_no, hero_turn.bribe),
    Question(Ask.ACTION, hero_actions.allow_actions, hero_actions.take_action),
    Question(Ask.PAY, allow_yes_or_no, hero_actions.pay_die),
    Question(Ask.IDENTIFY, allow_yes_or_no, in_both_games.identify_more),
    Question(Ask.DISCARD, machine.allow_hand, hero_actions.discard_directive),
    Question(Ask.CANCEL, in_both_games.allow_cancels, hero_actions.cancel_directive),
    Question(Ask.CARD, in_both_games.allow_cards, hero_actions.retrieve),
    Question(Ask.RETURN, in_both_games.allow_return, closing.return_citizen),
    Question(Ask.CALL, in_both_games.allow_calls, in_both_games.call_citizen),
    Question(Ask.RIOT_ARREST, hero_actions.allow_riot_arrests, hero_actions.arrest_rioter),
    # What is settled before the game goes on
    Question(Ask.PROVOKE, allow_yes_or_no, settle.provoke),
    Question(Ask.FIND, settle.allow_finds, settle.find),
    Question(Ask.FAVOUR, settle.allow_favours, settle.choose_favour),
    # Closing
    Question(Ask.JOIN, allow_yes_or_no, closing.join_side),
    Question(Ask.JUDGE, closing.allow_appeals, closing.appeal),
    Question(Ask.EXPOSE, closing.allow_exposures, closing.turn_up),
    Question(Ask.AMNESTY, allow_yes_or_no, closing.begin_freeing),
    Question(Ask.SHOW, closing.allow_districts_to_show, closing.choose_where_to_show),
    Question(Ask.SHOW_TYPE, closing.allow_types_to_show, closing.turn_up),
    Question(Ask.TRADE, closing.allow_trades, closing.trade),
    Question(Ask.PLAN, allow_yes_or_no, closing.buy_plan),
    but=(Ask.NOTHING, *(ask for ask in Ask if ask >= Ask.TURN)),
)
legal_actions = QUESTIONS.allow
answer = switch("answer", ("setup", "state", "action", "ask"), {q.ask: q.answer for q in QUESTIONS}, on="ask")
"""``answer(setup, state, action, ask)``: carry out an answer; ``state.ask`` says what is asked next."""
