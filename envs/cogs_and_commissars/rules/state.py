"""The two records of Cogs and Commissars and the numbers that stand for zones, steps, questions and actions.

Cards of one name are alike, so a card is the number of its *kind* in the card file, an unordered zone is a count by
kind, and a set of kinds is one integer. Decks are ordered piles of kinds. A card that is being played is a record on
the stack until it has been resolved or countered.
"""

from __future__ import annotations

import numpy as np

from ...table.game import SETUP_FIELDS, state_fields

MAX_SEATS = 6
MAX_KINDS = 64
MAX_FACTIONS = 8
DECK_SIZE, CORE_SIZE = 30, 12
RANDOM_CARDS, DRAFT_CARDS = 8, 10
"""Regular cards of a drafted deck: dealt at random, and drafted. A random deck has all of them at random."""
REGULAR_CARDS = RANDOM_CARDS + DRAFT_CARDS
HAND_SIZE = 7
START_PROLETARIAT = 2
PRODUCED = 2

MAX_DEPTH = 48
"""Most cards on the stack. With this many no more are played in response; a limit of the table, not of the game."""
MAX_PLAYS = 60
"""Most cards that one seat plays in one turn, so that no chain of cards that fetch each other goes on for ever."""

PRECONSTRUCTED, DRAFTED, RANDOM = range(3)
DECKS = ("preconstructed", "drafted", "random")

PROLETARIAT, BOURGEOISIE, COMMISSAR = range(3)
CITIZENS = ("proletariat", "bourgeoisie", "commissar")
SUPPLY = (51, 18, 15)
POINTS = (1, 2, 3)
NO_TYPE = -1

PROPAGANDA, ACTION, BLITZ = range(3)
TYPES = ("propaganda", "action", "blitz")
CORES = ("none", "revolution", "propaganda", "counter propaganda")
CORE_COPIES = (0, 1, 7, 4)

# Zones of a seat, as counts by kind
HAND, DISCARD, DECK = range(3)
ZONES = ("hand", "discard", "deck")
PUBLIC = MAX_SEATS
"""What everybody knows of a hand or a deck is kept behind what each seat knows of it."""

# What a card is aimed at when it is played
NOTHING, A_PLAYER, A_CITIZEN, A_TYPE, A_CARD = range(5)
TARGETS = ("nothing", "player", "citizen", "type", "card")

# What a step of a card does
END, GAIN, TAKE, REMOVE, PAY, PRODUCE, DRAW, DISCARD_STEP = range(8)
RETRIEVE, ACTIONS, COUNTER, RETURN, DUPLICATE, RETYPE, LOOK, INTERCEPT, WIN = range(8, 17)
STEPS = (
    *("end", "gain", "take", "remove", "pay", "produce", "draw", "discard"),
    *("retrieve", "actions", "counter", "return", "duplicate", "retype", "look", "intercept", "win"),
)
MAX_STEPS = 4

# Whom a step concerns: the player of the card is "self", "richer" are those with more points than that
SELF, TARGET, OTHERS, ALL, RICHER = range(5)
WHO = ("self", "target", "others", "all", "richer")

CHOSEN = 3
"""Type of citizen of a step: the one that has been chosen."""

STEP = np.dtype(
    [
        ("what", np.int8),
        ("amount", np.int8),
        ("citizen", np.int8),  # a type, or CHOSEN
        ("who", np.int8),
        ("beyond", np.int8),  # only what somebody has more of than the player of the card
        ("if_done", np.int8),  # only if the step before did something
    ],
    align=True,
)

