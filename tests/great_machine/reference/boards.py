"""Board files with other numbers than the house's, to hold the games beside their references on."""

from __future__ import annotations

import tomllib
from typing import Any

from cogitable.envs.city.board import DEFAULT

HOUSE = tomllib.loads(DEFAULT.read_text())


def board(**changes: Any) -> dict[str, Any]:
    """Return the board file with other numbers."""
    districts = [{**one, **changes.get("district", {}), **changes.get(one["name"], {})} for one in HOUSE["district"]]
    heroes = [{**one, **changes.get(one["name"], {})} for one in HOUSE["hero"]]
    stages = [{**one, "bonds": changes.get("bonds", {}).get(one["name"], one["bonds"])} for one in HOUSE["stage"]]
    dice = [{**one, "faces": changes.get(one["name"], one["faces"])} for one in HOUSE["die"]]
    return {**HOUSE, "district": districts, "hero": heroes, "stage": stages, "die": dice}


CROWDED = board(
    district={"room": 4, "guards": 3},
    Tower={"room": 1, "guards": 2},
    Velvet={"guards": 6, "citizens": 3},
    bonds={"Zero Stage": 12, "Stage 2": 1, "Riot Stage": 30},
    Fowler={"limit": 3, "start": "Tower"},
    Physician={"limit": 8, "start": "Art"},
    assault=[2, 2, 4, 4, 4, 4],
    escape=[0] * 6,
)
LAVISH = board(
    district={"room": 9, "guards": 8, "citizens": 2},
    bonds={"Stage 1": 20, "Stage 3": 0},
    Actress={"limit": 2},
    assault=[0, 0, 0, 0, 0, 3],
    escape=[1] * 6,
)
