"""Whether the redraws of two positions are distributed alike, in what ``reveal`` shows of them and in all their fields.

For every number that ``reveal`` writes, for all of them together, and for every number of the records themselves, the
values of many redraws of either position are counted, and the counts held to each other by Pearson's chi-square test
for two samples; so a world that is drawn from one position only is found as well. What looks suspicious is drawn again,
many more times. The records count because agents are given them: a card that has left a pile must not be left behind
its end, where no rule looks.
"""

from __future__ import annotations

import numpy as np

from .. import kernels
from ..game import Setup
from ..tables import determinized

_FEW, _MANY = 300, 3000
_SUSPICIOUS, _FAR = 3.5, 6.0  # standard deviations; none of a million comparisons gets to the second by chance
_PLAIN = 5.0  # what is left behind is always there; of thousands of fields some would often be suspicious by chance
_RARE = 10  # values seen less often in both samples together are counted as one
_BUCKETS = 32  # whole redraws are too many to be counted one by one


def drawn_apart(setup: Setup, one: np.ndarray, two: np.ndarray, seat: int, words: np.ndarray) -> list[str]:
    """Return in which parts of ``reveal``, or fields, redraws of two states for a seat differ; nothing if in none.

    Args:
        setup: The game.
        one: An array of one STATE record.
        two: Another one.
        seat: For whom hidden things are redrawn.
        words: The generator of the redraws, four words of 32 bits.
    """
    for count, most in ((_FEW, _SUSPICIOUS), (_MANY, _FAR)):
        ours, theirs = (redraws(setup, states, seat, words, count) for states in (one, two))
        parts = _unlike_shown(setup, shown(setup, ours), shown(setup, theirs), most) or _unlike_fields(
            ours, theirs, max(most, _PLAIN)
        )
        if not parts:
            return []
    return parts


def redraws(setup: Setup, states: np.ndarray, seat: int, words: np.ndarray, count: int = _FEW) -> np.ndarray:
    """Return ``count`` redraws of a state for a seat."""
    return determinized(setup, np.repeat(states, count), words, np.full(count, seat))


def shown(setup: Setup, states: np.ndarray) -> np.ndarray:
    """Return what ``reveal`` shows of some states, shape (n, full_layout.size)."""
    out = np.zeros((states.size, setup.full_layout.size), np.float32)
    setup.game.kernel(kernels.reveal_many)(setup.record, states, out, 0, states.size)
    return out


def _unlike_shown(setup: Setup, ours: np.ndarray, theirs: np.ndarray, most: float) -> list[str]:
    far = _far(ours, theirs, most)
    layout = setup.full_layout
    parts = [part.name for part in layout.parts if far[layout.slice(part.name)].any()]
    weights = np.random.default_rng(0).random(ours.shape[1])  # equal redraws fall into one bucket
    together = np.floor(np.concatenate([ours, theirs]) @ weights * 1000 % _BUCKETS).astype(np.int64)
    return parts or ["what they show together"] * bool(_distance(together) > most)


def _unlike_fields(ours: np.ndarray, theirs: np.ndarray, most: float) -> list[str]:
    names = [name for name in ours.dtype.names or () if name != "rng"]
    return [f"state.{name}" for name in names if _far(_numbers(ours[name]), _numbers(theirs[name]), most).any()]


def _numbers(values: np.ndarray) -> np.ndarray:
    """Return all numbers of an array, of records as well, in a row for each entry of its first axis."""
    parts = [_numbers(values[name]) for name in values.dtype.names or ()]
    return np.concatenate(parts, axis=-1).reshape(len(values), -1) if parts else values.reshape(len(values), -1)


def _far(ours: np.ndarray, theirs: np.ndarray, most: float) -> np.ndarray:
    """Return for each column whether its values in two samples are farther apart than ``most``."""
    varying = np.flatnonzero((ours != ours[0]).any(axis=0) | (theirs != ours[0]).any(axis=0))
    both = np.concatenate([ours[:, varying], theirs[:, varying]])
    far = np.zeros(ours.shape[1], np.bool_)
    far[varying] = [_distance(np.unique(column, return_inverse=True)[1]) > most for column in both.T]
    return far


def _distance(values: np.ndarray) -> float:
    """Return how far apart two samples of one size are, in standard deviations, from the values of both in one array.

    Values are small integers. The chi-square is made a normal deviate by the Wilson-Hilferty transformation.
    """
    half = values.size // 2
    counts = np.stack([np.bincount(part, minlength=values.max() + 1) for part in (values[:half], values[half:])])
    rare = counts.sum(axis=0) < _RARE
    counts = np.concatenate([counts[:, ~rare], counts[:, rare].sum(axis=1, keepdims=True)], axis=1)
    counts = counts[:, counts.sum(axis=0) > 0]
    freedom = counts.shape[1] - 1
    if not freedom:
        return 0.0
    squares = float(((counts[0] - counts[1]) ** 2 / counts.sum(axis=0)).sum())
    spread = 2 / (9 * freedom)
    return float(((squares / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)
