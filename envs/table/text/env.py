"""A game as an environment of texts, in TextArena's conventions: its players, and its wrappers of actions, fit.

::

    env = TextEnv(GAME)
    env.reset(num_players=2, seed=1)
    done = False
    while not done:
        player, text = env.get_observation()
        done, info = env.step(action=players[player](text))
    rewards, game_info = env.close()
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..copies import CopiedWhole
from ..errors import CogitableError, OptionError
from ..faces.aec import TableEnv
from ..faces.rewind import let_out
from ..game import Game
from .answers import Answer, Choices, read_answer
from .prompt import Prompt

ILLEGAL_REWARD = -1.0
"""Reward of a player who ends the game by answers that are no actions; the others get nothing."""


class TextEnv(CopiedWhole):
    """One table in words: what the seat to move knows goes out, and what it says comes in.

    An observation is all that a player needs, with nothing kept from one to the next: the rules, the last lines of its
    log, the table as it sees it, and what is asked. Players see the same words but for what they know.

    Attributes:
        env: The table as a PettingZoo environment, from the first :meth:`reset` on.
        rewards: Each player's return, once the game is over; None before.
        game_info: By player: ``role``, ``turn_count`` (decisions), ``invalid_move`` (whether it ended the game so),
            ``illegal`` and ``unreadable`` (its answers that were no actions).
    """

    env: TableEnv

    def __init__(
        self,
        game: Game,
        *,
        prompt: str | Path | None = None,
        actions: bool = True,
        rules: bool = True,
        log: int = 100,
        allowance: int = 1,
        **options: Any,
    ) -> None:
        """Prepare a game.

        Args:
            game: The game.
            prompt: File with prompts of your own (:mod:`.prompt`); ``[request]`` has no meaning here.
            actions: Whether legal actions are listed. Benchmarks leave them out.
            rules: Whether the rules are told.
            log: Most lines of the seat's log, the last ones.
            allowance: How often in a row a player may answer with no legal action before it loses the game.
            **options: The game's options.

        Raises:
            OptionError: An option that there is not, a value that is not allowed, or prompts that are wrong.
        """
        for name, number in (("log", log), ("allowance", allowance)):
            if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 0:
                raise OptionError(f"{name} is {number!r}; it must be a whole number of at least 0")
        self.game, self.options = game, options
        self.listed, self.lines, self.allowance = actions, log, allowance
        self._path, self._rules = prompt, rules
        self._prompt = self._default = Prompt.load(game.setup(**options), prompt, rules=rules)
        self.rewards: dict[int, float] | None = None
        self.game_info: dict[int, dict[str, Any]] = {}
        self._wrong: Answer | None = None
        self._errors = 0

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Deal a new game.

        Args:
            num_players: Number of players; that of the options by default.
            seed: Fixes the deal and all chance of the game.

        Raises:
            OptionError: The game is not for so many.
        """
        prompt = self._default
        if num_players is not None and num_players != prompt.setup.num_seats:
            setup = self.game.setup(**{**self.options, "num_players": num_players})
            prompt = Prompt.load(setup, self._path, rules=self._rules)
        self._prompt, setup = prompt, prompt.setup
        self.env = TableEnv(setup)
        self.env.reset(seed)
        self.rewards, self._wrong, self._errors = None, None, 0
        fresh = {"turn_count": 0, "invalid_move": False, "illegal": 0, "unreadable": 0}
        self.game_info = {player: {"role": f"Player {player}", **fresh} for player in range(setup.num_seats)}

    def get_observation(self) -> tuple[int, str]:
        """Return whose turn it is, and what that player is told; after an answer that was no action, that as well.

        Raises:
            CogitableError: The game is over, or was not dealt.
        """
        states, player = self._states(), self._player()
        log = self.env.log(self.env.agent_selection)
        told = log[-self.lines :] if self.lines else []
        question = self._prompt.question(states, self._choices(), told, log_begins=len(told) == len(log))
        parts = [self._prompt.system(player), question]
        if self._wrong is not None:
            parts.append(self._prompt.again(player, self._wrong))
        return player, "\n\n".join(parts)

    def legal_actions(self) -> list[str]:
        """Return the legal actions of the player to move in words, each of which is an answer.

        Raises:
            CogitableError: The game is over, or was not dealt.
        """
        return list(self._choices().texts)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the answer of the player to move.

        Returns:
            Whether the game is over, and ``{"problem": "" | "illegal" | "unreadable", "action": number or None}``.

        Raises:
            CogitableError: The game is over, or was not dealt; OptionError where the answer is no text.
        """
        if not isinstance(action, str):
            raise OptionError(f"the answer is {action!r}; it must be a text, as 'ACTION: ...'")
        player, answer = self._player(), read_answer(action, self._prompt.answer, self._choices())
        if answer.action is None:
            self._refuse(player, answer)
        else:
            self._take(player, answer.action)
        return self.rewards is not None, {"problem": answer.problem, "action": answer.action}

    def close(self) -> tuple[dict[int, float] | None, dict[int, dict[str, Any]]]:
        """Return each player's reward (None while the game goes on), and what else there is to say of each."""
        return self.rewards, self.game_info

    def _take(self, player: int, action: int) -> None:
        env = self.env
        env.step(action)
        self.game_info[player]["turn_count"] += 1
        self._wrong, self._errors = None, 0
        let_out(env)
        if env.states["over"][0]:
            returns = env.states["paid"][0, : env.setup.num_seats].tolist()
            self.rewards = dict(enumerate(returns))

    def _refuse(self, player: int, answer: Answer) -> None:
        self.game_info[player][answer.problem] += 1
        self._wrong, self._errors = answer, self._errors + 1
        if self._errors > self.allowance:
            self.game_info[player]["invalid_move"] = True
            self.rewards = dict.fromkeys(range(self.env.setup.num_seats), 0.0) | {player: ILLEGAL_REWARD}

    def _states(self) -> np.ndarray:
        if not hasattr(self, "env"):
            raise CogitableError("call reset() first")
        if self.rewards is not None:
            raise CogitableError("the game is over; call reset()")
        return self.env.states

    def _player(self) -> int:
        return int(self._states()["seat"][0])

    def _choices(self) -> Choices:
        states = self._states()
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        return Choices.of(self.env.setup, states, mask, listed=self.listed)
