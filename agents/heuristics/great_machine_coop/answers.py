"""The team's own rules of thumb for questions other than Access cards, Actions and those of Missions."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.state import NUM_DISTRICTS, NUM_HEROES, Act, Ask, District
from ....envs.city.rules.tracks import total_trust
from ....envs.great_machine_coop.rules.state import CoopAct
from ....envs.table.compilation.compile import compiled
from ....envs.table.sets import has
from ..city.hero_answers import fair_pledge
from ..city.heroes import best_of
from ..city.worth import Note, Sheet, Weight
from .events import wants_to_pay


@compiled
def choose_to_pay(outlook, state):
    """Whether to pay what the die shows."""
    weights, prize = outlook.weights, worth_of_breaking(outlook, state, np.int64(state.at[state.hero]))
    if state.die_special:
        prize += weights[Weight.C_SPECIAL]
    return Act.YES if prize > weights[Weight.H_TRUST] * state.die else Act.DONE


@compiled
def worth_of_breaking(outlook, state, district):
    """Return the worth of a Guard less in a District."""
    weights, sheet = outlook.weights, outlook.sheet
    worth = weights[Weight.H_BREAK] + sheet[Sheet.PLUS, district]
    if district == District.SQUARE:
        worth += outlook.notes[Note.UPRISE] * (weights[Weight.C_SQUARE] + sheet[Sheet.COMING, district])
    if has(state.cores, district):
        worth += weights[Weight.C_CORE]
    return worth


@compiled
def choose_to_break(outlook, state, mask):
    """Choose the District where a Guard less is worth most."""
    worths = outlook.sheet[Sheet.WORTH]
    for district in range(NUM_DISTRICTS):
        worths[district] = worth_of_breaking(outlook, state, district)
        if state.specials[district] > 0:
            worths[district] += outlook.weights[Weight.C_SPECIAL]
    return best_of(mask, Act.DISTRICT, worths)


@compiled
def choose_kind(state):
    """Break a regular Guard where it has a Core token, else a special one."""
    return np.int64(CoopAct.REGULAR if has(state.cores, state.breaking_in) else CoopAct.SPECIAL)


@compiled
def choose_turn(mask):
    """The Heroes go by Initiative."""
    for hero in range(NUM_HEROES):
        if mask[Act.HERO + hero]:
            return Act.HERO + hero
    return np.int64(Act.HERO)


@compiled
def choose_pledge(outlook, setup, state):
    """Pledge a share of what is missing, if it is worth it or others have begun to."""
    if state.pledge.sum() > 0 or wants_to_pay(outlook, setup, state, total_trust(state)):
        return Act.AMOUNT + fair_pledge(state)
    return np.int64(Act.AMOUNT)


ANSWERS = {
    Ask.PAY: choose_to_pay,
    Ask.PLEDGE: choose_pledge,
    Ask.BREAK: choose_to_break,
    Ask.BREAK_KIND: choose_kind,
    Ask.TURN: choose_turn,
}
"""What a Hero answers, by what is asked."""
