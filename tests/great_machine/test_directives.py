"""The nine Directives of the Great Machine with every example of the Guide, and how they are drawn and published."""

from __future__ import annotations

from typing import Any

import pytest
from great_machine.positions import Position, lay_out

from cogitable.envs.city.rules.state import Directive
from cogitable.envs.table.named import texts

FULL = ", ".join(["Artist", "Scientist", "Merchant", "Industrialist", "Noble", "Traitor"])


def machine(**what: Any) -> Position:
    return lay_out(phase="Machine", **{"bonds": 12, **what})


def heroes(**what: Any) -> Position:
    return lay_out(phase="Heroes", **what)


# Hand, table and deck


def test_three_directives_are_published_at_most_and_a_fourth_sends_another_back():
    table = machine(servants=("Tower",) * 3, hand=("Shadow",), published=("Levy", "Provoke", "Pacify"))
    table.do("Machine: Lex Hecate: publish a Directive", "Machine: Shadow")
    assert table.asked == "Machine: Directive to take back"
    assert table.legal() == ["Levy", "Pacify", "Provoke"], "one of the others"
    table.do("Machine: Provoke")
    assert (table.published, table.hand, table.bonds) == ({"Levy", "Pacify", "Shadow"}, {"Provoke"}, 10)
    assert table.seen == {"Provoke"}, "the Heroes know what came back"


def test_a_third_directive_sends_none_back():
    table = machine(servants=("Tower",) * 3, hand=("Shadow",), published=("Levy", "Provoke"))
    table.do("Machine: Lex Hecate: publish a Directive", "Machine: Shadow")
    assert (table.published, table.hand, table.asked) == (
        {"Levy", "Provoke", "Shadow"},
        set(),
        "Machine: Machine's deeds",
    )


def test_the_hand_has_no_limit_and_the_deck_is_never_shuffled_again():
    table = machine(hand=texts(Directive)[:8])
    assert table.do("Machine: Phantasmer: draw a Directive").hand == set(texts(Directive))
    assert not table.may("Lex Hecate: draw a Directive")
    assert not machine(hand=texts(Directive)[:6], discarded=texts(Directive)[6:]).may("Lex Hecate: draw a Directive")


@pytest.mark.parametrize("wanted", ["Confiscate", "Optimize", "Shadow"])
def test_any_directive_of_the_deck_may_be_drawn(wanted: str):
    table = machine(hand=("Levy",)).until(lambda t: wanted in t.hand, "Machine: Lex Hecate: draw a Directive")
    assert (table.hand, table.bonds) == ({"Levy", wanted}, 10)
    assert wanted not in table.deck


def test_heroes_see_the_hand_and_remove_one_of_it():
    table = heroes(at={"Fowler": "Grand Citadel"}, trust={"Fowler": 2}, hand=("Levy", "Shadow", "Pacify"))
    table.do("Fowler: discard a Directive")
    assert table.seen == {"Levy", "Shadow", "Pacify"}
    table.do("Fowler: Shadow")
    assert (table.hand, table.seen, len(table.deck)) == ({"Levy", "Pacify"}, {"Levy", "Pacify"}, 6)


# Confiscate


def test_confiscate_takes_2_trust_for_2_bonds():
    table = machine(published=("Confiscate",), servants=("Art", "Square", "Square"), trust={"Actress": 3})
    table.do("Machine: Phantasmer: confiscate")
    assert (table.trust("Actress"), table.bonds) == (1, 10)
    assert not table.may("Phantasmer: confiscate"), "its Action is spent"


def test_confiscate_takes_the_last_trust_and_needs_some():
    table = machine(published=("Confiscate",), servants=("Art", "Art", "Square"), trust={"Actress": 1})
    table.do("Machine: Phantasmer: confiscate")
    assert table.trust("Actress") == 0
    assert not table.may("Judgementor: confiscate"), "nothing to take"
    assert not machine(published=(), servants=("Art",) * 3, trust={"Actress": 3}).may("Phantasmer: confiscate")
    elsewhere = machine(published=("Confiscate",), servants=("Velvet",) * 3, trust={"Actress": 3})
    assert not elsewhere.may("Phantasmer: confiscate")


