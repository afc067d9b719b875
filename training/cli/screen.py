"""What a person sees at the terminal: lines that fit it, with colours where it has them."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.text import Text
from rich.theme import Theme

from ...agents.people.human import on_screen


class _Marks(RegexHighlighter):
    """Numbers of a menu, seats, the line of the seat to move, and what has happened by itself."""

    base_style = "game."
    highlights: ClassVar[list[str]] = [
        r"(?m)^ {0,3}(?P<number>\d+)(?=  \S)",
        r"(?m)^ *(?P<mover>> .*)$",
        r"(?P<player>player_\d+)",
        r"(?m)(?P<quiet>\(there is nothing else to do\)|^ *\.\.\.$)",
        r"(?m)(?P<gone>^ *no longer: .*$)",
    ]


_THEME = Theme(
    {"game.number": "bold cyan", "game.mover": "bold", "game.player": "green", "game.quiet": "dim", "game.gone": "dim"}
)


class Screen:
    """Prints lines of views. Without a terminal, or where NO_COLOR is set, they are plain text."""

    def __init__(self) -> None:
        """Print to what is standard output now."""
        self._console = Console(theme=_THEME, highlighter=_Marks(), markup=False, emoji=False, soft_wrap=True)

    def say(self, text: str, style: str = "") -> None:
        """Print some lines, the longer ones broken as views are."""
        lines = Text(on_screen(text.splitlines()), style=style)
        if self._console.color_system is not None:
            _Marks().highlight(lines)
        self._console.print(lines, highlight=False)
