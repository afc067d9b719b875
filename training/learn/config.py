"""What decides a training run: every option with its meaning, read from YAML, unknown keys refused."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from ...agents.entity_head import MOST_HEADS
from ...agents.policy_file import fingerprint
from ...agents.search_options import MOST_HORIZON
from ...envs import get_game
from ...envs.table.errors import OptionError, did_you_mean
from ...envs.table.files.reading import parsed, read_text
from ...envs.table.game import Setup
from ..measure.match import Seating

CONFIGS = Path(__file__).resolve().parents[1] / "configs"
"""Folder of the configurations that come with the library: ``<game>.yaml`` and ``<game>-<variant>.yaml``."""


MOST, MOST_AT_ONCE, MOST_KEPT, MOST_UNITS, MOST_LAYERS = 10**15, 1_000_000, 10_000, 16_384, 32
MOST_IN_A_ROUND = 10**8
"""Limits that no run comes to, so that a slip of the keyboard asks for no terabytes: steps, games and the like; tables,
and what is held in memory for each of them; policies in the pool; units in a layer, and layers; decisions between two
updates."""


class Section(BaseModel):
    """A part of a configuration."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class NetworkConfig(Section):
    """The network that maps observations to action preferences and to a value."""

    layers: tuple[int, ...] = Field((256, 256), description="Sizes of the hidden layers.")
    activation: Literal["tanh", "relu"] = Field("relu", description="What follows every hidden layer.")
    shared: bool = Field(False, description="Whether policy and value share the hidden layers (half the work).")
    start: str | None = Field(
        None,
        description="Policy file with whose weights the learner begins, by its name alone one that comes with the "
        "library, or `policy` for the one shipped with the game; layers, activation and heads are the file's then, and "
        "need not be said, but layers may be larger and entities more; null: fresh weights.",
    )
    entities: tuple[str, ...] = Field(
        (),
        max_length=MOST_HEADS,
        description="Parts of the observation that list things which actions name: Districts of a city, cards in hand, "
        "slots of a board; a single one can stand without brackets. Each of the things is judged by the same weights "
        "as well; needs shared layers; none: no such heads.",
    )
    entity_size: int = Field(64, ge=1, le=MOST_UNITS, description="Size of the two layers that judge a thing.")
    average: int = Field(
        1,
        ge=1,
        le=MOST,
        description="Rounds of collecting and learning over whose weights the mean is taken for what is measured and "
        "kept; of more the older ones fade. 1: the weights as they are.",
    )
    critic: Literal["observation", "everything"] = Field(
        "observation",
        description="What the value is computed from: the seat's observation, or in training everything else as well, "
        "in layers of its own; policies see their observations only and no file contains such a critic.",
    )
    critic_parts: tuple[str, ...] = Field(
        (),
        description="Parts of the whole position that the critic sees, by their names in the game's rules; none: all.",
    )
    values: Literal["mover", "all"] = Field(
        "mover",
        description="Whose returns the value learns to foretell: the learner's own alone, or those of all other seats "
        "as well, which shared layers may profit from; advantages come from its own in either case.",
    )

    @field_validator("entities", mode="before")
    @classmethod
    def _one_or_several(cls, value: Any) -> Any:
        """Take a single part, and null, which meant none when there could be one at most."""
        if value is None:
            return ()
        return (value,) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> NetworkConfig:
        if self.layers and not 1 <= min(self.layers) <= max(self.layers) <= MOST_UNITS:
            raise ValueError(f"layers must have 1 to {MOST_UNITS:,} units")
        if len(self.layers) > MOST_LAYERS:
            raise ValueError(f"there can be {MOST_LAYERS} layers, not {len(self.layers)}")
        if self.entities and not (self.shared and self.layers):
            raise ValueError("entities need hidden layers that are shared: set shared to true")
        if self.critic_parts and self.critic != "everything":
            raise ValueError("critic_parts are parts of everything: set critic to everything")
        return self


