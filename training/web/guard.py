"""What stands before every request: hosts and origins, rates, sizes, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...envs.table.errors import OptionError
from .limits import Limits, Rate
from .refusals import Refused

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_LOCAL = ("127.0.0.1", "localhost", "::1")
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|\*")
_READING = ("GET", "HEAD")
_NOTES = 20  # refusals that are written down at once, and then one a minute: strangers could fill a disk with them
_LONGEST = 80  # characters of a name that a stranger has chosen

log = logging.getLogger("cogitable.web")


def address_of(scope: Scope) -> str:
    """Return the address of a visitor."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def host_name(given: str) -> str:
    """Return a server's name or address as names are compared: no brackets and no zone, addresses in one form."""
    name = given.lower()
    inner = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    if ":" not in inner:
        return name
    try:
        return ipaddress.IPv6Address(inner.partition("%")[0]).compressed
    except ValueError:
        return name


def check_host(given: str) -> str:
    """Return a name under which browsers may reach a server. Raises OptionError where none could be asked by it."""
    name = host_name(given)
    if not _NAME.fullmatch(name) and not (":" in name and _is_address(name)):
        raise OptionError(
            f"{given!r} is no name under which browsers reach a server; allowed are a name (games.example.org), an "
            "address (192.0.2.5, 2001:db8::5) and * for any, without http://, port and path"
        )
    return name


def _is_address(name: str) -> bool:
    try:
        ipaddress.IPv6Address(name)
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware that lets through what comes from this server's own pages, in bearable amounts."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Collection[str]) -> None:
        """Guard an application.

        Args:
            app: The application.
            limits: What one visitor may use up.
            hosts: Names under which browsers may reach this server, beside those of this machine; a star for any.
        """
        self._app, self._hosts = app, {*_LOCAL, *map(host_name, hosts)}
        self._rate = Rate(limits.requests, limits.burst)
        self._notes, self._noted = Rate(1 / 60, _NOTES), ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
            self._rate.use(address_of(scope), "requests")
        except Refused as refusal:
            await _refuse(scope, receive, send, refusal)
            return
        await self._app(scope, receive, _with_headers(send))

    def _check(self, scope: Scope) -> None:
        """Raise Refused for a strange host, and for what another site's page asks for."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if "*" not in self._hosts and host_name(name) not in self._hosts:
            self._note(
                f"what was asked of {_shown(name)}: this server does not go by that name; "
                "cogitable serve --allow-host adds one"
            )
            raise Refused("strange_host", "This server does not go by that name.", 421)
        if scope["type"] == "http" and scope["method"] in _READING:
            return
        origin = headers.get("origin")
        if origin is None and scope["type"] == "http":
            if headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none"):
                return  # a program; browsers say where such a request comes from
        elif origin is not None and _place_of(origin) == host.lower():
            return
        self._note(
            f"what a page of {_shown(origin or 'another site')} asked of {_shown(host)}: it is another site's page; "
            "if it is this server's own, the proxy between them must pass on Host unchanged"
        )
        raise Refused("strange_origin", "This comes from another site's page.", 403)

    def _note(self, what: str) -> None:
        """Write down what was refused, for whoever runs the server: what helps against it is no stranger's business."""
        if what == self._noted:
            return
        try:
            self._notes.use("", "notes")
        except Refused:
            return
        self._noted = what
        log.warning("refused %s", what)


def _shown(name: str) -> str:
    """Return what a stranger has written so that it can stand in a log."""
    return repr(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…")


def _place_of(origin: str) -> str:
    """Return host and port of an origin, empty where it has none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Refused) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})  # else a browser is not told why
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.name})
        return
    answer = JSONResponse({"error": refusal.name, "text": refusal.text}, refusal.status)
    await answer(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


async def body(request: Request, most: int) -> bytes:
    """Return what a request carries. Raises Refused for more than ``most`` bytes."""
    found = b""
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise Refused("too_large", f"At most {most:,} bytes are allowed here.", 413)
    return found
