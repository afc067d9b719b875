"""Sides laid over Kuhn poker, for what is done by side: by the card that a seat holds, or by where it sits."""

from __future__ import annotations

import pytest
from games.kuhn_poker import GAME as KUHN

from cogitable.agents import sides

KING = 2


def by_card(setup, state):
    """Who has the king plays alone, and sees that."""
    return ["king" if state.kuhn_deck[seat] == KING else "rest" for seat in range(setup.num_seats)]


def by_seat(setup, state):
    return ["first", "second", "second", "second"][: setup.num_seats]


def sides_by_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sides follow the king until the test ends."""
    monkeypatch.setitem(KUHN.__dict__, "sides", by_card)
    monkeypatch.setitem(sides.SHOWN, "kuhn_poker", {"king": ("card", KING)})


def sides_by_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sides follow the seats until the test ends."""
    monkeypatch.setitem(KUHN.__dict__, "sides", by_seat)
