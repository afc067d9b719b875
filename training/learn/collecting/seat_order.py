"""What tables have of every seat, in the order in which the seats follow one of them."""

from __future__ import annotations

import numpy as np


def clockwise(numbers: np.ndarray, first: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return every table's numbers by seat, clockwise from a seat; NaN for seats that a table does not have.

    Args:
        numbers: By seat, shape (n, most seats).
        first: The seat to begin with, integers of shape (n,).
        seats: Number of seats of each table, shape (n,).
    """
    places = np.arange(numbers.shape[1])
    turned = np.take_along_axis(numbers, (first[:, None] + places) % seats[:, None], axis=1)
    return np.where(places < seats[:, None], turned, np.nan).astype(np.float32)
