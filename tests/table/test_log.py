"""Events, and the logs of what each seat has perceived."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from aec_play import play
from games import ballot, kuhn_poker, mutants, treasure

import connect_four
from cogitable.envs.catalogue import GAMES, get_game
from cogitable.envs.table import Tables, compiled
from cogitable.envs.table.conformance import public_views
from cogitable.envs.table.conformance.play import RandomPlay
from cogitable.envs.table.errors import ConformanceError
from cogitable.envs.table.events import OVERFULL, SILENT, TELLING, UNKNOWN, perceived, sentence, tell
from cogitable.envs.table.faces.aec import TableEnv, raw_env
from cogitable.envs.table.files import packing
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.log import Entry, Log
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.records import StateRecord, int8
from cogitable.envs.table.sets import one
from cogitable.envs.table.views import PUBLIC


class Few(StateRecord, seats=3, events=2):
    """A state with room for two events."""

    few: int = int8()


class Many(StateRecord, seats=3, events=6):
    """A state with room for six."""

    many: int = int8()


def few() -> np.ndarray:
    states = np.zeros(1, Few.dtype()).view(np.recarray)
    states.telling = TELLING
    return states


@compiled
def tell_three(state):
    tell(state, 1, 0, 7, amount=3)
    tell(state, 2, 1, thing=8, seen=one(1))
    tell(state, 3, 2, other=9, to=one(2))


def test_events_reach_those_whom_they_are_told_to():
    states = np.zeros(1, treasure.GAME.state_dtype).view(np.recarray)
    states.telling = TELLING
    tell_three(states[0])
    events = states.events[0, : states.told[0]]
    for seat, things in ((0, [7, UNKNOWN]), (1, [7, 8]), (2, [7, UNKNOWN, UNKNOWN]), (None, [7, 8, UNKNOWN])):
        assert [event.thing for event in perceived(events, seat)] == things
    kinds = [(event.kind, event.who, event.amount, event.other) for event in perceived(events, None)]
    assert kinds == [(1, 0, 3, UNKNOWN), (2, 1, 0, UNKNOWN), (3, 2, 0, 9)]


@compiled
def tell_all_sorts(state):
    tell(state, 0, 0, 2)  # turns up what all see
    for seat in range(3):
        tell(state, 2, 1, amount=1, to=one(seat))
    tell(state, 2, 2, 5, amount=4, seen=one(1))


def told_all_sorts() -> Log:
    log = Log(treasure.GAME.setup(), (1, 2, 3, 4))
    states = np.zeros(1, Many.dtype()).view(np.recarray)
    states.telling = TELLING
    tell_all_sorts(states[0])
    log.entries = [Entry(-1, -1, ("",) * 4, states.events[0, : states.told[0]])]
    return log


def test_who_holds_no_seat_perceives_what_all_seats_do():
    """An event that all perceive is public; those that seats perceive each for itself are not, in whatever words."""
    log = told_all_sorts()
    assert [(event.kind, event.thing, event.amount) for event in log.events(PUBLIC)] == [(0, 2, 0), (2, UNKNOWN, 4)]
    lines = ["player_0 turns up goblet", "player_2 loses a life and has 4"]
    assert log.happened(PUBLIC) == log.told(0, PUBLIC) == log.lines(PUBLIC) == log.at(0, PUBLIC) == lines
    for seat in range(3):
        assert len(log.events(seat)) == 3 and set(lines) < set(log.lines(seat))


def ring_alike(setup, state, action):
    """Both seats hear a bell, each for itself: the first always, the second with the lowest card alone."""
    kuhn_poker.apply(setup, state, action)
    tell(state, kuhn_poker.TAKES, 0, amount=1, to=one(0))
    if state.kuhn_deck[1] == 0:
        tell(state, kuhn_poker.TAKES, 0, amount=1, to=one(1))


def in_words_alone(self: Log, entry: Entry, seat: int | None) -> list[str]:
    """What is public, taken for what all are told in the same words: the mistake that conformance looks for."""
    lines, *others = ([sentence(self.setup, e, s) for e in perceived(entry.events, s)] for s in range(2))
    return [line for line in lines if all(line in other for other in others)] if seat == PUBLIC else lines


@pytest.mark.parametrize("mistaken", [False, True])
def test_conformance_compares_public_logs(mistaken, monkeypatch):
    game = mutants.mutant(f"rings_{mistaken}".lower(), {"apply": compiled(ring_alike)})
    if mistaken:
        monkeypatch.setattr(Log, "_sentences", in_words_alone)
    found = []
    for seed in range(8):
        play = RandomPlay(game.setup(), seed)
        try:
            public_views.check_log(play, seed_words(seed)[0])
        except ConformanceError as error:
            found.append(str(error))
    assert bool(found) == mistaken
    assert all("the log tells of action" in message for message in found)


def test_decisions_are_public_where_all_perceive_them_alike():
    log = Log(treasure.GAME.setup(), (1, 2, 3, 4))
    log.entries = [Entry(1, 0, words, log.entries[0].events) for words in (("a", "b", "a", "x"), ("a", "a", "a", "x"))]
    assert log.lines(PUBLIC) == ["player_1: a"]


def test_without_telling_nothing_is_written():
    states = few()
    states.telling = SILENT
    tell_three(states[0])
    assert states.told[0] == 0
    assert not states.events.view(np.uint8).any()


def test_events_that_have_no_room_are_noticed():
    states = few()
    tell_three(states[0])
    assert (states.told[0], states.telling[0]) == (2, OVERFULL)


def tell_too_much(setup, state, action):
    kuhn_poker.apply(setup, state, action)
    if action == kuhn_poker.Act.BET:
        for amount in range(state.events.size + 1):
            tell(state, kuhn_poker.TAKES, 0, amount=amount)


def test_a_decision_that_has_no_room_is_told_as_far_as_there_is():
    """The game goes on, and so does its log."""
    game = mutants.mutant("talks", {"apply": compiled(tell_too_much)}, max_seats=kuhn_poker.MAX_SEATS)
    env = raw_env(game, render_mode="ansi")
    env.reset(1)
    env.step(kuhn_poker.Act.BET)
    env.step(kuhn_poker.Act.PASS)
    more = "(More has happened than there was room to tell.)"
    for seat in (None, 0, 1, PUBLIC):
        first, second = (env.followed().told(number, seat) for number in (1, 2))
        assert len(first) == 5 and first[-1] == more and "takes 3" in first[-2] and more not in second
    assert more in env.log("player_1") and env.render()


def test_events_are_no_part_of_a_position():
    setup = treasure.GAME.setup()
    loud, silent = (Tables(setup, 3, seed=5) for _ in range(2))
    loud.states["telling"] = TELLING
    for _ in range(40):
        actions = loud.masks.argmax(axis=1)
        loud.step(actions)
        silent.step(actions)
        assert packing.pack(loud.states) == packing.pack(silent.states)
    assert (loud.states["told"] > 0).any()
    assert (loud.states["telling"] == TELLING).all()  # new deals go on telling
    assert not silent.states["told"].any()
    back = packing.from_text(packing.to_text(loud.states), loud.states.dtype)
    assert packing.pack(back) == packing.pack(loud.states)
    assert not back["told"].any()


def peeking(seed: int = 3) -> TableEnv:
    env = raw_env(treasure.GAME)
    env.reset(seed)
    for action in (treasure.Act.PEEK, treasure.Act.DIG, treasure.Act.STOP):
        env.step(action)
    return env


def test_a_log_tells_each_seat_what_it_has_perceived():
    env = peeking()
    whole = env.log()
    card = whole[1].removeprefix("player_0 peeks: the next card is ")
    assert whole == [
        "player_0: peek",
        f"player_0 peeks: the next card is {card}",
        "player_0: dig",
        f"player_0 turns up {card}",
        "player_0: stop",
    ]
    assert env.log("player_0") == whole
    assert env.log("player_1") == env.log("player_2") == [line for line in whole if "peeks" not in line]


@pytest.mark.parametrize("name", GAMES)
def test_every_log_tells_where_a_game_is_cut_off(name):
    env, cut = TableEnv(get_game(name).setup(max_decisions=7)), "The game is cut off after 7 decisions."
    env.reset(seed=3)
    seats = (*env.possible_agents, None)
    play(env, np.random.default_rng(3), 6)
    assert not any(cut in env.log(seat) for seat in seats)
    play(env, np.random.default_rng(3), 1)
    assert all(env.truncations.values())
    assert {tuple(line == cut for line in env.log(seat)[-2:]) for seat in seats} == {(False, True)}


def test_a_game_that_ends_by_its_rules_at_the_limit_is_not_told_to_be_cut_off():
    env = raw_env(connect_four.GAME, max_decisions=7)
    env.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1, 0):
        env.step(column)
    assert all(env.terminations.values())
    assert not any("cut off" in line for line in env.log())


def test_infos_hold_what_happened_since_an_agents_last_decision():
    env = peeking()
    assert list(env.infos["player_0"]["events"]) == []
    assert list(env.infos["player_1"]["events"]) == env.log("player_1")
    env.step(treasure.Act.DIG)
    assert list(env.infos["player_0"]["events"])[0] == "player_1: dig"
    assert list(env.infos["player_1"]["events"])[0].startswith("player_1 turns up ")
    assert env.last()[4]["events"] is env.infos[env.agent_selection]["events"]


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_has_a_log_of_its_own(twin):
    env = peeking()
    other = twin(env)
    before = env.log("player_1")
    other.step(treasure.Act.DIG)
    assert env.log("player_1") == before
    assert other.log("player_1")[: len(before)] == before
    assert list(other.infos["player_1"]["events"]) == other.log("player_1")[len(before) + 1 :]


def test_a_loaded_game_has_its_log(tmp_path):
    env = peeking()
    loaded = TableEnv.load(env.save(tmp_path / "game.json"))
    assert loaded.log() == env.log()
    assert {who: info["events"] for who, info in loaded.infos.items()} == {
        who: info["events"] for who, info in env.infos.items()
    }


def test_a_log_of_a_replay_is_the_one_of_the_game():
    env = raw_env(ballot.GAME, num_players=4)
    env.reset(1)
    play(env, np.random.default_rng(1), 10)
    replay = Replay.record(env)
    log = Log(env.setup, replay.generator).follow([step.action for step in replay.steps])
    for seat, agent in enumerate(env.possible_agents):
        assert log.lines(seat) == env.log(agent)
    assert len({log.digest(seat) for seat in range(4)}) == 4  # everybody knows its own vote alone
    assert log.text(0) == "\n".join(env.log("player_0"))


def test_the_deal_is_told():
    env = raw_env(kuhn_poker.GAME)
    env.reset(2)
    own = env.log("player_0")
    assert own == [f"player_0 is dealt {env.states['kuhn_deck'][0, 0]}"]
    assert env.log() == [*own, *env.log("player_1")]
    assert list(env.infos["player_1"]["events"]) == env.log("player_1")


def test_there_is_no_log_before_the_deal():
    for ask in (TableEnv.log, TableEnv.followed, TableEnv.state):  # in one way
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            ask(raw_env(kuhn_poker.GAME))


def test_a_game_cut_off_whose_past_cannot_be_followed_is_told_to_be_so_once():
    env = raw_env(connect_four.GAME, max_decisions=4)
    env.reset(seed=1)
    play(env, np.random.default_rng(1), 4)
    env.actions[0] = 99
    assert env.log("player_0") == [
        "(What happened before cannot be told: decision 1 cannot be followed.)",
        "The game is cut off after 4 decisions.",
    ]


def test_what_cannot_be_followed_is_left_out():
    """As where a game was saved by older rules, with other numbers of actions."""
    env = peeking()
    env.actions[0] = int(np.flatnonzero(Log(env.setup, env.generator).table.mask == 0)[0])
    for agent in env.possible_agents:  # which action it was, others may not know
        assert env.log(agent) == ["(What happened before cannot be told: decision 1 cannot be followed.)"]
    (line,) = env.log()
    assert line.startswith("(What happened before cannot be told: decision 1: action ")
    assert env.log("player_0", first=len(env.actions) + 1) == []
    before = len(env.actions)
    env.step(treasure.Act.DIG)
    assert env.log("player_0", first=before + 1)[0] == "player_1: dig"
    assert [*env.infos["player_0"]["events"]] == env.log("player_0")
