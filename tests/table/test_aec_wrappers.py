"""The AEC environment side by side with PettingZoo's wrappers."""

from __future__ import annotations

import numpy as np
import pytest
from aec_play import books, full_column, play
from games import kuhn_poker
from gymnasium import spaces
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

import connect_four
from cogitable.envs.table import IllegalActionError, Tables
from cogitable.envs.table.faces import aec


class Plain(AECEnv):
    """Connect Four on PettingZoo's base class, as its documentation writes environments."""

    metadata = {"name": "plain_v0", "render_modes": []}
    render_mode = None

    def __init__(self):
        self.possible_agents = ["player_0", "player_1"]
        self.space = spaces.Discrete(7)

    def action_space(self, agent):
        return self.space

    def reset(self, seed=None, options=None):
        self.tables = Tables(connect_four.GAME.setup(), 1, seed=0, auto_reset=False)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = "player_0"

    def observe(self, agent):
        seat = self.possible_agents.index(agent)
        observations, masks = np.zeros_like(self.tables.observations), np.zeros_like(self.tables.masks)
        self.tables.observe(np.array([seat]), observations, masks)
        return {"observation": observations[0], "action_mask": masks[0]}

    def step(self, action):
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self.tables.step(np.array([action]))
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(self.tables.rewards[0, seat])
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self.tables.seats[0]]
        if self.tables.over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()

    def render(self):
        return None

    def state(self):
        return self.observe("player_0")["observation"]


def wrapped():
    """Put the three wrappers of PettingZoo's classic games around it."""
    env = wrappers.TerminateIllegalWrapper(Plain(), illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def raised(call) -> tuple[type, str] | None:
    try:
        call()
    except Exception as error:
        return type(error), str(error)
    return None


def said() -> list[str]:
    """Return what was logged since the last call."""
    messages = list(EnvLogger.mqueue)
    EnvLogger.flush()
    return messages


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(0),
        lambda env: env.observe("player_0"),
        lambda env: env.render(),
        lambda env: env.agent_iter(),
        lambda env: env.state(),
        lambda env: env.last(),
        lambda env: env.rewards,
        lambda env: env.terminations,
        lambda env: env.truncations,
        lambda env: env.infos,
        lambda env: env.agent_selection,
        lambda env: env.num_agents,
        lambda env: env.agents,
    ],
)
def test_before_reset_everything_fails_as_in_pettingzoo(call):
    theirs = raised(lambda: call(wrapped()))
    assert theirs is not None
    assert raised(lambda: call(aec.env(connect_four.GAME))) == theirs


@given(moves=st.lists(st.integers(0, 6), max_size=60))
@examples(60)
def test_any_moves_have_the_same_consequences_as_in_pettingzoos_wrappers(moves):
    theirs, ours = wrapped(), aec.env(connect_four.GAME)
    theirs.reset(seed=1)
    ours.reset(seed=1)
    said()
    ended = False
    for move in moves:  # illegal ones, dead agents and steps after the end included
        warned = []
        for env in (theirs, ours):
            alive = env.agents and not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection])
            env.step(move if alive or not env.agents else None)
            warned.append(said())
        assert warned[0] == warned[1]
        ended |= ours.illegal_action is not None
        assert books(ours) == books(theirs)
        if ours.agents:
            (mine, *rest, info), (other, *others, _) = ours.last(), theirs.last()
            assert rest == others
            assert info.keys() == {"action_mask"}  # of which PettingZoo knows nothing
            np.testing.assert_array_equal(mine["observation"], other["observation"])
            if not ended:  # after an illegal move the wrappers go on showing the mover's mask
                np.testing.assert_array_equal(mine["action_mask"], other["action_mask"])


def test_an_illegal_move_ends_the_game_as_in_pettingzoo():
    theirs, ours = wrapped(), aec.env(connect_four.GAME)
    told = []
    for env in (theirs, ours):
        full_column(env)
        said()
        env.step(0)
        told.append((said(), books(env)))
    assert told[0] == told[1]
    assert "Illegal move made" in told[1][0][0]
    assert ours.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert ours.illegal_action == 0


def test_a_dead_agent_only_takes_none_as_in_pettingzoo():
    for env in (wrapped(), aec.env(connect_four.GAME)):
        full_column(env)
        env.step(0)
        before = books(env)
        with pytest.raises(ValueError, match="when an agent is dead, the only valid action is None"):
            env.step(1)
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(9)
        assert books(env) == before


def test_raw_env_raises_after_the_end():
    env = aec.raw_env(kuhn_poker.GAME)
    env.reset(seed=0)
    play(env, np.random.default_rng(0), 50)
    assert not env.agents
    with pytest.raises(IllegalActionError, match=r"the game is over.*reset\(\)"):
        env.step(0)


def test_an_iteration_without_a_step_fails_as_in_pettingzoo():
    def twice(env):
        env.reset()
        iterator = iter(env.agent_iter())
        next(iterator)
        next(iterator)

    expected = raised(lambda: twice(wrapped()))
    assert expected is not None
    assert raised(lambda: twice(aec.env(connect_four.GAME))) == expected


def test_agent_iter_stops_after_max_iter():
    env = aec.env(connect_four.GAME)
    env.reset(seed=0)
    seen = []
    for agent in env.agent_iter(3):
        seen.append(agent)
        env.step(len(seen))
    assert seen == ["player_0", "player_1", "player_0"]
