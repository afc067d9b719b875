"""Turns pydantic's findings about a card file into sentences that name card, key, value and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from ..errors import did_you_mean
from ..wording import wanted

_MOST_LINES = 12
_LONGEST_VALUE = 80
_KINDS = {
    "array": "a list",
    "object": "a table",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}


def explain(model: type[BaseModel], data: Any, error: ValidationError) -> list[str]:
    """Return one line for every mistake, without the name of the file.

    Args:
        model: What the data was checked against.
        data: The data as it was read.
        error: What pydantic found.
    """
    schema = model.model_json_schema()
    mistakes: dict[str, tuple[str, list[str]]] = {}  # by place: pydantic reports every branch of a union
    for problem, path, value in innermost(data, error):
        what, wish = _describe(problem, value, path, schema)
        place = _place(data, path)
        wishes = mistakes.setdefault(place, (what, []))[1]
        if wish not in wishes:
            wishes.append(wish)
    lines = [
        (f"{place}: " if place else "") + what + (f"; {' or '.join(filter(None, wishes))}" if any(wishes) else "")
        for place, (what, wishes) in mistakes.items()
    ]
    more = len(lines) - _MOST_LINES
    return lines if more <= 0 else [*lines[:_MOST_LINES], f"and {more} more mistakes"]


def innermost(data: Any, error: ValidationError) -> list[tuple[ErrorDetails, list[str | int], Any]]:
    """Return what pydantic found in data, with its place and what stands there; not what follows from mistakes inside.

    A place is the same for every branch of a union, of which pydantic finds fault with each.
    """
    problems = [(p, *_walk(data, p["loc"], p["type"])) for p in error.errors(include_url=False)]
    around = {tuple(path[:length]) for _, path, _ in problems for length in range(len(path))}
    return [found for found in problems if found[0]["type"] == "value_error" or tuple(found[1]) not in around]


def _walk(data: Any, loc: Sequence[str | int], kind: str) -> tuple[list[str | int], Any]:
    """Follow pydantic's location through the data; it also holds names of union branches, which are left out."""
    path: list[str | int] = []
    for number, step in enumerate(loc):
        in_table = isinstance(data, dict) and step in data
        if in_table or (isinstance(data, list | tuple) and isinstance(step, int) and step < len(data)):
            data = data[step]
        elif kind == "missing" and number == len(loc) - 1:
            data = None
        else:
            continue
        path.append(step)
    return path, data


def _place(data: Any, path: Sequence[str | int]) -> str:
    """Return where a path leads: ``cogdrive 'KR7' (number 2), task[1].do``."""
    if len(path) < 2 or not isinstance(path[1], int):
        return dotted(path)
    entries = data[path[0]]
    entry = entries[path[1]] if path[1] < len(entries) else None  # one that is missing
    name = entry.get("name") if isinstance(entry, dict) else None
    number = f"number {path[1] + 1}"
    card = f"{path[0]} {name!r} ({number})" if isinstance(name, str) and name else f"{path[0]} {number}"
    return f"{card}, {dotted(path[2:])}" if path[2:] else card


def dotted(path: Sequence[str | int]) -> str:
    """Return a path as people write it: ``task[1].do``."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def _describe(problem: Any, value: Any, path: Sequence[str | int], schema: dict) -> tuple[str, str]:
    """Return what is wrong at a place, and what is wanted there."""
    kind, context = problem["type"], problem.get("ctx", {})
    if kind == "missing":
        return "this key is missing", _meaning(schema, problem["loc"])
    if kind == "extra_forbidden":
        allowed = _keys(schema, problem["loc"][:-1])
        return "unknown key", f"allowed are {', '.join(allowed)}{did_you_mean(path[-1], allowed)}"
    if kind in ("value_error", "assertion_error"):
        return wanted(problem), ""
    if kind == "union_tag_not_found":
        return f"the key {context['discriminator']} is missing", ""
    if kind == "union_tag_invalid":
        tag, allowed = context["tag"], _quoted(context["expected_tags"])
        key = context["discriminator"].strip("'")
        return f"{key} is {tag!r}", f"must be one of {', '.join(allowed)}{did_you_mean(tag, allowed)}"
    if problem["loc"] and problem["loc"][-1] == "[key]":  # the key of a table, not what it holds
        value, what = path[-1], "the key"
    else:
        what = ""
    shown = f"{what} {_shown(value)} is not allowed".strip()
    wish = wanted(problem)
    if kind in ("literal_error", "enum"):
        wish += did_you_mean(value, _quoted(context["expected"]))
    return shown, wish[:1].lower() + wish[1:]


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + "..."


def _quoted(text: str) -> list[str]:
    return re.findall(r"'([^']*)'", text)


def _meaning(schema: dict, loc: Sequence[str | int]) -> str:
    """Return what a missing key must hold, as far as the model says so."""
    for found in _at(schema, schema, loc):
        if "enum" in found:
            return "must be one of " + ", ".join(map(repr, found["enum"]))
        if "const" in found:
            return f"must be {found['const']!r}"
        if "description" in found:
            return found["description"]
        if "type" in found:
            return f"must be {_KINDS.get(found['type'], found['type'])}"
    return ""


def _keys(schema: dict, loc: Sequence[str | int]) -> list[str]:
    return list(dict.fromkeys(key for found in _at(schema, schema, loc) for key in found.get("properties", ())))


def _at(root: dict, schema: dict, loc: Sequence[str | int]) -> Iterator[dict]:
    """Yield the schemas that apply where a location leads, following references and branches of unions."""
    if "$ref" in schema:
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**root["$defs"][schema["$ref"].rpartition("/")[2]], **rest}
    branches = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())]
    tags = schema.get("discriminator", {}).get("mapping", {})
    if loc and loc[0] in tags:
        yield from _at(root, {"$ref": tags[loc[0]]}, loc[1:])
    elif branches:
        for branch in branches:
            yield from _at(root, branch, loc)
    elif not loc:
        yield schema
    elif isinstance(loc[0], int):
        places = schema.get("prefixItems", [])
        yield from _at(root, places[loc[0]] if loc[0] < len(places) else schema.get("items", {}), loc[1:])
    elif loc[0] in schema.get("properties", {}):
        yield from _at(root, schema["properties"][loc[0]], loc[1:])
    elif isinstance(schema.get("additionalProperties"), dict):
        yield from _at(root, schema["additionalProperties"], loc[1:])
    elif "type" in schema:  # pydantic's own name of a union branch, which the data does not have
        yield from _at(root, schema, loc[1:])
