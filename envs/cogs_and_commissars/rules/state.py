"""The two records of Cogs and Commissars, and the names of the numbers in them.

Cards of one name are alike, so a card is the number of its *kind* in the card file, an unordered zone is a count by
kind, and a set of kinds is one integer. Decks are ordered piles of kinds. A card that is being played is a record on
the stack until it has been resolved or countered.
"""

from __future__ import annotations

from enum import IntEnum

from ...table.named import Named
from ...table.records import Array, Int, Record, SetupRecord, StateRecord, int8, int16, records, uint64
from ...table.sets import NOBODY
from .box import DECK_SIZE, DRAFT_CARDS, NO_TYPE, NUM_TYPES
from .card_steps import MAX_STEPS, CardStep

MAX_SEATS = 6
MAX_KINDS = 64
MAX_FACTIONS = 8
HAND_SIZE = 7
START_PROLETARIAT = 2
PRODUCED = 2

MAX_DEPTH = 48
"""Most cards on the stack. With this many no more are played in response; a limit of the table, not of the game."""
MAX_PLAYS = 60
"""Most cards that one seat plays in one turn, so that no chain of cards that fetch each other goes on for ever."""

EVENTS = 208
"""Events of one decision that there is room for: a full stack that resolves at once, with four a card, and a turn."""

MOST_TURNS, MOST_CARDS, MOST_SEEN, MOST_CITIZENS, MOST_POINTS = 30_000, 1_000, 120, 60, 150
"""What no game comes to: turns and further Actions, cards of one kind, such seen in packs, citizens, their points."""
PUBLIC = MAX_SEATS
"""What everybody knows of a hand or a deck is kept behind what each seat knows of it."""


class Zone(Named):
    """Zones of a seat, as counts by kind."""

    HAND = "hand"
    DISCARD = "discard"
    DECK = "deck"


class Target(Named):
    """What a card is aimed at when it is played."""

    NOTHING = "nothing"
    PLAYER = "player"
    CITIZEN = "citizen"
    TYPE = "type"
    CARD = "card"


class Stage(IntEnum):
    """How far a card on the stack has come."""

    CHOOSING = 0
    WAITING = 1
    RESOLVING = 2


class Phase(Named):
    """What the game is doing. Windows lie between the steps of a turn."""

    PREPARING = "preparation"
    PRODUCTION = "production"
    AFTER_PRODUCTION = "after production"
    DISCARD_DRAW = "discard and draw"
    AFTER_DRAW = "after drawing"
    PROPAGANDA = "propaganda"
    AFTER_PROPAGANDA = "after propaganda"
    ACTION = "action"
    AFTER_ACTION = "end of turn"
    BEFORE_PRODUCTION = "before production"
    AFTER_DISCARDS = "after discarding"


class Ask(Named):
    """What is being asked."""

    FACTION = "faction"
    DRAFT = "draft"
    HAND = "discards before drawing"
    PROPAGANDA = "propaganda"
    ACTION = "action"
    WINDOW = "response"
    SEAT = "target player"
    CITIZEN = "target citizen"
    TYPE = "type of citizen"
    CARD = "target card"
    DISCARD = "card to discard"
    RETRIEVE = "card to retrieve"
    INTERCEPT = "card to play out of another hand"


class Order(Named):
    """Windows in which a seat may not want to be asked. Everybody can see which of these a window is."""

    OWN = "its own card is on top of the stack"
    THIRD = "the card on top is aimed at another player"
    ANSWER = "the card on top answers one of another player"
    UNTARGETED = "the card on top is another player's Blitz that is aimed at nothing"
    BETWEEN = "no card is being played, in another player's turn"


