"""Sharper pictures: more pixels, the same things in the same places."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

import connect_four
from cogitable.envs.catalogue import GAMES, get_game
from cogitable.envs.table import Tables, spots
from cogitable.envs.table.drawing import blank, extent, kept, pen
from cogitable.envs.table.views import sharp

_AT = 40  # decisions
_SQUARE = 16  # pixels


def drawn(setup, ratio):
    tables, generator = Tables(setup, 1, seed=2, auto_reset=False), np.random.default_rng(2)
    for _ in range(_AT):
        tables.step(generator.choice(np.flatnonzero(tables.masks[0]), 1))
    return spots.draw(setup, tables.states, int(tables.states["seat"][0]), ratio=ratio)


PICTURES = [
    pytest.param(name, marks=() if name in ("cogdrive_neon", "comrade") else pytest.mark.long) for name in GAMES
]


@pytest.mark.parametrize("name", PICTURES)
def test_a_sharper_picture_shows_the_same_things_in_the_same_places(name):
    setup = get_game(name).setup()
    one, two = drawn(setup, 1), drawn(setup, 2)
    assert (one.ratio, two.ratio) == (1, 2) and one.size == two.size
    assert two.pixels.shape == (2 * one.size[1], 2 * one.size[0], 3)
    assert one.spots and one.spots == two.spots
    smaller = np.asarray(Image.fromarray(two.pixels).reduce(2)).astype(int)
    apart = np.abs(smaller - one.pixels).mean(axis=2)
    down, across = (length // _SQUARE for length in apart.shape)
    squares = apart[: down * _SQUARE, : across * _SQUARE].reshape(down, _SQUARE, across, _SQUARE).mean(axis=(1, 3))
    assert apart.mean() < 4  # of 255
    assert (squares > 40).mean() < 0.002  # letters within a line may lie a pixel apart, things may not


def test_what_draws_without_the_tools_makes_the_usual_picture():
    setup = connect_four.GAME.setup()
    table = Tables(setup, 1, seed=0)
    one, two = (spots.draw(setup, table.states, 0, ratio=ratio) for ratio in (1, 2))
    assert two.ratio == 1 and (one.pixels == two.pixels).all() and one.spots == two.spots


def test_sprites_are_kept_and_measured_for_every_ratio():
    drawings = []

    @kept(4)
    def bar(color):
        drawings.append(color)
        image = blank("RGB", (10, 4))
        pen(image).rectangle([1, 1, 3, 2], color)
        return image

    for ratio in (1, 2, 1, 2):
        with sharp(ratio):
            image = bar((255, 0, 0))
            assert extent(image) == (10, 4) and image.size == (10 * ratio, 4 * ratio)
            assert np.count_nonzero(np.asarray(image)[..., 0]) == 6 * ratio**2
    assert len(drawings) == 2
