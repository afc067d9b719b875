"""Brass Empire: the table as text, and actions in words."""

from __future__ import annotations

import re

import numpy as np
import pytest
from brass_empire.positions import CLERK, Position, building, choose, do, employee, gain, unit, when
from brass_empire.shown import EVERY_SETUP, SETUPS, WIDTH, any_action, others_of, positions, scrambled, watcher_of
from random_games import flat, record
from typer.testing import CliRunner
from watched_pictures import draw

from cogitable.envs import brass_empire_v0
from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.rules import state
from cogitable.envs.brass_empire.rules.actions import Act
from cogitable.envs.brass_empire.words.facts import attack_text, result, thing_state
from cogitable.envs.brass_empire.words.questions import question
from cogitable.envs.brass_empire.words.wording import step_being_asked
from cogitable.envs.table import Tables
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.game import RUNNING, TERMINATED, TRUNCATED
from cogitable.envs.table.named import texts
from cogitable.training.cli import app

# What is hidden


@pytest.mark.often("2", "4, drafted", "battle of 3")
@EVERY_SETUP
def test_text_and_words_show_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(1), 0
    for tables in positions(setup, 11, 20, every=17):
        states = tables.states
        if record(states).over == TERMINATED:
            continue
        everything = setup.text(states, None)
        for seat in range(setup.num_seats):
            text = setup.text(states, seat)
            legal = np.flatnonzero(tables.masks[0]).tolist()
            words = [setup.describe(states, action, seat=seat) for action in legal]
            for other in others_of(setup, states, seat, rng):
                assert setup.text(other, seat) == text
                if seat == record(states).seat:
                    assert [setup.describe(other, action, seat=seat) for action in legal] == words
                hidden += setup.text(other, None) != everything
    assert hidden > 10


def test_what_everybody_knows_of_a_hand_is_told():
    table = Position(num_players=2).set_hand(1, CLERK, CLERK, "Agent").set_deck(1, "Builder").set_discard(1)
    table.state.zones[1, state.Zone.KNOWN, table.number("Agent")] = 1
    table.state.amounts[1, state.Zone.KNOWN] = 1
    text = table.setup.text(table.states, 0)
    assert "hand 3      and deck 1, together 2 Clerk, 1 Agent, 1 Builder; surely in hand 1 Agent" in text
    table.state.zones[1, state.Zone.KNOWN] = table.state.zones[1, state.Zone.HAND]
    table.state.amounts[1, state.Zone.KNOWN] = 3
    assert "hand 3      2 Clerk, 1 Agent; deck 1: 1 Builder" in table.setup.text(table.states, 0)


def test_a_game_cut_off_stays_secret_and_a_finished_one_lies_open():
    setup, rng = GAME.setup(num_players=3, max_decisions=60), np.random.default_rng(0)
    states = next(t.states for t in positions(setup, 3, 10**6, every=10**6) if record(t.states).over == TRUNCATED)
    other = scrambled(setup, states, 1, rng)
    assert setup.text(other, 1) == setup.text(states, 1)
    assert setup.text(states, 1).endswith("The game was cut off; nobody has won.")
    assert np.array_equal(draw(setup, other, 1), draw(setup, states, 1))
    record(states).over = TERMINATED
    record(states).winners = 0b101
    assert "Everything is shown" in setup.text(states, 1)
    assert setup.text(states, 1).endswith("player_0 and player_2 share the win.")


# What is there


