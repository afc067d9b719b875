"""How a game says each thing once: named numbers, blocks of actions, questions, records as classes, sets as words."""

from __future__ import annotations

import enum

import numpy as np
import pytest
from game_cases import CASES

from cogitable.envs.table import GameDefinitionError, compiled, sets
from cogitable.envs.table.actions import ActionEnum, Actions, Block, of
from cogitable.envs.table.named import Named, listed, texts
from cogitable.envs.table.questions import Question, Questions, switch
from cogitable.envs.table.records import TELLING, Array, Int, Record, StateRecord, int8, int32, records

GAMES = {game.name: (game, options) for game, options, _ in reversed(CASES)}


class Place(Named):
    ART = "Art"
    TOWER = "Tower"
    SQUARE = "the Square"
    GATE = "Gate"


class Gap(Named):
    ART = "Art"
    SQUARE = "the Square", 7
    GATE = "Gate"


class Act(ActionEnum):
    DONE = Block("end the turn")
    PLACE = Block("a place", of("place", Place))
    SEAT = Block("a seat to the left", of("seat", 3, first=1), "seat {}")
    MOVE = Block("from one to another", (of("place", Place), of("place", Place)), "{} to {}")


class Ask(enum.IntEnum):
    NOTHING = 0
    MENU = 1
    SURE = 2
    WHERE = 3


def test_named_numbers():
    assert [int(place) for place in Place] == [0, 1, 2, 3]
    assert [int(place) for place in Gap] == [0, 7, 8]
    assert texts(Place) == ("Art", "Tower", "the Square", "Gate")
    assert listed(Place) == "Art; Tower; the Square; Gate"


def test_actions_are_numbered_in_their_order():
    actions = Actions(Act.blocks(), Block("play", of("card", ["Fox"]), "play {}", "PLAY"))
    assert [int(act) for act in Act] == [0, 1, 5, 8]
    assert actions.size == len(actions.names) == Act.end() + 1 == 25
    assert actions.names[:8] == ("done", "Art", "Tower", "the Square", "Gate", "seat 1", "seat 2", "seat 3")
    assert actions.names[9] == "Art to Tower"
    assert actions.names[24] == "play Fox"
    assert actions.groups[2:] == (("5 to 7", "a seat to the left"), ("8 to 23", "from one to another"), ("24", "play"))


@pytest.mark.parametrize("kind", [Gap, enum.IntEnum("From1", "A B"), enum.IntEnum("Gap", {"A": 0, "B": 2})])
def test_things_of_actions_are_numbered_without_gaps(kind):
    """Otherwise the number of a member, added to that of the block, would be the action of another thing."""
    with pytest.raises(GameDefinitionError, match=r"is \d; actions that name it must find \d"):
        of("thing", kind)


def test_things_may_be_numbered_from_one():
    actions = Actions([Block("a letter", of("letter", enum.IntEnum("Letter", "A B"), first=1))])
    assert actions.about(np.ones(2, np.int8), "letter", 2) == [1]


def test_blocks_without_numbers_get_them():
    blocks = Block("pass", say="pass"), Block("a place", of("place", Place)), Block("a seat", of("seat", 3))
    actions = Actions(blocks)
    assert [block.start for block in actions.blocks] == [0, 1, 5]
    assert actions.groups == (("0", "pass"), ("1 to 4", "a place"), ("5 to 7", "a seat"))
    assert [actions.names[block.start] for block in actions.blocks] == ["pass", "Art", "0"]
    assert {reference.block.start for reference in actions.references} == {0, 1, 5}
    assert Actions(blocks[:1], *blocks[1:]).blocks == actions.blocks == Actions(actions.blocks).blocks


class Late(ActionEnum):
    STOP = Block("stop", start=Act.end())


class Early(ActionEnum):
    STOP = Block("stop")


