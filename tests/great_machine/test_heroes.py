"""The six Heroes of City of the Great Machine with what the Guide adds to each, and its typical questions."""

from __future__ import annotations

from typing import Any

import pytest
from great_machine.positions import Position, lay_out

PAUSE = {"event": "Open Your Mind", "bonds": 20}
"""With these the Machine is asked something in the Closing Phase, before Trust of the next round comes in."""


def turn(hero: str, *others: str, **what: Any) -> Position:
    """Return the beginning of a Hero's turn."""
    team = (hero, *others) if others else (hero, *[one for one in ("Artificer", "Physician", "Fowler") if one != hero])
    return lay_out(phase="Heroes", heroes=team[:3], first=hero, **what)


# All of them


LIMITS = {"Veteran": 8, "Fowler": 7, "Actress": 8, "Vagabond": 7, "Artificer": 8, "Physician": 6}
STARTS = {
    "Veteran": "Industrial",
    "Fowler": "Commerce",
    "Actress": "Art",
    "Vagabond": "Square",
    "Artificer": "Science",
    "Physician": "Velvet",
}


@pytest.mark.parametrize("hero", LIMITS)
def test_a_hero_never_has_more_trust_than_its_limit(hero: str):
    others = [one for one in LIMITS if one != hero][:2]
    table = lay_out(phase="Opening", heroes=(hero, *others), trust={hero: LIMITS[hero] - 1})
    assert (table.where(hero), table.trust(hero)) == (STARTS[hero], LIMITS[hero])


def test_heroes_take_their_turns_by_initiative():
    heroes = ("Physician", "Veteran", "Vagabond")
    table = lay_out(phase="Heroes", heroes=heroes)
    turns = []
    for _ in heroes:
        turns.append(table.asked)
        table.do(f"{table.asked_side}: done")
    assert turns == ["Veteran: Hero's Action", "Vagabond: Hero's Action", "Physician: Hero's Action"]


# The Veteran


@pytest.mark.parametrize("coins", [2, 3, 4])
def test_the_veteran_rolls_and_then_pays_what_the_die_shows(coins: int):
    table = turn("Veteran", trust={"Veteran": 4}).roll(coins).do("Veteran: attack, rolling first")
    assert (table.asked, table.trust("Veteran")) == ("Veteran: Trust for the Assault die", 4)
    table.do("Veteran: yes")
    assert (table.trust("Veteran"), table.broken("Industrial")) == (4 - coins, 1)
    assert table.asked_side == "Artificer"


def test_the_veteran_who_does_not_pay_has_spent_the_action():
    table = turn("Veteran", trust={"Veteran": 8}).roll(3).do("Veteran: attack, rolling first", "Veteran: done")
    assert (table.trust("Veteran"), table.broken("Industrial")) == (8, 0)
    assert table.asked_side == "Artificer"


@pytest.mark.parametrize("coins", [0, 3, 4])
def test_the_veteran_is_not_asked_for_what_cannot_help(coins: int):
    """Neither on the shield nor for more Trust than there is; the Action is spent all the same."""
    table = turn("Veteran", trust={"Veteran": 2}).roll(coins).do("Veteran: attack, rolling first")
    assert (table.asked_side, table.trust("Veteran"), table.broken("Industrial")) == ("Artificer", 2, 0)


def test_the_veteran_has_no_other_attack_and_needs_the_least_that_a_face_asks_for():
    assert [words for words in turn("Veteran", trust={"Veteran": 8}).legal() if "attack" in words] == [
        "attack, rolling first"
    ]
    assert turn("Veteran", trust={"Veteran": 2}).may("attack, rolling first")
    assert not turn("Veteran", trust={"Veteran": 1}).may("attack, rolling first")


@pytest.mark.parametrize(("event", "price"), [("Ready for Emergency", 4), ("Stalkers vs. Sentinels", 2)])
def test_the_veteran_pays_what_the_event_makes_of_the_die(event: str, price: int):
    table = turn("Veteran", trust={"Veteran": 5}, event=event).roll(3)
    table.do("Veteran: attack, rolling first", "Veteran: yes")
    assert (table.trust("Veteran"), table.broken("Industrial")) == (5 - price, 1)


# The Fowler


def test_the_fowler_takes_a_second_action_or_not():
    table = turn("Fowler", trust={"Fowler": 4}).do("Fowler: incite")
    assert table.asked == "Fowler: Hero's Action"
    assert table.copy().do("Fowler: done").asked_side == "Artificer"
    table.do("Fowler: identify")
    assert (table.asked_side, table.trust("Fowler")) == ("Artificer", 0), "each Action is paid by itself"


