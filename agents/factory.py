"""Agents by name: what the command line, configurations and notebooks write is made here.

A *spec* is ``name``, ``name:key=value,...`` or, for agents with a main parameter, ``name:VALUE,key=value,...``:
``random``, ``search:simulations=2000``, ``policy:runs/best.zip``, ``python:my_package.my_module:MyAgent``.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pydantic import Field, ValidationError

from ..envs.table.errors import OptionError, did_you_mean, said_of
from ..envs.table.game import Setup
from ..envs.table.wording import refused
from .base import Agent
from .guided.agent import GuidedAgent
from .heuristic import HeuristicAgent
from .levels import level_specs
from .people.human import HumanAgent
from .policy.agent import PolicyAgent
from .random_agent import RandomAgent
from .search.agent import SearchAgent
from .search.options import AgentOptions, SearchOptions, check_search


class PolicyOptions(AgentOptions):
    """Parameters of ``policy``."""

    path: str | None = Field(
        None, min_length=1, description="File of a trained policy; the one shipped with the game by default."
    )
    deterministic: bool = Field(True, description="Always take the preferred action, instead of drawing one.")
    temperature: float = Field(
        1.0, gt=0, le=1000, description="Of what is drawn: above 1 it plays more at random, below 1 less."
    )


class LevelOptions(AgentOptions):
    """Parameters of ``level``."""

    name: Literal["beginner", "casual", "skilled", "expert", "champion"] = Field(description="How well it plays.")
    seconds: float | None = Field(
        None, gt=0, le=3600, description="Longest time for a decision; as long as it needs by default."
    )


class ChatOptions(AgentOptions):
    """Parameters of ``chat``."""

    model: str = Field(min_length=1, description="Name of the model, as the endpoint knows it.")
    url: str | None = Field(
        None,
        min_length=1,
        description="Address of the endpoint, to which /chat/completions is added; OpenAI's own by default.",
    )
    prompt: str | None = Field(None, min_length=1, description="File with prompts of your own (TOML).")
    actions: bool = Field(True, description="List the legal actions; benchmarks leave them out (actions=false).")
    rules: bool = Field(True, description="Tell the game's rules.")
    log: int = Field(100, ge=0, le=100_000, description="Most lines of the seat's log, the last ones.")
    repeats: int = Field(
        2, ge=0, le=20, description="How often a decision is asked again after an answer that is none."
    )
    temperature: float | None = Field(None, ge=0, le=10, description="Sent along if given.")
    seeded: bool = Field(True, description="Send a seed along with every request; not all endpoints take one.")
    timeout: float = Field(60, gt=0, le=3600, description="Most seconds for one request.")
    tries: int = Field(3, ge=1, le=20, description="Most requests for one answer, where the server fails.")
    parallel: int = Field(4, ge=1, le=256, description="Tables that are asked for at the same time.")


class PythonOptions(AgentOptions):
    """Parameters of ``python``."""

    path: str = Field(min_length=1, description="An Agent class of your own: package.module:Class.")


@dataclass(frozen=True)
class AgentKind:
    """An entry of :data:`AGENTS`.

    Attributes:
        text: What it is, in a sentence.
        make: ``make(setup, seed, **parameters)``.
        options: Model of the parameters.
        main: Parameter that may be written without its name, first after the colon.
    """

    text: str
    make: Callable[..., Agent]
    options: type[AgentOptions] = AgentOptions
    main: str | None = None


def _search(setup: Setup, seed: int | None, **parameters: Any) -> Agent:
    parameters = {name: value for name, value in parameters.items() if value is not None}
    check_search(parameters)
    return (GuidedAgent if "network" in parameters else SearchAgent)(setup, seed, **parameters)


def _level(setup: Setup, seed: int | None, name: str, seconds: float | None = None) -> Agent:
    return make_agent(level_spec(name, setup, seconds), setup, seed)


def _chat(setup: Setup, seed: int | None, **parameters: Any) -> Agent:
    from .chat.agent import ChatAgent  # late, because it imports what speaks HTTP

    return ChatAgent(setup, seed, **parameters)


def _python(setup: Setup, seed: int | None, path: str) -> Agent:
    module, _, name = path.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError, TypeError) as error:  # a TypeError: it begins with a dot
        raise OptionError(f"agent class {path!r} (package.module:Class) cannot be imported: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Agent)):
        raise OptionError(f"{path!r} is not a subclass of cogitable.agents.base.Agent")
    if inspect.isabstract(found):
        missing = ", ".join(sorted(found.__abstractmethods__))
        raise OptionError(f"{path!r} cannot play: it lacks the method {missing}")
    return found(setup, seed)


AGENTS: dict[str, AgentKind] = {
    "random": AgentKind("Chooses uniformly among the legal actions.", RandomAgent),
    "heuristic": AgentKind("Plays by the game's rules of thumb.", HeuristicAgent),
    "search": AgentKind(
        "Looks ahead: information-set Monte-Carlo tree search, with playouts or a network.", _search, SearchOptions
    ),
    "policy": AgentKind("Plays a trained policy.", PolicyAgent, PolicyOptions, main="path"),
    "level": AgentKind("Plays at a level of difficulty that has a name.", _level, LevelOptions, main="name"),
    "human": AgentKind("Asks a person at the terminal.", HumanAgent),
    "chat": AgentKind(
        "Asks a language model at a chat endpoint in OpenAI's conventions; extra [chat], key in OPENAI_API_KEY.",
        _chat,
        ChatOptions,
    ),
    "python": AgentKind("Makes an agent from a class of your own.", _python, PythonOptions, main="path"),
}
"""The kinds of agent by name. Add an entry to name your own."""


def make_agent(spec: str, setup: Setup, seed: int | None = None) -> Agent:
    """Make an agent from its spec (see the module's text).

    Args:
        spec: ``name[:key=value,...]``.
        setup: The game with its options.
        seed: Fixes the agent's choices.

    Raises:
        OptionError: Unknown agent or parameter, a value that is not allowed, or an agent that cannot play this game;
            the message lists what is allowed.
    """
    kind, parameters = parse_spec(spec)
    try:
        return kind.make(setup, seed, **parameters)
    except OptionError as error:
        raise OptionError(f"agent {spec!r}: {error}") from None


def level_spec(name: str, setup: Setup, seconds: float | None = None) -> str:
    """Return the spec of the agent that plays a level of a game with its options (see :mod:`cogitable.agents.levels`).

    Raises:
        OptionError: There is no such level, or nobody who can play it.
    """
    refusals = []
    for spec in level_specs(name, setup.game.name, seconds):
        try:
            make_agent(spec, setup, 0)
        except OptionError as refusal:
            refusals.append(str(refusal))
        else:
            return spec
    raise OptionError(f"nobody plays {setup.game.title} as a {name}: {'; '.join(refusals)}")


def check_agents(specs: Iterable[str] | Mapping[str, Iterable[str]], setups: Sequence[Setup]) -> None:
    """Make every agent once, for nothing but its errors: before anything is compiled, or played many games at a time.

    All are read before any is made, so that a misspelt one is told at once.

    Args:
        specs: The agents; or, by their names, the options that hold them, which errors then name.
        setups: What they are to play.

    Raises:
        OptionError: As :func:`make_agent`, or an agent is a person, who plays one game at a time.
    """
    by_option = specs if isinstance(specs, Mapping) else {"": specs}
    first: dict[str, str] = {}
    for option, named in by_option.items():
        for spec in named:
            with said_of(option):
                parse_spec(spec)
            first.setdefault(spec, option)
    for spec, option in first.items():
        with said_of(option):
            _check_plays_many(spec)
    for spec, option in first.items():
        for setup in setups:
            with said_of(option):
                make_agent(spec, setup, 0)


def _check_plays_many(spec: str) -> None:
    kind, _ = parse_spec(spec)
    if kind is AGENTS["human"]:
        raise OptionError(f"{spec} cannot take part: games are played many at a time; use `cogitable play`")


def parse_spec(spec: str) -> tuple[AgentKind, dict[str, Any]]:
    """Return an agent's kind and its checked parameters (those given only), without making it.

    Raises:
        OptionError: As :func:`make_agent`, as far as can be told without a game.
    """
    if not isinstance(spec, str):
        raise OptionError(f"agent {spec!r}: an agent is named by a text; {_known('')}")
    name, _, rest = spec.partition(":")
    name = name.strip()
    if name not in AGENTS:
        known = _known(name)
        raise OptionError(f"agent {spec!r}: no agent is called {name!r}; {known}")
    kind = AGENTS[name]
    try:
        options = kind.options(**_split(spec, rest, kind))
    except ValidationError as error:
        raise OptionError(_explain(spec, kind, error)) from None
    return kind, options.model_dump(exclude_unset=True)


def _known(name: str) -> str:
    return f"the agents are {', '.join(AGENTS)}{did_you_mean(name, AGENTS)}"


def describe_agents() -> str:
    """Return a text for the command line: every agent with its parameters, their defaults and what they mean."""
    lines = []
    for name, kind in AGENTS.items():
        main = f":{kind.main.upper()}" if kind.main else ""
        lines.append(f"{name}{main}\n    {kind.text}")
        lines += [f"    {_describe(key, field)}" for key, field in kind.options.model_fields.items()]
    return "\n".join(lines)


def _describe(key: str, field: Any) -> str:
    limits = [
        f"{sign} {getattr(limit, name)}"
        for limit in field.metadata
        for name, sign in (("ge", ">="), ("gt", ">"), ("le", "<="))
        if hasattr(limit, name)
    ]
    if getattr(field.annotation, "__origin__", None) is Literal:
        limits.append(" or ".join(field.annotation.__args__))
    if not field.is_required() and field.default is not None:
        limits.append(f"default {field.default}")
    allowed = f" ({', '.join(limits)})" if limits else ""
    return f"{key}{allowed}: {field.description}"


def _split(spec: str, text: str, kind: AgentKind) -> dict[str, str]:
    """Take ``VALUE,key=value,...`` apart. What is no ``key=value`` belongs to the text before it, as to a path."""
    given: dict[str, str] = {}
    key: str | None = None
    for position, part in enumerate(text.split(",") if text.strip() else []):
        match = re.match(r"\s*(\w+)\s*=(.*)", part, re.DOTALL)
        if match:
            key, value = match[1], match[2].strip()
        elif position == 0 and kind.main:
            key, value = kind.main, part.strip()
        elif key is not None and _is_text(kind, key):
            given[key] += f",{part}"
            continue
        else:
            raise OptionError(f"agent {spec!r}: {part.strip()!r} is not of the form key=value; {_allowed(kind)}")
        if key in given:
            raise OptionError(f"agent {spec!r}: {key!r} is given twice")
        given[key] = value
    return given


def _is_text(kind: AgentKind, key: str) -> bool:
    """Whether a parameter may be any text."""
    field = kind.options.model_fields.get(key)
    return field is not None and str in (field.annotation, *get_args(field.annotation))


def _explain(spec: str, kind: AgentKind, error: ValidationError) -> str:
    problems = []
    for problem in error.errors():
        key = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            known = kind.options.model_fields
            problems.append(f"no parameter is called {key!r}; {_allowed(kind)}{did_you_mean(key, known)}")
        else:
            meant = _describe(key, kind.options.model_fields[key])
            problems.append(f"{refused(repr(key), problem)}; {meant}")
    return f"agent {spec!r}: {'; '.join(problems)}"


def _allowed(kind: AgentKind) -> str:
    """Return the names of the parameters: what they mean takes a screen, which ``cogitable list`` fills."""
    names = ", ".join(kind.options.model_fields)
    return f"its parameters are {names}" if names else "it has no parameters"
