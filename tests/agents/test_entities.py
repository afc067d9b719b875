"""Heads that judge things of one kind by the same weights: the same numbers everywhere, and what it is good for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch as th
from games import kuhn_poker

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.entity_head import EntityHead
from cogitable.agents.policy.file import describe, load_policy, save_policy
from cogitable.agents.policy.network import PolicyNetwork, network_of
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, SaveFileError, Tables
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.collecting.table_mix import TableMix
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import League
from cogitable.training.learn.learner.learner import make_learner
from cogitable.training.learn.networks.entities import all_things, things_of
from cogitable.training.learn.run.run import resume, train
from cogitable.training.ship.policy import ship
from connect_four import COLUMNS, GAME, ROWS

th.set_num_threads(1)
TINY = {
    "steps": 512,
    "tables": 16,
    "network.layers": [16, 12],
    "network.shared": True,
    "network.entities": "stones",
    "network.entity_size": 5,
    "ppo.n_steps": 8,
    "ppo.batch_size": 64,
    "evaluation.games": 4,
    "evaluation.final_games": 4,
}


def config_of(**more):
    return load_config("connect_four", None, {**TINY, **more})


def learner_of(config):
    (setup,) = config.setups().values()
    league = League([setup], config.league)
    env = SelfPlayVecEnv([setup], config.tables, league, 0)
    learner = make_learner(config, env)
    league.refresh(learner.policy.network())
    return learner, env


@pytest.fixture
def network():
    """A network with an entity head whose weights are all drawn."""
    learner, _ = learner_of(config_of())
    with th.no_grad():
        for parameter in learner.policy.parameters():
            parameter.normal_(generator=th.Generator().manual_seed(parameter.numel()))
    return learner.policy.network()


def test_things_are_found_by_their_names():
    inputs, levels, actions = things_of(GAME.setup(), "stones")
    assert inputs.shape == (COLUMNS, 2 * ROWS)
    assert inputs[3].tolist() == [3 + COLUMNS * place for place in range(2 * ROWS)]
    assert not levels.any()
    assert actions.tolist() == [[column] for column in range(COLUMNS)]
    with pytest.raises(
        OptionError, match="'network.entities' is 'board'; parts of an observation of Connect Four .*: stones"
    ):
        things_of(GAME.setup(), "board")
    with pytest.raises(OptionError, match="'card'; .* Kuhn.* name: none"):
        things_of(kuhn_poker.GAME.setup(), "card")


def test_slots_of_all_seats_are_things_of_several_blocks_of_actions():
    setup = get_game("brass_empire").setup()
    inputs, levels, actions = things_of(setup, "things")
    places, slots = setup.layout.parts[[p.name for p in setup.layout.parts].index("things")].shape[:2]
    names = [[setup.action_names[a] for a in row if a >= 0] for row in actions.tolist()]
    assert len(names) == places * slots
    assert names[2] == ["mine 3", "attack 3", "ability 3", "demolish 3"]
    assert names[2 * slots + 4] == ["seat 2 slot 5"]
    assert (np.diff(actions, axis=0)[: slots - 1, :4] == 1).all()
    observation = np.arange(setup.layout.size)
    parts = setup.layout.split(observation)
    told = [*parts["seats"][2], *parts["things"][2, 4], parts["kinds"][2, 4]]
    assert inputs[2 * slots + 4].tolist() == told
    assert levels.tolist() == [0] * (len(told) - 1) + [128]


def test_cards_are_things_by_the_names_that_actions_give_them():
    setup = get_game("cogs_and_commissars").setup()
    inputs, _, actions = things_of(setup, "own hand")
    card = setup.action_names.index("play Assassinate")
    (thing,) = np.flatnonzero(actions[:, 0] == card)
    assert [setup.action_names[a] for a in actions[thing]] == [
        f"{what} Assassinate" for what in ("play", "blitz", "discard", "take")
    ]
    parts = setup.layout.split(np.arange(setup.layout.size))
    assert {parts[name][thing] for name in ("own hand", "own deck", "own discard", "stack")} <= set(inputs[thing])


def test_an_action_names_one_thing():
    setup = get_game("brass_empire").setup()
    assert len(all_things(setup, ("things", "own hand"))) == 2
    with pytest.raises(OptionError, match="'kinds' lists what an earlier one lists already, named by 'mine 1'"):
        all_things(setup, ("things", "kinds"))


def test_kinds_of_things_choose_weights():
    """What is a whole number of parts of 1 picks a row: kinds that are close in number are not alike."""
    rng = np.random.default_rng(1)
    shapes = {"own": (1 + 9, 4), "context": (3, 4), "bias": (2, 4), "second": (4, 4), "second_bias": (4,)}
    weights = {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
    score = np.ones((1, 4), np.float32)
    places, levels = np.array([[0, 2], [1, 3]]), np.array([0, 8])
    head = EntityHead(places, levels, np.array([[1], [0]]), **weights, score=score)
    head.check(4, 3, 2)
    seen = np.float32([[0.5, -1, 3 / 8, 1], [0, 0, 7.9 / 8, -2]])  # beyond its range a number counts as its end
    hidden, logits = np.zeros((2, 3), np.float32), np.zeros((2, 2), np.float32)
    head.add(seen, hidden, logits, relu=False)
    for row, thing, number, level in ((0, 0, 0.5, 3), (0, 1, -1, 8), (1, 0, 0, 8), (1, 1, 0, 0)):
        own = number * weights["own"][0] + weights["own"][1 + level] + weights["bias"][thing]
        wanted = np.tanh(np.tanh(own) @ weights["second"] + weights["second_bias"]).sum()
        assert logits[row, 1 - thing] == pytest.approx(wanted, rel=1e-5)


def test_files_of_heads_with_one_action_a_thing_are_read(network):
    arrays = network.arrays()
    now = network_of(arrays)
    del arrays["entity_levels"]
    arrays["entity_actions"], arrays["entity_score"] = arrays["entity_actions"][:, 0], arrays["entity_score"][0]
    before = network_of(arrays)
    assert before.entities[0].judges(now.entities[0])
    assert np.array_equal(before.entities[0].score, now.entities[0].score)


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_numpy_and_the_learner_agree(activation):
    learner, env = learner_of(config_of(**{"network.activation": activation}))
    observations = env.reset()
    lots = th.Generator().manual_seed(1)
    with th.no_grad():
        for parameter in learner.policy.parameters():
            parameter.normal_(generator=lots)
        distribution = learner.policy.get_distribution(th.as_tensor(observations))
    network = learner.policy.network()
    np.testing.assert_allclose(network.logits(observations), distribution._logits.numpy(), rtol=1e-4, atol=1e-4)
    plain = PolicyNetwork(network.layers, network.activation)
    assert np.abs(plain.logits(observations) - network.logits(observations)).min() > 0


def test_equal_columns_are_judged_alike(network):
    """Without the biases and the hidden layers' say, exchanging two columns exchanges what they get."""
    (head,) = network.entities
    head = replace(head, context=np.zeros_like(head.context), bias=np.zeros_like(head.bias))
    tables = Tables(GAME.setup(), 20, seed=3)
    for _ in range(8):
        draws = np.random.default_rng(1).random(tables.masks.shape) * tables.masks
        tables.step(draws.argmax(axis=1))
    seen = tables.observations
    order = np.array([4, 1, 2, 3, 0, 5, 6])
    swapped = seen.reshape(-1, 2, ROWS, COLUMNS)[..., order].reshape(seen.shape)
    scores, other = np.zeros((2, 20, COLUMNS), np.float32)
    for observations, out in ((seen, scores), (swapped, other)):
        head.add(observations, np.zeros((20, head.context.shape[0]), np.float32), out, relu=False)
    np.testing.assert_allclose(other, scores[:, order], rtol=1e-5, atol=1e-5)
    assert np.ptp(scores, axis=1).min() > 0


