"""Comrade's heuristic: legal and blind in every phase of every variant, and stronger than chance in both roles."""

from __future__ import annotations

import numpy as np
import pytest
from comrade.positions import Position
from heuristic_games import Shown

from cogitable.agents.base import Agent, View
from cogitable.agents.factory import make_agent
from cogitable.agents.heuristic import HeuristicAgent
from cogitable.agents.random_agent import RandomAgent
from cogitable.envs.comrade import GAME, awareness, posterior
from cogitable.envs.comrade.rules.state import Act, Phase, Winner, Word
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized
from cogitable.training.measure.match import play_match

SETUPS = [
    GAME.setup(num_players=n, everyone_gives=everyone, claims=claims)
    for n, everyone, claims in [
        (5, False, False),
        (6, True, True),
        (7, False, True),
        (8, True, False),
        (9, False, False),
        (10, True, True),
    ]
]
every_variant = pytest.mark.parametrize(
    "setup", SETUPS, ids=lambda s: f"{s.num_seats}{'-all' * s.options.everyone_gives}{'-claims' * s.options.claims}"
)


def positions(setup: Setup, count: int, decisions: int):
    """Yield tables in games that are half the heuristic's, half random with many committees."""
    tables = Tables(setup, count, seed=11)
    heuristic, random, rng = HeuristicAgent(setup, 1), RandomAgent(setup, 2), np.random.default_rng(3)
    for _ in range(decisions):
        yield tables
        view = View.of(tables)
        actions = np.where(rng.random(count) < 0.5, heuristic.act(view), random.act(view))
        daring = (tables.states["phase"] == Phase.VOTE) & (rng.random(count) < 0.7)
        tables.step(np.where(daring, Act.FREEDOM, actions))


def view_on(tables: Tables, states: np.ndarray) -> View:
    """What the seats to move see, with other states behind it."""
    return View(tables.setup, tables.observations, tables.masks, tables.seats, states)


