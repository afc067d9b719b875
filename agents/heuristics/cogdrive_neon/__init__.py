"""Rules of thumb for CogDrive Neon: do what gains most, by what each card is worth in each zone."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ....envs.cogdrive_neon.rules import state as rules
from ....envs.cogdrive_neon.rules.state import STATE, Act, Do, Flag, Phase, Prepared, State, Step, Use, Zone
from ....envs.table import sets
from ....envs.table.compilation.compile import compiled
from ....envs.table.piles import bit, count, has
from ....envs.table.questions import switch
from ....envs.table.records import Array, Float, Int
from .. import supply
from . import worth
from .worth import (
    Note,
    Weight,
    best_gain,
    best_program,
    chosen_gain,
    fill_sheet,
    judge,
    move_gain,
    moves_gain,
    program_gain,
    top_gain,
)


class Way(IntEnum):
    """What a card in hand may be good for; the first two are the Actions."""

    RECRUIT = 0
    TASK = 1
    PLAY = 2  # to the Clash
    OVERDRIVE = 3  # the one that its Action opens


_WAYS = len(Way)


@compiled
def choose(setup: Prepared, state: State, mask: Array) -> Int:
    """Return the action that gains most."""
    return choose_by(worth.WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights: Array, setup: Prepared, state: State, mask: Array) -> Int:
    """Return the action that gains most by the given weights."""
    seat = np.int64(state.seat)
    sheet = np.empty((worth.ROWS, rules.CARDS))
    judge(weights, setup, state, seat, sheet[worth.NOTES])
    fill_sheet(weights, setup, sheet)
    return choose_by_phase(weights, sheet, setup, state, mask, seat)


@compiled(allocates=True)
def choose_action(weights: Array, sheet: Array, setup: Prepared, state: State, mask: Array, seat: Int) -> Int:
    """Choose the card and its Action so that both Actions and the card played to the Clash gain most together."""
    hand = state.hand[seat]
    gains = np.zeros((_WAYS, rules.CARDS))
    for card in range(rules.CARDS):
        if has(hand, card):
            gains[Way.PLAY, card] = play_gain(weights, sheet, card)
            for way in range(_WAYS):
                if is_open(setup, state, way, card):
                    program = program_of(setup, way, card)
                    gains[way, card] = program_gain(weights, sheet, setup, state, program, card)
            extra = weights[Weight.OVERDRIVE_SHARE] * max(0.0, gains[Way.OVERDRIVE, card])
            gains[Way.RECRUIT, card] += extra
            gains[Way.TASK, card] += extra
    best = worth.NEVER
    chosen: Int = Act.DECLINE
    for action in range(2 * rules.CARDS):
        if mask[action] != 0:
            way, card = action // rules.CARDS, action % rules.CARDS
            gain = gains[way, card] + follow_up(state, gains, hand & ~bit(card), way)
            if action >= Act.TASK:
                gain += weights[Weight.TASK_FIRST] * sheet[worth.NOTES, Note.TIME]
            if gain > best:
                best, chosen = gain, action
    return chosen


@compiled
def follow_up(state: State, gains: Array, hand: Int, way: Int) -> Float:
    """The best gain by what is left to do in the turn with the rest of the hand."""
    other = Way.TASK if way == Way.RECRUIT else Way.RECRUIT
    if state.used != 0:
        return max_gain(gains, Way.PLAY, hand)
    best = 0.0
    for card in range(rules.CARDS):
        if has(hand, card):
            best = max(best, gains[other, card] + max_gain(gains, Way.PLAY, hand & ~bit(card)))
    return best


@compiled
def max_gain(gains: Array, way: Int, cards: Int) -> Float:
    """The best gain of one way by one of the cards, 0 if none gains."""
    best = 0.0
    for card in range(rules.CARDS):
        if has(cards, card):
            best = max(best, gains[way, card])
    return best


@compiled
def is_open(setup: Prepared, state: State, way: Int, card: Int) -> bool:
    """Whether a card may be discarded for an Action, or would open its Overdrive."""
    if way == Way.RECRUIT:
        return not sets.has(state.used, Use.RECRUIT)
    if way == Way.TASK:
        return not sets.has(state.used, Use.TASK)
    return way == Way.OVERDRIVE and state.discard[state.player] & setup.of_color[setup.color[card]] != worth.NO_CARDS


@compiled
def program_of(setup: Prepared, way: Int, card: Int) -> Int:
    """The program of a card's Recruit, Task or Overdrive."""
    if way == Way.RECRUIT:
        return rules.RECRUIT_PROGRAM + setup.power[card]
    return setup.task[card] if way == Way.TASK else rules.OVERDRIVE_PROGRAM + setup.color[card]


