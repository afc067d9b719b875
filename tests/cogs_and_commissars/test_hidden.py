"""What the seats of Cogs and Commissars know, kept by slow books of another kind, and what is redrawn of the rest.

Redraws are compared with distributions that are enumerated here from the documented rule: hands are uniform over the
cards that can be in them; decks that nobody has seen built are uniform over the cards of the box, but for the most
copies that a seat has seen at one time and the cards that it has left to others in the draft.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations, product
from math import comb, factorial, perm, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cogs_and_commissars.games import CORE, Plain, blitz_file, card_text, setup_of
from cogs_and_commissars.positions import Position, names_in

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules import asking, box, production, programs, stack, state, zones
from cogitable.envs.cogs_and_commissars.rules.actions import KINDS
from cogitable.envs.cogs_and_commissars.rules.state import PUBLIC, Zone
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized

DRAWS = 6000

# Slow books


class Witness:
    """What everybody has seen of one game, told from the moves of single cards.

    Attributes:
        known: By observer and owner, cards that are surely in the owner's hand.
        least: By observer and owner, the most copies seen at one time: in discard, hand and on the stack.
    """

    def __init__(self, table: Plain) -> None:
        self.table, self.seats = table, range(table.setup.num_seats)
        self.observers = [*self.seats, PUBLIC]
        self.public_decks = table.setup.options.decks == "preconstructed"
        self.clear()

    def clear(self) -> None:
        self.known = {(o, s): Counter[int]() for o in self.observers for s in self.seats}
        self.least = {(o, s): Counter[int]() for o in self.observers for s in self.seats}
        self.hand = {s: Counter[int]() for s in self.seats}
        self.open = {s: Counter[int]() for s in self.seats}
        self.taken: tuple[int, int, int] | None = None

    def take(self, seat: int, zone: int, kind: int) -> None:
        self.taken = (seat, zone, kind)
        if zone == Zone.HAND:
            self.hand[seat][kind] -= 1
            self.open[seat][kind] += 1  # on its way to the discard or the stack, for all to see
            for observer in self.observers:
                self.known[observer, seat][kind] = max(0, self.known[observer, seat][kind] - 1)
        self._note(seat)

    def put(self, seat: int, zone: int, kind: int) -> None:
        drawn = self.taken is not None and self.taken[1] == Zone.DECK
        if zone == Zone.DISCARD and drawn:
            self.open[seat][kind] += 1
        if zone == Zone.HAND:
            self.hand[seat][kind] += 1
            if not drawn:  # taken back from the discard or the stack
                self.open[seat][kind] -= 1
                for observer in self.observers:
                    self.known[observer, seat][kind] += 1
        self.taken = None
        self._note(seat)

    def looked(self, seat: int, observer: int) -> None:
        self.known[observer, seat] = Counter(self.hand[seat])
        self._note(seat)

    def shuffled(self, seat: int, on_stack: Counter[int]) -> None:
        """The discard becomes a deck; of the cards that all know to be a seat's, what it lacks is in the hand then."""
        cards = self.table.setup.options.cards.card
        for observer in self.observers:
            for kind in range(self.table.record.kinds):
                if self.public_decks or cards[kind].core:
                    self.known[observer, seat][kind] = self.hand[seat][kind]
        self._note(seat)
        self.open[seat] = on_stack

    def _note(self, seat: int) -> None:
        for observer in self.observers:
            self.least[observer, seat] |= self.open[seat] + self.known[observer, seat]

    @contextmanager
    def listening(self) -> Iterator[Witness]:
        """Hear of every card that moves, while the rules run as plain Python."""
        with pytest.MonkeyPatch.context() as patch:
            _hear(patch, self)
            yield self

    def compare(self) -> int:
        """Compare the rules' own books with these; return how many cards are known."""
        state, count = self.table.state, 0
        for (observer, seat), cards in self.known.items():
            if observer == seat:
                continue
            kinds = range(self.table.record.kinds)
            assert [state.known[observer, seat, kind] for kind in kinds] == [cards[kind] for kind in kinds]
            count += cards.total()
            if not self.public_decks:
                least = [zones.least_copies(state, observer, seat, kind) for kind in kinds]
                assert least == [self.least[observer, seat][kind] for kind in kinds]
        return count


