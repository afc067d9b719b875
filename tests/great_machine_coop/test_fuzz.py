"""The co-operative City of the Great Machine in long and eventful games, with every set of Missions and difficulty.

Nothing gets lost, every game ends, one seed makes one game, and compiled code does what the plain code says.

Why every game ends: a round has at most as many decisions as Trust, Access cards and Actions allow, and once twelve
City Events have been, the Countdown advances the Master Plan in every round; nothing but a successful Riot, of which
there are three at most, ever sets it back.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from great_machine.endings import checked_endings
from great_machine_coop.games import lively, random_actions, weights

from cogitable.envs.city.rules.state import (
    ALL_DISTRICTS,
    MAX_AMOUNT,
    NOBODY,
    NUM_CITIZENS,
    NUM_DIRECTIVES,
    NUM_GUARDS,
    NUM_PAYMENTS,
    NUM_SERVANTS,
    NUM_TYPES,
    OF_EACH_TYPE,
    PLAN_END,
    RIOTS_TO_WIN,
    TRACK_END,
    Act,
    Ask,
    CitizenClass,
    District,
    Phase,
    Status,
)
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.options import LEVELS
from cogitable.envs.great_machine_coop.rules import apply as rules
from cogitable.envs.great_machine_coop.rules import determinize, observation
from cogitable.envs.great_machine_coop.rules.observation_layout import ASKED
from cogitable.envs.great_machine_coop.rules.questions import legal_actions
from cogitable.envs.great_machine_coop.rules.state import (
    COUNTDOWN_INDEX,
    FIRST_EVENT,
    HEROES_WON,
    MACHINE_WON,
    MAINTENANCE_CARDS,
    NUM_DRAWN_EVENTS,
    NUM_MOVES,
    NUM_SPECIAL_PAYMENTS,
    NUM_SPECIALS,
    START_SLOT,
    CoopAct,
    Mission,
)
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized

SETUPS: dict[str, dict[str, Any]] = {
    "I": {"num_players": 1, "missions": "I", "difficulty": "novice", "maintenance": "one leaves", "city": "normal 2"},
    "II": {"num_players": 2, "missions": "II", "heroes": "chosen", "reconsider": True, "city": "special 3"},
    "III": {"num_players": 3, "missions": "III", "difficulty": "hard", "city": "random"},
    "IV": {
        "num_players": 1,
        "missions": "IV",
        "difficulty": "insane",
        "city": "advised",
        "servant_order": ("Lex Hecate", "Phantasmer", "Judgementor"),
    },
    "random": {"num_players": 2, "missions": "random", "difficulty": "easy", "maintenance": "all leave"},
    "mixed": {
        "num_players": 3,
        "missions": ("Deactivation Trap", "Falsification", "Rebellion Leader"),
        "difficulty": "ultra-hard",
        "heroes": ("Veteran", "Vagabond", "Physician"),
    },
    "none": {"num_players": 3, "heroes": ("Fowler", "Actress", "Artificer"), "city": "random"},
    "own level": {"num_players": 1, "benefits": (3, 2), "master_plan": 2, "heroes": "chosen"},
}
each_setup = pytest.mark.parametrize("name", SETUPS)
NEVER_LEGAL = {
    Act.ATTACK + NUM_PAYMENTS - 1,  # nothing raises what the die asks for
    CoopAct.HIT + NUM_SPECIAL_PAYMENTS - 1,  # of at most 4 a special Guard takes 1 off
    *range(Act.CLASS + CitizenClass.IDENTIFIED, Act.CLASS + CitizenClass.REVEALED_AS),
}

SELDOM = {Act.AMOUNT + MAX_AMOUNT - 1, Act.AMOUNT + MAX_AMOUNT}
"""So much Trust to share needs six Citizens in one District, nearly all of them revealed and active."""


@cache
def make(name: str) -> Setup:
    return GAME.setup(**SETUPS[name])


@pytest.mark.often("III", "mixed")
@each_setup
def test_nothing_is_lost_in_long_play(name):
    """Citizens, Guards, Directives, cards and tokens, at every single decision; and what only ever grows does."""
    setup, before, checked = make(name), None, 0
    removed = np.zeros(20, int)
    for step, tables in enumerate(lively(setup, 20, seed=1, steps=200)):
        states = tables.states
        assert tables.masks.any(axis=1).all()
        _check_counts(setup, states)
        for state in states[step % 4 :: 4].view(np.recarray):
            GAME.check(setup, state)
            checked += 1
        out = _removed(states)
        new = states["decisions"] == 0
        assert ((out & removed == removed) | new).all(), "a discarded Directive came back"
        removed = out
        if before is not None:
            _check_steps(before, states, ~new)
        before = {field: states[field].copy() for field in ("week", "done", "active", "scrapped", "gone_events")}
    assert checked == 1000


def _check_counts(setup: Setup, states: np.ndarray) -> None:
    carried = (states["carried"] >= 0)[:, None] & (states["carried"][:, None] == np.arange(NUM_TYPES))
    assert (states["citizens"].sum(axis=(1, 2)) + carried == OF_EACH_TYPE).all()
    assert (states["crowd"].sum(axis=1) + carried.sum(axis=1) == NUM_CITIZENS).all()
    assert (states["crowd"] == states["citizens"].sum(axis=(2, 3))).all()
    assert not states["citizens"][:, :, Status.IDENTIFIED].any(), "Citizens are revealed here, never identified"
    assert (states["crowd"][:, :-1] <= setup.record["room"][0]).all()
    regular = states["guards"] - states["specials"]
    assert (regular >= 0).all() and (states["broken"] >= 0).all() and (states["specials"] >= 0).all()
    assert ((regular + states["broken"]).sum(axis=1) == NUM_GUARDS).all()
    assert (states["specials"].sum(axis=1) <= NUM_SPECIALS).all()
    standing, lying = states["servants"] != NOBODY, states["lying"] != NOBODY
    assert (standing != lying).all()
    assert ((states["cards"] | ALL_DISTRICTS) == ALL_DISTRICTS).all()
    assert ((states["tokens"] | ALL_DISTRICTS) == ALL_DISTRICTS).all()
    _check_moves(setup, states)
    _check_tokens(states)


def _check_moves(setup: Setup, states: np.ndarray) -> None:
    """Each Servant Movement card is in the deck, discarded or out of the game; between rounds three are left."""
    there = np.int64((1 << NUM_MOVES) - 1)
    if not setup.record["maintenance"][0]:
        there &= ~np.int64(MAINTENANCE_CARDS)
    assert (states["scrapped"] & ~MAINTENANCE_CARDS == 0).all()
    assert (states["moves"] & ~(there & ~states["scrapped"].astype(np.int64)) == 0).all()
    assert (np.bitwise_count(states["moves"]) >= NUM_SERVANTS).all()
    shown = np.sort(states["moved"], axis=1)
    assert ((shown[:, 1:] != shown[:, :-1]) | (shown[:, 1:] == NOBODY)).all()


def _check_tokens(states: np.ndarray) -> None:
    """Hero tokens are with their Heroes, in the city, or with the Rebellion Leader's Mission: three in all there."""
    third = states["missions"][:, 2]
    leading = (third == Mission.LEADER) & (states["active"] >> 2 & 1 == 1) & (states["done"] >> 2 & 1 == 0)
    assert (states["held"][leading].sum(axis=1) == 3).all()
    assert not states["held"][third != Mission.LEADER].any()
    assert (states["token_at"][leading] == NOBODY).all()
    pinned = states["token_as"] != NOBODY
    assert (states["token_at"][pinned] != NOBODY).all()


