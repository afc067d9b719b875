"""The AEC environment: PettingZoo's own tests, actions, options, and the books it keeps."""

from __future__ import annotations

import importlib
import io
import os
import subprocess
import sys
import warnings
from functools import partial

import numpy as np
import pytest
from aec_play import books, choose, full_column, play
from game_cases import PLAIN, each_game, games_often, raid
from games import kuhn_poker, treasure
from how_many import examples
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, render_test, seed_test
from PIL import Image

import connect_four
from cogitable.envs import brass_empire, make
from cogitable.envs.table import IllegalActionError, OptionError, Tables
from cogitable.envs.table.errors import OutOfBoundsError, SteppedOutError
from cogitable.envs.table.faces import aec, render
from cogitable.envs.table.files import packing

MAKERS = [aec.env, aec.raw_env]
each_maker = pytest.mark.parametrize("make_env", MAKERS, ids=lambda maker: maker.__name__)


# --- PettingZoo's own tests


@each_game
@each_maker
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_passes_pettingzoos_api_and_seed_tests(game, options, make_env):
    api_test(make_env(game, **options), num_cycles=100)
    seed_test(lambda: make_env(game, **options), num_cycles=50)


@each_game
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_passes_pettingzoos_state_test(game, options):
    env = aec.env(game, **options)
    state_test = importlib.import_module("pettingzoo.test.state_test")  # the package hides it behind a function
    state_test.test_state_space(env)
    env.action_space("player_0").seed(1)
    state_test.test_state(env, 10)


@pytest.mark.often(*(f"{name}-{mode}" for name in PLAIN for mode in ("ansi", "rgb_array")))
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
@each_game
def test_passes_pettingzoos_render_test(game, options, mode):
    if mode == "rgb_array" and game.render_picture is None:
        with pytest.raises(OptionError, match="render_mode is 'rgb_array'; it must be None or one of ansi"):
            aec.env(game, render_mode=mode)
        return

    def make_env(render_mode):  # PettingZoo's test opens a window first; there is none here
        env = aec.env(game, **options, render_mode=mode if render_mode == "human" else render_mode)
        env.metadata["render_modes"] = [mode]
        return env

    render_test(make_env)


# --- actions


odd_actions = st.one_of(
    st.none(),
    st.booleans(),
    st.booleans().map(np.bool_),
    st.floats(),
    st.floats(0, 6).map(np.float32),
    st.text(),
    st.integers(max_value=-1),
    st.integers(min_value=7),
    st.lists(st.integers(0, 6)),
    st.lists(st.integers(0, 6)).map(np.array),
    st.just(np.array(3.0)),
    st.just(np.array("3")),
    st.just(object()),
    st.just({"action": 3}),
)


@each_maker
@given(action=odd_actions)
@examples(150)
def test_what_is_no_action_is_refused_and_changes_nothing(make_env, action):
    env = make_env(connect_four.GAME)
    env.reset(seed=0)
    env.step(3)
    before, told = env.states.tobytes(), books(env)
    with pytest.raises(AssertionError, match="action is not in action space") as caught:
        env.step(action)
    assert isinstance(caught.value, IllegalActionError)
    assert "player_1" in str(caught.value)
    assert "6" in str(caught.value)
    assert (env.states.tobytes(), books(env), env.actions) == (before, told, [3])


@pytest.mark.parametrize("action", [3, np.int64(3), np.int8(3), np.uint64(3), np.array(3), np.array(3, np.int16)])
def test_every_kind_of_integer_is_an_action(action):
    env = aec.env(connect_four.GAME)
    env.reset(seed=0)
    env.step(action)
    assert env.actions == [3]
    assert type(env.actions[0]) is int


def test_raw_env_refuses_an_illegal_action_says_what_is_legal_and_goes_on():
    env = aec.raw_env(connect_four.GAME)
    env.reset(seed=0)
    for _ in range(6):
        env.step(2)
    before, told = env.states.tobytes(), books(env)
    with pytest.raises(IllegalActionError, match=r"player_0: action 2 \(column 2\) is not legal here; legal are: 0"):
        env.step(2)
    assert (env.states.tobytes(), books(env)) == (before, told)
    env.step(3)
    assert env.actions == [2] * 6 + [3]


