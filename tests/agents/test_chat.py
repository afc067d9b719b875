"""Agents behind chat endpoints: what is sent, what is made of the answers, and where the key is not."""

from __future__ import annotations

import copy
import json
import pickle
import threading

import numpy as np
import pytest
from chat_server import (
    answer,
    chat_server,
    dripping,
    dripping_headers,
    failing,
    hanging_up,
    last_listed,
    listed,
    question,
    silent,
)

import connect_four
from cogitable.agents.base import View
from cogitable.agents.chat import agent as chat
from cogitable.agents.chat import client as chat_client
from cogitable.agents.chat.client import ChatFailure
from cogitable.agents.factory import make_agent
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, Tables
from cogitable.training.measure.match import duplicate_seating, play_match

SETUP = connect_four.GAME.setup()
SECRET = "sk-test-1234567890abcdef"


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(chat_client, "_FIRST_WAIT", 0.001)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def agent(server, **parameters):
    text = "".join(f",{name}={value}" for name, value in parameters.items())
    return make_agent(f"chat:model=test,url={server.url}{text}", SETUP, 1)


def decide(one, count=1):
    return one.act(View.of(Tables(SETUP, count, seed=1)))


def test_it_plays_what_the_model_says_and_tells_time_and_tokens():
    with chat_server(last_listed) as server:
        one = agent(server)
        assert decide(one, 3).tolist() == [6, 6, 6]
    used = one.usage()
    assert used["decisions"] == used["answers"] == 3
    assert used["prompt_tokens"] == 300 and used["completion_tokens"] == 21
    assert used["seconds"] > 0
    assert not any(used[name] for name in ("illegal", "unreadable", "random", "failures"))


def test_it_is_sent_the_log_of_its_seat_the_question_and_the_actions():
    setup = get_game("cogdrive_neon").setup()
    seating, seeds = duplicate_seating([0, 1], 1, seed=3)
    with chat_server(last_listed) as server:
        one = make_agent(f"chat:model=test,url={server.url},log=100000,parallel=1", setup, 1)
        match = play_match(setup, [one, make_agent("random", setup)], seating[:1], seeds[:1], record=[0], agent_seed=2)
    from cogitable.envs.table.log import Log
    from cogitable.envs.table.random import seed_words

    log = Log(setup, tuple(seed_words(int(seeds[0]))[0].tolist()))
    sent = iter(server.asked)
    for action in match.actions[0]:
        if log.table.seat == 0 and log.table.mask.sum() > 1:
            body = next(sent)
            told, asked = question(body), setup.game.asks(setup, log.table.states.view(np.recarray)[0], 0)
            assert log.text(0) in told and asked in told
            assert listed(body) == [
                setup.describe(log.table.states, a, seat=0) for a in np.flatnonzero(log.table.mask).tolist()
            ]
            assert setup.text(log.table.states, 0).strip().rpartition("\n\n")[0] in told
        log.take(int(action))
    assert next(sent, None) is None
    assert log.text(0) != log.text(1)


def test_without_the_list_of_actions_names_are_answers_and_numbers_are_none():
    said = iter(["ACTION: 3", "ACTION: column 3"])
    with chat_server(lambda _: next(said)) as server:
        one = agent(server, actions="false")
        assert decide(one).tolist() == [3]
    assert not listed(server.asked[0]) and one.usage()["illegal"] == 1
    assert "column (column)" in server.asked[0]["messages"][0]["content"]


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("ACTION: column 3", 3),
        ("action: 3", 2),  # by its number in the list
        ("ACTION: 4. column 3", 3),
        ("I thought of ACTION: column 1 first.\nACTION: column 2", 2),
        ("**Action:** `Column  5`.", 5),
        ("<think>ACTION: column 1</think>\nAction: [column 0]", 0),
        ("ACTION:\ncolumn 4", 4),
        ("column 4", 4),
        ("[column 4]", 4),
        ("Not [column 1], I take [Column 4].", 4),
    ],
)
def test_answers_are_read(said, action):
    with chat_server(lambda _: said) as server:
        assert decide(agent(server)).tolist() == [action]


def test_bad_answers_are_asked_again_with_what_was_wrong_and_counted():
    said = iter(["no idea", "ACTION: column 9", None, "ACTION: col", "ACTION: column 1"])
    with chat_server(lambda _: next(said)) as server:
        one = agent(server, repeats=4)
        assert decide(one).tolist() == [1]
    used = one.usage()
    assert (used["illegal"], used["unreadable"], used["answers"], used["decisions"]) == (2, 2, 5, 1)
    told = [message["content"] for message in server.asked[-1]["messages"]]
    assert "No action was found" in told[3] and '"column 9" is not a legal action' in told[5]
    assert [message["role"] for message in server.asked[-1]["messages"]][1:4] == ["user", "assistant", "user"]


@pytest.mark.parametrize("said", [None, "", "  \n", "<think>hm</think>"])
def test_no_message_that_is_sent_is_empty(said):
    """Some endpoints refuse such requests."""
    with chat_server(lambda _: said) as server:
        decide(agent(server, repeats=2))
    sent = [message["content"] for message in server.asked[-1]["messages"]]
    assert len(sent) == 6 and all(content.strip() for content in sent)


