"""What ``infos`` tell of a table: what has happened since an agent's last decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, overload

import numpy as np

from ..log import Log


class Followed(Protocol):
    """A table whose logs go up to the present: the environment."""

    def followed(self) -> Log:
        """Return the logs of all seats."""


class Recent(Sequence[str]):
    """What has happened since an agent's last decision, in words; it is put together when somebody reads it.

    It goes up to the moment of reading: copy it with ``list`` to keep what it says.
    """

    def __init__(self, env: Followed, seat: int) -> None:
        self._env, self._seat = env, seat

    def _lines(self) -> list[str]:
        return self._env.followed().recent(self._seat)

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines())

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._lines()[index]

    def __len__(self) -> int:
        return len(self._lines())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._lines() == [*iter(other)]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """Be one object to NumPy: clients that batch infos would make the log, and arrays of letters, at every step."""
        one = np.empty((), object)
        one[()] = self
        return one

    __hash__ = None  # type: ignore[assignment]  # what it says changes

    def __repr__(self) -> str:
        return repr(self._lines())
