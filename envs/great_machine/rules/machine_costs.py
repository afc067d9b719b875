"""What the Machine's moves and deeds cost, and which of them it may do now."""

from __future__ import annotations

import numpy as np

from ...city.rules import state as city
from ...city.rules.asking import allow_districts
from ...city.rules.citizens import supporters
from ...city.rules.hero_costs import ANYWHERE, can_move_citizens
from ...city.rules.state import Act, Directive, District, Event
from ...city.rules.tracks import is_published, is_usable
from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import add, has, size
from .state import NUM_DEEDS, Deed, MachineAct, Prepared, State

DEED_PRICE, EXIT_PRICE, OPTIMIZE_PRICE = 2, 2, 1


@compiled(inline=True)
def servant_price(state: State) -> Int:
    """Return the Bonds that a Servant pays for each District it exits."""
    return 1 if is_published(state, Directive.MECHANIZE) else EXIT_PRICE


@compiled(inline=True)
def guard_price(state: State, origin: Int, district: Int) -> Int:
    """Return the Bonds that a Guard's way costs: 1 for each District exited, and 1 more where there are checks."""
    return np.int64(state.far[origin, district]) + (1 if state.event == Event.CHECKS else 0)


@compiled(inline=True)
def repairs_an_action(state: State) -> Int:
    """Return how many Guards one Action may repair, each paid by itself."""
    return 2 if state.event == Event.MAINTENANCE else 1


@compiled(inline=True)
def covers_repair(state: State, servant: Int) -> bool:
    """Whether an Action that the Servant has taken covers one more repair."""
    return state.again[servant] > 0


@compiled
def deed_price(state: State, servant: Int, deed: Int) -> Int:
    """Return the Bonds that a deed costs: 2, nothing for income, 1 more for the second Action of Optimize."""
    price = 0 if deed == Deed.INCOME else DEED_PRICE
    if deed == Deed.REPAIR:
        price = DEED_PRICE // repairs_an_action(state)
        if covers_repair(state, servant):
            return price
    return price + (OPTIMIZE_PRICE if state.acted[servant] else 0)


@compiled
def may_act(state: State, servant: Int) -> bool:
    """Whether a Servant has an Action left; Optimize gives one of them a second one in a round."""
    if state.acted[servant] == 0:
        return True
    return state.acted[servant] == 1 and is_usable(state, Directive.OPTIMIZE)


@compiled
def has_effect(state: State, servant: Int, deed: Int) -> bool:
    """Whether a deed can be done where the Servant is."""
    at: Int = np.int64(state.servants[servant])
    if deed == Deed.ARREST:
        return supporters(state, at) > 0
    if deed == Deed.REPAIR:
        return state.broken[at] > 0
    if deed == Deed.RAID:
        return not has(state.raids, at) and size(state.raids) < city.NUM_RAIDS
    if deed == Deed.DRAW:
        return (at == District.CITADEL or state.event == Event.CONCENTRATION) and state.deck != 0
    if deed == Deed.PUBLISH:
        return at == District.TOWER and state.hand != 0
    if deed == Deed.REPOSITION:
        return at == District.NEXUS and state.movable != 0
    if deed == Deed.INCOME:
        return at == District.SQUARE and state.crowd[at] > state.guards[at]
    if deed == Deed.SEIZE:
        return is_published(state, Directive.CONFISCATE) and trusted_heroes(state, at) != 0
    return deed == Deed.CALM and city.is_minor(at) and can_calm(state)


@compiled
def trusted_heroes(state: State, district: Int) -> Int:
    """Return the Heroes in a District that have Trust."""
    found = np.int64(0)
    for hero in range(city.NUM_HEROES):
        if state.at[hero] == district and state.trust[hero] > 0:
            found = add(found, hero)
    return found


@compiled
def can_calm(state: State) -> bool:
    """Whether Discontent may be pacified: once a round, within its Stage, never at the Riot Stage."""
    within = state.slot < city.TRACK_END and state.slot % city.SLOTS_A_STAGE != 0
    return within and is_usable(state, Directive.PACIFY)


@compiled
def allow_deeds(setup: Prepared, state: State, mask: Array) -> None:
    """Mark everything that the Machine may do in its phase."""
    mask[Act.DONE] = 1
    bonds = np.int64(state.bonds)
    allow_servants(state, bonds, mask)
    if bonds > 0:
        allow_guards(setup, state, bonds, mask)
    if is_usable(state, Directive.RESETTLE):
        mask[MachineAct.RESETTLE] = origins_to_resettle(setup, state) != 0


@compiled
def allow_servants(state: State, bonds: Int, mask: Array) -> None:
    exit_price = servant_price(state)
    for servant in range(city.NUM_SERVANTS):
        at = np.int64(state.servants[servant])
        if state.acted[servant] == 0:
            reach = bonds // exit_price
            for district in range(city.NUM_DISTRICTS):
                far = np.int64(state.far[at, district])
                if far > 0 and far <= reach:
                    mask[MachineAct.SERVANT_TO + servant * city.NUM_DISTRICTS + district] = 1
        if may_act(state, servant):
            for deed in range(NUM_DEEDS):
                if deed_price(state, servant, deed) <= bonds and has_effect(state, servant, deed):
                    mask[MachineAct.DEED + servant * NUM_DEEDS + deed] = 1
        elif covers_repair(state, servant) and deed_price(state, servant, Deed.REPAIR) <= bonds:
            mask[MachineAct.DEED + servant * NUM_DEEDS + Deed.REPAIR] = state.broken[at] > 0


@compiled
def allow_guards(setup: Prepared, state: State, bonds: Int, mask: Array) -> None:
    for district in range(city.NUM_DISTRICTS):
        if state.guards[district] + state.broken[district] >= setup.guard_room[district]:
            continue
        for origin in range(city.NUM_DISTRICTS):
            if origin != district and state.guards[origin] > 0 and guard_price(state, origin, district) <= bonds:
                mask[MachineAct.GUARD + origin * city.NUM_DISTRICTS + district] = 1


@compiled
def origins_to_resettle(setup: Prepared, state: State) -> Int:
    """Return the Districts with Citizens while another one has a free square."""
    found = np.int64(0)
    for district in range(city.NUM_DISTRICTS):
        if can_move_citizens(setup, state, district, ANYWHERE):
            found = add(found, district)
    return found


@compiled
def allow_resettling_from(setup: Prepared, state: State, mask: Array) -> None:
    allow_districts(origins_to_resettle(setup, state), mask)
