"""Cogs and Commissars: cards that respond to cards, who is asked, and what becomes of them one after the other."""

from __future__ import annotations

import numpy as np
import pytest
from cogs_and_commissars.games import card_text
from cogs_and_commissars.positions import Position, has, lay_out, moves

from cogitable.envs.cogs_and_commissars.rules import stack
from cogitable.envs.cogs_and_commissars.rules.observation import observe


def glorious(*answers: str, windows: str = "all", mine: str = "") -> Position:
    """A has just played Our Glorious Leader; the others hold these."""
    table = lay_out(has(f"Our Glorious Leader, {mine}"), *map(has, answers), windows=windows)
    return table.go("A: play Our Glorious Leader")


# Who is asked


def test_everybody_is_asked_clockwise_from_the_turn_player_after_a_card():
    table = lay_out(has(), has(), has("Our Glorious Leader"), has(), turn_of="C").go("C: play Our Glorious Leader")
    table.go("C: pass", "D: pass", "A: pass")
    assert table.citizens("C") == [2, 0, 0], "B has not passed yet"
    table.go("B: pass")
    assert table.citizens("C") == [2, 0, 1]
    assert table.asked == "C: action"


def test_only_those_are_asked_who_hold_an_answer():
    stifle = "Stifle Free Speech"
    table = lay_out(has(stifle), has(), has("Our Glorious Leader"), has(stifle), turn_of="C", windows="held")
    table.go("C: play Our Glorious Leader", "D: pass", "A: pass")
    assert table.citizens("C") == [2, 0, 1]


def test_all_must_pass_in_a_row_after_each_card():
    stifle = "Stifle Free Speech"
    table = lay_out(has("Our Glorious Leader"), has(stifle), has(stifle), has(stifle))
    table.go("A: play Our Glorious Leader", "A: pass", "B: pass", "C: pass", "D: play Stifle Free Speech")
    table.go("A: pass", "B: play Stifle Free Speech", "A: pass", "B: pass", "C: pass", "D: pass")
    assert table.stack() == ["Our Glorious Leader of A"], "D's is countered and gone, so that the window opens anew"
    table.go("A: pass", "B: pass", "C: play Stifle Free Speech", "A: pass", "B: pass", "C: pass", "D: pass")
    assert (table.stack(), table.citizens("A")) == ([], [2, 0, 0])


def test_a_window_opens_anew_for_the_card_below():
    table = glorious("Stifle Free Speech", "2 Doublethink", windows="held")
    table.go("B: pass", "C: play Doublethink", "B: pass", "C: play Doublethink")
    assert table.stack() == ["Our Glorious Leader of A", "Doublethink of C", "Doublethink of C"]
    table.go("B: pass")
    assert table.stack() == ["Our Glorious Leader of A", "Doublethink of C"]
    table.go("B: pass")
    assert table.asked == "B: response"
    table.go("B: play Stifle Free Speech")
    assert table.citizens("A") == [2, 0, 0], "B had let it pass twice, and may still counter it"


def test_the_player_of_a_card_may_respond_to_it():
    table = glorious("", mine="Doublespeak, Stifle Free Speech", windows="held")
    assert table.asked == "A: response"
    assert moves(table.legal()) == ["play Stifle Free Speech", "play Doublespeak"]
    table.go("A: play Stifle Free Speech")
    assert table.asked == "A: response", "and to the response, with what it still holds"
    assert table.legal() == ["pass", "play Doublespeak"]
    table.go("A: pass")
    assert "Our Glorious Leader" in table.discard("A")
    assert table.citizens("A")[2] == 0


def test_a_blitz_that_is_no_response_can_be_played_into_any_window():
    table = glorious("2 Doublethink").do("B: play Doublethink", "B: play Doublethink")
    assert table.stack() == ["Our Glorious Leader of A", "Doublethink of B", "Doublethink of B"]


