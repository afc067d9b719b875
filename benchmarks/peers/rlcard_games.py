"""RLCard: state dictionaries with observation and legal actions, one game at a time."""

from __future__ import annotations

import random

from ..timing import Run, rate


def game(name: str) -> Run:
    """``reset`` and ``step`` of one environment, uniformly random legal actions; counted are decisions."""
    import rlcard

    env = rlcard.make(name)
    draw = random.Random(0).random

    def work() -> int:
        state, _ = env.reset()
        done = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draw() * len(actions))])
            done += 1
        return done

    return lambda seconds, number: rate(work, seconds)
