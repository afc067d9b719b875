"""Brass Empire alone: rows that shift, the automaton's turn, and the end, as the rulebook has them."""

from __future__ import annotations

from collections import Counter

import pytest
from brass_empire.positions import CLERK, PLATFORM, Position, building, do, employee, gain, happened, unit, when

from cogitable.envs.brass_empire.rules.state import MAX_THINGS, Phase
from cogitable.envs.brass_empire.words.facts import plan_of_automaton, pool_text

LABOR = ["Foreman", "Agent", "Builder", "Foreman", "Agent", "Builder"]


def alone(*extra, **options) -> Position:
    """Return a solitaire game whose labor row has cards that differ from their neighbours."""
    return Position(*extra, mode="solitaire", **options).set_row("labor", *LABOR)


# Solitaire: rows


@pytest.mark.parametrize("place", range(6))
def test_cards_shift_to_the_right_and_the_new_one_is_leftmost(place):
    row = ["Foreman"] * 6
    row[place] = "Agent"
    table = alone().set_row("labor", *row).set_central("labor", "Builder", "Foreman").give(labor=2)
    design = table.row("design")
    table.play("buy Agent")
    assert table.row("labor") == ["Builder"] + ["Foreman"] * 5
    assert table.row("design") == design


def test_cards_right_of_the_gap_stay():
    table = alone().set_row("labor", "Foreman", "Builder", "Foreman", "Agent", "Builder", "Foreman").give(labor=2)
    table.set_central("labor", "Agent").play("buy Agent")
    assert table.row("labor") == ["Agent", "Foreman", "Builder", "Foreman", "Builder", "Foreman"]


def test_of_equal_cards_the_player_says_which():
    table = alone().set_central("labor", "Foreman").give(labor=3).play("buy Agent")
    assert table.asked == "which of equal cards"
    assert table.legal() == ["labor place 2", "labor place 5"]
    table.play("labor place 2")
    assert table.row("labor") == ["Foreman", "Foreman", "Builder", "Foreman", "Agent", "Builder"]
    assert (table.state.labor, table.discard(0)) == (1, ["Agent"])
    table = alone().set_central("labor", "Foreman").give(labor=3).play("buy Agent", "labor place 5")
    assert table.row("labor") == ["Foreman", "Foreman", "Agent", "Builder", "Foreman", "Builder"]


def test_which_of_equal_cards_is_acquired_by_an_effect():
    broker = employee("Broker", do("acquire", row="design", max_cost=2), gain(labor=1, if_done=True))
    table = alone(broker).set_row("design", "Shed", "Giant", "Shed", "Giant", "Tower", "Giant")
    table.set_central("design", "Soldier").set_hand(0, "Broker").play("hand Broker", "buy Shed", "design place 3")
    assert table.row("design") == ["Soldier", "Shed", "Giant", "Giant", "Tower", "Giant"]
    assert (table.state.labor, table.discard(0)) == (1, ["Shed"])


def test_with_other_players_equal_cards_are_alike_and_nothing_shifts():
    table = Position().set_row("labor", *LABOR).set_central("labor", "Foreman").give(labor=2).play("buy Agent")
    assert table.asked == "own turn"
    assert Counter(table.row("labor")) == {"Foreman": 3, "Agent": 1, "Builder": 2}
    assert [a == b for a, b in zip(table.row("labor"), LABOR, strict=True)].count(False) == 1


def test_a_short_row_has_its_gaps_on_the_left():
    table = alone().set_central("labor").give(labor=4).play("buy Agent", "labor place 5", "buy Agent")
    assert table.row("labor") == ["", "", "Foreman", "Builder", "Foreman", "Builder"]
    table.play("end")
    assert table.row("labor") == ["", "", "", "Foreman", "Builder", "Foreman"]


# Solitaire: the automaton's turn


def test_the_automaton_begins_with_nothing():
    table = alone()
    assert table.brass() == [0, 0]
    assert table.in_play(1) == []
    assert table.score(1) == 0
    assert table.seat == 0


def test_it_takes_one_brass_and_one_more_for_each_building():
    table = alone().play("end")
    assert table.brass() == [0, 1]
    assert table.state.pool == 39
    table = alone().put(1, "Tower", "Shed", "Soldier").set_brass(0, 20).play("end")
    assert table.brass() == [0, 20 + 1 + 2 + 2]


def test_below_seven_brass_it_takes_the_rightmost_employee_only():
    table = alone().set_central("labor", "Agent", "Foreman").set_brass(0, 5)
    design = table.row("design")
    table.play("end")
    assert table.brass() == [0, 6]
    assert table.discard(1) == ["Builder"]
    assert table.in_play(1) == []
    assert table.row("labor") == ["Agent", *LABOR[:5]]
    assert table.row("design") == design
    assert table.score(1) == 7


