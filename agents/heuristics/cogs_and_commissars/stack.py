"""Cogs and Commissars: what the cards being played will come to, and whether somebody can stop a Revolution."""

from __future__ import annotations

import math

import numpy as np

from ....envs.cogs_and_commissars.rules.box import NO_TYPE, NUM_TYPES, REGULAR_CARDS, Core, Decks
from ....envs.cogs_and_commissars.rules.card_steps import MAX_STEPS, Do
from ....envs.cogs_and_commissars.rules.playing import needed_points
from ....envs.cogs_and_commissars.rules.state import NOBODY, Prepared, State, Target, Zone
from ....envs.cogs_and_commissars.rules.targets import types_of
from ....envs.cogs_and_commissars.rules.zones import least_copies
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from ....envs.table.sets import add, has
from .worth import VICTORY, Note, Weight, effect

RETURNED = 0.6
"""Share of a card's worth that it costs its player to have it back in hand."""


@compiled
def has_step(setup: Prepared, kind: Int, what: Int) -> Int:
    """Return how much of a step a card has, 0 for none."""
    for number in range(MAX_STEPS):
        step = setup.steps[kind, number]
        if step.what == Do.END:
            break
        if step.what == what:
            return max(np.int64(step.amount), 1)
    return np.int64(0)


@compiled
def about_card(setup: Prepared, kind: Int) -> Int:
    """Return what a card does to the card that it responds to: COUNTER, RETURN, DUPLICATE, RETYPE or END."""
    if setup.target[kind] == Target.CARD:
        for number in range(MAX_STEPS):
            what = np.int64(setup.steps[kind, number].what)
            if what == Do.COUNTER or what == Do.RETURN or what == Do.DUPLICATE or what == Do.RETYPE:
                return what
    return np.int64(Do.END)


@compiled
def stops(setup: Prepared, kind: Int, other: Int) -> bool:
    """Whether a card can stop another one."""
    if not has(setup.answers[kind], other) or setup.target[kind] != Target.CARD:
        return False
    what = about_card(setup, kind)
    return what == Do.COUNTER or what == Do.RETURN


@compiled
def find_rebel(setup: Prepared, state: State, notes: Array) -> None:
    """Note whose Revolution is being played and will take place if nobody does anything more."""
    notes[Note.REBEL] = NOBODY
    stopped = np.int64(0)
    for place in range(state.depth - 1, -1, -1):
        record = state.stack[place]
        if record.dead or has(stopped, place):
            continue
        if setup.core[record.kind] == Core.REVOLUTION:
            notes[Note.REBEL] = record.player
            notes[Note.REBEL_NEED] = needed_points(setup, state, record.kind, record.player)
        elif setup.target[record.kind] == Target.CARD and record.card != NOBODY:
            what = about_card(setup, record.kind)
            if what == Do.COUNTER or what == Do.RETURN:
                stopped = add(stopped, record.card)


@compiled
def pending(weights: Array, setup: Prepared, state: State, notes: Array, viewer: Int, place: Int) -> Float:
    """Return what it is worth to the viewer that the card at a place of the stack takes place."""
    factor, total = 1.0, 0.0
    while place != NOBODY:
        record = state.stack[place]
        kind, player = np.int64(record.kind), np.int64(record.player)
        total += factor * effect(weights, setup, state, notes, viewer, kind, player, record.seat, record.type)
        what = about_card(setup, kind)
        if what == Do.END:
            if setup.core[kind] == Core.REVOLUTION and state.points[player] < needed_points(setup, state, kind, player):
                return 0.0
            break
        place = np.int64(record.card)
        if place != NOBODY and state.stack[place].dead:
            break
        if what == Do.COUNTER:
            factor = -factor
        elif what == Do.RETURN:
            factor *= -RETURNED
        elif what == Do.RETYPE:
            factor *= -0.5
    return total


@compiled
def response_gain(
    weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int, place: Int
) -> Float:
    """Return what a response gains with the card that it is played against, before what it is worth to keep it."""
    what = about_card(setup, kind)
    gain = effect(weights, setup, state, notes, seat, kind, seat, NOBODY, NO_TYPE)
    worth = pending(weights, setup, state, notes, seat, place)
    if what == Do.COUNTER:
        return gain - worth
    if what == Do.RETURN:
        return gain - RETURNED * worth
    if what == Do.DUPLICATE:
        return gain + doubled(weights, setup, state, seat, place, worth)
    return gain + best_retype(weights, setup, state, notes, seat, place) - worth if what == Do.RETYPE else gain


