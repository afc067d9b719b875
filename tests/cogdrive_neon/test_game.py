"""Acceptance tests of CogDrive Neon: the rulebook's examples and sentences, and every ruling of RULES.md."""

from __future__ import annotations

import numpy as np
import pytest
from cogdrive_neon.positions import Position, actions, choices

from cogitable.envs.cogdrive_neon import GAME
from cogitable.envs.cogdrive_neon.rules.check import check_position
from cogitable.envs.cogdrive_neon.rules.scoring import (
    cards_owned,
    clash_points,
    deck_points,
    points,
    total_power,
    winning_margin,
)
from cogitable.envs.cogdrive_neon.rules.state import MOST_TURNS, Phase, Pile
from cogitable.envs.cogdrive_neon.words.view import rules_of
from cogitable.envs.table import Tables
from cogitable.envs.table.sets import members_of

# The rulebook's examples


def test_liz_shuffles_her_discard_into_an_empty_deck_and_draws_up_to_three():
    table = Position(
        hand0=["KR7-Yellow"], discard0=["TF2-Pink", "HB3-Gray", "MN5-Blue"], hangar=["VX1-Gray"], hand1=["VX1-Blue"]
    )
    table.state.phase = Phase.DRAW
    table.tables.look()
    table.play("shuffle and draw up to 3")
    assert len(table.hand(0)) == 3 and "KR7-Yellow" in table.hand(0)
    assert table.discard(0) == [] and len(table.deck(0)) == 1
    assert set(table.hand(0)) | set(table.deck(0)) == {"KR7-Yellow", "TF2-Pink", "HB3-Gray", "MN5-Blue"}


def jeb() -> Position:
    return Position(
        hand0=["TF2-Blue", "HB3-Gray"], discard0=["WY2-Blue", "KR7-Yellow"], hangar=["VX1-Gray"], hand1=["VX1-Blue"]
    )


def test_jeb_uses_the_blue_overdrive_after_the_task_moved_the_card_that_opened_it():
    table = jeb()
    top = table.deck(Pile.HANGAR)[0]
    table.play("task of TF2-Blue")
    assert table.phase() == "overdrive before"
    table.play("decline")
    assert table.clash(0) == ["TF2-Blue"], "TF2 plays itself to the Clash"
    assert table.hand(0) == sorted(["HB3-Gray", top]), "and its player draws from the Hangar deck"
    assert table.phase() == "overdrive after"
    table.play("use", "choose KR7-Yellow")
    assert table.hand(0) == sorted(["HB3-Gray", "KR7-Yellow", top])
    assert table.discard(0) == ["WY2-Blue"]


def test_jeb_could_have_used_the_overdrive_first_and_then_not_again():
    table = jeb()
    table.play("task of TF2-Blue", "use", "choose KR7-Yellow")
    assert table.clash(0) == ["TF2-Blue"] and "KR7-Yellow" in table.hand(0)
    assert table.phase() == "action"


def test_anne_scores_fifteen_for_blue_and_eleven_for_her_cards_at_the_clash():
    blue = ["VX1-Blue", "ZQ8-Blue", "SD6-Blue", "TF2-Blue", "KR7-Blue", "MN5-Blue"]  # Power 3 + 3 + 3 + 2 + 2 + 2
    others = ["TF2-Yellow", "KR7-Gray", "VX1-Pink", "HB3-Yellow", "MN5-Pink", "ZQ8-Gray"]
    clash = ["LO9-Pink", "SD6-Yellow", "PT4-Gray", "WY2-Pink", "AE4-Blue", "GJ3-Blue", "HB3-Blue", "MN5-Yellow"]
    clash += ["KR7-Yellow", "VX1-Yellow", "GJ3-Yellow"]  # eight of Power 1 and three of Power 2: Power 14
    rival = ["KR7-Pink", "GJ3-Pink", "LO9-Yellow", "PT4-Yellow", "TF2-Gray"]  # Power 15
    table = Position(deck0=[*blue, *others], clash0=clash, clash1=rival)
    rules, state = rules_of(table.setup), table.state
    assert deck_points(rules, state, 0) == 15 and total_power(rules, state.clash[0]) == 14
    assert clash_points(rules, state, 0) == 11 and points(rules, state, 0) == 26


# Setup


