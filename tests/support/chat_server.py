"""A chat endpoint on this machine that answers as a test wants: well, badly, slowly or not at all."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Asked = dict[str, Any]


class ChatServer(ThreadingHTTPServer):
    """Answers every request with ``says(body)``: a text, or a function of the handler that does as it likes."""

    daemon_threads = True
    request_queue_size = 256  # who does not fit in tries again after a second

    def __init__(self, says: Callable[[Asked], Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.says, self.asked, self.keys = says, [], []
        self.connections = 0
        self.left = threading.Semaphore(0)  # one for each slow answer whose reader has gone
        self.ended = 0  # slow answers that have come to their end
        self.closed = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print what went wrong, but not that a reader has gone, as some tests have it do."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16  # whole answers in one piece, or the system waits 40 ms for the rest
    server: ChatServer

    def setup(self) -> None:
        self.server.connections += 1
        super().setup()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.path == "/v1/chat/completions"
        self.server.asked.append(body)
        self.server.keys.append(self.headers.get("Authorization"))
        said = self.server.says(body)
        said(self) if callable(said) else self.reply(200, answer(said))

    def reply(self, status: int, body: Any, **headers: str) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


def answer(text: Any, **usage: Any) -> Asked:
    """Return an endpoint's answer with a text in it."""
    usage = usage or {"prompt_tokens": 100, "completion_tokens": 7}
    return {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}


@contextmanager
def chat_server(says: Callable[[Asked], Any]) -> Iterator[ChatServer]:
    """Run an endpoint."""
    server = ChatServer(says)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closed.set()
        server.shutdown()
        server.server_close()


def question(body: Asked) -> str:
    """Return what was asked first, the rules left out."""
    return next(one["content"] for one in body["messages"] if one["role"] == "user")


def listed(body: Asked) -> list[str]:
    """Return the legal actions that a question lists."""
    return re.findall(r"^\d+\. (.*)$", question(body), re.MULTILINE)


def last_listed(body: Asked) -> str:
    """Answer well: think, then name the last legal action."""
    return f"Let me think.\n\n**Action:** {listed(body)[-1]}"


def failing(status: int, message: str, **headers: str) -> Callable[[_Handler], None]:
    """Return an answer that is an error."""
    return lambda handler: handler.reply(status, {"error": {"message": message}}, **headers)


def silent(handler: _Handler) -> None:
    """Answer after a minute."""
    if not handler.server.closed.wait(60):
        handler.server.ended += 1
        handler.reply(200, answer("late"))


def dripping(handler: _Handler) -> None:
    """Answer one byte at a time, so that no single wait is long."""
    handler.send_response(200)
    handler.send_header("Content-Length", "10000")
    handler.end_headers()
    _drip(handler)


def dripping_headers(handler: _Handler) -> None:
    """Do so before the answer begins."""
    handler.send_response(200)
    handler.flush_headers()
    _drip(handler)


def _drip(handler: _Handler) -> None:
    try:
        for _ in range(3000):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            if handler.server.closed.wait(0.02):
                return
        handler.server.ended += 1
    except OSError:
        handler.server.left.release()


def hanging_up(handler: _Handler) -> None:
    """Answer nothing and close the connection."""
    handler.close_connection = True