@pytest.mark.parametrize(("before", "units", "rich"), [(5, [], False), (6, [], True), (3, ["Soldier"], False)])
def test_from_seven_brass_it_takes_a_design_card_as_well(before, units, rich):
    table = alone().set_brass(0, before).put(1, *units).set_row("design", *["Shed"] * 5, "Tower")
    table.set_central("design", "Soldier", "Shed").play("end")
    assert table.in_play(1) == units + ["Tower"] * rich
    assert table.row("design") == (["Soldier", *["Shed"] * 5] if rich else [*["Shed"] * 5, "Tower"])
    assert table.discard(1) == ["Builder"]


def test_what_its_units_have_mined_counts_for_the_seven():
    table = alone().set_brass(0, 4).put(1, "Soldier").play("end")
    assert table.brass() == [0, 7]
    assert len(table.in_play(1)) == 2


def test_its_new_building_counts_from_its_next_turn():
    table = alone().set_brass(0, 6).set_row("design", *["Tower"] * 6).play("end")
    assert table.brass() == [0, 7]
    assert table.face_up(1, 1)
    table.play("end")
    assert table.brass() == [0, 9]


def test_its_new_unit_acts_from_its_next_turn():
    table = alone().set_brass(0, 6).set_row("design", *["Soldier"] * 6).play("end")
    assert table.brass() == [0, 7]
    table.play("end")
    assert table.brass() == [0, 10]


def test_with_less_brass_for_the_player_its_units_mine():
    table = alone().set_brass(3, 4).put(1, "Soldier", "Giant", "Porter").play("end")
    assert table.brass() == [3, 5 + 7]
    assert table.wounds(0, 1) == 0


def test_with_more_brass_for_the_player_they_attack_the_platform():
    table = alone().set_brass(9, 4).put(1, "Soldier").put(0, "Tower", "Soldier").play("end")
    assert table.brass() == [9, 5]
    assert table.wounds(0, 1) == 2
    table.play("end")
    assert not table.face_up(0, 1)
    assert table.brass() == [9, 7]
    assert table.in_play(0) == [PLATFORM, "Tower", "Soldier"]


def test_equal_brass_means_mining_and_the_income_comes_first():
    table = alone().set_brass(5, 4).put(1, "Soldier").play("end")
    assert table.brass() == [5, 7]
    assert table.wounds(0, 1) == 0
    table = alone().set_brass(6, 4).put(1, "Soldier").play("end")
    assert table.brass() == [6, 5]
    assert table.wounds(0, 1) == 2


def test_once_the_platform_is_destroyed_the_others_mine():
    table = alone().set_brass(20, 0).put(1, "Soldier", "Soldier", "Soldier", "Giant").play("end")
    assert not table.face_up(0, 1)
    assert table.brass() == [20, 1 + 1 + 2 + 5]


def test_with_the_platform_down_all_mine():
    table = alone().set_brass(20, 0).break_platform(0).put(1, "Soldier", "Soldier").play("end")
    assert table.brass() == [20, 5]


def test_they_act_in_the_order_in_which_they_came():
    """Only the first one has to attack."""
    table = alone().set_brass(20, 0).put(1, "Giant", "Soldier").play("end")
    assert table.brass() == [20, 1 + 1 + 2]
    table = alone().set_brass(20, 0).put(1, "Soldier", "Giant").play("end")
    assert table.brass() == [20, 1 + 1]


def test_it_decides_once_in_a_turn():
    """The Brass for the platform makes it the richer one; that is for its next turn."""
    fort = building(PLATFORM, 0, 1)
    table = alone(fort).set_brass(3, 1).put(1, "Soldier", "Soldier").play("end")
    assert table.brass() == [3, 2 + 1 + 2]


def test_a_platform_that_strikes_back_destroys_its_units():
    fort = building(PLATFORM, 2, 9)
    table = alone(fort).set_brass(20, 0).put(1, "Raider", "Soldier", "Giant").play("end")
    assert table.in_play(1) == ["Giant"]
    assert Counter(table.discard(1)) == Counter(["Raider", "Soldier", "Builder"])
    assert table.brass() == [22, 1 + 1]
    assert table.score(1) == 2 + 2 + 1 + 3 + 1


def test_its_units_without_attack_stay_at_home():
    fort = building(PLATFORM, 3, 9)
    table = alone(fort).set_brass(20, 0).put(1, "Porter").play("end")
    assert table.in_play(1) == ["Porter"]
    assert table.wounds(1, 1) == 0
    assert table.brass() == [20, 1]


