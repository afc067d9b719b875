"""Cards and leaders of Cogs and Commissars in words."""

from __future__ import annotations

import itertools
import json
from typing import Any, get_args

import pytest
from cogs_and_commissars.positions import SMALL

from cogitable.envs.cogs_and_commissars.cards import DEFAULT, CardList, PlayCard, Power
from cogitable.envs.cogs_and_commissars.rules import effects
from cogitable.envs.cogs_and_commissars.words import forecast as view_forecast
from cogitable.envs.cogs_and_commissars.words.card_text import (
    amount,
    card_table,
    citizens_text,
    does_text,
    kind_text,
    power_text,
    response_text,
    stars_text,
    use_text,
)
from cogitable.envs.table.files.cards import load_cards

HOUSE = load_cards(CardList, None, DEFAULT)
BENCH = load_cards(CardList, SMALL, DEFAULT)
STEPS = get_args(get_args(effects.Step)[0])
NAMES_OF_STEPS = sorted(name for step in STEPS for name in get_args(step.model_fields["do"].annotation))
DRAW = {"do": "draw"}


def card(*steps: dict[str, Any], **more: Any) -> PlayCard:
    """Return a Blitz with these steps."""
    made = {"name": "It", "source": "house", "type": "blitz", "stars": ["proletariat"], "steps": steps, **more}
    return PlayCard.model_validate_json(json.dumps(made))


ALL = ["proletariat", "bourgeoisie", "commissar"]
AT = {"target": "player"}
SENTENCES: list[tuple[PlayCard, str]] = [
    (card({"do": "gain", "citizen": "commissar"}), "Gain a Commissar."),
    (card({"do": "gain", "citizen": "proletariat", "count": 3}), "Gain 3 Proletariats."),
    (card({"do": "pay", "citizen": "bourgeoisie"}), "Send a Bourgeoisie of yours to the Gulag."),
    (card({"do": "produce"}), "Turn over the top card of your deck and gain what it shows."),
    (card({"do": "draw", "count": 2}), "Draw 2 cards."),
    (card({"do": "retrieve"}), "Take a card of another title from your discard into your hand."),
    (card({"do": "actions"}), "You may play a further Action this turn."),
    (card({"do": "actions", "count": 2}), "You may play 2 further Actions this turn."),
    (card({"do": "discard", "who": "all"}), "Every player, you included, discards a card of their choice."),
    (card({"do": "discard", "who": "others", "count": 2}), "Each other player discards 2 cards of their choice."),
    (
        card({"do": "take", "citizen": "proletariat", "from": "richer"}),
        "Take a Proletariat from each player with more points.",
    ),
    (
        card({"do": "remove", "citizen": "bourgeoisie", "count": 2, "from": "others", "beyond": True}),
        "Each other player with more Bourgeoisies than you sends up to 2 of them to the Gulag, down to your number.",
    ),
    (
        card({"do": "remove", "citizen": "commissar", "from": "all"}),
        "Every player, you included, sends a Commissar to the Gulag.",
    ),
    (
        card({"do": "produce", "count": 2, "deck": "target"}, **AT),
        "Choose another player. Turn over the top 2 cards of that player's deck and gain what they show.",
    ),
    (
        card({"do": "look"}, DRAW, **AT),
        "Choose another player with cards in hand. Look at that player's hand. Draw a card.",
    ),
    (
        card({"do": "intercept"}, target="player", richer=True),
        "Choose a player with more points than you and with cards in hand. Look at that player's hand and play a card "
        "out of it.",
    ),
    (
        card({"do": "take", "citizen": "chosen"}, target="citizen", citizens=["proletariat"]),
        "Take a Proletariat from another player.",
    ),
    (
        card({"do": "remove", "citizen": "chosen", "count": 2}, target="citizen", citizens=ALL),
        "Send 2 Citizens of one type of another player to the Gulag.",
    ),
    (
        card({"do": "take", "citizen": "chosen"}, target="citizen", citizens=ALL[1:], richer=True),
        "Take a Bourgeoisie or Commissar from a player with more points than you.",
    ),
    (
        card(DRAW, {"do": "remove", "citizen": "chosen"}, target="citizen", citizens=ALL[2:]),
        "Choose a Commissar of another player. Draw a card. That player sends a Commissar to the Gulag.",
    ),
    (
        card({"do": "gain", "citizen": "chosen"}, target="type", citizens=ALL),
        "Choose a type of Citizen. Gain a Citizen of that type.",
    ),
    (
        card({"do": "gain", "citizen": "chosen"}, target="type", citizens=ALL[1:]),
        "Choose a type: Bourgeoisie or Commissar. Gain a Citizen of that type.",
    ),
    (card({"do": "gain", "citizen": "chosen"}, target="type", citizens=ALL[2:]), "Gain a Commissar."),
    (card({"do": "counter"}, target="card", against="propaganda"), "In response to a Propaganda: counter it."),
    (
        card({"do": "return"}, DRAW, target="card", against="action"),
        "In response to an Action: put it back into the hand that it came from. Draw a card.",
    ),
    (
        card({"do": "duplicate"}, target="card", against="any"),
        "In response to a card: it takes place once more, aimed anew by its player.",
    ),
    (
        card({"do": "retype"}, target="card", against="chosen type"),
        "In response to a card for which a type of Citizen was chosen: choose another type for it, which its player "
        "could have chosen.",
    ),
    (
        card({"do": "pay", "citizen": "proletariat"}, {**DRAW, "if_done": True}),
        "Send a Proletariat of yours to the Gulag. If you did, draw a card.",
    ),
    (
        card({"do": "win"}, type="action", core="revolution", needs={"points": 15}),
        "Only with at least 15 points. You win the game.",
    ),
    (
        card(DRAW, needs={"points": 1, "deck": 3, "behind": True, "own_turn": True}),
        "Only with at least a point and with at least 3 cards in your deck and while another player has more points "
        "and on your turn. Draw a card.",
    ),
    (
        card(DRAW, type="action", blitz={"sacrifice": ALL[:1]}),
        "Draw a card. Also a Blitz at the cost of a Proletariat of yours.",
    ),
    (
        card(DRAW, type="action", blitz={"sacrifice": [*ALL[:1], *ALL[:1], ALL[2]], "during": "revolution"}),
        "Draw a card. Also a Blitz while another player's Revolution is being played at the cost of 2 Proletariats and "
        "a Commissar of yours.",
    ),
    (card(DRAW, blitz={"sacrifice": ALL[1:2]}), "Draw a card. Costs a Bourgeoisie of yours."),
    (card(DRAW, sure_at=20), "Draw a card. Cannot be countered if you have at least 20 points when you play it."),
    (
        card(DRAW, protects=True),
        "Draw a card. It and all cards after it this turn are protected: "
        "only a card against Propaganda alone stops one of them.",
    ),
]


