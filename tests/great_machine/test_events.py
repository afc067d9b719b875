"""City Events of the first level and the Countdown: the rule of the round, and when the Master Plan advances."""

from __future__ import annotations

from typing import Any

import pytest
from great_machine.positions import MINORS, Position, bits, lay_out

from cogitable.envs.city.rules.state import LEVEL_ROUNDS, LEVEL_SIZE, District, Event
from cogitable.envs.great_machine.rules import opening
from cogitable.envs.table.named import texts

NEIGHBOURS_IN_PAIRS = ("GC GC CN CN", "Art Com Ind Sci", "Art Com Ind Sci", "Tow Tow CS CS", ".. Vel Vel ..")
MAJORS_TOGETHER = ("GC GC CN CN", "Tow Tow CS CS", "Art Com Ind Sci", "Art Com Ind Sci", "Vel Vel .. ..")


def advances(event: str, **what: Any) -> bool:
    """Whether the Master Plan advances in a Closing Phase in which nobody is asked anything."""
    table = lay_out(phase="Closing", event=event, week=5, **what)
    assert table.week == 6, table.asked
    assert table.plan in (3, 4)
    return table.plan == 4


def end_round(table: Position) -> Position:
    """Let everybody end their turns until the next round begins."""
    week = table.week
    while table.week == week:
        table.do(f"{table.asked_side}: done")
    return table


# The deck


def test_six_events_of_each_level_then_the_countdown_for_good():
    table = lay_out(phase="Access")
    table.set(gone_events=0, week=0, plan=-30, advances=(-33, 0, 0, 0))
    seen = []
    for _ in range(15):
        opening.begin_round(table.record, table.state)
        seen.append(table.event)
    assert [texts(Event).index(name) // LEVEL_SIZE for name in seen] == [0] * LEVEL_ROUNDS + [1] * LEVEL_ROUNDS + [
        2
    ] * 3
    assert len(set(seen)) == 2 * LEVEL_ROUNDS + 1, "no event comes twice, but for the Countdown"


def test_the_countdown_advances_the_plan_in_every_round():
    table = lay_out(phase="Closing", event="The Countdown", week=13)
    assert (table.plan, table.week, table.event) == (4, 14, "The Countdown")


# Concentration of Force


def test_concentration_of_force_lets_servants_draw_anywhere():
    table = lay_out(phase="Machine", event="Concentration of Force", servants=("Art", "Velvet", "Tower"), bonds=5)
    table.do("Machine: Phantasmer: draw a Directive", "Machine: Judgementor: draw a Directive")
    assert (table.bonds, len(table.hand), len(table.deck)) == (1, 2, 7)
    assert not table.may("Phantasmer: draw a Directive"), "its Action is spent"
    assert not lay_out(phase="Machine", servants=("Art",) * 3, bonds=5).may("Phantasmer: draw a Directive")


def test_in_the_grand_citadel_one_directive_is_drawn_all_the_same():
    table = lay_out(phase="Machine", event="Concentration of Force", bonds=2)
    table.do("Machine: Lex Hecate: draw a Directive")
    assert (table.bonds, len(table.hand)) == (0, 1)


def test_concentration_of_force_advances_the_plan_when_all_servants_are_together():
    assert advances("Concentration of Force", servants=("Art", "Art", "Art"))
    assert not advances("Concentration of Force", servants=("Art", "Art", "Velvet"))
    assert not advances("Concentration of Force", servants=("Velvet", "Art", "Art"))


# Flying Carpets


def test_flying_carpets_move_one_district_for_nothing():
    table = lay_out(phase="Access", event="Flying Carpets")
    assert table.asked == "Fowler: District to move for free", "the lowest Initiative decides"
    assert table.copy().do("Fowler: done").asked == "Fowler: Access card"
    table.do("Fowler: Commerce").lay_next_to("Commerce", "Tower", "Science")
    assert (table.near("Commerce"), table.asked) == ({"Tower", "Science"}, "Fowler: Access card")
    assert [table.trust(hero) for hero in table.team] == [0, 0, 0]


