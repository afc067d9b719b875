"""Made-up positions of City of the Great Machine at the beginning of a Great Machine Phase."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from cogitable.envs.great_machine.rules import state as s
from cogitable.envs.table import Setup, Tables


def any_position(setup: Setup, seed: int, event: str | None = None) -> np.ndarray:
    """Return a position of a random game with everything on the table changed at random, shape (1,).

    The City Event is one at random, unless it is named.
    """
    rng = np.random.default_rng(seed)
    tables = Tables(setup, 1, seed=seed, auto_reset=False)
    while tables.states["ask"][0] != s.ASK_MACHINE:
        tables.step(np.array([rng.choice(np.flatnonzero(tables.masks[0]))]))
    states = tables.states.copy()
    state = states[0]
    _change_tracks(setup, state, rng)
    _change_event(state, rng, event)
    _change_citizens(setup, state, rng)
    _change_guards(setup, state, rng)
    _change_directives(state, rng)
    for hero in range(s.NUM_HEROES):
        _change_hero(setup, state, hero, rng)
    return states


def _change_tracks(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    state["plan"] = rng.integers(setup.record["start_plan"][0], s.PLAN_END)
    state["advances"] = 0
    state["advances"][0] = state["plan"] - setup.record["start_plan"][0]
    before_stages = range(s.SLOTS_A_STAGE - 1, s.TRACK_END, s.SLOTS_A_STAGE)
    state["slot"] = rng.choice([*range(s.TRACK_END), *before_stages, *before_stages, *[s.TRACK_END] * 8])
    state["slot_before"] = max(0, state["slot"] - rng.integers(-2, 3))
    state["bonds"] = rng.integers(25)
    riots = rng.choice(s.NUM_DISTRICTS, rng.integers(3 - (state["slot"] == s.TRACK_END)), replace=False)
    state["riots"] = sum(1 << int(district) for district in riots)
    together = rng.random() < 0.3
    favoured = [*range(s.NUM_DISTRICTS), s.CITADEL, s.TOWER, s.NEXUS]
    state["servants"] = rng.choice(favoured, 1 if together else s.NUM_SERVANTS)


def _change_event(state: Any, rng: np.random.Generator, event: str | None) -> None:
    week = rng.integers(1, 15)
    if event is not None:
        level = s.EVENTS.index(event) // s.LEVEL_SIZE
        week = level * s.LEVEL_ROUNDS + rng.integers(1, s.LEVEL_ROUNDS + 1)
    state["week"] = week
    gone: list[int] = []
    for level in range(2):
        turned_up = min(max(week - level * s.LEVEL_ROUNDS, 0), s.LEVEL_ROUNDS)
        gone += (level * s.LEVEL_SIZE + rng.choice(s.LEVEL_SIZE, turned_up, replace=False)).tolist()
    if event is not None and week <= 2 * s.LEVEL_ROUNDS:  # it is the last one
        number = s.EVENTS.index(event)
        gone = [one for one in gone if one != number][: week - 1] + [number]
    state["gone_events"] = sum(1 << event for event in gone)
    state["event"] = gone[-1] if week <= 2 * s.LEVEL_ROUNDS else s.COUNTDOWN


def _change_citizens(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    kinds = rng.permutation(np.repeat(np.arange(s.NUM_TYPES), s.OF_EACH_TYPE))
    squares = [place for place, room in enumerate(setup.record["room"][0]) for _ in range(room)]
    squares += [s.ARRESTED] * int(rng.choice([0, 1, 4, 12]))
    places = rng.permutation(squares)[: s.NUM_CITIZENS]
    state["citizens"] = 0
    odds = rng.dirichlet([1.0, 1.0, 1.0])
    for kind, place in zip(kinds, [*places, *([s.ARRESTED] * (s.NUM_CITIZENS - len(places)))], strict=True):
        status = s.UNIDENTIFIED if place == s.ARRESTED else rng.choice(3, p=odds)
        state["citizens"][place, status, kind] += 1
    state["crowd"] = state["citizens"].sum(axis=(1, 2))
    state["sure"] = rng.integers(state["citizens"][s.ARRESTED, s.UNIDENTIFIED] + 1, size=(2, s.NUM_TYPES))


def _change_guards(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    state["guards"], state["broken"] = any_guards(setup.record["guard_room"][0], rng)


def any_guards(room: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return how many Guards stand and how many lie broken in each District, with so many squares for them."""
    squares = [place for place, number in enumerate(room) for _ in range(number)]
    guards, broken = np.zeros(s.NUM_DISTRICTS, np.int8), np.zeros(s.NUM_DISTRICTS, np.int8)
    share = max(0.0, rng.random() - 0.3)
    for place in rng.permutation(squares)[: s.NUM_GUARDS]:
        (broken if rng.random() < share else guards)[place] += 1
    return guards, broken


def _change_directives(state: Any, rng: np.random.Generator) -> None:
    kinds = rng.permutation(s.NUM_DIRECTIVES).tolist()
    if rng.random() < 0.3:  # the one that it takes most to use
        kinds.sort(key=lambda directive: directive != s.PROVOKE)
    order = [1 << directive for directive in kinds]
    published, held = rng.choice([0, 1, 2, 3, 3]), rng.integers(5)
    state["published"], state["hand"] = sum(order[:published]), sum(order[published : published + held])
    state["seen"] = state["hand"] & rng.integers(1 << s.NUM_DIRECTIVES)
    state["deck"] = sum(order[published + held : rng.integers(published + held, s.NUM_DIRECTIVES + 1)])


def _change_hero(setup: Setup, state: Any, hero: int, rng: np.random.Generator) -> None:
    """Change a Hero; the Machine knows no more than the number of its Access cards."""
    state["at"][hero] = state["began"][hero] = rng.integers(s.NUM_DISTRICTS)
    state["trust"][hero] = rng.integers(setup.record["limit"][0, state["heroes"][hero]] + 1)
    lost = rng.choice([0, 1, 1, 2, 4, 8])
    sets = [sum(1 << card for card in cards) for cards in combinations(range(s.NUM_DISTRICTS), lost)]
    gone = int(rng.choice(sets))
    state["cards"][hero] = s.ALL_DISTRICTS & ~gone
    state["chosen"][hero] = rng.choice([card for card in range(s.NUM_DISTRICTS) if not gone >> card & 1])
    state["barred"][hero] = 0
    state["guesses"][hero] = len(sets)
    state["guess"][hero] = 0
    state["guess"][hero, : len(sets)] = sets
    state["chance"][hero] = np.float32(1) - np.float32(lost / s.NUM_DISTRICTS)
