"""Rules are found by the dtype of the state, and what does not fit together is refused with a reason."""

from __future__ import annotations

import numpy as np
import pytest
from games import ballot, kuhn_poker, treasure
from state_dtypes import state_dtype

import connect_four
from cogitable.envs.table import GameDefinitionError, Tables, compiled
from cogitable.envs.table.compilation import dispatch
from cogitable.envs.table.rules import OPTIONAL, RULES


@compiled
def apply(setup, state, action):
    state.seat = 1


@compiled
def other_apply(setup, state, action):
    state.seat = 0


@compiled
def short_apply(setup, state):
    state.seat = 1


def test_unknown_rule() -> None:
    with pytest.raises(GameDefinitionError, match=r"'aply' is not a rules function; known are deal, legal_actions"):
        dispatch.supply(state_dtype("unknown_rule", seats=2), aply=apply)


def test_wrong_parameters() -> None:
    with pytest.raises(GameDefinitionError, match=r"parameters must be \('setup', 'state', 'action'\)"):
        dispatch.supply(state_dtype("wrong_parameters", seats=2), apply=short_apply)


def test_forgotten_decorator() -> None:
    def apply(setup, state, action):
        state.seat = 1

    with pytest.raises(GameDefinitionError, match=r"'apply' must be a function with the decorator @compiled"):
        dispatch.supply(state_dtype("forgotten_decorator", seats=2), apply=apply)


def test_taken_dtype_from_another_file() -> None:
    with pytest.raises(GameDefinitionError, match=r"already supplied by games.kuhn_poker; give your game's STATE"):
        dispatch.supply(kuhn_poker.GAME.state_dtype, apply=apply)
    assert dispatch._BY_DTYPE["apply", kuhn_poker.GAME.state_dtype].__module__ == "games.kuhn_poker"


def test_taken_dtype_in_the_same_file() -> None:
    dtype = state_dtype("same_file", seats=2)
    dispatch.supply(dtype, apply=apply)
    dispatch.supply(dtype, apply=apply)  # a module that is loaded again says the same once more
    with pytest.raises(GameDefinitionError, match="already supplied"):
        dispatch.supply(dtype, apply=other_apply)


def test_supplied() -> None:
    assert all(dispatch.supplied(kuhn_poker.GAME.state_dtype, name) for name in RULES)
    assert not dispatch.supplied(state_dtype("nobody", seats=2), "apply")


def test_what_a_game_leaves_out_has_its_default() -> None:
    for name, default in OPTIONAL.items():
        assert name not in kuhn_poker.GAME.rules
        assert dispatch._BY_DTYPE[name, kuhn_poker.GAME.state_dtype] is getattr(default, "py_func", default)
        assert dispatch._BY_DTYPE[name, ballot.GAME.state_dtype].__module__ == "games.ballot"


def test_each_game_gets_its_own_rules() -> None:
    """The same loops, side by side in one process, play three games."""
    actions = np.zeros(4, np.int64)
    games = {m.GAME.name: Tables(m.GAME.setup(), 4, seed=1) for m in (kuhn_poker, treasure, connect_four)}
    for tables in games.values():
        tables.step(actions)
    assert games["connect_four"].states["height"][:, 0].tolist() == [1] * 4
    assert games["kuhn_poker"].states["seat"].tolist() == [1] * 4
    assert games["treasure"].states["left"].tolist() == [27] * 4
