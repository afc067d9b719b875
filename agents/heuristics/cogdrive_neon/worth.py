"""What cards are worth in CogDrive Neon, and what a step or a program of steps gains by that.

A card in the reserve is worth its Power as far as its colour is going to be the one that scores, and early in the game
something for what it can still do. A card at the Clash is worth its point and a share of the five points for the higher
Power, the larger the closer the Clash is. Every step of a program moves cards between zones, so a program is worth the
sum of what its steps gain at best. Only cards that the seat has seen are counted; unseen ones count as average.
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from ....envs.cogdrive_neon.rules import state as rules
from ....envs.cogdrive_neon.rules.scoring import reserve_cards, total_power
from ....envs.cogdrive_neon.rules.state import Do, Flag, Pile, Prepared, State, Step, Target, Zone
from ....envs.cogdrive_neon.rules.tasks import is_chosen, zone_cards
from ....envs.table import sets
from ....envs.table.compilation.compile import compiled
from ....envs.table.piles import bit, count, has
from ....envs.table.records import Array, Float, Int
from ..weights import Weights


class Weight(Weights):
    """What is weighed. Found by an evolution strategy: 70 generations of 12,800 games against earlier generations."""

    FOCUS = 2.33  # how far behind a colour may be and still count, at the end
    FOCUS_EARLY = 5.26  # and early
    MARKET = 0.50  # how much a colour's Power in the Hangar speaks for it
    SPARE = 0.15  # early worth of any card
    SPARE_POWER = 0.19  # and of each Power
    CONTEST = 3.83  # worth of a Power at the Clash
    CLOSE = 6.00  # how far from a tie it lasts
    CLOSE_EARLY = 5.83  # and early
    IN_HAND = -0.14  # early worth of a place over the middle of the deck
    ON_TOP = 0.13
    BELOW = -0.25
    IN_DISCARD = 0.23
    DENY = 1.23  # share of what a Hangar card is worth to the rival
    RIVAL_LOSS = 0.05  # share of what a card of the rival's is worth to it
    FRESH = 2.60  # worth of an unknown card from the Hangar deck
    AHEAD = 0.78  # by how much one's own Clash should be ahead
    DRAW_EACH = 0.96  # shuffling or not
    DRAW_DECK = 0.29
    DRAW_DISCARD = 0.11
    DRAW_BIAS = -0.03
    TASK_FIRST = 0.04
    OVERDRIVE_YELLOW = -0.08  # one for each colour: what an Overdrive must gain to be used before the Action
    OVERDRIVE_GRAY = 0.41
    OVERDRIVE_PINK = 0.27
    OVERDRIVE_BLUE = 0.87
    PLAY_BIAS = 0.16  # what a card must gain to be played at the end of the turn, early
    OVERDRIVE_SHARE = 1.06  # share of an Overdrive's gain that counts when a card is chosen
    LAST_TURNS = 5.39  # cards of the Hangar deck that the time after its end is worth
    IN_HAND_EARLY = 0.82
    ON_TOP_EARLY = 0.42


WEIGHTS = Weight.array()

# A sheet has a row for each zone, what every card would be worth there: the zones that steps name as sources, these,
# and a row of notes on the position.
DECK_BOTTOM, GONE, ANYWHERE, NOTES, ROWS = range(Zone.HANGAR_TOP + 1, Zone.HANGAR_TOP + 6)


class Note(IntEnum):
    """The notes on the position."""

    MINE = 0  # how much each colour counts
    RIVALS = 4  # and for the rival
    TIME = 8  # left, from 1 to 0
    CONTEST = 9  # worth of a Power at the Clash
    KEPT = 10  # worth of an average card in the reserve
    PLAYED = 11  # and at the Clash


NO_CARDS = np.uint64(0)
NEVER = -1e9


@compiled
def judge(weights: Array, setup: Prepared, state: State, seat: Int, notes: Array) -> None:
    """Note how much each colour counts for either side, the time left (1 to 0) and the worth of Power at the Clash."""
    rival = 1 - seat
    time = time_left(weights, state)
    mine = reserve_cards(state, seat) & state.seen[seat]
    theirs = reserve_cards(state, rival) & state.seen[seat]
    weigh_colors(weights, setup, state, mine, time, notes, Note.MINE)
    weigh_colors(weights, setup, state, theirs, time, notes, Note.RIVALS)
    lead = total_power(setup, state.clash[seat]) - total_power(setup, state.clash[rival]) - weights[Weight.AHEAD] * time
    width = weights[Weight.CLOSE] + weights[Weight.CLOSE_EARLY] * time
    kept, power = 0.0, 0
    for color in range(rules.NUM_COLORS):
        colored = total_power(setup, mine & setup.of_color[color])
        kept += colored * notes[Note.MINE + color]
        power += colored
    cards = max(1, count(mine))
    notes[Note.TIME] = time
    notes[Note.CONTEST] = weights[Weight.CONTEST] * math.exp(-abs(lead) / width)
    notes[Note.KEPT] = kept / cards + (weights[Weight.SPARE] + weights[Weight.SPARE_POWER] * power / cards) * time
    notes[Note.PLAYED] = 1.0 + notes[Note.CONTEST] * power / cards


@compiled
def time_left(weights: Array, state: State) -> Float:
    """From 1 at the beginning down to 0 in the seat's last turn."""
    if state.wreckage != 0:
        return 0.0
    return (state.above + weights[Weight.LAST_TURNS]) / (31.0 + weights[Weight.LAST_TURNS])