def test_nothing_flies_in_other_rounds():
    assert lay_out(phase="Access").asked == "Fowler: Access card"


def test_flying_carpets_advance_the_plan_when_the_major_districts_are_connected():
    assert advances("Flying Carpets", city=MAJORS_TOGETHER)
    assert not advances("Flying Carpets", city="normal 1")


def test_major_districts_in_two_pairs_are_not_connected():
    table = lay_out(phase="Access", city=NEIGHBOURS_IN_PAIRS)
    assert "Control Nexus" in table.near("Grand Citadel")
    assert "Square" in table.near("Tower")
    assert not advances("Flying Carpets", city=NEIGHBOURS_IN_PAIRS)


# Join Our Side!


def test_heroes_in_a_minor_district_may_identify_there_at_the_end():
    table = lay_out(phase="Closing", event="Join Our Side!", at={"Fowler": "Art", "Artificer": "Square"})
    assert table.asked == "Fowler: Citizen to win over"
    table.do("Fowler: yes", "Actress: yes")
    assert len(table.known("Art")) == 2, "two Heroes, two Citizens"
    assert (table.week, table.known("Square")) == (2, []), "nothing in a Major District"


def test_nobody_has_to_be_won_over_and_nobody_detained_wins_any():
    table = lay_out(phase="Closing", event="Join Our Side!", also={"detained": (1, 0, 1)})
    assert table.asked == "Actress: Citizen to win over"
    table.do("Actress: done")
    assert (table.week, table.known("Art")) == (2, [])


@pytest.mark.parametrize(
    ("option", "plan"), [("No Access!", 4), ("No Trust!", 3), ("advance the plan", 4)], ids=lambda value: str(value)
)
def test_join_our_side_advances_the_plan_for_a_card_that_had_to_be_forfeited(option: str, plan: int):
    table = lay_out(phase="Heroes", event="Join Our Side!", raids=("Commerce",), trust={"Fowler": 2})
    end_round(table.do(f"Machine: detain: {option}"))
    assert table.plan == plan, "with 'advance the plan' that is the one advance"


# No One Is Safe


def test_no_one_is_safe_raises_discontent_once_more_for_failed_raids():
    what: dict[str, Any] = {"phase": "Closing", "event": "No One Is Safe", "slot": 5}
    table = lay_out(raids=("Art", "Velvet", "Industrial"), also={"caught": bits(["Art"])}, **what)
    assert table.slot == 8, "two have failed, and 1 from the event"
    assert lay_out(raids=("Art",), also={"caught": bits(["Art"])}, **what).slot == 5
    assert lay_out(**what).slot == 5
    assert lay_out(**{**what, "event": "The Countdown"}, raids=("Art", "Velvet")).slot == 7, "1 each without it"


def test_no_one_is_safe_at_the_riot_stage_lets_identify_one_more():
    table = lay_out(phase="Closing", event="No One Is Safe", slot=18, raids=("Velvet",))
    for left in (2, 1):
        assert (table.asked, table.week) == ("Fowler: District to identify in", 1), f"{left} to go"
        table.do("Fowler: Velvet")
    assert (len(table.known("Velvet")), table.week, table.slot) == (2, 2, 18)


def test_no_one_is_safe_advances_the_plan_for_a_major_districts_card():
    assert advances("No One Is Safe", at={"Artificer": "Tower"})
    assert not advances("No One Is Safe")


def test_no_one_is_safe_counts_a_card_that_was_forfeited():
    table = lay_out(phase="Heroes", event="No One Is Safe", at={"Fowler": "Tower"}, raids=("Tower",))
    assert end_round(table.do("Machine: detain: No Access!")).plan == 4


# Oppression and Opposition


def test_oppression_pays_a_bond_for_each_servant_in_a_minor_district():
    what: dict[str, Any] = {"phase": "Closing", "event": "Oppression and Opposition", "week": 5, "also": {"special": 1}}
    table = lay_out(servants=("Art", "Art", "Square"), **what)
    assert table.bonds - (2 if table.event == "Trust vs. Bonds" else 0) == 2 + 6
    assert lay_out(servants=("Tower", "Square", "Grand Citadel"), **what).bonds == 6


