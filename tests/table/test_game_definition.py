"""What a game must define, and the errors it gets for what it leaves out; options and setups."""

from __future__ import annotations

import copy
import pickle
import re
import types
import typing
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games import kuhn_poker, treasure
from state_dtypes import state_dtype

import connect_four
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import CogitableError, Game, GameDefinitionError, OptionError, kernels
from cogitable.envs.table.errors import CardFileError

ALL = [*(get_game(name) for name in GAMES), connect_four.GAME, kuhn_poker.GAME, treasure.GAME]


def changed(**changes: Any) -> Game:
    """Kuhn poker with other fields."""
    return Game(**{**{f.name: getattr(kuhn_poker.GAME, f.name) for f in fields(Game) if f.init}, **changes})


def test_missing_rules_are_named() -> None:
    rules = {name: body for name, body in kuhn_poker.GAME.rules.items() if name not in ("observe", "returns")}
    with pytest.raises(GameDefinitionError, match=r"game 'kuhn_poker' lacks rules functions: observe, returns"):
        changed(rules=rules, state_dtype=state_dtype("lacking", seats=kuhn_poker.MAX_SEATS))


def test_state_must_begin_with_the_tables_fields() -> None:
    with pytest.raises(
        GameDefinitionError, match=r"STATE .* must begin with .*rng, seat, over.* begins with seat, rng"
    ):
        changed(state_dtype=np.dtype([("seat", np.int8), ("rng", np.uint32, (4,)), ("x", np.int8)]))


def test_setup_must_begin_with_the_tables_fields() -> None:
    with pytest.raises(GameDefinitionError, match=r"SETUP .* must begin with the fields seats, max_decisions"):
        changed(setup_dtype=np.dtype([("max_decisions", np.int32), ("seats", np.int8)]))


def test_first_fields_have_their_types() -> None:
    with pytest.raises(GameDefinitionError, match=r"field 'paid' in STATE .* for 4 seats"):
        changed(state_dtype=state_dtype("too_few_paid", seats=2))
    wrong = [("seats", np.int64), ("max_decisions", np.int32)]
    with pytest.raises(GameDefinitionError, match=r"field 'seats' in SETUP .* must be int8 .* not int64"):
        changed(setup_dtype=np.dtype(wrong))


@pytest.mark.parametrize("name", ["size", "flags", "data", "item", "base"])
def test_fields_that_numpy_would_shadow(name: str) -> None:
    with pytest.raises(GameDefinitionError, match=rf"fields that numpy's records use themselves: {name}"):
        changed(state_dtype=state_dtype("shadowed", name, seats=kuhn_poker.MAX_SEATS))


