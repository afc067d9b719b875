"""The league, the learner's safeguards, policy files, and runs that survive being killed."""

from __future__ import annotations

import csv
import errno
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
import zipfile

import numpy as np
import pytest
import torch as th
from games.kuhn_poker import GAME as KUHN
from hypothesis import given
from hypothesis import strategies as st
from sb3_contrib.common.maskable.distributions import MaskableCategorical, MaskableCategoricalDistribution
from tiny_runs import TINY, checkpoint_of, tiny
from torch.distributions import Categorical

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import PolicyAgent
from cogitable.agents.policy.file import describe, load_policy, save_policy
from cogitable.agents.policy.network import PolicyNetwork
from cogitable.envs.table import OptionError, SaveFileError, Tables
from cogitable.envs.table.files import reading
from cogitable.training.learn.collecting.selfplay import SelfPlayVecEnv
from cogitable.training.learn.config.purposes import Purpose
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.league.league import LATEST, League
from cogitable.training.learn.learner.learner import make_learner
from cogitable.training.learn.networks.guarded_adam import GuardedAdam
from cogitable.training.learn.networks.legal_distribution import LegalDistribution
from cogitable.training.learn.run import checkpoint, running
from cogitable.training.learn.run.run import resume, train
from connect_four import GAME

th.set_num_threads(1)


def digest(path):
    network, _ = load_policy(path)
    return hashlib.sha256(b"".join(a.tobytes() for layer in network.layers for a in layer)).hexdigest()


def a_network(setup, seed=0, sizes=(8,)):
    generator = np.random.default_rng(seed)
    ends = [setup.layout.size, *sizes, setup.num_actions]
    layers = [
        (generator.normal(size=(a, b)).astype(np.float32), generator.normal(size=b).astype(np.float32))
        for a, b in zip(ends, ends[1:], strict=False)
    ]
    return PolicyNetwork(tuple(layers), "tanh")


# The learner's safeguards


class PublishedCategorical(MaskableCategorical):
    """The re-initialisation of sb3-contrib releases that check probabilities already cached."""

    def apply_masking(self, masks):
        self.masks = th.as_tensor(masks).bool().reshape(self.logits.shape) if masks is not None else None
        logits = self._original_logits
        if masks is not None:
            logits = th.where(self.masks, logits, th.tensor(-1e8, dtype=logits.dtype))
        Categorical.__init__(self, logits=logits, validate_args=True)


def test_long_runs_do_not_die_of_the_simplex_check():
    """Single precision alone brings the published check down: no number is doctored, only the action space is large."""
    died = 0
    for seed in range(6):
        generator = th.Generator().manual_seed(seed)
        logits = th.randn(256, 16384, generator=generator) * 5
        masks = th.rand(256, 16384, generator=generator) < 0.5
        published = PublishedCategorical(logits=logits)
        assert published.probs.shape == masks.shape  # read once, as .mode() and .entropy() do, they are kept
        try:
            published.apply_masking(masks)
        except ValueError as error:
            died += "Simplex" in str(error)
        ours = LegalDistribution(16384).proba_distribution(logits)
        for _ in range(2):
            ours.apply_masking(masks)
            assert th.isfinite(ours.log_prob(ours.mode())).all()
            assert th.isfinite(ours.entropy()).all()
            assert masks.gather(1, ours.sample()[:, None]).all()
        if died:
            break
    assert died


def test_preferences_far_below_the_published_mask_value_stay_legal():
    logits, masks = th.zeros(200, 5), th.zeros(200, 5, dtype=th.bool)
    masks[:, 1] = masks[:, 3] = True
    logits[masks] = -3e8
    published = MaskableCategoricalDistribution(5).proba_distribution(logits)
    published.apply_masking(masks)
    assert not masks.gather(1, published.sample()[:, None]).all()
    ours = LegalDistribution(5).proba_distribution(logits)
    ours.apply_masking(masks)
    assert masks.gather(1, ours.sample()[:, None]).all()
    th.testing.assert_close(ours.entropy(), th.full((200,), float(np.log(2))))


