"""City of the Great Machine: the Machine's phase, Raids and detainment, repositioning, and what the Machine knows."""

from __future__ import annotations

from typing import Any

import pytest
from great_machine.positions import TEAM, Position, lay_out

from cogitable.envs.city.rules.state import District
from cogitable.envs.table.named import texts


def machine(**what: Any) -> Position:
    return lay_out(phase="Machine", **{"bonds": 12, **what})


# Moves


def test_servants_pay_2_bonds_for_each_district_they_exit():
    table = machine(bonds=5)
    reach = {words.removeprefix("Lex Hecate to ") for words in table.legal() if words.startswith("Lex Hecate to")}
    assert reach == set(texts(District)) - {"Grand Citadel"}, "4 Bonds take a Servant anywhere"
    assert table.copy().do("Machine: Lex Hecate to Square").bonds == 1
    table.do("Machine: Lex Hecate to Art")
    assert table.bonds == 3
    near = {words.removeprefix("Lex Hecate to ") for words in table.legal() if words.startswith("Lex Hecate to")}
    assert near == table.near("Art"), "and on, with what is left"


def test_guards_pay_1_bond_for_each_district_they_exit():
    table = machine(bonds=2).do("Machine: Guard from Square to Velvet")
    assert (table.bonds, table.guards("Square"), table.guards("Velvet")) == (0, 1, 3)
    assert not any(words.startswith("Guard") for words in table.legal())


def test_guards_need_a_free_square_to_stop_and_none_to_pass():
    table = machine(guards={"Velvet": 4, "Commerce": 2})
    assert not any(words.startswith("Guard") and words.endswith("to Velvet") for words in table.legal())
    assert table.do("Machine: Guard from Grand Citadel to Commerce").bonds == 10, "through Velvet"


def test_a_later_move_of_a_guard_is_a_new_one():
    table = machine(event="Security Checks", bonds=4, guards={"Square": 1, "Industrial": 0})
    table.do("Machine: Guard from Square to Industrial")
    assert table.bonds == 2
    table.do("Machine: Guard from Industrial to Velvet")
    assert table.bonds == 0, "1 more for each"


def test_moves_and_deeds_mix_until_the_machine_ends_its_phase():
    table = machine(servants=("Square", "Art", "Tower"), bonds=1, guards={"Square": 1})
    table.do("Machine: Guard from Velvet to Industrial", "Machine: Phantasmer: income", "Machine: Judgementor: raid")
    assert table.bonds == 1
    table.do("Machine: Guard from Industrial to Velvet")
    assert (table.bonds, table.asked) == (0, "Machine: Machine's deeds")
    assert table.do("Machine: done").asked_side == "Fowler"


def test_servants_may_do_nothing_and_bonds_are_kept():
    table = machine(bonds=5).do("Machine: done").end_turns("Fowler: Access card")
    assert table.bonds == 5 + 6


@pytest.mark.parametrize("deed", ["raid", "repair", "arrest", "draw a Directive", "publish a Directive", "reposition"])
def test_deeds_cost_2_bonds(deed: str):
    place = {"draw a Directive": "Grand Citadel", "publish a Directive": "Tower", "reposition": "Control Nexus"}
    what: dict[str, Any] = {
        "servants": (place.get(deed, "Art"),) * 3,
        "broken": {"Art": 1},
        "citizens": {"Art": "revealed Artist"},
        "hand": ("Levy",),
        "slot": 3,
    }
    assert not machine(bonds=1, **what).may(f"Lex Hecate: {deed}")
    table = machine(bonds=2, **what).do(f"Machine: Lex Hecate: {deed}")
    assert table.bonds == 0


def test_deeds_are_bound_to_their_districts():
    for place in texts(District):
        table = machine(servants=(place,) * 3, hand=("Levy",))
        special = {
            "draw a Directive": "Grand Citadel",
            "publish a Directive": "Tower",
            "reposition": "Control Nexus",
            "income": "Square",
        }
        for deed, home in special.items():
            assert table.may(f"Phantasmer: {deed}") == (place == home)


