"""``cogitable play`` and ``cogitable watch``."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from ...envs.table.errors import CogitableError, OptionError, printable
from .common import INTERRUPTED, GameName, GameOptions, check_targets, console, key_values

if TYPE_CHECKING:
    from ...agents.base import Agent, View
    from ...envs.table.faces.aec import TableEnv
    from ...envs.table.game import Setup


def play(
    game: GameName,
    against: Annotated[
        list[str], typer.Option(metavar="AGENT...", help="One agent for all other seats, or one for each of them.")
    ] = ["search"],  # noqa: B006 - typer copies it
    seat: Annotated[
        int | None, typer.Option(min=0, help="Your seat, from 0; drawn by default.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Fixes the deal and the others' choices.", show_default=False)
    ] = None,
    save_replay: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a replay, for `watch`.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game here if you leave it.")] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    hints: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="Before you choose, show what this agent thinks of your actions: one that searches.",
            show_default=False,
        ),
    ] = None,
    web: Annotated[bool, typer.Option("--web", help="Play in the browser instead of at the terminal.")] = False,
    options: GameOptions = [],  # noqa: B006 - typer copies it
) -> None:
    """Play at the terminal, or in the browser, against agents."""
    if web:
        if any(given is not None for given in (save_replay, save, load, hints)):
            raise OptionError(
                "in the browser games are kept by themselves, and hints are a click; leave out --save, --load, "
                "--save-replay and --hints"
            )
        from .serve import play_in_browser

        play_in_browser(game, against, seat, seed, options)
        return
    from ...envs import get_game
    from ...envs.table.faces.aec import TableEnv, raw_env

    if load is not None and (options or seed is not None):
        raise OptionError("a saved game has its options and its deal; leave out --set and --seed")
    check_targets(save, save_replay)
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    if load is not None:
        env = TableEnv.load(load, get_game(game))
        if not hasattr(env, "actions"):
            raise OptionError(f"{load} was saved before the game was dealt")
    else:
        env = raw_env(get_game(game), **key_values(options))
        env.reset(seed)
    own = _own_seat(env, seat, seed, load is not None)
    table = _Evening(env, own, _opponents(env.setup, own, against), seed, hints)
    try:
        with _ended_by_signals():
            table.play()
    except KeyboardInterrupt:
        table.leave(save, save_replay)
        raise typer.Exit(INTERRUPTED) from None
    if not env.states["over"][0]:
        table.leave(save, save_replay)
        return
    table.show_end()
    table.keep_replay(save_replay)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let a closed terminal or a shutdown end the game as Ctrl-C does: it is saved where that is wanted.

    Once one has come, no other interrupts the saving.
    """
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():  # where Python lets nobody set signals
        signals = []
    before = {number: signal.getsignal(number) for number in signals}

    def leave(number: int, frame: object) -> None:
        for other in signals:
            signal.signal(other, signal.SIG_IGN)
        before.clear()
        raise KeyboardInterrupt

    for number in signals:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _own_seat(env: TableEnv, seat: int | None, seed: int, loaded: bool) -> int:
    seats = env.setup.num_seats
    if seat is None:  # who saved a game was to move there
        return int(env.states["seat"][0]) if loaded else int(np.random.default_rng([seed, 1]).integers(seats))
    if seat >= seats:
        raise OptionError(f"--seat is {seat}; the seats of {env.setup.game.title} are 0 to {seats - 1}")
    return seat


def _opponents(setup: Setup, own: int, against: Sequence[str]) -> list[str]:
    """Return the spec of the agent at every seat."""
    others = setup.num_seats - 1
    if len(against) not in (1, others):
        raise OptionError(f"--against names {len(against)} agents; name 1, or {others} for the {others} other seats")
    specs = list(against) if len(against) == others else [against[0]] * others
    return [*specs[:own], "human", *specs[own:]]


