"""The head start by imitation: what is written down of an agent's play, and that a learner comes to play like it."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest
import torch as th
from games import treasure
from tiny_runs import checkpoint_of

from cogitable.agents.policy.agent import PolicyAgent
from cogitable.agents.policy.file import load_policy
from cogitable.envs.table import OptionError
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.sections import ImitationConfig
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.imitation import Demonstrator, imitate
from cogitable.training.learn.learner.learner import make_learner
from cogitable.training.learn.run.run import resume, train
from connect_four import GAME

th.set_num_threads(1)
GAMMA = 0.9


FIRST = "python:plain_agents:First"
"""Takes the legal action of the lowest number."""


def demonstrator(epsilon=0.0, seed=1, tables=6, setups=None, agent=FIRST, policy=None, own_share=0.0):
    config = ImitationConfig(agent=agent, epsilon=epsilon, own_share=own_share)
    return Demonstrator(setups or [GAME.setup()], config, tables, GAMMA, seed, policy)


def test_what_is_written_down_is_the_agents_choice_and_what_it_returned():
    found = demonstrator().collect(40)
    assert len(found.actions) == 240
    assert (found.masks[np.arange(240), found.actions] == 1).all()
    assert (found.actions == found.masks.argmax(axis=1)).all()
    known = found.values[~np.isnan(found.values)]
    possible = np.append(GAMMA ** np.arange(30), 0.0)
    assert (np.abs(np.abs(known)[:, None] - possible).min(axis=1) < 1e-6).all()
    assert known.size > 100 and (known > 0).any() and (known < 0).any()


def test_values_are_discounted_by_the_seats_own_decisions():
    maker = demonstrator(tables=1)
    found = maker.collect(60)
    ends = np.flatnonzero(np.abs(found.values) == 1.0)
    first_game = found.values[: ends[1] + 1]
    winner, loser = first_game[::-1][::2], first_game[::-1][1::2]
    np.testing.assert_allclose(winner, GAMMA ** np.arange(winner.size), rtol=1e-6)
    np.testing.assert_allclose(loser, -(GAMMA ** np.arange(loser.size)), rtol=1e-6)


def test_values_are_what_is_still_to_come():
    """In Treasure hauls are banked in mid-game: what a seat had before a decision is none of its merits."""
    maker = demonstrator(tables=1, setups=[treasure.GAME.setup(num_players=3)], agent="random")
    maker.gamma, states, step = 1.0, [], maker.tables.step
    maker.tables.step = lambda rows, actions: (states.append(maker.tables.states.copy()), step(rows, actions))
    found, ends = maker.collect(120), []
    for before, after in zip(states, states[1:], strict=False):
        if after["decisions"][0] <= before["decisions"][0]:
            ends.append(int(before["decisions"][0]))
    assert ends, "a game has ended"
    seats = [int(state["seat"][0]) for state in states[: ends[0] + 1]]
    paid = np.array([state["paid"][0] for state in states[: ends[0] + 1]])
    gained = [found.values[at] + paid[at, seat] for at, seat in enumerate(seats)]
    for seat in set(seats):
        totals = [total for at, total in enumerate(gained) if seats[at] == seat]
        np.testing.assert_allclose(totals, totals[0], atol=1e-6)
    assert len({float(before) for before in paid[:, 0]}) > 1, "something was banked in mid-game"


def test_games_that_are_cut_off_have_no_value():
    maker = demonstrator(tables=2, setups=[GAME.setup(max_decisions=5)])
    assert np.isnan(maker.collect(30).values).all()


def truly(observations):
    """Return what Connect Four is worth to the seat to move where both take the first column: the 19th stone wins."""
    stones = observations.reshape(len(observations), -1).sum(axis=1).round().astype(int)
    return np.where(stones % 2 == 0, GAMMA ** ((18 - stones) / 2), -(GAMMA ** ((17 - stones) / 2)))


def test_a_game_that_goes_on_is_worth_what_the_learner_foretells():
    maker = demonstrator(tables=3)
    maker.foretell, seen = truly, []
    for _ in range(12):
        found = maker.collect(5)
        known = ~np.isnan(found.values)
        np.testing.assert_allclose(found.values[known], truly(found.observations[known]), rtol=1e-5)
        assert known.mean() >= 3 / 5  # of each of two seats the last decision teaches nothing
        seen += found.observations[known].reshape(known.sum(), -1).sum(axis=1).tolist()
    assert set(seen) == set(range(19))


def test_what_is_paid_before_the_round_ends_is_not_foretold_again():
    maker = demonstrator(tables=2, setups=[treasure.GAME.setup(num_players=3)], agent="random")
    whole = demonstrator(tables=2, setups=[treasure.GAME.setup(num_players=3)], agent="random")
    asked = []
    maker.foretell = lambda observations: asked.append(observations) or np.full(len(observations), 7.0)
    found, without = maker.collect(40), whole.collect(40)
    known = ~np.isnan(without.values)
    np.testing.assert_array_equal(found.values[known], without.values[known])
    more = ~np.isnan(found.values) & ~known
    assert more.any() and len(asked[0]) <= 6
    assert (found.values[more] > 0.5).all()


def test_a_value_knows_openings_of_games_longer_than_a_round(monkeypatch):
    import cogitable.training.learn.learner.imitation as module

    monkeypatch.setattr(module, "_STEPS", 5)
    learner = make_small()
    learner.gamma = GAMMA
    th.manual_seed(0)
    copied = ImitationConfig(agent=FIRST, decisions=12_000, epsilon=0.0, batch_size=20, learning_rate=3e-3)
    imitate(learner, copied, 8, 1)
    opening = demonstrator(tables=1).collect(12).observations
    np.testing.assert_allclose(learner.foretold(opening), truly(opening), atol=0.1)


def test_rounds_without_a_decision_of_the_learned_side_teach_nothing(monkeypatch):
    setup = GAME.setup()
    config = load_config("connect_four", None, {"steps": 64, "tables": 8, "network.layers": [8], "ppo.batch_size": 128})
    learner = make_learner(config, SelfPlayVecEnv((setup,), 8, League((setup,), config.league), 0))
    lone, seldom = Demonstrator._is_learned, iter([False] * 130 + [True] * 1000)
    monkeypatch.setattr(Demonstrator, "_is_learned", lambda self: lone(self) & next(seldom))
    rounds = []
    wanted = ImitationConfig(agent=FIRST, decisions=64, batch_size=16)
    imitate(learner, wanted, 1, 0, lambda learned, agreed: rounds.append(learned))
    assert rounds and rounds[0] > 0


def test_a_game_that_goes_on_has_no_value_yet_and_random_actions_are_not_copied():
    short = demonstrator(tables=3).collect(4)
    assert np.isnan(short.values).all()
    astray = demonstrator(epsilon=0.5).collect(40)
    assert (astray.actions == astray.masks.argmax(axis=1)).all()
    straight = demonstrator().collect(40)
    assert not np.array_equal(astray.observations, straight.observations)


def test_one_seed_gives_the_same_demonstrations():
    one, same, other = (demonstrator(0.3, seed, agent="random").collect(20) for seed in (5, 5, 6))
    assert one.observations.tobytes() == same.observations.tobytes() and (one.actions == same.actions).all()
    assert not np.array_equal(one.observations, other.observations)


def test_tables_of_a_mix_are_all_played():
    setups = [treasure.GAME.setup(num_players=n) for n in (3, 5)]
    maker = demonstrator(setups=setups, agent="random", tables=8)
    maker.collect(30)
    assert (maker.tables.num_seats == np.repeat([3, 5], 4)).all()
    assert (maker.tables.states["decisions"] > 0).any()


def test_the_learners_own_tables_are_played_by_it_and_told_by_the_agent():
    """Connect Four's columns: the agent always takes the first one open, the learner at its tables the last one."""
    maker = demonstrator(tables=40, policy=Last(), own_share=0.5)
    own = np.isin(np.arange(40), maker.own)
    assert 8 < own.sum() < 32
    found = maker.collect(3)
    assert (found.actions == 0).all(), "what is copied is the agent's choice everywhere"
    heights = found.observations[80:].reshape(40, 2, 6, 7).sum(axis=(1, 2))  # after two decisions
    assert (heights[~own][:, [0, 6]] == [2, 0]).all()
    assert (heights[own][:, [0, 6]] == [0, 2]).all()


