"""Make one log for each game: a whole game between heuristics, as one seat perceived it.

``python docs/make_logs.py`` writes them into ``docs/logs/``; with names only those.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import Tables
from cogitable.envs.table.files.atomic import write_atomically
from cogitable.envs.table.log import Log

LOGS = Path(__file__).resolve().parent / "logs"
OPTIONS: dict[str, dict[str, Any]] = {"comrade": {"num_players": 5}, "great_machine_coop": {"num_players": 1}}
SEED, SEAT = 1, 0


def page(name: str) -> str:
    """Return the page of one game."""
    setup = get_game(name).setup(**OPTIONS.get(name, {}))
    tables = Tables(setup, 1, seed=SEED, auto_reset=False)
    generator = _generator(setup)
    agent, actions = make_agent("heuristic", setup, SEED), []
    while not tables.states["over"][0]:
        actions.append(int(agent.act(View.of(tables))[0]))
        tables.step(np.array(actions[-1:]))
    lines = Log(setup, generator).follow(actions).lines(SEAT)
    told = ", ".join(f"{key} {value}" for key, value in OPTIONS.get(name, {}).items())
    where = f"{setup.game.title}{', ' * bool(told)}{told}"
    about = f"A whole game between heuristics (seed {SEED}), as player_{SEAT} perceived it: its information state."
    return "\n".join([f"# A log of {where}", "", about, "", "```text", *lines, "```", ""])


def _generator(setup: Any) -> tuple[int, ...]:
    """Return the generator of the deal, which is drawn from when the table is made."""
    from cogitable.envs.table.random import seed_words

    words: tuple[int, ...] = tuple(seed_words(np.random.SeedSequence(SEED), 1)[0].tolist())
    return words


def main(names: Sequence[str]) -> None:
    """Write the logs."""
    LOGS.mkdir(exist_ok=True)
    for name in names or GAMES:
        print(write_atomically(LOGS / f"{name}.md", page(name)))


if __name__ == "__main__":
    main(sys.argv[1:])
