"""Tables of Cogs and Commissars laid out by hand and played by words; the rules run as plain Python, not compiled.

Seats are letters, A to F clockwise. A move says who makes it::

    table = lay_out(has("Revolution", points=15), has("Stifle Free Speech"), phase="action")
    table.do("A: play Revolution", "B: play Stifle Free Speech").settle()

``go`` takes every single decision, so that it asserts who is asked; ``do`` lets the others pass up to whom it names.
Everybody is asked at every window unless a test wants it otherwise, so that no turn goes on behind its back.

The cards are those of cards/cogs_small.toml. Decks count as random ones by default, so that a seat can own anything
that the box has; what a test does not name are core cards and Monuments, which can never be played. Every position is
checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules import apply as rules
from cogitable.envs.cogs_and_commissars.rules import box, observation, returns, state, turn
from cogitable.envs.table import Setup
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import seed_words

SMALL = str(Path(__file__).parents[1] / "cards" / "cogs_small.toml")
LETTERS = "ABCDEF"
FILLER = "Monument"


class Has(NamedTuple):
    """What a seat has; see :func:`has`."""

    hand: str
    deck: str
    discard: str
    rest: str
    citizens: tuple[int, int, int]


def has(
    hand: str = "",
    deck: str = "",
    discard: str = "",
    rest: str = "deck",
    points: int | tuple[int, int, int] = (2, 0, 0),
) -> Has:
    """Return what a seat has: cards in words (``"Revolution, 2 Doublethink"``), a deck from its top.

    Points are Proletariats, or the numbers of all citizens. The ``rest`` of the 30 cards lies below the deck that is
    given, or in another zone.
    """
    return Has(hand, deck, discard, rest, (points, 0, 0) if isinstance(points, int) else points)


def names_in(words: str) -> list[str]:
    """Return the cards in a list in words."""
    found: list[str] = []
    for word in filter(None, (part.strip() for part in words.split(","))):
        number, _, name = word.partition(" ")
        found += [name] * int(number) if number.isdigit() else [word]
    return found


@lru_cache(64)
def _setup(options: tuple[tuple[str, Any], ...]) -> Setup:
    return GAME.setup(**dict(options))


class Position:
    """One table, freshly dealt with one of ``first`` to begin; :func:`lay_out` makes any other position of it."""

    def __init__(self, seed: int = 0, first: str = "A", **options: Any) -> None:
        options.setdefault("cards", SMALL)
        self.setup = _setup(tuple(sorted(options.items())))
        self.kinds = [card.name for card in self.setup.options.cards.card]
        self.record = as_compiled(self.setup.record)[0]
        self.states = np.zeros(1, state.STATE)
        self.state = as_compiled(self.states)[0]
        for word in seed_words(seed, 200):
            self.states[:] = np.zeros(1, state.STATE)
            self.states["rng"][0] = word
            rules.deal(self.record, self.state)
            if LETTERS[self.state.first] in first:
                break
        self.check()

    def copy(self) -> Position:
        """Return the same table once more."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.states = self.states.copy()
        other.state = as_compiled(other.states)[0]
        return other

    # Playing

    @property
    def asked(self) -> str:
        """Who is asked what, as in ``"B: response"``; ``"over"`` at the end."""
        if self.state.over:
            return "over"
        return f"{LETTERS[self.state.seat]}: {state.Ask(self.state.ask).text}"

    @property
    def asked_seat(self) -> str:
        return self.asked[0]

    def mask(self) -> np.ndarray:
        mask = np.zeros(self.setup.num_actions, np.int8)
        rules.legal_actions(self.record, self.state, mask)
        return mask

    def legal(self) -> list[str]:
        """Return the legal actions in words, none once the game is over."""
        if self.state.over:
            return []
        return [self._words(self.setup.action_names[action]) for action in np.flatnonzero(self.mask())]

    def go(self, *moves: str) -> Position:
        """Make moves: ``"A: play Doublethink"``, ``"B: pass"``, ``"A: at B commissar"``, ``"A: type bourgeoisie"``."""
        for move in moves:
            who, _, words = move.partition(": ")
            assert who == self.asked_seat, f"{move!r}: it is {self.asked}"
            names = [self._words(name) for name in self.setup.action_names]
            assert words in self.legal(), f"{words!r} is not legal; {self.asked}: {self.legal()}"
            rules.apply(self.record, self.state, names.index(words))
            self.check()
        return self

    def do(self, *moves: str) -> Position:
        """Make moves as :meth:`go`; those who are asked for a response before the one named pass."""
        for move in moves:
            depth, phase = self.state.depth, self.state.phase
            while self.asked_seat != move[0] and self.asked.endswith("response"):
                self.go(f"{self.asked_seat}: pass")
                assert (self.state.depth, self.state.phase) == (depth, phase), f"{move!r} comes too late: {self.asked}"
            self.go(move)
        return self

    def may(self, move: str) -> bool:
        """Whether a move can be made, once those who are asked before have passed."""
        depth, phase = self.state.depth, self.state.phase
        while self.asked_seat != move[0] and self.asked.endswith("response"):
            self.go(f"{self.asked_seat}: pass")
        assert (self.state.depth, self.state.phase) == (depth, phase), f"{move!r} comes too late: {self.asked}"
        return move[0] == self.asked_seat and move[3:] in self.legal()

    def _words(self, name: str) -> str:
        """Return an action's name with the letter of the seat that it is about."""
        if not name.startswith("seat "):
            return name
        _, away, *citizen = name.split(" ")
        seats = self.setup.num_seats  # actions about seats that nobody sits on are never legal
        whose = (self.state.seat + int(away)) % seats if int(away) < seats else int(away)
        return " ".join(["at", LETTERS[whose], *citizen])

    def resolve(self) -> Position:
        """Let everybody pass until the card on top has made place for the next one or for a duplicate, or asks."""
        assert self.state.depth > 0, "nothing is being played"
        before = self._on_top()
        while self.asked.endswith("response") and self._on_top() == before:
            self.go(f"{self.asked_seat}: pass")
        return self

    def _on_top(self) -> tuple[int, ...]:
        top = self.top()
        return (self.state.depth, top.kind, top.player, top.owner, top.reach)

    def settle(self) -> Position:
        """Let everybody pass until nothing is being played any more, or a card asks something."""
        while self.asked.endswith("response") and self.state.depth > 0:
            self.resolve()
        return self

    def pass_until(self, asked: str) -> Position:
        """Let everybody pass, and keep all cards, until somebody is asked this."""
        for _ in range(60):
            if self.asked == asked:
                return self
            assert self.asked != "over"
            self.go(f"{self.asked_seat}: pass")
        raise AssertionError(f"nobody came to be asked {asked!r}")

    def check(self) -> None:
        """Raise AssertionError unless the position can be, and there is something to do in it."""
        GAME.check(self.setup, self.state)
        assert self.state.over or self.mask().any()

    # Reading

    def zone(self, seat: str, zone: str) -> list[str]:
        """Return the cards of a zone, sorted by name."""
        counts = self.state.zones[LETTERS.index(seat), state.Zone.called(zone)]
        return self.names(counts)

    def names(self, counts: Any) -> list[str]:
        return sorted(Counter({self.kinds[k]: int(n) for k, n in enumerate(counts[: len(self.kinds)])}).elements())

    def hand(self, seat: str) -> list[str]:
        return self.zone(seat, "hand")

    def discard(self, seat: str) -> list[str]:
        return self.zone(seat, "discard")

    def deck(self, seat: str) -> list[str]:
        """Return a deck, top card first."""
        number = LETTERS.index(seat)
        return [self.kinds[k] for k in self.state.piles[number, : self.state.sizes[number]][::-1].tolist()]

    def citizens(self, seat: str) -> list[int]:
        """Return a seat's Proletariats, Bourgeoisie and Commissars."""
        return self.state.citizens[LETTERS.index(seat)].tolist()

    def points(self) -> list[int]:
        """Return the points of all seats."""
        return self.state.points[: self.setup.num_seats].tolist()

    def stack(self) -> list[str]:
        """Return the cards on the stack from the bottom, with the seat that plays them: ``"Revolution of A"``."""
        cards = [self.state.stack[place] for place in range(self.state.depth)]
        return [
            f"{self.kinds[card.kind]} of {LETTERS[card.player]}"
            + (" (countered)" if card.dead else " (duplicate)" if card.owner == state.NOBODY else "")
            for card in cards
        ]

    def known(self, observer: str, seat: str) -> list[str]:
        """Return the cards that a seat, or ``"all"``, knows to be in a hand."""
        number = state.PUBLIC if observer == "all" else LETTERS.index(observer)
        return self.names(self.state.known[number, LETTERS.index(seat)])

    def top(self) -> Any:
        return self.state.stack[self.state.depth - 1]

    @property
    def phase(self) -> str:
        return f"{LETTERS[self.state.player]}: {state.Phase(self.state.phase).text}"

    @property
    def extra(self) -> int:
        return int(self.state.extra)

    @property
    def winner(self) -> str:
        return LETTERS[self.state.winner] if self.state.over and self.state.winner >= 0 else ""

    def returns(self) -> list[float]:
        out = np.zeros(state.MAX_SEATS, np.float32)
        returns.returns(self.record, self.state, out)
        return out[: self.setup.num_seats].tolist()

    def observed(self, seat: str) -> dict[str, np.ndarray]:
        """Return what a seat observes, by part."""
        out = np.zeros(self.setup.layout.size, np.float32)
        observation.observe(self.record, self.state, LETTERS.index(seat), out)
        return dict(self.setup.layout.split(out))

    # Laying out

    def number(self, name: str) -> int:
        return self.kinds.index(name)

    def clear(self) -> None:
        """Take all cards and citizens off the table, and forget what was known."""
        for field in ("zones", "amounts", "held", "owned", "sizes", "known", "least", "knowing", "citizens", "points"):
            self.states[field] = 0
        if self.setup.options.decks != "preconstructed":
            self.states["unused"][0] = self.setup.record["regular"][0]
        self.states["gulag"][0] = box.SUPPLY

    def give(self, seat: int, what: Has) -> None:
        """Give a seat its 30 cards and its citizens."""
        zones = {"hand": names_in(what.hand), "deck": names_in(what.deck), "discard": names_in(what.discard)}
        named = [name for zone in zones.values() for name in zone]
        zones[what.rest] = zones[what.rest] + self._rest(seat, named)
        for zone, names in zones.items():
            number = state.Zone.called(zone)
            for name in names:
                self.states["zones"][0, seat, number, self.number(name)] += 1
                self.states["owned"][0, seat, self.number(name)] += 1
                if not self.record.core[self.number(name)] and self.setup.options.decks != "preconstructed":
                    self.states["unused"][0, self.number(name)] -= 1
            self.states["amounts"][0, seat, number] = len(names)
        for name in set(zones["hand"]):
            self.states["held"][0, seat] |= np.uint64(1 << self.number(name))
        pile = [self.number(name) for name in reversed(zones["deck"])]
        self.states["piles"][0, seat, : len(pile)] = pile
        self.states["sizes"][0, seat] = len(pile)
        self.states["citizens"][0, seat] = what.citizens
        self.states["gulag"][0] -= np.array(what.citizens, np.int8)
        self.states["points"][0, seat] = np.array(what.citizens) @ box.POINTS

    def _rest(self, seat: int, named: list[str]) -> list[str]:
        """Return the cards that make up a deck: Monuments above the core cards that have not been named.

        Of a preconstructed deck, all that have not been named.
        """
        whole = self.setup.options.decks == "preconstructed"
        cards = self.setup.record["deck" if whole else "core_set"][0, self.state.faction[seat]]
        left = Counter({self.kinds[k]: int(n) for k, n in enumerate(cards[: len(self.kinds)])})
        left.subtract(name for name in named if whole or self.record.core[self.number(name)])
        assert min(left.values()) >= 0, f"more are named than a deck has: {named}"
        rest = sorted(left.elements())
        assert len(named) + len(rest) <= box.DECK_SIZE, f"{len(named)} cards and {len(rest)} core cards"
        return [FILLER] * (box.DECK_SIZE - len(named) - len(rest)) + rest


