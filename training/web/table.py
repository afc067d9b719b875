"""One table: the game on it, who may do what, and the agents at it."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ...agents.base import Agent, View
from ...agents.beliefs.past import Played
from ...envs.table.errors import SaveFileError
from ...envs.table.events import SILENT
from ...envs.table.files.replay import Replay
from ...envs.table.game import RUNNING, Game, Setup
from ...envs.table.log import Log
from ...envs.table.random import seed_words
from ...envs.table.rerun import Rerun
from .levels import level_name, make_level
from .limits import Limits
from .record import Chair, TableRecord, clean_name, secret
from .refusals import Refused, unknown

_ANY_DEAL = (1, 2, 3, 4)


class Viewer(NamedTuple):
    """Whose eyes a table is shown to.

    Attributes:
        seat: Whose view it is; None for no seat's.
        owner: Whether it is whoever opened the table.
    """

    seat: int | None
    owner: bool


class Table:
    """A table that is open on this server.

    One thread at a time may use it.

    Attributes:
        record: What is kept of it.
        setup: The game with its options.
        log: The game itself, with the logs of all seats.
        version: Counts every change of anything.
        position: Counts the changes after which an agent has to think anew.
    """

    def __init__(
        self, game: Game, record: TableRecord, limits: Limits, save: Callable[[TableRecord], None], trust: bool = False
    ) -> None:
        """Open a table and play its game up to the present; all that it takes to play on has been compiled then.

        Args:
            game: The game.
            record: The table.
            limits: Of the server.
            save: Writes the record.
            trust: Whether agents may be named by specs.

        Raises:
            CogitableError: The record does not fit the game.
        """
        self.record, self.limits, self._save, self._trust = record, limits, save, trust
        if record.version != game.version:
            raise SaveFileError(f"of version {record.version} of {game.title}; this is version {game.version}")
        self.setup: Setup = game.setup(**record.options)
        self.version = self.position = 0
        self._agents: dict[str, Agent] = {}
        self._deal()
        other = Rerun(self.setup, _ANY_DEAL)  # compiles what a first decision at this table would have to wait for
        other.take(int(np.flatnonzero(other.mask)[0]))

    def _deal(self) -> None:
        self._told: dict[int | None, tuple[int, list[str]]] = {}
        words = seed_words(self.record.seed)[0].tolist()
        self.log = Log(self.setup, words).follow(self.record.actions)

    # The position

    @property
    def states(self) -> np.ndarray:
        """The present, an array of one STATE record."""
        return self.log.table.states

    @property
    def running(self) -> bool:
        """Whether the game goes on."""
        return bool(self.states["over"][0] == RUNNING)

    @property
    def mover(self) -> int | None:
        """The seat to move; None when the game is over."""
        return self.log.table.seat if self.running else None

    def decided(self, seat: int) -> int:
        """Return how many decisions a seat has made: what it calls the number of the next one."""
        return sum(entry.seat == seat for entry in self.log.entries)

    def lines(self, seat: int | None) -> list[str]:
        """Return a seat's log in words; None perceives everything, ``PUBLIC`` what all seats perceive alike."""
        done, lines = self._told.get(seat, (0, []))
        self._told[seat] = len(self.log.entries), lines + self.log.lines(seat, done)
        return self._told[seat][1]

    def legal(self) -> list[int]:
        """Return the legal actions of the seat to move."""
        return np.flatnonzero(self.log.table.mask).tolist() if self.running else []

    def view(self, lines: Sequence[str] | None = None) -> View:
        """Return the present as the seat to move may know it, in arrays of the caller's own, perhaps with its log."""
        states = self.states.copy()
        states["telling"], states["told"] = SILENT, 0
        table = self.log.table
        parts = table.observation[None].copy(), table.mask[None].copy(), states["seat"].copy(), states
        played = Played(seed_words(self.record.seed)[0].tolist(), list(self.record.actions))  # the game may go on
        logs = None if lines is None else (lambda _: lines)
        return View(self.setup, *parts, logs=logs, played=lambda _: played)

    # Who is who

    def viewer(self, given: str | None) -> Viewer:
        """Return who comes with a secret; without one, a spectator. Raises Refused for a wrong one."""
        if given is None:
            return Viewer(None, False)
        found = None
        keys = [(self.record.owner, Viewer(self.record.owner_seat, True))]
        keys += [(chair.secret, Viewer(seat, False)) for seat, chair in enumerate(self.record.chairs)]
        for key, viewer in keys:  # all of them, so that the time it takes tells nothing
            if hmac.compare_digest(key.encode(), given.encode()) and key:
                found = viewer
        if found is None:
            raise unknown("table")
        return found

    def shows_all(self) -> bool:
        """Whether everything may be shown: at the end, and where no person plays.

        Whoever has opened the table and plays no seat sees no more than others: such a one may sit down later.
        """
        nobody_plays = all(chair.kind == "agent" for chair in self.record.chairs)
        return not self.running or nobody_plays

    def looks_on(self, viewer: Viewer) -> bool:
        """Whether a viewer has no seat at a table where persons play, and sees what every seat knows."""
        return viewer.seat is None and not self.shows_all()

    def name(self, seat: int) -> str:
        """Return what the one at a seat is called."""
        chair = self.record.chairs[seat]
        if chair.kind == "agent":
            return level_name(chair.level)
        name = chair.name or ("nobody yet" if chair.invite else f"player {seat}")
        return f"{name} ({level_name(chair.level)} stands in)" if chair.level else name

    def alone(self, viewer: Viewer) -> bool:
        """Whether a viewer plays, and only against agents that were agents from the beginning."""
        others = [chair for seat, chair in enumerate(self.record.chairs) if seat != viewer.seat]
        return viewer.seat is not None and all(chair.kind == "agent" for chair in others)

    # What is done at it

    def _changed(self, moved: bool = False) -> None:
        self.record.finished = not self.running
        self.version += 1
        self.position += moved
        self._save(self.record)

    def act(self, viewer: Viewer, decision: int, action: int) -> None:
        """Carry out a person's decision.

        Args:
            viewer: Whose it is.
            decision: Its number, counting this seat's decisions from 0: a second click finds it taken.
            action: The number of the action.

        Raises:
            Refused: It is not this seat's turn, not this decision any more, or not a legal action.
        """
        seat = self._seat(viewer)
        if self.record.chairs[seat].level:
            raise Refused("stood_in", "An agent stands in for you; take your seat back first.")
        if not self.running:
            raise Refused("game_over", "The game is over.")
        if decision != self.decided(seat):
            raise Refused("stale", "This has been decided already.")
        if self.mover != seat:
            raise Refused("not_your_turn", "It is not your turn.")
        if action not in self.legal():
            raise Refused("not_legal", "This action is not legal now.")
        self.record.decided = time.time()
        self.take(action)

    def take(self, action: int) -> None:
        """Carry out a legal action of the seat to move."""
        if len(self.record.actions) >= self.limits.decisions:
            raise Refused("too_long", "This game has more decisions than this server allows.")
        self.log.take(action)
        self.record.actions.append(int(action))
        self._changed(moved=True)

    def _seat(self, viewer: Viewer) -> int:
        if viewer.seat is None:
            raise Refused("not_playing", "You are looking on; only those who play may do this.", 403)
        return viewer.seat

    def undo(self, viewer: Viewer, decision: int) -> None:
        """Take back a person's last decision and all that followed; the cards to come stay the same.

        Args:
            viewer: Whose it is.
            decision: Number of the next one, as for :meth:`act`: a second click finds the first one carried out.

        Raises:
            Refused: Others play, too, it has been taken back, there is nothing to take back, or all has been shown as
                the game is over.
        """
        seat = self._seat(viewer)
        if not self.running:
            raise Refused("game_over", "The game is over, and what was hidden has been shown.")
        if not self.alone(viewer):
            raise Refused("others_play", "Decisions can only be taken back by one person alone against agents.", 403)
        if decision != self.decided(seat):
            raise Refused("stale", "This has been taken back already, or something else has been decided.")
        left = self.log.before(seat)
        if left is None:
            raise Refused("nothing_to_undo", "You have not decided anything yet.")
        self.record.actions = self.record.actions[:left]
        self.record.chairs[seat].undone += 1
        self._deal()
        self._changed(moved=True)

    def seat_for_hint(self, viewer: Viewer) -> int:
        """Return the seat of a person who may be given a hint. Raises Refused out of its turn."""
        seat = self._seat(viewer)
        if self.mover != seat:
            raise Refused("not_your_turn", "There are hints only for your own decisions.")
        return seat

    def count_hint(self, seat: int) -> int:
        """Note that a person is given a hint, and return for which decision."""
        self.record.chairs[seat].hints += 1
        self._changed()
        return self.decided(seat)

    def set_infers(self, viewer: Viewer, told: bool) -> None:
        """Show a person what follows from what the seat knows, or stop it. Raises Refused for those who look on."""
        chair = self.record.chairs[self._seat(viewer)]
        if chair.infers != told:
            chair.infers, chair.inferred = told, chair.inferred or told
            self._changed()

    def invited(self, seat: int, invite: str) -> Chair:
        """Return the chair that an invitation is for. Raises Refused where there is no such one any more."""
        chair = self.record.chairs[seat] if 0 <= seat < len(self.record.chairs) else Chair(kind="agent")
        if not chair.invite or not hmac.compare_digest(chair.invite.encode(), invite.encode()):
            raise unknown("invitation; perhaps somebody has sat down already")
        return chair

    def sit_down(self, seat: int, invite: str, name: str) -> str:
        """Seat a person who was invited, and return the secret of the seat, which nobody else is told.

        Raises:
            Refused: The seat is taken, or it is not the right invitation.
        """
        chair = self.invited(seat, invite)
        chair.invite, chair.secret, chair.name, chair.level = "", secret(), clean_name(name), ""
        self._changed(moved=True)
        return chair.secret

    def hand_over(self, viewer: Viewer, seat: int, level: str) -> None:
        """Let an agent stand in for a person (by the owner), or have one's own seat back (no level).

        Raises:
            Refused: Not allowed, no such seat, or no agent of that level.
        """
        if not 0 <= seat < len(self.record.chairs) or self.record.chairs[seat].kind != "person":
            raise Refused("no_such_seat", "No person has this seat.")
        if not viewer.owner and (viewer.seat != seat or level):
            raise Refused("not_owner", "Only whoever opened the table may do this.", 403)
        if level:
            self._agent(level)
        if self.record.chairs[seat].level != level:  # else agents would have to think anew as often as one asks
            self.record.chairs[seat].level = level
            self._changed(moved=True)

    def set_pace(self, viewer: Viewer, seconds: float) -> None:
        """Set the time between decisions of agents. Raises Refused for anybody but the owner."""
        if not viewer.owner:
            raise Refused("not_owner", "Only whoever opened the table may do this.", 403)
        self.record.pace = seconds
        self._changed()

    # Agents

    def _agent(self, level: str) -> Agent:
        if level not in self._agents:
            self._agents[level] = make_level(level, self.setup, self.limits.think, self._trust)
        return self._agents[level]

    def thinker(self) -> tuple[Agent, View, int] | None:
        """Return the agent that is to decide, what it may know and ``position``; None where a person decides.

        What the agent draws follows from the seed and the number of the decision: after a restart of the server, or
        when a decision is taken back, it does the same in the same position.
        """
        mover = self.mover
        if mover is None or not self.record.chairs[mover].by_agent:
            return None
        agent = self._agent(self.record.chairs[mover].level)
        agent.reseed(np.random.SeedSequence([self.record.seed, 1, mover, len(self.record.actions)]))
        lines = list(self.lines(mover)) if agent.reads_logs else None
        return agent, self.view(lines), self.position

    def replay(self) -> Replay:
        """Return the game as a replay. Raises Refused before its end, since a replay has the seed in it."""
        if self.running:
            raise Refused("not_over", "A replay shows all cards; there is one once the game is over.", 403)
        names = [self.name(seat) for seat in range(self.setup.num_seats)]
        return Replay.of(self.setup, self.record.actions, seed=self.record.seed, players=names)
