"""Rules of thumb for CogDrive Neon: do what gains most, by what each card is worth in each zone."""

from __future__ import annotations

import numpy as np

from ....envs.cogdrive_neon.rules.state import (
    ACT_CHOOSE,
    ACT_DECLINE,
    ACT_DRAW,
    ACT_SHUFFLE,
    ACT_TASK,
    ACT_USE,
    ACTION,
    BEFORE,
    CARDS,
    CHOICE,
    CLASH,
    COLORS,
    DRAW,
    EXCHANGE,
    ONE_COLOR,
    OVERDRIVE_PROGRAM,
    PLAY,
    RECRUIT,
    RECRUIT_PROGRAM,
    REPEAT,
    STATE,
    TASK,
)
from ....envs.table.compilation.compile import compiled
from ....envs.table.piles import bit, count, has
from .. import supply
from .worth import (
    ANYWHERE,
    DRAW_BIAS,
    DRAW_DECK,
    DRAW_DISCARD,
    DRAW_EACH,
    NEVER,
    NO_CARDS,
    NOTE_TIME,
    NOTES,
    OVERDRIVE_BIAS,
    OVERDRIVE_SHARE,
    PLAY_BIAS,
    ROWS,
    TASK_FIRST,
    WEIGHTS,
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


@compiled
def choose(setup, state, mask):
    """Return the action that gains most."""
    return choose_by(WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights, setup, state, mask):
    """Return the action that gains most by the given weights."""
    seat = np.int64(state.seat)
    sheet = np.empty((ROWS, CARDS))
    judge(weights, setup, state, seat, sheet[NOTES])
    fill_sheet(weights, setup, sheet)
    phase = state.phase
    if phase == ACTION:
        return choose_action(weights, sheet, setup, state, mask, seat)
    if phase == CHOICE:
        if seat != state.player:
            return least_worth(sheet, mask)
        return choose_in_step(weights, sheet, setup, state, mask)
    if phase == PLAY:
        return choose_play(weights, sheet, mask)
    if phase == DRAW:
        return choose_draw(weights, state, seat)
    color = setup.color[state.card]
    gain = moves_gain(weights, sheet, setup, state, OVERDRIVE_PROGRAM + color, state.card)
    bias = weights[OVERDRIVE_BIAS + color] * sheet[NOTES, NOTE_TIME] if phase == BEFORE else 0.0
    return ACT_USE if gain > bias else ACT_DECLINE


@compiled(allocates=True)
def choose_action(weights, sheet, setup, state, mask, seat):
    """Choose the card and its Action so that both Actions and the card played to the Clash gain most together."""
    hand = state.hand[seat]
    gains = np.zeros((4, CARDS))  # by Recruit, by Task, by playing it to the Clash, by the Overdrive it opens
    for card in range(CARDS):
        if has(hand, card):
            gains[2, card] = play_gain(weights, sheet, card)
            for kind in range(4):
                if is_open(setup, state, kind, card):
                    program = program_of(setup, kind, card)
                    gains[kind, card] = program_gain(weights, sheet, setup, state, program, card)
            extra = weights[OVERDRIVE_SHARE] * max(0.0, gains[3, card])
            gains[0, card] += extra
            gains[1, card] += extra
    best, chosen = NEVER, ACT_DECLINE
    for action in range(2 * CARDS):
        if mask[action] != 0:
            kind, card = action // CARDS, action % CARDS
            gain = gains[kind, card] + follow_up(state, gains, hand & ~bit(card), kind)
            if action >= ACT_TASK:
                gain += weights[TASK_FIRST] * sheet[NOTES, NOTE_TIME]
            if gain > best:
                best, chosen = gain, action
    return chosen


@compiled
def follow_up(state, gains, hand, kind):
    """The best gain by what is left to do in the turn with the rest of the hand."""
    other = 1 - kind
    if state.used != 0:
        return max_gain(gains, 2, hand)
    best = 0.0
    for card in range(CARDS):
        if has(hand, card):
            best = max(best, gains[other, card] + max_gain(gains, 2, hand & ~bit(card)))
    return best


@compiled
def max_gain(gains, kind, cards):
    """The best gain of a kind by one of the cards, 0 if none gains."""
    best = 0.0
    for card in range(CARDS):
        if has(cards, card):
            best = max(best, gains[kind, card])
    return best


@compiled
def is_open(setup, state, kind, card):
    """Whether discarding a card for a Recruit (0) or a Task (1) is open, or would open its Overdrive (3)."""
    if kind < 2:
        return state.used & (RECRUIT if kind == 0 else TASK) == 0
    return kind == 3 and state.discard[state.player] & setup.of_color[setup.color[card]] != NO_CARDS


@compiled
def program_of(setup, kind, card):
    """The program of a card's Recruit (0), Task (1) or Overdrive (3)."""
    if kind == 0:
        return RECRUIT_PROGRAM + setup.power[card]
    return setup.task[card] if kind == 1 else OVERDRIVE_PROGRAM + setup.color[card]


@compiled
def choose_in_step(weights, sheet, setup, state, mask):
    """Answer the step that is asking."""
    frame = state.frames[state.depth - 1]
    step = setup.steps[frame.program, frame.step]
    if mask[ACT_USE] != 0:
        gain = top_gain(weights, sheet, state, step, frame.card)
        return ACT_USE if gain > 0.0 or mask[ACT_DECLINE] == 0 else ACT_DECLINE
    cards = NO_CARDS
    for card in range(CARDS):
        if mask[ACT_CHOOSE + card] != 0:
            cards |= bit(card)
    if step.what == REPEAT:
        gain, chosen = best_program(weights, sheet, setup, state, REPEAT, cards)
    elif step.flags & ONE_COLOR and frame.first < 0 and step.count > 1:
        gain, chosen = best_of_color(sheet, setup, state, step, cards)
    else:
        gain, chosen = best_gain(sheet, state, step, frame.first, cards)
        if step.what == EXCHANGE and frame.first < 0:
            gain = chosen_gain(weights, sheet, setup, state, step, frame.card)
    return ACT_DECLINE if mask[ACT_DECLINE] != 0 and gain <= 0.0 else ACT_CHOOSE + chosen


@compiled
def best_of_color(sheet, setup, state, step, cards):
    """The highest gain by several cards of one colour, and the best card of that colour."""
    best, chosen = NEVER, -1
    for color in range(len(COLORS)):
        colored = cards & setup.of_color[color]
        if colored != NO_CARDS:
            gain = move_gain(sheet, state, step, colored)
            if gain > best:
                best = gain
                _, chosen = best_gain(sheet, state, step, -1, colored)
    return best, chosen


@compiled
def least_worth(sheet, mask):
    """Choose, when the rival's step asks, the card that is worth least."""
    least, chosen = -NEVER, ACT_DECLINE
    for card in range(CARDS):
        if mask[ACT_CHOOSE + card] != 0 and sheet[ANYWHERE, card] < least:
            least, chosen = sheet[ANYWHERE, card], ACT_CHOOSE + card
    return chosen


@compiled
def play_gain(weights, sheet, card):
    """The gain by playing a card from hand to the Clash at the end of the turn."""
    return sheet[CLASH, card] - sheet[ANYWHERE, card] - weights[PLAY_BIAS] * sheet[NOTES, NOTE_TIME]


@compiled
def choose_play(weights, sheet, mask):
    """Play the card that gains most, if any gains."""
    best, chosen = 0.0, ACT_DECLINE
    for card in range(CARDS):
        if mask[ACT_CHOOSE + card] != 0:
            gain = play_gain(weights, sheet, card)
            if gain > best:
                best, chosen = gain, ACT_CHOOSE + card
    return chosen


@compiled
def choose_draw(weights, state, seat):
    """Draw on, or shuffle when the deck has little left to give."""
    deck, held, discarded = state.sizes[seat], count(state.hand[seat]), count(state.discard[seat])
    drawn = min(4 - held, deck) if held < 4 else 0
    shuffled = min(3 - held, deck + discarded) if held < 3 else 0
    score = weights[DRAW_EACH] * (drawn - shuffled) + weights[DRAW_BIAS]
    score += weights[DRAW_DECK] * deck - weights[DRAW_DISCARD] * discarded
    return ACT_DRAW if score >= 0.0 else ACT_SHUFFLE


supply(STATE, choose=choose)
