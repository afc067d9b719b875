"""Make the pictures of the README: a table of each game as its environment draws it, in the middle of a game.

``python docs/make_pictures.py`` writes them into ``docs/images/``; with names only those.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.envs import get_game
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.faces.render import png
from cogitable.envs.table.files.atomic import write_atomically

IMAGES = Path(__file__).resolve().parent / "images"
TABLES: dict[str, tuple[str, dict[str, Any], int, int]] = {
    "brass_empire": ("brass_empire", {"num_players": 4}, 7, 174),
    "brass_empire_battle": ("brass_empire", {"mode": "battle", "num_players": 4}, 11, 393),
    "cogdrive_neon": ("cogdrive_neon", {}, 0, 56),
    "cogs_and_commissars": ("cogs_and_commissars", {"num_players": 4, "leaders": True}, 3, 324),
    "cogs_and_commissars_draft": (
        "cogs_and_commissars",
        {"num_players": 6, "decks": "drafted", "leaders": True},
        3,
        26,
    ),
    "comrade": ("comrade", {"num_players": 7}, 12, 71),
    "great_machine": ("great_machine", {}, 0, 120),
    "great_machine_heroes": ("great_machine", {}, 4, 126),
    "great_machine_coop": ("great_machine_coop", {"missions": "I"}, 0, 90),
    "great_machine_coop_open": ("great_machine_coop", {"num_players": 1, "difficulty": "hard"}, 1, 56),
}
"""Game, options, seed and decisions taken, by picture."""


def table_in_play(setup: Setup, seed: int, decisions: int) -> Tables:
    """Return one table some way into a game between heuristics."""
    tables, agent = Tables(setup, 1, seed=seed), make_agent("heuristic", setup, seed=seed)
    for _ in range(decisions):
        tables.step(agent.act(View.of(tables)))
    return tables


def main(names: Sequence[str]) -> None:
    """Write the pictures of some names, or every picture."""
    IMAGES.mkdir(exist_ok=True)
    for name in names or TABLES:
        game, options, seed, decisions = TABLES[name]
        tables = table_in_play(get_game(game).setup(**options), seed, decisions)
        pixels = png(tables.setup, tables.states, int(tables.seats[0]))
        assert pixels is not None
        print(write_atomically(IMAGES / f"{name}.png", pixels))


if __name__ == "__main__":
    main(sys.argv[1:])