def test_others_have_one_action():
    assert turn("Veteran", trust={"Veteran": 8}).do("Veteran: incite").asked_side == "Artificer"


@pytest.mark.parametrize(
    ("action", "more"), [("incite", ()), ("identify", ("done",)), ("move Citizens", ("unidentified Citizen", "Art"))]
)
def test_the_fowlers_two_actions_are_different(action: str, more: tuple[str, ...]):
    table = turn("Fowler", trust={"Fowler": 7}).do(f"Fowler: {action}", *(f"Fowler: {words}" for words in more))
    if table.asked == "Fowler: another Citizen to move":
        table.do("Fowler: done")
    assert table.asked == "Fowler: Hero's Action"
    assert not table.may(action)
    assert table.may("gain Trust")


def test_the_fowler_cannot_gain_trust_first():
    table = turn("Fowler", trust={"Fowler": 2})
    assert not table.may("gain Trust")
    assert table.do("Fowler: incite", "Fowler: gain Trust").trust("Fowler") == 1


@pytest.mark.parametrize("coins", [0, 3])
def test_the_fowlers_attack_is_spent_even_if_it_fails(coins: int):
    table = turn("Fowler", trust={"Fowler": 6}).roll(coins).do("Fowler: attack with 2")
    assert table.broken("Commerce") == 0
    assert not any("attack" in words for words in table.legal())
    assert table.may("incite")


def test_the_fowler_takes_no_action_after_a_riot():
    table = turn("Fowler", citizens={"Commerce": "revealed Artist, revealed Traitor, Noble"}, guards={"Commerce": 0})
    table.do("Fowler: start a riot")
    assert table.asked_side == "Artificer"


def test_the_fowler_starts_no_riot_as_second_action():
    table = turn("Fowler", guards={"Commerce": 0})
    assert table.may("start a riot")
    assert not table.do("Fowler: incite").may("start a riot")


def test_the_fowler_breaks_the_last_guard_and_identifies_all_for_free():
    table = turn("Fowler", trust={"Fowler": 4}, guards={"Commerce": 1}).roll(4).do("Fowler: attack with 4")
    table.do("Fowler: identify", "Fowler: yes", "Fowler: yes", "Fowler: yes")
    assert (len(table.known("Commerce")), table.trust("Fowler")) == (4, 0)


# The Actress


def raided(**what: Any) -> Position:
    """Return the Actress in Art, detained there in a Raid."""
    table = turn("Actress", raids=("Art",), **what)
    assert table.asked == "Machine: how to detain"
    return table


def test_the_actress_gets_2_trust_if_the_plan_advances():
    table = raided(trust={"Actress": 3}).do("Machine: detain: advance the plan")
    assert (table.trust("Actress"), table.slot, table.plan) == (5, 2, 4)
    assert table.asked == "Actress: Hero's Action"
    assert raided(trust={"Actress": 7}).do("Machine: detain: advance the plan").trust("Actress") == 8


@pytest.mark.parametrize("measure", ["No Trust!", "No Access!"])
def test_discontent_rises_by_2_if_the_actress_turn_is_finished(measure: str):
    table = raided(trust={"Actress": 3}).do(f"Machine: detain: {measure}")
    assert (table.slot, table.plan, table.asked_side) == (4, 3, "Artificer")
    assert table.trust("Actress") == (0 if measure == "No Trust!" else 3), "no 2 Trust, and none after the measure"


def test_another_hero_detained_in_a_raid_changes_nothing_but_the_plan():
    table = turn("Vagabond", raids=("Square",), trust={"Vagabond": 3})
    on = table.copy().do("Machine: detain: advance the plan")
    assert (on.trust("Vagabond"), on.slot, on.plan) == (3, 2, 4)
    assert table.do("Machine: detain: No Trust!").slot == 2


@pytest.mark.parametrize("raids", [(), ("Square",)])
def test_the_actress_ability_is_not_for_detainment_on_the_way(raids: tuple[str, ...]):
    table = lay_out(phase="Heroes", goes={"Actress": "Square"}, trust={"Actress": 1}, raids=raids).escape(False)
    table.do("Fowler: done")
    assert (table.asked, table.where("Actress")) == ("Machine: how to detain", "Square")
    assert table.copy().do("Machine: detain: advance the plan").trust("Actress") == 0
    assert table.do("Machine: detain: No Access!").slot == 2


def test_at_the_riot_stage_the_actress_identifies_one_citizen_instead():
    table = raided(slot=18).do("Machine: detain: No Trust!")
    assert table.asked == "Actress: District to identify in"
    table.do("Actress: Velvet")
    assert (len(table.known("Velvet")), table.slot, table.asked_side) == (1, 18, "Artificer"), "one, not two"


