"""Brass Empire: what may be used at any time, as an answer to an attack and to the end of a turn."""

from __future__ import annotations

import pytest
from brass_empire.positions import CLERK, PLATFORM, WORKER, Position, building, choose, do, employee, gain, unit, when

SNIPER = unit("Sniper", 1, 3, any_time=True, ability=[do("damage", amount=2)])
GUARDED = building("Guarded Depot", 0, 2, any_time=True, demolish=[gain(brass=1)])
LOBBY = building("Lobby", 0, 2, any_time=True, ability=[do("draw")])


def window(table: Position, seat: int) -> bool:
    """Whether a seat is being asked for a response."""
    return (table.seat, table.asked) == (seat, "response")


# Attacks


def test_an_attack_comes_to_nothing_when_the_attacker_is_destroyed():
    table = Position(SNIPER).put(0, "Soldier").put(1, "Sniper", "Tower").attack(2, 1, 3)
    assert window(table, 1)
    assert table.legal() == ["pass", "ability 2"]
    table.play("ability 2", "seat 1 slot 2")
    assert (table.seat, table.asked) == (0, "own turn")
    assert table.in_play(0) == [PLATFORM]
    assert table.in_play(1) == [PLATFORM, "Sniper", "Tower"]
    assert table.wounds(1, 3) == 0
    assert table.brass() == [0, 1]


def test_an_attack_comes_to_nothing_when_its_target_is_demolished():
    table = Position(GUARDED).put(0, "Soldier").put(1, "Guarded Depot").attack(2, 1, 2)
    assert table.legal() == ["pass", "demolish 2"]
    table.play("demolish 2")
    assert table.brass() == [0, 1], "the demolition's Brass; nobody has destroyed anything"
    assert table.in_play(1) == [PLATFORM]
    assert table.wounds(0, 2) == 0
    assert not {"attack 2", "mine 2"} & set(table.legal()), "the unit has done its work for this turn"


def test_an_attack_goes_on_against_a_wounded_attacker():
    table = Position(SNIPER).put(0, "Giant").put(1, "Sniper").attack(2, 1, 2)
    table.play("ability 2", "seat 1 slot 2")
    assert table.wounds(0, 2) == 3, "2 from the ability, 1 from the fight"
    assert table.in_play(1) == [PLATFORM]
    assert table.brass() == [1, 0]


def test_the_attack_is_fought_when_nobody_responds():
    table = Position(SNIPER).put(0, "Soldier").put(1, "Sniper").attack(2, 1, 2)
    assert table.wounds(1, 2) == 0
    table.play("pass")
    assert (table.wounds(0, 2), table.wounds(1, 2)) == (1, 2)
    table.play("end")
    assert window(table, 1), "it has not been used yet"


def test_nobody_is_asked_who_has_nothing_to_use():
    scout = unit("Scout", 1, 3, ability=[do("damage", amount=2)])
    table = Position(SNIPER, scout).put(0, "Soldier").put(1, "Scout").attack(2, 1, 2)
    assert (table.seat, table.asked) == (0, "own turn")
    assert table.wounds(1, 2) == 2


def test_a_unit_of_this_turn_cannot_respond_yet_and_a_used_one_no_more():
    table = Position(SNIPER).set_hand(0, "Sniper").play("hand Sniper").end_turn().put(1, "Soldier", "Soldier")
    table.attack(2, 0, 2)
    assert (table.seat, table.asked) == (1, "own turn")
    table.end_turn()
    table.play("mine 2").end_turn()
    table.attack(2, 0, 1)
    assert (table.seat, table.asked) == (1, "own turn")


def test_a_response_uses_the_thing_up_until_the_next_own_turn():
    table = Position(SNIPER).put(0, "Giant", "Giant").put(1, "Sniper", "Giant").attack(2, 1, 3)
    table.play("ability 2", "seat 1 slot 2")
    table.attack(3, 1, 1)
    assert (table.seat, table.asked) == (0, "own turn")
    table.end_turn()
    assert table.seat == 1
    assert {"ability 2", "mine 2", "attack 2"} <= set(table.legal())


def test_a_seat_may_respond_with_several_things_one_after_the_other():
    table = Position(SNIPER, GUARDED).put(0, "Giant").put(1, "Sniper", "Guarded Depot").attack(2, 1, 1)
    assert table.legal() == ["pass", "ability 2", "demolish 3"]
    table.play("ability 2", "seat 1 slot 2")
    assert window(table, 1)
    assert table.legal() == ["pass", "demolish 3"]
    table.play("demolish 3")
    assert (table.seat, table.asked) == (0, "own turn")
    assert not table.face_up(1, 1)
    assert table.brass() == [1, 1]


