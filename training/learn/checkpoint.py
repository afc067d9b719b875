"""Everything that a killed run needs to go on as if nothing had happened, in one file that is replaced as a whole.

A checkpoint is a policy file (so an agent can play from it) with further members: the learner's and the optimizer's
numbers, the tables, the league and the counters. Random generators are not in it: each round of collecting and
learning draws from generators fixed by the seed and the number of the round.
"""

from __future__ import annotations

import io
import json
import math
import pickle
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch as th

from ...agents.policy_file import PolicyInfo, load_policy, npz_bytes, policy_parts, read_parts, write_parts
from ...agents.policy_network import PolicyNetwork
from ...envs.table.errors import SaveFileError
from .league import League
from .learner import Learner
from .network import TorchNetwork

_FORMAT = 1
_COUNTERS, _PARAMETERS, _TABLES = "run.json", "parameters.pt", "tables.npz"


@dataclass
class Counters:
    """Where a run stands.

    Attributes:
        iteration: Rounds of collecting and learning done.
        steps: Learner steps taken.
        seconds: Time spent, over all starts of the run.
        snapshot_at: Learner steps at which the next snapshot is due.
        evaluation_at: Learner steps at which the next evaluation is due.
        best: What the best policy was chosen by, the mean over opponents; minus infinity before the first evaluation.
        rates: Win rates of the last evaluation by opponent.
        copied: Whether the learner has copied an agent, where it is to do so first.
    """

    iteration: int = 0
    steps: int = 0
    seconds: float = 0.0
    snapshot_at: int = 0
    evaluation_at: int = 0
    best: float = -math.inf
    rates: dict[str, float] | None = None
    copied: bool = False


def save_checkpoint(path: Path, learner: Learner, league: League, counters: Counters, info: PolicyInfo) -> None:
    """Write a checkpoint; the one before it stays whole until the new one is complete.

    Raises:
        SaveFileError: It cannot be written.
    """
    parameters = io.BytesIO()
    th.save(learner.get_parameters(), parameters)
    tables = learner.env.state() | {"episode_starts": learner.episode_starts}
    run = {"format": _FORMAT, "counters": asdict(counters), "updates": learner._n_updates, "league": league.state()}
    parts = policy_parts(learner.policy.network(), info)
    parts |= {_COUNTERS: json.dumps(run).encode(), _PARAMETERS: parameters.getvalue(), _TABLES: npz_bytes(tables)}
    for steps, network in league.snapshots().items():
        parts |= {
            f"snapshot-{steps}/{n}": c
            for n, c in policy_parts(network, info.model_copy(update={"steps": steps})).items()
        }
    write_parts(path, parts)


def load_checkpoint(path: Path, learner: Learner, league: League) -> Counters:
    """Bring a fresh learner and league to where a checkpoint stands.

    Raises:
        OptionError: There is no such file.
        SaveFileError: It is damaged, or from another version.
    """
    parts = read_parts(path)
    missing = [name for name in (_COUNTERS, _PARAMETERS, _TABLES) if name not in parts]
    if missing:
        raise SaveFileError(f"{path} is not a checkpoint of a training run: {', '.join(missing)} missing in it")
    try:
        return _restore(parts, learner, league)
    except (ValueError, KeyError, TypeError, RuntimeError, EOFError, OSError, pickle.UnpicklingError) as error:
        raise SaveFileError(f"{path} is damaged or belongs to another configuration: {error}") from error


def _restore(parts: dict[str, bytes], learner: Learner, league: League) -> Counters:
    run: dict[str, Any] = json.loads(parts[_COUNTERS])
    if run["format"] != _FORMAT:
        raise ValueError(f"format {run['format']} of checkpoints; this version reads {_FORMAT}")
    learner.set_parameters(th.load(io.BytesIO(parts[_PARAMETERS]), weights_only=True), device="cpu")
    learner._n_updates = run["updates"]
    league.restore(run["league"], _snapshots(parts))
    league.refresh(learner.policy.network())
    counters = Counters(**run["counters"])
    with np.load(io.BytesIO(parts[_TABLES]), allow_pickle=False) as tables:
        observations = learner.env.restore(dict(tables))
        learner.resume(observations, tables["episode_starts"])
    learner.num_timesteps = counters.steps
    return counters


def _snapshots(parts: dict[str, bytes]) -> dict[int, PolicyNetwork]:
    """Read the league's networks, each stored as a policy file in a folder of its own."""
    networks: dict[int, PolicyNetwork] = {}
    for folder in sorted({name.split("/")[0] for name in parts if "/" in name}):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in parts.items():
                if name.startswith(f"{folder}/"):
                    archive.writestr(name.split("/")[1], content)
        network, _ = load_policy(file)  # type: ignore[arg-type]
        networks[int(folder.removeprefix("snapshot-"))] = TorchNetwork(
            network.layers, network.activation, network.entities
        )
    return networks
