"""City Events of the second level: the rule of the round, and when the Master Plan advances."""

from __future__ import annotations

from typing import Any

import pytest
from great_machine.positions import Position, bits, lay_out

LEVEL_II = {"week": 8, "slot": 4}


def closing(event: str, **what: Any) -> Position:
    """Return a Closing Phase at Stage 1 of round 8, with the Master Plan at III."""
    return lay_out(**{"phase": "Closing", "event": event, **LEVEL_II, **what})


def advances(event: str, **what: Any) -> bool:
    """Whether the Master Plan advances when nobody is asked anything."""
    table = closing(event, **what)
    assert (table.week, table.plan in (3, 4)) == (9, True), table.asked
    return table.plan == 4


def heroes(event: str, **what: Any) -> Position:
    return lay_out(**{"phase": "Heroes", "event": event, **LEVEL_II, **what})


def end_round(table: Position) -> Position:
    """Let everybody end their turns until the next round begins."""
    week = table.week
    while table.week == week:
        table.do(f"{table.asked_side}: done")
    return table


# Bread and Circuses


@pytest.mark.parametrize("servants", [1, 2, 3])
def test_bread_lowers_discontent_by_1_beside_servants(servants: int):
    places = ["Commerce"] * servants + ["Tower"] * (3 - servants)
    table = heroes("Bread and Circuses", servants=places, bonds=5)
    assert table.asked == "Machine: Bonds against Discontent"
    no = table.copy().do("Machine: done")
    assert (no.slot, no.bonds, no.asked) == (4, 5, "Fowler: Hero's Action")
    table.do("Machine: yes")
    assert (table.slot, table.bonds, table.asked) == (3, 3, "Fowler: Hero's Action")


def test_bread_is_for_each_hero_that_ends_beside_a_servant_and_not_for_passing():
    table = heroes(
        "Bread and Circuses",
        servants=("Commerce", "Velvet", "Art"),
        goes={"Fowler": "Grand Citadel"},
        trust={"Fowler": 7},
        bonds=4,
    ).do("Fowler: Velvet")
    assert (table.where("Fowler"), table.asked) == ("Grand Citadel", "Fowler: Hero's Action")
    assert table.do("Fowler: done").asked == "Machine: Bonds against Discontent", "the Actress is beside one"


def test_bread_may_be_bought_with_trust_that_was_taken():
    table = heroes("Bread and Circuses", servants=("Commerce",) * 3, raids=("Commerce",), trust={"Fowler": 2})
    assert table.asked == "Machine: how to detain"
    table.do("Machine: detain: No Trust!")
    assert (table.asked, table.bonds) == ("Machine: Bonds against Discontent", 2)
    assert table.do("Machine: yes").slot == 3


@pytest.mark.parametrize(("slot", "bonds"), [(4, 1), (18, 5), (0, 5)])
def test_bread_needs_2_bonds_and_discontent_that_can_drop(slot: int, bonds: int):
    table = heroes("Bread and Circuses", servants=("Commerce",) * 3, slot=slot, bonds=bonds)
    assert table.asked == "Fowler: Hero's Action"


def test_bread_advances_the_plan_unless_discontent_has_risen():
    assert advances("Bread and Circuses")
    assert advances("Bread and Circuses", also={}, slot=18), "the Riot Stage was reached before"
    assert not advances("Bread and Circuses", raids=("Velvet",)), "failed Raids come first"
    table = heroes("Bread and Circuses", guards={"Commerce": 0}, slot=17).do("Fowler: incite")
    assert end_round(table).plan == 3, "the Riot Stage was reached in this round"


# Citywide Maintenance


def test_maintenance_repairs_two_guards_for_one_bond_each():
    table = lay_out(
        phase="Machine",
        event="Citywide Maintenance",
        broken={"Art": 2, "Velvet": 2, "Tower": 2},
        servants=("Art", "Velvet", "Tower"),
        bonds=6,
    )
    for servant in ("Phantasmer", "Judgementor", "Lex Hecate") * 2:
        table.do(f"Machine: {servant}: repair")
    assert (table.bonds, table.guards("Art"), table.guards("Velvet"), table.guards("Tower")) == (0, 2, 2, 2)


