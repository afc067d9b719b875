"""What the figures were measured on and with."""

from __future__ import annotations

import os
import platform
import re
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from ..training.measure.sharing.cores import cores

PACKAGES = (
    "cogitable",
    "numpy",
    "numba",
    "pettingzoo",
    "gymnasium",
    "open-spiel",
    "pgx",
    "jax",
    "rlcard",
    "stable-baselines3",
    "sb3-contrib",
    "torch",
)


def cpu_model() -> str:
    """Return the processor's name as the system knows it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def kernel_version(release: str) -> str:
    """Return the numbers that a kernel's release begins with, without the name of its build."""
    numbers = re.match(r"\d+(\.\d+)*", release)
    return numbers[0] if numbers else release


def versions() -> dict[str, str]:
    """Return the installed version of every package that takes part."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def describe() -> dict:
    """Return machine and versions for the record."""
    return {
        "cpu": cpu_model(),
        "cores": cores(),
        "pinned": hasattr(os, "sched_setaffinity"),
        "system": f"{platform.system()} {kernel_version(platform.release())}",
        "python": platform.python_version(),
        "versions": versions(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }
