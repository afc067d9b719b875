"""Agents by name, the random agent, the person at the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import networks
import numpy as np
import pytest
from games import kuhn_poker
from threadpoolctl import threadpool_info, threadpool_limits

import connect_four
from cogitable.agents.base import View
from cogitable.agents.factory import AGENTS, describe_agents, make_agent, parse_spec
from cogitable.agents.people.human import HumanAgent, HumanQuit
from cogitable.agents.random_agent import RandomAgent
from cogitable.agents.search.agent import SearchAgent
from cogitable.envs.table import OptionError, Tables

CONNECT_FOUR = connect_four.GAME.setup()
KUHN = kuhn_poker.GAME.setup(num_players=3)


def view_with(masks: np.ndarray) -> View:
    count = len(masks)
    tables = Tables(CONNECT_FOUR, count, seed=0)
    return View(CONNECT_FOUR, tables.observations, masks.astype(np.int8), tables.seats, tables.states)


# The view


def test_a_view_of_all_tables_copies_nothing():
    tables = Tables(KUHN, 6, seed=1)
    for view in (View.of(tables), View.of(tables, np.arange(6))):
        assert np.shares_memory(view.observations, tables.observations)
        assert np.shares_memory(view.masks, tables.masks)


def test_a_view_of_some_tables_redraws_these():
    tables = Tables(KUHN, 6, seed=1)
    rows = np.array([5, 0, 3])
    view = View.of(tables, rows)
    assert len(view) == 3 and (view.observations == tables.observations[rows]).all()
    before = tables.states.tobytes()
    redrawn = view.determinized(np.arange(1, 5, dtype=np.uint32))
    assert tables.states.tobytes() == before
    assert redrawn.shape == (3,)
    for state, truth in zip(redrawn, tables.states[rows], strict=True):
        seat = truth["seat"]
        assert state["kuhn_deck"][seat] == truth["kuhn_deck"][seat]
        assert state["rng"].tolist() != truth["rng"].tolist()
    assert View.of(tables, rows[::-1]).seats.tolist() == tables.seats[rows[::-1]].tolist()


# The factory


def test_a_spec_names_an_agent_and_its_parameters():
    agent = make_agent("search:simulations=20, exploration=1.5", CONNECT_FOUR, seed=1)
    assert isinstance(agent, SearchAgent)
    assert (agent.simulations, agent.seconds, agent.exploration) == (20, None, 1.5)
    assert isinstance(make_agent("random", CONNECT_FOUR), RandomAgent)
    assert isinstance(make_agent("human", CONNECT_FOUR), HumanAgent)


def test_a_path_may_have_commas(tmp_path):
    parsed = {
        "policy:a,b/best.zip": {"path": "a,b/best.zip"},
        "policy:a, b,c.zip,deterministic=false": {"path": "a, b,c.zip", "deterministic": False},
        "search:network=a,b.zip,simulations=9": {"network": "a,b.zip", "simulations": 9},
    }
    assert {spec: parse_spec(spec)[1] for spec in parsed} == parsed
    with pytest.raises(OptionError, match=r"'9' is not of the form key=value"):
        parse_spec("search:network=a.zip,simulations=9,9")


def test_search_has_a_limit_when_none_is_given_and_none_but_time_when_that_is():
    assert make_agent("search", CONNECT_FOUR).simulations == 1000
    assert make_agent("search:seconds=0.5", CONNECT_FOUR).simulations is None


def test_a_class_of_the_users_own_is_made_from_its_import_path(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "agents_of_mine.py").write_text(
        "from cogitable.agents.base import Agent\n"
        "class First(Agent):\n"
        "    def act(self, view):\n"
        "        return view.masks.argmax(axis=1)\n"
    )
    agent = make_agent("python:agents_of_mine:First", CONNECT_FOUR)
    assert agent.act(view_with(np.eye(7)[[3, 5]])).tolist() == [3, 5]
    with pytest.raises(OptionError, match="Second"):
        make_agent("python:agents_of_mine:Second", CONNECT_FOUR)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("minimax", ["'minimax'", *AGENTS]),
        ("", ["''", "random"]),
        ("random:speed=2", ["'speed'", "no parameters"]),
        ("search:depth=3", ["'depth'", "simulations", "seconds", "exploration"]),
        ("search:simulations=many", ["'simulations'", "'many'", "must be a whole number"]),
        ("search:simulations=0", ["'simulations'", "'0'", "must be at least 1"]),
        ("search:seconds=-1", ["'seconds'", "'-1'"]),
        ("search:rollouts=clever", ["'rollouts'", "random", "heuristic"]),
        ("search:1000", ["'1000'", "key=value", "simulations"]),
        ("search:simulations=1,simulations=2", ["'simulations'", "twice"]),
        ("policy:,deterministic=true", ["'path' is ''", "File of a trained policy"]),
        ("python", ["'path'", "missing"]),
        ("python:no_such_module:Agent", ["no_such_module"]),
        ("python:numpy:ndarray", ["numpy:ndarray", "subclass"]),
        ("heuristic", ["Connect Four", "no heuristic"]),
        ("search:rollouts=heuristic", ["Connect Four", "rollouts=random"]),
    ],
)
def test_a_wrong_spec_is_told_with_what_is_allowed(spec, told):
    with pytest.raises(OptionError) as caught:
        make_agent(spec, CONNECT_FOUR)
    for part in [repr(spec), *told]:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    "spec", ["search:foo=1", "search:seconds=x", "search:simulations=0", "search:7", "chat:foo=1", "chat"]
)
def test_a_wrong_spec_is_told_in_a_few_lines(spec):
    with pytest.raises(OptionError) as caught:
        make_agent(spec, CONNECT_FOUR)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("name", [name for name, kind in AGENTS.items() if kind.options.model_fields])
def test_a_parameter_without_a_value_is_told_with_what_it_may_be(name):
    for parameter, field in AGENTS[name].options.model_fields.items():
        with pytest.raises(OptionError) as caught:
            make_agent(f"{name}:{parameter}=", CONNECT_FOUR)
        assert f"{parameter!r} is '': " in str(caught.value) and field.description in str(caught.value)


def test_the_description_names_every_agent_and_parameter():
    text = describe_agents()
    for name, kind in AGENTS.items():
        assert name in text
        for parameter, field in kind.options.model_fields.items():
            assert parameter in text
            assert field.description in text


@pytest.mark.parametrize("spec", ["random", "search:simulations=30"])
def test_the_seed_alone_fixes_an_agents_choices(spec):
    tables = Tables(CONNECT_FOUR, 50, seed=3)
    runs = []
    for seed in (7, 7, 8):
        agent = make_agent(spec, CONNECT_FOUR, seed=seed)
        runs.append(np.stack([agent.act(View.of(tables)) for _ in range(3)]))
    assert (runs[0] == runs[1]).all()
    assert (runs[0] != runs[2]).any()


# Random


def test_random_takes_each_legal_action_equally_often_and_no_other():
    masks = np.zeros((12_000, 7))
    masks[:, [1, 4, 6]] = 1
    chosen = np.bincount(RandomAgent(CONNECT_FOUR, 5).act(view_with(masks)), minlength=7)
    assert set(np.flatnonzero(chosen)) == {1, 4, 6}
    expected = len(masks) / 3
    assert np.abs(chosen[[1, 4, 6]] - expected).max() < 5 * np.sqrt(expected)


def test_random_heeds_each_tables_own_mask():
    masks = np.random.default_rng(0).integers(0, 2, (500, 7))
    masks[np.arange(500), np.arange(500) % 7] = 1
    actions = RandomAgent(CONNECT_FOUR, 5).act(view_with(masks))
    assert actions.dtype == np.int64
    assert masks[np.arange(500), actions].all()


# Human


def person(setup, *lines: str) -> tuple[HumanAgent, list[str]]:
    typed, shown = iter(lines), []

    def read(prompt: str) -> str:
        shown.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return HumanAgent(setup, read=read, write=shown.append), shown


@pytest.mark.parametrize("line", ["4", " 4 ", "column 3", "COLUMN 3", "Column 3"])
def test_a_person_chooses_by_number_or_by_name(line):
    agent, shown = person(CONNECT_FOUR, line)
    assert agent.act(View.of(Tables(CONNECT_FOUR, 1, seed=0))).tolist() == [3]
    assert any("   4  column 3" in text for text in shown)


def test_a_number_counts_the_legal_actions_only():
    agent, shown = person(CONNECT_FOUR, "2")
    assert agent.act(view_with(np.array([[0, 0, 1, 0, 0, 1, 0]]))).tolist() == [5]
    assert not any("column 0" in text for text in shown)


def test_a_person_plays_several_tables_one_after_the_other():
    agent, _ = person(CONNECT_FOUR, "1", "7")
    assert agent.act(View.of(Tables(CONNECT_FOUR, 2, seed=0))).tolist() == [0, 6]


def test_a_beginning_is_enough_when_it_means_one_action():
    agent, shown = person(KUHN, "be")
    assert agent.act(View.of(Tables(KUHN, 1, seed=0))).tolist() == [kuhn_poker.Act.BET]
    assert shown[-1] == "-> bet" and len(shown) == 5  # the table, two actions, one prompt: nothing was complained of


@pytest.mark.parametrize("wrong", ["0", "8", "-1", "castle", "col", "", "3.0"])
def test_what_cannot_be_understood_is_asked_again(wrong):
    agent, shown = person(CONNECT_FOUR, wrong, "3")
    assert agent.act(View.of(Tables(CONNECT_FOUR, 1, seed=0))).tolist() == [2]
    assert any(repr(wrong) in text for text in shown)


def test_help_shows_the_table_again():
    agent, shown = person(CONNECT_FOUR, "?", "1")
    agent.act(View.of(Tables(CONNECT_FOUR, 1, seed=0)))
    board = CONNECT_FOUR.text(Tables(CONNECT_FOUR, 1, seed=0).states, 0)
    assert shown.count(board) == 2


def test_a_person_who_follows_one_game_sees_what_is_new():
    states = np.zeros(1)
    agent, shown = person(SimpleNamespace(text=lambda states, seat, row: next(tables)))
    agent.follow = True
    rows = [f"row {row}" for row in range(30)]
    tables = iter(
        ["\n".join(rows), "\n".join([*rows[:5], "row new", *rows[6:]]), "\n".join(f"other {row}" for row in rows)]
    )
    told = []
    for _ in range(3):
        agent._tell(agent.setup.text(states, 0, 0))
        told.append(shown[-1].splitlines())
    assert told[0] == rows, "the whole table the first time"
    assert told[1] == ["row new", "", "row 29"]
    assert len(told[2]) == 30, "and whenever much of it is new"


@pytest.mark.parametrize("lines", [["q"], ["Q"], ["quit"], [], ["castle"]])
def test_a_person_may_leave(lines):
    agent, _ = person(CONNECT_FOUR, *lines)
    with pytest.raises(HumanQuit):
        agent.act(View.of(Tables(CONNECT_FOUR, 1, seed=0)))


def test_ctrl_c_leaves_as_well():
    def read(prompt: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(HumanQuit):
        HumanAgent(CONNECT_FOUR, read=read, write=lambda text: None).act(View.of(Tables(CONNECT_FOUR, 1, seed=0)))


def test_a_person_sees_its_own_card_and_no_other():
    tables = Tables(KUHN, 20, seed=1)
    agent, shown = person(KUHN, *["bet"] * 20)
    agent.act(View.of(tables))
    boards = [text for text in shown if text.startswith("seat 0")]
    assert len(boards) == 20
    for board, state in zip(boards, tables.states, strict=True):
        assert board.count("card ?") == 2
        assert f"seat 0: card {state['kuhn_deck'][0]} " in board


# Networks


def test_networks_compute_with_one_thread_and_leave_as_many_as_there_were():
    """Threads that wait for each other on a busy machine took 25 times as long."""
    seen: list[int] = []

    class Watched(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, out=(), **more):
            if ufunc is np.matmul:
                seen.extend(threads())
            plain = tuple(np.asarray(array) for array in out) or None
            return getattr(ufunc, method)(*map(np.asarray, inputs), out=plain, **more).view(Watched)

    network, positions = networks.opinionated(CONNECT_FOUR), np.zeros((3, CONNECT_FOUR.layout.size), np.float32)
    with threadpool_limits(limits=2, user_api="blas"):
        before = threads()
        network.logits(positions.view(Watched))
        network.values(positions.view(Watched))
        assert threads() == before
    assert len(seen) == 7 * len(before)  # three layers, then two below the value's two
    assert set(seen) <= {1}


ASKED_FROM_THREADS = """
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from threadpoolctl import threadpool_info

from cogitable.agents.policy.agent import policy_network
from cogitable.envs import get_game

setup = get_game("great_machine").setup()
network, positions = policy_network(setup, "policy"), np.zeros((1, setup.layout.size), np.float32)


def ask(_):
    for _ in range(300):
        network.logits(positions)


def threads():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


before = threads()
with ThreadPoolExecutor(4) as pool:
    list(pool.map(ask, range(4)))
assert before and threads() == before, (before, threads())
"""


def test_networks_asked_from_several_threads_leave_blas_as_many_as_there_were():
    """In a process of its own, whose number no test has set."""
    own = {**os.environ, "OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", ASKED_FROM_THREADS], env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def threads() -> list[int]:
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]
