"""What a program gives to public calls is refused by the library's own errors, before anything is played."""

from __future__ import annotations

import re
from functools import cache, partial

import numpy as np
import pytest

import connect_four
from cogitable.agents.factory import check_agents, level_spec, make_agent, parse_spec
from cogitable.agents.people.hints import adviser, standard_adviser
from cogitable.agents.random_agent import RandomAgent
from cogitable.agents.search.agent import SearchAgent
from cogitable.agents.solo import solo_env
from cogitable.envs import get_game, make
from cogitable.envs.table.conformance import check_game
from cogitable.envs.table.conformance.playthrough import playthrough
from cogitable.envs.table.errors import CogitableError
from cogitable.envs.table.faces import aec, parallel
from cogitable.envs.table.faces.vector import vector_env
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.tables import Tables
from cogitable.training.learn.collecting.table_mix import TableMix
from cogitable.training.learn.config.teaching import QuickSettings, ValueSettings
from cogitable.training.learn.exploiting.best_response import exploiting
from cogitable.training.learn.report.writing import examine
from cogitable.training.measure.arena.arena import Arena
from cogitable.training.measure.arena.schedule import mixed_lineups, schedule
from cogitable.training.measure.balance.balance import balance
from cogitable.training.measure.calibration import calibrate
from cogitable.training.measure.chunks import deal_chunks
from cogitable.training.measure.crossed.crossed import crossed
from cogitable.training.measure.evaluate import evaluate, evaluate_alone
from cogitable.training.measure.habits.compare import compare
from cogitable.training.measure.match import (
    deal_seeds,
    duplicate_seating,
    known_seating,
    play_match,
    reseed,
    swapped_seating,
)
from cogitable.training.measure.policies_played import policies_played
from cogitable.training.measure.record import record
from cogitable.training.measure.sharing.workers import LocalWorkers
from cogitable.training.measure.warm import warm_game, warm_games

GAME = connect_four.GAME
SETUP = GAME.setup()
AGENTS = [RandomAgent(SETUP, 1), RandomAgent(SETUP, 2)]
GAMES = duplicate_seating([0, 1], 2, 1)


@cache
def result():
    """Return what a few games came to; they are played when a test asks."""
    return play_match(SETUP, AGENTS, *GAMES)


def stepped(make_env, *arguments, **keywords):
    """Return what makes an environment and resets it."""
    return lambda seed: make_env(*arguments, **keywords).reset(seed=seed)


def arena(**more):
    return Arena(SETUP, **{"agents": ["random", "search"], "games": 2, **more})


COUNTS = {
    "duplicate_seating deals": lambda n: duplicate_seating([0, 1], n, 1),
    "duplicate_seating lineup": lambda n: duplicate_seating([0, n], 1, 1),
    "swapped_seating seats": lambda n: swapped_seating(n, 1, 1),
    "swapped_seating deals": lambda n: swapped_seating(2, n, 1),
    "deal_seeds deals": lambda n: deal_seeds(1, n),
    "play_match tables": lambda n: play_match(SETUP, AGENTS, *GAMES, n),
    "play_match threads": lambda n: play_match(SETUP, AGENTS, *GAMES, threads=n),
    "score": lambda n: result().score(n),
    "Arena games": lambda n: arena(games=n),
    "balance games": lambda n: balance(SETUP, "random", n),
    "deal_chunks games": lambda n: deal_chunks(n, 1),
    "compare games": lambda n: compare(SETUP, "random", "random", n),
    "compare openings": lambda n: compare(SETUP, "random", "random", 1, openings=n),
    "compare tables": lambda n: compare(SETUP, "random", "random", 1, tables=n),
    "record games": lambda n: record(SETUP, ["random"], n, "nowhere"),
    "evaluate games": lambda n: evaluate({"": SETUP}, lambda setup: AGENTS[0], ["random"], n, 1),
    "evaluate tables": lambda n: evaluate({"": SETUP}, lambda setup: AGENTS[0], ["random"], 2, 1, tables=n),
    "evaluate_alone games": lambda n: evaluate_alone({"": SETUP}, ["random"], n, 1),
    "evaluate_alone tables": lambda n: evaluate_alone({"": SETUP}, ["random"], 2, 1, tables=n),
    "calibrate games": lambda n: calibrate(SETUP, None, AGENTS[0], n),
    "schedule agents": lambda n: schedule(n, 2, 2, 1),
    "schedule seats": lambda n: schedule(2, n, 2, 1),
    "schedule games": lambda n: schedule(2, 2, n, 1),
    "mixed_lineups agents": lambda n: mixed_lineups(n, 3, 2, 1),
    "mixed_lineups seats": lambda n: mixed_lineups(2, n, 2, 1),
    "mixed_lineups count": lambda n: mixed_lineups(2, 3, n, 1),
    "check_game decisions": lambda n: check_game(GAME, decisions=n, uncompiled=0),
    "check_game uncompiled": lambda n: check_game(GAME, decisions=1, uncompiled=n),
    "check_game pictures": lambda n: check_game(GAME, decisions=1, uncompiled=0, pictures=n),
    "playthrough decisions": lambda n: playthrough(SETUP, 1, n),
    "Tables count": lambda n: Tables(SETUP, n),
    "Tables threads": lambda n: Tables(SETUP, 1, threads=n),
    "vector_env num_envs": lambda n: vector_env(GAME, num_envs=n),
    "vector_env threads": lambda n: vector_env(GAME, num_envs=1, threads=n),
    "TableMix count": lambda n: TableMix([SETUP], n),
    "examine games": lambda n: examine("nowhere", games=n),
    "ValueSettings positions": ValueSettings,
    "QuickSettings decisions": QuickSettings,
    "exploiting games": lambda n: exploiting("connect_four", "random", games=n),
    "SearchAgent threads": lambda n: SearchAgent(SETUP, threads=n),
}
"""What takes a count, and no None."""