def test_its_destroyed_things_are_in_its_score_pile_for_good():
    table = alone().put(1, "Tower", "Raider").put(0, "Soldier", "Soldier")
    before = table.score(1)
    table.attack(2, 1, 1).attack(3, 1, 2)
    assert table.in_play(1) == []
    assert table.discard(1) == ["Raider", "Tower"]
    assert table.brass() == [2, 1], "the raider struck back"
    assert table.score(1) == before + 1
    for _ in range(3):
        table.play("end")
    assert {"Raider", "Tower"} <= set(table.discard(1))


def test_its_units_are_attacked_and_wounds_last():
    table = alone().put(1, "Giant").put(0, "Soldier", "Soldier").attack(2, 1, 1)
    assert table.wounds(1, 1) == 2
    assert table.brass() == [0, 1]
    table.play("end").attack(2, 1, 1)
    assert table.wounds(1, 1) == 4


def test_the_texts_of_its_cards_do_nothing():
    noisy = unit("Noisy", 1, 1, play=[gain(brass=5)], destroyed=[gain(brass=5)], ability=[gain(brass=5)], value=1)
    hall = building("Hall", 0, 1, built=[gain(brass=5)], ability=[gain(brass=5)], destroyed=[do("draw")])
    table = alone(noisy, hall).set_brass(0, 6).set_row("design", *["Noisy"] * 6).play("end").play("end")
    assert table.brass() == [0, 7 + 1 + 1]
    table = alone(noisy, hall).set_brass(0, 6).set_row("design", *["Hall"] * 6).play("end").play("end")
    assert table.brass() == [0, 7 + 2]
    table = alone(noisy, hall).put(1, "Noisy", "Hall").put(0, "Giant", "Giant").attack(2, 1, 1).attack(3, 1, 2)
    assert table.brass() == [2, 0]
    assert table.hand(1) == []


def test_order_is_kept_when_an_earlier_one_has_fallen():
    table = alone().set_brass(0, 6).put(1, "Raider", "Giant").set_row("design", *["Soldier"] * 6).put(0, "Soldier")
    table.attack(2, 1, 1).play("end")
    assert table.in_play(1) == ["Giant", "Soldier"]
    assert table.thing(1, 2).status


def test_what_finds_no_room_is_only_counted():
    table = alone().set_brass(0, 20).put(1, *["Porter"] * MAX_THINGS).set_row("design", *["Tower"] * 6)
    before = table.score(1)
    table.play("end")
    assert table.in_play(1) == ["Porter"] * MAX_THINGS
    assert "Tower" in table.discard(1)
    assert table.score(1) == before + 1 + 2 + 1


def test_it_takes_nothing_from_an_empty_row():
    table = alone().set_row("labor").set_central("labor").set_row("design").set_central("design").set_brass(0, 9)
    table.play("end")
    assert table.brass() == [0, 10]
    assert table.discard(1) == []


def test_the_automaton_counts_as_an_opponent_of_cards():
    crook = employee("Crook", do("steal", brass=2), do("discard"), gain(labor=1, **{"if": when("behind")}))
    table = alone(crook).set_hand(0, "Crook", CLERK).set_brass(0, 6).play("hand Crook")
    assert table.brass() == [2, 4]
    assert table.asked == "own turn"
    assert table.state.labor == 1
    bomber = employee("Bomber", do("damage", amount=3))
    table = alone(bomber).set_hand(0, "Bomber").put(1, "Soldier").play("hand Bomber", "seat 1 slot 1")
    assert table.brass() == [1, 0]
    assert table.discard(1) == ["Soldier"]


# Solitaire: the end


def test_it_ends_at_once_when_the_player_takes_the_last_brass():
    table = alone(pool=2).put(0, "Soldier").play("mine 2")
    assert table.over
    assert table.brass() == [2, 0]
    assert table.returns() == [1]


def test_it_ends_at_once_when_the_automaton_takes_the_last_brass():
    table = alone(pool=3).set_brass(0, 2).put(1, "Soldier").play("end")
    assert table.over
    assert table.brass() == [0, 3], "its unit does not mine any more"
    assert table.discard(1) == []
    assert table.returns() == [-1]


def test_what_comes_after_the_last_brass_does_not_count():
    """Two incomes at a turn start, two gains of one card."""
    table = alone(pool=4).put(0, "Mint", "Mint").set_brass(0, 2).play("end")
    assert table.over
    assert table.brass() == [1, 3]
    rich = employee("Rich", gain(brass=1), gain(brass=3))
    table = alone(rich, pool=1).set_hand(0, "Rich").put(1, "Soldier").play("hand Rich")
    assert table.over
    assert table.brass() == [1, 0]
    assert table.returns() == [-1], "1 Brass against a unit of value 1"


