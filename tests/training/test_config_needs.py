"""Options that do nothing beside the others are refused where they were said, and really do nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from cogitable.agents.policy.file import load_policy
from cogitable.envs.table.errors import OptionError
from cogitable.training.learn.config.needs import _NEEDS, idle
from cogitable.training.learn.config.stages import load_stages
from cogitable.training.learn.config.training_config import TrainingConfig, load_config, placed, without_idle
from cogitable.training.learn.run.run import resume, train

PLAIN = {
    "game": "connect_four",
    "steps": 512,
    "tables": 8,
    "ppo.batch_size": 64,
    "network.layers": [],
    "league.max_snapshots": 0,
    "evaluation.every_share": 0.5,
    "evaluation.games": 4,
    "evaluation.final_games": 4,
}
IDLE = {
    "network.activation": "tanh",
    "network.entity_size": 8,
    "league.others": "random",
    "league.snapshot_every": 64,
    "league.exploiters.steps": 64,
    "league.exploiters.win_rate": 0.1,
    "league.exploiters.episodes": 1,
    "league.exploiters.kept": 1,
    "league.exploiters.start": "fresh",
    "imitation.decisions": 100,
    "imitation.epsilon": 0.5,
    "imitation.batch_size": 32,
    "imitation.learning_rate": 0.1,
    "imitation.final_learning_rate": 0.1,
    "imitation.soft": True,
    "imitation.own_share": 0.5,
    "expert.decisions": 8,
    "expert.share": 1.0,
    "expert.certain": 0.5,
    "expert.anchors": 1.0,
    "expert.simulations": 8,
    "expert.root": "race",
    "expert.others": "mixed",
    "expert.rollouts": "policy",
    "expert.horizon": 4,
    "expert.target": "visits",
    "expert.sharpness": 1.0,
    "expert.mix": 1.0,
    "expert.epochs": 2,
    "expert.batch_size": 32,
    "expert.learning_rate": 0.1,
    "expert.value_learning_rate": 0.1,
    "expert.value_source": "observation",
    "expert.value_layers": [8],
    "expert.value_positions": 100,
    "evaluation.every": 64,
}


def whole(*options: dict) -> TrainingConfig:
    return TrainingConfig.model_validate(placed({}, {name: value for one in options for name, value in one.items()}))


def test_what_is_said_to_do_nothing_does_nothing(tmp_path: Path) -> None:
    told = whole(PLAIN, IDLE)
    every = {f"{need.section}.{name}" for need in _NEEDS for name in need.names}
    assert IDLE.keys() == every
    assert idle(told).keys() == every - {"expert.target"}  # a race goes with visits only, which is the default
    assert idle(whole(PLAIN)) == {}
    assert without_idle(told) == whole(PLAIN)
    weights = [
        load_policy(train(config, tmp_path / name, quiet=True).policy)[0].arrays()
        for name, config in (("plain", whole(PLAIN)), ("idle", told))
    ]
    assert weights[0].keys() == weights[1].keys()
    differ = [name for name in weights[0] if not np.array_equal(weights[0][name], weights[1][name])]
    assert differ == ["activation"]  # which stands there as it was told, and follows no layer


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"imitation.epsilon": 0.5}, r"^imitation\.epsilon needs imitation\.agent, or it does nothing$"),
        ({"expert.simulations": 8}, r"^expert\.simulations needs expert\.every, or"),
        ({"expert.every": 100, "expert.sharpness": 2.0}, r"^expert\.sharpness needs expert\.target=values, or"),
        ({"network.entity_size": 8}, r"^network\.entity_size needs network\.entities, or"),
        ({"league.others": "random"}, r"^league\.others needs league\.sides, or"),
        ({"league.exploiters.kept": 2}, r"^league\.exploiters\.kept needs league\.exploiters\.share above 0, or"),
        ({"evaluation": {"every": 64}, "evaluation.every_share": 0.1}, r"^evaluation\.every needs no evalu"),
        ({"imitation.soft": True, "imitation.epsilon": 0.5}, r"^imitation\.epsilon needs .*; imitation\.soft needs "),
    ],
)  # fmt: skip
def test_what_does_nothing_is_refused(changes: dict, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        load_config("connect_four", None, changes)


def test_who_switches_something_off_need_not_take_back_all_of_it(tmp_path: Path) -> None:
    source = tmp_path / "copies.yaml"
    source.write_text(
        yaml.safe_dump({"game": "connect_four", "steps": 512, "imitation": {"agent": "random", "soft": 1}})
    )
    assert load_config("connect_four", source, {"imitation.agent": None}).imitation.soft
    with pytest.raises(OptionError, match=r"^imitation\.soft needs"):
        load_config("connect_four", source, {"imitation.agent": None, "imitation.soft": True})
    source.write_text(yaml.safe_dump({"game": "connect_four", "steps": 512, "imitation": {"soft": True}}))
    with pytest.raises(OptionError, match=r"copies\.yaml: imitation\.soft needs imitation\.agent"):
        load_config("connect_four", source)
    assert load_config("connect_four", source, {"imitation.agent": "random"}).imitation.soft


def test_what_runs_keep_is_not_judged_again(tmp_path: Path) -> None:
    """They may have begun before it was refused."""
    train(whole(PLAIN, {"imitation.soft": True}), tmp_path, quiet=True)
    assert "soft: true" in (tmp_path / "config.yaml").read_text()
    assert resume(tmp_path, {"steps": 1024}, quiet=True).steps == 1024


def staged(folder: Path, **said: dict) -> Path:
    path = folder / "plan.yaml"
    path.write_text(yaml.safe_dump({"game": "connect_four", "steps": 512, **said}))
    return path


def test_stages_are_judged_by_what_they_say_and_what_they_share_by_all(tmp_path: Path) -> None:
    copying = {"imitation": {"agent": "random"}}
    shared = staged(tmp_path, imitation={"soft": True}, stages={"first": copying, "second": None})
    assert len(load_stages(source=shared)) == 2
    assert len(load_stages(source=shared, overrides={"imitation.epsilon": 0.5})) == 2
    with pytest.raises(OptionError, match=r"^expert\.mix needs expert\.every"):
        load_stages(source=shared, overrides={"expert.mix": 1})
    own = staged(tmp_path, stages={"first": copying, "second": {"imitation": {"soft": True}}})
    with pytest.raises(OptionError, match=r"plan\.yaml: stage 'second': imitation\.soft needs imitation\.agent"):
        load_stages(source=own)
    nowhere = staged(tmp_path, imitation={"soft": True}, stages={"first": None, "second": None})
    with pytest.raises(OptionError, match=r"plan\.yaml: imitation\.soft needs imitation\.agent"):
        load_stages(source=nowhere)
    assert len(load_stages(source=own, kept=True)) == len(load_stages(source=nowhere, kept=True)) == 2
