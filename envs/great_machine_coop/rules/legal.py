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
from ...city.rules.state import (
    NUM_DIRECTIVES,
    NUM_HEROES,
    Act,
    Ask,
)
from ...great_machine.rules.closing import allow_pledges
from ...table.compilation.compile import compiled
from .actions_open import allow_actions
from .advantages import allow_bases, allow_hiding
from .interactions import allow_interactions
from .missions import allow_deliveries, allow_sending, allow_sent_to
from .settle import allow_break_kinds, allow_breaks
from .turn import allow_turns

_FAR = 99


@compiled
def legal_actions(setup, state, mask):
    ask = state.ask
    if ask == Ask.ACTION:
        allow_actions(setup, state, mask)
    elif ask == Ask.ACCESS:
        allow_districts(state.cards[state.hero], mask)
    elif ask == Ask.ROUTE:
        hero = np.int64(state.hero)
        allow_districts(ways_on(state, hero, np.int64(state.chosen[hero])), mask)
    elif ask == Ask.INTERACT:
        allow_interactions(setup, state, mask)
    elif ask == Ask.PLEDGE:
        allow_pledges(state, mask)
    elif ask == Ask.SHARE:
        allow_shares(state, mask)
    elif ask == Ask.HERO:
        allow_heroes(state, mask)
    elif ask == Ask.PAY or ask == Ask.IDENTIFY or ask == Ask.EVADE or ask == Ask.RALLY:
        mask[Act.DONE], mask[Act.YES] = 1, 1
    elif ask == Ask.TILE:
        allow_tiles(state, mask)
    elif ask == Ask.ANCHOR:
        allow_new_anchors(state, mask)
    elif ask == Ask.WAY:
        allow_new_ways(state, mask)
    elif ask < Ask.TURN:
        allow_in_turn(setup, state, mask)
    else:
        allow_own(setup, state, mask)


@compiled
def allow_in_turn(setup, state, mask):
    """Questions of a Hero's turn that the other game has too."""
    ask, hero = state.ask, np.int64(state.hero)
    if ask == Ask.CITIZEN or ask == Ask.MOVE_MORE:
        allow_classes(state, np.int64(state.tile), mask)
        mask[Act.DONE] = ask == Ask.MOVE_MORE
    elif ask == Ask.CITIZEN_TO:
        allow_moves_to(setup, state, np.int64(state.carried_from), np.int64(state.trust[hero]), mask)
    elif ask == Ask.RETURN:
        allow_moves_to(setup, state, -1, _FAR, mask)
    elif ask == Ask.CANCEL:
        for directive in range(NUM_DIRECTIVES):
            mask[Act.DIRECTIVE + directive] = state.published >> directive & 1
    elif ask == Ask.OWNER:
        for other in range(NUM_HEROES):
            mask[Act.HERO + other] = forfeited(state, other) != 0
    elif ask == Ask.CARD:
        allow_districts(forfeited(state, np.int64(state.amount)), mask)
    elif ask == Ask.GIVE:
        allow_trusted(setup, state, mask)
    elif ask == Ask.CALL:
        allow_districts(callable_districts(state, np.int64(state.at[hero])), mask)
    elif ask == Ask.FIND:
        allow_districts(covered_districts(state), mask)


@compiled
def allow_own(setup, state, mask):
    """Questions that only this game has."""
    ask = state.ask
    if ask == Ask.TURN:
        allow_turns(state, mask)
    elif ask == Ask.DELIVER:
        allow_deliveries(setup, state, mask)
    elif ask == Ask.SEND:
        allow_sending(setup, state, mask)
    elif ask == Ask.SEND_TO:
        allow_sent_to(setup, state, mask)
    elif ask == Ask.BREAK:
        allow_breaks(state, mask)
    elif ask == Ask.BREAK_KIND:
        allow_break_kinds(mask)
    elif ask == Ask.HIDE:
        allow_hiding(setup, state, mask)
    elif ask == Ask.BASE:
        allow_bases(mask)
