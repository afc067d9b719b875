"""What others may hold, judged by what a policy would have done in their place (see :mod:`.particles`)."""

from __future__ import annotations

import numpy as np

from ...envs.table.errors import OptionError
from ...envs.table.game import Setup
from ..inference.network import Stack
from .particles import Cloud, Others, Perceived, filter_particles
from .past import SEAT, Recollection, digest_now

PARTICLES, RECALL = 64, 16
"""Defaults: positions that are held possible, and decisions of others that are looked back on."""
MOST_PARTICLES, MOST_RECALL = 4096, 256

DOUBT = 0.05
"""Share of decisions that others are taken to make at random, so that nobody who errs is held impossible."""

_TRIES = 8  # in the place of a particle that disagrees
_AGREEING = 8  # one particle in so many has to agree with what was perceived


class Beliefs:
    """Draws positions that are possible for a seat, by how likely a policy would have led to them.

    Attributes:
        particles: How many are drawn.
        recall: Decisions of other seats to look back on.
        doubt: Share of decisions that are taken to be random.
    """

    def __init__(
        self, setup: Setup, stack: Stack, particles: int = PARTICLES, recall: int = RECALL, doubt: float = DOUBT
    ) -> None:
        """Take the first network of a stack as the model of the others.

        Raises:
            OptionError: A number out of range.
        """
        if not 2 <= particles <= MOST_PARTICLES or not 1 <= recall <= MOST_RECALL:
            raise OptionError(
                f"beliefs need 2 to {MOST_PARTICLES} particles and 1 to {MOST_RECALL} decisions to recall"
            )
        self.setup, self.stack = setup, stack
        self.particles, self.recall, self.doubt = particles, recall, float(doubt)

    def draw(self, past: Recollection, present: np.ndarray, words: np.ndarray) -> np.ndarray | None:
        """Return positions of the present, STATE, shape (particles,); None if the past tells nothing.

        Where hardly any particle agrees with what was perceived, as after the turn of a card from a large deck, all
        are drawn anew at that moment; what came before is forgotten then. That few are left because others have lost
        their weight is no reason for it: the seat has then become sure.

        Args:
            past: What the seat to move has perceived.
            present: The present, redrawn for it, STATE, shape (1,).
            words: Generator, uint32, shape (4,); it advances.
        """
        past = past.last(self.recall)
        perceived = Perceived(past.decisions, past.keys, digest_now(self.setup, present, past.seat))
        cloud, others = self._cloud(), self._others()
        kernel, first, fewest = self.setup.game.kernel(filter_particles), 0, -(-self.particles // _AGREEING)
        while (past.decisions[first:, SEAT] != past.seat).any():
            cloud.particles[:] = past.redrawn(first, self.particles, words)
            reached = kernel(self.setup.record, cloud, words, past.seat, perceived, first, _TRIES, fewest, others)
            if reached > len(past):
                return cloud.particles
            first = int(reached) + 1
        return None

    def _cloud(self) -> Cloud:
        count, kind = self.particles, self.setup.game.state_dtype
        return Cloud(np.zeros(count, kind), np.zeros(count, kind), np.zeros(count))

    def _others(self) -> Others:
        actions = self.setup.num_actions
        return Others(
            self.stack.evaluator(),
            self.doubt,
            np.zeros(actions, np.int8),
            np.zeros(self.setup.layout.size, np.float32),
            np.zeros(actions, np.float32),
            np.zeros(actions),
            np.zeros(2, np.uint32),
        )
