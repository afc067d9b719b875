"""Brass Empire: attacks, wounds, destruction and its Brass, demolition, damage, effects of what is destroyed."""

from __future__ import annotations

import pytest
from brass_empire.positions import CLERK, PLATFORM, Position, building, choose, do, employee, gain, unit, when

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.rules.state import MAX_THINGS
from cogitable.envs.table import CogitableError

ALLIED = {"if": when("allied")}
BOMB = unit("Bomb", 1, 1, destroyed=[do("damage", amount=1, target="unit or building")])


def test_the_rulebooks_example():
    """A unit of 2/1 attacks a building of 1/2: both are destroyed, both owners get a Brass."""
    table = Position().put(0, "Raider").put(1, "Tower").attack(2, 1, 2)
    assert table.in_play(0) == table.in_play(1) == [PLATFORM]
    assert table.discard(0) == ["Raider"]
    assert table.discard(1) == ["Tower"]
    assert table.brass() == [1, 1]
    assert table.state.pool == 48


def test_a_unit_may_attack_units_buildings_and_the_platform_of_any_opponent():
    table = Position(num_players=3, first=1).put(1, "Soldier", "Tower").put(2, "Shed").put(0, "Giant", "Raider")
    table.play("attack 2")
    assert table.asked == "target of an attack"
    assert set(table.legal()) == {
        *("seat 1 slot 1", "seat 1 slot 2"),
        *("seat 2 slot 1", "seat 2 slot 2", "seat 2 slot 3"),
        "pass",
    }


def test_buildings_under_construction_cannot_be_attacked():
    table = Position().put(0, "Soldier").put(1, "Tower", built=False).put(1, "Shed").break_platform(1).play("attack 2")
    assert table.legal() == ["pass", "seat 1 slot 3"]
    table = Position().put(0, "Soldier").put(1, "Tower", built=False).break_platform(1)
    assert "attack 2" not in table.legal()
    assert "mine 2" in table.legal()


def test_units_may_be_attacked_and_hit_back_in_the_turn_after_they_were_played():
    table = Position().put(1, "Soldier").set_hand(0, "Raider").play("hand Raider").end_turn()
    table.attack(2, 0, 2)
    assert table.in_play(0) == table.in_play(1) == [PLATFORM]
    assert table.brass() == [1, 1]


def test_wounds_last_and_add_up():
    table = Position().put(0, "Soldier").put(1, "Giant", "Porter").attack(2, 1, 3)
    assert table.wounds(1, 3) == 2
    assert table.wounds(0, 2) == 0
    table.end_turn(2)
    assert table.wounds(1, 3) == 2
    table.attack(2, 1, 3)
    assert table.in_play(1) == [PLATFORM, "Giant"]
    assert table.discard(1).count("Porter") == 1
    assert table.brass() == [1, 0]


def test_exactly_its_health_destroys_and_one_less_does_not():
    for wounds, falls in ((2, False), (3, False), (4, True), (5, True)):
        table = Position().put(0, "Soldier").put(1, "Giant", wounds=wounds).attack(2, 1, 2)
        assert (table.in_play(1) == [PLATFORM]) == falls
        assert table.brass() == [int(falls), 1]


def test_wounds_are_gone_when_a_card_is_played_again():
    table = Position().put(1, "Porter", wounds=2).put(0, "Soldier").attack(2, 1, 2)
    table.set_hand(1, "Porter").end_turn().play("hand Porter")
    assert table.in_play(1) == [PLATFORM, "Porter"]
    assert table.wounds(1, 2) == 0


def test_both_sides_strike_at_once_even_when_one_is_destroyed():
    table = Position().put(0, "Giant").put(1, "Soldier").attack(2, 1, 2)
    assert table.wounds(0, 2) == 2
    assert table.brass() == [1, 0]
    table = Position().put(0, "Soldier").put(1, "Giant").attack(2, 1, 2)
    assert table.wounds(1, 2) == 2
    assert table.brass() == [0, 1]
    assert table.in_play(0) == [PLATFORM]


def test_a_destroyed_platform_is_turned_over_and_stays():
    table = Position().put(0, "Giant").attack(2, 1, 1)
    assert table.in_play(1) == [PLATFORM]
    assert not table.face_up(1, 1)
    assert table.brass() == [1, 0]
    assert PLATFORM not in table.discard(1)
    table.end_turn().give(construction=1).play("rebuild").end_turn()
    assert table.face_up(1, 1)
    table.put(0, "Soldier").attack(3, 1, 1)
    assert table.wounds(1, 1) == 2


