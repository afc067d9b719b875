"""How long two versions of this library train until a policy is as strong as wanted, side by side in turns.

``python -m cogitable.benchmarks.time_to_strength --checkout old=/path/to/old --checkout new=.``

A run trains by the same configuration in each checkout (a folder with the sources), on one thread, is measured every so
many steps, and is over when its last two evaluations together reach the aim. Processor seconds count Python's start,
learning and measuring, not compiling: a tiny run goes ahead. They are what to compare where others use the machine too.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from .arguments import at_least

_LOOK = 0.1  # seconds between two looks at what a run has written
_ALONE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Aim:
    """What is to be reached.

    Attributes:
        game: The game.
        against: The opponent that is measured against.
        share: Share of games to be won.
        config: How it is trained, by the names of options that every version knows: the settings that were usual when
            the first version was measured.
        tuned: Settings laid over these that reach the aim sooner, found by trials with other seeds.
    """

    game: str
    against: str
    share: float
    config: Mapping[str, object]
    tuned: Mapping[str, object]


def _falling(steps: int, first: float, last: float) -> dict[str, object]:
    """Return a step size that falls from the first to the last in so many learner steps."""
    return {"steps": steps, "ppo.learning_rate": first, "ppo.final_learning_rate": last}


_CONNECT_FOUR = {"threads": 1, "steps": 1_000_000, "evaluation.every": 4096, "evaluation.games": 300}
_COGDRIVE = {
    "threads": 1, "steps": 20_000_000, "minutes": "null", "tables": 256,
    "network.shared": "true", "network.layers": "[128, 128]",
    "ppo.n_steps": 16, "ppo.batch_size": 1024, "ppo.gamma": 0.99, "ppo.ent_coef": 0.01,
    "league.baselines": "[random, heuristic]", "league.snapshot_every": 100_000,
    "evaluation.every": 65_536, "evaluation.games": 300,
}  # fmt: skip
_TWO_SEATS = {
    "threads": 1, "steps": 50_000_000, "minutes": "null", "mix": "[]", "options": "{num_players: 2}",
    "evaluation.every": 262_144, "evaluation.games": 300,
}  # fmt: skip
_SMALL = {"network.shared": "true", "network.layers": "[64]", "ppo.gae_lambda": 0.8, "ppo.n_epochs": 3}
_COPIED = {"imitation.decisions": 200_000, "ppo.target_kl": "null", "ppo.ent_coef": 0.01}
_THINGS = {"network.shared": "true", "network.entities": "[things, own hand]"}
_CAREFUL = {"ppo.gamma": 0.999, "ppo.ent_coef": 0.0005, "ppo.n_epochs": 3, "ppo.batch_size": 8192}
_COPIED_WELL = {
    "imitation.decisions": 2_000_000, "imitation.own_share": 0.3, "imitation.final_learning_rate": 0.0001,
}  # fmt: skip
AIMS = {
    "connect_four": Aim(
        "connect_four", "random", 0.95, _CONNECT_FOUR,
        {**_SMALL, **_falling(60_000, 0.003, 0.0003), "network.entities": "stones", "ppo.gae_lambda": 0.9,
         "ppo.n_epochs": 6},
    ),
    "cogdrive_neon": Aim(
        "cogdrive_neon", "heuristic", 0.70, _COGDRIVE,
        {**_SMALL, **_falling(1_500_000, 0.002, 0.0001), "ppo.n_steps": 64, "ppo.batch_size": 2048},
    ),
    "cogs_and_commissars": Aim(
        "cogs_and_commissars", "heuristic", 0.65, _TWO_SEATS,
        {**_SMALL, **_falling(3_000_000, 0.0015, 0.0001), **_COPIED, "network.layers": "[128]"},
    ),
    "brass_empire": Aim(
        "brass_empire", "heuristic", 0.50, _TWO_SEATS,
        {**_THINGS, **_CAREFUL, **_COPIED_WELL, **_falling(10_000_000, 0.0005, 0.00005)},
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Version:
    """A version of the library: its sources, options that it needs to do the same as another, and its settings."""

    checkout: Path
    options: Mapping[str, str]
    tuned: bool = False


class Reached(NamedTuple):
    """What a run took: learner steps, processor seconds and seconds; steps None where it did not get there."""

    steps: int | None
    processor: float
    clock: float


def first_good(rows: Sequence[Mapping[str, str]], aim: Aim) -> int | None:
    """Return the learner steps at which two evaluations in a row reach the aim on average; None if none do."""
    rates = [(int(row["steps"]), float(row["win_rate"])) for row in rows if row["against"] == aim.against]
    for (_, before), (steps, rate) in zip(rates[:-1], rates[1:], strict=True):
        if (before + rate) / 2 >= aim.share:
            return steps
    return None


def run_to(aim: Aim, version: Version, seed: int, seconds: float) -> Reached:
    """Train until the aim is reached, for at most so many processor seconds.

    Raises:
        SystemExit: Training failed before that.
    """
    settings = {**aim.config, **(aim.tuned if version.tuned else {}), "seed": seed}
    with tempfile.TemporaryDirectory() as folder:
        process = _started(aim, version, Path(folder), settings)
        start, found, ended = time.perf_counter(), None, False
        while found is None and not ended:
            time.sleep(_LOOK)
            ended = _has_ended(process.pid)  # before the look: what it wrote last is there by then
            found = first_good(_evaluations(Path(folder) / "run"), aim)
            if _used(process.pid) > seconds:
                break
        clock = time.perf_counter() - start
        processor = _used(process.pid)
        process.kill()
        told = process.communicate()[1]
    if ended and found is None and process.returncode != 0:
        raise SystemExit(f"{version.checkout} failed to train {aim.game}, seed {seed}: {told.strip()[-500:]}")
    return Reached(found, processor, clock)


def warm_up(aim: Aim, version: Version) -> None:
    """Have everything compiled.

    Raises:
        SystemExit: The version cannot train.
    """
    small = {"steps": 1, "evaluation.games": 2, "evaluation.every": 1, "evaluation.final_games": 2}
    with tempfile.TemporaryDirectory() as folder:
        process = _started(aim, version, Path(folder), {**aim.config, **small})
        told = process.communicate()[1]
        if process.returncode != 0:
            raise SystemExit(f"{version.checkout} cannot train {aim.game}: {told.strip()[-500:]}")


def _started(aim: Aim, version: Version, folder: Path, config: Mapping[str, object]) -> subprocess.Popen[str]:
    os.symlink(version.checkout, folder / "cogitable")  # the sources' folder is the package, whatever its name
    paths = [str(folder), str(version.checkout / "docs" / "examples")]
    options = {**config, "evaluation.against": f"[{aim.against}]", **version.options}
    sets = [part for key, value in options.items() for part in ("--set", f"{key}={value}")]
    program = "from cogitable.training.cli import main; main()"
    command = [sys.executable, "-c", program, "train", aim.game, "--run", str(folder / "run"), "--quiet", *sets]
    if aim.game == "cogdrive_neon":
        command += ["--config", "demo"]  # all that counts in it is set anew; others have more that old versions lack
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **dict.fromkeys(_ALONE, "1")}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder
    )


def _evaluations(run: Path) -> list[dict[str, str]]:
    path = run / "evaluations.csv"
    if not path.exists():
        return []
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    return [row for row in rows if row.get("win_rate")]


def _has_ended(pid: int) -> bool:
    """Return whether a child process has ended; it is not waited for yet, so that its processor time can be read."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _used(pid: int) -> float:
    """Return the processor seconds of a process that was not waited for yet, all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def told_ratio(first: Sequence[Reached], other: Sequence[Reached]) -> str:
    """Return how many times as many processor seconds the median run of the first took as that of the other.

    A run that was given up would have taken longer than any that was not. Where that is the median run of one of them,
    only a bound of the ratio is known, ">" or "<"; where it is of both, nothing.
    """
    medians = [
        statistics.median(math.inf if run.steps is None else run.processor for run in runs) for runs in (first, other)
    ]
    least = [statistics.median(run.processor for run in runs) for runs in (first, other)]
    one, two = (found if math.isfinite(found) else bound for found, bound in zip(medians, least, strict=True))
    if not any(map(math.isfinite, medians)):
        return "not known, as neither reached it"
    sign = "" if all(map(math.isfinite, medians)) else "> " if math.isinf(medians[0]) else "< "
    return f"{sign}{one / two:.2f}"


def options_of(given: Sequence[str], version: str) -> dict[str, str]:
    """Return the options among ``NAME:KEY=VALUE`` that are one version's."""
    mine = [one.partition(":")[2].partition("=") for one in given if one.partition(":")[0] == version]
    return {key: value for key, _, value in mine}


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkout", action="append", required=True, metavar="NAME=PATH")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME:KEY=VALUE", help="an option of one version's configuration"
    )
    parser.add_argument(
        "--tuned", action="append", default=[], metavar="NAME", help="a version that trains by the settings found since"
    )
    parser.add_argument("--aim", action="append", choices=AIMS, help="what is to be reached; everything by default")
    parser.add_argument("--seeds", type=at_least(1), default=3)
    parser.add_argument("--first-seed", type=at_least(0), default=0, help="settings were tuned with seeds 0 to 2")
    parser.add_argument("--most", type=float, default=1800, help="processor seconds after which a run is given up")
    given = parser.parse_args()
    named = (one.partition("=") for one in given.checkout)
    versions = {
        name: Version(Path(path).resolve(), options_of(given.set, name), name in given.tuned) for name, _, path in named
    }
    if unknown := set(given.tuned) - set(versions):
        parser.error(f"--tuned {', '.join(sorted(unknown))}: no such version; there are {', '.join(versions)}")
    for name in given.aim or AIMS:
        aim = AIMS[name]
        print(f"\n{100 * aim.share:.0f} % against {aim.against} in {aim.game}\n", flush=True)
        print("| seed | version | learner steps | processor seconds | seconds |\n| --- | --- | --- | --- | --- |")
        for version in versions.values():
            warm_up(aim, version)
        runs: dict[str, list[Reached]] = {label: [] for label in versions}
        for seed in range(given.first_seed, given.first_seed + given.seeds):
            for label, version in versions.items():
                found = run_to(aim, version, seed, given.most)
                steps = "not reached" if found.steps is None else f"{found.steps:,}"
                print(f"| {seed} | {label} | {steps} | {found.processor:.0f} | {found.clock:.0f} |", flush=True)
                runs[label].append(found)
        first, *others = runs
        for other in others:
            ratio = told_ratio(runs[first], runs[other])
            print(f"\nmedian processor seconds, {first} / {other}: {ratio}", flush=True)


if __name__ == "__main__":
    main()
