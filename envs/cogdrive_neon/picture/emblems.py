"""An emblem for every CogDrive: a mech's bust, put together from parts that its name picks."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from ...table.drawing import RGB, Point, glow, kept, lay, mix, supersampled
from .style import NIGHT

INNER: RGB = (255, 255, 255)


class _Pen:
    """Draws in a mech's own measures: x from the middle line, y from the horns (0) to the waist (1)."""

    def __init__(self, draw: ImageDraw.ImageDraw, width: float, height: float, scale: float, color: RGB) -> None:
        self.draw, self.middle, self.unit = draw, width * scale / 2, 0.95 * height * scale
        self.top = height * scale - self.unit
        self.line = max(1, round(0.016 * self.unit))
        self.color = color

    def at(self, points: Sequence[Point], side: int = 1) -> list[Point]:
        return [(self.middle + side * x * self.unit, self.top + y * self.unit) for x, y in points]

    def plate(self, points: Sequence[Point], shade: float, side: int = 1) -> None:
        """One armour plate; the left side stands in a little more light."""
        fill = mix(NIGHT, self.color, shade + (0.06 if side < 0 else 0))
        corners = self.at(points, side)
        self.draw.polygon(corners, fill)
        self.draw.line([*corners, corners[0], corners[1]], self.color, self.line, joint="curve")

    def pair(self, points: Sequence[Point], shade: float) -> None:
        for side in (-1, 1):
            self.plate(points, shade, side)

    def disc(self, x: float, y: float, radius: float, shade: float, side: int = 1) -> None:
        fill = mix(NIGHT, self.color, shade)
        self.draw.circle(self.at([(x, y)], side)[0], radius * self.unit, fill, self.color, self.line)

    def light(self, points: Sequence[Point], side: int = 1) -> None:
        self.draw.polygon(self.at(points, side), mix(self.color, INNER, 0.75))

    def lamp(self, x: float, y: float, radius: float, side: int = 1) -> None:
        self.draw.circle(self.at([(x, y)], side)[0], radius * self.unit, mix(self.color, INNER, 0.75))

    def stroke(self, points: Sequence[Point], shade: float, side: int = 1, width: float = 1.0) -> None:
        line = max(1, round(self.line * width))
        self.draw.line(self.at(points, side), mix(NIGHT, self.color, shade), line, joint="curve")


@kept(512)
def mech(name: str, color: RGB, width: int, height: int) -> Image.Image:
    """Return a CogDrive's emblem; the same name always gives the same mech."""
    picks = list(hashlib.sha256(name.encode()).digest())

    def paint(draw: ImageDraw.ImageDraw, scale: float) -> None:
        pen = _Pen(draw, width, height, scale, color)
        _back(pen, picks[1] % 5)
        _arms(pen, picks[2] % 5, -1)
        _arms(pen, picks[3] % 5, 1)
        _torso(pen, picks[4] % 4)
        _core(pen, picks[5] % 5)
        _shoulders(pen, picks[6] % 5)
        _crest(pen, picks[7] % 6)
        _head(pen, picks[8] % 4)
        _visor(pen, picks[9] % 5)

    image = supersampled(width, height, lambda draw, scale: _scenery(draw, width, height, scale, color, picks))
    lay(image, glow(supersampled(width, height, paint), max(1.5, height * 0.05), 0.55))
    return image


