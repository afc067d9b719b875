"""A game as a single-agent Gymnasium environment: one seat learns, given opponents take the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces

from ..copies import CopiedWhole
from ..errors import CogitableError, IllegalActionError, OptionError
from ..game import RUNNING, TERMINATED, TRUNCATED, Setup
from ..log import Log, brought_up
from ..random import seed_words
from ..seats import seat_name
from ..tables import Tables, check_seed, explain_illegal
from . import arguments as face
from . import render

SOLO_OPTIONS: Mapping[str, Any] = {
    "seat": "random",
    "render_mode": None,
    "render_seat": None,
    "illegal": "terminate",
    "illegal_reward": -1.0,
    "keys": None,
}
"""The environment's own options beside the game's and ``opponents``."""

_MOST_DEALS = 1000


class Opponent(Protocol):
    """Who plays a seat against the learner. What knows agents makes these; the table does not."""

    def act(self, tables: Tables, generator: Sequence[int], actions: Sequence[int]) -> Any:
        """Return the action of the seat to move at table 0, as an integer or an array of one.

        Args:
            tables: The one table.
            generator: The four words of its generator at the deal; with the actions it tells what has happened.
            actions: All actions since.
        """

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Fix all that the opponent draws from here on."""


class SoloEnv(CopiedWhole, gymnasium.Env[Any, np.int64]):
    """One seat of one table against given opponents.

    The observation is the learner's (float32, shape (layout.size,)); ``info["action_mask"]`` (int8) and
    :meth:`action_masks` (bool, what sb3-contrib asks for) hold its legal actions, ``info["seat"]`` its number. With
    ``keys`` the observation is a dictionary that has the mask as well. When an episode is over the mask is all ones:
    what is given then counts for nothing, and loops that still draw an action (``AutoresetMode.NEXT_STEP``) or take the
    best value of the last position need something to choose from. A step
    runs from one of the learner's decisions to its next one or to the end of the game, on whoever's move that comes;
    the reward is the sum of all that the learner earned in between. A learner who is out of the game before its end
    gets, in its last step, what the rest of the game still brings it; what it earned ahead of its first decision comes
    with its first step. An episode's rewards thus add up to the seat's returns.

    Attributes:
        setup: The game with its options.
        tables: The one table.
        learner: The learner's seat in this episode.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array", "ansi"], "render_fps": 1}

    def __init__(
        self,
        setup: Setup,
        opponents: Sequence[Opponent],
        *,
        seat: int | np.integer | str = "random",
        render_mode: str | None = None,
        render_seat: str | None = None,
        illegal: str = "terminate",
        illegal_reward: float = -1.0,
        keys: tuple[str, str] | None = None,
    ) -> None:
        """Prepare an environment.

        Args:
            setup: A prepared game, from ``game.setup(...)``.
            opponents: One for each other seat, clockwise from the learner's; the same one may stand there repeatedly.
            seat: The learner's seat, or "random" to draw it for every episode.
            render_mode: None, "ansi" (text), "rgb_array" (picture) or "human" (picture in a window after every step).
            render_seat: Whose view is rendered: None (the learner's), "current", "player_k", or "all" for a referee.
            illegal: What an illegal action does: "terminate" the episode, or "raise".
            illegal_reward: The reward when an illegal action terminates the episode.
            keys: Names of the observation and of the action mask in a dictionary; None for a flat observation.

        Raises:
            OptionError: A value that is not allowed, or a wrong number of opponents.
        """
        game, seats = setup.game, setup.num_seats
        render.check_render_mode(game, render_mode)
        if render_seat is not None:
            render.check_render_seat(setup, render_seat)
        number = int(seat) if isinstance(seat, int | np.integer) and not isinstance(seat, bool) else -1
        if seat != "random" and not 0 <= number < seats:
            raise OptionError(f"{game.title}: seat is {seat!r}; it must be 'random' or from 0 to {seats - 1}")
        if len(opponents) != seats - 1:
            raise OptionError(f"{game.title}: {len(opponents)} opponents given; {seats} seats need {seats - 1}")
        self.setup, self.opponents, self.seat = setup, list(opponents), seat
        self.render_mode, self.render_seat = render_mode, render_seat
        self.illegal, self.illegal_reward = illegal, face.check_illegal(illegal, illegal_reward)
        self.metadata = {
            **type(self).metadata,
            "render_modes": render.modes_here(game),
            "name": f"{game.name}_v{game.version}",
        }
        self.keys = face.check_keys(keys)
        self.observation_space = face.observation_space(setup, self.keys)
        self.action_space = spaces.Discrete(setup.num_actions)
        self.tables = Tables(setup, 1, seed=0, auto_reset=False)
        self.learner = 0
        self._earned_before = 0.0  # by opponents' moves ahead of the learner's first; paid with its first step
        self._started = self._running = False
        self._generator: tuple[int, ...] = ()
        self._actions: list[int] = []
        self._log: Log | None = None
        self._window: render.Window | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a new game and let the opponents play up to the learner's first decision.

        Args:
            seed: Fixes this episode and all that follow without a seed, the opponents' choices included. The same seed
                deals the same cards as in the AEC environment.
            options: For Gymnasium's sake; there are none.

        Raises:
            UnknownOptionError: An option is given.
            OptionError: The seed is not an integer of at least 0, or the options are no dictionary.
        """
        face.check_reset_options(options)
        if seed is not None:
            seed = check_seed(seed)
        super().reset(seed=seed)
        if seed is None and not self._started:
            seed = int(self.np_random.integers(2**63))
        if seed is not None:
            self._reseed_opponents(seed)
        self._running = False
        self._deal(seed)
        self._started = self._running = True
        for _ in range(_MOST_DEALS):
            if self._over == RUNNING:
                self._show()
                return self._observation(), self._info()
            self._deal(None)  # over before the learner's first decision: there was nothing to decide
        raise CogitableError(f"{self.setup.game.title}: the learner had no decision in {_MOST_DEALS} games in a row")

    def _deal(self, seed: int | None) -> None:
        """Deal, choose the learner's seat and let the opponents play up to its first decision."""
        words = self.tables.states["rng"][0] if seed is None else seed_words(seed)[0]
        self._generator, self._actions, self._log = tuple(words.tolist()), [], None
        self.tables.reset(seed)
        self.learner = int(self.np_random.integers(self.setup.num_seats)) if self.seat == "random" else int(self.seat)
        self._earned_before = self._play_on()

    @property
    def _over(self) -> int:
        return int(self.tables.states["over"][0])

    def _reseed_opponents(self, seed: int) -> None:
        different = {id(opponent): opponent for opponent in self.opponents}
        for opponent, sequence in zip(
            different.values(), np.random.SeedSequence([seed, len(different)]).spawn(len(different)), strict=True
        ):
            opponent.reseed(sequence)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take the learner's decision and let the opponents play up to its next one.

        Returns:
            Observation, reward, terminated, truncated, info. After an illegal action (``illegal="terminate"``)
            ``info["illegal_action"]`` holds it.

        Raises:
            OutOfBoundsError: Not an integer, or out of range. Nothing is changed.
            IllegalActionError: Not legal here, and ``illegal="raise"``; the episode is over; or an opponent has failed.
        """
        if not self._running:
            problem = "the episode is over" if self._started else "no game has been dealt"
            if self._started and self._over == RUNNING and self.tables.seats[0] != self.learner:
                problem = f"the opponent at seat {self.tables.seats[0]} has failed"
            raise IllegalActionError(f"{problem}; call reset() before step()")
        number = face.check_action(action, self.setup.num_actions, seat_name(self.learner))
        if not self.tables.masks[0, number]:
            return self._refuse(number)
        self._running = False  # should an opponent raise: the turn is not the learner's then
        reward = self._earned_before + self._take(number) + self._play_on()
        self._earned_before, over = 0.0, self._over
        self._running = over == RUNNING
        self._show()
        return self._observation(), reward, over == TERMINATED, over == TRUNCATED, self._info()

    def _take(self, action: Any) -> float:
        self.tables.step(np.array([action]))
        self._actions.append(int(action))
        return float(self.tables.rewards[0, self.learner])

    def _play_on(self) -> float:
        """Let the opponents move until it is the learner's turn or the end; return what the learner earned."""
        tables, seats, earned = self.tables, self.setup.num_seats, 0.0
        while self._over == RUNNING and tables.seats[0] != self.learner:
            seat = int(tables.seats[0])
            opponent = self.opponents[(seat - self.learner) % seats - 1]
            action = np.asarray(opponent.act(tables, self._generator, self._actions))
            try:
                earned += self._take(face.check_action(action.reshape(()), self.setup.num_actions, seat_name(seat)))
            except (IllegalActionError, ValueError) as error:
                raise IllegalActionError(f"the opponent at seat {seat} gave {action!r}: {error}") from None
        return earned

    def _refuse(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.illegal == "raise":
            text = explain_illegal(self.setup, self.tables.masks[0], action, f"{seat_name(self.learner)}: ")
            raise IllegalActionError(text)
        self._running = False
        info = {**self._info(), "illegal_action": np.int64(action)}
        return self._observation(), self.illegal_reward, True, False, info

    def _observation(self) -> Any:
        tables = self.tables
        observations, masks = np.empty_like(tables.observations), np.empty_like(tables.masks)
        tables.observe(np.full(1, self.learner), observations, masks)
        return face.named(self.keys, observations[0], self._mask())

    def _mask(self) -> np.ndarray:
        return self.tables.masks[0].copy() if self._running else np.ones_like(self.tables.masks[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": np.int64(self.learner)}

    def log(self, first: int = 0) -> list[str]:
        """Return what the learner has perceived since the deal, in words and in order: its information state.

        The log is made when it is asked for, by playing the game again.

        Args:
            first: Number of the first decision at the table to tell of, from 1; 0 begins with the deal.
        """
        if not self._started:
            raise IllegalActionError("no game has been dealt; call reset() before log()")
        self._log = brought_up(self._log, self.setup, self._generator, self._actions, self.tables.states)
        return self._log.lines(self.learner, first)

    def action_masks(self) -> np.ndarray:
        """Return the learner's legal actions: bool, shape (num_actions,); all True when the episode is over."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Show the table in the render mode: text, picture, or the picture in a window (None is returned then)."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        states = self.tables.states
        seat = self.learner if self.render_seat is None else render.seat_shown(states, self.render_seat)
        if self.render_mode != "human":
            return render.frame(self.setup, states, seat, self.render_mode)
        if self._window is None:
            self._window = render.Window(self.setup.game.title)
        self._window.show(render.picture(self.setup, states, seat))
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_window": None}

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None
