"""Programs of steps: Tasks, Overdrives and Recruits are all run by this one interpreter.

A program is a row of steps (``setup.steps``). What is running is a small stack of frames in the state, so that a Task
may use an Overdrive or another card's Task. :func:`run` goes on until somebody has to choose or nothing is left to do;
:func:`allow_choices` says which answers there are, and :func:`answer` takes one.
"""

from __future__ import annotations

import numpy as np

from ...table import sets
from ...table.compilation.compile import compiled
from ...table.events import SILENT, tell
from ...table.piles import bit, draw_top, has, push_bottom, push_top
from ...table.records import Array, Int
from .knowledge import draw_from_deck, draw_from_hangar_deck, look_at_hangar_deck, next_hangar_card, show, wreck
from .state import (
    CARDS,
    MAX_STEPS,
    OFFERED_PROGRAM,
    OVERDRIVE_PROGRAM,
    Act,
    Do,
    Event,
    Flag,
    Frame,
    Pile,
    Prepared,
    State,
    Step,
    Target,
    Zone,
)

_NONE = np.uint64(0)


@compiled
def start_program(state: State, program: Int, card: Int) -> None:
    """Put a program on top of the stack; ``card`` is what its steps call this card."""
    frame = state.frames[state.depth]
    frame.program, frame.step, frame.card = program, 0, card
    frame.moved, frame.first, frame.before = 0, -1, 0
    state.depth += 1


@compiled
def run(setup: Prepared, state: State) -> bool:
    """Carry out steps until one needs a choice (True) or all programs are done (False)."""
    while state.depth > 0:
        frame = state.frames[state.depth - 1]
        if frame.step >= MAX_STEPS or setup.steps[frame.program, frame.step].what == Do.END:
            state.depth -= 1
            if frame.program >= OFFERED_PROGRAM:
                end_overdrive_step(state, frame)
        elif step_is_over(setup, state, frame):
            if state.telling != SILENT:
                tell_if_in_vain(setup, state, frame)
            next_step(frame)
        elif step_asks(setup, state, frame):
            state.seat = chooser(setup, state, frame)
            return True
        else:
            perform(setup, state, frame)
    return False


@compiled
def tell_if_in_vain(setup: Prepared, state: State, frame: Frame) -> None:
    """Tell that a step's card is not where it should be, which everybody can see."""
    step = setup.steps[frame.program, frame.step]
    skipped = sets.has(step.flags, Flag.IF_DONE) and frame.before == 0
    if step.what == Do.MOVE and not is_chosen(step) and frame.moved < step.count and not skipped:
        tell(state, Event.NOTHING, state.player, frame.card, other=step.source)


@compiled
def next_step(frame: Frame) -> None:
    frame.before = frame.moved
    frame.moved, frame.first = 0, -1
    frame.step += 1


@compiled
def end_overdrive_step(state: State, offered: Frame) -> None:
    """Go on below an Overdrive that a Task has used, or not: its step has moved what the Overdrive has."""
    frame = state.frames[state.depth - 1]
    frame.moved = offered.before
    next_step(frame)


@compiled
def step_is_over(setup: Prepared, state: State, frame: Frame) -> bool:
    """Whether a step has done all it can: the best of the player's ability, and no more.

    This goes by what both seats see: being asked, or not, must not tell what a hand holds.
    """
    step = setup.steps[frame.program, frame.step]
    if frame.moved >= step.count:
        return True
    if sets.has(step.flags, Flag.IF_DONE) and frame.before == 0:
        return True
    if step.what == Do.MOVE:
        return not source_has_any(setup, state, frame)
    if step.what == Do.EXCHANGE and frame.first < 0:
        return not (zone_has_any(setup, state, frame, step.source) and zone_has_any(setup, state, frame, step.target))
    if step.what == Do.REPEAT:
        return candidates(setup, state, frame) == _NONE
    if step.what == Do.OVERDRIVE:
        return not overdrive_can_do_anything(setup, state, setup.color[frame.card])
    return False


@compiled
def step_asks(setup: Prepared, state: State, frame: Frame) -> Int:
    """Whether a step that is not over waits for an answer."""
    step = setup.steps[frame.program, frame.step]
    if step.what == Do.MOVE:
        return is_chosen(step) or sets.has(step.flags, Flag.MAY)
    return step.what == Do.EXCHANGE or step.what == Do.REPEAT


@compiled
def is_chosen(step: Step) -> bool:
    """Whether somebody chooses the cards that a step moves."""
    return step.source < Zone.THIS


