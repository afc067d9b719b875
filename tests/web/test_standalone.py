"""A replay as one page: everything in it, nothing from elsewhere, and the pictures those that the game draws."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re

import numpy as np
import pytest
from PIL import Image
from web_tables import all_games, random_replay

import cogitable
from cogitable.envs.table import spots
from cogitable.envs.table.errors import OptionError
from cogitable.envs.table.files.reel import Reel
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.views import PUBLIC
from cogitable.training.web import replays, standalone
from cogitable.training.web.chances import Curve, swings

_HIDING = {"cogs_and_commissars": {"num_players": 3}}
"""Options with which others do not notice that a seat was asked, where a game has any."""


def content_of(page):
    packed = re.search(r'id="content">([^<]*)<', page)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def picture(pictures, frame):
    """Return a picture as the page's script puts it together."""
    sheets = [Image.open(io.BytesIO(base64.b64decode(sheet))).convert("RGBA") for sheet in pictures["sheets"]]
    image = Image.new("RGBA", (pictures["width"], pictures["height"]), "black")
    for number, left, top in np.reshape(pictures["frames"][frame], (-1, 3)).tolist():
        sheet, x, y, wide, high = pictures["sprites"][number]
        image.alpha_composite(sheets[sheet].crop((x, y, x + wide, y + high)), (left, top))
    return np.asarray(image.convert("RGB"))


@pytest.fixture(scope="module")
def shown():
    replay, log = random_replay("comrade", decisions=3)
    return replay, log, cogitable.show(replay, seats=[None, 1])


def test_every_position_is_told_as_every_seat_that_is_wanted(shown):
    replay, log, page = shown
    content = content_of(page.html)
    assert set(content["told"]) == {"all", "1"}
    for name, seat in (("all", None), ("1", 1)):
        for number, position in enumerate(replay.play()):  # everybody notices every decision
            text, lines = content["told"][name][number]
            assert content["strings"][text] == log.setup.text(position.states, seat)
            assert [content["strings"][line] for line in lines] == log.at(number, seat)
    assert content["returns"] == replay.returns


def test_pictures_are_those_of_the_game(shown):
    replay, log, page = shown
    pictures, positions = content_of(page.html)["pictures"], list(replay.play())
    assert len(pictures["frames"]) == 2 * len(positions)
    for number, seat, frame in ((0, None, 0), (len(positions) - 1, 1, 2 * len(positions) - 1)):
        drawn = spots.draw(log.setup, positions[number].states, seat).pixels
        apart = np.abs(picture(pictures, frame).astype(int) - drawn)
        assert apart.mean() < 3  # the sheets are compressed


@pytest.mark.parametrize("name", all_games())
def test_a_page_for_some_seats_says_nothing_that_they_have_not_perceived(name, monkeypatch):
    """Pictures and the curve itself, which take long, are left out; every decision moves somebody's chance."""
    replay, log = random_replay(name, decisions=40)
    steps = range(len(replay.steps) + 1)
    monkeypatch.setattr(replays, "curve", _rising)
    monkeypatch.setattr(replays, "swings", lambda found: swings(found, most=40))
    monkeypatch.setattr(standalone, "_album", lambda *_: None)
    for seats, view in (([1], 1), ([0, 1], PUBLIC)):
        perceived = {line for step in steps for line in log.at(step, view)} | {""}
        assert content_of(cogitable.show(replay, seats=seats, kilobytes=3000).html)["chances"] is None
        content = content_of(cogitable.show(replay, seats=seats, kilobytes=3000, chances=True).html)
        assert set(content["told"]) == {str(seat) for seat in seats}
        assert len(content["chances"]["swings"]) > 5
        assert {swing["line"] for swing in content["chances"]["swings"]} <= perceived


