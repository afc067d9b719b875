"""Many tables of one game, with observation and mask at every decision."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from cogitable.envs.table import Tables, kernels
from cogitable.envs.table.random import seed_words

from ..timing import Result, Run, rate
from .games import prepared

_CHUNK = 200_000


def loop(
    game: str, tables: int = 64, looking: bool = True, threads: int = 1, seats: int | None = None, **options: Any
) -> Run:
    """The compiled loop: uniformly random legal actions; counted are decisions."""
    setup = prepared(game, seats, **options)
    kernel = setup.game.kernel(kernels.play_random)
    crowd = [Tables(setup, tables, seed=number) for number in range(threads)]
    words = seed_words(1, threads)
    decisions = max(1, _CHUNK // tables)
    pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def play(number: int) -> int:
        at = crowd[number]
        arrays = (words[number], decisions, at.observations, at.masks, looking, at.rewards)
        kernel(setup.record, at.states, np.zeros(1, at.states.dtype), *arrays, 0, tables)
        return tables * decisions

    def work() -> int:
        return sum(pool.map(play, range(threads))) if pool else play(0)

    return lambda seconds, number: rate(work, seconds)


def batched(game: str, tables: int, threads: int = 1, seats: int | None = None, **options: Any) -> Run:
    """``Tables.step`` from Python, actions drawn in NumPy from the masks; counted are decisions."""
    at = Tables(prepared(game, seats, **options), tables, seed=1, threads=threads)
    choose = random_actions(at)

    def work() -> int:
        for _ in range(8):
            at.step(choose())
        return 8 * tables

    return lambda seconds, number: rate(work, seconds)


def random_actions(at: Tables):  # type: ignore[no-untyped-def]  # a closure over buffers
    """Return a function that draws one uniformly random legal action a table, without a Python loop."""
    generator = np.random.default_rng(0)
    count, actions = at.masks.shape
    starts = np.arange(count) * actions
    draws = np.empty(count, np.float32)

    def choose() -> np.ndarray:
        legal = np.flatnonzero(at.masks.reshape(-1))
        ends = np.searchsorted(legal, starts)
        numbers = np.diff(ends, append=legal.size)
        generator.random(out=draws, dtype=np.float32)
        return legal[ends + (draws * numbers).astype(np.int64)] - starts

    return choose


def stepping(game: str, tables: int, threads: int = 1, seats: int | None = None, **options: Any) -> Run:
    """``Tables.step`` alone, as a learner meets it: the time to draw the actions is left out."""
    import time

    at = Tables(prepared(game, seats, **options), tables, seed=1, threads=threads)
    choose = random_actions(at)

    def run(seconds: float, number: int) -> Result:
        done, spent, until = 0, 0.0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            actions = choose()
            start = time.perf_counter()
            at.step(actions)
            spent += time.perf_counter() - start
            done += tables
        return {"rate": done / spent}

    return run
