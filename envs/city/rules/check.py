"""What holds of every position of both games."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...table.game import Setup
from .city import set_distances, set_links, two_routes
from .state import ALL_DISTRICTS, ARRESTED, NOBODY, NUM_CITIZENS, NUM_DISTRICTS, OF_EACH_TYPE, Status


def demand(holds: Any, message: str) -> None:
    if not holds:
        raise AssertionError(message)


def check_citizens(setup: Setup, state: Any) -> None:
    counts = np.asarray(state.citizens).astype(int)
    by_type = counts.sum(axis=(0, 1))
    if state.carried != NOBODY:
        by_type[state.carried] += 1
    demand((counts >= 0).all(), "a number of Citizens is negative")
    demand((by_type == OF_EACH_TYPE).all(), f"Citizens by type: {by_type.tolist()}")
    crowd = np.asarray(state.crowd).astype(int)
    demand((crowd == counts.sum(axis=(1, 2))).all(), f"crowds {crowd.tolist()} are not what was counted")
    demand(crowd.sum() + (state.carried != NOBODY) == NUM_CITIZENS, f"{crowd.sum()} Citizens")
    room = np.asarray(setup.record["room"][0]).astype(int)
    demand((crowd[:NUM_DISTRICTS] <= room).all(), f"crowds {crowd.tolist()} on squares {room.tolist()}")
    hidden = counts[ARRESTED, Status.IDENTIFIED].sum() + counts[ARRESTED, Status.REVEALED].sum()
    demand(hidden == 0, "an arrested Citizen is not covered")
    sure = np.asarray(state.sure).astype(int)
    demand((sure <= counts[ARRESTED, Status.UNIDENTIFIED]).all(), f"surely arrested: {sure.tolist()}, which is not so")


def check_city(state: Any) -> None:
    place = np.array(state.place, np.int8)
    links, far = np.zeros(NUM_DISTRICTS, np.int16), np.zeros((NUM_DISTRICTS, NUM_DISTRICTS), np.int8)
    set_links(place, links, ALL_DISTRICTS)
    set_distances(links, far)
    demand((links == state.links).all(), "neighbours are not what the tiles say")
    demand((far == state.far).all(), "distances are not what the neighbours say")
    demand(bool(two_routes(links, ALL_DISTRICTS)), "the city breaks the Two Route Principle")
    demand((place[:, :2].min(axis=0) == 0).all(), "the city does not begin in its corner")
