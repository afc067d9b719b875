"""What observations of both games tell in the same way: columns by name, parts, and what writes them.

Each game's layout begins its clock, Districts and Heroes with the columns named here and adds its own behind them.
Where the same column means another thing in either game, the game gives the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Part
from ...table.named import Named, texts
from ...table.records import Array, Int
from ...table.sets import has, size
from .hero_costs import forfeited, guard_cost
from .state import (
    ALL_HEROES,
    ARRESTED,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_STAGES,
    NUM_TYPES,
    PLAN_END,
    SLOTS_A_STAGE,
    TRACK_END,
    Ask,
    CitizenType,
    CityPrepared,
    CityState,
    Directive,
    District,
    Hero,
    Phase,
    Servant,
    Status,
)
from .tracks import riots_won

HALF, THIRD, QUARTER, FIFTH = np.float32(0.5), np.float32(1 / 3), np.float32(0.25), np.float32(0.2)
SIXTH, SEVENTH, EIGHTH, NINTH = np.float32(1 / 6), np.float32(1 / 7), np.float32(0.125), np.float32(1 / 9)

_STATUSES = len(Status)
HERO_NAMES = ("Hero 0", "Hero 1", "Hero 2")


class Clock(Named):
    """Columns of the tracks; a game's own follow."""

    WEEK = "round in thirteenths"
    PLAN = "Master Plan as a share of XII"
    SLOT = "Discontent as a share of its track"
    SLOT_BEFORE = "the same at the beginning of the round"
    TO_STAGE = "slots to the next Stage, in thirds"
    RIOTS = "Riots won, in thirds"
    SUPPLY = "what the side that is played has in hand"
    ARRESTED = "Citizens arrested, in fifths"


class Place(Named):
    """Columns of a District; a game's own follow."""

    GUARDS = "Guards, in quarters"
    BROKEN = "broken Guards, in quarters"
    FREE_GUARDS = "squares free for Guards, in quarters"
    UNIDENTIFIED = "unidentified Citizens, in sixths"
    OTHERS = "Citizens or Guards of another kind"
    FREE = "squares free for Citizens"
    RAID = "Raid"
    RIOT = "Riot won"
    MOVABLE = "can be repositioned"
    PRICE = "what an exit or a price by Guards costs, in quarters"
    SERVANT = f"{Servant.PHANTASMER.text} is here"
    SERVANT_1 = f"{Servant.JUDGEMENTOR.text} is here"
    SERVANT_2 = f"{Servant.LEX_HECATE.text} is here"
    HERO = "Hero 0 is here"
    HERO_1 = "Hero 1 is here"
    HERO_2 = "Hero 2 is here"
    X = "x, in eighths"
    Y = "y, in eighths"
    UPRIGHT = "upright"
    ACTIVE = "active Citizens revealed, in sixths"
    TILE = "the question is about it"


class Person(Named):
    """Columns of a Hero; a game's own follow."""

    OWN = "run by this seat"
    ASKED = "asked now"
    TRUST = "Trust, in eighths"
    LIMIT = "limit of Trust, in eighths"
    DETAINED = "detained"
    OVER = "turn is over"
    ON = "turn is on"
    FORFEITED = "Access cards forfeited, in ninths"
    CHOSEN = "card is chosen"


def columns(kinds: tuple[type[Named], ...], told: Mapping[IntEnum, str] | None = None) -> tuple[str, ...]:
    """Return what columns mean, one behind the other.

    Args:
        kinds: Enumerations of columns.
        told: Texts of the game's own for some of them.
    """
    own = told or {}
    return tuple(own.get(column, column.text) for kind in kinds for column in kind)


def sentence(words: tuple[str, ...]) -> str:
    """Return columns as a list in a sentence; one without a text is told with the one before it."""
    return "; ".join(word for word in words if word)


# Parts


def by_hero(name: str, text: str, things: type[Named] = District) -> Part:
    """Return a part that tells something of every Hero and every one of some things."""
    across = texts(things) if things is District else ()
    return Part(name, (NUM_HEROES, len(things)), text, HERO_NAMES, across)


