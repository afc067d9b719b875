"""City of the Great Machine: setup, seats, Opening, Access and Closing Phases, victories and options."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from great_machine.positions import TEAM, Position, lay_out

from cogitable.envs.city.rules.state import ALL_DISTRICTS, District, Event, Phase
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules import opening
from cogitable.envs.table.errors import OptionError
from cogitable.envs.table.named import texts

TYPES = ("Artist", "Scientist", "Merchant", "Industrialist", "Noble")


# Setup and numbers


def test_the_board_as_far_as_it_is_known():
    table = Position()
    record = table.setup.record[0]
    assert sorted(record["assault"].tolist()) == [0, 2, 2, 3, 3, 4]
    assert sorted(record["escape"].tolist()) == [0, 0, 0, 1, 1, 1]
    assert record["room"].tolist() == [6] * 5 + [3, 3, 3, 6]
    assert set(record["guard_room"].tolist()) == {4}
    assert [len(table.citizens(name)) for name in texts(District)] == [4] * 5 + [1, 1, 1, 4]
    assert len(table.citizens("arrested")) == 3
    assert {table.guards(name) for name in texts(District)} == {2}


@pytest.mark.parametrize(("slot", "bonds"), [(2, 6), (3, 7), (8, 8), (9, 9), (12, 10), (17, 12), (18, 12)])
def test_bonds_by_stage(slot: int, bonds: int):
    assert lay_out(phase="Opening", slot=slot, bonds=5).bonds == 5 + bonds


def test_normal_1_is_the_city_of_the_worked_example():
    table = Position()
    near = {
        "Grand Citadel": {"Art", "Control Nexus", "Velvet"},
        "Commerce": {"Velvet", "Industrial"},
        "Art": {"Grand Citadel", "Control Nexus", "Tower", "Industrial", "Square", "Science"},
        "Science": {"Art", "Tower", "Square"},
    }
    for district, others in near.items():
        assert table.near(district) == others
    far = table.state.far[texts(District).index("Grand Citadel")]
    assert max(far.tolist()) == 2


@pytest.mark.parametrize(
    ("options", "slot"),
    [
        ({"num_players": 2}, 0),
        ({"num_players": 3}, 1),
        ({"num_players": 4}, 2),
        ({"num_players": 4, "revolutionaries": 1}, 0),
        ({"num_players": 4, "revolutionaries": 2}, 1),
    ],
)
def test_discontent_starts_by_the_number_of_revolutionaries(options: dict[str, int], slot: int):
    assert Position(**options).slot == slot


def test_revolutionaries_are_only_told_apart_from_seats_with_four():
    with pytest.raises(OptionError, match="'revolutionaries' is 1 with 3 seats"):
        GAME.setup(num_players=3, revolutionaries=1)


@pytest.mark.parametrize("plan", [1, 2, 3])
def test_the_master_plan_starts_where_it_is_told_to(plan: int):
    assert Position(master_plan=plan).plan == plan


# Who runs whom


@pytest.mark.parametrize(("seats", "runs"), [(2, [1, 1, 1]), (3, [1, 1, 2]), (4, [1, 2, 3])])
def test_three_heroes_whatever_the_number_of_seats(seats: int, runs: list[int]):
    for seed in range(5):
        table = Position(num_players=seats, seed=seed, heroes="dealt")
        assert len(set(table.team)) == 3
        assert sorted(table.state.runs.tolist()) == runs


@pytest.mark.parametrize(("seats", "choosers"), [(2, "111"), (3, "121"), (4, "123")])
def test_heroes_may_be_chosen(seats: int, choosers: str):
    table = Position(num_players=seats, heroes="chosen")
    for chooser, hero in zip(choosers, ("Physician", "Veteran", "Actress"), strict=True):
        assert table.asked == f"seat {chooser}: Hero to play"
        table.do(f"seat {chooser}: play the {hero}")
    assert table.team == ["Veteran", "Actress", "Physician"]
    assert table.state.runs.tolist() == [int(choosers[1]), int(choosers[2]), int(choosers[0])]


def test_a_chosen_hero_is_taken():
    table = Position(heroes="chosen").do("seat 1: play the Fowler")
    assert len(table.legal()) == 5
    assert not table.may("play the Fowler")


def test_named_heroes_take_part_whoever_runs_them():
    runs = set()
    for seed in range(12):
        table = Position(TEAM, seed=seed)
        assert table.team == list(TEAM)
        runs.add(tuple(table.state.runs.tolist()))
    assert len(runs) > 1


def test_a_revolutionary_acts_for_each_of_its_heroes_by_initiative():
    table = Position(num_players=2)
    asked = []
    for _ in range(3):
        asked.append((table.asked_side, int(table.state.seat)))
        table.do(f"{table.asked_side}: {table.legal()[0]}")
    assert asked == [("Fowler", 1), ("Actress", 1), ("Artificer", 1)]


def test_access_cards_are_forfeited_at_random():
    lost = {next(iter(Position(seed=seed).lost("Fowler"))) for seed in range(40)}
    assert len(lost) > 5
    assert all(len(Position(seed=seed).lost(hero)) == 1 for seed in range(5) for hero in TEAM)


# Confrontation


def test_confrontation_lays_districts_in_turn_each_next_to_two():
    rng = np.random.default_rng(3)
    table = Position(city="confrontation")
    layers, laid = [], int(table.state.there)
    while table.state.phase == Phase.BUILDING:
        who = table.asked_side
        table.do(f"{who}: {rng.choice(table.legal())}")
        new = int(table.state.there) & ~laid
        laid |= new
        if new and table.state.phase == Phase.BUILDING:
            layers.append(who)
            number = int(laid).bit_count()
            near = int(table.state.links[new.bit_length() - 1]).bit_count()
            assert near >= min(number - 1, 2), f"District {number}"
    assert layers == ["Machine", "seat 1"] * 4
    assert int(table.state.there) == ALL_DISTRICTS


# Opening Phase


@pytest.mark.parametrize("event", [name for name in texts(Event)[:20] if name != "Trust vs. Bonds"][::3])
def test_any_event_of_the_level_may_be_turned_up(event: str):
    """No order of the deck is kept: what is turned up is drawn then."""
    table = lay_out(phase="Access")
    for words in np.random.default_rng(1).integers(1, 2**32, (400, 4), np.uint32):
        table.set(rng=words, week=0 if texts(Event).index(event) < 10 else 6, gone_events=0)
        opening.begin_round(table.record, table.state)
        if table.event == event:
            return
    raise AssertionError(f"{event} never came")


@pytest.mark.parametrize("slot", range(0, 19, 3))
def test_trust_by_the_state_of_citizens(slot: int):
    """1 each, 2 if revealed and active, nothing for a revealed Traitor."""
    active = min(slot // 3, 5)
    for status, each in (("unidentified", 1), ("identified", 1), ("revealed", 2)):
        for number, type in enumerate(TYPES):
            citizens = {"Commerce": f"{status} {type}"}
            expected = each if number < active else 1
            assert lay_out(phase="Opening", slot=slot, citizens=citizens).trust("Fowler") == expected
    for status, each in (("unidentified", 1), ("identified", 1), ("revealed", 0)):
        table = lay_out(phase="Opening", slot=slot, citizens={"Commerce": f"{status} Traitor, Noble"})
        assert table.trust("Fowler") == each + 1


def test_three_heroes_share_trust_by_initiative():
    together = dict.fromkeys(TEAM, "Art")
    table = lay_out(phase="Opening", at=together)
    assert (table.asked, table.legal()[-1]) == ("Fowler: Trust to take of what is shared", "4 Trust")
    table.do("Fowler: 1 Trust")
    assert (table.asked_side, table.legal()[-1]) == ("Actress", "3 Trust")
    table.do("Actress: 2 Trust")
    assert (table.asked, [table.trust(hero) for hero in TEAM]) == ("Fowler: Access card", [1, 2, 1])


def test_a_hero_takes_12_of_what_is_shared_at_most():
    table = lay_out(phase="Opening", at=dict.fromkeys(TEAM, "Art"))
    table.states["to_share"] = 16  # as with a board file that has room for eight Citizens
    assert table.legal()[-1] == "12 Trust"
    assert table.do("Fowler: 12 Trust").states["to_share"] == 4


def test_heroes_share_across_one_that_is_elsewhere():
    table = lay_out(phase="Opening", at={"Fowler": "Velvet", "Artificer": "Velvet"}).do("Fowler: 1 Trust")
    assert [table.trust(hero) for hero in TEAM] == [1, 4, 3]


def test_nobody_is_asked_when_nothing_is_shared_or_left():
    nothing = lay_out(phase="Opening", at=dict.fromkeys(TEAM, "Art"), citizens={"Art": "revealed Traitor"})
    assert (nothing.asked, nothing.trust("Actress")) == ("Fowler: Access card", 0)
    taken = lay_out(phase="Opening", at=dict.fromkeys(TEAM, "Art")).do("Fowler: 4 Trust")
    assert (taken.asked, [taken.trust(hero) for hero in TEAM]) == ("Fowler: Access card", [4, 0, 0])


def test_trust_and_bonds_are_carried_over():
    table = lay_out(phase="Opening", trust={"Fowler": 2}, bonds=3)
    assert (table.trust("Fowler"), table.bonds) == (6, 9)


# Access Phase


def test_a_hero_chooses_any_card_it_holds_and_no_other():
    table = lay_out(phase="Access", lost={"Fowler": ("Commerce", "Tower")})
    assert set(table.legal()) == set(texts(District)) - {"Commerce", "Tower"}, "not even to stay"


def test_heroes_choose_by_initiative_seeing_what_their_team_has_chosen():
    table = lay_out(phase="Access").do("Fowler: Velvet")
    assert table.asked == "Actress: Access card"
    shown = table.observed(int(table.state.runs[1]))["chosen"]
    assert shown.sum() == 1
    assert shown[2, texts(District).index("Velvet")] == 1, "two on from the Actress, by Initiative"
    assert table.observed(0)["chosen"].sum() == 0, "the Machine sees nothing"
    table.do("Actress: Art", "Artificer: Science")
    assert table.asked == "Machine: Machine's deeds"
    assert table.observed(0)["chosen"].sum() == 0


def test_choices_may_be_reconsidered_once_all_have_chosen():
    table = lay_out(phase="Access", reconsider=True).do("Fowler: Velvet", "Actress: Art", "Artificer: Science")
    assert table.asked == "Fowler: Access card"
    table.do("Fowler: Industrial", "Actress: Art", "Artificer: Velvet")
    assert table.asked == "Machine: Machine's deeds"
    assert [texts(District)[place] for place in table.state.chosen.tolist()] == ["Industrial", "Art", "Velvet"]


def test_the_chosen_card_returns_to_hand():
    table = lay_out(phase="Heroes")
    held = table.cards("Fowler")
    table.end_turns("Fowler: Access card")
    assert table.cards("Fowler") == held


# Closing Phase


def test_failed_raids_raise_discontent_and_tokens_return():
    table = lay_out(phase="Heroes", raids=("Velvet", "Industrial", "Art"), goes={"Actress": "Art"})
    table.do("Fowler: done", "Machine: detain: No Trust!")
    assert (table.slot, table.raids) == (4, {"Velvet", "Industrial", "Art"}), "the Actress' 2, no failed Raid yet"
    table.do("Artificer: done")
    assert (table.slot, table.raids, table.week) == (6, set(), 2)


def test_a_raid_that_a_hero_leaves_or_passes_fails():
    table = lay_out(
        phase="Heroes", raids=("Commerce", "Velvet"), goes={"Fowler": "Grand Citadel"}, trust={"Fowler": 7}
    ).do("Fowler: Velvet")
    assert table.asked == "Fowler: Hero's Action"
    assert table.end_turns("Fowler: Access card").slot == 4


def test_at_the_riot_stage_failed_raids_are_for_the_lowest_initiative_to_use():
    table = lay_out(phase="Closing", slot=18, raids=("Velvet", "Industrial"))
    assert table.asked == "Fowler: District to identify in"
    table.do("Fowler: Tower")
    assert table.known("Tower") != []
    assert (table.asked, table.may("Tower")) == ("Fowler: District to identify in", False)
    table.do("Fowler: done")
    assert (table.week, table.slot) == (2, 18), "it may be left"


# The end


def test_the_machine_wins_at_xii():
    table = lay_out(phase="Closing", plan=11)
    assert (table.plan, table.winner, table.asked) == (12, "Machine", "over")
    assert table.returns() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])
    assert lay_out(phase="Closing", plan=10).winner == ""


def test_detainment_may_win_at_once():
    table = lay_out(phase="Heroes", plan=11, raids=("Commerce",)).do("Machine: detain: advance the plan")
    assert (table.winner, table.week) == ("Machine", 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_third_riot_wins_at_once(seats: int):
    table = lay_out(
        phase="Heroes",
        riots=("Art", "Velvet"),
        slot=3,
        citizens={"Commerce": "revealed Artist"},
        guards={"Commerce": 0},
        num_players=seats,
    ).do("Fowler: start a riot")
    assert (table.winner, table.asked) == ("Heroes", "over")
    assert table.returns() == pytest.approx([-1, *[1 / (seats - 1)] * (seats - 1)])


def test_the_riot_stage_is_a_riot():
    what: dict[str, Any] = {"guards": {"Commerce": 0}, "citizens": {"Commerce": "revealed Artist"}}
    assert lay_out(phase="Heroes", riots=("Art", "Velvet"), slot=17, **what).do("Fowler: incite").winner == "Heroes"
    assert lay_out(phase="Heroes", riots=("Art",), slot=17, **what).do("Fowler: incite").winner == ""
    assert lay_out(phase="Heroes", riots=("Art",), slot=18, **what).do("Fowler: start a riot").winner == "Heroes"


def test_a_failed_raid_may_win():
    assert lay_out(phase="Closing", riots=("Art", "Velvet"), slot=17, raids=("Tower",)).winner == "Heroes"


def test_the_machine_wins_with_the_last_access_card():
    lost = tuple(name for name in texts(District) if name != "Commerce")
    table = lay_out(phase="Heroes", raids=("Commerce",), lost={"Fowler": lost})
    assert table.copy().do("Machine: detain: No Trust!").winner == ""
    assert table.do("Machine: detain: No Access!").winner == "Machine"


# Help for the Heroes


def test_each_hero_may_identify_or_take_2_trust_after_a_riot():
    table = lay_out(
        phase="Heroes",
        help_heroes=True,
        slot=3,
        citizens={"Commerce": "revealed Artist"},
        guards={"Commerce": 0},
        trust={"Actress": 1},
    ).do("Fowler: start a riot")
    assert table.asked == "Fowler: favour"
    table.do("Fowler: Velvet")
    assert (len(table.known("Velvet")), table.asked) == (1, "Actress: favour")
    assert not table.may("Velvet"), "in different Districts"
    table.do("Actress: done")
    assert table.trust("Actress") == 3
    table.do("Artificer: Tower")
    assert (len(table.known("Tower")), table.asked) == (1, "Actress: Hero's Action")


def test_favours_come_with_the_riot_stage_too_and_never_without_the_option():
    what: dict[str, Any] = {"slot": 17, "guards": {"Commerce": 0}}
    assert lay_out(phase="Heroes", help_heroes=True, **what).do("Fowler: incite").asked == "Fowler: favour"
    assert lay_out(phase="Heroes", **what).do("Fowler: incite").asked == "Fowler: Hero's Action"
    lost = lay_out(phase="Heroes", help_heroes=True, guards={"Commerce": 4}, citizens={"Commerce": "revealed Artist"})
    assert lost.do("Fowler: start a riot").asked_side == "Actress", "a Riot that fails helps nobody"
    closing = lay_out(phase="Closing", help_heroes=True, slot=17, raids=("Tower",))
    assert closing.asked == "Fowler: favour"