def test_at_the_learners_own_tables_the_agent_plays_what_the_learner_does_not(monkeypatch):
    maker = demonstrator(tables=40, policy=Last(), own_share=1.0)
    monkeypatch.setattr(maker, "_is_learned", lambda: maker.tables.states["seat"] == 1)
    assert maker.own.size == 40
    found = maker.collect(2)
    heights = found.observations.reshape(-1, 2, 6, 7).sum(axis=(1, 2))  # before the second decision of each game
    assert len(heights) == 40 and (heights == [1, 0, 0, 0, 0, 0, 0]).all(), "the first seat is not the learner's"
    assert maker.tables.observations.reshape(40, 2, 6, 7).sum(axis=(0, 1, 2)).tolist() == [40, 0, 0, 0, 0, 0, 40]


def test_values_are_discounted_from_one_learned_decision_to_the_next(monkeypatch):
    """As transitions of self-play are, where a seat is on a learned side at times only."""
    maker, asked = demonstrator(tables=1), iter(range(60))
    monkeypatch.setattr(maker, "_is_learned", lambda: np.array([next(asked) % 4 < 2]))  # every other of both seats
    found = maker.collect(60)
    ends = np.flatnonzero(np.abs(found.values) == 1.0)
    first_game = found.values[: ends[1] + 1]
    seats = first_game[::-1][::2], first_game[::-1][1::2]
    assert min(map(len, seats)) > 1
    for values in seats:
        np.testing.assert_allclose(np.abs(values), GAMMA ** np.arange(values.size), rtol=1e-6)


