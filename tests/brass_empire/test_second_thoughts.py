"""Brass Empire: going back to the own turn before an attack, or a purchase for the teammate, has come to anything."""

from __future__ import annotations

import numpy as np
import pytest
from brass_empire.positions import CLERK, Position

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.rules.actions import Act
from cogitable.envs.brass_empire.rules.state import Acting
from cogitable.envs.table import Tables


def duel(**options: object) -> Position:
    return Position(**options).put(0, "Soldier", "Raider").put(1, "Porter").set_hand(0, CLERK)


def test_an_attack_without_a_target_can_be_called_off_and_nothing_has_happened():
    table = duel()
    before = set(table.legal())
    table.play("attack 2", "pass")
    assert (table.asked, table.seat) == ("own turn", 0)
    assert set(table.legal()) == before, "the unit may still attack, mine, or be left alone"
    assert table.wounds(1, 2) == 0


def test_there_is_one_way_back_in_a_turn():
    table = duel().play("attack 2", "pass", "attack 3")
    assert "pass" not in table.legal()
    table.play("seat 1 slot 2").play("attack 2")
    assert "pass" not in table.legal(), "whichever unit it was"
    table.play("seat 1 slot 1").end_turn(2).play("attack 2")
    assert "pass" in table.legal(), "the next turn has its own"


def test_a_purchase_for_the_teammate_can_be_called_off_too():
    table = Position(mode="team").give(3, 3).put(0, "Soldier").play("for teammate", "pass")
    assert table.asked == "own turn"
    assert (table.state.labor, table.state.construction) == (3, 3)
    table.play("attack 2")
    assert "pass" not in table.legal(), "both are the same way back"


def test_the_next_purchase_is_the_own_one():
    table = Position(mode="team").set_row("labor", "Agent", *["Foreman"] * 5).give(9, 9)
    table.play("for teammate", "pass", "buy Agent")
    assert "Agent" in table.discard(0)
    assert "Agent" not in table.discard(2)


def test_what_was_called_off_is_no_action_where_phases_are_strict():
    table = duel(phases="strict").play("attack 2", "pass")
    assert f"hand {CLERK}" in table.legal()
    table.play("attack 2", "seat 1 slot 2")
    assert f"hand {CLERK}" not in table.legal()


def test_an_attack_in_the_same_turn_goes_on_counting_as_one():
    table = duel(phases="strict").play("attack 2", "seat 1 slot 2", "attack 3", "pass")
    assert f"hand {CLERK}" not in table.legal()


def test_whether_there_is_a_way_back_left_is_observed_by_all():
    setup = GAME.setup()
    tables, seen = Tables(setup, 1, seed=0), []
    for acting in (set(), {Acting.UNIT}, {Acting.WENT_BACK}, set(Acting)):
        tables.states["acting"] = sum(1 << member for member in acting)
        tables.look()
        seen.append(setup.layout.split(tables.observations[0])["course"][-1])
    assert seen == [0.0, 1.0, 0.5, 1.5]


@pytest.mark.parametrize("mode", ["standard", "team", "battle"])
def test_who_always_goes_back_gets_on_with_the_turn(mode):
    """A player that does nothing but attack, or buy for the teammate, and go back ends its turn soon."""
    table = Position(mode=mode, num_players=4, seed=3).put(0, "Soldier", "Raider", "Giant").put(1, "Shed")
    table.give(9, 9)
    rng, turn, went_back, taken = np.random.default_rng(3), table.state.turn, 0, 0
    while table.state.turn == turn and not table.over:
        if table.asked in ("target of an attack", "purchase for the teammate") and "pass" in table.legal():
            action, went_back = "pass", went_back + 1
        else:
            eager = [name for name in table.legal() if name.startswith("attack") or name == "for teammate"]
            action = str(rng.choice(eager or table.legal()))
        table.play(action)
        taken += 1
        assert taken < 60
    assert went_back == 1


def test_words_for_the_way_back():
    table = duel().play("attack 2")
    assert table.setup.describe(table.states, int(Act.PASS)) == "do not attack after all"
    table = Position(mode="team").give(9, 9).play("for teammate")
    assert table.setup.describe(table.states, int(Act.PASS)) == "buy nothing for the teammate after all"
