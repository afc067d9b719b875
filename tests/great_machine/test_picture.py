"""City of the Great Machine: the table as a picture."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
import random_games
from great_machine.test_views import TALL, WIDE, begun, crowd_together
from hypothesis import given
from hypothesis import strategies as st
from random_games import record
from watched_pictures import Watcher, demand_apart, demand_inside, draw, overlap

from cogitable.envs.city.picture import city, heroes, layout, side, style, table
from cogitable.envs.city.rules.state import Act, Ask, Directive, District, Event, Phase, Status
from cogitable.envs.city.words.facts import SeenCitizen
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.picture import layout as picture_layout
from cogitable.envs.great_machine.picture import side as picture_side
from cogitable.envs.great_machine.picture import table as picture
from cogitable.envs.table import Setup
from cogitable.envs.table.drawing import Box
from cogitable.envs.table.game import TERMINATED
from cogitable.envs.table.named import texts
from cogitable.envs.table.tables import determinized
from cogitable.envs.table.views import knower

TABLES: dict[str, dict[str, Any]] = {
    "4": {},
    "2, confrontation": {"num_players": 2, "city": "confrontation", "heroes": "chosen"},
    "3, random": {"num_players": 3, "city": "random"},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
DRAWN_BY = (picture_side, city, heroes, layout, side, style, table)

states_of = partial(random_games.states_of, choose=random_games.seldom(Act.DONE, 0.6))


def watcher_of(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    """Watch the picture itself, its backdrop drawn anew; what is written on tokens belongs to them."""
    picture_layout.backdrop.cache_clear()
    return Watcher(monkeypatch, DRAWN_BY, picture_layout.SIZE, every_size=False)


def demand_clear(watcher: Watcher, setup: Setup, states: np.ndarray, seat: int | None) -> list[str]:
    """Raise AssertionError where a text lies beside the picture or over another one; return what is written."""
    picture_layout.backdrop.cache_clear()
    texts = watcher.of(setup, states, seat)
    assert not watcher.covered
    demand_inside(texts, picture_layout.SIZE)
    demand_apart(texts, -0.5)
    return [text for text, _ in texts]


@EVERY_SETUP
def test_a_picture_shows_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(2), 0
    for number, states in enumerate(states_of(setup, 12, 10, every=31)):
        if record(states).over == TERMINATED:
            continue
        seat = number % setup.num_seats
        other = determinized(setup, states, rng.integers(2**32, size=4, dtype=np.uint32), np.array([seat]))
        assert np.array_equal(draw(setup, other, seat), draw(setup, states, seat))
        hidden += not np.array_equal(draw(setup, other, None), draw(setup, states, None))
    assert hidden > 4


def test_a_picture_is_a_fresh_rgb_array_of_one_size_and_repeats():
    setup, states = begun()
    before = states.tobytes()
    for seat in (0, None):
        first = draw(setup, states, seat)
        assert (first.shape, first.dtype) == ((1000, 1600, 3), np.uint8)
        assert first.flags.writeable and first.std() > 10
        kept = first.copy()
        first[:] = 0  # belongs to the caller
        assert np.array_equal(draw(setup, states, seat), kept)
    assert states.tobytes() == before


@EVERY_SETUP
def test_no_text_lies_over_another_or_beside_the_picture(setup, monkeypatch):
    watcher = watcher_of(monkeypatch)
    for number, states in enumerate(states_of(setup, 18, 12, every=27)):
        demand_clear(watcher, setup, states, [None, 0, 1][number % 3])


@pytest.mark.parametrize("rows", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("district", [District.ART, District.CITADEL, District.SQUARE])
def test_a_crowd_in_the_smallest_tiles(rows, district, monkeypatch):
    setup, states = begun(city=rows)
    crowd_together(states, district)
    told = demand_clear(watcher_of(monkeypatch), setup, states, 1)
    for name in ("Fowler", "Actress", "Artificer"):
        assert sum(len(text) > 1 and name.startswith(text) for text in told) >= 2, "beside the tracks and on the tile"


def test_all_directives_have_room(monkeypatch):
    setup, states = begun()
    table, watcher = record(states), watcher_of(monkeypatch)
    for published, hand in ((0b111, 0b111111000), (0b1111, 0), (0, 0b111111111)):
        table.published, table.hand, table.deck = published, hand, 511 & ~(published | hand)
        for seat in (None, 0, 1):
            told = demand_clear(watcher, setup, states, seat)
            for number, name in enumerate(texts(Directive)):
                assert (name in told) == bool((published | (0 if seat == 1 else hand)) >> number & 1)


@pytest.mark.parametrize("event", range(len(Event)))
def test_no_event_is_cut_off(event, monkeypatch):
    setup, states = begun()
    record(states).event = event
    told = demand_clear(watcher_of(monkeypatch), setup, states, 0)
    assert any(Event(event).text in text for text in told)
    assert not any(text.endswith("...") for text in told)


CHANGES: dict[str, Callable[[Any], Any]] = {
    "the Master Plan": lambda table: setattr(table, "plan", 9),
    "Discontent": lambda table: setattr(table, "slot", 8),
    "Bonds": lambda table: setattr(table, "bonds", 11),
    "a Guard": lambda table: table.guards.__setitem__(District.ART, 1),
    "a broken Guard": lambda table: table.broken.__setitem__(District.ART, 1),
    "a Raid": lambda table: setattr(table, "raids", 1),
    "a Riot": lambda table: setattr(table, "riots", 1),
    "a Servant": lambda table: table.servants.__setitem__(1, District.ART),
    "a Hero": lambda table: table["at"].__setitem__(1, District.TOWER),
    "Trust": lambda table: table.trust.__setitem__(1, 7),
    "an identified Citizen": lambda table: table.citizens.__setitem__((District.TOWER, Status.IDENTIFIED, 2), 1),
    "a revealed Citizen": lambda table: table.citizens.__setitem__((District.TOWER, Status.REVEALED, 2), 1),
    "a published Directive": lambda table: setattr(table, "published", 1),
    "the size of the hand": lambda table: setattr(table, "hand", 1),
    "the event": lambda table: setattr(table, "event", Event.COUNTDOWN),
    "a forfeited card": lambda table: table.cards.__setitem__(2, 3),
    "a chosen card": lambda table: table.chosen.__setitem__(2, 3),
    "detention": lambda table: table.detained.__setitem__(2, 1),
    "the phase": lambda table: setattr(table, "phase", Phase.CLOSING),
    "the round": lambda table: setattr(table, "week", 9),
    "where a tile lies": lambda table: table.place.__setitem__((District.TOWER, 1), 2),
    "the District in question": lambda table: setattr(table, "tile", District.VELVET),
    "who is asked": lambda table: setattr(table, "seat", 0),
    "the end": lambda table: [setattr(table, "over", 1), setattr(table, "winner", 1)],
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_picture_shows(change):
    setup, states = begun()
    before = draw(setup, states, 1)
    CHANGES[change](record(states))
    assert not np.array_equal(draw(setup, states, 1), before)


def test_what_can_be_chosen_lights_up_for_the_seat_that_is_asked_alone():
    setup, states = begun()
    mover = int(record(states).seat)
    assert mover != 0 and record(states).ask == Ask.ACCESS
    for seat in (None, *range(4)):
        districts = picture.scene_of(setup, record(states), seat, knower(record(states), seat)).districts
        hand = int(record(states).cards[record(states).hero])
        lit = {district for district in range(9) if hand >> district & 1}
        assert districts == (lit if seat in (None, mover) else set())


@given(st.integers(1, 14), st.integers(12, 300), st.integers(12, 300), st.sampled_from([1.0, 1.28]), st.integers(5, 80))
def test_pieces_lie_side_by_side_inside_their_part_of_a_tile(count, width, height, aspect, most):
    box = Box(7, 9, width, height)
    places = style.packed(count, box, aspect, most)
    assert len(places) == count
    for place in places:
        assert 0 < place.width <= most
        assert box.x <= place.x and place.right <= box.right
        assert box.y <= place.y and place.low <= box.low + (place.width == 1)
    for a, b in itertools.combinations(places, 2):
        assert not overlap(a, b)


@pytest.mark.parametrize("upright", [False, True])
def test_the_parts_of_a_tile_do_not_overlap(upright):
    box = Box(3, 4, 90 if upright else 190, 190 if upright else 90)
    parts = city._parts(box, (0.2, 0.4, 0.4), upright)
    for part in parts:
        assert box.x <= part.x and part.right <= box.right and box.y <= part.y and part.low <= box.low
    for a, b in itertools.combinations(parts, 2):
        assert not overlap(a, b)


def test_tokens_differ():
    citizens = [SeenCitizen(status, kind, False) for status in range(3) for kind in range(6)]
    citizens += [SeenCitizen(Status.UNIDENTIFIED, None, False), SeenCitizen(Status.IDENTIFIED, None, False)]
    citizens += [SeenCitizen(Status.REVEALED, kind, True) for kind in range(5)]
    shown = [style.citizen_disc(citizen, 40).tobytes() for citizen in citizens]
    shown += [style.guard(40, kind).tobytes() for kind in ("standing", "broken", "free")]
    shown += [style.servant_sprite(servant, 40).tobytes() for servant in range(3)]
    shown += [style.pawn(hero, 3, 40).tobytes() for hero in range(6)]
    shown += [style.raid_token(40).tobytes(), *(style.riot_token(40, won).tobytes() for won in (0, 1))]
    assert len(set(shown)) == len(shown)
