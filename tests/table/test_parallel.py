"""The parallel face: every seat steps, those not asked wait."""

from __future__ import annotations

import inspect
import warnings

import numpy as np
import pytest
from game_cases import each_game
from games import treasure
from pettingzoo.test import parallel_api_test, parallel_seed_test

import connect_four
from cogitable.envs import cogdrive_neon_v0
from cogitable.envs.table import IllegalActionError, OptionError
from cogitable.envs.table.errors import OutOfBoundsError
from cogitable.envs.table.faces import aec, parallel

E = connect_four.GAME


def random_actions(env, infos, rng):
    return {agent: int(rng.choice(np.flatnonzero(infos[agent]["action_mask"]))) for agent in env.agents}


@each_game
def test_passes_pettingzoos_parallel_tests(game, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "unknown option 'options' of reset")  # which they try
        parallel_api_test(parallel.parallel_env(game, **options), num_cycles=60)
    names = inspect.signature(parallel_seed_test).parameters
    cycles = {"num_cycles": 20} if "num_cycles" in names else {}  # older ones always play 500
    parallel_seed_test(lambda: parallel.parallel_env(game, **options), **cycles)


@pytest.mark.parametrize(
    ("game", "options"),
    [(connect_four.GAME, {}), (treasure.GAME, {"num_players": 4, "lives": 1})],
    ids=["connect_four", "treasure"],
)
def test_its_games_are_those_of_the_aec_environment(game, options):
    both, table = parallel.parallel_env(game, **options), aec.raw_env(game, **options)
    for seed in range(10):
        rng, (observations, infos) = np.random.default_rng(seed), both.reset(seed=seed)
        table.reset(seed=seed)
        earned = dict.fromkeys(both.possible_agents, 0.0)
        while both.agents:
            asked = table.agent_selection
            for agent in both.agents:
                seen, mask = observations[agent]["observation"], observations[agent]["action_mask"]
                np.testing.assert_array_equal(seen, table.observe(agent)["observation"])
                np.testing.assert_array_equal(mask[:-1], table.observe(agent)["action_mask"])
                np.testing.assert_array_equal(mask, infos[agent]["action_mask"])
                assert mask[both.wait] == (agent != asked)
                assert both.observation_space(agent).contains(observations[agent])
            actions = random_actions(both, infos, rng)
            stepping = both.agents
            observations, rewards, terminations, truncations, infos = both.step(actions)
            table.step(actions[asked])
            assert set(observations) == set(rewards) == set(terminations) == set(truncations) == set(stepping)
            for agent, reward in rewards.items():
                earned[agent] += reward
            while table.agents and any(table.last()[2:4]):
                table.step(None)
            assert both.agents == table.agents
        paid = dict(zip(both.possible_agents, both.table.states["paid"][0].tolist(), strict=False))
        assert both.table.states.tobytes() == table.states.tobytes()
        if not both.table.states["gone"][0]:
            assert earned == pytest.approx(paid)


def test_an_action_outside_of_its_mask_ends_the_game_or_is_refused():
    env = parallel.parallel_env(E, illegal_reward=-0.5)
    env.reset(seed=0)
    _, rewards, terminations, _, infos = env.step({"player_0": 3, "player_1": 3})  # player_1 was to wait
    assert rewards == {"player_0": 0.0, "player_1": -0.5}
    assert all(terminations.values())
    assert infos["player_1"]["illegal_action"] == 3
    assert env.agents == []
    with pytest.raises(IllegalActionError, match="none: call reset"):
        env.step({})
    strict = parallel.parallel_env(E, illegal="raise")
    strict.reset(seed=0)
    for actions, message in (
        ({"player_0": 3, "player_1": 3}, r"player_1: action 3 \(column 3\) is not legal here; player_0 is asked"),
        ({"player_0": 7, "player_1": 7}, "player_0: wait is not legal here"),
        ({"player_0": 3}, "there are actions of player_0; the agents are player_0, player_1"),
    ):
        with pytest.raises(IllegalActionError, match=message):
            strict.step(actions)
    with pytest.raises(OutOfBoundsError, match="player_1 gave 8"):
        strict.step({"player_0": 3, "player_1": 8})
    assert strict.table.actions == []
    strict.step({"player_0": 3, "player_1": np.int64(7)})
    assert strict.table.actions == [3]


def test_what_is_no_agent_or_no_dictionary_is_refused():
    env = parallel.parallel_env(E)
    for ask in (env.observation_space, env.action_space):
        with pytest.raises(OptionError, match=r"no agent 'x'; the agents are player_0, player_1"):
            ask("x")
    env.reset(seed=0)
    for actions, message in (
        ([0, 1], r"actions are \[0, 1\]; they must be a dictionary by agent; the agents are player_0, player_1"),
        (3, "actions are 3; they must be a dictionary"),
        ({0: 3, 1: 7}, "there are actions of 0, 1; the agents are player_0, player_1"),
        ({}, "there are actions of nobody; the agents are player_0"),
    ):
        with pytest.raises(IllegalActionError, match=message):
            env.step(actions)
    assert env.table.actions == []


def test_options_of_a_reset_are_warned_of():
    env = parallel.parallel_env(E)
    with pytest.warns(UserWarning, match="unknown option 'city' of reset; there are none") as told:
        env.reset(seed=1, options={"city": 3})
    assert told[0].filename == __file__
    with pytest.raises(OptionError, match="options of reset are 3; they must be a dictionary, or None"):
        env.reset(seed=1, options=3)


def test_it_has_the_options_of_the_table():
    flat = parallel.parallel_env(E, keys=None, render_mode="ansi")
    observations, infos = flat.reset(seed=1)
    assert observations["player_0"].shape == (84,)
    assert flat.observation_space("player_0").contains(observations["player_0"])
    assert infos["player_1"]["action_mask"].tolist() == [0] * 7 + [1]
    assert flat.render() == flat.table.render()
    assert flat.state().shape == flat.state_space.shape
    assert flat.log("player_0") == flat.followed().lines(0)
    flat.close()
    with pytest.raises(OptionError, match="unknown option 'colour'"):
        cogdrive_neon_v0.parallel_env(colour="red")
