"""Tables in a real browser: by clicks, by keyboard, on a phone, with two persons, through a server that is killed."""

from __future__ import annotations

import random

import pytest
from web_server import GAMES
from web_tables import random_replay

import cogitable
from cogitable.envs.table import spots

pytestmark = pytest.mark.browser

READY = ".dot.yours, #result:not([hidden])"
SHORT = {"connect_four": 0, "cogdrive_neon": 0}  # games that end soon by themselves; others are cut off


_CLICK = """number => {
    const spots = document.querySelectorAll(".spot");
    spots[number % spots.length].click();
    const entries = document.querySelectorAll("#menu:not([hidden]) button");
    if (entries.length) entries[number % entries.length].click();
}"""
"""A hot spot, and an entry of its menu if one opens; one that is drawn over another would catch a real click."""


def open_table(page, served, game, *seats, **fields):
    """Open a table by the form and wait for it."""
    page.goto(f"{served.at}/games/{game}/new")
    page.click("summary")
    for name, text in fields.items():
        page.fill(f"[name='option.{name}']", text)
    for seat, who in enumerate(seats):
        page.select_option(f"[name='seat.{seat}']", who)
    page.click("button.main")
    page.wait_for_selector("#dot.yours, #dot.waiting")


def over(page):
    """Wait for this seat's turn; True if the game is over."""
    page.wait_for_selector(READY)
    page.wait_for_selector(".actions button[aria-disabled=false], #result:not([hidden])")  # time to read has passed
    return page.is_visible("#result")


def told(page):
    return page.inner_text("#log")


def click_somewhere(page, draw):
    """Click a hot spot, and an entry of its menu if one opens."""
    page.wait_for_selector(".spot[aria-disabled=false]")
    before = told(page)
    page.evaluate(_CLICK, draw.randrange(1000))
    wait_for_news(page, before)


def wait_for_news(page, before):
    for _ in range(1500):
        if told(page) != before or page.is_visible("#result"):
            return
        page.wait_for_timeout(20)
    raise AssertionError("nothing has happened")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicks(game, pages, served):
    page, draw = pages(), random.Random(4)
    fields = {} if game in SHORT else {"max_decisions": "60"}
    open_table(page, served, game, **fields)
    clicks = 0
    while not over(page):
        click_somewhere(page, draw)
        clicks += 1
    assert clicks > 0
    assert page.locator("#results li").count() >= 1
    page.click("#replay")
    page.wait_for_url("**/replay/*")
    page.wait_for_selector("#number:has-text('/')")  # its script has begun
    page.keyboard.press("End")
    page.wait_for_selector("#outcome:not(:empty)")
    page.wait_for_selector("#chances:not([hidden])")


def test_a_click_at_a_place_of_the_picture_plays_what_is_there(pages, served):
    page = pages()
    open_table(page, served, "connect_four", "me", "beginner")
    page.wait_for_selector("#spots .spot[aria-disabled=false]")  # with the picture that they lie on
    box = page.locator("#picture").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 3.5 / 7, box["y"] + box["height"] / 2)
    wait_for_news(page, "")
    assert "player_0: column 3" in told(page)


def test_spots_wait_for_the_picture_that_they_lie_on(pages, served):
    page = pages()
    slow = """() => {
        const url = URL.createObjectURL;
        window.withheld = [];
        URL.createObjectURL = blob => { withheld.push(blob); return ""; };
        window.release = () => { document.getElementById("picture").src = url(withheld.pop()); };
    }"""
    open_table(page, served, "cogdrive_neon")
    over(page)
    page.wait_for_selector(".spot")
    page.evaluate(slow)
    page.click("#actions button >> nth=0")
    page.wait_for_function("() => window.withheld.length > 0")  # the page forbids eval, which a bare expression needs
    over(page)
    assert page.locator(".spot").count() and page.is_hidden(".spot") and page.is_visible("#actions button")
    page.evaluate("release()")
    page.wait_for_selector(".spot")


def test_a_sharp_screen_gets_a_sharp_picture_with_everything_in_its_place(pages, served):
    sharp, draw = pages(device_scale_factor=2), random.Random(6)
    open_table(sharp, served, "cogdrive_neon")
    over(sharp)
    usual = pages()
    usual.goto(sharp.url)
    over(usual)
    places = []
    for page, width in ((sharp, 2560), (usual, 1280)):
        page.wait_for_function("width => document.getElementById('picture').naturalWidth === width", arg=width)
        places.append(page.evaluate("[...document.querySelectorAll('.spot')].map(spot => spot.style.cssText)"))
    assert places[0] == places[1] and places[0]
    assert sharp.locator("#picture").bounding_box() == usual.locator("#picture").bounding_box()
    before = told(usual)
    click_somewhere(sharp, draw)
    wait_for_news(usual, before)


