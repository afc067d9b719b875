"""Servants' Actions: in which order, which are available, what each does, and what happens when there is none."""

from __future__ import annotations

import numpy as np
import pytest
from great_machine.positions import MINORS
from great_machine_coop.positions import Table, lay_out

from cogitable.envs.city.rules.state import District
from cogitable.envs.great_machine_coop.rules.swap import free_districts
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words

ONE_TO_ARREST = {"Art": "revealed Artist, revealed Noble, Scientist"}
ALL = {"citizens": ONE_TO_ARREST, "guards": {"Art": 1}, "broken": {"Art": 1}, "slot": 3}


def acted(table: Table) -> list[str]:
    """Return which Actions have been taken in the Art District of ``ALL``."""
    arrest = "Artist" not in table.known("Art", "revealed")
    marks = {"district": table.marker > 0, "arrest": arrest, "repair": table.broken("Art") == 0}
    return [name for name, done in marks.items() if done]


def machine(**changes) -> Table:
    return lay_out(phase="Machine", **{"servants": ("Art",) * 3, **changes})


# Priorities


@pytest.mark.parametrize(
    ("servant", "priority"),
    [
        ("Phantasmer", ("district", "arrest", "repair")),
        ("Judgementor", ("arrest", "repair", "district")),
        ("Lex Hecate", ("district", "repair", "arrest")),
    ],
)
def test_a_servant_does_the_first_thing_of_its_list_that_it_can(servant, priority):
    assert acted(machine(**ALL).turn(servant, "Patrol")) == [priority[0]]
    raided = machine(**ALL, raids=("Art",)).turn(servant, "Patrol")
    assert set(acted(raided)) == set(priority[:2]), "two with a Raid token"
    optimized = machine(**ALL, published=("Optimize",)).turn(servant, "Patrol")
    assert (set(acted(optimized)), optimized.used) == (set(priority[:2]), {"Optimize"})
    both = machine(**ALL, raids=("Art",), published=("Optimize",)).turn(servant, "Patrol")
    assert (set(acted(both)), both.used) == (set(priority), {"Optimize"})


@pytest.mark.parametrize(
    ("servant", "missing", "does"),
    [
        ("Judgementor", "arrest", "repair"),
        ("Judgementor", "repair", "arrest"),
        ("Lex Hecate", "arrest", "district"),
        ("Phantasmer", "repair", "district"),
    ],
)
def test_what_is_not_available_is_passed_over(servant, missing, does):
    changes = {"arrest": {"slot": 2}, "repair": {"guards": {}, "broken": {}}}[missing]
    table = machine(**{**ALL, **changes}).turn(servant, "Patrol")
    assert [name for name in acted(table) if name != missing or name == "arrest"] == [does]


def test_judgementor_takes_the_district_action_last():
    table = machine(slot=2, citizens={"Art": "revealed Noble"}).turn("Judgementor", "Patrol")
    assert table.marker == 1


def test_actions_do_not_depend_on_heroes():
    without = machine(**ALL).turn("Judgementor", "Patrol")
    beside = machine(**ALL, at={"Fowler": "Art"}).turn("Judgementor", "Patrol")
    assert acted(without) == acted(beside) == ["arrest"]


# Arrest


@pytest.mark.parametrize(
    ("here", "slot", "arrested"),
    [
        ("revealed Scientist, revealed Artist, revealed Merchant", 9, "Artist"),
        ("revealed Scientist, revealed Merchant", 9, "Scientist"),
        ("revealed Noble, revealed Merchant, revealed Industrialist", 9, "Merchant"),
        ("revealed Noble, revealed Traitor", 18, "Noble"),
        ("revealed Noble, Artist", 15, "Noble"),
    ],
)
def test_the_active_citizen_with_the_lowest_number_is_arrested(here, slot, arrested):
    table = machine(citizens={"Art": here}, slot=slot)
    before = len(table.citizens("arrested"))
    table.turn("Judgementor", "Patrol")
    assert arrested not in table.known("Art", "revealed")
    assert table.citizens("arrested").count(f"unidentified {arrested}") >= 1
    assert len(table.citizens("arrested")) == before + 1 and table.state.arrests == 1


