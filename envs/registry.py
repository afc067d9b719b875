"""The games in the registries of PettingZoo and Gymnasium.

Importing ``cogitable.envs`` registers every game:

* ``pettingzoo.make("aec", "cogitable/cogdrive_neon-v0", **options)``: the AEC environment, as the module's ``env()``;
  ``"parallel"`` in place of ``"aec"`` is its ``parallel_env()``.
* ``gymnasium.make("cogitable/CogDriveNeon-v0", opponents="heuristic", **options)``: one seat against given opponents.
* ``gymnasium.make_vec("cogitable/CogDriveNeonSelfPlay-v0", num_envs=64, **options)``: many tables, at each of which the
  seat to move acts.

Neither registry looks for installed packages by itself (Gymnasium did before 1.0, through the entry point group
``gymnasium.envs``, which this package still declares). Without an import of your own, Gymnasium takes the module in
front of the name: ``gymnasium.make("cogitable.envs:cogitable/CogDriveNeon-v0")``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import gymnasium
import pettingzoo

from .catalogue import GAMES, get_game
from .table.faces.vector import TableVectorEnv, vector_env
from .table.game import Game

NAMESPACE = "cogitable"
SOLO = f"{__package__.rpartition('.')[0]}.agents.solo:solo_env"
"""Where Gymnasium finds the single-agent form; it stands beside the agents, which it seats by their names."""


def _in_gymnasium_style(game: str) -> str:
    """Return ``CogDriveNeon`` for ``cogdrive_neon``."""
    return game.title().replace("_", "").replace("Cogdrive", "CogDrive")


def _version(game: str) -> int:
    """Return the highest version of a game's modules in PettingZoo's manner, as 0 for ``comrade_v0.py``."""
    found = (re.fullmatch(rf"{game}_v(\d+)", path.stem) for path in Path(__file__).parent.glob(f"{game}_v*.py"))
    return max(int(match[1]) for match in found if match)


ENVIRONMENTS: dict[str, tuple[str, int]] = {game: (_in_gymnasium_style(game), _version(game)) for game in GAMES}
"""Game to its name in Gymnasium's style and its version."""


def pettingzoo_id(game: str) -> str:
    """Return a game's name in PettingZoo's registry, as ``cogitable/cogdrive_neon-v0``."""
    return f"{NAMESPACE}/{game}-v{ENVIRONMENTS[game][1]}"


def gymnasium_id(game: str) -> str:
    """Return the name of a game's single-agent form in Gymnasium's registry, as ``cogitable/CogDriveNeon-v0``."""
    name, version = ENVIRONMENTS[game]
    return f"{NAMESPACE}/{name}-v{version}"


def self_play_id(game: str) -> str:
    """Return the name of a game's vector form in Gymnasium's registry, as ``cogitable/CogDriveNeonSelfPlay-v0``."""
    name, version = ENVIRONMENTS[game]
    return f"{NAMESPACE}/{name}SelfPlay-v{version}"


def register_pettingzoo() -> None:
    """Enter every game that is not there yet into PettingZoo's registry, if this PettingZoo has one."""
    if not hasattr(pettingzoo, "register"):
        return
    for game, (_, version) in ENVIRONMENTS.items():
        module = f"{__package__}.{game}_v{version}"
        if pettingzoo_id(game) not in pettingzoo.aec_registry:
            pettingzoo.register("aec", pettingzoo_id(game), entry_point=f"{module}:env")
        if pettingzoo_id(game) not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", pettingzoo_id(game), entry_point=f"{module}:parallel_env")


def register_gymnasium() -> None:
    """Enter every game that is not there yet into Gymnasium's registry."""
    for game in ENVIRONMENTS:
        if gymnasium_id(game) not in gymnasium.registry:
            gymnasium.register(gymnasium_id(game), entry_point=SOLO, kwargs={"game": game})
        if self_play_id(game) not in gymnasium.registry:
            gymnasium.register(self_play_id(game), vector_entry_point=f"{__name__}:tables_env", kwargs={"game": game})


def tables_env(game: str | Game, **options: Any) -> TableVectorEnv:
    """Return many tables of a game as a Gymnasium VectorEnv: :func:`~cogitable.envs.table.faces.vector.vector_env`."""
    return vector_env(game if isinstance(game, Game) else get_game(game), **options)