def test_confiscate_asks_from_which_of_several_heroes():
    table = machine(
        published=("Confiscate",),
        servants=("Art",) * 3,
        at=dict.fromkeys(("Fowler", "Actress", "Artificer"), "Art"),
        trust={"Fowler": 3, "Artificer": 4},
    ).do("Machine: Phantasmer: confiscate")
    assert table.legal() == ["Fowler", "Artificer"]
    table.do("Machine: Artificer")
    assert [table.trust(hero) for hero in table.team] == [3, 0, 2]


# Levy and Mechanize


def test_levy_pays_3_bonds_in_each_opening_phase():
    assert lay_out(phase="Opening").bonds == 6
    assert lay_out(phase="Opening", published=("Levy",)).bonds == 9
    assert lay_out(phase="Opening", hand=("Levy",)).bonds == 6, "not from the hand"


def test_mechanize_lets_servants_go_for_1_bond():
    table = machine(published=("Mechanize",), bonds=4)
    assert table.do("Machine: Lex Hecate to Velvet").bonds == 3
    assert table.do("Machine: Judgementor to Square").bonds == 1, "two Districts exited"
    assert machine(bonds=4).do("Machine: Judgementor to Square").bonds == 0


# Optimize


def test_optimize_gives_one_servant_a_second_action_for_1_bond():
    table = machine(published=("Optimize",), servants=("Art",) * 3, broken={"Art": 2})
    assert table.do("Machine: Lex Hecate: raid").bonds == 10
    assert not table.may("Lex Hecate to Velvet"), "both Actions in one District"
    assert table.do("Machine: Lex Hecate: repair").bonds == 7, "2 for the Guard and 1 for the second Action"
    assert not table.may("Lex Hecate: repair"), "two at most"
    assert table.do("Machine: Judgementor: repair").bonds == 5
    assert not table.may("Judgementor: raid")
    assert not any("Judgementor: " in words for words in table.legal()), "one Servant a round"


def test_optimize_takes_1_bond_even_for_a_free_action_and_may_repeat_one():
    table = machine(published=("Optimize",), servants=("Square",) * 3, guards={"Square": 1}, bonds=0)
    assert table.do("Machine: Phantasmer: income").bonds == 3
    assert table.do("Machine: Phantasmer: income").bonds == 5
    empty = machine(published=("Optimize",), servants=("Square",) * 3, guards={"Square": 1}, bonds=0)
    empty.do("Machine: Phantasmer: income").set(bonds=0)
    assert not empty.may("Phantasmer: income"), "1 Bond before it pays"


def test_without_optimize_a_servant_acts_once_and_stays_after_acting():
    table = machine(servants=("Art",) * 3).do("Machine: Lex Hecate: raid")
    assert not any("Lex Hecate" in words for words in table.legal())


def test_optimize_works_again_in_the_next_round():
    table = lay_out(phase="Opening", published=("Optimize",), also={"used": 1 << texts(Directive).index("Optimize")})
    assert table.state.used == 0


# Pacify


def test_pacify_lowers_discontent_once_a_round():
    table = machine(published=("Pacify",), servants=("Art", "Velvet", "Square"), slot=5)
    table.do("Machine: Phantasmer: pacify")
    assert (table.slot, table.bonds) == (4, 10)
    assert not table.may("Judgementor: pacify")
    assert not any("Phantasmer" in words for words in table.legal()), "its Action is spent"


@pytest.mark.parametrize("slot", range(19))
def test_pacify_stays_within_the_stage(slot: int):
    table = machine(published=("Pacify",), servants=("Art", "Velvet", "Square"), slot=slot)
    assert table.may("Phantasmer: pacify") == (slot not in (0, 3, 6, 9, 12, 15, 18))


def test_pacify_is_for_minor_districts():
    table = machine(published=("Pacify",), servants=("Square", "Tower", "Art"), slot=5)
    assert [table.may(f"{name}: pacify") for name in ("Phantasmer", "Judgementor", "Lex Hecate")] == [
        False,
        False,
        True,
    ]
    assert not machine(servants=("Art",) * 3, slot=5).may("Phantasmer: pacify")


# Provoke


