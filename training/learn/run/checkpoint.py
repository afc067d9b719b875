"""Everything that a killed run needs to go on as if nothing had happened, in one file that is replaced as a whole.

A checkpoint is a policy file (so an agent can play from it) with further members: the learner's and the optimizer's
numbers, the tables, the league and the counters. Random generators are not in it: each round of collecting and
learning draws from generators fixed by the seed and the number of the round.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch as th
from pydantic import BaseModel, ConfigDict, NonNegativeFloat, NonNegativeInt
from pydantic.dataclasses import dataclass

from ....agents.policy.file import PolicyInfo, load_policy, npz_bytes, policy_parts, read_parts, write_parts
from ....agents.policy.network import PolicyNetwork
from ....envs.table.errors import OptionError, SaveFileError
from ....envs.table.files.reading import MOST_BYTES, MOST_MEMBERS, parsed, read_arrays
from ..config.training_config import TrainingConfig
from ..league.exploiters import ITSELF, Exploiters, Life
from ..league.league import League
from ..learner.learner import Learner
from ..networks.averaging import Average
from ..sharing.collector import Ahead, Collector
from ..sharing.pieces import Orders, tables_of

_COUNTERS, _PARAMETERS, _TABLES = "run.json", "parameters.pt", "tables.npz"
_EXPLOITER = "exploiter-{}"  # what the exploiter of the moment adds: its own parameters and tables
_AVERAGE = "average"  # the folder of the mean of the weights
_AHEAD = "ahead.pt"  # the weights with which the next round is being played already, see run.json
_OTHERS = (_COUNTERS, _AHEAD, *(own for name in (_PARAMETERS, _TABLES) for own in (name, _EXPLOITER.format(name))))
"""The members beside those of networks."""
_LONGER = 1 << 14  # bytes that a member may grow by, and what files say of themselves
_UNFIT = "damaged, or it belongs to another configuration"


@dataclass(config=ConfigDict(extra="forbid"))
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
        expert_at: Learner steps at which the next round of learning from search is due.
    """

    iteration: NonNegativeInt = 0
    steps: NonNegativeInt = 0
    seconds: NonNegativeFloat = 0.0
    snapshot_at: NonNegativeInt = 0
    evaluation_at: NonNegativeInt = 0
    best: float = -math.inf
    rates: dict[str, float] | None = None
    copied: bool = False
    expert_at: NonNegativeInt = 0


class _Opponent(BaseModel):
    """What :meth:`League.state` tells of one opponent."""

    model_config = ConfigDict(extra="forbid")

    name: str
    steps: NonNegativeInt | None
    games: NonNegativeFloat
    wins: NonNegativeFloat


class _Exploiter(BaseModel):
    """The exploiter of the moment."""

    model_config = ConfigDict(extra="forbid")

    number: NonNegativeInt
    rounds: NonNegativeInt
    taken: NonNegativeInt
    steps: NonNegativeInt
    games: NonNegativeFloat
    wins: NonNegativeFloat
    episodes: NonNegativeFloat = 0.0
    updates: NonNegativeInt


class _Ahead(BaseModel):
    """The round that is being played already: its number, and the pool as it was when that began."""

    model_config = ConfigDict(extra="forbid")

    number: NonNegativeInt
    pool: list[_Opponent]


