"""Brass Empire: the pool runs out, the round is finished, scores and tie-breakers."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from brass_empire.positions import CLERK, PLATFORM, WORKER, Position, building, do, employee, gain, unit

from cogitable.envs.brass_empire.rules.state import NOBODY


def finish(table: Position) -> Position:
    """Let the round be the last one and end all turns."""
    table.state.ending = 1
    while not table.over:
        table.end_turn()
    return table


# The final round


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whoever_exhausts_the_pool_all_have_equally_many_turns(players):
    for first in range(players):
        for last in range(players):
            table = Position(num_players=players, first=first, pool=3).put(last, "Giant")
            turns: Counter[int] = Counter()
            while not table.over:
                turns[table.seat] += 1
                if table.seat == last and turns[last] == 2:
                    table.play("mine 2")
                assert turns[table.seat] <= 2
                table.end_turn()
            assert turns == dict.fromkeys(range(players), 2)
            assert table.state.player == (first - 1) % players
            assert table.winners() == [last]
            assert table.brass()[last] == 5


def test_the_pool_that_runs_out_in_the_last_turn_of_a_round_ends_the_game_with_it():
    table = Position(num_players=3, first=1, pool=2).end_turn(2).put(0, "Soldier")
    assert table.seat == 0
    table.play("mine 2")
    assert not table.over
    table.end_turn()
    assert table.over


def test_one_brass_left_in_the_pool_is_no_end():
    table = Position(pool=3).put(0, "Soldier").play("mine 2").end_turn(2)
    assert not table.over
    assert table.state.pool == 1
    table.play("mine 2").end_turn()
    assert not table.over
    table.end_turn()
    assert table.over


def test_income_at_a_turn_start_exhausts_the_pool_as_well():
    table = Position(pool=1, num_players=2).put(1, "Mint").end_turn()
    assert table.state.pool == 0
    assert not table.over
    table.end_turn()
    assert table.over
    table = Position(pool=1, num_players=2).put(0, "Mint").end_turn(2)
    assert not table.over
    table.end_turn(2)
    assert table.over
    assert table.brass() == [1, 0]


def test_an_opponents_brass_exhausts_the_pool_in_my_turn():
    table = Position(pool=1, num_players=3, first=2).put(2, "Raider").put(0, "Giant").attack(2, 0, 2)
    assert table.brass() == [1, 0, 0]
    assert table.state.pool == 0
    table.end_turn(2)
    assert not table.over
    table.end_turn()
    assert table.over


def test_brass_counts_after_the_pool_is_empty():
    table = Position(pool=1).put(0, "Giant").put(1, "Giant", "Soldier").play("mine 2")
    assert (table.state.pool, table.brass()) == (0, [5, 0])
    table.end_turn().play("mine 2", "mine 3")
    assert (table.state.pool, table.brass()) == (0, [5, 7])
    table.end_turn()
    assert table.over
    assert table.winners() == [1]


def test_destroying_counts_after_the_pool_is_empty():
    table = Position(pool=2).put(0, "Soldier").put(1, "Giant").play("mine 2").end_turn().attack(2, 0, 2)
    assert table.brass() == [2, 1]


def test_stealing_leaves_the_pool_alone():
    thief = employee("Thief", do("steal", brass=2))
    table = Position(thief, pool=4).set_brass(0, 3).set_hand(0, "Thief").play("hand Thief")
    assert (table.state.pool, table.state.ending) == (1, 0)
    assert table.brass() == [2, 1]


def test_a_game_that_is_over_offers_nothing():
    assert finish(Position()).legal() == []


# Scores


def test_the_score_is_brass_and_the_value_of_all_cards_owned():
    table = Position().set_brass(4).set_hand(0, "Agent").set_deck(0, "Giant", CLERK).set_discard(0, "Foreman")
    assert table.score(0) == 4 + 2 + 3 + 1
    table.put(0, "Tower").put(0, "Shed", built=False)
    assert table.score(0) == 13
    table.play("hand Agent")
    assert table.score(0) == 13
    assert table.zone(0, "reserve"), "which counts for nothing"


def test_a_card_in_a_row_a_deck_or_dismissed_counts_for_nobody():
    table = Position(employee("Sorter", do("dismiss"))).set_hand(0, "Sorter", "Agent").set_discard(0).set_deck(0)
    table.play("hand Sorter", "hand Agent")
    assert table.score(0) == 0


def test_a_destroyed_card_keeps_its_value_for_its_owner():
    table = Position().put(1, "Tower").put(0, "Soldier")
    before = table.score(1)
    table.attack(2, 1, 2)
    assert table.score(1) == before


def test_the_platforms_value_counts():
    table = finish(Position(building(PLATFORM, 0, 3, value=4)))
    assert table.score(0) == 4


def test_the_highest_score_wins():
    table = finish(Position(num_players=4).set_brass(3, 5, 0, 1).set_discard(2, "Giant", "Giant"))
    assert table.winners() == [2]
    np.testing.assert_allclose(table.returns(), [-1 / 3, -1 / 3, 1, -1 / 3], rtol=1e-6)


# Tie-breakers: the seats' Brass and discards, and who wins


TIES = {
    "score before all": ((3, ["Agent"]), (6, ["Foreman", CLERK, CLERK]), 1),
    "cards of corporations": ((2, []), (0, ["Agent"]), 1),
    "neutral cards do not count": ((0, ["Foreman", "Foreman"]), (0, ["Agent"]), 1),
    "cards of another corporation count": ((2, []), (1, ["Red Guard"]), 1),
    "corporations before fewer cards": ((2, []), (0, ["Agent", CLERK, CLERK]), 1),
    "corporations before Brass": ((9, []), (7, ["Agent"]), 1),
    "fewer cards": ((2, [CLERK]), (2, []), 1),
    "fewer cards before Brass": ((6, [CLERK, CLERK]), (3, ["Giant"]), 1),
    "more Brass": ((1, ["Tower"]), (2, ["Foreman"]), 1),
    "nothing left to compare": ((2, ["Agent", CLERK]), (2, ["Agent", WORKER]), None),
}


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("tie", TIES)
def test_ties(tie, mirrored):
    *seats, winner = TIES[tie]
    if mirrored:
        seats, winner = seats[::-1], None if winner is None else 1 - winner
    table = Position().set_brass(*(brass for brass, _ in seats))
    for seat, (_, cards) in enumerate(seats):
        table.set_discard(seat, *cards)
    if tie != "score before all":
        assert table.score(0) == table.score(1)
    finish(table)
    assert table.winners() == ([0, 1] if winner is None else [winner])
    assert table.returns() == ([0, 0] if winner is None else [(-1.0, 1.0)[seat == winner] for seat in range(2)])


def test_cards_in_play_count_as_cards_the_platform_among_them():
    table = Position().set_brass(1, 2).put(0, "Shed").set_discard(1)
    assert table.score(0) == table.score(1)
    assert finish(table).winners() == [1]
    table = Position().set_brass(2, 2).put(0, "Works").set_discard(1, "Foreman").break_platform(1)
    assert table.score(0) == table.score(1)
    assert finish(table).winners() == [0, 1], "as many cards, a platform that is turned over is one"


def test_a_shared_win_among_more():
    table = finish(Position(num_players=5).set_brass(4, 1, 4, 0, 4))
    assert table.winners() == [0, 2, 4]
    np.testing.assert_allclose(table.returns(), [1 / 6, -1 / 4, 1 / 6, -1 / 4, 1 / 6], rtol=1e-6)


def test_all_win_together():
    table = finish(Position(num_players=3))
    assert table.winners() == [0, 1, 2]
    assert table.returns() == [0, 0, 0]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_winners_as_in_plain_python(players):
    """Few cards and little Brass, so that ties are common."""
    rng, shared = np.random.default_rng(players), 0
    for _ in range(12):
        table = Position(num_players=players)
        brass = rng.integers(0, 4, players).tolist()
        table.set_brass(*brass)
        keys = []
        for seat in range(players):
            cards = rng.choice(["Foreman", "Agent", CLERK, "Red Guard", "Tower"], rng.integers(0, 3)).tolist()
            table.set_discard(seat, *cards)
            value = [{"Foreman": 1, "Agent": 2, "Red Guard": 1, "Tower": 2}.get(card, 0) for card in cards]
            faction = sum(v for card, v in zip(cards, value, strict=True) if card in ("Agent", "Red Guard"))
            keys.append((brass[seat] + sum(value), faction, -len(cards), brass[seat]))
        finish(table)
        expected = [seat for seat in range(players) if keys[seat] == max(keys)]
        assert table.winners() == expected
        assert sum(table.returns()) == pytest.approx(0, abs=1e-6)
        shared += len(expected) > 1
    assert shared or players == 5


def test_a_game_that_is_cut_off_pays_nothing():
    table = Position(num_players=3).set_brass(9)
    table.state.over = 2
    assert table.returns() == [0, 0, 0]


def test_nobody_has_anything_before_the_end():
    table = Position().set_brass(9)
    assert table.returns() == [0, 0]


def test_effects_at_the_end_of_the_last_turn_still_count():
    """The response at the end of the last turn comes before the game is over."""
    depot = building("Any Depot", 0, 2, any_time=True, demolish=[gain(brass=4)])
    table = Position(depot, pool=2).put(0, "Any Depot").put(1, "Soldier").end_turn()
    table.play("mine 2", "end")
    assert (table.seat, table.asked) == (0, "response")
    table.play("demolish 2")
    assert table.over
    assert table.brass() == [4, 2]
    assert table.winners() == [0]


def test_empty_rows_and_decks_do_not_end_the_game():
    table = Position(unit("Idle", 0, 1))
    table.set_row("labor").set_central("labor").set_row("design").set_central("design")
    table.end_turn(4)
    assert not table.over
    assert (table.state.rows == NOBODY).all()
