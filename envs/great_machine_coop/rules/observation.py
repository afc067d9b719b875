"""What the Heroes know as one flat vector, and everything as another; the parts are in :mod:`.observation_layout`."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import HERO_SIDE, supporters
from ...city.rules.observation import (
    EIGHTH,
    FIFTH,
    HALF,
    NINTH,
    QUARTER,
    SEVENTH,
    SIXTH,
    THIRD,
    Clock,
    Person,
    Place,
    hero_asked,
    write_carried,
    write_cast,
    write_district,
    write_hidden,
    write_neighbours,
    write_person,
    write_set,
    write_tracks,
    write_types,
    write_unidentified,
    write_whereabouts,
)
from ...city.rules.state import (
    ARRESTED,
    MAX_PUBLISHED,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_TYPES,
    SLOTS_A_STAGE,
    Phase,
    Status,
)
from ...city.rules.variants import district_in_question
from ...table.compilation.compile import compiled
from ...table.layout import Layout
from ...table.records import Array, Int
from ...table.sets import has, size
from .conditions import any_detained
from .guards import specials_out
from .observation_layout import (
    DISTRICT_FACTS,
    FULL_LAYOUT,
    HERO_FACTS,
    LAYOUT,
    QUESTION_PLACE,
    AServant,
    Card,
    CoopClock,
    CoopPerson,
    CoopPlace,
    Count,
    EventAsks,
    Happened,
    Level,
    MissionStands,
    Pending,
    Progress,
)
from .state import (
    COUNTDOWN_INDEX,
    DELIVERED,
    FIRST_EVENT,
    LETTERS,
    MARKER_STAGES,
    NUM_MOVES,
    NUM_SPECIALS,
    NUM_TOKENS,
    WITH_HERO,
    Condition,
    Gain,
    Prepared,
    State,
)

_start = LAYOUT.start
_PHASE, _CLOCK, _STAGE, _LEVEL = map(_start, ("phase", "clock", "stage", "difficulty"))
_EVENT, _GONE, _ROUND, _CARDS = map(_start, ("City Event", "events gone", "in this round", "Directives"))
_COUNTS, _MOVES, _SERVANTS, _DISTRICTS = map(_start, ("Directive counts", "moves", "Servants", "Districts"))
_REVEALED, _ARRESTED, _LARGE, _CONNECTED = map(_start, ("revealed", "arrested", "at large", "connected"))
_DISTANCES, _HEROES, _WHO, _WHERE = map(_start, ("distances", "Heroes", "who", "where"))
_BEGAN, _CHOSEN, _HELD, _TOKENS = map(_start, ("began", "chosen", "cards", "tokens"))
_TOKEN_TYPES, _ORDERS, _INTEL, _MISSIONS = map(_start, ("token types", "orders", "intel", "missions"))
_PROGRESS, _PENDING, _ANCHOR, _VISITED = map(_start, ("progress", "pending", "anchor", "visited"))
_OWNER, _STEPS, _AROUND = map(_start, ("owner", "steps", "around"))
_WIDTH, _HERO_WIDTH, _CARD_WIDTH, _SERVANT_WIDTH = len(DISTRICT_FACTS), len(HERO_FACTS), len(Card), len(AServant)
_MISSION_WIDTH, _CONDITIONS, _GAINS = len(MissionStands), len(Condition), len(Gain)


def layout(options: object) -> Layout:
    """Return the layout of a seat's observation."""
    return LAYOUT


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` knows; see ``LAYOUT``."""
    if state.seat == seat and state.over == 0:
        out[QUESTION_PLACE[state.ask]] = 1.0
    out[_PHASE + state.phase] = 1.0
    first = hero_asked(state, seat)
    write_clock(setup, state, out)
    write_moves(state, first, out)
    write_round(state, out)
    write_event(setup, state, out)
    write_directives(state, out)
    write_districts(setup, state, out)
    write_heroes(setup, state, seat, first, out)
    if setup.with_missions:
        write_missions(state, first, out)
    write_pending(state, first, out)
    if state.phase != Phase.CHOOSING:  # nobody is anywhere before
        write_surroundings(state, first, out)


@compiled
def write_clock(setup: Prepared, state: State, out: Array) -> None:
    write_tracks(state, out, _CLOCK, _STAGE)
    stage, marker = np.int64(state.slot) // SLOTS_A_STAGE, np.int64(state.marker)
    out[_CLOCK + Clock.SUPPLY] = np.float32(state.riot_tokens) * THIRD
    out[_CLOCK + CoopClock.MARKER] = np.float32(marker) * SEVENTH
    out[_CLOCK + CoopClock.TO_MEET] = np.float32(MARKER_STAGES - marker - stage) * SEVENTH
    out[_CLOCK + CoopClock.EVENTS] = np.float32(size(state.gone_events) / 12)
    out[_CLOCK + CoopClock.SPECIALS] = np.float32(specials_out(state) / NUM_SPECIALS)
    out[_CLOCK + CoopClock.MOVES] = np.float32(size(state.moves) / 13)
    out[_CLOCK + CoopClock.SKIP] = np.float32(state.skip)
    out[_LEVEL + Level.PLAN_GOES_BACK] = np.float32(setup.plan_goes_back)
    out[_LEVEL + Level.MAINTENANCE] = np.float32(setup.maintenance > 0)
    out[_LEVEL + Level.PLAIN_PATROL] = np.float32(setup.plain_patrol)
    out[_LEVEL + Level.MISSIONS] = np.float32(setup.with_missions)


@compiled
def write_moves(state: State, first: Int, out: Array) -> None:
    """Write the Servant Movement cards that are left, and which Servants do nothing."""
    for card in range(NUM_MOVES):
        place = (card - first) % NUM_HEROES if card < NUM_HEROES else card
        out[_MOVES + place] = np.float32(has(state.moves, card))
    for servant in range(NUM_SERVANTS):
        at = _SERVANTS + _SERVANT_WIDTH * servant
        out[at + AServant.IDLE] = np.float32(state.idle[servant])
        out[at + AServant.LYING] = np.float32(state.lying[servant] != NOBODY)


@compiled
def write_round(state: State, out: Array) -> None:
    """Write which City Events have been, and what has happened in the round."""
    for number in range(COUNTDOWN_INDEX):
        out[_GONE + number] = np.float32(has(state.gone_events, number))
    out[_ROUND + Happened.ARRESTS] = np.float32(state.arrests)
    out[_ROUND + Happened.SPECIAL] = np.float32(state.special)
    out[_ROUND + Happened.SMASHED] = np.float32(state.smashed) * THIRD
    out[_ROUND + Happened.UNCOVERED] = np.float32(state.uncovered) * THIRD
    out[_ROUND + Happened.DETAINED] = np.float32(any_detained(state))
    out[_ROUND + Happened.PREVENTED] = np.float32(state.prevented)
    out[_ROUND + Happened.PLEDGE_FOR] = np.float32(state.pledge_for) * THIRD


@compiled
def write_event(setup: Prepared, state: State, out: Array) -> None:
    """Write what the City Event asks for and brings."""
    if state.event == NOBODY:
        return
    event = np.int64(state.event) - FIRST_EVENT
    write_set(setup.prevent_at[event], out, _EVENT + EventAsks.PREVENT_AT)
    out[_EVENT + EventAsks.PREVENT_FOR] = np.float32(setup.prevent_for[event]) * FIFTH
    write_choice(setup.need[event], out, _EVENT + EventAsks.NEED, _CONDITIONS)
    write_choice(setup.gain[event], out, _EVENT + EventAsks.GAIN, _GAINS)
    write_choice(setup.stops[event], out, _EVENT + EventAsks.STOPS, _CONDITIONS)
    out[_EVENT + EventAsks.SUPPORT + state.support] = 1.0


@compiled(inline=True)
def write_choice(pair: Array, out: Array, at: Int, kinds: Int) -> None:
    """Write one of some kinds, and behind them its number."""
    out[at + pair[0]] = 1.0
    out[at + kinds] = np.float32(pair[1]) * FIFTH


@compiled
def write_directives(state: State, out: Array) -> None:
    known = np.int64(state.hand) if state.hand_known else np.int64(0)
    hidden = np.int64(state.deck) | (np.int64(state.hand) & ~known)
    for directive in range(NUM_DIRECTIVES):
        at: Int = _CARDS + _CARD_WIDTH * directive
        out[at + Card.PUBLISHED] = np.float32(has(state.published, directive))
        out[at + Card.USED] = np.float32(has(state.used, directive))
        out[at + Card.IN_HAND] = np.float32(has(known, directive))
        out[at + Card.HIDDEN] = np.float32(has(hidden, directive))
    for place in range(size(state.published)):
        out[_CARDS + _CARD_WIDTH * np.int64(state.order[place]) + Card.BEFORE] = np.float32(place / MAX_PUBLISHED)
    for place in range(state.bottom_size):
        out[_CARDS + _CARD_WIDTH * np.int64(state.bottom[place]) + Card.AT_BOTTOM] = np.float32(place + 1) * NINTH
    out[_COUNTS + Count.HAND] = np.float32(state.hand != 0)
    out[_COUNTS + Count.DECK] = np.float32(size(state.deck) + np.int64(state.bottom_size)) * NINTH


@compiled
def write_districts(setup: Prepared, state: State, out: Array) -> None:
    for district in range(NUM_DISTRICTS):
        at = _DISTRICTS + district * _WIDTH
        write_district(setup, state, district, out, at)
        write_neighbours(state, district, out, _CONNECTED, _DISTANCES)
        write_unidentified(state, district, out, at)
        write_types(state, district, Status.REVEALED, out, _REVEALED)
        out[at + Place.OTHERS] = np.float32(state.specials[district]) * QUARTER
        out[at + Place.ACTIVE] = np.float32(supporters(state, district)) * SIXTH
        out[at + CoopPlace.TOKEN] = np.float32(has(state.tokens, district))
        out[at + CoopPlace.CORE] = np.float32(has(state.cores, district))
        out[at + CoopPlace.DRONE] = np.float32(has(state.drones, district))
        out[at + CoopPlace.AMBUSH] = np.float32(state.ambush == district)
        out[at + CoopPlace.POST] = np.float32(state.post == district)
        out[at + CoopPlace.UNDERGROUND] = np.float32(state.underground == district)
        out[at + CoopPlace.REMOTE] = np.float32(state.remote == district)
        if state.event != NOBODY:
            event = np.int64(state.event) - FIRST_EVENT
            out[at + CoopPlace.PREVENTS] = np.float32(has(setup.prevent_at[event], district))
    write_unseen(state, out)
    for servant in range(NUM_SERVANTS):
        if state.servants[servant] != NOBODY:
            out[_DISTRICTS + np.int64(state.servants[servant]) * _WIDTH + Place.SERVANT + servant] = 1.0
    asked_about = district_in_question(state)
    if asked_about != NOBODY:
        out[_DISTRICTS + asked_about * _WIDTH + Place.TILE] = 1.0


@compiled
def write_unseen(state: State, out: Array) -> None:
    """Write who is surely arrested, and who is face down somewhere."""
    for type in range(NUM_TYPES):
        sure = np.int64(state.sure[HERO_SIDE, type])
        hidden = np.int64(state.citizens[ARRESTED, Status.UNIDENTIFIED, type]) - sure
        for district in range(NUM_DISTRICTS):
            hidden += np.int64(state.citizens[district, Status.UNIDENTIFIED, type])
        if state.carried == type and state.carried_as == Status.UNIDENTIFIED:
            hidden += 1
        out[_ARRESTED + type] = np.float32(sure) * FIFTH
        out[_LARGE + type] = np.float32(hidden) * FIFTH


@compiled
def write_heroes(setup: Prepared, state: State, seat: Int, first: Int, out: Array) -> None:
    if state.phase == Phase.CHOOSING:  # nobody is anywhere yet
        write_cast(state, out, _WHO)
        return
    for step in range(NUM_HEROES):
        hero = (first + step) % NUM_HEROES
        write_hero(setup, state, seat, hero, out, _HEROES + step * _HERO_WIDTH)
        write_whereabouts(state, hero, step, out, _WHO, _WHERE, _BEGAN)
        out[_DISTRICTS + np.int64(state.at[hero]) * _WIDTH + Place.HERO + step] = 1.0
        if state.chosen[hero] != NOBODY:
            out[_CHOSEN + step * NUM_DISTRICTS + state.chosen[hero]] = 1.0
        write_set(state.cards[hero], out, _HELD + step * NUM_DISTRICTS)


@compiled
def write_hero(setup: Prepared, state: State, seat: Int, hero: Int, out: Array, at: Int) -> None:
    on = write_person(setup, state, seat, hero, out, at)
    out[at + Person.OVER] = np.float32(state.went[hero])
    out[at + CoopPerson.ACTS] = np.float32(state.acts) * HALF if on else np.float32(0.0)
    out[at + CoopPerson.PLEDGE] = np.float32(state.pledge[hero]) * FIFTH if state.pledge_for else np.float32(0.0)
    out[at + CoopPerson.PLACED] = np.float32(state.token_at[hero] != NOBODY)
    out[at + CoopPerson.HELD] = np.float32(state.held[hero]) * THIRD
    out[at + CoopPerson.BONDS] = np.float32(state.bonds[hero]) * SIXTH
    for servant in range(NUM_SERVANTS):
        out[at + CoopPerson.ORDER + servant] = np.float32(state.orders[servant] == WITH_HERO + hero)
    out[at + CoopPerson.LEADER] = np.float32(state.leader == hero)


@compiled
def write_missions(state: State, first: Int, out: Array) -> None:
    for letter in range(len(LETTERS)):
        at = _MISSIONS + _MISSION_WIDTH * np.int64(state.missions[letter])
        reached = np.int64(has(state.active, letter)) + np.int64(has(state.done, letter))
        out[at + MissionStands.TO_COME + reached] = 1.0
    write_tokens(state, first, out)
    out[_PROGRESS + Progress.POST_TRUST] = np.float32(state.post_trust) * EIGHTH
    out[_PROGRESS + Progress.BONDS_SHOWN] = np.float32(state.bonds_shown) * EIGHTH
    out[_PROGRESS + Progress.CONTROLS] = np.float32(state.controls) * THIRD
    out[_PROGRESS + Progress.TAMED] = np.float32(state.tamed) * FIFTH
    out[_PROGRESS + Progress.SENDS] = np.float32(state.sends) * THIRD


@compiled
def write_tokens(state: State, first: Int, out: Array) -> None:
    """Write where the Hero, Order and Intel tokens are."""
    for step in range(NUM_HEROES):
        hero = (first + step) % NUM_HEROES
        if state.token_at[hero] != NOBODY:
            out[_TOKENS + step * NUM_DISTRICTS + state.token_at[hero]] = 1.0
            out[_DISTRICTS + np.int64(state.token_at[hero]) * _WIDTH + CoopPlace.HERO_TOKENS] += THIRD
        if state.token_as[hero] != NOBODY:
            out[_TOKEN_TYPES + step * NUM_TYPES + state.token_as[hero]] = 1.0
    for servant in range(NUM_SERVANTS):
        place = np.int64(state.orders[servant])
        if 0 <= place < NUM_DISTRICTS:
            out[_ORDERS + servant * NUM_DISTRICTS + place] = 1.0
            out[_DISTRICTS + place * _WIDTH + CoopPlace.ORDERS] += THIRD
    delivered = 0
    for token in range(NUM_TOKENS):
        place = np.int64(state.intel_at[token])
        if place == DELIVERED:
            delivered += 1
        elif place != NOBODY:
            out[_INTEL + place * NUM_TYPES + state.intel_as[token]] += THIRD
    out[_PROGRESS + Progress.DELIVERED] = np.float32(delivered) * THIRD


@compiled
def write_pending(state: State, first: Int, out: Array) -> None:
    """Write what is half said."""
    out[_PENDING + Pending.AMOUNT] = np.float32((state.to_share + state.to_pledge) / 12)
    out[_PENDING + Pending.DIE] = np.float32(state.die) * FIFTH
    out[_PENDING + Pending.DIE_SPECIAL] = np.float32(state.die_special)
    out[_PENDING + Pending.RISES] = np.float32(state.rise + state.finds) * THIRD
    out[_PENDING + Pending.BREAKS] = np.float32(state.breaks) * THIRD
    out[_PENDING + Pending.RETURNING] = np.float32(state.returning) * THIRD
    out[_PENDING + Pending.SENDING] = np.float32(state.sends_special)
    write_carried(state, state.carried_as == Status.REVEALED, out, _PENDING + Pending.CARRIED)
    if state.anchor != NOBODY:
        out[_ANCHOR + state.anchor] = 1.0
    if state.phase == Phase.HEROES:
        write_set(state.visited, out, _VISITED)
    if state.owner != NOBODY:
        out[_OWNER + (np.int64(state.owner) - first) % NUM_HEROES] = 1.0


@compiled
def write_surroundings(state: State, first: Int, out: Array) -> None:
    """Write again what is said of Districts for where the Heroes are: a network need not look it up."""
    for step in range(NUM_HEROES):
        at = np.int64(state.at[(first + step) % NUM_HEROES])
        for district in range(NUM_DISTRICTS):
            out[_STEPS + step * NUM_DISTRICTS + district] = out[_DISTANCES + at * NUM_DISTRICTS + district]
        around = _AROUND + step * (_WIDTH + NUM_TYPES)
        for fact in range(_WIDTH):
            out[around + fact] = out[_DISTRICTS + at * _WIDTH + fact]
        for type in range(NUM_TYPES):
            out[around + _WIDTH + type] = out[_REVEALED + at * NUM_TYPES + type]


_start = FULL_LAYOUT.start
_MOVER, _ASKED, _COVERED = map(_start, ("to move", "asked", "unidentified"))
_CUSTODY, _MOVED, _HAND = map(_start, ("in custody", "being moved", "hand"))


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    """Write everything; see ``FULL_LAYOUT``."""
    observe(setup, state, np.int64(0), out[:_MOVER])
    out[_MOVER + state.seat] = 1.0
    if state.over == 0:
        out[_ASKED + QUESTION_PLACE[state.ask]] = 1.0
    write_hidden(state, out, _COVERED, _CUSTODY, _MOVED, _HAND)
