"""Which options of a training do nothing unless something else is given, and what that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple

from ....envs.table.errors import OptionError
from .sections import ExpertConfig, ExploiterConfig, ImitationConfig, Section


class _Need(NamedTuple):
    """Options that do nothing unless something else is given.

    Attributes:
        section: Where they are, by its dotted name.
        names: The options.
        met: Takes a :class:`.training_config.TrainingConfig`, which checks by these; whether what they need is there.
        what: What that is.
    """

    section: str
    names: tuple[str, ...]
    met: Callable[[Any], bool]
    what: str


def _others(section: type[Section], *but: str) -> tuple[str, ...]:
    """Return the options of a section but for some."""
    return tuple(name for name in section.model_fields if name not in but)


_NEEDS = (
    _Need("network", ("activation",), lambda run: bool(run.network.layers or run.network.start), "network.layers"),
    _Need("network", ("entity_size",), lambda run: bool(run.network.entities or run.network.start), "network.entities"),
    _Need("league", ("others",), lambda run: bool(run.league.sides), "league.sides"),
    _Need("league", ("snapshot_every",), lambda run: run.league.max_snapshots > 0, "league.max_snapshots above 0"),
    _Need(
        "league.exploiters",
        _others(ExploiterConfig, "share"),
        lambda run: run.league.exploiters.share > 0,
        "league.exploiters.share above 0",
    ),
    _Need(
        "imitation", _others(ImitationConfig, "agent"), lambda run: run.imitation.agent is not None, "imitation.agent"
    ),
    _Need("expert", _others(ExpertConfig, "every"), lambda run: run.expert.every is not None, "expert.every"),
    _Need("expert", ("sharpness",), lambda run: run.expert.target == "values", "expert.target=values"),
    _Need("evaluation", ("every",), lambda run: run.evaluation.every_share is None, "no evaluation.every_share"),
)


def idle(config: Any) -> dict[str, str]:
    """Return the options of a :class:`.training_config.TrainingConfig` that do nothing, though not as by default.

    Returns:
        What each one needs, by its dotted name.
    """
    found: dict[str, str] = {}
    for need in _NEEDS:
        section: Any = reduce(getattr, need.section.split("."), config)
        said = [name for name in need.names if getattr(section, name) != type(section).model_fields[name].default]
        if said and not need.met(config):
            found |= {f"{need.section}.{name}": need.what for name in said if f"{need.section}.{name}" not in found}
    return found


def names_in(options: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the dotted names of what a configuration says, in sections or by dotted names."""
    for name, value in options.items():
        if isinstance(value, dict) and name not in ("options", "mix"):
            yield from names_in(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def refuse_idle(found: Mapping[str, str], said: Iterable[str], where: str = "") -> None:
    """Refuse what was said and does nothing.

    Args:
        found: What does nothing, of :func:`idle`.
        said: What was said, by dotted names; the others are as they are because somebody else said so.
        where: Where it was said.

    Raises:
        OptionError: The message names each such option, and what it needs.
    """
    asked = set(said)
    wrong = [f"{name} needs {what}" for name, what in found.items() if name in asked]
    if wrong:
        raise OptionError(f"{where}{': ' if where else ''}{'; '.join(wrong)}, or it does nothing")
