"""Conformance of hidden information, by force: what a seat cannot know is redrawn, and nothing it sees may change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import kernels
from ..files import packing
from ..game import RUNNING, Setup
from ..random import seed_words
from ..rules import returns
from ..tables import Tables, determinized
from .play import RandomPlay, broken, check_state, revealed, seen
from .report import Conformance

_DRAWS = 2  # redraws of each position for each seat
_TOLD, _WEEK = 3, 7  # compare the words of the first of these at 3 positions of 7, which is no seat's rhythm
_EVERY = 10  # play a game redrawn for one of the seats to its end at every tenth position
_CHECKED = 4  # on the way, hold every fourth position to game.check
_SPREAD = 50  # compare many redraws at every fiftieth position
_SAMPLES = 400
_FAR = 6.0  # standard deviations; with these samples none of a million comparisons gets there by chance
_KEPT = ("seat", "over", "gone", "decisions", "paid")
_RULE = "hidden stays hidden"


def returns_many(setup, states, out):
    """Write the returns so far of every row."""
    for row in range(states.size):
        out[row, :] = 0
        returns(setup[0], states[row], out[row])


def check(setup: Setup, seed: int, decisions: int, pictures: int, report: Conformance) -> None:
    """Redraw at ``decisions`` positions what each seat cannot know."""
    play = RandomPlay(setup, seed)
    words = seed_words(np.random.SeedSequence([seed, 2]))[0]
    drawn = {n: i % setup.num_seats for i, n in enumerate(np.linspace(0, decisions - 1, pictures, dtype=int).tolist())}
    for number in range(decisions):
        if play.state.over == RUNNING:
            before = packing.pack(play.tables.states)
            for seat in range(setup.num_seats):
                told = (number + seat) % _WEEK < _TOLD
                truth = _look(play, play.tables.states, seat, told)
                for draw in range(_DRAWS):
                    copy = _redraw(play, seat, words, report, draw == 0)
                    _compare(play, truth, copy, seat, told and draw == 0)
                if drawn.get(number) == seat:
                    _compare_pictures(play, copy, seat)
                if number % _EVERY == 0 and seat == number // _EVERY % setup.num_seats:
                    _play_to_end(play, copy, seat)
                    report.finished += 1
                if number % _SPREAD == 0:
                    _compare_draws(play, seat, words)
            play.demand(
                packing.pack(play.tables.states) == before, _RULE, "determinizing a copy changed the true state"
            )
        play.step()


def check_report(setup: Setup, hidden: bool | None, report: Conformance) -> None:
    """Look whether anything was redrawn at all, when something should be."""
    if hidden and not report.changed:
        raise broken(setup, _RULE, f"determinize has changed nothing in {report.redrawn} calls")
    if hidden is False and report.changed:
        raise broken(setup, _RULE, f"determinize has changed something in {report.changed} of {report.redrawn} calls")
    if report.changed and not report.revealed:
        raise broken(setup, "reveal shows everything", f"it shows none of {report.changed} redraws that differ")


def _redraw(play: RandomPlay, seat: int, words: np.ndarray, report: Conformance, whole: bool) -> np.ndarray:
    """Return a redrawn copy of the state, compared with the true one where no seat is asked.

    ``whole`` is whether it is held to ``game.check`` as well.
    """
    setup, truth = play.setup, play.tables.states
    again = words.copy()
    copy = determinized(setup, truth, words, np.array([seat]))
    second = determinized(setup, truth, again, np.array([seat]))
    same = packing.pack(copy) == packing.pack(second) and (words == again).all()
    play.demand(same, _RULE, f"determinize({seat}) gives two results from one generator")
    play.demand((copy["rng"] != truth["rng"]).any(), _RULE, f"determinize({seat}) keeps the true generator")
    for name in _KEPT:
        if (copy[name] != truth[name]).any():
            detail = f"determinize({seat}) changes {name} from {truth[name][0]} to {copy[name][0]}"
            play.demand(False, _RULE, detail)
    if whole:
        check_state(play, copy.view(np.recarray)[0], f" after determinize({seat})")
    report.redrawn += 1
    fields = [name for name in truth.dtype.names or () if name != "rng"]
    report.changed += any(copy[name].tobytes() != truth[name].tobytes() for name in fields)
    report.revealed += revealed(play, copy).tobytes() != revealed(play, truth).tobytes()
    return copy


@dataclass
class _Look:
    """All that a seat has of a position: what it sees, may do and has earned, and the words for these."""

    observation: np.ndarray
    mask: np.ndarray
    totals: list[float]
    text: str = ""
    words: tuple[str, ...] = ()


def _look(play: RandomPlay, states: np.ndarray, seat: int, told: bool) -> _Look:
    """Look at a position; ``told`` is whether words are asked for, which cost more than all the rest."""
    setup = play.setup
    observation, mask = seen(play, states, seat)
    look = _Look(observation, mask, _returns(setup, states))
    if told:
        look.text = setup.text(states, seat)
        look.words = tuple(setup.describe(states, action, seat=seat) for action in np.flatnonzero(mask).tolist())
    return look


def _compare(play: RandomPlay, truth: _Look, copy: np.ndarray, seat: int, told: bool) -> None:
    """Demand that the seat cannot tell the redrawn state from the true one."""
    setup, other = play.setup, _look(play, copy, seat, told)
    parts = [
        p.name for p in setup.layout.parts if _differ(truth.observation, other.observation, setup.layout.slice(p.name))
    ]
    play.demand(not parts, _RULE, f"seat {seat} sees hidden parts of the state in {', '.join(parts)}")
    actions = [setup.action_names[a] for a in np.flatnonzero(truth.mask != other.mask)]
    play.demand(not actions, _RULE, f"seat {seat}'s mask depends on hidden parts of the state: {', '.join(actions)}")
    totals = truth.totals, other.totals
    play.demand(
        totals[0] == totals[1], _RULE, f"determinize({seat}) changes the returns from {totals[0]} to {totals[1]}"
    )
    if not told:
        return
    differ = _first_difference(truth.text, other.text)
    play.demand(truth.text == other.text, _RULE, f"seat {seat}'s text shows hidden parts: {differ}")
    for action, one, two in zip(np.flatnonzero(truth.mask), truth.words, other.words, strict=True):
        play.demand(one == two, _RULE, f"seat {seat} reads {one!r} or {two!r} for action {action}")


def _differ(one: np.ndarray, other: np.ndarray, where: slice) -> bool:
    return one[where].tobytes() != other[where].tobytes()


def _first_difference(one: str, other: str) -> str:
    pairs = zip(one.splitlines(), other.splitlines(), strict=False)
    return next((f"{a!r} or {b!r}" for a, b in pairs if a != b), "one has more lines")


def _returns(setup: Setup, states: np.ndarray) -> list[float]:
    out = np.zeros((1, setup.game.max_seats), np.float32)
    setup.game.kernel(returns_many)(setup.record, states, out)
    return out[0].tolist()


def _compare_draws(play: RandomPlay, seat: int, words: np.ndarray) -> None:
    """Demand that redraws do not depend on what is redrawn.

    The seat cannot tell the true state from a redrawn one, so redraws of the one must be distributed like redraws of
    the other; else searching would learn from them what is hidden.
    """
    setup, truth = play.setup, play.tables.states
    layout = setup.full_layout
    draws, ours = _draws(setup, truth, seat, words)
    unlike = int(np.abs(ours - revealed(play, truth)).sum(axis=1).argmax())
    _, theirs = _draws(setup, draws[unlike : unlike + 1], seat, words)
    error = np.sqrt((ours.var(axis=0) + theirs.var(axis=0)) / _SAMPLES) + 1e-6
    far = np.abs(ours.mean(axis=0) - theirs.mean(axis=0)) / error > _FAR
    parts = [part.name for part in layout.parts if far[layout.slice(part.name)].any()]
    play.demand(not parts, _RULE, f"determinize({seat}) redraws {', '.join(parts)} by what they truly are")


def _draws(setup: Setup, state: np.ndarray, seat: int, words: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return many redraws of a state, and what ``reveal`` says of each."""
    draws = determinized(setup, np.repeat(state, _SAMPLES), words, np.full(_SAMPLES, seat))
    out = np.zeros((_SAMPLES, setup.full_layout.size), np.float32)
    setup.game.kernel(kernels.reveal_many)(setup.record, draws, out, 0, _SAMPLES)
    return draws, out.astype(np.float64)


