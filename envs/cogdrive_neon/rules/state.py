"""The two records of CogDrive Neon and the numbers that stand for zones, steps and phases.

Cards are numbers 0 to 47 in the order of the card file. Unordered zones are sets of cards (one bit a card); the two
decks and the Hangar deck are ordered piles.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...table.actions import ActionEnum, Block, of
from ...table.named import Named
from ...table.records import Array, Int, Record, SetupRecord, StateRecord, float32, int8, int16, records, uint64

CARDS = 48
POWERS = (1, 2, 3)
HANGAR_SIZE = 5
STARTING_DECK = 6
STARTING_HAND = 3


class Color(Named):
    """The colour of a card."""

    YELLOW = "yellow"
    GRAY = "gray"
    PINK = "pink"
    BLUE = "blue"


NUM_COLORS = len(Color)


class Pile(IntEnum):
    """The ordered piles; a player's deck has the number of its seat."""

    FIRST = 0
    SECOND = 1
    HANGAR = 2


# Programs: one for each CogDrive's Task, then the Overdrives by colour, then Recruit by power, then the Overdrives as
# Tasks use them: what is declined there is the step itself, for nobody has asked whether to use it.
MAX_TASKS = 48
MAX_STEPS = 6
OVERDRIVE_PROGRAM = MAX_TASKS
RECRUIT_PROGRAM = OVERDRIVE_PROGRAM + NUM_COLORS - 1  # plus the power of the discarded card
OFFERED_PROGRAM = MAX_TASKS + NUM_COLORS + len(POWERS)
PROGRAMS = OFFERED_PROGRAM + NUM_COLORS


class Do(Named):
    """What a step of a program does."""

    END = "end"
    MOVE = "move"
    EXCHANGE = "exchange"
    LOOK = "look"
    OVERDRIVE = "overdrive"
    REPEAT = "repeat"


class Zone(Named):
    """Where a step takes cards from; somebody chooses the card, but for the last three."""

    HAND = "hand"
    DISCARD = "discard"
    HANGAR = "hangar"
    CLASH = "clash"
    RIVAL_CLASH = "rival clash"
    ANY_CLASH = "any clash"
    RIVAL_HAND = "rival hand"
    RIVAL_DISCARD = "rival discard"
    THIS = "this"
    DECK_TOP = "deck"
    HANGAR_TOP = "hangar deck"


class Target(Named):
    """Where a step puts cards; zones of the player who uses the card unless they say owner."""

    HAND = "hand"
    DISCARD = "discard"
    CLASH = "clash"
    DECK_TOP = "deck top"
    DECK_BOTTOM = "deck bottom"
    WRECK = "wreck"
    OWNER_HAND = "owner hand"
    OWNER_DISCARD = "owner discard"


class Flag(IntEnum):
    """What may be particular about a step."""

    MAY = 0  # it may be declined
    IF_DONE = 1  # only if the step before moved, looked at or used something
    ONE_COLOR = 2
    OTHER = 3  # not this card


class Step(Record):
    """One step of a program."""

    what: Int = int8()  # one of Do
    source: Int = int8()  # one of Zone; of an exchange, one of its two zones
    target: Int = int8()  # one of Target; of an exchange, the other zone
    count: Int = int8()
    flags: Int = int8()  # set of Flag
    max_power: Int = int8()  # 0 for any


class Prepared(SetupRecord):
    """The card file."""

    power: Array = int8(CARDS)
    color: Array = int8(CARDS)
    task: Array = int8(CARDS)  # program of a card's Task
    starters: Int = uint64()  # the Power 1 cards
    of_color: Array = uint64(NUM_COLORS)
    of_power: Array = uint64(4)  # by power; entry 0 is empty
    repeats: Int = uint64()  # cards whose Task repeats another one
    more_cards: Int = int8()  # what the second player has for the first one's start: further cards in hand
    more_clash: Int = int8()  # and a card at the Clash
    steps: Array = records(Step, PROGRAMS, MAX_STEPS)


class Phase(Named):
    """The phases of a turn, by what is being asked."""

    ACTION = "action"
    BEFORE = "overdrive before"
    CHOICE = "choice"
    AFTER = "overdrive after"
    PLAY = "play to the Clash"
    DRAW = "draw"


class Use(Named):
    """The two Actions of a turn."""

    RECRUIT = "Recruit"
    TASK = "Task"


class Overdrive(IntEnum):
    """Whether the present Action has an Overdrive."""

    NONE = 0
    OPEN = 1
    DONE = 2


