"""Legal actions, by what is being asked."""

from __future__ import annotations

import numpy as np

from ...city.rules.access import forfeited
from ...city.rules.cast import allow_heroes
from ...city.rules.citizens import covered_districts
from ...city.rules.hero_actions import allow_trusted
from ...city.rules.hero_costs import allow_classes, allow_moves_to, callable_districts
from ...city.rules.hero_turn import ways_on
from ...city.rules.opening import allow_districts, allow_shares
from ...city.rules.repositioning import allow_new_anchors, allow_new_ways, allow_tiles
from ...great_machine.rules.closing import allow_pledges
from ...great_machine.rules.state import (
    ACT_DIRECTIVE,
    ACT_DONE,
    ACT_HERO,
    ACT_YES,
    ASK_ACCESS,
    ASK_ACTION,
    ASK_ANCHOR,
    ASK_CALL,
    ASK_CANCEL,
    ASK_CARD,
    ASK_CITIZEN,
    ASK_CITIZEN_TO,
    ASK_FIND,
    ASK_GIVE,
    ASK_HERO,
    ASK_IDENTIFY,
    ASK_MOVE_MORE,
    ASK_OWNER,
    ASK_PAY,
    ASK_PLEDGE,
    ASK_RETURN,
    ASK_ROUTE,
    ASK_SHARE,
    ASK_TILE,
    ASK_WAY,
    NUM_DIRECTIVES,
    NUM_HEROES,
)
from ...table.compilation.compile import compiled
from .actions_open import allow_actions
from .advantages import allow_bases, allow_hiding
from .interactions import allow_interactions
from .missions import allow_deliveries, allow_sending, allow_sent_to
from .settle import allow_break_kinds, allow_breaks
from .state import (
    ASK_BASE,
    ASK_BREAK,
    ASK_BREAK_KIND,
    ASK_DELIVER,
    ASK_EVADE,
    ASK_HIDE,
    ASK_INTERACT,
    ASK_RALLY,
    ASK_SEND,
    ASK_SEND_TO,
    ASK_TURN,
)
from .turn import allow_turns

_FAR = 99


@compiled
def legal_actions(setup, state, mask):
    ask = state.ask
    if ask == ASK_ACTION:
        allow_actions(setup, state, mask)
    elif ask == ASK_ACCESS:
        allow_districts(state.cards[state.hero], mask)
    elif ask == ASK_ROUTE:
        hero = np.int64(state.hero)
        allow_districts(ways_on(state, hero, np.int64(state.chosen[hero])), mask)
    elif ask == ASK_INTERACT:
        allow_interactions(setup, state, mask)
    elif ask == ASK_PLEDGE:
        allow_pledges(state, mask)
    elif ask == ASK_SHARE:
        allow_shares(state, mask)
    elif ask == ASK_HERO:
        allow_heroes(state, mask)
    elif ask == ASK_PAY or ask == ASK_IDENTIFY or ask == ASK_EVADE or ask == ASK_RALLY:
        mask[ACT_DONE], mask[ACT_YES] = 1, 1
    elif ask == ASK_TILE:
        allow_tiles(state, mask)
    elif ask == ASK_ANCHOR:
        allow_new_anchors(state, mask)
    elif ask == ASK_WAY:
        allow_new_ways(state, mask)
    elif ask < ASK_TURN:
        allow_in_turn(setup, state, mask)
    else:
        allow_own(setup, state, mask)


@compiled
def allow_in_turn(setup, state, mask):
    """Questions of a Hero's turn that the other game has too."""
    ask, hero = state.ask, np.int64(state.hero)
    if ask == ASK_CITIZEN or ask == ASK_MOVE_MORE:
        allow_classes(state, np.int64(state.tile), mask)
        mask[ACT_DONE] = ask == ASK_MOVE_MORE
    elif ask == ASK_CITIZEN_TO:
        allow_moves_to(setup, state, np.int64(state.carried_from), np.int64(state.trust[hero]), mask)
    elif ask == ASK_RETURN:
        allow_moves_to(setup, state, -1, _FAR, mask)
    elif ask == ASK_CANCEL:
        for directive in range(NUM_DIRECTIVES):
            mask[ACT_DIRECTIVE + directive] = state.published >> directive & 1
    elif ask == ASK_OWNER:
        for other in range(NUM_HEROES):
            mask[ACT_HERO + other] = forfeited(state, other) != 0
    elif ask == ASK_CARD:
        allow_districts(forfeited(state, np.int64(state.amount)), mask)
    elif ask == ASK_GIVE:
        allow_trusted(setup, state, mask)
    elif ask == ASK_CALL:
        allow_districts(callable_districts(state, np.int64(state.at[hero])), mask)
    elif ask == ASK_FIND:
        allow_districts(covered_districts(state), mask)


@compiled
def allow_own(setup, state, mask):
    """Questions that only this game has."""
    ask = state.ask
    if ask == ASK_TURN:
        allow_turns(state, mask)
    elif ask == ASK_DELIVER:
        allow_deliveries(setup, state, mask)
    elif ask == ASK_SEND:
        allow_sending(setup, state, mask)
    elif ask == ASK_SEND_TO:
        allow_sent_to(setup, state, mask)
    elif ask == ASK_BREAK:
        allow_breaks(state, mask)
    elif ask == ASK_BREAK_KIND:
        allow_break_kinds(mask)
    elif ask == ASK_HIDE:
        allow_hiding(setup, state, mask)
    elif ask == ASK_BASE:
        allow_bases(mask)