@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_distribution_agrees_with_the_published_one_where_that_works(seed, actions):
    generator = th.Generator().manual_seed(seed)
    logits = th.randn(7, actions, generator=generator) * 4
    masks = th.rand(7, actions, generator=generator) < 0.4
    masks[th.arange(7), th.randint(actions, (7,), generator=generator)] = True
    ours, theirs = LegalDistribution(actions), MaskableCategoricalDistribution(actions)
    for distribution in (ours, theirs):
        distribution.proba_distribution(logits)
        distribution.apply_masking(masks.numpy())
    chosen = ours.sample()
    assert masks.gather(1, chosen[:, None]).all()
    th.testing.assert_close(ours.log_prob(chosen), theirs.log_prob(chosen))
    th.testing.assert_close(ours.entropy(), theirs.entropy(), atol=1e-5, rtol=1e-4)
    th.testing.assert_close(ours.mode(), theirs.mode())
    th.testing.assert_close(ours.probs, theirs.distribution.probs)


def test_samples_follow_the_probabilities():
    th.manual_seed(0)
    ours = LegalDistribution(4).proba_distribution(th.tensor([[0.0, 1.0, 5.0, -1.0]]).expand(40_000, 4))
    ours.apply_masking(np.tile([1, 1, 0, 1], (40_000, 1)))
    shares = th.bincount(ours.sample(), minlength=4) / 40_000
    assert shares[2] == 0
    th.testing.assert_close(shares, ours.probs[0], atol=0.01, rtol=0)


def test_step_with_a_gradient_that_is_not_finite_is_left_out():
    weights = th.nn.Parameter(th.ones(3))
    optimizer = GuardedAdam([weights], lr=0.1)
    for gradient in (th.tensor([1.0, np.nan, 1.0]), th.tensor([np.inf, 1.0, 1.0])):
        weights.grad = gradient
        optimizer.step()
    assert optimizer.skipped == 2
    assert (weights == 1).all()
    weights.grad = th.ones(3)
    optimizer.step()
    assert (weights < 1).all()


# The league


def test_steps_left_out_are_counted_on_where_a_run_goes_on():
    config = tiny()
    one, two = (make_learner(config, SelfPlayVecEnv([GAME.setup()], 16, League([GAME.setup()], config.league), 0))
                for _ in range(2))  # fmt: skip
    one.policy.optimizer.skipped = 3
    two.set_parameters(one.get_parameters(), device="cpu")
    assert two.policy.optimizer.skipped == 3
    earlier = {name: part for name, part in one.policy.optimizer.state_dict().items() if name != "skipped"}
    two.policy.optimizer.load_state_dict(earlier)
    assert two.policy.optimizer.skipped == 0


def test_league_prefers_those_it_loses_to_and_drops_the_one_it_beats():
    setup = GAME.setup()
    config = tiny(**{"league.baselines": ["random", "search:simulations=2"]}).league
    league = League([setup], config)
    league.refresh(a_network(setup))
    assert league.shares()[LATEST] == pytest.approx(config.latest_share)
    league.record(np.full(300, 1), np.ones(300), np.ones(300))
    league.record(np.full(300, 2), np.zeros(300), np.ones(300))
    shares = league.shares()
    assert shares.sum() == pytest.approx(1)
    assert 0 < shares[1] < 0.1 * shares[2]
    drawn = np.bincount(league.draw((20_000,)), minlength=3) / 20_000
    np.testing.assert_allclose(drawn, shares, atol=0.015)

    assert league.add("snapshot", a_network(setup, 1), 10) is None
    assert league.add("snapshot", a_network(setup, 2), 20) is None
    league.record(np.full(100, 4), np.ones(100), np.ones(100))
    assert league.add("snapshot", a_network(setup, 3), 30) == 4
    assert sorted(steps for steps, _ in league.joined().values()) == [10, 30]
    assert league.opponents[4].games == 0


@pytest.mark.parametrize("alike", [0, 0.4, 1])
def test_at_a_share_of_the_tables_one_opponent_has_all_other_seats(alike):
    config = tiny(
        **{"league.baselines": ["random", "search:simulations=2"], "league.latest_share": 0.2, "league.alike": alike}
    )
    league = League([GAME.setup()], config.league)
    for draw, shares in (league.draw, league.shares()), (league.draw_rivals, np.array([0, 0.5, 0.5])):
        drawn = draw((20_000, 3))
        same = (drawn == drawn[:, :1]).all(axis=1).mean()
        assert same == pytest.approx(alike + (1 - alike) * (shares**3).sum(), abs=0.015)
        for seat in range(3):
            np.testing.assert_allclose(np.bincount(drawn[:, seat]) / 20_000, shares, atol=0.015)


