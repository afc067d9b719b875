"""Saves with numbers changed: what loads, and whether it can be played on. Run in plain Python, where an index that
would leave its array in compiled code raises instead.

``NUMBA_DISABLE_JIT=1 python crafted.py TRIES SEED CASE ...`` prints what happened as JSON, a line for each case.
"""

from __future__ import annotations

import collections
import faulthandler
import json
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cogitable.envs.table import Game, kernels
from cogitable.envs.table.errors import SaveFileError
from cogitable.envs.table.faces.aec import TableEnv, raw_env
from cogitable.envs.table.files import packing
from cogitable.envs.table.files.save import checksum
from cogitable.envs.table.random import seed_words

MOMENTS = (3, 25, 60, 120)
"""Decisions after which positions are saved."""
_PATIENCE = 60  # seconds for one save, which takes a fraction of one
_DECISIONS = 8
_SEVERAL = 4
"""Every so many saves has more than one number changed, so that one change may hide behind another."""


def leaves(dtype: np.dtype, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the paths of all fields that are numbers."""
    for name in dtype.names or ():
        if dtype[name].base.names:
            yield from leaves(dtype[name].base, (*path, name))
        else:
            yield (*path, name)


def numbers(states: np.ndarray, path: tuple[str, ...]) -> np.ndarray:
    """Return a field of some states, as a view."""
    for name in path:
        states = states[name]
    return states


def change(states: np.ndarray, rng: np.random.Generator) -> str:
    """Change one number of a state; return where and to what."""
    paths = [path for path in leaves(states.dtype) if path[0] not in ("telling", "told", "events")]
    path = paths[rng.integers(len(paths))]
    field = numbers(states, path)
    where = tuple(int(rng.integers(length)) for length in field.shape)
    if field.dtype.kind == "f":
        field[where] = rng.choice([np.nan, np.inf, -1.0, 1e30, 2.0, 0.0])
    else:
        info, now = np.iinfo(field.dtype), int(field[where])
        anything = int(rng.integers(info.min, info.max, endpoint=True, dtype=field.dtype))
        values = (info.min, info.max, now + 1, now - 1, now + 7, now ^ 1 << int(rng.integers(7)), 100, -1, 0, anything)
        field[where] = max(info.min, min(info.max, values[rng.integers(len(values))]))
    return f"{'.'.join(path)}{list(where[1:])} = {field[where]}"


def positions(game: Game, options: dict[str, Any]) -> list[TableEnv]:
    """Return tables at several moments of random games."""
    found = []
    for moment in MOMENTS:
        env = raw_env(game, **options)
        env.reset(moment)
        play_on(env, np.random.default_rng(moment), moment)
        if all(env.terminations.values()) or all(env.truncations.values()):
            env.reset(moment)
            play_on(env, np.random.default_rng(moment), moment % 7)
        found.append(env)
    return found


def play_on(env: TableEnv, rng: np.random.Generator, decisions: int) -> None:
    """Take random decisions until the game is over or their number is reached."""
    for _ in range(decisions):
        if not env.agents or env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
            return
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))


def use(env: TableEnv, seed: int) -> None:
    """Do with a table what may be done with one."""
    rng, setup = np.random.default_rng(seed), env.setup
    look(env)
    env.state()
    for seat in (None, *range(setup.num_seats)):
        setup.text(env.states, seat)
    redrawn = env.states.copy()
    seat = np.full(1, rng.integers(setup.num_seats))
    setup.game.kernel(kernels.determinize_many)(setup.record, redrawn, seat, seed_words(seed)[0], 0, 1)
    play_on(env, rng, _DECISIONS)
    look(env)


def look(env: TableEnv) -> None:
    """Observe as every seat: numbers, and none outside of what the space says."""
    for agent in env.agents:
        seen = env.observe(agent)
        space = env.observation_space(agent)
        assert space.contains(seen), f"{agent} observes {np.unique(seen['observation'])}"


def trial(env: TableEnv, path: Path, seed: int) -> tuple[str, str]:
    """Save a table with numbers changed, load it and play on; return "refused", "played" or a fault, and where."""
    env.save(path)
    content = json.loads(path.read_text(encoding="utf-8"))
    del content["checksum"]
    states = env.states.copy()
    rng = np.random.default_rng(seed)
    count = 1 if seed % (_SEVERAL + 1) else int(rng.integers(2, _SEVERAL))  # no divisor of the number of moments
    where = ", ".join(change(states, rng) for _ in range(count))
    content["state"] = packing.to_text(states)
    path.write_text(json.dumps({**content, "checksum": checksum(content)}), encoding="utf-8")
    try:
        loaded = TableEnv.load(path)
    except SaveFileError:
        return "refused", where
    except Exception:
        return "load " + traceback.format_exc()[-1500:], where
    try:
        use(loaded, seed)
    except Exception:
        return "use " + traceback.format_exc()[-1500:], where
    return "played", where


class Hang(Exception):
    """A save that takes too long."""


def _hang(*_: Any) -> None:
    raise Hang


def main(case: str, tries: int, seed: int) -> None:
    """Try a number of changes and print what happened."""
    from game_cases import CASES

    game, options = next((game, options) for game, options, name in CASES if name == case)
    counts: collections.Counter[str] = collections.Counter()
    faults = []
    signal.signal(signal.SIGALRM, _hang)
    tables = positions(game, options)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(tries):
            print(f"save {seed + number}", file=sys.stderr)  # what is read of a run that does not end
            signal.setitimer(signal.ITIMER_REAL, _PATIENCE, 1)  # again where somebody has caught it
            faulthandler.dump_traceback_later(2 * _PATIENCE, exit=True)  # where no Python runs any more
            what, where = trial(tables[number % len(tables)], Path(folder) / "s.json", seed + number)
            signal.setitimer(signal.ITIMER_REAL, 0)
            faulthandler.cancel_dump_traceback_later()
            counts[what if what in ("refused", "played") else "fault"] += 1
            if what not in ("refused", "played"):
                faults.append([where, what])
    print(json.dumps({"counts": counts, "faults": faults}))


if __name__ == "__main__":
    for case in sys.argv[3:]:
        main(case, int(sys.argv[1]), int(sys.argv[2]))
