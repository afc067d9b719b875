"""City of the Great Machine: a Hero's movement, escape and Actions, and Riots won and lost."""

from __future__ import annotations

from typing import Any

import pytest
from great_machine.positions import MINORS, Position, lay_out

from cogitable.envs.city.rules.state import District
from cogitable.envs.table.named import texts


def heroes(**what: Any) -> Position:
    return lay_out(phase="Heroes", **what)


def about_to_move(**what: Any) -> Position:
    """Return the end of the Machine's phase: its "done" begins the first Hero's turn."""
    return lay_out(phase="Machine", **what)


# Movement


def test_staying_costs_nothing():
    table = heroes(trust={"Fowler": 4}, guards={"Commerce": 4})
    assert (table.where("Fowler"), table.trust("Fowler"), table.asked) == ("Commerce", 4, "Fowler: Hero's Action")


def test_a_neighbour_is_entered_directly_for_the_guards_that_are_left_behind():
    table = heroes(trust={"Fowler": 4}, guards={"Commerce": 1, "Velvet": 4}, goes={"Fowler": "Velvet"})
    assert (table.where("Fowler"), table.trust("Fowler"), table.asked) == ("Velvet", 3, "Fowler: Hero's Action")


def test_a_hero_chooses_its_way_and_visits_no_district_twice():
    table = heroes(trust={"Fowler": 7}, goes={"Fowler": "Square"})
    assert (table.asked, table.legal()) == ("Fowler: next District", ["Industrial", "Velvet"])
    short = table.copy().do("Fowler: Industrial")
    assert (short.where("Fowler"), short.trust("Fowler")) == ("Square", 3)
    table.do("Fowler: Velvet")
    assert (table.trust("Fowler"), table.legal()) == (5, ["Industrial", "Grand Citadel"]), "not back to Commerce"


def test_ways_that_no_longer_lead_there_are_closed_and_a_single_one_is_taken():
    table = heroes(first="Actress", at={"Actress": "Square"}, goes={"Actress": "Commerce"}, trust={"Actress": 8})
    assert table.legal() == ["Art", "Industrial", "Science"]
    table.do("Actress: Art")
    assert "Square" not in table.legal()
    table.do("Actress: Grand Citadel")
    assert (table.where("Actress"), table.trust("Actress")) == ("Commerce", 0), "by Velvet, without being asked"


def test_who_can_pay_pays():
    table = about_to_move(trust={"Fowler": 2}, goes={"Fowler": "Velvet"}).escape(False).do("Machine: done")
    assert (table.where("Fowler"), table.trust("Fowler"), table.detained("Fowler")) == ("Velvet", 0, False)


@pytest.mark.parametrize("trust", [0, 1])
@pytest.mark.parametrize("free", [True, False])
def test_who_cannot_pay_loses_all_trust_and_rolls(trust: int, free: bool):
    table = about_to_move(trust={"Fowler": trust}, goes={"Fowler": "Velvet"}).escape(free).do("Machine: done")
    assert (table.where("Fowler"), table.trust("Fowler"), table.detained("Fowler")) == ("Velvet", 0, not free)
    assert table.asked == ("Fowler: Hero's Action" if free else "Machine: how to detain")


def test_who_is_caught_on_the_way_ends_up_at_the_target():
    table = heroes(goes={"Fowler": "Square"}).escape(False).do("Fowler: Industrial")
    assert (table.where("Fowler"), table.asked) == ("Square", "Machine: how to detain")
    assert table.do("Machine: detain: No Access!").lost("Fowler") == {"Square", "Control Nexus"}


def test_each_further_exit_is_another_roll_where_guards_are():
    what: dict[str, Any] = {"goes": {"Fowler": "Square"}, "trust": {"Fowler": 1}}
    twice = heroes(**what).escape(True, True).do("Fowler: Industrial")
    assert (twice.where("Fowler"), twice.detained("Fowler")) == ("Square", False)
    assert heroes(**what).escape(True, False).do("Fowler: Industrial").detained("Fowler")
    free = heroes(guards={"Industrial": 0}, **what).escape(True, False).do("Fowler: Industrial")
    assert not free.detained("Fowler"), "nobody is there to catch it"


