"""Made-up positions of City of the Great Machine at the beginning of a Great Machine Phase."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from cogitable.envs.city.rules.state import (
    ALL_DISTRICTS,
    ARRESTED,
    LEVEL_ROUNDS,
    LEVEL_SIZE,
    NUM_CITIZENS,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_GUARDS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_TYPES,
    OF_EACH_TYPE,
    PLAN_END,
    SLOTS_A_STAGE,
    TRACK_END,
    Ask,
    Directive,
    District,
    Event,
    Status,
)
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.named import texts


def any_position(setup: Setup, seed: int, event: str | None = None) -> np.ndarray:
    """Return a position of a random game with everything on the table changed at random, shape (1,).

    The City Event is one at random, unless it is named.
    """
    rng = np.random.default_rng(seed)
    tables = Tables(setup, 1, seed=seed, auto_reset=False)
    while tables.states["ask"][0] != Ask.MACHINE:
        tables.step(np.array([rng.choice(np.flatnonzero(tables.masks[0]))]))
    states = tables.states.copy()
    state = states[0]
    _change_tracks(setup, state, rng)
    _change_event(state, rng, event)
    _change_citizens(setup, state, rng)
    _change_guards(setup, state, rng)
    _change_directives(state, rng)
    for hero in range(NUM_HEROES):
        _change_hero(setup, state, hero, rng)
    return states


def _change_tracks(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    state["plan"] = rng.integers(setup.record["start_plan"][0], PLAN_END)
    state["advances"] = 0
    state["advances"][0] = state["plan"] - setup.record["start_plan"][0]
    before_stages = range(SLOTS_A_STAGE - 1, TRACK_END, SLOTS_A_STAGE)
    state["slot"] = rng.choice([*range(TRACK_END), *before_stages, *before_stages, *[TRACK_END] * 8])
    state["slot_before"] = max(0, state["slot"] - rng.integers(-2, 3))
    state["bonds"] = rng.integers(25)
    riots = rng.choice(NUM_DISTRICTS, rng.integers(3 - (state["slot"] == TRACK_END)), replace=False)
    state["riots"] = sum(1 << int(district) for district in riots)
    together = rng.random() < 0.3
    favoured = [*range(NUM_DISTRICTS), District.CITADEL, District.TOWER, District.NEXUS]
    state["servants"] = rng.choice(favoured, 1 if together else NUM_SERVANTS)


def _change_event(state: Any, rng: np.random.Generator, event: str | None) -> None:
    week = rng.integers(1, 15)
    if event is not None:
        level = texts(Event).index(event) // LEVEL_SIZE
        week = level * LEVEL_ROUNDS + rng.integers(1, LEVEL_ROUNDS + 1)
    state["week"] = week
    gone: list[int] = []
    for level in range(2):
        turned_up = min(max(week - level * LEVEL_ROUNDS, 0), LEVEL_ROUNDS)
        gone += (level * LEVEL_SIZE + rng.choice(LEVEL_SIZE, turned_up, replace=False)).tolist()
    if event is not None and week <= 2 * LEVEL_ROUNDS:  # it is the last one
        number = texts(Event).index(event)
        gone = [one for one in gone if one != number][: week - 1] + [number]
    state["gone_events"] = sum(1 << event for event in gone)
    state["event"] = gone[-1] if week <= 2 * LEVEL_ROUNDS else Event.COUNTDOWN


def _change_citizens(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    kinds = rng.permutation(np.repeat(np.arange(NUM_TYPES), OF_EACH_TYPE))
    squares = [place for place, room in enumerate(setup.record["room"][0]) for _ in range(room)]
    squares += [ARRESTED] * int(rng.choice([0, 1, 4, 12]))
    places = rng.permutation(squares)[:NUM_CITIZENS]
    state["citizens"] = 0
    odds = rng.dirichlet([1.0, 1.0, 1.0])
    for kind, place in zip(kinds, [*places, *([ARRESTED] * (NUM_CITIZENS - len(places)))], strict=True):
        status = Status.UNIDENTIFIED if place == ARRESTED else rng.choice(3, p=odds)
        state["citizens"][place, status, kind] += 1
    state["crowd"] = state["citizens"].sum(axis=(1, 2))
    state["sure"] = rng.integers(state["citizens"][ARRESTED, Status.UNIDENTIFIED] + 1, size=(2, NUM_TYPES))


def _change_guards(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    state["guards"], state["broken"] = any_guards(setup.record["guard_room"][0], rng)


def any_guards(room: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return how many Guards stand and how many lie broken in each District, with so many squares for them."""
    squares = [place for place, number in enumerate(room) for _ in range(number)]
    guards, broken = np.zeros(NUM_DISTRICTS, np.int8), np.zeros(NUM_DISTRICTS, np.int8)
    share = max(0.0, rng.random() - 0.3)
    for place in rng.permutation(squares)[:NUM_GUARDS]:
        (broken if rng.random() < share else guards)[place] += 1
    return guards, broken


def _change_directives(state: Any, rng: np.random.Generator) -> None:
    kinds = rng.permutation(NUM_DIRECTIVES).tolist()
    if rng.random() < 0.3:  # the one that it takes most to use
        kinds.sort(key=lambda directive: directive != Directive.PROVOKE)
    order = [1 << directive for directive in kinds]
    published, held = rng.choice([0, 1, 2, 3, 3]), rng.integers(5)
    state["published"], state["hand"] = sum(order[:published]), sum(order[published : published + held])
    state["seen"] = state["hand"] & rng.integers(1 << NUM_DIRECTIVES)
    state["deck"] = sum(order[published + held : rng.integers(published + held, NUM_DIRECTIVES + 1)])


def _change_hero(setup: Setup, state: Any, hero: int, rng: np.random.Generator) -> None:
    """Change a Hero; the Machine knows no more than the number of its Access cards."""
    state["at"][hero] = state["began"][hero] = rng.integers(NUM_DISTRICTS)
    state["trust"][hero] = rng.integers(setup.record["limit"][0, state["heroes"][hero]] + 1)
    lost = rng.choice([0, 1, 1, 2, 4, 8])
    sets = [sum(1 << card for card in cards) for cards in combinations(range(NUM_DISTRICTS), lost)]
    gone = int(rng.choice(sets))
    state["cards"][hero] = ALL_DISTRICTS & ~gone
    state["chosen"][hero] = rng.choice([card for card in range(NUM_DISTRICTS) if not gone >> card & 1])
    state["barred"][hero] = 0
    state["guesses"][hero] = len(sets)
    state["guess"][hero] = 0
    state["guess"][hero, : len(sets)] = sets
    state["chance"][hero] = np.float32(1) - np.float32(lost / NUM_DISTRICTS)
