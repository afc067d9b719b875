"""The two records of Brass Empire and the numbers that stand for zones, triggers, steps, questions and actions.

Cards of one name are alike, so a card is the number of its *kind* in the card file, and an unordered zone is a count by
kind. Units and buildings in play are told apart by wounds: each is a *thing* in one of a seat's slots. Decks are
ordered piles of kinds.
"""

from __future__ import annotations

import numpy as np

from ...table.game import SETUP_FIELDS, state_fields

MAX_SEATS = 6
MAX_KINDS = 128
MAX_FACTIONS = 8
MAX_CENTRAL = 200
"""Most cards of both central decks together."""
MAX_START = 20
MAX_RESERVE = 10
MAX_PILE = 256  # more than one seat can ever own
MAX_RESERVE_VALUE = 20
MAX_THINGS = 16
ROW_PLACES = 6
HAND_SIZE = 5
BATTLE_BRASS = 20
"""Brass of every company at the beginning of a battle, and the most that can be restored."""

STANDARD, SOLITAIRE, TEAM, BATTLE = range(4)
MODES = ("standard", "solitaire", "team", "battle")
AUTOMATON = 1
"""The automaton of the solitaire game keeps its Brass and cards where a second seat would."""

EMPLOYEE, UNIT, BUILDING = range(3)
TYPES = ("employee", "unit", "building")
NEUTRAL = 0
"""Faction of cards that belong to no corporation; corporation c is faction 1 + c."""

# Piles: one deck a seat, then the two central decks. Rows have the same order.
LABOR_DECK, DESIGN_DECK = MAX_SEATS, MAX_SEATS + 1
LABOR_ROW, DESIGN_ROW = range(2)
ROWS = ("labor", "design")

# Zones of a seat, as counts by kind. KNOWN is the part of HAND that every other seat knows of.
HAND, DISCARD, PLAYED, RESERVE, DECK, KNOWN = range(6)
ZONES = ("hand", "discard", "played", "reserve", "deck", "known hand")

# Bits of a thing's status; 0 is an empty slot
PRESENT, FACE_UP, READY, FRESH = 1, 2, 4, 8

# When a program of a card runs
ON_PLAY, ON_BUILT, ABILITY, DEMOLISH, ON_DESTROYED = range(5)
TRIGGERS = ("play", "built", "ability", "demolish", "destroyed")

# What a step of a program does
END, GAIN, DRAW, DAMAGE, DISMISS, CHOOSE, DISCARD_STEP, STEAL, ACQUIRE, RECOVER = range(10)
STEPS = ("end", "gain", "draw", "damage", "dismiss", "choose", "discard", "steal", "acquire", "recover")
MAX_STEPS = 4
MAX_OPTIONS = 4
MAX_PROGRAMS = 512
NO_PROGRAM = -1

# Flags of a step
MAY, IF_DONE = 1, 2

# What damage may hit, where cards are dismissed from, where a card is acquired from: sets as bits
HITS = {"unit": 1 << UNIT, "building": 1 << BUILDING, "unit or building": 1 << UNIT | 1 << BUILDING}
FROM_HAND, FROM_DISCARD = 1, 2
PLACES = {"hand": FROM_HAND, "discard": FROM_DISCARD, "hand or discard": FROM_HAND | FROM_DISCARD}
FROM_ROWS = {"labor": 1 << LABOR_ROW, "design": 1 << DESIGN_ROW, "labor or design": 1 << LABOR_ROW | 1 << DESIGN_ROW}

# Conditions of a step
ALWAYS, ALLIED, UNITS, BUILDINGS, PLAYED_CARDS, BEHIND = range(6)
CONDITIONS = ("always", "allied", "units", "buildings", "played", "behind")

STEP = np.dtype(
    [
        ("what", np.int8),
        ("amount", np.int8),  # cards, damage, Brass, highest cost; labor for gains
        ("construction", np.int8),
        ("brass", np.int8),
        ("among", np.int8),  # set of types, places or rows; number of options for choices
        ("bits", np.int8),  # MAY, IF_DONE
        ("condition", np.int8),
        ("at_least", np.int8),
        ("program", np.int16),  # first option of a choice
    ],
    align=True,
)

SETUP = np.dtype(
    [
        *SETUP_FIELDS,
        ("mode", np.int8),
        ("places", np.int8),  # seats, and one more for the automaton
        ("shown", np.int8),  # most places of the mode, for which observations have room
        ("sides", np.int8),  # teams; every place is one where there are no teams
        ("pool", np.int16),
        ("equal_turns", np.int8),
        ("draft", np.int8),  # reserves are drafted
        ("choose_corporations", np.int8),
        ("corporation", np.int8, (MAX_SEATS,)),  # given ones, -1 for dealt
        ("given_reserve", np.int8, (MAX_SEATS, MAX_KINDS)),  # all zeros: the corporation's stock
        ("reserve_value", np.int8),
        ("need_above", np.int8, (MAX_KINDS, MAX_RESERVE_VALUE + 1)),  # see reserves.py
        ("kinds", np.int16),
        ("factions", np.int8),  # corporations
        ("type", np.int8, (MAX_KINDS,)),
        ("faction", np.int8, (MAX_KINDS,)),
        ("labor", np.int8, (MAX_KINDS,)),  # cost
        ("construction", np.int8, (MAX_KINDS,)),
        ("value", np.int8, (MAX_KINDS,)),
        ("attack", np.int8, (MAX_KINDS,)),
        ("health", np.int8, (MAX_KINDS,)),
        ("any_time", np.int8, (MAX_KINDS,)),
        ("by_itself", np.int8, (MAX_KINDS,)),  # a building whose ability only gains: used at turn start by itself
        ("program", np.int16, (MAX_KINDS, len(TRIGGERS))),
        ("copies", np.int8, (MAX_KINDS,)),  # in the central decks
        ("stock", np.int8, (MAX_FACTIONS, MAX_KINDS)),
        ("start", np.int8, (MAX_KINDS,)),
        ("platform", np.int8),
        ("windows", np.int8),  # whether any card may be used at any time
        ("steps", STEP, (MAX_PROGRAMS, MAX_STEPS)),
    ],
    align=True,
)

