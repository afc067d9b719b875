"""A seat of Comrade knows its log and nothing else, and ``state()`` tells all of a position."""

from __future__ import annotations

import numpy as np
import pytest

from cogitable.envs.comrade import GAME
from cogitable.envs.comrade.rules.state import Act
from cogitable.envs.table.conformance import logs
from cogitable.envs.table.conformance.report import Conformance
from cogitable.envs.table.faces.aec import TableEnv, raw_env

OPTIONS = [
    {"num_players": 5},
    {"num_players": 6, "everyone_gives": True},
    {"num_players": 7, "claims": True},
    {"num_players": 10, "claims": True, "everyone_gives": True},
    {"num_players": 5, "max_turns": 2},
]


def conform(options: dict, seeds: range, decisions: int) -> Conformance:
    setup, report = GAME.setup(**options), Conformance()
    for seed in seeds:
        logs.check(setup, seed, decisions, report)
    return report


@pytest.mark.often(3)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_log_is_what_a_seat_can_know(options):
    report = conform(options, range(2), 10)
    assert report.pairs > 75 and report.alike_for > report.pairs and report.distributions > 5


@pytest.mark.long
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_log_is_what_a_seat_can_know_in_many_games(options):
    assert conform(options, range(2, 6), 150).pairs > 2000


def after(seed: int, actions: list[int], **options) -> np.ndarray:
    """Return ``state()`` after some actions."""
    env = raw_env(GAME, **options)
    env.reset(seed)
    for action in actions:
        env.step(action)
    return env.state()


def test_state_tells_what_has_been_claimed():
    nothing, dissident = (after(1, [action], num_players=5, claims=True) for action in (40, 45))
    assert (nothing != dissident).any()


def test_state_tells_who_will_be_given_a_card():
    before = [Act.CALL + 2, Act.FREEDOM, Act.FREEDOM, Act.PARTY, Act.INTERROGATE + 1, Act.INTERROGATE + 1]
    one, other = (after(0, [*before, Act.INTERROGATE + last], num_players=6, everyone_gives=True) for last in (3, 4))
    layout = GAME.setup(num_players=6, everyone_gives=True).full_layout
    assert (layout.split(one)["receiver"] != layout.split(other)["receiver"]).any()


@pytest.mark.often(3)
@pytest.mark.parametrize("options", OPTIONS[:4], ids=str)
def test_state_has_all_that_seats_observe(options):
    """Whoever has it needs no observation besides: its beliefs are those observed, of each seat in its place."""
    env, rng, compared = raw_env(GAME, **options), np.random.default_rng(5), 0
    for seed in range(4):
        env.reset(seed)
        while not (any(env.terminations.values()) or any(env.truncations.values())):
            compared += _compare_beliefs(env)
            env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert compared > 300


def _compare_beliefs(env: TableEnv) -> int:
    n, full = env.num_agents, env.setup.full_layout.split(env.state())
    for seat, agent in enumerate(env.agents):
        seen = env.setup.layout.split(env.observe(agent)["observation"])
        pair = np.roll(full["posterior"][seat, :n, :n], (-seat, -seat), (0, 1))
        np.testing.assert_allclose(seen["posterior"][:n, :n], pair, atol=1e-6)
        knows = np.einsum("di,dik->k", full["posterior"][seat], full["awareness"][seat])[:n]
        knows[seat] = full["knows the word"][seat]
        np.testing.assert_allclose(seen["seats"][:n, -1], np.roll(knows, -seat), atol=1e-6)
        assert (seen["memory"] == full["memory"][seat]).all()
    return n