def lay_out(
    *seats: Has, phase: str = "action", turn_of: str = "A", gulag: tuple[int, int, int] | None = None, **options: Any
) -> Position:
    """Return a position of so many seats at the beginning of a phase; what asks nobody anything has been passed.

    A smaller ``gulag`` than the rest of the box: the last seat has what is missing.
    """
    options.setdefault("windows", "all")
    options.setdefault("decks", "random")
    options.setdefault("factions", ("Plain", "Wide", "Androidopov", "Rich", "Twins", "Speaker")[: len(seats)])
    table = Position(num_players=len(seats), **options)
    table.clear()
    for seat, what in enumerate(seats):
        table.give(seat, what)
    if gulag is not None:
        taken = table.states["gulag"][0] - np.array(gulag, np.int8)
        table.states["citizens"][0, len(seats) - 1] += taken
        table.states["gulag"][0] = gulag
        table.states["points"][0, len(seats) - 1] += int(taken.astype(int) @ box.POINTS)
    begin(table, phase, turn_of)
    return table


def begin(table: Position, phase: str, turn_of: str) -> None:
    """Begin a phase of somebody's turn and go on to the first question."""
    turn.begin_turn(table.record, table.state, LETTERS.index(turn_of))
    if phase == "discard and draw":
        turn.begin_discards(table.record, table.state)
    elif phase in ("propaganda", "action"):
        turn.enter_step(table.record, table.state, state.Phase.called(phase))
    else:
        turn.enter(table.state, state.Phase.called(phase), 0)
    turn.settle(table.record, table.state)
    table.check()


def moves(words: Iterable[str]) -> list[str]:
    """Return legal actions without passing."""
    return [word for word in words if word != "pass"]
