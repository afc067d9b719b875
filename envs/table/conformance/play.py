"""Conformance of the play itself: random games, looked at from all sides at every decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from .. import kernels
from ..attributes import attributed
from ..compilation.uncompiled import as_compiled
from ..errors import ConformanceError, IllegalActionError, OptionError
from ..events import TELLING, perceived, sentence
from ..files import packing
from ..game import RUNNING, TERMINATED, TRUNCATED, Game, Setup
from ..layout import Layout
from ..positions import check_position
from ..random import pick_legal, seed_words
from ..tables import Tables
from .report import Conformance

_EVERY = 5  # at every fifth position try all legal actions, some illegal ones, and the text of every seat
_CHECKED = 6  # of these actions' results, as many are held to game.check: it takes longer than all the rest
_TOLERANCE = 1e-4
_LONGEST_OPTION = 60
_REWARDS = "; Game(rewards=...) says what they are: 'zero-sum' (by default), 'cooperative', or 'general' for any others"


class RandomPlay:
    """One table on which random legal actions are taken; knows how to say where it is.

    Attributes:
        setup: The game.
        tables: The table, number 0 of one.
    """

    def __init__(self, setup: Setup, seed: int, *, telling: bool = False) -> None:
        self.setup, self.seed, self.games = setup, seed, 1
        self.tables = Tables(setup, 1, seed=seed, auto_reset=False)
        if telling:
            self.tables.states["telling"] = TELLING
            self.tables.reset(seed)  # the same deal, told
        self._words = as_compiled(seed_words(np.random.SeedSequence([seed, 1]))[0])

    @property
    def state(self) -> Any:
        """The table's state, with its fields as attributes."""
        return attributed(self.tables.states)[0]

    @property
    def legal(self) -> np.ndarray:
        """The legal actions."""
        return np.flatnonzero(self.tables.masks[0])

    def deal(self) -> None:
        """Begin a new game."""
        self.tables.deal(np.ones(1, np.bool_))
        self.games += 1

    def step(self) -> int:
        """Take a random legal action and return it; deal anew first if the game is over."""
        if self.state.over != RUNNING:
            self.deal()
        self.demand(self.legal.size > 0, "a legal action", "no action is legal")
        action = self.choose(self.tables.masks[0])
        self.tables.step(np.array([action]))
        return action

    def choose(self, mask: np.ndarray) -> int:
        """Return a random legal action, by a generator that is the same with every version of NumPy."""
        return pick_legal(self._words, mask)

    def demand(self, kept: Any, rule: str, detail: str) -> None:
        """Raise ConformanceError unless a rule is kept."""
        if not kept:
            raise self._broken(rule, detail)

    def made(self, rule: str, what: str, make: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Return what a function of the game makes for people; where it raises, so does this, with the place.

        Raises:
            ConformanceError: The function raises anything.
        """
        try:
            return make(*given, **named)
        except Exception as error:
            raise self._broken(rule, f"{what} raises {type(error).__name__}: {error}") from error

    def demand_words(self, words: Any, rule: str, what: str, lines: int = 1) -> None:
        """Raise ConformanceError unless something is a text with something in it, and of one line if ``lines`` is 1."""
        fine = isinstance(words, str) and bool(words.strip()) and (lines > 1 or words.isprintable())
        self.demand(fine, rule, f"{what} gives {words!r}")

    def _broken(self, rule: str, detail: str) -> ConformanceError:
        state = self.state
        return broken(self.setup, rule, f"{detail} (seed {self.seed}, game {self.games}, "
                      f"decision {int(state.decisions)}, seat {int(state.seat)} to move)")  # fmt: skip


def broken(setup: Setup, rule: str, detail: str) -> ConformanceError:
    """Return the error for a broken rule."""
    return ConformanceError(f"{setup.game.name}({chosen_options(setup)}) breaks the rule {rule!r}: {detail}")


def chosen_options(setup: Setup) -> str:
    """Return the options that are not the usual ones and short enough to read."""
    options = setup.options.model_dump(exclude_defaults=True)
    return ", ".join(f"{key}={value!r}" for key, value in options.items() if len(repr(value)) <= _LONGEST_OPTION)


def check(setup: Setup, seed: int, decisions: int, report: Conformance) -> None:
    """Play ``decisions`` random decisions and look at every position."""
    play = RandomPlay(setup, seed, telling=True)
    earned = np.zeros(setup.game.max_seats)
    for number in range(decisions):
        report.told += _check_events(play)
        _check_position(play, play.state, play.tables.masks[0])
        _check_observations(play)
        _check_texts(play, (None, *range(setup.num_seats)) if number % _EVERY == 0 else (None, int(play.state.seat)))
        _check_together(play)
        if number % _EVERY == 0:
            report.tried += _try_all(play)
            _try_illegal(play)
        before, out = (play.games, int(play.state.decisions)), _gone(play)
        play.step()
        expected = before[1] + 1 if play.games == before[0] else 1
        play.demand(play.state.decisions == expected, "decisions count", f"the table must count them: {expected}")
        if play.games == before[0]:
            _check_gone(play, out, play.state)
        earned = (earned if play.games == before[0] else 0) + play.tables.rewards[0].astype(float)
        _check_returns(play, earned)
        report.positions += 1
        report.terminated += bool(play.state.over == TERMINATED)
        report.truncated += bool(play.state.over == TRUNCATED)
    report.games += play.games


def _check_position(play: RandomPlay, state: Any, mask: np.ndarray, after: str = "", whole: bool = True) -> None:
    seats, seat, over = play.setup.num_seats, int(state.seat), int(state.over)
    play.demand(over in (RUNNING, TERMINATED, TRUNCATED), "over is 0, 1 or 2", f"it is {over}{after}")
    play.demand(0 <= seat < seats, "a seat to move", f"state.seat is {seat}, there are {seats} seats{after}")
    play.demand(int(state.gone) >> seats == 0, "gone", f"state.gone is {int(state.gone):b} for {seats} seats{after}")
    values = set(np.unique(mask).tolist())
    play.demand(values <= {0, 1}, "masks are 0 or 1", f"the mask holds {sorted(values)}{after}")
    if over == RUNNING:
        play.demand(mask.any(), "a legal action", f"no action is legal{after}")
        play.demand(not int(state.gone) >> seat & 1, "who is gone does not move", f"seat {seat} is gone{after}")
    if whole:
        check_state(play, state, after)


def _gone(play: RandomPlay) -> dict[int, float]:
    """Return what each seat that is out of the game has been paid."""
    state = play.state
    return {seat: float(state.paid[seat]) for seat in range(play.setup.num_seats) if int(state.gone) >> seat & 1}


def _check_gone(play: RandomPlay, out: dict[int, float], state: Any, after: str = "") -> None:
    """Demand that seats which were out of the game are so still, with the returns that they had."""
    for seat, returns in out.items():
        play.demand(int(state.gone) >> seat & 1, "who is gone stays gone", f"seat {seat} is back{after}")
        paid = float(state.paid[seat])
        detail = f"seat {seat} was gone with {returns:g} and has {paid:g} now{after}"
        play.demand(abs(paid - returns) < _TOLERANCE, "returns of who is gone are final", detail)


def check_state(play: RandomPlay, state: Any, after: str = "") -> None:
    """Hold a position to the bounds of its fields, and to the game's own check if it has one."""
    try:
        check_position(play.setup, state)
    except Exception as error:
        play.demand(False, "game.check", f"{type(error).__name__}: {error}{after}")


def seen(play: RandomPlay, states: np.ndarray, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a seat's observation and mask, having looked whether anything was written outside of them."""
    setup = play.setup
    observations = np.full((3, setup.layout.size), np.float32(np.nan))
    masks = np.full((3, setup.num_actions), 77, np.int8)
    seats = np.full(1, seat, np.int64)
    kernel = setup.game.kernel(kernels.observe_many)
    kernel(setup.record, states, seats, observations[1:2], masks[1:2], 0, 1)
    outside = np.isnan(observations[::2]).all() and (masks[::2] == 77).all()
    play.demand(outside, "writes stay in their arrays", f"observe({seat}) or legal_actions wrote outside of its array")
    return observations[1], masks[1]


def revealed(play: RandomPlay, states: np.ndarray) -> np.ndarray:
    """Return what ``reveal`` writes, having looked whether anything was written outside of it."""
    setup = play.setup
    out = np.full((3, setup.full_layout.size), np.float32(np.nan))
    setup.game.kernel(kernels.reveal_many)(setup.record, states, out[1:2], 0, 1)
    play.demand(np.isnan(out[::2]).all(), "writes stay in their arrays", "reveal wrote outside of its array")
    return out[1]


def _check_observations(play: RandomPlay) -> None:
    states, layout = play.tables.states, play.setup.layout
    before = packing.pack(states)
    for seat in range(play.setup.num_seats):
        observation, mask = seen(play, states, seat)
        _check_bounds(play, layout, observation, f"seat {seat} sees")
        if seat == play.state.seat:
            same = (observation == play.tables.observations[0]).all() and (mask == play.tables.masks[0]).all()
            play.demand(same, "looking again shows the same", f"seat {seat} sees something else at a second look")
    _check_bounds(play, play.setup.full_layout, revealed(play, states), "reveal writes")
    play.demand(packing.pack(states) == before, "looking changes nothing", "observe or reveal has changed the state")


def _check_bounds(play: RandomPlay, layout: Layout, observation: np.ndarray, who: str) -> None:
    """Hold an observation to being finite and to what its parts state."""
    if not np.isfinite(observation).all():
        bad = [p.name for p in layout.parts if not np.isfinite(observation[layout.slice(p.name)]).all()]
        play.demand(False, "observations are finite", f"{who} NaN or infinity in {', '.join(bad)}")
    outside = (observation < layout.low) | (observation > layout.high)
    if outside.any():
        place = int(outside.argmax())
        name = next(p.name for p in layout.parts if place < layout.slice(p.name).stop)
        play.demand(
            False,
            "parts state their bounds",
            f"{who} {observation[place]:g} in {name!r}, which goes from {layout.low[place]:g} to "
            f"{layout.high[place]:g}; Part has least and most",
        )


def _check_texts(play: RandomPlay, seats: Iterable[int | None]) -> None:
    setup, states, mover = play.setup, play.tables.states, int(play.state.seat)
    before = packing.pack(states)
    for seat in seats:
        what = f"render_text for seat {seat}"
        play.demand_words(play.made("text", what, setup.text, states, seat), "text", what, lines=2)
    for action in play.legal.tolist():
        for seat in (None, mover):
            what = f"describe_action of action {action} for seat {seat}"
            play.demand_words(play.made("text", what, setup.describe, states, action, seat=seat), "text", what)
    if setup.game.asks is not None and play.state.over == RUNNING:
        for seat in (None, mover):
            what = f"asks for seat {seat}"
            play.demand_words(play.made("text", what, setup.game.asks, setup, play.state, seat), "text", what)
    play.demand(packing.pack(states) == before, "looking changes nothing", "a text view has changed the state")


def _check_events(play: RandomPlay) -> int:
    """Say all that rules told of the last decision, to every seat and to who perceives everything; return how many."""
    setup, states = play.setup, play.tables.states
    rule, sentences = "events have sentences", setup.game.events or {}
    check_room(play, states)
    told = states["events"][0, : states["told"][0]]
    for seat in (None, *range(setup.num_seats)):
        for event in perceived(told, seat):
            play.demand(event.kind in sentences, rule, f"Game.events has none for kind {event.kind}, which rules tell")
            what = f"the sentence of {event} for seat {seat}"
            play.demand_words(play.made(rule, what, sentence, setup, event, seat), rule, what)
    return len(told)


def check_room(play: RandomPlay, states: np.ndarray) -> None:
    """Demand that all that was told of one decision had room."""
    room = states["events"].shape[1]
    play.demand(states["telling"][0] == TELLING, "events have room", f"one decision tells of more than {room} things")


def _check_together(play: RandomPlay) -> None:
    """Take on a copy what may be done at one stroke; each action must be the same seat's, and legal in its turn."""
    if play.setup.game.together is None or play.state.over != RUNNING:
        return
    words, actions = play.made("together", "together", play.setup.game.together, play.setup, play.state)
    if not actions:
        return
    play.demand_words(words, "together", "together")
    branch = Tables(play.setup, 1, seed=0, auto_reset=False)
    branch.states[:] = play.tables.states
    branch.look()
    for action in actions:
        legal = branch.states["seat"][0] == play.state.seat and branch.masks[0, action]
        play.demand(legal, "together", f"action {action} of {list(actions)} is not legal when it is taken")
        branch.step(np.array([action]))


def _try_all(play: RandomPlay) -> int:
    """Take every legal action on a copy; returns how many."""
    if play.state.over != RUNNING:
        return 0
    setup, legal = play.setup, play.legal
    before, out = packing.pack(play.tables.states), _gone(play)
    branch = Tables(setup, legal.size, seed=0, auto_reset=False)
    branch.states[:] = play.tables.states[0]
    branch.look()
    branch.step(legal)
    stride = legal.size // _CHECKED + 1
    for row, action in enumerate(legal):
        after = f" after action {action} ({setup.action_names[action]})"
        whole = (row + int(play.state.decisions)) % stride == 0
        _check_position(play, attributed(branch.states)[row], branch.masks[row], after, whole)
        _check_gone(play, out, attributed(branch.states)[row], after)
        play.demand(np.isfinite(branch.observations[row]).all(), "observations are finite", f"they are not{after}")
        play.demand(np.isfinite(branch.rewards[row]).all(), "rewards are finite", f"{branch.rewards[row]}{after}")
    play.demand(packing.pack(play.tables.states) == before, "copies are apart", "playing on copies changed the state")
    return legal.size


def _try_illegal(play: RandomPlay) -> None:
    """Offer what is not legal; it must be refused with nothing changed."""
    if play.state.over != RUNNING:
        return
    tables = play.tables
    illegal = [-1, play.setup.num_actions, *np.flatnonzero(tables.masks[0] == 0)[:5].tolist()]
    before = packing.pack(tables.states)
    for wrong in (*(np.array([action]) for action in illegal), np.array([0.0]), np.array([0, 0])):
        try:
            tables.step(wrong)
        except IllegalActionError:
            continue
        play.demand(False, "illegal actions are refused", f"{wrong.tolist()} was accepted")
    play.demand(packing.pack(tables.states) == before, "illegal actions are refused", "one has changed the state")


def _check_returns(play: RandomPlay, earned: np.ndarray) -> None:
    setup, state = play.setup, play.state
    seats = setup.num_seats
    returns = earned[:seats]
    play.demand(np.isfinite(returns).all(), "rewards are finite", f"{returns}")
    play.demand(not earned[seats:].any(), "no rewards for empty seats", f"the rewards are {earned.tolist()}")
    paid = np.abs(state.paid[:seats] - returns).max() < _TOLERANCE
    play.demand(paid, "rewards add up to the returns", f"{returns.tolist()} are not {state.paid[:seats].tolist()}")
    if state.over == RUNNING:
        return
    if setup.rewards == "zero-sum":
        play.demand(abs(returns.sum()) < _TOLERANCE, "zero-sum", f"the returns are {returns.tolist()}{_REWARDS}")
    if setup.rewards == "cooperative":
        play.demand(np.ptp(returns) < _TOLERANCE, "cooperative", f"the returns are {returns.tolist()}{_REWARDS}")
    for team in set(setup.teams):
        shares = returns[[s for s in range(seats) if setup.teams[s] == team]]
        play.demand(np.ptp(shares) < _TOLERANCE, "teams share", f"team {team} gets {shares.tolist()}")


def check_truncation(game: Game, options: dict[str, Any], seed: int) -> None:
    """Play with small limits of decisions: no game may last longer, and who is cut off is told so."""
    for limit in (1, 2, 5):
        try:
            setup = game.setup(**{**options, "max_decisions": limit})
        except OptionError:  # this game has a least length
            continue
        play = RandomPlay(setup, seed)
        for _ in range(4 * limit):
            play.step()
            longest = play.state.decisions < limit or play.state.over != RUNNING
            play.demand(longest, "max_decisions", f"the game goes on after {limit} decisions")
            _check_position(play, play.state, play.tables.masks[0])
            if play.state.over == TRUNCATED:
                play.demand(play.state.decisions == limit, "max_decisions", f"cut off before {limit} decisions")
