"""The lobby: what a form for a new table says, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...envs.table.errors import CogitableError
from ...envs.table.game import Game
from . import forms
from .levels import CUSTOM, make_level
from .limits import Limits
from .record import Chair, clean_name, secret

ME, OPEN = "me", "open"
"""Values of a seat in the form: whoever opens the table, and another person."""
_FIRST = "casual"
_LARGEST_SEED = 1 << 128


@dataclass
class NewTable:
    """A form for a new table as it was filled in.

    Attributes:
        options: Options of the game.
        chairs: Who sits where.
        owner_seat: Seat of whoever opens it.
        seed: Of the deal; None for one that nobody knows.
        errors: What is wrong, by the name of the field in the form.
    """

    options: dict[str, Any] = field(default_factory=dict)
    chairs: list[Chair] = field(default_factory=list)
    owner_seat: int | None = None
    seed: int | None = None
    errors: dict[str, str] = field(default_factory=dict)


def first_form(game: Game) -> dict[str, str]:
    """Return what stands in the form at first: oneself against agents that are quick and no fools."""
    form = {forms.PREFIX + each.name: each.default for each in forms.fields(game)}
    return {**form, **{f"seat.{seat}": _FIRST if seat else ME for seat in range(game.max_seats)}}


def read(game: Game, form: Mapping[str, str], limits: Limits, trust: bool) -> NewTable:
    """Read a form for a new table; may compile what agents need."""
    options = forms.read(game, form)
    table = NewTable(options.options)
    table.errors = {forms.PREFIX + name if name else "": text for name, text in options.errors.items()}
    table.seed = _seed(form, table.errors)
    setup = options.setup
    if setup is None:
        return table
    place = forms.PREFIX + "num_players"
    if (shown := form.get(place, "").strip()) and shown != str(setup.num_seats):  # agents that nobody chose, else
        table.errors[place] = f"With these options there are {setup.num_seats} seats: say so here, and who has them."
        return table
    name = clean_name(form.get("name", ""))
    for seat in range(setup.num_seats):
        place = f"seat.{seat}"
        who = form.get(place, "")
        if who == ME and table.owner_seat is None:
            table.owner_seat = seat
            table.chairs.append(Chair(kind="person", name=name or "the host"))
        elif who == ME:
            table.errors[place] = "You can have one seat."
        elif who == OPEN:
            table.chairs.append(Chair(kind="person", invite=secret()))
        else:
            who = CUSTOM + form.get(f"agent.{seat}", "").strip() if trust and who == "agent" else who
            try:
                make_level(who, setup, limits.think, trust)
                table.chairs.append(Chair(kind="agent", level=who))
            except CogitableError as error:
                table.errors[place] = str(error)
    return table


def _seed(form: Mapping[str, str], errors: dict[str, str]) -> int | None:
    text = form.get("seed", "").strip()
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 39 or int(text) >= _LARGEST_SEED:
        errors["seed"] = "A seed is a whole number of at least 0 and below 2^128; leave it empty for a new one."
        return None
    return int(text)
