"""The socket of a table's page: what a browser may say, and what it is told."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ...agents.levels import LEVELS
from ...envs.table.errors import CogitableError
from .content import ratio_asked
from .guard import address_of
from .hub import Hint, Hub, Room
from .limits import Rate
from .refusals import Refused
from .table import Viewer

_PATIENCE = 200  # errors, after which a browser is sent away
_TOGETHER = 0.04  # seconds; what quick agents answer is shown together with what they answer to, in one picture
_LATER = 0.25  # seconds; spectators of persons get what has happened since in one picture, after those who play
_POLICY = 1008
_NO_HINT: dict[str, Any] = {"tell": "hint", "decision": None, "best": [], "lines": []}

log = logging.getLogger("cogitable.web")


class Sockets:
    """All sockets of a server."""

    def __init__(self, hub: Hub) -> None:
        """Serve the tables of a hub."""
        self._hub = hub
        self._rate = Rate(hub.limits.requests, hub.limits.burst)
        self._open: dict[str, int] = {}

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one browser at one table until it leaves."""
        parameters, address = websocket.path_params, address_of(websocket.scope)
        try:
            self._count(address)
        except Refused as refusal:
            await websocket.accept()  # else a browser is not told why
            await websocket.close(_POLICY, refusal.name)
            return
        try:
            async with self._hub.at(parameters["table"]) as room:
                viewer = room.table.viewer(parameters.get("secret"))
                talk = _Talk(self._hub, websocket, room, viewer, ratio_asked(websocket.query_params))
                await websocket.accept()
                await self._converse(websocket, talk, address)
        except Refused as refusal:
            if websocket.application_state == WebSocketState.CONNECTING:
                await websocket.accept()
            await websocket.close(_POLICY, refusal.name)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _count(self, address: str) -> None:
        limits = self._hub.limits
        if self._open.get(address, 0) >= limits.sockets_each or sum(self._open.values()) >= limits.sockets:
            raise Refused("too_many", "Too many pages are open.", 429)
        self._open[address] = self._open.get(address, 0) + 1

    async def _converse(self, websocket: WebSocket, talk: _Talk, address: str) -> None:
        stirred = self._hub.enter(talk.room, talk, talk.viewer)
        stirred.set()
        telling = asyncio.get_running_loop().create_task(talk.tell_all(stirred))
        try:
            await self._listen(websocket, talk, address)
        except WebSocketDisconnect:
            pass
        finally:
            telling.cancel()
            talk.hint_no_more()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await telling
            self._hub.leave(talk.room, talk)

    async def _listen(self, websocket: WebSocket, talk: _Talk, address: str) -> None:
        for _ in range(_PATIENCE):
            try:
                while True:
                    message = await websocket.receive()
                    if message["type"] == "websocket.disconnect":
                        return
                    self._rate.use(address, "messages")
                    await talk.heed(message.get("text"))
            except Refused as refusal:
                await talk.send({"tell": "error", "error": refusal.name, "text": refusal.text})
            except CogitableError as error:  # an agent that cannot play this game, say
                await talk.send({"tell": "error", "error": "refused", "text": str(error)})
        await websocket.close(_POLICY, "too_many_errors")