@compiled
def chooser(setup: Prepared, state: State, frame: Frame) -> Int:
    """The seat that answers a step."""
    step = setup.steps[frame.program, frame.step]
    if step.what == Do.MOVE and step.source == Zone.RIVAL_HAND:
        return 1 - state.player
    return state.player


@compiled
def candidates(setup: Prepared, state: State, frame: Frame) -> Int:
    """The set of cards that a step can be answered with."""
    step = setup.steps[frame.program, frame.step]
    if step.what == Do.REPEAT:
        return state.discard[state.player] & ~bit(frame.card) & ~setup.repeats
    if step.what == Do.EXCHANGE and frame.first >= 0:
        return chosen_from(setup, state, frame, step.target)
    return chosen_from(setup, state, frame, step.source)


@compiled
def chosen_from(setup: Prepared, state: State, frame: Frame, source: Int) -> Int:
    """The cards of a zone that a step allows."""
    step = setup.steps[frame.program, frame.step]
    cards = zone_cards(state, source)
    if step.max_power > 0:
        allowed = _NONE
        for power in range(1, step.max_power + 1):
            allowed |= setup.of_power[power]
        cards &= allowed
    if sets.has(step.flags, Flag.ONE_COLOR) and frame.first >= 0:
        cards &= setup.of_color[setup.color[frame.first]]
    if sets.has(step.flags, Flag.OTHER) and frame.card >= 0:
        cards &= ~bit(frame.card)
    return cards


@compiled
def zone_cards(state: State, source: Int) -> Int:
    """The cards in a zone that one chooses from."""
    player, rival = state.player, 1 - state.player
    if source == Zone.HAND:
        return state.hand[player]
    if source == Zone.DISCARD:
        return state.discard[player]
    if source == Zone.HANGAR:
        return state.hangar
    if source == Zone.CLASH:
        return state.clash[player]
    if source == Zone.RIVAL_CLASH:
        return state.clash[rival]
    if source == Zone.ANY_CLASH:
        return state.clash[player] | state.clash[rival]
    if source == Zone.RIVAL_HAND:
        return state.hand[rival]
    if source == Zone.RIVAL_DISCARD:
        return state.discard[rival]
    return _NONE


@compiled
def source_has_any(setup: Prepared, state: State, frame: Frame) -> bool:
    """Whether a move has a card to move."""
    source = setup.steps[frame.program, frame.step].source
    if source == Zone.THIS:
        return has(state.discard[state.player], frame.card)
    if source == Zone.DECK_TOP:
        return state.sizes[state.player] > 0
    if source == Zone.HANGAR_TOP:
        return state.sizes[Pile.HANGAR] > 0 or state.wreckage == 0
    return zone_has_any(setup, state, frame, source)


@compiled
def zone_has_any(setup: Prepared, state: State, frame: Frame, source: Int) -> bool:
    """Whether a zone has a card that a step allows; of a hand, whether it has any card, for more is not to be seen."""
    if source == Zone.HAND or source == Zone.RIVAL_HAND:
        return zone_cards(state, source) != _NONE
    return chosen_from(setup, state, frame, source) != _NONE


@compiled
def overdrive_can_do_anything(setup: Prepared, state: State, color: Int) -> bool:
    """Whether a colour's Overdrive would change anything now."""
    step = setup.steps[OVERDRIVE_PROGRAM + color, 0]
    if step.what == Do.EXCHANGE:
        return zone_cards(state, step.source) != _NONE and zone_cards(state, step.target) != _NONE
    if step.source == Zone.DECK_TOP:
        return state.sizes[state.player] > 0
    return zone_cards(state, step.source) != _NONE


@compiled
def perform(setup: Prepared, state: State, frame: Frame) -> None:
    """Carry out a step that asks nothing."""
    step = setup.steps[frame.program, frame.step]
    if step.what == Do.LOOK:
        frame.moved = look_at_hangar_deck(state, state.player, step.count)
        next_step(frame)
    elif step.what == Do.OVERDRIVE:
        frame.moved = step.count  # for now: end_overdrive_step knows better
        start_program(state, OFFERED_PROGRAM + setup.color[frame.card], frame.card)
    else:
        move_unchosen(setup, state, frame)


@compiled
def allow_cards(mask: Array, start: Int, cards: Int) -> None:
    for card in range(CARDS):
        mask[start + card] = np.int8((cards >> np.uint64(card)) & np.uint64(1))