@EVERY_SETUP
def test_the_text_tells_everything_that_lies_open(setup):
    kinds = setup.options.cards.kinds
    for tables in positions(setup, 13, 30, every=17):
        table = record(tables.states)
        if table.phase == state.Phase.PREPARING:
            continue
        for seat in (0, setup.num_seats - 1):
            text = setup.text(tables.states, seat)
            lines = text.splitlines()
            for kind in table.rows.ravel():
                assert kind == state.NOBODY or any(line[4:].startswith(kinds[kind].name) for line in lines)
            for zone in (state.Zone.DISCARD, state.Zone.PLAYED, state.Zone.RESERVE):
                for other in range(setup.num_seats):
                    for kind in np.flatnonzero(table.zones[other, zone]):
                        assert f"{table.zones[other, zone, kind]} {kinds[kind].name}" in flat(text)
            parts = re.split(r"\n[> ] (?=player_|the auto)", text)[1:]
            for other in range(int(setup.record[0]["places"])):
                name = f"player_{other}" if other < setup.num_seats else "the automaton"
                told = next(part for part in parts if part.startswith(name))
                if int(table.gone) >> other & 1:
                    assert "bankrupt and out of the game" in told.splitlines()[0]
                    continue
                assert f"{table.brass[other]} " in told.splitlines()[0]
                for thing in table.things[other]:
                    if thing.status:
                        assert f"{kinds[thing.kind].name} " in told
            for kind in np.flatnonzero(table.zones[seat, state.Zone.HAND]):
                assert f"{table.zones[seat, state.Zone.HAND, kind]} {kinds[kind].name}" in text


@EVERY_SETUP
def test_lines_fit(setup):
    for tables in positions(setup, 17, 40, every=13):
        for seat in (0, setup.num_seats - 1, None):
            assert max(map(len, setup.text(tables.states, seat).splitlines())) <= WIDTH


def test_things_in_play_are_told_with_their_state():
    sniper = unit("Sniper", 1, 3, any_time=True, ability=[do("damage", amount=2)])
    table = Position(sniper, num_players=2).put(0, "Soldier", "Soldier").put(0, "Soldier", wounds=1)
    table.put(0, "Soldier", ready=False).put(0, "Tower", built=False).put(1, "Sniper", "Soldier").break_platform(1)
    text = table.setup.text(table.states, 0)
    own, rival = text.split("player_1:")[0], text.split("player_1:")[1]
    assert "#2,#3 Soldier       2/2 ready" in own
    assert "#4 Soldier          2/1 of 2 ready" in own
    assert "#5 Soldier          2/2 waiting" in own
    assert "#6 Tower            1/2 under construction" in own
    assert "#1 Mining Platform  0/3 turned over" in rival
    assert "#2 Sniper           1/3 ready" in rival and "also before another" in rival
    assert thing_state(table.setup, record(table.states), 1, 2) == "", "nobody uses it in another seat's turn"


def test_a_turn_tells_what_there_is_to_spend_and_the_pool():
    table = Position(num_players=2).give(labor=3, construction=1).set_brass(4, 7)
    table.state.played = 1
    text = table.setup.text(table.states, 0)
    assert "39 of 50 Brass left in the Mining Pool" in text
    assert "player_0 has 3 labor and 1 construction to spend; 1 card played this turn." in text
    table.state.ending = 1
    assert "the Mining Pool is exhausted, this round is the last" in table.setup.text(table.states, 0)


def test_teams_and_companies():
    team = Position(mode="team", num_players=4).set_brass(1, 2, 3, 4)
    text = team.setup.text(team.states, 1)
    assert "player_3 (your teammate)" in text and "player_0 (with player_2, first player)" in text
    assert "teams: player_0 + player_2 4, player_1 + player_3 6" in text
    battle = Position(mode="battle", num_players=3).set_brass(20, 8, 20)
    text = battle.setup.text(battle.states, 0)
    assert "Blue, 20 of 20 Brass" in text and "Red, 8 of 20 Brass" in text
    assert "Mining Pool" not in text and "Brass Value =" not in text


# What is being asked


@EVERY_SETUP
def test_every_question_and_every_action_is_told(setup):
    asked = set()
    for tables in positions(setup, 20, 700):
        table = record(tables.states)
        if table.over != RUNNING:
            continue
        told = question(setup, table)
        legal = np.flatnonzero(tables.masks[0]).tolist()
        words = [setup.describe(tables.states, action) for action in legal]
        assert len(set(words)) == len(words), words
        assert not any(name in text for name in ("option", "slot") for text in words)
        asked.add(int(table.ask))
        if len(legal) % 7 == 0:
            foot = flat(setup.text(tables.states, int(table.seat))[-400:])
            assert foot.endswith(f"player_{table.seat}: {flat(told)}")
    assert {state.Ask.MENU, state.Ask.TARGET, state.Ask.DAMAGE} <= asked


