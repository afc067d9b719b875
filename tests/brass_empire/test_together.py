"""Brass Empire: all starting cards at one stroke, for people at a terminal, where their time does not matter."""

from __future__ import annotations

import re
from itertools import permutations

import numpy as np
import pytest
from brass_empire.positions import CLERK, WORKER, Position, building, do, employee, gain, unit
from typer.testing import CliRunner

from cogitable.agents.base import View
from cogitable.agents.people.human import HumanAgent
from cogitable.agents.people.shortcuts import Shortcuts
from cogitable.envs.brass_empire.words.together import together
from cogitable.training.cli import app

HAND = (CLERK, CLERK, WORKER)
DRAWER = employee("Drawer", do("draw"))
LAYER = employee("Layer", do("dismiss", source="hand", may=True))
TIDIER = employee("Tidier", do("dismiss", source="discard", may=True))
FETCHER = employee("Fetcher", do("recover"))
EITHER = employee("Either", {"do": "choose", "options": [{"steps": [gain(labor=1)]}, {"steps": [do("draw")]}]})
READER = building("Reader", 0, 3, ability=[do("draw")])
CHEST = building("Chest", 0, 3, demolish=[do("draw")])
SCOUT = unit("Scout", 1, 1, ability=[do("draw")])
ALL = (DRAWER, LAYER, TIDIER, FETCHER, EITHER, READER, CHEST, SCOUT)


def offered(table: Position) -> tuple[str, list[str]]:
    words, actions = together(table.setup, table.state)
    return words, [table.setup.action_names[action] for action in actions]


def test_starting_cards_are_played_together():
    table = Position(*ALL).set_hand(0, *HAND, "Tidier")
    words, names = offered(table)
    assert words == "play all starting cards: 2 Clerk, 1 Union Worker"
    assert names == [f"hand {CLERK}", f"hand {CLERK}", f"hand {WORKER}"]
    table.play(*names)
    assert (table.state.labor, table.state.construction, table.hand(0)) == (2, 1, ["Tidier"])


@pytest.mark.parametrize("other", ["Drawer", "Layer", "Fetcher", "Either"])
def test_not_where_another_card_looks_at_the_hand(other):
    table = Position(*ALL).set_hand(0, *HAND, other)
    assert offered(table) == ("", [])


@pytest.mark.parametrize("thing", ["Reader", "Chest", "Scout"])
def test_not_where_something_in_play_can_do_so(thing):
    assert offered(Position(*ALL).set_hand(0, *HAND).put(0, thing)) == ("", [])
    assert offered(Position(*ALL).set_hand(0, *HAND).put(1, thing))[1], "it is another player's"


def test_what_cannot_be_used_does_not_matter():
    assert offered(Position(*ALL).set_hand(0, *HAND).put(0, "Chest", built=False))[1]
    assert offered(Position(*ALL).set_hand(0, *HAND).put(0, "Reader", ready=False))[1]
    assert not offered(Position(*ALL).set_hand(0, *HAND).put(0, "Chest", ready=False))[1], "it can still be demolished"


def test_no_other_question_has_a_stroke():
    table = Position().set_hand(0, *HAND).put(0, "Soldier").play("attack 2")
    assert offered(table) == ("", [])


def test_every_order_leads_to_the_same():
    ends = set()
    for names in permutations(offered(Position().set_hand(0, *HAND))[1]):
        table = Position().set_hand(0, *HAND).play(*names)
        ends.add((table.state.labor, table.state.construction, table.state.played, *table.zone(0, "played")))
    assert len(ends) == 1


def ask(table: Position, agent: Shortcuts) -> int:
    setup, states = table.setup, table.states
    mask = np.zeros((1, setup.num_actions), np.int8)
    mask[0, [setup.action_names.index(name) for name in table.legal()]] = 1
    view = View(setup, np.zeros((1, setup.layout.size), np.float32), mask, states["seat"], states)
    return int(agent.act(view)[0])


def person(table: Position, *lines: str) -> tuple[Shortcuts, list[str]]:
    shown: list[str] = []
    answers = iter(lines)
    return Shortcuts(HumanAgent(table.setup, read=lambda _: next(answers), write=shown.append)), shown


def test_a_person_types_one_word_for_all_of_them():
    table = Position().set_hand(0, *HAND)
    agent, shown = person(table, "all", "end")
    taken = []
    for _ in range(4):
        action = table.setup.action_names[ask(table, agent)]
        taken.append(action)
        table.play(action)
    assert taken == [f"hand {CLERK}", f"hand {CLERK}", f"hand {WORKER}", "end"]
    assert shown.count(" all  play all starting cards: 2 Clerk, 1 Union Worker") == 1


def test_a_person_may_as_well_play_them_one_by_one():
    table = Position().set_hand(0, *HAND)
    agent, shown = person(table, f"hand {WORKER}", "end")
    assert ask(table, agent) == table.setup.action_names.index(f"hand {WORKER}")
    assert ask(table, agent) == table.setup.action_names.index("end")


def test_a_stroke_is_given_up_when_something_else_has_come_up():
    table = Position().set_hand(0, *HAND)
    agent, _ = person(table, "all", "end")
    ask(table, agent)
    other = Position().set_hand(0, CLERK, CLERK, CLERK, CLERK)
    assert ask(other, agent) == table.setup.action_names.index("end"), "this is another hand"


def test_one_card_is_no_stroke_and_the_word_means_nothing_there():
    table = Position().set_hand(0, CLERK)
    agent, shown = person(table, "all", "end")
    assert table.setup.action_names[ask(table, agent)] == "end"
    assert any("'all' is none of the actions" in line for line in shown)


def test_at_the_terminal():
    args = ["play", "brass_empire", "--against", "random", "--seat", 0, "--seed", 1]
    done = CliRunner().invoke(app, list(map(str, args)), input="all\nend\nq\n")
    assert done.exit_code == 0
    output = done.output
    assert re.search(r"^ all  play all starting cards: \d Clerk", output, re.MULTILINE)
    assert "is none of the actions" not in output


def test_not_where_playing_is_over():
    table = Position(phases="strict").put(0, "Soldier").set_hand(0, *HAND)
    assert offered(table)[1]
    table.play("mine 2")
    assert table.legal() == ["end"]
    assert offered(table) == ("", [])
