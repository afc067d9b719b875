"""What a seat knows as one flat vector, and everything as another.

One layout serves both sides, so that one policy can play either. Heroes are written from the one that is asked, or the
first that the seat runs, on in the order of Initiative; for the Machine in that order. Heroes' seats all get what their
team knows. Counts are in small fractions, tracks in shares of their length.
"""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import HERO_SIDE, MACHINE_SIDE, classes_active
from ...city.rules.hero_costs import forfeited, guard_cost
from ...city.rules.state import (
    ALL_HEROES,
    ARRESTED,
    MACHINE,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_STAGES,
    NUM_STATUSES,
    NUM_TYPES,
    PLAN_END,
    SLOTS_A_STAGE,
    TRACK_END,
    Ask,
    CitizenType,
    Directive,
    District,
    Event,
    Phase,
    Servant,
    Status,
)
from ...city.rules.tracks import riots_won
from ...table.compilation.compile import compiled
from ...table.layout import Layout, Part
from ...table.named import texts
from ...table.records import Array, Int
from ...table.sets import size
from .state import (
    MAX_SEATS,
    NUM_QUESTIONS,
    Prepared,
    State,
)

_EVENT_FACTS = (
    *("a Hero forfeited the chosen card", "a Hero's turn was finished", "Citizens were arrested", "Raids were made"),
    *("a Special Action was taken", "Optimize used", "Pacify used", "Resettle used"),
)
_DISTRICT = (
    *("Guards, in quarters", "broken Guards, in quarters", "squares free for Guards, in quarters"),
    *("unidentified Citizens, in sixths", "identified Citizens", "squares free for Citizens"),
    *("Raid", "Riot won", "can be repositioned", "what an exit or a price by Guards costs, in quarters"),
    *(f"{name} is here" for name in texts(Servant)),
    *("Hero 0 is here", "Hero 1 is here", "Hero 2 is here", "x, in eighths", "y, in eighths", "upright"),
    *("active Citizens revealed, in sixths", "the question is about it"),
)
_HERO = (
    *("run by this seat", "asked now", "Trust, in eighths", "limit of Trust, in eighths", "detained", "turn is over"),
    *(
        "turn is on",
        "Access cards forfeited, in ninths",
        "card is chosen",
        "card is public",
        "Actions taken, in halves",
    ),
    "Trust pledged, in fifths",
)
_HERO_NAMES = ("Hero 0", "Hero 1", "Hero 2")
_CLOCK = 9
_PENDING = 4 + NUM_STATUSES + NUM_TYPES

