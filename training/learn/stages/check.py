"""What can be said of stages before anything is trained, so that what was wrong from the start does not fail late."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ....agents.factory import check_agents
from ....envs.table.errors import OptionError
from ..config.sections import NetworkConfig
from ..config.stages import Stage
from ..config.training_config import with_others
from ..run.start import larger


class _Shape(NamedTuple):
    """What decides which numbers a policy's network has, by the names of the options."""

    layers: tuple[int, ...]
    activation: str
    entities: tuple[str, ...]
    entity_size: int


def check_stages(stages: Sequence[Stage], folder: Path) -> None:
    """Check what can be checked: games, tables, agents that no stage makes, shapes of networks, and the folder's name.

    Raises:
        OptionError: There is no such agent or option, one does not fit the game, or stages do not fit each other.
    """
    if parted := re.search(r",\s*\w+\s*=", str(folder)):  # agents by these files would be taken for others
        raise OptionError(
            f"the folder of a training in stages must have no {parted[0]!r} in its name, as {str(folder)!r} has: "
            "agents are named by their files, and parameters follow so"
        )
    shapes: dict[str, _Shape | None] = {}
    for stage in stages:
        shapes[stage.name] = _checked(stage, shapes)


def _checked(stage: Stage, shapes: Mapping[str, _Shape | None]) -> _Shape | None:
    """Check a stage; return the shape of what it comes to, None where a file that is no stage's decides it."""
    config = stage.config(lambda name: Path(f"{{{name}}}"))
    known = {option: [name for name in names if "{" not in name] for option, names in config.agents.items()}
    setups = list(config.setups().values())
    check_agents(known, setups)
    for taught in (stage.own.value, stage.own.quick):
        with_others(setups, taught.players if taught else ())
    shape = _of_mean(stage, shapes) if stage.own.mean else _of_run(stage, config.network, shapes)
    if shape is not None and not shape.entities and stage.own.quick is not None and stage.own.quick.heads:
        raise OptionError(f"stage {stage.name!r}: quick.heads is {stage.own.quick.heads}: its policy has no entities")
    return shape


def _of_mean(stage: Stage, shapes: Mapping[str, _Shape | None]) -> _Shape | None:
    known = [(name, shape) for name in stage.own.mean if (shape := shapes[name]) is not None]
    for name, shape in known[1:]:
        first, other = known[0]
        if shape != other:
            raise OptionError(
                f"stage {stage.name!r}: networks of several shapes have no mean: "
                f"{first} has {_told(other, shape)}, {name} has {_told(shape, other)}"
            )
    return known[0][1] if known else None


def _of_run(stage: Stage, network: NetworkConfig, shapes: Mapping[str, _Shape | None]) -> _Shape | None:
    own = _Shape(*(getattr(network, name) for name in _Shape._fields))
    if network.start is not None:
        name = network.start[1:-1]
        before = shapes.get(name) if network.start == f"{{{name}}}" else None
        if before is None:
            return None
        said = network.model_fields_set
        own = _Shape(*(getattr(own if field in said else before, field) for field in _Shape._fields))
        grows = own.layers == before.layers or larger(before.layers, own.layers)
        more = own.entities[: len(before.entities)] == before.entities
        same = own.activation == before.activation and (own.entity_size == before.entity_size or not before.entities)
        if not (grows and more and same):
            raise OptionError(
                f"stage {stage.name!r}: its network has {_told(own, before)}, and {name}, with which it begins, "
                f"has {_told(before, own)}"
            )
    return own if own.entities else own._replace(entity_size=0)


def _told(shape: _Shape, other: _Shape) -> str:
    """Return in what a shape differs from another one."""
    pairs = zip(_Shape._fields, shape, other, strict=True)
    return ", ".join(
        f"{name} {list(ours) if isinstance(ours, tuple) else ours}" for name, ours, theirs in pairs if ours != theirs
    )
