"""What the steps of cards do; of each that asks, when there is something to ask, the answers and what they do.

What a step begins with returns whether a question is out; a step that asks several times begins again each time.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Array, Int
from ...table.seats import clockwise, distance
from ...table.sets import add, has, only, size
from .actions import Act, CardAct, first_of, to_seat, to_thing
from .card_steps import Effect, Flag, Need, Step, Trigger
from .gains import gain_brass, gain_resources, has_of, lose_brass, take_brass
from .market import take_wanted
from .seats import is_automaton, is_opponent, named_seat, named_thing, slots
from .stack import asking_step, finish_step, may_decline, push_steps, put_question, top
from .state import NOBODY, ROW_PLACES, Ask, Event, Frame, Mode, Prepared, State, Thing, Zone
from .things import destroy, has_twin_before, is_face_up, wound
from .zones import dismiss, draw, put, take, take_from_hand


@compiled
def gain(setup: Prepared, state: State, frame: Frame, step: Step) -> bool:
    """Gain resources; labor and construction are lost on a seat whose turn it is not."""
    if frame.seat == state.player:
        if is_said(setup, frame, step):
            state.labor += step.amount
            state.construction += step.construction
        else:
            gain_resources(state, step, frame.card)
    elif step.amount > 0 or step.construction > 0:
        tell(state, Event.IN_VAIN, frame.seat, frame.card, other=Effect.GAIN)
    if step.brass > 0:
        if setup.mode != Mode.BATTLE and is_said(setup, frame, step):
            take_brass(setup, state, frame.seat, step.brass)
        else:
            gain_brass(setup, state, frame.seat, step.brass, frame.card)
    frame.done = 1
    return False


@compiled
def is_said(setup: Prepared, frame: Frame, step: Step) -> bool:
    """Whether a step does what the player's own action has just said that it does."""
    program = frame.program
    by_itself = program == setup.program[frame.card, Trigger.BUILT] or (
        program == setup.program[frame.card, Trigger.DESTROYED]
    )
    return not by_itself and step.condition == Need.ALWAYS and not has(step.bits, Flag.IF_DONE)


# Cards drawn


@compiled
def begin_draw(setup: Prepared, state: State, frame: Frame, step: Step) -> bool:
    """Draw, unless that may be declined or there is nothing to draw."""
    if may_decline(step) and state.amounts[frame.seat, Zone.DECK] + state.amounts[frame.seat, Zone.DISCARD] > 0:
        return put_question(state, Ask.DRAW, frame.seat)
    frame.done = draw(setup, state, frame.seat, step.amount) > 0
    return False


@compiled
def allow_draw(mask: Array) -> None:
    mask[Act.OPTION] = 1


@compiled
def draw_cards(setup: Prepared, state: State) -> None:
    frame = top(state)
    frame.done = draw(setup, state, frame.seat, asking_step(setup, state).amount) > 0
    finish_step(frame)


# Damage


@compiled
def begin_damage(setup: Prepared, state: State, frame: Frame, step: Step) -> bool:
    return has_hits(setup, state, frame.seat, step) and put_question(state, Ask.DAMAGE, frame.seat)


@compiled
def may_be_hit(setup: Prepared, thing: Thing, step: Step) -> bool:
    return is_face_up(thing) and has(step.among, setup.type[thing.kind])


@compiled
def has_hits(setup: Prepared, state: State, seat: Int, step: Step) -> bool:
    """Whether an opponent has anything in play that a step may damage."""
    for other in range(setup.places):
        if is_opponent(setup, state, seat, other):
            for slot in range(slots(state, other)):
                if may_be_hit(setup, state.things[other, slot], step):
                    return True
    return False


@compiled
def allow_hits(setup: Prepared, state: State, mask: Array) -> None:
    """Offer what a step's damage may go to; of things that are alike only the first."""
    step = asking_step(setup, state)
    for other in range(setup.places):
        if is_opponent(setup, state, state.seat, other):
            away = distance(setup.places, state.seat, other)
            for slot in range(slots(state, other)):
                if may_be_hit(setup, state.things[other, slot], step):
                    mask[to_thing(away, slot)] = not has_twin_before(setup, state, other, slot)


