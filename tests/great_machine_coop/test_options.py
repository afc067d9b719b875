"""Options of the co-operative game, and its card file: what they say, and how mistakes in them are told."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import pytest
from great_machine_coop.positions import TEAM, Table

from cogitable.envs.city.rules.state import NOBODY, Servant
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.options import LEVELS
from cogitable.envs.great_machine_coop.rules import state
from cogitable.envs.table.errors import CardFileError, OptionError
from cogitable.envs.table.named import texts

TEXT = (GAME.home / "cards.toml").read_text()

# Difficulty


@pytest.mark.parametrize(
    ("difficulty", "benefits", "plan"),
    [
        ("novice", {1, 2, 3}, 1),
        ("easy", {1, 2}, 1),
        ("normal", {1, 2}, 3),
        ("hard", {1}, 1),
        ("ultra-hard", set(), 1),
        ("insane", set(), 3),
    ],
)
def test_levels_of_difficulty(difficulty, benefits, plan):
    record = GAME.setup(difficulty=difficulty).record[0]
    found = {1: record["plan_goes_back"], 2: record["maintenance"], 3: record["plain_patrol"]}
    assert {number for number, on in found.items() if on} == benefits
    assert record["start_plan"] == plan and Table(TEAM, difficulty=difficulty).plan == plan


def test_the_levels_come_from_easy_to_hard():
    assert list(LEVELS) == ["novice", "easy", "normal", "hard", "ultra-hard", "insane"]
    assert GAME.setup().options.difficulty == "normal"


@pytest.mark.parametrize("benefits", [(), (2,), (1, 3), (3,), (1, 2, 3)])
@pytest.mark.parametrize("plan", [None, 1, 2, 3])
def test_a_level_of_ones_own(benefits, plan):
    record = GAME.setup(difficulty="insane", benefits=benefits, master_plan=plan).record[0]
    found = [bool(record[name]) for name in ("plan_goes_back", "maintenance", "plain_patrol")]
    assert found == [number in benefits for number in (1, 2, 3)]
    assert record["start_plan"] == (plan or 3)


@pytest.mark.parametrize(
    ("way", "kept"),
    [
        ("kept", state.Maintenance.KEPT),
        ("all leave", state.Maintenance.ALL_LEAVE),
        ("one leaves", state.Maintenance.ONE_LEAVES),
    ],
)
def test_maintenance(way, kept):
    assert GAME.setup(maintenance=way).record[0]["maintenance"] == kept


# Missions and Servants


@pytest.mark.parametrize(
    ("missions", "numbers", "with_missions"),
    [
        ("none", [NOBODY] * 3, 0),
        ("random", [NOBODY] * 3, 1),
        ("III", [6, 7, 8], 1),
        (("Deactivation Trap", "Falsification", "The Rise of Resistance"), [0, 7, 11], 1),
        (("Rebellion Leader", "Disclosure of Plans", "Tweak in the Program"), [9, 10, 5], 1),
    ],
)
def test_missions(missions, numbers, with_missions):
    record = GAME.setup(missions=missions).record[0]
    assert record["missions"].tolist() == numbers and record["with_missions"] == with_missions


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_one_to_three_agents_run_three_heroes(seats):
    table = Table(TEAM, num_players=seats)
    assert sorted(set(table.state.runs.tolist())) == list(range(seats))
    counts = sorted(table.state.runs.tolist().count(seat) for seat in range(seats))
    assert counts == {1: [3], 2: [1, 2], 3: [1, 1, 1]}[seats]


def test_the_first_round():
    table = Table(TEAM)
    assert table.asked == "Fowler: Access card"
    assert [table.trust(hero) for hero in TEAM] == [4, 4, 4]
    assert table.guards("Art") == 2 and table.specials() == 0 and not table.hand and not table.published
    assert len(table.deck) == 9


@pytest.mark.parametrize("city", ["normal 1", "normal 2", "special 3", "random", "advised"])
def test_cities(city):
    assert len(Table(TEAM, city=city).near("Square")) >= 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 4}, "num_players"),
        ({"num_players": 0}, "num_players"),
        ({"difficulty": "hardest"}, "difficulty"),
        ({"benefits": (4,)}, r"option 'benefits' is \[4\]; it must be some of 1, 2 and 3, each once"),
        ({"benefits": (1, 1)}, r"option 'benefits' is \[1, 1\]"),
        ({"master_plan": 4}, "master_plan"),
        ({"master_plan": 0}, "master_plan"),
        ({"maintenance": "some"}, "maintenance"),
        ({"maintenance": "all leave", "difficulty": "hard"}, "option 'maintenance' is 'all leave'; without Benefit 2"),
        ({"maintenance": "one leaves", "benefits": (1,)}, "option 'maintenance' is 'one leaves'; without Benefit 2"),
        ({"missions": "V"}, "missions"),
        (
            {"missions": ("Deactivation Trapp", "Falsification", "Guard Control")},
            "'Deactivation Trapp'.*Deactivation Trap",
        ),
        ({"missions": ("Falsification", "Self-Destruct Command", "Guard Control")}, "has Missions B, B, C"),
        ({"missions": ("Falsification", "Deactivation Trap")}, "one each of A, B and C"),
        (
            {"servant_order": texts(Servant)[:2]},
            "option 'servant_order' is .*each of Phantasmer, Judgementor, Lex Hecate once",
        ),
        ({"servant_order": (*texts(Servant)[:2], "Phantasmer")}, "option 'servant_order'"),
        ({"city": "confrontation"}, "option 'city' is 'confrontation'; it must be (?!.*confrontation)"),
        ({"heroes": ("Fowler", "Fowler", "Actress")}, "option 'heroes'"),
        ({"max_decisions": 0}, "max_decisions"),
        ({"help_heroes": True}, "help_heroes"),
    ],
    ids=str,
)
def test_mistakes_in_options_are_told(options, message):
    with pytest.raises(OptionError, match=message):
        GAME.setup(**options)


# The card file


def content(**changes: Any) -> dict[str, Any]:
    return {**tomllib.loads(TEXT), **changes}


def changed(kind: str, place: int, /, **changes: Any) -> dict[str, Any]:
    """Return the content of the card file with one entry changed; None takes a key away."""
    found = copy.deepcopy(content())
    found[kind][place].update(changes)
    found[kind][place] = {key: value for key, value in found[kind][place].items() if value is not None}
    return found


def test_a_card_file_of_ones_own_is_played_by(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(TEXT.replace('name = "Establish the Network"', 'name = "First"'))
    assert GAME.setup(cards=path).options.cards.event[0].name == "First"
    assert GAME.setup(cards=changed("mission", 4, wanted=5)).record[0]["wanted"][state.Mission.SELF_DESTRUCT] == 5
    for kind, number, change, field, value in (
        ("directive", 0, {"number": 3}, "confiscated", 3),
        ("directive", 1, {"number": 2}, "levied", 2),
        ("directive", 2, {"number": 4}, "marches", 4),
    ):
        assert GAME.setup(cards=changed(kind, number, **change)).record[0][field] == value


def test_the_file_says_what_the_guide_says():
    cards = GAME.setup().options.cards
    assert [servant.name for servant in cards.servant] == list(texts(Servant))
    told = {servant.name: servant.priority for servant in cards.servant if servant.source == "rulebook"}
    assert told == {"Judgementor": ("arrest", "repair", "district")}
    assert cards.servant[Servant.LEX_HECATE].priority[0] == "district"
    assert {event.name for event in cards.event if event.source == "rulebook"} == {
        "Establish the Network",
        "The Countdown",
    }
    trap = cards.mission[state.Mission.TRAP]
    assert trap.source == "rulebook" and trap.house == () and trap.wanted == 3
    assert all(mission.house for mission in cards.mission if mission.source == "house")
    sets = [[mission.set for mission in cards.mission[i : i + 3]] for i in range(0, 12, 3)]
    assert [set(names) for names in sets] == [
        {"Know Thy Enemy"},
        {"Breach in the System"},
        {"Bugs in the Gears"},
        {"Resist the Inevitable"},
    ]


COUNTDOWN = state.COUNTDOWN_INDEX
HERO, TRUST_2 = {"districts": ["Art"]}, {"what": "trust", "number": 2}


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (
            changed("servant", 0, priority=["arrest", "arrest", "repair"]),
            "each of district, arrest, repair must come once",
        ),
        (changed("servant", 0, priority=["arrest", "repair"]), "priority"),
        (changed("servant", 0, priority=["arrest", "repair", "raid"]), "priority"),
        (changed("servant", 0, name="Phantom"), "servant: the entries are Phantom, .*they must be Phantasmer"),
        (changed("servant", 0, source=None), "source"),
        (changed("servant", 0, power=1), "power"),
        (changed("directive", 0, number=0), "number"),
        (changed("directive", 0, number=9), "number"),
        (
            changed("directive", 2, name="Shadow"),
            "directive: the entries are .*they must be Confiscate, Levy, Mechanize",
        ),
        (changed("event", 0, prevent={"districts": ["Art"], "trust": 2}), "give 'districts' or 'trust', not both"),
        (changed("event", 0, prevent={"districts": ["Art", "Velvet", "Tower"]}), "districts"),
        (changed("event", 0, prevent={"districts": ["Harbour"]}), "districts"),
        (changed("event", 0, prevent={"trust": 9}), "trust"),
        (changed("event", 0, prevent=None), "prevent"),
        (changed("event", 0, need={"what": "trust"}), "'trust' needs a 'number'"),
        (changed("event", 0, need={"what": "free", "number": 1}), "'free' takes no 'number', but has 1"),
        (changed("event", 0, need={"what": "apart", "number": 4}), "'apart' with 4; there are 3 Heroes"),
        (changed("event", 0, stops={"what": "minor", "number": 4}), "'minor' with 4; there are 3 Heroes"),
        (changed("event", 0, stops={"what": "luck"}), "what"),
        (changed("event", 0, gain={"what": "discontent"}), "'discontent' needs a 'number'"),
        (changed("event", 0, gain={"what": "nothing"}), "a Breakthrough has both or neither"),
        (changed("event", 0, need={"what": "nothing"}), "a Breakthrough has both or neither"),
        (changed("event", 0, gain={"what": "nothing", "number": 1}), "'nothing' takes no 'number'"),
        (changed("event", 0, support="luck"), "support"),
        (changed("event", 0, name="Curfew"), "Curfew"),
        (changed("event", COUNTDOWN, stops={"what": "free"}), "its 'stops' must be 'never'"),
        (content(event=content()["event"][:-1]), "event: there are 16; it must be 17, the Countdown last"),
        (content(event=content()["event"][:5]), "event"),
        (changed("mission", 0, wanted=4), "mission 'Deactivation Trap': wanted 4; there are 3 tokens"),
        (changed("mission", 0, wanted=0), "mission 'Deactivation Trap': wanted 0"),
        (changed("mission", 4, letter="A"), "mission 'Self-Destruct Command': letter 'A'; it must be 'B'"),
        (changed("mission", 0, letter="D"), "letter"),
        (changed("mission", 0, house=["Reward"]), "house"),
        (changed("mission", 0, name="Trap"), "mission: the entries are Trap, "),
        (changed("mission", 0, districts=["Harbour"]), "districts"),
        (content(mission=content()["mission"][:-1]), "mission: the entries are"),
        (content(weather=[]), "weather"),
        (content(format=2), "format"),
        (7, "cards must be the path of a TOML file"),
        ("nowhere.toml", "there is no such card file"),
    ],
    ids=range(40),
)
def test_mistakes_in_the_card_file_are_told(cards, message):
    with pytest.raises(CardFileError, match=message):
        GAME.setup(cards=cards)


@pytest.mark.parametrize("what", ["directives", "specials"])
def test_these_conditions_may_have_the_number_nothing(what):
    assert GAME.setup(cards=changed("event", 0, stops={"what": what})).record[0]["stops"][0].tolist()[1] == 0


def test_a_game_without_missions_is_the_default():
    """RULES.md says why, though the Guide has designed the game for them."""
    assert GAME.setup().options.missions == "none" and not GAME.setup().record[0]["with_missions"]
