"""Search with a network: it finds what is to be found, keeps to what seats perceive, and stays in its bounds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from exact import Exact, certain, uniform
from games import ballot, kuhn_poker, treasure
from networks import ignorant, opinionated
from own_clock import time_by_simulations
from puzzles import CONNECT_FOUR, KUHN, WIN_OR_BLOCK, Given, board, check_left_alone, kuhn, spread

from cogitable.agents.base import View
from cogitable.agents.guided import agent as guided
from cogitable.agents.guided.agent import GuidedAgent
from cogitable.agents.guided.root import PAIRED, Scenarios, find_luck, remember
from cogitable.agents.guided.tree import EDGE, NODE, NODES
from cogitable.agents.policy.entity_head import EntityHead
from cogitable.agents.policy.network import PolicyNetwork
from cogitable.agents.search.options import MOST_HORIZON
from cogitable.envs import get_game
from cogitable.envs.table import Tables
from cogitable.envs.table.tables import determinized
from leduc_poker import GAME as LEDUC

TREASURE = treasure.GAME.setup(num_players=4)
OTHERS = ("policy", "search")


def agent_for(setup, seed=1, network=None, **options) -> GuidedAgent:
    return GuidedAgent(setup, seed, network=network or ignorant(setup), **options)


def exploring(setup, seed=1, network=None, **options) -> GuidedAgent:
    """An agent that tries what has been tried least, whatever comes of it: it explores more than one can be told to."""
    agent = agent_for(setup, seed, network, **options)
    agent.exploration = 1e6
    return agent


# It finds what is to be found


@pytest.mark.parametrize(("played", "answers"), WIN_OR_BLOCK)
@pytest.mark.parametrize("seed", range(3))
def test_it_wins_and_blocks_at_connect_four(played, answers, seed):
    found = agent_for(CONNECT_FOUR, seed, simulations=4000, others="search").act(View.of(board(*played)))
    assert found[0] in answers


@pytest.mark.parametrize("others", OTHERS)
def test_values_of_every_seat_tell_a_won_position(others):
    found = agent_for(CONNECT_FOUR, simulations=500, others=others).analyse(View.of(board(0, 6, 0, 6, 0, 5)))
    assert found.values[0, 0] == 1.0
    assert found.returns[0, 0].tolist() == [1.0, -1.0]


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("seed", range(3))
def test_it_plays_the_clear_cases_of_kuhn_poker(seed, others):
    agent = agent_for(KUHN, seed, ignorant(KUHN, -2, 2), simulations=2000, others=others)
    assert agent.act(View.of(kuhn(0, 2, kuhn_poker.Act.BET)))[0] == kuhn_poker.Act.BET  # the best card calls
    assert agent.act(View.of(kuhn(2, 0, kuhn_poker.Act.BET)))[0] == kuhn_poker.Act.PASS  # the worst card folds
    assert agent.act(View.of(kuhn(1, 2, kuhn_poker.Act.PASS)))[0] == kuhn_poker.Act.BET  # the best card bets


@pytest.mark.often("value-kuhn", "value-kuhn for three", "rollouts-kuhn for three")
@pytest.mark.parametrize(
    ("setup", "deal", "most"),
    [
        (KUHN, ("kuhn_deck", 3, 2), 2),
        (kuhn_poker.GAME.setup(num_players=3), ("kuhn_deck", 4, 3), 4),
        (LEDUC.setup(), ("leduc_deck", 6, 3), 13),
    ],
    ids=["kuhn", "kuhn for three", "leduc"],
)
@pytest.mark.parametrize("playing", [{}, {"rollouts": "policy", "share": 1.0}], ids=["value", "rollouts"])
def test_against_who_plays_as_the_policy_it_is_a_best_response(setup, deal, most, playing):
    """Others act at random and so tell nothing of their cards: redraws are right, and so must be what it does."""
    exact, network = Exact(setup, *deal), ignorant(setup, -most, most)
    agent = agent_for(setup, 3, network, simulations=3000, exploration=1.0, **playing)
    best = exact.best_response(uniform)
    assert exact.against(certain(agent), uniform) > 0.95 * best  # which is 0.46, 0.69 and 2.37


@pytest.mark.parametrize("others", OTHERS)
def test_it_does_not_know_the_other_card(others):
    """With the middle card facing a bet, calling wins 2 or loses 2 by the hidden card: on average nothing."""
    for hidden in (0, 2):
        agent = agent_for(KUHN, 4, ignorant(KUHN, -2, 2), simulations=4000, others=others, exploration=4.0)
        found = agent.analyse(View.of(kuhn(hidden, 1, kuhn_poker.Act.BET)))
        assert found.values[0, kuhn_poker.Act.PASS] == -1.0
        assert abs(found.values[0, kuhn_poker.Act.BET]) < 0.25


# What it does not search

LIKES_THE_MIDDLE = ignorant(CONNECT_FOUR)
LIKES_THE_MIDDLE.layers[0][1][3] = 4.0  # 90 %


def side_by_side(*boards: Tables) -> Tables:
    tables = Tables(CONNECT_FOUR, len(boards), seed=0)
    for row, own in enumerate(boards):
        tables.states[row] = own.states[0]
    tables.look()
    return tables


def test_what_the_policy_is_certain_of_is_done_at_once(monkeypatch):
    """The first column wins. Where the middle one has room the policy would go there, and does not look."""
    searched, original = [], GuidedAgent._search

    def spied(self, view, rows, telling=False):
        searched.append(rows.tolist())
        return original(self, view, rows, telling)

    monkeypatch.setattr(GuidedAgent, "_search", spied)
    open_, full = board(0, 6, 0, 6, 0, 5), board(3, 3, 3, 3, 3, 3, 0, 6, 0, 6, 0, 5)
    for certain_of, chosen in ((0.8, [3, 0, 3]), (0.95, [0, 0, 0]), (1.0, [0, 0, 0])):
        searched.clear()
        agent = agent_for(CONNECT_FOUR, network=LIKES_THE_MIDDLE, simulations=400, certain=certain_of)
        view = View.of(side_by_side(open_, full, open_))
        actions, shares = agent.choose(view)
        assert actions.tolist() == chosen
        assert searched == [[1] if certain_of == 0.8 else [0, 1, 2]]
        np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-6)
        if certain_of == 0.8:
            assert shares[0, 3] == shares[2, 3] == 1.0 and shares[1, 0] < 1.0
    found = agent_for(CONNECT_FOUR, network=LIKES_THE_MIDDLE, simulations=400, certain=0.8).analyse(View.of(open_))
    assert found.simulations[0] == 400, "who asks for an analysis gets one"


def test_where_it_is_certain_of_everything_nothing_is_searched(monkeypatch):
    monkeypatch.setattr(GuidedAgent, "_search", lambda *_: pytest.fail("searched"))
    agent = agent_for(CONNECT_FOUR, network=LIKES_THE_MIDDLE, certain=0.8)
    assert agent.act(View.of(board(0, 6, 0, 6, 0, 5))).tolist() == [3]


# What it plays out


def test_a_rollout_counts_by_its_share():
    """Where exploring alone decides what is tried, the same games are played whatever they count."""
    view, network = View.of(spread(TREASURE)), opinionated(TREASURE)
    told = {"rollouts": "policy", "simulations": 60}
    found = {share: exploring(TREASURE, 4, network, share=share, **told).analyse(view) for share in (0.0, 0.5, 1.0)}
    assert (found[0.0].visits == found[1.0].visits).all()
    differences = np.abs(found[0.0].returns - found[1.0].returns)
    assert np.nanmax(differences) > 0.5
    np.testing.assert_allclose(found[0.5].returns, (found[0.0].returns + found[1.0].returns) / 2, atol=1e-6)


def test_rollouts_by_the_heuristic():
    setup = get_game("cogdrive_neon").setup()
    tables = Tables(setup, 3, seed=5)
    agent = agent_for(setup, 2, simulations=40, rollouts="heuristic", share=1.0, epsilon=0.0)
    before = tables.states.tobytes()
    found = agent.analyse(View.of(tables))
    assert tables.states.tobytes() == before
    assert (found.simulations == 40).all()
    tried = found.returns[found.visits > 0]
    assert np.allclose(tried.sum(axis=1), 0, atol=1e-5) and np.abs(tried).max() > 0
    assert (agent.analyse(View.of(tables)).visits != found.visits).any()  # other lots


def test_a_playout_with_a_horizon_ends_with_the_networks_value_there():
    """Of 0 for all: nothing is found out before the seat has decided so often, and beyond the end all is."""
    view, network = View.of(spread(TREASURE)), ignorant(TREASURE, -10, 10)
    told = {"rollouts": "policy", "simulations": 60, "others": "policy"}
    found = {n: exploring(TREASURE, 4, network, horizon=n, **told).analyse(view) for n in (1, 2, 4, MOST_HORIZON)}
    whole = exploring(TREASURE, 4, network, share=1.0, **told).analyse(view)
    assert found[MOST_HORIZON].returns.tobytes() == whole.returns.tobytes()
    learned = [np.nanmean(np.abs(found[n].returns)) for n in (1, 2, 4, MOST_HORIZON)]
    assert learned[0] < learned[1] < learned[2] < learned[3]


# Playouts by a quick copy


@pytest.mark.parametrize("told", [{}, {"horizon": 3}, {"horizon": 3, "root": "race"}], ids=str)
def test_a_quick_copy_plays_on_as_the_policy_would(told):
    """One that is the policy itself changes nothing; one that wants something else does."""
    view, own, other = View.of(spread(TREASURE)), opinionated(TREASURE), opinionated(TREASURE, 5, sizes=(6,))
    told = {"simulations": 60, **told}
    by_policy, by_itself, by_other = (
        GuidedAgent(TREASURE, 4, network=replace(own, quick=quick), rollouts=rollouts, **told).analyse(view)
        for quick, rollouts in ((None, "policy"), (replace(own, value=None), "quick"), (other, "quick"))
    )
    assert by_itself.returns.tobytes() == by_policy.returns.tobytes()
    assert by_other.returns.tobytes() != by_policy.returns.tobytes()
    assert (by_other.priors == by_policy.priors).all(), "what is tried is up to the policy"


def test_a_quick_copy_has_its_own_heads():
    """It plays on by what they say, and not by those of the policy."""
    view, own = View.of(spread(CONNECT_FOUR)), headed()
    told = {"simulations": 60, "horizon": 3}
    copy = replace(own, value=None)
    by_policy = GuidedAgent(CONNECT_FOUR, 4, network=own, rollouts="policy", **told).analyse(view).returns
    with_heads, without = (
        GuidedAgent(CONNECT_FOUR, 4, network=replace(own, quick=quick), rollouts="quick", **told).analyse(view).returns
        for quick in (copy, replace(copy, entities=()))
    )
    assert with_heads.tobytes() == by_policy.tobytes() != without.tobytes()


def test_a_horizon_ends_with_the_policys_own_value():
    """The copy has none, and its hidden layer would tell the value nothing."""
    view, own = View.of(spread(TREASURE)), opinionated(TREASURE)
    found = []
    for weight in (0.0, 50.0):  # of one action over all others, so that copies play alike but see differently
        quick = replace(opinionated(TREASURE, 7, sizes=(6,)), value=None)
        quick.layers[0][0][:] *= weight
        quick.layers[1][0][:] = 0
        agent = GuidedAgent(TREASURE, 4, network=replace(own, quick=quick), rollouts="quick", horizon=2, simulations=60)
        found.append(agent.analyse(view).returns)
    assert found[0].tobytes() == found[1].tobytes()


# What is luck alone


@pytest.mark.parametrize("told", [{}, {"rollouts": "policy"}, {"rollouts": "policy", "horizon": 4}])
def test_who_leaves_a_game_has_its_returns_and_the_others_what_is_foretold(told):
    tables = Tables(TREASURE, 1, seed=5)
    state = tables.states.view(np.recarray)[0]
    seat = int(state.seat)
    state.treasure_mine[: state.left] = 0  # nothing but dragons
    state.lives[:] = 9
    state.lives[seat] = 1
    tables.look()
    found = agent_for(TREASURE, 4, ignorant(TREASURE, 2, 4), simulations=30, **told).analyse(View.of(tables))
    dug = found.returns[0, int(found.visits[0].argmax())]
    others = [other for other in range(4) if other != seat]
    assert dug[seat] == pytest.approx(-treasure.FINE / treasure.SCALE)
    np.testing.assert_allclose(dug[others], 3)


def test_first_actions_share_their_luck():
    """Between agents with other lots values differ by luck; two actions' values differ by less than that."""
    told = {"simulations": 20, "rollouts": "policy", "share": 1.0}
    found = [exploring(KUHN, n, **told).analyse(View.of(kuhn(1, 0))) for n in range(200)]
    assert all((one.visits == 10).all() for one in found)
    passing, betting = np.array([one.values[0] for one in found]).T
    together, apart = (passing - betting).var(), (passing - np.roll(betting, 1)).var()
    assert together < 0.7 * apart


