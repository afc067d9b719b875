"""What the team makes of the city in the co-operative game: tracks, the Progress marker, and the weights."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules import state as city
from ....envs.city.rules.citizens import HERO_SIDE
from ....envs.city.rules.state import Directive, Phase
from ....envs.city.rules.tracks import is_published, riots_won
from ....envs.great_machine_coop.rules.missions import C
from ....envs.great_machine_coop.rules.state import MARKER_STAGES, Mission
from ....envs.table.compilation.compile import compiled
from ....envs.table.sets import has
from ..city.worth import Note, Sheet, Weight, fill_chances, fill_sheet, worth_of_step


@compiled
def fill_team_notes(outlook, setup, state):
    """Work out what tracks are worth now, and what a hidden Citizen is likely to be."""
    weights, notes = outlook.weights, outlook.notes
    notes[Note.STEP] = worth_of_step(weights, state)
    if riots_won(state) + 1 >= city.RIOTS_TO_WIN:
        notes[Note.RIOT] = weights[Weight.LAST_RIOT]
    else:
        notes[Note.RIOT] = weights[Weight.RIOT]
        if setup.plan_goes_back and state.plan > 1:
            notes[Note.RIOT] += notes[Note.STEP]
    notes[Note.MARK] = cost_of_marker(outlook, state, 1)
    notes[Note.UPRISE] = worth_of_rise(outlook, state, 1.0)
    fill_chances(state, HERO_SIDE, notes)
    if traitors_are_out(state):
        notes[Note.P_TRAITOR] = 0.0


@compiled
def traitors_are_out(state):
    """Whether Traitors no longer count in Riots."""
    return has(state.done, C) and state.missions[C] == Mission.CLASSES


@compiled
def cost_of_marker(outlook, state, steps):
    """Return what steps of the Progress marker cost: steps of the plan, and a part of the next one."""
    way = MARKER_STAGES - np.int64(state.slot) // city.SLOTS_A_STAGE
    marker, met = np.int64(state.marker), 0.0
    before = marker / way
    for _ in range(steps):
        marker += 1
        if marker >= way:
            marker, met = np.int64(0), met + 1.0
    return outlook.notes[Note.STEP] * (met + outlook.weights[Weight.C_MARK] * (marker / way - before))


@compiled
def worth_of_rise(outlook, state, steps):
    """Return the worth of a rise of Discontent: nearer to the Riot Stage, but the Progress marker meets it sooner."""
    weights = outlook.weights
    slot, marker, worth = np.int64(state.slot), np.int64(state.marker), 0.0
    share = weights[Weight.RISE] * outlook.notes[Note.RIOT] / weights[Weight.RIOT]
    for _ in range(np.int64(steps)):
        if slot >= city.TRACK_END:
            worth += weights[Weight.H_KNOW]
            continue
        worth += share + weights[Weight.RISE_LATE] * slot / city.TRACK_END
        slot += 1
        if slot % city.SLOTS_A_STAGE == 0:
            stage = slot // city.SLOTS_A_STAGE
            worth += worth_of_stage(outlook, state, stage, marker)
            if marker >= MARKER_STAGES - stage:
                marker = np.int64(0)
    return worth


@compiled
def worth_of_stage(outlook, state, stage, marker):
    """Return the worth of coming to a Stage with the Progress marker where it is."""
    weights, notes = outlook.weights, outlook.notes
    worth = weights[Weight.STAGE_UP]
    if stage == city.RIOT_STAGE:
        worth = notes[Note.RIOT] * (1.0 if notes[Note.RIOT] == weights[Weight.LAST_RIOT] else weights[Weight.C_FINISH])
    elif stage >= 2 and is_published(state, Directive.PROVOKE):
        worth -= notes[Note.STEP]
    way = MARKER_STAGES - stage
    faster = 1.0 / way - 1.0 / (way + 1.0)
    worth -= weights[Weight.C_HASTE] * notes[Note.STEP] * faster
    if marker >= way:
        return worth - notes[Note.STEP] * (1.0 - weights[Weight.C_MARK] * marker / (way + 1.0))
    return worth - weights[Weight.C_MARK] * notes[Note.STEP] * marker * faster


@compiled
def fill_team_sheet(state, sheet):
    """Count each District's Citizens as the Heroes know them, and who is still to come."""
    fill_sheet(state, HERO_SIDE, sheet)
    if traitors_are_out(state):
        for district in range(city.NUM_DISTRICTS):
            sheet[Sheet.NEED, district] -= sheet[Sheet.TRAITORS, district]
    if state.phase == Phase.HEROES:
        for hero in range(city.NUM_HEROES):
            if not state.went[hero] and hero != state.cursor and state.chosen[hero] != city.NOBODY:
                sheet[Sheet.COMING, state.chosen[hero]] += 1.0
