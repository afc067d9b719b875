"""Lines of a text view: broken at its width, with a label before them, or in columns."""

from __future__ import annotations

from collections.abc import Sequence

from ...table.views import wrapped

GLUE = "\u00a0"
"""Lines are not broken between a number and what it stands for; a blank in the end."""

_LABEL = 14


def row(label: str, text: str) -> list[str]:
    """Return a text with its label before it."""
    lead = f"{label:<{_LABEL - 1}} "
    return list(wrapped(text, lead, " " * len(lead)))


def paragraph(text: str) -> list[str]:
    """Return a text whose further lines are set in."""
    return list(wrapped(text, others="  "))


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of a table in columns as wide as they must be; what the last one has no room for goes below."""
    widths = [max(len(cells[number]) for cells in rows) + 2 for number in range(len(rows[0]) - 1)]
    lines: list[str] = []
    for *cells, last in rows:
        lead = "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
        lines += wrapped(last, lead, " " * len(lead)) or [lead.rstrip()]
    return lines


def finished(lines: Sequence[str]) -> str:
    """Return lines as one text."""
    return "\n".join(lines).replace(GLUE, " ")
