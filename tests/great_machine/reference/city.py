"""The city of City of the Great Machine as tiles on cells of a grid, worked out slowly and plainly."""

from __future__ import annotations

from functools import cache, lru_cache

Tile = tuple[int, int, int]
"""x, y (downwards) and 1 for upright."""
City = tuple[tuple[str, Tile], ...]
"""Districts with their tiles, in the order of their names."""

_SHIFTS = {"shifted back": -1, "flush": 0, "shifted on": 1}


def cells(tile: Tile) -> set[tuple[int, int]]:
    """Return the two cells of a tile."""
    x, y, upright = tile
    return {(x, y), (x, y + 1) if upright else (x + 1, y)}


@cache
def touch(one: Tile, other: Tile) -> bool:
    """Return whether two tiles share an edge of a cell."""
    return any(abs(x - a) + abs(y - b) == 1 for x, y in cells(one) for a, b in cells(other))


def neighbours(city: dict[str, Tile]) -> dict[str, set[str]]:
    """Return who lies against whom."""
    return {name: {other for other in city if other != name and touch(city[name], city[other])} for name in city}


def reached(links: dict[str, set[str]], start: str, without: set[str]) -> set[str]:
    """Return all Districts that one can go to from one, without entering some."""
    found, edge = {start}, [start]
    while edge:
        for other in links[edge.pop()] - without - found:
            found.add(other)
            edge.append(other)
    return found


def two_routes(city: dict[str, Tile]) -> bool:
    """Return whether the Two Route Principle holds."""
    links = neighbours(city)
    if any(len(links[name]) < 2 for name in links):
        return False
    for gone in links:
        rest = links.keys() - {gone}
        if reached(links, min(rest), {gone}) != rest:
            return False
    return True


def distances(links: dict[str, set[str]], start: str) -> dict[str, int]:
    """Return how many Districts are left on the shortest way to each."""
    far, ring, away = {start: 0}, {start}, 0
    while ring:
        away += 1
        ring = {other for name in ring for other in links[name] if other not in far}
        far |= dict.fromkeys(ring, away)
    return far


def lain(anchor: Tile, way: str) -> Tile:
    """Return where a tile comes to lie against another: first thought of with the other one lying at the origin."""
    turn, side, *rest = way.split(", ")
    first = side.endswith("A")
    if turn == "alongside":
        if side.startswith("long"):
            spot = (_SHIFTS[rest[0]], -1 if first else 1, 0)
        else:
            spot = (-2 if first else 2, 0, 0)
    elif side.startswith("long"):
        spot = (0 if rest[0] == "first half" else 1, -2 if first else 1, 1)
    else:
        spot = (-1 if first else 2, -1 if rest[0] == "first half" else 0, 1)
    x, y, turned = spot
    if anchor[2]:
        x, y = y, x
    return anchor[0] + x, anchor[1] + y, turned ^ anchor[2]


def normal(city: dict[str, Tile]) -> City:
    """Return a city moved to its corner."""
    left, top = (min(tile[axis] for tile in city.values()) for axis in (0, 1))
    return tuple((name, (x - left, y - top, upright)) for name, (x, y, upright) in sorted(city.items()))


def has_free_side(city: dict[str, Tile], name: str) -> bool:
    """Return whether no tile lies against one of the four sides of a tile."""
    taken = set().union(*(cells(tile) for other, tile in city.items() if other != name))
    own = cells(city[name])
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if not ({(x + dx, y + dy) for x, y in own} - own) & taken:
            return True
    return False


def free(city: dict[str, Tile], tile: Tile) -> bool:
    """Return whether nothing lies where a tile is to be."""
    return not any(cells(tile) & cells(other) for other in city.values())


@lru_cache(maxsize=4096)
def links_of(city: City) -> dict[str, set[str]]:
    """Return who lies against whom in a city."""
    return neighbours(dict(city))


@lru_cache(maxsize=4096)
def far_in(city: City) -> dict[str, dict[str, int]]:
    """Return the way from everybody to everybody in a city."""
    return {name: distances(links_of(city), name) for name, _ in city}


@lru_cache(maxsize=4096)
def moves(city: City, ways: tuple[str, ...], lifted: bool) -> dict[str, dict[str, list[str]]]:
    """Return how Districts can be repositioned: by District, by the one it then lies against, the ways.

    With ``lifted`` the city that is left behind must have two routes as well.
    """
    tiles = dict(city)
    found: dict[str, dict[str, list[str]]] = {}
    for name, old in tiles.items():
        if not has_free_side(tiles, name):
            continue
        rest = {other: tile for other, tile in tiles.items() if other != name}
        if lifted and not two_routes(rest):
            continue
        good: dict[Tile, bool] = {old: False}
        for anchor, lies in rest.items():
            for way in ways:
                new = lain(lies, way)
                if new not in good:
                    good[new] = free(rest, new) and two_routes(rest | {name: new})
                if good[new]:
                    found.setdefault(name, {}).setdefault(anchor, []).append(way)
    return found


def additions(city: dict[str, Tile], ways: tuple[str, ...]) -> dict[str, list[str]]:
    """Return where a further tile may be laid while a city is built, by the District it then lies against."""
    found: dict[str, list[str]] = {}
    for anchor, lies in city.items():
        for way in ways:
            new = lain(lies, way)
            if free(city, new) and sum(touch(new, tile) for tile in city.values()) >= min(2, len(city)):
                found.setdefault(anchor, []).append(way)
    return found