class PPOConfig(Section):
    """The learner: sb3-contrib's MaskablePPO. Names are its own where it has them.

    The defaults learn most from few decisions (tens of thousands); long runs do better with more tables and steps.
    """

    n_steps: int = Field(16, ge=1, le=MOST_AT_ONCE, description="Learner decisions at every table between two updates.")
    batch_size: int = Field(
        256, ge=2, le=MOST_AT_ONCE, description="Decisions in a gradient step; divides tables x n_steps."
    )
    n_epochs: int = Field(4, ge=1, le=MOST_AT_ONCE, description="Times that every decision is learned from.")
    learning_rate: float = Field(1e-3, gt=0, description="Adam's step size at the start.")
    final_learning_rate: float = Field(1e-4, gt=0, description="Adam's step size at the end; linear in between.")
    gamma: float = Field(0.98, gt=0, le=1, description="Discount for each of the learner's decisions.")
    gae_lambda: float = Field(0.95, ge=0, le=1, description="Trace decay of the advantage estimate.")
    clip_range: float = Field(0.2, gt=0, description="Most change of a probability ratio that is rewarded.")
    ent_coef: float = Field(0.03, ge=0, description="Weight of the entropy bonus.")
    vf_coef: float = Field(0.5, ge=0, description="Weight of the value loss.")
    max_grad_norm: float = Field(0.5, gt=0, description="Longest gradient.")
    target_kl: float | None = Field(
        None, gt=0, description="An update stops at 1.5 times this divergence; null: never."
    )


class ExploiterConfig(Section):
    """Learners beside the main one that look for its weaknesses; none by default."""

    share: float = Field(
        0.0, ge=0, lt=1, description="Share of all learner steps that exploiters take; 0: there are none."
    )
    steps: int = Field(
        200_000, ge=1, le=MOST, description="Most learner steps of an exploiter; then it joins the pool."
    )
    win_rate: float = Field(0.7, ge=0, le=1, description="Score against the main learner at which it joins earlier.")
    episodes: int = Field(
        500,
        ge=1,
        le=MOST,
        description="Episodes that it must have played for that, at least; of more than `league.memory` of them the "
        "older ones count less in the score.",
    )
    kept: int = Field(
        4, ge=1, le=MOST_KEPT, description="Exploiters kept in the pool; the one most surely beaten goes first."
    )
    start: Literal["main", "fresh"] = Field(
        "main", description="What each one begins from: the main learner's weights, or fresh ones."
    )


class LeagueConfig(Section):
    """Who the learner trains against."""

    baselines: tuple[str, ...] = Field(("random",), description="Agents that are always in the pool, by their names.")
    partners: Literal["pool", "self"] = Field(
        "pool",
        description="Who plays the other seats of the learner's team, where teams are known before the deal: somebody "
        "from the pool like everywhere, or the learner as it is now.",
    )
    sides: tuple[str, ...] = Field(
        (),
        description="Sides that the learner plays alone, by their names, where a game has unequal ones, as [Machine]: "
        "it sits there only, and baselines at the seats of others; none: it plays all.",
    )
    others: str | None = Field(
        None,
        description="With sides, agent that plays the others in the learner's place where they change hands, and when "
        "it is measured; null: the last of the baselines.",
    )
    latest_share: float = Field(0.5, ge=0, le=1, description="Share of seats played by the learner as it is now.")
    alike: float = Field(
        0.0,
        ge=0,
        le=1,
        description="Share of tables at which one opponent has all other seats; elsewhere each seat is drawn alone.",
    )
    snapshot_every: int = Field(
        200_000, ge=1, le=MOST, description="Learner steps between two snapshots of the learner."
    )
    max_snapshots: int = Field(
        8, ge=0, le=MOST_KEPT, description="Snapshots kept; the one most surely beaten goes first."
    )
    power: float = Field(2.0, ge=0, description="Preference for hard opponents: weight (1 - win rate) ** power.")
    floor: float = Field(0.02, ge=0, description="Least weight of an opponent, so that none is forgotten.")
    memory: int = Field(
        2000, ge=1, le=MOST, description="Episodes over which a win rate in the pool is averaged, about."
    )
    exploiters: ExploiterConfig = ExploiterConfig()


class ImitationConfig(Section):
    """What the learner copies before it begins to play for itself; nothing by default."""

    agent: str | None = Field(None, description="Agent whose choices are copied, by its name; null: none.")
    decisions: int = Field(1_000_000, ge=1, le=MOST, description="Decisions of that agent to learn from.")
    epsilon: float = Field(0.1, ge=0, le=1, description="Share of random actions played between, never copied.")
    batch_size: int = Field(512, ge=2, le=MOST_AT_ONCE, description="Decisions in a gradient step.")
    learning_rate: float = Field(1e-3, gt=0, description="Adam's step size, at the start.")
    final_learning_rate: float | None = Field(
        None, gt=0, description="Adam's step size at the end, linear in between; null: the same."
    )
    soft: bool = Field(
        False,
        description="Learn how often an agent that looks ahead tried each action, and not only which one it chose.",
    )
    own_share: float = Field(
        0.0,
        ge=0,
        le=1,
        description="Share of tables at which the learner's own choices are played while the agent's are learned.",
    )


