"""Records whose fields are attributes, as compiled code reads them.

NumPy's own ``np.record`` looks a field up by catching an error first, which takes eight times as long; texts, pictures
and checks read hundreds of thousands of fields. Here every dtype gets a class with a property for each field.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import numpy as np


class Fields(np.void):  # type: ignore[misc]  # NumPy allows it, its annotations do not
    """Base of records with a property for each field; nothing else can be set."""

    __slots__ = ()


def attributed(array: np.ndarray) -> np.ndarray:
    """Return a view of an array of records, shape (n,), whose elements have their fields as attributes.

    Numbers are NumPy's, arrays and records within share the record's memory.
    """
    return array.view(_attributed(array.dtype))


def with_fields(dtype: np.dtype, base: type[Fields], read: Callable[[str, np.dtype], Callable[[Any], Any]]) -> np.dtype:
    """Return a dtype whose elements are of a class of their own, with a property for each field.

    Args:
        dtype: Of the records.
        base: What the class is derived from.
        read: Returns, for a field's name and dtype, what reads it from a record.
    """
    fields = {name: property(read(name, kind[0]), _writer(name)) for name, kind in (dtype.fields or {}).items()}
    return np.dtype((type(base.__name__, (base,), {"__slots__": (), **fields}), dtype))


def _writer(name: str) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write


@functools.cache
def _attributed(dtype: np.dtype) -> np.dtype:
    return with_fields(dtype, Fields, _reader)


def _reader(name: str, kind: np.dtype) -> Callable[[Any], Any]:
    if kind.base.names is None:
        return itemgetter(name)
    of = _attributed(kind.base)
    return lambda record: record[name].view(of)
