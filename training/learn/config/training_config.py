"""What decides a training run, put together of :mod:`.sections`; read from YAML, unknown keys refused."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, Field, ValidationError, model_validator

from ....agents.policy.file import fingerprint
from ....envs import get_game
from ....envs.table.errors import OptionError, did_you_mean
from ....envs.table.extras import extra_for
from ....envs.table.files.reading import parsed, read_text
from ....envs.table.game import Setup
from ....envs.table.wording import refused, shown, wanted
from ...measure.sharing.cores import cores
from .limits import MOST, MOST_AT_ONCE, MOST_IN_A_ROUND
from .needs import idle, names_in, refuse_idle
from .sections import (
    CollectionConfig,
    EvaluationConfig,
    ExpertConfig,
    ImitationConfig,
    LeagueConfig,
    NetworkConfig,
    PPOConfig,
    Section,
)

CONFIGS = Path(__file__).resolve().parents[2] / "configs"
"""Folder of the configurations that come with the library: ``<game>.yaml`` and ``<game>-<variant>.yaml``."""


class TrainingConfig(Section):
    """A training run. The same budget of steps, threads, configuration and seed: the same weights result."""

    game: str = Field(description="Name of the game, or import path of a module with a GAME of your own.")
    options: dict[str, Any] = Field({}, description="Keyword options of the game.")
    mix: tuple[dict[str, Any], ...] = Field(
        (), description="Options laid over these, a set for each kind of table; one policy learns them side by side."
    )
    seed: int = Field(0, ge=0, le=2**32 - 1, description="Fixes everything that is drawn.")
    steps: int | None = Field(None, ge=1, le=MOST, description="Budget in learner steps.")
    minutes: float | None = Field(
        None, gt=0, le=10**8, description="Budget in minutes; where it ends depends on the machine."
    )
    tables: int = Field(64, ge=1, le=MOST_AT_ONCE, description="Tables played at a time.")
    threads: int = Field(1, ge=0, le=1024, description="Threads that share tables and batches; 0 for one a core.")
    checkpoint_minutes: float = Field(
        1.0, ge=0, le=10**8, description="Minutes between two checkpoints to resume from."
    )
    network: NetworkConfig = NetworkConfig()
    ppo: PPOConfig = PPOConfig()
    league: LeagueConfig = LeagueConfig()
    imitation: ImitationConfig = ImitationConfig()
    expert: ExpertConfig = ExpertConfig()
    evaluation: EvaluationConfig = EvaluationConfig()
    collection: CollectionConfig = CollectionConfig()

    @model_validator(mode="after")
    def _fits_together(self) -> TrainingConfig:
        if self.steps is None and self.minutes is None:
            raise ValueError("a budget is needed: steps, minutes, or both (whichever is reached first)")
        rollout = self.tables * self.ppo.n_steps
        if rollout > MOST_IN_A_ROUND:
            raise ValueError(
                f"tables x ppo.n_steps = {self.tables:,} x {self.ppo.n_steps:,} = {rollout:,} decisions are more than "
                f"the {MOST_IN_A_ROUND:,} that there can be between two updates"
            )
        if rollout % self.ppo.batch_size:
            raise ValueError(
                f"ppo.batch_size {self.ppo.batch_size} must divide tables x ppo.n_steps = {rollout}, "
                f"as {_nearest_divisor(rollout, self.ppo.batch_size)} does"
            )
        if self.expert.every is not None and self.league.sides:
            raise ValueError("expert has the learner play all seats in its games; it does not go with league.sides")
        if self.expert.root == "race" and self.expert.others == "search":
            raise ValueError("expert.root=race needs expert.others=policy or mixed")
        if self.expert.root == "race" and self.expert.target == "values":
            raise ValueError("expert.root=race needs expert.target=visits: what comes out ahead is learned")
        if self.expert.horizon is not None and self.expert.rollouts is None:
            raise ValueError("expert.horizon says how far rollouts go on; it needs expert.rollouts")
        for name in self.options:
            if self.mix and all(name in changes for changes in self.mix):
                raise ValueError(f"options.{name} does nothing, since every entry of mix has a {name} of its own")
        if len(self.mix) > self.tables:
            raise ValueError(f"tables is {self.tables}; the mix has {len(self.mix)} kinds of table to share them among")
        pieces = self.collection.pieces
        if pieces > 1 and self.tables % (pieces * max(1, len(self.mix))):
            each = f" for each of {len(self.mix)} kinds of table" if self.mix else ""
            raise ValueError(f"collection.pieces {pieces} must divide tables = {self.tables}{each}")
        if self.collection.staleness and pieces == 1:
            raise ValueError(
                "collection.staleness 1 has others play while the learner learns; it needs collection.pieces of 2 or "
                "more, not 1"
            )
        return self

    def setups(self) -> dict[str, Setup]:
        """Return the game set up for each kind of table, by what tells it from the others: ``"num_players=5"``.

        Without a mix there is one, by the empty name.

        Raises:
            OptionError: An option that is not allowed, two kinds alike, or kinds that one policy cannot play: they
                must have the same observation layout and the same actions.
        """
        game = get_game(self.game)
        setups: dict[str, Setup] = {}
        for changes in self.mix or ({},):
            name = ", ".join(f"{key}={value}" for key, value in changes.items())
            if name in setups:
                raise OptionError(f"option 'mix' names {name or 'no change'} twice")
            setups[name] = game.setup(**(self.options | changes))
        first, *others = setups.items()
        for other in others:
            _check_alike(first, other)
        return setups

    @property
    def num_threads(self) -> int:
        """Threads that share tables and batches."""
        return self.threads or cores()

    @property
    def agents(self) -> dict[str, tuple[str, ...]]:
        """All agents that it names, by the options that name them."""
        return {
            "league.baselines": self.league.baselines,
            "imitation.agent": () if self.imitation.agent is None else (self.imitation.agent,),
            "league.others": () if self.league.others is None else (self.league.others,),
            "evaluation.against": self.evaluation.against,
        }


def with_others(setups: Sequence[Setup], players: Sequence[int]) -> tuple[list[Setup], list[int]]:
    """Return kinds of table, and the first of them with other numbers of players; and which of these are new.

    Raises:
        OptionError: The game is not played with so many.
    """
    known = {setup.num_seats for setup in setups}
    first = setups[0].options.given()
    others = [number for number in dict.fromkeys(players) if number not in known]
    return [*setups, *(setups[0].game.setup(**{**first, "num_players": number}) for number in others)], others


def _check_alike(one: tuple[str, Setup], two: tuple[str, Setup]) -> None:
    """Check that one policy can play two set-ups."""
    names, (a, b) = (one[0], two[0]), (one[1], two[1])
    for what, ours, theirs in (
        ("observations of", a.layout.size, b.layout.size),
        ("a number of actions of", a.num_actions, b.num_actions),
        ("observations and actions with digest", fingerprint(a), fingerprint(b)),
    ):
        if ours != theirs:
            raise OptionError(
                f"option 'mix': one policy cannot play tables of {names[0] or 'no change'} with {what} {ours} "
                f"and of {names[1] or 'no change'} with {theirs}"
            )


def _nearest_divisor(number: int, wanted: int) -> int:
    small = [d for d in range(1, math.isqrt(number) + 1) if number % d == 0]
    divisors = sorted({*small, *(number // d for d in small)} - {1})
    return min(divisors, key=lambda d: abs(math.log(d / wanted)), default=number)


def load_config(
    game: str | None = None,
    source: str | os.PathLike[str] | None = None,
    overrides: Mapping[str, Any] | None = None,
    *,
    kept: bool = False,
) -> TrainingConfig:
    """Read a configuration.

    Args:
        game: Name of the game; may be left out when the source names it.
        source: A YAML file, or the name of a variant that comes with the library (``"demo"``); None for the game's
            own configuration, or the defaults with ten minutes where it has none.
        overrides: Options to set on top, by dotted names: ``{"ppo.n_steps": 128, "minutes": 5}``. Texts are read as
            YAML. Naming one of ``steps`` and ``minutes`` replaces the budget of the source.
        kept: Whether the source is what a run keeps of what it was told, which is not judged again.

    Raises:
        OptionError: No such file or variant, an unknown option, a value that is not allowed, or an option that does
            nothing, unless it is the source's and does so because of an override.
        MissingExtraError: The extra for training is not installed, which reads YAML.
    """
    alone, where = read_source(game, source)
    if "stages" in alone:
        raise OptionError(f"{where} is a training in stages, and not the configuration of one run")
    overrides = dict(overrides or {})
    data = placed(alone, overrides)
    check_game(data, game)
    try:
        config = TrainingConfig.model_validate(data)
    except ValidationError as error:
        raise OptionError(_with_blame(error, where, alone, overrides)) from None
    if not kept:
        _refuse_what_does_nothing(config, alone, where, overrides)
    return config


def _refuse_what_does_nothing(
    config: TrainingConfig, alone: Mapping[str, Any], where: str, overrides: Mapping[str, Any]
) -> None:
    """Refuse overrides that do nothing, and what does nothing in a source that is a whole configuration by itself.

    What an override leaves without what it needs is let be: who switches something off need not take all of it back.
    """
    found = idle(config)
    refuse_idle(found, names_in(overrides))
    with suppress(ValidationError):  # what is whole with the overrides only
        before = idle(TrainingConfig.model_validate({"steps": 1, **alone}))
        refuse_idle({name: what for name, what in found.items() if name in before}, names_in(alone), where)


def without_idle(config: TrainingConfig) -> TrainingConfig:
    """Return a configuration without options that do nothing in it, which decides the same run."""
    told = config.model_dump()
    for name in idle(config):
        *sections, last = name.split(".")
        reduce(getitem, sections, told).pop(last)
    return TrainingConfig.model_validate(told)


def check_game(data: Mapping[str, Any], game: str | None) -> None:
    """Raise OptionError where options are for another game than the one that is to be played."""
    if game is not None and data["game"] != game:
        raise OptionError(f"option 'game' is {shown(data['game'])}, not {game!r}, the game that is to be played")


def validated(data: Mapping[str, Any], where: str, beside: Sequence[str] = ()) -> TrainingConfig:
    """Return the configuration that ``data`` describes.

    Args:
        data: Options and their values.
        where: Where they are from.
        beside: What else may stand there, for the error that tells what may.

    Raises:
        OptionError: An option is unknown or has a value that is not allowed.
    """
    try:
        return TrainingConfig.model_validate(dict(data))
    except ValidationError as error:
        raise OptionError(f"{where}: " + "; ".join(problems(error, [*option_names(), *beside]))) from None


def problems(error: ValidationError, known: Sequence[str] = ()) -> list[str]:
    """Return in words what is wrong with options, of which ``known`` are the names; those of a run by default."""
    return [_explain(problem, known or list(option_names())) for problem in error.errors()]


def _with_blame(error: ValidationError, where: str, alone: Mapping[str, Any], overrides: Mapping[str, Any]) -> str:
    """Return what is wrong, said of a configuration's source only where that says it without the overrides, too."""
    try:
        TrainingConfig.model_validate(alone)
        known: list[str] = []
    except ValidationError as before:
        known = problems(before)
    told = problems(error)
    theirs = [text for text in told if text in known]
    ours = [text for text in told if text not in known]
    values = ", ".join(f"{name}={value}" for name, value in overrides.items())
    named = all(problem["type"] != "value_error" for problem in error.errors())
    parts = [f"{where}: {'; '.join(theirs)}"] if theirs else []
    if ours:  # what goes together is a matter of both
        parts.append("; ".join(ours) if named or not values else f"{where} with {values}: {'; '.join(ours)}")
    return "; ".join(parts)