def test_counter_propaganda_needs_a_propaganda_on_top():
    table = lay_out(has("Propaganda, Wire"), has("Counter Propaganda"), phase="propaganda")
    table.do("A: play Propaganda", "A: play Wire")
    assert not table.may("B: play Counter Propaganda")
    assert table.resolve().may("B: play Counter Propaganda")


# Last in, first out


def test_the_last_card_resolves_first():
    table = lay_out(has("Assassinate, Doublethink", "Wire, Monument"), has("Hire Assassin", points=(1, 0, 1)))
    table.do("A: play Assassinate", "A: at B proletariat", "B: blitz Hire Assassin", "A: play Doublethink")
    assert table.stack() == ["Assassinate of A", "Hire Assassin of B", "Doublethink of A"]
    assert (table.points(), table.hand("A")) == ([2, 3], [])
    assert table.resolve().hand("A") == ["Monument", "Wire"]
    assert table.resolve().points() == [1, 3]
    assert table.resolve().points() == [1, 3], "the Proletariat that it was aimed at has been sacrificed"


def test_countering_the_counter_saves_the_card():
    table = glorious("Stifle Free Speech", mine="Stifle Free Speech")
    table.do("B: play Stifle Free Speech", "A: play Stifle Free Speech").resolve()
    assert table.stack() == ["Our Glorious Leader of A"], "the countered one is dropped at once"
    assert table.discard("B") == ["Stifle Free Speech"]
    assert table.settle().citizens("A") == [2, 0, 1]
    assert table.discard("A") == ["Our Glorious Leader", "Stifle Free Speech"]


def test_countered_card_goes_to_the_discard_at_once_and_its_place_waits():
    table = glorious("Stifle Free Speech, Doublethink", "Stifle Free Speech")
    table.do("B: play Doublethink", "C: play Stifle Free Speech", "B: play Stifle Free Speech").resolve()
    assert table.discard("C") == ["Stifle Free Speech"]
    assert table.stack() == ["Our Glorious Leader of A", "Doublethink of B"]
    assert table.settle().citizens("A") == [2, 0, 1]


def test_a_response_is_to_the_uppermost_card_alone():
    table = glorious("Stifle Free Speech, Doublethink")
    table.do("B: play Doublethink", "B: play Stifle Free Speech").settle()
    assert table.citizens("A") == [2, 0, 1], "B has countered its own Doublethink"
    assert (table.hand("B"), table.discard("B")) == ([], ["Doublethink", "Stifle Free Speech"])


# Returned and intercepted cards


def test_a_returned_card_goes_back_to_the_hand_and_its_action_is_spent():
    table = glorious("Red Tape")
    table.do("B: play Red Tape").settle()
    assert table.hand("A") == ["Our Glorious Leader"]
    assert table.known("B", "A") == ["Our Glorious Leader"]
    assert (table.asked, table.legal()) == ("A: action", ["pass"])


def test_a_returned_card_can_be_played_again_with_another_action():
    table = glorious("Red Tape", mine="Military Action").do("B: play Red Tape").settle()
    table.do("A: play Military Action").settle()
    assert moves(table.legal()) == ["play Our Glorious Leader"]


def test_returning_is_for_actions_only():
    table = lay_out(has("Doublethink, Hire Assassin, Wire", points=5), has("Red Tape", points=5), windows="held")
    table.go("A: play Doublethink")
    assert table.asked.startswith("A"), "a Blitz is no Action"
    table.pass_until("A: action").go("A: blitz Hire Assassin", "A: pass")
    assert table.asked == "B: response", "an Action remains one when it is played as a Blitz"
    assert table.legal() == ["pass", "play Red Tape"]
    table.go("B: play Red Tape", "A: pass")
    assert "Hire Assassin" in table.hand("A")
    assert table.citizens("A") == [4, 0, 0], "what was sacrificed stays so"


