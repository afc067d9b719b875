"""Cogs and Commissars: what it is worth to have a card in hand, in a deck, or to have a whole deck."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ....envs.cogs_and_commissars.rules.box import POINTS, CardType, Core
from ....envs.cogs_and_commissars.rules.card_steps import CHOSEN, MAX_STEPS, CardStep, Do, Who
from ....envs.cogs_and_commissars.rules.playing import can_take_place
from ....envs.cogs_and_commissars.rules.state import NOBODY, Prepared, State, Target, Zone
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from ....envs.table.sets import has
from .stack import RETURNED, about_card, chance_of_revolution, has_step, stops
from .worth import VICTORY, Note, Weight, best_aim, revolution_of

LONG_GAME = 20.0
"""Turns of each seat after which any chance of success will do for a Revolution, so that no game goes on for ever."""
USUAL_STAR = 1.3
"""Points on the star of a usual card."""


class Keeping(IntEnum):
    """Rows about the own hand by kind."""

    KEPT = 0  # what the last card is worth there
    BETTER = 1  # how many others come before it


KEEPING_ROWS = len(Keeping)


@compiled
def revolution_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what it is worth to play a Revolution now; 0 where too much speaks against it."""
    chance = chance_of_revolution(weights, setup, state, notes, seat, kind)
    beyond = np.float64(state.points[seat]) - notes[Note.NEED]
    patience = max(0.0, 1.0 - np.float64(state.turn) / (LONG_GAME * np.float64(setup.seats)))
    least = min(0.9, weights[Weight.DARE] + weights[Weight.SURE_BONUS] * beyond) * patience
    return VICTORY * chance if chance >= least else 0.0


@compiled
def action_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what it is worth to play an Action now, leaving aside further Actions that it allows."""
    if setup.core[kind] == Core.REVOLUTION:
        return revolution_worth(weights, setup, state, notes, seat, kind)
    return best_aim(weights, setup, state, notes, seat, kind)


@compiled
def best_further_action(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, but: Int) -> Float:
    """Return what the best Action in hand is worth, leaving one card and those aside that only allow another one."""
    best = 0.0
    for kind in range(setup.kinds):
        if not has(state.held[seat] & setup.actions, kind) or (kind == but and state.zones[seat, Zone.HAND, kind] < 2):
            continue
        if has_step(setup, kind, Do.ACTIONS) == 0 and can_take_place(setup, state, kind, seat, NOBODY):
            best = max(best, action_worth(weights, setup, state, notes, seat, kind))
    return best


@compiled
def keep_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what it is worth to have one card of a kind in hand, the only one of its sort."""
    if setup.core[kind] == Core.REVOLUTION:
        return max(
            0.0,
            weights[Weight.DUE] - weights[Weight.NEARLY] * max(0.0, notes[Note.NEED] - np.float64(state.points[seat])),
        )
    if setup.type[kind] == CardType.PROPAGANDA:
        return 0.3 + best_aim(weights, setup, state, notes, seat, kind)
    what = about_card(setup, kind)
    if what == Do.COUNTER or what == Do.RETURN:
        return stopper_worth(weights, setup, state, notes, seat, kind)
    if what == Do.DUPLICATE:
        return weights[Weight.DOUBLED]
    worth = best_aim(weights, setup, state, notes, seat, kind)
    if has_step(setup, kind, Do.ACTIONS) > 0:
        worth = weights[Weight.ACTION_WORTH]
    if setup.protects[kind]:
        worth += weights[Weight.STOPPER_LATE] * notes[Note.LATE]
    if setup.type[kind] == CardType.ACTION and has(setup.blitzes, kind):
        worth += weights[Weight.STOPPER_LATE] * notes[Note.LATE] * 0.5
    return worth


