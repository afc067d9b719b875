"""What observations of both games tell in the same way: columns by name, parts, and what writes them.

Each game's layout begins its clock, Districts and Heroes with the columns named here and adds its own behind them.
Where the same column means another thing in either game, the game gives the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part, observed
from ...table.named import Named, texts
from ...table.records import Array, Int
from ...table.sets import has, size
from . import state as city
from .citizens import number_of, supporters
from .hero_costs import forfeited, guard_cost
from .state import Ask, CitizenType, CityPrepared, CityState, Directive, District, Hero, Phase, Servant, Status
from .tracks import riots_won
from .variants import district_in_question

HALF, THIRD, QUARTER, FIFTH = np.float32(0.5), np.float32(1 / 3), np.float32(0.25), np.float32(0.2)
SIXTH, SEVENTH, EIGHTH, NINTH = np.float32(1 / 6), np.float32(1 / 7), np.float32(0.125), np.float32(1 / 9)

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


class Pending(Named):
    """Columns of what is half said; a game's own follow."""

    AMOUNT = "Trust to divide or pledge, in twelfths"
    DIE = "Trust that the Veteran's die asks for, in fifths"


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


# Parts, and what their numbers cannot pass: the bounds of the state, in the unit of the column with the highest

MOST_OF_DISTRICT = max(
    city.MOST_PLACE / 8, city.NUM_CITIZENS / 6, (city.MOST_GUARDS + city.NUM_SERVANTS) / 4, city.MOST_GUARDS / 4
)
MOST_OF_PENDING = city.MOST_AMOUNT


def by_hero(name: str, text: str, things: type[Named] = District, most: float = 1) -> Part:
    """Return a part that tells something of every Hero and every one of some things."""
    across = texts(things) if things is District else ()
    return Part(name, (city.NUM_HEROES, len(things)), text, HERO_NAMES, across, most=most)


def by_district(name: str, text: str, numbers: int = city.NUM_TYPES, most: float = 1) -> Part:
    """Return a part that tells so many numbers of every District: by default one of every type of Citizens."""
    return Part(name, (city.NUM_DISTRICTS, numbers), text, texts(District), most=most)


def by_type(name: str, text: str) -> Part:
    """Return a part that tells something of every type of Citizens."""
    return Part(name, (city.NUM_TYPES,), text, texts(CitizenType))


def line(name: str, told: tuple[str, ...], most: float = 1) -> Part:
    """Return a part of some columns, none of which is ever above ``most``."""
    return Part(name, (len(told),), sentence(told), most=most)


def table(name: str, told: tuple[str, ...], rows: tuple[str, ...], most: float = 1) -> Part:
    """Return a part that tells the same of every one of some things, never more than ``most``."""
    return Part(name, (len(rows), len(told)), f"for each: {sentence(told)}", rows, most=most)


PHASE = Part("phase", (len(Phase),), "phase of the round, one of", texts(Phase))
STAGE = Part("stage", (city.NUM_STAGES,), "Stage of Discontent, one of")
REVEALED = by_district("revealed", "revealed Citizens by type, in fifths")
CONNECTED = by_district("connected", "1 for neighbours", city.NUM_DISTRICTS)
DISTANCES = by_district(
    "distances", "Districts to exit on the shortest way, in quarters", city.NUM_DISTRICTS, most=city.NUM_DISTRICTS / 4
)
WHO = by_hero("who", "which Hero, one of", Hero)
WHERE = by_hero("where", "District a Hero is in")
BEGAN = by_hero("began", "District a Hero was in when the round began")
ANCHOR = Part("anchor", (city.NUM_DISTRICTS,), "District that the one being moved will lie against", texts(District))
VISITED = Part("visited", (city.NUM_DISTRICTS,), "Districts that the Hero on its way has been in", texts(District))
OWNER = Part("owner", (city.NUM_HEROES,), "Hero whose forfeited card comes back", HERO_NAMES)


def question_part(asked: tuple[Ask, ...]) -> Part:
    """Return the part that tells what a seat is asked."""
    names = tuple(ask.text for ask in asked)
    return Part("question", (len(asked),), "what this seat is asked, one of; all 0 when it is not asked", names)


def hidden_parts(seat: int, seen: Layout, seats: int, asked: tuple[Ask, ...], hand: str) -> tuple[Part, ...]:
    """Return the parts of everything: what a seat observes, and what it does not.

    Args:
        seat: Whose observation is the first part.
        seen: Its layout.
        seats: Most seats.
        asked: What can be asked.
        hand: What is told of the Machine's hand.
    """
    return (
        observed(f"seat {seat}", seen, f"what seat {seat} observes"),
        Part("to move", (seats,), "seat to move"),
        Part("asked", (len(asked),), "what it is asked, one of", tuple(ask.text for ask in asked)),
        by_district("unidentified", "unidentified Citizens by type, in fifths"),
        by_type("in custody", "arrested Citizens by type, in fifths"),
        by_type("being moved", "type of the Citizen that is being moved"),
        Part("hand", (city.NUM_DIRECTIVES,), hand, texts(Directive)),
    )