def test_illegal_reward_and_illegal_are_options():
    env = aec.env(connect_four.GAME, illegal_reward=-0.25)
    env.reset(seed=0)
    for _ in range(7):
        env.step(2)
    assert env.rewards == {"player_0": -0.25, "player_1": 0.0}
    assert all(not observation["action_mask"].any() for observation in map(env.observe, env.possible_agents))
    env.reset()
    assert env.illegal_action is None
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}
    strict = aec.env(connect_four.GAME, illegal="raise")
    full_column(strict)
    with pytest.raises(IllegalActionError, match="not legal"):
        strict.step(0)


# --- options


def test_an_unknown_option_is_refused_with_both_lists():
    with pytest.raises(OptionError) as caught:
        aec.env(connect_four.GAME, rendermode="ansi")
    for part in ("'rendermode'", "did you mean 'render_mode'", "num_players, max_decisions", "illegal_reward"):
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 9}, "num_players"),
        ({"render_mode": "svg"}, "render_mode is 'svg'"),
        ({"render_seat": "player_2"}, "render_seat is 'player_2'; it must be one of current, all, player_0, player_1"),
        ({"illegal": "ignore"}, "illegal is 'ignore'; it must be one of terminate, raise"),
        ({"illegal_reward": "much"}, "illegal_reward is 'much'"),
        ({"illegal_reward": float("nan")}, "illegal_reward is nan"),
        ({"illegal_reward": 10**400}, "illegal_reward is 1000"),
    ],
)
def test_values_that_are_not_allowed_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        aec.env(connect_four.GAME, **options)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_a_seed_is_an_integer_of_at_least_zero(seed):
    env = aec.env(connect_four.GAME)
    with pytest.raises(OptionError, match="seed is"):
        env.reset(seed=seed)


def test_options_of_a_reset_are_warned_of():
    """And not refused: PettingZoo's own tests give some."""
    env = aec.env(connect_four.GAME)
    with pytest.warns(UserWarning, match="unknown option 'city' of reset; there are none: options of the game") as told:
        env.reset(seed=1, options={"city": 3})
    assert told[0].filename == __file__ and env.agents
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env.reset(options={})
    with pytest.raises(OptionError, match="options of reset are 'city'; they must be a dictionary, or None"):
        env.reset(seed=1, options="city")


@each_maker
@pytest.mark.parametrize("observe", [True, False])
def test_when_everybody_has_stepped_out_it_is_said(make_env, observe):
    """As PettingZoo's KeyError, which names an agent and does not say why."""
    env = make_env(connect_four.GAME)
    env.reset(seed=1)
    for action in [*([3, 4] * 3), 3, None, None]:
        env.step(action)
    assert not env.agents
    with pytest.raises(KeyError) as error:
        env.last(observe)
    assert isinstance(error.value, SteppedOutError)
    assert str(error.value) == "the game is over and every agent has stepped out; call reset()"
    assert env.observe("player_0")["observation"].any()  # one may look


def test_an_unknown_agent_is_refused():
    env = aec.env(connect_four.GAME)
    env.reset()
    for ask in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(OptionError, match=r"no agent 'player_2'; the agents are player_0, player_1"):
            ask("player_2")


# --- what it tells


@games_often
@each_game
@given(seed=st.integers(0, 2**32))
@examples(8)
def test_a_game_is_that_of_the_batched_tables_and_the_books_are_right(game, options, seed):
    rng = np.random.default_rng(seed)
    env, tables = aec.env(game, **options), Tables(game.setup(**options), 1, seed=seed, auto_reset=False)
    env.reset(seed=seed)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    handed = dict.fromkeys(env.possible_agents, 0.0)
    kept = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        handed[agent] += reward
        kept.append((observation, {name: array.copy() for name, array in observation.items()}))
        assert env.observation_space(agent).contains(observation)
        assert type(terminated) is type(truncated) is bool
        assert type(reward) is float
        if terminated or truncated:
            assert not observation["action_mask"].any()
            env.step(None)
            continue
        assert packing.pack(env.states) == packing.pack(tables.states)  # bytes between the fields do not count
        np.testing.assert_array_equal(observation["observation"], tables.observations[0])
        np.testing.assert_array_equal(observation["action_mask"], tables.masks[0])
        for other in env.possible_agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        live = list(env.agents)
        env.step(action)
        tables.step(np.array([action]))
        for seat, name in enumerate(env.possible_agents):
            if name in live:
                earned[name] += float(tables.rewards[0, seat])
                assert env.rewards[name] == tables.rewards[0, seat]
    assert handed == earned
    assert tables.over[0] != 0
    assert len(env.actions) == tables.states["decisions"][0]
    for array, copy in kept:  # nothing that was handed out has changed since
        np.testing.assert_equal(array, copy)


