"""What is new in a text view: in few words for files that are compared, in whole lines for people."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from .views import goes_on

_CONTINUED = 12  # columns; a line indented as far goes on with the one before it
_FRAMES = ("|", "+")  # begin the lines of drawings
_MARK = "> "  # before the seat to move
_WHOLE = 11  # words; a longer line is told by what is new in it, and anything new by so many words of it
_BETWEEN = 4  # words; more of them between two new ones are left out
_SMALL = 20  # lines; a text of no more of them is always shown whole
_MUCH = 0.6  # of a text's lines; if more are new, it is shown whole


@dataclass(frozen=True)
class _Paragraph:
    """A line with those that go on with it, or a box of a drawing.

    Attributes:
        name: Its first word.
        words: Its words; the first one is two where it is indented under another paragraph.
        lines: As it stands in the text; a box on one line.
        above: Places of those under which it is indented, from the left.
    """

    name: str
    words: tuple[str, ...]
    lines: tuple[str, ...]
    above: tuple[int, ...]


def outline(text: str) -> list[str]:
    """Return the lines of a text without those that only go on with the one before them, a line for each drawn box."""
    return [line for line, _ in _undrawn(text) if line.strip() and _indent(line) < _CONTINUED]


def changes(old: str, new: str) -> list[str]:
    """Return the lines of a text that are new, and in brackets those that are gone.

    Every line begins with its own first word and that of the line it is indented under. Of a long line that has changed
    in some words, the others are ``...``.
    """
    before, after = ([paragraph.words for paragraph in _paragraphs(text)] for text in (old, new))
    told = []
    for kind, a, b, c, d in _differences(before, after):
        if kind != "equal":
            was = {line[0]: line for line in before[a:b]}
            told += [_told(was.pop(line[0], ()), line) for line in after[c:d]]
            told += [f"[{_first(line)}]" for line in was.values() if line is not before[-1]]  # the question answered
    return told


def glance(old: str, new: str) -> list[str]:
    """Return what to show of a text to somebody who has seen the old one: its :func:`news`, or all of it.

    Args:
        old: The text that was seen last; empty if none was.
        new: The text.
    """
    lines = new.splitlines()
    told = news(old, new) if len(lines) > _SMALL else None
    return lines if told is None or len(told) > _MUCH * len(lines) else told


def news(old: str, new: str) -> list[str] | None:
    """Return the lines of a text that have changed, as they stand in it; None where its drawing is a different one.

    Lines that they are indented under are returned, too, and the last paragraph, the question, always is. Where a
    paragraph has changed in part, ``...`` stands for the rest of it. Of what is gone, with nothing in its place, the
    first words are told.
    """
    if not old or _plan(old) != _plan(new):
        return None
    before, after = _paragraphs(old), _paragraphs(new)
    told: list[str] = []
    differences = _differences([paragraph.words for paragraph in before], [paragraph.words for paragraph in after])
    shown = _shown(after, [place for kind, _, _, c, d in differences if kind != "equal" for place in range(c, d)])
    for kind, a, b, c, d in differences:
        lost = before[a:b] if kind != "equal" else []
        for place in range(c, d):
            was = next((paragraph for paragraph in lost if paragraph.words[0] == after[place].words[0]), None)
            lost = [paragraph for paragraph in lost if paragraph is not was]
            if place in shown and place < len(after) - 1:
                told += after[place].lines if was is None else _changed(was.lines, after[place].lines)
        told += _gone(before, [paragraph for paragraph in lost if paragraph is not before[-1]])
    return [*told, *[""] * bool(told), *after[-1].lines]


def _shown(paragraphs: Sequence[_Paragraph], changed: Sequence[int]) -> set[int]:
    """Return the places of changed paragraphs, of those above them, and of those in which their sentences go on."""
    shown = {place for new_one in changed for place in (*paragraphs[new_one].above, new_one)}
    for place in range(1, len(paragraphs)):
        if place - 1 in shown and goes_on(paragraphs[place - 1].lines, paragraphs[place].lines[0]):
            shown.add(place)
    return shown


def _changed(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return a paragraph's first part and those that are not in the old one, and ``...`` for several other lines."""
    known, (first, *others) = set(_parts(old)), _parts(new)
    told = [*first]
    for new_ones, parts in groupby(others, lambda part: part not in known):
        lines = [line for part in parts for line in part]
        indent = len(lines[0]) - len(lines[0].lstrip())
        told += lines if new_ones or len(lines) == 1 else [f"{' ' * indent}..."]
    return told


