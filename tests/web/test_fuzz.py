"""Thousands of strange messages and requests: a named error for each, nothing changed, never a 500.

What is sent is made from the server's own tables, :data:`DEEDS` and the routes of the application, and the test fails
where one of them has been left out: so whatever is added is tried, too.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections import Counter
from contextlib import suppress

import pytest
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect
from web_tables import ORIGIN, Browser, all_games, held, open_table, random_replay, server

from cogitable.agents.levels import LEVELS
from cogitable.training.measure.arena.arena import Arena
from cogitable.training.web import forms
from cogitable.training.web.contest import Contest
from cogitable.training.web.pages import STATIC
from cogitable.training.web.socket import DEEDS

NAMED = {
    *("unknown_message", "malformed", "too_large", "not_your_turn", "stale", "not_legal", "others_play", "not_owner"),
    *("no_such_seat", "nothing_to_undo", "game_over", "stood_in", "not_playing", "thinking"),
}
FORM = "application/x-www-form-urlencoded"
SHORT, WHOLE = 0.05, 1.0
"""Of 6,000 messages and 4,000 requests and openings of sockets."""
SHARES = [SHORT, pytest.param(WHOLE, marks=pytest.mark.long)]
ANSWERED = json.dumps({"do": "return", "what": "has been sent before has been dealt with"})
FOR_ONESELF = ("infers", "inferred")
"""What somebody who plays may say at any time: fields of the own chair."""


def some_value(draw, depth=0):
    """Return anything that JSON can say."""
    words = [*DEEDS, *(key for keys, _ in DEEDS.values() for key in keys), *LEVELS, "python:os:x"]
    kinds = [
        lambda: draw.choice([None, True, False, -1, 0, 1, 5, 1e308, 10**30, -(10**9), 0.5, 2**31, 2**63]),
        lambda: "".join(draw.choices(string.printable + "\u2028\udcff\U0001f3b2é", k=draw.randrange(12))),
        lambda: draw.choice(words),
        lambda: [some_value(draw, depth + 1) for _ in range(draw.randrange(4))] if depth < 4 else [],
        lambda: {str(some_value(draw, 9)): some_value(draw, depth + 1) for _ in range(draw.randrange(4))},
    ]
    return draw.choice(kinds)()


def some_deed(draw, tried):
    """Return a message that the server knows, with any values; some of its keys may be missing."""
    deed = draw.choice(list(DEEDS))
    keys = list(DEEDS[deed][0])
    if keys and draw.randrange(4) == 0:
        keys.remove(draw.choice(keys))
    else:
        tried[deed] += 1
    return json.dumps({"do": deed, **{key: some_value(draw) for key in keys}})


def some_message(draw, tried):
    """Return a message as no page of ours sends it at that moment."""
    form = draw.randrange(9)
    if form == 0:
        return "".join(draw.choices(string.printable, k=draw.randrange(60)))
    if form == 1:
        return "[" * draw.randrange(1, 3000)
    if form == 2:
        return json.dumps(some_value(draw))
    if form == 3:
        return json.dumps({"do": "act", "decision": some_value(draw), "action": some_value(draw), "x": 1})
    if form == 4:
        return json.dumps({"do": some_value(draw), str(some_value(draw)): some_value(draw)})
    if form == 5:
        return json.dumps({"do": draw.choice(list(DEEDS)), "pad": "x" * draw.randrange(9000)})
    return some_deed(draw, tried)


def without_own(record):
    """Return what a file of a table says but for what everybody who plays may say for oneself."""
    kept = json.loads(record)
    for chair in kept["chairs"]:
        for field in FOR_ONESELF:
            chair.pop(field)
    return kept


@pytest.mark.parametrize("share", SHARES)
def test_bad_messages_change_nothing(share, tmp_path):
    draw, tried = random.Random(5), Counter()
    with server(tmp_path) as client:
        number = open_table(client, "connect_four", "me", "open").split("/")[0]
        with held(client, number) as room:
            record, guest = room.table.record, room.table.sit_down(1, room.table.record.chairs[1].invite, "Bo")
        file = tmp_path / f"{number}.json"
        before, names = without_own(file.read_bytes()), set()
        paths = [f"{number}/{guest}?ratio=2", number]  # who may neither set the pace nor let agents stand in
        browser = Browser(client, paths[0])
        for count in range(round(6000 * share)):
            if count % 70 == 69:  # one that is wrong so often is sent away
                browser.close()
                browser = Browser(client, paths[count // 70 % 2])
            if count % 50 == 49:
                browser.send_bytes(draw.randbytes(draw.randrange(99)))
            else:
                browser.send(some_message(draw, tried))
            browser.send(ANSWERED)
            while (answer := browser.hear("error"))["text"] != "This message has do and nothing else.":
                names.add(answer["error"])
                assert answer["text"]
        assert names <= NAMED and len(names) >= 3
        assert record.actions == []
        browser.close()
    assert without_own(file.read_bytes()) == before
    assert set(tried) == set(DEEDS)


def filled(draw, path, known):
    """Return a path of the application with something for every parameter, most often what there is."""
    wild = ["..", "%2e%2e", "%00", "etc", "-1", "9" * 20, "é", "a" * 300, "", "0", "all", "public", "1"]

    def value(found):
        right = known.get(found[1], [])
        return draw.choice(right) if right and draw.randrange(4) else draw.choice(wild)

    return re.sub(r"\{(\w+)\}", value, path)


def some_path(draw, routes, known, tried):
    """Return where a request goes: an address that the application knows, or parts of some in any order."""
    parts = sorted({part for route in routes for part in route.path.split("/") if not part.startswith("{")})
    if draw.randrange(4) == 0:
        return "/" + "/".join(draw.choices([*parts, "..", "etc", "passwd", "%00"], k=draw.randrange(1, 6)))
    route = draw.choice(routes)
    tried[route.path] += 1
    query = draw.choice(["", "", "?ratio=2", "?ratio=x", "?ratio=1&ratio=2", f"?{draw.randrange(10**9)}"])
    return filled(draw, route.path, known) + query


def some_request(draw, routes, known, tried):
    """Return method, path, body and headers of a request as no page of ours sends it."""
    path = some_path(draw, routes, known, tried)
    method = draw.choice(["GET", "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
    headers = dict(draw.choice([{}, ORIGIN, {"origin": "http://evil.example"}, {"accept": "text/html"}]))
    body = b""
    if method in ("POST", "PUT"):
        headers["content-type"] = draw.choice([FORM, "application/json", "text/plain", ""])
        bodies = [draw.randbytes(40), b"a=1&b=2", b"{}", b"&" * 300, b"[" * 9000, some_form(draw)]
        body = draw.choice(bodies)
    return method, path, body, headers


def some_form(draw, game="connect_four"):
    """Return a form for a new table with wrong values; no seat of it is anybody's."""
    options = [f"{forms.PREFIX}{field.name}" for field in forms.fields(all_games()[game])]
    fields = [*options, f"{forms.PREFIX}colour", "seat.x", "seed", "name", "agent.0"]
    values = ["", "-1", "9" * 44, "1e9", "NaN", "[[[[", "/etc/passwd", "python:os:x", "me", "open", "agent", "a = 1"]
    values += ["format = 1", "null", "true", "[1,2]", '{"a": 1}', "%ff", "yes", "beginner"]
    return "&".join(f"{draw.choice(fields)}={draw.choice(values)}" for _ in range(draw.randrange(8))).encode()