class _Run(BaseModel):
    """The member ``run.json``."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = 1
    counters: Counters
    updates: NonNegativeInt
    league: list[_Opponent]
    exploiter: _Exploiter | None = None
    ahead: _Ahead | None = None


def check_room(config: TrainingConfig, learner: Learner, exploiters: Exploiters | None, info: PolicyInfo) -> None:
    """Check that a checkpoint with a full pool can be read again: archives beyond some size never are.

    Args:
        config: What decides the run, and with it how many networks there may be in the pool.
        learner: The learner.
        exploiters: Those that learn beside it.
        info: What its policy says about itself.

    Raises:
        OptionError: It could not; the message names the option and what would do.
    """
    league, learners = config.league, [learner] if exploiters is None else [learner, exploiters.learner]
    snapshots = league.max_snapshots
    if config.steps is not None:
        snapshots = min(snapshots, config.steps // league.snapshot_every + 1)
    networks = snapshots + (0 if exploiters is None else league.exploiters.kept) + (config.network.average > 1)
    one = policy_parts(learner.policy.network(), info)
    size, others = sum(map(len, one.values())) + _LONGER, sum(map(_most_bytes, learners)) + len(_OTHERS) * _LONGER
    room = min((MOST_MEMBERS - len(_OTHERS)) // len(one), (MOST_BYTES - others) // size) - 2  # the policy, one replaced
    if room < 0:
        raise OptionError(
            f"a checkpoint of {config.tables:,} tables and this network would take {others + 2 * size:,} bytes; "
            f"{MOST_BYTES:,} can be read again: take fewer tables or smaller layers"
        )
    if networks > room:
        kept = "" if exploiters is None else f" and league.exploiters.kept is {league.exploiters.kept}"
        raise OptionError(
            f"option 'league.max_snapshots' is {league.max_snapshots:,}{kept}: networks of {size:,} bytes fit "
            f"{max(room, 0):,} times into a checkpoint, of which {MOST_BYTES:,} bytes in {MOST_MEMBERS:,} members can "
            "be read again"
        )


def _most_bytes(learner: Learner) -> int:
    """Return how much a learner takes of a checkpoint: its numbers, what Adam keeps of each, those with which the next
    round is played already, and its tables.
    """
    modules = [learner.policy, *([learner.foretelling] if learner.foretelling is not None else [])]
    numbers = sum(its.numel() * its.element_size() for module in modules for its in module.parameters())
    return 4 * numbers + sum(array.nbytes for array in learner.env.state().values()) + learner.n_envs


def save_checkpoint(
    path: Path,
    learner: Learner,
    league: League,
    counters: Counters,
    info: PolicyInfo,
    exploiters: Exploiters | None = None,
    collector: Collector | None = None,
    average: Average | None = None,
) -> None:
    """Write a checkpoint; the one before it stays whole until the new one is complete.

    Raises:
        SaveFileError: It cannot be written.
    """
    run = {"format": 1, "counters": asdict(counters), "updates": learner._n_updates, "league": league.state()}
    if exploiters is not None:
        run["exploiter"] = asdict(exploiters.life) | {"updates": exploiters.learner._n_updates}
    parts = policy_parts(learner.policy.network(), info)
    parts |= _learner_parts(learner)
    if exploiters is not None:
        parts |= {_EXPLOITER.format(name): content for name, content in _learner_parts(exploiters.learner).items()}
    joined = {name: network for name, (_, network) in league.joined().items()}
    if collector is not None and collector.ahead is not None:
        orders, then = collector.ahead
        run["ahead"] = {"number": orders.number, "pool": orders.pool}
        parts[_AHEAD] = _torch_bytes({name: th.from_numpy(its) for name, its in orders.weights.items()})
        joined |= then
    parts[_COUNTERS] = json.dumps(run).encode()
    for name, network in joined.items():
        parts |= _in_folder(name, network, info.model_copy(update={"steps": int(name.rpartition("-")[2])}))
    if average is not None:
        parts |= _in_folder(_AVERAGE, average.network, info)
    write_parts(path, parts)


def _in_folder(name: str, network: PolicyNetwork, info: PolicyInfo) -> dict[str, bytes]:
    """Return the members that hold another network."""
    return {f"{name}/{member}": content for member, content in policy_parts(network, info).items()}


def _learner_parts(learner: Learner) -> dict[str, bytes]:
    """Return the members that hold a learner's and its optimizer's numbers, and its tables."""
    return {_PARAMETERS: _torch_bytes(learner.get_parameters()), _TABLES: npz_bytes(tables_of(learner))}


def _torch_bytes(value: Any) -> bytes:
    file = io.BytesIO()
    th.save(value, file)
    return file.getvalue()


def load_checkpoint(
    path: Path,
    learner: Learner,
    league: League,
    exploiters: Exploiters | None = None,
    collector: Collector | None = None,
    average: Average | None = None,
) -> Counters:
    """Bring a fresh learner, league, exploiters, collector and average to where a checkpoint stands.

    Raises:
        OptionError: There is no such file.
        SaveFileError: It is damaged, or from another version.
    """
    found = _read_checkpoint(path)
    counters = parsed(lambda: _restore(found, learner, league, exploiters), str(path), _UNFIT, SaveFileError)
    if collector is not None and found.run.ahead is not None:
        collector.ahead = parsed(lambda: _ahead(found, learner), str(path), _UNFIT, SaveFileError)
    if average is not None:
        average.network = parsed(lambda: found.joined[_AVERAGE], str(path), _UNFIT, SaveFileError)
    return counters


def load_players(path: Path, learner: Learner, league: League) -> Counters:
    """Bring a fresh learner and league to where a checkpoint stands, whatever tables they have; these stay as they are.

    Raises:
        OptionError: There is no such file.
        SaveFileError: It is damaged, or from another version.
    """
    found = _read_checkpoint(path)
    return parsed(lambda: _restore_players(found, learner, league), str(path), _UNFIT, SaveFileError)


def _read_checkpoint(path: Path) -> _Parts:
    parts = read_parts(path)
    missing = [name for name in (_COUNTERS, _PARAMETERS, _TABLES) if name not in parts]
    if missing:
        raise SaveFileError(f"{path} is not a checkpoint of a training run: {', '.join(missing)} missing in it")
    return _read(parts, str(path))


@dataclass(config=ConfigDict(arbitrary_types_allowed=True))
class _Learner:
    """A learner taken apart."""

    parameters: dict[str, Any]
    tables: dict[str, np.ndarray]


@dataclass(config=ConfigDict(arbitrary_types_allowed=True))
class _Parts:
    """A checkpoint taken apart, each part by itself sound."""

    run: _Run
    main: _Learner
    exploiter: _Learner | None
    joined: dict[str, PolicyNetwork]
    ahead: dict[str, Any] | None


def _read(parts: dict[str, bytes], where: str) -> _Parts:
    run = parsed(lambda: _Run.model_validate_json(parts[_COUNTERS]), f"{where}: {_COUNTERS}", "damaged", SaveFileError)
    exploiter = None if run.exploiter is None else _read_learner(parts, where, _EXPLOITER)
    ahead = None if run.ahead is None else _read_torch(parts, _AHEAD, where)
    return _Parts(run, _read_learner(parts, where), exploiter, _joined(parts, where), ahead)


def _read_learner(parts: dict[str, bytes], where: str, names: str = "{}") -> _Learner:
    parameters, tables = _read_torch(parts, names.format(_PARAMETERS), where), names.format(_TABLES)
    return _Learner(parameters, read_arrays(_part(parts, tables, where), f"{where}: {tables}", SaveFileError))


def _read_torch(parts: dict[str, bytes], name: str, where: str) -> Any:
    load = partial(th.load, io.BytesIO(_part(parts, name, where)), weights_only=True)
    return parsed(load, f"{where}: {name}", "damaged", SaveFileError)


def _part(parts: dict[str, bytes], name: str, where: str) -> bytes:
    if name not in parts:
        raise SaveFileError(f"{where} is damaged: {name} is missing in it")
    return parts[name]


def _restore(found: _Parts, learner: Learner, league: League, exploiters: Exploiters | None) -> Counters:
    run = found.run
    if (found.main.tables["opponents"] >= len(run.league)).any():
        raise ValueError(f"opponents beyond the {len(run.league)} of the league")
    counters = _restore_players(found, learner, league)
    _restore_tables(found.main, learner)
    learner.num_timesteps = counters.steps
    if exploiters is not None:
        _restore_exploiter(found, exploiters)
    return counters


def _ahead(found: _Parts, learner: Learner) -> Ahead:
    """Return what the next round is played with."""
    told, own = found.run.ahead, learner.policy.state_dict()
    assert told is not None and found.ahead is not None
    weights = {name: its.numpy() for name, its in found.ahead.items()}
    if {name: its.shape for name, its in weights.items()} != {name: tuple(its.shape) for name, its in own.items()}:
        raise ValueError("weights of another network")
    if told.number != found.run.counters.iteration:
        raise ValueError(f"round {told.number} is not the next one")
    if (found.main.tables["opponents"] >= len(told.pool)).any():
        raise ValueError(f"opponents beyond the {len(told.pool)} of the pool")
    joined = {one.name: found.joined[one.name] for one in told.pool if one.steps is not None}
    return Orders(told.number, weights, [one.model_dump() for one in told.pool]), joined


def _restore_exploiter(found: _Parts, exploiters: Exploiters) -> None:
    if found.exploiter is None or found.run.exploiter is None:
        raise ValueError("no exploiter")
    told = found.run.exploiter
    if (found.exploiter.tables["opponents"] > ITSELF).any():
        raise ValueError("opponents that an exploiter does not have")
    exploiters.pool.life = Life(**told.model_dump(exclude={"updates"}))
    learner = exploiters.learner
    learner.set_parameters(found.exploiter.parameters, device="cpu")
    learner._n_updates = told.updates
    exploiters.refresh(exploiters.main.policy.network())
    _restore_tables(found.exploiter, learner)
    learner.num_timesteps = told.steps


def _restore_tables(found: _Learner, learner: Learner) -> None:
    observations = learner.env.restore(found.tables)
    starts = found.tables["episode_starts"]
    if starts.shape != (learner.env.num_envs,) or starts.dtype != np.bool_:
        raise ValueError(f"episode_starts is {starts.dtype} of shape {starts.shape}")
    learner.resume(observations, starts)


def _restore_players(found: _Parts, learner: Learner, league: League) -> Counters:
    run = found.run
    league.restore([entry.model_dump() for entry in run.league], found.joined)
    learner.set_parameters(found.main.parameters, device="cpu")
    learner._n_updates = run.updates
    league.refresh(learner.policy.network())
    return run.counters


def _joined(parts: dict[str, bytes], where: str) -> dict[str, PolicyNetwork]:
    """Read the league's networks by their names, each stored as a policy file in a folder of its own."""
    return parsed(lambda: _networks(parts), f"{where}: a snapshot", "damaged", SaveFileError)


def _networks(parts: dict[str, bytes]) -> dict[str, PolicyNetwork]:
    networks: dict[str, PolicyNetwork] = {}
    for folder in sorted({name.split("/")[0] for name in parts if "/" in name}):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in parts.items():
                if name.startswith(f"{folder}/"):
                    archive.writestr(name.split("/")[1], content)
        networks[folder], _ = load_policy(file)  # type: ignore[arg-type]
    return networks
