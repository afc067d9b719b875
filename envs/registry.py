"""The games in the registries of PettingZoo and Gymnasium.

Importing ``cogitable.envs`` registers every game:

* ``pettingzoo.make("aec", "cogitable/cogdrive_neon-v0", **options)``: the AEC environment, as the module's ``env()``.
* ``gymnasium.make("cogitable/CogDriveNeon-v0", opponents="heuristic", **options)``: one seat against given opponents.
* ``gymnasium.make_vec("cogitable/CogDriveNeonSelfPlay-v0", num_envs=64, **options)``: many tables, at each of which the
  seat to move acts.

Neither registry looks for installed packages by itself (Gymnasium did before 1.0, through the entry point group
``gymnasium.envs``, which this package still declares). Without an import of your own, Gymnasium takes the module in
front of the name: ``gymnasium.make("cogitable.envs:cogitable/CogDriveNeon-v0")``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pettingzoo

from .table import face
from .table.errors import OptionError
from .table.game import Game, Setup
from .table.solo import SOLO_OPTIONS, Opponent, SoloEnv
from .table.tables import Tables
from .table.vector import TableVectorEnv, vector_env

if TYPE_CHECKING:
    from ..agents.base import Agent, View

NAMESPACE = "cogitable"
ENVIRONMENTS: dict[str, tuple[str, int]] = {
    "cogdrive_neon": ("CogDriveNeon", 0),
    "comrade": ("Comrade", 0),
    "brass_empire": ("BrassEmpire", 0),
    "cogs_and_commissars": ("CogsAndCommissars", 0),
    "great_machine": ("GreatMachine", 0),
    "great_machine_coop": ("GreatMachineCoop", 0),
}
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
    """Enter every game that is not there yet into PettingZoo's registry."""
    for game, (_, version) in ENVIRONMENTS.items():
        if pettingzoo_id(game) not in pettingzoo.aec_registry:
            module = f"{__package__}.{game}_v{version}"
            pettingzoo.register("aec", pettingzoo_id(game), entry_point=f"{module}:env")


def register_gymnasium() -> None:
    """Enter every game that is not there yet into Gymnasium's registry."""
    for game in ENVIRONMENTS:
        if gymnasium_id(game) not in gymnasium.registry:
            gymnasium.register(gymnasium_id(game), entry_point=f"{__name__}:solo_env", kwargs={"game": game})
        if self_play_id(game) not in gymnasium.registry:
            gymnasium.register(self_play_id(game), vector_entry_point=f"{__name__}:tables_env", kwargs={"game": game})


def solo_env(game: str | Game, **options: Any) -> SoloEnv:
    """Return a game as a single-agent Gymnasium environment.

    Args:
        game: A game or its name.
        **options: The game's options, those of :class:`SoloEnv`, and ``opponents``: an agent's spec such as
            "heuristic" or "search:simulations=200" ("random" by default), an Agent, a function of a
            :class:`~cogitable.agents.base.View` to an action, or a list of these for the other seats, clockwise from
            the learner's.

    Raises:
        OptionError: Unknown option or a value that is not allowed; the message lists what is.
    """
    setup, own = face.prepare(_game(game), options, {"opponents": "random", **SOLO_OPTIONS})
    return SoloEnv(setup, make_opponents(own.pop("opponents"), setup), **own)


def tables_env(game: str | Game, **options: Any) -> TableVectorEnv:
    """Return many tables of a game as a Gymnasium VectorEnv: :func:`~cogitable.envs.table.vector.vector_env`."""
    return vector_env(_game(game), **options)


def _game(game: str | Game) -> Game:
    from . import get_game

    return game if isinstance(game, Game) else get_game(game)


def make_opponents(opponents: Any, setup: Setup) -> list[Opponent]:
    """Return one opponent for each seat but the learner's; a single one takes them all.

    Raises:
        OptionError: Something that is no opponent, or a list of the wrong length.
    """
    if isinstance(opponents, list | tuple):
        if len(opponents) != setup.num_seats - 1:
            raise OptionError(
                f"opponents lists {len(opponents)}; {setup.num_seats} seats need {setup.num_seats - 1}, or a single one"
            )
        return [_opponent(one, setup) for one in opponents]
    return [_opponent(opponents, setup)] * (setup.num_seats - 1)


def _opponent(one: str | Agent | Callable[[View], Any], setup: Setup) -> Opponent:
    from ..agents.base import Agent  # late: agents stand above environments

    if isinstance(one, str):
        from ..agents.factory import make_agent

        return AgentOpponent(make_agent(one, setup))
    if isinstance(one, Agent):
        if one.setup.game is not setup.game:
            raise OptionError(f"an opponent was made for {one.setup.game.title}, not for {setup.game.title}")
        return AgentOpponent(one)
    if callable(one):
        return FunctionOpponent(one)
    raise OptionError(f"opponent {one!r} must be an agent's spec, an Agent, or a function of a View")


class AgentOpponent:
    """Lets an agent play, with nothing but its view of the table."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def act(self, tables: Tables) -> np.ndarray:
        """Return the agent's action, shape (1,)."""
        from ..agents.base import View

        return self.agent.act(View.of(tables))

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Fix all that the agent draws from here on."""
        self.agent.reseed(seed)


class FunctionOpponent:
    """Lets a function of a view play. What it draws, it draws from where it likes: seeds do not reach it."""

    def __init__(self, function: Callable[[View], Any]) -> None:
        self.function = function

    def act(self, tables: Tables) -> Any:
        """Return the function's action."""
        from ..agents.base import View

        return self.function(View.of(tables))

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Do nothing; see the class."""
