"""The compiled half of search with a network: down a tree by a policy and a value.

Every simulation redraws what the searching seat cannot know and plays from there. At the searching seat's own decisions
it goes by PUCT (Rosin 2011; Silver and others, "Mastering the game of Go without human knowledge", 2017): an action is
tried the more, the better it has done and the more the policy prefers it to how often it has been tried. The first own
decision that is new ends the simulation: the policy's preferences there are kept with it, and the network says what the
game will be worth to every seat from there, or what it came to by a playout (:mod:`.guided_simulation`). A game that
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

import numpy as np

from ..envs.table.compilation.compile import compiled
from ..envs.table.kernels import proceed, redraw
from ..envs.table.random import fraction
from ..envs.table.rules import legal_actions, observe, returns
from .inference import drawn, log_total, preferences, preferred
from .inference_value import seat_values

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
"""Places in ``used``."""

_U = np.uint64
_LOW = np.uint64(0xFFFFFFFF)
_PRIMES = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)


@compiled
def stir(word, more, prime):
    """Return 32 bits that stand for ``word`` and ``more``, both of 32 bits."""
    product = (word ^ more) * prime
    return (product ^ (product >> _U(29))) & _LOW


@compiled
def stir_in(key, number):
    """Let a key, two words, stand for ``number`` too."""
    word = _U(np.int64(number) & 0xFFFFFFFF)
    key[0] = np.uint32(stir((_U(key[0]) + _U(1)) & _LOW, word, _PRIMES[0]))
    key[1] = np.uint32(stir((_U(key[1]) + _U(2)) & _LOW, word, _PRIMES[1]))


@compiled
def stir_in_observation(key, observation):
    """Let a key stand for all that is observed."""
    first, second = _U(key[0]), _U(key[1])
    for place in range(observation.size):
        number = observation[place]
        if number != 0:
            word = _U(np.int64(number * 65536.0) & 0xFFFFFFFF)
            where = _U(place + 1)
            first = stir((first + where) & _LOW, word, _PRIMES[0])
            second = stir((second + where) & _LOW, word, _PRIMES[1])
    key[0], key[1] = np.uint32(first), np.uint32(second)


@compiled
def find_node(nodes, heads, key):
    """Return the number of the node with a key, -1 if there is none."""
    number = np.int64(heads[np.int64(key[0]) & (heads.size - 1)]) - 1
    while number >= 0:
        if nodes[number].key0 == key[0] and nodes[number].key1 == key[1]:
            break
        number = np.int64(nodes[number].next) - 1
    return number


@compiled
def add_node(nodes, edges, heads, used, key, mask, logits, softness):
    """Keep a decision with the policy's preferences, softened; return its number, -1 if there is no room."""
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
def edge_of(nodes, edges, number, action):
    """Return the edge of an action at a node."""
    edge = np.int64(nodes[number].first)
    while edges[edge].action != action:
        edge += 1
    return edge


@compiled
def best_edge(nodes, edges, number, low, scale, exploration, unvisited, spread, words, luck):
    """Return the edge with the highest score: its value from 0 to 1, and a bonus for what the policy prefers.

    An action that has not been tried counts as ``unvisited`` less than the node itself. With ``spread`` every bonus is
    multiplied by a random number around 1. ``luck`` is what mean returns owe to chance as far as that is known, by the
    place of the edge at its node, or None.
    """
    node = nodes[number]
    start = (node.total / node.visits - low) * scale - unvisited
    width = exploration * math.sqrt(node.visits)
    best, best_score = np.int64(-1), -np.inf
    for place in range(node.first, node.first + node.edges):
        edge = edges[place]
        score = start if edge.visits == 0 else (edge.total / edge.visits - low) * scale
        if luck is not None:
            score -= luck[place - node.first] * scale
        bonus = width * edge.prior / (1 + edge.visits)
        if spread is not None:
            bonus *= 1.0 + spread * (fraction(words) - 0.5)
        if score + bonus > best_score:
            best, best_score = np.int64(place), score + bonus
    return best


@compiled
def most_visited(nodes, edges, number):
    """Return the edge tried most at a node; that with the higher prior among equals."""
    best = np.int64(nodes[number].first)
    for place in range(best + 1, best + nodes[number].edges):
        more = edges[place].visits - edges[best].visits
        if more > 0 or (more == 0 and edges[place].prior > edges[best].prior):
            best = np.int64(place)
    return best


@compiled
def only_action(mask):
    """Return the legal action if there is just one, -1 if there are several."""
    found = np.int64(-1)
    for action in range(mask.size):
        if mask[action] != 0:
            if found >= 0:
                return np.int64(-1)
            found = np.int64(action)
    return found


@compiled
def begin(chains, seats):
    """Start every seat's key at what it knows of itself."""
    for seat in range(seats):
        chains[seat, 0], chains[seat, 1] = seat + 1, seats - seat


@compiled
def turn(foretold, viewer, seats, returned):
    """Write by seats what the network foretells, which begins with the seat that looks."""
    for place in range(seats):
        returned[(viewer + place) % seats] = foretold[place]


@compiled
def has_left(state, seat):
    """Return whether a seat has left the game, so that its returns are final."""
    return (np.int64(state.gone) >> seat) & 1 != 0


