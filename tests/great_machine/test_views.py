"""City of the Great Machine: the table as text."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np
import pytest
import random_games
from great_machine.positions import lay_out
from random_games import flat, record

from cogitable.envs.city.rules.state import (
    MACHINE,
    NOBODY,
    NUM_DISTRICTS,
    TRACK_END,
    Act,
    Directive,
    District,
    Event,
    Hero,
    Status,
)
from cogitable.envs.city.words.city import draw_city
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.words.card_text import EVENT_TEXT
from cogitable.envs.great_machine.words.facts import outlook
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.game import TERMINATED, TRUNCATED
from cogitable.envs.table.named import texts
from cogitable.envs.table.tables import determinized

WIDTH = 118
TABLES: dict[str, dict[str, Any]] = {
    "4": {},
    "2, confrontation": {"num_players": 2, "city": "confrontation", "heroes": "chosen"},
    "3, help": {"num_players": 3, "city": "random", "help_heroes": True, "reconsider": True},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
WIDE = ("Art Art Com Com Ind Ind Sci Sci Vel Vel", ".. GC GC Tow Tow CN CN CS CS ..")
TALL = tuple(
    f"{left} {right}"
    for left, right in zip(
        ("Art", "Art", "Com", "Com", "Ind", "Ind", "Sci", "Sci", "Vel", "Vel"),
        ("..", "GC", "GC", "Tow", "Tow", "CN", "CN", "CS", "CS", ".."),
        strict=True,
    )
)
SHORT = (*texts(District)[:5], "CITADEL", "TOWER", "NEXUS", "SQUARE")

positions = partial(random_games.positions, choose=random_games.seldom(Act.DONE, 0.6))


def begun(seed: int = 0, **options: Any) -> tuple[Setup, np.ndarray]:
    """Return a table in the first round with the worked example's Heroes."""
    setup = GAME.setup(heroes=("Fowler", "Actress", "Artificer"), **options)
    return setup, Tables(setup, 1, seed=seed).states.copy()


def crowd_together(states: np.ndarray, district: int) -> None:
    """Put all Heroes and Servants in one District, and six Citizens of every state and type, all broken Guards."""
    table = record(states)
    table.at, table.servants, table.trust = district, district, [7, 8, 6]
    table.raids = table.riots = 1 << district
    table.guards[district], table.broken[district] = 2, 2
    table.citizens[district] = 0
    for number in range(6):
        table.citizens[district, number % 3, number] = 1


# What is hidden


@pytest.mark.often("2, confrontation")
@EVERY_SETUP
def test_the_text_shows_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(1), 0
    for tables in positions(setup, 11, 40, every=11):
        if record(tables.states).over == TERMINATED:
            continue
        everything = setup.text(tables.states, None)
        for seat in range(setup.num_seats):
            other = determinized(setup, tables.states, rng.integers(2**32, size=4, dtype=np.uint32), np.array([seat]))
            assert setup.text(other, seat) == setup.text(tables.states, seat)
            hidden += setup.text(other, None) != everything
    assert hidden > 30


@EVERY_SETUP
def test_lines_are_short_and_plain(setup):
    for tables in positions(setup, 4, 40, every=9):
        for seat in (None, 0, 1):
            lines = setup.text(tables.states, seat).splitlines()
            assert all(len(line) <= WIDTH and line == line.rstrip() and line.isascii() for line in lines)
            assert not re.search(r"None\b(?! is)|array\(|int64", "\n".join(lines))


def test_types_are_for_those_who_know_them():
    setup, states = begun()
    table = record(states)
    table.citizens[District.TOWER] = 0
    table.citizens[District.TOWER, Status.UNIDENTIFIED, 4] = 1
    table.citizens[District.TOWER, Status.IDENTIFIED, 2] = 1
    table.citizens[District.TOWER, Status.REVEALED, [0, 5]] = 1
    table.slot = 4  # Stage 1: Artists are active
    for seat, told in ((0, "? () <1> [T]"), (1, "? (3) <1> [T]"), (None, "?5 (3) <1> [T]")):
        assert told in setup.text(states, seat)


def test_a_hand_is_told_as_far_as_it_is_known():
    setup, states = begun()
    table = record(states)
    table.hand, table.seen = 1 << Directive.LEVY | 1 << Directive.SHADOW, 1 << Directive.SHADOW
    table.deck = 511 & ~int(table.hand)
    assert re.search(r"Hand 2 +Levy: .*\n(?: .*\n)*? +Shadow \(the Heroes know it\): ", setup.text(states, 0))
    told = setup.text(states, 1)
    assert re.search(r"Hand 2 +Shadow: .*\n(?: .*\n)* +1 unknown Directive\n", told)
    assert re.search(r"Deck 7 +with the unknown ones of the hand: Confiscate, Levy", told)


