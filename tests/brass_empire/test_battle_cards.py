"""Cards of Brass Empire that are something else in a battle: what the card file says of them, and its mistakes."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.cards import DEFAULT, CardList
from cogitable.envs.table.errors import CardFileError
from cogitable.envs.table.files.cards import load_cards

HOUSE = load_cards(CardList, None, DEFAULT)


def with_battle(*entries: dict[str, Any]) -> dict[str, Any]:
    return {
        **tomllib.loads(DEFAULT.read_text(encoding="utf-8")),
        "battle": [{"source": "house", **entry} for entry in entries],
    }


def test_a_card_may_be_something_else_in_a_battle():
    data = with_battle(
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
    data = with_battle({"name": "Pester Hound", "cost": {"labor": 1}})
    for mode in ("standard", "solitaire", "team"):
        usual = GAME.setup(mode=mode, cards={**data, "battle": []})
        assert GAME.setup(mode=mode, cards=data).record == usual.record


def test_a_battle_is_saved_with_the_cards_that_it_has():
    setup = GAME.setup(mode="battle", cards=with_battle({"name": "Pester Hound", "cost": {"labor": 1}}))
    again = GAME.setup(**setup.options.model_dump(mode="json"))
    assert again.record == setup.record
    usual = GAME.setup(cards=with_battle({"name": "Pester Hound", "cost": {"labor": 1}}))
    assert GAME.setup(**usual.options.model_dump(mode="json")).record == usual.record


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"name": "Pester Hund"}, "battle 'Pester Hund': there is no card .*; did you mean 'Pester Hound'?"),
        ({"name": "Clerk", "attack": 3}, "battle 'Clerk', attack: it is a card of type employee"),
        ({"name": "Pester Hound", "attack": 30}, r"battle 'Pester Hound' \(number 1\), attack: 30"),
        ({"name": "Pester Hound", "value": 3}, r"battle 'Pester Hound' \(number 1\), value: unknown key"),
        ({"name": "Mining Platform", "copies": 2}, "battle: start.platform: 'Mining Platform' cannot have copies"),
        (
            {"name": "Pester Hound", "destroyed": [{"do": "damage", "amount": 1, "target": "unit"}, {"do": "draw"}]},
            "battle 'Pester Hound': destroyed: 'damage' must be the last step",
        ),
    ],
)
def test_mistakes_about_battles(entry, message):
    with pytest.raises(CardFileError, match=message):
        GAME.setup(cards=with_battle(entry))
