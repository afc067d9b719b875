"""What cards of CogDrive Neon do, in plain Python: the steps of Tasks, Overdrives and Recruits.

A step yields questions and is sent their answers; it returns how often it has done something, which a step with
``if_done`` after it goes by.
"""

from __future__ import annotations

from collections.abc import Generator
from types import SimpleNamespace
from typing import Any

from cogdrive_neon.reference.memory import WRECKAGE
from cogdrive_neon.reference.table import Question, Table

Flow = Generator[Any, Any, Any]
HANDS = ("hand", "rival hand")
UNCHOSEN = ("this", "deck", "hangar deck")


def move(source: str, target: str, **more: Any) -> Any:
    """Return a step that moves cards, as card files have it."""
    usual = {
        "do": "move",
        "count": 1,
        "may": False,
        "if_done": False,
        "other": False,
        "one_color": False,
        "max_power": 0,
    }
    return SimpleNamespace(**usual | {"source": source, "target": target} | more)


def exchange(a: str, b: str, **more: Any) -> Any:
    """Return a step that exchanges cards, as card files have it."""
    return SimpleNamespace(**{"do": "exchange", "a": a, "b": b, "count": 1, "may": False, "if_done": False} | more)


def recruit(power: int) -> Any:
    """Recruit: one card; up to two of one colour; any two."""
    return move("hangar", "deck bottom", count=min(power, 2), may=power == 2, one_color=power == 2)


def overdrive(color: str, *, may: bool = False) -> Any:
    """What a colour's Overdrive does."""
    steps = {
        "yellow": lambda: move("discard", "deck top", may=may),
        "gray": lambda: exchange("hand", "hangar", may=may),
        "pink": lambda: move("deck", "clash", may=may),
        "blue": lambda: move("discard", "hand", may=may),
    }
    return steps[color]()


class Steps(Table):
    """A table at which steps are carried out."""

    def has_effect(self, color: str) -> bool:
        """Whether a colour's Overdrive would change anything."""
        if color == "gray":
            return bool(self.own.hand and self.hangar)
        return bool(self.own.deck if color == "pink" else self.own.discard)

    def carry_out(self, steps: Any, card: str | None) -> Flow:
        """Carry out steps in order, as far as possible; ``card`` is what they call this card."""
        done = 0
        for step in steps:
            if step.if_done and not done:
                outcome, done = "skipped", 0
            else:
                done = yield from getattr(self, f"step_{step.do}")(step, card)
                outcome = "done" if done else "in vain"
            self.met[step.source if step.do == "move" else step.do, outcome] += 1

    def step_look(self, step: Any, card: str | None) -> Flow:
        """Look at the top of the Hangar deck, as far as the Wreckage card. Returns how many cards were seen."""
        yield from ()
        seen = self.hangar_deck[: step.count]
        seen = seen[: seen.index(WRECKAGE)] if WRECKAGE in seen else seen
        for place, top in enumerate(seen):
            self.memories[self.player].look(place, top)
            self.tell("looks", self.player, top, seen=(self.player,))
        return len(seen)

    def step_overdrive(self, step: Any, card: str | None) -> Flow:
        """The Overdrive of this card's colour, whatever lies in the discard. Returns how many cards it moved."""
        if not self.has_effect(self.color[card]):
            return 0
        offered = overdrive(self.color[card], may=True)
        return (yield from getattr(self, f"step_{offered.do}")(offered, card))

    def step_repeat(self, step: Any, card: str | None) -> Flow:
        """Use the Task of another card in the discard; not of one that repeats itself."""
        cards = {other for other in self.own.discard - {card} if all(s.do != "repeat" for s in self.task[other])}
        if not cards:
            return 0
        name = yield self.choice(step, card, self.player, cards, may=step.may)
        if name == "decline":
            return 0
        other = name.removeprefix("choose ")
        yield from self.carry_out(self.task[other], other)
        return 1

    def step_exchange(self, step: Any, card: str | None) -> Flow:
        """Let a card of one zone and a card of another change places. Returns how many times that was done."""
        for done in range(step.count):
            if not self.zone(step.a) or not self.zone(step.b):
                return done
            name = yield self.choice(step, card, self.player, self.zone(step.a), may=step.may, moved=done)
            if name == "decline":
                return done
            first = name.removeprefix("choose ")
            self.show(first)
            name = yield self.choice(step, card, self.player, self.zone(step.b), first=first, moved=done)
            second = name.removeprefix("choose ")
            self.take(first)
            self.take(second)
            self.zone(step.b, whole=True).add(first)
            self.zone(step.a, whole=True).add(second)
            self.remember(first)
            self.remember(second)
        return step.count

    def step_move(self, step: Any, card: str | None) -> Flow:
        if step.source in UNCHOSEN:
            return (yield from self.move_unchosen(step, card))
        return (yield from self.move_chosen(step, card))

    def move_chosen(self, step: Any, card: str | None) -> Flow:
        """Move cards that somebody chooses. Returns how many."""
        seat = 1 - self.player if step.source == "rival hand" else self.player
        first = None
        for moved in range(step.count):
            allowed = {other for other in self.zone(step.source) if self.fits(step, other, card, first)}
            if not (self.zone(step.source) if step.source in HANDS else allowed):
                return moved
            name = yield self.choice(step, card, seat, allowed, may=step.may, first=first, moved=moved)
            if name == "decline":
                return moved
            chosen = name.removeprefix("choose ")
            first = first or chosen
            owner = self.take(chosen)
            self.put(step.target, chosen, owner)
        return step.count

    def fits(self, step: Any, card: str, this: str | None, first: str | None) -> bool:
        if step.one_color and first and self.color[card] != self.color[first]:
            return False
        return not (step.max_power and self.power[card] > step.max_power) and not (step.other and card == this)

    def move_unchosen(self, step: Any, card: str | None) -> Flow:
        """Move this card, the top of the deck or of the Hangar deck. Returns how many times that was done."""
        moved = 0
        while moved < step.count:
            if not {"this": card in self.own.discard, "deck": self.own.deck, "hangar deck": self.hangar_deck}[
                step.source
            ]:
                self.tell("nothing", self.player, card, other=step.source)
                return moved
            if step.may:
                name = yield Question("choice", self.player, {"use", "decline"}, step, card, moved=moved)
                if name == "decline":
                    return moved
            moved += self.move_top(step, card)
        return moved

    def move_top(self, step: Any, card: str | None) -> int:
        if step.source == "deck" and step.target == "hand":
            self.draw()
            return 1
        if step.source == "hangar deck" and step.target == "hand":
            return self.draw_from_hangar_deck()
        if step.source == "this":
            self.own.discard.discard(card)
            top = card
        elif step.source == "deck":
            top = self.own.deck.pop(0)
            for memory in self.memories:
                memory.off_deck(self.player, top)
        else:
            top = self.hangar_card()
        if top is None:
            return 0
        self.put(step.target, top, self.player)
        self.tell("moves", self.player, top, amount=step.target, other=step.source)
        return 1

    def choice(
        self, step: Any, card: str | None, seat: int, cards: set[str], *, may: bool = False, **more: Any
    ) -> Question:
        options = {f"choose {other}" for other in cards}
        return Question("choice", seat, options | ({"decline"} if may or not options else set()), step, card, **more)
