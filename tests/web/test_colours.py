"""Colours of the pages: words and controls can be told from what they stand on, in the dark and in the light."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cogitable.training.web

STYLE = Path(cogitable.training.web.__file__).parent / "static" / "style.css"
WORDS, SHAPES = 4.5, 3.0
"""Contrasts that the Web Content Accessibility Guidelines want (1.4.3 and 1.4.11, level AA)."""
SCHEMES = re.findall(r":root \{(.*?)\}", STYLE.read_text(), re.DOTALL)


def light(colour):
    """Return the relative luminance of a colour."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    less, more = sorted((light(one), light(other)))
    return (more + 0.05) / (less + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES, ids=["dark", "light"])
def test_words_and_controls_stand_out(scheme):
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", scheme))
    shapes = ["border", *(f"seat-{seat}" for seat in range(10))]
    wanted = {**dict.fromkeys(("ink", "faint", "gold", "bad", "good"), WORDS), **dict.fromkeys(shapes, SHAPES)}
    assert set(colours) == {*wanted, "ground", "panel", "edge"}
    for name, least in wanted.items():
        for ground in ("ground", "panel"):
            assert contrast(colours[name], colours[ground]) >= least, (name, ground)
