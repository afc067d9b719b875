"""The steps of the Closing Phase in their order, and what carries over into the next round."""

from __future__ import annotations

import pytest
from great_machine_coop.positions import TEAM, Table, lay_out, own_event

from cogitable.envs.city.rules.state import District
from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.named import texts
from cogitable.envs.table.positions import check_position

AWAY = ("Tower",) * 3
NINE = {"Art": 2, "Commerce": 2, "Industrial": 2, "Velvet": 2, "Science": 1}


def ended(**changes) -> Table:
    also = {"skip": 1, **changes.pop("also", {})}
    return lay_out(phase="Closing", also=also, **{"servants": AWAY, **changes})


def test_the_protocol_advances_the_marker_with_all_nine_in_the_city():
    table = ended(own=own_event(()) | {"prevent_at": 1 << 4}, at=dict.fromkeys(TEAM, "Art"), specials=NINE)
    assert (table.marker, table.specials()) == (1, 9)


def test_a_protocol_for_another_reason_does_not_cancel_the_breakthrough():
    """A Servant without an Action has executed one in this round; the Heroes have prevented the City Event's."""
    own = own_event(("Art",), "free", ("discontent", 1))
    table = lay_out(phase="Machine", own=own, servants=("Square",) * 3, citizens={"Square": ""}, at={"Actress": "Art"})
    table.turn("Judgementor", "Patrol")
    assert table.specials() == 1
    table.set(servants=[District.TOWER] * 3, skip=1).proceed().close()
    assert table.slot == 3 and table.specials() == 1


def test_the_protocol_comes_before_the_breakthrough():
    """The Guard that it brings cannot be seen by a Breakthrough, which there is none of; a prevented one is."""
    own = own_event(texts(District), "free", ("break", 1), ("broken", 1))
    table = ended(own=own)
    assert table.asked == "Fowler: District to break a Guard in" and table.plan == 3
    assert table.do("Fowler: Art").plan == 3, "what the Breakthrough broke counts in step 3"
    assert table.week == 2


def test_the_breakthrough_comes_before_the_plan():
    table = ended(own=own_event(texts(District), "free", ("discontent", 1), "rose"))
    assert (table.slot, table.plan) == (3, 3)


def test_the_plan_comes_before_the_missions():
    """The Master Plan is fulfilled in step 3, so what the Mission would bring comes too late."""
    table = ended(
        own=own_event(texts(District), stops="never"), missions="IV", done="A", plan=11, also={"bonds_shown": 6}
    )
    assert (table.winner, table.done) == ("Machine", "A")


@pytest.mark.parametrize("met", [True, False])
def test_missions_come_before_the_directives_of_the_rounds_end(met):
    """Disclosure raises Discontent by 3 before Pacify lowers it by 1."""
    shown = 6 if met else 5
    table = ended(missions="IV", published=("Pacify",), servants=("Art",) * 3, slot=0, also={"bonds_shown": shown})
    assert table.slot == (3 - 1 if met else 0)


def test_two_objectives_may_be_completed_in_one_round():
    table = ended(missions="I", also={"token_at": [2, 2, 2], "orders": [9, 10, 11]}, week=4)
    assert (table.done, table.active, table.state.riot_tokens) == ("AB", "ABC", 2)


def test_objectives_are_checked_at_the_end_of_the_round_alone():
    table = lay_out(missions="I", also={"token_at": [2, 2, 2], "orders": [9, 10, 11]}, servants=AWAY)
    assert table.done == "" and not table.may("start a riot")


def test_the_next_round_begins_with_the_trust_of_the_citizens():
    table = ended(trust={"Fowler": 1})
    assert (table.week, table.trust("Fowler"), table.asked) == (2, 1 + 4, "Fowler: Access card")
    assert table.state.chosen.tolist() == [-1, -1, -1] and table.state.moved.tolist() == [-1, -1, -1]


def test_the_countdown_ends_every_game_some_time():
    table = ended(event="The Countdown", plan=11, also={"skip": 0})
    assert table.winner == "Machine" and table.returns() == [-1.0] * 3


def test_a_game_in_which_successful_riots_have_put_the_plan_back_may_have_more_than_twelve_advances():
    """Two Riots at most do that: the third one wins."""
    table = lay_out(
        phase="Heroes",
        difficulty="easy",
        event="The Countdown",
        plan=11,
        riots=("Art",),
        slot=18,
        week=13,
        servants=AWAY,
        also={"advances": [12, 0, 0, 0]},
    ).close()
    assert (table.winner, table.plan, table.state.advances[0]) == ("Machine", 12, 13)
    check_position(table.setup, attributed(table.states)[0])


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_all_seats_win_and_lose_together(seats):
    lost = ended(event="The Countdown", plan=11, num_players=seats)
    assert lost.returns() == [-1.0] * seats
    won = lay_out(
        phase="Closing",
        own=own_event(texts(District), "free", ("discontent", 1)),
        slot=17,
        riots=("Art", "Velvet"),
        num_players=seats,
    )
    assert won.winner == "Heroes" and won.returns() == [1.0] * seats
