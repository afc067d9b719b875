"""Arrays and records that behave in plain Python as they do in compiled code.

Compiled code reads a record's field as an attribute and computes in 64 bits, whatever the field's width. NumPy's own
scalars would stay in theirs (``690 + state.phase`` does not fit int8), so elements come out of these views as Python
numbers. Sets of cards, uint64, stay NumPy's: shifts and complements need the 64 bits.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np


def as_compiled(value: Any) -> Any:
    """Return an array, record or number as compiled code would see it; views share their memory."""
    if isinstance(value, np.ndarray | np.void):
        dtype = np.dtype((_Record, value.dtype)) if value.dtype.names else value.dtype
        return value.view(dtype, _Array) if isinstance(value, np.ndarray) else value.view(dtype)
    if isinstance(value, np.integer) and value.dtype != np.uint64:
        return int(value)
    if isinstance(value, np.floating):
        return float(value)
    return value


@functools.cache
def plain_dtype(dtype: np.dtype) -> np.dtype:
    """Return the dtype without the record class that attribute access puts on it."""
    return np.dtype((np.void, dtype)) if issubclass(dtype.type, np.record) else dtype


class _Array(np.ndarray):
    """An array whose elements are Python numbers and records with attributes."""

    def __getitem__(self, index: Any) -> Any:
        return as_compiled(super().__getitem__(index))


class _Record(np.record):  # type: ignore[misc]  # NumPy allows it, its annotations do not
    """A record whose fields are attributes and Python numbers; a field goes before NumPy's attribute of that name."""

    def __getattribute__(self, name: str) -> Any:
        fields = np.void.__getattribute__(self, "dtype").fields
        if name in fields:
            return as_compiled(self.getfield(*fields[name][:2]))
        return super().__getattribute__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        fields = np.void.__getattribute__(self, "dtype").fields
        if name not in fields:  # a misspelt field must not become an attribute of a passing view
            raise AttributeError(f"no field {name!r}; the fields are {', '.join(fields)}")
        self.setfield(value, *fields[name][:2])
