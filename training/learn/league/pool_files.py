"""The files of a run's pool: a policy for each snapshot and exploiter that is in it."""

from __future__ import annotations

from pathlib import Path

from ....agents.policy.file import PolicyInfo, save_policy
from .league import League


def keep_files(folder: Path, league: League, info: PolicyInfo) -> None:
    """Write the files of those that have joined the pool, and remove those of others.

    Args:
        folder: Where they are.
        league: The pool.
        info: What a policy taken now says about itself.
    """
    held = {file_name(name): found for name, found in league.joined().items()}
    for path in folder.glob("*.zip"):
        if path.stem.removeprefix("exploiter-").isdigit() and path.name not in held:
            path.unlink(missing_ok=True)
    folder.mkdir(exist_ok=True)
    for name, (steps, network) in held.items():
        if steps == info.steps:
            save_policy(folder / name, network, info)


def file_name(name: str) -> str:
    """Return the file of a snapshot or exploiter by its name in the pool: a snapshot's is its steps alone."""
    role, _, steps = name.partition("-")
    return f"{int(steps):010d}.zip" if role == "snapshot" else f"{role}-{int(steps):010d}.zip"