@pytest.mark.parametrize(
    ("here", "slot"), [("revealed Scientist", 3), ("Artist", 18), ("revealed Traitor", 18), ("revealed Artist", 2)]
)
def test_who_is_inactive_or_face_down_or_a_traitor_is_not_arrested(here, slot):
    table = machine(citizens={"Art": here}, slot=slot).turn("Judgementor", "Patrol")
    assert len(table.citizens("Art")) == 1 and table.state.arrests == 0


# Repair


def test_all_broken_guards_are_repaired():
    table = machine(guards={"Art": 0}, broken={"Art": 3}).turn("Judgementor", "Patrol")
    assert (table.guards("Art"), table.broken("Art"), table.marker) == (3, 0, 0)


# District Actions


@pytest.mark.parametrize("district", ["Grand Citadel", "Tower"])
def test_the_citadel_and_the_tower_draw_or_publish(district):
    table = machine(servants=(district,) * 3).turn("Lex Hecate", "Patrol")
    (drawn,) = table.hand
    assert table.published == set() and drawn not in table.deck and not table.state.hand_known
    table.turn("Phantasmer", "Patrol")
    assert (table.hand, table.order) == (set(), [drawn])


def test_the_citadel_without_directives_is_no_action():
    everything = ("Confiscate", "Levy", "Mechanize", "Optimize", "Pacify", "Provoke")
    table = machine(
        servants=("Tower",) * 3,
        published=("Reinforce", "Resettle", "Shadow"),
        discarded=everything,
        guards={"Tower": 1},
        broken={"Tower": 1},
    )
    assert table.copy().turn("Lex Hecate", "Patrol").broken("Tower") == 0, "the next one on the list"
    table.turn("Lex Hecate", "Patrol").turn("Lex Hecate", "Patrol")
    assert table.specials() == 1, "none is left: the Security Protocol"
    assert table.order == ["Reinforce", "Resettle", "Shadow"] and table.deck == set()


@pytest.mark.parametrize("district", MINORS)
def test_a_minor_district_advances_the_marker(district):
    assert machine(servants=(district,) * 3).turn("Lex Hecate", "Patrol").marker == 1


@pytest.mark.parametrize(
    ("citizens", "guards", "steps"),
    [("Artist, Artist, Noble, Noble, Noble", 2, 3), ("Artist, revealed Traitor", 1, 1), ("Artist", 0, 1)],
)
def test_the_square_advances_the_marker_by_citizens_less_guards(citizens, guards, steps):
    table = machine(servants=("Square",) * 3, citizens={"Square": citizens}, guards={"Square": guards})
    assert table.turn("Lex Hecate", "Patrol").marker == steps


@pytest.mark.parametrize(("citizens", "guards"), [("Artist, Noble", 2), ("Artist", 3), ("", 0)])
def test_the_square_without_more_citizens_than_guards_is_no_action(citizens, guards):
    table = machine(servants=("Square",) * 3, citizens={"Square": citizens}, guards={"Square": guards})
    table.turn("Lex Hecate", "Patrol")
    assert (table.marker, table.specials()) == (0, 1)


def test_special_guards_count_on_the_square_and_broken_ones_do_not():
    table = machine(servants=("Square",) * 3, guards={"Square": 1}, broken={"Square": 1}, specials={"Square": 1})
    assert table.turn("Lex Hecate", "Patrol").marker == 4 - 2


# The Control Nexus


def test_the_nexus_swaps_two_districts_with_everything_on_them():
    before = machine(
        servants=("Control Nexus", "Art", "Tower"),
        tokens=("Commerce", "Tower"),
        at={"Fowler": "Commerce", "Actress": "Tower", "Artificer": "Art"},
        broken={"Commerce": 1},
    )
    after = before.copy().turn("Phantasmer", "Patrol")
    one, other = District.COMMERCE, District.TOWER
    places, swapped = before.states["place"][0], after.states["place"][0]
    assert (swapped[one] == places[other]).all() and (swapped[other] == places[one]).all(), "turned if need be"
    rest = [number for number in range(9) if number not in (one, other)]
    assert (swapped[rest] == places[rest]).all()
    assert after.where("Fowler") == "Commerce" and after.broken("Commerce") == 1
    assert after.citizens("Commerce") == before.citizens("Commerce")
    assert after.near("Commerce") == before.near("Tower")
    assert after.near("Tower") == before.near("Commerce")
    assert "Commerce" in after.near("Art") and "Tower" not in after.near("Art")
    assert after.tokens == set()


