"""Teaches a value to a policy that has none: regression on what its games against itself come to.

Every position is learned from once or twice and then forgotten, new games follow, so nothing is learned by heart; the
last games, from other deals, are only measured on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np
import torch as th
from torch import nn

from ....agents.policy.file import ValueInfo, save_policy
from ....agents.policy.network import PolicyNetwork, ValueHead
from ....envs.table.errors import OptionError
from ....envs.table.game import Setup
from ..config.teaching import ValueSettings
from .rounds import BATCH, layers_of, most_at_once, perceptron, policy_at_tables, set_rate
from .value_games import ValueGames

_HELD_OUT = 65_536  # positions to measure on
_RATES = 2e-3, 2e-5  # Adam's step size at the start and at the end, linear in between


@dataclass(frozen=True)
class ValueQuality:
    """How well a value foretells what games come to, in positions that it has not learned from.

    Attributes:
        positions: Number of positions.
        error: Mean squared error for the seat to move.
        variance: Variance of its returns: the error of who always says the mean.
        explained: Share of the variance that is explained, of all seats together.
        side: Share of the positions in which the value lies on the same side of the mean return as the return.
    """

    positions: int
    error: float
    variance: float
    explained: float
    side: float

    def __str__(self) -> str:
        """Tell it in a line."""
        return (
            f"error {self.error:.4f} of variance {self.variance:.4f}, {self.explained:.1%} explained for all seats, "
            f"on the right side of the mean in {self.side:.1%} of {self.positions:,} positions"
        )


def teach_value(
    network: PolicyNetwork,
    setups: list[Setup],
    settings: ValueSettings,
    on_round: Callable[[int, float], None] | None = None,
) -> tuple[PolicyNetwork, ValueQuality]:
    """Return a policy with a value for every seat, and how good that is.

    Args:
        network: The policy; what it prefers stays the same.
        setups: Kinds of table that it plays at, in equal shares of the positions.
        settings: What it is taught by.
        on_round: Told, after each round, of the positions learned and of the mean squared error before it.
    """
    learning, measuring = (int(word) for word in np.random.SeedSequence(settings.seed).generate_state(2))
    taught = with_value(network, setups, replace(settings, seed=learning), on_round)
    return taught, measure_value(taught, setups, measuring, astray=settings.astray, keep=settings.keep)


def with_value(
    network: PolicyNetwork,
    setups: list[Setup],
    settings: ValueSettings,
    on_round: Callable[[int, float], None] | None = None,
) -> PolicyNetwork:
    """Return a policy with a value for every seat; see :func:`teach_value`, whose arguments these are.

    Raises:
        OptionError: All games come to the same or are cut off, so that there is no value to learn.
    """
    seats, positions = max(setup.num_seats for setup in setups), settings.positions
    games = ValueGames(setups, network, settings.source, seats, settings.astray, settings.keep, settings.seed)
    round_ = most_at_once(games.size)
    found = games.positions(min(round_, positions))
    if np.isnan(found.returns).all():
        raise OptionError("all games of this policy are cut off at the limit of decisions; there is no value to learn")
    span = widened(np.empty(0, np.float32), found.returns)
    if span[0] == span[1]:
        raise OptionError(f"all games of this policy come to {span[0]:g}; there is no value to learn")
    th.manual_seed(settings.seed)
    model = value_module(network, setups[0], settings.layers, settings.source, seats)
    optimizer, learned = th.optim.Adam(model.parameters(), lr=_RATES[0]), 0
    while True:
        span = widened(span, found.returns)
        set_rate(optimizer, _RATES, learned / positions)
        error = learn_once(model, optimizer, found.seen, found.returns, BATCH)
        learned += len(found.seen)
        if on_round is not None:
            on_round(learned, error)
        if learned >= positions:
            break
        found = games.positions(min(round_, positions - learned))
    return replace(network, value=ValueHead(layers_of(model), settings.source, span))


def measure_value(
    network: PolicyNetwork, setups: list[Setup], seed: int, *, astray: float = 0.0, keep: float = 0.25
) -> ValueQuality:
    """Return how well a policy's value foretells its games against itself, those fixed by ``seed``.

    Raises:
        OptionError: The returns of those games do not differ, or none is known: they say nothing of a value.
    """
    assert network.value is not None
    head = network.value
    games, told, returns = ValueGames(setups, network, head.source, head.seats, astray, keep, seed), [], []
    at_once = most_at_once(games.size, 8192)
    for left in range(_HELD_OUT, 0, -at_once):
        found = games.positions(min(at_once, left))
        told.append(head.values(found.seen, network.activation))
        returns.append(found.returns)
    return quality(np.concatenate(told), np.concatenate(returns))


def quality(told: np.ndarray, returns: np.ndarray) -> ValueQuality:
    """Return how well values, shape (n, seats), foretell returns, NaN where there is no such seat.

    Positions of games that were cut off, of which no return is known, do not count.

    Raises:
        OptionError: The returns do not differ, or none is known.
    """
    known = ~np.isnan(returns[:, 0])
    if not known.any():
        raise OptionError("all games that this value is measured on are cut off; they cannot tell how good it is")
    told, returns = told[known], returns[known]
    if not (np.nanmax(returns, axis=0) > np.nanmin(returns, axis=0)).any():
        raise OptionError("all games that this value is measured on come to the same; they cannot tell how good it is")
    errors, means = told - returns, np.nanmean(returns, axis=0)
    own, mean = returns[:, 0], means[0]
    return ValueQuality(
        positions=len(own),
        error=float(np.mean(errors[:, 0] ** 2)),
        variance=float(np.var(own)),
        explained=float(1 - np.nansum(errors**2) / np.nansum((returns - means) ** 2)),
        side=float(np.mean((told[:, 0] > mean) == (own > mean))),
    )


def value_module(
    network: PolicyNetwork, setup: Setup, layers: tuple[int, ...], source: str, seats: int
) -> nn.Sequential:
    """Return an untrained value in torch."""
    hidden = network.layers[-1][0].shape[0]
    sizes = [setup.layout.size if source == "observation" else hidden, *layers, seats]
    return perceptron(sizes, network.activation, sparse=source == "observation")


def learn_once(
    model: nn.Sequential, optimizer: th.optim.Optimizer, seen: np.ndarray, goals: np.ndarray, batch_size: int
) -> float:
    """Go once through positions, in an order that torch's generator draws.

    Args:
        model: The value.
        optimizer: What learns it.
        seen: What it looks at, float32, shape (n, inputs).
        goals: What it is to tell of every seat, float32, shape (n, seats); NaN where that is not known.
        batch_size: Positions in a gradient step.

    Returns:
        The mean squared error, each batch's before it was learned from; NaN where nothing is known of any position.
    """
    known_of = ~np.isnan(goals).all(axis=1)
    if not known_of.all():
        seen, goals = seen[known_of], goals[known_of]
    if not len(seen):
        return float("nan")
    model.train()
    inputs, targets, total = th.from_numpy(seen), th.from_numpy(goals), 0.0
    for batch in th.randperm(len(inputs)).split(batch_size):
        known = ~targets[batch].isnan()
        error = (model(inputs[batch]) - targets[batch])[known].square().mean()
        optimizer.zero_grad()
        error.backward()
        optimizer.step()
        total += float(error.detach()) * len(batch)
    return total / len(inputs)


def widened(span: np.ndarray, returns: np.ndarray) -> np.ndarray:
    """Return the lowest and the highest return, shape (2,), of a span and of returns, of which NaN are not known."""
    known = np.concatenate([span, returns[~np.isnan(returns)]])
    return np.array([known.min(), known.max()], np.float32)


def teach_file(
    policy: str | os.PathLike[str],
    out: str | os.PathLike[str],
    game: str,
    settings: ValueSettings,
    *,
    players: Sequence[int] = (),
    on_round: Callable[[int, float], None] | None = None,
) -> ValueQuality:
    """Teach a value to a policy file's policy for the kinds of table it was trained on, and write the file.

    Args:
        policy: A policy file.
        out: Where to write it; the same file is replaced.
        game: Name of the game, or import path of a module with a GAME.
        settings: What it is taught by; the file tells of this, of the players, and of what was found.
        players: Numbers of players besides those that it was trained with, everything else as at the first table.
        on_round: As for :func:`teach_value`.

    Raises:
        OptionError: No such file, or the policy is not for this game as it is now.
        SaveFileError: The file is damaged, or the new one cannot be written.
    """
    network, info, setups, others = policy_at_tables(policy, game, players)
    taught, found = teach_value(network, setups, settings, on_round)
    told = ValueInfo(
        **asdict(settings), players=others, measured=found.positions, error=found.error, variance=found.variance,
        explained=found.explained, side=found.side,
    )  # fmt: skip
    save_policy(out, taught, info.model_copy(update={"value": told}))
    return found
