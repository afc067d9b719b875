"""Card files of CogDrive Neon, and the texts made from them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cogdrive_neon.positions import house_cards, move

from cogitable.envs.cogdrive_neon import GAME
from cogitable.envs.cogdrive_neon.rules.check import check_position
from cogitable.envs.table import CardFileError, Tables
from cogitable.envs.table.reference import with_tables


def first_task(data: dict[str, Any], *steps: dict[str, Any]) -> None:
    data["cogdrive"][0]["task"] = list(steps)


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
        (lambda d: first_task(d, move("deck", "clash", max_power=1)), r"TF2.*task\[0\]: max_power .* from 'deck'"),
        (lambda d: first_task(d, move("this", "clash", other=True)), "other is given, .* from 'this'"),
        (lambda d: first_task(d, move("hangar deck", "hand", count=2, one_color=True)), "one_color .* 'hangar deck'"),
        (lambda d: first_task(d, move("this", "clash", count=2)), "count is 2, but 'this' is one card"),
        (lambda d: first_task(d, move("hand", "clash", one_color=True)), "one_color is true, but count is 1"),
        (lambda d: first_task(d, move("hand", "clash", if_done=True)), r"TF2.*task\[0\]\.if_done .* no step before"),
        (lambda d: first_task(d, {"do": "look", "may": True}), "may"),
        (lambda d: first_task(d, {"do": "repeat", "other": True}), "other: unknown key"),
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


@pytest.mark.parametrize(
    "step",
    [
        move("hand", "clash", count=2, may=True, other=True, one_color=True, max_power=1),
        {"do": "exchange", "a": "hand", "b": "hangar", "count": 2, "may": True},
        {"do": "look", "count": 2},
        {"do": "overdrive", "may": False},  # as files say that were written before it was settled
        {"do": "repeat", "may": True},
    ],
    ids=lambda step: step["do"],
)
def test_steps_have_the_keys_that_the_house_file_names(step):
    given = house_cards(TF2=[move("deck", "hand"), {**step, "if_done": True}])
    read = GAME.setup(cards=given).options.cards.cogdrive[0].task[1].model_dump(by_alias=True)
    assert {**step, "if_done": True, "may": step.get("may", False) or step["do"] == "overdrive"}.items() <= read.items()


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
