"""Rules of thumb for Brass Empire: play all, draws first; then units do, and cards are bought, what pays most."""

from __future__ import annotations

import numpy as np

from ....envs.brass_empire.rules.actions import Act, CardAct, first_of
from ....envs.brass_empire.rules.card_steps import MAX_STEPS, NO_PROGRAM, Effect, Flag, Need, Trigger
from ....envs.brass_empire.rules.seats import slots, teammate
from ....envs.brass_empire.rules.stack import asking_step
from ....envs.brass_empire.rules.state import NOBODY, STATE, Ask, CardType, Mode, Prepared, State, Zone
from ....envs.table.compilation.compile import compiled
from ....envs.table.questions import check_members, switch
from ....envs.table.records import Array, Float, Int
from ....envs.table.sets import has
from .. import supply
from . import combat, purchase
from .combat import best_dismissal, best_hit, best_option, best_recovery, choose_demolition, choose_unit, program_gain
from .purchase import MAX_OFFERS, OFFER_ROWS, best_acquisition, choose_purchase
from .worth import NEVER, NUM_NOTES, WEIGHTS, judge, now_worth

# When a card is played or an ability used: the higher the earlier
FIRST, EARLY, USUAL, LATE, LAST = 5, 4, 3, 2, 1


@compiled
def order(setup: Prepared, program: Int) -> Int:
    """When a program should be carried out within a turn, by its steps; in the usual place where there is none."""
    when = USUAL
    if program == NO_PROGRAM:
        return when
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.END:
            break
        if step.condition != Need.ALWAYS:
            when = min(when, LATE)
        elif step.what == Effect.RECOVER:
            return LAST
        elif step.what == Effect.DRAW:
            return FIRST
        elif step.what == Effect.DISMISS:
            when = EARLY
        elif step.what == Effect.ACQUIRE or step.what == Effect.CHOOSE:
            when = min(when, LATE)
    return when


@compiled
def choose_play(setup: Prepared, state: State, mask: Array, seat: Int) -> Int:
    """Return the card or the ability of a building to be used next, ``NOBODY`` when all but the last are done."""
    best, chosen = LAST, NOBODY
    if state.amounts[seat, Zone.HAND] > 0:
        start = first_of(setup, CardAct.HAND)
        for kind in range(setup.kinds):
            if mask[start + kind] != 0:
                when = (
                    order(setup, setup.program[kind, Trigger.PLAY]) if setup.type[kind] != CardType.BUILDING else USUAL
                )
                if setup.type[kind] != CardType.EMPLOYEE:
                    when = max(when, USUAL)
                if when > best:
                    best, chosen = when, start + kind
    for slot in range(slots(state, seat)):
        kind = state.things[seat, slot].kind
        if mask[Act.ABILITY + slot] != 0 and setup.type[kind] == CardType.BUILDING:
            when = order(setup, setup.program[kind, Trigger.ABILITY])
            if when > best and is_harmless(setup, setup.program[kind, Trigger.ABILITY]):
                best, chosen = when, Act.ABILITY + slot
    return chosen


@compiled
def is_harmless(setup: Prepared, program: Int) -> bool:
    """Whether a program can be carried out without looking what it would do."""
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.END:
            break
        if step.what == Effect.DISMISS and not has(step.bits, Flag.MAY):
            return False
    return True


@compiled
def choose_in_turn(
    weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int, offers: Array
) -> Int:
    """Choose in the own turn when hand and buildings have given what they give."""
    action = choose_ability(weights, setup, state, mask, notes, seat, LATE)
    if action == NOBODY:
        action = choose_demolition(weights, setup, state, mask, notes, seat, 0.3)
    if action == NOBODY and (setup.mode == Mode.SOLITAIRE or setup.strict):  # units may end the game, or the buying
        action = choose_purchase(weights, setup, state, mask, notes, seat, offers)
    if action == NOBODY and setup.strict:
        action = choose_last(weights, setup, state, mask, notes, seat)
    if action == NOBODY:
        action = choose_unit(weights, setup, state, mask, notes, seat)
    if action == NOBODY:
        action = choose_purchase(weights, setup, state, mask, notes, seat, offers)
    if action == NOBODY:
        action = choose_last(weights, setup, state, mask, notes, seat)
    return np.int64(Act.END) if action == NOBODY else action


@compiled
def choose_ability(
    weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int, least: Int
) -> Int:
    """Return a building's ability that gains something, of those that are due now."""
    for slot in range(slots(state, seat)):
        kind = state.things[seat, slot].kind
        if mask[Act.ABILITY + slot] != 0 and setup.type[kind] == CardType.BUILDING:
            program = setup.program[kind, Trigger.ABILITY]
            if order(setup, program) >= least and program_gain(weights, setup, state, notes, seat, program) > 0.0:
                return Act.ABILITY + slot
    return NOBODY


