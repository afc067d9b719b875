"""Cogs and Commissars: the table as text, and actions in words."""

from __future__ import annotations

import re
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import random_games
from cogs_and_commissars.positions import SMALL, Position, has, lay_out
from random_games import flat, record

from cogitable.envs import cogs_and_commissars_v0
from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.picture import table as picture
from cogitable.envs.cogs_and_commissars.rules import state
from cogitable.envs.cogs_and_commissars.rules.actions import Act
from cogitable.envs.cogs_and_commissars.words.facts import citizen_rows, result
from cogitable.envs.cogs_and_commissars.words.questions import asked, question
from cogitable.envs.cogs_and_commissars.words.stack import failure
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.game import RUNNING, TERMINATED, TRUNCATED
from cogitable.envs.table.tables import determinized

WIDTH = 118
TABLES: dict[str, dict[str, Any]] = {
    "2": {},
    "4, leaders": {"num_players": 4, "leaders": True},
    "3, drafted": {"num_players": 3, "decks": "drafted", "factions": "chosen"},
    "6, random": {"num_players": 6, "decks": "random", "leaders": True},
    "2, all asked": {"windows": "all", "cards": SMALL},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)

positions = partial(random_games.positions, choose=random_games.seldom(Act.PASS, 0.6))


def told(table: Position, seat: int | None = None) -> str:
    return table.setup.text(table.states, seat)


def actions(table: Position, seat: int | None = None) -> list[str]:
    """Return the legal actions as they are described."""
    return [table.setup.describe(table.states, int(a), seat=seat) for a in np.flatnonzero(table.mask())]


# What is hidden


@EVERY_SETUP
def test_text_and_words_show_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(1), 0
    for tables in positions(setup, 11, 25, every=13):
        states = tables.states
        if record(states).over == TERMINATED:
            continue
        everything, legal = setup.text(states, None), np.flatnonzero(tables.masks[0]).tolist()
        for seat in range(setup.num_seats):
            text = setup.text(states, seat)
            words = [setup.describe(states, action, seat=seat) for action in legal]
            other = determinized(setup, states, rng.integers(2**32, size=4, dtype=np.uint32), np.array([seat]))
            assert setup.text(other, seat) == text
            assert [setup.describe(other, action, seat=seat) for action in legal] == words
            hidden += setup.text(other, None) != everything
    assert hidden > 10


@pytest.mark.parametrize("phase", ["after production", "after drawing", "after propaganda", "end of turn"])
@pytest.mark.parametrize("on_the_stack", [False, True])
def test_who_is_asked_for_a_response_is_told_to_nobody_else(phase, on_the_stack):
    table = lay_out(has("Doublethink"), has("Doublethink (blue)"), has(), has(), phase=phase)
    if on_the_stack:
        table.go(f"{table.asked_seat}: {table.legal()[1]}")
        assert table.state.depth == 1
    assert table.state.ask == state.Ask.WINDOW
    shown = []
    for seat in (1, 2, 3):
        copy = table.copy()
        copy.state.seat, copy.state.cursor, copy.state.decisions = seat, seat, 100 + seat
        assert asked(copy.state, 0) is None and asked(copy.state, None) == seat == asked(copy.state, seat)
        shown.append((told(copy, 0), copy.setup.game.render_picture(copy.setup, copy.state, 0).tobytes()))
        assert [words for words in actions(copy, 0) if not words] == [""], "a pass is no event"
        assert "Others are deciding" in told(copy, 0) and f"player_{seat}:" in told(copy, None).splitlines()[-1]
    assert shown[0] == shown[1] == shown[2]
    assert "Others are deciding" not in told(copy, 3)


