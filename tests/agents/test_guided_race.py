"""Racing first actions: the policy's blind spots are seen, and chance does not talk it out of what it likes."""

from __future__ import annotations

import numpy as np
import pytest
from exact import Exact, certain, uniform
from games import kuhn_poker, treasure
from networks import ignorant, opinionated
from own_clock import time_by_simulations
from puzzles import CONNECT_FOUR, KUHN, WIN_OR_BLOCK, board, spread

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.guided.agent import GuidedAgent
from cogitable.agents.guided.race import CHOSEN, ENDED, FAVOURITE, LEFT, NEXT, Race, choose, drop_out, next_in_race
from cogitable.agents.guided.tree import EDGE, NODE
from cogitable.envs.table import OptionError

TREASURE = treasure.GAME.setup(num_players=4)


def racing(setup, seed=1, network=None, **options) -> GuidedAgent:
    return GuidedAgent(setup, seed, network=network or ignorant(setup), root="race", **options)


def sure_of(column):
    """A policy of Connect Four that takes one column with all but certainty."""
    network = ignorant(CONNECT_FOUR)
    network.layers[0][1][column] = 40.0
    return network


# What it finds


@pytest.mark.parametrize(("played", "answers"), WIN_OR_BLOCK)
def test_what_the_policy_is_sure_not_to_want_is_found(played, answers):
    """PUCT follows the policy and never looks elsewhere."""
    elsewhere = next(column for column in range(7) if column not in answers)
    told = {"network": sure_of(elsewhere), "simulations": 600}
    by_puct = GuidedAgent(CONNECT_FOUR, 1, **told).analyse(View.of(board(*played)))
    assert by_puct.actions.tolist() == [elsewhere] and by_puct.visits[0, elsewhere] == 600
    found = racing(CONNECT_FOUR, 1, **told).analyse(View.of(board(*played)))
    assert np.count_nonzero(found.visits[0]) == np.count_nonzero(board(*played).masks)


def test_a_win_is_taken_against_the_policys_will():
    found = racing(CONNECT_FOUR, network=sure_of(3), simulations=600).analyse(View.of(board(0, 6, 0, 6, 0, 5)))
    assert found.actions.tolist() == [0] and found.values[0, 0] == 1.0
    chosen, shares = racing(CONNECT_FOUR, network=sure_of(3), simulations=600).choose(View.of(board(0, 6, 0, 6, 0, 5)))
    assert chosen.tolist() == [0] and shares[0].tolist() == [1, 0, 0, 0, 0, 0, 0], "who copies it learns what won"
    assert found.tried(0)[0] == 0, "what is to be done is told first"


@pytest.mark.parametrize(
    ("setup", "deal", "most"),
    [(KUHN, ("kuhn_deck", 3, 2), 2), (kuhn_poker.GAME.setup(num_players=3), ("kuhn_deck", 4, 3), 4)],
    ids=["kuhn", "kuhn for three"],
)
def test_against_who_plays_as_the_policy_it_is_a_best_response(setup, deal, most):
    exact, network = Exact(setup, *deal), ignorant(setup, -most, most)
    agent = racing(setup, 3, network, simulations=3000, rollouts="policy", share=1.0)
    assert exact.against(certain(agent), uniform) > 0.95 * exact.best_response(uniform)


# Who is left


def test_all_run_until_they_are_behind():
    found = racing(CONNECT_FOUR, network=sure_of(3), simulations=600).analyse(View.of(board(0, 6, 0, 6, 0, 5)))
    assert found.visits[0, 0] == 8 and (found.visits[0] == 8).all(), "a win is a win: the first look decides"
    told = {"simulations": 400, "rollouts": "policy", "share": 1.0}
    visits = racing(TREASURE, 3, opinionated(TREASURE), **told).analyse(View.of(spread(TREASURE))).visits
    checks = {8, 16, 32, 64, 128, 192, 256}
    for row in visits:
        ran = row[row > 0]
        most = ran.max()
        assert all(number in checks or most - number <= 1 for number in ran.tolist())


def records(shares, tries, sums):
    """Return a root whose edges have been tried so often, their race, and what their scenarios came to, added up."""
    nodes, edges = np.zeros(1, NODE).view(np.recarray), np.zeros(len(shares), EDGE).view(np.recarray)
    nodes["edges"], edges["prior"], edges["visits"] = len(shares), shares, tries
    return nodes[0], edges, Race(8, np.zeros(10, np.int64), np.zeros(4, np.int64)), sums


def after(rng, means, tries, deviation=1.0):
    """Return sums over scenarios of what actions with such means came to, by so much luck of their own."""
    each = np.array(means)[:, None] + deviation * rng.standard_normal((len(means), tries))
    return np.concatenate([np.zeros((len(means), 1)), each.cumsum(axis=1)], axis=1)


def test_the_eight_that_the_policy_prefers_take_part():
    shares = np.random.default_rng(0).dirichlet(np.ones(10)).astype(np.float32)
    root, edges, race, sums = records(shares, 0, np.zeros((10, 50)))
    assert next_in_race(root, edges, race, sums) == shares.argmax() == race.counts[FAVOURITE]
    assert race.places[:8].tolist() == np.argsort(-shares)[:8].tolist() and race.counts[LEFT] == 8


