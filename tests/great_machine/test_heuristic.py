"""The heuristics of City of the Great Machine: legal, no wiser than their seat, and right where one sees what is."""

from __future__ import annotations

import numpy as np
import pytest
from great_machine.positions import Position, lay_out
from heuristic_games import Shown, positions

from cogitable.agents.heuristic import HeuristicAgent, choose_many
from cogitable.agents.heuristics.city.worth import MACHINE_WEIGHTS, NUM_NOTES, ODDS_SHAPE, SHEET_SHAPE, Note, Outlook
from cogitable.agents.heuristics.great_machine.hunt import event_of_guard
from cogitable.agents.heuristics.great_machine.places import are_together
from cogitable.agents.random_agent import RandomAgent
from cogitable.envs.city.rules.state import Ask, District
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules.state import NUM_QUESTIONS
from cogitable.envs.table import Setup
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized
from cogitable.training.measure.match import deal_seeds, play_match

SETUPS = {
    "four seats": GAME.setup(),
    "two seats, advised": GAME.setup(num_players=2, city="advised"),
    "three seats, help": GAME.setup(num_players=3, help_heroes=True, reconsider=True, city="special 3"),
    "confrontation": GAME.setup(city="confrontation", heroes="chosen"),
}
every_setup = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
HIDDEN = ("citizens", "cards", "chosen", "hand")


@every_setup
def test_it_is_legal_and_blind(setup):
    """Its choice is legal, and the same for the true state as for any redrawing of what the seat cannot know."""
    agent, words = HeuristicAgent(setup, 1), seed_words(5)[0]
    changed = decisions = 0
    for tables in positions(setup, 60, 250):
        redrawn = determinized(setup, tables.states, words)
        redrawn["rng"] = tables.states["rng"]
        parts = [(redrawn[name] != tables.states[name]).reshape(60, -1).any(axis=1) for name in HIDDEN]
        changed += np.any(parts, axis=0).sum()
        decisions += 60
        true, other = agent.act(Shown(tables, tables.states)), agent.act(Shown(tables, redrawn))
        assert tables.masks[np.arange(60), true].all()
        assert (true == other).all()
    assert changed > decisions / 2


def test_it_is_asked_nearly_everything():
    """Only what the Directives and City Events of a few hundred games leave out."""
    seen = set()
    for setup in SETUPS.values():
        for tables in positions(setup, 80, 400):
            seen.update(tables.states["ask"].tolist())
    missing = {Ask(ask).text for ask in set(range(1, NUM_QUESTIONS)) - seen}
    assert len(missing) <= 2, missing


def machine_wins(setup: Setup, machine: type, heroes: type, games: int) -> float:
    """Return how often the Machine wins, all Revolutionaries being of one kind."""
    seating = np.tile([0] + [1] * (setup.num_seats - 1), (games, 1))
    result = play_match(setup, [machine(setup, 1), heroes(setup, 2)], seating, deal_seeds(8, games), agent_seed=4)
    assert not result.truncated.any()
    return float((result.returns[:, 0] > 0).mean())


@every_setup
def test_each_side_beats_random_play(setup):
    assert machine_wins(setup, HeuristicAgent, RandomAgent, 100) == 1.0
    assert machine_wins(setup, RandomAgent, HeuristicAgent, 100) < 0.1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_sides_win_among_themselves(seats):
    share = machine_wins(GAME.setup(num_players=seats), HeuristicAgent, HeuristicAgent, 200)
    assert 0.2 < share < 0.8


# Positions


def answer(table: Position) -> str:
    """Return what the heuristic does in a position, in words."""
    actions = np.zeros(1, np.int64)
    HeuristicAgent(table.setup, 1)  # loads the heuristic
    GAME.kernel(choose_many)(table.setup.record, table.states.copy(), table.mask()[None], actions)
    return table._words(int(actions[0]))


def deeds(table: Position) -> list[str]:
    """Let the Machine's heuristic carry out its phase; return all that it does."""
    done = []
    while table.asked == "Machine: Machine's deeds":
        done.append(answer(table))
        table.do(f"Machine: {done[-1]}")
    return done


RIPE = "identified Artist, identified Artist, identified Scientist, identified Scientist"


def test_heroes_take_a_sure_riot():
    table = lay_out(phase="Heroes", first="Fowler", citizens={"Commerce": RIPE}, guards={"Commerce": 2}, slot=7)
    assert answer(table) == "start a riot"


def test_heroes_start_no_hopeless_riot():
    table = lay_out(
        phase="Heroes",
        first="Fowler",
        citizens={"Commerce": "identified Noble, identified Noble, identified Traitor, identified Artist"},
        guards={"Commerce": 2},
        trust={"Fowler": 7},
        slot=4,
    )
    assert answer(table) != "start a riot"


def test_a_ripe_district_draws_the_heroes():
    """They go where a Riot is sure, or two Guards more would not stop it."""
    table = lay_out(
        phase="Access",
        citizens={"Commerce": RIPE},
        guards={"Commerce": 0},
        at={"Fowler": "Commerce", "Actress": "Art", "Artificer": "Science"},
        trust={"Fowler": 5, "Actress": 5, "Artificer": 5},
        slot=7,
    )
    table.do(f"Fowler: {answer(table)}")
    table.do(f"Actress: {answer(table)}")
    table.do(f"Artificer: {answer(table)}")
    assert 1 in table.state.chosen.tolist()  # Commerce


def test_the_machine_advances_to_twelve():
    """With the plan at XI it never lets a detained Hero's turn end instead."""
    table = lay_out(
        phase="Heroes",
        first="Actress",
        raids=("Art",),
        citizens={"Art": RIPE},
        guards={"Art": 0},
        servants=("Art", "Grand Citadel", "Grand Citadel"),
        plan=11,
        slot=7,
    )
    assert table.asked == "Machine: how to detain"
    table.do(f"Machine: {answer(table)}")
    assert table.winner == "Machine"