@compiled
def choose_overdrive(weights: Array, sheet: Array, setup: Prepared, state: State) -> Int:
    """Use the Overdrive if that gains, before the Action only if it gains enough."""
    color = setup.color[state.card]
    gain = moves_gain(weights, sheet, setup, state, rules.OVERDRIVE_PROGRAM + color, state.card)
    bias = 0.0
    if state.phase == Phase.BEFORE:
        bias = weights[Weight.OVERDRIVE_YELLOW + color] * sheet[worth.NOTES, Note.TIME]
    return Act.USE if gain > bias else Act.DECLINE


@compiled
def choose_in_step(weights: Array, sheet: Array, setup: Prepared, state: State, mask: Array) -> Int:
    """Answer the step that is asking, the rival's too."""
    if state.seat != state.player:
        return least_worth(sheet, mask)
    frame = state.frames[state.depth - 1]
    step = setup.steps[frame.program, frame.step]
    if mask[Act.USE] != 0:
        gain = top_gain(weights, sheet, state, step, frame.card)
        return Act.USE if gain > 0.0 or mask[Act.DECLINE] == 0 else Act.DECLINE
    cards = worth.NO_CARDS
    for card in range(rules.CARDS):
        if mask[Act.CHOOSE + card] != 0:
            cards |= bit(card)
    if step.what == Do.REPEAT:
        gain, chosen = best_program(weights, sheet, setup, state, Do.REPEAT, cards)
    elif sets.has(step.flags, Flag.ONE_COLOR) and frame.first < 0 and step.count > 1:
        gain, chosen = best_of_color(sheet, setup, state, step, cards)
    else:
        gain, chosen = best_gain(sheet, state, step, frame.first, cards)
        if step.what == Do.EXCHANGE and frame.first < 0:
            gain = chosen_gain(weights, sheet, setup, state, step, frame.card)
    return Act.DECLINE if mask[Act.DECLINE] != 0 and gain <= 0.0 else Act.CHOOSE + chosen


@compiled
def best_of_color(sheet: Array, setup: Prepared, state: State, step: Step, cards: Int) -> tuple[Float, Int]:
    """The highest gain by several cards of one colour, and the best card of that colour."""
    best, chosen = worth.NEVER, -1
    for color in range(rules.NUM_COLORS):
        colored = cards & setup.of_color[color]
        if colored != worth.NO_CARDS:
            gain = move_gain(sheet, state, step, colored)
            if gain > best:
                best = gain
                _, chosen = best_gain(sheet, state, step, -1, colored)
    return best, chosen


@compiled
def least_worth(sheet: Array, mask: Array) -> Int:
    """Choose, when the rival's step asks, the card that is worth least."""
    least = -worth.NEVER
    chosen: Int = Act.DECLINE
    for card in range(rules.CARDS):
        if mask[Act.CHOOSE + card] != 0 and sheet[worth.ANYWHERE, card] < least:
            least, chosen = sheet[worth.ANYWHERE, card], Act.CHOOSE + card
    return chosen


@compiled
def play_gain(weights: Array, sheet: Array, card: Int) -> Float:
    """The gain by playing a card from hand to the Clash at the end of the turn."""
    gain = sheet[Zone.CLASH, card] - sheet[worth.ANYWHERE, card]
    return gain - weights[Weight.PLAY_BIAS] * sheet[worth.NOTES, Note.TIME]


@compiled
def choose_play(weights: Array, sheet: Array, mask: Array) -> Int:
    """Play the card that gains most, if any gains."""
    best = 0.0
    chosen: Int = Act.DECLINE
    for card in range(rules.CARDS):
        if mask[Act.CHOOSE + card] != 0:
            gain = play_gain(weights, sheet, card)
            if gain > best:
                best, chosen = gain, Act.CHOOSE + card
    return chosen


@compiled
def choose_draw(weights: Array, state: State, seat: Int) -> Int:
    """Draw on, or shuffle when the deck has little left to give."""
    deck, held, discarded = state.sizes[seat], count(state.hand[seat]), count(state.discard[seat])
    drawn = min(4 - held, deck) if held < 4 else 0
    shuffled = min(3 - held, deck + discarded) if held < 3 else 0
    score = weights[Weight.DRAW_EACH] * (drawn - shuffled) + weights[Weight.DRAW_BIAS]
    score += weights[Weight.DRAW_DECK] * deck - weights[Weight.DRAW_DISCARD] * discarded
    return Act.DRAW if score >= 0.0 else Act.SHUFFLE


choose_by_phase = switch(
    "choose_by_phase",
    ("weights", "sheet", "setup", "state", "mask", "seat"),
    {
        Phase.ACTION: choose_action,
        Phase.BEFORE: choose_overdrive,
        Phase.CHOICE: choose_in_step,
        Phase.AFTER: choose_overdrive,
        Phase.PLAY: choose_play,
        Phase.DRAW: choose_draw,
    },
    on="state.phase",
)

supply(STATE, choose=choose)