def _scenery(
    draw: ImageDraw.ImageDraw, width: float, height: float, scale: float, color: RGB, picks: Sequence[int]
) -> None:
    """What stands behind the mech: a cog, a setting sun, rings, rays or a grid."""
    pen = _Pen(draw, width, height, scale, color)
    kind, faint = picks[0] % 5, 0.26
    middle = pen.middle, 0.5 * pen.unit
    if kind == 0:
        teeth, line = 9 + picks[10] % 5, mix(NIGHT, color, faint)
        draw.polygon(_cog(middle, 0.56 * pen.unit, 0.46 * pen.unit, teeth), mix(NIGHT, color, 0.13), line, pen.line)
        draw.circle(middle, 0.34 * pen.unit, None, line, pen.line)
    elif kind == 1:
        draw.circle(middle, 0.44 * pen.unit, mix(NIGHT, color, 0.22))
        for i in range(5):
            y, thick = (0.5 + 0.095 * i) * pen.unit, (0.016 + 0.008 * i) * pen.unit
            draw.rectangle([0, y, width * scale, y + thick], mix(NIGHT, color, 0.06))
    elif kind == 2:
        for i in range(4):
            draw.circle(middle, (0.28 + 0.17 * i) * pen.unit, None, mix(NIGHT, color, faint - 0.04 * i), pen.line)
    elif kind == 3:
        for i in range(14):
            a, b = (2 * math.pi * (i + part) / 14 for part in (0, 0.5))
            far = 1.4 * pen.unit
            ray = [middle, *((middle[0] + far * math.cos(t), middle[1] + far * math.sin(t)) for t in (a, b))]
            draw.polygon(ray, mix(NIGHT, color, 0.12))
    else:
        horizon = 0.55 * pen.unit
        for i in range(-7, 8):
            foot = pen.middle + i * 0.42 * pen.unit
            draw.line([pen.middle + i * 0.1 * pen.unit, horizon, foot, pen.unit], mix(NIGHT, color, faint), pen.line)
        for i in range(5):
            y = horizon + (pen.unit - horizon) * (i / 4.4) ** 1.8
            draw.line([0, y, width * scale, y], mix(NIGHT, color, faint), pen.line)


def _cog(middle: Point, outer: float, inner: float, teeth: int) -> list[Point]:
    points = []
    for i in range(teeth):
        for share, radius in ((-0.30, inner), (-0.19, outer), (0.19, outer), (0.30, inner)):
            angle = 2 * math.pi * (i + share) / teeth
            points.append((middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)))
    return points


def _back(pen: _Pen, kind: int) -> None:
    if kind == 0:
        pen.pair([(0.16, 0.42), (0.74, 0.02), (0.62, 0.26), (0.80, 0.24), (0.56, 0.44), (0.3, 0.56)], 0.16)
    elif kind == 1:
        pen.pair([(0.26, 0.16), (0.50, 0.10), (0.54, 0.36), (0.28, 0.40)], 0.2)
        for side in (-1, 1):
            for x, y in ((0.335, 0.185), (0.445, 0.165), (0.345, 0.285), (0.455, 0.265)):
                pen.disc(x, y, 0.038, 0.5, side)
    elif kind == 2:
        pen.pair([(0.20, 0.40), (0.30, 0.0), (0.37, 0.0), (0.40, 0.40)], 0.22)
        pen.pair([(0.40, 0.40), (0.50, 0.12), (0.55, 0.12), (0.56, 0.40)], 0.16)
    elif kind == 3:
        pen.pair([(0.2, 0.34), (0.46, 0.05), (0.72, 0.12), (0.5, 0.2), (0.44, 0.4)], 0.18)


