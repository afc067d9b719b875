"""A game as a single-agent Gymnasium environment whose other seats are taken by agents, named or given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..envs.catalogue import get_game
from ..envs.table.errors import OptionError
from ..envs.table.faces.arguments import prepare
from ..envs.table.faces.solo import SOLO_OPTIONS, Opponent, SoloEnv
from ..envs.table.game import Game, Setup
from ..envs.table.log import Log
from ..envs.table.tables import Tables
from .base import Agent, View
from .beliefs.past import Played
from .factory import make_agent


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
    setup, own = prepare(
        game if isinstance(game, Game) else get_game(game), options, {"opponents": "random", **SOLO_OPTIONS}
    )
    return SoloEnv(setup, make_opponents(own.pop("opponents"), setup), **own)


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
    if isinstance(one, str):
        return AgentOpponent(make_agent(one, setup))
    if isinstance(one, Agent):
        if one.setup.game is not setup.game:
            raise OptionError(f"an opponent was made for {one.setup.game.title}, not for {setup.game.title}")
        if one.setup.digest != setup.digest:  # compiled code trusts an agent to know the options
            raise OptionError(
                f"an opponent was made for {setup.game.title} with other options than the environment has"
            )
        return AgentOpponent(one)
    if callable(one):
        return FunctionOpponent(one)
    raise OptionError(f"opponent {one!r} must be an agent's spec, an Agent, or a function of a View")


class AgentOpponent:
    """Lets an agent play, with nothing but its view of the table."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def act(self, tables: Tables, generator: Sequence[int], actions: Sequence[int]) -> np.ndarray:
        """Return the agent's action, shape (1,)."""
        return self.agent.act(_view(tables, generator, actions))

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Fix all that the agent draws from here on."""
        self.agent.reseed(seed)


class FunctionOpponent:
    """Lets a function of a view play. What it draws, it draws from where it likes: seeds do not reach it."""

    def __init__(self, function: Callable[[View], Any]) -> None:
        self.function = function

    def act(self, tables: Tables, generator: Sequence[int], actions: Sequence[int]) -> Any:
        """Return the function's action."""
        return self.function(_view(tables, generator, actions))

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Do nothing; see the class."""


def _view(tables: Tables, generator: Sequence[int], actions: Sequence[int]) -> View:
    """Return the view of the one table, with its log and its game so far for those who ask for them."""

    def lines(row: int) -> list[str]:
        log = Log(tables.setup, generator).follow(actions)
        return log.lines(log.table.seat)

    return View.of(tables, logs=lines, played=lambda row: Played(generator, actions))
