"""A training in stages: runs that go on from one another, and means of what they came to, in one configuration.

What no run reaches by itself several may: one goes on from another, learns against it, or finds what it does not
answer, and the mean of their weights plays better than each of them. Such a configuration has ``stages``, each by its
name, in the order in which they are run::

    game: cogs_and_commissars
    tables: 256                     # what stands outside is every stage's
    stages:
      first:
        steps: 8_000_000
      second:
        steps: 12_000_000
        network: {start: "{first}"}
        league: {baselines: [heuristic, "policy:{first}"]}
      champion:
        mean: [first, second, second]       # what is named twice counts twice
        value: {positions: 1_000_000}       # for searches, as `cogitable value` teaches one
        quick: {decisions: 1_000_000}       # ... and `cogitable quicken` a small copy

``{first}`` is the file of what the stage of that name has come to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field, ValidationError, field_validator, model_validator

from ....envs.table.errors import OptionError, did_you_mean
from .limits import MOST, MOST_COPY_UNITS, check_sizes
from .needs import idle, names_in, refuse_idle
from .sections import Section
from .teaching import QuickSettings, ValueSettings
from .training_config import (
    TrainingConfig,
    check_game,
    option_names,
    placed,
    problems,
    read_source,
    validated,
    yaml_module,
)

STAGES = "stages"
_OWN = ("mean", "value", "quick")  # what a stage says that is no option of a run
_OF_MEANS = ("game", "options", "mix", "seed", "threads", "league", "evaluation")  # options that a mean is measured by
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")
_REFERENCE = re.compile(r"\{([^{}]*)\}")


class Taught(Section):
    """What both are taught by."""

    least_layers: ClassVar[int] = 0

    players: tuple[int, ...] = ()
    layers: tuple[int, ...] = ValueSettings.layers
    seed: int = Field(ValueSettings.seed, ge=0)

    @field_validator("layers")
    @classmethod
    def _are_layers(cls, layers: tuple[int, ...]) -> tuple[int, ...]:
        check_sizes(layers, "layers", cls.least_layers)
        return layers


class ValueTaught(Taught):
    """What a value is taught by; see :func:`..teaching.value.teach_file`."""

    positions: int = Field(ge=1, le=MOST)

    @property
    def settings(self) -> ValueSettings:
        """What is handed on."""
        return ValueSettings(self.positions, self.layers, seed=self.seed)


class QuickTaught(Taught):
    """What a small copy is taught by; see :func:`..teaching.quick.quicken_file`."""

    least_layers: ClassVar[int] = 1

    decisions: int = Field(ge=1, le=MOST)
    heads: int = Field(QuickSettings.heads, ge=0, le=MOST_COPY_UNITS)

    @property
    def settings(self) -> QuickSettings:
        """What is handed on."""
        return QuickSettings(self.decisions, self.layers, self.heads, seed=self.seed)


class Own(Section):
    """What a stage says that is no option of a run."""

    mean: tuple[str, ...] = ()
    value: ValueTaught | None = None
    quick: QuickTaught | None = None

    @model_validator(mode="after")
    def _is_a_mean(self) -> Own:
        if len(self.mean) == 1:
            raise ValueError(f"a mean takes the names of two stages or more, not {self.mean[0]!r} alone")
        return self


@dataclass(frozen=True)
class Stage:
    """One of several stages.

    Attributes:
        name: By which later ones know it.
        options: What decides its run, in which earlier stages stand by their names in braces.
        own: Of what stages it is the mean, none for a run; and what its policy is taught for searches.
    """

    name: str
    options: Mapping[str, Any]
    own: Own

    def config(self, files: Callable[[str], Path]) -> TrainingConfig:
        """Return what decides its run; of a mean, what it is measured by.

        Args:
            files: Tells the file of what an earlier stage has come to.

        Raises:
            OptionError: An option is unknown or has a value that is not allowed.
        """
        told: Any = _resolved(self.options, lambda name: str(files(name)))
        return validated({"steps": 1, **told} if self.own.mean else told, f"stage {self.name!r}", _OWN)

    @property
    def needs(self) -> frozenset[str]:
        """The stages that it names."""
        return frozenset(self.own.mean).union(_named(self.options))


def load_stages(
    game: str | None = None,
    source: str | os.PathLike[str] | None = None,
    overrides: Mapping[str, Any] | None = None,
    *,
    kept: bool = False,
) -> tuple[Stage, ...]:
    """Read the stages of a configuration; none for one that is a single run.

    Args:
        game: As in :func:`..config.training_config.load_config`.
        source: As there.
        overrides: Options that every stage is to have, whatever the source says; as there.
        kept: As there.

    Raises:
        OptionError: No such file or variant, a stage that is not allowed, one that names what is no stage before it, or
            an option that does nothing: a stage's own there, others in any.
    """
    data, where = read_source(game, source)
    if STAGES not in data:
        return ()
    stages = data.pop(STAGES)
    if not isinstance(stages, dict) or not stages:
        raise OptionError(f"{where}: {STAGES} must hold a stage or more, each by its name")
    known: list[str] = []
    found: list[Stage] = []
    nowhere: dict[str, str] | None = None
    for name, own in stages.items():
        stage = _stage(name, own, data, where, dict(overrides or {}))
        _check_references(stage, known, where)
        check_game(stage.options, game)
        try:
            config = stage.config(lambda one: Path(f"{one}.zip"))
        except OptionError as error:
            raise OptionError(f"{where}: {error}") from None
        if not stage.own.mean:
            here = idle(config)
            if not kept:
                refuse_idle(here, names_in(own or {}), f"{where}: stage {name!r}")
            nowhere = here if nowhere is None else {one: what for one, what in nowhere.items() if one in here}
        known.append(stage.name)
        found.append(stage)
    if nowhere and not kept:
        refuse_idle(nowhere, names_in(overrides or {}))
        refuse_idle(nowhere, names_in(data), where)
    return tuple(found)


def _stage(name: Any, own: Any, shared: Mapping[str, Any], where: str, overrides: dict[str, Any]) -> Stage:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise OptionError(
            f"{where}: a stage is called {name!r}; names are at most 41 small letters, digits, - and _, as first"
        )
    own = {} if own is None else own
    if not isinstance(own, dict):
        raise OptionError(f"{where}: stage {name!r} must hold options and their values, not {type(own).__name__}")
    told = {key: own[key] for key in _OWN if key in own}
    options = {key: value for key, value in own.items() if key not in _OWN}
    try:
        settled = Own.model_validate(told)
    except ValidationError as error:
        wrong = "; ".join(problems(error, list(option_names(Own))))
        raise OptionError(f"{where}: stage {name!r}: {wrong}") from None
    told = placed(_laid_over(shared, options), overrides)
    if not settled.mean:
        return Stage(name, told, settled)
    idle = [key for key in options if key not in _OF_MEANS]
    if idle:
        raise OptionError(f"{where}: stage {name!r}: {', '.join(idle)}: what a mean has is {', '.join(_OF_MEANS)}")
    return Stage(name, {key: value for key, value in told.items() if key in _OF_MEANS}, settled)


def _check_references(stage: Stage, known: list[str], where: str) -> None:
    for name in sorted(stage.needs - set(known)):
        raise OptionError(
            f"{where}: stage {stage.name!r} needs {name!r}, which is no stage before it; "
            f"there is {', '.join(known) or 'none'}{did_you_mean(name, known)}"
        )


def _laid_over(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return options with others laid over them, section by section."""
    found = deepcopy(dict(shared))
    for name, value in own.items():
        both = isinstance(value, dict) and isinstance(found.get(name), dict)
        found[name] = _laid_over(found[name], value) if both else deepcopy(value)
    return found


def _resolved(value: Any, told: Callable[[str], str]) -> Any:
    """Return a value with what ``told`` says in place of names in braces."""
    if isinstance(value, dict):
        return {key: _resolved(one, told) for key, one in value.items()}
    if isinstance(value, list):
        return [_resolved(one, told) for one in value]
    return _REFERENCE.sub(lambda match: told(match[1]), value) if isinstance(value, str) else value


def _named(value: Any) -> Iterator[str]:
    """Yield the names in braces."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _named(one)
    if isinstance(value, str):
        yield from _REFERENCE.findall(value)


def stages_to_yaml(stages: tuple[Stage, ...]) -> str:
    """Return stages as YAML that :func:`load_stages` reads back, with what all of them share said of each."""
    told = {
        stage.name: {**stage.options, **stage.own.model_dump(mode="json", exclude_defaults=True)} for stage in stages
    }
    return yaml_module().safe_dump({"game": stages[0].options["game"], STAGES: told}, sort_keys=False, width=100)