def test_a_wounded_platform_keeps_its_wounds_until_it_falls():
    table = Position().put(0, "Soldier", "Soldier").attack(2, 1, 1)
    assert table.wounds(1, 1) == 2
    table.end_turn(2).attack(2, 1, 1)
    assert table.wounds(1, 1) == 0
    table.end_turn().give(construction=1).play("rebuild")
    assert table.wounds(1, 1) == 0


def test_of_equal_targets_one_is_offered():
    table = Position().put(0, "Soldier").put(1, "Tower", "Tower", "Shed").put(1, "Tower", wounds=1).play("attack 2")
    assert table.legal() == ["pass", *(f"seat 1 slot {slot}" for slot in (1, 2, 4, 5))]


def test_two_units_attack_one_after_the_other():
    table = Position().put(0, "Raider", "Soldier").put(1, "Giant", wounds=3).attack(2, 1, 2)
    assert table.wounds(1, 2) == 5
    table.attack(3, 1, 2)
    assert table.in_play(1) == [PLATFORM]
    assert table.brass() == [1, 2]


def test_a_slot_that_became_free_is_closed_at_the_end_of_the_turn():
    table = Position().put(0, "Raider", "Shed", "Giant").put(1, "Tower").attack(2, 1, 2)
    assert table.thing(0, 2).status == 0
    assert "mine 4" in table.legal()
    table.end_turn(2)
    assert "mine 3" in table.legal()
    assert table.in_play(0) == [PLATFORM, "Shed", "Giant"]


# Demolition


def test_demolition_is_for_its_effect_and_gives_nobody_brass():
    table = Position(building("Depot", 0, 2, demolish=[gain(construction=3)])).put(0, "Depot")
    table.play("demolish 2")
    assert table.state.construction == 3
    assert table.brass() == [0, 0]
    assert table.in_play(0) == [PLATFORM]
    assert table.discard(0) == ["Depot"]
    assert table.state.pool == 50


def test_a_building_under_construction_cannot_be_demolished():
    table = Position(building("Depot", 0, 2, demolish=[gain(construction=3)])).put(0, "Depot", built=False)
    assert "demolish 2" not in table.legal()
    table.end_turn(2)
    assert "demolish 2" in table.legal()


def test_a_building_may_use_its_ability_and_be_demolished_in_one_turn():
    depot = building("Depot", 0, 2, ability=[do("draw")], demolish=[gain(construction=3)])
    table = Position(depot).put(0, "Depot").play("ability 2", "demolish 2")
    assert table.state.construction == 3


def test_a_demolition_counts_as_a_destruction_and_its_own_effect_comes_first():
    mine = building("Mine", 0, 2, demolish=[choose(gain(labor=1), gain(labor=2))], destroyed=[do("draw", may=True)])
    table = Position(mine).put(0, "Mine").play("demolish 2")
    assert table.asked == "one of several"
    table.play("option 2")
    assert table.asked == "draw or not"
    table.play("option 1")
    assert table.state.labor == 2
    assert len(table.hand(0)) == 6


# Damage by cards


@pytest.mark.parametrize(("target", "offered"), [("unit", {2}), ("building", {1, 3}), ("unit or building", {1, 2, 3})])
def test_what_damage_may_go_to(target, offered):
    table = Position(employee("Bomber", do("damage", amount=1, target=target)), num_players=2)
    table.put(1, "Soldier", "Tower").put(1, "Shed", built=False).put(0, "Soldier", "Tower").set_hand(0, "Bomber")
    table.play("hand Bomber")
    assert table.asked == "target of damage"
    assert set(table.legal()) == {f"seat 1 slot {slot}" for slot in offered}


def test_damage_that_destroys_earns_a_brass():
    table = Position(employee("Bomber", do("damage", amount=2), gain(labor=1, if_done=True)), num_players=3)
    table.put(2, "Soldier").put(1, "Giant").set_hand(0, "Bomber", "Bomber").play("hand Bomber", "seat 2 slot 2")
    assert table.brass() == [1, 0, 0]
    assert table.discard(2) == ["Soldier"]
    table.play("hand Bomber", "seat 1 slot 2")
    assert table.wounds(1, 2) == 2
    assert table.brass() == [1, 0, 0]
    assert table.state.labor == 2


