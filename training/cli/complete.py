"""What a shell offers at the Tab key: games, agents, configurations and options, with what is allowed for them.

Set up once with ``cogitable --install-completion``. A shell shows nothing of a failure, so there must be none: what is
not known yet, as a game whose name is still wrong, has no completions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...envs.table.errors import CogitableError


def games(incomplete: str) -> list[tuple[str, str]]:
    """Offer the library's games."""
    from ...envs import GAMES, get_game

    return [(name, get_game(name).title) for name in GAMES if name.startswith(incomplete)]


def agents(incomplete: str) -> list[tuple[str, str]]:
    """Offer the kinds of agents; behind the name of one, its parameters."""
    from ...agents.factory import AGENTS

    name, colon, given = incomplete.partition(":")
    if not colon:
        return [(name, kind.text) for name, kind in AGENTS.items()]
    if name not in AGENTS or name == "policy":
        return []
    done = incomplete[: len(incomplete) - len(given.rpartition(",")[2])]
    fields = AGENTS[name].options.model_fields
    return [(f"{done}{key}=", field.description or "") for key, field in fields.items() if f"{key}=" not in done]


def game_options(ctx: Any, incomplete: str) -> list[tuple[str, str]]:
    """Offer the options of the game that stands before, and behind the name of one, what is allowed."""
    from ...envs import get_game

    try:
        options = get_game(_game(ctx)).options
    except (CogitableError, ImportError):
        return []
    return list(_pairs(options.model_fields, incomplete))


def training_options(incomplete: str) -> list[str]:
    """Offer the options of a training."""
    from ..learn.config.training_config import option_names

    return [f"{name}=" for name in option_names()]


def configurations(ctx: Any, incomplete: str) -> list[str]:
    """Offer the configurations that come with the game that stands before."""
    from ..learn.config.training_config import CONFIGS

    begin = f"{_game(ctx)}-"
    return [path.stem.removeprefix(begin) for path in sorted(CONFIGS.glob("*.yaml")) if path.stem.startswith(begin)]


def _game(ctx: Any) -> str:
    """Return the game that stands before; behind an option without a value nothing has been parsed yet."""
    parent = ctx.parent
    words = [*getattr(parent, "_protected_args", ()), *getattr(parent, "args", ())]
    return str(ctx.params.get("game") or next((word for word in words[1:] if not word.startswith("-")), ""))


def _pairs(fields: Any, incomplete: str) -> Iterator[tuple[str, str]]:
    from .allowed import kinds

    name, equals, _ = incomplete.partition("=")
    if not equals:
        yield from ((f"{key}=", field.description or "") for key, field in fields.items())
    elif name in fields:
        allowed = [word for kind in kinds(fields[name].annotation) for word in kind.split(" or ")]
        yield from ((f"{name}={word}", "") for word in allowed if word not in _WORDS)


_WORDS = ("number", "text", "path of a TOML file")
"""What tells of a kind of value and is none."""
