"""Work shared among processes."""

from __future__ import annotations

import os

from worker_tasks import read_environment

from cogitable.training.measure.workers import run_tasks

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
