"""Legal actions, by what is being asked."""

from __future__ import annotations

import numpy as np

from ...city.rules.access import forfeited
from ...city.rules.build_city import allow_anchors, allow_first_ways
from ...city.rules.cast import allow_heroes
from ...city.rules.citizens import classes_active, covered_districts, number_of
from ...city.rules.hero_actions import allow_trusted
from ...city.rules.hero_costs import allow_actions, allow_classes, allow_moves_to, callable_districts
from ...city.rules.hero_turn import ways_on
from ...city.rules.machine_costs import allow_deeds, allow_resettling_from
from ...city.rules.opening import allow_carpets, allow_districts, allow_shares
from ...city.rules.repositioning import allow_new_anchors, allow_new_ways, allow_tiles
from ...city.rules.state import (
    NUM_DIRECTIVES,
    NUM_HEROES,
    Act,
    Ask,
    CitizenClass,
    Phase,
    Status,
)
from ...table.compilation.compile import compiled
from .closing import allow_pledges, allow_trades, allow_types_to_show, districts_to_show
from .machine import allow_resettling_classes
from .state import (
    MachineAct,
)

_FAR = 99


@compiled
def legal_actions(setup, state, mask):
    ask = state.ask
    if ask == Ask.MACHINE:
        allow_deeds(setup, state, mask)
    elif ask == Ask.ACTION:
        allow_actions(setup, state, mask)
    elif ask == Ask.ACCESS:
        allow_districts(state.cards[state.hero], mask)
    elif ask == Ask.ROUTE:
        hero = np.int64(state.hero)
        allow_districts(ways_on(state, hero, np.int64(state.chosen[hero])), mask)
    elif ask == Ask.DETAIN:
        for option in range(3):
            mask[MachineAct.DETAIN + option] = 1
    elif is_yes_or_no(ask):
        mask[Act.DONE], mask[Act.YES] = 1, 1
    elif ask == Ask.TILE or ask == Ask.ANCHOR or ask == Ask.WAY or ask == Ask.CARPET:
        allow_places(state, mask)
    elif ask == Ask.CITIZEN or ask == Ask.CITIZEN_TO or ask == Ask.MOVE_MORE or ask == Ask.RESETTLE:
        allow_relocation(setup, state, mask)
    elif ask == Ask.PUBLISH or ask == Ask.TAKE_BACK or ask == Ask.DISCARD or ask == Ask.CANCEL or ask == Ask.TRADE:
        allow_directives(state, mask)
    elif ask <= Ask.SHARE or ask == Ask.PLEDGE:
        allow_rare(setup, state, mask)
    else:
        allow_people(setup, state, mask)


@compiled
def is_yes_or_no(ask):
    return (
        ask == Ask.BREAD
        or ask == Ask.PAY
        or ask == Ask.IDENTIFY
        or ask == Ask.PROVOKE
        or ask == Ask.JOIN
        or ask == Ask.AMNESTY
        or ask == Ask.PLAN
    )


@compiled
def allow_places(state, mask):
    """Where a District goes."""
    ask = state.ask
    if ask == Ask.CARPET:
        allow_carpets(state, mask)
    elif ask == Ask.TILE:
        allow_tiles(state, mask)
    elif ask == Ask.ANCHOR:
        if state.phase == Phase.BUILDING:
            allow_anchors(state, mask)
        else:
            allow_new_anchors(state, mask)
    elif state.phase == Phase.BUILDING:
        allow_first_ways(state, mask)
    else:
        allow_new_ways(state, mask)


@compiled
def allow_relocation(setup, state, mask):
    """Which Citizen is moved, and where to."""
    ask = state.ask
    if ask == Ask.RESETTLE:
        allow_resettling_from(setup, state, mask)
    elif ask == Ask.CITIZEN_TO:
        reach = _FAR if state.phase == Phase.MACHINE else np.int64(state.trust[state.hero])
        allow_moves_to(setup, state, np.int64(state.carried_from), reach, mask)
    elif state.phase == Phase.MACHINE:
        allow_resettling_classes(state, np.int64(state.tile), mask)
    else:
        allow_classes(state, np.int64(state.tile), mask)
        mask[Act.DONE] = ask == Ask.MOVE_MORE


@compiled
def allow_directives(state, mask):
    """Which Directive is meant."""
    ask = state.ask
    if ask == Ask.TRADE:
        allow_trades(state, mask)
        return
    allowed = np.int64(state.hand)
    if ask == Ask.CANCEL:
        allowed = np.int64(state.published)
    elif ask == Ask.TAKE_BACK:
        allowed = np.int64(state.published) & ~(np.int64(1) << np.int64(state.amount))
    for directive in range(NUM_DIRECTIVES):
        if allowed >> directive & 1:
            mask[Act.DIRECTIVE + directive] = 1


@compiled
def allow_rare(setup, state, mask):
    """What is asked before the first round, and amounts of Trust."""
    ask = state.ask
    if ask == Ask.PILE:
        mask[MachineAct.PILE], mask[MachineAct.PILE + 1] = 1, 1
    elif ask == Ask.HERO:
        allow_heroes(state, mask)
    elif ask == Ask.SHARE:
        allow_shares(state, mask)
    else:
        allow_pledges(state, mask)


@compiled
def allow_people(setup, state, mask):
    """Questions about Citizens, Heroes and their cards."""
    ask = state.ask
    if ask == Ask.ARREST or ask == Ask.RIOT_ARREST:
        allow_arrests(state, np.int64(state.tile), mask)
        mask[Act.DONE] = ask == Ask.RIOT_ARREST
    elif ask == Ask.CONFISCATE:
        for hero in range(NUM_HEROES):
            mask[Act.HERO + hero] = state.at[hero] == state.tile and state.trust[hero] > 0
    elif ask == Ask.GIVE:
        allow_trusted(setup, state, mask)
    elif ask == Ask.OWNER:
        for hero in range(NUM_HEROES):
            mask[Act.HERO + hero] = forfeited(state, hero) != 0
    elif ask == Ask.CARD:
        allow_districts(forfeited(state, np.int64(state.amount)), mask)
    elif ask == Ask.JUDGE:
        mask[Act.DONE] = 1
        allow_districts(forfeited(state, np.int64(state.hero)), mask)
    elif ask == Ask.RETURN:
        allow_moves_to(setup, state, -1, _FAR, mask)
    elif ask == Ask.CALL:
        allow_districts(callable_districts(state, np.int64(state.at[state.hero])), mask)
    else:
        allow_known(state, mask)


@compiled
def allow_known(state, mask):
    """Questions about who is identified or revealed."""
    ask = state.ask
    if ask == Ask.SHOW_TYPE:
        allow_types_to_show(state, mask)
        return
    mask[Act.DONE] = 1
    if ask == Ask.SHOW:
        allow_districts(districts_to_show(state), mask)
    elif ask == Ask.EXPOSE:
        mask[Act.CLASS + CitizenClass.UNIDENTIFIED] = number_of(state, np.int64(state.tile), Status.UNIDENTIFIED) > 0
        mask[Act.CLASS + CitizenClass.IDENTIFIED] = number_of(state, np.int64(state.tile), Status.IDENTIFIED) > 0
    elif ask == Ask.FIND or ask == Ask.FAVOUR:
        districts = covered_districts(state)
        if ask == Ask.FAVOUR:
            districts &= ~np.int64(state.favoured)
        allow_districts(districts, mask)


@compiled
def allow_arrests(state, district, mask):
    for type in range(classes_active(state)):
        if state.citizens[district, Status.REVEALED, type]:
            mask[Act.CLASS + CitizenClass.REVEALED_AS + type] = 1