def _removed(states: np.ndarray) -> np.ndarray:
    """Return the Directives that are nowhere; every other one must be in one place only."""
    below = np.where(states["bottom"] >= 0, 1 << np.maximum(states["bottom"].astype(int), 0), 0)
    assert ((states["bottom"] >= 0).sum(axis=1) == states["bottom_size"]).all()
    sets = [states[field].astype(int) for field in ("deck", "hand", "published")] + list(below.T)
    there = np.bitwise_or.reduce(sets)
    assert (sum(np.bitwise_count(one) for one in sets) == np.bitwise_count(there)).all()
    return ~there & ((1 << NUM_DIRECTIVES) - 1)


def _check_steps(before: dict[str, np.ndarray], states: np.ndarray, same: np.ndarray) -> None:
    for field in ("done", "active", "scrapped", "gone_events"):
        assert ((before[field] & ~states[field])[same] == 0).all(), f"{field} went back"
    passed = (states["week"] - before["week"])[same]
    assert ((passed == 0) | (passed == 1)).all()


# Ends


def play_to_the_end(name: str, seed: int, *, stirred: bool) -> Tables:
    """Return tables on which all games are over."""
    for tables in lively(make(name), 30, seed, 3000, stirred=stirred, auto_reset=False):
        if tables.over.all():
            return tables
    raise AssertionError("some games never end")


