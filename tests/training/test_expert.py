"""Learning from search: rounds that move a policy to what its search tried most, and go on after a kill."""

from __future__ import annotations

import numpy as np
import pytest
import torch as th
from games import kuhn_poker, trust
from networks import ignorant
from puzzles import CONNECT_FOUR, KUHN, kuhn
from tiny_runs import resumed_alike, tiny

from cogitable.agents.guided.agent import GuidedAnalysis
from cogitable.agents.policy.file import load_policy
from cogitable.envs.table import OptionError
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.sections import ExpertConfig
from cogitable.training.learn.expert.games import SearchedGames, improved
from cogitable.training.learn.expert.learning import Expert
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.learner import make_learner
from cogitable.training.learn.run.run import train

BET, PASS = kuhn_poker.Act.BET, kuhn_poker.Act.PASS
ROUND = {"expert.every": 256, "expert.decisions": 24, "expert.simulations": 8, "expert.value_positions": 64}


def games(setups, seed=1, network=None, **options):
    config = ExpertConfig(every=0, **options)
    network = network or ignorant(setups[0], -2, 2, seats=max(setup.num_seats for setup in setups))
    return SearchedGames(setups, network, config, 6, 1, np.random.SeedSequence(seed)).play()


# Games


def test_every_decision_has_what_its_game_came_to_for_every_seat():
    found = games([KUHN], decisions=200, share=0.5, simulations=8)
    assert len(found.rows) >= 200
    assert len(found.rows) < len(found.returns)
    assert not np.isnan(found.returns).any()
    assert (found.returns.sum(axis=1) == 0).all()  # chips go from one seat to the other
    best, worst = (found.observations[:, card] == 1 for card in (2, 0))
    assert (found.returns[best, 0] > 0).mean() > 0.75 > 0.5 > (found.returns[worst, 0] > 0).mean()
    assert np.allclose(found.shares[found.rows].sum(axis=1), 1)
    assert np.isnan(found.roots[found.others]).all()


def test_seats_are_counted_from_the_one_that_decides_at_tables_of_several_sizes():
    more = KUHN.game.setup(num_players=3)
    found = games([KUHN, more], decisions=30, simulations=8)
    two = np.isnan(found.returns[:, 2])
    assert 0 < two.sum() < len(two)
    assert (np.nansum(found.returns, axis=1) == 0).all()
    assert (np.isnan(found.roots[found.rows, 2]) == two[found.rows]).all()
    best = (found.observations[:, 3] == 1) & ~two
    assert (found.returns[best, 0] > 0).mean() > 0.6


def test_others_may_be_strangers_where_the_game_has_a_heuristic():
    """Who risks a point gets one from them, and loses one to all who play as the policy."""
    setup = trust.GAME.setup()
    network = ignorant(setup, -2, 2)
    network.layers[0][1][[trust.Act.RISK, trust.Act.TAKE]] = 40.0
    told = {"network": network, "decisions": 30, "share": 1.0, "simulations": 60, "rollouts": "policy", "horizon": 9}
    for others, low, high in (("policy", -2.0, -2.0), ("mixed", -1.0, 1.0)):
        found = games([setup], others=others, **told)
        first = found.rows[
            (found.observations[found.rows] == 0).all(axis=1) & (found.masks[found.rows, trust.Act.RISK])
        ]
        assert first.size and (low <= found.roots[first, 0]).all() and (found.roots[first, 0] <= high).all()
    with pytest.raises(OptionError, match="has no heuristic, so search needs others="):
        games([KUHN], others="mixed")


def test_the_value_learns_results_mixed_with_what_the_search_found():
    found = games([KUHN], decisions=10, share=0.5, simulations=8)
    goals = found.values(0.25)
    quick = np.setdiff1d(np.arange(len(goals)), found.rows)
    assert np.allclose(goals[quick], found.returns[quick])
    mixed = 0.25 * found.roots[found.rows] + 0.75 * found.returns[found.rows]
    assert np.allclose(goals[found.rows], mixed)


def test_games_that_were_cut_off_have_no_result():
    """Seven stones may end a game of Connect Four, six never do."""
    cut, some = (CONNECT_FOUR.game.setup(max_decisions=most) for most in (6, 9))
    found = games([cut], decisions=12, simulations=8)
    assert np.isnan(found.returns).all() and np.isnan(found.values(0.5)).all()
    assert not np.isnan(found.roots[found.rows]).any()
    found = games([some], decisions=200, simulations=8)
    known = found.returns[~np.isnan(found.returns[:, 0])]
    assert 0 < len(known) < len(found.returns)
    assert set(known.ravel().tolist()) == {-1.0, 1.0}, "a game that goes on is no draw"


