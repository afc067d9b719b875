"""The Machine's rules of thumb in its phase: the move or deed that gains most, until none is worth its Bonds."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.state import MAX_PUBLISHED, NOBODY, NUM_DIRECTIVES, NUM_DISTRICTS, NUM_SERVANTS, Act, Event
from ....envs.city.rules.tracks import servants_in
from ....envs.great_machine.rules.machine_costs import deed_price, guard_price, has_effect, may_act, servant_price
from ....envs.great_machine.rules.state import NUM_DEEDS, Deed, MachineAct
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Int
from ....envs.table.sets import has, size
from ..city.heroes import NEVER
from ..city.worth import RANKS, Note, Sheet, Weight, is_open
from .hunt import HUNT_SHAPE, Hunt, bonds_to_keep, fill_hunt, fill_values
from .places import decides_the_plan

_MOSTLY_OVER = 10  # rounds: about the mean of games between heuristics, of which some last to round 16
_LEAST_TIME = 0.1  # share of the game that is taken to be left from then on
_SEIZED = 2.0  # Trust
_TURN_RAIDED, _TURN_WANTED = 0.3, 0.7  # share of a Hero's turn that a Raid ends; more where the event asks for it
_FIRST_RAID = 0.5  # more for the first Raid then, which alone can do it
_ENOUGH = 0.05
"""Least gain for which the Machine does anything."""


@compiled(allocates=True)
def choose_deed(outlook, setup, state, mask):
    """Choose what gains most of all that may be done, or end the phase."""
    if mask[MachineAct.RESETTLE] != 0:
        return np.int64(MachineAct.RESETTLE)
    hunt = np.empty(HUNT_SHAPE)
    fill_hunt(outlook, state, hunt)
    fill_values(outlook, state, hunt)
    meet = meeting_place(outlook, state)
    best, chosen = _ENOUGH, Act.DONE
    for servant in range(NUM_SERVANTS):
        if state.acted[servant] == 0 or may_act(state, servant) or state.again[servant] > 0:
            gain, action = best_of_servant(outlook, state, mask, hunt, servant, meet)
            if gain > best:
                best, chosen = gain, action
    gain, action = best_of_guards(outlook, setup, state, mask, hunt)
    return action if gain > best else chosen


@compiled
def meeting_place(outlook, state):
    """Return where all Servants should meet for Concentration of Force, or nobody."""
    if state.event != Event.CONCENTRATION:
        return np.int64(NOBODY)
    price = servant_price(state)
    cheapest, found = np.int64(state.bonds), np.int64(NOBODY)
    for district in range(NUM_DISTRICTS):
        cost = np.int64(0)
        for servant in range(NUM_SERVANTS):
            far = np.int64(state.far[state.servants[servant], district])
            cost += 99 if far > 0 and state.acted[servant] else price * far
        if cost <= cheapest and cost * outlook.weights[Weight.M_BOND] < outlook.notes[Note.STEP]:
            cheapest, found = cost - 1, np.int64(district)
    return found


@compiled
def price_of(outlook, state, spent):
    """Return what it means to spend Bonds: each one's worth, and the plan's step that they are kept for."""
    weights = outlook.weights
    price = weights[Weight.M_BOND] * spent
    keep = bonds_to_keep(state)
    if keep > 0 and state.bonds >= keep > state.bonds - spent:
        price += weights[Weight.M_EVENT] * outlook.notes[Note.STEP]
    return price


@compiled
def best_of_servant(outlook, state, mask, hunt, servant, meet):
    """Return what the best move or deed of a Servant gains, and which it is."""
    at, bonds = np.int64(state.servants[servant]), np.int64(state.bonds)
    best, chosen = 0.0, Act.DONE
    leaving = hunt[Hunt.PRESENCE, at] if servants_in(state, at) == 1 else 0.0
    for district in range(NUM_DISTRICTS):
        way = np.int64(0)
        if district != at:
            if mask[MachineAct.SERVANT_TO + servant * NUM_DISTRICTS + district] == 0:
                continue
            way = servant_price(state) * np.int64(state.far[at, district])
        elif meet != NOBODY and district != meet and not state.acted[servant]:
            continue
        gain, deed, price = best_deed_at(outlook, state, mask, hunt, servant, district, bonds - way)
        if district != at:
            gain += (hunt[Hunt.PRESENCE, district] if servants_in(state, district) == 0 else 0.0) - leaving
            if meet != NOBODY:
                gain += outlook.weights[Weight.M_EVENT] * outlook.notes[Note.STEP] if district == meet else NEVER
        elif deed == NOBODY:
            continue
        gain -= price_of(outlook, state, way + price)
        if gain > best:
            best = gain
            chosen = MachineAct.DEED + servant * NUM_DEEDS + deed
            if district != at:
                chosen = MachineAct.SERVANT_TO + servant * NUM_DISTRICTS + district
    return best, chosen


@compiled
def best_deed_at(outlook, state, mask, hunt, servant, district, bonds):
    """Return the best Action of a Servant in a District: its worth, which, and its price."""
    each = outlook.weights[Weight.M_BOND]
    best, chosen, paid = 0.0, np.int64(NOBODY), np.int64(0)
    origin = np.int64(state.servants[servant])
    state.servants[servant] = district
    for deed in range(NUM_DEEDS):
        if has_effect(state, servant, deed):
            price = deed_price(state, servant, deed)
            if price <= bonds and (district != origin or mask[MachineAct.DEED + servant * NUM_DEEDS + deed] != 0):
                worth = deed_gain(outlook, state, hunt, district, deed)
                if worth - each * price > best - each * paid:
                    best, chosen, paid = worth, np.int64(deed), price
    state.servants[servant] = origin
    return best, chosen, paid


@compiled
def deed_gain(outlook, state, hunt, district, deed):
    """Return the worth of an Action in a District, its price left aside."""
    weights = outlook.weights
    if deed == Deed.RAID:
        return raid_gain(outlook, state, hunt, district)
    if deed == Deed.REPAIR:
        return weights[Weight.M_REPAIR] + hunt[Hunt.MORE, district]
    if deed == Deed.INCOME:
        return weights[Weight.M_BOND] * (np.float64(state.crowd[district]) - np.float64(state.guards[district]))
    if deed == Deed.ARREST:
        return arrest_gain(outlook, state, hunt, district)
    if deed == Deed.DRAW:
        return weights[Weight.M_DRAW] * time_left(state) / (1.0 + size(state.hand))
    if deed == Deed.PUBLISH:
        return weights[Weight.M_DIRECTIVE] * time_left(state) * published_gain(state)
    if deed == Deed.SEIZE:
        return _SEIZED * weights[Weight.M_TRUST]
    if deed == Deed.REPOSITION:
        return weights[Weight.M_EVENT] * outlook.notes[Note.STEP] if decides_the_plan(state, True) else NEVER
    if deed == Deed.CALM:
        return 0.8 * outlook.notes[Note.UPRISE]
    return NEVER


@compiled
def time_left(state):
    """Return the share of the game that is still to come."""
    return max(_LEAST_TIME, (_MOSTLY_OVER - np.float64(state.week)) / _MOSTLY_OVER)


@compiled
def published_gain(state):
    """Return the rank of the best Directive in hand, less that of the one it would replace."""
    best, worst = 0.0, 9.0
    for directive in range(NUM_DIRECTIVES):
        if has(state.hand, directive):
            best = max(best, RANKS[directive])
        if has(state.published, directive):
            worst = min(worst, RANKS[directive])
    return best - worst if size(state.published) >= MAX_PUBLISHED else best


@compiled
def raid_gain(outlook, state, hunt, district):
    """Return the worth of a Raid: a step of the plan or a turn less if a Hero comes, else Discontent."""
    weights, notes = outlook.weights, outlook.notes
    hit = hunt[Hunt.VISIT, district]
    success = notes[Note.STEP] + weights[Weight.M_TURN] * _TURN_RAIDED
    success += 0.5 * hunt[Hunt.THREAT, district] * notes[Note.RIOT]
    if (state.event == Event.JOIN and not state.no_access) or (state.event == Event.EXECUTION and not state.stopped):
        success += weights[Weight.M_TURN] * _TURN_WANTED + (0.0 if state.raids else _FIRST_RAID)
    gain = hit * success - (1.0 - hit) * notes[Note.UPRISE] * (2.0 if state.event == Event.NO_ONE_SAFE else 1.0)
    if state.event == Event.DOWN_BY_LAW and not state.raided and not state.arrests:
        gain -= weights[Weight.M_EVENT] * notes[Note.STEP]
    return gain


@compiled
def arrest_gain(outlook, state, hunt, district):
    """Return the worth of arresting an active Citizen."""
    weights, notes = outlook.weights, outlook.notes
    gain = weights[Weight.M_ARREST]
    if is_open(state, district):
        riot = hunt[Hunt.VISIT, district] * hunt[Hunt.THREAT, district] * notes[Note.RIOT]
        gain += outlook.sheet[Sheet.MINUS, district] * 0.5 + riot * 0.5
    if state.event == Event.DOWN_BY_LAW and not state.raided and not state.arrests:
        gain -= weights[Weight.M_EVENT] * notes[Note.STEP]
    return gain


@compiled
def best_of_guards(outlook, setup, state, mask, hunt):
    """Return what the best move of a Guard gains, and which it is."""
    best = 0.0
    chosen: Int = Act.DONE
    for district in range(NUM_DISTRICTS):
        if (
            hunt[Hunt.MORE, district] <= 0.0
            or state.guards[district] + state.broken[district] >= setup.guard_room[district]
        ):
            continue
        for origin in range(NUM_DISTRICTS):
            if mask[MachineAct.GUARD + origin * NUM_DISTRICTS + district] != 0:
                gain = hunt[Hunt.MORE, district] - hunt[Hunt.LESS, origin]
                if gain > best:
                    gain -= price_of(outlook, state, guard_price(state, origin, district))
                    if gain > best:
                        best, chosen = gain, MachineAct.GUARD + origin * NUM_DISTRICTS + district
    return best, chosen