class CollectionConfig(Section):
    """How decisions are collected; results depend on it, and not on how many processes or nodes there are."""

    pieces: int = Field(
        1,
        ge=1,
        le=MOST_AT_ONCE,
        description="Pieces of equal size that the tables are divided into, each played by whoever is free: "
        "processes, or the nodes of a cluster.",
    )
    staleness: int = Field(
        0,
        ge=0,
        le=1,
        description="Updates that the weights which play are behind those which learn: 0 waits for every update; with "
        "1, which needs several pieces, the next decisions are collected while the learner learns.",
    )


class ExpertConfig(Section):
    """Rounds in which the policy learns from its own search; none by default."""

    every: int | None = Field(
        None,
        ge=0,
        le=MOST,
        description="Learner steps between two rounds; 0: one after the other, without PPO; null: there are none.",
    )
    decisions: int = Field(4096, ge=1, le=MOST_AT_ONCE, description="Searched decisions in a round, at least.")
    share: float = Field(
        0.25, gt=0, le=1, description="Share of decisions that are searched; the others are drawn from the policy."
    )
    certain: float = Field(
        1.0,
        gt=0,
        le=1,
        description="Decisions whose preferred action the policy would draw with more than this probability are not "
        "searched: a search hardly ever says something else there.",
    )
    anchors: float = Field(
        0.0,
        ge=0,
        le=MOST_KEPT,
        description="Decisions that were not searched, for each one that was, at which the policy learns to stay as "
        "it is.",
    )
    simulations: int = Field(64, ge=2, le=MOST_AT_ONCE, description="Simulations for a searched decision.")
    root: Literal["puct", "race"] = Field(
        "puct",
        description="Whether a search tries first actions as the policy prefers them, or all in turn until they are "
        "behind; what comes out ahead of a race is what the policy learns.",
    )
    others: Literal["policy", "mixed", "search"] = Field(
        "policy",
        description="Whether other seats draw from the policy in a search, or search too; mixed: draw, but other teams "
        "play by the heuristic in half of the simulations.",
    )
    rollouts: Literal["heuristic", "policy"] | None = Field(
        None, description="Who plays on from a search's leaves, beside the value; null: nobody."
    )
    horizon: int | None = Field(
        None,
        ge=1,
        le=MOST_HORIZON,
        description="With rollouts, own decisions that they go on for, where the value is asked; null: to the end.",
    )
    target: Literal["visits", "values"] = Field(
        "visits",
        description="What the policy learns of a search: how often it tried each action; or its own preferences, "
        "changed by how much better or worse than others each action was found to be, by a search as in play, which "
        "softens preferences.",
    )
    sharpness: float = Field(
        8.0,
        gt=0,
        le=1000,
        description="With `target: values`, by how much the logarithm of a preference rises for all that can be won.",
    )
    mix: float = Field(
        0.5, ge=0, le=1, description="Share of what the search found in what the value learns; the rest is the result."
    )
    epochs: int = Field(1, ge=1, le=MOST_KEPT, description="Times that every decision is learned from.")
    batch_size: int = Field(256, ge=2, le=MOST_AT_ONCE, description="Decisions in a gradient step.")
    learning_rate: float = Field(3e-4, gt=0, description="Adam's step size for the policy.")
    value_learning_rate: float = Field(1e-3, gt=0, le=1, description="Adam's step size for the value.")
    value_source: Literal["hidden", "observation"] = Field(
        "hidden", description="What the search's value looks at: the policy's last hidden layer, or the observation."
    )
    value_layers: tuple[int, ...] = Field((64,), description="Sizes of its hidden layers.")
    value_positions: int = Field(
        100_000,
        ge=1,
        le=MOST,
        description="Positions of the policy's games that it learns before the first round, unless `network.start` has "
        "a value of this shape.",
    )

    @model_validator(mode="after")
    def _has_units(self) -> ExpertConfig:
        if self.value_layers and not 1 <= min(self.value_layers) <= max(self.value_layers) <= MOST_UNITS:
            raise ValueError(f"value_layers must have 1 to {MOST_UNITS:,} units")
        if len(self.value_layers) > MOST_LAYERS:
            raise ValueError(f"there can be {MOST_LAYERS} value_layers, not {len(self.value_layers)}")
        return self


