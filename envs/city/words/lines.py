"""Lines of a text view: broken at its width, with a label before them, or in columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache

WIDTH = 118
GLUE = "\u00a0"
"""Lines are not broken between a number and what it stands for; a blank in the end."""

_LABEL = 14


def row(label: str, text: str) -> list[str]:
    """Return a text with its label before it."""
    lead = f"{label:<{_LABEL - 1}} "
    return list(_wrap(text, lead, " " * len(lead)))


def wrapped(text: str) -> list[str]:
    """Return a text whose further lines are set in."""
    return list(_wrap(text, "", "  "))


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of a table in columns as wide as they must be; what the last one has no room for goes below."""
    widths = [max(len(cells[number]) for cells in rows) + 2 for number in range(len(rows[0]) - 1)]
    lines: list[str] = []
    for *cells, last in rows:
        lead = "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
        lines += _wrap(last, lead, " " * len(lead)) or [lead.rstrip()]
    return lines


def finished(lines: Sequence[str]) -> str:
    """Return lines as one text."""
    return "\n".join(lines).replace(GLUE, " ")


@lru_cache(1024)  # most lines stay the same from one position to the next
def _wrap(text: str, first: str, others: str) -> tuple[str, ...]:
    return tuple(textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=others))
