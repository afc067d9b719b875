"""The Machine's rules of thumb for questions other than its menu."""

from __future__ import annotations

import numpy as np

from ....envs.great_machine.rules.state import (
    ACT_CLASS,
    ACT_DETAIN,
    ACT_DIRECTIVE,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_HERO,
    ACT_YES,
    ACTRESS,
    ANY_IDENTIFIED,
    ANY_UNIDENTIFIED,
    AS_REVEALED,
    ASK_AMNESTY,
    ASK_ARREST,
    ASK_BREAD,
    ASK_CITIZEN,
    ASK_CITIZEN_TO,
    ASK_CONFISCATE,
    ASK_DETAIN,
    ASK_EXPOSE,
    ASK_PLAN,
    ASK_PROVOKE,
    ASK_PUBLISH,
    ASK_RESETTLE,
    ASK_RETURN,
    ASK_RIOT_ARREST,
    ASK_TAKE_BACK,
    ASK_TRADE,
    EXECUTION,
    GO_ON,
    JOIN,
    NO_ACCESS,
    NO_TRUST,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_TYPES,
    REVEALED,
    SQUARE,
    TRAITOR,
)
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import pick_legal
from ..city.worth import (
    ACTIVE,
    HIDDEN,
    M_BOND,
    M_CARD,
    M_TRUST,
    M_TURN,
    MINUS,
    NEED,
    P_ACTIVE,
    P_TRAITOR,
    PLUS,
    RANKS,
    RIOT,
    STEP,
    UPRISE,
    is_open,
    odds_of,
)

NEVER = -1e9


@compiled
def choose_machine_answer(weights, setup, state, mask, sheet, notes, odds):
    """Answer a question that is not the menu."""
    ask = state.ask
    if ask == ASK_DETAIN:
        return choose_detention(weights, setup, state, sheet, notes, odds)
    if ask == ASK_BREAD:
        return ACT_YES if notes[UPRISE] > 2.0 * weights[M_BOND] else ACT_DONE
    if ask == ASK_PLAN or ask == ASK_AMNESTY or ask == ASK_PROVOKE:
        return ACT_YES
    if ask == ASK_EXPOSE:
        return ACT_DONE
    if ask == ASK_PUBLISH:
        return choose_directive(mask, 1.0)
    if ask == ASK_TAKE_BACK or ask == ASK_TRADE:
        return choose_to_lose(state, mask, ask == ASK_TRADE)
    if ask == ASK_ARREST or ask == ASK_RIOT_ARREST:
        return choose_arrest(mask)
    if ask == ASK_RESETTLE:
        return choose_origin(state, mask, sheet, notes)
    if ask == ASK_CITIZEN:
        return choose_settler(state, mask, sheet)
    if ask == ASK_CITIZEN_TO or ask == ASK_RETURN:
        return choose_settlement(state, mask, sheet, notes)
    if ask == ASK_CONFISCATE:
        return choose_richest(state, mask)
    return pick_legal(state.rng, mask)


@compiled
def choose_detention(weights, setup, state, sheet, notes, odds):
    """Choose between a step of the plan and the end of a Hero's turn with one of two punishments."""
    hero = np.int64(state.cursor)
    at = np.int64(state.at[hero])
    actress = state.by_raid and state.heroes[hero] == ACTRESS
    go_on = notes[STEP] - (2.0 * weights[M_TRUST] if actress else 0.0)
    stop = weights[M_TURN]
    if is_open(state, at):
        stop += 0.9 * odds_of(odds, sheet[HIDDEN, at], sheet[NEED, at]) * notes[RIOT]
    if actress:
        stop -= 2.0 * notes[UPRISE]
    if state.event == EXECUTION and not state.stopped:
        stop += notes[STEP]
    trust = np.float64(state.trust[hero]) * (weights[M_TRUST] + weights[M_BOND])
    card = weights[M_CARD] + (notes[STEP] if state.event == JOIN and not state.no_access else 0.0)
    if go_on >= stop + max(trust, card):
        return ACT_DETAIN + GO_ON
    return ACT_DETAIN + (NO_ACCESS if card > trust else NO_TRUST)


@compiled
def choose_directive(mask, sign):
    """Choose the Directive of the highest rank, or of the lowest."""
    best, chosen = NEVER, ACT_DIRECTIVE
    for directive in range(NUM_DIRECTIVES):
        if mask[ACT_DIRECTIVE + directive] != 0 and sign * RANKS[directive] > best:
            best, chosen = sign * RANKS[directive], ACT_DIRECTIVE + directive
    return chosen


@compiled
def choose_to_lose(state, mask, trade):
    """Choose the Directive that is worth least; in a trade two of the hand before one that is published."""
    best, chosen = NEVER, ACT_DONE
    for directive in range(NUM_DIRECTIVES):
        if mask[ACT_DIRECTIVE + directive] != 0:
            worth = -RANKS[directive]
            if trade and np.int64(state.hand) >> directive & 1:
                worth += 2.0
            if worth > best:
                best, chosen = worth, ACT_DIRECTIVE + directive
    return chosen


@compiled
def choose_arrest(mask):
    """Arrest the Citizen that is active for the longest time."""
    for type in range(NUM_TYPES):
        if mask[ACT_CLASS + AS_REVEALED + type] != 0:
            return ACT_CLASS + AS_REVEALED + type
    return ACT_DONE


@compiled
def choose_origin(state, mask, sheet, notes):
    """Choose the District from which a Citizen should go: the nearest to a Riot."""
    best, chosen = NEVER, ACT_DISTRICT
    for district in range(NUM_DISTRICTS):
        if mask[ACT_DISTRICT + district] != 0:
            share = 1.0 if sheet[ACTIVE, district] > 0.0 else notes[P_ACTIVE] - notes[P_TRAITOR]
            worth = share * sheet[MINUS, district]
            if worth > best:
                best, chosen = worth, ACT_DISTRICT + district
    return chosen


@compiled
def choose_settler(state, mask, sheet):
    """Choose an active Citizen to resettle, else one that the Heroes know, else any."""
    for type in range(NUM_TYPES - 1):
        if mask[ACT_CLASS + AS_REVEALED + type] != 0:
            return ACT_CLASS + AS_REVEALED + type
    if mask[ACT_CLASS + ANY_IDENTIFIED] != 0:
        return ACT_CLASS + ANY_IDENTIFIED
    if mask[ACT_CLASS + ANY_UNIDENTIFIED] != 0:
        return ACT_CLASS + ANY_UNIDENTIFIED
    return ACT_CLASS + AS_REVEALED + TRAITOR


@compiled
def choose_settlement(state, mask, sheet, notes):
    """Choose where a Citizen does least harm."""
    best, chosen = NEVER, ACT_DISTRICT
    share = notes[P_ACTIVE] - notes[P_TRAITOR]
    if state.carried_as == REVEALED:
        share = -1.0 if state.carried == TRAITOR else 1.0
    for district in range(NUM_DISTRICTS):
        if mask[ACT_DISTRICT + district] != 0:
            worth = -share * sheet[PLUS, district] - (0.5 if district == SQUARE else 0.0)
            if worth > best:
                best, chosen = worth, ACT_DISTRICT + district
    return chosen


@compiled
def choose_richest(state, mask):
    """Take Trust from the Hero with most."""
    best, chosen = np.int64(-1), ACT_HERO
    for hero in range(NUM_HEROES):
        if mask[ACT_HERO + hero] != 0 and state.trust[hero] > best:
            best, chosen = np.int64(state.trust[hero]), ACT_HERO + hero
    return chosen
