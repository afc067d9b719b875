"""What is told of a game of Comrade, to whom, and in which words."""

from __future__ import annotations

import numpy as np
import pytest
from comrade.positions import Position

from cogitable.envs.comrade import GAME
from cogitable.envs.comrade.rules.state import MAX_EVENTS, Event, Fault
from cogitable.envs.comrade.words.events import _FAULTS, EVENTS
from cogitable.envs.table.events import TELLING, perceived, sentence
from cogitable.envs.table.faces.aec import raw_env


def telling(n: int = 5, **options) -> Position:
    """Return a table whose rules tell what happens; unless said otherwise, players act in order of their numbers."""
    table = Position(n, **{"chairman": n - 1, **options})
    table.tables.states["telling"] = TELLING
    return table


def told(table: Position, seat: int | None = None) -> list[str]:
    """Return what was told of the last decision to a seat, or everything."""
    states = table.tables.states
    assert states["telling"][0] == TELLING, "more events than there is room for"
    events = perceived(states["events"][0, : states["told"][0]], seat)
    return [sentence(table.setup, event, seat) for event in events]


def test_every_kind_of_event_has_its_words():
    assert list(EVENTS) == list(Event)
    assert list(_FAULTS) == list(Fault)


def test_the_deal_is_told_to_everybody_apart():
    env = raw_env(GAME, num_players=5)
    env.reset(3)
    state = env.states[0]
    dissident, informer, chairman = int(state["dissident"]), int(state["informer"]), int(state["chairman"])
    begins = f"turn 1 begins: player_{chairman} is chairman"
    word = ("glasnost", "perestroika")[state["word"]]
    dealt = [f"player_{dissident} is dealt the dissident", f"player_{dissident} reads the word: {word}"]
    assert env.log(f"player_{dissident}") == [*dealt, begins]
    assert env.log(f"player_{informer}") == [f"player_{informer} is dealt the informer", begins]
    for seat in {*range(5)} - {dissident, informer}:
        assert env.log(f"player_{seat}") == [f"player_{seat} is dealt a comrade", begins]
    assert env.log() == [
        "everybody else is dealt a comrade",
        *dealt,
        f"player_{informer} is dealt the informer",
        begins,
    ]


def test_a_count_of_votes_is_told():
    table = telling().call(0, 1, 2).play("vote for the party")
    assert told(table) == []
    table.play("vote for freedom", "vote for the party")
    assert told(table) == ["2 of 3 votes are for the party: there is no committee"]
    table = telling().skip_committee(1, 2, 3)
    assert told(table) == ["1 of 3 votes is for the party: there is no committee"]
    table = telling().call(1, 2, 3).vote()
    assert told(table, 4) == ["none of 3 votes are for the party: the voters meet in committee"]


def test_a_lost_committee_is_told_with_its_cards_words_and_reasons():
    table = telling(word=1).call(0, 1, 2).vote().play("glasnost", "perestroika")
    assert told(table) == []
    table.play("glasnost")
    shown = [
        "player_0 has chosen glasnost and shows the dissident",
        "player_1 has chosen perestroika and shows the informer",
        "player_2 has chosen glasnost and shows a comrade",
        "player_0 shows the dissident: the word is perestroika",
        "the case is lost: the dissident voted, the informer voted, not all chose the right word",
    ]
    word = ("glasnost", "perestroika")[table.state.word]
    assert told(table, 0) == told(table) == [*shown, f"player_0 draws a new word: {word}"]
    assert told(table, 1) == [*shown, "player_0 draws a new word"]


def test_a_won_committee_is_told_with_who_loses():
    table = telling(6, chairman=0).call(2, 3, 4).vote().play("glasnost", "glasnost", "glasnost")
    assert told(table, 5) == [
        *(f"player_{seat} has chosen glasnost and shows a comrade" for seat in (2, 3, 4)),
        "player_0 shows the dissident: the word is glasnost",
        "the case is won: everybody wins but player_1, the informer",
    ]


def test_there_is_room_for_the_largest_committee():
    table = telling(10).call(0, 1, 2, 3, 4).vote().play(*["glasnost"] * 5)
    assert len(told(table)) == table.tables.states["events"].shape[1] == MAX_EVENTS