def intercepted(answers: str, theirs: str) -> Position:
    """A has played Intercept Transmission against B and takes the first card out of B's hand; C may answer."""
    table = lay_out(has("Intercept Transmission"), has(theirs), has(f"{answers}, Monument", points=0))
    table.do("A: play Intercept Transmission", "A: at B").resolve()
    return table.do(f"A: take {theirs.split(', ')[0]}")


@pytest.mark.parametrize(("answer", "zone"), [("Stifle Free Speech", "discard"), ("Red Tape", "hand")])
def test_an_intercepted_card_goes_back_to_whose_it_is(answer: str, zone: str):
    table = intercepted(answer, "Our Glorious Leader, 3 Monument")
    assert table.stack() == ["Our Glorious Leader of A"]
    table.do(f"C: play {answer}").settle()
    assert "Our Glorious Leader" in table.zone("B", zone)
    assert table.citizens("A") == [2, 0, 0]


def test_an_intercepted_card_is_the_interceptors_in_all_else():
    rich = (0, 0, 1)
    table = lay_out(has("Intercept Transmission", points=1), has("Turncoat", points=rich), has(points=rich))
    table.do("A: play Intercept Transmission").resolve().do("A: take Turncoat")
    assert table.legal() == ["at B commissar", "at C commissar"], "even of the one whose card it is"
    table.do("A: at B commissar").settle()
    assert (table.citizens("A"), table.citizens("B")) == ([1, 0, 1], [0, 0, 0])


def test_intercepting_pays_for_a_blitz_and_takes_an_action_as_one():
    table = lay_out(has("Intercept Transmission", points=1), has("Costly Blitz, Hire Assassin", points=5))
    table.do("A: play Intercept Transmission").resolve()
    assert table.legal() == ["take Hire Assassin", "take Costly Blitz"]
    table.do("A: take Costly Blitz").settle()
    assert (table.citizens("A"), table.citizens("B")) == ([0, 0, 1], [5, 0, 0]), "A has paid"
    table = lay_out(has("Intercept Transmission", points=0), has("Costly Blitz, Hire Assassin", points=5))
    table.do("A: play Intercept Transmission").resolve()
    assert table.legal() == ["take Hire Assassin"], "as an Action it costs nothing"
    table = lay_out(has("Intercept Transmission", points=1), has("Hire Assassin, Monument", points=(0, 1, 0)))
    table.do("A: play Intercept Transmission").resolve().go("A: take Hire Assassin").settle()
    assert (table.citizens("A"), table.citizens("B")) == ([1, 0, 0], [0, 0, 0])


def test_intercepting_shows_the_hand_to_the_interceptor_alone():
    table = lay_out(has("Intercept Transmission"), has("2 Monument, Wire"), has("Monument"))
    table.do("A: play Intercept Transmission", "A: at B").resolve()
    assert table.known("A", "B") == ["Monument", "Monument", "Wire"]
    assert table.known("C", "B") == []
    table.do("A: take Wire")
    assert table.known("A", "B") == ["Monument", "Monument"]


def test_intercepting_must_play_if_anything_can_be_and_else_does_nothing():
    table = lay_out(has("Intercept Transmission"), has("Wire, Monument"), has("Doublethink"))
    table.do("A: play Intercept Transmission", "A: at B").resolve()
    assert table.legal() == ["take Wire"]
    table = lay_out(has("Intercept Transmission"), has("Monument, Stifle Free Speech"), has("Doublethink"))
    table.do("A: play Intercept Transmission", "A: at B").settle()
    assert (table.asked, table.known("A", "B")) == ("A: action", ["Monument", "Stifle Free Speech"])
    table = (
        lay_out(has("Intercept Transmission"), has("Prove by Assertion")).do("A: play Intercept Transmission").settle()
    )
    assert table.hand("B") == ["Prove by Assertion"], "there is nothing yet on A's discard to take back"
    assert table.discard("A") == ["Intercept Transmission"]