@compiled
def doubled(weights: Array, setup: Prepared, state: State, seat: Int, place: Int, worth: Float) -> Float:
    """Return what it is worth to double a card: of a Revolution, that it must be stopped twice."""
    kind = state.stack[place].kind
    if setup.core[kind] == Core.REVOLUTION:
        return worth * (1.0 - unstopped(weights, setup, state, seat, kind, 0))
    what = about_card(setup, kind)
    return 0.3 * worth if what == Do.COUNTER or what == Do.RETURN or what == Do.RETYPE else worth


@compiled
def retyped(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, place: Int, citizen: Int) -> Float:
    """Return what a card on the stack would be worth with another type of citizen."""
    record = state.stack[place]
    return effect(weights, setup, state, notes, seat, np.int64(record.kind), record.player, record.seat, citizen)


@compiled
def best_retype(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, place: Int) -> Float:
    """Return what a card on the stack would be worth with the best other type of citizen."""
    record = state.stack[place]
    types = types_of(setup, state, record)
    best = -VICTORY
    for citizen in range(NUM_TYPES):
        if has(types, citizen) and citizen != record.type:
            best = max(best, retyped(weights, setup, state, notes, seat, place, citizen))
    return best


@compiled
def own_stoppers(setup: Prepared, state: State, seat: Int, kind: Int) -> Int:
    """Return how many cards in the own hand can stop a card."""
    number = np.int64(0)
    for other in range(setup.kinds):
        if has(state.held[seat] & setup.responses, other) and stops(setup, other, kind):
            number += state.zones[seat, Zone.HAND, other]
    return number


@compiled
def unstopped(weights: Array, setup: Prepared, state: State, seat: Int, kind: Int, guards: Int) -> Float:
    """Return the chance that the others hold no more cards that stop one of this kind than so many."""
    expected = 0.0
    for other in range(setup.seats):
        if other != seat:
            expected += stoppers_of(weights, setup, state, seat, other, kind)
    chance, term = 0.0, math.exp(-expected)
    for number in range(guards + 1):
        chance += term
        term *= expected / (number + 1.0)
    return min(1.0, chance)


@compiled
def stoppers_of(weights: Array, setup: Prepared, state: State, seat: Int, other: Int, kind: Int) -> Float:
    """Return how many cards that stop one of this kind another hand is expected to hold."""
    hand, sure, hidden = np.int64(state.amounts[other, Zone.HAND]), 0.0, 0.0
    known = np.int64(0)
    for card in range(setup.kinds):
        held = np.int64(state.known[seat, other, card])
        known += held
        if has(setup.responses, card) and stops(setup, card, kind):
            sure += np.float64(held)
            hidden += max(0.0, unseen(setup, state, seat, other, card) - np.float64(held))
    unknown = np.float64(hand - known)
    cards = unknown + np.float64(state.amounts[other, Zone.DECK])
    return sure + weights[Weight.HELD_BACK] * hidden * unknown / cards if cards > 0.0 else sure


@compiled
def unseen(setup: Prepared, state: State, seat: Int, other: Int, kind: Int) -> Float:
    """Return how many cards of a kind another seat is expected to have in hand and deck, as far as one can know."""
    if setup.decks == Decks.PRECONSTRUCTED:
        return np.float64(state.zones[other, Zone.HAND, kind]) + np.float64(state.zones[other, Zone.DECK, kind])
    seen = np.float64(state.zones[other, Zone.DISCARD, kind])
    for place in range(state.depth):
        record = state.stack[place]
        if record.kind == kind and record.owner == other:
            seen += 1.0
    if setup.core[kind] != Core.NONE:
        return np.float64(state.owned[other, kind]) - seen
    least = np.float64(least_copies(state, seat, other, kind))
    usual = REGULAR_CARDS * np.float64(setup.regular[kind]) / np.float64(setup.regular.sum())
    return max(least, usual) - seen


@compiled
def chance_of_revolution(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return the chance that a Revolution would not be stopped; 0 while it cannot be played for want of points."""
    if state.points[seat] < notes[Note.NEED]:
        return 0.0
    if state.silenced or (notes[Note.SURE] > 0 and state.points[seat] >= notes[Note.SURE]):
        return 1.0
    return unstopped(weights, setup, state, seat, kind, own_stoppers(setup, state, seat, kind))
