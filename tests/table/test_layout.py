"""Names for the parts of an observation."""

from __future__ import annotations

import numpy as np
import pytest
from games import kuhn_poker
from hypothesis import given
from hypothesis import strategies as st

from cogitable.envs.table import Layout, Part, Tables

SHAPES = st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple), min_size=1, max_size=6)


def layout_of(shapes: list[tuple[int, ...]]) -> Layout:
    return Layout(*(Part(f"part {i}", shape, "numbers") for i, shape in enumerate(shapes)))


@given(SHAPES, st.lists(st.integers(1, 3), max_size=2))
def test_parts_tile_the_vector(shapes: list[tuple[int, ...]], lead: list[int]) -> None:
    layout = layout_of(shapes)
    assert layout.size == sum(int(np.prod(shape)) for shape in shapes)
    vector = np.arange(np.prod([*lead, layout.size], dtype=int), dtype=np.float32).reshape(*lead, layout.size)
    views = layout.split(vector)
    assert [views[p.name].shape for p in layout.parts] == [(*lead, *p.shape) for p in layout.parts]
    flat = [views[p.name].reshape(*lead, p.size) for p in layout.parts]
    assert (np.concatenate(flat, axis=-1) == vector).all()
    places = [layout.slice(p.name) for p in layout.parts]
    assert [s.start for s in places] == [0, *(s.stop for s in places[:-1])]


def test_views_write_through() -> None:
    layout = layout_of([(2,), (2, 3)])
    vector = np.zeros((5, 8), np.float32)
    layout.split(vector)["part 1"][4, 1, 2] = 9
    assert vector[4, 7] == 9
    assert vector.sum() == 9


def test_unknown_part() -> None:
    with pytest.raises(KeyError, match="no part 'hand'; the parts are part 0, part 1"):
        layout_of([(1,), (2,)]).slice("hand")


def test_wrong_size() -> None:
    with pytest.raises(ValueError, match="observation has 3 numbers, the layout has 4"):
        layout_of([(4,)]).split(np.zeros(3))


def test_two_parts_of_one_name() -> None:
    with pytest.raises(ValueError, match="two parts of a layout are called 'x'"):
        Layout(Part("x", (1,), "numbers"), Part("x", (2,), "numbers"))


def test_names_lead_to_what_the_seat_sees() -> None:
    tables = Tables(kuhn_poker.GAME.setup(num_players=3), 8, seed=1)
    seen = tables.setup.layout.split(tables.observations)
    assert (seen["card"].argmax(axis=1) == tables.states["kuhn_deck"][:, 0]).all()
    assert seen["present"].tolist() == [[1, 1, 1, 0]] * 8
    everything = tables.setup.full_layout
    assert everything.slice("cards") == slice(0, 25)


def test_where_an_observation_tells_of_each_thing() -> None:
    things = ("north", "south")
    layout = Layout(
        Part("clock", (1,), "rounds"),
        Part("guards", (2,), "guards there", things),
        Part("roads", (2, 2), "1 for neighbours", things, things),
        Part("seats", (3, 2), "who is where", ("a", "b", "c"), things),
        Part("past", (2, 2, 2), "what was where", ("a", "b"), things),
        Part("pairs", (2,), "something else of the same size"),
    )
    north, south = layout.about(things).tolist()
    assert north == [1, 3, 4, 7, 9, 11, 13, 15, 17, 19]
    assert south == [2, 5, 6, 8, 10, 12, 14, 16, 18, 20]
    assert layout.about(("east", "west")).shape == (2, 0)
