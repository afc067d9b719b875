"""Make one log for each game: a whole game between heuristics, as one seat perceived it.

``python docs/make_logs.py`` writes them into ``docs/logs/``; with names only those.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import Tables
from cogitable.envs.table.faces.aec import raw_env
from cogitable.envs.table.files.atomic import write_atomically
from cogitable.envs.table.seats import seat_name

LOGS = Path(__file__).resolve().parent / "logs"
OPTIONS: dict[str, dict[str, Any]] = {"comrade": {"num_players": 5}, "great_machine_coop": {"num_players": 1}}
SEED, SEAT = 1, 0


def page(name: str) -> str:
    """Return the page of one game."""
    env = raw_env(get_game(name), **OPTIONS.get(name, {}))
    env.reset(seed=SEED)
    setup = env.setup
    tables = Tables(setup, 1, auto_reset=False)
    tables.states[:] = env.states
    agent = make_agent("heuristic", setup, SEED)
    while not env.states["over"][0]:
        tables.look()
        action = agent.act(View.of(tables))
        tables.step(action)
        env.step(action[0])
    lines = env.log(env.possible_agents[SEAT])
    told = ", ".join(f"{key} {value}" for key, value in OPTIONS.get(name, {}).items())
    where = f"{setup.game.title}{', ' * bool(told)}{told}"
    about = f"A whole game between heuristics (seed {SEED}), as {seat_name(SEAT)} perceived it: its information state."
    return "\n".join([f"# A log of {where}", "", about, "", "```text", *lines, "```", ""])


def main(names: Sequence[str]) -> None:
    """Write the logs."""
    LOGS.mkdir(exist_ok=True)
    for name in names or GAMES:
        print(write_atomically(LOGS / f"{name}.md", page(name)))


if __name__ == "__main__":
    main(sys.argv[1:])
