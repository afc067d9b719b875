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
def choose_to_pay(weights, state, sheet, notes):
    """Whether to pay what the die shows."""
    prize = worth_of_breaking(weights, state, sheet, notes, np.int64(state.at[state.hero]))
    if state.die_special:
        prize += weights[Weight.C_SPECIAL]
    return Act.YES if prize > weights[Weight.H_TRUST] * state.die else Act.DONE


@compiled
def worth_of_breaking(weights, state, sheet, notes, district):
    """Return the worth of a Guard less in a District."""
    worth = weights[Weight.H_BREAK] + sheet[Sheet.PLUS, district]
    if district == District.SQUARE:
        worth += notes[Note.UPRISE] * (weights[Weight.C_SQUARE] + sheet[Sheet.COMING, district])
    if has(state.cores, district):
        worth += weights[Weight.C_CORE]
    return worth


@compiled
def choose_to_break(weights, state, mask, sheet, notes):
    """Choose the District where a Guard less is worth most."""
    for district in range(NUM_DISTRICTS):
        worth = worth_of_breaking(weights, state, sheet, notes, district)
        if state.specials[district] > 0:
            worth += weights[Weight.C_SPECIAL]
        sheet[Sheet.WORTH, district] = worth
    return best_of(mask, Act.DISTRICT, sheet[Sheet.WORTH])


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
def choose_pledge(weights, setup, state, notes):
    """Pledge a share of what is missing, if it is worth it or others have begun to."""
    if state.pledge.sum() > 0 or wants_to_pay(weights, setup, state, notes, total_trust(state)):
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
