"""Comrade told a second time, in plain Python with cards in hands, and beliefs by listing all that may have happened.

Nothing here is taken from the game's own code: the tests hold the two beside each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import numpy as np

D, I, C = "dissident", "informer", "comrade"  # noqa: E741
WORDS = ("glasnost", "perestroika")
NUMBER = {C: 0, D: 1, I: 2, None: -1}
Event = tuple[Any, ...]


def clockwise(first: int, n: int) -> list[int]:
    """Return all seats in the order of play, the first one last."""
    return [(first + step) % n for step in range(1, n + 1)]


@dataclass
class Reference:
    """One game by the rulebook. ``seat`` and ``options`` say who is asked and what it may answer; events pile up.

    Attributes:
        hands: The cards of every seat.
        word: On the dissident card in play.
        chairman: Of the present turn.
        draw: Called when a new dissident card is drawn; returns its word.
        winners: Seats that have won, None while the game goes on or after it was cut off.
    """

    hands: list[list[str]]
    word: int
    chairman: int
    draw: Callable[[], int]
    everyone_gives: bool = False
    claims: bool = False
    max_turns: int = 60
    events: list[Event] = field(default_factory=list)
    winners: set[int] | None = None
    over: bool = False
    turn: int = 0
    seat: int = -1
    options: tuple[str, ...] = ()
    knowers: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.n = len(self.hands)
        self.knowers = {self.holder(D)}
        self.events.append(("deal", [hand[0] for hand in self.hands], self.word))
        self._course = self._play()
        self._ask(None)

    def holder(self, card: str) -> int:
        """Return the seat that holds a special card."""
        return next(seat for seat, hand in enumerate(self.hands) if card in hand)

    def meant(self, name: str) -> int:
        """Return the seat that an action's name speaks of."""
        return (self.seat + int(name.split("+")[1])) % self.n

    def answer(self, name: str) -> None:
        """Take a decision by the action's name."""
        assert name in self.options, (name, self.options)
        self._ask(name)

    def _ask(self, name: str | None) -> None:
        try:
            self.seat, self.options = self._course.send(name)
        except StopIteration:
            self.over, self.options = True, ()

    def _names(self, seat: int, seats: Sequence[int], text: str) -> dict[str, int]:
        return {f"{text} +{(other - seat) % self.n}": other for other in seats}

    def _play(self) -> Iterator:
        for turn in range(self.max_turns):
            self.turn = turn
            if self.claims:
                for seat in clockwise(self.chairman, self.n):
                    yield seat, ("claim",)
            voters = yield from self._call()
            if (yield from self._vote(voters)) and (yield from self._committee(voters)):
                return
            for looking in (True, False):
                if (yield from self._pass(looking)):
                    self.winners = {self.holder(I)}
                    return
            self.chairman = (self.chairman + 1) % self.n

    def _call(self) -> Iterator:
        wanted, rest, called = (self.n + 1) // 2, clockwise(self.chairman, self.n)[:-1], []
        while len(called) < wanted < len(called) + len(rest):
            choices = rest[: len(rest) - (wanted - len(called)) + 1]
            names = self._names(self.chairman, choices, "call")
            called.append(names[(yield self.chairman, tuple(names))])
            rest = rest[rest.index(called[-1]) + 1 :]
        voters = called + rest if len(called) < wanted else called
        assert len(set(voters)) == wanted and self.chairman not in voters
        return voters

    def _vote(self, voters: list[int]) -> Iterator:
        freedom = set()
        for seat in voters:
            name = yield seat, ("vote for the party", "vote for freedom")
            freedom |= {seat} if name == "vote for freedom" else set()
            self.events.append(("ballot", seat, seat in freedom))
        self.events.append(("count", len(voters) - len(freedom)))
        return len(freedom) == len(voters)

    def _committee(self, voters: list[int]) -> Iterator:
        words = {}
        for seat in voters:
            words[seat] = WORDS.index((yield seat, WORDS))
            self.events.append(("spoken", seat, words[seat]))
        shown = {seat: self.hands[seat][0] for seat in voters}
        self.events.append(("shown", shown, self.holder(D), self.word))
        if set(shown.values()) == {C} and set(words.values()) == {self.word}:
            self.winners = set(range(self.n)) - {self.holder(I)}
            return True
        self.word = self.draw()
        self.knowers = {self.holder(D)}
        self.events.append(("drawn", self.word))
        return False

    def _pass(self, looking: bool) -> Iterator:
        """Let everybody hand over a card whose place it is to do so; return whether the informer has won."""
        for giver in clockwise(self.chairman, self.n):
            hand = self.hands[giver]
            if len(hand) == 2 if looking and not self.everyone_gives else len(hand) < 2 and not looking:
                continue
            takers = [seat for seat in range(self.n) if seat != giver and len(self.hands[seat]) < (2 if looking else 1)]
            if looking:
                names = self._names(giver, takers, "interrogate")
                taker = names[(yield giver, tuple(names))]
                seen = self.hands[taker][0] if self.hands[taker] else None
                if seen == D and I in hand:
                    return True
                self.knowers |= {giver} if seen == D else set()
                self.events.append(("look", giver, taker, seen))
                takers = [taker]
            card = hand[0]
            if len(hand) == 2:
                names = self._names(giver, takers, "give a comrade to") if C in hand else {}
                special = [one for one in hand if one != C]
                names |= self._names(giver, takers, "give the special card to") if special else {}
                name = yield giver, tuple(names)
                taker, card = names[name], special[0] if "special" in name else C
            if card == D and I in self.hands[taker]:
                return True
            self.events.append(("give", giver, taker, card, len(hand) == 2))
            hand.remove(card)
            self.hands[taker].append(card)
            self.knowers |= {taker} if card == D else set()
        return False


