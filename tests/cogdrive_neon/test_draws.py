"""What a player can tell of the cards that the other one has drawn unseen, against all histories that there may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from cogdrive_neon.positions import Position

from cogitable.envs.cogdrive_neon import GAME
from cogitable.envs.cogdrive_neon.rules import draws, knowledge
from cogitable.envs.cogdrive_neon.rules.check import check_position
from cogitable.envs.cogdrive_neon.rules.state import MAX_TALLIES, State
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.compile import JIT
from cogitable.envs.table.faces.aec import raw_env
from cogitable.envs.table.sets import members_of
from cogitable.envs.table.tables import determinized

EARLIER = Path(__file__).parent / "earlier_cards.toml"
"""A card file with other Tasks than the house edition has, by which this history was found."""
HISTORY = (5, 97, 63, 127, 144, 147, 37, 121, 95, 144, 144, 144, 146, 15, 108, 58)
SAMPLES = 4000 if JIT else 400


def hands(states: np.ndarray, seat: int, setup: Setup | None = None) -> Counter[int]:
    """Return how often each hand of the other player comes out of redraws for a seat."""
    words = np.array([1, 2, 3, 4], np.uint32)
    drawn = determinized(setup or GAME.setup(), states, words, np.full(SAMPLES, seat), np.zeros(SAMPLES, np.int64))
    return Counter(drawn["hand"][:, 1 - seat].tolist())


def test_a_card_that_may_stem_from_two_draws_does_not_tell_which_is_left():
    """Two cards of player_0's face-down deck change places: player_1 perceives the same, and can tell no more."""
    views, texts, redrawn = [], [], []
    for swapped in (False, True):
        env = raw_env(GAME, cards=str(EARLIER))
        env.reset(743)
        for number, action in enumerate(HISTORY):
            if number == 2 and swapped:
                piles = env.states["piles"][0, 0]
                labels = [card.label for card in env.setup.options.cards.cards]
                pair = [piles.tolist().index(labels.index(name)) for name in ("VX1-Pink", "LO9-Pink")]
                piles[pair] = piles[pair[::-1]]
            env.step(action)
        views.append(env.observe("player_1")["observation"])
        texts.append(env.setup.text(env.states, 1))
        redrawn.append(hands(env.states, 1, env.setup))
    assert (views[0] == views[1]).all()
    assert texts[0] == texts[1]
    assert set(redrawn[0]) == set(redrawn[1])
    for hand, times in redrawn[0].items():
        assert times / SAMPLES == pytest.approx(redrawn[1][hand] / SAMPLES, abs=0.05 if JIT else 0.2)


class Draws:
    """Draws and shuffles of player_0's own, followed by player_1 in a list of all that it perceives.

    Attributes:
        entered: By stay of a card in the deck or the hand, when it came in.
        shown: And when it was seen to leave the hand, if it was.
        drawn: When cards were drawn.
    """

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        starters = ["MN5-Yellow", "KR7-Gray", "ZQ8-Gray", "VX1-Pink", "HB3-Blue", "AE4-Blue"]
        later = ["KR7-Blue", "WY2-Gray", "GJ3-Pink", "SD6-Blue", "TF2-Gray"]
        self.table = Position(deck0=starters, hangar=[], clash1=later)
        self.state: State = self.table.state
        self.state.located[1] &= ~np.uint64(sum(1 << c for c in cards_in_deck(self.state)))
        self.state.located[0] &= ~np.uint64(sum(1 << c for c in cards_in_deck(self.state)))
        self.now = 0
        self.stays = {card: number for number, card in enumerate(cards_in_deck(self.state))}
        self.entered, self.shown, self.drawn = [0] * 6, [99] * 6, list[int]()

    def draw(self) -> None:
        if self.state.sizes[0]:
            self.drawn.append(self.now)
            knowledge.draw_from_deck(self.state, 0)

    def show(self) -> None:
        """Discard a random card, and perhaps one that was never hidden with it."""
        if held := members_of(self.state.hand[0]):
            card = int(self.rng.choice(held))
            knowledge.show(self.state, card)
            self.shown[self.stays.pop(card)] = self.now
            self.state.hand[0] &= ~np.uint64(1 << card)
            self.state.discard[0] |= np.uint64(1 << card)

    def shuffle(self) -> None:
        fresh = members_of(self.state.clash[1])[: self.rng.integers(2)]
        for card in [*fresh, *members_of(self.state.discard[0])]:
            self.stays[card] = len(self.entered)
            self.entered.append(self.now)
            self.shown.append(99)
        for card in fresh:
            self.state.clash[1] &= ~np.uint64(1 << card)
            self.state.discard[0] |= np.uint64(1 << card)
        knowledge.shuffle_deck(self.state, 0)

    def go_on(self, steps: int) -> None:
        for _ in range(steps):
            self.now += 1
            [self.draw, self.draw, self.show, self.shuffle][self.rng.integers(4)]()
            check_position(self.table.setup, self.state)

    def possible(self) -> Counter[frozenset[int]]:
        """Return in how many ways each set of cards may be hidden in hand."""
        card_of = {stay: card for card, stay in self.stays.items()}
        found: Counter[frozenset[int]] = Counter()
        for stays in self.matchings(0, frozenset()):
            if all(stay in stays for stay, shown in enumerate(self.shown) if shown < 99):
                found[frozenset(card_of[stay] for stay in stays if self.shown[stay] == 99)] += 1
        return found

    def matchings(self, number: int, taken: frozenset[int]) -> Iterator[frozenset[int]]:
        """Yield the stays to which the draws from ``number`` on may belong, with those that are taken."""
        if number == len(self.drawn):
            yield taken
            return
        when = self.drawn[number]
        for stay, entered in enumerate(self.entered):
            if stay not in taken and entered <= when < self.shown[stay]:
                yield from self.matchings(number + 1, taken | {stay})


def cards_in_deck(state: State) -> list[int]:
    return [int(card) for card in state.piles[0, : state.sizes[0]]]


def told_apart(seed: int) -> Draws:
    """Return a history after which several numbers of old and new draws are possible."""
    rng = np.random.default_rng(seed)
    while True:
        table = Draws(int(rng.integers(10**9)))
        while table.state.num_tallies[0] < 2 + seed % 2 and len(table.drawn) < 6:
            table.go_on(1)
        table.go_on(int(rng.integers(3)))
        if table.state.num_tallies[0] > 1 and len(table.drawn) <= 6:
            return table


@pytest.mark.parametrize("seed", range(12))
def test_hidden_draws_are_redrawn_as_often_as_they_are_possible(seed):
    table = told_apart(seed)
    expected = table.possible()
    ways = sum(expected.values())
    found = hands(table.table.tables.states, 1)
    assert {frozenset(members_of(hand)) for hand in found} <= set(expected)
    distance = 0.0
    for hand, number in expected.items():
        mean = SAMPLES * number / ways
        distance += (found[sum(1 << card for card in hand)] - mean) ** 2 / mean
    freedom = len(expected) - 1
    assert distance < freedom + 5 * (2 * freedom) ** 0.5 + 8
    newest = max(table.state.entered[card] for hand in expected for card in hand)
    assert draws.newest_draw(table.state, 0) >= newest


def test_tallies_stay_few_and_layers_too():
    tables, rng = Tables(GAME.setup(), 64, seed=5), np.random.default_rng(1)
    most = 0
    for _ in range(400):
        tables.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in tables.masks]))
        most = max(most, int(tables.states["num_tallies"].max()))
    assert 3 <= most < MAX_TALLIES
