"""What docstrings refer to by ``:func:`.module.name``` and the like is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = re.compile(r":(?:attr|class|data|exc|func|meth|mod):`~?(\.[\w.]+|cogitable\.[\w.]+)`")
FOLDERS = ("agents", "benchmarks", "envs", "training")
Module = tuple[str, ...]


def module_of(path: Path) -> Module:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def defined(tree: ast.Module) -> set[str]:
    """Return what a module defines or imports at its top, in branches as well."""
    names: set[str] = set()
    open_ones: list[ast.stmt] = list(tree.body)
    for node in open_ones:
        if isinstance(node, ast.If | ast.Try):
            open_ones += [*node.body, *node.orelse]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return names


SOURCES = {path: path.read_text(encoding="utf-8") for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}
NAMES = {module_of(path): defined(ast.parse(text)) for path, text in SOURCES.items()}


def target(path: Path, reference: str) -> Module:
    """Return what a reference names, from the root on; a leading dot is the file's own folder, as in imports."""
    if not reference.startswith("."):
        return tuple(reference.split(".")[1:])
    name = reference.lstrip(".")
    folder = path.relative_to(ROOT).parent.parts
    return (*folder[: len(folder) + 1 - (len(reference) - len(name))], *name.split("."))


def is_there(name: Module) -> bool:
    length = next((n for n in range(len(name), 0, -1) if name[:n] in NAMES), 0)
    return length == len(name) or (length > 0 and name[length] in NAMES[name[:length]])


def test_a_reference_to_nothing_would_be_found():
    here = ROOT / "training" / "learn" / "config" / "needs.py"
    assert is_there(target(here, ".training_config.TrainingConfig")) and is_there(target(here, "cogitable.agents.base"))
    assert not is_there(target(here, ".policy.PolicyAgent")) and not is_there(target(here, ".training_config.Nothing"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_references_name_what_is_there(folder):
    found = [(path, name) for path, text in SOURCES.items() for name in REFERENCE.findall(text)]
    own = [(path, name) for path, name in found if module_of(path)[0] == folder]
    lost = [f"{path.relative_to(ROOT)}: {name}" for path, name in own if not is_there(target(path, name))]
    assert not lost and (own or folder == "benchmarks")
