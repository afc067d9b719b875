"""Whole games of CogDrive Neon, from the deal to the end, each beside its plain-Python reference."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from cogdrive_neon.observed import PHASES
from cogdrive_neon.reference import Reference
from cogdrive_neon.reference.memory import Memory
from cogdrive_neon.side_by_side import ENDED, TRUNCATED, random_game

from cogitable.envs.cogdrive_neon import GAME

TABLES: tuple[dict[str, Any], ...] = ({}, {"compensation": "card"}, {"compensation": "clash"}, {"max_decisions": 60})


@pytest.mark.parametrize("games", [2, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(map(str, options.values())) or "standard")
def test_whole_games_are_those_of_the_reference(options, games):
    setup, questions, ends = GAME.setup(**options), Counter(), Counter()
    for seed in range(games):
        for game in random_game(setup, seed):
            questions[PHASES[game.state["phase"]]] += 1
        ends[int(game.state["over"])] += 1
    assert questions.keys() == set(PHASES)
    assert ends[TRUNCATED if "max_decisions" in options else ENDED]


class HoldsAnything(Memory):
    """Takes every card that went through the rival's deck for one that may be in its hand."""

    def may_hold(self) -> set[str]:
        return set(self.loose[1 - self.seat])


class WrongMemory(Reference):
    def begin(self, *dealt: Any) -> None:
        super().begin(*dealt)
        for memory in self.memories:
            memory.__class__ = HoldsAnything


class WrongWreck(Reference):
    """Puts a wrecked card on top of the Hangar deck."""

    def wreck(self, card: str) -> None:
        super().wreck(card)
        for deck in (self.hangar_deck, *(memory.hangar_deck for memory in self.memories)):
            deck.insert(0, deck.pop())


class WrongTie(Reference):
    """Gives both the points for the Clash where both have the same Power."""

    def clash_points(self, seat: int) -> int:
        powers = [self.total(side.clash) for side in self.sides]
        return len(self.sides[seat].clash) + 5 * (powers[seat] >= powers[1 - seat])


class WrongTelling(Reference):
    """Shows both seats every card."""

    def tell(self, what: str, who: int | None, card: str | None = None, **more: Any) -> None:
        super().tell(what, who, card, **{**more, "seen": (0, 1)})


class WrongOverdrive(Reference):
    """Offers an Overdrive as if the card just discarded counted for it."""

    def offer_overdrive(self, when: str) -> Any:
        self.open = self.open or when == "overdrive before"
        return super().offer_overdrive(when)


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (WrongMemory, "rival's draw"),
        (WrongWreck, "hangar deck"),
        (WrongTie, "Clash"),
        (WrongTelling, "told"),
        (WrongOverdrive, "is asked, not"),
    ],
)
def test_a_wrong_reference_is_noticed(reference, message):
    with pytest.raises(AssertionError, match=message):
        play_games(reference)


def play_games(reference: type[Reference]) -> None:
    setup = GAME.setup()
    for seed in range(20):
        for _ in random_game(setup, seed, reference=reference):
            pass