class Last:
    """A policy that prefers the legal action of the highest number."""

    def set_training_mode(self, mode):
        assert not mode

    def get_distribution(self, observations, masks):
        self.chosen = th.from_numpy(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))
        return self

    def mode(self):
        return self.chosen


def test_the_step_size_falls_to_the_last_one(monkeypatch):
    import cogitable.training.learn.learner.imitation as module

    sizes, learner = [], make_small()
    monkeypatch.setattr(module, "copy_once", lambda *given: sizes.append(given[-1]) or 1.0)
    config = ImitationConfig(agent=FIRST, decisions=4096, learning_rate=1e-2, final_learning_rate=1e-3)
    imitate(learner, config, 8, 1)
    np.testing.assert_allclose(sizes, 1e-2 - 9e-3 * np.arange(4) / 4)
    sizes.clear()
    imitate(learner, config.model_copy(update={"final_learning_rate": None}), 8, 1)
    assert sizes == [1e-2] * 4


def make_small():
    options = {"steps": 100, "threads": 1, "tables": 8, "ppo.batch_size": 64, "network.layers": [32]}
    config, setups = load_config("connect_four", None, options), (GAME.setup(),)
    return make_learner(config, SelfPlayVecEnv(setups, 8, League(setups, config.league), 0))


SEARCH = "search:simulations=60"


def test_shares_are_how_often_search_tried_each_action():
    config = ImitationConfig(agent=SEARCH, epsilon=0.0, soft=True)
    found = Demonstrator([GAME.setup()], config, 5, GAMMA, 1, None).collect(6)
    assert found.shares.shape == found.masks.shape
    np.testing.assert_allclose(found.shares.sum(axis=1), 1, rtol=1e-6)
    assert (found.shares[found.masks == 0] == 0).all() and ((found.shares > 0).sum(axis=1) > 3).all()
    chosen = found.shares[np.arange(30), found.actions]
    assert (chosen == found.shares.max(axis=1)).all()
    hard = Demonstrator([GAME.setup()], config.model_copy(update={"soft": False}), 5, GAMMA, 1, None).collect(6)
    assert hard.shares is None and (hard.actions == found.actions).all()


def test_a_learner_comes_to_prefer_by_shares():
    """Six first moves of one game, searched again and again: what is learned are the mean shares, not the choices."""
    learner = make_small()
    th.manual_seed(0)
    copied = ImitationConfig(agent=SEARCH, decisions=4000, epsilon=0.1, batch_size=64, learning_rate=3e-3, soft=True)
    imitate(learner, copied, 8, 1)
    found = Demonstrator([GAME.setup()], copied, 200, GAMMA, 9, None).collect(1)
    logits = learner.policy.network().logits(found.observations[:1])[0]
    learned = np.exp(logits) / np.exp(logits).sum()
    assert np.abs(learned - found.shares.mean(axis=0)).max() < 0.08
    certain = np.bincount(found.actions, minlength=7) / 200
    assert np.abs(learned - certain).max() > np.abs(learned - found.shares.mean(axis=0)).max()


def test_shares_of_an_agent_that_does_not_look_ahead():
    with pytest.raises(OptionError, match=r"imitation.soft: random does not look ahead, so it has no shares to learn"):
        Demonstrator([GAME.setup()], ImitationConfig(agent="random", soft=True), 5, GAMMA, 1, None)