def test_cards_and_chances():
    setup, states = begun()
    table = record(states)
    table.cards[0], table.guesses[0] = 511 & ~(1 << District.TOWER), 2
    table.guess[0, :2] = 1 << District.TOWER, 1 << District.ART
    table.chance[0] = 1
    table.chance[0, [District.TOWER, District.ART]] = 0.5
    team, machine = flat(setup.text(states, 1)), flat(setup.text(states, 0))
    assert "8 of 9 cards, all but Tower. To the Machine: surely has Commerce, Industrial" in team
    assert "50% each: Art, Tower" in machine and "all but" not in machine
    table.chosen[0] = District.ART
    assert "hidden" in setup.text(states, 0) and "Art (hidden)" in setup.text(states, 1)
    table.shown[0] = 1
    assert "hidden" not in setup.text(states, 0)


# The map


def sizes(table: Any, lines: list[str]) -> tuple[int, int]:
    """Return the width and height of a cell of a map."""
    tiles = [tuple(int(n) for n in place) for place in table.place]
    columns, rows = max(x + 2 - t for x, _, t in tiles), max(y + 1 + t for _, y, t in tiles)
    assert (max(map(len, lines)) - 1) % columns == (len(lines) - 1) % rows == 0
    return (max(map(len, lines)) - 1) // columns, (len(lines) - 1) // rows


def demand_true(table: Any, lines: list[str]) -> None:
    """Raise AssertionError where a District's name, edges or Citizens are not where its tile lies."""
    wide, high = sizes(table, lines)
    canvas = [line.ljust(max(map(len, lines))) for line in lines]
    for district, (x, y, turned) in enumerate(np.asarray(table.place).astype(int).tolist()):
        left, top = x * wide, y * high
        right, low = left + (2 - turned) * wide, top + (1 + turned) * high
        inside = [row[left + 1 : right] for row in canvas[top + 1 : low]]
        name = inside[0].split("  ")[0].strip()
        assert name.split(" R")[0] in (District(district).text, District(district).text.upper(), SHORT[district])
        assert all(row[left] in "|+" and row[right] in "|+" for row in canvas[top : low + 1])
        assert all(set(canvas[row][left : right + 1]) <= set("-+") for row in (top, low))
        assert not any(set(row) & set("|+") for row in inside)
        told = " ".join(inside)
        assert len(re.findall(r"\?|\(|\[|<", told)) == table.citizens[district].sum()


@pytest.mark.parametrize("city", ["normal 1", "normal 2", "special 3", "special 4", "special 5", "special 6"])
def test_the_map_of_a_preset(city):
    _, states = begun(city=city)
    demand_true(record(states), draw_city(as_compiled(record(states)), None, WIDTH))


def test_maps_of_random_cities():
    setup = GAME.setup(city="random")
    tables = Tables(setup, 60, seed=9)
    for row in range(60):
        table = tables.states.view(np.recarray)[row]
        for width in (WIDTH, 90, 80):
            lines = draw_city(as_compiled(table), 1, width)
            assert max(map(len, lines)) <= width
            demand_true(table, lines)


