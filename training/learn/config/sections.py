"""The parts of a training run's configuration: every option with its meaning, and what is allowed."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, field_validator, model_validator

from ....agents.policy.entity_head import MOST_HEADS
from ....agents.search.options import MOST_HORIZON
from ....envs.table.whole_numbers import NumberModel
from ...measure.match import Seating
from .limits import MOST, MOST_AT_ONCE, MOST_KEPT, MOST_UNITS, check_sizes


class Section(NumberModel):
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
        check_sizes(self.layers, "layers")
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
        check_sizes(self.value_layers, "value_layers")
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
