"""All tables of a server: opening them, letting agents think, telling browsers what has changed."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ...agents.base import Agent, View
from ...envs.table.errors import CogitableError
from ...envs.table.game import Game
from ..measure.sharing.cores import cores
from .content import Content, content
from .hints import hint
from .limits import Limits, Rate
from .record import Chair, Store, TableRecord, secret
from .refusals import Refused, unknown
from .table import Table, Viewer

log = logging.getLogger("cogitable.web")

Result = TypeVar("Result")
Hint = tuple[list[int], list[str]]
"""The best actions, best first, and lines on them."""
_NEVER_PLAYED = 24 * 3600  # seconds; so old, tables at which no person has decided anything make room for others
_GIVEN_UP = 30 * 24 * 3600  # seconds; so long after the last decision of a person, all do
_QUICK = 4  # threads that draw and play
_FIRST = 16  # threads for what may compile: Numba compiles one thing at a time, and all others wait
_TOLD = 0.3  # seconds; while agents decide faster than that, persons are not shown every decision
_SLOWEST = 0.05  # seconds; agents decide no faster where somebody only watches


class Room:
    """A table with the browsers that look at it.

    Attributes:
        table: The table.
        lock: Held by whoever uses the table.
        seats: For every open socket, whose view it has.
        stirred: For every open socket, what wakes it when something may have changed.
        trouble: Why an agent has failed; empty if none has.
        met: Agents that have decided at this table, so that what they need has been compiled; by their id.
    """

    def __init__(self, table: Table) -> None:
        self.table, self.lock = table, asyncio.Lock()
        self.seats: dict[object, Viewer] = {}
        self.stirred: dict[object, asyncio.Event] = {}
        self.task: asyncio.Task[None] | None = None
        self.trouble = ""
        self.met: dict[int, Agent] = {}
        self._kept: tuple[Any, dict[tuple[Viewer, int], Content]] = (None, {})

    def stir(self) -> None:
        """Wake all sockets."""
        for event in self.stirred.values():
            event.set()

    @property
    def present(self) -> frozenset[int]:
        """Seats whose persons look at the table."""
        return frozenset(viewer.seat for viewer in self.seats.values() if viewer.seat is not None)

    def content(self, viewer: Viewer, ratio: int) -> Content:
        """Return what a viewer sees on a screen of a pixel ratio; drawn once for each moment."""
        moment = self.table.version, self.present
        if self._kept[0] != moment:
            self._kept = moment, {}
        kept, which = self._kept[1], (viewer, ratio)
        if which not in kept:
            kept[which] = content(self.table, viewer, moment[1], ratio)
        return kept[which]


class Hub:
    """The tables of a server.

    Attributes:
        games: By name, those that can be played.
        limits: What the server may use up.
        trust: Whether agents may be named by specs, which may read files and import code.
        looking_on: Held by the one spectator of persons who is drawn for, so that those who play wait for few.
    """

    def __init__(self, games: Mapping[str, Game], folder: Path, limits: Limits, *, trust: bool = False) -> None:
        """Find the tables that are kept in a folder.

        Args:
            games: By name, those that can be played.
            folder: Where tables are kept.
            limits: What the server may use up.
            trust: Whether agents may be named by specs.
        """
        self.games, self.limits, self.trust = dict(games), limits, trust
        self._store = Store(folder)
        records, problems = self._store.all()
        for problem in problems:
            log.warning("a table is left out: %s", problem)
        self._records = {record.id: record for record in records if record.game in self.games}
        self._rooms: dict[str, Room] = {}
        self._begun = 0  # tables that are being opened
        self._unkept: set[str] = set()  # tables whose last change could not be written
        self._held: Counter[str] = Counter()  # by table, how many are busy with it, sockets included
        self._opening = Rate(limits.tables_each / 3600, limits.tables_each)
        self._quick = ThreadPoolExecutor(_QUICK, "table")
        self._spare = ThreadPoolExecutor(1, "spare")
        self._first = ThreadPoolExecutor(_FIRST, "first")
        self._slow, self._asked = (ThreadPoolExecutor(cores(), name) for name in ("agent", "asked"))
        self._hinting: set[tuple[str, int]] = set()
        self.looking_on = asyncio.Semaphore()

    async def quick(self, function: Callable[..., Result], *args: Any) -> Result:
        """Run what takes milliseconds, and compiles nothing, in a thread.

        Who is cancelled meanwhile, as by a page that is closed, leaves only when it has ended: what the table's lock is
        held for must not go on without it.
        """
        job = asyncio.get_running_loop().run_in_executor(self._quick, function, *args)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            await asyncio.wait([job])
            raise

    async def spare(self, function: Callable[..., Result], *args: Any) -> Result:
        """Run what may wait for everything else, one such thing at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._spare, function, *args)

    async def first(self, function: Callable[..., Result], *args: Any) -> Result:
        """Run what may have to compile, which takes up to minutes, where only what may have to compile waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._first, function, *args)

    async def asked(self, function: Callable[..., Result], *args: Any) -> Result:
        """Run what somebody has asked for beside a game and agents do not wait for; it, too, may have to compile."""
        return await asyncio.get_running_loop().run_in_executor(self._asked, function, *args)

    async def _think(self, room: Room, agent: Agent, view: View) -> int:
        """Let an agent decide; the first time it may have to compile."""
        pool = self._slow if id(agent) in room.met else self._first
        action = await asyncio.get_running_loop().run_in_executor(pool, _action, agent, view)
        room.met[id(agent)] = agent
        return action

    def close(self) -> None:
        """Let everything go; the tables are on disk."""
        for room in self._rooms.values():
            if room.task is not None:
                room.task.cancel()
        for pool in (self._quick, self._slow, self._spare, self._first, self._asked):
            pool.shutdown(wait=False, cancel_futures=True)

    # Tables

    async def open(
        self,
        address: str,
        game: str,
        options: dict[str, Any],
        chairs: list[Chair],
        owner_seat: int | None,
        seed: int | None,
    ) -> TableRecord:
        """Open a table.

        Args:
            address: Who opens it, for the limits.
            game: Name of the game.
            options: Those that are given.
            chairs: Who sits where.
            owner_seat: Seat of whoever opens it; None for looking on.
            seed: Of the deal; None for one that nobody knows.

        Raises:
            Refused: Too many tables, or it cannot be written to disk.
            CogitableError: Options or agents that are not allowed.
        """
        self._opening.use(address, "tables")
        self._make_room()
        if len(self._records) + self._begun >= self.limits.tables:
            raise Refused("full", "This server has no room for another table.", 503)
        self._begun += 1
        try:
            room = await self.first(self._opened, game, options, chairs, owner_seat, seed)
            await self.first(self._written, room)
        finally:
            self._begun -= 1
        return self._keep(room)

    def prepare(
        self, game: str, options: dict[str, Any], chairs: list[Chair], owner_seat: int | None, seed: int | None
    ) -> TableRecord:
        """Open a table whatever the limits, for who runs the server: its agents may be named by specs.

        Arguments and errors are those of :meth:`open`, and OSError where it cannot be written to disk.
        """
        room = self._opened(game, options, chairs, owner_seat, seed, by_host=True)
        self._store.save(room.table.record)
        return self._keep(room)

    def _opened(
        self,
        game: str,
        options: dict[str, Any],
        chairs: list[Chair],
        owner_seat: int | None,
        seed: int | None,
        by_host: bool = False,
    ) -> Room:
        record = TableRecord(
            id=secret(),
            game=game,
            version=self.games[game].version,
            options=options,
            seed=secrets.randbits(128) if seed is None else seed,
            seed_chosen=seed is not None,
            chairs=chairs,
            owner=secret(),
            owner_seat=owner_seat,
            opened=time.time(),
            by_host=by_host,
        )
        return Room(self._table(record))

    def _written(self, room: Room) -> None:
        try:
            self._store.save(room.table.record)
        except OSError as error:
            log.error("a table cannot be written: %s", error)
            raise Refused("not_kept", "This server cannot keep another table on its disk.", 503) from None

    def _keep(self, room: Room) -> TableRecord:
        """Have a table among those of the server; by the loop's own thread, which goes through them."""
        record = room.table.record
        self._records[record.id], self._rooms[record.id] = record, room
        return record

    def _table(self, record: TableRecord) -> Table:
        return Table(self.games[record.game], record, self.limits, self._save, self.trust or record.by_host)

    def _save(self, record: TableRecord) -> None:
        """Write a table to disk; where that cannot be, its game goes on in memory, and the next change is written."""
        try:
            self._store.save(record)
            self._unkept.discard(record.id)
        except OSError as error:
            if record.id not in self._unkept:  # not at every decision
                log.error("table %s cannot be written, and is in memory alone: %s", record.id, error)
            self._unkept.add(record.id)

    def _make_room(self) -> None:
        """Throw away what nobody needs where there are too many tables.

        Tables whose games are over go first, then those that persons have left, the longest left first: else whoever
        opens tables and leaves them could fill the server for good.
        """
        now = time.time()
        gone = [record for record in self._records.values() if record.finished or _left(record, now)]
        gone = [record for record in gone if self._idle(record.id)]
        gone.sort(key=lambda record: (not record.finished, max(record.opened, record.decided)))
        for record in gone[: max(0, len(self._records) + self._begun - self.limits.tables + 1)]:
            self._store.remove(record)
            self._unkept.discard(record.id)
            self._records.pop(record.id)
            self._rooms.pop(record.id, None)

    @asynccontextmanager
    async def at(self, number: str) -> AsyncIterator[Room]:
        """Hold a table, so that there is one copy of it. Raises Refused where there is no such table."""
        self._held[number] += 1  # before it is read from disk: who comes meanwhile must find it here
        try:
            yield await self._room(number)
        finally:
            self._held[number] -= 1
            if not self._held[number]:
                del self._held[number]
            self._put_away(number)

    def _idle(self, number: str) -> bool:
        """Return whether nobody is busy with a table, and no agent at it thinks."""
        room = self._rooms.get(number)
        return number not in self._held and (room is None or room.task is None or room.task.done())

    def _put_away(self, number: str) -> None:
        """Keep a table on disk alone where nobody is busy with it."""
        if self._idle(number):
            self._rooms.pop(number, None)

    async def _room(self, number: str) -> Room:
        """Return the room of a table.

        Raises:
            Refused: There is no such table, or it cannot be opened any more.
        """
        if number not in self._records:
            raise unknown("table")
        if number not in self._rooms:
            try:
                table = await self.first(self._table, self._records[number])
            except CogitableError as error:
                log.warning("table %s cannot be opened: %s", number, error)
                raise Refused("outdated", "The rules have changed since this game was played.", 410) from None
            self._rooms.setdefault(number, Room(table))
        return self._rooms[number]

    async def use(self, room: Room, function: Callable[..., Result], *args: Any) -> Result:
        """Do something at a table, tell everybody who looks at it, and let agents go on. Raises what it raises."""
        async with room.lock:
            done = await self.quick(function, *args)
        room.trouble = ""  # of an agent that it may have been taken back from, or replaced; else it fails once more
        room.stir()
        self.go_on(room)
        return done

    async def look(self, room: Room, viewer: Viewer, ratio: int) -> Content:
        """Return what a viewer sees on a screen of a pixel ratio; spectators of persons are drawn for one at a time."""
        async with self.looking_on if room.table.looks_on(viewer) else nullcontext(), room.lock:
            return await self.quick(room.content, viewer, ratio)

    # Those who look at a table

    def enter(self, room: Room, who: object, viewer: Viewer) -> asyncio.Event:
        """Note that a socket looks at a table, and return what wakes it."""
        room.seats[who], room.stirred[who] = viewer, asyncio.Event()
        room.stir()
        self.go_on(room)
        return room.stirred[who]

    def leave(self, room: Room, who: object) -> None:
        """Note that a socket is gone."""
        room.seats.pop(who, None)
        room.stirred.pop(who, None)
        room.stir()

    # Agents

    def go_on(self, room: Room) -> None:
        """Let agents decide until it is a person's turn."""
        if room.task is None or room.task.done():
            room.task = asyncio.get_running_loop().create_task(self._play(room))
            room.task.add_done_callback(lambda _: self._put_away(room.table.record.id))

    async def _play(self, room: Room) -> None:
        number, told = room.table.record.id, time.monotonic()
        try:
            while await self._decide(room):
                room.trouble = ""
                watched = all(chair.by_agent for chair in room.table.record.chairs)
                if watched or time.monotonic() - told > _TOLD:  # what lasts a moment need not be drawn
                    room.stir()
                    told = time.monotonic()
                await asyncio.sleep(max(_SLOWEST, room.table.record.pace) if watched else 0)
        except (Refused, CogitableError) as error:
            room.trouble = f"The game cannot go on: {error}"
        except Exception:
            log.exception("an agent at table %s has failed", number)
            room.trouble = "The game cannot go on: an agent has failed."
        room.stir()

    async def _decide(self, room: Room) -> bool:
        """Let an agent decide once; False where none is to, or nobody looks, or the game is halted."""
        table = room.table
        async with room.lock:
            watched = all(chair.by_agent for chair in table.record.chairs)
            if watched and (not room.seats or not table.record.pace):
                return False  # who comes, or lets the game go on, wakes it
            thought = await self.quick(table.thinker)
        if thought is None:
            return False
        agent, view, position = thought
        action = await self._think(room, agent, view)
        async with room.lock:
            if table.position == position:  # else something has been taken back, or somebody has come back
                await self.quick(table.take, action)
        return True

    async def hint(self, room: Room, viewer: Viewer) -> tuple[int, asyncio.Future[Hint]]:
        """Begin to look for a hint for a person; return for which decision, and the search.

        There is one search at a time for a seat, and it goes on when nobody waits for it any more: who comes back
        cannot begin another beside it. Other seats do not learn of it.

        Raises:
            Refused: It is not this person's turn, or a hint is under way.
        """
        async with room.lock:
            seat = room.table.seat_for_hint(viewer)
            whose = room.table.record.id, seat
            if whose in self._hinting:
                raise Refused("thinking", "There is a hint under way already.")
            decision = await self.quick(room.table.count_hint, seat)
            view = room.table.view()
            search = asyncio.ensure_future(self.asked(hint, room.table.setup, view, self.limits.think))
            self._hinting.add(whose)
            search.add_done_callback(partial(self._hinted, whose))
        room.stir()
        return decision, search

    def _hinted(self, whose: tuple[str, int], search: asyncio.Future[Hint]) -> None:
        self._hinting.discard(whose)
        if not search.cancelled() and (error := search.exception()) is not None:  # perhaps nobody waits for it any more
            log.error("a hint at table %s has failed", whose[0], exc_info=error)


def _left(record: TableRecord, now: float) -> bool:
    """Return whether persons have left a table for good, as it seems."""
    return now - max(record.opened, record.decided) > (_GIVEN_UP if record.decided else _NEVER_PLAYED)


def _action(agent: Agent, view: View) -> int:
    return int(agent.act(view)[0])
