"""What is redrawn of City of the Great Machine, beside distributions and histories that are enumerated here.

The Machine's books on Access cards are compared with all histories that fit what it has seen. Redraws of Citizens,
Directives and Access cards are counted and compared with the documented rule: uniform over all that is possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import combinations, permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest
from great_machine.games import lively, scrambled
from told import told

from cogitable.envs.city.rules.state import (
    ALL_DISTRICTS,
    ARRESTED,
    MACHINE,
    NOBODY,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_TYPES,
    OF_EACH_TYPE,
    SLOTS_A_STAGE,
    Ask,
    CitizenType,
    District,
    Phase,
    Status,
)
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules import access
from cogitable.envs.table import Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized

DRAWS = 6000
SETUP = GAME.setup(num_players=2)
WORDS = seed_words(7)[0]


def redrawn(state: np.ndarray, seat: int, draws: int = DRAWS) -> np.ndarray:
    """Return what a seat imagines of a position, so many times."""
    copies = np.repeat(state.reshape(1), draws)
    return determinized(SETUP, copies, WORDS, np.full(draws, seat))


def fits(found: Mapping[Hashable, int], expected: Mapping[Hashable, float]) -> bool:
    """Whether counts are those of a distribution: nothing else is found, everything is, within five deviations."""
    total = sum(found.values())
    assert abs(sum(expected.values()) - 1) < 1e-9
    assert set(found) <= set(expected), f"impossible: {sorted(set(found) - set(expected), key=str)[:3]}"
    likely = {key for key, share in expected.items() if share * total > 25}
    assert likely <= set(found), f"never redrawn: {sorted(likely - set(found), key=str)[:3]}"
    for key, share in expected.items():
        assert abs(found.get(key, 0) - total * share) < 5 * sqrt(total * share * (1 - share) + 1), key
    return True


def uniform(members: Iterable[Hashable]) -> dict[Hashable, float]:
    """Return the distribution in which each of some outcomes, some of them alike, is as likely as any other."""
    counts = Counter(members)
    return {key: count / counts.total() for key, count in counts.items()}


# Access cards: all histories

World = tuple[frozenset[int], int]
"""What a Hero has forfeited, and the card that it has chosen; NOBODY for none."""


def sets_in(bits: Iterable[int]) -> set[frozenset[int]]:
    return {frozenset(card for card in range(NUM_DISTRICTS) if one >> card & 1) for one in bits}


class Histories:
    """One Hero whose cards go through a script, with every history that the Machine must take for possible."""

    def __init__(self, rng: np.random.Generator, hero: int) -> None:
        self.states = Tables(SETUP, 1, seed=int(rng.integers(2**31))).states
        self.state, self.hero, self.rng = as_compiled(self.states)[0], hero, rng
        self.state.phase = Phase.ACCESS
        self.worlds: set[World] = {(frozenset({card}), NOBODY) for card in range(NUM_DISTRICTS)}

    @property
    def lost(self) -> list[int]:
        return [card for card in range(NUM_DISTRICTS) if not self.state.cards[self.hero] >> card & 1]

    def choose(self) -> None:
        """The Hero lays down a card of its hand, covered."""
        hand = sorted(set(range(NUM_DISTRICTS)) - set(self.lost))
        self.state.hero, self.state.phase, self.state.shown[self.hero] = self.hero, Phase.ACCESS, 0
        _choose(self.state, int(self.rng.choice(hand)))
        self.worlds = {(gone, card) for gone, _ in self.worlds for card in range(NUM_DISTRICTS) if card not in gone}

    def show(self) -> None:
        access.show_card(self.state, self.hero)
        shown = self.state.chosen[self.hero]
        self.worlds = {world for world in self.worlds if world[1] == shown}

    def forfeit(self) -> None:
        """The card that has been shown is forfeited, openly; once only."""
        access.forfeit_chosen(self.state, self.hero)
        self.worlds = {(gone | {card}, card) for gone, card in self.worlds}

    def take_back(self) -> None:
        """The Hero gets back a forfeited card, covered."""
        access.take_back(self.state, self.hero, int(self.rng.choice(self.lost)))
        self.worlds = {(gone - {card}, chosen) for gone, chosen in self.worlds for card in gone}

    def end_round(self) -> None:
        self.state.chosen[self.hero], self.state.shown[self.hero] = NOBODY, 0
        self.worlds = {(gone, NOBODY) for gone, _ in self.worlds}

    def compare(self) -> None:
        """Hold the Machine's books to the histories."""
        possible = {gone for gone, _ in self.worlds}
        books = [int(one) for one in self.state.guess[self.hero, : self.state.guesses[self.hero]]]
        assert sets_in(books) == possible and len(books) == len(possible)
        assert frozenset(self.lost) in possible
        for card in range(NUM_DISTRICTS):
            share = sum(card not in gone for gone in possible) / len(possible)
            assert self.state.chance[self.hero, card] == pytest.approx(share, abs=1e-6)

    def imagined(self, draws: int) -> Counter[World]:
        """Return how often each world is redrawn for the Machine."""
        copies = redrawn(self.states, MACHINE, draws)
        lost = [ALL_DISTRICTS & ~int(cards) for cards in copies["cards"][:, self.hero]]
        chosen = copies["chosen"][:, self.hero].tolist()
        return Counter((next(iter(sets_in([one]))), card) for one, card in zip(lost, chosen, strict=True))

    def check_redraws(self, draws: int = 1500) -> None:
        """Sets are redrawn with equal chances, and a covered card from those that can have been chosen."""
        shown = self.state.shown[self.hero] and self.state.chosen[self.hero] != NOBODY
        cards = {gone: [card for g, card in self.worlds if g == gone] for gone, _ in self.worlds}
        expected = {(gone, c): 1 / len(cards) / len(cards[gone]) for gone in cards for c in cards[gone]}
        assert not shown or {card for _, card in expected} == {self.state.chosen[self.hero]}
        assert fits(self.imagined(draws), expected)


