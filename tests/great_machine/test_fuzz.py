"""City of the Great Machine in long and eventful games: nothing gets lost, every game ends, code is compiled well.

Why every game ends: a round has at most as many decisions as the Bonds, the Trust and the Actions of its phases allow,
and from the 13th round on the Countdown advances the Master Plan in every round, which nothing ever sets back.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from great_machine.endings import checked_endings
from great_machine.games import lively, random_actions, weights

from cogitable.envs.city.rules.state import (
    ALL_DISTRICTS,
    MACHINE,
    NUM_CITIZENS,
    NUM_DISTRICTS,
    NUM_GUARDS,
    NUM_HEROES,
    NUM_RAIDS,
    OF_EACH_TYPE,
    PLAN_END,
    RIOTS_TO_WIN,
    TRACK_END,
    Ask,
    Directive,
    District,
    Event,
    Phase,
)
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules import appearance, determinize, observation
from cogitable.envs.great_machine.rules import apply as rules
from cogitable.envs.great_machine.rules.questions import legal_actions
from cogitable.envs.great_machine.rules.state import NUM_QUESTIONS
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import fork, seed_words
from cogitable.envs.table.tables import determinized

SETUPS: list[dict[str, Any]] = [
    {"help_heroes": True},
    {"num_players": 2, "city": "confrontation", "heroes": "chosen", "reconsider": True},
    {"num_players": 3, "city": "random", "revolutionaries": None, "heroes": ("Veteran", "Vagabond", "Physician")},
]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=["four", "two", "three"])
RARELY = {Ask.BREAD, Ask.CONFISCATE, Ask.PAY, Ask.PROVOKE}


@pytest.mark.often("two")
@each_setup
def test_nothing_is_lost_in_long_play(options):
    """Citizens, Guards, Access cards, Directives, Raid tokens, Servants and Heroes at every single decision."""
    setup, asked, checked = GAME.setup(**options), Counter(), 0
    removed = np.zeros(60, int)
    for step, tables in enumerate(lively(setup, 60, seed=1, steps=700)):
        states = tables.states
        asked.update(states["ask"].tolist())
        carried = (states["carried"] >= 0)[:, None] & (states["carried"][:, None] == np.arange(6))
        assert (states["citizens"].sum(axis=(1, 2)) + carried == OF_EACH_TYPE).all()
        assert (states["crowd"].sum(axis=1) + carried.sum(axis=1) == NUM_CITIZENS).all()
        assert (states["guards"].sum(axis=1) + states["broken"].sum(axis=1) == NUM_GUARDS).all()
        assert (np.bitwise_count(states["raids"]) <= NUM_RAIDS).all()
        assert ((states["cards"] | ALL_DISTRICTS) == ALL_DISTRICTS).all()
        _check_guesses(states)
        assert ((states["servants"] >= 0) & (states["servants"] < NUM_DISTRICTS)).all()
        removed = _check_directives(states, removed)
        if step % 20 == 0:
            for record in states[:12].view(np.recarray):
                GAME.check(setup, record)
                checked += 1
    assert checked > 400
    missing = {Ask(ask).text for ask in range(1, NUM_QUESTIONS) if not asked[ask] and ask not in RARELY}
    early = {"pile to draw a District from", "Hero to play"}
    assert missing <= early | {"favour", "District to call a Citizen from", "Trust to take of what is shared"}


def test_nothing_is_told_after_the_end():
    games = lively(GAME.setup(help_heroes=True), 200, seed=3, steps=900, auto_reset=False)
    found = checked_endings(games)
    assert set(found) >= {"PLAN", "RIOTS"} and found.total() > 100


def _check_guesses(states: np.ndarray) -> None:
    """Which Access cards a Hero has forfeited is among what the Machine takes for possible."""
    lost = ~states["cards"].astype(int) & ALL_DISTRICTS
    guesses = np.arange(states["guess"].shape[2]) < states["guesses"][:, :, None]
    assert (guesses & (states["guess"] == lost[:, :, None])).any(axis=2).all()


def _check_directives(states: np.ndarray, removed: np.ndarray) -> np.ndarray:
    """Every Directive is in one place, and one that is out of the game stays out; return those that are out."""
    deck, hand, published = (states[name].astype(int) for name in ("deck", "hand", "published"))
    there = deck | hand | published
    assert (
        np.bitwise_count(deck) + np.bitwise_count(hand) + np.bitwise_count(published) == np.bitwise_count(there)
    ).all()
    out = ~there & ((1 << len(Directive)) - 1)
    new = states["decisions"] < 1
    assert ((out & removed == removed) | new).all()
    return np.where(new, 0, out)


@each_setup
def test_every_game_ends_with_a_winner(options):
    setup, rng = GAME.setup(**options), np.random.default_rng(2)
    tables, eager = Tables(setup, 150, seed=2, auto_reset=False), weights(setup)
    for _ in range(3000):
        if tables.over.all():
            break
        tables.step(random_actions(tables.masks, rng, eager))
    assert (tables.over == 1).all(), "no game is cut off"
    states = tables.states
    won = states["winner"] == MACHINE
    cardless = (states["cards"] == 0).any(axis=1)
    riots = np.bitwise_count(states["riots"]) + (states["slot"] == TRACK_END)
    assert ((states["plan"] == PLAN_END) | cardless)[won].all()
    assert (riots >= RIOTS_TO_WIN)[~won].all()
    seats = setup.num_seats
    rewards = setup.game.kernel(final)(setup.record, states, np.zeros((150, seats), np.float32))
    assert (rewards[won, 0] == 1).all() and (rewards[~won, 0] == -1).all()
    assert np.allclose(rewards.sum(axis=1), 0, atol=1e-6)
    assert np.allclose(rewards[:, 1:], rewards[:, 1:2]), "a team shares in equal parts"


def final(setup, states, out):
    """Entry point: write the returns of finished games."""
    for row in range(states.size):
        rules.returns(setup[0], states[row], out[row])
    return out


def test_the_countdown_ends_games_in_which_nobody_does_anything():
    """Nobody moves, acts or pays: at most twelve events advance the plan, then the Countdown does in every round."""
    tables, weeks = Tables(GAME.setup(), 40, seed=3, auto_reset=False), np.zeros(40, int)
    for _ in range(1500):
        if tables.over.all():
            break
        weeks = np.maximum(weeks, np.where(tables.over == 0, tables.states["week"], weeks))
        counting = (tables.over == 0) & (tables.states["week"] > 12)
        assert (tables.states["event"][counting] == Event.COUNTDOWN).all()
        tables.step(tables.masks.argmax(axis=1))
    assert (tables.states["winner"] == MACHINE).all() and weeks.max() <= 12 + PLAN_END


# Compiled and plain


@pytest.mark.often("three")
@each_setup
def test_compiled_code_does_what_the_plain_code_says(options):
    """Every decision of eventful games is taken in plain Python as well; all that is seen before it is compared."""
    setup, asked = GAME.setup(**options), Counter()
    record, rng = as_compiled(setup.record)[0], np.random.default_rng(4)
    eager, words = weights(setup), seed_words(4)[0]
    for tables in lively(setup, 30, seed=5, steps=420, every=6):
        asks = tables.states["ask"]
        rows = [row for row in range(30) if tables.states["over"][row] == 0 and asked[int(asks[row])] < 8][:6]
        if not rows:
            continue
        asked.update(asks[rows].tolist())
        states = tables.states[rows].copy()
        branch = Tables(setup, len(rows), seed=0, auto_reset=False)
        branch.states[:] = states
        branch.look()
        seats = rng.integers(0, setup.num_seats, len(rows))
        _compare_views(setup, record, branch, seats)
        copies = determinized(setup, states, words.copy(), seats)
        actions = random_actions(branch.masks, rng, eager)
        branch.step(actions)
        plain, imagined = as_compiled(states.copy()), as_compiled(states.copy())
        lots = as_compiled(words.copy())
        for place, action in enumerate(actions.tolist()):
            state = plain[place]
            state.decisions += 1
            asked_for = int(state.ask)
            rules.apply(record, state, action)
            _same(branch.states[place], state, ("paid", "over"), asked_for)
            mine = imagined[place]
            fork(lots, mine.rng)
            determinize.determinize(record, mine, int(seats[place]))
            assert GAME.check(setup, mine) is None
            _same(copies[place], mine, (), asked_for)
    assert len(asked) > 25


def _same(compiled: Any, plain: Any, but: tuple[str, ...], ask: int) -> None:
    for name in compiled.dtype.names:
        if name not in but:
            assert np.array_equal(compiled[name], np.asarray(getattr(plain, name))), (Ask(ask).text, name)


def _compare_views(setup: Setup, record: Any, tables: Tables, seats: np.ndarray) -> None:
    masks = tables.masks.copy()
    seen, legal_too = np.zeros_like(tables.observations), np.zeros_like(masks)
    tables.observe(seats, seen, legal_too)
    for row, seat in enumerate(seats.tolist()):
        state = as_compiled(tables.states)[row]
        out, mask = as_compiled(np.zeros(setup.layout.size, np.float32)), as_compiled(np.zeros(masks.shape[1], np.int8))
        observation.observe(record, state, seat, out)
        legal_actions(record, state, mask)
        assert (out == seen[row]).all() and (mask == masks[row]).all(), Ask(state.ask).text
        if state.phase not in (Phase.BUILDING, Phase.CHOOSING):
            full = as_compiled(np.zeros(setup.full_layout.size, np.float32))
            observation.reveal(record, state, full)
            assert np.isfinite(full).all()
        for action in np.flatnonzero(mask)[:4].tolist():
            assert appearance.appearance(record, state, action, int(state.seat)) == action


def test_the_start_is_the_one_of_the_rules():
    states = Tables(GAME.setup(), 50, seed=6).states
    assert (states["crowd"] == [4, 4, 4, 4, 4, 1, 1, 1, 4, 3]).all()
    assert (states["guards"] == 2).all() and (states["broken"] == 0).all()
    assert (states["servants"] == District.CITADEL).all()
    assert (np.bitwise_count(states["cards"]) == 8).all() and states["cards"].shape == (50, NUM_HEROES)
    assert (np.bitwise_count(states["deck"]) == 9).all()
    assert (states["trust"].sum(axis=1) > 0).all() and (states["bonds"] >= 6).all()
