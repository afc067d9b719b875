"""Exits, random Districts and swaps in the co-operative City of the Great Machine, beside a city drawn on a grid.

The reference walks around a tile: every cell against it is an exit, they are sorted by their angle from the middle of
the tile, and a Direction card starts at the corner that its drawing shows.
"""

from __future__ import annotations

from collections import Counter
from math import atan2
from typing import Any

import numpy as np
import pytest
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st

from cogitable.envs.city.rules.build_city import complete_city
from cogitable.envs.city.rules.state import ALL_DISTRICTS, NOBODY, NUM_DISTRICTS, Directive
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules import chance, exits, movement, swap
from cogitable.envs.great_machine_coop.rules.state import MoveCard
from cogitable.envs.table import Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import seed_words

Cell = tuple[int, int]
UP, RIGHT, DOWN, LEFT = range(4)
CITIES = ("normal 1", "normal 2", "special 3", "special 6", "random", "random", "advised")
SETUPS = {city: GAME.setup(city=city) for city in CITIES}
RECORD = as_compiled(SETUPS["random"].record)[0]


def table(city: str, seed: int) -> np.ndarray:
    """Return a freshly dealt position, shape (1,)."""
    return Tables(SETUPS[city], 1, seed=seed).states


legal_cities = st.builds(table, st.sampled_from(CITIES), st.integers(0, 2**32 - 1))


# The reference


def drawing(place: np.ndarray) -> dict[Cell, int]:
    """Return which District lies on which cell."""
    grid: dict[Cell, int] = {}
    for district, (x, y, upright) in enumerate(place.tolist()):
        for cell in ((x, y), (x, y + 1) if upright else (x + 1, y)):
            assert cell not in grid
            grid[cell] = district
    return grid


def exits_of(grid: dict[Cell, int], district: int) -> list[tuple[tuple[float, float], Cell]]:
    """Return the edges of a tile, by their middles, with the cells behind them, clockwise."""
    mine = [cell for cell, other in grid.items() if other == district]
    middle = (sum(x for x, _ in mine) / 2, sum(y for _, y in mine) / 2)
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    found = [
        ((x + dx / 2, y + dy / 2), (x + dx, y + dy))
        for x, y in mine
        for dx, dy in steps
        if grid.get((x + dx, y + dy)) != district
    ]
    return sorted(found, key=lambda one: atan2(one[0][1] - middle[1], one[0][0] - middle[0]))


CORNERS = {
    UP: lambda edge: (edge[1], edge[0]),  # the top side; of two exits the left one
    RIGHT: lambda edge: (-edge[0], edge[1]),  # the right side; of two exits the upper one
    DOWN: lambda edge: (-edge[1], -edge[0]),  # the bottom side; of two exits the right one
    LEFT: lambda edge: (edge[0], -edge[1]),  # the left side; of two exits the lower one
}


def led_to(grid: dict[Cell, int], district: int, direction: int) -> int:
    """Return where a Direction card leads."""
    around = exits_of(grid, district)
    edges = [edge for edge, _ in around]
    start = edges.index(min(edges, key=CORNERS[direction]))
    for turn in range(len(around)):
        cell = around[(start + turn) % len(around)][1]
        if cell in grid:
            return grid[cell]
    return district


# Exits


@examples(150)
@given(states=legal_cities)
def test_direction_cards_lead_where_a_drawing_says(states):
    place = states["place"][0]
    grid = drawing(place)
    for district in range(NUM_DISTRICTS):
        around = [grid.get(cell, NOBODY) for _, cell in exits_of(grid, district)]
        assert len(around) == exits.NUM_EXITS
        assert {other for other in around if other != NOBODY} == {
            other for other in range(NUM_DISTRICTS) if int(states["links"][0, district]) >> other & 1
        }
        for direction in range(4):
            wanted = led_to(grid, district, direction)
            assert exits.through_exit(place, district, direction) == wanted
            assert wanted != district and wanted in around


def test_exits_are_listed_clockwise_from_the_left_upper_one():
    for upright in (0, 1):
        tile = {(5, 5): 0, (5, 6) if upright else (6, 5): 0}
        cells = [cell for _, cell in exits_of(tile, 0)]
        first = cells.index((5, 4))
        listed = [(5 + int(dx), 5 + int(dy)) for dx, dy in exits.EXITS[upright]]
        assert listed == cells[first:] + cells[:first]