def test_a_gain_beyond_the_pool_counts_as_a_whole():
    table = alone(pool=2).put(0, "Giant").play("mine 2")
    assert table.over
    assert table.brass() == [5, 0]


def test_both_gain_in_the_fight_that_takes_the_last_brass():
    table = alone(pool=1).put(0, "Raider").put(1, "Raider").attack(2, 1, 1)
    assert table.over
    assert table.brass() == [1, 1]
    assert table.returns() == [-1]


def test_with_equal_turns_the_automaton_has_its_last_one():
    table = alone(pool=2, equal_turns=True).put(0, "Soldier").put(1, "Soldier").play("mine 2")
    assert not table.over
    table.play("end")
    assert table.over
    assert table.brass() == [2, 1], "the player has more: it attacks"
    assert table.discard(1) == ["Builder"]


def test_with_equal_turns_its_own_last_turn_is_played_to_the_end():
    table = alone(pool=1, equal_turns=True).put(1, "Giant").play("end")
    assert table.over
    assert table.brass() == [0, 6]
    assert table.discard(1) == ["Builder"]


def test_the_player_wins_only_with_more():
    table = alone(pool=2).put(0, "Soldier").put(1, "Blue House", "Blue Guard").play("mine 2")
    assert (table.score(0), table.score(1)) == (3, 3)
    assert table.returns() == [-1]
    table = alone(pool=2).put(0, "Giant").put(1, "Blue House", "Blue Guard").play("mine 2")
    assert table.returns() == [1]


def test_its_things_and_its_pile_count_for_it():
    table = alone().put(1, "Giant").set_discard(1, "Agent").set_brass(0, 4)
    assert table.score(1) == 3 + 2 + 4


def test_equal_units_of_the_automaton_act_in_order_so_that_each_may_be_attacked():
    table = Position(mode="solitaire").put(0, "Soldier").put(1, "Raider", "Raider", "Shed", "Shed")
    table.play("attack 2")
    assert table.legal() == ["pass", *(f"seat 1 slot {slot}" for slot in (1, 2, 3))], "of equal buildings one"


def test_the_text_tells_what_it_is_going_to_do():
    table = Position(mode="solitaire").put(1, "Shed", "Soldier").set_brass(9, 4)
    text = " ".join(table.setup.text(table.states, 0).split())
    labor, design = table.row("labor")[-1], table.row("design")[-1]
    assert "gains 2 Brass; attacks the Mining Platform if player_0 has more than 6 Brass, else mines;" in text
    assert f"takes {labor}, with 7 Brass or more {design} too" in text


# What is said of the automaton


def plan(table: Position) -> tuple[str, str]:
    return plan_of_automaton(table.setup, table.state)


def test_it_is_said_to_attack_only_what_stands_and_only_with_units():
    def richer(*units: str) -> Position:
        return alone().put(1, *units).set_brass(10, 0)

    attack, stance = "attacks the Mining Platform if player_0 has more than 1 Brass", "it attacks the Mining Platform"
    whole = richer("Soldier")
    assert attack in plan(whole)[1]
    assert stance in " ".join(happened(whole, "end"))
    ruin = richer("Soldier").break_platform(0)
    assert "attacks" not in plan(ruin)[1] and "; mines; " in plan(ruin)[1]
    lines = happened(ruin, "end")
    assert "the automaton has 1 Brass, player_0 has 10: its units mine" in lines
    assert "the automaton mines 2 Brass with Soldier" in lines
    nobody = richer()
    assert "mines" not in plan(nobody)[1]
    assert not [line for line in happened(nobody, "end") if "player_0 has 10" in line]


def test_in_its_own_turn_its_plan_is_what_is_left_of_that():
    watch = unit("Watch", 1, 3, ability=[do("damage", amount=1)], any_time=True)
    table = alone(watch).put(0, "Watch").put(1, "Soldier").set_brass(10, 0).play("end")
    while table.asked != "response" or table.state.player != 1:
        table.play("pass")
    assert plan(table) == ("this turn", "takes Builder, with 7 Brass or more " + table.row("design")[-1] + " too")
    while table.state.phase != Phase.TURN_END or table.state.player != 1:
        table.play("pass")
    assert plan(table) == ("this turn", "has acted")
    table.state.ending = 1
    assert pool_text(table.setup, table.state) == "the Mining Pool is exhausted, this turn is the last"


def test_nothing_of_the_players_turn_is_left_in_its_turn():
    watch = unit("Watch", 1, 3, ability=[do("damage", amount=1)], any_time=True)
    table = alone(watch).put(0, "Watch").put(1, "Soldier").set_brass(10, 0).set_hand(0, CLERK).play(f"hand {CLERK}")
    assert table.state.played == 1
    table.play("end")
    while table.state.player != 1:
        table.play("pass")
    assert table.state.played == 0
