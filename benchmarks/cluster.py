"""What sharing games by Ray costs beside processes of this machine: the same arena by both, in turns.

``.venv-cluster/bin/python -m benchmarks.cluster``, after ``make test-cluster`` has made that environment. Ray lowers
the priority of its workers by 15; set ``RAY_worker_niceness=0`` where other work runs beside.
"""

from __future__ import annotations

import argparse
import statistics
import time

from cogitable.envs import get_game
from cogitable.training.measure.arena import Arena
from cogitable.training.measure.cluster import LOCAL, RayWorkers
from cogitable.training.measure.workers import LocalWorkers, Workers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="cogdrive_neon")
    parser.add_argument("--agents", nargs="+", default=["heuristic", "search:simulations=100"])
    parser.add_argument("--games", type=int, default=640)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    import ray

    start = time.perf_counter()
    ray.init(address=LOCAL, num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    print(f"Ray starts in {time.perf_counter() - start:.1f} s")
    kinds: dict[str, Workers] = {"local": LocalWorkers(2), "ray": RayWorkers(LOCAL)}
    seconds: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(given.rounds):
        for kind, workers in kinds.items():
            arena = Arena(get_game(given.game).setup(), given.agents, given.games, seed=1)
            start = time.perf_counter()
            arena.run(workers)
            seconds[kind].append(time.perf_counter() - start)
            print(f"{kind}: {given.games} games in {seconds[kind][-1]:.1f} s", flush=True)
    ratios = [one / other for one, other in zip(seconds["ray"], seconds["local"], strict=True)]
    told = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"Ray / local, two workers: median {statistics.median(ratios):.2f} of {told}")
    ray.shutdown()


if __name__ == "__main__":
    main()