def _hear(patch: pytest.MonkeyPatch, witness: Witness) -> None:
    take, put, fill, show = zones.take, zones.put, zones.fill_deck, zones.show_hand

    def heard_take(state: Any, seat: int, zone: int, kind: int) -> None:
        take(state, seat, zone, kind)
        witness.take(int(seat), zone, int(kind))

    def heard_put(state: Any, seat: int, zone: int, kind: int) -> None:
        put(state, seat, zone, kind)
        witness.put(int(seat), zone, int(kind))

    def heard_fill(setup: Any, state: Any, seat: int) -> None:
        fill(setup, state, seat)
        cards = [state.stack[place] for place in range(state.depth)]
        witness.shuffled(int(seat), Counter(card.kind for card in cards if card.owner == seat))

    def heard_show(setup: Any, state: Any, seat: int, observer: int) -> None:
        show(setup, state, seat, observer)
        witness.looked(int(seat), int(observer))

    for module in (zones, asking):
        patch.setattr(module, "take", heard_take)
    for module in (zones, stack, production):
        patch.setattr(module, "put", heard_put)
    patch.setattr(zones, "fill_deck", heard_fill)
    patch.setattr(programs, "show_hand", heard_show)


BOOKS = [
    {"num_players": 2},
    {"num_players": 3, "decks": "random", "leaders": True},
    {"num_players": 4, "decks": "drafted"},
    {"num_players": 3, "cards": blitz_file()},
    {"num_players": 3, "cards": blitz_file(), "decks": "random"},
]


@pytest.mark.often(2)
@pytest.mark.parametrize("options", BOOKS, ids=[str(list(o)) + o.get("decks", "") for o in BOOKS])
def test_what_seats_know_of_hands_and_decks(options):
    table = Plain(setup_of(**options), 4)
    witness, games, known = Witness(table), 0, 0
    with witness.listening():
        for number, _ in enumerate(table.play(500, eager=0.6, refill=10)):
            if table.games != games:  # it has been dealt, and hands have been drawn
                games = table.games
                _begin(witness, table)
            if table.state.phase != state.Phase.PREPARING and number % 4 == 0:
                known += witness.compare()
    assert known > 100 and table.state.turn + games > 2


def _begin(witness: Witness, table: Plain) -> None:
    """Begin new books in a position in which nothing has been seen but what was turned over."""
    witness.clear()
    for seat in witness.seats:
        for kind in range(table.record.kinds):
            witness.hand[seat][kind] = table.state.zones[seat, Zone.HAND, kind]
            witness.open[seat][kind] = table.state.zones[seat, Zone.DISCARD, kind]
        witness._note(seat)


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_seats_remember_of_a_draft(seats):
    """Every card of every pack has a number here; a seat remembers those that it has seen and left."""
    table = Plain(setup_of(num_players=seats, decks="drafted"), seats)
    table.deal()
    position = table.state
    packs = [[(s, i, int(position.packs[s, i])) for i in range(box.DRAFT_CARDS)] for s in range(seats)]
    seen: list[set] = [set() for _ in range(seats)]
    own: list[set] = [set() for _ in range(seats)]
    picks = 0
    while position.phase == state.Phase.PREPARING:
        for seat in range(seats):
            seen[seat] |= set(packs[seat])
            left = Counter(card[2] for card in seen[seat] - own[seat] - set(packs[seat]))
            assert Counter({k: int(n) for k, n in enumerate(position.passed[seat]) if n}) == left
            assert Counter(position.packs[seat, : position.pack_size[seat]].tolist()) == Counter(
                card[2] for card in packs[seat]
            )
        action = table.choose(table.legal())
        kind = (action - KINDS) % table.record.kinds
        card = next(card for card in packs[position.seat] if card[2] == kind)
        packs[position.seat].remove(card)
        own[position.seat].add(card)
        last = (position.seat + 1) % seats == position.first
        table.take(action)
        picks += 1
        if last:
            packs = [packs[seat - 1] for seat in range(seats)]
    assert picks == seats * (box.DRAFT_CARDS - 1)


# Distributions


