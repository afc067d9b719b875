"""The two records of Brass Empire and the numbers that stand for zones, phases and questions.

Cards of one name are alike, so a card is the number of its *kind* in the card file, and an unordered zone is a count by
kind. Units and buildings in play are told apart by wounds: each is a *thing* in one of a seat's slots. Decks are
ordered piles of kinds.
"""

from __future__ import annotations

from enum import IntEnum

from ...table.named import Named
from ...table.records import Array, Int, Record, SetupRecord, StateRecord, int8, int16, records, uint8
from ...table.sets import NOBODY
from .card_steps import MAX_PROGRAMS, MAX_STEPS, NO_PROGRAM, Step, Trigger

MAX_SEATS = 6
MAX_KINDS = 128
MAX_FACTIONS = 8
MAX_CENTRAL = 200
"""Most cards of both central decks together."""
MAX_START = 20
MAX_RESERVE = 10
MAX_PILE = 256  # more than one seat can ever own
MAX_RESERVE_VALUE = 20
MAX_THINGS = 32
MAX_DEPTH = 24
MAX_EVENTS = 192
"""Room for what one decision brings about: hands that are discarded, the turn of an automaton with many units."""
ROW_PLACES = 6
HAND_SIZE = 5
BATTLE_BRASS = 20
"""Brass of every company at the beginning of a battle, and the most that can be restored."""

AUTOMATON = 1
"""The automaton of the solitaire game keeps its Brass and cards where a second seat would."""
NEUTRAL = 0
"""Faction of cards that belong to no corporation; corporation c is faction 1 + c."""
MOST = 10_000
"""What no turn and no treasury comes to."""

LABOR_DECK = MAX_SEATS
"""Piles are one deck a seat, then the two central decks, in the order of their rows."""


class Mode(Named):
    """Which game is played."""

    STANDARD = "standard"
    SOLITAIRE = "solitaire"
    TEAM = "team"
    BATTLE = "battle"


class CardType(Named):
    """What a card is."""

    EMPLOYEE = "employee"
    UNIT = "unit"
    BUILDING = "building"


class Row(Named):
    """The rows of cards that anybody may buy."""

    LABOR = "labor"
    DESIGN = "design"


class Zone(Named):
    """Zones of a seat, as counts by kind."""

    HAND = "hand"
    DISCARD = "discard"
    PLAYED = "played"
    RESERVE = "reserve"
    DECK = "deck"
    KNOWN = "known hand"  # the part of the hand that every other seat knows of


class Status(IntEnum):
    """What a thing may be: members of the set that is its status. An empty slot has none."""

    PRESENT = 0
    FACE_UP = 1
    READY = 2
    FRESH = 3  # built in this turn start


class Acting(IntEnum):
    """What the player has done in the present turn: members of the set ``acting``."""

    UNIT = 0  # a unit has mined, attacked or used its ability
    WENT_BACK = 1  # the player has gone back to the own turn from a question of it


class FrameKind(IntEnum):
    """What lies on the stack."""

    PROGRAM = 0
    WINDOW = 1


class Phase(IntEnum):
    """What the turn is doing."""

    PREPARING = 0
    START = 1
    MENU = 2
    FIGHT = 3
    TURN_END = 4
    AUTOMATON_START = 5
    AUTOMATON_UNITS = 6
    AUTOMATON_ACQUIRES = 7


class Ask(Named):
    """What is being asked; see ``questions.py``."""

    CORPORATION = "corporation"
    DRAFT = "reserve draft"
    MENU = "own turn"
    TARGET = "target of an attack"
    MATE = "purchase for the teammate"
    COPY = "which of equal cards"
    WINDOW = "response"
    DAMAGE = "target of damage"
    DISMISS = "card to dismiss"
    OPTION = "one of several"
    DISCARD = "card to discard"
    STEAL = "whom to take Brass from"
    ACQUIRE = "card to acquire"
    RECOVER = "card to take back"
    DRAW = "draw or not"


