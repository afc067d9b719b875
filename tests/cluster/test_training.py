"""Training on the nodes of a Ray cluster, which Ray simulates on this machine: `make test-cluster`."""

from __future__ import annotations

import signal
import time

import pytest
from cluster_commands import cluster_command
from tiny_runs import PIECES, TINY, checkpoint_of, tiny
from worker_tasks import add

from cogitable.training.learn.run import running as runs
from cogitable.training.learn.run.run import resume, train
from cogitable.training.measure.sharing.cluster import RayWorkers
from cogitable.training.measure.sharing.workers import LocalWorkers

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.cluster

MORE = {**PIECES, "steps": 128 * 6}


@pytest.fixture(scope="module", params=[0, 1])
def whole(request, tmp_path_factory):
    """A run in one process, with each staleness, and its configuration."""
    config = tiny(**MORE, **{"collection.staleness": request.param})
    return train(config, tmp_path_factory.mktemp("whole") / "run", quiet=True, workers=LocalWorkers(1)), config


def interrupting(monkeypatch, what):
    """Let something happen when a run has learned for three rounds; return where its workers are noted then."""
    found = []

    class Interrupted(runs.Run):
        def _iterate(self, progress):
            super()._iterate(progress)
            if self.counters.iteration == 3:
                found.append([hand.actor for hand in self.collector._crew._hands])
                what(*found[0])

    monkeypatch.setattr(runs, "Run", Interrupted)
    return found


def test_local_processes_and_a_cluster_learn_the_same(whole, workers, tmp_path):
    result, config = whole
    for name, who in (("processes", LocalWorkers(2)), ("cluster", workers)):
        train(config, tmp_path / name, quiet=True, workers=who)
        assert checkpoint_of(tmp_path / name) == checkpoint_of(result.folder)


def test_an_actor_that_is_killed_is_replaced_and_its_piece_collected_again(whole, workers, tmp_path, monkeypatch):
    result, config = whole
    found = interrupting(monkeypatch, lambda first, *others: ray.kill(first))
    train(config, tmp_path / "run", quiet=True, workers=workers)
    assert len(found[0]) == 2
    assert checkpoint_of(tmp_path / "run") == checkpoint_of(result.folder)


def test_a_node_that_is_lost_and_one_that_joins_change_nothing(whole, nodes, workers, tmp_path, monkeypatch):
    result, config = whole

    def change(*actors):
        nodes.remove_node(nodes.worker_nodes.copy().pop(), allow_graceful=False)
        nodes.add_node(num_cpus=1)

    found = interrupting(monkeypatch, change)
    train(config, tmp_path / "run", quiet=True, workers=workers)
    assert found
    assert checkpoint_of(tmp_path / "run") == checkpoint_of(result.folder)


def options(config, **more):
    return {**MORE, "collection.staleness": config.collection.staleness, **more}


def start(nodes, folder, settings):
    """Start a run as a command; return when it has learned for three rounds."""
    words = [word for name, value in {**TINY, **settings}.items() for word in ("--set", f"{name}={value}")]
    running = cluster_command(nodes, "train", "connect_four", "--run", str(folder), *words)
    metrics, ends = folder / "metrics.csv", time.monotonic() + 300
    while not (metrics.exists() and metrics.read_text().count("\n") > 3) and time.monotonic() < ends:
        assert running.poll() is None, running.communicate()
        time.sleep(0.1)
    return running


def assert_nobody_holds_the_processors(nodes):
    with RayWorkers(nodes.address) as crew:
        assert list(crew.run(add, (1,), [1])) == [2]


def test_a_learner_that_is_killed_goes_on_as_if_nothing_had_happened(whole, nodes, tmp_path):
    settings = options(whole[1], steps=128 * 100, checkpoint_minutes=0)
    running = start(nodes, tmp_path / "killed", settings)
    running.kill()
    running.communicate()
    assert 3 * 128 <= checkpoint_of(tmp_path / "killed")[1]["counters"]["steps"] < 100 * 128
    with RayWorkers(nodes.address) as crew:
        resume(tmp_path / "killed", quiet=True, workers=crew)
    train(tiny(**settings), tmp_path / "never", quiet=True, workers=LocalWorkers(1))
    assert checkpoint_of(tmp_path / "killed") == checkpoint_of(tmp_path / "never")


def test_ctrl_c_ends_it_cleanly_and_the_run_goes_on(whole, nodes, tmp_path):
    _, config = whole
    running = start(nodes, tmp_path / "run", options(config, steps=10_000_000))
    running.send_signal(signal.SIGINT)
    out, told = running.communicate(timeout=120)
    assert running.returncode == 130, told
    assert "go on with: cogitable train connect_four" in out and "Traceback" not in told
    steps = checkpoint_of(tmp_path / "run")[1]["counters"]["steps"]
    assert steps >= 3 * 128
    assert_nobody_holds_the_processors(nodes)
    with RayWorkers(nodes.address) as crew:
        assert not resume(tmp_path / "run", {"steps": steps + 128}, quiet=True, workers=crew).stopped