def test_raids_on_the_way_are_passed():
    table = heroes(raids=("Industrial",), goes={"Fowler": "Square"}, trust={"Fowler": 4}).do("Fowler: Industrial")
    assert (table.where("Fowler"), table.asked) == ("Square", "Fowler: Hero's Action")


# Attack


def test_an_attack_pays_from_the_least_to_the_most_a_face_asks_for():
    for trust, payments in ((7, (2, 3, 4)), (3, (2, 3)), (1, ())):
        legal = heroes(trust={"Fowler": trust}).legal()
        assert [words for words in legal if "attack" in words] == [f"attack with {n}" for n in payments]
    for none in ({"guards": {"Commerce": 0}}, {"broken": {"Commerce": 2}}):
        assert not any("attack" in words for words in heroes(trust={"Fowler": 7}, **none).legal())


@pytest.mark.parametrize("coins", [0, 2, 3, 4])
@pytest.mark.parametrize("paid", [2, 3, 4])
def test_an_attack_needs_as_much_as_the_die_shows(coins: int, paid: int):
    table = heroes(trust={"Fowler": 6}).roll(coins).do(f"Fowler: attack with {paid}")
    breaks = 0 < coins <= paid
    assert (table.broken("Commerce"), table.guards("Commerce")) == (breaks, 2 - breaks)
    assert table.trust("Fowler") == 6 - paid, "lost either way"


# Identifying and moving Citizens


def test_citizens_are_identified_one_after_the_other():
    table = heroes(trust={"Fowler": 5}, guards={"Commerce": 2}).do("Fowler: identify")
    assert (len(table.known("Commerce")), table.trust("Fowler")) == (1, 3)
    assert (table.asked, table.legal()) == ("Fowler: another Citizen to identify", ["done", "yes"])
    assert table.copy().do("Fowler: done").asked == "Fowler: Hero's Action"
    table.do("Fowler: yes")
    assert (len(table.known("Commerce")), table.trust("Fowler"), table.asked) == (2, 1, "Fowler: Hero's Action")


def test_nobody_is_identified_twice():
    table = heroes(trust={"Fowler": 7}, citizens={"Commerce": "identified Noble, revealed Artist"})
    assert not table.may("identify")


def test_any_number_of_citizens_is_moved_for_the_districts_they_exit():
    table = heroes(trust={"Fowler": 3}, citizens={"Commerce": "Noble, identified Artist, revealed Traitor"})
    table.do("Fowler: move Citizens")
    assert table.legal() == ["unidentified Citizen", "identified Artist", "revealed Traitor"]
    table.do("Fowler: identified Artist", "Fowler: Square")
    assert (table.trust("Fowler"), table.known("Square")) == (1, ["Artist"]), "two Districts"
    assert (table.asked, table.may("done")) == ("Fowler: another Citizen to move", True)
    table.do("Fowler: revealed Traitor")
    assert set(table.legal()) == {"Industrial", "Velvet"}, "1 Trust takes nobody farther"
    table.do("Fowler: Velvet")
    assert (table.trust("Fowler"), table.known("Velvet", "revealed")) == (0, ["Traitor"])
    assert table.asked == "Fowler: Hero's Action"


def test_citizens_need_a_free_square_to_stop_and_none_to_pass():
    full = ", ".join(["Artist", "Scientist", "Merchant", "Industrialist", "Noble", "Traitor"])
    table = heroes(trust={"Fowler": 2}, citizens={"Velvet": full, "Industrial": full, "Commerce": "Noble"})
    table.do("Fowler: move Citizens", "Fowler: unidentified Citizen")
    assert not {"Velvet", "Industrial"} & set(table.legal())
    table.do("Fowler: Grand Citadel")
    assert (table.trust("Fowler"), len(table.citizens("Grand Citadel"))) == (0, 2)
    assert not heroes(citizens={"Commerce": "Noble"}).may("move Citizens"), "without Trust nobody goes anywhere"


# Other Actions


def test_gain_trust_is_free_and_stops_at_the_limit():
    assert (
        heroes(first="Actress", trust={"Actress": 0}, guards={"Art": 4}).do("Actress: gain Trust").trust("Actress") == 1
    )
    assert not heroes(first="Actress", trust={"Actress": 8}).may("gain Trust")


