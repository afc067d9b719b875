"""What is on the table of Cogs and Commissars, in plain Python: citizens, cards, and what is known of hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Protocol

BOX = {"proletariat": 51, "bourgeoisie": 18, "commissar": 15}
WORTH = {"proletariat": 1, "bourgeoisie": 2, "commissar": 3}
MOST_ON_STACK, MOST_PLAYS = 48, 60
EVERYBODY = 6
"""Stands among the seats for what all know."""
Flow = Generator["Question", str, Any]


class Finished(Exception):
    """Somebody has won."""


class Chance(Protocol):
    """What dice and hands decide, told to the reference by who knows it."""

    def regular(self, seat: int) -> tuple[Counter, Counter]:
        """Return the regular cards dealt to a seat, and those of its pack."""

    def first_order(self, seat: int, cards: Counter) -> list[str]:
        """Return the order of a new deck, the top card last."""

    def next_order(self, seat: int, cards: Counter) -> list[str]:
        """Return the order of a deck that has been made of a discard."""


@dataclass
class Question:
    """Who is asked what, with the answers and what they stand for."""

    what: str
    seat: int
    options: dict[str, Any]


@dataclass
class Seat:
    """A player's cards and citizens; the top of the deck is the last one."""

    faction: Any = None
    power: Any = None
    deck: list[str] = field(default_factory=list)
    hand: Counter = field(default_factory=Counter)
    discard: Counter = field(default_factory=Counter)
    citizens: Counter = field(default_factory=Counter)
    plays: int = 0
    dealt: Counter = field(default_factory=Counter)
    pack: Counter = field(default_factory=Counter)
    known: dict[int, Counter] = field(default_factory=dict)  # cards that a seat knows to be in this hand
    least: dict[int, Counter] = field(default_factory=dict)  # and what it has seen of this deck before a shuffle

    @property
    def points(self) -> int:
        """What its citizens are worth."""
        return sum(WORTH[citizen] * number for citizen, number in self.citizens.items())


@dataclass(eq=False)
class Played:
    """A card on the stack, or the duplicate of one, which has no owner; so has one that has been countered."""

    card: Any
    player: int
    owner: int | None
    as_blitz: bool
    below: int
    protected: bool = False
    countered: bool = False
    seat: int | None = None
    type: str | None = None
    answered: Played | None = None


class Things:
    """The table without the rules of cards and turns."""

    def __init__(self, options: Any, chance: Chance) -> None:
        self.options, self.chance = options, chance
        self.cards = {card.name: card for card in options.cards.card}
        self.n = options.num_players
        self.watchers = (*range(self.n), EVERYBODY)
        self.seats = [Seat() for _ in range(self.n)]
        for own in self.seats:
            own.known, own.least = ({watcher: Counter() for watcher in self.watchers} for _ in range(2))
        self.gulag = Counter(BOX)
        self.stack: list[Played] = []
        self.player = 0
        self.extra = 0
        self.silenced = False
        self.winner: int | None = None
        self.met: Counter = Counter()  # what has become of steps, for tests that must have seen them all

    def around(self, seat: int) -> list[int]:
        """Return all seats clockwise from one."""
        return [(seat + away) % self.n for away in range(self.n)]

    # Citizens and cards

    def gain(self, seat: int, citizen: str, count: int) -> int:
        count = min(count, self.gulag[citizen])
        self.gulag[citizen] -= count
        self.seats[seat].citizens[citizen] += count
        return count

    def lose(self, seat: int, citizen: str, count: int) -> None:
        assert self.seats[seat].citizens[citizen] >= count
        self.seats[seat].citizens[citizen] -= count
        self.gulag[citizen] += count

    def top_card(self, seat: int, turned: list[str] | None = None) -> str | None:
        """Take the top card of a deck; an empty one is made anew of the discard but for the cards just turned over."""
        own, kept = self.seats[seat], Counter(turned or ())
        if not own.deck and own.discard.total() > kept.total():
            for watcher in self.watchers:  # all see that what is left of the cards that they know is in hand
                for name in self.cards:
                    if self.options.decks == "preconstructed" or self.cards[name].core:
                        own.known[watcher][name] = own.hand[name]
            if self.options.decks != "preconstructed":
                self.remember(seat)
            own.deck = self.chance.next_order(seat, own.discard - kept)
            own.discard = kept
        return own.deck.pop() if own.deck else None

    def remember(self, seat: int) -> None:
        """Let all remember the cards of a deck that they see before its discard is shuffled."""
        own = self.seats[seat]
        on_stack = Counter(played.card.name for played in self.stack if played.owner == seat)
        for watcher in self.watchers:
            own.least[watcher] |= own.discard + on_stack + own.known[watcher]

    def draw(self, seat: int, count: int) -> int:
        for drawn in range(count):
            name = self.top_card(seat)
            if name is None:
                return drawn
            self.seats[seat].hand[name] += 1
        return max(count, 0)

    def produce(self, seat: int, source: int, count: int) -> list[str]:
        """Turn over cards of a deck; return them."""
        turned = []
        for _ in range(count):
            name = self.top_card(source, turned)
            if name is None:
                break
            self.seats[source].discard[name] += 1
            for star in self.cards[name].stars:
                self.gain(seat, star, 1)
            turned.append(name)
        return turned

    def leave_hand(self, seat: int, name: str) -> None:
        hand = self.seats[seat].hand
        assert hand[name] > 0
        hand[name] -= 1
        if not hand[name]:
            del hand[name]
        for known in self.seats[seat].known.values():
            known[name] = max(0, known[name] - 1)

    def take_openly(self, seat: int, name: str) -> None:
        """Put a card into a hand before all eyes."""
        self.seats[seat].hand[name] += 1
        for known in self.seats[seat].known.values():
            known[name] += 1

    def discard(self, seat: int, name: str) -> None:
        self.leave_hand(seat, name)
        self.seats[seat].discard[name] += 1

    def leave_stack(self, played: Played) -> None:
        """Take the card on top off the stack."""
        assert self.stack.pop() is played
        if played.owner is not None:
            self.seats[played.owner].discard[played.card.name] += 1
