"""States as bytes that mean the same everywhere: without padding, little-endian, beside a description of the fields.

What rules tell of the last decision (:mod:`..events`) is no part of a position and is left out.
"""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
from typing import Any

import numpy as np

from ..records import TELLING


@functools.cache
def packed_dtype(dtype: np.dtype) -> np.dtype:
    """Return the same fields without padding between them, in little-endian order."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((packed_dtype(base), shape))
    if dtype.names is None:
        return dtype.newbyteorder("<")
    return np.dtype([(name, packed_dtype(dtype[name])) for name in _kept(dtype)])


def _kept(dtype: np.dtype) -> list[str]:
    return [name for name in dtype.names or () if name not in TELLING]


def describe(dtype: np.dtype) -> list[list[Any]]:
    """Return the fields of a record as lists ``[name, type, shape]`` that JSON keeps; a type may be such a list."""
    fields = []
    for name in _kept(dtype):
        base, shape = dtype[name].base, dtype[name].shape
        kind = describe(base) if base.names else packed_dtype(base).str
        fields.append([name, kind, list(shape)])
    return fields


def dtype_of(fields: list[list[Any]]) -> np.dtype:
    """Return the record that :func:`describe` has described. Raises TypeError or ValueError if it has not."""
    named = [(name, dtype_of(kind) if isinstance(kind, list) else kind, tuple(shape)) for name, kind, shape in fields]
    return np.dtype(named, align=True)


def difference(saved: list[Any], wanted: list[Any]) -> str:
    """Return in words how two descriptions of a record differ."""
    old, new = ({str(f[0]): f[1:] for f in fields} for fields in (saved, wanted))
    parts = [f"{name!r} is missing" for name in new if name not in old]
    parts += [f"{name!r} is unknown" for name in old if name not in new]
    parts += [f"{name!r} is {old[name]}, not {new[name]}" for name in new if name in old and old[name] != new[name]]
    return "; ".join(parts) or "the fields stand in another order"


@functools.cache
def fingerprint(dtype: np.dtype) -> str:
    """Return 16 hexadecimal digits that stand for a record's fields: digests of other records cannot be compared."""
    return hashlib.blake2b(repr(describe(dtype)).encode(), digest_size=8).hexdigest()


def packed(states: np.ndarray) -> np.ndarray:
    """Return states as an array of :func:`packed_dtype`."""
    return states[_kept(states.dtype)].astype(packed_dtype(states.dtype))


def unpacked(kept: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return the states that :func:`packed` was given, as an array of ``dtype``."""
    states = np.zeros(kept.shape, dtype)
    for name in _kept(dtype):
        states[name] = kept[name]
    return states


def pack(states: np.ndarray) -> bytes:
    """Return states as bytes."""
    return packed(states).tobytes()


def to_text(states: np.ndarray) -> str:
    """Return states as base64 text."""
    return base64.b64encode(pack(states)).decode()


def from_text(text: str, dtype: np.dtype) -> np.ndarray:
    """Return the states that :func:`to_text` wrote. Raises ValueError when the text is damaged."""
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(f"not base64: {error}") from None
    record = packed_dtype(dtype)
    if not data or len(data) % record.itemsize:
        raise ValueError(f"{len(data)} bytes, not a multiple of {record.itemsize}")
    return unpacked(np.frombuffer(data, record), dtype)


def digest(states: np.ndarray) -> str:
    """Return 16 hexadecimal digits that stand for the whole of some states, generators included."""
    return hashlib.blake2b(pack(states), digest_size=8).hexdigest()
