"""Cogs and Commissars told a second time, in plain Python with lists and counters, by the rulebook and the rulings.

It takes none of the game's code: the tests hold the two beside each other. What is going on is a generator that yields
questions and is sent answers, so that a card in the middle of a turn is a call in the middle of a call.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from cogs_and_commissars.reference.cards import CardRules
from cogs_and_commissars.reference.table import MOST_ON_STACK, MOST_PLAYS, Chance, Finished, Flow, Question

from cogitable.envs.cogs_and_commissars.cards import Power


class Reference(CardRules):
    """One game, from the deal or from some position on; ``question`` says who is asked what."""

    def __init__(self, options: Any, chance: Chance, first: int, factions: list[str | None]) -> None:
        super().__init__(options, chance)
        self.first = self.player = first
        self.phase, self.acted, self.turn, self.limit = "preparation", False, 0, 0
        self.ask_all = options.windows == "all"
        self.in_window = False
        self.question: Question | None = None
        for seat, name in enumerate(factions):
            if name is not None:
                self.join(seat, name)

    # Asking

    def begin(self, flow: Flow | None = None) -> None:
        """Go to the first question, of a new game unless told otherwise."""
        self.flow = flow or self.game()
        self._next(None)

    def answer(self, name: str) -> None:
        """Take an answer, and go on to the next question or the end."""
        assert self.question is not None
        self._next(self.question.options[name])

    def _next(self, value: Any) -> None:
        try:
            self.question = self.flow.send(value)
        except Finished:
            self.question = None

    # Before the first turn

    def game(self) -> Flow:
        if self.options.factions == "chosen":
            for seat in self.around(self.first):
                taken = {own.faction.name for own in self.seats if own.faction}
                free = [name for name in self.options.cards.factions if name not in taken]
                self.join(seat, (yield Question("faction", seat, {f"faction {name}": name for name in free})))
        yield from self.build_decks()
        for seat in range(len(self.seats)):
            self.gain(seat, "proletariat", 2)
        given = self.options.compensation
        for seat, more in zip(self.around(self.first), () if given == "none" else given, strict=False):
            self.gain(seat, "proletariat", more)
        for seat, own in enumerate(self.seats):
            for citizen in own.power.start:
                self.gain(seat, citizen, 1)
            own.deck = self.chance.first_order(seat, own.dealt)
            self.draw(seat, 7)
        yield from self.turns()

    def join(self, seat: int, name: str) -> None:
        """Give a seat a faction and, if that is played with, its leader's power."""
        faction = next(faction for faction in self.options.cards.faction if faction.name == name)
        self.seats[seat].faction = faction
        self.seats[seat].power = faction.power if self.options.leaders else Power()

    def build_decks(self) -> Flow:
        for seat, own in enumerate(self.seats):
            own.dealt = Counter(own.faction.deck)
            if self.options.decks != "preconstructed":
                own.dealt = Counter({name: n for name, n in own.dealt.items() if self.cards[name].core})
                regular, own.pack = self.chance.regular(seat)
                own.dealt += regular
        if self.options.decks != "drafted":
            return
        for left in range(10, 0, -1):
            for seat in self.around(self.first):
                own = self.seats[seat]
                options = {f"take {name}": name for name in own.pack}
                name = (yield Question("draft", seat, options)) if left > 1 else next(own.pack.elements())
                own.dealt[name] += 1
                own.pack = own.pack - Counter([name])
            packs = [own.pack for own in self.seats]
            for seat, own in enumerate(self.seats):
                own.pack = packs[seat - 1]

    # Turns

    def turns(self) -> Flow:
        while True:
            self.turn += 1
            self.acted, self.extra, self.silenced = False, 0, False
            for own in self.seats:
                own.plays = 0
            if self.options.blitzes == "inside":
                yield from self.window("before production")
            self.produce_for_turn()
            yield from self.window("after production")
            counters = sum(
                number
                for name, number in self.seats[self.player].discard.items()
                if self.cards[name].core == "counter propaganda"
            )
            power = self.seats[self.player].power
            self.limit = power.hand_size + power.per_counter * counters
            yield from self.from_discarding()
            self.player = (self.player + 1) % self.n

    def play_on(self) -> Flow:
        """Play from the middle of a turn on, where cards are discarded before drawing."""
        yield from self.from_discarding()
        self.player = (self.player + 1) % self.n
        yield from self.turns()

    def produce_for_turn(self) -> None:
        turned = self.produce(self.player, self.player, 2)
        pair = self.seats[self.player].power.pair
        if pair and len(turned) == 2 and len({frozenset(self.cards[name].stars) for name in turned}) == 1:
            self.gain(self.player, pair, 1)

    def from_discarding(self) -> Flow:
        yield from self.discard_and_draw()
        yield from self.window("after drawing", skip=1)
        yield from self.menu("propaganda")
        yield from self.window("after propaganda", skip=1)
        yield from self.menu("action")
        yield from self.window("end of turn", skip=1)

    def discard_and_draw(self) -> Flow:
        self.phase = "discard and draw"
        hand = self.seats[self.player].hand
        while hand or self.ask_all:
            options = {f"discard {name}": name for name in hand}
            if hand.total() <= self.limit:
                options["pass"] = ""
            name = yield Question("discards before drawing", self.player, options)
            if not name:
                break
            self.discard(self.player, name)
        if self.options.blitzes == "inside":
            yield from self.window("after discarding")
            if hand.total() > self.limit:  # because of what was drawn in the window
                yield from self.discard_and_draw()
                return
        self.draw(self.player, self.limit - hand.total())

    def window(self, phase: str, skip: int = 0) -> Flow:
        """Let everybody play, clockwise from the player, until all have passed in a row."""
        self.phase = phase
        while (yield from self.somebody_plays(skip)):
            yield from self.run_stack()
            skip = 0

    def menu(self, phase: str) -> Flow:
        """Let the player play, card by card."""
        self.phase = phase
        while (options := self.plays(self.player)) or self.ask_all:
            play = yield Question(phase, self.player, {"pass": None, **options})
            if play is None:
                return
            yield from self.play(self.player, *play)
            yield from self.run_stack()
            if self.options.blitzes == "inside":
                self.in_window = True
                yield from self.window(phase)
                self.in_window = False

    # The stack

    def run_stack(self) -> Flow:
        """Resolve from the top; everybody may respond before each card."""
        while self.stack:
            played = self.stack[-1]
            if played.countered:
                self.leave_stack(played)
            elif not (yield from self.somebody_plays()):
                yield from self.resolve(played)

    def somebody_plays(self, skip: int = 0) -> Flow:
        for seat in self.around(self.player)[skip:]:
            options = self.plays(seat)
            if options or self.ask_all:
                play = yield Question("response", seat, {"pass": None, **options})
                if play is not None:
                    yield from self.play(seat, *play)
                    return True
        return False

    def plays(self, seat: int) -> dict[str, tuple[Any, bool]]:
        """Return all that a seat may play: the card, and whether it is an Action played as a Blitz."""
        own, found = self.seats[seat], {}
        if len(self.stack) >= MOST_ON_STACK or own.plays >= MOST_PLAYS:
            return {}
        for name in own.hand:
            card = self.cards[name]
            if not self.can_take_place(card, seat, self.uppermost()):
                continue
            if self.is_time_for(card, seat):
                found[f"play {name}"] = card, False
            if card.type == "action" and card.blitz and self.can_afford_blitz(card, seat):
                found[f"blitz {name}"] = card, True
        return found

    def in_step(self, phase: str) -> bool:
        """Whether it is the moment for a card of this step."""
        return self.phase == phase and not self.stack and not self.in_window

    @property
    def own_action(self) -> bool:
        """Whether it is the moment of the turn's own Action."""
        return self.in_step("action") and not self.acted

    def is_time_for(self, card: Any, seat: int) -> bool:
        """Whether a seat may play a card as what it is."""
        if card.type == "blitz":
            return self.can_afford_blitz(card, seat)
        if seat != self.player:
            return False
        if card.type == "action":
            return self.own_action or self.extra > 0
        return self.in_step("propaganda")

    def play(self, seat: int, card: Any, as_blitz: bool) -> Flow:
        """Play a card from the own hand."""
        if card.type == "action" and not as_blitz:
            if self.own_action:
                self.acted = True
            else:
                self.extra -= 1
        self.leave_hand(seat, card.name)
        yield from self.put_on_stack(card, seat, seat, as_blitz)
