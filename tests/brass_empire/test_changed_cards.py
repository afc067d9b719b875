"""Cards of Brass Empire that are something else in a battle, or with custom reserves: what the card file says of them,
and its mistakes.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.cards import CHANGES, DEFAULT, CardList
from cogitable.envs.table.errors import CardFileError
from cogitable.envs.table.files.cards import load_cards

HOUSE = load_cards(CardList, None, DEFAULT)


def changing(table: str, *entries: dict[str, Any]) -> dict[str, Any]:
    """Return the house edition with one table of changes, of these cards alone."""
    tables = tomllib.loads(DEFAULT.read_text(encoding="utf-8"))
    return {**tables, **dict.fromkeys(CHANGES, ()), table: [{"source": "house", **entry} for entry in entries]}


def test_a_card_may_be_something_else_in_a_battle():
    data = changing(
        "battle",
        {"name": "Pester Hound", "cost": {"labor": 1}, "attack": 4, "play": [{"do": "draw"}]},
        {"name": "Bricklayer", "copies": 1},
    )
    usual, battle = (GAME.setup(cards=data, mode=mode).options.cards for mode in ("standard", "battle"))
    hound, other = (cards.kinds[cards.numbers["Pester Hound"]] for cards in (usual, battle))
    assert hound == HOUSE.kinds[HOUSE.numbers["Pester Hound"]]
    assert (other.cost.total, other.attack, other.health, other.value) == (1, 4, hound.health, hound.value)
    assert [step.do for step in other.play] == ["draw"]
    assert (other.source, other.corporation) == (hound.source, hound.corporation)
    assert battle.kinds[battle.numbers["Bricklayer"]].copies == 1
    assert GAME.setup(cards=data, mode="battle", battle_cards="same").options.cards.kinds == usual.kinds
    assert [kind.name for kind in battle.kinds] == [kind.name for kind in usual.kinds]


def test_every_mode_but_battle_has_the_usual_cards():
    data = changing("battle", {"name": "Pester Hound", "cost": {"labor": 1}})
    for mode in ("standard", "solitaire", "team"):
        usual = GAME.setup(mode=mode, cards={**data, "battle": []})
        assert GAME.setup(mode=mode, cards=data).record == usual.record


GIVEN = {
    "corporations": ("Frontier Rail", "Harlem Electric Works"),
    "reserves": ({"Track Foreman": 2}, {"Arc Lasher": 1}),
}


@pytest.mark.parametrize(
    ("options", "has_others"),
    [
        ({}, False),
        ({"mode": "team"}, False),
        ({"reserves": "draft"}, True),
        (GIVEN, True),
        ({"mode": "team", "reserves": "draft"}, True),
        ({"mode": "solitaire", "reserves": "draft"}, True),
        ({"mode": "battle", "reserves": "draft"}, False),
        ({"mode": "battle", "reserves": "draft", "battle_cards": "same"}, True),
    ],
)
def test_custom_reserves_have_cards_of_their_own_but_in_battles(options, has_others):
    data = changing("custom_reserves", {"name": "Track Foreman", "cost": {"labor": 7}})
    cards = GAME.setup(cards=data, **options).options.cards
    usual = GAME.setup(cards={**data, "custom_reserves": []}, **options).options.cards
    found = [kind.name for kind, other in zip(cards.kinds, usual.kinds, strict=True) if kind != other]
    assert found == (["Track Foreman"] if has_others else [])
    assert cards.kinds[cards.numbers["Track Foreman"]].cost.total == (7 if has_others else 4)


@pytest.mark.parametrize(
    ("table", "options"),
    [
        ("battle", {"mode": "battle"}),
        ("battle", {}),
        ("custom_reserves", {"reserves": "draft"}),
        ("custom_reserves", GIVEN),
        ("custom_reserves", {}),
    ],
)
def test_a_game_is_saved_with_the_cards_that_it_has(table, options):
    setup = GAME.setup(cards=changing(table, {"name": "Track Foreman", "cost": {"labor": 7}}), **options)
    assert GAME.setup(**setup.options.model_dump(mode="json")).record == setup.record


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"name": "Pester Hund"}, "TABLE 'Pester Hund': there is no card .*; did you mean 'Pester Hound'?"),
        ({"name": "Clerk", "attack": 3}, "TABLE 'Clerk', attack: it is a card of type employee"),
        ({"name": "Pester Hound", "attack": 30}, r"TABLE 'Pester Hound' \(number 1\), attack: 30"),
        ({"name": "Pester Hound", "value": 3}, r"TABLE 'Pester Hound' \(number 1\), value: unknown key"),
        ({"name": "Mining Platform", "copies": 2}, "TABLE: start.platform: 'Mining Platform' cannot have copies"),
        (
            {"name": "Pester Hound", "destroyed": [{"do": "damage", "amount": 1, "target": "unit"}, {"do": "draw"}]},
            "TABLE 'Pester Hound': destroyed: 'damage' must be the last step",
        ),
    ],
)
@pytest.mark.parametrize("table", CHANGES)
def test_mistakes_about_changes(table, entry, message):
    with pytest.raises(CardFileError, match=message.replace("TABLE", table)):
        GAME.setup(cards=changing(table, entry))
