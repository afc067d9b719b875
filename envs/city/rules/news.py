"""What happens by itself in both games, as rules tell it (:mod:`...table.events`).

In the events of a Hero ``who`` is the seat that runs it and ``other`` says which Hero it is. Sets and small
numbers that belong together are packed into ``amount``.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import EVERYBODY, UNKNOWN, tell
from ...table.records import Array, Int
from . import state as city
from .state import CityLayout, CityPrepared, CityState, Status
from .variants import identified_as


class News(IntEnum):
    """Kinds of events of both games; in brackets what ``thing``, ``amount`` and ``other`` are.

    The numbers between and behind them are those of each game's own, in its ``rules/news.py``.
    """

    # The deal
    LIES = 0  # a tile (District, where: see packed_place)
    CAST = 1  # who plays which Hero (Access card forfeited, -, Hero)
    # A round, and what is gained
    ROUND = 2  # (City Event or UNKNOWN, round)
    TRUST = 3  # (-, gained, Hero)
    # A Hero's way
    TURN = 4  # a turn begins (Access card, -, Hero)
    GOES = 5  # the only way on (District, Trust paid, Hero)
    ESCAPES = 6  # (District, Trust lost, Hero)
    CAUGHT = 7  # on the way to (District, Trust lost, Hero)
    FORFEITS = 27  # (Access card, -, Hero)
    # Dice
    ATTACK = 8  # (1 if the Guard breaks, Trust on the die)
    ROLLS_FIRST = 9  # (1 if it can be paid, Trust on the die, price)
    # Citizens
    FOUND = 10  # (type, -, District)
    RELEASED = 11  # (type)
    TURNED_UP = 12  # (District, numbers by type: see packed_types)
    ARRESTED = 13  # (type, -, District)
    # Riots and tracks
    RIOT_WON = 14  # (District, active Citizens, what opposes them)
    RIOT_LOST = 15  # the same
    RISES = 16  # Discontent (slots that the track does not have, slots)
    REACHES = 17  # Discontent (-, Stage)
    PLAN = 18  # (Cause, where it is now, City Event)
    PLAN_STAYS = 19  # (-, where it is, City Event)
    PAID_TOGETHER = 20  # (1 if the pledges sufficed, Trust)
    WINS = 21  # (winner, one of End)


class End(IntEnum):
    """Why a game has ended."""

    PLAN = 0
    CARDS = 1
    RIOTS = 2


BUT_MACHINE = EVERYBODY & ~(1 << city.MACHINE)
"""The seats that perceive what the Machine's player does not."""
_TURNED, _Y, _X = 0, 1, 6  # lowest bits
_TYPE_BITS = 4


@compiled(inline=True)
def tell_hero(state: CityState, kind: Int, hero: Int, thing: Int, amount: Int) -> None:
    """Tell what a Hero, by its place in the order of Initiative, does or has done to it."""
    if state.telling:
        tell(state, kind, state.runs[hero], thing, amount, state.heroes[hero])


@compiled
def tell_city(setup: CityPrepared, state: CityState) -> None:
    """Tell where the Districts lie, unless the options say so."""
    if state.telling and setup.layout != CityLayout.PRESET:
        for district in range(city.NUM_DISTRICTS):
            tell(state, News.LIES, UNKNOWN, district, packed_place(state.place[district]))


@compiled
def packed_place(place: Array) -> Int:
    return np.int64(place[0]) << _X | np.int64(place[1]) << _Y | np.int64(place[2]) << _TURNED


def unpacked_place(packed: int) -> tuple[int, int, int]:
    """Return x, y and whether it stands upright."""
    return packed >> _X, packed >> _Y & 31, packed & 1


@compiled
def tell_cast(state: CityState, seen: Int) -> None:
    """Tell who plays which Hero, and to ``seen`` which Access card it has forfeited."""
    if state.telling:
        for hero in range(city.NUM_HEROES):
            card = np.int64(0)
            while np.int64(state.cards[hero]) >> card & 1:
                card += 1
            tell(state, News.CAST, state.runs[hero], card, 0, state.heroes[hero], seen)


@compiled
def tell_found(state: CityState, type: Int, district: Int) -> None:
    """Tell of what type a Citizen is that is found, to those who see it."""
    to = EVERYBODY if identified_as(state) == Status.REVEALED else BUT_MACHINE
    tell(state, News.FOUND, UNKNOWN, type, 0, district, EVERYBODY, to)


@compiled
def packed_types(state: CityState, district: Int) -> Int:
    """Return how many Citizens of each type are face down in a District, as one number."""
    packed = np.int64(0)
    for type in range(city.NUM_TYPES):
        hidden = np.int64(state.citizens[district, Status.UNIDENTIFIED, type])
        hidden += np.int64(state.citizens[district, Status.IDENTIFIED, type])
        packed |= hidden << _TYPE_BITS * type
    return packed


def unpacked_types(packed: int) -> list[int]:
    """Return numbers by type."""
    return [packed >> _TYPE_BITS * type & (1 << _TYPE_BITS) - 1 for type in range(city.NUM_TYPES)]
