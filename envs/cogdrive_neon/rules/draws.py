"""What the other player can tell of the cards that a player has drawn unseen from its deck and still holds.

A card that is shown may have been drawn at any time since it went into the deck. So the other player cannot tell which
of several draws is left in hand; it can tell how likely each possibility is, and that is kept here. It follows from the
log alone: from when cards were drawn, and from which cards have been shown.

Cards lie in a deck in *layers*: a shuffle that brings cards in opens a new layer above those before. A draw is of the
newest layer that there is at its time, and what was drawn is a card of that layer or an older one (``entered``). A
*tally* says how many of the draws still hidden in hand are of each layer, in six bits a layer; ``odds`` says how many
ways of matching the cards shown so far with draws leave that tally, as a share of all. Each of these ways is as likely
as every other, times the ways to choose the cards that are hidden now.

The first tally is always the one with the newest draws. Layers that nothing tells apart are joined, so that there are
few. Should there ever be more than ``MAX_TALLIES``, the least likely are forgotten; with more than ``MAX_LAYERS`` the
two oldest become one. In a hundred thousand random decisions there were at most 9 tallies and 5 layers.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.piles import SINGLE, has, pile_set
from ...table.random import fraction
from ...table.records import Array, Float, Int
from .state import CARDS, MAX_LAYERS, MAX_TALLIES, State

_NONE, _ONE = np.uint64(0), np.uint64(1)
_BITS = 6
_MANY = 4  # layers from which on it is worth looking for some that can be joined
_LARGEST = np.uint64((1 << _BITS) - 1)


@compiled
def start_tallies(state: State, owner: Int) -> None:
    """Nothing is drawn, and all cards of the deck are of one layer."""
    state.num_tallies[owner], state.odds[owner, 0] = 1, 1.0


@compiled(inline=True)
def place(layer: Int) -> Int:
    """Return the first bit of a layer in a tally, which is also what one draw of it counts."""
    return _ONE << np.uint64(_BITS * layer)


@compiled(inline=True)
def drawn_at(tally: Int, layer: Int) -> Int:
    """Return how many draws of a layer a tally has."""
    return np.int64((tally >> np.uint64(_BITS * layer)) & _LARGEST)


@compiled
def count_draw(state: State, owner: Int) -> None:
    """A player has drawn a card from its deck that the other one does not know."""
    one = place(state.layers[owner])
    for i in range(state.num_tallies[owner]):
        state.tallies[owner, i] += one


@compiled
def count_shown(state: State, owner: Int, card: Int) -> None:
    """The other player sees a card in hand that it did not know to be there."""
    if state.entered[card] < 0:
        return  # drawn from the Hangar deck, as only such a card can be
    layer = only_layer(state, owner, card)
    if layer >= 0:
        state.tallies[owner, 0] -= place(layer)
    else:
        match_shown(state, owner, card)


@compiled
def only_layer(state: State, owner: Int, card: Int) -> Int:
    """Return the layer of which a card must have been drawn, -1 if there are several."""
    newest, found = np.int64(state.layers[owner]), np.int64(-1)
    if newest > 0 and state.num_tallies[owner] > 1:
        return found
    for layer in range(state.entered[card], newest + 1):
        if drawn_at(state.tallies[owner, 0], layer) > 0:
            if found >= 0:
                return np.int64(-1)
            found = np.int64(layer)
    return found


@compiled(allocates=True)
def match_shown(state: State, owner: Int, card: Int) -> None:
    """Take one of the draws that may have been a card out of every tally, in every way."""
    tallies, odds = state.tallies[owner].copy(), state.odds[owner].copy()
    total = state.num_tallies[owner]
    state.num_tallies[owner] = 0
    for i in range(total):
        for layer in range(state.entered[card], state.layers[owner] + 1):  # of the first tally its oldest draw first
            number = drawn_at(tallies[i], layer)
            if number > 0:
                add_tally(state, owner, tallies[i] - place(layer), odds[i] * number)
    share_odds(state, owner)


@compiled
def add_tally(state: State, owner: Int, tally: Int, odds: Float) -> None:
    """Add a tally, or its odds where it is there already."""
    total, at = state.num_tallies[owner], np.int64(1)
    for i in range(total):
        if state.tallies[owner, i] == tally:
            state.odds[owner, i] += np.float32(odds)
            return
        if i > 0 and state.odds[owner, i] < state.odds[owner, at]:
            at = np.int64(i)
    if total < MAX_TALLIES:
        at = np.int64(total)
        state.num_tallies[owner] += 1
    elif odds <= state.odds[owner, at]:
        return
    state.tallies[owner, at] = tally
    state.odds[owner, at] = np.float32(odds)


@compiled
def share_odds(state: State, owner: Int) -> None:
    """Let the odds of all tallies add up to one."""
    total = 0.0
    for i in range(state.num_tallies[owner]):
        total += state.odds[owner, i]
    for i in range(state.num_tallies[owner]):
        state.odds[owner, i] = np.float32(state.odds[owner, i] / total)


# Layers


@compiled
def newest_draw(state: State, owner: Int) -> Int:
    """Return the newest layer of which a card may be hidden in hand, -1 if none is hidden."""
    layer = np.int64(state.layers[owner])
    while layer >= 0 and drawn_at(state.tallies[owner, 0], layer) == 0:
        layer -= 1
    return layer


@compiled
def any_drawn_at(state: State, owner: Int, layer: Int) -> bool:
    for i in range(state.num_tallies[owner]):
        if drawn_at(state.tallies[owner, i], layer) > 0:
            return True
    return False


@compiled
def hidden_draws(state: State, owner: Int) -> Int:
    """The cards in hand that were drawn from the deck and that the other player does not know to be there."""
    hidden, others = state.hand[owner] & ~state.located[1 - owner], _NONE
    if hidden != _NONE:
        for card in range(CARDS):
            others |= SINGLE[card] if state.entered[card] < 0 else _NONE
    return hidden & ~others


@compiled
def drawn_from(state: State, owner: Int) -> Int:
    """The cards in hand or deck of which the other player knows only that they are in one of them."""
    deck = pile_set(state.piles, state.sizes, owner) & ~state.located[1 - owner]
    return hidden_draws(state, owner) | deck


@compiled
def open_layer(state: State, owner: Int) -> Int:
    """Return the layer of the cards that come into a deck now, a new one where older draws are hidden in hand."""
    if state.layers[owner] >= _MANY:
        join_layers(state, owner)
    newest = state.layers[owner]
    if any_drawn_at(state, owner, newest):
        if newest + 1 == MAX_LAYERS:
            join(state, owner, drawn_from(state, owner), 0)
        state.layers[owner] += 1
    return np.int64(state.layers[owner])


@compiled
def join_layers(state: State, owner: Int) -> None:
    """Join layers that nothing tells apart: no draw is of the one, or no card is of the next."""
    pool = drawn_from(state, owner)
    forget_impossible(state, owner, pool)
    layer = 0
    while layer < state.layers[owner]:
        if any_drawn_at(state, owner, layer) and any_entered_at(state, pool, layer + 1):
            layer += 1
        else:
            join(state, owner, pool, layer)


@compiled
def any_entered_at(state: State, pool: Int, layer: Int) -> bool:
    entered = _NONE
    for card in range(CARDS):
        entered |= SINGLE[card] if state.entered[card] == layer else _NONE
    return entered & pool != _NONE


@compiled
def join(state: State, owner: Int, pool: Int, layer: Int) -> None:
    """Make one layer of this one and the next."""
    for card in range(CARDS):
        if has(pool, card) and state.entered[card] > layer:
            state.entered[card] -= 1
    state.layers[owner] -= 1
    if state.num_tallies[owner] == 1:
        state.tallies[owner, 0] = joined(state.tallies[owner, 0], layer)
    else:
        join_tallies(state, owner, layer)


@compiled(inline=True)
def joined(tally: Int, layer: Int) -> Int:
    """Return a tally in which a layer and the next are one."""
    upper = np.uint64(_BITS * (layer + 1))
    return (tally & ((_ONE << upper) - _ONE)) + ((tally >> upper) << (upper - np.uint64(_BITS)))


@compiled(allocates=True)
def join_tallies(state: State, owner: Int, layer: Int) -> None:
    """Join a layer and the next in all tallies, which may make some of them the same."""
    tallies, odds = state.tallies[owner].copy(), state.odds[owner].copy()
    total = state.num_tallies[owner]
    state.num_tallies[owner] = 0
    for i in range(total):
        add_tally(state, owner, joined(tallies[i], layer), odds[i])


# What is hidden now


@compiled(allocates=True)
def forget_impossible(state: State, owner: Int, pool: Int) -> None:
    """Forget tallies for which there are no longer cards enough that are old enough."""
    if state.num_tallies[owner] == 1:
        return
    candidates = np.zeros(MAX_LAYERS)
    count_candidates(state, pool, candidates)
    kept = 0
    for i in range(state.num_tallies[owner]):
        if i == 0 or ways_to_fill(state, owner, candidates, state.tallies[owner, i]) > 0.0:
            state.tallies[owner, kept], state.odds[owner, kept] = state.tallies[owner, i], state.odds[owner, i]
            kept += 1
    state.num_tallies[owner] = kept
    share_odds(state, owner)


@compiled
def count_candidates(state: State, pool: Int, candidates: Array) -> None:
    """Count by layer the cards of a set that may have been drawn then."""
    for card in range(CARDS):
        if has(pool, card):
            for layer in range(state.entered[card], MAX_LAYERS):
                candidates[layer] += 1


@compiled
def ways_to_fill(state: State, owner: Int, candidates: Array, tally: Int) -> Float:
    """In how many ways the draws of a tally can be cards; older draws have fewer candidates and take theirs first."""
    ways, used = 1.0, 0
    for layer in range(state.layers[owner] + 1):
        for _ in range(drawn_at(tally, layer)):
            ways *= max(candidates[layer] - used, 0.0)
            used += 1
    return ways


@compiled(allocates=True)
def pick_tally(state: State, owner: Int, pool: Int) -> Int:
    """Return a random tally of those that may be, each as often as it is likely; ``pool`` are the possible cards."""
    total = state.num_tallies[owner]
    if total == 1:
        return state.tallies[owner, 0]
    candidates, upto = np.zeros(MAX_LAYERS), np.zeros(MAX_TALLIES)
    count_candidates(state, pool, candidates)
    so_far = 0.0
    for i in range(total):
        so_far += state.odds[owner, i] * ways_to_fill(state, owner, candidates, state.tallies[owner, i])
        upto[i] = so_far
    wanted = fraction(state.rng) * so_far
    chosen = 0
    while chosen < total - 1 and upto[chosen] <= wanted:
        chosen += 1
    return state.tallies[owner, chosen]
