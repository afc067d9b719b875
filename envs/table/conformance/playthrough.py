"""A random playthrough as text that a person can read and version control can compare.

It tells the game in the words of its own views: the table at the deal, then of every decision who took what, out of how
many legal actions, and what is new on the table for who sees everything. Below stand digests of all there is, told or
not, decision by decision: no number and no word changes unnoticed. Kept beside the tests of a game, it shows in a
review what a change of the rules has done.
"""

from __future__ import annotations

import hashlib
import textwrap

import numpy as np

from ..changes import changes, outline
from ..counts import check_count, check_own_seed
from ..files import packing
from ..game import RUNNING, Setup
from ..seats import seat_name
from .play import RandomPlay, chosen_options

_WIDTH = 118
_MOST = 170  # characters about a decision, beside the last line
_ROW = 15  # digests in a row
_DIGITS = 6
_OVER = ("", "the game has ended", "the game was cut off")


def playthrough(setup: Setup, seed: int, decisions: int) -> str:
    """Return ``decisions`` random decisions as text; games that end are followed by new deals.

    Args:
        setup: The game.
        seed: Fixes deals and decisions.
        decisions: Number of decisions.

    Raises:
        OptionError: A number or a seed that is none.
    """
    seed, decisions = check_own_seed(seed), check_count(decisions, "decisions", 0)
    play = RandomPlay(setup, seed)
    options = chosen_options(setup)
    lines = [f"{setup.game.title}, version {setup.game.version}, seed {seed}{options and ': '}{options}"]
    lines += _deal(play)
    digests = [_digests(play)]
    for number in range(1, decisions + 1):
        if play.state.over != RUNNING:
            play.deal()
            lines += _deal(play)
        lines += _decision(play, number)
        digests.append(_digests(play))
    lines += ["", f"Digests after 0 to {decisions} decisions"]
    for what, values in zip(("states", "observations and masks", "words"), zip(*digests, strict=True), strict=True):
        lines += [f"  {what}"]
        lines += [f"    {i:3} {' '.join(values[i : i + _ROW])}" for i in range(0, len(values), _ROW)]
    return "\n".join(lines) + "\n"


def _deal(play: RandomPlay) -> list[str]:
    table = outline(play.setup.text(play.tables.states, None))
    return ["", f"Deal {play.games}", *(f"  {line}" for line in table), ""]


def _decision(play: RandomPlay, number: int) -> list[str]:
    """Take a random decision and tell it."""
    setup, states = play.setup, play.tables.states
    before, old, seat, legal = states.copy(), setup.text(states, None), int(play.state.seat), play.legal.size
    action = play.step()
    lines = [f"{number:3} {seat_name(seat)}, 1 of {legal}: {setup.describe(before, action)}"]
    *others, last = changes(old, setup.text(states, None)) or [""]  # the last line is often the next question
    news = [textwrap.shorten(" | ".join(others), _MOST, placeholder=" ...")] * bool(others) + [last]
    rewards = play.tables.rewards[0, : setup.num_seats]
    if rewards.any():
        news.append(f"rewards {' '.join(f'{reward:g}' for reward in rewards)}")
    if play.state.over != RUNNING:
        news.append(_OVER[play.state.over])
    return lines + _wrapped(" | ".join(news))


def _wrapped(text: str) -> list[str]:
    indent = " " * 6
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _digests(play: RandomPlay) -> tuple[str, str, str]:
    """Return what stands for the state, for what every seat sees and may do, and for all words about it."""
    setup, states = play.setup, play.tables.states
    seats = range(setup.num_seats)
    observations = np.zeros((len(seats), setup.layout.size), np.float32)
    masks = np.zeros((len(seats), setup.num_actions), np.int8)
    words = []
    for seat in (*seats, None):
        if seat is not None:
            row = slice(seat, seat + 1)
            play.tables.observe(np.array([seat]), observations[row], masks[row])
        words.append(setup.text(states, seat))
        words += [setup.describe(states, int(action), seat=seat) for action in play.legal]
    words += [setup.action_names[action] for action in play.legal]
    seen = observations.astype("<f4").tobytes() + masks.tobytes()
    return packing.digest(states)[:_DIGITS], _digest(seen), _digest("\n".join(words).encode())


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=_DIGITS // 2).hexdigest()
