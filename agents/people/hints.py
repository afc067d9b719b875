"""What a search has found, in words for a person."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...envs.table.counts import check_own_seed
from ...envs.table.errors import CogitableError, OptionError
from ...envs.table.game import Setup
from ...envs.table.seats import seat_name
from ..factory import make_agent
from ..guided.agent import GuidedAnalysis, Line
from ..levels import looking_ahead
from ..search.lookahead import Analysis, LookaheadAgent

MOST = 3
"""Actions that are told of."""

_DEEDS = 4  # decisions of a continuation that are told of


def adviser(spec: str, setup: Setup, seed: int) -> LookaheadAgent:
    """Return the agent that finds hints.

    Raises:
        OptionError: There is no such agent, or it does not search.
    """
    agent = make_agent(spec, setup, check_own_seed(seed))
    if not isinstance(agent, LookaheadAgent):
        raise OptionError(f"hints need an agent that searches, as search:seconds=1, not {spec!r}")
    return agent


def standard_adviser(setup: Setup, seed: int, seconds: float = 1.0) -> LookaheadAgent:
    """Return an agent that finds hints for any game: a search with the network that comes with it, or without one.

    Raises:
        OptionError: The seed is not an integer of at least 0.
    """
    seed = check_own_seed(seed)
    for spec in (looking_ahead(setup.game.name), "search:rollouts=heuristic,widening=0.5"):
        try:
            return adviser(f"{spec},seconds={seconds}", setup, seed)
        except CogitableError:
            continue
    return adviser(f"search:seconds={seconds}", setup, seed)


def prospects(found: Analysis, row: int = 0) -> str:
    """Return a line on what the searching seat may expect of the game if it does what the search tried most."""
    values, visits = found.values[row], found.visits[row]
    tried = visits > 0
    mean = float((values[tried] * visits[tried]).sum() / visits[tried].sum())
    best = values[found.actions[row]]
    return f"What you may expect: a return of {best:+.2f} with the first of these, {mean:+.2f} over all that was tried"


def hints(setup: Setup, states: np.ndarray, found: Analysis, row: int = 0) -> list[str]:
    """Return lines on the actions that a search tried most at a table, the one tried most first.

    Args:
        setup: The game with its options.
        states: The searching seat's position or a redrawn one, STATE record, shape (1,).
        found: What was found.
        row: Number of the table in it.
    """
    seat, visits = int(states["seat"][0]), found.visits[row]
    lines = []
    for action in found.tried(row)[:MOST]:
        words = setup.describe(states, action, seat=seat)
        share = f"tried in {visits[action] / visits.sum():.0%} of {visits.sum():,} simulations"
        told = [f"{words}: {share}", f"worth {found.values[row, action]:+.2f}"]
        if isinstance(found, GuidedAnalysis):
            told.append(f"the policy's share {found.priors[row, action]:.0%}")
        lines.append(", ".join(told))
        if isinstance(found, GuidedAnalysis):
            lines += _what_follows(setup, found, row, action, seat)
    return lines


def _what_follows(setup: Setup, found: GuidedAnalysis, row: int, action: int, seat: int) -> Iterator[str]:
    """Yield what an action brings the others, and how the game may go on from it."""
    if len(set(setup.teams)) > 2:  # of two, what one wins the other loses
        yield f"   the others may expect {_others(setup, found.returns[row, action], seat)}"
    if line := found.lines[row].get(action):
        deeds = continuation(setup, line, seat)[1 : 1 + _DEEDS]
        if deeds:
            yield f"   then perhaps {'; '.join(deeds)}"


def _others(setup: Setup, returns: np.ndarray, seat: int) -> str:
    """Return what other teams may expect, each by its first seat, of returns by seat, shape (max_seats,)."""
    firsts = [setup.teams.index(team) for team in dict.fromkeys(setup.teams) if team != setup.teams[seat]]
    return ", ".join(f"{returns[first]:+.2f} ({seat_name(first)})" for first in firsts)


def continuation(setup: Setup, line: Line, seat: int) -> list[str]:
    """Return the decisions of a continuation as a seat would perceive them; empty where it would not notice them."""
    told = []
    for place, (who, action) in enumerate(line.decisions):
        words = setup.describe(line.states, action, place, seat=seat)
        if words:
            told.append(f"{seat_name(who)}: {words}")
    return told
