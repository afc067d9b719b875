"""The two records of Comrade and the numbers that stand for roles, phases and actions.

The comrade cards are all alike, so that three things decide who holds what: the seat that holds the dissident card,
the seat that holds the informer card, and how many cards each seat holds. Everything that has happened is kept in two
logs, of turns and of cards handed over, each entry with a public half and a half that some seats alone know.
"""

from __future__ import annotations

import numpy as np

from ...table.game import SETUP_FIELDS, state_fields

MIN_SEATS, MAX_SEATS = 5, 10
MAX_TURNS = 60
"""Most turns that the logs hold, and so the highest limit of turns."""

MAX_HANDOVERS = MAX_TURNS * (MAX_SEATS + MAX_SEATS // 2)

COMRADE, DISSIDENT, INFORMER = range(3)
ROLES = ("comrade", "dissident", "informer")
UNKNOWN = -1

GLASNOST, PERESTROIKA = range(2)
WORDS = ("glasnost", "perestroika")

# Phases, by what is being asked
CLAIM, CALL, VOTE, WORD, LOOK, GIVE, PASS = range(7)
PHASES = (
    *("claim", "call the voters", "secret vote", "committee"),
    *("interrogate", "give after looking", "pass a card on"),
)

# How a game ended (``state.winner``)
NOBODY, INFORMER_WON, FREEDOM_WON = range(3)

# What happened in committee (``turn.committee``)
NOT_HELD, LOST, WON = range(3)

SETUP = np.dtype(
    [
        *SETUP_FIELDS,
        ("voters", np.int8),  # called to vote in each turn
        ("max_turns", np.int16),
        ("everyone_gives", np.int8),
        ("claims", np.int8),
    ],
    align=True,
)

TURN = np.dtype(
    [
        ("chairman", np.int8),
        ("called", np.uint16),  # set of seats
        ("voted", np.uint16),  # set of seats that have voted
        ("freedom", np.uint16),  # secret: who voted for freedom
        ("party", np.int8),  # number of party votes, UNKNOWN before they are disclosed
        ("spoken", np.uint16),  # voters that have chosen a word
        ("words", np.uint16),  # voters that chose perestroika; public once the committee is over
        ("committee", np.int8),
        ("dissident", np.int8),  # who showed the dissident card in committee, UNKNOWN without one
        ("informer", np.int8),  # voter who showed the informer card, UNKNOWN if none did
        ("word", np.int8),  # the word shown in committee
        ("claims", np.int8, (MAX_SEATS,)),  # 1 + number of the claim, 0 before it is made
    ],
    align=True,
)
"""One turn's votes, committee and claims."""

# Bits of ``handover.how``
SECOND, LOOKED, OF_TWO = 1, 2, 4

HANDOVER = np.dtype(
    [
        ("turn", np.int8),
        ("giver", np.int8),
        ("receiver", np.int8),
        ("how", np.int8),  # second pass; the giver looked at a card first; the giver held two cards
        ("seen", np.int8),  # role that the giver saw; giver's own
        ("given", np.int8),  # role of the card; giver's and receiver's own
        ("handed", np.int8),  # cards that the receiver had handed over by then
    ]
)
"""One card handed over, with the look that went before."""

SEEN, GIVEN, RECEIVED = range(3)

STATE = np.dtype(
    [
        *state_fields(MAX_SEATS),
        # Who holds what
        ("dissident", np.int8),
        ("informer", np.int8),
        ("word", np.int8),
        ("dealt_dissident", np.int8),
        ("dealt_informer", np.int8),
        ("cards", np.int8, (MAX_SEATS,)),
        ("knowers", np.uint16),  # seats that have held or seen the dissident card since its word was drawn
        # Where the game stands
        ("winner", np.int8),
        ("turn", np.int16),  # from 0
        ("phase", np.int8),
        ("chairman", np.int8),
        ("cursor", np.int8),  # seats, clockwise from the chairman, that this phase has been past
        # What has happened
        ("turns", TURN, (MAX_TURNS,)),
        ("handovers", HANDOVER, (MAX_HANDOVERS,)),
        ("moves", np.int16),  # entries of handovers that are complete
        ("handed", np.int8, (MAX_SEATS,)),  # cards that each seat has handed over
        ("last", np.int16, (MAX_SEATS, MAX_SEATS, 3)),  # 1 + latest handover in which a seat saw, gave, received
        # What each seat makes of it (see beliefs.py)
        ("fresh", np.uint16),  # seats whose beliefs are up to date
        ("pairs", np.float32, (MAX_SEATS, MAX_SEATS, MAX_SEATS)),
        ("aware", np.float32, (MAX_SEATS, MAX_SEATS, MAX_SEATS)),
    ],
    align=True,
)

# Actions; seats are counted clockwise from the one that acts, 1 being its left neighbour
_OTHERS = MAX_SEATS - 1
ACT_CALL = -1  # plus the distance, which is at least 1
ACT_INTERROGATE = ACT_CALL + _OTHERS
ACT_GIVE_COMRADE = ACT_INTERROGATE + _OTHERS
ACT_GIVE_SPECIAL = ACT_GIVE_COMRADE + _OTHERS
ACT_PARTY = ACT_GIVE_SPECIAL + _OTHERS + 1
ACT_FREEDOM = ACT_PARTY + 1
ACT_WORD = ACT_PARTY + 2  # plus the word
NUM_ACTIONS = ACT_WORD + len(WORDS)

# Claims, with the option of that name
CLAIM_NOTHING, CLAIM_COMRADE, CLAIM_WORD, CLAIM_DISSIDENT = 0, 1, 2, 4
CLAIM_INFORMER = CLAIM_DISSIDENT + MAX_SEATS  # these two plus the distance of the seat meant, 0 for oneself
NUM_CLAIMS = CLAIM_INFORMER + MAX_SEATS
ACT_CLAIM = NUM_ACTIONS  # plus the claim
