"""What somebody's own typed project does with the library; mypy and pyright look at it beside an installed wheel."""

from __future__ import annotations

from typing import Any

import numpy as np

from cogitable.agents.factory import make_agent
from cogitable.agents.solo import solo_env
from cogitable.envs import cogdrive_neon_v0, get_game
from cogitable.envs.table import Game, Setup, Tables
from cogitable.envs.table.faces.aec import TableEnv
from cogitable.envs.table.layout import Layout, Part


def first_legal(env: TableEnv, agent: str) -> int:
    mask: np.ndarray = env.infos[agent]["action_mask"]
    return int(mask.argmax())


def play(seed: int) -> list[str]:
    env: TableEnv = cogdrive_neon_v0.env(max_decisions=60)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else first_legal(env, agent))
    return env.log()


def main() -> None:
    game: Game = get_game("cogdrive_neon")
    setup: Setup = game.setup()
    layout: Layout = setup.layout
    parts: tuple[Part, ...] = layout.parts
    tables = Tables(setup, 4, seed=1)
    tables.step(tables.masks.argmax(axis=1))
    solo = solo_env(game, opponents="random")
    _, info = solo.reset(seed=1)
    facts: dict[str, Any] = info
    print(len(parts), make_agent("random", setup), sorted(facts), len(play(1)))


if __name__ == "__main__":
    main()
