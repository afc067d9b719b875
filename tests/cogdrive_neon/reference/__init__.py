"""CogDrive Neon told a second time, in plain Python with lists and sets, by the rulebook and the rulings of RULES.md.

It reads the card file's own models, not the records of numbers that are made from them, and takes none of the game's
code: the tests hold the two beside each other. What is going on is a generator that yields questions and is sent
answers, so that a Task in the middle of a Task is a call in the middle of a call. Cards are their labels.
"""

from __future__ import annotations

from cogdrive_neon.reference.memory import WRECKAGE, Memory
from cogdrive_neon.reference.steps import Flow, Steps, overdrive, recruit
from cogdrive_neon.reference.table import COLORS, Question, Side

HANGAR_SIZE = 5
BOTH = ("Recruit", "Task")


class Reference(Steps):
    """One game from its first turn on; ``question`` says who is asked what, None at the end."""

    # Asking

    def begin(self, hangar_deck: list[str], hangar: set[str], sides: list[Side]) -> None:
        """Start with the first player's first turn after a deal; the Hangar deck without its Wreckage card."""
        self.hangar_deck, self.hangar, self.sides = [*hangar_deck, WRECKAGE], hangar, sides
        starters = {label for label in self.labels if self.power[label] == 1}
        self.memories = [Memory(seat, starters) for seat in range(2)]
        for memory in self.memories:
            memory.begin(len(hangar_deck), [len(side.deck) for side in sides], [len(side.hand) for side in sides])
            memory.seen |= hangar | sides[0].clash | sides[1].clash | sides[memory.seat].hand
        self.flow = self.play()
        self._next(None)

    def answer(self, name: str) -> None:
        """Take an answer, and go on to the next question or the end."""
        assert self.question and name in self.question.options
        self.told = []
        self._next(name)

    def _next(self, name: str | None) -> None:
        try:
            self.question = self.flow.send(name)
        except StopIteration:
            self.question, self.over = None, True

    # The course of the game

    def play(self) -> Flow:
        while True:
            yield from self.one_turn()
            if self.player == 1 and (self.wreckage or not any(side.reserve for side in self.sides)):
                self.score()
                return
            self.player = 1 - self.player

    def one_turn(self) -> Flow:
        self.turn += 1
        self.used = set()
        self.tell("turn", self.player, amount=self.turn)
        while self.used != set(BOTH) and self.own.hand:
            yield from self.action()
        self.card, self.open = None, False
        if self.used != set(BOTH):
            self.tell("no hand", self.player)
        yield from self.clash_part()
        yield from self.draw_part()
        self.hangar_part()

    def clash_part(self) -> Flow:
        """The player may put one card from hand on its own side of the Clash."""
        if self.own.hand:
            options = {f"choose {card}" for card in self.own.hand} | {"decline"}
            name = yield Question("play to the Clash", self.player, options)
            if name != "decline":
                card = name.removeprefix("choose ")
                self.take(card)
                self.own.clash.add(card)

    def draw_part(self) -> Flow:
        """Draw until four cards are in hand, or shuffle deck and discard together and draw until three are."""
        if not self.own.deck and not self.own.discard:
            return
        options = {"draw up to 4", "shuffle and draw up to 3"}
        name = yield Question("draw", self.player, options)
        size = 4
        if name != "draw up to 4":
            self.shuffle()
            size = 3
        while len(self.own.hand) < size and self.own.deck:
            self.draw()

    def hangar_part(self) -> None:
        """Power 1 cards in the Hangar are wrecked, then it is refilled."""
        for card in self.labels:
            if card in self.hangar and self.power[card] == 1:
                self.hangar.remove(card)
                self.wreck(card)
                self.tell("wrecks", None, card)
        while len(self.hangar) < HANGAR_SIZE:
            card = self.hangar_card()
            if card is None:
                break
            self.show(card)
            self.hangar.add(card)
            self.tell("turns up", None, card)

    # Actions

    def action(self) -> Flow:
        """Discard a card for a Recruit or a Task, and use its colour's Overdrive before or after, if there is one."""
        names = {"Recruit": "recruit with", "Task": "task of"}
        left = [use for use in BOTH if use not in self.used]
        options = {f"{names[use]} {card}" for use in left for card in self.own.hand}
        self.card, self.open = None, False
        name = yield Question("action", self.player, options)
        use = next(use for use in BOTH if name.startswith(names[use]))
        card = name.removeprefix(names[use] + " ")
        self.used.add(use)
        self.card, self.open = card, any(self.color[other] == self.color[card] for other in self.own.discard)
        self.take(card)
        self.own.discard.add(card)
        yield from self.offer_overdrive("overdrive before")
        if use == "Recruit":
            yield from self.carry_out((recruit(self.power[card]),), None)
        else:
            yield from self.carry_out(self.task[card], card)
        yield from self.offer_overdrive("overdrive after")

    def offer_overdrive(self, when: str) -> Flow:
        """Offer the Overdrive, once used no more, where it would change anything."""
        color = self.color[self.card]
        if self.open and self.has_effect(color):
            name = yield Question(when, self.player, {"use", "decline"})
            if name == "use":
                self.open = False
                yield from self.carry_out((overdrive(color),), self.card)

    # The score

    def score(self) -> None:
        powers = [self.total(side.clash) for side in self.sides]
        ahead = None if powers[0] == powers[1] else powers.index(max(powers))
        self.tell("clash", ahead, amount=max(powers), other=min(powers))
        self.points = [self.clash_points(seat) + max(self.by_color(seat)) for seat in (0, 1)]
        for seat in (0, 1):
            best = max(self.by_color(seat))
            color = COLORS[self.by_color(seat).index(best)]
            self.tell("scores", seat, color, amount=self.points[seat], other=best)
        self.margin = self.points[0] - self.points[1]
        if not self.margin:
            cards = [len(side.clash) + len(side.reserve) for side in self.sides]
            for seat in (0, 1):
                self.tell("tie break", seat, amount=cards[seat])
            self.margin = cards[0] - cards[1]
        self.tell("wins", None if not self.margin else 0 if self.margin > 0 else 1)