@pytest.mark.parametrize("share", SHARES)
def test_strange_requests_are_refused(share, tmp_path):
    draw, tried = random.Random(6), Counter()
    setup = all_games()["connect_four"].setup()
    arena = Arena(setup, ["random", "search:simulations=3"], games=2, seed=1, record=True)
    arena.run(1)
    with server(tmp_path, contest=Contest(arena)) as client:
        path = open_table(client, "connect_four", "me", "open")
        browser = Browser(client, path)
        invite = browser.state["seats"][1]["invite"]
        browser.close()
        number, owner = path.split("/")
        replay = client.post("/replays", content=random_replay("connect_four")[0].model_dump_json()).json()["at"]
        known = {
            "game": [*all_games()],
            "table": [number],
            "secret": [owner[:-1]],
            "invite": [f"{invite[:-2]}xx"],
            "replay": [replay.rsplit("/", 1)[1], "arena-0"],
            "seat": ["all", "0", "1", "public"],
            "step": ["0", "1", "2"],
            "number": ["0", "1"],
            "name": [*STATIC],
        }
        routes = [route for route in client.app.routes if isinstance(route, Route | WebSocketRoute)]
        assert {name for route in routes for name in re.findall(r"\{(\w+)\}", route.path)} == set(known)
        kept = (tmp_path / f"{number}.json").read_bytes()
        for _ in range(round(3900 * share)):
            method, where, body, headers = some_request(draw, routes, known, tried)
            answer = client.request(method, where, content=body, headers=headers)
            assert answer.status_code < 500, (method, where, body)
            assert "etc/passwd" not in answer.text or answer.status_code == 422
            assert "root:" not in answer.text and owner not in answer.text.replace(where, "")
            assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        sockets = [route for route in routes if isinstance(route, WebSocketRoute)]
        for _ in range(round(100 * share)):
            with suppress(WebSocketDisconnect):  # a spectator may look on
                where = some_path(draw, sockets, known, tried)
                Browser(client, where.removeprefix("/socket/"), headers=draw.choice([ORIGIN, {}])).close()
        assert (tmp_path / f"{number}.json").read_bytes() == kept
    assert set(tried) == {route.path for route in routes}


@pytest.mark.parametrize("game", [name for name in all_games() if name != "connect_four"])
def test_strange_forms_are_shown_again_or_open_a_table(game, tmp_path):
    draw = random.Random(7)
    with server(tmp_path) as client:
        for _ in range(40):
            seats = "&seat.0=me&seat.1=beginner" if draw.randrange(2) else ""
            form = some_form(draw, game) + seats.encode()
            answer = client.post(f"/games/{game}/new", content=form, headers={"content-type": FORM})
            assert answer.status_code in (303, 422, 400), answer.text
