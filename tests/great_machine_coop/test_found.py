"""Mistakes that the plain-Python reference of the co-operative game has found, each pinned by a position."""

from __future__ import annotations

from great_machine.positions import bits
from great_machine_coop.positions import lay_out

from cogitable.envs.city.rules.state import District
from cogitable.envs.table.named import texts

BOTH = {"first": "Actress", "at": {"Actress": "Art"}, "citizens": {"Science": "unidentified Noble, unidentified Noble"}}


def test_drones_sting_no_longer_once_their_mission_is_completed():
    drones = {"drones": bits(("Velvet", "Tower", "Square"))}
    turn = {"first": "Fowler", "at": {"Fowler": "Commerce"}, "goes": {"Fowler": "Velvet"}, "trust": {"Fowler": 5}}
    layout = {"missions": "IV", "guards": {"Commerce": 0}, **turn}
    assert lay_out(also=drones, **layout).trust("Fowler") == 4
    assert lay_out(also={**drones, "tamed": 1}, done="A", **layout).trust("Fowler") == 5


def test_discontent_rises_for_the_actress_once_all_servants_have_detained_her():
    order = ("Judgementor", "Phantasmer", "Lex Hecate")
    table = lay_out(servants=("Art", "Art", "Tower"), slot=2, marker=4, servant_order=order, **BOTH)
    assert table.slot == 4
    assert (table.marker, table.plan) == (0, 4), "the marker goes first, and meets Stage 0"


def test_at_the_riot_stage_a_second_servant_reveals_one_citizen_for_the_actress():
    table = lay_out(servants=("Tower", "Art", "Art"), slot=17, **BOTH)
    assert table.slot == 18
    assert table.state.finds == 2, "a step that is left, and one for Lex Hecate"


def test_the_last_access_card_is_lost_before_the_third_success_that_the_actress_would_bring():
    lost = {"Actress": [name for name in texts(District) if name != "Art"]}
    table = lay_out(servants=("Tower", "Art", "Art"), slot=17, riots=("Tower", "Square"), lost=lost, **BOTH)
    assert table.winner == "Machine"