def _parts(lines: Sequence[str]) -> list[tuple[str, ...]]:
    """Return a paragraph's lines, those together that one sentence or list was broken into."""
    parts: list[tuple[str, ...]] = []
    for line in lines:
        if parts and goes_on(parts[-1], line, level=len(parts) > 1):
            parts[-1] += (line,)
        else:
            parts.append((line,))
    return parts


def _gone(paragraphs: Sequence[_Paragraph], lost: Sequence[_Paragraph]) -> list[str]:
    """Return what to say of those that are gone; not of sentences' ends, nor of what was under others that are gone."""
    told = []
    for place, paragraph in enumerate(paragraphs):
        above = [paragraphs[higher] for higher in paragraph.above[-1:]]
        ends_another = place > 0 and goes_on(paragraphs[place - 1].lines, paragraph.lines[0])
        if paragraph in lost and not ends_another and not set(above) & set(lost):
            words = paragraph.lines[0].lstrip(_MARK).split()
            told.append(f"  no longer: {': '.join([*(higher.name for higher in above), _first(words)])}")
    return told


def _differences(before: Sequence[tuple[str, ...]], after: Sequence[tuple[str, ...]]) -> list[tuple]:
    return difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()


def _undrawn(text: str) -> Iterator[tuple[str, int | None]]:
    """Yield the lines of a text, and for a drawing a line of each box in it: what stands in it from the top.

    With the line of a box comes the column where it begins, with any other None.
    """
    boxes: dict[int, list[str]] = {}  # by the column where they begin
    for line in [*text.splitlines(), ""]:
        if not line.lstrip().startswith(_FRAMES):
            yield from (("  ".join(cells), column) for column, cells in boxes.items())
            boxes = {}
            yield line.rstrip(), None
            continue
        for cell in re.finditer(r"[^|+]+", line):
            if cell[0].startswith("--") and cell.start() in boxes:
                yield "  ".join(boxes.pop(cell.start())), cell.start()
            elif cell[0].strip(" -"):
                boxes.setdefault(cell.start(), []).append(cell[0].strip())


def _plan(text: str) -> list[tuple[int, str]]:
    """Return where the boxes of a drawing are, and what stands first in each."""
    return [(column, line.partition("  ")[0]) for line, column in _undrawn(text) if column is not None]


def _paragraphs(text: str) -> list[_Paragraph]:
    found: list[_Paragraph] = []
    above: list[tuple[int, int]] = []  # indent and place of those that further ones may be indented under
    for line, column in _undrawn(text):
        words, indent = line.lstrip(_MARK).split(), _indent(line)
        if not words:
            above = []
        elif indent >= _CONTINUED and found:
            last = found[-1]
            found[-1] = replace(last, words=(*last.words, *words), lines=(*last.lines, line))
        else:
            above = [head for head in above if head[0] < indent]
            places = tuple(place for _, place in above)
            first = words[0].rstrip(":,")
            head = " ".join([*(found[place].name for place in places[-1:]), first])
            shown = line if column is None else _box(line)
            found.append(_Paragraph(first, (head, *words[1:]), (shown,), places))
            above.append((indent, len(found) - 1))
    return found


def _box(line: str) -> str:
    """Return what stands in a box as a sentence: its first line, a colon, the others."""
    first, *others = re.sub(r"(?<=,) +|  +(?=[a-z])", " ", line).split("  ")  # broken, for want of room
    return f"  {first}: {'; '.join(others)}" if others else f"  {first}"


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