@pytest.mark.parametrize(("phase", "step"), [("propaganda", "Propaganda step"), ("action", "Action step")])
def test_an_own_step_is_told_to_all_but_not_that_it_ends(phase, step):
    table = lay_out(has("Propaganda, Our Glorious Leader"), has(), phase=phase)
    assert told(table, 0).endswith("or end it") and told(table, 1).endswith(f"Player_0 is in its {step}.")
    end = Act.PASS
    assert table.setup.describe(table.states, end, seat=0) == f"end the {step}"
    assert table.setup.describe(table.states, end, seat=1) == ""


def test_what_others_keep_in_a_draft_is_hidden_and_the_own_pack_is_not():
    setup = SETUPS["3, drafted"]
    tables = next(t for t in positions(setup, 2, 99) if record(t.states).passes == 2)
    mover = int(record(tables.states).seat)
    legal = np.flatnonzero(tables.masks[0]).tolist()
    other = (mover + 1) % 3
    assert {setup.describe(tables.states, action, seat=other) for action in legal} == {"keep a card of the pack"}
    own = [setup.describe(tables.states, action, seat=mover) for action in legal]
    assert len(set(own)) == len(own) and all(words.startswith("keep ") for words in own)
    text, cards = setup.text(tables.states, mover), setup.options.cards.card
    assert "pick 3 of 10" in text and text.count("pack in front of") == 1
    for kind in record(tables.states).packs[mover, : record(tables.states).pack_size[mover]]:
        assert cards[kind].name in text
    passed = record(tables.states).passed[mover]
    for kind in np.flatnonzero(passed):
        assert f"{passed[kind]} {cards[kind].name}" in flat(text.partition("passed on")[2])
    assert setup.text(tables.states, None).count("pack in front of") == 3
    before = text
    tables.step(np.array([legal[0]]))
    if record(tables.states).passes == 2:
        assert "it has kept a card" in setup.text(tables.states, mover) != before


def test_what_is_known_of_a_hand_is_told():
    table = lay_out(has("Wire"), has("Revolution, Doublethink"), has("Wire"), phase="after production")
    assert "surely in hand" not in told(table, 0)
    table.do("A: play Wire", "A: at B").settle()
    assert "hand 2       all known: 1 Revolution, 1 Doublethink" in told(table, 0)
    assert "all known" not in told(table, 2)
    assert (
        "hand 2       and deck 28, together 1 Revolution, 7 Propaganda, 4 Counter Propaganda and 18 unknown cards"
        in (told(table, 2))
    )


def test_a_game_cut_off_stays_secret_and_a_finished_one_lies_open():
    setup = GAME.setup(num_players=3, max_decisions=60)
    states = next(t.states for t in positions(setup, 3, 10**6, every=10**6) if record(t.states).over == TRUNCATED)
    other = determinized(setup, states, np.arange(4, dtype=np.uint32), np.array([1]))
    assert setup.text(other, 1) == setup.text(states, 1) and setup.text(other, None) != setup.text(states, None)
    assert setup.text(states, 1).endswith("The game was cut off; nobody has won.")
    record(states).over, record(states).winner = TERMINATED, 2
    text = setup.text(states, 1)
    assert "Everything is shown" in text and text.count("from the top") >= 3
    assert re.search(r"player_2 \(.+\) wins with a Revolution and \d+ points?\.$", text)


# What is there