def test_the_machine_stops_the_last_riot():
    """A Hero about to win the game by a Riot is detained for good."""
    table = lay_out(
        phase="Heroes",
        first="Fowler",
        raids=("Commerce",),
        citizens={"Commerce": RIPE.replace("identified", "revealed")},
        guards={"Commerce": 0},
        riots=("Art", "Science"),
        trust={"Fowler": 5},
        plan=6,
        slot=7,
    )
    assert table.asked == "Machine: how to detain"
    assert answer(table) in ("detain: No Trust!", "detain: No Access!")


def test_the_machine_takes_a_last_access_card_whatever_the_trust_is_worth():
    """That wins the game at once."""
    lost = ("Art", "Industrial", "Science", "Velvet", "Grand Citadel", "Tower", "Control Nexus", "Square")
    table = lay_out(
        phase="Heroes", first="Fowler", raids=("Commerce",), trust={"Fowler": 7}, lost={"Fowler": lost}, plan=5
    )
    assert table.asked == "Machine: how to detain"
    table.do(f"Machine: {answer(table)}")
    assert table.winner == "Machine"


def test_a_guard_is_worth_nothing_to_citywide_maintenance_where_a_raid_or_riot_is():
    """Such Districts do not count as those without Guards."""
    for taken in ({}, {"raids": ("Art",)}, {"riots": ("Art",)}):
        table = lay_out(phase="Machine", event="Citywide Maintenance", week=7, guards={"Art": 1}, **taken)
        outlook = Outlook(MACHINE_WEIGHTS, np.zeros(NUM_NOTES), np.zeros(SHEET_SHAPE), np.zeros(ODDS_SHAPE))
        outlook.notes[Note.STEP] = 1.0
        found = event_of_guard(outlook, table.state, District.ART, -1)
        assert found == 0 if taken else found > 0


def test_the_machine_pays_for_its_plan():
    table = lay_out(
        phase="Closing", event="Order vs. Disorder", bonds=9, week=7, at={"Actress": "Art"}, citizens={"Art": RIPE}
    )
    assert table.asked == "Machine: Bonds for the Master Plan"
    assert answer(table) == "yes"


def test_the_machine_raids_where_a_hero_must_be():
    """A Hero who holds but one card goes there."""
    lost = ("Art", "Industrial", "Science", "Velvet", "Grand Citadel", "Tower", "Control Nexus", "Square")
    table = lay_out(
        phase="Machine",
        at={"Fowler": "Velvet", "Actress": "Art", "Artificer": "Science"},
        goes={"Fowler": "Commerce"},
        lost={"Fowler": lost},
        bonds=10,
    )
    deeds(table)
    assert "Commerce" in table.raids


def test_the_machine_does_not_raid_against_its_event():
    table = lay_out(phase="Machine", event="Down by Law", bonds=4, week=7, servants=("Square", "Tower", "Velvet"))
    deeds(table)
    assert not table.raids


def test_servants_meet_for_concentration_of_force():
    table = lay_out(phase="Machine", event="Concentration of Force", bonds=8, servants=("Art", "Art", "Science"))
    deeds(table)
    assert len(set(table.state.servants.tolist())) == 1


def test_the_machine_guards_a_ripe_district():
    table = lay_out(
        phase="Machine",
        citizens={"Art": RIPE.replace("identified", "revealed")},
        guards={"Art": 2},
        at={"Actress": "Art"},
        goes={"Actress": "Art"},
        slot=7,
        bonds=4,
    )
    deeds(table)
    assert table.guards("Art") == 4 or "Art" in table.raids


def test_heroes_pay_the_judges_together():
    """Five Trust are found, and no more are pledged."""
    table = lay_out(
        phase="Closing",
        event="Win over the Judges",
        trust={"Fowler": 3, "Actress": 4, "Artificer": 1},
        lost={"Fowler": ("Tower",), "Actress": ("Tower",), "Artificer": ("Tower",)},
    )
    while not table.state.over and table.asked.endswith(("Access card from the judges", "Trust to pledge")):
        table.do(f"{table.asked_side}: {answer(table) if 'pledge' in table.asked else 'done'}")
    assert table.plan == 3


def answers(table: Position, side: str) -> None:
    """Let the heuristic answer as long as one side is asked about places."""
    while table.asked_side == side and table.asked.split(": ")[1] in PLACES:
        table.do(f"{side}: {answer(table)}")


PLACES = {"District to move", "District to move for free", "District to lie against", "way to lie"}


@pytest.mark.parametrize("city", ["normal 1", "special 3"])
def test_the_machine_repositions_where_that_advances_the_plan(city):
    """Flying Carpets: the Major Districts are connected afterwards, by whatever move of one of them."""
    servants = ("Control Nexus", "Velvet", "Velvet")
    table = lay_out(phase="Machine", event="Flying Carpets", city=city, servants=servants, bonds=2)
    assert not are_together(table.state)
    assert answer(table) == "Phantasmer: reposition"
    table.do("Machine: Phantasmer: reposition")
    answers(table, "Machine")
    assert are_together(table.state)


def test_heroes_take_the_major_districts_apart():
    table = lay_out(phase="Access", event="Flying Carpets", city="normal 2")
    assert are_together(table.state) and table.asked == "Fowler: District to move for free"
    answers(table, "Fowler")
    assert not are_together(table.state) and table.asked == "Fowler: Access card"


def test_heroes_leave_a_city_as_it_is_that_does_not_help_the_plan():
    table = lay_out(phase="Access", event="Flying Carpets", city="normal 1")
    assert answer(table) == "done"
