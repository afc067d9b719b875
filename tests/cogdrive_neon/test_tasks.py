"""The steps that Tasks are made of, each alone in place of TF2's, and what each seat knows of them."""

from __future__ import annotations

import numpy as np
import pytest
from cogdrive_neon.positions import Position, actions, choices, house_cards, move

from cogitable.envs.cogdrive_neon.rules.check import check_position
from cogitable.envs.cogdrive_neon.rules.knowledge import show
from cogitable.envs.cogdrive_neon.rules.state import Phase, Pile
from cogitable.envs.table.tables import determinized


def with_task(*steps: dict, **zones) -> Position:
    zones = {"hand1": ["VX1-Blue", "VX1-Gray"], "deck0": ["KR7-Gray", "MN5-Gray"]} | zones
    table = actions(cards=house_cards(TF2=list(steps)), hand0=["TF2-Blue", "HB3-Yellow"], **zones)
    table.play("task of TF2-Blue")
    return table


def test_step_rival_chooses_what_to_discard():
    table = with_task(move("rival hand", "owner discard"))
    assert table.state.seat == 1 and choices(table) == ["choose VX1-Gray", "choose VX1-Blue"]
    table.play("choose VX1-Gray")
    assert table.discard(1) == ["VX1-Gray"] and table.state.seat == 0 and table.phase() == "action"


def test_step_returns_a_clash_card_to_its_owner():
    for target, zone in (("owner hand", "hand"), ("owner discard", "discard")):
        table = with_task(move("any clash", target), clash0=["WY2-Gray"], clash1=["AE4-Gray", "AE4-Blue"])
        assert len(choices(table)) == 3
        table.play("choose AE4-Gray")
        assert "AE4-Gray" in getattr(table, zone)(1) and table.clash(1) == ["AE4-Blue"]


def test_step_allows_only_the_powers_it_names():
    table = with_task(move("rival clash", "owner hand", max_power=1), clash1=["AE4-Gray", "AE4-Blue"])
    assert choices(table) == ["choose AE4-Blue"]


def test_step_can_leave_out_this_card():
    table = with_task(move("discard", "deck top", other=True), discard0=["WY2-Gray"])
    assert choices(table) == ["choose WY2-Gray"]
    assert with_task(move("discard", "deck top", other=True)).phase() == "action", "no other card: nothing is done"


def test_step_if_done_follows_only_a_done_step():
    steps = (move("hand", "wreck", may=True), move("deck", "hand", count=2, if_done=True))
    table = with_task(*steps)
    table.play("decline")
    assert table.hand(0) == ["HB3-Yellow"]
    table = with_task(*steps)
    table.play("choose HB3-Yellow")
    assert table.hand(0) == ["KR7-Gray", "MN5-Gray"] and table.deck(Pile.HANGAR)[-1] == "HB3-Yellow"


@pytest.mark.parametrize("card", ["TF2-Blue", "TF2-Gray", "TF2-Pink"])
@pytest.mark.parametrize("used", [False, True])
def test_step_if_done_follows_only_an_overdrive_that_was_used(card, used):
    steps = ({"do": "overdrive"}, move("this", "clash", if_done=True))
    table = actions(cards=house_cards(TF2=list(steps)), hand0=[card, "HB3-Yellow"], deck0=["KR7-Gray"])
    table.play(f"task of {card}")
    answers = {"TF2-Blue": ["choose TF2-Blue"], "TF2-Gray": ["choose HB3-Yellow", "choose GJ3-Pink"]}
    table.play(*(answers.get(card, ["use"]) if used else ["decline"]))
    assert table.phase() == "action"
    moved = {"TF2-Blue": [], "TF2-Gray": ["TF2-Gray"], "TF2-Pink": ["KR7-Gray", "TF2-Pink"]}  # blue took it to the hand
    assert table.clash(0) == (moved[card] if used else [])


