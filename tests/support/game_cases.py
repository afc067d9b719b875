"""The games, with options, that the tests of environments go through."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from games import kuhn_poker, treasure

import connect_four
from cogitable.envs import brass_empire, cogdrive_neon, cogs_and_commissars, comrade, great_machine, great_machine_coop
from cogitable.envs.table import Game


def raid() -> dict[str, Any]:
    """Return options of a battle whose starting cards rob the others, so that seats are soon out of the game."""
    path = Path(__file__).parents[1] / "cards" / "brass_empire_small.toml"
    cards = tomllib.loads(path.read_text(encoding="utf-8"))
    for card in cards["employee"]:
        card["play"] = [{"do": "steal", "brass": 6}]
    return {"mode": "battle", "num_players": 4, "cards": cards}


CASES: list[tuple[Game, dict[str, Any], str]] = [
    (connect_four.GAME, {}, "connect_four"),
    (kuhn_poker.GAME, {}, "kuhn_poker"),
    (treasure.GAME, {}, "treasure"),
    (cogdrive_neon.GAME, {}, "cogdrive_neon"),
    (comrade.GAME, {}, "comrade"),
    (brass_empire.GAME, {"max_decisions": 150}, "brass_empire"),
    (brass_empire.GAME, {"mode": "solitaire"}, "brass_empire-solitaire"),
    (brass_empire.GAME, raid(), "brass_empire-battle"),
    (cogs_and_commissars.GAME, {"max_decisions": 150}, "cogs_and_commissars"),
    (
        cogs_and_commissars.GAME,
        {"num_players": 3, "decks": "drafted", "leaders": True, "max_decisions": 200},
        "cogs_and_commissars-drafted",
    ),
    (
        cogs_and_commissars.GAME,
        {"num_players": 4, "windows": "all", "max_decisions": 250},
        "cogs_and_commissars-windows",
    ),
    (great_machine.GAME, {"max_decisions": 200}, "great_machine"),
    (great_machine.GAME, {"num_players": 2, "city": "random", "max_decisions": 250}, "great_machine-random city"),
    (
        great_machine.GAME,
        {"num_players": 3, "city": "confrontation", "heroes": "chosen", "reconsider": True, "max_decisions": 200},
        "great_machine-confrontation",
    ),
    (great_machine_coop.GAME, {"max_decisions": 200}, "great_machine_coop"),
    (
        great_machine_coop.GAME,
        {"num_players": 2, "missions": "random", "difficulty": "hard", "city": "random", "max_decisions": 250},
        "great_machine_coop-missions",
    ),
    (
        great_machine_coop.GAME,
        {
            "num_players": 1,
            "missions": "I",
            "difficulty": "novice",
            "maintenance": "one leaves",
            "heroes": "chosen",
            "reconsider": True,
            "max_decisions": 200,
        },
        "great_machine_coop-solo",
    ),
]

each_game = pytest.mark.parametrize(
    ("game", "options"), [case[:2] for case in CASES], ids=[name for _, _, name in CASES]
)
PLAIN = [name for _, _, name in CASES if "-" not in name]
"""The games with their usual options, which are what runs at every change; the others are variants of these."""
games_often = pytest.mark.often(*PLAIN)
