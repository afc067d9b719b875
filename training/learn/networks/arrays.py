"""Weights of torch as NumPy keeps them."""

from __future__ import annotations

import numpy as np
import torch as th
from torch import nn


def weights_of(layer: nn.Linear) -> np.ndarray:
    """Return a copy of a layer's weights, float32, shape (inputs, outputs)."""
    return array_of(layer.weight).T.copy()


def array_of(parameter: th.Tensor) -> np.ndarray:
    """Return a copy of a parameter."""
    array: np.ndarray = parameter.detach().cpu().numpy().copy()
    return array