@pytest.mark.often(5)
@each_setup
@pytest.mark.parametrize("stirred", [False, True], ids=["plain", "eventful"])
def test_every_game_ends_with_a_winner(name, stirred):
    tables = play_to_the_end(name, 2, stirred=stirred)
    assert (tables.over == 1).all(), "no game is cut off"
    setup, states = make(name), tables.states
    won = states["winner"] == HEROES_WON
    assert (won | (states["winner"] == MACHINE_WON)).all()
    cardless = (states["cards"] == 0).any(axis=1)
    riots = np.bitwise_count(states["riots"]) + (states["slot"] == TRACK_END)
    assert (riots >= RIOTS_TO_WIN)[won].all()
    assert ((states["plan"] == PLAN_END) | cardless)[~won].all()
    assert (states["plan"] < PLAN_END)[won].all()
    rewards = GAME.kernel(final)(setup.record, states, np.zeros_like(tables.rewards))
    wanted = np.where(np.arange(rewards.shape[1]) < setup.num_seats, np.where(won, 1, -1)[:, None], 0)
    assert (rewards == wanted).all(), "all win or lose together"
    for state in states.view(np.recarray):
        GAME.check(setup, state)


def final(setup, states, out):
    """Entry point: write the returns of finished games."""
    for row in range(states.size):
        rules.returns(setup[0], states[row], out[row])
    return out


@pytest.mark.parametrize("name", ["none", "I"])
def test_the_countdown_ends_games_in_which_nobody_does_anything(name):
    """Each Hero takes the first card that it has, nobody acts or pays: the Countdown advances the plan every round."""
    tables, plans = Tables(make(name), 40, seed=3, auto_reset=False), []
    for _ in range(1500):
        if tables.over.all():
            break
        counting = (tables.over == 0) & (tables.states["week"] > NUM_DRAWN_EVENTS)
        assert (tables.states["event"][counting] == FIRST_EVENT + COUNTDOWN_INDEX).all()
        assert (np.bitwise_count(tables.states["gone_events"])[counting] == NUM_DRAWN_EVENTS).all()
        plans.append(tables.states["plan"].copy())
        tables.step(tables.masks.argmax(axis=1))
    assert (tables.states["winner"] == MACHINE_WON).all()
    assert tables.states["week"].max() <= NUM_DRAWN_EVENTS + PLAN_END
    assert (np.diff(plans, axis=0) >= 0).all()


# All of it happens


@cache
def corpus() -> tuple[Counter[str], np.ndarray, Counter[str], Counter[str]]:
    """Return questions asked, how often each action was legal, Missions completed, and how games ended."""
    asked, completed, ends = Counter[str](), Counter[str](), Counter[str]()
    allowed = np.zeros(make("I").num_actions, int)
    for name in SETUPS:
        for tables in lively(make(name), 150, 3, 1000, auto_reset=False):
            asked.update(Ask(ask).text for ask in tables.states["ask"][tables.over == 0].tolist())
            allowed += tables.masks.sum(axis=0)
        for state in tables.states:
            completed.update(Mission(state["missions"][i]).text for i in range(3) if int(state["done"]) >> i & 1)
            ends.update([_ending(state)])
    return asked, allowed, completed, ends


def _ending(state: Any) -> str:
    if state["winner"] == HEROES_WON:
        return "Riot Stage" if state["slot"] == TRACK_END else "three Riots"
    return "Master Plan" if state["plan"] == PLAN_END else "no Access card"


@pytest.mark.long
def test_every_question_is_asked():
    asked = corpus()[0]
    assert not [Ask(ask).text for ask in ASKED if asked[Ask(ask).text] < 5]
    assert set(asked) == {Ask(ask).text for ask in ASKED}, "and no other"


def test_every_action_can_be_legal_but_those_of_the_other_game():
    allowed = corpus()[1]
    never = set(np.flatnonzero(allowed == 0).tolist())
    assert never >= NEVER_LEGAL
    assert never - NEVER_LEGAL <= SELDOM, "a play of chance may go without"


def test_every_mission_is_completed_and_games_end_in_every_way():
    _, _, completed, ends = corpus()
    assert set(completed) == set(texts(Mission)), completed
    assert set(ends) == {"Riot Stage", "three Riots", "Master Plan", "no Access card"}, ends


