"""What cards of Cogs and Commissars are worth, in points of citizens, read off the steps of any card file.

A point of one's own is worth 1, a point that another seat loses a share of that, the more the nearer that seat is to
its Revolution. What a card changes is the sum of what its steps move; a Revolution's success, or being kept from it, is
worth more than all that together.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ....envs.cogs_and_commissars.rules.box import NO_TYPE, NUM_TYPES, POINTS, Core
from ....envs.cogs_and_commissars.rules.card_steps import CHOSEN, MAX_STEPS, CardStep, Do, Who
from ....envs.cogs_and_commissars.rules.playing import needed_points
from ....envs.cogs_and_commissars.rules.programs import concerns
from ....envs.cogs_and_commissars.rules.state import MAX_SEATS, NOBODY, Prepared, State, Target, Zone
from ....envs.cogs_and_commissars.rules.targets import has_citizen, is_target, may_choose_citizen
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Array, Float, Int
from ....envs.table.seats import clockwise
from ....envs.table.sets import has
from ..weights import Weights


class Weight(Weights):
    """What is weighed: a member is its place among the weights, and has the weight beside it.

    Set by hand, then by an evolution strategy on games of two and of four among themselves.
    """

    SPARE = 0.69  # an own point beyond what the Revolution needs
    SURPLUS = 0.14  # an own point beyond what makes it sure
    HARM = 1.24  # a point of another seat
    EVEN = 0.69  # the same far from its Revolution
    NEAR = 0.75  # the same near to it
    CARD = 1.05  # a card drawn
    LOST_CARD = 0.55  # a card discarded from a hand
    RETRIEVED = 1.20  # this and the next three: such steps before it is known what they find
    ACTION_WORTH = 1.17
    LOOKED = 0.20
    INTERCEPTED = 1.55
    STOPPER = 0.86  # keeping a card that can stop a Revolution
    STOPPER_LATE = 1.63  # more of that near the end
    CENSOR = 0.72  # keeping one that stops Propaganda alone
    FRESH = 1.30  # an unknown card in a hand's place
    DIGGING = 0.57  # more of that when the Revolution is still to be found
    SECOND = 0.29  # share of the worth of an Action that is left for each better one in hand
    DARE = 0.26  # least chance of success for a Revolution
    SURE_BONUS = 0.06  # more of that for each point beyond the need
    HELD_BACK = 1.64  # factor for copies of stoppers in other hands, which are kept there
    REACTION = 0.17  # what a response beyond its own worth must gain
    DOUBLED = 1.59  # keeping a card that doubles another one
    NEARLY = 0.41  # worth of holding the Revolution for each point that is missing, taken off
    DUE = 7.42  # worth of holding a Revolution that could be played
    AS_BLITZ = 1.35  # what an Action must gain to be played as a Blitz without need
    STAR = 0.54  # a point of a card's stars, in a draft
    DIGGING_SURELY = 2.41  # as DIGGING, with points that make the Revolution sure


WEIGHTS = Weight.array()


class Note(IntEnum):
    """Notes on the position for the seat that decides."""

    OF_POINT = 0  # worth of a point of each seat, from here on by seat: positive for the own one, negative for others
    NEED = MAX_SEATS  # points that the own Revolution needs
    SURE = MAX_SEATS + 1  # points that make it sure; 0 for none
    REBEL = MAX_SEATS + 2  # seat whose Revolution is being played and would succeed, or NOBODY
    REBEL_NEED = MAX_SEATS + 3  # points that it needs
    LATE = MAX_SEATS + 4  # how near anybody is to a Revolution, 0 to 1


NUMBER_OF_NOTES = Note.LATE + 1

VICTORY = 100.0
_USUAL_NEED = 15  # points, by the rulebook


@compiled
def judge(weights: Array, setup: Prepared, state: State, seat: Int, notes: Array) -> None:
    """Fill in the notes for a seat, but for the Revolution that is being played."""
    kind = revolution_of(setup, state, seat)
    notes[Note.REBEL], notes[Note.LATE] = NOBODY, 0.0
    need = need_of(setup, state, seat)
    sure = np.int64(setup.sure_at[kind]) if kind != NOBODY else np.int64(0)
    notes[Note.NEED], notes[Note.SURE] = need, sure
    scale = weights[Weight.HARM] / (np.float64(setup.seats) - 1.0)
    for other in range(setup.seats):
        share = np.float64(state.points[other]) / np.float64(need_of(setup, state, other))
        if other != seat:
            near = min(share, 1.4)
            notes[Note.OF_POINT + other] = -scale * (weights[Weight.EVEN] + weights[Weight.NEAR] * near * near)
        elif state.points[seat] < need:
            notes[Note.OF_POINT + seat] = 1.0
        else:
            notes[Note.OF_POINT + seat] = weights[Weight.SPARE if state.points[seat] < sure else Weight.SURPLUS]
        notes[Note.LATE] = max(notes[Note.LATE], min(1.0, share))


@compiled
def need_of(setup: Prepared, state: State, seat: Int) -> Int:
    """Return the points that a seat's Revolution needs, as many as is usual where it has none."""
    kind = revolution_of(setup, state, seat)
    return needed_points(setup, state, kind, seat) if kind != NOBODY else np.int64(_USUAL_NEED)


