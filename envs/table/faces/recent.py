"""What ``infos`` tell of a table: what has happened since an agent's last decision."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, overload

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

    __hash__ = None  # type: ignore[assignment]  # what it says changes

    def __repr__(self) -> str:
        return repr(self._lines())


class Info(dict[str, Any]):
    """What ``infos`` tell an agent: a dictionary, and ``info["events"]`` beside what is in it.

    Events are no entry: clients turn whatever an info holds into tensors, and copy it at every step. A copy or a pickle
    of an info by itself is a plain dictionary; that of its table has the table's own infos.
    """

    def __init__(self, env: Followed, seat: int, entries: Mapping[str, Any]) -> None:
        super().__init__(entries)
        self._events = Recent(env, seat)

    def __missing__(self, name: str) -> Recent:
        if name != "events":
            raise KeyError(name)
        return self._events

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return dict, (dict(self),)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        return copy.deepcopy(dict(self), memo)
