"""What is strange, malformed, too large or out of turn gets a named error and changes nothing; nothing is a 500."""

from __future__ import annotations

from contextlib import suppress

import patience
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from web_tables import ORIGIN, PATIENT, Browser, all_games, open_table, server

from cogitable.agents.factory import AGENTS
from cogitable.agents.levels import ANY, LADDERS
from cogitable.envs.table.errors import CogitableError, OptionError
from cogitable.training.web.app import make_app
from cogitable.training.web.limits import Limits, Rate
from cogitable.training.web.record import Chair
from cogitable.training.web.refusals import Refused
from cogitable.training.web.serve import Serving


def test_an_agent_that_cannot_play_the_game_cannot_stand_in(tmp_path, monkeypatch):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "open"))
        monkeypatch.setitem(LADDERS, "connect_four", {})
        monkeypatch.setitem(ANY, "casual", ("heuristic",))
        assert browser.refused(do="hand_over", seat=1, level="casual") == "refused"


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ({"do": "act", "decision": 0, "action": 7}, "not_legal"),
        ({"do": "act", "decision": 1, "action": 0}, "stale"),
        ({"do": "act", "decision": True, "action": 0}, "malformed"),
        ({"do": "act", "decision": 0}, "malformed"),
        ({"do": "act", "decision": 0, "action": 0, "seat": 1}, "malformed"),
        ({"do": "undo", "decision": 0}, "others_play"),
        ({"do": "undo"}, "malformed"),
        ({"do": "pace", "seconds": -1}, "malformed"),
        ({"do": "pace", "seconds": float("nan")}, "malformed"),
        ({"do": "pace", "seconds": 10**2999}, "malformed"),
        ({"do": "hand_over", "seat": 1, "level": "python:os:system"}, "malformed"),
        ({"do": "hand_over", "seat": 1, "level": "agent:python:os:system"}, "malformed"),
        ({"do": "fly"}, "unknown_message"),
        ({}, "unknown_message"),
    ],
)
def test_every_wrong_message_has_its_name(message, error, tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "open"))
        assert browser.refused(**message) == error


def test_a_page_that_is_wrong_too_often_is_sent_away(tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "open"))
        errors = 0
        with suppress(WebSocketDisconnect):
            while browser.refused(do="fly"):
                errors += 1
        assert 50 < errors < 500


def test_card_files_on_the_disk_cannot_be_reached(tmp_path):
    with server(tmp_path) as client:
        form = {"seat.0": "me", "seat.1": "beginner", "option.cards": "/etc/passwd"}
        answer = client.post("/games/cogdrive_neon/new", data=form)
        assert answer.status_code == 422 and "this is not TOML" in answer.text and "root:" not in answer.text


def test_agents_by_specs_need_trust(tmp_path):
    form = {"seat.0": "agent", "agent.0": "python:plain_agents:First", "seat.1": "agent:random"}
    with server(tmp_path) as client:
        answer = client.post("/games/connect_four/new", data=form)
        assert answer.status_code == 422 and "there is no level" in answer.text
        assert "of my own" not in client.get("/games/connect_four/new").text
    with server(tmp_path, trust=True) as client:
        assert "of my own" in client.get("/games/connect_four/new").text
        path = open_table(client, "connect_four", "me", "agent", **{"agent.1": "search:simulations=10"})
        assert Browser(client, path).state["seats"][1]["name"] == "search:simulations=10"


ODD = ["\x00", "a" * 300, "a" * 5000, "a/" * 3000, "/etc/passwd", "/dev/null/x", "", ".", "\u202e", "a:b", ":"]


@pytest.mark.parametrize("name", AGENTS)
def test_no_spec_is_an_error_of_the_server(name, tmp_path):
    """Whatever stands where an agent's first parameter does, or the name of a file; and no agent is a person there."""
    with server(tmp_path, trust=True) as client:
        for start in (f"{name}", f"{name}:", f"{name}:prompt=", f"{name}:network="):
            for odd in ODD:
                form = {"seat.0": "me", "seat.1": "agent", "agent.1": start + odd}
                answer = client.post("/games/connect_four/new", data=form, headers={"accept": "text/html"})
                assert answer.status_code in (303, 422), start + odd
                assert answer.status_code == 422 or name != "human"


def test_nobody_is_asked_at_the_terminal_of_the_server(tmp_path):
    with server(tmp_path, trust=True) as client:
        form = {"seat.0": "me", "seat.1": "agent", "agent.1": " human"}
        answer = client.post("/games/connect_four/new", data=form)
        assert answer.status_code == 422 and "persons sit down by their browsers" in answer.text


