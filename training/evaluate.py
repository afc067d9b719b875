"""How good an agent is: duplicate deals against given opponents, without exploration noise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import numpy as np

from ..agents.base import Agent
from ..agents.factory import make_agent
from ..envs.table.game import Setup
from .intervals import Rate, clustered
from .match import duplicate_seating, play_match, wins


def evaluate(
    setup: Setup, agent: Agent, against: Sequence[str], games: int, seed: int, tables: int = 256
) -> dict[str, Rate]:
    """Measure an agent against others by their names, one kind at a time at all the other seats.

    Args:
        setup: The game.
        agent: Who is measured.
        against: Names of agents, as for :func:`make_agent`.
        games: Games against each, rounded up to whole duplicate deals.
        seed: Fixes the deals and what the others draw.
        tables: Most games to play at a time.

    Returns:
        Win rate (a draw counts one half) with its 95 % interval, by name.
    """
    seats = setup.num_seats
    deals = -(-games // seats)
    seating, seeds = duplicate_seating([0] + [1] * (seats - 1), deals, seed)
    rates = {}
    for number, name in zip(count(1), against, strict=False):
        players = [agent, make_agent(name, setup, seed=seed + number)]
        result = play_match(setup, players, seating, seeds, tables)
        scores = wins(result.returns, setup.rewards == "cooperative")[seating == 0]
        rates[name] = clustered(scores, np.arange(deals).repeat(seats))
    return rates
