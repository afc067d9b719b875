"""Make the games that visitors of the site can step through: one of each kind, between the shipped policies.

``python docs/make_replays.py`` writes them into ``docs/replays/``; with names only those. The site's pages are made of
them at every build (``docs/replay_pages.py``).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cogitable.agents.factory import make_agent
from cogitable.envs import GAMES, get_game
from cogitable.envs.table.files.replay import Replay
from cogitable.training.measure.match import play_match

FOLDER = Path(__file__).resolve().parent / "replays"
OPTIONS: dict[str, dict[str, Any]] = {
    "brass_empire": {"num_players": 2},
    "cogs_and_commissars": {"num_players": 3},
    "great_machine_coop": {"missions": "I"},
}
"""Where they are not the game's own."""
SEED, SEEDS = 4, {"comrade": 5}
"""Of all games but those whose game by the usual one is over after a committee or two."""


def game_between_policies(name: str) -> Replay:
    """Play a game."""
    setup, seed = get_game(name).setup(**OPTIONS.get(name, {})), SEEDS.get(name, SEED)
    seats = np.zeros((1, setup.num_seats), np.int64)
    found = play_match(setup, [make_agent("policy", setup)], seats, [seed], 1, agent_seed=[seed], record=[0])
    return Replay.of(setup, found.actions[0], seed=seed, players=["policy"] * setup.num_seats)


def main(names: Sequence[str]) -> None:
    """Write the replays of some games, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or GAMES:
        replay = game_between_policies(name)
        print(replay.save(FOLDER / f"{name}.replay.json"), len(replay.steps))


if __name__ == "__main__":
    main(sys.argv[1:])
