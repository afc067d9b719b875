"""Learning from search: the policy learns how often its own search tried each action, the value what games come to.

The search looks further than the policy that it asks, so what it tries most is better than what the policy prefers;
the policy that has learned that makes the next search better (expert iteration: Anthony, Tian and Barber 2017; Silver
and others 2017). Rounds of it stand between rounds of PPO, or in their place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch as th

from ....agents.policy.network import PolicyNetwork
from ....envs.table.errors import OptionError
from ....envs.table.game import Setup
from ..config.purposes import Purpose
from ..config.teaching import ValueSettings
from ..config.training_config import TrainingConfig
from ..learner.copying import copy_once, wanted_of
from ..learner.learner import Learner
from ..teaching.value import widened, with_value
from .games import Searched, SearchedGames, searching_agents


class Lesson(NamedTuple):
    """What a round came to.

    Attributes:
        decisions: Searched decisions that were learned from.
        agreed: Share of them in which the policy, before it learned, preferred what it was to prefer.
        error: The value's mean squared error, before it learned.
    """

    decisions: int
    agreed: float
    error: float


class Expert:
    """Rounds of learning from search.

    Attributes:
        alone: Whether they stand in the place of PPO.
    """

    def __init__(self, config: TrainingConfig, setups: Sequence[Setup], learner: Learner) -> None:
        """Take the learner whose policy and ``foretelling`` learn.

        Raises:
            OptionError: The game cannot be searched as configured, or what is kept would have another network's value.
        """
        if config.network.average > 1 and config.expert.value_source == "hidden":
            raise OptionError(
                f"option 'expert.value_source' is 'hidden': the value would learn from a layer of the weights as they "
                f"are, and be kept beside a mean of {config.network.average:,} (option 'network.average'); it must be "
                "'observation', or 'network.average' 1"
            )
        assert learner.foretelling is not None
        self.config, self.options, self.setups, self.learner = config, config.expert, list(setups), learner
        self.foretelling = learner.foretelling
        self.alone = config.expert.every == 0
        network = replace(learner.policy.network(), value=self.foretelling.head())
        searching_agents(setups, network, config.expert, config.num_threads)  # refused now, not after the first rounds

    def network(self, network: PolicyNetwork) -> PolicyNetwork:
        """Return a network of the policy's with the value, once that has been taught."""
        return replace(network, value=self.foretelling.head()) if self.foretelling.taught else network

    def due(self, steps: int) -> int:
        """Return at how many steps the next round is due, after one at so many."""
        assert self.options.every is not None
        return steps + self.options.every

    def learn(self, iteration: int) -> Lesson:
        """Play, search and learn; the run's seed and the number of its round fix all that is drawn.

        Raises:
            OptionError: All games come to the same, so that there is no value to learn.
        """
        config, policy = self.config, self.learner.policy
        if not self.foretelling.taught:
            self._teach(policy.network(), iteration)
        seed = np.random.SeedSequence([config.seed, iteration, Purpose.SEARCHED_GAMES])
        network = self.network(policy.network())
        found = SearchedGames(self.setups, network, self.options, config.tables, config.num_threads, seed).play()
        rows = found.rows
        preferred = network.probabilities(found.observations[rows], found.masks[rows]).argmax(axis=1)
        agreed = float((preferred == found.shares[rows].argmax(axis=1)).mean())
        self._learn_policy(found, np.concatenate([rows, self._anchors(found, iteration)]))
        errors = self._learn_value(policy.network(), found)
        self.learner.num_timesteps += rows.size
        return Lesson(int(rows.size), agreed, errors[0])

    def _teach(self, network: PolicyNetwork, iteration: int) -> None:
        """Teach a fresh value what the policy's own games come to, so that the first search has something to go by."""
        options, seed = self.options, np.random.SeedSequence([self.config.seed, iteration, Purpose.VALUES])
        settings = ValueSettings(
            options.value_positions, options.value_layers, options.value_source, seed=int(seed.generate_state(1)[0])
        )
        taught = with_value(network, self.setups, settings)
        assert taught.value is not None
        if not self.foretelling.take_over(taught.value):
            raise OptionError("a value was taught for another number of seats than are at the tables")

    def _anchors(self, found: Searched, iteration: int) -> np.ndarray:
        """Return places of decisions at which the policy is to stay as it is."""
        others, seed = found.others, np.random.SeedSequence([self.config.seed, iteration, Purpose.ANCHORS])
        count = min(others.size, round(self.options.anchors * found.rows.size))
        return np.random.default_rng(seed).choice(others, count, replace=False)

    def _learn_policy(self, found: Searched, rows: np.ndarray) -> None:
        """Go through decisions as often as configured."""
        shares, options = found.shares[rows], self.options
        most = shares.argmax(axis=1)
        observations, wanted = found.observations[rows], wanted_of(found.masks[rows], most, shares)
        for _ in range(options.epochs):
            copy_once(
                self.learner, observations, wanted, most, None, options.batch_size, options.learning_rate
            )  # fmt: skip

    def _learn_value(self, network: PolicyNetwork, found: Searched) -> list[float]:
        """Learn what all decisions came to; return the error of each time through, NaN where nothing is known."""
        goals, span = found.values(self.options.mix).astype(np.float32), self.foretelling.span
        span.copy_(th.from_numpy(widened(span.numpy(), found.returns)))
        hidden = self.foretelling.source == "hidden"
        seen = np.ascontiguousarray(network.hidden(found.observations) if hidden else found.observations)
        return [self.foretelling.learn(seen, goals, self.options.batch_size) for _ in range(self.options.epochs)]
