"""What a seat knows as one flat vector, and everything as another.

A seat's vector holds all that a player with a perfect memory could use: for every card where it is or may be, with
its place in a pile where that is known. Own seat first; nothing depends on what the seat cannot know.
"""

from __future__ import annotations

import numpy as np

from ...table import sets
from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part
from ...table.named import Named, listed, texts
from ...table.piles import SINGLE, bit, count, has, pile_set, write_set
from ...table.records import Array, Int
from .scoring import clash_points, total_power
from .state import CARDS, NUM_COLORS, Color, Do, Overdrive, Phase, Pile, Prepared, State, Target, Use, Zone

_PHASES, _STEPS, _SOURCES, _TARGETS, _PILES = len(Phase), len(Do), len(Zone), len(Target), len(Pile)
_NONE, _ALL = np.uint64(0), np.uint64((1 << CARDS) - 1)


class Turn(Named):
    """How a turn stands."""

    FIRST = "first player"
    OWN = "own turn"
    WRECKAGE = "Wreckage revealed"
    RECRUIT = "Recruit used"
    TASK = "Task used"


class Clock(Named):
    """How far the game has come."""

    TURNS = "turns in fortieths"
    DECISIONS = "decisions as a share of the limit"


CARD_PARTS = (
    ("own hand", "1 for a card in the own hand"),
    ("own discard", "1 for a card in the own discard"),
    ("own Clash", "1 for a card on the own side of the Clash"),
    ("own deck", "1 for a card known to be in the own deck, 1 + 1/(1 + cards above it) where its place is known too"),
    ("rival's hand", "1 for a card known to be in the rival's hand"),
    ("rival's discard", "1 for a card in the rival's discard"),
    ("rival's Clash", "1 for a card on the rival's side of the Clash"),
    (
        "rival's deck",
        "1 for a card that is in the rival's deck or was drawn from it unseen, "
        "1 + 1/(1 + cards above it) where its place in the deck is known",
    ),
    ("rival's draw", "1 for a card that went through the rival's deck and may be in its hand now"),
    ("Hangar", "1 for a card in the Hangar"),
    ("Hangar deck", "1 + 1/(1 + cards above it) for a card whose place in the Hangar deck is known"),
    ("unseen", "1 for a card never seen so far"),
    (
        "in use",
        "1 for the card discarded for the present Action or whose Task is being carried out, "
        "0.5 for the card picked first by the present step",
    ),
)

LAYOUT = Layout(
    *(Part(name, (CARDS,), text) for name, text in CARD_PARTS),
    Part("hand by kind", (NUM_COLORS, 3), "own hand: cards by colour and power, in quarters", texts(Color)),
    Part("Hangar by kind", (NUM_COLORS, 3), "Hangar: cards by colour and power, in quarters", texts(Color)),
    Part("discard by kind", (NUM_COLORS, 3), "own discard: cards by colour and power, in quarters", texts(Color)),
    Part("own reserve", (NUM_COLORS,), "Power by colour in own hand, discard and known deck, in tens", texts(Color)),
    Part("rival's reserve", (NUM_COLORS,), "the same of the rival, as far as known", texts(Color)),
    Part("sizes", (6,), "cards in own hand, deck, discard, then the rival's, in tens"),
    Part("Hangar sizes", (3,), "cards in the Hangar deck above the Wreckage card and below it, in the Hangar, in tens"),
    Part("Clash", (6,), "own cards (in tens), Power (in tens) and Clash points (in tens), then the rival's"),
    Part("turn", (len(Turn),), listed(Turn)),
    Part("clock", (len(Clock),), listed(Clock)),
    Part("phase", (_PHASES,), "what is being asked, one of", texts(Phase)),
    Part("Overdrive open", (1,), "1 while an Overdrive may still be used"),
    Part("step", (_STEPS,), "what the present step does, one of", texts(Do)),
    Part("step source", (_SOURCES,), "where the present step takes a card from, one of", texts(Zone)),
    Part("step target", (_TARGETS,), "where the present step puts it, one of", texts(Target)),
    Part("step count", (2,), "cards moved by the present step, cards it may move, in quarters"),
)