_PARTS = (
    Part(
        "question",
        (NUM_QUESTIONS,),
        "what this seat is asked, one of; all 0 when it is not asked",
        texts(Ask)[:NUM_QUESTIONS],
    ),
    Part("phase", (len(Phase),), "phase of the round, one of", texts(Phase)),
    Part("side", (2,), "the Great Machine; the Heroes"),
    Part(
        "clock",
        (_CLOCK,),
        "round in thirteenths; Master Plan as a share of XII; Discontent as a share of its track; the same at the "
        "beginning of the round; slots to the next Stage, in thirds; Riots won, in thirds; Bonds in tens; Citizens "
        "arrested, in fifths; persons against the Machine, in thirds",
    ),
    Part("stage", (NUM_STAGES,), "Stage of Discontent, one of"),
    Part("event", (len(Event),), "City Event, one of", texts(Event)),
    Part("in this round", (len(_EVENT_FACTS),), "; ".join(_EVENT_FACTS)),
    Part(
        "Directives",
        (NUM_DIRECTIVES, 4),
        "for each: published; known to be in the Machine's hand; surely neither in hand nor in deck nor published; may "
        "be in deck or hand as far as the seat knows",
        texts(Directive),
    ),
    Part("Directive counts", (2,), "in the Machine's hand, in its deck, in ninths"),
    Part("Servants", (NUM_SERVANTS, 2), "Actions taken, in halves; second repairs that are covered", texts(Servant)),
    Part("Districts", (NUM_DISTRICTS, len(_DISTRICT)), f"for each: {'; '.join(_DISTRICT)}", texts(District)),
    Part(
        "identified",
        (NUM_DISTRICTS, NUM_TYPES),
        "identified Citizens by type, in fifths; nothing for the Machine",
        texts(District),
    ),
    Part("revealed", (NUM_DISTRICTS, NUM_TYPES), "revealed Citizens by type, in fifths", texts(District)),
    Part(
        "arrested",
        (NUM_TYPES,),
        "Citizens surely arrested as far as this seat knows, by type, in fifths",
        texts(CitizenType),
    ),
    Part("connected", (NUM_DISTRICTS, NUM_DISTRICTS), "1 for neighbours", texts(District)),
    Part(
        "distances",
        (NUM_DISTRICTS, NUM_DISTRICTS),
        "Districts to exit on the shortest way, in quarters",
        texts(District),
    ),
    Part("Heroes", (NUM_HEROES, len(_HERO)), f"for each: {'; '.join(_HERO)}", _HERO_NAMES),
    Part("who", (NUM_HEROES, ALL_HEROES), "which Hero, one of", _HERO_NAMES),
    Part("where", (NUM_HEROES, NUM_DISTRICTS), "District a Hero is in", _HERO_NAMES, texts(District)),
    Part(
        "began",
        (NUM_HEROES, NUM_DISTRICTS),
        "District a Hero was in when the round began",
        _HERO_NAMES,
        texts(District),
    ),
    Part(
        "chosen",
        (NUM_HEROES, NUM_DISTRICTS),
        "District of the chosen Access card; for the Machine once it is shown",
        _HERO_NAMES,
        texts(District),
    ),
    Part(
        "cards",
        (NUM_HEROES, NUM_DISTRICTS),
        "Access cards in hand; nothing for the Machine",
        _HERO_NAMES,
        texts(District),
    ),
    Part(
        "chances",
        (NUM_HEROES, NUM_DISTRICTS),
        "share of the sets of Access cards possible to the Machine that hold a card",
        _HERO_NAMES,
        texts(District),
    ),
    Part(
        "pending",
        (_PENDING,),
        "Trust to divide or pledge, in twelfths; Trust that the Veteran's die asks for, in fifths; rises and "
        "identifications still to come, in thirds; Citizens still to set free; then the Citizen being moved: its "
        "state, and its type as far as known",
    ),
    Part("anchor", (NUM_DISTRICTS,), "District that the one being moved will lie against", texts(District)),
    Part("visited", (NUM_DISTRICTS,), "Districts that the Hero on its way has been in", texts(District)),
    Part("owner", (NUM_HEROES,), "Hero whose forfeited card comes back", _HERO_NAMES),
)
LAYOUT = Layout(*_PARTS)

_OF = {part.name: LAYOUT.slice(part.name).start for part in _PARTS}
_PHASE, _SIDE, _CLOCK_AT, _STAGE, _EVENT = (_OF[name] for name in ("phase", "side", "clock", "stage", "event"))
_FACTS, _CARDS_AT, _COUNTS = _OF["in this round"], _OF["Directives"], _OF["Directive counts"]
_SERVANTS, _DISTRICTS, _IDENTIFIED = _OF["Servants"], _OF["Districts"], _OF["identified"]
_REVEALED, _ARRESTED, _CONNECTED = _OF["revealed"], _OF["arrested"], _OF["connected"]
_DISTANCES, _HEROES, _WHO, _WHERE = _OF["distances"], _OF["Heroes"], _OF["who"], _OF["where"]
_BEGAN, _CHOSEN, _HELD, _CHANCES = _OF["began"], _OF["chosen"], _OF["cards"], _OF["chances"]
_PENDING_AT, _ANCHOR, _VISITED, _OWNER = _OF["pending"], _OF["anchor"], _OF["visited"], _OF["owner"]
_WIDTH, _HERO_WIDTH = len(_DISTRICT), len(_HERO)
_FIFTH, _SIXTH, _QUARTER = np.float32(0.2), np.float32(1 / 6), np.float32(0.25)
_HALF, _THIRD, _NINTH, _EIGHTH = np.float32(0.5), np.float32(1 / 3), np.float32(1 / 9), np.float32(0.125)