@compiled
def choose_last(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Return what takes cards back from the discard, where that by now holds what was bought."""
    start = first_of(setup, CardAct.HAND)
    for kind in range(setup.kinds):
        if mask[start + kind] != 0:
            return start + kind
    return choose_ability(weights, setup, state, mask, notes, seat, LAST)


@compiled
def discard_worth(weights: Array, setup: Prepared, notes: Array, action: Int) -> Float:
    """What speaks for discarding a card: how little it is worth when played."""
    return -now_worth(weights, setup, notes, action - first_of(setup, CardAct.HAND))


WORTHS = {
    Ask.CORPORATION: purchase.corporation_worth,
    Ask.DRAFT: purchase.draft_worth,
    Ask.MATE: purchase.bought_worth,
    Ask.DISCARD: discard_worth,
    Ask.STEAL: combat.victim_worth,
}
answer_worth = switch("answer_worth", ("weights", "setup", "state", "notes", "seat", "action"), WORTHS)


@compiled
def choose_best(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose the answer that is worth most; decline only where there is no other."""
    best, chosen = NEVER, np.int64(Act.PASS)
    for action in range(mask.size):
        if mask[action] != 0 and action != Act.PASS:
            worth = answer_worth(weights, setup, state, notes, seat, np.int64(action))
            if worth > best:
                best, chosen = worth, np.int64(action)
    return chosen


@compiled
def choose_for_mate(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Choose the card for the teammate that is worth most there."""
    judge(weights, setup, state, teammate(setup, seat), notes)
    return choose_best(weights, setup, state, mask, notes, seat)


@compiled
def unless_loss(mask: Array, gain: Float, action: Int) -> Int:
    """Return an action that gains something; one that does not, only where it may not be declined."""
    return np.int64(Act.PASS) if mask[Act.PASS] != 0 and gain <= 0.0 else np.int64(action)


@compiled
def choose_draw() -> Int:
    """Draw."""
    return np.int64(Act.OPTION)


@compiled
def choose_option(weights: Array, setup: Prepared, state: State, notes: Array, seat: Int) -> Int:
    """Choose the effect that gains most."""
    _, option = best_option(weights, setup, state, notes, seat, asking_step(setup, state))
    return np.int64(Act.OPTION) + option


@compiled
def choose_hit(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Deal a step's damage where it gains most."""
    gain, action = best_hit(weights, setup, state, notes, seat, asking_step(setup, state))
    return unless_loss(mask, gain, action)


@compiled
def choose_acquisition(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array) -> Int:
    """Acquire the card that is worth most."""
    gain, kind = best_acquisition(weights, setup, state, notes, asking_step(setup, state))
    return unless_loss(mask, gain, first_of(setup, CardAct.BUY) + kind)


@compiled
def choose_recovery(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Take back the card that is worth most."""
    gain, kind = best_recovery(weights, setup, state, notes, seat)
    return unless_loss(mask, gain, first_of(setup, CardAct.DISCARD) + kind)


@compiled
def choose_dismissal(weights: Array, setup: Prepared, state: State, mask: Array, notes: Array, seat: Int) -> Int:
    """Dismiss the card that is worth least."""
    among = np.int64(asking_step(setup, state).among)
    gain, kind, held = best_dismissal(weights, setup, state, notes, seat, among)
    return unless_loss(mask, gain, first_of(setup, CardAct.HAND if held else CardAct.DISCARD) + kind)


ANSWERS = {
    **dict.fromkeys(WORTHS, choose_best),
    Ask.TARGET: combat.choose_target,
    Ask.MATE: choose_for_mate,
    Ask.COPY: purchase.choose_place,
    Ask.WINDOW: combat.choose_response,
    Ask.DAMAGE: choose_hit,
    Ask.DISMISS: choose_dismissal,
    Ask.OPTION: choose_option,
    Ask.ACQUIRE: choose_acquisition,
    Ask.RECOVER: choose_recovery,
    Ask.DRAW: choose_draw,
}
check_members(ANSWERS, but=(Ask.MENU,))
choose_answer = switch("choose_answer", ("weights", "setup", "state", "mask", "notes", "seat"), ANSWERS)


@compiled
def choose(setup: Prepared, state: State, mask: Array) -> Int:
    """Return the action that promises most."""
    return choose_by(WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights: Array, setup: Prepared, state: State, mask: Array) -> Int:
    """Return the action that promises most by the given weights."""
    seat = np.int64(state.seat)
    if state.ask == Ask.MENU:
        action = choose_play(setup, state, mask, seat)
        if action != NOBODY:
            return action
    notes = np.empty(NUM_NOTES)
    judge(weights, setup, state, seat, notes)
    if state.ask == Ask.MENU:
        offers = np.empty((OFFER_ROWS, MAX_OFFERS))
        return choose_in_turn(weights, setup, state, mask, notes, seat, offers)
    return choose_answer(weights, setup, state, mask, notes, seat)


supply(STATE, choose=choose)
