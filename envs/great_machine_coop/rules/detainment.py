"""Detainment: what each Servant does to a Hero that ends its movement beside it."""

from __future__ import annotations

import numpy as np

from ...city.rules.news import End, tell_hero
from ...city.rules.state import NUM_SERVANTS, Hero, Servant
from ...city.rules.tracks import ACTRESS_TRUST, actress_rise, bring_trust, end, rise_by_itself
from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.sets import add, has, remove
from .missions import B
from .news import CoopNews
from .progress import advance_marker, rise_one
from .state import MACHINE_WON, WITH_HERO, Prepared, State

PURPOSE_STAGES = 3


@compiled
def detains(state: State, servant: Int, hero: Int) -> bool:
    """Whether a Servant detains a Hero where it is: it stands there, is not idle, and the Hero has no power over it."""
    here = state.servants[servant] == state.at[hero] and not state.idle[servant]
    return here and not (has(state.done, B) and state.orders[servant] == WITH_HERO + hero)


@compiled
def can_evade(state: State, hero: Int) -> bool:
    """Whether the leader of the rebellion has a token to discard and a Servant to evade."""
    if state.leader != hero or state.held[hero] == 0:
        return False
    for servant in range(NUM_SERVANTS):
        if detains(state, servant, hero):
            return True
    return False


@compiled
def detain(setup: Prepared, state: State, hero: Int) -> None:
    """Apply what every Servant there does, in the order of their turns, and then what the Actress has of it."""
    goes_on, results = not ends_turn(state, hero), np.int64(0)
    for turn in range(NUM_SERVANTS):
        servant = np.int64(setup.order[turn])
        if state.over == 0 and detains(state, servant, hero):
            punish(state, servant, hero, goes_on)
            results = add(results, servant)
    for turn in range(NUM_SERVANTS):
        servant = np.int64(setup.order[turn])
        if state.over == 0 and state.heroes[hero] == Hero.ACTRESS and has(results, servant):
            console(setup, state, hero, servant)


@compiled
def ends_turn(state: State, hero: Int) -> bool:
    """Whether a Hero's turn is over where it is: it was caught, or another Servant than Phantasmer detains it."""
    if state.finished:
        return True
    return detains(state, Servant.JUDGEMENTOR, hero) or detains(state, Servant.LEX_HECATE, hero)


@compiled
def punish(state: State, servant: Int, hero: Int, goes_on: bool) -> None:
    """Apply what one Servant does to a Hero."""
    state.detained[hero] = 1
    if servant == Servant.PHANTASMER:
        tell_hero(state, CoopNews.DETAINED, hero, servant, goes_on)
        advance_marker(state, PURPOSE_STAGES)
        return
    tell_hero(state, CoopNews.DETAINED, hero, servant, state.trust[hero])
    state.finished = 1
    if servant == Servant.JUDGEMENTOR:
        state.trust[hero] = 0
    else:
        forfeit_chosen(state, hero)


@compiled
def console(setup: Prepared, state: State, hero: Int, servant: Int) -> None:
    """The Actress gets Trust for Phantasmer; for another Servant Discontent rises, or at its end one is revealed."""
    if servant == Servant.PHANTASMER:
        bring_trust(setup, state, hero, ACTRESS_TRUST)
    else:
        rise_by_itself(state, actress_rise(state), hero)
        while state.rise and state.over == 0:  # at once: at the Riot Stage the next Servant brings less
            rise_one(setup, state)


@compiled
def forfeit_chosen(state: State, hero: Int) -> None:
    """A Hero forfeits the card that it chose; without a card left the game is lost."""
    state.cards[hero] = remove(state.cards[hero], state.chosen[hero])
    if state.cards[hero] == 0:
        end(state, MACHINE_WON, End.CARDS)
