"""Cogs and Commissars: the table as a picture."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cogs_positions import SMALL, Position, has, lay_out
from PIL import Image

from cogitable.envs.cogs_and_commissars import (
    GAME,
    picture,
    picture_cards,
    picture_centre,
    picture_layout,
    picture_seats,
    picture_side,
    picture_style,
    state,
)
from cogitable.envs.cogs_and_commissars.card_text import kind_text
from cogitable.envs.table import Setup, Tables, drawing
from cogitable.envs.table.tables import determinized

TABLES: dict[str, dict[str, Any]] = {
    "2": {},
    "6, leaders": {"num_players": 6, "leaders": True},
    "3, drafted": {"num_players": 3, "decks": "drafted", "factions": "chosen", "leaders": True},
    "4, random": {"num_players": 4, "decks": "random", "cards": SMALL},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)


def record(states: np.ndarray) -> Any:
    return states.view(np.recarray)[0]


def draw(setup: Setup, states: np.ndarray, seat: int | None) -> np.ndarray:
    return GAME.render_picture(setup, record(states), seat)


def tables_of(setup: Setup, seed: int, count: int, every: int) -> list[np.ndarray]:
    """Return positions of one game after another, in which seats seldom pass."""
    rng, found = np.random.default_rng(seed), []
    tables = Tables(setup, 1, seed=seed)
    for decision in range(count * every):
        if decision % every == 0:
            found.append(tables.states.copy())
        legal = np.flatnonzero(tables.masks[0])
        if legal.size > 1 and legal[0] == state.ACT_PASS and rng.random() < 0.7:
            legal = legal[1:]
        tables.step(np.array([rng.choice(legal)]))
    return found


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


@EVERY_SETUP
def test_a_picture_shows_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(2), 0
    for number, states in enumerate(tables_of(setup, 12, 8, 29)):
        seat = number % setup.num_seats
        other = determinized(setup, states, rng.integers(2**32, size=4, dtype=np.uint32), np.array([seat]))
        assert np.array_equal(draw(setup, other, seat), draw(setup, states, seat))
        hidden += not np.array_equal(draw(setup, other, None), draw(setup, states, None))
    assert hidden > 2


@EVERY_SETUP
def test_a_picture_is_a_fresh_rgb_array_of_one_size_and_repeats(setup):
    states = tables_of(setup, 3, 4, 40)[-1]
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
    "own hand": lambda t: t.states["zones"].__setitem__((0, 0, state.HAND, t.number("Wire")), 1),
    "size of a hand": lambda t: t.states["amounts"].__setitem__((0, 1, state.HAND), 9),
    "a discard": lambda t: t.states["zones"].__setitem__((0, 1, state.DISCARD, t.number("Wire")), 1),
    "phase": lambda t: setattr(t.state, "phase", state.AFTER_PROPAGANDA),
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


class Watcher:
    """Notes every text that is written on a picture, and that whatever is laid there lies on it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.texts: list[tuple[str, tuple[float, float, float, float]]] = []
        for module in (picture, picture_centre, picture_seats, picture_side, picture_style):
            monkeypatch.setattr(module, "write", self.write)
        lay = Image.Image.alpha_composite

        def laid(image: Image.Image, sprite: Image.Image, dest: tuple[int, int] = (0, 0), *rest: Any) -> None:
            if image.size == picture_layout.SIZE:
                assert dest[0] + sprite.width <= image.width + 5 and dest[1] + sprite.height <= image.height + 5
            lay(image, sprite, dest, *rest)

        monkeypatch.setattr(Image.Image, "alpha_composite", laid)

    def write(self, image, at, text, size, color, *, bold=False, anchor="l"):
        width = drawing.write(image, at, text, size, color, bold=bold, anchor=anchor)
        if image.size == picture_layout.SIZE:
            left = at[0] - width * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor]
            self.texts.append((text, (left, at[1] - size * 0.35, width, size * 0.7)))
        return width

    def of(self, setup: Setup, states: np.ndarray, seat: int | None) -> list[tuple[str, tuple]]:
        """Return what is written on a picture, faces of cards aside."""
        self.texts.clear()
        draw(setup, states, seat)
        return list(self.texts)


def overlap(a: Any, b: Any) -> bool:
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    return across > 0.5 and min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) > 0.5


def heading(a: Any, b: Any) -> bool:
    """Whether one text is the beginning of the other, written over it in another colour."""
    return a[1][:2] == b[1][:2] and (a[0].startswith(b[0]) or b[0].startswith(a[0]))


def demand_clear(texts: list[tuple[str, tuple]]) -> None:
    """Raise AssertionError where a text lies beside the picture or over another one."""
    for text, box in texts:
        assert box[0] >= 0 and box[0] + box[2] <= picture_layout.WIDTH, text
        assert box[1] >= 0 and box[1] + box[3] <= picture_layout.HEIGHT, text
    clashes = [(a, b) for a, b in itertools.combinations(texts, 2) if overlap(a[1], b[1]) and not heading(a, b)]
    assert not clashes


@EVERY_SETUP
def test_no_text_lies_over_another_or_beside_the_picture(setup, monkeypatch):
    watcher = Watcher(monkeypatch)
    for number, states in enumerate(tables_of(setup, 18, 14, 23)):
        seat = [None, 0, setup.num_seats - 1][number % 3]
        texts = watcher.of(setup, states, seat)
        assert {f"player_{other}" for other in range(setup.num_seats)} <= {text for text, _ in texts}
        demand_clear(texts)


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
    table, watcher = deep(cards), Watcher(monkeypatch)
    for seat in (0, 1):
        texts = watcher.of(table.setup, table.states, seat)
        demand_clear(texts)
        told = [text for text, _ in texts]
        assert sum(text.startswith("Stifle Free Speech #") for text in told) == min(cards - 1, 5)
        assert (f"and {cards - 5} more" in told) == (cards > 5)


def test_all_citizens_of_the_box_fit(monkeypatch):
    table, watcher = deep(2), Watcher(monkeypatch)
    table.states["citizens"][0, :2] = state.SUPPLY
    table.states["points"][0, :2] = 132
    demand_clear(watcher.of(table.setup, table.states, 0))


def test_hands_of_many_kinds_have_room(monkeypatch):
    setup, watcher = SETUPS["6, leaders"], Watcher(monkeypatch)
    states = Tables(setup, 1, seed=0).states.copy()
    table = record(states)
    for kinds in (7, 8, 14, 20):
        table.zones[0, state.HAND] = 0
        table.zones[0, state.HAND, :kinds] = 1
        table.amounts[0, state.HAND] = kinds
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
