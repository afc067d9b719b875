"""Rules of thumb for CogDrive Neon: what each card is worth in each zone, and what a Task or a Recruit gains by that.

A card in the reserve is worth its Power as far as its colour is going to be the one that scores, and early in the game
something for what it can still do. A card at the Clash is worth its point and a share of the five points for the higher
Power, the larger the closer the Clash is. Every step of a program moves cards between zones, so a program is worth the
sum of what its steps gain at best. Only cards that the seat has seen are counted; unseen ones count as average.

The weights were found by an evolution strategy (12,800 games a generation against earlier generations, 70 generations).
"""

from __future__ import annotations

import math

import numpy as np

from ...envs.cogdrive_neon.scoring import reserve_cards, total_power
from ...envs.cogdrive_neon.state import (
    ACT_CHOOSE,
    ACT_DECLINE,
    ACT_DRAW,
    ACT_SHUFFLE,
    ACT_TASK,
    ACT_USE,
    ACTION,
    ANY_CLASH,
    BEFORE,
    CARDS,
    CHOICE,
    CLASH,
    COLORS,
    DECK_TOP,
    DISCARD,
    DRAW,
    END,
    EXCHANGE,
    HAND,
    HANGAR,
    HANGAR_DECK,
    HANGAR_TOP,
    MAX_STEPS,
    MAY,
    MOVE,
    ONE_COLOR,
    OTHER,
    OVERDRIVE,
    OVERDRIVE_PROGRAM,
    PLAY,
    RECRUIT,
    RECRUIT_PROGRAM,
    REPEAT,
    RIVAL_CLASH,
    RIVAL_DISCARD,
    RIVAL_HAND,
    STATE,
    TASK,
    THIS,
    TO_CLASH,
    TO_DECK_BOTTOM,
    TO_DECK_TOP,
    TO_DISCARD,
    TO_HAND,
    TO_OWNER_DISCARD,
    TO_OWNER_HAND,
)
from ...envs.cogdrive_neon.tasks import zone_cards
from ...envs.table.compile import compiled
from ...envs.table.piles import bit, count, has
from . import supply

# Weights: number, what it weighs, and the value found.
FOCUS, FOCUS_EARLY = 0, 1  # how far behind a colour may be and still count, at the end and early
MARKET = 2  # how much a colour's Power in the Hangar speaks for it
SPARE, SPARE_POWER = 3, 4  # early worth of any card, and of each Power
CONTEST, CLOSE, CLOSE_EARLY = 5, 6, 7  # worth of a Power at the Clash, and how far from a tie it lasts
IN_HAND, ON_TOP, BELOW, IN_DISCARD = 8, 9, 10, 11  # early worth of a place over the middle of the deck
DENY = 12  # share of what a Hangar card is worth to the rival
RIVAL_LOSS = 13  # share of what a card of the rival's is worth to it
FRESH = 14  # worth of an unknown card from the Hangar deck
AHEAD = 15  # by how much one's own Clash should be ahead
DRAW_EACH, DRAW_DECK, DRAW_DISCARD, DRAW_BIAS = 16, 17, 18, 19  # shuffling or not
TASK_FIRST = 20
OVERDRIVE_BIAS = 21  # then one for each colour: what an Overdrive must gain to be used before the Action
PLAY_BIAS = 25  # what a card must gain to be played at the end of the turn, early
OVERDRIVE_SHARE = 26  # share of an Overdrive's gain that counts when a card is chosen
LAST_TURNS = 27  # cards of the Hangar deck that the time after its end is worth
IN_HAND_EARLY, ON_TOP_EARLY = 28, 29
NUM_WEIGHTS = 30

WEIGHTS = np.array(
    [
        2.33,
        5.26,
        0.50,
        0.15,
        0.19,
        3.83,
        6.00,
        5.83,
        -0.14,
        0.13,
        -0.25,
        0.23,
        1.23,
        0.05,
        2.60,
        0.78,
        0.96,
        0.29,
        0.11,
        -0.03,
        0.04,
        -0.08,
        0.41,
        0.27,
        0.87,
        0.16,
        1.06,
        5.39,
        0.82,
        0.42,
    ]
)