@compiled
def worth_when_gone(setup, state, viewer, mask, observation, logits, weights, shape, inputs, thing_of, scratch,
                    value_numbers, value_shape, span, foretold, returned):  # fmt: skip
    """Write what a game that ``viewer`` has left is worth: returns that are final, and for the rest what is foretold.

    To play it to its end would cost much and change nothing for who looks ahead.
    """
    seats = np.int64(setup.seats)
    returned[:] = 0
    returns(setup, state, returned)
    mask[:], observation[:] = 0, 0
    observe(setup, state, viewer, observation)
    preferences(weights, shape, inputs, thing_of, observation, mask, scratch, logits)
    seat_values(value_numbers, value_shape, span, shape, observation, scratch, foretold)
    for place in range(seats):
        seat = (viewer + place) % seats
        if not has_left(state, seat):
            returned[seat] = foretold[place]


@compiled
def descend(setup, state, words, nodes, edges, heads, used, trail, chains, mask, observation, logits, returned,
            weights, shape, inputs, thing_of, scratch, value_numbers, value_shape, span,
            exploration, unvisited, softness, others, foretold, first):  # fmt: skip
    """Play ``state`` to the first new decision of the seat to move, or to the end; return the length of ``trail``.

    ``first`` is the edge to begin with, -1 where the root is not known yet. What the game is then worth to every seat
    is left in ``returned``.
    """
    viewer, seats, depth = np.int64(state.seat), np.int64(setup.seats), 0
    low, scale = span[0], 1.0 / (span[1] - span[0])
    at_root = True
    begin(chains, seats)
    while state.over == 0:
        if others is None and has_left(state, viewer):
            worth_when_gone(setup, state, viewer, mask, observation, logits, weights, shape, inputs, thing_of, scratch,
                            value_numbers, value_shape, span, foretold, returned)  # fmt: skip
            return depth
        mask[:] = 0
        legal_actions(setup, state, mask)
        seat, action = np.int64(state.seat), only_action(mask)
        if action >= 0 and not at_root:
            proceed(setup, state, action)
            continue
        observation[:] = 0
        observe(setup, state, seat, observation)
        if others is None and seat != viewer:
            preferences(weights, shape, inputs, thing_of, observation, mask, scratch, logits)
            proceed(setup, state, drawn(logits, mask, log_total(logits, mask), fraction(words)))
            continue
        chain = chains[seat]
        stir_in_observation(chain, observation)
        node, edge = find_node(nodes, heads, chain), np.int64(-1)
        if node < 0:
            preferences(weights, shape, inputs, thing_of, observation, mask, scratch, logits)
            node = add_node(nodes, edges, heads, used, chain, mask, logits, softness)
            if seat == viewer:
                seat_values(value_numbers, value_shape, span, shape, observation, scratch, foretold)
                turn(foretold, viewer, seats, returned)
                if node >= 0:
                    nodes[node].visits, nodes[node].total = 1, returned[viewer]
                if not at_root:
                    return depth
            else:
                action = drawn(logits, mask, log_total(logits, mask), fraction(words))
                if node >= 0:
                    edge = edge_of(nodes, edges, node, action)
        if node >= 0 and edge < 0:
            edge = first
            if edge < 0 or not at_root:
                edge = best_edge(nodes, edges, node, low, scale, exploration, unvisited, others, words, None)
            action = np.int64(edges[edge].action)
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
def back_up(nodes, edges, trail, depth, returned, totals):
    """Credit what a simulation came to to its trail, and to its first action for every seat."""
    for step in range(depth):
        node, edge, seat = nodes[trail[step, 0]], edges[trail[step, 1]], trail[step, 2]
        node.visits += 1
        node.total += returned[seat]
        edge.visits += 1
        edge.total += returned[seat]
    first = edges[trail[0, 1]].action
    for seat in range(returned.size):
        totals[first, seat] += returned[seat]


def continue_guided(setup, root, work, words, nodes, edges, heads, chains, mask, observation, logits, weights, shape,
                    inputs, thing_of, scratch, others, first, line, states):  # fmt: skip
    """Entry point: go on from ``root[0]`` with ``first`` as everybody most likely does; write seats and actions.

    The searching seat does what it tried most, where it has tried anything, and so do others that search; all else is
    what the policy prefers. Arguments are those of :func:`~.guided_simulation.simulate_guided`; for every decision
    ``line``, int64, shape (length, 2), gets a row, and ``states``, STATE records, shape (length,), the position before
    it. Returns how many.
    """
    state = work[0]
    work[0] = root[0]
    redraw(setup[0], state, state.seat, words)
    viewer, action, written = np.int64(state.seat), np.int64(first), 0
    begin(chains, np.int64(setup[0].seats))
    while state.over == 0 and written < line.shape[0]:
        seat, asked = np.int64(state.seat), written == 0
        mask[:] = 0
        legal_actions(setup[0], state, mask)
        if not asked:
            action = only_action(mask)
        if asked or action < 0:
            observation[:] = 0
            observe(setup[0], state, seat, observation)
            stir_in_observation(chains[seat], observation)
        if action < 0:
            node = np.int64(-1)
            if others is not None or seat == viewer:
                node = find_node(nodes, heads, chains[seat])
            if node >= 0:
                action = np.int64(edges[most_visited(nodes, edges, node)].action)
            else:
                preferences(weights, shape, inputs, thing_of, observation, mask, scratch, logits)
                action = preferred(logits, mask)
            asked = True
        if asked:
            stir_in(chains[seat], action)
        line[written, 0], line[written, 1] = seat, action
        states[written] = work[0]
        written += 1
        proceed(setup[0], state, action)
    return written
