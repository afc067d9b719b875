"""Rules of thumb for City of the Great Machine, a set for each side: how near Riots are, and where Heroes will be."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.citizens import HERO_SIDE, MACHINE_SIDE
from ....envs.city.rules.state import MACHINE, Ask, Phase
from ....envs.great_machine.rules.state import STATE
from ....envs.table.compilation.compile import compiled
from ....envs.table.questions import switch
from ....envs.table.sets import has
from .. import supply
from ..city.worth import (
    HERO_WEIGHTS,
    MACHINE_WEIGHTS,
    NUM_NOTES,
    ODDS_SHAPE,
    SHEET_SHAPE,
    Outlook,
    assess,
    fill_coming,
    fill_gains,
)
from .heroes import HERO_ANSWERS
from .machine_answers import MACHINE_ANSWERS
from .places import choose_place

ABOUT_PLACES = sum(1 << ask for ask in (Ask.PILE, Ask.HERO, Ask.ANCHOR, Ask.WAY, Ask.TILE, Ask.CARPET))
"""Questions about the city's tiles, or asked before the first round."""

_GIVEN = ("outlook", "setup", "state", "mask")
answer_as_machine = switch("answer_as_machine", _GIVEN, MACHINE_ANSWERS)
answer_as_hero = switch("answer_as_hero", _GIVEN, HERO_ANSWERS)


@compiled
def choose(setup, state, mask):
    """Return the action that promises most."""
    return choose_by(MACHINE_WEIGHTS if state.seat == MACHINE else HERO_WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights, setup, state, mask):
    """Return the action that promises most by the given weights."""
    if has(ABOUT_PLACES, state.ask):
        return choose_place(state, mask, state.seat == MACHINE)
    side = MACHINE_SIDE if state.seat == MACHINE else HERO_SIDE
    outlook = Outlook(weights, np.empty(NUM_NOTES), np.empty(SHEET_SHAPE), np.empty(ODDS_SHAPE))
    assess(outlook, state, side)
    if side == HERO_SIDE and state.phase == Phase.HEROES:
        fill_coming(state, outlook.sheet, np.int64(state.hero))
    fill_gains(outlook, state)
    if side == MACHINE_SIDE:
        return answer_as_machine(outlook, setup, state, mask)
    return answer_as_hero(outlook, setup, state, mask)


supply(STATE, choose=choose)
