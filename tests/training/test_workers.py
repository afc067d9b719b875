"""Work shared among processes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from worker_tasks import add, check_contract, check_crew, die_once, read_environment

from cogitable.envs import get_game
from cogitable.envs.table import CogitableError, OptionError
from cogitable.training.cli.common import addressed, workers
from cogitable.training.measure import chunks
from cogitable.training.measure.balance.balance import balance
from cogitable.training.measure.crossed.crossed import crossed
from cogitable.training.measure.sharing.workers import LocalWorkers, run_tasks

NAMES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def test_every_process_computes_with_one_thread_and_the_parent_as_before(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    assert list(run_tasks(read_environment, (), NAMES, 2)) == ["1"] * 3
    assert not set(NAMES) & set(os.environ)


def test_a_number_that_is_set_already_stays(monkeypatch):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    assert sorted(run_tasks(read_environment, (), NAMES, 2)) == ["1", "1", "3"]
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"


def test_one_process_works_here(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    assert list(run_tasks(read_environment, (), ["OMP_NUM_THREADS"], 1)) == ["7"]


@pytest.mark.parametrize("processes", [1, 2])
def test_local_processes_keep_the_contract(processes):
    with LocalWorkers(processes) as workers:
        check_contract(workers)


@pytest.mark.parametrize("processes", [1, 2])
def test_local_processes_stay_from_one_call_to_the_next(processes, tmp_path):
    with LocalWorkers(processes) as workers:
        check_crew(workers, tmp_path)


def test_what_is_shared_is_kept_as_long_as_somebody_holds_it():
    with LocalWorkers(2).crew(add, (1,), 2) as crew:
        one, other = crew.share([1]), crew.share([2])
        paths = [Path(shared.path) for shared in (one, other)]
        assert all(path.exists() for path in paths)
        del one
        assert [path.exists() for path in paths] == [False, True]
    assert not paths[1].exists() and not paths[1].parent.exists()


def test_a_number_stands_for_so_many_processes_and_workers_for_themselves():
    class Backwards(LocalWorkers):
        def run(self, make, args, tasks):
            yield from super().run(make, args, tasks[::-1])

    assert list(run_tasks(add, (1,), [1, 2], Backwards(1))) == [3, 2]
    assert list(run_tasks(add, (1,), [1, 2], 1)) == [2, 3]
    for wrong in (0, -1):
        with pytest.raises(OptionError, match="at least 1"):
            run_tasks(add, (1,), [1], wrong)


def test_a_crew_that_is_stopped_leaves_others_at_work():
    first, second = (LocalWorkers(2).crew(add, (number,), 2) for number in (1, 2))
    with second:
        with first:
            begun = first.run([1, 2])
            next(begun)
            assert sorted(second.run([1, 2])) == [3, 4]
        assert list(second.run([5])) == [7]


def test_a_process_that_dies_is_told():
    with pytest.raises(CogitableError, match="a worker process died"):
        list(LocalWorkers(2).run(die_once, ("/nowhere",), [-1, 2]))


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["a", "--cluster"], ["a", "--cluster", "auto"]),
        (["--cluster", "--games", "3"], ["--cluster", "auto", "--games", "3"]),
        (["--cluster", "cogdrive_neon"], ["--cluster", "auto", "cogdrive_neon"]),
        (["--cluster", "node:6379", "x"], ["--cluster", "node:6379", "x"]),
        (["--cluster", "local"], ["--cluster", "local"]),
        (["--games", "3"], ["--games", "3"]),
    ],
)
def test_a_cluster_without_an_address_is_the_one_that_is_there(given, read):
    assert addressed(given) == read


def test_a_cluster_without_its_extra_and_with_processes(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"pip install 'cogitable\[cluster\]'"), workers(None, "auto"):
        pass
    with pytest.raises(OptionError, match="those of this machine"), workers(2, "auto"):
        pass


COMRADE = "comrade"
MEASURED = {
    "balance": lambda told: balance(get_game(COMRADE).setup(), "random", 40, processes=1, on_chunk=told),
    "crossed": lambda told: crossed(get_game(COMRADE).setup(), ["random"], "informer", 40, processes=1, on_chunk=told),
}


@pytest.mark.parametrize("measured", MEASURED)
def test_whatever_ends_a_measurement_ends_the_work(measured, monkeypatch):
    """At once, and not when nobody looks at the error any more: until then processes go on with what is queued."""
    ended = []

    def work(*args):
        try:
            yield from run_tasks(*args)
        finally:
            ended.append(args)

    def interrupted(done, games):
        raise KeyboardInterrupt

    monkeypatch.setattr(chunks, "run_tasks", work)
    with pytest.raises(KeyboardInterrupt) as caught:
        MEASURED[measured](interrupted)
    assert ended and caught.tb
