"""Every card of the house edition, played in made-up positions and held to the plain-Python reading of its file."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from cogs_and_commissars.side_by_side import Beside, any_answer

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.cards import DEFAULT
from cogitable.envs.cogs_and_commissars.rules import box
from cogitable.envs.cogs_and_commissars.rules import state as s
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.errors import CardFileError

TABLES: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "windows": "all"},
    {"num_players": 3, "leaders": True},
    {"num_players": 4, "leaders": True},
    {"num_players": 2, "leaders": True, "windows": "all"},
]
HOUSE = tomllib.loads(DEFAULT.read_text(encoding="utf-8"))
CARDS = GAME.setup().options.cards.card
FOLLOWING = 40  # decisions from a position on


class Arranged:
    """A table on which everything has been put elsewhere at random; many have the card in question in hand."""

    def __init__(self, setup: Setup, name: str, rng: np.random.Generator) -> None:
        self.setup, self.rng = setup, rng
        self.states = Tables(setup, 1, seed=int(rng.integers(2**31))).states
        self.state, self.record = self.states[0], setup.record[0]
        self.wanted = next(n for n, card in enumerate(setup.options.cards.card) if card.name == name)
        self.kinds = len(setup.options.cards.card)
        self.seats = range(setup.num_seats)
        self._deal_citizens()
        self.state["unused"][: self.kinds] = self.record["regular"][: self.kinds]
        for name in ("zones", "amounts", "owned", "known", "least", "knowing", "held", "plays"):
            self.state[name] = 0
        for seat in self.seats:
            self._deal_cards(seat)
        state = self.state
        state["decisions"], state["turn"], state["depth"] = 1, rng.integers(1, 9), 0
        state["phase"], state["ask"], state["seat"] = s.Phase.DISCARD_DRAW, s.Ask.HAND, state["player"]
        state["extra"], state["silenced"] = rng.integers(0, 3), rng.random() < 0.05
        hand = int(state["amounts"][state["player"], s.Zone.HAND])
        state["limit"] = rng.integers(max(hand - 1, 1), max(hand, 7) + 3)

    def _deal_citizens(self) -> None:
        """Give everybody some citizens, now and then nearly all that there are."""
        left, state = np.array(box.SUPPLY), self.state
        state["citizens"] = 0
        for seat in self.rng.permutation(self.setup.num_seats):
            most = (
                left
                if self.rng.random() < 0.1
                else np.minimum(left, self.rng.choice([[2, 1, 1], [4, 3, 3], [9, 4, 4]]))
            )
            some = self.rng.integers(0, most + 1)
            state["citizens"][seat], left = some, left - some
        state["gulag"] = left
        state["points"] = state["citizens"] @ np.array(box.POINTS)

    def _deal_cards(self, seat: int) -> None:
        """Give a seat a deck of cards out of the box, and put them into its zones."""
        state, rng, regular = self.state, self.rng, self.state["unused"]
        cards = np.repeat(np.arange(self.kinds), self.record["core_set"][state["faction"][seat], : self.kinds]).tolist()
        copies = min(int(rng.integers(0, 4)), int(regular[self.wanted]))
        cards += [self.wanted] * copies
        regular[self.wanted] -= copies
        while len(cards) < box.DECK_SIZE:
            kind = int(rng.choice(np.flatnonzero(regular[: self.kinds])))
            regular[kind] -= 1
            cards.append(kind)
        rng.shuffle(cards)
        if rng.random() < 0.8 and self.wanted in cards:  # on top, so that it goes to the hand
            cards.remove(self.wanted)
            cards.insert(0, self.wanted)
        state["owned"][seat] = np.bincount(cards, minlength=s.MAX_KINDS)
        hand = int(rng.integers(int(seat == state["player"]), 10))
        rest = box.DECK_SIZE - hand
        deck = int(rng.choice([0, 1, 3, rest // 2, rest]))
        parts = cards[:hand], cards[hand : rest - deck + hand], cards[box.DECK_SIZE - deck :]
        for zone, part in zip((s.Zone.HAND, s.Zone.DISCARD, s.Zone.DECK), parts, strict=True):
            state["zones"][seat, zone] = np.bincount(np.array(part, int), minlength=s.MAX_KINDS)
            state["amounts"][seat, zone] = len(part)
        state["held"][seat] = sum(1 << kind for kind in set(parts[0]))
        state["sizes"][seat] = deck
        state["piles"][seat, :deck] = parts[2]


def carry_out(setup: Setup, name: str, rng: np.random.Generator, met: Counter, told: Setup | None = None) -> None:
    """Make up a position and play on from there with random answers, the card in question where it can be played."""
    game = Beside(setup, Arranged(setup, name, rng).states, told)
    game.reference.met = met
    following = FOLLOWING
    while not game.ended and following:
        following -= 1
        answer = any_answer(game, rng, name)
        if answer.endswith(f" {name}"):
            met[name, answer.split()[0]] += 1
        game.play(answer)


def wanted_of(card: Any) -> set[tuple[Any, ...]]:
    """Return what must have been seen of a card: each way to play it, and every step that has done something."""
    found: set[tuple[Any, ...]] = {(card.name, "play"), (card.name, "resolves")}
    if card.type == "action" and card.blitz:
        found.add((card.name, "blitz"))
    for number, step in enumerate(card.steps):
        found.add((card.name, "wins") if step.do == "win" else (card.name, number, "done"))
    return found


@pytest.fixture(scope="module")
def setups() -> list[Setup]:
    return [GAME.setup(decks="random", **table) for table in TABLES]


@pytest.mark.parametrize("least", [5, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_a_card_does_what_its_file_says(card, least, setups):
    rng, met = np.random.default_rng(sum(map(ord, card.name))), Counter()
    for number in range(200):
        carry_out(setups[number % len(setups)], card.name, rng, met)
        if number >= least and wanted_of(card) <= met.keys():
            break
    assert wanted_of(card) <= met.keys(), f"never seen: {wanted_of(card) - met.keys()}"


# The test itself is tested: wrong numbers in the card file


OTHERS: dict[str, Any] = {
    "citizen": ("proletariat", "bourgeoisie", "commissar", "chosen"),
    "from": ("target", "others", "all", "richer"),
    "who": ("target", "others", "all", "richer"),
    "deck": ("self", "target"),
    "against": ("any", "propaganda", "action", "blitz", "chosen type"),
    "type": ("action", "blitz"),
}


def other_values(key: str, value: Any) -> Iterator[Any]:
    """Yield other values for a key of a card, a step or a condition."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, dict):
        for inner in value:
            yield from ({**value, inner: other} for other in other_values(inner, value[inner]))
        yield {}
    elif key in ("stars", "citizens", "sacrifice"):
        yield [*value, "commissar"]
        yield [{"proletariat": "bourgeoisie"}.get(value[0], "proletariat"), *value[1:]]
        yield value[1:]
    elif key == "steps":
        for number, step in enumerate(value):
            for wrong in wrong_steps(step):
                yield [*value[:number], wrong, *value[number + 1 :]]
        yield value[:-1]
    else:
        yield from (other for other in OTHERS.get(key, ()) if other != value)


