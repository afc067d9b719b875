"""Playing at tables: alone, with others, after a restart; taking back, hints, agents that stand in."""

from __future__ import annotations

import io
import threading

import numpy as np
import pytest
from patience import until
from PIL import Image
from starlette.websockets import WebSocketDisconnect
from web_tables import Browser, all_games, held, open_table, play_on, server

from cogitable.envs.table.errors import CogitableError
from cogitable.envs.table.files.replay import Replay
from cogitable.training.web import hub

SEATS = {"cogdrive_neon": 2, "comrade": 5, "brass_empire": 2, "cogs_and_commissars": 2, "connect_four": 2}
SEATS |= {"great_machine": 4, "great_machine_coop": 3}


@pytest.mark.parametrize("game", SEATS)
def test_a_game_is_played_against_agents(game, tmp_path):
    options = {"option.max_decisions": "60"} if game != "connect_four" else {}
    with server(tmp_path) as client:
        path = open_table(client, game, "me", *["beginner"] * (SEATS[game] - 1), seed="7", **options)
        browser, generator = Browser(client, path), np.random.default_rng(1)
        assert play_on(browser, generator) > 2
        assert browser.state["result"]["seats"] and not browser.state["actions"] and not browser.state["spots"]
        assert browser.pictures > 2
        replay = Replay.model_validate_json(client.get(f"/table/{path}/replay.json").text)
    *_, last = replay.play(all_games()[game])
    assert last.action is None and len(replay.steps) == int(last.states["decisions"][0])


def test_spots_actions_and_words_are_those_of_the_seat_that_is_asked(tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "cogdrive_neon", "me", "casual", seed="5"))
        assert browser.turn()
        legal = [number for number, _ in browser.state["actions"]]
        assert sorted({action for spot in browser.state["spots"] for action in spot[4:]}) == sorted(legal)
        assert browser.state["asks"].startswith("discard a card")


def test_pictures_are_as_sharp_as_a_browser_asks(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "cogdrive_neon", "me", "casual", seed="5")
        usual, sharp = Browser(client, path), Browser(client, f"{path}?ratio=2")
        for browser in (usual, sharp):
            browser.turn()
        assert sharp.state["spots"] == usual.state["spots"]
        described = [browser.state["picture"] for browser in (usual, sharp)]
        assert [(each["width"], each["height"]) for each in described] == [(1280, 800)] * 2
        sizes = [Image.open(io.BytesIO(browser.picture)).size for browser in (usual, sharp)]
        assert sizes == [(1280, 800), (2560, 1600)]
        for wrong in ("3", "0", "-1", "1e9", "x", ""):
            with pytest.raises(WebSocketDisconnect) as refused:
                Browser(client, f"{path}?ratio={wrong}")
            assert refused.value.reason == "malformed"


def test_a_second_click_does_nothing(tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "beginner"))
        browser.turn()
        before = browser.state["decision"]
        for _ in range(2):
            browser.say(do="act", decision=before, action=3)
        assert browser.hear("error")["error"] == "stale"
        browser.see(lambda now: not now["running"] or now["decision"] != before, "a decision carried out")
        assert browser.state["decision"] == before + 1


def test_a_second_click_takes_nothing_more_back(tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "beginner"))
        for action in (3, 4):
            browser.turn()
            browser.act(action)
        browser.turn()
        before = browser.state["decision"]
        for _ in range(2):
            browser.say(do="undo", decision=before)
        assert browser.hear("error")["error"] == "stale"
        browser.see(lambda now: now["yours"] and now["decision"] != before, "a decision taken back")
        assert browser.state["decision"] == before - 1 and browser.state["seats"][0]["undone"] == 1


