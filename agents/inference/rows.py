"""Sums of rows of weights, and what follows them: the innermost loops of networks in compiled code."""

from __future__ import annotations

import numpy as np

from ...envs.table.compilation.compile import compiled

MANY = 64
"""So many numbers are looked at together first: mostly none of them matters."""


@compiled
def add_rows(weights, at, source, count, target, outputs):
    """Add ``source @ weights`` to ``target``, four rows of weights at once; zeros are skipped."""
    x0, x1, x2 = np.float32(0), np.float32(0), np.float32(0)
    r0, r1, r2, held = np.int64(0), np.int64(0), np.int64(0), 0
    of_word = 8 // source.itemsize  # two numbers of single precision
    words = source[: count // of_word * of_word].view(np.uint64)
    i = np.int64(0)
    while i < count:
        x = source[i]
        if x == 0:
            i = after_zeros(words, of_word, i + 1)
            continue
        row = at + i * outputs
        i += 1
        if held == 3:
            w0, w1 = weights[r0 : r0 + outputs], weights[r1 : r1 + outputs]
            w2, w3 = weights[r2 : r2 + outputs], weights[row : row + outputs]
            for o in range(outputs):
                target[o] += (x0 * w0[o] + x1 * w1[o]) + (x2 * w2[o] + x * w3[o])
            held = 0
        elif held == 0:
            x0, r0, held = x, row, 1
        elif held == 1:
            x1, r1, held = x, row, 2
        else:
            x2, r2, held = x, row, 3
    if held > 0:
        add_row(weights, r0, x0, target, outputs)
    if held > 1:
        add_row(weights, r1, x1, target, outputs)
    if held > 2:
        add_row(weights, r2, x2, target, outputs)


@compiled
def after_zeros(words, of_word, place):
    """Return a place from this one on, before which all are zeros: now and then four words are passed at once.

    Args:
        words: The numbers as words of 64 bits.
        of_word: How many numbers a word holds.
        place: Place of a number.
    """
    if place % (4 * of_word) == 0:
        word = place // of_word
        while word + 4 <= words.size and words[word] | words[word + 1] | words[word + 2] | words[word + 3] == 0:
            word += 4
        place = word * of_word
    return place


@compiled
def add_changes(weights, before, now, count, target, outputs):
    """Add ``(now - before) @ weights`` to ``target``, and make ``before`` what is ``now``; what is alike is skipped.

    Args:
        weights: From shape (count * outputs,) on, those of an input side by side.
        before: float32, shape (count,).
        now: float32, from shape (count,) on.
        count: Inputs.
        target: From shape (outputs,) on.
        outputs: Outputs.
    """
    for first in range(0, count, MANY):
        last = min(first + MANY, count)
        if changed(before[first:last], now[first:last]) == 0:
            continue
        for place in range(first, last):
            change = now[place] - before[place]
            if change != 0:
                add_row(weights, place * outputs, change, target, outputs)
                before[place] = now[place]


@compiled
def changed(before, now):
    """Return how many numbers are not what they were."""
    found = 0
    for place in range(before.size):
        found += before[place] != now[place]
    return found


@compiled
def add_row(weights, row, x, target, outputs):
    """Add ``x`` times one row of weights to ``target``."""
    w = weights[row : row + outputs]
    for o in range(outputs):
        target[o] += x * w[o]


@compiled
def activate(signal, count, relu):
    """Apply the activation in place."""
    if relu:
        for i in range(count):
            signal[i] = max(signal[i], np.float32(0))
    else:
        for i in range(count):
            signal[i] = np.tanh(signal[i])