STEPS = {
    state.Ask.DAMAGE: (do("damage", amount=2), "choose a unit to take 2 damage", "deal 2 damage to Porter #2 (0/3)"),
    state.Ask.DISMISS: (do("dismiss", source="hand", count=2), "choose a card in your hand to dismiss (1 of 2)", ""),
    state.Ask.DRAW: (do("draw", count=2, may=True), "draw 2 cards, or not", "draw 2 cards"),
    state.Ask.DISCARD: (do("discard"), "choose a card in your hand to discard", "discard Clerk"),
    state.Ask.STEAL: (
        do("steal", brass=2),
        "choose an opponent to take 2 Brass from",
        "take 1 Brass from player_1, who",
    ),
    state.Ask.RECOVER: (do("recover"), "choose a card in your discard to take", "take back Agent"),
    state.Ask.ACQUIRE: (
        do("acquire", row="labor", max_cost=2),
        "choose a card that costs 2 or less (labor + construction) from the Labor Market to acquire",
        "acquire Agent",
    ),
}


@pytest.mark.parametrize("ask", STEPS, ids=[texts(state.Ask)[ask] for ask in STEPS])
def test_a_card_that_asks_is_named_and_quoted(ask, monkeypatch):
    step, asks, answer = STEPS[ask]
    table = Position(employee("Meddler", step), num_players=3).put(1, "Porter").set_brass(3, 1, 2)
    table.set_hand(0, "Meddler", CLERK, "Agent").set_hand(1, CLERK, "Agent").set_discard(0, "Agent", "Builder")
    table.set_row("labor", "Agent", "Foreman").set_central("labor")
    table.play("hand Meddler")
    assert table.state.ask == ask
    owner = " of player_0" if ask == state.Ask.DISCARD else ""
    text = flat(table.setup.text(table.states, table.seat))
    assert f"player_{table.seat}: Meddler{owner}: {asks}" in text
    words = [table.setup.describe(table.states, table.setup.action_names.index(name)) for name in table.legal()]
    assert any(word.startswith(answer) for word in words), words
    written = " ".join(text for text, _ in watcher_of(monkeypatch).of(table.setup, table.states, table.seat))
    assert f"Meddler{owner}: {asks[:12]}" in written


def test_of_two_choices_that_begin_alike_the_right_one_is_told():
    first = choose(gain(labor=1), gain(labor=2))
    second = choose([gain(labor=3), do("draw", may=True)], gain(brass=1))
    third = choose(gain(labor=4), gain(labor=5))
    chooser = unit("Chooser", 1, 1, play=[first, second], ability=[third])
    table = Position(chooser, num_players=2).set_hand(0, "Chooser").set_deck(0, CLERK)
    told = []

    def options() -> list[str]:
        numbers = [Act.OPTION, Act.OPTION + 1]
        return [table.setup.describe(table.states, number) for number in numbers]

    table.play("hand Chooser")
    told += options()
    table.play("option 1")
    told += options()
    table.play("option 1")
    assert step_being_asked(table.setup, record(table.states)).do == "draw", "a step of an option"
    assert "Chooser: draw a card, or not" in table.setup.text(table.states, 0)
    table.play("pass").put(0, "Chooser").play("ability 3")
    told += options()
    assert told == [
        *("gain 1 labor", "gain 2 labor"),
        *("gain 3 labor. You may draw a card", "gain 1 Brass"),
        *("gain 4 labor", "gain 5 labor"),
    ]