class EvaluationConfig(Section):
    """How the learner is measured: duplicate deals, always the preferred action."""

    seating: Seating = Field(
        "one",
        description="Seats it takes: one among copies of the other, half of them, the rest around one copy, or all "
        "seats of one team.",
    )
    best_by: Literal["win_rate", "return"] = Field(
        "win_rate", description="What the best policy is chosen by; the return where a win of few counts for more."
    )
    every: int = Field(500_000, ge=1, le=MOST, description="Learner steps between two evaluations.")
    every_share: float | None = Field(
        None, gt=0, le=1, description="Share of the budget between two evaluations, in place of the steps; null: steps."
    )
    against: tuple[str, ...] = Field(("random",), description="Agents to measure against, by their names.")
    games: int = Field(
        200,
        ge=1,
        le=10 * MOST_AT_ONCE,
        description="Games against each of them, shared out among a mix; rounded up to whole deals.",
    )
    final_games: int = Field(
        500, ge=0, le=10 * MOST_AT_ONCE, description="Games against each of them at the end of the run; 0: no such end."
    )


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
        if self.threads:
            return self.threads
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    @property
    def agents(self) -> tuple[str, ...]:
        """All agents that it names, each once."""
        others = [agent for agent in (self.imitation.agent, self.league.others) if agent is not None]
        return tuple(dict.fromkeys([*self.league.baselines, *others, *self.evaluation.against]))


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
    game: str | None = None, source: str | os.PathLike[str] | None = None, overrides: Mapping[str, Any] | None = None
) -> TrainingConfig:
    """Read a configuration.

    Args:
        game: Name of the game; may be left out when the source names it.
        source: A YAML file, or the name of a variant that comes with the library (``"demo"``); None for the game's
            own configuration, or the defaults with ten minutes where it has none.
        overrides: Options to set on top, by dotted names: ``{"ppo.n_steps": 128, "minutes": 5}``. Texts are read as
            YAML. Naming one of ``steps`` and ``minutes`` replaces the budget of the source.

    Raises:
        OptionError: No such file or variant, an unknown option, or a value that is not allowed.
    """
    data, where = _read(game, source)
    overrides = dict(overrides or {})
    if {"steps", "minutes"} & overrides.keys():
        data.pop("steps", None), data.pop("minutes", None)
    for name, value in overrides.items():
        _place(data, name, value)
    if game is not None and data.setdefault("game", game) != game:
        raise OptionError(f"{where} is a configuration for {data['game']!r}, not for {game!r}")
    return validated(data, where)


def validated(data: Mapping[str, Any], where: str) -> TrainingConfig:
    """Return the configuration that ``data`` describes.

    Raises:
        OptionError: An option is unknown or has a value that is not allowed.
    """
    try:
        return TrainingConfig.model_validate(dict(data))
    except ValidationError as error:
        raise OptionError(f"{where}: " + "; ".join(_explain(problem) for problem in error.errors())) from None


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


def _load_yaml(text: str) -> Any:
    """Return what a YAML text holds.

    References are refused, since a few lines of them make a value of any size, and so are lists in lists without end,
    for which the parser would take long.
    """
    import yaml

    depth = 0
    for event in yaml.parse(text, yaml.SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.AliasEvent):
            raise ValueError("references (*name) are not allowed")
        if depth > _MOST_DEPTH:
            raise ValueError(f"lists and mappings may lie in each other {_MOST_DEPTH} deep at most")
    return yaml.safe_load(text)


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


def _explain(problem: Any) -> str:
    name = ".".join(str(p) for p in problem["loc"])
    if problem["type"] == "extra_forbidden":
        known = list(option_names())
        near = [o for o in known if o.rpartition(".")[0] == name.rpartition(".")[0]] or known
        return f"unknown option {name!r}; the options here are {', '.join(near)}{did_you_mean(name, known)}"
    if problem["type"] == "missing":
        return f"option {name!r} is missing"
    if not name:
        return str(problem["msg"]).removeprefix("Value error, ")
    return f"option {name!r} is {problem['input']!r}: {problem['msg']}"


def option_names(model: type[BaseModel] = TrainingConfig, prefix: str = "") -> Iterator[str]:
    """Yield the dotted name of every option."""
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield from option_names(field.annotation, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def to_yaml(config: TrainingConfig, brief: bool = False) -> str:
    """Return a configuration as YAML that :func:`load_config` reads back, without defaults if it is to be ``brief``."""
    import yaml

    return yaml.safe_dump(config.model_dump(mode="json", exclude_defaults=brief), sort_keys=False, width=100)
