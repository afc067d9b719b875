"""Arrows on the table: who handed a card to whom in this turn, and who looked first."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageDraw

from ...table.drawing import RGB, Box, Point, frame, lay, supersampled, write
from ...table.game import RUNNING
from ...table.sets import has
from ..rules.state import INTERROGATION, UNKNOWN, How
from ..words.view import handovers_of
from .layout import HEIGHT, MIDDLE
from .style import BLACK, CREAM, RED, ROLE_GLYPHS, glyph

FIRST_PASS, SECOND_PASS = CREAM, BLACK
_TABLE = 904  # right end of what is drawn here
_HEAD = 24  # pixels that the head of an arrow reaches beyond its point at most


def arrows_of(state: Any) -> int | None:
    """Return the turn whose handovers are drawn: the present one, before its interrogation the one before it."""
    if state.over != RUNNING:
        return None
    if state.phase in INTERROGATION:
        return int(state.turn)
    return int(state.turn) - 1 if state.turn else None


def draw_handovers(image: Image.Image, state: Any, boxes: Sequence[Box], knower: int | None) -> None:
    """Draw a turn's handovers in their order, as far as ``knower`` knows them; those of the last turn are pale."""
    number = arrows_of(state)
    events = [] if number is None else handovers_of(state, number)
    if not events:
        return
    between: Counter[frozenset[int]] = Counter()
    curves = []
    for event in events:
        pair = frozenset((int(event.giver), int(event.receiver)))
        curves.append(_curve(boxes[int(event.giver)], boxes[int(event.receiver)], between[pair]))
        between[pair] += 1

    placed = _badges(events, curves, boxes, knower)
    x, y, width, height = _around([*curves, *([box[:2], (box.right, box.low)] for box, _ in placed)])

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        for event, curve in zip(events, curves, strict=True):
            color = SECOND_PASS if has(event.how, How.SECOND) else FIRST_PASS
            points = [(across * scale, down * scale) for across, down in curve]
            _arrow(draw, points, scale, color, (x * scale, y * scale), broken=event.given == UNKNOWN)

    layer = supersampled(width, height, paint)  # no larger than it has to be: the table is large
    for order, (event, (box, marks)) in enumerate(zip(events, placed, strict=True), 1):
        there = box._replace(x=box.x - x, y=box.y - y)
        _badge(layer, there, str(order), marks, second=bool(has(event.how, How.SECOND)))
    if number != state.turn:
        layer.putalpha(layer.getchannel("A").point(lambda alpha: alpha * 45 // 100))
    lay(image, layer, (x, y))


def _badges(
    events: Sequence[Any], curves: Sequence[Sequence[Point]], boxes: Sequence[Box], knower: int | None
) -> list[tuple[Box, list[str]]]:
    """Return where the badge of every arrow lies, and its marks."""
    taken, found = list(boxes), []
    for event, curve in zip(events, curves, strict=True):
        marks = _marks(event, knower)
        box = _free_place(curve, 22 + 17 * len(marks), taken)
        taken.append(box)
        found.append((box, marks))
    return found


def _around(lines: Sequence[Sequence[Point]]) -> Box:
    """Return a part of the table with all lines and the heads of arrows in it."""
    points = [point for line in lines for point in line]
    left, top = (max(0, math.floor(min(point[axis] for point in points)) - _HEAD) for axis in (0, 1))
    right = min(_TABLE, math.ceil(max(point[0] for point in points)) + _HEAD)
    low = min(HEIGHT, math.ceil(max(point[1] for point in points)) + _HEAD)
    return Box(left, top, right - left, low - top)


def _marks(event: Any, knower: int | None) -> list[str]:
    """Return the glyphs on an arrow: a glass if the giver looked, and the card if it is known."""
    marks = ["glass"] if has(event.how, How.LOOKED) else []
    if event.given != UNKNOWN and knower in (None, int(event.giver), int(event.receiver)):
        marks.append(ROLE_GLYPHS[int(event.given)])
    return marks


def _free_place(curve: Sequence[Point], width: int, taken: Sequence[Box]) -> Box:
    """Return where on a curve a badge hides least of what is there already, rather near its beginning."""
    best, least = None, math.inf
    for share in (0.3, 0.4, 0.2, 0.5, 0.6, 0.14, 0.7):
        x, y = curve[int(share * (len(curve) - 1))]
        box = Box(round(x - width / 2), round(y - 10), width, 20)
        hidden = sum(_overlap(box, other) for other in taken)
        if hidden < least:
            best, least = box, hidden
    assert best is not None
    return best


def _overlap(a: Box, b: Box) -> int:
    """Return how many pixels two boxes, with a little air around the first, have in common."""
    across = min(a.x + a.width + 3, b.x + b.width) - max(a.x - 3, b.x)
    down = min(a.y + a.height + 3, b.y + b.height) - max(a.y - 3, b.y)
    return max(0, across) * max(0, down)


def _curve(giver: Box, receiver: Box, before: int) -> list[Point]:
    """Return a curve from one plate to another, bent towards the middle, beside the curves there ``before`` it."""
    (ax, ay), (bx, by) = giver.middle, receiver.middle
    length = math.hypot(bx - ax, by - ay)
    aside = 70 * ((before + 1) // 2) * (1 if before % 2 else -1)
    pull = 0.75 if length < 330 else 0.4
    x = (ax + bx) / 2 * (1 - pull) + MIDDLE[0] * pull - aside * (by - ay) / length
    y = (ay + by) / 2 * (1 - pull) + MIDDLE[1] * pull + aside * (bx - ax) / length
    points = [
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * x + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * y + t * t * by)
        for t in (step / 60 for step in range(61))
    ]
    return [point for point in points if not _within(giver, point, 2) and not _within(receiver, point, 4)]


def _within(box: Box, point: Point, margin: float) -> bool:
    x, y = point[0] - box.x, point[1] - box.y
    return -margin <= x <= box.width + margin and -margin <= y <= box.height + margin


def _arrow(
    draw: ImageDraw.ImageDraw, points: list[Point], scale: float, color: RGB, corner: Point, *, broken: bool
) -> None:
    """Draw a line with a head; a broken one where the card has not been handed over yet.

    Only what is drawn is counted from the canvas's corner: edges then fall as they would on the whole table.
    """

    def here(*places: Point) -> list[Point]:
        return [(x - corner[0], y - corner[1]) for x, y in places]

    tip, shaft = points[-1], here(*_without_tip(points, 12 * scale))
    outline = BLACK if color != BLACK else CREAM
    for width, ink in ((6.0, outline), (3.4, color)):
        if broken:
            for start in range(0, len(shaft) - 2, 4):
                draw.line(shaft[start : start + 3], ink, round(width * scale), joint="curve")
        else:
            draw.line(shaft, ink, round(width * scale), joint="curve")
    back = points[-6] if len(points) > 5 else points[0]
    length = math.hypot(tip[0] - back[0], tip[1] - back[1]) or 1.0
    along = ((tip[0] - back[0]) / length, (tip[1] - back[1]) / length)
    for size, ink, ahead in ((18.0, outline, 2.5), (13.5, color, 0.0)):
        reach = size * scale
        top = (tip[0] + along[0] * ahead * scale, tip[1] + along[1] * ahead * scale)
        foot = (top[0] - along[0] * reach, top[1] - along[1] * reach)
        side = (-along[1] * reach * 0.5, along[0] * reach * 0.5)
        head = top, (foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1])
        draw.polygon(here(*head), ink)


def _without_tip(points: list[Point], reach: float) -> list[Point]:
    tip = points[-1]
    return [point for point in points[:-1] if math.dist(point, tip) > reach] or points[:1]


def _badge(image: Image.Image, box: Box, order: str, marks: Sequence[str], *, second: bool) -> None:
    """Draw a number and marks on an arrow."""
    fill, ink = (BLACK, CREAM) if second else (CREAM, BLACK)
    lay(image, frame(box.width, box.height, ink, radius=10, line=1.6, fill=fill), (box.x, box.y))
    write(image, (box.x + 11, box.y + 10), order, 11, ink, bold=True, anchor="m")
    for place, name in enumerate(marks):
        color = RED if name == "megaphone" else ink
        lay(image, glyph(name, 14, color, fill), (box.x + 20 + 17 * place, box.y + 3))
