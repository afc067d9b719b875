"""Brass Empire: the table as a picture."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest
from brass_empire.positions import CLERK, Position
from brass_empire.shown import EVERY_SETUP, SETUPS, SMALL, WIDTH, others_of, positions, watcher_of
from random_games import record
from watched_pictures import demand_apart, demand_inside, draw

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.picture import cards as picture_cards
from cogitable.envs.brass_empire.picture import layout as picture_layout
from cogitable.envs.brass_empire.picture import seats as picture_seats
from cogitable.envs.brass_empire.picture import style as picture_style
from cogitable.envs.brass_empire.picture import table as picture
from cogitable.envs.brass_empire.rules import state
from cogitable.envs.brass_empire.words.facts import card_says
from cogitable.envs.table import Tables, drawing
from cogitable.envs.table.game import TERMINATED
from cogitable.envs.table.named import texts
from cogitable.envs.table.sets import one


@pytest.mark.often("4, drafted", "battle of 3")
@EVERY_SETUP
def test_a_picture_shows_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(2), 0
    for number, tables in enumerate(positions(setup, 12, 10, every=31)):
        states = tables.states
        if record(states).over == TERMINATED:
            continue
        seat = number % setup.num_seats
        other = others_of(setup, states, seat, rng)[number % 2]
        assert np.array_equal(draw(setup, other, seat), draw(setup, states, seat))
        hidden += not np.array_equal(draw(setup, other, None), draw(setup, states, None))
    assert hidden > 2 or setup.num_seats == 1


def test_what_may_be_played_from_a_hand_lights_up_for_its_owner_alone():
    table = Position(num_players=2).set_hand(0, CLERK, "Soldier").give(labor=5)
    scenes = [picture.scene_of(table.setup, record(table.states), seat) for seat in (0, 1, None)]
    assert [len(scene.hand) for scene in scenes] == [2, 0, 2]
    assert scenes[0].rows == scenes[1].rows != set()


@pytest.mark.parametrize("name", ["5, small file", "team of 6", "solitaire"])
def test_a_picture_is_a_fresh_rgb_array_of_one_size_and_repeats(name):
    setup = SETUPS[name]
    *_, tables = positions(setup, 3, 4, every=29)
    before = tables.states.tobytes()
    for seat in (0, None):
        first = draw(setup, tables.states, seat)
        assert (first.shape, first.dtype) == ((1000, 1600, 3), np.uint8)
        assert first.flags.writeable and first.std() > 10
        kept = first.copy()
        first[:] = 0  # belongs to the caller
        assert np.array_equal(draw(setup, tables.states, seat), kept)
    assert tables.states.tobytes() == before


CHANGES = {
    "Brass": lambda t: t.state.brass.__setitem__(1, 9),
    "wounds": lambda t: setattr(t.thing(1, 2), "wounds", 1),
    "what is ready": lambda t: setattr(t.thing(0, 2), "status", one(state.Status.PRESENT) | one(state.Status.FACE_UP)),
    "what is built": lambda t: setattr(t.thing(1, 2), "status", one(state.Status.PRESENT)),
    "labor": lambda t: t.give(labor=7),
    "pool": lambda t: setattr(t.state, "pool", 11),
    "last round": lambda t: setattr(t.state, "ending", 1),
    "a row": lambda t: t.set_row("labor", "Foreman"),
    "a discard": lambda t: t.set_discard(1, "Foreman"),
    "own hand": lambda t: t.set_hand(0, "Foreman"),
    "whose turn": lambda t: setattr(t.state, "player", 1),
    "who is asked": lambda t: setattr(t.state, "seat", 1),
    "size of a hand": lambda t: t.state.amounts.__setitem__((1, state.Zone.HAND), 9),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_picture_shows(change):
    table = Position(num_players=3).put(0, "Soldier").put(1, "Tower").set_hand(0, CLERK).set_row("labor", "Agent")
    before = draw(table.setup, table.states, 0)
    CHANGES[change](table)
    assert not np.array_equal(draw(table.setup, table.states, 0), before)


def test_two_card_files_in_one_process_do_not_mix():
    """Faces are kept by what is on them: cards of one number and name that differ elsewhere are drawn as they are."""
    raw = tomllib.loads(SMALL.read_text(encoding="utf-8"))
    other = tomllib.loads(SMALL.read_text(encoding="utf-8").replace("labor = 4", "labor = 5"))
    other["unit"][0]["attack"], other["building"][1]["health"] = 4, 3
    other["employee"][4]["play"] = [{"do": "steal", "brass": 1}]
    setups = [GAME.setup(num_players=2, cards=cards) for cards in (raw, other)]
    tables = [Tables(setup, 1, seed=5) for setup in setups]
    warm = [draw(s, t.states, 0) for s, t in zip(setups, tables, strict=True)]
    assert not np.array_equal(*warm)
    for module in (picture_cards, picture_style):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()
    cold = [draw(s, t.states, 0) for s, t in zip(reversed(setups), reversed(tables), strict=True)]
    assert all(map(np.array_equal, warm, reversed(cold)))


@pytest.mark.often("2", "solitaire", "team of 6")
@EVERY_SETUP
def test_no_text_lies_over_another_or_beside_the_picture(setup, monkeypatch):
    watcher = watcher_of(monkeypatch)
    for number, tables in enumerate(positions(setup, 18, 9, every=41)):
        if record(tables.states).over:
            continue
        texts = watcher.of(setup, tables.states, [None, 0, setup.num_seats - 1][number % 3])
        assert {f"player_{seat}" for seat in range(setup.num_seats)} <= {text for text, _ in texts}
        demand_inside(texts, picture_layout.SIZE)
        demand_apart(texts, headings=True)
        assert not watcher.covered


@pytest.mark.parametrize("options", [{"mode": "team"}, {"reserves": "draft"}, {"mode": "battle"}], ids=str)
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_every_pile_of_a_rival_has_its_name_and_its_whole_number(seats, options, monkeypatch):
    if options.get("mode") == "team" and seats == 5:
        pytest.skip("teams are of two")
    setup, watcher = GAME.setup(num_players=seats, **options), watcher_of(monkeypatch)
    states = next(
        tables.states.copy()
        for tables in positions(setup, 3, 10**6)
        if record(tables.states).phase != state.Phase.PREPARING
    )
    table = record(states)
    table.amounts[:, :] = 48
    table.brass[:], table.worth[:] = 77, 88
    texts = watcher.of(setup, states, 0)
    told = [text for text, _ in texts]
    demand_apart(texts, headings=True)
    assert not watcher.covered
    assert told.count("48") >= 4 * (seats - 1)
    assert min(told.count(name) for name in ("hand", "deck", "disc.", "res.")) >= seats - 1
    assert sum("+88 = 165" in text for text in told) == (seats - 1 if setup.options.mode != "battle" else 0)


def test_the_corporation_of_every_rival_is_named_in_full(monkeypatch):
    setup, watcher = GAME.setup(num_players=6, mode="team"), watcher_of(monkeypatch)
    states = Tables(setup, 1, seed=0).states.copy()
    table = record(states)
    for number, name in enumerate(setup.options.cards.corporations):
        for first in range(6):
            table.corporation[:], table.first = number, first
            told = [text for text, _ in watcher.of(setup, states, 0)]
            assert told.count(name) == 6, (name, told)


def test_an_automatons_cards_bear_no_sign_of_what_they_do_not_do():
    setup = SETUPS["solitaire"]
    kind = next(number for number, card in enumerate(setup.options.cards.kinds) if getattr(card, "any_time", ()))
    thing = np.zeros(1, setup.game.state_dtype["things"].base)[0]
    thing["kind"] = kind
    looks = [
        picture_cards.token(setup, thing.view(np.recarray), [0], "", "", (188, 82), idle=idle) for idle in (False, True)
    ]
    assert looks[0].tobytes() != looks[1].tobytes()


def long_file() -> dict:
    """Return a card file of 8 corporations in which every name is as long as it may be."""
    raw = tomllib.loads(SMALL.read_text(encoding="utf-8"))

    def longer(name: str) -> str:
        return f"{name} of the most Venerable and Illustrious Company of Artificers"[:60].strip()

    for table in ("employee", "unit", "building", "corporation"):
        for card in raw[table]:
            card["name"] = longer(card["name"])
            if "corporation" in card:
                card["corporation"] = longer(card["corporation"])
            if "reserve" in card:
                card["reserve"] = {longer(name): copies for name, copies in card["reserve"].items()}
    raw["start"] = {
        "deck": {longer(name): copies for name, copies in raw["start"]["deck"].items()},
        "platform": longer(raw["start"]["platform"]),
    }
    for number in range(6):
        name, card = longer(f"Guild {number}"), longer(f"Guard {number}")
        raw["corporation"].append({"name": name, "source": "house", "reserve": {card: 2}})
        raw["unit"].append(
            {"name": card, "source": "house", "corporation": name, "attack": 1, "health": 20, "copies": 3, "value": 1}
        )
    return raw


@pytest.mark.often("standard", "battle")
@pytest.mark.parametrize("mode", texts(state.Mode))
def test_eight_corporations_with_long_names(mode):
    setup = GAME.setup(mode=mode, cards=long_file(), corporations="chosen")
    for tables in positions(setup, 29, 5, every=59):
        for seat in (0, None):
            assert max(map(len, setup.text(tables.states, seat).splitlines())) <= WIDTH
            assert draw(setup, tables.states, seat).shape == (1000, 1600, 3)


def test_sixteen_things_of_everybody_are_drawn():
    table = Position(mode="team", num_players=6)
    names = ("Soldier", "Raider", "Giant", "Porter", "Blue Guard", "Tower", "Shed", "Works")
    for seat in range(6):
        table.put(seat, *names, "Red Guard").put(seat, *names[:6], wounds=1 if seat % 2 == 0 else 0, ready=False)
        assert len(table.in_play(seat)) == 16
    for name in ("Raider", "Blue Guard"):
        for seat in range(0, 6, 2):
            for slot in range(1, 17):
                if table.thing(seat, slot).wounds and table.kinds[table.thing(seat, slot).kind] == name:
                    table.thing(seat, slot).wounds = 0
    for seat in (0, 3, None):
        scene = picture.scene_of(table.setup, record(table.states), seat)
        boxes = dict(zip(range(1, 6), picture_layout.rival_boxes(5), strict=True))
        image = picture_layout.backdrop().copy()
        for away, box in boxes.items():
            picture_seats.draw_rival(image, scene, ((seat or 0) + away) % 6, box)
            spots = [scene.spots[((seat or 0) + away) % 6, slot] for slot in range(16)]
            assert all(box.x < x < box.right and box.y < y < box.low - 12 for x, y in spots)
        picture_seats.draw_own(image, scene, seat or 0, picture_layout.OWN)
        spots = [scene.spots[seat or 0, slot] for slot in range(16)]
        assert all(y < picture_layout.OWN.low - 16 and x < 1220 for x, y in spots)


def test_what_cards_do_is_told_in_full_on_the_tokens_of_five_rivals(monkeypatch):
    setup, cut = GAME.setup(num_players=6, mode="team"), []
    thing = np.zeros(1, setup.game.state_dtype["things"].base).view(np.recarray)[0]
    monkeypatch.setattr(
        picture_cards,
        "write",
        lambda image, at, text, *rest, **more: (
            cut.append(text) if text.endswith("...") else drawing.write(image, at, text, *rest, **more)
        ),
    )
    for thing["kind"], card in enumerate(setup.options.cards.kinds):
        if card.type != "employee":
            for size in ((141, 70), (141, 83), (188, 82)):
                picture_cards.token(setup, thing, [15], "ready", card_says(setup, int(thing["kind"])), size)
    assert len(cut) <= 1, cut  # one card has more to tell than there is room for in the smallest
