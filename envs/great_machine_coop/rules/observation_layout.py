"""The parts of an observation by name: what the Heroes know, and everything.

All seats know the same. Heroes are written from the one that is asked, or the first that the seat runs, on in the order
of Initiative. A City Event and the Missions are written by what they ask for, so that a policy can play with other
cards. Counts are in small fractions, tracks in shares of their length.
"""

from __future__ import annotations

import numpy as np

from ...city.rules.state import (
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_STAGES,
    NUM_TYPES,
    Ask,
    CitizenType,
    Directive,
    District,
    Hero,
    Phase,
    Servant,
    Status,
)
from ...table.layout import Layout, Part
from ...table.named import texts
from .state import (
    COUNTDOWN_INDEX,
    MAX_SEATS,
    NUM_MISSIONS,
    NUM_MOVES,
    Condition,
    Gain,
    Mission,
    MoveCard,
    Support,
)

ASKED = (
    *(Ask.HERO, Ask.SHARE, Ask.ACCESS, Ask.ROUTE, Ask.ACTION, Ask.PAY, Ask.IDENTIFY, Ask.CITIZEN, Ask.CITIZEN_TO),
    *(Ask.MOVE_MORE, Ask.OWNER, Ask.CARD, Ask.GIVE, Ask.RETURN, Ask.CALL, Ask.FIND, Ask.CANCEL, Ask.TILE, Ask.ANCHOR),
    *(Ask.WAY, Ask.PLEDGE, Ask.TURN, Ask.INTERACT, Ask.DELIVER, Ask.SEND, Ask.SEND_TO, Ask.BREAK, Ask.BREAK_KIND),
    *(Ask.HIDE, Ask.BASE, Ask.EVADE, Ask.RALLY),
)
"""The questions that this game asks."""
QUESTION_PLACE = np.full(len(Ask), -1, np.int16)
QUESTION_PLACE[list(ASKED)] = np.arange(len(ASKED))

DISTRICT_FACTS = (
    *("Guards, in quarters", "broken Guards, in quarters", "squares free for Guards, in quarters"),
    *("unidentified Citizens, in sixths", "special Guards, in quarters", "squares free for Citizens"),
    *("Raid token", "Riot won", "can be repositioned", "what an exit or a price by Guards costs, in quarters"),
    *(f"{name} is here" for name in texts(Servant)),
    *("Hero 0 is here", "Hero 1 is here", "Hero 2 is here", "x, in eighths", "y, in eighths", "upright"),
    *("active Citizens revealed, in sixths", "the question is about it", "its token is face down"),
    *("a Hero here prevents the Security Protocol", "Hero tokens placed, in thirds", "Servant Order tokens, in thirds"),
    *(
        "Core token",
        "Drone",
        "Ambush token",
        "Command Post",
        "Underground Resistance",
        "its Actions may be taken anywhere",
    ),
)
HERO_FACTS = (
    *(
        "run by this seat",
        "asked now",
        "Trust, in eighths",
        "limit of Trust, in eighths",
        "detained",
        "has had its turn",
    ),
    *("turn is on", "Access cards forfeited, in ninths", "card is chosen", "Actions taken, in halves"),
    *("Trust pledged, in fifths", "Hero token placed", "Hero tokens held, in thirds", "Bonds, in sixths"),
    *(f"has the Order token of {name}" for name in texts(Servant)),
    "leads the rebellion",
)
_HERO_NAMES = ("Hero 0", "Hero 1", "Hero 2")
_CLOCK = 14
_ROUND = 7
_LEVEL = 4
_PROGRESS = 6
_EVENT = NUM_DISTRICTS + 1 + 2 * (len(Condition) + 1) + len(Gain) + 1 + len(Support)
_PENDING = 7 + len(Status) + NUM_TYPES

