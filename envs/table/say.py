"""Texts in tables: as they are, or made by functions that name what they need."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any

Say = str | Callable[..., str]
"""A text, or a function that returns it."""


def told(say: Say, **given: Any) -> str:
    """Return a text as it is, or what a function makes of those of the given things that it names."""
    return say if isinstance(say, str) else say(**{name: given.get(name) for name in _parameters(say)})


@lru_cache(1024)
def _parameters(say: Callable[..., str]) -> tuple[str, ...]:
    return tuple(inspect.signature(say).parameters)
