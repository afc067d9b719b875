"""All that a seat has of a position, and what two positions differ in for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..attributes import attributed
from ..game import RUNNING, Setup
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
        asked: What the seat to move is asked; None for another seat.
        together: What it may do at one stroke, in words and in actions.
    """

    observation: np.ndarray
    mask: np.ndarray
    totals: list[float]
    text: str | None = None
    words: tuple[str, ...] = ()
    asked: str | None = None
    together: tuple[str, tuple[int, ...]] | None = None


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
        state = attributed(states)[0]
        if seat == state.seat and state.over == RUNNING:
            _ask(play, state, found)
    return found


def _ask(play: RandomPlay, state: Any, found: Look) -> None:
    """Add what the seat to move is asked, and what it may do at one stroke."""
    game = play.setup.game
    if game.asks is not None:
        found.asked = play.made("text", "asks", game.asks, play.setup, state, int(state.seat))
    if game.together is not None:
        words, actions = play.made("together", "together", game.together, play.setup, state)
        found.together = words, tuple(int(action) for action in actions)


def picture(play: RandomPlay, states: np.ndarray, seat: int | None) -> np.ndarray:
    """Return a game's picture of a position, having looked whether it is one; the game must draw any."""
    rule, what = "pictures are RGB", f"render_picture for seat {seat}"
    draw = play.setup.game.render_picture
    assert draw is not None
    pixels: np.ndarray = play.made(rule, what, draw, play.setup, attributed(states)[0], seat)
    shape = isinstance(pixels, np.ndarray) and pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3
    dtype, size = getattr(pixels, "dtype", type(pixels).__name__), getattr(pixels, "shape", "none")
    play.demand(shape, rule, f"{what} gives {dtype} of shape {size}")
    return pixels


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
    for action, ours, theirs in told:
        if ours != theirs:
            return f"reads {ours!r} or {theirs!r} for action {action}"
    if one.asked != two.asked:
        return f"is asked {one.asked!r} or {two.asked!r}"
    return None if one.together == two.together else f"may do {one.together} or {two.together} at one stroke"


def _differ(one: np.ndarray, other: np.ndarray, where: slice) -> bool:
    return one[where].tobytes() != other[where].tobytes()


def first_difference(one: str, other: str) -> str:
    """Return the first lines in which two texts differ."""
    pairs = zip(one.splitlines(), other.splitlines(), strict=False)
    return next((f"{a!r} or {b!r}" for a, b in pairs if a != b), "one has more lines")
