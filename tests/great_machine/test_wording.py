"""City of the Great Machine: actions in words, with their prices."""

from __future__ import annotations

import re
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest
import random_games
from great_machine.positions import lay_out
from random_games import record

from cogitable.envs.city.rules import city
from cogitable.envs.city.rules.state import (
    NOBODY,
    NUM_DISTRICTS,
    NUM_WAYS,
    Act,
    Ask,
    CitizenClass,
    Directive,
    District,
    Event,
    HeroAction,
    Phase,
)
from cogitable.envs.city.words.places import side_text
from cogitable.envs.city.words.terms import the
from cogitable.envs.great_machine import GAME
from cogitable.envs.great_machine.rules import state
from cogitable.envs.great_machine.words.heroes import riot_balance
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.game import TERMINATED
from cogitable.envs.table.tables import determinized

TABLES: dict[str, dict[str, Any]] = {
    "4": {},
    "2, confrontation": {"num_players": 2, "city": "confrontation", "heroes": "chosen"},
    "3, help": {"num_players": 3, "city": "random", "help_heroes": True, "reconsider": True},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
LEDGER = {"heroes": ("Fowler", "Actress", "Artificer")}

positions = partial(random_games.positions, choose=random_games.seldom(Act.DONE, 0.6))


def said(setup: Setup, states: np.ndarray, mask: np.ndarray, seat: int | None = None) -> dict[int, str]:
    return {int(a): setup.describe(states, int(a), seat=seat) for a in np.flatnonzero(mask)}


def opened(ask: int, **fields: Any) -> tuple[Setup, np.ndarray]:
    """Return the preset city in its first round with the worked example's Heroes, asked something."""
    setup = GAME.setup(**LEDGER)
    states = Tables(setup, 1, seed=0).states.copy()
    table = record(states)
    table.ask, table.hero, table.seat = ask, 0, table.runs[0]
    table.phase, table.event = Phase.HEROES, Event.COUNTDOWN
    for name, value in fields.items():
        table[name] = value
    return setup, states


@EVERY_SETUP
def test_every_choice_has_words_of_its_own(setup):
    for tables in positions(setup, 3, 220, every=2):
        if tables.over[0]:
            continue
        told = said(setup, tables.states, tables.masks[0], int(tables.seats[0]))
        assert len(set(told.values())) == len(told), [
            text for text in told.values() if [*told.values()].count(text) > 1
        ]
        for text in told.values():
            assert text == text.strip() and len(text) < 110
            assert not re.search(r"None|array|int64|-1|\ba [AEIOaeio]", text), text


@EVERY_SETUP
def test_words_tell_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(1), 0
    for tables in positions(setup, 11, 60, every=7):
        if record(tables.states).over == TERMINATED:
            continue
        for seat in range(setup.num_seats):
            other = determinized(setup, tables.states, rng.integers(2**32, size=4, dtype=np.uint32), np.array([seat]))
            told = said(setup, tables.states, tables.masks[0], seat)
            assert said(setup, other, tables.masks[0], seat) == told
            hidden += not np.array_equal(other, tables.states)
    assert hidden > 50


def test_the_machine_is_not_told_which_card_or_citizen_is_meant():
    setup, states = opened(Ask.ACCESS)
    actions = range(Act.DISTRICT, Act.WAY)
    assert {setup.describe(states, action, seat=0) for action in actions} == {"Fowler chooses an Access card"}
    assert len({setup.describe(states, action, seat=2) for action in actions}) == NUM_DISTRICTS
    setup, states = opened(Ask.CARD, owner=1)
    assert {setup.describe(states, action, seat=0) for action in actions} == {"the Actress takes back an Access card"}
    assert setup.describe(states, Act.DISTRICT, seat=1) == "the Actress takes back the card of Art"
    setup, states = opened(Ask.CITIZEN, choosing_in=District.ART)
    merchant = Act.CLASS + CitizenClass.IDENTIFIED_AS + 2
    assert setup.describe(states, merchant, seat=0) == "Fowler moves an identified Citizen out of Art"
    assert setup.describe(states, merchant, seat=1) == "Fowler moves an identified Merchant out of Art"


# Prices


def charged(tables: Tables, action: int) -> tuple[int, np.ndarray]:
    """Return the Bonds and Trust that an action costs at once."""
    before = record(tables.states.copy())
    tables.step(np.array([action]))
    after = record(tables.states)
    return int(before.bonds) - int(after.bonds), before.trust.astype(int) - after.trust.astype(int)


@pytest.mark.parametrize("seed", range(3))
def test_what_the_machine_is_told_to_pay_is_what_it_pays(seed):
    setup, rng = SETUPS["4"], np.random.default_rng(seed)
    tables, compared = Tables(setup, 1, seed=seed, auto_reset=False), set()
    for _ in range(900):
        if tables.over[0]:
            tables.reset(int(rng.integers(2**31)))
        legal = np.flatnonzero(tables.masks[0])
        action, ask = int(rng.choice(legal)), int(record(tables.states).ask)
        text = setup.describe(tables.states, action, seat=0)
        paid, _ = charged(tables, action)
        if ask != Ask.MACHINE or action == Act.DONE:
            continue
        price = re.search(r"\((?:(\d+) Bonds?|free)\)$", text)
        gained = re.search(r"takes (\d+) Bond", text)
        assert price, text
        assert paid == int(price[1] or 0) - (int(gained[1]) if gained else 0), text
        compared.add(re.sub(r"\d+", "", text).split(" ")[0])
    assert {"Guard", "Phantasmer", "Judgementor", "Lex"} <= compared


def eager(legal: np.ndarray, rng: np.random.Generator) -> int:
    """Choose Riots, and what is paid, more often."""
    kinds = [
        Act.KIND + kind - 1 for kind in (HeroAction.RIOT, HeroAction.INCITE, HeroAction.IDENTIFY, HeroAction.AGITATE)
    ]
    wanted = [action for action in (*kinds, Act.YES) if action in legal]
    return int(rng.choice(wanted)) if wanted and rng.random() < 0.7 else int(rng.choice(legal))


def test_what_heroes_are_told_to_pay_is_what_they_pay():
    setup, rng = SETUPS["4"], np.random.default_rng(5)
    tables, compared, riots = Tables(setup, 1, seed=5, auto_reset=False), set(), 0
    for _ in range(2500):
        if tables.over[0]:
            tables.reset(int(rng.integers(2**31)))
        action = eager(np.flatnonzero(tables.masks[0]), rng)
        before = record(tables.states.copy())
        text = setup.describe(tables.states, action, seat=None)
        _, paid = charged(tables, action)
        hero, kind = int(before.hero), action - Act.KIND + 1
        if before.ask != Ask.ACTION or action == Act.DONE or tables.over[0]:
            continue
        if kind in (HeroAction.GAIN, HeroAction.MOVE, HeroAction.TRUST, HeroAction.CALL) or action == Act.ROLL:
            continue
        price = re.search(r"(\d+) of (\d+) Trust", text)
        assert price or "(free" in text, text
        if price:
            assert int(price[2]) == before.trust[hero], text
        if record(tables.states).week == before.week and kind not in (HeroAction.RETRIEVE, HeroAction.CANCEL):
            assert paid[hero] == (int(price[1]) if price else 0), text
            compared.add(kind if kind > 0 else HeroAction.ATTACK)
        if kind == HeroAction.RIOT:
            at = int(before.at[hero])
            ours, theirs, unknown = riot_balance(as_compiled(before), at, 1)
            assert f"{ours} active" in text and f"against {theirs}" in text
            won = bool(record(tables.states).riots >> at & 1)
            riots += 1
            assert (not won or ours + unknown > theirs) and (won or unknown or ours <= theirs), text
    assert compared >= {HeroAction.ATTACK, HeroAction.IDENTIFY, HeroAction.INCITE, HeroAction.RIOT}
    assert riots > 5


def test_the_worked_examples_first_prices():
    setup, states = opened(Ask.MACHINE, phase=Phase.MACHINE, hero=NOBODY, seat=0, bonds=6)
    assert (
        setup.describe(states, state.MachineAct.SERVANT_TO + 9 + District.SQUARE)
        == "Judgementor to the Square (4 Bonds)"
    )
    assert setup.describe(states, state.MachineAct.SERVANT_TO + District.ART) == "Phantasmer to Art (2 Bonds)"
    draws = state.MachineAct.DEED + 2 * state.NUM_DEEDS + state.Deed.DRAW
    assert setup.describe(states, draws) == "Lex Hecate: draws a Directive, one of 9 (2 Bonds)"
    guard = state.MachineAct.GUARD + District.SQUARE * NUM_DISTRICTS + District.VELVET
    assert setup.describe(states, guard) == "Guard from the Square to Velvet (2 Bonds)"
    record(states).published = 1 << Directive.MECHANIZE
    assert (
        setup.describe(states, state.MachineAct.SERVANT_TO + 9 + District.SQUARE)
        == "Judgementor to the Square (2 Bonds)"
    )
    record(states).event = Event.CHECKS
    assert setup.describe(states, guard) == "Guard from the Square to Velvet (3 Bonds)"


def test_an_attack_tells_how_many_faces_break_the_guard():
    setup, states = opened(Ask.ACTION, trust=[4, 0, 0])
    texts = [setup.describe(states, Act.ATTACK + trust - 1) for trust in (2, 3, 4)]
    assert [re.search(r"\((\d) of 6", text)[1] for text in texts] == ["2", "4", "5"]
    assert texts[0] == "Fowler attacks a Guard in Commerce with 2 of 4 Trust (2 of 6 faces break it)"
    record(states).event = Event.STALKERS
    assert "(4 of 6" in setup.describe(states, Act.ATTACK + 2 - 1)


def test_a_way_that_cannot_be_paid_says_what_is_risked():
    setup, states = opened(Ask.ROUTE, trust=[1, 0, 0], visited=1 << District.COMMERCE)
    text = setup.describe(states, Act.DISTRICT + District.VELVET)
    assert text == "Fowler goes to Velvet (1 of 2 Trust: loses it and rolls to escape)"
    record(states).trust[0] = 4
    assert setup.describe(states, Act.DISTRICT + District.VELVET) == "Fowler goes to Velvet (2 of 4 Trust)"


def test_an_access_card_tells_exits_and_the_cheapest_way():
    setup, states = opened(Ask.ACCESS)
    table = record(states)
    assert setup.describe(states, Act.DISTRICT + District.COMMERCE) == "Fowler stays in Commerce (free)"
    assert setup.describe(states, Act.DISTRICT + District.VELVET).startswith("Fowler to Velvet (1 exit, 2 Trust")
    assert "(2 exits, 4 Trust" in setup.describe(states, Act.DISTRICT + District.CITADEL)
    table.guards[District.VELVET] = 3
    assert "(2 exits, 5 Trust" in setup.describe(states, Act.DISTRICT + District.CITADEL)
    assert "(2 exits, 4 Trust" in setup.describe(states, Act.DISTRICT + District.ART), "by way of Industrial"
    table.event = Event.CHECKS
    assert "(2 exits, 5 Trust" in setup.describe(states, Act.DISTRICT + District.ART)


def test_how_a_hero_is_detained():
    setup, states = opened(Ask.DETAIN, cursor=1, chosen=[0, District.ART, 0], trust=[0, 3, 0], plan=5, by_raid=1)
    texts = [setup.describe(states, state.MachineAct.DETAIN + option) for option in range(3)]
    assert texts == [
        "lets the Actress go on: the Master Plan advances to VI, 2 Trust for her",
        "ends the Actress's turn, takes all of its Trust: 3 Bonds; Discontent rises by 2",
        "ends the Actress's turn, it forfeits the card of Art; Discontent rises by 2",
    ]


def detaining(option: int, **fields: Any) -> str:
    setup, states = opened(Ask.DETAIN, cursor=1, chosen=[0, District.ART, 0], by_raid=1, **fields)
    return setup.describe(states, state.MachineAct.DETAIN + option)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"plan": 5, "trust": [0, 7, 0]}, "lets the Actress go on: the Master Plan advances to VI, 1 Trust for her"),
        ({"plan": 5, "trust": [0, 8, 0]}, "lets the Actress go on: the Master Plan advances to VI"),
        ({"plan": 11}, "lets the Actress go on: the Master Plan advances to XII"),
    ],
)
def test_the_actress_is_promised_no_trust_that_she_cannot_have(fields, told):
    """She has a limit, and where the Master Plan is complete the game is over before she gets any."""
    assert detaining(state.Detain.GO_ON, **{"trust": [0, 0, 0], **fields}) == told


