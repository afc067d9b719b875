"""One game between a person at the terminal and agents."""

from __future__ import annotations

import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import typer

from ...agents.factory import make_agent
from ...agents.people.hints import adviser, hints, prospects, standard_adviser
from ...agents.people.human import HumanAgent, HumanQuit, Key, text_on_screen
from ...agents.people.shortcuts import Shortcuts
from ...envs.table import kernels
from ...envs.table.compilation import waiting
from ...envs.table.errors import CogitableError, ReplayError, told_as
from ...envs.table.faces.rewind import let_out, rewound
from ...envs.table.files.replay import Replay
from ...envs.table.library import command_name, is_of_library
from ...envs.table.seats import seat_name
from ...envs.table.ticker import Ticker
from .common import console
from .kept import Kept, Sitting
from .screen import Screen

if TYPE_CHECKING:
    from ...agents.base import Agent, View
    from ...agents.search.lookahead import Analysis
    from ...envs.table.faces.aec import TableEnv

_FIRST = (kernels.deal_many, kernels.observe_many, kernels.step_one, kernels.determinize_many)
"""Entry points that every game needs."""


class _TakenBack(Exception):
    """The person takes the last decision back."""


class Evening:
    """One game between a person and agents."""

    def __init__(
        self, env: TableEnv, sitting: Sitting, *, hints: str | None = None, save: Path | None = None,
        kept: Kept | None = None, command: str = "", going_on: bool = False,
    ) -> None:  # fmt: skip
        """Seat everybody; the game need not have been dealt.

        Args:
            env: The table.
            sitting: Who sits where.
            hints: Agent that is asked before each of the person's decisions.
            save: Where the person wants the game saved.
            kept: Where it is kept by itself.
            command: What goes on with a game that is kept.
            going_on: Whether the game was begun before. A new one takes the place of a game that is kept only once the
                person has decided something in it.
        """
        self.env, self.setup, self.sitting = env, env.setup, sitting
        self.own, self.save, self.kept, self.command = sitting.own, save, kept, command
        self._is_kept = going_on or (kept is not None and kept.since is None)
        self.told = self.undone = 0
        self.screen = Screen()
        self.agents: list[Agent] = [make_agent(spec, env.setup, sitting.seed) for spec in sitting.players]
        self.adviser = None if hints is None else adviser(hints, env.setup, sitting.seed)
        self._advises = hints is not None
        keys = {
            "u": Key("takes your last decision back, and all that followed", self._undo),
            "h": Key("shows what a search thinks of your actions", self._hint),
            "s": Key("saves the game", self._save),
        }
        human = HumanAgent(env.setup, follow=True, keys=keys, write=self.screen.say)
        self.agents[self.own] = Shortcuts(human)

    def foretell(self) -> None:
        """Say so if compiling for this game will keep the person waiting."""
        game = self.setup.game
        for entry in _FIRST:
            game.kernel(entry)
        seconds = waiting.expected(game.kernels)
        if seconds > waiting.AFTER:
            self.screen.say(f"The game is compiled first, once for this machine: usually {seconds:.0f} s in all.")

    def play(self) -> None:
        """Play until the game is over or the person leaves.

        Raises:
            KeyboardInterrupt: The person pressed Ctrl-C.
        """
        told = "; ".join(filter(None, [f"You are {seat_name(self.own)}", self._names()]))
        self.screen.say(
            f"{self.setup.game.title}, seed {self.sitting.seed}. {told}. "
            "The whole table with t, help with ?, leave with q.\n\n"
        )
        try:
            self._tell()
            while not self.env.states["over"][0]:
                try:
                    self._turn()
                except _TakenBack:
                    self._take_back()
        except HumanQuit as left:
            if isinstance(left.__context__, KeyboardInterrupt):
                raise KeyboardInterrupt from None

    def _turn(self) -> None:
        env, seat = self.env, int(self.env.states["seat"][0])
        if seat == self.own:
            action = self._by_itself()
            if action is None:
                action = self._asked()
                self._is_kept = True
        else:
            # What an agent draws follows from the decision's number, so that it does the same after a decision that
            # was taken back, and in a game that was left and taken up again.
            agent, number = self.agents[seat], len(env.actions)
            agent.reseed(np.random.SeedSequence([self.sitting.seed, 2, seat, number]))
            with Ticker(f"{seat_name(seat)} ({self.sitting.players[seat]}) is thinking", after=0.5):
                action = int(agent.act(self._view())[0])
        env.step(action)
        self._tell()
        let_out(env)
        if seat == self.own:
            self._keep()

    def _keep(self) -> None:
        if self.kept is not None and self._is_kept:
            self.kept.write(self.env, self.sitting)

    def _view(self) -> View:
        from ...agents.base import View
        from ...agents.beliefs.past import Played

        env = self.env
        sees = env.observe(env.agent_selection)
        parts = sees["observation"][None], sees["action_mask"][None], env.states["seat"], env.states
        logs, played = (lambda _: env.log(env.agent_selection)), (lambda _: Played(env.generator, env.actions))
        return View(self.setup, *parts, logs=logs, played=played)

    def _asked(self) -> int:
        if self._advises:
            self._hint()
        return int(self.agents[self.own].act(self._view())[0])

    def _by_itself(self) -> int | None:
        """Return what is done for the person without being asked for, and say so; None if the person is asked."""
        legal = np.flatnonzero(self.env.observe(self.env.agent_selection)["action_mask"]).tolist()
        if len(legal) > 1:
            return None
        words = self.setup.describe(self.env.states, legal[0], seat=self.own)
        self.screen.say(f"{seat_name(self.own)}: {words} (there is nothing else to do)")
        return int(legal[0])

    # What the person may do besides

    def _hint(self) -> None:
        """Say what the adviser thinks of the person's actions."""
        try:
            found = self._analysed()
        except CogitableError as error:
            self.screen.say(f"no hints: {error}")
            return
        lines = ["", "What search finds:", *hints(self.setup, self.env.states, found), prospects(found)]
        self.screen.say("\n".join(lines))

    def _analysed(self) -> Analysis:
        if self.adviser is None:
            self.adviser = standard_adviser(self.setup, self.sitting.seed)
        with Ticker("searching", after=0.5):
            found: Analysis = self.adviser.analyse(self._view())
        return found

    def _undo(self) -> None:
        raise _TakenBack

    def _take_back(self) -> None:
        left = self.env.followed().before(self.own, choices=2)
        try:
            if left is None:
                raise ReplayError("you have not decided anything that is known")
            self.env = rewound(self.env, left)
        except ReplayError as error:
            self.screen.say(f"nothing is taken back: {error}")
            return
        self.undone += 1
        self.told = left + 1
        self.screen.say("Your last decision is taken back.", style="bold")

    def _save(self) -> None:
        """Save the game, which goes on."""
        path = self.save
        if path is None and self.kept is not None:
            self._is_kept = True
            self._keep()
            done = f"saved; {self.command} goes on from here"
            self.screen.say(done if self.kept.works else f"{self.kept.path} cannot be written")
        elif path is not None:
            try:
                write(self.env.save, path)
                self.screen.say(f"saved; --load {path} goes on from here")
            except CogitableError as error:
                self.screen.say(str(error))

    def _tell(self) -> None:
        """Print what the person has perceived since this was last called, but not its own choices."""
        me = seat_name(self.own)
        for line in self.env.log(me, self.told):
            if not line.startswith(f"{me}: "):
                self.screen.say(line)
        self.told = len(self.env.actions) + 1

    def _names(self) -> str:
        players = enumerate(self.sitting.players)
        return ", ".join(f"{seat_name(seat)} is {player}" for seat, player in players if seat != self.own)

    # The end

    def show_end(self) -> None:
        """Show the last position, open, and who has won."""
        from rich.panel import Panel
        from rich.table import Table

        from ..measure.match import wins_in

        states, setup = self.env.states, self.setup
        returns = states["paid"][0, : setup.num_seats]
        won = wins_in(setup, returns[None])[0]
        table = Table("", "", "return", box=None)
        for seat, player in enumerate(self.sitting.players):
            name = "you" if seat == self.own else player
            table.add_row(seat_name(seat), name, f"{returns[seat]:+g}")
        verdict = {1.0: "You have won!", 0.5: "A draw.", 0.0: "You have lost."}[float(won[self.own])]
        if states["over"][0] == 2:
            verdict += " (Cut off at the limit of decisions.)"
        self.screen.say(f"\n{text_on_screen(setup, states, None)}\n\n")
        facts = f"{states['decisions'][0]} decisions" + (f", {self.undone} taken back" if self.undone else "")
        console().print(Panel(table, title=verdict, subtitle=facts, expand=False))
        if self.kept is not None and self._is_kept:
            self.kept.forget()

    def leave(self, save_replay: Path | None) -> None:
        """Keep what the person wants kept of an unfinished game."""
        if self.save is not None:
            write(self.env.save, self.save)  # first of all: the terminal may be gone
        self._keep()
        with suppress(OSError):
            typer.echo("\nYou have left the game.")
            if self.save is not None:
                typer.echo(f"It goes on with --load {self.save}")
            elif self.kept is not None and not self._is_kept:
                typer.echo(f"You decided nothing in it; the game before it goes on with: {self.command}")
            elif self.kept is not None and self.kept.works:
                typer.echo(f"It goes on with: {self.command}")
        self.keep_replay(save_replay)

    def keep_replay(self, path: Path | None) -> None:
        """Write the replay if one is wanted."""
        if path is not None:
            write(Replay.record(self.env, self.sitting.players).save, path)
            with suppress(OSError):
                own = [] if is_of_library(self.setup.game) else ["--game", command_name(self.setup.game)]
                typer.echo(f"The replay is in {path}: {shlex.join(['cogitable', 'watch', str(path), *own])}")


def write(save: object, path: Path) -> None:
    """Write a file with a function that takes its path; folders on the way are made.

    Raises:
        CogitableError: It cannot be written.
    """
    with told_as(CogitableError, f"cannot write {path}"):
        path.parent.mkdir(parents=True, exist_ok=True)
        save(path)  # type: ignore[operator]
