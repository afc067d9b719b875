"""Geometry of the city: two-by-one tiles on a unit grid, who lies next to whom, and where a tile may lie.

A tile is (x, y, turned): its left upper corner, y growing downwards, and 1 where it stands upright. Two Districts are
connected when their tiles share an edge of length 1 or more. The Two Route Principle: every District has at least two
neighbours, and taking any one District out does not split the city.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.sets import add, has, one, remove
from .state import ALL_DISTRICTS, NUM_DISTRICTS, NUM_WAYS

APART, NEXT, OVER = range(3)


def _ways(turned: int) -> list[tuple[int, int, int]]:
    """The 16 tiles that share an edge with the tile (0, 0, turned): alongside it, then across it."""
    if turned:
        return [(y, x, 1 - across) for x, y, across in _ways(0)]
    along = [(x, y, 0) for y in (-1, 1) for x in (-1, 0, 1)] + [(-2, 0, 0), (2, 0, 0)]
    across = [(x, y, 1) for y in (-2, 1) for x in (0, 1)] + [(x, y, 1) for x in (-1, 2) for y in (-1, 0)]
    return along + across


WAYS = np.array([_ways(0), _ways(1)], np.int8)
"""Offset and turn of each way to lie against a tile, by that tile's turn; shape (2, 16, 3)."""


@compiled(inline=True)
def relation(
    x: Int, y: Int, width: Int, height: Int, other_x: Int, other_y: Int, other_width: Int, other_height: Int
) -> Int:
    """Return how two rectangles lie: APART (also where they share no more than a corner), NEXT or OVER."""
    wide = min(x + width, other_x + other_width) - max(x, other_x)
    high = min(y + height, other_y + other_height) - max(y, other_y)
    if wide > 0 and high > 0:
        return OVER
    if (wide == 0 and high > 0) or (high == 0 and wide > 0):
        return NEXT
    return APART


@compiled
def neighbours(place: Array, there: Int, x: Int, y: Int, width: Int, height: Int) -> Int:
    """Return the set of tiles among ``there`` next to a rectangle, or -1 where it lies over one."""
    found = np.int64(0)
    for other in range(NUM_DISTRICTS):
        if has(there, other):
            turned = np.int64(place[other, 2])
            how = relation(
                x, y, width, height, np.int64(place[other, 0]), np.int64(place[other, 1]), 2 - turned, 1 + turned
            )
            if how == OVER:
                return np.int64(-1)
            if how == NEXT:
                found = add(found, other)
    return found


@compiled
def tile_neighbours(place: Array, there: Int, x: Int, y: Int, turned: Int) -> Int:
    """Return the set of tiles among ``there`` next to a tile, or -1 where it lies over one."""
    return neighbours(place, there, x, y, 2 - turned, 1 + turned)


@compiled
def flood(links: Array, allowed: Int) -> Int:
    """Return the Districts of ``allowed`` that can be reached, within it, from its lowest one."""
    reached = np.int64(allowed) & -np.int64(allowed)
    new = reached
    while new != 0:
        more = np.int64(0)
        for district in range(NUM_DISTRICTS):
            if has(new, district):
                more |= np.int64(links[district])
        new = more & allowed & ~reached
        reached |= new
    return reached


@compiled
def two_routes(links: Array, there: Int) -> bool:
    """Whether a city of the Districts ``there`` follows the Two Route Principle."""
    if flood(links, there) != there:
        return False
    for district in range(NUM_DISTRICTS):
        if has(there, district):
            rest = remove(there, district)
            near = np.int64(links[district]) & there
            if near & (near - 1) == 0 or flood(links, rest) != rest:
                return False
    return True


@compiled
def has_free_side(place: Array, there: Int, district: Int) -> bool:
    """Whether no other tile lies against one of a tile's four sides, so that it can be slid out."""
    others = remove(there, district)
    x, y, turned = np.int64(place[district, 0]), np.int64(place[district, 1]), np.int64(place[district, 2])
    width, height = 2 - turned, 1 + turned
    return (
        neighbours(place, others, x, y - 1, width, 1) >= 0
        or neighbours(place, others, x, y + height, width, 1) >= 0
        or neighbours(place, others, x - 1, y, 1, height) >= 0
        or neighbours(place, others, x + width, y, 1, height) >= 0
    )


@compiled
def pieces_without(links: Array, district: Int, pieces: Array) -> Int:
    """Write the parts into which the city falls without ``district`` and one other; return how many, or -1.

    A tile put back next to a District of every part (and two Districts at least) keeps the Two Route Principle. It
    never can, -1, where the city falls apart without it.
    """
    rest = remove(ALL_DISTRICTS, district)
    if flood(links, rest) != rest:
        return -1
    count = 0
    for other in range(NUM_DISTRICTS):
        if other == district:
            continue
        left = remove(rest, other)
        first = flood(links, left)
        while first != left:
            pieces[count] = first
            count += 1
            left &= ~first
            first = flood(links, left)
        if left != remove(rest, other):
            pieces[count] = left
            count += 1
    return count


