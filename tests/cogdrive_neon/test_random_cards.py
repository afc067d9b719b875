"""CogDrive Neon with card files made up at random, each game beside its plain-Python reference."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from cogdrive_neon.observed import SOURCES, TARGETS
from cogdrive_neon.positions import move
from cogdrive_neon.reference.steps import UNCHOSEN
from cogdrive_neon.reference.table import COLORS
from cogdrive_neon.side_by_side import random_game
from lots import Lots

from cogitable.envs.cogdrive_neon import GAME
from cogitable.envs.cogdrive_neon.rules.state import CARDS, MAX_STEPS

ZONES = ("hand", "discard", "hangar", "clash", "rival clash", "rival discard")
KINDS = ("move",) * 6 + ("exchange",) * 2 + ("look", "overdrive", "repeat")
COMPENSATIONS = ("none", "card", "clash")


class Inventor(Lots):
    """Makes up card files that the rules allow."""

    def move(self) -> dict[str, Any]:
        source, count = self.any_of(SOURCES), self.number(1, 3)
        step = move(source, self.any_of(TARGETS), count=1 if source == "this" else count, may=self.happens(0.35))
        if source not in UNCHOSEN:
            step |= {"other": self.happens(0.2), "one_color": count > 1 and self.happens(0.3)}
            step["max_power"] = int(self.any_of([0, 0, 1, 2]))
        return step

    def exchange(self) -> dict[str, Any]:
        a, b = (str(zone) for zone in self.rng.permutation(ZONES)[:2])
        return {"do": "exchange", "a": a, "b": b, "count": self.number(1, 3), "may": self.happens(0.35)}

    def step(self) -> dict[str, Any]:
        what = self.any_of(KINDS)
        if what == "move":
            return self.move()
        if what == "exchange":
            return self.exchange()
        more = {"look": {"count": self.number(1, 3)}, "repeat": {"may": self.happens(0.35)}}
        return {"do": what, **more.get(what, {})}

    def task(self) -> list[dict[str, Any]]:
        first, *others = (self.step() for _ in range(self.number(1, MAX_STEPS)))
        return [first, *({**step, "if_done": self.happens(0.3)} for step in others)]

    def file(self) -> dict[str, Any]:
        """Return 6 to 19 CogDrives with 48 cards between them."""
        number = self.number(6, 19)
        powers = self.rng.permutation([1] * 12 + [self.number(2, 3) for _ in range(CARDS - 12)])
        cuts = np.sort(self.rng.choice(np.arange(1, CARDS), number - 1, replace=False))
        drives = []
        for name, part in enumerate(np.split(powers, cuts)):
            power: dict[str, list[int]] = {}
            for value in part.tolist():
                power.setdefault(self.any_of(COLORS), []).append(value)
            drives.append({"name": f"Drive {name}", "source": "house", "power": power, "task": self.task()})
        return {"cogdrive": drives}


@pytest.mark.often("0", "1")
@pytest.mark.parametrize("seed", range(60))
def test_any_cards_do_what_their_file_says(seed):
    setup = GAME.setup(cards=Inventor(seed).file(), compensation=COMPENSATIONS[seed % 3], max_decisions=300)
    assert sum(1 for _ in random_game(setup, seed)) > 30


TELLING = (101, 103, 109, 127, 177)
"""Files that between them do everything; as rules change, others may, and are looked for."""


def test_the_cards_made_up_do_everything_that_cards_can_do():
    """What the test above would not compare shows here: steps that are never carried out, or always."""
    met: Counter = Counter()
    wanted = {(what, how) for what in (*SOURCES, *KINDS[6:]) for how in ("done", "in vain", "skipped")}
    for seed in (*TELLING, *range(100, 200)):
        for _ in random_game(GAME.setup(cards=Inventor(seed).file()), seed, limit=300, met=met):
            pass
        if all(met[what] for what in wanted):
            break
    assert {what for what in wanted if not met[what]} == set()