@pytest.mark.parametrize("half", [r"\ud83d", r"\udc00 no idea", r"ACTION: \ud800", r"\ud83dACTION: column 9"])
def test_an_answer_with_half_of_a_surrogate_pair_is_asked_again(half):
    spelt = json.dumps(answer("HERE")).replace("HERE", half).encode()
    said = iter([lambda handler: handler.reply(200, spelt), "ACTION: column 1"])
    with chat_server(lambda _: next(said)) as server:
        assert decide(agent(server)).tolist() == [1]
    assert "?" in server.asked[1]["messages"][2]["content"]


def test_a_request_that_cannot_be_written_says_so():
    with chat_server(last_listed) as server:
        client = chat_client.ChatClient(server.url)
        for model, request in (("m\udc80", {}), ("m", {"temperature": float("nan")}), ("m", {"stop": object()})):
            with pytest.raises(ChatFailure, match="cannot be written as JSON in UTF-8: "):
                client.ask(model, [], request)
    assert not server.asked


def test_what_was_used_before_a_failure_is_counted():
    said = iter(["ACTION: column 1", "no idea", failing(404, "gone")])
    with chat_server(lambda _: next(said)) as server:
        one = agent(server, parallel=1)
        with pytest.raises(ChatFailure):
            decide(one, 2)
    used = one.usage()
    assert (used["decisions"], used["answers"], used["unreadable"], used["random"]) == (2, 2, 1, 0)


def test_after_so_many_bad_answers_chance_decides_the_same_every_time():
    with chat_server(lambda _: "I refuse") as server:
        first, again = (decide(agent(server, repeats=1), 4) for _ in range(2))
        one = agent(server, repeats=1)
        decide(one, 4)
    assert first.tolist() == again.tolist() and len(set(first.tolist())) > 1
    assert one.usage()["random"] == 4 and one.usage()["unreadable"] == 8


def test_what_is_sent_depends_on_the_seed_alone():
    sent = []
    for _ in range(2):
        with chat_server(last_listed) as server:
            decide(agent(server, temperature=0.5, parallel=1), 3)
            sent.append(server.asked)
    assert sent[0] == sent[1]
    assert len({body["seed"] for body in sent[0]}) == 3 and sent[0][0]["temperature"] == 0.5
    with chat_server(last_listed) as server:
        decide(agent(server, seeded="false"))
    assert "seed" not in server.asked[0]


def test_as_many_tables_as_wanted_are_asked_for_at_the_same_time():
    many = 110  # a client of httpx2 has 100 connections unless it is told otherwise
    together = threading.Barrier(many)

    def says(body):
        together.wait(20)
        return last_listed(body)

    with chat_server(says) as server:
        assert decide(agent(server, parallel=many, tries=1), many).tolist() == [6] * many
        assert len(server.asked) == many


def test_troubles_that_pass_are_tried_again_and_counted():
    said = iter([failing(503, "busy"), failing(429, "slower", Retry_After="0"), "ACTION: column 2"])
    with chat_server(lambda _: next(said)) as server:
        one = agent(server)
        assert decide(one).tolist() == [2]
    assert one.usage()["failures"] == 2 and one.usage()["answers"] == 1


@pytest.mark.parametrize(
    ("says", "message", "requests"),
    [
        (failing(500, "broken"), "the server answers with 500: broken, 2 times", 2),
        (failing(404, "no such model"), "the server answers with 404: no such model", 1),
        (failing(401, "who are you?"), "401: who are you.*OPENAI_API_KEY is not set", 1),
        (lambda handler: handler.reply(400, b"[" * 100_000), r"answers with 400: \[\[", 1),
        (lambda handler: handler.reply(503, b"[" * 100_000), r"answers with 503: \[\[.*, 2 times", 2),
        (failing(307, "over there"), "the server answers with 307", 1),
        (lambda handler: handler.reply(200, b"<html>"), "the answer is no JSON, 2 times", 2),
        (lambda handler: handler.reply(200, {"choices": []}), r"no choices\[0\].message", 2),
        (hanging_up, "disconnected|closed", 2),
    ],
)
def test_a_server_that_fails_ends_the_game_with_what_it_said(says, message, requests):
    with chat_server(lambda _: says) as server:
        with pytest.raises(ChatFailure, match=message):
            decide(agent(server, tries=2))
        assert len(server.asked) == requests


@pytest.mark.parametrize("slow", [silent, dripping, dripping_headers])
def test_a_slow_server_is_not_waited_for_longer_than_said(slow):
    """It would go on for a minute."""
    with chat_server(lambda _: slow) as server:
        with pytest.raises(ChatFailure, match=r"within 0\.1 seconds, 2 times"):
            decide(agent(server, timeout=0.1, tries=2))
        assert not server.ended