class Starts(NamedTuple):
    """Where the parts of both games begin in an observation, and how many columns their rows have."""

    phase: int
    clock: int
    stage: int
    districts: int
    district_width: int
    revealed: int
    connected: int
    distances: int
    heroes: int
    hero_width: int
    who: int
    where: int
    began: int
    pending: int
    anchor: int
    visited: int
    owner: int


def starts(layout: Layout) -> Starts:
    """Return where the parts of both games begin."""
    found = {part.name.lower(): layout.start(part.name) for part in layout.parts}
    widths = {part.name: part.shape[-1] for part in layout.parts}
    found |= {"district_width": widths["Districts"], "hero_width": widths["Heroes"]}
    return Starts(**{name: found[name] for name in Starts._fields})


# What writes them; inline, so that each game's starts are constants in its code


@compiled
def hero_asked(state: CityState, seat: Int) -> Int:
    """Return the Hero from which a seat's observation is written: the one that is asked, or its first."""
    if state.seat == seat and state.hero != city.NOBODY:
        return np.int64(state.hero)
    for hero in range(city.NUM_HEROES):
        if state.runs[hero] == seat:
            return np.int64(hero)
    return np.int64(0)


@compiled(inline=True)
def write_shared(setup: CityPrepared, state: CityState, seat: Int, first: Int, out: Array, to: Starts) -> None:
    """Write what both games tell in the same way, the Heroes from ``first`` on."""
    out[to.phase + state.phase] = 1.0
    write_tracks(state, out, to)
    for district in range(city.NUM_DISTRICTS):
        write_district(setup, state, district, out, to)
    asked_about = district_in_question(state)
    if asked_about != city.NOBODY:
        out[to.districts + asked_about * to.district_width + Place.TILE] = 1.0
    for servant in range(city.NUM_SERVANTS):
        at = np.int64(state.servants[servant])
        if at != city.NOBODY:
            out[to.districts + at * to.district_width + Place.SERVANT + servant] = 1.0
    for step in range(city.NUM_HEROES):
        if is_cast(state):
            write_hero(setup, state, seat, (first + step) % city.NUM_HEROES, step, out, to)
        elif state.heroes[step] != city.NOBODY:  # nobody is anywhere yet
            out[to.who + step * city.ALL_HEROES + state.heroes[step]] = 1.0
    write_choices(state, first, out, to)


@compiled(inline=True)
def is_cast(state: CityState) -> bool:
    """Whether the Heroes are in their places."""
    return state.phase != Phase.BUILDING and state.phase != Phase.CHOOSING


