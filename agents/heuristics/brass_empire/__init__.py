"""Rules of thumb for Brass Empire: play all, draws first; then units do, and cards are bought, what pays most."""

from __future__ import annotations

import numpy as np

from ....envs.brass_empire.rules.legal import by_kind
from ....envs.brass_empire.rules.stack import top
from ....envs.brass_empire.rules.state import (
    ABILITY,
    ACQUIRE,
    ACT_ABILITY,
    ACT_END,
    ACT_OPTION,
    ACT_PASS,
    ASK_ACQUIRE,
    ASK_COPY,
    ASK_CORPORATION,
    ASK_DAMAGE,
    ASK_DISCARD,
    ASK_DISMISS,
    ASK_DRAFT,
    ASK_DRAW,
    ASK_MATE,
    ASK_MENU,
    ASK_OPTION,
    ASK_RECOVER,
    ASK_STEAL,
    ASK_TARGET,
    ASK_WINDOW,
    BLOCK_BUY,
    BLOCK_DISCARD,
    BLOCK_HAND,
    BUILDING,
    CHOOSE,
    DISMISS,
    DRAW,
    EMPLOYEE,
    END,
    HAND,
    MAX_STEPS,
    MAX_THINGS,
    MAY,
    NOBODY,
    ON_PLAY,
    RECOVER,
    SOLITAIRE,
    STATE,
)
from ....envs.table.compilation.compile import compiled
from .. import supply
from .combat import (
    best_acquisition,
    best_dismissal,
    best_hit,
    best_option,
    best_recovery,
    choose_demolition,
    choose_response,
    choose_target,
    choose_unit,
    choose_victim,
    program_gain,
)
from .purchase import (
    MAX_OFFERS,
    OFFER_ROWS,
    choose_corporation,
    choose_draft,
    choose_for_mate,
    choose_place,
    choose_purchase,
)
from .worth import NUMBER_OF_NOTES, WEIGHTS, judge, now_worth

# When a card is played or an ability used: the higher the earlier
FIRST, EARLY, USUAL, LATE, LAST = 5, 4, 3, 2, 1


@compiled
def choose(setup, state, mask):
    """Return the action that promises most."""
    return choose_by(WEIGHTS, setup, state, mask)


@compiled(allocates=True)
def choose_by(weights, setup, state, mask):
    """Return the action that promises most by the given weights."""
    seat = np.int64(state.seat)
    if state.ask == ASK_MENU:
        action = choose_play(setup, state, mask, seat)
        if action != NOBODY:
            return action
    notes = np.empty(NUMBER_OF_NOTES)
    judge(weights, setup, state, seat, notes)
    if state.ask == ASK_MENU:
        offers = np.empty((OFFER_ROWS, MAX_OFFERS))
        return choose_in_turn(weights, setup, state, mask, notes, seat, offers)
    return choose_answer(weights, setup, state, mask, notes, seat)


@compiled
def order(setup, program):
    """When a program should be carried out within a turn, by its steps."""
    when = USUAL
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == END:
            break
        if step.condition != 0:
            when = min(when, LATE)
        elif step.what == RECOVER:
            return LAST
        elif step.what == DRAW:
            return FIRST
        elif step.what == DISMISS:
            when = EARLY
        elif step.what == ACQUIRE or step.what == CHOOSE:
            when = min(when, LATE)
    return when


@compiled
def choose_play(setup, state, mask, seat):
    """Return the card or the ability of a building to be used next, ``NOBODY`` when all but the last are done."""
    best, chosen = LAST, NOBODY
    if state.amounts[seat, HAND] > 0:
        start = by_kind(setup, BLOCK_HAND)
        for kind in range(setup.kinds):
            if mask[start + kind] != 0:
                when = order(setup, setup.program[kind, ON_PLAY]) if setup.type[kind] != BUILDING else USUAL
                if setup.type[kind] != EMPLOYEE:
                    when = max(when, USUAL)
                if when > best:
                    best, chosen = when, start + kind
    for slot in range(MAX_THINGS):
        kind = state.things[seat, slot].kind
        if mask[ACT_ABILITY + slot] != 0 and setup.type[kind] == BUILDING:
            when = order(setup, setup.program[kind, ABILITY])
            if when > best and is_harmless(setup, setup.program[kind, ABILITY]):
                best, chosen = when, ACT_ABILITY + slot
    return chosen


@compiled
def is_harmless(setup, program):
    """Whether a program can be carried out without looking what it would do."""
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == END:
            break
        if step.what == DISMISS and step.bits & MAY == 0:
            return False
    return True


