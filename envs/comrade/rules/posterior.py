"""The exact posterior of a seat over who holds what, under a stated model of the others, from the logs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...table.compilation.compile import compiled
from ...table.errors import OptionError
from ...table.game import Setup
from ...table.records import Array, Float, Int
from ...table.sets import has, remove, size
from . import beliefs
from .memory import believe_card, believe_look
from .seats import role_of
from .state import MAX_SEATS, UNKNOWN, Committee, How, Phase, Prepared, State, Turn, Word

_HALF, _ONE = np.float32(0.5), np.float32(1.0)
_PARTY, _PASSES = 0, 3  # where a model's array has its two parts


@dataclass(frozen=True)
class Model:
    """What a seat takes the others' choices to depend on; all else they choose without regard to what they hold.

    Attributes:
        party: Probability of a party vote by one that holds a comrade, the dissident, the informer.
        passes: Probability that one with two cards hands over the special one, if that is the dissident, the informer.
    """

    party: tuple[float, float, float] = (0.5, 0.5, 0.5)
    passes: tuple[float, float] = (0.5, 0.5)

    def __post_init__(self) -> None:
        for name, chances, count in (("party", self.party, 3), ("passes", self.passes, 2)):
            if not _are_probabilities(chances, count):
                raise OptionError(f"{name} of a model of the others must be {count} probabilities, not {chances!r}")

    def array(self) -> np.ndarray:
        """Return the five probabilities as compiled code takes them: float32, shape (5,)."""
        return np.array([*self.party, *self.passes], np.float32)


def _are_probabilities(chances: Any, count: int) -> bool:
    """Whether something is so many probabilities."""
    try:
        found = np.asarray(chances, np.float64)
    except (TypeError, ValueError):  # texts, None, lists in lists
        return False
    return found.shape == (count,) and bool(((found >= 0) & (found <= 1)).all())


RANDOM = Model()
"""Everybody else takes uniformly random legal actions."""


@compiled
def recall(setup: Prepared, state: State, seat: Int, model: Array, pair: Array, aware: Array, trace: Array) -> None:
    """Work out a seat's beliefs from all that it has seen since the deal; weights are left unscaled.

    Args:
        setup: SETUP record.
        state: STATE record.
        seat: Whose beliefs.
        model: A :class:`Model` as an array, or None for :data:`RANDOM` (for which less has to be compiled).
        pair: Out, float32, shape (MAX_SEATS, MAX_SEATS): see :mod:`.beliefs`.
        aware: Out, float32, shape (MAX_SEATS, MAX_SEATS, MAX_SEATS), likewise.
        trace: Out, float32, shape (k, MAX_SEATS, MAX_SEATS): the weights before each of the first k cards changed
            hands, what the giver and the seat saw of it just before included.
    """
    seats = np.int64(setup.seats)
    beliefs.begin(pair, aware, seats, seat, role_of(state.dealt_dissident, state.dealt_informer, seat))
    number = 0
    for turn in range(state.turn + 1):
        if turn > 0:
            beliefs.normalize(pair, seats)
        if model is not None and state.turns[turn].party != UNKNOWN:
            take_in_count(setup, seat, model, state.turns[turn], pair)
        if state.turns[turn].committee == Committee.LOST:
            beliefs.shown(pair, aware, seats, state.turns[turn])
        while number < state.moves and state.handovers[number].turn == turn:
            event = state.handovers[number]
            believe_look(pair, aware, seats, seat, event)
            if number < trace.shape[0]:
                copy_weights(trace[number], pair, seats)
            dissident_moves = informer_moves = _HALF if has(event.how, How.OF_TWO) else _ONE
            if model is not None and has(event.how, How.OF_TWO) and event.giver != seat:  # own choices tell nothing
                dissident_moves, informer_moves = model[_PASSES], model[_PASSES + 1]
            believe_card(pair, aware, seats, seat, event, dissident_moves, informer_moves)
            number += 1
    if state.phase == Phase.GIVE:
        believe_look(pair, aware, seats, seat, state.handovers[state.moves])


@compiled
def copy_weights(target: Int, source: Int, seats: Int) -> None:
    """Copy what concerns the seats at the table."""
    for row in range(seats):
        for column in range(seats):
            target[row, column] = source[row, column]


@compiled
def take_in_count(setup: Prepared, seat: Int, model: Array, turn: Turn, pair: Array) -> None:
    """Weigh each pair of holders with the probability that it would have voted as it did."""
    seats = np.int64(setup.seats)
    others = remove(turn.called, seat)
    party = np.int64(turn.party)
    if has(turn.called, seat) and not has(turn.freedom, seat):
        party -= 1
    for holder in range(seats):
        for other in range(seats):
            with_dissident, with_informer = has(others, holder), has(others, other)
            comrades = size(others) - with_dissident - with_informer
            pair[holder, other] *= chance_of_count(model, comrades, with_dissident, with_informer, party)
    beliefs.normalize(pair, seats)


@compiled
def chance_of_count(model: Array, comrades: Int, with_dissident: Int, with_informer: Int, party: Int) -> Float:
    """Return the probability of a number of party votes among some comrades and, perhaps, the two special roles."""
    total = np.float32(0.0)
    for first in range(2 if with_dissident else 1):
        for second in range(2 if with_informer else 1):
            chance = binomial(model[_PARTY], comrades, party - first - second)
            if with_dissident:
                chance *= model[_PARTY + 1] if first else _ONE - model[_PARTY + 1]
            if with_informer:
                chance *= model[_PARTY + 2] if second else _ONE - model[_PARTY + 2]
            total += chance
    return total


@compiled
def binomial(chance: Int, trials: Int, hits: Int) -> Float:
    """Return the probability of a number of hits in independent trials (float32); 0 outside the possible."""
    if hits < 0 or hits > trials:
        return np.float32(0.0)
    product = _ONE
    for trial in range(trials):
        product *= chance if trial < hits else _ONE - chance
    for trial in range(hits):
        product = product * np.float32(trials - trial) / np.float32(trial + 1)
    return product


def posterior_many(setup, states, seats, model, trace, pairs, aware, words):
    """Entry point of :func:`posterior`."""
    for row in range(states.size):
        seat, state = np.int64(seats[row]), states[row]
        recall(setup[0], state, seat, model, pairs[row], aware[row], trace)
        beliefs.normalize(pairs[row], np.int64(setup[0].seats))
        known = has(state.knowers, seat)
        for word in range(2):
            words[row, word] = np.float32(state.word == word) if known else np.float32(0.5)


def posterior(setup: Setup, states: np.ndarray, seats: int | np.ndarray, model: Model = RANDOM) -> np.ndarray:
    """Return the probability of every hidden situation, given all that a seat has seen since the deal.

    The past enters in full: own cards, those seen, given and received, who handed cards to whom, counts of votes (if
    the model says that votes tell anything), committees, and that the game has gone on.

    Args:
        setup: A setup of Comrade.
        states: STATE records, shape (n,).
        seats: The seat that believes; one for all or one for each state.
        model: What it takes the others' choices to depend on.

    Returns:
        float32, shape (n, seats, seats, 2): seat that holds the dissident, seat that holds the informer, word; the
        entries of each state add up to 1, or are all 0 where the model has it that this could not happen.

    Raises:
        OptionError: A seat that is not at the table.
    """
    pairs, _, words = _recalled(setup, states, seats, model)
    return (pairs[..., None] * words[:, None, None, :]).astype(np.float32)


def awareness(setup: Setup, states: np.ndarray, seats: int | np.ndarray, model: Model = RANDOM) -> np.ndarray:
    """Return the probability that each seat knows the word, as a seat believes: float32, shape (n, seats).

    Exact, given the model; of itself a seat knows it.
    """
    pairs, aware, _ = _recalled(setup, states, seats, model)
    chances = np.einsum("rdik,rdi->rk", aware, pairs)
    rows, own = np.arange(len(states)), np.broadcast_to(np.asarray(seats), len(states))
    chances[rows, own] = (states["knowers"].astype(np.int64) >> own) & 1
    return chances.astype(np.float32)


def _recalled(setup: Setup, states: np.ndarray, seats: int | np.ndarray, model: Model) -> tuple[np.ndarray, ...]:
    given = np.asarray(seats)
    if given.dtype.kind not in "iu" or given.shape not in ((), states.shape):
        raise OptionError(
            f"seats must be whole numbers, one for all or one for each of {states.size} states: {seats!r}"
        )
    believers = np.broadcast_to(given.astype(np.int64), states.shape).copy()
    if believers.size and not (believers.min() >= 0 and believers.max() < setup.num_seats):
        raise OptionError(f"seats must be from 0 to {setup.num_seats - 1}, not {seats}")
    shape = (states.size, MAX_SEATS, MAX_SEATS)
    pairs, aware = np.zeros(shape, np.float32), np.zeros((*shape, MAX_SEATS), np.float32)
    words = np.zeros((states.size, len(Word)), np.float32)
    nothing = np.zeros((0, MAX_SEATS, MAX_SEATS), np.float32)
    kernel = setup.game.kernel(posterior_many)
    kernel(setup.record, states, believers, model.array(), nothing, pairs, aware, words)
    n = setup.num_seats
    return pairs[:, :n, :n], aware[:, :n, :n, :n], words