def test_an_action_of_repairs_covers_two_and_ends_all_others():
    table = lay_out(phase="Machine", event="Citywide Maintenance", broken={"Art": 3}, servants=("Art",) * 3, bonds=9)
    table.do("Machine: Phantasmer: repair", "Machine: Guard from Velvet to Commerce")
    assert (table.bonds, table.may("Phantasmer: raid"), table.may("Phantasmer to Velvet")) == (7, False, False)
    table.do("Machine: Phantasmer: repair")
    assert (table.bonds, table.may("Phantasmer: repair")) == (6, False)


def test_a_second_repair_needs_another_broken_guard():
    table = lay_out(phase="Machine", event="Citywide Maintenance", broken={"Art": 1}, servants=("Art",) * 3, bonds=9)
    assert not table.do("Machine: Phantasmer: repair").may("Phantasmer: repair")


def test_with_optimize_a_servant_repairs_two_and_acts_again():
    what: dict[str, Any] = {"event": "Citywide Maintenance", "published": ("Optimize",), "servants": ("Art",) * 3}
    table = lay_out(phase="Machine", broken={"Art": 4}, bonds=9, **what)
    table.do("Machine: Phantasmer: repair", "Machine: Phantasmer: repair")
    assert table.bonds == 7
    raid = table.copy().do("Machine: Phantasmer: raid")
    assert raid.bonds == 4, "2 for the Raid and 1 for the second Action"
    table.do("Machine: Phantasmer: repair", "Machine: Phantasmer: repair")
    assert (table.bonds, table.guards("Art")) == (4, 4), "1 more for the second Action, which is two repairs"


def test_maintenance_advances_the_plan_for_a_bare_district():
    event = "Citywide Maintenance"
    assert not advances(event, guards={"Art": 1})
    assert advances(event, guards={"Art": 0})
    assert advances(event, broken={"Art": 2})
    assert advances(event, guards={"Tower": 0}), "Major ones, too"
    assert not advances(event, guards={"Art": 0}, riots=("Art",))
    assert not advances(event, guards={"Velvet": 0}, raids=("Velvet",)), "as the Closing Phase begins"


# Down by Law


def test_down_by_law_turns_incitement_around():
    assert not heroes("Down by Law", trust={"Fowler": 7}).may("incite")
    for place in ("Square", "Grand Citadel", "Tower", "Control Nexus"):
        table = heroes("Down by Law", trust={"Fowler": 7}, at={"Fowler": place}).do("Fowler: incite")
        assert (table.slot, table.trust("Fowler")) == (5, 5)
    assert not lay_out(phase="Heroes", trust={"Fowler": 7}, at={"Fowler": "Square"}).may("incite")


def test_down_by_law_adds_an_action_to_each_major_district():
    table = heroes("Down by Law", trust={"Fowler": 7}, at={"Fowler": "Grand Citadel"}, hand=("Levy",))
    assert {"discard a Directive", "return a Citizen", "incite"} <= set(table.legal())
    assert {"agitate", "incite"} <= set(heroes("Down by Law", trust={"Fowler": 7}, at={"Fowler": "Square"}).legal())


def test_down_by_law_advances_the_plan_without_raids_and_arrests():
    assert advances("Down by Law")
    assert not advances("Down by Law", raids=("Art",), also={"caught": bits(["Art"])})
    table = lay_out(
        phase="Machine", event="Down by Law", **LEVEL_II, bonds=2, citizens={"Grand Citadel": "revealed Artist"}
    )
    table.do("Machine: Lex Hecate: arrest", "Machine: done")
    assert end_round(table).plan == 3


def test_down_by_law_counts_arrests_after_a_riot():
    table = heroes("Down by Law", citizens={"Commerce": "revealed Artist"}).do("Fowler: start a riot")
    table.do("Machine: revealed Artist")
    assert end_round(table).plan == 4, "1 for the Riot that failed, none for the event"


# House-to-House Searches


def test_searches_take_the_chosen_card_beside_a_servant():
    table = heroes("House-to-House Searches", servants=("Commerce", "Tower", "Tower"))
    assert (table.lost("Fowler"), table.asked) == ({"Commerce", "Square"}, "Fowler: Hero's Action")
    passing = heroes(
        "House-to-House Searches",
        servants=("Commerce", "Velvet", "Tower"),
        goes={"Fowler": "Grand Citadel"},
        trust={"Fowler": 7},
    ).do("Fowler: Velvet")
    assert (passing.where("Fowler"), passing.lost("Fowler")) == ("Grand Citadel", {"Square"})