def test_whoever_looks_on_sees_the_table(pages, served):
    page, watching = pages(), pages()
    open_table(page, served, "cogdrive_neon")
    over(page)
    watching.goto(page.locator("#watch").evaluate("link => link.href"))
    watching.wait_for_selector("#status:text-is('Looking on.')")
    watching.wait_for_function("document.getElementById('picture').naturalWidth === 1280")
    before = watching.get_attribute("#picture", "src")
    click_somewhere(page, random.Random(1))
    watching.wait_for_function(
        "before => document.getElementById('picture').getAttribute('src') !== before", arg=before
    )
    assert watching.locator(".spot, #actions button").count() == 0


def test_two_persons_in_two_browsers(pages, served):
    one, two = pages(), pages()
    open_table(one, served, "connect_four", "me", "open")
    assert "on this computer alone" in one.inner_text("#seats")  # as its address is 127.0.0.1
    two.goto(one.input_value("[data-invite='1']"))
    two.fill("#name", "Bo")
    two.click("button.main")
    two.wait_for_selector("#dot.waiting, #dot.yours")
    one.wait_for_selector("text=player_1: Bo")
    draw = random.Random(2)
    for _ in range(4):
        mover = one if one.is_visible(".dot.yours") else two
        click_somewhere(mover, draw)
        other = two if mover is one else one
        over(other)
    assert told(one) == told(two)
    two.reload()
    two.wait_for_selector("#log li")
    assert told(two) == told(one)


def test_who_has_an_agent_standing_in_is_told_so(pages, served):
    one, two = pages(), pages()
    open_table(one, served, "connect_four", "me", "open")
    two.goto(one.input_value("[data-invite='1']"))
    two.click("button.main")
    two.wait_for_selector("#dot.waiting, #dot.yours")
    two.goto("about:blank")
    one.select_option("[data-hand-over='1']", "beginner")
    two.go_back()
    two.wait_for_selector("#status:text-is('An agent stands in for you.')")
    two.click("#return")
    two.wait_for_selector("#status:not(:text('An agent'))")


def test_a_killed_server_comes_back_with_the_game(pages, served):
    page, draw = pages(quiet=False), random.Random(3)  # the console tells that the server is gone
    open_table(page, served, "cogdrive_neon")
    for _ in range(4):
        over(page)
        click_somewhere(page, draw)
    over(page)
    before = told(page)
    served.kill()
    page.wait_for_selector(".dot.gone")
    served.start()
    page.wait_for_selector(".dot.yours")
    assert told(page) == before
    click_somewhere(page, draw)


def test_everything_can_be_done_by_keyboard(pages, served):
    page = pages()
    open_table(page, served, "cogdrive_neon")
    for number in range(6):
        if over(page):
            break
        before = told(page)
        if number % 2:
            page.keyboard.press("1")
        else:
            page.focus("#actions button")
            page.keyboard.press("Enter")
        wait_for_news(page, before)
    over(page)
    before = told(page)
    page.keyboard.press("u")
    wait_for_news(page, before)
    page.keyboard.press("h")
    page.wait_for_selector("#hints li")
    assert page.get_attribute("#log", "aria-live") == "polite"


def test_what_is_pressed_twice_or_held_down_is_decided_once(pages, served):
    page = pages()
    open_table(page, served, "cogdrive_neon")
    over(page)
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page.reload()
    for twice in (
        lambda: page.dblclick("#actions button >> nth=0", delay=10),
        lambda: [page.keyboard.down("1") for _ in range(5)],  # those after the first are repeated ones
        lambda: page.dblclick("#undo"),
    ):
        over(page)
        sent.clear()
        twice()
        page.wait_for_timeout(600)
        page.keyboard.up("1")
        assert len(sent) == 1


def test_what_has_not_changed_stays_as_it_is(pages, served):
    """The focus and the place in the log, while another comes and goes; a new question takes the focus over."""
    one, two = pages(), pages()
    open_table(one, served, "connect_four", "me", "open")
    two.goto(one.input_value("[data-invite='1']"))
    two.click("button.main")
    for mover in (one, two, one, two):
        over(mover)
        mover.focus("#actions button >> nth=1")
        before = told(mover)
        mover.keyboard.press("Enter")
        wait_for_news(mover, before)
    over(one)
    assert one.evaluate("document.activeElement.closest('#actions') !== null")  # not thrown out of the list
    one.focus("#actions button >> nth=2")
    held = one.evaluate_handle("document.activeElement")
    one.evaluate("document.getElementById('log').scrollTop = 0")
    two.goto(served.at)
    one.wait_for_selector("text=(away)")
    assert one.evaluate("held => document.activeElement === held", held)
    assert one.evaluate("document.getElementById('log').scrollTop") == 0


def test_a_phone_shows_the_table_without_scrolling_sideways(pages, served):
    page, draw = pages(390, 844, has_touch=True, is_mobile=True), random.Random(1)
    open_table(page, served, "cogdrive_neon")
    for _ in range(3):
        over(page)
        click_somewhere(page, draw)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#picture").bounding_box()
    assert box["width"] > 350


