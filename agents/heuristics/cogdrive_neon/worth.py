"""What cards are worth in CogDrive Neon, and what a step or a program of steps gains by that.

A card in the reserve is worth its Power as far as its colour is going to be the one that scores, and early in the game
something for what it can still do. A card at the Clash is worth its point and a share of the five points for the higher
Power, the larger the closer the Clash is. Every step of a program moves cards between zones, so a program is worth the
sum of what its steps gain at best. Only cards that the seat has seen are counted; unseen ones count as average.
"""

from __future__ import annotations

import math

import numpy as np

from ....envs.cogdrive_neon.rules.scoring import reserve_cards, total_power
from ....envs.cogdrive_neon.rules.state import (
    CARDS,
    MAX_STEPS,
    NUM_COLORS,
    OVERDRIVE_PROGRAM,
    Do,
    Flag,
    Pile,
    Prepared,
    State,
    Step,
    Target,
    Zone,
)
from ....envs.cogdrive_neon.rules.tasks import is_chosen, zone_cards
from ....envs.table import sets
from ....envs.table.compilation.compile import compiled
from ....envs.table.piles import bit, count, has
from ....envs.table.records import Array, Float, Int

# Weights: numbers, and what they weigh.
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
WEIGHTS = np.array(
    [
        2.33,  # FOCUS
        5.26,  # FOCUS_EARLY
        0.50,  # MARKET
        0.15,  # SPARE
        0.19,  # SPARE_POWER
        3.83,  # CONTEST
        6.00,  # CLOSE
        5.83,  # CLOSE_EARLY
        -0.14,  # IN_HAND
        0.13,  # ON_TOP
        -0.25,  # BELOW
        0.23,  # IN_DISCARD
        1.23,  # DENY
        0.05,  # RIVAL_LOSS
        2.60,  # FRESH
        0.78,  # AHEAD
        0.96,  # DRAW_EACH
        0.29,  # DRAW_DECK
        0.11,  # DRAW_DISCARD
        -0.03,  # DRAW_BIAS
        0.04,  # TASK_FIRST
        -0.08,  # OVERDRIVE_BIAS, yellow
        0.41,  # OVERDRIVE_BIAS, gray
        0.27,  # OVERDRIVE_BIAS, pink
        0.87,  # OVERDRIVE_BIAS, blue
        0.16,  # PLAY_BIAS
        1.06,  # OVERDRIVE_SHARE
        5.39,  # LAST_TURNS
        0.82,  # IN_HAND_EARLY
        0.42,  # ON_TOP_EARLY
    ]
)
"""Found by an evolution strategy: 70 generations of 12,800 games against earlier generations."""

# A sheet has a row for each zone, what every card would be worth there: the zones that steps name as sources, these,
# and a row of notes on the position.
DECK_BOTTOM, GONE, ANYWHERE, NOTES, ROWS = range(Zone.HANGAR_TOP + 1, Zone.HANGAR_TOP + 6)
NOTE_MINE, NOTE_RIVALS, NOTE_TIME, NOTE_CONTEST, NOTE_KEPT, NOTE_PLAYED = 0, 4, 8, 9, 10, 11

NO_CARDS = np.uint64(0)
NEVER = -1e9


@compiled
def judge(weights: Array, setup: Prepared, state: State, seat: Int, notes: Array) -> None:
    """Note how much each colour counts for either side, the time left (1 to 0) and the worth of Power at the Clash."""
    rival = 1 - seat
    time = time_left(weights, state)
    mine = reserve_cards(state, seat) & state.seen[seat]
    theirs = reserve_cards(state, rival) & state.seen[seat]
    weigh_colors(weights, setup, state, mine, time, notes[NOTE_MINE:])
    weigh_colors(weights, setup, state, theirs, time, notes[NOTE_RIVALS:])
    lead = total_power(setup, state.clash[seat]) - total_power(setup, state.clash[rival]) - weights[AHEAD] * time
    width = weights[CLOSE] + weights[CLOSE_EARLY] * time
    kept, power = 0.0, 0
    for color in range(NUM_COLORS):
        colored = total_power(setup, mine & setup.of_color[color])
        kept += colored * notes[NOTE_MINE + color]
        power += colored
    cards = max(1, count(mine))
    notes[NOTE_TIME] = time
    notes[NOTE_CONTEST] = weights[CONTEST] * math.exp(-abs(lead) / width)
    notes[NOTE_KEPT] = kept / cards + (weights[SPARE] + weights[SPARE_POWER] * power / cards) * time
    notes[NOTE_PLAYED] = 1.0 + notes[NOTE_CONTEST] * power / cards


@compiled
def time_left(weights: Array, state: State) -> Float:
    """From 1 at the beginning down to 0 in the seat's last turn."""
    if state.wreckage != 0:
        return 0.0
    return (state.above + weights[LAST_TURNS]) / (31.0 + weights[LAST_TURNS])


