"""Conformance of logs, by force: what a seat perceives of a game is all that it can know of it.

Pairs of games are made that look the same to a seat: what the seat cannot know is redrawn at some decision, and both
games go on with the same decisions as far as the seat can tell, until its logs differ. As long as they are the same,

* the seat's observation and mask are the same bytes, its returns are the same, and now and then its text and its words
  for actions;
* what :func:`~..rules.determinize` redraws is distributed in the same way (:mod:`.redraws`).

And of positions: where ``reveal`` writes the same of two, they have the same future.

Unlike :mod:`.hidden_information` this does not trust ``determinize`` to know what is hidden: it goes by the events that
the rules tell (:mod:`..events`), and by appearances.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from ..compilation.compile import compiled
from ..events import TELLING
from ..files import packing
from ..game import RUNNING, Setup
from ..kernels import look, proceed
from ..random import below, pick_legal, seed_words
from ..rules import UNPERCEIVED, appearance, legal_actions
from ..tables import Tables, determinized
from .looks import difference
from .looks import look as look_of
from .play import RandomPlay, check_room
from .redraws import drawn_apart, shown
from .report import Conformance

SAME, APART, UNLIKE = range(3)
"""What :func:`go_on_alike` finds of a pair: one log to the end, logs apart at some time, or one log for two views."""

_STEPS = 40  # decisions that a pair goes on at most, unless its logs differ before
_RULE = "the log is the information state"


@compiled
def perceive(setup, state, seat, log):
    """Add to a seat's log what rules have told it of the last decision."""
    for number in range(state.told):
        event = state.events[number]
        if event.to >> seat & 1:
            thing = np.int64(event.thing) if event.seen >> seat & 1 else np.int64(-1)
            kind, who, amount = np.int64(event.kind), np.int64(event.who), np.int64(event.amount)
            for value in (kind, who, thing, amount, np.int64(event.other)):
                log = note(log, value)
    return log


@compiled
def note(log, value):
    """Add one number to a log's digest of 32 bits."""
    product = (log ^ np.uint64(value & 0xFFFFFFFF)) * np.uint64(2654435761)
    return (product ^ product >> np.uint64(32)) & np.uint64(0xFFFFFFFF)


@compiled
def differ(ours, theirs):
    """Whether two arrays of one length differ anywhere."""
    for index in range(ours.size):
        if ours[index] != theirs[index]:
            return True
    return False


@compiled
def alike(one, two, seat, observations, masks):
    """Whether a seat has the same of both positions; whose turn it is, the table shows, which logs do not tell."""
    if one.over != two.over:
        return False
    if one.seat != two.seat:
        return True
    same = not differ(observations[0], observations[1]) and not differ(masks[0], masks[1])
    return same and one.paid[seat] == two.paid[seat]


@compiled
def take(setup, state, seat, action, log):
    """Take a decision and return the seat's log with all that it perceives of it."""
    shown = appearance(setup, state, action, seat)
    if shown != UNPERCEIVED:
        log = note(note(log, np.int64(state.seat) + 1), np.int64(shown))
    proceed(setup, state, action)
    return perceive(setup, state, seat, log)


@compiled
def matching(setup, state, seat, mask, wanted, action, rng):
    """Return the same action where it is legal, else one that looks to the seat like it, else any."""
    if mask[action] != 0:
        return action
    start = below(rng, mask.size)
    for offset in range(mask.size):
        other = (start + offset) % mask.size
        if mask[other] != 0 and appearance(setup, state, other, seat) == wanted:
            return np.int64(other)
    return np.int64(pick_legal(rng, mask))


def go_on_alike(setup, states, twins, seats, rng, steps, observations, masks, found, taken):
    """Entry point: let pairs of games go on with the same decisions as far as ``seats[row]`` can tell.

    ``observations`` and ``masks`` have two rows of scratch. Writes into ``found[row]`` what was found and into
    ``taken[row]`` after how many decisions; the states are left there.
    """
    for row in range(states.size):
        one, two, seat = states[row], twins[row], np.int64(seats[row])
        log, twin_log = np.uint64(1), np.uint64(1)
        found[row] = SAME
        for number in range(steps + 1):
            taken[row] = number
            if log != twin_log:
                found[row] = APART
                break
            look(setup[0], one, seat, observations[0], masks[0])
            look(setup[0], two, seat, observations[1], masks[1])
            if not alike(one, two, seat, observations, masks):
                found[row] = UNLIKE
                break
            if one.over != 0 or number == steps:
                break
            masks[0, :] = 0
            masks[1, :] = 0
            legal_actions(setup[0], one, masks[0])
            legal_actions(setup[0], two, masks[1])
            if one.seat == two.seat:
                action = np.int64(pick_legal(rng, masks[0]))
                shown = appearance(setup[0], one, action, seat) if one.seat != seat else np.int64(-1)
                for word in range(one.rng.size):
                    two.rng[word] = one.rng[word]  # chance falls alike as far as it can
                if one.seat == seat:
                    answer = action
                else:
                    answer = matching(setup[0], two, seat, masks[1], shown, action, rng)
                log = take(setup[0], one, seat, action, log)
                twin_log = take(setup[0], two, seat, answer, twin_log)
            elif one.seat != seat:
                log = take(setup[0], one, seat, np.int64(pick_legal(rng, masks[0])), log)
            else:
                twin_log = take(setup[0], two, seat, np.int64(pick_legal(rng, masks[1])), twin_log)