class Prepared(SetupRecord):
    """What stays the same from one game to the next."""

    decks: Int = int8()
    leaders: Int = int8()
    ask_all: Int = int8()  # every seat is asked at every window
    inside: Int = int8()  # there are windows before production, and between discarding and drawing
    orders: Int = int8()  # seats may say where they do not want to be asked
    first: Int = int8()  # who begins, -1 for drawn
    compensation: Array = int8(MAX_SEATS)  # further Proletariats at the start, by place in the round
    choose_factions: Int = int8()
    faction: Array = int8(MAX_SEATS)  # given ones, -1 for dealt
    kinds: Int = int16()
    factions: Int = int8()
    # What a kind is
    type: Array = int8(MAX_KINDS)
    core: Array = int8(MAX_KINDS)
    title: Array = int8(MAX_KINDS)  # kinds that differ in nothing but their stars share one
    stars: Array = int8(MAX_KINDS, NUM_TYPES)
    target: Array = int8(MAX_KINDS)
    choices: Array = int8(MAX_KINDS)  # set of types of citizen to choose from
    of_richer: Array = int8(MAX_KINDS)  # the target must have more points
    of_holder: Array = int8(MAX_KINDS)  # the target must hold cards
    need_points: Array = int8(MAX_KINDS)
    need_deck: Array = int8(MAX_KINDS)
    need_behind: Array = int8(MAX_KINDS)
    need_own_turn: Array = int8(MAX_KINDS)
    need_discard: Array = int8(MAX_KINDS)  # there must be a card to retrieve
    sure_at: Array = int8(MAX_KINDS)  # points with which it cannot be countered; 0 for never
    protects: Array = int8(MAX_KINDS)  # neither it nor what is played after it in the turn can be countered
    respects: Array = int8(MAX_KINDS)  # it cannot be played against what is protected
    retypes: Array = int8(MAX_KINDS)
    answers: Array = uint64(MAX_KINDS)  # set of the kinds that it can be played against
    blitz_cost: Array = int8(MAX_KINDS, NUM_TYPES)  # citizens to sacrifice when it is played as a Blitz
    blitz_during: Array = int8(MAX_KINDS)  # only while another player's Revolution is being played
    steps: Array = records(CardStep, MAX_KINDS, MAX_STEPS)
    # Sets of kinds
    propagandas: Int = uint64()
    actions: Int = uint64()
    blitzes: Int = uint64()  # that can be played as a Blitz in some way
    responses: Int = uint64()  # that need a card to respond to
    # Decks
    deck: Array = int8(MAX_FACTIONS, MAX_KINDS)
    core_set: Array = int8(MAX_FACTIONS, MAX_KINDS)
    regular: Array = int16(MAX_KINDS)  # regular cards of all factions together
    # Leaders; without them, what everybody has
    hand_size: Array = int8(MAX_FACTIONS)
    per_counter: Array = int8(MAX_FACTIONS)  # more cards in hand for each Counter Propaganda in the discard
    start: Array = int8(MAX_FACTIONS, NUM_TYPES)  # citizens at the start beyond the ration
    pair: Array = int8(MAX_FACTIONS)  # citizen gained when both cards produced show the same star, or -1
    propaganda_draws: Array = int8(MAX_FACTIONS)
    revolution: Array = int8(MAX_FACTIONS)  # points fewer that a Revolution needs
    shield: Array = int8(MAX_FACTIONS)  # Proletariats that Propaganda cannot take