def test_all_others_are_asked_clockwise_from_the_player():
    table = Position(SNIPER, num_players=4, first=2)
    for seat in range(4):
        table.put(seat, "Sniper")
    table.put(2, "Giant").attack(3, 0, 1)
    asked = []
    while table.asked == "response":
        asked.append(table.seat)
        table.play("pass")
    assert asked == [3, 0, 1]
    assert table.seat == 2
    assert not table.face_up(0, 1)


def test_seats_after_one_that_responded_are_still_asked():
    table = Position(SNIPER, num_players=3).put(0, "Giant").put(1, "Sniper").put(2, "Sniper").attack(2, 1, 2)
    table.play("ability 2", table.thing_name(0, 2))
    assert window(table, 2)
    table.play("ability 2", table.thing_name(0, 2))
    assert table.wounds(0, 2) == 5, "2 and 2 from the responses, 1 from the fight"
    assert table.in_play(1) == [PLATFORM]


def test_a_later_seat_is_asked_even_when_the_attack_has_come_to_nothing():
    table = Position(SNIPER, LOBBY, num_players=3).put(0, "Soldier").put(1, "Sniper").put(2, "Lobby").attack(2, 1, 2)
    table.play("ability 2", table.thing_name(0, 2))
    assert window(table, 2)
    table.play("pass")
    assert (table.seat, table.asked) == (0, "own turn")
    assert table.wounds(1, 2) == 0


def test_the_responder_may_hit_anybodys_things():
    table = Position(SNIPER, num_players=3).put(0, "Giant").put(1, "Sniper").put(2, "Raider").attack(2, 1, 2)
    table.play("ability 2")
    assert set(table.legal()) == {table.thing_name(0, 2), table.thing_name(2, 2)}
    table.play(table.thing_name(2, 2))
    assert table.brass() == [1, 1, 0], "the response's for the raider, then the fight's for the sniper"


def test_effects_of_what_a_response_destroys_come_before_the_fight():
    mummy = unit("Mummy", 2, 2, destroyed=[do("damage", amount=5, target="unit or building")])
    table = Position(SNIPER, mummy).put(0, "Mummy", "Shed").put(1, "Sniper", "Tower").attack(2, 1, 2)
    table.play("ability 2", "seat 1 slot 2")
    assert (table.seat, table.asked) == (0, "target of damage")
    table.play("seat 1 slot 2")
    assert table.in_play(1) == [PLATFORM, "Tower"]
    assert (table.seat, table.asked) == (0, "own turn")
    assert table.brass() == [1, 1]


def test_no_response_to_a_response():
    table = Position(SNIPER, num_players=3).put(0, "Giant").put(1, "Sniper").put(2, "Sniper")
    table.attack(2, 1, 1).play("ability 2", table.thing_name(2, 2))
    assert table.wounds(2, 2) == 2
    assert window(table, 2), "in its turn, not because it was hit"
    assert table.state.depth == 1


def test_no_response_to_damage_by_cards_mining_and_demolition():
    bomber = employee("Bomber", do("damage", amount=1))
    table = Position(SNIPER, GUARDED, bomber).put(1, "Sniper").put(0, "Soldier", "Guarded Depot").set_hand(0, "Bomber")
    for action in ("hand Bomber", "mine 2", "demolish 3"):
        table.play(action)
        if table.asked == "target of damage":
            table.play("seat 1 slot 2")
        assert (table.seat, table.asked) == (0, "own turn")


def test_a_platform_that_a_chain_turns_over_is_no_target_any_more():
    mummy = unit("Mummy", 1, 2, destroyed=[do("damage", amount=5, target="building")])
    table = Position(SNIPER, mummy, num_players=3).put(0, "Giant").put(1, "Sniper").put(2, "Mummy").attack(2, 1, 1)
    table.play("ability 2", table.thing_name(2, 2))
    assert table.seat == 2
    table.play(table.thing_name(1, 1))
    assert not table.face_up(1, 1)
    assert (table.seat, table.asked) == (0, "own turn")
    assert table.brass() == [0, 1, 1], "the attack on the platform has come to nothing"


