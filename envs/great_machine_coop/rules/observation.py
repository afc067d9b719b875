"""What the Heroes know as one flat vector, and everything as another; the parts are in :mod:`.observation_layout`."""

from __future__ import annotations

import numpy as np

from ...city.rules import observation as shared
from ...city.rules import state as city
from ...city.rules.citizens import HERO_SIDE
from ...city.rules.observation import (
    Clock,
    Person,
    Place,
    hero_asked,
    is_cast,
    write_carried,
    write_hidden,
    write_set,
    write_shared,
)
from ...city.rules.state import Phase, Status
from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import has, size
from . import observation_layout as parts
from . import state as coop
from .conditions import any_detained
from .guards import guards_to_break, specials_out
from .observation_layout import CoopClock, CoopPending, CoopPerson, CoopPlace, EventAsks, Happened, Level, Progress
from .state import Prepared, State

_TO = shared.starts(parts.LAYOUT)
_start = parts.LAYOUT.start
_LEVEL, _EVENT, _GONE, _ROUND = map(_start, ("difficulty", "City Event", "events gone", "in this round"))
_CARDS, _COUNTS, _MOVES, _SERVANTS = map(_start, ("Directives", "Directive counts", "moves", "Servants"))
_ARRESTED, _LARGE, _CHOSEN, _HELD, _TOKENS = map(_start, ("arrested", "at large", "chosen", "cards", "tokens"))
_TOKEN_TYPES, _ORDERS, _INTEL, _MISSIONS = map(_start, ("token types", "orders", "intel", "missions"))
_PROGRESS, _STEPS, _AROUND, _STANDS_UP = map(_start, ("progress", "steps", "around", "stands up"))
_CARD_WIDTH, _SERVANT_WIDTH = len(parts.Card), len(parts.AServant)
_MISSION_WIDTH, _CONDITIONS, _GAINS = len(parts.MissionStands), len(coop.Condition), len(coop.Gain)


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` knows; see ``LAYOUT``."""
    first = hero_asked(state, seat)
    write_shared(setup, state, seat, first, out, _TO)
    if state.seat == seat and state.over == 0:
        out[parts.QUESTION_PLACE[state.ask]] = 1.0
    write_clock(setup, state, out)
    write_moves(state, first, out)
    write_round(state, out)
    write_event(setup, state, out)
    write_directives(state, out)
    write_districts(setup, state, out)
    write_unseen(state, out)
    if is_cast(state):
        for step in range(city.NUM_HEROES):
            write_person(state, (first + step) % city.NUM_HEROES, step, out)
    if setup.with_missions:
        write_missions(state, first, out)
    write_pending(state, out)
    if is_cast(state):
        write_surroundings(state, first, out)


@compiled
def write_clock(setup: Prepared, state: State, out: Array) -> None:
    stage, marker = np.int64(state.slot) // city.SLOTS_A_STAGE, np.int64(state.marker)
    out[_TO.clock + Clock.SUPPLY] = np.float32(state.riot_tokens) * shared.THIRD
    out[_TO.clock + CoopClock.MARKER] = np.float32(marker) * shared.SEVENTH
    out[_TO.clock + CoopClock.TO_MEET] = np.float32(coop.MARKER_STAGES - marker - stage) * shared.SEVENTH
    out[_TO.clock + CoopClock.EVENTS] = np.float32(size(state.gone_events) / 12)
    out[_TO.clock + CoopClock.SPECIALS] = np.float32(specials_out(state) / coop.NUM_SPECIALS)
    out[_TO.clock + CoopClock.MOVES] = np.float32(size(state.moves) / 13)
    out[_TO.clock + CoopClock.SKIP] = np.float32(state.skip)
    out[_LEVEL + Level.PLAN_GOES_BACK] = np.float32(setup.plan_goes_back)
    out[_LEVEL + Level.MAINTENANCE] = np.float32(setup.maintenance > 0)
    out[_LEVEL + Level.PLAIN_PATROL] = np.float32(setup.plain_patrol)
    out[_LEVEL + Level.MISSIONS] = np.float32(setup.with_missions)


@compiled
def write_moves(state: State, first: Int, out: Array) -> None:
    """Write the Servant Movement cards that are left, and which Servants do nothing; a half stands for what is out."""
    for card in range(coop.NUM_MOVES):
        place = (card - first) % city.NUM_HEROES if card < city.NUM_HEROES else card
        out[_MOVES + place] = np.float32(has(state.moves, card)) + shared.HALF * np.float32(has(state.scrapped, card))
    for servant in range(city.NUM_SERVANTS):
        at = _SERVANTS + _SERVANT_WIDTH * servant
        out[at + parts.AServant.IDLE] = np.float32(state.idle[servant])
        out[at + parts.AServant.LYING] = np.float32(state.lying[servant] != city.NOBODY)
        if state.lying[servant] != city.NOBODY:
            lies_in = _TO.districts + np.int64(state.lying[servant]) * _TO.district_width
            out[lies_in + Place.SERVANT + servant] = shared.HALF
            rounds = np.int64(state.until[servant]) - np.int64(state.week) + 1
            out[_STANDS_UP + servant] = np.float32(rounds) * shared.HALF


@compiled
def write_round(state: State, out: Array) -> None:
    """Write which City Events have been, and what has happened in the round."""
    for number in range(coop.COUNTDOWN_INDEX):
        out[_GONE + number] = np.float32(has(state.gone_events, number))
    out[_ROUND + Happened.ARRESTS] = np.float32(state.arrests)
    out[_ROUND + Happened.SPECIAL] = np.float32(state.special)
    out[_ROUND + Happened.SMASHED] = np.float32(state.smashed) * shared.THIRD
    out[_ROUND + Happened.UNCOVERED] = np.float32(state.uncovered) * shared.THIRD
    out[_ROUND + Happened.DETAINED] = np.float32(any_detained(state))
    out[_ROUND + Happened.PREVENTED] = np.float32(state.prevented)
    out[_ROUND + Happened.PLEDGE_FOR] = np.float32(state.pledge_for) * shared.THIRD


@compiled
def write_event(setup: Prepared, state: State, out: Array) -> None:
    """Write what the City Event asks for and brings."""
    if state.event == city.NOBODY:
        return
    event = np.int64(state.event) - coop.FIRST_EVENT
    write_set(setup.prevent_at[event], out, _EVENT + EventAsks.PREVENT_AT)
    out[_EVENT + EventAsks.PREVENT_FOR] = np.float32(setup.prevent_for[event]) * shared.FIFTH
    write_choice(setup.need[event], out, _EVENT + EventAsks.NEED, _CONDITIONS)
    write_choice(setup.gain[event], out, _EVENT + EventAsks.GAIN, _GAINS)
    write_choice(setup.stops[event], out, _EVENT + EventAsks.STOPS, _CONDITIONS)
    out[_EVENT + EventAsks.SUPPORT + state.support] = 1.0


@compiled(inline=True)
def write_choice(pair: Array, out: Array, at: Int, kinds: Int) -> None:
    """Write one of some kinds, and behind them its number."""
    out[at + pair[0]] = 1.0
    out[at + kinds] = np.float32(pair[1]) * shared.FIFTH


@compiled
def write_directives(state: State, out: Array) -> None:
    known = np.int64(state.hand) if state.hand_known else np.int64(0)
    hidden = np.int64(state.deck) | (np.int64(state.hand) & ~known)
    for directive in range(city.NUM_DIRECTIVES):
        at: Int = _CARDS + _CARD_WIDTH * directive
        out[at + parts.Card.PUBLISHED] = np.float32(has(state.published, directive))
        out[at + parts.Card.USED] = np.float32(has(state.used, directive))
        out[at + parts.Card.IN_HAND] = np.float32(has(known, directive))
        out[at + parts.Card.HIDDEN] = np.float32(has(hidden, directive))
    for place in range(size(state.published)):
        at = _CARDS + _CARD_WIDTH * np.int64(state.order[place])
        out[at + parts.Card.BEFORE] = np.float32(place / city.MAX_PUBLISHED)
    for place in range(state.bottom_size):
        at = _CARDS + _CARD_WIDTH * np.int64(state.bottom[place])
        out[at + parts.Card.AT_BOTTOM] = np.float32(place + 1) * shared.NINTH
    out[_COUNTS + parts.Count.HAND] = np.float32(state.hand != 0)
    out[_COUNTS + parts.Count.DECK] = np.float32(size(state.deck) + np.int64(state.bottom_size)) * shared.NINTH


@compiled
def write_districts(setup: Prepared, state: State, out: Array) -> None:
    """Write of the Districts what this game alone tells."""
    for district in range(city.NUM_DISTRICTS):
        at = _TO.districts + district * _TO.district_width
        out[at + Place.OTHERS] = np.float32(state.specials[district]) * shared.QUARTER
        out[at + CoopPlace.TOKEN] = np.float32(has(state.tokens, district))
        out[at + CoopPlace.CORE] = np.float32(has(state.cores, district))
        out[at + CoopPlace.DRONE] = np.float32(has(state.drones, district))
        out[at + CoopPlace.AMBUSH] = np.float32(state.ambush == district)
        out[at + CoopPlace.POST] = np.float32(state.post == district)
        out[at + CoopPlace.UNDERGROUND] = np.float32(state.underground == district)
        out[at + CoopPlace.REMOTE] = np.float32(state.remote == district)
        if state.event != city.NOBODY:
            event = np.int64(state.event) - coop.FIRST_EVENT
            out[at + CoopPlace.PREVENTS] = np.float32(has(setup.prevent_at[event], district))


@compiled
def write_unseen(state: State, out: Array) -> None:
    """Write who is surely arrested, and who is face down somewhere."""
    for type in range(city.NUM_TYPES):
        sure = np.int64(state.sure[HERO_SIDE, type])
        hidden = np.int64(state.citizens[city.ARRESTED, Status.UNIDENTIFIED, type]) - sure
        for district in range(city.NUM_DISTRICTS):
            hidden += np.int64(state.citizens[district, Status.UNIDENTIFIED, type])
        if state.carried == type and state.carried_as == Status.UNIDENTIFIED:
            hidden += 1
        out[_ARRESTED + type] = np.float32(sure) * shared.FIFTH
        out[_LARGE + type] = np.float32(hidden) * shared.FIFTH


@compiled
def write_person(state: State, hero: Int, step: Int, out: Array) -> None:
    """Write of a Hero what this game alone tells, in the rows of number ``step``."""
    at = _TO.heroes + step * _TO.hero_width
    on = state.phase == Phase.HEROES and state.cursor == hero
    out[at + Person.OVER] = np.float32(state.went[hero])
    out[at + CoopPerson.ACTS] = np.float32(on * state.acts) * shared.HALF
    out[at + CoopPerson.PLEDGE] = np.float32((state.pledge_for > 0) * state.pledge[hero]) * shared.FIFTH
    out[at + CoopPerson.PLACED] = np.float32(state.token_at[hero] != city.NOBODY)
    out[at + CoopPerson.HELD] = np.float32(state.held[hero]) * shared.THIRD
    out[at + CoopPerson.BONDS] = np.float32(state.bonds[hero]) * shared.SIXTH
    for servant in range(city.NUM_SERVANTS):
        out[at + CoopPerson.ORDER + servant] = np.float32(state.orders[servant] == coop.WITH_HERO + hero)
    out[at + CoopPerson.LEADER] = np.float32(state.leader == hero)
    if state.chosen[hero] != city.NOBODY:
        out[_CHOSEN + step * city.NUM_DISTRICTS + state.chosen[hero]] = 1.0
    write_set(state.cards[hero], out, _HELD + step * city.NUM_DISTRICTS)


@compiled
def write_missions(state: State, first: Int, out: Array) -> None:
    for letter in range(len(coop.LETTERS)):
        at = _MISSIONS + _MISSION_WIDTH * np.int64(state.missions[letter])
        reached = np.int64(has(state.active, letter)) + np.int64(has(state.done, letter))
        out[at + parts.MissionStands.TO_COME + reached] = 1.0
    write_tokens(state, first, out)
    out[_PROGRESS + Progress.POST_TRUST] = np.float32(state.post_trust) * shared.EIGHTH
    out[_PROGRESS + Progress.BONDS_SHOWN] = np.float32(state.bonds_shown) * shared.EIGHTH
    out[_PROGRESS + Progress.CONTROLS] = np.float32(state.controls) * shared.THIRD
    out[_PROGRESS + Progress.TAMED] = np.float32(state.tamed) * shared.FIFTH
    out[_PROGRESS + Progress.SENDS] = np.float32(state.sends) * shared.THIRD


@compiled
def write_tokens(state: State, first: Int, out: Array) -> None:
    """Write where the Hero, Order and Intel tokens are."""
    for step in range(city.NUM_HEROES):
        hero = (first + step) % city.NUM_HEROES
        place = np.int64(state.token_at[hero])
        if place != city.NOBODY:
            out[_TOKENS + step * city.NUM_DISTRICTS + place] = 1.0
            out[_TO.districts + place * _TO.district_width + CoopPlace.HERO_TOKENS] += shared.THIRD
        if state.token_as[hero] != city.NOBODY:
            out[_TOKEN_TYPES + step * city.NUM_TYPES + state.token_as[hero]] = 1.0
    for servant in range(city.NUM_SERVANTS):
        place = np.int64(state.orders[servant])
        if 0 <= place < city.NUM_DISTRICTS:
            out[_ORDERS + servant * city.NUM_DISTRICTS + place] = 1.0
            out[_TO.districts + place * _TO.district_width + CoopPlace.ORDERS] += shared.THIRD
    delivered = 0
    for token in range(coop.NUM_TOKENS):
        place = np.int64(state.intel_at[token])
        if place == coop.DELIVERED:
            delivered += 1
        elif place != city.NOBODY:
            out[_INTEL + place * city.NUM_TYPES + state.intel_as[token]] += shared.THIRD
    out[_PROGRESS + Progress.DELIVERED] = np.float32(delivered) * shared.THIRD


@compiled
def write_pending(state: State, out: Array) -> None:
    """Write of what is half said what this game alone tells."""
    out[_TO.pending + CoopPending.DIE_SPECIAL] = np.float32(state.die_special)
    out[_TO.pending + CoopPending.RISES] = np.float32(state.rise + state.finds) * shared.THIRD
    out[_TO.pending + CoopPending.BREAKS] = np.float32(guards_to_break(state)) * shared.THIRD
    out[_TO.pending + CoopPending.RETURNING] = np.float32(state.returning) * shared.THIRD
    out[_TO.pending + CoopPending.SENDING] = np.float32(state.sends_special)
    write_carried(state, state.carried_as == Status.REVEALED, out, _TO.pending + CoopPending.CARRIED)


@compiled
def write_surroundings(state: State, first: Int, out: Array) -> None:
    """Write again what is said of Districts for where the Heroes are: a network need not look it up."""
    for step in range(city.NUM_HEROES):
        at = np.int64(state.at[(first + step) % city.NUM_HEROES])
        for district in range(city.NUM_DISTRICTS):
            out[_STEPS + step * city.NUM_DISTRICTS + district] = out[_TO.distances + at * city.NUM_DISTRICTS + district]
        around = _AROUND + step * (_TO.district_width + city.NUM_TYPES)
        for fact in range(_TO.district_width):
            out[around + fact] = out[_TO.districts + at * _TO.district_width + fact]
        for type in range(city.NUM_TYPES):
            out[around + _TO.district_width + type] = out[_TO.revealed + at * city.NUM_TYPES + type]


_start = parts.FULL_LAYOUT.start
_MOVER, _ASKED, _COVERED = map(_start, ("to move", "asked", "unidentified"))
_CUSTODY, _MOVED, _HAND = map(_start, ("in custody", "being moved", "hand"))


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    """Write everything; see ``FULL_LAYOUT``."""
    observe(setup, state, np.int64(0), out[:_MOVER])
    out[_MOVER + state.seat] = 1.0
    if state.over == 0:
        out[_ASKED + parts.QUESTION_PLACE[state.ask]] = 1.0
    write_hidden(state, out, _COVERED, _CUSTODY, _MOVED, _HAND)