def test_searches_after_no_access_take_nothing_more():
    table = heroes("House-to-House Searches", servants=("Commerce",) * 3, raids=("Commerce",))
    assert table.lost("Fowler") == {"Square"}, "the Machine decides before"
    assert table.do("Machine: detain: No Access!").lost("Fowler") == {"Commerce", "Square"}


def test_searches_take_the_last_card():
    held = ("Art", "Industrial", "Science", "Velvet", "Grand Citadel", "Tower", "Control Nexus", "Square")
    table = heroes("House-to-House Searches", servants=("Commerce",) * 3, lost={"Fowler": held})
    assert (table.asked, table.winner) == ("over", "Machine")


def test_the_heroes_stop_the_plan_with_an_active_citizen_that_was_identified():
    citizens = {
        "Art": "identified Artist, identified Noble, revealed Artist",
        "Velvet": "identified Scientist, Artist",
        "Tower": "identified Artist",
    }
    table = closing("House-to-House Searches", citizens=citizens)
    assert table.asked == "Fowler: District to reveal in", "the lowest Initiative has the last word"
    assert table.legal() == ["done", "Art", "Tower"], "at Stage 1 Artists are active"
    declined = table.copy().do("Fowler: done")
    assert (declined.plan, declined.week) == (4, 9)
    table.do("Fowler: Art")
    assert table.legal() == ["identified Artist"]
    table.do("Fowler: identified Artist")
    assert table.citizens("Art") == ["identified Noble", "revealed Artist", "revealed Artist"]
    assert (table.plan, table.week) == (3, 9)


def test_the_heroes_are_asked_even_if_nobody_identified_is_active():
    """Else the Machine would learn of it."""
    table = closing("House-to-House Searches", citizens={"Art": "identified Noble"})
    assert table.legal() == ["done"]
    assert table.do("Fowler: done").plan == 4
    assert advances("House-to-House Searches", citizens={"Art": "revealed Artist"}), "nobody identified, nobody asked"


# Liberty of Trade and Sneaking through Security


@pytest.mark.parametrize(
    ("event", "there", "elsewhere", "trust"),
    [("Liberty of Trade", "Art", "Square", 1), ("Sneaking through Security", "Square", "Art", 2)],
)
def test_trust_for_ending_movement(event: str, there: str, elsewhere: str, trust: int):
    assert heroes(event, at={"Fowler": there}).trust("Fowler") == trust
    assert heroes(event, at={"Fowler": elsewhere}).trust("Fowler") == 0
    assert heroes(event, at={"Fowler": there}, trust={"Fowler": 7}).trust("Fowler") == 7
    moved = heroes(event, at={"Fowler": elsewhere}, goes={"Fowler": there}, trust={"Fowler": 2})
    assert moved.trust("Fowler") == trust


@pytest.mark.parametrize(("event", "there"), [("Liberty of Trade", "Art"), ("Sneaking through Security", "Square")])
def test_no_trust_for_the_detained(event: str, there: str):
    table = heroes(event, at={"Fowler": there}, raids=(there,), trust={"Fowler": 1})
    assert table.do("Machine: detain: advance the plan").trust("Fowler") == 1
    start = "Square" if there == "Art" else "Art"
    table = lay_out(phase="Machine", event=event, **LEVEL_II, at={"Fowler": start}, goes={"Fowler": there})
    table.escape(False).do("Machine: done", "Machine: detain: advance the plan")
    assert (table.where("Fowler"), table.trust("Fowler")) == (there, 0)


def test_no_trust_for_passing():
    table = heroes("Liberty of Trade", goes={"Fowler": "Grand Citadel"}, trust={"Fowler": 7}).do("Fowler: Velvet")
    assert (table.where("Fowler"), table.trust("Fowler")) == ("Grand Citadel", 3)


