"""Cogs and Commissars: every answer that the rulebook gives about single cards, in its order."""

from __future__ import annotations

import pytest
from cogs_and_commissars.positions import Position, has, lay_out, moves, names_in

# Androidopov: a hand size by Counter Propaganda in the own discard as the step begins


def androidopov(discard: str, hand: str = "", deck: str = "", rest: str = "deck", leaders: bool = True) -> Position:
    factions = ("Androidopov", "Plain")
    me = has(hand, deck, discard, rest)
    return lay_out(me, has("Wire"), phase="discard and draw", leaders=leaders, factions=factions, windows="held")


@pytest.mark.parametrize(("counters", "size"), [(0, 5), (1, 6), (4, 9)])
def test_androidopov(counters: int, size: int):
    table = androidopov(f"{counters} Counter Propaganda, Doublethink")
    assert len(table.hand("A")) == size, "5, and 1 for each Counter Propaganda in the discard"


def test_androidopov_keeps_what_was_drawn_across_a_shuffle():
    table = androidopov("4 Counter Propaganda", hand="Monument", deck="Monument", rest="discard")
    assert table.asked == "A: discards before drawing"
    table.do("A: pass")
    assert not table.discard("A"), "the discard has become the deck"
    assert len(table.hand("A")) == 9, "measured before the shuffle; nothing has to be put down again"
    assert table.phase != "A: discard and draw"


def test_androidopov_counts_neither_what_is_discarded_in_the_step_nor_other_hands():
    table = androidopov("Counter Propaganda", hand="2 Counter Propaganda")
    table.do("A: discard Counter Propaganda", "A: discard Counter Propaganda")
    assert len(table.hand("A")) == 6, "one was there when the step began"


def test_androidopov_must_discard_down_to_the_size_of_the_moment():
    table = androidopov("Counter Propaganda", hand="7 Monument")
    assert "pass" not in table.legal()
    table.do("A: discard Monument")
    assert "pass" in table.legal()


def test_androidopov_has_a_plain_hand_without_leaders():
    assert len(androidopov("4 Counter Propaganda", leaders=False).hand("A")) == 7


# Control the News Media: no reshuffling to play it


@pytest.mark.parametrize(("cards", "playable"), [(2, False), (3, True)])
def test_control_the_news_media(cards: int, playable: bool):
    table = lay_out(has("Control the News Media, Doublethink", f"{cards} Monument", "4 Propaganda", "discard"), has())
    assert ("play Control the News Media" in table.legal()) == playable
    if playable:
        table.do("A: play Control the News Media").settle()
        assert table.deck("A") == []
        assert table.citizens("A") == [5, 0, 0]


def test_control_the_news_media_comes_to_nothing_when_the_deck_shrinks_in_response():
    hand = "Control the News Media, Doublethink"
    table = lay_out(has(hand, "4 Monument", "Propaganda", "discard"), has())
    table.do("A: play Control the News Media", "A: play Doublethink").settle()
    assert table.deck("A") == ["Monument"] * 2
    assert table.citizens("A") == [2, 0, 0], "two cards are too few, and the discard stays where it is"
    assert "Control the News Media" in table.discard("A")
    assert table.state.acted


# Define the Truth: Enforce Equality once its type has been chosen, not production


def equality(*others: str) -> Position:
    """A has played Enforce Equality with Proletariats; B has 4 and 4 and 4."""
    return lay_out(
        has("Enforce Equality", points=(1, 0, 0)), has("Define the Truth", points=(4, 4, 4)), *map(has, others)
    ).do("A: play Enforce Equality")


def test_define_the_truth():
    table = equality()
    assert table.asked == "A: type of citizen", "nobody can respond before the type has been chosen"
    table.do("A: type proletariat")
    table.do("B: play Define the Truth")
    assert table.asked == "B: type of citizen"
    assert table.legal() == ["type bourgeoisie", "type commissar"]
    table.do("B: type commissar").settle()
    assert table.citizens("B") == [4, 4, 2]


def test_define_the_truth_unplayed_leaves_the_type():
    table = equality().do("A: type proletariat").settle()
    assert table.citizens("B") == [2, 4, 4]


def test_define_the_truth_does_not_meet_production():
    table = lay_out(has(), has("Define the Truth"), phase="production")
    assert (table.citizens("A"), table.phase) == ([4, 0, 0], "A: after production")
    assert not table.may("B: play Define the Truth")
    table = lay_out(has("Control the News Media"), has("Define the Truth")).do("A: play Control the News Media")
    assert not table.may("B: play Define the Truth")
    table.settle()
    assert table.citizens("A") == [5, 0, 0], "nor a card that produces"


# Doublespeak: twice the card, its player's, with new targets; two Revolutions need two answers


