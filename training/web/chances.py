"""Each seat's chances over a game that has been played, and the decisions that moved them most.

Where a policy with a value is shipped for the game, it tells at every position what each seat may expect, by what the
seat to move knows, since that is what it was taught. Where none is, games are played on from the positions, with all
cards where they lie, by the game's rules of thumb or, without any, at random.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...agents.base import Agent, View
from ...agents.factory import make_agent
from ...agents.policy.agent import PolicyAgent
from ...agents.policy.network import PolicyNetwork
from ...envs.table import kernels
from ...envs.table.errors import CogitableError
from ...envs.table.game import RUNNING, Setup
from ...envs.table.random import seed_words
from ...envs.table.tables import Tables
from ..measure.match import wins

PLAYOUTS = 24
"""Games that are played on from each position."""
_POSITIONS = 48  # at most, spread over the game, where games have to be played on
_VALUED = 600  # at most where a value tells, which costs little: nobody can ask for a very long game's memory
_TOLD = 6  # decisions that are told of
_LEAST = 0.02  # no decision that moves a chance by less is told of
_SEED = 7


class Curve(NamedTuple):
    """Chances over a game.

    Attributes:
        by: How they were found, for people.
        numbers: How many decisions had been taken at each point, rising.
        chances: From 0 (the lowest return) to 1 (the highest), by point and seat; float64, shape (points, seats).
    """

    by: str
    numbers: list[int]
    chances: np.ndarray


class Swing(NamedTuple):
    """A decision, or a few in a row, that moved a seat's chance.

    Attributes:
        number: Of the (last) decision, counted from 1: the position after it.
        seat: Whose chance it moved most.
        before: That chance before it.
        after: That chance after it.
    """

    number: int
    seat: int
    before: float
    after: float


def curve(setup: Setup, last: int, states: Callable[[int], np.ndarray], seconds: float) -> Curve:
    """Return the chances over a game.

    Args:
        setup: The game with its options.
        last: Number of decisions.
        states: Returns the position after so many decisions, an array of one STATE record.
        seconds: For playing on; points for which there is no time left are left out.
    """
    value = _value(setup)
    if value is not None:
        numbers = _spread(last, _VALUED)
        chances = _valued(setup, value, np.concatenate([states(number) for number in numbers]))
        told = "the value of the shipped policy, by what the seat to move knows"
        return Curve(f"{told}; 0 % is the lowest return, 100 % the highest", numbers, chances)
    agent = _player(setup)
    by = "rules of thumb" if agent[0] == "heuristic" else "random play"
    found, chances = _played_on(setup, agent[1], last, states, seconds)
    return Curve(
        f"{PLAYOUTS} games played on from each position by {by}, with the cards where they lie", found, chances
    )


def _spread(last: int, most: int) -> list[int]:
    """Return at most so many numbers of decisions, both ends among them."""
    return np.unique(np.linspace(0, last, min(last + 1, most)).round().astype(int)).tolist()


def swings(found: Curve, most: int = _TOLD) -> list[Swing]:
    """Return what moved a chance most, the most first."""
    moved = np.abs(np.diff(found.chances, axis=0))
    if not moved.size:
        return []
    best = moved.max(axis=1)
    chosen = [int(point) for point in np.argsort(-best, kind="stable")[:most] if best[point] >= _LEAST]
    seats = [int(moved[point].argmax()) for point in chosen]
    return [
        Swing(found.numbers[point + 1], seat, *found.chances[point : point + 2, seat].tolist())
        for point, seat in zip(chosen, seats, strict=True)
    ]


# By the value of a policy


def _value(setup: Setup) -> PolicyNetwork | None:
    """Return the shipped network with a value for every seat; None where there is none for these options."""
    try:
        networks = PolicyAgent(setup, 0).networks
    except CogitableError:
        return None
    network = networks.get("")
    return network if network is not None and network.value is not None else None


def _valued(setup: Setup, network: PolicyNetwork, states: np.ndarray) -> np.ndarray:
    """Return what each seat may expect at each position; at the end, what it has got."""
    head, seats = network.value, setup.num_seats
    assert head is not None
    low, high = (float(edge) for edge in head.span)
    observations = np.zeros((states.size, setup.layout.size), np.float32)
    masks = np.zeros((states.size, setup.num_actions), np.int8)
    look = setup.game.kernel(kernels.observe_many)
    look(setup.record, states, np.full(states.size, -1), observations, masks, 0, states.size)
    signal = observations if head.source == "observation" else network.hidden(observations)
    clockwise = (np.arange(seats) - states["seat"][:, None]) % seats  # the seat to move comes first in it
    chances = (np.take_along_axis(head.values(signal, network.activation), clockwise, axis=1) - low) / (high - low)
    over = states["over"] != RUNNING
    chances[over] = np.clip((states["paid"][over, :seats] - low) / (high - low), 0, 1)
    return chances


# By playing on


def _player(setup: Setup) -> tuple[str, Agent]:
    for spec in ("heuristic", "random"):
        try:
            return spec, make_agent(spec, setup, seed=_SEED)
        except CogitableError:
            continue
    raise AssertionError("random plays everything")


def _played_on(
    setup: Setup, agent: Agent, last: int, states: Callable[[int], np.ndarray], seconds: float
) -> tuple[list[int], np.ndarray]:
    end = time.monotonic() + seconds
    found: dict[int, Any] = {}
    for number in _coarse_first(_spread(last, _POSITIONS)):
        shares = _shares(setup, agent, states(number), end)
        if shares is None:
            break
        found[number] = shares
    numbers = sorted(found)
    return numbers, np.array([found[number] for number in numbers]).reshape(len(numbers), setup.num_seats)


def _coarse_first(numbers: Sequence[int]) -> list[int]:
    """Return numbers so that whoever stops early has some from everywhere: both ends, the middle, the quarters ..."""
    step, chosen = 1 << max(0, (len(numbers) - 1)).bit_length(), [numbers[-1]]
    while step:
        chosen += numbers[::step]
        step //= 2
    return list(dict.fromkeys(chosen))


def _shares(setup: Setup, agent: Agent, states: np.ndarray, end: float) -> np.ndarray | None:
    """Return what share of the games played on from a position each seat wins; None where time has run out."""
    cooperative = setup.rewards == "cooperative"
    if states["over"][0] != RUNNING:
        return np.asarray(wins(states["paid"][:, : setup.num_seats], cooperative)[0], np.float64)
    tables = Tables(setup, PLAYOUTS, seed=_SEED, auto_reset=False)
    tables.states[:] = states
    tables.states["rng"] = seed_words(np.random.SeedSequence(_SEED), PLAYOUTS)
    tables.look()
    actions = np.zeros(PLAYOUTS, np.int64)
    while (rows := np.flatnonzero(tables.states["over"] == RUNNING)).size:
        if time.monotonic() > end:
            return None
        actions[rows] = agent.act(View.of(tables, rows))
        tables.step(actions)
    return np.asarray(wins(tables.states["paid"][:, : setup.num_seats], cooperative).mean(axis=0), np.float64)
