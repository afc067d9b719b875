"""What holds of every position of both games."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ...table.errors import demand
from ...table.game import RUNNING, Setup
from . import state as city
from .city import movable_districts, set_distances, set_links, two_routes
from .state import ARRESTED, NOBODY, NUM_DISTRICTS, Ask, Phase, Status

_ABOUT: dict[int, str] = {
    **dict.fromkeys((Ask.CITIZEN, Ask.MOVE_MORE, Ask.ARREST, Ask.RIOT_ARREST), "choosing_in"),
    **dict.fromkeys((Ask.EXPOSE, Ask.SHOW_TYPE), "choosing_in"),
    **dict.fromkeys((Ask.ANCHOR, Ask.WAY), "tile"),
    Ask.CITIZEN_TO: "carried",
    Ask.CONFISCATE: "confiscating_in",
    Ask.CARD: "owner",
    Ask.TAKE_BACK: "newest",
    Ask.RALLY: "rioting_in",
    Ask.BREAK_KIND: "breaking_in",
}
"""By question, the field that says what it is about, which is NOBODY otherwise."""
_EARLY: dict[int, Phase] = {
    Ask.PILE: Phase.BUILDING,
    Ask.HERO: Phase.CHOOSING,
    Ask.SHARE: Phase.OPENING,
    Ask.ACCESS: Phase.ACCESS,
}
"""Questions that only one phase asks."""


_ASKED: dict[int, tuple[Ask, ...]] = {
    int(Phase.BUILDING): (Ask.PILE, Ask.ANCHOR, Ask.WAY),
    int(Phase.CHOOSING): (Ask.HERO,),
}
"""By phase before the first round, all that is asked in it."""


def check_shared(setup: Setup, state: Any, first_seat: int) -> None:
    """Check what both games have; the Heroes are run by the seats from ``first_seat`` on."""
    _check_citizens(setup, state)
    demand((np.asarray(state.place)[:, 2] <= 1).all(), "a tile lies neither upright nor across")
    turns = city.NUM_HEROES * (1 + int(setup.record["reconsider"][0]) if state.phase == Phase.ACCESS else 1)
    if state.over == RUNNING and state.phase in (Phase.CHOOSING, Phase.OPENING, Phase.ACCESS, Phase.HEROES):
        demand(state.cursor < turns, f"it is the turn of Hero {state.cursor}")
    if state.over == RUNNING:
        _check_question(state)
    filled = np.asarray(state.guards).astype(int) + np.asarray(state.broken).astype(int)
    room = np.asarray(setup.record["guard_room"][0]).astype(int)
    demand((filled <= room).all(), f"Guards {filled.tolist()} on squares {room.tolist()}")
    for hero in range(city.NUM_HEROES):
        demand(int(state.cards[hero]) & ~city.ALL_DISTRICTS == 0, "an Access card that there is not")
        demand(state.over != RUNNING or state.cards[hero] != 0, f"Hero {hero} has no Access card and the game goes on")
    if state.phase != Phase.BUILDING:
        _check_city(setup, state)
    if state.phase not in (Phase.BUILDING, Phase.CHOOSING):
        _check_heroes(setup, state, first_seat)


def _check_question(state: Any) -> None:
    ask, about = int(state.ask), _ABOUT.get(int(state.ask))
    demand(about is None or state[about] != NOBODY, f"question {ask} is about nothing: {about}")
    demand(ask != Ask.WAY or state.anchor != NOBODY, "a tile is laid against nothing")
    demand(state.phase == _EARLY.get(ask, state.phase), f"question {ask} in phase {state.phase}")
    demand(ask in _ASKED.get(int(state.phase), (ask,)), f"question {ask} in phase {state.phase}")


def _check_heroes(setup: Setup, state: Any, first_seat: int) -> None:
    heroes = [int(hero) for hero in state.heroes]
    in_order = heroes[0] >= 0 and heroes == sorted(set(heroes))
    demand(in_order, f"Heroes {heroes} are not three in the order of Initiative")
    runs = {int(seat) for seat in state.runs}
    demand(runs == set(range(first_seat, setup.num_seats)), f"the Heroes are run by the seats {sorted(runs)}")
    for hero in range(city.NUM_HEROES):
        trust, limit = int(state.trust[hero]), int(setup.record["limit"][0, heroes[hero]])
        demand(0 <= trust <= limit, f"Hero {hero} has {trust} Trust of at most {limit}")
        demand(0 <= state.at[hero] < NUM_DISTRICTS, f"Hero {hero} is at {state.at[hero]}")


def _check_citizens(setup: Setup, state: Any) -> None:
    counts = np.asarray(state.citizens).astype(int)
    by_type = counts.sum(axis=(0, 1))
    if state.carried != NOBODY:
        by_type[state.carried] += 1
    demand((counts >= 0).all(), "a number of Citizens is negative")
    demand((by_type == city.OF_EACH_TYPE).all(), f"Citizens by type: {by_type.tolist()}")
    crowd = np.asarray(state.crowd).astype(int)
    demand((crowd == counts.sum(axis=(1, 2))).all(), f"crowds {crowd.tolist()} are not what was counted")
    demand(crowd.sum() + (state.carried != NOBODY) == city.NUM_CITIZENS, f"{crowd.sum()} Citizens")
    room = np.asarray(setup.record["room"][0]).astype(int)
    demand((crowd[:NUM_DISTRICTS] <= room).all(), f"crowds {crowd.tolist()} on squares {room.tolist()}")
    hidden = counts[ARRESTED, Status.IDENTIFIED].sum() + counts[ARRESTED, Status.REVEALED].sum()
    demand(hidden == 0, "an arrested Citizen is not covered")
    sure = np.asarray(state.sure).astype(int)
    demand((sure <= counts[ARRESTED, Status.UNIDENTIFIED]).all(), f"surely arrested: {sure.tolist()}, which is not so")


def _check_city(setup: Setup, state: Any) -> None:
    place = np.array(state.place, np.int8)
    links, far, routes, movable = _connections(place.tobytes(), int(setup.record["lifted"][0]))
    demand((links == state.links).all(), "neighbours are not what the tiles say")
    demand((far == state.far).all(), "distances are not what the neighbours say")
    demand(movable == state.movable, f"Districts {state.movable} can be repositioned, not {movable}")
    demand(routes, "the city breaks the Two Route Principle")
    demand((place[:, :2].min(axis=0) == 0).all(), "the city does not begin in its corner")


@lru_cache(4096)  # a city seldom changes from one position to the next, and games often begin with the same one
def _connections(place: bytes, lifted: int) -> tuple[np.ndarray, np.ndarray, bool, int]:
    """Return a city's neighbours, distances, whether it keeps the Two Route Principle, and what can be repositioned."""
    links, far = np.zeros(NUM_DISTRICTS, np.int16), np.zeros((NUM_DISTRICTS, NUM_DISTRICTS), np.int8)
    tiles = np.array(np.frombuffer(place, np.int8).reshape(NUM_DISTRICTS, -1))
    set_links(tiles, links, city.ALL_DISTRICTS)
    set_distances(links, far)
    routes = bool(two_routes(links, city.ALL_DISTRICTS))
    return links, far, routes, int(movable_districts(tiles, links, lifted))