@pytest.mark.parametrize(("slot", "asked"), [(2, False), (5, True), (8, True), (11, True), (14, True), (17, False)])
def test_provoke_is_for_a_rise_to_stages_2_to_5(slot: int, asked: bool):
    table = heroes(published=("Provoke",), bonds=3, slot=slot, guards={"Commerce": 0}).do("Fowler: incite")
    assert (table.asked == "Machine: Bonds to provoke") == asked
    if asked:
        kept = table.copy().do("Machine: done")
        assert (kept.plan, kept.bonds, kept.asked) == (3, 3, "Fowler: Hero's Action")
        table.do("Machine: yes")
        assert (table.plan, table.bonds, table.slot, table.asked) == (4, 0, slot + 1, "Fowler: Hero's Action")


def test_provoke_needs_3_bonds_a_new_stage_and_to_be_published():
    assert (
        heroes(published=("Provoke",), bonds=2, slot=5, guards={"Commerce": 0}).do("Fowler: incite").asked_side
        == "Fowler"
    )
    assert (
        heroes(published=("Provoke",), bonds=9, slot=6, guards={"Commerce": 0}).do("Fowler: incite").asked_side
        == "Fowler"
    )
    assert (
        heroes(hand=("Provoke",), bonds=9, slot=5, guards={"Commerce": 0}).do("Fowler: incite").asked_side == "Fowler"
    )


def test_provoke_works_at_every_stage_of_one_rise():
    table = heroes(
        published=("Provoke",),
        bonds=9,
        slot=5,
        at={"Fowler": "Square"},
        guards={"Square": 1},
        trust={"Fowler": 1},
        citizens={"Square": "Artist, Merchant, Noble, Noble, Scientist"},
    ).do("Fowler: agitate")
    assert (table.slot, table.asked) == (6, "Machine: Bonds to provoke")
    table.do("Machine: yes")
    assert (table.slot, table.asked) == (9, "Machine: Bonds to provoke")
    table.do("Machine: yes")
    assert (table.plan, table.bonds, table.slot, table.asked_side) == (5, 3, 9, "Fowler")


def test_provoke_is_not_for_the_closing_phase():
    table = lay_out(
        phase="Closing", published=("Provoke",), bonds=9, slot=5, raids=("Velvet",), event="Down by Law", week=7
    )
    assert (table.stage, table.plan, table.week) == (2, 3, 8)


def test_provoke_is_not_for_a_drop():
    table = lay_out(
        phase="Heroes", event="Bread and Circuses", published=("Provoke",), bonds=9, slot=9, servants=("Commerce",) * 3
    ).do("Machine: yes")
    assert (table.stage, table.asked) == (2, "Fowler: Hero's Action")


def test_provoke_may_win():
    table = heroes(published=("Provoke",), bonds=3, slot=5, plan=11, guards={"Commerce": 0}).do("Fowler: incite")
    assert table.do("Machine: yes").winner == "Machine"


# Reinforce


@pytest.mark.parametrize(
    ("published", "supporters", "won"), [((), 1, True), (("Reinforce",), 1, False), (("Reinforce",), 2, True)]
)
def test_reinforce_is_one_guard_more_in_a_riot(published: tuple[str, ...], supporters: int, won: bool):
    citizens = {"Commerce": ", ".join(["revealed Artist"] * supporters)}
    table = heroes(published=published, slot=4, guards={"Commerce": 0}, citizens=citizens).do("Fowler: start a riot")
    assert (table.riots == {"Commerce"}) == won


def test_reinforce_costs_heroes_nothing():
    what: dict[str, Any] = {"published": ("Reinforce",), "guards": {"Commerce": 1}, "slot": 4}
    table = heroes(trust={"Fowler": 2}, citizens={"Commerce": "Artist, Artist, revealed Artist"}, **what)
    table.do("Fowler: start a riot")
    assert (table.trust("Fowler"), table.riots) == (0, {"Commerce"}), "3 against a Guard and 1 more"


# Resettle


def test_resettle_moves_a_citizen_once_a_round_for_nothing():
    table = machine(published=("Resettle",), citizens={"Art": "revealed Artist, identified Noble, Merchant"}, bonds=0)
    table.do("Machine: resettle", "Machine: Art")
    assert table.legal() == ["unidentified Citizen", "identified Citizen", "revealed Artist"]
    table.do("Machine: revealed Artist")
    assert not table.may("Art"), "to another District"
    table.do("Machine: Tower")
    assert table.known("Tower", "revealed") == ["Artist"]
    assert table.asked == "Machine: Machine's deeds"
    assert not table.may("resettle")