def test_league_forgets_old_results():
    league = League([GAME.setup()], tiny(**{"league.memory": 100}).league)
    league.record(np.full(1000, 1), np.ones(1000), np.ones(1000))
    for _ in range(10):
        league.record(np.full(100, 1), np.zeros(100), np.ones(100))
    assert league.opponents[1].win_rate < 0.02


# Policies


def test_policy_plays_the_network_it_was_exported_from():
    for activation, shared in (("relu", False), ("tanh", True)):
        config = tiny(**{"network.activation": activation, "network.shared": shared, "network.layers": [16, 12]})
        (setup,) = config.setups().values()
        league = League([setup], config.league)
        env = SelfPlayVecEnv([setup], config.tables, league, 0)
        learner = make_learner(config, env)
        league.refresh(learner.policy.network())
        observations = env.reset()
        with th.no_grad():
            learner.policy.action_net.weight.normal_()
            distribution = learner.policy.get_distribution(th.as_tensor(observations), env.action_masks())
        network = learner.policy.network()
        np.testing.assert_allclose(network.logits(observations), distribution._logits.numpy(), atol=1e-5)
        without_torch = PolicyNetwork(network.layers, network.activation)
        np.testing.assert_allclose(without_torch.logits(observations), network.logits(observations), atol=1e-5)
        agent = PolicyAgent(setup, network=network)
        np.testing.assert_array_equal(agent.act(env.tables.view(0, np.arange(16))), distribution.mode().numpy())


def test_drawing_policy_follows_its_probabilities_and_never_breaks_the_rules():
    setup = GAME.setup()
    tables = Tables(setup, 3000, seed=0)
    tables.masks[:, [0, 6]] = 0
    agent = PolicyAgent(setup, 5, network=a_network(setup), deterministic=False)
    chosen = agent.act(View.of(tables))
    logits = agent.network.logits(tables.observations[:1])[0]
    logits[[0, 6]] = -np.inf
    wanted = np.exp(logits) / np.exp(logits).sum()
    np.testing.assert_allclose(np.bincount(chosen, minlength=7) / 3000, wanted, atol=0.04)
    again = PolicyAgent(setup, 5, network=agent.network, deterministic=False)
    np.testing.assert_array_equal(again.act(View.of(tables)), chosen)
    agent.reseed(np.random.SeedSequence(1))
    assert (agent.act(View.of(tables)) != chosen).any()


@pytest.mark.parametrize("temperature", [0.3, 4.0])
def test_a_temperature_divides_preferences(temperature):
    setup = GAME.setup()
    tables = Tables(setup, 3000, seed=0)
    agent = PolicyAgent(setup, 5, network=a_network(setup), deterministic=False, temperature=temperature)
    logits = agent.network.logits(tables.observations[:1])[0] / temperature
    wanted = np.exp(logits) / np.exp(logits).sum()
    np.testing.assert_allclose(np.bincount(agent.act(View.of(tables)), minlength=7) / 3000, wanted, atol=0.04)
    with pytest.raises(OptionError, match="a temperature goes with deterministic=false only"):
        PolicyAgent(setup, network=agent.network, temperature=temperature)


@pytest.fixture
def policy(tmp_path):
    setup = GAME.setup()
    path = tmp_path / "p.zip"
    save_policy(path, a_network(setup), describe(setup, 123, {"seed": 4}, {"random": 0.5}))
    return path


def test_policy_file_tells_what_it_is(policy):
    agent = make_agent(f"policy:{policy}", GAME.setup())
    assert agent.info.steps == 123
    assert agent.info.figures == {"random": 0.5}
    assert agent.info.game == "connect_four"


def rewrite(path, change):
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    info = json.loads(parts["policy.json"])
    change(info, parts)
    if "policy.json" in parts:
        parts["policy.json"] = json.dumps(info).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (lambda i, p: i.update(game="chess"), OptionError, "trained for 'chess', not for 'connect_four'"),
        (lambda i, p: i.update(game_version=7), OptionError, "trained for version 7 of Connect Four"),
        (lambda i, p: i.update(layout="0"), OptionError, "a layout with digest 0"),
        (lambda i, p: i.update(observation_size=5), SaveFileError, "its network maps 84 numbers to 7 actions"),
        (lambda i, p: i.update(format=9), SaveFileError, "in format 9"),
        (lambda i, p: i.pop("steps"), SaveFileError, "damaged: policy.json steps"),
        (lambda i, p: p.pop("weights.npz"), SaveFileError, "is not a policy file"),
        (lambda i, p: p.update({"weights.npz": p["weights.npz"][:200]}), SaveFileError, "weights.npz: damaged"),
    ],
)
def test_unusable_policy_files_are_refused(policy, change, error, message):
    rewrite(policy, change)
    with pytest.raises(error, match=message):
        PolicyAgent(GAME.setup(), path=policy)


