"""Cogs and Commissars: what seats know of hands and decks, and that what they cannot know is redrawn."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from cogs_and_commissars.positions import LETTERS, Position, has, lay_out

from cogitable.envs.cogs_and_commissars.rules import determinize


def redrawn(table: Position, seat: str, number: int) -> list[Position]:
    """Return tables as a seat imagines them."""
    tables = []
    for draw in range(number):
        other = table.copy()
        other.states["rng"][0] = np.random.default_rng(draw).integers(0, 2**63, other.states["rng"][0].shape)
        determinize.determinize(other.record, other.state, LETTERS.index(seat))
        other.check()
        tables.append(other)
    return tables


def hidden(table: Position, observer: str, away: int = 1) -> Counter[str]:
    """Return the cards that a seat knows to be in another's hand and deck together."""
    return Counter(table.names(table.observed(observer)["others' hidden"][away - 1]))


def test_cards_that_come_into_a_hand_openly_are_known_to_all():
    table = lay_out(has("Prove by Assertion", discard="Wire, Monument"), has(), has())
    table.go("A: play Prove by Assertion").resolve().go("A: take Monument")
    assert [table.known(observer, "A") for observer in ("B", "C", "all")] == [["Monument"]] * 3
    table = lay_out(has("Our Glorious Leader"), has("Red Tape"), has())
    table.do("A: play Our Glorious Leader", "B: play Red Tape").settle()
    assert [table.known(observer, "A") for observer in ("B", "C", "all")] == [["Our Glorious Leader"]] * 3


def test_a_card_that_is_played_or_discarded_is_taken_for_the_known_one():
    table = lay_out(has("Wire, Doublethink"), has("2 Monument, Propaganda"), has(), phase="end of turn")
    table.go("A: play Wire").settle()
    table.pass_until("B: discards before drawing")
    assert table.known("A", "B") == ["Monument", "Monument", "Propaganda"]
    table.go("B: discard Monument", "B: pass")
    assert table.known("A", "B") == ["Monument", "Propaganda"]
    table.pass_until("B: propaganda").do("B: play Propaganda")
    assert table.known("A", "B") == ["Monument"]


def test_what_has_been_seen_of_a_hidden_deck_is_remembered_across_a_shuffle():
    table = lay_out(has("Wire", "Assassinate", "2 Stifle Free Speech", rest="discard"), has(), phase="production")
    seen = hidden(table, "B")
    assert seen["Stifle Free Speech"] + table.discard("A").count("Stifle Free Speech") == 2
    assert seen["Assassinate"] + table.discard("A").count("Assassinate") == 1, "turned over before the shuffle"
    assert seen["Wire"] == 0, "never seen"
    core = seen + Counter(table.discard("A"))
    assert (core["Propaganda"], core["Counter Propaganda"], core["Revolution"]) == (7, 4, 1), "core cards are known"


def test_a_card_on_the_stack_is_no_longer_hidden():
    table = lay_out(has("Doublethink, Revolution", points=15), has()).go("A: play Revolution")
    assert hidden(table, "B")["Revolution"] == 0
    table = lay_out(has("Intercept Transmission"), has("Our Glorious Leader, Monument"), has())
    table.go("A: play Intercept Transmission").resolve().go("A: take Our Glorious Leader")
    assert hidden(table, "C", 2)["Our Glorious Leader"] == 0
    assert hidden(table, "A", 1)["Monument"] == 1, "A has looked into the hand"
    assert hidden(table, "C", 2)["Monument"] == 0


@pytest.mark.parametrize("decks", ["preconstructed", "random"])
def test_redrawing_keeps_what_a_seat_knows(decks: str):
    mine = has("Assassinate, 3 Monument", discard="Stifle Free Speech, Propaganda")
    table = lay_out(mine, has("2 Monument", discard="Doublespeak"), has("Monument"), decks=decks)
    table.state.knowing[0] = 1
    table.states["known"][0, 1, 0, table.number("Assassinate")] = 1  # B has seen it, C has not
    table.check()
    hands = set()
    for other in redrawn(table, "B", 12):
        assert (other.hand("B"), other.discard("A")) == (table.hand("B"), table.discard("A"))
        assert Counter(other.deck("B")) == Counter(table.deck("B")), "the own deck in another order"
        assert "Assassinate" in other.hand("A")
        assert len(other.hand("A")) == 4
        assert hidden(other, "B") == hidden(table, "B")
        if decks == "preconstructed":
            assert Counter(other.hand("A") + other.deck("A")) == Counter(table.hand("A") + table.deck("A"))
        hands.add(tuple(other.hand("A")))
    assert len(hands) > 4, "the rest of the hand is redrawn"
    assert any("Assassinate" not in other.hand("A") for other in redrawn(table, "C", 12))


def test_a_redrawn_hand_is_any_of_the_hidden_cards_alike():
    table = lay_out(has("Assassinate"), has(), decks="preconstructed")
    drawn = Counter(other.hand("A")[0] for other in redrawn(table, "B", 300))
    for name, copies in (("Monument", 9), ("Propaganda", 7), ("Counter Propaganda", 4)):
        assert abs(drawn[name] / 300 - copies / 30) < 4 * (copies / 30 / 300) ** 0.5, name
    assert len(drawn) > 8


def test_a_redrawn_deck_has_no_more_copies_than_the_box():
    table = lay_out(has(), has("7 Stifle Free Speech"), has())
    for other in redrawn(table, "B", 8):
        assert not {"Stifle Free Speech"} & set(other.hand("A") + other.deck("A") + other.deck("C"))


def test_a_third_seat_may_imagine_a_hand_with_nothing_to_intercept():
    table = lay_out(has("Intercept Transmission"), has("Doublethink, Wire", "Monument"), has())
    table.do("A: play Intercept Transmission").resolve()
    assert table.asked == "A: card to play out of another hand"
    imagined = redrawn(table, "C", 60)
    empty = [other for other in imagined if other.legal() == ["pass"]]
    assert 0 < len(empty) < len(imagined)
    for other in empty:
        other.go("A: pass").settle()
        assert "Intercept Transmission" in other.discard("A"), "it has done nothing"
