"""No seat of Cogs and Commissars learns from what it is shown who was asked for a card, and who played none.

Two worlds differ in one card only: in the first a seat holds a card that it may play and passes whenever it is asked;
in the second that card lies at the bottom of its deck, where it is out of play as well. All other seats act by what
they are shown themselves.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from cogs_and_commissars.games import blitz_file, setup_of

from cogitable.envs.cogs_and_commissars.rules import state
from cogitable.envs.cogs_and_commissars.rules.actions import KINDS, Act
from cogitable.envs.cogs_and_commissars.rules.state import PUBLIC, Ask, Zone
from cogitable.envs.table import Setup, Tables

MENUS = (Ask.WINDOW, Ask.PROPAGANDA, Ask.ACTION)
QUESTION = len(state.Ask)

SETUPS: list[dict[str, Any]] = [
    {"num_players": 2},
    {"num_players": 3, "leaders": True},
    {"num_players": 4, "decks": "random", "leaders": True},
    {"num_players": 3, "decks": "drafted"},
    {"num_players": 4, "cards": blitz_file()},
]
WINDOWS = ["held", "all"]
each_setup = pytest.mark.parametrize("options", SETUPS, ids=[f"{o['num_players']}-{list(o)[-1]}" for o in SETUPS])
each_windows = pytest.mark.parametrize("windows", WINDOWS)


def seen_by_all(tables: Tables, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Return what every seat observes at every table, shape (seats, tables, numbers), and the masks that it gets."""
    observations = np.zeros((seats, *tables.observations.shape), np.float32)
    masks = np.zeros((seats, *tables.masks.shape), np.int8)
    for seat in range(seats):
        tables.observe(np.full(tables.count, seat), observations[seat], masks[seat])
    return observations, masks


def random_actions(masks: np.ndarray, rng: np.random.Generator, eager: float) -> np.ndarray:
    """Return a random legal action for every row, not the pass in the share ``eager`` of the cases."""
    masks = masks.copy()
    others = masks[:, 1:].any(axis=1) & (rng.random(len(masks)) < eager)
    masks[others, Act.PASS] = 0
    return (masks * rng.random(masks.shape)).argmax(axis=1)


# What a pass changes


@pytest.mark.often(4)
@each_windows
@each_setup
def test_a_pass_that_ends_no_window_is_seen_by_nobody(options, windows):
    """Only the seat that has passed and the one asked next see anything else than before: what they are asked."""
    setup, rng = setup_of(**options, windows=windows), np.random.default_rng(5)
    tables, passes = Tables(setup, 60, seed=5), 0
    seats, kept = setup.num_seats, ["phase", "player", "turn", "depth"]
    before, before_masks = seen_by_all(tables, seats)
    for _ in range(250):
        old = tables.states[[*kept, "seat", "ask", "stack"]].copy()
        actions = random_actions(tables.masks, rng, eager=0.5)
        tables.step(actions)
        after, after_masks = seen_by_all(tables, seats)
        new = tables.states
        quiet = (old["ask"] == Ask.WINDOW) & (actions == Act.PASS) & (new["ask"] == Ask.WINDOW) & (tables.over == 0)
        for name in kept:
            quiet &= old[name] == new[name]
        quiet &= np.array([a.tobytes() == b.tobytes() for a, b in zip(old["stack"], new["stack"], strict=True)])
        for row in np.flatnonzero(quiet).tolist():
            for seat in range(seats):
                begin = QUESTION if seat in (old["seat"][row], new["seat"][row]) else 0
                assert (after[seat, row, begin:] == before[seat, row, begin:]).all()
                if seat not in (old["seat"][row], new["seat"][row]):
                    assert not after_masks[seat, row].any() and not before_masks[seat, row].any()
            passes += 1
        before, before_masks = after, after_masks
    assert passes > 200


