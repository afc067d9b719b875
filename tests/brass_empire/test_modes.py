"""Brass Empire: team play, battle mode, and elimination as PettingZoo has it."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from brass_empire.positions import CLERK, PLATFORM, WORKER, Position, card_file, do, employee, gain, unit, when

from cogitable.envs import brass_empire_v0

# Teams


@pytest.mark.parametrize("players", [4, 6])
def test_teammates_sit_across_and_teams_take_turns(players):
    table = Position(mode="team", num_players=players)
    teams = [table.seat % (players // 2)]
    assert table.setup.teams == tuple(seat % (players // 2) for seat in range(players))
    for _ in range(players - 1):
        table.end_turn()
        teams.append(table.seat % (players // 2))
    assert all(a != b for a, b in zip(teams, teams[1:], strict=False))


@pytest.mark.parametrize("players", [4, 6])
def test_everything_of_all_opponents_is_a_target_nothing_of_the_teammate(players):
    bomber = employee("Bomber", do("damage", amount=1, target="unit or building"))
    table = Position(bomber, mode="team", num_players=players, first=1).put(1, "Soldier").set_hand(1, "Bomber")
    mate, opponents = 1 + players // 2, [s for s in range(players) if s % (players // 2) != 1]
    for seat in range(players):
        table.put(seat, "Tower")
    targets = {table.thing_name(seat, slot) for seat in opponents for slot in (1, 2)}
    assert mate not in opponents
    table.play("attack 2")
    assert set(table.legal()) == {*targets, "pass"}
    table.play(table.thing_name(opponents[-1], 1)).play("hand Bomber")
    assert set(table.legal()) == targets


def test_without_an_opponents_thing_there_is_no_attack():
    table = Position(mode="team").put(0, "Soldier").break_platform(1).break_platform(3)
    assert "attack 2" not in table.legal()
    assert "mine 2" in table.legal()


def test_effects_spare_the_teammate():
    crook = employee("Crook", do("discard"), do("steal", brass=1), gain(labor=1, **{"if": when("behind")}))
    table = Position(crook, mode="team", num_players=4, first=2).set_hand(2, "Crook").set_brass(5, 1, 0, 0)
    table.play("hand Crook")
    asked = []
    while table.asked == "card to discard":
        asked.append(table.seat)
        table.play(table.legal()[0])
    assert asked == [3, 1]
    assert table.brass() == [5, 0, 1, 0]
    assert table.state.labor == 0, "only the teammate has more Brass"


def test_a_card_for_the_teammate_costs_one_more_of_its_rows_resource():
    table = (
        Position(mode="team").set_row("labor", "Builder", *["Foreman"] * 5).set_row("design", "Shed", *["Tower"] * 5)
    )
    assert "for teammate" not in table.legal()
    assert "for teammate" not in table.give(2, 1).legal(), "Builder wants 2 and 1, and 1 labor more; Shed 1 and 2"
    table.give(3, 1).play("for teammate")
    assert table.asked == "purchase for the teammate"
    assert table.legal() == ["pass", "buy Builder"]
    before = table.score(2)
    table.play("buy Builder")
    assert (table.state.labor, table.state.construction) == (0, 0)
    assert table.discard(2) == ["Builder"]
    assert table.discard(0) == []
    assert table.score(2) == before + 1
    assert "" not in table.row("labor")
    table.give(1, 2).play("for teammate")
    assert table.legal() == ["pass", "buy Shed"]
    table.play("buy Shed")
    assert table.discard(2) == ["Builder", "Shed"]


def test_after_a_purchase_for_the_teammate_the_next_is_my_own():
    table = Position(mode="team").set_row("labor", "Agent", "Agent", *["Foreman"] * 4).give(labor=5)
    table.play("for teammate", "buy Agent", "buy Agent")
    assert table.discard(0) == table.discard(2) == ["Agent"]
    assert table.state.labor == 0


def test_reserves_are_not_bought_for_the_teammate():
    table = Position(mode="team").set_row("design").set_central("design").give(0, 9)
    table.set_row("labor").set_central("labor")
    assert "reserve Blue House" in table.legal()
    assert "for teammate" not in table.legal()


def test_outside_of_teams_nothing_is_bought_for_others():
    for options in ({}, {"mode": "solitaire"}, {"mode": "battle", "num_players": 4}):
        assert "for teammate" not in Position(**options).give(9, 9).legal()


def end_of_team_game(brass, *cards, players=4) -> Position:
    table = Position(mode="team", num_players=players).set_brass(*brass)
    for seat, names in enumerate(cards):
        table.set_discard(seat, *names)
    table.state.ending = 1
    return table.end_turn(players)


def test_a_teams_scores_are_added_up():
    table = end_of_team_game((9, 5, 0, 5))
    assert table.over
    assert table.winners() == [1, 3]
    assert table.returns() == [-1, 1, -1, 1]


def test_three_teams():
    table = end_of_team_game((1, 5, 1, 1, 0, 6), players=6)
    assert table.winners() == [2, 5]
    assert table.returns() == [-0.5, -0.5, 1, -0.5, -0.5, 1]
    table = end_of_team_game((1, 5, 1, 1, 0, 4), players=6)
    assert table.winners() == [1, 2, 4, 5]
    assert table.returns() == [-0.5, 0.25, 0.25, -0.5, 0.25, 0.25]


def test_a_teams_tie_breakers_are_added_up():
    assert end_of_team_game((3, 1, 1, 1), [], [], [], ["Agent"]).winners() == [1, 3]
    assert end_of_team_game((2, 2, 0, 0), [], [CLERK], []).winners() == [0, 2]
    assert end_of_team_game((2, 1, 0, 0), [], ["Foreman"], [], []).winners() == [0, 2]
    assert end_of_team_game((2, 1, 1, 2), [CLERK], [], ["Tower"], ["Tower", WORKER]).winners() == [0, 1, 2, 3]


def test_the_round_is_finished_in_teams_as_well():
    table = Position(mode="team", num_players=6, first=4, pool=2).put(0, "Soldier").end_turn(2).play("mine 2")
    turns = 0
    while not table.over:
        table.end_turn()
        turns += 1
    assert turns == 4


# Battle


def test_nobody_mines_and_units_attack_companies():
    table = Position(mode="battle", num_players=3).put(0, "Soldier", "Giant")
    assert not [name for name in table.legal() if name.startswith("mine")]
    table.play("attack 2")
    assert set(table.legal()) == {"pass", "seat 1", "seat 2", "seat 1 slot 1", "seat 2 slot 1"}
    table.play("seat 2")
    assert table.brass() == [20, 20, 18]
    table.play("attack 3", "seat 2")
    assert table.brass() == [20, 20, 13]
    assert table.wounds(0, 2) == 0


def test_a_company_is_a_target_even_without_things():
    table = Position(mode="battle").put(0, "Soldier").break_platform(1).play("attack 2")
    assert table.legal() == ["pass", "seat 1"]


def test_destroying_gives_nothing():
    bomber = employee("Bomber", do("damage", amount=3))
    table = Position(bomber, mode="battle").put(0, "Soldier").put(1, "Tower", "Raider").set_brass(7, 7)
    table.set_hand(0, "Bomber").attack(2, 1, 2).play("hand Bomber", "seat 1 slot 3")
    assert table.in_play(1) == [PLATFORM]
    assert table.brass() == [7, 7]


def test_brass_restores_up_to_twenty():
    medic = employee("Medic", gain(brass=3))
    table = Position(medic, mode="battle").set_brass(16, 20).set_hand(0, "Medic", "Medic", "Medic")
    table.play("hand Medic")
    assert table.brass() == [19, 20]
    table.play("hand Medic", "hand Medic")
    assert table.brass() == [20, 20]
    table = Position(mode="battle").put(0, "Mint").set_brass(4, 20).end_turn(2)
    assert table.brass() == [5, 20]


def test_what_is_stolen_restores_as_well():
    thief = employee("Thief", do("steal", brass=5))
    table = Position(thief, mode="battle").set_brass(18, 20).set_hand(0, "Thief").play("hand Thief")
    assert table.brass() == [20, 15]


def test_a_company_without_brass_is_out_with_all_its_cards():
    table = Position(mode="battle", num_players=3).put(0, "Giant").put(1, "Tower").put(1, "Shed", built=False)
    table.set_brass(20, 5, 20)
    cards = Counter(table.hand(1) + table.deck(1) + table.zone(1, "reserve") + table.in_play(1))
    table.play("attack 2", "seat 1")
    assert table.state.gone == 0b010
    assert not table.over
    assert table.brass() == [20, 0, 20]
    assert Counter(table.trash()) == cards
    assert table.in_play(1) == table.hand(1) == table.deck(1) == []
    np.testing.assert_allclose(table.returns(), [0, -0.5, 0])
    assert (table.seat, table.asked) == (0, "own turn")
    table.end_turn()
    assert table.seat == 2
    table.end_turn()
    assert table.seat == 0


def test_one_brass_is_enough_to_go_on():
    table = Position(mode="battle").put(0, "Soldier").set_brass(20, 3).play("attack 2", "seat 1")
    assert table.brass() == [20, 1]
    assert not table.over


def test_who_is_out_is_no_target_and_discards_nothing():
    crook = employee("Crook", do("discard"), do("steal", brass=1))
    table = Position(crook, mode="battle", num_players=4).put(0, "Giant", "Soldier").set_hand(0, "Crook")
    table.set_brass(20, 5, 9, 8).play("attack 2", "seat 1", "attack 3")
    assert set(table.legal()) == {"pass", "seat 2", "seat 3", "seat 2 slot 1", "seat 3 slot 1"}
    table.play("seat 2", "hand Crook")
    assert table.seat == 2
    table.play(table.legal()[0])
    assert table.seat == 3
    table.play(table.legal()[0])
    assert (table.seat, table.asked) == (0, "whom to take Brass from")
    assert table.legal() == ["seat 2", "seat 3"]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_last_one_standing_wins_at_once(players):
    table = Position(mode="battle", num_players=players).put(0, *["Giant"] * (players - 1))
    table.set_brass(1, *[5] * (players - 1))
    for seat in range(1, players):
        table.play(f"attack {seat + 1}", f"seat {seat}")
        assert table.over == (seat == players - 1)
    assert table.winners() == [0]
    np.testing.assert_allclose(table.returns(), [1] + [-1 / (players - 1)] * (players - 1), rtol=1e-6)


def test_stealing_may_put_a_company_out_in_mid_effect():
    thief = employee("Thief", do("steal", brass=5), do("discard"), gain(labor=1))
    table = Position(thief, mode="battle", num_players=3).set_brass(9, 3, 9).set_hand(0, "Thief").play("hand Thief")
    table.play("seat 1")
    assert table.state.gone == 0b010
    assert table.brass() == [12, 0, 9]
    assert (table.seat, table.asked) == (2, "card to discard")
    table.play(table.legal()[0])
    assert (table.seat, table.asked) == (0, "own turn")
    assert table.state.labor == 1


def test_effects_of_a_company_that_goes_out_are_dropped():
    """Seat 2 steals the player's last Brass when the player destroys its unit: the player's own effect never comes."""
    thief = unit("Avenger", 2, 2, destroyed=[do("steal", brass=5)])
    bomber = employee("Bomber", do("damage", amount=5), gain(labor=1), do("steal", brass=9))
    table = Position(thief, bomber, mode="battle", num_players=4).put(2, "Avenger").set_brass(4, 9, 9, 9)
    table.set_hand(0, "Bomber").play("hand Bomber", table.thing_name(2, 2))
    assert (table.seat, table.asked) == (2, "whom to take Brass from")
    table.play("seat 2")
    assert table.state.gone == 0b001
    assert table.brass() == [0, 9, 13, 9]
    assert (table.seat, table.asked) == (1, "own turn")
    assert table.state.labor == 0
    table.end_turn(3)
    assert table.seat == 1


def test_a_chain_that_ends_the_battle_in_the_winners_absence():
    """The player is put out by what it destroys; with two players that is the end."""
    thief = unit("Avenger", 2, 2, destroyed=[do("steal", brass=5)])
    table = Position(thief, mode="battle").put(1, "Avenger").put(0, "Soldier").set_brass(4, 1).attack(2, 1, 2)
    assert table.over
    assert table.winners() == [1]
    assert table.returns() == [-1, 1]


def test_a_battle_that_is_cut_off_is_shared_by_those_still_standing():
    table = Position(mode="battle", num_players=4).put(0, "Giant").set_brass(20, 5, 20, 20).play("attack 2", "seat 1")
    table.state.over = 2
    np.testing.assert_allclose(table.returns(), [1 / 9, -1 / 3, 1 / 9, 1 / 9], rtol=1e-6)
    table = Position(mode="battle", num_players=4)
    table.state.over = 2
    assert table.returns() == [0, 0, 0, 0]


def test_no_pool_no_final_round():
    table = Position(mode="battle", num_players=3)
    table.end_turn(9)
    assert not table.over
    assert table.state.ending == 0


# Elimination as PettingZoo has it


def play_battle(env, rng) -> dict[str, float]:
    """Play a game as PettingZoo's loop goes; return what every agent earned, asserting that its end is final."""
    earned = dict.fromkeys(env.possible_agents, 0.0)
    out: list[str] = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert not truncated
        if terminated:
            assert not observation["action_mask"].any()
            out.append(agent)
            env.step(None)
            continue
        assert agent not in out
        mask = observation["action_mask"]
        names = np.array(env.setup.action_names)
        attacks = [a for a in np.flatnonzero(mask) if names[a].startswith(("attack", "seat"))]
        legal = attacks or np.flatnonzero(mask)
        env.step(int(rng.choice(legal)))
        for name, reward in env.rewards.items():
            earned[name] += reward
            if reward < 0:
                assert env.terminations[name]
    assert env.agents == []
    assert sorted(out) == env.possible_agents
    return earned


@pytest.mark.parametrize("players", [2, 3, 6])
def test_battles_in_the_environment(players):
    """Agents die one by one, are stepped with None once, and the loop goes on without them."""
    cards = card_file(deck={"Giant": 4, "Soldier": 6})
    env = brass_empire_v0.env(mode="battle", num_players=players, cards=cards)
    for seed in range(3):
        env.reset(seed=seed)
        earned = play_battle(env, np.random.default_rng(seed))
        values = sorted(earned.values())
        np.testing.assert_allclose(values, [-1 / (players - 1)] * (players - 1) + [1], rtol=1e-6)
