"""The reference tables of a game as Markdown, made from the code and the card file so that they cannot drift.

``python -m cogitable.envs.table.reference MODULE`` (the import path of a module with a ``GAME``) writes them into that
game's RULES.md, below the line that says where they begin.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from .files.atomic import write_atomically
from .game import Game, Setup
from .layout import Layout, Part

MARK = "<!-- Everything below is written by `python -m cogitable.envs.table.reference`. -->"

MANY_LABELS = 20
"""Longer lists of labels are given once; further parts with the same ones refer to the first."""


RANGE = "Numbers are from 0 to 1 where no range is named."


def reference(setup: Setup) -> str:
    """Return the tables of actions, observation and cards of a prepared game."""
    return "\n".join(_reference(setup)) + "\n"


def _reference(setup: Setup) -> Iterator[str]:
    yield from ("## Actions", "", *action_table(setup), "")
    yield from ("## Observation", "")
    yield from (f"What one seat may know, its own seat first, then clockwise. {RANGE}", "")
    yield from (*layout_table(setup.layout), "")
    yield from ("Everything, as PettingZoo's `state()` gives it:", "", *layout_table(setup.full_layout))
    if setup.game.card_table is not None:
        yield from ("", "## Cards", "", *markdown_table(*setup.game.card_table(setup)))


def markdown_table(headers: Sequence[Any], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    for row in (headers, ["---"] * len(headers), *rows):
        yield "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in row) + " |"


def action_table(setup: Setup) -> Iterator[str]:
    """Yield the action space: in groups where the game has them, else every name."""
    groups = setup.game.action_groups or (setup.actions.groups if setup.actions is not None else ())
    groups = groups or [(str(number), name) for number, name in enumerate(setup.action_names)]
    yield from markdown_table(["action", "meaning"], groups)


def layout_table(layout: Layout) -> Iterator[str]:
    """Yield the parts of an observation: where they lie, their shape, and what their numbers mean and can be."""
    rows: list[list[str]] = []
    first: dict[tuple[str, ...], str] = {}  # part that lists these labels
    for part in layout.parts:
        place = layout.slice(part.name)
        text = part.text + _listed(part.labels, part.name, first, ": ")
        text += _listed(part.across, f"{part.name}, across", first, "; across: ", most=0)
        rows.append([f"{place.start}:{place.stop}", part.name, " x ".join(map(str, part.shape)), _range(part), text])
    yield from markdown_table(["numbers", "part", "shape", "range", "meaning"], rows)


def _range(part: Part) -> str:
    """Return what all numbers of a part lie between, to four digits; nothing where that is 0 and 1."""
    low, high = part.bounds()
    if not part.size:
        return ""
    told = f"{low.min():.4g} to {high.max():.4g}"
    return "" if told == "0 to 1" else told


def _listed(
    labels: tuple[str, ...], where: str, first: dict[tuple[str, ...], str], before: str, most: int = MANY_LABELS
) -> str:
    """Return labels, or where a list of the same ones stands already if they are more than ``most``."""
    told = first.setdefault(labels, where)
    if told != where and len(labels) > most:
        return f"{before}in the order of *{told}*"
    return f"{before}{', '.join(labels)}" if labels else ""


def with_tables(text: str, game: Game) -> str:
    """Return the text of a RULES.md with its tables made anew."""
    told, mark, _ = text.partition(MARK)
    if not mark:
        raise ValueError(f"RULES.md of {game.name} lacks the line {MARK}")
    return f"{told}{MARK}\n\n{reference(game.setup())}"


def write_rules(game: Game) -> Path:
    """Write the tables of a game into its RULES.md; return the file."""
    file = game.home / "RULES.md"
    write_atomically(file, with_tables(file.read_text(encoding="utf-8"), game))
    return file


if __name__ == "__main__":
    for module in sys.argv[1:]:
        print(write_rules(importlib.import_module(module).GAME))
