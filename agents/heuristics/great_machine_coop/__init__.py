"""Rules of thumb for the co-operative game in the city of the Great Machine: three Heroes played as one team."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.state import NUM_DISTRICTS, NUM_HEROES, Ask
from ....envs.great_machine_coop.rules.state import STATE
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import pick_legal
from .. import supply
from ..city.worth import MOST_HIDDEN, NUM_ODDS, ROWS, fill_gains, fill_odds
from .access import PLAN_ROWS, RISK_ROWS, choose_access, fill_risk
from .actions import choose_action
from .answers import choose_answer
from .events import MOST_PURSE, fill_purse
from .missions import choose_interaction
from .worth import NUM_NOTES, WEIGHTS, fill_team_notes, fill_team_sheet


@compiled
def choose(setup, state, mask):
    """Return the action that promises most for the team."""
    return choose_by(WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights, setup, state, mask):
    """Return the action that promises most by the given weights."""
    ask = state.ask
    if ask == Ask.HERO or ask == Ask.TILE or ask == Ask.ANCHOR or ask == Ask.WAY:
        return pick_legal(state.rng, mask)
    notes, sheet = np.empty(NUM_NOTES), np.empty((ROWS, NUM_DISTRICTS))
    odds = np.empty((MOST_HIDDEN + 1, NUM_ODDS))
    fill_team_notes(weights, setup, state, notes)
    fill_team_sheet(state, sheet)
    fill_odds(notes, odds)
    fill_gains(weights, state, sheet, notes, odds)
    if ask == Ask.INTERACT:
        return choose_interaction(weights, setup, state, mask, sheet)
    if ask != Ask.ACCESS and ask != Ask.ACTION:
        return choose_answer(weights, setup, state, mask, sheet, notes, odds)
    purse = np.empty((2, MOST_PURSE + 1))
    fill_purse(weights, setup, state, notes, purse)
    if ask == Ask.ACTION:
        return choose_action(weights, setup, state, mask, sheet, notes, odds, purse)
    risk, plan = np.empty((RISK_ROWS, NUM_DISTRICTS)), np.empty((NUM_HEROES, PLAN_ROWS, NUM_DISTRICTS))
    costs, pairs, gains = np.empty(NUM_DISTRICTS), np.empty((NUM_HEROES, NUM_DISTRICTS)), np.empty(3)
    fill_risk(setup, state, risk)
    return choose_access(weights, setup, state, mask, sheet, notes, odds, purse, risk, plan, costs, pairs, gains)


supply(STATE, choose=choose)
