"""Cards of Brass Empire in words."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from cogitable.envs.brass_empire.cards import DEFAULT, CardList, Cost
from cogitable.envs.brass_empire.rules import card_steps, effects
from cogitable.envs.brass_empire.words.card_text import card_table, cost_text, kind_text, program_text, step_text
from cogitable.envs.table.files.cards import load_cards
from cogitable.envs.table.named import texts

HOUSE = load_cards(CardList, None, DEFAULT)
KITCHEN = load_cards(CardList, Path(__file__).parents[1] / "cards" / "brass_empire_small.toml", DEFAULT)
NAMES_OF_STEPS = sorted(
    name for model in get_args(get_args(effects.Step)[0]) for name in get_args(model.model_fields["do"].annotation)
)
DRAW = {"do": "draw"}


def read(*steps: dict[str, Any]) -> Any:
    """Return a program as a card file's form reads it."""
    return TypeAdapter(effects.Program).validate_json(json.dumps(steps), strict=True)


SENTENCES = [
    ({"do": "gain", "labor": 2}, "Gain 2 labor."),
    ({"do": "gain", "construction": 1, "brass": 3}, "Gain 1 construction and 3 Brass."),
    ({"do": "gain", "labor": 1, "if": {"have": "units"}}, "If you have a unit in play, gain 1 labor."),
    ({"do": "draw"}, "Draw a card."),
    ({"do": "draw", "count": 3, "may": True}, "You may draw 3 cards."),
    ({**DRAW, "if": {"have": "buildings", "at_least": 2}}, "If you have at least 2 built buildings, draw a card."),
    ({**DRAW, "if": {"have": "buildings"}}, "If you have a built building, draw a card."),
    ({**DRAW, "if": {"have": "played", "at_least": 4}}, "If you have played at least 4 cards this turn, draw a card."),
    ({**DRAW, "if": {"have": "behind"}}, "If an opponent has more Brass, draw a card."),
    ({**DRAW, "if": {"have": "behind", "at_least": 2}}, "If at least 2 opponents have more Brass, draw a card."),
    (
        {**DRAW, "if": {"have": "allied"}},
        "If you have another allied employee played this turn, unit or built building, draw a card.",
    ),
    (
        {**DRAW, "if": {"have": "allied", "at_least": 2}},
        "If you have at least 2 other allied employees played this turn, units or built buildings, draw a card.",
    ),
    ({"do": "damage", "amount": 2}, "Deal 2 damage to an opponent's unit."),
    ({"do": "damage", "amount": 3, "target": "unit or building"}, "Deal 3 damage to an opponent's unit or building."),
    ({"do": "dismiss"}, "Dismiss a card from your hand or discard."),
    ({"do": "dismiss", "from": "hand", "count": 2}, "Dismiss 2 cards from your hand."),
    ({"do": "dismiss", "from": "hand", "count": 2, "may": True}, "You may dismiss up to 2 cards from your hand."),
    ({"do": "discard", "count": 2}, "Each opponent discards 2 cards."),
    ({"do": "steal", "brass": 2}, "Take 2 Brass from an opponent."),
    (
        {"do": "acquire", "max_cost": 4},
        "Acquire a card that costs 4 or less (labor + construction) from either row without paying.",
    ),
    (
        {"do": "acquire", "max_cost": 4, "row": "labor", "may": True},
        "You may acquire a card that costs 4 or less (labor + construction) from the Labor Market without paying.",
    ),
    ({"do": "recover"}, "Take a card from your discard into your hand."),
    (
        {"do": "choose", "options": [{"steps": [{"do": "gain", "labor": 1}, DRAW]}, {"steps": [{"do": "recover"}]}]},
        "Choose one: gain 1 labor, then draw a card; or take a card from your discard into your hand.",
    ),
]
QUESTIONS = {
    "draw": "draw a card, or not",
    "damage": "choose a unit to take 2 damage",
    "dismiss": "choose a card in your hand or discard to dismiss",
    "discard": "choose a card in your hand to discard",
    "steal": "choose an opponent to take 2 Brass from",
    "acquire": "choose a card that costs 4 or less (labor + construction) from either row to acquire without paying",
    "recover": "choose a card in your discard to take into your hand",
    "choose": "choose one: draw a card; or gain 1 labor",
    "gain": "gain 2 labor",
}
EXAMPLES = {
    "gain": {"labor": 2},
    "damage": {"amount": 2},
    "steal": {"brass": 2},
    "acquire": {"max_cost": 4},
    "choose": {"options": [{"steps": [DRAW]}, {"steps": [{"do": "gain", "labor": 1}]}]},
}


