"""Options of every game take what is allowed, and answer all else with an error that names the option."""

from __future__ import annotations

from typing import Any

import pytest

from cogitable.envs import GAMES, get_game
from cogitable.envs.table import CardFileError, Game, OptionError

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
