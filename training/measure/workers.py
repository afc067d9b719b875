"""Work shared among processes of this machine, or (:mod:`.cluster`) of several, and stopped cleanly in any case."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from ...envs.table.errors import CogitableError, OptionError

Work = Callable[[Any], Any]

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

_work: Work | None = None


class Workers(ABC):
    """Who does work that comes in tasks: processes of this machine, or of a cluster.

    Results depend on the tasks alone, not on who does them or on how many there are.
    """

    @abstractmethod
    def run(self, make: Callable[..., Work], args: tuple, tasks: Sequence[Any]) -> Generator[Any, None, None]:
        """Yield the results of tasks as they get done, in any order; closing the generator stops the work.

        Args:
            make: Called with ``args`` once in every worker; returns what is then called with each task. It, its
                arguments, the tasks and the results must be picklable.
            args: Arguments of ``make``.
            tasks: The tasks.

        Raises:
            CogitableError: The work cannot go on; what was yielded is good.
        """

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Let go of what is held for further work."""

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def run_tasks(
    make: Callable[..., Work], args: tuple, tasks: Sequence[Any], workers: Workers | int | None
) -> Generator[Any, None, None]:
    """Yield the results of tasks, see :meth:`Workers.run`; a number of workers is one of processes on this machine.

    Raises:
        OptionError: Fewer than one process.
        CogitableError: As :meth:`Workers.run`.
    """
    who = workers if isinstance(workers, Workers) else LocalWorkers(workers)
    return who.run(make, args, tasks)


class LocalWorkers(Workers):
    """Processes of this machine."""

    def __init__(self, processes: int | None = None) -> None:
        """Prepare to work.

        Args:
            processes: Processes to share tasks among; 1 works in this one, None takes one for each processor core.

        Raises:
            OptionError: Fewer than one process.
        """
        if processes is not None and processes < 1:
            raise OptionError(f"processes must be at least 1, not {processes}")
        self.processes = processes

    def run(self, make: Callable[..., Work], args: tuple, tasks: Sequence[Any]) -> Generator[Any, None, None]:
        """Yield the results of tasks as they get done; a process that dies ends the work with a CogitableError."""
        processes = min(self.processes or os.cpu_count() or 1, len(tasks))
        if processes <= 1:
            work = make(*args)
            yield from map(work, tasks)
            return
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _start, (make, args))
        try:
            with _one_thread_each():
                waiting = [pool.submit(_call, task) for task in tasks]
            for done in as_completed(waiting):
                yield done.result()
        except BrokenProcessPool as error:
            raise CogitableError("a worker process died (out of memory, or killed?); finished work is kept") from error
        except BaseException:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes that start now compute with one thread, as they share the cores already.

    NumPy's and torch's libraries read these variables when they are loaded, before any code of ours runs there.
    """
    added = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


def _start(make: Callable[..., Work], args: tuple) -> None:
    """Prepare a worker: Ctrl-C is for the parent to handle, and nobody outlives the parent."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _work = make(*args)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(task: Any) -> Any:
    assert _work is not None
    return _work(task)
