"""A random playthrough as arrays, made in this process or, compiled or not, in another one."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np

from .. import kernels
from ..compilation.compile import JIT
from ..files import packing
from ..game import Setup
from ..random import seed_words
from ..tables import Tables, determinized

_SECONDS = 600


def trace(setup: Setup, seed: int, decisions: int, count: int = 4, threads: int = 1) -> dict[str, np.ndarray]:
    """Return everything that happens on ``count`` tables in ``decisions`` decisions, by what it is.

    Every array has the shape ``(decisions + 1, count, ...)``; the first row is the deal. ``states`` are packed, without
    padding and events; ``redrawn`` holds them determinized for the seats to move, ``revealed`` what critics see.
    """
    tables = Tables(setup, count, seed=seed, threads=threads)
    random = np.random.default_rng([seed, 3])
    words = seed_words(np.random.SeedSequence([seed, 4]))[0]
    rows: dict[str, list[np.ndarray]] = {}
    actions = np.full(count, -1)
    for number in range(decisions + 1):
        if number:
            actions = (tables.masks * random.random(tables.masks.shape)).argmax(axis=1)
            tables.step(actions)
        everything = np.zeros((count, setup.full_layout.size), np.float32)
        setup.game.kernel(kernels.reveal_many)(setup.record, tables.states, everything, 0, count)
        now = {
            "actions": actions,
            "states": packing.packed(tables.states),
            "observations": tables.observations.copy(),
            "masks": tables.masks.copy(),
            "rewards": tables.rewards.copy(),
            "over": tables.over.copy(),
            "redrawn": packing.packed(determinized(setup, tables.states, words)),
            "revealed": everything,
        }
        for name, value in now.items():
            rows.setdefault(name, []).append(value)
    tables.close()
    return {name: np.stack(values) for name, values in rows.items()}


def first_difference(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> str | None:
    """Return in words where two playthroughs part, None if they are the same."""
    for number in range(len(one["actions"])):
        for name, values in one.items():
            mine, yours = values[number], other[name][number]
            if mine.tobytes() == yours.tobytes():
                continue
            fields = [f"{name}.{f}" for f in mine.dtype.names or () if mine[f].tobytes() != yours[f].tobytes()]
            places = [] if mine.dtype.names else np.argwhere(mine != yours)[:3].tolist()
            return f"{', '.join(fields) or f'{name} at {places}'} after {number} decisions"
    return None


def trace_elsewhere(setup: Setup, seed: int, decisions: int) -> dict[str, np.ndarray]:
    """Return the same playthrough from another process: uncompiled if this one is compiled, and the other way round.

    Raises:
        RuntimeError: The other process failed; the message ends with its last words.
    """
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if JIT else "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.npz"
        done = subprocess.run(
            [sys.executable, "-m", __spec__.name, str(path)],
            input=pickle.dumps((setup, seed, decisions)),
            capture_output=True,
            env=environment,
            timeout=_SECONDS,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stderr.decode(errors="replace").strip()[-2000:])
        with np.load(path) as arrays:
            return dict(arrays)


def _main() -> None:
    setup, seed, decisions = pickle.loads(sys.stdin.buffer.read())
    with warnings.catch_warnings():
        # In plain Python a number that leaves its type warns; compiled code computes on in 64 bits. They must agree.
        warnings.simplefilter("error", RuntimeWarning)
        arrays = trace(setup, seed, decisions)
    np.savez(sys.argv[1], **arrays)  # type: ignore[arg-type]


if __name__ == "__main__":
    _main()
