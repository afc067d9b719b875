"""Players of TextArena, with the real package, play games in words: `make test-text`."""

from __future__ import annotations

import re

import pytest
from chat_server import chat_server

import connect_four
from cogitable.envs.table.text.env import TextEnv

ta = pytest.importorskip("textarena")
AnswerTokenAgentWrapper = pytest.importorskip("textarena.agents.wrappers").AnswerTokenAgentWrapper


def last_of(text: str) -> str:
    return re.findall(r"^\d+\. (.*)$", text, re.MULTILINE)[-1]


class Last(ta.Agent):
    """Takes the last action of the list, in TextArena's brackets."""

    system_prompt = "You are a player. "

    def __call__(self, observation: str) -> str:
        return f"I think so. Final Answer [{last_of(observation)}]"


def play(env, players, seed=3):
    """TextArena's own loop."""
    env.reset(num_players=len(players), seed=seed)
    done = False
    while not done:
        player_id, observation = env.get_observation()
        done, step_info = env.step(action=players[player_id](observation))
    return env.close()


def test_its_agents_and_wrappers_play():
    env = ta.Wrapper(TextEnv(connect_four.GAME))
    rewards, info = play(env, {0: AnswerTokenAgentWrapper(Last()), 1: Last()})
    assert set(rewards) == {0, 1} and sum(rewards.values()) == 0
    assert not any(info[player]["illegal"] or info[player]["unreadable"] for player in (0, 1))
    assert info[0]["turn_count"] >= 4


def test_its_player_behind_an_endpoint_plays():
    with chat_server(lambda body: f"ACTION: {last_of(body['messages'][-1]['content'])}") as server:
        pytest.importorskip("openai")
        player = ta.agents.OpenAIAgent("test", api_key="none", base_url=server.url)
        rewards, info = play(TextEnv(connect_four.GAME), {0: player, 1: Last()})
    assert len(server.asked) == info[0]["turn_count"] >= 3
    assert sum(rewards.values()) == 0


def test_conventions_are_those_of_its_environments():
    assert {"reset", "step", "get_observation", "close"} <= set(dir(TextEnv))
    theirs = ta.make("TicTacToe-v0-raw")
    theirs.reset(num_players=2, seed=1)
    ours = TextEnv(connect_four.GAME, allowance=0)
    ours.reset(num_players=2, seed=1)
    for env in (theirs, ours):
        player, _ = env.get_observation()
        assert player == 0
    done, _ = ours.step("nonsense")
    rewards, info = ours.close()
    assert done and set(info[0]) >= {"role", "invalid_move", "turn_count"} <= set(theirs.state.game_info[0])
    assert rewards[0] < rewards[1]
