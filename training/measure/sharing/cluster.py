"""Work shared among the processes of a cluster, by Ray: the same tasks, the same results, and nodes may come and go."""

from __future__ import annotations

import os
import pickle
import socket
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from .... import __version__
from ....envs.table.errors import CogitableError
from ....envs.table.extras import extra_for
from .workers import Crew, Work, Workers

AUTO, LOCAL = "auto", "local"
"""Addresses: the cluster that this machine is in, or else of this machine alone; of this machine alone."""

AHEAD = 2
"""Tasks that a worker has been given, so that it need not wait for the next one."""

TRIES = 3
"""How many workers may be lost with a task before it is held to blame."""

_PATIENCE = 300.0  # seconds without any worker
_KNOCK = 10.0  # seconds until somebody answers at an address
_LOOK = 1.0  # seconds between two looks at what there is of a cluster


class RayWorkers(Workers):
    """One worker for each processor core of a Ray cluster.

    A task whose worker is lost, with its node or alone, is done again by another one. Nodes that join later get work,
    too. They need this library, in the same version, and the files that agents' specs name.
    """

    def __init__(self, address: str = AUTO) -> None:
        """Prepare to work; nothing is connected to yet.

        Args:
            address: Of a cluster (``HOST:6379``, ``ray://HOST:10001``), or :data:`AUTO` or :data:`LOCAL`.

        Raises:
            MissingExtraError: The extra is not installed.
        """
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to Ray's makers
        with extra_for("a cluster"):
            import ray
        self.address = address
        self._ray: Any = ray
        self._connected = False

    def crew(self, make: Callable[..., Work], args: tuple, most: int) -> Crew:
        """Return workers who stay; there are as many as the cluster has processor cores, and tasks.

        Their work ends with a CogitableError where another version runs on a node, all nodes are gone, or a task has
        lost :data:`TRIES` workers.

        Raises:
            CogitableError: There is no such cluster.
        """
        self._connect()
        return _RayCrew(self._ray, make, args)

    def close(self) -> None:
        """Leave the cluster; one that was started here is stopped."""
        if self._connected:
            self._ray.shutdown()
            self._connected = False

    def _connect(self) -> None:
        ray = self._ray
        if ray.is_initialized():  # by us, or by who uses this library
            return
        quiet = {"logging_level": "ERROR", "log_to_driver": False}
        try:
            if self.address == AUTO:
                try:
                    ray.init(address="auto", **quiet)
                except ConnectionError:
                    ray.init(address="local", include_dashboard=False, **quiet)
            elif self.address == LOCAL:
                ray.init(address="local", include_dashboard=False, **quiet)
            else:
                _knock(self.address)
                ray.init(address=self.address, **quiet)
        except (OSError, RuntimeError, ValueError, TimeoutError) as error:
            raise CogitableError(f"no cluster can be used at {self.address!r}: {error}") from None
        self._connected = True


class _Member:
    """A worker, in a process of its own somewhere in the cluster."""

    def __init__(self, path: Sequence[str], packed: bytes) -> None:
        # Games and agents of one's own are found where they were found by who sent them.
        sys.path += [folder for folder in path if folder not in sys.path and os.path.isdir(folder)]
        self._make, self._args = pickle.loads(packed)
        self._work: Work | None = None

    def version(self) -> str:
        return __version__

    def do(self, task: Any, *shared: Any) -> Any:
        if self._work is None:
            self._work = self._make(*self._args)
        return self._work(task, *shared)


@dataclass(eq=False)
class _Hand:
    """A worker as its employer knows it: Ray's handle, and the numbers of the tasks that it was given, in order."""

    actor: Any
    given: list[int] = field(default_factory=list)