@pytest.mark.parametrize("seed", range(20))
def test_setup(seed):
    tables = Tables(GAME.setup(), 1, seed=seed)
    state = tables.states.view(np.recarray)[0]
    cards = tables.setup.options.cards.cards
    check_position(tables.setup, state)
    own = [set(members_of(state.hand[s])) | set(state.piles[s, : state.sizes[s]].tolist()) for s in (0, 1)]
    clash = members_of(state.clash[0])
    assert len(clash) == 1 and not members_of(state.clash[1])
    starters = own[0] | own[1] | set(clash)
    assert len(own[0]) == 5 and len(own[1]) == 6
    assert starters == {i for i, card in enumerate(cards) if card.power == 1}
    assert [len(members_of(state.hand[s])) for s in (0, 1)] == [3, 3]
    assert len(members_of(state.hangar)) == 5 and state.sizes[Pile.HANGAR] == state.above == 31
    assert state.player == state.seat == 0 and not state.wreckage


@pytest.mark.parametrize(("compensation", "hand", "clash"), [("none", 3, 0), ("card", 4, 0), ("clash", 3, 1)])
def test_the_second_player_may_have_something_for_the_first_ones_start(compensation, hand, clash):
    setup = GAME.setup(compensation=compensation)
    for state in Tables(setup, 20, seed=1).states.view(np.recarray):
        check_position(setup, state)
        assert [len(members_of(state.hand[s])) for s in (0, 1)] == [3, hand]
        assert [len(members_of(state.clash[s])) for s in (0, 1)] == [1, clash]
        assert [int(state.sizes[s]) for s in (0, 1)] == [2, 6 - hand - clash]
        shown = int(state.clash[1])
        assert all(int(state.seen[s]) & shown == shown for s in (0, 1))


def test_setup_deals_every_card_to_every_place_alike():
    states = Tables(GAME.setup(), 4000, seed=1).states
    first = np.bincount([members_of(c)[0] for c in states["clash"][:, 0]], minlength=48)
    expected = 4000 / 12
    assert ((first[first > 0] - expected) ** 2 / expected).sum() < 31.3  # chi-square, 11 degrees, 0.1 %
    assert (first > 0).sum() == 12


# Actions


def test_recruit_and_task_once_each_in_either_order():
    table = actions(hand0=["TF2-Blue", "KR7-Yellow", "MN5-Gray"])
    assert {name.split()[0] for name in table.legal()} == {"recruit", "task"}
    table.play("task of TF2-Blue")
    assert all(name.startswith("recruit") for name in table.legal())
    table = actions(hand0=["TF2-Blue", "KR7-Yellow", "MN5-Gray"])
    table.play("recruit with KR7-Yellow", "decline")
    assert all(name.startswith("task") for name in table.legal())


def test_recruit_with_power_1_takes_any_one_card_to_the_bottom_of_the_deck():
    table = actions(hand0=["TF2-Yellow"], deck0=["KR7-Gray"])
    table.play("recruit with TF2-Yellow")
    assert len(choices(table)) == 5 and "decline" not in table.legal()
    table.play("choose GJ3-Pink")
    assert table.deck(0) == ["KR7-Gray", "GJ3-Pink"] and len(table.hangar()) == 4


def test_recruit_with_power_2_takes_up_to_two_of_one_colour():
    table = actions(hand0=["KR7-Yellow", "TF2-Yellow"])
    table.play("recruit with KR7-Yellow")
    assert len(choices(table)) == 5 and "decline" in table.legal()
    table.play("choose HB3-Gray")
    assert choices(table) == ["choose LO9-Gray"] and "decline" in table.legal()
    table.play("choose LO9-Gray")
    assert table.deck(0) == ["HB3-Gray", "LO9-Gray"]


@pytest.mark.parametrize("taken", [0, 1])
def test_recruit_with_power_2_may_stop_early(taken):
    table = actions(hand0=["KR7-Yellow", "TF2-Yellow"])
    table.play("recruit with KR7-Yellow", *["choose HB3-Gray"][:taken], "decline")
    assert len(table.deck(0)) == taken and table.phase() == "action"


def test_recruit_with_power_3_takes_two_of_any_colours():
    table = actions(hand0=["TF2-Gray"])
    table.play("recruit with TF2-Gray", "choose HB3-Gray")
    assert len(choices(table)) == 4 and "decline" not in table.legal()
    table.play("choose KR7-Blue")
    assert table.deck(0) == ["HB3-Gray", "KR7-Blue"]


