"""How a run measures its policies, on which deals, and which of them it keeps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ....agents.base import Agent
from ....agents.policy.agent import PolicyAgent
from ....agents.policy.file import load_policy
from ....envs.table.game import Setup
from ...measure.evaluate import Evaluation, evaluate
from ..collecting.sides import choosing_scores, learned_sides, whole_agent
from ..config.purposes import Purpose
from ..config.training_config import TrainingConfig
from .folder import BEST, LAST


def deals_for(purpose: Purpose, config: TrainingConfig) -> int:
    """Return the seed of deals that a run plays for one purpose and for no other."""
    return int(np.random.SeedSequence([config.seed, 0, purpose]).generate_state(1)[0])


def measured(config: TrainingConfig, games: int, purpose: Purpose, **policy: Any) -> dict[str, Evaluation]:
    """Return what a policy is worth against each of the run's yardsticks.

    Args:
        config: The run's configuration.
        games: Games against each of them.
        purpose: What the deals are for.
        policy: Its ``network`` or its ``path``, as :class:`~cogitable.agents.policy.agent.PolicyAgent` takes them.
    """

    def agent(setup: Setup) -> Agent:
        return whole_agent(setup, config.league, partial(PolicyAgent, **policy), seed=config.seed)

    told = config.evaluation
    return evaluate(config.setups(), agent, told.against, games, deals_for(purpose, config), seating=told.seating)


def strength(found: Mapping[str, Evaluation], config: TrainingConfig) -> float:
    """Return the one number that policies of a run are chosen by."""
    sides = learned_sides(tuple(config.setups().values()), config.league)
    scores = [score for one in found.values() for score in choosing_scores(one, sides)]
    by_return = config.evaluation.best_by == "return"
    return float(np.mean([score.returns.mean if by_return else score.won.mean for score in scores] or [0.0]))


def best_or_last(config: TrainingConfig, folder: Path, games: int) -> Path:
    """Return the file of a run's best policy, or of its last where that is better on deals of this choice alone.

    The best of many evaluations is in part luck, and what came after it has learned more.
    """
    paths = folder / BEST, folder / LAST
    if len({load_policy(path)[1].steps for path in paths}) == 1:
        return paths[0]
    reached = {path: strength(measured(config, games, Purpose.LAST_CHOICE, path=path), config) for path in paths}
    return max(paths, key=lambda path: reached[path])