def test_what_is_about_to_fight_is_told_from_its_like():
    """Two soldiers that have both been used, one of them for the attack, and only its end makes the attack fail."""
    table = Position(SNIPER).put(0, "Soldier", "Soldier").put(1, "Sniper", "Shed").play("mine 2")
    table.attack(3, 1, 3).play("ability 2")
    assert table.legal() == ["seat 1 slot 2", "seat 1 slot 3"]
    table.play("seat 1 slot 3")
    assert table.in_play(1) == [PLATFORM, "Sniper", "Shed"]
    table = Position(SNIPER).put(0, "Soldier", "Soldier").put(1, "Sniper", "Shed").play("mine 2")
    table.attack(3, 1, 3).play("ability 2", "seat 1 slot 2")
    assert table.in_play(1) == [PLATFORM, "Sniper"]
    assert table.brass() == [3, 1]


def test_the_target_of_an_attack_is_told_from_its_like_as_well():
    table = Position(GUARDED).put(0, "Soldier").put(1, "Guarded Depot", "Guarded Depot").play("attack 2")
    assert table.legal() == ["pass", "seat 1 slot 1", "seat 1 slot 2"]
    table.play("seat 1 slot 2")
    assert table.legal() == ["pass", "demolish 2", "demolish 3"]
    table.play("demolish 3")
    assert table.asked == "response", "the other one may be demolished as well"
    table.play("pass")
    assert table.in_play(1) == [PLATFORM]
    assert table.brass() == [1, 1]


# In the own turn


def test_in_the_own_turn_they_are_used_like_any_other():
    table = Position(SNIPER, GUARDED).put(0, "Sniper", "Guarded Depot").put(1, "Soldier")
    assert {"mine 2", "attack 2", "ability 2", "demolish 3"} <= set(table.legal())
    table.play("ability 2", "seat 1 slot 2", "demolish 3")
    assert table.brass() == [2, 0]
    assert not {"mine 2", "attack 2", "ability 2"} & set(table.legal())


def test_the_player_is_not_asked_about_its_own_attack_and_end_of_turn():
    table = Position(SNIPER).put(0, "Sniper", "Giant").attack(3, 1, 1)
    assert (table.seat, table.asked) == (0, "own turn")
    table.end_turn()
    assert (table.seat, table.asked) == (1, "own turn")


def test_what_was_not_used_in_the_own_turn_answers_in_others_turns():
    table = Position(LOBBY).put(0, "Lobby").end_turn()
    assert (table.seat, table.asked) == (1, "own turn")
    table.play("end")
    assert window(table, 0)
    before = len(table.hand(0))
    table.play("ability 2")
    assert (table.seat, table.asked) == (0, "own turn")
    assert len(table.hand(0)) == before + 1
    assert "ability 2" in table.legal(), "a new turn"


# The end of a turn


def test_the_end_of_a_turn_is_answered_before_cards_are_discarded():
    spy = building("Spy Ring", 0, 2, any_time=True, ability=[do("discard")])
    table = Position(spy).put(1, "Spy Ring").set_hand(0, CLERK, WORKER).play("hand Clerk", "end")
    assert window(table, 1)
    table.play("ability 2")
    assert (table.seat, table.asked) == (0, "card to discard")
    assert table.legal() == ["hand Union Worker"]
    table.play("hand Union Worker")
    assert (table.seat, table.asked) == (1, "own turn")
    assert len(table.hand(0)) == 5


def test_nothing_can_be_done_in_a_turn_that_has_ended():
    table = Position(LOBBY, num_players=3).put(1, "Lobby").put(2, "Lobby").play("end", "pass", "pass")
    assert (table.seat, table.asked) == (1, "own turn")


def test_labor_of_a_response_is_lost_and_its_brass_is_not():
    depot = building("Any Depot", 0, 2, any_time=True, demolish=[gain(labor=3), gain(brass=1, if_done=True)])
    table = Position(depot).put(1, "Any Depot").put(0, "Soldier").attack(2, 1, 1)
    table.play("demolish 2")
    assert table.state.labor == 0
    assert table.brass() == [0, 1]


def test_conditions_of_a_response_are_the_responders():
    lobby = building(
        "Watch",
        0,
        2,
        any_time=True,
        demolish=[gain(brass=1, **{"if": when("units", 2)}), gain(brass=2, **{"if": when("played")})],
    )
    table = Position(lobby).put(1, "Watch", "Soldier", "Soldier").put(0, "Soldier").set_hand(0, CLERK)
    table.play("hand Clerk").attack(2, 1, 1).play("demolish 2")
    assert table.brass() == [0, 1], "the cards played are the player's"


def test_a_response_may_ask_more_and_draw_and_acquire():
    office = unit("Office", 1, 2, any_time=True, ability=[choose(do("draw"), do("acquire", max_cost=2))])
    table = Position(office).put(1, "Office").set_row("labor", "Agent", *["Foreman"] * 5).play("end", "ability 2")
    assert (table.seat, table.asked) == (1, "one of several")
    table.play("option 2")
    assert table.asked == "card to acquire"
    table.play("buy Agent")
    assert table.discard(1) == ["Agent"]
    assert "Agent" not in table.discard(0)
    assert (table.seat, table.asked) == (1, "own turn")


