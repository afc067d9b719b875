"""Names for the parts of a flat observation, so that nobody has to count numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Part:
    """One named stretch of an observation.

    Attributes:
        name: What it is called.
        shape: Shape of the stretch; its numbers lie in C order.
        text: What the numbers mean, their unit or scale.
        labels: Optional names of the entries along the first axis.
        across: Optional names of the entries along the last axis.
    """

    name: str
    shape: tuple[int, ...]
    text: str
    labels: tuple[str, ...] = ()
    across: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape, dtype=int))


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
            places = np.arange(self._slices[part.name].start, self._slices[part.name].stop).reshape(part.shape)
            if part.labels == names:
                columns.append(places.reshape(len(names), -1))
            elif part.across == names:
                columns.append(np.moveaxis(places, -1, 0).reshape(len(names), -1))
        return np.concatenate(columns, axis=1)

    def start(self, name: str) -> int:
        """Return the place of a part's first number. Raises KeyError with the known names."""
        return self.slice(name).start

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Return named views into an observation of shape ``(..., size)``; writing to a view writes to it."""
        if observation.shape[-1] != self.size:
            raise ValueError(f"observation has {observation.shape[-1]} numbers, the layout has {self.size}")
        lead = observation.shape[:-1]
        return {p.name: observation[..., self._slices[p.name]].reshape(*lead, *p.shape) for p in self.parts}