def test_the_start_is_the_one_of_the_rules():
    for name in SETUPS:
        setup = make(name)
        states = Tables(setup, 30, seed=6).states
        assert (states["crowd"] == [4, 4, 4, 4, 4, 1, 1, 1, 4, 3]).all()
        assert (states["guards"] == 2).all() and not states["broken"].any() and not states["specials"].any()
        assert (states["servants"] == District.CITADEL).all()
        assert (np.bitwise_count(states["cards"]) == 8).all()
        assert (states["deck"] == (1 << NUM_DIRECTIVES) - 1).all() and not states["hand"].any()
        assert (states["slot"] == START_SLOT).all() and not states["marker"].any()
        level = setup.options.level
        assert (states["plan"] == level.master_plan).all()
        assert (np.bitwise_count(states["moves"]) == (13 if 2 in level.benefits else 10)).all()
        played = setup.options.missions != "none"
        assert (states["riot_tokens"] == (0 if played else 3)).all()
        assert (states["active"] == (3 if played else 0)).all() and not states["done"].any()


def test_nothing_is_told_after_the_end():
    games = lively(GAME.setup(num_players=1, missions="random"), 200, seed=3, steps=900, auto_reset=False)
    found = checked_endings(games)
    assert set(found) == {"PLAN", "CARDS", "RIOTS"} and found.total() > 100


# Seeds


@pytest.mark.often(9)
@pytest.mark.parametrize("missions", ["none", "I", "II", "III", "IV", "random"])
@pytest.mark.parametrize("difficulty", LEVELS)
def test_a_seed_makes_one_game_wherever_it_is_played(missions, difficulty):
    """Twice, in threads, and the first tables of more; what is legal and seen is the same as well."""
    setup = GAME.setup(num_players=1 + len(difficulty) % 3, missions=missions, difficulty=difficulty)
    kept = ("observations", "masks", "rewards", "over")
    runs = [Tables(setup, 4, seed=9), Tables(setup, 7, seed=9, threads=2), Tables(setup, 4, seed=9, threads=3)]
    other, eager, rng = Tables(setup, 4, seed=10), weights(setup), np.random.default_rng(1)
    assert other.states.tobytes() != runs[0].states.tobytes()
    for _ in range(250):
        actions = random_actions(runs[1].masks, rng, eager)
        for tables in runs:
            tables.step(actions[: tables.count])
            assert tables.states[:4].tobytes() == runs[0].states.tobytes()
            assert all(getattr(tables, name)[:4].tobytes() == getattr(runs[0], name).tobytes() for name in kept)
    for tables in runs:
        tables.close()


# Compiled and plain


@pytest.mark.often("IV", "none")
@each_setup
def test_compiled_code_does_what_the_plain_code_says(name):
    """Decisions of eventful games are taken in plain Python as well; all that is seen before them is compared."""
    setup, asked = make(name), Counter[int]()
    record, rng = as_compiled(setup.record)[0], np.random.default_rng(4)
    eager, words = weights(setup), seed_words(4)[0]
    for tables in lively(setup, 30, seed=5, steps=300, every=6):
        asks = tables.states["ask"]
        rows = [row for row in range(30) if tables.states["over"][row] == 0 and asked[int(asks[row])] < 8][:6]
        if not rows:
            continue
        asked.update(asks[rows].tolist())
        states = tables.states[rows]
        branch = Tables(setup, len(rows), seed=0, auto_reset=False)
        branch.states[:] = states
        branch.look()
        seats = rng.integers(0, setup.num_seats, len(rows))
        _compare_views(setup, record, branch, seats)
        copies = determinized(setup, states, words.copy(), seats)
        actions = random_actions(branch.masks, rng, eager)
        branch.step(actions)
        plain, imagined = as_compiled(states.copy()), as_compiled(states.copy())
        _compare_redraws(record, copies, imagined, words.copy(), seats)
        for place, action in enumerate(actions.tolist()):
            state = plain[place]
            state.decisions += 1
            kept = int(state.ask)
            rules.apply(record, state, action)
            for field in branch.states.dtype.names:
                if field not in ("paid", "over"):
                    now = np.asarray(getattr(state, field))
                    assert np.array_equal(branch.states[place][field], now), (Ask(kept).text, field)
    assert len(asked) > 15


def _compare_redraws(record: Any, copies: np.ndarray, imagined: Any, words: np.ndarray, seats: np.ndarray) -> None:
    """Redraw in plain Python with the same generators."""
    for place, seat in enumerate(seats.tolist()):
        mine = imagined[place]
        mine.rng[:] = copies["rng"][place]
        determinize.determinize(record, mine, seat)
        assert (copies["crowd"][place] == mine.crowd).all()
        assert int(copies["deck"][place]) | int(copies["hand"][place]) == int(mine.deck) | int(mine.hand)


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
        if state.phase != Phase.CHOOSING:
            full = as_compiled(np.zeros(setup.full_layout.size, np.float32))
            observation.reveal(record, state, full)
            assert np.isfinite(full).all() and full.min() >= 0 and full.max() <= NUM_CITIZENS / 5
