"""Saves that somebody has changed and signed again: refused, or games that can be played on."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from crafted import change, leaves, numbers, play_on
from game_cases import CASES, each_game
from games import kuhn_poker, toll

from cogitable.envs import cogdrive_neon
from cogitable.envs.cogdrive_neon.rules.state import Phase
from cogitable.envs.table.errors import OptionError, SaveFileError
from cogitable.envs.table.faces.aec import TableEnv, raw_env
from cogitable.envs.table.files.save import checksum
from cogitable.envs.table.positions import check_bounds, check_position, unstated
from cogitable.envs.table.records import Array, Int, Record, StateRecord, int8, records, uint8

TRIES = 8


def crafted(cases: list[str], tries: int, seed: int) -> dict[str, dict]:
    """Return by case what happens to changed saves in plain Python, where an index out of range raises."""
    script = Path(__file__).parents[1] / "support" / "crafted.py"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "ignore", str(script), str(tries), str(seed), *cases]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=3000)
    assert run.returncode == 0, run.stderr[-3000:]
    return dict(zip(cases, map(json.loads, run.stdout.splitlines()), strict=True))


def hold(cases: list[str], tries: int, seed: int) -> None:
    for case, result in crafted(cases, tries, seed).items():
        assert not result["faults"], "\n".join(f"{case}, {where}\n{what}" for where, what in result["faults"][:5])
        assert sum(result["counts"].values()) == tries and result["counts"]["refused"] > tries // 10


def test_changed_saves_are_refused_or_play_on():
    hold([name for _, _, name in CASES], TRIES, 0)


@pytest.mark.long
@pytest.mark.parametrize("case", [name for _, _, name in CASES])
def test_thousands_of_changed_saves(case):
    hold([case], 2000, 1_000)


def test_a_corporation_that_the_card_file_does_not_have():
    """There is room for seven, which is what the field's bounds say; small card files have fewer."""
    game, options = next((game, options) for game, options, name in CASES if name == "brass_empire-battle")
    env = raw_env(game, **options)
    env.reset(1)
    states = env.states.copy()
    states["corporation"][0, 1] = len(env.setup.options.cards.corporations)
    with pytest.raises(AssertionError, match="corporations"):
        check_position(env.setup, states.view(np.recarray)[0])


def test_a_step_that_no_card_has():
    """Nothing that is carried out can ask for a choice but a step of the card file."""
    env = raw_env(cogdrive_neon.GAME)
    env.reset(1)
    rng = np.random.default_rng(1)
    while env.states["phase"][0] != Phase.CHOICE:
        play_on(env, rng, 1)
    check_position(env.setup, env.states.view(np.recarray)[0])
    nothing, beyond = env.states.copy(), env.states.copy()
    nothing["depth"] = 0
    frame = beyond["frames"][0, int(beyond["depth"][0]) - 1]
    frame["program"], frame["card"], frame["step"] = 0, 0, len(env.setup.options.cards.cogdrive[0].task)
    for states, message in ((nothing, "nothing is being carried out"), (beyond, "step .* asks, which has none")):
        with pytest.raises(AssertionError, match=message):
            check_position(env.setup, states.view(np.recarray)[0])


@each_game
def test_every_field_states_its_bounds(game, options):
    assert unstated(game) == []


@each_game
def test_every_bound_is_held_to(game, options):
    """What is beyond either end of a field's bounds is no position."""
    env = raw_env(game, **options)
    env.reset(3)
    check_position(env.setup, env.states.view(np.recarray)[0])
    fields = game.record.leaves()
    tried = 0
    for path in leaves(game.state_dtype):
        low, high = fields[path].bounds
        real = fields[path].kind.kind == "f"
        ends = (np.finfo if real else np.iinfo)(fields[path].kind)
        for value in (2 * low - 1, 2 * high + 1) if real else (low - 1, high + 1):
            if ends.min <= value <= ends.max:
                states = env.states.copy()
                numbers(states, path)[...] = value
                tried += 1
                with pytest.raises(AssertionError, match=path[-1]):
                    check_bounds(game, states.view(np.recarray)[0])
    assert tried > len(fields) / 2