def wrong_steps(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    full = dict(step)
    if step["do"] in ("gain", "take", "remove", "pay", "produce", "draw", "discard", "actions"):
        full.setdefault("count", 1)
    if step["do"] == "remove":
        full.setdefault("beyond", False)
    for key, value in full.items():
        yield from ({**full, key: other} for other in other_values(key, value))
    yield {"do": "draw"} if step["do"] == "gain" else {"do": "gain", "citizen": "proletariat"}


def wrong_files() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield a card's name, the key with a mistake, and a file with one mistake."""
    for number, card in enumerate(HOUSE["card"]):
        flags = {"protects": False, "richer": False, "sure_at": 0}
        for key, value in {**flags, **card}.items():
            for other in other_values(key, value):
                if makes_no_difference(card, key, other):
                    continue
                wrong = deepcopy(HOUSE)
                wrong["card"][number] = {**card, key: other}
                yield card["name"], f"{key} = {other}", wrong


def makes_no_difference(card: dict[str, Any], key: str, other: Any) -> bool:
    """Whether a card does the same with another value: protected anyway, or aimed at the only type that there is."""
    if key == "sure_at":
        return bool(card.get("protects"))
    only = card.get("citizens", ())
    return (
        key == "steps"
        and len(only) == 1
        and [{**step, "citizen": "chosen"} for step in other]
        == [{**step, "citizen": "chosen", "count": 1} for step in card["steps"]]
    )


def is_found(name: str, wrong: dict[str, Any], tries: int) -> bool | None:
    """Whether a mistake is found in play; None if the file cannot be read."""
    try:
        pairs = [
            (GAME.setup(decks="random", cards=wrong, **table), GAME.setup(decks="random", **table)) for table in TABLES
        ]
    except CardFileError:
        return None
    rng = np.random.default_rng(3)
    for number in range(tries):
        try:
            carry_out(pairs[number % len(pairs)][0], name, rng, Counter(), told=pairs[number % len(pairs)][1])
        except (AssertionError, KeyError):
            return True
    return False


@pytest.mark.long
def test_a_wrong_number_in_a_card_is_found():
    """A random share of all mistakes that can be made with one value in the file; some make hardly a difference."""
    mistakes = list(wrong_files())
    chosen = np.random.default_rng(0).choice(len(mistakes), 60, replace=False)
    found = {f"{mistakes[i][0]}, {mistakes[i][1]}": is_found(mistakes[i][0], mistakes[i][2], 60) for i in chosen}
    missed = [what for what, is_seen in found.items() if is_seen is False]
    assert sum(is_seen is True for is_seen in found.values()) > 30
    assert len(missed) <= 3, missed
