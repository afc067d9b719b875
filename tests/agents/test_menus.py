"""Menus of many actions are asked in steps, and words stand for an action by their beginnings."""

from __future__ import annotations

from enum import Enum, auto
from types import SimpleNamespace
from typing import Any

import pytest

from cogitable.agents.base import View
from cogitable.agents.people.human import HumanAgent
from cogitable.agents.people.menus import LONG, Menu
from cogitable.envs import get_game
from cogitable.envs.table import Tables
from cogitable.envs.table.actions import ActionEnum, Actions, Block, of


class Town(Enum):
    ART = auto()
    HARBOUR = auto()
    SCIENCE = auto()
    SQUARE = auto()
    THE_TOWER = auto()


class Act(ActionEnum):
    DONE = Block("end the phase")
    GUARD = Block("move a Guard", (of("town", Town), of("town", Town)), "Guard from {} to {}")
    BUY = Block("buy a card", of("card", 25))
    LOOK = Block("look", of("seat", 2, first=1), "look at seat {}")


SETUP: Any = SimpleNamespace(actions=Actions(Act.blocks()), action_names=Actions(Act.blocks()).names)
GUARDS = [Act.GUARD + 5 * a + b for a in range(5) for b in range(5) if a != b]


def menu(actions: list[int]) -> Menu:
    return Menu(SETUP, {action: f"{SETUP.action_names[action]} (1 Bond)" for action in actions})


def test_a_short_menu_has_a_line_for_every_action():
    short = [Act.DONE, *GUARDS[: LONG - 1]]
    assert menu(short).entries(short) == [f"{SETUP.action_names[action]} (1 Bond)" for action in short]


def test_a_long_menu_asks_what_is_named_first_and_then_the_rest():
    asked = [Act.DONE, *GUARDS]
    shown = menu(asked)
    assert shown.entries(asked)[:3] == [
        "done (1 Bond)",
        "Guard from art to ... (4: harbour, science, square, ...)",
        "Guard from harbour to ... (4: art, science, square, ...)",
    ]
    from_harbour = shown.chosen("3", asked)
    assert from_harbour == GUARDS[4:8]
    assert shown.chosen("2", from_harbour) == [GUARDS[5]]
    assert shown.chosen("7", asked) == [] == shown.chosen("0", asked) == shown.chosen("1" * 5000, asked)


def test_a_menu_that_is_still_long_puts_whole_blocks_on_a_line():
    asked = [Act.DONE, *GUARDS, *range(Act.BUY, Act.LOOK + 2)]
    shown = menu(asked)
    entries = shown.entries(asked)
    assert entries[0] == "done (1 Bond)"
    assert entries[-3:] == ["buy a card ... (25: 0, 1, 2, ...)", "look at seat 1 (1 Bond)", "look at seat 2 (1 Bond)"]
    cards = shown.chosen(str(len(entries) - 2), asked)
    assert cards == list(range(Act.BUY, Act.LOOK))
    assert len(shown.entries(cards)) == 25, "nothing would be left to tell them apart"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("g art sci", ["Guard from art to science"]),
        ("G  SCI art", ["Guard from science to art"]),
        ("guard from science to art (1 bond)", ["Guard from science to art"]),
        ("art harb", ["Guard from art to harbour"]),
        ("d", ["done"]),
        ("tow a", ["Guard from the tower to art"]),
        ("art s", ["Guard from art to science", "Guard from art to square"]),
        ("sci sci", []),
        ("guard from art", [f"Guard from art to {town}" for town in ("harbour", "science", "square", "the tower")]),
        ("castle", []),
        ("", []),
    ],
)
def test_words_are_shortened(line, meant):
    asked = [Act.DONE, *GUARDS]
    assert [SETUP.action_names[action] for action in menu(asked).chosen(line, asked)] == meant


def test_words_choose_among_what_is_shown_first_and_else_among_all():
    shown = menu([Act.DONE, *GUARDS])
    assert shown.chosen("sci", GUARDS[:4]) == [GUARDS[1]]
    assert shown.chosen("done", GUARDS[:4]) == [Act.DONE]


def test_a_game_with_names_only_has_one_list():
    asked = list(range(25))
    plain: Any = SimpleNamespace(actions=None, action_names=[f"column {number}" for number in asked])
    assert len(Menu(plain, dict(enumerate(plain.action_names))).entries(asked)) == 25


def test_a_person_is_asked_in_steps_and_may_go_back(monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    setup = get_game("great_machine").setup()
    tables = Tables(setup, 1, seed=3)
    while tables.masks[0].sum() < 90:
        tables.step(tables.masks.argmax(axis=1))
    typed, told = iter(["guard from art", "", "guard from sci", "2", "q"]), []
    agent = HumanAgent(setup, read=lambda prompt: next(typed), write=told.append)
    [action] = agent.act(View.of(tables))
    assert setup.action_names[action] == "Guard from Science to Commerce" and next(typed) == "q"
    assert [line for line in told if line.startswith("'")] == [
        "'guard from art' may mean: (Enter goes back)",
        "'guard from sci' may mean: (Enter goes back)",
    ]
    done = "   1  ends the Great Machine Phase, keeping 6 Bonds"
    assert told.count(done) == 2, "the menu stands there again for who goes back"
    assert told.count(setup.text(tables.states, int(tables.seats[0]))) == 1, "the table does not"
