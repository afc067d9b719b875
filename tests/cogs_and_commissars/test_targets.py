"""Cogs and Commissars: what cards are aimed at, what they need, and what comes of it when that is gone."""

from __future__ import annotations

import pytest
from cogs_and_commissars.games import card_text
from cogs_and_commissars.positions import Position, has, lay_out, moves

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.words.card_text import kind_text

STIFLE, TRUTH, EQUALITY, ASSASSIN = "Stifle Free Speech", "Define the Truth", "Enforce Equality", "Hire Assassin"

# Targets are chosen as a card is played


def test_targets_are_chosen_before_anybody_responds():
    table = lay_out(has(ASSASSIN), has(STIFLE, points=(1, 1, 1))).go(f"A: play {ASSASSIN}")
    assert table.asked == "A: target citizen"
    assert table.legal() == ["at B proletariat", "at B bourgeoisie", "at B commissar"]
    table.go("A: at B bourgeoisie", "A: pass")
    assert table.asked == "B: response"


def test_a_target_without_alternative_is_chosen_by_itself():
    for hand, other, question in (
        ("Wire", has("Monument"), "response"),
        (ASSASSIN, has(points=(0, 1, 0)), "response"),
        ("Lone Choice", has(), "response"),
        ("Two Choices", has(), "type of citizen"),
    ):
        table = lay_out(has(hand), other).go(f"A: play {hand}")
        assert table.asked == f"A: {question}", hand
    table = lay_out(has("Two Choices"), has(TRUTH)).do("A: play Two Choices", "A: type commissar", f"B: play {TRUTH}")
    assert table.asked == "A: response", "there is one other type to choose"
    assert table.settle().citizens("A") == [2, 1, 0]


def test_what_there_is_nothing_to_aim_at_cannot_be_played():
    hand = f"{ASSASSIN}, Wire, Intercept Transmission, Confiscation, {STIFLE}, Doublespeak, {TRUTH}, Red Tape"
    assert not moves(lay_out(has(hand), has(points=0)).legal())
    legal = moves(lay_out(has(hand), has("Monument", points=1)).legal())
    cards = (ASSASSIN, "Intercept Transmission", "Wire", "Confiscation")
    assert legal == [*(f"play {card}" for card in cards), f"blitz {ASSASSIN}"]


def test_a_richer_target_is_judged_twice():
    def turncoat(mine: int) -> Position:
        return lay_out(has("Turncoat", points=mine), has("Monument", points=(0, 0, 1)), has(ASSASSIN, points=1))

    assert not moves(turncoat(3).legal())
    table = turncoat(2).do("A: play Turncoat").settle()
    assert table.citizens("A") == [2, 0, 1]
    table = lay_out(has("Turncoat", points=2), has(points=(1, 0, 1)), has(ASSASSIN, points=1)).go("A: play Turncoat")
    table.do(f"C: blitz {ASSASSIN}", "C: at B commissar").settle()
    assert table.citizens("A") == [2, 0, 0]
    table = lay_out(has("Turncoat", points=2), has(points=(0, 1, 1)), has("Propaganda", points=1)).go(
        "A: play Turncoat"
    )
    table.states["citizens"][0, 1, 1], table.states["gulag"][0, 1], table.states["points"][0, 1] = 0, 18, 3
    table.states["citizens"][0, 0, 0], table.states["gulag"][0, 0], table.states["points"][0, 0] = 3, 47, 3
    table.check()
    assert table.settle().citizens("A") == [3, 0, 0], "no richer any more; the Commissar is still there"


def test_a_target_without_cards_stops_the_whole_card():
    table = lay_out(has("Confiscation"), has("Wire")).do("A: play Confiscation")
    assert not table.may("B: play Wire")
    table = lay_out(has("Confiscation, Monument"), has("Wire")).do("A: play Confiscation", "B: play Wire").settle()
    assert table.citizens("A") == [2, 0, 0], "B's last card is being played: nothing is discarded, nothing gained"
    table = lay_out(has("Confiscation, Monument"), has("Wire")).do("A: play Confiscation").settle()
    assert (table.citizens("A"), table.discard("B")) == ([2, 1, 0], ["Wire"])


