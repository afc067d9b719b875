"""All that lies open is in every seat's observation, and all of a position in what tells everything."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from brass_empire.positions import CLERK, Position, do, employee, unit

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.rules import observation
from cogitable.envs.brass_empire.rules import state as s
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.files.packing import pack
from cogitable.envs.table.game import RUNNING


def seen(table: Position, seat: int, part: str) -> np.ndarray:
    """Return a part of what a seat observes."""
    layout = table.setup.layout
    out = np.zeros(layout.size, np.float32)
    observation.observe(table.record, table.state, seat, out)
    found = next(p for p in layout.parts if p.name == part)
    return out[layout.slice(part)].reshape(found.shape)


def test_every_seat_sees_which_company_is_attacked():
    table = Position(
        unit("Answer", 0, 2, ability=[do("damage", amount=1)], any_time=True), mode="battle", num_players=3
    )
    table.put(0, "Giant").put(1, "Answer").put(1, "Answer", wounds=1)
    table.play("attack 2", "seat 2")
    assert (table.asked, table.seat) == ("response", 1)
    assert seen(table, 1, "attacked company")[:3].tolist() == [0, 1, 0]
    assert seen(table, 2, "attacked company")[:3].tolist() == [1, 0, 0]


def test_employees_of_others_cards_out_of_the_game_and_reserves_are_seen():
    firing = employee("Firing", do("dismiss", source="hand"))
    table = Position(firing, num_players=3).set_hand(0, "Firing", CLERK, CLERK, "Foreman")
    table.play("hand Firing", f"hand {CLERK}", "hand Foreman")
    for seat in (1, 2):
        assert table.names(seen(table, seat, "others' played")) == ["Firing", "Foreman"]
        assert table.names(seen(table, seat, "trash")) == [CLERK]
    assert not seen(table, 0, "others' played").any()
    assert table.names(seen(table, 1, "others' reserve")[0]) == ["Blue Guard"] * 3 + ["Blue House"] * 2
    assert table.names(seen(table, 1, "others' reserve")[1]) == ["Blue Guard"] * 3 + ["Blue House"] * 2


def test_cards_that_the_others_know_in_the_own_hand_are_seen():
    back = employee("Back", do("recover"))
    table = Position(back).set_hand(0, "Back").set_discard(0, "Builder").play("hand Back", "discard Builder")
    assert table.names(seen(table, 0, "own known hand")) == ["Builder"]


def test_slots_say_which_card_lies_there():
    table = Position().put(0, "Raider", "Tower")
    kinds = seen(table, 0, "kinds")[0] * s.MAX_KINDS - 1
    assert [table.kinds[int(kind)] for kind in kinds[:3]] == ["Mining Platform", "Raider", "Tower"]
    assert (kinds[3:] == -1).all()


def lies_open(state: Any, seat: int, seats: int) -> bytes:
    """Return all of a position that lies open or is a seat's own, as bytes; what is left over from before is not."""
    state.rng[:] = 0
    state.telling, state.told, state.paid[:] = 0, 0, 0
    state.events[:] = np.zeros_like(np.asarray(state.events))
    state.piles[:] = 0
    for other in range(seats):
        if other != seat:
            state.zones[other, s.Zone.DECK] += state.zones[other, s.Zone.HAND]
            state.zones[other, s.Zone.HAND] = 0
    state.frames[state.depth :] = np.zeros_like(np.asarray(state.frames[state.depth :]))
    if state.phase != s.Phase.FIGHT:
        state.attacker_seat = state.target_seat = state.target = 0
        if state.ask != s.Ask.TARGET:
            state.attacker = 0
    if state.ask != s.Ask.COPY:
        state.wanted = 0
    if state.phase == s.Phase.MENU:
        state.cursor = state.hostile = 0
    return pack(np.asarray(state).reshape(1))  # without padding, which a copy leaves undefined


EVERY_WAY = [
    {"num_players": 3},
    {"mode": "solitaire"},
    {"mode": "team"},
    {"mode": "battle", "num_players": 3},
    {"corporations": "chosen", "reserves": "draft"},
]


def after_each(tables: Tables, setup: Setup) -> Tables:
    """Return the positions that all legal actions of a position lead to, chance falling alike."""
    legal = np.flatnonzero(tables.masks[0])
    after = Tables(setup, legal.size, seed=0, auto_reset=False)
    after.states[:] = tables.states
    after.look()
    after.step(legal)
    after.states["rng"] = after.states["rng"][0]
    return after


@pytest.mark.parametrize("options", EVERY_WAY, ids=lambda o: "-".join(map(str, o.values())))
def test_what_looks_the_same_is_the_same(options):
    """Positions after one decision that a seat observes alike are alike in all that is open."""
    setup, compared = GAME.setup(**options), 0
    tables, rng = Tables(setup, 1, seed=5), np.random.default_rng(5)
    for _ in range(200):
        after = after_each(tables, setup)
        rows = np.flatnonzero(after.states["over"] == RUNNING)
        for seat in range(setup.num_seats):
            after.observe(np.full(len(after.states), seat), after.observations, after.masks)
            alike: dict[bytes, bytes] = {}
            for row in rows:
                open_now = lies_open(as_compiled(after.states[row : row + 1].copy())[0], seat, setup.num_seats)
                assert alike.setdefault(after.observations[row].tobytes(), open_now) == open_now
                compared += 1
        tables.step((rng.random(tables.masks.shape) * tables.masks).argmax(axis=1))
    assert compared > 500