_PARTS = (
    Part(
        "question",
        (len(ASKED),),
        "what this seat is asked, one of; all 0 when it is not asked",
        tuple(Ask(a).text for a in ASKED),
    ),
    Part("phase", (len(Phase),), "phase of the round, one of", texts(Phase)),
    Part(
        "clock",
        (_CLOCK,),
        "round in thirteenths; Master Plan as a share of XII; Discontent as a share of its track; the same at the "
        "beginning of the round; slots to the next Stage, in thirds; Riots won and Riot tokens, in thirds; Citizens "
        "arrested, in fifths; steps of the Progress marker from the Zero Stage and Stages up to where it meets "
        "Discontent, in sevenths; City Events that have been, in twelfths; special Guards in the city, in ninths; "
        "Servant Movement cards left, in thirteenths; whether the next round has no City Event",
    ),
    Part("stage", (NUM_STAGES,), "Stage of Discontent, one of"),
    Part(
        "difficulty",
        (_LEVEL,),
        "Benefit 1, 2, 3; Missions are played",
    ),
    Part(
        "City Event",
        (_EVENT,),
        "Districts that prevent the Security Protocol; Trust that does, in fifths; what the Breakthrough asks for, one "
        f"of {', '.join(texts(Condition))}, and its number in fifths; "
        f"what it brings, one of {', '.join(texts(Gain))}, and its number in fifths; "
        "the condition that stops the Master Plan, one of, and its number in fifths; Support, one of "
        f"{', '.join(texts(Support))}",
    ),
    Part("events gone", (COUNTDOWN_INDEX,), "City Events that have been, in the order of the card file"),
    Part(
        "in this round",
        (_ROUND,),
        "Citizens were arrested; a Special Action was taken; Guards broken and Citizens revealed, in thirds; a Hero "
        "was detained; the Security Protocol was prevented; what a pledge is for, in thirds",
    ),
    Part(
        "Directives",
        (NUM_DIRECTIVES, 6),
        "for each: published; how many were published before it, in thirds; used in this round; known to be in hand; "
        "place at the bottom of the deck, in ninths; may be in hand or in the unknown part of the deck",
        texts(Directive),
    ),
    Part("Directive counts", (2,), "whether one is in hand; those in the deck, in ninths"),
    Part(
        "moves",
        (NUM_MOVES,),
        "Servant Movement cards that are left; Tracking cards in the order in which the Heroes are written",
        texts(MoveCard),
    ),
    Part("Servants", (NUM_SERVANTS, 2), "idle in this round; deactivated", texts(Servant)),
    Part("Districts", (NUM_DISTRICTS, len(DISTRICT_FACTS)), f"for each: {'; '.join(DISTRICT_FACTS)}", texts(District)),
    Part("revealed", (NUM_DISTRICTS, NUM_TYPES), "revealed Citizens by type, in fifths", texts(District)),
    Part("arrested", (NUM_TYPES,), "Citizens surely arrested, by type, in fifths", texts(CitizenType)),
    Part(
        "at large",
        (NUM_TYPES,),
        "Citizens neither revealed nor surely arrested, by type, in fifths",
        texts(CitizenType),
    ),
    Part("connected", (NUM_DISTRICTS, NUM_DISTRICTS), "1 for neighbours", texts(District)),
    Part(
        "distances",
        (NUM_DISTRICTS, NUM_DISTRICTS),
        "Districts to exit on the shortest way, in quarters",
        texts(District),
    ),
    Part("Heroes", (NUM_HEROES, len(HERO_FACTS)), f"for each: {'; '.join(HERO_FACTS)}", _HERO_NAMES),
    Part("who", (NUM_HEROES, len(Hero)), "which Hero, one of", _HERO_NAMES),
    Part("where", (NUM_HEROES, NUM_DISTRICTS), "District a Hero is in", _HERO_NAMES, texts(District)),
    Part(
        "began",
        (NUM_HEROES, NUM_DISTRICTS),
        "District a Hero was in when the round began",
        _HERO_NAMES,
        texts(District),
    ),
    Part("chosen", (NUM_HEROES, NUM_DISTRICTS), "District of the chosen Access card", _HERO_NAMES, texts(District)),
    Part("cards", (NUM_HEROES, NUM_DISTRICTS), "Access cards in hand", _HERO_NAMES, texts(District)),
    Part("tokens", (NUM_HEROES, NUM_DISTRICTS), "District of the Hero token", _HERO_NAMES, texts(District)),
    Part("token types", (NUM_HEROES, NUM_TYPES), "type of the Citizen that the Hero token is attached to", _HERO_NAMES),
    Part(
        "orders", (NUM_SERVANTS, NUM_DISTRICTS), "District of the Servant Order token", texts(Servant), texts(District)
    ),
    Part("intel", (NUM_DISTRICTS, NUM_TYPES), "Citizens with an Intel token, in thirds", texts(District)),
    Part("missions", (NUM_MISSIONS, 3), "for each: still to come; in play; completed", texts(Mission)),
    Part(
        "progress",
        (_PROGRESS,),
        "Trust at the Command Post and Bonds in the Control Nexus, in eighths; Intel tokens delivered, "
        "Control tokens left, in thirds; what Drones take off, in fifths; Guards still to be sent, in thirds",
    ),
    Part(
        "pending",
        (_PENDING,),
        "Trust to divide or pledge, in twelfths; Trust that the Veteran's die asks for, in fifths; whether that is for "
        "a special Guard; Citizens to reveal and rises still to come, Guards still to break, Citizens still to set "
        "free, in thirds; whether a special Guard is being sent; then the Citizen being moved: its state, and its type "
        "if revealed",
    ),
    Part("anchor", (NUM_DISTRICTS,), "District that the one being moved will lie against", texts(District)),
    Part("visited", (NUM_DISTRICTS,), "Districts that the Hero on its way has been in", texts(District)),
    Part("owner", (NUM_HEROES,), "Hero whose forfeited card comes back", _HERO_NAMES),
    Part(
        "steps",
        (NUM_HEROES, NUM_DISTRICTS),
        "Districts to exit on a Hero's shortest way there, in quarters",
        _HERO_NAMES,
        texts(District),
    ),
    Part(
        "around",
        (NUM_HEROES, len(DISTRICT_FACTS) + NUM_TYPES),
        "what *Districts* and *revealed* tell of the District that the Hero is in",
        _HERO_NAMES,
    ),
)
LAYOUT = Layout(*_PARTS)

_HIDDEN_PARTS = (
    Part("seat 0", (LAYOUT.size,), "what seat 0 observes"),
    Part("to move", (MAX_SEATS,), "seat to move"),
    Part("asked", (len(ASKED),), "what it is asked, one of", tuple(Ask(a).text for a in ASKED)),
    Part("unidentified", (NUM_DISTRICTS, NUM_TYPES), "unidentified Citizens by type, in fifths", texts(District)),
    Part("in custody", (NUM_TYPES,), "arrested Citizens by type, in fifths", texts(CitizenType)),
    Part("being moved", (NUM_TYPES,), "type of the Citizen that is being moved", texts(CitizenType)),
    Part("hand", (NUM_DIRECTIVES,), "Directive in hand", texts(Directive)),
)
FULL_LAYOUT = Layout(*_HIDDEN_PARTS)