def returns_of(scenarios, visits, weight=1.0):
    """Return a root with two edges that have had the first of some scenarios: its arrays, and what they owe to luck."""
    nodes, edges, paired = (
        np.zeros(size, kind).view(np.recarray) for size, kind in ((1, NODE), (2, EDGE), (1, PAIRED))
    )
    nodes["edges"] = 2
    lots = np.zeros((2, 4), np.uint32)
    sums = np.full((2, 50), np.nan)
    luck_so_far = Scenarios(lots, sums=sums, paired=paired, luck=np.full(2, np.nan), strangers=0.0, teams=np.arange(2))
    for number in range(max(visits)):
        for place in (0, 1):
            if number < visits[place]:
                came_to = scenarios[number] * (1 if place == 0 else weight) - place
                remember(nodes[0], edges, luck_so_far, place, came_to)
                edges[place].visits += 1
                edges[place].total += came_to
    find_luck(nodes[0], edges, luck_so_far)
    return edges, luck_so_far.luck


@pytest.mark.parametrize("weight", [1.0, 0.5, 0.0])
def test_luck_is_how_much_better_the_first_scenarios_were(weight):
    scenarios = np.random.default_rng(4).standard_normal(40)
    edges, luck = returns_of(scenarios, (40, 15), weight)
    assert luck[0] == 0
    measured = luck[1] / (scenarios[:15].mean() - scenarios.mean())
    assert measured == pytest.approx(weight, abs=0.15)