class _Evening:
    """One game between a person and agents."""

    def __init__(self, env: TableEnv, own: int, players: list[str], seed: int, hints: str | None = None) -> None:
        from ...agents.factory import make_agent
        from ...agents.hints import adviser
        from ...agents.human import HumanAgent
        from ...agents.shortcuts import Shortcuts

        self.env, self.setup, self.own, self.players = env, env.setup, own, players
        draws = np.random.SeedSequence([seed, 2]).generate_state(len(players)).tolist()
        self.told = 0
        self.agents: list[Agent] = [make_agent(p, env.setup, s) for p, s in zip(players, draws, strict=True)]
        self.adviser = None if hints is None else adviser(hints, env.setup, seed)
        self.agents[own] = Shortcuts(HumanAgent(env.setup, follow=True, write=typer.echo))

    def play(self) -> None:
        """Play until the game is over or the person leaves.

        Raises:
            KeyboardInterrupt: The person pressed Ctrl-C.
        """
        from ...agents.human import HumanQuit

        told = "; ".join(filter(None, [f"You are player_{self.own}", self._names()]))
        self._say(f"{self.setup.game.title}. {told}. The whole table with t, help with ?, leave with q.\n\n")
        try:
            self._tell()
            while not self.env.states["over"][0]:
                self._turn()
        except HumanQuit as left:
            if isinstance(left.__context__, KeyboardInterrupt):
                raise KeyboardInterrupt from None

    def _turn(self) -> None:
        from ...agents.base import View

        env = self.env
        seat, sees = int(env.states["seat"][0]), env.observe(env.agent_selection)
        parts = sees["observation"][None], sees["action_mask"][None], env.states["seat"], env.states
        view = View(self.setup, *parts, logs=lambda _: env.log(env.agent_selection))
        action = self._by_itself(np.flatnonzero(sees["action_mask"]).tolist()) if seat == self.own else None
        if action is None:
            if seat == self.own and self.adviser is not None:
                self._advise(view)
            action = int(self.agents[seat].act(view)[0])
        env.step(action)
        self._tell()
        while not env.states["over"][0] and env.terminations[env.agent_selection]:
            env.step(None)  # somebody who is out of the game steps out

    def _by_itself(self, legal: list[int]) -> int | None:
        """Return what is done for the person without being asked for, and say so; None if the person is asked."""
        if len(legal) > 1:
            return None
        words = self.setup.describe(self.env.states, legal[0], seat=self.own)
        self._say(f"player_{self.own}: {words} (there is nothing else to do)")
        return legal[0]

    def _advise(self, view: View) -> None:
        """Say what the adviser thinks of the person's actions."""
        from ...agents.hints import hints

        assert self.adviser is not None
        self._say(
            "\n".join(["", "What search finds:", *hints(self.setup, self.env.states, self.adviser.analyse(view))])
        )

    def _say(self, text: str) -> None:
        from ...agents.human import on_screen

        typer.echo(on_screen(text.splitlines()))

    def _tell(self) -> None:
        """Print what the person has perceived since this was last called, but not its own choices."""
        me = f"player_{self.own}"
        for line in self.env.log(me, self.told):
            if not line.startswith(f"{me}: "):
                self._say(line)
        self.told = len(self.env.actions) + 1

    def _names(self) -> str:
        return ", ".join(f"player_{seat} is {p}" for seat, p in enumerate(self.players) if seat != self.own)

    def show_end(self) -> None:
        """Show the last position, open, and who has won."""
        from rich.panel import Panel
        from rich.table import Table

        from ..measure.match import wins

        states, setup = self.env.states, self.setup
        returns = states["paid"][0, : setup.num_seats]
        won = wins(returns[None], setup.rewards == "cooperative")[0]
        table = Table("", "", "return", box=None)
        for seat, player in enumerate(self.players):
            name = "you" if seat == self.own else player
            table.add_row(f"player_{seat}", name, f"{returns[seat]:+g}")
        verdict = {1.0: "You have won!", 0.5: "A draw.", 0.0: "You have lost."}[float(won[self.own])]
        if states["over"][0] == 2:
            verdict += " (Cut off at the limit of decisions.)"
        self._say(f"\n{setup.text(states, None)}\n\n")
        console().print(Panel(table, title=verdict, subtitle=f"{states['decisions'][0]} decisions", expand=False))

    def leave(self, save: Path | None, save_replay: Path | None) -> None:
        """Keep what the person wants kept of an unfinished game."""
        if save is not None:
            _write(self.env.save, save)  # first of all: the terminal may be gone
        with suppress(OSError):
            typer.echo("\nYou have left the game.")
            if save is not None:
                typer.echo(f"It goes on with --load {save}")
        self.keep_replay(save_replay)

    def keep_replay(self, path: Path | None) -> None:
        """Write the replay if one is wanted."""
        from ...envs.table.files.replay import Replay

        if path is not None:
            _write(Replay.record(self.env, self.players).save, path)
            with suppress(OSError):
                typer.echo(f"The replay is in {path}: cogitable watch {path}")


def _write(save: object, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(path)  # type: ignore[operator]
    except OSError as error:
        raise CogitableError(f"cannot write {path}: {error.strerror or error}") from error


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
    delay: Annotated[float, typer.Option(min=0, help="Seconds between two decisions.")] = 1.0,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every decision.")] = False,
    seat: Annotated[
        int | None, typer.Option(min=0, help="See what this seat saw; everything by default.", show_default=False)
    ] = None,
    web: Annotated[bool, typer.Option("--web", help="Look at it in the browser.")] = False,
) -> None:
    """Play a recorded game again, decision by decision."""
    if web:
        from .serve import watch_in_browser

        watch_in_browser(replay)
        return
    from ...agents.human import on_screen
    from ...envs import get_game
    from ...envs.table.changes import glance
    from ...envs.table.files.replay import Replay
    from ...envs.table.log import Log

    played = Replay.load(replay)
    setup = played.setup(None if game is None else get_game(game))
    if seat is not None and seat >= setup.num_seats:
        raise OptionError(f"--seat is {seat}; the seats of {setup.game.title} are 0 to {setup.num_seats - 1}")
    names = [printable(name) for name in played.players] or [""] * setup.num_seats
    log = Log(setup, played.generator)
    typer.echo(f"{setup.game.title}: {len(played.steps)} decisions, seed {played.seed}")
    shown, number = "", 0
    for position in played.play(setup.game):
        text = setup.text(position.states, seat)
        words = "" if position.action is None else setup.describe(position.states, position.action, seat=seat)
        if text != shown:  # the same after a decision that this seat does not notice
            typer.echo("\n" + on_screen(glance(shown, text)))
            shown = text
        if words:
            number += 1
            who = f"player_{position.seat}" + (f" ({names[position.seat]})" if names[position.seat] else "")
            typer.echo("\n" + on_screen([f"{number}. {who}: {words}"]))
        if position.action is not None:
            log.take(position.action)
            for line in log.happened(seat):
                typer.echo(on_screen([f"   {line}"]))
        if words:
            _pause(step, delay)
    if played.illegal is not None:
        typer.echo(f"\nplayer_{played.illegal.seat} chose what is not legal: {printable(played.illegal.name)}")
    results = ", ".join(f"player_{number} {value:+g}" for number, value in enumerate(played.returns))
    typer.echo(f"\n{played.end}; returns: {results}")


def _pause(step: bool, delay: float) -> None:
    if not step:
        time.sleep(delay)
        return
    typer.echo("-- Enter --", err=True)
    sys.stdin.readline()