@pytest.mark.parametrize("seats", [0, 17])
def test_number_of_seats(seats: int) -> None:
    with pytest.raises(GameDefinitionError, match=rf"max_seats .* is {seats}, not 1 to 16"):
        changed(max_seats=seats, state_dtype=state_dtype("seats_of", seats=max(seats, 1)))


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_unknown_and_bad_options(game: Game) -> None:
    known = ", ".join(game.options.model_fields)
    wanted = rf"^{game.title}: unknown option 'num_player'; the options are {known}; did you mean 'num_players'\?"
    with pytest.raises(OptionError, match=wanted):
        game.setup(num_player=2)
    for bad in (0, -1, 99, 2.5, "two", None, [2]):
        with pytest.raises(OptionError, match=rf"^{game.title}: option 'num_players' is .*: must be"):
            game.setup(num_players=bad)
    with pytest.raises(OptionError, match="'max_decisions' is 0"):
        game.setup(max_decisions=0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (3, "the name of a game is text, not 3; the games are cogdrive_neon"),
        (None, "the name of a game is text, not None"),
        ("", "no game ''; the games are .*'' is no import path"),
        (".comrade", "no game '.comrade'; the games are .*'.comrade' is no import path"),
    ],
)
def test_what_is_no_name_of_a_game_is_told(name: object, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        get_game(name)  # type: ignore[arg-type]


FORMS = [
    (game, name)
    for game in ALL
    for name, field in game.options.model_fields.items()
    if isinstance(field.annotation, types.UnionType) or typing.get_origin(field.annotation) is typing.Union
]
"""Options that may be given in several forms."""


@pytest.mark.parametrize(("game", "name"), FORMS, ids=[f"{game.name}-{name}" for game, name in FORMS])
@pytest.mark.parametrize("bad", ["no such thing", -77, 3.25, ["x", "y"], [["x"]], {"x": 1}, object], ids=repr)
def test_options_of_several_forms_are_called_by_their_names(game: Game, name: str, bad: object) -> None:
    with pytest.raises(CogitableError) as told:
        game.setup(**{name: bad})
    message = str(told.value)
    assert f"option '{name}" in message
    assert not re.search(r"literal\[|tuple\[|constrained|dict\[|nullable|function-", message), message
    assert len(re.findall(r"option '", message)) <= 2, message


def test_what_is_allowed_in_several_forms_is_told_at_once() -> None:
    for name, game, options, message in (
        ("heroes", "great_machine", "fowler", "is 'fowler': must be 'dealt' or 'chosen', or a list .the"),
        ("first_player", "cogs_and_commissars", 7, "is 7; the seats are 0 to 1, or 'drawn'"),
        ("compensation", "cogs_and_commissars", (1, "x"), r"\[1\]' is 'x': must be a whole number"),
        ("missions", "great_machine_coop", ("Foo", "Bar", "Baz"), "names 'Foo'; the Missions are .*, "),
    ):
        with pytest.raises(OptionError, match=rf"option '{name}'? ?{message}"):
            get_game(game).setup(**{name: options})
    with pytest.raises(CardFileError, match="^board must be the path of a TOML file"):
        get_game("great_machine").setup(board=5)


def test_every_bad_option_is_named() -> None:
    with pytest.raises(OptionError, match=r"'lives' is 99: .*; unknown option 'dragon'"):
        treasure.GAME.setup(lives=99, dragon=1)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_setups_and_games_travel(game: Game) -> None:
    setup = game.setup(max_decisions=77)
    for again in (pickle.loads(pickle.dumps(setup)), copy.deepcopy(setup)):
        assert again.game is game
        assert again.options == setup.options
        assert again.record.tobytes() == setup.record.tobytes()
        assert again.digest == setup.digest
    assert copy.deepcopy(game) is game


def test_setup_record_is_read_only() -> None:
    setup = kuhn_poker.GAME.setup(num_players=3)
    assert (setup.num_seats, setup.record["seats"][0]) == (3, 3)
    with pytest.raises(ValueError, match="read-only"):
        setup.record["seats"] = 4


def test_digest_tells_options_apart() -> None:
    setups = [kuhn_poker.GAME.setup(num_players=seats, max_decisions=m) for seats in (2, 3) for m in (5, 6)]
    assert len({setup.digest for setup in setups}) == 4
    assert kuhn_poker.GAME.setup().digest == kuhn_poker.GAME.setup(num_players=2).digest


def test_kernel_is_compiled_once() -> None:
    assert kuhn_poker.GAME.kernel(kernels.deal_many) is kuhn_poker.GAME.kernel(kernels.deal_many)
    assert kuhn_poker.GAME.kernel(kernels.deal_many) is not treasure.GAME.kernel(kernels.deal_many)


def test_home_is_the_folder_of_the_rules() -> None:
    assert kuhn_poker.GAME.home == Path(kuhn_poker.__file__).resolve().parent


def test_games_by_name() -> None:
    assert get_game("games.kuhn_poker") is kuhn_poker.GAME
    for wrong in ("ches", "", "os", "games.mutants", ".relative", "no.such.module"):
        with pytest.raises(OptionError, match=r"no game '.*'; the games are cogdrive_neon"):
            get_game(wrong)
