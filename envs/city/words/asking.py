"""Questions and answers in words: each game has a table of them by what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...table.compilation.uncompiled import as_compiled
from ...table.game import Setup
from ...table.say import Say, told
from ..rules.state import NOBODY
from .terms import hero_name

_NAMES = {"Action": "kind", "class": "chosen", "Hero to play": "cast", "Trust": "payment"}
"""What a kind of thing is called as a parameter, where that is not its own name in small letters."""


@dataclass(frozen=True)
class Words:
    """How a question is put, and what an answer to it says; in a text ``{who}`` is the Hero that is asked.

    Attributes:
        asked: The question; a function takes any of ``setup``, ``state`` and ``knower``, by these names.
        answer: What an action says, for all or by its block; a function takes any of these and of what the action names
            (``district``, with an ``origin`` before it, ``directive``, ``hero``, ``servant``, ``amount``, ``way``,
            ``payment``, ``chosen``, a class of Citizens; None where it names no such thing).
    """

    asked: Say
    answer: Say | Mapping[int, Say]


def question_text(setup: Setup, state: Any, knower: int | None) -> str:
    """Return what is asked, and of which Hero."""
    question = _told(_words(setup, state).asked, setup=setup, state=state, knower=knower)
    return question if state.hero == NOBODY else f"{who(state)}, {question}"


def answer_text(setup: Setup, state: Any, action: int, knower: int | None) -> str:
    """Return an action in words, in the position before it, as far as ``knower`` may know it (None: all of it)."""
    state = as_compiled(state)
    reference, answer = setup.actions.references[action], _words(setup, state).answer
    named = {_NAMES.get(kind, kind.lower()): number for kind, number in reference.things}
    if len(named) < len(reference.things):
        named["origin"] = reference.thing("District")
    say = answer[reference.block.start] if isinstance(answer, Mapping) else answer
    return _told(say, setup=setup, state=state, knower=knower, **named)


def who(state: Any) -> str:
    """Return the Hero that is asked."""
    return hero_name(state, int(state.hero))


def _words(setup: Setup, state: Any) -> Words:
    assert setup.game.words is not None
    return setup.game.words[int(state.ask)]


def _told(say: Say, **given: Any) -> str:
    return say.replace("{who}", who(given["state"])) if isinstance(say, str) else told(say, **given)
