"""What the pictures of all games draw with."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cogitable.envs.table.drawing import cog, fit_text, stretched, supersampled, text_width, wrap
from cogitable.envs.table.views import RATIOS, sharp

TEXT = "The automaton takes the rightmost card of either row, and then all of its units mine."


def test_a_text_gets_the_largest_letters_that_it_has_room_for():
    sizes = (20, 14, 12, 10)
    lines, size = fit_text(TEXT, 200, 60, sizes, 1.2)
    assert " ".join(lines) == TEXT
    assert sizes[0] > size > sizes[-1]
    assert len(lines) * size * 1.2 <= 60
    assert all(len(wrap(TEXT, 200, larger)) * larger * 1.2 > 60 for larger in sizes if larger > size)


def test_a_text_without_room_is_cut():
    lines, size = fit_text(TEXT, 100, 30, (20, 12), 1.2)
    assert size == 12
    assert len(lines) == 2
    assert lines[-1].endswith("...")
    assert all(text_width(line, size) <= 100 for line in lines)


def test_a_cog_has_teeth_around_its_middle():
    points = cog((10, 20), 5, 4, 6, lean=0.18, turn=0.3)
    radii = [math.dist(point, (10, 20)) for point in points]
    assert len(points) == 24
    assert radii == pytest.approx([5, 5, 4, 4] * 6)


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("size", [(60, 44), (9, 90), (90, 9), (22, 22)])
def test_a_frame_made_small_and_stretched_is_that_made_large(size, ratio):
    def made(wide, high):
        def paint(draw, scale):
            corners = [2 * scale, 3 * scale, (wide - 1) * scale - 1, (high - 2) * scale - 1]
            draw.rounded_rectangle(corners, 2.5 * scale, (200, 40, 10, 120), (1, 2, 3), round(1.5 * scale))

        return supersampled(wide, high, paint)

    with sharp(ratio):
        whole = made(*size)
        assert np.array_equal(np.asarray(stretched(*size, 7, made)), np.asarray(whole))
        assert whole.size == (ratio * size[0], ratio * size[1])
