"""The course of a game of CogDrive Neon: setup, and how turns begin and end."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.game import TERMINATED
from ...table.piles import bit, count, draw_top, has, push_top
from ...table.random import shuffle
from ...table.records import Int
from .draws import start_tallies
from .knowledge import draw_from_deck, next_hangar_card, show, wreck
from .scoring import tell_result
from .state import (
    CARDS,
    HANGAR_SIZE,
    MOST_TURNS,
    STARTING_DECK,
    STARTING_HAND,
    Event,
    Overdrive,
    Phase,
    Pile,
    Prepared,
    State,
    Use,
)

_NONE = np.uint64(0)
_BOTH = sum(1 << use for use in Use)


@compiled
def deal(setup: Prepared, state: State) -> None:
    """Setup: six Power 1 cards each, the rest in the Hangar deck, five in the Hangar, one card at the Clash."""
    for card in range(CARDS):
        pile = Pile.FIRST if has(setup.starters, card) else Pile.HANGAR
        push_top(state.piles, state.sizes, pile, card)
        state.entered[card] = 0 if pile == Pile.FIRST else -1
    shuffle(state.rng, state.piles[Pile.FIRST], 0, state.sizes[Pile.FIRST])
    shuffle(state.rng, state.piles[Pile.HANGAR], 0, state.sizes[Pile.HANGAR])
    for _ in range(STARTING_DECK):
        push_top(state.piles, state.sizes, Pile.SECOND, draw_top(state.piles, state.sizes, Pile.FIRST))
    state.above = state.sizes[Pile.HANGAR]
    refill_hangar(state)
    first_card(state, 0)
    if setup.more_clash:
        first_card(state, 1)
    for seat in range(2):
        start_tallies(state, seat)
        for _ in range(STARTING_HAND + seat * setup.more_cards):
            draw_from_deck(state, seat)
    start_turn(state, 0)


@compiled
def first_card(state: State, seat: Int) -> None:
    """Put the top card of a player's deck to its side of the Clash."""
    card = draw_top(state.piles, state.sizes, seat)
    show(state, card)
    state.clash[seat] |= bit(card)
    tell(state, Event.FIRST_CARD, seat, card)


@compiled
def start_turn(state: State, player: Int) -> None:
    state.player = player
    state.seat = player
    state.turn = min(state.turn + 1, MOST_TURNS)  # a turn in which nothing can be done takes no decision
    state.used = 0
    tell(state, Event.TURN, player, amount=state.turn)
    next_action(state)


@compiled
def next_action(state: State) -> None:
    """Ask for the next Action; when both are used or no card is in hand, for a card to play to the Clash."""
    state.card, state.overdrive = -1, Overdrive.NONE
    state.seat = state.player
    done = state.used == _BOTH or state.hand[state.player] == _NONE
    if state.used != _BOTH and done:
        tell(state, Event.NO_HAND, state.player)
    state.phase = Phase.PLAY if done else Phase.ACTION


@compiled
def settle(setup: Prepared, state: State) -> None:
    """Pass over whatever leaves nothing to decide."""
    while state.over == 0:
        player = state.player
        if state.phase == Phase.PLAY and state.hand[player] == _NONE:
            state.phase = Phase.DRAW
        elif state.phase == Phase.DRAW and state.sizes[player] == 0 and state.discard[player] == _NONE:
            end_turn(setup, state)
        else:
            return


@compiled
def end_turn(setup: Prepared, state: State) -> None:
    """Wreck the Hangar's Power 1 cards, refill it, and pass the turn or end the game."""
    wrecked = state.hangar & setup.of_power[1]
    for card in range(CARDS):
        if has(wrecked, card):
            state.hangar &= ~bit(card)
            wreck(state, card)
            tell(state, Event.WRECKS, UNKNOWN, card)
    refill_hangar(state)
    if state.player == 1 and (state.wreckage == 1 or nobody_can_act(state)):
        state.over = TERMINATED
        tell_result(setup, state)
    else:
        start_turn(state, 1 - state.player)


@compiled
def refill_hangar(state: State) -> None:
    while count(state.hangar) < HANGAR_SIZE:
        card = next_hangar_card(state)
        if card < 0:
            break
        show(state, card)
        state.hangar |= bit(card)
        tell(state, Event.TURNS_UP, UNKNOWN, card)


@compiled
def nobody_can_act(state: State) -> bool:
    """Whether neither player has a card left in hand, deck or discard, so that nothing can ever change."""
    for seat in range(2):
        if state.hand[seat] | state.discard[seat] != _NONE or state.sizes[seat] > 0:
            return False
    return True