def test_liberty_advances_the_plan_for_a_published_directive_or_two_of_the_hand():
    table = closing("Liberty of Trade", hand=("Levy", "Shadow"), published=("Provoke",))
    assert (table.asked, table.legal()) == ("Machine: Directives to trade", ["done", "Levy", "Provoke", "Shadow"])
    kept = table.copy().do("Machine: done")
    assert (kept.plan, kept.week, kept.hand, kept.published) == (3, 9, {"Levy", "Shadow"}, {"Provoke"})
    one = table.copy().do("Machine: Provoke")
    assert (one.plan, one.published, one.hand) == (4, set(), {"Levy", "Shadow"})
    assert "Provoke" not in one.deck, "removed from the game"
    two = table.do("Machine: Levy")
    assert (two.plan, two.legal()) == (3, ["Shadow"]), "the second from the hand, too"
    two.do("Machine: Shadow")
    assert (two.plan, two.hand, two.published, len(two.deck)) == (4, set(), {"Provoke"}, 6)


def test_liberty_needs_directives():
    assert not advances("Liberty of Trade", hand=("Levy",))
    assert closing("Liberty of Trade", hand=("Levy",), published=("Shadow",)).legal() == ["done", "Shadow"]
    assert closing("Liberty of Trade", hand=("Levy", "Shadow")).legal() == ["done", "Levy", "Shadow"]


def test_sneaking_advances_the_plan_for_a_district_with_more_guards_than_citizens():
    even = {"Grand Citadel": 1, "Tower": 1, "Control Nexus": 1}
    event = "Sneaking through Security"
    assert not advances(event, guards={**even, "Art": 4, "Square": 4})
    assert advances(event, guards={**even, "Tower": 2})
    traitor = {"Art": "revealed Traitor, Noble, Noble, Noble"}
    assert advances(event, guards={**even, "Art": 4}, citizens=traitor), "revealed Traitors do not count"
    hidden = {"Art": "identified Traitor, Noble, Noble, Noble"}
    assert not advances(event, guards={**even, "Art": 4}, citizens=hidden)
    assert not advances(event, guards=even, broken={"Tower": 1}), "nor do broken Guards"


# Open Your Mind


def test_servants_reveal_where_no_hero_is():
    table = closing(
        "Open Your Mind",
        servants=("Velvet", "Velvet", "Art"),
        citizens={"Velvet": "Noble, identified Artist, revealed Merchant"},
    )
    assert table.legal() == ["done", "unidentified Citizen", "identified Citizen"]
    table.do("Machine: identified Citizen")
    assert table.citizens("Velvet") == ["revealed Artist", "revealed Merchant", "unidentified Noble"]
    table.do("Machine: unidentified Citizen")
    assert table.citizens("Velvet") == ["revealed Artist", "revealed Merchant", "revealed Noble"]
    assert (table.week, table.plan) == (9, 3), "the Actress is in Art"


def test_servants_need_not_reveal():
    table = closing("Open Your Mind", servants=("Velvet", "Tower", "Art"))
    table.do("Machine: done", "Machine: done")
    assert len(table.known("Velvet", "unidentified")) == 4


@pytest.mark.parametrize(("slot", "price"), [(0, 2), (10, 5), (15, 7), (18, 7)])
def test_open_your_mind_sells_the_plan_for_2_more_than_the_stage(slot: int, price: int):
    what: dict[str, Any] = {"servants": ("Art",) * 3, "slot": slot}
    table = closing("Open Your Mind", bonds=price, **what)
    assert table.asked == "Machine: Bonds for the Master Plan"
    kept = table.copy().do("Machine: done")
    assert (kept.plan, kept.bonds) == (3, price + closing("Open Your Mind", **what).bonds)
    assert table.do("Machine: yes").plan == 4
    assert table.bonds == closing("Open Your Mind", **what).bonds, "all paid; then comes the income"
    assert not advances("Open Your Mind", bonds=price - 1, **what)


# Order vs. Disorder


def test_order_reveals_all_who_are_identified():
    table = heroes("Order vs. Disorder", guards={"Commerce": 0}).do("Fowler: identify", "Fowler: yes")
    assert (len(table.known("Commerce", "revealed")), table.known("Commerce")) == (2, [])


def test_order_reveals_those_who_return_are_called_or_found_as_well():
    table = heroes("Order vs. Disorder", at={"Fowler": "Grand Citadel"}, guards={"Grand Citadel": 0})
    table.do("Fowler: return a Citizen", "Fowler: Velvet")
    assert len(table.known("Velvet", "revealed")) == 1
    called = heroes("Order vs. Disorder", heroes=("Physician", "Fowler", "Actress"), first="Physician", bonds=20)
    called.do("Physician: call a Citizen", "Physician: Industrial")
    assert len(called.known("Velvet", "revealed")) == 1
    found = heroes("Order vs. Disorder", guards={"Commerce": 0}, slot=18).do("Fowler: incite", "Fowler: Velvet")
    assert len(found.known("Velvet", "revealed")) == 1


