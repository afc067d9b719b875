"""The colours of the picture: walnut, parchment, metals and ink."""

from __future__ import annotations

from ...table.drawing import RGB

WALNUT: RGB = (41, 29, 22)
DARK: RGB = (25, 18, 14)
BRASS: RGB = (203, 158, 76)
LIGHT: RGB = (246, 218, 150)
SHADE: RGB = (104, 72, 32)
COPPER: RGB = (186, 104, 58)
PARCHMENT: RGB = (240, 227, 196)
INK: RGB = (48, 34, 24)
CREAM: RGB = (250, 240, 216)
DIM: RGB = (176, 152, 116)
STEEL: RGB = (132, 146, 160)
BLOOD: RGB = (186, 44, 34)
GREEN: RGB = (120, 196, 96)
WHITE: RGB = (255, 255, 255)
