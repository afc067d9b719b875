"""What follows from all that the Heroes have seen of custody, beside every history that fits it.

A history is what the arrested Citizens can be: to begin with any three of the thirty, then Citizens are arrested and
come back before everybody's eyes, and others are revealed in the city. What the state keeps of that, and what redraws
come to, must be just the histories that are possible.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import numpy as np
import pytest
from told import told

from cogitable.envs.city.rules.citizens import arrest, identify_one, set_down, take_arrested
from cogitable.envs.city.rules.state import (
    ARRESTED,
    NOBODY,
    NUM_DISTRICTS,
    NUM_TYPES,
    OF_EACH_TYPE,
    District,
    Phase,
    Status,
)
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules.directives import draw_directive, make_room, mix, publish_hand
from cogitable.envs.table import Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized

SETUP = GAME.setup(num_players=2)
WORDS = seed_words(11)[0]
World = tuple[int, ...]
"""How many Citizens of each type are in custody."""


class Custody:
    """A table on which Citizens are arrested, set free and revealed, with all that custody can be."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.states = Tables(SETUP, 1, seed=seed).states
        self.state = as_compiled(self.states)[0]
        self.states["phase"] = Phase.HEROES
        sizes = combinations_with_replacement(range(NUM_TYPES), 3)
        self.worlds = {tuple(kinds.count(kind) for kind in range(NUM_TYPES)) for kinds in sizes}

    def places(self, status: int) -> list[tuple[int, int]]:
        found = np.argwhere(self.states["citizens"][0, :NUM_DISTRICTS, status])
        return [(int(place), int(kind)) for place, kind in found]

    def arrest(self) -> None:
        place, kind = self.rng.choice(self.places(Status.REVEALED))
        arrest(self.state, int(place), int(kind))
        self.worlds = {_changed(world, int(kind), 1) for world in self.worlds}

    def set_free(self) -> None:
        take_arrested(self.state, True)
        kind = int(self.state.carried)
        self.state.carried_as = Status.REVEALED
        room = SETUP.record["room"][0] - self.states["crowd"][0, :NUM_DISTRICTS]
        set_down(self.state, int(room.argmax()))
        self.worlds = {_changed(world, kind, -1) for world in self.worlds if world[kind]}

    def reveal(self) -> None:
        place, _ = self.rng.choice(self.places(Status.UNIDENTIFIED))
        identify_one(self.state, int(place))

    def possible(self) -> set[World]:
        """Return what custody can be: no more of a type than are out of sight."""
        seen = self.states["citizens"][0, :NUM_DISTRICTS, Status.REVEALED].sum(axis=0)
        self.worlds = {world for world in self.worlds if (np.array(world) + seen <= OF_EACH_TYPE).all()}
        return self.worlds

    def compare(self) -> None:
        possible, sure = self.possible(), self.states["sure"][0, 1]
        truth = tuple(self.states["citizens"][0, ARRESTED, Status.UNIDENTIFIED].tolist())
        assert truth in possible
        assert (sure <= np.min(list(possible), axis=0)).all()
        copies = determinized(SETUP, self.states, WORDS, rows=np.zeros(4000, np.int64))
        found = {tuple(world) for world in copies["citizens"][:, ARRESTED, Status.UNIDENTIFIED].tolist()}
        assert found <= possible
        assert len(found) >= 0.8 * len(possible), "all but the rarest are redrawn"
        if len(possible) < 20:
            assert found == possible
        told_of = SETUP.layout.split(told(SETUP, self.states, 0)[0][0])
        assert np.allclose(told_of["arrested"] * 5, sure)
        out_of_sight = OF_EACH_TYPE - self.states["citizens"][0, :NUM_DISTRICTS, Status.REVEALED].sum(axis=0)
        assert np.allclose(told_of["at large"] * 5, out_of_sight - sure)


def _changed(world: World, kind: int, by: int) -> World:
    return tuple(number + by * (kind == i) for i, number in enumerate(world))


@pytest.mark.parametrize("seed", range(8))
def test_redraws_of_custody_are_all_that_fits_what_was_seen(seed):
    table, steps = Custody(seed), Counter[str]()
    for _ in range(24):
        kinds = ["reveal"] * bool(table.places(Status.UNIDENTIFIED)) * 2 + ["arrest"] * 2 * bool(
            table.places(Status.REVEALED)
        )
        kinds += ["set_free"] * 2 * bool(table.states["crowd"][0, ARRESTED])
        step = str(table.rng.choice(kinds))
        getattr(table, step)()
        steps[step] += 1
        table.compare()
    assert min(steps.values()) > 2 and len(steps) == 3


def test_a_citizen_mixed_by_resettle_is_face_down_like_any_other():
    """Nobody knows which of the two places it is in; it cannot be seen any more, and counts as out of sight."""
    came: Counter[int] = Counter()
    for seed in range(60):
        table = Custody(seed)
        for _ in range(4):
            table.reveal()
        place, kind = table.places(Status.REVEALED)[0]
        other = next(d for d, _ in table.places(Status.UNIDENTIFIED) if d != place)
        before = table.states["citizens"][0].copy()
        mix(table.state, place, kind, other)
        after = table.states["citizens"][0]
        assert after[place, Status.REVEALED, kind] == before[place, Status.REVEALED, kind] - 1
        assert (after.sum(axis=(1, 2)) == before.sum(axis=(1, 2))).all()
        assert (after.sum(axis=(0, 1)) == OF_EACH_TYPE).all()
        moved = after[other, Status.UNIDENTIFIED] - before[other, Status.UNIDENTIFIED]
        came["went" if moved[kind] > 0 else "stayed"] += 1
        copies = determinized(SETUP, table.states, WORDS, rows=np.zeros(300, np.int64))
        assert {0, 1} <= set((copies["citizens"][:, place, Status.UNIDENTIFIED, kind] > 0).astype(int).tolist())
    assert came["went"] > 15 and came["stayed"] > 10


def test_directives_that_come_back_from_the_bottom_are_known_in_hand():
    """Nine are drawn unseen; the fourth published sends the first to the bottom, from where everybody sees it come."""
    states = Tables(SETUP, 1, seed=5).states
    state, order = as_compiled(states)[0], []
    for number in range(9):
        draw_directive(state)
        assert not state.hand_known and state.bottom_size == max(0, number - 3)
        possible = {int(hand) for hand in determinized(SETUP, states, WORDS, rows=np.zeros(800, np.int64))["hand"]}
        unknown = 9 - number
        assert len(possible) == unknown and int(state.hand) in possible
        order.append(int(state.hand).bit_length() - 1)
        make_room(state)
        publish_hand(state)
    assert sorted(order) == list(range(9)) and state.deck == 0
    assert [int(one) for one in state.bottom[:6]] == order[:6] and state.bottom[6] == NOBODY
    assert [int(one) for one in state.order] == order[6:]
    for first in order[:6]:
        draw_directive(state)
        assert state.hand_known and state.hand == 1 << first
        known = told(SETUP, states, 0)[0][0]
        assert SETUP.layout.split(known)["Directives"][first, 3] == 1
        assert (determinized(SETUP, states, WORDS, rows=np.zeros(20, np.int64))["hand"] == 1 << first).all()
        make_room(state)
        publish_hand(state)


def test_who_is_arrested_to_begin_with_is_not_known():
    table = Custody(3)
    assert len(table.possible()) == 56 and not table.states["sure"].any()
    table.compare()
    assert District.SQUARE < ARRESTED