@pytest.mark.often(2)
@each_setup
def test_what_is_shown_to_a_seat_holds_nothing_of_who_is_asked(options):
    """Who is asked what, how many have passed and how many decisions there were are changed by force."""
    setup, rng = setup_of(**options), np.random.default_rng(6)
    tables, changed = Tables(setup, 60, seed=6), Tables(setup, 60, seed=6)
    seats = setup.num_seats
    for _ in range(70):
        observations, _ = seen_by_all(tables, seats)
        for seat in range(seats):
            rows = (tables.states["seat"] != seat) & (tables.states["phase"] != state.Phase.PREPARING)
            changed.states[:] = tables.states
            others = [other for other in range(seats) if other != seat]
            changed.states["seat"] = rng.choice(others, 60)
            changed.states["ask"] = rng.integers(0, QUESTION, 60)
            changed.states["cursor"] = rng.integers(0, seats, 60)
            changed.states["decisions"] = rng.integers(0, 1000, 60)
            changed.states["rng"] = rng.integers(1, 2**32, (60, 4))
            out, masks = np.zeros_like(tables.observations), np.zeros_like(tables.masks)
            changed.observe(np.full(60, seat), out, masks)
            assert (out[rows] == observations[seat][rows]).all() and not masks[rows].any()
            changed.states["ask"] = Ask.WINDOW
            for row in np.flatnonzero(rows & (tables.states["ask"] == Ask.WINDOW))[:1].tolist():
                assert setup.text(changed.states, seat, row) == setup.text(tables.states, seat, row)
        tables.step(random_actions(tables.masks, rng, eager=0.5))


@each_windows
def test_what_seats_are_told_of_passes(windows):
    """Nothing at all, except that the player of the turn has done with discarding."""
    setup, rng = setup_of(num_players=3, windows=windows), np.random.default_rng(7)
    tables, told = Tables(setup, 10, seed=7), set()
    for _ in range(150):
        for row, (seat, ask) in enumerate(
            zip(tables.states["seat"].tolist(), tables.states["ask"].tolist(), strict=True)
        ):
            if tables.masks[row, Act.PASS]:
                assert setup.describe(tables.states, Act.PASS, row, seat)
                for other in {0, 1, 2} - {seat}:
                    assert bool(setup.describe(tables.states, Act.PASS, row, other)) == (ask == Ask.HAND)
                told.add(ask)
        tables.step(random_actions(tables.masks, rng, eager=0.5))
    assert told == {Ask.HAND, *MENUS}


# Two worlds


class Shown(NamedTuple):
    """What a seat is shown at one of its own decisions."""

    observation: bytes
    mask: bytes
    text: str


class World:
    """One table in which a seat plays nothing, and all others act by what they are shown.

    Attributes:
        shown: By seat, what it has been shown at its own decisions.
        told: By seat, what it has been told that others did.
        watched: After every decision, who was asked, and what every other seat could see while waiting.
    """

    def __init__(self, setup: Setup, position: np.ndarray, silent: int, differing: tuple[int, int]) -> None:
        self.setup, self.silent, self.differing = setup, silent, differing
        self.tables = Tables(setup, 1, seed=0, auto_reset=False)
        self.tables.states[:] = position
        self.tables.look()
        seats = range(setup.num_seats)
        self.shown: dict[int, list[Shown]] = {seat: [] for seat in seats}
        self.told: dict[int, list[str]] = {seat: [] for seat in seats}
        self.watched: list[tuple] = []
        self.silent_menus = 0

    @property
    def state(self) -> Any:
        return self.tables.states[0]

    def step(self) -> None:
        """Take one decision."""
        seat, ask, states = int(self.state["seat"]), int(self.state["ask"]), self.tables.states
        action = self._keep_still() if seat == self.silent else self._by_what_is_shown()
        observations, masks = seen_by_all(self.tables, self.setup.num_seats)
        others = tuple(
            (observations[other, 0].tobytes(), masks[other, 0].tobytes())
            for other in range(self.setup.num_seats)
            if other not in (seat, self.silent)
        )
        self.watched.append((seat, ask, action, others))
        self.silent_menus += seat == self.silent and ask in MENUS
        text = self.setup.text(states, seat)
        self.shown[seat].append(Shown(self.tables.observations[0].tobytes(), self.tables.masks[0].tobytes(), text))
        for other in range(self.setup.num_seats):
            words = self.setup.describe(states, action, seat=other)
            if words and other != self.silent:
                self.told[other].append(words)
        self.tables.step(np.array([action]))

    def _by_what_is_shown(self) -> int:
        """Return an action that depends on nothing but what the acting seat is shown."""
        number = zlib.crc32(self.tables.observations[0].tobytes())
        legal = np.flatnonzero(self.tables.masks[0])
        return int(legal[number % len(legal)])

    def _keep_still(self) -> int:
        """Return the silent seat's action: pass, or discard cards that it holds in both worlds."""
        legal = np.flatnonzero(self.tables.masks[0]).tolist()
        if legal[0] == Act.PASS:
            return Act.PASS
        if self.state["ask"] in (Ask.HAND, Ask.DISCARD):
            kinds = int(self.setup.record["kinds"][0])
            return next(action for action in legal if (action - KINDS) % kinds not in self.differing)
        raise AssertionError("a seat that plays nothing is asked for nothing else")

    def has_shown(self) -> bool:
        """Whether somebody may see by the next decision what differs: the worlds are then really different."""
        silent, place = self.silent, self.state
        drawn = int(place["sizes"][silent]) < 8 or int(place["amounts"][silent, Zone.HAND]) < 5
        others = [o for o in range(self.setup.num_seats) if o != silent]
        return bool(place["over"] != 0 or drawn or place["known"][[*others, PUBLIC], silent].any())