def _compare_pictures(play: RandomPlay, copy: np.ndarray, seat: int) -> None:
    draw = play.setup.game.render_picture
    if draw is None:
        return
    pictures = [draw(play.setup, states.view(np.recarray)[0], seat) for states in (play.tables.states, copy)]
    for picture in pictures:
        shape = picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
        play.demand(shape, "pictures are RGB", f"dtype {picture.dtype}, shape {picture.shape}")
    same = pictures[0].shape == pictures[1].shape and (pictures[0] == pictures[1]).all()
    play.demand(same, _RULE, f"seat {seat}'s picture shows hidden parts of the state")


def _play_to_end(play: RandomPlay, copy: np.ndarray, seat: int) -> None:
    """Play a redrawn game to its end; every position on the way must be sound."""
    branch = Tables(play.setup, 1, seed=0, auto_reset=False)
    branch.states[:] = copy
    branch.look()
    after = f" in a game that determinize({seat}) has redrawn"
    while branch.states["over"][0] == RUNNING:
        play.demand(branch.masks.any(), "a legal action", f"no action is legal{after}")
        branch.step(np.array([play.choose(branch.masks[0])]))
        state = branch.states.view(np.recarray)[0]
        play.demand(0 <= state.seat < play.setup.num_seats, "a seat to move", f"state.seat is {state.seat}{after}")
        if state.over != RUNNING or int(state.decisions) % _CHECKED == 0:
            check_state(play, state, after)