@pytest.mark.parametrize(
    ("upright", "direction", "start"),
    [
        *((0, UP, (5, 4)), (0, RIGHT, (7, 5)), (0, DOWN, (6, 6)), (0, LEFT, (4, 5))),
        *((1, UP, (5, 4)), (1, RIGHT, (6, 5)), (1, DOWN, (5, 7)), (1, LEFT, (4, 6))),
    ],
)
def test_a_card_starts_at_the_exit_that_it_shows_and_goes_on_clockwise(upright, direction, start):
    """A lone tile with one other in each place in turn: the one first met clockwise is the way out."""
    around = [(5 + int(dx), 5 + int(dy)) for dx, dy in exits.EXITS[upright]]
    first = around.index(start)
    order = around[first:] + around[:first]
    place = np.full((NUM_DISTRICTS, 3), 100, np.int8)
    place[:, 2] = 0
    place[0] = (5, 5, upright)
    assert exits.through_exit(place, 0, direction) == 0, "nowhere to go"
    for district, cell in reversed(list(enumerate(order, start=1))):
        place[district] = (*_beyond(cell, upright), 0)
        assert exits.through_exit(place, 0, direction) == district


def _beyond(cell: Cell, upright: int) -> Cell:
    """Return the left cell of a lying tile that covers this cell and leaves the tile at (5, 5) and its exits alone."""
    x, y = cell
    return (x - 1, y) if x < 5 or (x == 5 and not upright) else (x, y)


@examples(60)
@given(
    states=legal_cities,
    heroes=st.lists(st.integers(0, NUM_DISTRICTS - 1), min_size=3, max_size=3),
    district=st.integers(0, NUM_DISTRICTS - 1),
    direction=st.integers(0, 3),
    mechanized=st.booleans(),
)
def test_mechanize_leads_on_once_where_no_hero_is(states, heroes, district, direction, mechanized):
    state = as_compiled(states)[0]
    grid = drawing(states["place"][0])
    state.at[:] = heroes
    state.published = int(mechanized) << Directive.MECHANIZE
    wanted = led_to(grid, district, direction)
    if mechanized and wanted not in heroes:
        wanted = led_to(grid, wanted, direction)
    state.servants[1] = district
    assert movement.destination(RECORD, state, 1, 3 + direction) == wanted
    assert movement.destination(RECORD, state, 1, MoveCard.HEART) == 8
    assert [movement.destination(RECORD, state, 1, card) for card in range(3)] == heroes
    assert (
        movement.destination(RECORD, state, 1, MoveCard.HEART + 1)
        == movement.destination(RECORD, state, 1, 9)
        == district
    )


# Random Districts


def test_tokens_stay_turned_up_until_none_is_left():
    """Nine draws without a condition turn up every District once, then they are mixed again."""
    state = as_compiled(table("normal 1", 3))[0]
    for _ in range(5):
        state.tokens = ALL_DISTRICTS
        assert sorted(int(chance.random_district(state, ALL_DISTRICTS)) for _ in range(9)) == list(range(9))
        assert state.tokens == 0
        assert chance.random_district(state, 0) == NOBODY and state.tokens == 0


@given(suitable=st.integers(1, ALL_DISTRICTS), tokens=st.integers(0, ALL_DISTRICTS), seed=st.integers(0, 2**32 - 1))
def test_a_random_district_is_suitable_and_its_token_is_turned(suitable, tokens, seed):
    states = np.zeros(1, SETUPS["random"].game.state_dtype)
    states["rng"][0] = seed_words(seed)[0]
    state = as_compiled(states)[0]
    state.tokens = tokens
    district = int(chance.random_district(state, suitable))
    assert suitable >> district & 1
    assert not int(state.tokens) >> district & 1
    left = int(state.tokens)
    if tokens & suitable:  # no mixing: those turned up besides were not suitable
        assert left & ~tokens == 0
        assert (tokens & ~left & suitable).bit_count() == 1
    else:
        assert (ALL_DISTRICTS & ~left & suitable).bit_count() == 1


