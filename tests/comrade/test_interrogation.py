"""Acceptance tests of Comrade's interrogation. The chairman is player n - 1: players act in order of their numbers."""

from __future__ import annotations

import numpy as np
import pytest
from comrade.positions import Position
from comrade.reference import C, D, I

from cogitable.envs.comrade import GAME
from cogitable.envs.comrade.rules.state import UNKNOWN, How
from cogitable.envs.table.sets import has, one


def interrogation(n: int = 5, **options) -> Position:
    return Position(n, chairman=n - 1, **options).skip_committee()


def test_a_player_looks_at_a_card_then_hands_over_its_own():
    table = interrogation()
    assert (table.seat, table.legal()) == (0, [f"interrogate +{step}" for step in range(1, 5)])
    table.give((0, 2))
    assert table.hands() == [[], [I], [D, C], [C], [C]]
    event = table.state.handovers[0]
    assert (event.giver, event.receiver, event.seen, event.given, has(event.how, How.OF_TWO)) == (0, 2, 0, 1, False)
    assert table.part("memory", 0)[2, 0, :3].tolist() == [1, 0, 0], "it saw a comrade"
    assert table.part("memory", 0)[2, 1, :3].tolist() == [0, 1, 0], "and gave the dissident"
    assert table.part("memory", 2)[3, 2, :3].tolist() == [0, 1, 0], "which the receiver knows as well"
    assert not table.part("memory", 1).any() and not table.part("memory", 2)[3, 0].any()
    assert [table.part("own", seat)[3] for seat in range(5)] == [1, 0, 1, 0, 0]


def test_a_player_with_two_cards_is_passed_over_in_the_first_pass():
    """Who acts in the first pass? Those who hold one card when their turn comes."""
    table = interrogation().give((0, 2))
    assert table.legal() == ["interrogate +2", "interrogate +3", "interrogate +4"], "nobody with two cards is chosen"
    table.give((1, 0), (3, 4))
    assert table.hands() == [[I], [], [D, C], [], [C, C]]
    assert (table.phase, table.seat) == ("pass a card on", 2), "neither player 2 nor the chairman has given"


def test_with_everyone_gives_a_player_with_two_cards_chooses_after_looking():
    table = interrogation(everyone_gives=True).give((0, 2), (1, 0))
    assert (table.phase, table.seat) == ("interrogate", 2)
    table.give((2, 3))
    assert (table.phase, table.seat) == ("give after looking", 2)
    assert table.part("memory", 2)[1, 0, :3].tolist() == [1, 0, 0], "it has looked already"
    assert table.legal() == ["give a comrade to +1", "give the special card to +1"], "and may not change its mind"
    table.play("give the special card to +1")
    assert table.hands() == [[I], [], [C], [D, C], [C]]
    table.give((3, 1)).play("give a comrade to +3").give((4, 2))
    assert table.hands() == [[I], [C], [C, C], [D], []]
    assert (table.phase, table.seat) == ("pass a card on", 2)


def test_a_player_that_gave_its_card_away_and_got_another_does_not_act_again():
    table = interrogation().give((0, 3))
    table.give((1, 0))
    assert table.hands()[0] == [I] and table.seat == 2
    table.give((2, 1), (4, 2))
    assert table.phase == "pass a card on"


def test_whoever_has_no_card_shows_none_but_is_given_one():
    """Does looking count when the looked-at player has no card? There is nothing to see."""
    table = interrogation().give((0, 2), (1, 0))
    event = table.state.handovers[1]
    assert (event.seen, event.how, event.given) == (UNKNOWN, 0, 2)
    assert table.hands()[0] == [I]
    assert not table.part("memory", 1)[4, 0].any()


def test_the_informer_wins_when_it_looks_at_the_dissident():
    table = Position(5, chairman=0).skip_committee().give((1, 0))
    assert table.state.over == 1 and table.hands() == [[D], [I], [C], [C], [C]]
    np.testing.assert_allclose(table.earned[:5], [-0.25, 1, -0.25, -0.25, -0.25])
    assert not table.legal()


