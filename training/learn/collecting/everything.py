"""What a critic sees in training beside the observation: the whole position, which no seat may know.

A value from the observation alone has to average over what is hidden; one from the position alone is biased, since what
comes depends on what the seat knows (Baisero and Amato, Unbiased Asymmetric Reinforcement Learning under Partial
Observability, 2022). So a critic gets both, as PerfectDou's does (Yang and others, 2022), and the policy what its seat
observes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....envs.table.errors import OptionError
from ....envs.table.game import Setup
from ....envs.table.kernels import reveal_many
from ..config.sections import NetworkConfig
from .table_mix import TableMix


class Everything:
    """Writes what a critic sees behind the observation: parts of ``reveal``, and its seat, one of ``max_seats``.

    Attributes:
        size: How many numbers these are.
    """

    def __init__(self, setups: Sequence[Setup], parts: Sequence[str] = ()) -> None:
        """Choose parts of the full layout by their names; none means all.

        Raises:
            OptionError: There is no such part, or the set-ups reveal different things.
        """
        layout = setups[0].full_layout
        shapes = [[(part.name, part.shape) for part in setup.full_layout.parts] for setup in setups]
        if any(shape != shapes[0] for shape in shapes):
            raise OptionError("option 'network.critic': the kinds of table reveal different things")
        known = [part.name for part in layout.parts]
        if unknown := [name for name in parts if name not in known]:
            raise OptionError(
                f"option 'network.critic_parts' names {unknown[0]!r}; what is revealed of {setups[0].game.title} is "
                + ", ".join(map(repr, known))
            )
        chosen = [np.arange(layout.size)[layout.slice(name)] for name in known if name in (parts or known)]
        self._places, self._seats = np.concatenate(chosen), setups[0].game.max_seats
        self.size = self._places.size + self._seats

    def write(self, tables: TableMix, seats: np.ndarray, out: np.ndarray) -> None:
        """Write it for the given seats, int64, shape (n,), into ``out``, float32, shape (n, size)."""
        for part, span in tables:
            whole = np.zeros((part.count, part.setup.full_layout.size), np.float32)
            part.setup.game.kernel(reveal_many)(part.setup.record, part.states, whole, 0, part.count)
            out[span, : self._places.size] = whole[:, self._places]
        out[:, self._places.size :] = np.arange(self._seats) == seats[:, None]


def critics_view(config: NetworkConfig, setups: Sequence[Setup]) -> Everything | None:
    """Return what the configured critic sees beside the observation; None for nothing."""
    return Everything(setups, config.critic_parts) if config.critic == "everything" else None
