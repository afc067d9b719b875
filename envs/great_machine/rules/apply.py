"""The course of a game of City of the Great Machine: the deal, the phases of a round, and who answers what."""

from __future__ import annotations

import numpy as np

from ...city.rules.access import deal_cards
from ...city.rules.build_city import ask_next_tile, build_city, choose_pile, side_to_lay
from ...city.rules.cast import cast_heroes, choose_hero
from ...city.rules.citizens import deal_citizens, identify_one
from ...city.rules.hero_actions import (
    arrest_rioter,
    call_citizen,
    cancel_directive,
    choose_citizen,
    choose_owner,
    discard_directive,
    give_trust,
    identify_more,
    move_citizen,
    pay_die,
    retrieve,
    take_action,
)
from ...city.rules.hero_turn import bribe, choose_way, detain, go_on_heroes
from ...city.rules.opening import begin_round, choose_card, go_on_access, go_on_opening, share
from ...city.rules.questions import ask_hero
from ...city.rules.repositioning import answer_place
from ...city.rules.tracks import PROVOKE_PRICE, advance_plan, gain_trust, settle
from ...table.compilation.compile import compiled
from .closing import (
    appeal,
    begin_freeing,
    buy_plan,
    choose_where_to_show,
    expose,
    go_on_closing,
    join_side,
    pledge,
    return_citizen,
    show_citizen,
    trade,
)
from .machine import (
    choose_arrest,
    choose_publication,
    choose_victim,
    do_deed,
    go_on_machine,
    resettle_class,
    resettle_from,
    take_directive_back,
)
from .state import (
    ACCESS,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_YES,
    ASK_ACCESS,
    ASK_ACTION,
    ASK_AMNESTY,
    ASK_ANCHOR,
    ASK_ARREST,
    ASK_BREAD,
    ASK_CALL,
    ASK_CANCEL,
    ASK_CARD,
    ASK_CARPET,
    ASK_CITIZEN,
    ASK_CITIZEN_TO,
    ASK_CONFISCATE,
    ASK_DETAIN,
    ASK_DISCARD,
    ASK_EXPOSE,
    ASK_FAVOUR,
    ASK_FIND,
    ASK_GIVE,
    ASK_HERO,
    ASK_IDENTIFY,
    ASK_JOIN,
    ASK_JUDGE,
    ASK_MACHINE,
    ASK_MOVE_MORE,
    ASK_NOTHING,
    ASK_OWNER,
    ASK_PAY,
    ASK_PILE,
    ASK_PLAN,
    ASK_PLEDGE,
    ASK_PROVOKE,
    ASK_PUBLISH,
    ASK_RESETTLE,
    ASK_RETURN,
    ASK_RIOT_ARREST,
    ASK_ROUTE,
    ASK_SHARE,
    ASK_SHOW,
    ASK_SHOW_TYPE,
    ASK_TAKE_BACK,
    ASK_TILE,
    ASK_TRADE,
    ASK_WAY,
    BUILDING,
    BY_PROVOKING,
    CHOOSING,
    CITADEL,
    CLOSING,
    MACHINE,
    MACHINE_PHASE,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_GUARDS,
    NUM_HEROES,
    NUM_SERVANTS,
    OPENING,
)

FAVOUR_TRUST = 2


@compiled
def deal(setup, state):
    state.plan, state.slot = setup.start_plan, setup.start_slot
    state.winner, state.tile, state.anchor = NOBODY, NOBODY, NOBODY
    state.carried, state.carried_as, state.carried_from = NOBODY, NOBODY, NOBODY
    state.event = NOBODY
    state.deck = (1 << NUM_DIRECTIVES) - 1
    deal_citizens(setup, state)
    for district in range(NUM_DISTRICTS):
        state.guards[district] = NUM_GUARDS // NUM_DISTRICTS
    for servant in range(NUM_SERVANTS):
        state.servants[servant] = CITADEL
    for hero in range(NUM_HEROES):
        state.chosen[hero], state.heroes[hero], state.at[hero], state.began[hero] = NOBODY, NOBODY, NOBODY, NOBODY
    deal_cards(state)
    state.phase = CHOOSING
    build_city(setup, state)
    advance(setup, state)


@compiled
def advance(setup, state):
    """Go on until somebody is asked or the game is over."""
    while state.over == 0 and state.ask == ASK_NOTHING:
        if settle(setup, state):
            continue
        phase = state.phase
        if phase == MACHINE_PHASE:
            go_on_machine(setup, state)
        elif phase == OPENING:
            go_on_opening(setup, state)
        elif phase == ACCESS:
            go_on_access(setup, state)
        elif phase == CLOSING:
            go_on_closing(setup, state)
        elif phase == BUILDING or phase == CHOOSING:
            go_on_preparing(setup, state)
        else:
            go_on_heroes(setup, state)


@compiled
def go_on_preparing(setup, state):
    """Lay out the city where the sides do it themselves, then find out who plays which Hero."""
    if state.phase == BUILDING:
        if state.there == (1 << NUM_DISTRICTS) - 1:
            state.phase = CHOOSING
        else:
            state.seat, state.hero = side_to_lay(state), NOBODY
            ask_next_tile(setup, state)
        return
    if cast_heroes(setup, state):
        begin_round(setup, state)