def fits(found: Counter, expected: Mapping[Any, float]) -> bool:
    """Whether counts fit to probabilities: chi-square, rare cells taken together, six standard deviations allowed."""
    assert abs(sum(expected.values()) - 1) < 1e-9
    assert set(found) <= set(expected), f"impossible: {sorted(set(found) - set(expected))[:3]}"
    total, square, cells, rest = found.total(), 0.0, 0, [0, 0.0]
    for key, probability in expected.items():
        if probability * total < 5:
            rest = [rest[0] + found[key], rest[1] + probability * total]
            continue
        square += (found[key] - probability * total) ** 2 / (probability * total)
        cells += 1
    if rest[1] > 0:
        square += (rest[0] - rest[1]) ** 2 / max(rest[1], 1.0)
        cells += 1
    freedom = max(cells - 1, 1)
    return square < freedom + 6 * sqrt(2 * freedom) + 6


def shares(things: Any) -> dict[Any, float]:
    """Return the share of each of some equally likely things."""
    counts = Counter(things)
    return {key: count / counts.total() for key, count in counts.items()}


def redrawn(setup: Setup, states: np.ndarray, seat: int, seed: int = 1, draws: int = DRAWS) -> np.ndarray:
    """Return many redraws of what a seat cannot know."""
    return determinized(setup, states, seed_words(seed)[0], np.full(draws, seat), np.zeros(draws, np.int64))


def test_the_comparison_would_find_another_distribution():
    even = dict.fromkeys("abcd", 0.25)
    assert fits(Counter(a=1510, b=1490, c=1460, d=1540), even)
    assert not fits(Counter(a=1650, b=1350, c=1500, d=1500), even)


class Known(Position):
    """A table whose decks are known to all: seat A has any hand; of B all cards but a few lie in its discard."""

    def __init__(self, folder: Path, hand: str, deck: str, **options: Any) -> None:
        path = folder / "cards.toml"
        regular = {"Doublethink": 5, "Wire": 5, "Monument": 4, "Prove by Assertion": 4}
        path.write_text(card_text(regular, regular, {"Monument": 18}), encoding="utf-8")
        super().__init__(num_players=2, factions=("Faction 1", "Faction 2"), cards=str(path), **options)
        named = Counter(names_in(hand)) + Counter(names_in(deck))
        rest = Counter({**CORE, **regular}) - named
        self.place(1, names_in(hand), names_in(deck), list(rest.elements()))
        self.place(0, ["Wire"], list((Counter({**CORE, **regular}) - Counter(["Wire"])).elements()), [])

    def place(self, seat: int, hand: list[str], deck: list[str], discard: list[str]) -> None:
        """Put a seat's cards where a test wants them; a deck is given from its top."""
        for zone, names in ((Zone.HAND, hand), (Zone.DECK, deck), (Zone.DISCARD, discard)):
            self.states["zones"][0, seat, zone] = 0
            for name in names:
                self.states["zones"][0, seat, zone, self.number(name)] += 1
            self.states["amounts"][0, seat, zone] = len(names)
        held = {self.number(name) for name in hand}
        self.states["held"][0, seat] = np.uint64(sum(1 << kind for kind in held))
        self.states["piles"][0, seat, : len(deck)] = [self.number(name) for name in reversed(deck)]
        self.states["sizes"][0, seat] = len(deck)
        self.check()

    def draws(self, seat: int = 0) -> Counter:
        """Count B's hands, with the top card of its deck, in many redraws."""
        copies = redrawn(self.setup, self.states, seat)
        tops = copies["piles"][np.arange(DRAWS), 1, np.maximum(copies["sizes"][:, 1] - 1, 0)].tolist()
        found = Counter()
        for hand, top, size in zip(copies["zones"][:, 1, Zone.HAND], tops, copies["sizes"][:, 1], strict=True):
            found[tuple(self.names(hand)), self.kinds[top] if size else ""] += 1
        return found


def hands(known: list[str], others: list[str], unknown: int) -> dict[Any, float]:
    """Return how likely hands are, with the top card of the deck: all cards are told apart, all choices counted."""
    found = []
    for chosen in combinations(range(len(others)), unknown):
        hand = tuple(sorted([*known, *(others[i] for i in chosen)]))
        deck = [others[i] for i in range(len(others)) if i not in chosen]
        found += [(hand, top) for top in deck]
    return shares(found)


def test_hands_of_known_decks_are_uniform(tmp_path):
    table = Known(tmp_path, "Doublethink, 2 Wire", "2 Monument, Doublethink, Wire")
    pool = names_in("2 Doublethink, 3 Wire, 2 Monument")
    assert fits(table.draws(), hands([], pool, 3))
    assert not fits(table.draws(), {key: 1 / len(hands([], pool, 3)) for key in hands([], pool, 3)})


