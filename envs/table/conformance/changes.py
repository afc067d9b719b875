"""What is new in a text, in few words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence

_CONTINUED = 12  # columns; a line indented as far goes on with the one before it
_FRAMES = ("|", "+")  # begin the lines of drawings
_MARK = "> "  # before the seat to move
_WHOLE = 11  # words; a longer line is told by what is new in it, and anything new by so many words of it
_BETWEEN = 4  # words; more of them between two new ones are left out


def outline(text: str) -> list[str]:
    """Return the lines of a text without those that only go on with the one before them, a line for each drawn box."""
    return [line for line in _undrawn(text.splitlines()) if line.strip() and _indent(line) < _CONTINUED]


def changes(old: str, new: str) -> list[str]:
    """Return the lines of a text that are new, and in brackets those that are gone.

    Every line begins with its own first word and that of the line it is indented under. Of a long line that has changed
    in some words, the others are ``...``.
    """
    before, after = list(_lines(old)), list(_lines(new))
    told = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            was = {line[0]: line for line in before[a:b]}
            told += [_told(was.pop(line[0], ()), line) for line in after[c:d]]
            told += [f"[{_first(line)}]" for line in was.values() if line is not before[-1]]  # the question answered
    return told


def _undrawn(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text, and for a drawing a line of each box in it: what stands in it from the top."""
    boxes: dict[int, list[str]] = {}  # by the column where they begin
    for line in [*lines, ""]:
        if not line.lstrip().startswith(_FRAMES):
            yield from map("  ".join, boxes.values())
            boxes = {}
            yield line.rstrip()
            continue
        for cell in re.finditer(r"[^|+]+", line):
            if cell[0].startswith("--") and cell.start() in boxes:
                yield "  ".join(boxes.pop(cell.start()))
            elif cell[0].strip(" -"):
                boxes.setdefault(cell.start(), []).append(cell[0].strip())


def _lines(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of each line; the first one is two where it is indented under another."""
    lines: list[list[str]] = []
    above: list[tuple[int, str]] = []
    for line in _undrawn(text.splitlines()):
        words = line.lstrip(_MARK).split()
        if not words:
            above = []
        elif _indent(line) >= _CONTINUED and lines:
            lines[-1] += words
        else:
            above = [head for head in above if head[0] < _indent(line)]
            lines.append([" ".join([*(head for _, head in above[-1:]), words[0].rstrip(":,")]), *words[1:]])
            above.append((_indent(line), words[0].rstrip(":,")))
    return map(tuple, lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(_MARK))


def _told(old: Sequence[str], new: Sequence[str]) -> str:
    if len(new) <= _WHOLE or not old:
        return _first(new)
    parts: list[str] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "delete":
            parts.append(f"[{_first(old[a:b])}]")
        elif kind != "equal":
            parts.append(_first(new[c:d]))
        elif d - c <= _BETWEEN:
            parts += new[c:d]
        else:
            parts += [*new[c : c + 1], "...", *(new[d - 1 : d] if d < len(new) else ())]
    return " ".join(parts)


def _first(words: Sequence[str]) -> str:
    return " ".join(words[:_WHOLE]) + " ..." * (len(words) > _WHOLE)