PHASE = Part("phase", (len(Phase),), "phase of the round, one of", texts(Phase))
STAGE = Part("stage", (NUM_STAGES,), "Stage of Discontent, one of")
REVEALED = Part("revealed", (NUM_DISTRICTS, NUM_TYPES), "revealed Citizens by type, in fifths", texts(District))
CONNECTED = Part("connected", (NUM_DISTRICTS, NUM_DISTRICTS), "1 for neighbours", texts(District))
DISTANCES = Part(
    "distances", (NUM_DISTRICTS, NUM_DISTRICTS), "Districts to exit on the shortest way, in quarters", texts(District)
)
WHO = by_hero("who", "which Hero, one of", Hero)
WHERE = by_hero("where", "District a Hero is in")
BEGAN = by_hero("began", "District a Hero was in when the round began")
ANCHOR = Part("anchor", (NUM_DISTRICTS,), "District that the one being moved will lie against", texts(District))
VISITED = Part("visited", (NUM_DISTRICTS,), "Districts that the Hero on its way has been in", texts(District))
OWNER = Part("owner", (NUM_HEROES,), "Hero whose forfeited card comes back", HERO_NAMES)


def question_part(asked: tuple[Ask, ...]) -> Part:
    """Return the part that tells what a seat is asked."""
    names = tuple(ask.text for ask in asked)
    return Part("question", (len(asked),), "what this seat is asked, one of; all 0 when it is not asked", names)


def hidden_parts(seat: int, size: int, seats: int, asked: tuple[Ask, ...], hand: str) -> tuple[Part, ...]:
    """Return the parts of everything: what a seat observes, and what it does not.

    Args:
        seat: Whose observation is the first part.
        size: Its size.
        seats: Most seats.
        asked: What can be asked.
        hand: What is told of the Machine's hand.
    """
    return (
        Part(f"seat {seat}", (size,), f"what seat {seat} observes"),
        Part("to move", (seats,), "seat to move"),
        Part("asked", (len(asked),), "what it is asked, one of", tuple(ask.text for ask in asked)),
        Part("unidentified", (NUM_DISTRICTS, NUM_TYPES), "unidentified Citizens by type, in fifths", texts(District)),
        Part("in custody", (NUM_TYPES,), "arrested Citizens by type, in fifths", texts(CitizenType)),
        Part("being moved", (NUM_TYPES,), "type of the Citizen that is being moved", texts(CitizenType)),
        Part("hand", (NUM_DIRECTIVES,), hand, texts(Directive)),
    )


# What writes them; ``at`` is the first number of a part or row


@compiled
def hero_asked(state: CityState, seat: Int) -> Int:
    """Return the Hero from which a seat's observation is written: the one that is asked, or its first."""
    if state.seat == seat and state.hero != NOBODY:
        return np.int64(state.hero)
    for hero in range(NUM_HEROES):
        if state.runs[hero] == seat:
            return np.int64(hero)
    return np.int64(0)


