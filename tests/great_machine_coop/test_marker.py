"""The Progress marker against Discontent, and what else moves the Master Plan."""

from __future__ import annotations

import pytest
from great_machine_coop.positions import TEAM, Table, lay_out
from hypothesis import given
from hypothesis import strategies as st

from cogitable.envs.great_machine_coop.rules import progress


def marked(slot: int, marker: int = 0, plan: int = 3, **options) -> Table:
    return lay_out(phase="Machine", slot=slot, marker=marker, plan=plan, **options)


def advanced(steps: int, slot: int, marker: int = 0) -> tuple[int, int]:
    """Return the marker's place and the Master Plan after some steps."""
    table = marked(slot, marker, plan=0)
    progress.advance_marker(table.state, steps)
    return table.marker, table.plan


def walk(steps: int, stage: int) -> tuple[int, int]:
    """Walk the Stages one by one: from Zero to the Riot Stage, 5, 4 and on, and from where Discontent is to Zero."""
    track = ["Zero", "Riot", 5, 4, 3, 2, 1, "at Zero"]
    goal = {0: "at Zero", 6: "Riot"}.get(stage, stage)
    place, plan = 0, 0
    for _ in range(steps):
        place += 1
        if track[place] == goal:
            place, plan = 0, plan + 1
    return place, plan


@given(steps=st.integers(0, 30), slot=st.integers(0, 18))
def test_the_marker_walks_stage_by_stage(steps, slot):
    place, plan = walk(steps, slot // 3)
    if plan < 12:
        assert advanced(steps, slot) == (place, plan)


def test_at_the_riot_stage_a_hero_may_reveal_a_citizen_for_each_step_of_its_action():
    table = lay_out(slot=17, first="Actress", at={"Actress": "Square"}, trust={"Actress": 2}, guards={"Square": 1})
    table.do("Actress: agitate")
    assert (table.stage, table.asked) == (6, "Actress: District to identify in"), "one step to it, two beyond"
    table.do("Actress: Velvet")
    assert (len(table.known("Velvet", "revealed")), table.asked) == (1, "Actress: District to identify in")
    table.do("Actress: done")
    assert (table.state.uncovered, table.state.finds) == (1, 0)
    assert table.asked != "Actress: District to identify in"


@pytest.mark.parametrize(
    ("steps", "slot", "marker", "place", "plan"),
    [
        (1, 3, 0, 1, 0),
        (5, 3, 0, 5, 0),  # Stage 2
        (6, 3, 0, 0, 1),  # Stage 1, where Discontent is
        (7, 5, 0, 1, 1),  # on from Zero, which is no step
        (3, 15, 0, 1, 1),  # Discontent at Stage 5: each second step
        (3, 18, 0, 0, 3),  # at the Riot Stage each step
        (7, 2, 0, 0, 1),
        (1, 2, 6, 0, 1),
        (2, 9, 2, 0, 1),
    ],
)
def test_meeting_discontent(steps, slot, marker, place, plan):
    assert advanced(steps, slot, marker) == (place, plan)


@pytest.mark.parametrize(
    ("slot", "marker", "meets"), [(8, 4, True), (8, 3, False), (7, 4, False), (5, 5, True), (16, 1, False)]
)
def test_discontent_that_comes_to_the_marker_meets_it(slot, marker, meets):
    """Slot 8 is the last one of Stage 2: the next one is Stage 3, where the marker is after four steps."""
    table = marked(slot, marker).set(rise=1).go_on()
    assert table.plan == 3 + meets
    assert table.marker == (0 if meets else marker)


def test_steps_within_a_stage_meet_nothing():
    table = marked(6, 4).set(rise=2).go_on()
    assert (table.marker, table.plan, table.slot) == (4, 3, 8)


def test_the_marker_at_the_riot_stage_is_met_there():
    table = marked(17, 1, difficulty="ultra-hard").set(rise=1).go_on()
    assert (table.marker, table.plan) == (0, 4)


def test_many_steps_at_once_may_fulfil_the_plan():
    table = marked(18, plan=9)
    progress.advance_marker(table.state, 3)
    assert table.winner == "Machine" and table.state.plan == 12
    assert table.returns() == [-1.0] * 3


def test_the_third_riot_is_won_before_the_marker_is_compared():
    """Two Riots, the Riot Stage as third, and the Master Plan one short of its end with the marker there."""
    table = marked(17, 1, plan=11, riots=("Art", "Velvet")).set(rise=1).go_on()
    assert table.winner == "Heroes" and table.plan == 11
    assert table.returns() == [1.0] * 3


@pytest.mark.parametrize(("difficulty", "plan"), [("hard", 2), ("ultra-hard", 3)])
def test_the_riot_stage_is_a_successful_riot(difficulty, plan):
    """It takes no Riot token; Benefit 1 puts the Master Plan back for it."""
    table = marked(17, riots=("Art",), difficulty=difficulty).set(rise=1).go_on()
    assert (table.plan, table.slot) == (plan, 18)
    assert not table.state.over and table.state.riot_tokens == 2


@pytest.mark.parametrize(("plan", "after"), [(1, 1), (2, 1), (7, 6)])
def test_benefit_1_never_goes_below_one(plan, after):
    table = marked(17, plan=plan, difficulty="hard").set(rise=1).go_on()
    assert table.plan == after


def test_where_the_tracks_begin():
    table = Table(TEAM)
    assert (table.slot, table.stage, table.marker, table.week) == (2, 0, 0, 1)
    for seats in (1, 2, 3):
        assert Table(TEAM, num_players=seats).slot == 2, "the mark for three, whatever their number"


@pytest.mark.parametrize("card", ["Heart of the City"])
def test_the_square_may_advance_the_plan_more_than_once(card):
    table = lay_out(phase="Machine", slot=15, guards={"Square": 0}).turn("Lex Hecate", card)
    assert (table.plan, table.marker) == (3 + 2, 0), "four steps, each second one meets"


def test_the_plan_has_its_causes():
    table = marked(18)
    progress.advance_marker(table.state, 2)
    assert table.state.advances.tolist() == [0, 2, 0, 0]
