"""Work shared among processes, and stopped cleanly whatever happens."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from ...envs.table.errors import CogitableError, OptionError

Work = Callable[[Any], Any]

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

_work: Work | None = None


def run_tasks(
    make: Callable[..., Work], args: tuple, tasks: Sequence[Any], processes: int | None
) -> Generator[Any, None, None]:
    """Yield the results of tasks as they get done, in any order.

    Args:
        make: Called with ``args`` once in every process; returns what is then called with each task. It, its
            arguments, the tasks and the results must be picklable.
        args: Arguments of ``make``.
        tasks: The tasks.
        processes: Processes to share them among; 1 works in this one, None takes one for each processor core.

    Raises:
        OptionError: Fewer than one process.
        CogitableError: A process died.
    """
    if processes is not None and processes < 1:
        raise OptionError(f"processes must be at least 1, not {processes}")
    processes = min(processes or os.cpu_count() or 1, len(tasks))
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
