"""``cogitable watch``."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...agents.people.human import screen_columns
from ...envs.table.changes import glance
from ...envs.table.errors import OptionError, printable
from ...envs.table.files.reel import Reel
from ...envs.table.log import Log
from ...envs.table.seats import seat_name
from ...envs.table.views import narrow
from .common import check_seat
from .screen import Screen

_DELAY = 1.0  # seconds

if TYPE_CHECKING:
    import numpy as np

    from ...envs.table.files.replay import Replay
    from ...envs.table.game import Setup

KEYS = """Enter  one decision forward
b      one decision back
NUMBER to that decision; +NUMBER and -NUMBER from here
e      to the end
t      the whole table
q      leave"""


def watch(
    replay: Annotated[
        Path, typer.Argument(metavar="REPLAY", help="File that `play --save-replay` wrote.", show_default=False)
    ],
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="Import path of the module with the GAME, for a replay of a game that is not the library's.",
            show_default=False,
        ),
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option(
            min=0, max=3600, help=f"Seconds between two decisions; {_DELAY:g} by default.", show_default=False
        ),
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Wait after every decision; go forward, back, or anywhere.")
    ] = False,
    seat: Annotated[
        int | None, typer.Option(min=0, help="See what this seat saw; everything by default.", show_default=False)
    ] = None,
    web: Annotated[bool, typer.Option("--web", help="Look at it in the browser.")] = False,
) -> None:
    """Play a recorded game again, decision by decision."""
    if web:
        from .serve import watch_in_browser

        if step or seat is not None or delay is not None:
            raise OptionError("--web shows a replay with controls of its own; leave out --step, --seat and --delay")
        watch_in_browser(replay, game)
        return
    if step and delay is not None:
        raise OptionError("--step waits for you after every decision; leave out --delay")
    from ...envs import get_game
    from ...envs.table.files.replay import Replay

    played = Replay.load(replay)
    setup = played.setup(None if game is None else get_game(game), str(replay))
    if seat is not None:
        check_seat(setup, seat)
    view = _View(played, setup, seat)
    if step:
        _wind(view, Reel(played, setup.game))
    else:
        _run(view, _DELAY if delay is None else delay)


class _View:
    """A replay as one seat sees it, or all of it."""

    def __init__(self, played: Replay, setup: Setup, seat: int | None) -> None:
        self.played, self.setup, self.seat = played, setup, seat
        self.names = [printable(name) for name in played.players] or [""] * setup.num_seats
        self.screen, self.shown = Screen(), ""
        self.screen.say(f"{setup.game.title}: {len(played.steps)} decisions, seed {played.seed}")

    def table(self, states: np.ndarray, whole: bool = False) -> None:
        """Show what is new on the table; nothing after a decision that this seat does not notice."""
        with narrow(screen_columns()):
            text = self.setup.text(states, self.seat)
            if text != self.shown or whole:
                self.screen.say("\n" + "\n".join(text.splitlines() if whole else glance(self.shown, text)))
                self.shown = text

    def decision(self, number: int, who: int, words: str) -> None:
        """Show a decision."""
        name = f" ({self.names[who]})" if self.names[who] else ""
        self.screen.say("")
        self.screen.say(f"{number}. {seat_name(who)}{name}: {words}")

    def events(self, lines: Sequence[str]) -> None:
        """Show what came of it."""
        for line in lines:
            self.screen.say(f"   {line}")

    def end(self) -> None:
        """Show how the game ended."""
        illegal = self.played.illegal
        if illegal is not None:
            self.screen.say(f"\n{seat_name(illegal.seat)} chose what is not legal: {printable(illegal.name)}")
        results = ", ".join(f"{seat_name(number)} {value:+g}" for number, value in enumerate(self.played.returns))
        self.screen.say(f"\n{self.played.end}; returns: {results}")


def _run(view: _View, delay: float) -> None:
    """Show a replay from its beginning to its end."""
    log, number = Log(view.setup, view.played.generator), 0
    for position in view.played.play(view.setup.game):
        view.table(position.states)
        if position.action is None:
            break
        words = view.setup.describe(position.states, position.action, seat=view.seat)
        if words:
            number += 1
            view.decision(number, position.seat, words)
        log.take(position.action)
        view.events(log.happened(view.seat))
        if words:
            time.sleep(delay)
    view.end()


def _wind(view: _View, reel: Reel) -> None:
    """Show decision after decision, as the person asks for them."""
    stops = reel.stops([view.seat])
    last = len(stops) - 1
    at: int | None = 0
    while at is not None:
        view.table(reel.states(stops[at]))
        if at == last:
            view.end()
        else:
            entry = reel.log.entries[stops[at] + 1]
            view.decision(at + 1, entry.seat, entry.words[-1 if view.seat is None else view.seat])
            for number in range(stops[at] + 1, stops[at + 1] + 1):  # with what this seat does not notice by itself
                view.events(reel.log.told(number, view.seat))
        at = _asked(view, reel, stops, at)


def _asked(view: _View, reel: Reel, stops: Sequence[int], at: int) -> int | None:
    """Return the number of the stop that the person wants to see next, None to leave."""
    last = len(stops) - 1
    while True:
        here = "the end" if at == last else f"{at + 1} of {last}"
        typer.echo(f"-- {here}: Enter, or ? for help -- ", nl=False, err=True)
        line = sys.stdin.readline()
        typed = line.strip().lower()
        if typed == "" and (line or at < last):  # where nothing comes any more it goes on to the end
            if at == last:
                return None
            return at + 1
        if typed in ("q", "quit", ""):
            return None
        if typed == "t":
            view.table(reel.states(stops[at]), whole=True)
        elif typed == "b":
            return max(0, at - 1)
        elif typed == "e":
            return last
        elif re.fullmatch(r"[+-]?[0-9]{1,9}", typed):
            return min(last, max(0, int(typed) + (at if typed[0] in "+-" else -1)))
        else:
            typer.echo(KEYS, err=True)