def _arms(pen: _Pen, kind: int, side: int) -> None:
    pen.plate([(0.34, 0.44), (0.50, 0.46), (0.52, 0.68), (0.38, 0.68)], 0.18, side)
    if kind == 0:  # cannon
        pen.plate([(0.36, 0.64), (0.60, 0.62), (0.62, 0.88), (0.36, 0.88)], 0.34, side)
        pen.plate([(0.42, 0.88), (0.56, 0.88), (0.56, 1.04), (0.42, 1.04)], 0.12, side)
        pen.light([(0.42, 0.72), (0.56, 0.715), (0.56, 0.745), (0.42, 0.75)], side)
    elif kind == 1:  # blade
        pen.plate([(0.38, 0.64), (0.54, 0.64), (0.56, 0.80), (0.40, 0.82)], 0.3, side)
        pen.plate([(0.50, 0.80), (0.60, 0.82), (0.86, 0.22), (0.74, 0.36)], 0.45, side)
    elif kind == 2:  # claw
        pen.plate([(0.38, 0.64), (0.56, 0.64), (0.58, 0.78), (0.40, 0.80)], 0.32, side)
        pen.plate([(0.40, 0.80), (0.47, 0.80), (0.45, 0.90), (0.50, 1.0), (0.36, 0.92)], 0.45, side)
        pen.plate([(0.51, 0.79), (0.59, 0.78), (0.68, 0.92), (0.56, 1.0), (0.60, 0.90)], 0.45, side)
    elif kind == 3:  # shield
        pen.plate([(0.44, 0.46), (0.76, 0.40), (0.78, 0.78), (0.60, 1.0), (0.44, 0.80)], 0.28, side)
        pen.stroke([(0.50, 0.52), (0.70, 0.48), (0.71, 0.75), (0.60, 0.90), (0.50, 0.77), (0.50, 0.52)], 0.7, side)
        pen.lamp(0.605, 0.66, 0.035, side)
    else:  # fist
        pen.plate([(0.36, 0.64), (0.60, 0.64), (0.64, 0.80), (0.36, 0.80)], 0.3, side)
        pen.plate([(0.38, 0.80), (0.62, 0.80), (0.60, 0.98), (0.40, 0.98)], 0.44, side)
        for y in (0.86, 0.92):
            pen.stroke([(0.42, y), (0.58, y)], 0.05, side)


def _torso(pen: _Pen, kind: int) -> None:
    if kind == 0:
        half: list[Point] = [(0, 0.34), (0.36, 0.36), (0.32, 0.66), (0.18, 0.84), (0.2, 1.05), (0, 1.05)]
    elif kind == 1:
        half = [(0, 0.34), (0.22, 0.34), (0.38, 0.52), (0.24, 0.80), (0.26, 1.05), (0, 1.05)]
    elif kind == 2:
        half = [(0, 0.36), (0.34, 0.36), (0.34, 0.74), (0.24, 0.78), (0.28, 1.05), (0, 1.05)]
    else:
        half = [(0, 0.32), (0.30, 0.38), (0.37, 0.58), (0.30, 0.80), (0.14, 0.88), (0.16, 1.05), (0, 1.05)]
    left = [(-x, y) for x, y in reversed(half)]
    pen.plate([*half, *left], 0.22)
    pen.pair([(0.05, 0.42), (0.29, 0.43), (0.26, 0.60), (0.11, 0.66), (0.05, 0.60)], 0.36)
    for y in (0.80, 0.87, 0.94):
        pen.stroke([(-0.11, y), (0, y + 0.03), (0.11, y)], 0.6)


def _core(pen: _Pen, kind: int) -> None:
    x, y, r = 0.0, 0.60, 0.09
    if kind == 4:
        middle = pen.at([(x, y)])[0]
        pen.draw.polygon(_cog(middle, 1.25 * r * pen.unit, 0.9 * r * pen.unit, 8), mix(NIGHT, pen.color, 0.5))
        pen.lamp(x, y, 0.045)
        return
    pen.disc(x, y, 1.3 * r, 0.1)
    if kind == 0:
        pen.lamp(x, y, 0.075)
    elif kind == 1:
        pen.light([(x, y + r), (x + r, y - 0.6 * r), (x - r, y - 0.6 * r)])
    elif kind == 2:
        pen.light([(x + r * math.sin(t * math.pi / 3), y + r * math.cos(t * math.pi / 3)) for t in range(6)])
    else:
        pen.light([(x, y - r), (x + 0.3 * r, y), (x, y + r), (x - 0.3 * r, y)])
        pen.light([(x - r, y), (x, y - 0.3 * r), (x + r, y), (x, y + 0.3 * r)])


