"""Gymnasium's faces: one seat against opponents, many tables at once; and both registries."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import gymnasium
import numpy as np
import pettingzoo
import pytest
from game_cases import each_game, games_often
from games import ballot, kuhn_poker, toll, treasure
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st

import connect_four
from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.solo import solo_env
from cogitable.envs import GAMES as NAMES
from cogitable.envs import cogdrive_neon_v0, get_game, registry
from cogitable.envs.table import CogitableError, IllegalActionError, OptionError, Tables
from cogitable.envs.table.faces import aec, parallel
from cogitable.envs.table.faces.vector import TableVectorEnv, vector_env
from cogitable.envs.table.files import packing
from cogitable.envs.table.random import seed_words


def first_legal(view: View) -> np.ndarray:
    return view.masks.argmax(1)


def episode(env, rng, seed=None):
    """Play one episode at random; return all that came of it."""
    observation, info = env.reset(seed=seed)
    story, total, ended = [(observation, 0.0, info)], 0.0, False
    while not ended:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        assert type(reward) is float
        story.append((observation, reward, info))
        total, ended = total + reward, terminated or truncated
    return story, total


# --- the registries


def test_every_game_is_in_both_registries():
    assert set(registry.ENVIRONMENTS) == set(NAMES)
    for name, (style, version) in registry.ENVIRONMENTS.items():
        game = get_game(name)
        words = re.sub(r"[^\w\s]", "", game.title).split()
        assert style in "".join(word[0].upper() + word[1:] for word in words), "the title or a part of it"
        assert (style.lower(), version) == (name.replace("_", ""), game.version)
        env = pettingzoo.make("aec", registry.pettingzoo_id(name), render_mode="ansi")
        assert isinstance(env, aec.TableEnv)
        assert (env.setup.game, env.render_mode) == (game, "ansi")
        assert str(env) == f"{name}_v{version}"
        together = pettingzoo.make("parallel", registry.pettingzoo_id(name), illegal="raise")
        assert isinstance(together, parallel.TableParallelEnv)
        assert (together.setup.game, together.illegal) == (game, "raise")
        assert gymnasium.spec(registry.gymnasium_id(name)).kwargs == {"game": name}


def test_pettingzoos_two_ways_make_the_same():
    module = cogdrive_neon_v0.env(max_decisions=50)
    for name in ("cogitable/cogdrive_neon-v0", "cogitable/cogdrive_neon_v0", "cogitable/cogdrive_neon"):
        made = pettingzoo.make("aec", name, max_decisions=50)
        for env in (module, made):
            env.reset(seed=3)
        assert packing.pack(made.states) == packing.pack(module.states)
        assert made.setup.options == module.setup.options
        assert made.illegal == "terminate"
    assert cogdrive_neon_v0.raw_env().illegal == "raise"
    with pytest.raises(OptionError, match="unknown option 'colour'"):
        pettingzoo.make("aec", "cogitable/cogdrive_neon-v0", colour="red")


def test_an_older_pettingzoo_has_no_registry(monkeypatch):
    monkeypatch.delattr(pettingzoo, "register")
    monkeypatch.delattr(pettingzoo, "aec_registry")
    monkeypatch.delattr(pettingzoo, "parallel_registry")
    registry.register_pettingzoo()


def test_gymnasium_makes_both_forms():
    env = gymnasium.make("cogitable/CogDriveNeon-v0", opponents="random", seat=1)
    assert env.unwrapped.seat == 1
    assert env.reset(seed=1)[1]["seat"] == 1
    tables = gymnasium.make_vec("cogitable/CogDriveNeonSelfPlay-v0", num_envs=3, threads=2)
    assert isinstance(tables, TableVectorEnv)
    assert tables.reset(seed=1)[0].shape == (3, tables.setup.layout.size)
    tables.close()
    solos = gymnasium.make_vec("cogitable/CogDriveNeon-v0", num_envs=2, vectorization_mode="sync")
    assert solos.reset(seed=1)[1]["action_mask"].shape == (2, env.action_space.n)
    with pytest.raises(OptionError, match=r"unknown option 'opponent'.*did you mean 'opponents'"):
        gymnasium.make("cogitable/CogDriveNeon-v0", opponent="random")


def test_the_plugin_entry_point_registers():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    ((name, value),) = project["entry-points"]["gymnasium.envs"].items()
    assert name == "cogitable"  # Gymnasium took this for the namespace
    register = EntryPoint(name, value, "gymnasium.envs").load()
    gymnasium.registry.pop("cogitable/CogDriveNeon-v0")
    register()
    register()  # what is there stays, without a warning
    assert "cogitable/CogDriveNeon-v0" in gymnasium.registry


def test_gymnasium_finds_the_module_before_the_name_and_importing_stays_light():
    program = (
        "import sys, gymnasium, pettingzoo, cogitable.envs\n"
        "heavy = {'torch', 'matplotlib', 'PIL', 'rich', 'typer', 'pygame', 'cogitable.agents', "
        "'cogitable.envs.cogdrive_neon'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    by_name = "import gymnasium\nprint(gymnasium.make('cogitable.envs:cogitable/CogDriveNeon-v0').unwrapped.spec.id)\n"
    printed = [
        subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout.strip()
        for text in (program, by_name)
    ]
    assert printed == ["[]", "cogitable/CogDriveNeon-v0"]


# --- one seat against opponents


@each_game
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_passes_gymnasiums_checker(game, options):
    check_env(solo_env(game, **options))


@games_often
@each_game
@given(seed=st.integers(0, 2**32))
@examples(15)
def test_an_episodes_rewards_are_the_seats_returns(game, options, seed):
    env, rng = solo_env(game, **options), np.random.default_rng(seed)
    story, total = episode(env, rng, seed)
    assert total == pytest.approx(float(env.tables.states["paid"][0, env.learner]), abs=1e-6)
    assert env.tables.states["over"][0] != 0
    for observation, _, info in story:
        assert env.observation_space.contains(observation)
        assert info["seat"] == env.learner
        assert info["action_mask"].dtype == np.int8
    assert all(info["action_mask"].any() for _, _, info in story[:-1])
    assert story[-1][2]["action_mask"].all()  # for loops that draw once more
    assert env.action_masks().all()


def test_a_loss_on_the_opponents_move_reaches_the_learner():
    def left(view):
        return np.array([0])

    env = solo_env(connect_four.GAME, opponents=left, seat=0)
    env.reset(seed=0)
    steps = [env.step(action) for action in (1, 2, 1, 5)]  # the opponent piles up four in column 0
    assert [(reward, terminated) for _, reward, terminated, *_ in steps] == [(0.0, False)] * 3 + [(-1.0, True)]
    np.testing.assert_array_equal(steps[-1][0][42:].reshape(6, 7)[:4, 0], 1)  # seen from the learner's seat


@pytest.mark.parametrize(("seat", "rewards"), [(0, [1.0, 1.0]), (1, [2.0, 0.0]), (2, [2.0, 0.0])])
def test_rewards_on_others_moves_before_between_and_after_are_paid(seat, rewards):
    env = solo_env(toll.GAME, seat=seat)
    env.reset(seed=0)
    steps = [env.step(0) for _ in rewards]
    assert [step[1] for step in steps] == rewards
    assert [step[2] for step in steps] == [False, True]
    env.reset()
    assert env.step(0)[1] == rewards[0]


def test_a_learner_that_is_out_gets_its_last_step_at_the_end_of_the_game():
    left = 0
    for seed in range(40):
        env, rng = solo_env(treasure.GAME, seat=2, lives=1, num_players=4), np.random.default_rng(seed)
        _, total = episode(env, rng, seed)
        assert env.tables.states["over"][0] == 1
        assert total == env.tables.states["paid"][0, 2]
        left += int(env.tables.states["gone"][0] >> 2 & 1)
    assert left > 10


@games_often
@each_game
def test_a_seed_fixes_the_opponents_too(game, options):
    env = solo_env(game, **options)
    stories = []
    for _ in range(2):
        rng = np.random.default_rng(1)
        stories.append([episode(env, rng, seed)[0] for seed in (9, None, None)])
    np.testing.assert_equal(stories[0], stories[1])
    other = [episode(env, np.random.default_rng(1), seed)[0] for seed in (10, None, None)]
    assert repr(other) != repr(stories[0])


def test_the_same_seed_deals_as_in_the_aec_environment():
    solo, env = solo_env(kuhn_poker.GAME, seat=0), aec.env(kuhn_poker.GAME)
    for seed in range(5):
        observation, _ = solo.reset(seed=seed)
        env.reset(seed=seed)
        np.testing.assert_array_equal(observation, env.last()[0]["observation"])


def test_the_seat_is_drawn_for_every_episode_or_fixed():
    env = solo_env(treasure.GAME, num_players=4)
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(60)} == {0, 1, 2, 3}
    env = solo_env(treasure.GAME, num_players=4, seat=3)
    assert {env.reset()[1]["seat"] for _ in range(10)} == {3}


def test_opponents_may_be_specs_agents_functions_or_a_list_of_them():
    setup = treasure.GAME.setup(num_players=4)
    seen = []

    def watch(view):
        assert isinstance(view, View)
        seen.append(int(view.seats[0]))
        return int(np.flatnonzero(view.masks[0])[0])

    agent = make_agent("random", setup, seed=1)
    env = solo_env(treasure.GAME, num_players=4, opponents=[agent, watch, "random"], seat=1)
    assert env.opponents[0].agent is agent
    for seed in range(5):
        episode(env, np.random.default_rng(seed), seed)
    assert set(seen) == {3}  # clockwise from the learner's seat: 2 the agent, 3 the function, 0 the spec
    alone = solo_env(treasure.GAME, num_players=4, opponents="random")
    assert len({id(opponent) for opponent in alone.opponents}) == 1


def test_an_opponent_for_other_options_is_refused():
    agent = make_agent("random", treasure.GAME.setup(num_players=4, max_decisions=50), seed=1)
    with pytest.raises(OptionError, match="was made for Treasure with other options"):
        solo_env(treasure.GAME, num_players=4, opponents=agent)


def test_opponents_have_their_logs_and_can_recall():
    told, recalled = [], []

    def listen(view):
        told.append(list(view.log(0)))
        recalled.append(len(view.recollection(0, 10)))
        return 3

    env = solo_env(connect_four.GAME, opponents=listen, seat=1)
    for seed in (1, 2):  # nothing is left of the game before
        env.reset(seed=seed)
        env.step(5)
    assert told == [[], ["player_0: column 3", "player_1: column 5"]] * 2
    assert recalled == [0, 2] * 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": "grandmaster"}, "no agent is called 'grandmaster'; the agents are random"),
        ({"opponents": ["random"]}, "opponents lists 1; 3 seats need 2, or a single one"),
        ({"opponents": 5}, "opponent 5 must be an agent's spec"),
        ({"seat": 3}, "seat is 3; it must be 'random' or from 0 to 2"),
        ({"seat": "first"}, "seat is 'first'"),
        ({"seat": True}, "seat is True"),
        ({"illegal": "ignore"}, "illegal is 'ignore'"),
        ({"render_mode": "rgb_array"}, "render_mode is 'rgb_array'"),
        ({"render_seat": "player_7"}, "render_seat is 'player_7'"),
        ({"lifes": 3}, r"unknown option 'lifes'.*opponents, seat.*did you mean 'lives'"),
    ],
)
def test_options_that_are_not_allowed_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        solo_env(treasure.GAME, **options)


def test_a_seat_is_any_integer():
    env = solo_env(kuhn_poker.GAME, seat=1)
    seat = env.reset(seed=1)[1]["seat"]
    again = solo_env(kuhn_poker.GAME, seat=seat)
    assert again.reset(seed=1)[1]["seat"] == seat == 1


def test_an_agent_of_another_game_is_refused():
    agent = make_agent("random", kuhn_poker.GAME.setup())
    with pytest.raises(OptionError, match="not for Connect Four"):
        solo_env(connect_four.GAME, opponents=agent)


def test_an_illegal_action_ends_the_episode_or_raises():
    env = solo_env(connect_four.GAME, opponents=first_legal, seat=0, illegal_reward=-2)
    env.reset(seed=1)
    for _ in range(3):
        env.step(0)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-2.0, True, False, 0)
    assert isinstance(info["illegal_action"], np.integer)  # as all in infos: clients batch them
    assert info["action_mask"].all()
    with pytest.raises(IllegalActionError, match=r"the episode is over; call reset\(\)"):
        env.step(1)
    assert "illegal_action" not in env.reset()[1]
    strict = solo_env(connect_four.GAME, opponents=first_legal, seat=0, illegal="raise")
    with pytest.raises(IllegalActionError, match=r"no game has been dealt; call reset\(\)"):
        strict.step(0)
    strict.reset(seed=1)
    for _ in range(3):
        strict.step(0)
    before = packing.pack(strict.tables.states)
    with pytest.raises(IllegalActionError, match=r"player_0: action 0 \(column 0\) is not legal"):
        strict.step(0)
    for wrong in (7, 1.0, None, "1", True):
        with pytest.raises(AssertionError, match="action is not in action space: player_0 gave"):
            strict.step(wrong)
    assert packing.pack(strict.tables.states) == before
    strict.step(1)


@pytest.mark.parametrize("wrong", [9, -1, 0.5, None, [1, 2]])
def test_an_opponent_that_gives_no_legal_action_is_named(wrong):
    env = solo_env(connect_four.GAME, opponents=lambda view: wrong, seat=0)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="the opponent at seat 1 gave"):
        env.step(0)


def test_the_learner_does_not_move_for_an_opponent_that_failed():
    def fail(view):
        raise ConnectionError

    env = solo_env(connect_four.GAME, opponents=fail, seat=0)
    env.reset(seed=1)
    with pytest.raises(ConnectionError):
        env.step(0)
    before = packing.pack(env.tables.states)
    with pytest.raises(IllegalActionError, match=r"the opponent at seat 1 has failed; call reset\(\)"):
        env.step(0)
    assert packing.pack(env.tables.states) == before
    env.reset(seed=1)
    with pytest.raises(ConnectionError):
        env.step(1)


def test_a_solo_environment_can_be_copied_and_shown():
    env = solo_env(kuhn_poker.GAME, seat=1, render_mode="ansi")
    env.reset(seed=3)
    assert env.render() == env.setup.text(env.tables.states, 1)
    stories = [
        episode_rest(twin) for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), copy.deepcopy(env), env)
    ]
    for story in stories[1:]:
        np.testing.assert_equal(story, stories[0])
    env.close()


def episode_rest(env):
    rng, story = np.random.default_rng(0), []
    ended = False
    while not ended:
        story.append(env.step(int(rng.choice(np.flatnonzero(env.action_masks())))))
        ended = story[-1][2] or story[-1][3]
    return [*story, env.reset()]


# --- many tables


def test_a_solo_environment_has_the_learners_log():
    """The log of the AEC environment in which the same decisions are taken."""
    solo = solo_env(ballot.GAME, num_players=4, seat=1, opponents=first_legal)
    with pytest.raises(IllegalActionError, match="call reset"):
        solo.log()
    rng, twin = np.random.default_rng(1), aec.raw_env(ballot.GAME, num_players=4)
    for seed in (4, None):  # the second game is dealt by the generator that the first has left
        solo.reset(seed=seed)
        while not solo.step(rng.choice(np.flatnonzero(solo.action_masks())))[2]:
            pass
        twin.reset(seed=seed)
        for action in solo._actions:
            twin.step(action)
        assert solo.log() == twin.log("player_1")
        assert len(solo.log()) > 3
        assert solo.log(first=2) == twin.log("player_1", first=2)
    assert copy.deepcopy(solo).log() == pickle.loads(pickle.dumps(solo)).log() == solo.log()


def random_actions(masks, rng):
    return (rng.random(masks.shape) * masks).argmax(1)


@games_often
@each_game
def test_tables_deal_anew_in_the_same_step(game, options):
    setup = game.setup(**options)
    env, tables = vector_env(game, num_envs=6, **options), Tables(setup, 6, seed=4)  # the latter deals anew by itself
    rng, ends = np.random.default_rng(0), 0
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, info = env.reset(seed=4)
    kept = []
    for _ in range(300):
        np.testing.assert_array_equal(observations, tables.observations)
        np.testing.assert_array_equal(info["action_mask"], tables.masks)
        np.testing.assert_array_equal(info["seat"], tables.seats)
        np.testing.assert_array_equal(env.action_masks(), tables.masks.astype(bool))
        assert env.observation_space.contains(observations)
        kept.append(copy.deepcopy((observations, info)))
        movers, actions = info["seat"], random_actions(info["action_mask"], rng)
        old = env.tables.states.copy()
        before = (observations, info)
        observations, rewards, terminations, truncations, info = env.step(actions)
        assert data_equivalence(before, kept[-1], exact=True)
        tables.step(actions)
        np.testing.assert_array_equal(rewards, tables.rewards[np.arange(6), movers])
        np.testing.assert_array_equal(info["rewards"], tables.rewards[:, : env.setup.num_seats])
        np.testing.assert_array_equal(terminations, tables.over == 1)
        np.testing.assert_array_equal(truncations, tables.over == 2)
        ended = terminations | truncations
        assert ("final_obs" in info) == ended.any()
        if ended.any():
            ends += 1
            np.testing.assert_array_equal(info["_final_obs"], ended)
            last = Tables(setup, 6, seed=0, auto_reset=False)
            last.states[:] = old
            last.look()
            last.step(actions)
            seen = np.zeros_like(last.observations)
            last.observe(movers.astype(np.int64), seen, np.zeros_like(last.masks))
            for row in range(6):
                if ended[row]:
                    np.testing.assert_array_equal(info["final_obs"][row], seen[row])
                    assert info["final_info"]["seat"][row] == movers[row]
                else:
                    assert info["final_obs"][row] is None
        assert len(DictInfoToList(env)._convert_info_to_list(info)) == 6
    long = game.name in ("cogdrive_neon", "brass_empire", "cogs_and_commissars", "great_machine", "great_machine_coop")
    assert ends > (0 if long else 10)


def test_threads_do_not_change_the_results():
    stories = []
    for threads in (1, 3):
        env, rng, story = vector_env(treasure.GAME, num_envs=8, threads=threads), np.random.default_rng(0), []
        _, info = env.reset(seed=2)
        for _ in range(100):
            *step, info = env.step(random_actions(info["action_mask"], rng))
            story.append(step)
        env.close()
        stories.append(story)
    np.testing.assert_equal(stories[0], stories[1])


@pytest.mark.parametrize("seed", [[1, 2, 3], (1,), np.arange(2)])
def test_one_seed_is_for_all_tables(seed):
    """Gymnasium's own take one for each."""
    with pytest.raises(OptionError, match=r"; one seed is for all tables, which draw apart from each other"):
        vector_env(connect_four.GAME, num_envs=3).reset(seed=seed)


