"""What sharing work by Ray costs beside processes of this machine, and how far it goes.

``.venv-cluster/bin/python -m cogitable.benchmarks.cluster WHAT``, after ``make test-cluster`` has made that venv:

* ``arena``, ``training``: two workers of Ray beside two processes, in turns; workers have started and are warm before.
* ``nodes``: training with 1, 2 and 4 nodes that Ray simulates on this machine, each with one processor.
* ``paper``: what is sent and computed for a decision, and what would bind first with up to 64 nodes.

Ray lowers the priority of its workers by 15; set ``RAY_worker_niceness=0`` where other work runs beside.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from cogitable.envs import get_game
from cogitable.training.measure.arena.arena import Arena, ChunkPlayer
from cogitable.training.measure.sharing.cluster import LOCAL, RayWorkers
from cogitable.training.measure.sharing.workers import Crew, LocalWorkers, Workers

from .cluster_training import Trainer, configuration, paper

_QUIET: dict[str, Any] = {"include_dashboard": False, "logging_level": "ERROR", "log_to_driver": False}
_WARM = 4  # rounds that are not counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(required=True, metavar="WHAT")
    for name, measure in (("arena", _arena), ("training", _training), ("nodes", _nodes), ("paper", _paper)):
        own = what.add_parser(name)
        own.set_defaults(measure=measure)
        own.add_argument("--game", default="cogdrive_neon")
        own.add_argument("--pairs", type=int, default=10, help="pairs of measurements, or repetitions")
        own.add_argument("--agents", nargs="+", default=["heuristic", "search:simulations=100"])
        own.add_argument("--games", type=int, default=640, help="games of the arena")
        own.add_argument("--config", help="variant or file of a training's configuration")
        own.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE", help="options of the training")
        own.add_argument("--rounds", type=int, default=20, help="rounds of collecting and learning in a measurement")
    given = parser.parse_args()
    given.measure(given)


def _arena(given: argparse.Namespace) -> None:
    arena = Arena(get_game(given.game).setup(), given.agents, given.games, seed=1)
    args = (arena.setup, arena.agents, arena.seed, arena.record)
    tasks = [arena._task(int(number)) for number in sorted(set(arena.plan.chunks))]

    @contextmanager
    def playing(workers: Workers) -> Iterator[Callable[[], int]]:
        with workers.crew(ChunkPlayer, args, len(tasks)) as crew:
            yield lambda: _play(crew, tasks)

    _in_turns(given.pairs, playing, "games")


def _play(crew: Crew, tasks: list[Any]) -> int:
    return sum(len(done[1]) for done in crew.run(tasks))


def _training(given: argparse.Namespace) -> None:
    config = configuration(given.game, given.config, given.set, pieces=2)

    @contextmanager
    def training(workers: Workers) -> Iterator[Callable[[], int]]:
        with Trainer(config, workers) as trainer:
            yield lambda: trainer.rounds(given.rounds)

    _in_turns(given.pairs, training, "steps")


def _in_turns(pairs: int, begin: Callable[[Workers], Any], unit: str) -> None:
    """Measure the same with both kinds of workers, which are there and warm, one after the other, again and again."""
    import ray

    start = time.perf_counter()
    ray.init(address=LOCAL, num_cpus=2, **_QUIET)
    print(f"Ray starts in {time.perf_counter() - start:.1f} s")
    figures: dict[str, list[tuple[float, float]]] = {"local": [], "ray": []}
    with begin(LocalWorkers(2)) as local, begin(RayWorkers(LOCAL)) as by_ray:
        work = {"local": local, "ray": by_ray}
        for one in work.values():
            one()
        for pair in range(pairs):
            for kind in sorted(work, reverse=bool(pair % 2)):  # neither is always the first
                done, seconds, processor = _measured(work[kind])
                figures[kind].append((seconds / done, processor / done))
                print(f"{kind}: {done} {unit} in {seconds:.2f} s, {processor:.2f} processor seconds", flush=True)
    for place, name in enumerate(("wall-clock time", "processor time")):
        ratios = [by[place] / own[place] for by, own in zip(figures["ray"], figures["local"], strict=True)]
        print(f"Ray / local, {name}: {_spread(ratios)}")
    ray.shutdown()


def _measured(work: Callable[[], int]) -> tuple[int, float, float]:
    """Return what was done, the seconds it took, and the processor seconds of this process and all below it."""
    processor, start = _processor_seconds(), time.perf_counter()
    done = work()
    return done, time.perf_counter() - start, _processor_seconds() - processor


def _processor_seconds() -> float:
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                told = file.read().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parents[int(name)], ticks[int(name)] = int(told[1]), sum(int(n) for n in told[11:15])
    below = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    return sum(ticks.get(pid, 0) for pid in below) / os.sysconf("SC_CLK_TCK")


def _spread(values: list[float]) -> str:
    low, middle, high = statistics.quantiles(values, n=4) if len(values) > 1 else values * 3
    told = ", ".join(f"{value:.2f}" for value in values)
    return f"median {middle:.2f}, half of them between {low:.2f} and {high:.2f} ({told})"


def _nodes(given: argparse.Namespace) -> None:
    import ray
    from ray.cluster_utils import Cluster

    print("| nodes | updates that weights are behind | steps a second | steps a processor second |")
    print("| --- | --- | --- | --- |")
    for count in (1, 2, 4):
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        for _ in range(count):
            made.add_node(num_cpus=1)
        made.wait_for_nodes()
        for staleness in (0, 1):
            config = configuration(given.game, given.config, given.set, pieces=4, staleness=staleness)
            with RayWorkers(made.address) as workers, Trainer(config, workers) as trainer:
                trainer.rounds(_WARM)
                found = [_measured(lambda: trainer.rounds(given.rounds)) for _ in range(given.pairs)]
            rates = [sorted(done / spent[kind] for done, *spent in found) for kind in (0, 1)]
            told = (f"{rate[0]:,.0f} to {rate[-1]:,.0f}, median {statistics.median(rate):,.0f}" for rate in rates)
            print(f"| {count} | {staleness} | {' | '.join(told)} |", flush=True)
        ray.shutdown()
        made.shutdown()


def _paper(given: argparse.Namespace) -> None:
    paper(configuration(given.game, given.config, given.set, pieces=4), given.rounds)


if __name__ == "__main__":
    main()