def test_a_position_of_another_table_size():
    env = raw_env(kuhn_poker.GAME, num_players=2)
    env.reset(1)
    for field, value, message in (
        ("seat", 2, "seat 2 is to move, there are 2"),
        ("gone", 0b100, "there are 2"),
        ("gone", 0b11, "has left the game"),
        ("rng", 0, "the generator is at zero"),
    ):
        states = env.states.copy()
        states[field] = value
        with pytest.raises(AssertionError, match=message):
            check_position(env.setup, states.view(np.recarray)[0])


def test_bounds():
    class Thing(Record):
        kind: Int = int8(below=5)
        wounds: Int = int8()

    class State(StateRecord, seats=2):
        phase: Int = int8(least=-1, below=3)
        members: Int = uint8(things=8)
        things: Array = records(Thing, 2)

    assert State.fields()["phase"].bounds == (-1, 2)
    assert State.fields()["members"].bounds == (0, 255)
    found = State.leaves()
    assert found["things", "kind"].bounds == (0, 4) and found["things", "wounds"].bounds is None
    for wrong in ({"below": 3, "most": 2}, {"least": 3}, {"most": 128}, {"things": 8}, {"least": -200, "most": 3}):
        with pytest.raises(TypeError):
            int8(**wrong)


EPISODES = {
    "agents": [[], ["player_1", "player_0"], ["player_7", "player_0"]],
    "agent_selection": ["player_7", "", "player_1"],
    "skipped_selection": ["player_9", "player_1"],
    "rewards": [{}, {"player_0": 0.0}],
    "terminations": [{}, {"x": True}],
    "generator": [[], [1, 2, 3], [-1, 0, 0, 0], [1 << 32, 0, 0, 0], [0, 0, 0, 0]],
    "actions": [[-1], [10**30], [99]],
    "illegal_action": [-1, 99, 10**30],
}
ONE = {name: {"player_1": 0.0} for name in ("rewards", "cumulative_rewards")}
OUT = {name: {"player_1": False} for name in ("terminations", "truncations")}
BOTH = {"player_0": True, "player_1": True}
DEAD = {"player_0": True, "player_1": False}
SEVERAL = {
    "who is to move has stepped out": {"agents": ["player_1"], **ONE, **OUT},
    "one is left, who is not to move": {"agents": ["player_1"], **ONE, **OUT, "agent_selection": "player_1"},
    "nobody is left of a game that goes on": {
        **{books: {} for books in ("rewards", "cumulative_rewards", "terminations", "truncations")},
        "agents": [],
    },
    "who steps out is followed by nobody": {"terminations": DEAD, "skipped_selection": None},
    "who steps out has not left": {"terminations": DEAD, "skipped_selection": "player_0"},
    "who goes on is to step out": {"agent_selection": "player_1", "terminations": {**BOTH, "player_0": False}},
    "all are dead in a game that goes on": {"terminations": BOTH, "skipped_selection": "player_0"},
    "an illegal action that has ended nothing": {"illegal_action": 1},
    "a reward without bounds": {"rewards": {"player_0": float("inf"), "player_1": 0.0}},
    "a sum of rewards that is no number": {"cumulative_rewards": {"player_0": 0.0, "player_1": float("nan")}},
    "somebody is skipped and nobody steps out": {"skipped_selection": "player_0"},
}


@pytest.mark.parametrize("changes", [{field: value} for field in EPISODES for value in EPISODES[field]], ids=str)
def test_changed_books_are_refused(changes, tmp_path):
    """What the environment keeps beside the state fits the state."""
    refuse(raw_env(kuhn_poker.GAME), changes, tmp_path / "s.json")


@pytest.mark.parametrize("name", SEVERAL)
def test_books_that_are_changed_together_are_refused(name, tmp_path):
    refuse(raw_env(kuhn_poker.GAME), SEVERAL[name], tmp_path / "s.json")


def refuse(env: TableEnv, changes: dict[str, object], path: Path) -> None:
    env.reset(1)
    content = json.loads(env.save(path).read_text())
    changed = {**content, "episode": {**content["episode"], **changes}}
    assert changed.pop("checksum") and changed["episode"] != content["episode"]
    path.write_text(json.dumps({**changed, "checksum": checksum(changed)}))
    with pytest.raises(SaveFileError, match="s.json"):
        TableEnv.load(path, kuhn_poker.GAME)


