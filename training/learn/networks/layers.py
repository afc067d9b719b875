"""Layers of a network forwards and backwards in compiled code, for some rows at a time.

What goes into a layer is kept as what is not zero in it: a tenth of an observation, half of what comes out of ``relu``.
Rows come in tiles small enough for what is needed again to stay near the processor. All functions take numbers of one
precision, whichever it is.
"""

from __future__ import annotations

import numpy as np

from ....envs.table.compilation.compile import compiled

TILE = 64
"""Rows that go through all layers together."""


@compiled(reorders=True)
def add_products(weights, at, outputs, places, values, count, target):
    """Add ``values @ weights`` to ``target``, four rows of weights at once.

    Args:
        weights: Those of an input side by side, from ``at`` on.
        at: Where they begin.
        outputs: Numbers in ``target``.
        places: Which inputs are not zero.
        values: These inputs.
        count: How many they are.
        target: Shape (outputs,).
    """
    k = 0
    while k + 4 <= count:
        r0, r1 = at + places[k] * outputs, at + places[k + 1] * outputs
        r2, r3 = at + places[k + 2] * outputs, at + places[k + 3] * outputs
        w0, w1 = weights[r0 : r0 + outputs], weights[r1 : r1 + outputs]
        w2, w3 = weights[r2 : r2 + outputs], weights[r3 : r3 + outputs]
        x0, x1, x2, x3 = values[k], values[k + 1], values[k + 2], values[k + 3]
        for o in range(outputs):
            target[o] += (x0 * w0[o] + x1 * w1[o]) + (x2 * w2[o] + x3 * w3[o])
        k += 4
    while k < count:
        add_scaled(weights, at + places[k] * outputs, values[k], target, outputs)
        k += 1


@compiled(reorders=True)
def add_scaled(weights, at, x, target, count):
    """Add ``x`` times so many weights to ``target``."""
    w = weights[at : at + count]
    for o in range(count):
        target[o] += x * w[o]


@compiled
def copy(source, target, count):
    """Write so many numbers."""
    for o in range(count):
        target[o] = source[o]


@compiled
def add(source, target, count):
    """Add so many numbers to ``target``."""
    for o in range(count):
        target[o] += source[o]


@compiled(reorders=True)
def product(weights, at, source, count):
    """Return the product of so many weights and ``source``."""
    w = weights[at : at + count]
    total = w[0] * source[0]
    for i in range(1, count):
        total += w[i] * source[i]
    return total


@compiled
def load(seen, order, limit, places, values, counts):
    """Take what is not zero in the first ``limit`` columns of the rows of a tile."""
    for row in range(order.size):
        count = 0
        for k in range(seen.begins[order[row]], seen.ends[order[row]]):
            if seen.places[k] >= limit:
                break
            places[row, count], values[row, count] = seen.places[k], seen.values[k]
            count += 1
        counts[row] = count


@compiled
def spread(places, values, count, dense):
    """Write what is not zero into a row of zeros."""
    for k in range(count):
        dense[places[k]] = values[k]


@compiled
def clear(places, count, dense):
    """Make it a row of zeros again."""
    for k in range(count):
        dense[places[k]] = 0


@compiled
def forward(weights, sizes, relu, rows, places, values, counts, top):
    """Take a tile through hidden layers; ``top`` gets what comes out of the last one.

    Args:
        weights: Numbers of all layers: of each the weights of an input side by side, then the biases.
        sizes: Sizes of all layers, inputs first.
        relu: Whether activations are relu.
        rows: Rows in the tile.
        places: What is not zero: int32, shape (layers + 1, TILE, widest). That of the inputs is there.
        values: Of the same shape.
        counts: int64, shape (layers + 1, TILE).
        top: Shape (TILE, outputs of the last layer).
    """
    at = np.int64(0)
    for layer in range(sizes.size - 1):
        inputs, outputs = sizes[layer], sizes[layer + 1]
        bias = at + inputs * outputs
        for row in range(rows):
            target = top[row, :outputs]
            copy(weights[bias:], target, outputs)
            add_products(weights, at, outputs, places[layer, row], values[layer, row], counts[layer, row], target)
            counts[layer + 1, row] = activate(target, outputs, relu, places[layer + 1, row], values[layer + 1, row])
        at = bias + outputs


@compiled
def activate(signal, count, relu, places, values):
    """Apply the activation in place; write what passes gradients on (and something behind it); return how many."""
    found = 0
    for o in range(count):
        if not relu:
            signal[o] = np.tanh(signal[o])
        elif signal[o] < 0:
            signal[o] = 0
        places[found], values[found] = o, signal[o]
        found += not relu or signal[o] != 0
    return found


