"""What every game shares: records, compiled loops, environments. Nothing in here knows a game."""

from .compilation.compile import compiled
from .errors import (
    CardFileError,
    CogitableError,
    GameDefinitionError,
    IllegalActionError,
    OptionError,
    ReplayError,
    SaveFileError,
)
from .game import RUNNING, TERMINATED, TRUNCATED, Game, Options, Setup
from .layout import Layout, Part
from .tables import Tables

__all__ = [
    "RUNNING",
    "TERMINATED",
    "TRUNCATED",
    "CardFileError",
    "CogitableError",
    "Game",
    "GameDefinitionError",
    "IllegalActionError",
    "Layout",
    "OptionError",
    "Options",
    "Part",
    "ReplayError",
    "SaveFileError",
    "Setup",
    "Tables",
    "compiled",
]