def test_the_actress_lifts_discontent_to_the_riot_stage_after_the_measure():
    table = raided(slot=16, trust={"Actress": 4}).do("Machine: detain: No Trust!")
    assert (table.stage, table.bonds, table.trust("Actress")) == (6, 4, 0)


# The Vagabond


def test_the_vagabond_exits_the_first_district_for_free_and_pays_for_the_second():
    what: dict[str, Any] = {"trust": {"Vagabond": 5}, "guards": {"Square": 4, "Art": 3}}
    assert turn("Vagabond", goes={"Vagabond": "Industrial"}, **what).trust("Vagabond") == 5
    table = turn("Vagabond", goes={"Vagabond": "Control Nexus"}, **what).do("Vagabond: Art")
    assert (table.where("Vagabond"), table.trust("Vagabond")) == ("Control Nexus", 2)


def test_the_vagabond_does_not_pay_for_servants_either():
    table = turn(
        "Vagabond", goes={"Vagabond": "Art"}, trust={"Vagabond": 2}, servants=("Square",) * 3, published=("Shadow",)
    )
    assert (table.where("Vagabond"), table.trust("Vagabond")) == ("Art", 2)


def test_the_vagabond_pays_for_security_checks():
    table = turn("Vagabond", goes={"Vagabond": "Art"}, trust={"Vagabond": 2}, event="Security Checks")
    assert table.trust("Vagabond") == 1


def test_the_vagabond_pays_guards_for_actions():
    assert turn("Vagabond", trust={"Vagabond": 3}).do("Vagabond: agitate").trust("Vagabond") == 1


# The Artificer


@pytest.mark.parametrize("place", ["Grand Citadel", "Tower", "Control Nexus"])
def test_the_artificer_gets_3_trust_more_in_three_major_districts(place: str):
    assert lay_out(phase="Opening", at={"Artificer": place}).trust("Artificer") == 4


@pytest.mark.parametrize("place", ["Square", "Industrial"])
def test_the_artificer_gets_nothing_more_elsewhere(place: str):
    assert lay_out(phase="Opening", at={"Artificer": place}).trust("Artificer") == 4


def test_the_artificer_cannot_share_the_3_trust():
    table = lay_out(phase="Opening", at={"Fowler": "Grand Citadel", "Artificer": "Grand Citadel"})
    assert table.asked == "Fowler: Trust to take of what is shared"
    assert table.legal() == ["0 Trust", "1 Trust"]
    taken = table.copy().do("Fowler: 1 Trust")
    assert (taken.trust("Fowler"), taken.trust("Artificer")) == (1, 3)
    left = table.do("Fowler: 0 Trust")
    assert (left.trust("Fowler"), left.trust("Artificer")) == (0, 4)


def test_the_artificers_3_trust_stop_at_the_limit():
    assert lay_out(phase="Opening", at={"Artificer": "Tower"}, trust={"Artificer": 6}).trust("Artificer") == 8


# The Physician


def test_the_physician_calls_a_citizen_and_identifies_it():
    table = turn("Physician", citizens={"Commerce": "Noble"}, **PAUSE).do(
        "Physician: call a Citizen", "Physician: Commerce"
    )
    assert table.known("Velvet") == ["Noble"]
    assert table.citizens("Commerce") == []
    assert (table.trust("Physician"), table.asked_side) == (0, "Machine"), "free, and the Action is spent"


def test_the_physician_calls_from_neighbours_only_and_no_citizen_that_is_known():
    citizens = {"Commerce": "identified Noble, revealed Artist", "Industrial": "Noble, identified Traitor"}
    table = turn("Physician", citizens=citizens, **PAUSE).do("Physician: call a Citizen")
    assert table.legal() == ["Industrial", "Grand Citadel"], "Velvet's neighbours with unidentified Citizens"
    table.do("Physician: Industrial")
    assert (table.known("Velvet"), table.citizens("Industrial")) == (["Noble"], ["identified Traitor"])


def test_the_physician_calls_nobody_where_there_is_no_square_or_nobody_around():
    full = ", ".join(["Artist"] * 3 + ["Noble"] * 3)
    assert not turn("Physician", citizens={"Velvet": full}).may("call a Citizen")
    known = dict.fromkeys(("Commerce", "Industrial", "Grand Citadel"), "identified Noble")
    assert not turn("Physician", citizens=known).may("call a Citizen")
    assert not turn("Veteran").may("call a Citizen"), "only the Physician can"


def test_the_physician_pays_for_identifying_at_home():
    assert not turn("Physician", trust={"Physician": 1}).may("identify")
    assert turn("Physician", trust={"Physician": 2}, **PAUSE).do("Physician: identify").trust("Physician") == 0