def test_cards_looked_at_stay_known_until_they_are_played(tmp_path):
    """A looks at B's hand; B draws two cards and plays one of a kind that it was seen to hold."""
    table = Known(tmp_path, "Doublethink, 2 Wire", "2 Monument, Doublethink, Wire")
    record, place = table.record, table.state
    zones.show_hand(record, place, 1, 0)
    assert table.draws() == Counter({key: n for key, n in table.draws().items() if key[0][1:] == ("Wire", "Wire")})
    zones.draw(record, place, 1, 2)
    known = names_in("Doublethink, 2 Wire")
    assert fits(table.draws(), hands(known, names_in("2 Monument, Doublethink, Wire"), 2))
    zones.discard_from_hand(record, place, 1, table.number("Wire"))
    known.remove("Wire")
    assert fits(table.draws(), hands(known, names_in("2 Monument, Doublethink, Wire"), 2))


def test_retrieved_cards_are_known_to_all(tmp_path):
    table = Known(tmp_path, "Monument", "2 Wire, Doublethink, Monument")
    zones.take(table.state, 1, Zone.DISCARD, table.number("Revolution"))
    zones.put_into_hand_openly(table.record, table.state, 1, table.number("Revolution"))
    assert fits(table.draws(), hands(["Revolution"], names_in("2 Wire, Doublethink, 2 Monument"), 1))
    assert table.known("all", "B") == ["Revolution"]


def test_after_reshuffling_the_core_cards_in_hand_are_known():
    """A Revolution that is not in a random deck when it is made anew is in the hand, for all to see."""
    held = 0
    for seed in range(12):
        table = Plain(setup_of(num_players=2, decks="random"), seed)
        table.deal()
        record, place = table.record, table.state
        revolution = [card.name for card in table.setup.options.cards.card].index("Revolution")
        while place.sizes[1]:  # everything but the cards in hand goes through the discard
            zones.put(place, 1, Zone.DISCARD, zones.next_card(record, place, 1, 0))
        zones.reshuffle(record, place, 1, 0)
        known = int(place.zones[1, Zone.HAND, revolution])
        assert place.known[0, 1, revolution] == place.known[PUBLIC, 1, revolution] == known
        hands = redrawn(table.setup, table.states, 0, draws=50)["zones"][:, 1, Zone.HAND, revolution]
        assert (hands >= known).all()
        held += known
    assert 0 < held < 12


def test_after_reshuffling_the_whole_hand_was_known(tmp_path):
    """B draws the last two cards of its deck and one of the new deck: just that one is unknown."""
    table = Known(tmp_path, "Monument", "Wire, Doublethink")
    table.place(1, ["Monument"], ["Wire", "Doublethink"], table.discard("B"))
    new = table.discard("B")
    zones.draw(table.record, table.state, 1, 3)
    assert fits(table.draws(), hands(names_in("Monument, Wire, Doublethink"), new, 1))


# Decks that nobody has seen built

X, Y = "Doublethink", "Wire"


def two_kinds(folder: Path, seats: int, decks: str) -> Setup:
    """Return a game whose regular cards are of two kinds, with one faction's cards more than there are players."""
    path = folder / "two.toml"
    regular = [{X: 12, Y: 6}, {X: 7, Y: 11}, {X: 9, Y: 9}, {X: 9, Y: 9}]
    path.write_text(card_text(*regular[: seats + 1]), encoding="utf-8")
    return setup_of(num_players=seats, decks=decks, cards=str(path))


