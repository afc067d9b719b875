"""What agents use up while they play (requests, tokens, seconds), counted apart from what they win."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

Usage = dict[int, dict[str, float]]
"""Number of an agent to what it used, by name; agents that use nothing are left out."""

PARTS_OF = {"illegal": "answers", "unreadable": "answers", "random": "decisions"}
"""Numbers that are told as a share of another one, too."""

HEADER = ("chunk", "agent", "name", "number")


def used_since(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """Return what an agent has used between two calls of its ``usage()``."""
    return {name: number - before.get(name, 0) for name, number in after.items()}


def total(parts: Iterable[Usage], agent: int) -> dict[str, float]:
    """Return all that an agent used."""
    counted: Counter[str] = Counter()
    for part in parts:
        counted.update(part.get(agent, {}))
    return dict(counted)


def as_lines(chunks: Mapping[int, Usage]) -> str:
    """Return what was used as CSV, in the order of the chunks."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for chunk in sorted(chunks):
        for agent, used in sorted(chunks[chunk].items()):
            writer.writerows([chunk, agent, name, number] for name, number in used.items())
    return text.getvalue()


def from_lines(text: str) -> dict[int, Usage]:
    """Return what :func:`as_lines` wrote; lines that are damaged are left out."""
    chunks: dict[int, Usage] = {}
    for row in csv.reader(io.StringIO(text)):
        try:
            chunk, agent, name, number = row
            whole = float(number)
            chunks.setdefault(int(chunk), {}).setdefault(int(agent), {})[name] = (
                int(whole) if whole.is_integer() else whole
            )
        except ValueError:
            continue  # the header, or a line that was changed by hand
    return chunks


def usage_rows(used: Mapping[str, Mapping[str, float]]) -> tuple[list[str], list[list[str]]]:
    """Return headings and a row for each agent that used anything, as people read them.

    Args:
        used: By agent's spec, what it used.
    """
    names = columns(list(used.values()))
    rows = [[agent, *(_cell(one, name) for name in names)] for agent, one in used.items() if one]
    return [name.replace("_", " ") for name in names], rows


def _cell(used: Mapping[str, float], name: str) -> str:
    number, whole = used.get(name, 0), used.get(PARTS_OF.get(name, ""), 0)
    text = f"{number:,}" if isinstance(number, int) else f"{number:,.1f}"
    return f"{text} ({100 * number / whole:.1f} %)" if whole else text


def columns(used: Sequence[Mapping[str, float]]) -> list[str]:
    """Return the names of all that anybody used."""
    return list(dict.fromkeys(name for one in used for name in one))
