"""What cards of Brass Empire do, condition by condition, and what the others know of a hand."""

from __future__ import annotations

import pytest
from brass_empire.positions import CLERK, WORKER, Position, building, choose, do, employee, gain, unit, when

from cogitable.envs.brass_empire.rules import zones
from cogitable.envs.brass_empire.rules.state import Status
from cogitable.envs.table.sets import has

# What cards do: drawing, dismissing, choices


def test_drawing_may_be_declined_where_the_card_says_may():
    scout = employee("Scout", do("draw", may=True), gain(labor=2, if_done=True), gain(construction=1))
    table = Position(scout).set_hand(0, "Scout", "Scout").set_deck(0, CLERK, CLERK)
    table.play("hand Scout", "pass")
    assert (table.state.labor, table.state.construction) == (0, 1)
    assert table.hand(0) == ["Scout"]
    table.play("hand Scout", "option 1")
    assert (table.state.labor, table.state.construction) == (2, 2)
    assert table.hand(0) == [CLERK]


def test_if_done_asks_for_the_step_just_before():
    """A draw without cards does nothing; a step that was passed over does nothing either."""
    gains = gain(labor=1, if_done=True), gain(labor=5, if_done=True), gain(construction=1)
    chain = employee("Chain", do("draw"), *gains)
    table = Position(chain).set_hand(0, "Chain").set_deck(0).set_discard(0).play("hand Chain")
    assert (table.state.labor, table.state.construction) == (0, 1)
    table = Position(chain).set_hand(0, "Chain").play("hand Chain")
    assert (table.state.labor, table.state.construction) == (6, 1)


def test_dismissing_is_from_hand_or_discard_and_never_of_played_cards():
    table = Position(employee("Sorter", do("dismiss", count=2))).set_hand(0, "Sorter", CLERK, WORKER)
    table.set_discard(0, "Foreman", "Agent")
    table.play("hand Clerk", "hand Sorter")
    assert set(table.legal()) == {"hand Union Worker", "discard Foreman", "discard Agent"}
    before = table.score(0)
    table.play("discard Agent", "hand Union Worker")
    assert table.trash() == ["Agent", WORKER]
    assert table.hand(0) == []
    assert table.discard(0) == ["Foreman"]
    assert table.zone(0, "played") == [CLERK, "Sorter"]
    assert table.score(0) == before - 2


@pytest.mark.parametrize(
    ("source", "offered"),
    [("hand", {"hand Clerk"}), ("discard", {"discard Agent"}), ("hand or discard", {"hand Clerk", "discard Agent"})],
)
def test_where_cards_are_dismissed_from(source, offered):
    table = Position(employee("Sorter", do("dismiss", source=source)))
    table.set_hand(0, "Sorter", CLERK).set_discard(0, "Agent").play("hand Sorter")
    assert set(table.legal()) == offered


def test_dismissing_may_stop_early_and_ends_without_cards():
    sorter = employee("Sorter", do("dismiss", source="hand", count=3, may=True), gain(labor=1, if_done=True))
    table = Position(sorter).set_hand(0, "Sorter", CLERK, CLERK, CLERK).play("hand Sorter", "hand Clerk", "pass")
    assert table.hand(0) == [CLERK, CLERK]
    assert table.state.labor == 1
    table = Position(sorter).set_hand(0, "Sorter", CLERK).play("hand Sorter", "hand Clerk")
    assert table.asked == "own turn"
    assert table.state.labor == 1
    table = Position(sorter).set_hand(0, "Sorter").play("hand Sorter")
    assert table.asked == "own turn"
    assert table.state.labor == 0
    table = Position(sorter).set_hand(0, "Sorter", CLERK).play("hand Sorter", "pass")
    assert table.state.labor == 0


def test_one_of_several_is_carried_out_before_what_comes_after():
    options = choose(gain(labor=1), [do("draw"), gain(labor=3, if_done=True)])
    planner = employee("Planner", options, gain(construction=1))
    table = Position(planner).set_hand(0, "Planner", "Planner").set_deck(0, "Agent")
    table.play("hand Planner")
    assert table.legal() == ["option 1", "option 2"]
    table.play("option 2")
    assert table.hand(0) == ["Agent", "Planner"]
    assert (table.state.labor, table.state.construction) == (3, 1)
    table.play("hand Planner", "option 1")
    assert (table.state.labor, table.state.construction) == (4, 2)


def test_all_steps_of_a_program_are_carried_out_up_to_four():
    table = Position(employee("Busy", gain(labor=1), gain(construction=1), gain(brass=1), gain(labor=2)))
    table.set_hand(0, "Busy").play("hand Busy")
    assert (table.state.labor, table.state.construction, table.brass()) == (3, 1, [1, 0])


# What cards do: to others


