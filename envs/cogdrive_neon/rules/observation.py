"""What a seat knows as one flat vector, and everything as another.

A seat's vector holds what a player with a perfect memory could use: for every card where it is or may be, with its
place in a pile where that is known; but not how likely the rival is to hold what it may hold (see :mod:`.draws`). Own
seat first; nothing depends on what the seat cannot know.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ...table import sets
from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part
from ...table.named import Named, listed, texts
from ...table.piles import SINGLE, bit, count, has, pile_set, write_set
from ...table.records import Array, Int
from .draws import drawn_at, drawn_from, newest_draw
from .scoring import clash_points, total_power
from .state import (
    CARD,
    CARDS,
    MAX_DEPTH,
    MAX_LAYERS,
    MOST_TURNS,
    NUM_COLORS,
    Color,
    Do,
    Overdrive,
    Phase,
    Pile,
    Prepared,
    State,
    Target,
    Use,
    Zone,
)

_PHASES, _PILES = len(Phase), len(Pile)
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
    LIMIT = "decisions as a share of the limit, by what turns take"


DECISIONS_A_TURN = 6  # about what a turn takes: how near the limit is need be no more exact than that


class Size(Named):
    """How many cards a player has where."""

    HAND = "hand"
    DECK = "deck"
    DISCARD = "discard"


class HangarSize(IntEnum):
    """How many cards there are in the Hangar and in its deck."""

    ABOVE = 0  # above the Wreckage card
    BELOW = 1
    HANGAR = 2


class Clash(IntEnum):
    """How a player's side of the Clash stands."""

    CARDS = 0
    POWER = 1
    POINTS = 2


class StepCount(Named):
    """How far the present step has come."""

    MOVED = "cards moved by the present step"
    ALLOWED = "cards it may move"


