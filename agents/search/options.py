"""What a search can be told, by its spec or as an object: which values there are, and what needs what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import ConfigDict, Field, ValidationError

from ...envs.table.errors import OptionError
from ...envs.table.whole_numbers import NumberModel
from ...envs.table.wording import refused
from ..beliefs.weighing import MOST_PARTICLES, MOST_RECALL, PARTICLES, RECALL

SIMULATIONS = 1000
"""Simulations for a decision when neither their number nor a time is given."""

MOST_SIMULATIONS = 10**9
"""More than a decision can wait for."""

MOST_HORIZON = 4096
"""Most decisions that a playout with a horizon goes on for."""

EXPLORATION, GUIDED_EXPLORATION = 0.7, 0.4
"""Defaults: the weight of the confidence bound in the UCB formula, and that of a policy's preferences."""

SHARE, EPSILON = 0.5, 0.1
"""Defaults of playouts: their weight beside a network's value if they go on to the end of the game (those with a
horizon end with a value themselves, and count alone), and random actions in those by the heuristic."""

TRUST = 0.25
"""Default: how much better than the heuristic's choice another action has to look."""


class AgentOptions(NumberModel):
    """Parameters of an agent. Each agent adds its own; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class SearchOptions(AgentOptions):
    """Parameters of ``search``; :func:`check_search` says what goes together."""

    simulations: int | None = Field(
        None,
        ge=1,
        le=MOST_SIMULATIONS,
        description=f"Most simulations for a decision; {SIMULATIONS} unless seconds are given.",
    )
    seconds: float | None = Field(None, gt=0, le=3600, description="Most time for a decision at one table.")
    exploration: float | None = Field(
        None,
        ge=0,
        le=100,
        description=f"Weight of the confidence bound in the UCB formula, {EXPLORATION} unless given; with a network "
        f"that of the policy's preferences, {GUIDED_EXPLORATION}.",
    )
    network: str | None = Field(
        None,
        min_length=1,
        description="A policy file with a value, or `policy` for the one shipped with the game: it says what to try, "
        "and what a position is worth in place of playouts, or beside them if rollouts are given.",
    )
    certain: float = Field(
        1.0,
        gt=0,
        le=1,
        description="With a network, an action that the policy would draw with more than this probability is taken at "
        "once.",
    )
    root: Literal["puct", "race"] = Field(
        "puct",
        description="With a network, whether first actions are tried as the policy prefers them, or all in turn until "
        "they are behind.",
    )
    others: Literal["policy", "mixed", "search"] = Field(
        "policy",
        description="With a network, whether the other seats draw from the policy, or search too; `mixed`: draw, but "
        "other teams play by the heuristic in half of the simulations.",
    )
    beliefs: Literal["uniform", "policy"] = Field(
        "uniform",
        description="With a network, whether positions are redrawn evenly among what is possible, or by how likely the "
        "policy would have led to them.",
    )
    particles: int = Field(
        PARTICLES, ge=2, le=MOST_PARTICLES, description="With beliefs=policy, positions that are held possible."
    )
    recall: int = Field(
        RECALL, ge=1, le=MOST_RECALL, description="With beliefs=policy, decisions of others that are looked back on."
    )
    rollouts: Literal["random", "heuristic", "policy", "quick"] | None = Field(
        None,
        description="Who plays simulated games to their end, at random unless given; with a network `heuristic`, "
        "`policy` or `quick`, a small copy of the policy, nobody unless given.",
    )
    share: float | None = Field(
        None,
        ge=0,
        le=1,
        description="With a network and rollouts, what they weigh beside the network's value at their beginning: "
        f"{SHARE} unless given, 1 with a horizon.",
    )
    epsilon: float = Field(EPSILON, ge=0, le=1, description="Share of random actions in rollouts by the heuristic.")
    horizon: int | None = Field(
        None,
        ge=1,
        le=MOST_HORIZON,
        description="With a network and rollouts, decisions of the searching seat that they go on for, where the "
        "network's value counts; to the end of the game unless given.",
    )
    widening: float | None = Field(
        None,
        gt=0,
        le=100,
        description="Most actions tried at a position, in square roots of its visits; all by default.",
    )
    trust: float = Field(
        TRUST, ge=0, le=1, description="With widening, how much better than the heuristic's choice another must look."
    )
    threads: int = Field(1, ge=1, le=256, description="Threads to share many tables among.")


Given = Mapping[str, Any]
"""The parameters that are given, by their names."""


class _Need(NamedTuple):
    """Parameters that do nothing unless something else is given.

    Attributes:
        names: The parameters.
        met: Whether what they need is there.
        what: What that is.
    """

    names: tuple[str, ...]
    met: Callable[[Given], bool]
    what: str


def _guided(given: Given) -> bool:
    return "network" in given


def _rollouts(given: Given) -> str:
    """Return who plays simulated games to their end."""
    return given.get("rollouts") or ("nobody" if _guided(given) else "random")


_NEEDS = (
    _Need(("certain", "root", "others", "beliefs", "particles", "recall", "share", "horizon"), _guided, "a network"),
    _Need(("widening", "trust"), lambda given: not _guided(given), "a search without a network"),
    _Need(("particles", "recall"), lambda given: given.get("beliefs") == "policy", "beliefs=policy"),
    _Need(("root",), lambda given: given.get("others") != "search", "others=policy or mixed"),
    _Need(("share", "horizon"), lambda given: _rollouts(given) != "nobody", "rollouts"),
    _Need(("horizon",), lambda given: given.get("share") != 0, "a share of rollouts above 0"),
    _Need(("epsilon", "widening", "trust"), lambda given: _rollouts(given) == "heuristic", "rollouts=heuristic"),
    _Need(("trust",), lambda given: "widening" in given, "widening"),
)
_PLAYERS = {True: ("heuristic", "policy", "quick"), False: ("random", "heuristic")}


def _either(names: Sequence[str]) -> str:
    """Return names as people list them: ``a, b or c``."""
    *before, last = names
    return f"{', '.join(before)} or {last}"


def check_search(given: Given) -> None:
    """Refuse parameters that are out of range, and those that would do nothing beside the others.

    Raises:
        OptionError: The message names what is wrong, and what it needs.
    """
    for need in _NEEDS:
        idle = [name for name in need.names if name in given]
        if idle and not need.met(given):
            raise OptionError(f"{' and '.join(idle)} need{'s' * (len(idle) == 1)} {need.what}")
    players, how = _PLAYERS[_guided(given)], "with" if _guided(given) else "without"
    if given.get("rollouts", players[0]) not in players:
        raise OptionError(f"rollouts={given['rollouts']} does not go {how} a network, {_either(players)} does")
    try:
        SearchOptions(**{**given, **({"network": "policy"} if _guided(given) else {})})
    except ValidationError as error:
        problem = error.errors()[0]
        raise OptionError(refused(str(problem["loc"][0]), problem)) from None


def check_search_object(**parameters: Any) -> None:
    """Check the parameters of an object: what is as it is by default is taken as not given. Raises OptionError."""
    defaults = SearchOptions.model_fields
    check_search({name: value for name, value in parameters.items() if not _is_default(value, defaults[name].default)})


def _is_default(value: Any, default: Any) -> bool:
    """Return whether a parameter counts as not given; an array, which equals nothing as a whole, does not."""
    return value is None or (not isinstance(value, np.ndarray) and value == default)
