"""What the RULES.md of Cogs and Commissars says in numbers and names is what the code and the card file have."""

from __future__ import annotations

import re
from pathlib import Path

from cogitable.envs.cogs_and_commissars import GAME, options
from cogitable.envs.cogs_and_commissars.cards import DEFAULT, CardList
from cogitable.envs.cogs_and_commissars.rules import box, state
from cogitable.envs.table.files.cards import load_cards
from cogitable.envs.table.named import texts
from cogitable.envs.table.reference import MARK

HOUSE = load_cards(CardList, None, DEFAULT)
RULES = (GAME.home / "RULES.md").read_text(encoding="utf-8").partition(MARK)[0]
TEXT = " ".join(RULES.split())
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
WORDS += ["thirteen", "fourteen", "fifteen", "sixteen"]


def told(pattern: str) -> list[int]:
    """Return the numbers that the text gives in the place of this pattern, which is there once."""
    (found,) = re.findall(pattern, TEXT)
    groups = found if isinstance(found, tuple) else (found,)
    return [WORDS.index(group.lower()) if group.isalpha() else int(group.replace(",", "")) for group in groups]


def card(name: str):
    """Return a card of the house edition."""
    return HOUSE.kinds[HOUSE.numbers[name]]


def rows(first: str) -> list[list[str]]:
    """Return the cells of the table whose heading begins with this column."""
    lines = RULES[RULES.index(f"| {first} |") :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_citizens():
    assert told(r"A Proletariat is worth (\d) point, a Bourgeoisie (\d), a Commissar (\d)") == list(box.POINTS)
    assert told(r"There are (\d+), (\d+) and (\d+) of them") == list(box.SUPPLY)
    assert told(r"Everybody takes (\d) Proletariats") == [state.START_PROLETARIAT]


def test_decks():
    assert told(r"has a deck of (\d+) cards") == [box.DECK_SIZE]
    core, size, *copies, regular = told(
        r"(\w+) of the (\d+) are the \*core cards\*: "
        r"(\d) Revolution, (\d) Propaganda, (\d) Counter Propaganda; the other (\d+)"
    )
    assert (core, size, regular) == (sum(box.CORE_COPIES), box.DECK_SIZE, box.REGULAR_CARDS)
    assert copies == list(box.CORE_COPIES[1:])
    drawn, drafted = told(r"(\d+) regular cards are dealt at random, and (\d+) more are drafted")
    assert (drawn, drafted) == (box.RANDOM_CARDS, box.DRAFT_CARDS)
    assert told(r"a pack of (\d+) regular cards") == [box.DRAFT_CARDS]
    assert told(r"all (\d+) regular cards are dealt") == [box.REGULAR_CARDS]
    assert set(re.findall(r'`decks="(\w+)"`', RULES)) == set(texts(box.Decks))


def test_turn():
    assert told(r"shuffles the deck and draws (\w+) cards") == [state.HAND_SIZE]
    assert told(r"if there are more than (\w+); then it draws up to (\w+)") == [state.HAND_SIZE] * 2
    assert told(r"turns over the top (\w+) cards of the deck") == [state.PRODUCED]


def test_revolution():
    assert told(r"Who has (\d+) points may play the Revolution") == [card("Revolution").needs.points]
    assert told(r"A Revolution that is played with (\d+) points") == [card("Revolution").sure_at]


def test_limits():
    assert told(r"How many cards may be on the stack\? \| (\d+)") == [state.MAX_DEPTH]
    assert told(r"How many cards may a player play in a turn\? \| (\d+)") == [state.MAX_PLAYS]
    assert told(r"at most (\d+) cards by each") == [state.MAX_PLAYS]
    assert told(r"`max_decisions` \(([\d,]+) by default\)") == [GAME.options.model_fields["max_decisions"].default]
    kinds, least, most, deck = told(
        r"up to (\d+) different cards and (\w+) to (\w+) factions, each with a deck of (\d+)"
    )
    assert (kinds, least, most, deck) == (state.MAX_KINDS, 2, state.MAX_FACTIONS, box.DECK_SIZE)
    assert told(r"^\W+Cogs and Commissars (\w+) to (\w+) leaders") == [2, state.MAX_SEATS]


def test_the_cards_that_the_rulebook_names_are_those_of_the_card_file():
    told_of = [row[0] for row in rows("card")]
    assert sorted(told_of) == sorted(one.name for one in HOUSE.kinds if one.source == "rulebook")
    (named,) = told(r"names (\w+) regular cards")
    assert named == sum(card(name).core is None for name in told_of)


def test_what_it_says_about_cards_is_what_they_do():
    assert card("Control the News Media").needs.deck == told(r"it needs (\w+) cards in the deck")[0]
    assert [step.count for step in card("Control the News Media").steps if step.do == "produce"] == told(
        r"it produces (\w+) cards \|"
    )
    assert [step.count for step in card("Seize the Gears").steps if step.do == "produce"] == told(
        r"it produces (\w+) cards of another player"
    )
    assert [step.count for step in card("Enforce Equality").steps] == told(r"loses up to (\d) of them")
    assert card("Enforce Equality").steps[0].beyond
    for name, *told_of in rows("card"):
        if re.search(r"\ban Action\b(?!, or a Blitz by)", " ".join(told_of)) and "another Action" not in told_of[0]:
            assert card(name).type == "action", name
        if re.match(r"a Blitz\b", told_of[0]) or re.match(r"a Blitz\b", told_of[1]):
            assert card(name).type == "blitz", name


def test_the_factions_are_those_of_the_card_file():
    assert tuple(row[0] for row in rows("faction")) == HOUSE.factions
    sources = {faction.name: faction.source for faction in HOUSE.faction}
    assert all(sources[name] in leader for name, _, leader in rows("faction"))


def test_rulings_have_question_ruling_reason_and_a_test():
    found = rows("question")
    assert len(found) > 35
    assert all(len(row) == 4 and all(row) for row in found)
    assert len({row[0] for row in found}) == len(found)
    files = Path(__file__).parent.glob("test_*.py")
    tests = {name for file in files for name in re.findall(r"^def test_(\w+)", file.read_text(), re.MULTILINE)}
    assert not [row[3] for row in found if row[3].strip("`") not in tests]


def test_every_module_and_option_it_names_exists():
    for name in re.findall(r"`([\w/]+\.py)`", RULES):
        assert any((home / name).is_file() for home in (GAME.home, GAME.home.parents[1])), name
    named = set(re.findall(r"`(\w+)=", RULES)) | {"max_decisions"}
    assert {"decks", "leaders", "factions", "cards"} <= named <= set(GAME.options.model_fields)
    windows = set(re.findall(r'^- `"(\w+)"`', RULES, re.MULTILINE))
    assert windows == set(options.CogsOptions.model_fields["windows"].annotation.__args__)