class CardPart(Named):
    """The parts with a number for each card: what each is called, and what its numbers mean."""

    meaning: str

    def __new__(cls, text: Any, meaning: str) -> CardPart:
        """Number a part behind the one before it."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.text, member.meaning = text, meaning
        return member

    HAND = "own hand", "1 for a card in the own hand"
    DISCARD = "own discard", "1 for a card in the own discard"
    CLASH = "own Clash", "1 for a card on the own side of the Clash"
    DECK = (
        "own deck",
        "1 for a card known to be in the own deck, 1 + 1/(1 + cards above it) where its place is known too",
    )
    RIVAL_HAND = "rival's hand", "1 for a card known to be in the rival's hand"
    RIVAL_DISCARD = "rival's discard", "1 for a card in the rival's discard"
    RIVAL_CLASH = "rival's Clash", "1 for a card on the rival's side of the Clash"
    RIVAL_DECK = (
        "rival's deck",
        "1 for a card that is in the rival's deck or was drawn from it unseen, "
        "1 + 1/(1 + cards above it) where its place in the deck is known",
    )
    RIVAL_DRAW = "rival's draw", "1 for a card that went through the rival's deck and may be in its hand now"
    HANGAR = "Hangar", "1 for a card in the Hangar"
    HANGAR_DECK = "Hangar deck", "1 + 1/(1 + cards above it) for a card whose place in the Hangar deck is known"
    UNSEEN = "unseen", "1 for a card never seen so far"
    IN_USE = (
        "in use",
        "while asked: 1 for the card discarded for the present Action or whose Task is being carried out, "
        "0.5 for the card picked first by the present step",
    )


_SIDE_SIZES, _SIDE_CLASH = len(Size), len(Clash)
_TENS, _QUARTERS = CARDS / 10, CARDS / 4  # if all cards were there
_POWER = 3 * CARDS / 10  # and each of the highest Power
LAYOUT = Layout(
    *(Part(part.text, (CARDS,), part.meaning, most=2, things=(CARD,)) for part in CardPart),
    Part(
        "hand by kind",
        (NUM_COLORS, 3),
        "own hand: cards by colour and power, in quarters",
        texts(Color),
        most=_QUARTERS,
    ),
    Part(
        "Hangar by kind",
        (NUM_COLORS, 3),
        "Hangar: cards by colour and power, in quarters",
        texts(Color),
        most=_QUARTERS,
    ),
    Part(
        "discard by kind",
        (NUM_COLORS, 3),
        "own discard: cards by colour and power, in quarters",
        texts(Color),
        most=_QUARTERS,
    ),
    Part(
        "own reserve",
        (NUM_COLORS,),
        "Power by colour in own hand, discard and known deck, in tens",
        texts(Color),
        most=_POWER,
    ),
    Part("rival's reserve", (NUM_COLORS,), "the same of the rival, as far as known", texts(Color), most=_POWER),
    Part("sizes", (2 * _SIDE_SIZES,), f"cards in own {', '.join(texts(Size))}, then the rival's, in tens", most=_TENS),
    Part(
        "Hangar sizes",
        (len(HangarSize),),
        "cards in the Hangar deck above the Wreckage card and below it, in the Hangar, in tens",
        most=_TENS,
    ),
    Part(
        "Clash",
        (2 * _SIDE_CLASH,),
        "own cards (in tens), Power (in tens) and Clash points (in tens), then the rival's",
        most=_POWER,
    ),
    Part("turn", (len(Turn),), listed(Turn)),
    Part("clock", (len(Clock),), listed(Clock), most=(MOST_TURNS / 40, DECISIONS_A_TURN)),
    Part("phase", (_PHASES,), "what the seat itself is asked, one of", texts(Phase)),
    Part("Overdrive open", (1,), "while asked: 1 while an Overdrive may still be used"),
    Part("step", (len(Do),), "while asked: what the present step does, one of", texts(Do)),
    Part("step source", (len(Zone),), "where the present step takes a card from, one of", texts(Zone)),
    Part("step target", (len(Target),), "where the present step puts it, one of", texts(Target)),
    Part("step count", (len(StepCount),), f"{', '.join(texts(StepCount))}, in quarters", most=_QUARTERS),
)

_S = {part.name: LAYOUT.start(part.name) for part in LAYOUT.parts}
_KINDS, _RESERVE, _RIVAL_RESERVE = _S["hand by kind"], _S["own reserve"], _S["rival's reserve"]
_SIZES, _HANGAR_SIZES, _CLASH = _S["sizes"], _S["Hangar sizes"], _S["Clash"]
_TURN, _CLOCK, _PHASE, _OPEN = _S["turn"], _S["clock"], _S["phase"], _S["Overdrive open"]
_STEP, _SOURCE, _TARGET, _COUNT = _S["step"], _S["step source"], _S["step target"], _S["step count"]


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` knows; see ``LAYOUT``."""
    rival = 1 - seat
    own_deck = pile_set(state.piles, state.sizes, seat)
    rival_deck = pile_set(state.piles, state.sizes, rival)
    write_cards(state, seat, own_deck, rival_deck, out)
    located = state.located[seat]
    write_places(state, seat, own_deck & located, CardPart.DECK * CARDS, 0.0, out)
    write_places(state, rival, rival_deck & located, CardPart.RIVAL_DECK * CARDS, 0.0, out)
    in_hangar_deck = known_hangar_deck(state, seat, own_deck, rival_deck)
    write_places(state, Pile.HANGAR, in_hangar_deck, CardPart.HANGAR_DECK * CARDS, 1.0, out)
    write_kinds(setup, state, seat, out)
    write_counts(setup, state, seat, own_deck, rival_deck, out)
    write_turn(setup, state, seat, out)
    if seat == state.seat:
        write_question(setup, state, out)


@compiled
def write_cards(state: State, seat: Int, own_deck: Int, rival_deck: Int, out: Array) -> None:
    rival = 1 - seat
    seen, located = state.seen[seat], state.located[seat]
    through_deck = (rival_deck | state.hand[rival]) & seen & ~located
    write_set(out, CardPart.HAND * CARDS, state.hand[seat], CARDS)
    write_set(out, CardPart.DISCARD * CARDS, state.discard[seat], CARDS)
    write_set(out, CardPart.CLASH * CARDS, state.clash[seat], CARDS)
    write_set(out, CardPart.DECK * CARDS, own_deck & seen, CARDS)
    write_set(out, CardPart.RIVAL_HAND * CARDS, state.hand[rival] & located, CARDS)
    write_set(out, CardPart.RIVAL_DISCARD * CARDS, state.discard[rival], CARDS)
    write_set(out, CardPart.RIVAL_CLASH * CARDS, state.clash[rival], CARDS)
    write_set(out, CardPart.RIVAL_DECK * CARDS, through_deck | (rival_deck & located), CARDS)
    if through_deck != np.uint64(0):
        drawn = may_be_drawn(state, rival, through_deck)
        write_set(out, CardPart.RIVAL_DRAW * CARDS, drawn, CARDS)
    write_set(out, CardPart.HANGAR * CARDS, state.hangar, CARDS)
    write_set(out, CardPart.UNSEEN * CARDS, _ALL & ~seen, CARDS)