class Event(IntEnum):
    """What happens by itself, or becomes known."""

    RUNS = 0  # a seat, its corporation
    BEGINS = 1  # the first player
    TURNED_UP = 2  # a card that comes into its row
    TURN = 3  # a place, how many turns it is since the beginning
    DRAWS = 4  # a seat, how many cards
    DRAWN = 5  # a seat, a card, how many: nobody else sees them
    RESHUFFLES = 6  # a seat, how many cards
    DISCARDS = 7  # a seat at the end of its turn, a card, how many
    BUILT = 8  # a seat, a building
    GAINS_LABOR = 9  # a seat, the card that does it, how much
    GAINS_CONSTRUCTION = 10
    GAINS_BRASS = 11  # a place, the card or none, how much
    STEALS = 12  # a seat, from which, how much
    EXHAUSTED = 13  # the pool
    UNMET = 14  # a seat, the card whose condition does not hold
    IN_VAIN = 15  # a seat, a card, what it could not do: one of Effect
    DAMAGED = 16  # a place, its thing, how much, the health left
    DESTROYED = 17  # a place, its thing
    LOSES_BRASS = 18  # a seat, how much, how much is left
    COMES_TO_NOTHING = 19  # whose attack
    ELIMINATED = 20  # a seat
    STANCE = 21  # the automaton: 1 if it is going to attack, its Brass, the player's
    ATTACKS = 22  # the automaton, its unit
    MINES = 23  # the automaton, its unit, how much
    ACQUIRES = 24  # the automaton, a card, its Brass
    SCORES = 25  # a place, its score, of which Brass
    WINS = 26  # a seat, or nobody: the automaton


class Prepared(SetupRecord):
    """What stays the same from one game to the next."""

    mode: Int = int8()
    places: Int = int8()  # seats, and one more for the automaton
    shown: Int = int8()  # most places of the mode, for which observations have room
    sides: Int = int8()  # teams; every place is one where there are no teams
    pool: Int = int16()
    equal_turns: Int = int8()
    shuffle_starting: Int = int8()  # what nobody has of the stock reserves is in the central decks
    own_faction: Int = int8()  # ties go to the own corporation's cards, not to those of all
    strict: Int = int8()  # no playing and buying once a unit has acted
    cap: Int = int16()  # most Brass of a company in battle, beside its compensation
    restoring: Int = int16()  # rounds of a battle in which Brass is restored; 0 without a limit
    automaton_brass: Int = int8()  # of the automaton at the beginning
    compensation: Array = int8(MAX_SEATS)  # Brass at the beginning, by place in the round
    first_hands: Array = int8(MAX_SEATS)  # cards of the first hands, by place in the round
    draft: Int = int8()  # reserves are drafted
    choose_corporations: Int = int8()
    corporation: Array = int8(MAX_SEATS)  # given ones, -1 for dealt
    given_reserve: Array = int8(MAX_SEATS, MAX_KINDS)  # all zeros: the corporation's stock
    reserve_value: Int = int8()
    kinds: Int = int16()
    factions: Int = int8()  # corporations
    type: Array = int8(MAX_KINDS)
    faction: Array = int8(MAX_KINDS)
    own_kinds: Array = int8(MAX_FACTIONS, MAX_KINDS)  # the cards of each corporation: all that its reserve can hold
    own_count: Array = int16(MAX_FACTIONS)  # how many these are
    labor: Array = int8(MAX_KINDS)  # cost
    construction: Array = int8(MAX_KINDS)
    value: Array = int8(MAX_KINDS)
    attack: Array = int8(MAX_KINDS)
    health: Array = int8(MAX_KINDS)
    any_time: Array = int8(MAX_KINDS)
    by_itself: Array = int8(MAX_KINDS)  # a building whose ability only gains: used at turn start by itself
    program: Array = int16(MAX_KINDS, len(Trigger))
    copies: Array = int8(MAX_KINDS)  # in the central decks
    stock: Array = int8(MAX_FACTIONS, MAX_KINDS)
    start: Array = int8(MAX_KINDS)
    platform: Int = int8()
    windows: Int = int8()  # whether any card may be used at any time
    steps: Array = records(Step, MAX_PROGRAMS, MAX_STEPS)


class Thing(Record):
    """A unit or building in play, or an empty slot."""

    kind: Int = int8(below=MAX_KINDS)
    wounds: Int = int8(most=100)
    status: Int = int8(things=len(Status))  # set of Status