def _choose(state: Any, card: int) -> None:
    from cogitable.envs.city.rules.state import Act
    from cogitable.envs.great_machine.rules.access import choose_card

    choose_card(state, Act.DISTRICT + card)


def test_the_machine_takes_for_possible_what_fits_all_it_has_seen():
    """Rounds of a Hero whose cards are shown, forfeited and taken back, also between the choice and the showing."""
    most = [_play_rounds(np.random.default_rng(seed), seed) for seed in range(12)]
    assert max(most) > 8 and sum(number > 3 for number in most) > 5


def _play_rounds(rng: np.random.Generator, seed: int) -> int:
    """Compare books and redraws with all histories for nine rounds; return the most sets possible later on."""
    table, most = Histories(rng, seed % NUM_HEROES), 0
    for week in range(9):
        table.choose()
        if week % 3 == 0:
            table.check_redraws()
        while week > seed % 5 and table.lost and rng.random() < 0.4:
            table.take_back()
            most = max(most, len({gone for gone, _ in table.worlds}))
            table.compare()
            table.check_redraws(600)
        table.show()
        table.compare()
        if rng.random() < 0.75 and len(table.lost) < NUM_DISTRICTS - 1:
            table.forfeit()
            table.compare()
        if week > 1 and table.lost and rng.random() < 0.25:
            table.take_back()
            table.compare()
        table.end_round()
    table.check_redraws()
    return most


def test_a_card_taken_back_after_the_choice_cannot_have_been_chosen():
    """The Tower's card was forfeited for all to see, another card covered; then one of the two comes back."""
    table = Histories(np.random.default_rng(1), 1)
    table.choose()
    table.show()
    table.forfeit()
    gone = table.state.chosen[1]
    table.end_round()
    table.choose()
    table.take_back()
    chosen = {card for _, card in table.imagined(4000)}
    assert chosen == set(range(NUM_DISTRICTS)) - {gone}
    table.compare()
    table.check_redraws(4000)


def test_a_forfeited_card_is_not_forfeited_twice():
    table = Histories(np.random.default_rng(2), 0)
    table.choose()
    table.show()
    for _ in range(2):
        table.forfeit()
        table.compare()
    assert len(table.lost) == 2


