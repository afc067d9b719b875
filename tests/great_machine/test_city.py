"""The geometry of City of the Great Machine beside a slow reference: sets of cells, connections tried one by one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from cogitable.envs.city.board import CODES, parse_rows
from cogitable.envs.city.rules import city
from cogitable.envs.city.rules.build_city import follows_advice
from cogitable.envs.city.rules.state import (
    ALL_DISTRICTS,
    MAJOR,
    NOBODY,
    NUM_DISTRICTS,
    NUM_MINOR,
    NUM_WAYS,
    Act,
    Ask,
    District,
    Phase,
)
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules.state import MachineAct
from cogitable.envs.table import Tables

Tile = tuple[int, int, int]
Cells = frozenset[tuple[int, int]]
BOARD = GAME.setup().options.board
PRESETS = [entry.name for entry in BOARD.city]
SHUFFLED = [entry.name for entry in BOARD.city if entry.minors == "random"]


# The reference


def cells(tile: Iterable[int]) -> Cells:
    x, y, turned = (int(number) for number in tile)
    return frozenset({(x, y), (x, y + 1) if turned else (x + 1, y)})


def around(covered: Cells) -> Cells:
    """Return the cells that share an edge with some cells."""
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return frozenset((x + dx, y + dy) for x, y in covered for dx, dy in steps) - covered


def graph_of(tiles: list[Tile]) -> list[set[int]]:
    """Return every tile's neighbours; no cell may be covered twice."""
    covered = [cells(tile) for tile in tiles]
    assert len(frozenset().union(*covered)) == 2 * len(tiles)
    return [{j for j, other in enumerate(covered) if around(mine) & other} for mine in covered]


def connected(graph: list[set[int]], among: set[int]) -> bool:
    if not among:
        return True
    todo, seen = [min(among)], {min(among)}
    while todo:
        new = graph[todo.pop()] & among - seen
        seen |= new
        todo += new
    return seen == among


def keeps_two_routes(graph: list[set[int]], among: set[int]) -> bool:
    enough = all(len(graph[i] & among) >= 2 for i in among)
    return enough and connected(graph, among) and all(connected(graph, among - {i}) for i in among)


def steps_from(graph: list[set[int]], start: int) -> list[int]:
    steps, edge = {start: 0}, [start]
    for number in range(1, len(graph)):
        edge = sorted({j for i in edge for j in graph[i]} - set(steps))
        steps.update(dict.fromkeys(edge, number))
    return [steps[i] for i in range(len(graph))]


def free_sides(tiles: list[Tile], district: int) -> int:
    """Return how many of the four sides of a tile have no other tile against them."""
    x, y, turned = tiles[district]
    right, lower = x + 2 - turned, y + 1 + turned
    sides = (
        {(i, y - 1) for i in range(x, right)},
        {(i, lower) for i in range(x, right)},
        {(x - 1, j) for j in range(y, lower)},
        {(right, j) for j in range(y, lower)},
    )
    others = frozenset().union(*(cells(tile) for i, tile in enumerate(tiles) if i != district))
    return sum(not side & others for side in sides)


def places_for(tiles: list[Tile], district: int) -> set[Tile]:
    """Return where a tile may be laid anew: every cell of a large grid is tried both ways."""
    rest = [tile for i, tile in enumerate(tiles) if i != district]
    taken = frozenset().union(*map(cells, rest))
    width, height = (max(cell[axis] for cell in taken) for axis in (0, 1))
    found = set()
    for x, y, turned in product(range(-3, width + 4), range(-3, height + 4), (0, 1)):
        new = (x, y, turned)
        if new == tiles[district] or cells(new) & taken or not around(cells(new)) & taken:
            continue
        if keeps_two_routes(graph_of([*rest, new]), set(range(NUM_DISTRICTS))):
            found.add(new)
    return found


def members(districts: int) -> set[int]:
    return {i for i in range(NUM_DISTRICTS) if districts >> i & 1}


def tiles_of(state: Any) -> list[Tile]:
    return [(int(x), int(y), int(turned)) for x, y, turned in state["place"]]