@compiled
def allow_choices(setup: Prepared, state: State, mask: Array) -> None:
    """A card, or a yes where the step names its card itself; a no where it may be left, or left at what is done.

    A hand without a card that would do has a no as well, be the step a "may" or not.
    """
    frame = state.frames[state.depth - 1]
    step = setup.steps[frame.program, frame.step]
    cards = _NONE
    if step.what == Do.MOVE and not is_chosen(step):
        mask[Act.USE] = 1
    else:
        cards = candidates(setup, state, frame)
        allow_cards(mask, Act.CHOOSE, cards)
    may = sets.has(step.flags, Flag.MAY) and (step.what != Do.EXCHANGE or frame.first < 0)
    mask[Act.DECLINE] = may or (is_chosen(step) and cards == _NONE)


@compiled
def answer(setup: Prepared, state: State, action: Int) -> None:
    """Answer the present choice: no or no more, yes, or with a card."""
    frame = state.frames[state.depth - 1]
    if action == Act.DECLINE:
        next_step(frame)
    elif action == Act.USE:
        move_unchosen(setup, state, frame)
    else:
        choose(setup, state, frame, action - Act.CHOOSE)


@compiled
def choose(setup: Prepared, state: State, frame: Frame, card: Int) -> None:
    step = setup.steps[frame.program, frame.step]
    if step.what == Do.REPEAT:
        frame.moved += 1
        start_program(state, setup.task[card], card)
    elif step.what == Do.EXCHANGE:
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
        put(state, step.target, card, take(state, card))


@compiled
def move_unchosen(setup: Prepared, state: State, frame: Frame) -> None:
    """Move this card, the top of the deck or the top of the Hangar deck."""
    step = setup.steps[frame.program, frame.step]
    player = state.player
    found = np.int64(0)
    if step.source == Zone.THIS:
        state.discard[player] &= ~bit(frame.card)
        put_unchosen(state, step, frame.card)
    elif step.source == Zone.DECK_TOP:
        if step.target == Target.HAND:
            draw_from_deck(state, player)
        else:
            put_unchosen(state, step, draw_top(state.piles, state.sizes, player))
    elif step.target == Target.HAND:
        found = draw_from_hangar_deck(state, player)
    else:
        found = next_hangar_card(state)
        if found >= 0:
            put_unchosen(state, step, found)
    if found >= 0:  # else nothing but the Wreckage card was left
        frame.moved += 1


@compiled
def put_unchosen(state: State, step: Step, card: Int) -> None:
    """Put a card where a step says, and tell which it is."""
    put(state, step.target, card, state.player)
    tell(state, Event.MOVES, state.player, card, amount=step.target, other=step.source)


@compiled
def take(state: State, card: Int) -> Int:
    """Take a card, for both to see, out of where it is; return its owner (the player for Hangar cards)."""
    show(state, card)
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
def put(state: State, target: Int, card: Int, owner: Int) -> None:
    """Put a card somewhere, for both seats to see."""
    player = state.player
    show(state, card)
    if target == Target.HAND:
        state.hand[player] |= bit(card)
    elif target == Target.DISCARD:
        state.discard[player] |= bit(card)
    elif target == Target.CLASH:
        state.clash[player] |= bit(card)
    elif target == Target.DECK_TOP:
        push_top(state.piles, state.sizes, player, card)
    elif target == Target.DECK_BOTTOM:
        push_bottom(state.piles, state.sizes, player, card)
    elif target == Target.WRECK:
        wreck(state, card)
    elif target == Target.OWNER_HAND:
        state.hand[owner] |= bit(card)
    elif target == Target.OWNER_DISCARD:
        state.discard[owner] |= bit(card)


@compiled
def exchange(state: State, step: Step, first: Int, second: Int) -> None:
    """Let two cards change places between two zones."""
    take(state, first)
    take(state, second)
    place(state, step.target, first)
    place(state, step.source, second)


@compiled
def place(state: State, zone: Int, card: Int) -> None:
    """Put a card into one of the zones that an exchange may name."""
    show(state, card)
    if zone == Zone.HAND:
        state.hand[state.player] |= bit(card)
    elif zone == Zone.DISCARD:
        state.discard[state.player] |= bit(card)
    elif zone == Zone.HANGAR:
        state.hangar |= bit(card)
    elif zone == Zone.CLASH:
        state.clash[state.player] |= bit(card)
    elif zone == Zone.RIVAL_CLASH:
        state.clash[1 - state.player] |= bit(card)
    elif zone == Zone.RIVAL_DISCARD:
        state.discard[1 - state.player] |= bit(card)
