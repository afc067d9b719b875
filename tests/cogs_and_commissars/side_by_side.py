"""Tables of Cogs and Commissars played beside their plain-Python reference, from deals or from made-up positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from cogs_and_commissars.reference import Reference
from cogs_and_commissars.reference.table import BOX, Played

from cogitable.envs.cogs_and_commissars.rules import state as s
from cogitable.envs.cogs_and_commissars.rules.check import check_position
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.random import shuffle

ZONES = ("hand", "discard")
TRUNCATED = 2


class Dice:
    """Tells a reference what chance has decided in the game; the order of a new deck by the game's generator."""

    def __init__(self, game: Beside) -> None:
        self.game = game

    def regular(self, seat: int) -> tuple[Counter, Counter]:
        state, cards = self.game.state, self.game.setup.options.cards.card
        owned = state["owned"][seat, : len(cards)] * np.array([card.core is None for card in cards])
        return self.game.counted(owned), self.game.pack(seat)

    def first_order(self, seat: int, cards: Counter) -> list[str]:
        order = [self.game.names[kind] for kind in self.game.state["piles"][seat].tolist()]
        assert Counter(order) == cards, f"seat {seat}: other cards in its deck than it was given"
        return order

    def next_order(self, seat: int, cards: Counter) -> list[str]:
        kinds = np.array(sorted(self.game.names.index(name) for name in cards.elements()))
        shuffle(self.game.rng, kinds, 0, len(kinds))
        return [self.game.names[kind] for kind in kinds.tolist()]


