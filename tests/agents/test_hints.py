"""What a search has found, in words."""

from __future__ import annotations

import numpy as np
import pytest
from games import ballot
from networks import ignorant
from typer.testing import CliRunner

import connect_four
from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.guided.agent import GuidedAgent, GuidedAnalysis
from cogitable.agents.people.hints import adviser, hints, prospects, standard_adviser
from cogitable.agents.search.agent import SearchAgent
from cogitable.agents.search.lookahead import Analysis
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, Tables
from cogitable.training.cli import app

SETUP = connect_four.GAME.setup()


def threatened() -> Tables:
    """Seat 1 has to block column 3."""
    tables = Tables(SETUP, 1, seed=0)
    for column in (0, 6, 1, 6, 2):
        tables.step(np.array([column]))
    return tables


def test_the_action_tried_most_comes_first_with_what_may_follow():
    tables = threatened()
    agent = GuidedAgent(SETUP, 1, network=ignorant(SETUP), simulations=2000, others="search")
    told = hints(SETUP, tables.states, agent.analyse(View.of(tables)))
    block = SETUP.describe(tables.states, 3)
    assert told[0].startswith(f"{block}: tried in ")
    assert "of 2,000 simulations, worth " in told[0] and told[0].endswith("the policy's share 14%")
    assert told[1].startswith("   then perhaps player_0: ")
    assert sum(not line.startswith(" ") for line in told) == 3


def test_plain_search_tells_what_it_has():
    tables = threatened()
    told = hints(SETUP, tables.states, SearchAgent(SETUP, 1, simulations=2000).analyse(View.of(tables)))
    assert len(told) == 3 and told[0].startswith(SETUP.describe(tables.states, 3))


def test_among_actions_tried_equally_often_all_that_is_told_speaks_of_the_better_one():
    visits, values = np.zeros((1, 7), np.int64), np.full((1, 7), np.nan)
    visits[0, [0, 3]], values[0, [0, 3]] = 5, [-0.2, 0.1]
    found, tables = Analysis(visits, values), threatened()
    assert hints(SETUP, tables.states, found)[0].startswith(SETUP.describe(tables.states, 3))
    assert "a return of +0.10 with the first of these" in prospects(found)


def test_hints_look_as_far_ahead_as_the_champion():
    for name in ("cogdrive_neon", "great_machine_coop"):
        setup = get_game(name).setup()
        levels = make_agent("level:champion", setup, 0), standard_adviser(setup, 0)
        assert len({(one.share, one.epsilon, one.horizon) for one in levels}) == 1


def test_continuations_tell_a_seat_what_it_would_perceive():
    setup = ballot.GAME.setup(num_players=3)
    tables = Tables(setup, 1, seed=1)
    agent = GuidedAgent(setup, 1, network=ignorant(setup), simulations=200)
    told = "\n".join(hints(setup, tables.states, agent.analyse(View.of(tables))))
    assert "then perhaps player_1: votes; player_2: votes; player_0: " in told
    assert "vote yes" not in told and "vote no" not in told


def test_with_more_than_two_sides_it_is_told_what_each_of_the_others_may_expect():
    setup = ballot.GAME.setup(num_players=3)
    tables = Tables(setup, 1, seed=1)
    found = GuidedAgent(setup, 1, network=ignorant(setup), simulations=200).analyse(View.of(tables))
    told = hints(setup, tables.states, found)
    first, second, third = found.returns[0, found.tried(0)[0]][:3]
    assert told[1] == f"   the others may expect {second:+.2f} (player_1), {third:+.2f} (player_2)"
    assert f"worth {found.values[0, found.tried(0)[0]]:+.2f}" in told[0] and np.isfinite(first)
    assert not any("the others may" in line for line in hints(SETUP, threatened().states, guided_at(threatened())))


def guided_at(tables: Tables) -> GuidedAnalysis:
    return GuidedAgent(SETUP, 1, network=ignorant(SETUP), simulations=50).analyse(View.of(tables))


def test_only_agents_that_search_give_hints():
    with pytest.raises(OptionError, match="hints need an agent that searches, as search:seconds=1, not 'random'"):
        adviser("random", SETUP, 0)


def test_a_person_is_shown_hints():
    command = ["play", "connect_four", "--against", "random", "--seat", "0", "--hints", "search:simulations=50"]
    told = CliRunner().invoke(app, command, input="1\nq\n").output
    assert told.count("What search finds:") == 2
    assert "of 50 simulations, worth" in told
