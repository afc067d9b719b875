"""The course of a co-operative game: the deal, the phases of a round, and who answers what."""

from __future__ import annotations

import numpy as np

from ...city.rules.build_city import build_city
from ...city.rules.cast import cast_heroes, choose_hero
from ...city.rules.citizens import deal_citizens, identify_one
from ...city.rules.hero_actions import (
    call_citizen,
    choose_citizen,
    choose_owner,
    give_trust,
    identify_more,
    move_citizen,
)
from ...city.rules.hero_turn import choose_way
from ...city.rules.opening import go_on_access, go_on_opening, share
from ...city.rules.repositioning import answer_place
from ...city.rules.state import (
    ALL_DISTRICTS,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_GUARDS,
    NUM_HEROES,
    NUM_SERVANTS,
    Act,
    Ask,
    CitizenClass,
    District,
    Phase,
    Status,
)
from ...great_machine.rules.closing import pledge
from ...table.compilation.compile import compiled
from ...table.random import below
from .actions import answer_rally, pay_die, take_action
from .advantages import found_base, hide
from .automaton import run_machine
from .closing import go_on_closing
from .interactions import interact
from .missions import choose_sent, deal_missions, deliver, send
from .movement import all_moves, forget_moves
from .opening import begin_round, choose_card, give_support
from .pins import clear_hero_tokens, move_loose_pins
from .settle import cancel_directive, choose_break, choose_break_kind, retrieve, return_citizen, settle
from .state import (
    HEROES_WON,
    NUM_TOKENS,
    START_SLOT,
)
from .turn import answer_evasion, answer_turn, go_on_heroes


@compiled
def deal(setup, state):
    state.plan, state.slot = setup.start_plan, START_SLOT
    state.winner, state.tile, state.anchor, state.event = NOBODY, NOBODY, NOBODY, NOBODY
    state.carried, state.carried_as, state.carried_from = NOBODY, NOBODY, NOBODY
    state.deck, state.tokens = (1 << NUM_DIRECTIVES) - 1, ALL_DISTRICTS
    state.moves = all_moves(setup, state)
    deal_citizens(setup, state)
    for district in range(NUM_DISTRICTS):
        state.guards[district] = NUM_GUARDS // NUM_DISTRICTS
    for servant in range(NUM_SERVANTS):
        state.servants[servant], state.lying[servant], state.orders[servant] = District.CITADEL, NOBODY, NOBODY
        state.order[servant] = NOBODY
    for place in range(NUM_DIRECTIVES):
        state.bottom[place] = NOBODY
    for hero in range(NUM_HEROES):
        state.chosen[hero], state.heroes[hero], state.at[hero], state.began[hero] = NOBODY, NOBODY, NOBODY, NOBODY
        state.cards[hero] = ALL_DISTRICTS ^ (np.int64(1) << below(state.rng, NUM_DISTRICTS))
    lay_out_tokens(state)
    forget_moves(state)
    build_city(setup, state)
    deal_missions(setup, state)
    state.phase = Phase.CHOOSING
    advance(setup, state)


@compiled
def lay_out_tokens(state):
    """All tokens of Missions are in reserve."""
    clear_hero_tokens(state)
    for token in range(NUM_TOKENS):
        state.intel_at[token], state.intel_as[token] = NOBODY, NOBODY
    state.ambush, state.post, state.remote = NOBODY, NOBODY, NOBODY
    state.underground, state.leader = NOBODY, NOBODY


@compiled
def advance(setup, state):
    """Go on until somebody is asked or the game is over."""
    while state.over == 0 and state.ask == Ask.NOTHING:
        if settle(setup, state):
            continue
        phase = state.phase
        if phase == Phase.OPENING:
            go_on_opening(setup, state)
            if state.phase == Phase.ACCESS:
                give_support(setup, state)
        elif phase == Phase.ACCESS:
            go_on_access(setup, state)
        elif phase == Phase.MACHINE:
            run_machine(setup, state)
        elif phase == Phase.CLOSING:
            go_on_closing(setup, state)
        elif phase == Phase.CHOOSING:
            if cast_heroes(setup, state):
                begin_round(setup, state)
        else:
            go_on_heroes(setup, state)


@compiled
def apply(setup, state, action):
    ask = state.ask
    if ask == Ask.TILE or ask == Ask.ANCHOR or ask == Ask.WAY:
        answer_place(setup, state, action)
    else:
        state.ask = Ask.NOTHING
        if ask == Ask.ACTION:
            take_action(setup, state, action)
        elif ask == Ask.ACCESS:
            choose_card(state, action - Act.DISTRICT)
        elif ask == Ask.ROUTE:
            choose_way(setup, state, action)
        elif ask == Ask.INTERACT:
            interact(setup, state, action)
        elif ask == Ask.PLEDGE:
            pledge(state, action)
        elif ask <= Ask.SHARE:
            answer_early(setup, state, ask, action)
        elif ask < Ask.TURN:
            answer_in_turn(setup, state, ask, action)
        else:
            answer_own(setup, state, ask, action)
    advance(setup, state)


@compiled
def answer_early(setup, state, ask, action):
    """Questions before the first round and in the Opening Phase."""
    if ask == Ask.HERO:
        choose_hero(state, action)
    else:
        share(setup, state, action)


@compiled
def answer_in_turn(setup, state, ask, action):
    """Questions that the other game has too."""
    if ask == Ask.PAY:
        pay_die(state, action)
    elif ask == Ask.IDENTIFY:
        identify_more(state, action)
        state.uncovered += action == Act.YES
    elif ask == Ask.CITIZEN or ask == Ask.MOVE_MORE:
        choose_citizen(state, action)
    elif ask == Ask.CITIZEN_TO:
        put_down(setup, state, action)
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
        state.uncovered += 1
    elif ask == Ask.FIND:
        find(state, action)


@compiled
def put_down(setup, state, action):
    """A Citizen that is moved takes a token attached to it along."""
    origin, type, status = np.int64(state.carried_from), np.int64(state.carried), state.carried_as
    move_citizen(setup, state, action)
    if status == Status.REVEALED:
        move_loose_pins(state, origin, type, action - Act.DISTRICT)


@compiled
def find(state, action):
    """A Citizen anywhere is revealed."""
    state.finds -= 1
    identify_one(state, action - Act.DISTRICT)
    state.uncovered += 1


@compiled
def answer_own(setup, state, ask, action):
    """Questions that only this game has."""
    if ask == Ask.TURN:
        answer_turn(state, action)
    elif ask == Ask.DELIVER:
        deliver(setup, state, np.int64(state.hero), action - Act.CLASS - CitizenClass.REVEALED_AS)
    elif ask == Ask.SEND:
        choose_sent(state, action)
    elif ask == Ask.SEND_TO:
        send(setup, state, action)
    elif ask == Ask.BREAK:
        choose_break(state, action)
    elif ask == Ask.BREAK_KIND:
        choose_break_kind(state, action)
    elif ask == Ask.HIDE:
        hide(state, action)
    elif ask == Ask.BASE:
        found_base(state, action)
    elif ask == Ask.EVADE:
        answer_evasion(state, action)
    elif ask == Ask.RALLY:
        answer_rally(setup, state, action)


@compiled
def returns(setup, state, out):
    """All win 1 or lose 1 together."""
    if state.winner == NOBODY:
        return
    result = np.float32(1.0) if state.winner == HEROES_WON else np.float32(-1.0)
    for seat in range(setup.seats):
        out[seat] = result