def test_a_round_of_games_cut_off_teaches_the_policy_and_no_value():
    config = tiny(**ROUND, options={"max_decisions": 6})
    setups = tuple(config.setups().values())
    learner = make_learner(config, SelfPlayVecEnv(setups, 16, League(setups, config.league), 0))
    expert = Expert(config, setups, learner)
    with pytest.raises(OptionError, match="cut off at the limit of decisions; there is no value to learn"):
        expert.learn(0)
    expert.foretelling.taught.fill_(1)
    before = th.nn.utils.parameters_to_vector(expert.foretelling.parameters()).clone()
    lesson = expert.learn(0)
    assert lesson.decisions >= 24 and np.isnan(lesson.error)
    assert th.equal(before, th.nn.utils.parameters_to_vector(expert.foretelling.parameters()))


def test_games_depend_on_the_seed_alone():
    first, same, other = (games([CONNECT_FOUR], seed, decisions=12, simulations=8) for seed in (1, 1, 2))
    assert first.shares.tobytes() == same.shares.tobytes()
    assert first.observations.tobytes() != other.observations.tobytes()


@pytest.mark.parametrize(("target", "near"), [("visits", 0.1), ("values", 1e-6)])
def test_where_a_search_finds_nothing_the_policy_is_to_stay_as_it_is(target, near):
    """No value tells columns apart: what is tried follows the policy's own preferences, not softer ones."""
    network = ignorant(CONNECT_FOUR)
    network.layers[0][1][3] = 3.0
    found = games([CONNECT_FOUR], network=network, decisions=6, share=1.0, simulations=100, target=target)
    begun = ~found.observations[:, :42].any(axis=1)
    assert begun.any()
    assert abs(found.shares[begun, 3].mean() - np.exp(3) / (np.exp(3) + 6)) < near


def test_what_the_policy_is_certain_of_is_not_searched():
    """The middle column is all but certain while it has room; then all others are alike."""
    network = ignorant(CONNECT_FOUR)
    network.layers[0][1][3] = 9.0
    found = games([CONNECT_FOUR], network=network, decisions=60, share=1.0, simulations=8, certain=0.9)
    room = found.masks[:, 3] == 1
    assert room.any() and (found.rows == np.flatnonzero(~room)).all() and (found.others == np.flatnonzero(room)).all()
    own = network.probabilities(found.observations, found.masks)
    assert own[room, 3].min() > 0.99
    assert np.array_equal(found.shares[found.others], own[found.others])
    half = games([CONNECT_FOUR], network=network, decisions=60, share=0.5, simulations=8, certain=0.9)
    assert 0.3 < len(half.rows) / (half.masks[:, 3] == 0).sum() < 0.7


def test_a_policy_that_is_always_certain_ends_the_round(monkeypatch):
    monkeypatch.setattr("cogitable.training.learn.expert.games._IN_VAIN", 1)
    with pytest.raises(OptionError, match=r"option 'expert.certain' is 0.01: in \d+ decisions the policy was always"):
        games([CONNECT_FOUR], decisions=10, share=1.0, simulations=8, certain=0.01)
    network = ignorant(CONNECT_FOUR)
    network.layers[0][1][3] = 9.0
    found = games([CONNECT_FOUR], network=network, decisions=1000, share=1.0, simulations=2, certain=0.9)
    assert 0 < len(found.rows) < 1000


def test_what_is_found_better_is_preferred_more_as_far_as_it_was_tried():
    values = np.array([[0.5, 0.5, np.nan, np.nan], [0.9, 0.1, 0.5, np.nan], [0.9, 0.1, np.nan, np.nan]])
    visits = np.array([[10, 10, 0, 0], [40, 40, 40, 0], [4000, 1, 0, 0]])
    priors = np.tile(np.float32([0.2, 0.2, 0.2, 0.4]), (3, 1))
    shares = improved(GuidedAnalysis(visits, values, priors, np.empty(0), [], np.full(3, -1)), 8.0)
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(shares[0], priors[0], atol=1e-6)  # all alike
    changes = np.log(shares / priors)
    changes -= changes[:, 3:]  # what was not tried keeps its place
    assert changes[1] == pytest.approx([8 * 0.4 * 40 / 48, -8 * 0.4 * 40 / 48, 0, 0], abs=1e-5)
    assert changes[2] == pytest.approx([8 * 0.4 * 4000 / 4008, -8 * 0.4 / 9, 0, 0], abs=1e-5)