def test_an_announced_attack_is_told_and_drawn():
    sniper = unit("Sniper", 1, 3, any_time=True, ability=[do("damage", amount=2)])
    table = Position(sniper, num_players=2).put(0, "Soldier", wounds=1).put(1, "Sniper", "Tower").play("attack 2")
    assert "choose what Soldier #2 (2/1 of 2) attacks" in table.setup.text(table.states, 0)
    before = draw(table.setup, table.states, 0)
    table.play(table.thing_name(1, 3))
    text = table.setup.text(table.states, 1)
    attack = "player_0 attacks Tower #3 (1/2) of player_1 with Soldier #2 (2/1 of 2)"
    assert f"{attack}.\nplayer_1: respond before the attack is fought, or not" in text
    assert (draw(table.setup, table.states, 0) != before).any(axis=2).mean() > 0.005
    copy = table.states.copy()
    record(copy).things[0, 1].status = 0
    assert attack_text(table.setup, record(copy)).endswith("with what has left play")
    table.play("pass").put(0, "Soldier").end_turn()  # the Sniper has somebody to hit
    assert "player_1: respond before the turn of player_0 ends, or not" in table.setup.text(table.states, 1)


def test_actions_of_a_turn_in_words():
    cards = (
        unit("Sniper", 1, 3, ability=[do("damage", amount=2)]),
        building("Depot", 0, 2, labor=1, demolish=[gain(brass=2)], corporation="Blue"),
        employee("Ally", gain(labor=1), do("draw", when=when("allied")), corporation="Blue"),
    )
    table = Position(*cards, mode="team", num_players=4).put(0, "Sniper", "Depot").break_platform(0)
    table.set_hand(0, "Ally", "Soldier", "Shed").set_row("labor", "Builder").set_row("design", "Tower")
    table.set_central("labor").set_central("design")
    table.give(labor=9, construction=9).put(1, "Porter", wounds=2)

    def told(*actions: str) -> list[str]:
        return [table.setup.describe(table.states, table.setup.action_names.index(action)) for action in actions]

    assert told("rebuild", "for teammate", "hand Ally", "hand Soldier", "hand Shed") == [
        "rebuild Mining Platform for 1 construction",
        "buy a card for player_2, the teammate, at 1 more of labor or construction",
        "play Ally: gain 1 labor. If you have another Blue employee played this turn, unit or built building, "
        "draw a card",
        "play Soldier (unit 2/2)",
        "play Shed (building 0/2, built at the next turn start)",
    ]
    assert told("buy Builder", "reserve Blue Guard", "mine 2", "attack 2", "ability 2", "demolish 3") == [
        "buy Builder for 2 labor + 1 construction",
        "buy Blue Guard from the reserve for 1 construction",
        "mine 1 Brass with Sniper #2 (1/3)",
        "attack with Sniper #2 (1/3)",
        "use Sniper #2 (1/3): deal 2 damage to an opponent's unit",
        "demolish Depot #3 (0/2): gain 2 Brass",
    ]
    table.play("for teammate")
    assert told("buy Builder", "buy Tower") == [
        "buy Builder for player_2 at 3 labor + 1 construction",
        "buy Tower for player_2 at 4 construction",
    ]
    table.play("buy Tower", "ability 2")
    assert told("seat 1 slot 2") == ["deal 2 damage to Porter #2 (0/1 of 3) of player_1, which destroys it"]