SETUP = np.dtype(
    [
        *SETUP_FIELDS,
        ("decks", np.int8),
        ("leaders", np.int8),
        ("ask_all", np.int8),  # every seat is asked at every window
        ("choose_factions", np.int8),
        ("faction", np.int8, (MAX_SEATS,)),  # given ones, -1 for dealt
        ("kinds", np.int16),
        ("factions", np.int8),
        # What a kind is
        ("type", np.int8, (MAX_KINDS,)),
        ("core", np.int8, (MAX_KINDS,)),
        ("title", np.int8, (MAX_KINDS,)),  # kinds that differ in nothing but their stars share one
        ("stars", np.int8, (MAX_KINDS, 3)),
        ("target", np.int8, (MAX_KINDS,)),
        ("choices", np.int8, (MAX_KINDS,)),  # set of types of citizen to choose from
        ("of_richer", np.int8, (MAX_KINDS,)),  # the target must have more points
        ("of_holder", np.int8, (MAX_KINDS,)),  # the target must hold cards
        ("need_points", np.int8, (MAX_KINDS,)),
        ("need_deck", np.int8, (MAX_KINDS,)),
        ("need_behind", np.int8, (MAX_KINDS,)),
        ("need_own_turn", np.int8, (MAX_KINDS,)),
        ("need_discard", np.int8, (MAX_KINDS,)),  # there must be a card to retrieve
        ("sure_at", np.int8, (MAX_KINDS,)),  # points with which it cannot be countered; 0 for never
        ("protects", np.int8, (MAX_KINDS,)),  # neither it nor what is played after it in the turn can be countered
        ("respects", np.int8, (MAX_KINDS,)),  # it cannot be played against what is protected
        ("retypes", np.int8, (MAX_KINDS,)),
        ("answers", np.uint64, (MAX_KINDS,)),  # set of the kinds that it can be played against
        ("blitz_cost", np.int8, (MAX_KINDS, 3)),  # citizens to sacrifice when it is played as a Blitz
        ("blitz_during", np.int8, (MAX_KINDS,)),  # only while another player's Revolution is being played
        ("steps", STEP, (MAX_KINDS, MAX_STEPS)),
        # Sets of kinds
        ("propagandas", np.uint64),
        ("actions", np.uint64),
        ("blitzes", np.uint64),  # that can be played as a Blitz in some way
        ("responses", np.uint64),  # that need a card to respond to
        # Decks
        ("deck", np.int8, (MAX_FACTIONS, MAX_KINDS)),
        ("core_set", np.int8, (MAX_FACTIONS, MAX_KINDS)),
        ("regular", np.int16, (MAX_KINDS,)),  # regular cards of all factions together
        # Leaders; without them, what everybody has
        ("hand_size", np.int8, (MAX_FACTIONS,)),
        ("per_counter", np.int8, (MAX_FACTIONS,)),  # more cards in hand for each Counter Propaganda in the discard
        ("start", np.int8, (MAX_FACTIONS, 3)),  # citizens at the start beyond the ration
        ("pair", np.int8, (MAX_FACTIONS,)),  # citizen gained when both cards produced show the same star, or -1
        ("propaganda_draws", np.int8, (MAX_FACTIONS,)),
        ("revolution", np.int8, (MAX_FACTIONS,)),  # points fewer that a Revolution needs
        ("shield", np.int8, (MAX_FACTIONS,)),  # Proletariats that Propaganda cannot take
    ],
    align=True,
)

# How far a card on the stack has come
CHOOSING, WAITING, RESOLVING = range(3)
NOBODY = -1

RECORD = np.dtype(
    [
        ("kind", np.int8),
        ("player", np.int8),  # who plays it
        ("owner", np.int8),  # to whose discard it goes; NOBODY for a duplicate, which is no card
        ("stage", np.int8),
        ("dead", np.int8),  # it has been countered
        ("protected", np.int8),
        ("as_blitz", np.int8),
        ("seat", np.int8),  # target, NOBODY for none
        ("type", np.int8),  # chosen type of citizen, NO_TYPE for none
        ("card", np.int8),  # target's place on the stack
        ("reach", np.int8),  # its targets on the stack are below this place
        ("step", np.int8),
        ("count", np.int8),  # how often the present step has been carried out
        ("cursor", np.int8),  # seats, clockwise, that the present step has been past
        ("done", np.int8),  # the present step has done something
        ("before", np.int8),  # the step before did something
    ],
    align=True,
)

# What the game is doing. Windows lie between the steps of a turn.
PREPARING, PRODUCTION, AFTER_PRODUCTION, DISCARD_DRAW, AFTER_DRAW = range(5)
PROPAGANDA_STEP, AFTER_PROPAGANDA, ACTION_STEP, AFTER_ACTION = range(5, 9)
PHASES = (
    *("preparation", "production", "after production", "discard and draw", "after drawing"),
    *("propaganda", "after propaganda", "action", "end of turn"),
)

