"""The course of a game of CogDrive Neon: setup, the parts of a turn, the end and the score."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.game import TERMINATED
from ...table.piles import bit, count, draw_top, has, push_top
from ...table.random import shuffle
from .knowledge import draw_from_deck, next_hangar_card, show, shuffle_deck, wreck
from .state import (
    ACT_CHOOSE,
    ACT_DECLINE,
    ACT_DRAW,
    ACT_RECRUIT,
    ACT_SHUFFLE,
    ACT_TASK,
    ACT_USE,
    ACTION,
    AFTER,
    BEFORE,
    CARDS,
    CHOICE,
    DRAW,
    FIRST_DECK,
    HANGAR_DECK,
    HANGAR_SIZE,
    NO_OVERDRIVE,
    OVERDRIVE_DONE,
    OVERDRIVE_OPEN,
    OVERDRIVE_PROGRAM,
    PLAY,
    RECRUIT,
    RECRUIT_PROGRAM,
    SECOND_DECK,
    STARTING_DECK,
    TASK,
)
from .tasks import (
    accept,
    candidates,
    choose,
    decline,
    may_decline,
    overdrive_can_do_anything,
    picks_card,
    run,
    start_program,
    take,
)

_NONE = np.uint64(0)


@compiled
def deal(setup, state):
    """Setup: six Power 1 cards each, the rest in the Hangar deck, five in the Hangar, one card at the Clash."""
    for card in range(CARDS):
        pile = FIRST_DECK if has(setup.starters, card) else HANGAR_DECK
        push_top(state.piles, state.sizes, pile, card)
    shuffle(state.rng, state.piles[FIRST_DECK], 0, state.sizes[FIRST_DECK])
    shuffle(state.rng, state.piles[HANGAR_DECK], 0, state.sizes[HANGAR_DECK])
    for _ in range(STARTING_DECK):
        push_top(state.piles, state.sizes, SECOND_DECK, draw_top(state.piles, state.sizes, FIRST_DECK))
    state.above = state.sizes[HANGAR_DECK]
    refill_hangar(state)
    card = draw_top(state.piles, state.sizes, FIRST_DECK)
    show(state, card)
    state.clash[0] |= bit(card)
    for seat in range(2):
        for _ in range(3):
            draw_from_deck(state, seat)
    start_turn(state, 0)


@compiled
def start_turn(state, player):
    state.player = player
    state.seat = player
    state.turn += 1
    state.used = 0
    next_action(state)


@compiled
def next_action(state):
    """Ask for the next Action; when both are used or no card is in hand, for a card to play to the Clash."""
    state.card, state.overdrive = -1, NO_OVERDRIVE
    state.seat = state.player
    done = state.used == RECRUIT | TASK or state.hand[state.player] == _NONE
    state.phase = PLAY if done else ACTION


@compiled
def legal_actions(setup, state, mask):
    phase = state.phase
    if phase == ACTION:
        hand = state.hand[state.player]
        if state.used & RECRUIT == 0:
            allow_cards(mask, ACT_RECRUIT, hand)
        if state.used & TASK == 0:
            allow_cards(mask, ACT_TASK, hand)
    elif phase == CHOICE:
        frame = state.frames[state.depth - 1]
        if picks_card(setup, frame):
            allow_cards(mask, ACT_CHOOSE, candidates(setup, state, frame))
        else:
            mask[ACT_USE] = 1
        mask[ACT_DECLINE] = may_decline(setup, frame)
    elif phase == PLAY:
        allow_cards(mask, ACT_CHOOSE, state.hand[state.player])
        mask[ACT_DECLINE] = 1
    elif phase == DRAW:
        mask[ACT_DRAW] = 1
        mask[ACT_SHUFFLE] = 1
    else:
        mask[ACT_USE] = 1
        mask[ACT_DECLINE] = 1


@compiled
def allow_cards(mask, start, cards):
    for card in range(CARDS):
        mask[start + card] = np.int8((cards >> np.uint64(card)) & np.uint64(1))


@compiled
def apply(setup, state, action):
    phase = state.phase
    if phase == ACTION:
        take_action(setup, state, action)
    elif phase == BEFORE or phase == AFTER:
        answer_overdrive(setup, state, action == ACT_USE)
    elif phase == CHOICE:
        if action == ACT_DECLINE:
            decline(setup, state)
        elif action == ACT_USE:
            accept(setup, state)
        else:
            choose(setup, state, action - ACT_CHOOSE)
        go_on(setup, state)
    elif phase == PLAY:
        if action != ACT_DECLINE:
            card = action - ACT_CHOOSE
            take(state, card)
            show(state, card)
            state.clash[state.player] |= bit(card)
        state.phase = DRAW
    else:
        draw_up(setup, state, action == ACT_SHUFFLE)
    settle(setup, state)


@compiled
def settle(setup, state):
    """Pass over whatever leaves nothing to decide."""
    while state.over == 0:
        player = state.player
        if state.phase == PLAY and state.hand[player] == _NONE:
            state.phase = DRAW
        elif state.phase == DRAW and state.sizes[player] == 0 and state.discard[player] == _NONE:
            end_turn(setup, state)
        else:
            return


@compiled
def take_action(setup, state, action):
    """Discard a card for a Recruit or a Task, and see whether that opens its colour's Overdrive."""
    player = state.player
    card = action % CARDS
    state.used |= RECRUIT if action < ACT_TASK else TASK
    state.card = card
    same_color = state.discard[player] & setup.of_color[setup.color[card]]
    state.overdrive = OVERDRIVE_OPEN if same_color != _NONE else NO_OVERDRIVE
    state.hand[player] &= ~bit(card)
    show(state, card)
    state.discard[player] |= bit(card)
    if action < ACT_TASK:
        start_program(state, RECRUIT_PROGRAM + setup.power[card], -1)
    else:
        start_program(state, setup.task[card], card)
    if overdrive_is_offered(setup, state):
        state.phase = BEFORE
    else:
        go_on(setup, state)


