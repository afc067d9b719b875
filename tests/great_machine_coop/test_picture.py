"""City of the Great Machine, co-operative: the table as a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
import random_games
from great_machine.test_views import TALL, WIDE
from great_machine_coop.test_views import begun, crowd_together
from random_games import record
from watched_pictures import Watcher, demand_apart, demand_inside, draw

from cogitable.envs.city.picture import city, heroes
from cogitable.envs.city.picture import layout as shared_layout
from cogitable.envs.city.picture import side as shared_side
from cogitable.envs.city.picture import style as shared_style
from cogitable.envs.city.picture import table as shared_table
from cogitable.envs.city.rules.state import Act, District
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.picture import layout as picture_layout
from cogitable.envs.great_machine_coop.picture import servants as picture_servants
from cogitable.envs.great_machine_coop.picture import side, style
from cogitable.envs.great_machine_coop.rules import state
from cogitable.envs.table import Setup
from cogitable.envs.table.game import TERMINATED
from cogitable.envs.table.tables import determinized

TABLES: dict[str, dict[str, Any]] = {
    "no Missions": {"num_players": 2, "heroes": "chosen"},
    "I": {"missions": "I"},
    "II": {"missions": "II", "num_players": 1, "city": "random"},
    "III": {"missions": "III", "difficulty": "insane"},
    "IV": {"missions": "IV"},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
OWN = (picture_servants, side, style)
SHARED = (city, heroes, shared_layout, shared_side, shared_style, shared_table)

states_of = partial(random_games.states_of, choose=random_games.seldom(Act.DONE, 0.7))


def watcher_of(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    """Watch the picture itself; what is written on tokens belongs to them."""
    modules = [module for module in (*OWN, *SHARED) if hasattr(module, "write")]
    return Watcher(monkeypatch, modules, picture_layout.SIZE, every_size=False)


def demand_clear(watcher: Watcher, setup: Setup, states: np.ndarray, seat: int | None) -> list[str]:
    """Raise AssertionError where a text lies beside the picture or over another one; return what is written."""
    picture_layout.backdrop.cache_clear()
    texts = watcher.of(setup, states, seat)
    assert not watcher.covered
    demand_inside(texts, picture_layout.SIZE)
    demand_apart(texts, -0.5)
    return [text for text, _ in texts]


@pytest.mark.often("I", "III")
@EVERY_SETUP
def test_a_picture_shows_nothing_that_the_heroes_cannot_know(setup):
    rng, hidden = np.random.default_rng(2), 0
    for states in states_of(setup, 12, 6, every=31):
        if record(states).over == TERMINATED:
            continue
        other = determinized(setup, states, rng.integers(2**32, size=4, dtype=np.uint32), np.array([0]))
        assert np.array_equal(draw(setup, other, 0), draw(setup, states, 0))
        hidden += not np.array_equal(draw(setup, other, None), draw(setup, states, None))
    assert hidden > 2


def test_a_picture_is_a_fresh_rgb_array_of_one_size_and_repeats():
    setup, states = begun(missions="I")
    before = states.tobytes()
    first = draw(setup, states, 0)
    assert (first.shape, first.dtype) == ((picture_layout.SIZE[1], picture_layout.SIZE[0], 3), np.uint8)
    assert first.flags.writeable and first.std() > 10
    kept = first.copy()
    first[:] = 0  # belongs to the caller
    assert np.array_equal(draw(setup, states, 0), kept)
    assert states.tobytes() == before


@pytest.mark.often(2)
@EVERY_SETUP
def test_no_text_lies_over_another_or_beside_the_picture(setup, monkeypatch):
    watcher = watcher_of(monkeypatch)
    for number, states in enumerate(states_of(setup, 18, 9, every=27)):
        demand_clear(watcher, setup, states, [None, 0][number % 2])


@pytest.mark.parametrize("rows", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("district", [District.ART, District.TOWER])
def test_a_crowd_in_the_smallest_tiles(rows, district, monkeypatch):
    setup, states = begun(city=rows, missions="IV")
    crowd_together(states, district)
    told = demand_clear(watcher_of(monkeypatch), setup, states, 0)
    for name in ("Fowler", "Actress", "Artificer"):
        assert sum(len(text) > 1 and name.startswith(text) for text in told) >= 2, "in its panel and on the tile"


@pytest.mark.parametrize("missions", ["I", "II", "III", "IV"])
def test_no_mission_is_cut_off(missions, monkeypatch):
    setup, states = begun(missions=missions)
    table, watcher = record(states), watcher_of(monkeypatch)
    for active, done in ((0b011, 0), (0b111, 0b011), (0b111, 0b111)):
        table.active, table.done = active, done
        told = demand_clear(watcher, setup, states, 0)
        for mission in table.missions:
            assert state.Mission(mission).text in told
        assert not [text for text in told if text.endswith("...")]


@pytest.mark.parametrize("event", range(state.NUM_EVENTS))
def test_no_event_is_cut_off(event, monkeypatch):
    setup, states = begun()
    record(states).event = state.FIRST_EVENT + event
    told = demand_clear(watcher_of(monkeypatch), setup, states, 0)
    assert f"City Event: {setup.options.cards.event[event].name}" in told
    assert not [text for text in told if text.endswith("...")]


@pytest.mark.parametrize("first", [0, 3, 6])
def test_no_directive_is_cut_off(first, monkeypatch):
    setup, states = begun()
    table = record(states)
    table.order, table.published, table.deck = [first, first + 1, first + 2], 7 << first, 0
    rest = [number for number in range(9) if not first <= number < first + 3]
    table.bottom[:6], table.bottom_size = rest, 6
    told = demand_clear(watcher_of(monkeypatch), setup, states, 0)
    assert not any(text.endswith("...") for text in told)
    assert "3 of 3 published; the first leaves first" in told


CHANGES: dict[str, Callable[[Any], Any]] = {
    "the Master Plan": lambda table: setattr(table, "plan", 9),
    "Discontent": lambda table: setattr(table, "slot", 8),
    "the Progress marker": lambda table: setattr(table, "marker", 2),
    "Riot tokens": lambda table: setattr(table, "riot_tokens", 2),
    "a special Guard": lambda table: table.specials.__setitem__(District.ART, 1),
    "a broken Guard": lambda table: table.broken.__setitem__(District.ART, 1),
    "a Raid": lambda table: setattr(table, "raids", 1),
    "a District token": lambda table: setattr(table, "tokens", 510),
    "a Servant": lambda table: table.servants.__setitem__(1, District.ART),
    "a deactivated Servant": lambda table: [
        table.servants.__setitem__(1, -1),
        table.lying.__setitem__(1, District.VELVET),
        table.until.__setitem__(1, 3),
    ],
    "a drawn card": lambda table: table.moved.__setitem__(0, 5),
    "a discarded card": lambda table: setattr(table, "moves", int(table.moves) & ~8),
    "an idle Servant": lambda table: table.idle.__setitem__(0, 1),
    "a published Directive": lambda table: table.order.__setitem__(0, 4),
    "a card in hand": lambda table: setattr(table, "hand", 1),
    "a Directive at the bottom": lambda table: [setattr(table, "bottom_size", 1), table.bottom.__setitem__(0, 3)],
    "the event": lambda table: setattr(table, "event", state.FIRST_EVENT + state.COUNTDOWN_INDEX),
    "a forfeited card": lambda table: table.cards.__setitem__(2, 3),
    "detention": lambda table: table.detained.__setitem__(2, 1),
    "a Hero token": lambda table: table.token_at.__setitem__(0, District.ART),
    "an Order token": lambda table: table.orders.__setitem__(0, District.ART),
    "a Hero with an Order token": lambda table: table.orders.__setitem__(0, state.WITH_HERO),
    "the Ambush": lambda table: setattr(table, "ambush", District.ART),
    "a Mission done": lambda table: setattr(table, "done", 1),
    "who is asked": lambda table: setattr(table, "seat", 1),
    "the end": lambda table: [setattr(table, "over", 1), setattr(table, "winner", 1)],
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_picture_shows(change):
    setup, states = begun(missions="I")
    before = draw(setup, states, 0)
    CHANGES[change](record(states))
    assert not np.array_equal(draw(setup, states, 0), before)


def test_tokens_and_cards_differ():
    shown = [style.district_token(30, up).tobytes() for up in (True, False)]
    shown += [shared_style.guard(30, kind).tobytes() for kind in ("standing", "special", "broken", "free")]
    shown += [style.marker(30).tobytes(), *(style.pip(30, filled).tobytes() for filled in (True, False))]
    cards = [style.move_card(card, 40, 30, card if card < 3 else -1, "left").tobytes() for card in range(11)]
    cards += [style.move_card(5, 40, 30, -1, look).tobytes() for look in ("drawn", "gone")]
    assert len(set(shown)) == len(shown) and len(set(cards)) == len(cards)
