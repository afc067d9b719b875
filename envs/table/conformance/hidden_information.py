"""Conformance of hidden information, by force: what a seat cannot know is redrawn, and nothing it sees may change."""

from __future__ import annotations

import numpy as np

from ..attributes import attributed
from ..files import packing
from ..game import RUNNING, Setup
from ..random import seed_words
from ..tables import Tables, determinized
from ..views import PUBLIC
from . import public_views
from .looks import Look, difference, look, picture
from .play import RandomPlay, broken, check_state, revealed
from .redraws import drawn_apart, redraws, shown
from .report import Conformance

_DRAWS = 2  # redraws of each position for each seat
_TOLD, _WEEK = 3, 7  # compare the words of the first of these at 3 positions of 7, which is no seat's rhythm
_EVERY = 10  # play a game redrawn for one of the seats to its end at every tenth position
_CHECKED = 4  # on the way, hold every fourth position to game.check
_SPREAD = 50  # compare many redraws at every fiftieth position
_SOME = 30
_KEPT = ("seat", "over", "gone", "decisions", "paid")
_RULE = "hidden stays hidden"


def check(setup: Setup, seed: int, decisions: int, pictures: int, report: Conformance) -> None:
    """Redraw at ``decisions`` positions what each seat cannot know."""
    play = RandomPlay(setup, seed)
    words = seed_words(np.random.SeedSequence([seed, 2]))[0]
    drawn = {n: i % setup.num_seats for i, n in enumerate(np.linspace(0, decisions - 1, pictures, dtype=int).tolist())}
    ends = 0
    for number in range(decisions):
        if number in drawn or (play.state.over != RUNNING and ends < pictures):
            ends += bool(play.state.over != RUNNING)
            _draw(play, number)
        if play.state.over == RUNNING:
            before = packing.pack(play.tables.states)
            for seat in range(setup.num_seats):
                told = (number + seat) % _WEEK < _TOLD
                truth = look(play, play.tables.states, seat, told)
                for draw in range(_DRAWS):
                    copy = _redraw(play, seat, words, report, draw == 0)
                    _compare(play, truth, copy, seat, told and draw == 0)
                if drawn.get(number) == seat:
                    _compare_pictures(play, seat, words)
                if number % _EVERY == 0 and seat == number // _EVERY % setup.num_seats:
                    _play_to_end(play, copy, seat)
                    report.finished += 1
                if number % _SPREAD == 0:
                    _compare_draws(play, seat, words)
            if setup.game.public_views and (number % _WEEK == 0 or number in drawn):
                public_views.check(play, words, pictures=number in drawn)
            if number % _WEEK == 0:
                public_views.check_log(play, words)
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
        check_state(play, attributed(copy)[0], f" after determinize({seat})")
    report.redrawn += 1
    fields = [name for name in truth.dtype.names or () if name != "rng"]
    report.changed += any(copy[name].tobytes() != truth[name].tobytes() for name in fields)
    report.revealed += revealed(play, copy).tobytes() != revealed(play, truth).tobytes()
    return copy


def _compare(play: RandomPlay, truth: Look, copy: np.ndarray, seat: int, told: bool) -> None:
    """Demand that the seat cannot tell the redrawn state from the true one."""
    unlike = difference(play.setup, truth, look(play, copy, seat, told))
    play.demand(unlike is None, _RULE, f"seat {seat} can tell what is true from what is redrawn: it {unlike}")


def _compare_draws(play: RandomPlay, seat: int, words: np.ndarray) -> None:
    """Demand that redraws do not depend on what is redrawn.

    The seat cannot tell the true state from a redrawn one, so redraws of the one must be distributed like redraws of
    the other; else searching would learn from them what is hidden.
    """
    parts = drawn_apart(play.setup, play.tables.states, _most_unlike(play, seat, words), seat, words)
    play.demand(not parts, _RULE, f"determinize({seat}) redraws {', '.join(parts)} by what they truly are")


def _most_unlike(play: RandomPlay, seat: int, words: np.ndarray) -> np.ndarray:
    """Return that of some redraws which ``reveal`` shows as the most different from the truth."""
    draws = redraws(play.setup, play.tables.states, seat, words, _SOME)
    unlike = int(np.abs(shown(play.setup, draws) - revealed(play, play.tables.states)).sum(axis=1).argmax())
    return draws[unlike : unlike + 1]


def _draw(play: RandomPlay, number: int) -> None:
    """Draw a position, ended or not, for who sees everything, for one of the seats, and for who looks on."""
    game = play.setup.game
    if game.render_picture is not None:
        for seat in (None, number % play.setup.num_seats, *[PUBLIC] * game.public_views):
            picture(play, play.tables.states, seat)


def _compare_pictures(play: RandomPlay, seat: int, words: np.ndarray) -> None:
    if play.setup.game.render_picture is None:
        return
    one, two = (picture(play, states, seat) for states in (play.tables.states, _most_unlike(play, seat, words)))
    same = one.shape == two.shape and (one == two).all()
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
        state = attributed(branch.states)[0]
        play.demand(0 <= state.seat < play.setup.num_seats, "a seat to move", f"state.seat is {state.seat}{after}")
        if state.over != RUNNING or int(state.decisions) % _CHECKED == 0:
            check_state(play, state, after)
