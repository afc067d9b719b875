"""An agent's generator is nobody else's."""

from __future__ import annotations

import pytest

from cogitable.agents.factory import make_agent
from cogitable.envs import get_game
from cogitable.envs.table.random import next_word
from cogitable.envs.table.tables import Tables

MANY = 5000
"""More words than a deal takes."""


@pytest.mark.parametrize("agent", ["random", "heuristic", "search:simulations=8"])
@pytest.mark.parametrize("game", ["cogdrive_neon", "comrade", "brass_empire"])
def test_an_agent_has_not_the_generator_of_a_table_of_its_seed(agent, game):
    """Who had that could know what is dealt, and what a redraw of its own should find out by chance."""
    setup = get_game(game).setup()
    words = make_agent(agent, setup, seed=7).words.copy()
    assert words.tolist() == make_agent(agent, setup, seed=7).words.tolist()
    dealt = {tuple(row) for row in Tables(setup, 3, seed=7).states["rng"].tolist()}
    for _ in range(MANY):
        assert tuple(words.tolist()) not in dealt
        next_word(words)


def test_seeds_give_agents_generators_of_their_own():
    setup = get_game("cogdrive_neon").setup()
    words = [tuple(make_agent("random", setup, seed=seed).words.tolist()) for seed in (0, 1, 2, None, None)]
    assert len(set(words)) == len(words)
