"""What the environment faces (AEC, vector, solo) share: options, spaces and the checks of actions."""

from __future__ import annotations

import reprlib
import warnings
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from ..errors import OptionError, OutOfBoundsError, UnknownOptionError, did_you_mean
from ..game import Game, Setup
from ..layout import Layout

ILLEGAL = ("terminate", "raise")
"""What an environment may do about an illegal action."""

KEYS = ("observation", "action_mask")
"""PettingZoo's names for the two parts of an observation."""

ENVIRONMENT_OPTIONS: dict[str, Any] = {
    "render_mode": None,
    "render_seat": "current",
    "illegal": "terminate",
    "illegal_reward": -1.0,
    "keys": KEYS,
}
"""Options of AEC and parallel environments beside the game's, with the defaults of ``env()``."""


def prepare(game: Game, options: Mapping[str, Any], environment: Mapping[str, Any]) -> tuple[Setup, dict[str, Any]]:
    """Divide keyword options between a game and its environment.

    Args:
        game: The game.
        options: What the caller gave.
        environment: The environment's own options with their defaults.

    Returns:
        The game's setup, and the environment's options.

    Raises:
        UnknownOptionError: An unknown name, which is a TypeError, too; the message lists the known ones of both kinds.
        OptionError: A value that is not allowed.
    """
    known = [*game.options.model_fields, *environment]
    for name in options:
        if name not in known:
            of_game, of_environment = ", ".join(game.options.model_fields), ", ".join(environment)
            known_ones = f"options of the game are {of_game}; options of the environment are {of_environment}"
            hint = did_you_mean(name, known)
            raise UnknownOptionError.of(f"{game.title}: unknown option {name!r}; {known_ones}{hint}", name)
    own = {name: options.get(name, default) for name, default in environment.items()}
    return game.setup(**{name: value for name, value in options.items() if name not in environment}), own


def check_reset_options(options: Any, known: Collection[str] = ()) -> None:
    """Refuse options of a reset that an environment does not have.

    Raises:
        UnknownOptionError: One that there is not, which is a TypeError, too.
        OptionError: They are not in a dictionary.
    """
    for name in _names(options):
        if name not in known:
            raise UnknownOptionError.of(_told(name, known), name)


def warn_of_reset_options(options: Any) -> None:
    """Warn whoever has called ``reset`` that its options do nothing.

    PettingZoo's own tests give every environment ``{"options": 1}``, so none can be refused.

    Raises:
        OptionError: They are not in a dictionary.
    """
    for name in _names(options):
        warnings.warn(_told(name), stacklevel=3)


def _names(options: Any) -> list[str]:
    if not isinstance(options, Mapping | None):
        raise OptionError(f"options of reset are {reprlib.repr(options)}; they must be a dictionary, or None")
    return [str(name) for name in options or ()]


def _told(name: str, known: Collection[str] = ()) -> str:
    there = f"there is only {', '.join(known)}" if known else "there are none"
    return f"unknown option {name!r} of reset; {there}: options of the game are given when the environment is made"


def check_illegal(illegal: Any, illegal_reward: Any) -> float:
    """Return the reward for an illegal action as a float. Raises OptionError if either option is not allowed."""
    if illegal not in ILLEGAL:
        raise OptionError(f"illegal is {illegal!r}; it must be one of {', '.join(ILLEGAL)}")
    try:
        reward = float(illegal_reward)
    except (TypeError, ValueError, OverflowError):
        reward = float("nan")
    if not np.isfinite(reward):
        raise OptionError(f"illegal_reward is {illegal_reward!r}; it must be a finite number")
    return reward


def check_action(action: Any, num_actions: int, who: str) -> int:
    """Return an action as an int.

    Args:
        action: A Python or NumPy integer, or an integer array without dimensions.
        num_actions: Size of the action space.
        who: Name of the agent, for the message.

    Raises:
        OutOfBoundsError: Anything else, or out of range.
    """
    value = action[()] if isinstance(action, np.ndarray) and action.shape == () else action
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        problem = f" ({type(action).__name__}); it takes an integer from 0 to {num_actions - 1}"
    elif 0 <= value < num_actions:
        return int(value)
    else:
        problem = f", which is out of range 0 to {num_actions - 1}"
    raise OutOfBoundsError(f"action is not in action space: {who} gave {reprlib.repr(action)}{problem}")


def check_keys(keys: Any) -> tuple[str, str] | None:
    """Return the names of an observation's two parts, None for a flat one. Raises OptionError for anything else."""
    if keys is None:
        return None
    if isinstance(keys, list | tuple) and len(keys) == 2 and all(isinstance(key, str) and key for key in keys):
        seen, mask = keys
        if seen != mask:
            return seen, mask
    raise OptionError(
        f"keys is {keys!r}; it must be two different names, for the observation and for the action mask, such as "
        f"{KEYS!r}, or None for a flat observation"
    )


def observation_box(layout: Layout) -> spaces.Box:
    """Return the space of a flat observation; its layout says what the numbers mean and where they lie."""
    return spaces.Box(layout.low, layout.high, dtype=np.float32)


def observation_space(setup: Setup, keys: tuple[str, str] | None, num_actions: int | None = None) -> spaces.Space:
    """Return the space of an observation with its action mask under the given names, or of a flat one."""
    box = observation_box(setup.layout)
    if keys is None:
        return box
    return spaces.Dict({keys[0]: box, keys[1]: spaces.Box(0, 1, (num_actions or setup.num_actions,), np.int8)})


def named(keys: tuple[str, str] | None, observation: np.ndarray, mask: np.ndarray) -> Any:
    """Return an observation with its action mask under the given names, or alone."""
    return observation if keys is None else {keys[0]: observation, keys[1]: mask}