def test_before_the_game():
    setup = SETUPS["4, drafted"]
    tables = Tables(setup, 1, seed=0, auto_reset=False)
    assert "Frontier Rail, stock reserve: 3 Jetpack Courier, 2 Passenger Station" in setup.text(tables.states, 0)
    assert setup.describe(tables.states, Act.CORPORATION + 1) == "run Frontier Rail"
    with_stock = GAME.setup(corporations="chosen")
    described = with_stock.describe(Tables(with_stock, 1, seed=0).states, Act.CORPORATION + 1)
    assert described == "run Frontier Rail (reserve: 3 Jetpack Courier, 2 Passenger Station)"
    seen = {int(record(tables.states).ask): draw(setup, tables.states, None)}
    rng = np.random.default_rng(0)
    while record(tables.states).ask == state.Ask.CORPORATION:
        tables.step(np.array([any_action(np.flatnonzero(tables.masks[0]), rng)]))
    tables.step(np.array([any_action(np.flatnonzero(tables.masks[0]), rng)]))
    table = record(tables.states)
    name = setup.options.cards.corporations[table.corporation[table.seat]]
    text = setup.text(tables.states, int(table.seat))
    assert f"The cards of {name}" in text and "draft your reserve" in text and "1 of at most 10 cards" in text
    seen[int(table.ask)] = draw(setup, tables.states, int(table.seat))
    assert len(seen) == 2
    assert setup.describe(tables.states, int(np.flatnonzero(tables.masks[0])[-1])).startswith("add ")


@pytest.mark.parametrize("name", ["2", "solitaire", "team of 6", "battle of 3"])
def test_the_end_tells_the_winner_and_the_scores(name):
    setup = SETUPS[name]
    states = next(t.states for t in positions(setup, 23, 10**6, every=10**6) if record(t.states).over == TERMINATED)
    table, text = record(states), setup.text(states, 0)
    assert text.endswith(result(setup, table)) and "Everything is shown" in text
    if setup.options.mode != "battle":
        sides = int(setup.record[0]["sides"])
        totals = (table.brass + table.worth)[: int(setup.record[0]["places"])].astype(int)
        scores = sorted((int(totals[side::sides].sum()) for side in range(sides)), reverse=True)
        rows = text.split("of corporations   cards\n")[1].split("\n\n")[0].splitlines()
        assert [int(row.split()[-5]) for row in rows] == scores
    running = states.copy()
    record(running).over = RUNNING
    assert not np.array_equal(draw(setup, running, None), draw(setup, states, None))


# Playing


def test_the_environment_shows_both_views():
    env = brass_empire_v0.env(num_players=3, render_mode="ansi", render_seat="player_2")
    env.reset(seed=1)
    assert "You are player_2" in env.render()
    env.close()
    env = brass_empire_v0.env(num_players=3, render_mode="rgb_array", render_seat="player_2")
    env.reset(seed=1)
    assert env.render().shape == (1108, 1600, 3)  # with the strip of the log
    env.close()


def test_a_whole_game_is_played_at_the_terminal(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    replay = tmp_path / "game.json"
    args = ["play", "brass_empire", "--set", "pool=12", "--against", "random", "--seat", "0", "--seed", "4"]
    script = "play\nnothing\n" + "play Clerk\nplay Union Worker\n1\n" * 60
    done = CliRunner().invoke(app, [*args, "--save-replay", str(replay)], input=script)
    assert done.exit_code == 0, done.output
    recorded = Replay.load(replay)
    assert recorded.end == "terminated" and recorded.players == ["human", "random"]
    own = [step.name for step in recorded.steps if step.seat == 0]
    assert {"hand Clerk", "hand Union Worker", "end"} <= set(own)
    meant = "   1  play Clerk: gain 1 labor\n   2  play Union Worker: gain 1 construction\n"
    assert f"'play' may mean: (Enter goes back)\n{meant}" in done.output
    assert "'nothing' is none of the actions" in done.output
    assert "player_1: end the turn" in done.output and "Everything is shown." in done.output
    assert result(recorded.setup(), record(last_states(recorded))) in done.output


def test_a_game_alone_is_played_at_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    args = ["play", "brass_empire", "--set", "mode=solitaire", "--set", "pool=6", "--seed", "4"]
    done = CliRunner().invoke(app, args, input="1\n" * 60)
    assert done.exit_code == 0, done.output
    assert "Brass Empire, seed 4. You are player_0. The whole table with t" in done.output
    assert "the automaton: " in done.output
    assert "You have lost." in done.output  # who does nothing falls behind


def last_states(replay: Replay) -> np.ndarray:
    *_, last = replay.play()
    return last.states
