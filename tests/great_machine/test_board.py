"""The board file and the options of City of the Great Machine: what they say, mistakes in them, files of one's own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cogitable.envs import great_machine_v0
from cogitable.envs.city.board import CODES, DEFAULT, METHODS, parse_rows
from cogitable.envs.city.rules.state import MAX_AMOUNT, NOBODY, Act, Ask, District, Hero, Phase
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules.state import NUM_ACTIONS
from cogitable.envs.table import CardFileError, OptionError, Tables
from cogitable.envs.table.faces.aec import TableEnv
from cogitable.envs.table.files import packing
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.named import texts

FILE = DEFAULT
TEXT = FILE.read_text(encoding="utf-8")
ROWS = ("Com Vel GC  CN  ..", "Com Vel GC  CN  Tow", "Ind Ind Art Art Tow", "..  CS  CS  Sci Sci")
RING = ("Com Com Ind Ind Art", "Vel ..  ..  ..  Art", "Vel ..  ..  ..  CS", "Tow Sci Sci GC  CS", "Tow CN  CN  GC  ..")

Change = Callable[[dict[str, Any]], Any]


def changed(*changes: Change) -> dict[str, Any]:
    """Return the content of the board file with some changes."""
    content = tomllib.loads(TEXT)
    for change in changes:
        change(content)
    return content


def own_numbers() -> dict[str, Any]:
    """Return a board on which every number differs from the one of the file."""

    def renumber(content: dict[str, Any]) -> None:
        for number, district in enumerate(content["district"]):
            district.update(room=10 - number % 2, guards=5 + number % 3, citizens=2 + number % 3)
        for number, hero in enumerate(content["hero"]):
            hero.update(limit=2 + number, start=texts(District)[-1 - number])
        for number, stage in enumerate(content["stage"]):
            stage.update(bonds=20 + 3 * number)
        content["die"][0]["faces"], content["die"][1]["faces"] = [2, 3, 4, 4, 3, 0], [0, 1, 0, 0, 0, 0]
        content["city"] = [{"name": "ring", "source": "house", "rows": list(RING)}]

    return changed(renumber)


# What a file says


@pytest.mark.parametrize("board", [None, own_numbers()], ids=["house", "own"])
def test_the_setup_record_says_what_the_file_says(board):
    setup = GAME.setup(board=board, city="random")
    record, content = setup.record[0], board or tomllib.loads(TEXT)
    assert [entry["name"] for entry in content["district"]] == list(texts(District))
    for key, field in (("room", "room"), ("guards", "guard_room"), ("citizens", "start_citizens")):
        assert record[field].tolist() == [entry[key] for entry in content["district"]]
    assert [entry["name"] for entry in content["hero"]] == list(texts(Hero))
    assert record["limit"].tolist() == [entry["limit"] for entry in content["hero"]]
    assert [District(place).text for place in record["start"]] == [entry["start"] for entry in content["hero"]]
    assert record["income"].tolist() == [entry["bonds"] for entry in content["stage"]]
    assert [record["assault"].tolist(), record["escape"].tolist()] == [entry["faces"] for entry in content["die"]]


def test_the_board_says_what_public_sources_tell():
    """Numbers of the Reference Guide and of the older booklet; the others are marked as of this house."""
    board = GAME.setup().options.board
    assert [stage.bonds for stage in board.stage] == [6, 7, 8, 9, 10, 12, 12]
    assert [(hero.name, hero.limit, hero.start) for hero in board.hero] == [
        ("Veteran", 8, "Industrial"),
        ("Fowler", 7, "Commerce"),
        ("Actress", 8, "Art"),
        ("Vagabond", 7, "Square"),
        ("Artificer", 8, "Science"),
        ("Physician", 6, "Velvet"),
    ]
    assert [district.citizens for district in board.district] == [4, 4, 4, 4, 4, 1, 1, 1, 4]
    assert [(d.room, d.guards) for d in board.district] == [(6, 4)] * 5 + [(3, 4)] * 3 + [(6, 4)]
    assert [sorted(die.faces) for die in board.die] == [[0, 2, 2, 3, 3, 4], [0, 0, 0, 1, 1, 1]]
    assert {hero.source for hero in board.hero} == {"rulebook"}
    assert {entry.source for entry in (*board.district, *board.die, *board.city)} == {"house"}


def test_numbers_of_an_own_board_are_played_by():
    setup = GAME.setup(board=own_numbers(), city="ring", heroes=("Veteran", "Fowler", "Physician"), num_players=2)
    tables, rng = Tables(setup, 30, seed=1), np.random.default_rng(1)
    state = tables.states[0]
    assert [District(place).text for place in state["at"]] == ["Square", "Control Nexus", "Science"]
    assert state["crowd"][:9].tolist() == setup.record["start_citizens"][0].tolist()
    assert state["bonds"] == 20 and state["place"].tolist() == parse_rows(RING).tolist()
    most = np.zeros(3, int)
    for _ in range(300):
        most = np.maximum(most, tables.states["trust"].max(axis=0))
        for record in tables.states.view(np.recarray)[:3]:
            GAME.check(setup, record)
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
    assert most.tolist() == [2, 3, 7]


@pytest.mark.parametrize("amount", [11, 12, 13, 20])
def test_a_district_with_more_trust_than_there_are_amounts(amount):
    """Boards with many squares: a Hero may take at most what is an action, which is more than it can hold."""
    tables = Tables(GAME.setup(board=own_numbers(), city="ring"), 1, seed=2)
    state = tables.states[0:1]
    state["phase"], state["ask"], state["hero"], state["to_share"] = Phase.OPENING, Ask.SHARE, 0, amount
    state["seat"] = state["runs"][0, 0]
    tables.look()
    legal = np.flatnonzero(tables.masks[0]).tolist()
    assert legal == list(range(Act.AMOUNT, Act.AMOUNT + min(amount, MAX_AMOUNT) + 1))
    assert max(legal) < Act.PLAY < NUM_ACTIONS


# Mistakes in files

CAPACITY = "36 Citizens begin in the city; there are 30"
MISTAKES: list[tuple[Change, str]] = [
    (lambda b: b["district"][0].update(room=0), "district 'Art' (number 1), room: 0 is not allowed; must be"),
    (
        lambda b: b["district"][1].update(room=11),
        "district 'Commerce' (number 2), room: 11 is not allowed; must be at most",
    ),
    (lambda b: b["district"][2].update(guards=1), "district 'Industrial' (number 3), guards: 1 is not allowed"),
    (lambda b: b["district"][5].update(citizens=4), "district 'Grand Citadel' (number 6): citizens: 4 begin on 3"),
    (lambda b: b["district"][4].update(room="6"), "district 'Velvet' (number 5), room: '6' is not allowed; must be"),
    (lambda b: b["district"][4].update(rooms=6), "rooms: unknown key; allowed are name, source, room, guards,"),
    (lambda b: [d.update(citizens=4, room=6) for d in b["district"]], CAPACITY),
    (lambda b: b["district"].pop(), "they must be Art, Commerce, Industrial, Science, Velvet, Grand Citadel, Tower"),
    (lambda b: b["district"].reverse(), "district: the entries are Square, Control Nexus, Tower"),
    (lambda b: b["hero"].pop(2), "hero: the entries are Veteran, Fowler, Vagabond, Artificer, Physician; they must be"),
    (lambda b: b["stage"].pop(), "stage: the entries are Zero Stage"),
    (lambda b: b["die"].reverse(), "die: the entries are escape, assault; they must be assault, escape"),
    (lambda b: b["hero"][2].update(start="Harbour"), "hero 'Actress' (number 3), start: 'Harbour' is not allowed"),
    (lambda b: b["hero"][2].update(start="Arts"), "did you mean 'Art'?"),
    (lambda b: b["hero"][5].update(limit=9), "hero 'Physician' (number 6), limit: 9 is not allowed; must be at most"),
    (lambda b: b["hero"][5].pop("limit"), "hero 'Physician' (number 6), limit: this key is missing"),
    (lambda b: b["hero"][0].update(source="me"), "hero 'Veteran' (number 1), source: 'me' is not allowed; must be"),
    (lambda b: b["stage"][3].update(bonds=-1), "stage 'Stage 3' (number 4), bonds: -1 is not allowed; must be"),
    (lambda b: b["die"][0].update(faces=[0, 2, 2]), "die 'assault' (number 1), faces: [0, 2, 2] is not allowed; must"),
    (lambda b: b["die"][0].update(faces=[0, 2, 2, 3, 3, 5]), "die 'assault': faces [0, 2, 2, 3, 3, 5]; each must be 0"),
    (lambda b: b["die"][0].update(faces=[0] * 6), "die 'assault': one face at least must break a Guard"),
    (lambda b: b["die"][1].update(faces=[2] * 6), "die 'escape': faces [2, 2, 2, 2, 2, 2]; each must be 0 or 1"),
    (lambda b: b.pop("city"), "city: this key is missing"),
    (lambda b: b["city"].clear(), "city: [] is not allowed; must have at least 1 entry"),
    (lambda b: b["city"][0].update(minors="some"), "city 'normal 1' (number 1), minors: 'some' is not allowed;"),
    (lambda b: b["city"][1].update(name="Normal 1"), "both called 'Normal 1'"),
    (lambda b: b["city"][3].update(name="advised"), "name: 'advised' already means a way to lay out the city"),
    (lambda b: b["city"][2]["rows"].append("Foo"), "city 'special 3' (number 3): rows: 'Foo' is no District;"),
    (lambda b: b["city"][0]["rows"].pop(), "city 'normal 1' (number 1): rows: Sci covers 0 cells []; a District is"),
    (lambda b: b["city"][0]["rows"].append("CS"), "rows: CS covers 3 cells [(1, 3), (2, 3), (0, 4)]; a District is"),
    (lambda b: b.update(edition=" x"), "edition: ' x' must be one line of text without blanks around it"),
    (lambda b: b.update(format=2), "format: 2 is not allowed; must be 1"),
    (lambda b: b.update(heroes=[]), "heroes: unknown key; allowed are format, edition, district, hero, stage, die,"),
]


@pytest.mark.parametrize(("change", "words"), MISTAKES, ids=[words[:50] for _, words in MISTAKES])
def test_a_mistake_in_a_file_is_told_with_its_place(change, words, tmp_path):
    content = changed(change)
    with pytest.raises(CardFileError, match=re.escape(words)) as caught:
        GAME.setup(board=content)
    assert str(caught.value).startswith("the given board: ")


def test_a_mistake_in_a_file_names_the_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("limit = 6", "limit = 60"), encoding="utf-8")
    with pytest.raises(CardFileError, match=r"mine\.toml: hero 'Physician' \(number 6\), limit: 60 is not allowed"):
        GAME.setup(board=str(path))
    with pytest.raises(CardFileError, match=r"did you mean '.*mine\.toml'"):
        GAME.setup(board=str(tmp_path / "mime.toml"))
    path.write_text("[[city]\n", encoding="utf-8")
    with pytest.raises(CardFileError, match=r"mine\.toml: this is not TOML: .*line 1"):
        GAME.setup(board=path)


@pytest.mark.parametrize("value", [3, ["x"], 1.5, ""])
def test_a_board_is_a_path_or_content(value):
    with pytest.raises(CardFileError, match="board must be the path of a TOML file or a mapping"):
        GAME.setup(board=value)


# Options


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_players": 1}, "'num_players' is 1"),
        ({"num_players": 5}, "'num_players' is 5"),
        ({"master_plan": 0}, "'master_plan' is 0"),
        ({"master_plan": 4}, "'master_plan' is 4"),
        ({"revolutionaries": 4}, "'revolutionaries' is 4"),
        ({"revolutionaries": 1, "num_players": 3}, "option 'revolutionaries' is 1 with 3 seats; give it with 4 seats"),
        ({"heroes": ("Fowler", "Actress")}, "option 'heroes' is ['Fowler', 'Actress']; it must be 3 different names"),
        ({"heroes": ("Fowler", "Fowler", "Actress")}, "it must be 3 different names"),
        ({"heroes": ("Fowler", "Actor", "Actress")}, "option 'heroes' names 'Actor'; the Heroes are Veteran, Fowler,"),
        ({"heroes": "all"}, "'all'"),
        ({"city": "normal one"}, "option 'city' is 'normal one'; it must be normal 1, normal 2, special 3"),
        ({"city": "advise"}, "did you mean 'advised'?"),
        ({"city": ()}, "option 'city': rows: Art covers 0 cells"),
        ({"city": ROWS[:-1]}, "option 'city': rows: Sci covers 0 cells"),
        ({"city": (*ROWS, "Xyz")}, "option 'city': rows: 'Xyz' is no District; they are Art, Com,"),
        ({"city": ("Com Com Ind Ind Art Art Vel Vel Sci Sci GC GC Tow Tow CN CN CS CS",)}, "Two Route Principle"),
        ({"city": ("Com Com .. Ind Ind", "Art Art Vel Vel Sci Sci GC GC", "Tow Tow CN CN CS CS")}, "Two Route"),
        ({"city": ("Com .. Com", *ROWS)}, "option 'city': rows: Com covers 4 cells"),
        ({"city": (ROWS[0].replace("Com", ".."), *ROWS[1:], ".. Com")}, "Com covers 2 cells [(0, 1), (1, 4)]"),
        ({"citty": "normal 1"}, "unknown option 'citty'"),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, dict) else "",
)
def test_options_that_are_not_allowed(options, words):
    with pytest.raises(OptionError, match=re.escape(words)):
        GAME.setup(**options)


def test_a_board_without_the_city_that_is_asked_for_says_which_it_has():
    content = changed(lambda b: b.update(city=[{"name": "ring", "source": "house", "rows": list(RING)}]))
    with pytest.raises(OptionError, match="option 'city' is 'normal 1'; it must be ring, random, advised,"):
        GAME.setup(board=content)
    assert GAME.setup(board=content, city="ring").options.city == "ring"


@pytest.mark.parametrize(("persons", "slot"), [(1, 0), (2, 1), (3, 2)])
@pytest.mark.parametrize("plan", [1, 2, 3])
def test_where_the_tracks_start(persons, slot, plan):
    for options in ({"num_players": persons + 1}, {"revolutionaries": persons}):
        state = Tables(GAME.setup(master_plan=plan, **options), 1, seed=1).states[0]
        assert (state["plan"], state["slot"]) == (plan, slot)


def test_the_heroes_that_options_name_are_dealt_at_random():
    setup = GAME.setup(heroes=("Physician", "Fowler", "Actress"))
    states = Tables(setup, 300, seed=1).states
    assert (states["heroes"] == [1, 2, 5]).all(), "in the order of Initiative"
    seats = {tuple(runs) for runs in states["runs"].tolist()}
    assert len(seats) == 6 and all(sorted(runs) == [1, 2, 3] for runs in seats)
    dealt = Tables(GAME.setup(), 400, seed=1).states["heroes"]
    assert len({tuple(heroes) for heroes in dealt.tolist()}) == 20, "any three of six"


@pytest.mark.parametrize(("seats", "runs"), [(2, [1, 1, 1]), (3, [1, 1, 2]), (4, [1, 2, 3])])
def test_who_runs_how_many_heroes(seats, runs):
    states = Tables(GAME.setup(num_players=seats), 50, seed=1).states
    assert all(sorted(row) == runs for row in states["runs"].tolist())


def test_chosen_heroes_are_those_chosen_in_turn():
    setup = GAME.setup(heroes="chosen", num_players=3)
    tables, names = Tables(setup, 1, seed=1, auto_reset=False), setup.action_names
    for seat, hero in ((1, "Physician"), (2, "Veteran"), (1, "Actress")):
        assert tables.seats[0] == seat and tables.states["hero"][0] == NOBODY
        legal = [names[action] for action in np.flatnonzero(tables.masks[0])]
        assert f"play the {hero}" in legal
        seen = setup.layout.split(tables.observations[0])
        assert not seen["where"].any() and not seen["Heroes"].any(), "nobody is anywhere yet"
        assert seen["who"].sum() == 9 - len(legal) - 3
        assert not seen["Servants"].any() and not seen["Directive counts"][0]
        tables.step(np.array([names.index(f"play the {hero}")]))
        again = [names[action] for action in np.flatnonzero(tables.masks[0])]
        assert f"play the {hero}" not in again
    state = tables.states[0]
    assert [Hero(hero).text for hero in state["heroes"]] == ["Veteran", "Actress", "Physician"]
    assert state["runs"].tolist() == [2, 1, 1]
    assert [District(place).text for place in state["at"]] == ["Industrial", "Art", "Velvet"]


# Cities and files of one's own


@pytest.mark.parametrize("rows", [ROWS, list(ROWS), RING])
def test_rows_are_a_city(rows):
    state = Tables(GAME.setup(city=rows), 1, seed=1).states[0]
    expected = {(x, y): code for y, row in enumerate(rows) for x, code in enumerate(row.split()) if code != ".."}
    found = {}
    for code, (x, y, turned) in zip(CODES, state["place"].tolist(), strict=True):
        found |= {(x, y): code, (x + 1 - turned, y + turned): code}
    assert found == expected


def test_rows_may_stand_anywhere_on_the_grid():
    far = ("..", *(".. " * 300 + row for row in ROWS), "..")
    there = Tables(GAME.setup(city=far), 1, seed=1).states["place"]
    assert (there == Tables(GAME.setup(city=ROWS), 1, seed=1).states["place"]).all()


def test_rows_are_the_preset_that_they_are_copied_from():
    one, other = (Tables(GAME.setup(city=city), 4, seed=1).states.tobytes() for city in (ROWS, "normal 1"))
    assert one == other


def test_a_city_of_an_own_file_is_found_by_its_name(tmp_path):
    path = tmp_path / "board.toml"
    ring = f'[[city]]\nname = "ring"\nsource = "house"\nminors = "random"\nrows = {list(RING)}\n'
    path.write_text(TEXT + ring, encoding="utf-8")
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    by_path, by_content = (GAME.setup(board=board, city="ring") for board in (str(path), content))
    assert by_path.options == by_content.options
    states = Tables(by_path, 50, seed=1).states
    assert states.tobytes() == Tables(by_content, 50, seed=1).states.tobytes()
    places = {frozenset(map(tuple, state["place"][:5].tolist())) for state in states}
    assert len(places) == 1 and len({state["place"].tobytes() for state in states}) > 20
    assert set(METHODS).isdisjoint(city.name for city in by_path.options.board.city)


def test_a_board_travels_with_saved_games_and_replays(tmp_path):
    """As content: neither needs the file any more, and the numbers are still those of the file."""
    path = tmp_path / "board.toml"
    path.write_text(TEXT.replace("bonds = 6", "bonds = 31"), encoding="utf-8")
    env = great_machine_v0.env(board=str(path), num_players=2, city=RING, heroes=texts(Hero)[:3])
    rng = np.random.default_rng(1)
    env.reset(seed=5)
    for _ in range(80):
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    replay = Replay.record(env.unwrapped).save(tmp_path / "replay.json")
    saved = env.unwrapped.save(tmp_path / "table.json")
    path.unlink()
    played, loaded = list(Replay.load(replay).play())[-1].states, TableEnv.load(saved)
    assert packing.pack(played) == packing.pack(loaded.states) == packing.pack(env.unwrapped.states)
    assert loaded.setup.options == env.unwrapped.setup.options
    assert loaded.setup.record["income"][0, 0] == 31
