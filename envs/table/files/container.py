"""What save files and replays share: JSON with a format name and a version, bound to one game and its version.

Such files may come from strangers. A file names the module of its game, but importing a module runs it, so none is
imported for a file but the library's own games.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from ..errors import CogitableError, printable
from ..game import Game, Setup
from ..wording import wanted
from .cards import without_paths
from .reading import parsed, read_text

_LIBRARY = __package__.removesuffix(".table.files")
_LONGEST = 80  # of a name in a message


def _shortened(name: str) -> str:
    """Return a name in quotes as a message shows it."""
    return repr(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}...")


class Header(BaseModel):
    """The first lines of such a file.

    Attributes:
        format: Name of the kind of file.
        format_version: Raised when the form of the file changes.
        game: Name of the game.
        game_module: Import path of the module that holds the game as ``GAME``.
        game_version: The game's version.
        options: The game's options, whole: a card file of the user's own is in them as content, not as a path.
    """

    model_config = ConfigDict(extra="forbid")

    format: str
    format_version: int
    game: str
    game_module: str
    game_version: int
    options: dict[str, Any]

    def open_setup(self, where: str, error: type[CogitableError], game: Game | None = None) -> Setup:
        """Return the game with its options.

        Args:
            where: The file, for messages.
            error: What to raise: no such game, another one than ``game``, another version, options it does not take.
            game: The game that is wanted; None takes the one that the file names, if it is one of the library's or its
                module has been imported already.
        """
        if game is not None and game.name != self.game:
            raise error(f"{where}: of the game {self.game!r}, not {game.name!r}")
        game = game or self._find_game(where, error)
        if game.version != self.game_version:
            raise error(f"{where}: of version {self.game_version} of {game.title}; this is version {game.version}")
        try:
            with without_paths():
                return parsed(lambda: game.setup(**self.options), where, "its options are refused", error)
        except CogitableError as problem:
            raise error(f"{where}: its options are refused: {problem}") from None

    def _find_game(self, where: str, error: type[CogitableError]) -> Game:
        name, module = _shortened(self.game), _shortened(self.game_module)
        if self.game.isidentifier() and self.game_module == f"{_LIBRARY}.{self.game}":
            try:
                importlib.import_module(self.game_module)
            except ImportError:
                raise error(f"{where}: of the game {name}, which this version of the library does not have") from None
        if self.game_module not in sys.modules:
            what = f"of the game {name} of the module {module}, which is not the library's and has not been imported"
            how = "import it first if you trust it, or pass the game; on the command line: --game MODULE"
            raise error(f"{where}: {what}; {how}")
        game = getattr(sys.modules[self.game_module], "GAME", None)
        if not isinstance(game, Game) or game.name != self.game:
            raise error(f"{where}: of the game {name}, which is not what {module} holds")
        return game


def header(setup: Setup) -> dict[str, Any]:
    """Return the header's fields that tell of a game."""
    game = setup.game
    return {
        "game": game.name,
        "game_module": game.module,
        "game_version": game.version,
        "options": setup.options.model_dump(mode="json"),
    }


def parse_json(text: str | bytes) -> Any:
    """Return what a JSON text says.

    JSON can spell half of a surrogate pair, which is no character: such a text could be neither shown nor written.

    Raises:
        ValueError: It is no JSON, or a text in it cannot be written as UTF-8.
        RecursionError: It is nested too deeply.
    """
    content = json.loads(text)
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = printable(error.object[error.start])
        raise ValueError(f"a text in it has {half}, half of a surrogate pair, which is no character") from None
    return content


Said = Annotated[str, StringConstraints(max_length=5000)]
"""What is shown to people, written as UTF-8; an agent's spec may have a whole path in it."""


def read_json(
    path: str | os.PathLike[str], kind: str, format_name: str, version: int, error: type[CogitableError]
) -> dict[str, Any]:
    """Read a file of a given format.

    Args:
        path: The file.
        kind: What to call it in messages.
        format_name: What its ``format`` must be.
        version: What its ``format_version`` must be.
        error: What to raise when it is truncated, no such file at all, or of another version.

    Raises:
        OSError: It cannot be read.
    """
    text = read_text(Path(path), f"not a {kind}", error)
    content = parsed(lambda: parse_json(text), str(path), f"truncated, or not a {kind}", error)
    if not isinstance(content, dict) or content.get("format") != format_name:
        raise error(f"{path}: not a {kind} of Cogitable")
    if content.get("format_version") != version:
        found = content.get("format_version")
        raise error(f"{path}: {kind} of format version {found!r}; this program reads version {version}")
    return content


def explain(error: ValidationError) -> str:
    """Return in one line what a model refuses."""
    problems = [f"{'.'.join(str(part) for part in p['loc']) or 'file'}: {wanted(p)}" for p in error.errors()]
    return "; ".join(problems[:5])


def readable_json(value: Any, depth: int = 0) -> str:
    """Return JSON with one entry a line on the two outer levels, and all that is further in on that line."""
    if depth == 2 or not isinstance(value, dict | list) or not value:
        return json.dumps(value, ensure_ascii=False)
    pad = " " * (depth + 1)
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {readable_json(item, depth + 1)}" for key, item in value.items()]
    elif all(isinstance(item, int | float) for item in value):
        return json.dumps(value)
    else:
        lines = [json.dumps(item, ensure_ascii=False) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{pad}" + f",\n{pad}".join(lines) + f"\n{pad[:-1]}{closing}"