def test_a_run_with_entities_is_resumed_and_its_policy_played(tmp_path):
    result = train(config_of(), tmp_path / "run", quiet=True)
    network, info = load_policy(result.policy)
    assert len(network.entities) == 1 and info.config["network"]["entities"] == ["stones"]
    before = load_policy(tmp_path / "run" / "last.zip")[0].arrays()
    resume(tmp_path / "run", quiet=True)  # nothing is left to do: what is written is what was read
    after = load_policy(tmp_path / "run" / "last.zip")[0].arrays()
    assert {name: array.tobytes() for name, array in after.items()} == {n: a.tobytes() for n, a in before.items()}
    assert resume(tmp_path / "run", {"steps": 1024}, quiet=True).steps == 1024
    ship(result.policy, ["random"], 8, tmp_path / "policies")
    assert "get more from a head (5, 5) that judges each" in (tmp_path / "policies" / "connect_four.md").read_text()
    agent = make_agent(f"policy:path={tmp_path / 'policies' / 'connect_four.zip'}", GAME.setup())
    tables = TableMix([GAME.setup()], 5, 1)
    chosen = agent.act(tables.view(0, np.arange(5)))
    assert (np.take_along_axis(tables.masks, chosen[:, None], axis=1) == 1).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda h: replace(h, inputs=h.inputs + 80), "inputs of the entity head must be integers from 0 to 83"),
        (lambda h: replace(h, actions=h.actions - 2), "actions of the entity head must be integers from -1 to 6"),
        (lambda h: replace(h, actions=h.actions.astype(float)), "actions of the entity head must be integers"),
        (lambda h: replace(h, score=h.score[:-1]), r"score of the entity head has shape \(0, 5\), not \(1, 5\)"),
        (lambda h: replace(h, own=np.float32(1)), r"own of the entity head has shape \(\), not \(12, 5\)"),
        (lambda h: replace(h, inputs=h.inputs[0]), "inputs of the entity head must have two dimensions"),
        (lambda h: replace(h, bias=h.bias[1:]), r"bias of the entity head has shape \(6, 5\), not \(7, 5\)"),
        (lambda h: replace(h, context=h.context.T), "context of the entity head has shape"),
        (lambda h: replace(h, own=h.own * np.nan), "not finite"),
        (lambda h: replace(h, levels=h.levels + 1), r"own of the entity head has shape \(12, 5\), not \(24, 5\)"),
        (lambda h: replace(h, levels=h.levels - 1), "levels of the entity head must be integers from 0 to"),
        (lambda h: replace(h, levels=h.levels[1:]), r"levels of the entity head has shape \(11,\), not \(12,\)"),
        (lambda h: replace(h, actions=h.actions * 0), "actions of the entity head name two things each"),
    ],
)
def test_damaged_heads_are_refused(network, change, message, tmp_path):
    setup, path = GAME.setup(), tmp_path / "policy.zip"
    info = describe(setup, 1, {})
    save_policy(path, network, info)
    assert load_policy(path)[0].entities
    save_policy(path, replace(network, entities=(change(network.entities[0]),)), info)
    with pytest.raises(SaveFileError, match=message):
        load_policy(path)


def test_two_heads_for_one_action_are_refused(network):
    with pytest.raises(ValueError, match="two entity heads name the same action"):
        network_of(replace(network, entities=network.entities * 2).arrays())