@pytest.mark.parametrize(("guards", "income"), [(0, 5), (2, 3), (4, 1)])
def test_income_is_citizens_minus_guards_revealed_traitors_among_them(guards: int, income: int):
    crowd = "Artist, Noble, Noble, revealed Traitor, revealed Artist"
    table = machine(servants=("Square",) * 3, citizens={"Square": crowd}, guards={"Square": guards}, bonds=0)
    assert table.do("Machine: Phantasmer: income").bonds == income


def test_income_needs_more_citizens_than_guards():
    assert not machine(servants=("Square",) * 3, citizens={"Square": "Artist, Noble"}).may("Phantasmer: income")


def test_a_repair_takes_one_guard():
    table = machine(servants=("Art",) * 3, broken={"Art": 2}).do("Machine: Lex Hecate: repair")
    assert (table.guards("Art"), table.broken("Art")) == (1, 1)


# Arrests


def test_only_revealed_active_citizens_are_arrested():
    crowd = "Artist, identified Artist, revealed Scientist, revealed Traitor"
    assert not machine(servants=("Art",) * 3, slot=3, citizens={"Art": crowd}).may("Phantasmer: arrest")
    table = machine(servants=("Art",) * 3, slot=6, citizens={"Art": crowd}).do("Machine: Phantasmer: arrest")
    assert "revealed Scientist" not in table.citizens("Art")
    assert (len(table.citizens("Art")), table.asked) == (3, "Machine: Machine's deeds")
    assert not any(words.startswith("revealed") for words in table.citizens("arrested")), "they lie face down"


def test_the_machine_chooses_whom_to_arrest():
    crowd = "revealed Artist, revealed Noble, revealed Scientist, revealed Traitor"
    table = machine(servants=("Art",) * 3, slot=6, citizens={"Art": crowd}).do("Machine: Phantasmer: arrest")
    assert table.legal() == ["revealed Artist", "revealed Scientist"]
    table.do("Machine: revealed Artist")
    assert table.known("Art", "revealed") == ["Noble", "Scientist", "Traitor"]


# Raids


def test_three_raids_one_a_district():
    table = machine(servants=("Art", "Art", "Velvet"), published=("Optimize",))
    table.do("Machine: Phantasmer: raid")
    assert not table.may("Judgementor: raid"), "a second token has no effect"
    table.do("Machine: Judgementor to Science", "Machine: Judgementor: raid", "Machine: Lex Hecate: raid")
    assert table.raids == {"Art", "Science", "Velvet"}
    full = machine(raids=("Commerce", "Industrial", "Tower"), servants=("Art",) * 3)
    assert not full.may("Phantasmer: raid"), "there are three tokens"


def test_option_a_advances_the_plan_and_the_hero_goes_on():
    table = lay_out(phase="Heroes", raids=("Commerce",), trust={"Fowler": 4}).do("Machine: detain: advance the plan")
    assert (table.plan, table.trust("Fowler"), table.asked) == (4, 4, "Fowler: Hero's Action")
    assert table.detained("Fowler"), "for the City Events"
    assert table.lost("Fowler") == {"Square"}


def test_no_trust_takes_all_trust_as_bonds_and_ends_the_turn():
    table = lay_out(phase="Heroes", raids=("Commerce",), trust={"Fowler": 4}).do("Machine: detain: No Trust!")
    assert (table.plan, table.trust("Fowler"), table.bonds, table.asked_side) == (3, 0, 4, "Actress")


def test_no_access_takes_the_chosen_card_and_ends_the_turn():
    table = lay_out(phase="Heroes", raids=("Velvet",), trust={"Fowler": 4}, goes={"Fowler": "Velvet"})
    table.do("Machine: detain: No Access!")
    assert (table.plan, table.trust("Fowler"), table.bonds, table.asked_side) == (3, 2, 0, "Actress")
    assert table.lost("Fowler") == {"Velvet", "Square"}


def test_a_hero_is_detained_once_and_the_raid_has_succeeded():
    """Caught on the way and raided at the target: asked once, and no failed Raid."""
    table = lay_out(phase="Machine", raids=("Velvet",), goes={"Fowler": "Velvet"}).escape(False).do("Machine: done")
    assert (table.where("Fowler"), table.asked) == ("Velvet", "Machine: how to detain")
    table.do("Machine: detain: advance the plan")
    assert table.asked == "Fowler: Hero's Action"
    slot = table.slot
    assert table.end_turns("Fowler: Access card").slot == slot