def test_a_detained_hero_that_has_nothing_left_loses_nothing():
    assert detaining(state.Detain.NO_TRUST, trust=[0, 0, 0]) == (
        "ends the Actress's turn, which has no Trust to take; Discontent rises by 2"
    )
    cards = [511, 1 << District.ART, 511]
    assert detaining(state.Detain.NO_ACCESS, cards=cards).endswith("it forfeits the card of Art, its last")


@pytest.mark.parametrize(
    ("slot", "told"),
    [
        (15, "Discontent rises by 2"),
        (16, "Discontent rises by 2"),
        (17, "Discontent rises by 1 to the Riot Stage, then 1 Citizen may be found instead of a rise"),
        (18, "1 Citizen may be found instead of a rise"),
    ],
)
def test_what_comes_of_the_actress_at_the_end_of_the_track(slot, told):
    setup, states = opened(Ask.DETAIN, cursor=1, chosen=[0, District.ART, 0], by_raid=1, slot=slot)
    assert setup.describe(states, state.MachineAct.DETAIN + 1).endswith(f"; {told}")


@pytest.mark.parametrize(
    ("slot", "told"),
    [
        (3, "Discontent rises by 3"),
        (17, "Discontent rises by 1 to the Riot Stage, then 2 Citizens may be found instead of a rise"),
        (18, "3 Citizens may be found instead of a rise"),
    ],
)
def test_what_comes_of_agitation_at_the_end_of_the_track(slot, told):
    table = lay_out(phase="Heroes", slot=slot, at={"Fowler": "Square"}, trust={"Fowler": 7}, guards={"Square": 1})
    assert f"Fowler agitates: {told} (1 of 7 Trust)" in [
        table.setup.describe(table.states, int(action)) for action in np.flatnonzero(table.mask())
    ]
    table.do("Fowler: agitate")
    assert (table.slot, table.state.finds) == (min(slot + 3, 18), max(slot + 3 - 18, 0))


