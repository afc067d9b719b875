"""Rules of thumb for the co-operative game in the city of the Great Machine: three Heroes played as one team."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.state import Ask
from ....envs.great_machine_coop.rules.state import STATE
from ....envs.table.compilation.compile import compiled
from ....envs.table.questions import switch
from ....envs.table.random import pick_legal
from ....envs.table.sets import has
from .. import supply
from ..city.hero_answers import SHARED_ANSWERS
from ..city.worth import NUM_NOTES, ODDS_SHAPE, SHEET_SHAPE, TEAM_WEIGHTS, Outlook, fill_gains, fill_odds
from .access import choose_access
from .actions import choose_action
from .answers import ANSWERS
from .missions import MISSION_ANSWERS
from .worth import fill_team_notes, fill_team_sheet

ABOUT_PLACES = sum(1 << ask for ask in (Ask.HERO, Ask.TILE, Ask.ANCHOR, Ask.WAY))
"""Questions about the city's tiles, or asked before the first round."""

answer = switch(
    "answer",
    ("outlook", "setup", "state", "mask"),
    {**SHARED_ANSWERS, **ANSWERS, **MISSION_ANSWERS, Ask.ACCESS: choose_access, Ask.ACTION: choose_action},
)


@compiled
def choose(setup, state, mask):
    """Return the action that promises most for the team."""
    return choose_by(TEAM_WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights, setup, state, mask):
    """Return the action that promises most by the given weights."""
    if has(ABOUT_PLACES, state.ask):
        return pick_legal(state.rng, mask)
    outlook = Outlook(weights, np.empty(NUM_NOTES), np.empty(SHEET_SHAPE), np.empty(ODDS_SHAPE))
    fill_team_notes(outlook, setup, state)
    fill_team_sheet(state, outlook.sheet)
    fill_odds(outlook)
    fill_gains(outlook, state)
    return answer(outlook, setup, state, mask)


supply(STATE, choose=choose)
