"""What tests of Brass Empire's views share: tables to show, and positions that a seat cannot tell from each other."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest
import random_games
from random_games import record
from watched_pictures import Watcher

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.picture import centre as picture_centre
from cogitable.envs.brass_empire.picture import layout as picture_layout
from cogitable.envs.brass_empire.picture import seats as picture_seats
from cogitable.envs.brass_empire.picture import side as picture_side
from cogitable.envs.brass_empire.picture import table as picture
from cogitable.envs.brass_empire.rules import state
from cogitable.envs.brass_empire.rules.actions import Act
from cogitable.envs.table import Setup
from cogitable.envs.table.tables import determinized

SMALL = Path(__file__).parents[1] / "cards" / "brass_empire_small.toml"
TABLES = {
    "2": {},
    "4, drafted": {"num_players": 4, "reserves": "draft", "corporations": "chosen"},
    "5, small file": {"num_players": 5, "cards": SMALL},
    "solitaire": {"mode": "solitaire"},
    "team of 6": {"mode": "team", "num_players": 6},
    "battle of 3": {"mode": "battle", "num_players": 3},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
WIDTH = 118
DRAWN_BY = (picture, picture_centre, picture_seats, picture_side)

any_action = random_games.seldom(Act.END, 0.9)  # turns seldom end before all is done
positions = partial(random_games.positions, choose=any_action)


def watcher_of(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    return Watcher(monkeypatch, DRAWN_BY, picture_layout.SIZE)


def scrambled(setup: Setup, states: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """Return a copy in which all is changed that a seat cannot know: hands against decks, and every deck's order."""
    copy = states.copy()
    table = record(copy)
    for other in range(setup.num_seats):
        zones = table.zones[other]
        if other != seat:
            free = np.repeat(np.arange(state.MAX_KINDS), zones[state.Zone.HAND] - zones[state.Zone.KNOWN])
            cards = np.concatenate([free, np.repeat(np.arange(state.MAX_KINDS), zones[state.Zone.DECK])])
            hand = np.bincount(rng.permutation(cards)[: free.size], minlength=state.MAX_KINDS)
            zones[state.Zone.DECK] += zones[state.Zone.HAND] - zones[state.Zone.KNOWN] - hand
            zones[state.Zone.HAND] = zones[state.Zone.KNOWN] + hand
        deck = rng.permutation(np.repeat(np.arange(state.MAX_KINDS), zones[state.Zone.DECK]))
        table.piles[other, : deck.size] = deck
    for pile in (state.LABOR_DECK, state.LABOR_DECK + 1):
        size = int(table.sizes[pile])
        table.piles[pile, :size] = rng.permutation(table.piles[pile, :size])
    table.rng[:] = rng.integers(2**32, size=4, dtype=np.uint32)
    return copy


def others_of(setup: Setup, states: np.ndarray, seat: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Return positions that a seat cannot tell from this one."""
    words = rng.integers(2**32, size=4, dtype=np.uint32)
    return [scrambled(setup, states, seat, rng), determinized(setup, states, words, np.array([seat]))]