def check_links(state: Any) -> None:
    graph = graph_of(tiles_of(state))
    assert [members(int(links)) for links in state["links"]] == graph
    assert state["far"].tolist() == [steps_from(graph, i) for i in range(NUM_DISTRICTS)]
    assert keeps_two_routes(graph, set(range(NUM_DISTRICTS)))
    assert state["place"][:, :2].min(axis=0).tolist() == [0, 0]


# Two tiles


def test_relation_of_any_two_tiles():
    seen = set()
    for turned, other in product((0, 1), repeat=2):
        mine = cells((0, 0, turned))
        for x, y in product(range(-4, 5), repeat=2):
            theirs = cells((x, y, other))
            found = city.relation(0, 0, 2 - turned, 1 + turned, x, y, 2 - other, 1 + other)
            expected = city.OVER if mine & theirs else city.NEXT if around(mine) & theirs else city.APART
            assert found == expected
            seen.add(found)
    assert seen == {city.APART, city.NEXT, city.OVER}


@pytest.mark.parametrize("turned", [0, 1])
def test_the_ways_are_all_tiles_that_share_an_edge(turned):
    mine = cells((0, 0, turned))
    expected = {
        (x, y, other)
        for x, y, other in product(range(-5, 6), range(-5, 6), (0, 1))
        if not mine & cells((x, y, other)) and around(mine) & cells((x, y, other))
    }
    ways = [tuple(way) for way in city.WAYS[turned].tolist()]
    assert len(ways) == len(set(ways)) == NUM_WAYS
    assert set(ways) == expected


def test_ways_of_an_upright_tile_mirror_those_of_a_lying_one():
    """Way n means the same side and end, seen along the tile: what actions are called holds for both turns."""
    assert city.WAYS[1].tolist() == [[y, x, 1 - turned] for x, y, turned in city.WAYS[0].tolist()]


# Connections


def test_two_routes_for_random_graphs():
    rng, kept = np.random.default_rng(1), 0
    for _ in range(1500):
        upper = np.triu(rng.random((9, 9)) < rng.choice([0.15, 0.3, 0.5]), 1)
        links = np.array([sum(1 << int(j) for j in np.flatnonzero(row)) for row in upper | upper.T], np.int16)
        graph = [members(int(bits)) for bits in links]
        there = int(rng.integers(1, 512)) if rng.random() < 0.5 else ALL_DISTRICTS
        assert bool(city.two_routes(links, there)) == keeps_two_routes(graph, members(there))
        kept += keeps_two_routes(graph, members(there))
    assert 200 < kept < 1300


def test_two_routes_for_every_graph_of_four():
    pairs = list(combinations(range(4), 2))
    for bits in range(1 << len(pairs)):
        links = np.zeros(NUM_DISTRICTS, np.int16)
        for number, (i, j) in enumerate(pairs):
            if bits >> number & 1:
                links[i] |= 1 << j
                links[j] |= 1 << i
        graph = [members(int(one)) for one in links]
        for there in range(1, 16):
            assert bool(city.two_routes(links, there)) == keeps_two_routes(graph, members(there))


# Cities


@cache
def dealt(layout: str, count: int, seed: int = 3) -> np.ndarray:
    return Tables(GAME.setup(city=layout), count, seed=seed).states.copy()


def repositioned(layout: str, count: int, moves: int) -> np.ndarray:
    """Return cities in which so many Districts have been repositioned at random."""
    tables, rng = Tables(GAME.setup(city=layout), count, seed=4, auto_reset=False), np.random.default_rng(4)
    tables.states["phase"], tables.states["seat"], tables.states["hero"] = Phase.MACHINE, 0, NOBODY
    for _ in range(moves):
        stuck = tables.states["movable"] == 0
        tables.states["movable"][stuck], before = 1, tables.states.copy()
        tables.states["ask"] = Ask.TILE
        tables.look()
        for ask in (Ask.TILE, Ask.ANCHOR, Ask.WAY):
            assert (tables.states["ask"][~stuck] == ask).all()
            tables.masks[tables.masks.sum(axis=1) == 0, Act.WAY if ask == Ask.WAY else Act.DISTRICT] = 1
            tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
        tables.states[stuck] = before[stuck]
        moved = (tables.states["place"] != before["place"]).any(axis=(1, 2))
        assert (moved | stuck).all()
        assert (tables.states["tile"] == NOBODY).all() and (tables.states["anchor"] == NOBODY).all()
    return tables.states.copy()


