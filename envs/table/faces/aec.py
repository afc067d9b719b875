"""A game as a PettingZoo AEC environment.

``env()`` behaves as PettingZoo's classic games do inside their three usual wrappers (order of calls, bounds of actions,
illegal moves), messages included. The checks are made here and not by wrappers, which cost ten times the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env_logger import EnvLogger

from .. import kernels
from ..errors import IllegalActionError, OptionError, SteppedOutError
from ..game import RUNNING, TRUNCATED, Game, Setup
from ..log import Log, brought_up
from ..random import seed_words
from ..seats import seat_names
from ..tables import check_seed, explain_illegal
from . import arguments as face
from . import render
from .kept import KeptEnv
from .recent import Info

_INT64 = np.int64
_PICTURED = 20  # decisions whose lines may stand below a picture
_STEPPED_OUT = "the game is over and every agent has stepped out; call reset()"
_AFTER_RESET = frozenset(
    {
        *("rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"),
        *("states", "generator", "actions", "illegal_action"),
    }
)


def env(game: Game, **options: Any) -> TableEnv:
    """Return a game's environment; an illegal move ends the game against the mover, as is PettingZoo's custom.

    Args:
        game: The game.
        **options: The game's options, and those of :class:`TableEnv`.

    Raises:
        OptionError: Unknown option or a value that is not allowed; the message lists what is.
    """
    setup, own = face.prepare(game, options, face.ENVIRONMENT_OPTIONS)
    return TableEnv(setup, **own)


def raw_env(game: Game, **options: Any) -> TableEnv:
    """Return a game's environment in which an illegal action raises IllegalActionError and changes nothing."""
    setup, own = face.prepare(game, options, {**face.ENVIRONMENT_OPTIONS, "illegal": "raise"})
    return TableEnv(setup, **own)


