"""Brass Empire: laying out, buying, playing, building, mining, the end of a turn, and what cards do."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from brass_empire.positions import CLERK, PLATFORM, WORKER, Position, building, choose, do, employee, gain, unit, when

from cogitable.envs.table.compilation.uncompiled import as_compiled

# Setup


@pytest.mark.parametrize(
    ("players", "pool", "mode"),
    [(2, 50, "standard"), (3, 75, "standard"), (4, 100, "standard"), (5, 100, "standard"), (1, 40, "solitaire")]
    + [(4, 100, "team"), (6, 100, "team")],
)
def test_the_table_is_laid_out(players, pool, mode):
    table = Position(num_players=players, mode=mode)
    assert table.state.pool == pool
    assert not any(table.brass())
    for seat in range(players):
        assert Counter(table.hand(seat) + table.deck(seat)) == {CLERK: 7, WORKER: 3}
        assert len(table.hand(seat)) == 5
        assert table.discard(seat) == [] == table.zone(seat, "played")
        assert table.in_play(seat) == [PLATFORM]
        assert table.face_up(seat, 1)
    assert "" not in table.row("labor") + table.row("design")
    types = table.record.type
    assert {types[table.number(name)] for name in table.row("labor") + table.central("labor")} == {0}
    assert {types[table.number(name)] for name in table.row("design") + table.central("design")} == {1, 2}


def test_battles_begin_with_brass_of_their_own_and_no_pool():
    table = Position(mode="battle", num_players=6)
    assert table.brass() == [20] * 6
    assert table.state.pool == 0


def test_the_central_decks_hold_each_kind_as_often_as_the_card_file_says():
    table = Position()
    everything = table.row("labor") + table.central("labor") + table.row("design") + table.central("design")
    copies = {kind.name: kind.copies for kind in table.setup.options.cards.kinds if kind.copies}
    assert Counter(everything) == copies


def test_hands_decks_rows_and_the_first_player_are_drawn_by_lot():
    tables = [Position(seed=seed, first=seed % 3, num_players=3) for seed in range(12)]
    assert len({tuple(table.hand(0)) for table in tables}) > 1
    assert len({tuple(table.deck(0)) for table in tables}) > 6
    assert len({tuple(table.row("design")) for table in tables}) > 6
    assert len({tuple(table.central("labor")) for table in tables}) > 6
    assert [table.seat for table in tables] == [seed % 3 for seed in range(12)]


def test_everybody_is_as_likely_to_be_first():
    from cogitable.envs.brass_empire import GAME
    from cogitable.envs.brass_empire.rules import apply as rules
    from cogitable.envs.brass_empire.rules import state
    from cogitable.envs.table.random import seed_words

    setup, firsts = GAME.setup(num_players=5), Counter()
    states = np.zeros(1, state.STATE)
    for words in seed_words(1, 60):
        states[:] = 0
        states["rng"][0] = words
        rules.deal(as_compiled(setup.record)[0], as_compiled(states)[0])
        firsts[int(states["first"][0])] += 1
    assert set(firsts) == set(range(5))
    assert max(firsts.values()) < 26


# Turns


@pytest.mark.parametrize("first", range(4))
def test_turns_go_clockwise_from_the_first_player(first):
    table = Position(num_players=4, first=first)
    seats = []
    for _ in range(8):
        seats.append(table.seat)
        table.end_turn()
    assert seats == [(first + i) % 4 for i in range(8)]


def test_the_end_of_a_turn_discards_everything_and_draws_five():
    table = Position().set_hand(0, CLERK, CLERK, WORKER, "Foreman").set_deck(0, *["Agent"] * 6)
    table.play("hand Clerk", "hand Foreman")
    assert table.zone(0, "played") == [CLERK, "Foreman"]
    assert table.discard(0) == []
    table.end_turn()
    assert table.discard(0) == sorted([CLERK, CLERK, "Foreman", WORKER])
    assert table.hand(0) == ["Agent"] * 5
    assert table.deck(0) == ["Agent"]
    assert table.seat == 1


def test_labor_and_construction_are_gone_with_the_turn():
    table = Position().set_hand(0, CLERK, WORKER).play("hand Clerk", "hand Union Worker")
    assert (table.state.labor, table.state.construction) == (1, 1)
    table.end_turn()
    assert (table.state.labor, table.state.construction) == (0, 0)


def test_playing_costs_nothing_and_mixes_with_buying_and_units():
    table = Position().set_hand(0, "Foreman", "Giant", CLERK).put(0, "Soldier")
    table.set_row("labor", "Agent", *["Foreman"] * 5)
    table.play("hand Foreman", "buy Agent", "mine 2", "hand Giant", "hand Clerk")
    assert table.state.labor == 1
    assert table.brass() == [2, 0]


# Drawing and reshuffling


def test_an_empty_deck_is_made_of_the_discard_in_mid_draw():
    table = Position(employee("Scholar", do("draw", count=3)))
    table.set_hand(0, "Scholar").set_deck(0, "Giant").set_discard(0, "Agent", "Agent", "Agent")
    table.play("hand Scholar")
    assert table.hand(0) == ["Agent", "Agent", "Giant"]
    assert table.deck(0) == ["Agent"]
    assert table.discard(0) == []
    assert table.zone(0, "played") == ["Scholar"]


def test_cards_played_this_turn_are_not_reshuffled():
    table = Position(employee("Scholar", do("draw", count=5)))
    table.set_hand(0, "Scholar", CLERK, CLERK).set_deck(0).set_discard(0, "Agent")
    table.play("hand Clerk", "hand Clerk", "hand Scholar")
    assert table.hand(0) == ["Agent"]
    assert table.deck(0) == table.discard(0) == []
    assert table.zone(0, "played") == [CLERK, CLERK, "Scholar"]


def test_cards_played_are_reshuffled_when_the_turn_has_ended():
    table = Position().set_hand(0, CLERK, CLERK).set_deck(0, "Agent").set_discard(0)
    table.play("hand Clerk").end_turn()
    assert table.hand(0) == ["Agent", CLERK, CLERK]
    assert table.deck(0) == table.discard(0) == []


def test_without_any_cards_nothing_is_drawn():
    table = Position(employee("Scholar", do("draw", count=2), gain(labor=3)))
    table.set_hand(0, "Scholar").set_deck(0).set_discard(0)
    table.play("hand Scholar")
    assert table.hand(0) == []
    assert table.state.labor == 3
    table.end_turn()
    assert table.hand(0) == ["Scholar"]


def test_bought_cards_go_to_the_discard_and_are_reshuffled_in_the_same_turn():
    table = Position(employee("Scholar", do("draw")))
    table.set_hand(0, "Scholar").set_deck(0).set_discard(0).set_row("labor", "Agent").set_central("labor").give(labor=2)
    table.play("buy Agent", "hand Scholar")
    assert table.hand(0) == ["Agent"]


def test_a_reshuffle_puts_cards_into_any_order():
    orders = set()
    for seed in range(8):
        table = Position(seed=seed).set_hand(0).set_deck(0).set_discard(0, *[CLERK] * 3, *[WORKER] * 3, *["Agent"] * 3)
        table.end_turn()
        orders.add((*table.hand(0), *table.deck(0)))
    assert len(orders) > 4


def test_a_deck_is_drawn_from_the_top():
    table = Position().set_deck(0, "Agent", "Foreman", "Giant", "Tower", CLERK, WORKER).end_turn()
    assert table.hand(0) == sorted(["Agent", "Foreman", "Giant", "Tower", CLERK])
    assert table.deck(0) == [WORKER]


# Buying


def test_a_card_costs_labor_construction_or_both_exactly():
    table = Position().set_row("labor", "Builder", "Agent").set_central("labor").set_central("design")
    table.set_row("design", "Shed", "Tower")
    for labor, construction, offered in (
        (0, 0, set()),
        (1, 1, {"Shed"}),
        (2, 0, {"Agent"}),
        (2, 1, {"Agent", "Builder", "Shed"}),
        (0, 3, {"Tower"}),
        (1, 2, {"Shed"}),
    ):
        table.give(labor, construction)
        buys = {name.removeprefix("buy ") for name in table.legal() if name.startswith("buy")}
        assert buys == offered
    table.give(3, 3).play("buy Builder")
    assert (table.state.labor, table.state.construction) == (1, 2)
    assert table.discard(0) == ["Builder"]


@pytest.mark.parametrize("place", range(6))
def test_a_row_is_refilled_at_once_at_the_same_place(place):
    row = ["Foreman"] * 6
    row[place] = "Agent"
    table = Position().set_row("labor", *row).set_central("labor", "Builder", "Foreman").give(labor=2).play("buy Agent")
    row[place] = "Builder"
    assert table.row("labor") == row
    assert table.central("labor") == ["Foreman"]
    assert table.discard(0) == ["Agent"]


def test_the_refilled_card_may_be_bought_in_the_same_turn():
    table = Position().set_row("labor", "Agent", *["Foreman"] * 5).give(labor=4)
    table.set_central("labor", "Agent", "Builder")
    table.play("buy Agent", "buy Agent")
    assert table.discard(0) == ["Agent", "Agent"]
    assert "Builder" in table.row("labor")


def test_a_row_stays_short_when_its_deck_is_empty():
    table = Position().set_row("design", "Shed", "Tower").set_central("design").give(2, 5)
    table.play("buy Shed")
    assert table.row("design") == ["", "Tower", "", "", "", ""]
    table.play("buy Tower")
    assert table.row("design") == [""] * 6
    assert not [name for name in table.legal() if name.startswith("buy") and name not in ("buy Foreman", "buy Agent")]
    table.end_turn(4)


def test_reserves_are_bought_by_their_owners_alone():
    table = Position().give(9, 9)
    assert table.zone(0, "reserve") == ["Blue Guard"] * 3 + ["Blue House"] * 2
    table.play("reserve Blue Guard", "reserve Blue House", "reserve Blue House")
    assert "reserve Blue House" not in table.legal()
    assert table.zone(0, "reserve") == ["Blue Guard"] * 2
    assert table.discard(0) == ["Blue Guard", "Blue House", "Blue House"]
    assert (table.state.labor, table.state.construction) == (9, 6)
    table.end_turn().give(9, 9)
    assert "reserve Red Guard" in table.legal()
    assert "reserve Blue Guard" not in table.legal()


def test_cards_of_another_corporation_are_for_everybody_in_the_rows():
    table = Position().set_row("design", "Red Guard", *["Tower"] * 5).give(construction=1).play("buy Red Guard")
    assert table.discard(0) == ["Red Guard"]


def test_an_unbought_reserve_counts_for_nothing():
    table = Position()
    before = table.score(0)
    table.give(construction=1).play("reserve Blue House")
    assert table.score(0) == before + 2


# Buildings and units


def test_buildings_are_under_construction_until_the_next_own_turn():
    table = Position(building("Fort", 2, 4, ability=[gain(brass=1, **{"if": when("buildings")})]), num_players=3)
    table.set_hand(0, "Fort", "Works").play("hand Fort", "hand Works")
    assert [table.face_up(0, slot) for slot in (1, 2, 3)] == [True, False, False]
    assert "ability 2" not in table.legal()
    assert table.state.labor == 0
    table.end_turn()
    for _ in range(2):
        assert not table.face_up(0, 2)
        table.end_turn()
    assert table.face_up(0, 2)
    assert table.face_up(0, 3)
    assert "ability 2" in table.legal()
    assert table.state.labor == 1


def test_when_built_effects_come_in_order_and_only_once():
    table = Position(
        building("Hall", 0, 2, built=[choose(gain(labor=1), gain(labor=2))]),
        building("School", 0, 2, built=[do("draw", may=True)]),
    )
    table.set_hand(0, "School", "Hall", "Hall").set_deck(0, *[CLERK] * 12)
    table.play("hand School", "hand Hall", "hand Hall").end_turn(2)
    assert (table.seat, table.asked) == (0, "draw or not")
    table.play("option 1")
    assert len(table.hand(0)) == 6
    assert table.asked == "one of several"
    table.play("option 2", "option 1")
    assert table.asked == "own turn"
    assert table.state.labor == 3
    table.end_turn(2)
    assert table.asked == "own turn"
    assert table.state.labor == 0


def test_abilities_that_only_gain_work_by_themselves_every_turn():
    table = Position().put(0, "Works", "Mint", "Works")
    table.end_turn()
    for brass in (1, 2, 3):
        table.end_turn()
        assert table.state.labor == 2
        assert table.brass() == [brass, 0]
        assert not any(name.startswith("ability") for name in table.legal())
        table.end_turn()


def test_a_gaining_ability_works_in_the_turn_in_which_it_is_built():
    table = Position().set_hand(0, "Mint").play("hand Mint").end_turn()
    assert table.brass() == [0, 0]
    table.end_turn()
    assert table.brass() == [1, 0]


def test_an_ability_under_a_condition_is_used_by_choice():
    table = Position(building("Depot", 0, 2, ability=[gain(brass=2, **{"if": when("units", 2)})]))
    table.put(0, "Depot", "Soldier")
    assert "ability 2" not in table.legal()
    assert table.brass() == [0, 0]
    table.end_turn(2).put(0, "Soldier")
    table.play("ability 2")
    assert table.brass() == [2, 0]
    assert "ability 2" not in table.legal()


def test_units_wait_until_the_next_own_turn():
    table = Position(unit("Sniper", 1, 1, ability=[gain(brass=1)])).put(1, "Shed").set_hand(0, "Sniper")
    table.play("hand Sniper")
    uses = {"mine 2", "attack 2", "ability 2"}
    assert not uses & set(table.legal())
    table.end_turn(2)
    assert uses <= set(table.legal())


@pytest.mark.parametrize("use", ["mine 2", "attack 2", "ability 2"])
def test_a_unit_does_one_thing_a_turn(use):
    table = Position(unit("Sniper", 1, 3, ability=[do("draw")])).put(0, "Sniper").put(1, "Giant")
    table.play(use)
    if use == "attack 2":
        table.play(table.thing_name(1, 1))
    assert not {"mine 2", "attack 2", "ability 2"} & set(table.legal())
    table.end_turn(2)
    assert {"mine 2", "attack 2", "ability 2"} <= set(table.legal())


def test_what_a_unit_does_when_played_it_does_only_then():
    table = Position(unit("Mercenary", 2, 2, play=[gain(labor=2)])).set_hand(0, "Mercenary")
    table.play("hand Mercenary")
    assert table.state.labor == 2
    table.end_turn(2)
    assert table.state.labor == 0


def test_mining_gains_the_attack_power():
    table = Position().put(0, "Soldier", "Giant").play("mine 2", "mine 3")
    assert table.brass() == [7, 0]
    assert table.state.pool == 43


def test_buildings_never_mine_nor_attack_and_powerless_units_neither():
    table = Position().put(0, "Tower", "Porter")
    assert not [name for name in table.legal() if name.startswith(("mine", "attack"))]


def test_of_equal_things_one_is_offered():
    table = Position().put(0, "Soldier", "Soldier", "Giant").put(0, "Soldier", wounds=1)
    mines = [name for name in table.legal() if name.startswith("mine")]
    assert mines == ["mine 2", "mine 4", "mine 5"]
    table.play("mine 2")
    assert [name for name in table.legal() if name.startswith("mine")] == ["mine 3", "mine 4", "mine 5"]


def test_a_full_table_takes_employees_only():
    table = Position().put(0, *["Tower"] * 31).set_hand(0, "Soldier", "Shed", CLERK)
    assert {"hand Clerk"} == {name for name in table.legal() if name.startswith("hand")}
    table = Position().put(0, *["Tower"] * 30).set_hand(0, "Soldier", "Shed", CLERK)
    assert {"hand Clerk", "hand Shed", "hand Soldier"} <= set(table.legal())


# The Mining Platform


def test_the_platform_is_rebuilt_for_a_construction_and_not_by_itself():
    table = Position().break_platform(0)
    assert "rebuild" not in table.legal()
    table.end_turn(2)
    assert not table.face_up(0, 1)
    table.give(labor=3)
    assert "rebuild" not in table.legal()
    table.give(construction=2).play("rebuild")
    assert table.face_up(0, 1)
    assert table.state.construction == 1
    assert "rebuild" not in table.legal()


def test_units_mine_without_a_platform():
    table = Position().break_platform(0).put(0, "Soldier").play("mine 2")
    assert table.brass() == [2, 0]


def test_a_platforms_income_stops_while_it_is_turned_over():
    rich = building(PLATFORM, 0, 3, ability=[gain(brass=1)])
    table = Position(rich, num_players=2)
    assert table.brass() == [1, 0]
    table.break_platform(0).end_turn(2)
    assert table.brass() == [1, 1]
    table.give(construction=1).play("rebuild")
    assert table.brass() == [1, 1]
    table.end_turn(2)
    assert table.brass() == [2, 2]
