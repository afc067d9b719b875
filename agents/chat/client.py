"""A chat endpoint in OpenAI's conventions: one question, one answer, and what went wrong on the way.

The key comes from the environment variable ``OPENAI_API_KEY`` at every request. It is kept nowhere, and blotted out of
everything that a server says.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from ...envs.table.errors import CogitableError, OptionError, printable
from ...envs.table.extras import MissingExtraError

try:
    import httpx2
except ImportError:  # a message with what to install comes where an agent is made
    httpx2 = None  # type: ignore[assignment]

KEY = "OPENAI_API_KEY"
"""Environment variable with the key."""

URL = "https://api.openai.com/v1"
"""Where requests go unless a URL is given."""

Message = Mapping[str, str]

_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})  # status codes of troubles that pass
_MOST_BYTES = 4 << 20  # of an answer
_SHOWN = 300  # characters of what a server says about an error
_MAKING = threading.Lock()
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 60.0  # seconds between two tries


@dataclass(frozen=True)
class Reply:
    """What came of one question.

    Attributes:
        text: The answer; empty where there is none, as when a model refuses.
        prompt_tokens: As the server counts them, 0 where it does not say.
        completion_tokens: Likewise, thoughts included.
        failures: Requests that failed and were made again.
        seconds: From the first request to the answer.
    """

    text: str
    prompt_tokens: int
    completion_tokens: int
    failures: int
    seconds: float


class ChatFailure(CogitableError):
    """No answer could be had."""


class _Passing(Exception):
    """A trouble that may pass: ask again, after so many seconds where the server says so."""

    def __init__(self, text: str, wait: float = 0.0) -> None:
        super().__init__(text)
        self.wait = wait


_Answered = tuple[int, bytes, str]
"""Status, content, and the header Retry-After (empty where there is none)."""


class _Line:
    """A connection to the endpoint, kept from one request to the next. It is for one request at a time."""

    def __init__(self, timeout: float, certificates: Any) -> None:
        self._client = httpx2.Client(timeout=timeout, verify=certificates, follow_redirects=False)
        self._stream: Any = None
        self._over = False
        weakref.finalize(self, self._client.close)

    def post(self, url: str, body: bytes, key: str, answer: Future[_Answered]) -> None:
        """Make one request of JSON and tell what comes of it, errors as well."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        more = {"trace": self._notice}
        try:
            with self._client.stream("POST", url, content=body, headers=headers, extensions=more) as response:
                content = _content(response)
            answered = response.status_code, content, response.headers.get("retry-after", "")
        except BaseException as error:
            answer.set_exception(error)
        else:
            answer.set_result(answered)

    def hang_up(self) -> None:
        """End a request from another thread. The line is of no use any more."""
        self._over = True
        if self._stream is not None:
            # Not closed: the number of a closed socket may be another's before the thread that reads from it awakes.
            with suppress(OSError):  # it is closed
                self._stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)

    def _notice(self, event: str, told: Mapping[str, Any]) -> None:
        """Learn from httpcore2's trace of a request which connection it makes."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._stream = told["return_value"]
            if self._over:
                self.hang_up()


class ChatClient:
    """Asks one endpoint; threads may share it. It can be pickled: connections are made anew."""

    def __init__(self, url: str = URL, timeout: float = 60.0, tries: int = 3) -> None:
        """Prepare to ask.

        Args:
            url: Base address, as ``http://127.0.0.1:8000/v1``; ``/chat/completions`` is added.
            timeout: Most seconds for one request, from its start to the last byte of its answer.
            tries: Most requests for one question, where the server fails or is not there.

        Raises:
            OptionError: The extra is not installed, or the address is none or has a password in it.
        """
        if httpx2 is None:
            raise MissingExtraError.of("chat", "httpx2", "chat")
        self.url, self.timeout, self.tries = _checked(url) + "/chat/completions", timeout, tries
        self._idle: list[_Line] = []
        self._certificates: Any = None  # the same for all lines, since it takes a while to read them

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_idle": [], "_certificates": None}

    def ask(self, model: str, messages: Sequence[Message], request: Mapping[str, Any]) -> Reply:
        """Return the answer to a conversation.

        Args:
            model: Name of the model.
            messages: The conversation, each with ``role`` and ``content``.
            request: What else goes into the request.

        Raises:
            ChatFailure: The server refuses, or fails or is silent at every try; the message says what it said. Or the
                request cannot be written.
        """
        body = _written({**request, "model": model, "messages": list(messages)})
        start, wait = time.monotonic(), _FIRST_WAIT
        for failures in range(self.tries):
            try:
                found = self._request(body)
                text, prompt_tokens, completion_tokens = _read(found)
                seconds = time.monotonic() - start
                return Reply(_blotted(text, _key()), prompt_tokens, completion_tokens, failures, seconds)
            except _Passing as trouble:
                text, wanted = str(trouble), trouble.wait
            if failures + 1 < self.tries:
                time.sleep(min(_LONGEST_WAIT, max(wait, wanted)))
                wait *= 2
        raise ChatFailure(f"{self.url}: {text}, {self.tries} times" if self.tries > 1 else f"{self.url}: {text}")

    def _request(self, body: bytes) -> Any:
        """Make one request and return the JSON of its answer."""
        key = _key()
        try:
            status, content, retry_after = self._post(body, key)
        except (TimeoutError, httpx2.TimeoutException):
            raise _Passing(f"no whole answer within {self.timeout:g} seconds") from None
        except (httpx2.InvalidURL, UnicodeError):  # names of hosts are encoded in their own way
            raise ChatFailure(f"{printable(self.url)} is an address that cannot be asked") from None
        except httpx2.HTTPError as error:
            raise _Passing(_blotted(str(error) or type(error).__name__, key)) from None
        if status != 200:
            self._refuse(status, content, retry_after, key)
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise _Passing("the answer is no JSON") from None

    def _post(self, body: bytes, key: str) -> _Answered:
        """Wait for an answer, but no longer than said, wherever the request is stuck by then.

        httpx2 counts the time anew for every piece of a request: for each address of a host, for each byte of a header.
        """
        line, answer = self._line(), Future[_Answered]()
        threading.Thread(target=line.post, args=(self.url, body, key, answer), daemon=True).start()
        try:
            answered = answer.result(self.timeout)
        except BaseException:
            line.hang_up()
            raise
        self._idle.append(line)
        return answered

    def _line(self) -> _Line:
        """Return a line that nobody uses: there come to be as many as threads that ask."""
        with _MAKING:
            if self._idle:
                return self._idle.pop()
            if self._certificates is None:
                self._certificates = httpx2.create_ssl_context()
            return _Line(self.timeout, self._certificates)

    def _refuse(self, status: int, content: bytes, retry_after: str, key: str) -> None:
        said = _blotted(content.decode("utf-8", "replace"), key)
        with suppress(ValueError, LookupError, TypeError, RecursionError):
            said = str(json.loads(said)["error"]["message"])
        said = printable(" ".join(_blotted(said, key).split())[:_SHOWN])
        text = f"the server answers with {status}" + (f": {said}" if said else "")
        if status not in _AGAIN:
            hint = f" ({KEY} is not set)" if status == 401 and not key else ""
            raise ChatFailure(f"{self.url}: {text}{hint}")
        raise _Passing(text, float(retry_after) if retry_after.isdecimal() else 0.0)


def _written(body: Mapping[str, Any]) -> bytes:
    """Return the JSON of a request."""
    try:
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (ValueError, TypeError) as error:  # half of a surrogate pair in the name of the model, say
        raise ChatFailure(f"the request cannot be written as JSON in UTF-8: {printable(str(error))}") from None


def _content(response: Any) -> bytes:
    """Read an answer, but not without limit."""
    content = bytearray()
    for part in response.iter_bytes():
        content += part
        if len(content) > _MOST_BYTES:
            raise _Passing(f"the answer is longer than {_MOST_BYTES >> 20} MiB")
    return bytes(content)


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise OptionError(f"url is no address of the form https://HOST/v1: {printable(url)!r}")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise OptionError(f"url is an address and nothing else, as it is written into results; keys go into {KEY}")
    return url.rstrip("/")


def _key() -> str:
    """Return the key of the environment, empty where there is none. Its own text must not get into a message."""
    key = os.environ.get(KEY, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ChatFailure(f"{KEY} holds characters that no key has")
    return key


def _blotted(text: str, key: str) -> str:
    """Return a server's words without the key, which some repeat."""
    return text.replace(key, "(key)") if key else text


def _read(found: Any) -> tuple[str, int, int]:
    """Return text and tokens of an answer."""
    try:
        content = found["choices"][0]["message"].get("content")
    except (LookupError, TypeError, AttributeError):
        raise _Passing("the answer has no choices[0].message") from None
    if isinstance(content, list):  # in parts
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    told = found.get("usage")
    usage = told if isinstance(told, dict) else {}
    text = content if isinstance(content, str) else ""
    # Half of a surrogate pair, which JSON can spell, could not be sent back when the model is asked again.
    text = text.encode("utf-8", "replace").decode()
    return text, _count(usage, "prompt"), _count(usage, "completion")


def _count(usage: Mapping[str, Any], kind: str) -> int:
    number = usage.get(f"{kind}_tokens")
    return number if type(number) is int and 0 <= number < 2**53 else 0
