"""The text views of all games on narrow screens: no line is longer than the screen, and no map or table is broken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from game_cases import CASES
from random_games import positions

from cogitable.envs import GAMES, brass_empire, cogs_and_commissars, comrade, great_machine, great_machine_coop
from cogitable.envs.table import Game
from cogitable.envs.table.views import NARROWEST, PUBLIC, WIDTH, columns, fitted, narrow

LARGE: list[tuple[Game, dict[str, Any], str]] = [
    (comrade.GAME, {"num_players": 10, "claims": True}, "comrade-large"),
    (brass_empire.GAME, {"num_players": 6, "mode": "team"}, "brass_empire-large"),
    (brass_empire.GAME, {"num_players": 6, "reserves": "draft", "max_decisions": 500}, "brass_empire-drafted"),
    (cogs_and_commissars.GAME, {"num_players": 6, "leaders": True, "windows": "all"}, "cogs_and_commissars-large"),
    (great_machine.GAME, {"num_players": 4, "city": "random"}, "great_machine-large"),
    (great_machine_coop.GAME, {"missions": "random", "city": "random"}, "great_machine_coop-large"),
]
TABLES = [case for case in CASES if case[0].name in GAMES] + LARGE
WIDTHS = (NARROWEST, 60, 80, 100, WIDTH)


def choose(legal: np.ndarray, rng: np.random.Generator) -> int:
    return int(rng.choice(legal))


@pytest.mark.often(9)
@pytest.mark.parametrize(("game", "options"), [case[:2] for case in TABLES], ids=[name for *_, name in TABLES])
def test_no_line_is_longer_than_the_screen(game, options):
    setup = game.setup(**options)
    for tables in positions(setup, 7, 15, every=34, choose=choose):
        seats = {None, 0, int(tables.states["seat"][0]), *([PUBLIC] if game.public_views else [])}
        for width in WIDTHS:
            for seat in seats:
                with narrow(width):
                    lines = setup.text(tables.states, seat).splitlines()
                long = [line for line in lines if len(line) > width]
                assert not long, (width, long)
                assert fitted(lines, width) == lines


def test_a_view_is_told_its_width_and_only_there():
    assert columns() == WIDTH
    with narrow(80):
        assert columns() == 80
        with narrow(3):
            assert columns() == NARROWEST
        with narrow(300):
            assert columns() == WIDTH
        assert columns() == 80
    assert columns() == WIDTH