def test_a_learner_comes_to_choose_like_the_agent():
    config = load_config(
        "connect_four", None, {"steps": 100, "threads": 1, "tables": 8, "ppo.batch_size": 64, "network.layers": [32]}
    )
    setups = (GAME.setup(),)
    league = League(setups, config.league)
    learner = make_learner(config, SelfPlayVecEnv(setups, 8, league, 0))
    league.refresh(learner.policy.network())
    learner.begin(learner.env.reset())
    th.manual_seed(0)
    rounds = []
    copied = ImitationConfig(agent=FIRST, decisions=12_000, epsilon=0.2, batch_size=64, learning_rate=3e-3)
    agreed = imitate(learner, copied, 8, 1, lambda learned, share: rounds.append((learned, share)))
    assert rounds[-1][0] >= 12_000 and rounds[0][1] < 0.95 < 0.97 < agreed
    found = demonstrator(0.2, 9).collect(50)
    chosen = learner.policy.network().logits(found.observations)
    chosen[found.masks == 0] = -np.inf
    assert (chosen.argmax(axis=1) == found.actions).mean() > 0.97


def test_a_run_begins_with_it(tmp_path):
    overrides = {
        "steps": 64, "threads": 1, "tables": 8, "ppo.n_steps": 8, "ppo.batch_size": 64, "network.layers": [32],
        "ppo.learning_rate": 1e-9, "ppo.final_learning_rate": 1e-9, "evaluation.games": 4, "evaluation.final_games": 4,
        "imitation.agent": FIRST, "imitation.decisions": 12_000, "imitation.batch_size": 64,
        "imitation.learning_rate": 3e-3,
    }  # fmt: skip
    result = train(load_config("connect_four", None, overrides), tmp_path / "run", quiet=True)
    network, _ = load_policy(result.policy)
    found = demonstrator(0.2, 9).collect(50)
    logits = np.where(found.masks > 0, network.logits(found.observations), -np.inf)
    assert (logits.argmax(axis=1) == found.actions).mean() > 0.95
    assert PolicyAgent(GAME.setup(), path=result.policy)


def test_a_run_that_ends_with_it_has_a_policy_and_does_not_copy_again(tmp_path, monkeypatch):
    overrides = {
        "minutes": 1e-6, "threads": 1, "tables": 8, "ppo.n_steps": 8, "ppo.batch_size": 64, "network.layers": [32],
        "evaluation.games": 4, "evaluation.final_games": 4, "imitation.agent": FIRST, "imitation.decisions": 1024,
    }  # fmt: skip
    result = train(load_config("connect_four", None, overrides), tmp_path / "run", quiet=True)
    assert (result.steps, result.policy.name) == (0, "best.zip")
    monkeypatch.setattr("cogitable.training.learn.learner.imitation.imitate", lambda *args: pytest.fail("copies again"))
    assert resume(tmp_path / "run", {"steps": 64}, quiet=True).steps == 64


@pytest.mark.parametrize("asked_in", [2, 4])
def test_a_run_that_is_stopped_meanwhile_copies_anew(tmp_path, monkeypatch, asked_in):
    import cogitable.training.learn.learner.imitation as module

    overrides = {
        "steps": 64, "threads": 1, "tables": 8, "ppo.n_steps": 8, "ppo.batch_size": 64, "network.layers": [32],
        "evaluation.games": 4, "evaluation.final_games": 4, "imitation.agent": FIRST, "imitation.decisions": 4096,
    }  # fmt: skip
    config, rounds, copied = load_config("connect_four", None, overrides), [], module.copy_once

    def interrupted(*given):
        rounds.append(1)
        if len(rounds) == asked_in:
            os.kill(os.getpid(), signal.SIGINT)
        return copied(*given)

    monkeypatch.setattr(module, "copy_once", interrupted)
    result = train(config, tmp_path / "run", quiet=True)
    assert (result.stopped, result.steps, len(rounds)) == (True, 0, asked_in)
    done = asked_in == 4  # the last of them
    assert checkpoint_of(result.folder)[1]["counters"]["copied"] is done
    assert load_policy(result.policy)
    resumed = resume(tmp_path / "run", quiet=True)
    assert (resumed.stopped, len(rounds)) == (False, asked_in if done else asked_in + 4)
    whole = train(config, tmp_path / "whole", quiet=True)
    assert checkpoint_of(resumed.folder) == checkpoint_of(whole.folder)


def test_an_agent_that_does_not_exist_is_refused():
    with pytest.raises(OptionError, match="no agent is called 'nobody'"):
        demonstrator(agent="nobody")
