"""Where a District goes, in words: on which side of another one, how turned, and whom else it then touches."""

from __future__ import annotations

from typing import Any

from ..rules.city import against, tile_neighbours
from ..rules.state import NOBODY
from .terms import listed, members, the

Span = tuple[int, int]


def tile_name(state: Any) -> str:
    """Return the District that is being laid."""
    return the(state.tile) if state.tile != NOBODY else "the District"


def way_text(state: Any, way: int) -> str:
    """Return how the District being laid lies against the other one: side, turn, flush or not, what else it touches."""
    x, y, turned = (int(number) for number in against(state.place, state.anchor, way))
    others = int(state.there) & ~(1 << int(state.tile))
    near = int(tile_neighbours(state.place, others, x, y, turned))
    further = listed((the(other) for other in members(max(near, 0)) if other != state.anchor), "")
    lies = side_text(state.place[state.anchor], (x, y, turned), the(state.anchor))
    return f"lays {tile_name(state)} {lies}" + (f" (also next to {further})" if further else "")


def side_text(anchor: Any, tile: tuple[int, int, int], name: str) -> str:
    """Return where a tile lies against another one: ``left of Art, upright, flush with its top``."""
    (x, y, width, height), (left, top, wide, high) = _box(tile), _box(anchor)
    turn = "upright" if tile[2] else "lying"
    if x + width <= left or x >= left + wide:
        side = "left of" if x < left else "right of"
        where = _flush((y, height), (top, high), ("its top", "its bottom"), ("above", "below"))
    else:
        side = "above" if y < top else "below"
        where = _flush((x, width), (left, wide), ("its left end", "its right end"), ("to its left", "to its right"))
    return f"{side} {name}, {turn}, {where}"


def _box(tile: Any) -> tuple[int, int, int, int]:
    x, y, turned = (int(number) for number in tile)
    return x, y, 2 - turned, 1 + turned


def _flush(own: Span, other: Span, ends: tuple[str, str], beyond: tuple[str, str]) -> str:
    """Return how two spans (start, length) that overlap lie to each other."""
    starts, stops = own[0] == other[0], sum(own) == sum(other)
    if starts and stops:
        return "flush"
    if starts or stops:
        return f"flush with {ends[0] if starts else ends[1]}"
    return f"half {beyond[0] if own[0] < other[0] else beyond[1]}"