# What is being asked
ASK_FACTION, ASK_DRAFT, ASK_HAND, ASK_PROPAGANDA, ASK_ACTION, ASK_WINDOW = range(6)
ASK_SEAT, ASK_CITIZEN, ASK_TYPE, ASK_CARD, ASK_DISCARD, ASK_RETRIEVE, ASK_INTERCEPT = range(6, 13)
QUESTIONS = (
    *("faction", "draft", "discards before drawing", "propaganda", "action", "response"),
    *("target player", "target citizen", "type of citizen", "target card", "card to discard", "card to retrieve"),
    "card to play out of another hand",
)

STATE = np.dtype(
    [
        *state_fields(MAX_SEATS),
        ("phase", np.int8),
        ("ask", np.int8),
        ("player", np.int8),  # whose turn it is
        ("first", np.int8),
        ("winner", np.int8),
        ("turn", np.int16),
        ("cursor", np.int8),  # seats, clockwise from the player, that have let the present window pass
        ("acted", np.int8),  # the turn's own Action has been played
        ("extra", np.int16),  # Actions beyond that
        ("silenced", np.int8),  # what is played from now on in this turn is protected
        ("limit", np.int8),  # hand size, measured when the discard and draw step begins
        ("depth", np.int8),
        ("stack", RECORD, (MAX_DEPTH,)),
        ("plays", np.int8, (MAX_SEATS,)),  # cards played in this turn
        # Citizens
        ("gulag", np.int8, (3,)),
        ("citizens", np.int8, (MAX_SEATS, 3)),
        ("points", np.int16, (MAX_SEATS,)),
        # Cards
        ("faction", np.int8, (MAX_SEATS,)),
        ("sizes", np.int16, (MAX_SEATS,)),
        ("piles", np.int8, (MAX_SEATS, DECK_SIZE)),
        ("amounts", np.int8, (MAX_SEATS, len(ZONES))),
        ("held", np.uint64, (MAX_SEATS,)),  # set of the kinds in hand
        ("zones", np.int8, (MAX_SEATS, len(ZONES), MAX_KINDS)),
        ("owned", np.int8, (MAX_SEATS, MAX_KINDS)),  # each deck as it was built
        ("unused", np.int16, (MAX_KINDS,)),  # regular cards in nobody's deck
        # What seats know: at least these cards are in a hand, at least these in a deck as it was built
        ("knowing", np.int8, (MAX_SEATS,)),  # whether anybody knows of a card in this hand
        ("known", np.int8, (MAX_SEATS + 1, MAX_SEATS, MAX_KINDS)),
        ("least", np.int8, (MAX_SEATS + 1, MAX_SEATS, MAX_KINDS)),
        # The draft
        ("passes", np.int8),
        ("pack_size", np.int8, (MAX_SEATS,)),
        ("packs", np.int8, (MAX_SEATS, DRAFT_CARDS)),  # the pack in front of each seat
        ("passed", np.int8, (MAX_SEATS, MAX_KINDS)),  # seen in packs, not taken, not in front of the seat
    ],
    align=True,
)

# Actions. Seats are counted clockwise from the seat that acts; the last blocks are by kind.
ACT_PASS = 0
ACT_SEAT = 0  # plus the distance, which is at least 1
ACT_TYPE = ACT_SEAT + MAX_SEATS
ACT_CITIZEN = ACT_TYPE + 3 - 3  # plus the distance (at least 1) times 3 plus the type
ACT_FACTION = ACT_CITIZEN + 3 * MAX_SEATS
ACT_CARD = ACT_FACTION + MAX_FACTIONS
ACT_KINDS = ACT_CARD + MAX_DEPTH
BLOCK_PLAY, BLOCK_BLITZ, BLOCK_DISCARD, BLOCK_TAKE = range(4)
"""Blocks of actions by kind: play a card, play an Action as a Blitz, discard one, take one (draft, discard, hand)."""