@compiled
def weigh_colors(weights: Array, setup: Prepared, state: State, cards: Int, time: Float, notes: Array, at: Int) -> None:
    """Note for each colour, from ``at`` on, how likely it is to be the one that scores, 1 for the strongest."""
    best = 0.0
    for color in range(rules.NUM_COLORS):
        strength = total_power(setup, cards & setup.of_color[color])
        strength += weights[Weight.MARKET] * time * total_power(setup, state.hangar & setup.of_color[color])
        notes[at + color] = strength
        best = max(best, strength)
    width = weights[Weight.FOCUS] + weights[Weight.FOCUS_EARLY] * time
    for color in range(rules.NUM_COLORS):
        notes[at + color] = math.exp((notes[at + color] - best) / width)


@compiled
def fill_sheet(weights: Array, setup: Prepared, sheet: Array) -> None:
    """Write what every card would be worth to the seat in every zone."""
    notes = sheet[NOTES]
    time = notes[Note.TIME]
    in_hand, on_top = place_worth(weights, notes, Zone.HAND), place_worth(weights, notes, Zone.DECK_TOP)
    below, in_discard = place_worth(weights, notes, DECK_BOTTOM), place_worth(weights, notes, Zone.DISCARD)
    for card in range(rules.CARDS):
        power, color = setup.power[card], setup.color[card]
        spare = (weights[Weight.SPARE] + weights[Weight.SPARE_POWER] * power) * time
        kept = power * notes[Note.MINE + color] + spare
        rivals = power * notes[Note.RIVALS + color] + spare
        played = 1.0 + power * notes[Note.CONTEST]
        sheet[ANYWHERE, card] = kept
        sheet[Zone.HAND, card] = kept + in_hand
        sheet[Zone.DECK_TOP, card] = kept + on_top
        sheet[DECK_BOTTOM, card] = kept + below
        sheet[Zone.DISCARD, card] = kept + in_discard
        sheet[Zone.CLASH, card] = played
        sheet[Zone.RIVAL_CLASH, card] = -played
        sheet[Zone.RIVAL_HAND, card] = -weights[Weight.RIVAL_LOSS] * rivals
        sheet[Zone.RIVAL_DISCARD, card] = -weights[Weight.RIVAL_LOSS] * rivals
        sheet[Zone.HANGAR, card] = -weights[Weight.DENY] * rivals if power > 1 else 0.0
        sheet[Zone.HANGAR_TOP, card] = 0.0
        sheet[GONE, card] = 0.0


