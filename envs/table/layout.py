"""Names for the parts of a flat observation, so that nobody has to count numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .actions import Of

PROBABLE = 1.00001
"""Most that a probability or a share comes to in an observation: their sums are rounded."""


@dataclass(frozen=True)
class Part:
    """One named stretch of an observation.

    Attributes:
        name: What it is called.
        shape: Shape of the stretch; its numbers lie in C order.
        text: What the numbers mean, their unit or scale.
        labels: Optional names of the entries along the first axis.
        across: Optional names of the entries along the last axis.
        least: None of the numbers is ever below this: one bound for all, or one for each entry along the last axis.
        most: None of the numbers is ever above this, in the same form.
        things: The things that the first axes list, by their kind and number as in the blocks of
            :class:`~.actions.Actions`; for things whose names are ``labels`` or ``across`` there is no need.
        levels: Where every number says which of several kinds something is, as a whole number of so many parts of 1:
            how many parts; 0 where numbers are quantities.

    Raises:
        ValueError: Bounds that are not finite, cross, or are not as many as the entries along the last axis; things
            that are not as many as the entries along their axes.
    """

    name: str
    shape: tuple[int, ...]
    text: str
    labels: tuple[str, ...] = ()
    across: tuple[str, ...] = ()
    least: float | tuple[float, ...] = 0.0
    most: float | tuple[float, ...] = 1.0
    things: tuple[Of, ...] = ()
    levels: int = 0

    def __post_init__(self) -> None:
        """Look whether the bounds make sense."""
        low, high = self.bounds()
        if not (np.isfinite(low).all() and np.isfinite(high).all() and (low <= high).all()):
            raise ValueError(f"the bounds of the part {self.name!r} are {self.least} and {self.most}")
        counts = tuple(len(of.names) for of in self.things)
        if counts != self.shape[: len(counts)]:
            raise ValueError(f"the things of the part {self.name!r} are {counts}, its shape is {self.shape}")

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the least and the most of every number: two float32 arrays of shape (size,)."""
        return self._spread(self.least), self._spread(self.most)

    def _spread(self, bound: float | tuple[float, ...]) -> np.ndarray:
        return np.broadcast_to(np.asarray(bound, np.float32), self.shape).reshape(-1)

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape, dtype=int))


def observed(name: str, layout: Layout, text: str) -> Part:
    """Return a part that has a whole observation in it, with the bounds of that."""
    return Part(name, (layout.size,), text, least=tuple(layout.low.tolist()), most=tuple(layout.high.tolist()))


class Layout:
    """The parts of an observation vector in their order."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        self._slices: dict[str, slice] = {}
        start = 0
        for part in parts:
            if part.name in self._slices:
                raise ValueError(f"two parts of a layout are called {part.name!r}")
            self._slices[part.name] = slice(start, start + part.size)
            start += part.size
        self.size = start

    @cached_property
    def low(self) -> np.ndarray:
        """The least that every number of an observation can be: float32, shape (size,); nobody may write to it."""
        return self._joined(0)

    @cached_property
    def high(self) -> np.ndarray:
        """The most that every number of an observation can be, in the same form."""
        return self._joined(1)

    def _joined(self, which: int) -> np.ndarray:
        joined = np.concatenate([np.empty(0, np.float32), *(part.bounds()[which] for part in self.parts)])
        joined.flags.writeable = False
        return joined

    def slice(self, name: str) -> slice:
        """Return where a part lies. Raises KeyError with the known names."""
        try:
            return self._slices[name]
        except KeyError:
            raise KeyError(f"no part {name!r}; the parts are {', '.join(self._slices)}") from None

    def about(self, names: tuple[str, ...]) -> np.ndarray:
        """Return which numbers tell of each of some things, in every part that has these names along an axis.

        A part that has them along both of its axes tells of a thing in its row.

        Returns:
            Places in an observation, int64, shape (things, numbers about one); the same column means the same of each.
        """
        columns: list[np.ndarray] = [np.empty((len(names), 0), np.int64)]
        for part in self.parts:
            places = self.places(part)
            if part.labels == names:
                columns.append(places.reshape(len(names), -1))
            elif part.across == names:
                columns.append(np.moveaxis(places, -1, 0).reshape(len(names), -1))
        return np.concatenate(columns, axis=1)

    def places(self, part: Part) -> np.ndarray:
        """Return where each number of a part lies: int64, of the part's shape."""
        at = self._slices[part.name]
        return np.arange(at.start, at.stop).reshape(part.shape)

    def start(self, name: str) -> int:
        """Return the place of a part's first number. Raises KeyError with the known names."""
        return self.slice(name).start

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Return named views into an observation of shape ``(..., size)``; writing to a view writes to it."""
        if observation.shape[-1] != self.size:
            raise ValueError(f"observation has {observation.shape[-1]} numbers, the layout has {self.size}")
        lead = observation.shape[:-1]
        return {p.name: observation[..., self._slices[p.name]].reshape(*lead, *p.shape) for p in self.parts}