def test_actions_tried_as_often_owe_nothing_to_luck():
    assert (returns_of(np.arange(20.0), (20, 20))[1] == 0).all()
    assert (returns_of(np.arange(20.0), (20, 0))[1] == 0).all()


# What others do unseen


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_votes_are_not_known_at_the_decision_that_follows(seats, others):
    """On average staying is worth nothing; who sees the votes wins 1. No table may be an exception."""
    setup = ballot.GAME.setup(num_players=seats)
    tables = Tables(setup, 12, seed=1)
    found = agent_for(setup, 3, simulations=4000, others=others, exploration=2.0).analyse(View.of(tables))
    values = found.values[:, ballot.Act.STAY]
    assert (found.actions == ballot.Act.LEAVE).all()
    assert np.abs(values).max() < 0.5
    assert abs(values.mean()) < 0.15
    assert np.allclose(found.returns.sum(axis=2)[:, ballot.Act.STAY], 0, atol=1e-6)


@pytest.mark.parametrize("others", OTHERS)
def test_what_an_action_shows_is_known_at_the_decision_that_follows(others):
    """Looking is worth its fee: 1 - 0.25, more than the sure win, and less than seeing the votes for nothing."""
    setup = ballot.GAME.setup(num_players=4, look=True)
    found = agent_for(setup, 3, simulations=4000, others=others).analyse(View.of(Tables(setup, 1, seed=1)))
    assert found.actions[0] == ballot.Act.STAY
    assert 0.65 < found.values[0, ballot.Act.STAY] < 0.75


