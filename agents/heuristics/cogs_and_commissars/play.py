"""Cogs and Commissars: which card to play in the own turn, and when to respond."""

from __future__ import annotations

import numpy as np

from ....envs.cogs_and_commissars.rules.actions import Act, ByKind, by_kind
from ....envs.cogs_and_commissars.rules.box import NUM_TYPES, POINTS, CardType, Core
from ....envs.cogs_and_commissars.rules.card_steps import Do
from ....envs.cogs_and_commissars.rules.stack import live_below
from ....envs.cogs_and_commissars.rules.state import NOBODY, Ask, Phase, Prepared, State, Target, Zone
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from ....envs.table.sets import has
from .hand import action_worth, best_further_action, keep_worth
from .stack import chance_of_revolution, has_step, pending, response_gain, stops
from .worth import VICTORY, Note, Weight, best_aim, revolution_of

DRAWS_FIRST = 20.0
"""What draws cards comes before what those cards may change."""


@compiled
def choose_in_turn(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose what to play in the own Propaganda or Action step."""
    best, chosen = 0.0, np.int64(Act.PASS)
    for kind in range(setup.kinds):
        if not has(state.held[seat], kind):
            continue
        if mask[by_kind(setup, ByKind.PLAY) + kind] != 0:
            worth = worth_in_turn(weights, setup, state, notes, seat, kind)
            if worth > best:
                best, chosen = worth, by_kind(setup, ByKind.PLAY) + kind
        if mask[by_kind(setup, ByKind.BLITZ) + kind] != 0:
            worth = blitz_worth(weights, setup, state, notes, seat, kind)
            if worth > best and state.acted:
                best, chosen = worth, by_kind(setup, ByKind.BLITZ) + kind
    return chosen


@compiled
def worth_in_turn(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what it is worth to play a card in the own turn, with nothing else being played."""
    if setup.type[kind] == CardType.ACTION:
        if has_step(setup, kind, Do.ACTIONS) > 0:
            return chain_worth(weights, setup, state, notes, seat, kind)
        return action_worth(weights, setup, state, notes, seat, kind)
    if setup.type[kind] == CardType.PROPAGANDA:
        return best_aim(weights, setup, state, notes, seat, kind)
    if has_step(setup, kind, Do.ACTIONS) > 0:
        if state.ask == Ask.PROPAGANDA or not state.acted or state.extra > 0:
            return 0.0
        return best_further_action(weights, setup, state, notes, seat, kind)
    if has_step(setup, kind, Do.RETRIEVE) > 0:
        return best_in_discard(weights, setup, state, notes, seat, kind) - weights[Weight.RETRIEVED]
    worth = best_aim(weights, setup, state, notes, seat, kind) - cost_of(setup, notes, seat, kind)
    if worth > 0.0 and has_step(setup, kind, Do.DRAW) > 0:
        worth += DRAWS_FIRST
    return worth


@compiled
def chain_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what it is worth to play an Action that allows others, above all one that protects a Revolution."""
    after = best_further_action(weights, setup, state, notes, seat, kind)
    gain = best_aim(weights, setup, state, notes, seat, kind)
    mine = revolution_of(setup, state, seat)
    if setup.protects[kind] and mine != NOBODY and state.points[seat] >= notes[Note.NEED]:
        if state.zones[seat, Zone.HAND, mine] == 0:
            return 0.0
        if chance_of_revolution(weights, setup, state, notes, seat, mine) < 0.95:
            return VICTORY * 0.98
    if setup.protects[kind]:
        return 0.0
    return 0.1 + gain + after if after > 0.0 else 0.0


@compiled
def best_in_discard(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what the best card is worth that a card can take back."""
    best = 0.0
    for other in range(setup.kinds):
        if state.zones[seat, Zone.DISCARD, other] > 0 and setup.title[other] != setup.title[kind]:
            worth = keep_worth(weights, setup, state, notes, seat, other)
            if setup.type[other] == CardType.PROPAGANDA and state.ask != Ask.PROPAGANDA:
                worth = 0.0
            if setup.core[other] == Core.REVOLUTION and state.points[seat] < notes[Note.NEED]:
                worth = 0.0
            best = max(best, worth)
    return best


@compiled
def cost_of(setup: Prepared, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what the citizens are worth that a card costs as a Blitz."""
    points = np.int64(0)
    for citizen in range(NUM_TYPES):
        points += np.int64(setup.blitz_cost[kind, citizen]) * POINTS[citizen]
    return np.float64(points) * notes[Note.OF_POINT + seat]


@compiled
def blitz_worth(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what it gains to play an Action as a Blitz."""
    worth = best_aim(weights, setup, state, notes, seat, kind) - cost_of(setup, notes, seat, kind)
    return worth - weights[Weight.AS_BLITZ]


@compiled
def choose_in_window(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose what to play in a window: in response to a card, or between the steps of a turn."""
    place = live_below(state, state.depth)
    danger = 0.0
    if place != NOBODY:
        danger = -pending(weights, setup, state, notes, seat, place)
    best, chosen = 0.0, np.int64(Act.PASS)
    for kind in range(setup.kinds):
        if not has(state.held[seat], kind):
            continue
        if mask[by_kind(setup, ByKind.PLAY) + kind] != 0:
            worth = worth_in_window(weights, setup, state, notes, seat, kind, place, danger)
            if worth > best:
                best, chosen = worth, by_kind(setup, ByKind.PLAY) + kind
        if mask[by_kind(setup, ByKind.BLITZ) + kind] != 0 and setup.target[kind] != Target.CARD:
            worth = blitz_worth(weights, setup, state, notes, seat, kind)
            if worth > best and place != NOBODY:
                best, chosen = worth, by_kind(setup, ByKind.BLITZ) + kind
    return chosen


@compiled
def worth_in_window(
    weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int, place: Int, danger: Float
) -> Float:
    """Return what it gains to play a card in a window, beyond what it is worth to keep it."""
    if setup.target[kind] == Target.CARD:
        gain = response_gain(weights, setup, state, notes, seat, kind, place)
        return gain - keep_worth(weights, setup, state, notes, seat, kind) - weights[Weight.REACTION]
    worth = best_aim(weights, setup, state, notes, seat, kind) - cost_of(setup, notes, seat, kind)
    if worth > 0.5 * VICTORY:
        return worth
    if danger > 0.5 * VICTORY:
        return help_worth(setup, state, seat, kind, place)
    between = place == NOBODY and state.player == seat and state.phase == Phase.AFTER_PRODUCTION
    if not between or setup.type[kind] == CardType.ACTION or waits(setup, kind):
        return 0.0
    return worth


@compiled
def waits(setup: Prepared, kind: Int) -> bool:
    """Whether a card is better played when the hand has been filled up."""
    for what in (Do.DRAW, Do.ACTIONS, Do.RETRIEVE, Do.LOOK, Do.INTERCEPT):
        if has_step(setup, kind, what) > 0:
            return True
    return False


@compiled
def help_worth(setup: Prepared, state: State, seat: Int, kind: Int, place: Int) -> Float:
    """Return what it is worth to look for a card that stops what would lose the game."""
    if state.stack[place].protected:
        return 0.0
    if has_step(setup, kind, Do.RETRIEVE) > 0:
        for other in range(setup.kinds):
            if state.zones[seat, Zone.DISCARD, other] > 0 and stops(setup, other, state.stack[place].kind):
                return 0.5 * VICTORY
    return 0.1 * VICTORY if has_step(setup, kind, Do.DRAW) > 0 else 0.0


@compiled
def rescues(setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> bool:
    """Whether a card to be taken back can stop a Revolution that is being played, or what would stop the own one."""
    place = live_below(state, state.depth - 1)
    if place == NOBODY or not stops(setup, kind, state.stack[place].kind) or state.stack[place].player == seat:
        return False
    return notes[Note.REBEL] != seat