@compiled
def write_in_use(state: State, out: Array) -> None:
    at = CardPart.IN_USE * CARDS
    if state.card >= 0:
        out[at + state.card] = 1.0
    if state.depth > 0:
        frame = state.frames[state.depth - 1]
        if frame.first >= 0:
            out[at + frame.first] = 0.5
        if frame.card >= 0:
            out[at + frame.card] = 1.0


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
def may_be_drawn(state: State, rival: Int, cards: Int) -> Int:
    """Of a set of cards, those that were in the rival's deck when it last drew a card that may still be hidden."""
    result, newest = np.uint64(0), newest_draw(state, rival)
    if newest >= 0:
        for card in range(CARDS):
            result |= SINGLE[card] if state.entered[card] <= newest else _NONE
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
    for side in range(2):
        owner = (seat + side) % 2
        deck = own_deck if side == 0 else rival_deck
        reserve = (state.hand[owner] | state.discard[owner] | deck) & state.seen[seat]
        at = _RESERVE if side == 0 else _RIVAL_RESERVE
        for color in range(NUM_COLORS):
            out[at + color] = np.float32(total_power(setup, reserve & setup.of_color[color]) * 0.1)
        at = _SIZES + side * _SIDE_SIZES
        out[at + Size.HAND] = np.float32(count(state.hand[owner]) * 0.1)
        out[at + Size.DECK] = np.float32(state.sizes[owner] * 0.1)
        out[at + Size.DISCARD] = np.float32(count(state.discard[owner]) * 0.1)
        at = _CLASH + side * _SIDE_CLASH
        out[at + Clash.CARDS] = np.float32(count(state.clash[owner]) * 0.1)
        out[at + Clash.POWER] = np.float32(total_power(setup, state.clash[owner]) * 0.1)
        out[at + Clash.POINTS] = np.float32(clash_points(setup, state, owner) * 0.1)
    out[_HANGAR_SIZES + HangarSize.ABOVE] = np.float32(state.above * 0.1)
    out[_HANGAR_SIZES + HangarSize.BELOW] = np.float32((state.sizes[Pile.HANGAR] - state.above) * 0.1)
    out[_HANGAR_SIZES + HangarSize.HANGAR] = np.float32(count(state.hangar) * 0.1)


