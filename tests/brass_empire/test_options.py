"""Options that give other readings of the rulebook, and handicaps: each is off by default and does what it says."""

from __future__ import annotations

from collections import Counter

import pytest
from brass_empire.positions import CLERK, Position, card_file, do, employee, gain, unit

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.options import LEVELS, MEASURED
from cogitable.envs.brass_empire.rules.scoring import faction_value
from cogitable.envs.table import OptionError


def in_the_centre(table: Position, name: str) -> int:
    return Counter(table.row("design") + table.central("design"))[name]


def test_starting_cards_of_nobody_leave_the_game_or_are_shuffled_in():
    blues = {"corporations": ("Blue", "Blue")}
    assert in_the_centre(Position(**blues), "Red Guard") == 2
    assert in_the_centre(Position(starting_cards="shuffled", **blues), "Red Guard") == 6
    assert in_the_centre(Position(starting_cards="shuffled", **blues), "Blue Guard") == 2
    assert in_the_centre(Position(starting_cards="shuffled"), "Red Guard") == 2


def test_what_is_left_of_a_stock_is_shuffled_in_too():
    given = {"reserves": ({"Blue Guard": 2}, {"Red Guard": 2})}
    for how, blue, red in (("removed", 2, 2), ("shuffled", 3, 4)):
        table = Position(starting_cards=how, **given)
        assert (in_the_centre(table, "Blue Guard"), in_the_centre(table, "Red Guard")) == (blue, red)