def test_a_table_of_the_hosts_own_agents_gives_visitors_no_trust(tmp_path):
    form = {"seat.0": "me", "seat.1": "agent", "agent.1": "random"}
    with server(tmp_path) as client:
        chairs = [Chair(kind="person", name="you"), Chair(kind="agent", level="agent:search:simulations=5")]
        record = client.app.state.hub.prepare("connect_four", {}, chairs, 0, 1)
        browser = Browser(client, f"{record.id}/{record.owner}")
        assert browser.state["seats"][1]["name"] == "search:simulations=5"
        assert browser.turn() and browser.act(browser.state["actions"][0][0])["tell"] == "table"
        assert client.post("/games/connect_four/new", data=form).status_code == 422
        assert browser.refused(do="hand_over", seat=0, level="agent:random") == "malformed"
        decided = len(browser.log)
    with server(tmp_path) as client:  # another process, which knows of the host's agents by the table's file alone
        again = Browser(client, f"{record.id}/{record.owner}")
        assert again.turn() and again.state["seats"][1]["name"] == "search:simulations=5"
        again.act(again.state["actions"][0][0])
        again.turn()
        assert len(again.log) > decided
        assert again.refused(do="hand_over", seat=0, level="agent:random") == "malformed"


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "testserver", ""])
def test_a_malformed_origin_is_a_strange_one(origin, tmp_path):
    with server(tmp_path) as client:
        answer = client.post("/games/connect_four/new", data={"seat.0": "me"}, headers={"origin": origin})
        assert answer.status_code == 403 and answer.json()["error"] == "strange_origin"


def test_keys_of_thousands_of_parts_are_not_read(tmp_path):
    with server(tmp_path) as client:
        for text in ("a." * 40 + "a = 1", "[" + ".".join("a" * 40) + "]", "x = 1\n  " + "a . " * 40 + "b = 2"):
            form = {"seat.0": "me", "seat.1": "beginner", "option.cards": text}
            answer = client.post("/games/cogdrive_neon/new", data=form)
            assert answer.status_code == 422 and "a key has more parts" in answer.text


def test_a_table_that_there_is_not_is_told_to_the_page(tmp_path):
    with server(tmp_path) as client, client.websocket_connect("/socket/none", headers=ORIGIN) as socket:
        with pytest.raises(WebSocketDisconnect) as told:
            socket.receive_text()
        assert (told.value.code, told.value.reason) == (1008, "not_found")