def test_neighbours_that_are_swapped_stay_neighbours():
    table = machine(servants=("Control Nexus",) * 3, tokens=("Commerce", "Industrial"))
    assert "Industrial" in table.near("Commerce")
    table.turn("Phantasmer", "Patrol")
    assert "Industrial" in table.near("Commerce") and "Commerce" in table.near("Industrial")


def test_only_districts_with_a_free_side_are_swapped():
    """The Grand Citadel's upper side is free, the Art District has neighbours on all four."""
    table = machine(servants=("Control Nexus",) * 3)
    free = {name for i, name in enumerate(texts(District)) if free_districts(table.state) >> i & 1}
    assert "Art" not in free and {"Commerce", "Tower", "Science"} <= free
    for seed in range(25):
        trial = machine(servants=("Control Nexus",) * 3, also={"rng": seed_words(seed, 1)[0]})
        before = trial.states["place"][0].copy()
        trial.turn("Phantasmer", "Patrol")
        moved = {District(i).text for i in np.flatnonzero((before != trial.states["place"][0]).any(axis=1))}
        assert len(moved) == 2 and moved <= free


# None, and two


def test_without_any_action_the_security_protocol_is_executed():
    table = machine(servants=("Square",) * 3, citizens={"Square": ""}, tokens=("Velvet",))
    table.turn("Judgementor", "Patrol")
    assert table.specials("Velvet") == 1 and table.tokens == set()


@pytest.mark.parametrize("slot", [2, 5])
def test_optimize_needs_two_different_actions(slot):
    """With nothing to repair and nobody active there is one Action only, and Optimize is left for others."""
    table = machine(published=("Optimize",), slot=slot, citizens={"Art": "revealed Noble"})
    assert table.turn("Phantasmer", "Patrol").used == set()
    assert table.marker == 1


def test_optimize_is_not_used_where_repair_is_all_there_is():
    table = machine(
        servants=("Square",) * 3,
        published=("Optimize",),
        citizens={"Square": ""},
        guards={"Square": 1},
        broken={"Square": 1},
    ).turn("Lex Hecate", "Patrol")
    assert (table.broken("Square"), table.used, table.specials()) == (0, set(), 0)


def test_guard_patrol_is_no_action_but_detains_and_uses_directives():
    table = machine(
        **{**ALL, "published": ("Confiscate", "Optimize", "Resettle")}, at={"Fowler": "Art"}, trust={"Fowler": 4}
    )
    table.turn("Lex Hecate", "Guard Patrol")
    assert (table.specials("Art"), table.marker, table.broken("Art")) == (1, 0, 1)
    assert table.trust("Fowler") == 4 - 2
    assert table.used == {"Confiscate", "Resettle"}, "Optimize needs Actions"
    table.proceed()
    assert table.detained("Fowler")


def test_benefit_3_makes_guard_patrol_a_patrol():
    table = machine(**ALL, difficulty="novice").turn("Lex Hecate", "Guard Patrol")
    assert (table.specials(), acted(table)) == (0, ["district"])


# Raid tokens


def test_a_successful_riot_places_a_raid_token_until_nobody_active_is_left():
    table = machine(**ALL, raids=("Art",))
    assert table.raids == {"Art"}
    table.turn("Phantasmer", "Patrol")
    assert acted(table) == ["district", "arrest"] and table.raids == set() and table.riots == {"Art"}
    table.turn("Judgementor", "Patrol")
    assert acted(table) == ["district", "arrest", "repair"]
    assert table.marker == 1, "one Action again"


def test_the_next_servant_of_the_same_phase_finds_no_raid_token_any_more():
    table = lay_out(
        phase="Machine",
        **ALL,
        raids=("Art",),
        servants=("Art", "Tower", "Tower"),
        at={"Fowler": "Art"},
        cards=("Patrol", "Maintenance 1", "Tracking 1"),
    )
    assert acted(table) == ["district", "arrest"] and table.marker == 2, "Lex Hecate has one Action only"


def test_a_raid_token_stays_while_somebody_is_active():
    here = {"Art": "revealed Artist, revealed Artist"}
    table = machine(citizens=here, slot=3, raids=("Art",)).turn("Judgementor", "Patrol")
    assert table.raids == {"Art"} and table.marker == 1, "arrest and District Action"
