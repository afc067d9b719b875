"""Compiled code is kept between processes, and never outlives a change of any source it was made from.

Each case runs a copy of a tiny game in a process of its own. To keep it quick, ``deal`` alone is compiled there, and
the process is a fork of one that has imported Numba.
"""

from __future__ import annotations

import json
import os
import sys
import types
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forked import Forks
from numba.core.errors import NumbaWarning

from cogitable.envs.table.compilation.compile import JIT, instantiate

GAMES = Path(__file__).parents[1] / "games"
HELPER = """
from cogitable.envs.table import compiled

@compiled
def no_taker():
    return -1
"""
LOOP = """
from cogitable.envs.table.rules import deal

def deal_twice(setup, states):
    for row in range(2):
        deal(setup[0], states[row])
        states[row].decisions = 0
"""
SCRIPT = """
import json, sys
import numpy as np
import numba
from cached_game import GAME
from cached_loop import deal_twice

kernel = GAME.kernel(deal_twice)
states = np.zeros(2, GAME.state_dtype)
states["rng"] = 1
kernel(GAME.setup().record, states)
stats = getattr(kernel, "stats", None)
print(json.dumps({
    "taker": states["taker"].tolist(),
    "bettor": states["bettor"].tolist(),
    "decisions": states["decisions"].tolist(),
    "deck": states["kuhn_deck"][0].tolist(),
    "hits": stats and sum(stats.cache_hits.values()),
    "misses": stats and sum(stats.cache_misses.values()),
    "path": stats and stats.cache_path,
}))
"""
USER_CODE = """
import numba
import cogitable.envs.table.tables

@numba.njit(cache=True)
def add(a, b):
    return a + b

assert add(1, 2) == 3
print(add.stats.cache_path)
"""

RELOAD = """
import importlib
from pathlib import Path
import cached_game

source = Path(cached_game.__file__)
source.write_text(source.read_text().replace("state.bettor = -1", "state.bettor = -3"))
GAME = importlib.reload(cached_game).GAME
"""

CELLS = """
import json, sys
import numpy as np
from pathlib import Path
import cached_loop

source = Path(cached_loop.__file__).with_name("cached_game.py").read_text()
notebook, dealt = sys.modules["__main__"].__dict__, []
for number, bettor in enumerate((-1, -3, -1)):
    cell = source.replace("state.bettor = -1", f"state.bettor = {bettor}")
    exec(compile(cell, f"{Path.cwd()}/cell_{number}.py", "exec"), notebook)
    game = notebook["GAME"]
    states = np.zeros(2, game.state_dtype)
    states["rng"] = 1
    game.kernel(cached_loop.deal_twice)(game.setup().record, states)
    dealt += states["bettor"].tolist()
print(dealt)
"""

Run = Callable[..., dict[str, Any]]


def clean_environment() -> dict[str, str]:
    """Return the environment without what would change how Numba compiles and caches."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    return {**clean, "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    with Forks(clean_environment()) as forks:
        yield forks


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Kuhn poker again, with a helper module and a loop of its own beside it."""
    home = tmp_path / "home"
    home.mkdir()
    game = (GAMES / "kuhn_poker.py").read_text()
    game = game.replace("state.taker = -1", "state.taker = no_taker()")
    (home / "cached_game.py").write_text(
        game.replace("MAX_SEATS = 4", "from cached_helper import no_taker\nMAX_SEATS = 4")
    )
    (home / "cached_helper.py").write_text(HELPER)
    (home / "cached_loop.py").write_text(LOOP)
    return home


@pytest.fixture
def run(folder: Path, tmp_path: Path, forks: Forks) -> Run:
    def run(script: str = SCRIPT, limit: int | None = None, **environment: str) -> Any:
        own = {"XDG_CACHE_HOME": str(tmp_path / "user"), **environment}
        code, told, errors = forks.run(script, tmp_path, [str(folder)], limit, **own)
        assert code == 0, errors
        return json.loads(told) if script is SCRIPT else told.strip()

    return run