def test_recruit_from_a_short_hangar_takes_what_there_is():
    table = Position(hand0=["TF2-Gray"], hangar=["KR7-Blue"], hand1=["VX1-Blue"])
    table.play("recruit with TF2-Gray", "choose KR7-Blue")
    assert table.deck(0)[-1] == "KR7-Blue" and table.phase() == "draw"
    table = Position(hand0=["TF2-Gray", "TF2-Blue"], hangar=[], hand1=["VX1-Blue"])
    table.play("recruit with TF2-Gray")
    assert table.phase() == "action", "an empty Hangar recruits nothing"


def test_actions_are_skipped_when_the_hand_is_empty():
    table = actions(hand0=["TF2-Yellow"], deck0=["KR7-Gray"])
    table.play("recruit with TF2-Yellow", "choose GJ3-Pink")
    assert table.phase() == "draw", "no card is left for the Task nor for the Clash"


def test_actions_must_be_used_while_a_card_is_in_hand():
    table = actions(hand0=["TF2-Yellow", "KR7-Yellow"])
    assert "decline" not in table.legal()


# Overdrives


def overdrive(color: str, discard: list[str], **zones) -> Position:
    first = {"blue": "TF2-Blue", "pink": "TF2-Pink", "gray": "TF2-Gray", "yellow": "TF2-Yellow"}[color]
    table = actions(hand0=[first, "HB3-Yellow"], discard0=discard, deck0=["WY2-Gray", "GJ3-Gray"], **zones)
    table.play(f"recruit with {first}")
    return table


def test_blue_overdrive_moves_a_card_from_discard_to_hand():
    table = overdrive("blue", ["WY2-Blue", "AE4-Gray"])
    table.play("use", "choose AE4-Gray")
    assert table.hand(0) == ["AE4-Gray", "HB3-Yellow"]


def test_pink_overdrive_plays_the_top_of_the_deck_to_the_clash():
    table = overdrive("pink", ["AE4-Pink"])
    table.play("use")
    assert table.clash(0) == ["WY2-Gray"] and table.deck(0) == ["GJ3-Gray"]


def test_gray_overdrive_exchanges_a_hand_card_for_a_hangar_card():
    table = overdrive("gray", ["AE4-Gray"])
    table.play("use", "choose HB3-Yellow", "choose GJ3-Pink")
    assert table.hand(0) == ["GJ3-Pink"] and "HB3-Yellow" in table.hangar() and len(table.hangar()) == 5


def test_yellow_overdrive_puts_a_card_from_discard_on_the_deck():
    table = overdrive("yellow", ["AE4-Yellow"])
    table.play("use", "choose AE4-Yellow")
    assert table.deck(0) == ["AE4-Yellow", "WY2-Gray", "GJ3-Gray"]


def test_an_overdrive_needs_another_card_of_the_colour():
    table = overdrive("blue", ["AE4-Gray", "AE4-Pink"])
    assert table.phase() == "choice"


def test_blue_overdrive_may_take_back_the_card_just_discarded():
    table = overdrive("blue", ["WY2-Blue"])
    table.play("use")
    assert choices(table) == ["choose TF2-Blue", "choose WY2-Blue"]
    table.play("choose TF2-Blue")
    assert "TF2-Blue" in table.hand(0)


def test_a_task_cannot_move_its_card_once_an_overdrive_has_taken_it_away():
    table = actions(hand0=["TF2-Blue", "HB3-Yellow"], discard0=["WY2-Blue"])
    table.play("task of TF2-Blue", "use", "choose TF2-Blue")
    assert table.clash(0) == [] and "TF2-Blue" in table.hand(0) and len(table.hand(0)) == 3


@pytest.mark.parametrize(("color", "discard"), [("pink", "AE4-Pink"), ("gray", "AE4-Gray")])
def test_an_overdrive_without_effect_is_not_offered(color, discard):
    first = {"pink": "TF2-Pink", "gray": "TF2-Gray"}[color]
    table = actions(hand0=[first], discard0=[discard])  # no deck for pink, no other hand card for gray
    table.play(f"recruit with {first}")
    assert table.phase() == "choice"


def test_an_overdrive_that_became_useful_is_offered_after_the_action():
    table = actions(hand0=["TF2-Gray"], discard0=["AE4-Gray"])
    table.play("task of TF2-Gray")  # draws a card from the Hangar deck, so there is one to exchange now
    assert table.phase() == "overdrive after"


