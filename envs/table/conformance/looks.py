"""All that a seat has of a position, and what two positions differ in for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..game import Setup
from ..rules import returns
from .play import RandomPlay, seen


@dataclass
class Look:
    """What a seat sees, may do and has earned, and the words for these.

    Attributes:
        observation: The seat's observation.
        mask: Its action mask.
        totals: The returns so far of all seats.
        text: The position in words; None where words were not asked for.
        words: The legal actions in words, in their order.
    """

    observation: np.ndarray
    mask: np.ndarray
    totals: list[float]
    text: str | None = None
    words: tuple[str, ...] = ()


def returns_many(setup, states, out):
    """Entry point: write the returns so far of every row."""
    for row in range(states.size):
        out[row, :] = 0
        returns(setup[0], states[row], out[row])


def look(play: RandomPlay, states: np.ndarray, seat: int, told: bool) -> Look:
    """Look at a position; ``told`` is whether words are asked for, which cost more than all the rest."""
    setup = play.setup
    observation, mask = seen(play, states, seat)
    totals = np.zeros((1, setup.game.max_seats), np.float32)
    setup.game.kernel(returns_many)(setup.record, states, totals)
    found = Look(observation, mask, totals[0].tolist())
    if told:
        found.text = setup.text(states, seat)
        found.words = tuple(setup.describe(states, action, seat=seat) for action in np.flatnonzero(mask).tolist())
    return found


def difference(setup: Setup, one: Look, two: Look) -> str | None:
    """Return in words what a seat can tell two positions by, None if nothing; words count if both have them."""
    layout = setup.layout
    parts = [p.name for p in layout.parts if _differ(one.observation, two.observation, layout.slice(p.name))]
    if parts:
        return f"sees two things in {', '.join(parts)}"
    actions = [setup.action_names[a] for a in np.flatnonzero(one.mask != two.mask)]
    if actions:
        return f"has two masks: {', '.join(actions)}"
    if one.totals != two.totals:
        return f"has two returns: {one.totals} and {two.totals}"
    if one.text is None or two.text is None:
        return None
    if one.text != two.text:
        return f"reads two texts: {first_difference(one.text, two.text)}"
    told = zip(np.flatnonzero(one.mask), one.words, two.words, strict=True)
    return next((f"reads {ours!r} or {theirs!r} for action {a}" for a, ours, theirs in told if ours != theirs), None)


def _differ(one: np.ndarray, other: np.ndarray, where: slice) -> bool:
    return one[where].tobytes() != other[where].tobytes()


def first_difference(one: str, other: str) -> str:
    """Return the first lines in which two texts differ."""
    pairs = zip(one.splitlines(), other.splitlines(), strict=False)
    return next((f"{a!r} or {b!r}" for a, b in pairs if a != b), "one has more lines")
