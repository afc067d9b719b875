"""The city as a map of letters: every tile a box, as wide and as high as what is in it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import ceil
from typing import Any, NamedTuple

from ...table.named import texts
from ...table.sets import has
from ...table.views import many, wrapped
from ..rules.state import MAJOR_DISTRICTS, District, Hero, Servant, Status
from .facts import SYMBOLS, SeenCitizen, citizens_in, heroes_at, servants_at
from .terms import members

LEGEND = "? unidentified, (1) identified, [1] revealed, <1> revealed and active"
SERVANT_LETTERS = ("P", "J", "L")
_WIDEST, _NARROWEST, _LOWEST, _HIGHEST = 15, 7, 5, 12
_SHORT = {District.CITADEL: "Citadel", District.NEXUS: "Nexus"}
SHORT_NAMES = tuple(_SHORT.get(district, district.text) for district in District)


Tell = Callable[[Any, int, bool], str]
"""Tells something of a District of a state, in a short form or a long one."""


class Told(NamedTuple):
    """What is told of a District in a way of the game's own.

    Attributes:
        guards: Its Guards.
        marks: What else lies there; empty for nothing.
    """

    guards: Tell
    marks: Tell


def _told_guards(state: Any, district: int, short: bool) -> str:
    guards, broken = int(state.guards[district]), int(state.broken[district])
    if short:
        return f"{guards} G" + (f" {broken} br" if broken else "")
    return many(guards, "Guard") + (f", {broken} broken" if broken else "")


def _no_marks(state: Any, district: int, short: bool) -> str:
    return ""


PLAIN = Told(_told_guards, _no_marks)


def draw_city(state: Any, knower: int | None, width: int, told: Told = PLAIN) -> list[str]:
    """Return the map, no wider than ``width`` characters; what lies where as a list, if cells would be too narrow."""
    tiles = {district: tuple(int(number) for number in state.place[district]) for district in members(int(state.there))}
    if not tiles:
        return []
    columns = max(x + 2 - turned for x, _, turned in tiles.values())
    rows = max(y + 1 + turned for _, y, turned in tiles.values())
    wide = min(_WIDEST, (width - 1) // columns)
    if wide < _NARROWEST:
        return _listed(state, tiles, knower, width, told)
    high = min(_HIGHEST, max(_LOWEST, *_heights(state, tiles, wide, told)))
    canvas = [[" "] * (columns * wide + 1) for _ in range(rows * high + 1)]
    for district, (x, y, turned) in tiles.items():
        box = x * wide, y * high, (2 - turned) * wide, (1 + turned) * high
        _draw_box(canvas, box, _contents(state, district, knower, box[2] - 1, box[3] - 1, told))
    return ["".join(row).rstrip() for row in canvas]


def _listed(state: Any, tiles: Iterable[int], knower: int | None, width: int, told: Told) -> list[str]:
    """Return a paragraph for each tile: what it lies next to, and what is in it."""
    lines: list[str] = []
    for district in tiles:
        heading, *others = _told(state, district, knower, 10 * width, told, short=False)
        near = ", ".join(SHORT_NAMES[other] for other in members(int(state.links[district])))
        heading = " ".join(heading.split())
        lines += wrapped(f"{heading}, next to {near}: {'; '.join(others)}", "", "    ", width)
    return lines


def _heights(state: Any, tiles: dict[int, tuple[int, ...]], wide: int, told: Told) -> Iterator[int]:
    """Yield how high cells have to be for all that is in each tile to have room, in its short form at least."""
    for district, (_, _, turned) in tiles.items():
        lines = len(_told(state, district, None, (2 - turned) * wide - 1, told, short=True))
        yield ceil((lines + 1) / (1 + turned))


def _contents(state: Any, district: int, knower: int | None, width: int, height: int, told: Told) -> list[str]:
    """Return the lines of a tile, in their long form if there is room for it."""
    lines = _told(state, district, knower, width, told, short=False)
    return lines if len(lines) <= height else _told(state, district, knower, width, told, short=True)


def _told(state: Any, district: int, knower: int | None, width: int, told: Told, *, short: bool) -> list[str]:
    """Return what is to be told of a District in lines of a width."""
    name = (SHORT_NAMES if short or len(District(district).text) > width else texts(District))[district]
    name = name.upper() if district in MAJOR_DISTRICTS else name
    flags = " ".join(word for word, places in (("RIOT", state.riots), ("RAID", state.raids)) if has(places, district))
    servants = [
        SERVANT_LETTERS[servant] if short else Servant(servant).text for servant in servants_at(state, district)
    ]
    heroes = heroes_at(state, district)
    names = [f"{Hero(state.heroes[hero]).text[: 3 if short else None]} {state.trust[hero]}" for hero in heroes]
    lines = [*_heading(name, flags, width), *wrapped(told.guards(state, district, short), width=width)]
    lines += wrapped(told.marks(state, district, short), width=width)
    lines += wrapped(" ".join(citizen_token(citizen) for citizen in citizens_in(state, district, knower)), width=width)
    lines += (
        wrapped(f"* {' '.join(servants)}" if short else "* " + ", ".join(servants), width=width) if servants else []
    )
    return [*lines, *(wrapped("@ " + ", ".join(names), width=width) if names else ())]


def _heading(name: str, flags: str, width: int) -> list[str]:
    if not flags:
        return [name[:width]]
    room = width - len(name)
    return [f"{name}{flags:>{room}}"] if room > len(flags) else [name[:width], flags[:width]]


def citizen_token(citizen: SeenCitizen) -> str:
    """Return a Citizen as a token; the number of an unidentified one is for those alone who see everything."""
    symbol = "" if citizen.kind is None else SYMBOLS[citizen.kind]
    if citizen.status == Status.UNIDENTIFIED:
        return f"?{symbol}"
    if citizen.status == Status.IDENTIFIED:
        return f"({symbol})"
    return f"<{symbol}>" if citizen.active else f"[{symbol}]"


def _draw_box(canvas: list[list[str]], box: tuple[int, int, int, int], lines: list[str]) -> None:
    left, top, width, height = box
    for x in range(left, left + width + 1):
        for y in (top, top + height):
            canvas[y][x] = "+" if canvas[y][x] in "+|" or x in (left, left + width) else "-"
    for y in range(top, top + height + 1):
        for x in (left, left + width):
            canvas[y][x] = "+" if canvas[y][x] in "+-" or y in (top, top + height) else "|"
    for number, line in enumerate(lines[: height - 1]):
        for offset, letter in enumerate(line[: width - 1]):
            canvas[top + 1 + number][left + 1 + offset] = letter