def read_source(game: str | None, source: str | os.PathLike[str] | None) -> tuple[dict[str, Any], str]:
    """Return what a configuration holds, unchecked, and where it is from.

    Raises:
        OptionError: No such file or variant, it cannot be read, or it is for another game.
    """
    data, where = _read(game, source)
    if game is not None and data.setdefault("game", game) != game:
        raise OptionError(f"{where} is a configuration for {shown(data['game'])}, not for {game!r}")
    return data, where


def placed(data: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return options with others on top, by dotted names; a budget takes the place of the one that is there.

    Raises:
        OptionError: A name that leads nowhere, or a text that is not YAML.
    """
    found = deepcopy(dict(data))
    if {"steps", "minutes"} & overrides.keys():
        for budget in ("steps", "minutes"):
            found.pop(budget, None)
    for name, value in overrides.items():
        _place(found, name, value)
    return found


def _read(game: str | None, source: str | os.PathLike[str] | None) -> tuple[dict[str, Any], str]:
    if source is None:
        own = CONFIGS / f"{game}.yaml"
        return (_parse(own), str(own)) if own.is_file() else ({"minutes": 10}, "the default configuration")
    if str(source).endswith((".yaml", ".yml")):
        return _parse(Path(source)), str(source)
    path = CONFIGS / f"{game}-{source}.yaml"
    if not path.is_file():
        known = sorted(p.stem.removeprefix(f"{game}-") for p in CONFIGS.glob(f"{game}-*.yaml"))
        raise OptionError(
            f"no configuration {str(source)!r} for {game}; there is {', '.join(known) or 'none'}, or name a .yaml file"
        )
    return _parse(path), str(path)


_MOST_DEPTH = 100


def yaml_module() -> Any:
    """Return what reads and writes YAML. Raises MissingExtraError where it is not installed."""
    with extra_for("a configuration"):
        import yaml
    return yaml


def _load_yaml(text: str) -> Any:
    """Return what a YAML text holds.

    References are refused, since a few lines of them make a value of any size, and so are lists in lists without end,
    for which the parser would take long. So are keys that stand twice, of which the parser would take the last.
    """
    yaml = yaml_module()
    depth = 0
    for event in yaml.parse(text, yaml.SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.AliasEvent):
            raise ValueError("references (*name) are not allowed")
        if depth > _MOST_DEPTH:
            raise ValueError(f"lists and mappings may lie in each other {_MOST_DEPTH} deep at most")
    _check_keys(yaml.compose(text, yaml.SafeLoader))
    return yaml.safe_load(text)


def _check_keys(node: Any) -> None:
    """Raise ValueError where a key stands twice in one mapping of what ``yaml.compose`` has made of a text."""
    yaml = yaml_module()
    if isinstance(node, yaml.SequenceNode):
        for part in node.value:
            _check_keys(part)
    if isinstance(node, yaml.MappingNode):
        names: list[Any] = []
        for key, value in node.value:
            if key.value in names:
                raise ValueError(f"line {key.start_mark.line + 1}: {key.value!r} is set twice")
            names.append(key.value)
            _check_keys(value)


def _parse(path: Path) -> dict[str, Any]:
    try:
        text = read_text(path, "no configuration", OptionError)
    except FileNotFoundError:
        raise OptionError(f"no file {path}") from None
    except OSError as error:
        raise OptionError(f"{path} cannot be read: {error.strerror or error}") from None
    data = parsed(lambda: _load_yaml(text), str(path), "cannot be read", OptionError)
    if not isinstance(data or {}, dict):
        raise OptionError(f"{path} must hold options and their values, not {type(data).__name__}")
    return data or {}


def _place(data: dict[str, Any], name: str, value: Any) -> None:
    *sections, last = name.split(".")
    for section in sections:
        data = data.setdefault(section, {})
        if not isinstance(data, dict):
            raise OptionError(f"option {name!r}: {section!r} has no options of its own")
    if isinstance(value, str):
        value = parsed(lambda: _load_yaml(value), f"option {name!r} is {value!r}", "not YAML", OptionError)
    data[last] = value


def _explain(problem: Any, known: Sequence[str]) -> str:
    name = ".".join(str(p) for p in problem["loc"])
    if problem["type"] == "extra_forbidden":
        near = [o for o in known if o.rpartition(".")[0] == name.rpartition(".")[0]] or known
        return f"unknown option {name!r}; the options here are {', '.join(near)}{did_you_mean(name, known)}"
    return refused(f"option {name!r}", problem) if name else wanted(problem)


def option_names(model: type[BaseModel] = TrainingConfig, prefix: str = "") -> Iterator[str]:
    """Yield the dotted name of every option."""
    for name, field in model.model_fields.items():
        kinds = get_args(field.annotation) or (field.annotation,)  # a section may be there or not
        sections = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Section)]
        if sections:
            yield from option_names(sections[0], f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def to_yaml(config: TrainingConfig, brief: bool = False) -> str:
    """Return a configuration as YAML that :func:`load_config` reads back, without defaults if it is to be ``brief``."""
    return yaml_module().safe_dump(config.model_dump(mode="json", exclude_defaults=brief), sort_keys=False, width=100)
