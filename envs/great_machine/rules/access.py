"""Access cards, and what the Machine can know of them.

Of every Hero the Machine keeps the sets of forfeited cards that are possible: nine at first, one card each. A card
that is shown to be in hand rules out sets with it; one that is forfeited openly joins every set; one taken back unseen
leaves every set with any one card less.
"""

from __future__ import annotations

import numpy as np

from ...city.rules.news import End
from ...city.rules.state import ALL_DISTRICTS, MACHINE, NUM_DISTRICTS, NUM_HEROES, Act
from ...city.rules.tracks import end
from ...table.compilation.compile import compiled
from ...table.random import below
from ...table.records import Int
from ...table.sets import add, has, one, remove
from .state import State


@compiled
def choose_card(state: State, action: Int) -> None:
    """A Hero lays down an Access card: there it will end its movement."""
    state.chosen[state.hero] = action - Act.DISTRICT
    state.barred[state.hero] = surely_forfeited(state, np.int64(state.hero))
    state.cursor += 1


_SETS = 1 << NUM_DISTRICTS


@compiled
def deal_cards(state: State) -> None:
    """Each Hero has nine Access cards and forfeits one at random."""
    for hero in range(NUM_HEROES):
        lost = below(state.rng, NUM_DISTRICTS)
        state.cards[hero] = ALL_DISTRICTS ^ one(lost)
        state.guesses[hero] = NUM_DISTRICTS
        for card in range(NUM_DISTRICTS):
            state.guess[hero, card] = 1 << card
        set_chances(state, hero)


@compiled
def set_chances(state: State, hero: Int) -> None:
    """Work out how likely the Machine takes each card to be in hand: its share of the possible sets."""
    sets = np.int64(state.guesses[hero])
    for card in range(NUM_DISTRICTS):
        out = np.int64(0)
        for i in range(sets):
            out += has(state.guess[hero, i], card)
        state.chance[hero, card] = np.float32(1.0) - np.float32(out / sets)


@compiled
def surely_forfeited(state: State, hero: Int) -> Int:
    """Return the cards that are in every set of forfeited cards that the Machine takes for possible."""
    cards = np.int64(ALL_DISTRICTS)
    for i in range(state.guesses[hero]):
        cards &= np.int64(state.guess[hero, i])
    return cards


@compiled
def show_card(state: State, hero: Int) -> None:
    """A Hero shows the chosen card."""
    card = np.int64(state.chosen[hero])
    state.shown[hero] = 1
    kept = 0
    for i in range(state.guesses[hero]):
        if not has(state.guess[hero, i], card):
            state.guess[hero, kept] = state.guess[hero, i]
            kept += 1
    if kept != state.guesses[hero]:
        state.guesses[hero] = kept
        set_chances(state, hero)


@compiled
def forfeit_chosen(state: State, hero: Int) -> None:
    """A Hero forfeits the card that was chosen and shown; without a card left the Machine wins."""
    card = np.int64(state.chosen[hero])
    if not has(state.cards[hero], card):
        return
    state.cards[hero] = remove(state.cards[hero], card)
    for i in range(state.guesses[hero]):
        state.guess[hero, i] = add(state.guess[hero, i], card)
    set_chances(state, hero)
    if state.cards[hero] == 0:
        end(state, MACHINE, End.CARDS)


@compiled(allocates=True)
def take_back(state: State, hero: Int, card: Int) -> None:
    """A Hero takes back a forfeited card, which the Machine does not see."""
    state.cards[hero] = add(state.cards[hero], card)
    possible = np.zeros(_SETS, np.uint8)
    for i in range(state.guesses[hero]):
        lost = np.int64(state.guess[hero, i])
        for other in range(NUM_DISTRICTS):
            if has(lost, other):
                possible[remove(lost, other)] = 1
    count = 0
    for smaller in range(_SETS):
        if possible[smaller]:
            state.guess[hero, count] = smaller
            count += 1
    state.guesses[hero] = count
    set_chances(state, hero)
