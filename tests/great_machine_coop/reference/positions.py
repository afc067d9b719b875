"""Made-up positions of the co-operative game at the beginning of an Access Phase."""

from __future__ import annotations

from typing import Any

import numpy as np
from great_machine.random_positions import any_guards

from cogitable.envs.city.rules.state import (
    ALL_DISTRICTS,
    ARRESTED,
    NOBODY,
    NUM_CITIZENS,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_MINOR,
    NUM_SERVANTS,
    NUM_TYPES,
    OF_EACH_TYPE,
    PLAN_END,
    RIOT_STAGE,
    SLOTS_A_STAGE,
    TRACK_END,
    Ask,
    District,
    Status,
)
from cogitable.envs.great_machine_coop.rules import state as s
from cogitable.envs.table import Setup, Tables

NONE = NOBODY
OPEN, DONE = 1, 2
STAGES = ((OPEN, OPEN, 0), (DONE, OPEN, 0), (OPEN, DONE, 0), (DONE, DONE, OPEN), (DONE, DONE, DONE))
"""How far Missions A, B and C may have come."""


def any_position(setup: Setup, seed: int, event: int | None = None) -> np.ndarray:
    """Return a position of a random game with everything on the table changed at random, shape (1,).

    The City Event is one at random, unless its index is given.
    """
    rng = np.random.default_rng(seed)
    tables = Tables(setup, 1, seed=seed, auto_reset=False)
    while tables.states["ask"][0] != Ask.ACCESS or not tables.states["decisions"][0]:
        tables.step(np.array([rng.choice(np.flatnonzero(tables.masks[0]))]))
    while tables.states["ask"][0] != Ask.ACCESS or tables.states["cursor"][0]:
        tables.step(np.array([rng.choice(np.flatnonzero(tables.masks[0]))]))
    states = tables.states.copy()
    state = states[0]
    stage = STAGES[rng.integers(len(STAGES))] if setup.record["with_missions"][0] else ()
    _change_citizens(setup, state, rng)
    _change_guards(setup, state, rng)
    _change_tracks(setup, state, rng, stage.count(DONE) if stage else 3)
    _change_event(setup, state, rng, event)
    _change_directives(state, rng)
    _change_servants(setup, state, rng)
    for hero in range(NUM_HEROES):
        _change_hero(setup, state, hero, rng)
    _change_missions(state, rng, stage)
    return states


def rallying_position(setup: Setup, seed: int) -> np.ndarray:
    """Return a position in which the leader of the rebellion stays, undetained, and can start a Riot."""
    states = any_position(setup, seed, s.COUNTDOWN_INDEX)
    state, rng = states[0], np.random.default_rng(seed)
    for name in ("token_at", "token_as", "intel_at", "intel_as", "post"):
        state[name] = NONE
    state["post_trust"] = 0
    leader = state["leader"] = rng.integers(NUM_HEROES)
    here = int(state["at"][leader])
    state["active"] = state["done"] = 7
    state["held"], state["riots"], state["raids"], state["riot_tokens"] = 0, 0, 0, 3
    state["held"][leader] = rng.integers(1, 4)
    state["slot"], state["marker"], state["plan"] = 16, 0, 1
    state["cards"][leader], state["servants"] = 1 << here, (here + 1) % NUM_DISTRICTS
    state["lying"], state["moves"] = NONE, 1 << s.MoveCard.PATROL | s.MAINTENANCE_CARDS
    state["trust"] = setup.record["limit"][0, state["heroes"]]
    return states