@pytest.mark.parametrize("stifles", [0, 1, 2])
def test_doublespeak(stifles: int):
    table = lay_out(has("Revolution, Doublespeak", points=15), has(f"{stifles} Stifle Free Speech"))
    table.do("A: play Revolution", "A: play Doublespeak")
    table.resolve()
    assert table.stack() == ["Revolution of A", "Revolution of A (duplicate)"]
    for _ in range(stifles):
        table.do("B: play Stifle Free Speech").resolve()
    table.settle()
    assert table.winner == ("" if stifles == 2 else "A")


def test_doublespeak_by_another_player_doubles_for_the_one_who_played_the_card():
    table = lay_out(has("Our Glorious Leader"), has("Doublespeak"))
    table.do("A: play Our Glorious Leader", "B: play Doublespeak").settle()
    assert table.citizens("A") == [2, 0, 2]
    assert table.citizens("B") == [2, 0, 0]
    assert table.discard("A") == ["Our Glorious Leader"]
    assert table.discard("B") == ["Doublespeak"]


def test_doublespeak_lets_the_player_of_the_card_choose_new_targets():
    table = lay_out(has("Assassinate"), has("Doublespeak", points=(1, 0, 1)), has(points=(1, 1, 0)))
    table.do("A: play Assassinate", "A: at B commissar", "B: play Doublespeak").resolve()
    assert table.asked == "A: target citizen"
    assert table.legal() == ["at B proletariat", "at B commissar", "at C proletariat", "at C bourgeoisie"]
    table.do("A: at C bourgeoisie").settle()
    assert (table.citizens("B"), table.citizens("C")) == ([1, 0, 0], [1, 0, 0])


# Encourage Dissent: everybody chooses own cards


def test_encourage_dissent():
    table = lay_out(
        has("Encourage Dissent, Wire, 2 Monument"), has("3 Monument, Propaganda"), has("Monument, Propaganda, Wire")
    )
    table.do("A: play Encourage Dissent").resolve()
    assert table.asked == "A: card to discard"
    assert table.legal() == ["discard Monument", "discard Wire"]
    table.do("A: discard Wire", "A: discard Monument")
    assert table.asked == "B: card to discard"
    table.do("B: discard Propaganda", "B: discard Monument")
    table.do("C: discard Monument", "C: discard Wire")
    assert (table.hand("A"), table.hand("B"), table.hand("C")) == (["Monument"], ["Monument"] * 2, ["Propaganda"])
    assert table.discard("B") == ["Monument", "Propaganda"], "everybody's own discard"


# Hire Assassin: a sacrifice before it is played, gone even if countered, paid once


def test_hire_assassin():
    table = lay_out(has("Wire", points=(1, 0, 1)), has("Hire Assassin", points=(1, 0, 0)), phase="after production")
    gulag = table.state.gulag[0]
    table.do("B: blitz Hire Assassin")
    assert table.citizens("B") == [0, 0, 0], "the sacrifice comes before anything else"
    assert table.state.gulag[0] == gulag + 1
    assert table.asked == "B: target citizen"
    table.do("B: at A commissar").settle()
    assert table.citizens("A") == [1, 0, 0]


def test_hire_assassin_countered_does_not_give_the_sacrifice_back():
    table = lay_out(has("Stifle Free Speech", points=(0, 0, 1)), has("Hire Assassin"), phase="after production")
    table.do("B: blitz Hire Assassin", "A: play Stifle Free Speech").settle()
    assert table.citizens("A") == [0, 0, 1]
    assert table.citizens("B") == [1, 0, 0]
    assert table.discard("B") == ["Hire Assassin"]


def test_hire_assassin_doubled_is_paid_once():
    table = lay_out(has(points=(0, 0, 3)), has("Hire Assassin, Doublespeak"), phase="after production")
    table.do("B: blitz Hire Assassin", "B: play Doublespeak").settle()
    assert table.citizens("A") == [0, 0, 1]
    assert table.citizens("B") == [1, 0, 0], "one Proletariat for two Commissars"


def test_hire_assassin_as_an_action_costs_nothing_and_as_a_blitz_needs_a_proletariat():
    table = lay_out(has("Hire Assassin", points=(0, 1, 0)), has())
    assert moves(table.legal()) == ["play Hire Assassin"]
    table.do("A: play Hire Assassin").settle()
    assert (table.citizens("A"), table.citizens("B")) == ([0, 1, 0], [1, 0, 0])
    table = lay_out(has("Hire Assassin", points=(1, 0, 0)), has())
    assert moves(table.legal()) == ["play Hire Assassin", "blitz Hire Assassin"]


# Intercept Transmission: an Action may be played with it, and goes to the discard of whose hand it was in


def test_intercept_transmission():
    table = lay_out(has("Intercept Transmission"), has("Our Glorious Leader, Monument, Propaganda"))
    table.do("A: play Intercept Transmission").resolve()
    assert table.asked == "A: card to play out of another hand"
    assert table.legal() == ["take Propaganda", "take Our Glorious Leader"], "the Monument cannot be played"
    table.do("A: take Our Glorious Leader").settle()
    assert table.citizens("A") == [2, 0, 1]
    assert table.discard("B") == ["Our Glorious Leader"]
    assert table.discard("A") == ["Intercept Transmission"]
    assert table.hand("B") == ["Monument", "Propaganda"]
    assert (table.state.acted, table.extra) == (1, 0)


