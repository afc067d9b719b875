"""The Opening and Access Phases: a new City Event, Bonds, Trust, and the choice of Access cards."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.random import below
from .access import surely_forfeited
from .citizens import trust_from
from .questions import ask_hero
from .state import (
    LEVEL_ROUNDS,
    LEVEL_SIZE,
    MAX_AMOUNT,
    NOBODY,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    Act,
    Ask,
    Directive,
    District,
    Event,
    Hero,
    Phase,
)
from .tracks import gain_trust, stage

LEVY_BONDS, EVENT_BONDS, EVENT_TRUST, ARTIFICER_TRUST = 3, 2, 1, 3


@compiled
def begin_round(setup, state):
    """A round begins: forget the last one, turn up a City Event, pay the Machine."""
    state.week += 1
    state.phase, state.cursor, state.step = Phase.OPENING, 0, 0
    state.slot_before = state.slot
    state.used, state.raids, state.caught, state.meant = 0, 0, 0, 0
    state.no_access, state.stopped, state.arrests, state.raided, state.special = 0, 0, 0, 0, 0
    for servant in range(NUM_SERVANTS):
        state.acted[servant], state.again[servant] = 0, 0
    for hero in range(NUM_HEROES):
        state.began[hero] = state.at[hero]
        state.chosen[hero], state.shown[hero], state.detained[hero] = NOBODY, 0, 0
    turn_up_event(state)
    state.bonds += setup.income[stage(state)]
    if state.published >> Directive.LEVY & 1:
        state.bonds += LEVY_BONDS
    if state.event == Event.TRUST_BONDS:
        state.bonds += EVENT_BONDS


@compiled
def turn_up_event(state):
    """Turn up a City Event: six of the first level, six of the second, then the Countdown for good."""
    level = (np.int64(state.week) - 1) // LEVEL_ROUNDS
    if level > 1:
        state.event = Event.COUNTDOWN
        return
    first, left = level * LEVEL_SIZE, np.int64(0)
    for event in range(first, first + LEVEL_SIZE):
        left += not state.gone_events >> event & 1
    chosen = below(state.rng, left)
    for event in range(first, first + LEVEL_SIZE):
        if not state.gone_events >> event & 1:
            if chosen == 0:
                state.event = event
            chosen -= 1
    state.gone_events = np.int64(state.gone_events) | np.int64(1) << np.int64(state.event)


@compiled
def go_on_opening(setup, state):
    """Give each Hero in turn the Trust of the Citizens around, asking where Heroes have to share it."""
    hero = np.int64(state.cursor)
    if hero == NUM_HEROES:
        give_extra_trust(setup, state)
        state.phase, state.cursor, state.step = Phase.ACCESS, 0, 0
        return
    first, last = place_among_mates(state, hero)
    trust = trust_from(state, np.int64(state.at[hero]))
    if first and last:  # what others share meanwhile stays as it is
        gain_trust(setup, state, hero, trust)
        state.cursor += 1
        return
    if first:
        state.amount = trust
    if last or state.amount == 0:
        gain_trust(setup, state, hero, np.int64(state.amount))
        state.amount = 0 if last else state.amount
        state.cursor += 1
    else:
        ask_hero(state, hero, Ask.SHARE)


@compiled
def place_among_mates(state, hero):
    """Return whether a Hero is the first and whether it is the last, by Initiative, of those in its District."""
    first, last = True, True
    for other in range(NUM_HEROES):
        if state.at[other] == state.at[hero]:
            first &= other >= hero
            last &= other <= hero
    return first, last


@compiled
def allow_shares(state, mask):
    most = min(int(state.amount), MAX_AMOUNT)  # which is more than any Hero's limit
    for amount in range(most + 1):
        mask[Act.AMOUNT + amount] = 1


@compiled
def share(setup, state, action):
    """A Hero takes a part of the Trust and leaves the rest to those that come after it."""
    taken = action - Act.AMOUNT
    gain_trust(setup, state, np.int64(state.hero), taken)
    state.amount -= taken
    state.cursor += 1


@compiled
def give_extra_trust(setup, state):
    """Trust that does not come from Citizens, and so cannot be shared."""
    for hero in range(NUM_HEROES):
        at = state.at[hero]
        if state.heroes[hero] == Hero.ARTIFICER and (
            at == District.CITADEL or at == District.TOWER or at == District.NEXUS
        ):
            gain_trust(setup, state, hero, ARTIFICER_TRUST)
        if state.event == Event.TRUST_BONDS:
            gain_trust(setup, state, hero, EVENT_TRUST)


@compiled
def go_on_access(setup, state):
    """Ask for a District to move where carpets fly, then every Hero for an Access card, by Initiative."""
    if state.step == 0:
        state.step = 1
        if state.event == Event.CARPETS and state.movable != 0:
            ask_hero(state, 0, Ask.CARPET)
            return
    rounds = 2 if setup.reconsider else 1
    if state.cursor == rounds * NUM_HEROES:
        state.phase = Phase.MACHINE
    else:
        ask_hero(state, np.int64(state.cursor) % NUM_HEROES, Ask.ACCESS)


@compiled
def allow_carpets(state, mask):
    mask[Act.DONE] = 1
    allow_districts(state.movable, mask)


@compiled
def allow_districts(districts, mask):
    """Allow every District of a set."""
    for district in range(NUM_DISTRICTS):
        if np.int64(districts) >> district & 1:
            mask[Act.DISTRICT + district] = 1


@compiled
def choose_card(state, action):
    """A Hero lays down an Access card: there it will end its movement."""
    state.chosen[state.hero] = action - Act.DISTRICT
    state.barred[state.hero] = surely_forfeited(state, np.int64(state.hero))
    state.cursor += 1