@pytest.mark.parametrize(("made", "text"), SENTENCES, ids=[text[:50] for _, text in SENTENCES])
def test_a_card_in_words(made, text):
    assert kind_text(made) == text


def test_every_step_has_its_words_and_its_outcome():
    assert {step.do for made, _ in SENTENCES for step in made.steps} == set(NAMES_OF_STEPS)
    assert set(view_forecast._TOLD) == set(NAMES_OF_STEPS)


def every_step() -> list[dict[str, Any]]:
    """Return all steps that do not need a card to respond to, with one citizen or card and with several."""
    steps: list[dict[str, Any]] = [{"do": name} for name in ("look", "draw", "retrieve", "actions")]
    for count in (1, 2):
        numbers = {"count": count}
        steps += [
            {"do": "draw", **numbers},
            {"do": "produce", **numbers},
            {"do": "produce", "deck": "target", **numbers},
        ]
        steps += [{"do": "discard", "who": who, **numbers} for who in ("target", "others", "all", "richer")]
        for citizen in (*ALL, "chosen"):
            steps += [{"do": "gain", "citizen": citizen, **numbers}]
            steps += [{"do": "pay", "citizen": citizen, **numbers}] if citizen != "chosen" else []
            who = ("target", "others", "richer")
            steps += [{"do": "take", "citizen": citizen, "from": whom, **numbers} for whom in who]
            steps += [{"do": "remove", "citizen": citizen, "from": whom, **numbers} for whom in (*who, "all")]
            steps += [{"do": "remove", "citizen": citizen, "from": whom, "beyond": True, **numbers} for whom in who]
    return steps


