"""No seat of City of the Great Machine learns what it must not: from what it is shown, told, asked, or not asked.

What each side cannot know is changed by force, in positions of long random games, and nothing that it sees may change.
Then pairs of worlds that differ only in that are played side by side with the same dice: as long as nothing of it has
been shown openly, the same seats are asked the same questions, and everything that the seat sees stays the same.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from great_machine.games import facts, lively, random_actions, scrambled, weights
from told import told

from cogitable.envs.city.rules.state import MACHINE, NOBODY, NUM_TYPES, Act, Ask, CitizenClass, Phase
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules.appearance import appearance
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized

SETUPS: list[dict[str, Any]] = [
    {"help_heroes": True},
    {"num_players": 2, "city": "confrontation", "heroes": "chosen", "reconsider": True},
    {"num_players": 3, "city": "random", "heroes": ("Fowler", "Artificer", "Physician")},
]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=["four", "two", "three"])


def running(states: np.ndarray) -> np.ndarray:
    return states[states["over"] == 0]


# Positions


@pytest.mark.often("three")
@each_setup
def test_observations_and_masks_hold_nothing_that_a_seat_cannot_know(options):
    setup, rng, words, positions = GAME.setup(**options), np.random.default_rng(1), seed_words(1)[0], 0
    asked: Counter[int] = Counter()
    for tables in lively(setup, 40, seed=2, steps=500, every=6):
        states = running(tables.states)
        for seat in range(setup.num_seats):
            observations, masks = told(setup, states, seat)
            redrawn = determinized(setup, states, words, np.full(len(states), seat))
            for copies in (redrawn, scrambled(states, seat, rng)):
                seen, legal = told(setup, copies, seat)
                assert (seen == observations).all()
                assert (legal == masks).all()
            positions += len(states)
        asked.update(states["ask"].tolist())
    assert positions > 5000
    assert len(asked) > 33


def test_the_scrambling_would_find_a_leak():
    """It changes all that the full view shows beside what is public, and other seats do see that."""
    setup, rng = GAME.setup(), np.random.default_rng(2)
    states = np.concatenate([running(tables.states).copy() for tables in lively(setup, 20, 3, 300, every=20)])
    hidden = {
        MACHINE: {"rng", "citizens", "cards", "chosen", "carried", "sure"},
        1: {"rng", "citizens", "hand", "deck", "carried", "sure"},
    }
    for seat, names in hidden.items():
        copies = scrambled(states, seat, rng)
        assert {name for name in states.dtype.names if (copies[name] != states[name]).any()} == names
        changes = [(told(setup, copies, other)[0] != told(setup, states, other)[0]).any() for other in range(4)]
        assert changes == ([False, True, True, True] if seat == MACHINE else [True, False, False, False])


@pytest.mark.often("four")
@each_setup
def test_texts_and_actions_in_words_tell_nothing_that_a_seat_cannot_know(options):
    setup, rng, words, compared = GAME.setup(**options), np.random.default_rng(4), seed_words(4)[0], Counter()
    for number, tables in enumerate(lively(setup, 7, seed=5, steps=480, every=24)):
        states = running(tables.states).copy()
        for seat in {MACHINE, int(rng.integers(1, setup.num_seats))}:
            redrawn = determinized(setup, states, words, np.full(len(states), seat))
            copies = redrawn if number % 2 else scrambled(states, seat, rng)
            for row in range(len(states)):
                assert setup.text(copies, seat, row) == setup.text(states, seat, row)
                compared[int(states["ask"][row])] += _compare_words(setup, states, copies, row, seat, rng)
    assert compared.total() > 600


def _compare_words(
    setup: Setup, states: np.ndarray, copies: np.ndarray, row: int, seat: int, rng: np.random.Generator
) -> int:
    """Compare what a seat is told of some actions that can be taken; return how many."""
    table = Tables(setup, 1, seed=0)
    table.states[:] = states[row]
    table.look()
    legal = rng.permutation(np.flatnonzero(table.masks[0]))[:12].tolist()
    for action in legal:
        ours, theirs = (setup.describe(worlds, action, row, seat) for worlds in (states, copies))
        assert ours == theirs, (Ask(states["ask"][row]).text, seat)
    return len(legal)


@each_setup
def test_pictures_show_nothing_that_a_seat_cannot_know(options):
    setup, rng, looked = GAME.setup(**options), np.random.default_rng(5), 0
    for tables in lively(setup, 2, seed=6, steps=320, every=80):
        for state in running(tables.states):
            seat = int(rng.integers(setup.num_seats))
            states = np.array([state])
            copies = scrambled(states, seat, rng)
            ours, theirs = (
                GAME.render_picture(setup, worlds.view(np.recarray)[0], seat) for worlds in (states, copies)
            )
            assert (ours == theirs).all()
            looked += 1
    assert looked > 5


# Actions

SECRET = (Ask.ACCESS, Ask.CARD, Ask.JUDGE, Ask.CITIZEN, Ask.MOVE_MORE)


@pytest.mark.often("two")
@each_setup
def test_the_machine_cannot_tell_secret_actions_apart(options):
    """Access cards, chosen or taken back, and which identified Citizen is moved; everything else is done openly."""
    setup, alike = GAME.setup(**options), Counter()
    record = as_compiled(setup.record)[0]
    for tables in lively(setup, 30, seed=7, steps=400, every=4):
        before = tables.states.copy()
        for row in np.flatnonzero((before["over"] == 0) & (before["seat"] != MACHINE)).tolist():
            ask, state = int(before["ask"][row]), as_compiled(before)[row]
            legal = np.flatnonzero(tables.masks[row]).tolist()
            shown = {action: int(appearance(record, state, action, MACHINE)) for action in legal}
            classes = range(Act.CLASS + CitizenClass.IDENTIFIED_AS, Act.CLASS + CitizenClass.REVEALED_AS)
            secret = [a for a in legal if ask in SECRET and (a in classes or ask not in (Ask.CITIZEN, Ask.MOVE_MORE))]
            secret = [a for a in secret if a != 0]
            open_ones = [action for action in legal if action not in secret]
            assert len({shown[action] for action in secret}) <= 1
            assert [shown[action] for action in open_ones] == open_ones
            assert len({setup.describe(before, action, row, MACHINE) for action in secret}) <= 1
            for seat in range(1, setup.num_seats):
                assert all(appearance(record, state, action, seat) == action for action in legal)
            alike[ask] += len(secret) > 1
            if len(secret) > 1 and alike[ask] < 60:
                _take_all(setup, before[row : row + 1], secret)
    assert alike[Ask.ACCESS] > 100 and alike[Ask.CITIZEN] + alike[Ask.MOVE_MORE] > 0


def _take_all(setup: Setup, position: np.ndarray, actions: list[int]) -> None:
    """Take each of some secret actions: the Machine sees the same after all of them, until cards are shown."""
    tables = Tables(setup, len(actions), seed=0, auto_reset=False)
    tables.states[:] = position
    tables.look()
    tables.step(np.array(actions))
    seen = told(setup, tables.states, MACHINE)
    if (tables.states["phase"] == Phase.HEROES).all() and position["phase"][0] != Phase.HEROES:
        return
    assert (seen[0] == seen[0][0]).all() and (seen[1] == seen[1][0]).all()
    texts = {setup.text(tables.states, MACHINE, row) for row in range(len(actions))}
    assert len(texts) == 1


def test_heroes_see_the_machine_act_but_not_what_it_draws():
    setup, drawn = GAME.setup(), 0
    record = as_compiled(setup.record)[0]
    for tables in lively(setup, 20, seed=8, steps=200, every=5):
        before = tables.states.copy()
        for row in np.flatnonzero((before["over"] == 0) & (before["seat"] == MACHINE)).tolist():
            state = as_compiled(before)[row]
            for action in np.flatnonzero(tables.masks[row]).tolist():
                assert appearance(record, state, action, 1) == action
                assert "draw" not in setup.action_names[action] or not any(
                    name in setup.describe(before, action, row, 1) for name in ("Levy", "Shadow", "Provoke", "Pacify")
                )
                drawn += "draw" in setup.action_names[action]
    assert drawn > 20


# Two worlds

IDENTIFYING = (Ask.ACTION, Ask.IDENTIFY, Ask.CALL, Ask.FIND, Ask.FAVOUR, Ask.JOIN)
SHOWS_CITIZENS = {MACHINE: {*IDENTIFYING, Ask.EXPOSE, Ask.SHOW_TYPE}, 1: {*IDENTIFYING, Ask.EXPOSE}}
SHOWS_DIRECTIVES = {MACHINE: set(), 1: {Ask.PUBLISH, Ask.TRADE, Ask.ACTION, Ask.DISCARD}}
"""By side, the questions whose answers may show openly what was hidden from it."""


class Pair:
    """Many pairs of worlds that a seat cannot tell apart, played side by side.

    Attributes:
        together: Which pairs still look alike to the seat.
        shown: By question, how many have parted because something was shown openly.
        kept: By question, how many decisions left them alike.
    """

    def __init__(self, setup: Setup, states: np.ndarray, others: np.ndarray, seat: int) -> None:
        self.setup, self.seat = setup, seat
        self.worlds = [Tables(setup, len(states), seed=0, auto_reset=False) for _ in range(2)]
        for tables, positions in zip(self.worlds, (states, others), strict=True):
            tables.states[:] = positions
            tables.states["rng"] = states["rng"]
            tables.look()
        self.together = np.ones(len(states), bool)
        self.shown: Counter[int] = Counter()
        self.kept: Counter[int] = Counter()
        self.record = as_compiled(setup.record)[0]

    def step(self, rng: np.random.Generator) -> None:
        """Take one decision at every pair: actions that look the same to the seat; then compare all that it sees."""
        one, other = self.worlds
        first = random_actions(one.masks, rng, weights(self.setup))
        second = np.zeros_like(first)
        for row in np.flatnonzero(self.together).tolist():
            first[row], second[row] = self._alike(row, int(first[row]), rng)
        for tables, actions in ((one, first), (other, second)):
            stay = ~self.together | (actions < 0)
            actions[stay] = tables.masks[stay].argmax(axis=1)
        before = one.states.copy()
        one.step(first)
        other.step(second)
        self._compare(before)

    def _alike(self, row: int, action: int, rng: np.random.Generator) -> tuple[int, int]:
        """Return actions of the two worlds that the seat takes for the same; the pair parts where there are none."""
        one, other = self.worlds
        states = [as_compiled(tables.states)[row] for tables in self.worlds]
        legal = [np.flatnonzero(tables.masks[row]).tolist() for tables in self.worlds]
        tries = [action, *rng.permutation(legal[0]).tolist()]
        for mine in tries:
            look = appearance(self.record, states[0], mine, self.seat)
            fits = [a for a in legal[1] if appearance(self.record, states[1], a, self.seat) == look]
            if fits:
                return mine, mine if mine in fits else int(rng.choice(fits))
        self.together[row] = False
        self.shown[int(one.states["ask"][row])] += 1
        openly = SHOWS_CITIZENS if self.seat == MACHINE else SHOWS_DIRECTIVES
        assert int(one.states["ask"][row]) in openly[min(self.seat, 1)], "there is always something else to do"
        return int(legal[0][0]), int(legal[1][0])

    def _compare(self, before: np.ndarray) -> None:
        one, other = self.worlds
        seen = [told(self.setup, tables.states, self.seat) for tables in self.worlds]
        public = ("seat", "ask", "hero", "phase", "week", "over", "decisions", "cursor", "step")
        for row in np.flatnonzero(self.together).tolist():
            ask = int(before["ask"][row])
            if self._parted(row, ask, before[row]):
                self.together[row] = False
                self.shown[ask] += 1
                continue
            for name in public:
                assert one.states[name][row] == other.states[name][row], (Ask(ask).text, name)
            assert (seen[0][0][row] == seen[1][0][row]).all(), Ask(ask).text
            assert (seen[0][1][row] == seen[1][1][row]).all(), Ask(ask).text
            assert (one.rewards[row] == other.rewards[row]).all()
            self.kept[ask] += 1
            self.together[row] = one.over[row] == 0

    def _parted(self, row: int, ask: int, before: Any) -> bool:
        """Whether something has been shown openly; only some questions may do so, and turns that begin."""
        mine, theirs = (facts(tables.states[row], self.seat) for tables in self.worlds)
        side = min(self.seat, 1)
        assert mine.citizens == theirs.citizens or ask in SHOWS_CITIZENS[side], Ask(ask).text
        assert mine.directives == theirs.directives or ask in SHOWS_DIRECTIVES[side], Ask(ask).text
        begun = any(tables.states["shown"][row].sum() > before["shown"].sum() for tables in self.worlds)
        riot = mine.citizens != theirs.citizens  # won or lost, another turn or round may have begun
        assert mine.cards == theirs.cards or begun or riot, Ask(ask).text
        return mine != theirs


def with_the_same_choices(states: np.ndarray, others: np.ndarray) -> None:
    """Let Heroes of the other worlds have chosen the same cards, where they hold them: they stay alike for longer."""
    for state, other in zip(states, others, strict=True):
        for hero in range(3):
            chosen = int(state["chosen"][hero])
            if chosen != NOBODY and int(other["cards"][hero]) >> chosen & 1:
                other["chosen"][hero] = chosen


@pytest.mark.often("Machine-four", "Heroes-two")
@each_setup
@pytest.mark.parametrize("seat", [MACHINE, 1], ids=["Machine", "Heroes"])
def test_worlds_that_a_seat_cannot_tell_apart_stay_so(options, seat):
    setup, rng, words = GAME.setup(**options), np.random.default_rng(9), seed_words(9)[0]
    shown: Counter[int] = Counter()
    kept: Counter[int] = Counter()
    for number, tables in enumerate(lively(setup, 30, seed=10, steps=420, every=35)):
        states = running(tables.states).copy()
        others = determinized(setup, states, words, np.full(len(states), seat))
        if seat == MACHINE and number % 4:
            with_the_same_choices(states, others)
        pair = Pair(setup, states, others, seat)
        for _ in range(40):
            pair.step(rng)
        shown.update(pair.shown)
        kept.update(pair.kept)
    assert kept.total() > 1200 and shown.total() > 30
    hidden = (Ask.ACCESS, Ask.CITIZEN) if seat == MACHINE else (Ask.MACHINE, Ask.ACTION)
    assert all(kept[ask] > 5 for ask in (*hidden, Ask.DETAIN))
    if seat == MACHINE:
        assert kept[Ask.SHOW] + kept[Ask.MOVE_MORE] > 5


# Questions that could tell something by being asked


def test_the_heroes_are_asked_whom_to_show_whether_or_not_they_have_anybody():
    """That no identified Citizen is active is their secret: they are asked all the same, and may always decline."""
    setup, met = GAME.setup(), Counter()
    for tables in lively(setup, 100, seed=11, steps=500):
        for row in np.flatnonzero(tables.states["ask"] == Ask.SHOW).tolist():
            mask = tables.masks[row]
            assert mask[0]
            met[bool(mask[1:].any())] += 1
    assert met[False] > 3 and met[True] > 3


def test_the_machine_is_not_offered_more_than_it_can_tell():
    """Of Citizens face down it is offered "unidentified" and "identified", however many types there are."""
    setup, met = GAME.setup(), 0
    for tables in lively(setup, 60, seed=12, steps=300, every=3):
        rows = (tables.states["seat"] == MACHINE) & np.isin(tables.states["ask"], (Ask.CITIZEN, Ask.EXPOSE))
        for mask in tables.masks[rows]:
            assert not mask[Act.CLASS + CitizenClass.IDENTIFIED_AS : Act.CLASS + CitizenClass.REVEALED_AS].any()
            met += bool(mask[Act.CLASS + CitizenClass.IDENTIFIED] or mask[Act.CLASS + CitizenClass.UNIDENTIFIED])
    assert met > 20
    assert CitizenClass.REVEALED_AS - CitizenClass.IDENTIFIED_AS == NUM_TYPES
