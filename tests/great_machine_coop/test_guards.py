"""Special Guards, attacks, revealed Citizens, and Riots."""

from __future__ import annotations

import pytest
from great_machine_coop.positions import TEAM, Table, lay_out

from cogitable.envs.city.rules.state import District
from cogitable.envs.great_machine_coop.rules import guards
from cogitable.envs.table.named import texts

AWAY = ("Tower",) * 3
FULL = {"Art": 1, "Commerce": 2, "Industrial": 2, "Velvet": 2, "Science": 2}
"""All nine special Guards; in the Art District is a square left."""


def turn(hero: str = "Actress", **changes) -> Table:
    """The turn of a Hero that stays in Velvet."""
    changes = {"at": {hero: "Velvet"}, "first": hero, "servants": AWAY} | changes
    return lay_out(**changes)


def machine(**changes) -> Table:
    return lay_out(phase="Machine", **{"servants": ("Art",) * 3, **changes})


# How they come


def test_guard_patrol_places_one_where_the_servant_is():
    table = machine().turn("Lex Hecate", "Guard Patrol")
    assert table.specials("Art") == 1 and table.guards("Art") == 3 and table.tokens == set(texts(District))


@pytest.mark.parametrize("broken", [0, 2])
def test_without_a_square_it_comes_to_a_random_district(broken):
    table = machine(guards={"Art": 4 - broken}, broken={"Art": broken}, tokens=("Art", "Square"))
    table.turn("Lex Hecate", "Guard Patrol")
    assert (table.specials("Art"), table.specials("Square")) == (0, 1), "Art is not suitable"


def test_with_all_nine_in_the_city_the_marker_advances():
    table = machine(specials=FULL)
    assert table.copy().turn("Lex Hecate", "Guard Patrol").marker == 1
    guards.execute_protocol(table.record, table.state)
    assert (table.marker, table.specials()) == (1, 9) and table.tokens == set(texts(District))


def test_the_protocol_needs_a_free_square():
    table = machine(tokens=("Art", "Velvet"), guards={"Art": 4})
    guards.execute_protocol(table.record, table.state)
    assert table.specials("Velvet") == 1


def test_special_guards_make_leaving_and_acting_dearer():
    table = turn(guards={"Velvet": 1}, specials={"Velvet": 2}, trust={"Actress": 5})
    assert table.do("Actress: incite").trust("Actress") == 5 - 3
    leaving = lay_out(
        at={"Fowler": "Commerce"},
        goes={"Fowler": "Velvet"},
        guards={"Commerce": 0},
        specials={"Commerce": 1},
        trust={"Fowler": 5},
        servants=AWAY,
    )
    assert leaving.trust("Fowler") == 4


# How they break


def test_a_special_guard_costs_one_less():
    table = turn(trust={"Actress": 8}, guards={"Velvet": 1}, specials={"Velvet": 1})
    assert [words for words in table.legal() if "attack" in words] == [
        *("attack with 2", "attack with 3", "attack with 4"),
        *("attack a special Guard with 1", "attack a special Guard with 2", "attack a special Guard with 3"),
    ]


@pytest.mark.parametrize("payment", [1, 2, 3])
@pytest.mark.parametrize("coins", [0, 2, 3, 4])
def test_coins_less_one_break_it_and_the_shield_never_does(payment, coins):
    table = turn(trust={"Actress": 3}, guards={"Velvet": 1}, specials={"Velvet": 1}).roll(coins)
    table.do(f"Actress: attack a special Guard with {payment}")
    assert table.trust("Actress") == 3 - payment
    assert table.specials() == (0 if 0 < coins <= payment + 1 else 1)
    assert (table.guards("Velvet"), table.broken("Velvet")) == (1 + table.specials(), 0)


def test_only_the_kind_that_is_there_can_be_attacked():
    only_special = turn(trust={"Actress": 8}, guards={"Velvet": 0}, specials={"Velvet": 1})
    assert only_special.may("attack a special Guard with 1") and not only_special.may("attack with 2")
    only_regular = turn(trust={"Actress": 8}, guards={"Velvet": 1})
    assert only_regular.may("attack with 2") and not only_regular.may("attack a special Guard with 1")


def test_the_veteran_rolls_first():
    table = turn("Veteran", heroes=("Veteran", "Fowler", "Actress"), trust={"Veteran": 2}, specials={"Velvet": 1})
    assert table.copy().roll(4).do("Veteran: attack a special Guard, rolling first").asked.startswith("Fowler")
    table.roll(3).do("Veteran: attack a special Guard, rolling first")
    assert table.asked == "Veteran: Trust for the Assault die"
    assert (table.copy().do("Veteran: done").specials(), table.copy().do("Veteran: done").trust("Veteran")) == (1, 2)
    table.do("Veteran: yes")
    assert (table.specials(), table.trust("Veteran"), table.broken("Velvet")) == (0, 0, 0)
    regular = turn("Veteran", heroes=("Veteran", "Fowler", "Actress"), trust={"Veteran": 2}, specials={"Velvet": 1})
    regular.roll(2).do("Veteran: attack, rolling first" if regular.may("attack, rolling first") else "Veteran: roll")
    assert regular.do("Veteran: yes").broken("Velvet") == 1


def test_a_broken_regular_guard_stays_and_is_counted():
    table = turn(trust={"Actress": 4}).roll(2).do("Actress: attack with 2")
    assert (table.guards("Velvet"), table.broken("Velvet"), table.state.smashed) == (1, 1, 1)
    special = turn(trust={"Actress": 4}, specials={"Velvet": 1}).roll(2).do("Actress: attack a special Guard with 2")
    assert special.state.smashed == 1