def test_any_two_steps_make_correct_sentences():
    texts = set()
    for first, second, citizens, after in itertools.product(
        every_step(), every_step()[::3], (ALL, ALL[:1]), (True, False)
    ):
        made = card(first, {**second, "if_done": after}, target="citizen", citizens=citizens)
        texts.add(kind_text(made))
        texts.add(f"It {response_text(made)}")
    assert len(texts) > 1000
    for text in texts:
        assert text[0].isupper() and text.endswith(".")
        for wrong in ("  ", " .", " ,", ". .", "..", ",,", ", .", "chosen", "a Action", "1 ", "None", ":."):
            assert wrong not in text, text
        assert all(sentence[0].isupper() for sentence in text.split(". ")), text


def test_what_happens_is_told_without_needs_and_costs():
    assassin = BENCH.kinds[BENCH.numbers["Hire Assassin"]]
    assert does_text(assassin) == "Send a Citizen of another player to the Gulag."
    assert response_text(BENCH.kinds[BENCH.numbers["Stifle Free Speech"]]) == "counter it."


def test_counts_and_articles():
    assert [amount(1, "Action"), amount(1, "card"), amount(3, "card")] == ["an Action", "a card", "3 cards"]
    assert citizens_text("chosen", 2) == "2 Citizens of that type"
    assert stars_text(["proletariat", "commissar"]) == "Proletariat + Commissar"


def test_when_a_card_is_played():
    names = ("Propaganda", "Our Glorious Leader", "Assassinate", "Doublethink", "Costly Blitz")
    uses = [use_text(BENCH.kinds[BENCH.numbers[name]]) for name in names]
    assert uses == ["Propaganda", "Action", "Action/Blitz", "Blitz", "Blitz"]


@pytest.mark.parametrize(
    ("power", "text"),
    [
        ({}, "No power."),
        ({"hand_size": 8}, "Hand size 8."),
        ({"hand_size": 6, "per_counter": 1}, "Hand size 6, and 1 more for each Counter Propaganda in the own discard."),
        (
            {"start": ["bourgeoisie", "proletariat", "proletariat"]},
            "Starts with a Bourgeoisie and 2 Proletariats as well.",
        ),
        ({"pair": "commissar"}, "Gains a Commissar when both cards of the turn's production show the same star."),
        ({"propaganda_draws": 1}, "Draws a card when an own Propaganda has taken somebody."),
        ({"revolution": 1}, "A Revolution that it plays needs a point less."),
        ({"shield": 1}, "Propaganda cannot take the last Proletariat."),
        (
            {"shield": 3, "revolution": 2},
            "A Revolution that it plays needs 2 points less. Propaganda cannot take the last 3 Proletariats.",
        ),
    ],
)
def test_a_power_in_words(power, text):
    assert power_text(Power(**power)) == text


@pytest.mark.parametrize("cards", [HOUSE, BENCH], ids=["house", "bench"])
def test_the_card_table(cards):
    headers, rows = card_table(cards)
    assert [row[0] for row in rows] == [kind.name for kind in cards.kinds] + list(cards.factions)
    assert all(len(row) == len(headers) and all(row) for row in rows)
    table = {row[0]: dict(zip(headers, row, strict=True)) for row in rows}
    assert table["Counter Propaganda"]["copies"] == "every deck 4"
    assert table["Counter Propaganda"]["kind"] == "Blitz (core)"
    assert table["Hire Assassin"]["kind"] == "Action/Blitz"
    for faction in cards.faction:
        for name, copies in faction.deck.items():
            if not cards.kinds[cards.numbers[name]].core:
                assert f"{faction.name} {copies}" in table[name]["copies"].split(", ")


def test_cards_of_one_title_say_so():
    headers, rows = card_table(BENCH)
    kinds = {row[0]: row[headers.index("kind")] for row in rows}
    assert kinds["Doublethink (blue)"] == "Blitz, titled Doublethink" and kinds["Doublethink"] == "Blitz"
