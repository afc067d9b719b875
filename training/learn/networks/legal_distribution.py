"""Probabilities of legal actions that no check can refuse and no illegal action has a share of.

MaskablePPO stops with "Expected parameter probs ... to satisfy the constraint Simplex()" in long runs with many
actions (sb3-contrib issues 81, 195, 247, 322): probabilities kept in single precision miss a sum of 1 by more than
1e-6 and are checked against it. And illegal actions get the logit -1e8 there, so preferences that have drifted below it
make them likely. :class:`LegalDistribution` has no parameter that could fail a check and gives illegal actions the
probability zero exactly.
"""

from __future__ import annotations

from typing import Any

import torch as th
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from torch import nn

from .entities import EntityActions
from .network import Trunk


class LegalDistribution(MaskableCategoricalDistribution):
    """Probabilities of the legal actions; all others are impossible whatever the network says."""

    _masks: th.Tensor | None
    trunk: Trunk | None = None  # whose entities have a say in the preferences

    def proba_distribution_net(self, latent_dim: int) -> nn.Module:
        """Return what maps features, shape (n, latent_dim), to preferences, shape (n, actions)."""
        if self.trunk is None or not len(self.trunk.entities):
            return super().proba_distribution_net(latent_dim)
        entities: Any = list(self.trunk.entities)
        return EntityActions(self.action_dim, entities, self.trunk.hidden, self.trunk.taken)

    def proba_distribution(self, action_logits: th.Tensor) -> LegalDistribution:
        """Set the preferences, shape (n, actions); all actions are legal until masks are applied."""
        self._logits, self._masks = action_logits.view(-1, self.action_dim), None
        self._log_probs = th.log_softmax(self._logits, dim=1)
        return self

    def apply_masking(self, masks: Any) -> None:
        """Set which actions are legal, shape (n, actions) or what can be reshaped to it; None allows all."""
        if masks is None:
            self._masks, self._log_probs = None, th.log_softmax(self._logits, dim=1)
            return
        legal = th.as_tensor(masks, device=self._logits.device).reshape(self._logits.shape).bool()
        # A rest for rows without a legal action keeps the numbers finite; no seat is ever asked there.
        self._masks = legal
        lowest = th.finfo(self._logits.dtype).min
        self._log_probs = th.log_softmax(self._logits.masked_fill(~legal, lowest), dim=1)

    @property
    def probs(self) -> th.Tensor:
        """Probability of every action, shape (n, actions)."""
        probs = self._log_probs.exp()
        return probs if self._masks is None else probs.masked_fill(~self._masks, 0.0)

    def log_prob(self, actions: th.Tensor) -> th.Tensor:
        """Return the logarithm of the probability of one action a row, shape (n,)."""
        return self._log_probs.gather(1, actions.long().view(-1, 1)).squeeze(1)

    def entropy(self) -> th.Tensor:
        """Return the entropy of every row in nats, shape (n,)."""
        weighted = self._log_probs * self._log_probs.exp()
        if self._masks is not None:
            weighted = weighted.masked_fill(~self._masks, 0.0)
        return -weighted.sum(dim=1)

    def sample(self) -> th.Tensor:
        """Draw one action a row: the first to ring of alarms that ring at rates equal to the probabilities."""
        probs = self.probs
        return (probs / th.empty_like(probs).exponential_().clamp_min_(1e-30)).argmax(dim=1)

    def mode(self) -> th.Tensor:
        """Return the most likely action of every row."""
        return self.probs.argmax(dim=1)