class Event(IntEnum):
    """What happens by itself; :mod:`..words.events` puts each into words."""

    FIRST_CARD = 0  # a card to the first player's side of the Clash at the deal
    TURN = 1  # a seat, the number of its turn
    DRAWS = 2  # a seat, the card, from its deck
    DRAWS_FROM_HANGAR = 3  # a seat, the card, from the Hangar deck
    LOOKS = 4  # a seat, the card on the Hangar deck
    MOVES = 5  # a seat, the card that a step names itself, from one of Zone to one of Target
    NOTHING = 6  # a seat, a step's card and the Zone where it finds nothing
    NO_HAND = 7  # a seat has no card for the Actions that are left, or for the Clash
    TURNS_UP = 8  # a card in the Hangar
    WRECKS = 9  # a card of the Hangar at the end of a turn
    WRECKAGE = 10  # a seat, in whose turn it comes up
    CLASH = 11  # a seat, or none, with its Power there and the other's
    SCORES = 12  # a seat, its points, the colour that scores and the Power of that in the deck
    WINS = 13  # a seat, or none
    TIE_BREAK = 14  # a seat, the cards that count when points are equal


MAX_DEPTH = 4
MAX_EVENTS = 64
MOST_TURNS = 30_000
"""Fewer than the field holds; in a game with even more turns the counter stays here."""
MAX_LAYERS = 10
MAX_TALLIES = 24


class Frame(Record):
    """A program that is running."""

    program: Int = int8(below=PROGRAMS)
    step: Int = int8(below=MAX_STEPS)
    card: Int = int8(least=-1, below=CARDS)  # the card whose Task it is; -1 for none
    moved: Int = int8(most=CARDS)  # cards moved by the present step, looked at, or whose Task it used
    first: Int = int8(least=-1, below=CARDS)  # first card chosen by the present step, -1 before
    before: Int = int8(most=CARDS)  # cards moved by the step before


class State(StateRecord, seats=2, events=MAX_EVENTS):
    """Where the cards are, where the turn stands, and what each seat knows."""

    # Where the cards are
    piles: Array = int8(len(Pile), CARDS, below=CARDS)
    sizes: Array = int8(len(Pile), most=CARDS)
    hand: Array = uint64(2, things=CARDS)
    discard: Array = uint64(2, things=CARDS)
    clash: Array = uint64(2, things=CARDS)
    hangar: Int = uint64(things=CARDS)
    above: Int = int8(most=CARDS)  # cards of the Hangar deck above the Wreckage card
    wreckage: Int = int8(most=1)  # 1 once the Wreckage card has been revealed
    # Where the turn stands
    turn: Int = int16(most=MOST_TURNS)
    player: Int = int8(below=2)  # whose turn it is; another seat may be asked in it
    phase: Int = int8(below=len(Phase))
    used: Int = int8(things=len(Use))  # set of Use
    card: Int = int8(least=-1, below=CARDS)  # card discarded for the present Action, -1 for none
    overdrive: Int = int8(below=len(Overdrive))  # one of Overdrive
    depth: Int = int8(most=MAX_DEPTH)
    frames: Array = records(Frame, MAX_DEPTH)
    # What each seat knows (see knowledge.py)
    seen: Array = uint64(2, things=CARDS)
    located: Array = uint64(2, things=CARDS)
    # What the other seat can tell of a seat's draws (see draws.py)
    entered: Array = int8(CARDS, least=-1, below=MAX_LAYERS)  # layer of its owner's deck; -1 for none ever
    layers: Array = int8(2, below=MAX_LAYERS)  # the newest layer
    num_tallies: Array = int8(2, most=MAX_TALLIES)
    tallies: Array = uint64(2, MAX_TALLIES, free=True)
    odds: Array = float32(2, MAX_TALLIES, most=2.0)


def pile_cards(state: Any, pile: int) -> list[int]:
    """Return the cards of a pile, top card first."""
    return [int(c) for c in state.piles[pile, : state.sizes[pile]][::-1]]


SETUP, STATE = Prepared.dtype(), State.dtype()

CARD = of("card", CARDS)


class Act(ActionEnum):
    """The actions; the names of the cards come from the card file."""

    RECRUIT = Block("discard the card for a Recruit", CARD, "recruit with {}")
    TASK = Block("discard the card and use its Task", CARD, "task of {}")
    CHOOSE = Block("choose the card: for the present step, or to play it to the Clash", CARD, "choose {}")
    DECLINE = Block("decline: no, no more, or no card to the Clash")
    USE = Block("use: the Overdrive, or an optional step that asks yes or no")
    DRAW = Block("draw up to 4 cards", say="draw up to 4")
    SHUFFLE = Block("shuffle deck and discard together, draw up to 3 cards", say="shuffle and draw up to 3")