# Ways to lie


@pytest.mark.parametrize("turned", [0, 1])
def test_each_of_the_sixteen_ways_is_told_apart(turned):
    anchor = (4, 4, turned)
    tiles = [(4 + x, 4 + y, turn) for x, y, turn in city.WAYS[turned].tolist()]
    assert len({side_text(anchor, tile, "Art") for tile in tiles}) == NUM_WAYS


@pytest.mark.parametrize(
    ("anchor", "tile", "told"),
    [
        ((4, 4, 1), (3, 4, 1), "left of Art, upright, flush"),
        ((4, 4, 1), (3, 3, 1), "left of Art, upright, half above"),
        ((4, 4, 1), (5, 5, 1), "right of Art, upright, half below"),
        ((4, 4, 1), (2, 5, 0), "left of Art, lying, flush with its bottom"),
        ((4, 4, 1), (4, 3, 0), "above Art, lying, flush with its left end"),
        ((4, 4, 0), (3, 4, 1), "left of Art, upright, flush with its top"),
        ((4, 4, 0), (3, 3, 1), "left of Art, upright, flush with its bottom"),
        ((4, 4, 0), (5, 5, 1), "below Art, upright, flush with its right end"),
        ((4, 4, 0), (3, 5, 0), "below Art, lying, half to its left"),
        ((4, 4, 0), (6, 4, 0), "right of Art, lying, flush"),
    ],
)
def test_a_way_to_lie(anchor, tile, told):
    assert side_text(anchor, tile, "Art") == told


