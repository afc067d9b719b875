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
from ...table.compilation.compile import compiled
from .closing import allow_pledges, allow_trades, allow_types_to_show, districts_to_show
from .machine import allow_resettling_classes
from .state import (
    ACT_CLASS,
    ACT_DETAIN,
    ACT_DIRECTIVE,
    ACT_DONE,
    ACT_HERO,
    ACT_PILE,
    ACT_YES,
    ANY_IDENTIFIED,
    ANY_UNIDENTIFIED,
    AS_REVEALED,
    ASK_ACCESS,
    ASK_ACTION,
    ASK_AMNESTY,
    ASK_ANCHOR,
    ASK_ARREST,
    ASK_BREAD,
    ASK_CALL,
    ASK_CANCEL,
    ASK_CARD,
    ASK_CARPET,
    ASK_CITIZEN,
    ASK_CITIZEN_TO,
    ASK_CONFISCATE,
    ASK_DETAIN,
    ASK_DISCARD,
    ASK_EXPOSE,
    ASK_FAVOUR,
    ASK_FIND,
    ASK_GIVE,
    ASK_HERO,
    ASK_IDENTIFY,
    ASK_JOIN,
    ASK_JUDGE,
    ASK_MACHINE,
    ASK_MOVE_MORE,
    ASK_OWNER,
    ASK_PAY,
    ASK_PILE,
    ASK_PLAN,
    ASK_PLEDGE,
    ASK_PROVOKE,
    ASK_PUBLISH,
    ASK_RESETTLE,
    ASK_RETURN,
    ASK_RIOT_ARREST,
    ASK_ROUTE,
    ASK_SHARE,
    ASK_SHOW,
    ASK_SHOW_TYPE,
    ASK_TAKE_BACK,
    ASK_TILE,
    ASK_TRADE,
    ASK_WAY,
    BUILDING,
    IDENTIFIED,
    MACHINE_PHASE,
    NUM_DIRECTIVES,
    NUM_HEROES,
    REVEALED,
    UNIDENTIFIED,
)

_FAR = 99


@compiled
def legal_actions(setup, state, mask):
    ask = state.ask
    if ask == ASK_MACHINE:
        allow_deeds(setup, state, mask)
    elif ask == ASK_ACTION:
        allow_actions(setup, state, mask)
    elif ask == ASK_ACCESS:
        allow_districts(state.cards[state.hero], mask)
    elif ask == ASK_ROUTE:
        hero = np.int64(state.hero)
        allow_districts(ways_on(state, hero, np.int64(state.chosen[hero])), mask)
    elif ask == ASK_DETAIN:
        for option in range(3):
            mask[ACT_DETAIN + option] = 1
    elif is_yes_or_no(ask):
        mask[ACT_DONE], mask[ACT_YES] = 1, 1
    elif ask == ASK_TILE or ask == ASK_ANCHOR or ask == ASK_WAY or ask == ASK_CARPET:
        allow_places(state, mask)
    elif ask == ASK_CITIZEN or ask == ASK_CITIZEN_TO or ask == ASK_MOVE_MORE or ask == ASK_RESETTLE:
        allow_relocation(setup, state, mask)
    elif ask == ASK_PUBLISH or ask == ASK_TAKE_BACK or ask == ASK_DISCARD or ask == ASK_CANCEL or ask == ASK_TRADE:
        allow_directives(state, mask)
    elif ask <= ASK_SHARE or ask == ASK_PLEDGE:
        allow_rare(setup, state, mask)
    else:
        allow_people(setup, state, mask)


@compiled
def is_yes_or_no(ask):
    return (
        ask == ASK_BREAD
        or ask == ASK_PAY
        or ask == ASK_IDENTIFY
        or ask == ASK_PROVOKE
        or ask == ASK_JOIN
        or ask == ASK_AMNESTY
        or ask == ASK_PLAN
    )


@compiled
def allow_places(state, mask):
    """Where a District goes."""
    ask = state.ask
    if ask == ASK_CARPET:
        allow_carpets(state, mask)
    elif ask == ASK_TILE:
        allow_tiles(state, mask)
    elif ask == ASK_ANCHOR:
        if state.phase == BUILDING:
            allow_anchors(state, mask)
        else:
            allow_new_anchors(state, mask)
    elif state.phase == BUILDING:
        allow_first_ways(state, mask)
    else:
        allow_new_ways(state, mask)


