"""Copies of what holds a table."""

from __future__ import annotations

import copy
from typing import Self


class CopiedWhole:
    """Base of what holds a table: a shallow copy would play on at the table of the original, so there is none."""

    def __copy__(self) -> Self:
        """Return a copy with a table of its own, which goes on exactly like the original."""
        return copy.deepcopy(self)
