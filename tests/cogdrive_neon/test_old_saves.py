"""Games saved before hidden draws were kept in layers load and go on."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cogitable.envs.cogdrive_neon.rules.check import check_position
from cogitable.envs.cogdrive_neon.rules.draws import newest_draw
from cogitable.envs.table.faces.aec import TableEnv

OLD = Path(__file__).with_name("old_save.json")


def test_an_old_save_goes_on():
    env = TableEnv.load(OLD)
    state, rng = env.states.view(np.recarray)[0], np.random.default_rng(1)
    check_position(env.setup, state)
    assert state.layers.tolist() == [1, 0]
    assert newest_draw(state, 0) == 0, "the card that is left was drawn before the newest came in"
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        check_position(env.setup, env.states.view(np.recarray)[0])
    assert sum(env.rewards.values()) == 0
