"""Whether a program could do anything now: an ability that cannot is not offered, and nobody is asked for it."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Int
from ...table.sets import has
from .card_steps import MAX_STEPS, Effect, Flag, Step
from .conditions import is_met
from .seats import is_automaton, is_opponent
from .state import Prepared, State, Zone
from .steps import can_dismiss, has_acquisitions, has_hits, victims


@compiled
def could_do(setup: Prepared, state: State, seat: Int, kind: Int, program: Int) -> bool:
    """Whether any step of a program of a card in play could do anything, an option of a choice among them."""
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.END:
            return False
        if not has(step.bits, Flag.IF_DONE) and is_met(setup, state, seat, kind, False, step):
            if step.what == Effect.CHOOSE:
                for option in range(step.among):
                    if option_could(setup, state, seat, kind, step.program + option):
                        return True
            elif step_could(setup, state, seat, step):
                return True
    return False


@compiled
def option_could(setup: Prepared, state: State, seat: Int, kind: Int, program: Int) -> bool:
    """Whether any step of an option, which has no choices of its own, could do anything."""
    for number in range(MAX_STEPS):
        step = setup.steps[program, number]
        if step.what == Effect.END:
            return False
        open_now = not has(step.bits, Flag.IF_DONE) and is_met(setup, state, seat, kind, False, step)
        if open_now and step_could(setup, state, seat, step):
            return True
    return False


@compiled
def step_could(setup: Prepared, state: State, seat: Int, step: Step) -> bool:
    """Whether a step could do anything; labor and construction are lost on a seat whose turn it is not."""
    what = step.what
    if what == Effect.GAIN:
        return step.brass > 0 or seat == state.player
    if what == Effect.DRAW:
        return state.amounts[seat, Zone.DECK] + state.amounts[seat, Zone.DISCARD] > 0
    if what == Effect.DAMAGE:
        return has_hits(setup, state, seat, step)
    if what == Effect.DISMISS:
        return can_dismiss(state, seat, step)
    if what == Effect.DISCARD:
        return any_hand(setup, state, seat)
    if what == Effect.STEAL:
        return victims(setup, state, seat) != 0
    if what == Effect.ACQUIRE:
        return has_acquisitions(setup, state, step)
    return state.amounts[seat, Zone.DISCARD] > 0


@compiled
def any_hand(setup: Prepared, state: State, seat: Int) -> bool:
    """Whether an opponent has cards in hand."""
    for other in range(setup.places):
        rival = is_opponent(setup, state, seat, other) and not is_automaton(setup, other)
        if rival and state.amounts[other, Zone.HAND] > 0:
            return True
    return False
