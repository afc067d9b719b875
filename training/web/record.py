"""What is kept of a table on disk: seed, options, actions and who sits where. Everything else follows from it."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from ...envs.table.errors import SaveFileError
from ...envs.table.files.atomic import write_atomically
from ...envs.table.files.container import explain
from ...envs.table.files.reading import read_text

SECRET_BYTES = 16
_NAME = 30  # characters


def secret() -> str:
    """Return 128 random bits as a part of an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


def clean_name(text: str) -> str:
    """Return a person's name as it is shown: one line, not too long."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:_NAME]


class Chair(BaseModel):
    """Who sits at a seat.

    Attributes:
        kind: A person or an agent.
        name: What a person is called.
        level: Key of an agent's level; at a person's seat that of the agent that stands in, empty for none.
        invite: Part of the address where a person can sit down, once; empty when somebody has.
        secret: Part of the address of the person who sits there.
        hints: How often this person has been given a hint.
        undone: How often this person has taken a decision back.
        infers: Whether this person is shown what follows from what the seat knows.
        inferred: Whether this person ever was.
    """

    model_config = ConfigDict(extra="forbid")

    kind: Literal["person", "agent"]
    name: str = ""
    level: str = ""
    invite: str = ""
    secret: str = ""
    hints: int = 0
    undone: int = 0
    infers: bool = False
    inferred: bool = False

    @property
    def by_agent(self) -> bool:
        """Whether an agent decides at this seat."""
        return self.kind == "agent" or bool(self.level)


class TableRecord(BaseModel):
    """A table.

    Attributes:
        id: Part of its address.
        game: Name or module of the game, as the server was told.
        version: The game's version.
        options: Those that were given.
        seed: Of the deal and of the agents; nobody is told it before the end.
        seed_chosen: Whether whoever opened the table chose the seed.
        chairs: Who sits at the seats.
        owner: Part of the address of whoever opened the table.
        owner_seat: Seat of the owner, None for one who only looks on.
        pace: Seconds between decisions of agents where nobody plays.
        actions: All actions since the deal.
        finished: Whether the game is over.
        opened: When the table was opened, in seconds since 1970.
        decided: When a person last decided something in the game, likewise; 0 where none has.
        by_host: Whether who runs the server named its agents, of any kind and not only levels.
    """

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, StringConstraints(pattern=r"^[_A-Za-z0-9-]{8,64}$")]
    game: str
    version: int
    options: dict[str, Any]
    seed: int
    seed_chosen: bool = False
    chairs: list[Chair]
    owner: str
    owner_seat: int | None
    pace: float = Field(1.0, ge=0, le=60)
    actions: list[int] = []
    finished: bool = False
    opened: float = 0.0
    decided: float = 0.0
    by_host: bool = False


class Store:
    """A folder with a file for each table."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is made, for its owner's eyes only, where there is none."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def save(self, record: TableRecord) -> None:
        """Write a table; whoever reads the file finds the old one or the new one, whole. Raises OSError."""
        path = self.folder / f"{record.id}.json"
        if not path.exists():
            path.touch(mode=0o600)
        write_atomically(path, record.model_dump_json())

    def remove(self, record: TableRecord) -> None:
        """Throw a table away, unless another server has let a person decide at it since ``record`` was read."""
        path = self.folder / f"{record.id}.json"
        with suppress(SaveFileError, OSError):  # what cannot be read is of no use to the other one either
            if self.load(path).decided > record.decided:
                return
        path.unlink(missing_ok=True)

    def load(self, path: Path) -> TableRecord:
        """Read a table. Raises SaveFileError where the file is damaged, OSError where it cannot be read."""
        try:
            return TableRecord.model_validate_json(read_text(path, "not a table", SaveFileError))
        except ValidationError as error:
            raise SaveFileError(f"{path}: damaged: {explain(error)}") from None

    def all(self) -> tuple[list[TableRecord], list[str]]:
        """Return the tables of the folder, and what is wrong with those that cannot be read."""
        found, problems = [], []
        for path in sorted(self.folder.glob("*.json")):
            try:
                if not path.stat().st_size:
                    continue  # the server was stopped as it opened this table
                found.append(self.load(path))
            except (SaveFileError, OSError) as error:
                problems.append(str(error))
        return found, problems
