"""The compiled half of tree search: simulations on preallocated nodes, generic over games.

Single-observer information-set Monte-Carlo tree search with partially observable moves (Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", 2012). Every simulation redraws what the searching seat cannot know and
descends through the actions that are legal in that redrawn position; a node counts how often it was *available*, and
that count replaces its parent's visits in the UCB formula. Each seat follows its own returns (max-n), so seats that
share returns play as a team.

A node stands for "this seat took this action here": children are found by action and seat, because what is redrawn may
decide who is asked next. Children of a node are a linked list, the youngest first.

Where a game tells the *appearance* of actions, the searching seat's later decisions must not be kept apart by what it
could not see. Each action still has a node and statistics of its own, so that the seat that takes it chooses well; but
the walk goes on below a *sighting*, a node that stands for "this seat did something here that looked like this", shared
by all its actions that look alike to the searching seat. (A single-observer tree after the paper has one edge for such
actions and draws among them at random.) What lies below a sighting counts as available when the sighting is passed, so
the counts need no correction. One action may have several sightings, where it shows something hidden at once: decisions
after a look at a card are then kept apart by that card. What the searching seat does not notice at all has no sighting:
the walk goes on from where it was.

In such games the width of each confidence bound is multiplied by a random number from 0.5 to 1.5 (randomised bounds:
Vaswani and others, "Old Dog Learns New Tricks: Randomized UCB for Bandit Problems", 2020). Decisions that do not see
one another call for mixed play, and two deterministic rules that count the same visits fall into step: a hidden coin
and its guesser alternate in time, and every guess is right.

With a heuristic, the tree can be widened little by little (progressive widening: Coulom, "Computing Elo Ratings of
Move Patterns in the Game of Go", 2007): the heuristic's own choice is the first action tried at a node, and a node has
no more than ``widening`` times the square root of its visits as children. A few simulations then go deep around good
play, where trying every action once would use them up. ``trust`` is added to the value of that first action (a bias as
in Chaslot and others, "Progressive Strategies for Monte-Carlo Tree Search", 2008, that does not fade): in a long game
one decision changes the chance to win by less than the noise of a hundred playouts, and another action has to look
better by more than that to be taken instead.

What remains: there is one tree, and it follows what the searching seat sees. The other seats choose in it by statistics
over the positions that the searching seat holds possible, not over those that they do, and below a sighting they have
forgotten which of their own hidden actions it was. The paper's cure is multi-observer search (MO-ISMCTS): a tree for
every seat, all descended together, each by what its own seat has seen.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.kernels import proceed, redraw
from ...envs.table.random import fraction, next_word, pick_legal
from ...envs.table.rules import UNPERCEIVED, appearance, legal_actions, returns
from ..heuristics import choose

_FRACTION = 2.0**-32  # turns a word into a number from 0 to 1

NODE = np.dtype(
    [
        ("total", np.float64),  # sum of the returns of the seat that acted
        ("visits", np.int32),
        ("available", np.int32),  # times the action was legal when its parent was visited
        ("child", np.int32),  # first child, -1 for none
        ("next", np.int32),  # next child of the same parent, -1 for none
        ("action", np.int32),  # in a sighting: its appearance
        ("seat", np.int8),  # who acted; in a sighting ~seat, which is below 0
    ],
    align=True,
)


class SearchTree(NamedTuple):
    """What a search has found so far.

    Attributes:
        nodes: NODE records; node 0 is the root, and the search goes on from what is there.
        used: Number of nodes in use, int64, shape (1,).
        span: Lowest and highest return seen, float64, shape (2,).
        path: Nodes of the simulation, int64; its size limits the depth of the tree.
    """

    nodes: np.ndarray
    used: np.ndarray
    span: np.ndarray
    path: np.ndarray


@compiled
def is_full(tree):
    """Whether there is no room for another node."""
    return tree.used[0] == tree.nodes.size


@compiled
def add_child(tree, parent, action, seat):
    """Append a node below ``parent``; return its number."""
    nodes, number = tree.nodes, tree.used[0]
    tree.used[0] += 1
    node = nodes[number]
    node.total, node.visits, node.available = 0.0, 0, 1
    node.child, node.next = -1, nodes[parent].child
    node.action, node.seat = action, seat
    nodes[parent].child = number
    return number


@compiled
def best_child(tree, parent, seat, mask, exploration, words, sightings, trust):
    """Return the legal child with the highest upper confidence bound, -1 if there is none.

    Counts all legal children as available and clears their actions in ``mask``: what stays set was never tried.
    With ``sightings`` the bounds are random in width; ``trust`` favours the child that was tried first.
    """
    nodes, low, high = tree.nodes, tree.span[0], tree.span[1]
    scale = 1.0 / (high - low) if high > low else 0.0
    best, best_score = -1, -np.inf
    number = nodes[parent].child
    while number >= 0:
        node = nodes[number]
        if node.seat == seat and mask[node.action] != 0:
            mask[node.action] = 0
            node.available += 1
            mean = (node.total / node.visits - low) * scale
            bonus = exploration * math.sqrt(math.log(node.available) / node.visits)
            if sightings is not None:
                bonus *= 0.5 + next_word(words) * _FRACTION
            score = mean + bonus
            if trust is not None and node.next < 0:
                score += trust
            if score > best_score:
                best, best_score = number, score
        number = node.next
    return best


@compiled
def is_wide_enough(tree, parent, seat, mask, widening):
    """Whether a node has as many legal children as its visits allow for."""
    nodes, children, visits = tree.nodes, 0, 0
    number = nodes[parent].child
    while number >= 0:
        node = nodes[number]
        if node.seat == seat and mask[node.action] != 0:
            children += 1
            visits += node.visits
        number = node.next
    return children > 0 and children >= widening * math.sqrt(visits)


@compiled
def find_sighting(tree, parent, seat, look):
    """Return the sighting of ``seat``'s actions below ``parent`` that look like this, -1 if there is no room."""
    nodes = tree.nodes
    number = nodes[parent].child
    while number >= 0:
        if nodes[number].seat == ~seat and nodes[number].action == look:
            return number
        number = nodes[number].next
    if is_full(tree):
        return -1
    return add_child(tree, parent, look, ~seat)