@each_game
def test_changing_what_was_handed_out_changes_nothing(game, options):
    env, rng = aec.env(game, **options), np.random.default_rng(3)
    env.reset(seed=3)
    for _ in range(6):
        if not env.agents:
            break
        before = {agent: env.observe(agent) for agent in env.possible_agents}
        for observation in [env.last()[0], *map(env.observe, env.possible_agents)]:
            observation["observation"][:], observation["action_mask"][:] = 7, 1
        env.state()[:] = 7
        np.testing.assert_equal({agent: env.observe(agent) for agent in env.possible_agents}, before)
        assert not (env.state() == 7).all()
        env.step(choose(env, rng))


@pytest.mark.parametrize(
    ("game", "options"),
    [(treasure.GAME, {"num_players": 5, "lives": 1}), (brass_empire.GAME, raid())],
    ids=["treasure", "brass_empire"],
)
def test_seats_that_leave_terminate_at_once_and_the_others_play_on(game, options):
    left_early = 0
    for seed in range(30):
        env, rng = aec.env(game, **options), np.random.default_rng(seed)
        env.reset(seed=seed)
        out: set[str] = set()
        handed = np.zeros(env.setup.num_seats)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last(observe=False)
            seat = env.possible_agents.index(agent)
            handed[seat] += reward
            assert agent not in out
            if terminated or truncated:
                if env.states["over"][0] == 0:
                    left_early += 1
                    assert int(env.states["gone"][0]) >> seat & 1
                    assert handed[seat] == env.states["paid"][0, seat]  # the fine has reached it
                    assert any(not ended for ended in env.terminations.values())
                out.add(agent)
            env.step(choose(env, rng))
            assert set(env.agents) == set(env.rewards) == set(env.terminations) == set(env.infos)
        assert out == set(env.possible_agents)
    assert left_early > 20


def test_a_limit_of_decisions_truncates():
    env = aec.env(connect_four.GAME, max_decisions=3)
    env.reset(seed=0)
    for action in range(3):
        env.step(action)
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}


def deals(env, count, seed) -> list[bytes]:
    rng, found = np.random.default_rng(seed), []
    for _ in range(count):
        found.append(packing.pack(env.states))
        play(env, rng, 5)
        env.reset()
    return found


def test_a_seed_fixes_all_games_that_follow_and_its_lack_none():
    env = aec.env(kuhn_poker.GAME)
    runs = []
    for _ in range(2):
        env.reset(seed=11)
        runs.append(deals(env, 20, 5))
    assert runs[0] == runs[1]
    assert len(set(runs[0])) > 5
    fresh = []
    for _ in range(3):
        env = aec.env(kuhn_poker.GAME)
        env.reset()
        fresh.append(env.generator)
        assert env.seed is None
    assert len(set(fresh)) == 3


def test_compiled_and_plain_python_play_the_same():
    program = (
        "import sys; sys.path[:0] = {paths!r}\n"
        "import hashlib, numpy as np, connect_four, treasure\n"
        "from cogitable.envs.table.faces import aec\n"
        "digest = hashlib.sha256()\n"
        "for game in (connect_four.GAME, treasure.GAME):\n"
        "    env, rng = aec.env(game), np.random.default_rng(1)\n"
        "    for seed in (5, None, None):\n"
        "        env.reset(seed=seed)\n"
        "        for agent in env.agent_iter():\n"
        "            observation, reward, terminated, truncated, _ = env.last()\n"
        "            digest.update(observation['observation'].tobytes() + env.state().tobytes())\n"
        "            digest.update(repr(reward).encode())\n"
        "            legal = np.flatnonzero(observation['action_mask'])\n"
        "            env.step(None if terminated or truncated else int(rng.choice(legal)))\n"
        "print(digest.hexdigest())\n"
    ).format(paths=[path for path in sys.path if path.endswith(("examples", "games"))])
    printed = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert printed[0] == printed[1]
    assert len(printed[0]) == 65


