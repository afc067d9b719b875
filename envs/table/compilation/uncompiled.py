"""Arrays and records that behave in plain Python as they do in compiled code.

Compiled code reads a record's field as an attribute and computes in 64 bits, whatever the field's width. NumPy's own
scalars would stay in theirs (``690 + state.phase`` does not fit int8), so elements come out of these views as Python
numbers. Sets of cards, uint64, stay NumPy's: shifts and complements need the 64 bits.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import numpy as np

from ..attributes import Fields, with_fields


def as_compiled(value: Any) -> Any:
    """Return arrays, records, numbers and tuples of these as compiled code would see them; views share their memory."""
    number = _NUMBERS.get(type(value))
    if number is not None:
        return number(value)
    if isinstance(value, np.ndarray):
        return value.view(_record_dtype(value.dtype), _Array) if value.dtype.names else value.view(_Array)
    if isinstance(value, tuple):
        parts = map(as_compiled, value)
        return type(value)._make(parts) if hasattr(value, "_make") else tuple(parts)
    return value.view(_record_dtype(value.dtype)) if isinstance(value, np.void) else value


# Rules in plain Python, and every text view, come through here for each field that they read: it has to be quick.
_NUMBERS: dict[type, Callable[[Any], int | float]] = {
    **{np.dtype(code).type: int for code in np.typecodes["AllInteger"] if np.dtype(code) != np.uint64},
    **{np.dtype(code).type: float for code in np.typecodes["Float"]},
}
_get_item = np.ndarray.__getitem__


@functools.cache
def _record_dtype(dtype: np.dtype) -> np.dtype:
    return with_fields(dtype, _Record, _reader)


def _reader(name: str, kind: np.dtype) -> Callable[[Any], Any]:
    """Return what reads a field as compiled code would see it."""
    if kind.base.names is not None:
        of = _record_dtype(kind.base)
        return (lambda record: record[name].view(of, _Array)) if kind.shape else lambda record: record[name].view(of)
    if kind.shape:
        return lambda record: record[name].view(_Array)
    number = _NUMBERS.get(kind.type)
    return itemgetter(name) if number is None else lambda record: number(record[name])


@functools.cache
def plain_dtype(dtype: np.dtype) -> np.dtype:
    """Return the dtype without the record class that attribute access puts on it."""
    return np.dtype((np.void, dtype)) if issubclass(dtype.type, np.record | Fields) else dtype


class _Array(np.ndarray):
    """An array whose elements are Python numbers and records with attributes."""

    def __getitem__(self, index: Any) -> Any:
        return as_compiled(_get_item(self, index))


class _Record(Fields):  # type: ignore[misc]
    """A record whose fields are attributes and Python numbers; a field goes before NumPy's attribute of that name."""

    __slots__ = ()
