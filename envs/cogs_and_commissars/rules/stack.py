"""The stack of cards that are being played: the last one resolves first."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.events import tell
from ...table.records import Int
from .box import NO_TYPE, CardType
from .events import Event
from .state import NOBODY, Played, Prepared, Stage, State, Zone
from .zones import put, put_into_hand_openly


@compiled(inline=True)
def top(state: State) -> Int:
    return state.stack[state.depth - 1]


@compiled
def push(setup: Prepared, state: State, kind: Int, player: Int, owner: Int) -> None:
    """Put a card on the stack; nobody responds before its targets have been chosen."""
    record = state.stack[state.depth]
    record.kind, record.player, record.owner = kind, player, owner
    record.stage, record.dead, record.as_blitz = Stage.CHOOSING, 0, 0
    record.seat, record.type, record.card, record.reach = NOBODY, NO_TYPE, NOBODY, state.depth
    record.step, record.count, record.cursor, record.done, record.before = 0, 0, 0, 0, 0
    sure = setup.sure_at[kind] > 0 and state.points[player] >= setup.sure_at[kind]
    record.protected = 1 if sure or state.silenced != 0 or setup.protects[kind] != 0 else 0
    state.depth += 1
    if setup.protects[kind]:
        state.silenced = 1


@compiled
def push_duplicate(setup: Prepared, state: State, place: Int) -> None:
    """Put a duplicate of a card on the stack: its player's, no card itself, with targets of its own."""
    original = state.stack[place]
    push(setup, state, original.kind, original.player, NOBODY)
    duplicate = top(state)
    duplicate.protected, duplicate.as_blitz = original.protected, original.as_blitz
    tell(state, Event.DOUBLED, original.player, original.kind, place + 1)
    duplicate.reach = original.reach  # what it is aimed at must have been there before the original, so that this ends


@compiled
def pop(state: State) -> None:
    """Take the top record off the stack, and its card to the discard of its owner; all may respond to the next one."""
    record = top(state)
    if record.owner != NOBODY:
        put(state, record.owner, Zone.DISCARD, record.kind)
    state.depth -= 1
    state.cursor = 0


@compiled
def stop(setup: Prepared, state: State, place: Int, to_hand: bool) -> None:
    """Counter a card: it leaves the stack for its owner's discard or hand, its record waits there without effect."""
    record = state.stack[place]
    if to_hand:
        tell(state, Event.PUT_BACK, record.player, record.kind, place + 1, record.owner)
    else:
        tell(state, Event.COUNTERED, record.player, record.kind, place + 1)
    if record.owner != NOBODY:
        if to_hand:
            put_into_hand_openly(setup, state, record.owner, record.kind)
        else:
            put(state, record.owner, Zone.DISCARD, record.kind)
    record.dead, record.owner = 1, NOBODY


@compiled
def live_below(state: State, depth: Int) -> Int:
    """Return the place of the uppermost card below ``depth`` that has not been countered; NOBODY if there is none."""
    for place in range(depth - 1, -1, -1):
        if not state.stack[place].dead:
            return place
    return NOBODY


@compiled(inline=True)
def is_played_as_blitz(setup: Prepared, record: Played) -> bool:
    """Whether a card is a Blitz, or an Action that has been played as one."""
    return record.as_blitz != 0 or setup.type[record.kind] == CardType.BLITZ


@compiled
def is_being_played(setup: Prepared, state: State, core: Int, other_than: Int) -> bool:
    """Whether a core card of another player than the given one is waiting on the stack."""
    for place in range(state.depth):
        record = state.stack[place]
        if not record.dead and setup.core[record.kind] == core and record.player != other_than:
            return True
    return False


@compiled
def finish_step(record: Played) -> None:
    """Go on to the next step of a card, which may ask whether this one did anything."""
    record.before = record.done
    record.step += 1
    record.count, record.cursor, record.done = 0, 0, 0
