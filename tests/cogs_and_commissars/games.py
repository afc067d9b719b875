"""Games of Cogs and Commissars for tests of its properties: card files of Blitzes, and play as plain Python.

The cards are those of cards/cogs_small.toml, so that no change of the house edition touches them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules import apply as rules
from cogitable.envs.cogs_and_commissars.rules import state
from cogitable.envs.cogs_and_commissars.rules.actions import Act
from cogitable.envs.cogs_and_commissars.rules.zones import draw
from cogitable.envs.table import Setup
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import seed_words

SMALL = Path(__file__).parents[1] / "cards" / "cogs_small.toml"
CORE = {"Revolution": 1, "Propaganda": 7, "Counter Propaganda": 4}

REGULAR: dict[str, dict[str, int]] = {
    "mixed": {
        "Stifle Free Speech": 3,
        "Doublespeak": 4,
        "Doublethink": 3,
        "Prove by Assertion": 2,
        "Military Action": 2,
        "Define the Truth": 1,
        "Intercept Transmission": 1,
        "Enforce Equality": 1,
        "Red Tape": 1,
    },
    "doublespeak": {"Doublespeak": 14, "Doublethink": 2, "Hire Assassin": 2},
    "fetching": {"Prove by Assertion": 7, "Doublethink": 7, "Military Action": 4},
    "stopping": {"Stifle Free Speech": 9, "Red Tape": 4, "Wire": 3, "Define the Truth": 2},
    "seizing": {"Intercept Transmission": 8, "Military Action": 5, "Doublespeak": 3, "Disarm the Citizens": 2},
    "assassins": {"Assassinate": 6, "Hire Assassin": 6, "Doublespeak": 3, "Lone Choice": 1, "Two Choices": 2},
}
"""The 18 regular cards of decks that hold many Blitzes; of Actions only those that chains are made of."""


def card_text(*decks: Mapping[str, int], cards: str = "") -> str:
    """Return a card file (TOML) with a faction for every deck of 18 regular cards, and with further cards."""
    told = SMALL.read_text(encoding="utf-8").partition("[[faction]]")[0] + cards
    for number, deck in enumerate(decks, start=1):
        lines = "".join(f'"{name}" = {copies}\n' for name, copies in {**CORE, **deck}.items())
        told += f'[[faction]]\nname = "Faction {number}"\nsource = "house"\npower = {{}}\n[faction.deck]\n{lines}\n'
    return told


def card_file(*decks: Mapping[str, int], cards: str = "") -> dict[str, Any]:
    """Return the content of :func:`card_text`."""
    return tomllib.loads(card_text(*decks, cards=cards))


def blitz_file() -> dict[str, Any]:
    """Return a card file whose decks are those of :data:`REGULAR`."""
    return card_file(*REGULAR.values())


class Plain:
    """One table with the rules as plain Python: what patches the rules' functions is heard."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup, self.record = setup, as_compiled(setup.record)[0]
        self.states = np.zeros(1, state.STATE)
        self.state = as_compiled(self.states)[0]
        self.rng = np.random.default_rng(seed)
        self.states["rng"][0] = seed_words(seed)[0]
        self._mask = np.zeros(setup.num_actions, np.int8)

    def deal(self) -> None:
        """Deal a new game; the random generator goes on."""
        words = self.states["rng"].copy()
        self.states[:] = np.zeros(1, state.STATE)
        self.states["rng"] = words
        rules.deal(self.record, self.state)

    def legal(self) -> list[int]:
        """Return the legal actions."""
        self._mask[:] = 0
        rules.legal_actions(self.record, self.state, self._mask)
        return np.flatnonzero(self._mask).tolist()

    def choose(self, actions: list[int], eager: float = 0.0) -> int:
        """Return a random action, not the pass with a probability of ``eager`` if there is another one."""
        if actions[0] == Act.PASS and len(actions) > 1 and self.rng.random() < eager:
            actions = actions[1:]
        return int(actions[self.rng.integers(len(actions))])

    def play(self, decisions: int, eager: float = 0.0, refill: int = 0) -> Iterator[int]:
        """Take random decisions in new games; yields each action before it is taken.

        Every seat draws up to ``refill`` cards each time a turn begins.
        """
        self.games, turn = 0, (0, 0)
        for _ in range(decisions):
            if self.state.over or not self.games:
                self.deal()
                self.games += 1
            if self.turn != turn and self.state.depth == 0 and self.state.phase != state.Phase.PREPARING:
                turn = self.turn
                for seat in range(self.setup.num_seats):
                    draw(self.record, self.state, seat, refill - self.state.amounts[seat, state.Zone.HAND])
            action = self.choose(self.legal(), eager)
            yield action
            self.take(action)

    @property
    def turn(self) -> tuple[int, int]:
        """Number of the game and of the turn in it."""
        return self.games, self.state.turn

    def take(self, action: int) -> None:
        """Take a decision."""
        rules.apply(self.record, self.state, action)
        self.states["decisions"] += 1


def setup_of(**options: Any) -> Setup:
    """Return a setup in which no game is cut off early."""
    options.setdefault("max_decisions", 100_000)
    return GAME.setup(**options)
