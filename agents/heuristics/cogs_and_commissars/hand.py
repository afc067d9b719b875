"""Cogs and Commissars: what it is worth to have a card in hand, in a deck, or to have a whole deck."""

from __future__ import annotations

import numpy as np

from ....envs.cogs_and_commissars.rules.playing import REVOLUTION, can_take_place
from ....envs.cogs_and_commissars.rules.state import (
    A_TYPE,
    ACTION,
    ACTIONS,
    ALL,
    CHOSEN,
    COUNTER,
    DISCARD_STEP,
    DRAW,
    DUPLICATE,
    END,
    GAIN,
    HAND,
    INTERCEPT,
    LOOK,
    MAX_STEPS,
    NOBODY,
    PAY,
    POINTS,
    PROPAGANDA,
    RETRIEVE,
    RETURN,
    RETYPE,
    TAKE,
    TARGET,
)
from ....envs.cogs_and_commissars.rules.zones import is_in
from ....envs.table.compilation.compile import compiled
from .stack import RETURNED, about_card, chance_of_revolution, has_step, stops
from .worth import (
    ACTION_WORTH,
    CARD,
    CENSOR,
    DARE,
    DOUBLED,
    DUE,
    HARM,
    INTERCEPTED,
    LATE,
    LOOKED,
    LOST_CARD,
    NEARLY,
    NEED,
    RETRIEVED,
    SECOND,
    STOPPER,
    STOPPER_LATE,
    SURE_BONUS,
    VICTORY,
    best_aim,
    revolution_of,
)

_POINTS = POINTS
KEPT, BETTER = range(2)
"""Rows about the own hand by kind: what the last card is worth there, and how many others come before it."""
LONG_GAME = 20.0
"""Turns of each seat after which any chance of success will do for a Revolution, so that no game goes on for ever."""
USUAL_STAR = 1.3
"""Points on the star of a usual card."""


@compiled
def revolution_worth(weights, setup, state, notes, seat, kind):
    """Return what it is worth to play a Revolution now; 0 where too much speaks against it."""
    chance = chance_of_revolution(weights, setup, state, notes, seat, kind)
    beyond = np.float64(state.points[seat]) - notes[NEED]
    patience = max(0.0, 1.0 - np.float64(state.turn) / (LONG_GAME * np.float64(setup.seats)))
    least = min(0.9, weights[DARE] + weights[SURE_BONUS] * beyond) * patience
    return VICTORY * chance if chance >= least else 0.0


@compiled
def action_worth(weights, setup, state, notes, seat, kind):
    """Return what it is worth to play an Action now, leaving aside further Actions that it allows."""
    if setup.core[kind] == REVOLUTION:
        return revolution_worth(weights, setup, state, notes, seat, kind)
    return best_aim(weights, setup, state, notes, seat, kind)


@compiled
def best_further_action(weights, setup, state, notes, seat, but):
    """Return what the best Action in hand is worth, leaving one card and those aside that only allow another one."""
    best = 0.0
    for kind in range(setup.kinds):
        if not is_in(state.held[seat] & setup.actions, kind) or (kind == but and state.zones[seat, HAND, kind] < 2):
            continue
        if has_step(setup, kind, ACTIONS) == 0 and can_take_place(setup, state, kind, seat, NOBODY):
            best = max(best, action_worth(weights, setup, state, notes, seat, kind))
    return best


@compiled
def keep_worth(weights, setup, state, notes, seat, kind):
    """Return what it is worth to have one card of a kind in hand, the only one of its sort."""
    if setup.core[kind] == REVOLUTION:
        return max(0.0, weights[DUE] - weights[NEARLY] * max(0.0, notes[NEED] - np.float64(state.points[seat])))
    if setup.type[kind] == PROPAGANDA:
        return 0.3 + best_aim(weights, setup, state, notes, seat, kind)
    what = about_card(setup, kind)
    if what == COUNTER or what == RETURN:
        return stopper_worth(weights, setup, state, notes, seat, kind)
    if what == DUPLICATE:
        return weights[DOUBLED]
    worth = best_aim(weights, setup, state, notes, seat, kind)
    if has_step(setup, kind, ACTIONS) > 0:
        worth = weights[ACTION_WORTH]
    if setup.protects[kind]:
        worth += weights[STOPPER_LATE] * notes[LATE]
    if setup.type[kind] == ACTION and is_in(setup.blitzes, kind):
        worth += weights[STOPPER_LATE] * notes[LATE] * 0.5
    return worth


