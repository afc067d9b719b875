"""What the rules tell of what happens by itself, and the words for it."""

from __future__ import annotations

import numpy as np
import pytest
from brass_empire.positions import CLERK, Position, building, do, employee, gain, unit, when

from cogitable.envs.brass_empire.rules.state import Event
from cogitable.envs.brass_empire.words.events import EVENTS
from cogitable.envs.table.events import TELLING, perceived, sentence


def happened(table: Position, *actions: str, seat: int | None = None) -> list[str]:
    """Take decisions; return what the last of them has brought about, in words for a seat."""
    table.play(*actions[:-1])
    table.state.telling, table.state.told = TELLING, 0
    table.play(actions[-1])
    told = perceived(np.asarray(table.states["events"][0, : table.state.told]), seat)
    return [sentence(table.setup, event, seat) for event in told]


def test_every_event_has_words():
    assert set(EVENTS) == set(Event)


def test_a_seat_sees_what_it_draws_and_the_others_how_many():
    def table() -> Position:
        return Position().set_hand(0, CLERK).set_deck(0, "Foreman", "Foreman").set_discard(0, CLERK)

    whole = happened(table(), "end", seat=0)
    assert whole[:5] == [
        "player_0 discards 1 Clerk from the hand",
        "player_0 draws 2 cards",
        "player_0 has drawn 2 Foreman",
        "player_0 shuffles the discard to make a new deck of 2 cards",
        "player_0 draws 2 cards",
    ]
    assert "player_0 has drawn 2 Foreman" not in happened(table(), "end", seat=1)
    assert [line for line in whole if "drawn" not in line] == happened(table(), "end", seat=1)


def test_a_fight_is_told_blow_by_blow():
    table = Position().put(0, "Soldier").put(1, "Raider", "Giant")
    assert happened(table, "attack 2", "seat 1 slot 2") == [
        "Raider of player_1 is destroyed",
        "player_0 gains 1 Brass",
        "Soldier of player_0 is destroyed",
        "player_1 gains 1 Brass",
    ]
    table = Position().put(0, "Soldier", wounds=1).put(1, "Giant")
    assert happened(table, "attack 2", "seat 1 slot 2")[0] == "Giant of player_1 takes 2 damage, 4 health left"


def test_a_company_that_falls_is_told():
    table = Position(mode="battle").put(0, "Giant").set_brass(20, 3)
    assert happened(table, "attack 2", "seat 1") == [
        "the company of player_1 loses 3 Brass, 0 left",
        "the company of player_1 is bankrupt and out of the game",
        "player_0 wins",
    ]


def test_what_depends_on_something_tells_whether_it_is_the_case():
    loyal = employee("Loyal", gain(labor=1), do("gain", brass=2, when=when("units")))
    assert happened(Position(loyal).set_hand(0, "Loyal"), "hand Loyal") == [
        "Loyal of player_0: what it depends on is not the case"
    ]
    assert happened(Position(loyal).set_hand(0, "Loyal").put(0, "Soldier"), "hand Loyal") == [
        "player_0 gains 2 Brass by Loyal"
    ]


def test_what_finds_nothing_says_so():
    gun = unit("Gun", 1, 1, play=[do("damage", amount=1)])
    assert happened(Position(gun).set_hand(0, "Gun"), "hand Gun") == ["Gun of player_0: there is nothing to damage"]


def test_a_turn_begins_with_what_buildings_give():
    mint = building("New Mint", 0, 2, built=[gain(labor=2)], ability=[gain(brass=1, construction=1)])
    table = Position(mint).put(1, "New Mint", ready=False, built=False)
    told = happened(table, "end")
    begin = told.index("turn 2, that of player_1, begins")
    assert told[begin:] == [
        "turn 2, that of player_1, begins",
        "New Mint of player_1 is built",
        "player_1 gains 2 labor by New Mint",
        "player_1 gains 1 construction by New Mint",
        "player_1 gains 1 Brass by New Mint",
    ]


def test_the_turn_of_the_automaton_is_told():
    table = Position(mode="solitaire").put(1, "Soldier").set_brass(0, 7)
    told = happened(table, "end")
    turn = told[told.index("turn 2, that of the automaton, begins") :]
    assert turn[1:4] == [
        "the automaton gains 1 Brass",
        "the automaton has 8 Brass, player_0 has 0: its units mine",
        "the automaton mines 2 Brass with Soldier",
    ]
    assert turn[4].startswith("the automaton, which has 10 Brass, acquires ")


@pytest.mark.parametrize("pool", [1, 50])
def test_the_end_tells_scores_and_winners(pool):
    table = Position(first=1).set_brass(50 - pool).put(0, "Soldier").end_turn()
    table.play("mine 2")
    told = happened(table, "end")
    ended = pool == 1
    assert ("player_0 wins" in told) is ended
    assert any(line.startswith("player_0 has ") and "points" in line for line in told) is ended


def test_the_fight_that_takes_the_last_brass_is_told_to_its_end_and_the_result_once():
    table = Position(mode="solitaire", pool=1).put(0, "Raider").put(1, "Raider")
    assert happened(table, "attack 2", "seat 1 slot 1") == [
        "Raider of the automaton is destroyed",
        "player_0 gains 1 Brass",
        "the Mining Pool is exhausted",
        "Raider of player_0 is destroyed",
        "the automaton gains 1 Brass",
        "player_0 has 3 points: 1 Brass and cards worth the rest",
        "the automaton has 3 points: 1 Brass and cards worth the rest",
        "the automaton wins",
    ]
