"""Positions of CogDrive Neon by hand, for tests that speak of cards by name."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import numpy as np

from cogitable.envs.cogdrive_neon import GAME
from cogitable.envs.cogdrive_neon.cards import DEFAULT
from cogitable.envs.cogdrive_neon.rules import state
from cogitable.envs.cogdrive_neon.rules.state import pile_cards
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.sets import members_of

ALL_CARDS = frozenset(range(state.CARDS))


def house_cards(**tasks: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the house edition with some CogDrives' Tasks replaced."""
    data = tomllib.loads(DEFAULT.read_text())
    for drive in data["cogdrive"]:
        drive["task"] = tasks.get(drive["name"], drive["task"])
    return data


class Position:
    """One table of CogDrive Neon whose zones are set by card names, played by action names.

    Piles are given top card first. Cards that are not named lie in the Hangar deck above the Wreckage card, in the
    order of the card list. Both seats know where every named card is.
    """

    def __init__(self, *, cards: Any = None, player: int = 0, turn: int = 5, **zones: Any) -> None:
        self.setup: Setup = GAME.setup(cards=cards)
        self.labels = [card.label for card in self.setup.options.cards.cards]
        self.tables = Tables(self.setup, 1, seed=0, auto_reset=False)
        self.state = self.tables.states.view(np.recarray)[0]
        self._clear()
        self.state.player = self.state.seat = player
        self.state.turn = turn
        self.state.wreckage = zones.pop("wreckage", 0)
        below = [self.number(c) for c in zones.pop("below", [])]
        used = set(below)
        for zone, names in zones.items():
            used |= self._fill(zone, [self.number(c) for c in names])
        rest = sorted(ALL_CARDS - used)[::-1] if not self.state.wreckage else []
        self._pile(state.Pile.HANGAR, [*below, *rest])
        self.state.above = len(rest) if not self.state.wreckage else len(below)
        if self.state.wreckage:  # all that is left over is out of the way at the first player's Clash
            self.state.clash[0] |= sum(1 << c for c in ALL_CARDS - used)
        self.state.seen[:] = self.state.located[:] = sum(1 << c for c in used | (ALL_CARDS - set(rest)))
        self.tables.look()

    def _clear(self) -> None:
        for name in ("hand", "discard", "clash", "sizes", "seen", "located", "layers", "tallies"):
            self.state[name][:] = 0
        self.state.entered[:] = [0 if card.power == 1 else -1 for card in self.setup.options.cards.cards]
        self.state.num_tallies[:], self.state.odds[:, 0] = 1, 1.0
        self.state.hangar = 0
        self.state.phase, self.state.used, self.state.card, self.state.depth = state.Phase.ACTION, 0, -1, 0
        self.state.overdrive = state.Overdrive.NONE

    def _fill(self, zone: str, cards: Sequence[int]) -> set[int]:
        name, seat = zone.rstrip("01"), zone[-1]
        if name == "deck":
            self._pile(int(seat), list(cards)[::-1])
            self.state.entered[list(cards)] = 0
        elif name == "hangar":
            self.state.hangar = sum(1 << c for c in cards)
        else:
            self.state[name][int(seat)] = sum(1 << c for c in cards)
        return set(cards)

    def _pile(self, pile: int, cards: Sequence[int]) -> None:
        self.state.sizes[pile] = len(cards)
        self.state.piles[pile, : len(cards)] = cards

    def number(self, label: str) -> int:
        return self.labels.index(label)

    def play(self, *actions: str) -> None:
        """Take decisions by their names."""
        for action in actions:
            assert action in self.legal(), f"{action!r} is not legal; legal are {self.legal()}"
            self.tables.step(np.array([self.setup.action_names.index(action)]))

    def legal(self) -> list[str]:
        return [self.setup.action_names[a] for a in np.flatnonzero(self.tables.masks[0])]

    def names(self, cards: Any) -> list[str]:
        return sorted(self.labels[c] for c in members_of(cards))

    def hand(self, seat: int = 0) -> list[str]:
        return self.names(self.state.hand[seat])

    def discard(self, seat: int = 0) -> list[str]:
        return self.names(self.state.discard[seat])

    def clash(self, seat: int = 0) -> list[str]:
        return self.names(self.state.clash[seat])

    def hangar(self) -> list[str]:
        return self.names(self.state.hangar)

    def deck(self, seat: int = 0) -> list[str]:
        """Cards of a deck, top card first; seat 2 is the Hangar deck."""
        return [self.labels[c] for c in pile_cards(self.state, seat)]

    def phase(self) -> str:
        return state.Phase(self.state.phase).text


def actions(**zones: Any) -> Position:
    """Return a position of the first player with five cards in the Hangar."""
    zones = {"hand1": ["VX1-Blue"], "hangar": ["HB3-Gray", "LO9-Gray", "KR7-Blue", "ZQ8-Pink", "GJ3-Pink"]} | zones
    return Position(**zones)


def choices(table: Position) -> list[str]:
    """Return the legal choices of a card."""
    return [name for name in table.legal() if name.startswith("choose")]


def move(source: str, target: str, **more: Any) -> dict[str, Any]:
    """Return a step of a card file that moves cards."""
    return {"do": "move", "from": source, "to": target, **more}
