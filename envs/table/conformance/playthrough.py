"""A random playthrough as text that a person can read and version control can compare.

It tells everything at the deal, and after every decision what has changed: fields of the state, what each seat sees,
rewards, legal actions. Kept beside the tests of a game, it shows in a review what a change of the rules has done.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..game import RUNNING, Setup
from ..layout import Layout
from .play import RandomPlay, chosen_options

_WIDTH = 118
_OVER = ("", "the game has ended", "the game was cut off")


def playthrough(setup: Setup, seed: int, decisions: int) -> str:
    """Return ``decisions`` random decisions as text; games that end are followed by new deals.

    Args:
        setup: The game.
        seed: Fixes deals and decisions.
        decisions: Number of decisions.
    """
    play = RandomPlay(setup, seed)
    options = chosen_options(setup)
    lines = [f"{setup.game.title}, version {setup.game.version}, seed {seed}{options and ': '}{options}"]
    lines += ["", f"deal {play.games}", *_everything(play)]
    for _ in range(decisions):
        if play.state.over != RUNNING:
            play.deal()
            lines += ["", f"deal {play.games}", *_everything(play)]
        before, seen = play.tables.states.copy(), _seen(play)
        seat = int(play.state.seat)
        action = play.step()
        words = setup.describe(before, action)
        said = "" if words == setup.action_names[action] else f": {words}"
        lines += [
            "",
            f"decision {int(play.state.decisions)}: seat {seat} takes {action} ({setup.action_names[action]}){said}",
        ]
        lines += _news(play, before, seen)
    lines += ["", "in the end", textwrap.indent(setup.text(play.tables.states, None), "  ")]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def _everything(play: RandomPlay) -> list[str]:
    nothing = np.zeros_like(play.tables.states)
    return _news(play, nothing, np.zeros((play.setup.num_seats, play.setup.layout.size), np.float32))


def _news(play: RandomPlay, before: np.ndarray, seen: np.ndarray) -> list[str]:
    """Return what is new since a state and what the seats saw then."""
    setup, rewards = play.setup, play.tables.rewards[0, : play.setup.num_seats]
    state = play.tables.states[0]
    lines = _wrapped("state", [c for name in state.dtype.names for c in _changes(name, before[0][name], state[name])])
    for seat, (old, new) in enumerate(zip(seen, _seen(play), strict=True)):
        lines += _wrapped(f"seat {seat} sees", list(_observed(setup.layout, old, new)))
    if before["decisions"][0] < state["decisions"] and rewards.any():
        lines += _wrapped("rewards", [f"{reward:g}" for reward in rewards])
    if state["over"] != RUNNING:
        return [*lines, f"  {_OVER[state['over']]}"]
    names = [f"{action} {setup.action_names[action]}" for action in play.legal]
    return [*lines, *_wrapped(f"seat {state['seat']} may", names)]


def _seen(play: RandomPlay) -> np.ndarray:
    """Return what every seat sees, shape (seats, layout.size)."""
    setup = play.setup
    seats = np.arange(setup.num_seats)
    observations = np.zeros((seats.size, setup.layout.size), np.float32)
    masks = np.zeros((seats.size, setup.num_actions), np.int8)
    for seat in seats:
        row = slice(seat, seat + 1)
        play.tables.observe(seats[row], observations[row], masks[row])
    return observations


def _observed(layout: Layout, old: np.ndarray, new: np.ndarray) -> Iterator[str]:
    before, after = layout.split(old), layout.split(new)
    for part in layout.parts:
        yield from _changes(part.name, before[part.name], after[part.name], part.labels)


def _changes(name: str, old: np.ndarray, new: np.ndarray, labels: Sequence[str] = ()) -> Iterator[str]:
    """Yield what is new in a field: its elements one by one, or whole rows where that is shorter."""
    if new.dtype.names:
        for field in new.dtype.names:
            yield from _changes(f"{name}.{field}", old[field], new[field])
    elif new.ndim > 1:
        for i in range(len(new)):
            yield from _changes(f"{name}[{labels[i] if labels else i}]", old[i], new[i])
    elif new.ndim == 0:
        if old != new:
            yield f"{name} {_number(old)}>{_number(new)}"
    elif (old != new).any():
        items = [
            f"{name}[{labels[i] if labels else i}] {_number(old[i])}>{_number(new[i])}"
            for i in np.flatnonzero(old != new).tolist()
        ]
        row = f"{name} = {' '.join(_number(n) for n in new)}"
        yield from [row] if len(row) < len(", ".join(items)) else items


def _number(value: Any) -> str:
    if value.dtype in (np.uint32, np.uint64):  # generators and sets of cards
        return f"{int(value):x}"
    return f"{value:g}"


def _wrapped(head: str, items: list[str]) -> list[str]:
    if not items:
        return []
    text = f"  {head}: {', '.join(items)}"
    return textwrap.wrap(text, _WIDTH, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)
