"""The two records of CogDrive Neon and the numbers that stand for zones, steps and phases.

Cards are numbers 0 to 47 in the order of the card file. Unordered zones are sets of cards (one bit a card); the two
decks and the Hangar deck are ordered piles.
"""

from __future__ import annotations

import numpy as np

from ...table.game import SETUP_FIELDS, state_fields

CARDS = 48
COLORS = ("yellow", "gray", "pink", "blue")
YELLOW, GRAY, PINK, BLUE = range(4)
POWERS = (1, 2, 3)
HANGAR_SIZE = 5
STARTING_DECK = 6

# Piles
FIRST_DECK, SECOND_DECK, HANGAR_DECK = range(3)

# Programs: one for each CogDrive's Task, then the Overdrives by colour, then Recruit by power.
MAX_TASKS = 48
MAX_STEPS = 6
OVERDRIVE_PROGRAM = MAX_TASKS
RECRUIT_PROGRAM = OVERDRIVE_PROGRAM + len(COLORS) - 1  # plus the power of the discarded card
PROGRAMS = MAX_TASKS + len(COLORS) + len(POWERS)

# What a step of a program does
END, MOVE, EXCHANGE, LOOK, OVERDRIVE, REPEAT = range(6)
STEPS = ("end", "move", "exchange", "look", "overdrive", "repeat")

# Where a step takes cards from; the first eight let somebody choose a card
HAND, DISCARD, HANGAR, CLASH, RIVAL_CLASH, ANY_CLASH, RIVAL_HAND, RIVAL_DISCARD = range(8)
THIS, DECK_TOP, HANGAR_TOP = range(8, 11)
SOURCES = (
    *("hand", "discard", "hangar", "clash", "rival clash", "any clash", "rival hand", "rival discard"),
    *("this", "deck", "hangar deck"),
)
CHOSEN_SOURCES = SOURCES[:THIS]

# Where a step puts them; zones of the player who uses the card unless they say owner
TO_HAND, TO_DISCARD, TO_CLASH, TO_DECK_TOP, TO_DECK_BOTTOM, TO_WRECK, TO_OWNER_HAND, TO_OWNER_DISCARD = range(8)
TARGETS = ("hand", "discard", "clash", "deck top", "deck bottom", "wreck", "owner hand", "owner discard")

# Flags of a step
MAY, IF_DONE, ONE_COLOR, OTHER = 1, 2, 4, 8

STEP = np.dtype(
    [
        ("what", np.int8),
        ("source", np.int8),
        ("target", np.int8),
        ("count", np.int8),
        ("flags", np.int8),
        ("max_power", np.int8),
    ]
)

SETUP = np.dtype(
    [
        *SETUP_FIELDS,
        ("power", np.int8, (CARDS,)),
        ("color", np.int8, (CARDS,)),
        ("task", np.int8, (CARDS,)),  # program of a card's Task
        ("starters", np.uint64),  # the Power 1 cards
        ("of_color", np.uint64, (len(COLORS),)),
        ("of_power", np.uint64, (4,)),  # by power; entry 0 is empty
        ("repeats", np.uint64),  # cards whose Task repeats another one
        ("steps", STEP, (PROGRAMS, MAX_STEPS)),
    ],
    align=True,
)

# Phases of a turn, by what is being asked
ACTION, BEFORE, CHOICE, AFTER, PLAY, DRAW = range(6)
PHASES = ("action", "overdrive before", "choice", "overdrive after", "play to the Clash", "draw")

RECRUIT, TASK = 1, 2
"""Bits of ``state.used``."""

NO_OVERDRIVE, OVERDRIVE_OPEN, OVERDRIVE_DONE = range(3)

MAX_DEPTH = 4
FRAME = np.dtype(
    [
        ("program", np.int8),
        ("step", np.int8),
        ("card", np.int8),  # the card whose Task it is; -1 for none
        ("moved", np.int8),  # cards moved by the present step
        ("first", np.int8),  # first card chosen by the present step, -1 before
        ("before", np.int8),  # cards moved by the step before
    ]
)

STATE = np.dtype(
    [
        *state_fields(2),
        # Where the cards are
        ("piles", np.int8, (3, CARDS)),
        ("sizes", np.int8, (3,)),
        ("hand", np.uint64, (2,)),
        ("discard", np.uint64, (2,)),
        ("clash", np.uint64, (2,)),
        ("hangar", np.uint64),
        ("above", np.int8),  # cards of the Hangar deck above the Wreckage card
        ("wreckage", np.int8),  # 1 once the Wreckage card has been revealed
        # Where the turn stands
        ("turn", np.int16),
        ("player", np.int8),  # whose turn it is; another seat may be asked in it
        ("phase", np.int8),
        ("used", np.int8),
        ("card", np.int8),  # card discarded for the present Action, -1 for none
        ("overdrive", np.int8),
        ("depth", np.int8),
        ("frames", FRAME, (MAX_DEPTH,)),
        # What each seat knows (see knowledge.py)
        ("seen", np.uint64, (2,)),
        ("located", np.uint64, (2,)),
        ("shuffles", np.int16, (2,)),
        ("entered", np.int16, (CARDS,)),
        ("drawn", np.int16, (CARDS,)),
    ],
    align=True,
)

# Actions
ACT_RECRUIT, ACT_TASK, ACT_CHOOSE = 0, CARDS, 2 * CARDS
ACT_DECLINE = 3 * CARDS
ACT_USE = ACT_DECLINE + 1
ACT_DRAW = ACT_DECLINE + 2
ACT_SHUFFLE = ACT_DECLINE + 3
NUM_ACTIONS = ACT_DECLINE + 4