def test_two_persons_play_and_see_only_their_own(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "cogdrive_neon", "me", "open", name="Ada")
        ada = Browser(client, path)
        invite = ada.state["seats"][1]["invite"]
        at = f"/join/{path.split('/')[0]}/1/{invite}"
        assert client.get(at).status_code == 200  # looking at the link does not use it up
        answer = client.post(at, data={"name": "Bob <b>"})
        bob = Browser(client, answer.headers["location"].removeprefix("/table/"))
        assert client.post(at, data={"name": "Eve"}).status_code == client.get(at).status_code == 404
        for seat in "0x":
            assert client.get(at.replace("/1/", f"/{seat}/")).status_code == 404
        assert [seat["name"] for seat in bob.state["seats"]] == ["Ada", "Bob <b>"]
        assert bob.state["you"] == 1 and not bob.state["owner"] and "invite" not in bob.state["seats"][1]
        generator = np.random.default_rng(3)
        for _ in range(6):
            mover, other = (ada, bob) if ada.state["yours"] else (bob, ada)
            assert other.refused(do="act", decision=other.state["decision"], action=0) == "not_your_turn"
            play_on(mover, generator, 1)
            assert mover.state["yours"] or other.turn()
        assert bob.refused(do="undo", decision=bob.state["decision"]) == "others_play"
        assert ada.log != bob.log


def test_a_restarted_server_goes_on_with_the_same_game(tmp_path):
    generator = np.random.default_rng(4)
    with server(tmp_path) as client:
        path = open_table(client, "cogdrive_neon", "me", "casual", seed="11")
        browser = Browser(client, path)
        play_on(browser, generator, 7)
        browser.turn()
        state, log = browser.state, browser.log
    with server(tmp_path) as client:
        again = Browser(client, path)
        again.turn()
        assert {**again.state, "lines": state["lines"], "fresh": state["fresh"]} == state
        assert again.log == log
        play_on(again, generator)
        assert again.state["result"]


def test_agents_do_the_same_after_a_restart_as_without_one(tmp_path):
    logs = []
    for stops in (False, True):
        folder, generator = tmp_path / str(stops), np.random.default_rng(8)
        with server(folder) as client:
            path = open_table(client, "comrade", "me", *["casual"] * 4, seed="2")
            browser = Browser(client, path)
            play_on(browser, generator, 3)
            if not stops:
                play_on(browser, generator, 3)
                browser.turn()
                logs.append(browser.log)
                continue
        with server(folder) as client:
            browser = Browser(client, path)
            play_on(browser, generator, 3)
            browser.turn()
            logs.append(browser.log)
    assert logs[0] == logs[1]


def test_taking_back_keeps_the_cards_to_come_and_is_told(tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "cogdrive_neon", "me", "casual", seed="3"))
        assert browser.refused(do="undo", decision=0) == "nothing_to_undo"
        browser.turn()
        before, log, action = browser.state, browser.log, browser.state["actions"][-1][0]
        browser.act(action)
        browser.turn()
        after = browser.log
        while browser.state["decision"] > before["decision"]:  # this one, and those that it was asked for since
            decided = browser.state["decision"]
            browser.say(do="undo", decision=decided)
            browser.see(
                lambda now, decided=decided: now["yours"] and now["decision"] < decided, "a decision taken back"
            )
        assert browser.log == log and browser.state["actions"] == before["actions"]
        assert browser.state["seats"][0]["undone"] >= 1
        browser.act(action)
        browser.turn()
        assert browser.log == after


def test_a_hint_names_legal_actions_and_is_told(tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "beginner"))
        browser.turn()
        browser.say(do="hint")
        told = browser.hear("hint")
        assert told["best"] and set(told["best"]) <= {action for action, _ in browser.state["actions"]}
        assert len(told["lines"]) >= len(told["best"]) and "simulations" in told["lines"][0]
        assert browser.state["seats"][0]["hints"] == 1 and told["decision"] == browser.state["decision"]


def test_a_hint_tells_nobody_else_whose_turn_it_is(tmp_path, monkeypatch):
    """Not while the game goes on: at its end others see who has been helped how often."""
    go_on = threading.Event()
    monkeypatch.setattr(hub, "hint", lambda *_: (go_on.wait(10), ([], []))[1])
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        mine = Browser(client, path)
        invite = mine.state["seats"][1]["invite"]
        answer = client.post(f"/join/{path.split('/')[0]}/1/{invite}", data={"name": "Bob"})
        other = Browser(client, answer.headers["location"].removeprefix("/table/"))
        watcher = Browser(client, path.split("/")[0])
        mine.see(lambda now: now["seats"][1]["present"], "the other one")
        mine.say(do="hint")
        mine.see(lambda now: now["seats"][0]["hints"], "a hint counted")
        assert other.refused(do="hint") == "not_your_turn"  # and not that a hint is under way
        assert other.state["seats"][0]["hints"] == watcher.state["seats"][0]["hints"] == 0
        for number in range(7):  # four of a kind in one column, three in the next
            player, waiting = (mine, other) if number % 2 == 0 else (other, mine)
            player.act(number % 2)
            waiting.turn()
        go_on.set()
        for browser in (other, watcher):
            browser.see(lambda now: not now["running"], "the end")
            assert browser.state["seats"][0]["hints"] == 1