@compiled
def hit(setup: Prepared, state: State, action: Int) -> None:
    frame, damage = top(state), asking_step(setup, state).amount
    seat, slot = named_thing(setup, state, action)
    by = frame.seat
    frame.done = 1
    finish_step(frame)
    if wound(setup, state, seat, slot, damage):
        destroy(setup, state, seat, slot, by)


# One of several effects


@compiled
def begin_choice(state: State, frame: Frame) -> bool:
    return put_question(state, Ask.OPTION, frame.seat)


@compiled
def allow_options(setup: Prepared, state: State, mask: Array) -> None:
    for option in range(asking_step(setup, state).among):
        mask[Act.OPTION + option] = 1


@compiled
def choose(setup: Prepared, state: State, action: Int) -> None:
    """Go on with one of several effects."""
    frame, program = top(state), asking_step(setup, state).program + action - Act.OPTION
    frame.done = 1
    finish_step(frame)
    push_steps(setup, state, frame.seat, frame.card, frame.slot, program, frame.left)


# Cards that leave a hand or a discard


@compiled
def begin_dismissal(state: State, frame: Frame, step: Step) -> bool:
    more = frame.count < step.amount and can_dismiss(state, frame.seat, step)
    return more and put_question(state, Ask.DISMISS, frame.seat)


@compiled
def can_dismiss(state: State, seat: Int, step: Step) -> bool:
    """Whether a seat has a card where a step dismisses from."""
    in_hand = has(step.among, Zone.HAND) and state.amounts[seat, Zone.HAND] > 0
    return in_hand or (has(step.among, Zone.DISCARD) and state.amounts[seat, Zone.DISCARD] > 0)


@compiled
def allow_zone(setup: Prepared, state: State, mask: Array, zone: Int, block: Int) -> None:
    start = first_of(setup, block)
    for kind in range(setup.kinds):
        mask[start + kind] = state.zones[state.seat, zone, kind] > 0


@compiled
def allow_dismissals(setup: Prepared, state: State, mask: Array) -> None:
    step = asking_step(setup, state)
    if has(step.among, Zone.HAND):
        allow_zone(setup, state, mask, Zone.HAND, CardAct.HAND)
    if has(step.among, Zone.DISCARD):
        allow_zone(setup, state, mask, Zone.DISCARD, CardAct.DISCARD)


@compiled
def dismiss_card(setup: Prepared, state: State, action: Int) -> None:
    kind = action - first_of(setup, CardAct.HAND)
    if action < first_of(setup, CardAct.DISCARD):
        take_from_hand(state, state.seat, kind)
    else:
        kind = action - first_of(setup, CardAct.DISCARD)
        take(state, state.seat, Zone.DISCARD, kind)
    dismiss(setup, state, state.seat, kind)
    count_card(state)


@compiled
def count_card(state: State) -> None:
    """Note that the step has been carried out for one card."""
    frame = top(state)
    frame.done = 1
    frame.count += 1


@compiled
def begin_discard(setup: Prepared, state: State, frame: Frame, step: Step) -> bool:
    """Ask the next opponent that must discard, clockwise; False after the last one."""
    for cursor in range(max(1, frame.cursor), setup.places):
        other = clockwise(setup.places, frame.seat, cursor)
        if frame.cursor != cursor:
            frame.cursor, frame.count = cursor, 0
        more = frame.count < step.amount and state.amounts[other, Zone.HAND] > 0
        if more and not is_automaton(setup, other) and is_opponent(setup, state, frame.seat, other):
            return put_question(state, Ask.DISCARD, other)
    return False


@compiled
def allow_discards(setup: Prepared, state: State, mask: Array) -> None:
    allow_zone(setup, state, mask, Zone.HAND, CardAct.HAND)


