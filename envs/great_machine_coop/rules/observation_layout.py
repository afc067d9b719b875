"""The parts of an observation by name: what the Heroes know, and everything.

All seats know the same. Heroes are written from the one that is asked, or the first that the seat runs, on in the order
of Initiative. A City Event and the Missions are written by what they ask for, so that a policy can play with other
cards. Counts are in small fractions, tracks in shares of their length.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...city.rules import observation as shared
from ...city.rules import state as city
from ...city.rules.observation import Clock, Person, Place
from ...city.rules.state import Ask, CitizenType, Directive, District, Servant
from ...table.layout import Layout, Part
from ...table.named import Named, listed, texts
from .state import COUNTDOWN_INDEX, MAX_SEATS, NUM_MOVES, Condition, Gain, Mission, MoveCard, Support

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
    PREVENT_FOR = city.NUM_DISTRICTS
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


class CoopPending(Named):
    """Columns of what is half said behind those of both games."""

    DIE_SPECIAL = "whether that is for a special Guard", len(shared.Pending)
    RISES = "Citizens to reveal and rises still to come, Guards still to break, Citizens still to set free, in thirds"
    BREAKS = ""
    RETURNING = ""
    SENDING = "whether a special Guard is being sent"
    CARRIED = "then the Citizen being moved: its state, and its type if revealed"


CLOCK_FACTS = shared.columns(
    (Clock, CoopClock), {Clock.RIOTS: "Riots won and Riot tokens, in thirds", Clock.SUPPLY: ""}
)
DISTRICT_FACTS = shared.columns(
    (Place, CoopPlace),
    {
        Place.OTHERS: "special Guards, in quarters",
        Place.RAID: "Raid token",
        **{
            place: f"{place.text} (a half: lies here, deactivated)"
            for place in (Place.SERVANT, Place.SERVANT_1, Place.SERVANT_2)
        },
    },
)
HERO_FACTS = shared.columns((Person, CoopPerson), {Person.OVER: "has had its turn"})
PENDING_FACTS = shared.columns((shared.Pending, CoopPending))

LAYOUT = Layout(
    shared.question_part(ASKED),
    shared.PHASE,
    shared.line("clock", CLOCK_FACTS, most=city.MOST_ROUNDS / 13),
    shared.STAGE,
    shared.line("difficulty", texts(Level)),
    Part(
        "City Event",
        (EventAsks.SUPPORT + len(Support),),
        "Districts that prevent the Security Protocol; Trust that does, in fifths; what the Breakthrough asks for, one "
        f"of {', '.join(texts(Condition))}, and its number in fifths; "
        f"what it brings, one of {', '.join(texts(Gain))}, and its number in fifths; "
        "the condition that stops the Master Plan, one of, and its number in fifths; Support, one of "
        f"{', '.join(texts(Support))}",
        most=20 / 5,  # the highest number that a card file may have
    ),
    Part("events gone", (COUNTDOWN_INDEX,), "City Events that have been, in the order of the card file"),
    shared.line("in this round", texts(Happened), most=100 / 3),
    shared.table("Directives", texts(Card), texts(Directive)),
    shared.line("Directive counts", texts(Count)),
    Part(
        "moves",
        (NUM_MOVES,),
        "Servant Movement cards that are left, a half for those that have left the game; Tracking cards in the order "
        "in which the Heroes are written",
        texts(MoveCard),
    ),
    Part("Servants", (city.NUM_SERVANTS, len(AServant)), listed(AServant), texts(Servant)),
    shared.table("Districts", DISTRICT_FACTS, texts(District), most=shared.MOST_OF_DISTRICT),
    shared.REVEALED,
    shared.by_type("arrested", "Citizens surely arrested, by type, in fifths"),
    shared.by_type("at large", "Citizens neither revealed nor surely arrested, by type, in fifths"),
    shared.CONNECTED,
    shared.DISTANCES,
    shared.table("Heroes", HERO_FACTS, shared.HERO_NAMES, most=100 / 6),
    shared.WHO,
    shared.WHERE,
    shared.BEGAN,
    shared.by_hero("chosen", "District of the chosen Access card"),
    shared.by_hero("cards", "Access cards in hand"),
    shared.by_hero("tokens", "District of the Hero token"),
    shared.by_hero("token types", "type of the Citizen that the Hero token is attached to", CitizenType),
    Part(
        "orders",
        (city.NUM_SERVANTS, city.NUM_DISTRICTS),
        "District of the Servant Order token",
        texts(Servant),
        texts(District),
    ),
    shared.by_district("intel", "Citizens with an Intel token, in thirds"),
    shared.table("missions", texts(MissionStands), texts(Mission)),
    shared.line("progress", texts(Progress), most=100 / 8),
    Part(
        "pending",
        (len(PENDING_FACTS) - 1 + city.NUM_STATUSES + city.NUM_TYPES,),
        shared.sentence(PENDING_FACTS),
        most=shared.MOST_OF_PENDING,
    ),
    shared.ANCHOR,
    shared.VISITED,
    shared.OWNER,
    shared.by_hero(
        "steps", "Districts to exit on a Hero's shortest way there, in quarters", most=city.NUM_DISTRICTS / 4
    ),
    Part(
        "around",
        (city.NUM_HEROES, len(DISTRICT_FACTS) + city.NUM_TYPES),
        "what *Districts* and *revealed* tell of the District that the Hero is in",
        shared.HERO_NAMES,
        most=shared.MOST_OF_DISTRICT,
    ),
    Part(
        "stands up",
        (city.NUM_SERVANTS,),
        "at the end of which round a deactivated Servant stands up: 1/2 for this one, 1 for the next",
        texts(Servant),
    ),
)
FULL_LAYOUT = Layout(*shared.hidden_parts(0, LAYOUT, MAX_SEATS, ASKED, "Directive in hand"))