# A sheet has a row for each zone, what every card would be worth there: the zones that steps name as sources, these,
# and a row of notes on the position.
_DECK_BOTTOM, _GONE, _ANYWHERE, _NOTES, _ROWS = range(HANGAR_TOP + 1, HANGAR_TOP + 6)
_MINE, _RIVALS, _TIME, _CONTEST, _KEPT, _PLAYED = 0, 4, 8, 9, 10, 11

_NONE = np.uint64(0)
_NEVER = -1e9


@compiled
def choose(setup, state, mask):
    """Return the action that gains most."""
    return choose_by(WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights, setup, state, mask):
    """Return the action that gains most by the given weights."""
    seat = np.int64(state.seat)
    sheet = np.empty((_ROWS, CARDS))
    judge(weights, setup, state, seat, sheet[_NOTES])
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
    bias = weights[OVERDRIVE_BIAS + color] * sheet[_NOTES, _TIME] if phase == BEFORE else 0.0
    return ACT_USE if gain > bias else ACT_DECLINE


@compiled
def judge(weights, setup, state, seat, notes):
    """Note how much each colour counts for either side, the time left (1 to 0) and the worth of Power at the Clash."""
    rival = 1 - seat
    time = time_left(weights, state)
    mine = reserve_cards(state, seat) & state.seen[seat]
    theirs = reserve_cards(state, rival) & state.seen[seat]
    weigh_colors(weights, setup, state, mine, time, notes[_MINE:])
    weigh_colors(weights, setup, state, theirs, time, notes[_RIVALS:])
    lead = total_power(setup, state.clash[seat]) - total_power(setup, state.clash[rival]) - weights[AHEAD] * time
    width = weights[CLOSE] + weights[CLOSE_EARLY] * time
    kept, power = 0.0, 0
    for color in range(len(COLORS)):
        colored = total_power(setup, mine & setup.of_color[color])
        kept += colored * notes[_MINE + color]
        power += colored
    cards = max(1, count(mine))
    notes[_TIME] = time
    notes[_CONTEST] = weights[CONTEST] * math.exp(-abs(lead) / width)
    notes[_KEPT] = kept / cards + (weights[SPARE] + weights[SPARE_POWER] * power / cards) * time
    notes[_PLAYED] = 1.0 + notes[_CONTEST] * power / cards


@compiled
def time_left(weights, state):
    """From 1 at the beginning down to 0 in the seat's last turn."""
    if state.wreckage != 0:
        return 0.0
    return (state.above + weights[LAST_TURNS]) / (31.0 + weights[LAST_TURNS])


@compiled
def weigh_colors(weights, setup, state, cards, time, out):
    """Write for each colour how likely it is to be the one that scores, 1 for the strongest."""
    best = 0.0
    for color in range(len(COLORS)):
        strength = total_power(setup, cards & setup.of_color[color])
        strength += weights[MARKET] * time * total_power(setup, state.hangar & setup.of_color[color])
        out[color] = strength
        best = max(best, strength)
    width = weights[FOCUS] + weights[FOCUS_EARLY] * time
    for color in range(len(COLORS)):
        out[color] = math.exp((out[color] - best) / width)


@compiled
def fill_sheet(weights, setup, sheet):
    """Write what every card would be worth to the seat in every zone."""
    notes = sheet[_NOTES]
    time = notes[_TIME]
    in_hand, on_top = place_worth(weights, notes, HAND), place_worth(weights, notes, DECK_TOP)
    below, in_discard = place_worth(weights, notes, _DECK_BOTTOM), place_worth(weights, notes, DISCARD)
    for card in range(CARDS):
        power, color = setup.power[card], setup.color[card]
        spare = (weights[SPARE] + weights[SPARE_POWER] * power) * time
        kept = power * notes[_MINE + color] + spare
        rivals = power * notes[_RIVALS + color] + spare
        played = 1.0 + power * notes[_CONTEST]
        sheet[_ANYWHERE, card] = kept
        sheet[HAND, card] = kept + in_hand
        sheet[DECK_TOP, card] = kept + on_top
        sheet[_DECK_BOTTOM, card] = kept + below
        sheet[DISCARD, card] = kept + in_discard
        sheet[CLASH, card] = played
        sheet[RIVAL_CLASH, card] = -played
        sheet[RIVAL_HAND, card] = -weights[RIVAL_LOSS] * rivals
        sheet[RIVAL_DISCARD, card] = -weights[RIVAL_LOSS] * rivals
        sheet[HANGAR, card] = -weights[DENY] * rivals if power > 1 else 0.0
        sheet[HANGAR_TOP, card] = 0.0
        sheet[_GONE, card] = 0.0


