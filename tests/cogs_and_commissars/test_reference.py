"""Whole games of Cogs and Commissars, from the deal to the end, each beside its plain-Python reference."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from cogs_and_commissars.side_by_side import random_games
from cogs_and_commissars.test_random_cards import HOUSE

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules import state as s

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"windows": "all"},
    {"num_players": 3, "leaders": True},
    {"num_players": 4, "leaders": True, "windows": "all"},
    {"num_players": 5},
    {"num_players": 3, "leaders": True, "blitzes": "inside", "windows": "all"},
    {"num_players": 2, "blitzes": "inside", "first_player": 1},
    {"num_players": 3, "compensation": (0, 1, 3), "leaders": True},
    {"num_players": 6, "leaders": True},
    {"num_players": 2, "leaders": True, "factions": "chosen"},
    {"num_players": 2, "leaders": True, "factions": ("Automarx", "Androidopov")},
    {"num_players": 2, "decks": "drafted"},
    {"num_players": 3, "decks": "drafted", "leaders": True, "factions": "chosen"},
    {"num_players": 3, "decks": "drafted", "windows": "all"},
    {"num_players": 6, "decks": "drafted"},
    {"num_players": 2, "decks": "random", "windows": "all", "leaders": True},
    {"num_players": 3, "decks": "random"},
    {"num_players": 5, "decks": "random", "factions": "chosen", "leaders": True},
    {"num_players": 6, "decks": "random"},
)


@pytest.mark.often(5)
@pytest.mark.parametrize("options", TABLES, ids=lambda o: "-".join(map(str, o.values())) or "standard")
def test_whole_games_are_those_of_the_reference(options):
    setup, questions, ends = GAME.setup(**options), Counter(), 0
    for seed in range(3):
        for game in random_games(setup, seed, 1):
            questions[s.Ask(game.state["ask"]).text] += 1
            ends += game.ended
            if questions.total() > 700:
                break
    wanted = {"discards before drawing", "propaganda", "action", "response"}
    wanted |= {"faction"} if options.get("factions") == "chosen" else set()
    wanted |= {"draft"} if options.get("decks") == "drafted" else set()
    assert wanted <= questions.keys()
    assert ends or setup.num_seats > 2  # longer ones are cut off


def with_regular(*regular: dict[str, Any], copies: tuple[int, ...]) -> dict[str, Any]:
    """Return a card file with the core cards, a few regular ones and large hands."""
    cores = [card for card in HOUSE["card"] if card.get("core")]
    number = {"revolution": 1, "propaganda": 7, "counter propaganda": 4}
    deck = {card["name"]: number[card["core"]] for card in cores}
    deck |= {card["name"]: n for card, n in zip(regular, copies, strict=True)}
    cards = [*cores, *({"source": "house", "type": "blitz", "stars": ["commissar"], **card} for card in regular)]
    power = {"hand_size": 30}
    return {"card": cards, "faction": [{"name": n, "source": "house", "power": power, "deck": deck} for n in "ABCD"]}


def test_the_stack_has_room_for_so_many_cards_and_no_more():
    """Everybody responds to everything, with duplicates of duplicates."""
    echo = {"name": "Echo", "target": "card", "against": "any", "steps": [{"do": "duplicate"}]}
    alarm = {"name": "Alarm", "steps": [{"do": "draw"}]}
    cards = with_regular(echo, alarm, copies=(12, 6))
    setup = GAME.setup(cards=cards, num_players=4, leaders=True)
    depths: Counter = Counter()
    for game in random_games(setup, 1, 1, limit=1500, passing=0.02):
        depths[int(game.state["depth"])] += 1
        if depths[s.MAX_DEPTH] == 20:
            break
    assert max(depths) == s.MAX_DEPTH


def test_a_seat_plays_so_many_cards_in_a_turn_and_no_more():
    """Two cards fetch each other from the discard, also out of another hand."""
    cards = with_regular(
        {"name": "Ping", "steps": [{"do": "retrieve"}]},
        {"name": "Pong", "steps": [{"do": "retrieve"}]},
        {"name": "Spy", "target": "player", "steps": [{"do": "intercept"}]},
        copies=(7, 7, 4),
    )
    setup = GAME.setup(cards=cards, leaders=True)
    plays = [int(game.state["plays"].max()) for game in random_games(setup, 1, 1, limit=2000, passing=0.02)]
    assert max(plays) == s.MAX_PLAYS