def legal_places(states: np.ndarray, layout: str) -> list[list[set[Tile]]]:
    """Return, by city and District, where the game lets it be laid anew, with the anchors' own mask checked."""
    tables = Tables(GAME.setup(city=layout), len(states), seed=0)
    found: list[list[set[Tile]]] = [[set() for _ in range(NUM_DISTRICTS)] for _ in states]
    for district in range(NUM_DISTRICTS):
        tables.states[:] = states
        tables.states["phase"], tables.states["seat"], tables.states["tile"] = Phase.MACHINE, 0, district
        tables.states["ask"] = Ask.ANCHOR
        tables.look()
        anchors = tables.masks[:, Act.DISTRICT : Act.DISTRICT + NUM_DISTRICTS].astype(bool)
        assert not anchors[:, district].any() and tables.masks.sum() == anchors.sum()
        for anchor in sorted(set(range(NUM_DISTRICTS)) - {district}):
            tables.states["ask"], tables.states["anchor"] = Ask.WAY, anchor
            tables.look()
            ways = tables.masks[:, Act.WAY : Act.WAY + NUM_WAYS]
            assert (ways.any(axis=1) == anchors[:, anchor]).all()
            for row, way in np.argwhere(ways).tolist():
                x, y, turned = states["place"][row, anchor].tolist()
                dx, dy, new = city.WAYS[turned, way].tolist()
                found[row][district].add((x + dx, y + dy, new))
    return found


CITIES = [*(pytest.param(name, 1, 0, id=name) for name in ("normal 1", "normal 2"))]
CITIES += [pytest.param(name, 5, 0, id=name) for name in SHUFFLED]
CITIES += [pytest.param("random", 40, 0, id="random"), pytest.param("advised", 15, 0, id="advised")]
CITIES += [
    pytest.param("random", 20, 6, id="random, repositioned"),
    pytest.param("normal 1", 20, 15, id="normal 1, repositioned"),
    pytest.param("random", 1000, 0, id="random, many", marks=pytest.mark.long),
    pytest.param("random", 300, 20, id="random, repositioned often", marks=pytest.mark.long),
]


@pytest.mark.often("normal 1", "special 5", "random, repositioned")
@pytest.mark.parametrize(("layout", "count", "moves"), CITIES)
def test_districts_may_be_laid_wherever_all_rules_hold(layout, count, moves):
    """Against a tile put on every cell of a large grid in both turns, with all of the rules checked one by one."""
    states = repositioned(layout, count, moves) if moves else dealt(layout, count)
    for state, found in zip(states, legal_places(states, layout), strict=True):
        check_links(state)
        tiles, movable = tiles_of(state), set()
        for district in range(NUM_DISTRICTS):
            places = places_for(tiles, district)
            assert found[district] == places
            free = free_sides(tiles, district) > 0
            assert bool(city.has_free_side(state["place"], ALL_DISTRICTS, district)) == free
            if free and places:
                movable.add(district)
        without = [keeps_two_routes(graph_of(tiles), set(range(NUM_DISTRICTS)) - {i}) for i in range(NUM_DISTRICTS)]
        assert members(int(state["movable"])) == {district for district in movable if without[district]}
        assert members(int(city.movable_districts(state["place"], state["links"], False))) == movable


def test_some_districts_cannot_be_moved_for_either_reason():
    """Walled in, needed where it is, or free to go: random cities have all three."""
    walled = needed = free = 0
    for state in dealt("random", 30):
        tiles = tiles_of(state)
        for district in range(NUM_DISTRICTS):
            rest = set(range(NUM_DISTRICTS)) - {district}
            walled += free_sides(tiles, district) == 0
            needed += not places_for(tiles, district) and connected(graph_of(tiles), rest)
        free += len(members(int(city.movable_districts(state["place"], state["links"], False))))
    assert walled > 0 and free > 100 and walled + needed + free >= 270


def test_long_chains_of_repositions_keep_the_city_legal():
    for state in repositioned("normal 1", 60, 60):
        check_links(state)


# Preset 1 as the worked example of the Reference Guide shows it

