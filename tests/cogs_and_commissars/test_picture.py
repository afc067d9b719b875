"""Cogs and Commissars: the table as a picture."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import random_games
from cogs_and_commissars.positions import SMALL, Position, has, lay_out
from random_games import record
from watched_pictures import Text, Watcher, demand_apart, demand_inside, draw

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.picture import cards as picture_cards
from cogitable.envs.cogs_and_commissars.picture import centre as picture_centre
from cogitable.envs.cogs_and_commissars.picture import layout as picture_layout
from cogitable.envs.cogs_and_commissars.picture import seats as picture_seats
from cogitable.envs.cogs_and_commissars.picture import side as picture_side
from cogitable.envs.cogs_and_commissars.picture import style as picture_style
from cogitable.envs.cogs_and_commissars.picture import table as picture
from cogitable.envs.cogs_and_commissars.rules import box, state
from cogitable.envs.cogs_and_commissars.rules.actions import Act
from cogitable.envs.cogs_and_commissars.words.card_text import kind_text
from cogitable.envs.cogs_and_commissars.words.facts import needed
from cogitable.envs.table import Tables, drawing
from cogitable.envs.table.game import TERMINATED
from cogitable.envs.table.tables import determinized

TABLES: dict[str, dict[str, Any]] = {
    "2": {},
    "6, leaders": {"num_players": 6, "leaders": True},
    "3, drafted": {"num_players": 3, "decks": "drafted", "factions": "chosen", "leaders": True},
    "6, all asked": {"num_players": 6, "leaders": True, "windows": "all", "decks": "random"},
    "4, random": {"num_players": 4, "decks": "random", "cards": SMALL},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
DRAWN_BY = (picture, picture_centre, picture_seats, picture_side, picture_style)

states_of = partial(random_games.states_of, choose=random_games.seldom(Act.PASS, 0.7))


def watcher_of(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    """Watch the picture itself, faces of cards aside."""
    return Watcher(monkeypatch, DRAWN_BY, picture_layout.SIZE, every_size=False)


def demand_clear(texts: list[Text]) -> None:
    """Raise AssertionError where a text lies beside the picture or over another one."""
    demand_inside(texts, picture_layout.SIZE)
    demand_apart(texts, -0.5, headings=True)


def deep(cards: int) -> Position:
    """Return a table with so many cards on the stack, each but the first a Stifle Free Speech against the one below."""
    table = lay_out(has("Doublethink"), has("Stifle Free Speech"), has(), phase="after production")
    table.do("A: play Doublethink", "B: play Stifle Free Speech")
    for place in range(2, cards):
        table.states["stack"][0, place] = table.states["stack"][0, 1]
        table.states["stack"][0, place]["card"] = place - 1
        table.states["stack"][0, place]["player"] = place % 3
    table.state.depth = cards
    return table


@pytest.mark.often("2", "3, drafted")
@EVERY_SETUP
def test_a_picture_shows_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(2), 0
    for number, states in enumerate(states_of(setup, 12, 9, every=29)):
        if record(states).over == TERMINATED:
            continue
        seat = number % setup.num_seats
        other = determinized(setup, states, rng.integers(2**32, size=4, dtype=np.uint32), np.array([seat]))
        assert np.array_equal(draw(setup, other, seat), draw(setup, states, seat))
        hidden += not np.array_equal(draw(setup, other, None), draw(setup, states, None))
    assert hidden > 2


@EVERY_SETUP
def test_a_picture_is_a_fresh_rgb_array_of_one_size_and_repeats(setup):
    *_, states = states_of(setup, 3, 4, every=40)
    before = states.tobytes()
    for seat in (0, None):
        first = draw(setup, states, seat)
        assert (first.shape, first.dtype) == ((1000, 1600, 3), np.uint8)
        assert first.flags.writeable and first.std() > 10
        kept = first.copy()
        first[:] = 0  # belongs to the caller
        assert np.array_equal(draw(setup, states, seat), kept)
    assert states.tobytes() == before


CHANGES: dict[str, Callable[[Position], Any]] = {
    "citizens": lambda t: t.states["citizens"].__setitem__((0, 1, 2), 3),
    "points": lambda t: t.states["points"].__setitem__((0, 1), 14),
    "the Gulag": lambda t: t.states["gulag"].__setitem__((0, 1), 4),
    "own hand": lambda t: t.states["zones"].__setitem__((0, 0, state.Zone.HAND, t.number("Wire")), 1),
    "size of a hand": lambda t: t.states["amounts"].__setitem__((0, 1, state.Zone.HAND), 9),
    "a discard": lambda t: t.states["zones"].__setitem__((0, 1, state.Zone.DISCARD, t.number("Wire")), 1),
    "phase": lambda t: setattr(t.state, "phase", state.Phase.AFTER_PROPAGANDA),
    "turn": lambda t: setattr(t.state, "turn", 9),
    "whose turn": lambda t: setattr(t.state, "player", 1),
    "further Actions": lambda t: setattr(t.state, "extra", 2),
    "protection": lambda t: setattr(t.state, "silenced", 1),
    "what is known of a hand": lambda t: t.states["known"].__setitem__((0, 0, 1, t.number("Wire")), 1),
    "who is asked, as that is oneself": lambda t: setattr(t.state, "seat", 1),
    "the end": lambda t: [setattr(t.state, "over", 1), setattr(t.state, "winner", 1)],
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_picture_shows(change):
    table = lay_out(has("Doublethink"), has("Wire, Monument"), has(), phase="after production")
    before = draw(table.setup, table.states, 0)
    CHANGES[change](table)
    assert not np.array_equal(draw(table.setup, table.states, 0), before)


RECORDS = {"dead": 1, "protected": 1, "as_blitz": 1, "player": 2, "card": -1, "owner": -1, "kind": 3}


@pytest.mark.parametrize("field", RECORDS)
def test_the_picture_shows_of_a_card_on_the_stack(field):
    table = lay_out(has("Doublethink"), has("Stifle Free Speech"), has(), phase="after production")
    table.do("A: play Doublethink", "B: play Stifle Free Speech")
    before = draw(table.setup, table.states, 0)
    table.states["stack"][0, 1][field] = RECORDS[field]
    assert not np.array_equal(draw(table.setup, table.states, 0), before)


def test_what_may_be_played_lights_up_for_the_seat_that_is_asked_alone():
    table = lay_out(has("Doublethink, Monument"), has("Wire, Monument"), phase="after production")
    scenes = [picture.scene_of(table.setup, table.state, seat) for seat in (0, 1, None)]
    assert [scene.hand for scene in scenes] == [{table.number("Doublethink")}, set(), {table.number("Doublethink")}]
    table.do("A: pass")
    scenes = [picture.scene_of(table.setup, table.state, seat) for seat in (0, 1, None)]
    assert [scene.hand for scene in scenes] == [set(), {table.number("Wire")}, set()], "another hand lies elsewhere"
    table = lay_out(has("Assassinate"), has(points=(1, 1, 0)), has(points=0), has())
    table.do("A: play Assassinate")
    assert picture.scene_of(table.setup, table.state, 0).seats == {1, 3}
    assert picture.scene_of(table.setup, table.state, 1).seats == set()


def test_a_duplicates_targets_light_up():
    hands = ("Doublethink, Doublespeak", "Stifle Free Speech", "Wire")
    table = lay_out(*map(has, hands), phase="after production")
    table.do("A: play Doublethink", "C: play Wire", "C: at A", "B: play Stifle Free Speech", "A: play Doublespeak")
    assert picture.scene_of(table.setup, table.state, table.state.seat).stack == set()
    table.resolve()
    assert table.asked.endswith("target card")
    assert picture.scene_of(table.setup, table.state, table.state.seat).stack == {0, 1}


@pytest.mark.often("2", "3, drafted")
@EVERY_SETUP
def test_no_text_lies_over_another_or_beside_the_picture(setup, monkeypatch):
    watcher = watcher_of(monkeypatch)
    for number, states in enumerate(states_of(setup, 18, 15, every=23)):
        seat = [None, 0, setup.num_seats - 1][number % 3]
        texts = watcher.of(setup, states, seat)
        assert {f"player_{other}" for other in range(setup.num_seats)} <= {text for text, _ in texts}
        demand_clear(texts)
        assert not watcher.covered


@pytest.mark.parametrize("name", ["house", "bench"])
def test_every_card_is_told_in_full_wherever_it_is_drawn(name):
    setup = SETUPS["2"] if name == "house" else SETUPS["4, random"]
    own, pack = picture_layout.OWN, picture_layout.CENTRE
    rows = {
        "hand": picture_layout.grid(7, picture_style.Box(0, 0, own.width - 24 - 246 - 256 - 14, own.height - 48), 7)[0],
        "pack": picture_layout.grid(10, picture_style.Box(0, 0, pack.width - 24, pack.height - 46), 5)[0],
    }
    for card in setup.options.cards.card:
        for place in rows.values():
            box = picture_cards.text_box(place.width, place.height)
            size = picture_cards.TEXT_SIZES[-2]
            lines = drawing.wrap(kind_text(card), box.width, size)
            assert len(lines) * size * picture_style.LEADING <= box.height, card.name
            assert not any(line.endswith("...") for line in lines)


@pytest.mark.parametrize("cards", [2, 5, 6, 9, 15, 24, state.MAX_DEPTH])
def test_a_deep_stack(cards, monkeypatch):
    table, watcher = deep(cards), watcher_of(monkeypatch)
    for seat in (0, 1):
        texts = watcher.of(table.setup, table.states, seat)
        demand_clear(texts)
        told = [text for text, _ in texts]
        assert sum(text.startswith("Stifle Free Speech #") for text in told) == min(cards - 1, 4)
        assert any(text.startswith("Doublethink #1 of") for text in told), "the card that all the others are about"
        assert (f"and {cards - 5} more" in told) == (cards > 5)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("points", [9, 19, 132])
def test_points_are_told_in_full_with_what_a_revolution_needs(seats, points, monkeypatch):
    setup, watcher = GAME.setup(num_players=seats, leaders=True), watcher_of(monkeypatch)
    states = Tables(setup, 1, seed=1).states.copy()
    record(states).points[:seats] = points
    record(states).citizens[:seats] = 0
    for seat in (0, None):
        texts = watcher.of(setup, states, seat)
        demand_clear(texts)
        told = [text for text, _ in texts]
        assert told.count(str(points)) >= seats
        wanted = [f"of {needed(setup, record(states), other)}" for other in range(seats)]
        for text in sorted(set(wanted)):
            assert sum(text in line for line in told) >= wanted.count(text), (text, told)
        ready = sum("enough" in line for line in told)
        assert ready == (seats if points > 15 else 0)
        assert sum(line in ("no counter", "not to be countered") for line in told) == (seats if points > 20 else 0)
        assert not any(line.endswith("...") and "point" in line for line in told)


def test_all_citizens_of_the_box_fit(monkeypatch):
    table, watcher = deep(2), watcher_of(monkeypatch)
    table.states["citizens"][0, :2] = box.SUPPLY
    table.states["points"][0, :2] = 132
    demand_clear(watcher.of(table.setup, table.states, 0))


def test_hands_of_many_kinds_have_room(monkeypatch):
    setup, watcher = SETUPS["6, leaders"], watcher_of(monkeypatch)
    states = Tables(setup, 1, seed=0).states.copy()
    table = record(states)
    for kinds in (7, 8, 14, 20):
        table.zones[0, state.Zone.HAND] = 0
        table.zones[0, state.Zone.HAND, :kinds] = 1
        table.amounts[0, state.Zone.HAND] = kinds
        demand_clear(watcher.of(setup, states, 0))


def test_two_card_files_in_one_process_do_not_mix():
    """Faces are kept by what is on them: cards of one number and name that differ elsewhere are drawn as they are."""
    text = Path(SMALL).read_text(encoding="utf-8")
    other = text.replace('"take", citizen = "chosen" }', '"take", citizen = "chosen", count = 2 }')
    setups = [GAME.setup(cards=tomllib.loads(told), factions=("Plain", "Wide")) for told in (text, other)]
    shown = [draw(setup, Tables(setup, 1, seed=5).states, None) for setup in setups]
    assert not np.array_equal(*shown)
    for module in (picture_cards, picture_style):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()
    cold = [draw(setup, Tables(setup, 1, seed=5).states, None) for setup in reversed(setups)]
    assert all(map(np.array_equal, shown, reversed(cold)))


def test_types_of_citizens_differ_without_their_colours():
    size = 24
    for one, other in itertools.combinations(range(3), 2):
        a, b = (picture_style.token(citizen, size) for citizen in (one, other))
        assert a.width == (one + 1) * size != b.width
    covered = [np.asarray(picture_style.token(citizen, size).getchannel("A"))[2, 2] for citizen in range(3)]
    assert covered[0] < 40 and covered[2] > 200, "a disc has no corners, a block has"
