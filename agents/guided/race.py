"""A race of first actions, in place of PUCT at the root of a search with a network.

All that take part are tried in the same scenarios, one after the other, whatever the policy thinks of them; who is
clearly behind the leader drops out (racing; Maron and Moore, "Hoeffding Races", 1994). PUCT asks the policy what is
worth trying, and of an action that the policy is sure not to want there is hardly a simulation. A trained policy is
that sure at most of its decisions, and not always right. Since all have had the same luck (:mod:`.root`), their
differences are found in few scenarios. In the end the policy's favourite is left for an action that is ahead of it by
more than a standard error of their difference, or when it has dropped out itself. That is a low hurdle, the more so as
the best of several is compared: where all are worth the same it is often left for another, which costs nothing, and
where it is a little better sometimes, which costs little. A hurdle that is seldom passed by chance would keep it where
another is better as well.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled

MOST_RACED = 8
"""How many actions take part, those that the policy prefers."""

_FIRST, _OFTEN = 8, 64  # scenarios before they are compared first, then twice as many, then every so many
_LEAST = 4  # ... before another than the favourite is chosen, should the search have to end before that
_BEHIND, _AHEAD = 2.0, 1.0  # standard errors by which one drops out, and by which another beats the favourite ...
_FEW = 4.0  # ... and more after few scenarios, from which errors are not well known: twice as many after so many
LEFT, FAVOURITE, NEXT, CHOSEN = 0, 1, 2, 3
"""Places in ``Race.counts``."""

ENDED = -1
"""In place of when they are compared next, when a race has ended."""

SETTLED = -2
"""In place of an edge, where nothing is left to be found out."""


class Race(NamedTuple):
    """First actions that take part.

    Attributes:
        most: How many do; 0: there is no race.
        places: Their places among the root's edges, the policy's favourite first, int64, shape (num_actions,); those
            that have dropped out are behind the others.
        counts: How many are left, 0 before the start; the place of the favourite; after how many scenarios they are
            compared next; and the place of what is to be done as far as is known, int64, shape (4,).
    """

    most: int
    places: np.ndarray
    counts: np.ndarray


@compiled
def start_race(root, edges, race):
    """Let those actions take part that the policy prefers."""
    places, counts = race.places, race.counts
    for place in range(root.edges):
        places[place] = place
    counts[LEFT] = min(np.int64(root.edges), race.most)
    for rank in range(counts[LEFT]):
        best = rank
        for other in range(rank + 1, root.edges):
            if edges[root.first + places[other]].prior > edges[root.first + places[best]].prior:
                best = other
        places[rank], places[best] = places[best], places[rank]
    counts[FAVOURITE], counts[NEXT] = places[0], _FIRST


@compiled
def next_in_race(root, edges, race, sums):
    """Return the root's edge for the next simulation, or :data:`SETTLED`.

    ``sums`` are those of :class:`~.root.Scenarios`.
    """
    counts = race.counts
    if counts[LEFT] == 0:
        start_race(root, edges, race)
    place, tries = fewest(root, edges, race)
    if tries == counts[NEXT]:
        drop_out(race, sums, tries)
        counts[NEXT] += min(tries, _OFTEN)
        place, tries = fewest(root, edges, race)
    if counts[LEFT] == 1 or tries + 1 >= sums.shape[1]:
        counts[NEXT] = ENDED
        return np.int64(SETTLED)
    return np.int64(root.first + place)


@compiled
def fewest(root, edges, race):
    """Return the place of the one that has been tried least among those that are left, and how often."""
    best = race.places[0]
    for rank in range(1, race.counts[LEFT]):
        if edges[root.first + race.places[rank]].visits < edges[root.first + best].visits:
            best = race.places[rank]
    return best, np.int64(edges[root.first + best].visits)


@compiled
def leader(race, sums, tries):
    """Return the place of the one with the highest mean in the first ``tries`` scenarios."""
    best = race.places[0]
    for rank in range(1, race.counts[LEFT]):
        if sums[race.places[rank], tries] > sums[best, tries]:
            best = race.places[rank]
    return best


@compiled
def lead(sums, tries, one, other):
    """Return by how much the mean of one is above that of another, and the standard error of that."""
    mean = (sums[one, tries] - sums[other, tries]) / tries
    squares = 0.0
    for number in range(tries):
        gained = (sums[one, number + 1] - sums[one, number]) - (sums[other, number + 1] - sums[other, number])
        squares += (gained - mean) ** 2
    return mean, math.sqrt(squares) / tries


@compiled
def drop_out(race, sums, tries):
    """Leave those behind that are behind, and those that come to the same as the leader."""
    places, counts = race.places, race.counts
    first, left = leader(race, sums, tries), 0
    for rank in range(counts[LEFT]):
        place = places[rank]
        mean, error = lead(sums, tries, first, place)
        if place == first or mean < _BEHIND * error:
            places[rank], places[left] = places[left], place
            left += 1
    counts[LEFT] = left


@compiled
def choose(root, edges, race, sums):
    """Choose what is to be done: the favourite, unless it has dropped out or another is ahead of it for sure.

    Where a search ends before they are compared first, a few scenarios have to do: an error that is not well known
    says little of who should drop out, but the favourite alone would be what the policy does without a search.
    """
    counts = race.counts
    if counts[LEFT] == 0:
        start_race(root, edges, race)
    favourite, (_, tries) = counts[FAVOURITE], fewest(root, edges, race)
    counts[CHOSEN] = favourite
    if tries < _LEAST:
        return
    most, runs = 0.0, False
    for rank in range(counts[LEFT]):
        place = race.places[rank]
        runs = runs or place == favourite
        mean, error = lead(sums, tries, place, favourite)
        clear = mean - _AHEAD * (1 + _FEW / tries) * error
        if clear > most:
            counts[CHOSEN], most = place, clear
    if not runs:
        counts[CHOSEN] = leader(race, sums, tries)