def test_damage_without_a_target_does_nothing():
    bomber = employee("Bomber", do("damage", amount=2), gain(labor=1, if_done=True), gain(construction=1))
    table = Position(bomber).set_hand(0, "Bomber").put(0, "Soldier").play("hand Bomber")
    assert (table.state.labor, table.state.construction) == (0, 1)


def test_damage_may_be_declined_where_the_card_says_may():
    bomber = employee("Bomber", do("damage", amount=2, may=True), gain(labor=1, if_done=True))
    table = Position(bomber).set_hand(0, "Bomber").put(1, "Soldier").play("hand Bomber")
    assert table.legal() == ["pass", "seat 1 slot 2"]
    table.play("pass")
    assert table.state.labor == 0
    assert table.wounds(1, 2) == 0


# Effects of what is destroyed


def test_the_owner_of_what_is_destroyed_uses_its_effect():
    chroniker = unit("Chroniker", 1, 1, destroyed=[do("draw", may=True)])
    table = Position(chroniker).put(0, "Soldier").put(1, "Chroniker").attack(2, 1, 2)
    assert (table.seat, table.asked) == (1, "draw or not")
    before = len(table.hand(1))
    table.play("option 1")
    assert len(table.hand(1)) == before + 1
    assert (table.seat, table.asked) == (0, "own turn")


def test_the_attackers_effect_comes_before_the_targets():
    table = Position(unit("Mummy", 2, 2, destroyed=[do("draw", may=True)])).put(0, "Mummy").put(1, "Mummy")
    table.attack(2, 1, 2)
    assert (table.seat, table.asked) == (0, "draw or not")
    assert table.brass() == [1, 1]
    table.play("pass")
    assert (table.seat, table.asked) == (1, "draw or not")
    table.play("pass")
    assert (table.seat, table.asked) == (0, "own turn")


def test_labor_gained_in_anothers_turn_is_lost_and_brass_is_kept():
    mummy = unit("Mummy", 1, 1, destroyed=[gain(labor=3, construction=2, brass=1), gain(brass=1, if_done=True)])
    table = Position(mummy).put(0, "Giant").put(1, "Mummy").attack(2, 1, 2)
    assert (table.state.labor, table.state.construction) == (0, 0)
    assert table.brass() == [1, 2]
    table.end_turn()
    assert (table.state.labor, table.state.construction) == (0, 0)


def test_destroyed_effects_set_off_one_another():
    table = Position(BOMB).put(0, "Bomb", "Raider").put(1, "Bomb", "Tower").play("attack 2", "seat 1 slot 2")
    assert (table.seat, table.asked) == (0, "target of damage")
    assert table.legal() == ["seat 1 slot 1", "seat 1 slot 3"], "both bombs have left play"
    table.play("seat 1 slot 3")
    assert table.wounds(1, 3) == 1
    assert (table.seat, table.asked) == (1, "target of damage")
    table.play("seat 1 slot 3")
    assert table.discard(0) == ["Bomb", "Raider"]
    assert table.brass() == [1, 2]
    assert (table.seat, table.asked) == (0, "own turn")


@pytest.mark.often("2")
@pytest.mark.parametrize("players", [2, 5])
def test_a_chain_may_go_through_everything_in_play(players):
    """Each bomb destroys the next one, alternating between two seats."""
    table = Position(BOMB, num_players=players).put(0, *["Bomb"] * (MAX_THINGS - 1))
    for seat in range(1, players):
        table.put(seat, *["Bomb"] * (MAX_THINGS - 1))
    table.play("attack 2", "seat 1 slot 2")
    hits = 0
    while table.asked == "target of damage":
        bombs = [n for n in table.legal() if table.kinds[_pointed(table, n).kind] == "Bomb"]
        table.play(bombs[0] if bombs else table.legal()[0])
        hits += 1
    assert (table.seat, table.asked) == (0, "own turn")
    assert hits >= 2 * (MAX_THINGS - 1)
    left = sum(table.in_play(seat).count("Bomb") for seat in range(players))
    assert sum(table.brass()) >= players * (MAX_THINGS - 1) - left
    assert table.in_play(0).count("Bomb") == 0 or sum(table.in_play(s).count("Bomb") for s in range(1, players)) == 0