MAY_BE_NONE = {
    "Arena.run processes": lambda n: arena().run(n),
    "balance processes": lambda n: balance(SETUP, "random", 1, processes=n),
    "record processes": lambda n: record(SETUP, ["random"], 1, "nowhere", processes=n),
    "warm_games processes": lambda n: list(warm_games(["connect_four"], n)),
    "LocalWorkers": LocalWorkers,
    "SearchAgent simulations": lambda n: SearchAgent(SETUP, simulations=n),
    "make_agent seed": lambda n: make_agent("random", SETUP, n),
    "make_agent search seed": lambda n: make_agent("search", SETUP, n),
    "RandomAgent seed": lambda n: RandomAgent(SETUP, n),
    "duplicate_seating seed": lambda n: duplicate_seating([0, 1], 1, n),
    "swapped_seating seed": lambda n: swapped_seating(2, 1, n),
    "deal_seeds seed": lambda n: deal_seeds(n, 1),
    "Tables seed": lambda n: Tables(SETUP, 1, seed=n),
    "Tables.reset seed": lambda n: Tables(SETUP, 1).reset(n),
    "vector reset seed": stepped(vector_env, GAME, num_envs=1),
    "aec reset seed": stepped(aec.env, GAME),
    "parallel reset seed": stepped(parallel.parallel_env, GAME),
    "solo reset seed": stepped(solo_env, GAME, opponents="random"),
    "Replay.of seed": lambda n: Replay.of(SETUP, [], seed=n),
    "TableMix seed": lambda n: TableMix([SETUP], 1, seed=n),
}
"""What takes a count or a seed, or None for what is usual."""

SEEDS = {
    "Arena seed": lambda n: arena(seed=n),
    "balance seed": lambda n: balance(SETUP, "random", 1, n),
    "deal_chunks seed": lambda n: deal_chunks(1, n),
    "compare seed": lambda n: compare(SETUP, "random", "random", 1, seed=n),
    "record seed": lambda n: record(SETUP, ["random"], 1, "nowhere", n),
    "evaluate seed": lambda n: evaluate({"": SETUP}, lambda setup: AGENTS[0], ["random"], 2, n),
    "evaluate_alone seed": lambda n: evaluate_alone({"": SETUP}, ["random"], 2, n),
    "calibrate seed": lambda n: calibrate(SETUP, None, AGENTS[0], 1, seed=n),
    "schedule seed": lambda n: schedule(2, 2, 2, n),
    "mixed_lineups seed": lambda n: mixed_lineups(2, 3, 2, n),
    "check_game seeds": lambda n: check_game(GAME, seeds=[n], decisions=1, uncompiled=0),
    "playthrough seed": lambda n: playthrough(SETUP, n, 1),
    "examine seed": lambda n: examine("nowhere", seed=n),
    "ValueSettings seed": lambda n: ValueSettings(1, seed=n),
    "QuickSettings seed": lambda n: QuickSettings(1, seed=n),
    "adviser seed": lambda n: adviser("search", SETUP, n),
    "standard_adviser seed": lambda n: standard_adviser(SETUP, n),
}
"""What takes a seed, and no None: without one it would not tell the same twice."""