def test_intercepting_needs_a_hand_to_look_into():
    table = lay_out(has("Intercept Transmission"), has(), has("Monument"))
    table.do("A: play Intercept Transmission")
    assert table.top().seat == 2, "C alone holds cards"
    assert not moves(lay_out(has("Intercept Transmission"), has(), has()).legal())


def test_a_response_to_a_countered_card_does_nothing_at_all():
    for countered in (False, True):
        table = glorious("Red Tape").do("B: play Red Tape")
        if countered:
            stack.stop(table.record, table.state, 0, False)
        assert len(table.settle().hand("B")) == (0 if countered else 1), "it does not even draw"


def test_an_intercepted_response_meets_the_card_below():
    table = lay_out(
        has("Our Glorious Leader, Military Action, Intercept Transmission"), has("Stifle Free Speech, Monument")
    )
    table.do("A: play Military Action").settle().do("A: play Our Glorious Leader", "A: play Intercept Transmission")
    table.resolve()
    assert table.legal() == ["take Stifle Free Speech"]
    table.do("A: take Stifle Free Speech").settle()
    assert table.citizens("A") == [2, 0, 0], "it had to be played, against the only card there"
    assert table.discard("B") == ["Stifle Free Speech"]


# Duplicates


def test_a_duplicate_is_no_card():
    table = glorious("Doublespeak").do("B: play Doublespeak").resolve()
    assert table.stack() == ["Our Glorious Leader of A", "Our Glorious Leader of A (duplicate)"]
    assert table.discard("B") == ["Doublespeak"]
    table.resolve()
    assert (table.citizens("A"), table.discard("A")) == ([2, 0, 1], [])
    table.settle()
    assert (table.citizens("A"), table.discard("A")) == ([2, 0, 2], ["Our Glorious Leader"])


@pytest.mark.parametrize("answer", ["Stifle Free Speech", "Red Tape"])
def test_a_countered_duplicate_leaves_the_card(answer: str):
    table = glorious(f"Doublespeak, {answer}").do("B: play Doublespeak").resolve()
    table.do(f"B: play {answer}").settle()
    assert table.citizens("A") == [2, 0, 1]
    assert (table.discard("A"), table.hand("A")) == (["Our Glorious Leader"], [])


def test_countering_doublespeak_leaves_one_card():
    table = glorious("Stifle Free Speech", mine="Doublespeak")
    table.do("A: play Doublespeak", "B: play Stifle Free Speech").settle()
    assert table.citizens("A") == [2, 0, 1]


def test_what_a_duplicate_has_countered_the_card_itself_finds_countered():
    table = glorious("Stifle Free Speech, Doublespeak")
    table.do("B: play Stifle Free Speech", "B: play Doublespeak").resolve()
    assert table.stack()[1:] == ["Stifle Free Speech of B", "Stifle Free Speech of B (duplicate)"]
    table.resolve()
    assert table.stack()[0] == "Our Glorious Leader of A (countered)"
    assert table.settle().discard("A") == ["Our Glorious Leader"], "once"


def test_doublespeak_comes_to_nothing_when_its_card_has_been_countered():
    table = glorious("2 Doublespeak", "Stifle Free Speech", mine="Stifle Free Speech")
    table.do("B: play Doublespeak", "C: play Stifle Free Speech", "B: play Doublespeak").resolve()
    table.do("C: stack 1").resolve()
    assert table.stack()[:2] == ["Our Glorious Leader of A (countered)", "Doublespeak of B"]
    table.do("A: play Stifle Free Speech").resolve()
    assert table.stack()[1:] == ["Doublespeak of B"], "C's Stifle is countered"
    table.resolve()
    assert (table.stack(), table.citizens("A")) == ([], [2, 0, 0])


def test_a_duplicate_of_a_counter_chooses_among_what_lay_below_its_original():
    table = glorious("Doublethink, Doublespeak", "Stifle Free Speech")
    table.do("B: play Doublethink", "C: play Stifle Free Speech", "B: play Doublespeak").resolve()
    assert table.asked == "C: target card", "it is C's card, and so is the duplicate"
    assert table.legal() == ["stack 1", "stack 2"]
    table.go("C: stack 1").resolve()
    assert table.discard("A") == ["Our Glorious Leader"]
    table.settle()
    assert sorted(table.discard("B")) == ["Doublespeak", "Doublethink"], (
        "the original has countered what it was aimed at"
    )