# It sees no more than its seat and disturbs nothing


@pytest.mark.parametrize("setup", [CONNECT_FOUR, KUHN, TREASURE], ids=lambda setup: setup.game.name)
def test_the_true_tables_stay_byte_for_byte_the_same(setup):
    check_left_alone(spread(setup), agent_for(setup, network=opinionated(setup), simulations=50))


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("setup", [KUHN, TREASURE], ids=lambda setup: setup.game.name)
def test_a_choice_depends_on_what_the_seat_knows_and_the_agents_lots_alone(setup, others):
    """Hidden parts of the true table are redrawn; the same determinized states lead to the same choices."""
    tables = spread(setup)
    states = determinized(setup, tables.states, np.array([1, 2, 3, 4], np.uint32))
    found = []
    for other in ([5, 6, 7, 8], [9, 10, 11, 12]):
        tables.states[:] = determinized(setup, tables.states, np.array(other, np.uint32))
        tables.look()
        agent = agent_for(setup, network=opinionated(setup), simulations=100, others=others)
        found.append(agent.analyse(Given(tables, states)))
    assert (found[0].visits == found[1].visits).all()
    assert found[0].returns.tobytes() == found[1].returns.tobytes()


@pytest.mark.parametrize("others", OTHERS)
def test_where_the_hidden_cards_really_lie_has_no_influence_on_average(others):
    """The same seat with the same knowledge, the hidden card lying in either way: the same values within noise."""
    network, values = opinionated(KUHN, 5), {}
    for hidden in (0, 2):
        agents = [agent_for(KUHN, n, network, simulations=10_000, others=others, exploration=3.0) for n in range(8)]
        values[hidden] = np.mean([agent.analyse(View.of(kuhn(1, hidden))).values[0] for agent in agents], axis=0)
    assert np.abs(values[0] - values[2]).max() < 0.1


