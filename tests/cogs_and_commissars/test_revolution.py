"""Cogs and Commissars: Revolutions, with the rulebook's example move by move, and cards that cannot be countered."""

from __future__ import annotations

import pytest
from cogs_and_commissars.positions import Position, has, lay_out, moves

REVOLUTION, STIFLE, ASSASSINATE = "Revolution", "Stifle Free Speech", "Assassinate"
DOUBLETHINK, MILITARY, LEADER = "Doublethink", "Military Action", "Our Glorious Leader"

# The rulebook's example: A is Anastasia, B is Boris


def example(windows: str = "held", deck: str = f"{MILITARY}, {LEADER}", hand: str = DOUBLETHINK) -> Position:
    """Anastasia has 15 points and a Revolution that Boris has answers to."""
    return lay_out(
        has(f"{REVOLUTION}, {STIFLE}, {hand}", deck, points=(6, 3, 1)), has(f"{STIFLE}, {ASSASSINATE}"), windows=windows
    )


def boris_assassinates(windows: str = "held", **more: str) -> Position:
    """Go on up to Boris's last card."""
    table = example(windows, **more)
    table.do(f"A: play {REVOLUTION}", f"B: play {STIFLE}", f"A: play {STIFLE}", f"B: blitz {ASSASSINATE}")
    return table.do("B: at A commissar")


def test_anastasia_and_boris():
    table = example()
    assert (table.asked, table.points()) == ("A: action", [15, 2])
    table.go(f"A: play {REVOLUTION}")
    assert (table.phase, table.state.acted) == ("A: action", 1)
    table.go("A: pass", f"B: play {STIFLE}")
    table.go(f"A: play {STIFLE}")
    assert table.stack() == ["Revolution of A", "Stifle Free Speech of B", "Stifle Free Speech of A"]
    assert table.asked == "A: response"
    assert table.legal() == ["pass", f"play {DOUBLETHINK}"]
    table.go("A: pass")
    assert (table.asked, moves(table.legal())) == ("B: response", [f"blitz {ASSASSINATE}"])
    table.go(f"B: blitz {ASSASSINATE}")
    assert table.asked == "B: target citizen"
    assert table.legal() == ["at A proletariat", "at A bourgeoisie", "at A commissar"]
    table.go("B: at A commissar")
    assert (table.asked, table.points()) == ("A: response", [15, 2])
    table.go(f"A: play {DOUBLETHINK}")
    assert table.stack()[3:] == ["Assassinate of B"], "Boris holds no more cards: it has resolved"
    assert table.hand("A") == [MILITARY, LEADER]
    assert moves(table.legal()) == [f"play {MILITARY}"], "her Action was the Revolution"
    table.go(f"A: play {MILITARY}")
    assert (table.extra, moves(table.legal())) == (1, [f"play {LEADER}"])
    table.go(f"A: play {LEADER}")
    assert (table.extra, table.winner) == (0, "A"), "nobody holds anything, so that all the rest resolves"
    assert table.returns() == [1, -1]
    assert table.points() == [15, 2]
    assert table.citizens("A") == [6, 3, 1]


def test_anastasia_and_boris_step_by_step():
    table = boris_assassinates("all").do(f"A: play {DOUBLETHINK}")
    assert table.stack()[3:] == ["Assassinate of B", "Doublethink of A"]
    table.resolve().do(f"A: play {MILITARY}").resolve().do(f"A: play {LEADER}")
    assert (table.points(), table.state.depth) == ([15, 2], 5)
    table.resolve()
    assert (table.points(), table.citizens("A"), table.state.depth) == ([18, 2], [6, 3, 2], 4)
    table.resolve()
    assert (table.points(), table.state.depth) == ([15, 2], 3), "Assassinate"
    table.resolve()
    assert table.stack() == ["Revolution of A"], "her Stifle has countered his, which is gone at once"
    assert table.discard("B") == [ASSASSINATE, STIFLE]
    assert not table.winner
    table.resolve()
    assert table.winner == "A"
    assert table.phase == "A: action", "all of it in her Action step"
    assert table.legal() == []