# --- showing itself


def test_text_is_shown_from_the_asked_for_seat():
    texts = {}
    for seat in ("current", "player_0", "player_1", "all"):
        env = aec.env(kuhn_poker.GAME, render_mode="ansi", render_seat=seat)
        env.reset(seed=4)
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        assert env.agent_selection == "player_1"
        texts[seat] = env.render()
    assert texts["current"] == texts["player_1"]
    assert len({texts["player_0"], texts["player_1"], texts["all"]}) == 3


def test_render_without_a_mode_warns_as_pettingzoo_does():
    env = aec.env(connect_four.GAME)
    env.reset()
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert env.render() is None


def with_picture(monkeypatch):
    """Give Connect Four a picture for a while."""

    def paint(setup, state, seat):
        pixels = np.zeros((6, 7, 3), np.uint8)
        for side in range(2):
            for cell in range(49):
                if int(state.stones[side]) >> cell & 1:
                    pixels[5 - cell % 7, cell // 7, side] = 200
        return pixels

    game = connect_four.GAME
    monkeypatch.setitem(game.__dict__, "render_picture", paint)
    return game


def test_a_notebook_shows_the_picture_or_the_text(monkeypatch):
    env = aec.env(treasure.GAME)
    assert (env._repr_png_(), env._repr_html_()) == (None, None)
    env.reset()
    assert env._repr_png_() is None
    assert env._repr_html_().startswith("<pre>")
    env = aec.env(with_picture(monkeypatch), render_mode="rgb_array")
    env.reset()
    env.step(3)
    assert env._repr_html_() is None
    pixels = np.asarray(Image.open(io.BytesIO(env._repr_png_())))
    np.testing.assert_array_equal(pixels, env.render())
    assert pixels[5, 3, 0] == 200


def test_human_mode_without_a_display_says_so(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    from matplotlib import pyplot

    pyplot.switch_backend("agg")
    env = aec.env(with_picture(monkeypatch), render_mode="human")
    with pytest.raises(OptionError, match="found no display"):
        env.reset()


def test_modes_are_those_that_can_be_used_here(monkeypatch):
    """PettingZoo's render_test and Gymnasium's check_env try them all."""
    game = with_picture(monkeypatch)
    monkeypatch.setattr(render.sys, "platform", "linux")
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    assert aec.env(game).metadata["render_modes"] == ["rgb_array", "ansi"]
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert aec.env(game).metadata["render_modes"] == ["human", "rgb_array", "ansi"]


def test_an_unknown_option_is_a_type_error_as_well(monkeypatch):
    """As Python says it: clients try again without what is unexpected."""
    for make_it in (partial(aec.env, with_picture(monkeypatch)), connect_four.GAME.setup):
        with pytest.raises(TypeError, match="got an unexpected keyword argument 'colour'") as caught:
            make_it(colour="red")
        assert isinstance(caught.value, OptionError)


def test_human_mode_shows_every_position_in_a_window(monkeypatch):
    from matplotlib import pyplot

    pyplot.switch_backend("agg")
    monkeypatch.setattr(render, "_require_window", lambda backend: None)
    env = aec.env(with_picture(monkeypatch), render_mode="human")
    env.reset()
    for column in (3, 4):
        env.step(column)
        expected = render.picture(env.setup, env.states, 0)
        np.testing.assert_array_equal(env._window._image.get_array(), expected)
    number = env._window._figure.number
    env.close()
    env.close()
    assert not pyplot.fignum_exists(number)
    assert env.render() is None  # opens it anew
    env.close()


def test_names():
    env = make("cogdrive_neon")
    assert str(env) == "cogdrive_neon_v0"
    assert "before the first reset" in repr(env)
    assert env.metadata["name"] == "cogdrive_neon_v0"
    assert not env.metadata["is_parallelizable"]
    assert issubclass(OutOfBoundsError, IllegalActionError)
