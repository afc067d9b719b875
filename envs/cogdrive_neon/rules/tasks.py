"""Programs of steps: Tasks, Overdrives and Recruits are all run by this one interpreter.

A program is a row of steps (``setup.steps``). What is running is a small stack of frames in the state, so that a Task
may use an Overdrive or another card's Task. :func:`run` goes on until somebody has to choose or nothing is left to do;
:func:`choose` and :func:`decline` answer a choice.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.piles import bit, draw_top, has, push_bottom, push_top
from .knowledge import (
    draw_from_deck,
    draw_from_hangar_deck,
    look_at_hangar_deck,
    next_hangar_card,
    show,
    wreck,
)
from .state import (
    ANY_CLASH,
    CLASH,
    DECK_TOP,
    DISCARD,
    END,
    EXCHANGE,
    HAND,
    HANGAR,
    HANGAR_TOP,
    IF_DONE,
    LOOK,
    MAX_STEPS,
    MAY,
    MOVE,
    ONE_COLOR,
    OTHER,
    OVERDRIVE,
    OVERDRIVE_PROGRAM,
    REPEAT,
    RIVAL_CLASH,
    RIVAL_DISCARD,
    RIVAL_HAND,
    THIS,
    TO_CLASH,
    TO_DECK_BOTTOM,
    TO_DECK_TOP,
    TO_DISCARD,
    TO_HAND,
    TO_OWNER_DISCARD,
    TO_OWNER_HAND,
    TO_WRECK,
)

_NONE = np.uint64(0)


@compiled
def start_program(state, program, card):
    """Put a program on top of the stack; ``card`` is what its steps call this card."""
    frame = state.frames[state.depth]
    frame.program, frame.step, frame.card = program, 0, card
    frame.moved, frame.first, frame.before = 0, -1, 0
    state.depth += 1


@compiled
def run(setup, state):
    """Carry out steps until one needs a choice (True) or all programs are done (False)."""
    while state.depth > 0:
        frame = state.frames[state.depth - 1]
        if frame.step >= MAX_STEPS or setup.steps[frame.program, frame.step].what == END:
            state.depth -= 1
        elif step_is_over(setup, state, frame):
            next_step(frame)
        elif step_asks(setup, state, frame):
            state.seat = chooser(setup, state, frame)
            return True
        else:
            perform(setup, state, frame)
    return False


@compiled
def next_step(frame):
    frame.before = frame.moved
    frame.moved, frame.first = 0, -1
    frame.step += 1


@compiled
def step_is_over(setup, state, frame):
    """Whether a step has done all it can: the best of the player's ability, and no more."""
    step = setup.steps[frame.program, frame.step]
    if frame.moved >= step.count:
        return True
    if step.flags & IF_DONE and frame.before == 0:
        return True
    if step.what == MOVE:
        return not source_has_any(setup, state, frame)
    if step.what == EXCHANGE and frame.first < 0:
        return (
            chosen_from(setup, state, frame, step.source) == _NONE
            or chosen_from(setup, state, frame, step.target) == _NONE
        )
    if step.what == REPEAT:
        return candidates(setup, state, frame) == _NONE
    if step.what == OVERDRIVE:
        return not overdrive_can_do_anything(setup, state, setup.color[frame.card])
    return False


@compiled
def step_asks(setup, state, frame):
    """Whether a step that is not over waits for an answer."""
    step = setup.steps[frame.program, frame.step]
    if step.what == MOVE:
        return step.source < THIS or step.flags & MAY != 0
    return step.what == EXCHANGE or step.what == REPEAT


@compiled
def picks_card(setup, frame):
    """Whether the answer to a step is a card, not just whether to do it."""
    step = setup.steps[frame.program, frame.step]
    return step.what != MOVE or step.source < THIS


@compiled
def may_decline(setup, frame):
    """Whether a step may be left, or left at what has been done."""
    step = setup.steps[frame.program, frame.step]
    return step.flags & MAY != 0 and (step.what != EXCHANGE or frame.first < 0)


@compiled
def chooser(setup, state, frame):
    """The seat that answers a step."""
    step = setup.steps[frame.program, frame.step]
    if step.what == MOVE and step.source == RIVAL_HAND:
        return 1 - state.player
    return state.player


@compiled
def candidates(setup, state, frame):
    """The set of cards that a step can be answered with."""
    step = setup.steps[frame.program, frame.step]
    if step.what == REPEAT:
        return state.discard[state.player] & ~bit(frame.card) & ~setup.repeats
    if step.what == EXCHANGE and frame.first >= 0:
        return chosen_from(setup, state, frame, step.target)
    return chosen_from(setup, state, frame, step.source)


@compiled
def chosen_from(setup, state, frame, source):
    """The cards of a zone that a step allows."""
    step = setup.steps[frame.program, frame.step]
    cards = zone_cards(state, source)
    if step.max_power > 0:
        allowed = _NONE
        for power in range(1, step.max_power + 1):
            allowed |= setup.of_power[power]
        cards &= allowed
    if step.flags & ONE_COLOR and frame.first >= 0:
        cards &= setup.of_color[setup.color[frame.first]]
    if step.flags & OTHER and frame.card >= 0:
        cards &= ~bit(frame.card)
    return cards


