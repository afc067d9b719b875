"""Write the ends of the shipped policies' cards anew, by what their files tell: how each was made.

``python -m cogitable.training.ship.retell``, when words of the cards or defaults of a training's configuration have
changed. What was measured stays as it is.
"""

from __future__ import annotations

from pathlib import Path

from ...agents.policy.agent import SHIPPED
from ...agents.policy.file import load_info
from ...envs.table.files.atomic import write_atomically
from .making import retold


def retell(folder: Path = SHIPPED) -> list[Path]:
    """Write the end of every card in a folder anew; return those that have changed."""
    changed = []
    for policy in sorted(folder.glob("*.zip")):
        card = policy.with_suffix(".md")
        before = card.read_text(encoding="utf-8")
        if (text := retold(before, load_info(policy))) != before:
            write_atomically(card, text)
            changed.append(card)
    return changed


if __name__ == "__main__":
    for path in retell():
        print(path)