def test_a_duplicate_aimed_at_the_same_card_leaves_nothing_for_the_original():
    table = glorious("Doublethink, Doublespeak", "Stifle Free Speech")
    table.do("B: play Doublethink", "C: play Stifle Free Speech", "B: play Doublespeak").resolve()
    table.go("C: stack 2").settle()
    assert table.citizens("A") == [2, 0, 1]


def test_a_duplicate_of_doublespeak_reaches_below_it_only():
    table = glorious("Doublethink, Doublespeak", "Doublespeak")
    table.do("B: play Doublethink", "B: play Doublespeak", "C: play Doublespeak").resolve()
    assert table.asked == "B: target card"
    assert table.legal() == ["stack 1", "stack 2"], "neither itself nor the Doublespeak that it is a duplicate of"
    table.go("B: stack 1").resolve()
    assert table.stack()[-1] == "Our Glorious Leader of A (duplicate)"
    table.settle()
    assert table.citizens("A") == [2, 0, 2]


def test_a_duplicate_of_a_duplicate_reaches_no_higher():
    table = glorious("Doublethink, 2 Doublespeak", "Stifle Free Speech")
    table.do("B: play Doublethink", "C: play Stifle Free Speech", "B: play Doublespeak").resolve()
    table.go("C: stack 2").do("B: play Doublespeak").resolve()
    assert (table.asked, table.legal()) == ("C: target card", ["stack 1", "stack 2"]), "not the Stifle itself"


def test_a_duplicate_of_doublespeak_on_one_card_needs_no_choice():
    table = glorious("2 Doublespeak").do("B: play Doublespeak", "B: play Doublespeak").settle()
    assert table.citizens("A") == [2, 0, 3], "the card and two duplicates"


def test_a_duplicate_pays_nothing_and_takes_no_action():
    table = lay_out(has("Promotion", points=3), has("Doublespeak")).do("A: play Promotion", "B: play Doublespeak")
    plays = table.state.plays[0]
    table.resolve()
    assert table.state.plays[0] == plays, "it is not played"
    table.settle()
    assert table.citizens("A") == [1, 0, 2], "what a card does itself takes place twice"


def test_a_duplicate_without_a_target_does_nothing():
    table = lay_out(has("Assassinate"), has("Doublespeak", points=(1, 0, 0)))
    table.do("A: play Assassinate", "B: play Doublespeak").settle()
    assert table.citizens("B") == [0, 0, 0]
    assert table.asked == "A: action"


def test_a_duplicate_is_never_aimed_at_a_countered_card():
    table = glorious("2 Doublethink, Doublespeak", "Stifle Free Speech")
    table.do("B: play Doublethink", "B: play Doublethink", "C: play Stifle Free Speech", "B: play Doublespeak")
    stack.stop(table.record, table.state, 1, False)
    table.resolve()
    assert (table.asked, table.legal()) == ("C: target card", ["stack 1", "stack 3"])


def test_a_response_passes_over_countered_cards():
    table = lay_out(has("Military Action, Intercept Transmission"), has("2 Doublethink, Doublespeak"))
    table.do("A: play Military Action").settle().do("A: pass", "B: play Doublethink", "B: play Doublethink")
    table.do("A: play Intercept Transmission")
    stack.stop(table.record, table.state, 1, False)
    table.resolve().go("A: take Doublespeak")
    assert table.top().card == 0, "the uppermost card that has not been countered"
    assert table.resolve().stack()[2] == "Doublethink of B (duplicate)"