def _pointed(table, name):
    away, slot = int(name.split()[1]), int(name.split()[3])
    return table.thing((table.seat + away) % table.setup.num_seats, slot)


def test_a_chain_through_choices():
    choosy = unit("Choosy", 1, 1, destroyed=[choose(do("damage", amount=1), do("draw"))])
    table = Position(choosy).put(0, *["Choosy"] * 15).put(1, *["Choosy"] * 15).play("attack 2", "seat 1 slot 2")
    hits = 0
    while table.asked != "own turn":
        table.play("option 1" if table.asked == "one of several" else table.legal()[0])
        hits += table.asked == "one of several"
    assert hits > 26
    assert table.in_play(0).count("Choosy") + table.in_play(1).count("Choosy") <= 2


@pytest.mark.parametrize(
    "destroyed",
    [
        [do("damage", amount=1), do("draw")],
        [choose(do("draw"), gain(brass=1)), do("draw")],
        [choose([do("damage", amount=1), do("draw")], gain(brass=1))],
    ],
)
def test_endless_stacks_are_refused(destroyed):
    """What may destroy another thing must come last in a destroyed effect, within a choice, too."""
    with pytest.raises(CogitableError, match="last step"):
        Position(unit("Bomb", 1, 1, destroyed=destroyed))


def test_what_is_destroyed_is_no_ally_of_itself():
    martyr = unit("Martyr", 1, 1, corporation="Red", destroyed=[do("draw", when=when("allied"))])
    for friends, drawn in (([], 0), (["Red Guard"], 1)):
        table = Position(martyr).put(0, "Soldier").put(1, "Martyr", *friends)
        before = len(table.hand(1))
        table.attack(2, 1, 2)
        assert len(table.hand(1)) == before + drawn


def test_an_ability_goes_on_when_its_unit_has_been_destroyed_meanwhile():
    """The unit damages a bomb, the bomb destroys the unit; then the unit is no longer in play, its friends are."""
    sniper = unit("Sniper", 1, 1, corporation="Blue", ability=[do("damage", amount=1), gain(brass=5, **ALLIED)])
    for friends, brass in (([], 1), (["Blue House"], 6)):
        table = Position(sniper, BOMB).put(0, "Sniper", *friends).put(1, "Bomb").play("ability 2", "seat 1 slot 2")
        assert table.seat == 1
        table.play("seat 1 slot 2")
        assert table.in_play(0) == [PLATFORM, *friends]
        assert table.brass() == [brass, 1]


def test_the_house_edition_has_such_effects():
    """Chroniker of the rulebook, and demolition, in the file that is played by default."""
    cards = {kind.name: kind for kind in GAME.setup().options.cards.kinds}
    assert cards["Chroniker"].destroyed[0].do == "draw"
    assert sum(kind.program("demolish") is not None for kind in cards.values()) >= 2


def test_a_card_that_was_destroyed_comes_back_through_the_deck():
    table = Position().put(1, "Raider").put(0, "Soldier").attack(2, 1, 2)
    table.set_hand(1).set_deck(1, *[CLERK] * 4).end_turn()
    table.end_turn()
    assert "Raider" in table.hand(1) + table.deck(1)


@pytest.mark.parametrize(("hit", "gained"), [("seat 1 slot 2", 0), ("seat 1 slot 3", 3)])
def test_a_unit_whose_text_is_carried_out_is_like_no_other(hit, gained):
    """Whoever destroys it, or the one beside it, decides whether another one is there when it looks for allies."""
    duelist = unit(
        "Duelist", 2, 2, corporation="Blue", play=[do("damage", amount=9, target="unit"), gain(brass=3, **ALLIED)]
    )
    avenger = unit("Avenger", 1, 1, destroyed=[do("damage", amount=2, target="unit")])
    table = Position(duelist, avenger).set_hand(0, "Duelist").put(0, "Duelist", ready=False).put(1, "Avenger")
    table.play("hand Duelist", "seat 1 slot 2")
    before = table.brass()[0]
    assert table.seat == 1 and {"seat 1 slot 2", "seat 1 slot 3"} <= set(table.legal())
    assert table.play(hit).brass()[0] == before + gained
