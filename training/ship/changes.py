"""Tell a training's configuration as options of the command line on top of another's file."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Any

from ..learn.config.training_config import TrainingConfig, option_names, yaml_module

_BUDGET = ("steps", "minutes")


def changes(config: TrainingConfig, file: TrainingConfig) -> list[str]:
    """Return options of ``cogitable train`` that make ``config`` of a file that holds ``file``, ready for a shell."""
    return [f"--set {shlex.quote(f'{name}={_text(value)}')}" for name, value in _changed(config, file)]


def _changed(config: TrainingConfig, file: TrainingConfig) -> Iterator[tuple[str, Any]]:
    """Yield names and values of options that differ; of the budget only what is set, since naming it replaces both."""
    wanted, there = config.model_dump(mode="json"), file.model_dump(mode="json")
    budget = [(name, wanted[name]) for name in _BUDGET if wanted[name] is not None]
    for name in option_names():
        if name not in _BUDGET and _option(wanted, name) != _option(there, name):
            yield name, _option(wanted, name)
    if budget != [(name, there[name]) for name in _BUDGET if there[name] is not None]:
        yield from budget


def _option(told: Any, name: str) -> Any:
    for part in name.split("."):
        told = told[part]
    return told


def _text(value: Any) -> str:
    """Return a value in one line of YAML; of lists and mappings as JSON, whose quotes a shell leaves alone."""
    if isinstance(value, list | dict):
        return json.dumps(value)
    return str(yaml_module().safe_dump(value, width=float("inf"))).removesuffix("\n").removesuffix("\n...")
