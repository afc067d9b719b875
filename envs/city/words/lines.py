"""Lines of a text view: broken at its width, with a label before them, or in columns."""

from __future__ import annotations

from collections.abc import Sequence

from ...table import views
from ...table.views import indented, wrapped

GLUE = "\u00a0"
"""Lines are not broken between a number and what it stands for; a blank in the end."""

_LABEL = 14
_LEAST = 16  # columns of the last column of a table


def row(label: str, text: str) -> list[str]:
    """Return a text with its label before it."""
    lead = f"{label:<{_LABEL - 1}} "
    return list(wrapped(text, lead, " " * len(lead)))


def paragraph(text: str) -> list[str]:
    """Return a text whose further lines are set in."""
    return list(wrapped(text, others="  "))


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of a table, the first of them its heading, in lines; see :func:`told_rows`."""
    heading, others = told_rows(rows)
    return [*heading, *(line for lines in others for line in lines)]


def told_rows(rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Return the lines of a table's heading, and those of each of its other rows.

    They stand in columns as wide as they must be; what the last one has no room for goes below. On a screen that has no
    room for these columns, every row is a paragraph, in which each cell comes after the heading of its column.
    """
    widths = [max(len(cells[number]) for cells in rows) + 2 for number in range(len(rows[0]) - 1)]
    longest = max(len(cells[-1]) for cells in rows)
    if sum(widths) + min(longest, _LEAST) > views.columns():
        heading, *others = rows
        return [], [_as_paragraph(heading, cells) for cells in others]
    told = []
    for *cells, last in rows:
        lead = "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
        told.append(list(wrapped(last, lead, " " * len(lead))) or [lead.rstrip()])
    return told[0], told[1:]


def _as_paragraph(heading: Sequence[str], cells: Sequence[str]) -> list[str]:
    first, *others = cells
    named = ((title, cell) for title, cell in zip(heading[1:], others, strict=True) if cell)
    told = [cell if not title or cell.startswith(title) else f"{title} {cell}" for title, cell in named]
    return indented(f"{first}: {'; '.join(told)}", 4 + len(first) - len(first.lstrip()))


def finished(lines: Sequence[str]) -> str:
    """Return lines as one text."""
    return "\n".join(lines).replace(GLUE, " ")