@pytest.mark.parametrize("name", all_games())
def test_a_page_for_some_seats_stops_only_where_they_notice_a_decision(name, monkeypatch):
    """Else the number of its stops would tell how often others were asked for what they may hide."""
    replay, log = random_replay(name, decisions=60, **_HIDING.get(name, {}))
    monkeypatch.setattr(standalone, "_album", lambda *_: None)
    game = log.setup.game
    for seats in ([0], [1], [0, 1]):
        stops = Reel(replay, game).stops(seats)
        page = cogitable.show(replay, seats=seats, kilobytes=3000).html
        content = content_of(page)
        assert re.search(r'data-last="(\d+)"', page)[1] == re.search(r' max="(\d+)"', page)[1] == str(len(stops) - 1)
        for seat in seats:
            told = content["told"][str(seat)]
            assert len(told) == len(stops)
            assert [content["strings"][line] for _, lines in told for line in lines] == log.lines(seat)
            if len(seats) == 1:  # every stop but the first follows on a decision that the seat has noticed
                assert all(lines for _, lines in told[1:])


@pytest.mark.parametrize("name", all_games())
def test_what_a_seat_does_not_notice_changes_no_byte_of_its_page(name, monkeypatch):
    """A game is broken off before and after a decision that a seat does not notice; it is not asked itself then."""
    replay, log = random_replay(name, decisions=60, **_HIDING.get(name, {}))
    monkeypatch.setattr(standalone, "_album", lambda *_: None)
    actions = [step.action for step in replay.steps]
    hidden = [
        (number, seat)
        for seat in range(log.setup.num_seats)
        for number in range(1, len(actions) + 1)
        if not log.at(number, seat) and (number == len(actions) or replay.steps[number].seat != seat)
    ]
    assert hidden or name not in _HIDING
    for number, seat in hidden[:: max(1, len(hidden) // 3)]:
        before, after = (
            Replay.of(log.setup, actions[:most], generator=replay.generator) for most in (number - 1, number)
        )
        pages = [cogitable.show(one, seats=[seat], kilobytes=3000).html for one in (before, after)]
        assert content_of(pages[0]) == content_of(pages[1])
        assert pages[0] == pages[1]


def test_chances_on_the_page_of_one_seat_stand_at_its_stops(monkeypatch):
    replay, log = random_replay("cogs_and_commissars", decisions=60, **_HIDING["cogs_and_commissars"])
    monkeypatch.setattr(standalone, "_album", lambda *_: None)
    stops = Reel(replay, log.setup.game).stops([1])
    assert len(stops) < 61
    monkeypatch.setattr(replays, "curve", _rising)
    chances = content_of(cogitable.show(replay, seats=[1], kilobytes=3000, chances=True).html)["chances"]
    assert [point[0] for point in chances["points"]] == list(range(len(stops)))
    assert {swing["number"] for swing in chances["swings"]} <= set(range(len(stops)))


def _rising(setup, last, states, seconds):
    """Every stop moves every chance."""
    states(last)  # there is a position at each
    return Curve("nobody", list(range(last + 1)), np.linspace(0, 1, last + 1)[:, None] * np.ones(setup.num_seats))


@pytest.mark.parametrize("seats", [["0"], [1.0], [True], "0", 1, [], [5], [-1]], ids=repr)
def test_what_is_no_seat_is_refused(seats):
    replay, _ = random_replay("connect_four", decisions=2)
    with pytest.raises(OptionError, match="there are 0 to 1, and None for all"):
        cogitable.show(replay, seats=seats, chances=False)


def test_the_page_asks_nobody_for_anything(shown):
    page = shown[2].html
    assert "default-src 'none'" in page
    assert "://" not in re.sub(r"http://www\.w3\.org/\S+|\$\{[^}]*\}//", "", page)
    assert not re.search(r'<(img|script|link|iframe)[^>]*(src|href)="[^"]', page)
    assert 'srcdoc="' in shown[2]._repr_html_() and "<script" not in shown[2]._repr_html_()


def test_a_page_is_no_larger_than_it_may_be(tmp_path):
    replay, _ = random_replay("connect_four")
    page = cogitable.show(replay)
    smaller = cogitable.show(replay, seats=[None], kilobytes=130, chances=False)
    assert len(smaller.html) < min(130_000, len(page.html))
    assert content_of(smaller.html)["chances"] is None and content_of(page.html)["chances"]["points"]
    with pytest.raises(OptionError, match="not 20 kB"):
        cogitable.show(replay, kilobytes=20, chances=False)
    assert page.save(tmp_path / "replay.html").read_text() == page.html
