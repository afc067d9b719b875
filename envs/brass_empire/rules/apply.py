"""The decisions of Brass Empire, by what is being asked; ``turn.py`` and ``programs.py`` have what follows."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from .combat import announce
from .legal import by_kind
from .market import buy_from_reserve, buy_from_row, copies_in_row, find_in_row, take_from_row
from .programs import put_question, steal
from .reserves import choose_corporation, finish_reserve, prepare
from .seats import clockwise
from .stack import finish_step, push_frame, push_program, top
from .state import (
    ACT_ABILITY,
    ACT_ATTACK,
    ACT_CORPORATION,
    ACT_DEMOLISH,
    ACT_END,
    ACT_FOR_MATE,
    ACT_KINDS,
    ACT_MINE,
    ACT_OPTION,
    ACT_PASS,
    ACT_PLACE,
    ACT_REBUILD,
    ACT_SEAT,
    ACT_THING,
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
    ASK_STEAL,
    ASK_TARGET,
    ASK_WINDOW,
    BLOCK_BUY,
    BLOCK_HAND,
    BLOCK_RESERVE,
    DISCARD,
    EMPLOYEE,
    FACE_UP,
    HAND,
    KNOWN,
    MAX_THINGS,
    NOBODY,
    ON_PLAY,
    PLAYED,
    PREPARING,
    PROGRAM,
    RESERVE,
    ROW_PLACES,
    SOLITAIRE,
    UNIT,
)
from .things import destroy, free_slot, put_into_play, wound
from .turn import close_turn, settle
from .uses import demolish, mine, use
from .zones import acquire, central_row, dismiss, draw, put, take, take_from_hand


@compiled
def deal(setup, state):
    prepare(setup, state)
    if state.phase != PREPARING:
        settle(setup, state)


@compiled
def apply(setup, state, action):
    ask = state.ask
    if ask == ASK_MENU:
        asked = act(setup, state, action)
    elif ask == ASK_CORPORATION or ask == ASK_DRAFT:
        asked = get_ready(setup, state, action)
    elif ask == ASK_TARGET:
        asked = attack(setup, state, action)
    elif ask == ASK_MATE:
        state.for_mate = 1
        asked = take_wanted(setup, state, action - by_kind(setup, BLOCK_BUY))
    elif ask == ASK_COPY:
        place = action - ACT_PLACE
        asked = take_place(setup, state, place // ROW_PLACES, place % ROW_PLACES)
    elif ask == ASK_WINDOW:
        asked = respond(setup, state, action)
    else:
        asked = answer(setup, state, action)
    if not asked:
        settle(setup, state)


@compiled
def get_ready(setup, state, action):
    """Choose a corporation or draft a card; return whether there is more to do before the game."""
    if state.ask == ASK_CORPORATION:
        choose_corporation(setup, state, action - ACT_CORPORATION)
    elif action == ACT_END:
        finish_reserve(setup, state)
    else:
        put(state, state.seat, RESERVE, action - by_kind(setup, BLOCK_RESERVE))
    return state.phase == PREPARING


@compiled
def act(setup, state, action):
    """Do what the player does in its own turn; return whether that asks for more."""
    seat = state.player
    if action >= ACT_KINDS:
        return act_with_card(setup, state, action - ACT_KINDS)
    if action == ACT_END:
        close_turn(setup, state)
    elif action == ACT_REBUILD:
        state.construction -= 1
        state.things[seat, 0].status |= FACE_UP
    elif action == ACT_FOR_MATE:
        return put_question(state, ASK_MATE, seat)
    elif action >= ACT_DEMOLISH:
        demolish(setup, state, seat, action - ACT_DEMOLISH)
    elif action >= ACT_ABILITY:
        use(setup, state, seat, action - ACT_ABILITY)
    elif action >= ACT_ATTACK:
        state.attacker = action - ACT_ATTACK
        return put_question(state, ASK_TARGET, seat)
    else:
        mine(setup, state, action - ACT_MINE)
    return False


@compiled
def act_with_card(setup, state, number):
    """Play a card from hand, buy one from a row or from the reserve; return whether that asks for more."""
    block, kind = number // setup.kinds, number % setup.kinds
    if block == BLOCK_HAND:
        play(setup, state, kind)
    elif block == BLOCK_BUY:
        return take_wanted(setup, state, kind)
    else:
        buy_from_reserve(setup, state, kind)
    return False


@compiled
def play(setup, state, kind):
    """Play a card from hand: employees work at once, units are dispatched, buildings lie face down."""
    seat = state.player
    take_from_hand(state, seat, kind)
    state.played += 1
    slot = NOBODY
    if setup.type[kind] == EMPLOYEE:
        put(state, seat, PLAYED, kind)
    else:
        slot = free_slot(state, seat)
        put_into_play(setup, state, seat, kind, FACE_UP if setup.type[kind] == UNIT else 0)
    push_program(setup, state, seat, kind, slot, ON_PLAY)


@compiled
def attack(setup, state, action):
    """Announce an attack on a thing, or in battle mode on a company."""
    if action >= ACT_THING:
        number = action - ACT_THING
        announce(setup, state, state.attacker, clockwise(setup, state.seat, number // MAX_THINGS), number % MAX_THINGS)
    else:
        announce(setup, state, state.attacker, clockwise(setup, state.seat, action - ACT_SEAT), NOBODY)
    return False


@compiled
def take_wanted(setup, state, kind):
    """Take a card from its row; of equal cards the solitaire game asks which one, since they leave other rows."""
    row = central_row(setup, kind)
    if setup.mode == SOLITAIRE and copies_in_row(state, row, kind) > 1:
        state.wanted = kind
        return put_question(state, ASK_COPY, state.seat)
    return take_place(setup, state, row, find_in_row(state, row, kind))


@compiled
def take_place(setup, state, row, place):
    """Buy the card at a place of a row, or acquire it if a card's effect is what it is taken for."""
    if state.depth == 0:
        buy_from_row(setup, state, row, place)
        return False
    frame = top(state)
    acquire(setup, state, frame.seat, take_from_row(setup, state, row, place))
    frame.done = 1
    finish_step(frame)
    return False