@pytest.mark.parametrize("others", OTHERS)
def test_only_legal_actions_are_tried_at_tables_of_many_seats(others):
    tables = spread(TREASURE)
    found = agent_for(TREASURE, network=opinionated(TREASURE), simulations=80, others=others).analyse(View.of(tables))
    assert (found.simulations == 80).all()
    assert (found.visits[tables.masks == 0] == 0).all()
    assert tables.masks[np.arange(len(found.actions)), found.actions].all()
    assert (found.priors[tables.masks == 0] == 0).all()
    np.testing.assert_allclose(found.priors.sum(axis=1), 1, rtol=1e-5)


# What it tells


def headed() -> PolicyNetwork:
    """A policy for Connect Four with a head that judges its columns."""
    rng = np.random.default_rng(2)
    shapes = {"own": (12, 5), "context": (9, 5), "bias": (7, 5), "second": (5, 5), "second_bias": (5,), "score": (1, 5)}
    inputs = np.arange(7)[:, None] + 7 * np.arange(12)
    parts = {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
    head = EntityHead(inputs=inputs, levels=np.zeros(12, np.int64), actions=np.arange(7)[:, None], **parts)
    return replace(opinionated(CONNECT_FOUR), entities=(head,))


def test_priors_are_the_policys_also_with_a_head_for_things_of_one_kind():
    network, tables = headed(), spread(CONNECT_FOUR)
    found = agent_for(CONNECT_FOUR, network=network, simulations=3).analyse(View.of(tables))
    logits = np.where(tables.masks, network.logits(tables.observations), -np.inf)
    wanted = np.exp(logits - logits.max(axis=1, keepdims=True))
    np.testing.assert_allclose(found.priors, wanted / wanted.sum(axis=1, keepdims=True), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("others", OTHERS)
def test_continuations_can_be_played(others):
    tables = spread(CONNECT_FOUR, 5)
    found = agent_for(CONNECT_FOUR, network=opinionated(CONNECT_FOUR), simulations=200, others=others).analyse(
        View.of(tables)
    )
    for row, lines in enumerate(found.lines):
        assert sorted(lines) == np.flatnonzero(found.visits[row]).tolist()
        for action, line in lines.items():
            again = Tables(CONNECT_FOUR, 1, seed=0, auto_reset=False)
            again.states[:] = tables.states[row]
            again.look()
            assert line.decisions[0] == (int(tables.seats[row]), action)
            for place, (seat, done) in enumerate(line.decisions):
                assert again.seats[0] == seat
                assert again.states["stones"].tobytes() == line.states["stones"][place].tobytes()
                again.step(np.array([done]))


def test_a_continuation_goes_on_with_what_was_tried_most():
    found = agent_for(CONNECT_FOUR, simulations=4000, others="search").analyse(View.of(board(0, 6, 1, 6, 2)))
    assert found.lines[0][6].decisions[:2] == [(1, 6), (0, 3)]  # who does not block loses


# Budgets, seeds, many tables


@pytest.mark.parametrize("others", OTHERS)
def test_threads_and_company_change_nothing(others):
    tables, network = spread(TREASURE), opinionated(TREASURE)
    alone, shared, few = (
        agent_for(TREASURE, 3, network, simulations=60, others=others, threads=threads).analyse(View.of(tables, rows))
        for threads, rows in ((1, None), (3, None), (1, np.arange(4)))
    )
    assert (alone.visits == shared.visits).all()
    assert (few.visits == alone.visits[:4]).all()


def test_the_same_seed_makes_the_same_choice_and_goes_on():
    tables, network = spread(TREASURE), opinionated(TREASURE)
    first, second = (agent_for(TREASURE, 9, network, simulations=60) for _ in range(2))
    for _ in range(3):
        assert (first.act(View.of(tables)) == second.act(View.of(tables))).all()
    other = agent_for(TREASURE, 10, network, simulations=60).analyse(View.of(tables))
    assert (other.visits != agent_for(TREASURE, 9, network, simulations=60).analyse(View.of(tables)).visits).any()


def test_a_forced_action_is_answered_without_a_search():
    tables = spread(CONNECT_FOUR, 2)
    masks = np.zeros_like(tables.masks)
    masks[[0, 1], [6, 3]] = 1
    agent = agent_for(CONNECT_FOUR, simulations=10)
    words = agent.words.copy()
    view = View(CONNECT_FOUR, tables.observations, masks, tables.seats, tables.states)
    assert agent.act(view).tolist() == [6, 3]
    assert (agent.words == words).all()


def test_budgets_are_kept(monkeypatch):
    assert agent_for(CONNECT_FOUR, simulations=333).analyse(View.of(board(3))).simulations.tolist() == [333]
    both = agent_for(CONNECT_FOUR, seconds=600.0, simulations=500).analyse(View.of(board(3)))
    alone = agent_for(CONNECT_FOUR, simulations=500).analyse(View.of(board(3)))
    assert (both.visits == alone.visits).all()
    timed = agent_for(CONNECT_FOUR, seconds=0.2)
    time_by_simulations(monkeypatch, timed, 1e-3)
    assert 195 <= timed.analyse(View.of(board(3))).simulations[0] <= 205


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("room", [1, 2, 7, 30])
def test_a_tree_stays_inside_its_memory(monkeypatch, room, others):
    monkeypatch.setattr(guided, "MOST_NODES", room)
    monkeypatch.setattr(guided, "MOST_EDGES", 6 * room)
    agent = agent_for(CONNECT_FOUR, simulations=300, others=others)
    tree = agent.new_tree()
    tree.grow(View.of(board(3)).determinized(agent.words), 0.0)
    assert tree.arrays.nodes.size == room
    assert 1 <= tree.arrays.used[NODES] <= room
    found = agent.nothing(1)
    tree.read(View.of(board(3)).determinized(agent.words), found, 0, telling=True)
    assert found.simulations.tolist() == [300]


def test_a_tree_forgets_the_table_before():
    tables, network = spread(TREASURE, 2), opinionated(TREASURE)
    roots = View.of(tables).determinized(np.array([1, 2, 3, 4], np.uint32))
    agent = agent_for(TREASURE, network=network, simulations=100)
    again, fresh = agent.new_tree(), agent.new_tree()
    again.grow(roots[:1], 0.0)
    again.grow(roots[1:], 0.0)
    fresh.grow(roots[1:], 0.0)
    found = [agent.nothing(1) for _ in range(2)]
    again.read(roots[1:], found[0], 0, telling=True)
    fresh.read(roots[1:], found[1], 0, telling=True)
    assert (found[0].visits == found[1].visits).all()
    assert again.arrays.used.tolist() == fresh.arrays.used.tolist()


PLAYED = """
import json, numpy as np
from cogitable.agents.base import View
from cogitable.agents.guided.agent import GuidedAgent
from cogitable.agents.beliefs.past import Played
from cogitable.agents.search.agent import SearchAgent
from cogitable.envs.table import Tables
from cogitable.envs.table.random import seed_words
from games import ballot, kuhn_poker, trust
from networks import opinionated


def after(setup, *actions):
    # A view of a table after some actions, and of what was played there.
    tables, words = Tables(setup, 1, auto_reset=False), seed_words(3)
    tables.states["rng"] = words
    tables.deal(np.ones(1, np.bool_))
    for action in actions:
        tables.step(np.array([action]))
    return View.of(tables, played=lambda _: Played(words[0].tolist(), actions))


found = []
for setup, actions in ((kuhn_poker.GAME.setup(num_players=3), (0, 1)), (ballot.GAME.setup(num_players=3), (5, 1, 0))):
    agent = GuidedAgent(setup, 1, network=opinionated(setup), simulations=10, beliefs="policy", particles=8)
    drawn = agent.imagine(after(setup, *actions), 0, after(setup, *actions).determinized(agent.words))
    assert len(drawn) == 8
    found.append([drawn[name].tolist() for name in drawn.dtype.names if name != "rng"])
    found.append(agent.analyse(after(setup, *actions)).visits.tolist())
    found.append(SearchAgent(setup, 1, simulations=10).analyse(after(setup, *actions)).visits.tolist())
ways = ({}, {"others": "search"}, {"rollouts": "policy"}, {"root": "race", "rollouts": "policy"})
for setup, *how in (
    (kuhn_poker.GAME.setup(num_players=3), *ways),
    (ballot.GAME.setup(num_players=3, look=True), *ways),
    (trust.GAME.setup(), {"others": "mixed"}, {"others": "mixed", "root": "race", "rollouts": "policy"}),
):
    for told in how:
        agent = GuidedAgent(setup, 1, network=opinionated(setup), simulations=10, **told)
        analysis = agent.analyse(View.of(Tables(setup, 3, seed=1)))
        found.append([analysis.visits.tolist(), [{a: l.decisions for a, l in d.items()} for d in analysis.lines]])
print(json.dumps(found))
"""


def test_compiled_and_plain_python_find_the_same():
    found = []
    for off in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": off, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", PLAYED]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        found.append(json.loads(done.stdout))
    assert found[0] == found[1]


def test_whole_numbers_are_searched_with_by_the_same_compiled_code():
    """Compiled code is made for the kinds of its arguments, and 1 is of another kind than 1.0."""
    agent = agent_for(KUHN, network=opinionated(KUHN), exploration=1, rollouts="policy", share=1)
    assert isinstance(agent.puct.exploration, float) and isinstance(agent.share, float)