NAMES = {
    "make_agent": lambda name: make_agent(name, SETUP),
    "parse_spec": parse_spec,
    "check_agents": lambda name: check_agents([name], [SETUP]),
    "level_spec": lambda name: level_spec(name, SETUP),
    "adviser": lambda name: adviser(name, SETUP, 1),
    "solo_env": lambda name: solo_env(GAME, opponents=[name]),
    "Arena": lambda name: arena(agents=["random", name]),
    "Arena.against": lambda name: arena().against("random", name),
    "balance": lambda name: balance(SETUP, name, 1),
    "compare agent": lambda name: compare(SETUP, name, "random", 1),
    "compare other": lambda name: compare(SETUP, "random", name, 1),
    "crossed": lambda name: crossed(get_game("comrade").setup(), [name], "party", 1),
    "record": lambda name: record(SETUP, [name], 1, "nowhere"),
    "evaluate": lambda name: evaluate({"": SETUP}, lambda setup: AGENTS[0], [name], 2, 1),
    "evaluate_alone": lambda name: evaluate_alone({"": SETUP}, [name], 2, 1),
    "exploiting": lambda name: exploiting("connect_four", name),
    "policies_played": lambda name: policies_played([SETUP], [name]),
    "get_game": get_game,
    "make": make,
    "exploiting game": lambda name: exploiting(name, "random"),
    "warm_game": warm_game,
    "warm_games": lambda name: list(warm_games([name])),
    "known_seating": known_seating,
    "observation_space": aec.env(GAME).observation_space,
    "action_space": aec.env(GAME).action_space,
}
"""What takes the name of an agent or a game."""

NO_COUNTS = {"float": 1.5, "whole float": 2.0, "bool": True, "negative": -1, "NumPy float": np.float64(2), "text": "2"}
NO_COUNTS |= {"list": [1], "array": np.arange(2)}
NO_NAMES = {"None": None, "number": 3, "bytes": b"random", "list": ["random"], "nothing": "", "unknown": "rndom"}


def each(calls, values):
    return [
        pytest.param(call, value, id=f"{name}-{kind}") for name, call in calls.items() for kind, value in values.items()
    ]


def told(call, value):
    """Return what a call says of a value, which must be one of the library's errors and name the value."""
    with pytest.raises(CogitableError) as error:
        call(value)
    return str(error.value)


@pytest.mark.parametrize(
    ("call", "value"), each(COUNTS | MAY_BE_NONE | SEEDS, NO_COUNTS) + each(COUNTS | SEEDS, {"None": None})
)
def test_what_is_no_count_or_seed_is_refused(call, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = told(call, value)
    assert repr(value) in text or str(value) in text, text
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("call", [COUNTS[name] for name in ("duplicate_seating deals", "swapped_seating deals")])
def test_no_deals_are_no_match(call):
    assert "deals is 0; it must be an integer of at least 1" in told(call, 0)


@pytest.mark.parametrize(("call", "value"), each(NAMES, NO_NAMES))
def test_what_is_no_name_is_refused(call, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told(call, value)
    assert not list(tmp_path.iterdir())


def test_an_agent_that_took_no_seat_has_no_score():
    assert 0 <= result().score(np.int64(1)) <= 1
    assert re.search("agent 7 took no seat in these games; 0 and 1 did", told(result().score, 7))
    nothing = play_match(SETUP, AGENTS, np.zeros((0, 2), np.int64), np.zeros(0, np.int64))
    assert "no games were played" in told(nothing.score, 0)


@pytest.mark.parametrize("value", [value for name, value in NO_COUNTS.items() if name not in ("list",)] + [[1.5], [-1]])
def test_agents_are_seeded_by_one_number_or_several(value):
    for call in (partial(reseed, AGENTS), lambda n: play_match(SETUP, AGENTS, *GAMES, agent_seed=n)):
        assert "must be an integer of at least 0" in told(call, value)
    reseed(AGENTS, [1, np.int64(2)])


def test_numpys_integers_are_counts_and_seeds():
    seating, seeds = duplicate_seating(np.array([0, 1]), np.int64(2), np.uint32(1))
    assert (seating == GAMES[0]).all() and (seeds == GAMES[1]).all()
    again = partial(make_agent, "random", SETUP)
    assert (again(np.uint64(3)).words == again(3).words).all()
