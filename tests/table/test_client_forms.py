"""What other libraries ask of an environment: names of the parts, masks in infos, modes of dealing anew, bounds."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pettingzoo
import pytest
from game_cases import each_game
from games import kuhn_poker, treasure
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test

import connect_four
from cogitable.agents.solo import solo_env
from cogitable.envs.table import IllegalActionError, Layout, OptionError, Part
from cogitable.envs.table.actions import of
from cogitable.envs.table.faces import aec
from cogitable.envs.table.faces.vector import TableVectorEnv, vector_env

FOUR = connect_four.GAME


# --- names of the two parts, or a flat observation


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("keys", [("obs", "mask"), ("observations", "action_mask"), None])
def test_observations_have_the_names_that_a_client_wants(keys, tmp_path):
    env = aec.env(FOUR, keys=keys)
    if keys is None or hasattr(pettingzoo, "register"):  # older ones look for "observation" themselves
        api_test(env, num_cycles=20)
    env.reset(seed=1)
    plain = aec.env(FOUR)
    plain.reset(seed=1)
    loaded = aec.TableEnv.load(env.save(tmp_path / "table.json"))
    for table in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env)), loaded):
        for agent in table.possible_agents:
            seen, usual = table.observe(agent), plain.observe(agent)
            assert table.observation_space(agent).contains(seen)
            np.testing.assert_array_equal(seen if keys is None else seen[keys[0]], usual["observation"])
            if keys is not None:
                assert set(seen) == set(keys)
                np.testing.assert_array_equal(seen[keys[1]], usual["action_mask"])


def test_the_solo_environment_has_them_too():
    check_env(solo_env(FOUR, keys=("observations", "action_mask")), skip_render_check=True)
    env = gymnasium.make("cogitable/CogDriveNeon-v0", keys=("obs", "mask"))
    seen, info = env.reset(seed=1)
    assert isinstance(env.observation_space, spaces.Dict)
    np.testing.assert_array_equal(seen["mask"], info["action_mask"])
    flat, _ = gymnasium.make("cogitable/CogDriveNeon-v0").reset(seed=1)
    np.testing.assert_array_equal(seen["obs"], flat)
    assert isinstance(info["seat"], np.integer)


@pytest.mark.parametrize("keys", ["observation", ("a",), ("a", "a"), ("a", ""), ("a", 3), 5])
def test_other_names_are_refused(keys):
    for make in (aec.env, solo_env):
        with pytest.raises(OptionError, match="it must be two different names"):
            make(FOUR, keys=keys)


# --- masks in infos


@each_game
def test_infos_have_every_agents_mask(game, options):
    env, rng = aec.env(game, **options), np.random.default_rng(0)
    env.reset(seed=2)
    kept = []
    for _ in range(60):
        for agent in env.agents:
            if not any(env.terminations.values()):
                np.testing.assert_array_equal(env.infos[agent]["action_mask"], env.observe(agent)["action_mask"])
        _, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            if not env.agents:
                env.reset()
            continue
        kept.append((info["action_mask"], info["action_mask"].copy()))
        env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    for mask, before in kept:
        np.testing.assert_array_equal(mask, before)  # it belongs to the caller


def test_masks_in_infos_while_seats_step_out_and_after_an_illegal_action(tmp_path):
    env, rng, left = aec.env(treasure.GAME, num_players=4, lives=1), np.random.default_rng(3), 0
    for seed in range(4):
        env.reset(seed=seed)
        while env.agents:
            _, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                running = bool(env.states["over"][0] == 0)
                asked = [f"player_{env.states['seat'][0]}"] if running else []
                for table in (env, copy.deepcopy(env), aec.TableEnv.load(env.save(tmp_path / "table.json"))):
                    assert [who for who in table.agents if table.infos[who]["action_mask"].any()] == asked
                left += running
            env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    assert left > 2
    env = aec.env(FOUR)
    env.reset(seed=0)
    for _ in range(7):
        env.step(0)
    assert not any(info["action_mask"].any() for info in env.infos.values())


def test_events_are_told_and_are_no_entry_of_infos():
    """Clients make tensors of all that an info holds, and copy it at every step."""
    env = aec.env(FOUR)
    env.reset(seed=0)
    env.step(3)
    for table in (env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        info = table.infos["player_1"]
        assert set(info) == {"action_mask"}
        assert list(info["events"]) == table.log("player_1") == ["player_0: column 3"]
        with pytest.raises(KeyError, match="event"):
            info["event"]
        for twin in (copy.deepcopy(info), copy.copy(info), pickle.loads(pickle.dumps(info))):
            assert type(twin) is dict
            np.testing.assert_array_equal(twin["action_mask"], info["action_mask"])


# --- vector environments


def steps(mode, count=60, **options):
    env = vector_env(kuhn_poker.GAME, num_envs=4, autoreset_mode=mode, **options)
    rng, (observations, info) = np.random.default_rng(0), env.reset(seed=3)
    for _ in range(count):
        actions = (rng.random(info["action_mask"].shape) * info["action_mask"]).argmax(1)
        before = info
        observations, rewards, terminations, truncations, info = env.step(actions)
        yield env, before, observations, rewards, terminations | truncations, info


@pytest.mark.parametrize("mode", ["NextStep", AutoresetMode.NEXT_STEP])
def test_tables_deal_anew_in_the_next_step(mode):
    ended_before, dealt = np.zeros(4, bool), 0
    for env, before, observations, rewards, ended, info in steps(mode):
        assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        assert "final_obs" not in info
        assert not (ended & ended_before).any()
        assert not rewards[ended_before].any()
        dealt += ended_before.sum()
        assert not env.tables.states["decisions"][ended_before].any()
        for row in np.flatnonzero(ended):
            assert info["seat"][row] == before["seat"][row]  # who acted last sees the end
            assert info["action_mask"][row].all()
            assert env.tables.states["over"][row] == 1
            seen = np.zeros_like(observations)
            env.tables.observe(info["seat"].astype(np.int64), seen, np.zeros_like(env.tables.masks))
            np.testing.assert_array_equal(seen[row], observations[row])
        assert env.observation_space.contains(observations)
        ended_before = ended
    assert dealt > 10


def test_the_modes_have_the_same_games():
    """Every table plays the same games in both modes, if decisions for tables that are being dealt are left out."""
    env, late = (vector_env(FOUR, num_envs=1, autoreset_mode=mode) for mode in ("SameStep", "NextStep"))
    env.reset(seed=1)
    late.reset(seed=1)
    for _ in range(3):
        for action in (0, 1, 0, 1, 0, 1, 0):
            same, other = env.step(np.array([action])), late.step(np.array([action]))
            assert (same[1], same[2], same[3]) == (other[1], other[2], other[3])
        np.testing.assert_array_equal(same[4]["final_obs"][0], other[0][0])
        np.testing.assert_array_equal(late.step(np.array([5]))[0], same[0])


def test_tables_wait_for_a_reset_where_autoreset_is_off():
    env = vector_env(FOUR, num_envs=2, autoreset_mode="Disabled")
    env.reset(seed=1)
    for left, right in ((0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 2)):
        _, rewards, terminations, _, info = env.step(np.array([left, right]))
    assert terminations.tolist() == [True, False]
    assert rewards.tolist() == [1.0, 0.0]
    observations, rewards, terminations, _, info = env.step(np.array([6, 0]))
    assert (terminations.tolist(), rewards.tolist()) == ([False, False], [0.0, 0.0])  # told once
    assert info["action_mask"][0].all()
    assert observations[0].sum() == 7  # as the winner has seen it
    observations, info = env.reset(options={"reset_mask": np.array([True, False])})
    assert [row.sum() for row in observations] == [0.0, 8.0]
    assert info["seat"].tolist() == [0, 0]
    env.step(np.array([6, 5]))
    for wrong in (np.array([1, 0]), np.array([True]), [True, False, True]):
        with pytest.raises(OptionError, match="reset_mask must be 2 booleans"):
            env.reset(options={"reset_mask": wrong})


def test_options_that_a_reset_does_not_have_are_refused():
    alone, many = solo_env(FOUR), vector_env(FOUR, num_envs=2)
    with pytest.raises(OptionError, match="unknown option 'city' of reset; there are none: options of the game"):
        alone.reset(seed=1, options={"city": 3})
    for options in ({"city": 3}, {"reset_mask": np.array([True, False]), "city": 3}):
        with pytest.raises(OptionError, match="unknown option 'city' of reset; there is only reset_mask"):
            many.reset(options=options)
    for env in (alone, many):
        env.reset(seed=1, options={})
        with pytest.raises(OptionError, match="options of reset are 3; they must be a dictionary, or None"):
            env.reset(options=3)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_illegal_actions_end_the_game_at_their_table(mode):
    env = vector_env(FOUR, num_envs=3, illegal="terminate", illegal_reward=-0.5, autoreset_mode=mode)
    env.reset(seed=1)
    for action in [0, 1] * 3:
        env.step(np.array([2, action, 2]))
    _, rewards, terminations, truncations, info = env.step(np.array([2, 0, 3]))
    assert rewards.tolist() == [-0.5, 1.0, 0.0]
    assert info["rewards"].tolist() == [[-0.5, 0.0], [1.0, -1.0], [0.0, 0.0]]
    assert terminations.tolist() == [True, True, False]
    assert not truncations.any()
    if mode is AutoresetMode.SAME_STEP:
        assert info["final_info"]["seat"][0] == 0
        assert info["final_obs"][0].sum() == 6
    before = env.tables.states.tobytes()
    for wrong in ([7, 7, 7], [0.0, 0.0, 0.0], [0, 0]):
        with pytest.raises(IllegalActionError):
            env.step(np.array(wrong))
    assert env.tables.states.tobytes() == before
    env.step(np.array([0, 0, 0]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"autoreset_mode": "Never"},
            "autoreset_mode is 'Never'; it must be one of 'NextStep', 'SameStep', 'Disabled'",
        ),
        ({"illegal": "ignore"}, "illegal is 'ignore'; it must be one of terminate, raise"),
        ({"illegal_reward": "much"}, "illegal_reward is 'much'"),
    ],
)
def test_other_modes_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        vector_env(FOUR, **options)
    env = object.__new__(TableVectorEnv)  # refused before there was a table
    env.close()


# --- bounds


def test_bounds_of_parts_are_those_of_the_space():
    layout = Layout(
        Part("flags", (2,), "yes or no"), Part("table", (2, 2), "counts", least=-1, most=(3, 0.5)), Part("one", (), "1")
    )
    assert layout.low.tolist() == [0, 0, -1, -1, -1, -1, 0]
    assert layout.high.tolist() == [1, 1, 3, 0.5, 3, 0.5, 1]
    box = aec.env(treasure.GAME).observation_space("player_0")["observation"]
    assert box.is_bounded()
    assert box.high.max() == treasure.CARDS
    for least, most in ((0, float("inf")), (2, 1), (0, float("nan"))):
        with pytest.raises(ValueError, match="the bounds of the part 'x' are"):
            Part("x", (2,), "numbers", least=least, most=most)
    with pytest.raises(ValueError, match="broadcast"):
        Part("x", (2,), "numbers", most=(1, 2, 3))
    with pytest.raises(ValueError, match=r"the things of the part 'x' are \(3,\), its shape is \(2, 3\)"):
        Part("x", (2, 3), "numbers", things=(of("seat", 3),))