def test_stealing_in_a_response():
    thief = unit("Thief", 1, 2, any_time=True, ability=[do("steal", brass=2)])
    table = Position(thief, num_players=3).put(1, "Thief").set_brass(3, 1, 0).play("end", "ability 2")
    assert table.brass() == [1, 3, 0]


def test_a_response_may_exhaust_the_pool():
    table = Position(GUARDED, pool=1, first=1).put(0, "Guarded Depot").play("end", "demolish 2")
    assert not table.over
    assert table.seat == 0
    table.play("end")
    assert table.over


# Teams and battles


def test_teammates_respond_too_and_harm_nobody_of_their_team():
    table = Position(SNIPER, mode="team", num_players=4).put(0, "Giant").put(1, "Soldier").put(2, "Sniper")
    table.put(3, "Sniper").attack(2, 1, 2)
    assert window(table, 2)
    table.play("ability 2")
    assert set(table.legal()) == {table.thing_name(1, 2), table.thing_name(3, 2)}
    table.play(table.thing_name(1, 2))
    assert table.brass() == [0, 0, 1, 0]
    assert window(table, 3)
    table.play("ability 2")
    assert set(table.legal()) == {table.thing_name(0, 2), table.thing_name(2, 2)}


def test_an_attack_on_a_company_is_answered():
    table = Position(SNIPER, mode="battle").put(0, "Soldier").put(1, "Sniper").play("attack 2", "seat 1")
    assert window(table, 1)
    table.play("ability 2", "seat 1 slot 2")
    assert table.brass() == [20, 20]
    assert table.in_play(0) == [PLATFORM]


def test_the_target_of_an_attack_may_be_out_before_it_is_fought():
    thief = unit("Thief", 1, 2, any_time=True, ability=[do("steal", brass=5)])
    table = Position(thief, mode="battle", num_players=3).put(0, "Soldier").put(2, "Thief").set_brass(20, 3, 10)
    table.play("attack 2", "seat 1")
    assert window(table, 2)
    table.play("ability 2", "seat 2")
    assert table.state.gone == 0b010
    assert table.brass() == [20, 0, 13]
    assert (table.seat, table.asked) == (0, "own turn")


@pytest.mark.parametrize("action", ["attack", "end"])
def test_the_player_itself_may_be_out_in_its_own_turn(action):
    thief = unit("Thief", 1, 2, any_time=True, ability=[do("steal", brass=5)])
    table = Position(thief, mode="battle", num_players=3).put(0, "Soldier").put(2, "Thief").set_brass(4, 20, 10)
    if action == "attack":
        table.play("attack 2", "seat 1")
    else:
        table.play("end")
    table.play("ability 2", "seat 1")
    assert table.state.gone == 0b001
    assert table.brass() == [0, 20, 14]
    assert (table.seat, table.asked) == (1, "own turn")
    table.end_turn(2)
    assert table.seat == 1


# Solitaire


def test_the_automatons_attack_is_answered():
    table = Position(SNIPER, mode="solitaire").put(0, "Sniper").put(1, "Soldier").set_brass(9, 1).play("end")
    assert window(table, 0)
    table.play("ability 2", "seat 1 slot 1")
    assert table.face_up(0, 1)
    assert table.brass()[0] == 10
    assert "Soldier" in table.discard(1)


def test_the_automatons_end_of_turn_is_answered_and_it_never_answers():
    table = Position(LOBBY, mode="solitaire").put(0, "Lobby").put(1, "Lobby").play("end")
    assert window(table, 0)
    assert len(table.discard(1)) == 1, "the automaton has acquired already"
    table.play("ability 2")
    assert (table.seat, table.asked) == (0, "own turn")
    assert len(table.hand(0)) == 6
    assert len(table.discard(1)) == 1
    assert table.hand(1) == table.deck(1) == []


def test_nobody_is_asked_for_an_ability_that_could_do_nothing():
    sniper = unit("Sniper", 0, 3, any_time=True, ability=[do("damage", amount=1, target="building")])
    table = Position(sniper).put(0, "Soldier").put(1, "Sniper").break_platform(0).end_turn()
    assert (table.asked, table.seat) == ("own turn", 1)
    assert "ability 2" not in table.legal()
    table = Position(sniper).put(0, "Tower").put(1, "Sniper").end_turn()
    assert (table.asked, table.seat) == ("response", 1)
