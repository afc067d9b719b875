"""Work shared among processes of this machine, or (:mod:`.cluster`) of several, and stopped cleanly in any case."""

from __future__ import annotations

import functools
import itertools
import multiprocessing
import os
import pickle
import signal
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import Any

from ....envs.table.counts import check_count
from ....envs.table.errors import CogitableError, told_as
from .cores import cores

Work = Callable[..., Any]

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

_work: Work | None = None


class Workers(ABC):
    """Who does work that comes in tasks: processes of this machine, or of a cluster.

    Results depend on the tasks alone, not on who does them or on how many there are.
    """

    @abstractmethod
    def crew(self, make: Callable[..., Work], args: tuple, most: int) -> Crew:
        """Return workers who stay from one call to the next; close it.

        Args:
            make: Called with ``args`` once in every worker; returns what is then called with each task. It, its
                arguments, the tasks and the results must be picklable.
            args: Arguments of ``make``.
            most: Most tasks that there will be at a time.

        Raises:
            CogitableError: There are none.
        """

    def run(self, make: Callable[..., Work], args: tuple, tasks: Sequence[Any]) -> Generator[Any, None, None]:
        """Yield the results of tasks as they get done, in any order; closing the generator stops the work.

        Args:
            make: As in :meth:`crew`, as is the next.
            args: Arguments of ``make``.
            tasks: The tasks.

        Raises:
            CogitableError: The work cannot go on; what was yielded is good.
        """
        if tasks:
            with self.crew(make, args, len(tasks)) as crew:
                yield from crew.run(tasks)

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Let go of what is held for further work."""

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Crew(ABC):
    """Workers who stay from one call to the next, each of them made ready once.

    Attributes:
        apart: Whether they work in other processes, so that this one may do something else meanwhile.
    """

    apart = True

    @abstractmethod
    def share(self, value: Any) -> Any:
        """Return a reference to a value; tasks that are given it get the value, which is sent to each place once.

        It is kept as long as somebody holds the reference.
        """

    @abstractmethod
    def run(self, tasks: Sequence[Any], shared: Sequence[Any] = ()) -> Generator[Any, None, None]:
        """Yield the results of tasks as they get done, in any order.

        An error, or a generator that is closed early, ends the crew.

        Args:
            tasks: The tasks.
            shared: References by :meth:`share`; their values are further arguments of every task.

        Raises:
            CogitableError: The work cannot go on; what was yielded is good.
        """

    @abstractmethod
    def close(self) -> None:
        """Stop all work at once, also where another thread waits for it, and let the workers go."""

    def __enter__(self) -> Crew:
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
        self.processes = None if processes is None else check_count(processes, "processes")

    def crew(self, make: Callable[..., Work], args: tuple, most: int) -> Crew:
        """Return workers who stay; a process that dies ends the work with a CogitableError."""
        processes = min(self.processes or cores(), most)
        return _Here(make, args) if processes <= 1 else _Processes(processes, make, args)


class _Here(Crew):
    """Work in this process."""

    apart = False

    def __init__(self, make: Callable[..., Work], args: tuple) -> None:
        self._work = make(*args)

    def share(self, value: Any) -> Any:
        return value

    def run(self, tasks: Sequence[Any], shared: Sequence[Any] = ()) -> Generator[Any, None, None]:
        for task in tasks:
            yield self._work(task, *shared)

    def close(self) -> None:
        pass


class _Processes(Crew):
    """Processes that begin with the first tasks."""

    def __init__(self, processes: int, make: Callable[..., Work], args: tuple) -> None:
        self._pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _start, (make, args))
        self._folder: TemporaryDirectory | None = None
        self._numbers = itertools.count()
        self._busy = False

    def share(self, value: Any) -> _Shared:
        with told_as(CogitableError, "cannot write what processes share"):
            if self._folder is None:
                self._folder = TemporaryDirectory(prefix="cogitable-")
            path = os.path.join(self._folder.name, str(next(self._numbers)))
            with open(path, "wb") as file:
                pickle.dump(value, file, pickle.HIGHEST_PROTOCOL)
        shared = _Shared(path)
        weakref.finalize(shared, _remove, path)
        return shared

    def run(self, tasks: Sequence[Any], shared: Sequence[Any] = ()) -> Generator[Any, None, None]:
        self._busy = True
        try:
            with _one_thread_each():
                waiting = [self._pool.submit(_call, task, *shared) for task in tasks]
            for done in as_completed(waiting):
                yield done.result()
            self._busy = False
        except BrokenProcessPool as error:
            raise CogitableError("a worker process died (out of memory, or killed?)") from error

    def close(self) -> None:
        if self._busy:  # pools do what they have begun to the end; before Python 3.14 they cannot be told otherwise
            for child in list((self._pool._processes or {}).values()):
                child.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._folder is not None:
            self._folder.cleanup()


class _Shared:
    """A value in a file that goes when nobody needs it any more."""

    def __init__(self, path: str) -> None:
        self.path = path


def _remove(path: str) -> None:
    with suppress(OSError):
        os.remove(path)


@functools.lru_cache(maxsize=4)  # what changes at every call, and what stays for many
def _value(path: str) -> Any:
    with open(path, "rb") as file:
        return pickle.load(file)


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


def _call(task: Any, *shared: _Shared) -> Any:
    assert _work is not None
    return _work(task, *(_value(one.path) for one in shared))
