"""The Machine's rules of thumb for questions other than its menu."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules import state as city
from ....envs.city.rules.state import Act, Ask, CitizenClass, CitizenType, District, Event, Hero, Status
from ....envs.great_machine.rules.state import Detain, MachineAct
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Int
from ....envs.table.sets import has, size
from ..city.hero_answers import choose_directive
from ..city.heroes import NEVER, agree, best_of
from ..city.worth import RANKS, Note, Sheet, Weight, is_open, odds_at
from .machine import choose_deed

WORST_FIRST = -RANKS


@compiled
def choose_bribe(outlook):
    """Whether to pay to lower Discontent."""
    return Act.YES if outlook.notes[Note.UPRISE] > 2.0 * outlook.weights[Weight.M_BOND] else Act.DONE


@compiled
def choose_to_cover():
    """Turn nobody face up."""
    return Act.DONE


@compiled
def choose_detention(outlook, state):
    """Choose between a step of the plan and the end of a Hero's turn with one of two punishments."""
    weights, notes = outlook.weights, outlook.notes
    hero = np.int64(state.cursor)
    if size(state.cards[hero]) == 1:  # that wins the game
        return MachineAct.DETAIN + Detain.NO_ACCESS
    at = np.int64(state.at[hero])
    actress = state.by_raid and state.heroes[hero] == Hero.ACTRESS
    go_on = notes[Note.STEP] - (2.0 * weights[Weight.M_TRUST] if actress else 0.0)
    stop = weights[Weight.M_TURN]
    if is_open(state, at):
        stop += 0.9 * odds_at(outlook, at, 0.0) * notes[Note.RIOT]
    if actress:
        stop -= 2.0 * notes[Note.UPRISE]
    if state.event == Event.EXECUTION and not state.stopped:
        stop += notes[Note.STEP]
    trust = np.float64(state.trust[hero]) * (weights[Weight.M_TRUST] + weights[Weight.M_BOND])
    card = weights[Weight.M_CARD] + (notes[Note.STEP] if state.event == Event.JOIN and not state.no_access else 0.0)
    if go_on >= stop + max(trust, card):
        return MachineAct.DETAIN + Detain.GO_ON
    return MachineAct.DETAIN + (Detain.NO_ACCESS if card > trust else Detain.NO_TRUST)


@compiled
def choose_to_trade(state, mask):
    """Choose the Directive that is worth least, two of the hand before one that is published."""
    best = NEVER
    chosen: Int = Act.DONE
    for directive in range(city.NUM_DIRECTIVES):
        worth = (2.0 if has(state.hand, directive) else 0.0) - RANKS[directive]
        if mask[Act.DIRECTIVE + directive] != 0 and worth > best:
            best, chosen = worth, Act.DIRECTIVE + directive
    return chosen


@compiled
def choose_to_take_back(mask):
    """Choose the Directive that is worth least."""
    return best_of(mask, Act.DIRECTIVE, WORST_FIRST)


@compiled
def choose_arrest(mask):
    """Arrest the Citizen that is active for the longest time."""
    for type in range(city.NUM_TYPES):
        if mask[Act.CLASS + CitizenClass.REVEALED_AS + type] != 0:
            return Act.CLASS + CitizenClass.REVEALED_AS + type
    return Act.DONE


@compiled
def choose_origin(outlook, mask):
    """Choose the District from which a Citizen should go: the nearest to a Riot."""
    notes, sheet = outlook.notes, outlook.sheet
    for district in range(city.NUM_DISTRICTS):
        hidden = notes[Note.P_ACTIVE] - notes[Note.P_TRAITOR]
        share = 1.0 if sheet[Sheet.ACTIVE, district] > 0.0 else hidden
        sheet[Sheet.WORTH, district] = share * sheet[Sheet.MINUS, district]
    return best_of(mask, Act.DISTRICT, sheet[Sheet.WORTH])


@compiled
def choose_settler(mask):
    """Choose an active Citizen to resettle, else one that the Heroes know, else any."""
    active = choose_arrest(mask)
    if active != Act.DONE and active != Act.CLASS + CitizenClass.REVEALED_AS + CitizenType.TRAITOR:
        return active
    if mask[Act.CLASS + CitizenClass.IDENTIFIED] != 0:
        return Act.CLASS + CitizenClass.IDENTIFIED
    if mask[Act.CLASS + CitizenClass.UNIDENTIFIED] != 0:
        return Act.CLASS + CitizenClass.UNIDENTIFIED
    return Act.CLASS + CitizenClass.REVEALED_AS + CitizenType.TRAITOR


@compiled
def choose_settlement(outlook, state, mask):
    """Choose where a Citizen does least harm."""
    notes, sheet = outlook.notes, outlook.sheet
    share = notes[Note.P_ACTIVE] - notes[Note.P_TRAITOR]
    if state.carried_as == Status.REVEALED:
        share = -1.0 if state.carried == CitizenType.TRAITOR else 1.0
    for district in range(city.NUM_DISTRICTS):
        harm = share * sheet[Sheet.PLUS, district] + (0.5 if district == District.SQUARE else 0.0)
        sheet[Sheet.WORTH, district] = -harm
    return best_of(mask, Act.DISTRICT, sheet[Sheet.WORTH])


@compiled
def choose_richest(state, mask):
    """Take Trust from the Hero with most."""
    return best_of(mask, Act.HERO, state.trust)


MACHINE_ANSWERS = {
    Ask.MACHINE: choose_deed,
    Ask.DETAIN: choose_detention,
    Ask.BREAD: choose_bribe,
    Ask.PLAN: agree,
    Ask.AMNESTY: agree,
    Ask.PROVOKE: agree,
    Ask.EXPOSE: choose_to_cover,
    Ask.PUBLISH: choose_directive,
    Ask.TAKE_BACK: choose_to_take_back,
    Ask.TRADE: choose_to_trade,
    Ask.ARREST: choose_arrest,
    Ask.RIOT_ARREST: choose_arrest,
    Ask.RESETTLE: choose_origin,
    Ask.CITIZEN: choose_settler,
    Ask.CITIZEN_TO: choose_settlement,
    Ask.RETURN: choose_settlement,
    Ask.CONFISCATE: choose_richest,
}
"""What the Machine answers, by what is asked."""