@compiled
def revolution_of(setup: Prepared, state: State, seat: Int) -> Int:
    """Return the kind of a seat's Revolution."""
    for kind in range(setup.kinds):
        if setup.core[kind] == Core.REVOLUTION and state.owned[seat, kind] > 0:
            return kind
    return NOBODY


@compiled(inline=True)
def share_of(notes: Array, viewer: Int, player: Int) -> Float:
    """Return what good for a player is to the viewer."""
    return 1.0 if player == viewer else notes[Note.OF_POINT + player]


@compiled
def stars_in(setup: Prepared, counts: Array) -> Float:
    """Return the mean points on the stars of some cards, given as counts by kind."""
    cards, total = np.int64(0), np.int64(0)
    for kind in range(setup.kinds):
        copies = np.int64(counts[kind])
        if copies > 0:
            cards += copies
            for citizen in range(NUM_TYPES):
                total += copies * np.int64(setup.stars[kind, citizen]) * POINTS[citizen]
    return np.float64(total) / np.float64(cards) if cards > 0 else 1.3


@compiled
def effect(
    weights: Array,
    setup: Prepared,
    state: State,
    notes: Array,
    viewer: Int,
    kind: Int,
    player: Int,
    target: Int,
    chosen: Int,
) -> Float:
    """Return what it is worth to the viewer that a player's card takes place, leaving its target card aside."""
    total, moved, shift = 0.0, True, np.int64(0)
    rebel = np.int64(notes[Note.REBEL])
    for number in range(MAX_STEPS):
        step = setup.steps[kind, number]
        what = step.what
        if what == Do.END:
            break
        if step.if_done and not moved:
            continue
        if what == Do.TAKE or what == Do.REMOVE:
            worth, change, moved = moving(setup, state, notes, kind, step, player, target, chosen, rebel)
            total += worth
            shift += change
        elif what == Do.GAIN or what == Do.PAY:
            points = own_points(state, step, player, chosen)
            moved = points != 0
            total += np.float64(points) * notes[Note.OF_POINT + player]
            shift += points if player == rebel else 0
        else:
            moved = True
            total += other_worth(weights, setup, state, notes, step, viewer, player, target)
    if rebel != NOBODY and shift != 0:
        total += turned(state, notes, viewer, rebel, shift)
    return total


@compiled
def turned(state: State, notes: Array, viewer: Int, rebel: Int, shift: Int) -> Float:
    """Return what it is worth that a change of points lets a Revolution that is being played fail, or succeed."""
    points, need = np.int64(state.points[rebel]), np.int64(notes[Note.REBEL_NEED])
    before, after = points >= need, points + shift >= need
    if before == after:
        return 0.0
    return VICTORY if after == (rebel == viewer) else -VICTORY


@compiled
def own_points(state: State, step: CardStep, player: Int, chosen: Int) -> Int:
    """Return the points that a step gains or pays."""
    citizen = chosen if step.citizen == CHOSEN else np.int64(step.citizen)
    if citizen == NO_TYPE:
        return np.int64(0)
    amount = np.int64(step.amount)
    if step.what == Do.GAIN:
        return min(amount, np.int64(state.gulag[citizen])) * POINTS[citizen]
    return -amount * POINTS[citizen] if state.citizens[player, citizen] >= amount else np.int64(0)