@compiled
def allow_relocation(setup, state, mask):
    """Which Citizen is moved, and where to."""
    ask = state.ask
    if ask == ASK_RESETTLE:
        allow_resettling_from(setup, state, mask)
    elif ask == ASK_CITIZEN_TO:
        reach = _FAR if state.phase == MACHINE_PHASE else np.int64(state.trust[state.hero])
        allow_moves_to(setup, state, np.int64(state.carried_from), reach, mask)
    elif state.phase == MACHINE_PHASE:
        allow_resettling_classes(state, np.int64(state.tile), mask)
    else:
        allow_classes(state, np.int64(state.tile), mask)
        mask[ACT_DONE] = ask == ASK_MOVE_MORE


@compiled
def allow_directives(state, mask):
    """Which Directive is meant."""
    ask = state.ask
    if ask == ASK_TRADE:
        allow_trades(state, mask)
        return
    allowed = np.int64(state.hand)
    if ask == ASK_CANCEL:
        allowed = np.int64(state.published)
    elif ask == ASK_TAKE_BACK:
        allowed = np.int64(state.published) & ~(np.int64(1) << np.int64(state.amount))
    for directive in range(NUM_DIRECTIVES):
        if allowed >> directive & 1:
            mask[ACT_DIRECTIVE + directive] = 1


@compiled
def allow_rare(setup, state, mask):
    """What is asked before the first round, and amounts of Trust."""
    ask = state.ask
    if ask == ASK_PILE:
        mask[ACT_PILE], mask[ACT_PILE + 1] = 1, 1
    elif ask == ASK_HERO:
        allow_heroes(state, mask)
    elif ask == ASK_SHARE:
        allow_shares(state, mask)
    else:
        allow_pledges(state, mask)


@compiled
def allow_people(setup, state, mask):
    """Questions about Citizens, Heroes and their cards."""
    ask = state.ask
    if ask == ASK_ARREST or ask == ASK_RIOT_ARREST:
        allow_arrests(state, np.int64(state.tile), mask)
        mask[ACT_DONE] = ask == ASK_RIOT_ARREST
    elif ask == ASK_CONFISCATE:
        for hero in range(NUM_HEROES):
            mask[ACT_HERO + hero] = state.at[hero] == state.tile and state.trust[hero] > 0
    elif ask == ASK_GIVE:
        allow_trusted(setup, state, mask)
    elif ask == ASK_OWNER:
        for hero in range(NUM_HEROES):
            mask[ACT_HERO + hero] = forfeited(state, hero) != 0
    elif ask == ASK_CARD:
        allow_districts(forfeited(state, np.int64(state.amount)), mask)
    elif ask == ASK_JUDGE:
        mask[ACT_DONE] = 1
        allow_districts(forfeited(state, np.int64(state.hero)), mask)
    elif ask == ASK_RETURN:
        allow_moves_to(setup, state, -1, _FAR, mask)
    elif ask == ASK_CALL:
        allow_districts(callable_districts(state, np.int64(state.at[state.hero])), mask)
    else:
        allow_known(state, mask)


@compiled
def allow_known(state, mask):
    """Questions about who is identified or revealed."""
    ask = state.ask
    if ask == ASK_SHOW_TYPE:
        allow_types_to_show(state, mask)
        return
    mask[ACT_DONE] = 1
    if ask == ASK_SHOW:
        allow_districts(districts_to_show(state), mask)
    elif ask == ASK_EXPOSE:
        mask[ACT_CLASS + ANY_UNIDENTIFIED] = number_of(state, np.int64(state.tile), UNIDENTIFIED) > 0
        mask[ACT_CLASS + ANY_IDENTIFIED] = number_of(state, np.int64(state.tile), IDENTIFIED) > 0
    elif ask == ASK_FIND or ask == ASK_FAVOUR:
        districts = covered_districts(state)
        if ask == ASK_FAVOUR:
            districts &= ~np.int64(state.favoured)
        allow_districts(districts, mask)


@compiled
def allow_arrests(state, district, mask):
    for type in range(classes_active(state)):
        if state.citizens[district, REVEALED, type]:
            mask[ACT_CLASS + AS_REVEALED + type] = 1