@EVERY_SETUP
def test_the_text_tells_everything_that_lies_open(setup):
    cards = setup.options.cards.card
    for tables in positions(setup, 13, 30, every=17):
        table = record(tables.states)
        if table.phase == state.Phase.PREPARING:
            continue
        for seat in (0, setup.num_seats - 1):
            text = setup.text(tables.states, seat)
            assert f"In the Gulag: {table.gulag[0]} Proletariat, {table.gulag[1]} Bourgeoisie, " in flat(text)
            parts = re.split(r"\n[> ] (?=player_)", text)[1:]
            assert len(parts) == setup.num_seats
            for other in range(setup.num_seats):
                part = flat(next(part for part in parts if part.startswith(f"player_{other}")))
                counts = [int(count) for count in table.citizens[other]]
                assert f"{counts[0]} Proletariat, {counts[1]} Bourgeoisie, {counts[2]} Commissar" in part
                assert re.search(rf"\b{table.points[other]} points?, ", part)
                assert setup.options.cards.factions[table.faction[other]] in part
                for name, zone in (("hand", state.Zone.HAND), ("discard", state.Zone.DISCARD)):
                    assert f"{name} {table.amounts[other, zone]}" in part
                discard = part.partition(f" discard {table.amounts[other, state.Zone.DISCARD]} ")[2]
                for kind in np.flatnonzero(table.zones[other, state.Zone.DISCARD]):
                    assert f"{table.zones[other, state.Zone.DISCARD, kind]} {cards[kind].name}" in discard
            for kind in np.flatnonzero(table.zones[seat, state.Zone.HAND]):
                assert f"{table.zones[seat, state.Zone.HAND, kind]} {cards[kind].name}" in text
            for place in range(int(table.depth)):
                entry = table.stack[place]
                assert f"{cards[entry.kind].name} #{place + 1} of player_{entry.player}" in text


@EVERY_SETUP
def test_lines_fit(setup):
    for tables in positions(setup, 17, 40, every=13):
        for seat in (0, setup.num_seats - 1, None):
            text = setup.text(tables.states, seat)
            assert max(map(len, text.splitlines())) <= WIDTH and text == text.rstrip() and "\u00a0" not in text


def test_points_and_how_far_they_are_from_a_revolution():
    table = lay_out(has(points=(0, 3, 3)), has(points=(1, 0, 0)), has(points=(20, 0, 0)))
    text = told(table, 0)
    assert "Plain, 15 points, enough for a Revolution\n" in text
    assert "Wide, 1 point, 14 short of a Revolution\n" in text
    assert "Androidopov, 20 points, enough for a Revolution that cannot be countered\n" in text
    fewer = GAME.setup(num_players=2, leaders=True, factions=("Plain", "Speaker"), cards=easier())
    assert "11 short of a Revolution" in fewer.text(laid(fewer), 1)


def easier() -> dict[str, Any]:
    """Return the cards with a leader whose Revolution needs two points less."""
    raw = tomllib.loads(Path(SMALL).read_text(encoding="utf-8"))
    next(faction for faction in raw["faction"] if faction["name"] == "Speaker")["power"] = {"revolution": 2}
    return raw


def laid(setup: Setup) -> np.ndarray:
    """Return a table at its first question, at which everybody has the ration alone."""
    states = Tables(setup, 1, seed=0).states.copy()
    record(states).citizens[:2] = (2, 0, 0)
    record(states).points[:2] = 2
    return states


def test_citizens_come_in_rows_of_five_points():
    assert citizen_rows((4, 1, 1)) == [[2, 1], [0, 0, 0, 0]]
    assert citizen_rows((7, 3, 2)) == [[2, 1], [2, 1], [1, 0, 0, 0], [0, 0, 0, 0]]
    assert citizen_rows((0, 3, 0)) == [[1, 1], [1]] and citizen_rows((0, 0, 0)) == []


def test_the_actions_of_a_turn_are_told():
    table = lay_out(has("Disarm the Citizens, Our Glorious Leader"), has())
    assert "player_0 has the Action of the turn left." in told(table, 1)
    table.do("A: play Disarm the Citizens").settle()
    assert "player_0 has a further Action left. Every card played from now on this turn is protected." in told(table, 1)
    table.do("A: play Our Glorious Leader").settle()
    assert "player_0 has no Action left." in told(table, 1)


# The stack