def test_the_last_card_forfeited_ends_the_game():
    table = Histories(np.random.default_rng(3), 2)
    while True:
        table.choose()
        table.show()
        table.forfeit()
        if not table.state.cards[2]:
            break
        assert table.state.over == 0
        table.end_round()
    assert (table.state.over, table.state.winner) == (1, MACHINE)


# Citizens: all deals of a few


def few_hidden(hidden: Mapping[tuple[int, int], str], arrested: str = "", sure: str = "") -> np.ndarray:
    """Return a position in which few Citizens are hidden, named by the first letters of their types.

    Args:
        hidden: By District and state.
        arrested: All that are arrested.
        sure: Those of them that both sides know to be there.
    """
    states = Tables(SETUP, 1, seed=1).states
    state = states[0]
    state["citizens"], state["sure"], state["phase"], state["seat"] = 0, 0, Phase.MACHINE, 0
    state["ask"] = Ask.MACHINE
    left = Counter(dict.fromkeys(range(NUM_TYPES), OF_EACH_TYPE))
    for (place, status), letters in {**hidden, (ARRESTED, Status.UNIDENTIFIED): arrested}.items():
        for kind in map("ASMINT".index, letters):
            state["citizens"][place, status, kind] += 1
            left[kind] -= 1
    for kind in map("ASMINT".index, sure):
        state["sure"][:, kind] += 1
    for kind in left.elements():
        free = np.asarray(SETUP.record["room"][0]) - state["citizens"].sum(axis=(1, 2))[:NUM_DISTRICTS]
        state["citizens"][int(free.argmax()), Status.REVEALED, kind] += 1
    state["crowd"] = state["citizens"].sum(axis=(1, 2))
    return states


