"""Games of Comrade played by action names, alone or many beside their plain-Python references."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from comrade.reference import C, D, I, Reference

from cogitable.envs.comrade import GAME
from cogitable.envs.comrade.rules import state
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled

Choose = Callable[[list[str], np.random.Generator, Reference], str]


def arrange(states: np.ndarray, *, dissident: Any, informer: Any, chairman: Any = 0, word: Any = 0) -> None:
    """Make freshly dealt games ones in which the cards were dealt otherwise; each value is for all or one a game."""
    for name, values in (("dissident", dissident), ("informer", informer)):
        states[name] = states[f"dealt_{name}"] = values
    states["word"], states["chairman"] = word, chairman
    states["turns"]["chairman"][:, 0] = chairman
    states["knowers"] = 1 << np.broadcast_to(np.asarray(dissident, np.int64), states.shape)
    states["fresh"] = 0
    seats = (states["cards"] == 1).sum(axis=1)
    states["seat"] = np.where(
        states["phase"] == state.Phase.CLAIM, (states["chairman"] + 1) % seats, states["chairman"]
    )


class Position:
    """One table of Comrade; seats 0 and 1 are dealt the dissident and the informer unless told otherwise."""

    def __init__(
        self, n: int = 5, *, dissident: int = 0, informer: int = 1, chairman: int = 0, word: int = 0, **options: Any
    ) -> None:
        self.setup: Setup = GAME.setup(num_players=n, **options)
        self.n = n
        self.tables = Tables(self.setup, 1, seed=1, auto_reset=False)
        self.earned = np.zeros(GAME.max_seats)
        arrange(self.tables.states, dissident=dissident, informer=informer, chairman=chairman, word=word)
        self.tables.look()

    @property
    def state(self) -> Any:
        """The state, its fields as attributes and Python numbers."""
        return as_compiled(self.tables.states)[0]

    @property
    def turn(self) -> Any:
        """The present turn's entry in the log."""
        return self.state.turns[self.state.turn]

    @property
    def phase(self) -> str:
        return state.Phase(self.state.phase).text

    @property
    def seat(self) -> int:
        return self.state.seat

    def legal(self) -> list[str]:
        return [self.setup.action_names[a] for a in np.flatnonzero(self.tables.masks[0])]

    def play(self, *actions: str) -> Position:
        """Take decisions by their names."""
        for action in actions:
            assert action in self.legal(), f"{action!r} is not legal; legal are {self.legal()}"
            self.tables.step(np.array([self.setup.action_names.index(action)]))
            self.earned += self.tables.rewards[0]
        return self

    def call(self, *seats: int) -> Position:
        """Let the chairman call these seats; the last ones may be called without asking."""
        for seat in sorted(seats, key=lambda seat: (seat - self.state.chairman) % self.n):
            if self.phase == "call the voters":
                self.play(f"call +{(seat - self.state.chairman) % self.n}")
        assert self.turn.called == sum(1 << seat for seat in seats)
        return self

    def vote(self, party: int = 0) -> Position:
        """Let so many voters vote for the party, the others for freedom."""
        for _ in range(party):
            self.play("vote for the party")
        while self.phase == "secret vote":
            self.play("vote for freedom")
        return self

    def give(self, *moves: tuple[int, int]) -> Position:
        """Let givers look at and give to receivers in turn; asserts that they are the ones who act."""
        for giver, receiver in moves:
            assert self.seat == giver, f"player {self.seat} acts, not {giver}"
            self.play(f"interrogate +{(receiver - giver) % self.n}")
        return self

    def skip_committee(self, *voters: int) -> Position:
        """Call some voters, the chairman's left neighbours by default, and let one of them vote for the party."""
        chairman, wanted = self.state.chairman, (self.n + 1) // 2
        self.call(*(voters or [(chairman + step) % self.n for step in range(1, wanted + 1)]))
        return self.vote(party=1)

    def hands(self) -> list[list[str]]:
        """Return the cards of every seat."""
        return hands_of(self.state, self.n)

    def observe(self, seat: int) -> np.ndarray:
        """Return what a seat sees."""
        out = np.zeros_like(self.tables.observations)
        self.tables.observe(np.array([seat]), out, np.zeros_like(self.tables.masks))
        return out[0]

    def part(self, name: str, seat: int) -> np.ndarray:
        """Return one part of what a seat sees."""
        return self.setup.layout.split(self.observe(seat))[name]

    def text(self, seat: int | None = None) -> str:
        return self.setup.text(self.tables.states, seat)


