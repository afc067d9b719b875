"""Teaches a policy's small copy, which plays on in a search's playouts at a fraction of the cost.

A playout asks the policy at every decision, and asking is most of what it costs. A network with one small layer that
has learned by heart what the policy would do does nearly the same, several times as fast (as the rollout policy of
Silver and others, "Mastering the game of Go with deep neural networks and tree search", 2016; Hinton and others,
"Distilling the knowledge in a neural network", 2015). It learns the policy's probabilities in games that the policy
plays against itself; every position is learned from once, and the last games, from other deals, are only measured on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple

import numpy as np
import torch as th

from ....agents.policy.file import QuickInfo, save_policy
from ....agents.policy.network import PolicyNetwork, draw
from ....envs.table.errors import OptionError
from ....envs.table.game import RUNNING, Setup
from ..collecting.table_mix import TableMix
from ..config.teaching import QuickSettings
from .rounds import BATCH, most_at_once, policy_at_tables, set_rate
from .small import SmallCopy

_TABLES, _TABLES_MEASURED = 256, 32  # fewer, so that each comes to the ends of games among the decisions asked for
_HELD_OUT = 32_768  # decisions to measure on
_RATES = 3e-3, 5e-5  # Adam's step size at the start and at the end, linear in between


class Asked(NamedTuple):
    """Decisions with a choice, and what the policy would do.

    Attributes:
        observations: float32, shape (n, size).
        masks: Legal actions, int8, shape (n, num_actions).
        shares: The policy's probabilities, float32, shape (n, num_actions).
    """

    observations: np.ndarray
    masks: np.ndarray
    shares: np.ndarray


@dataclass(frozen=True)
class QuickQuality:
    """How near a small copy comes to its policy, in games that it has not learned from.

    Attributes:
        positions: Decisions with a choice.
        agreed: Share of them at which both prefer the same action.
        apart: Mean total variation distance between what the two would draw: 0 is the same, 1 never the same.
    """

    positions: int
    agreed: float
    apart: float

    def __str__(self) -> str:
        """Tell it in a line."""
        return (
            f"prefers what the policy prefers in {self.agreed:.1%} of {self.positions:,} decisions; "
            f"what it draws differs by {self.apart:.3f} of the probability"
        )


class PolicyGames:
    """Lets a policy draw for all seats of many tables, and hands out decisions."""

    def __init__(
        self, setups: Sequence[Setup], network: PolicyNetwork, astray: float, seed: int, tables: int = _TABLES
    ) -> None:
        """Deal; a share ``astray`` of the actions is random, and ``seed`` fixes all that is drawn."""
        deals, choices = np.random.SeedSequence(seed).spawn(2)
        self.network, self.astray, self.generator = network, astray, np.random.default_rng(choices)
        self.tables = TableMix(setups, max(tables, len(setups)), int(deals.generate_state(1)[0]))

    def decisions(self, count: int) -> Asked:
        """Play on until there are ``count`` decisions with a choice."""
        tables, parts, found = self.tables, [], 0
        while found < count:
            open_ = np.flatnonzero(np.count_nonzero(tables.masks, axis=1) > 1)
            seen, masks = tables.observations[open_], tables.masks[open_]
            shares = self.network.probabilities(seen, masks)
            parts.append(Asked(seen, masks, shares))
            found += open_.size
            actions = tables.masks.argmax(axis=1)
            actions[open_] = draw(shares, self.generator)
            astray = np.flatnonzero(self.generator.random(tables.count) < self.astray)
            actions[astray] = draw(tables.masks[astray].astype(np.float32), self.generator)
            tables.step(np.arange(tables.count), actions)
            ended = np.flatnonzero(tables.over != RUNNING)
            if ended.size:
                tables.deal(ended)
        return Asked(*(np.concatenate(arrays)[:count] for arrays in zip(*parts, strict=True)))

    def close(self) -> None:
        """Let the tables go."""
        self.tables.close()


def teach_quick(
    network: PolicyNetwork,
    setups: Sequence[Setup],
    settings: QuickSettings,
    on_round: Callable[[int, float], None] | None = None,
) -> tuple[PolicyNetwork, QuickQuality]:
    """Return a policy with a small copy of it, and how near that comes to it.

    Args:
        network: The policy; what it prefers stays the same.
        setups: Kinds of table that it plays at, an equal share of the tables each.
        settings: What it is taught by.
        on_round: Told, after each round, of the decisions learned and of the share in which the copy agreed before it.

    Raises:
        OptionError: It is to have heads, and the policy has none.
    """
    if settings.heads and not network.entities:
        raise OptionError(
            f"heads of size {settings.heads}: the policy has no heads for things of one kind that it could copy"
        )
    learning, measuring = (int(word) for word in np.random.SeedSequence(settings.seed).generate_state(2))
    th.manual_seed(learning)
    size, decisions = setups[0].layout.size, settings.decisions
    model = SmallCopy(network, settings.layers, settings.heads)
    optimizer, learned, ever_seen = th.optim.Adam(model.parameters(), lr=_RATES[0]), 0, np.zeros(size, np.bool_)
    with closing(PolicyGames(setups, network, settings.astray, learning)) as games:
        while learned < decisions:
            found = games.decisions(min(most_at_once(size), decisions - learned))
            set_rate(optimizer, _RATES, learned / decisions)
            agreed = copy_shares(model, optimizer, found)
            ever_seen |= (found.observations != 0).any(axis=0)
            learned += len(found.masks)
            if on_round is not None:
                on_round(learned, agreed)
    taught = replace(network, quick=model.network(ever_seen))
    return taught, measure_quick(taught, setups, measuring)


def measure_quick(
    network: PolicyNetwork, setups: Sequence[Setup], seed: int, decisions: int = _HELD_OUT
) -> QuickQuality:
    """Return how near a policy's small copy comes to it in so many decisions of games fixed by ``seed``."""
    assert network.quick is not None
    agreed, apart, asked = 0, 0.0, 0
    with closing(PolicyGames(setups, network, 0.0, seed, _TABLES_MEASURED)) as games:
        while asked < decisions:
            found = games.decisions(min(most_at_once(setups[0].layout.size), decisions - asked))
            shares = network.quick.probabilities(found.observations, found.masks)
            agreed += int((shares.argmax(axis=1) == found.shares.argmax(axis=1)).sum())
            apart += 0.5 * float(np.abs(shares - found.shares).sum())
            asked += len(shares)
    return QuickQuality(asked, agreed / asked, apart / asked)


