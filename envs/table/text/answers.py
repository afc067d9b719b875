"""What somebody means who answers in words: an action, an illegal one, or nothing that can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..game import Setup

Problem = Literal["", "illegal", "unreadable"]

_THOUGHT_BEGINS = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
_THOUGHT_ENDS = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_NUMBERED = re.compile(r"[#(\[]?(\d+)[.):\]]*(?:\s+(.*))?", re.DOTALL)
_IN_BRACKETS = re.compile(r"\[([^\[\]]+)\]|\\boxed\{(?:\\text\{)?([^{}]+)\}")
_MARKUP = re.compile(r"</?[a-z]{1,20}>|\\(?:[()\[\]]|(?:boxed|text|textbf|mathrm)\{)|\$", re.IGNORECASE)
_BY_NUMBER = re.compile(r"(option|action|choice|number|answer)\s+#?(?=\d)", re.IGNORECASE)
_DASHES = "-–—"  # between a number of the list and what stands there
_AROUND = " \t\n\r.!*_`'\"“”‘’<>[]{}"
_SHOWN = 200  # characters of an answer that are quoted to who gave it


@dataclass(frozen=True)
class Answer:
    """What was found in an answer.

    Attributes:
        action: The legal action, None where there is none.
        problem: ``"unreadable"`` if nothing in it was said to be an action, ``"illegal"`` if something was and no legal
            action is called so.
        said: What was said to be the action; the end of the answer where nothing was.
    """

    action: int | None
    problem: Problem
    said: str


@dataclass(frozen=True)
class Choices:
    """The legal actions of one decision in words.

    Attributes:
        actions: Their numbers.
        texts: What each says to the seat that decides.
        names: Their names in the action space.
        listed: Whether they were shown with numbers from 1, so that a number is an answer.
    """

    actions: Sequence[int]
    texts: Sequence[str]
    names: Sequence[str]
    listed: bool = True

    @classmethod
    def of(cls, setup: Setup, states: np.ndarray, mask: np.ndarray, row: int = 0, *, listed: bool = True) -> Choices:
        """Return the choices of the seat to move at a table.

        Args:
            setup: The game with its options.
            states: STATE records; a redrawn one will do, since words for a seat say what it may know.
            mask: Legal actions, shape (num_actions,).
            row: Number of the table.
            listed: Whether the actions are shown with numbers.
        """
        seat, actions = int(states["seat"][row]), np.flatnonzero(mask).tolist()
        texts = [setup.describe(states, action, row, seat) for action in actions]
        return cls(actions, texts, [setup.action_names[action] for action in actions], listed)

    def lines(self) -> list[str]:
        """Return the numbered list."""
        return [f"{number}. {text}" for number, text in enumerate(self.texts, 1)]

    def meant(self, said: str) -> int | None:
        """Return the legal action that somebody has named, None where there is none or more than one.

        A text or name of an action in full is taken first, then a number of the list, then the only action that begins
        so, then these for what stands behind a number. Capitals, spaces, and quotes or brackets around it do not
        matter, nor does markup, nor a remark in parentheses behind it that names no other action. Of actions that say
        the same to this seat, the first is taken.
        """
        found, bare = self._named(said), self._without_markup(said)
        if found is None and bare != said:
            found = self._named(bare)
        if found is None and bare.endswith(")"):
            head, _, remark = bare[:-1].rpartition("(")
            found, other = self._named(head), self._named(remark)
            found = found if other is None or self._alike(other, found) else None
        return found

    def _without_markup(self, said: str) -> str:
        """Leave out tags, TeX, and a word such as "option" before a number, unless an action begins with it.

        So are parentheses that were opened before it: ``column 3)`` is what is found in ``(ACTION: column 3)``.
        """
        bare = _without_ends(_MARKUP.sub("", said).strip(_AROUND))
        word = _BY_NUMBER.match(bare) if self.listed else None
        if word and not any(_begins(text, word[1].casefold()) for _, words in self._says() for text in words):
            return bare[word.end() :]
        return bare

    def _alike(self, one: int | None, other: int | None) -> bool:
        """Return whether two actions say the same."""
        says = dict(zip(self.actions, self.texts, strict=True))
        return one is not None and other is not None and says[one] == says[other]

    def _named(self, said: str) -> int | None:
        numbered = _NUMBERED.fullmatch(said.strip(_AROUND)) if self.listed else None
        number, behind = (int(numbered[1][:9]), numbered[2]) if numbered else (0, None)
        found = self._whole(said)
        # Names that begin with a number ("1 Trust") are not what the list shows, so its own numbers come first.
        if found is None and not behind and 1 <= number <= len(self.actions):
            found = self.actions[number - 1]
        if found is None:
            found = self._begun(said)
        if found is None and behind:
            words = behind.lstrip(_DASHES)
            found = self._whole(words)
            found = self._begun(words) if found is None else found
            if words != behind and not (
                1 <= number <= len(self.actions) and self._alike(self.actions[number - 1], found)
            ):
                return None
        return found

    def _says(self) -> list[tuple[int, tuple[str, str]]]:
        """Return the actions with text and name of each, as they are compared."""
        words = ((_plain(text), _plain(name)) for text, name in zip(self.texts, self.names, strict=True))
        return list(zip(self.actions, words, strict=True))

    def _whole(self, said: str) -> int | None:
        """Return the first action whose text, or else whose name, is all that was said."""
        wanted, says = _plain(said), self._says()
        return next((action for place in (0, 1) for action, words in says if words[place] == wanted), None)

    def _begun(self, said: str) -> int | None:
        """Return the action whose text or name begins with what was said, None where several say different things."""
        if not (wanted := _plain(said)):
            return None
        begun = [(action, words[0]) for action, words in self._says() if any(_begins(text, wanted) for text in words)]
        return begun[0][0] if len({text for _, text in begun}) == 1 else None


def read_answer(text: str, pattern: re.Pattern[str], choices: Choices) -> Answer:
    """Return what an answer means.

    An answer that is a legal action and nothing else needs no other form, and the last words in brackets are an action,
    too: so do TextArena's players answer.

    Args:
        text: All of it; thoughts between ``<think>`` and ``</think>`` are passed over.
        pattern: The first group of its last match is what is said to be the action. All else here takes time in
            proportion to the text's length, whatever stands in it; the pattern has to do so, too.
        choices: What is legal.
    """
    told = _without_thoughts(text)
    found = [match[1] for match in pattern.finditer(told) if (match[1] or "").strip()]
    if not found and (action := choices.meant(told)) is not None:
        return Answer(action, "", told.strip()[-_SHOWN:])
    found = found or [one or other for one, other in _IN_BRACKETS.findall(told)]
    if not found:
        return Answer(None, "unreadable", told.strip()[-_SHOWN:])
    inside = pattern.match(found[-1])  # as in "I take [ACTION: column 3]."
    said = (inside[1] if inside else None) or found[-1]
    action = choices.meant(said)
    return Answer(action, "" if action is not None else "illegal", said.strip()[:_SHOWN])


def _without_thoughts(text: str) -> str:
    """Leave out thoughts that end, each up to the first end after its beginning.

    One pattern for the whole would look for the end of every thought that has none, through all of the text each time.
    """
    kept, place = [], 0
    while (begins := _THOUGHT_BEGINS.search(text, place)) and (ends := _THOUGHT_ENDS.search(text, begins.end())):
        kept.append(text[place : begins.start()])
        place = ends.end()
    return "".join(kept) + text[place:]


def _without_ends(text: str) -> str:
    """Leave out parentheses at the end that close none."""
    surplus = text.count(")") - text.count("(")
    closing = len(text) - len(text.rstrip(")"))
    return text[: len(text) - max(0, min(surplus, closing))].strip(_AROUND)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(_AROUND)


def _begins(text: str, beginning: str) -> bool:
    """Return whether a text begins so, at the end of a word."""
    return text.startswith(beginning) and not text[len(beginning) : len(beginning) + 1].isalnum()
