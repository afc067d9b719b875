"""What a seat believes: a probability for every place of the two special cards, brought up to date event by event.

``pair[d, i]`` is proportional to the probability that seat d holds the dissident card and seat i the informer card,
given all that one seat has seen. The comrades being all alike, this is a sufficient statistic of its memory: the
present places follow from the previous ones and from who handed a card to whom, so that the exact posterior is a
forward filter (Rabiner 1989) with n (n - 1) states. Weights are kept up to a common factor.

``aware[d, i, k]`` is the probability that seat k knows the word if seats d and i hold the two cards. It is exact, too:
whether k has held or seen the dissident card follows from the places on the way, so that each k is a chain of its own.

What is believed of the others' choices is a *model*: how likely one that holds two cards is to hand over the special
one of them (:class:`~cogitable.envs.comrade.rules.posterior.Model`). Uniformly random players do so half of the time.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.records import Array, Float, Int
from ...table.sets import has, one
from .state import UNKNOWN, Role, Turn

_ZERO, _ONE = np.float32(0.0), np.float32(1.0)


@compiled
def begin(pair: Array, aware: Array, seats: Int, seat: Int, role: Int) -> None:
    """Believe what follows from one's own first card."""
    for holder in range(seats):
        for other in range(seats):
            pair[holder, other] = _ONE if holder != other else _ZERO
    learn_card(pair, seats, seat, role)
    for holder in range(seats):
        only_holder_knows(aware, seats, holder)
    normalize(pair, seats)


@compiled
def only_holder_knows(aware: Array, seats: Int, holder: Int) -> None:
    """The word has just been drawn by this holder of the dissident card."""
    for other in range(seats):
        for knower in range(seats):
            aware[holder, other, knower] = _ZERO
        aware[holder, other, holder] = _ONE


@compiled
def total_weight(pair: Array, seats: Int) -> Float:
    """Return the sum of the weights."""
    total = _ZERO
    for holder in range(seats):
        for other in range(seats):
            total += pair[holder, other]
    return total


@compiled
def normalize(pair: Array, seats: Int) -> None:
    """Scale the weights to add up to 1."""
    total = total_weight(pair, seats)
    if total > _ZERO:
        for holder in range(seats):
            for other in range(seats):
                pair[holder, other] /= total


@compiled
def keep(pair: Array, seats: Int, dissidents: Int, informers: Int) -> None:
    """The dissident card is at one seat of the first set, the informer card at one of the second."""
    for holder in range(seats):
        for other in range(seats):
            if not (has(dissidents, holder) and has(informers, other)):
                pair[holder, other] = _ZERO


@compiled
def learn_card(pair: Array, seats: Int, at: Int, role: Int) -> None:
    """The only card at seat ``at`` is of this role."""
    here, elsewhere = one(at), ~one(at)
    keep(pair, seats, here if role == Role.DISSIDENT else elsewhere, here if role == Role.INFORMER else elsewhere)


@compiled
def looked(pair: Array, aware: Array, seats: Int, giver: Int, target: Int) -> None:
    """The giver has looked at the target's card and the game goes on: no informer has found the dissident."""
    pair[target, giver] = _ZERO
    for other in range(seats):
        aware[target, other, giver] = _ONE


@compiled
def handed(
    pair: Array, aware: Array, seats: Int, giver: Int, receiver: Int, dissident_moves: Int, informer_moves: Int
) -> None:
    """A card has changed hands, unseen by this seat, and the game goes on.

    ``dissident_moves`` and ``informer_moves`` (float32) are the probabilities that it was the dissident card, or the
    informer card, if the giver held that one.
    """
    pair[giver, receiver] *= _ONE - dissident_moves  # the dissident card handed to the informer ends the game
    for other in range(seats):
        if other != receiver:
            move(pair, aware, seats, giver, other, receiver, other, pair[giver, other] * dissident_moves)
            aware[receiver, other, receiver] = _ONE
    for holder in range(seats):
        if holder != receiver:
            move(pair, aware, seats, holder, giver, holder, receiver, pair[holder, giver] * informer_moves)


@compiled
def move(
    pair: Array, aware: Array, seats: Int, holder: Int, other: Int, new_holder: Int, new_other: Int, part: Float
) -> None:
    """A part of the weight of one place of the two cards goes to another place, and what is known with it."""
    if part > _ZERO:
        pair[holder, other] -= part
        pair[new_holder, new_other] += part
        share = part / pair[new_holder, new_other]
        known, moved = aware[new_holder, new_other], aware[holder, other]
        for knower in range(seats):
            known[knower] = (_ONE - share) * known[knower] + share * moved[knower]


@compiled
def kept_special(pair: Array, seats: Int, giver: Int, dissident_moves: Int, informer_moves: Int) -> None:
    """The giver has handed over a comrade: the less likely, the likelier it hands over a special card it holds."""
    for other in range(seats):
        pair[giver, other] *= _ONE - dissident_moves
        pair[other, giver] *= _ONE - informer_moves


@compiled
def shown(pair: Array, aware: Array, seats: Int, turn: Turn) -> None:
    """A committee was lost: its voters' cards and the dissident have been shown, and a new word has been drawn."""
    informers = ~np.int64(turn.called) if turn.informer == UNKNOWN else one(turn.informer)
    keep(pair, seats, one(turn.dissident), informers)
    only_holder_knows(aware, seats, np.int64(turn.dissident))
    normalize(pair, seats)