def test_whoever_waits_for_a_hint_can_go_on(tmp_path, monkeypatch):
    search, go_on = hub.hint, threading.Event()

    def slow(*given):
        go_on.wait(10)
        return search(*given)

    monkeypatch.setattr(hub, "hint", slow)
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        browser, again = Browser(client, path), Browser(client, path)
        browser.say(do="hint")
        assert browser.refused(do="hint") == "thinking"  # at once, not after the first one
        again.say(do="hint")
        assert again.hear("hint")["decision"] is None  # so that its page waits for nothing
        assert browser.act(3)["decision"] == 1
        assert browser.state["seats"][0]["hints"] == 1
        go_on.set()
        while (told := browser.hear("hint"))["decision"] is None:
            pass
        assert told["decision"] == 0 and told["best"]


def test_who_leaves_and_comes_back_begins_no_second_search(tmp_path, monkeypatch):
    go_on = threading.Event()
    monkeypatch.setattr(hub, "hint", lambda *_: (go_on.wait(10), 1 // 0))
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        browser = Browser(client, path)
        browser.say(do="hint")
        browser.see(lambda now: now["seats"][0]["hints"], "a hint counted")
        browser.close()
        browser = Browser(client, path)
        assert browser.refused(do="hint") == "thinking"
        go_on.set()
        searching = client.app.state.hub._hinting
        until(lambda: not searching, "the end of the first search")
        assert browser.refused(do="hint") == "failed"
        browser.see(lambda now: now["seats"][0]["hints"] >= 2, "a second hint counted")


def test_an_agent_stands_in_for_a_person_who_is_away_until_it_is_back(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        host = Browser(client, path)
        invite = host.state["seats"][1]["invite"]
        guest_path = client.post(f"/join/{path.split('/')[0]}/1/{invite}", data={"name": "Bo"}).headers["location"]
        guest = Browser(client, guest_path.removeprefix("/table/"))
        assert guest.refused(do="hand_over", seat=0, level="casual") == "not_owner"
        assert host.refused(do="hand_over", seat=7, level="beginner") == "no_such_seat"
        assert host.refused(do="hand_over", seat=1, level="beginner") == "present"
        guest.close()
        host.see(lambda now: not now["seats"][1]["present"], "the guest gone")
        host.say(do="hand_over", seat=1, level="beginner")
        host.see(lambda now: now["seats"][1]["stands_in"], "an agent standing in")
        host.turn()
        host.act(0)
        assert host.turn() and host.state["decision"] >= 1
        guest = Browser(client, guest_path.removeprefix("/table/"))
        guest.say(do="return")
        host.see(lambda now: now["running"] and not now["seats"][1]["stands_in"], "the guest back")


def test_agents_alone_play_while_somebody_looks_at_the_pace_that_is_set(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "beginner", "beginner")
        owner = Browser(client, path)
        assert owner.state["owner"] and "pace" in owner.state["may"] and owner.state["picture"]
        owner.say(do="pace", seconds=0.05)
        owner.see(lambda now: not now["running"], "the end")
        assert len(owner.log) >= 7


def test_a_halted_game_waits_until_it_is_let_go_on(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "beginner", "beginner")
        owner = Browser(client, path)
        owner.say(do="pace", seconds=0)
        owner.see(lambda now: not now["pace"], "a halt")
        with held(client, path.split("/")[0]) as room:
            until(room.task.done, "halted agents")
            decided = len(room.table.record.actions)
            assert room.table.running
            owner.say(do="pace", seconds=0.05)
            owner.see(lambda _: len(room.table.record.actions) > decided, "a further decision")


def test_what_nobody_saw_is_not_sent(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        one, two = Browser(client, path), Browser(client, path)
        heard = len(two.heard)
        assert one.refused(do="act", decision=0, action=99) == "not_legal"
        assert two.refused(do="undo", decision=0) == "others_play"
        assert len(two.heard) - heard < 200 and two.pictures == 1


def test_what_has_been_shown_at_the_end_cannot_be_taken_back(tmp_path):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "beginner"))
        play_on(browser, np.random.default_rng(1))
        assert browser.refused(do="undo", decision=browser.state["decision"]) == "game_over"
        assert not browser.state["running"]


def test_an_agent_that_fails_once_is_forgiven(tmp_path, monkeypatch):
    failures, decided = [1], hub._action

    def failing(agent, view):
        if failures:
            raise CogitableError(f"the endpoint does not answer ({failures.pop()})")
        return decided(agent, view)

    monkeypatch.setattr(hub, "_action", failing)
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "beginner", "me")
        browser = Browser(client, path)
        browser.see(lambda now: now["trouble"], "trouble")
        assert "the endpoint does not answer" in browser.state["trouble"]
        browser.close()
        browser = Browser(client, path)
        assert browser.turn()
        browser.see(lambda now: not now["trouble"], "no trouble")


def test_trouble_with_an_agent_is_over_where_none_has_to_decide_any_more(tmp_path, monkeypatch):
    def failing(*_):
        raise CogitableError("the endpoint does not answer")

    monkeypatch.setattr(hub, "_action", failing)
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "beginner"))
        browser.act(3)
        browser.see(lambda now: now["trouble"], "trouble")
        browser.say(do="undo", decision=1)
        browser.see(lambda now: now["yours"] and not now["trouble"], "no trouble")