def test_the_stack_tells_who_plays_what_at_whom_and_what_comes_of_it():
    table = lay_out(
        has("Revolution, Stifle Free Speech", points=(0, 3, 3)), has("Stifle Free Speech, Assassinate", points=2)
    )
    assert "No card is being played." in told(table)
    table.do("A: play Revolution")
    assert "Revolution #1 of player_0\n      -> player_0 wins the game" in told(table, 1)
    table.do("B: play Stifle Free Speech")
    assert "-> is stopped by #2; else player_0 wins the game" in told(table, 1)
    table.do("A: play Stifle Free Speech")
    stack = told(table, 1).partition("The stack")[2].split("\n\n")[0].splitlines()[1:]
    assert stack == [
        "  Stifle Free Speech #3 of player_0, against Stifle Free Speech #2 of player_1",
        "      -> Stifle Free Speech #2 of player_1 is countered",
        "  Stifle Free Speech #2 of player_1, against Revolution #1 of player_0",
        "      -> is stopped by #3; else Revolution #1 of player_0 is countered",
        "  Revolution #1 of player_0",
        "      -> player_0 wins the game",
    ]
    table.do("B: blitz Assassinate")
    assert "#4 of player_1, as a Blitz\n      -> player_1 is choosing its target" in told(table, 0)
    assert told(table, 0).endswith("Player_1 has to choose for Assassinate #4 of player_1.")
    assert told(table, 1).endswith("player_1: Assassinate: choose a citizen")
    table.do("B: at A commissar")
    assert "#4 of player_1, at a Commissar of player_0, as a Blitz\n      -> player_0 loses a Commissar" in told(table)
    table.resolve()
    assert "-> does nothing: player_0 has 12 of 15 points" in told(table)
    table.resolve()
    assert "Stifle Free Speech #2 of player_1, against Revolution #1 of player_0, countered" not in told(table)


def test_duplicates_protection_and_what_has_been_countered():
    table = lay_out(
        has("Disarm the Citizens, Military Action, Doublespeak, Doublethink"),
        has("Doublespeak, Stifle Free Speech"),
        phase="action",
    )
    table.do("A: play Disarm the Citizens")
    assert "Disarm the Citizens #1 of player_0, protected\n      -> player_0 may play a further Action" in told(table)
    table.do("B: play Doublespeak").resolve()
    assert "Disarm the Citizens #2 of player_0, duplicate, protected" in told(table, 1)
    table.do("A: play Doublethink")
    assert "Doublethink #3 of player_0, protected\n      -> player_0 draws 2 cards" in told(table, 1)
    table = lay_out(has("Doublethink, Doublespeak"), has("Stifle Free Speech", points=0), phase="after production")
    table.do("A: play Doublethink", "B: play Stifle Free Speech", "A: play Doublespeak").resolve()
    text = told(table)
    assert "Stifle Free Speech #3 of player_1, against Doublethink #1 of player_0, duplicate" in text
    table.resolve()
    text = told(table)
    assert "Doublethink #1 of player_0, countered\n      -> has been countered and does nothing" in text
    assert "-> does nothing: the card that it is aimed at has been countered" in text


def test_types_and_their_change():
    table = lay_out(has("Enforce Equality, Define the Truth"), has(points=(5, 0, 3)), has("Define the Truth"))
    table.do("A: play Enforce Equality")
    names = ("Proletariat", "Bourgeoisie", "Commissar")
    assert actions(table) == [f"choose {name} for Enforce Equality" for name in names]
    assert "-> player_0 is choosing its type" in told(table, 1)
    table.do("A: type commissar")
    loses = "player_1 loses 2 Commissars"
    assert f"Enforce Equality #1 of player_0, for Commissar\n      -> {loses}" in told(table)
    table.do("C: play Define the Truth")
    assert told(table, 2).endswith("choose another type of citizen for Enforce Equality #1 of player_0")
    assert actions(table)[0] == "choose Proletariat instead for Enforce Equality #1 of player_0"
    table.do("C: type bourgeoisie")
    text = told(table)
    assert "Define the Truth #2 of player_2, against Enforce Equality #1 of player_0, for Bourgeoisie" in text
    assert "-> the type of Enforce Equality #1 of player_0 becomes Bourgeoisie" in text


