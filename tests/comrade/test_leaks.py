"""No seat of Comrade learns what it must not: hidden parts of states are changed by force, and nothing it sees may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from comrade.positions import Games, at_length
from told import told

from cogitable.envs.comrade import GAME
from cogitable.envs.comrade.rules.appearance import appearance
from cogitable.envs.comrade.rules.state import INTERROGATION, UNKNOWN, How, Phase
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.sets import has
from cogitable.envs.table.tables import determinized

SETUPS = [
    {"num_players": 5, "max_turns": 4},
    {"num_players": 6, "max_turns": 4, "everyone_gives": True},
    {"num_players": 7, "max_turns": 3, "claims": True},
    {"num_players": 10, "max_turns": 3},
]


def scrambled(setup: Setup, states: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """Return copies in which everything that ``seat`` cannot know is something else, without any regard to sense.

    What it does know: its own cards and those it was dealt, its own votes and words, the cards that it saw, gave and
    received, the word if it has held or seen the dissident card since it was drawn, and its own beliefs.
    """
    others = [other for other in range(setup.num_seats) if other != seat]
    copies = states.copy()
    for state in as_compiled(copies):
        for dealt in ("", "dealt_"):
            _scramble_places(state, dealt, seat, others, rng)
        if not state.knowers >> seat & 1:
            state.word = int(rng.integers(2))
        state.knowers = state.knowers & 1 << seat | _some(others, rng)
        state.fresh = state.fresh & 1 << seat | _some(others, rng)
        state.pairs[others] = rng.random(state.pairs[others].shape)
        state.aware[others] = rng.random(state.aware[others].shape)
        state.rng[:] = rng.integers(1, 2**32, 4)
        for number in range(state.turn + 1):
            turn = state.turns[number]
            turn.freedom = turn.freedom & 1 << seat | turn.voted & _some(others, rng)
        if state.phase == Phase.WORD:
            turn.words = turn.words & 1 << seat | turn.spoken & _some(others, rng)
        _scramble_log(state, seat, rng)
    return copies


def _some(seats: list[int], rng: np.random.Generator) -> int:
    return sum(1 << seat for seat in seats if rng.random() < 0.5)


def _scramble_places(state: Any, dealt: str, seat: int, others: list[int], rng: np.random.Generator) -> None:
    places = {name: getattr(state, f"{dealt}{name}") for name in ("dissident", "informer")}
    free = rng.permutation(others).tolist()
    for name, place in places.items():
        if place != seat:
            setattr(state, f"{dealt}{name}", free.pop())


def _scramble_log(state: Any, seat: int, rng: np.random.Generator) -> None:
    """Change which cards were seen and given, not that they were."""
    for number in range(state.moves + (state.phase == Phase.GIVE)):
        event = state.handovers[number]
        if seat != event.giver:
            event.seen = int(rng.integers(3)) if has(event.how, How.LOOKED) else UNKNOWN
            if seat != event.receiver and number < state.moves:
                event.given = int(rng.integers(3))


def looked_at(setup: Setup, states: np.ndarray, seat: int) -> tuple[bytes, bytes]:
    """Return what a seat sees of some states, and its masks, as bytes."""
    observations, masks = told(setup, states, seat)
    return observations.tobytes(), masks.tobytes()


def running_states(setup: Setup, count: int, seed: int, every: int = 1) -> Iterator[np.ndarray]:
    """Yield the positions of games that go on, all that are met at one time."""
    games = Games(setup, count, seed=seed, choose=at_length)
    for step, running in enumerate(games.steps()):
        if step % every == 0:
            yield games.tables.states[running]


@pytest.mark.often(2)
@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_observations_and_masks_hold_nothing_that_a_seat_cannot_know(options):
    setup, rng, words, positions = GAME.setup(**options), np.random.default_rng(1), seed_words(1)[0], 0
    for states in running_states(setup, 50, seed=2, every=5):
        for seat in range(setup.num_seats):
            redrawn = determinized(setup, states, words, np.full(len(states), seat))
            assert looked_at(setup, redrawn, seat) == looked_at(setup, states, seat)
            some = states[:10]
            assert looked_at(setup, scrambled(setup, some, seat, rng), seat) == looked_at(setup, some, seat)
            positions += len(states)
    assert positions > 2000


def test_the_scrambling_would_find_a_leak():
    """What it changes is all that the full view shows besides what is public."""
    setup, rng = GAME.setup(num_players=6), np.random.default_rng(2)
    states = np.concatenate(list(running_states(setup, 4, seed=3, every=9)))
    copies = scrambled(setup, states, 3, rng)
    changed = {name for name in states.dtype.names if (copies[name] != states[name]).any()}
    kept = {name for name in states.dtype.names if name not in changed}
    assert changed >= {"rng", "dissident", "informer", "word", "dealt_dissident", "knowers", "fresh", "pairs", "turns"}
    assert kept >= {"seat", "cards", "phase", "chairman", "cursor", "moves", "handed", "last"}
    other_seats = [looked_at(setup, copies, seat) != looked_at(setup, states, seat) for seat in range(6)]
    assert other_seats == [True, True, True, False, True, True]


@pytest.mark.parametrize("options", SETUPS[1:3], ids=str)
def test_texts_and_actions_in_words_tell_nothing_that_a_seat_cannot_know(options):
    setup, rng, words, told = GAME.setup(**options), np.random.default_rng(4), seed_words(4)[0], 0
    for states in running_states(setup, 3, seed=4, every=5):
        for seat in range(setup.num_seats):
            redrawn = determinized(setup, states, words, np.full(len(states), seat))
            for copies in (redrawn, scrambled(setup, states, seat, rng)):
                for row in range(len(states)):
                    assert setup.text(copies, seat, row) == setup.text(states, seat, row)
                    told += _compare_actions(setup, states, copies, row, seat)
    assert told > 500


def _compare_actions(setup: Setup, states: np.ndarray, copies: np.ndarray, row: int, seat: int) -> int:
    """Compare what a seat is told of every action that may be taken, unless the action itself shows it a card."""
    tables = Tables(setup, 1, seed=0)
    tables.states[:] = states[row : row + 1]
    tables.look()
    truth = as_compiled(states)[row]
    told = 0
    for action in np.flatnonzero(tables.masks[0]).tolist():
        name = setup.action_names[action]
        taker = (truth.seat + int(name.split("+")[1])) % setup.num_seats if "give" in name else None
        if seat in (truth.seat, taker):
            continue
        assert setup.describe(copies, action, row, seat) == setup.describe(states, action, row, seat)
        told += 1
    return told


@pytest.mark.parametrize("options", SETUPS[:3], ids=str)
def test_secret_actions_look_alike_to_those_who_must_not_tell_them_apart(options):
    """Votes and words of others until all are given, and which of two cards another player hands to a third."""
    setup, compared = GAME.setup(**options), dict.fromkeys((Phase.VOTE, Phase.WORD, Phase.GIVE, Phase.PASS), 0)
    record = as_compiled(setup.record)[0]
    for states in running_states(setup, 12, seed=6):
        for state in states[np.isin(states["phase"], list(compared))]:
            compared[int(state["phase"])] += _compare_secrets(setup, state, record)
    assert min(count for phase, count in compared.items() if phase != Phase.GIVE or setup.options.everyone_gives) > 20


def _compare_secrets(setup: Setup, state: Any, record: Any) -> int:
    """Take both of two actions that differ in a secret alone, and look at the positions after them."""
    n, names = setup.num_seats, setup.action_names
    tables = Tables(setup, 2, seed=0, auto_reset=False)
    tables.states[:] = state
    tables.look()
    legal = np.flatnonzero(tables.masks[0]).tolist()
    pair, actor, was = (legal[0], legal[-1]), int(state["seat"]), tables.states.copy()
    view = as_compiled(was)[0]
    step = names[pair[0]].split("+")[-1]
    insiders = {actor}
    if state["phase"] in INTERROGATION:
        pair = (pair[0], names.index(f"give the special card to +{step}"))
        insiders.add((actor + int(step)) % n)
        if pair[1] not in legal:
            return 0
    before = int(state["phase"])
    tables.step(np.array(pair))
    if tables.over.any() or (before in (Phase.VOTE, Phase.WORD) and (tables.states["phase"] != before).any()):
        return 0  # the informer has won, or all votes are disclosed
    seen = Tables(setup, 2, seed=0)
    for seat in range(n):
        covered = seat not in insiders
        ours, theirs = (appearance(record, view, action, seat) for action in pair)
        assert (ours == theirs) == covered
        assert (len({setup.describe(was, action, 0, seat) for action in pair}) == 1) == covered
        seen.states[:] = tables.states
        seen.observe(np.full(2, seat), seen.observations, seen.masks)
        assert (seen.observations[0].tobytes() == seen.observations[1].tobytes()) == covered
    return 1


@pytest.mark.often(2)
@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_a_seats_view_after_an_action_follows_from_what_it_saw_of_it(options):
    """In two positions that it cannot tell apart, equal appearances lead to equal views, others to others."""
    setup, rng, words = GAME.setup(**options), np.random.default_rng(7), seed_words(7)[0]
    record, counts = as_compiled(setup.record)[0], {True: 0, False: 0}
    for states in running_states(setup, 12, seed=8):
        for seat in range(setup.num_seats):
            truth = Tables(setup, len(states), seed=0, auto_reset=False)
            redrawn = Tables(setup, len(states), seed=0, auto_reset=False)
            truth.states[:] = states
            redrawn.states[:] = determinized(setup, states, words, np.full(len(states), seat))
            seen = []
            for tables in (truth, redrawn):
                tables.look()
                before = as_compiled(tables.states.copy())
                actions = (rng.random(tables.masks.shape) * tables.masks).argmax(axis=1)
                shown = [appearance(record, before[row], int(actions[row]), seat) for row in range(len(states))]
                tables.step(actions)
                tables.observe(np.full(len(states), seat), tables.observations, tables.masks)
                seen.append([*zip(shown, [view.tobytes() for view in tables.observations], strict=True)])
            drawn = (truth.states["knowers"] & redrawn.states["knowers"] & 1 << seat) != 0
            drawn &= truth.states["word"] != redrawn.states["word"]  # the seat has drawn a new word after a committee
            drawn &= states["phase"] == Phase.WORD
            running = (truth.over == 0) & (redrawn.over == 0) & ~drawn
            for row in np.flatnonzero(running):
                (ours, our_view), (theirs, their_view) = seen[0][row], seen[1][row]
                assert our_view == their_view or ours != theirs
                if states["phase"][row] != Phase.WORD:  # views tell the words of old committees as right and wrong only
                    assert ours == theirs or our_view != their_view
                counts[ours == theirs] += 1
    assert min(counts.values()) > 300
