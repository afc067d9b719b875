"""What Brass Empire's RULES.md says in numbers and names is what the code and the card file have."""

from __future__ import annotations

import re

from cogitable.envs.brass_empire import GAME, options
from cogitable.envs.brass_empire.cards import DEFAULT, CardList
from cogitable.envs.brass_empire.options import SEATS, pool_of
from cogitable.envs.brass_empire.rules import state
from cogitable.envs.brass_empire.rules.automaton import RICH
from cogitable.envs.table.files.cards import load_cards
from cogitable.envs.table.reference import MARK

HOUSE = load_cards(CardList, None, DEFAULT)
RULES = (GAME.home / "RULES.md").read_text(encoding="utf-8").partition(MARK)[0]
TEXT = " ".join(RULES.split())
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
WORDS += ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"]


def told(pattern: str) -> list[int]:
    """Return the numbers that the text gives in the place of this pattern, which is there once."""
    (found,) = re.findall(pattern, TEXT)
    groups = found if isinstance(found, tuple) else (found,)
    return [WORDS.index(group.lower()) if group.isalpha() else int(group) for group in groups]


def default(name: str) -> int:
    """Return the default of an option."""
    return GAME.options.model_fields[name].default


def test_pools():
    pools = [pool_of(GAME.options(num_players=n)) for n in (2, 3, 4, 5)]
    two, three, more = told(r"holds (\d+) Brass for two players, (\d+) for three and (\d+) for more")
    assert pools == [two, three, more, more]
    assert told(r"a pool of (\d+) Brass, and an automaton") == [pool_of(GAME.options(mode="solitaire"))]
    assert told(r"Everybody begins with (\d+) Brass") == told(r"have more than (\d+) Brass") == [state.BATTLE_BRASS]


def test_players():
    for mode, pattern in {
        "standard": r"\(`rules/reserves.py`\)\. (\w+) to (\w+) players, six only",
        "team": r"(\w+) or (\w+) players in teams of two",
        "battle": r"(\w+) to (\w+) companies, without a pool",
    }.items():
        least, most = told(pattern)
        assert (least, most) == (min(SEATS[mode]), max(SEATS[mode])), mode


def test_cards_of_battles():
    changed, battle = {card.name for card in HOUSE.battle}, HOUSE.changed["battle"]
    lines = re.search(r"In a battle, where nobody mines.*?--set mode=battle", RULES, re.DOTALL)[0]
    assert f"{len(changed)} cards are something else" in " ".join(lines.split())
    rows = [line.strip("| ").split(" | ") for line in lines.splitlines() if line.startswith("|")][2:]
    assert sorted(name for names, _ in rows for name in names.split(", ")) == sorted(changed)
    for names, text in rows:
        paid = re.match(r"costs? (\d) labor(?: and (\d) construction)?", text)
        for name in names.split(", "):
            cost, usual = (cards.kinds[cards.numbers[name]].cost for cards in (battle, HOUSE))
            assert (
                (cost.labor, cost.construction) == tuple(int(n or 0) for n in paid.groups()) if paid else cost == usual
            )


def test_cards_of_custom_reserves():
    changed = {card.name: (card.cost.labor, card.cost.construction) for card in HOUSE.custom_reserves}
    (line,) = (line for line in RULES.split("\n\n") if line.startswith("Where the players put their reserves together"))
    told = re.findall(r"\*([A-Z][A-Za-z ]+)\* (\d) labor", line)
    assert {name: (int(labor), 0) for name, labor in told} == changed
    assert all(card.model_fields_set == {"name", "source", "cost"} for card in HOUSE.custom_reserves)


def test_starting_cards():
    clerks, workers = told(
        r"starting deck of (\d+) Clerks \(1 labor each\) and (\d+) Union Workers \(1 construction each"
    )
    assert HOUSE.start.deck == {"Clerk": clerks, "Union Worker": workers}
    assert told(r"gets its \*reserve\*, (\w+) cards")[0] in {sum(c.reserve.values()) for c in HOUSE.corporation}
    assert told(r"Everybody draws (\w+) cards") == told(r"the player draws (\w+) cards") == [state.HAND_SIZE]
    assert told(r"design deck; (\w+) cards of either") == [state.ROW_PLACES]
    platform = HOUSE.kinds[HOUSE.numbers[HOUSE.start.platform]]
    attack, health, brass = told(r"\| (\d) attack, (\d) health, \+(\d) Brass at the turn start")
    assert (attack, health) == (platform.attack, platform.health)
    assert [step.brass for step in platform.program("ability")] == [brass]


def test_limits():
    assert told(r"\| (\d+) for each player, the Mining Platform among them") == [state.MAX_THINGS]
    assert told(r"`max_decisions` \((\d+) by default\)") == [default("max_decisions")]
    assert told(r"up to (\w+) cards of their own corporation") == [state.MAX_RESERVE]
    assert told(r"`reserve_value` \(8 to 12 is recommended, (\d+) is the default\)") == [default("reserve_value")]
    assert told(r"With (\d+) Brass or more it takes the rightmost") == [RICH]
    least, most, kinds, central = told(
        r"(\w+) to (\w+) corporations, up to (\d+) different cards and (\d+) in the central"
    )
    assert (least, most, kinds, central) == (1, state.MAX_FACTIONS, state.MAX_KINDS, state.MAX_CENTRAL)


def test_the_corporations_are_those_of_the_card_file():
    section = RULES[RULES.index("**House edition.**") : RULES.index("In a battle, where nobody mines")]
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", section, re.MULTILINE)
    assert tuple(rows[2:]) == HOUSE.corporations  # below the heading and its line
    assert (
        len({sum(HOUSE.kinds[HOUSE.numbers[n]].value * c for n, c in x.reserve.items()) for x in HOUSE.corporation})
        == 1
    )


def test_rulings_have_question_ruling_and_reason():
    section = RULES[RULES.index("## Rulings") : RULES.index("**House edition.**")]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    assert len(rows) > 30
    assert all(len(row) == 3 and all(cell.strip() for cell in row) for row in rows)


def test_every_module_and_option_it_names_exists():
    for name in re.findall(r"`([\w/]+\.py)`", RULES):
        assert (GAME.home / name).is_file(), name
    named = set(re.findall(r"`(\w+)=", RULES)) | {"max_decisions", "reserve_value"}
    assert named <= set(GAME.options.model_fields)
    assert set(re.findall(r'mode="(\w+)"', RULES)) <= set(options.SEATS)
