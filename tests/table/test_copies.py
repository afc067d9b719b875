"""Copies of what holds a table, of every kind: each has a table of its own and goes on exactly like the original."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from games import treasure

from cogitable.agents.solo import solo_env
from cogitable.envs.table import Tables
from cogitable.envs.table.faces import aec, parallel
from cogitable.envs.table.faces.vector import vector_env
from cogitable.envs.table.files import packing
from cogitable.envs.table.text.env import TextEnv

GAME, LONG = treasure.GAME, {"lives": 9, "dragons": 0}
MAKE = {
    "aec": lambda: aec.env(GAME, **LONG),
    "parallel": lambda: parallel.parallel_env(GAME, **LONG),
    "solo": lambda: solo_env(GAME, **LONG),
    "vector": lambda: vector_env(GAME, num_envs=3, **LONG),
    "vector in threads": lambda: vector_env(GAME, num_envs=3, **LONG, threads=2),
    "tables": lambda: Tables(GAME.setup(**LONG), 3),
    "tables in threads": lambda: Tables(GAME.setup(**LONG), 3, threads=2),
    "text": lambda: TextEnv(GAME, **LONG),
}
COPY = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}


def take(env):
    """Let whoever is asked take its first legal action."""
    if isinstance(env, aec.TableEnv):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    elif isinstance(env, parallel.TableParallelEnv):
        env.step({agent: int(env._mask(agent).argmax()) for agent in env.agents})
    elif isinstance(env, TextEnv):
        env.step(env.legal_actions()[0])
    elif isinstance(env, Tables):
        env.step(env.masks.argmax(axis=1))
    else:
        masks = env.action_masks()
        env.step(masks.argmax(axis=-1) if masks.ndim > 1 else int(masks.argmax()))


def state(env):
    """Return all of its position as bytes."""
    table = getattr(env, "table", getattr(env, "env", getattr(env, "tables", env)))
    return packing.pack(table.states), list(getattr(table, "actions", ())), getattr(table, "agent_selection", "")


@pytest.mark.parametrize("copied", COPY.values(), ids=COPY)
@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
def test_a_copy_is_apart_and_goes_on_like_the_original(make, copied):
    env = make()
    env.reset(seed=2)
    for _ in range(3):
        take(env)
    twin, before = copied(env), state(env)
    assert type(twin) is type(env)
    assert state(twin) == before
    for _ in range(4):
        take(twin)
    assert state(env) == before != state(twin)
    for _ in range(4):
        take(env)
    assert state(env) == state(twin)
    if hasattr(env, "setup"):
        assert copy.deepcopy(env).setup is copy.copy(env).setup is env.setup


@pytest.mark.parametrize("threads", [1, 2])
def test_tables_go_on_after_closing(threads):
    env = vector_env(GAME, num_envs=3, **LONG, threads=threads)
    first = env.reset(seed=1)[0]
    env.tables.close()
    env.close()
    np.testing.assert_array_equal(env.reset(seed=1)[0], first)
    take(env)
    env.tables.close()