class TableEnv(KeptEnv):
    """One table as an AEC environment.

    An observation is ``{"observation": float32 (layout.size,), "action_mask": int8 (num_actions,)}``; the arrays belong
    to the caller. The mask is all zeros for every agent but the selected one, and for all when the game is over. It is
    in ``infos[agent]["action_mask"]`` as well, where it is that of who is asked next while others step out. The option
    ``keys`` gives the two parts other names, or leaves the mask out of the observation (``keys=None``), which is a flat
    array then.
    A seat that leaves the game before its end (``state.gone``) terminates at once, and what it would have earned later
    is not paid.

    Attributes:
        setup: The game with its options.
        states: The state as an array of one STATE record; always the same array. Read it, do not write to it.
        state_space: Space of :meth:`state`.
        seed: The seed of the last reset that had one; None before.
        generator: The four words of the table's generator at the last deal.
        actions: The actions taken since the deal, dead steps left out.
        illegal_action: The illegal action that ended the game, or None.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["human", "rgb_array", "ansi"],
        "name": "table_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }
    _ready = False
    _alive = False  # the selected agent may decide: the one flag that step() and observe() look at first
    _window: render.Window | None = None
    _log: Log | None = None

    def __init__(
        self,
        setup: Setup,
        *,
        render_mode: str | None = None,
        render_seat: str = "current",
        illegal: str = "raise",
        illegal_reward: float = -1.0,
        keys: tuple[str, str] | None = face.KEYS,
    ) -> None:
        """Prepare an environment; call :meth:`reset` before anything else.

        Args:
            setup: A prepared game, from ``game.setup(...)``.
            render_mode: None, "ansi" (text), "rgb_array" (picture) or "human" (picture in a window after every step).
            render_seat: Whose view is rendered: "current" (the seat to move), "player_k", or "all" for a referee.
            illegal: What an illegal action does: "terminate" the game against the mover, or "raise".
            illegal_reward: The mover's reward when an illegal action terminates the game.
            keys: Names of the observation and of the action mask in what :meth:`observe` returns, as other libraries
                want them; None for a flat observation.

        Raises:
            OptionError: A value that is not allowed. Whether "human" finds a display shows at the first picture.
        """
        super().__init__()
        render.check_render_mode(setup.game, render_mode)
        render.check_render_seat(setup, render_seat)
        self.setup, self.render_mode, self.render_seat = setup, render_mode, render_seat
        self.illegal, self.illegal_reward = illegal, face.check_illegal(illegal, illegal_reward)
        self.keys = face.check_keys(keys)
        game = setup.game
        self.metadata = {
            **type(self).metadata,
            "render_modes": render.modes_here(game),
            "name": f"{game.name}_v{game.version}",
        }
        self.possible_agents = seat_names(setup.num_seats)
        self.observation_spaces = {agent: face.observation_space(setup, self.keys) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(setup.num_actions) for agent in self.possible_agents}
        self.state_space = face.observation_box(setup.full_layout)
        self.seed: int | None = None
        self._num_actions = setup.num_actions
        self._table = np.zeros(1, game.state_dtype)
        self._rewards = np.zeros(game.max_seats, np.float32)
        self._observation = np.zeros(setup.layout.size, np.float32)
        self._mask = np.zeros(setup.num_actions, np.int8)
        self._no_actions = np.zeros(setup.num_actions, np.int8)
        self._bind()

    def _bind(self) -> None:
        """Keep at hand what is not copied with the environment: compiled functions and the setup's record."""
        self._record = self.setup.record
        self._take = self.setup.game.kernel(kernels.step_one)

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Space:
        """Return an agent's observation space, the same object at every call."""
        return self.observation_spaces[self.known(agent)]

    def action_space(self, agent: str) -> spaces.Space:
        """Return an agent's action space, the same object at every call."""
        return self.action_spaces[self.known(agent)]

    def known(self, agent: str) -> str:
        """Return an agent's name. Raises OptionError if there is no such agent."""
        if not isinstance(agent, str) or agent not in self.action_spaces:
            raise OptionError(f"no agent {agent!r}; the agents are {', '.join(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: Fixes this game and all that follow without a seed. None goes on with the table's generator; the
                first time of all, the operating system supplies one.
            options: For PettingZoo's sake; there are none, and whatever is given brings a warning.

        Raises:
            OptionError: The seed is not an integer of at least 0, or the options are no dictionary.
        """
        if options is not None:
            face.warn_of_reset_options(options)
        states = self._table
        if seed is not None:
            self.seed = check_seed(seed)
            states["rng"] = seed_words(self.seed)
        elif not self._ready:
            states["rng"] = seed_words(np.random.SeedSequence())
        self.states, self.generator = states, tuple(states["rng"][0].tolist())
        self._deal()
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self._log = None
        self.actions: list[int] = []
        self.illegal_action: int | None = None
        self.agent_selection = agents[states["seat"][0]]
        self.infos = self._new_infos()
        self._skip_agent_selection: str | None = None
        self._unsettled = False
        self._ready = self._has_updated = self._alive = True
        self._mark_ends()
        if self.render_mode == "human":
            self.render()

    def _deal(self) -> None:
        kernel, record, states = self.setup.game.kernel, self._record, self._table
        kernel(kernels.deal_many)(record, states, np.zeros(1, states.dtype), np.ones(1, np.bool_), 0, 1)
        self._look(-1, self._observation, self._mask)

    def _look(self, seat: int, observation: np.ndarray, mask: np.ndarray) -> None:
        """Write what a seat sees (-1 for the one to move) and its mask."""
        look = self.setup.game.kernel(kernels.observe_many)
        look(self._record, self._table, np.full(1, seat), observation[None], mask[None], 0, 1)

    def step(self, action: Any) -> None:
        """Take the selected agent's decision: an integer; None for an agent whose game has ended.

        Raises:
            AssertionError: Before the first reset.
            OutOfBoundsError: Not an integer, or out of range (an AssertionError and a ValueError). Nothing is changed.
            IllegalActionError: Not legal here, and ``illegal="raise"``. Nothing is changed.
        """
        if not self._alive:
            self._step_dead(action)
            return
        if type(action) is _INT64:  # what argmax() and sample() give
            action = int(action)
        if type(action) is not int or not 0 <= action < self._num_actions:
            action = face.check_action(action, self._num_actions, self.agent_selection)
        outcome = self._take(self._record, self._table, action, self._rewards, self._observation, self._mask)
        if outcome < 0:
            self._refuse(action)
            return
        self._has_updated = True
        self.actions.append(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        infos = self.infos
        infos[self.agent_selection]["action_mask"] = self._no_actions.copy()
        mover = self.agent_selection = self.possible_agents[outcome >> 2]
        if mover in infos:
            infos[mover]["action_mask"] = self._mask.copy()
        if outcome & 3 or self._unsettled:
            self._settle(outcome)
        if self.render_mode == "human":
            self.render()

    def _settle(self, outcome: int) -> None:
        """Book the rewards of the last decision and mark whose game it has ended."""
        self._unsettled = bool(outcome & kernels.PAID)
        for agent, reward in zip(self.possible_agents, self._rewards.tolist(), strict=False):
            if agent in self.rewards:
                self.rewards[agent] = reward
                self._cumulative_rewards[agent] += reward
        if outcome & kernels.LEFT:
            self._mark_ends()

    def _mark_ends(self) -> None:
        over, gone = self._table["over"][0], int(self._table["gone"][0])
        for seat, agent in enumerate(self.possible_agents):
            if agent in self.terminations:
                left = bool(gone >> seat & 1)
                self.terminations[agent] = left or over not in (RUNNING, TRUNCATED)
                self.truncations[agent] = not left and bool(over == TRUNCATED)
        self._deads_step_first()
        self._note_alive()

    def _note_alive(self) -> None:
        agent = self.agent_selection
        self._alive = agent in self.terminations and not (self.terminations[agent] or self.truncations[agent])

    def _refuse(self, action: int) -> None:
        """Answer an action that is not legal."""
        if self.illegal == "raise":
            text = explain_illegal(self.setup, self._mask, action, f"{self.agent_selection}: ")
            raise IllegalActionError(text)
        EnvLogger.warn_on_illegal_move()
        mover = self.agent_selection
        self.infos[mover]["action_mask"] = self._no_actions.copy()
        self.illegal_action = action
        self._cumulative_rewards[mover] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[mover] = self.illegal_reward
        self._accumulate_rewards()
        self._deads_step_first()
        self._has_updated, self._alive = True, False
        if self.render_mode == "human":
            self.render()

    def _step_dead(self, action: int | None) -> None:
        """Let an agent whose game has ended step out, or say why there is nothing to step."""
        if not self._ready:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.agents:
            if self.illegal == "raise":
                raise IllegalActionError(_STEPPED_OUT)
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if action is not None:
            face.check_action(action, self._num_actions, self.agent_selection)
            raise IllegalActionError(
                f"when an agent is dead, the only valid action is None: the game is over for {self.agent_selection}"
            )
        self._was_dead_step(None)
        self._unsettled = False
        self._note_alive()

    def observe(self, agent: str) -> Any:
        """Return what an agent sees; see the class for the form."""
        if self._alive and agent == self.agent_selection:
            return face.named(self.keys, self._observation.copy(), self._mask.copy())
        if not self._ready:
            EnvLogger.error_observe_before_reset()
        seat = self.possible_agents.index(self.known(agent))
        observation, mask = np.empty_like(self._observation), np.empty_like(self._mask)
        self._look(seat, observation, mask)
        mask[:] = 0  # it is not the selected agent, or the game has ended for it
        return face.named(self.keys, observation, mask)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last decision, terminated, truncated and info of the selected agent.

        Raises:
            SteppedOutError: The game is over and every agent has stepped out; it is a KeyError.
        """
        agent = self.agent_selection
        if not self.agents and self._ready:
            raise SteppedOutError(_STEPPED_OUT)
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yield the selected agent, until all have stepped out; the loop must step each time."""
        if not self._ready:
            EnvLogger.error_agent_iter_before_reset()
        return self._iterate(max_iter)

    def _iterate(self, left: int) -> Iterator[str]:
        while self.agents and left > 0:
            if not self._has_updated:
                raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
            self._has_updated, left = False, left - 1
            yield self.agent_selection

    def state(self) -> np.ndarray:
        """Return everything, hidden cards included, for centralised critics: float32, shape (full_layout.size,)."""
        if not self._ready:
            EnvLogger.error_state_before_reset()
        out = np.zeros((1, self.setup.full_layout.size), np.float32)
        self.setup.game.kernel(kernels.reveal_many)(self._record, self._table, out, 0, 1)
        return out[0]

    def log(self, agent: str | None = None, first: int = 0) -> list[str]:
        """Return what an agent has perceived since the deal, in words and in order.

        This is the agent's information state. ``infos[agent]["events"]`` has the part since its last decision. The log
        is made when it is asked for, by playing the game again; where that is not possible (a save of older rules, a
        state that was changed by hand), it begins at the present.

        Args:
            agent: An agent's name; None perceives everything.
            first: Number of the first decision to tell of, from 1; 0 begins with the deal.

        Raises:
            AssertionError: Before the first reset.
            OptionError: There is no such agent.
        """
        if not self._ready:
            raise AssertionError("reset() needs to be called before log.")
        seat = None if agent is None else self.possible_agents.index(self.known(agent))
        return self.followed().lines(seat, first)

    def followed(self) -> Log:
        """Return the logs of all seats up to the present; what cannot be followed is left out, and it is said why.

        Raises AssertionError before the first reset.
        """
        if not self._ready:
            raise AssertionError("reset() needs to be called before followed.")
        self._log = brought_up(self._log, self.setup, self.generator, self.actions, self._table)
        return self._log

    def _new_infos(self) -> dict[str, dict[str, Any]]:
        """Return what there is to tell of every agent; who is asked and its mask must be known."""
        asked = self.possible_agents[self._table["seat"][0]] if self.illegal_action is None else None
        return {
            agent: Info(self, seat, {"action_mask": self._mask.copy() if agent == asked else self._no_actions.copy()})
            for seat, agent in enumerate(self.possible_agents)
            if agent in self.agents
        }

    def render(self) -> str | np.ndarray | None:
        """Show the table in the render mode: text, picture, or the picture in a window (None is returned then)."""
        if not self._ready:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        seat = render.seat_shown(self._table, self.render_seat)
        if self.render_mode == "ansi":
            return self.setup.text(self._table, seat)
        pixels = render.picture(self.setup, self._table, seat, lines=self._last_lines(seat))
        if self.render_mode == "rgb_array":
            return pixels
        if self._window is None:
            self._window = render.Window(self.setup.game.title)
        self._window.show(pixels)
        return None

    def _last_lines(self, seat: int | None) -> list[str]:
        """Return what a seat has perceived of the last decisions: more than a picture has room for."""
        return self.followed().lines(seat, max(0, len(self.actions) - _PICTURED))

    def _repr_png_(self) -> bytes | None:
        if not self._ready:
            return None
        seat = render.seat_shown(self._table, self.render_seat)
        return render.png(self.setup, self._table, seat, self._last_lines(seat))

    def _repr_html_(self) -> str | None:
        if not self._ready or self.setup.game.render_picture is not None:
            return None
        return render.html_text(self.setup, self._table, render.seat_shown(self._table, self.render_seat))

    def __repr__(self) -> str:
        state = f"{len(self.actions)} decisions taken" if self._ready else "before the first reset"
        return f"<{type(self).__name__} {self}, {self.setup.num_seats} seats, {state}>"

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None
