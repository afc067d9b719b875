"""A critic that sees the whole position: what it gets, and that nobody else gets it."""

from __future__ import annotations

import numpy as np
import pytest
import torch as th
from games.kuhn_poker import GAME as KUHN
from games.treasure import GAME as TREASURE

from cogitable.agents.policy.agent import PolicyAgent
from cogitable.agents.policy.file import load_policy, read_parts
from cogitable.envs.table import OptionError
from cogitable.envs.table.kernels import reveal_many
from cogitable.training.learn.collecting.everything import Everything, critics_view
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.sections import NetworkConfig
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.imitation import Demonstrator
from cogitable.training.learn.learner.learner import make_learner
from cogitable.training.learn.report.games import play_values, restored
from cogitable.training.learn.report.numbers import read_run
from cogitable.training.learn.run.run import resume, train

th.set_num_threads(1)
SETUPS = [KUHN.setup(num_players=n) for n in (2, 4)]
SMALL = {
    "threads": 1, "tables": 16, "ppo.n_steps": 8, "ppo.batch_size": 64, "network.layers": [16], "steps": 128 * 4,
    "evaluation.games": 20, "evaluation.final_games": 20, "evaluation.every": 300, "checkpoint_minutes": 0,
    "network.critic": "everything", "network.shared": True, "ppo.final_learning_rate": 1e-3,
}  # fmt: skip


def make(setups=SETUPS, parts=(), **more):
    config = load_config("games.kuhn_poker", None, {**SMALL, "network.critic_parts": list(parts), **more})
    league = League(setups, config.league)
    env = SelfPlayVecEnv(setups, 16, league, seed=1, everything=critics_view(config.network, setups))
    learner = make_learner(config, env)
    league.refresh(learner.policy.network())
    return env, learner


def revealed(env):
    """Return what the rules reveal of every table."""
    whole = []
    for row, kind in enumerate(env.tables.kinds):
        setup, out = env.setups[kind], np.zeros((1, env.setups[kind].full_layout.size), np.float32)
        setup.game.kernel(reveal_many)(setup.record, env.tables.states[row : row + 1], out, 0, 1)
        whole.append(out[0])
    return np.stack(whole)


@pytest.mark.parametrize("parts", [(), ("starter", "cards")])
def test_the_critic_gets_the_position_and_its_seat_behind_the_observation(parts):
    env, _ = make(parts=parts)
    layout, size = SETUPS[0].full_layout, SETUPS[0].layout.size
    generator, seen, ends = np.random.default_rng(0), env.reset(), 0
    for _ in range(30):
        whole = revealed(env)
        if parts:  # in the layout's order, whatever the order in which they are named
            whole = np.concatenate([whole[:, layout.slice("cards")], whole[:, layout.slice("starter")]], axis=1)
        np.testing.assert_array_equal(seen[:, :size], env.tables.observations)
        np.testing.assert_array_equal(seen[:, size:-4], whole)
        np.testing.assert_array_equal(seen[:, -4:], np.eye(4)[env.learner])
        assert seen.shape[1:] == env.observation_space.shape
        learner = env.learner.copy()
        seen, _, done, infos = env.step(
            (env.action_masks() * generator.random(env.action_masks().shape)).argmax(axis=1)
        )
        for row in np.flatnonzero(done):
            last, ends = infos[row]["terminal_observation"], ends + 1
            assert last.shape == env.observation_space.shape
            np.testing.assert_array_equal(last[-4:], np.eye(4)[learner[row]])
    assert ends > 50
    state = env.state()
    again, _ = make(parts=parts)
    np.testing.assert_array_equal(again.restore(state), seen)


def test_the_policy_does_not_see_it():
    env, learner = make()
    seen = th.from_numpy(env.reset())
    size = SETUPS[0].layout.size
    other = seen.clone()
    other[:, size:] = 1 - other[:, size:]
    with th.no_grad():
        for one, two in ((seen, other), (seen, seen[:, :size])):
            probs = [learner.policy.get_distribution(x, env.action_masks()).probs for x in (one, two)]
            th.testing.assert_close(probs[0], probs[1], rtol=0, atol=0)
        values = [learner.policy.predict_values(x) for x in (seen, other)]
    assert (values[0] != values[1]).all()
    logits = learner.policy.network().logits(env.tables.observations)
    assert logits.shape == (16, SETUPS[0].num_actions)


def test_a_run_with_such_a_critic_goes_on_where_it_was_stopped_and_leaves_a_usual_policy(tmp_path):
    more = {"imitation.agent": "random", "imitation.decisions": 300, "imitation.own_share": 0.5}
    config = load_config("games.kuhn_poker", None, {**SMALL, **more})
    whole = train(config, tmp_path / "whole", quiet=True)
    train(config.model_copy(update={"steps": 256}), tmp_path / "parts", quiet=True)
    resume(tmp_path / "parts", {"steps": 512}, quiet=True)
    networks = [load_policy(tmp_path / folder / "last.zip")[0].arrays() for folder in ("whole", "parts")]
    for name, array in networks[0].items():
        np.testing.assert_array_equal(array, networks[1][name])
    assert set(read_parts(whole.policy)) == {"policy.json", "weights.npz"}
    setup = KUHN.setup()
    assert PolicyAgent(setup, path=whole.policy).network.layers[0][0].shape[0] == setup.layout.size
    learner, _, env = restored(read_run(tmp_path / "whole"), "checkpoint.zip", 0)
    assert play_values(learner, env, 100, 0).decisions > 100
    env.close()


def test_what_is_copied_has_it_too():
    config = load_config("games.kuhn_poker", None, {**SMALL, "imitation.agent": "random"}).imitation
    everything = Everything(SETUPS)
    found = Demonstrator(SETUPS, config, 8, 1.0, 0, None, everything=everything).collect(10)
    assert found.observations.shape == (80, SETUPS[0].layout.size + everything.size)
    assert (found.observations[:, -4:].sum(axis=1) == 1).all()


def test_with_it_a_value_that_depends_on_hidden_cards_is_learned():
    """In Kuhn poker the value at the learner's last decision depends on a card that it does not see."""
    errors = {}
    for critic in ("observation", "everything"):
        env, learner = make([KUHN.setup()], **{"network.critic": critic, "ppo.gamma": 1.0, "ppo.gae_lambda": 1.0})
        th.manual_seed(0)
        np.random.seed(0)  # noqa: NPY002
        learner.begin(env.reset())
        found = []
        for number in range(60):
            learner.iterate(number / 60)
            found.append(learner.logger.name_to_value["train/value_loss"])
        errors[critic] = np.mean(found[-10:])
    assert errors["everything"] < 0.75 * errors["observation"]


def test_what_cannot_be_revealed_is_refused():
    with pytest.raises(OptionError, match="names 'hands'; what is revealed of Kuhn poker is 'cards'"):
        Everything(SETUPS, ["hands"])
    with pytest.raises(OptionError, match="reveal different things"):
        Everything([KUHN.setup(), TREASURE.setup()])
    with pytest.raises(OptionError, match="set critic to everything"):
        load_config("games.kuhn_poker", None, {"network.critic_parts": ["cards"]})
    assert critics_view(NetworkConfig(), SETUPS) is None