def test_all_stock_reserves_have_room_in_the_central_decks():
    base = sum(card.get("copies", 0) for table in ("employee", "unit", "building") for card in card_file()[table])
    legions = [employee(f"Legion {number}", labor=1, copies=20) for number in range((200 - base) // 20)]
    cards = card_file(*legions, employee("Cohort", labor=1, copies=(200 - base) % 20))
    assert not Position(file=cards).over
    with pytest.raises(OptionError, match=r"'shuffled': .* come to \d+ cards; at most 200 are possible"):
        Position(file=cards, starting_cards="shuffled")


def test_income_may_be_taken_when_its_owner_likes():
    table = Position(income="chosen").put(1, "Mint", ready=False).end_turn()
    assert table.brass()[:2] == [0, 0]
    assert "ability 2" in table.legal()
    table.play("ability 2")
    assert table.brass()[:2] == [0, 1]
    assert "ability 2" not in table.legal()
    assert "Once a turn: Gain 1 Brass" in table.setup.text(table.states, 1)
    usual = Position().put(1, "Mint")
    assert "At your turn start: Gain 1 Brass" in usual.setup.text(usual.states, 1)


def test_faction_cards_that_break_ties_are_any_or_the_own_ones():
    for how, value in (("any", 2), ("own", 1)):
        table = Position(faction_cards=how).set_hand(0, "Blue Guard", "Red Guard").set_deck(0)
        assert faction_value(table.record, table.state, 0) == value


def test_strict_phases_end_playing_with_the_first_deed_of_a_unit():
    table = (
        Position(phases="strict").put(0, "Soldier", "Soldier", wounds=1).put(1, "Giant").set_hand(0, CLERK, "Soldier")
    )
    table.give(9, 9)
    assert {f"hand {CLERK}", "reserve Blue Guard"} <= set(table.legal())
    table.play("mine 2")
    assert not [name for name in table.legal() if name.split()[0] in ("hand", "buy", "reserve")]
    assert "attack 3" in table.legal()
    table.end_turn(2)
    assert [name for name in table.legal() if name.startswith("hand")]
    free = Position().put(0, "Soldier").set_hand(0, CLERK).play("mine 2")
    assert f"hand {CLERK}" in free.legal()


@pytest.mark.parametrize("deed", ["attack", "ability"])
def test_attacks_and_abilities_of_units_begin_the_action_phase(deed):
    medic = unit("Medic", 1, 1, ability=[do("gain", labor=1)])
    table = Position(medic, phases="strict").put(0, "Medic").put(1, "Giant").set_hand(0, CLERK)
    table.attack(2, 1, 2) if deed == "attack" else table.play("ability 2")
    assert f"hand {CLERK}" not in table.legal()


def test_a_battle_without_a_cap():
    medic = employee("Medic", gain(brass=3))
    for cap, brass in ((True, 20), (False, 22)):
        table = Position(medic, mode="battle", brass_cap=cap).set_brass(19, 20).set_hand(0, "Medic")
        assert table.play("hand Medic").brass()[:2] == [brass, 20]
    assert "player_0 (you, first player): Blue, 22 Brass" in table.setup.text(table.states, 0)


def test_a_company_is_restored_to_what_it_began_with():
    medic = employee("Medic", gain(brass=3))
    table = Position(medic, mode="battle", compensation=(0, 3)).set_brass(19, 19).set_hand(0, "Medic")
    table.set_hand(1, "Medic").play("hand Medic")
    assert table.brass() == [20, 19]
    assert table.end_turn().play("hand Medic").brass() == [20, 22]
    assert "22 of 23 Brass" in table.setup.text(table.states, 1)


def test_nothing_restores_brass_when_a_battle_lasts_too_long():
    medic, thief = employee("Medic", gain(brass=3)), employee("Thief", do("steal", brass=2))
    table = Position(medic, thief, mode="battle", num_players=3, restoring=2).set_brass(10, 20, 20)
    table.end_turn(3).set_hand(0, "Medic").play("hand Medic")
    assert table.brass() == [13, 20, 20]
    assert "any more" not in table.setup.text(table.states, 0)
    table.end_turn(3).set_hand(0, "Medic", "Thief").play("hand Medic", "hand Thief", "seat 1")
    assert table.brass() == [13, 18, 20], "what is taken from another is lost to it and restores nobody"
    assert "after 2 rounds nothing restores Brass any more" in table.setup.text(table.states, 0)


@pytest.mark.parametrize("restoring", ["always", 1000])
def test_brass_may_be_restored_as_long_as_a_battle_lasts(restoring):
    medic = employee("Medic", gain(brass=3))
    table = Position(medic, mode="battle", restoring=restoring).set_brass(10, 10).set_hand(0, "Medic")
    table.state.turn = 30000 if restoring == "always" else 2000
    assert table.play("hand Medic").brass() == [13, 10]


@pytest.mark.parametrize("level", [*LEVELS, 7])
def test_the_automaton_may_begin_with_brass(level):
    table = Position(mode="solitaire", automaton_brass=level)
    assert table.brass() == [0, LEVELS.get(level, level)]
    assert table.state.pool == 40


def test_later_places_may_begin_with_brass():
    assert Position(first=1, compensation="measured").brass() == [3, 0]
    assert Position(first=1, num_players=3, compensation=(0, 1, 2)).brass() == [2, 0, 1]
    assert Position(mode="battle", num_players=3, first=1, compensation=(0, 1, 2)).brass() == [22, 20, 21]
    for modes in MEASURED.values():
        for measures in modes.values():
            for players, given in measures.items():
                assert len(given) == players


@pytest.mark.parametrize(("mode", "hands"), [("standard", (3, 5)), ("battle", (3, 5)), ("team", (1, 5, 6, 10))])
def test_places_may_begin_with_other_numbers_of_cards(mode, hands):
    table = Position(mode=mode, num_players=len(hands), first=1, first_hands=hands)
    assert [len(table.hand((1 + place) % len(hands))) for place in range(len(hands))] == list(hands)
    assert [len(table.deck((1 + place) % len(hands))) for place in range(len(hands))] == [10 - cards for cards in hands]
    table.end_turn()
    assert len(table.hand(1)) == 5  # only the first hand is another


def test_first_hands_of_a_battle_as_they_were_measured():
    table = Position(mode="battle", first=1, first_hands="measured")
    assert (len(table.hand(1)), len(table.hand(0))) == MEASURED["first_hands"]["battle"][2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"brass_cap": False}, "'brass_cap' is for mode 'battle'"),
        ({"battle_cards": "same"}, "'battle_cards' is for mode 'battle'"),
        ({"automaton_brass": 3}, "'automaton_brass' is for mode 'solitaire'"),
        ({"automaton_brass": 21, "mode": "solitaire"}, "automaton_brass"),
        ({"compensation": (1, 2, 3)}, "has 3 numbers; 2 places need one each"),
        ({"compensation": (1, -2)}, "compensation"),
        ({"compensation": "measured", "num_players": 6, "reserves": "draft"}, "measures for 2, 3, 4 and 5 players"),
        ({"compensation": "measured", "num_players": 3, "mode": "battle"}, "'battle' there are measures for 4 players"),
        ({"compensation": "measured", "mode": "team"}, "'team' there are no measures"),
        ({"compensation": (0,), "mode": "solitaire"}, "not for mode 'solitaire'"),
        ({"first_hands": (5, 5, 5)}, "'first_hands' has 3 numbers; 2 places need one each"),
        ({"first_hands": (0, 5)}, "first_hands"),
        ({"first_hands": "measured"}, "'first_hands' is 'measured': in mode 'standard' there are no measures"),
        ({"first_hands": "measured", "num_players": 3, "mode": "battle"}, "'battle' there are measures for 2 players"),
        ({"first_hands": (5,), "mode": "solitaire"}, "'first_hands' is for several players, not for mode 'solitaire'"),
        ({"restoring": 60}, "'restoring' is for mode 'battle'"),
        ({"reserve_value": 12}, "'reserve_value' is for reserves that are drafted"),
    ],
)
def test_options_that_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        GAME.setup(**options)


def test_the_defaults_are_off():
    file = card_file()
    usual = GAME.setup(cards=file).record
    assert not any(usual[name].any() for name in ("shuffle_starting", "own_faction", "strict", "compensation"))
    assert not usual["automaton_brass"].any()
    assert (usual["first_hands"] == 5).all()