@compiled
def overdrive_is_offered(setup, state):
    return state.overdrive == OVERDRIVE_OPEN and overdrive_can_do_anything(setup, state, setup.color[state.card])


@compiled
def answer_overdrive(setup, state, use):
    """Use the Overdrive, or not: before the Action that still leaves it open for afterwards."""
    if use:
        state.overdrive = OVERDRIVE_DONE
        start_program(state, OVERDRIVE_PROGRAM + setup.color[state.card], state.card)
    elif state.phase == AFTER:
        state.overdrive = OVERDRIVE_DONE
    go_on(setup, state)


@compiled
def go_on(setup, state):
    """Run what is on the stack; when all is done, offer the Overdrive once more or finish the Action."""
    if run(setup, state):
        state.phase = CHOICE
    elif overdrive_is_offered(setup, state):
        state.seat = state.player
        state.phase = AFTER
    else:
        next_action(state)


@compiled
def draw_up(setup, state, shuffling):
    """Draw up to four cards, or shuffle deck and discard together and draw up to three."""
    player = state.player
    if shuffling:
        shuffle_deck(state, player)
    size = 3 if shuffling else 4
    while count(state.hand[player]) < size and state.sizes[player] > 0:
        draw_from_deck(state, player)
    end_turn(setup, state)


@compiled
def end_turn(setup, state):
    """Wreck the Hangar's Power 1 cards, refill it, and pass the turn or end the game."""
    wrecked = state.hangar & setup.of_power[1]
    for card in range(CARDS):
        if has(wrecked, card):
            state.hangar &= ~bit(card)
            wreck(state, card)
    refill_hangar(state)
    if state.player == 1 and (state.wreckage == 1 or nobody_can_act(state)):
        state.over = TERMINATED
    else:
        start_turn(state, 1 - state.player)


@compiled
def refill_hangar(state):
    while count(state.hangar) < HANGAR_SIZE:
        card = next_hangar_card(state)
        if card < 0:
            break
        show(state, card)
        state.hangar |= bit(card)


@compiled
def nobody_can_act(state):
    """Whether neither player has a card left in hand, deck or discard, so that nothing can ever change."""
    for seat in range(2):
        if state.hand[seat] | state.discard[seat] != _NONE or state.sizes[seat] > 0:
            return False
    return True