EXAMPLE_NEXT = (
    *("GC Art", "Art CS", "Art Tow", "Art CN", "Art Ind", "Art Sci", "Sci Tow", "CS Sci", "CS Ind", "CN Tow"),
    "Com Vel",
)
EXAMPLE_TWO_APART = ("GC CS", "GC Com", "CS Vel", "Sci Ind")


def test_normal_1_is_the_city_of_the_worked_example():
    state = dealt("normal 1", 1)[0]
    graph = graph_of(tiles_of(state))
    number = {code: i for i, code in enumerate(CODES)}
    for one, other in map(str.split, EXAMPLE_NEXT):
        assert number[other] in graph[number[one]], (one, other)
    for one, other in map(str.split, EXAMPLE_TWO_APART):
        assert state["far"][number[one], number[other]] == 2, (one, other)
    assert len(graph[District.COMMERCE]) == 2
    more = {("Com", "Ind"), ("Vel", "Ind"), ("Vel", "GC"), ("GC", "CN")}
    edges = {frozenset((CODES[i], CODES[j])) for i in range(9) for j in graph[i]}
    known = {frozenset(pair.split()) for pair in EXAMPLE_NEXT} | {frozenset(pair) for pair in more}
    assert edges == known, "the variant in which Grand Citadel and Control Nexus touch, Citadel and Industrial do not"


def test_normal_1_allows_what_the_example_repositions_and_forbids_what_it_cannot():
    """Velvet cannot be moved away, for Commerce would be left with one neighbour; Commerce can be taken elsewhere."""
    state = dealt("normal 1", 1)[0]
    tiles, number = tiles_of(state), {code: i for i, code in enumerate(CODES)}
    commerce, velvet = number["Com"], number["Vel"]
    for place in places_for(tiles, velvet):
        moved = [place if i == velvet else tile for i, tile in enumerate(tiles)]
        assert commerce in graph_of(moved)[velvet]
    beside = []
    for place in places_for(tiles, commerce):
        moved = [place if i == commerce else tile for i, tile in enumerate(tiles)]
        beside.append(graph_of(moved)[commerce])
    assert {number["Sci"], number["Tow"]} in beside


# Advice and methods


def advised(graph: list[set[int]]) -> bool:
    """The Guide's three suggestions, in its own order."""
    near = all(steps <= 2 for steps in steps_from(graph, District.CITADEL))
    power = {District.CITADEL, District.TOWER, District.NEXUS}
    in_company = all(graph[district] - power for district in [*range(NUM_MINOR), District.SQUARE])
    return near and in_company and District.TOWER not in graph[District.CITADEL]


@pytest.mark.parametrize("entry", BOARD.city, ids=PRESETS)
def test_presets_follow_the_advice_however_the_minor_districts_lie(entry):
    place = parse_rows(entry.rows)
    orders = permutations(range(NUM_MINOR)) if entry.minors == "random" else [tuple(range(NUM_MINOR))]
    for order in orders:
        tiles = [*(place[i] for i in order), *place[NUM_MINOR:]]
        graph = graph_of([tuple(int(number) for number in tile) for tile in tiles])
        assert keeps_two_routes(graph, set(range(NUM_DISTRICTS)))
        assert advised(graph), order


def test_all_methods_and_presets_are_different_cities():
    graphs = set()
    for name in PRESETS:
        graph = graph_of([tuple(tile) for tile in parse_rows(next(c.rows for c in BOARD.city if c.name == name))])
        graphs.add(tuple(tuple(sorted(near)) for near in graph))
    assert len(graphs) == len(PRESETS) == 6


@pytest.mark.parametrize("name", SHUFFLED)
def test_shuffled_presets_deal_the_minor_districts_to_their_places(name):
    states = dealt(name, 400)
    places = {tuple(map(tuple, state["place"][:NUM_MINOR].tolist())) for state in states}
    assert len(places) > 100
    assert len({frozenset(arrangement) for arrangement in places}) == 1, "always the same five places"
    assert len({state["place"][NUM_MINOR:].tobytes() for state in states}) == 1
    first = np.array([state["place"][0].tolist() for state in states])
    counts = np.unique(first, axis=0, return_counts=True)[1]
    assert len(counts) == NUM_MINOR and counts.min() > 45, "80 each are expected"


