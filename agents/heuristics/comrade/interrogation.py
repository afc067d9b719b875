"""Comrade: whom to look at and give one's card to, and which card to pass on."""

from __future__ import annotations

import math

import numpy as np

from ....envs.comrade.rules.seats import about, acts_later, place_in_order, role_at
from ....envs.comrade.rules.state import Act, Prepared, Role, State
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import fraction
from ....envs.table.records import Array, Float, Int
from ....envs.table.seats import clockwise
from .sheet import P_DISSIDENT, P_INFORMER, P_KNOWS, Weight, share_of_knowers

_NEVER = -1e9
_RUIN = -20.0  # log-weight of certain defeat
_LEAST = 1e-9


@compiled
def choose_target(weights: Array, setup: Prepared, state: State, mask: Array, seat: Int, sheet: Array) -> Int:
    """Choose whom to look at and to give a card to."""
    role = role_at(state, seat)
    hunted = chance_of_hunter(setup, state, seat, sheet)
    best, chosen = _NEVER, -1
    for step in range(1, setup.seats):
        if mask[about(Act.INTERROGATE, step)] != 0:
            target = clockwise(setup.seats, seat, step)
            if role == Role.INFORMER:
                gain = sheet[P_DISSIDENT, target]
            elif role == Role.DISSIDENT and state.cards[seat] == 1:
                gain = worth_of_heir(weights, state, target, hunted, sheet)
            else:
                gain = worth_of_look(weights, setup, state, seat, target, hunted, sheet)
            gain += weights[Weight.NOISE] * fraction(state.rng)
            if gain > best:
                best, chosen = gain, about(Act.INTERROGATE, step)
    return chosen


@compiled
def chance_of_hunter(setup: Prepared, state: State, seat: Int, sheet: Array) -> Float:
    """Chance that the informer is still to act in this pass."""
    chance = 0.0
    for other in range(setup.seats):
        if other != seat and acts_later(setup, state, other):
            chance += sheet[P_INFORMER, other]
    return chance


@compiled
def worth_of_heir(weights: Array, state: State, target: Int, hunted: Float, sheet: Array) -> Float:
    """Worth of handing the dissident card to a seat: not to the informer, not into the open, to one more knower."""
    worth = weights[Weight.TELL] * (1.0 - sheet[P_KNOWS, target]) - sheet[P_INFORMER, target]
    if state.cards[target] == 0:  # it will hold a single card, which may be looked at
        worth -= weights[Weight.EXPOSE] * hunted
    return worth


@compiled
def worth_of_look(
    weights: Array, setup: Prepared, state: State, seat: Int, target: Int, hunted: Float, sheet: Array
) -> Float:
    """Worth of looking at a seat and giving it a comrade card: with two cards it is passed over and safe from looks.

    Where everyone gives it is not passed over; the weights were not fitted to that.
    """
    dissident, informer = sheet[P_DISSIDENT, target], sheet[P_INFORMER, target]
    worth = weights[Weight.SUSPECT] * (dissident * (1.0 - dissident) + informer * (1.0 - informer))
    worth += weights[Weight.PROTECT] * dissident * hunted
    worth += weights[Weight.LEARN] * dissident * (1.0 - sheet[P_KNOWS, seat])
    if acts_later(setup, state, target):
        worth += weights[Weight.BLOCK] * informer
    return worth


@compiled
def choose_gift(weights: Array, setup: Prepared, state: State, mask: Array, seat: Int, sheet: Array) -> Int:
    """Choose whether to hand on a special card and to whom, by lot: a fixed custom could be followed by everybody."""
    role = role_at(state, seat)
    stay = weights[Weight.STAY] if role == Role.DISSIDENT else worth_of_keeping(weights, setup, state, seat, sheet)
    best, chosen = _NEVER, -1
    for step in range(1, setup.seats):
        target = clockwise(setup.seats, seat, step)
        if mask[about(Act.GIVE_COMRADE, step)] != 0:
            gain = lot(state.rng) + stay
            if gain > best:
                best, chosen = gain, about(Act.GIVE_COMRADE, step)
        if mask[about(Act.GIVE_SPECIAL, step)] != 0:
            gain = lot(state.rng)
            if role == Role.DISSIDENT:
                gain += weights[Weight.SPREAD] * (1.0 - sheet[P_KNOWS, target]) + _RUIN * sheet[P_INFORMER, target]
            else:
                gain += weights[Weight.HAND_LATE] * place_in_next_turn(setup, state, target) / setup.seats
            if gain > best:
                best, chosen = gain, about(Act.GIVE_SPECIAL, step)
    return chosen


@compiled
def lot(words: Array) -> Float:
    """A Gumbel variate: the highest of several log-weights, each with its own lot, is drawn with that weight."""
    return -math.log(-math.log((fraction(words) + _LEAST) / (1.0 + 2.0 * _LEAST)))


@compiled
def worth_of_keeping(weights: Array, setup: Prepared, state: State, seat: Int, sheet: Array) -> Float:
    """The informer's log-odds to keep its card: whether it finds the dissident before the word gets about."""
    find = 0.0
    for other in range(setup.seats):
        find = max(find, sheet[P_DISSIDENT, other])
    early = weights[Weight.DELAY] ** (place_in_next_turn(setup, state, seat) - 1)
    worth = weights[Weight.KEEP] + weights[Weight.KEEP_FIND] * find + weights[Weight.KEEP_EARLY] * early
    return worth - weights[Weight.KEEP_KNOWN] * share_of_knowers(setup, sheet)


@compiled
def place_in_next_turn(setup: Prepared, state: State, seat: Int) -> Int:
    """Place in the order of the next turn's interrogation, from 1."""
    return place_in_order(setup, clockwise(setup.seats, state.chairman, 1), np.int64(seat))