@compiled
def choose_in_turn(weights, setup, state, mask, notes, seat, offers):
    """Choose in the own turn when hand and buildings have given what they give."""
    action = choose_ability(weights, setup, state, mask, notes, seat)
    if action == NOBODY:
        action = choose_demolition(weights, setup, state, mask, notes, seat, 0.3)
    if action == NOBODY and setup.mode == SOLITAIRE:  # mining may end the game
        action = choose_purchase(weights, setup, state, mask, notes, seat, offers)
    if action == NOBODY:
        action = choose_unit(weights, setup, state, mask, notes, seat)
    if action == NOBODY:
        action = choose_purchase(weights, setup, state, mask, notes, seat, offers)
    if action == NOBODY:
        action = choose_last(weights, setup, state, mask, notes, seat)
    return ACT_END if action == NOBODY else action


@compiled
def choose_ability(weights, setup, state, mask, notes, seat):
    """Return a building's ability that has to be looked at and gains something."""
    for slot in range(MAX_THINGS):
        kind = state.things[seat, slot].kind
        if mask[ACT_ABILITY + slot] != 0 and setup.type[kind] == BUILDING:
            program = setup.program[kind, ABILITY]
            if order(setup, program) > LAST and program_gain(weights, setup, state, notes, seat, program) > 0.0:
                return ACT_ABILITY + slot
    return NOBODY


@compiled
def choose_last(weights, setup, state, mask, notes, seat):
    """Return what takes cards back from the discard, where that by now holds what was bought."""
    start = by_kind(setup, BLOCK_HAND)
    for kind in range(setup.kinds):
        if mask[start + kind] != 0:
            return start + kind
    for slot in range(MAX_THINGS):
        kind = state.things[seat, slot].kind
        if mask[ACT_ABILITY + slot] == 0 or setup.type[kind] != BUILDING:
            continue
        if program_gain(weights, setup, state, notes, seat, setup.program[kind, ABILITY]) > 0.0:
            return ACT_ABILITY + slot
    return NOBODY


@compiled
def choose_answer(weights, setup, state, mask, notes, seat):
    """Answer a question that is not the own turn's."""
    ask = state.ask
    if ask == ASK_TARGET:
        return choose_target(weights, setup, state, mask, notes, seat)
    if ask == ASK_WINDOW:
        return choose_response(weights, setup, state, mask, notes, seat)
    if ask == ASK_DISCARD:
        return choose_discard(weights, setup, state, mask, notes)
    if ask == ASK_STEAL:
        return choose_victim(setup, state, mask, seat)
    if ask == ASK_COPY:
        return choose_place(weights, setup, state, mask, notes)
    if ask == ASK_MATE:
        return choose_for_mate(weights, setup, state, mask, notes, seat)
    if ask == ASK_CORPORATION:
        return choose_corporation(weights, setup, mask, notes)
    if ask == ASK_DRAFT:
        return choose_draft(weights, setup, state, mask, notes)
    return choose_in_step(weights, setup, state, mask, notes, seat)


@compiled
def choose_discard(weights, setup, state, mask, notes):
    """Discard the card that is worth least when played."""
    least, chosen = 1e9, ACT_PASS
    for kind in range(setup.kinds):
        action = by_kind(setup, BLOCK_HAND) + kind
        if mask[action] != 0:
            worth = now_worth(weights, setup, notes, kind)
            if worth < least:
                least, chosen = worth, action
    return chosen


@compiled
def choose_in_step(weights, setup, state, mask, notes, seat):
    """Answer the step of a card that is asking."""
    frame = top(state)
    step = setup.steps[frame.program, frame.step]
    gain, chosen = 0.0, ACT_PASS
    ask = state.ask
    if ask == ASK_DRAW:
        return ACT_OPTION
    if ask == ASK_OPTION:
        _, option = best_option(weights, setup, state, notes, seat, step)
        return ACT_OPTION + option
    if ask == ASK_DAMAGE:
        gain, chosen = best_hit(weights, setup, state, notes, seat, step)
    elif ask == ASK_ACQUIRE:
        gain, kind = best_acquisition(weights, setup, state, notes, step)
        chosen = by_kind(setup, BLOCK_BUY) + kind
    elif ask == ASK_RECOVER:
        gain, kind = best_recovery(weights, setup, state, notes, seat)
        chosen = by_kind(setup, BLOCK_DISCARD) + kind
    elif ask == ASK_DISMISS:
        gain, kind, held = best_dismissal(weights, setup, state, notes, seat, np.int64(step.among))
        chosen = by_kind(setup, BLOCK_HAND if held else BLOCK_DISCARD) + kind
    return ACT_PASS if mask[ACT_PASS] != 0 and gain <= 0.0 else chosen


supply(STATE, choose=choose)
