"""Learners that play one side alone: where they sit, when they decide, and against whom."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from games.kuhn_poker import GAME as KUHN
from kuhn_sides import KING, sides_by_card, sides_by_seat

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import PolicyAgent
from cogitable.agents.policy.file import SideInfo, describe, load_policy, save_policy
from cogitable.agents.policy.network import PolicyNetwork
from cogitable.agents.random_agent import RandomAgent
from cogitable.envs import get_game
from cogitable.envs.table import OptionError
from cogitable.envs.table.random import seed_words
from cogitable.training.learn.collecting.opponents import PYTHON, Loops
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.collecting.sides import whole_agent
from cogitable.training.learn.collecting.table_mix import TableMix
from cogitable.training.learn.config.sections import LeagueConfig
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import LATEST, League
from cogitable.training.learn.learner.imitation import Demonstrator
from cogitable.training.learn.run.run import resume, train

SNAPSHOT = 3


@pytest.fixture
def kings(monkeypatch):
    sides_by_card(monkeypatch)


@pytest.fixture
def seats(monkeypatch):
    sides_by_seat(monkeypatch)


def network(setup, bias, seed=0) -> PolicyNetwork:
    """Return a network without hidden layers, of small random weights and a given bias."""
    weights = np.random.default_rng(seed).normal(size=(setup.layout.size, setup.num_actions)) * 0.01
    return PolicyNetwork(((weights.astype(np.float32), np.array(bias, np.float32)),), "relu")


def random_legal(env, generator):
    return (env.action_masks() * generator.random(env.action_masks().shape)).argmax(axis=1)


def make(setup, **config):
    """Return tables of a league with a snapshot, number 3 behind two baselines."""
    league = League((setup,), LeagueConfig(**{"baselines": ("random", "random:"), "latest_share": 0.5, **config}))
    league.refresh(network(setup, np.zeros(setup.num_actions)))
    league.add("snapshot", network(setup, np.zeros(setup.num_actions)), 100)
    return SelfPlayVecEnv((setup,), 40, league, seed=3), league


def test_where_sides_are_seats_the_learner_sits_at_its_own_and_meets_baselines(seats):
    setup = KUHN.setup(num_players=4)
    for side, own in (("first", [0]), ("second", [1, 2, 3])):
        env, _ = make(setup, sides=(side,))
        generator, taken, met = np.random.default_rng(0), set(), {"own": set(), "others": set()}
        env.reset()
        before = env.learner.copy()
        for _ in range(60):
            assert np.isin(env.learner, own).all()
            assert (env.tables.states["seat"] == env.learner).all()
            taken |= set(env.learner.tolist())
            for seat in range(4):
                there = env.opponents[env.learner != seat, seat]
                met["own" if seat in own else "others"] |= set(there.tolist())
            _, _, done, _ = env.step(random_legal(env, generator))
            moved = env.learner[done], before[done]
            np.testing.assert_array_equal(
                *(np.searchsorted(own, moved[0]), (np.searchsorted(own, moved[1]) + 1) % len(own))
            )
            before = env.learner.copy()
        assert taken == set(own)
        assert met["others"] == {1, 2}
        assert met["own"] == (set() if side == "first" else {LATEST, 1, 2, SNAPSHOT})


class Told(RandomAgent):
    """Takes note of the seats at which it was asked and of what was seen there."""

    def __init__(self, setup, seed=None):
        super().__init__(setup, seed)
        self.asked = []

    def act(self, view):
        self.asked += [(int(seat), view.observations[row].copy()) for row, seat in enumerate(view.seats)]
        return super().act(view)


@pytest.mark.parametrize("latest_share", [0.0, 0.5, 1.0])
def test_rivals_are_drawn_by_how_hard_they_are_whatever_share_the_learner_has(seats, latest_share):
    _, league = make(KUHN.setup(num_players=4), sides=("first",), latest_share=latest_share)
    league.record(np.full(200, 2), np.ones(200), np.ones(200))
    drawn = np.bincount(league.draw_rivals((20_000,)), minlength=4) / 20_000
    hard, easy = 0.5**2, (1 - league.opponents[2].win_rate) ** 2
    wanted = np.array([0, hard + 0.02, easy + 0.02, 0])
    np.testing.assert_allclose(drawn, wanted / wanted.sum(), atol=0.015)


def test_where_the_deal_decides_the_learner_decides_on_its_side_alone(kings):
    env, league = make(KUHN.setup(), sides=("king",), others="python:plain_agents:Hash")
    told = Told(env.setups[0], 0)
    assert league.opponents[3].name == "python:plain_agents:Hash"  # it is no baseline, and stands behind them
    league.opponents[3].agents = (told,)
    generator, taken = np.random.default_rng(0), set()
    env.reset()
    for _ in range(50):
        assert (env.tables.observations[:, KING] == 1).all()
        taken |= set(env.learner.tolist())
        env.step(random_legal(env, generator))
    assert taken == {0, 1}
    # the latest and the snapshot know one side alone; somebody else is asked for the other
    assert len(told.asked) > 50
    assert all(seen[KING] == 0 for _, seen in told.asked)
    assert 3 not in set(env.opponents.ravel().tolist())


def test_a_learner_of_sides_that_change_hands_is_asked_while_its_seat_is_on_them():
    setup = get_game("comrade").setup(num_players=5)
    league = League((setup,), LeagueConfig(baselines=("random",), sides=("informer",), latest_share=0.5))
    league.refresh(network(setup, np.zeros(setup.num_actions)))
    env = SelfPlayVecEnv((setup,), 24, league, seed=3)
    generator = np.random.default_rng(0)
    env.reset()
    moved = left = 0
    for _ in range(120):
        np.testing.assert_array_equal(env.tables.states["informer"], env.learner)
        np.testing.assert_array_equal(env.tables.states["seat"], env.learner)
        before = env.learner.copy(), env.tables.states["decisions"].copy()
        _, _, done, infos = env.step(random_legal(env, generator))
        for row in np.flatnonzero(done):
            assert len(infos[row]["terminal_observation"]) == setup.layout.size
            moved += env.learner[row] != before[0][row]
        left += int(((env.tables.states["decisions"] - before[1] > 30) & ~done).sum())
    assert moved > 10
    assert left > 0  # a seat gave the card away, and got it back


@pytest.mark.parametrize("name", ["comrade", "great_machine"])
def test_rewards_of_a_side_add_up_to_its_seats_returns(name):
    class Watched(SelfPlayVecEnv):
        def _score(self, ended):
            paid = self.tables.states["paid"][ended, self.learner[ended]]
            self.returns.update(zip(ended.tolist(), paid.tolist(), strict=True))
            super()._score(ended)

    setup = get_game(name).setup()
    side = {"comrade": "informer", "great_machine": "Heroes"}[name]
    league = League((setup,), LeagueConfig(baselines=("random",), sides=(side,)))
    league.refresh(network(setup, np.zeros(setup.num_actions)))
    env, generator, total = Watched((setup,), 12, league, seed=3), np.random.default_rng(0), np.zeros(12)
    env.returns, ends = {}, []
    env.reset()
    for _ in range(400):
        env.returns.clear()
        _, rewards, done, _ = env.step(random_legal(env, generator))
        total += rewards
        for row in np.flatnonzero(done):
            assert total[row] == pytest.approx(env.returns[row], abs=1e-5)
            ends.append(total[row])
            total[row] = 0
    assert len(ends) > 3
    assert np.any(ends)


def test_policies_with_a_network_for_each_side_decide_in_compiled_code(kings, tmp_path):
    setup = KUHN.setup()
    bet, check = network(setup, [-9, 9]), network(setup, [9, -9])
    told = {name: SideInfo(steps=1) for name in ("king", "rest")}
    info = describe(setup, 1, {}).model_copy(update={"format": 2, "sides": told})
    save_policy(tmp_path / "p.zip", {"king": bet, "rest": check}, info)
    spec = f"policy:{tmp_path / 'p.zip'}"
    league = League((setup,), LeagueConfig(baselines=(spec, "random"), latest_share=0))
    league.refresh(network(setup, [0, 0]))
    players = league.players()
    assert players.shape == (3, 2)
    assert PYTHON not in players
    assert len(set(players[:2].ravel().tolist())) == 3  # one network of the learner, two of the file

    compiled, plain = TableMix((setup,), 200, 5), TableMix((setup,), 200, 5)
    loops = Loops(compiled, 2, league.telling)
    everywhere = players[np.ones((200, 2), np.int64)]
    about = np.full(200, -1), everywhere, seed_words(np.random.SeedSequence(0), 200), np.zeros(200, np.float32)
    assert loops.play_on(league.networks, np.arange(200), *about).size == 0
    agent, taken = make_agent(spec, setup), set()
    while (rows := np.flatnonzero(plain.over == 0)).size:
        actions = agent.act(plain.view(0, rows))
        taken |= set(zip(plain.observations[rows, KING].tolist(), actions.tolist(), strict=True))
        plain.step(rows, actions)
    np.testing.assert_array_equal(compiled.states.view(np.uint8), plain.states.view(np.uint8))
    assert taken == {(1.0, 1), (0.0, 0)}


def test_sides_that_there_are_not_are_refused(seats):
    setup = KUHN.setup()
    for config, message in (
        ({"sides": ("third",)}, "'third', which is no side; the sides are 'first', 'second'"),
        ({"sides": ("first", "second")}, "is all of them"),
        ({"sides": ("first",), "baselines": ()}, "needs league.baselines"),
    ):
        with pytest.raises(OptionError, match=message):
            League((setup,), LeagueConfig(**config))


SMALL = {
    "threads": 1, "tables": 16, "ppo.n_steps": 8, "ppo.batch_size": 64, "network.layers": [16], "steps": 128 * 6,
    "evaluation.games": 20, "evaluation.final_games": 20, "evaluation.every": 300, "league.snapshot_every": 150,
    "league.max_snapshots": 2, "checkpoint_minutes": 0,
    "ppo.final_learning_rate": 1e-3,
}  # fmt: skip


def config_of(**more):
    return load_config("games.kuhn_poker", None, {**SMALL, **more})


@pytest.mark.parametrize("side", ["first", "king"])
def test_a_run_of_one_side_goes_on_where_it_was_stopped(side, request, tmp_path):
    request.getfixturevalue("seats" if side == "first" else "kings")
    more = {"league.sides": [side], "league.others": "random"}
    whole = train(config_of(**more), tmp_path / "whole", quiet=True)
    train(config_of(**more, steps=128 * 3), tmp_path / "parts", quiet=True)
    parts = resume(tmp_path / "parts", {"steps": 128 * 6}, quiet=True)
    networks = [load_policy(result.folder / "last.zip")[0].arrays() for result in (whole, parts)]
    for name, array in networks[0].items():
        np.testing.assert_array_equal(array, networks[1][name])
    found = whole.evaluations["random"].total
    assert set(found.sides) == {"first": {"first", "second"}, "king": {"king", "rest"}}[side]
    agent = PolicyAgent(KUHN.setup(), path=whole.policy)
    assert agent.info.config["league"]["sides"] == [side]


def test_only_the_sides_decisions_are_copied(kings):
    setup = KUHN.setup()
    league = League((setup,), LeagueConfig(sides=("king",)))
    config = config_of(**{"imitation.agent": "random", "imitation.decisions": 100}).imitation
    for sides in (None, league.sides):
        demonstrator = Demonstrator((setup,), config, 20, 1.0, 0, None, sides)
        found = demonstrator.collect(30)
        has_king = found.observations[:, KING] == 1
        assert has_king.all() if sides else 0.2 < has_king.mean() < 0.5
        assert (found.masks[np.arange(len(found.actions)), found.actions] == 1).all()
        demonstrator.close()


def test_each_side_draws_for_itself(seats):
    setup = KUHN.setup(num_players=4)
    learner = partial(PolicyAgent, seed=5, network=network(setup, np.zeros(setup.num_actions)), deterministic=False)
    agents = whole_agent(setup, LeagueConfig(sides=("first", "second")), learner, 5).agents.values()
    assert len({agent.generator.random() for agent in agents}) == 2