def test_agents_are_watched_halted_and_hurried(pages, served):
    page = pages()
    open_table(page, served, "connect_four", "beginner", "expert")
    page.click("[data-pace='0']")
    page.wait_for_selector("[data-pace='0'][aria-pressed=true]")
    page.click("[data-pace='0.05']")
    page.wait_for_selector("#result:not([hidden])")
    assert page.locator("#log li").count() >= 7


def test_a_form_shows_its_errors_beside_the_fields(pages, served):
    page = pages(quiet=False)  # the console tells of the refused form
    page.goto(f"{served.at}/games/brass_empire/new")
    page.click("summary")
    page.fill("[name='option.corporations']", "Nobody, Noone")
    page.click("button.main")
    assert "is no corporation" in page.inner_text("[id='error-option.corporations']")


def test_rules_and_cards_open_beside_the_table(pages, served):
    page = pages()
    open_table(page, served, "cogdrive_neon")
    over(page)
    page.click("a.aside >> text=Cards")
    page.wait_for_selector("#drawer-content tbody tr")
    everything = page.locator("#drawer-content tbody tr:visible").count()
    page.fill("#drawer-find", page.inner_text("#drawer-content tbody tr td >> nth=0"))
    assert 0 < page.locator("#drawer-content tbody tr:visible").count() < everything
    page.focus("#drawer")
    before = told(page)
    for key in "1uhb":
        page.keyboard.press(key)
    page.wait_for_timeout(400)
    assert told(page) == before and page.is_visible("#drawer")  # who reads there does not play
    page.keyboard.press("Escape")
    assert page.is_hidden("#drawer") and page.evaluate("document.activeElement.textContent") == "Cards"
    page.click("a.aside >> text=Rules")
    page.wait_for_selector("#drawer-content article h1")


def test_what_can_be_worked_out_is_shown_on_demand(pages, served):
    page = pages()
    open_table(page, served, "comrade")
    over(page)
    before = page.get_attribute("#picture", "src")
    page.keyboard.press("b")
    page.wait_for_selector("#infer[aria-pressed=true]")
    page.wait_for_function("before => document.getElementById('picture').getAttribute('src') !== before", arg=before)
    assert "shown what can be worked out" in page.inner_text("#seats .you")


def step_through(page, last):
    """Go through a replay by keys, by its curve and by what moved chances most."""
    page.wait_for_selector("#chances:not([hidden])")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(f"#number:text-is('1 / {last}')")
    page.wait_for_selector("#log:not(:empty)")  # comes with the picture, after the number
    page.keyboard.press("End")
    page.wait_for_selector("#outcome:not(:empty)")
    box = page.locator("#curve").bounding_box()
    page.mouse.click(box["x"] + 1, box["y"] + 10)
    page.wait_for_selector(f"#number:text-is('0 / {last}')")
    told = page.inner_text("#swings button >> nth=0")
    page.click("#swings button >> nth=0")
    page.wait_for_selector(f"#number:text-is('{told.split('.')[0]} / {last}')")
    assert "%" in page.inner_text("#legend")


def test_a_replay_is_stepped_through_on_the_server_and_without_one(pages, served, tmp_path):
    replay, _ = random_replay("connect_four")
    last, path = len(replay.steps), replay.save(tmp_path / "game.replay.json")
    page = pages()
    page.goto(f"{served.at}/replays")
    page.set_input_files("#file", path)
    page.wait_for_url("**/replay/*")
    step_through(page, last)
    alone = pages()
    alone.goto(cogitable.show(replay).save(tmp_path / "game.html").as_uri())
    step_through(alone, last)
    whole = "() => { const c = document.getElementById('canvas'); return c.toDataURL(); }"
    alone.keyboard.press("Home")
    alone.wait_for_timeout(300)
    begun = alone.evaluate(whole)
    alone.keyboard.press("End")
    alone.wait_for_function("begun => document.getElementById('canvas').toDataURL() !== begun", arg=begun)
    alone.keyboard.press("Home")
    alone.wait_for_function("begun => document.getElementById('canvas').toDataURL() === begun", arg=begun)
    for shown in (page, alone):
        shown.select_option("#seat", "0")
        shown.wait_for_timeout(300)
    page.wait_for_function("document.getElementById('picture').naturalWidth === 630")
    drawn = "canvas => [...canvas.getContext('2d').getImageData(315, 495, 1, 1).data]"
    number = int(alone.inner_text("#number").split()[0])
    position = list(replay.play())[number]
    wanted = spots.draw(replay.setup(), position.states, 0).pixels[495, 315]
    found = alone.locator("#canvas").evaluate(drawn)[:3]
    assert max(abs(int(a) - b) for a, b in zip(wanted, found, strict=True)) < 30