@compiled
def write_tracks(state: CityState, out: Array, at: Int, stage: Int) -> None:
    slot = np.int64(state.slot)
    out[at + Clock.WEEK] = np.float32(np.int64(state.week) / 13)
    out[at + Clock.PLAN] = np.float32(np.int64(state.plan) / PLAN_END)
    out[at + Clock.SLOT] = np.float32(slot / TRACK_END)
    out[at + Clock.SLOT_BEFORE] = np.float32(np.int64(state.slot_before) / TRACK_END)
    out[at + Clock.TO_STAGE] = np.float32(SLOTS_A_STAGE - slot % SLOTS_A_STAGE) * THIRD
    out[at + Clock.RIOTS] = np.float32(riots_won(state)) * THIRD
    out[at + Clock.ARRESTED] = np.float32(state.crowd[ARRESTED]) * FIFTH
    out[stage + slot // SLOTS_A_STAGE] = 1.0


@compiled
def write_district(setup: CityPrepared, state: CityState, district: Int, out: Array, at: Int) -> None:
    """Write what a District looks like, but for who is in it."""
    guards, broken = np.int64(state.guards[district]), np.int64(state.broken[district])
    out[at + Place.GUARDS] = np.float32(guards) * QUARTER
    out[at + Place.BROKEN] = np.float32(broken) * QUARTER
    out[at + Place.FREE_GUARDS] = np.float32(np.int64(setup.guard_room[district]) - guards - broken) * QUARTER
    out[at + Place.FREE] = np.float32(np.int64(setup.room[district]) - np.int64(state.crowd[district])) * SIXTH
    out[at + Place.RAID] = np.float32(has(state.raids, district))
    out[at + Place.RIOT] = np.float32(has(state.riots, district))
    out[at + Place.MOVABLE] = np.float32(has(state.movable, district))
    out[at + Place.PRICE] = np.float32(guard_cost(state, district)) * QUARTER
    out[at + Place.X] = np.float32(state.place[district, 0]) * EIGHTH
    out[at + Place.Y] = np.float32(state.place[district, 1]) * EIGHTH
    out[at + Place.UPRIGHT] = np.float32(state.place[district, 2])


@compiled
def write_unidentified(state: CityState, district: Int, out: Array, at: Int) -> None:
    """Write how many Citizens of a District nobody has seen."""
    unidentified = np.int64(0)
    for type in range(NUM_TYPES):
        unidentified += np.int64(state.citizens[district, Status.UNIDENTIFIED, type])
    out[at + Place.UNIDENTIFIED] = np.float32(unidentified) * SIXTH


@compiled
def write_types(state: CityState, district: Int, status: Int, out: Array, part: Int) -> None:
    """Write the Citizens of a status in a District by type, in its row of a part."""
    for type in range(NUM_TYPES):
        out[part + district * NUM_TYPES + type] = np.float32(state.citizens[district, status, type]) * FIFTH


@compiled
def write_neighbours(state: CityState, district: Int, out: Array, connected: Int, distances: Int) -> None:
    """Write a District's rows of two parts: who lies next to it, and how far the others are."""
    row = district * NUM_DISTRICTS
    for other in range(NUM_DISTRICTS):
        out[connected + row + other] = np.float32(has(state.links[district], other))
        out[distances + row + other] = np.float32(state.far[district, other]) * QUARTER


@compiled
def write_cast(state: CityState, out: Array, who: Int) -> None:
    """Write the Heroes that are chosen before anybody is anywhere."""
    for hero in range(NUM_HEROES):
        if state.heroes[hero] != NOBODY:
            out[who + hero * ALL_HEROES + state.heroes[hero]] = 1.0


@compiled
def write_person(setup: CityPrepared, state: CityState, seat: Int, hero: Int, out: Array, at: Int) -> bool:
    """Write a Hero; return whether its turn is on."""
    on = state.phase == Phase.HEROES and state.cursor == hero
    out[at + Person.OWN] = np.float32(state.runs[hero] == seat)
    out[at + Person.ASKED] = np.float32(state.hero == hero)
    out[at + Person.TRUST] = np.float32(state.trust[hero]) * EIGHTH
    out[at + Person.LIMIT] = np.float32(setup.limit[state.heroes[hero]]) * EIGHTH
    out[at + Person.DETAINED] = np.float32(state.detained[hero])
    out[at + Person.ON] = np.float32(on)
    out[at + Person.FORFEITED] = np.float32(size(forfeited(state, hero))) * NINTH
    out[at + Person.CHOSEN] = np.float32(state.chosen[hero] != NOBODY)
    return on


@compiled
def write_whereabouts(state: CityState, hero: Int, step: Int, out: Array, who: Int, where: Int, began: Int) -> None:
    """Write which Hero it is, where it is and where it was, in rows of three parts."""
    out[who + step * ALL_HEROES + state.heroes[hero]] = 1.0
    out[where + step * NUM_DISTRICTS + state.at[hero]] = 1.0
    out[began + step * NUM_DISTRICTS + state.began[hero]] = 1.0


@compiled
def write_set(members: Int, out: Array, at: Int) -> None:
    """Write a set of Districts."""
    for district in range(NUM_DISTRICTS):
        out[at + district] = np.float32(has(members, district))


@compiled
def write_carried(state: CityState, known: bool, out: Array, at: Int) -> None:
    """Write the Citizen that is being moved: its status, and behind them its type if that is ``known``."""
    if state.carried == NOBODY:
        return
    out[at + state.carried_as] = 1.0
    if known:
        out[at + _STATUSES + state.carried] = 1.0


@compiled
def write_hidden(state: CityState, out: Array, unidentified: Int, custody: Int, moved: Int, hand: Int) -> None:
    """Write what nobody sees: Citizens face down, in the city and arrested, and the Machine's hand."""
    for district in range(NUM_DISTRICTS):
        write_types(state, district, Status.UNIDENTIFIED, out, unidentified)
    for type in range(NUM_TYPES):
        out[custody + type] = np.float32(state.citizens[ARRESTED, Status.UNIDENTIFIED, type]) * FIFTH
    if state.carried != NOBODY:
        out[moved + state.carried] = 1.0
    for directive in range(NUM_DIRECTIVES):
        out[hand + directive] = np.float32(has(state.hand, directive))