def test_blocks_must_stand_where_their_numbers_say():
    assert Actions([*Act.blocks(), *Late.blocks()]).names[Late.STOP] == "stop"
    for blocks in (Late.blocks(), [*Act.blocks(), *Early.blocks()], Act.blocks()[::-1]):
        with pytest.raises(GameDefinitionError, match=r"has start=\d+, but \d+ actions stand before it"):
            Actions(blocks)


def test_what_an_action_refers_to():
    actions = Actions(Act.blocks())
    assert actions.references[0].things == ()
    assert actions.references[6].thing("seat") == 2
    assert actions.references[9].things == (("place", 0), ("place", 1))
    assert actions.references[9].block.name == "MOVE"
    mask = np.ones(actions.size, np.int8)
    assert actions.about(mask, "seat", 3) == [7]
    assert actions.about(mask, "place", Place.TOWER) == [2, 9, 12, 13, 14, 15, 17, 21]
    mask[9:] = 0
    assert actions.about(mask, "place", 1) == [2]


@compiled
def allow(mask):
    mask[0] = 1


@compiled
def count(state, action):
    state.asked[state.ask] += action


def test_a_question_for_every_member():
    rows = [Question(ask, allow, count) for ask in (Ask.MENU, Ask.SURE, Ask.WHERE)]
    assert [question.ask for question in Questions(*rows, but=(Ask.NOTHING,))] == [Ask.MENU, Ask.SURE, Ask.WHERE]
    with pytest.raises(GameDefinitionError, match="table by Ask lacks NOTHING, SURE"):
        Questions(rows[0], rows[2])
    with pytest.raises(GameDefinitionError, match="stand twice: SURE"):
        Questions(*rows, rows[1])


def test_a_switch_calls_the_one_that_is_meant():
    def body(number):
        def call(state):
            return number

        return compiled(call)

    class State:
        ask = 0

    chosen = switch("chosen", ("setup", "state"), {number: body(number) for number in (3, 5, 6, 11)}, otherwise=-1)
    for State.ask, wanted in ((3, 3), (5, 5), (6, 6), (11, 11), (0, -1), (4, -1), (12, -1)):
        assert chosen(None, State) == wanted
    with pytest.raises(GameDefinitionError, match=r"count takes action; other gives setup, state"):
        switch("other", ("setup", "state"), {1: count})


def test_records():
    class Thing(Record):
        kind: Int = int8()
        wounds: Int = int8()

    class Base(StateRecord):
        phase: Int = int8()

    class State(Base, seats=3):
        cards: Int = int32()
        things: Array = records(Thing, 2)

    names = ("rng", "seat", "over", "gone", "decisions", "paid", *TELLING, "phase", "cards", "things")
    assert set(State.dtype().names) == set(names)
    assert State.dtype()["paid"].shape == (3,)
    assert State.dtype()["things"].base.names == ("kind", "wounds")


def test_sets():
    members = np.int64(0)
    for number in (3, 0, 40):
        members = sets.add(members, number)
    assert [number for number in range(50) if sets.has(members, number)] == [0, 3, 40]
    assert sets.size(members) == 3
    assert sets.only(members) == sets.only(0) == sets.NOBODY
    assert sets.only(sets.remove(sets.remove(members, 0), 3)) == 40
    assert [sets.only(sets.one(number)) for number in range(64)] == list(range(64))
    words = np.arange(4, dtype=np.uint32)
    assert {int(sets.pick(words, members)) for _ in range(50)} == {0, 3, 40}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_each_thing_once(name):
    """Questions and words have the same keys; what a game tells of its actions fits their number."""
    game, options = GAMES[name]
    setup = game.setup(**options)
    if game.questions is not None:
        assert set(game.words) == set(game.questions.table)
    if setup.actions is not None:
        for block in setup.actions.blocks:
            mine = setup.action_names[block.start : block.start + block.size]
            assert mine == tuple(block.names())
        assert setup.num_actions == setup.actions.size == len(set(setup.action_names))
        assert all(block.text for block in setup.actions.blocks)
