"""The parts of an observation by name: what the Heroes know, and everything.

All seats know the same. Heroes are written from the one that is asked, or the first that the seat runs, on in the order
of Initiative. A City Event and the Missions are written by what they ask for, so that a policy can play with other
cards. Counts are in small fractions, tracks in shares of their length.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...city.rules.observation import (
    ANCHOR,
    BEGAN,
    CONNECTED,
    DISTANCES,
    HERO_NAMES,
    OWNER,
    PHASE,
    REVEALED,
    STAGE,
    VISITED,
    WHERE,
    WHO,
    Clock,
    Person,
    Place,
    by_hero,
    columns,
    hidden_parts,
    question_part,
    sentence,
)
from ...city.rules.state import (
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_TYPES,
    Ask,
    CitizenType,
    Directive,
    District,
    Servant,
    Status,
)
from ...table.layout import Layout, Part
from ...table.named import Named, listed, texts
from .state import COUNTDOWN_INDEX, MAX_SEATS, NUM_MISSIONS, NUM_MOVES, Condition, Gain, Mission, MoveCard, Support

ASKED = (
    *(Ask.HERO, Ask.SHARE, Ask.ACCESS, Ask.ROUTE, Ask.ACTION, Ask.PAY, Ask.IDENTIFY, Ask.CITIZEN, Ask.CITIZEN_TO),
    *(Ask.MOVE_MORE, Ask.OWNER, Ask.CARD, Ask.GIVE, Ask.RETURN, Ask.CALL, Ask.FIND, Ask.CANCEL, Ask.TILE, Ask.ANCHOR),
    *(Ask.WAY, Ask.PLEDGE, Ask.TURN, Ask.INTERACT, Ask.DELIVER, Ask.SEND, Ask.SEND_TO, Ask.BREAK, Ask.BREAK_KIND),
    *(Ask.HIDE, Ask.BASE, Ask.EVADE, Ask.RALLY),
)
"""The questions that this game asks."""
QUESTION_PLACE = np.full(len(Ask), -1, np.int16)
QUESTION_PLACE[list(ASKED)] = np.arange(len(ASKED))


class CoopClock(Named):
    """Columns of the clock behind those of both games."""

    MARKER = (
        "steps of the Progress marker from the Zero Stage and Stages up to where it meets Discontent, in sevenths",
        len(Clock),
    )
    TO_MEET = ""
    EVENTS = "City Events that have been, in twelfths"
    SPECIALS = "special Guards in the city, in ninths"
    MOVES = "Servant Movement cards left, in thirteenths"
    SKIP = "whether the next round has no City Event"


class Level(Named):
    """Columns of the difficulty."""

    PLAN_GOES_BACK = "Benefit 1, 2, 3"
    MAINTENANCE = ""
    PLAIN_PATROL = ""
    MISSIONS = "Missions are played"


class EventAsks(IntEnum):
    """First columns of what a City Event asks for and brings."""

    PREVENT_AT = 0
    PREVENT_FOR = NUM_DISTRICTS
    NEED = PREVENT_FOR + 1
    GAIN = NEED + len(Condition) + 1
    STOPS = GAIN + len(Gain) + 1
    SUPPORT = STOPS + len(Condition) + 1


class Happened(Named):
    """Columns of what has happened in the round."""

    ARRESTS = "Citizens were arrested"
    SPECIAL = "a Special Action was taken"
    SMASHED = "Guards broken and Citizens revealed, in thirds"
    UNCOVERED = ""
    DETAINED = "a Hero was detained"
    PREVENTED = "the Security Protocol was prevented"
    PLEDGE_FOR = "what a pledge is for, in thirds"


class Card(Named):
    """Columns of a Directive."""

    PUBLISHED = "published"
    BEFORE = "how many were published before it, in thirds"
    USED = "used in this round"
    IN_HAND = "known to be in hand"
    AT_BOTTOM = "place at the bottom of the deck, in ninths"
    HIDDEN = "may be in hand or in the unknown part of the deck"


class Count(Named):
    """Columns of the Directives' numbers."""

    HAND = "whether one is in hand"
    DECK = "those in the deck, in ninths"


class AServant(Named):
    """Columns of a Servant."""

    IDLE = "idle in this round"
    LYING = "deactivated"


class CoopPlace(Named):
    """Columns of a District behind those of both games."""

    TOKEN = "its token is face down", len(Place)
    PREVENTS = "a Hero here prevents the Security Protocol"
    HERO_TOKENS = "Hero tokens placed, in thirds"
    ORDERS = "Servant Order tokens, in thirds"
    CORE = "Core token"
    DRONE = "Drone"
    AMBUSH = "Ambush token"
    POST = "Command Post"
    UNDERGROUND = "Underground Resistance"
    REMOTE = "its Actions may be taken anywhere"


class CoopPerson(Named):
    """Columns of a Hero behind those of both games."""

    ACTS = "Actions taken, in halves", len(Person)
    PLEDGE = "Trust pledged, in fifths"
    PLACED = "Hero token placed"
    HELD = "Hero tokens held, in thirds"
    BONDS = "Bonds, in sixths"
    ORDER = f"has the Order token of {Servant.PHANTASMER.text}"
    ORDER_1 = f"has the Order token of {Servant.JUDGEMENTOR.text}"
    ORDER_2 = f"has the Order token of {Servant.LEX_HECATE.text}"
    LEADER = "leads the rebellion"