@pytest.mark.parametrize(
    ("where", "action", "plan"),
    [
        ("Square", "agitate", 3),
        ("Control Nexus", "give Trust", 3),
        ("Tower", "take back an Access card", 3),
        ("Square", "identify", 4),
        ("Square", "gain Trust", 4),
        ("Art", "incite", 4),
    ],
)
def test_oppression_advances_the_plan_without_special_action(where: str, action: str, plan: int):
    table = lay_out(
        phase="Heroes",
        event="Oppression and Opposition",
        first="Actress",
        at={"Actress": where},
        trust={"Actress": 4},
        lost={"Fowler": (), "Actress": ("Velvet",), "Artificer": ()},
    ).do(f"Actress: {action}")
    if action == "give Trust":
        table.do("Actress: Fowler")
    elif action == "take back an Access card":
        table.do("Actress: Velvet")
    assert end_round(table).plan == plan


def test_the_square_has_no_action_without_effect():
    crowd = "Artist, Noble, revealed Traitor"
    table = lay_out(phase="Heroes", at={"Fowler": "Square"}, trust={"Fowler": 7}, citizens={"Square": crowd})
    assert not table.may("agitate"), "two Citizens but for the Traitor, and two Guards"


# Ready for Emergency


@pytest.mark.parametrize(("coins", "paid", "breaks"), [(3, 4, 1), (3, 3, 0), (4, 5, 1), (4, 4, 0), (0, 5, 0)])
def test_ready_for_emergency_makes_guards_dearer(coins: int, paid: int, breaks: int):
    table = lay_out(phase="Heroes", event="Ready for Emergency", trust={"Fowler": 7}).roll(coins)
    assert [words for words in table.legal() if "attack" in words] == [f"attack with {n}" for n in (3, 4, 5)]
    table.do(f"Fowler: attack with {paid}")
    assert (table.broken("Commerce"), table.trust("Fowler")) == (breaks, 7 - paid)


def test_ready_for_emergency_advances_the_plan_without_broken_guards_that_are_not_watched():
    event = "Ready for Emergency"
    assert advances(event)
    assert not advances(event, broken={"Art": 1})
    assert advances(event, broken={"Art": 1}, servants=("Square", "Art", "Square"))
    assert advances(event, broken={"Art": 1}, riots=("Art",))
    assert not advances(event, broken={"Art": 1, "Velvet": 1}, riots=("Art",))


# Security Checks


def test_security_checks_make_the_first_exit_dearer():
    table = lay_out(phase="Heroes", event="Security Checks", trust={"Fowler": 7}, goes={"Fowler": "Grand Citadel"}).do(
        "Fowler: Velvet"
    )
    assert table.trust("Fowler") == 7 - 3 - 2, "three Trust from Commerce, two from Velvet"


def test_security_checks_make_the_first_exit_of_guards_dearer_and_not_of_servants():
    table = lay_out(phase="Machine", event="Security Checks", bonds=9)
    assert table.do("Machine: Guard from Square to Science").bonds == 7
    assert table.do("Machine: Guard from Square to Velvet").bonds == 4, "two Districts exited, and 1 for the first"
    assert table.do("Machine: Lex Hecate to Art").bonds == 2
    assert lay_out(phase="Machine", bonds=9).do("Machine: Guard from Square to Velvet").bonds == 7


def test_servants_in_the_shadow_are_not_checked_as_guards():
    table = lay_out(
        phase="Heroes",
        event="Security Checks",
        published=("Shadow",),
        servants=("Commerce", "Tower", "Tower"),
        trust={"Fowler": 7},
        goes={"Fowler": "Velvet"},
    )
    assert table.trust("Fowler") == 3, "two Guards, a Servant, and 1 for the checks"
    paid = lay_out(phase="Machine", event="Security Checks", published=("Shadow",), bonds=2).do(
        "Machine: Phantasmer to Art"
    )
    assert paid.bonds == 0


