"""Save files with the STATE of earlier days, made from those of today."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from cogitable.envs.city.rules.state import NOBODY, Ask
from cogitable.envs.table.faces.aec import TableEnv
from cogitable.envs.table.files import packing
from cogitable.envs.table.files.save import checksum, upgraded
from cogitable.envs.table.game import Setup

IN_TILE = ("choosing_in", "confiscating_in", "rioting_in", "breaking_in")
IN_AMOUNT = ("owner", "newest", "to_share", "to_pledge", "sends_special")


def with_tile_and_amount(states: np.ndarray) -> np.ndarray:
    """Return states of a game in the city as they were when two fields held what has eight of its own now."""
    names = states.dtype.names or ()
    kept = [name for name in reversed(names) if name not in (*IN_TILE, *IN_AMOUNT)]  # in another order, too
    old = np.zeros(states.shape, np.dtype([*((name, states.dtype[name]) for name in kept), ("amount", np.int8)]))
    for name in kept:
        old[name] = states[name]
    for name in set(IN_TILE) & set(names):
        old["tile"] = np.maximum(old["tile"], states[name])
    for name in set(IN_AMOUNT) & set(names):
        old["amount"] += np.where(states[name] == NOBODY, 0, states[name]).astype(np.int8)
    return old


def play_on(env: TableEnv, decisions: int, seed: int) -> Iterator[tuple[bytes, int]]:
    """Play at random; yield every state and what is done in it."""
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        observation, _, over, cut, _ = env.last()
        if over or cut:
            return
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        yield packing.pack(env.states), action
        env.step(action)


def old_save(env: TableEnv, path: Path) -> TableEnv:
    """Return what opens from a save file of an environment in the old form."""
    content = json.loads(env.save(path).read_text(encoding="utf-8"))
    states = with_tile_and_amount(env.states)
    content |= {"fields": packing.describe(states.dtype), "state": packing.to_text(states)}
    del content["checksum"]
    path.write_text(json.dumps({**content, "checksum": checksum(content)}), encoding="utf-8")
    return TableEnv.load(path)


def check_old_saves(setup: Setup, path: Path, held: Mapping[Ask, str]) -> None:
    """Check that files in the old form open as what was saved, with each of some fields in use, and go on identically.

    Args:
        setup: A game in the city.
        path: The file.
        held: Questions, and the field that says what each is about.
    """
    env = TableEnv(setup)
    env.reset(seed=3)
    for _ in play_on(env, 40, 3):
        pass
    before = env.states.copy()
    for ask, field in held.items():
        env.states[:] = before
        env.states["ask"], env.states["hero"], env.states[field] = ask, 0, 1
        now = upgraded(setup, with_tile_and_amount(env.states))  # no file: most of these are no positions
        assert packing.pack(now) == packing.pack(env.states), ask
    env.states[:] = before
    assert list(play_on(old_save(env, path), 30, 5)) == list(play_on(env, 30, 5))
