"""Games shared among the nodes of a Ray cluster, which Ray simulates on this machine: `make test-cluster`."""

from __future__ import annotations

import signal
import time

import pytest
from cluster_commands import cluster_command
from worker_tasks import add, check_contract, check_crew, die_once, slowly

import connect_four
from cogitable.envs.table import CogitableError
from cogitable.training.measure.arena.arena import Arena
from cogitable.training.measure.balance.balance import balance
from cogitable.training.measure.balance.report import as_json
from cogitable.training.measure.sharing import cluster as our_cluster
from cogitable.training.measure.sharing.cluster import RayWorkers

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.cluster

SETUP = connect_four.GAME.setup()
AGENTS = ["random", "python:plain_agents:Chance", "search:simulations=5"]


def test_they_keep_the_contract_of_all_workers(workers):
    check_contract(workers)


def test_they_stay_from_one_call_to_the_next(workers, tmp_path):
    check_crew(workers, tmp_path)


def test_an_arena_and_a_balance_are_byte_for_byte_what_one_machine_finds(workers, tmp_path):
    for name, who in (("one", 1), ("many", workers)):
        Arena(SETUP, AGENTS, games=80, seed=4, folder=tmp_path / name).run(who)
    for file in ("games.csv", "arena.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "many" / file).read_bytes()
    assert as_json([balance(SETUP, "random", 70, 1, workers)]) == as_json([balance(SETUP, "random", 70, 1, 1)])


def test_a_worker_that_dies_costs_only_its_tasks(workers, tmp_path):
    assert sorted(workers.run(die_once, (str(tmp_path),), range(6))) == list(range(6))


def test_a_task_that_kills_every_worker_is_not_done_for_ever(workers, tmp_path):
    with pytest.raises(CogitableError, match="3 workers died over one piece of work"):
        list(workers.run(die_once, (str(tmp_path),), [0, -1, 2]))


def test_a_node_that_is_lost_costs_only_its_tasks_and_a_new_one_gets_some(nodes, workers, tmp_path):
    results = workers.run(slowly, (str(tmp_path),), range(60))
    found = [next(results) for _ in range(6)]
    assert len(list(tmp_path.iterdir())) == 2, "both nodes work"
    lost = next(node for node in nodes.worker_nodes)
    nodes.remove_node(lost, allow_graceful=False)
    found += [next(results) for _ in range(4)]
    nodes.add_node(num_cpus=1)
    assert sorted([*found, *results]) == list(range(60))
    assert len(list(tmp_path.iterdir())) == 3, "the new node works, too"


def test_other_versions_are_refused(workers, monkeypatch):
    monkeypatch.setattr(our_cluster, "__version__", "0.0.1")
    with pytest.raises(CogitableError, match=r"this machine 0\.0\.1"):
        list(workers.run(add, (1,), [1]))


def test_no_cluster_at_an_address(nodes):
    if ray.is_initialized():
        ray.shutdown()
    with pytest.raises(CogitableError, match="no cluster can be used at '127.0.0.1:1'"):
        list(RayWorkers("127.0.0.1:1").run(add, (1,), [1]))


def test_ctrl_c_ends_it_cleanly_and_keeps_what_is_done(nodes, tmp_path):
    words = ["arena", "connect_four", "--agents", "random", "search:simulations=2000", "--games", "6400"]
    running = cluster_command(nodes, *words, "--out", str(tmp_path))
    games, ends = tmp_path / "games.csv", time.monotonic() + 400
    while time.monotonic() < ends and (not games.exists() or len(games.read_text().splitlines()) < 2):
        time.sleep(0.2)
    running.send_signal(signal.SIGINT)
    out, told = running.communicate(timeout=120)
    assert running.returncode == 130, told
    kept = len(games.read_text().splitlines()) - 1
    assert 0 < kept < 6400 and f"{kept} games are kept" in told and "Traceback" not in told
    with RayWorkers(nodes.address) as crew:  # nobody holds the processors any more
        assert list(crew.run(add, (1,), [1])) == [2]


def test_the_command_says_what_it_found_as_without_a_cluster(nodes, tmp_path):
    words = ["arena", "connect_four", "--agents", "random", "python:plain_agents:First", "--games", "40"]
    running = cluster_command(nodes, *words, "--json", str(tmp_path / "many.json"))
    out, told = running.communicate(timeout=400)
    assert running.returncode == 0, told
    arena = Arena(SETUP, ["random", "python:plain_agents:First"], games=40)
    arena.run(1)
    from cogitable.training.measure.arena.report import as_json as arena_json

    assert (tmp_path / "many.json").read_text() == arena_json(arena)