@compiled
def stopper_worth(weights, setup, state, notes, seat, kind):
    """Return what it is worth to hold a card that stops others."""
    share = RETURNED if about_card(setup, kind) == RETURN else 1.0
    if stops(setup, kind, revolution_of(setup, state, seat)):
        return share * (weights[STOPPER] + weights[STOPPER_LATE] * notes[LATE])
    return share * weights[CENSOR]


@compiled
def fill_keeping(weights, setup, state, notes, seat, keeping):
    """Write what the last card of every kind in the own hand is worth there, beside the other cards."""
    further = np.int64(0)
    for kind in range(setup.kinds):
        keeping[KEPT, kind] = -1.0
        if is_in(state.held[seat], kind):
            keeping[KEPT, kind] = keep_worth(weights, setup, state, notes, seat, kind)
            if setup.type[kind] != ACTION:
                further += has_step(setup, kind, ACTIONS) * state.zones[seat, HAND, kind]
    for kind in range(setup.kinds):
        keeping[BETTER, kind] = better_ones(setup, state, seat, keeping, kind)
    for kind in range(setup.kinds):
        if setup.type[kind] == ACTION and setup.core[kind] != REVOLUTION:
            keeping[KEPT, kind] *= weights[SECOND] ** max(0.0, keeping[BETTER, kind] - further)
        elif setup.type[kind] != PROPAGANDA:
            keeping[KEPT, kind] *= 0.75 ** keeping[BETTER, kind]


@compiled
def better_ones(setup, state, seat, keeping, kind):
    """Return how many cards in hand that serve the same end come before the last one of a kind."""
    number = np.int64(state.zones[seat, HAND, kind]) - 1
    if setup.type[kind] == ACTION:
        for other in range(setup.kinds):
            if other != kind and keeping[KEPT, other] >= 0.0 and setup.type[other] == ACTION:
                ahead = keeping[KEPT, other] > keeping[KEPT, kind] or (
                    keeping[KEPT, other] == keeping[KEPT, kind] and other < kind
                )
                number += np.int64(state.zones[seat, HAND, other]) if ahead else 0
    return number


@compiled
def usual_worth(weights, setup, state, seat, kind):
    """Return what a card is worth in a usual position."""
    what = about_card(setup, kind)
    total = 0.0
    if what == COUNTER or what == RETURN:
        mine = revolution_of(setup, state, seat)
        revolts = mine == NOBODY or stops(setup, kind, mine)
        total = weights[STOPPER] + weights[STOPPER_LATE] if revolts else weights[CENSOR]
    elif what == DUPLICATE:
        total = weights[DOUBLED] + 0.5
    for number in range(MAX_STEPS):
        step = setup.steps[kind, number]
        if step.what == END:
            break
        total += usual_step(weights, setup, kind, step)
    if setup.type[kind] != ACTION:
        return total + 0.5
    return total + (0.5 if is_in(setup.blitzes, kind) else 0.0) + (1.0 if setup.protects[kind] else 0.0)


@compiled
def usual_step(weights, setup, kind, step):
    """Return what a step is worth in a usual position."""
    what, amount = step.what, np.float64(step.amount)
    others = np.float64(setup.seats) - 1.0
    harm = weights[HARM] / others * (1.3 if step.who == TARGET else 0.7 * others)
    points = 0.0
    if step.citizen == CHOSEN:
        points = 1.3 if setup.target[kind] == A_TYPE else 2.3
    elif step.citizen >= 0:
        points = np.float64(_POINTS[step.citizen])
    if what == GAIN:
        return amount * points
    if what == PAY:
        return -amount * points
    if what == TAKE:
        return amount * points * (0.9 + harm)
    if what == DISCARD_STEP:
        return amount * weights[LOST_CARD] * (harm - (0.8 if step.who == ALL else 0.0))
    if what == RETYPE:
        return 0.5
    return usual_rest(weights, what, amount, points * harm)


@compiled
def usual_rest(weights, what, amount, removed):
    """Return what a step that takes nothing for oneself is worth in a usual position."""
    if what == DRAW:
        return amount * weights[CARD]
    if what == RETRIEVE:
        return amount * weights[RETRIEVED]
    if what == ACTIONS:
        return amount * weights[ACTION_WORTH]
    if what == LOOK:
        return weights[LOOKED]
    if what == INTERCEPT:
        return weights[INTERCEPTED]
    return amount * (removed if removed > 0.0 else USUAL_STAR)
