"""Carrying out what a card does, step by step, up to the next question."""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.game import TERMINATED
from ...table.records import Int
from ...table.seats import clockwise
from .box import NO_TYPE, CardType, Core
from .card_steps import CHOSEN, MAX_STEPS, CardStep, Do, Who
from .citizens import pay, receive, take_from
from .events import Event
from .playing import can_intercept_any, has_title_to_retrieve, meets_needs
from .production import produce
from .stack import finish_step, is_being_played, is_played_as_blitz, pop, push_duplicate, stop, top
from .state import NOBODY, Ask, Played, Prepared, State, Target, Zone
from .targets import is_target, within_reach
from .zones import discard_from_hand, draw, show_hand

_DONE, _ASKED, _LEFT = range(3)
"""What has become of a step: it is done, a question is out, or its card has left the stack."""


@compiled
def put_question(state: State, question: Int, seat: Int) -> bool:
    """Ask a seat something; what this returns says that the game waits for an answer."""
    state.ask = question
    state.seat = seat
    return True


@compiled
def lacks_revolution(setup: Prepared, state: State, record: Played) -> bool:
    """Whether a card was played as a Blitz that needs another player's Revolution, and none is being played now."""
    bound = setup.blitz_during[record.kind] != 0 and is_played_as_blitz(setup, record)
    return bound and not is_being_played(setup, state, Core.REVOLUTION, record.player)


@compiled
def still_holds(setup: Prepared, state: State, record: Played) -> bool:
    """Whether what a card needs and is aimed at is still there when it resolves."""
    if not meets_needs(setup, state, record.kind, record.player):
        return False
    if lacks_revolution(setup, state, record):
        return False
    target = setup.target[record.kind]
    if target == Target.CARD:
        return record.card != NOBODY and not state.stack[record.card].dead
    if target == Target.PLAYER or target == Target.CITIZEN:
        return record.seat != NOBODY and is_target(setup, state, record.kind, record.player, record.seat)
    return True


@compiled
def resolve(setup: Prepared, state: State) -> bool:
    """Carry out the next step of the card on top of the stack; return whether a question is out."""
    record = top(state)
    if record.step == MAX_STEPS or setup.steps[record.kind, record.step].what == Do.END:
        pop(state)
        return False
    step = setup.steps[record.kind, record.step]
    if step.if_done and not record.before:
        finish_step(record)
        return False
    outcome = carry_out(setup, state, record, step)
    if outcome == _DONE:
        if not record.done:
            tell_nothing(state, record, step)
        finish_step(record)
    return outcome == _ASKED


@compiled
def tell_nothing(state: State, record: Played, step: CardStep) -> None:
    """Tell that a step has done nothing, unless what it has done tells so itself."""
    what, citizen = step.what, type_of(record, step)
    told = what == Do.PRODUCE or what == Do.INTERCEPT or (what == Do.GAIN and citizen != NO_TYPE)
    if not told:
        aimed = np.int64(record.seat) if step.who == Who.TARGET else np.int64(NOBODY)
        tell(state, Event.NOTHING, record.player, what, aimed, citizen)


@compiled
def carry_out(setup: Prepared, state: State, record: Played, step: CardStep) -> Int:
    """Do what a step does, as far as nothing has to be asked; return what has become of it."""
    what = step.what
    if what == Do.DISCARD:
        return next_discard(setup, state, record, step)
    if what == Do.RETRIEVE:
        more = record.count < step.amount and has_title_to_retrieve(setup, state, record.kind, record.player)
        return ask(state, Ask.RETRIEVE, record.player) if more else _DONE
    if what == Do.INTERCEPT:
        show_hand(setup, state, record.seat, record.player)
        if can_intercept_any(setup, state, record):
            return ask(state, Ask.INTERCEPT, record.player)
        tell(state, Event.NOTHING_TO_PLAY, record.player, record.seat)
        return _DONE
    if what == Do.DUPLICATE:
        place = np.int64(record.card)
        if state.stack[place].dead:  # an earlier step has countered it
            return _DONE
        pop(state)
        push_duplicate(setup, state, place)
        return _LEFT
    record.done = act(setup, state, record, step)
    return _DONE


@compiled
def ask(state: State, question: Int, seat: Int) -> Int:
    """Ask a seat about a step."""
    put_question(state, question, seat)
    return _ASKED