@compiled
def place_worth(weights, notes, zone):
    """What it is worth, except in the last turn, that a card of one's own lies where it does."""
    time = notes[_TIME]
    if time == 0.0:
        return 0.0
    if zone == HAND:
        return weights[IN_HAND] + weights[IN_HAND_EARLY] * time
    if zone == DECK_TOP:
        return weights[ON_TOP] + weights[ON_TOP_EARLY] * time
    if zone == _DECK_BOTTOM:
        return weights[BELOW] * time
    if zone == DISCARD:
        return weights[IN_DISCARD] * time
    return 0.0


@compiled
def target_zone(target, own):
    """The zone in which a step's target puts a card that is the seat's own or the rival's."""
    if target == TO_HAND:
        return HAND
    if target == TO_DISCARD:
        return DISCARD
    if target == TO_CLASH:
        return CLASH
    if target == TO_DECK_TOP:
        return DECK_TOP
    if target == TO_DECK_BOTTOM:
        return _DECK_BOTTOM
    if target == TO_OWNER_HAND:
        return HAND if own else RIVAL_HAND
    if target == TO_OWNER_DISCARD:
        return DISCARD if own else RIVAL_DISCARD
    return _GONE


@compiled
def card_gain(sheet, state, step, first, card):
    """What it gains to answer a step with a card; ``first`` is the card chosen before in an exchange, or -1."""
    start = step.source
    if step.what == EXCHANGE:
        end = step.target
        if first >= 0:
            start, end = end, start
    else:
        own = start < RIVAL_CLASH
        if start == ANY_CLASH:
            own = has(state.clash[state.player], card)
            start = CLASH if own else RIVAL_CLASH
        end = target_zone(step.target, own)
    return sheet[end, card] - sheet[start, card]


@compiled
def top_gain(weights, sheet, state, step, card):
    """What a step gains that names its card itself: this card, or the top of a deck."""
    player, start = state.player, step.source
    end = target_zone(step.target, True)
    if start == THIS:
        return sheet[end, card] - sheet[DISCARD, card]
    pile = np.int64(player) if start == DECK_TOP else HANGAR_DECK
    size = state.sizes[pile]
    if size == 0:
        return 0.0
    top = state.piles[pile, size - 1]
    if has(state.located[player], top):
        return sheet[end, top] - sheet[start, top]
    notes = sheet[_NOTES]
    if end == CLASH:
        after = notes[_PLAYED]
    elif end == _GONE:
        after = 0.0
    else:
        after = notes[_KEPT] + place_worth(weights, notes, end)
    if start == DECK_TOP:
        return after - notes[_KEPT]
    return weights[FRESH] * after


@compiled
def allowed_cards(setup, state, step, source, card):
    """The cards that a step could be answered with if ``card`` were discarded for it."""
    cards = zone_cards(state, source)
    if step.max_power > 0:
        cards &= ~setup.of_power[3] if step.max_power == 2 else setup.of_power[1]
    if card >= 0 and (source == HAND or step.flags & OTHER):
        cards &= ~bit(card)
    return cards


@compiled
def best_gain(sheet, state, step, first, cards):
    """The highest gain by one of the cards, and that card; -1 if there is none."""
    best, chosen = _NEVER, -1
    for card in range(CARDS):
        if has(cards, card):
            gain = card_gain(sheet, state, step, first, card)
            if gain > best:
                best, chosen = gain, card
    return best, chosen


@compiled
def move_gain(sheet, state, step, cards):
    """The gain by a step that moves up to ``step.count`` chosen cards."""
    total = 0.0
    for _ in range(step.count):
        gain, card = best_gain(sheet, state, step, -1, cards)
        if card < 0 or (gain <= 0.0 and step.flags & MAY):
            break
        total += gain
        cards &= ~bit(card)
    return total