@compiled
def zone_cards(state, source):
    """The cards in a zone that one chooses from."""
    player, rival = state.player, 1 - state.player
    if source == HAND:
        return state.hand[player]
    if source == DISCARD:
        return state.discard[player]
    if source == HANGAR:
        return state.hangar
    if source == CLASH:
        return state.clash[player]
    if source == RIVAL_CLASH:
        return state.clash[rival]
    if source == ANY_CLASH:
        return state.clash[player] | state.clash[rival]
    if source == RIVAL_HAND:
        return state.hand[rival]
    if source == RIVAL_DISCARD:
        return state.discard[rival]
    return _NONE


@compiled
def source_has_any(setup, state, frame):
    """Whether a move has a card to move."""
    source = setup.steps[frame.program, frame.step].source
    if source == THIS:
        return has(state.discard[state.player], frame.card)
    if source == DECK_TOP:
        return state.sizes[state.player] > 0
    if source == HANGAR_TOP:
        return state.sizes[2] > 0 or state.wreckage == 0
    return candidates(setup, state, frame) != _NONE


@compiled
def overdrive_can_do_anything(setup, state, color):
    """Whether a colour's Overdrive would change anything now."""
    step = setup.steps[OVERDRIVE_PROGRAM + color, 0]
    if step.what == EXCHANGE:
        return zone_cards(state, step.source) != _NONE and zone_cards(state, step.target) != _NONE
    if step.source == DECK_TOP:
        return state.sizes[state.player] > 0
    return zone_cards(state, step.source) != _NONE


@compiled
def perform(setup, state, frame):
    """Carry out a step that asks nothing."""
    step = setup.steps[frame.program, frame.step]
    if step.what == LOOK:
        look_at_hangar_deck(state, state.player, step.count)
        frame.moved = step.count
    elif step.what == OVERDRIVE:
        frame.moved = step.count
        start_program(state, OVERDRIVE_PROGRAM + setup.color[frame.card], frame.card)
    else:
        move_unchosen(setup, state, frame)


@compiled
def choose(setup, state, card):
    """Answer the present choice with a card."""
    frame = state.frames[state.depth - 1]
    step = setup.steps[frame.program, frame.step]
    if step.what == REPEAT:
        frame.moved += 1
        start_program(state, setup.task[card], card)
    elif step.what == EXCHANGE:
        if frame.first < 0:
            frame.first = card
            show(state, card)
        else:
            exchange(state, step, frame.first, card)
            frame.first = -1
            frame.moved += 1
    else:
        if frame.first < 0:
            frame.first = card
        frame.moved += 1
        move_chosen(state, step, card)


@compiled
def decline(setup, state):
    """Answer the present choice with no, or with no more."""
    next_step(state.frames[state.depth - 1])


@compiled
def accept(setup, state):
    """Answer yes to a step that names its card itself."""
    move_unchosen(setup, state, state.frames[state.depth - 1])


@compiled
def move_unchosen(setup, state, frame):
    """Move this card, the top of the deck or the top of the Hangar deck."""
    step = setup.steps[frame.program, frame.step]
    player = state.player
    frame.moved += 1
    if step.source == THIS:
        state.discard[player] &= ~bit(frame.card)
        put(state, step.target, frame.card, player)
    elif step.source == DECK_TOP:
        if step.target == TO_HAND:
            draw_from_deck(state, player)
        else:
            put(state, step.target, draw_top(state.piles, state.sizes, player), player)
    elif step.target == TO_HAND:
        draw_from_hangar_deck(state, player)
    else:
        card = next_hangar_card(state)
        if card >= 0:
            put(state, step.target, card, player)


@compiled
def move_chosen(state, step, card):
    """Move a chosen card from wherever the step let it be chosen."""
    put(state, step.target, card, take(state, card))


@compiled
def take(state, card):
    """Take a card out of the open zone or hand that holds it; return its owner (the player for Hangar cards)."""
    owner = state.player
    for seat in range(2):
        held = state.hand[seat] | state.discard[seat] | state.clash[seat]
        if has(held, card):
            owner = seat
        state.hand[seat] &= ~bit(card)
        state.discard[seat] &= ~bit(card)
        state.clash[seat] &= ~bit(card)
    state.hangar &= ~bit(card)
    return owner


@compiled
def put(state, target, card, owner):
    """Put a card somewhere, for both seats to see."""
    player = state.player
    show(state, card)
    if target == TO_HAND:
        state.hand[player] |= bit(card)
    elif target == TO_DISCARD:
        state.discard[player] |= bit(card)
    elif target == TO_CLASH:
        state.clash[player] |= bit(card)
    elif target == TO_DECK_TOP:
        push_top(state.piles, state.sizes, player, card)
    elif target == TO_DECK_BOTTOM:
        push_bottom(state.piles, state.sizes, player, card)
    elif target == TO_WRECK:
        wreck(state, card)
    elif target == TO_OWNER_HAND:
        state.hand[owner] |= bit(card)
    elif target == TO_OWNER_DISCARD:
        state.discard[owner] |= bit(card)


@compiled
def exchange(state, step, first, second):
    """Let two cards change places between two zones."""
    take(state, first)
    take(state, second)
    place(state, step.target, first)
    place(state, step.source, second)


@compiled
def place(state, zone, card):
    """Put a card into one of the zones that an exchange may name."""
    show(state, card)
    if zone == HAND:
        state.hand[state.player] |= bit(card)
    elif zone == DISCARD:
        state.discard[state.player] |= bit(card)
    elif zone == HANGAR:
        state.hangar |= bit(card)
    elif zone == CLASH:
        state.clash[state.player] |= bit(card)
    elif zone == RIVAL_CLASH:
        state.clash[1 - state.player] |= bit(card)
    elif zone == RIVAL_DISCARD:
        state.discard[1 - state.player] |= bit(card)
