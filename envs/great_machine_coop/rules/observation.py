"""What the Heroes know as one flat vector, and everything as another; the parts are in :mod:`.observation_layout`."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import HERO_SIDE, supporters
from ...city.rules.state import (
    ALL_HEROES,
    ARRESTED,
    MAX_PUBLISHED,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_STATUSES,
    NUM_TYPES,
    PLAN_END,
    SLOTS_A_STAGE,
    TRACK_END,
    Ask,
    Phase,
    Status,
)
from ...city.rules.tracks import riots_won
from ...great_machine.rules.observation import write_district, write_neighbours, write_seat_and_trust
from ...table.compilation.compile import compiled
from ...table.layout import Layout
from ...table.records import Array, Int
from ...table.sets import size
from .conditions import any_detained
from .guards import specials_out
from .observation_layout import DISTRICT_FACTS, FULL_LAYOUT, HERO_FACTS, LAYOUT, QUESTION_PLACE
from .state import (
    COUNTDOWN_INDEX,
    DELIVERED,
    FIRST_EVENT,
    LETTERS,
    MARKER_STAGES,
    NUM_CONDITIONS,
    NUM_GAINS,
    NUM_MOVES,
    NUM_SPECIALS,
    NUM_TOKENS,
    WITH_HERO,
    Prepared,
    State,
)

_OF = {part.name: LAYOUT.slice(part.name).start for part in LAYOUT.parts}
_PHASE, _CLOCK_AT, _STAGE, _LEVEL_AT = (_OF[name] for name in ("phase", "clock", "stage", "difficulty"))
_EVENT_AT, _GONE, _ROUND_AT, _CARDS_AT = (_OF[n] for n in ("City Event", "events gone", "in this round", "Directives"))
_COUNTS, _MOVES, _SERVANTS, _DISTRICTS = (_OF[n] for n in ("Directive counts", "moves", "Servants", "Districts"))
_REVEALED, _ARRESTED, _LARGE, _CONNECTED = (_OF[n] for n in ("revealed", "arrested", "at large", "connected"))
_DISTANCES, _HEROES, _WHO, _WHERE = (_OF[n] for n in ("distances", "Heroes", "who", "where"))
_BEGAN, _CHOSEN, _HELD, _TOKENS = (_OF[n] for n in ("began", "chosen", "cards", "tokens"))
_TOKEN_TYPES, _ORDERS, _INTEL, _MISSIONS = (_OF[n] for n in ("token types", "orders", "intel", "missions"))
_PROGRESS_AT, _PENDING_AT, _ANCHOR, _VISITED = (_OF[n] for n in ("progress", "pending", "anchor", "visited"))
_OWNER, _STEPS, _AROUND = (_OF[name] for name in ("owner", "steps", "around"))
_NEED_AT = _EVENT_AT + NUM_DISTRICTS + 1
_GAIN_AT = _NEED_AT + NUM_CONDITIONS + 1
_STOPS_AT = _GAIN_AT + NUM_GAINS + 1
_SUPPORT_AT = _STOPS_AT + NUM_CONDITIONS + 1
_WIDTH, _HERO_WIDTH = len(DISTRICT_FACTS), len(HERO_FACTS)
_FIFTH, _SIXTH, _QUARTER = np.float32(0.2), np.float32(1 / 6), np.float32(0.25)
_HALF, _THIRD, _NINTH, _EIGHTH = np.float32(0.5), np.float32(1 / 3), np.float32(1 / 9), np.float32(0.125)
_SEVENTH = np.float32(1 / 7)


def layout(options: object) -> Layout:
    """Return the layout of a seat's observation."""
    return LAYOUT


@compiled
def observe(setup: Prepared, state: State, seat: Int, out: Array) -> None:
    """Write what ``seat`` knows; see ``LAYOUT``."""
    if state.seat == seat and state.over == 0:
        out[QUESTION_PLACE[state.ask]] = 1.0
    out[_PHASE + state.phase] = 1.0
    first = first_hero(state, seat)
    write_clock(setup, state, out)
    write_moves(state, first, out)
    write_event(setup, state, out)
    write_directives(state, out)
    write_districts(setup, state, first, out)
    write_heroes(setup, state, seat, first, out)
    write_missions(setup, state, first, out)
    write_pending(setup, state, first, out)
    if state.phase != Phase.CHOOSING:  # nobody is anywhere before
        write_surroundings(state, first, out)