def test_a_citizen_that_is_gone_cannot_be_removed():
    table = lay_out(has(ASSASSIN), has(points=(1, 0, 1)), has(ASSASSIN))
    table.do(f"A: play {ASSASSIN}", "A: at B commissar", f"C: blitz {ASSASSIN}", "C: at B commissar").settle()
    assert table.citizens("B") == [1, 0, 0]


# Needs


def test_being_behind_is_judged_twice():
    assert not moves(lay_out(has("Equal Shares", points=3), has(points=3)).legal())
    table = lay_out(has("Equal Shares", points=2), has(points=4), has(points=3)).do("A: play Equal Shares").settle()
    assert table.points() == [6, 2, 1], "two from each that was richer as it began"
    table = lay_out(has("Equal Shares", points=2), has("Costly Blitz", points=3), has(ASSASSIN, points=2))
    table.do("A: play Equal Shares", f"C: blitz {ASSASSIN}", "C: at B proletariat").settle()
    assert table.points() == [2, 2, 1], "nobody is richer any more"


def test_prove_by_assertion_finds_its_card_gone():
    table = lay_out(has("Prove by Assertion", discard="Wire"), has())
    table.do("A: play Prove by Assertion")
    assert table.resolve().legal() == ["take Wire"]
    table.go("A: take Wire")
    assert table.known("all", "A") == table.known("B", "A") == ["Wire"], "seen by everybody"


def test_costs_stay_paid_and_are_paid_before_responses():
    table = lay_out(has("Costly Blitz", points=1), has(STIFLE), phase="after production").go("A: play Costly Blitz")
    assert table.citizens("A") == [0, 0, 0]
    table.do(f"B: play {STIFLE}").settle()
    assert table.citizens("A") == [0, 0, 0]
    assert not moves(lay_out(has("Costly Blitz", points=0), has(), phase="after production").legal())


@pytest.mark.parametrize(("mine", "after"), [(1, [0, 0, 1]), (0, [0, 0, 0])])
def test_a_later_step_follows_only_if_the_one_before_did_something(mine: int, after: list[int]):
    assert lay_out(has("Promotion", points=mine), has()).do("A: play Promotion").settle().citizens("A") == after


# Enforce Equality


def test_enforce_equality_brings_others_down_to_the_players_number():
    players = [has(EQUALITY, points=(1, 0, 0)), has(points=5), has(points=2), has(points=(1, 5, 0))]
    table = lay_out(*players).do(f"A: play {EQUALITY}", "A: type proletariat").settle()
    assert [table.citizens(seat)[0] for seat in "ABCD"] == [1, 3, 1, 1]
    assert table.citizens("D") == [1, 5, 0]
    assert table.state.gulag.tolist() == [51 - 6, 18 - 5, 15]


def test_enforce_equality_counts_as_it_resolves():
    table = lay_out(has(EQUALITY, points=(0, 0, 1)), has(points=(0, 0, 3)), has(ASSASSIN, points=1))
    table.do(f"A: play {EQUALITY}", "A: type commissar", f"C: blitz {ASSASSIN}", "C: at A commissar").settle()
    assert table.citizens("B") == [0, 0, 1]


# Define the Truth


def test_define_the_truth_on_an_assassination_offers_what_its_target_has():
    table = lay_out(has(ASSASSIN), has(TRUTH, points=(1, 1, 1)))
    table.do(f"A: play {ASSASSIN}", "A: at B proletariat").do(f"B: play {TRUTH}")
    assert table.legal() == ["type bourgeoisie", "type commissar"]
    table.go("B: type bourgeoisie").settle()
    assert table.citizens("B") == [1, 0, 1]


def test_define_the_truth_is_aimed_where_one_other_type_is_left():
    table = lay_out(has(ASSASSIN), has(TRUTH, points=(1, 1, 0)), has(points=(0, 0, 1)))
    table.do(f"A: play {ASSASSIN}", "A: at B proletariat", f"B: play {TRUTH}").settle()
    assert table.citizens("B") == [1, 0, 0], "not the Commissar, which is C's"


def test_define_the_truth_does_not_save_the_only_type_of_citizen():
    table = lay_out(has(ASSASSIN), has(TRUTH, points=2), has(points=(0, 0, 1)))
    table.do(f"A: play {ASSASSIN}", "A: at B proletariat")
    assert not table.may(f"B: play {TRUTH}")


