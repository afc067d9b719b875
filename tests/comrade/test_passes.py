"""Comrade's two passes and its committee, tried out in every way that there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest
from comrade.positions import Games, arrange, hands_of, random_name
from comrade.reference import D, I

from cogitable.envs.comrade import GAME
from cogitable.envs.comrade.rules.state import INTERROGATION, MAX_SEATS, Phase, Winner
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled

ROWS = 1000  # states at one time: one takes 17 kB


def dealt(setup: Setup, dissidents: Any, informers: Any, words: Any = 0) -> Tables:
    """Return a table for each way to deal the two cards; player 0 is chairman."""
    tables = Tables(setup, len(np.broadcast_to(dissidents, np.shape(informers))), seed=1, auto_reset=False)
    arrange(tables.states, dissident=dissidents, informer=informers, chairman=0, word=words)
    tables.look()
    return tables


# The committee


def votes(setup: Setup, voters: tuple[int, ...], ballots: tuple[str, ...], words: tuple[str, ...]) -> list[int]:
    """Return the decisions of a turn from calling the voters to the end of the committee."""
    n, wanted = setup.num_seats, (setup.num_seats + 1) // 2
    names, rest = [], n - 1
    for number, seat in enumerate(voters):
        if rest == wanted - number:
            break  # the rest is called without asking
        names.append(f"call +{seat}")
        rest = n - 1 - seat
    names += [f"vote for {ballot}" for ballot in ballots]
    names += words if "the party" not in ballots else []
    return [setup.action_names.index(name) for name in names]


def committees(n: int, words: Any, ballots: Any) -> Iterator[tuple[int, int, tuple[int, ...], int, Any]]:
    """Yield dissident, informer, voters, word and whether the case was won, for every course of committees."""
    setup, wanted = GAME.setup(num_players=n), (n + 1) // 2
    courses = list(product(combinations(range(1, n), wanted), ballots(wanted), words(wanted)))
    places = np.array(list(permutations(range(n), 2)))
    for voters, ballot, said in courses:
        for word in (0, 1):
            tables = dealt(setup, places[:, 0], places[:, 1], word)
            for action in votes(setup, voters, ballot, said):
                tables.step(np.full(len(places), action))
            won = tables.states["winner"] == Winner.FREEDOM
            assert (won == (tables.over == 1)).all() and (tables.states["winner"][~won] == 0).all()
            for (dissident, informer), outcome in zip(places.tolist(), won.tolist(), strict=True):
                yield dissident, informer, voters, word, (ballot, said, outcome)


def test_five_players_never_win_a_committee_that_a_comrade_calls():
    """All voters, all votes, all words: 3 comrades are wanted, and only 2 are left besides the chairman."""
    won, tried = set(), 0
    for dissident, informer, voters, _, (_, _, outcome) in committees(5, words_of, all_ballots):
        tried += 1
        if outcome:
            assert 0 in (dissident, informer), "the chairman is one of the two"
            assert not {dissident, informer} & set(voters)
            won.add((dissident, informer))
    assert tried == 4 * 8 * 8 * 2 * 20
    assert won == {(d, i) for d, i in permutations(range(5), 2) if 0 in (d, i)}


def all_ballots(wanted: int) -> Iterator[tuple[str, ...]]:
    return product(("freedom", "the party"), repeat=wanted)


def words_of(wanted: int) -> Iterator[tuple[str, ...]]:
    return product(("glasnost", "perestroika"), repeat=wanted)


def same_words(wanted: int) -> Iterator[tuple[str, ...]]:
    return ((word,) * wanted for word in ("glasnost", "perestroika"))


@pytest.mark.often("6-words_of", "7-same_words", "8-same_words", "9-same_words")
@pytest.mark.parametrize(
    ("n", "words"), [(6, words_of), (7, same_words), (8, same_words), (9, same_words), (10, same_words)]
)
def test_six_and_more_can_always_win_one(n, words):
    """For every place of the two cards and so every role of the chairman; and only as the rulebook has it."""
    won = set()
    for dissident, informer, voters, word, (_, said, outcome) in committees(n, words, for_freedom):
        right = set(said) == {("glasnost", "perestroika")[word]} and not {dissident, informer} & set(voters)
        assert outcome == right
        if outcome:
            won.add((dissident, informer))
    assert won == set(permutations(range(n), 2))


def for_freedom(wanted: int) -> list[tuple[str, ...]]:
    return [("freedom",) * wanted]


# The two passes, by all sequences of actions

Key = tuple[Any, ...]


def key_of(state: Any, n: int) -> Key:
    """Return all that the rest of a turn depends on."""
    target = state.handovers[state.moves].receiver if state.phase == Phase.GIVE else None
    return (state.phase, state.seat, state.cursor, tuple(state.cards[:n]), state.dissident, state.informer, target)


class Explorer:
    """Goes through every position of the two passes of a first turn; positions that go on alike are met once."""

    def __init__(self, n: int, everyone_gives: bool) -> None:
        self.n, self.everyone_gives = n, everyone_gives
        self.setup = GAME.setup(num_players=n, everyone_gives=everyone_gives)
        self.names = self.setup.action_names
        self.met = 0
        self.wins = {"looked": 0, "handed": 0}
        self.ends = 0

    def explore(self) -> None:
        places = np.array(list(permutations(range(self.n), 2)))
        tables = dealt(self.setup, places[:, 0], places[:, 1])
        voters = tuple(range(1, 1 + (self.n + 1) // 2))
        for action in votes(self.setup, voters, ("the party",) * len(voters), ()):
            tables.step(np.full(len(places), action))
        layer = tables.states
        while len(layer):
            layer = self._next(layer)

    def _next(self, layer: np.ndarray) -> np.ndarray:
        found: dict[Key, np.ndarray] = {}
        for start in range(0, len(layer), ROWS // 10):
            self._expand(layer[start : start + ROWS // 10], found)
        self.met += len(found)
        return np.stack(list(found.values())) if found else layer[:0]

    def _expand(self, states: np.ndarray, found: dict[Key, np.ndarray]) -> None:
        looker = Tables(self.setup, len(states), seed=0, auto_reset=False)
        looker.states[:] = states
        looker.look()
        rows, actions = np.nonzero(looker.masks)
        assert len(np.unique(rows)) == len(states), "everybody who is asked can do something"
        branches = Tables(self.setup, len(rows), seed=0, auto_reset=False)
        branches.states[:] = np.repeat(states, np.bincount(rows))
        branches.look()
        branches.step(np.ascontiguousarray(actions))
        before, after = as_compiled(states), as_compiled(branches.states)
        for number, (row, action) in enumerate(zip(rows.tolist(), actions.tolist(), strict=True)):
            state = after[number]
            self._check(before[row], self.names[action], state)
            if not state.over and state.turn == 0:
                found.setdefault(key_of(state, self.n), branches.states[number].copy())

    def _check(self, before: Any, name: str, after: Any) -> None:
        n = self.n
        hands = hands_of(after, n)
        cards = [card for hand in hands for card in hand]
        counts = [len(hand) for hand in hands]
        assert sum(counts) == n and max(counts) <= 2
        assert cards.count(D) == cards.count(I) == 1
        assert not any(D in hand and I in hand for hand in hands), "nobody holds both"
        taker = (before.seat + int(name.split("+")[1])) % n
        self._check_end(before, name, taker, after)
        if after.over:
            return
        if after.turn == 1:
            assert counts == [1] * n, "a turn ends with one card each"
            self.ends += 1
        else:
            assert after.seat == self._who_acts(before, after, name, counts)

    def _check_end(self, before: Any, name: str, taker: int, after: Any) -> None:
        """The informer wins exactly when it looks at the dissident or is handed it."""
        looks = "interrogate" in name and before.cards[taker] == 1
        found = looks and (before.informer, before.dissident) == (before.seat, taker)
        gives_only_card = "interrogate" in name and before.cards[before.seat] == 1
        gives_special = gives_only_card or "special" in name
        handed = gives_special and (before.dissident, before.informer) == (before.seat, taker)
        assert after.over == (found or handed)
        assert after.winner == (Winner.INFORMER if found or handed else 0)
        self.wins["looked"] += found
        self.wins["handed"] += handed
        if before.phase == Phase.PASS:
            assert not after.over, "no informer can win in the second pass"

    def _who_acts(self, before: Any, after: Any, name: str, counts: list[int]) -> int:
        order = [*range(1, self.n), 0]
        at = order.index(before.seat)
        if "interrogate" in name and before.cards[before.seat] == 2:
            return before.seat  # it chooses a card now
        if before.phase in (Phase.LOOK, Phase.GIVE):
            for seat in order[at + 1 :]:
                if counts[seat] == 1 or self.everyone_gives:
                    return seat
            at = -1
        return next(seat for seat in order[at + 1 :] if counts[seat] == 2)


@pytest.mark.often("5-True")
@pytest.mark.parametrize(
    ("n", "everyone_gives"), [(5, False), (5, True), (6, False), pytest.param(6, True, marks=pytest.mark.long)]
)
def test_every_course_of_both_passes(n, everyone_gives):
    """All places of the cards and all actions, chairman 0; by symmetry that is every chairman."""
    explorer = Explorer(n, everyone_gives)
    explorer.explore()
    assert explorer.met > 500 and explorer.ends > 100
    assert min(explorer.wins.values()) > 20


@pytest.mark.parametrize("everyone_gives", [False, True])
@pytest.mark.parametrize("n", range(7, MAX_SEATS + 1))
def test_random_courses_with_more_players(n, everyone_gives):
    """The reference agrees on who acts, on every card and on who wins; here it is about the ends of turns."""
    setup = GAME.setup(num_players=n, everyone_gives=everyone_gives, max_turns=2)
    games, ends = Games(setup, 40, seed=n + 20, choose=random_name), 0
    for running in games.steps():
        for row in running:
            state = games.record(row)
            assert state.dissident != state.informer
            if state.phase not in INTERROGATION:
                assert state.cards[:n].tolist() == [1] * n
                ends += state.turn > 0
    assert ends > 0