@pytest.mark.parametrize("n", range(5, 11))
def test_the_informer_wins_when_it_is_handed_the_dissident(n):
    table = interrogation(n).give((0, 1))
    assert table.state.over == 1
    np.testing.assert_allclose(table.earned[:n], [-1 / (n - 1), 1] + [-1 / (n - 1)] * (n - 2), atol=1e-6)
    assert abs(table.earned.sum()) < 1e-6
    assert GAME.sides(table.setup, table.state)[1] == "informer"


def test_the_informer_that_wins_is_the_one_of_that_moment():
    table = interrogation(dissident=3, informer=0).give((0, 1))
    assert table.hands()[1] == [I, C]
    table.give((2, 0))
    table.play("interrogate +1")  # player 3 sees a comrade at player 4
    assert table.hands()[4] == [D, C]
    assert (table.phase, table.seat) == ("pass a card on", 1)
    table.play("give the special card to +1")
    table.play("give the special card to +4")
    assert table.hands() == [[C], [C], [I], [D], [C]]
    table.skip_committee().give((1, 0), (2, 3))
    assert table.earned[:5].tolist() == [-0.25, -0.25, 1, -0.25, -0.25], "dealt to player 0, won by player 2"


def test_one_with_two_cards_need_not_hand_the_dissident_to_the_informer():
    table = interrogation(everyone_gives=True, dissident=1, informer=2).give((0, 1), (1, 2))
    assert table.part("memory", 1)[1, 0, :3].tolist() == [0, 0, 1]
    table.play("give a comrade to +1")
    assert table.state.over == 0 and table.hands() == [[], [D], [I, C], [C], [C]]
    other = interrogation(everyone_gives=True, dissident=1, informer=2).give((0, 1), (1, 2))
    other.play("give the special card to +1")
    assert other.state.over == 1 and other.earned[2] == 1


def test_a_comrade_that_finds_the_informer_or_the_dissident_wins_nothing():
    table = interrogation(dissident=2, informer=3).give((0, 2), (1, 3))
    assert table.state.over == 0
    assert table.state.knowers == 0b101


def second_pass() -> Position:
    """Players 2 and 4 hold two cards each, the latter two comrades; players 1 and 3 hold none."""
    return interrogation().give((0, 2), (1, 0), (3, 4))


def test_in_the_second_pass_cards_go_to_players_without_any():
    table = second_pass()
    assert table.legal() == [f"give {card} to +{step}" for card in ("a comrade", "the special card") for step in (1, 4)]
    seen = table.state.last[2, 1, 0], table.state.last[2, 3, 0]
    table.play("give the special card to +4")
    assert table.hands() == [[I], [D], [C], [], [C, C]]
    assert (table.state.last[2, 1, 0], table.state.last[2, 3, 0]) == seen, "nobody looks"
    event = table.state.handovers[table.state.moves - 1]
    assert event.how == one(How.SECOND) | one(How.OF_TWO) and event.seen == UNKNOWN


def test_whoever_has_only_one_thing_to_do_is_asked_all_the_same():
    """Being asked tells nothing: with two comrades and one player without a card there is no choice left."""
    asked = []
    for dissident in (0, 3):
        table = interrogation(dissident=dissident).give((0, 2), (1, 0), (3, 4)).play("give a comrade to +4")
        assert (table.phase, table.seat) == ("pass a card on", 4)
        asked.append(table.legal())
    assert asked == [["give a comrade to +4"], ["give a comrade to +4", "give the special card to +4"]]
    single = interrogation(everyone_gives=True).give((0, 2), (1, 0), (2, 3)).play("give a comrade to +1").give((3, 1))
    assert single.phase == "give after looking" and single.legal() == ["give a comrade to +3"]


def test_the_chairman_card_goes_to_the_left_and_everybody_holds_one_card():
    table = second_pass().play("give a comrade to +1", "give a comrade to +2")
    assert table.hands() == [[I], [C], [D], [C], [C]]
    assert (table.state.turn, table.state.chairman, table.seat, table.phase) == (1, 0, 0, "call the voters")
    assert table.legal() == ["call +1", "call +2"]
    table.skip_committee()
    assert table.seat == 1