# The rest of a turn


def test_up_to_one_card_goes_to_the_clash():
    table = actions(hand0=["TF2-Blue", "KR7-Yellow"])
    table.state.phase = Phase.PLAY
    table.tables.look()
    assert table.legal() == ["choose TF2-Blue", "choose KR7-Yellow", "decline"]
    table.play("choose KR7-Yellow")
    assert table.clash(0) == ["KR7-Yellow"] and table.state.seat == 1, "nothing to draw from: the turn is over"


def draw_phase(**zones) -> Position:
    table = actions(**zones)
    table.state.phase = Phase.DRAW
    table.tables.look()
    return table


def test_draw_up_to_four_does_not_touch_the_discard():
    table = draw_phase(hand0=["TF2-Blue"], deck0=["KR7-Gray"], discard0=["MN5-Gray", "MN5-Pink"])
    table.play("draw up to 4")
    assert table.hand(0) == ["KR7-Gray", "TF2-Blue"] and table.deck(0) == [] and len(table.discard(0)) == 2


def test_a_full_hand_draws_nothing():
    hand = ["TF2-Blue", "KR7-Yellow", "MN5-Gray", "MN5-Pink", "TF2-Gray"]
    for way in ("draw up to 4", "shuffle and draw up to 3"):
        table = draw_phase(hand0=hand, deck0=["KR7-Gray"])
        table.play(way)
        assert table.hand(0) == sorted(hand)


def test_an_empty_deck_is_never_shuffled_by_itself():
    table = actions(hand0=["KR7-Yellow", "TF2-Blue"], discard0=["MN5-Gray", "WY2-Gray"])
    table.play("task of KR7-Yellow")  # draw 2
    assert table.hand(0) == ["TF2-Blue"] and len(table.discard(0)) == 3


def test_power_1_cards_in_the_hangar_are_wrecked_before_the_refill():
    table = draw_phase(
        hand0=["TF2-Blue"], deck0=["MN5-Gray"], hangar=["TF2-Yellow", "KR7-Gray", "HB3-Gray"], below=["WY2-Pink"]
    )
    top = table.deck(Pile.HANGAR)[:4]
    table.play("draw up to 4")
    assert table.hangar() == sorted(["HB3-Gray", *top])
    assert table.deck(Pile.HANGAR)[-3:] == ["WY2-Pink", "TF2-Yellow", "KR7-Gray"], "below the Wreckage, in list order"
    assert table.state.sizes[Pile.HANGAR] - table.state.above == 3 and not table.state.wreckage


def end_of_hangar(player: int, **zones) -> Position:
    """Two Hangar cards are wanted, one is left above the Wreckage card."""
    zones = {"hand0": ["TF2-Blue"], "hand1": ["MN5-Blue"], "deck0": ["MN5-Gray"], "deck1": ["MN5-Pink"]} | zones
    table = Position(player=player, hangar=["HB3-Gray", "LO9-Gray", "KR7-Blue"], **zones)
    rest = table.deck(Pile.HANGAR)
    above, below = rest[: table.state.above], rest[table.state.above :]
    keep = above[:1]
    table.state.clash[0] |= sum(1 << table.number(c) for c in above[1:])
    cards = [table.number(c) for c in [*keep, *below]][::-1]
    table.state.sizes[Pile.HANGAR], table.state.above = len(cards), 1
    table.state.piles[Pile.HANGAR, : len(cards)] = cards
    table.state.phase = Phase.DRAW
    table.tables.look()
    return table


def test_the_wreckage_in_the_first_players_turn_gives_the_second_player_a_last_turn():
    table = end_of_hangar(0, below=["WY2-Pink", "AE4-Blue"])
    table.play("draw up to 4")
    assert table.state.wreckage and not table.state.over and table.state.seat == 1
    assert "AE4-Blue" in table.hangar(), "the refill goes on with the cards below"
    table.play("recruit with MN5-Blue", "choose HB3-Gray", "decline", "draw up to 4")
    assert table.state.over == 1


def test_the_wreckage_in_the_second_players_turn_ends_the_game_with_it():
    table = end_of_hangar(1)
    table.play("draw up to 4")
    assert table.state.wreckage and table.state.over == 1
    assert len(table.hangar()) == 4, "nothing lay below the Wreckage card"