class _RayCrew(Crew):
    """Workers of a cluster, and who of them does what."""

    def __init__(self, ray: Any, make: Callable[..., Work], args: tuple) -> None:
        self.ray = ray
        self._kind = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Member)
        self._path = [os.path.abspath(folder) for folder in sys.path]
        self._packed = ray.put(pickle.dumps((make, args)))  # sent to each node once
        self._coming: dict[Any, _Hand] = {}  # by the answer to the question for its version
        self._hands: list[_Hand] = []
        self._failed = 0  # workers in a row that could not begin
        self._cores, self._looked = 0, 0.0
        self._open = True
        self._begin((), ())

    def _begin(self, tasks: Sequence[Any], shared: Sequence[Any]) -> None:
        self._tasks, self._shared = tasks, shared
        self._running: dict[Any, tuple[_Hand, int]] = {}  # by the answer: who does it, and the number of the task
        self._waiting = deque(range(len(tasks)))
        self._lost: Counter[int] = Counter()
        self._seen = time.monotonic()

    def share(self, value: Any) -> Any:
        return self.ray.put(value)

    def run(self, tasks: Sequence[Any], shared: Sequence[Any] = ()) -> Generator[Any, None, None]:
        self._begin(tasks, shared)
        try:
            while self._waiting or self._running:
                self._hire()
                self._assign()
                awaited = [*self._running, *self._coming]
                if not awaited:
                    time.sleep(_LOOK)
                    continue
                for answer in self.ray.wait(awaited, timeout=_LOOK)[0]:
                    if answer in self._coming:
                        self._welcome(answer)
                    else:
                        yield from self._take(answer)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._open = False
        for hand in [*self._hands, *self._coming.values()]:
            self._stop(hand)

    def _hire(self) -> None:
        """Ask for as many workers as there are cores and tasks for."""
        if not self._open:
            raise CogitableError("the work was stopped")
        now = time.monotonic()
        if not self._looked or now - self._looked > _LOOK:
            self._cores, self._looked = int(self.ray.cluster_resources().get("CPU", 0)), now
        wanted = min(self._cores, len(self._waiting) + len(self._running))
        for _ in range(wanted - len(self._hands) - len(self._coming)):
            hand = _Hand(self._kind.remote(self._path, self._packed))
            self._coming[hand.actor.version.remote()] = hand
        if self._hands:
            self._seen = now
        elif now - self._seen > _PATIENCE:
            raise CogitableError(f"the cluster has had no free processor for {_PATIENCE:.0f} seconds")

    def _welcome(self, answer: Any) -> None:
        hand = self._coming.pop(answer)
        try:
            version = self._got(answer)
        except self.ray.exceptions.RayError as error:
            self._stop(hand)
            self._failed += 1
            if self._failed > TRIES + self._cores:
                raise CogitableError(f"no worker of the cluster can begin: {_last_line(error)}") from None
            return
        self._failed = 0
        self._hands.append(hand)
        if version != __version__:
            raise CogitableError(
                f"a node of the cluster has version {version} of cogitable, this machine {__version__}"
            )

    def _assign(self) -> None:
        """Give every worker a task, then every one a second, so that the last ones are spread."""
        for depth in range(1, AHEAD + 1):
            for hand in self._hands:
                if self._waiting and len(hand.given) < depth:
                    number = self._waiting.popleft()
                    hand.given.append(number)
                    self._running[hand.actor.do.remote(self._tasks[number], *self._shared)] = hand, number

    def _take(self, answer: Any) -> Iterator[Any]:
        hand, number = self._running[answer]
        try:
            result = self._got(answer)
        except self.ray.exceptions.RayTaskError:
            raise
        except self.ray.exceptions.RayError as error:
            self._lose(hand, error)
            return
        del self._running[answer]
        hand.given.remove(number)
        yield result

    def _got(self, answer: Any) -> Any:
        """Return an answer; what a task raised is raised here."""
        try:
            return self.ray.get(answer)
        except self.ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, CogitableError):
                raise error.cause from None
            raise

    def _lose(self, hand: _Hand, error: Exception) -> None:
        """Take the tasks of a worker back that is there no more; the first one was being done and may be to blame."""
        self._hands.remove(hand)
        self._running = {answer: who for answer, who in self._running.items() if who[0] is not hand}
        self._stop(hand)
        self._lost[hand.given[0]] += 1
        if self._lost[hand.given[0]] >= TRIES:
            raise CogitableError(f"{TRIES} workers died over one piece of work (out of memory?): {_last_line(error)}")
        self._waiting.extendleft(reversed(hand.given))

    def _stop(self, hand: _Hand) -> None:
        with suppress(Exception):  # it, or the cluster, is gone
            self.ray.kill(hand.actor)


def _knock(address: str) -> None:
    """Raise OSError or ValueError where nobody listens: Ray would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    socket.create_connection((host.strip("[]"), int(port)), timeout=_KNOCK).close()


def _last_line(error: Exception) -> str:
    """Return what an error of Ray says at its end, where the reason stands."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