def test_a_duplicate_of_a_blitz_is_bound_as_its_original_was():
    table = lay_out(has("Revolution", points=15), has("Assassinate, Doublespeak"))
    table.do("A: play Revolution", "B: blitz Assassinate", "B: play Doublespeak").resolve()
    assert table.top().as_blitz
    stack.stop(table.record, table.state, 0, False)
    assert table.settle().points() == [15, 2], "there is no Revolution any more"


def test_a_duplicate_of_a_propaganda_takes_from_another_player():
    table = lay_out(has("Propaganda"), has("Doublespeak, Counter Propaganda"), has(), phase="propaganda")
    table.go("A: play Propaganda", "A: at B proletariat").do("B: play Doublespeak").resolve()
    table.go("A: at C proletariat")
    assert table.may("B: play Counter Propaganda"), "a duplicate of a Propaganda is one"
    assert table.settle().points() == [4, 1, 1]


# The bounds of the table


def test_no_more_than_48_cards_lie_on_the_stack():
    table = glorious("Doublethink, Doublespeak", mine="Wire")
    for place in range(1, 46):  # duplicates are no cards, so that any number of them adds up
        table.states["stack"][0, place] = table.states["stack"][0, 0]
        table.states["stack"][0, place]["owner"] = -1
        table.states["stack"][0, place]["reach"] = 0
    table.state.depth = 46
    table.check()
    table.do("A: play Wire", "B: play Doublethink")
    assert table.state.depth == 48
    assert not table.may("B: play Doublespeak")
    table.resolve()
    assert table.may("B: play Doublespeak"), "there is room again"


def test_no_seat_plays_more_than_60_cards_in_a_turn():
    table = glorious("2 Doublethink")
    table.state.plays[1] = 59
    table.do("B: play Doublethink")
    assert not table.may("B: play Doublethink")
    table.pass_until("B: discards before drawing")
    assert table.state.plays[1] == 0, "a new turn"


# What is seen of it


def observed(table: Position, seat: int) -> dict[str, list[float]]:
    out = np.zeros(table.setup.layout.size, np.float32)
    observe(table.record, table.state, seat, out)
    return {part.name: out[table.setup.layout.slice(part.name)].tolist() for part in table.setup.layout.parts}


@pytest.mark.parametrize("answers", [5, 6, 7, 12])
def test_what_lies_deep_in_the_stack_is_seen(answers: int, tmp_path):
    """Propaganda aimed at B or at C, under as many answers: everybody can tell the two apart."""
    path, stifles = tmp_path / "cards.toml", {"Stifle Free Speech": 6, "Monument": 12}
    path.write_text(card_text(stifles, stifles, {"Monument": 18}), encoding="utf-8")
    options = {"cards": str(path), "factions": ("Faction 1", "Faction 2", "Faction 3")}
    tables = []
    for target in "BC":
        held = has("Propaganda, 6 Stifle Free Speech"), has("6 Stifle Free Speech"), has()
        table = lay_out(*held, phase="propaganda", **options)
        table.do("A: play Propaganda", f"A: at {target} proletariat")
        for number in range(answers):
            table.do(f"{'BA'[number % 2]}: play Stifle Free Speech")
        tables.append(table)
    for seat in range(3):
        one, two = (observed(table, seat) for table in tables)
        assert [name for name in one if one[name] != two[name]] == ["stack records" if answers < 6 else "stack below"]


def test_whose_card_was_played_out_of_another_hand_is_seen():
    tables = []
    for owner in "BC":
        table = lay_out(has("Intercept Transmission"), has("Doublethink"), has("Doublethink"))
        table.go("A: play Intercept Transmission", f"A: at {owner}").settle().go("A: take Doublethink")
        tables.append(table)
    assert observed(tables[0], 1)["stack records"] != observed(tables[1], 1)["stack records"]


def test_cards_played_in_the_turn_are_seen():
    table = lay_out(has("Doublethink"), has())
    before = observed(table, 1)["seats"]
    assert observed(table.go("A: play Doublethink"), 1)["seats"] != before