def test_every_opponent_discards_in_turn_what_it_likes():
    table = Position(employee("Saboteur", do("discard", count=2), gain(labor=1, if_done=True)), num_players=4, first=1)
    table.set_hand(1, "Saboteur").set_hand(2, CLERK, WORKER, "Agent").set_hand(3).set_hand(0, CLERK)
    table.play("hand Saboteur")
    assert (table.seat, table.asked) == (2, "card to discard")
    assert set(table.legal()) == {"hand Clerk", "hand Union Worker", "hand Agent"}
    table.play("hand Agent")
    assert table.seat == 2
    table.play("hand Clerk")
    assert table.seat == 0, "seat 3 has no cards"
    table.play("hand Clerk")
    assert (table.seat, table.asked) == (1, "own turn")
    assert table.discard(2) == ["Agent", CLERK]
    assert table.discard(0) == [CLERK]
    assert table.hand(2) == [WORKER]
    assert table.state.labor == 1


def test_a_discard_that_finds_no_cards_has_done_nothing():
    table = Position(employee("Saboteur", do("discard"), gain(labor=1, if_done=True)))
    table.set_hand(0, "Saboteur").set_hand(1).play("hand Saboteur")
    assert table.state.labor == 0


def test_stealing_takes_what_there_is():
    thief = employee("Thief", do("steal", brass=3), gain(labor=1, if_done=True))
    table = Position(thief).set_hand(0, "Thief", "Thief").set_brass(1, 5)
    table.play("hand Thief")
    assert table.brass() == [4, 2]
    assert table.state.labor == 1
    table.play("hand Thief")
    assert table.brass() == [6, 0]
    assert table.state.pool == 44


def test_stealing_from_nobody_does_nothing():
    thief = employee("Thief", do("steal", brass=3), gain(labor=1, if_done=True))
    table = Position(thief).set_hand(0, "Thief").play("hand Thief")
    assert table.brass() == [0, 0]
    assert table.state.labor == 0


def test_whom_to_steal_from_is_a_choice():
    thief = employee("Thief", do("steal", brass=2))
    table = Position(thief, num_players=4, first=2).set_hand(2, "Thief").set_brass(3, 0, 7, 4).play("hand Thief")
    assert table.asked == "whom to take Brass from"
    assert table.legal() == ["seat 1", "seat 2"], "seats 3 and 0; seat 1 has no Brass"
    table.play("seat 2")
    assert table.brass() == [1, 0, 9, 4]


def test_stealing_may_be_declined():
    thief = employee("Thief", do("steal", brass=2, may=True), gain(labor=1, if_done=True))
    table = Position(thief).set_hand(0, "Thief").set_brass(0, 2).play("hand Thief")
    assert table.legal() == ["pass", "seat 1"]
    table.play("pass")
    assert table.brass() == [0, 2]
    assert table.state.labor == 0


def test_acquiring_is_up_to_a_cost_and_from_its_row():
    broker = employee("Broker", do("acquire", row="labor", max_cost=2), gain(labor=1, if_done=True))
    table = Position(broker).set_hand(0, "Broker").set_row("labor", "Agent", "Builder", *["Foreman"] * 4)
    table.set_central("labor", "Foreman").play("hand Broker")
    assert table.asked == "card to acquire"
    assert table.legal() == ["buy Agent"]
    table.play("buy Agent")
    assert table.row("labor")[0] == "Foreman"
    assert table.discard(0) == ["Agent"]
    assert table.state.labor == 1


def test_acquiring_from_either_row_counts_labor_and_construction_together():
    broker = employee("Broker", do("acquire", max_cost=3, may=True))
    table = Position(broker).set_hand(0, "Broker").set_central("labor").set_central("design")
    table.set_row("labor", "Builder", "Foreman").set_row("design", "Giant", "Tower", "Shed").play("hand Broker")
    assert set(table.legal()) == {"pass", "buy Builder", "buy Foreman", "buy Tower", "buy Shed"}


def test_without_a_card_that_is_cheap_enough_nothing_is_acquired():
    broker = employee("Broker", do("acquire", row="design", max_cost=1), gain(labor=1, if_done=True))
    table = Position(broker).set_hand(0, "Broker").set_row("design", *["Giant"] * 6).play("hand Broker")
    assert table.asked == "own turn"
    assert table.state.labor == 0


def test_cards_are_taken_back_from_the_discard():
    table = Position(employee("Archivist", do("recover", count=2)))
    table.set_hand(0, "Archivist", CLERK).set_discard(0, "Agent", "Foreman", "Giant")
    table.play("hand Clerk", "hand Archivist")
    assert set(table.legal()) == {"discard Agent", "discard Foreman", "discard Giant"}
    table.play("discard Giant", "discard Agent")
    assert table.hand(0) == ["Agent", "Giant"]
    assert table.zone(0, "known hand") == ["Agent", "Giant"]
    table.play("hand Agent", "hand Giant")
    assert table.zone(0, "known hand") == []


# Conditions


