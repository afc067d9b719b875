"""City of the Great Machine in random play, decision by decision beside its plain-Python reference."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from great_machine.random_positions import any_position
from great_machine.reference.boards import CROWDED, LAVISH
from great_machine.side_by_side import Beside, play_on

from cogitable.envs.city.rules.state import NUM_HEROES, Act, Ask, Event
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules import state as s
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.named import texts

MAJORS_TOGETHER = ("Art Art Com Com", "GC GC CN CN", "CS CS Tow Tow", "Ind Ind Sci Sci", ".. Vel Vel ..")
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"num_players": 2, "city": "normal 2", "repositioning": "laid"},
    {"num_players": 3, "city": "special 3", "heroes": "chosen"},
    {"city": "special 4", "revolutionaries": 1, "master_plan": 1},
    {"num_players": 2, "city": "special 5", "heroes": "chosen", "reconsider": True},
    {"num_players": 3, "city": "special 6", "heroes": ("Physician", "Veteran", "Fowler")},
    {"city": "random", "heroes": ("Vagabond", "Artificer", "Actress"), "help_heroes": True},
    {"num_players": 2, "city": "advised", "master_plan": 2},
    {"city": "confrontation"},
    {"num_players": 2, "city": "confrontation", "heroes": "chosen"},
    {"board": CROWDED, "num_players": 3},
    {"board": LAVISH, "city": "random"},
)
CHANGED: tuple[dict[str, Any], ...] = (
    {"heroes": ("Veteran", "Fowler", "Actress"), "help_heroes": True, "master_plan": 1},
    {"heroes": ("Vagabond", "Artificer", "Physician"), "num_players": 3, "city": "random"},
    {"heroes": ("Veteran", "Vagabond", "Physician"), "num_players": 2, "city": "advised", "reconsider": True},
    {"heroes": ("Fowler", "Actress", "Artificer"), "city": MAJORS_TOGETHER},
    {"board": CROWDED, "help_heroes": True, "heroes": ("Fowler", "Actress", "Physician")},
    {"board": LAVISH, "num_players": 3},
)
ASKED_BY_EVENTS = {
    "Win over the Judges": {"Access card from the judges", "Trust to pledge"},
    "Join Our Side!": {"Citizen to win over"},
    "Ostentatious Amnesty": {"Citizens to set free", "District for a returned Citizen"},
    "Bread and Circuses": {"Bonds against Discontent"},
    "House-to-House Searches": {"District to reveal in", "Citizen to reveal"},
    "Liberty of Trade": {"Directives to trade"},
    "Open Your Mind": {"Citizen to expose", "Bonds for the Master Plan"},
    "Order vs. Disorder": {"Bonds for the Master Plan"},
}
YES_OR_NO = (
    *("Bonds against Discontent", "Trust for the Assault die", "another Citizen to identify", "Bonds to provoke"),
    *("Citizen to win over", "Citizens to set free", "Bonds for the Master Plan"),
)
MOST_POSITIONS = 500
TELLING = (2, 3, 15, 20, 24, 49, 50, 55, 61, 67, 73, 107, 132, 144, 177, 178, 190, 224, 252, 294, 361)
"""Positions that between them have nearly everything; as the rules change, others may, and are looked for."""
BEFORE_THE_FIRST_ROUND = {"nothing", "pile to draw a District from", "Hero to play"}


@cache
def setup_of(number: int) -> Setup:
    return GAME.setup(**CHANGED[number])


def made_up(seed: int, met: Counter, event: str | None = None, **limits: int) -> None:
    """Play on from a made-up position."""
    setup, rng = setup_of(seed % len(CHANGED)), np.random.default_rng(seed)
    play_on(Beside(setup, any_position(setup, seed, event)), rng, met, **limits)


@pytest.mark.often(5)
@pytest.mark.parametrize("options", TABLES, ids=lambda o: "-".join(str(v)[:20] for v in o.values()) or "standard")
def test_whole_games_are_those_of_the_reference(options):
    setup, met = GAME.setup(**options), Counter()
    rng = np.random.default_rng(len(options))
    for states in Tables(setup, 3, seed=3, auto_reset=False).states.reshape(3, 1):
        play_on(Beside(setup, states), rng, met, limit=250)
    assert met["winner", "Machine"]
    wanted = {"Hero to play"} if options.get("heroes") == "chosen" else set()
    wanted |= BEFORE_THE_FIRST_ROUND - {"nothing", "Hero to play"} if options.get("city") == "confrontation" else set()
    assert wanted <= {what for what, _ in met}


@pytest.mark.often(4)
@pytest.mark.parametrize("event", texts(Event))
def test_rounds_of_every_city_event_are_those_of_the_reference(event):
    met: Counter = Counter()
    for seed in range(24):
        made_up(seed + 100 * texts(Event).index(event), met, event, limit=80, rounds=1)
    ways = {"advances", "does not advance"} if event != "The Countdown" else {"advances"}
    assert ASKED_BY_EVENTS.get(event, set()) | ways <= {what for name, what in met if name == event}


def test_every_question_and_action_comes_up_beside_the_reference():
    met: Counter = Counter()
    for seed in TELLING:
        found: Counter = Counter()
        made_up(seed, found, Event(seed % len(Event)).text, limit=50)
        met += found
    for seed in range(MOST_POSITIONS):
        if not missing(met):
            break
        made_up(seed, met, Event(seed % len(Event)).text, limit=50)
    assert not missing(met)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 5000, 1000))
def test_many_positions_go_on_as_in_the_reference(first):
    for seed in range(first, first + 1000):
        made_up(seed, Counter(), Event(seed % len(Event)).text, limit=50)


def missing(met: Counter) -> set[Any]:
    """Return the questions, kinds of actions, answers and winners that have not come up yet."""
    found = {what for _, what in met}
    answers = {(question, answer) for question in YES_OR_NO for answer in ("yes", "done")}
    wanted = {*everything(), *texts(Ask)[: s.NUM_QUESTIONS]} - BEFORE_THE_FIRST_ROUND
    return (wanted - found) | ((answers | {("winner", "Machine"), ("winner", "Heroes")}) - met.keys())


def everything() -> list[str]:
    """Return the kinds of actions that must have been taken, by name."""
    names = setup_of(0).action_names
    fixed = [*names[Act.WAY : Act.HERO + NUM_HEROES], *names[Act.ATTACK : Act.AMOUNT + 6]]
    return ["done", "yes", "resettle", "District", "move a Guard", "move a Servant", *texts(s.Deed), *fixed]
