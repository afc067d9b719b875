"""What a game's RULES.md and its cards tell players, for prompts."""

from __future__ import annotations

import re
from pathlib import Path

from ..game import Setup
from ..reference import MARK, markdown_table

_RULES = "## Rules"
_SHARED = re.compile(r"<!-- For players, from (?P<file>\S+): (?P<names>[^>]*?)\.? -->")
_SOURCES = re.compile(r"\s*\((?:`[\w/]*\.[\w./]+`(?:,\s+)?)+\)")  # (`rules/turn.py`, `cards.toml`), and nothing else
_CODE = re.compile(r"^```python\n.*?^```\n", re.MULTILINE | re.DOTALL)
_NO_CARD = "source"  # heading of the column that says where a card comes from


def rules_of(setup: Setup) -> str:
    """Return what a game's RULES.md tells the players of one way to play, and its cards; empty where it has neither.

    That is the section *Rules*, without files named in parentheses and blocks of Python, and without subsections whose
    heading names another value of an option than that which is played. ``<!-- For players, from FILE: A; B. -->``
    stands for the paragraphs of another game's rules that begin so, in bold. A file without that section is told whole,
    but for the tables that are written into it for programs. The cards are those of ``Game.card_table``.
    """
    parts = [_told(setup, _of_players(setup.game.home / "RULES.md")), _cards(setup)]
    return "\n\n".join(part for part in parts if part)


def _of_players(file: Path) -> str:
    """Return the section *Rules* of a file, all of it where there is none, nothing where there is no file."""
    if not file.is_file():
        return ""
    text = file.read_text(encoding="utf-8").partition(MARK)[0].strip()
    sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return next((section.strip() for section in sections if section.partition("\n")[0] == _RULES), text)


def _told(setup: Setup, text: str) -> str:
    parts = re.split(r"^(?=### )", text, flags=re.MULTILINE)
    text = "".join(part for part in parts if _concerns(setup, part.partition("\n")[0]))
    home = setup.game.home
    text = _SHARED.sub(lambda mark: _paragraphs(home / mark["file"], re.split(r";\s+", mark["names"])), text)
    return _SOURCES.sub("", _CODE.sub("", text)).strip()


def _concerns(setup: Setup, heading: str) -> bool:
    """Whether no option that a heading names (```mode="team"```) has another value; lists are taken to be meant."""
    named = re.findall(r"`(\w+)=\"(\w+)\"`", heading) if heading.startswith("### ") else []
    given = [(getattr(setup.options, option, value), value) for option, value in named]
    return all(played == value or not isinstance(played, str) for played, value in given)


def _paragraphs(file: Path, names: list[str]) -> str:
    """Return parts of another game's rules, each from its name in bold to the next one."""
    found = re.split(r"^(?=\*\*|#)", _of_players(file), flags=re.MULTILINE)
    by_name = {part[2:].partition("**")[0].rstrip("."): part.strip() for part in found if part.startswith("**")}
    return "\n\n".join(by_name[name] for name in names)


def _cards(setup: Setup) -> str:
    """Return the table of the cards that are in this way to play."""
    game = setup.game
    if game.card_table is None:
        return ""
    headers, rows = game.card_table(setup)
    shown = [number for number, header in enumerate(headers) if header != _NO_CARD]
    told = [row for row in rows if game.has_card is None or game.has_card(setup, row)]
    table = markdown_table([headers[number] for number in shown], [[row[number] for number in shown] for row in told])
    return "\n".join(["## Cards", "", *table])
