"""Holds a game to every rule of the table: ``check_game``."""

from .check import check_game
from .report import Conformance

__all__ = ["Conformance", "check_game"]
