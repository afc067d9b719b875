"""The compiled half of search with a network: down a tree by a policy and a value.

Every simulation redraws what the searching seat cannot know and plays from there. At the searching seat's own decisions
it goes by PUCT (Rosin 2011; Silver and others, "Mastering the game of Go without human knowledge", 2017): an action is
tried the more, the better it has done and the more the policy prefers it to how often it has been tried. The first own
decision that is new ends the simulation: the policy's preferences there are kept with it, and the network says what the
game will be worth to every seat from there, or what it came to by a playout (:mod:`.simulation`). A game that
ends on the way counts as it ended.

Other seats draw their actions from the policy, each from what it sees itself in the redrawn position (a *blueprint*;
Lerer and others, "Improving Policies via Search in Cooperative Partially Observable Games", 2020). So nobody in the
tree knows what it cannot know. Or they search too: each seat then has a tree of its own, all descended together
(multi-observer search; Cowling, Powley and Whitehouse 2012), follows its own returns (max-n), and draws from the policy
where it has not been before.

A node is a decision of a seat as that seat perceives it: it is known by what the seat did at its own decisions before,
and by a digest of what it observes now. Positions that look alike to the seat are thus one node whatever is hidden from
it, and what it has perceived between its decisions keeps nodes apart: chance, and actions of others as far as it has
noticed them. Legal actions follow from what is perceived, so a node's actions are fixed, and their preferences are
computed once. A decision without a choice has no node.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.kernels import proceed
from ...envs.table.random import fraction
from ...envs.table.rules import returns
from ...envs.table.sets import has
from ..digests import stir_in, stir_in_observation
from ..inference.network import preferred
from ..looking import forced, has_left, see
from .adviser import draw_preferred, foretell, played_by, prefer_again, worth_when_gone

NODE = np.dtype(
    [
        ("total", np.float64),  # sum of the returns of the seat that decides here
        ("visits", np.int32),  # simulations through it, and one for its own value
        ("first", np.int32),  # its first edge
        ("edges", np.int32),  # how many there are
        ("next", np.int32),  # 1 + the next node in the same bucket, 0 for none
        ("key0", np.uint32),
        ("key1", np.uint32),
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("total", np.float64),  # sum of the returns of the seat that decides
        ("prior", np.float32),
        ("action", np.int32),
        ("visits", np.int32),
    ],
    align=True,
)
NODES, EDGES = 0, 1
"""Places in ``GuidedTree.used``."""


class GuidedTree(NamedTuple):
    """What a search has found so far.

    Attributes:
        nodes: NODE records; node 0 is the root's decision, and the search goes on from what is there.
        edges: EDGE records, the actions of nodes.
        heads: By the low bits of keys 1 + a node, 0 for none, int32; its size is a power of two.
        used: Numbers of nodes and edges in use, int64, shape (2,).
        totals: Sums of returns by the root's action and seat, float64, shape (num_actions, max_seats).
        trail: Node, edge and seat of every decision of the simulation, int64, shape (decisions, 3).
        chains: What stands for the past of every seat in it, uint32, shape (max_seats, 2).
    """

    nodes: np.ndarray
    edges: np.ndarray
    heads: np.ndarray
    used: np.ndarray
    totals: np.ndarray
    trail: np.ndarray
    chains: np.ndarray


class Puct(NamedTuple):
    """What weighs actions against one another.

    Attributes:
        exploration: Weight of the policy's preferences.
        unvisited: How much less than its node an action is taken to be worth before it is tried, from 0 to 1.
        softness: Preferences are softened by this power: shares of the policy to the power of 1 by it count.
        low: Lowest return, which counts as 0.
        scale: 1 by how far the highest lies above it.
    """

    exploration: float
    unvisited: float
    softness: float
    low: float
    scale: float


@compiled
def find_node(tree, key):
    """Return the number of the node with a key, -1 if there is none."""
    nodes, heads = tree.nodes, tree.heads
    number = np.int64(heads[np.int64(key[0]) & (heads.size - 1)]) - 1
    while number >= 0:
        if nodes[number].key0 == key[0] and nodes[number].key1 == key[1]:
            break
        number = np.int64(nodes[number].next) - 1
    return number


@compiled
def add_node(tree, key, mask, logits, softness):
    """Keep a decision with the policy's preferences, softened; return its number, -1 if there is no room."""
    nodes, edges, heads, used = tree.nodes, tree.edges, tree.heads, tree.used
    number, first, best = used[NODES], used[EDGES], np.float64(logits[preferred(logits, mask)])
    count, total = 0, 0.0
    for action in range(mask.size):
        if mask[action] != 0:
            count += 1
            total += math.exp((np.float64(logits[action]) - best) / softness)
    if number == nodes.size or first + count > edges.size:
        return np.int64(-1)
    last = first
    for action in range(mask.size):
        if mask[action] != 0:
            edge = edges[last]
            edge.total, edge.visits, edge.action = 0.0, 0, action
            edge.prior = math.exp((np.float64(logits[action]) - best) / softness) / total
            last += 1
    bucket = np.int64(key[0]) & (heads.size - 1)
    node = nodes[number]
    node.total, node.visits, node.first, node.edges = 0.0, 0, first, count
    node.next, node.key0, node.key1 = heads[bucket], key[0], key[1]
    heads[bucket] = number + 1
    used[NODES], used[EDGES] = number + 1, last
    return np.int64(number)


