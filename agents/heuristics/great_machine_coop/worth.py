"""What the team makes of the city in the co-operative game: tracks, the Progress marker, and the weights."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.citizens import HERO_SIDE
from ....envs.city.rules.state import (
    NOBODY,
    NUM_DISTRICTS,
    NUM_HEROES,
    PLAN_END,
    RIOT_STAGE,
    RIOTS_TO_WIN,
    SLOTS_A_STAGE,
    TRACK_END,
    Directive,
    Phase,
)
from ....envs.city.rules.tracks import is_published, riots_won
from ....envs.great_machine_coop.rules.state import MARKER_STAGES, Mission
from ....envs.table.compilation.compile import compiled
from ....envs.table.sets import has
from ..city.worth import (
    COMING,
    H_BREAK,
    H_BURN,
    H_CANCEL,
    H_CARD,
    H_FOLLOW,
    H_INFO,
    H_KNOW,
    H_NEXT,
    H_RELEASE,
    H_SURE,
    H_TRUST,
    HERO_WEIGHTS,
    LAST_RIOT,
    LAST_STEP,
    NEAR,
    NEAR_AT,
    NEAR_WIDTH,
    NEED,
    PLAN,
    PLAN_LATE,
    RIOT,
    RIOT_WORTH,
    RISE,
    RISE_LATE,
    STAGE_UP,
    STEP,
    TRAITORS,
    UPRISE,
    fill_chances,
    fill_sheet,
)
from ..city.worth import NUM_NOTES as _SHARED_NOTES
from ..city.worth import P_TRAITOR as _P_TRAITOR

# Weights after those of the Heroes in the other game, which have the same names and places
FIRST = len(HERO_WEIGHTS)
(C_MARK, C_HASTE, C_GUARD, C_MISSION, C_TURN) = range(FIRST, FIRST + 5)
"""Share of a step of the plan in the Progress marker's way; what faster steps of it cost; a special Guard more; a
Mission completed; a Hero's turn."""
(C_SQUARE, C_FINISH, C_EXIT, C_SECOND, C_TEAM) = range(FIRST + 5, FIRST + 10)
"""A Guard of the Square; share of a Riot that the Riot Stage counts; Guards around who will leave; the Fowler's second
Action; share of what two Heroes together can make of a Riot that is believed beforehand."""
(C_SPECIAL, C_CORE, C_EVENT, C_RESERVE, C_CROWD) = range(FIRST + 10, FIRST + 15)
"""Breaking a special Guard; a Guard with a Core token; share of a step that an event's condition counts; of what Trust
at the end of the round is for; a Hero beside another one."""
NUM_WEIGHTS = FIRST + 15
TUNED = {
    RIOT_WORTH: 5.32,
    LAST_RIOT: 11.59,
    PLAN: 3.64,
    PLAN_LATE: 0.19,
    RISE: 0.43,
    STAGE_UP: 0.65,
    RISE_LATE: 0.29,
    NEAR: 6.62,
    NEAR_AT: 1.13,
    NEAR_WIDTH: 2.09,
    H_TRUST: 0.19,
    H_BREAK: 0.96,
    H_KNOW: 0.62,
    H_CARD: 0.40,
    H_NEXT: 0.31,
    H_BURN: 1.48,
    H_CANCEL: 2.16,
    H_RELEASE: 1.37,
    H_SURE: 0.57,
    H_FOLLOW: 0.72,
    H_INFO: 0.42,
    LAST_STEP: 10.84,
    C_MARK: 1.04,
    C_HASTE: 3.85,
    C_GUARD: 1.74,
    C_MISSION: 7.32,
    C_TURN: 1.14,
    C_SQUARE: 0.49,
    C_FINISH: 0.65,
    C_EXIT: 0.14,
    C_SECOND: 0.65,
    C_TEAM: 0.59,
    C_SPECIAL: 0.06,
    C_CORE: 2.96,
    C_EVENT: 0.96,
    C_RESERVE: 0.62,
    C_CROWD: 0.18,
}
"""By evolution strategies: games without Missions and with each set, at several levels of difficulty."""
WEIGHTS = np.zeros(NUM_WEIGHTS)
WEIGHTS[list(TUNED)] = list(TUNED.values())