def test_a_new_place_names_the_neighbours_that_it_then_has_beside_the_one_it_is_put_against():
    setup = GAME.setup(city="random")
    found = 0
    for seed, first in product(range(4), range(3)):
        tables = Tables(setup, 1, seed=seed, auto_reset=False)
        table = record(tables.states)
        table.ask, table.seat, table.hero, table.phase = Ask.TILE, 0, NOBODY, Phase.MACHINE
        tables.look()
        rng = np.random.default_rng(first)
        for _ in range(2):
            tables.step(np.array([int(rng.choice(np.flatnonzero(tables.masks[0])))]))
        tile, action = int(record(tables.states).tile), int(rng.choice(np.flatnonzero(tables.masks[0])))
        told = re.search(r"\(also next to (.*)\)", setup.describe(tables.states, action))
        anchor = int(record(tables.states).anchor)
        tables.step(np.array([action]))
        links = int(record(tables.states).links[tile])
        further = [the(number) for number in range(NUM_DISTRICTS) if links >> number & 1 and number != anchor]
        assert (told[1].split(", ") if told else []) == further and links >> anchor & 1
        found += 1
    assert found == 12


def test_names_of_actions_are_in_groups_that_cover_all():
    told = [re.findall(r"\d+", group) for group, _ in state.ACTIONS.groups]
    numbers = [n for group in told for n in range(int(group[0]), int(group[-1]) + 1)]
    assert numbers == list(range(state.NUM_ACTIONS))
