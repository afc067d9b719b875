"""``cogitable play``."""

from __future__ import annotations

import shlex
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from ...envs.table.errors import CogitableError, OptionError
from . import complete
from .common import INTERRUPTED, GameName, GameOptions, check_seat, check_targets, key_values, others

if TYPE_CHECKING:
    from ...envs.table.faces.aec import TableEnv
    from ...envs.table.game import Game, Setup
    from .evening import Evening
    from .kept import Kept, Sitting


def play(
    game: GameName,
    against: Annotated[
        list[str],
        typer.Option(
            metavar="AGENT...",
            help="One agent for all other seats, or one for each of them; search by default.",
            show_default=False,
            autocompletion=complete.agents,
        ),
    ] = [],  # noqa: B006 - typer copies it
    seat: Annotated[
        int | None, typer.Option(min=0, help="Your seat, from 0; drawn by default.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Fixes the deal and the others' choices.", show_default=False)
    ] = None,
    save_replay: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a replay, for `watch`.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the game here if you leave it, and at the key s.")
    ] = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    go_on: Annotated[
        bool, typer.Option("--continue", help="Go on with the game that you left last, against the same agents.")
    ] = False,
    hints: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="Before each of your decisions, show what this agent thinks of it: one that searches; the key h asks "
            "for it once.",
            show_default=False,
            autocompletion=complete.agents,
        ),
    ] = None,
    web: Annotated[bool, typer.Option("--web", help="Play in the browser instead of at the terminal.")] = False,
    options: GameOptions = [],  # noqa: B006 - typer copies it
) -> None:
    """Play at the terminal, or in the browser, against agents.

    Besides your actions you can type: t for the whole table, h for hints, u to take your last decision back, s to save,
    q to leave. A game that you leave, or that is cut off, is kept: --continue.
    """
    if web:
        _check_for_browser(go_on, save_replay, save, load, hints)
        from .serve import play_in_browser

        play_in_browser(game, against or ["search"], seat, seed, options)
        return
    from ...envs import get_game
    from ...envs.table.faces.rewind import let_out
    from .evening import Evening
    from .kept import Kept

    dealt = bool(options) or seed is not None
    _check_beginning(load is not None, go_on, dealt, dealt or seat is not None or bool(against))
    check_targets(save, save_replay)
    found = get_game(game)
    kept = Kept(found)
    if go_on:
        env, sitting = kept.read(found)
    else:
        env, seed = _loaded(found, load) if load is not None else (_new(found, options), seed)
        sitting = _sitting(env, seat, against, seed, load is not None)
    going_on = go_on or load is not None
    if going_on:
        let_out(env)  # whoever was selected to step out when it was saved
    command = f"cogitable play {shlex.quote(game)} --continue"
    table = Evening(env, sitting, hints=hints, save=save, kept=kept, command=command, going_on=going_on)
    if not go_on:
        _tell_of_another(kept, load is not None)
    _play(table, None if going_on else sitting.seed, save_replay)


def _check_for_browser(go_on: bool, *given: object) -> None:
    """Raise OptionError where something is asked for that is of the terminal alone."""
    if go_on or any(one is not None for one in given):
        raise OptionError(
            "in the browser games are kept by themselves, and hints are a click; leave out --save, --load, "
            "--continue, --save-replay and --hints"
        )


def _check_beginning(load: bool, go_on: bool, dealt: bool, chosen: bool) -> None:
    """Raise OptionError where a game that has begun is asked for together with what was decided when it began.

    Args:
        load: Whether a saved game is loaded.
        go_on: Whether the game that was left goes on.
        dealt: Whether options or the deal are given.
        chosen: Whether these are, or who sits where.
    """
    if load and dealt:
        raise OptionError("a saved game has its options and its deal; leave out --set and --seed")
    if go_on and (load or chosen):
        raise OptionError("--continue goes on as the game was left; leave out everything about seats, deal and options")


def _tell_of_another(kept: Kept, load: bool) -> None:
    """Say where a game was left that this one will replace."""
    if kept.since is not None:
        replaces = "this one replaces it" if load else "your first decision here replaces it"
        typer.echo(f"A game was left ({kept.since}): --continue goes on with it, {replaces}.")


def _new(game: Game, options: Sequence[str]) -> TableEnv:
    from ...envs.table.faces.aec import raw_env

    return raw_env(game, **key_values(options))


def _loaded(game: Game, path: Path) -> tuple[TableEnv, int | None]:
    """Return a saved game, and its seed where that is known. Raises OptionError where there is nothing to play."""
    from ...envs.table.faces.aec import TableEnv

    env = TableEnv.load(path, game)
    if not hasattr(env, "actions"):
        raise OptionError(f"{path} was saved before the game was dealt")
    if env.illegal_action is not None:
        raise OptionError(f"{path} is of a game that an illegal action has ended; there is nothing to play")
    return env, env.seed


def _sitting(env: TableEnv, seat: int | None, against: Sequence[str], seed: int | None, loaded: bool) -> Sitting:
    """Return who sits where, drawing what was not said: the seed, and with it the seat."""
    from .kept import Sitting

    seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
    own = _own_seat(env, seat, seed, loaded)
    return Sitting(own, _players(env.setup, own, against or ["search"]), seed)


def _play(table: Evening, seed: int | None, save_replay: Path | None) -> None:
    """Play a game to its end, or until it is left, when it is kept; ``seed`` deals it, None is for one that goes on."""
    table.foretell()
    try:
        with _ended_by_signals():
            if seed is not None:
                table.env.reset(seed)
            table.play()
    except KeyboardInterrupt:
        table.leave(save_replay)
        raise typer.Exit(INTERRUPTED) from None
    except CogitableError:  # an agent cannot go on, as when the endpoint that it asks is gone
        if hasattr(table.env, "actions"):
            table.leave(save_replay)
        raise
    if not table.env.states["over"][0]:
        table.leave(save_replay)
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
    if seat is None:  # who saved a game was to move there
        seats = env.setup.num_seats
        return int(env.states["seat"][0]) if loaded else int(np.random.default_rng([seed, 1]).integers(seats))
    check_seat(env.setup, seat)
    return seat


def _players(setup: Setup, own: int, against: Sequence[str]) -> list[str]:
    """Return the spec of the agent at every seat."""
    specs = others(setup, against)
    return [*specs[:own], "human", *specs[own:]]