def test_intercept_transmission_leaves_no_action_over():
    table = lay_out(has("Intercept Transmission, Our Glorious Leader"), has("Our Glorious Leader, Wire"))
    table.do("A: play Intercept Transmission").resolve().do("A: take Our Glorious Leader").settle()
    assert table.asked == "A: action"
    assert table.legal() == ["pass"], "A has had its Action"


# Prove by Assertion: never another copy of itself


def test_prove_by_assertion():
    table = lay_out(
        has("Prove by Assertion", discard="Prove by Assertion, Prove by Assertion (blue), Propaganda, Wire"), has()
    )
    table.do("A: play Prove by Assertion").resolve()
    assert table.legal() == ["take Propaganda", "take Wire"], "of no star"
    table.do("A: take Wire")
    assert table.hand("A") == ["Wire"]
    assert table.discard("A").count("Prove by Assertion") == 2


def test_prove_by_assertion_needs_something_else_in_the_discard():
    for hand in ("Prove by Assertion", "Prove by Assertion (blue)"):
        table = lay_out(has(f"{hand}, Doublethink", discard="Prove by Assertion, Prove by Assertion (blue)"), has())
        assert moves(table.legal()) == ["play Doublethink"]


# Seize the Gears: can be countered, though production cannot


def gears(answer: str) -> Position:
    deck = "Assassinate, Doublespeak"
    return lay_out(has("Seize the Gears"), has(answer, deck)).do("A: play Seize the Gears")


def test_seize_the_gears():
    table = gears("Stifle Free Speech")
    table.do("B: play Stifle Free Speech").settle()
    assert table.citizens("A") == [2, 0, 0]
    assert table.deck("B")[:2] == names_in("Assassinate, Doublespeak")
    assert table.discard("A") == ["Seize the Gears"]


def test_seize_the_gears_uncountered_produces_from_the_other_deck():
    table = gears("Stifle Free Speech").settle()
    assert table.citizens("A") == [2, 1, 1]
    assert table.citizens("B") == [2, 0, 0]
    assert table.discard("B") == ["Assassinate", "Doublespeak"]


# Stifle Free Speech: against all cards but three sorts; into the discard of whoever played the card


@pytest.mark.parametrize(
    "name", ["Our Glorious Leader", "Doublethink", "Military Action", "Encourage Dissent", "Upload Red Error"]
)
def test_stifle_free_speech(name: str):
    table = lay_out(has(name), has("Stifle Free Speech, 3 Monument"))
    table.do(f"A: play {name}", "B: play Stifle Free Speech").settle()
    assert table.discard("A") == [name], "in the discard, not back in the hand"
    assert table.hand("A") == []
    assert table.citizens("A") == [2, 0, 0]
    assert (table.extra, len(table.hand("B"))) == (0, 3)


def test_stifle_free_speech_meets_propaganda_and_itself():
    table = lay_out(has("Propaganda, Stifle Free Speech"), has("2 Stifle Free Speech"), phase="propaganda")
    table.do("A: play Propaganda", "B: play Stifle Free Speech", "A: play Stifle Free Speech")
    table.do("B: play Stifle Free Speech").settle()
    assert table.citizens("A") == [2, 0, 0], "B's second one has countered A's, so that the first holds"


def test_stifle_free_speech_is_not_for_disarm_the_citizens_nor_what_follows_it():
    table = lay_out(has("Disarm the Citizens, Our Glorious Leader"), has("Stifle Free Speech"))
    table.do("A: play Disarm the Citizens")
    assert not table.may("B: play Stifle Free Speech")
    table.settle().do("A: play Our Glorious Leader")
    assert not table.may("B: play Stifle Free Speech")
    table.settle()
    assert table.citizens("A") == [2, 0, 1]


@pytest.mark.parametrize(("points", "counterable"), [(19, True), (20, False), (21, False)])
def test_stifle_free_speech_is_not_for_a_revolution_with_20_points(points: int, counterable: bool):
    table = lay_out(has("Revolution", points=points), has("Stifle Free Speech")).do("A: play Revolution")
    assert table.may("B: play Stifle Free Speech") == counterable
    assert table.settle().winner == "A", "B has not played it"


# Upload Red Error: nothing happens to those who cannot


def test_upload_red_error():
    table = lay_out(has("Upload Red Error", points=3), has(points=(4, 0, 2)), has(points=(0, 2, 0)))
    table.do("A: play Upload Red Error").settle()
    assert table.citizens("A") == [4, 0, 0], "it gains, and has nothing taken"
    assert table.citizens("B") == [4, 0, 2], "no Bourgeoisie, no penalty"
    assert table.citizens("C") == [0, 1, 0]
