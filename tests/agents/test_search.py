"""Tree search: it finds what is to be found, sees no more than its seat, and disturbs nothing."""

from __future__ import annotations

import time

import numpy as np
import pytest
from games import ballot, kuhn_poker, treasure
from own_clock import time_by_simulations
from puzzles import CONNECT_FOUR, KUHN, WIN_OR_BLOCK, Given, board, check_left_alone, kuhn, spread

from cogitable.agents.base import View
from cogitable.agents.search import agent as search
from cogitable.agents.search import lookahead
from cogitable.agents.search.agent import SearchAgent
from cogitable.agents.search.lookahead import Analysis
from cogitable.agents.search.tree import NODE
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, Tables
from cogitable.envs.table.tables import determinized

COGDRIVE = get_game("cogdrive_neon").setup()
TREASURE = treasure.GAME.setup(num_players=4)


# It finds what is to be found


@pytest.mark.parametrize(("played", "answers"), WIN_OR_BLOCK)
@pytest.mark.parametrize("seed", range(3))
def test_it_wins_and_blocks_at_connect_four(played, answers, seed):
    assert SearchAgent(CONNECT_FOUR, seed, simulations=4000).act(View.of(board(*played)))[0] in answers


def test_values_tell_a_won_position_from_a_lost_one():
    agent = SearchAgent(CONNECT_FOUR, 1, simulations=4000)
    won = agent.analyse(View.of(board(0, 6, 0, 6, 0, 5)))
    assert won.values[0, 0] == 1.0  # the move that wins at once
    lost = agent.analyse(View.of(board(2, 6, 3, 6, 4)))
    assert np.nanmax(lost.values) < -0.3  # both ends are open


def test_it_beats_random_at_connect_four_with_few_simulations():
    setup, games = CONNECT_FOUR, 40
    tables = Tables(setup, games, seed=2, auto_reset=False)
    search, generator = SearchAgent(setup, 1, simulations=60), np.random.default_rng(1)
    mine = np.arange(games) % 2
    while (tables.states["over"] == 0).any():
        random = (generator.random(tables.masks.shape) * tables.masks).argmax(axis=1)
        tables.step(np.where(tables.seats == mine, search.act(View.of(tables)), random))
    won = (tables.states["winner"] == mine).sum()
    assert won >= 36


@pytest.mark.parametrize("seed", range(3))
def test_it_plays_the_clear_cases_of_kuhn_poker(seed):
    agent = SearchAgent(KUHN, seed, simulations=2000)
    assert agent.act(View.of(kuhn(0, 2, kuhn_poker.Act.BET)))[0] == kuhn_poker.Act.BET  # the best card calls
    assert agent.act(View.of(kuhn(2, 0, kuhn_poker.Act.BET)))[0] == kuhn_poker.Act.PASS  # the worst card folds
    assert agent.act(View.of(kuhn(1, 2, kuhn_poker.Act.PASS)))[0] == kuhn_poker.Act.BET  # the best card bets


def test_it_does_not_know_the_other_card():
    """With the middle card facing a bet, calling wins 2 or loses 2 by the hidden card: on average nothing.

    A search that peeked would find +2 or -2; who folds loses 1 for sure.
    """
    for hidden in (0, 2):
        found = SearchAgent(KUHN, 4, simulations=4000).analyse(View.of(kuhn(hidden, 1, kuhn_poker.Act.BET)))
        assert found.values[0, kuhn_poker.Act.PASS] == -1.0
        assert abs(found.values[0, kuhn_poker.Act.BET]) < 0.25


def test_returns_outside_minus_one_to_one_and_many_seats_are_searched():
    tables = spread(TREASURE)
    found = SearchAgent(TREASURE, 1, simulations=200).analyse(View.of(tables))
    assert (found.simulations == 200).all()
    assert (found.visits[tables.masks == 0] == 0).all()
    assert (found.visits[tables.masks == 1] > 0).all()


# It sees no more than its seat and disturbs nothing


@pytest.mark.parametrize("setup", [CONNECT_FOUR, KUHN, TREASURE], ids=lambda setup: setup.game.name)
def test_the_true_tables_stay_byte_for_byte_the_same(setup):
    check_left_alone(spread(setup), SearchAgent(setup, 1, simulations=100))


