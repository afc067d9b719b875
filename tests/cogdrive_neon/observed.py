"""What a seat of CogDrive Neon must observe, from the plain-Python reference, by the table in RULES.md."""

from __future__ import annotations

from typing import Any

import numpy as np
from cogdrive_neon.reference import Reference
from cogdrive_neon.reference.memory import WRECKAGE
from cogdrive_neon.reference.table import COLORS, Question

PHASES = ("action", "overdrive before", "choice", "overdrive after", "play to the Clash", "draw")
DO = ("end", "move", "exchange", "look", "overdrive", "repeat")
SOURCES = (
    *("hand", "discard", "hangar", "clash", "rival clash", "any clash", "rival hand", "rival discard"),
    *("this", "deck", "hangar deck"),
)
TARGETS = ("hand", "discard", "clash", "deck top", "deck bottom", "wreck", "owner hand", "owner discard")


class Observed:
    """What seats observe of a game of the reference, each part by its name."""

    def __init__(self, reference: Reference, max_decisions: int) -> None:
        self.reference, self.max_decisions = reference, max_decisions
        self.labels = reference.labels

    def by(self, seat: int) -> dict[str, Any]:
        """Return an observation."""
        question = self.reference.question
        asked = question if question and question.seat == seat else None
        return self._cards(seat) | self._sums(seat) | self._course(seat) | self._asked(asked) | self._step(asked)

    def _cards(self, seat: int) -> dict[str, Any]:
        ref = self.reference
        own, rival, memory = ref.sides[seat], ref.sides[1 - seat], ref.memories[seat]
        hangar_deck = [card for card in memory.hangar_deck if card != WRECKAGE]
        return {
            "own hand": self._flags(own.hand),
            "own discard": self._flags(own.discard),
            "own Clash": self._flags(own.clash),
            "own deck": self._flags(memory.in_deck(seat)) + self._places(memory.decks[seat]),
            "rival's hand": self._flags(memory.hand),
            "rival's discard": self._flags(rival.discard),
            "rival's Clash": self._flags(rival.clash),
            "rival's deck": self._flags(memory.in_deck(1 - seat)) + self._places(memory.decks[1 - seat]),
            "rival's draw": self._flags(memory.may_hold()),
            "Hangar": self._flags(ref.hangar),
            "Hangar deck": self._flags({card for card in hangar_deck if card}) + self._places(hangar_deck),
            "unseen": self._flags(set(self.labels) - memory.seen),
        }

    def _sums(self, seat: int) -> dict[str, Any]:
        ref = self.reference
        own, rival, memory = ref.sides[seat], ref.sides[1 - seat], ref.memories[seat]
        above = len(ref.hangar_deck) if ref.wreckage else ref.hangar_deck.index(WRECKAGE)
        below = len(ref.hangar_deck) - above - (not ref.wreckage)
        sizes = [len(zone) for side in (own, rival) for zone in (side.hand, side.deck, side.discard)]
        clash = [(len(s.clash), ref.total(s.clash), ref.clash_points(w)) for w, s in ((seat, own), (1 - seat, rival))]
        return {
            "hand by kind": self._kinds(own.hand) / 4,
            "Hangar by kind": self._kinds(ref.hangar) / 4,
            "discard by kind": self._kinds(own.discard) / 4,
            "own reserve": self._powers(own.hand | own.discard | memory.in_deck(seat)) / 10,
            "rival's reserve": self._powers(memory.hand | rival.discard | memory.in_deck(1 - seat)) / 10,
            "sizes": np.array(sizes) / 10,
            "Hangar sizes": np.array([above, below, len(ref.hangar)]) / 10,
            "Clash": np.array(clash) / 10,
        }

    def _course(self, seat: int) -> dict[str, Any]:
        ref = self.reference
        return {
            "turn": [seat == 0, ref.player == seat, ref.wreckage, "Recruit" in ref.used, "Task" in ref.used],
            "clock": [ref.turn / 40, 6 * (ref.turn - 1) / self.max_decisions],  # a turn takes about six decisions
        }

    def _asked(self, asked: Question | None) -> dict[str, Any]:
        """What a seat is told of being asked: nothing where another one is."""
        in_use = np.zeros(len(self.labels))
        if asked:
            if asked.first:
                in_use[self.labels.index(asked.first)] = 0.5
            for card in {self.reference.card, asked.card} - {None}:
                if card != asked.first or card == asked.card:
                    in_use[self.labels.index(card)] = 1
        return {
            "phase": one_of(PHASES, asked and asked.what),
            "Overdrive open": [bool(asked and self.reference.open)],
            "in use": in_use,
        }

    def _step(self, asked: Question | None) -> dict[str, Any]:
        step = asked.step if asked else None
        source, target = ends(step) if step else (None, None)
        return {
            "step": one_of(DO, step and step.do),
            "step source": one_of(SOURCES, source),
            "step target": one_of(TARGETS, target),
            "step count": np.array([asked.moved, getattr(step, "count", 1)]) / 4 if asked and step else [0, 0],
        }

    def _flags(self, cards: set[str]) -> np.ndarray:
        return np.array([label in cards for label in self.labels], float)

    def _places(self, pile: list[str | None]) -> np.ndarray:
        result = np.zeros(len(self.labels))
        for above, card in enumerate(pile):
            if card:
                result[self.labels.index(card)] += 1 / (1 + above)
        return result

    def _kinds(self, cards: set[str]) -> np.ndarray:
        ref = self.reference
        kinds = [[(color, power) for power in (1, 2, 3)] for color in COLORS]
        return np.array([[sum((ref.color[c], ref.power[c]) == kind for c in cards) for kind in row] for row in kinds])

    def _powers(self, cards: set[str]) -> np.ndarray:
        ref = self.reference
        return np.array([ref.total({card for card in cards if ref.color[card] == color}) for color in COLORS])


def ends(step: Any) -> tuple[str, str]:
    """Return from where to where a step goes, as observations name it."""
    if step.do == "move":
        return step.source, step.target
    if step.do == "exchange":  # of an exchange, the other zone by its number
        return step.a, TARGETS[SOURCES.index(step.b)]
    return "discard", "hand"


def one_of(names: tuple[str, ...], name: Any) -> np.ndarray:
    return np.array([other == name for other in names], float)
