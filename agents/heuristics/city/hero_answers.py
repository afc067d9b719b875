"""The Heroes' rules of thumb for questions other than where to go and which Action to take."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules import state as city
from ....envs.city.rules.citizens import classes_active
from ....envs.city.rules.hero_costs import forfeited, guard_cost
from ....envs.city.rules.state import Act, Ask, CitizenClass, CitizenType, Status
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import pick_legal
from ....envs.table.records import Int
from ....envs.table.sets import has, size
from .heroes import NEVER, agree, best_of, knowing_one, room_for_trust
from .worth import RANKS, Note, Sheet, Weight


@compiled
def choose_type(state, mask):
    """Show a Citizen of the type that is active for the longest time."""
    for type in range(CitizenType.TRAITOR):
        if mask[Act.CLASS + CitizenClass.IDENTIFIED_AS + type] != 0:
            return Act.CLASS + CitizenClass.IDENTIFIED_AS + type
    return pick_legal(state.rng, mask)


@compiled
def choose_near(outlook, mask):
    """Choose the District that is nearest to a Riot."""
    sheet = outlook.sheet
    for district in range(city.NUM_DISTRICTS):
        sheet[Sheet.WORTH, district] = sheet[Sheet.PLUS, district] + 0.05 * sheet[Sheet.HIDDEN, district]
    return best_of(mask, Act.DISTRICT, sheet[Sheet.WORTH])


@compiled
def choose_far(outlook, mask):
    """Choose the District that is farthest from a Riot."""
    sheet = outlook.sheet
    for district in range(city.NUM_DISTRICTS):
        sheet[Sheet.WORTH, district] = -(sheet[Sheet.PLUS, district] + 0.05 * sheet[Sheet.HIDDEN, district])
    return best_of(mask, Act.DISTRICT, sheet[Sheet.WORTH])


@compiled
def choose_card(outlook, mask):
    """Take back the card of a District that is near to a Riot and gives Trust."""
    sheet = outlook.sheet
    for district in range(city.NUM_DISTRICTS):
        sheet[Sheet.WORTH, district] = sheet[Sheet.PLUS, district] + 0.2 * sheet[Sheet.YIELD, district]
    return best_of(mask, Act.DISTRICT, sheet[Sheet.WORTH])


@compiled
def choose_next(outlook, state, mask):
    """Choose the next District on the cheapest way."""
    worths = outlook.sheet[Sheet.WORTH]
    for district in range(city.NUM_DISTRICTS):
        worths[district] = -way_cost(state, district, np.int64(state.chosen[state.hero]))
    return best_of(mask, Act.DISTRICT, worths)


@compiled
def way_cost(state, district, target):
    """Return about what the way from a District to a target costs: exactly where they are at most two exits apart."""
    cost = np.float64(guard_cost(state, district))
    far = np.int64(state.far[district, target])
    if far <= 1:
        return cost
    cheapest = 99.0
    for other in range(city.NUM_DISTRICTS):
        if has(state.links[district], other) and state.far[other, target] < far:
            cheapest = min(cheapest, np.float64(guard_cost(state, other)))
    return cost + cheapest + 2.0 * (far - 2)


@compiled
def choose_to_know(outlook, state):
    """Whether to identify one more Citizen."""
    at = np.int64(state.at[state.hero])
    price = outlook.weights[Weight.H_TRUST] * guard_cost(state, at)
    return Act.YES if knowing_one(outlook, state, at) > price else Act.DONE


@compiled
def choose_class(outlook, setup, state, mask):
    """Choose the Citizen that gains most by leaving, or stop."""
    at, trust = np.int64(state.at[state.hero]), np.float64(state.trust[state.hero])
    active = classes_active(state)
    best = 0.0 if mask[Act.DONE] != 0 else NEVER
    chosen: Int = Act.DONE
    for known in range(CitizenClass.IDENTIFIED_AS, CitizenClass.REVEALED_AS + city.NUM_TYPES):
        if mask[Act.CLASS + known] != 0:
            type = (known - CitizenClass.IDENTIFIED_AS) % city.NUM_TYPES
            gain = NEVER + 1.0
            for district in range(city.NUM_DISTRICTS):
                far = np.float64(state.far[at, district])
                if district != at and far <= trust and state.crowd[district] < setup.room[district]:
                    moved = moved_gain(outlook.sheet, at, district, type, active)
                    gain = max(gain, moved - outlook.weights[Weight.H_TRUST] * far)
            if known >= CitizenClass.REVEALED_AS:
                gain -= 0.02
            if gain > best:
                best, chosen = gain, Act.CLASS + known
    if best == NEVER and mask[Act.CLASS + CitizenClass.UNIDENTIFIED] != 0:
        return Act.CLASS + CitizenClass.UNIDENTIFIED
    return chosen


@compiled
def moved_gain(sheet, at, district, type, active):
    """Return what is gained when a Citizen of a type goes from one District to another."""
    if type == CitizenType.TRAITOR:
        return sheet[Sheet.PLUS, at] - sheet[Sheet.MINUS, district]
    if type < active:
        return sheet[Sheet.PLUS, district] - sheet[Sheet.MINUS, at]
    return 0.3 * (sheet[Sheet.PLUS, district] - sheet[Sheet.MINUS, at])


@compiled
def choose_place(outlook, state, mask):
    """Choose where the Citizen goes that is being moved or set free."""
    notes, sheet = outlook.notes, outlook.sheet
    active, origin = classes_active(state), np.int64(state.carried_from)
    for district in range(city.NUM_DISTRICTS):
        far = np.float64(state.far[origin, district]) if origin != city.NOBODY else 0.0
        plus, minus = sheet[Sheet.PLUS, district], sheet[Sheet.MINUS, district]
        if state.carried_as == Status.UNIDENTIFIED:
            gain = notes[Note.P_ACTIVE] * plus - notes[Note.P_TRAITOR] * minus
        elif state.carried == CitizenType.TRAITOR:
            gain = -minus
        else:
            gain = plus * (1.0 if state.carried < active else 0.3)
        sheet[Sheet.WORTH, district] = gain - outlook.weights[Weight.H_TRUST] * far
    return best_of(mask, Act.DISTRICT, sheet[Sheet.WORTH])


@compiled
def choose_share(setup, state):
    """Take a fair share of the Trust, and what the others could not keep."""
    hero = np.int64(state.hero)
    amount = np.int64(state.to_share)
    others, space = np.int64(0), np.int64(0)
    for other in range(hero + 1, city.NUM_HEROES):
        if state.at[other] == state.at[hero]:
            others += 1
            space += room_for_trust(setup, state, other)
    wanted = max((amount + others) // (1 + others), amount - space)
    return Act.AMOUNT + max(min(wanted, room_for_trust(setup, state, hero), amount), 0)


@compiled
def choose_directive(mask):
    """Choose the Directive that serves the Machine best."""
    return best_of(mask, Act.DIRECTIVE, RANKS)


@compiled
def choose_owner(state, mask):
    """Choose the Hero with most cards lost."""
    best = -1
    chosen: Int = Act.HERO
    for hero in range(city.NUM_HEROES):
        if mask[Act.HERO + hero] != 0 and size(forfeited(state, hero)) > best:
            best, chosen = size(forfeited(state, hero)), Act.HERO + hero
    return chosen


@compiled
def choose_trusted(setup, state, mask):
    """Choose the Hero with most room for Trust."""
    best = -1
    chosen: Int = Act.HERO
    for hero in range(city.NUM_HEROES):
        if mask[Act.HERO + hero] != 0 and room_for_trust(setup, state, hero) > best:
            best, chosen = room_for_trust(setup, state, hero), Act.HERO + hero
    return chosen


@compiled
def fair_pledge(state):
    """Return a share of what is missing, by the Trust that this Hero and later ones have; 0 if that is too little."""
    amount, later = np.int64(state.to_pledge), np.int64(0)
    own = np.int64(state.trust[state.hero])
    for other in range(state.hero + 1, city.NUM_HEROES):
        later += np.int64(state.trust[other])
    if own + later < amount:
        return np.int64(0)
    share = (amount * own + own + later - 1) // (own + later)
    return max(min(share, own), amount - later)


SHARED_ANSWERS = {
    Ask.ROUTE: choose_next,
    Ask.IDENTIFY: choose_to_know,
    Ask.CITIZEN: choose_class,
    Ask.MOVE_MORE: choose_class,
    Ask.CITIZEN_TO: choose_place,
    Ask.RETURN: choose_place,
    Ask.SHARE: choose_share,
    Ask.DISCARD: choose_directive,
    Ask.CANCEL: choose_directive,
    Ask.OWNER: choose_owner,
    Ask.GIVE: choose_trusted,
    Ask.FIND: choose_near,
    Ask.CALL: choose_near,
    Ask.FAVOUR: choose_near,
    Ask.SHOW: choose_far,
    Ask.SHOW_TYPE: choose_type,
    Ask.JOIN: agree,
    Ask.EVADE: agree,
    Ask.RALLY: agree,
    Ask.CARD: choose_card,
}
"""What a Hero answers, by what is asked; a game lays its own over it."""