@pytest.mark.parametrize("setup", [KUHN, TREASURE], ids=lambda setup: setup.game.name)
def test_a_choice_depends_on_what_the_seat_knows_and_the_agents_lots_alone(setup):
    """Hidden parts of the true table are redrawn; the same determinized states lead to the same choices."""
    tables = spread(setup)
    states = determinized(setup, tables.states, np.array([1, 2, 3, 4], np.uint32))
    chosen = []
    for other in ([5, 6, 7, 8], [9, 10, 11, 12]):
        tables.states[:] = determinized(setup, tables.states, np.array(other, np.uint32))
        tables.look()
        found = SearchAgent(setup, 1, simulations=100).analyse(Given(tables, states))
        chosen.append(found.visits)
    assert (chosen[0] == chosen[1]).all()


def test_where_the_hidden_cards_really_lie_has_no_influence_on_average():
    """The same seat with the same knowledge, the hidden card lying in either way: the same values within noise."""
    values = [
        SearchAgent(KUHN, 11, simulations=20_000).analyse(View.of(kuhn(1, hidden))).values[0] for hidden in (0, 2)
    ]
    assert np.abs(values[0] - values[1]).max() < 0.1


# Hidden actions of other seats


def undecided(**options) -> Analysis:
    """What seat 0 finds at the beginning of Ballot, where it may stay or leave with a sure win."""
    setup = ballot.GAME.setup(**options)
    return SearchAgent(setup, 3, simulations=10_000).analyse(View.of(Tables(setup, 1, seed=1)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_votes_are_not_known_at_the_decision_that_follows(seats):
    """On average staying is worth nothing; who sees the votes wins 1.

    No table may be an exception: were voters and guesser to fall into step, every guess would be right, or wrong.
    """
    setup = ballot.GAME.setup(num_players=seats)
    tables = Tables(setup, 12, seed=1)
    found = SearchAgent(setup, 3, simulations=10_000).analyse(View.of(tables))
    values = found.values[:, ballot.Act.STAY]
    assert (found.actions == ballot.Act.LEAVE).all()
    assert np.abs(values).max() < 0.5
    assert abs(values.mean()) < 0.15


def test_votes_in_plain_view_are_known_at_the_decision_that_follows():
    found = undecided(num_players=2, open_votes=True)
    assert found.actions[0] == ballot.Act.STAY
    assert found.values[0, ballot.Act.STAY] > 0.9


@pytest.mark.parametrize("seats", [2, 4])
def test_what_an_action_shows_is_known_at_the_decision_that_follows(seats):
    """Looking is worth its fee: 1 - 0.25, more than the sure win, and less than seeing the votes for nothing."""
    found = undecided(num_players=seats, look=True)
    assert found.actions[0] == ballot.Act.STAY
    assert 0.65 < found.values[0, ballot.Act.STAY] < 0.75


def grown(agent: SearchAgent, tables: Tables) -> search._Tree:
    """The tree after one search."""
    tree = search._Tree(agent)
    tree.grow(View.of(tables).determinized(agent.words), 0.0)
    return tree


def below(tree: search._Tree, number: int) -> dict[tuple[int, int], int]:
    """The children of a node: (seat, action) to number; sightings with ~seat and the appearance."""
    children, child = {}, tree.arrays.nodes["child"][number]
    while child >= 0:
        node = tree.arrays.nodes[child]
        assert (int(node["seat"]), int(node["action"])) not in children
        children[int(node["seat"]), int(node["action"])] = int(child)
        child = node["next"]
    return children


def test_hidden_actions_keep_their_own_values_above_one_sighting():
    setup = ballot.GAME.setup(num_players=2)
    tree = grown(SearchAgent(setup, 3, simulations=500), Tables(setup, 1, seed=1))
    start = below(tree, 0)
    assert set(start) == {(0, ballot.Act.STAY), (0, ballot.Act.LEAVE), (~0, ballot.Act.STAY)}
    votes = below(tree, start[~0, ballot.Act.STAY])
    assert set(votes) == {(1, ballot.Act.NO), (1, ballot.Act.YES), (~1, ballot.UNKNOWN)}
    guesses = below(tree, votes[~1, ballot.UNKNOWN])
    assert set(guesses) == {(0, ballot.Act.EVEN), (0, ballot.Act.ODD)}
    cast = [tree.arrays.nodes[votes[1, vote]] for vote in (ballot.Act.NO, ballot.Act.YES)]
    made = [tree.arrays.nodes[number] for number in guesses.values()]
    passed = sum(node["visits"] for node in cast) - 2  # every first visit of an action ends its descent
    assert sum(node["visits"] for node in made) == passed
    assert max(node["available"] for node in made) == passed  # the guess tried second was not there the first time
    assert all(node["visits"] > passed / 5 for node in cast)  # neither vote can be read, so neither is given up


def test_what_is_not_noticed_does_not_keep_later_decisions_apart():
    """Whether seat 2 was called to vote is hidden: there is one guess, whoever has voted."""
    setup = ballot.GAME.setup(num_players=3, some_vote=True)
    tree = grown(SearchAgent(setup, 3, simulations=500), Tables(setup, 1, seed=1))
    votes = below(tree, below(tree, 0)[~0, ballot.Act.STAY])
    after = below(tree, votes[~1, ballot.UNKNOWN])
    assert set(after) == {(2, ballot.Act.NO), (2, ballot.Act.YES), (0, ballot.Act.EVEN), (0, ballot.Act.ODD)}
    assert sum(tree.arrays.nodes["visits"][after[0, guess]] for guess in (ballot.Act.EVEN, ballot.Act.ODD)) > 50


def test_one_look_with_two_answers_has_two_sightings():
    setup = ballot.GAME.setup(num_players=3, look=True)
    tables = Tables(setup, 1, seed=1)
    for action in (ballot.Act.STAY, ballot.Act.NO, ballot.Act.YES):
        tables.step(np.array([action]))
    tree = grown(SearchAgent(setup, 3, simulations=500), tables)
    start = below(tree, 0)
    for answer, right in ((ballot.LOOKED_EVEN, ballot.Act.EVEN), (ballot.LOOKED_EVEN + 1, ballot.Act.ODD)):
        guesses = below(tree, start[~0, answer])
        assert tree.arrays.nodes["total"][guesses[0, right]] == 0.75 * tree.arrays.nodes["visits"][guesses[0, right]]
    assert tree.arrays.nodes["visits"][start[0, ballot.Act.LOOK]] > 400


def test_sightings_change_nothing_where_everything_is_seen():
    """The walk through sightings finds the values that the plain one finds."""
    view = View.of(kuhn(1, 2), np.zeros(1, np.int64))
    agents = [SearchAgent(KUHN, 6, simulations=50_000) for _ in range(2)]
    agents[1].sightings = True
    plain, through = (agent.analyse(view).values[0] for agent in agents)
    assert np.abs(plain - through).max() < 0.1


@pytest.mark.parametrize("room", [1, 2, 3, 7, 8, 13])
def test_a_tree_of_sightings_stays_inside_its_memory(monkeypatch, room):
    setup = ballot.GAME.setup(num_players=4, look=True)
    monkeypatch.setattr(search, "MOST_NODES", room)
    agent = SearchAgent(setup, 1, simulations=1)
    tree = search._Tree(agent)
    tree.arrays = tree.arrays._replace(nodes=np.zeros(room, NODE))
    agent.simulations = 200
    tree.grow(View.of(Tables(setup, 1, seed=1)).determinized(agent.words), 0.0)
    assert tree.arrays.used[0] == room
    assert (tree.arrays.nodes["next"] < room).all()


# Budgets, seeds, many tables


def test_a_forced_action_is_answered_without_a_search():
    tables = spread(CONNECT_FOUR, 3)
    masks = np.zeros_like(tables.masks)
    masks[[0, 1, 2], [6, 0, 3]] = 1
    view = View(CONNECT_FOUR, tables.observations, masks, tables.seats, tables.states)
    agent = SearchAgent(CONNECT_FOUR, 1, simulations=100)
    words = agent.words.copy()
    assert agent.act(view).tolist() == [6, 0, 3]
    assert (agent.words == words).all()


def test_threads_and_company_change_nothing():
    tables = spread(TREASURE)
    alone = SearchAgent(TREASURE, 3, simulations=80).analyse(View.of(tables))
    shared = SearchAgent(TREASURE, 3, simulations=80, threads=3).analyse(View.of(tables))
    assert (alone.visits == shared.visits).all()
    few = SearchAgent(TREASURE, 3, simulations=80).analyse(View.of(tables, np.arange(4)))
    assert (few.visits == alone.visits[:4]).all()


def test_the_same_seed_makes_the_same_choice_and_goes_on():
    tables = spread(TREASURE)
    first, second = (SearchAgent(TREASURE, 9, simulations=60) for _ in range(2))
    for _ in range(3):
        view = View.of(tables)
        assert (first.act(view) == second.act(view)).all()
    other = SearchAgent(TREASURE, 10, simulations=60).analyse(View.of(tables))
    assert (other.visits != SearchAgent(TREASURE, 9, simulations=60).analyse(View.of(tables)).visits).any()


def test_all_simulations_are_counted_and_no_more_are_run():
    found = SearchAgent(CONNECT_FOUR, 1, simulations=777).analyse(View.of(board(3)))
    assert found.simulations.tolist() == [777]
    assert np.isfinite(found.values[0]).all()


def test_a_time_budget_ends_and_is_used(monkeypatch):
    agent = SearchAgent(CONNECT_FOUR, 1, seconds=0.05)
    time_by_simulations(monkeypatch, agent, 1e-4)
    assert 490 <= agent.analyse(View.of(board(3))).simulations[0] <= 510


class Taken(list):
    """Trees of which another thread takes the last one when this one has seen that there is one."""

    def __bool__(self):
        return True


def test_a_tree_that_another_thread_has_taken_is_made_anew():
    agent = SearchAgent(CONNECT_FOUR, 1, simulations=50)
    agent._trees = Taken()
    assert agent.analyse(View.of(board(3))).simulations.tolist() == [50]


class Slow(SearchAgent):
    """One that needs a while to imagine where it stands."""

    imagined = 0

    def imagine(self, view, row, root):
        self.imagined += 1
        time.sleep(0.2)
        return root


def test_what_goes_before_the_search_counts_and_leaves_one_simulation():
    agent = Slow(CONNECT_FOUR, 1, seconds=0.1)
    assert agent.analyse(View.of(board(3))).simulations.tolist() == [1]
    assert agent.imagined == 2  # once before the clock: whatever it needs may have to be compiled
    assert agent.analyse(View.of(board(3))).simulations.tolist() == [1]
    assert agent.imagined == 3


def test_a_tree_is_used_for_the_next_decision_unless_it_has_grown_large(monkeypatch):
    agent = SearchAgent(CONNECT_FOUR, 1, simulations=50)
    made = []
    monkeypatch.setattr(agent, "new_tree", lambda: made.append(search._Tree(agent)) or made[-1])
    first = [agent.analyse(View.of(board(3))).visits for _ in range(3)]
    assert len(made) == 1
    fresh = SearchAgent(CONNECT_FOUR, 1, simulations=50)
    monkeypatch.setattr(lookahead, "_KEPT", 0)
    assert all((fresh.analyse(View.of(board(3))).visits == one).all() for one in first)
    assert not fresh._trees


def test_the_first_limit_reached_counts():
    agent = SearchAgent(CONNECT_FOUR, 1, seconds=600.0, simulations=500)
    assert agent.analyse(View.of(board(3))).simulations.tolist() == [500]


def test_a_tree_outgrows_its_first_memory():
    agent = SearchAgent(CONNECT_FOUR, 1, seconds=600.0, simulations=20_000)
    by_chunks = agent.analyse(View.of(board()))
    at_once = SearchAgent(CONNECT_FOUR, 1, simulations=20_000).analyse(View.of(board()))
    assert (by_chunks.visits == at_once.visits).all()


def test_one_simulation_is_enough_for_a_legal_action():
    tables = spread(TREASURE)
    actions = SearchAgent(TREASURE, 1, simulations=1).act(View.of(tables))
    assert tables.masks[np.arange(len(actions)), actions].all()


def test_among_equally_visited_actions_the_better_one_is_taken():
    visits = np.array([[3, 5, 0, 5], [0, 0, 2, 0]])
    values = np.array([[0.9, -0.2, np.nan, 0.1], [np.nan, np.nan, -1.0, np.nan]])
    found = Analysis(visits, values)
    assert found.actions.tolist() == [3, 2]
    assert found.tried(0) == [3, 1, 0] and found.tried(1) == [2]


@pytest.mark.parametrize(
    "wrong",
    [
        {"simulations": 0}, {"seconds": 0.0}, {"seconds": float("nan")}, {"threads": 0}, {"widening": 1.0},
        {"exploration": -3.0}, {"rollouts": "clever"}, {"epsilon": 0.9}, {"trust": 0.9},
    ],
    ids=str,
)  # fmt: skip
def test_what_an_object_is_told_is_checked_like_a_spec(wrong):
    with pytest.raises(OptionError, match=list(wrong)[-1]):
        SearchAgent(CONNECT_FOUR, **wrong)


def test_whole_numbers_are_searched_with_by_the_same_compiled_code():
    """Compiled code is made for the kinds of its arguments, and 1 is of another kind than 1.0."""
    plain = SearchAgent(CONNECT_FOUR, exploration=1)
    assert isinstance(plain.exploration, float)
    widened = SearchAgent(COGDRIVE, rollouts="heuristic", widening=2, trust=0, epsilon=0)
    assert all(isinstance(number, float) for number in (widened.widening, widened.trust, widened.epsilon))