def test_security_checks_advance_the_plan_when_somebody_stays():
    event, roads = "Security Checks", {"Fowler": "Art", "Actress": "Science", "Artificer": "Commerce"}
    assert advances(event, at={"Fowler": "Velvet"})
    table = lay_out(phase="Heroes", event=event, goes=roads, trust={"Fowler": 7, "Actress": 7, "Artificer": 7})
    while table.week == 1:
        choices = table.legal()
        table.do(f"{table.asked_side}: {'done' if 'done' in choices else choices[0]}")
    assert table.plan == 3, "all have left, even for where another one was"


# Stalkers vs. Sentinels


@pytest.mark.parametrize(("coins", "paid", "breaks"), [(3, 2, 1), (3, 1, 0), (4, 3, 1), (2, 1, 1), (0, 3, 0)])
def test_stalkers_make_guards_cheaper_in_minor_districts(coins: int, paid: int, breaks: int):
    table = lay_out(phase="Heroes", event="Stalkers vs. Sentinels", trust={"Fowler": 7}).roll(coins)
    assert [words for words in table.legal() if "attack" in words] == [f"attack with {n}" for n in (1, 2, 3)]
    assert table.do(f"Fowler: attack with {paid}").broken("Commerce") == breaks


@pytest.mark.parametrize("where", ["Square", "Tower"])
def test_stalkers_change_nothing_in_major_districts(where: str):
    table = lay_out(phase="Heroes", event="Stalkers vs. Sentinels", trust={"Fowler": 7}, at={"Fowler": where})
    assert [words for words in table.legal() if "attack" in words] == [f"attack with {n}" for n in (2, 3, 4)]
    assert table.roll(3).do("Fowler: attack with 2").broken(where) == 0


def test_stalkers_change_nothing_beside_broken_guards():
    table = lay_out(phase="Heroes", event="Stalkers vs. Sentinels", trust={"Fowler": 7}, broken={"Commerce": 1})
    assert table.roll(3).do("Fowler: attack with 2").broken("Commerce") == 1


def test_stalkers_advance_the_plan_when_a_hero_is_with_a_servant():
    assert advances("Stalkers vs. Sentinels", servants=("Tower", "Tower", "Art"))
    assert not advances("Stalkers vs. Sentinels", servants=("Tower", "Tower", "Velvet"))


# Ostentatious Amnesty


def test_ostentatious_amnesty_lets_heroes_return_citizens_from_any_major_district():
    what: dict[str, Any] = {"phase": "Heroes", "first": "Actress", "trust": {"Actress": 3}, "slot": 0}
    table = lay_out(event="Ostentatious Amnesty", at={"Actress": "Tower"}, **what)
    arrested = table.known("arrested", "unidentified")
    table.do("Actress: return a Citizen")
    assert table.trust("Actress") == 1
    table.do("Actress: Velvet")
    assert len(table.known("Velvet")) == 1, "identified, where the Hero likes"
    assert sorted([*table.known("arrested", "unidentified"), *table.known("Velvet")]) == arrested
    assert table.asked_side == "Artificer", "it was the Action"
    assert not lay_out(event="Ostentatious Amnesty", **what).may("return a Citizen"), "not in a Minor District"
    assert not lay_out(at={"Actress": "Tower"}, **what).may("return a Citizen"), "not without the event"


def test_the_fowler_returns_one_citizen_in_the_citadel_during_an_amnesty():
    """The City Event opens the Grand Citadel's own Action elsewhere; there it is no second one."""
    table = lay_out(phase="Heroes", event="Ostentatious Amnesty", at={"Fowler": "Grand Citadel"}, trust={"Fowler": 7})
    table.do("Fowler: return a Citizen", "Fowler: Velvet")
    assert table.asked == "Fowler: Hero's Action" and not table.may("return a Citizen")


