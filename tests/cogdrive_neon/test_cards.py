"""Card files of CogDrive Neon, and the texts made from them."""

from __future__ import annotations

import numpy as np
import pytest
from cogdrive_neon.positions import house_cards, move

from cogitable.envs.cogdrive_neon import GAME
from cogitable.envs.cogdrive_neon.rules.check import check_position
from cogitable.envs.table import CardFileError, Tables
from cogitable.envs.table.reference import with_tables


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["cogdrive"].pop(), "44 cards"),
        (lambda d: d["cogdrive"][0]["power"].update(yellow=2), "11 cards of Power 1"),
        (lambda d: d["cogdrive"][0]["power"].update(green=2), "green"),
        (lambda d: d["cogdrive"][0]["power"].update(yellow=4), "TF2"),
        (lambda d: d["cogdrive"][0].update(task=[]), "TF2"),
        (lambda d: d["cogdrive"][0].update(task=[{"do": "mve"}]), "did you mean 'move'"),
        (lambda d: d["cogdrive"][0].update(task=[move("hnd", "clash")]), "'hnd'"),
        (lambda d: d["cogdrive"][0].update(task=[{"do": "exchange", "a": "hand", "b": "hand"}]), "two different zones"),
        (lambda d: d["cogdrive"][0].pop("source"), "source"),
        (lambda d: d["cogdrive"][1].update(name="TF2"), "TF2"),
        (lambda d: d["cogdrive"][1].update(flavour="boom"), "flavour"),
    ],
)
def test_a_wrong_card_file_says_what_is_wrong(change, message):
    data = house_cards()
    change(data)
    with pytest.raises(CardFileError, match=message):
        GAME.setup(cards=data)


def test_a_card_file_with_other_names_and_a_list_of_powers_plays():
    data = house_cards()
    for number, drive in enumerate(data["cogdrive"]):
        drive["name"] = f"Drive number {number}"
    first, second = data["cogdrive"][:2]
    first["power"], second["power"] = {"yellow": [1, 2], "gray": 3, "blue": 2}, {"yellow": 2, "gray": 1, "pink": [3, 2]}
    tables = Tables(GAME.setup(cards=data), 8, seed=1)
    assert "recruit with Drive number 0-Yellow-2" in tables.setup.action_names
    rng = np.random.default_rng(0)
    for _ in range(300):
        tables.step((rng.random(tables.masks.shape) * tables.masks).argmax(1))
    for state in tables.states.view(np.recarray):
        check_position(tables.setup, state)


def test_the_house_edition_is_what_rules_md_says():
    cards = GAME.setup().options.cards
    for number in range(12):
        assert sorted(c.power for c in cards.cards if c.cogdrive == number) == [1, 2, 2, 3]
        assert sorted(c.color for c in cards.cards if c.cogdrive == number) == [0, 1, 2, 3]
    for color in range(4):
        assert sorted(c.power for c in cards.cards if c.color == color) == [1] * 3 + [2] * 6 + [3] * 3


def test_the_tables_in_rules_md_are_up_to_date():
    text = (GAME.home / "RULES.md").read_text(encoding="utf-8")
    assert with_tables(text, GAME) == text, "run: python -m cogitable.envs.table.reference cogitable.envs.cogdrive_neon"
