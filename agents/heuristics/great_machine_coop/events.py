"""What a City Event's conditions are worth to the team, by Action and by the Trust that is left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....envs.city.rules.citizens import supporters
from ....envs.city.rules.hero_costs import heroes_to_retrieve
from ....envs.city.rules.state import NOBODY, NUM_HEROES, HeroAction, Phase, is_special
from ....envs.great_machine_coop.rules.conditions import hero_districts
from ....envs.great_machine_coop.rules.guards import specials_out
from ....envs.great_machine_coop.rules.state import FIRST_EVENT, NUM_SPECIALS, Condition, Gain, Purpose
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Int
from ....envs.table.sets import add, has, size
from ..city.worth import Note, Weight
from .worth import worth_of_rise

HIT = 16
"""Kind of an attack on a special Guard, after all kinds of Actions."""
RAISES = 1 << HeroAction.INCITE | 1 << HeroAction.AGITATE
REVEALS = 1 << HeroAction.IDENTIFY | 1 << HeroAction.CALL | 1 << HeroAction.RELEASE | 1 << HeroAction.RIOT
"""Kinds of Actions, as sets."""
MOST_PURSE = 24
"""Most Trust that three Heroes have together."""
PURSE_SHAPE = 2, MOST_PURSE + 1
"""Without and with a Hero where the Security Protocol is prevented, by Trust."""


class Gains(NamedTuple):
    """What a City Event has to give, float64.

    Attributes:
        protocol: Preventing the Security Protocol.
        breakthrough: The Breakthrough.
        stop: Keeping the Master Plan from advancing, when that is planned.
    """

    protocol: float
    breakthrough: float
    stop: float


class Effect(NamedTuple):
    """What an Action does that a City Event's conditions may lack.

    Attributes:
        kind: Kind of the Action, int64.
        at: The District, int64.
        revealed: How many Citizens it reveals, if it reveals any, float64.
        chance: Of an attack the chance that it breaks a Guard, float64.
    """

    kind: Int
    at: Int
    revealed: float
    chance: float


@compiled(inline=True)
def event_of(state):
    """Return the place of the City Event in the card file, NOBODY without one."""
    return np.int64(state.event) - FIRST_EVENT if state.event != NOBODY else np.int64(NOBODY)


@compiled
def worth_of_gain(outlook, setup, state, event):
    """Return the worth of a Breakthrough."""
    weights = outlook.weights
    what, number = np.int64(setup.gain[event, 0]), np.float64(setup.gain[event, 1])
    if what == Gain.DISCONTENT:
        return worth_of_rise(outlook, state, number)
    if what == Gain.REVEAL:
        return weights[Weight.H_KNOW] * number
    if what == Gain.BREAK:
        return (weights[Weight.H_BREAK] + 0.5) * number
    if what == Gain.TRUST:
        return weights[Weight.H_TRUST] * NUM_HEROES * number
    if what == Gain.CARD:
        return weights[Weight.H_CARD] * number if heroes_to_retrieve(state) != 0 else 0.0
    if what == Gain.CANCEL:
        return weights[Weight.H_CANCEL] if state.published != 0 else 0.0
    return weights[Weight.H_RELEASE] * number if what == Gain.RELEASE else 0.0


@compiled
def worth_of_prevention(outlook, state):
    """Return the worth of preventing the Security Protocol."""
    return outlook.notes[Note.MARK] if specials_out(state) >= NUM_SPECIALS else outlook.weights[Weight.C_GUARD]


@compiled
def gains_of_event(outlook, setup, state):
    """Return what the City Event has to give (:class:`Gains`)."""
    event = event_of(state)
    breakthrough = worth_of_gain(outlook, setup, state, event) if event != NOBODY else 0.0
    stop = outlook.weights[Weight.C_EVENT] * outlook.notes[Note.STEP]
    return Gains(worth_of_prevention(outlook, state), breakthrough, stop)


# Trust that all pay together


@compiled
def best_payments(outlook, setup, gains, event, trust, there):
    """Return what Trust at the end of a round can be worth, and for what it is best paid, as a set of purposes from 0.

    ``there`` tells whether a Hero prevents the Security Protocol by being where it has to be.
    """
    step, each = outlook.notes[Note.STEP], outlook.weights[Weight.H_TRUST]
    best, chosen = 0.0, 0
    for purposes in range(8):
        protocol, breakthrough, plan = has(purposes, 0), has(purposes, 1), has(purposes, 2)
        price = np.int64(0)
        if protocol:
            if setup.prevent_for[event] == 0:
                continue
            price += setup.prevent_for[event]
        if breakthrough:
            if setup.need[event, 0] != Condition.TRUST or not (protocol or there):
                continue
            price += setup.need[event, 1]
        if plan:
            if setup.stops[event, 0] != Condition.TRUST:
                continue
            price += setup.stops[event, 1]
        if price > trust:
            continue
        worth = protocol * gains.protocol + plan * step
        if breakthrough:
            worth += gains.breakthrough
        worth -= each * price
        if worth > best:
            best, chosen = worth, purposes
    return best, chosen


@compiled
def wants_to_pay(outlook, setup, state, trust):
    """Whether the present pledge is among the payments that are best."""
    event = event_of(state)
    there = state.prevented != 0 or setup.prevent_at[event] & hero_districts(state) != 0
    purpose = np.int64(state.pledge_for)
    if purpose == Purpose.PLAN:
        return outlook.notes[Note.STEP] > outlook.weights[Weight.H_TRUST] * setup.stops[event, 1]
    _, chosen = best_payments(outlook, setup, gains_of_event(outlook, setup, state), event, trust, there)
    return has(chosen, purpose - 1)


@compiled
def fill_purse(outlook, setup, state, gains, purse):
    """Work out what so much Trust of all Heroes together is worth at the end of the round."""
    event = event_of(state)
    purse[:] = 0.0
    if event == NOBODY:
        return
    bought = setup.need[event, 0] == Condition.TRUST or setup.stops[event, 0] == Condition.TRUST
    if setup.prevent_for[event] == 0 and not bought:
        return
    for there in range(2):
        for trust in range(MOST_PURSE + 1):
            worth, _ = best_payments(outlook, setup, gains, event, trust, there == 1)
            purse[there, trust] = outlook.weights[Weight.C_RESERVE] * worth


# What an Action does for a condition


@compiled
def helps(notes, state, condition, effect):
    """Return the chance that an Action is what a condition, with its number, still lacks."""
    kind, chance = effect.kind, effect.chance
    what, number = condition[0], np.int64(condition[1])
    if what == Condition.ROSE:
        return 1.0 if state.slot <= state.slot_before and has(RAISES, kind) else 0.0
    if what == Condition.BROKEN:
        if (kind == HeroAction.ATTACK or kind == HIT) and state.smashed < number:
            return chance if state.smashed + 1 >= number else 0.4 * chance
        return 0.0
    if what == Condition.SPECIAL:
        return 1.0 if state.special == 0 and is_special(kind) else 0.0
    if what == Condition.REVEALED:
        lacking = number - state.uncovered
        return min(1.0, effect.revealed / lacking) if has(REVEALS, kind) and lacking > 0 else 0.0
    if what == Condition.CROWD:
        have = np.float64(supporters(state, effect.at))
        more = 1.5 * notes[Note.P_ACTIVE] * effect.revealed
        return 0.5 if kind == HeroAction.IDENTIFY and have < number <= have + more else 0.0
    if what == Condition.DIRECTIVES:
        return 1.0 if kind == HeroAction.CANCEL and size(state.published) == number + 1 else 0.0
    if what == Condition.SPECIALS:
        return chance if kind == HIT and specials_out(state) == number + 1 else 0.0
    return 0.0


@compiled
def worth_for_event(notes, setup, state, gains, effect):
    """Return what an Action is worth for the City Event's conditions."""
    event = event_of(state)
    if event == NOBODY:
        return 0.0
    worth = gains.stop * helps(notes, state, setup.stops[event], effect)
    if state.phase == Phase.HEROES:
        likely = 1.0 if setup.prevent_at[event] & coming_districts(state) != 0 else 0.5 * (setup.prevent_for[event] > 0)
        helped = helps(notes, state, setup.need[event], effect) if likely > 0.0 else 0.0
        if helped > 0.0:
            worth += likely * helped * max(0.0, gains.breakthrough)
    return worth


@compiled
def coming_districts(state):
    """Return the Districts where Heroes are at the end of the round, as planned."""
    found = np.int64(0)
    for hero in range(NUM_HEROES):
        at = state.at[hero] if state.went[hero] or state.chosen[hero] == NOBODY else state.chosen[hero]
        found = add(found, at)
    return found
