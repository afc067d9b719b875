"""A network that is asked again says what it would say if it were asked for the first time."""

from __future__ import annotations

import numpy as np
import pytest
from games.treasure import GAME as TREASURE
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from networks import opinionated

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.guided.agent import GuidedAgent
from cogitable.agents.inference.network import draw_among, list_legal, preferences, stack
from cogitable.agents.inference.rows import add_changes, changed
from cogitable.agents.inference.sums import new_sums, preferences_again
from cogitable.agents.policy.agent import policy_network
from cogitable.envs import get_game
from cogitable.envs.table import Tables

MOST = 200
NUMBERS = arrays(np.float32, MOST, elements=st.sampled_from([0.0, 0.0, 0.0, -0.0, 1.0, -0.5, 0.25]))


@given(before=NUMBERS, now=NUMBERS, count=st.integers(0, MOST))
def test_what_has_changed_is_added_and_remembered(before, now, count):
    weights = np.random.default_rng(7).standard_normal(3 * MOST).astype(np.float32)
    target, old = np.array([1, 2, 3], np.float32), before.copy()
    assert changed(before[:count], now[:count]) == np.count_nonzero(before[:count] != now[:count])
    add_changes(weights, before, now, count, target, 3)
    expected = [1, 2, 3] + (now - old)[:count] @ weights.reshape(-1, 3)[:count]
    np.testing.assert_allclose(target, expected, rtol=1e-5, atol=1e-5)
    assert (before[:count] == now[:count]).all() and (before[count:] == old[count:]).all()


@pytest.mark.parametrize("sizes", [(), (12,), (12, 9), (9, 12, 5)])
@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_each_seat_is_answered_as_if_it_had_never_asked(sizes, activation):
    setup = TREASURE.setup(num_players=3)
    networks = stack([opinionated(setup, 3, sizes=sizes, activation=activation)])
    evaluator, plain, rng = networks.evaluator(), networks.evaluator(), np.random.default_rng(5)
    sums, seen = new_sums(evaluator, 3), rng.random((3, setup.layout.size)).astype(np.float32)
    for asked in range(400):
        if asked == 300:
            sums.forget()
        seat, mask = int(rng.integers(3)), (rng.random(setup.num_actions) < 0.6).astype(np.int8)
        seen[seat, rng.integers(setup.layout.size, size=4)] = rng.choice([0, 1, 0.3, -0.7], 4)
        logits, expected = np.full((2, setup.num_actions), 9, np.float32)
        preferences_again(evaluator, sums, seat, seen[seat], mask, logits)
        preferences(plain, seen[seat], mask, expected)
        np.testing.assert_allclose(logits, expected, rtol=1e-4, atol=2e-5)


@pytest.mark.parametrize("name", ["brass_empire", "cogs_and_commissars", "great_machine"])
def test_shipped_copies_are_answered_so_over_whole_games(name):
    """Errors of rounding stay small over hundreds of decisions."""
    setup = get_game(name).setup()
    networks = stack([policy_network(setup, "policy").quick])
    evaluator, plain = networks.evaluator(), networks.evaluator()
    sums, agent, tables = new_sums(evaluator, setup.num_seats), make_agent("policy", setup, 1), Tables(setup, 1, seed=1)
    for _ in range(200):
        view = View.of(tables)
        logits, expected = np.zeros((2, setup.num_actions), np.float32)
        preferences_again(evaluator, sums, int(view.seats[0]), view.observations[0], view.masks[0], logits)
        preferences(plain, view.observations[0], view.masks[0], expected)
        np.testing.assert_allclose(logits, expected, rtol=1e-3, atol=1e-3)
        tables.step(agent.act(view))


def test_what_was_searched_before_changes_nothing():
    setup = TREASURE.setup(num_players=3)
    options = {"rollouts": "policy", "horizon": 2, "simulations": 24, "network": opinionated(setup, 3)}
    fresh, used = (GuidedAgent(setup, 1, **options) for _ in range(2))
    used.analyse(View.of(Tables(setup, 3, seed=8)))
    for agent in (fresh, used):
        agent.reseed(np.random.SeedSequence(5))
    view = View.of(Tables(setup, 4, seed=3))
    np.testing.assert_array_equal(fresh.analyse(view).returns, used.analyse(view).returns)


@pytest.mark.parametrize("size", [1, 63, 64, 65, 130])
def test_legal_actions_are_listed(size):
    rng = np.random.default_rng(size)
    for share in (0.0, 0.02, 0.5, 1.0):
        mask, places = (rng.random(size) < share).astype(np.int8), np.zeros(size, np.int64)
        assert places[: list_legal(mask, places)].tolist() == np.flatnonzero(mask).tolist()


def test_actions_are_drawn_by_their_probabilities():
    logits = np.array([-3, 50, 1, 0, 2, -80], np.float32)
    legal, rng = np.array([0, 2, 3, 4, 5]), np.random.default_rng(1)
    shares = np.exp(np.float64(logits[legal]))
    found = np.array([draw_among(legal, logits.copy(), wanted) for wanted in rng.random(20_000)])
    counts = np.array([(found == action).mean() for action in legal])
    np.testing.assert_allclose(counts, shares / shares.sum(), atol=0.012)
    assert draw_among(legal, logits.copy(), 0.0) == 0 and draw_among(legal, logits.copy(), np.nextafter(1, 0)) in legal