@compiled
def weigh_colors(weights: Array, setup: Prepared, state: State, cards: Int, time: Int, out: Array) -> None:
    """Write for each colour how likely it is to be the one that scores, 1 for the strongest."""
    best = 0.0
    for color in range(NUM_COLORS):
        strength = total_power(setup, cards & setup.of_color[color])
        strength += weights[MARKET] * time * total_power(setup, state.hangar & setup.of_color[color])
        out[color] = strength
        best = max(best, strength)
    width = weights[FOCUS] + weights[FOCUS_EARLY] * time
    for color in range(NUM_COLORS):
        out[color] = math.exp((out[color] - best) / width)


@compiled
def fill_sheet(weights: Array, setup: Prepared, sheet: Array) -> None:
    """Write what every card would be worth to the seat in every zone."""
    notes = sheet[NOTES]
    time = notes[NOTE_TIME]
    in_hand, on_top = place_worth(weights, notes, Zone.HAND), place_worth(weights, notes, Zone.DECK_TOP)
    below, in_discard = place_worth(weights, notes, DECK_BOTTOM), place_worth(weights, notes, Zone.DISCARD)
    for card in range(CARDS):
        power, color = setup.power[card], setup.color[card]
        spare = (weights[SPARE] + weights[SPARE_POWER] * power) * time
        kept = power * notes[NOTE_MINE + color] + spare
        rivals = power * notes[NOTE_RIVALS + color] + spare
        played = 1.0 + power * notes[NOTE_CONTEST]
        sheet[ANYWHERE, card] = kept
        sheet[Zone.HAND, card] = kept + in_hand
        sheet[Zone.DECK_TOP, card] = kept + on_top
        sheet[DECK_BOTTOM, card] = kept + below
        sheet[Zone.DISCARD, card] = kept + in_discard
        sheet[Zone.CLASH, card] = played
        sheet[Zone.RIVAL_CLASH, card] = -played
        sheet[Zone.RIVAL_HAND, card] = -weights[RIVAL_LOSS] * rivals
        sheet[Zone.RIVAL_DISCARD, card] = -weights[RIVAL_LOSS] * rivals
        sheet[Zone.HANGAR, card] = -weights[DENY] * rivals if power > 1 else 0.0
        sheet[Zone.HANGAR_TOP, card] = 0.0
        sheet[GONE, card] = 0.0


@compiled
def place_worth(weights: Array, notes: Array, zone: Int) -> Float:
    """What it is worth, except in the last turn, that a card of one's own lies where it does."""
    time = notes[NOTE_TIME]
    if time == 0.0:
        return 0.0
    if zone == Zone.HAND:
        return weights[IN_HAND] + weights[IN_HAND_EARLY] * time
    if zone == Zone.DECK_TOP:
        return weights[ON_TOP] + weights[ON_TOP_EARLY] * time
    if zone == DECK_BOTTOM:
        return weights[BELOW] * time
    if zone == Zone.DISCARD:
        return weights[IN_DISCARD] * time
    return 0.0


@compiled
def target_zone(target: Int, own: Int) -> Int:
    """The zone in which a step's target puts a card that is the seat's own or the rival's."""
    if target == Target.HAND:
        return Zone.HAND
    if target == Target.DISCARD:
        return Zone.DISCARD
    if target == Target.CLASH:
        return Zone.CLASH
    if target == Target.DECK_TOP:
        return Zone.DECK_TOP
    if target == Target.DECK_BOTTOM:
        return DECK_BOTTOM
    if target == Target.OWNER_HAND:
        return Zone.HAND if own else Zone.RIVAL_HAND
    if target == Target.OWNER_DISCARD:
        return Zone.DISCARD if own else Zone.RIVAL_DISCARD
    return GONE


@compiled
def card_gain(sheet: Array, state: State, step: Step, first: Int, card: Int) -> Float:
    """What it gains to answer a step with a card; ``first`` is the card chosen before in an exchange, or -1."""
    start = step.source
    if step.what == Do.EXCHANGE:
        end = step.target
        if first >= 0:
            start, end = end, start
    else:
        own = start < Zone.RIVAL_CLASH
        if start == Zone.ANY_CLASH:
            own = has(state.clash[state.player], card)
            start = Zone.CLASH if own else Zone.RIVAL_CLASH
        end = target_zone(step.target, own)
    return sheet[end, card] - sheet[start, card]


@compiled
def top_gain(weights: Array, sheet: Array, state: State, step: Step, card: Int) -> Float:
    """What a step gains that names its card itself: this card, or the top of a deck."""
    player, start = state.player, step.source
    end = target_zone(step.target, True)
    if start == Zone.THIS:
        return sheet[end, card] - sheet[Zone.DISCARD, card]
    pile = np.int64(player) if start == Zone.DECK_TOP else Pile.HANGAR
    size = state.sizes[pile]
    if size == 0:
        return 0.0
    top = state.piles[pile, size - 1]
    if has(state.located[player], top):
        return sheet[end, top] - sheet[start, top]
    notes = sheet[NOTES]
    if end == Zone.CLASH:
        after = notes[NOTE_PLAYED]
    elif end == GONE:
        after = 0.0
    else:
        after = notes[NOTE_KEPT] + place_worth(weights, notes, end)
    if start == Zone.DECK_TOP:
        return after - notes[NOTE_KEPT]
    return weights[FRESH] * after


