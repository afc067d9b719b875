"""The pages on which visitors of the site step through a game, made of ``docs/replays/`` at every build.

``python docs/replay_pages.py FOLDER [GAME ...]`` writes them anywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import cogitable

REPLAYS = Path(__file__).resolve().parent / "replays"
KILOBYTES = 1000
"""Most that the page of a game may take."""


VIEWS: dict[str, list[int | None] | None] = {"cogdrive_neon": None, "comrade": [None, 0]}
"""Whose views are shown (None: all seats' and everybody's); of other games everybody's alone."""


def write(folder: Path, names: Sequence[str] = ()) -> list[Path]:
    """Write the pages of some games, or of all."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for path in sorted(REPLAYS.glob("*.replay.json")):
        name = path.name.removesuffix(".replay.json")
        if not names or name in names:
            page = cogitable.show(path, seats=VIEWS.get(name, [None]), kilobytes=KILOBYTES)
            written.append(page.save(folder / f"{name}.html"))
    return written


if __name__ == "__main__":
    for written in write(Path(sys.argv[1]), sys.argv[2:]):
        print(written, f"{written.stat().st_size:,} bytes")