class Beside:
    """One table and its reference; every step asserts that they agree in everything."""

    def __init__(self, setup: Setup, states: np.ndarray, told: Setup | None = None) -> None:
        """Go on from a deal, or from a position where a seat is asked what to discard; ``told`` has other cards."""
        self.setup, self.names = setup, [card.name for card in setup.options.cards.card]
        self.actions = {name: number for number, name in enumerate(setup.action_names)}
        self.tables = Tables(setup, 1, seed=0, auto_reset=False)
        self.tables.states[:] = states
        self.tables.look()
        self.state = self.tables.states[0]
        self.rng = self.state["rng"].copy()
        self.same_cards = told is None
        known = setup.options.cards.factions
        factions = [known[f] if f >= 0 else None for f in self.state["faction"][: setup.num_seats]]
        self.reference = Reference((told or setup).options, Dice(self), int(self.state["first"]), factions)
        if self.state["decisions"]:
            self._take_over()
            self.reference.begin(self.reference.play_on())
        else:
            self.reference.begin()
        self.compare()

    def _take_over(self) -> None:
        """Read a position into the reference."""
        state, told = self.state, self.reference
        assert (state["depth"], state["ask"]) == (0, s.Ask.HAND), "only from here on the reference can go on"
        for name in ("player", "limit", "extra", "turn"):
            setattr(told, name, int(state[name]))
        told.acted, told.silenced = bool(state["acted"]), bool(state["silenced"])
        told.gulag = self.citizens(state["gulag"])
        for seat, own in enumerate(told.seats):
            own.citizens = self.citizens(state["citizens"][seat])
            own.hand, own.discard = (self.counted(state["zones"][seat, zone]) for zone in (s.Zone.HAND, s.Zone.DISCARD))
            own.deck, own.plays = self.deck(seat), int(state["plays"][seat])

    # Reading the game

    def citizens(self, numbers: Any) -> Counter:
        return Counter(dict(zip(BOX, numbers.tolist(), strict=True)))

    def counted(self, counts: Any) -> Counter:
        """Return counts by kind as counts by name."""
        return Counter({self.names[kind]: int(counts[kind]) for kind in np.flatnonzero(counts)})

    def deck(self, seat: int) -> list[str]:
        return [self.names[kind] for kind in self.state["piles"][seat, : self.state["sizes"][seat]].tolist()]

    def pack(self, seat: int) -> Counter:
        return Counter(self.names[kind] for kind in self.state["packs"][seat, : self.state["pack_size"][seat]].tolist())

    @property
    def ended(self) -> bool:
        return bool(self.state["over"])

    @property
    def legal(self) -> list[str]:
        return [self.setup.action_names[a] for a in np.flatnonzero(self.tables.masks[0])]

    def play(self, name: str) -> None:
        """Take a decision on both."""
        self.rng = self.state["rng"].copy()
        self.tables.step(np.array([self.actions[name]]))
        if self.state["over"] != TRUNCATED:
            self.reference.answer(name)
        self.compare()

    # Holding the two beside each other

    def compare(self) -> None:
        """Assert that the table is as the reference has it: who is asked what, and where everything is."""
        if self.state["over"] == TRUNCATED:
            return
        self._compare_questions()
        for theirs, ours in ((self._facts_of_game(), self._facts_of_reference()), *self._facts_of_seats()):
            differ = {name: (theirs[name], ours[name]) for name in theirs if theirs[name] != ours[name]}
            assert not differ, f"in the game and in the reference: {differ}"
        if self.same_cards:
            check_position(self.setup, attributed(self.tables.states)[0])

    def _compare_questions(self) -> None:
        state, told, seats = self.state, self.reference, range(self.setup.num_seats)
        if told.question is None:
            assert (state["over"], state["winner"]) == (1, told.winner)
            returns = [1 if seat == told.winner else -1 / (len(seats) - 1) for seat in seats]
            np.testing.assert_allclose(self.tables.rewards[0, : len(seats)], returns, rtol=1e-6)
            return
        assert not state["over"], "only the game is over"
        question = s.Ask(state["ask"]).text, int(state["seat"])
        assert question == (told.question.what, told.question.seat), f"{question} is asked, not {told.question}"
        differ = set(self.legal) ^ told.question.options.keys()
        assert not differ, f"only the game or only the reference has {differ} as answers to {question}"

    def _facts_of_game(self) -> dict[str, Any]:
        state = self.state
        names = ("player", "first", "turn", "extra", "acted", "silenced")
        stack = [self._record(state["stack"][place]) for place in range(state["depth"])]
        facts = {"phase": s.Phase(state["phase"]).text, "gulag": self.citizens(state["gulag"]), "stack": stack}
        return {**facts, **{name: int(state[name]) for name in names}}

    def _facts_of_reference(self) -> dict[str, Any]:
        told = self.reference
        names = ("player", "first", "turn", "extra", "acted", "silenced")
        facts = {"phase": told.phase, "gulag": told.gulag, "stack": [self._played(played) for played in told.stack]}
        return {**facts, **{name: int(getattr(told, name)) for name in names}}

    def _record(self, record: Any) -> dict[str, Any]:
        facts = {name: bool(record[name]) for name in ("dead", "protected", "as_blitz")}
        facts |= {name: int(record[name]) for name in ("player", "owner", "seat", "card")}
        return {**facts, "kind": self.names[record["kind"]], "type": (*BOX, None)[record["type"]]}

    def _played(self, played: Played) -> dict[str, Any]:
        facts = {"dead": played.countered, "protected": played.protected, "as_blitz": played.as_blitz}
        answered = self.reference.stack.index(played.answered) if played.answered else s.NOBODY
        owner, seat = (s.NOBODY if who is None else who for who in (played.owner, played.seat))
        facts |= {"player": played.player, "owner": owner, "seat": seat, "card": answered}
        return {**facts, "kind": played.card.name, "type": played.type}

    def _facts_of_seats(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        state, preparing = self.state, self.state["phase"] == s.Phase.PREPARING
        for seat, own in enumerate(self.reference.seats):
            theirs: dict[str, Any] = {"points": int(state["points"][seat]), "plays": int(state["plays"][seat])}
            theirs["citizens"] = self.citizens(state["citizens"][seat])
            theirs |= {zone: self.counted(state["zones"][seat, number]) for number, zone in enumerate(ZONES)}
            ours: dict[str, Any] = {"points": own.points, "plays": own.plays, "citizens": own.citizens}
            others = [watcher for watcher in own.known if watcher != seat]
            for name in ("known", "least"):
                theirs[name] = {watcher: self.counted(state[name][watcher, seat]) for watcher in others}
                ours[name] = {watcher: +getattr(own, name)[watcher] for watcher in others}
            ours |= {"hand": +own.hand, "discard": +own.discard, "deck": own.deck}
            if preparing:
                theirs["dealt"], ours["dealt"] = self.counted(state["owned"][seat]), own.dealt
                theirs["pack"], ours["pack"] = self.pack(seat), own.pack
            else:
                theirs["deck"] = self.deck(seat)
            yield {"seat": seat, **theirs}, {"seat": seat, **ours}


def any_answer(game: Beside, rng: np.random.Generator, wanted: str = "", passing: float = 0.35) -> str:
    """Return an answer at random, rather a play than a discard, and most often the wanted card."""
    legal = game.legal
    if wanted and rng.random() < 0.9:
        uses = [name for name in legal if name in (f"play {wanted}", f"blitz {wanted}", f"take {wanted}")]
        if uses:
            return str(rng.choice(uses))
    if "pass" in legal and rng.random() < (0.8 if game.state["ask"] == s.Ask.HAND else passing):
        return "pass"
    return str(rng.choice(legal))


def random_games(
    setup: Setup, seed: int, count: int, limit: int = 10**9, passing: float = 0.35, met: Counter | None = None
) -> Iterator[Beside]:
    """Play random games, each beside its reference; yield before every decision and at the end."""
    rng = np.random.default_rng(seed)
    deals = Tables(setup, count, seed=seed, auto_reset=False)
    for row in range(count):
        game = Beside(setup, deals.states[row : row + 1])
        game.reference.met = game.reference.met if met is None else met
        while not game.ended and game.state["decisions"] < limit:
            yield game
            game.play(any_answer(game, rng, passing=passing))
        yield game