def copy_shares(model: SmallCopy, optimizer: th.optim.Optimizer, found: Asked) -> float:
    """Go once through decisions, in an order that torch's generator draws.

    Returns:
        The share in which the preferred action was the policy's, before each batch was learned from.
    """
    model.train()
    seen, masks, wanted = (th.from_numpy(array) for array in found)
    agreed = 0
    for batch in th.randperm(len(seen)).split(BATCH):
        logits = model(seen[batch], masks[batch])
        told = logits.log_softmax(dim=1).masked_fill(masks[batch] == 0, 0)
        loss = -(wanted[batch] * told).sum(dim=1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        agreed += int((logits.argmax(dim=1) == wanted[batch].argmax(dim=1)).sum())
    return agreed / len(seen)


def quicken_file(
    policy: str | os.PathLike[str],
    out: str | os.PathLike[str],
    game: str,
    settings: QuickSettings,
    *,
    players: Sequence[int] = (),
    on_round: Callable[[int, float], None] | None = None,
) -> QuickQuality:
    """Teach a small copy to a policy file's policy at the kinds of table it was trained on, and write the file.

    Args:
        policy: A policy file.
        out: Where to write it; the same file is replaced.
        game: Name of the game, or import path of a module with a GAME.
        settings: What it is taught by; the file tells of this, of the players, and of what was found.
        players: Numbers of players besides those that it was trained with, everything else as at the first table.
        on_round: As for :func:`teach_quick`.

    Raises:
        OptionError: No such file, the policy is not for this game as it is now, or as for :func:`teach_quick`.
        SaveFileError: The file is damaged, or the new one cannot be written.
    """
    network, info, setups, others = policy_at_tables(policy, game, players)
    taught, found = teach_quick(network, setups, settings, on_round)
    told = QuickInfo(
        **asdict(settings), players=others, measured=found.positions, agreed=found.agreed, apart=found.apart
    )
    save_policy(out, taught, info.model_copy(update={"quick": told}))
    return found