@compiled
def act(setup: Prepared, state: State, record: Played, step: CardStep) -> bool:
    """Do what a step does that asks nothing; return whether it has done anything."""
    what, player, amount = step.what, np.int64(record.player), np.int64(step.amount)
    if what == Do.GAIN:
        citizen = type_of(record, step)
        return citizen != NO_TYPE and receive(state, player, citizen, amount) > 0
    if what == Do.TAKE or what == Do.REMOVE:
        return move_citizens(setup, state, record, step)
    if what == Do.PAY:
        return state.citizens[player, step.citizen] >= amount and pay(state, player, step.citizen, amount) > 0
    if what == Do.PRODUCE:
        source = player if step.who == Who.SELF else np.int64(record.seat)
        return produce(setup, state, player, source, amount) > 0
    if what == Do.DRAW:
        return draw(setup, state, player, amount) > 0
    if what == Do.ACTIONS:
        if player != state.player:  # further Actions are for the own turn
            return False
        state.extra += amount
        tell(state, Event.MORE_ACTIONS, player, amount=amount)
        return True
    if what == Do.LOOK:
        show_hand(setup, state, record.seat, player)
        return True
    if what == Do.WIN:
        state.winner = player
        tell(state, Event.WON, player, amount=state.points[player])
        state.over = TERMINATED
        return True
    return change_card(setup, state, record, what)


@compiled
def change_card(setup: Prepared, state: State, record: Played, what: Int) -> bool:
    """Counter or return the card that was responded to, or change its type; return whether it was still there."""
    target = state.stack[record.card]
    if target.dead or (what == Do.RETYPE and record.type == NO_TYPE):
        return False
    if what == Do.COUNTER or what == Do.RETURN:
        stop(setup, state, record.card, what == Do.RETURN)
    else:
        target.type = record.type
        tell(state, Event.RETYPED, target.player, target.kind, np.int64(record.card) + 1, record.type)
    return True


@compiled
def type_of(record: Played, step: CardStep) -> Int:
    """Return the type of citizen that a step is about."""
    return np.int64(record.type) if step.citizen == CHOSEN else np.int64(step.citizen)


@compiled(inline=True)
def concerns(state: State, who: Int, player: Int, target: Int, other: Int, points: Int) -> bool:
    """Whether a step is about a seat; ``points`` are those of the card's player as the step began."""
    if who == Who.TARGET:
        return other == target
    if who == Who.SELF:
        return other == player
    if who == Who.RICHER:
        return other != player and state.points[other] > points
    return who == Who.ALL or other != player


@compiled
def move_citizens(setup: Prepared, state: State, record: Played, step: CardStep) -> Int:
    """Take citizens from those whom a step is about, or send them to the Gulag; return whether there were any."""
    citizen, player = type_of(record, step), np.int64(record.player)
    if citizen == NO_TYPE:
        return False
    points, moved = np.int64(state.points[player]), np.int64(0)
    for away in range(setup.seats):
        other = clockwise(setup.seats, player, away)
        if not concerns(state, step.who, player, record.seat, other, points):
            continue
        count = min(np.int64(step.amount), within_reach(setup, state, record.kind, other, citizen))
        if step.beyond:
            count = min(count, np.int64(state.citizens[other, citizen]) - np.int64(state.citizens[player, citizen]))
        if count > 0:
            if step.what == Do.TAKE:
                moved += take_from(state, player, other, citizen, count)
            else:
                moved += pay(state, other, citizen, count)
    if moved > 0 and setup.type[record.kind] == CardType.PROPAGANDA:
        draw(setup, state, player, setup.propaganda_draws[state.faction[player]])
    return moved > 0


@compiled
def next_discard(setup: Prepared, state: State, record: Played, step: CardStep) -> Int:
    """Ask the next seat that must discard, clockwise from the card's player; where there is no choice, ask nobody."""
    points = np.int64(state.points[record.player])
    while record.cursor < setup.seats:
        other = clockwise(setup.seats, record.player, record.cursor)
        left = np.int64(step.amount) - np.int64(record.count)
        about = concerns(state, step.who, record.player, record.seat, other, points)
        if about and left > 0 and state.amounts[other, Zone.HAND] > 0:
            record.done = 1
            if state.amounts[other, Zone.HAND] > left:
                return ask(state, Ask.DISCARD, other)
            discard_all(setup, state, other)
        record.cursor += 1
        record.count = 0
    return _DONE


@compiled
def discard_all(setup: Prepared, state: State, seat: Int) -> None:
    for kind in range(setup.kinds):
        copies = np.int64(state.zones[seat, Zone.HAND, kind])
        if copies > 0:
            tell(state, Event.DISCARDED, seat, kind, copies)
        for _ in range(copies):
            discard_from_hand(setup, state, seat, kind)