def edit(path: Path, old: str, new: str) -> None:
    """Change a source without a trace in its size or time, as version control and quick fingers do."""
    before = path.stat()
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_every_change_counts_and_none_is_free(folder: Path, run: Run) -> None:
    first = run()
    assert (first["hits"], first["misses"]) == (0, 1)
    assert first["path"] == str(folder / "__pycache__")
    again = run()
    assert again == {**first, "hits": 1, "misses": 0}

    edit(folder / "cached_game.py", "state.bettor = -1", "state.bettor = -3")  # a rule
    rule = run()
    assert rule == {**first, "bettor": [-3, -3]}

    edit(folder / "cached_helper.py", "return -1", "return -5")  # a helper that the rules import
    helper = run()
    assert helper == {**rule, "taker": [-5, -5]}

    edit(folder / "cached_loop.py", "decisions = 0", "decisions = 7")  # the loop itself
    loop = run()
    assert loop == {**helper, "decisions": [7, 7]}
    assert run() == {**loop, "hits": 1, "misses": 0}


def test_a_module_that_is_loaded_again_has_its_new_rules(run: Run) -> None:
    head, mark, rest = SCRIPT.partition("kernel =")
    first, again = run(SCRIPT + RELOAD + mark + rest).splitlines()
    assert (json.loads(first)["bettor"], json.loads(again)["bettor"]) == ([-1, -1], [-3, -3])
    assert run() == {**json.loads(again), "hits": 1, "misses": 0}


def test_a_cell_of_a_notebook_that_is_run_again_has_its_new_rules(run: Run) -> None:
    """Each run of a cell is a file of its own to Python."""
    for _ in range(2):  # compiled, and from the cache
        assert run(CELLS) == "[-1, -1, -3, -3, -1, -1]"


def test_words_compile_nothing(folder: Path, run: Run) -> None:
    run()
    edit(folder / "cached_game.py", 'title="Kuhn poker', 'title="Kuhn-poker')
    edit(folder / "cached_helper.py", "@compiled", "\n@compiled")
    assert run()["hits"] == 1


def test_named_sources_count(folder: Path, run: Run, tmp_path: Path) -> None:
    table = tmp_path / "elsewhere.txt"  # a constant of the rules is read from it at import
    table.write_text("-2")
    game = folder / "cached_game.py"
    text = game.read_text().replace("    check=check,", "    check=check,\n    sources=(TABLE,),")
    text = text.replace("state.bettor = -1", "state.bettor = OPENING")
    head = f"from pathlib import Path\nTABLE = Path({str(table)!r})\nOPENING = int(TABLE.read_text())\n"
    game.write_text(text.replace("MAX_SEATS = 4", f"{head}MAX_SEATS = 4"))
    assert run()["bettor"] == [-2, -2]
    assert run()["hits"] == 1
    table.write_text("-4")
    assert run()["bettor"] == [-4, -4]


def test_folder_that_cannot_be_written(folder: Path, run: Run, tmp_path: Path) -> None:
    (folder / "__pycache__").write_text("in the way, for root as well")
    first, again = run(), run()
    assert Path(first["path"]).is_relative_to(tmp_path / "user" / "cogitable")
    assert (first["misses"], again["hits"]) == (1, 1)
    edit(folder / "cached_helper.py", "return -1", "return -5")
    assert run()["taker"] == [-5, -5]


def test_no_folder_at_all(folder: Path, run: Run, tmp_path: Path) -> None:
    (folder / "__pycache__").write_text("in the way")
    (tmp_path / "user").write_text("in the way, too")
    first = run()
    assert first["path"] is None
    edit(folder / "cached_helper.py", "return -1", "return -5")
    assert run()["taker"] == [-5, -5]  # Numba's own locators would have found a folder, and yesterday's rules in it


def test_full_disk_and_damaged_files(folder: Path, run: Run) -> None:
    full = run(limit=2000)
    assert full["taker"] == [-1, -1]
    good = run()
    assert (good["hits"], good["misses"]) == (0, 1)
    kept = sorted((folder / "__pycache__").glob("*.nb[ic]"))
    assert {path.suffix for path in kept} == {".nbi", ".nbc"}
    for path in kept:
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
        assert run() == good
        assert run()["hits"] == 1


