"""Conformance of one seed to one game: again, from a copy, in other batches and threads, compiled or not."""

from __future__ import annotations

import numpy as np

from ..compilation.compile import JIT
from ..files.packing import pack, unpacked
from ..game import Setup
from ..tables import Tables
from .play import broken
from .report import Conformance
from .trace import first_difference, trace, trace_elsewhere

_TABLES = 4


def check(setup: Setup, seed: int, decisions: int) -> None:
    """Play the same games in several ways; they must be the same to the last byte."""
    first = trace(setup, seed, decisions, _TABLES)
    again = first_difference(first, trace(setup, seed, decisions, _TABLES))
    if again:
        raise broken(setup, "one seed, one game", f"a second time {again} differ (seed {seed})")
    threads = first_difference(first, trace(setup, seed, decisions, _TABLES, threads=2))
    if threads:
        raise broken(setup, "threads change nothing", f"with two threads {threads} differ (seed {seed})")
    for row in range(_TABLES):
        _replay(setup, first, row, 0, seed)
        _replay(setup, first, row, decisions // 2, seed)


def _replay(setup: Setup, played: dict[str, np.ndarray], row: int, start: int, seed: int) -> None:
    """Go on from a copy of one table's state, on a table of its own, with the same actions."""
    alone = Tables(setup, 1, seed=seed + 1)
    alone.states[:] = unpacked(played["states"][start, row : row + 1], alone.states.dtype)
    alone.look()
    for number in range(start + 1, len(played["actions"])):
        alone.step(played["actions"][number, row : row + 1])
        now: dict[str, np.ndarray] = {
            "observations": alone.observations,
            "masks": alone.masks,
            "rewards": alone.rewards,
            "over": alone.over,
        }
        parts = [name for name, value in now.items() if value[0].tobytes() != played[name][number, row].tobytes()]
        if pack(alone.states) != pack(played["states"][number, row : row + 1]):
            parts.append("states")
        if parts:
            raise broken(
                setup,
                "a copy goes on identically",
                f"table {row}, copied after {start} decisions, differs in {', '.join(parts)} after {number} "
                f"(seed {seed})",
            )


def check_importable(setup: Setup) -> None:
    """Demand that another process can import the game, which it plays there in plain Python."""
    if setup.game.module == "__main__":
        detail = (
            "the game's module is the script that runs, which no other process can import; call check_game from "
            "another file or a prompt that imports the game, or with uncompiled=0"
        )
        raise broken(setup, "module", detail)


def check_uncompiled(setup: Setup, seed: int, decisions: int, report: Conformance) -> None:
    """Play the same games compiled and in plain Python, in two processes."""
    rule = "compiled and uncompiled are the same"
    try:
        elsewhere = trace_elsewhere(setup, seed, decisions)
    except RuntimeError as error:
        way = "uncompiled" if JIT else "compiled"
        raise broken(setup, rule, f"{way}, in a process of its own, the play fails (seed {seed}):\n{error}") from None
    difference = first_difference(trace(setup, seed, decisions), elsewhere)
    if difference:
        raise broken(setup, rule, f"{difference} differ (seed {seed})")
    report.uncompiled += decisions