@compiled
def respond(setup, state, action):
    """Use something in another seat's turn, or let the next seat respond."""
    if action == ACT_PASS:
        top(state).cursor += 1
    elif action >= ACT_DEMOLISH:
        demolish(setup, state, state.seat, action - ACT_DEMOLISH)
    else:
        use(setup, state, state.seat, action - ACT_ABILITY)
    return False


@compiled
def answer(setup, state, action):
    """Answer the question that a step of a card asks."""
    frame = top(state)
    step = setup.steps[frame.program, frame.step]
    ask = state.ask
    if action == ACT_PASS:
        finish_step(frame)
    elif ask == ASK_ACQUIRE:
        return take_wanted(setup, state, action - by_kind(setup, BLOCK_BUY))
    elif ask == ASK_OPTION:
        choose(setup, state, frame, step.program + action - ACT_OPTION)
    elif ask == ASK_DRAW:
        frame.done = draw(setup, state, frame.seat, step.amount) > 0
        finish_step(frame)
    elif ask == ASK_STEAL:
        other = clockwise(setup, state.seat, action - ACT_SEAT)
        steal(setup, state, frame, other, step.brass)
        finish_step(frame)
    elif ask == ASK_DAMAGE:
        hit(setup, state, frame, step.amount, action - ACT_THING)
    else:
        move_card(setup, state, frame, action - ACT_KINDS)
    return False


@compiled
def choose(setup, state, frame, program):
    """Go on with one of several effects."""
    frame.done = 1
    finish_step(frame)
    seat, card, slot, left = frame.seat, frame.card, frame.slot, frame.left
    push_frame(setup, state, PROGRAM, seat, card, slot, program)
    top(state).left = left


@compiled
def hit(setup, state, frame, damage, number):
    """Deal a step's damage to a thing, given by distance and slot."""
    seat, slot = clockwise(setup, state.seat, number // MAX_THINGS), number % MAX_THINGS
    by = frame.seat
    frame.done = 1
    finish_step(frame)
    if wound(setup, state, seat, slot, damage):
        destroy(setup, state, seat, slot, by)


@compiled
def move_card(setup, state, frame, number):
    """Dismiss, discard or take back a card, given by block and kind."""
    seat, ask = state.seat, state.ask
    block, kind = number // setup.kinds, number % setup.kinds
    if block == BLOCK_HAND:
        take_from_hand(state, seat, kind)
    else:
        take(state, seat, DISCARD, kind)
    if ask == ASK_DISMISS:
        dismiss(setup, state, seat, kind)
    elif ask == ASK_DISCARD:
        put(state, seat, DISCARD, kind)
    else:
        put(state, seat, HAND, kind)
        put(state, seat, KNOWN, kind)
    frame.done = 1
    frame.count += 1
