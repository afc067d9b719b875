"""The Machine's rules of thumb for questions other than its menu."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.state import (
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_TYPES,
    Act,
    Ask,
    CitizenClass,
    CitizenType,
    District,
    Event,
    Hero,
    Status,
)
from ....envs.great_machine.rules.state import Detain, MachineAct
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import pick_legal
from ....envs.table.records import Int
from ....envs.table.sets import has
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
    if ask == Ask.DETAIN:
        return choose_detention(weights, setup, state, sheet, notes, odds)
    if ask == Ask.BREAD:
        return Act.YES if notes[UPRISE] > 2.0 * weights[M_BOND] else Act.DONE
    if ask == Ask.PLAN or ask == Ask.AMNESTY or ask == Ask.PROVOKE:
        return Act.YES
    if ask == Ask.EXPOSE:
        return Act.DONE
    if ask == Ask.PUBLISH:
        return choose_directive(mask, 1.0)
    if ask == Ask.TAKE_BACK or ask == Ask.TRADE:
        return choose_to_lose(state, mask, ask == Ask.TRADE)
    if ask == Ask.ARREST or ask == Ask.RIOT_ARREST:
        return choose_arrest(mask)
    if ask == Ask.RESETTLE:
        return choose_origin(state, mask, sheet, notes)
    if ask == Ask.CITIZEN:
        return choose_settler(state, mask, sheet)
    if ask == Ask.CITIZEN_TO or ask == Ask.RETURN:
        return choose_settlement(state, mask, sheet, notes)
    if ask == Ask.CONFISCATE:
        return choose_richest(state, mask)
    return pick_legal(state.rng, mask)


@compiled
def choose_detention(weights, setup, state, sheet, notes, odds):
    """Choose between a step of the plan and the end of a Hero's turn with one of two punishments."""
    hero = np.int64(state.cursor)
    at = np.int64(state.at[hero])
    actress = state.by_raid and state.heroes[hero] == Hero.ACTRESS
    go_on = notes[STEP] - (2.0 * weights[M_TRUST] if actress else 0.0)
    stop = weights[M_TURN]
    if is_open(state, at):
        stop += 0.9 * odds_of(odds, sheet[HIDDEN, at], sheet[NEED, at]) * notes[RIOT]
    if actress:
        stop -= 2.0 * notes[UPRISE]
    if state.event == Event.EXECUTION and not state.stopped:
        stop += notes[STEP]
    trust = np.float64(state.trust[hero]) * (weights[M_TRUST] + weights[M_BOND])
    card = weights[M_CARD] + (notes[STEP] if state.event == Event.JOIN and not state.no_access else 0.0)
    if go_on >= stop + max(trust, card):
        return MachineAct.DETAIN + Detain.GO_ON
    return MachineAct.DETAIN + (Detain.NO_ACCESS if card > trust else Detain.NO_TRUST)


@compiled
def choose_directive(mask, sign):
    """Choose the Directive of the highest rank, or of the lowest."""
    best = NEVER
    chosen: Int = Act.DIRECTIVE
    for directive in range(NUM_DIRECTIVES):
        if mask[Act.DIRECTIVE + directive] != 0 and sign * RANKS[directive] > best:
            best, chosen = sign * RANKS[directive], Act.DIRECTIVE + directive
    return chosen


@compiled
def choose_to_lose(state, mask, trade):
    """Choose the Directive that is worth least; in a trade two of the hand before one that is published."""
    best = NEVER
    chosen: Int = Act.DONE
    for directive in range(NUM_DIRECTIVES):
        if mask[Act.DIRECTIVE + directive] != 0:
            worth = -RANKS[directive]
            if trade and has(state.hand, directive):
                worth += 2.0
            if worth > best:
                best, chosen = worth, Act.DIRECTIVE + directive
    return chosen


@compiled
def choose_arrest(mask):
    """Arrest the Citizen that is active for the longest time."""
    for type in range(NUM_TYPES):
        if mask[Act.CLASS + CitizenClass.REVEALED_AS + type] != 0:
            return Act.CLASS + CitizenClass.REVEALED_AS + type
    return Act.DONE


@compiled
def choose_origin(state, mask, sheet, notes):
    """Choose the District from which a Citizen should go: the nearest to a Riot."""
    best = NEVER
    chosen: Int = Act.DISTRICT
    for district in range(NUM_DISTRICTS):
        if mask[Act.DISTRICT + district] != 0:
            share = 1.0 if sheet[ACTIVE, district] > 0.0 else notes[P_ACTIVE] - notes[P_TRAITOR]
            worth = share * sheet[MINUS, district]
            if worth > best:
                best, chosen = worth, Act.DISTRICT + district
    return chosen


@compiled
def choose_settler(state, mask, sheet):
    """Choose an active Citizen to resettle, else one that the Heroes know, else any."""
    for type in range(NUM_TYPES - 1):
        if mask[Act.CLASS + CitizenClass.REVEALED_AS + type] != 0:
            return Act.CLASS + CitizenClass.REVEALED_AS + type
    if mask[Act.CLASS + CitizenClass.IDENTIFIED] != 0:
        return Act.CLASS + CitizenClass.IDENTIFIED
    if mask[Act.CLASS + CitizenClass.UNIDENTIFIED] != 0:
        return Act.CLASS + CitizenClass.UNIDENTIFIED
    return Act.CLASS + CitizenClass.REVEALED_AS + CitizenType.TRAITOR


@compiled
def choose_settlement(state, mask, sheet, notes):
    """Choose where a Citizen does least harm."""
    best = NEVER
    chosen: Int = Act.DISTRICT
    share = notes[P_ACTIVE] - notes[P_TRAITOR]
    if state.carried_as == Status.REVEALED:
        share = -1.0 if state.carried == CitizenType.TRAITOR else 1.0
    for district in range(NUM_DISTRICTS):
        if mask[Act.DISTRICT + district] != 0:
            worth = -share * sheet[PLUS, district] - (0.5 if district == District.SQUARE else 0.0)
            if worth > best:
                best, chosen = worth, Act.DISTRICT + district
    return chosen


@compiled
def choose_richest(state, mask):
    """Take Trust from the Hero with most."""
    best = np.int64(-1)
    chosen: Int = Act.HERO
    for hero in range(NUM_HEROES):
        if mask[Act.HERO + hero] != 0 and state.trust[hero] > best:
            best, chosen = np.int64(state.trust[hero]), Act.HERO + hero
    return chosen