MARK, NUM_NOTES = _SHARED_NOTES, _SHARED_NOTES + 1
"""Note after the shared ones: worth of a step of the Progress marker."""


@compiled
def fill_team_notes(weights, setup, state, notes):
    """Work out what tracks are worth now, and what a hidden Citizen is likely to be."""
    left = PLAN_END - np.int64(state.plan)
    notes[STEP] = weights[PLAN] + weights[PLAN_LATE] * max(0, 4 - left)
    if left == 1:
        notes[STEP] = weights[LAST_STEP]
    if riots_won(state) + 1 >= RIOTS_TO_WIN:
        notes[RIOT] = weights[LAST_RIOT]
    else:
        notes[RIOT] = weights[RIOT_WORTH]
        if setup.plan_goes_back and state.plan > 1:
            notes[RIOT] += notes[STEP]
    notes[MARK] = cost_of_marker(weights, state, notes, 1)
    notes[UPRISE] = worth_of_rise(weights, state, notes, 1.0)
    fill_chances(state, HERO_SIDE, notes)
    if traitors_are_out(state):
        notes[_P_TRAITOR] = 0.0


@compiled
def traitors_are_out(state):
    """Whether Traitors no longer count in Riots."""
    return has(state.done, 2) and state.missions[2] == Mission.CLASSES


@compiled
def cost_of_marker(weights, state, notes, steps):
    """Return what steps of the Progress marker cost: steps of the plan, and a part of the next one."""
    way = MARKER_STAGES - np.int64(state.slot) // SLOTS_A_STAGE
    marker, met = np.int64(state.marker), 0.0
    before = marker / way
    for _ in range(steps):
        marker += 1
        if marker >= way:
            marker, met = np.int64(0), met + 1.0
    return notes[STEP] * (met + weights[C_MARK] * (marker / way - before))


@compiled
def worth_of_rise(weights, state, notes, steps):
    """Return the worth of a rise of Discontent: nearer to the Riot Stage, but the Progress marker meets it sooner."""
    slot, marker, worth = np.int64(state.slot), np.int64(state.marker), 0.0
    share = weights[RISE] * notes[RIOT] / weights[RIOT_WORTH]
    for _ in range(np.int64(steps)):
        if slot >= TRACK_END:
            worth += weights[H_KNOW]
            continue
        worth += share + weights[RISE_LATE] * slot / TRACK_END
        slot += 1
        if slot % SLOTS_A_STAGE == 0:
            stage = slot // SLOTS_A_STAGE
            worth += worth_of_stage(weights, state, notes, stage, marker)
            if marker >= MARKER_STAGES - stage:
                marker = np.int64(0)
    return worth


@compiled
def worth_of_stage(weights, state, notes, stage, marker):
    """Return the worth of coming to a Stage with the Progress marker where it is."""
    worth = weights[STAGE_UP]
    if stage == RIOT_STAGE:
        worth = notes[RIOT] * (1.0 if notes[RIOT] == weights[LAST_RIOT] else weights[C_FINISH])
    elif stage >= 2 and is_published(state, Directive.PROVOKE):
        worth -= notes[STEP]
    way = MARKER_STAGES - stage
    faster = 1.0 / way - 1.0 / (way + 1.0)
    worth -= weights[C_HASTE] * notes[STEP] * faster
    if marker >= way:
        return worth - notes[STEP] * (1.0 - weights[C_MARK] * marker / (way + 1.0))
    return worth - weights[C_MARK] * notes[STEP] * marker * faster


@compiled
def fill_team_sheet(state, sheet):
    """Count each District's Citizens as the Heroes know them, and who is still to come."""
    fill_sheet(state, HERO_SIDE, sheet)
    if traitors_are_out(state):
        for district in range(NUM_DISTRICTS):
            sheet[NEED, district] -= sheet[TRAITORS, district]
    if state.phase == Phase.HEROES:
        for hero in range(NUM_HEROES):
            if not state.went[hero] and hero != state.cursor and state.chosen[hero] != NOBODY:
                sheet[COMING, state.chosen[hero]] += 1.0