@pytest.mark.parametrize(("step", "sentence"), SENTENCES)
def test_a_step_in_words(step, sentence):
    assert program_text(read(step)) == sentence


def test_every_step_and_condition_has_its_words():
    assert {step["do"] for step, _ in SENTENCES} == set(NAMES_OF_STEPS)
    assert {step["if"]["have"] for step, _ in SENTENCES if "if" in step} == set(texts(card_steps.Need)) - {"always"}


@pytest.mark.parametrize("name", NAMES_OF_STEPS)
def test_a_question_in_words(name):
    step = {"do": name, **EXAMPLES.get(name, {})}
    assert step_text(read(step)[0]) == QUESTIONS[name]
    if name in ("damage", "dismiss", "steal", "acquire", "recover"):
        assert step_text(read({**step, "may": True})[0]) == f"{QUESTIONS[name]}, or decline"


def test_steps_that_depend_on_the_one_before():
    after = {"do": "gain", "brass": 1, "if_done": True}
    behind = {**after, "if": {"have": "behind"}}
    text = program_text(read({"do": "dismiss", "may": True}, after, behind, {**DRAW, "if_done": True, "may": True}))
    assert text == (
        "You may dismiss a card from your hand or discard. If you did, gain 1 Brass. "
        "If you did and an opponent has more Brass, gain 1 Brass. If you did, you may draw a card."
    )


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (Cost(), "free"),
        (Cost(labor=2), "2 labor"),
        (Cost(construction=3), "3 construction"),
        (Cost(labor=2, construction=1), "2 labor + 1 construction"),
    ],
)
def test_a_cost_in_words(cost, text):
    assert cost_text(cost) == text


KITCHEN_TEXTS = {
    "Apprentice": "Play: Gain 1 labor.",
    "Pastry Cook": "Play: Gain 2 Brass. If you have at least 2 other Bakers employees played this turn, units or built "
    "buildings, you may draw 2 cards.",
    "Burglar": "Play: You may take 2 Brass from an opponent. If you did, each opponent discards 2 cards.",
    "Hammerhand": "Instead of attacking or mining: You may deal 2 damage to an opponent's building.",
    "Watchdog": "Instead of attacking or mining (also before another's attack or turn end): "
    "Choose one: deal 1 damage to an opponent's unit, then, "
    "if you did, draw a card; or draw a card; or take a card from your discard into your hand.",
    "Barrel Cart": "Play: You may dismiss up to 3 cards from your hand or discard. "
    "When destroyed: Gain 1 Brass. Deal 3 damage to an opponent's unit or building.",
    "Well": "At your turn start: Gain 1 Brass.",
    "Oven": "When built: Draw 3 cards. Once a turn: Gain 1 labor. If an opponent has more Brass, gain 1 Brass.",
    "Dynamite Store": "Demolish (also before another's attack or turn end): "
    "Deal 4 damage to an opponent's unit or building.",
    "Palace": "",
}


@pytest.mark.parametrize(("name", "text"), KITCHEN_TEXTS.items())
def test_a_card_in_words(name, text):
    assert kind_text(KITCHEN.kinds[KITCHEN.numbers[name]]) == text


def test_the_card_table():
    headers, rows = card_table(HOUSE)
    table = {row[0]: dict(zip(headers, row, strict=True)) for row in rows}
    assert len(table) == len(HOUSE.kinds)
    assert all(cell for row in rows for cell in row)
    assert table["Clerk"]["copies"] == "7 in each starting deck"
    assert table["Mining Platform"]["copies"] == "1 in play at the start"
    assert table["Volt Militia"]["copies"] == "3 in the reserve"
    thief = [name for name in headers if name != "effect"]
    assert [table["Copper Thief"][name] for name in thief] == [
        *("Copper Thief", "employee", "Harlem Electric Works", "3 labor", "-", "1", "3", "house")
    ]
    assert table["Steam Sentry"]["attack/health"] == "1/3"
    assert table["Steam Sentry"]["corporation"] == "neutral"
    kitchen = {row[0]: row[headers.index("copies")] for row in card_table(KITCHEN)[1]}
    assert (kitchen["Hammerhand"], kitchen["Palace"], kitchen["Mason"]) == (
        *("6, 4 in the reserve", "1", "3 in each starting deck"),
    )
    assert Counter(row[1] for row in rows) == Counter(kind.type for kind in HOUSE.kinds)