def test_allied_counts_other_cards_of_the_corporation_played_or_face_up():
    ally = employee("Ally", gain(labor=1, **{"if": when("allied", 2)}), corporation="Blue")
    for played, things, built, holds in (
        ([], [], True, 0),
        (["Agent"], [], True, 0),
        (["Agent", "Agent"], [], True, 1),
        (["Agent"], ["Blue Guard"], True, 1),
        ([], ["Blue Guard", "Blue House"], True, 1),
        (["Agent"], ["Blue House"], False, 0),
        (["Agent"], ["Red Guard"], True, 0),
        (["Ally"], ["Blue Guard"], True, 1),
    ):
        table = Position(ally).set_hand(0, "Ally", *played).put(0, *things, built=built)
        for name in played:
            table.play(f"hand {name}")
        before = table.state.labor
        table.play("hand Ally")
        assert table.state.labor - before == holds, (played, things, built)


def test_a_unit_or_building_is_not_its_own_ally():
    guard = unit("Friend", 1, 1, corporation="Blue", play=[gain(labor=1, **{"if": when("allied")})])
    house = building("Home", 0, 1, corporation="Blue", built=[gain(labor=1, **{"if": when("allied")})])
    table = Position(guard, house).set_hand(0, "Friend", "Home").play("hand Friend")
    assert table.state.labor == 0
    table.play("hand Home").end_turn(2)
    assert table.state.labor == 1
    table = Position(guard, house).set_hand(0, "Friend").put(0, "Home").play("hand Friend")
    assert table.state.labor == 1


def test_last_turns_cards_are_no_allies():
    ally = employee("Ally", gain(labor=1, **{"if": when("allied")}), corporation="Blue")
    table = Position(ally).set_hand(0, "Agent").play("hand Agent").end_turn(2).set_hand(0, "Ally")
    table.give().play("hand Ally")
    assert table.state.labor == 0


def test_own_units_and_buildings_are_counted():
    clerk = employee(
        "Counter", gain(labor=1, **{"if": when("units", 2)}), gain(construction=1, **{"if": when("buildings", 2)})
    )
    for things, built, labor, construction in (
        (["Soldier"], True, 0, 0),
        (["Soldier", "Porter"], True, 1, 0),
        (["Shed"], True, 0, 1),  # and the Mining Platform
        (["Shed"], False, 0, 0),
        (["Shed", "Soldier", "Soldier"], True, 1, 1),
    ):
        table = Position(clerk).set_hand(0, "Counter").put(0, *things, built=built).put(1, "Soldier", "Shed", "Soldier")
        table.play("hand Counter")
        assert (table.state.labor, table.state.construction) == (labor, construction)


def test_a_platform_that_is_turned_over_is_no_building_in_play():
    clerk = employee("Counter", gain(labor=1, **{"if": when("buildings")}))
    table = Position(clerk).set_hand(0, "Counter", "Counter").play("hand Counter")
    assert table.state.labor == 1
    table.break_platform(0).play("hand Counter")
    assert table.state.labor == 1


def test_cards_played_this_turn_include_the_card_itself_and_units():
    late = employee("Late", gain(labor=5, **{"if": when("played", 3)}))
    table = Position(late).set_hand(0, "Late", "Late", "Late", "Shed").play("hand Late", "hand Shed")
    assert table.state.labor == 0
    table.play("hand Late")
    assert table.state.labor == 5
    table.end_turn(2).set_hand(0, "Late").play("hand Late")
    assert table.state.labor == 0


def test_behind_counts_opponents_with_more_brass():
    poor = employee("Poor", gain(labor=1, **{"if": when("behind", 2)}))
    for brass, holds in (((5, 6, 6), 1), ((5, 6, 5), 0), ((0, 0, 0), 0), ((5, 6, 4), 0)):
        table = Position(poor, num_players=3).set_hand(0, "Poor").set_brass(*brass).play("hand Poor")
        assert table.state.labor == holds


def test_a_condition_is_judged_when_its_step_is_reached():
    late = employee("Late", gain(brass=3), gain(labor=1, **{"if": when("behind")}))
    table = Position(late).set_hand(0, "Late").set_brass(0, 2).play("hand Late")
    assert table.state.labor == 0


# What others know of a hand


def test_a_hand_is_known_after_the_deck_has_run_out():
    table = Position(employee("Scholar", do("draw", count=2)))
    table.set_hand(0, "Scholar", "Agent").set_deck(0, "Giant").set_discard(0, CLERK, WORKER, "Foreman")
    table.play("hand Scholar")
    assert table.zone(0, "known hand") == ["Agent", "Giant"]
    assert len(table.hand(0)) == 3
    left = table.deck(0)
    table.end_turn()
    assert table.zone(0, "known hand") == sorted(left), "the deck has run out again"
    table.set_deck(0, *[CLERK] * 5).end_turn(2)
    assert table.zone(0, "known hand") == []


def test_drawing_as_it_is_compiled_tells_how_many_cards_came():
    table = Position().set_hand(0).set_deck(0, CLERK, CLERK).set_discard(0, WORKER)
    assert zones.draw(table.record, table.state, 0, 5) == 3
    assert zones.draw(table.record, table.state, 0, 1) == 0
    assert has(table.thing(0, 1).status, Status.READY)