THING = np.dtype([("kind", np.int8), ("wounds", np.int8), ("status", np.int8)])

MAX_DEPTH = 24
PROGRAM, WINDOW = range(2)
FRAME = np.dtype(
    [
        ("what", np.int8),
        ("seat", np.int8),  # whose effect it is; for windows the seat that the others respond to
        ("card", np.int8),  # kind of the card whose program it is
        ("slot", np.int8),  # where that card is in play, NOBODY for one that is not
        ("step", np.int8),
        ("left", np.int8),  # that card has left play already
        ("begun", np.int8),  # the present step's condition has been judged
        ("done", np.int8),  # the present step has done something
        ("count", np.int8),  # how often the present step has been carried out
        ("before", np.int8),  # whether the step before did anything
        ("cursor", np.int8),  # seats, clockwise, that the step or window has been past
        ("program", np.int16),
    ],
    align=True,
)

# What the turn is doing
PREPARING, START, MENU, FIGHT, TURN_END, AUTOMATON_START, AUTOMATON_UNITS, AUTOMATON_ACQUIRES = range(8)

# What is being asked
ASK_CORPORATION, ASK_DRAFT, ASK_MENU, ASK_TARGET, ASK_MATE, ASK_COPY, ASK_WINDOW = range(7)
ASK_DAMAGE, ASK_DISMISS, ASK_OPTION, ASK_DISCARD, ASK_STEAL, ASK_ACQUIRE, ASK_RECOVER, ASK_DRAW = range(7, 15)
QUESTIONS = (
    *("corporation", "reserve draft", "own turn", "target of an attack", "purchase for the teammate"),
    *("which of equal cards", "response", "target of damage", "card to dismiss", "one of several"),
    *("card to discard", "whom to take Brass from", "card to acquire", "card to take back", "draw or not"),
)

NOBODY = -1

STATE = np.dtype(
    [
        *state_fields(MAX_SEATS),
        # Where the turn stands
        ("phase", np.int8),
        ("ask", np.int8),
        ("player", np.int8),  # whose turn it is; another seat may be asked in it
        ("first", np.int8),
        ("turn", np.int16),
        ("ending", np.int8),  # the pool is exhausted
        ("winners", np.uint8),  # set of seats
        ("cursor", np.int8),  # slots that the turn start or the automaton has been past
        ("labor", np.int16),
        ("construction", np.int16),
        ("pool", np.int16),
        ("for_mate", np.int8),  # the purchase being made goes to the teammate
        ("wanted", np.int8),  # kind of which one of several equal cards is being chosen
        ("played", np.int16),  # cards played from hand this turn
        ("hostile", np.int8),  # the automaton attacks in this turn
        # The attack that has been announced
        ("attacker_seat", np.int8),
        ("attacker", np.int8),  # slot
        ("target_seat", np.int8),
        ("target", np.int8),  # slot; NOBODY for the company itself
        ("depth", np.int8),
        ("frames", FRAME, (MAX_DEPTH,)),
        # What everybody has
        ("corporation", np.int8, (MAX_SEATS,)),
        ("brass", np.int16, (MAX_SEATS,)),
        ("worth", np.int16, (MAX_SEATS,)),  # total Brass Value of the cards owned
        ("things", THING, (MAX_SEATS, MAX_THINGS)),
        ("sizes", np.int16, (MAX_SEATS + 2,)),
        ("piles", np.int8, (MAX_SEATS + 2, MAX_PILE)),
        ("amounts", np.int16, (MAX_SEATS, len(ZONES))),  # cards in each zone
        ("zones", np.int8, (MAX_SEATS, len(ZONES), MAX_KINDS)),
        ("rows", np.int8, (2, ROW_PLACES)),  # kinds, NOBODY for an empty place
        ("centre", np.int8, (MAX_KINDS,)),  # cards in the two central decks
        ("trash", np.int8, (MAX_KINDS,)),
        ("total", np.int16, (MAX_KINDS,)),  # cards in the game, as dealt
    ],
    align=True,
)

# Actions. Seats are counted clockwise from the seat that acts; things by seat and slot; the last four blocks by kind.
ACT_END, ACT_PASS, ACT_REBUILD, ACT_FOR_MATE = range(4)
ACT_OPTION = 4
ACT_CORPORATION = ACT_OPTION + MAX_OPTIONS
ACT_SEAT = ACT_CORPORATION + MAX_FACTIONS - 1  # plus the distance, which is at least 1
ACT_PLACE = ACT_SEAT + MAX_SEATS  # row by row
ACT_MINE = ACT_PLACE + 2 * ROW_PLACES
ACT_ATTACK = ACT_MINE + MAX_THINGS
ACT_ABILITY = ACT_ATTACK + MAX_THINGS
ACT_DEMOLISH = ACT_ABILITY + MAX_THINGS
ACT_THING = ACT_DEMOLISH + MAX_THINGS - MAX_THINGS  # plus the distance (at least 1) times MAX_THINGS plus the slot
ACT_KINDS = ACT_THING + MAX_SEATS * MAX_THINGS
BLOCK_HAND, BLOCK_BUY, BLOCK_RESERVE, BLOCK_DISCARD = range(4)
"""Blocks of actions by kind: a card in the own hand, in a row, in the own reserve, in the own discard."""
