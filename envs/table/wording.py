"""What pydantic finds wrong with a value, in the words in which this library tells of every other mistake."""

from __future__ import annotations

import re
from collections.abc import Sized
from typing import Any

from pydantic_core import ErrorDetails

_NUMBER, _WHOLE, _TEXT, _LIST = "must be a number", "must be a whole number", "must be text", "must be a list"
_TABLE, _FLAG = "must be a table of keys and values", "must be true or false"
_WORDS = {
    "missing": "is missing",
    "bool_parsing": _FLAG,
    "bool_type": _FLAG,
    "dict_type": _TABLE,
    "extra_forbidden": "is unknown",
    "finite_number": "must be a finite number",
    "float_parsing": _NUMBER,
    "float_type": _NUMBER,
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_type": _WHOLE,
    "list_type": _LIST,
    "model_attributes_type": _TABLE,
    "model_type": _TABLE,
    "none_required": "must be null",
    "string_type": _TEXT,
    "tuple_type": _LIST,
}
_LIMITS = {
    "greater_than": ("must be more than", "gt"),
    "greater_than_equal": ("must be at least", "ge"),
    "less_than": ("must be less than", "lt"),
    "less_than_equal": ("must be at most", "le"),
}
_LENGTHS = {"too_short": ("least", "min_length"), "too_long": ("most", "max_length")}


def wanted(problem: ErrorDetails) -> str:
    """Return what a value that was refused must be: ``must be at most 10``; an error of our own as it is.

    Args:
        problem: One of ``ValidationError.errors()``.
    """
    kind, context = problem["type"], problem.get("ctx", {})
    if kind in ("value_error", "assertion_error"):
        return str(context.get("error", problem["msg"]))
    if kind in _LIMITS:
        words, key = _LIMITS[kind]
        return f"{words} {_number(context[key])}"
    if kind in _LENGTHS:
        words, key = _LENGTHS[kind]
        entries = "entry" if context[key] == 1 else "entries"
        given = problem["input"]
        found = len(given) if isinstance(given, Sized) else context.get("actual_length")
        return f"must have at {words} {context[key]} {entries}, not {found}"
    return _WORDS.get(kind) or re.sub(r"^\w+ should ", "must ", problem["msg"])


def shown(value: Any) -> str:
    """Return how a value is written in a message."""
    try:
        return repr(value)
    except ValueError:  # Python writes no whole number of more than 4,300 digits, but reads those written in hex
        return "more digits than can be written"


def refused(name: str, problem: ErrorDetails) -> str:
    """Return in words that something with a name is refused: ``'games' is 0: must be at least 1``."""
    told = "" if problem["type"] == "missing" else f"is {shown(problem['input'])}: "
    return f"{name} {told}{wanted(problem)}"


def _number(limit: Any) -> str:
    """Return a number as people write it: large ones in groups of three digits, whole ones without a point."""
    return f"{limit:,}".removesuffix(".0")