class _Talk:
    """What goes to and fro between one browser and its table.

    Attributes:
        room: The table.
        viewer: Who looks at it.
    """

    def __init__(self, hub: Hub, websocket: WebSocket, room: Room, viewer: Viewer, ratio: int) -> None:
        self.room, self.viewer = room, viewer
        self._hub, self._websocket, self._ratio = hub, websocket, ratio
        self._sending = asyncio.Lock()
        self._said: dict[str, Any] = {}
        self._lines: list[str] = []
        self._picture = ""
        self._hinting: asyncio.Task[None] | None = None

    async def send(self, message: dict[str, Any], picture: bytes = b"") -> None:
        async with self._sending:
            if self._websocket.application_state != WebSocketState.CONNECTED:
                return
            await self._websocket.send_text(json.dumps(message, separators=(",", ":")))
            if picture:
                await self._websocket.send_bytes(picture)

    # What a browser is told

    async def tell_all(self, stirred: asyncio.Event) -> None:
        """Tell a browser what it can see, whenever that has changed."""
        while True:
            await stirred.wait()
            await asyncio.sleep(self._pause())
            stirred.clear()
            try:
                await self._tell()
            except Refused as refusal:
                await self.send({"tell": "error", "error": refusal.name, "text": refusal.text})
            except Exception:
                log.exception("table %s cannot be shown", self.room.table.record.id)
                await self.send({"tell": "error", "error": "failed", "text": "The table cannot be shown."})

    def _pause(self) -> float:
        """Return how long what has happened may wait for what happens next."""
        task = self.room.task
        if self._said and self.room.table.looks_on(self.viewer):
            return _LATER
        return _TOGETHER if task is not None and not task.done() else 0

    async def _tell(self) -> None:
        """Send what is new; nothing at all where this seat has perceived nothing."""
        now = await self._hub.look(self.room, self.viewer, self._ratio)
        trouble = self.room.trouble
        goes_on = bool(self._said) and now.lines[: len(self._lines)] == self._lines
        new = now.lines[len(self._lines) :] if goes_on else now.lines
        message = {**now.message, "trouble": trouble}
        if self._said == message and goes_on and not new:
            return
        described = message["picture"]
        fresh = described is not None and described["id"] != self._picture
        self._said, self._lines = message, now.lines
        self._picture = described["id"] if described else ""
        await self.send({**message, "fresh": not goes_on, "lines": new}, now.picture if fresh else b"")

    # What a browser says

    async def heed(self, text: str | None) -> None:
        """Do what a message says. Raises Refused where it cannot be."""
        message = _parsed(text, self._hub.limits.message)
        deed = DEEDS.get(message.get("do")) if isinstance(message.get("do"), str) else None
        if deed is None:
            raise Refused("unknown_message", "There is no such message.")
        keys, heeding = deed
        if set(message) != {"do", *keys}:
            raise Refused("malformed", f"This message has {', '.join(('do', *keys))} and nothing else.")
        await heeding(self, message)

    async def _act(self, message: dict[str, Any]) -> None:
        decision, action = _whole(message, "decision"), _whole(message, "action")
        await self._hub.use(self.room, self.room.table.act, self.viewer, decision, action)

    async def _undo(self, message: dict[str, Any]) -> None:
        await self._hub.use(self.room, self.room.table.undo, self.viewer, _whole(message, "decision"))

    async def _hint(self, message: dict[str, Any]) -> None:
        """Look for a hint while this browser may go on; it hears of the end of every search, and of none begun."""
        try:
            decision, search = await self._hub.hint(self.room, self.viewer)
        except Refused:
            await self.send(_NO_HINT)
            raise
        self._hinting = asyncio.get_running_loop().create_task(self._tell_hint(decision, search))

    async def _tell_hint(self, decision: int, search: asyncio.Future[Hint]) -> None:
        try:
            best, lines = await asyncio.shield(search)
        except Exception as error:  # written down by the hub
            text = str(error) if isinstance(error, CogitableError) else "No hint could be found."
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.send(_NO_HINT)
                await self.send({"tell": "error", "error": "failed", "text": text})
            return
        with suppress(WebSocketDisconnect, RuntimeError):  # it has left meanwhile
            await self.send({"tell": "hint", "decision": decision, "best": best, "lines": lines})

    def hint_no_more(self) -> None:
        """Wait for no hint any more."""
        if self._hinting is not None:
            self._hinting.cancel()

    async def _infer(self, message: dict[str, Any]) -> None:
        told = message["told"]
        if not isinstance(told, bool):
            raise Refused("malformed", "told must be true or false.")
        await self._hub.use(self.room, self.room.table.set_infers, self.viewer, told)

    async def _hand_over(self, message: dict[str, Any]) -> None:
        seat, level = _whole(message, "seat"), message["level"]
        if not isinstance(level, str) or level not in LEVELS:
            raise Refused("malformed", "There is no such level.")
        if self.viewer.owner and seat in self.room.present and seat != self.viewer.seat:
            raise Refused("present", "Whoever has this seat is here.")
        await self._hub.use(self.room, self.room.table.hand_over, self.viewer, seat, level)

    async def _return(self, message: dict[str, Any]) -> None:
        if self.viewer.seat is None:
            raise Refused("not_playing", "You are looking on; only those who play may do this.")
        await self._hub.use(self.room, self.room.table.hand_over, self.viewer, self.viewer.seat, "")

    async def _pace(self, message: dict[str, Any]) -> None:
        seconds = message["seconds"]
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or seconds != seconds:
            raise Refused("malformed", "seconds must be a number.")
        if not 0 <= seconds <= 60:
            raise Refused("malformed", "seconds must be from 0, which halts the game, to 60.")
        await self._hub.use(self.room, self.room.table.set_pace, self.viewer, float(seconds))


DEEDS: dict[Any, tuple[tuple[str, ...], Any]] = {
    "act": (("decision", "action"), _Talk._act),
    "undo": (("decision",), _Talk._undo),
    "hint": ((), _Talk._hint),
    "infer": (("told",), _Talk._infer),
    "hand_over": (("seat", "level"), _Talk._hand_over),
    "return": ((), _Talk._return),
    "pace": (("seconds",), _Talk._pace),
}
"""By what a browser says: what belongs to it, and what does it."""


def _parsed(text: str | None, most: int) -> dict[str, Any]:
    if text is None:
        raise Refused("malformed", "A message is text.")
    if len(text) > most:
        raise Refused("too_large", f"A message has at most {most:,} characters.")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("malformed", "A message is JSON.") from None
    if not isinstance(message, dict):
        raise Refused("malformed", "A message is an object.")
    return message


def _whole(message: dict[str, Any], name: str) -> int:
    value = message[name]
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 31:
        raise Refused("malformed", f"{name} must be a whole number of at least 0.")
    return value