def test_what_happens_on_arrival_comes_in_order():
    """Detainment, the Actress' rise, Bread and Circuses; then nothing more for a turn that is finished."""
    table = lay_out(
        phase="Heroes",
        event="Bread and Circuses",
        first="Actress",
        raids=("Art",),
        servants=("Art",) * 3,
        slot=0,
        trust={"Actress": 2},
    )
    assert table.asked == "Machine: how to detain"
    table.do("Machine: detain: No Trust!")
    assert (table.slot, table.bonds, table.asked) == (2, 2, "Machine: Bonds against Discontent")
    table.do("Machine: yes")
    assert (table.slot, table.bonds, table.asked) == (1, 0, "Artificer: Hero's Action")


# Repositioning


def test_repositioning_asks_for_the_district_its_neighbour_and_the_way():
    table = machine(servants=("Control Nexus",) * 3).do("Machine: Phantasmer: reposition")
    assert (table.asked, table.bonds) == ("Machine: District to move", 10)
    table.do("Machine: Commerce")
    assert table.asked == "Machine: District to lie against"
    table.do("Machine: Tower")
    assert table.asked == "Machine: way to lie"
    before = table.state.place.tolist()
    table.do(f"Machine: {table.legal()[0]}")
    assert "Tower" in table.near("Commerce")
    assert (table.asked, table.state.place.tolist() != before) == ("Machine: Machine's deeds", True)


def test_contents_move_along_and_other_tiles_stay():
    citizens = {"Commerce": "revealed Artist, identified Noble"}
    table = machine(servants=("Control Nexus",) * 3, broken={"Commerce": 1}, riots=("Commerce",), citizens=citizens)
    links = {name: table.near(name) - {"Commerce"} for name in texts(District) if name != "Commerce"}
    table.do("Machine: Phantasmer: reposition", "Machine: Commerce").lay_next_to("Commerce", "Science", "Tower")
    assert table.citizens("Commerce") == ["identified Noble", "revealed Artist"]
    assert (table.broken("Commerce"), table.where("Fowler"), table.riots) == (1, "Commerce", {"Commerce"})
    assert {name: table.near(name) - {"Commerce"} for name in links} == links


def test_every_new_place_keeps_two_neighbours_each_and_is_new():
    table = machine(servants=("Control Nexus",) * 3).do("Machine: Phantasmer: reposition")
    for district in ("Commerce", "Square", "Tower"):
        cities = table.copy().do(f"Machine: {district}").places_of(district)
        assert len(cities) > 1
        for city in cities:
            assert all(len(city.near(name)) >= 2 for name in texts(District))
            assert city.state.place.tolist() != table.state.place.tolist()


def test_a_district_without_a_free_side_cannot_be_moved():
    walled = ("Com Com Vel Vel", "Ind Art Art CS", "Ind GC GC CS", "Tow Tow CN CN", ".. Sci Sci ..")
    table = machine(servants=("Control Nexus",) * 3, city=walled).do("Machine: Phantasmer: reposition")
    assert not {"Art", "Grand Citadel"} & set(table.legal())
    assert {"Science", "Commerce"} <= set(table.legal())


def test_heroes_reposition_as_well():
    what: dict[str, Any] = {"at": {"Fowler": "Control Nexus"}, "trust": {"Fowler": 3}, "guards": {"Control Nexus": 2}}
    table = lay_out(phase="Heroes", **what).do("Fowler: reposition")
    assert (table.trust("Fowler"), table.asked) == (1, "Fowler: District to move")
    table.do("Fowler: Commerce").lay_next_to("Commerce", "Science", "Tower")
    assert (table.near("Commerce"), table.asked) == ({"Science", "Tower"}, "Fowler: Hero's Action")


# What the Machine knows


def chances(table: Position, hero: str) -> dict[str, float]:
    row = table.observed(0)["chances"].reshape(3, 9)[TEAM.index(hero)]
    return dict(zip(texts(District), (round(float(one), 4) for one in row), strict=True))


def test_the_machine_takes_any_card_for_lost_at_first():
    table = lay_out(phase="Access")
    assert set(chances(table, "Fowler").values()) == {round(8 / 9, 4)}
    assert table.observed(0)["cards"].sum() == 0, "it does not see them"
    assert table.observed(1)["cards"].sum() == 24, "the team does"