class Played(Record):
    """A card that is being played."""

    kind: Int = int8(below=MAX_KINDS)
    player: Int = int8(below=MAX_SEATS)  # who plays it
    owner: Int = int8(least=NOBODY, below=MAX_SEATS)  # to whose discard it goes; NOBODY for a duplicate
    stage: Int = int8(below=len(Stage))
    dead: Int = int8(most=1)  # it has been countered
    protected: Int = int8(most=1)
    as_blitz: Int = int8(most=1)
    seat: Int = int8(least=NOBODY, below=MAX_SEATS)  # target, NOBODY for none
    type: Int = int8(least=NO_TYPE, below=NUM_TYPES)  # chosen type of citizen, NO_TYPE for none
    card: Int = int8(least=NOBODY, below=MAX_DEPTH)  # target's place on the stack
    reach: Int = int8(most=MAX_DEPTH)  # its targets on the stack are below this place
    step: Int = int8(most=MAX_STEPS)
    count: Int = int8(most=DECK_SIZE * MAX_SEATS // 2)  # how often the present step has been carried out
    cursor: Int = int8(most=MAX_SEATS)  # seats, clockwise, that the present step has been past
    done: Int = int8(most=1)  # the present step has done something
    before: Int = int8(most=1)  # the step before did something


class State(StateRecord, seats=MAX_SEATS, events=EVENTS):
    """Everything that changes."""

    phase: Int = int8(below=len(Phase))
    ask: Int = int8(below=len(Ask))
    player: Int = int8(below=MAX_SEATS)  # whose turn it is
    first: Int = int8(below=MAX_SEATS)
    winner: Int = int8(least=NOBODY, below=MAX_SEATS)
    turn: Int = int16(most=MOST_TURNS)
    cursor: Int = int8(most=MAX_SEATS)  # seats, clockwise from the player, that have let the present window pass
    acted: Int = int8(most=1)  # the turn's own Action has been played
    extra: Int = int16(most=MOST_TURNS)  # Actions beyond that
    silenced: Int = int8(most=1)  # what is played from now on in this turn is protected
    limit: Int = int8(most=100)  # hand size, measured when the discard and draw step begins
    depth: Int = int8(most=MAX_DEPTH)
    stack: Array = records(Played, MAX_DEPTH)
    plays: Array = int8(MAX_SEATS, most=MAX_PLAYS)  # cards played in this turn
    orders: Array = int8(MAX_SEATS, things=len(Order))  # set of the windows in which a seat does not want to be asked
    ordered: Array = int8(MAX_SEATS, things=len(Order))  # set of those about which it has said something in this turn
    # Citizens
    gulag: Array = int8(NUM_TYPES, most=MOST_CITIZENS)
    citizens: Array = int8(MAX_SEATS, NUM_TYPES, most=MOST_CITIZENS)
    points: Array = int16(MAX_SEATS, most=MOST_POINTS)
    # Cards
    faction: Array = int8(MAX_SEATS, least=NOBODY, below=MAX_FACTIONS)
    sizes: Array = int16(MAX_SEATS, most=DECK_SIZE)
    piles: Array = int8(MAX_SEATS, DECK_SIZE, below=MAX_KINDS)
    amounts: Array = int8(MAX_SEATS, len(Zone), most=DECK_SIZE)
    held: Array = uint64(MAX_SEATS, free=True)  # set of the kinds in hand
    zones: Array = int8(MAX_SEATS, len(Zone), MAX_KINDS, most=DECK_SIZE)
    owned: Array = int8(MAX_SEATS, MAX_KINDS, most=DECK_SIZE)  # each deck as it was built
    unused: Array = int16(MAX_KINDS, most=MOST_CARDS)  # regular cards in nobody's deck
    # What seats know: at least these cards are in a hand, at least these in a deck as it was built
    knowing: Array = int8(MAX_SEATS, most=1)  # whether anybody knows of a card in this hand
    known: Array = int8(MAX_SEATS + 1, MAX_SEATS, MAX_KINDS, most=DECK_SIZE)
    least: Array = int8(MAX_SEATS + 1, MAX_SEATS, MAX_KINDS, most=DECK_SIZE)
    # The draft
    passes: Int = int8(most=DRAFT_CARDS)
    pack_size: Array = int8(MAX_SEATS, most=DRAFT_CARDS)
    packs: Array = int8(MAX_SEATS, DRAFT_CARDS, below=MAX_KINDS)  # the pack in front of each seat
    passed: Array = int8(MAX_SEATS, MAX_KINDS, most=MOST_SEEN)  # seen in packs, not taken, not in front of the seat


SETUP, STATE = Prepared.dtype(), State.dtype()