@compiled
def write_turn(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    out[_TURN + Turn.FIRST] = np.float32(seat == 0)
    out[_TURN + Turn.OWN] = np.float32(state.player == seat)
    out[_TURN + Turn.WRECKAGE] = np.float32(state.wreckage)
    out[_TURN + Turn.RECRUIT] = np.float32(sets.has(state.used, Use.RECRUIT))
    out[_TURN + Turn.TASK] = np.float32(sets.has(state.used, Use.TASK))
    out[_CLOCK + Clock.TURNS] = np.float32(state.turn / 40)
    out[_CLOCK + Clock.LIMIT] = np.float32(DECISIONS_A_TURN * (state.turn - 1) / setup.max_decisions)


@compiled
def write_question(setup: Prepared, state: State, out: Array) -> None:
    """Write what the seat itself is asked."""
    write_in_use(state, out)
    out[_PHASE + state.phase] = 1.0
    out[_OPEN] = np.float32(state.overdrive == Overdrive.OPEN)
    if state.phase == Phase.CHOICE:
        write_step(setup, state, out)


@compiled
def write_step(setup: Prepared, state: State, out: Array) -> None:
    frame = state.frames[state.depth - 1]
    step = setup.steps[frame.program, frame.step]
    out[_STEP + step.what] = 1.0
    out[_SOURCE + step.source] = 1.0
    out[_TARGET + step.target] = 1.0
    out[_COUNT + StepCount.MOVED] = np.float32(frame.moved / 4)
    out[_COUNT + StepCount.ALLOWED] = np.float32(step.count / 4)


class Place(Named):
    """Where a card can be, as everything is revealed; a second player's zones follow the first one's."""

    HAND = "hand of seat 0"
    SECOND_HAND = "hand of seat 1"
    DISCARD = "discard of seat 0"
    SECOND_DISCARD = "discard of seat 1"
    CLASH = "Clash of seat 0"
    SECOND_CLASH = "Clash of seat 1"
    HANGAR = "Hangar"
    DECK = "deck of seat 0"
    SECOND_DECK = "deck of seat 1"
    HANGAR_DECK = "Hangar deck"


class FullTurn(Named):
    """How a turn stands and how far the game has come."""

    SEAT = "seat to move"
    PLAYER = "whose turn"
    WRECKAGE = "Wreckage revealed"
    RECRUIT = "Recruit used"
    TASK = "Task used"
    TURNS = "turns"
    DECISIONS = "decisions (shares)"


class Running(Named):
    """What there is to say of a program that is running."""

    PROGRAM = "its number + 1, in hundredths"
    STEP = "step in tenths"
    CARD = "the card whose Task it is + 1, in hundredths"
    MOVED = "cards moved by the step, in tenths"
    FIRST = "the card picked first by it + 1, in hundredths"
    BEFORE = "cards moved by the step before, in tenths"


class Known(Named):
    """What the seats know of each card."""

    SEEN = "seen by seat 0"
    SECOND_SEEN = "seen by seat 1"
    LOCATED = "place known to seat 0"
    SECOND_LOCATED = "place known to seat 1"


FULL_LAYOUT = Layout(
    Part(
        "zones", (len(Place), CARDS), "where every card is; in piles 1 + 1/(1 + cards above it)", texts(Place), most=2
    ),
    Part("turn", (len(FullTurn),), listed(FullTurn), most=MOST_TURNS / 40),
    Part("phase", (_PHASES,), "what is being asked, one of", texts(Phase)),
    Part("in use", (CARDS,), "1 for the card discarded for the present Action"),
    Part("Overdrive", (len(Overdrive),), "whether the present Action has one, one of", ("none", "open", "done")),
    Part("wreckage", (1,), "cards of the Hangar deck above the Wreckage card, in tens", most=_TENS),
    Part(
        "running",
        (MAX_DEPTH, len(Running)),
        f"programs that are running, from the first: {listed(Running)}",
        most=_TENS,
    ),
    Part("known", (len(Known), CARDS), "what seats have seen and know the place of", texts(Known)),
    Part("entered", (CARDS,), "layer of its deck in which each card is, in tens"),
    Part(
        "hidden draws",
        (2, MAX_LAYERS),
        "newest draws that a seat may hide, by layer, in tens",
        ("seat 0", "seat 1"),
        most=_TENS,
    ),
)
_FULL_TURN, _FULL_PHASE = FULL_LAYOUT.start("turn"), FULL_LAYOUT.start("phase")
_FULL_IN_USE, _FULL_OVERDRIVE = FULL_LAYOUT.start("in use"), FULL_LAYOUT.start("Overdrive")
_FULL_ABOVE, _FULL_RUNNING, _FULL_KNOWN = (FULL_LAYOUT.start(name) for name in ("wreckage", "running", "known"))
_FULL_ENTERED, _FULL_DRAWS = FULL_LAYOUT.start("entered"), FULL_LAYOUT.start("hidden draws")
_RUNNING = len(Running)


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    """Write everything; see ``FULL_LAYOUT``."""
    for seat in range(2):
        write_set(out, (Place.HAND + seat) * CARDS, state.hand[seat], CARDS)
        write_set(out, (Place.DISCARD + seat) * CARDS, state.discard[seat], CARDS)
        write_set(out, (Place.CLASH + seat) * CARDS, state.clash[seat], CARDS)
    write_set(out, Place.HANGAR * CARDS, state.hangar, CARDS)
    for pile in range(_PILES):
        write_places(state, pile, _ALL, (Place.DECK + pile) * CARDS, 1.0, out)
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
    out[_FULL_OVERDRIVE + state.overdrive] = 1.0
    out[_FULL_ABOVE] = np.float32(state.above / 10)
    reveal_running(state, out)
    reveal_knowledge(state, out)


@compiled
def reveal_running(state: State, out: Array) -> None:
    for depth in range(state.depth):
        frame, at = state.frames[depth], _FULL_RUNNING + depth * _RUNNING
        out[at + Running.PROGRAM] = np.float32((frame.program + 1) * 0.01)
        out[at + Running.STEP] = np.float32(frame.step * 0.1)
        out[at + Running.CARD] = np.float32((frame.card + 1) * 0.01)
        out[at + Running.MOVED] = np.float32(frame.moved * 0.1)
        out[at + Running.FIRST] = np.float32((frame.first + 1) * 0.01)
        out[at + Running.BEFORE] = np.float32(frame.before * 0.1)


@compiled
def reveal_knowledge(state: State, out: Array) -> None:
    pools = drawn_from(state, 0) | drawn_from(state, 1)
    for card in range(CARDS):
        if has(pools, card):
            out[_FULL_ENTERED + card] = np.float32(state.entered[card] * 0.1)
    for seat in range(2):
        write_set(out, _FULL_KNOWN + (Known.SEEN + seat) * CARDS, state.seen[seat], CARDS)
        write_set(out, _FULL_KNOWN + (Known.LOCATED + seat) * CARDS, state.located[seat], CARDS)
        for layer in range(MAX_LAYERS):
            out[_FULL_DRAWS + seat * MAX_LAYERS + layer] = np.float32(drawn_at(state.tallies[seat, 0], layer) * 0.1)
