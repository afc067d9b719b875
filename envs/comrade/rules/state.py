"""The two records of Comrade and the numbers that stand for roles, phases and actions.

The comrade cards are all alike, so that three things decide who holds what: the seat that holds the dissident card,
the seat that holds the informer card, and how many cards each seat holds. Everything that has happened is kept in two
logs, of turns and of cards handed over, each entry with a public half and a half that some seats alone know.
"""

from __future__ import annotations

from enum import IntEnum

from ...table.actions import ActionEnum, Actions, Block, of
from ...table.named import Named
from ...table.records import Array, Int, Record, SetupRecord, StateRecord, float32, int8, int16, records, uint16

MIN_SEATS, MAX_SEATS = 5, 10
MAX_TURNS = 60
"""Most turns that the logs hold, and so the highest limit of turns: a record has one size."""

MAX_HANDOVERS = MAX_TURNS * (MAX_SEATS + MAX_SEATS // 2)
MAX_EVENTS = 8
"""Most events of one decision: the last of five words, the five votes, the word shown, the case lost, a new word."""
MOST_CLAIMS = 4 + 2 * MAX_SEATS
"""Claims that can be made: nothing, to be a comrade, two words, two kinds of cards and who holds them."""
MOST_WEIGHT = 1000
"""More than any weight of a belief: they are scaled to a sum of 1, and events only take from them."""

UNKNOWN = -1


class Role(Named):
    """What a card makes of who holds it."""

    COMRADE = "comrade"
    DISSIDENT = "dissident"
    INFORMER = "informer"


class Word(Named):
    """The two dissident cards, by the word on them."""

    GLASNOST = "glasnost"
    PERESTROIKA = "perestroika"


class Phase(Named):
    """What is being asked."""

    CLAIM = "claim"
    CALL = "call the voters"
    VOTE = "secret vote"
    WORD = "committee"
    LOOK = "interrogate"
    GIVE = "give after looking"
    PASS = "pass a card on"


INTERROGATION = (Phase.LOOK, Phase.GIVE, Phase.PASS)


class Winner(IntEnum):
    """How a game ended."""

    NOBODY = 0
    INFORMER = 1
    FREEDOM = 2


class Committee(IntEnum):
    """What happened in committee."""

    NOT_HELD = 0
    LOST = 1
    WON = 2


class How(IntEnum):
    """What was particular when a card was handed over."""

    SECOND = 0  # it was in the second pass
    LOOKED = 1  # the giver looked at a card first
    OF_TWO = 2  # the giver held two cards


class Kind(IntEnum):
    """How a seat came to see a card."""

    SEEN = 0
    GIVEN = 1
    RECEIVED = 2


class Event(IntEnum):
    """What happens by itself; who, thing, amount and other are those of :func:`~cogitable.envs.table.events.tell`."""

    DEALT = 0  # nobody is named where it is a comrade; its role
    TURN = 1  # the chairman; the turn's number from 1
    COUNT = 2  # party votes; how many have voted
    CHOSE = 3  # a voter in committee, the word it chose, the role that it shows
    DISSIDENT_SHOWN = 4  # who holds it, the word on it
    LOST = 5  # set of Fault
    NEW_WORD = 6  # the dissident, the word it has drawn
    FREEDOM_WINS = 7  # who holds the informer card
    LOOKED = 8  # who has looked, the role it has seen, whose
    READ = 9  # who has come to see the dissident card, the word on it
    GAVE = 10  # who gave its only card, that card's role, who has it now
    PASSED_OVER = 11  # set of seats that hold two cards in the first pass
    SECOND_PASS = 12  # set of seats that hold two cards now
    INFORMER_FINDS = 13  # the informer; whose card it has looked at
    INFORMER_IS_GIVEN = 14  # the informer; who has handed it the dissident card
    CUT_OFF = 15  # turns played


class Fault(IntEnum):
    """Why a committee was lost."""

    DISSIDENT_VOTED = 0
    INFORMER_VOTED = 1
    WRONG_WORD = 2


class Prepared(SetupRecord):
    """What the options make of the game."""

    voters: Int = int8()  # called to vote in each turn
    max_turns: Int = int16()
    everyone_gives: Int = int8()
    claims: Int = int8()


class Turn(Record):
    """One turn's votes, committee and claims."""

    chairman: Int = int8(below=MAX_SEATS)
    called: Int = uint16(things=MAX_SEATS)  # set of seats
    voted: Int = uint16(things=MAX_SEATS)  # set of seats that have voted
    freedom: Int = uint16(things=MAX_SEATS)  # secret: who voted for freedom
    party: Int = int8(least=UNKNOWN, most=MAX_SEATS)  # number of party votes, UNKNOWN before they are disclosed
    spoken: Int = uint16(things=MAX_SEATS)  # voters that have chosen a word
    words: Int = uint16(things=MAX_SEATS)  # voters that chose perestroika; public once the committee is over
    committee: Int = int8(below=len(Committee))  # one of Committee
    dissident: Int = int8(least=UNKNOWN, below=MAX_SEATS)  # who showed that card in committee, UNKNOWN without one
    informer: Int = int8(least=UNKNOWN, below=MAX_SEATS)  # voter who showed the informer card, UNKNOWN if none did
    word: Int = int8(least=UNKNOWN, below=len(Word))  # the word shown in committee
    claims: Array = int8(MAX_SEATS, most=MOST_CLAIMS)  # 1 + number of the claim, 0 before it is made


class Handover(Record):
    """One card handed over, with the look that went before."""

    turn: Int = int8(below=MAX_TURNS)
    giver: Int = int8(below=MAX_SEATS)
    receiver: Int = int8(below=MAX_SEATS)
    how: Int = int8(things=len(How))  # set of How
    seen: Int = int8(least=UNKNOWN, below=len(Role))  # role that the giver saw; giver's own
    given: Int = int8(least=UNKNOWN, below=len(Role))  # role of the card; giver's and receiver's own
    handed: Int = int8(most=MAX_TURNS * 2)  # cards that the receiver had handed over by then


class State(StateRecord, seats=MAX_SEATS, events=MAX_EVENTS):
    """Who holds what, where the game stands, what has happened, and what each seat makes of it."""

    # Who holds what
    dissident: Int = int8(below=MAX_SEATS)
    informer: Int = int8(below=MAX_SEATS)
    word: Int = int8(below=len(Word))
    dealt_dissident: Int = int8(below=MAX_SEATS)
    dealt_informer: Int = int8(below=MAX_SEATS)
    cards: Array = int8(MAX_SEATS, most=2)
    knowers: Int = uint16(things=MAX_SEATS)  # seats that have held or seen the dissident card since its word was drawn
    # Where the game stands
    winner: Int = int8(below=len(Winner))  # one of Winner
    turn: Int = int16(below=MAX_TURNS)  # from 0
    phase: Int = int8(below=len(Phase))
    chairman: Int = int8(below=MAX_SEATS)
    cursor: Int = int8(most=MAX_SEATS)  # seats, clockwise from the chairman, that this phase has been past
    # What has happened
    turns: Array = records(Turn, MAX_TURNS)
    handovers: Array = records(Handover, MAX_HANDOVERS)
    moves: Int = int16(most=MAX_HANDOVERS)  # entries of handovers that are complete
    handed: Array = int8(MAX_SEATS, most=MAX_TURNS * 2)  # cards that each seat has handed over
    last: Array = int16(MAX_SEATS, MAX_SEATS, len(Kind), most=MAX_HANDOVERS)  # 1 + latest of the Kind between two
    # What each seat makes of it (see beliefs.py)
    fresh: Int = uint16(things=MAX_SEATS)  # seats whose beliefs are up to date
    pairs: Array = float32(MAX_SEATS, MAX_SEATS, MAX_SEATS, most=MOST_WEIGHT)
    aware: Array = float32(MAX_SEATS, MAX_SEATS, MAX_SEATS, MAX_SEATS, most=MOST_WEIGHT)


SETUP, STATE = Prepared.dtype(), State.dtype()

_LEFT = of("seat", MAX_SEATS - 1, first=1)  # seats are counted clockwise from the one that acts


class Act(ActionEnum):
    """The actions; claims follow them, with the option of that name."""

    CALL = Block(
        "call the player 1 to 9 seats to the left to vote, and all behind it where no more are left than are wanted",
        _LEFT,
        "call +{}",
    )
    INTERROGATE = Block(
        "look at the card of the player 1 to 9 seats to the left and give it one", _LEFT, "interrogate +{}"
    )
    GIVE_COMRADE = Block("hand a comrade card to the player 1 to 9 seats to the left", _LEFT, "give a comrade to +{}")
    GIVE_SPECIAL = Block(
        "hand the dissident or the informer card to the player 1 to 9 seats to the left",
        _LEFT,
        "give the special card to +{}",
    )
    PARTY = Block("vote for the party", say="vote for the party")
    FREEDOM = Block("vote for freedom", say="vote for freedom")
    WORD = Block("choose glasnost, perestroika in committee", of("word", Word))


ACT_CLAIM = Act.end()
"""The first claim's action."""

_ANYBODY = of("seat", ("I am", *(f"+{step} is" for step in range(1, MAX_SEATS))))


class Claim(ActionEnum):
    """What may be claimed."""

    NOTHING = Block("claim nothing", say="nothing")
    COMRADE = Block("claim to be a comrade", say="I am a comrade")
    WORD = Block("claim that the word is glasnost, perestroika", of("word", Word), "the word is {}")
    DISSIDENT = Block(
        "claim to be the dissident, or that the player 1 to 9 seats to the left is", _ANYBODY, "{} the dissident"
    )
    INFORMER = Block(
        "claim to be the informer, or that the player 1 to 9 seats to the left is", _ANYBODY, "{} the informer"
    )


NUM_CLAIMS = Claim.end()
ACTIONS = Actions(Act.blocks())
CLAIMS = Actions(Claim.blocks())