FAILURES = {
    "behind": (("Equal Shares", ""), lambda t: set_points(t, (9, 2, 2)), "nobody has more points than player_0"),
    "deck": (("Control the News Media", ""), lambda t: shrink(t), "the deck of player_0 has 1 of 3 cards"),
    "own turn": (("Military Action", ""), lambda t: setattr(t.state, "player", 1), "it is not the turn of player_0"),
    "hand": (("Wire", "A: at B"), lambda t: empty_hand(t), "player_1 is no target for it any more"),
}


def set_points(table: Position, points: tuple[int, ...]) -> None:
    table.states["points"][0, : len(points)] = points


def shrink(table: Position) -> None:
    table.states["sizes"][0, 0] = 1


def empty_hand(table: Position) -> None:
    table.states["amounts"][0, 1, state.Zone.HAND] = 0


@pytest.mark.parametrize("name", FAILURES)
def test_why_a_card_would_do_nothing(name):
    (card, aim), change, reason = FAILURES[name]
    table = lay_out(has(card, points=2), has("Monument", points=5), has("Monument", points=5))
    table.do(f"A: play {card}", *([aim] if aim.startswith("A: ") else []))
    place = table.state.depth - 1
    assert failure(table.setup, table.state, place) == ""
    change(table)
    assert failure(table.setup, table.state, place) == reason
    assert f"-> does nothing: {reason}" in told(table)


# What is being asked


@EVERY_SETUP
def test_every_question_and_every_action_is_told(setup):
    seen = set()
    for tables in positions(setup, 19, 500):
        table = record(tables.states)
        if table.over != RUNNING:
            continue
        asks, legal = question(setup, table), np.flatnonzero(tables.masks[0]).tolist()
        words = [setup.describe(tables.states, action) for action in legal]
        assert len(set(words)) == len(words), words
        for text in (asks, *words):
            assert text and text == flat(text) and "None" not in text and "-1" not in text
        seen.add(int(table.ask))
        if len(legal) % 5 == 0:
            text = flat(setup.text(tables.states, int(table.seat)))
            assert text.endswith(f"player_{table.seat}: {asks}")
    assert {state.Ask.HAND, state.Ask.PROPAGANDA, state.Ask.ACTION, state.Ask.WINDOW} <= seen


def test_a_turn_in_words():
    table = lay_out(
        has("Propaganda, Doublethink, Hire Assassin, 5 Monument"), has(points=(1, 1, 0)), phase="discard and draw"
    )
    assert "discard down to your hand size of 7 (1 card more, or any number)" in told(table, 0)
    assert told(table, 1).endswith("Player_0 is in its discard and draw.")
    table.do("A: discard Monument")
    assert actions(table)[0] == "discard no more and draw nothing"
    table.do("A: discard Monument")
    assert "discard any number of cards, then draw up to 7" in told(table, 0)
    assert actions(table)[:2] == ["discard no more and draw a card", "discard Propaganda"]
    table.do("A: pass").pass_until("A: propaganda")
    assert actions(table)[:3] == [
        "end the Propaganda step",
        "play Propaganda: Take a Proletariat from another player.",
        "play Doublethink: Draw 2 cards.",
    ]
    assert actions(table)[3] == (
        "play Hire Assassin as a Blitz for a Proletariat of yours: Send a Citizen of another player to the Gulag."
    )
    table.do("A: blitz Hire Assassin")
    assert actions(table) == [
        "aim Hire Assassin at a Proletariat of player_1",
        "aim Hire Assassin at a Bourgeoisie of player_1",
    ]


