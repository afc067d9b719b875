"""The file format of trained policies: a zip of ``policy.json`` (what it is) and ``weights.npz`` (the network).

A policy with a network for each side of a game has ``weights-0.npz``, ``weights-1.npz`` instead, in the order in which
``policy.json`` names the sides; that is format 2. A policy of one network is written in format 1, as ever.

Nothing in it is executed when it is read, and reading it needs neither torch nor the library it was trained with.
"""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import (
    BaseModel,
    ConfigDict,
    SerializerFunctionWrapHandler,
    ValidationError,
    model_serializer,
    model_validator,
)

from ...envs.table.errors import CogitableError, OptionError, SaveFileError, told_as
from ...envs.table.files.atomic import write_atomically
from ...envs.table.files.cards import without_paths
from ...envs.table.files.reading import parsed, read_arrays, read_members, too_large
from ...envs.table.game import Setup
from ...envs.table.wording import wanted as wish
from .network import PolicyNetwork, network_of

FORMAT, SIDED_FORMAT = 1, 2
"""Versions of the file format: with one network, and with one for each side."""

_INFO, _WEIGHTS, _SIDED_WEIGHTS = "policy.json", "weights.npz", "weights-{}.npz"
_LONGEST = 60  # of the value of an option in a message: a whole card list would hide the rest
_DATE = (1980, 1, 1, 0, 0, 0)  # the same policy is the same file, whenever it is written


class SideInfo(BaseModel):
    """How the network for one side was trained."""

    model_config = ConfigDict(extra="forbid")

    steps: int
    config: dict[str, Any] = {}


class ValueInfo(BaseModel):
    """How the value for every seat was taught, and how well it foretells games that it has not learned from.

    Attributes:
        positions: Positions that it learned from.
        players: Numbers of players beside those that the policy was trained with.
        layers: Sizes of its own hidden layers.
        source: What it looks at: ``"hidden"`` or ``"observation"``.
        astray: Share of random actions in the games.
        keep: Share of the positions of a game that it learned from.
        seed: Fixes all that was drawn.
        measured: Positions that it was measured on.
        error: Mean squared error for the seat to move.
        variance: Variance of that seat's returns.
        explained: Share of the variance that is explained, of all seats together.
        side: Share of the positions in which value and return lie on the same side of the mean return.
    """

    model_config = ConfigDict(extra="forbid")

    positions: int
    players: list[int]
    layers: list[int]
    source: str
    astray: float
    keep: float
    seed: int
    measured: int
    error: float
    variance: float
    explained: float
    side: float


