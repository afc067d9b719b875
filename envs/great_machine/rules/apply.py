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
from ...city.rules.state import (
    MACHINE,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_GUARDS,
    NUM_HEROES,
    NUM_SERVANTS,
    Act,
    Ask,
    Cause,
    District,
    Phase,
)
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
        state.servants[servant] = District.CITADEL
    for hero in range(NUM_HEROES):
        state.chosen[hero], state.heroes[hero], state.at[hero], state.began[hero] = NOBODY, NOBODY, NOBODY, NOBODY
    deal_cards(state)
    state.phase = Phase.CHOOSING
    build_city(setup, state)
    advance(setup, state)


@compiled
def advance(setup, state):
    """Go on until somebody is asked or the game is over."""
    while state.over == 0 and state.ask == Ask.NOTHING:
        if settle(setup, state):
            continue
        phase = state.phase
        if phase == Phase.MACHINE:
            go_on_machine(setup, state)
        elif phase == Phase.OPENING:
            go_on_opening(setup, state)
        elif phase == Phase.ACCESS:
            go_on_access(setup, state)
        elif phase == Phase.CLOSING:
            go_on_closing(setup, state)
        elif phase == Phase.BUILDING or phase == Phase.CHOOSING:
            go_on_preparing(setup, state)
        else:
            go_on_heroes(setup, state)


@compiled
def go_on_preparing(setup, state):
    """Lay out the city where the sides do it themselves, then find out who plays which Hero."""
    if state.phase == Phase.BUILDING:
        if state.there == (1 << NUM_DISTRICTS) - 1:
            state.phase = Phase.CHOOSING
        else:
            state.seat, state.hero = side_to_lay(state), NOBODY
            ask_next_tile(setup, state)
        return
    if cast_heroes(setup, state):
        begin_round(setup, state)


@compiled
def apply(setup, state, action):
    ask = state.ask
    if ask == Ask.TILE or ask == Ask.ANCHOR or ask == Ask.WAY:
        answer_place(setup, state, action)
    else:
        state.ask = Ask.NOTHING
        if ask == Ask.MACHINE:
            do_deed(setup, state, action)
        elif ask == Ask.ACTION:
            take_action(setup, state, action)
        elif ask == Ask.ACCESS:
            choose_card(state, action)
        elif ask == Ask.ROUTE:
            choose_way(setup, state, action)
        elif ask == Ask.DETAIN:
            detain(setup, state, action)
        elif state.seat == MACHINE and state.phase != Phase.BUILDING:
            answer_as_machine(setup, state, ask, action)
        else:
            answer_as_hero(setup, state, ask, action)
    advance(setup, state)


@compiled
def answer_as_machine(setup, state, ask, action):
    """The Machine answers a question other than its menu."""
    if ask == Ask.ARREST:
        choose_arrest(state, action)
    elif ask == Ask.PUBLISH:
        choose_publication(state, action)
    elif ask == Ask.TAKE_BACK:
        take_directive_back(state, action)
    elif ask == Ask.CONFISCATE:
        choose_victim(state, action)
    elif ask == Ask.RESETTLE:
        resettle_from(state, action)
    elif ask == Ask.CITIZEN:
        resettle_class(state, action)
    elif ask == Ask.CITIZEN_TO or ask == Ask.RETURN:
        return_citizen(state, action)
    elif ask == Ask.BREAD:
        bribe(state, action)
    elif ask == Ask.RIOT_ARREST:
        arrest_rioter(state, action)
    elif ask == Ask.PROVOKE:
        provoke(state, action)
    elif ask == Ask.EXPOSE:
        expose(state, action)
    elif ask == Ask.AMNESTY:
        begin_freeing(state, action)
    elif ask == Ask.TRADE:
        trade(state, action)
    elif ask == Ask.PLAN:
        buy_plan(state, action)


@compiled
def answer_as_hero(setup, state, ask, action):
    """A Revolutionary answers, or whoever lays out the city."""
    if ask == Ask.PAY:
        pay_die(state, action)
    elif ask == Ask.IDENTIFY:
        identify_more(state, action)
    elif ask == Ask.CITIZEN or ask == Ask.MOVE_MORE:
        choose_citizen(state, action)
    elif ask == Ask.CITIZEN_TO:
        move_citizen(setup, state, action)
    elif ask == Ask.DISCARD:
        discard_directive(state, action)
    elif ask == Ask.CANCEL:
        cancel_directive(state, action)
    elif ask == Ask.OWNER:
        choose_owner(state, action)
    elif ask == Ask.CARD:
        retrieve(state, action)
    elif ask == Ask.GIVE:
        give_trust(setup, state, action)
    elif ask == Ask.RETURN:
        return_citizen(state, action)
    elif ask == Ask.CALL:
        call_citizen(state, action)
    elif ask == Ask.FIND:
        find(state, action)
    else:
        answer_rarely(setup, state, ask, action)


@compiled
def answer_rarely(setup, state, ask, action):
    """Questions before the first round, in the Opening and in the Closing Phase."""
    if ask == Ask.PILE:
        choose_pile(setup, state, action)
    elif ask == Ask.HERO:
        choose_hero(state, action)
    elif ask == Ask.SHARE:
        share(setup, state, action)
    elif ask == Ask.CARPET:
        if action != Act.DONE:
            state.tile = action - Act.DISTRICT
            ask_hero(state, 0, Ask.ANCHOR)
    elif ask == Ask.FAVOUR:
        choose_favour(setup, state, action)
    elif ask == Ask.JOIN:
        join_side(state, action)
    elif ask == Ask.JUDGE:
        appeal(state, action)
    elif ask == Ask.PLEDGE:
        pledge(state, action)
    elif ask == Ask.SHOW:
        choose_where_to_show(state, action)
    elif ask == Ask.SHOW_TYPE:
        show_citizen(state, action)


@compiled
def provoke(state, action):
    """Provoke: the Machine pays for an advance when Discontent has risen to a new Stage."""
    state.provoking = 0
    if action == Act.YES:
        state.bonds -= PROVOKE_PRICE
        advance_plan(state, Cause.PROVOKING)


@compiled
def find(state, action):
    """Instead of a rise at the Riot Stage a Citizen anywhere is identified."""
    state.finds -= 1
    if action != Act.DONE:
        identify_one(state, action - Act.DISTRICT)


@compiled
def choose_favour(setup, state, action):
    """Each Hero identifies a Citizen, no two in one District, or gets 2 Trust."""
    hero = np.int64(state.hero)
    state.favours += 1
    if action == Act.DONE:
        gain_trust(setup, state, hero, FAVOUR_TRUST)
    else:
        state.favoured = np.int64(state.favoured) | np.int64(1) << (action - Act.DISTRICT)
        identify_one(state, action - Act.DISTRICT)


@compiled
def returns(setup, state, out):
    """The winning side shares 1, the other shares -1."""
    if state.winner == NOBODY:
        return
    machine = np.float32(1.0) if state.winner == MACHINE else np.float32(-1.0)
    out[MACHINE] = machine
    for seat in range(1, setup.seats):
        out[seat] = -machine / np.float32(setup.seats - 1)