@compiled(inline=True)
def write_tracks(state: CityState, out: Array, to: Starts) -> None:
    at, slot = to.clock, np.int64(state.slot)
    out[at + Clock.WEEK] = np.float32(np.int64(state.week) / 13)
    out[at + Clock.PLAN] = np.float32(np.int64(state.plan) / city.PLAN_END)
    out[at + Clock.SLOT] = np.float32(slot / city.TRACK_END)
    out[at + Clock.SLOT_BEFORE] = np.float32(np.int64(state.slot_before) / city.TRACK_END)
    out[at + Clock.TO_STAGE] = np.float32(city.SLOTS_A_STAGE - slot % city.SLOTS_A_STAGE) * THIRD
    out[at + Clock.RIOTS] = np.float32(riots_won(state)) * THIRD
    out[at + Clock.ARRESTED] = np.float32(state.crowd[city.ARRESTED]) * FIFTH
    out[to.stage + slot // city.SLOTS_A_STAGE] = 1.0


@compiled(inline=True)
def write_district(setup: CityPrepared, state: CityState, district: Int, out: Array, to: Starts) -> None:
    """Write what a District looks like, who of the Citizens is there, and how far the others are."""
    at = to.districts + district * to.district_width
    guards, broken = np.int64(state.guards[district]), np.int64(state.broken[district])
    out[at + Place.GUARDS] = np.float32(guards) * QUARTER
    out[at + Place.BROKEN] = np.float32(broken) * QUARTER
    out[at + Place.FREE_GUARDS] = np.float32(np.int64(setup.guard_room[district]) - guards - broken) * QUARTER
    out[at + Place.UNIDENTIFIED] = np.float32(number_of(state, district, Status.UNIDENTIFIED)) * SIXTH
    out[at + Place.FREE] = np.float32(np.int64(setup.room[district]) - np.int64(state.crowd[district])) * SIXTH
    out[at + Place.RAID] = np.float32(has(state.raids, district))
    out[at + Place.RIOT] = np.float32(has(state.riots, district))
    out[at + Place.MOVABLE] = np.float32(has(state.movable, district))
    out[at + Place.PRICE] = np.float32(guard_cost(state, district)) * QUARTER
    out[at + Place.X] = np.float32(state.place[district, 0]) * EIGHTH
    out[at + Place.Y] = np.float32(state.place[district, 1]) * EIGHTH
    out[at + Place.UPRIGHT] = np.float32(state.place[district, 2])
    out[at + Place.ACTIVE] = np.float32(supporters(state, district)) * SIXTH
    write_types(state, district, Status.REVEALED, out, to.revealed)
    row = district * city.NUM_DISTRICTS
    write_set(state.links[district], out, to.connected + row)
    for other in range(city.NUM_DISTRICTS):
        out[to.distances + row + other] = np.float32(state.far[district, other]) * QUARTER


@compiled
def write_types(state: CityState, district: Int, status: Int, out: Array, part: Int) -> None:
    """Write the Citizens of a status in a District by type, in its row of a part."""
    for type in range(city.NUM_TYPES):
        out[part + district * city.NUM_TYPES + type] = np.float32(state.citizens[district, status, type]) * FIFTH


@compiled(inline=True)
def write_hero(setup: CityPrepared, state: CityState, seat: Int, hero: Int, step: Int, out: Array, to: Starts) -> None:
    """Write a Hero, who it is, where it is and where it was, in the rows of number ``step``."""
    at = to.heroes + step * to.hero_width
    out[at + Person.OWN] = np.float32(state.runs[hero] == seat)
    out[at + Person.ASKED] = np.float32(state.hero == hero)
    out[at + Person.TRUST] = np.float32(state.trust[hero]) * EIGHTH
    out[at + Person.LIMIT] = np.float32(setup.limit[state.heroes[hero]]) * EIGHTH
    out[at + Person.DETAINED] = np.float32(state.detained[hero])
    out[at + Person.ON] = np.float32(state.phase == Phase.HEROES and state.cursor == hero)
    out[at + Person.FORFEITED] = np.float32(size(forfeited(state, hero))) * NINTH
    out[at + Person.CHOSEN] = np.float32(state.chosen[hero] != city.NOBODY)
    out[to.who + step * city.ALL_HEROES + state.heroes[hero]] = 1.0
    out[to.where + step * city.NUM_DISTRICTS + state.at[hero]] = 1.0
    out[to.began + step * city.NUM_DISTRICTS + state.began[hero]] = 1.0
    out[to.districts + np.int64(state.at[hero]) * to.district_width + Place.HERO + step] = 1.0


@compiled
def write_set(members: Int, out: Array, at: Int) -> None:
    """Write a set of Districts."""
    for district in range(city.NUM_DISTRICTS):
        out[at + district] = np.float32(has(members, district))


@compiled(inline=True)
def write_choices(state: CityState, first: Int, out: Array, to: Starts) -> None:
    """Write what is half said, in the first columns of its part, and about which Districts and which Hero."""
    out[to.pending + Pending.AMOUNT] = np.float32((state.to_share + state.to_pledge) / 12)
    out[to.pending + Pending.DIE] = np.float32(state.die) * FIFTH
    if state.anchor != city.NOBODY:
        out[to.anchor + state.anchor] = 1.0
    if state.phase == Phase.HEROES:
        write_set(state.visited, out, to.visited)
    if state.owner != city.NOBODY:
        out[to.owner + (np.int64(state.owner) - first) % city.NUM_HEROES] = 1.0


@compiled
def write_carried(state: CityState, known: bool, out: Array, at: Int) -> None:
    """Write the Citizen that is being moved: its status, and behind them its type if that is ``known``."""
    if state.carried == city.NOBODY:
        return
    out[at + state.carried_as] = 1.0
    if known:
        out[at + city.NUM_STATUSES + state.carried] = 1.0


@compiled
def write_hidden(state: CityState, out: Array, unidentified: Int, custody: Int, moved: Int, hand: Int) -> None:
    """Write what nobody sees: Citizens face down, in the city and arrested, and the Machine's hand."""
    for district in range(city.NUM_DISTRICTS):
        write_types(state, district, Status.UNIDENTIFIED, out, unidentified)
    for type in range(city.NUM_TYPES):
        out[custody + type] = np.float32(state.citizens[city.ARRESTED, Status.UNIDENTIFIED, type]) * FIFTH
    if state.carried != city.NOBODY:
        out[moved + state.carried] = 1.0
    for directive in range(city.NUM_DIRECTIVES):
        out[hand + directive] = np.float32(has(state.hand, directive))