def test_a_card_that_was_shown_is_held_and_one_that_was_forfeited_is_not():
    table = lay_out(phase="Heroes", raids=("Commerce",), lost={"Fowler": ("Tower",)})
    known = chances(table, "Fowler")
    assert known.pop("Commerce") == 1
    assert set(known.values()) == {round(7 / 8, 4)}
    table.do("Machine: detain: No Access!")
    known = chances(table, "Fowler")
    assert known.pop("Commerce") == 0
    assert set(known.values()) == {round(7 / 8, 4)}
    assert chances(table, "Artificer")["Commerce"] == round(8 / 9, 4), "others are not concerned"


def test_a_card_taken_back_unseen_may_be_any():
    """Lost were Commerce, openly, and one of eight others: now it is either of the two, in nine possible ways."""
    table = lay_out(phase="Heroes", raids=("Commerce",), lost={"Fowler": ("Tower",)}).do("Machine: detain: No Access!")
    table.set(at=[texts(District).index("Commerce"), texts(District).index("Tower"), 3], trust=[0, 8, 0])
    table.set(hero=1, seat=int(table.state.runs[1]))
    assert table.do("Actress: take back an Access card").asked == "Actress: owner of an Access card"
    table.do("Actress: Fowler")
    assert table.legal() == ["Commerce", "Tower"]
    table.do("Actress: Tower")
    assert table.lost("Fowler") == {"Commerce"}
    assert set(chances(table, "Fowler").values()) == {round(8 / 9, 4)}


def test_identified_citizens_are_hidden_from_the_machine():
    table = lay_out(phase="Machine", citizens={"Art": "identified Noble, revealed Artist"})
    assert table.observed(0)["identified"].sum() == 0
    assert table.observed(1)["identified"].sum() > 0
    assert table.observed(0)["revealed"].sum() == table.observed(1)["revealed"].sum() > 0


def sure(table: Position, seat: int) -> list[float]:
    return (table.observed(seat)["arrested"] * 5).round().tolist()


def test_who_is_surely_arrested_until_somebody_leaves_unseen():
    table = machine(servants=("Art", "Velvet", "Tower"), slot=3, citizens={"Art": "revealed Artist, revealed Artist"})
    assert sure(table, 0) == sure(table, 1) == [0, 0, 0, 0, 0, 0], "nobody has seen the first three"
    table.do("Machine: Phantasmer: arrest")
    assert sure(table, 0) == sure(table, 1) == [1, 0, 0, 0, 0, 0]
    returned = lay_out(
        phase="Heroes",
        at={"Fowler": "Grand Citadel"},
        trust={"Fowler": 4},
        also={"sure": [[1, 0, 0, 0, 1, 0]] * 2},
        citizens=ARRESTED,
    )
    noble = returned.copy().until(
        lambda t: t.known("Velvet") == ["Noble"], "Fowler: return a Citizen", "Fowler: Velvet"
    )
    assert sure(noble, 1) == [1, 0, 0, 0, 0, 0], "the Heroes see that it is the Noble"
    assert sure(noble, 0) == [0, 0, 0, 0, 0, 0], "for the Machine it may be either"
    set_free = lay_out(
        phase="Closing", event="Ostentatious Amnesty", citizens=ARRESTED, also={"sure": [[2, 0, 0, 0, 1, 0]] * 2}
    ).do("Machine: yes")
    assert sure(set_free, 0) == sure(set_free, 1) == [1, 0, 0, 0, 0, 0], "nobody sees who it is"


ARRESTED = {
    "arrested": "Artist, Artist, Noble",
    "Art": "Artist, Artist, Artist, Noble",
    "Commerce": "Noble, Noble, Noble, Scientist",
    "Industrial": "Scientist, Scientist, Scientist, Scientist",
    "Science": "Merchant, Merchant, Merchant, Merchant",
    "Velvet": "",
    "Square": "Merchant, Industrialist, Industrialist, Industrialist",
    "Grand Citadel": "Industrialist, Industrialist, Traitor",
    "Tower": "Traitor, Traitor",
    "Control Nexus": "Traitor, Traitor",
}