@compiled
def chosen_gain(weights, sheet, setup, state, step, card):
    """The gain by a step that somebody answers with cards."""
    cards = allowed_cards(setup, state, step, step.source, card)
    if step.what == EXCHANGE:
        others = allowed_cards(setup, state, step, step.target, card)
        if cards == _NONE or others == _NONE:
            return 0.0
        away, _ = best_gain(sheet, state, step, -1, cards)
        back, _ = best_gain(sheet, state, step, 0, others)
        return away + back
    if step.source == RIVAL_HAND:
        return 0.5 * weights[RIVAL_LOSS]
    best = _NEVER
    for color in range(len(COLORS) if step.flags & ONE_COLOR else 1):
        group = cards & setup.of_color[color] if step.flags & ONE_COLOR else cards
        best = max(best, move_gain(sheet, state, step, group))
    return best


@compiled
def step_gain(weights, sheet, setup, state, step, card):
    """The gain by a step that moves or exchanges cards."""
    if step.what == EXCHANGE or step.source < THIS:
        gain = chosen_gain(weights, sheet, setup, state, step, card)
    else:
        gain = step.count * top_gain(weights, sheet, state, step, card)
    return max(gain, 0.0) if step.flags & MAY else gain


@compiled
def moves_gain(weights, sheet, setup, state, program, card):
    """The gain by a program's steps that move or exchange cards; ``card`` is the one discarded for it."""
    total = 0.0
    for i in range(MAX_STEPS):
        step = setup.steps[program, i]
        if step.what == END:
            break
        if step.what == MOVE or step.what == EXCHANGE:
            total += step_gain(weights, sheet, setup, state, step, card)
    return total


@compiled
def program_gain(weights, sheet, setup, state, program, card):
    """The gain by a whole program, with the Overdrive it may use or the Task it may repeat."""
    total = moves_gain(weights, sheet, setup, state, program, card)
    for i in range(MAX_STEPS):
        what = setup.steps[program, i].what
        if what == END:
            break
        if what == OVERDRIVE:
            used = bit(card)
        elif what == REPEAT:
            used = state.discard[state.player] & ~bit(card) & ~setup.repeats
        else:
            continue
        total += max(0.0, best_program(weights, sheet, setup, state, what, used)[0])
    return total


@compiled
def best_program(weights, sheet, setup, state, what, cards):
    """The highest gain by the Task of one of the cards, or by the Overdrive of its colour, and that card."""
    best, chosen = _NEVER, -1
    for card in range(CARDS):
        if has(cards, card):
            program = OVERDRIVE_PROGRAM + setup.color[card] if what == OVERDRIVE else setup.task[card]
            gain = moves_gain(weights, sheet, setup, state, program, card)
            if gain > best:
                best, chosen = gain, card
    return best, chosen


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
    best, chosen = _NEVER, ACT_DECLINE
    for action in range(2 * CARDS):
        if mask[action] != 0:
            kind, card = action // CARDS, action % CARDS
            gain = gains[kind, card] + follow_up(state, gains, hand & ~bit(card), kind)
            if action >= ACT_TASK:
                gain += weights[TASK_FIRST] * sheet[_NOTES, _TIME]
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
    return kind == 3 and state.discard[state.player] & setup.of_color[setup.color[card]] != _NONE


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
    cards = _NONE
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
    best, chosen = _NEVER, -1
    for color in range(len(COLORS)):
        colored = cards & setup.of_color[color]
        if colored != _NONE:
            gain = move_gain(sheet, state, step, colored)
            if gain > best:
                best = gain
                _, chosen = best_gain(sheet, state, step, -1, colored)
    return best, chosen


@compiled
def least_worth(sheet, mask):
    """Choose, when the rival's step asks, the card that is worth least."""
    least, chosen = -_NEVER, ACT_DECLINE
    for card in range(CARDS):
        if mask[ACT_CHOOSE + card] != 0 and sheet[_ANYWHERE, card] < least:
            least, chosen = sheet[_ANYWHERE, card], ACT_CHOOSE + card
    return chosen


@compiled
def play_gain(weights, sheet, card):
    """The gain by playing a card from hand to the Clash at the end of the turn."""
    return sheet[CLASH, card] - sheet[_ANYWHERE, card] - weights[PLAY_BIAS] * sheet[_NOTES, _TIME]


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