@compiled
def backward(by_output, sizes, relu, rows, places, values, counts, delta, below, by_column, gradient):
    """Take the gradient by what came out of hidden layers back through them.

    Args:
        by_output: Weights of the layers from the second on once more, those of an output side by side.
        sizes: As in :func:`forward`, and so are the next five.
        relu: Whether activations are relu.
        rows: Rows in the tile.
        places: What was not zero.
        values: Of the same shape; those of hidden layers get the gradient by what went into the activation.
        counts: How much of it there was.
        delta: The gradient, shape (TILE, widest); other numbers afterwards.
        below: Scratch of the same shape.
        by_column: Scratch of :func:`add_outer`.
        gradient: Gets the gradient by all weights, in their order in :func:`forward`, added to.
    """
    layers = sizes.size - 1
    at, back = np.int64(0), np.int64(0)
    for layer in range(layers):
        at += (sizes[layer] + 1) * sizes[layer + 1]
        if layer > 0:
            back += sizes[layer] * sizes[layer + 1]
    for layer in range(layers - 1, -1, -1):
        inputs, outputs = sizes[layer], sizes[layer + 1]
        at -= (inputs + 1) * outputs
        for row in range(rows):
            deactivate(delta[row], outputs, relu, places[layer + 1, row], values[layer + 1, row],
                       counts[layer + 1, row], below[row])  # fmt: skip
            add(below[row], gradient[at + inputs * outputs :], outputs)
        add_outer(inputs, outputs, rows, places[layer], values[layer], counts[layer], below, by_column, gradient[at:])
        if layer > 0:
            back -= inputs * outputs
            for row in range(rows):
                target = delta[row, :inputs]
                target[:] = 0
                add_products(by_output, back, inputs, places[layer + 1, row], values[layer + 1, row],
                             counts[layer + 1, row], target)  # fmt: skip


@compiled
def deactivate(delta, count, relu, places, values, active, out):
    """Write the gradient by what went into an activation, given that by what came out; leave it in ``values`` too."""
    out[:count] = 0
    for k in range(active):
        if relu:
            values[k] = delta[places[k]]
        else:
            values[k] = delta[places[k]] * (1 - values[k] * values[k])
        out[places[k]] = values[k]


@compiled
def add_outer(inputs, outputs, rows, places, values, counts, delta, by_column, gradient):
    """Add the outer products of what went into a layer and the gradient by what came out, input by input.

    Each input's weights are touched once a tile, however many rows have that input.

    Args:
        inputs: Size of what goes in.
        outputs: Size of what comes out.
        rows: Rows in the tile.
        places: Which inputs of each row are not zero, shape (TILE, widest).
        values: Of the same shape.
        counts: How many they are.
        delta: Shape (TILE, widest).
        by_column: Scratch: where each input's begin (int64, longer than inputs by two), rows and numbers (as many as
            in the tile).
        gradient: Added to.
    """
    starts, of_row, numbers = by_column
    _sort(inputs, rows, places, values, counts, by_column)
    for i in range(inputs):
        if starts[i] < starts[i + 1]:
            target = gradient[i * outputs : (i + 1) * outputs]
            _add_rows(delta, of_row, numbers, starts[i], starts[i + 1], target, outputs)


@compiled
def _sort(inputs, rows, places, values, counts, by_column):
    """Sort what is not zero in a tile by its column."""
    starts, of_row, numbers = by_column
    starts[: inputs + 2] = 0
    for row in range(rows):
        for k in range(counts[row]):
            starts[places[row, k] + 2] += 1
    for i in range(inputs):
        starts[i + 2] += starts[i + 1]
    for row in range(rows):
        for k in range(counts[row]):
            at = starts[places[row, k] + 1]
            of_row[at], numbers[at] = row, values[row, k]
            starts[places[row, k] + 1] = at + 1


@compiled(reorders=True)
def _add_rows(delta, of_row, numbers, begin, end, target, outputs):
    """Add rows of ``delta``, each times a number, four at once."""
    k = begin
    while k + 4 <= end:
        d0, d1, d2, d3 = delta[of_row[k]], delta[of_row[k + 1]], delta[of_row[k + 2]], delta[of_row[k + 3]]
        x0, x1, x2, x3 = numbers[k], numbers[k + 1], numbers[k + 2], numbers[k + 3]
        for o in range(outputs):
            target[o] += (x0 * d0[o] + x1 * d1[o]) + (x2 * d2[o] + x3 * d3[o])
        k += 4
    while k < end:
        d0, x0 = delta[of_row[k]], numbers[k]
        for o in range(outputs):
            target[o] += x0 * d0[o]
        k += 1
