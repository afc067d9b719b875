"""Estimates of which luck has been taken off: fewer games for the same interval (see :mod:`.rerolls`)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....agents.inference.value import check_value
from ....agents.policy.agent import policy_network
from ....agents.policy.network import PolicyNetwork
from ....envs.table.errors import OptionError
from ....envs.table.game import Setup
from ..intervals import Mean, clustered_mean

SHIPPED, PREFIX = "policy", "policy:"
FOLDS = 10
"""Parts of the deals: how much of the luck is taken off in one of them is learned from the others."""

REROLLS, MOST_REROLLS = 8, 10_000
"""How often what was drawn is drawn anew, if nothing else is said, and at most."""

LEAST_DEALS = 10
"""With fewer there is nothing to learn that from."""


@dataclass(frozen=True)
class Reduction:
    """How luck is told.

    Attributes:
        value: Policy file whose value says what positions are worth; "policy" for the one shipped with the game.
        rerolls: How often what was drawn is drawn anew.
    """

    value: str = SHIPPED
    rerolls: int = REROLLS

    @property
    def file(self) -> str:
        """The policy file alone, whose value may be given as an agent is: ``policy:FILE``."""
        return self.value.removeprefix(PREFIX)

    def network(self, setup: Setup) -> PolicyNetwork:
        """Return the policy with the value.

        Raises:
            OptionError: There is none, or it does not fit the game, or has no value for all its seats.
            SaveFileError: The file is damaged or not a policy.
        """
        if not 1 <= self.rerolls <= MOST_REROLLS:
            raise OptionError(f"rerolls must be 1 to {MOST_REROLLS}, not {self.rerolls}")
        try:
            network = policy_network(setup, self.file)
        except OptionError as error:
            raise OptionError(f"variance reduction needs a policy's value: {error}") from None
        check_value(setup, network, f"variance reduction with {self.value}")
        return network


@dataclass(frozen=True)
class Reduced:
    """A mean without luck beside the plain one.

    Attributes:
        plain: Mean and interval of what happened.
        corrected: The same with the luck taken off. It may lie beyond what a single game can bring.
        share: How much of the luck was taken off, on average.
        fewer: How many times fewer games give an interval of the same length.
    """

    plain: Mean
    corrected: Mean
    share: float
    fewer: float


def reduced(values: np.ndarray, luck: np.ndarray, deals: np.ndarray) -> Reduced:
    """Return the mean of values, such as wins or returns, plain and with luck taken off.

    Luck has the mean zero, so any multiple of it may be subtracted. The best one (the slope of a regression: luck may
    be told in returns and the values be wins, and a bad value is better left alone) is learned for each part of the
    deals from the other deals, the means that it is taken about included. What is subtracted therefore depends on
    nothing that it is subtracted from, and the mean stays without bias.

    Args:
        values: Shape (n,).
        luck: What luck brought, told in any unit, shape (n,).
        deals: Number of the deal of each, shape (n,).
    """
    nothing = Mean(np.nan, np.nan, np.nan)
    values, luck = np.asarray(values, np.float64), np.asarray(luck, np.float64)
    plain = clustered_mean(values, deals)
    _, place = np.unique(deals, return_inverse=True)
    if len(values) == 0 or place.max() + 1 < LEAST_DEALS:
        return Reduced(plain, nothing, np.nan, np.nan)
    shares = _shares(values, luck, place)
    corrected = clustered_mean(values - shares[place % FOLDS] * luck, deals)
    lengths = (one.high - one.low for one in (plain, corrected))
    before, after = lengths
    return Reduced(plain, corrected, float(shares.mean()), (before / after) ** 2 if after > 0 else np.nan)


def _shares(values: np.ndarray, luck: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Return how much of the luck to take off in each part of the deals, learned from all others, shape (FOLDS,).

    Deal ``place`` is in part ``place % FOLDS``; values, luck and places have shape (n,).
    """
    sizes, worth, brought = np.bincount(place), np.bincount(place, values), np.bincount(place, luck)
    fold = np.arange(sizes.size) % FOLDS

    def elsewhere(of_deals: np.ndarray) -> np.ndarray:
        return of_deals.sum() - np.bincount(fold, of_deals, FOLDS)

    count, square = elsewhere(sizes), elsewhere(sizes**2)
    value, chance = elsewhere(worth) / count, elsewhere(brought) / count  # means; the sums below are about them
    products = elsewhere(worth * brought) - value * elsewhere(sizes * brought) - chance * elsewhere(sizes * worth)
    squares = elsewhere(brought**2) - 2 * chance * elsewhere(sizes * brought)
    products, squares = products + value * chance * square, squares + chance**2 * square
    varies = squares > 1e-12 * elsewhere(brought**2)  # more than rounding leaves of luck that is always the same
    return np.divide(products, squares, out=np.zeros(FOLDS), where=varies)