@compiled
def descend(setup, state, words, tree, mask, exploration, sightings, widening, trust):
    """Play ``state`` down the tree and one new action beyond it; return the length of ``path``.

    With ``sightings`` the walk goes on below what the searching seat, the one to move at first, sees of each action.
    With ``widening`` the heuristic's choice comes first, and further actions as visits allow for them.
    """
    viewer = np.int64(state.seat)
    node, depth = 0, 0
    while state.over == 0 and depth < tree.path.size:
        mask[:] = 0
        legal_actions(setup, state, mask)
        seat = np.int64(state.seat)
        enough = widening is not None and is_wide_enough(tree, node, seat, mask, widening)
        child = best_child(tree, node, seat, mask, exploration, words, sightings, trust)
        action = np.int64(-1)
        if widening is not None and child < 0:
            action = np.int64(choose(setup, state, mask))
        elif not enough:
            action = np.int64(pick_legal(words, mask))
        if action >= 0:
            if is_full(tree):
                break
            child = add_child(tree, node, action, seat)
        look = np.int64(0)
        if sightings is not None:
            look = np.int64(appearance(setup, state, np.int64(tree.nodes[child].action), viewer))
        proceed(setup, state, tree.nodes[child].action)
        tree.path[depth] = child
        depth += 1
        if action >= 0 or state.over != 0:
            break
        if sightings is None:
            node = child
        elif look != UNPERCEIVED:  # else the searching seat is where it was
            node = find_sighting(tree, node, seat, look)
            if node < 0:
                break
    return depth


@compiled
def by_heuristic(setup, state, words, mask, epsilon):
    """Return the heuristic's action, or with a probability of ``epsilon`` a random one."""
    if fraction(words) < epsilon:
        return np.int64(pick_legal(words, mask))
    return np.int64(choose(setup, state, mask))


@compiled
def play_out(setup, state, words, mask, epsilon):
    """Play to the end of the game at random, or with the heuristic but for a share ``epsilon`` of random actions."""
    while state.over == 0:
        mask[:] = 0
        legal_actions(setup, state, mask)
        if epsilon is None:
            action = np.int64(pick_legal(words, mask))
        else:
            action = by_heuristic(setup, state, words, mask, epsilon)
        proceed(setup, state, action)


@compiled
def back_up(setup, state, tree, depth, rewards):
    """Credit the returns of a finished game to the nodes on its path, and keep the range of all returns seen."""
    rewards[:] = 0
    returns(setup, state, rewards)
    span = tree.span
    for seat in range(setup.seats):
        span[0] = min(span[0], rewards[seat])
        span[1] = max(span[1], rewards[seat])
    for i in range(depth):
        node = tree.nodes[tree.path[i]]
        node.visits += 1
        node.total += rewards[node.seat]


def simulate(setup, root, work, words, tree, mask, rewards, exploration, epsilon, sightings, widening, trust, count):
    """Entry point: run ``count`` simulations from ``root[0]``, with playouts at random or by the game's heuristic.

    Args:
        setup: SETUP record, shape (1,).
        root: STATE as the seat to move may know it, shape (1,); never changed.
        work: STATE to play on, shape (1,).
        words: Generator of the search, uint32, shape (4,).
        tree: What has been found so far (:class:`SearchTree`).
        mask: Scratch, int8, shape (num_actions,).
        rewards: Scratch, float32, shape (max_seats,).
        exploration: Weight of the confidence bound, with returns scaled to 0 to 1 by those seen.
        epsilon: Probability of a random action in playouts by the heuristic; None for playouts at random, which
            compiles a loop without the heuristic.
        sightings: True where the game supplies ``appearance``; None compiles a loop without a trace of it.
        widening: Most children of a node in square roots of its visits; None for no limit.
        trust: Added to the value, from 0 to 1, of the first action tried at a node; None where there is no widening.
        count: Number of simulations.
    """
    state = work[0]
    for _ in range(count):
        work[0] = root[0]
        redraw(setup[0], state, state.seat, words)
        depth = descend(setup[0], state, words, tree, mask, exploration, sightings, widening, trust)
        play_out(setup[0], state, words, mask, epsilon)
        back_up(setup[0], state, tree, depth, rewards)