# Typical questions


def test_actions_that_are_not_priced_by_guards():
    square = turn("Fowler", at={"Fowler": "Control Nexus"}, guards={"Control Nexus": 4}, trust={"Fowler": 2})
    assert [words for words in square.legal() if words != "done"] == ["attack with 2", "move Citizens", "give Trust"]
    known = {"Industrial": "identified Artist, revealed Noble"}
    table = turn("Veteran", guards={"Industrial": 4}, citizens=known)
    assert [words for words in table.legal() if words != "done"] == ["gain Trust", "start a riot"]


@pytest.mark.parametrize(
    ("place", "action"),
    [
        ("Art", "identify"),
        ("Art", "incite"),
        ("Square", "agitate"),
        ("Grand Citadel", "discard a Directive"),
        ("Grand Citadel", "return a Citizen"),
        ("Tower", "cancel a Directive"),
        ("Tower", "take back an Access card"),
        ("Control Nexus", "reposition"),
    ],
)
def test_actions_that_are_priced_by_guards_and_free_without(place: str, action: str):
    what: dict[str, Any] = {"at": {"Actress": place}, "hand": ("Levy",), "published": ("Provoke",)}
    assert not turn("Actress", guards={place: 2}, trust={"Actress": 1}, **what).may(action)
    paid = turn("Actress", guards={place: 2}, trust={"Actress": 3}, **what).do(f"Actress: {action}")
    assert paid.trust("Actress") == 1
    assert turn("Actress", guards={place: 0}, **what).may(action)
    assert turn("Actress", broken={place: 2}, **what).may(action), "broken Guards are never counted"


def test_without_guards_all_citizens_are_identified_for_free():
    table = turn("Actress", guards={"Art": 0}).do("Actress: identify", *["Actress: yes"] * 3)
    assert len(table.known("Art")) == 4


def test_a_riot_token_forbids_another_riot_and_nothing_else():
    table = turn("Actress", riots=("Art",), trust={"Actress": 8})
    assert not table.may("start a riot")
    assert {"identify", "incite", "move Citizens", "attack with 2"} <= set(table.legal())
    assert turn("Vagabond", riots=("Square",), trust={"Vagabond": 7}).may("agitate")
    assert lay_out(phase="Machine", riots=("Grand Citadel",), bonds=2).may("Lex Hecate: raid")


def test_staying_is_a_movement():
    assert turn("Actress", event="Liberty of Trade").trust("Actress") == 1
    assert turn("Vagabond", event="Sneaking through Security").trust("Vagabond") == 2
    assert turn("Actress", event="House-to-House Searches", servants=("Art",) * 3).lost("Actress") == {"Art", "Square"}


def test_a_broken_guard_takes_a_square_and_can_be_repaired():
    what: dict[str, Any] = {"guards": {"Art": 1}, "servants": ("Art",) * 3, "bonds": 9}
    table = lay_out(phase="Machine", broken={"Art": 3}, **what)
    assert not any("to Art" in words for words in table.legal() if words.startswith("Guard"))
    assert lay_out(phase="Machine", broken={"Art": 2}, **what).may("Guard from Grand Citadel to Art")
    assert not any(
        "Guard from Commerce" in words for words in lay_out(phase="Machine", broken={"Commerce": 2}, bonds=9).legal()
    )
    assert table.do("Machine: Lex Hecate: repair").guards("Art") == 2


def test_broken_guards_do_not_hold_heroes_or_riots():
    table = turn("Actress", broken={"Art": 2}, goes={"Actress": "Square"})
    assert table.where("Actress") == "Square"
    riot = turn("Actress", slot=3, broken={"Art": 2}, citizens={"Art": "revealed Artist, revealed Noble"})
    assert riot.do("Actress: start a riot").riots == {"Art"}


def test_three_riots_in_one_round_win():
    names = ("Actress", "Artificer", "Fowler")
    homes = {"Actress": "Art", "Artificer": "Science", "Fowler": "Commerce"}
    citizens = dict.fromkeys(homes.values(), "revealed Artist")
    table = lay_out(phase="Heroes", slot=3, heroes=names, citizens=citizens, guards=dict.fromkeys(homes.values(), 0))
    table.do("Fowler: start a riot", "Actress: start a riot")
    assert table.winner == ""
    assert table.do("Artificer: start a riot").winner == "Heroes"


def test_the_plan_may_advance_by_4_in_one_round():
    table = lay_out(phase="Heroes", raids=("Commerce", "Art", "Science"))
    for hero in ("Fowler", "Actress", "Artificer"):
        table.do("Machine: detain: advance the plan", f"{hero}: done")
    assert (table.plan, table.week) == (7, 2)
