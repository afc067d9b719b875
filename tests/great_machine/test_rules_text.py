"""What the RULES.md and the cards of City of the Great Machine say is what the code and the board file have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogitable.envs.city.rules import hero_actions, tracks
from cogitable.envs.city.rules.opening import ARTIFICER_TRUST, EVENT_TRUST
from cogitable.envs.city.rules.state import (
    LEVEL_ROUNDS,
    LEVEL_SIZE,
    MAX_PUBLISHED,
    NUM_CITIZENS,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_GUARDS,
    NUM_HEROES,
    NUM_MINOR,
    NUM_RAIDS,
    NUM_SERVANTS,
    NUM_STAGES,
    OF_EACH_TYPE,
    PLAN_END,
    RIOT_STAGE,
    RIOTS_TO_WIN,
    SLOTS_A_STAGE,
    Ask,
    CitizenType,
    Directive,
    District,
    Event,
    Hero,
    HeroAction,
    Status,
)
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules import closing, hero_turn, machine, machine_costs, opening, plan, settle, state
from cogitable.envs.great_machine.words import card_text
from cogitable.envs.table.named import texts
from cogitable.envs.table.reference import MARK

SETUP = GAME.setup()
BOARD = SETUP.options.board
RULES, _, TABLES = (GAME.home / "RULES.md").read_text(encoding="utf-8").partition(MARK)
TEXT = " ".join(RULES.split())
HEADERS, CARDS = card_text.card_table(SETUP)
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
WORDS += ["eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"]
WORDS += [*["nineteen", "twenty"], *["20 and more"] * 9, "thirty"]
ORDINALS = {"first": 1, "second": 2, "third": 3}
ROMAN = {"III": 3, "XII": 12}
LONGEST = 109
"""Characters of a rule, so that it fits on a line of a picture."""


def told(pattern: str, text: str = TEXT) -> list[int]:
    """Return the numbers that the text gives in the place of this pattern, which is there once."""
    (found,) = re.findall(pattern, text)
    groups = found if isinstance(found, tuple) else (found,)
    return [number(group.lower()) for group in groups]


def number(word: str) -> int:
    """Return a number written as a word or in digits."""
    if word in WORDS:
        return WORDS.index(word)
    return ORDINALS[word] if word in ORDINALS else ROMAN.get(word.upper()) or int(word.replace(",", ""))


def rows(first: str, after: str = "") -> list[list[str]]:
    """Return the cells of the table whose heading begins with this column, the first one after a text."""
    lines = RULES[RULES.index(f"| {first} |", RULES.index(after)) :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def cards(kind: str) -> dict[str, list[str]]:
    """Return figures, text and source of the cards of one kind, by name."""
    return {row[0]: row[2:] for row in CARDS if row[1] == kind}


# The page


def test_people_and_pieces():
    servants, guards, least, most, heroes, citizens = told(
        r"with (\w+) Servants and (\w+) Guards, .*? (\w+) to (\w+) Revolutionaries run (\w+) Heroes .*? (\w+) famous"
    )
    assert (servants, guards) == (NUM_SERVANTS, NUM_GUARDS)
    assert (least, most, heroes) == (1, state.MAX_SEATS - 1, NUM_HEROES)
    assert citizens == NUM_CITIZENS
    assert told(r"The city is (\w+) tiles") == [NUM_DISTRICTS]
    assert told(r"one of (\w+) Raid tokens") == told(r"\| One; (\w+) in all\.") == [NUM_RAIDS]
    assert told(r"the deck of (\w+) is never filled up") == [NUM_DIRECTIVES]
    assert told(r"as long as it is published, (\w+) at most") == [MAX_PUBLISHED]
    assert told(r"Guards\*\* \(.{30,50}\)\. (\w+) in each District") == [NUM_GUARDS // NUM_DISTRICTS]


def test_districts_and_citizens():
    minors, majors = re.findall(r"Five \*Minor\* Districts \((.*?)\) and four \*Major\* ones \((.*?)\)", TEXT)[0]
    assert tuple(minors.split(", ") + majors.split(", ")) == texts(District)
    assert (len(minors.split(", ")), len(majors.split(", "))) == (NUM_MINOR, 4)
    assert told(r"(\w+) each of Artist") == [OF_EACH_TYPE]
    named = TEXT[TEXT.index("each of Artist") : TEXT.index(". A Citizen is *unidentified*")]
    assert re.findall(r"([A-Z]\w+) \((\d)\)", named) == [
        (type, str(i + 1)) for i, type in enumerate(texts(CitizenType)[: CitizenType.TRAITOR])
    ]
    assert named.endswith("Traitor")
    assert all(f"*{status}*" in TEXT for status in (*texts(Status), "arrested"))


def test_setup():
    many, few, left = told(
        r"(\w+) random Citizens in each Minor District and in the Square, (\w+) in each of the other three; "
        r"the (\w+) that are left"
    )
    square = District.SQUARE
    start = [district.citizens for district in BOARD.district]
    assert start == [few if NUM_MINOR <= i < square else many for i in range(NUM_DISTRICTS)]
    assert NUM_CITIZENS - sum(start) == left
    begins, *slots = told(r"Plan begins at (\w+), Discontent in the (\w+), (\w+) or (\w+) slot of Zero Stage")
    assert begins == SETUP.record[0]["start_plan"]
    assert [slot - 1 for slot in slots] == [GAME.setup(num_players=n).record[0]["start_slot"] for n in (2, 3, 4)]
    assert told(r"Master Plan reaches (\w+),") == told(r"The Master Plan runs to (\w+)\.") == [PLAN_END]
    assert told(r"Stages 1 to (\d) with (\w+) slots each") == [RIOT_STAGE - 1, SLOTS_A_STAGE]
    assert told(r"with their (\w+) successful Riot") == [RIOTS_TO_WIN]


def test_rounds():
    last, of, *then, countdown = told(
        r"in rounds 1 to (\d+) one of (\w+) of the first level, in rounds (\d+) to (\d+) one of (\w+) of the second, "
        r"none twice; in round (\d+) the Countdown"
    )
    assert (last, of) == (LEVEL_ROUNDS, LEVEL_SIZE)
    assert then == [last + 1, 2 * last, of] and countdown == 2 * last + 1
    assert told(r"from round (\d+) on the Master Plan") == [countdown]
    assert len(Event) == 2 * of + 1


def test_prices_of_the_machine():
    assert told(r"Move a Servant\*: (\d) Bonds for each") == [machine_costs.EXIT_PRICE]
    assert told(r"where it is, for (\d) Bonds unless") == [machine_costs.DEED_PRICE]
    listed = [row[0] for row in rows("Action", "**III. Great Machine**")]
    assert listed == list(texts(state.Deed)[: state.Deed.SEIZE])
    assert told(r"a second Action where it stands, for (\d) Bond more") == [machine_costs.OPTIMIZE_PRICE]
    assert told(r"chosen by the Machine among those with Trust; (\d) Bonds") == [machine_costs.DEED_PRICE]
    assert told(r"in the Heroes Phase, if it has (\d) Bonds") == [settle.PROVOKE_PRICE]


def test_actions_of_the_heroes():
    listed = rows("Action", "**IV. Heroes**")
    assert [row[0].lower() for row in listed] == ["attack a guard", *(kind.lower() for kind in texts(HeroAction)[1:])]
    (special,) = told(r"The (\w+) from \*discard a Directive\* to \*agitate\*")
    assert special == HeroAction.AGITATE - HeroAction.BURN + 1
    assert (HeroAction(HeroAction.BURN).text, HeroAction(HeroAction.AGITATE).text) == ("discard a Directive", "agitate")
    free = {row[0] for row in listed if row[2] == "nothing"}
    assert free == {HeroAction(kind).text for kind in (HeroAction.GAIN, HeroAction.TRUST, HeroAction.CALL)}
    assert told(r"give Trust \| Control Nexus \| nothing \| (\d) Trust") == [hero_actions.NEXUS_TRUST]
    assert told(r"Discontent rises by (\d) if her turn is ended") == [tracks.ACTRESS_RISE]
    assert told(r"if the plan advances instead, she gets (\d) Trust") == [tracks.ACTRESS_TRUST]
    assert told(r"\*Artificer\*: (\d) Trust more") == told(r"the Artificer's (\d),") == [ARTIFICER_TRUST]
    assert re.findall(r"^- \*(\w+)\*: ", RULES, re.MULTILINE) == list(texts(Hero))


def test_options():
    listed = {row[0].strip("`"): row[1] for row in rows("option")}
    assert set(listed) == set(GAME.options.model_fields)
    assert told(r"\| 1 to ([\d,]+) \|", RULES[RULES.index("| `max_decisions`") :].splitlines()[0]) == [
        next(bound.le for bound in GAME.options.model_fields["max_decisions"].metadata if hasattr(bound, "le"))
    ]
    assert told(r"Citizen or gets (\d) Trust, no two") == [settle.FAVOUR_TRUST]
    for method in re.findall(r'^- `"(\w+)"`', RULES, re.MULTILINE):
        GAME.setup(city=method)


def test_the_cities_are_those_of_the_board_file():
    drawn = re.findall(r"`([a-z]+ \d)`:? ?[^`]*?```text\n(.*?)\n```", RULES, re.DOTALL)
    assert {name: tuple(grid.split("\n")) for name, grid in drawn} == {city.name: city.rows for city in BOARD.city}
    shuffled = {city.name for city in BOARD.city if city.minors == "random"}
    assert shuffled == {name for name, _ in drawn if name.startswith("special")}


def test_numbers_that_are_ours_are_told():
    taken = {row[0]: row[2] for row in rows("what", "**Numbers**")}
    numbers = {what: [int(digit) for digit in re.findall(r"\d+", text)] for what, text in taken.items()}
    assert numbers["Bonds by Stage"][0] == BOARD.stage[4].bonds and BOARD.stage[4].source == "house"
    assert [0, *numbers["Assault die"]] == list(BOARD.die[0].faces)
    assert told(r"(\w+) of each", taken["Escape die"]) == [sum(BOARD.die[1].faces)] == [3]
    assert numbers["squares for Guards"] == sorted({district.guards for district in BOARD.district})
    assert set(numbers["squares for Citizens"]) == {district.room for district in BOARD.district}
    known = next(row[1] for row in rows("what", "**Numbers**") if row[0] == "Bonds by Stage")
    bonds = [stage.bonds for stage in BOARD.stage]
    assert told(r"(\d), (\d), (\d) and (\d) for Stages 0 to 3; (\d+) for Stage 5", known) == [*bonds[:4], bonds[5]]


def test_it_names_every_module_with_rules_and_none_else():
    named = set(re.findall(r"`((?:\w+/)*\w+\.(?:py|toml))`", RULES))
    envs = GAME.home.parent
    shared = {name for name in named if name.startswith(("city/", "table/"))}
    assert not [name for name in named if not ((envs if name in shared else GAME.home) / name).is_file()]
    ours = {path.relative_to(GAME.home).as_posix() for path in GAME.home.rglob("*.py")}
    ours |= {path.relative_to(envs).as_posix() for path in (envs / "city").rglob("*.py")}
    views = {name for name in ours if re.search(r"(^|/)(picture/|words/(?!card_text)|rules/statistics)", name)}
    unnamed = {"__init__.py", "rules/__init__.py", "rules/state.py", "rules/observation.py"}
    unnamed |= {f"city/{name}" for name in unnamed} | {"rules/appearance.py"}
    assert ours - views - named == unnamed


def test_rulings_have_question_ruling_reason_and_a_test():
    found = rows("question")
    assert len(found) >= 28
    assert all(len(row) == 4 and all(row) for row in found), [row[0] for row in found if not all(row)]
    assert len({row[0] for row in found}) == len(found)
    files = Path(__file__).parent.glob("test_*.py")
    tests = {name for file in files for name in re.findall(r"^def test_(\w+)", file.read_text(), re.MULTILINE)}
    assert not [row[3] for row in found if row[3].strip("`") not in tests]


ASKED = texts(Ask)[: state.NUM_QUESTIONS]


@pytest.mark.parametrize("names", [texts(Event), texts(Directive), texts(Hero), ASKED], ids=lambda names: names[-1])
def test_the_tables_have_every_name(names):
    assert not [name for name in names if name not in TABLES]


# The cards


def test_the_card_table_has_everything_with_its_source():
    assert tuple(cards("Hero")) == texts(Hero)
    assert tuple(cards("City Event")) == texts(Event)
    assert tuple(cards("Directive")) == texts(Directive)
    assert (*cards("Minor District"), *cards("Major District")) == texts(District)
    assert len(cards("Stage")) == NUM_STAGES and set(cards("die")) == {"assault", "escape"}
    assert tuple(cards("city")) == tuple(city.name for city in BOARD.city)
    assert {row[-1] for row in CARDS} == {"rulebook", "public", "house"}
    assert all(len(row) == len(HEADERS) and all(row) for row in CARDS)


def test_the_card_table_follows_the_board_file():
    data = BOARD.model_dump(mode="json", exclude_unset=True)
    data["hero"][0] |= {"limit": 5, "start": "Velvet", "source": "house"}
    data["stage"][2]["bonds"] = 33
    data["die"][0]["faces"] = (0, 0, 2, 2, 2, 2)
    data["city"] = data["city"][:1]
    changed = {row[0]: row[1:] for row in card_text.card_table(GAME.setup(board=data))[1]}
    assert changed["Veteran"][1] == "Initiative 1, limit 5, starts in Velvet" and changed["Veteran"][3] == "house"
    assert changed["Stage 2"][1] == "33 Bonds"
    assert changed["assault"][1] == "shield, shield, 2, 2, 2, 2"
    assert "normal 2" not in changed


def test_levels_and_initiative():
    events, heroes = cards("City Event"), cards("Hero")
    assert [events[name][0] for name in texts(Event)] == [*["level I"] * 10, *["level II"] * 10, "level last"]
    printed = [int(re.findall(r"Initiative (\d)", heroes[name][0])[0]) for name in texts(Hero)]
    assert printed == sorted(set(printed)) and printed[0] == 1 and printed[-1] == 9


def test_texts_are_short():
    texts = [*card_text.DIRECTIVE_TEXT.values(), *card_text.HERO_TEXT.values()]
    texts += [part for parts in card_text.EVENT_TEXT.values() for part in parts]
    assert max(map(len, texts)) <= LONGEST
    assert len(set(texts)) == len(texts) and all(text.endswith(".") for text in texts)


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("Concentration of Force", [NUM_SERVANTS, machine_costs.DEED_PRICE]),
        ("Bread and Circuses", [1, hero_turn.BREAD_PRICE]),
        ("Win over the Judges", [1, closing.JUDGES_PRICE]),
        ("Citywide Maintenance", [machine_costs.DEED_PRICE // 2, 2]),
        ("Liberty of Trade", [hero_turn.LIBERTY_TRUST, closing.TRADED]),
        ("Sneaking through Security", [hero_turn.SNEAKING_TRUST]),
        ("Open Your Mind", [plan.MIND_PRICE, 1, plan.MIND_PRICE + RIOT_STAGE - 1]),
        ("Ostentatious Amnesty", [closing.SET_FREE]),
        ("Trust vs. Bonds", [EVENT_TRUST, opening.EVENT_BONDS]),
    ],
)
def test_figures_of_city_events(name, figures):
    text = " ".join(card_text.EVENT_TEXT[name]).lower()
    told_of = [number(word) for word in re.findall(r"\b(\d+|two|three)\b", text)]
    assert sorted(told_of) == sorted(figures)


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        (card_text.DIRECTIVE_TEXT["Confiscate"], [machine_costs.DEED_PRICE, machine.SEIZED_TRUST]),
        (card_text.DIRECTIVE_TEXT["Levy"], [opening.LEVY_BONDS]),
        (card_text.DIRECTIVE_TEXT["Mechanize"], [1, machine_costs.EXIT_PRICE]),
        (card_text.DIRECTIVE_TEXT["Optimize"], [machine_costs.OPTIMIZE_PRICE]),
        (card_text.DIRECTIVE_TEXT["Pacify"], [machine_costs.DEED_PRICE, 1]),
        (card_text.DIRECTIVE_TEXT["Provoke"], [2, RIOT_STAGE - 1, settle.PROVOKE_PRICE]),
        (card_text.HERO_TEXT["Actress"], [tracks.ACTRESS_RISE, tracks.ACTRESS_TRUST]),
        (card_text.HERO_TEXT["Artificer"], [ARTIFICER_TRUST]),
    ],
)
def test_figures_of_directives_and_heroes(text, figures):
    assert [int(digit) for digit in re.findall(r"\d+", text)] == figures
