"""Comrade: whom to call, when to vote for freedom, which word to choose, and what to claim."""

from __future__ import annotations

import math

import numpy as np

from ....envs.comrade.rules.seats import about, place_in_order, role_at
from ....envs.comrade.rules.state import ACT_CLAIM, Act, Claim, Prepared, Role, State
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import below, fraction
from ....envs.table.records import Array, Float, Int
from ....envs.table.seats import clockwise
from ....envs.table.sets import has, size
from .sheet import P_INFORMER, WORTH, Weight, share_of_knowers


@compiled
def choose_call(
    weights: Array, setup: Prepared, state: State, seat: Int, pair: Array, aware: Array, sheet: Array
) -> Int:
    """Call who is likely to know the word and to hold a comrade card; as the informer, who is not.

    The voters are called clockwise: the next one is the nearest of the best that are still to be found.
    """
    missing = setup.voters - size(state.turns[state.turn].called)
    sign = -1.0 if role_at(state, seat) == Role.INFORMER else 1.0
    guess = chance_of_guess(weights, setup, state, sheet)
    first = np.int64(state.cursor) + 1
    for step in range(first, setup.seats):
        worth = 0.0
        voter = clockwise(setup.seats, seat, step)
        for holder in range(setup.seats):
            for other in range(setup.seats):
                if holder != voter and other != voter and pair[holder, other] > 0:
                    known = np.float64(aware[holder, other, voter])
                    _, right = freedom_and_right(weights, known, guess)
                    worth += pair[holder, other] * right
        sheet[WORTH, step] = sign * worth + weights[Weight.NOISE] * fraction(state.rng)
    for step in range(first, setup.seats):
        better = 0
        for rival in range(first, setup.seats):
            better += sheet[WORTH, rival] > sheet[WORTH, step]
        if better < missing:
            return about(Act.CALL, step)
    return about(Act.CALL, first)


@compiled
def freedom_and_right(weights: Array, known: Float, guess: Float) -> tuple[Float, Float]:
    """Chances that a comrade votes for freedom, and that it does so and then chooses the right word."""
    knowing = known * weights[Weight.FREE_KNOWING]
    guessing = (1.0 - known) * weights[Weight.FREE_GUESSING]
    return knowing + guessing, knowing + guessing * guess


@compiled
def choose_vote(
    weights: Array, setup: Prepared, state: State, seat: Int, pair: Array, aware: Array, sheet: Array
) -> Int:
    """Vote for freedom where the committee is likely to be won; as the informer, where losing it pays."""
    if role_at(state, seat) == Role.INFORMER:
        early = weights[Weight.DELAY] ** (place_in_order(setup, state.chairman, seat) - 1)
        gain = weights[Weight.DARE] + weights[Weight.DARE_EARLY] * early
        gain += weights[Weight.DARE_KNOWN] * share_of_knowers(setup, sheet)
        return Act.FREEDOM if gain > 0.0 else Act.PARTY
    won = chance_to_win(weights, setup, state, seat, pair, aware, sheet)
    cost = weights[Weight.LOST] + weights[Weight.LOST_DANGER] * danger(weights, setup, state, sheet)
    return Act.FREEDOM if won - (1.0 - won) * cost > weights[Weight.SKIPPED] else Act.PARTY


@compiled
def chance_to_win(
    weights: Array, setup: Prepared, state: State, seat: Int, pair: Array, aware: Array, sheet: Array
) -> Float:
    """Chance that the committee is won given that all the other voters vote for freedom: else this vote is idle."""
    called = np.int64(state.turns[state.turn].called)
    guess = chance_of_guess(weights, setup, state, sheet)
    held, won = 0.0, 0.0
    for holder in range(setup.seats):
        for other in range(setup.seats):
            free = np.float64(pair[holder, other])
            win = free
            if free > 0.0:
                for voter in range(setup.seats):
                    if not has(called, voter) or voter == seat:
                        continue
                    if voter == holder:
                        free *= weights[Weight.FREE_DISSIDENT]
                        win *= 0.0
                    elif voter == other:
                        free *= weights[Weight.FREE_INFORMER]
                        win *= 0.0
                    else:
                        freedom, right = freedom_and_right(weights, np.float64(aware[holder, other, voter]), guess)
                        free *= freedom
                        win *= right
                held += free
                won += win
    mine = 1.0 if has(state.knowers, seat) else guess
    return mine * won / held if held > 0.0 else 0.0


@compiled
def danger(weights: Array, setup: Prepared, state: State, sheet: Array) -> Float:
    """How likely the informer is to be early in the interrogation, when the dissident has just been shown."""
    total = 0.0
    for seat in range(setup.seats):
        before = place_in_order(setup, state.chairman, seat) - 1
        total += sheet[P_INFORMER, seat] * weights[Weight.DELAY] ** before
    return total


@compiled
def choose_claimed_word(weights: Array, setup: Prepared, state: State, sheet: Array) -> Int:
    """Choose the word that the claims speak for, by lot if for none."""
    odds = odds_by_claims(weights, setup, state, sheet)
    if odds == 0.0:
        return Act.WORD + below(state.rng, 2)
    return Act.WORD + (1 if odds > 0.0 else 0)


@compiled
def odds_by_claims(weights: Array, setup: Prepared, state: State, sheet: Array) -> Float:
    """Logarithm of the odds that the word is perestroika, by this turn's claims."""
    total = 0.0
    if not setup.claims:
        return total
    for seat in range(setup.seats):
        word = np.int64(state.turns[state.turn].claims[seat]) - 1 - Claim.WORD
        if word == 0 or word == 1:
            informer = sheet[P_INFORMER, seat]
            true = weights[Weight.HONEST] * (1.0 - informer) + weights[Weight.LIAR] * informer
            odds = math.log(true / (1.0 - true))
            total += odds if word == 1 else -odds
    return total


@compiled
def chance_of_guess(weights: Array, setup: Prepared, state: State, sheet: Array) -> Float:
    """Chance that one that does not know the word chooses the right one."""
    return 1.0 / (1.0 + math.exp(-abs(odds_by_claims(weights, setup, state, sheet))))


@compiled
def choose_claim(state: State, seat: Int) -> Int:
    """Tell the word; as the informer a wrong one. Who holds the dissident card says no more than a comrade."""
    role = role_at(state, seat)
    known = has(state.knowers, seat)
    word = np.int64(state.word) if known else below(state.rng, 2)
    if role == Role.INFORMER:
        return ACT_CLAIM + Claim.WORD + (1 - word)
    if role == Role.COMRADE and known:
        return ACT_CLAIM + Claim.WORD + word
    return ACT_CLAIM + (Claim.COMRADE if below(state.rng, 2) else Claim.NOTHING)
