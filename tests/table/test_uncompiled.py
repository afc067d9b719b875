"""Plain Python computes with records and arrays as compiled code does."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.compilation.uncompiled import as_compiled, plain_dtype

INNER = np.dtype([("flags", np.int8), ("values", np.int8, (3,))])
OUTER = np.dtype(
    [("seat", np.int8), ("one", INNER), ("many", INNER, (2,)), ("cards", np.uint64, (2,)), ("size", np.float32)],
    align=True,
)


class Ends(NamedTuple):
    low: Any
    rows: tuple[Any, ...]


def work(rows, numbers, out):
    row = rows[1]
    row.seat = 100
    out[0] = row.seat + row.seat  # more than int8 holds
    row.one.flags = 7
    row.many[1].values[2] = -9
    out[1] = row.many[1].values[2] * numbers[0]
    row.cards[1] |= ~np.uint64(0) << np.uint64(60)
    out[2] = row.cards[1] >> np.uint64(62)
    row.size = 0.1
    out[3] = row.size * 3
    out[4] = numbers[1] - 1  # below what uint16 holds
    rows[0] = rows[1]
    for value in row.one.values:
        out[5] += value + 200
    out[6] = row.one.flags


def test_the_same_numbers_both_ways() -> None:
    results = []
    for function, view in ((numba.njit(work), lambda a: a), (work, as_compiled)):
        rows, numbers, out = np.zeros(2, OUTER), np.array([100, 0], np.uint16), np.zeros(7)
        function(view(rows), view(numbers), view(out))
        results.append((rows.tobytes(), out.tolist()))
    assert results[0] == results[1]
    assert results[0][1][:3] == [200, -900, 3]
    assert results[0][1][4:] == [-1, 600, 7]


def test_what_does_not_fit_is_an_error() -> None:
    row = as_compiled(np.zeros(1, OUTER))[0]
    with pytest.raises((OverflowError, DeprecationWarning)):  # the latter with NumPy 1
        row.seat = 200
    with pytest.raises(AttributeError, match="no attribute 'seats'"):
        row.seats = 1


def test_dtypes_come_back_plain() -> None:
    row = as_compiled(np.zeros(1, OUTER))[0]
    assert row.dtype.type is not np.void
    plain = plain_dtype(row.dtype)
    assert (plain, plain.type, hash(plain)) == (OUTER, np.void, hash(OUTER))


def test_tuples_are_looked_into() -> None:
    given = Ends(np.int8(100), (np.zeros(2, OUTER), None))
    found = as_compiled(given)
    assert type(found) is Ends and found.low + found.low == 200
    found.rows[0][1].seat = 9
    assert given.rows[0]["seat"].tolist() == [0, 9] and found.rows[1] is None


@pytest.mark.parametrize("value", [3, "text", None, True, 2.5])
def test_other_things_are_left_alone(value: object) -> None:
    assert as_compiled(value) is value


def test_fields_are_attributes_of_numpys_own_kinds() -> None:
    rows = np.zeros(3, OUTER)
    row = attributed(rows)[1]
    row.seat, row.one.flags, row.many[1].values[2] = 100, 7, -9
    row.cards[:] = 1 << 63
    assert rows[1]["seat"] == 100 and rows[1]["one"]["flags"] == 7
    assert rows[1]["many"][1]["values"].tolist() == [0, 0, -9]
    assert (row.seat.dtype, row.cards.dtype, row.size.dtype) == (np.int8, np.uint64, np.float32)
    assert [int(record.seat) for record in attributed(rows)] == [0, 100, 0]
    with pytest.raises((OverflowError, DeprecationWarning)):  # the latter with NumPy 1
        row.seat = 200
    with pytest.raises(AttributeError, match="no attribute 'seats'"):
        row.seats = 1
    with pytest.raises(AttributeError, match="no attribute 'seats'"):
        print(row.seats)