def layout(options: object) -> Layout:
    """Return the layout of a seat's observation."""
    return LAYOUT


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` knows; see ``LAYOUT``."""
    if state.seat == seat and state.over == 0:
        out[state.ask] = 1.0
    out[_PHASE + state.phase] = 1.0
    out[_SIDE + (seat != MACHINE)] = 1.0
    write_clock(setup, state, out)
    write_directives(state, seat, out)
    first = first_hero(state, seat)
    write_districts(setup, state, seat, first, out)
    write_heroes(setup, state, seat, first, out)
    write_pending(state, seat, first, out)


@compiled
def first_hero(state: State, seat: Int) -> Int:
    """Return the Hero from which a seat's observation is written."""
    if seat == MACHINE:
        return np.int64(0)
    if state.seat == seat and state.hero != NOBODY:
        return np.int64(state.hero)
    for hero in range(NUM_HEROES):
        if state.runs[hero] == seat:
            return np.int64(hero)
    return np.int64(0)


@compiled
def write_clock(setup: Prepared, state: State, out: Array) -> None:
    at = _CLOCK_AT
    slot = np.int64(state.slot)
    out[at] = np.float32(np.int64(state.week) / 13)
    out[at + 1] = np.float32(np.int64(state.plan) / PLAN_END)
    out[at + 2] = np.float32(slot / TRACK_END)
    out[at + 3] = np.float32(np.int64(state.slot_before) / TRACK_END)
    out[at + 4] = np.float32(SLOTS_A_STAGE - slot % SLOTS_A_STAGE) * _THIRD
    out[at + 5] = np.float32(riots_won(state)) * _THIRD
    out[at + 6] = np.float32(np.int64(state.bonds) / 10)
    out[at + 7] = np.float32(state.crowd[ARRESTED]) * _FIFTH
    out[at + 8] = np.float32(setup.revolutionaries) * _THIRD
    out[_STAGE + slot // SLOTS_A_STAGE] = 1.0
    if state.event != NOBODY:
        out[_EVENT + state.event] = 1.0
    at = _FACTS
    out[at] = np.float32(state.no_access)
    out[at + 1] = np.float32(state.stopped)
    out[at + 2] = np.float32(state.arrests)
    out[at + 3] = np.float32(state.raided)
    out[at + 4] = np.float32(state.special)
    out[at + 5] = np.float32(state.used >> Directive.OPTIMIZE & 1)
    out[at + 6] = np.float32(state.used >> Directive.PACIFY & 1)
    out[at + 7] = np.float32(state.used >> Directive.RESETTLE & 1)
    for servant in range(NUM_SERVANTS):
        out[_SERVANTS + 2 * servant] = np.float32(state.acted[servant]) * _HALF
        out[_SERVANTS + 2 * servant + 1] = np.float32(state.again[servant])


@compiled
def write_directives(state: State, seat: Int, out: Array) -> None:
    known = np.int64(state.hand) if seat == MACHINE else np.int64(state.seen)
    published = np.int64(state.published)
    hidden = (np.int64(state.hand) | np.int64(state.deck)) & ~known
    for directive in range(NUM_DIRECTIVES):
        at = _CARDS_AT + 4 * directive
        out[at] = np.float32(published >> directive & 1)
        out[at + 1] = np.float32(known >> directive & 1)
        out[at + 2] = np.float32(1 - ((published | known | hidden) >> directive & 1))
        out[at + 3] = np.float32(hidden >> directive & 1)
    out[_COUNTS] = np.float32(size(state.hand)) * _NINTH
    out[_COUNTS + 1] = np.float32(size(state.deck)) * _NINTH


@compiled
def write_districts(setup: Prepared, state: State, seat: Int, first: Int, out: Array) -> None:
    active = classes_active(state)
    for district in range(NUM_DISTRICTS):
        at = _DISTRICTS + district * _WIDTH
        write_district(setup, state, district, out, at)
        write_neighbours(state, district, out, _CONNECTED, _DISTANCES)
        identified, supporters = np.int64(0), np.int64(0)
        unidentified = np.int64(0)
        for type in range(NUM_TYPES):
            known, shown = (
                state.citizens[district, Status.IDENTIFIED, type],
                state.citizens[district, Status.REVEALED, type],
            )
            unidentified += np.int64(state.citizens[district, Status.UNIDENTIFIED, type])
            identified += np.int64(known)
            out[_REVEALED + district * NUM_TYPES + type] = np.float32(shown) * _FIFTH
            if type < active:
                supporters += np.int64(shown)
            if seat != MACHINE:
                out[_IDENTIFIED + district * NUM_TYPES + type] = np.float32(known) * _FIFTH
        out[at + 3] = np.float32(unidentified) * _SIXTH
        out[at + 4] = np.float32(identified) * _SIXTH
        out[at + 19] = np.float32(supporters) * _SIXTH
    for servant in range(NUM_SERVANTS):
        out[_DISTRICTS + np.int64(state.servants[servant]) * _WIDTH + 10 + servant] = 1.0
    side = MACHINE_SIDE if seat == MACHINE else HERO_SIDE
    for type in range(NUM_TYPES):
        out[_ARRESTED + type] = np.float32(state.sure[side, type]) * _FIFTH
    if state.tile != NOBODY:
        out[_DISTRICTS + np.int64(state.tile) * _WIDTH + 20] = 1.0


@compiled
def write_district(setup: Prepared, state: State, district: Int, out: Array, at: Int) -> None:
    """Write at ``out[at]`` what a District looks like, but for who is in it."""
    guards, broken = np.int64(state.guards[district]), np.int64(state.broken[district])
    out[at] = np.float32(guards) * _QUARTER
    out[at + 1] = np.float32(broken) * _QUARTER
    out[at + 2] = np.float32(np.int64(setup.guard_room[district]) - guards - broken) * _QUARTER
    out[at + 5] = np.float32(np.int64(setup.room[district]) - np.int64(state.crowd[district])) * _SIXTH
    out[at + 6] = np.float32(state.raids >> district & 1)
    out[at + 7] = np.float32(state.riots >> district & 1)
    out[at + 8] = np.float32(state.movable >> district & 1)
    out[at + 9] = np.float32(guard_cost(state, district)) * _QUARTER
    out[at + 16] = np.float32(state.place[district, 0]) * _EIGHTH
    out[at + 17] = np.float32(state.place[district, 1]) * _EIGHTH
    out[at + 18] = np.float32(state.place[district, 2])


@compiled
def write_neighbours(state: State, district: Int, out: Array, connected: Int, distances: Int) -> None:
    """Write a District's rows of two tables: who lies next to it, and how far the others are."""
    links, row = np.int64(state.links[district]), district * NUM_DISTRICTS
    for other in range(NUM_DISTRICTS):
        out[connected + row + other] = np.float32(links >> other & 1)
        out[distances + row + other] = np.float32(state.far[district, other]) * _QUARTER


@compiled
def write_heroes(setup: Prepared, state: State, seat: Int, first: Int, out: Array) -> None:
    if state.phase == Phase.BUILDING or state.phase == Phase.CHOOSING:  # nobody is anywhere yet
        for hero in range(NUM_HEROES):
            if state.heroes[hero] != NOBODY:
                out[_WHO + hero * ALL_HEROES + state.heroes[hero]] = 1.0
        return
    for step in range(NUM_HEROES):
        hero = (first + step) % NUM_HEROES
        write_hero(setup, state, seat, hero, step, out)
        at = np.int64(state.at[hero])
        out[_DISTRICTS + at * _WIDTH + 13 + step] = 1.0
        out[_WHO + step * ALL_HEROES + state.heroes[hero]] = 1.0
        out[_WHERE + step * NUM_DISTRICTS + at] = 1.0
        out[_BEGAN + step * NUM_DISTRICTS + state.began[hero]] = 1.0
        if state.chosen[hero] != NOBODY and (seat != MACHINE or state.shown[hero]):
            out[_CHOSEN + step * NUM_DISTRICTS + state.chosen[hero]] = 1.0
        for card in range(NUM_DISTRICTS):
            out[_CHANCES + step * NUM_DISTRICTS + card] = state.chance[hero, card]
            if seat != MACHINE:
                out[_HELD + step * NUM_DISTRICTS + card] = np.float32(state.cards[hero] >> card & 1)


@compiled
def write_hero(setup: Prepared, state: State, seat: Int, hero: Int, step: Int, out: Array) -> None:
    at = _HEROES + step * _HERO_WIDTH
    on = write_seat_and_trust(setup, state, seat, hero, out, at)
    out[at + 5] = np.float32(state.phase == Phase.CLOSING or (state.phase == Phase.HEROES and state.cursor > hero))
    out[at + 9] = np.float32(state.shown[hero])
    out[at + 10] = np.float32(state.acts) * _HALF if on else np.float32(0.0)
    out[at + 11] = np.float32(state.pledge[hero]) * _FIFTH if state.pledge_open else np.float32(0.0)


@compiled
def write_seat_and_trust(setup: Prepared, state: State, seat: Int, hero: Int, out: Array, at: Int) -> Int:
    """Write at ``out[at]`` what both games tell of a Hero; return whether its turn is on."""
    on = state.phase == Phase.HEROES and state.cursor == hero
    out[at] = np.float32(state.runs[hero] == seat)
    out[at + 1] = np.float32(state.hero == hero)
    out[at + 2] = np.float32(state.trust[hero]) * _EIGHTH
    out[at + 3] = np.float32(setup.limit[state.heroes[hero]]) * _EIGHTH
    out[at + 4] = np.float32(state.detained[hero])
    out[at + 6] = np.float32(on)
    out[at + 7] = np.float32(size(forfeited(state, hero))) * _NINTH
    out[at + 8] = np.float32(state.chosen[hero] != NOBODY)
    return on


@compiled
def write_pending(state: State, seat: Int, first: Int, out: Array) -> None:
    """Write what is half said."""
    at = _PENDING_AT
    if state.phase == Phase.OPENING or state.pledge_open:
        out[at] = np.float32(np.int64(state.amount) / 12)
    out[at + 1] = np.float32(state.die) * _FIFTH
    out[at + 2] = np.float32(state.rise + state.finds) * _THIRD
    out[at + 3] = np.float32(state.returning)
    if state.carried != NOBODY:
        out[at + 4 + state.carried_as] = 1.0
        if state.carried_as == Status.REVEALED or (state.carried_as == Status.IDENTIFIED and seat != MACHINE):
            out[at + 4 + NUM_STATUSES + state.carried] = 1.0
    if state.anchor != NOBODY:
        out[_ANCHOR + state.anchor] = 1.0
    if state.phase == Phase.HEROES:
        for district in range(NUM_DISTRICTS):
            out[_VISITED + district] = np.float32(state.visited >> district & 1)
        if state.ask == Ask.CARD:
            out[_OWNER + (np.int64(state.amount) - first) % NUM_HEROES] = 1.0


_HIDDEN_PARTS = (
    Part("seat 1", (LAYOUT.size,), "what seat 1 observes"),
    Part("to move", (MAX_SEATS,), "seat to move"),
    Part("asked", (NUM_QUESTIONS,), "what it is asked, one of", texts(Ask)[:NUM_QUESTIONS]),
    Part("unidentified", (NUM_DISTRICTS, NUM_TYPES), "unidentified Citizens by type, in fifths", texts(District)),
    Part("in custody", (NUM_TYPES,), "arrested Citizens by type, in fifths", texts(CitizenType)),
    Part("being moved", (NUM_TYPES,), "type of the Citizen that is being moved", texts(CitizenType)),
    Part("hand", (NUM_DIRECTIVES,), "Directives in the Machine's hand", texts(Directive)),
    Part("deck", (NUM_DIRECTIVES,), "Directives in the deck", texts(Directive)),
)
FULL_LAYOUT = Layout(*_HIDDEN_PARTS)
_FULL = {part.name: FULL_LAYOUT.slice(part.name).start for part in _HIDDEN_PARTS}
_MOVER, _ASKED, _COVERED = _FULL["to move"], _FULL["asked"], _FULL["unidentified"]
_CUSTODY, _MOVED, _HAND, _DECK = _FULL["in custody"], _FULL["being moved"], _FULL["hand"], _FULL["deck"]


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    """Write everything; see ``FULL_LAYOUT``."""
    observe(setup, state, np.int64(1), out[:_MOVER])
    out[_MOVER + state.seat] = 1.0
    out[_ASKED + state.ask] = 1.0
    for district in range(NUM_DISTRICTS):
        for type in range(NUM_TYPES):
            number = np.float32(state.citizens[district, Status.UNIDENTIFIED, type]) * _FIFTH
            out[_COVERED + district * NUM_TYPES + type] = number
    for type in range(NUM_TYPES):
        out[_CUSTODY + type] = np.float32(state.citizens[ARRESTED, Status.UNIDENTIFIED, type]) * _FIFTH
    if state.carried != NOBODY:
        out[_MOVED + state.carried] = 1.0
    for directive in range(NUM_DIRECTIVES):
        out[_HAND + directive] = np.float32(state.hand >> directive & 1)
        out[_DECK + directive] = np.float32(state.deck >> directive & 1)