def test_incitement_is_for_minor_districts_and_priced_by_guards():
    for place in texts(District):
        table = heroes(at={"Fowler": place}, trust={"Fowler": 7})
        assert table.may("incite") == (place in MINORS)
    table = heroes(trust={"Fowler": 3}).do("Fowler: incite")
    assert (table.slot, table.trust("Fowler")) == (3, 1)


@pytest.mark.parametrize(("traitors", "rise"), [(0, 3), (1, 2), (2, 1)])
def test_the_squares_rise_leaves_out_revealed_traitors(traitors: int, rise: int):
    crowd = ", ".join(["Artist"] * (5 - traitors) + ["revealed Traitor"] * traitors)
    table = heroes(at={"Fowler": "Square"}, trust={"Fowler": 2}, citizens={"Square": crowd}).do("Fowler: agitate")
    assert (table.slot, table.trust("Fowler")) == (2 + rise, 0)


def test_the_square_needs_more_citizens_than_guards():
    few = {"Square": "Artist, Noble"}
    assert not heroes(at={"Fowler": "Square"}, trust={"Fowler": 7}, citizens=few).may("agitate")


def test_at_the_riot_stage_discontent_rises_for_those_who_can_still_be_identified():
    known = dict.fromkeys(texts(District), "identified Noble")
    known |= dict.fromkeys(texts(District)[5:], "")
    crowd = {**known, "Square": "revealed Artist, revealed Artist, revealed Artist"}
    assert not heroes(slot=18, citizens=crowd, trust={"Fowler": 7}).may("incite")
    assert not heroes(slot=18, citizens=crowd, at={"Fowler": "Square"}, trust={"Fowler": 7}).may("agitate")
    assert heroes(slot=17, citizens=crowd, trust={"Fowler": 7}).may("incite")
    assert heroes(slot=18, citizens={**crowd, "Tower": "Artist"}, trust={"Fowler": 7}).may("incite")


def test_at_the_riot_stage_who_acts_identifies_for_each_step():
    table = heroes(slot=17, first="Actress", at={"Actress": "Square"}, trust={"Actress": 2}, guards={"Square": 1})
    table.do("Actress: agitate")
    assert (table.stage, table.asked) == (6, "Actress: District to identify in"), "one step to it, two beyond"
    table.do("Actress: Velvet")
    assert (len(table.known("Velvet")), table.asked) == (1, "Actress: District to identify in")
    table.do("Actress: done")
    assert table.asked_side == "Artificer"


def test_the_control_nexus_gives_3_trust_to_any_hero_below_its_limit():
    what: dict[str, Any] = {"at": {"Fowler": "Control Nexus"}, "guards": {"Control Nexus": 4}}
    table = heroes(trust={"Actress": 8, "Artificer": 6}, **what).do("Fowler: give Trust")
    assert table.legal() == ["Fowler", "Artificer"]
    assert table.do("Fowler: Artificer").trust("Artificer") == 8
    assert not heroes(trust={"Fowler": 7, "Actress": 8, "Artificer": 8}, **what).may("give Trust")


def test_the_tower_gives_any_hero_a_card_back():
    what: dict[str, Any] = {"at": {"Fowler": "Tower"}, "trust": {"Fowler": 2}}
    table = heroes(lost={"Fowler": ("Art",), "Actress": ("Velvet", "Tower"), "Artificer": ()}, **what)
    table.do("Fowler: take back an Access card")
    assert table.legal() == ["Fowler", "Actress"]
    table.do("Fowler: Actress")
    assert table.legal() == ["Velvet", "Tower"]
    table.do("Fowler: Tower")
    assert (table.lost("Actress"), table.trust("Fowler")) == ({"Velvet"}, 0)
    alone = heroes(lost={"Fowler": (), "Actress": ("Velvet",), "Artificer": ()}, **what)
    assert alone.do("Fowler: take back an Access card").asked == "Fowler: Access card to take back"
    assert not heroes(lost={"Fowler": (), "Actress": (), "Artificer": ()}, **what).may("take back an Access card")


def test_the_tower_cancels_a_published_directive_for_good():
    table = heroes(at={"Fowler": "Tower"}, trust={"Fowler": 2}, published=("Levy", "Provoke"))
    table.do("Fowler: cancel a Directive", "Fowler: Levy")
    assert (table.published, "Levy" in table.deck, "Levy" in table.hand) == ({"Provoke"}, False, False)