class QuickInfo(BaseModel):
    """How a small copy for playouts was taught, and how near it comes to the policy in games it has not learned from.

    Attributes:
        decisions: Decisions that it learned from.
        players: Numbers of players beside those that the policy was trained with.
        layers: Sizes of its hidden layers.
        heads: Size of the layers of its heads for things of one kind; 0: it has none.
        astray: Share of random actions in the games.
        seed: Fixes all that was drawn.
        measured: Decisions that it was measured on.
        agreed: Share of them at which both prefer the same action.
        apart: Mean total variation distance between what the two would draw.
    """

    model_config = ConfigDict(extra="forbid")

    decisions: int
    players: list[int]
    layers: list[int]
    heads: int = 0
    astray: float
    seed: int
    measured: int
    agreed: float
    apart: float

    @model_serializer(mode="wrap")
    def _without_no_heads(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave heads out where there are none: earlier versions know of none and read such a file too."""
        return {name: value for name, value in handler(self).items() if name != "heads" or value}


class PolicyInfo(BaseModel):
    """What a policy file says about itself.

    With a network for each side, ``sides`` names them in order. ``earlier`` are the policies that its run went on from,
    in the order of their runs. ``averaged`` are the learner steps of those whose weights' mean it is, if it
    is one; None for one that is a mean itself.
    """

    model_config = ConfigDict(extra="forbid")

    format: int = FORMAT
    cogitable: str
    game: str
    game_version: int
    options: dict[str, Any]
    observation_size: int
    num_actions: int
    layout: str
    steps: int
    config: dict[str, Any] = {}
    figures: dict[str, float] = {}
    sides: dict[str, SideInfo] = {}
    value: ValueInfo | None = None
    quick: QuickInfo | None = None
    earlier: list[PolicyInfo] = []
    averaged: list[int | None] = []

    @model_validator(mode="after")
    def _is_of_one_format(self) -> PolicyInfo:
        if self.format in (FORMAT, SIDED_FORMAT) and bool(self.sides) != (self.format == SIDED_FORMAT):
            raise ValueError(f"format {self.format} with {len(self.sides)} sides")
        if "" in self.sides:
            raise ValueError("a side without a name")
        return self

    @model_serializer(mode="wrap")
    def _without_what_is_not_there(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what not every policy has: a file without it is read by earlier versions too."""
        rare = ("sides", "value", "quick", "earlier", "averaged")
        return {name: value for name, value in handler(self).items() if name not in rare or value}

    def runs(self) -> list[PolicyInfo]:
        """Return what is told of all runs that led to it, this one last, without figures and what search needs."""
        return [*self.earlier, self.model_copy(update={"figures": {}, "value": None, "quick": None, "earlier": []})]


def once(runs: Sequence[PolicyInfo]) -> list[PolicyInfo]:
    """Return runs in their order without those that were told before."""
    return [run for number, run in enumerate(runs) if run not in runs[:number]]


def fingerprint(setup: Setup) -> str:
    """Return a digest of the names and shapes of a seat's observation and of the actions' names."""
    digest = hashlib.sha256()
    for part in setup.layout.parts:
        digest.update(f"{part.name}{part.shape}\n".encode())
    digest.update("\n".join(setup.action_names).encode())
    return digest.hexdigest()[:16]


def describe(setup: Setup, steps: int, config: dict[str, Any], figures: dict[str, float] | None = None) -> PolicyInfo:
    """Return what a policy trained on ``setup`` for so many learner steps says about itself."""
    from ... import __version__

    return PolicyInfo(
        cogitable=__version__,
        game=setup.game.name,
        game_version=setup.game.version,
        options=setup.options.model_dump(mode="json"),
        observation_size=setup.layout.size,
        num_actions=setup.num_actions,
        layout=fingerprint(setup),
        steps=steps,
        config=config,
        figures=figures or {},
    )


def fits(info: PolicyInfo, setup: Setup, where: str, any_mode: bool = False) -> None:
    """Check that a policy can play a game.

    Args:
        info: What the policy says about itself.
        setup: The game with its options.
        where: The policy's name in errors.
        any_mode: It may have learned another mode of the game, as long as it sees and does the same.

    Raises:
        OptionError: It was trained for another game or version, or sees or does something else.
    """
    game = setup.game
    if info.game != game.name:
        raise OptionError(f"{where}: this policy was trained for {info.game!r}, not for {game.name!r}")
    if info.game_version != game.version:
        raise OptionError(
            f"{where}: this policy was trained for version {info.game_version} of {game.title}; "
            f"this is version {game.version}"
        )
    for name in game.modes:
        theirs, ours = _mode(info, setup, name), getattr(setup.options, name)
        if theirs != ours and not any_mode:
            raise OptionError(f"{where}: this policy was trained with {name}={theirs}, not with {name}={ours}")
    for what, theirs, ours in (
        ("observations of", info.observation_size, setup.layout.size),
        ("a number of actions of", info.num_actions, setup.num_actions),
        ("a layout with digest", info.layout, fingerprint(setup)),
    ):
        if theirs != ours:
            raise OptionError(
                f"{where}: this policy was trained with {what} {theirs}; the game with these options has {ours} "
                f"(it was trained with {_listed(info.options)})"
            )


def specialties(info: PolicyInfo, setup: Setup) -> int:
    """Return of how many of the game's specialties a policy was trained with the value that is in question."""
    return sum(_mode(info, setup, name) == getattr(setup.options, name) for name in setup.game.specialties)


def _mode(info: PolicyInfo, setup: Setup, name: str) -> Any:
    """Return the value of an option, or of a property of all of them, with which a policy was trained."""
    if name in info.options:
        return info.options[name]
    try:
        with without_paths():
            return getattr(setup.game.setup(**info.options).options, name)
    except CogitableError:
        return None  # options that there are no longer


def _listed(options: dict[str, Any]) -> str:
    shown = {name: str(value) for name, value in options.items()}
    return ", ".join(f"{name}={value if len(value) <= _LONGEST else '...'}" for name, value in shown.items())


Networks = Mapping[str, PolicyNetwork]
"""Networks by the names of the sides that they play; one that plays them all has an empty name."""


def policy_parts(network: PolicyNetwork | Networks, info: PolicyInfo) -> dict[str, bytes]:
    """Return name and content of the members that make a zip file a policy; ``info`` names the sides of several."""
    networks = {"": network} if isinstance(network, PolicyNetwork) else network
    arrays = [networks[side].arrays() for side in info.sides or ("",)]
    contents = zip(_members(info), map(npz_bytes, arrays), strict=True)
    return {_INFO: info.model_dump_json(indent=1).encode(), **dict(contents)}


def _members(info: PolicyInfo) -> list[str]:
    """Return the names of the members that hold networks, in the order of the sides."""
    return [_SIDED_WEIGHTS.format(number) for number in range(len(info.sides))] or [_WEIGHTS]


def npz_bytes(arrays: dict[str, np.ndarray]) -> bytes:
    """Return arrays as the content of an ``.npz`` file."""
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def save_policy(path: str | os.PathLike[str], network: PolicyNetwork | Networks, info: PolicyInfo) -> None:
    """Write a policy file; what stood there before stays whole until the new file is complete."""
    write_parts(path, policy_parts(network, info))


def write_parts(path: str | os.PathLike[str], parts: dict[str, bytes]) -> None:
    """Write a zip file beside the target and put it in its place.

    Raises:
        SaveFileError: The file cannot be written, or would be too large to be read again; the message names it and
            the reason.
    """
    if problem := too_large([len(content) for content in parts.values()]):
        raise SaveFileError(f"{path} cannot be written: {problem}")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    with told_as(SaveFileError, f"{path} cannot be written"):
        write_atomically(path, buffer.getvalue())


def read_parts(path: str | os.PathLike[str], wanted: Collection[str] | None = None) -> dict[str, bytes]:
    """Read the members of a zip file: all, or those that are wanted and there.

    Raises:
        OptionError: There is no such file.
        SaveFileError: It is damaged, or no zip file.
    """
    try:
        file = path if hasattr(path, "read") else Path(path)
        return read_members(file, str(path), SaveFileError, wanted)
    except FileNotFoundError:
        raise OptionError(f"no file {path}") from None
    except CogitableError:
        raise
    except ValueError as error:  # a NUL in it, say
        raise OptionError(f"{str(path)!r} is no name of a file: {error}") from None
    except IsADirectoryError:
        raise OptionError(f"{path} is a folder; name one of the files in it, as best.zip") from None
    except OSError as error:
        raise SaveFileError(f"{path} cannot be read: {error.strerror or error}") from error


def load_info(path: str | os.PathLike[str]) -> PolicyInfo:
    """Read what a policy file says about itself, without its network.

    Raises:
        OptionError: There is no such file.
        SaveFileError: It is damaged, not a policy, or in another version of the format.
    """
    parts = read_parts(path, (_INFO,))
    if _INFO not in parts:
        raise SaveFileError(f"{path} is not a policy file: {_INFO} is missing in it")
    return _read_info(path, parts[_INFO])


def load_policy(path: str | os.PathLike[str]) -> tuple[PolicyNetwork, PolicyInfo]:
    """Read a policy file of one network, or a training checkpoint (which is a policy file with more in it).

    Raises:
        OptionError: There is no such file, or it holds a network for each side.
        SaveFileError: It is damaged, not a policy, or in another version of the format.
    """
    networks, info = load_networks(path)
    if info.sides:
        raise OptionError(f"{path} holds a network for each of the sides {', '.join(info.sides)}; one is needed here")
    return networks[""], info


def load_networks(path: str | os.PathLike[str]) -> tuple[dict[str, PolicyNetwork], PolicyInfo]:
    """Read a policy file; return its networks by side (an empty name for one that plays them all).

    Raises:
        OptionError: There is no such file.
        SaveFileError: It is damaged, not a policy, or in another version of the format.
    """
    parts = read_parts(path)
    if _INFO not in parts:
        raise SaveFileError(f"{path} is not a policy file: {_INFO} or {_WEIGHTS} is missing in it")
    info = _read_info(path, parts[_INFO])
    members = zip(info.sides or ("",), _members(info), strict=True)
    return {side: _read_network(path, parts, member, info) for side, member in members}, info


def _read_network(
    path: str | os.PathLike[str], parts: Mapping[str, bytes], member: str, info: PolicyInfo
) -> PolicyNetwork:
    if member not in parts:
        raise SaveFileError(f"{path} is not a policy file: {_INFO} or {member} is missing in it")
    arrays = read_arrays(parts[member], f"{path}: {member}", SaveFileError)
    network = parsed(lambda: network_of(arrays), str(path), "damaged: its weights do not fit together", SaveFileError)
    ends = (network.layers[0][0].shape[0], network.layers[-1][0].shape[1])
    if ends != (info.observation_size, info.num_actions):
        raise SaveFileError(
            f"{path} is damaged: its network maps {ends[0]} numbers to {ends[1]} actions, "
            f"its description says {info.observation_size} and {info.num_actions}"
        )
    return network


def _read_info(path: str | os.PathLike[str], text: bytes) -> PolicyInfo:
    try:
        info = PolicyInfo.model_validate_json(text)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(p) for p in problem["loc"])
        raise SaveFileError(f"{path} is damaged: {_INFO} {where}: {wish(problem)}") from None
    if info.format not in (FORMAT, SIDED_FORMAT):
        known = f"{FORMAT} and {SIDED_FORMAT}"
        raise SaveFileError(f"{path} is in format {info.format} of policy files; this version reads {known}")
    return info