def groups(state: Any, places: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    return tuple("".join("ASMINT"[k] * int(state["citizens"][p, s, k]) for k in range(NUM_TYPES)) for p, s in places)


def deals(pool: str, sizes: Iterable[int]) -> dict[Hashable, float]:
    """Return how likely each way is to deal a pool to groups of some sizes; the rest goes to custody."""
    edges = np.cumsum([0, *sizes]).tolist()
    return uniform(
        tuple("".join(sorted(order[a:b], key="ASMINT".index)) for a, b in zip(edges, edges[1:], strict=False))
        for order in permutations(pool)
    )


UN, KNOWN = Status.UNIDENTIFIED, Status.IDENTIFIED


@pytest.mark.parametrize(
    ("hidden", "arrested", "sure", "seat", "pool", "groups_of"),
    [
        (
            {(District.ART, UN): "AS", (District.VELVET, UN): "T"},
            "NT",
            "",
            MACHINE,
            "ASTNT",
            [(District.ART, UN), (District.VELVET, UN)],
        ),
        (
            {(District.ART, UN): "AS", (District.VELVET, UN): "T"},
            "NT",
            "",
            1,
            "ASTNT",
            [(District.ART, UN), (District.VELVET, UN)],
        ),
        (
            {(District.ART, UN): "AS", (District.VELVET, UN): "T"},
            "NTM",
            "TM",
            1,
            "ASTN",
            [(District.ART, UN), (District.VELVET, UN)],
        ),
        (
            {(District.ART, UN): "AA", (District.ART, KNOWN): "TT"},
            "MM",
            "",
            MACHINE,
            "AATTMM",
            [(District.ART, UN), (District.ART, KNOWN)],
        ),
        (
            {(District.ART, UN): "AA", (District.ART, KNOWN): "TT"},
            "MM",
            "M",
            MACHINE,
            "AATTM",
            [(District.ART, UN), (District.ART, KNOWN)],
        ),
        ({(District.ART, UN): "AA", (District.ART, KNOWN): "TT"}, "MM", "", 1, "AAMM", [(District.ART, UN)]),
        ({(District.COMMERCE, KNOWN): "SNI"}, "AT", "AT", MACHINE, "SNI", [(District.COMMERCE, KNOWN)]),
        (
            {(District.COMMERCE, KNOWN): "SNI", (District.ART, KNOWN): "T"},
            "",
            "",
            MACHINE,
            "SNIT",
            [(District.COMMERCE, KNOWN), (District.ART, KNOWN)],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_citizens_are_redrawn_as_any_deal_alike(hidden, arrested, sure, seat, pool, groups_of):
    states = few_hidden(hidden, arrested, sure)
    GAME.check(SETUP, states.view(np.recarray)[0])
    sizes = [len(letters) for letters in groups(states[0], groups_of)]
    copies = redrawn(states, seat)
    assert fits(Counter(groups(copy, groups_of) for copy in copies), deals(pool, sizes))
    kept = [(p, s) for p in range(NUM_DISTRICTS) for s in range(3) if (p, s) not in groups_of]
    for copy in copies[:50]:
        assert groups(copy, kept) == groups(states[0], kept)
        assert (copy["crowd"] == states["crowd"][0]).all()
        assert (copy["citizens"][ARRESTED, Status.UNIDENTIFIED] >= copy["sure"][min(seat, 1)]).all()
    again = redrawn(copies[:1], seat)
    assert fits(Counter(groups(copy, groups_of) for copy in again), deals(pool, sizes)), "a redraw of a redraw"


@pytest.mark.parametrize(("carried_as", "seat"), [(UN, MACHINE), (UN, 1), (KNOWN, MACHINE)])
def test_a_citizen_on_its_way_is_redrawn_with_the_others(carried_as, seat):
    states = few_hidden({(District.ART, UN): "ASN", (District.ART, KNOWN): "T"}, "M")
    state = states[0]
    kind = "ASMINT".index("S" if carried_as == UN else "T")
    state["citizens"][District.ART, carried_as, kind] -= 1
    state["crowd"][District.ART] -= 1
    state["carried"], state["carried_as"], state["carried_from"] = kind, carried_as, District.ART
    pool = "ASNTM" if seat == MACHINE else "ASNM"
    copies = redrawn(states, seat)
    assert fits(Counter("ASMINT"[kind] for kind in copies["carried"]), uniform(pool))
    places = [(District.ART, UN), (District.ART, KNOWN)] if seat == MACHINE else [(District.ART, UN)]
    sizes = [1, *(len(letters) for letters in groups(state, places))]
    found = Counter(("ASMINT"[copy["carried"]], *groups(copy, places)) for copy in copies)
    assert fits(found, deals(pool, sizes))


def test_what_is_on_its_way_openly_stays():
    states = few_hidden({(District.ART, UN): "ASN"}, "M")
    for seat, status in ((MACHINE, Status.REVEALED), (1, Status.REVEALED), (1, KNOWN)):
        states["carried"], states["carried_as"] = CitizenType.TRAITOR, status
        assert (redrawn(states, seat, 50)["carried"] == CitizenType.TRAITOR).all()


def test_the_machine_knows_that_a_citizen_to_be_shown_is_active():
    """The Heroes have named a District: one of those identified there is of an active type."""
    states = few_hidden({(District.ART, KNOWN): "AN", (District.VELVET, KNOWN): "T", (District.VELVET, UN): "S"}, "I")
    state = states[0]
    state["phase"], state["ask"], state["seat"], state["hero"] = Phase.CLOSING, Ask.SHOW_TYPE, 1, 0
    state["choosing_in"], state["slot"] = District.ART, 2 * SLOTS_A_STAGE
    places = [(District.ART, KNOWN), (District.VELVET, KNOWN), (District.VELVET, UN)]
    found = Counter(groups(copy, places) for copy in redrawn(states, MACHINE))
    possible = {deal for deal in deals("ANTSI", [2, 1, 1]) if set(deal[0]) & {"A", "S"}}
    assert set(found) == possible, "all that is possible, and nothing else"
    state["ask"] = Ask.SHOW
    found = Counter(groups(copy, places) for copy in redrawn(states, MACHINE))
    assert fits(found, deals("ANTSI", [2, 1, 1])), "before that nothing is known"


# Directives


@pytest.mark.parametrize(
    ("hand", "seen", "published", "removed"),
    [("012", "", "", ""), ("012", "1", "3", "45"), ("01", "01", "2", ""), ("0", "", "12", "345678"), ("", "", "", "")],
)
def test_directives_are_redrawn_as_any_hand_alike(hand, seen, published, removed):
    states = Tables(SETUP, 1, seed=1).states
    state, bits = states[0], {name: set(map(int, text)) for name, text in locals().items() if isinstance(text, str)}
    deck = set(range(9)) - bits["hand"] - bits["published"] - bits["removed"]
    for name, cards in {**bits, "deck": deck}.items():
        if name != "removed":
            state[name] = sum(1 << card for card in cards)
    copies = redrawn(states, 1)
    found = Counter(int(cards) for cards in copies["hand"])
    open_to = sorted((deck | bits["hand"]) - bits["seen"])
    fixed = sum(1 << card for card in bits["seen"])
    wanted = len(bits["hand"] - bits["seen"])
    expected = uniform(fixed + sum(1 << card for card in cards) for cards in combinations(open_to, wanted))
    assert fits(found, expected)
    for copy in copies[:50]:
        assert int(copy["hand"]) & int(copy["deck"]) == 0
        assert int(copy["hand"] | copy["deck"]) == int(state["hand"] | state["deck"])
        assert (copy["seen"], copy["published"]) == (state["seen"], state["published"])
    assert (redrawn(states, MACHINE, 50)["hand"] == state["hand"]).all(), "the Machine knows its hand"


def test_heroes_keep_their_cards_and_what_they_have_identified():
    setup = GAME.setup(num_players=3)
    kept = [
        "cards",
        "chosen",
        "guess",
        "guesses",
        "barred",
        "place",
        "guards",
        "trust",
        "plan",
        "slot",
        "event",
        "sure",
    ]
    for tables in lively(setup, 20, seed=3, steps=300, every=30):
        states = tables.states[tables.states["over"] == 0]
        copies = determinized(setup, states, WORDS, np.full(len(states), 2))
        for name in kept:
            assert (copies[name] == states[name]).all(), name
        assert (copies["citizens"][:, :, Status.IDENTIFIED :] == states["citizens"][:, :, Status.IDENTIFIED :]).all()
        copies = determinized(setup, states, WORDS, np.full(len(states), MACHINE))
        for name in (*kept[2:-1], "hand", "deck", "seen"):
            assert (copies[name] == states[name]).all(), name
        assert (copies["citizens"][:, :, Status.REVEALED] == states["citizens"][:, :, Status.REVEALED]).all()
        assert (copies["sure"][:, MACHINE] == states["sure"][:, MACHINE]).all()


# In long games


@pytest.mark.parametrize("seat", [MACHINE, 1], ids=["Machine", "Heroes"])
def test_every_redraw_is_a_position_that_could_be(seat):
    """All that must hold in a position holds in redraws, and in redraws of redraws; nothing that is seen changes."""
    setup = GAME.setup(help_heroes=True)
    for tables in lively(setup, 12, seed=4, steps=450, every=30):
        states = tables.states[tables.states["over"] == 0]
        seats, observations = np.full(len(states), seat), told(setup, states, seat)[0]
        copies = determinized(setup, states, WORDS, seats)
        for _ in range(2):
            for record in copies.view(np.recarray):
                GAME.check(setup, record)
            assert (told(setup, copies, seat)[0] == observations).all()
            copies = determinized(setup, copies, WORDS, seats)


def test_a_redraw_does_not_depend_on_what_is_true():
    """Two worlds that a seat cannot tell apart are redrawn alike, with the same generator, whatever is hidden."""
    setup, rng, same = GAME.setup(), np.random.default_rng(5), Counter()
    hidden: dict[int, Callable[[np.ndarray], list]] = {
        MACHINE: lambda s: [s["cards"].tolist(), s["chosen"].tolist(), s["citizens"].tolist(), s["carried"].tolist()],
        1: lambda s: [s["hand"].tolist(), s["deck"].tolist(), s["citizens"].tolist(), s["carried"].tolist()],
    }
    for tables in lively(setup, 20, seed=6, steps=400, every=20):
        states = tables.states[(tables.states["over"] == 0) & (tables.states["ask"] != Ask.SHOW_TYPE)]
        for seat, look in hidden.items():
            copies = scrambled(states, seat, rng)
            words = seed_words(9)[0]
            mine = determinized(setup, states, words.copy(), np.full(len(states), seat))
            theirs = determinized(setup, copies, words.copy(), np.full(len(states), seat))
            assert look(mine) == look(theirs)
            same[seat] += len(states)
    assert min(same.values()) > 200
