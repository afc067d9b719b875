"""What the commands of benchmarks take as their arguments."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def at_least(least: int) -> Callable[[str], int]:
    """Return the type of an argument of a command that is a whole number, and no less than ``least``."""

    def number(text: str) -> int:
        if (value := int(text)) < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}, not {value}")
        return value

    number.__name__ = "whole number"  # argparse names it where the text is none
    return number
