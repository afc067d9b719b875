"""Everything as one flat vector: two positions that it shows as the same have the same future.

Seats stand by their numbers; where one counts from a seat, as in claims, it is seat 0. What each seat believes belongs
to it, since observations hold beliefs, which follow from the whole game and not from its last turns alone.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import PROBABLE, Layout, Part
from ...table.records import Array, Int
from ...table.sets import has
from ..options import ComradeOptions
from .beliefs import total_weight
from .observation import (
    CLAIM_PART,
    CLAIMS_LAYOUT,
    HISTORY,
    LAYOUT,
    PUBLIC,
    write_claims,
    write_handovers,
    write_memory,
    write_phase,
    write_turn,
)
from .posterior import recall
from .state import MAX_SEATS, Phase, Prepared, State

_MEMORY = next(part for part in LAYOUT.parts if part.name == "memory")
_PARTS = (
    Part("dissident", (MAX_SEATS,), "who holds the dissident card"),
    Part("informer", (MAX_SEATS,), "who holds the informer card"),
    Part("dealt", (2, MAX_SEATS), "who was dealt the dissident and the informer card"),
    Part("word", (1,), "1 for perestroika"),
    Part("knows the word", (MAX_SEATS,), "who has held or seen the dissident card since its word was drawn"),
    Part("cards", (MAX_SEATS,), "cards held, in halves"),
    Part("seat", (MAX_SEATS,), "who is asked"),
    Part("receiver", (MAX_SEATS,), "who will be given one of two cards now"),
    Part("freedom", (HISTORY, MAX_SEATS), "who voted for freedom in this turn and those before it"),
    Part("perestroika", (MAX_SEATS,), "who has chosen perestroika in this turn's committee"),
    Part(
        "posterior",
        (MAX_SEATS,) * 3,
        "what each seat believes: by the dissident's seat and the informer's",
        most=PROBABLE,
    ),
    Part(
        "awareness",
        (MAX_SEATS,) * 4,
        "what each seat believes, if that is so, of each seat's knowing the word",
        most=PROBABLE,
    ),
    Part(
        "memory",
        (MAX_SEATS, *_MEMORY.shape),
        f"for each seat, the others clockwise from it: {_MEMORY.text}",
        most=_MEMORY.most,
    ),
    *PUBLIC,
)
FULL_LAYOUT = Layout(*_PARTS)
FULL_CLAIMS_LAYOUT = Layout(*_PARTS, CLAIM_PART)

_F = {part.name: FULL_LAYOUT.start(part.name) for part in FULL_LAYOUT.parts}
_DISSIDENT, _INFORMER, _DEALT, _WORD = _F["dissident"], _F["informer"], _F["dealt"], _F["word"]
_KNOWS, _CARDS, _SEAT, _RECEIVER = _F["knows the word"], _F["cards"], _F["seat"], _F["receiver"]
_FREEDOM, _PERESTROIKA, _PHASE = _F["freedom"], _F["perestroika"], _F["phase"]
_POSTERIOR, _AWARENESS = _F["posterior"], _F["awareness"]
# Where an observation would have to begin for its parts to come to lie on ours
_MEMORIES, _MEMORY_SIZE = _F["memory"] - LAYOUT.start("memory"), _MEMORY.size
_PUBLIC = _F["chairmen"] - LAYOUT.start("chairmen")
_CLAIMS = FULL_CLAIMS_LAYOUT.start("claims") - CLAIMS_LAYOUT.start("claims")


def full_layout(options: ComradeOptions) -> Layout:
    """Return the layout of :func:`reveal`."""
    return FULL_CLAIMS_LAYOUT if options.claims else FULL_LAYOUT


@compiled(allocates=True)
def reveal(setup: Prepared, state: State, out: Array) -> None:
    """Write everything; see ``FULL_LAYOUT``."""
    reveal_cards(setup, state, out)
    for seat in range(setup.seats):
        write_memory(setup, state, seat, out[_MEMORIES + seat * _MEMORY_SIZE :])
        if has(state.fresh, seat):
            reveal_beliefs(setup, seat, state.pairs[seat], state.aware[seat], out)
        else:
            pair = np.empty((MAX_SEATS, MAX_SEATS), np.float32)
            aware = np.empty((MAX_SEATS, MAX_SEATS, MAX_SEATS), np.float32)
            recall(setup, state, seat, None, pair, aware, np.empty((0, MAX_SEATS, MAX_SEATS), np.float32))
            reveal_beliefs(setup, seat, pair, aware, out)
    for age in range(min(HISTORY, state.turn + 1)):
        write_turn(setup, state, 0, age, out[_PUBLIC:])
    write_handovers(setup, state, 0, out[_PUBLIC:])
    write_phase(setup, state, out, _PHASE)
    if setup.claims:
        write_claims(setup, state, 0, out[_CLAIMS:])


@compiled
def reveal_cards(setup: Prepared, state: State, out: Array) -> None:
    """Write who holds, knows and has voted what, and who is asked about whom."""
    turn = state.turns[state.turn]
    out[_DISSIDENT + state.dissident] = 1.0
    out[_INFORMER + state.informer] = 1.0
    out[_DEALT + state.dealt_dissident] = 1.0
    out[_DEALT + MAX_SEATS + state.dealt_informer] = 1.0
    out[_WORD] = np.float32(state.word)
    out[_SEAT + state.seat] = 1.0
    if state.phase == Phase.GIVE:
        out[_RECEIVER + state.handovers[state.moves].receiver] = 1.0
    for seat in range(setup.seats):
        out[_KNOWS + seat] = np.float32(has(state.knowers, seat))
        out[_CARDS + seat] = np.float32(0.5) * np.float32(state.cards[seat])
        out[_PERESTROIKA + seat] = np.float32(has(turn.words, seat))
        for age in range(min(HISTORY, state.turn + 1)):
            freedom = state.turns[state.turn - age].freedom
            out[_FREEDOM + age * MAX_SEATS + seat] = np.float32(has(freedom, seat))


@compiled
def reveal_beliefs(setup: Prepared, seat: Int, pair: Array, aware: Array, out: Array) -> None:
    """Write what a seat believes."""
    total = total_weight(pair, np.int64(setup.seats))
    for holder in range(setup.seats):
        for other in range(setup.seats):
            at = (seat * MAX_SEATS + holder) * MAX_SEATS + other
            if pair[holder, other] > 0:
                out[_POSTERIOR + at] = pair[holder, other] / total
                for knower in range(setup.seats):
                    out[_AWARENESS + at * MAX_SEATS + knower] = aware[holder, other, knower]