def test_random_cities_are_legal_and_varied():
    states = dealt("random", 1000)
    for state in states[:200]:
        check_links(state)
    beside = np.zeros((NUM_DISTRICTS, NUM_DISTRICTS), int)
    for state in states:
        for district, links in enumerate(state["links"].tolist()):
            beside[district, sorted(members(links))] += 1
    pairs = beside[np.triu_indices(NUM_DISTRICTS, 1)]
    assert pairs.min() > 0.25 * len(states) and pairs.max() < 0.55 * len(states), "no pair is favoured"
    assert len({state["place"].tobytes() for state in states}) == len(states)
    assert 0 < sum(advised(graph_of(tiles_of(state))) for state in states) < 250, "not all follow the advice"


def test_advised_cities_follow_the_advice():
    states = dealt("advised", 3000)
    for state in states:
        assert follows_advice(state["links"])
    for state in states[:200]:
        check_links(state)
        assert advised(graph_of(tiles_of(state)))
    assert len({state["place"].tobytes() for state in states}) > 2900


def test_the_advice_is_told_as_the_reference_tells_it():
    states = [*dealt("random", 1000)[:400], *(dealt(name, 5)[0] for name in SHUFFLED)]
    verdicts = [advised(graph_of(tiles_of(state))) for state in states]
    assert [bool(follows_advice(state["links"])) for state in states] == verdicts
    assert 4 <= sum(verdicts) < 200


@pytest.mark.parametrize("seats", [2, 4])
def test_a_confrontation_lays_out_a_legal_city_whatever_is_chosen(seats):
    tables = Tables(GAME.setup(city="confrontation", num_players=seats), 150, seed=7, auto_reset=False)
    rng, asked = np.random.default_rng(7), set()
    for _ in range(40):
        building = tables.states["phase"] == Phase.BUILDING
        if not building.any():
            break
        for state in tables.states[building][:40]:
            tiles = {i: tuple(state["place"][i].tolist()) for i in members(int(state["there"]))}
            graph = graph_of(list(tiles.values()))
            assert len(tiles) < 3 or keeps_two_routes(graph, set(range(len(tiles))))
            assert state["seat"] == len(tiles) % 2, "the Machine lays first, then in turn with seat 1"
            asked.add((int(state["ask"]), int(state["seat"])))
            if state["tile"] != NOBODY:
                assert int(state["tile"]) not in tiles
        before = tables.states.copy()
        actions = (tables.masks * rng.random(tables.masks.shape)).argmax(axis=1)
        tables.step(actions)
        drawn = before["ask"] == Ask.PILE
        for row in np.flatnonzero(drawn & building & (before["there"] != 0)).tolist():
            major = int(tables.states["tile"][row]) >= NUM_MINOR
            assert major == (actions[row] == MachineAct.PILE + 1)
    assert (tables.states["phase"] != Phase.BUILDING).all() and (tables.states["there"] == ALL_DISTRICTS).all()
    assert {seat for _, seat in asked} == {0, 1} and {ask for ask, _ in asked} == {Ask.PILE, Ask.ANCHOR, Ask.WAY}
    for state in tables.states:
        check_links(state)


def test_ways_of_the_confrontation_are_those_that_touch_two_districts():
    tables = Tables(GAME.setup(city="confrontation", num_players=2), 60, seed=8)
    rng, compared = np.random.default_rng(8), 0
    for _ in range(26):
        for state, mask in zip(tables.states, tables.masks, strict=True):
            if state["phase"] != Phase.BUILDING or state["ask"] != Ask.WAY:
                continue
            there = sorted(members(int(state["there"])))
            tiles = [cells(state["place"][i]) for i in there]
            taken = frozenset().union(*tiles)
            x, y, turned = state["place"][state["anchor"]].tolist()
            for way, (dx, dy, new) in enumerate(city.WAYS[turned].tolist()):
                mine = cells((x + dx, y + dy, new))
                touched = sum(bool(around(mine) & tile) for tile in tiles)
                assert bool(mask[Act.WAY + way]) == (not mine & taken and touched >= min(2, len(there)))
                compared += 1
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
    assert compared > 1000


def test_majors_and_minors_are_told_apart():
    assert members(MAJOR) == {District.CITADEL, District.TOWER, District.NEXUS, District.SQUARE} and NUM_MINOR == 5
