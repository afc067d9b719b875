"""The parts of an observation by name: what the Heroes know, and everything.

All seats know the same. Heroes are written from the one that is asked, or the first that the seat runs, on in the order
of Initiative. A City Event and the Missions are written by what they ask for, so that a policy can play with other
cards. Counts are in small fractions, tracks in shares of their length.
"""

from __future__ import annotations

import numpy as np

from ...great_machine.rules.state import (
    ASK_ACCESS,
    ASK_ACTION,
    ASK_ANCHOR,
    ASK_CALL,
    ASK_CANCEL,
    ASK_CARD,
    ASK_CITIZEN,
    ASK_CITIZEN_TO,
    ASK_FIND,
    ASK_GIVE,
    ASK_HERO,
    ASK_IDENTIFY,
    ASK_MOVE_MORE,
    ASK_OWNER,
    ASK_PAY,
    ASK_PLEDGE,
    ASK_RETURN,
    ASK_ROUTE,
    ASK_SHARE,
    ASK_TILE,
    ASK_WAY,
    DIRECTIVES,
    DISTRICTS,
    HEROES,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_STAGES,
    NUM_TYPES,
    PHASES,
    SERVANTS,
    STATUSES,
    TYPES,
)
from ...table.layout import Layout, Part
from .state import (
    ASK_BASE,
    ASK_BREAK,
    ASK_BREAK_KIND,
    ASK_DELIVER,
    ASK_EVADE,
    ASK_HIDE,
    ASK_INTERACT,
    ASK_RALLY,
    ASK_SEND,
    ASK_SEND_TO,
    ASK_TURN,
    CONDITIONS,
    COUNTDOWN_INDEX,
    GAINS,
    MAX_SEATS,
    MISSIONS,
    MOVES,
    NUM_MISSIONS,
    NUM_MOVES,
    QUESTIONS,
    SUPPORTS,
)

ASKED = (
    *(ASK_HERO, ASK_SHARE, ASK_ACCESS, ASK_ROUTE, ASK_ACTION, ASK_PAY, ASK_IDENTIFY, ASK_CITIZEN, ASK_CITIZEN_TO),
    *(ASK_MOVE_MORE, ASK_OWNER, ASK_CARD, ASK_GIVE, ASK_RETURN, ASK_CALL, ASK_FIND, ASK_CANCEL, ASK_TILE, ASK_ANCHOR),
    *(ASK_WAY, ASK_PLEDGE, ASK_TURN, ASK_INTERACT, ASK_DELIVER, ASK_SEND, ASK_SEND_TO, ASK_BREAK, ASK_BREAK_KIND),
    *(ASK_HIDE, ASK_BASE, ASK_EVADE, ASK_RALLY),
)
"""The questions that this game asks."""
QUESTION_PLACE = np.full(len(QUESTIONS), -1, np.int16)
QUESTION_PLACE[list(ASKED)] = np.arange(len(ASKED))

DISTRICT_FACTS = (
    *("Guards, in quarters", "broken Guards, in quarters", "squares free for Guards, in quarters"),
    *("unidentified Citizens, in sixths", "special Guards, in quarters", "squares free for Citizens"),
    *("Raid token", "Riot won", "can be repositioned", "what an exit or a price by Guards costs, in quarters"),
    *(f"{name} is here" for name in SERVANTS),
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
    *(f"has the Order token of {name}" for name in SERVANTS),
    "leads the rebellion",
)
_HERO_NAMES = ("Hero 0", "Hero 1", "Hero 2")
_CLOCK = 14
_ROUND = 7
_LEVEL = 4
_PROGRESS = 6
_EVENT = NUM_DISTRICTS + 1 + 2 * (len(CONDITIONS) + 1) + len(GAINS) + 1 + len(SUPPORTS)
_PENDING = 7 + len(STATUSES) + NUM_TYPES