class Frame(Record):
    """A program that is being carried out, or a window for responses."""

    what: Int = int8(below=len(FrameKind))  # one of FrameKind
    seat: Int = int8(below=MAX_SEATS)  # whose effect it is; for windows the seat that the others respond to
    card: Int = int8(below=MAX_KINDS)  # kind of the card whose program it is
    slot: Int = int8(least=NOBODY, below=MAX_THINGS)  # where that card is in play, NOBODY for one that is not
    step: Int = int8(most=MAX_STEPS)
    left: Int = int8(most=1)  # that card has left play already
    begun: Int = int8(most=1)  # the present step's condition has been judged
    done: Int = int8(most=1)  # the present step has done something
    count: Int = int8(most=100)  # how often the present step has been carried out
    before: Int = int8(most=1)  # whether the step before did anything
    cursor: Int = int8(most=MAX_SEATS)  # seats, clockwise, that the step or window has been past
    program: Int = int16(least=NO_PROGRAM, below=MAX_PROGRAMS)


class State(StateRecord, seats=MAX_SEATS, events=MAX_EVENTS):
    """Everything that changes."""

    # Where the turn stands
    phase: Int = int8(below=len(Phase))
    ask: Int = int8(below=len(Ask))
    player: Int = int8(below=MAX_SEATS)  # whose turn it is; another seat may be asked in it
    first: Int = int8(below=MAX_SEATS)
    turn: Int = int16(most=MOST)
    ending: Int = int8(most=1)  # the pool is exhausted
    winners: Int = uint8(things=MAX_SEATS)  # set of seats
    cursor: Int = int8(most=MAX_THINGS)  # slots that the turn start or the automaton has been past
    labor: Int = int16(most=MOST)
    construction: Int = int16(most=MOST)
    pool: Int = int16(most=MOST)
    for_mate: Int = int8(most=1)  # the purchase being made goes to the teammate
    wanted: Int = int8(least=NOBODY, below=MAX_KINDS)  # kind of which one of several equal cards is being chosen
    played: Int = int16(most=MOST)  # cards played from hand this turn
    hostile: Int = int8(most=1)  # the automaton attacks in this turn
    acting: Int = int8(things=len(Acting))  # set of Acting, in this turn
    # The attack that has been announced
    attacker_seat: Int = int8(below=MAX_SEATS)
    attacker: Int = int8(least=NOBODY, below=MAX_THINGS)  # slot
    target_seat: Int = int8(below=MAX_SEATS)
    target: Int = int8(least=NOBODY, below=MAX_THINGS)  # slot; NOBODY for the company itself
    depth: Int = int8(most=MAX_DEPTH)
    frames: Array = records(Frame, MAX_DEPTH)
    # What everybody has
    corporation: Array = int8(MAX_SEATS, least=NOBODY, below=MAX_FACTIONS)
    brass: Array = int16(MAX_SEATS, most=MOST)
    worth: Array = int16(MAX_SEATS, most=MOST)  # total Brass Value of the cards owned
    things: Array = records(Thing, MAX_SEATS, MAX_THINGS)
    reach: Array = int8(MAX_SEATS, most=MAX_THINGS)  # slots that may hold a thing: all from there on are empty
    sizes: Array = int16(MAX_SEATS + 2, most=MAX_PILE)
    piles: Array = int8(MAX_SEATS + 2, MAX_PILE, below=MAX_KINDS)
    amounts: Array = int16(MAX_SEATS, len(Zone), most=MAX_PILE)  # cards in each zone
    zones: Array = int8(MAX_SEATS, len(Zone), MAX_KINDS, most=100)
    rows: Array = int8(len(Row), ROW_PLACES, least=NOBODY, below=MAX_KINDS)  # kinds, NOBODY for an empty place
    centre: Array = int8(MAX_KINDS, most=100)  # cards in the two central decks
    trash: Array = int8(MAX_KINDS, most=100)
    total: Array = int16(MAX_KINDS, most=MOST)  # cards in the game, as dealt


SETUP, STATE = Prepared.dtype(), State.dtype()
