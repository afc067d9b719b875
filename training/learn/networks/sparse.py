"""The first layer of a network in torch: observations are mostly zeros, and products with zeros are left out."""

from __future__ import annotations

from typing import Any

import torch as th
from torch import nn

from .kernels import first_layer, first_layer_gradient, kernel


class SparseLinear(nn.Linear):
    """``nn.Linear`` for inputs that are mostly zeros and need no gradient."""

    _kept: th.Tensor | None = None

    def forward(self, input: th.Tensor) -> th.Tensor:
        """Map inputs, shape (n, inputs), to shape (n, outputs)."""
        out: th.Tensor = _Product.apply(input, self.weight, self.bias, self._by_input())
        return out

    def train(self, mode: bool = True) -> SparseLinear:
        """Begin to learn, or to be used: only the latter may rely on weights that stay."""
        self._kept = None
        return super().train(mode)

    def _by_input(self) -> th.Tensor:
        """Return the weights with those of one input side by side: a copy, kept while the network is only used."""
        weight = self.weight.detach()
        if self.training or th.is_grad_enabled():
            return weight.t().contiguous()
        if self._kept is None:
            self._kept = weight.t().contiguous()
        return self._kept

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kept"}


class _Product(th.autograd.Function):
    @staticmethod
    def forward(context: Any, inputs: th.Tensor, weight: th.Tensor, bias: th.Tensor, by_input: th.Tensor) -> th.Tensor:
        context.save_for_backward(inputs)
        out = th.empty((len(inputs), len(bias)), dtype=weight.dtype)
        kernel(first_layer)(inputs.numpy(), by_input.view(-1).numpy(), bias.detach().numpy(), out.numpy())
        return out

    @staticmethod
    def backward(context: Any, gradient: th.Tensor) -> tuple[None, th.Tensor, th.Tensor, None]:
        (inputs,) = context.saved_tensors
        by_input = th.zeros((inputs.shape[1], gradient.shape[1]), dtype=gradient.dtype)
        kernel(first_layer_gradient)(inputs.numpy(), gradient.contiguous().numpy(), by_input.view(-1).numpy())
        return None, by_input.t().contiguous(), gradient.sum(dim=0), None