@compiled
def moving(
    setup: Prepared,
    state: State,
    notes: Array,
    kind: Int,
    step: CardStep,
    player: Int,
    target: Int,
    chosen: Int,
    rebel: Int,
) -> tuple[Float, Int, bool]:
    """Return what a step that moves others' citizens is worth, by how many points it moves the rebel, if it does."""
    citizen = chosen if step.citizen == CHOSEN else np.int64(step.citizen)
    total, shift, moved = 0.0, np.int64(0), False
    if citizen == NO_TYPE:
        return total, shift, moved
    for away in range(setup.seats):
        other = clockwise(setup.seats, player, away)
        about = concerns(state, step.who, player, target, other, state.points[player])
        if not about or not has_citizen(setup, state, kind, other, citizen):
            continue
        count = min(np.int64(step.amount), np.int64(state.citizens[other, citizen]))
        if step.beyond:
            count = min(count, np.int64(state.citizens[other, citizen]) - np.int64(state.citizens[player, citizen]))
        if count <= 0:
            continue
        moved = True
        points = count * POINTS[citizen]
        total -= np.float64(points) * notes[Note.OF_POINT + other]
        shift -= points if other == rebel else 0
        if step.what == Do.TAKE:
            total += np.float64(points) * notes[Note.OF_POINT + player]
            shift += points if player == rebel else 0
    return total, shift, moved


@compiled
def other_worth(
    weights: Array, setup: Prepared, state: State, notes: Array, step: CardStep, viewer: Int, player: Int, target: Int
) -> Float:
    """Return what a step is worth that moves no citizens about."""
    what, amount = step.what, np.float64(step.amount)
    if what == Do.DISCARD:
        return discard_worth(weights, setup, state, notes, step, viewer, player, target)
    if what == Do.WIN:
        return VICTORY if player == viewer else -VICTORY
    if what == Do.PRODUCE:
        source = player if step.who == Who.SELF else target
        return amount * produced(setup, state, viewer, source) * notes[Note.OF_POINT + player]
    share = share_of(notes, viewer, player)
    if what == Do.DRAW:
        return share * amount * weights[Weight.CARD]
    if what == Do.RETRIEVE:
        return share * amount * weights[Weight.RETRIEVED]
    if what == Do.ACTIONS:
        return share * amount * weights[Weight.ACTION_WORTH]
    if what == Do.LOOK:
        return share * weights[Weight.LOOKED]
    if what == Do.INTERCEPT:
        held = 0.0 if target == NOBODY else np.float64(state.amounts[target, Zone.HAND])
        return share * weights[Weight.INTERCEPTED] * min(1.0, held / 6.0)
    return 0.0


@compiled
def produced(setup: Prepared, state: State, viewer: Int, source: Int) -> Float:
    """Return the points to be expected from turning over a card."""
    if source == viewer:
        return stars_in(setup, state.zones[source, Zone.DECK if state.sizes[source] > 0 else Zone.DISCARD])
    return 1.3


@compiled
def discard_worth(
    weights: Array, setup: Prepared, state: State, notes: Array, step: CardStep, viewer: Int, player: Int, target: Int
) -> Float:
    """Return what it is worth that some players discard cards."""
    total = 0.0
    for other in range(setup.seats):
        if concerns(state, step.who, player, target, other, state.points[player]):
            cards = min(np.float64(step.amount), np.float64(state.amounts[other, Zone.HAND]))
            total -= cards * weights[Weight.LOST_CARD] * share_of(notes, viewer, other)
    return total


@compiled
def best_aim(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int, kind: Int) -> Float:
    """Return what a seat's card is worth with the best of its targets; 0 when there is none."""
    typed = np.int64(setup.choices[kind])
    whom = needs_seat(setup, kind)
    best, found = 0.0, False
    for away in range(1 if whom else 0, setup.seats if whom else 1):
        other = clockwise(setup.seats, seat, away)
        for citizen in range(3 if typed != 0 else 1):
            if typed != 0 and not has(typed, citizen):
                continue
            if not may_aim(setup, state, seat, kind, other, citizen, whom):
                continue
            chosen = citizen if typed != 0 else NO_TYPE
            worth = effect(weights, setup, state, notes, seat, kind, seat, other if whom else NOBODY, chosen)
            if not found or worth > best:
                best, found = worth, True
    return best


@compiled(inline=True)
def needs_seat(setup: Prepared, kind: Int) -> bool:
    """Whether a card is aimed at a player or a player's citizen."""
    return setup.target[kind] == Target.PLAYER or setup.target[kind] == Target.CITIZEN


@compiled
def may_aim(setup: Prepared, state: State, seat: Int, kind: Int, other: Int, citizen: Int, whom: bool) -> bool:
    """Whether a card may be aimed so."""
    if not whom:
        return True
    if setup.choices[kind] != 0:
        return may_choose_citizen(setup, state, kind, seat, other, citizen)
    return is_target(setup, state, kind, seat, other)
