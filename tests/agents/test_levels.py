"""Levels of difficulty: every game has all of them, and they are agents like others."""

from __future__ import annotations

import typing
from itertools import pairwise

import pytest

import connect_four
from cogitable.agents.factory import LevelOptions, level_spec, make_agent
from cogitable.agents.guided.agent import GuidedAgent
from cogitable.agents.levels import ANY, LADDERS, LEVELS
from cogitable.agents.search.agent import SearchAgent
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import OptionError
from cogitable.training.measure.evaluate import evaluate

CONNECT_FOUR = connect_four.GAME.setup()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_every_level_and_no_two_are_alike(game):
    setup = get_game(game).setup()
    specs = [level_spec(level, setup) for level in LEVELS]
    assert len(set(specs)) == len(LEVELS)
    for spec, level in zip(specs, LEVELS, strict=True):
        assert type(make_agent(f"level:{level}", setup, 1)) is type(make_agent(spec, setup, 1))


@pytest.mark.often("cogdrive_neon", "cogs_and_commissars", "great_machine")
@pytest.mark.parametrize("game", ["cogdrive_neon", "brass_empire", "cogs_and_commissars", "great_machine"])
def test_each_of_the_quick_rungs_beats_the_one_below(game):
    """A policy that is trained on makes a better beginner, too, and may overtake the rules of thumb above it."""
    setup = get_game(game).setup(num_players=2)
    for lower, upper in pairwise(("beginner", "casual", "skilled")):
        spec, opponent = (level_spec(level, setup) for level in (upper, lower))
        found = evaluate({"": setup}, lambda one, spec=spec: make_agent(spec, one, seed=1), [opponent], 200, 5)
        assert found[opponent].total.won.low > 0.5, (upper, lower, found[opponent].total.won)


def test_a_game_without_policy_and_heuristic_has_levels_too():
    assert level_spec("beginner", CONNECT_FOUR) == "random"
    assert [level_spec(level, CONNECT_FOUR) for level in LEVELS][-1] == ANY["champion"][-1]


def test_those_who_look_ahead_may_be_given_less_time():
    agent = make_agent("level:champion,seconds=0.25", CONNECT_FOUR)
    assert isinstance(agent, SearchAgent | GuidedAgent) and agent.seconds == 0.25 and agent.simulations == 5000
    assert level_spec("beginner", CONNECT_FOUR, 0.25) == "random"


def test_ladders_name_levels_and_games_that_exist():
    assert LADDERS.keys() <= set(GAMES)
    assert all(ladder.keys() <= LEVELS.keys() for ladder in (ANY, *LADDERS.values()))
    assert tuple(LEVELS) == typing.get_args(LevelOptions.model_fields["name"].annotation) == tuple(ANY)


def test_a_level_that_is_none():
    with pytest.raises(OptionError, match="no level is called 'exprt'.*did you mean 'expert'"):
        level_spec("exprt", CONNECT_FOUR)
    with pytest.raises(OptionError, match="'name' is 'exprt': must be 'beginner'"):
        make_agent("level:exprt", CONNECT_FOUR)