@compiled
def first_hero(state: State, seat: Int) -> Int:
    """Return the Hero from which a seat's observation is written."""
    if state.seat == seat and state.hero != NOBODY:
        return np.int64(state.hero)
    for hero in range(NUM_HEROES):
        if state.runs[hero] == seat:
            return np.int64(hero)
    return np.int64(0)


@compiled
def write_clock(setup: Prepared, state: State, out: Array) -> None:
    at, slot = _CLOCK_AT, np.int64(state.slot)
    out[at] = np.float32(np.int64(state.week) / 13)
    out[at + 1] = np.float32(np.int64(state.plan) / PLAN_END)
    out[at + 2] = np.float32(slot / TRACK_END)
    out[at + 3] = np.float32(np.int64(state.slot_before) / TRACK_END)
    out[at + 4] = np.float32(SLOTS_A_STAGE - slot % SLOTS_A_STAGE) * _THIRD
    out[at + 5] = np.float32(riots_won(state)) * _THIRD
    out[at + 6] = np.float32(state.riot_tokens) * _THIRD
    out[at + 7] = np.float32(state.crowd[ARRESTED]) * _FIFTH
    out[at + 8] = np.float32(state.marker) * _SEVENTH
    out[at + 9] = np.float32(MARKER_STAGES - np.int64(state.marker) - slot // SLOTS_A_STAGE) * _SEVENTH
    out[at + 10] = np.float32(size(state.gone_events) / 12)
    out[at + 11] = np.float32(specials_out(state) / NUM_SPECIALS)
    out[at + 12] = np.float32(size(state.moves) / 13)
    out[at + 13] = np.float32(state.skip)
    out[_STAGE + slot // SLOTS_A_STAGE] = 1.0
    out[_LEVEL_AT] = np.float32(setup.plan_goes_back)
    out[_LEVEL_AT + 1] = np.float32(setup.maintenance > 0)
    out[_LEVEL_AT + 2] = np.float32(setup.plain_patrol)
    out[_LEVEL_AT + 3] = np.float32(setup.with_missions)


@compiled
def write_moves(state: State, first: Int, out: Array) -> None:
    """Write the Servant Movement cards that are left, and which Servants do nothing."""
    for card in range(NUM_MOVES):
        place = (card - first) % NUM_HEROES if card < NUM_HEROES else card
        out[_MOVES + place] = np.float32(state.moves >> card & 1)
    for servant in range(NUM_SERVANTS):
        out[_SERVANTS + 2 * servant] = np.float32(state.idle[servant])
        out[_SERVANTS + 2 * servant + 1] = np.float32(state.lying[servant] != NOBODY)


@compiled
def write_event(setup: Prepared, state: State, out: Array) -> None:
    """Write what the City Event asks for, and what has happened in the round."""
    for number in range(COUNTDOWN_INDEX):
        out[_GONE + number] = np.float32(state.gone_events >> number & 1)
    at = _ROUND_AT
    out[at] = np.float32(state.arrests)
    out[at + 1] = np.float32(state.special)
    out[at + 2] = np.float32(state.smashed) * _THIRD
    out[at + 3] = np.float32(state.uncovered) * _THIRD
    out[at + 4] = np.float32(any_detained(state))
    out[at + 5] = np.float32(state.prevented)
    out[at + 6] = np.float32(state.pledge_for) * _THIRD
    if state.event == NOBODY:
        return
    event = np.int64(state.event) - FIRST_EVENT
    for district in range(NUM_DISTRICTS):
        out[_EVENT_AT + district] = np.float32(setup.prevent_at[event] >> district & 1)
    out[_EVENT_AT + NUM_DISTRICTS] = np.float32(setup.prevent_for[event]) * _FIFTH
    write_choice(setup.need[event], out, _NEED_AT, NUM_CONDITIONS)
    write_choice(setup.gain[event], out, _GAIN_AT, NUM_GAINS)
    write_choice(setup.stops[event], out, _STOPS_AT, NUM_CONDITIONS)
    out[_SUPPORT_AT + state.support] = 1.0


@compiled(inline=True)
def write_choice(pair: Int, out: Array, at: Int, kinds: Int) -> None:
    """Write one of some kinds, and behind them its number."""
    out[at + pair[0]] = 1.0
    out[at + kinds] = np.float32(pair[1]) * _FIFTH


@compiled
def write_directives(state: State, out: Array) -> None:
    known = np.int64(state.hand) if state.hand_known else np.int64(0)
    hidden = np.int64(state.deck) | (np.int64(state.hand) & ~known)
    for directive in range(NUM_DIRECTIVES):
        at = _CARDS_AT + 6 * directive
        out[at] = np.float32(state.published >> directive & 1)
        out[at + 2] = np.float32(state.used >> directive & 1)
        out[at + 3] = np.float32(known >> directive & 1)
        out[at + 5] = np.float32(hidden >> directive & 1)
    for place in range(size(state.published)):
        out[_CARDS_AT + 6 * np.int64(state.order[place]) + 1] = np.float32(place / MAX_PUBLISHED)
    for place in range(state.bottom_size):
        out[_CARDS_AT + 6 * np.int64(state.bottom[place]) + 4] = np.float32(place + 1) * _NINTH
    out[_COUNTS] = np.float32(state.hand != 0)
    out[_COUNTS + 1] = np.float32(size(state.deck) + np.int64(state.bottom_size)) * _NINTH


@compiled
def write_districts(setup: Prepared, state: State, first: Int, out: Array) -> None:
    for district in range(NUM_DISTRICTS):
        at = _DISTRICTS + district * _WIDTH
        write_district(setup, state, district, out, at)
        write_neighbours(state, district, out, _CONNECTED, _DISTANCES)
        unidentified = np.int64(0)
        for type in range(NUM_TYPES):
            unidentified += np.int64(state.citizens[district, Status.UNIDENTIFIED, type])
            out[_REVEALED + district * NUM_TYPES + type] = (
                np.float32(state.citizens[district, Status.REVEALED, type]) * _FIFTH
            )
        out[at + 3] = np.float32(unidentified) * _SIXTH
        out[at + 4] = np.float32(state.specials[district]) * _QUARTER
        out[at + 19] = np.float32(supporters(state, district)) * _SIXTH
        out[at + 21] = np.float32(state.tokens >> district & 1)
        out[at + 25] = np.float32(state.cores >> district & 1)
        out[at + 26] = np.float32(state.drones >> district & 1)
        out[at + 27] = np.float32(state.ambush == district)
        out[at + 28] = np.float32(state.post == district)
        out[at + 29] = np.float32(state.underground == district)
        out[at + 30] = np.float32(state.remote == district)
        if state.event != NOBODY:
            event = np.int64(state.event) - FIRST_EVENT
            out[at + 22] = np.float32(setup.prevent_at[event] >> district & 1)
    write_types(state, out)
    for servant in range(NUM_SERVANTS):
        if state.servants[servant] != NOBODY:
            out[_DISTRICTS + np.int64(state.servants[servant]) * _WIDTH + 10 + servant] = 1.0
    if state.tile != NOBODY:
        out[_DISTRICTS + np.int64(state.tile) * _WIDTH + 20] = 1.0


@compiled
def write_types(state: State, out: Array) -> None:
    """Write who is surely arrested, and who is face down somewhere."""
    for type in range(NUM_TYPES):
        sure = np.int64(state.sure[HERO_SIDE, type])
        hidden = np.int64(state.citizens[ARRESTED, Status.UNIDENTIFIED, type]) - sure
        for district in range(NUM_DISTRICTS):
            hidden += np.int64(state.citizens[district, Status.UNIDENTIFIED, type])
        if state.carried == type and state.carried_as == Status.UNIDENTIFIED:
            hidden += 1
        out[_ARRESTED + type] = np.float32(sure) * _FIFTH
        out[_LARGE + type] = np.float32(hidden) * _FIFTH


@compiled
def write_heroes(setup: Prepared, state: State, seat: Int, first: Int, out: Array) -> None:
    if state.phase == Phase.CHOOSING:  # nobody is anywhere yet
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
        if state.chosen[hero] != NOBODY:
            out[_CHOSEN + step * NUM_DISTRICTS + state.chosen[hero]] = 1.0
        for card in range(NUM_DISTRICTS):
            out[_HELD + step * NUM_DISTRICTS + card] = np.float32(state.cards[hero] >> card & 1)


@compiled
def write_hero(setup: Prepared, state: State, seat: Int, hero: Int, step: Int, out: Array) -> None:
    at = _HEROES + step * _HERO_WIDTH
    on = write_seat_and_trust(setup, state, seat, hero, out, at)
    out[at + 5] = np.float32(state.went[hero])
    out[at + 9] = np.float32(state.acts) * _HALF if on else np.float32(0.0)
    out[at + 10] = np.float32(state.pledge[hero]) * _FIFTH if state.pledge_for else np.float32(0.0)
    out[at + 11] = np.float32(state.token_at[hero] != NOBODY)
    out[at + 12] = np.float32(state.held[hero]) * _THIRD
    out[at + 13] = np.float32(state.bonds[hero]) * _SIXTH
    for servant in range(NUM_SERVANTS):
        out[at + 14 + servant] = np.float32(state.orders[servant] == WITH_HERO + hero)
    out[at + 17] = np.float32(state.leader == hero)


@compiled
def write_missions(setup: Prepared, state: State, first: Int, out: Array) -> None:
    if not setup.with_missions:
        return
    for letter in range(len(LETTERS)):
        at = _MISSIONS + 3 * np.int64(state.missions[letter])
        done, active = state.done >> letter & 1, state.active >> letter & 1
        out[at + done + active] = 1.0
    for step in range(NUM_HEROES):
        hero = (first + step) % NUM_HEROES
        if state.token_at[hero] != NOBODY:
            out[_TOKENS + step * NUM_DISTRICTS + state.token_at[hero]] = 1.0
            out[_DISTRICTS + np.int64(state.token_at[hero]) * _WIDTH + 23] += _THIRD
        if state.token_as[hero] != NOBODY:
            out[_TOKEN_TYPES + step * NUM_TYPES + state.token_as[hero]] = 1.0
    for servant in range(NUM_SERVANTS):
        place = np.int64(state.orders[servant])
        if 0 <= place < NUM_DISTRICTS:
            out[_ORDERS + servant * NUM_DISTRICTS + place] = 1.0
            out[_DISTRICTS + place * _WIDTH + 24] += _THIRD
    delivered = 0
    for token in range(NUM_TOKENS):
        place = np.int64(state.intel_at[token])
        if place == DELIVERED:
            delivered += 1
        elif place != NOBODY:
            out[_INTEL + place * NUM_TYPES + state.intel_as[token]] += _THIRD
    at = _PROGRESS_AT
    out[at] = np.float32(state.post_trust) * _EIGHTH
    out[at + 1] = np.float32(state.bonds_shown) * _EIGHTH
    out[at + 2] = np.float32(delivered) * _THIRD
    out[at + 3] = np.float32(state.controls) * _THIRD
    out[at + 4] = np.float32(state.tamed) * _FIFTH
    out[at + 5] = np.float32(state.sends) * _THIRD


@compiled
def write_pending(setup: Prepared, state: State, first: Int, out: Array) -> None:
    """Write what is half said."""
    at = _PENDING_AT
    if state.phase == Phase.OPENING or state.pledge_for:
        out[at] = np.float32(np.int64(state.amount) / 12)
    out[at + 1] = np.float32(state.die) * _FIFTH
    out[at + 2] = np.float32(state.die_special)
    out[at + 3] = np.float32(state.rise + state.finds) * _THIRD
    out[at + 4] = np.float32(state.breaks) * _THIRD
    out[at + 5] = np.float32(state.returning) * _THIRD
    out[at + 6] = np.float32(state.ask == Ask.SEND_TO and state.amount > 0)
    if state.carried != NOBODY:
        out[at + 7 + state.carried_as] = 1.0
        if state.carried_as == Status.REVEALED:
            out[at + 7 + NUM_STATUSES + state.carried] = 1.0
    if state.anchor != NOBODY:
        out[_ANCHOR + state.anchor] = 1.0
    if state.phase == Phase.HEROES:
        for district in range(NUM_DISTRICTS):
            out[_VISITED + district] = np.float32(state.visited >> district & 1)
    if state.ask == Ask.CARD:
        out[_OWNER + (np.int64(state.amount) - first) % NUM_HEROES] = 1.0


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


_FULL = {part.name: FULL_LAYOUT.slice(part.name).start for part in FULL_LAYOUT.parts}
_MOVER, _ASKED_AT, _COVERED = _FULL["to move"], _FULL["asked"], _FULL["unidentified"]
_CUSTODY, _MOVED, _HAND = _FULL["in custody"], _FULL["being moved"], _FULL["hand"]


@compiled
def reveal(setup: Prepared, state: State, out: Array) -> None:
    """Write everything; see ``FULL_LAYOUT``."""
    observe(setup, state, np.int64(0), out[:_MOVER])
    out[_MOVER + state.seat] = 1.0
    if state.over == 0:
        out[_ASKED_AT + QUESTION_PLACE[state.ask]] = 1.0
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
