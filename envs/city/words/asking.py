"""Questions and answers in words: each game has a table of them by what is asked."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...table.compilation.uncompiled import as_compiled
from ...table.game import Setup
from ..rules.state import NOBODY
from .terms import hero_name

_NAMES = {"Action": "kind", "class": "chosen", "Hero to play": "cast"}
"""What a kind of thing is called as a parameter, where that is not its own name in small letters."""


@dataclass(frozen=True)
class Words:
    """How a question is put, and what an answer to it says.

    Attributes:
        asked: The question, or a function that returns it: of any of ``setup``, ``state`` and ``knower``, by these
            names.
        answer: Returns what an action says: of any of these, of ``action``, and of what the action names (``district``,
            ``directive``, ``hero``, ``servant``, ``amount``, ``way``, ``chosen``, a class of Citizens; None where it
            names no such thing).
    """

    asked: str | Callable[..., str]
    answer: Callable[..., str]


def question_text(setup: Setup, state: Any, knower: int | None) -> str:
    """Return what is asked, and of which Hero."""
    asked = _words(setup, state).asked
    question = asked if isinstance(asked, str) else _told(asked, setup=setup, state=state, knower=knower)
    return question if state.hero == NOBODY else f"{hero_name(state, int(state.hero))}, {question}"


def answer_text(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    """Return an action in words, in the position before it, as far as ``knower`` may know it (None: all of it)."""
    state = as_compiled(state)
    assert setup.actions is not None
    named = {_NAMES.get(kind, kind.lower()): number for kind, number in setup.actions.references[action].things}
    return _told(_words(setup, state).answer, setup=setup, state=state, action=action, knower=knower, **named)


def _words(setup: Setup, state: Any) -> Words:
    assert setup.game.words is not None
    return setup.game.words[int(state.ask)]


def _told(say: Callable[..., str], **given: Any) -> str:
    return say(**{name: given.get(name) for name in _parameters(say)})


@lru_cache(256)
def _parameters(say: Callable[..., str]) -> tuple[str, ...]:
    return tuple(inspect.signature(say).parameters)
