"""The stamp of compiled code changes with what the code is made of, and with nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from games import ballot, kuhn_poker

from cogitable.envs.table import kernels
from cogitable.envs.table.compilation.stamp import reached, stamp

CONSTANTS = """
from collections import namedtuple

LIMIT = 3
TABLE = (1, 2)
ENDS = namedtuple("Ends", "low high")(5, 6)
Range = namedtuple("Range", "first last")
"""
HELPERS = '''
import enum
import stamp_constants as constants
from cogitable.envs.table import compiled

WORDS = "spare"

class Suit(enum.IntEnum):
    CLUBS = 1
    SPADES = 2
    BLACK = 1  # an alias

@compiled
def helper(x):
    """Add."""
    return x + constants.LIMIT + Suit.CLUBS + Suit.BLACK + constants.ENDS.low + constants.Range(x, 2).first

@compiled
def unused(x):
    return x - 1

def words():
    return WORDS
'''
LOOP = """
import numpy as np
from stamp_constants import TABLE
from stamp_helpers import helper

WEIGHTS = np.arange(3)

def entry(states):
    states[0].over = helper(1) + TABLE[0] + WEIGHTS[1]
"""
SOURCES = {"stamp_constants": CONSTANTS, "stamp_helpers": HELPERS, "stamp_loop": LOOP}

Stamp = Callable[..., str]


@pytest.fixture
def stamped() -> Iterator[Stamp]:
    """Load the three modules, with one text in one of them replaced, and return the stamp of their entry point."""

    def load(old: str = "", new: str = "") -> str:
        assert not old or sum(old in text for text in SOURCES.values()) == 1
        for name, text in SOURCES.items():
            sys.modules[name] = types.ModuleType(name)
            exec(text.replace(old, new) if old else text, vars(sys.modules[name]))
        return stamp(sys.modules["stamp_loop"].entry, kuhn_poker.GAME.state_dtype)

    yield load
    for name in SOURCES:
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ("LIMIT = 3", "LIMIT = 3.0"),
        ("(1, 2)", "(1, 3)"),
        ("np.arange(3)", "np.arange(3.0)"),
        ("CLUBS = 1", "CLUBS = 3"),
        ("BLACK = 1", "BLACK = 2"),
        ("low high", "high low"),
        ("first last", "last first"),
        ("x + constants", "x - constants"),
        ("helper(1)", "helper(2)"),
        ("@compiled\ndef helper", "@compiled(inline=True)\ndef helper"),
    ],
)
def test_what_counts(stamped: Stamp, old: str, new: str) -> None:
    assert stamped(old, new) != stamped()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("spare", "other"),
        ("return WORDS", "return WORDS + WORDS"),
        ("Add.", "Add up."),
        ("x - 1", "x - 2"),
        ("import enum\n", "import enum\n\n# a remark\n"),
    ],
)
def test_what_does_not(stamped: Stamp, old: str, new: str) -> None:
    assert stamped(old, new) == stamped()


def test_files_that_are_named_count(tmp_path: Path) -> None:
    found = set()
    for text in ("a", "b"):
        (tmp_path / "table.txt").write_text(text)
        found.add(stamp(kernels.deal_many, kuhn_poker.GAME.state_dtype, [tmp_path / "table.txt"]))
    (tmp_path / "module.py").write_text("")
    found.add(stamp(kernels.deal_many, kuhn_poker.GAME.state_dtype, [tmp_path]))
    assert len(found) == 3


def test_only_the_rules_that_an_entry_point_calls_count() -> None:
    rules = kuhn_poker.GAME.rules
    of_deal, of_step = (reached(entry, kuhn_poker.GAME.state_dtype) for entry in (kernels.deal_many, kernels.step_many))
    assert {rules[name] for name in ("deal", "observe", "determinize")} & of_deal == {rules["deal"]}
    assert {rules[name] for name in ("deal", "observe", "determinize")} & of_step == {rules["deal"], rules["observe"]}


def test_every_game_has_its_own() -> None:
    assert len({stamp(kernels.deal_many, game.GAME.state_dtype) for game in (kuhn_poker, ballot)}) == 2
    assert stamp(kernels.deal_many, np.dtype([("nobody's", np.int8)]))


STAMPS = """
import importlib, os, pkgutil
import cogitable.agents, cogitable.envs
from cogitable.agents.search.tree import simulate
from cogitable.envs import GAMES, get_game
from cogitable.envs.comrade.rules.posterior import posterior_many
from cogitable.envs.table import kernels
from cogitable.envs.table.compilation.stamp import stamp

if "EVERYTHING" in os.environ:
    for package in (cogitable.agents, cogitable.envs):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)
for name in GAMES:
    for entry in (kernels.observe_many, kernels.step_one, simulate, *([posterior_many] if name == "comrade" else [])):
        print(name, entry.__name__, stamp(entry, get_game(name).state_dtype))
"""


def test_every_process_makes_the_same_stamps() -> None:
    """Sets have another order in every process, and another process has imported other modules.

    A stamp that went by either would compile everything anew.
    """
    told = set()
    for seed, more in (("1", {}), ("2", {}), ("3", {"EVERYTHING": "1"})):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "NUMBA_DISABLE_JIT": "1", **more}
        done = subprocess.run(
            [sys.executable, "-c", STAMPS], env=environment, capture_output=True, text=True, check=True
        )
        told.add(done.stdout)
    assert len(told) == 1