def test_a_response_names_what_it_is_played_against():
    table = lay_out(has("Doublethink, Propaganda"), has("Stifle Free Speech, Costly Blitz"), phase="after production")
    table.do("A: play Doublethink", "A: pass")
    assert actions(table, 1) == [
        "play nothing",
        "play Stifle Free Speech against Doublethink #1 of player_0: counter it.",
        "play Costly Blitz for a Proletariat of yours: Gain a Commissar.",
    ]
    assert told(table, 1).endswith("player_1: respond to Doublethink #1 of player_0, or play nothing")


def test_what_cards_ask_as_they_resolve():
    table = lay_out(has("Encourage Dissent, 4 Monument"), has("3 Monument"), phase="action")
    table.do("A: play Encourage Dissent").settle()
    assert told(table, 0).endswith("player_0: Encourage Dissent of player_0: discard a card (1 of 2)")
    assert told(table, 1).endswith("Player_0 has to choose for Encourage Dissent #1 of player_0.")
    table.do("A: discard Monument")
    assert "(2 of 2)" in told(table, 0)
    table = lay_out(has("Prove by Assertion", discard="Doublethink, Wire"), has(), phase="after production")
    table.do("A: play Prove by Assertion").settle()
    assert "Prove by Assertion: take a card of your discard into your hand" in told(table, 0)
    assert "take back Doublethink" in actions(table)
    table = lay_out(has("Intercept Transmission"), has("Doublethink, Stifle Free Speech"), phase="action")
    table.do("A: play Intercept Transmission").settle()
    assert told(table, 0).endswith("Intercept Transmission: play a card out of the hand of player_1")
    assert actions(table) == ["play Doublethink out of the hand of player_1: Draw 2 cards."]


def test_choosing_a_faction():
    setup = GAME.setup(factions="chosen", leaders=True)
    tables = Tables(setup, 1, seed=0)
    seat = int(record(tables.states).seat)
    faction = setup.options.cards.faction[0]
    assert setup.describe(tables.states, Act.FACTION, seat=1 - seat).startswith(f"play {faction.name}: ")
    text = setup.text(tables.states, seat)
    assert text.endswith(f"player_{seat}: choose your faction")
    for name, copies in faction.deck.items():
        assert f"{copies} {name}" in flat(text)
    assert setup.text(tables.states, 1 - seat).endswith(f"Player_{seat} is choosing a faction.")


def test_a_card_file_with_long_names():
    raw = tomllib.loads(Path(SMALL).read_text(encoding="utf-8"))
    names, tail = [card["name"] for card in raw["card"]], "of the Glorious and Everlasting Committee of Committees"
    longer = {name: f"{name} {tail}"[:60].strip() for name in names}
    for card in raw["card"]:
        card["name"] = longer[card["name"]]
    for faction in raw["faction"]:
        faction["deck"] = {longer[name]: copies for name, copies in faction["deck"].items()}
        faction["name"] = f"{faction['name']} of the Union of all Unions of Automatic Workers"[:60].strip()
    setup = GAME.setup(num_players=3, cards=raw, leaders=True)
    for tables in positions(setup, 29, 4, every=46):
        for seat in (0, None):
            assert max(map(len, setup.text(tables.states, seat).splitlines())) <= WIDTH
            assert picture.render_picture(setup, record(tables.states), seat).shape == (1000, 1600, 3)


@pytest.mark.parametrize("name", ["2", "6, random"])
def test_the_end_tells_the_winner(name):
    setup = SETUPS[name]
    states = next(t.states for t in positions(setup, 23, 10**6, every=10**6) if record(t.states).over == TERMINATED)
    text = setup.text(states, 0)
    assert text.endswith(result(setup, record(states))) and "Everything is shown" in text
    assert f"player_{record(states).winner} (" in text.splitlines()[-1]


def test_the_environment_shows_both_views():
    for mode in ("ansi", "rgb_array"):
        env = cogs_and_commissars_v0.env(num_players=3, render_mode=mode, render_seat="player_2")
        env.reset(seed=1)
        view = env.render()
        assert "You are player_2" in view if mode == "ansi" else view.shape == (1108, 1600, 3)
        env.close()