class MissionStands(Named):
    """Columns of a Mission, one of which holds: each stage is reached from the one before."""

    TO_COME = "still to come"
    ACTIVE = "in play"
    DONE = "completed"


class Progress(Named):
    """Columns of how far Missions are."""

    POST_TRUST = "Trust at the Command Post and Bonds in the Control Nexus, in eighths"
    BONDS_SHOWN = ""
    DELIVERED = "Intel tokens delivered, Control tokens left, in thirds"
    CONTROLS = ""
    TAMED = "what Drones take off, in fifths"
    SENDS = "Guards still to be sent, in thirds"


class Pending(Named):
    """Columns of what is half said."""

    AMOUNT = "Trust to divide or pledge, in twelfths"
    DIE = "Trust that the Veteran's die asks for, in fifths"
    DIE_SPECIAL = "whether that is for a special Guard"
    RISES = "Citizens to reveal and rises still to come, Guards still to break, Citizens still to set free, in thirds"
    BREAKS = ""
    RETURNING = ""
    SENDING = "whether a special Guard is being sent"
    CARRIED = "then the Citizen being moved: its state, and its type if revealed"


CLOCK_FACTS = columns((Clock, CoopClock), {Clock.RIOTS: "Riots won and Riot tokens, in thirds", Clock.SUPPLY: ""})
DISTRICT_FACTS = columns((Place, CoopPlace), {Place.OTHERS: "special Guards, in quarters", Place.RAID: "Raid token"})
HERO_FACTS = columns((Person, CoopPerson), {Person.OVER: "has had its turn"})

LAYOUT = Layout(
    question_part(ASKED),
    PHASE,
    Part("clock", (len(CLOCK_FACTS),), sentence(CLOCK_FACTS)),
    STAGE,
    Part("difficulty", (len(Level),), sentence(texts(Level))),
    Part(
        "City Event",
        (EventAsks.SUPPORT + len(Support),),
        "Districts that prevent the Security Protocol; Trust that does, in fifths; what the Breakthrough asks for, one "
        f"of {', '.join(texts(Condition))}, and its number in fifths; "
        f"what it brings, one of {', '.join(texts(Gain))}, and its number in fifths; "
        "the condition that stops the Master Plan, one of, and its number in fifths; Support, one of "
        f"{', '.join(texts(Support))}",
    ),
    Part("events gone", (COUNTDOWN_INDEX,), "City Events that have been, in the order of the card file"),
    Part("in this round", (len(Happened),), sentence(texts(Happened))),
    Part("Directives", (NUM_DIRECTIVES, len(Card)), f"for each: {listed(Card)}", texts(Directive)),
    Part("Directive counts", (len(Count),), listed(Count)),
    Part(
        "moves",
        (NUM_MOVES,),
        "Servant Movement cards that are left; Tracking cards in the order in which the Heroes are written",
        texts(MoveCard),
    ),
    Part("Servants", (NUM_SERVANTS, len(AServant)), listed(AServant), texts(Servant)),
    Part("Districts", (NUM_DISTRICTS, len(DISTRICT_FACTS)), f"for each: {sentence(DISTRICT_FACTS)}", texts(District)),
    REVEALED,
    Part("arrested", (NUM_TYPES,), "Citizens surely arrested, by type, in fifths", texts(CitizenType)),
    Part(
        "at large",
        (NUM_TYPES,),
        "Citizens neither revealed nor surely arrested, by type, in fifths",
        texts(CitizenType),
    ),
    CONNECTED,
    DISTANCES,
    Part("Heroes", (NUM_HEROES, len(HERO_FACTS)), f"for each: {sentence(HERO_FACTS)}", HERO_NAMES),
    WHO,
    WHERE,
    BEGAN,
    by_hero("chosen", "District of the chosen Access card"),
    by_hero("cards", "Access cards in hand"),
    by_hero("tokens", "District of the Hero token"),
    by_hero("token types", "type of the Citizen that the Hero token is attached to", CitizenType),
    Part(
        "orders", (NUM_SERVANTS, NUM_DISTRICTS), "District of the Servant Order token", texts(Servant), texts(District)
    ),
    Part("intel", (NUM_DISTRICTS, NUM_TYPES), "Citizens with an Intel token, in thirds", texts(District)),
    Part("missions", (NUM_MISSIONS, len(MissionStands)), f"for each: {listed(MissionStands)}", texts(Mission)),
    Part("progress", (len(Progress),), sentence(texts(Progress))),
    Part("pending", (len(Pending) - 1 + len(Status) + NUM_TYPES,), sentence(texts(Pending))),
    ANCHOR,
    VISITED,
    OWNER,
    by_hero("steps", "Districts to exit on a Hero's shortest way there, in quarters"),
    Part(
        "around",
        (NUM_HEROES, len(DISTRICT_FACTS) + NUM_TYPES),
        "what *Districts* and *revealed* tell of the District that the Hero is in",
        HERO_NAMES,
    ),
)
FULL_LAYOUT = Layout(*hidden_parts(0, LAYOUT.size, MAX_SEATS, ASKED, "Directive in hand"))
