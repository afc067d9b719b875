"""The Great Machine Phase: each Servant draws a card, moves, and does the first thing of its list that it can."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import arrest, classes_active, supporters
from ...city.rules.news import News
from ...city.rules.state import NOBODY, NUM_HEROES, NUM_SERVANTS, Directive, District, Phase, Status
from ...city.rules.tracks import is_usable
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from ...table.sets import add, has
from .directives import can_draw, confiscate, draw_directive, make_room, publish_hand, resettle
from .guards import add_special, execute_protocol, return_raid_tokens
from .movement import destination, draw_move, is_maintenance, reshuffle
from .news import CoopNews, packed_move
from .pins import return_loose_pins
from .progress import advance_marker
from .state import NUM_TASKS, MoveCard, Prepared, ServantTask, State
from .swap import swap_districts


@compiled
def run_machine(setup: Prepared, state: State) -> None:
    """Play the whole Great Machine Phase."""
    for turn in range(NUM_SERVANTS):
        run_servant(setup, state, np.int64(setup.order[turn]))
        if state.over:
            return
    reshuffle(setup, state)
    state.phase, state.cursor, state.step = Phase.HEROES, 0, 0


@compiled
def run_servant(setup: Prepared, state: State, servant: Int) -> None:
    card = draw_move(state)
    state.moved[servant] = card
    if state.servants[servant] == NOBODY:  # deactivated: the card is discarded
        tell(state, CoopNews.SERVANT, UNKNOWN, card, UNKNOWN, servant)
        return
    if is_maintenance(card):
        state.idle[servant] = 1
        tell(state, CoopNews.SERVANT, UNKNOWN, card, packed_move(state.servants[servant], NOBODY), servant)
        return
    district = destination(setup, state, servant, card)
    followed = np.int64(state.heroes[card]) if card < NUM_HEROES else np.int64(NOBODY)
    tell(state, CoopNews.SERVANT, UNKNOWN, card, packed_move(district, followed), servant)
    state.servants[servant] = district
    if state.ambush == district:
        deactivate(state, servant)
        return
    confiscate(setup, state, district)
    publishing = np.int64(0)
    if card == MoveCard.GUARD_PATROL and not setup.plain_patrol:
        add_special(setup, state, district)
    else:
        publishing = take_actions(setup, state, servant, district)
    if state.over:
        return
    resettle(state, district)
    if publishing:
        publish_hand(state)
    return_raid_tokens(state)


@compiled
def deactivate(state: State, servant: Int) -> None:
    """Deactivation Trap: the Servant falls over; it counts for nothing until the end of the next round."""
    state.lying[servant] = state.servants[servant]
    state.servants[servant] = NOBODY
    state.until[servant] = state.week + 1
    tell(state, CoopNews.FALLS, UNKNOWN, state.ambush, state.until[servant], servant)
    state.ambush = NOBODY


@compiled
def stand_up(state: State) -> None:
    """At the end of a round: Servants whose deactivation is over are back where they fell."""
    for servant in range(NUM_SERVANTS):
        if state.lying[servant] != NOBODY and state.until[servant] <= state.week:
            state.servants[servant] = state.lying[servant]
            tell(state, CoopNews.STANDS_UP, UNKNOWN, state.lying[servant], 0, servant)
            state.lying[servant] = NOBODY


# Actions


@compiled
def take_actions(setup: Prepared, state: State, servant: Int, district: Int) -> Int:
    """Take one Action, two with a Raid token, one more with Optimize; return whether a Directive is to be published."""
    left = 1 + has(state.raids, district)
    taken, publishing = 0, np.int64(0)
    for rank in range(NUM_TASKS):
        action = np.int64(setup.priority[servant, rank])
        if state.over or not is_available(state, district, action):
            continue
        if taken == left:
            if not is_usable(state, Directive.OPTIMIZE):
                break
            state.used = add(state.used, Directive.OPTIMIZE)
            tell(state, CoopNews.OPTIMIZED, UNKNOWN, UNKNOWN, 0, servant)
            left += 1
        if action == ServantTask.DISTRICT:
            publishing = take_district_action(setup, state, district)
        elif action == ServantTask.ARREST:
            arrest_lowest(state, district)
        else:
            repair_all(state, district)
        taken += 1
    if taken == 0:
        tell(state, CoopNews.NO_ACTION, UNKNOWN, UNKNOWN, 0, servant)
        execute_protocol(setup, state)
    return publishing


@compiled
def is_available(state: State, district: Int, action: Int) -> bool:
    if action == ServantTask.ARREST:
        return supporters(state, district) > 0
    if action != ServantTask.DISTRICT:
        return state.broken[district] > 0
    if district == District.SQUARE:
        return state.crowd[District.SQUARE] > state.guards[District.SQUARE]
    if district == District.CITADEL or district == District.TOWER:
        return state.hand != 0 or can_draw(state)
    return True  # in the Control Nexus too: the outermost Districts have free sides


@compiled
def take_district_action(setup: Prepared, state: State, district: Int) -> Int:
    """Do what a District is for; return whether a Directive is to be published once the Servant has finished."""
    if district == District.CITADEL or district == District.TOWER:
        if state.hand == 0:
            draw_directive(state)
            return np.int64(0)
        make_room(state)
        return np.int64(1)
    if district == District.NEXUS:
        swap_districts(state)
    elif district == District.SQUARE:
        advance_marker(state, np.int64(state.crowd[District.SQUARE]) - np.int64(state.guards[District.SQUARE]))
    else:
        advance_marker(state, 1)
    return np.int64(0)


@compiled
def arrest_lowest(state: State, district: Int) -> None:
    """Arrest the revealed active Citizen with the lowest number."""
    for type in range(classes_active(state)):
        if state.citizens[district, Status.REVEALED, type]:
            arrest(state, district, type)
            tell(state, News.ARRESTED, UNKNOWN, type, 0, district)
            return_loose_pins(state, district, type)
            return


@compiled
def repair_all(state: State, district: Int) -> None:
    state.guards[district] += state.broken[district]
    tell(state, CoopNews.REPAIRED, UNKNOWN, district, state.broken[district])
    state.broken[district] = 0
