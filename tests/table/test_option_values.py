"""Options of every game take what is allowed, and answer all else with an error that names the option."""

from __future__ import annotations

from typing import Any

import pytest

from cogitable.agents.search.options import check_search
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import CardFileError, Game, OptionError
from cogitable.training.learn.config.training_config import load_config

STRANGE: list[Any] = [
    [1],
    [[]],
    {},
    {"a": [1]},
    [{"a": {}}],
    -1,
    1.5,
    "",
    "\n",
    True,
    float("nan"),
    16**6000,
    b"x",
    (),
    {1},
]


def refusal(game: Game, **options: Any) -> OptionError | CardFileError | None:
    try:
        game.setup(**options)
    except (OptionError, CardFileError) as error:
        return error
    return None


@pytest.mark.parametrize("name", GAMES)
def test_strange_values_are_taken_or_refused_by_the_options_name(name: str) -> None:
    game, refused = get_game(name), 0
    for option in game.options.model_fields:
        for value in STRANGE:
            error = refusal(game, **{option: value})
            if isinstance(error, OptionError):
                assert option in str(error) and str(error).isprintable(), (option, value)
            refused += error is not None
    assert refused > 3 * len(game.options.model_fields)


@pytest.mark.parametrize("name", GAMES)
def test_a_truth_value_is_no_number(name: str) -> None:
    """To Python ``True`` is 1: a game with a single turn, say."""
    game = get_game(name)
    numbers = [option for option, field in game.options.model_fields.items() if field.annotation is int]
    assert "num_players" in numbers
    for option in numbers:
        for value in (True, False):
            assert f"{option!r} is {value}" in str(refusal(game, **{option: value})), option


def test_a_truth_value_is_no_number_of_an_agent_or_of_a_training() -> None:
    with pytest.raises(OptionError, match=r"'steps' is True: must be a whole number"):
        load_config("cogdrive_neon", None, {"steps": True})
    with pytest.raises(OptionError, match=r"'network\.layers' is True"):
        load_config("cogdrive_neon", None, {"steps": 10, "network.layers": True})
    with pytest.raises(OptionError, match=r"simulations is True: must be a whole number"):
        check_search({"simulations": True})
    with pytest.raises(OptionError, match=r"seconds is True: must be a number"):
        check_search({"seconds": True})