def test_they_run_by_turns_and_the_last_one_left_runs_no_more():
    root, edges, race, sums = records(np.float32([0.2, 0.5, 0.3]), 0, np.zeros((3, 50)))
    ran = []
    while (edge := next_in_race(root, edges, race, sums)) >= 0:
        ran.append(edge)
        number = edges[edge].visits
        sums[edge, number + 1] = sums[edge, number] + (0.0, 1.0, 1.0)[edge] + (number % 2) * (edge == 2)
        edges[edge].visits += 1
    assert ran[:6] == [1, 2, 0, 1, 2, 0] and edges.visits.tolist() == [8, 8, 8]
    choose(root, edges, race, sums)
    assert race.counts.tolist() == [1, 1, ENDED, 2] and race.counts[NEXT] == ENDED


@pytest.mark.parametrize(("mean", "kept"), [(0.0, (0.75, 0.92)), (-0.3, (0.99, 1.0)), (0.5, (0.0, 0.06))])
def test_the_favourite_is_left_for_what_is_better_by_more_than_chance(mean, kept):
    """At equal means in one of six: that is how often something is ahead by a standard error."""
    rng, chosen = np.random.default_rng(1), []
    for _ in range(1000):
        root, edges, race, sums = records(np.float32([0.9, 0.1]), 64, after(rng, (0.0, mean), 64))
        choose(root, edges, race, sums)
        chosen.append(race.counts[CHOSEN] == 0)
    assert kept[0] <= np.mean(chosen) <= kept[1]


def test_before_four_scenarios_the_favourite_is_not_left():
    """After so few scenarios an error of zero is chance as well."""
    for tries, chosen in ((3, 0), (4, 1)):
        sums = after(np.random.default_rng(5), (0.0, 9.0), tries, deviation=0.0)
        root, edges, race, sums = records(np.float32([0.9, 0.1]), tries, sums)
        choose(root, edges, race, sums)
        assert race.counts[CHOSEN] == chosen


@pytest.mark.parametrize("tries", [4, 5, 7])
def test_a_search_that_ends_before_the_first_comparison_asks_for_a_clearer_lead(tries):
    """At equal means the favourite is left in one of ten or less; for what is clearly better in most."""
    rng, left = np.random.default_rng(tries), {0.0: [], 2.5: []}
    for mean, found in left.items():
        for _ in range(1000):
            root, edges, race, sums = records(np.float32([0.9, 0.1]), tries, after(rng, (0.0, mean), tries))
            choose(root, edges, race, sums)
            found.append(race.counts[CHOSEN] == 1)
    assert 0.03 < np.mean(left[0.0]) < 0.13 and np.mean(left[2.5]) > 0.6


def test_a_favourite_that_has_dropped_out_is_not_taken():
    sums = after(np.random.default_rng(2), (0.0, 5.0, 4.9), 64)
    root, edges, race, sums = records(np.float32([0.9, 0.05, 0.05]), 64, sums)
    next_in_race(root, edges, race, np.zeros((3, 500)))
    drop_out(race, sums, 64)
    assert race.counts[LEFT] < 3 and 0 not in race.places[: race.counts[LEFT]]
    choose(root, edges, race, sums)
    assert race.counts[CHOSEN] == sums[:, 64].argmax()


def test_what_comes_to_the_same_needs_no_further_look():
    sums = after(np.random.default_rng(3), (0.0, 0.0), 8)
    sums[1] = sums[0]
    root, edges, race, sums = records(np.float32([0.4, 0.6]), 8, sums)
    next_in_race(root, edges, race, np.zeros((2, 500)))
    drop_out(race, sums, 8)
    assert race.counts[LEFT] == 1 and race.places[0] == 1, "the favourite is left"


# Budgets, and what does not go together


@pytest.mark.parametrize("simulations", [1, 2, 5, 9, 60])
def test_small_budgets_do(simulations):
    tables = spread(TREASURE)
    found = racing(TREASURE, 5, opinionated(TREASURE), simulations=simulations).analyse(View.of(tables))
    assert (found.simulations <= simulations).all() and (found.simulations >= 1).all()
    assert tables.masks[np.arange(tables.count), found.actions].all()
    if simulations == 1:
        assert (found.actions == found.priors.argmax(axis=1)).all()


def test_what_is_settled_takes_no_more_time(monkeypatch):
    agent = racing(CONNECT_FOUR, network=sure_of(3), seconds=0.5)
    time_by_simulations(monkeypatch, agent, 1e-3)
    assert agent.analyse(View.of(board(0, 6, 0, 6, 0, 5))).simulations.tolist() == [56]
    short = racing(CONNECT_FOUR, network=sure_of(3), seconds=0.02, rollouts="policy", share=1.0)
    time_by_simulations(monkeypatch, short, 1e-3)
    assert 19 <= short.analyse(View.of(board(3))).simulations[0] <= 25


def test_threads_and_company_change_nothing():
    tables, network = spread(TREASURE), opinionated(TREASURE)
    told = {"simulations": 60, "rollouts": "policy", "horizon": 4}
    alone, shared, few = (
        racing(TREASURE, 3, network, threads=threads, **told).analyse(View.of(tables, rows))
        for threads, rows in ((1, None), (3, None), (1, np.arange(4)))
    )
    assert (alone.visits == shared.visits).all() and (alone.actions == shared.actions).all()
    assert (few.visits == alone.visits[:4]).all()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("search:root=race", "root needs a network"),
        ("search:network=policy,root=race,others=search", "root needs others=policy or mixed"),
        ("search:network=policy,root=raec", "root"),
    ],
)
def test_what_does_not_go_together_is_refused(spec, message):
    with pytest.raises(OptionError, match=message):
        make_agent(spec, KUHN)