@dataclass(frozen=True)
class Past:
    """One way in which all that is hidden may have come about."""

    dissident: int
    informer: int
    word: int
    knowers: frozenset[int]
    ballots: tuple[tuple[int, bool], ...] = ()
    trail: Event = ()

    def role(self, seat: int) -> str:
        return D if seat == self.dissident else I if seat == self.informer else C


class Pasts:
    """Every past that a seat takes for possible, each with its probability.

    With ``trails`` each past remembers all that was hidden on the way, else those that come to the same are one.
    """

    def __init__(
        self, seat: int, n: int, party: dict[str, float], passes: dict[str, float], trails: bool = False
    ) -> None:
        self.seat, self.n, self.trails = seat, n, trails
        self.party, self.passes = party, passes
        self.weights: dict[Past, float] = {}

    def take_in(self, event: Event) -> None:
        """Follow every past through the next event."""
        kind, *facts = event
        if kind == "deal":
            self._deal(*facts)
            return
        weights: dict[Past, float] = defaultdict(float)
        for past, weight in self.weights.items():
            for chance, after in getattr(self, f"_{kind}")(past, *facts):
                if chance > 0:
                    weights[after] += weight * chance
        total = sum(weights.values())
        self.weights = {past: weight / total for past, weight in weights.items()}

    def _with(self, past: Past, *hidden: Any, **changes: Any) -> Past:
        trail = (*past.trail, *hidden) if self.trails else ()
        return Past(**{**vars(past), "trail": trail, **changes})

    def _deal(self, roles: list[str], word: int) -> None:
        own = roles[self.seat]
        pasts = [
            Past(d, i, w, frozenset({d}), trail=("deal", d, i) if self.trails else ())
            for d, i in permutations(range(self.n), 2)
            for w in (0, 1)
            if own == (D if d == self.seat else I if i == self.seat else C) and (own != D or w == word)
        ]
        self.weights = {past: 1 / len(pasts) for past in pasts}

    def _ballot(self, past: Past, voter: int, freedom: bool) -> Iterator[tuple[float, Past]]:
        for vote in (False, True):
            party = self.party[past.role(voter)]
            chance = float(vote == freedom) if voter == self.seat else 1 - party if vote else party
            yield chance, self._with(past, ballots=(*past.ballots, (voter, vote)))

    def _count(self, past: Past, party: int) -> Iterator[tuple[float, Past]]:
        votes = tuple(sorted(voter for voter, freedom in past.ballots if freedom))
        if len(past.ballots) - len(votes) == party:
            yield 1, self._with(past, "freedom", votes, ballots=())

    def _spoken(self, past: Past, voter: int, word: int) -> Iterator[tuple[float, Past]]:
        for said in (0, 1):
            chance = float(said == word) if voter == self.seat else 0.5
            yield chance, self._with(past, ballots=(*past.ballots, (voter, said == 1)))

    def _shown(self, past: Past, roles: dict[int, str], dissident: int, word: int) -> Iterator[tuple[float, Past]]:
        fits = all(past.role(seat) == role for seat, role in roles.items())
        if fits and (past.dissident, past.word) == (dissident, word):
            yield 1, self._with(past, ballots=())  # the words are known to all now; what is certain needs no weighing

    def _drawn(self, past: Past, word: int) -> Iterator[tuple[float, Past]]:
        for drawn in (0, 1):
            if self.seat != past.dissident or drawn == word:
                yield 0.5, self._with(past, word=drawn, knowers=frozenset({past.dissident}))

    def _look(self, past: Past, giver: int, taker: int, seen: str | None) -> Iterator[tuple[float, Past]]:
        found = None if seen is None else past.role(taker)
        if (self.seat == giver and found != seen) or (found == D and past.role(giver) == I):
            return
        knowers = past.knowers | {giver} if found == D else past.knowers
        yield 1, self._with(past, "seen", NUMBER[found], knowers=knowers)

    def _give(self, past: Past, giver: int, taker: int, card: str, two: bool) -> Iterator[tuple[float, Past]]:
        role = past.role(giver)
        chances = {role: 1.0}
        if two and role != C:
            passes = 0.5 if giver == self.seat else self.passes[role]
            chances = {role: passes, C: 1 - passes}
        for given, chance in chances.items():
            if (self.seat in (giver, taker) and given != card) or (given == D and past.role(taker) == I):
                continue
            changes: dict[str, Any] = {}
            if given == D:
                changes = {"dissident": taker, "knowers": past.knowers | {taker}}
            elif given == I:
                changes = {"informer": taker}
            yield chance, self._with(past, "given", NUMBER[given], **changes)

    def knowing(self, word: int) -> None:
        """Leave out the pasts with another word if the seat knows it: by then it has read it on the card."""
        weights = {p: w for p, w in self.weights.items() if self.seat not in p.knowers or p.word == word}
        total = sum(weights.values())
        self.weights = {past: weight / total for past, weight in weights.items()}

    def posterior(self) -> np.ndarray:
        """Return probabilities by dissident's seat, informer's seat and word."""
        out = np.zeros((self.n, self.n, 2))
        for past, weight in self.weights.items():
            out[past.dissident, past.informer, past.word] += weight
        return out

    def awareness(self) -> np.ndarray:
        """Return the probability that each seat knows the word."""
        out = np.zeros(self.n)
        for past, weight in self.weights.items():
            out[list(past.knowers)] += weight
        return out
