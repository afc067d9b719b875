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
from cogitable.envs.table.views import PUBLIC
from cogitable.training.web import replays, standalone
from cogitable.training.web.chances import Curve, swings


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
        for number, position in enumerate(replay.play()):
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
    moving = np.linspace(0, 1, len(steps))[:, None] ** np.arange(1, log.setup.num_seats + 1)
    monkeypatch.setattr(replays, "curve", lambda *_: Curve("nobody", list(steps), moving))
    monkeypatch.setattr(replays, "swings", lambda found: swings(found, most=40))
    monkeypatch.setattr(standalone, "_album", lambda *_: None)
    for seats, view in (([1], 1), ([0, 1], PUBLIC)):
        perceived = {line for step in steps for line in log.at(step, view)} | {""}
        assert content_of(cogitable.show(replay, seats=seats, kilobytes=3000).html)["chances"] is None
        content = content_of(cogitable.show(replay, seats=seats, kilobytes=3000, chances=True).html)
        assert set(content["told"]) == {str(seat) for seat in seats}
        assert len(content["chances"]["swings"]) > 5
        assert {swing["line"] for swing in content["chances"]["swings"]} <= perceived


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
    with pytest.raises(OptionError, match="there are 0 to 1"):
        cogitable.show(replay, seats=[5])
    assert page.save(tmp_path / "replay.html").read_text() == page.html
