"""Compiled functions are parts of whatever calls them: an entry point, or Numba code of somebody else's."""

from __future__ import annotations

from collections.abc import Sequence

import numba
import numpy as np
import pytest
from games import kuhn_poker
from numba.core.codegen import JITCodeLibrary

from cogitable.envs.table import compiled
from cogitable.envs.table.compilation.compile import JIT, instantiate
from cogitable.envs.table.compilation.linking import _below, _Part
from cogitable.envs.table.random import below
from cogitable.envs.table.rules import deal

pytestmark = pytest.mark.skipif(not JIT, reason="needs Numba")


@compiled
def doubled(x):
    return 2 * x


@compiled
def quadrupled(x):
    return doubled(doubled(x))


@compiled
def refuse(x):
    if x < 0:
        raise ValueError("below zero")
    return quadrupled(x)


def fill(out):
    for i in range(out.size):
        out[i] = refuse(out[i]) + quadrupled(i)


def libraries(dispatcher) -> list:
    return [result.library for result in dispatcher.overloads.values()]


def test_an_entry_point_holds_all_that_it_calls(tmp_path) -> None:
    entry = instantiate(fill, "fill", __name__, "stamp", tmp_path)
    out = np.arange(3)
    entry(out)
    assert out.tolist() == [0, 8, 16]
    (library,) = libraries(entry)
    assert all(f.is_declaration is False for f in library._final_module.functions if "doubled" in f.name)
    with pytest.raises(ValueError, match="below zero"):
        entry(np.array([-1]))


def test_other_numba_code_may_call_parts_and_is_compiled_as_ever() -> None:
    @numba.njit
    def own(x, words):
        return quadrupled(x) + doubled(x) + below(words, 1)

    assert own(3, np.ones(4, np.uint32)) == 18
    assert [type(library) for library in libraries(own)] == [JITCodeLibrary]


def test_other_numba_code_may_call_rules() -> None:
    @numba.njit
    def own(setup, states):
        deal(setup[0], states[0])

    states = np.zeros(2, kuhn_poker.GAME.state_dtype)
    states["rng"] = 1
    own(kuhn_poker.GAME.setup().record, states)
    assert len(set(states["kuhn_deck"][0].tolist())) > 1
    assert not states["kuhn_deck"][1].any()


class Library(_Part):
    """The code of a function that calls others."""

    def __init__(self, name: str, calls: Sequence[Library] = ()) -> None:
        self.label, self._linking_libraries = name, list(calls)

    def __repr__(self) -> str:
        return self.label


@pytest.mark.parametrize("turned", [False, True])
def test_what_is_called_is_linked_after_all_that_call_it(turned: bool) -> None:
    """LLVM leaves out what nothing calls yet: a caller may have been optimised until it calls nothing any more."""
    once = [1, -1][turned]
    least = Library("least")
    middle = Library("middle", [least])
    callers = [Library("idle", [least]), Library("busy", [Library("between", [middle, least][::once])])]
    entry = Library("entry", callers[::once])
    order = list(_below(entry))
    assert sorted(map(repr, order)) == ["between", "busy", "idle", "least", "middle"]
    for library in order:
        assert all(order.index(called) > order.index(library) for called in library._linking_libraries)
