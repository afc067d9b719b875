"""What a finished policy's value and its small copy are taught by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ....envs.table.counts import check_count, check_own_seed
from .limits import MOST_COPY_UNITS, check_range, check_sizes

_ASTRAY = 0.0, 0.5  # what is played half at random is hardly the policy's game any more


@dataclass(frozen=True)
class ValueSettings:
    """What a value is taught by; the policy's file tells of it.

    Attributes:
        positions: Number of positions to learn from.
        layers: Sizes of the value's own hidden layers.
        source: What the first of them looks at: the observation, or the policy's last hidden layer.
        astray: Share of random actions in the games.
        keep: Share of the positions of a game that is learned from: the others came to the same.
        seed: Fixes all that is drawn.

    Raises:
        OptionError: A number, a share or sizes of layers that are none.
    """

    positions: int
    layers: tuple[int, ...] = (64,)
    source: Literal["observation", "hidden"] = "hidden"
    astray: float = 0.01
    keep: float = 0.25
    seed: int = 0

    def __post_init__(self) -> None:
        """Check what came from outside."""
        object.__setattr__(self, "positions", check_count(self.positions, "positions"))
        check_sizes(self.layers, "layers")
        check_range(self.astray, "astray", *_ASTRAY)
        check_range(self.keep, "keep", 0.001, 1.0)
        object.__setattr__(self, "seed", check_own_seed(self.seed))


@dataclass(frozen=True)
class QuickSettings:
    """What a small copy is taught by; the policy's file tells of it.

    Attributes:
        decisions: Decisions with a choice to learn from.
        layers: Sizes of the copy's hidden layers.
        heads: Size of the layers of heads for the things that the policy has heads for; 0: the copy has none.
        astray: Share of random actions in the games.
        seed: Fixes all that is drawn.

    Raises:
        OptionError: A number, a share or sizes of layers that are none, or no layer: a copy has one at least.
    """

    decisions: int
    layers: tuple[int, ...] = (64,)
    heads: int = 0
    astray: float = 0.01
    seed: int = 0

    def __post_init__(self) -> None:
        """Check what came from outside."""
        object.__setattr__(self, "decisions", check_count(self.decisions, "decisions"))
        check_sizes(self.layers, "layers", least=1)
        object.__setattr__(self, "heads", check_count(self.heads, "heads", 0))
        check_range(self.heads, "heads", 0, MOST_COPY_UNITS)
        check_range(self.astray, "astray", *_ASTRAY)
        object.__setattr__(self, "seed", check_own_seed(self.seed))