@pytest.mark.parametrize("rows", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("district", range(NUM_DISTRICTS))
def test_a_crowded_district_is_told_in_full_in_the_narrowest_cells(rows, district):
    _, states = begun(city=rows)
    crowd_together(states, district)
    lines = draw_city(as_compiled(record(states)), 1, WIDTH)
    demand_true(record(states), lines)
    told = "\n".join(lines)
    for word in ("RAID", "RIOT", "2 br", "Fow", "7", "Act", "8", "Art", "6"):
        assert word in told
    assert sum(told.count(mark) for mark in ("@", "*")) == 2


def test_a_city_wider_than_the_narrowest_map_is_a_list():
    _, states = begun(city=WIDE)
    lines = draw_city(as_compiled(record(states)), 1, 60)
    assert all(len(line) <= 60 and not set(line) & set("|+") for line in lines)
    told = " ".join(line.strip() for line in lines)
    assert "Art, next to Commerce, Citadel: " in told and told.count("next to") == NUM_DISTRICTS
    assert len(re.findall(r"\?|\(|\[|<", told)) == record(states).citizens[:NUM_DISTRICTS].sum()


def test_half_a_city():
    setup = SETUPS["2, confrontation"]
    seen = set()
    for tables in positions(setup, 3, 16):
        table = record(tables.states)
        lines = draw_city(as_compiled(table), None, WIDTH)
        there = int(table.there).bit_count()
        seen.add(there)
        assert sum(" Guards" in line for line in lines) <= there
        for district, name in enumerate(texts(District)):
            shown = any(word in line for line in lines for word in (f"|{name}", f"|{name.upper()}"))
            assert shown == bool(int(table.there) >> district & 1), name
    assert seen >= {1, 2, 3, 4, 5}


# Tracks, event, question, end


def test_tracks():
    setup, states = begun()
    table = record(states)
    table.plan, table.slot, table.riots, table.bonds = 7, 10, 1 << District.ART, 5
    text = setup.text(states, 0)
    assert "#######.....  VII of XII" in text
    assert "0### 1### 2### 3##. 4... 5... Riot.  Stage 3, slot 2 of 3; active: Artists, Scientists, Merchants" in text
    assert "1 of 3: Art" in text
    assert "Bonds         5; 9 Bonds in the next Opening Phase at this Stage" in text
    table.slot = TRACK_END
    text = setup.text(states, 0)
    assert "Riot#  Riot Stage" in text and "2 of 3: Art, Riot Stage" in text


@pytest.mark.parametrize("event", range(len(Event)))
def test_every_event_is_told_with_its_rule_and_condition(event):
    setup, states = begun()
    record(states).event = event
    rule, condition = EVENT_TEXT[Event(event).text]
    for seat in (None, 0, 1):
        text = flat(setup.text(states, seat))
        assert Event(event).text in text and rule in text and condition.rstrip(".") in text
        assert "As things stand: " in text


def test_how_the_plan_stands():
    setup, states = begun()
    table = as_compiled(record(states))
    assert table.trust[0] + table.trust[1] + table.trust[2] == 12
    table.event, table.bonds = Event.TRUST_BONDS, 12
    assert outlook(setup, table, None) == "it does not"
    table.bonds = 13
    assert outlook(setup, table, None) == "it advances"
    table.event, table.slot = Event.OPEN_MIND, 9
    assert outlook(setup, table, None) == "for 5 Bonds"
    table.event = Event.MAINTENANCE
    assert outlook(setup, table, None) == "it does not"
    table.guards[3], table.broken[3] = 0, 2
    assert outlook(setup, table, None) == "it advances"
    table.raids = 1 << 3
    assert outlook(setup, table, None) == "it does not"


def test_a_hidden_card_decides_nothing_for_the_machine():
    setup, states = begun()
    table = as_compiled(record(states))
    table.event, table.chosen[0] = Event.CHECKS, table.began[0]
    assert outlook(setup, table, 1) == "it advances"
    assert outlook(setup, table, MACHINE) == "it does not"
    table.shown[0] = 1
    assert outlook(setup, table, MACHINE) == "it advances"


def test_hidden_cards_of_major_districts_are_told_to_the_heroes_alone():
    """No One Is Safe asks for them, as Security Checks does for cards of where a Hero is."""
    setup, states = begun()
    table = as_compiled(record(states))
    table.event, table.chosen[0], table.chosen[1] = Event.NO_ONE_SAFE, 0, 8
    assert [outlook(setup, table, knower) for knower in (1, MACHINE)] == ["it advances", "it does not"]
    table.chosen[1] = 4
    assert outlook(setup, table, 1) == "it does not"
    table.meant = 1 << 8
    assert outlook(setup, table, MACHINE) == "it advances"


def test_city_events_that_have_been_are_told_and_observed():
    setup, states = begun()
    table = record(states)
    table.event, table.gone_events = 3, 0b1001 | 1 << 11
    for seat in range(setup.num_seats):
        told = flat(setup.text(states, seat))
        assert "Before it: Concentration of Force, Citywide Maintenance." in told
    table.event = Event.COUNTDOWN
    assert "Before it: Concentration of Force, No One Is Safe, Citywide Maintenance." in flat(setup.text(states, 0))


@EVERY_SETUP
def test_who_is_asked_is_told(setup):
    for tables in positions(setup, 6, 60, every=4):
        if tables.over[0]:
            continue
        seat = int(tables.seats[0])
        for viewer in (None, *range(setup.num_seats)):
            last = flat(setup.text(tables.states, viewer).split("\n\n")[-1])
            name = f"player_{seat}" + (" (the Great Machine)" if seat == 0 else "")
            assert last.startswith("You are asked: " if viewer == seat else f"{name} is asked: "), last


@pytest.mark.parametrize(
    ("winner", "plan", "over", "told"),
    [
        (0, 12, TERMINATED, "The Master Plan is complete: the Great Machine wins."),
        (0, 5, TERMINATED, "A Hero has lost the last Access card: the Great Machine wins."),
        (1, 5, TERMINATED, "3 Riots have been won: the Heroes win."),
        (NOBODY, 5, TRUNCATED, "The game was cut off."),
    ],
)
def test_the_end(winner, plan, over, told):
    setup, states = begun()
    table = record(states)
    table.winner, table.plan, table.over = winner, plan, over
    texts = [setup.text(states, seat) for seat in (None, 0, 1, 2)]
    assert all(text.endswith(told) for text in texts)
    plain = {flat(text.replace(" (you)", "")) for text in texts}
    assert (len(plain) == 1) == (over == TERMINATED), "everything is laid open when a game is won"


def test_the_heroes_that_are_chosen_already_are_told():
    setup = GAME.setup(heroes="chosen")
    tables = Tables(setup, 1, seed=0)
    assert "Heroes so far: none" in setup.text(tables.states, 0)
    tables.step(np.array([Act.PLAY + Hero.ACTRESS]))
    assert "Heroes so far: Actress" in setup.text(tables.states, 0)


def test_what_has_been_and_what_lies_there_is_observed():
    table = lay_out(event="Join Our Side!", phase="Heroes")
    table.set(gone_events=0b1001 | 1 << 11, there=0b11)
    for seat in range(table.setup.num_seats):
        seen = table.observed(seat)
        assert np.flatnonzero(seen["events gone"]).tolist() == [0, 3, 11]
        assert np.flatnonzero(seen["laid out"]).tolist() == [0, 1]