def test_without_an_answer_her_revolution_fails():
    table = boris_assassinates("all").settle()
    assert (table.points(), table.winner, table.phase) == ([12, 2], "", "A: action")
    assert REVOLUTION in table.discard("A")
    assert moves(table.legal()) == [f"play {DOUBLETHINK}"], "no Action is left to her"


def test_drawing_other_cards_does_not_save_her():
    table = boris_assassinates("all", deck=f"{LEADER}, Monument").do(f"A: play {DOUBLETHINK}").resolve()
    assert not table.may(f"A: play {LEADER}"), "an Action without an Action to spend"
    assert table.settle().points() == [12, 2]
    assert not table.winner


def test_assassinate_would_do_without_boriss_stifle():
    table = example("all").do(f"A: play {REVOLUTION}", f"B: blitz {ASSASSINATE}", "B: at A proletariat").settle()
    assert (table.points(), table.winner) == ([14, 2], "")


def test_countering_assassinate_saves_her_too():
    table = example("all").do(f"A: play {REVOLUTION}", f"B: blitz {ASSASSINATE}", "B: at A commissar")
    table.do(f"A: play {STIFLE}").settle()
    assert (table.points(), table.winner) == ([15, 2], "A")


def test_boriss_stifle_alone_counters_it():
    table = example("all").do(f"A: play {REVOLUTION}", f"B: play {STIFLE}").settle()
    assert (table.points(), table.winner) == ([15, 2], "")


# Points


@pytest.mark.parametrize(("points", "playable"), [((14, 0, 0), False), ((15, 0, 0), True), ((0, 0, 5), True)])
def test_fifteen_points_are_needed_to_play_it(points: tuple[int, int, int], playable: bool):
    table = lay_out(has(REVOLUTION, points=points), has())
    assert (moves(table.legal()) == ["play Revolution"]) == playable
    if playable:
        assert table.do(f"A: play {REVOLUTION}").settle().winner == "A"


@pytest.mark.parametrize(("points", "wins"), [(15, False), (16, True)])
def test_fifteen_points_are_needed_when_it_resolves(points: int, wins: bool):
    table = lay_out(has(REVOLUTION, points=points), has("Hire Assassin"))
    table.do(f"A: play {REVOLUTION}", "B: blitz Hire Assassin").settle()
    assert table.points() == [points - 1, 1]
    assert table.winner == ("A" if wins else "")


@pytest.mark.parametrize(("points", "sure"), [(19, False), (20, True)])
def test_twenty_points_are_judged_as_it_is_played(points: int, sure: bool):
    table = lay_out(has(REVOLUTION, points=points), has(f"{STIFLE}, Red Tape, Hire Assassin, Doublespeak"))
    table.do(f"A: play {REVOLUTION}")
    assert table.may(f"B: play {STIFLE}") == table.may("B: play Red Tape") == (not sure)
    assert table.may("B: play Doublespeak")
    table.do("B: blitz Hire Assassin").resolve()
    assert table.points()[0] == points - 1
    assert table.may(f"B: play {STIFLE}") == (not sure), "points lost since then change nothing"
    assert table.settle().winner == "A"


def test_points_gained_in_response_do_not_make_it_sure():
    table = lay_out(has(f"{REVOLUTION}, {MILITARY}, {LEADER}", points=19), has(STIFLE))
    table.do(f"A: play {REVOLUTION}", f"A: play {MILITARY}").resolve().do(f"A: play {LEADER}").resolve()
    assert table.points()[0] == 22
    table.do(f"B: play {STIFLE}").settle()
    assert not table.winner


def test_a_sure_revolution_fails_below_fifteen():
    table = lay_out(has(REVOLUTION, points=(0, 1, 6)), has(f"2 {ASSASSINATE}, Hire Assassin"))
    table.do(f"A: play {REVOLUTION}")
    for card in (ASSASSINATE, ASSASSINATE, "Hire Assassin"):
        table.do(f"B: blitz {card}", "B: at A commissar").resolve()
    assert table.points()[0] == 11
    table.settle()
    assert not table.winner


