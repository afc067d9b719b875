"""Import, first compilation, and start from the cache: each in a fresh Python of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

from ..timing import Result, Run

IMPORT = """
import time; start = time.perf_counter()
import cogitable.envs
print(time.perf_counter() - start)
"""

FIRST = {
    "aec": "from cogitable.envs.table.faces.aec import env; env(game).reset(seed=1)",
    "tables": "from cogitable.envs.table import Tables; Tables(game.setup(), 64, seed=1).look()",
    "step": (
        "from cogitable.envs.table import Tables; t = Tables(game.setup(), 64, seed=1); t.step(t.masks.argmax(axis=1))"
    ),
    "search": (
        "from cogitable.envs.table import Tables; from cogitable.agents.base import View; "
        "from cogitable.agents.search.agent import SearchAgent; "
        "setup = game.setup(); SearchAgent(setup, 1, simulations=8).act(View.of(Tables(setup, 1, seed=1)))"
    ),
}
"""What a user may do first."""

_SCRIPT = """
import json, sys, time
from cogitable.envs import get_game
game = get_game({game!r})
start = time.perf_counter()
{first}
total = time.perf_counter() - start
print(json.dumps({{"total": total}}))
"""


def importing() -> Run:
    """Seconds that ``import cogitable.envs`` takes in a fresh Python."""
    return lambda seconds, number: {"seconds": float(_python(IMPORT, None))}


def starting(game: str, first: str) -> Run:
    """Seconds to do something for the first time after the imports: ``compiling`` and then ``cached``."""
    script = _SCRIPT.format(game=game, first=FIRST[first])

    def run(seconds: float, number: int) -> Result:
        with tempfile.TemporaryDirectory() as folder:
            compiling = json.loads(_python(script, folder))["total"]
            return {"compiling": compiling, "cached": json.loads(_python(script, folder))["total"]}

    return run


def _python(script: str, cache: str | None) -> str:
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
    if cache:
        environment["NUMBA_CACHE_DIR"] = cache
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip().splitlines()[-1]