def test_every_suitable_district_comes_equally_often():
    states = np.zeros(1, SETUPS["random"].game.state_dtype)
    states["rng"][0] = seed_words(5)[0]
    state, suitable, found = as_compiled(states)[0], 0b101100110, Counter()
    for _ in range(3000):
        state.tokens = ALL_DISTRICTS
        found[int(chance.random_district(state, suitable))] += 1
    assert set(found) == {1, 2, 5, 6, 8}
    assert all(abs(count - 600) < 120 for count in found.values())


# Swaps


def free_side(grid: dict[Cell, int], place: np.ndarray, district: int) -> bool:
    x, y, upright = place[district].tolist()
    right, lower = x + 2 - upright, y + 1 + upright
    sides = (
        [(i, y - 1) for i in range(x, right)],
        [(i, lower) for i in range(x, right)],
        [(x - 1, j) for j in range(y, lower)],
        [(right, j) for j in range(y, lower)],
    )
    return any(all(cell not in grid for cell in side) for side in sides)


@examples(100)
@given(states=legal_cities)
def test_districts_with_a_free_side(states):
    """There are always two at least: those farthest to the left and to the right have nothing beyond them."""
    place, free = states["place"][0], int(swap.free_districts(as_compiled(states)[0]))
    grid = drawing(place)
    assert [bool(free >> district & 1) for district in range(NUM_DISTRICTS)] == [
        free_side(grid, place, district) for district in range(NUM_DISTRICTS)
    ]
    assert free.bit_count() >= 2


CITY_FIELDS = ("there", "place", "links", "far", "movable")


def worked_out_anew(states: np.ndarray) -> dict[str, Any]:
    copy = states.copy()
    complete_city(RECORD, as_compiled(copy)[0])
    return {name: copy[name].tolist() for name in CITY_FIELDS}


@examples(40)
@given(states=legal_cities, pair=st.permutations(range(NUM_DISTRICTS)))
def test_an_exchange_is_the_same_as_working_the_city_out_anew(states, pair):
    first, second = pair[:2]
    before = states.copy()
    swap.exchange(as_compiled(states)[0], first, second)
    assert {name: states[name].tolist() for name in CITY_FIELDS} == worked_out_anew(states)
    assert states["place"][0, first].tolist() == before["place"][0, second].tolist()
    assert states["place"][0, second].tolist() == before["place"][0, first].tolist()
    same = [i for i in range(NUM_DISTRICTS) if i not in (first, second)]
    assert (states["place"][0, same] == before["place"][0, same]).all()
    for name in set(states.dtype.names) - set(CITY_FIELDS):
        assert (states[name] == before[name]).all(), f"{name} goes with its District"


@examples(40)
@given(states=legal_cities, seed=st.integers(0, 2**32 - 1), tokens=st.integers(0, ALL_DISTRICTS))
def test_a_swap_is_of_two_different_districts_with_free_sides(states, seed, tokens):
    before = states.copy()
    states["rng"][0], states["tokens"] = seed_words(seed)[0], tokens
    grid = drawing(before["place"][0])
    swap.swap_districts(as_compiled(states)[0])
    moved = [i for i in range(NUM_DISTRICTS) if (states["place"][0, i] != before["place"][0, i]).any()]
    assert len(moved) == 2
    assert all(free_side(grid, before["place"][0], district) for district in moved)
    assert sorted(states["place"][0].tolist()) == sorted(before["place"][0].tolist())
    assert {name: states[name].tolist() for name in CITY_FIELDS} == worked_out_anew(states)


@pytest.mark.parametrize("city", ["normal 1", "random"])
def test_the_second_district_is_another_one_even_if_all_tokens_have_been_mixed_in_between(city):
    states = table(city, 2)
    free = int(swap.free_districts(as_compiled(states)[0]))
    for first in (district for district in range(NUM_DISTRICTS) if free >> district & 1):
        for words in seed_words(first, 30):
            copy = states.copy()
            copy["tokens"], copy["rng"] = 1 << first, words
            swap.swap_districts(as_compiled(copy)[0])
            moved = {i for i in range(NUM_DISTRICTS) if (copy["place"][0, i] != states["place"][0, i]).any()}
            assert len(moved) == 2 and first in moved