def swapped(position: np.ndarray, seat: int, kind: int) -> np.ndarray | None:
    """Return a copy in which the card at the bottom of the deck and one in hand have changed places."""
    copy = position.copy()
    place = copy[0]
    bottom = int(place["piles"][seat, 0])
    if bottom == kind or place["zones"][seat, Zone.HAND, kind] != 1 or place["known"][:, seat].any():
        return None
    place["piles"][seat, 0] = kind
    for zone, gone, come in ((Zone.HAND, kind, bottom), (Zone.DECK, bottom, kind)):
        place["zones"][seat, zone, gone] -= 1
        place["zones"][seat, zone, come] += 1
    place["held"][seat] &= ~np.uint64(1 << kind)
    place["held"][seat] |= np.uint64(1 << bottom)
    return copy


def pairs(setup: Setup, seed: int, number: int) -> Iterator[tuple[World, World]]:
    """Yield pairs of worlds that begin where a seat may play just one card, of which it has just one."""
    rng = np.random.default_rng(seed)
    tables, kinds, found = Tables(setup, 30, seed=seed), int(setup.record["kinds"][0]), 0
    while found < number:
        plays = tables.masks[:, KINDS:]
        one = (plays.sum(axis=1) == 1) & np.isin(tables.states["ask"], MENUS)
        one &= tables.states["sizes"][np.arange(30), tables.seats] > 14
        for row in np.flatnonzero(one)[:2].tolist():
            seat, kind = int(tables.seats[row]), int(plays[row].argmax()) % kinds
            position = tables.states[row : row + 1].copy()
            other = swapped(position, seat, kind)
            if other is None or seat in position["stack"]["player"][0, : int(position["depth"][0])]:
                continue
            differing = kind, int(position["piles"][0, seat, 0])
            worlds = World(setup, position, seat, differing), World(setup, other, seat, differing)
            if not worlds[1].tables.masks[0, KINDS:].any() and not worlds[0].has_shown():
                yield worlds
                found += 1
        for _ in range(3):
            tables.step(random_actions(tables.masks, rng, eager=0.6))


def play_on(world: World, most: int) -> None:
    """Play until the difference would show by itself, or for a while."""
    for _ in range(most):
        if world.has_shown():
            return
        world.step()


@pytest.mark.often(4)
@each_windows
@each_setup
def test_nobody_can_tell_a_seat_that_passes_from_one_that_has_nothing_to_play(options, windows):
    setup, silent_menus, decisions, watched = setup_of(**options, windows=windows), [0, 0], 0, 0
    for first, second in pairs(setup, seed=8, number=6):
        for world in (first, second):  # with "held" the second one begins with a question that it would not ask
            play_on(world, 60)
        for number, world in enumerate((first, second)):
            silent_menus[number] += world.silent_menus
        for seat in range(setup.num_seats):
            if seat == first.silent:
                continue
            length = min(len(first.shown[seat]), len(second.shown[seat]))
            assert first.shown[seat][:length] == second.shown[seat][:length]
            told = min(len(first.told[seat]), len(second.told[seat]))
            assert first.told[seat][:told] == second.told[seat][:told]
            decisions += length
        watched += _compare_what_is_watched(first, second, windows)
    assert decisions > 60 and watched > 30
    assert silent_menus[0] > silent_menus[1] if windows == "held" else silent_menus[0] > 0


def _compare_what_is_watched(first: World, second: World, windows: str) -> int:
    """Who watches the table all the time sees with "held" that a seat is asked, with "all" nothing at all.

    Returns how many decisions there were to compare.
    """
    logs = [
        [entry for entry in world.watched if windows == "all" or not (entry[0] == world.silent and entry[1] in MENUS)]
        for world in (first, second)
    ]
    length = min(map(len, logs))
    assert logs[0][:length] == logs[1][:length]
    return length