@pytest.mark.parametrize("illegal", [False, True])
def test_all_that_happens_to_books_can_be_saved(illegal, tmp_path):
    """At every step, those of agents that step out included: loaded, it goes on as it was."""
    env = TableEnv(toll.GAME.setup(), illegal="terminate")
    env.reset(2)
    rng, steps, dead = np.random.default_rng(2), 0, 0
    while env.agents:
        loaded = TableEnv.load(env.save(tmp_path / "s.json"), toll.GAME)
        over = env.last()[2] or env.last()[3]
        legal = env.observe(env.agent_selection)["action_mask"]
        wrong = illegal and steps == 2
        action = None if over else int(rng.choice(np.flatnonzero(legal == 0 if wrong else legal)))
        for table in (env, loaded):
            table.step(action)
        assert loaded.agents == env.agents and loaded.agent_selection == env.agent_selection
        assert loaded.rewards == env.rewards and loaded.terminations == env.terminations
        steps, dead = steps + 1, dead + over
    assert dead == env.setup.num_seats and steps > dead
    assert TableEnv.load(env.save(tmp_path / "s.json"), toll.GAME).agents == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("environment", {"spell": 1}),
        ("environment", {"render_mode": "x"}),
        ("environment", {"render_seat": "player_9"}),
        ("environment", {"illegal": []}),
        ("environment", {"illegal_reward": "much"}),
        ("environment", {"keys": ["a", "a"]}),
        ("fields", [["a", "O", []]]),
        ("fields", [["a", "<i4", [1 << 40]]]),
        ("fields", [[1, 2]]),
        ("fields", [["a", [["b", "<i4", [-1]]], []]]),
        ("state", ""),
    ],
)
def test_changed_headers_are_refused(field, value, tmp_path):
    env = raw_env(kuhn_poker.GAME)
    env.reset(1)
    path = env.save(tmp_path / "s.json")
    content = json.loads(path.read_text()) | {field: value}
    del content["checksum"]
    path.write_text(json.dumps({**content, "checksum": checksum(content)}))
    with pytest.raises(SaveFileError, match="s.json: "):
        TableEnv.load(path, kuhn_poker.GAME)


def test_who_chooses_an_option_answers_for_it(tmp_path):
    """A file's options that are not used do no harm, and are not blamed for those that are given beside them."""
    env = raw_env(kuhn_poker.GAME)
    env.reset(1)
    path = env.save(tmp_path / "s.json")
    with pytest.raises(OptionError, match="render_mode") as raised:
        TableEnv.load(path, kuhn_poker.GAME, render_mode="x")
    assert "s.json" not in str(raised.value)
    content = json.loads(path.read_text()) | {"environment": {"render_mode": "x"}}
    del content["checksum"]
    path.write_text(json.dumps({**content, "checksum": checksum(content)}))
    assert TableEnv.load(path, kuhn_poker.GAME, render_mode="ansi").render_mode == "ansi"


def test_changes_reach_every_field():
    """The fuzz above would miss a field that it never changes."""
    env = raw_env(kuhn_poker.GAME)
    env.reset(1)
    rng = np.random.default_rng(0)
    found = {change(env.states.copy(), rng).split("[")[0] for _ in range(400)}
    assert found == {".".join(path) for path in leaves(env.states.dtype)} - {
        ".".join(path) for path in leaves(env.states.dtype) if path[0] in ("telling", "told", "events")
    }


@each_game
def test_equal_episodes_have_equal_bytes(game, options):
    """What lies between the fields is no chance, either, in copies neither: states can be compared as bytes."""
    found = []
    for filling in (0, 255):
        env = raw_env(game, **options)
        used = [np.full(game.state_dtype.itemsize, filling, np.uint8) for _ in range(64)]
        del used  # what NumPy takes next is full of this
        env.reset(7)
        play_on(env, np.random.default_rng(7), 12)
        used = [np.full(game.state_dtype.itemsize, filling, np.uint8) for _ in range(64)]
        del used
        found += [
            env.states.tobytes(),
            copy.deepcopy(env).states.tobytes(),
            pickle.loads(pickle.dumps(env)).states.tobytes(),
        ]
    assert len(set(found)) == 1
