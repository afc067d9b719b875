"""Pictures say where the things are that legal actions are about."""

from __future__ import annotations

import numpy as np
import pytest
from game_cases import CASES, PLAIN

import connect_four
from cogitable.envs.table import Tables, spots
from cogitable.envs.table.actions import ActionEnum, Actions, Block, of
from cogitable.envs.table.game import RUNNING

PICTURED = [case for case in CASES if case[0].render_picture is not None]


def positions(game, options, count=6, apart=17):
    """Yield positions of a random game."""
    setup = game.setup(**options)
    tables, generator = Tables(setup, 1, seed=5), np.random.default_rng(5)
    for number in range(count * apart):
        if number % apart == 0 and tables.states["over"][0] == RUNNING:
            yield setup, tables.states, tables.masks[0]
        tables.step(generator.choice(np.flatnonzero(tables.masks[0]), 1))


@pytest.mark.often(*(name for _, _, name in PICTURED if name in PLAIN))
@pytest.mark.parametrize(("game", "options"), [case[:2] for case in PICTURED], ids=[case[2] for case in PICTURED])
def test_every_legal_action_of_the_seat_to_move_has_a_spot_inside_the_picture(game, options):
    for setup, states, mask in positions(game, options):
        seat = int(states["seat"][0])
        drawn = spots.draw(setup, states, seat)
        height, width = drawn.pixels.shape[:2]
        assert {action for spot in drawn.spots for action in spot.actions} == set(np.flatnonzero(mask).tolist())
        for (left, top, wide, high), actions in drawn.spots:
            assert 0 <= left < left + wide <= width and 0 <= top < top + high <= height
            assert actions
        assert (drawn.pixels == setup.game.render_picture(setup, states.view(np.recarray)[0], seat)).all()


@pytest.mark.often(*(name for _, _, name in PICTURED if name in PLAIN))
@pytest.mark.parametrize(("game", "options"), [case[:2] for case in PICTURED], ids=[case[2] for case in PICTURED])
def test_nobody_but_the_seat_to_move_is_told_where_it_may_choose(game, options):
    setup, states, _ = next(positions(game, options, 1))
    for seat in (None, *range(setup.num_seats)):
        assert bool(spots.draw(setup, states, seat).spots) == (seat == int(states["seat"][0]))


def test_the_spots_of_connect_four_are_its_columns():
    setup = connect_four.GAME.setup()
    tables = Tables(setup, 1, seed=1)
    for _ in range(6):
        tables.step(np.array([2]))
    drawn = spots.draw(setup, tables.states, int(tables.states["seat"][0]))
    width = drawn.pixels.shape[1] // connect_four.COLUMNS
    full = [spot for spot in drawn.spots if 2 in spot.actions]
    assert not full and len(drawn.spots) == connect_four.COLUMNS - 1
    assert [(spot.box[0] // width, spot.actions) for spot in drawn.spots] == [(c, (c,)) for c in (0, 1, 3, 4, 5, 6)]


class _Act(ActionEnum):
    PASS = Block("pass")
    PAINT = Block("paint a wall", of("wall", 3))
    BREAK = Block("break a wall", of("wall", 3))
    MOVE = Block("move", (of("wall", 3), of("wall", 3)))


def test_what_a_part_is_about_may_be_a_thing_some_actions_of_it_or_a_pair():
    references = Actions(_Act.blocks()).references

    def covered(what):
        return {action for action, reference in enumerate(references) if what.covers(reference)}

    both = {_Act.MOVE + 3 * a + b for a in range(3) for b in range(3) if 1 in (a, b)}
    assert covered(spots.about(("wall", 1))) == {_Act.PAINT + 1, _Act.BREAK + 1} | both
    assert covered(spots.about(("wall", 1), blocks=("BREAK",))) == {_Act.BREAK + 1}
    assert covered(spots.about(("wall", 1), ("wall", 2), blocks=("MOVE",))) == {_Act.MOVE + 5, _Act.MOVE + 7}
    assert covered(spots.about(blocks=("PASS",))) == {_Act.PASS}