def test_a_revolution_takes_the_action():
    assert not moves(lay_out(has(REVOLUTION, points=15), has(), phase="propaganda").legal())
    table = lay_out(has(f"{REVOLUTION}, {LEADER}", points=15), has()).do(f"A: play {LEADER}").settle()
    assert table.legal() == ["pass"]


def test_winning_pays_one_from_all_others():
    table = lay_out(has(), has(REVOLUTION, points=15), has(), has(), turn_of="B").do(f"B: play {REVOLUTION}").settle()
    assert table.returns() == pytest.approx([-1 / 3, 1, -1 / 3, -1 / 3])


# Doubled


def test_a_doubled_revolution_must_be_countered_twice():
    def doubled(stifles: int) -> Position:
        table = lay_out(has(REVOLUTION, points=15), has(f"Doublespeak, {stifles} {STIFLE}"))
        return table.do(f"A: play {REVOLUTION}", "B: play Doublespeak").resolve()

    table = doubled(2).do(f"B: play {STIFLE}").resolve()
    assert table.stack() == ["Revolution of A"]
    assert REVOLUTION not in table.discard("A"), "the duplicate was countered, the card is still there"
    table.do(f"B: play {STIFLE}").settle()
    assert (table.winner, table.discard("A")) == ("", [REVOLUTION])
    assert doubled(1).do(f"B: play {STIFLE}").settle().winner == "A"
    assert doubled(0).settle().winner == "A"


def test_the_duplicate_of_a_sure_revolution_is_sure():
    table = lay_out(has(f"{REVOLUTION}, Doublespeak", points=20), has(f"2 {STIFLE}"))
    table.do(f"A: play {REVOLUTION}", "A: play Doublespeak").resolve()
    assert not table.may(f"B: play {STIFLE}")


def test_a_duplicate_needs_the_points_as_well():
    table = lay_out(has(REVOLUTION, points=15), has("Doublespeak, Hire Assassin"))
    table.do(f"A: play {REVOLUTION}", "B: play Doublespeak").resolve().do("B: blitz Hire Assassin").settle()
    assert (table.points()[0], table.winner) == (14, "")


# Intercepted


@pytest.mark.parametrize("points", [14, 15])
def test_an_intercepted_revolution_needs_the_interceptors_points(points: int):
    table = lay_out(has("Intercept Transmission", points=points), has(f"{REVOLUTION}, Wire", points=16))
    table.do("A: play Intercept Transmission").resolve()
    assert ("take Revolution" in table.legal()) == (points == 15)
    if points == 15:
        table.do("A: take Revolution").settle()
        assert (table.winner, table.returns()) == ("A", [1, -1])


def test_a_countered_intercepted_revolution_is_its_owners_again():
    table = lay_out(has("Intercept Transmission", points=15), has(f"{REVOLUTION}, {STIFLE}", points=16))
    table.do("A: play Intercept Transmission").resolve().do("A: take Revolution", f"B: play {STIFLE}").settle()
    assert (table.winner, table.discard("B")) == ("", [REVOLUTION, STIFLE])


# Assassinate as a Blitz: during another player's Revolution


def test_assassinate_is_a_blitz_during_another_players_revolution_only():
    table = lay_out(has(f"{REVOLUTION}, {ASSASSINATE}, {LEADER}", points=15), has(ASSASSINATE))
    assert moves(table.legal()) == ["play Revolution", f"play {LEADER}", f"play {ASSASSINATE}"]
    table.do(f"A: play {REVOLUTION}")
    assert not moves(table.legal()), "not during one's own"
    assert table.may(f"B: blitz {ASSASSINATE}")
    other = lay_out(has(LEADER), has(ASSASSINATE)).do(f"A: play {LEADER}")
    assert not other.may(f"B: blitz {ASSASSINATE}")


def test_assassinate_as_a_blitz_comes_to_nothing_once_the_revolution_is_countered():
    answers = (has(f"{ASSASSINATE}, {STIFLE}"), has(f"{STIFLE}, Doublespeak", points=0))
    table = lay_out(has(REVOLUTION, points=15), *answers)
    table.do(f"A: play {REVOLUTION}", f"B: blitz {ASSASSINATE}", f"C: play {STIFLE}", "C: play Doublespeak").resolve()
    table.do("C: stack 1").resolve()
    assert table.stack()[0] == "Revolution of A (countered)"
    table.do(f"B: play {STIFLE}").resolve()
    assert table.stack()[1:] == ["Assassinate of B"], "C's Stifle is countered"
    table.settle()
    assert table.points()[0] == 15