@compiled
def edge_of(tree, number, action):
    """Return the edge of an action at a node."""
    edge = np.int64(tree.nodes[number].first)
    while tree.edges[edge].action != action:
        edge += 1
    return edge


@compiled
def best_edge(tree, number, puct, spread, words, luck):
    """Return the edge with the highest score: its value from 0 to 1, and a bonus for what the policy prefers.

    An action that has not been tried counts as ``Puct.unvisited`` less than the node itself. With ``spread`` every
    bonus is multiplied by a random number around 1. ``luck`` is what mean returns owe to chance as far as that is
    known, by the place of the edge at its node, or None.
    """
    node = tree.nodes[number]
    start = (node.total / node.visits - puct.low) * puct.scale - puct.unvisited
    width = puct.exploration * math.sqrt(node.visits)
    best, best_score = np.int64(-1), -np.inf
    for place in range(node.first, node.first + node.edges):
        edge = tree.edges[place]
        score = start if edge.visits == 0 else (edge.total / edge.visits - puct.low) * puct.scale
        if luck is not None:
            score -= luck[place - node.first] * puct.scale
        bonus = width * edge.prior / (1 + edge.visits)
        if spread is not None:
            bonus *= 1.0 + spread * (fraction(words) - 0.5)
        if score + bonus > best_score:
            best, best_score = np.int64(place), score + bonus
    return best


@compiled
def most_visited(tree, number):
    """Return the edge tried most at a node; that with the higher prior among equals."""
    node, edges = tree.nodes[number], tree.edges
    best = np.int64(node.first)
    for place in range(best + 1, best + node.edges):
        more = edges[place].visits - edges[best].visits
        if more > 0 or (more == 0 and edges[place].prior > edges[best].prior):
            best = np.int64(place)
    return best


@compiled
def begin(chains, seats):
    """Start every seat's key at what it knows of itself."""
    for seat in range(seats):
        chains[seat, 0], chains[seat, 1] = seat + 1, seats - seat


@compiled
def descend(setup, state, words, tree, adviser, puct, others, epsilon, strangers, returned, first):
    """Play ``state`` to the first new decision of the seat to move, or to the end; return the length of the trail.

    ``first`` is the edge to begin with, -1 where the root is not known yet. Where others do not search they draw from
    the policy, or are ``strangers``, a set of seats, and play by the heuristic. What the game is then worth to every
    seat is left in ``returned``. Other arguments are those of :func:`~.simulation.simulate_guided`.
    """
    viewer, seats = np.int64(state.seat), np.int64(setup.seats)
    trail, depth, at_root = tree.trail, 0, True
    begin(tree.chains, seats)
    while state.over == 0:
        if others is None and has_left(state, viewer):
            worth_when_gone(setup, state, viewer, adviser, returned)
            return depth
        seat, action = np.int64(state.seat), forced(setup, state, adviser.mask)
        if action >= 0 and not at_root:
            proceed(setup, state, action)
            continue
        if others is None and seat != viewer:
            rough, policy = has(strangers, seat), adviser.evaluator
            proceed(setup, state, played_by(setup, state, words, adviser, policy, adviser.sums, epsilon, rough))
            continue
        see(setup, state, seat, adviser.observation)
        chain = tree.chains[seat]
        stir_in_observation(chain, adviser.observation)
        node, edge = find_node(tree, chain), np.int64(-1)
        if node < 0:
            prefer_again(adviser, seat)
            node = add_node(tree, chain, adviser.mask, adviser.logits, puct.softness)
            if seat == viewer:
                foretell(adviser, viewer, seats, returned)
                if node >= 0:
                    tree.nodes[node].visits, tree.nodes[node].total = 1, returned[viewer]
                if not at_root:
                    return depth
            else:
                action = draw_preferred(adviser, words)
                if node >= 0:
                    edge = edge_of(tree, node, action)
        if node >= 0 and edge < 0:
            edge = first
            if edge < 0 or not at_root:
                edge = best_edge(tree, node, puct, others, words, None)
            action = np.int64(tree.edges[edge].action)
        if node >= 0:
            trail[depth, 0], trail[depth, 1], trail[depth, 2] = node, edge, seat
            depth += 1
        stir_in(chain, action)
        at_root = False
        proceed(setup, state, action)
    returned[:] = 0
    returns(setup, state, returned)
    return depth


@compiled
def back_up(tree, depth, returned):
    """Credit what a simulation came to to its trail, and to its first action for every seat."""
    trail = tree.trail
    for step in range(depth):
        node, edge, seat = tree.nodes[trail[step, 0]], tree.edges[trail[step, 1]], trail[step, 2]
        node.visits += 1
        node.total += returned[seat]
        edge.visits += 1
        edge.total += returned[seat]
    first = tree.edges[trail[0, 1]].action
    for seat in range(returned.size):
        tree.totals[first, seat] += returned[seat]