def hands_of(record: Any, n: int) -> list[list[str]]:
    """Return the cards of every seat, the special one first."""
    hands = []
    for seat in range(n):
        special = [D] if record.dissident == seat else [I] if record.informer == seat else []
        hands.append(special + [C] * (record.cards[seat] - len(special)))
    return hands


def random_name(names: list[str], rng: np.random.Generator, game: Reference) -> str:
    """Return a random action."""
    return names[rng.integers(len(names))]


def at_length(names: list[str], rng: np.random.Generator, game: Reference) -> str:
    """Return a random action of those that make games long and full of committees; it looks at what is hidden."""
    if "vote for freedom" in names and rng.random() < 0.8:
        return "vote for freedom"
    bad = {D: I, I: D}.get(game.hands[game.seat][0])
    quiet = [name for name in names if "interrogate" not in name or bad not in game.hands[game.meant(name)]]
    return random_name(quiet or names, rng, game)


class Games:
    """Some games of one setup, each beside its reference; every step asserts that the two agree."""

    def __init__(self, setup: Setup, count: int, seed: int, choose: Choose = random_name) -> None:
        self.setup, self.choose, self.rng = setup, choose, np.random.default_rng(seed)
        self.tables = Tables(setup, count, seed=seed, auto_reset=False)
        self.names = np.array(setup.action_names)
        self.references = [self._reference(row) for row in range(count)]
        self.earned = np.zeros_like(self.tables.rewards)

    def record(self, row: int) -> Any:
        """Return one game's state, its fields as attributes and Python numbers."""
        return as_compiled(self.tables.states)[row]

    def _reference(self, row: int) -> Reference:
        options, record = self.setup.options, self.record(row)
        return Reference(
            hands_of(record, self.setup.num_seats),
            word=record.word,
            chairman=record.chairman,
            draw=lambda: self.record(row).word,
            everyone_gives=options.everyone_gives,
            claims=options.claims,
            max_turns=options.max_turns,
        )

    def steps(self) -> Iterator[list[int]]:
        """Play all games to their ends; yield the rows that still run, before each decision."""
        while True:
            running = [row for row, reference in enumerate(self.references) if not reference.over]
            for row in range(len(self.references)):
                self._compare(row)
            if not running:
                return
            yield running
            actions = np.zeros(len(self.references), np.int64)
            for row in running:
                actions[row] = self._pick(row)
            self.tables.step(actions)
            self.earned += self.tables.rewards
            for row in running:
                reference, name = self.references[row], str(self.names[actions[row]])
                reference.answer("claim" if name.startswith("claim") else name)

    def _pick(self, row: int) -> int:
        legal = np.flatnonzero(self.tables.masks[row])
        name = self.choose(self.names[legal].tolist(), self.rng, self.references[row])
        return int(legal[self.names[legal].tolist().index(name)])

    def _compare(self, row: int) -> None:
        reference, record = self.references[row], self.record(row)
        n = self.setup.num_seats
        assert [sorted(hand) for hand in hands_of(record, n)] == [sorted(hand) for hand in reference.hands]
        assert record.word == reference.word
        assert record.knowers == sum(1 << seat for seat in reference.knowers)
        assert record.turn == reference.turn
        if reference.over:
            assert record.over == (2 if reference.winners is None else 1)
            self._compare_returns(row, n)
            return
        assert (record.over, record.seat, record.chairman) == (0, reference.seat, reference.chairman)
        legal = set(self.names[np.flatnonzero(self.tables.masks[row])].tolist())
        if reference.options == ("claim",):
            assert legal and all(name.startswith("claim") for name in legal)
        else:
            assert legal == set(reference.options)

    def _compare_returns(self, row: int, n: int) -> None:
        winners, returns = self.references[row].winners, self.earned[row]
        losers = None if winners is None else set(range(n)) - winners
        expected = np.zeros(len(returns))
        for seat in range(n):
            if winners is not None and losers is not None:
                expected[seat] = 1 / len(winners) if seat in winners else -1 / len(losers)
        np.testing.assert_allclose(returns, expected, atol=1e-6)