@compiled
def stopper_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what it is worth to hold a card that stops others."""
    share = RETURNED if about_card(setup, kind) == Do.RETURN else 1.0
    if stops(setup, kind, revolution_of(setup, state, seat)):
        return share * (weights[Weight.STOPPER] + weights[Weight.STOPPER_LATE] * notes[Note.LATE])
    return share * weights[Weight.CENSOR]


@compiled
def fill_keeping(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, keeping: Array) -> None:
    """Write what the last card of every kind in the own hand is worth there, beside the other cards."""
    further = np.int64(0)
    for kind in range(setup.kinds):
        keeping[Keeping.KEPT, kind] = -1.0
        if has(state.held[seat], kind):
            keeping[Keeping.KEPT, kind] = keep_worth(weights, setup, state, notes, seat, kind)
            if setup.type[kind] != CardType.ACTION:
                further += has_step(setup, kind, Do.ACTIONS) * state.zones[seat, Zone.HAND, kind]
    for kind in range(setup.kinds):
        keeping[Keeping.BETTER, kind] = better_ones(setup, state, seat, keeping, kind)
    for kind in range(setup.kinds):
        if setup.type[kind] == CardType.ACTION and setup.core[kind] != Core.REVOLUTION:
            keeping[Keeping.KEPT, kind] *= weights[Weight.SECOND] ** max(0.0, keeping[Keeping.BETTER, kind] - further)
        elif setup.type[kind] != CardType.PROPAGANDA:
            keeping[Keeping.KEPT, kind] *= 0.75 ** keeping[Keeping.BETTER, kind]


@compiled
def better_ones(setup: Prepared, state: State, seat: Int, keeping: Array, kind: Int) -> Int:
    """Return how many cards in hand that serve the same end come before the last one of a kind."""
    number = np.int64(state.zones[seat, Zone.HAND, kind]) - 1
    if setup.type[kind] == CardType.ACTION:
        for other in range(setup.kinds):
            if other != kind and keeping[Keeping.KEPT, other] >= 0.0 and setup.type[other] == CardType.ACTION:
                ahead = keeping[Keeping.KEPT, other] > keeping[Keeping.KEPT, kind] or (
                    keeping[Keeping.KEPT, other] == keeping[Keeping.KEPT, kind] and other < kind
                )
                number += np.int64(state.zones[seat, Zone.HAND, other]) if ahead else 0
    return number


@compiled
def usual_worth(weights: Array, setup: Prepared, state: State, seat: Int, kind: Int) -> Float:
    """Return what a card is worth in a usual position."""
    what = about_card(setup, kind)
    total = 0.0
    if what == Do.COUNTER or what == Do.RETURN:
        mine = revolution_of(setup, state, seat)
        revolts = mine == NOBODY or stops(setup, kind, mine)
        total = weights[Weight.STOPPER] + weights[Weight.STOPPER_LATE] if revolts else weights[Weight.CENSOR]
    elif what == Do.DUPLICATE:
        total = weights[Weight.DOUBLED] + 0.5
    for number in range(MAX_STEPS):
        step = setup.steps[kind, number]
        if step.what == Do.END:
            break
        total += usual_step(weights, setup, kind, step)
    if setup.type[kind] != CardType.ACTION:
        return total + 0.5
    return total + (0.5 if has(setup.blitzes, kind) else 0.0) + (1.0 if setup.protects[kind] else 0.0)


@compiled
def usual_step(weights: Array, setup: Prepared, kind: Int, step: CardStep) -> Float:
    """Return what a step is worth in a usual position."""
    what, amount = step.what, np.float64(step.amount)
    others = np.float64(setup.seats) - 1.0
    harm = weights[Weight.HARM] / others * (1.3 if step.who == Who.TARGET else 0.7 * others)
    points = 0.0
    if step.citizen == CHOSEN:
        points = 1.3 if setup.target[kind] == Target.TYPE else 2.3
    elif step.citizen >= 0:
        points = np.float64(POINTS[step.citizen])
    if what == Do.GAIN:
        return amount * points
    if what == Do.PAY:
        return -amount * points
    if what == Do.TAKE:
        return amount * points * (0.9 + harm)
    if what == Do.DISCARD:
        return amount * weights[Weight.LOST_CARD] * (harm - (0.8 if step.who == Who.ALL else 0.0))
    if what == Do.RETYPE:
        return 0.5
    return usual_rest(weights, what, amount, points * harm)


@compiled
def usual_rest(weights: Array, what: Int, amount: Float, removed: Float) -> Float:
    """Return what a step that takes nothing for oneself is worth in a usual position."""
    if what == Do.DRAW:
        return amount * weights[Weight.CARD]
    if what == Do.RETRIEVE:
        return amount * weights[Weight.RETRIEVED]
    if what == Do.ACTIONS:
        return amount * weights[Weight.ACTION_WORTH]
    if what == Do.LOOK:
        return weights[Weight.LOOKED]
    if what == Do.INTERCEPT:
        return weights[Weight.INTERCEPTED]
    return amount * (removed if removed > 0.0 else USUAL_STAR)