@compiled
def discard_card(setup: Prepared, state: State, action: Int) -> None:
    kind = action - first_of(setup, CardAct.HAND)
    take_from_hand(state, state.seat, kind)
    put(state, state.seat, Zone.DISCARD, kind)
    count_card(state)


@compiled
def begin_recovery(state: State, frame: Frame, step: Step) -> bool:
    more = frame.count < step.amount and state.amounts[frame.seat, Zone.DISCARD] > 0
    return more and put_question(state, Ask.RECOVER, frame.seat)


@compiled
def allow_recoveries(setup: Prepared, state: State, mask: Array) -> None:
    allow_zone(setup, state, mask, Zone.DISCARD, CardAct.DISCARD)


@compiled
def recover_card(setup: Prepared, state: State, action: Int) -> None:
    """Take a card back from the own discard; everybody sees it."""
    kind = action - first_of(setup, CardAct.DISCARD)
    take(state, state.seat, Zone.DISCARD, kind)
    put(state, state.seat, Zone.HAND, kind)
    put(state, state.seat, Zone.KNOWN, kind)
    count_card(state)


# Brass taken


@compiled
def victims(setup: Prepared, state: State, seat: Int) -> Int:
    """Return the set of the opponents that have Brass."""
    found = np.int64(0)
    for other in range(setup.places):
        if is_opponent(setup, state, seat, other) and state.brass[other] > 0:
            found = add(found, other)
    return found


@compiled
def begin_theft(setup: Prepared, state: State, frame: Frame, step: Step) -> bool:
    """Take Brass; a question only where there is a choice."""
    rich = victims(setup, state, frame.seat)
    if size(rich) > 1 or (rich != 0 and may_decline(step)):
        return put_question(state, Ask.STEAL, frame.seat)
    if rich != 0:
        victim = only(rich)
        taken = min(step.brass, state.brass[victim])
        tell(state, Event.STEALS, frame.seat, victim, taken, has_of(setup, state, frame.seat, taken))
        steal(setup, state, frame, victim, step.brass)
    return False


@compiled
def allow_victims(setup: Prepared, state: State, mask: Array) -> None:
    rich = victims(setup, state, state.seat)
    for away in range(1, setup.places):
        mask[to_seat(away)] = has(rich, clockwise(setup.places, state.seat, away))


@compiled
def steal_from(setup: Prepared, state: State, action: Int) -> None:
    frame = top(state)
    steal(setup, state, frame, named_seat(setup, state, action), asking_step(setup, state).brass)
    finish_step(frame)


@compiled
def steal(setup: Prepared, state: State, frame: Frame, other: Int, amount: Int) -> None:
    taken = lose_brass(setup, state, other, amount)
    state.brass[frame.seat] += has_of(setup, state, frame.seat, taken)
    frame.done = 1


# Cards acquired


@compiled
def begin_acquisition(setup: Prepared, state: State, frame: Frame, step: Step) -> bool:
    return has_acquisitions(setup, state, step) and put_question(state, Ask.ACQUIRE, frame.seat)


@compiled
def may_acquire(setup: Prepared, state: State, row: Int, place: Int, step: Step) -> bool:
    kind = state.rows[row, place]
    cheap = kind != NOBODY and setup.labor[kind] + setup.construction[kind] <= step.amount
    return cheap and has(step.among, row)


@compiled
def has_acquisitions(setup: Prepared, state: State, step: Step) -> bool:
    """Whether there is any card that a step may acquire."""
    for row in range(2):
        for place in range(ROW_PLACES):
            if may_acquire(setup, state, row, place, step):
                return True
    return False


@compiled
def allow_acquisitions(setup: Prepared, state: State, mask: Array) -> None:
    step, start = asking_step(setup, state), first_of(setup, CardAct.BUY)
    for row in range(2):
        for place in range(ROW_PLACES):
            if may_acquire(setup, state, row, place, step):
                mask[start + state.rows[row, place]] = 1


@compiled
def acquire_card(setup: Prepared, state: State, action: Int) -> None:
    take_wanted(setup, state, action - first_of(setup, CardAct.BUY))
