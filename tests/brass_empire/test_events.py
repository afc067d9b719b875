"""What the rules tell of what happens by itself, and the words for it."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from brass_empire.positions import CLERK, Position, building, do, employee, gain, happened, unit, when

from cogitable.envs.brass_empire.cards import DEFAULT
from cogitable.envs.brass_empire.rules.state import Event
from cogitable.envs.brass_empire.words.events import EVENTS
from cogitable.envs.brass_empire.words.facts import brass_unit
from cogitable.envs.brass_empire.words.questions import describe_action, question


def says(table: Position, action: str) -> str:
    """Return what an action says, to everybody."""
    return describe_action(table.setup, table.state, table.setup.action_names.index(action), None)


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


def test_a_company_that_nothing_restores_is_told_why():
    healer = employee("Healer", gain(brass=2))
    table = Position(healer, mode="battle", restoring=1).set_hand(0, "Healer").set_brass(8, 20)
    assert happened(table, "hand Healer") == ["player_0 restores 2 Brass"]
    table = Position(healer, mode="battle", restoring=1).set_hand(0, "Healer").set_brass(8, 20)
    table.state.turn = 3
    assert happened(table, "hand Healer") == ["player_0 restores nothing any more"]
    table = Position(healer, mode="battle").set_hand(0, "Healer")
    assert happened(table, "hand Healer") == ["player_0 has all its Brass and restores none"]


@pytest.mark.parametrize(("has", "kept"), [(20, ", and restores none"), (18, ", and restores 2"), (10, "")])
def test_a_thief_in_a_battle_has_what_can_be_restored_to_it(has, kept):
    thief = employee("Thief", do("steal", brass=3))
    table = Position(thief, mode="battle").set_hand(0, "Thief").set_brass(has, 17)
    assert happened(table, "hand Thief") == [f"player_0 takes 3 Brass from player_1{kept}"]
    table = Position(thief, mode="battle", num_players=3).set_hand(0, "Thief").set_brass(has, 17, 2)
    table.play("hand Thief")
    assert says(table, "seat 1") == f"take 3 Brass from player_1, who has 17{kept}"


TAKEN = r"takes? (?P<taken>\d+) Brass from (?P<victim>\S+?)(, who has \d+)?(, and restores (?P<kept>none|\d+))?$"
CHANGES = (r"(?P<who>\S+) (gains|restores) (?P<gained>\d+) Brass", rf"(?P<who>\S+) {TAKEN}",
           r"the company of (?P<victim>\S+) loses (?P<taken>\d+) Brass")  # fmt: skip


def changes(line: str, found: Counter[str]) -> None:
    """Add up what a line says of Brass, by the names of seats."""
    for pattern in CHANGES:
        if match := re.match(pattern, line):
            told = match.groupdict()
            taken, kept = int(told.get("taken") or 0), told.get("kept")
            gained = int(told["gained"]) if "gained" in told else 0 if kept == "none" else int(kept or taken)
            if "who" in told:
                found[told["who"]] += gained
            if "victim" in told:
                found[told["victim"]] -= taken


@pytest.mark.parametrize("options", [{"num_players": 3}, {"mode": "battle", "num_players": 3, "restoring": 5}])
def test_what_is_told_of_brass_is_what_happens(options):
    """Of cards of the house edition, in games at random: each line and each choice, with its number."""
    told = 0
    for seed in range(2):
        table, rng = (
            Position(file=str(DEFAULT), seed=seed, corporations="dealt", **options),
            np.random.default_rng(seed),
        )
        for _ in range(300):
            legal = [name for name in table.legal() if name not in ("end", "pass")]
            action = rng.choice(legal) if legal and rng.random() < 0.9 else rng.choice(table.legal())
            before, words = table.brass(), f"player_{table.seat} {says(table, action)}"
            expected: Counter[str] = Counter()
            for line in [re.sub(" mine (.*) with .*", r" gains \1", words), *happened(table, action)]:
                changes(line, expected)
            for seat, (was, now) in enumerate(zip(before, table.brass(), strict=True)):
                told_of = expected[f"player_{seat}"]
                assert now - was == told_of or f" {now - was - told_of} Brass" in words, f"{words}: {was} to {now}"
            told += len(expected)
            if table.over:
                break
    assert told > 10


def test_what_a_destroyed_card_asks_is_no_use_of_it():
    martyr = unit("Martyr", 1, 1, destroyed=[do("draw", may=True)])
    table = Position(martyr).put(0, "Giant").put(1, "Martyr").attack(2, 1, 2)
    assert table.seat == 1 and question(table.setup, table.state) == "Martyr: draw a card, or not"


def test_a_company_is_restored_to_what_it_began_with():
    table = Position(mode="battle", compensation=(0, 6))
    assert [brass_unit(table.setup, table.state, seat) for seat in range(2)] == ["of 20 Brass", "of 26 Brass"]
    free = Position(mode="battle", brass_cap=False)
    assert brass_unit(free.setup, free.state, 0) == "Brass"