_S = {part.name: LAYOUT.start(part.name) for part in LAYOUT.parts}
_DECK, _RIVAL_HAND, _RIVAL_DECK = _S["own deck"], _S["rival's hand"], _S["rival's deck"]
_DRAW, _HANGAR, _HANGAR_DECK = _S["rival's draw"], _S["Hangar"], _S["Hangar deck"]
_UNSEEN, _IN_USE = _S["unseen"], _S["in use"]
_KINDS, _RESERVE, _SIZES = _S["hand by kind"], _S["own reserve"], _S["sizes"]
_TURN, _CLOCK, _PHASE, _OPEN = _S["turn"], _S["clock"], _S["phase"], _S["Overdrive open"]
_STEP, _SOURCE, _TARGET, _COUNT = _S["step"], _S["step source"], _S["step target"], _S["step count"]


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` knows; see ``LAYOUT``."""
    rival = 1 - seat
    own_deck = pile_set(state.piles, state.sizes, seat)
    rival_deck = pile_set(state.piles, state.sizes, rival)
    write_cards(setup, state, seat, own_deck, rival_deck, out)
    write_places(state, seat, own_deck & state.located[seat], _DECK, 0.0, out)
    write_places(state, rival, rival_deck & state.located[seat], _RIVAL_DECK, 0.0, out)
    write_places(state, Pile.HANGAR, known_hangar_deck(state, seat, own_deck, rival_deck), _HANGAR_DECK, 1.0, out)
    write_in_use(state, out)
    write_kinds(setup, state, seat, out)
    write_counts(setup, state, seat, own_deck, rival_deck, out)
    write_turn(setup, state, seat, out)
    if state.phase == Phase.CHOICE:
        write_step(setup, state, out)


@compiled
def write_cards(setup: Prepared, state: State, seat: Int, own_deck: Int, rival_deck: Int, out: Array) -> None:
    rival = 1 - seat
    seen, located = state.seen[seat], state.located[seat]
    through_deck = (rival_deck | state.hand[rival]) & seen & ~located
    write_set(out, 0, state.hand[seat], CARDS)
    write_set(out, CARDS, state.discard[seat], CARDS)
    write_set(out, 2 * CARDS, state.clash[seat], CARDS)
    write_set(out, _DECK, own_deck & seen, CARDS)
    write_set(out, _RIVAL_HAND, state.hand[rival] & located, CARDS)
    write_set(out, _RIVAL_HAND + CARDS, state.discard[rival], CARDS)
    write_set(out, _RIVAL_HAND + 2 * CARDS, state.clash[rival], CARDS)
    write_set(out, _RIVAL_DECK, through_deck | (rival_deck & located), CARDS)
    if through_deck != np.uint64(0):
        write_set(out, _DRAW, through_deck & may_be_drawn(setup, state, seat, rival, through_deck), CARDS)
    write_set(out, _HANGAR, state.hangar, CARDS)
    write_set(out, _UNSEEN, _ALL & ~seen, CARDS)


@compiled
def write_in_use(state: State, out: Array) -> None:
    if state.card >= 0:
        out[_IN_USE + state.card] = 1.0
    if state.depth > 0:
        frame = state.frames[state.depth - 1]
        if frame.first >= 0:
            out[_IN_USE + frame.first] = 0.5
        if frame.card >= 0:
            out[_IN_USE + frame.card] = 1.0


@compiled
def known_hangar_deck(state: State, seat: Int, own_deck: Int, rival_deck: Int) -> Int:
    """The cards of the Hangar deck of which a seat knows the place: all located ones that are nowhere else."""
    elsewhere = own_deck | rival_deck | state.hangar
    for who in range(2):
        elsewhere |= state.hand[who] | state.discard[who] | state.clash[who]
    return state.located[seat] & ~elsewhere


@compiled
def write_places(state: State, pile: Int, cards: Int, start: Int, base: Int, out: Array) -> None:
    """Add a number for how deep each card of a set lies in a pile, if it does."""
    at = state.sizes[pile]
    above = 0
    while cards != _NONE and at > 0:  # down from the top, where most of the known cards are
        at -= 1
        card = state.piles[pile, at]
        if has(cards, card):
            out[start + card] += np.float32(base + 1.0 / (1.0 + above))
            cards ^= bit(card)
        above += 1


@compiled
def may_be_drawn(setup: Prepared, state: State, seat: Int, rival: Int, cards: Int) -> Int:
    """Of a set of cards, those that had entered the rival's deck before its last unseen draw still in hand."""
    hidden = state.hand[rival] & ~state.located[seat] & (state.seen[seat] | setup.starters)
    result = np.uint64(0)
    if hidden == result:
        return result
    latest = np.int16(-1)
    for card in range(CARDS):
        latest = max(latest, state.drawn[card] if hidden & SINGLE[card] != _NONE else np.int16(-1))
    for card in range(CARDS):
        result |= SINGLE[card] if state.entered[card] <= latest else _NONE
    return result & cards


@compiled
def write_kinds(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    at = _KINDS
    hand, discard = state.hand[seat], state.discard[seat]
    for zone in (hand, state.hangar, discard):
        for color in range(NUM_COLORS):
            of_color = zone & setup.of_color[color]
            for power in range(1, 4):
                out[at] = np.float32(count(of_color & setup.of_power[power]) / 4)
                at += 1


@compiled
def write_counts(setup: Prepared, state: State, seat: Int, own_deck: Int, rival_deck: Int, out: Array) -> None:
    known = state.seen[seat]
    at = _RESERVE
    for side in range(2):
        owner = (seat + side) % 2
        deck = own_deck if side == 0 else rival_deck
        reserve = (state.hand[owner] | state.discard[owner] | deck) & known
        for color in range(NUM_COLORS):
            out[at] = np.float32(total_power(setup, reserve & setup.of_color[color]) * 0.1)
            at += 1
    for side in range(2):
        owner = (seat + side) % 2
        out[at] = np.float32(count(state.hand[owner]) * 0.1)
        out[at + 1] = np.float32(state.sizes[owner] * 0.1)
        out[at + 2] = np.float32(count(state.discard[owner]) * 0.1)
        at += 3
    out[at] = np.float32(state.above * 0.1)
    out[at + 1] = np.float32((state.sizes[Pile.HANGAR] - state.above) * 0.1)
    out[at + 2] = np.float32(count(state.hangar) * 0.1)
    at += 3
    for side in range(2):
        owner = (seat + side) % 2
        out[at] = np.float32(count(state.clash[owner]) * 0.1)
        out[at + 1] = np.float32(total_power(setup, state.clash[owner]) * 0.1)
        out[at + 2] = np.float32(clash_points(setup, state, owner) * 0.1)
        at += 3


@compiled
def write_turn(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    out[_TURN + Turn.FIRST] = np.float32(seat == 0)
    out[_TURN + Turn.OWN] = np.float32(state.player == seat)
    out[_TURN + Turn.WRECKAGE] = np.float32(state.wreckage)
    out[_TURN + Turn.RECRUIT] = np.float32(sets.has(state.used, Use.RECRUIT))
    out[_TURN + Turn.TASK] = np.float32(sets.has(state.used, Use.TASK))
    out[_CLOCK + Clock.TURNS] = np.float32(state.turn / 40)
    out[_CLOCK + Clock.DECISIONS] = np.float32(state.decisions / setup.max_decisions)
    out[_PHASE + state.phase] = 1.0
    out[_OPEN] = np.float32(state.overdrive == Overdrive.OPEN)


@compiled
def write_step(setup: Prepared, state: State, out: Array) -> None:
    frame = state.frames[state.depth - 1]
    step = setup.steps[frame.program, frame.step]
    out[_STEP + step.what] = 1.0
    out[_SOURCE + step.source] = 1.0
    out[_TARGET + step.target] = 1.0
    out[_COUNT] = np.float32(frame.moved / 4)
    out[_COUNT + 1] = np.float32(step.count / 4)


ZONES = (
    *("hand of seat 0", "hand of seat 1", "discard of seat 0", "discard of seat 1", "Clash of seat 0"),
    *("Clash of seat 1", "Hangar", "deck of seat 0", "deck of seat 1", "Hangar deck"),
)


class FullTurn(Named):
    """How a turn stands and how far the game has come."""

    SEAT = "seat to move"
    PLAYER = "whose turn"
    WRECKAGE = "Wreckage revealed"
    RECRUIT = "Recruit used"
    TASK = "Task used"
    TURNS = "turns"
    DECISIONS = "decisions (shares)"


FULL_LAYOUT = Layout(
    Part("zones", (len(ZONES), CARDS), "where every card is; in piles 1 + 1/(1 + cards above it)", ZONES),
    Part("turn", (len(FullTurn),), listed(FullTurn)),
    Part("phase", (_PHASES,), "what is being asked, one of", texts(Phase)),
    Part("in use", (CARDS,), "1 for the card discarded for the present Action"),
    Part("Overdrive open", (1,), "1 while an Overdrive may still be used"),
    Part("wreckage", (1,), "cards of the Hangar deck above the Wreckage card, in tens"),
)
_FULL_TURN, _FULL_PHASE = FULL_LAYOUT.start("turn"), FULL_LAYOUT.start("phase")
_FULL_IN_USE, _FULL_OPEN = FULL_LAYOUT.start("in use"), FULL_LAYOUT.start("Overdrive open")
_FULL_ABOVE = FULL_LAYOUT.start("wreckage")


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    """Write everything; see ``FULL_LAYOUT``."""
    for seat in range(2):
        write_set(out, seat * CARDS, state.hand[seat], CARDS)
        write_set(out, (2 + seat) * CARDS, state.discard[seat], CARDS)
        write_set(out, (4 + seat) * CARDS, state.clash[seat], CARDS)
    write_set(out, 6 * CARDS, state.hangar, CARDS)
    for pile in range(_PILES):
        write_places(state, pile, _ALL, (7 + pile) * CARDS, 1.0, out)
    out[_FULL_TURN + FullTurn.SEAT] = np.float32(state.seat)
    out[_FULL_TURN + FullTurn.PLAYER] = np.float32(state.player)
    out[_FULL_TURN + FullTurn.WRECKAGE] = np.float32(state.wreckage)
    out[_FULL_TURN + FullTurn.RECRUIT] = np.float32(sets.has(state.used, Use.RECRUIT))
    out[_FULL_TURN + FullTurn.TASK] = np.float32(sets.has(state.used, Use.TASK))
    out[_FULL_TURN + FullTurn.TURNS] = np.float32(state.turn / 40)
    out[_FULL_TURN + FullTurn.DECISIONS] = np.float32(state.decisions / setup.max_decisions)
    out[_FULL_PHASE + state.phase] = 1.0
    if state.card >= 0:
        out[_FULL_IN_USE + state.card] = 1.0
    out[_FULL_OPEN] = np.float32(state.overdrive == Overdrive.OPEN)
    out[_FULL_ABOVE] = np.float32(state.above / 10)
