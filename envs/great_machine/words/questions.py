"""What is asked, what an answer says, and what is still to come, in words."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import MACHINE, Act, Ask, Phase
from ...city.words.asking import Words
from ...city.words.questions import SHARED_WORDS
from ...city.words.terms import rise_now, the
from ...table.views import many
from .heroes import HERO_WORDS
from .machine import MACHINE_WORDS

WORDS: dict[int, Words] = {
    **SHARED_WORDS,
    **HERO_WORDS,
    **MACHINE_WORDS,
    Ask.PILE: Words("which pile to draw a District from", lambda pile: f"draws a {('Minor', 'Major')[pile]} District"),
    Ask.CARPET: Words(
        "whether to reposition a District before the cards are chosen",
        {Act.DONE: "leaves the city as it is", Act.DISTRICT: lambda district: f"moves {the(district)} (free)"},
    ),
}
"""By what is asked."""


def pending_text(state: Any) -> str:
    """Return what is still to come before the game goes on; empty if nothing is."""
    parts = []
    if state.rise:
        parts.append(f"still to come: {rise_now(state, state.rise)}")
    if state.finds:
        parts.append(f"{many(int(state.finds), 'Citizen')} to identify anywhere")
    if state.returning:
        parts.append(f"{many(int(state.returning), 'Citizen')} to set free")
    if state.phase == Phase.HEROES and state.ask == Ask.PROVOKE and state.seat == MACHINE:
        parts.append("Provoke")
    return "; ".join(parts)
