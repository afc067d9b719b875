"""Conformance of what is fixed before the deal: names, layouts, options, pickling."""

from __future__ import annotations

import importlib
import pickle
from collections import Counter
from typing import Any

from ..errors import OptionError
from ..game import Setup
from ..layout import Layout
from ..positions import unstated
from .play import broken


def check(setup: Setup, options: dict[str, Any]) -> None:
    """Check a setup as it lies on the table."""
    _check_names(setup)
    _check_bounds(setup)
    for what, layout in (("layout", setup.layout), ("full_layout", setup.full_layout)):
        _check_layout(setup, what, layout)
    _check_seats(setup, options)
    _check_pickling(setup)


def _check_names(setup: Setup) -> None:
    names = setup.action_names
    wrong = [n for n in names if not isinstance(n, str) or not n.strip() or not n.isprintable()]
    twice = [n for n, times in Counter(names).items() if times > 1]
    if not names or wrong or twice:
        raise broken(setup, "action names", f"{len(names)} names; not fit to print: {wrong}; not unique: {twice}")
    if len(setup.teams) != setup.num_seats:
        raise broken(setup, "teams", f"there are {setup.num_seats} seats and teams for {len(setup.teams)}")


def _check_bounds(setup: Setup) -> None:
    missing = unstated(setup.game)
    if missing:  # a number out of a file would go unchecked into compiled code
        raise broken(setup, "fields state their bounds", f"in STATE these do not: {', '.join(missing)}")


def _check_layout(setup: Setup, what: str, layout: Layout) -> None:
    for part in layout.parts:
        named = part.name.strip() and part.text.strip()
        if not named or part.size < 1:
            raise broken(setup, what, f"part {part.name!r} of shape {part.shape} needs a name, a text and a size")
        for axis, labels in ((0, part.labels), (-1, part.across)):
            if labels and len(labels) != part.shape[axis]:
                which = "last" if axis else "first"
                raise broken(
                    setup,
                    what,
                    f"part {part.name!r} of shape {part.shape} has {len(labels)} labels on its {which} axis",
                )


def _check_seats(setup: Setup, options: dict[str, Any]) -> None:
    """One policy plays any number of seats: sizes and names must not depend on it."""
    game = setup.game
    for seats in range(1, game.max_seats + 1):
        try:
            other = game.setup(**{**options, "num_players": seats})
        except OptionError:
            continue
        sizes = (other.layout.size, other.full_layout.size, other.action_names)
        if sizes != (setup.layout.size, setup.full_layout.size, setup.action_names):
            raise broken(setup, "the same sizes for any number of seats", f"with {seats} seats they are others")
        if other.num_seats != seats or other.record["seats"][0] != seats:
            raise broken(setup, "num_players", f"num_players={seats} gives {other.num_seats} seats")
    try:
        many = game.setup(**{**options, "num_players": game.max_seats + 1})
    except OptionError:
        return
    raise broken(setup, "max_seats", f"it is {game.max_seats}, but num_players={many.num_seats} is accepted")


def _check_pickling(setup: Setup) -> None:
    game = setup.game
    if getattr(importlib.import_module(game.module), "GAME", None) is not game:
        raise broken(setup, "module", f"{game.module}.GAME is not the game; pickles and other processes need that")
    try:
        copy = pickle.loads(pickle.dumps(setup))
    except Exception as error:
        raise broken(setup, "setups pickle", f"{type(error).__name__}: {error}") from error
    if copy.record.tobytes() != setup.record.tobytes() or copy.options != setup.options:
        raise broken(setup, "setups pickle", "the copy has another SETUP record or other options")
    if copy.action_names != setup.action_names or copy.layout.size != setup.layout.size:
        raise broken(setup, "setups pickle", "the copy has other actions or another layout")
