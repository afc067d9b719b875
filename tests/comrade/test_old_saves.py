"""Saves of Comrade from when its STATE record had other fields."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from aec_play import play

from cogitable.envs.comrade import GAME
from cogitable.envs.table import SaveFileError
from cogitable.envs.table.faces.aec import TableEnv, raw_env
from cogitable.envs.table.files import packing
from cogitable.envs.table.files.save import read


def saved_as(env: TableEnv, path: Path, fields: list) -> Path:
    """Save a game as it would have been saved when STATE had these fields."""
    states = np.zeros(1, packing.dtype_of(fields))
    for name in states.dtype.names or ():
        if states.dtype[name] == env.states.dtype[name]:
            states[name] = env.states[name]
    changed = {"fields": fields, "state": packing.to_text(states)}
    return read(env.save(path)).model_copy(update=changed).write(path)


def test_a_save_from_when_awareness_left_the_informer_aside_loads(tmp_path):
    env = raw_env(GAME, num_players=6, everyone_gives=True)
    env.reset(1)
    play(env, np.random.default_rng(2), 25)
    fields = [[*f[:2], [10, 10, 10]] if f[0] == "aware" else f for f in packing.describe(GAME.state_dtype)]
    loaded = TableEnv.load(saved_as(env, tmp_path / "game.json", fields))
    assert (loaded.agent_selection, loaded.log()) == (env.agent_selection, env.log())
    for agent in env.agents:
        seen, before = loaded.observe(agent), env.observe(agent)
        np.testing.assert_allclose(seen["observation"], before["observation"], atol=1e-6)
        assert (seen["action_mask"] == before["action_mask"]).all()


def test_a_save_that_lacks_more_is_refused(tmp_path):
    env = raw_env(GAME)
    env.reset(1)
    fields = [f for f in packing.describe(GAME.state_dtype) if f[0] != "handovers"]
    with pytest.raises(SaveFileError, match="not the one of Comrade here: 'handovers' is missing"):
        TableEnv.load(saved_as(env, tmp_path / "game.json", fields))
