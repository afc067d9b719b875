"""The catalogue of games.

Each has a module in PettingZoo's manner, with ``env()`` and ``raw_env()``:

.. code-block:: python

    from cogitable.envs import cogdrive_neon_v0

    env = cogdrive_neon_v0.env(render_mode="ansi")
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        ended = terminated or truncated
        env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
    env.close()

``env.setup.layout`` names the parts of an observation, ``env.setup.action_names`` every action; the rules are told by
``cogitable rules cogdrive_neon``. Importing this package also enters the games into PettingZoo's and Gymnasium's
registries (see :mod:`.registry`).
"""

from __future__ import annotations

from typing import Any

from . import registry
from .catalogue import GAMES, get_game

__all__ = ["GAMES", "get_game", "make"]


def make(name: str, **options: Any) -> Any:
    """Return a game's PettingZoo AEC environment: ``make("cogdrive_neon", render_mode="ansi")``."""
    from .table.faces.aec import env

    return env(get_game(name), **options)


registry.register_pettingzoo()
registry.register_gymnasium()