def test_all_guards_of_a_district_are_those_of_both_kinds():
    table = turn(guards={"Velvet": 2}, specials={"Velvet": 1})
    guards.break_all(table.state, District.VELVET)
    assert (table.guards("Velvet"), table.specials(), table.broken("Velvet")) == (0, 0, 2)


# Citizens are revealed where they would be identified


def test_identified_means_revealed():
    table = turn(trust={"Actress": 8}, guards={"Velvet": 1}).do("Actress: identify", "Actress: yes", "Actress: done")
    assert len(table.known("Velvet", "revealed")) == 2 and table.known("Velvet") == []
    assert table.state.uncovered == 2


def test_revealed_and_active_citizens_give_two_trust_and_traitors_none():
    table = lay_out(
        phase="Opening",
        slot=3,
        at={"Fowler": "Velvet", "Actress": "Art", "Artificer": "Science"},
        citizens={
            "Velvet": "revealed Artist, revealed Noble, Artist, revealed Traitor",
            "Art": "",
            "Science": "Traitor",
        },
        servants=AWAY,
    )
    assert [table.trust(hero) for hero in TEAM] == [2 + 1 + 1, 0, 1]


def test_the_physician_reveals_whom_she_calls():
    team = ("Physician", "Fowler", "Actress")
    table = turn("Physician", heroes=team, citizens={"Industrial": "Noble"}, trust={"Physician": 2})
    table.do("Physician: call a Citizen", "Physician: Industrial")
    assert table.known("Velvet", "revealed") == ["Noble"]


def test_a_citizen_returned_from_arrest_is_seen_and_revealed():
    table = turn("Fowler", at={"Fowler": "Grand Citadel"}, trust={"Fowler": 7})
    before = len(table.citizens("arrested"))
    table.do("Fowler: return a Citizen", "Fowler: Square")
    assert len(table.known("Square", "revealed")) == 1 and len(table.citizens("arrested")) == before - 1


# Riots


def riot(**changes) -> Table:
    here = {"Velvet": "revealed Artist, revealed Artist, revealed Traitor"}
    changes = {"citizens": here, "slot": 3, "guards": {"Velvet": 0}, "difficulty": "ultra-hard"} | changes
    return turn(**changes)


def test_a_successful_riot_takes_a_token_breaks_all_guards_and_brings_a_raid_token():
    table = riot(
        citizens={"Velvet": "revealed Artist, " * 4 + "revealed Noble"}, guards={"Velvet": 1}, specials={"Velvet": 1}
    )
    assert table.state.riot_tokens == 3
    table.do("Actress: start a riot")
    assert (table.riots, table.raids, table.state.riot_tokens) == ({"Velvet"}, {"Velvet"}, 2)
    assert (table.guards("Velvet"), table.broken("Velvet"), table.specials()) == (0, 1, 0)
    assert table.plan == 3


def test_benefit_1_after_a_successful_riot():
    assert riot(difficulty="hard").do("Actress: start a riot").plan == 2


@pytest.mark.parametrize(("guards_there", "won"), [(0, True), (1, False), (2, False)])
def test_active_citizens_must_outnumber_guards_and_traitors(guards_there, won):
    """Two active Artists against a Traitor and Guards; ties fail."""
    table = riot(guards={"Velvet": guards_there}).do("Actress: start a riot")
    assert table.riots == ({"Velvet"} if won else set())


def test_special_guards_stand_against_a_riot():
    assert riot(specials={"Velvet": 1}).do("Actress: start a riot").riots == set()


def test_a_failed_riot_keeps_the_token_advances_the_plan_and_all_active_citizens_are_arrested():
    table = riot(
        citizens={"Velvet": "revealed Artist, Artist, Noble, Traitor"}, trust={"Actress": 8}, guards={"Velvet": 1}
    )
    arrested = len(table.citizens("arrested"))
    table.do("Actress: start a riot")
    assert (table.state.riot_tokens, table.plan, table.riots, table.raids) == (3, 4, set(), set())
    assert table.known("Velvet", "revealed") == ["Noble", "Traitor"]
    assert len(table.citizens("arrested")) == arrested + 2 and table.state.arrests == 1
    assert table.state.uncovered == 3 and table.trust("Actress") == 8 - 3


def test_no_second_riot_where_one_was_won():
    assert not riot(riots=("Velvet",)).may("start a riot")


def test_without_a_riot_token_there_is_no_riot():
    assert riot().may("start a riot")
    assert not riot(missions="I").may("start a riot")
    assert riot(missions="I", done="A").may("start a riot")


def test_the_third_riot_wins_at_once():
    table = riot(riots=("Art", "Square")).do("Actress: start a riot")
    assert table.winner == "Heroes" and table.returns() == [1.0, 1.0, 1.0]


def test_two_riots_and_the_riot_stage_win():
    table = riot(riots=("Art",), slot=18).do("Actress: start a riot")
    assert table.winner == "Heroes"


def test_nobody_active_any_more_ends_the_raid_token_at_once():
    """The Actress carries the last active Citizen away."""
    table = riot(citizens={"Velvet": "revealed Artist, revealed Noble"}, trust={"Actress": 3}, raids=("Velvet",))
    table.do("Actress: move Citizens", "Actress: revealed Artist", "Actress: Industrial", "Actress: done")
    assert table.raids == set() and table.riots == {"Velvet"}