# Learning


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"expert.target": "values", "expert.rollouts": "policy", "expert.horizon": 1},
        {"expert.root": "race", "expert.rollouts": "policy"},
    ],
    ids=["visits", "values", "race"],
)
def test_rounds_move_the_policy_to_the_better_actions(how):
    """The worst card folds and the best one calls: search finds that, and the policy learns it."""
    amounts = {"expert.decisions": 200, "expert.simulations": 40, "expert.epochs": 4, "expert.batch_size": 32}
    config = tiny(**ROUND | amounts | how | {"expert.learning_rate": 0.01, "expert.value_positions": 2000})
    setups = (KUHN,)
    learner = make_learner(config, SelfPlayVecEnv(setups, 16, League(setups, config.league), 0))
    th.manual_seed(1)
    asked = [(kuhn(1, 0, BET), PASS), (kuhn(1, 2, BET), BET)]

    def preferred() -> list[float]:
        chances = [
            learner.policy.get_distribution(th.from_numpy(tables.observations), tables.masks).probs[0, action]
            for tables, action in asked
        ]
        return [float(chance.detach()) for chance in chances]

    before, expert = preferred(), Expert(config, setups, learner)
    lessons = [expert.learn(iteration) for iteration in range(3)]
    after = preferred()
    assert all(now > then + 0.2 and now > 0.75 for now, then in zip(after, before, strict=True)), (before, after)
    assert lessons[-1].agreed > lessons[0].agreed
    assert learner.num_timesteps == sum(lesson.decisions for lesson in lessons)


def test_with_anchors_the_policy_stays_as_it_is_where_nothing_was_searched():
    moved, probe = {}, games([CONNECT_FOUR], seed=9, decisions=20, share=0.1, simulations=8)
    for anchors in (0, 8):
        how = {"expert.anchors": anchors, "expert.share": 0.1, "expert.epochs": 4, "expert.learning_rate": 0.01}
        config = tiny(**ROUND | how | {"expert.decisions": 100})
        setups = (CONNECT_FOUR,)
        learner = make_learner(config, SelfPlayVecEnv(setups, 16, League(setups, config.league), 0))
        th.manual_seed(1)
        before = learner.policy.network()
        expert = Expert(config, setups, learner)
        assert expert.learn(0).decisions >= 100
        seen = probe.observations, probe.masks
        moved[anchors] = np.abs(learner.policy.network().probabilities(*seen) - before.probabilities(*seen)).mean()
    assert moved[8] < 0.5 * moved[0]


@pytest.mark.parametrize("every", [256, 0])
def test_killed_and_resumed_a_run_comes_to_the_same(every, tmp_path):
    config = tiny(**ROUND | {"expert.every": every, "steps": 400 if every else 300, "checkpoint_minutes": 0})
    assert resumed_alike(config, tmp_path, rounds=2).value is not None


def test_a_policy_of_such_a_run_can_be_searched_with_and_started_from(tmp_path):
    first = train(tiny(**ROUND | {"steps": 140}), tmp_path / "first", quiet=True)
    taught, _ = load_policy(first.folder / "last.zip")
    config = tiny(**ROUND | {"steps": 1, "expert.every": 10_000, "network.start": str(first.folder / "last.zip")})
    setups = (CONNECT_FOUR,)
    learner = make_learner(config, SelfPlayVecEnv(setups, 16, League(setups, config.league), 0))
    assert Expert(config, setups, learner).foretelling.take_over(taught.value)
    second = train(config, tmp_path / "second", quiet=True)
    assert load_policy(second.folder / "last.zip")[0].value is not None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"expert.share": 0}, "expert.share"),
        ({"expert.certain": 0}, "expert.certain"),
        ({"expert.anchors": -1}, "expert.anchors"),
        ({"expert.simulations": 1}, "expert.simulations"),
        ({"expert.mix": 1.5}, "expert.mix"),
        ({"expert.rollouts": "random"}, "expert.rollouts"),
        ({"expert.rollouts": "policy", "expert.horizon": 0}, "expert.horizon"),
        ({"expert.horizon": 4}, "expert.horizon .* needs expert.rollouts"),
        ({"expert.target": "wins"}, "expert.target"),
        ({"expert.root": "race", "expert.others": "search"}, "expert.root=race needs expert.others=policy"),
        ({"expert.root": "race", "expert.target": "values"}, "expert.root=race needs expert.target=visits"),
        ({"expert.sharpness": 0}, "expert.sharpness"),
        ({"expert.value_layers": [0]}, "value_layers"),
        ({"expert.every": 1, "league.sides": ["first"]}, "league.sides"),
        ({"expert.shares": 1}, "unknown option 'expert.shares'"),
    ],
)
def test_bad_settings_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        tiny(**options)