@compiled
def apply(setup, state, action):
    ask = state.ask
    if ask == ASK_TILE or ask == ASK_ANCHOR or ask == ASK_WAY:
        answer_place(setup, state, action)
    else:
        state.ask = ASK_NOTHING
        if ask == ASK_MACHINE:
            do_deed(setup, state, action)
        elif ask == ASK_ACTION:
            take_action(setup, state, action)
        elif ask == ASK_ACCESS:
            choose_card(state, action)
        elif ask == ASK_ROUTE:
            choose_way(setup, state, action)
        elif ask == ASK_DETAIN:
            detain(setup, state, action)
        elif state.seat == MACHINE and state.phase != BUILDING:
            answer_as_machine(setup, state, ask, action)
        else:
            answer_as_hero(setup, state, ask, action)
    advance(setup, state)


@compiled
def answer_as_machine(setup, state, ask, action):
    """The Machine answers a question other than its menu."""
    if ask == ASK_ARREST:
        choose_arrest(state, action)
    elif ask == ASK_PUBLISH:
        choose_publication(state, action)
    elif ask == ASK_TAKE_BACK:
        take_directive_back(state, action)
    elif ask == ASK_CONFISCATE:
        choose_victim(state, action)
    elif ask == ASK_RESETTLE:
        resettle_from(state, action)
    elif ask == ASK_CITIZEN:
        resettle_class(state, action)
    elif ask == ASK_CITIZEN_TO or ask == ASK_RETURN:
        return_citizen(state, action)
    elif ask == ASK_BREAD:
        bribe(state, action)
    elif ask == ASK_RIOT_ARREST:
        arrest_rioter(state, action)
    elif ask == ASK_PROVOKE:
        provoke(state, action)
    elif ask == ASK_EXPOSE:
        expose(state, action)
    elif ask == ASK_AMNESTY:
        begin_freeing(state, action)
    elif ask == ASK_TRADE:
        trade(state, action)
    elif ask == ASK_PLAN:
        buy_plan(state, action)


@compiled
def answer_as_hero(setup, state, ask, action):
    """A Revolutionary answers, or whoever lays out the city."""
    if ask == ASK_PAY:
        pay_die(state, action)
    elif ask == ASK_IDENTIFY:
        identify_more(state, action)
    elif ask == ASK_CITIZEN or ask == ASK_MOVE_MORE:
        choose_citizen(state, action)
    elif ask == ASK_CITIZEN_TO:
        move_citizen(setup, state, action)
    elif ask == ASK_DISCARD:
        discard_directive(state, action)
    elif ask == ASK_CANCEL:
        cancel_directive(state, action)
    elif ask == ASK_OWNER:
        choose_owner(state, action)
    elif ask == ASK_CARD:
        retrieve(state, action)
    elif ask == ASK_GIVE:
        give_trust(setup, state, action)
    elif ask == ASK_RETURN:
        return_citizen(state, action)
    elif ask == ASK_CALL:
        call_citizen(state, action)
    elif ask == ASK_FIND:
        find(state, action)
    else:
        answer_rarely(setup, state, ask, action)


@compiled
def answer_rarely(setup, state, ask, action):
    """Questions before the first round, in the Opening and in the Closing Phase."""
    if ask == ASK_PILE:
        choose_pile(setup, state, action)
    elif ask == ASK_HERO:
        choose_hero(state, action)
    elif ask == ASK_SHARE:
        share(setup, state, action)
    elif ask == ASK_CARPET:
        if action != ACT_DONE:
            state.tile = action - ACT_DISTRICT
            ask_hero(state, 0, ASK_ANCHOR)
    elif ask == ASK_FAVOUR:
        choose_favour(setup, state, action)
    elif ask == ASK_JOIN:
        join_side(state, action)
    elif ask == ASK_JUDGE:
        appeal(state, action)
    elif ask == ASK_PLEDGE:
        pledge(state, action)
    elif ask == ASK_SHOW:
        choose_where_to_show(state, action)
    elif ask == ASK_SHOW_TYPE:
        show_citizen(state, action)


@compiled
def provoke(state, action):
    """Provoke: the Machine pays for an advance when Discontent has risen to a new Stage."""
    state.provoking = 0
    if action == ACT_YES:
        state.bonds -= PROVOKE_PRICE
        advance_plan(state, BY_PROVOKING)


@compiled
def find(state, action):
    """Instead of a rise at the Riot Stage a Citizen anywhere is identified."""
    state.finds -= 1
    if action != ACT_DONE:
        identify_one(state, action - ACT_DISTRICT)


@compiled
def choose_favour(setup, state, action):
    """Each Hero identifies a Citizen, no two in one District, or gets 2 Trust."""
    hero = np.int64(state.hero)
    state.favours += 1
    if action == ACT_DONE:
        gain_trust(setup, state, hero, FAVOUR_TRUST)
    else:
        state.favoured = np.int64(state.favoured) | np.int64(1) << (action - ACT_DISTRICT)
        identify_one(state, action - ACT_DISTRICT)


@compiled
def returns(setup, state, out):
    """The winning side shares 1, the other shares -1."""
    if state.winner == NOBODY:
        return
    machine = np.float32(1.0) if state.winner == MACHINE else np.float32(-1.0)
    out[MACHINE] = machine
    for seat in range(1, setup.seats):
        out[seat] = -machine / np.float32(setup.seats - 1)
