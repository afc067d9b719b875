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

import numpy as np

from ..envs.table.compilation.compile import compiled
from ..envs.table.kernels import proceed
from ..envs.table.random import below, fork, fraction
from ..envs.table.rules import UNPERCEIVED, appearance, legal_actions, observe
from .guided_tree import only_action
from .inference import log_total, preferences
from .past import digest

_MOST_UNNOTICED = 64  # decisions in a row


@compiled
def looks_like(setup, state, seat, observation, key, first, second):
    """Whether a seat observes what two words stand for."""
    digest(setup, state, seat, observation, key)
    return key[0] == first and key[1] == second


@compiled
def chances(setup, state, mask, observation, logits, shares, weights, shape, inputs, thing_of, scratch, doubt):
    """Write the probability that the seat to move takes each legal action: by the policy, with ``doubt`` at random."""
    only = only_action(mask)
    if only >= 0:
        shares[only] = 1.0
        return
    observation[:] = 0
    observe(setup, state, np.int64(state.seat), observation)
    preferences(weights, shape, inputs, thing_of, observation, mask, scratch, logits)
    total, legal = log_total(logits, mask), 0
    for action in range(mask.size):
        legal += mask[action] != 0
    for action in range(mask.size):
        if mask[action] != 0:
            shares[action] = (1.0 - doubt) * np.exp(np.float64(logits[action]) - total) + doubt / legal


@compiled
def draw_alike(setup, state, words, viewer, seat, look, mask, shares):
    """Draw one of the actions that the viewer would have perceived so, or not at all, by their probabilities.

    Returns it and the sum of their probabilities, -1 and 0 if there are none.
    """
    total = 0.0
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
def follow(setup, state, words, viewer, decision, keys, key, mask, observation, logits, shares,
           weights, shape, inputs, thing_of, scratch, doubt):  # fmt: skip
    """Play a particle through one decision that was perceived; return its weight, 0 where it disagrees."""
    weight, noticed = 1.0, False
    for _ in range(_MOST_UNNOTICED):
        if noticed:
            break
        if state.over != 0:
            return 0.0
        mask[:] = 0
        legal_actions(setup, state, mask)
        if state.seat == viewer:
            action = np.int64(decision[2])
            if decision[0] != viewer or mask[action] == 0:
                return 0.0
            noticed = True
        else:
            chances(setup, state, mask, observation, logits, shares, weights, shape, inputs, thing_of, scratch, doubt)
            action, share = draw_alike(setup, state, words, viewer, decision[0], decision[1], mask, shares)
            weight *= share
            if action < 0 or weight <= 0.0:
                return 0.0
            noticed = np.int64(appearance(setup, state, action, viewer)) != UNPERCEIVED
        if noticed and not looks_like(setup, state, viewer, observation, key, keys[0], keys[1]):
            return 0.0
        proceed(setup, state, action)
    if not noticed or not looks_like(setup, state, viewer, observation, key, keys[2], keys[3]):
        return 0.0
    return weight


@compiled
def reach(setup, state, words, viewer, present, key, mask, observation, logits, shares,
          weights, shape, inputs, thing_of, scratch, doubt):  # fmt: skip
    """Play a particle through what was not noticed, to the seat's decision; return its weight, 0 where it disagrees."""
    weight = 1.0
    for _ in range(_MOST_UNNOTICED):
        if state.over != 0 or state.seat == viewer:
            break
        mask[:] = 0
        legal_actions(setup, state, mask)
        chances(setup, state, mask, observation, logits, shares, weights, shape, inputs, thing_of, scratch, doubt)
        action, share = draw_alike(setup, state, words, viewer, np.int64(-1), np.int64(0), mask, shares)
        weight *= share
        if action < 0 or weight <= 0.0:
            return 0.0
        proceed(setup, state, action)
    if state.over != 0 or state.seat != viewer:
        return 0.0
    return weight if looks_like(setup, state, viewer, observation, key, present[0], present[1]) else 0.0


@compiled
def resample(particles, spare, origins, spare_origins, likelihoods, words):
    """Draw particles from ``spare`` by their weights, as evenly as can be; return how many redraws they stem from."""
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
        particles[number] = spare[source]
        origins[number] = spare_origins[source]
    kinds = 0
    for number in range(count):
        likelihoods[number] = 0.0
    for number in range(count):  # copies of one origin need not stand together after retries
        kinds += likelihoods[origins[number]] == 0.0
        likelihoods[origins[number]] = 1.0
    return kinds


def filter_particles(setup, particles, spare, origins, spare_origins, likelihoods, words, viewer, decisions, keys,
                     present, first, tries, fewest, key, mask, observation, logits, shares,
                     weights, shape, inputs, thing_of, scratch, doubt):  # fmt: skip
    """Entry point: play particles through decisions ``first`` and later, and to the present.

    Args:
        setup: SETUP record, shape (1,).
        particles: STATE records before decision ``first``, shape (n,); in the end those of the present.
        spare: STATE records, shape (n,): scratch.
        origins: Scratch, int64, shape (n,).
        spare_origins: Scratch, int64, shape (n,).
        likelihoods: Scratch, float64, shape (n,).
        words: Generator, uint32, shape (4,).
        viewer: The seat that believes.
        decisions: ``Recollection.decisions``.
        keys: ``Recollection.keys``.
        present: Digest of what the seat observes now, uint32, shape (2,).
        first: Decision to begin with.
        tries: Particles to try in the place of one that disagrees.
        fewest: Redraws that the particles have to stem from.
        key: Scratch, uint32, shape (2,).
        mask: Scratch, int8, shape (num_actions,).
        observation: Scratch, float32, shape (layout.size,).
        logits: Scratch, float32, shape (num_actions,).
        shares: Scratch, float64, shape (num_actions,).
        weights: The policy's row of ``Stack.weights``; then follows the rest of the stack.
        shape: ``Stack.shape``.
        inputs: ``Stack.inputs``.
        thing_of: ``Stack.thing_of``.
        scratch: As ``Stack.scratch``.
        doubt: Share of decisions that are taken to be made without the policy, at random.

    Returns the decision through which too few particles came, ``len(decisions)`` if that was the way to the present,
    and one more if they are at the present.
    """
    viewer, count = np.int64(viewer), particles.size
    for number in range(count):
        origins[number] = number
    for number in range(first, decisions.shape[0] + 1):
        found = 0
        for slot in range(count):
            likelihoods[slot] = 0.0
            for attempt in range(tries):
                source = np.int64(slot) if attempt == 0 else below(words, count)
                spare[slot], spare_origins[slot] = particles[source], origins[source]
                fork(words, spare[slot].rng)
                if number < decisions.shape[0]:
                    likelihood = follow(
                        setup[0], spare[slot], words, viewer, decisions[number], keys[number], key, mask, observation,
                        logits, shares, weights, shape, inputs, thing_of, scratch, doubt,
                    )  # fmt: skip
                else:
                    likelihood = reach(
                        setup[0], spare[slot], words, viewer, present, key, mask, observation, logits, shares,
                        weights, shape, inputs, thing_of, scratch, doubt,
                    )  # fmt: skip
                if likelihood > 0.0:
                    likelihoods[slot], found = likelihood, found + 1
                    break
        if found == 0:
            return number
        if resample(particles, spare, origins, spare_origins, likelihoods, words) < fewest:
            return number
    return decisions.shape[0] + 1
