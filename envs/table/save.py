"""Save files: one table of one game in the middle of an episode, as a JSON file that people can read, too.

The file holds the whole state, hidden cards and random generator included; who may play on may also look into it.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from . import packing
from .errors import CogitableError, SaveFileError
from .files import write_atomically
from .game import Game, Setup

FORMAT, FORMAT_VERSION = "cogitable-save", 1


class Episode(BaseModel):
    """What an environment keeps beside the state, under the names it has there."""

    model_config = ConfigDict(extra="forbid")

    seed: int | None
    generator: list[int]
    actions: list[int]
    illegal_action: int | None
    agents: list[str]
    agent_selection: str
    skipped_selection: str | None
    rewards: dict[str, float]
    cumulative_rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    has_updated: bool
    unsettled: bool


class SavedTable(BaseModel):
    """The content of a save file.

    Attributes:
        format: Always ``cogitable-save``.
        format_version: Raised when the form of the file changes.
        game: Name of the game.
        game_module: Import path of the module that holds the game as ``GAME``.
        game_version: The game's version.
        options: The game's options.
        environment: The environment's own options.
        fields: Names, types and shapes of the STATE record's fields.
        state: The STATE record: base64 of its fields without padding, little-endian.
        episode: The rest of the environment; None before the first reset.
        table: The table as text, for people; not read back.
    """

    model_config = ConfigDict(extra="forbid")

    format: Literal["cogitable-save"] = FORMAT
    format_version: Literal[1] = FORMAT_VERSION
    game: str
    game_module: str
    game_version: int
    options: dict[str, Any]
    environment: dict[str, Any]
    fields: list[list[Any]]
    state: str
    episode: Episode | None
    table: list[str]

    def write(self, path: str | os.PathLike[str]) -> Path:
        """Write the file; whoever reads it finds the old one or the new one, whole. Raises OSError."""
        content = self.model_dump(mode="json")
        text = json.dumps({**content, "checksum": checksum(content)}, indent=1)
        return write_atomically(path, text + "\n")

    def setup(self, path: str | os.PathLike[str], game: Game | None = None) -> Setup:
        """Return the saved game's setup. Raises SaveFileError: another game or version, or options it does not have."""
        if game is None:
            game = find_game(self.game_module, self.game, path)
        if game.name != self.game:
            raise SaveFileError(f"{path}: saved from the game {self.game!r}, not {game.name!r}")
        if game.version != self.game_version:
            raise SaveFileError(
                f"{path}: saved from version {self.game_version} of {game.title}; this is version {game.version}"
            )
        try:
            return game.setup(**self.options)
        except CogitableError as error:
            raise SaveFileError(f"{path}: its options are refused: {error}") from None

    def states(self, path: str | os.PathLike[str], game: Game) -> np.ndarray:
        """Return the saved state, shape (1,). Raises SaveFileError: another STATE record, or damaged."""
        fields = packing.describe(game.state_dtype)
        if self.fields != fields:
            reason = packing.difference(self.fields, fields)
            raise SaveFileError(f"{path}: its STATE record is not the one of {game.title} here: {reason}")
        try:
            states = packing.from_text(self.state, game.state_dtype)
        except ValueError as error:
            raise SaveFileError(f"{path}: the state is damaged: {error}") from None
        if states.size != 1:
            raise SaveFileError(f"{path}: the state is damaged: {states.size} records instead of one")
        return states


def read(path: str | os.PathLike[str]) -> SavedTable:
    """Read a save file.

    Raises:
        SaveFileError: Not a save file, truncated, changed, or of another format version.
        OSError: The file cannot be read.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise SaveFileError(f"{path}: truncated, or not a save file: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise SaveFileError(f"{path}: not a save file of Cogitable")
    if content.get("format_version") != FORMAT_VERSION:
        raise SaveFileError(
            f"{path}: save file of format version {content.get('format_version')}; this program reads {FORMAT_VERSION}"
        )
    if content.pop("checksum", None) != checksum(content):
        raise SaveFileError(f"{path}: damaged: the checksum does not fit the content")
    try:
        return SavedTable.model_validate(content)
    except ValidationError as error:
        raise SaveFileError(f"{path}: damaged: {explain(error)}") from None


def checksum(content: dict[str, Any]) -> str:
    """Return the SHA-256 of a file's content, spaces and order of keys left aside."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def explain(error: ValidationError) -> str:
    """Return in one line what a model refuses."""
    return "; ".join(f"{'.'.join(str(part) for part in p['loc']) or 'file'}: {p['msg']}" for p in error.errors())


def find_game(module: str, name: str, path: str | os.PathLike[str]) -> Game:
    """Return the game that a file names. Raises SaveFileError when there is no such module, or no game in it."""
    try:
        game = importlib.import_module(module).GAME
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise SaveFileError(f"{path}: of the game {name!r}, which cannot be found in {module!r}: {error}") from None
    if not isinstance(game, Game):
        raise SaveFileError(f"{path}: GAME of module {module!r} is no game")
    return game