COSTLY_TRUTH = """
[[card]]
name = "Costly Truth"
source = "house"
type = "blitz"
stars = ["proletariat"]
target = "card"
against = "chosen type"
blitz = { sacrifice = ["commissar"] }
steps = [{ do = "retype" }, { do = "draw", if_done = true }]
"""


def test_a_type_that_was_sacrificed_cannot_be_chosen_any_more(tmp_path):
    path = tmp_path / "cards.toml"
    decks = {"Costly Truth": 1, ASSASSIN: 1, "Monument": 16}, {"Monument": 18}
    path.write_text(card_text(*decks, cards=COSTLY_TRUTH), encoding="utf-8")
    victim = has("Costly Truth", points=(1, 0, 1))
    table = lay_out(has(ASSASSIN), victim, cards=str(path), factions=("Faction 1", "Faction 2"))
    table.do(f"A: play {ASSASSIN}", "A: at B proletariat", "B: play Costly Truth").settle()
    assert (table.citizens("B"), table.hand("B")) == ([0, 0, 0], [])


def test_define_the_truth_by_the_player_of_the_card():
    table = lay_out(has(f"Assassinate, {TRUTH}"), has(points=(1, 0, 1)), has(points=(0, 1, 0)))
    table.do("A: play Assassinate", "A: at B proletariat", f"A: play {TRUTH}").settle()
    assert table.citizens("B") == [1, 0, 0]


def test_define_the_truth_on_define_the_truth_leaves_neither_of_the_types_chosen():
    """To choose the card's own type again would counter the first change, and draw a card for it."""
    table = lay_out(has(f"{EQUALITY}, {TRUTH}", points=0), has(f"2 {TRUTH}", points=(4, 4, 4)))
    table.do(f"A: play {EQUALITY}", "A: type proletariat", f"B: play {TRUTH}", "B: type bourgeoisie")
    table.do(f"A: play {TRUTH}")
    assert [card.type for card in table.state.stack[:3]] == [0, 1, 2]
    assert not table.may(f"B: play {TRUTH}"), "there is no fourth type"
    table.settle()
    assert table.citizens("B") == [4, 4, 2]


def test_define_the_truth_countered_changes_nothing():
    table = lay_out(has(f"{EQUALITY}, {STIFLE}", points=0), has(f"{TRUTH}", points=(4, 4, 4)))
    table.do(f"A: play {EQUALITY}", "A: type proletariat", f"B: play {TRUTH}", "B: type bourgeoisie")
    table.do(f"A: play {STIFLE}").settle()
    assert table.citizens("B") == [2, 4, 4]


@pytest.mark.parametrize(
    ("card", "works"),
    [
        *((card, True) for card in (EQUALITY, "Assassinate", ASSASSIN, "Two Choices")),
        *((card, False) for card in ("Our Glorious Leader", "Turncoat", "Lone Choice", "Upload Red Error", "Wire")),
    ],
)
def test_define_the_truth_needs_a_choice_of_types(card: str, works: bool):
    rich = (1, 1, 1)
    table = lay_out(has(card), has(f"{TRUTH}, Monument", points=rich)).go(f"A: play {card}")
    if not table.asked.endswith("response"):
        table.go(f"A: {table.legal()[0]}")
    assert table.may(f"B: play {TRUTH}") == works


def test_define_the_truth_is_not_for_propaganda():
    table = lay_out(has("Propaganda"), has(TRUTH, points=(1, 1, 1)), phase="propaganda").go("A: play Propaganda")
    assert not table.may(f"B: play {TRUTH}")


def test_a_duplicate_of_a_chosen_type_chooses_anew_and_can_be_changed_alone():
    table = lay_out(has(EQUALITY, points=0), has(f"Doublespeak, {TRUTH}", points=(4, 4, 4)))
    table.do(f"A: play {EQUALITY}", "A: type proletariat", "B: play Doublespeak").resolve()
    assert (table.asked, table.legal()[0]) == ("A: type of citizen", "type proletariat")
    table.go("A: type bourgeoisie").do(f"B: play {TRUTH}", "B: type commissar").settle()
    assert table.citizens("B") == [2, 4, 2]


