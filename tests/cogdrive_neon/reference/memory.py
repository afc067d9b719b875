"""What a seat with a perfect memory knows in CogDrive Neon, kept as it would keep it: by what it has seen happen."""

from __future__ import annotations

WRECKAGE = "Wreckage"
NEVER = 1 << 30


class Memory:
    """What one seat knows.

    Attributes:
        seen: The cards it has ever laid eyes on.
        decks: By owner, the places of a deck from the top: the card that is known to lie there, or None.
        hangar_deck: The same of the Hangar deck, with the Wreckage card.
        hand: The cards known to be in the rival's hand.
        loose: By owner, the cards that are in its deck, in an unknown order; of the rival's, or drawn from it unseen.
        draws: When the rival has drawn cards unseen from its deck.
        stays: When cards came into the rival's deck and were shown from its hand, for all shown so far.
        entered: When each loose card of the rival's came into its deck.
    """

    def __init__(self, seat: int, starters: set[str]) -> None:
        self.seat, self.starters = seat, starters
        self.seen: set[str] = set()
        self.hand: set[str] = set()
        self.loose: list[set[str]] = [set(), set()]
        self.now = 1
        self.draws: list[int] = []
        self.stays: list[tuple[int, int]] = []
        self.entered: dict[str, int] = {}

    def begin(self, hangar_deck: int, decks: list[int], hands: list[int]) -> None:
        """A deal: numbers of cards in the decks and the hands."""
        self.hangar_deck: list[str | None] = [*[None] * hangar_deck, WRECKAGE]
        self.decks: list[list[str | None]] = [[None] * number for number in decks]
        self.draws = [self.now] * hands[1 - self.seat]

    # What happens

    def own_draw(self, card: str) -> None:
        self.decks[self.seat].pop(0)
        self.loose[self.seat].discard(card)
        self.seen.add(card)

    def rival_draws(self, card: str) -> bool:
        """The rival draws from its deck. Returns whether this seat knows the card."""
        known = self.decks[1 - self.seat].pop(0) is not None
        if known:
            self.hand.add(card)
        else:
            self.now += 1
            self.draws.append(self.now)
        return known

    def show(self, card: str, *, in_hand: bool) -> None:
        """A card is shown where it lies, perhaps in the rival's hand."""
        if in_hand and card not in self.hand:
            self.was_drawn(card)
            self.hand.add(card)
        self.seen.add(card)

    def was_drawn(self, card: str) -> None:
        """A card turns out to be in the rival's hand: some draw from its deck was this one, or from the Hangar deck."""
        rival = 1 - self.seat
        if card in self.loose[rival] or (card in self.starters and card not in self.seen):
            self.now += 1
            self.stays.append((self.entered.pop(card, 0), self.now))
            self.loose[rival].discard(card)

    def off_deck(self, owner: int, card: str) -> None:
        """The top card of a deck is shown."""
        self.decks[owner].pop(0)
        self.loose[owner].discard(card)
        if owner != self.seat:
            self.entered.pop(card, None)
        self.seen.add(card)

    def on_deck(self, owner: int, card: str, *, top: bool) -> None:
        """A card is put on a deck or below it."""
        self.decks[owner].insert(0 if top else len(self.decks[owner]), card)

    def look(self, place: int, card: str) -> None:
        """This seat sees a card in the Hangar deck."""
        self.hangar_deck[place] = card
        self.seen.add(card)

    def shuffle(self, owner: int, discard: set[str]) -> None:
        """A deck and a discard are shuffled together."""
        self.now += 1
        fresh = {card for card in self.decks[owner] if card} | discard
        self.loose[owner] |= fresh
        if owner != self.seat:
            self.entered |= dict.fromkeys(fresh, self.now)
        self.decks[owner] = [None] * (len(self.decks[owner]) + len(discard))

    # What can be told

    def in_deck(self, owner: int) -> set[str]:
        """Return the cards known to be in a deck, or, of the rival's, drawn from it unseen."""
        return self.loose[owner] | {card for card in self.decks[owner] if card}

    def may_hold(self) -> set[str]:
        """Return the loose cards of the rival's that may be in its hand: some draw can have been each of them."""
        return {
            card
            for card in self.loose[1 - self.seat]
            if self.possible([*self.stays, (self.entered.get(card, 0), NEVER)])
        }

    def possible(self, stays: list[tuple[int, int]]) -> bool:
        """Whether every stay can have ended by another draw: the earliest draws go to those shown earliest."""
        waiting = sorted(stays)
        running: list[int] = []
        for time in sorted(self.draws):
            while waiting and waiting[0][0] < time:
                running.append(waiting.pop(0)[1])
            running.sort()
            if running and running[0] < time:
                return False
            if running:
                running.pop(0)
        return not waiting and not running
