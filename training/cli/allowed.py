"""What options allow, in words."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from ...envs.table.bounds import bounds
from ...envs.table.files.cards import CardFile


def limits(field: Any) -> str:
    """Return what an option allows."""
    least, most = bounds(field)
    numbers = f"{least} to {most}" if most is not None else f"from {least}" if least is not None else ""
    return numbers or " or ".join(kinds(field.annotation))


def kinds(annotation: Any) -> list[str]:
    """Return in words what a type allows: each choice, and what else may be written."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return [str(choice) for choice in inner]
    if origin is Annotated:
        return kinds(inner[0])
    if origin in (Union, types.UnionType):
        return list(dict.fromkeys(kind for one in inner for kind in kinds(one)))
    if origin in (tuple, list):
        return [f"list of {' or '.join(dict.fromkeys(kind for one in inner if one is not ... for kind in kinds(one)))}"]
    if isinstance(annotation, type) and issubclass(annotation, CardFile):
        return ["path of a TOML file"]
    return [_WORDS.get(annotation, getattr(annotation, "__name__", str(annotation)))]


_WORDS = {bool: "true or false", int: "number", float: "number", str: "text", type(None): "null"}
