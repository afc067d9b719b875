"""Using things in play: mining, abilities, demolition, and responses in other seats' turns."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.seats import clockwise
from ...table.sets import add, remove
from .actions import Act
from .card_steps import NO_PROGRAM, Trigger
from .gains import take_brass
from .seats import is_automaton, is_opponent, slots
from .stack import push_program, put_question, top
from .state import NOBODY, Acting, Ask, CardType, Frame, Mode, Prepared, State, Status
from .things import has_twin_before, is_face_up, is_ready, leave_play
from .usefulness import could_do


@compiled
def can_act(setup: Prepared, state: State, seat: Int, slot: Int) -> bool:
    """Whether a unit may attack or mine: dispatched in an earlier turn, not used in this one, with attack power."""
    thing = state.things[seat, slot]
    return is_ready(thing) and setup.type[thing.kind] == CardType.UNIT and setup.attack[thing.kind] > 0


@compiled
def can_use(setup: Prepared, state: State, seat: Int, slot: Int) -> bool:
    """Whether a thing's ability may be used: it is ready and could do something, and not used at the turn start."""
    thing = state.things[seat, slot]
    program = setup.program[thing.kind, Trigger.ABILITY]
    if not is_ready(thing) or program == NO_PROGRAM or setup.by_itself[thing.kind]:
        return False
    return could_do(setup, state, seat, thing.kind, program)


@compiled
def can_demolish(setup: Prepared, state: State, seat: Int, slot: Int) -> bool:
    thing = state.things[seat, slot]
    return is_face_up(thing) and setup.program[thing.kind, Trigger.DEMOLISH] != NO_PROGRAM


@compiled
def mine(setup: Prepared, state: State, slot: Int) -> None:
    """Mine with a unit: Brass equal to its attack power."""
    thing = state.things[state.player, slot]
    thing.status = remove(thing.status, Status.READY)
    state.acting = add(state.acting, Acting.UNIT)
    take_brass(setup, state, state.player, setup.attack[thing.kind])


@compiled
def use(setup: Prepared, state: State, seat: Int, slot: Int) -> None:
    thing = state.things[seat, slot]
    thing.status = remove(thing.status, Status.READY)
    if seat == state.player and setup.type[thing.kind] == CardType.UNIT:
        state.acting = add(state.acting, Acting.UNIT)
    push_program(setup, state, seat, thing.kind, slot, Trigger.ABILITY)


@compiled
def demolish(setup: Prepared, state: State, seat: Int, slot: Int) -> None:
    """Destroy an own building for its effect; nobody gains Brass for it, and its end counts as a destruction."""
    from_play = state.things[seat, slot].kind
    leave_play(setup, state, seat, slot)
    push_program(setup, state, seat, from_play, NOBODY, Trigger.DESTROYED)
    push_program(setup, state, seat, from_play, NOBODY, Trigger.DEMOLISH)


@compiled
def can_respond(setup: Prepared, state: State, seat: Int) -> bool:
    """Whether a seat has something face up that it may use at any time."""
    if is_automaton(setup, seat):
        return False
    for slot in range(slots(state, seat)):
        thing = state.things[seat, slot]
        usable = can_use(setup, state, seat, slot) or can_demolish(setup, state, seat, slot)
        if usable and setup.any_time[thing.kind]:
            return True
    return False


@compiled
def run_window(setup: Prepared, state: State, frame: Frame) -> Int:
    """Ask the next seat, clockwise, that may respond; return whether a question is out."""
    frame.cursor = max(1, frame.cursor)
    while frame.cursor < setup.places:
        seat = clockwise(setup.places, frame.seat, frame.cursor)
        if can_respond(setup, state, seat):
            return put_question(state, Ask.WINDOW, seat)
        frame.cursor += 1
    state.depth -= 1
    return False


@compiled
def has_targets(setup: Prepared, state: State, seat: Int) -> bool:
    """Whether an opponent has anything that may be attacked; in battle mode the companies themselves may be."""
    for other in range(setup.places):
        if is_opponent(setup, state, seat, other):
            if setup.mode == Mode.BATTLE:
                return True
            for slot in range(slots(state, other)):
                if is_face_up(state.things[other, slot]):
                    return True
    return False


# Responses


@compiled
def allow_uses(setup: Prepared, state: State, mask: Array, responding: bool) -> None:
    """Offer abilities and demolitions; in a response only those for any time."""
    seat = state.seat
    for slot in range(slots(state, seat)):
        thing = state.things[seat, slot]
        if not is_face_up(thing) or (responding and not setup.any_time[thing.kind]):
            continue
        ability, demolition = can_use(setup, state, seat, slot), can_demolish(setup, state, seat, slot)
        if (ability or demolition) and not has_twin_before(setup, state, seat, slot):
            mask[Act.ABILITY + slot] = ability
            mask[Act.DEMOLISH + slot] = demolition


@compiled
def allow_response(setup: Prepared, state: State, mask: Array) -> None:
    mask[Act.PASS] = 1
    allow_uses(setup, state, mask, True)


@compiled
def respond(setup: Prepared, state: State, action: Int) -> None:
    """Use something in another seat's turn, or let the next seat respond."""
    if action == Act.PASS:
        top(state).cursor += 1
    elif action >= Act.DEMOLISH:
        demolish(setup, state, state.seat, action - Act.DEMOLISH)
    else:
        use(setup, state, state.seat, action - Act.ABILITY)