def test_policy_of_another_game_truncated_or_missing(policy, tmp_path):
    with pytest.raises(OptionError, match="trained for 'connect_four', not for 'kuhn_poker'"):
        PolicyAgent(KUHN.setup(), path=policy)
    content = policy.read_bytes()
    for size in (0, 10, len(content) // 2, len(content) - 5):
        policy.write_bytes(content[:size])
        with pytest.raises(SaveFileError, match="damaged, or no archive"):
            PolicyAgent(GAME.setup(), path=policy)
    with pytest.raises(OptionError, match="no file"):
        PolicyAgent(GAME.setup(), path=tmp_path / "none.zip")
    with pytest.raises(OptionError, match="no policy is shipped for Connect Four"):
        PolicyAgent(GAME.setup())


# Runs


def test_same_configuration_and_seed_give_the_same_weights(tmp_path):
    results = [train(tiny(), tmp_path / name, quiet=True) for name in "ab"]
    other = train(tiny(seed=1), tmp_path / "c", quiet=True)
    a, b, c = (digest(r.folder / "last.zip") for r in (*results, other))
    assert a == b != c
    assert results[0].rates == results[1].rates
    assert not results[0].stopped


def test_run_folder_holds_everything(tmp_path):
    result = train(tiny(), tmp_path / "run", quiet=True)
    folder = result.folder
    assert load_config(source=folder / "config.yaml") == tiny()
    with (folder / "metrics.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(r["steps"]) for r in rows] == [128, 256, 384, 512]
    assert [bool(r["win/random"]) for r in rows] == [False, False, True, True]  # every 300 steps, and at the end
    with (folder / "evaluations.csv").open() as file:
        measured = [row for row in csv.DictReader(file) if not (row["table"] or row["side"])]
    assert [(r["steps"], r["win/random"]) for r in rows[2:]] == [(r["steps"], r["win_rate"]) for r in measured]
    assert all(float(r["train/value_loss"]) >= 0 for r in rows)
    assert any((folder / "tensorboard").iterdir())
    assert sorted(int(p.stem) for p in (folder / "snapshots").glob("*.zip")) == [256, 512]
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["steps"] == 512
    assert summary["win_rates"]["random"]["mean"] == load_policy(folder / "best.zip")[1].figures["random"]
    for name in ("best.zip", "last.zip", "checkpoint.zip"):
        make_agent(f"policy:{folder / name}", GAME.setup())
    with pytest.raises(OptionError, match="holds a run already"):
        train(tiny(), folder, quiet=True)
    assert train(tiny(steps=128), folder, fresh=True, quiet=True).steps == 128


def test_resumed_run_ends_as_one_that_was_never_stopped(tmp_path, monkeypatch):
    whole = train(tiny(checkpoint_minutes=0), tmp_path / "whole", quiet=True)

    rounds, iterate = [], running.Run._iterate

    def breaking(self, progress):
        if len(rounds) == 2:
            raise RuntimeError("the power is gone")
        rounds.append(1)
        iterate(self, progress)

    monkeypatch.setattr(running.Run, "_iterate", breaking)
    with pytest.raises(RuntimeError, match="power"):
        train(tiny(checkpoint_minutes=0), tmp_path / "cut", quiet=True)
    monkeypatch.setattr(running.Run, "_iterate", iterate)
    resumed = resume(tmp_path / "cut", quiet=True)
    assert resumed.steps == whole.steps == 512
    assert digest(resumed.folder / "last.zip") == digest(whole.folder / "last.zip")
    assert resumed.rates == whole.rates
    columns = ["steps", "train/value_loss", "rollout/score", "win/random"]
    tables = []
    for folder in (whole.folder, resumed.folder):
        with (folder / "metrics.csv").open() as file:
            tables.append([[row[c] for c in columns] for row in csv.DictReader(file)])
    assert tables[0] == tables[1]


CHILD = """
import sys
sys.path[:0] = {path!r}
from cogitable.training.learn.config.training_config import load_config
from cogitable.training.learn.run.run import train, resume
if __name__ == "__main__":
    result = train(load_config("connect_four", None, {overrides!r}), {folder!r})
    print("stopped" if result.stopped else "finished", result.steps, flush=True)
"""


def start(folder, **more):
    overrides = {**TINY, "steps": 10_000_000, "checkpoint_minutes": 0, **more}
    code = CHILD.format(path=[p for p in sys.path if p], overrides=overrides, folder=str(folder))
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300
    metrics = folder / "metrics.csv"
    while not (metrics.exists() and metrics.read_text().count("\n") > 3) and time.monotonic() < deadline:
        assert child.poll() is None
        time.sleep(0.05)
    return child


def test_killed_run_goes_on(tmp_path):
    child = start(tmp_path / "run")
    child.kill()
    child.communicate()
    agent = make_agent(f"policy:{tmp_path / 'run' / 'checkpoint.zip'}", GAME.setup())
    before = agent.info.steps
    assert before >= 128
    result = resume(tmp_path / "run", {"steps": before + 256}, quiet=True)
    assert not result.stopped
    assert result.steps == before + 256
    with (tmp_path / "run" / "metrics.csv").open() as file:
        steps = [int(row["steps"]) for row in csv.DictReader(file)]
    assert steps == list(range(128, before + 257, 128))


def test_ctrl_c_saves_and_ends_cleanly(tmp_path):
    child = start(tmp_path / "run", checkpoint_minutes=60)
    child.send_signal(signal.SIGINT)
    output, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    word, steps = output.splitlines()[-1].split()
    assert word == "stopped"
    assert load_policy(tmp_path / "run" / "checkpoint.zip")[1].steps == int(steps) >= 128


def test_a_checkpoint_knows_how_good_the_best_policy_is(tmp_path, monkeypatch):
    """Else a run that goes on from before would replace it by a worse one."""

    class Killed(running.Run):
        def _log(self, found):
            super()._log(found)
            self.measured = bool(found)

        def _iterate(self, progress):
            super()._iterate(progress)
            if self.measured and self.counters.best == (reached := strengths[-1]):
                told.append((reached, self.counters.steps))
                raise RuntimeError("the power is gone")

    strengths, told, strength = [], [], running.strength
    monkeypatch.setattr(running, "strength", lambda *given: strengths.append(strength(*given)) or strengths[-1])
    monkeypatch.setattr(running, "Run", Killed)
    with pytest.raises(RuntimeError, match="power"):
        train(tiny(checkpoint_minutes=60), tmp_path, quiet=True)
    counters = checkpoint_of(tmp_path)[1]["counters"]
    assert told == [(counters["best"], counters["steps"])]
    assert load_policy(tmp_path / "best.zip")[1].steps == counters["steps"] == 384


def test_who_asks_at_the_end_of_a_run_does_not_stop_it(tmp_path, monkeypatch):
    measured = running.measured

    def interrupted(config, games, purpose, **policy):
        if purpose == Purpose.FINAL:
            os.kill(os.getpid(), signal.SIGINT)
        return measured(config, games, purpose, **policy)

    monkeypatch.setattr(running, "measured", interrupted)
    result = train(tiny(steps=128), tmp_path / "run", quiet=True)
    assert not result.stopped and set(result.rates) == {"random"}
    assert (result.folder / "summary.json").is_file()


def test_damaged_or_missing_checkpoints_are_named(tmp_path):
    with pytest.raises(OptionError, match="no run to resume"):
        resume(tmp_path / "nothing")
    folder = train(tiny(steps=128), tmp_path / "run", quiet=True).folder
    with pytest.raises(OptionError, match="another budget .* not another seed"):
        resume(folder, {"seed": 3})
    content = (folder / "checkpoint.zip").read_bytes()
    (folder / "checkpoint.zip").write_bytes(content[: len(content) // 2])
    with pytest.raises(SaveFileError, match=r"checkpoint.zip: damaged"):
        resume(folder, quiet=True)
    (folder / "checkpoint.zip").write_bytes((folder / "last.zip").read_bytes())
    with pytest.raises(SaveFileError, match=r"is not a checkpoint of a training run"):
        resume(folder, quiet=True)


def test_a_pool_too_large_for_a_checkpoint_is_refused_at_the_start(tmp_path, monkeypatch):
    many = {"league.max_snapshots": 6000, "league.snapshot_every": 10, "steps": 128}
    train(tiny(**many), tmp_path / "few steps", quiet=True)  # takes 12 of them at most
    many["steps"] = 10**6
    with pytest.raises(OptionError, match=r"'league.max_snapshots' is 6,000: .* fit 4,9\d\d times .* 10,000 members"):
        train(tiny(**many), tmp_path / "run", quiet=True)
    assert contents(tmp_path / "run") == {}
    for module in (reading, checkpoint):
        monkeypatch.setattr(module, "MOST_BYTES", 1 << 18)
    exploiters = {"league.exploiters.share": 0.5, "league.exploiters.kept": 50}
    with pytest.raises(OptionError, match="league.exploiters.kept is 50"):
        train(tiny(**exploiters), tmp_path / "run", quiet=True)
    with pytest.raises(OptionError, match="tables and this network would take .* fewer tables or smaller layers"):
        train(tiny(**{"network.layers": [1000]}), tmp_path / "run", quiet=True)


def test_a_file_that_could_not_be_read_again_is_not_written(tmp_path, monkeypatch):
    folder = train(tiny(steps=128), tmp_path / "run", quiet=True).folder
    before = (folder / "checkpoint.zip").read_bytes()
    monkeypatch.setattr(checkpoint, "check_room", lambda *given: None)
    monkeypatch.setattr(reading, "MOST_MEMBERS", 6)
    with pytest.raises(SaveFileError, match=r"checkpoint.zip cannot be written: 9 members .* at most 6"):
        resume(folder, {"steps": 512}, quiet=True)
    assert (folder / "checkpoint.zip").read_bytes() == before


def test_full_disk_and_unwritable_folder_are_clear(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveFileError, match="cannot be written"):
        train(tiny(), tmp_path / "file" / "run", quiet=True)
    folder = train(tiny(steps=128), tmp_path / "run", quiet=True).folder
    before = (folder / "checkpoint.zip").read_bytes()

    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveFileError, match=r"cannot be written: No space left on device"):
        resume(folder, {"steps": 512}, quiet=True)
    assert (folder / "checkpoint.zip").read_bytes() == before
    assert not list(folder.glob("*.tmp")) + list(folder.glob(".*.tmp"))


def test_folder_with_somebody_elses_files_is_left_alone(tmp_path):
    (tmp_path / "snapshots").mkdir()
    (tmp_path / "snapshots" / "holiday.jpg").write_text("x")
    with pytest.raises(OptionError, match="holds a run already .snapshots."):
        train(tiny(steps=128), tmp_path, quiet=True)
    assert (tmp_path / "snapshots" / "holiday.jpg").exists()


UNUSABLE = {
    "entities": ({"network.shared": True, "network.entities": "stonse"}, "network.entities"),
    "sides": ({"league.sides": ["x"]}, "no sides"),
    "critic": ({"network.critic": "everything", "network.critic_parts": ["cardz"]}, "network.critic_parts"),
    "baseline": ({"league.baselines": ["nobody"]}, "nobody"),
    "soft": ({"imitation.agent": "random", "imitation.soft": True}, "imitation.soft"),
    "rollouts": ({"expert.every": 100, "expert.rollouts": "heuristic"}, "heuristic"),
}
"""Options that a configuration may have and Connect Four cannot be trained with, and what the error names."""


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_cannot_be_trained_is_refused_before_the_folder_is_touched(tmp_path, monkeypatch):
    folder = train(tiny(steps=128), tmp_path / "run", quiet=True).folder
    before = contents(folder)
    for number, (overrides, message) in enumerate(UNUSABLE.values()):
        for where, fresh in ((folder, True), (tmp_path / str(number), False)):
            with pytest.raises(OptionError, match=message):
                train(tiny(**overrides), where, fresh=fresh, quiet=True)
            assert contents(where) == (before if fresh else {})
    monkeypatch.delitem(sys.modules, running.__name__)  # as in a program that has trained nothing yet
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.logger", None)
    with pytest.raises(OptionError, match="packages that are not installed"):
        train(tiny(), folder, fresh=True, quiet=True)
    assert contents(folder) == before


def test_opponent_that_does_not_exist_is_named(tmp_path):
    with pytest.raises(OptionError, match="nobody"):
        train(tiny(**{"league.baselines": ["nobody"]}), tmp_path / "run", quiet=True)