_PARTS = (
    Part(
        "question",
        (len(ASKED),),
        "what this seat is asked, one of; all 0 when it is not asked",
        tuple(QUESTIONS[a] for a in ASKED),
    ),
    Part("phase", (len(PHASES),), "phase of the round, one of", PHASES),
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
        f"of {', '.join(CONDITIONS)}, and its number in fifths; what it brings, one of {', '.join(GAINS)}, and its "
        "number in fifths; the condition that stops the Master Plan, one of, and its number in fifths; Support, one of "
        f"{', '.join(SUPPORTS)}",
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
        DIRECTIVES,
    ),
    Part("Directive counts", (2,), "whether one is in hand; those in the deck, in ninths"),
    Part(
        "moves",
        (NUM_MOVES,),
        "Servant Movement cards that are left; Tracking cards in the order in which the Heroes are written",
        MOVES,
    ),
    Part("Servants", (NUM_SERVANTS, 2), "idle in this round; deactivated", SERVANTS),
    Part("Districts", (NUM_DISTRICTS, len(DISTRICT_FACTS)), f"for each: {'; '.join(DISTRICT_FACTS)}", DISTRICTS),
    Part("revealed", (NUM_DISTRICTS, NUM_TYPES), "revealed Citizens by type, in fifths", DISTRICTS),
    Part("arrested", (NUM_TYPES,), "Citizens surely arrested, by type, in fifths", TYPES),
    Part("at large", (NUM_TYPES,), "Citizens neither revealed nor surely arrested, by type, in fifths", TYPES),
    Part("connected", (NUM_DISTRICTS, NUM_DISTRICTS), "1 for neighbours", DISTRICTS),
    Part("distances", (NUM_DISTRICTS, NUM_DISTRICTS), "Districts to exit on the shortest way, in quarters", DISTRICTS),
    Part("Heroes", (NUM_HEROES, len(HERO_FACTS)), f"for each: {'; '.join(HERO_FACTS)}", _HERO_NAMES),
    Part("who", (NUM_HEROES, len(HEROES)), "which Hero, one of", _HERO_NAMES),
    Part("where", (NUM_HEROES, NUM_DISTRICTS), "District a Hero is in", _HERO_NAMES, DISTRICTS),
    Part("began", (NUM_HEROES, NUM_DISTRICTS), "District a Hero was in when the round began", _HERO_NAMES, DISTRICTS),
    Part("chosen", (NUM_HEROES, NUM_DISTRICTS), "District of the chosen Access card", _HERO_NAMES, DISTRICTS),
    Part("cards", (NUM_HEROES, NUM_DISTRICTS), "Access cards in hand", _HERO_NAMES, DISTRICTS),
    Part("tokens", (NUM_HEROES, NUM_DISTRICTS), "District of the Hero token", _HERO_NAMES, DISTRICTS),
    Part("token types", (NUM_HEROES, NUM_TYPES), "type of the Citizen that the Hero token is attached to", _HERO_NAMES),
    Part("orders", (NUM_SERVANTS, NUM_DISTRICTS), "District of the Servant Order token", SERVANTS, DISTRICTS),
    Part("intel", (NUM_DISTRICTS, NUM_TYPES), "Citizens with an Intel token, in thirds", DISTRICTS),
    Part("missions", (NUM_MISSIONS, 3), "for each: still to come; in play; completed", MISSIONS),
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
    Part("anchor", (NUM_DISTRICTS,), "District that the one being moved will lie against", DISTRICTS),
    Part("visited", (NUM_DISTRICTS,), "Districts that the Hero on its way has been in", DISTRICTS),
    Part("owner", (NUM_HEROES,), "Hero whose forfeited card comes back", _HERO_NAMES),
    Part(
        "steps",
        (NUM_HEROES, NUM_DISTRICTS),
        "Districts to exit on a Hero's shortest way there, in quarters",
        _HERO_NAMES,
        DISTRICTS,
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
    Part("asked", (len(ASKED),), "what it is asked, one of", tuple(QUESTIONS[a] for a in ASKED)),
    Part("unidentified", (NUM_DISTRICTS, NUM_TYPES), "unidentified Citizens by type, in fifths", DISTRICTS),
    Part("in custody", (NUM_TYPES,), "arrested Citizens by type, in fifths", TYPES),
    Part("being moved", (NUM_TYPES,), "type of the Citizen that is being moved", TYPES),
    Part("hand", (NUM_DIRECTIVES,), "Directive in hand", DIRECTIVES),
)
FULL_LAYOUT = Layout(*_HIDDEN_PARTS)