def test_ostentatious_amnesty_advances_the_plan_when_the_machine_returns_two():
    table = lay_out(phase="Closing", event="Ostentatious Amnesty", bonds=4)
    assert (table.asked, len(table.citizens("arrested"))) == ("Machine: Citizens to set free", 3)
    table.do("Machine: yes")
    assert table.plan == 3
    assert "Square" in table.legal()
    before = len(table.citizens("Square"))
    table.do("Machine: Square", "Machine: Tower")
    assert (len(table.citizens("Square")), len(table.citizens("Tower"))) == (before + 1, 2)
    assert all(words.startswith("unidentified") for words in table.citizens("Square") + table.citizens("Tower"))
    assert (table.plan, table.week, table.bonds) == (4, 2, 10), "it costs nothing"


def test_the_machine_may_keep_the_arrested():
    table = lay_out(phase="Closing", event="Ostentatious Amnesty").do("Machine: done")
    assert (table.plan, table.week, len(table.citizens("arrested"))) == (3, 2, 3)


def test_no_amnesty_without_two_who_are_arrested():
    crowded = dict.fromkeys(MINORS[:4], "Artist, Merchant, Noble, Scientist, Industrialist, Traitor")
    crowded |= {"Velvet": "Artist, Merchant, Noble, Scientist, Traitor", "arrested": "Industrialist"}
    crowded |= dict.fromkeys(set(texts(District)) - set(MINORS), "")
    table = lay_out(phase="Closing", event="Ostentatious Amnesty", citizens=crowded)
    assert (table.plan, table.week) == (3, 2)


# Win over the Judges


def test_judges_give_back_a_card_for_the_guards_around():
    table = lay_out(
        phase="Closing",
        event="Win over the Judges",
        at={"Actress": "Tower"},
        trust={"Fowler": 1, "Actress": 4},
        lost={"Fowler": ("Tower",), "Actress": ("Velvet", "Square"), "Artificer": ("Square",)},
        guards={"Science": 0},
    )
    assert table.asked == "Actress: Access card from the judges", "the Fowler cannot pay for two Guards"
    assert table.legal() == ["done", "Velvet", "Square"]
    table.do("Actress: Velvet")
    assert (table.trust("Actress"), table.lost("Actress")) == (2, {"Square"})
    assert table.asked == "Artificer: Access card from the judges", "free without Guards"
    table.do("Artificer: done")
    assert (table.lost("Artificer"), table.plan) == ({"Square"}, 4)


def pledging(**trust: int) -> Position:
    lost: dict[str, tuple[str, ...]] = {"Fowler": (), "Actress": (), "Artificer": ()}
    return lay_out(phase="Closing", event="Win over the Judges", trust=trust, lost=lost, slot=0)


def test_five_trust_together_win_over_the_judges():
    table = pledging(Fowler=2, Actress=1, Artificer=6)
    assert table.asked == "Fowler: Trust to pledge"
    assert table.legal() == ["0 Trust", "1 Trust", "2 Trust"]
    table.do("Fowler: 2 Trust", "Actress: 0 Trust")
    assert table.legal()[-1] == "3 Trust", "no more than is missing"
    table.do("Artificer: 3 Trust")
    assert (table.plan, table.week) == (3, 2)
    assert [table.trust(hero) for hero in table.team] == [0 + 4, 1 + 4, 3 + 4], "and 4 in the next Opening Phase"


def test_pledges_that_do_not_reach_five_are_kept():
    table = pledging(Fowler=2, Actress=1, Artificer=6).do("Fowler: 2 Trust", "Actress: 1 Trust", "Artificer: 1 Trust")
    assert (table.plan, table.week) == (4, 2)
    assert [table.trust(hero) for hero in table.team] == [2 + 4, 1 + 4, 8]


def test_nobody_is_asked_for_what_cannot_reach_five():
    table = pledging(Fowler=2, Actress=2)
    assert (table.plan, table.week) == (4, 2)


def test_trust_for_a_card_does_not_count_for_the_judges():
    table = lay_out(
        phase="Closing",
        event="Win over the Judges",
        trust={"Fowler": 6},
        lost={"Fowler": ("Tower",), "Actress": (), "Artificer": ()},
    ).do("Fowler: Tower")
    assert (table.plan, table.week) == (4, 2), "4 of 6 are left"