def test_the_wreckage_can_be_revealed_by_a_draw_in_mid_turn():
    table = end_of_hangar(1, below=["WY2-Pink"], hand1=["MN5-Yellow", "MN5-Blue"])
    table.state.phase = Phase.ACTION
    table.tables.look()
    table.play("task of MN5-Yellow")  # wrecks itself, draws two from the Hangar deck: one above, one below
    assert table.state.wreckage and not table.state.over
    assert "WY2-Pink" in table.hand(1) and table.deck(Pile.HANGAR) == ["MN5-Yellow"]
    assert table.state.above == table.state.sizes[Pile.HANGAR] == 1


def test_a_game_in_which_nobody_can_act_ends_after_the_second_players_turn():
    table = Position(hand0=["TF2-Pink"], hand1=["MN5-Blue"], hangar=["HB3-Gray"])
    table.state.phase = Phase.PLAY
    table.tables.look()
    table.play("choose TF2-Pink")
    assert table.state.seat == 1 and not table.state.over
    table.state.phase = Phase.PLAY
    table.tables.look()
    table.play("choose MN5-Blue")
    assert table.state.over == 1


def test_a_game_is_truncated_without_a_winner_at_its_limit():
    tables = Tables(GAME.setup(max_decisions=20), 1, seed=3, auto_reset=False)
    for _ in range(20):
        tables.step(tables.masks.argmax(1))
    assert tables.over[0] == 2 and not tables.rewards.any() and not tables.masks.any()


def test_turns_are_counted_as_far_as_their_field_goes():
    """With 30,000 decisions allowed there may be more turns than that: who has no card takes none for its own."""
    table = Position(hand0=["TF2-Blue"], deck0=["KR7-Gray"], hand1=[], hangar=["HB3-Gray"], turn=MOST_TURNS - 1)
    table.state.phase = Phase.DRAW
    table.tables.look()
    for _ in range(3):  # the second player's turns pass without a decision
        table.play("draw up to 4")
        assert table.state.turn == MOST_TURNS and table.state.player == 0
        table.state.phase = Phase.DRAW
        table.tables.look()


# Score


def final(**zones) -> Position:
    table = Position(wreckage=1, **zones)
    table.state.clash[0] = sum(1 << table.number(c) for c in zones.get("clash0", []))
    return table


def test_hand_and_discard_join_the_deck():
    table = final(hand0=["TF2-Blue"], discard0=["VX1-Blue"], deck0=["KR7-Blue", "TF2-Gray"])
    assert deck_points(rules_of(table.setup), table.state, 0) == 7


def test_a_tie_of_power_gives_nobody_the_clash_card():
    table = final(clash0=["TF2-Gray"], clash1=["TF2-Pink", "KR7-Gray"])
    rules, state = rules_of(table.setup), table.state
    assert [total_power(rules, state.clash[seat]) for seat in range(2)] == [3, 3]
    assert [clash_points(rules, state, seat) for seat in range(2)] == [1, 2]


def test_a_tie_of_points_goes_to_the_player_with_more_cards():
    table = final(clash0=["TF2-Gray"], clash1=["GJ3-Pink"], deck0=["TF2-Blue"], deck1=["AE4-Blue", "HB3-Blue"])
    rules, state = rules_of(table.setup), table.state
    assert points(rules, state, 0) == points(rules, state, 1) and winning_margin(rules, state) < 0
    assert [cards_owned(state, seat) for seat in range(2)] == [2, 3]


def test_equal_points_and_cards_are_a_draw():
    table = final(clash0=["TF2-Gray"], clash1=["GJ3-Pink"], deck0=["TF2-Blue"], deck1=["KR7-Blue"])
    assert winning_margin(rules_of(table.setup), table.state) == 0


def test_returns_tell_the_winner():
    tables = Tables(GAME.setup(), 64, seed=5, auto_reset=False)
    rng = np.random.default_rng(5)
    sums = np.zeros((64, 2))
    while (tables.states["over"] == 0).any():
        tables.step((rng.random(tables.masks.shape) * tables.masks).argmax(1))
        sums += tables.rewards
    margins = [winning_margin(rules_of(tables.setup), s) for s in tables.states.view(np.recarray)]
    assert (np.sign(margins) == sums[:, 0]).all() and (sums.sum(1) == 0).all()
