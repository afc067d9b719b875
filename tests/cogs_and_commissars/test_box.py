"""The box and the limits of Cogs and Commissars: whose core cards, how many regular cards, how long a game."""

from __future__ import annotations

import tomllib

import pytest

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules.box import CORE_COPIES, REGULAR_CARDS
from cogitable.envs.table import Tables

HOUSE = tomllib.loads((GAME.home / "cards.toml").read_text(encoding="utf-8"))


def dealt(count: int = 60, **options) -> Tables:
    """Return freshly dealt tables."""
    return Tables(GAME.setup(**options), count, seed=3, auto_reset=False)


def marked() -> dict:
    """Return a card file in which each faction has a Propaganda of its own, with a title that all share."""
    plain = next(card for card in HOUSE["card"] if card["name"] == "Propaganda")
    cards, factions = list(HOUSE["card"]), []
    for number, faction in enumerate(HOUSE["faction"]):
        cards.append({**plain, "name": f"Propaganda {number}", "title": "Propaganda"})
        deck = {**faction["deck"], "Propaganda": 5, f"Propaganda {number}": 2}
        factions.append({**faction, "deck": deck})
    return {**HOUSE, "edition": "marked", "card": cards, "faction": factions}


@pytest.mark.parametrize("decks", ["drafted", "random"])
def test_core_cards_are_those_of_the_own_faction(decks):
    states = dealt(20, num_players=4, decks=decks, cards=marked()).states
    first = len(HOUSE["card"])
    for row in states:
        for seat in range(4):
            own = row["owned"][seat, first : first + len(HOUSE["faction"])]
            assert own.tolist() == [2 * (number == row["faction"][seat]) for number in range(len(HOUSE["faction"]))]


def test_random_decks_take_their_cards_out_of_one_box():
    states = dealt(20, num_players=6, decks="random").states
    assert not states["unused"].any(), "six decks use up all regular cards"
    assert (states["owned"].sum(axis=2)[:, :6] == REGULAR_CARDS + sum(CORE_COPIES)).all()


def test_a_long_game_is_cut_off_without_a_winner():
    tables = dealt(40, max_decisions=3)
    for _ in range(3):
        assert not tables.over.any()
        tables.step(tables.masks.argmax(axis=1))
    assert (tables.over == 2).all() and not tables.rewards.any()
