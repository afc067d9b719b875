"""Many tables of one game as a Gymnasium VectorEnv in which the seat to move acts: the form for self-play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..copies import CopiedWhole
from ..errors import CogitableError, OptionError
from ..game import RUNNING, TERMINATED, TRUNCATED, Game, Setup
from ..kernels import look, restart
from ..tables import Tables, as_actions, check_seed_for_all
from . import arguments as face
from . import render

VECTOR_OPTIONS: Mapping[str, Any] = {
    "num_envs": 1,
    "threads": 1,
    "render_mode": None,
    "render_seat": "current",
    "autoreset_mode": AutoresetMode.SAME_STEP,
    "illegal": "raise",
    "illegal_reward": -1.0,
}
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


class TableVectorEnv(CopiedWhole, VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """N tables; at each of them whoever is to move takes the next action.

    Observations, rewards and infos follow the table, not a seat:

    * the observation and ``info["action_mask"]`` (int8, shape (n, num_actions)) are those of ``info["seat"]``
      (int8, shape (n,)), who acts next;
    * the reward is what the seat that has just acted earned by it; ``info["rewards"]`` (float32, shape (n, seats))
      holds what every seat earned. A seat's reward may come on another seat's move: who learns for a seat must add up
      its column between two of its decisions.

    What becomes of games that end is for ``autoreset_mode`` to say, as everywhere in Gymnasium:

    * ``AutoresetMode.SAME_STEP``: they are dealt anew in the same step. The observation and infos are of the new game
      then, and ``info["final_obs"][i]`` is the last observation of the seat that acted last in the old one,
      ``info["final_info"]["seat"][i]`` its number; ``info["_final_obs"]`` (bool, shape (n,)) says at which tables.
    * ``AutoresetMode.NEXT_STEP``: the observation and ``info["seat"]`` are of the seat that acted last. The next step
      deals, whatever its action there, and brings no reward; the mask is all ones therefore.
    * ``AutoresetMode.DISABLED``: the same, but ``reset(options={"reset_mask": ended})`` deals at these tables.

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
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = "raise",
        illegal_reward: float = -1.0,
    ) -> None:
        """Prepare the tables; call :meth:`reset` before anything else.

        Args:
            setup: A prepared game, from ``game.setup(...)``.
            num_envs: Number of tables.
            threads: Threads to share the tables among; results do not depend on it.
            render_mode: None, "ansi" or "rgb_array": ``render()`` gives one frame a table.
            render_seat: Whose view is rendered: "current" (the seat to move), "player_k", or "all" for a referee.
            autoreset_mode: When a table whose game has ended is dealt anew; one of Gymnasium's modes or its value.
            illegal: What an illegal action does: "raise", or "terminate" the game at its table against the mover.
            illegal_reward: The mover's reward when an illegal action terminates the game.

        Raises:
            OptionError: A value that is not allowed.
        """
        modes = [mode for mode in render.render_modes(setup.game) if mode != "human"]
        render.check_render_mode(setup.game, render_mode, modes)
        render.check_render_seat(setup, render_seat)
        self.setup, self.render_mode, self.render_seat = setup, render_mode, render_seat
        self.illegal, self.illegal_reward = illegal, face.check_illegal(illegal, illegal_reward)
        self.autoreset_mode = check_autoreset_mode(autoreset_mode)
        self.metadata = {
            **type(self).metadata,
            "autoreset_mode": self.autoreset_mode,
            "render_modes": modes,
            "name": f"{setup.game.name}_v{setup.game.version}",
        }
        self.num_envs = num_envs
        self.tables = Tables(setup, num_envs, seed=0, threads=threads, auto_reset=False)
        self.single_observation_space = face.observation_box(setup.layout)
        self.single_action_space = spaces.Discrete(setup.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._finals = np.zeros_like(self.tables.observations)
        self._seats = np.arange(num_envs), np.zeros(num_envs, np.int64)
        self._blank = np.zeros(1, setup.game.state_dtype)
        self._nowhere = np.zeros(num_envs, np.bool_)
        self._ended = np.zeros(num_envs, np.bool_)  # and are not dealt anew yet
        self._ready = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a new game on every table.

        Args:
            seed: One for all tables; fixes these games and all that follow without a seed. None goes on with the
                tables' generators; the first time of all, the operating system supplies them.
            options: ``{"reset_mask": chosen}`` (bool, shape (n,)) deals at these tables alone and leaves the others as
                they are; there are no others.

        Returns:
            Observations and infos.

        Raises:
            UnknownOptionError: Another option is given.
            OptionError: The seed is not an integer of at least 0, the mask does not fit, or the options are no
                dictionary.
        """
        face.check_reset_options(options, ("reset_mask",))
        if options and "reset_mask" in options:
            return self._reset_some(options["reset_mask"], seed)
        if seed is not None:
            seed = check_seed_for_all(seed)
        elif not self._ready:
            seed = int(self.np_random.integers(2**63))
        super().reset(seed=seed)
        self.tables.reset(seed)
        self.tables.rewards[:] = 0
        self._ended[:] = False
        self._ready = True
        return self.tables.observations.copy(), self._info()

    def _reset_some(self, chosen: Any, seed: int | None) -> tuple[np.ndarray, dict[str, Any]]:
        chosen = np.asarray(chosen)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_ or seed is not None or not self._ready:
            raise OptionError(
                f"reset_mask must be {self.num_envs} booleans, without a seed and after a first reset of all tables"
            )
        self.tables.rewards[chosen] = 0
        self._deal_anew(chosen, self._seats[1])
        self._ended &= ~chosen
        return self.tables.observations.copy(), self._info()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one decision at every table.

        Args:
            actions: Integers, shape (n,); the action of the seat to move at each table.

        Returns:
            Observations (n, layout.size), rewards of the seats that acted (n,), terminations (n,), truncations (n,)
            and infos.

        Raises:
            IllegalActionError: Wrong type or shape, out of range, or not legal while ``illegal="raise"``; nothing has
                been changed then.
            CogitableError: Before the first reset.
        """
        if not self._ready:
            raise CogitableError("reset() needs to be called before step.")
        tables, (rows, movers), old = self.tables, self._seats, self._ended
        refused = self._refused(actions) if self.illegal == "terminate" else None
        movers[~old] = tables.seats[~old]
        tables.step(actions)
        rewards, over = tables.rewards[rows, movers], tables.over
        if refused is not None and refused.any():
            tables.rewards[refused, movers[refused]] = rewards[refused] = self.illegal_reward
        ended = (over != RUNNING) & ~old
        terminations, truncations = ended & (over == TERMINATED), ended & (over == TRUNCATED)
        final: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if ended.any():
                self._deal_anew(ended, movers)
                final = self._final(ended, movers)
        else:
            self._leave_ended(ended, movers)
        return tables.observations.copy(), rewards, terminations, truncations, {**self._info(), **final}

    def _refused(self, actions: Any) -> np.ndarray:
        """End the games in which the action is not legal; return where. Raises IllegalActionError out of range."""
        tables = self.tables
        actions = as_actions(actions, self.num_envs)
        inside = (actions >= 0) & (actions < self.setup.num_actions)
        if not inside[~self._ended].all():
            return self._nowhere
        refused = tables.masks[self._seats[0], np.where(inside, actions, 0)] == 0
        refused &= ~self._ended
        tables.states["over"][refused] = TERMINATED
        return refused

    def _leave_ended(self, ended: np.ndarray, movers: np.ndarray) -> None:
        """Show the last movers how their games have ended; deal where games had ended before, in ``NEXT_STEP``."""
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            if self._ended.any():
                self._deal_anew(self._ended, movers)
            self._ended = ended
        else:
            self._ended = self._ended | ended
        if self._ended.any():
            arrays = (self._ended, movers, self.tables.observations, self.tables.masks)
            self.setup.game.kernel(show_ended)(self.setup.record, self.tables.states, *arrays)

    def _deal_anew(self, chosen: np.ndarray, movers: np.ndarray) -> None:
        tables = self.tables
        arrays = (chosen.astype(np.int8), movers, self._finals, tables.observations, tables.masks)
        self.setup.game.kernel(deal_ended)(self.setup.record, tables.states, self._blank, *arrays)

    def _final(self, ended: np.ndarray, movers: np.ndarray) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(ended):
            observations[row] = self._finals[row].copy()
        info = {"seat": movers.astype(np.int8), "_seat": ended}
        return {"final_obs": observations, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def _info(self) -> dict[str, Any]:
        tables, seats, movers = self.tables, self.setup.num_seats, self._seats[1]
        return {
            "seat": np.where(self._ended, movers, tables.seats).astype(np.int8),
            "action_mask": tables.masks.copy(),
            "rewards": tables.rewards[:, :seats].copy(),
        }

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of every seat to move: bool, shape (n, num_actions); all True at an ended game."""
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
        """Let the threads go; there are none where an option was refused, and Gymnasium closes that as well."""
        if hasattr(self, "tables"):
            self.tables.close()


def deal_ended(setup, states, blank, over, movers, finals, observations, masks):
    """Keep what ``movers`` see in the end and deal a new game, on every row whose game is over."""
    for row in range(states.size):
        if over[row] != 0:
            look(setup[0], states[row], movers[row], finals[row], masks[row])
            restart(setup[0], states, row, blank)
            look(setup[0], states[row], states[row].seat, observations[row], masks[row])


def show_ended(setup, states, ended, movers, observations, masks):
    """Write what ``movers`` see in the end on every row whose game has ended; whatever they do counts for nothing."""
    for row in range(states.size):
        if ended[row]:
            look(setup[0], states[row], movers[row], observations[row], masks[row])
            masks[row, :] = 1


def check_autoreset_mode(mode: Any) -> AutoresetMode:
    """Return one of Gymnasium's modes. Raises OptionError if there is none of that value."""
    try:
        return AutoresetMode(mode)
    except ValueError:
        allowed = ", ".join(repr(one.value) for one in AutoresetMode)
        raise OptionError(f"autoreset_mode is {mode!r}; it must be one of {allowed}, or an AutoresetMode") from None