@compiled
def allowed_cards(setup: Prepared, state: State, step: Step, source: Int, card: Int) -> Int:
    """The cards that a step could be answered with if ``card`` were discarded for it."""
    cards = zone_cards(state, source)
    if step.max_power > 0:
        cards &= ~setup.of_power[3] if step.max_power == 2 else setup.of_power[1]
    if card >= 0 and (source == Zone.HAND or sets.has(step.flags, Flag.OTHER)):
        cards &= ~bit(card)
    return cards


@compiled
def best_gain(sheet: Array, state: State, step: Int, first: Int, cards: Int) -> tuple[Float, Int]:
    """The highest gain by one of the cards, and that card; -1 if there is none."""
    best, chosen = NEVER, -1
    for card in range(CARDS):
        if has(cards, card):
            gain = card_gain(sheet, state, step, first, card)
            if gain > best:
                best, chosen = gain, card
    return best, chosen


@compiled
def move_gain(sheet: Array, state: State, step: Step, cards: Int) -> Float:
    """The gain by a step that moves up to ``step.count`` chosen cards."""
    total = 0.0
    for _ in range(step.count):
        gain, card = best_gain(sheet, state, step, -1, cards)
        if card < 0 or (gain <= 0.0 and sets.has(step.flags, Flag.MAY)):
            break
        total += gain
        cards &= ~bit(card)
    return total


@compiled
def chosen_gain(weights: Array, sheet: Array, setup: Prepared, state: State, step: Step, card: Int) -> Float:
    """The gain by a step that somebody answers with cards."""
    cards = allowed_cards(setup, state, step, step.source, card)
    if step.what == Do.EXCHANGE:
        others = allowed_cards(setup, state, step, step.target, card)
        if cards == NO_CARDS or others == NO_CARDS:
            return 0.0
        away, _ = best_gain(sheet, state, step, -1, cards)
        back, _ = best_gain(sheet, state, step, 0, others)
        return away + back
    if step.source == Zone.RIVAL_HAND:
        return 0.5 * weights[RIVAL_LOSS]
    best = NEVER
    for color in range(NUM_COLORS if sets.has(step.flags, Flag.ONE_COLOR) else 1):
        group = cards & setup.of_color[color] if sets.has(step.flags, Flag.ONE_COLOR) else cards
        best = max(best, move_gain(sheet, state, step, group))
    return best


@compiled
def step_gain(weights: Array, sheet: Array, setup: Prepared, state: State, step: Step, card: Int) -> Float:
    """The gain by a step that moves or exchanges cards."""
    if step.what == Do.EXCHANGE or is_chosen(step):
        gain = chosen_gain(weights, sheet, setup, state, step, card)
    else:
        gain = step.count * top_gain(weights, sheet, state, step, card)
    return max(gain, 0.0) if sets.has(step.flags, Flag.MAY) else gain


@compiled
def moves_gain(weights: Array, sheet: Array, setup: Prepared, state: State, program: Int, card: Int) -> Float:
    """The gain by a program's steps that move or exchange cards; ``card`` is the one discarded for it."""
    total = 0.0
    for i in range(MAX_STEPS):
        step = setup.steps[program, i]
        if step.what == Do.END:
            break
        if step.what == Do.MOVE or step.what == Do.EXCHANGE:
            total += step_gain(weights, sheet, setup, state, step, card)
    return total


@compiled
def program_gain(weights: Array, sheet: Array, setup: Prepared, state: State, program: Int, card: Int) -> Float:
    """The gain by a whole program, with the Overdrive it may use or the Task it may repeat."""
    total = moves_gain(weights, sheet, setup, state, program, card)
    for i in range(MAX_STEPS):
        what = setup.steps[program, i].what
        if what == Do.END:
            break
        if what == Do.OVERDRIVE:
            used = bit(card)
        elif what == Do.REPEAT:
            used = state.discard[state.player] & ~bit(card) & ~setup.repeats
        else:
            continue
        total += max(0.0, best_program(weights, sheet, setup, state, what, used)[0])
    return total


@compiled
def best_program(
    weights: Array, sheet: Array, setup: Prepared, state: State, what: Int, cards: Int
) -> tuple[Float, Int]:
    """The highest gain by the Task of one of the cards, or by the Overdrive of its colour, and that card."""
    best, chosen = NEVER, -1
    for card in range(CARDS):
        if has(cards, card):
            program = OVERDRIVE_PROGRAM + setup.color[card] if what == Do.OVERDRIVE else setup.task[card]
            gain = moves_gain(weights, sheet, setup, state, program, card)
            if gain > best:
                best, chosen = gain, card
    return best, chosen
