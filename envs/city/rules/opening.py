"""The Opening and Access Phases: a new City Event, Bonds, Trust, and the choice of Access cards."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from .asking import allow_districts, ask_hero
from .citizens import trust_from
from .state import MAX_AMOUNT, NOBODY, NUM_HEROES, Act, Ask, CityPrepared, CityState, District, Event, Hero, Phase
from .tracks import bring_trust, gain_trust

EVENT_TRUST, ARTIFICER_TRUST = 1, 3


@compiled
def begin_week(state: CityState) -> None:
    """A round begins; what the last one has left is forgotten."""
    state.week += 1
    state.phase, state.cursor, state.step = Phase.OPENING, 0, 0
    state.slot_before = state.slot
    state.used, state.arrests, state.special = 0, 0, 0
    for hero in range(NUM_HEROES):
        state.began[hero], state.chosen[hero], state.detained[hero] = state.at[hero], NOBODY, 0


@compiled
def go_on_opening(setup: CityPrepared, state: CityState) -> None:
    """Give each Hero in turn the Trust of the Citizens around, asking where Heroes have to share it."""
    hero = np.int64(state.cursor)
    if hero == NUM_HEROES:
        give_extra_trust(setup, state)
        state.phase, state.cursor, state.step = Phase.ACCESS, 0, 0
        return
    first, last = place_among_mates(state, hero)
    trust = trust_from(state, np.int64(state.at[hero]))
    if first and last:  # what others share meanwhile stays as it is
        bring_trust(setup, state, hero, trust)
        state.cursor += 1
        return
    if first:
        state.to_share = trust
    if last or state.to_share == 0:
        bring_trust(setup, state, hero, np.int64(state.to_share))
        state.to_share = 0 if last else state.to_share
        state.cursor += 1
    else:
        ask_hero(state, hero, Ask.SHARE)


@compiled
def place_among_mates(state: CityState, hero: Int) -> tuple[Int, Int]:
    """Return whether a Hero is the first and whether it is the last, by Initiative, of those in its District."""
    first, last = True, True
    for other in range(NUM_HEROES):
        if state.at[other] == state.at[hero]:
            first &= other >= hero
            last &= other <= hero
    return first, last


@compiled
def allow_shares(state: CityState, mask: Array) -> None:
    most = min(int(state.to_share), MAX_AMOUNT)  # which is more than any Hero's limit
    for amount in range(most + 1):
        mask[Act.AMOUNT + amount] = 1


@compiled
def share(setup: CityPrepared, state: CityState, action: Int) -> None:
    """A Hero takes a part of the Trust and leaves the rest to those that come after it."""
    taken = action - Act.AMOUNT
    gain_trust(setup, state, np.int64(state.hero), taken)
    state.to_share -= taken
    state.cursor += 1


@compiled
def give_extra_trust(setup: CityPrepared, state: CityState) -> None:
    """Trust that does not come from Citizens, and so cannot be shared."""
    for hero in range(NUM_HEROES):
        at = state.at[hero]
        if state.heroes[hero] == Hero.ARTIFICER and (
            at == District.CITADEL or at == District.TOWER or at == District.NEXUS
        ):
            bring_trust(setup, state, hero, ARTIFICER_TRUST)
        if state.event == Event.TRUST_BONDS:
            bring_trust(setup, state, hero, EVENT_TRUST)


@compiled
def go_on_access(setup: CityPrepared, state: CityState) -> None:
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
def allow_held_cards(state: CityState, mask: Array) -> None:
    allow_districts(state.cards[state.hero], mask)