def test_a_look_and_a_gift_are_told_to_those_who_saw_the_card():
    table = telling().skip_committee().give((0, 2))
    assert told(table, 0) == ["player_0 sees a comrade at player_2", "player_0 gives player_2 the dissident"]
    assert told(table, 2) == ["player_0 gives player_2 the dissident", "player_2 reads the word: glasnost"]
    assert told(table, 1) == told(table, 4) == ["player_0 gives player_2 a card"]
    table.give((1, 0))
    over = "passed over for holding two cards by now: player_2"
    assert told(table, 1) == told(table, 0) == ["player_1 gives player_0 the informer", over], "there was no card"
    assert told(table, 3) == ["player_1 gives player_0 a card", over]


def test_who_sees_the_dissident_reads_the_word():
    table = telling().skip_committee()
    table.give((0, 3), (1, 0), (2, 4))
    assert "player_2 reads the word" not in " ".join(told(table))
    table = telling(dissident=2).skip_committee().give((0, 2))
    assert told(table, 0)[:2] == ["player_0 sees the dissident at player_2", "player_0 reads the word: glasnost"]
    assert told(table, 2)[0] == "player_0 gives player_2 a comrade"


def test_the_second_pass_and_the_next_turn_are_told():
    table = telling().skip_committee().give((0, 2), (1, 0), (3, 4))
    assert told(table)[-2:] == [
        "passed over for holding two cards by now: player_4",
        "the second pass begins: player_2, player_4 hold two cards and pass one on",
    ]
    table.play("give the special card to +4")
    assert told(table, 1) == ["player_1 reads the word: glasnost"], "the action says the rest"
    assert told(table, 2) == []
    table.play("give a comrade to +4")
    assert told(table, 2) == ["turn 2 begins: player_0 is chairman"]


def test_the_informers_victory_is_told():
    table = telling(informer=0, dissident=1).skip_committee().give((0, 1))
    assert told(table, 4) == ["player_0, the informer, finds the dissident at player_1 and wins"]
    table = telling().skip_committee().give((0, 1))
    assert told(table, 4) == ["player_0 has given the dissident to player_1, the informer, who wins"]
    assert told(table, 0) == ["player_0 sees the informer at player_1", *told(table, 4)]


def test_a_game_that_is_cut_off_says_so():
    table = telling(max_turns=1).skip_committee().give((0, 2), (1, 0), (3, 4)).play("give a comrade to +1")
    table.play("give a comrade to +2")
    assert told(table) == ["the game is cut off after 1 turn: nobody wins"]


@pytest.mark.parametrize(
    ("calls", "last", "words"),
    [
        ([], "call +1", "calls player_0 to vote"),
        ([], "call +2", "calls player_1 to vote, and with it player_2 and player_3: nobody else is left"),
        (["call +1"], "call +3", "calls player_2 to vote, and with it player_3: nobody else is left"),
        (["call +1", "call +2"], "call +4", "calls player_3 to vote"),
    ],
)
def test_a_call_says_whom_it_calls_besides(calls, last, words):
    """Where no more are left than are wanted, all of them are called at once."""
    table = telling().play(*calls)
    action = table.setup.action_names.index(last)
    described = {table.setup.describe(table.tables.states, action, seat=seat) for seat in (None, *range(5))}
    assert described == {words}
    before = table.turn.called
    table.play(last)
    called = np.flatnonzero([table.turn.called & ~before & 1 << seat for seat in range(5)])
    assert [f"player_{seat}" in words for seat in range(5)] == [seat in called for seat in range(5)]


def test_who_holds_no_card_is_not_interrogated():
    table = telling().skip_committee().give((0, 2))
    action = table.setup.action_names.index("interrogate +4")
    assert table.setup.describe(table.tables.states, action, seat=3) == "chooses player_0, who holds no card"


def test_the_log_in_the_rules_is_that_of_the_game():
    env = raw_env(GAME, num_players=6)
    env.reset(177)
    decisions = "0 1 2 36 36 36 13 13 10 11 18 22 20 0 2 3 37 37 37 38 38 39 13 11 13 13 19 30 0 1 4 37 37 37 39 39 39"
    for action in map(int, decisions.split()):
        env.step(action)
    log = "\n".join(env.log("player_2"))
    assert f"```text\n{log}\n```" in (GAME.home / "RULES.md").read_text(encoding="utf-8")
