"""Forms made from options: every option of every game, with its limits, and errors beside the field."""

from __future__ import annotations

import re

import pytest
from game_cases import CASES
from web_tables import all_games, open_table, server

from cogitable.envs.cogdrive_neon.cards import DEFAULT
from cogitable.training.web import forms

FORMED = [case for case in CASES if case[2] not in ("kuhn_poker", "treasure", "brass_empire-battle")]


def filled(game, options):
    """Return a form as a person fills it in for some options."""
    form = {forms.PREFIX + field.name: field.default for field in forms.fields(game)}
    return form | {forms.PREFIX + name: forms.written(value) for name, value in options.items()}


@pytest.mark.parametrize("name", all_games())
def test_every_option_has_a_field_with_what_it_means(name):
    game = all_games()[name]
    assert [field.name for field in forms.fields(game)] == list(game.options.model_fields)
    for field in forms.fields(game):
        assert field.text and field.kind in ("number", "choice", "text", "cards")


@pytest.mark.parametrize("name", all_games())
def test_the_form_as_it_stands_at_first_is_the_usual_game(name):
    game = all_games()[name]
    read = forms.read(game, filled(game, {}))
    assert read.errors == {} and read.options == {}
    assert read.setup.digest == game.setup().digest


@pytest.mark.parametrize(("game", "options"), [case[:2] for case in FORMED], ids=[case[2] for case in FORMED])
def test_options_come_through_a_form_unchanged(game, options):
    read = forms.read(game, filled(game, options))
    assert read.errors == {}
    assert read.setup.digest == game.setup(**options).digest


@pytest.mark.parametrize(
    ("game", "option", "text", "told"),
    [
        ("comrade", "num_players", "99", "must be at most 10"),
        ("comrade", "max_turns", "many", "must be a whole number"),
        ("comrade", "claims", "perhaps", "must be true or false"),
        ("brass_empire", "mode", "chess", "'standard'"),
        ("brass_empire", "equal_turns", "yes", "is for mode 'solitaire'"),
        ("brass_empire", "corporations", "Nobody, Noone", "is no corporation"),
        ("brass_empire", "cards", "format = 1\nemployee = 3", "employee"),
        ("cogdrive_neon", "cards", "/etc/passwd", "this is not TOML"),
        ("great_machine", "heroes", "A, B, C", "the Heroes are"),
        ("great_machine", "city", "nowhere", "it must be normal 1"),
        ("great_machine_coop", "missions", "I, II", "names 'I'"),
        ("cogs_and_commissars", "first_player", "17", "the seats are 0 to 1, or 'drawn'"),
    ],
)
def test_errors_stand_beside_their_field(game, option, text, told, tmp_path):
    with server(tmp_path) as client:
        answer = client.post(f"/games/{game}/new", data={f"option.{option}": text, "seat.0": "me"})
    assert answer.status_code == 422
    beside = re.search(rf'<p class="error" id="error-option.{option}">(.*?)</p>', answer.text, re.DOTALL)
    assert beside and told in beside[1].replace("&#39;", "'")
    assert f'aria-describedby="error-option.{option}"' in answer.text
    assert text.replace("'", "&#39;") in answer.text  # what was written is still there


@pytest.mark.parametrize(
    ("fields", "place", "told"),
    [
        ({"seat.0": "me", "seat.1": "me"}, "seat.1", "one seat"),
        ({"seat.0": "me", "seat.1": "casual,seconds=9"}, "seat.1", "there is no level"),
        ({"seat.0": "me"}, "seat.1", "there is no level"),
        ({"seat.0": "me", "seat.1": "open", "seed": "-1"}, "seed", "whole number"),
        ({"seat.0": "me", "seat.1": "open", "seed": "9" * 60}, "seed", "whole number"),
    ],
)
def test_errors_of_seats_and_seed_stand_there(fields, place, told, tmp_path):
    with server(tmp_path) as client:
        answer = client.post("/games/connect_four/new", data=fields)
    beside = re.search(rf'id="error-{place}">(.*?)</p>', answer.text, re.DOTALL)
    assert answer.status_code == 422 and beside and told in beside[1]


def test_options_that_make_more_seats_than_the_form_shows_are_told_of(tmp_path):
    """In team mode there are four seats where no number is given, and the form gives none that is the usual one."""
    game = all_games()["brass_empire"]
    form = filled(game, {"mode": "team"}) | {"seat.0": "me", **{f"seat.{seat}": "beginner" for seat in range(1, 6)}}
    with server(tmp_path) as client:
        answer = client.post("/games/brass_empire/new", data=form)
        assert answer.status_code == 422 and "there are 4 seats" in answer.text
        answer = client.post("/games/brass_empire/new", data=form | {"option.num_players": "4"})
        assert answer.status_code == 303


@pytest.mark.parametrize("name", all_games())
def test_every_form_can_be_shown_and_sent_as_it_is(name, tmp_path):
    with server(tmp_path) as client:
        page = client.get(f"/games/{name}/new").text
        for field in forms.fields(all_games()[name]):
            assert f'name="option.{field.name}"' in page
        seats = [re.search(rf'name="seat.{n}".*?value="(\w+)" selected', page, re.DOTALL)[1] for n in range(2)]
        count = all_games()[name].setup().num_seats
        assert open_table(client, name, seats[0], *[seats[1]] * (count - 1), **filled(all_games()[name], {}))


@pytest.mark.parametrize("name", all_games())
def test_the_lobby_shows_pictures_rules_and_cards(name, tmp_path):
    game = all_games()[name]
    with server(tmp_path) as client:
        assert game.title in client.get("/").text
        picture = client.get(f"/games/{name}/picture")
        assert picture.status_code == 200 and picture.headers["content-type"] in ("image/webp", "image/jpeg")
        rules = client.get(f"/games/{name}/rules")
        assert rules.status_code == (404 if name == "connect_four" else 200)
        assert name == "connect_four" or "<h1>" in rules.text
        seats = ["me", *["open"] * (game.setup().num_seats - 1)]
        for page in (f"/games/{name}/new", f"/table/{open_table(client, name, *seats)}"):
            assert (f"/games/{name}/rules" in client.get(page).text) == (rules.status_code == 200)
        cards = client.get(f"/games/{name}/cards")
        assert cards.status_code == (200 if game.card_table else 404)
        table = open_table(client, name, *seats).split("/")[0]
        beside = client.get(f"/table/{table}/cards")
        assert (beside.status_code, beside.text) == (cards.status_code, cards.text)
        assert (f"/table/{table}/cards" in client.get(f"/table/{table}").text) == (game.card_table is not None)


def test_beside_a_table_stand_the_cards_that_it_is_played_with(tmp_path):
    mine = DEFAULT.read_text().replace("KR7", "MY1")
    with server(tmp_path) as client:
        table = open_table(client, "cogdrive_neon", "me", "open", **{"option.cards": mine}).split("/")[0]
        cards = client.get(f"/table/{table}/cards").text
        assert "MY1" in cards and "KR7" not in cards
        assert "MY1" not in client.get("/games/cogdrive_neon/cards").text