def test_assassinate_during_a_duplicate_of_the_revolution():
    table = lay_out(has(REVOLUTION, points=15), has(f"{ASSASSINATE}, Doublespeak"), has(STIFLE, points=0))
    table.do(f"A: play {REVOLUTION}", "B: play Doublespeak").resolve().do(f"C: play {STIFLE}").resolve()
    table.do(f"B: blitz {ASSASSINATE}").settle()
    assert (table.points()[0], table.winner) == (14, ""), "the Revolution itself is still there"


def test_assassinate_need_not_respond_to_the_revolution_itself():
    table = lay_out(has(f"{REVOLUTION}, Doublespeak", points=15), has(f"{STIFLE}, {ASSASSINATE}"))
    table.do(f"A: play {REVOLUTION}", "A: play Doublespeak", f"B: blitz {ASSASSINATE}").settle()
    assert (table.points()[0], table.winner) == (14, "")


# Disarm the Citizens


def test_what_follows_disarm_the_citizens_is_protected_whoever_plays_it():
    table = lay_out(has(f"Disarm the Citizens, {LEADER}, {STIFLE}"), has(f"{DOUBLETHINK}, {STIFLE}, Red Tape"))
    table.do("A: play Disarm the Citizens")
    assert not table.may(f"B: play {STIFLE}")
    assert not table.may("B: play Red Tape")
    table.resolve().do(f"A: play {LEADER}", f"B: play {DOUBLETHINK}")
    assert not table.may(f"A: play {STIFLE}"), "B's cards as well"
    table.settle()
    assert table.citizens("A") == [2, 0, 1]


def test_protection_ends_with_the_turn():
    table = lay_out(has("Disarm the Citizens, 2 Monument"), has(f"{LEADER}, {STIFLE}"), has(STIFLE))
    table.do("A: play Disarm the Citizens").settle().pass_until("B: action")
    table.do(f"B: play {LEADER}")
    assert table.may(f"C: play {STIFLE}")


def test_cards_played_before_disarm_the_citizens_can_be_countered():
    table = lay_out(has(f"{REVOLUTION}, {MILITARY}, Disarm the Citizens", points=15), has(STIFLE))
    table.do(f"A: play {MILITARY}").settle().do(f"A: play {REVOLUTION}", "A: play Disarm the Citizens")
    assert not table.may(f"B: play {STIFLE}")
    table.resolve().do(f"B: play {STIFLE}")
    assert table.stack() == ["Revolution of A", "Stifle Free Speech of B"]


def test_counter_propaganda_meets_a_protected_propaganda_and_stifle_does_not():
    table = lay_out(has("Propaganda"), has(f"Counter Propaganda, {STIFLE}"), phase="propaganda")
    table.state.silenced = 1
    table.do("A: play Propaganda")
    assert not table.may(f"B: play {STIFLE}")
    table.do("B: play Counter Propaganda").settle()
    assert table.points() == [2, 2]


def test_duplicates_of_protected_cards_are_protected_and_of_others_not():
    table = lay_out(has("Disarm the Citizens, Doublespeak"), has(STIFLE))
    table.do("A: play Disarm the Citizens", "A: play Doublespeak").resolve()
    assert table.stack()[-1] == "Disarm the Citizens of A (duplicate)"
    assert not table.may(f"B: play {STIFLE}")
    assert table.settle().extra == 2
    table = lay_out(has(f"{LEADER}, {MILITARY}, Disarm the Citizens"), has(f"Doublespeak, {STIFLE}"))
    table.do(f"A: play {MILITARY}").settle().do(f"A: play {LEADER}", "A: play Disarm the Citizens").resolve()
    table.do("B: play Doublespeak").resolve()
    assert table.may(f"B: play {STIFLE}"), "a duplicate is not played; its original came before Disarm"
