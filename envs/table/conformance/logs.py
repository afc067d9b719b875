"""Conformance of logs, by force: what a seat perceives of a game is all that it can know of it.

Pairs of games are made that look the same to a seat: what the seat cannot know is redrawn at some decision, and both
games go on with the same decisions as far as the seat can tell, until its logs differ. As long as they are the same,

* the seat's observation and mask are the same bytes, and now and then its text, its words for actions and its picture;
* what :func:`~..rules.determinize` redraws is distributed in the same way.

And of positions: where ``reveal`` writes the same of two, they have the same future.

Unlike :mod:`.hidden_information` this does not trust ``determinize`` to know what is hidden: it goes by the events that
the rules tell (:mod:`..events`), and by appearances.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from .. import kernels
from ..compilation.compile import compiled
from ..events import TELLING
from ..files import packing
from ..game import RUNNING, Setup
from ..kernels import look, proceed
from ..random import below, pick_legal, seed_words
from ..rules import UNPERCEIVED, appearance, legal_actions
from ..tables import Tables, determinized
from .play import RandomPlay
from .report import Conformance

SAME, APART, OBSERVATION, MASK, RETURNS, TURN = range(6)
"""What :func:`go_on_alike` finds of a pair: logs the same to the end, apart at some time, or what differs."""

_STEPS = 40  # decisions that a pair goes on at most, unless its logs differ before
_SAMPLES = 300
_FAR = 6.0  # standard deviations
_EVERY = 4  # compare redraws of every fourth pair whose logs are still the same
_RULE = "the log is the information state"


@compiled
def perceive(setup, state, seat, log):
    """Add to a seat's log what rules have told it of the last decision."""
    for number in range(state.told):
        event = state.events[number]
        if event.to >> seat & 1:
            thing = np.int64(event.thing) if event.seen >> seat & 1 else np.int64(-1)
            for value in (np.int64(event.kind), np.int64(event.who), thing, np.int64(event.amount),
                          np.int64(event.other)):  # fmt: skip
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
    if action >= 0 and mask[action] != 0:
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
            if one.seat == two.seat and one.over == two.over:
                if differ(observations[0], observations[1]):
                    found[row] = OBSERVATION
                    break
                if differ(masks[0], masks[1]):
                    found[row] = MASK
                    break
                if one.paid[seat] != two.paid[seat]:
                    found[row] = RETURNS
                    break
            elif one.over != two.over:
                found[row] = TURN
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


def check(setup: Setup, seed: int, decisions: int, report: Conformance) -> None:
    """Make a pair for every seat at each of ``decisions`` positions, and compare the futures of positions."""
    play = RandomPlay(setup, seed)
    words = seed_words(np.random.SeedSequence([seed, 4]))[0]
    for number in range(decisions):
        if play.state.over == RUNNING:
            _check_pairs(play, words, number, report)
            _check_futures(play, words, report)
        play.step()


def _check_pairs(play: RandomPlay, words: np.ndarray, number: int, report: Conformance) -> None:
    setup = play.setup
    count = setup.num_seats
    seats = np.arange(count)
    ones = np.repeat(play.tables.states, count)
    twins = determinized(setup, ones, words, seats)
    ones["telling"] = twins["telling"] = TELLING
    found, taken = pairs(setup, ones, twins, seats, words, 1 + int(below(words, _STEPS)))
    for seat in range(count):
        report.pairs += 1
        report.alike_for += int(taken[seat])
        _demand(play, found[seat], int(taken[seat]), seat, ones[seat : seat + 1], twins[seat : seat + 1])
        same_turn = ones["seat"][seat] == twins["seat"][seat]  # the table shows whose it is, logs do not
        if found[seat] == SAME and same_turn and (number + seat) % _EVERY == 0 and ones["over"][seat] == RUNNING:
            _compare_words(play, seat, ones[seat : seat + 1], twins[seat : seat + 1])
            _compare_draws(play, seat, ones[seat : seat + 1], twins[seat : seat + 1], words)
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


