"""What City of the Great Machine tells by itself: every kind has its words, and those perceive it who may."""

from __future__ import annotations

import numpy as np
import pytest

from cogitable.envs import great_machine, great_machine_coop
from cogitable.envs.city.rules.news import News, packed_place, unpacked_place
from cogitable.envs.great_machine.rules.news import MachineNews
from cogitable.envs.great_machine.rules.state import MachineAct
from cogitable.envs.great_machine_coop.rules.news import CoopNews, unpacked_move
from cogitable.envs.great_machine_coop.rules.state import MAX_SEATS
from cogitable.envs.table.events import UNKNOWN
from cogitable.envs.table.log import Log


def test_every_kind_of_event_has_its_words():
    assert set(great_machine.GAME.events) == {*News, *MachineNews}
    assert set(great_machine_coop.GAME.events) == {*News, *CoopNews}


def test_no_two_kinds_of_event_have_the_same_number():
    kinds = [*News, *MachineNews, *CoopNews]
    assert len(set(kinds)) == len(kinds)


def test_numbers_that_are_packed_come_back():
    for place in ((0, 0, 0), (17, 3, 1), (9, 17, 0)):
        assert unpacked_place(int(packed_place(np.array(place, np.int8)))) == place
    assert unpacked_move(5) == (5, -1)
    assert unpacked_move(3 << 4 | 8) == (8, 2)


def played(options, number, seed=1):
    """Return the log of a random game."""
    setup = great_machine.GAME.setup(**options)
    log, rng = Log(setup, (seed, 2, 3, 4)), np.random.default_rng(seed)
    while len(log.entries) <= number and not log.table.states["over"][0]:
        log.take(int(rng.choice(np.flatnonzero(log.table.mask))))
    return log


@pytest.mark.parametrize("seed", [1, 2])
def test_the_machine_does_not_hear_what_is_hidden_from_it(seed):
    log = played({"num_players": 3}, 400, seed)
    machine, hero, everything = (log.events(seat) for seat in (0, 1, None))
    cast = [[event.thing for event in events if event.kind == News.CAST] for events in (machine, hero, everything)]
    assert cast[0] == [UNKNOWN] * 3
    assert cast[1] == cast[2] and UNKNOWN not in cast[1]
    drawn = [sum(event.kind == MachineNews.DRAWN for event in events) for events in (machine, hero, everything)]
    assert drawn[0] == drawn[2] and drawn[1] == 0
    found = [sum(event.kind == News.FOUND for event in events) for events in (machine, hero, everything)]
    assert found[0] <= found[1] == found[2] > 0


def test_a_game_says_why_it_has_ended_and_why_the_plan_has_moved():
    log = played({"num_players": 2}, 2000)
    lines = log.lines(0)
    assert lines[-1].endswith("win") or lines[-1].endswith("wins")
    advances = [line for line in lines if line.startswith("The Master Plan advances to ")]
    assert len(advances) == int(log.table.states["advances"][0].sum())
    assert all(": " in line for line in advances)


def test_where_a_random_city_lies_is_told():
    log = played({"num_players": 2, "city": "random"}, 1)
    told = [event for event in log.events(0) if event.kind == News.LIES]
    places = log.table.states["place"][0]
    assert [unpacked_place(event.amount) for event in told] == [tuple(place) for place in places.tolist()]
    assert not any(event.kind == News.LIES for event in played({"num_players": 2, "city": "normal 1"}, 1).events(0))


def test_a_district_that_is_drawn_is_told():
    log = played({"num_players": 2, "city": "confrontation"}, 30)
    tiles = [event.thing for event in log.events(1) if event.kind == MachineNews.TILE]
    assert sorted(tiles) == list(range(9))
    assert any(entry.action - MachineAct.PILE in (0, 1) for entry in log.entries)


def test_all_seats_of_the_co_operative_game_perceive_the_same():
    setup = great_machine_coop.GAME.setup(num_players=MAX_SEATS, missions="random")
    log, rng = Log(setup, (7, 2, 3, 4)), np.random.default_rng(7)
    while len(log.entries) < 300 and not log.table.states["over"][0]:
        log.take(int(rng.choice(np.flatnonzero(log.table.mask))))
    assert log.lines(0) == log.lines(1) == log.lines(2)
    hidden = [event for event in log.events(None) if event.kind == CoopNews.DIRECTIVE_TAKEN]
    shown = [event for event in log.events(0) if event.kind == CoopNews.DIRECTIVE_TAKEN]
    assert len(hidden) == len(shown)