def test_the_citadel_returns_an_arrested_citizen_identified():
    table = heroes(at={"Fowler": "Grand Citadel"}, trust={"Fowler": 2})
    before = table.known("arrested", "unidentified")
    table.do("Fowler: return a Citizen")
    assert table.asked == "Fowler: District for a returned Citizen"
    table.do("Fowler: Velvet")
    assert sorted(table.known("arrested", "unidentified") + table.known("Velvet")) == before
    assert len(table.known("Velvet")) == 1


# Riots


def riot(crowd: str, guards: int = 2, slot: int = 12, **what: Any) -> Position:
    return heroes(citizens={"Commerce": crowd}, guards={"Commerce": guards}, slot=slot, **what).do(
        "Fowler: start a riot"
    )


@pytest.mark.parametrize(
    ("crowd", "guards", "won"),
    [
        ("revealed Artist, revealed Artist, revealed Merchant", 2, True),
        ("revealed Artist, revealed Artist, revealed Merchant", 3, False),
        ("revealed Artist, revealed Artist, identified Merchant, identified Traitor", 2, False),
        ("revealed Artist, revealed Artist, identified Merchant, identified Traitor", 1, True),
        ("revealed Artist, revealed Artist, revealed Noble", 2, False),
        ("revealed Noble", 0, False),
        ("revealed Artist, revealed Traitor", 0, False),
    ],
)
def test_active_citizens_must_outnumber_guards_and_traitors(crowd: str, guards: int, won: bool):
    table = riot(crowd, guards)
    assert (table.riots == {"Commerce"}, table.plan) == (won, 3 if won else 4)


@pytest.mark.parametrize("slot", [11, 12])
def test_citizens_join_a_riot_by_the_stage(slot: int):
    assert (riot("revealed Industrialist", 0, slot).riots == {"Commerce"}) == (slot == 12)


def test_a_riot_that_is_won_breaks_all_guards_and_leaves_its_token():
    table = riot("identified Artist, Artist, revealed Merchant, Noble", 1, trust={"Fowler": 2})
    assert table.known("Commerce", "revealed") == ["Artist", "Artist", "Merchant", "Noble"]
    assert (table.guards("Commerce"), table.broken("Commerce"), table.trust("Fowler")) == (0, 1, 0)
    assert (table.riots, table.asked_side) == ({"Commerce"}, "Actress")


def test_a_riot_is_paid_for_the_unidentified():
    crowd = {"Commerce": "Artist, Noble, identified Merchant"}
    assert not heroes(citizens=crowd, trust={"Fowler": 3}).may("start a riot")
    assert heroes(citizens=crowd, trust={"Fowler": 4}).may("start a riot")


def test_a_riot_needs_a_citizen_and_no_riot_before():
    assert not heroes(citizens={"Commerce": ""}, trust={"Fowler": 7}).may("start a riot")
    assert not heroes(riots=("Commerce",), guards={"Commerce": 0}).may("start a riot")


def test_after_a_riot_that_failed_the_machine_may_arrest_any_active_citizens():
    table = riot(
        "revealed Artist, revealed Artist, identified Scientist, revealed Noble, Traitor", 3, trust={"Fowler": 3}
    )
    assert (table.plan, table.riots, table.asked) == (4, set(), "Machine: Citizens to arrest after a Riot")
    assert (table.guards("Commerce"), table.broken("Commerce")) == (3, 0)
    assert table.legal() == ["done", "revealed Artist", "revealed Scientist"]
    table.do("Machine: revealed Artist")
    assert table.copy().do("Machine: done").known("Commerce", "revealed") == ["Artist", "Noble", "Scientist", "Traitor"]
    table.do("Machine: revealed Artist", "Machine: revealed Scientist")
    assert (table.known("Commerce", "revealed"), table.asked_side) == (["Noble", "Traitor"], "Actress")
    assert table.bonds == 0, "for nothing"


def test_a_riot_that_failed_may_lose_the_game():
    table = riot("revealed Artist", 4, plan=11)
    assert (table.winner, table.asked) == ("Machine", "over")