def test_a_full_disk_leaves_no_old_rules(folder: Path, run: Run) -> None:
    """There is room for the index, which is small and written first, and none for the code that it tells of."""
    assert run()["taker"] == [-1, -1]
    index, code = (next((folder / "__pycache__").glob(kind)).stat().st_size for kind in ("*.nbi", "*.nbc"))
    assert index < code
    edit(folder / "cached_helper.py", "return -1", "return -5")
    assert run(limit=(index + code) // 2)["taker"] == [-5, -5]
    assert run()["taker"] == [-5, -5]
    again = run()
    assert (again["taker"], again["hits"]) == ([-5, -5], 1)


@pytest.mark.skipif(not JIT, reason="needs Numba")
def test_code_for_other_arguments_is_not_taken(tmp_path: Path) -> None:
    def halved(out):
        out[0] = out[0] / 2

    def run(of: type) -> float:
        out = np.ones(1, of)
        instantiate(halved, "halved", __name__, "stamp", tmp_path)(out)
        return float(out[0])

    assert [run(int), run(float), run(int), run(float)] == [0, 0.5, 0, 0.5]
    one, two = sorted((tmp_path / "__pycache__").glob("*.nbc"))
    code = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(code)
    assert [run(int), run(float)] == [0, 0.5]


@pytest.mark.skipif(not JIT, reason="needs Numba")
def test_fields_of_named_tuples_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code knows them by their places, and their types are known by the name of their class."""
    module: Any = types.ModuleType("tuples_of_a_test")
    monkeypatch.setitem(sys.modules, module.__name__, module)

    def first_of(pairs, out):
        out[0] = pairs[0].first

    def run(fields: str) -> float:
        module.Pair = namedtuple("Pair", fields, module=module.__name__)
        out = np.zeros(1)
        instantiate(first_of, "pairs", __name__, "stamp", tmp_path)((module.Pair(3.0, 4),), out)
        return float(out[0])

    assert [run("first last"), run("last first"), run("first last")] == [3, 4, 3]


def test_the_users_choice_is_kept_to(run: Run, tmp_path: Path) -> None:
    chosen = tmp_path / "chosen"
    assert Path(run(NUMBA_CACHE_DIR=str(chosen))["path"]).parent == chosen
    assert run(NUMBA_CACHE_DIR=str(chosen))["hits"] == 1
    assert run(NUMBA_CACHE_LOCATOR_CLASSES="InTreeCacheLocator")["path"] is None


def test_other_numba_code_keeps_its_own_cache(folder: Path, run: Run) -> None:
    (folder / "users_own.py").write_text(USER_CODE)
    path = run("import users_own")
    assert path == str(folder / "__pycache__")
    names = {p.name.partition(".")[0] for p in (folder / "__pycache__").glob("*.nbi")}
    assert names == {"users_own"}


def test_one_folder_for_two_games(folder: Path, run: Run) -> None:
    other = (folder / "cached_game.py").read_text().replace("kuhn_deck", "other_deck")
    (folder / "other_game.py").write_text(other.replace("state.bettor = -1", "state.bettor = -6"))
    script = SCRIPT.replace("cached_game", "other_game").replace("kuhn_deck", "other_deck")
    assert run()["bettor"] == [-1, -1]
    assert json.loads(run(script))["bettor"] == [-6, -6]
    assert run()["hits"] == 1
    assert json.loads(run(script))["hits"] == 1


def test_without_numba_nothing_is_kept_and_the_cards_are_the_same(folder: Path, run: Run) -> None:
    plain = run(NUMBA_DISABLE_JIT="1")
    assert plain["path"] is None
    assert not (folder / "__pycache__").exists()
    assert run()["deck"] == plain["deck"]


@pytest.mark.skipif(not JIT, reason="needs Numba")
def test_code_that_cannot_be_kept_is_used_all_the_same(tmp_path: Path) -> None:
    module: Any = types.ModuleType("table_of_a_test")
    module.TABLE = np.arange(300_000)  # code that looks into an array of this size holds its place in memory

    def looked_up(out):
        out[0] = TABLE[out[0]]  # type: ignore[name-defined]  # noqa: F821

    looked_up = types.FunctionType(looked_up.__code__, vars(module), "looked_up")
    out = np.array([250_000])
    with pytest.warns(NumbaWarning, match="Cannot cache"):
        instantiate(looked_up, "looked_up", __name__, "stamp", tmp_path)(out)
    assert out.tolist() == [250_000]