def test_who_is_resettled_stays_identified():
    table = machine(published=("Resettle",), citizens={"Art": "identified Noble, Merchant"})
    other = table.copy().do("Machine: resettle", "Machine: Art", "Machine: unidentified Citizen", "Machine: Square")
    assert other.citizens("Art") == ["identified Noble"]
    table.do("Machine: resettle", "Machine: Art", "Machine: identified Citizen", "Machine: Velvet")
    assert (table.known("Velvet"), table.citizens("Art")) == (["Noble"], ["unidentified Merchant"])


def test_nobody_is_resettled_into_a_full_district():
    table = machine(published=("Resettle",), citizens={"Art": FULL, "Tower": "Noble, Noble, Noble"})
    table.do("Machine: resettle", "Machine: Commerce", "Machine: unidentified Citizen")
    assert {"Art", "Tower", "Commerce"} & set(table.legal()) == set()
    assert {"Grand Citadel", "Velvet"} <= set(table.legal())


def test_resettling_comes_at_any_moment_of_the_phase():
    table = machine(published=("Resettle",), servants=("Art",) * 3).do("Machine: Lex Hecate: raid")
    assert table.may("resettle")
    table.do("Machine: resettle", "Machine: Art", "Machine: unidentified Citizen", "Machine: Velvet")
    assert table.may("Phantasmer: raid") is False, "one Raid token a District"
    assert table.may("Phantasmer to Velvet"), "no Action was spent"


# Shadow


@pytest.mark.parametrize(("published", "price"), [((), 1), (("Shadow",), 3)])
def test_shadow_makes_servants_guards_for_exits_and_actions(published: tuple[str, ...], price: int):
    what: dict[str, Any] = {
        "published": published,
        "guards": {"Commerce": 1},
        "servants": ("Commerce", "Commerce", "Tower"),
        "trust": {"Fowler": 5},
    }
    assert heroes(goes={"Fowler": "Velvet"}, **what).trust("Fowler") == 5 - price
    assert heroes(**what).do("Fowler: incite").trust("Fowler") == 5 - price
    assert heroes(**what).do("Fowler: identify").trust("Fowler") == 5 - price


def test_shadow_counts_servants_for_the_price_of_a_riot_and_not_for_its_outcome():
    what: dict[str, Any] = {
        "published": ("Shadow",),
        "guards": {"Commerce": 1},
        "servants": ("Commerce", "Commerce", "Tower"),
        "citizens": {"Commerce": "Artist, revealed Artist"},
        "slot": 4,
    }
    assert not heroes(trust={"Fowler": 2}, **what).may("start a riot")
    table = heroes(trust={"Fowler": 3}, **what).do("Fowler: start a riot")
    assert (table.trust("Fowler"), table.riots) == (0, {"Commerce"})


def test_shadow_makes_nobody_a_guard_in_other_respects():
    what: dict[str, Any] = {"published": ("Shadow",), "guards": {"Square": 1}, "servants": ("Square",) * 3}
    rise = heroes(at={"Fowler": "Square"}, trust={"Fowler": 4}, slot=4, **what).do("Fowler: agitate")
    assert (rise.slot, rise.trust("Fowler")) == (7, 0), "four Citizens minus one Guard, for four Trust"
    assert machine(**what).do("Machine: Phantasmer: income").bonds == 15
    attack = heroes(at={"Fowler": "Square"}, trust={"Fowler": 4}, published=("Shadow",), guards={"Square": 0})
    assert not any("attack" in words for words in attack.legal())
    judges = lay_out(
        phase="Closing",
        event="Win over the Judges",
        at={"Fowler": "Square"},
        trust={"Fowler": 1},
        lost={"Fowler": ("Tower",), "Actress": (), "Artificer": ()},
        **what,
    )
    assert judges.do("Fowler: Tower").trust("Fowler") == 0 + 4, "1 paid for the one Guard; then 4 come in"
