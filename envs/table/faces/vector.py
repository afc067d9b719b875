"""Many tables of one game as a Gymnasium VectorEnv in which the seat to move acts: the form for self-play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..errors import CogitableError
from ..game import RUNNING, TERMINATED, TRUNCATED, Game, Setup
from ..kernels import look, restart
from ..tables import Tables
from . import arguments as face
from . import render

VECTOR_OPTIONS: Mapping[str, Any] = {"num_envs": 1, "threads": 1, "render_mode": None, "render_seat": "current"}
"""The vector environment's own options beside the game's."""


def vector_env(game: Game, **options: Any) -> TableVectorEnv:
    """Return many tables of a game as one Gymnasium VectorEnv.

    Args:
        game: The game.
        **options: The game's options, and those of :class:`TableVectorEnv`.

    Raises:
        OptionError: Unknown option or a value that is not allowed; the message lists what is.
    """
    setup, own = face.prepare(game, options, VECTOR_OPTIONS)
    return TableVectorEnv(setup, **own)


class TableVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """N tables; at each of them whoever is to move takes the next action.

    Observations, rewards and infos follow the table, not a seat:

    * the observation and ``info["action_mask"]`` (int8, shape (n, num_actions)) are those of ``info["seat"]``
      (int8, shape (n,)), who acts next;
    * the reward is what the seat that has just acted earned by it; ``info["rewards"]`` (float32, shape (n, seats))
      holds what every seat earned. A seat's reward may come on another seat's move: who learns for a seat must add up
      its column between two of its decisions.

    Games that end are dealt anew in the same step (``AutoresetMode.SAME_STEP``): the observation and infos are of the
    new game then, and ``info["final_obs"][i]`` is the last observation of the seat that acted last in the old one,
    ``info["final_info"]["seat"][i]`` its number; ``info["_final_obs"]`` (bool, shape (n,)) says at which tables.

    All arrays that are returned belong to the caller.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        setup: Setup,
        num_envs: int = 1,
        *,
        threads: int = 1,
        render_mode: str | None = None,
        render_seat: str = "current",
    ) -> None:
        """Prepare the tables; call :meth:`reset` before anything else.

        Args:
            setup: A prepared game, from ``game.setup(...)``.
            num_envs: Number of tables.
            threads: Threads to share the tables among; results do not depend on it.
            render_mode: None, "ansi" or "rgb_array": ``render()`` gives one frame a table.
            render_seat: Whose view is rendered: "current" (the seat to move), "player_k", or "all" for a referee.

        Raises:
            OptionError: A value that is not allowed.
        """
        modes = [mode for mode in render.render_modes(setup.game) if mode != "human"]
        render.check_render_mode(setup.game, render_mode, modes)
        render.check_render_seat(setup, render_seat)
        self.setup, self.render_mode, self.render_seat = setup, render_mode, render_seat
        self.metadata = {
            **type(self).metadata,
            "render_modes": modes,
            "name": f"{setup.game.name}_v{setup.game.version}",
        }
        self.num_envs = num_envs
        self.tables = Tables(setup, num_envs, seed=0, threads=threads, auto_reset=False)
        self.single_observation_space = face.observation_box(setup.layout.size)
        self.single_action_space = spaces.Discrete(setup.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._finals = np.zeros_like(self.tables.observations)
        self._seats = np.arange(num_envs), np.zeros(num_envs, np.int64)
        self._blank = np.zeros(1, setup.game.state_dtype)
        self._ready = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a new game on every table.

        Args:
            seed: Fixes these games and all that follow without a seed. None goes on with the tables' generators; the
                first time of all, the operating system supplies them.
            options: Accepted for Gymnasium's sake; there are none.

        Returns:
            Observations and infos.

        Raises:
            OptionError: The seed is not an integer of at least 0.
        """
        if seed is not None:
            seed = face.check_seed(seed)
        elif not self._ready:
            seed = int(self.np_random.integers(2**63))
        super().reset(seed=seed)
        self.tables.reset(seed)
        self.tables.rewards[:] = 0
        self._ready = True
        return self.tables.observations.copy(), self._info()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one decision at every table.

        Args:
            actions: Integers, shape (n,); the action of the seat to move at each table.

        Returns:
            Observations (n, layout.size), rewards of the seats that acted (n,), terminations (n,), truncations (n,)
            and infos.

        Raises:
            IllegalActionError: Wrong type or shape, or an action that is not legal; nothing has been changed then.
            CogitableError: Before the first reset.
        """
        if not self._ready:
            raise CogitableError("reset() needs to be called before step.")
        tables, (rows, movers) = self.tables, self._seats
        movers[:] = tables.seats
        tables.step(actions)
        rewards, over = tables.rewards[rows, movers], tables.over
        terminations, truncations = over == TERMINATED, over == TRUNCATED
        ended = over != RUNNING
        if not ended.any():
            return tables.observations.copy(), rewards, terminations, truncations, self._info()
        self._deal_anew(movers)
        info = self._info()
        info["final_obs"] = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(ended):
            info["final_obs"][row] = self._finals[row].copy()
        info["_final_obs"] = info["_final_info"] = ended
        info["final_info"] = {"seat": movers.astype(np.int8), "_seat": ended}
        return tables.observations.copy(), rewards, terminations, truncations, info

    def _deal_anew(self, movers: np.ndarray) -> None:
        tables = self.tables
        arrays = (tables.over, movers, self._finals, tables.observations, tables.masks)
        self.setup.game.kernel(deal_ended)(self.setup.record, tables.states, self._blank, *arrays)

    def _info(self) -> dict[str, Any]:
        tables, seats = self.tables, self.setup.num_seats
        return {
            "seat": tables.seats.copy(),
            "action_mask": tables.masks.copy(),
            "rewards": tables.rewards[:, :seats].copy(),
        }

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of every seat to move: bool, shape (n, num_actions)."""
        return self.tables.masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Return one frame a table in the render mode; None, with a warning, if there is none."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        states, mode = self.tables.states, self.render_mode
        return tuple(
            render.frame(self.setup, states, render.seat_shown(states, self.render_seat, row), mode, row)
            for row in range(self.num_envs)
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.tables.close()


def deal_ended(setup, states, blank, over, movers, finals, observations, masks):
    """Keep what ``movers`` see in the end and deal a new game, on every row whose game is over."""
    for row in range(states.size):
        if over[row] != 0:
            look(setup[0], states[row], movers[row], finals[row], masks[row])
            restart(setup[0], states, row, blank)
            look(setup[0], states[row], states[row].seat, observations[row], masks[row])