def _shoulders(pen: _Pen, kind: int) -> None:
    if kind == 0:
        pen.pair([(0.28, 0.34), (0.52, 0.30), (0.62, 0.42), (0.58, 0.54), (0.34, 0.50)], 0.42)
    elif kind == 1:
        for side in (-1, 1):
            pen.disc(0.45, 0.42, 0.145, 0.4, side)
            pen.disc(0.45, 0.42, 0.06, 0.15, side)
    elif kind == 2:
        pen.pair([(0.28, 0.36), (0.40, 0.30), (0.72, 0.14), (0.60, 0.40), (0.54, 0.52), (0.34, 0.50)], 0.42)
    elif kind == 3:
        pen.pair([(0.30, 0.24), (0.60, 0.24), (0.60, 0.54), (0.30, 0.54)], 0.38)
        for side in (-1, 1):
            pen.stroke([(0.36, 0.33), (0.54, 0.33)], 0.9, side)
            pen.stroke([(0.36, 0.40), (0.54, 0.40)], 0.9, side)
    else:
        pen.pair([(0.28, 0.44), (0.58, 0.40), (0.66, 0.56), (0.34, 0.54)], 0.3)
        pen.pair([(0.28, 0.33), (0.52, 0.28), (0.60, 0.41), (0.30, 0.45)], 0.46)


def _crest(pen: _Pen, kind: int) -> None:
    if kind == 0:
        pen.pair([(0.02, 0.15), (0.30, 0.0), (0.34, 0.02), (0.05, 0.20)], 0.85)
    elif kind == 1:
        pen.plate([(-0.025, 0.14), (0, -0.02), (0.025, 0.14)], 0.85)
    elif kind == 2:
        pen.pair([(0.09, 0.16), (0.22, 0.10), (0.20, -0.01), (0.29, 0.12), (0.13, 0.24)], 0.6)
    elif kind == 3:
        pen.stroke([(0.12, 0.2), (0.2, 0.03)], 1, 1, 1.3)
        pen.lamp(0.2, 0.04, 0.028)
    elif kind == 4:
        pen.pair([(0.11, 0.20), (0.24, 0.12), (0.24, 0.34), (0.12, 0.34)], 0.5)


def _head(pen: _Pen, kind: int) -> None:
    pen.plate([(-0.09, 0.32), (0.09, 0.32), (0.12, 0.42), (-0.12, 0.42)], 0.14)
    if kind == 0:
        half: list[Point] = [(0, 0.06), (0.09, 0.09), (0.15, 0.20), (0.13, 0.34), (0.06, 0.39), (0, 0.39)]
    elif kind == 1:
        half = [(0, 0.08), (0.15, 0.11), (0.17, 0.30), (0.08, 0.37), (0, 0.37)]
    elif kind == 2:
        half = [(0, 0.05), (0.07, 0.12), (0.17, 0.17), (0.12, 0.30), (0.05, 0.41), (0, 0.41)]
    else:
        half = [(0, 0.11), (0.12, 0.09), (0.20, 0.18), (0.19, 0.32), (0.10, 0.36), (0, 0.36)]
    pen.plate([*half, *((-x, y) for x, y in reversed(half))], 0.4)


def _visor(pen: _Pen, kind: int) -> None:
    if kind == 0:
        pen.light([(-0.12, 0.21), (0.12, 0.21), (0.10, 0.255), (-0.10, 0.255)])
    elif kind == 1:
        pen.disc(0, 0.235, 0.075, 0.08)
        pen.lamp(0, 0.235, 0.045)
    elif kind == 2:
        for side in (-1, 1):
            pen.light([(0.03, 0.25), (0.12, 0.20), (0.11, 0.255), (0.045, 0.275)], side)
    elif kind == 3:
        half = [(0.12, 0.19), (0.11, 0.235), (0.025, 0.24), (0.018, 0.34)]
        pen.light([*half, *((-x, y) for x, y in reversed(half))])
    else:
        for x, y, r in ((-0.065, 0.225, 0.03), (0.065, 0.225, 0.03), (0, 0.29, 0.022)):
            pen.lamp(x, y, r)