def test_another_sites_page_can_do_nothing(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
            answer = client.post("/games/connect_four/new", data={"seat.0": "me"}, headers=headers)
            assert answer.status_code == 403 and answer.json()["error"] == "strange_origin"
        for headers in ({"origin": "http://evil.example"}, {"origin": "http://testserver.evil.example"}, {}):
            with pytest.raises(WebSocketDisconnect) as refused:
                Browser(client, path, headers)
            assert refused.value.reason == "strange_origin"
        answer = client.get("/", headers={"host": "rebound.example"})
        assert answer.status_code == 421 and answer.json()["error"] == "strange_host"


@pytest.mark.parametrize(
    ("allowed", "asked"),
    [
        ("2001:db8::5", ["[2001:db8::5]", "[2001:db8::5]:8008", "[2001:DB8:0::5]:8008"]),
        ("[2001:db8::5]", ["[2001:db8::5]", "[2001:db8::5]:8008"]),
        ("2001:DB8:0:0::5", ["[2001:db8::5]:8008"]),
        ("fe80::1%eth0", ["[fe80::1]:8008"]),
        ("192.0.2.5", ["192.0.2.5", "192.0.2.5:8008"]),
        ("Games.Example.org", ["games.example.org", "GAMES.example.org:8008"]),
        ("testserver", ["[::1]", "[::1]:8008", "localhost:8008", "127.0.0.1"]),
        ("*", ["anything.example", "[2001:db8::5]:8008"]),
    ],
)
def test_a_server_goes_by_the_names_that_are_allowed(allowed, asked, tmp_path):
    app = make_app(all_games(), tmp_path, limits=PATIENT, hosts=[allowed])
    with TestClient(app) as client:
        for host in asked:
            answer = client.get("/replays", headers={"host": host})
            assert answer.status_code == 200, host
            form = {"seat.0": "me", "seat.1": "open"}
            headers = {"host": host, "origin": f"http://{host}"}
            assert client.post("/games/connect_four/new", data=form, headers=headers).status_code == 200
        for host in ("rebound.example", "[2001:db8::6]", "[::1", ""):
            assert client.get("/replays", headers={"host": host}).status_code == (200 if allowed == "*" else 421)


@pytest.mark.parametrize(
    "name",
    ["http://games.example.org", "games.example.org:8008", "games.example.org/", "[2001:db8::5]:8008", "[games]"]
    + ["", " ", "a..b", "2001:db8", "bücher.example", "*.example.org"],
)
def test_a_name_by_which_no_browser_asks_is_refused(name, tmp_path):
    with pytest.raises(OptionError, match=r"is no name under which .* allowed are a name \(games\.example\.org\)"):
        make_app(all_games(), tmp_path, hosts=[name])


def test_a_server_at_an_address_goes_by_what_it_prints(tmp_path):
    try:
        serving = Serving({}, tmp_path, host="::1", port=0, limits=PATIENT)
    except CogitableError:
        pytest.skip("this machine has no IPv6")
    with TestClient(serving.app, base_url=serving.at.rstrip("/")) as client:
        assert client.get("/replays").status_code == 200


def test_what_helps_is_told_to_whoever_runs_the_server_and_to_no_stranger(tmp_path, caplog):
    with server(tmp_path) as client:
        for _ in range(3):
            answer = client.get("/", headers={"host": "rebound.example:8008"})
        assert answer.text == '{"error":"strange_host","text":"This server does not go by that name."}'
        (line,) = caplog.messages
        assert "'rebound.example'" in line and "--allow-host" in line
        answer = client.post("/games/connect_four/new", headers={"origin": "https://evil.example"})
        assert answer.text == '{"error":"strange_origin","text":"This comes from another site\'s page."}'
        assert "'https://evil.example'" in caplog.messages[1] and "'testserver'" in caplog.messages[1]


def test_strangers_cannot_fill_the_log(tmp_path, caplog):
    with server(tmp_path) as client:
        for number in range(50):
            client.get("/", headers={"host": f"{number}.example\x9b2J".encode("latin-1") + b"a" * 5000})
    assert 10 < len(caplog.messages) < 30
    assert all(len(line) < 300 and line.isprintable() for line in caplog.messages)


def test_a_wrong_secret_is_an_unknown_table(tmp_path):
    with server(tmp_path) as client:
        number, owner = open_table(client, "connect_four", "me", "open").split("/")
        for wrong in (owner[:-1], owner + "a", owner.swapcase(), "x"):
            assert client.get(f"/table/{number}/{wrong}").status_code == 404
            session = client.websocket_connect(f"/socket/{number}/{wrong}", headers=ORIGIN)
            with session as socket, pytest.raises(WebSocketDisconnect):
                socket.receive_text()
        assert client.get(f"/table/{number[:-1]}x").status_code == 404
        assert len(owner) >= 22  # 128 bits


def test_names_are_shown_as_text(tmp_path):
    with server(tmp_path) as client:
        name = "<script>alert(1)</script>"
        form = {"seat.0": "me", "seat.1": "me", "name": name}
        text = client.post("/games/connect_four/new", data=form).text
        assert "<script>alert" not in text and "&lt;script&gt;" in text


def test_one_address_can_open_and_do_only_so_much(tmp_path):
    with server(tmp_path / "a", Limits(tables_each=2, think=0.1)) as client:
        form, browser = {"seat.0": "me", "seat.1": "beginner", "name": "Ada"}, {"accept": "text/html"}
        for status in (303, 303, 429):
            answer = client.post("/games/connect_four/new", data=form, headers=browser)
            assert answer.status_code == status
        assert "Too many tables" in answer.text and 'value="Ada"' in answer.text  # what was filled in is not lost
        answer = client.post("/games/connect_four/new", data={"name": "x" * 600_000}, headers=browser)
        assert answer.status_code == 413 and "bytes are allowed" in answer.text and "<form" in answer.text
    with server(tmp_path / "b", Limits(requests=0.001, burst=5)) as client:
        assert [client.get("/").status_code for _ in range(7)] == [200] * 5 + [429] * 2
    with server(tmp_path / "b", Limits(requests=0.001, burst=5)) as client:
        reasons = []
        for _ in range(7):  # an address that opens sockets uses up as much as one that asks for pages
            session = client.websocket_connect("/socket/none", headers=ORIGIN)
            with session as socket, pytest.raises(WebSocketDisconnect) as refused:
                socket.receive_text()
            reasons.append(refused.value.reason)
        assert reasons == ["not_found"] * 5 + ["too_many"] * 2
        assert client.get("/").status_code == 429
    with server(tmp_path / "c", Limits(sockets_each=1, think=0.1)) as client:
        path = open_table(client, "connect_four", "me", "open")
        first = Browser(client, path)
        with pytest.raises(WebSocketDisconnect) as refused:
            Browser(client, path)
        assert refused.value.reason == "too_many"
        first.close()
    with server(tmp_path / "d", PATIENT) as client:
        long = client.post("/replays", content=b" " * (PATIENT.replay + 1))
        assert long.status_code == 413 and long.json()["error"] == "too_large"
        cards = client.post("/games/cogdrive_neon/new", data={"option.cards": "#" * PATIENT.form})
        assert cards.status_code == 413 and cards.json()["error"] == "too_large"


def test_a_bucket_fills_again_and_addresses_do_not_share_one():
    now = [0.0]
    rate = Rate(1, 2, lambda: now[0])
    rate.use("a", "things")
    rate.use("a", "things")
    with pytest.raises(Refused):
        rate.use("a", "things")
    rate.use("b", "things")
    now[0] = 1.0
    rate.use("a", "things")
    with pytest.raises(Refused):
        rate.use("a", "things")


def test_a_browser_that_hears_nothing_gives_up(tmp_path, monkeypatch):
    """Else a test of a server that says nothing would hang."""
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "open"))
        browser.state["yours"] = False  # as it may be told by mistake
        monkeypatch.setattr(patience, "PATIENCE", 0.2)
        waits = {"weather": lambda: browser.hear("weather"), "its turn": browser.turn}
        waits["a storm"] = lambda: browser.see(lambda _: False, "a storm")
        for what, wait in waits.items():
            with pytest.raises(AssertionError, match=f"nothing of .*{what}.* has come after 0.2 s"):
                wait()