@pytest.mark.parametrize("steps", [1, 2])
def test_step_after_an_overdrive_that_comes_last_of_a_repeated_task(steps):
    """An Overdrive under a Task under a Task tells the step that used it, and no other, what it has moved."""
    mine = [{"do": "overdrive"}, {"do": "overdrive"}][:steps]
    repeating = [{"do": "repeat"}, move("this", "clash", if_done=True)]
    cards = house_cards(TF2=repeating, PT4=[*mine, move("this", "wreck", if_done=True)])
    table = actions(cards=cards, hand0=["TF2-Blue", "HB3-Yellow"], discard0=["PT4-Pink"], deck0=["KR7-Gray"])
    table.play("task of TF2-Blue", "choose PT4-Pink", "use")
    assert table.clash(0) == ["KR7-Gray", "TF2-Blue"], "TF2 did use a Task"
    assert table.discard(0) == ([] if steps == 1 else ["PT4-Pink"]), "the second Overdrive has no card to move"


def test_a_position_in_which_nothing_uses_an_overdrive_that_a_task_uses_is_none():
    table = with_task({"do": "overdrive"})
    check_position(table.setup, table.state)
    table.state.frames[0] = table.state.frames[1]
    table.state.depth = 1
    with pytest.raises(AssertionError, match="used by none"):
        check_position(table.setup, table.state)


@pytest.mark.parametrize("above", [0, 1])
def test_step_if_done_does_not_follow_a_look_at_the_wreckage_alone(above):
    steps = [{"do": "look", "count": 2}, move("this", "clash", if_done=True)]
    table = actions(cards=house_cards(TF2=steps), hand0=["TF2-Blue"])
    pile = table.state.piles[Pile.HANGAR, above : table.state.sizes[Pile.HANGAR]].tolist()
    table.state.clash[1] |= sum(1 << card for card in pile)
    table.state.sizes[Pile.HANGAR] = table.state.above = above
    table.play("task of TF2-Blue")
    assert table.clash(0) == ["TF2-Blue"] * above


@pytest.mark.parametrize("target", ["hand", "discard"])
@pytest.mark.parametrize("above", [0, 1])
def test_step_if_done_does_not_follow_a_draw_that_finds_the_wreckage_alone(target, above):
    steps = (move("hangar deck", target), move("deck", "hand", count=2, if_done=True))
    deck = ["KR7-Gray", "MN5-Gray"]
    table = actions(cards=house_cards(TF2=list(steps)), hand0=["TF2-Blue"], deck0=deck)
    pile = table.state.piles[Pile.HANGAR, above : table.state.sizes[Pile.HANGAR]].tolist()
    table.state.clash[0] |= sum(1 << card for card in pile)
    table.state.sizes[Pile.HANGAR] = table.state.above = above
    table.play("task of TF2-Blue")
    assert table.state.wreckage == (not above)
    assert set(deck) & set(table.hand(0)) == (set(deck) if above else set())


def test_step_wreck_this():
    assert with_task(move("this", "wreck")).deck(Pile.HANGAR)[-1] == "TF2-Blue"


def test_step_repeat_uses_another_cards_task_as_that_card():
    table = with_task({"do": "repeat"}, discard0=["PT4-Yellow", "WY2-Gray"])
    assert choices(table) == ["choose PT4-Yellow"], "neither this card nor one that repeats itself"
    table.play("choose PT4-Yellow")
    assert table.phase() == "choice", "PT4 uses the Overdrive of its own colour, yellow"
    table.play("choose TF2-Blue")
    assert table.clash(0) == ["PT4-Yellow"] and table.deck(0)[0] == "TF2-Blue"


def test_step_overdrive_needs_no_other_card_of_the_colour():
    table = with_task({"do": "overdrive"})
    table.play("choose TF2-Blue")
    assert table.hand(0) == ["HB3-Yellow", "TF2-Blue"]


@pytest.mark.parametrize("card", ["TF2-Blue", "TF2-Yellow", "TF2-Gray", "TF2-Pink"])
def test_step_overdrive_may_be_declined(card):
    task = house_cards(TF2=[{"do": "overdrive"}])
    table = actions(cards=task, hand0=[card, "HB3-Yellow"], deck0=["KR7-Gray"])
    table.play(f"task of {card}")
    assert {"decline", "use" if card == "TF2-Pink" else "choose"} <= {name.split()[0] for name in table.legal()}
    table.play("decline")
    assert table.discard(0) == [card]
    assert table.clash(0) == [] and table.hand(0) == ["HB3-Yellow"]


