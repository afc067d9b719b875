"""All that is asked: what may be answered, and what an answer does."""

from __future__ import annotations

from ...city.rules.asking import allow_yes_or_no
from ...city.rules.hero_actions import (
    allow_calls,
    allow_cancels,
    allow_cards,
    allow_return,
    call_citizen,
    identify_more,
)
from ...city.rules.opening import allow_held_cards
from ...city.rules.questions import SHARED
from ...city.rules.repositioning import choose_anchor
from ...city.rules.state import Ask
from ...table.questions import Question, Questions, switch
from .access import choose_card
from .closing import (
    allow_appeals,
    allow_districts_to_show,
    allow_exposures,
    allow_trades,
    allow_types_to_show,
    appeal,
    begin_freeing,
    buy_plan,
    choose_where_to_show,
    expose,
    join_side,
    return_citizen,
    show_citizen,
    trade,
)
from .confrontation import allow_anchors, allow_piles, allow_tile_ways, choose_pile, put_tile
from .hero_actions import (
    allow_actions,
    allow_arrests,
    allow_discards,
    allow_riot_arrests,
    arrest_rioter,
    cancel_directive,
    discard_directive,
    pay_die,
    retrieve,
    take_action,
)
from .hero_turn import allow_detaining, bribe, detain
from .machine import (
    allow_destinations,
    allow_moved_citizens,
    allow_publications,
    allow_taking_back,
    allow_victims,
    choose_arrest,
    choose_publication,
    choose_victim,
    do_deed,
    put_citizen,
    resettle_from,
    take_citizen,
    take_directive_back,
)
from .machine_costs import allow_deeds, allow_resettling_from
from .opening import allow_carpets, choose_carpet
from .settle import allow_favours, allow_finds, choose_favour, find, provoke

QUESTIONS = Questions(
    *SHARED,
    # Laying out the city, and moving a District
    Question(Ask.PILE, allow_piles, choose_pile),
    Question(Ask.ANCHOR, allow_anchors, choose_anchor),
    Question(Ask.WAY, allow_tile_ways, put_tile),
    # Access
    Question(Ask.CARPET, allow_carpets, choose_carpet),
    Question(Ask.ACCESS, allow_held_cards, choose_card),
    # The Great Machine
    Question(Ask.MACHINE, allow_deeds, do_deed),
    Question(Ask.ARREST, allow_arrests, choose_arrest),
    Question(Ask.PUBLISH, allow_publications, choose_publication),
    Question(Ask.TAKE_BACK, allow_taking_back, take_directive_back),
    Question(Ask.CONFISCATE, allow_victims, choose_victim),
    Question(Ask.RESETTLE, allow_resettling_from, resettle_from),
    Question(Ask.CITIZEN, allow_moved_citizens, take_citizen),
    Question(Ask.CITIZEN_TO, allow_destinations, put_citizen),
    # A Hero's turn
    Question(Ask.DETAIN, allow_detaining, detain),
    Question(Ask.BREAD, allow_yes_or_no, bribe),
    Question(Ask.ACTION, allow_actions, take_action),
    Question(Ask.PAY, allow_yes_or_no, pay_die),
    Question(Ask.IDENTIFY, allow_yes_or_no, identify_more),
    Question(Ask.DISCARD, allow_discards, discard_directive),
    Question(Ask.CANCEL, allow_cancels, cancel_directive),
    Question(Ask.CARD, allow_cards, retrieve),
    Question(Ask.RETURN, allow_return, return_citizen),
    Question(Ask.CALL, allow_calls, call_citizen),
    Question(Ask.RIOT_ARREST, allow_riot_arrests, arrest_rioter),
    # What is settled before the game goes on
    Question(Ask.PROVOKE, allow_yes_or_no, provoke),
    Question(Ask.FIND, allow_finds, find),
    Question(Ask.FAVOUR, allow_favours, choose_favour),
    # Closing
    Question(Ask.JOIN, allow_yes_or_no, join_side),
    Question(Ask.JUDGE, allow_appeals, appeal),
    Question(Ask.EXPOSE, allow_exposures, expose),
    Question(Ask.AMNESTY, allow_yes_or_no, begin_freeing),
    Question(Ask.SHOW, allow_districts_to_show, choose_where_to_show),
    Question(Ask.SHOW_TYPE, allow_types_to_show, show_citizen),
    Question(Ask.TRADE, allow_trades, trade),
    Question(Ask.PLAN, allow_yes_or_no, buy_plan),
    but=(Ask.NOTHING, *(ask for ask in Ask if ask >= Ask.TURN)),
)
legal_actions = QUESTIONS.allow
answer = switch("answer", ("setup", "state", "action", "ask"), {q.ask: q.answer for q in QUESTIONS}, on="ask")
"""``answer(setup, state, action, ask)``: carry out an answer; ``state.ask`` says what is asked next."""