def deals(rooms: list[int], supply: dict[str, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how many X come to each place, and in how many ways, when all are filled from a supply of X and Y."""
    for numbers in product(*(range(room + 1) for room in rooms)):
        others = sum(rooms) - sum(numbers)
        if sum(numbers) <= supply[X] and others <= supply[Y]:
            ways = _multinomial(supply[X], numbers)
            yield numbers, ways * _multinomial(supply[Y], [r - n for r, n in zip(rooms, numbers, strict=True)])


def left_to_others(rooms: list[int], cards: dict[str, int]) -> Iterator[tuple[list[int], list[int], int]]:
    """Yield how many X and Y of the cards left to others lie at each place, and in how many ways."""
    for xs in product(*(range(room + 1) for room in rooms)):
        if sum(xs) != cards[X]:
            continue
        for ys in product(*(range(room + 1) for room in rooms)):
            both = [x + y for x, y in zip(xs, ys, strict=True)]
            if sum(ys) == cards[Y] and all(b <= r for b, r in zip(both, rooms, strict=True)):
                ways = _multinomial(cards[X], xs) * _multinomial(cards[Y], ys)
                for room, number in zip(rooms, both, strict=True):
                    ways *= perm(room, number)
                yield list(xs), both, ways


def _multinomial(total: int, parts: Any) -> int:
    ways = factorial(total) // factorial(total - sum(parts))
    for part in parts:
        ways //= factorial(part)
    return ways


def expected_places(rooms: list[int], left: dict[str, int], supply: dict[str, int]) -> dict[tuple[int, ...], float]:
    """Return how likely numbers of X at each place are: the cards left to others first, then random ones."""
    found: dict[tuple[int, ...], float] = {}
    total = sum(ways for *_, ways in left_to_others(rooms, left))
    rest = {kind: supply[kind] - left[kind] for kind in supply}
    for xs, both, ways in left_to_others(rooms, left):
        free = [room - number for room, number in zip(rooms, both, strict=True)]
        options = list(deals(free, rest))
        every = sum(number for _, number in options)
        for numbers, number in options:
            key = tuple(x + n for x, n in zip(xs, numbers, strict=True))
            found[key] = found.get(key, 0.0) + ways / total * number / every
    return found


@pytest.mark.parametrize(("seats", "rounds"), [(2, 3), (2, 8), (3, 2), (3, 6)])
def test_drafted_decks_are_redrawn_by_what_was_left_to_others(tmp_path, seats, rounds):
    """Two players: what one has left lies with the other; more: with one of them. Seat 0 has not chosen yet.

    Counted are the X in the deck of seat 1, and in all other places together.
    """
    setup = two_kinds(tmp_path, seats, "drafted")
    table = Tables(setup, 1, seed=seats, auto_reset=False)
    rng = np.random.default_rng(1)
    while not (table.states["passes"][0] == rounds and table.states["seat"][0] == 0):
        table.step((table.masks * rng.random(table.masks.shape)).argmax(axis=1))
    record, kinds = table.states[0], [card.name for card in setup.options.cards.card]
    x, y = kinds.index(X), kinds.index(Y)
    others = range(1, seats)
    decks = [int(record["owned"][s, [x, y]].sum()) for s in others]
    rooms = [decks[0], sum(decks[1:]) + sum(int(record["pack_size"][s]) for s in others)]
    pack = Counter(record["packs"][0, : int(record["pack_size"][0])].tolist())
    box = {name: int(setup.record["regular"][0, kind]) for name, kind in ((X, x), (Y, y))}
    supply = {name: box[name] - int(record["owned"][0, k]) - pack[k] for name, k in ((X, x), (Y, y))}
    left = {X: int(record["passed"][0, x]), Y: int(record["passed"][0, y])}
    assert min(left.values()) > 0
    copies = redrawn(setup, table.states, 0)
    found = Counter()
    for copy in copies:
        packs = [kind for s in others for kind in copy["packs"][s, : int(copy["pack_size"][s])].tolist()]
        found[int(copy["owned"][1, x]), int(copy["owned"][2:seats, x].sum()) + packs.count(x)] += 1
    assert fits(found, expected_places(rooms, left, supply))


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_redrawn_draft_leads_to_nothing_that_a_seat_knows_to_be_wrong(seats):
    """What a seat has left to others lies where its packs have been; no pack that comes from further on brings it."""
    setup, rng, checked = setup_of(decks="drafted", num_players=seats), np.random.default_rng(seats), 0
    table = Tables(setup, 1, seed=seats, auto_reset=False)
    while table.states["phase"][0] == state.Phase.PREPARING:
        viewer = checked % seats
        branch = Tables(setup, 4, seed=0, auto_reset=False)
        branch.states[:] = redrawn(setup, table.states, viewer, seed=checked + 1, draws=4)
        branch.look()
        for _ in range(2 * seats):
            for record in attributed(branch.states):
                GAME.check(setup, record)
            branch.step((branch.masks * rng.random(branch.masks.shape)).argmax(axis=1))
        checked += 1
        for _ in range(seats + 1):
            table.step((table.masks * rng.random(table.masks.shape)).argmax(axis=1))
    assert checked > 6


def test_random_decks_are_redrawn_around_what_was_seen(tmp_path):
    """B has shown cards, reshuffled, and has some others in sight now: the most seen at one time are its own."""
    setup = two_kinds(tmp_path, 2, "random")
    table = Plain(setup, 3)
    table.deal()
    record, place = table.record, table.state
    kinds = [card.name for card in setup.options.cards.card]
    x, y = kinds.index(X), kinds.index(Y)
    for kind in range(record.kinds):  # all of B's cards but 14 go through the discard
        for _ in range(place.zones[1, Zone.HAND, kind]):
            zones.discard_from_hand(record, place, 1, kind)
    while place.amounts[1, Zone.DISCARD] < 14:
        kind = zones.next_card(record, place, 1, 0)
        zones.put(place, 1, Zone.DISCARD, kind)
    seen = {x: place.zones[1, Zone.DISCARD, x], y: place.zones[1, Zone.DISCARD, y]}
    zones.reshuffle(record, place, 1, 0)
    zones.draw(record, place, 1, 5)
    for _ in range(3):
        zones.put(place, 1, Zone.DISCARD, zones.next_card(record, place, 1, 0))
    now = {kind: place.zones[1, Zone.DISCARD, kind] for kind in range(record.kinds)}
    least = {X: max(seen[x], now[x]), Y: max(seen[y], now[y])}
    supply = {
        name: int(setup.record["regular"][0, kind]) - place.owned[0, kind] - least[name]
        for name, kind in ((X, x), (Y, y))
    }
    unknown = box.REGULAR_CARDS - sum(least.values())
    copies = redrawn(setup, table.states, 0)
    found = Counter(zip(copies["owned"][:, 1, x].tolist(), copies["zones"][:, 1, Zone.HAND, x].tolist(), strict=True))
    expected = {}
    for number in range(unknown + 1):
        ways = comb(supply[X], number) * comb(supply[Y], unknown - number) / comb(sum(supply.values()), unknown)
        hidden, total = least[X] + number - now[x], box.DECK_SIZE - sum(now.values())
        for held in range(6):
            share = comb(hidden, held) * comb(total - hidden, 5 - held) / comb(total, 5)
            if ways * share > 0:
                expected[least[X] + number, held] = ways * share
    assert unknown > 0 and sum(seen.values()) > sum(now[k] for k in (x, y))
    assert fits(found, expected)


@pytest.mark.parametrize("decks", ["drafted", "random"])
def test_other_decks_are_hidden_from_a_seat_without_cards_of_its_own(decks):
    """Everything that a seat owns lies in its discard: what others have in their decks is no less hidden from it."""
    table = Plain(setup_of(decks=decks, num_players=3), 5)
    for _ in table.play(400, refill=7):
        if table.state.phase != state.Phase.PREPARING and table.state.depth == 0:
            break
    for kind in range(table.record.kinds):
        for zone in (Zone.HAND, Zone.DECK):
            while table.state.zones[0, zone, kind]:
                zones.take(table.state, 0, zone, kind)
                zones.put(table.state, 0, Zone.DISCARD, kind)
    table.state.sizes[0] = 0
    copies = redrawn(table.setup, table.states, 0, draws=50)
    assert (copies["owned"][:, 1] != table.states["owned"][0, 1]).any(axis=1).all()


@pytest.mark.parametrize("decks", ["preconstructed", "random"])
def test_what_others_know_beside_the_public_is_redrawn_as_nothing(decks):
    table = Plain(setup_of(decks=decks, num_players=3, cards=blitz_file()), 6)
    different = 0
    for _ in table.play(60, eager=0.9, refill=12):
        if table.state.decisions % 5:
            continue
        zones.show_hand(table.record, table.state, 2, 1)
        copy = redrawn(table.setup, table.states, 0, draws=1)[0]
        for observer, owner in ((1, 2), (2, 1)):
            assert (copy["known"][observer, owner] == table.state.known[PUBLIC, owner]).all()
            assert (copy["known"][0, owner] == table.state.known[0, owner]).all()
            assert (copy["known"][observer, 0] == table.state.known[observer, 0]).all()
            different += bool((table.state.known[observer, owner] != table.state.known[PUBLIC, owner]).any())
    assert different > 0