@compiled
def joins(near: Int, pieces: Array, count: Int) -> bool:
    """Whether a tile next to the Districts ``near`` keeps the Two Route Principle; see :func:`pieces_without`."""
    if near <= 0 or near & (near - 1) == 0:
        return False
    for i in range(count):
        if near & np.int64(pieces[i]) == 0:
            return False
    return True


@compiled(inline=True)
def against(place: Array, anchor: Int, way: Int) -> tuple[Int, Int, Int]:
    """Return the tile that lies against ``anchor`` in one of the 16 ways: x, y, turned."""
    turned = np.int64(place[anchor, 2])
    return (
        np.int64(place[anchor, 0]) + np.int64(WAYS[turned, way, 0]),
        np.int64(place[anchor, 1]) + np.int64(WAYS[turned, way, 1]),
        np.int64(WAYS[turned, way, 2]),
    )


@compiled(allocates=True)
def new_places(place: Array, links: Array, district: Int, anchor: Int, mask: Array, at: Int) -> Int:
    """Mark at ``mask[at + way]`` the ways in which a District may be laid anew against ``anchor``; return how many.

    Every way is the answer to all of the rules: nothing is covered, the Two Route Principle holds, and the tile lies
    elsewhere, or otherwise, than before. Whether it can be slid out at all is :func:`has_free_side`.
    """
    pieces = np.empty(4 * NUM_DISTRICTS, np.int64)
    count = pieces_without(links, district, pieces)
    found = 0
    if count >= 0:
        for way in range(NUM_WAYS):
            if fits(place, pieces, count, district, anchor, way):
                mask[at + way] = 1
                found += 1
    return found


@compiled
def fits(place: Array, pieces: Array, count: Int, district: Int, anchor: Int, way: Int) -> bool:
    """Whether a District may be laid anew against ``anchor`` in one way; see :func:`pieces_without`."""
    x, y, turned = against(place, anchor, way)
    if x == place[district, 0] and y == place[district, 1] and turned == place[district, 2]:
        return False
    return joins(tile_neighbours(place, remove(ALL_DISTRICTS, district), x, y, turned), pieces, count)


@compiled
def has_new_place(place: Array, pieces: Array, count: Int, district: Int) -> bool:
    """Whether a District may be laid anew anywhere."""
    for anchor in range(NUM_DISTRICTS):
        if anchor != district:
            for way in range(NUM_WAYS):
                if fits(place, pieces, count, district, anchor, way):
                    return True
    return False


@compiled(allocates=True)
def movable_districts(place: Array, links: Array, lifted: Int) -> Int:
    """Return the set of Districts that can be repositioned.

    With ``lifted`` the Two Route Principle must also hold in the city that a District leaves behind.
    """
    pieces = np.empty(4 * NUM_DISTRICTS, np.int64)
    found = np.int64(0)
    for district in range(NUM_DISTRICTS):
        rest = remove(ALL_DISTRICTS, district)
        if has_free_side(place, ALL_DISTRICTS, district) and (not lifted or two_routes(links, rest)):
            count = pieces_without(links, district, pieces)
            if count >= 0 and has_new_place(place, pieces, count, district):
                found = add(found, district)
    return found


@compiled
def set_links(place: Array, links: Array, there: Int) -> None:
    """Work out who lies next to whom."""
    for district in range(NUM_DISTRICTS):
        links[district] = 0
        if has(there, district):
            others = remove(there, district)
            x, y, turned = np.int64(place[district, 0]), np.int64(place[district, 1]), np.int64(place[district, 2])
            links[district] = tile_neighbours(place, others, x, y, turned)


@compiled
def move_to_corner(place: Array, there: Int) -> None:
    """Move the whole city so that its smallest x and y are 0: equal cities are equal numbers."""
    left, upper = np.int64(127), np.int64(127)
    for district in range(NUM_DISTRICTS):
        if has(there, district):
            left, upper = min(left, np.int64(place[district, 0])), min(upper, np.int64(place[district, 1]))
    for district in range(NUM_DISTRICTS):
        if has(there, district):
            place[district, 0] -= left
            place[district, 1] -= upper


@compiled
def set_distances(links: Array, far: Array) -> None:
    """Work out how many Districts have to be exited from each to each."""
    for start in range(NUM_DISTRICTS):
        reached = one(start)
        new, steps = reached, 0
        far[start, start] = 0
        while new != 0:
            more = np.int64(0)
            for district in range(NUM_DISTRICTS):
                if has(new, district):
                    far[start, district] = steps
                    more |= np.int64(links[district])
            new = more & ~reached
            reached |= new
            steps += 1
