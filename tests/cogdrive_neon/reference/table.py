"""What is on the table of CogDrive Neon, in plain Python: zones of cards, what is asked, and how cards move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cogdrive_neon.reference.memory import WRECKAGE, Memory

COLORS = ("yellow", "gray", "pink", "blue")


@dataclass
class Side:
    """All that a player has; the first card of a deck is its top."""

    deck: list[str] = field(default_factory=list)
    hand: set[str] = field(default_factory=set)
    discard: set[str] = field(default_factory=set)
    clash: set[str] = field(default_factory=set)

    @property
    def reserve(self) -> set[str]:
        """The cards outside the Clash, which join the deck at the end."""
        return self.hand | self.discard | set(self.deck)


@dataclass
class Question:
    """Who is asked what, and the names of all actions that are legal."""

    what: str
    seat: int
    options: set[str]
    step: Any = None
    card: str | None = None  # whose Task is being carried out
    first: str | None = None  # the card picked first by the step
    moved: int = 0


class Table:
    """Where all cards are, and what each seat knows of that.

    Attributes:
        told: What has happened by itself since the last answer: (what, seat, card, amount, other, who sees the card).
        met: What steps came to: how often each was done, in vain or skipped, by where it moves from or what it does.
    """

    def __init__(self, cards: Any, order: Callable[[int], list[str]]) -> None:
        """``order(seat)`` gives the order into which chance has brought a deck that was shuffled."""
        self.cards, self.order = cards, order
        self.labels = [card.label for card in cards.cards]
        self.color = {card.label: COLORS[card.color] for card in cards.cards}
        self.power = {card.label: card.power for card in cards.cards}
        self.task = {card.label: cards.cogdrive[card.cogdrive].task for card in cards.cards}
        self.sides = [Side(), Side()]
        self.memories: list[Memory] = []
        self.hangar: set[str] = set()
        self.hangar_deck: list[str] = []  # the Wreckage card among them
        self.wreckage = False
        self.known_top: list[bool] = []  # by seat, whether it knew the card last taken from the Hangar deck
        self.turn = self.player = 0
        self.used: set[str] = set()
        self.card: str | None = None  # discarded for the present Action
        self.open = False  # whether an Overdrive may still be used
        self.told: list[tuple[Any, ...]] = []
        self.met: Counter = Counter()
        self.points: list[int] = []
        self.margin = 0
        self.over = False
        self.question: Question | None = None

    def tell(self, what: str, who: int | None, card: str | None = None, **more: Any) -> None:
        """Tell what has happened by itself."""
        usual = {"amount": 0, "other": None, "seen": (0, 1)}
        self.told.append((what, who, card, *(usual | more).values()))

    @property
    def own(self) -> Side:
        """The side of the player whose turn it is."""
        return self.sides[self.player]

    @property
    def rival(self) -> Side:
        """The other side."""
        return self.sides[1 - self.player]

    # Moving cards

    def zone(self, name: str, *, whole: bool = False) -> set[str]:
        """Return a zone that one chooses from; ``whole`` the set itself, to add to."""
        zones = {
            "hand": self.own.hand,
            "discard": self.own.discard,
            "hangar": self.hangar,
            "clash": self.own.clash,
            "rival clash": self.rival.clash,
            "rival hand": self.rival.hand,
            "rival discard": self.rival.discard,
        }
        found = zones[name] if name in zones else self.own.clash | self.rival.clash
        return found if whole else set(found)

    def show(self, card: str) -> None:
        """Both see a card where it lies."""
        for memory in self.memories:
            memory.show(card, in_hand=card in self.sides[1 - memory.seat].hand)

    def take(self, card: str) -> int:
        """Take a card, for both to see, out of an unordered zone; return its owner, the player for Hangar cards."""
        self.show(card)
        owner = next(
            (seat for seat in (0, 1) if card in self.sides[seat].reserve | self.sides[seat].clash), self.player
        )
        for side in self.sides:
            for zone in (side.hand, side.discard, side.clash):
                zone.discard(card)
        self.hangar.discard(card)
        for memory in self.memories:
            memory.hand.discard(card)
        return owner

    def put(self, target: str, card: str, owner: int) -> None:
        """Put a card somewhere, for both to see."""
        if target == "wreck":
            self.wreck(card)
        elif target == "deck top":
            self.own.deck.insert(0, card)
        elif target == "deck bottom":
            self.own.deck.append(card)
        else:
            side = self.sides[owner] if target.startswith("owner ") else self.own
            getattr(side, target.removeprefix("owner ")).add(card)
        for memory in self.memories:
            if target.startswith("deck"):
                memory.on_deck(self.player, card, top=target == "deck top")
        self.remember(card)

    def remember(self, card: str) -> None:
        """Let both seats know a card that lies where both have seen it go."""
        for memory in self.memories:
            memory.seen.add(card)
            if card in self.sides[1 - memory.seat].hand:
                memory.hand.add(card)

    def wreck(self, card: str) -> None:
        """Put a card on the bottom of the Hangar deck: below the Wreckage card until that has been revealed."""
        self.hangar_deck.append(card)
        for memory in self.memories:
            memory.seen.add(card)
            memory.hangar_deck.append(card)

    def hangar_card(self) -> str | None:
        """Take the top card of the Hangar deck; the Wreckage card is set aside when it comes up."""
        if self.hangar_deck and self.hangar_deck[0] == WRECKAGE:
            self.hangar_deck.pop(0)
            self.wreckage = True
            self.tell("wreckage", self.player)
            for memory in self.memories:
                memory.hangar_deck.pop(0)
        if not self.hangar_deck:
            return None
        self.known_top = [memory.hangar_deck.pop(0) is not None for memory in self.memories]
        return self.hangar_deck.pop(0)

    def draw(self) -> None:
        """The player draws the top card of its deck."""
        card = self.own.deck.pop(0)
        known = self.memories[1 - self.player].rival_draws(card)
        self.memories[self.player].own_draw(card)
        self.own.hand.add(card)
        self.tell("draws", self.player, card, seen=(0, 1) if known else (self.player,))

    def draw_from_hangar_deck(self) -> int:
        """The player draws the top card of the Hangar deck. Returns how many cards that were."""
        card = self.hangar_card()
        if card is None:
            return 0
        known = self.known_top[1 - self.player]
        self.memories[self.player].seen.add(card)
        if known:
            self.memories[1 - self.player].hand.add(card)
        self.own.hand.add(card)
        self.tell("draws from hangar", self.player, card, seen=(0, 1) if known else (self.player,))
        return 1

    def shuffle(self) -> None:
        """Shuffle the player's deck and discard together."""
        for memory in self.memories:
            memory.shuffle(self.player, self.own.discard)
        deck = self.order(self.player)
        assert set(deck) == set(self.own.deck) | self.own.discard, "other cards in the deck than were shuffled"
        assert len(deck) == len(self.own.deck) + len(self.own.discard)
        self.own.deck, self.own.discard = deck, set()

    # Counting

    def total(self, cards: set[str]) -> int:
        return sum(self.power[card] for card in cards)

    def by_color(self, seat: int) -> list[int]:
        """Return the combined Power of each colour in hand, discard and deck."""
        return [self.total({c for c in self.sides[seat].reserve if self.color[c] == color}) for color in COLORS]

    def clash_points(self, seat: int) -> int:
        """One point for each card at the Clash, five for the higher combined Power."""
        ahead = self.total(self.sides[seat].clash) > self.total(self.sides[1 - seat].clash)
        return len(self.sides[seat].clash) + 5 * ahead
