"""City of the Great Machine, co-operative: the table as text."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np
import pytest
import random_games
from great_machine.test_views import TALL, WIDE, demand_true
from great_machine_coop.positions import lay_out
from random_games import flat, record

from cogitable.envs.city.rules.state import NOBODY, Act, District, Hero
from cogitable.envs.city.words.city import draw_city
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules import movement, progress, state
from cogitable.envs.great_machine_coop.words.card_text import mission_parts
from cogitable.envs.great_machine_coop.words.facts import clauses, discarded_moves, steps_to_meet
from cogitable.envs.great_machine_coop.words.view import COOP
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.game import TERMINATED, TRUNCATED
from cogitable.envs.table.named import texts
from cogitable.envs.table.tables import determinized

WIDTH = 118
TABLES: dict[str, dict[str, Any]] = {
    "no Missions": {"num_players": 2, "heroes": "chosen"},
    "I": {"missions": "I"},
    "II": {"missions": "II", "num_players": 1, "city": "random", "difficulty": "insane"},
    "III": {"missions": "III", "maintenance": "one leaves"},
    "IV": {"missions": "IV", "maintenance": "all leave"},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)

positions = partial(random_games.positions, choose=random_games.seldom(Act.DONE, 0.7))


def begun(**options: Any) -> tuple[Setup, np.ndarray]:
    """Return a table in its first round with three certain Heroes."""
    setup = GAME.setup(heroes=("Fowler", "Actress", "Artificer"), **options)
    return setup, Tables(setup, 1, seed=0).states.copy()


def crowd_together(states: np.ndarray, district: int) -> None:
    """Put all Heroes, Servants and Hero tokens in one District, with Citizens, Guards and tokens of every kind."""
    table = record(states)
    table.at, table.servants, table.trust = district, district, [7, 8, 6]
    table.servants[2], table.lying[2] = NOBODY, district
    table.raids = table.riots = 1 << district
    table.guards[district], table.specials[district], table.broken[district] = 2, 1, 2
    table.citizens[district] = 0
    for number in range(6):
        table.citizens[district, 2 * (number % 2), number] = 1
    table.token_at, table.drones, table.ambush = district, 1 << district, district


# What is hidden


@pytest.mark.often(2)
@EVERY_SETUP
def test_the_text_shows_nothing_that_the_heroes_cannot_know_and_the_same_to_all(setup):
    rng, hidden = np.random.default_rng(1), 0
    for tables in positions(setup, 11, 30, every=11):
        if record(tables.states).over == TERMINATED:
            continue
        everything = setup.text(tables.states, None)
        other = determinized(setup, tables.states, rng.integers(2**32, size=4, dtype=np.uint32), np.array([0]))
        assert setup.text(other, 0) == setup.text(tables.states, 0)
        hidden += setup.text(other, None) != everything
        bodies = {
            re.sub(
                r" +",
                " ",
                setup.text(tables.states, seat).split("\n\n", 1)[1].rsplit("\n\n", 1)[0].replace(" (you)", ""),
            )
            for seat in range(setup.num_seats)
        }
        assert len(bodies) == 1
    assert hidden > 15


@pytest.mark.often(2)
@EVERY_SETUP
def test_lines_are_short_and_plain(setup):
    for tables in positions(setup, 4, 60, every=9):
        for seat in (None, 0):
            lines = setup.text(tables.states, seat).splitlines()
            assert all(len(line) <= WIDTH and line == line.rstrip() and line.isascii() for line in lines)
            assert not re.search(r"None\b(?! is)|array\(|int64|-1", "\n".join(lines))


def test_hand_and_deck_are_told_as_far_as_they_are_known():
    table = lay_out(hand=("Levy",), published=("Shadow", "Provoke"), bottom=("Pacify", "Confiscate"))
    unknown, everything = (flat(table.setup.text(table.states, seat)) for seat in (0, None))
    assert "1. Shadow: " in unknown and "2. Provoke: " in unknown
    assert "In hand 1 unknown Directive" in unknown and "In hand Levy" in everything
    assert "4 unknown with the one in hand: Levy, Mechanize" in unknown
    assert "4 unknown: Mechanize" in everything
    assert unknown.count("at the bottom, to be drawn in this order: Pacify, Confiscate") == 1
    table.set(hand_known=1)
    assert "In hand Levy" in flat(table.setup.text(table.states, 0))


# The map


@pytest.mark.parametrize("city", ["normal 1", "normal 2", "special 3", "special 4", "special 5", "special 6"])
def test_the_map_of_a_preset(city):
    _, states = begun(city=city)
    table = record(states)
    table.specials, table.token_at = 1, [0, 1, 8]
    demand_true(table, draw_city(as_compiled(table), None, WIDTH, COOP))


@pytest.mark.parametrize("rows", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("district", range(0, len(District), 2))
def test_a_crowded_district_is_told_in_full_in_the_narrowest_cells(rows, district):
    _, states = begun(city=rows)
    crowd_together(states, district)
    lines = draw_city(as_compiled(record(states)), 1, WIDTH, COOP)
    demand_true(record(states), lines)
    told = "\n".join(lines)
    for word in ("RAID", "RIOT", "1 G 1 sp", "2 br", "Fow", "Act", "Art", "Dro", "Amb", "L"):
        assert word in told


# Tracks and Servants


@pytest.mark.parametrize("slot", range(19))
def test_the_marker_meets_discontent_after_as_many_steps_as_told(slot):
    for marker in range(state.MARKER_STAGES - slot // 3):
        table = lay_out(slot=slot, marker=marker, plan=2)
        steps = steps_to_meet(table.state)
        assert f"meets Discontent after {steps} step" in flat(table.setup.text(table.states, 0))
        progress.advance_marker(table.state, steps - 1)
        assert table.plan == 2
        progress.advance_marker(table.state, 1)
        assert table.plan == 3


def test_tracks():
    table = lay_out(missions="I", plan=7, slot=10, marker=1, riots=("Art",), done="AB", specials={"Velvet": 2})
    text = table.setup.text(table.states, 0)
    assert "#######.....  VII of XII" in text
    assert "Stage 3, slot 2 of 3; active: Artists, Scientists, Merchants" in text
    assert "Progress      Riot Stage; meets Discontent after 3 steps" in text
    assert "1 of 3: Art; 1 Riot token to start Riots with" in text
    assert "2 of 9 special Guards" in text and "2 + 2 special" in text


@EVERY_SETUP
def test_every_movement_card_is_left_drawn_or_discarded(setup):
    seen = set()
    for tables in positions(setup, 8, 60, every=13):
        table = as_compiled(record(tables.states))
        left, gone = int(table.moves), discarded_moves(setup, table)
        drawn = {int(card) for card in table.moved if card != NOBODY}
        there = int(movement.all_moves(as_compiled(setup.record)[0], table))
        known = left | gone | sum(1 << card for card in drawn)
        assert not left & gone and known & there == there, "a Maintenance card that was drawn may have left the game"
        assert not drawn & {card for card in range(13) if gone >> card & 1}
        seen |= {gone.bit_count()}
        text = flat(setup.text(tables.states, 0))
        assert f"Moves left {left.bit_count()}: " in text
    assert len(seen) > 2


def test_a_deactivated_and_an_idle_servant():
    table = lay_out(missions="I", servants=("Art", "Tower", "Velvet"), week=3)
    table.set(servants=[NOBODY, 6, 4], lying=[0, -1, -1], until=[4, 0, 0], idle=[0, 0, 1], moved=[0, 3, 10])
    text = table.setup.text(table.states, 0)
    assert re.search(r"Phantasmer +Art +Tracking 1 .*deactivated until the end of round 4", text)
    assert re.search(r"Judgementor +Tower +Up  ", text)
    assert re.search(r"Lex Hecate +Velvet +Maintenance 1 .*idle in this round", text)
    assert "* Phantasmer" in text


# City Events


@pytest.mark.parametrize("event", range(state.NUM_EVENTS))
def test_every_event_is_told_with_its_parts(event):
    setup, states = begun()
    record(states).event = state.FIRST_EVENT + event
    card = setup.options.cards.event[event]
    text = flat(setup.text(states, 0))
    assert f"City Event {card.name}" in text
    parts = clauses(setup, as_compiled(record(states)))
    for part in parts:
        assert part.title in text and flat(part.text) in text
    told = {part.title for part in parts}
    assert ("Support" in told) == (card.support != "nothing")
    assert ("Breakthrough" in told) == (card.need.what != "nothing")
    assert ("Security Protocol" in told) == (event != state.COUNTDOWN_INDEX)
    assert "Master Plan" in told


@pytest.mark.parametrize("beside", [True, False])
def test_how_an_event_stands_is_how_it_comes_out(beside):
    """One Hero prevents the Protocol or does not, nobody is near the others or all are."""
    at = dict.fromkeys(("Fowler", "Actress", "Artificer"), "Square" if beside else "Commerce")
    if not beside:
        at["Actress"] = "Tower"
    servants = ("Art",) * 3
    table = lay_out(event="Establish the Network", at=at, servants=servants, plan=4)
    told = {part.title: part.stands for part in clauses(table.setup, table.state)}
    assert told["Security Protocol"] == ("prevented" if beside else "not prevented")
    assert told["Master Plan"] == ("met" if beside else "not met")
    assert told["Breakthrough"] == "only 0 Trust at hand"
    for hero in at:
        if table.asked.startswith("Fowler: Hero that"):
            table.do("Fowler: Fowler")
        while table.week == 1 and table.asked.endswith("Hero's Action") and table.asked_side == hero:
            table.do(f"{hero}: done")
    table.set(trust=[0, 0, 0])
    for _ in range(9):
        if table.week > 1:
            break
        table.do(f"{table.asked_side}: {'done' if table.may('done') else table.legal()[0]}")
    assert (table.specials() == 0) == beside and (table.plan == 4) == beside


@pytest.mark.parametrize(("at", "stands"), [("Tower", "met"), ("Art", "not met (Protocol)")])
def test_no_breakthrough_is_met_where_the_protocol_is_not_prevented(at, stands):
    """Nobody has been detained, which is one of the two things that it asks for."""
    table = lay_out(event="Closed Bridges", at={"Fowler": at}, servants=("Commerce",) * 3)
    told = {part.title: (part.stands, part.good) for part in clauses(table.setup, table.state)}
    assert told["Breakthrough"] == (stands, at == "Tower")
    text = flat(table.setup.text(table.states, 0))
    assert f"Discontent rises by 1. So far: {stands}." in text


def test_a_breakthrough_may_wait_for_trust_that_prevents_the_protocol():
    table = lay_out(event="Reinforced Posts", servants=("Commerce",) * 3)
    table.set(smashed=2, trust=[1, 1, 0])
    told = {part.title: (part.stands, part.good) for part in clauses(table.setup, table.state)}
    assert told["Breakthrough"] == ("met if prevented", None)


def test_tracking_cards_name_their_heroes():
    table = lay_out(servants=("Art", "Tower", "Velvet"))
    table.set(moved=[1, 3, 10], moves=0b101)
    text = flat(table.setup.text(table.states, 0))
    assert "Tracking 2 (Actress)" in text and "Moves left 2: Tracking 1 (Fowler), Tracking 3 (Artificer)" in text


def test_a_round_without_a_city_event():
    table = lay_out()
    assert "City Event none in this round" in flat(table.setup.text(table.states, 0))


# Missions


@pytest.mark.parametrize("number", range(state.NUM_MISSIONS))
def test_what_a_mission_says_as_it_stands(number):
    setup, letter = GAME.setup(missions=("I", "II", "III", "IV")[number // 3]), number % 3
    states = Tables(setup, 1, seed=0).states.copy()
    table = record(states)
    table.week, table.active, table.hides = 3, 0b111, 0
    parts, name = mission_parts(setup.options.cards.mission[number]), state.Mission(number).text
    text = flat(setup.text(states, 0))
    wanted = int(setup.record["wanted"][0][number])
    assert re.search(rf"Mission {'ABC'[letter]} {name}: \d of {wanted} ", text)
    assert all(flat(said) in text for part, said in parts.items() if part != "Setup")
    table.done = 1 << letter
    text = flat(setup.text(states, 0))
    assert f"{name}: completed Advantage: {flat(parts['Advantage'])}" in text
    assert flat(parts["Objective"]) not in text
    table.done, table.active = 0, 0
    assert f"{name}: not in play yet" in flat(setup.text(states, 0))


def test_where_tokens_are():
    setup, states = begun(missions="IV")
    table = record(states)
    table.token_at, table.token_as = [0, 0, 5], [NOBODY, 2, NOBODY]
    table.orders, table.ambush, table.post, table.post_trust = [0, 6, 11], 1, 2, 5
    table.intel_at, table.intel_as = [3, NOBODY, 9], [4, NOBODY, NOBODY]
    table.cores, table.drones, table.bonds_shown = 1 << 4, 1 << 4, 4
    table.remote, table.underground, table.bonds, table.tokens = 8, 8, [0, 2, 0], 511
    text = setup.text(states, 0)
    for district, told in {
        "Art": "Fowler token, Actress token on Merchant, Order",
        "Commerce": "Ambush",
        "Industrial": "Command Post 5 Trust",
        "Science": "Intel on Noble",
        "Velvet": "Core, Drone",
        "Tower": "Order Judgementor",
        "Control Nexus": "4 Bonds",
        "Square": "Remote Control, Resistance",
    }.items():
        line = next(row for row in text.splitlines() if re.match(rf"{district} +[A-Z]\w\w ", row))
        assert line.endswith(f"down   {told}"), line
    assert "Hero token in the city, 2 Bonds" in text and "Order Lex Hecate" in text


# Question, end


@pytest.mark.often(2)
@EVERY_SETUP
def test_who_is_asked_is_told(setup):
    for tables in positions(setup, 6, 40, every=4):
        if tables.over[0]:
            continue
        seat = int(tables.seats[0])
        for viewer in (None, *range(setup.num_seats)):
            last = flat(setup.text(tables.states, viewer).split("\n\n")[-1])
            assert last.startswith("You are asked: " if viewer == seat else f"player_{seat} is asked: "), last


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
    texts = {seat: setup.text(states, seat) for seat in (None, 0, 1, 2)}
    assert all(text.endswith(told) for text in texts.values())
    assert ("Everything is shown." in texts[0]) == (over == TERMINATED)


def test_the_heroes_that_are_chosen_already_and_the_level_are_told():
    setup = GAME.setup(heroes="chosen", difficulty="ultra-hard")
    tables = Tables(setup, 1, seed=0)
    assert "Heroes so far: none" in setup.text(tables.states, 0)
    assert "ultra-hard: no Benefits" in flat(setup.text(tables.states, 0))
    other = GAME.setup(benefits=(2,), maintenance="all leave")
    text = flat(other.text(Tables(other, 1, seed=0).states, 0))
    assert "a level of its own: Benefit 2 (Maintenance cards: all leave)" in text
    assert any(name in text for name in texts(Hero))
