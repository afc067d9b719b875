"""Adam that survives a gradient that is not finite.

One batch without spread, or one overflowing ratio, would turn every weight into "not a number".
"""

from __future__ import annotations

from typing import Any

import torch as th


class GuardedAdam(th.optim.Adam):
    """Adam that leaves out a step whose gradient is not finite, instead of losing every weight to it.

    Attributes:
        skipped: Steps left out so far.
    """

    skipped = 0

    @th.no_grad()
    def step(self, closure: Any = None) -> Any:
        """Take a step, if the gradient is finite."""
        gradients = [p.grad for group in self.param_groups for p in group["params"] if p.grad is not None]
        if gradients and not bool(th.isfinite(th.stack(th._foreach_norm(gradients)).sum())):
            self.skipped += 1
            return None
        return super().step(closure)

    def state_dict(self) -> dict[str, Any]:
        """Return its state, with the number of steps left out."""
        return {**super().state_dict(), "skipped": self.skipped}

    def load_state_dict(self, state_dict: Any) -> None:
        """Take over what :meth:`state_dict` returned; states of before this was counted in them begin at 0."""
        super().load_state_dict(state_dict)
        self.skipped = int(state_dict.get("skipped", 0))
