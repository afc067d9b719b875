"""What the RULES.md of the co-operative City of the Great Machine says is what the code and the card file have."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from cogitable.envs.city.rules import tracks
from cogitable.envs.city.rules.state import (
    MAX_PUBLISHED,
    NUM_CITIZENS,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_TYPES,
    PLAN_END,
    RIOT_STAGE,
    RIOTS_TO_WIN,
    Ask,
    Directive,
    Hero,
    Servant,
)
from cogitable.envs.great_machine_coop import GAME, options
from cogitable.envs.great_machine_coop.rules import detainment, opening
from cogitable.envs.great_machine_coop.rules import state as coop
from cogitable.envs.great_machine_coop.rules.actions_open import SPECIAL_DISCOUNT
from cogitable.envs.table.named import texts
from cogitable.envs.table.reference import MARK

SETUP = GAME.setup()
CARDS = SETUP.options.cards
RULES, _, TABLES = (GAME.home / "RULES.md").read_text(encoding="utf-8").partition(MARK)
TEXT = " ".join(RULES.split())
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
WORDS += ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen"]
OTHERS = {"second": 2, "third": 3, "I": 1, "II": 2, "III": 3, "XII": 12, "thirty": 30}
TITLES = {"district": "District Action", "arrest": "Arrest", "repair": "Repair"}


def told(pattern: str, text: str = TEXT) -> list[int]:
    """Return the numbers that the text gives in the place of this pattern, which is there once."""
    (found,) = re.findall(pattern, text)
    return [number(group) for group in (found if isinstance(found, tuple) else (found,))]


def number(word: str) -> int:
    """Return a number written as a word or in digits."""
    if word.lower() in WORDS:
        return WORDS.index(word.lower())
    return OTHERS[word] if word in OTHERS else int(word.replace(",", ""))


def rows(first: str, after: str = "") -> list[list[str]]:
    """Return the cells of the table whose heading begins with this column, the first one after a text."""
    lines = RULES[RULES.index(f"| {first} |", RULES.index(after)) :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_people_and_pieces():
    assert told(r"(\w+) to (\w+) players run (\w+) Heroes") == [1, coop.MAX_SEATS, NUM_HEROES]
    assert told(r"cards tell its (\w+) Servants") == [NUM_SERVANTS]
    assert told(r"the (\w+) Citizens with their (\w+) types") == [NUM_CITIZENS, NUM_TYPES]
    assert told(r"found with (\w+) District tokens") == [NUM_DISTRICTS]
    assert told(r"\*\*Special Guards\*\* \(`rules/guards.py`\): (\w+), in reserve") == [coop.NUM_SPECIALS]
    assert told(r"one takes (\d) Trust less to break; broken") == [SPECIAL_DISCOUNT]
    assert told(r"Of (\w+) City Events (\w+) are dealt") == [coop.NUM_EVENTS - 1, coop.NUM_DRAWN_EVENTS]
    directives, few, many = told(r"(\w+) Directives make a deck, (\w+) Servant Movement cards another, or (\w+) with")
    assert (directives, few, many) == (NUM_DIRECTIVES, coop.MoveCard.MAINTENANCE_1, coop.NUM_MOVES)
    assert told(r"(\w+) at most are published; with a fourth") == [MAX_PUBLISHED]
    assert told(r"With fewer than (\w+) cards left in the deck") == [NUM_SERVANTS]
    sets = told(r"There are (\w+) sets of (\w+):")
    assert sets == [coop.NUM_SETS, len(coop.LETTERS)] and sets[0] * sets[1] == coop.NUM_MISSIONS


def test_the_tracks():
    assert told(r"win with their (\w+) successful Riot") == [RIOTS_TO_WIN]
    assert told(r"when the Master Plan reaches (\w+),") == [PLAN_END]
    assert told(r"Discontent in its (\w+) slot, whatever") == [coop.START_SLOT + 1]
    assert told(r"Discontent reaches Stage (\d) to (\d)\.") == [2, RIOT_STAGE - 1]
    assert coop.MARKER_STAGES - 1 == RIOT_STAGE  # from Zero Stage the first step leads to the Riot Stage


def test_servant_movement_cards():
    listed = {name.split(" (")[0]: number(re.findall(r"\((\d)\)", name + "(1)")[0]) for name, _ in rows("card")}
    counted: dict[str, int] = {}
    for move in texts(coop.MoveCard):
        name = "Direction" if move in ("Up", "Right", "Down", "Left") else re.sub(r" \d", "", move)
        counted[name] = counted.get(name, 0) + 1
    assert listed == counted


def test_detainment():
    assert [row[0] for row in rows("Servant")] == list(texts(Servant))
    assert told(r"\| Phantasmer \| the Progress marker advances by (\d);") == [detainment.PURPOSE_STAGES]
    assert told(r"The Actress gets (\d) Trust when Phantasmer detains her, and Discontent rises by (\d)") == [
        tracks.ACTRESS_TRUST,
        tracks.ACTRESS_RISE,
    ]
    assert told(r"(\d) Trust for Phantasmer, and for each of the others Discontent rises by (\d);") == [
        tracks.ACTRESS_TRUST,
        tracks.ACTRESS_RISE,
    ]


def test_levels_of_difficulty():
    listed = {
        level: (tuple(map(int, re.findall(r"\d", benefits))), number(plan))
        for level, benefits, plan in rows("level", "### Difficulty")
    }
    assert listed == {name: tuple(level) for name, level in options.LEVELS.items()}
    assert list(listed) == list(options.LEVELS)


def test_options():
    listed = {row[0].strip("`"): row[1] for row in rows("option")}
    assert set(listed) == set(GAME.options.model_fields)
    assert told(r"1 to ([\d,]+)", listed["max_decisions"]) == [
        next(bound.le for bound in GAME.options.model_fields["max_decisions"].metadata if hasattr(bound, "le"))
    ]
    for value in (*options.LEVELS,):
        GAME.setup(difficulty=value)
    for value in re.findall(r'`"([\w ]+)"`', listed["maintenance"]):
        GAME.setup(maintenance=value, difficulty="novice")
    for value in re.findall(r'`"([\w ]+)"`', listed["missions"]):
        GAME.setup(missions=value)
    for value in re.findall(r'`"([\w ]+)"`', listed["city"]):
        GAME.setup(city=value)


def test_the_priorities_that_it_tells():
    taken = {row[0]: row[2] for row in rows("what", "### House data")}
    phantasmer = CARDS.servant[0].priority
    assert [TITLES[action] for action in phantasmer] == re.findall(
        "|".join(TITLES.values()), taken["Phantasmer's priority"].partition(":")[0]
    )
    assert opening.COUNTDOWN_INDEX - sum(event.source == "rulebook" for event in CARDS.event[:-1]) == 15
    assert "fifteen City Events" in taken


def test_every_house_part_of_a_mission_is_told_as_taken():
    listed = {row[0]: row[2] for row in rows("Mission", "### House data")}
    designed = {mission.name: mission.house for mission in CARDS.mission if mission.house}
    assert list(listed) == list(designed)
    for name, parts in designed.items():
        assert tuple(re.split(", ", listed[name].partition(":")[0])) == parts, name


def test_house_numbers_stay_in_the_tables():
    """Prose that repeated them would be wrong as soon as a card is changed."""
    designed = [row[2] for row in rows("Mission", "### House data")] + [
        row[2] for row in rows("what", "### House data")
    ]
    assert not [text for text in designed if re.search(r"\d", text)]
    house = [ruling for _, ruling, reason, _ in rows("question") if reason.startswith("House")]
    assert len(house) >= 4 and not [text for text in house if re.search(r"\d", text)]


def test_it_names_every_module_with_rules_and_none_else():
    named = set(re.findall(r"`((?:\w+/)*\w+\.(?:py|toml))`", RULES))
    homes = {name: GAME.home.parent if name.startswith("city/") else GAME.home for name in named}
    assert not [name for name, home in homes.items() if not (home / name).is_file()]
    ours = {path.relative_to(GAME.home).as_posix() for path in GAME.home.rglob("*.py")}
    shown = {name for name in ours if re.match(r"(picture|words)/|rules/(statistics|observation)", name)}
    assert ours - shown - named == {"__init__.py", "rules/__init__.py", "rules/state.py"}


def test_parts_of_a_mission_come_in_order():
    listed = re.findall(r"^- \*(\w+)\*(?: \(`rules/\w+\.py`\))?: ", RULES[RULES.index("### Missions") :], re.MULTILINE)
    assert listed == ["Setup", "Ongoing", "Interaction", "Action", "Objective", "Advantage"]


def names_of_tests() -> set[str]:
    """Return the names of all tests of this game."""
    found = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return {name.removeprefix("test_") for name in found if name.startswith("test_")}


def test_rulings_have_question_ruling_reason_and_a_test():
    found = rows("question")
    assert len(found) >= 32
    assert all(len(row) == 4 and all(row) for row in found), [row[0] for row in found if len(row) != 4 or not all(row)]
    assert len({row[0] for row in found}) == len(found)
    there = names_of_tests()
    assert not [row[3] for row in found if row[3].strip("`") not in there]


@pytest.mark.parametrize(
    "names",
    [texts(Directive), texts(Hero), texts(Servant), texts(coop.Mission), texts(coop.MoveCard), texts(Ask)[Ask.TURN :]],
    ids=lambda names: names[-1],
)
def test_the_tables_have_every_name(names):
    assert not [name for name in names if name not in TABLES]