@compiled
def place_worth(weights: Array, notes: Array, zone: Int) -> Float:
    """What it is worth, except in the last turn, that a card of one's own lies where it does."""
    time = notes[Note.TIME]
    if time == 0.0:
        return 0.0
    if zone == Zone.HAND:
        return weights[Weight.IN_HAND] + weights[Weight.IN_HAND_EARLY] * time
    if zone == Zone.DECK_TOP:
        return weights[Weight.ON_TOP] + weights[Weight.ON_TOP_EARLY] * time
    if zone == DECK_BOTTOM:
        return weights[Weight.BELOW] * time
    if zone == Zone.DISCARD:
        return weights[Weight.IN_DISCARD] * time
    return 0.0


_OWN_ROWS = {
    Target.HAND: Zone.HAND,
    Target.DISCARD: Zone.DISCARD,
    Target.CLASH: Zone.CLASH,
    Target.DECK_TOP: Zone.DECK_TOP,
    Target.DECK_BOTTOM: DECK_BOTTOM,
    Target.WRECK: GONE,
    Target.OWNER_HAND: Zone.HAND,
    Target.OWNER_DISCARD: Zone.DISCARD,
}
_RIVAL_ROWS = _OWN_ROWS | {Target.OWNER_HAND: Zone.RIVAL_HAND, Target.OWNER_DISCARD: Zone.RIVAL_DISCARD}
_ROWS_OF = np.array([[rows[target] for target in Target] for rows in (_RIVAL_ROWS, _OWN_ROWS)])


@compiled
def target_zone(target: Int, own: bool) -> Int:
    """The row of the zone in which a step's target puts a card that is the seat's own or the rival's."""
    return _ROWS_OF[1 if own else 0, target]


@compiled
def card_gain(sheet: Array, state: State, step: Step, first: Int, card: Int) -> Float:
    """What it gains to answer a step with a card; ``first`` is the card chosen before in an exchange, or -1."""
    start = np.int64(step.source)
    if step.what == Do.EXCHANGE:
        end = np.int64(step.target)
        if first >= 0:
            start, end = end, start
    else:
        own = start != Zone.RIVAL_CLASH and start != Zone.RIVAL_HAND and start != Zone.RIVAL_DISCARD
        if start == Zone.ANY_CLASH:
            own = has(state.clash[state.player], card)
            start = np.int64(Zone.CLASH if own else Zone.RIVAL_CLASH)
        end = target_zone(step.target, own)
    return sheet[end, card] - sheet[start, card]


@compiled
def top_gain(weights: Array, sheet: Array, state: State, step: Step, card: Int) -> Float:
    """What a step gains that names its card itself: this card, or the top of a deck."""
    player, start = state.player, step.source
    end = target_zone(step.target, True)
    if start == Zone.THIS:
        return sheet[end, card] - sheet[Zone.DISCARD, card]
    pile = np.int64(player) if start == Zone.DECK_TOP else np.int64(Pile.HANGAR)
    size = state.sizes[pile]
    if size == 0:
        return 0.0
    top = state.piles[pile, size - 1]
    if has(state.located[player], top):
        return sheet[end, top] - sheet[start, top]
    notes = sheet[NOTES]
    if end == Zone.CLASH:
        after = notes[Note.PLAYED]
    elif end == GONE:
        after = 0.0
    else:
        after = notes[Note.KEPT] + place_worth(weights, notes, end)
    if start == Zone.DECK_TOP:
        return after - notes[Note.KEPT]
    return weights[Weight.FRESH] * after


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
def best_gain(sheet: Array, state: State, step: Step, first: Int, cards: Int) -> tuple[Float, Int]:
    """The highest gain by one of the cards, and that card; -1 if there is none."""
    best, chosen = NEVER, -1
    for card in range(rules.CARDS):
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
        return 0.5 * weights[Weight.RIVAL_LOSS]
    best = NEVER
    for color in range(rules.NUM_COLORS if sets.has(step.flags, Flag.ONE_COLOR) else 1):
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
    for i in range(rules.MAX_STEPS):
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
    for i in range(rules.MAX_STEPS):
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
    for card in range(rules.CARDS):
        if has(cards, card):
            program = rules.OVERDRIVE_PROGRAM + setup.color[card] if what == Do.OVERDRIVE else setup.task[card]
            gain = moves_gain(weights, sheet, setup, state, program, card)
            if gain > best:
                best, chosen = gain, card
    return best, chosen
