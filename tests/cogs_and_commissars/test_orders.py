"""Standing orders: where a seat does not want to be asked, which nobody else knows of."""

from __future__ import annotations

import numpy as np
import pytest
from cogs_and_commissars.games import setup_of
from cogs_and_commissars.positions import LETTERS, Position, has, lay_out

from cogitable.envs.cogs_and_commissars.rules.actions import orders_at
from cogitable.envs.cogs_and_commissars.rules.appearance import appearance
from cogitable.envs.cogs_and_commissars.rules.determinize import determinize
from cogitable.envs.cogs_and_commissars.rules.everything import reveal
from cogitable.envs.cogs_and_commissars.rules.observation import observe
from cogitable.envs.cogs_and_commissars.rules.orders import orders_about
from cogitable.envs.cogs_and_commissars.rules.state import Order
from cogitable.envs.table import Tables
from cogitable.envs.table.files.save import upgraded
from cogitable.envs.table.rules import UNPERCEIVED

BLITZ, STIFLE, PROPAGANDA = "Doublethink", "Stifle Free Speech", "Propaganda"


def order(order: Order) -> str:
    return f"order: {order.text}"


def orders(words: list[str]) -> list[str]:
    return [word for word in words if word.startswith("order")]


def seen(table: Position, seat: str) -> bytes:
    out = np.zeros(table.setup.layout.size, np.float32)
    observe(table.record, table.state, LETTERS.index(seat), out)
    return out.tobytes()


def test_without_the_option_nobody_gives_orders():
    setup, rng = setup_of(num_players=3), np.random.default_rng(0)
    tables = Tables(setup, 8, seed=0)
    first = setup.action_names.index(order(Order.OWN))
    assert setup.num_actions == first + len(Order)
    for _ in range(50):
        assert not tables.masks[:, first:].any()
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))


def test_a_seat_is_not_asked_where_it_does_not_want_to_be():
    for given in (False, True):
        table = lay_out(has(f"2 {BLITZ}, {STIFLE}"), has(), has(), phase="action", standing_orders=True)
        if given:
            table.go(f"A: {order(Order.OWN)}")
        assert table.asked == "A: action", "to give an order is no move"
        table.go(f"A: play {BLITZ}")
        assert table.asked == ("B: response" if given else "A: response")


def test_an_order_holds_from_the_window_on_in_which_it_is_given_until_it_is_taken_back():
    table = lay_out(has(f"2 {BLITZ}"), has(BLITZ), has(), phase="action", standing_orders=True)
    table.do(f"A: play {BLITZ}", f"B: {order(Order.UNTARGETED)}")
    assert table.asked == "C: response"
    table.settle()
    table.go(f"A: play {BLITZ}").go("A: pass")
    assert table.asked == "C: response"
    table.pass_until("B: discards before drawing").pass_until("B: propaganda")
    assert order(Order.UNTARGETED) in table.legal(), "a new turn"
    table.go(f"B: {order(Order.UNTARGETED)}")
    assert table.state.orders.tolist()[:3] == [0, 0, 0]


def test_each_order_can_be_changed_once_in_a_turn():
    table = lay_out(has(BLITZ), has(), phase="action", standing_orders=True)
    for number in range(len(Order), 0, -1):
        assert len(orders(table.legal())) == number
        table.go(f"A: {orders(table.legal())[0]}")
    assert not orders(table.legal())


def test_what_windows_are_about():
    table = lay_out(has(PROPAGANDA), has(), has(STIFLE), has(), phase="propaganda", standing_orders=True)

    def about(seat: str) -> set[Order]:
        found = int(orders_about(table.record, table.state, LETTERS.index(seat)))
        return {order for order in Order if found >> order & 1}

    assert [about(seat) for seat in "ABCD"] == [set(), *[{Order.BETWEEN}] * 3]
    table.go(f"A: play {PROPAGANDA}", "A: at B proletariat")
    assert [about(seat) for seat in "ABCD"] == [{Order.OWN}, set(), {Order.THIRD}, {Order.THIRD}]
    table.do(f"C: play {STIFLE}")
    assert [about(seat) for seat in "ABCD"] == [set(), {Order.ANSWER}, {Order.OWN}, {Order.ANSWER}]


def test_orders_are_nobody_elses_to_know():
    table = lay_out(has(BLITZ), has(BLITZ), has(), phase="action", standing_orders=True)
    table.go(f"A: play {BLITZ}", "A: pass")
    before = [seen(table, seat) for seat in "AC"]
    action = int(orders_at(table.record)) + Order.BETWEEN
    assert appearance(table.record, table.state, action, 0) == UNPERCEIVED
    assert table.setup.describe(table.states, action, seat=0) == ""
    assert "not be asked any more" in table.setup.describe(table.states, action, seat=1)
    own = seen(table, "B")
    table.go(f"B: {order(Order.BETWEEN)}")
    assert [seen(table, seat) for seat in "AC"] == before and seen(table, "B") != own
    assert "You are not asked where no card is being played" in table.setup.text(table.states, 1)
    for seat, kept in (("B", True), ("A", False)):
        other = table.copy()
        determinize(other.record, other.state, LETTERS.index(seat))
        assert bool(other.state.orders[1]) == bool(other.state.ordered[1]) == kept


def test_everything_has_the_orders_of_all():
    table = lay_out(has(BLITZ), has(BLITZ), has(), phase="action", standing_orders=True)
    table.go(f"A: {order(Order.THIRD)}")
    out = np.zeros(table.setup.full_layout.size, np.float32)
    reveal(table.record, table.state, out)
    rows = out[table.setup.full_layout.slice("orders")].reshape(-1, len(Order))
    assert rows[0].tolist() == [0, 1, 0, 0, 0] and not rows[1:].any()


@pytest.mark.parametrize("windows", ["held", "all"])
def test_games_with_orders_go_on(windows):
    setup, rng = setup_of(num_players=4, standing_orders=True, windows=windows), np.random.default_rng(3)
    tables, given = Tables(setup, 8, seed=3), 0
    first = setup.num_actions - len(Order)
    for _ in range(60):
        actions = (tables.masks * rng.random(tables.masks.shape)).argmax(axis=1)
        given += int((actions >= first).sum())
        tables.step(actions)
    assert given > 30


def test_a_save_from_before_there_were_orders_goes_on():
    setup, rng = setup_of(num_players=3), np.random.default_rng(2)
    tables = Tables(setup, 1, seed=2)
    for _ in range(30):
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
    dtype = tables.states.dtype
    before = np.zeros(1, [(name, dtype[name]) for name in dtype.names if name not in ("orders", "ordered")])
    for name in before.dtype.names:
        before[name] = tables.states[name]
    after = upgraded(setup, before)
    assert all((after[name] == tables.states[name]).all() for name in dtype.names if name != "events")