def test_a_table_that_cannot_be_drawn_says_so(tmp_path, monkeypatch):
    with server(tmp_path) as client:
        browser = Browser(client, open_table(client, "connect_four", "me", "open"))
        monkeypatch.setattr(hub.Room, "content", lambda *_: 1 // 0)
        browser.say(do="act", decision=0, action=3)
        assert browser.hear("error")["error"] == "failed"
        monkeypatch.undo()


def test_whoever_plays_does_not_wait_for_those_who_look_on(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "connect_four", "me", "open")
        player, watcher = Browser(client, path), Browser(client, path.split("/")[0])
        spectators = client.app.state.hub.looking_on
        client.portal.call(spectators.acquire)  # somebody else's picture is being drawn
        assert player.act(3)["tell"] == "table"
        seen = watcher.pictures
        client.portal.call(spectators.release)
        watcher.see(lambda _: watcher.pictures > seen, "a picture")
        assert "player_0: column 3" in watcher.log


def test_what_can_be_worked_out_is_shown_on_demand_and_others_see_that_it_was(tmp_path):
    with server(tmp_path) as client:
        path = open_table(client, "comrade", "me", "open", *["beginner"] * 3)
        browser, other = Browser(client, path), Browser(client, path.split("/")[0])
        assert not browser.state["infers"] and "infer" in browser.state["may"]
        assert "probabilities" not in browser.state["text"] and "yes" not in browser.state["text"].split()
        before = browser.pictures
        browser.say(do="infer", told=True)
        browser.see(lambda now: now["infers"], "what can be worked out")
        assert "probabilities" in browser.state["text"] and browser.pictures > before
        other.see(lambda now: now["seats"][0]["inferred"], "that it was worked out")
        browser.say(do="infer", told=False)
        browser.see(lambda now: not now["infers"], "nothing worked out")
        assert "probabilities" not in browser.state["text"] and browser.state["seats"][0]["inferred"]
        assert browser.refused(do="infer", told=1) == "malformed"
        assert other.refused(do="infer", told=True) == "not_playing"


def test_games_in_which_nothing_is_worked_out_do_not_offer_it(tmp_path):
    with server(tmp_path) as client:
        assert "infer" not in Browser(client, open_table(client, "connect_four", "me", "open")).state["may"]
