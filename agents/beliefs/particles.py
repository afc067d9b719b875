"""The compiled half of beliefs from play: a particle filter over what others hold, by what a policy would have done.

Particles are positions of the past in which all is redrawn that the believing seat could not know then. Each is played
on through the decisions that the seat has perceived since. Where another seat decided, the particle's weight is the
probability that the policy, looking from that seat's own view in the particle, gives to the actions that would have
appeared as the true one did, and one of these is drawn. What the seat did not notice at all is drawn from the policy.
After every decision the seat must observe in the particle just what it did observe; particles in which it does not are
replaced by others, and all are drawn anew by their weights (sequential importance resampling; Gordon, Salmond and Smith
1993). So only what the seat has perceived decides which of them remain.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...envs.table.compilation.compile import compiled
from ...envs.table.kernels import proceed
from ...envs.table.random import below, fork, fraction
from ...envs.table.rules import UNPERCEIVED, appearance, legal_actions
from ..inference.network import Evaluator, log_total, preferences
from ..looking import forced, see
from ..unseen import mix_unseen
from .past import digest

_MOST_UNNOTICED = 64  # decisions in a row


class Cloud(NamedTuple):
    """Positions that are held possible, and as much room again.

    Attributes:
        particles: STATE records, shape (n,).
        spare: Those that may take their places, STATE records, shape (n,).
        likelihoods: What the spare ones weigh, float64, shape (n,).
    """

    particles: np.ndarray
    spare: np.ndarray
    likelihoods: np.ndarray


class Perceived(NamedTuple):
    """What the believing seat has perceived.

    Attributes:
        decisions: ``Recollection.decisions``.
        keys: ``Recollection.keys``.
        present: Digest of what it observes now, uint32, shape (2,).
    """

    decisions: np.ndarray
    keys: np.ndarray
    present: np.ndarray


class Others(NamedTuple):
    """What others are taken to do, and room to find it out.

    Attributes:
        evaluator: The policy.
        doubt: Share of decisions that are taken to be made without it, at random.
        mask: int8, shape (num_actions,).
        observation: float32, shape (layout.size,).
        logits: float32, shape (num_actions,).
        shares: Probability of each legal action, float64, shape (num_actions,).
        key: A digest, uint32, shape (2,).
    """

    evaluator: Evaluator
    doubt: float
    mask: np.ndarray
    observation: np.ndarray
    logits: np.ndarray
    shares: np.ndarray
    key: np.ndarray


@compiled
def looks_like(setup, state, seat, others, first, second):
    """Whether a seat observes what two words stand for."""
    digest(setup, state, seat, others.observation, others.key)
    return others.key[0] == first and others.key[1] == second


@compiled
def chances(setup, state, others):
    """Write what is legal, and the probability that the seat to move takes it: by the policy, with doubt at random."""
    mask, logits, shares = others.mask, others.logits, others.shares
    only = forced(setup, state, mask)
    if only >= 0:
        shares[only] = 1.0
        return
    see(setup, state, np.int64(state.seat), others.observation)
    preferences(others.evaluator, others.observation, mask, logits)
    total, legal = log_total(logits, mask), 0
    for action in range(mask.size):
        legal += mask[action] != 0
    for action in range(mask.size):
        if mask[action] != 0:
            shares[action] = (1.0 - others.doubt) * np.exp(np.float64(logits[action]) - total) + others.doubt / legal


@compiled
def draw_alike(setup, state, words, viewer, seat, look, others):
    """Draw one of the actions that the viewer would have perceived so, or not at all, by their probabilities.

    Returns it and the sum of their probabilities, -1 and 0 if there are none.
    """
    chances(setup, state, others)
    mask, shares, total = others.mask, others.shares, 0.0
    for action in range(mask.size):
        if mask[action] != 0:
            seen = np.int64(appearance(setup, state, np.int64(action), viewer))
            if seen == UNPERCEIVED or (seen == look and state.seat == seat):
                total += shares[action]
            else:
                mask[action] = 0
    wanted, chosen = fraction(words) * total, np.int64(-1)
    for action in range(mask.size):
        if mask[action] != 0 and wanted >= 0.0:
            chosen = np.int64(action)
            wanted -= shares[action]
    return chosen, total


@compiled
def follow(setup, state, words, viewer, perceived, number, others):
    """Play a particle through one decision that was perceived; return its weight, 0 where it disagrees."""
    decision, keys = perceived.decisions[number], perceived.keys[number]
    weight, noticed = 1.0, False
    for _ in range(_MOST_UNNOTICED):
        if noticed:
            break
        if state.over != 0:
            return 0.0
        if state.seat == viewer:
            others.mask[:] = 0
            legal_actions(setup, state, others.mask)
            action = np.int64(decision[2])
            if decision[0] != viewer or others.mask[action] == 0:
                return 0.0
            noticed = True
        else:
            action, share = draw_alike(setup, state, words, viewer, decision[0], decision[1], others)
            weight *= share
            if action < 0 or weight <= 0.0:
                return 0.0
            noticed = np.int64(appearance(setup, state, action, viewer)) != UNPERCEIVED
        if noticed and not looks_like(setup, state, viewer, others, keys[0], keys[1]):
            return 0.0
        proceed(setup, state, action)
    if not noticed or not looks_like(setup, state, viewer, others, keys[2], keys[3]):
        return 0.0
    return weight


@compiled
def reach(setup, state, words, viewer, perceived, others):
    """Play a particle through what was not noticed, to the seat's decision; return its weight, 0 where it disagrees."""
    weight, present = 1.0, perceived.present
    for _ in range(_MOST_UNNOTICED):
        if state.over != 0 or state.seat == viewer:
            break
        action, share = draw_alike(setup, state, words, viewer, np.int64(-1), np.int64(0), others)
        weight *= share
        if action < 0 or weight <= 0.0:
            return 0.0
        proceed(setup, state, action)
    if state.over != 0 or state.seat != viewer:
        return 0.0
    return weight if looks_like(setup, state, viewer, others, present[0], present[1]) else 0.0