def check(setup: Setup, seed: int, decisions: int, report: Conformance, *, every: int = 4) -> None:
    """Make a pair for every seat at each of ``decisions`` positions, and compare the futures of positions.

    Words and redraws are compared at one position of ``every`` for each seat, as they take longer than all the rest.
    """
    play = RandomPlay(setup, seed)
    words = seed_words(np.random.SeedSequence([seed, 4]))[0]
    for number in range(decisions):
        if play.state.over == RUNNING:
            _check_pairs(play, words, number, every, report)
            _check_futures(play, words, report)
        play.step()


def _check_pairs(play: RandomPlay, words: np.ndarray, number: int, every: int, report: Conformance) -> None:
    setup = play.setup
    count = setup.num_seats
    seats = np.arange(count)
    ones = np.repeat(play.tables.states, count)
    twins = determinized(setup, ones, words, seats)
    ones["telling"] = twins["telling"] = TELLING
    found, taken = pairs(setup, ones, twins, seats, words, 1 + int(below(words, _STEPS)))
    for seat in range(count):
        one, two = ones[seat : seat + 1], twins[seat : seat + 1]
        report.pairs += 1
        report.alike_for += int(taken[seat])
        check_room(play, one)
        check_room(play, two)
        if found[seat] == UNLIKE:
            _compare(play, seat, one, two, False, f"after {taken[seat]} more decisions in a pair of games, ")
        if found[seat] != SAME or (number + seat) % every:
            continue
        same_turn = one["seat"][0] == two["seat"][0]  # the table shows whose it is, logs do not
        if same_turn and one["over"][0] == RUNNING:
            _compare(play, seat, one, two, True, "")
            parts = drawn_apart(setup, one, two, seat, words)
            play.demand(not parts, _RULE, f"determinize({seat}) redraws {', '.join(parts)} in two ways for one log")
            report.distributions += 1


def pairs(
    setup: Setup, ones: np.ndarray, twins: np.ndarray, seats: np.ndarray, words: np.ndarray, steps: int
) -> tuple[np.ndarray, np.ndarray]:
    """Let pairs of games go on as :func:`go_on_alike` does; return what was found, and after how many decisions."""
    found, taken = np.zeros(ones.size, np.int64), np.zeros(ones.size, np.int64)
    observations = np.zeros((2, setup.layout.size), np.float32)
    masks = np.zeros((2, setup.num_actions), np.int8)
    run = setup.game.kernel(go_on_alike)
    run(setup.record, ones, twins, np.asarray(seats, np.int64), words, steps, observations, masks, found, taken)
    return found, taken


def _compare(play: RandomPlay, seat: int, one: np.ndarray, two: np.ndarray, told: bool, after: str) -> None:
    """Demand that a seat cannot tell two positions apart that it has one log of."""
    ends = [bool(states["over"][0]) for states in (one, two)]
    looks = [look_of(play, states, seat, told) for states in (one, two)]
    unlike = "sees only one of them end" if ends[0] != ends[1] else difference(play.setup, *looks)
    play.demand(unlike is None, _RULE, f"{after}seat {seat} with one log {unlike}")


def _check_futures(play: RandomPlay, words: np.ndarray, report: Conformance) -> None:
    """Demand that positions which ``reveal`` shows as the same have the same future."""
    setup = play.setup
    legal = play.legal
    after = Tables(setup, legal.size, seed=0, auto_reset=False)
    after.states[:] = play.tables.states
    after.look()
    after.step(legal)
    after.states["rng"] = after.states["rng"][0]
    tells = [row.tobytes() for row in shown(setup, after.states)]
    same = {key for key, times in Counter(tells).items() if times > 1}
    for key in same:
        rows = [row for row in range(legal.size) if tells[row] == key]
        bytes_of = {packing.pack(after.states[row : row + 1]): row for row in rows}
        for row in list(bytes_of.values())[1:]:
            first = next(iter(bytes_of.values()))
            _play_both(play, after.states, first, row, [setup.action_names[legal[r]] for r in (first, row)])
            report.futures += 1


def _play_both(play: RandomPlay, states: np.ndarray, one: int, two: int, names: list[str]) -> None:
    setup = play.setup
    both = Tables(setup, 2, seed=0, auto_reset=False)
    both.states[:] = states[[one, two]]
    both.look()
    rule = "state() tells all of a position"
    for number in range(_STEPS):
        same = all((array[0] == array[1]).all() for array in (both.observations, both.masks, both.rewards))
        turns = both.seats[0] == both.seats[1] and both.over[0] == both.over[1]
        told = f"it is the same after {names[0]} and {names[1]}, the play {number} decisions later is not"
        play.demand(same and turns, rule, told)
        if both.states["over"][0] != RUNNING:
            return
        both.step(np.repeat(play.choose(both.masks[0]), 2))