def test_a_duplicate_of_define_the_truth():
    table = lay_out(has(EQUALITY, points=0), has(f"Doublespeak, {TRUTH}", points=(4, 4, 4)))
    table.do(f"A: play {EQUALITY}", "A: type proletariat", f"B: play {TRUTH}", "B: type bourgeoisie")
    table.do("B: play Doublespeak").resolve()
    assert table.asked == "B: type of citizen"
    assert table.legal() == ["type bourgeoisie", "type commissar"]
    table.go("B: type commissar").resolve()
    assert table.state.stack[0].type == 2
    table.settle()
    assert table.citizens("B") == [4, 2, 4], "the original resolves last"


def test_a_duplicate_of_define_the_truth_first_chooses_its_card():
    table = lay_out(
        has(f"{EQUALITY}, Doublespeak", points=0), has(f"{TRUTH}, Doublespeak", points=(4, 4, 4)), has(TRUTH)
    )
    table.do(f"A: play {EQUALITY}", "A: type proletariat", "A: play Doublespeak").resolve().go("A: type bourgeoisie")
    table.do(f"B: play {TRUTH}", "B: type commissar", "B: play Doublespeak").resolve()
    assert (table.asked, table.legal()) == ("B: target card", ["stack 1", "stack 2"])
    table.go("B: stack 1")
    assert table.legal() == ["type bourgeoisie", "type commissar"]
    table.go("B: type bourgeoisie").settle()
    assert table.citizens("B") == [4, 2, 2], "the duplicate of Enforce Equality is about Commissars now"


# Hands


def test_encourage_dissent_goes_round_from_its_player_and_asks_where_there_is_a_choice():
    hands = ("2 Monument, Wire", "Monument, Wire", "", "Doublethink, Monument, Propaganda")
    table = lay_out(has(hands[0]), has(hands[1]), has(hands[2]), has(f"Encourage Dissent, {hands[3]}"), turn_of="D")
    table.go("D: play Encourage Dissent").resolve()
    table.go("D: discard Doublethink")
    assert table.discard("D") == ["Doublethink"], "seen at once, before the next"
    table.go("D: discard Monument")
    assert table.asked == "A: card to discard"
    table.go("A: discard Monument", "A: discard Monument")
    assert table.asked == "D: action", "B had to discard both, C has none"
    assert [table.hand(seat) for seat in "ABCD"] == [["Wire"], [], [], ["Propaganda"]]


@pytest.mark.parametrize("card", ["Intercept Transmission", "Confiscate Papers", "Tap the Wire"])
def test_cards_about_a_hand_say_that_there_must_be_one(card: str):
    setup = GAME.setup()
    number = setup.options.cards.numbers[card]
    assert setup.record["of_holder"][0, number]
    assert "another player with cards in hand" in kind_text(setup.options.cards.card[number])
    for name in ("Wire", "Intercept Transmission"):  # of the cards to test with, each about a hand
        assert not moves(lay_out(has(name), has("")).legal())


def test_wire_shows_a_hand_to_its_player_alone():
    table = lay_out(has("Wire"), has("2 Monument, Propaganda"), has("Monument")).go("A: play Wire", "A: at B").settle()
    assert table.known("A", "B") == ["Monument", "Monument", "Propaganda"]
    assert table.known("C", "B") == table.known("all", "B") == []


def test_seizing_the_gears_of_an_empty_deck_shuffles_its_owners_discard():
    table = lay_out(has("Seize the Gears"), has("", "", rest="discard")).go("A: play Seize the Gears").settle()
    assert (len(table.deck("B")), len(table.discard("B"))) == (28, 2)
    assert sum(table.citizens("A")) >= 4
    table = lay_out(has("Seize the Gears"), has(rest="hand")).go("A: play Seize the Gears").settle()
    assert table.citizens("A") == [2, 0, 0]


def test_loud_propaganda_takes_as_much_as_there_is():
    for theirs, taken in ((5, 2), (1, 1)):
        table = lay_out(has("Loud Propaganda"), has(points=theirs), phase="propaganda").go("A: play Loud Propaganda")
        assert table.settle().points() == [2 + taken, theirs - taken]
