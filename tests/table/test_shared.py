"""Large rules are compiled once, kept by themselves, and called by every entry point.

Each case runs a copy of a tiny game in a process of its own, where any body that calls another function is large.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from forked import Forks

from cogitable.envs.table.compilation.compile import JIT

GAMES = Path(__file__).parents[1] / "games"
HELPER = """
from cogitable.envs.table import compiled

@compiled
def no_taker():
    return -1
"""
LOOPS = """
from cogitable.envs.table.rules import deal

def deal_two(setup, states):
    for row in range(2):
        deal(setup[0], states[row])

def deal_one(setup, states):
    deal(setup[0], states[0])
"""
SCRIPT = """
import json, os, sys
import numpy as np
import numba
numba.config.CACHE_DIR = os.environ["CACHE"]
for number in range(int(os.environ.get("RECORDS", "0"))):  # other records before the game's: theirs have other numbers
    numba.typeof(np.zeros(1, [(f"field_{number}", np.int8)]))
from cogitable.envs.table.compilation import shared
shared.LARGE = 2
from shared_game import GAME
import shared_loops

@numba.njit
def own(setup, states):
    shared_loops.deal(setup[0], states[1])

taker = []
for name in sys.argv[1:]:
    states = np.zeros(2, GAME.state_dtype)
    states["rng"] = 1
    kernel = own if name == "own" else GAME.kernel(getattr(shared_loops, name))
    kernel(GAME.setup().record, states)
    taker += states["taker"].tolist()
stats = [kernel.stats for kernel in [*GAME.kernels, *(d for d in shared._SHARED.values() if hasattr(d, "stats"))]]
print(json.dumps({
    "taker": taker,
    "hits": sum(sum(s.cache_hits.values()) for s in stats),
    "misses": sum(sum(s.cache_misses.values()) for s in stats),
}))
"""

pytestmark = pytest.mark.skipif(not JIT, reason="needs Numba")

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = (GAMES / "kuhn_poker.py").read_text()
    game = game.replace("state.taker = -1", "state.taker = no_taker()")
    game = game.replace("MAX_SEATS = 4", "from shared_helper import no_taker\nMAX_SEATS = 4")
    (tmp_path / "shared_game.py").write_text(game)
    (tmp_path / "shared_helper.py").write_text(HELPER)
    (tmp_path / "shared_loops.py").write_text(LOOPS)
    return tmp_path


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    with Forks({**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}) as forks:
        yield forks


@pytest.fixture
def run(folder: Path, forks: Forks) -> Run:
    def run(*names: str, **environment: str) -> Any:
        script = f"import sys\nsys.argv[1:] = {names!r}\n" + SCRIPT
        cache = {"CACHE": str(folder / "cache")}
        code, told, errors = forks.run(script, folder, [str(folder)], **cache, **environment)
        assert code == 0, errors
        return json.loads(told)

    return run


def files(folder: Path, text: str) -> list[Path]:
    return sorted(path for path in (folder / "cache").rglob("*.nb[ic]") if text in path.name)


def test_rules_are_compiled_once_for_all_loops_and_processes(folder: Path, run: Run) -> None:
    assert run("deal_two") == {"taker": [-1, -1], "hits": 0, "misses": 2}
    assert [path.suffix for path in files(folder, "game.deal.")] == [".nbc", ".nbi"]
    assert run("deal_one") == {"taker": [-1, 0], "hits": 1, "misses": 1}  # the rules come out of the cache
    assert run("deal_two", "deal_one") == {"taker": [-1, -1, -1, 0], "hits": 3, "misses": 0}


def test_a_changed_rule_changes_all(folder: Path, run: Run) -> None:
    run("deal_two", "deal_one")
    helper = folder / "shared_helper.py"
    helper.write_text(helper.read_text().replace("return -1", "return -5"))
    assert run("deal_one") == {"taker": [-5, 0], "hits": 0, "misses": 2}
    assert run("deal_two") == {"taker": [-5, -5], "hits": 1, "misses": 1}


@pytest.mark.often(1)
@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(path.read_bytes()[:999])])
def test_loops_that_outlive_their_rules_in_the_cache(folder: Path, run: Run, damage: Callable[[Path], None]) -> None:
    run("deal_two")
    (code,) = [path for path in files(folder, "game.deal.") if path.suffix == ".nbc"]
    damage(code)
    assert run("deal_two") == {"taker": [-1, -1], "hits": 1, "misses": 1}
    assert run("deal_two") == {"taker": [-1, -1], "hits": 2, "misses": 0}


def test_loops_meet_rules_that_another_process_has_made_anew(folder: Path, run: Run) -> None:
    """Two processes that compile at the same time: the rules of the one are kept, and a loop of the other."""
    run("deal_two")
    for path in files(folder, "game.deal."):
        path.unlink()
    assert run("deal_one", RECORDS="20") == {"taker": [-1, 0], "hits": 0, "misses": 2}
    assert run("deal_two")["taker"] == [-1, -1]
    assert run("deal_two") == {"taker": [-1, -1], "hits": 2, "misses": 0}


def test_without_a_cache(folder: Path, run: Run) -> None:
    nowhere = {"NUMBA_CACHE_LOCATOR_CLASSES": "InTreeCacheLocator"}
    for _ in range(2):
        assert run("deal_two", "deal_one", **nowhere)["taker"] == [-1, -1, -1, 0]
    assert not (folder / "cache").exists()


def test_other_numba_code_may_call_them(run: Run) -> None:
    for _ in range(2):
        assert run("own", "deal_two")["taker"] == [0, -1, -1, -1]
