"""The parts of a turn: what may be answered in each, and what an answer does."""

from __future__ import annotations

import numpy as np

from ...table import sets
from ...table.compilation.compile import compiled
from ...table.piles import bit, count
from ...table.records import Array, Int
from .course import end_turn, next_action
from .knowledge import draw_from_deck, show, shuffle_deck
from .state import OVERDRIVE_PROGRAM, RECRUIT_PROGRAM, Act, Overdrive, Phase, Prepared, State, Use
from .tasks import allow_cards, answer, overdrive_can_do_anything, run, start_program, take

_NONE = np.uint64(0)


# An Action: discard a card for a Recruit or a Task


@compiled
def allow_actions(state: State, mask: Array) -> None:
    hand = state.hand[state.player]
    if not sets.has(state.used, Use.RECRUIT):
        allow_cards(mask, Act.RECRUIT, hand)
    if not sets.has(state.used, Use.TASK):
        allow_cards(mask, Act.TASK, hand)


@compiled
def take_action(setup: Prepared, state: State, action: Int) -> None:
    """Discard a card for a Recruit or a Task, and see whether that opens its colour's Overdrive."""
    player, recruits = state.player, action < Act.TASK
    card = action - Act.RECRUIT if recruits else action - Act.TASK
    state.used = sets.add(state.used, Use.RECRUIT if recruits else Use.TASK)
    state.card = card
    same_color = state.discard[player] & setup.of_color[setup.color[card]]
    state.overdrive = Overdrive.OPEN if same_color != _NONE else Overdrive.NONE
    show(state, card)
    state.hand[player] &= ~bit(card)
    state.discard[player] |= bit(card)
    if recruits:
        start_program(state, RECRUIT_PROGRAM + setup.power[card], -1)
    else:
        start_program(state, setup.task[card], card)
    if overdrive_is_offered(setup, state):
        state.phase = Phase.BEFORE
    else:
        go_on(setup, state)


@compiled
def go_on(setup: Prepared, state: State) -> None:
    """Run what is on the stack; when all is done, offer the Overdrive once more or finish the Action."""
    if run(setup, state):
        state.phase = Phase.CHOICE
    elif overdrive_is_offered(setup, state):
        state.seat = state.player
        state.phase = Phase.AFTER
    else:
        next_action(state)


# The Overdrive, before or after the Action


@compiled
def overdrive_is_offered(setup: Prepared, state: State) -> Int:
    return state.overdrive == Overdrive.OPEN and overdrive_can_do_anything(setup, state, setup.color[state.card])


@compiled
def allow_overdrive(mask: Array) -> None:
    mask[Act.USE] = 1
    mask[Act.DECLINE] = 1


@compiled
def answer_overdrive(setup: Prepared, state: State, action: Int) -> None:
    """Use the Overdrive, or not; what is declined before the Action stays open for after it."""
    if action == Act.USE or state.phase == Phase.AFTER:
        state.overdrive = Overdrive.DONE
    if action == Act.USE:
        start_program(state, OVERDRIVE_PROGRAM + setup.color[state.card], state.card)
    go_on(setup, state)


@compiled
def answer_step(setup: Prepared, state: State, action: Int) -> None:
    """Answer the step that is asking, and go on."""
    answer(setup, state, action)
    go_on(setup, state)


# The end of a turn


@compiled
def allow_plays(state: State, mask: Array) -> None:
    allow_cards(mask, Act.CHOOSE, state.hand[state.player])
    mask[Act.DECLINE] = 1


@compiled
def play(state: State, action: Int) -> None:
    """Play a card to the Clash, or none."""
    if action != Act.DECLINE:
        card = action - Act.CHOOSE
        take(state, card)
        state.clash[state.player] |= bit(card)
    state.phase = Phase.DRAW


@compiled
def allow_draws(mask: Array) -> None:
    mask[Act.DRAW] = 1
    mask[Act.SHUFFLE] = 1


@compiled
def draw_up(setup: Prepared, state: State, action: Int) -> None:
    """Draw up to four cards, or shuffle deck and discard together and draw up to three."""
    player = state.player
    if action == Act.SHUFFLE:
        shuffle_deck(state, player)
    size = 3 if action == Act.SHUFFLE else 4
    while count(state.hand[player]) < size and state.sizes[player] > 0:
        draw_from_deck(state, player)
    end_turn(setup, state)
