"""First actions of a search with a network are compared by the same luck.

Number n of an action's simulations redraws what is hidden, says who the others are, and draws chance and what these
do, as number n of every other action does (common random numbers; Glasserman and Yao, "Some guidelines and guarantees
for common random numbers", 1992). What one action has gained by good cards the other has gained too, so their
difference is found by fewer simulations. An action that has been tried less has had the first of the scenarios only:
its mean is corrected by how much better those were than all, for the action tried most, which is the control variate;
its weight is by how much returns have risen and fallen together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.random import WORDS, fork, fraction
from ...envs.table.sets import add
from ..digests import LOW, PRIMES

SCENARIOS = 1024
"""How many are remembered for each first action; means of more need no correction."""

PAIRED = np.dtype(
    [
        ("together", np.float64),  # sum of products of deviations, of an action's return and that of the one tried most
        ("alone", np.float64),  # sum of squares of the latter's
    ]
)


class Scenarios(NamedTuple):
    """The luck that a search's simulations have had.

    Attributes:
        lots: What scenarios follow from, and the generator of the present one, uint32, shape (2, 4).
        sums: By the place of the root's edges and number of scenarios what they came to, float64, shape (num_actions,
            1 + scenarios that are remembered).
        paired: PAIRED record, shape (1,).
        luck: By how much chance has favoured the mean return by each of the root's edges, as far as that is known,
            float64, shape (num_actions,).
        strangers: In what share of them other teams play by the heuristic.
        teams: Team number of every seat, int64, shape (seats,).
    """

    lots: np.ndarray
    sums: np.ndarray
    paired: np.ndarray
    luck: np.ndarray
    strangers: float
    teams: np.ndarray


_U = np.uint64


@compiled
def begin_search(words, scenarios):
    """Fork from ``words`` what all scenarios of a search follow from."""
    fork(words, scenarios.lots[0])
    paired = scenarios.paired[0]
    paired.together, paired.alone = 0.0, 0.0


@compiled
def set_scenario(lots, number):
    """Make ``lots[1]`` the generator of a scenario."""
    for place in range(WORDS):
        word = ((_U(lots[0, place]) + _U(number)) & LOW) * PRIMES[0]
        word = (word ^ (word >> _U(29))) & LOW
        word = (word ^ _U(lots[0, (place + 1) % WORDS])) * PRIMES[1]
        lots[1, place] = np.uint32((word ^ (word >> _U(31))) & LOW)
    lots[1, 0] |= np.uint32(1)


@compiled
def find_strangers(scenarios, viewer):
    """Return the seats that play by the heuristic in the present scenario, as a set: none, or all of other teams.

    Which it is, is the first that the scenario's generator draws, so that it is the same for all first actions.
    """
    found = np.int64(0)
    if scenarios.strangers > 0 and fraction(scenarios.lots[1]) < scenarios.strangers:
        teams = scenarios.teams
        for seat in range(teams.size):
            if teams[seat] != teams[viewer]:
                found = add(found, seat)
    return found


@compiled
def most_tried(root, edges):
    """Return the place among the root's edges of the one with the most visits, the first of several."""
    best = np.int64(0)
    for place in range(1, root.edges):
        if edges[root.first + place].visits > edges[root.first + best].visits:
            best = np.int64(place)
    return best


@compiled
def find_luck(root, edges, scenarios):
    """Write by how much scenarios have favoured the mean return of each of the root's actions."""
    sums, paired, luck = scenarios.sums, scenarios.paired[0], scenarios.luck
    most = most_tried(root, edges)
    tried = edges[root.first + most]
    weight = 1.0  # until something is known of it
    if paired.alone > 0:
        weight = min(1.0, max(0.0, paired.together / paired.alone))
    for place in range(root.edges):
        visits = np.int64(edges[root.first + place].visits)
        luck[place] = 0.0
        if weight > 0 and 0 < visits < min(np.int64(tried.visits), sums.shape[1]):
            luck[place] = weight * (sums[most, visits] / visits - tried.total / tried.visits)


@compiled
def remember(root, edges, scenarios, place, returned):
    """Keep what the next scenario came to for an action; to be called before it is credited to its edge."""
    sums, paired = scenarios.sums, scenarios.paired[0]
    edge, most = edges[root.first + place], most_tried(root, edges)
    tried, number = edges[root.first + most], np.int64(edges[root.first + place].visits)
    if number + 1 >= sums.shape[1]:
        return
    sums[place, 0], sums[most, 0] = 0.0, 0.0
    sums[place, number + 1] = sums[place, number] + returned
    if place != most and 0 < number < tried.visits:
        deviation = sums[most, number + 1] - sums[most, number] - tried.total / tried.visits
        paired.together += deviation * (returned - edge.total / number)
        paired.alone += deviation * deviation