CROWD = {
    "Commerce": "identified Artist, identified Traitor, revealed Noble, revealed Traitor, Merchant",
    "Art": "identified Scientist",
    "Science": "Scientist",
    "Velvet": "identified Noble, identified Noble",
}


def test_order_sells_the_plan_for_the_citizens_known_beside_heroes():
    table = closing("Order vs. Disorder", citizens=CROWD, bonds=4)
    assert table.asked == "Machine: Bonds for the Master Plan"
    table.do("Machine: yes")
    assert table.plan == 4
    rich = closing("Order vs. Disorder", citizens=CROWD, bonds=9)
    assert rich.do("Machine: done").plan == 3
    assert not advances("Order vs. Disorder", citizens=CROWD, bonds=3)
    together = closing("Order vs. Disorder", citizens=CROWD, bonds=3, at={"Fowler": "Commerce", "Actress": "Commerce"})
    assert together.asked == "Machine: Bonds for the Master Plan", "each District once"


def test_order_leaves_out_where_only_detained_heroes_are():
    assert closing("Order vs. Disorder", citizens=CROWD, bonds=1, also={"detained": (1, 0, 0)}).asked_side == "Machine"
    assert advances("Order vs. Disorder", citizens=CROWD, also={"detained": (1, 1, 0)}), "for nothing"


# Public Execution


@pytest.mark.parametrize("place", ["Square", "Grand Citadel", "Control Nexus", "Tower"])
def test_public_execution_cancels_directives_from_all_major_districts(place: str):
    what: dict[str, Any] = {"at": {"Fowler": place}, "published": ("Levy", "Provoke"), "guards": {place: 3}}
    assert not heroes("Public Execution", trust={"Fowler": 2}, **what).may("cancel a Directive")
    table = heroes("Public Execution", trust={"Fowler": 3}, **what).do("Fowler: cancel a Directive", "Fowler: Provoke")
    assert (table.trust("Fowler"), table.published, len(table.deck)) == (0, {"Levy"}, 7)
    assert not table.may("cancel a Directive"), "it was the Action"


def test_public_execution_is_for_major_districts_and_its_round():
    assert not heroes("Public Execution", trust={"Fowler": 7}, published=("Levy",)).may("cancel a Directive")
    there = {"at": {"Fowler": "Square"}, "trust": {"Fowler": 7}, "published": ("Levy",)}
    assert not heroes("Down by Law", **there).may("cancel a Directive")


@pytest.mark.parametrize(("option", "plan"), [("No Trust!", 4), ("No Access!", 4), ("advance the plan", 4)])
def test_public_execution_advances_the_plan_for_a_turn_that_was_finished(option: str, plan: int):
    table = heroes("Public Execution", raids=("Commerce",)).do(f"Machine: detain: {option}")
    assert end_round(table).plan == plan
    assert table.state.advances.tolist()[:2] == ([0, 1] if option == "advance the plan" else [1, 0])


# Trust vs. Bonds


def test_trust_vs_bonds_gives_to_both_sides():
    table = lay_out(phase="Opening", event="Trust vs. Bonds", trust={"Artificer": 8})
    assert [table.trust(hero) for hero in table.team] == [5, 5, 8]
    assert table.bonds == 6 + 2
    assert lay_out(phase="Opening", event="Trust vs. Bonds", published=("Levy",)).bonds == 6 + 5


def test_the_extra_trust_cannot_be_shared():
    table = lay_out(phase="Opening", event="Trust vs. Bonds", at={"Fowler": "Art", "Actress": "Art"})
    assert table.legal()[-1] == "4 Trust"
    table.do("Fowler: 4 Trust")
    assert [table.trust(hero) for hero in table.team] == [5, 1, 5]


def test_trust_vs_bonds_advances_the_plan_for_more_bonds_than_trust():
    trust = {"Fowler": 2, "Actress": 0, "Artificer": 3}
    assert advances("Trust vs. Bonds", trust=trust, bonds=6)
    assert not advances("Trust vs. Bonds", trust=trust, bonds=5)
