"""A game as a PettingZoo parallel environment: every seat steps, and those that are not asked wait.

For clients that know no other form. Who can take one seat's decision at a time had better use the AEC environment: here
a game of four seats costs four decisions at each step, three of which are no choice.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from ..copies import CopiedWhole
from ..errors import IllegalActionError
from ..game import Game, Setup
from ..log import Log
from . import arguments as face
from .aec import TableEnv
from .rewind import let_out


def parallel_env(game: Game, **options: Any) -> TableParallelEnv:
    """Return a game's environment in PettingZoo's parallel form.

    Args:
        game: The game.
        **options: The game's options, and those of :class:`TableParallelEnv`.

    Raises:
        OptionError: Unknown option or a value that is not allowed; the message lists what is.
    """
    setup, own = face.prepare(game, options, face.ENVIRONMENT_OPTIONS)
    return TableParallelEnv(setup, **own)


class TableParallelEnv(CopiedWhole, ParallelEnv[str, Any, int]):
    """One table at which all seats step together.

    There is one action more than the game has, the last one: ``wait``. It is the only one in the masks of the seats
    that are not asked, and is not in the mask of the seat that is. Observations, rewards and the option ``keys`` are
    those of the AEC environment; ``infos[agent]["action_mask"]`` has the mask as well. A seat that leaves the game
    early terminates then and steps no more.

    Attributes:
        table: The AEC environment below.
        wait: Number of the action of seats that are not asked.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array", "ansi"], "name": "table_v0", "render_fps": 1}

    def __init__(
        self,
        setup: Setup,
        *,
        render_mode: str | None = None,
        render_seat: str = "current",
        illegal: str = "terminate",
        illegal_reward: float = -1.0,
        keys: tuple[str, str] | None = face.KEYS,
    ) -> None:
        """Prepare an environment; call :meth:`reset` before anything else.

        Args:
            setup: A prepared game, from ``game.setup(...)``.
            render_mode: None, "ansi" (text), "rgb_array" (picture) or "human" (picture in a window after every step).
            render_seat: Whose view is rendered: "current" (the seat to move), "player_k", or "all" for a referee.
            illegal: What an action outside of its seat's mask does: "terminate" the game against that seat, or "raise".
            illegal_reward: That seat's reward when an illegal action terminates the game.
            keys: Names of the observation and of the action mask; None for a flat observation.

        Raises:
            OptionError: A value that is not allowed.
        """
        self.table = TableEnv(
            setup, render_mode=render_mode, render_seat=render_seat, illegal="raise", illegal_reward=illegal_reward
        )
        self.illegal, self.illegal_reward = illegal, face.check_illegal(illegal, illegal_reward)
        self.keys, self.setup, self.render_mode = face.check_keys(keys), setup, render_mode
        self.wait = setup.num_actions
        self.metadata = {**self.table.metadata, "is_parallelizable": True}
        self.possible_agents = self.table.possible_agents[:]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: face.observation_space(setup, self.keys, self.wait + 1) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}
        self.state_space = self.table.state_space

    def observation_space(self, agent: str) -> spaces.Space:
        """Return an agent's observation space, the same object at every call. Raises OptionError if there is none."""
        return self.observation_spaces[self.table.known(agent)]

    def action_space(self, agent: str) -> spaces.Space:
        """Return an agent's action space, the same object at every call. Raises OptionError if there is none."""
        return self.action_spaces[self.table.known(agent)]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deal a new game; returns what every agent sees, and infos.

        Args:
            seed: As in the AEC environment, whose games have the same deals.
            options: For PettingZoo's sake; there are none, and whatever is given brings a warning.

        Raises:
            OptionError: The seed is not an integer of at least 0, or the options are no dictionary.
        """
        if options is not None:
            face.warn_of_reset_options(options)
        self.table.reset(seed=seed)
        self.agents = self.possible_agents[:]
        let_out(self.table)
        return self._seen(self.agents)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take the decision of the agent that is asked, and let the others wait.

        Args:
            actions: An action for every agent in ``agents``.

        Returns:
            Observations, rewards, terminations, truncations and infos, of every agent that was in ``agents``.

        Raises:
            IllegalActionError: No dictionary, an agent without an action, an action of nobody, or one outside of its
                agent's mask while ``illegal="raise"``. Nothing is changed.
            OutOfBoundsError: No action at all. Nothing is changed.
        """
        playing = ", ".join(self.agents) or "none: call reset()"
        if not isinstance(actions, Mapping):
            wanted = f"they must be a dictionary by agent; the agents are {playing}"
            raise IllegalActionError(f"actions are {reprlib.repr(actions)}; {wanted}")
        if set(actions) != set(self.agents) or not self.agents:
            names = ", ".join(map(str, actions)) or "nobody"
            raise IllegalActionError(f"there are actions of {names}; the agents are {playing}")
        stepping = self.agents
        given = {agent: face.check_action(actions[agent], self.wait + 1, agent) for agent in stepping}
        wrong = next((agent for agent in stepping if not self._mask(agent)[given[agent]]), None)
        if wrong is not None:
            return self._refuse(wrong, given[wrong])
        self.table.step(given[self.table.agent_selection])
        rewards = {agent: self.table.rewards[agent] for agent in stepping}
        terminations = {agent: self.table.terminations[agent] for agent in stepping}
        truncations = {agent: self.table.truncations[agent] for agent in stepping}
        self.agents = [agent for agent in stepping if not (terminations[agent] or truncations[agent])]
        let_out(self.table)
        observations, infos = self._seen(stepping)
        return observations, rewards, terminations, truncations, infos

    def _refuse(self, agent: str, action: int) -> Any:
        """Answer an action that its agent's mask does not allow."""
        asked = self.table.agent_selection
        if self.illegal == "raise":
            what = "wait" if action == self.wait else f"action {action} ({self.setup.action_names[action]})"
            raise IllegalActionError(f"{agent}: {what} is not legal here; {asked} is asked, all others wait")
        stepping, self.agents = self.agents, []
        observations, infos = self._seen(stepping)
        rewards = {one: self.illegal_reward if one == agent else 0.0 for one in stepping}
        infos[agent]["illegal_action"] = np.int64(action)
        return observations, rewards, dict.fromkeys(stepping, True), dict.fromkeys(stepping, True), infos

    def _seen(self, agents: list[str]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Return what agents see, and their infos."""
        observations, infos = {}, {}
        for agent in agents:
            mask = self._mask(agent)
            observations[agent] = face.named(self.keys, self.table.observe(agent)[face.KEYS[0]], mask)
            infos[agent] = {"action_mask": mask.copy()}
        return observations, infos

    def _mask(self, agent: str) -> np.ndarray:
        """Return an agent's mask: its legal actions if it is asked, else nothing but to wait."""
        mask = np.zeros(self.wait + 1, np.int8)
        asked = agent in self.agents and agent == self.table.agent_selection
        if asked:
            mask[: self.wait] = self.table.observe(agent)[face.KEYS[1]]
        mask[self.wait] = not asked
        return mask

    def state(self) -> np.ndarray:
        """Return everything, hidden cards included, for centralised critics: float32, shape (full_layout.size,)."""
        return self.table.state()

    def log(self, agent: str | None = None, first: int = 0) -> list[str]:
        """Return what an agent has perceived since the deal, in words: see the AEC environment."""
        return self.table.log(agent, first)

    def followed(self) -> Log:
        """Return the logs of all seats up to the present."""
        return self.table.followed()

    def render(self) -> str | np.ndarray | None:
        """Show the table in the render mode: text, picture, or the picture in a window (None is returned then)."""
        return self.table.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self.table.close()
