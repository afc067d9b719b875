"""What a seat believes: a probability for every place of the two special cards, brought up to date event by event.

``pair[d, i]`` is proportional to the probability that seat d holds the dissident card and seat i the informer card,
given all that one seat has seen. The comrades being all alike, this is a sufficient statistic of its memory: the
present places follow from the previous ones and from who handed a card to whom, so that the exact posterior is a
forward filter (Rabiner 1989) with n (n - 1) states. Weights are kept up to a common factor.

``aware[k, d]`` is the probability that seat k knows the word if seat d holds the dissident card. It is exact but for
one thing: it takes k's knowledge, given d, as independent of where the informer is.

What is believed of the others' choices is a *model*: how likely one that holds two cards is to hand over the special
one of them (:class:`~cogitable.envs.comrade.posterior.Model`). Uniformly random players do so half of the time.
"""

from __future__ import annotations

import numpy as np

from ..table.compile import compiled
from .seats import among
from .state import COMRADE, DISSIDENT, INFORMER, UNKNOWN

_ZERO, _ONE = np.float32(0.0), np.float32(1.0)


@compiled
def begin(pair, aware, seats, seat, role):
    """Believe what follows from one's own first card."""
    for holder in range(seats):
        for other in range(seats):
            possible = holder != other
            possible &= (holder == seat) == (role == DISSIDENT)
            possible &= (other == seat) == (role == INFORMER)
            pair[holder, other] = _ONE if possible else _ZERO
    only_holder_knows(aware, seats)
    normalize(pair, seats)


@compiled
def only_holder_knows(aware, seats):
    """The word has just been drawn."""
    for knower in range(seats):
        for holder in range(seats):
            aware[knower, holder] = _ONE if knower == holder else _ZERO


@compiled
def normalize(pair, seats):
    """Scale the weights to add up to 1."""
    total = _ZERO
    for holder in range(seats):
        for other in range(seats):
            total += pair[holder, other]
    if total > _ZERO:
        for holder in range(seats):
            for other in range(seats):
                pair[holder, other] /= total


@compiled
def learn_card(pair, seats, at, role):
    """The only card at seat ``at`` is of this role."""
    for holder in range(seats):
        for other in range(seats):
            if (holder == at) != (role == DISSIDENT) or (other == at) != (role == INFORMER):
                pair[holder, other] = _ZERO


@compiled
def looked(pair, aware, giver, target):
    """The giver has looked at the target's card and the game goes on: no informer has found the dissident."""
    pair[target, giver] = _ZERO
    aware[giver, target] = _ONE


@compiled
def handed(pair, aware, seats, giver, receiver, dissident_moves, informer_moves):
    """A card has changed hands, unseen by this seat, and the game goes on.

    ``dissident_moves`` and ``informer_moves`` (float32) are the probabilities that it was the dissident card, or the
    informer card, if the giver held that one.
    """
    pair[giver, receiver] *= _ONE - dissident_moves  # the dissident card handed to the informer ends the game
    moved, stayed = _ZERO, _ZERO
    for other in range(seats):
        if other != receiver:
            part = pair[giver, other] * dissident_moves
            moved += part
            stayed += pair[receiver, other]
            pair[receiver, other] += part
            pair[giver, other] -= part
    for holder in range(seats):
        if holder != receiver:
            part = pair[holder, giver] * informer_moves
            pair[holder, receiver] += part
            pair[holder, giver] -= part
    if moved > _ZERO:
        share = moved / (moved + stayed)
        for knower in range(seats):
            aware[knower, receiver] += share * (aware[knower, giver] - aware[knower, receiver])
    aware[receiver, receiver] = _ONE


@compiled
def handed_openly(pair, aware, seats, giver, receiver, role, dissident_moves, informer_moves):
    """As :func:`handed`, for the giver and the receiver, who know the card's role."""
    if role == COMRADE:
        for other in range(seats):
            pair[giver, other] *= _ONE - dissident_moves
            pair[other, giver] *= _ONE - informer_moves
    elif role == DISSIDENT:
        for other in range(seats):
            pair[receiver, other] = pair[giver, other] if other != receiver else _ZERO
        learn_card(pair, seats, receiver, DISSIDENT)
        for knower in range(seats):
            aware[knower, receiver] = aware[knower, giver]
        aware[receiver, receiver] = _ONE
    else:
        for other in range(seats):
            pair[other, receiver] = pair[other, giver] if other != receiver else _ZERO
        for holder in range(seats):
            for other in range(seats):
                if other != receiver:
                    pair[holder, other] = _ZERO
    normalize(pair, seats)


@compiled
def shown(pair, aware, seats, called, dissident, informer):
    """A committee was lost: its voters' cards and the dissident have been shown, and a new word has been drawn."""
    for holder in range(seats):
        for other in range(seats):
            possible = holder == dissident
            possible &= other == informer if informer != UNKNOWN else not among(called, other)
            if not possible:
                pair[holder, other] = _ZERO
    only_holder_knows(aware, seats)
    normalize(pair, seats)


@compiled
def counted(pair, seats, likelihood):
    """Votes have been disclosed.

    Args:
        pair: Weights, changed in place.
        seats: Number of seats.
        likelihood: Of the number of party votes, by dissident's seat and informer's seat, float32.
    """
    for holder in range(seats):
        for other in range(seats):
            pair[holder, other] *= likelihood[holder, other]
    normalize(pair, seats)