def alter(setup: Setup, states: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Redraw all that the seats to move cannot know, and spoil what the others believe."""
    redrawn = determinized(setup, states, words)
    redrawn["rng"] = states["rng"]
    for row, seat in enumerate(states["seat"]):
        others = np.arange(GAME.max_seats) != seat
        redrawn["pairs"][row, others] = redrawn["aware"][row, others] = np.nan
    return redrawn


def hidden(states: np.ndarray) -> np.ndarray:
    return np.stack([states[name] for name in ("dissident", "informer", "word", "knowers")], axis=1)


@pytest.mark.often("6-all-claims", "9")
@every_variant
def test_it_is_legal_and_blind_in_every_phase_at_every_seat(setup):
    """Its choice is the same for the truth and for whatever the seat holds possible, and leaves the position alone."""
    agent, words = HeuristicAgent(setup, 1), seed_words(5)[0]
    met, changed = set(), 0
    for tables in positions(setup, 40, 160):
        altered = alter(setup, tables.states, words)
        changed += (hidden(altered) != hidden(tables.states)).any(axis=1).sum()
        true, other = agent.act(Shown(tables, tables.states)), agent.act(Shown(tables, altered))
        assert (true == other).all()
        assert (tables.masks[np.arange(40), true] == 1).all()
        met |= set(zip(tables.states["phase"].tolist(), tables.seats.tolist(), strict=True))
    assert changed > 3000
    options = setup.options
    asked = {"claim": options.claims, Phase.GIVE.text: options.everyone_gives}
    phases = [number for number, name in enumerate(texts(Phase)) if asked.get(name, True)]
    assert met == {(phase, seat) for phase in phases for seat in range(setup.num_seats)}


def test_beliefs_worked_out_from_the_log_lead_to_the_same_choices():
    agent, same, asked = HeuristicAgent(SETUPS[2], 1), 0, 0
    for tables in positions(SETUPS[2], 40, 100):
        forgetful = tables.states.copy()
        forgetful["fresh"], forgetful["pairs"], forgetful["aware"] = 0, np.nan, np.nan
        choices = agent.act(Shown(tables, tables.states)), agent.act(Shown(tables, forgetful))
        same += (choices[0] == choices[1]).sum()
        asked += 40
    assert same >= asked - 4  # the last bits of weights may differ


@pytest.mark.parametrize("spec", ["search:simulations=24", "search:simulations=24,rollouts=heuristic"])
def test_search_is_as_blind(spec):
    setup = SETUPS[0]
    words, changed = seed_words(6)[0], 0
    for number, tables in enumerate(positions(setup, 8, 60)):
        altered = alter(setup, tables.states, words)
        altered["rng"] = determinized(setup, tables.states, words)["rng"]  # the true generator is hidden as well
        changed += (hidden(altered) != hidden(tables.states)).any(axis=1).sum()
        first, second = (
            make_agent(spec, setup, seed=number).analyse(view_on(tables, states)) for states in (tables.states, altered)
        )
        assert (first.visits == second.visits).all()
        assert np.array_equal(first.values, second.values, equal_nan=True)
    assert changed > 200


def chosen(position: Position) -> str:
    """Return the name of what the heuristic chooses."""
    action = HeuristicAgent(position.setup, 1).act(View.of(position.tables))[0]
    return position.setup.action_names[action]


def on_its_own(position: Position, *phases: str) -> Position:
    """Let the heuristic choose as long as one of these phases lasts."""
    while position.phase in phases and not position.state.over:
        position.play(chosen(position))
    return position


@pytest.mark.parametrize("dissident", [2, 3, 4])
def test_the_informer_looks_at_the_dissident_it_knows(dissident):
    position = Position(5, dissident=dissident, informer=1, chairman=0)
    position.call(2, 3, 4).vote().play("glasnost", "glasnost", "glasnost")  # lost, and the dissident is shown
    assert (position.phase, position.seat) == ("interrogate", 1)
    assert chosen(position) == f"interrogate +{dissident - 1}"
    assert on_its_own(position, "interrogate").state.winner == Winner.INFORMER


def test_a_comrade_that_knows_the_informer_blocks_it():
    position = Position(6, dissident=0, informer=3, chairman=5)
    position.call(1, 2, 3).vote().play("glasnost", "glasnost", "glasnost").give((0, 4))
    assert position.seat == 1
    assert chosen(position) == "interrogate +2"  # the informer at seat 3 is passed over with two cards


def own_games(n: int, count: int, decisions: int):
    """Yield tables at which the heuristic plays every seat, with its choices."""
    setup = GAME.setup(num_players=n)
    tables, agent = Tables(setup, count, seed=21), HeuristicAgent(setup, 1)
    for _ in range(decisions):
        actions = agent.act(View.of(tables))
        yield tables, actions
        tables.step(actions)


def chance_to_win(tables: Tables) -> np.ndarray:
    """Chance that the seats to move give to a committee of those called in which each votes for what it knows."""
    n, states, seats = tables.setup.num_seats, tables.states, tables.seats.astype(np.int64)
    pair = posterior(tables.setup, states, seats).sum(axis=3)
    knows = awareness(tables.setup, states, seats)
    called = states["turns"]["called"][np.arange(len(states)), states["turn"]]
    voting = called.astype(np.int64)[:, None] >> np.arange(n) & 1 == 1
    harmless = np.where(voting[:, :, None] | voting[:, None, :], 0, pair).sum(axis=(1, 2))
    return harmless * np.where(voting, 0.5 + 0.5 * knows, 1).prod(axis=1)


def test_comrades_vote_for_freedom_where_they_may_well_win_and_say_the_word_they_know():
    probable, said = 0, 0
    for tables, actions in own_games(10, 200, 250):
        names = np.array(tables.setup.action_names)[actions]
        phases = np.array(texts(Phase))[tables.states["phase"]]
        comrade = (tables.states["dissident"] != tables.seats) & (tables.states["informer"] != tables.seats)
        likely = (phases == "secret vote") & (chance_to_win(tables) > 0.4) & comrade
        assert (names[likely] == "vote for freedom").all()
        probable += likely.sum()
        knows = tables.states["knowers"].astype(np.int64) >> tables.seats & 1 == 1
        speak = (phases == "committee") & knows
        assert (names[speak] == np.array(texts(Word))[tables.states["word"]][speak]).all()
        said += speak.sum()
    assert min(probable, said) > 50


def test_the_dissident_always_and_everybody_at_first_votes_for_the_party():
    asked = 0
    for tables, actions in own_games(7, 100, 150):
        states, seats = tables.states, tables.seats
        wary = (states["dissident"] == seats) | ((states["turn"] == 0) & (states["informer"] != seats))
        wary &= states["phase"] == Phase.VOTE
        assert (np.array(tables.setup.action_names)[actions[wary]] == "vote for the party").all()
        asked += wary.sum()
    assert asked > 500


def play_roles(n: int, games: int, by_informer: type[Agent], by_others: type[Agent]) -> float:
    """Return the informer's share of games where the holder of its card plays by one agent, the others by another."""
    setup = GAME.setup(num_players=n)
    tables = Tables(setup, games, seed=8, auto_reset=False)
    agents = by_informer(setup, 1), by_others(setup, 2)
    while (rows := np.flatnonzero(tables.states["over"] == 0)).size:
        actions, view = np.zeros(games, np.int64), View.of(tables, rows)
        hunting = tables.states["informer"][rows] == tables.seats[rows]
        actions[rows] = np.where(hunting, agents[0].act(view), agents[1].act(view))
        tables.step(actions)
    return float((tables.states["winner"] == Winner.INFORMER).mean())


@pytest.mark.parametrize("n", [7, pytest.param(10, marks=pytest.mark.long)])
def test_it_plays_either_role_better_than_chance(n):
    games = 500  # three standard errors of a share are at most 0.068
    won = {
        (hunter, other): play_roles(n, games, hunter, other)
        for hunter, other in (
            (HeuristicAgent, HeuristicAgent),
            (HeuristicAgent, RandomAgent),
            (RandomAgent, HeuristicAgent),
        )
    }
    assert won[HeuristicAgent, HeuristicAgent] < won[HeuristicAgent, RandomAgent] - 0.15
    assert won[RandomAgent, HeuristicAgent] < won[HeuristicAgent, HeuristicAgent] - 0.1


@pytest.mark.often("5-0.08", "7-0.06")
@pytest.mark.parametrize(("n", "margin"), [(5, 0.08), (7, 0.06), (10, 0.04)])
def test_one_among_random_players_earns_more(n, margin):
    setup, deals = GAME.setup(num_players=n), 1200 // n
    seating = np.tile(1 - np.eye(n, dtype=np.int64), (deals, 1))
    agents = [HeuristicAgent(setup, 1), RandomAgent(setup, 2)]
    result = play_match(setup, agents, seating, np.repeat(np.arange(deals), n), agent_seed=4)
    assert result.returns[seating == 0].mean() > margin
    assert (result.returns[seating == 0] > 0).mean() > (result.returns[seating == 1] > 0).mean() + margin
