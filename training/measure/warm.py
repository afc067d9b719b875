"""Compile all that environments and agents need for a game, before somebody waits for it.

Nothing here knows what is compiled: every face and agent is used for a moment, as its users do, on a small table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from ...agents.base import View
from ...agents.factory import make_agent
from ...agents.heuristics import load_heuristic
from ...envs import get_game
from ...envs.table.compilation.compile import JIT
from ...envs.table.errors import OptionError
from ...envs.table.faces.aec import TableEnv
from ...envs.table.faces.vector import TableVectorEnv
from ...envs.table.game import Game, Setup
from ...envs.table.rows import step_rows
from ...envs.table.tables import Tables
from .sharing.workers import run_tasks

_SEARCH = "search:simulations=1"
_GUIDED = f"{_SEARCH},rollouts=heuristic"
_NETWORK = f"{_SEARCH},network=policy"


@dataclass(frozen=True)
class Warmed:
    """What was done for one game.

    Attributes:
        game: Import path of its module.
        title: Its title.
        compiled: Pieces of machine code that have been compiled.
        found: Pieces that were there already.
        seconds: Processor time that it took.
        folders: Where they are kept; none where no folder can be written.
    """

    game: str
    title: str
    compiled: int
    found: int
    seconds: float
    folders: tuple[str, ...]


def warm_games(names: Sequence[str], processes: int | None = None) -> Generator[Warmed, None, None]:
    """Compile everything for some games and keep it; yield what was done, game by game, in any order.

    Args:
        names: Names of games or import paths of modules with a ``GAME``.
        processes: Processes to share the games among; one a processor core by default.

    Raises:
        OptionError: No such game, or Numba is switched off.
    """
    if not JIT:
        raise OptionError("Numba is switched off (NUMBA_DISABLE_JIT), so there is nothing to compile")
    for name in names:
        get_game(name)
    yield from run_tasks(_worker, (), names, processes)


def warm_game(name: str) -> Warmed:
    """Compile everything for one game, in this process."""
    game, start = get_game(name), time.process_time()
    before = _counts(game)
    use_everything(game)
    compiled, found = (after - earlier for after, earlier in zip(_counts(game), before, strict=True))
    folders = sorted({kernel.stats.cache_path for kernel in game.kernels if kernel.stats.cache_path})
    return Warmed(name, game.title, compiled, found, time.process_time() - start, tuple(folders))


def _worker() -> Callable[[str], Warmed]:
    return warm_game


def _counts(game: Game) -> tuple[int, int]:
    """Return how many pieces of machine code have been compiled and loaded for a game in this process."""
    stats = [kernel.stats for kernel in game.kernels]
    return sum(sum(s.cache_misses.values()) for s in stats), sum(sum(s.cache_hits.values()) for s in stats)


def use_everything(game: Game) -> None:
    """Use each face and each agent of a game once."""
    setup = game.setup()
    _use_environment(setup)
    _use_tables(setup)
    _use_agents(setup, load_heuristic(game))


def _use_environment(setup: Setup) -> None:
    environment = TableEnv(setup)
    environment.reset(seed=0)
    seen = environment.observe(environment.agent_selection)
    environment.step(int(seen["action_mask"].argmax()))
    environment.state()
    environment.close()


def _use_tables(setup: Setup) -> None:
    tables = Tables(setup, 1, seed=0)
    tables.step(tables.masks.argmax(1))
    step_rows(tables, np.zeros(1, np.int64), tables.masks.argmax(1))
    vector = TableVectorEnv(setup.game.setup(max_decisions=1), num_envs=1)
    vector.reset(seed=0)
    vector.step(vector.action_masks().argmax(1))  # which is the game's end, and the next deal
    vector.close()


def _use_agents(setup: Setup, heuristic: bool) -> None:
    specs = ["heuristic", _SEARCH, _GUIDED, f"{_GUIDED},widening=1"] if heuristic else [_SEARCH]
    with suppress(OptionError):  # where no policy with a value comes with the game
        make_agent(_NETWORK, setup, 0)
        specs += [_NETWORK, f"{_NETWORK},others=search"]
    specs.append("level:champion")  # which may look ahead in another way
    for spec in specs:
        view = View.of(Tables(setup, 1, seed=0))
        agent = make_agent(spec, setup, 0)
        if hasattr(agent, "analyse"):
            agent.analyse(view)  # to act may need no search, as where an action is forced
        else:
            agent.act(view)
