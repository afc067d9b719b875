"""Conformance of what seats see of actions, by force: every legal action is taken, here and in redrawn positions.

What holds in every game, for each seat and the actions that are legal at a time:

* Where two actions of another seat leave this seat with the same view (observation, text, reward, whose turn it is) and
  are told to it in the same words, though they do not do the same, their appearances are equal. So are those of one
  action in two positions that the seat cannot tell apart. Otherwise search would go by what the seat cannot see. A game
  without ``appearance`` is held to this as well: it may need one.
* Where the words differ, the appearances differ. Otherwise ``describe_action`` tells too much, or the appearance too
  little.
* The acting seat's own actions all have different appearances.

Equal appearances need not lead to equal views: the last secret vote makes the count public. A game may let the
appearance tell such a consequence, or leave it to the search to meet several of them below one appearance.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from .. import kernels
from ..files import packing
from ..game import RUNNING, Setup
from ..random import seed_words
from ..rules import appearance
from ..tables import Tables, determinized
from .play import RandomPlay
from .report import Conformance

_EVERY = 4  # look at every fourth position
_DRAWS = 2  # redraws of each position for each seat
_RULE = "appearance"
_RANGE = np.iinfo(np.int32)


def appearances(setup, states, actions, seats, out):
    """Entry point: write what ``seats[row]`` sees of ``actions[row]``, the states being those before the actions."""
    for row in range(states.size):
        out[row] = appearance(setup[0], states[row], actions[row], seats[row])


@dataclass
class _Seen:
    """One legal action and what a seat has of it.

    Attributes:
        name: The action's name.
        number: Its appearance.
        shown: How it is described to the seat, and all but the text that the seat is shown when it has been taken.
        done: What it has truly done, by ``reveal``.
        after: The position after it.
    """

    name: str
    number: int
    shown: tuple
    done: bytes
    after: np.ndarray


def check(setup: Setup, seed: int, decisions: int, report: Conformance) -> None:
    """Compare what each seat sees of all legal actions at some of ``decisions`` positions."""
    play = RandomPlay(setup, seed)
    words = seed_words(np.random.SeedSequence([seed, 3]))[0]
    for number in range(decisions):
        if play.state.over == RUNNING and number % _EVERY == 0:
            for seat in range(setup.num_seats):
                _check_seat(play, seat, words, report)
        play.step()


def _check_seat(play: RandomPlay, seat: int, words: np.ndarray, report: Conformance) -> None:
    setup = play.setup
    seats = np.full(_DRAWS, seat)
    redrawn = determinized(setup, np.repeat(play.tables.states, _DRAWS), words, seats)
    positions = [play.tables.states, *(redrawn[row : row + 1] for row in range(_DRAWS))]
    found = [_look(play, position, seat) for position in positions]
    for actions in found:
        report.appearances += len(actions)
        report.alike += len(actions) - len({seen.number for seen in actions})
        if seat == play.state.seat:
            _demand_own(play, actions)
        else:
            _demand_no_more_than_is_shown(play, actions, seat)
    every = [seen for actions in found for seen in actions]
    for name in dict.fromkeys(seen.name for seen in every):
        _demand_no_more_than_is_shown(play, [seen for seen in every if seen.name == name], seat)
    if "appearance" in setup.game.rules:
        _demand_no_less_than_is_told(play, every, seat)


def _look(play: RandomPlay, position: np.ndarray, seat: int) -> list[_Seen]:
    """Take every legal action of a position on a copy of it."""
    setup = play.setup
    branch = Tables(setup, 1, seed=0, auto_reset=False)
    branch.states[:] = position
    branch.look()
    legal = np.flatnonzero(branch.masks[0])
    branch = Tables(setup, legal.size, seed=0, auto_reset=False)
    branch.states[:] = position
    branch.look()
    before = packing.pack(branch.states)
    seats, numbers = np.full(legal.size, seat), np.zeros(legal.size, np.int64)
    setup.game.kernel(appearances)(setup.record, branch.states, legal, seats, numbers)
    play.demand(packing.pack(branch.states) == before, "looking changes nothing", "appearance has changed the state")
    for action, number in zip(legal, numbers, strict=True):
        fits = _RANGE.min <= number <= _RANGE.max
        play.demand(fits, _RULE, f"{setup.action_names[action]} has {number}, which does not fit into 32 bits")
    words = [setup.describe(branch.states, int(a), row, seat) for row, a in enumerate(legal)]
    branch.step(legal)
    shown, done = _shown(branch, seat), np.zeros((legal.size, setup.full_layout.size), np.float32)
    setup.game.kernel(kernels.reveal_many)(setup.record, branch.states, done, 0, legal.size)
    return [
        _Seen(
            setup.action_names[a],
            int(numbers[row]),
            (words[row], *shown[row]),
            done[row].tobytes(),
            branch.states[row : row + 1],
        )
        for row, a in enumerate(legal)
    ]


def _shown(branch: Tables, seat: int) -> list[tuple]:
    """Return, for each table after its action, all that a seat is shown but for the text."""
    observations, masks = np.zeros_like(branch.observations), np.zeros_like(branch.masks)
    branch.observe(np.full(len(masks), seat), observations, masks)
    states = branch.states
    return [
        (
            *(int(states[name][row]) for name in ("seat", "over", "gone")),
            float(branch.rewards[row, seat]),
            observations[row].tobytes(),
            masks[row].tobytes(),
        )
        for row in range(len(masks))
    ]


def _demand_own(play: RandomPlay, actions: list[_Seen]) -> None:
    first: dict[int, _Seen] = {}
    for seen in actions:
        other = first.setdefault(seen.number, seen)
        detail = f"the acting seat's own {other.name!r} and {seen.name!r} both have {seen.number}"
        play.demand(other is seen, _RULE, detail)


def _demand_no_more_than_is_shown(play: RandomPlay, actions: list[_Seen], seat: int) -> None:
    """Compare different actions in one position, or one action in several positions.

    Texts cost more than everything else, so they are asked for last: where nothing else tells two numbers apart.
    """
    for one, other in itertools.combinations(actions, 2):
        if one.number != other.number and one.shown == other.shown and one.done != other.done:
            names = f"{one.name!r} from {other.name!r}" if one.name != other.name else f"one {one.name!r} from another"
            detail = f"seat {seat} cannot tell {names}, yet they have {one.number} and {other.number}"
            told = play.setup.text(one.after, seat) != play.setup.text(other.after, seat)
            play.demand(told, _RULE, detail)


def _demand_no_less_than_is_told(play: RandomPlay, every: list[_Seen], seat: int) -> None:
    first: dict[int, _Seen] = {}
    for seen in every:
        other = first.setdefault(seen.number, seen)
        detail = f"seat {seat} is told {other.shown[0]!r} or {seen.shown[0]!r}, and both have {seen.number}"
        play.demand(other.shown[0] == seen.shown[0], _RULE, detail)