@compiled
def resample(cloud, words):
    """Draw particles from the spare ones by weight, as evenly as can be."""
    particles, likelihoods = cloud.particles, cloud.likelihoods
    count, total = likelihoods.size, 0.0
    for number in range(count):
        total += likelihoods[number]
    passed, source, wanted = likelihoods[0], 0, fraction(words)
    for number in range(count):
        while passed * count < (wanted + number) * total and source < count - 1:
            source += 1
            passed += likelihoods[source]
        while likelihoods[source] <= 0.0:  # rounding at the upper end
            source -= 1
        particles[number] = cloud.spare[source]


def filter_particles(setup, cloud, words, viewer, perceived, first, tries, fewest, others):
    """Entry point: play particles through decisions ``first`` and later, and to the present.

    Args:
        setup: SETUP record, shape (1,).
        cloud: The particles (:class:`Cloud`) before decision ``first``; in the end those of the present.
        words: Generator, uint32, shape (4,).
        viewer: The seat that believes.
        perceived: What it has perceived (:class:`Perceived`).
        first: Decision to begin with.
        tries: Particles to try in the place of one that disagrees.
        fewest: Particles that have to agree.
        others: What others are taken to do (:class:`Others`).

    Particles agree with a decision if they do so at the first attempt: weights and retries have no say in that, since
    particles that evidence has made alike agree with all that follows from it. The way to the present is the last, and
    whoever began anew behind it would have forgotten everything; so there all count that any attempt has found.

    Returns the decision with which too few particles agreed, ``len(decisions)`` if that was the way to the present,
    and one more if they are at the present.
    """
    viewer, count, last = np.int64(viewer), cloud.particles.size, perceived.decisions.shape[0]
    for number in range(first, last + 1):
        agreed = found = 0
        for slot in range(count):
            cloud.likelihoods[slot] = 0.0
            for attempt in range(tries):
                source = np.int64(slot) if attempt == 0 else below(words, count)
                likelihood = played_through(setup[0], cloud, slot, source, words, viewer, perceived, number, others)
                if likelihood > 0.0:
                    cloud.likelihoods[slot], found = likelihood, found + 1
                    agreed += attempt == 0
                    break
        if (found if number == last else agreed) < fewest:
            return number
        resample(cloud, words)
    for slot in range(count):
        renew(setup[0], cloud.particles[slot], words)
    return last + 1


@compiled
def renew(setup, state, words):
    """Give a particle a future of its own: what has made copies of it alike is not what will be drawn."""
    fork(words, state.rng)
    mix_unseen(setup, state)


@compiled
def played_through(setup, cloud, slot, source, words, viewer, perceived, number, others):
    """Play a copy of particle ``source`` in place ``slot`` through a decision, or to the present; return its weight."""
    cloud.spare[slot] = cloud.particles[source]
    state = cloud.spare[slot]
    renew(setup, state, words)
    if number < perceived.decisions.shape[0]:
        return follow(setup, state, words, viewer, perceived, number, others)
    return reach(setup, state, words, viewer, perceived, others)