def _change_citizens(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    kinds = rng.permutation(np.repeat(np.arange(NUM_TYPES), OF_EACH_TYPE))
    squares = [place for place, room in enumerate(setup.record["room"][0]) for _ in range(room)]
    squares += [ARRESTED] * int(rng.choice([0, 1, 4, 12]))
    places = rng.permutation(squares)[:NUM_CITIZENS]
    state["citizens"] = 0
    share = rng.random()
    for kind, place in zip(kinds, [*places, *([ARRESTED] * (NUM_CITIZENS - len(places)))], strict=True):
        shown = place != ARRESTED and rng.random() < share
        state["citizens"][place, Status.REVEALED if shown else Status.UNIDENTIFIED, kind] += 1
    state["crowd"] = state["citizens"].sum(axis=(1, 2))
    state["sure"][1] = rng.integers(state["citizens"][ARRESTED, Status.UNIDENTIFIED] + 1)


def _change_guards(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    room = setup.record["guard_room"][0].astype(int)
    state["guards"], state["broken"], state["specials"] = *any_guards(room, rng), 0
    for _ in range(rng.choice([0, 3, s.NUM_SPECIALS - 1, s.NUM_SPECIALS])):
        free = np.flatnonzero(state["guards"] + state["broken"] < room)
        if len(free):
            place = rng.choice(free)
            state["guards"][place] += 1
            state["specials"][place] += 1


def _change_tracks(setup: Setup, state: Any, rng: np.random.Generator, tokens: int) -> None:
    state["plan"] = rng.choice([*range(1, PLAN_END), *range(1, 8)])
    before_stages = range(SLOTS_A_STAGE - 1, TRACK_END, SLOTS_A_STAGE)
    top = [TRACK_END] * 8
    state["slot"] = rng.choice([*range(TRACK_END), *before_stages, *before_stages, *top])
    state["slot_before"] = state["slot"]
    stage = state["slot"] // SLOTS_A_STAGE
    state["marker"] = rng.integers(s.MARKER_STAGES - stage)
    most = min(tokens, 2 - (stage == RIOT_STAGE))
    riots = rng.choice(NUM_DISTRICTS, rng.integers(most + 1), replace=False)
    state["riots"] = sum(1 << int(one) for one in riots)
    state["riot_tokens"] = tokens - len(riots)
    state["raids"] = 0
    for place in riots:
        if state["citizens"][place, Status.REVEALED, : min(stage, 5)].any() and rng.random() < 0.8:
            state["raids"] |= 1 << int(place)
    state["tokens"] = rng.integers(1 << NUM_DISTRICTS)


def _change_event(setup: Setup, state: Any, rng: np.random.Generator, event: int | None) -> None:
    week = int(rng.integers(2, 16)) if event != s.COUNTDOWN_INDEX else 14
    if event is not None and event != s.COUNTDOWN_INDEX:
        week = min(week, s.NUM_DRAWN_EVENTS)
    gone = rng.choice(s.COUNTDOWN_INDEX, min(week, s.NUM_DRAWN_EVENTS), replace=False).tolist()
    if week > s.NUM_DRAWN_EVENTS:
        gone.append(s.COUNTDOWN_INDEX)
    elif event is not None and event not in gone:
        gone[-1] = event
    now = gone[-1] if event is None else event
    state["week"], state["event"] = week, s.FIRST_EVENT + now
    state["gone_events"] = sum(1 << one for one in gone if one != s.COUNTDOWN_INDEX)
    state["support"] = setup.record["support"][0, now]


def _change_directives(state: Any, rng: np.random.Generator) -> None:
    kinds = rng.permutation(NUM_DIRECTIVES).tolist()
    published, bottom = rng.choice([0, 1, 2, 3, 3, 3]), rng.integers(3)
    hand = int(rng.random() < 0.5)
    state["order"], state["bottom"], state["bottom_size"] = NONE, NONE, bottom
    state["order"][:published] = kinds[:published]
    state["published"] = sum(1 << one for one in kinds[:published])
    rest = kinds[published:]
    state["bottom"][:bottom] = rest[:bottom]
    state["hand"] = sum(1 << one for one in rest[bottom : bottom + hand])
    state["hand_known"] = hand * rng.integers(2)
    rest = rest[bottom + hand :]
    state["deck"] = sum(1 << one for one in rest[: rng.choice([0, len(rest), rng.integers(len(rest) + 1)])])


def _change_servants(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    favoured = [
        *range(NUM_DISTRICTS),
        *np.flatnonzero(state["raids"] >> np.arange(9) & 1),
        District.TOWER,
        District.NEXUS,
    ]
    state["servants"] = rng.choice(favoured, 1 if rng.random() < 0.3 else NUM_SERVANTS)
    cards = [one for one in range(s.NUM_MOVES) if one < s.MoveCard.MAINTENANCE_1 or setup.record["maintenance"][0]]
    left = rng.choice(cards, rng.integers(3, len(cards) + 1), replace=False)
    state["moves"] = sum(1 << int(one) for one in left)
    state["scrapped"] = 0


def _change_hero(setup: Setup, state: Any, hero: int, rng: np.random.Generator) -> None:
    state["at"][hero] = state["began"][hero] = rng.integers(NUM_DISTRICTS)
    limit = setup.record["limit"][0, state["heroes"][hero]]
    state["trust"][hero] = rng.choice([rng.integers(limit + 1), limit])
    lost = rng.choice(NUM_DISTRICTS, rng.choice([0, 1, 1, 2, 5, 7, 8]), replace=False)
    state["cards"][hero] = ALL_DISTRICTS & ~sum(1 << int(card) for card in lost)


# Missions


def _change_missions(state: Any, rng: np.random.Generator, stage: tuple[int, ...]) -> None:
    for name in ("token_at", "token_as", "ambush", "orders", "post", "intel_at", "intel_as"):
        state[name] = NONE
    for name in ("remote", "underground", "leader", "lying"):
        state[name] = NONE
    for name in ("held", "post_trust", "cores", "controls", "drones", "tamed", "bonds", "bonds_shown", "skip"):
        state[name] = 0
    state["until"] = 0
    state["active"] = sum(1 << letter for letter, how in enumerate(stage) if how)
    state["done"] = sum(1 << letter for letter, how in enumerate(stage) if how == DONE)
    for letter, how in enumerate(stage):
        if how:
            _change_mission(state, rng, int(state["missions"][letter]), how == DONE)


def _any_bits(rng: np.random.Generator, members: Any, number: int) -> int:
    return sum(1 << int(one) for one in rng.choice(members, min(number, len(members)), replace=False))


def _change_mission(state: Any, rng: np.random.Generator, mission: int, done: bool) -> None:
    anywhere, minor = range(NUM_DISTRICTS), range(NUM_MINOR)
    law = (District.CITADEL, District.TOWER, District.NEXUS)
    if mission == s.Mission.TRAP:
        _lay_tokens(state, rng, minor, done)
        if done and rng.random() < 0.7:
            state["ambush"] = rng.choice(minor)
        elif done:
            servant = rng.integers(NUM_SERVANTS)
            state["lying"][servant], state["servants"][servant] = rng.choice(minor), NONE
            state["until"][servant] = state["week"]
    elif mission in (s.Mission.FORGERY, s.Mission.REMOTE_ACCESS):
        _lay_tokens(state, rng, law, done)
        if done and mission == s.Mission.REMOTE_ACCESS:
            state["remote"] = rng.choice(law)
        elif done and rng.random() < 0.3:
            state["event"], state["support"] = NONE, 0
    elif mission == s.Mission.WEAKNESSES and (done or state["week"] > 1):
        places = [*([] if done else anywhere), *[s.WITH_HERO + hero for hero in range(3)] * 3]
        state["orders"] = rng.choice(places, NUM_SERVANTS)
    elif mission in (s.Mission.CLASSES, s.Mission.FALSIFICATION) and not done:
        names = ("token_at", "token_as") if mission == s.Mission.CLASSES else ("intel_at", "intel_as")
        _attach(state, rng, *names)
    elif mission == s.Mission.SELF_DESTRUCT and not done:
        state["post"], state["post_trust"] = rng.choice(anywhere), rng.integers(9)
    elif mission == s.Mission.LEADER:
        leader = rng.integers(3)
        if done:
            state["leader"], state["held"][leader] = leader, rng.choice([0, 1, 2, 3, 3, 3])
        else:
            np.add.at(state["held"], rng.choice([leader, leader, 0, 1, 2], 3), 1)
    elif mission == s.Mission.GUARD_CONTROL:
        regular = np.flatnonzero(state["guards"] - state["specials"] > 0)
        if done:
            state["controls"] = rng.integers(4)
        else:
            state["cores"] = _any_bits(rng, regular, rng.integers(4))
    elif mission == s.Mission.TWEAK:
        places = rng.choice(anywhere, 3, replace=False)
        state["drones"], state["tamed"] = sum(1 << int(one) for one in places), int(done)
        _lay_tokens(state, rng, places, done)
    elif mission == s.Mission.DISCLOSURE and not done:
        state["bonds"], state["bonds_shown"] = rng.integers(7, size=3), rng.integers(7)
    elif mission == s.Mission.RESISTANCE and done:
        state["underground"] = rng.choice(minor)
    elif mission == s.Mission.RESISTANCE:
        places = rng.choice(minor, 3, replace=False)
        state["token_at"] = np.where(rng.random(3) < 0.5, places, NONE)


def _lay_tokens(state: Any, rng: np.random.Generator, places: Any, done: bool) -> None:
    """Put the Hero tokens of a Mission somewhere, rather so that it can be completed."""
    if not done:
        at = rng.choice(places, 3, replace=rng.random() < 0.5)
        if rng.random() < 0.3:
            at[:] = at[0]
        state["token_at"] = np.where(rng.random(3) < 0.7, at, NONE)


def _attach(state: Any, rng: np.random.Generator, places: str, types: str) -> None:
    """Attach tokens to revealed Citizens, to none two."""
    there = [(d, t) for d, t in np.argwhere(state["citizens"][:NUM_DISTRICTS, Status.REVEALED] > 0)]
    for number, index in enumerate(rng.permutation(len(there))[: rng.integers(4)]):
        state[places][number], state[types][number] = there[index]
    if places == "intel_at" and state[places][0] != NONE and rng.random() < 0.6:
        state[places][0], state[types][0] = s.DELIVERED, NONE
