"""Rules of thumb for City of the Great Machine, a set for each side: how near Riots are, and where Heroes will be."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.citizens import HERO_SIDE, MACHINE_SIDE
from ....envs.city.rules.city import flood
from ....envs.city.rules.state import MACHINE, MAJOR, NUM_DISTRICTS, Act, Ask, Phase
from ....envs.great_machine.rules.state import STATE
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import pick_legal
from .. import supply
from ..city.hero_answers import choose_hero_answer
from ..city.worth import (
    HERO_WEIGHTS,
    MACHINE_WEIGHTS,
    MOST_HIDDEN,
    NUM_NOTES,
    NUM_ODDS,
    ROWS,
    fill_coming,
    fill_gains,
    fill_notes,
    fill_odds,
    fill_sheet,
)
from .heroes import choose_access, choose_action
from .hunt import HUNT_ROWS, fill_hunt, fill_values
from .machine import choose_deed
from .machine_answers import choose_machine_answer


@compiled
def choose(setup, state, mask):
    """Return the action that promises most."""
    return choose_by(MACHINE_WEIGHTS if state.seat == MACHINE else HERO_WEIGHTS, setup, state, mask)


@compiled
def is_about_places(ask):
    """Whether a question is about the city's tiles, or asked before the first round."""
    return (
        ask == Ask.PILE
        or ask == Ask.HERO
        or ask == Ask.ANCHOR
        or ask == Ask.WAY
        or ask == Ask.TILE
        or ask == Ask.CARPET
    )


@compiled(allocates=True)
def expect_hunters(weights, state, hunt):
    """Work out, from what the Machine knows, where it will look for Heroes."""
    notes, sheet = np.empty(NUM_NOTES), np.empty((ROWS, NUM_DISTRICTS))
    odds = np.empty((MOST_HIDDEN + 1, NUM_ODDS))
    fill_notes(weights, state, MACHINE_SIDE, notes)
    fill_sheet(state, MACHINE_SIDE, sheet)
    fill_odds(notes, odds)
    fill_hunt(weights, state, sheet, notes, odds, hunt)


@compiled(allocates=True)
def choose_by(weights, setup, state, mask):
    """Return the action that promises most by the given weights."""
    if state.ask == Ask.CARPET and flood(state.links, MAJOR) != MAJOR:
        return Act.DONE
    if is_about_places(state.ask):
        return pick_legal(state.rng, mask)
    side = MACHINE_SIDE if state.seat == MACHINE else HERO_SIDE
    notes, sheet = np.empty(NUM_NOTES), np.empty((ROWS, NUM_DISTRICTS))
    odds = np.empty((MOST_HIDDEN + 1, NUM_ODDS))
    fill_notes(weights, state, side, notes)
    fill_sheet(state, side, sheet)
    fill_odds(notes, odds)
    if side == HERO_SIDE and state.phase == Phase.HEROES:
        fill_coming(state, sheet, np.int64(state.hero))
    fill_gains(weights, state, sheet, notes, odds)
    hunt = np.empty((HUNT_ROWS, NUM_DISTRICTS))
    if side == MACHINE_SIDE:
        if state.ask != Ask.MACHINE:
            return choose_machine_answer(weights, setup, state, mask, sheet, notes, odds)
        fill_hunt(weights, state, sheet, notes, odds, hunt)
        fill_values(weights, state, sheet, notes, odds, hunt)
        return choose_deed(weights, setup, state, mask, sheet, notes, hunt)
    if state.ask == Ask.ACCESS:
        expect_hunters(weights, state, hunt)
        costs = np.empty(NUM_DISTRICTS)
        return choose_access(weights, setup, state, mask, sheet, notes, odds, costs, hunt)
    if state.ask == Ask.ACTION:
        return choose_action(weights, setup, state, mask, sheet, notes, odds)
    return choose_hero_answer(weights, setup, state, mask, sheet, notes, odds)


supply(STATE, choose=choose)