def _demand(play: RandomPlay, found: int, taken: int, seat: int, one: np.ndarray, two: np.ndarray) -> None:
    setup = play.setup
    for states in (one, two):
        play.demand(states["telling"][0] == TELLING, "events have room",
                    f"one decision tells of more than {states['events'].shape[1]} things")  # fmt: skip
    if found in (SAME, APART):
        return
    after = f"after {taken} more decisions in a pair of games with one log for seat {seat}"
    views = [_seen(setup, states, seat) for states in (one, two)]
    parts = [p.name for p in setup.layout.parts
             if views[0][0][setup.layout.slice(p.name)].tobytes() != views[1][0][setup.layout.slice(p.name)].tobytes()
             ]  # fmt: skip
    actions = [setup.action_names[a] for a in np.flatnonzero(views[0][1] != views[1][1])]
    what = {
        OBSERVATION: f"it sees two things in {', '.join(parts)}",
        MASK: f"it may do two things: {', '.join(actions)}",
        RETURNS: f"it has earned {one['paid'][0, seat]:g} or {two['paid'][0, seat]:g}",
        TURN: "one of them is over",
    }[found]
    play.demand(False, _RULE, f"{after}, {what}")


def _seen(setup: Setup, states: np.ndarray, seat: int) -> tuple[np.ndarray, np.ndarray]:
    observation = np.zeros((1, setup.layout.size), np.float32)
    mask = np.zeros((1, setup.num_actions), np.int8)
    kernel = setup.game.kernel(kernels.observe_many)
    kernel(setup.record, states, np.full(1, seat), observation, mask, 0, 1)
    return observation[0], mask[0]


def _compare_words(play: RandomPlay, seat: int, one: np.ndarray, two: np.ndarray) -> None:
    setup = play.setup
    texts = [setup.text(states, seat) for states in (one, two)]
    unlike = next((f"{a!r} or {b!r}" for a, b in zip(*(t.splitlines() for t in texts), strict=False) if a != b), "")
    play.demand(texts[0] == texts[1], _RULE, f"seat {seat} with one log reads {unlike}")
    if one["seat"][0] == two["seat"][0] == seat:
        for action in np.flatnonzero(_seen(setup, one, seat)[1]):
            words = [setup.describe(states, int(action), seat=seat) for states in (one, two)]
            play.demand(words[0] == words[1], _RULE, f"seat {seat} with one log reads {words[0]!r} or {words[1]!r}")


def _compare_draws(play: RandomPlay, seat: int, one: np.ndarray, two: np.ndarray, words: np.ndarray) -> None:
    """Demand that redraws of two positions with one log are distributed alike."""
    setup = play.setup
    layout = setup.full_layout
    draws = []
    for states in (one, two):
        drawn = determinized(setup, np.repeat(states, _SAMPLES), words, np.full(_SAMPLES, seat))
        out = np.zeros((_SAMPLES, layout.size), np.float32)
        setup.game.kernel(kernels.reveal_many)(setup.record, drawn, out, 0, _SAMPLES)
        draws.append(out.astype(np.float64))
    ours, theirs = draws
    error = np.sqrt((ours.var(axis=0) + theirs.var(axis=0)) / _SAMPLES) + 1e-6
    far = np.abs(ours.mean(axis=0) - theirs.mean(axis=0)) / error > _FAR
    parts = [part.name for part in layout.parts if far[layout.slice(part.name)].any()]
    play.demand(not parts, _RULE, f"determinize({seat}) redraws {', '.join(parts)} in two ways for one log")


def _check_futures(play: RandomPlay, words: np.ndarray, report: Conformance) -> None:
    """Demand that positions which ``reveal`` shows as the same have the same future."""
    setup = play.setup
    legal = play.legal
    after = Tables(setup, legal.size, seed=0, auto_reset=False)
    after.states[:] = play.tables.states
    after.look()
    after.step(legal)
    after.states["rng"] = after.states["rng"][0]
    out = np.zeros((legal.size, setup.full_layout.size), np.float32)
    setup.game.kernel(kernels.reveal_many)(setup.record, after.states, out, 0, legal.size)
    shown = [row.tobytes() for row in out]
    same = {key for key, times in Counter(shown).items() if times > 1}
    for key in same:
        rows = [row for row in range(legal.size) if shown[row] == key]
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
        play.demand(same and turns, rule, f"it is the same after {names[0]} and {names[1]}, the play {number} "
                    "decisions later is not")  # fmt: skip
        if both.states["over"][0] != RUNNING:
            return
        both.step(np.repeat(play.choose(both.masks[0]), 2))