def test_step_look_shows_cards_to_the_player_alone_and_stops_at_the_wreckage():
    table = with_task({"do": "look", "count": 2})
    top = table.state.piles[Pile.HANGAR, table.state.sizes[Pile.HANGAR] - 2 : table.state.sizes[Pile.HANGAR]]
    for card in top.tolist():
        assert int(table.state.located[0]) >> card & 1 and not int(table.state.located[1]) >> card & 1
    table = with_task({"do": "look", "count": 3}, below=["WY2-Pink"])
    assert int(table.state.seen[0]).bit_count() - int(table.state.seen[1]).bit_count() == 3


def test_step_may_with_a_card_that_names_itself_asks_yes_or_no():
    table = with_task(move("hangar deck", "wreck", may=True))
    top = table.deck(Pile.HANGAR)[0]
    assert table.legal() == ["decline", "use"]
    table.play("use")
    assert table.deck(Pile.HANGAR)[-1] == top


def test_step_exchange_between_any_two_zones():
    table = with_task({"do": "exchange", "a": "clash", "b": "rival clash"}, clash0=["WY2-Gray"], clash1=["AE4-Gray"])
    table.play("choose WY2-Gray", "choose AE4-Gray")
    assert table.clash(0) == ["AE4-Gray"] and table.clash(1) == ["WY2-Gray"]


# Knowledge


def test_a_perfect_memory_knows_a_recruited_card_until_the_deck_is_shuffled():
    table = actions(hand0=["TF2-Yellow", "KR7-Yellow"], deck0=["KR7-Gray"])
    table.play("recruit with TF2-Yellow", "choose GJ3-Pink")
    card = 1 << table.number("GJ3-Pink")
    assert all(int(table.state.located[s]) & card for s in (0, 1))
    table.state.phase = Phase.DRAW
    table.tables.look()
    table.play("shuffle and draw up to 3")
    assert not int(table.state.located[1]) & card


def test_cards_drawn_before_a_shuffle_are_redrawn_from_what_was_in_the_deck_then():
    """The rival drew two cards, then shuffled its discard in: the two must be old cards, the later draw may be any."""
    old = ["KR7-Gray", "MN5-Gray", "MN5-Pink", "WY2-Gray"]
    new = ["AE4-Gray", "AE4-Pink", "SD6-Gray", "SD6-Pink"]
    table = Position(deck1=old, discard1=new, hangar=["HB3-Gray"], hand0=["TF2-Blue"], player=1, hand1=["VX1-Pink"])
    labels = sum(1 << table.number(c) for c in old)
    table.state.located[:] &= ~np.uint64(labels)  # the deck's order is not known
    table.state.phase = Phase.DRAW
    table.tables.look()
    table.play("draw up to 4")  # three old cards
    hidden = [c for c in table.hand(1) if c != "VX1-Pink"]
    assert len(hidden) == 3 and set(hidden) < set(old)
    counts = dict.fromkeys(old + new, 0)
    table.state.player = table.state.seat = 1
    table.state.phase = Phase.DRAW
    show(table.state, table.number(hidden[0]))
    table.state.hand[1] &= ~np.uint64(1 << table.number(hidden[0]))  # one is played in the open
    table.state.clash[1] |= np.uint64(1 << table.number(hidden[0]))
    table.state.hand[1] &= ~np.uint64(1 << table.number("VX1-Pink"))
    table.state.clash[1] |= np.uint64(1 << table.number("VX1-Pink"))
    table.tables.look()
    table.play("shuffle and draw up to 3")
    late = 0
    words = np.array([1, 2, 3, 4], np.uint32)
    rows = np.zeros(3000, np.int64)
    redrawn = determinized(table.setup, table.tables.states[rows], words, np.zeros(3000, np.int64))
    for state in redrawn.view(np.recarray):
        check_position(table.setup, state)
        hand = table.names(state.hand[1])
        fresh = [c for c in hand if c in new]
        assert len(hand) == 3 and len(fresh) <= 1, "two of the three were drawn before the new cards went in"
        late += len(fresh)
        for card in hand:
            counts[card] += 1
    left = [c for c in old if c != hidden[0]]
    assert late / 3000 == pytest.approx(4 / 5, abs=0.04), "the late draw: four new cards, one old one left in the deck"
    for card in left:
        assert counts[card] / 3000 == pytest.approx((2 + 1 / 5) / 3, abs=0.04)
    assert counts[hidden[0]] == 0