def test_resets_of_the_tables():
    env = vector_env(kuhn_poker.GAME, num_envs=5)
    with pytest.raises(CogitableError, match="needs to be called before step"):
        env.step(np.zeros(5, int))
    firsts = [env.reset(seed=1)[0], env.reset()[0], env.reset(seed=1)[0], env.reset()[0]]
    np.testing.assert_array_equal(firsts[0], firsts[2])
    np.testing.assert_array_equal(firsts[1], firsts[3])
    words = seed_words(1, 5)
    assert len({tuple(row) for row in words.tolist()}) == 5
    unseeded = [vector_env(kuhn_poker.GAME, num_envs=50).reset()[0] for _ in range(2)]
    assert not np.array_equal(*unseeded)
    with pytest.raises(OptionError, match="seed is -1"):
        env.reset(seed=-1)


def test_wrong_actions_of_the_tables_change_nothing():
    env = vector_env(connect_four.GAME, num_envs=2)
    env.reset(seed=0)
    for _ in range(6):
        env.step(np.array([0, 1]))
    before = packing.pack(env.tables.states)
    for wrong, message in (
        ([0, 0], r"table 0: action 0 \(column 0\) is not legal"),
        ([1, 7], "table 1: action 7 is out of range"),
        ([1.0, 1.0], "must be 2 integers"),
        ([1], "must be 2 integers"),
    ):
        with pytest.raises(IllegalActionError, match=message):
            env.step(np.array(wrong))
    assert packing.pack(env.tables.states) == before
    env.step(np.array([1, 0]))


def test_tables_show_a_frame_each():
    env = vector_env(kuhn_poker.GAME, num_envs=3, render_mode="ansi", render_seat="player_1")
    env.reset(seed=0)
    assert env.render() == tuple(env.setup.text(env.tables.states, 1, row) for row in range(3))
    with pytest.raises(OptionError, match="render_mode is 'human'; it must be None or one of ansi"):
        vector_env(kuhn_poker.GAME, render_mode="human")
    with pytest.raises(OptionError, match="unknown option 'tables'"):
        vector_env(kuhn_poker.GAME, tables=3)
    with pytest.raises(OptionError, match="at least 1, not 0"):
        vector_env(kuhn_poker.GAME, num_envs=0)