@pytest.mark.parametrize("slow", [dripping, dripping_headers])
@pytest.mark.parametrize("before", [0, 1], ids=["new connection", "kept connection"])
def test_who_waits_no_longer_hangs_up(slow, before):
    said = iter(["ACTION: column 1"] * before + [slow] + ["ACTION: column 1"] * 2)
    with chat_server(lambda _: next(said)) as server:
        one = agent(server, timeout=1)
        for _ in range(before + 2):
            assert decide(one).tolist() == [1]
        assert server.left.acquire(timeout=10)
    assert one.usage()["failures"] == 1 and server.connections == 2


def test_connections_are_kept():
    with chat_server(last_listed) as server:
        one = agent(server, parallel=2)
        for _ in range(3):
            decide(one, 4)
        assert len(server.asked) == 12 and server.connections <= 2


def test_a_server_that_is_not_there():
    with chat_server(last_listed) as server:
        one = agent(server, tries=2)
    with pytest.raises(ChatFailure, match="2 times"):
        decide(one)


def test_an_answer_without_end_is_cut_off(monkeypatch):
    monkeypatch.setattr(chat_client, "_MOST_BYTES", 1000)
    with chat_server(lambda _: "x" * 5000) as server, pytest.raises(ChatFailure, match="longer than"):
        decide(agent(server, tries=1))


def test_a_server_that_does_not_count_tokens():
    strange = answer("ACTION: column 1", prompt_tokens="many", completion_tokens=-3)
    with chat_server(lambda _: lambda handler: handler.reply(200, strange)) as server:
        one = agent(server)
        assert decide(one).tolist() == [1]
    assert one.usage()["prompt_tokens"] == one.usage()["completion_tokens"] == 0


def test_the_key_is_sent_and_is_nowhere_else(monkeypatch, caplog):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    caplog.set_level(0)
    said = iter([f"my key is {SECRET}", "ACTION: column 1"])
    with chat_server(lambda _: next(said)) as server:
        one = agent(server)
        decide(one)
    assert server.keys == [f"Bearer {SECRET}"] * 2
    assert SECRET not in str(server.asked[1]), "what a server repeats of it goes into no message"
    for twin in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
        assert SECRET.encode() not in pickle.dumps(twin)
    assert SECRET not in repr(vars(one)) + repr(vars(one.client)) + str(dict(one.usage())) + caplog.text


@pytest.mark.parametrize("status", [401, 500, 200])
def test_errors_do_not_hold_the_key(monkeypatch, status):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    escaped = "".join(f"\\u{ord(character):04x}" for character in SECRET)
    body = f'{{"error": {{"message": "bad key {SECRET} {escaped}"}}}}'.encode()
    with chat_server(lambda _: lambda handler: handler.reply(status, body)) as server:
        one = agent(server, tries=1)
        with pytest.raises(ChatFailure) as caught:
            decide(one)
    assert SECRET not in str(caught.value) and SECRET not in repr(caught.getrepr(showlocals=False))
    assert status == 200 or "bad key (key) (key)" in str(caught.value)


@pytest.mark.parametrize("key", [f"{SECRET}\nX: y", f"{SECRET}é"])
def test_a_key_that_cannot_be_one_is_not_shown(monkeypatch, key):
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with chat_server(last_listed) as server, pytest.raises(ChatFailure) as caught:
        decide(agent(server))
    assert SECRET not in str(caught.getrepr(style="short")) and not server.asked


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("chat", "'model' is missing"),
        ("chat:model=m,url=ftp://host", "no address"),
        ("chat:model=m,url=http://me:secret@host/v1", "keys go into OPENAI_API_KEY"),
        ("chat:model=m,url=http://host/v1?api-key=1", "keys go into OPENAI_API_KEY"),
        ("chat:model=m,prompt=nowhere.toml", "cannot be read"),
        ("chat:model=m,repeats=-1", "repeats"),
    ],
)
def test_specs_that_are_wrong(spec, message):
    with pytest.raises(OptionError, match=message):
        make_agent(spec, SETUP)


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(chat_client, "httpx2", None)
    with pytest.raises(OptionError, match=r"pip install 'cogitable\[chat\]'"):
        make_agent("chat:model=m", SETUP)


def test_where_one_action_is_legal_nobody_is_asked():
    tables = Tables(SETUP, 1, seed=1)
    mask = np.zeros_like(tables.masks)
    mask[0, 2] = 1
    with chat_server(last_listed) as server:
        one = agent(server)
        assert one.act(View(SETUP, tables.observations, mask, tables.seats, tables.states)).tolist() == [2]
    assert not server.asked and not one.usage()


def test_side_by_side_keeps_order_and_ends_with_the_first_error():
    assert chat.side_by_side(lambda number: number * 2, range(50), 7) == list(range(0, 100, 2))
    assert chat.side_by_side(str, [], 3) == []
    done, others, over = [], set(threading.enumerate()), threading.Event()

    def work(number):
        if number == 3:
            raise ValueError("three")
        if number > 3:
            over.wait(60)  # the other thread may have begun one more
        done.append(number)

    with pytest.raises(ValueError, match="three"):
        chat.side_by_side(work, range(1000), 2)
    over.set()
    for thread in set(threading.enumerate()) - others:
        thread.join(60)
    assert {0, 1, 2} <= {*done} <= {0, 1, 2, 4}
