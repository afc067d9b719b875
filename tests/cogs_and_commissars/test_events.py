"""What happens by itself in Cogs and Commissars is told to those who perceive it, with numbers."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from cogs_and_commissars.games import setup_of
from cogs_and_commissars.positions import LETTERS, Position, has, lay_out

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules import apply as rules
from cogitable.envs.cogs_and_commissars.rules.actions import Act
from cogitable.envs.cogs_and_commissars.rules.card_steps import Do
from cogitable.envs.cogs_and_commissars.rules.events import AT_ONCE, CARDS, Event, add_card, cards_of, tell_cards
from cogitable.envs.cogs_and_commissars.rules.state import STATE, Ask
from cogitable.envs.cogs_and_commissars.words.events import EVENTS
from cogitable.envs.table import Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.events import TELLING, Telling, perceived, sentence
from cogitable.envs.table.log import Log
from cogitable.envs.table.rules import UNPERCEIVED, appearance
from cogitable.envs.table.views import PUBLIC


def told(position: Position, *moves: str, seat: str = "") -> list[str]:
    """Return what is told of the last of some moves, to a seat or of everything."""
    *first, last = moves
    position.do(*first)
    while position.asked_seat != last[0] and position.asked.endswith("response"):
        position.go(f"{position.asked_seat}: pass")
    position.state.telling, position.state.told = TELLING, 0
    position.go(last)
    return sentences(position, seat)


def sentences(position: Position, seat: str = "") -> list[str]:
    viewer = LETTERS.index(seat) if seat else None
    events = perceived(position.states["events"][0, : position.state.told], viewer)
    return [sentence(position.setup, event, viewer) for event in events]


def test_every_kind_of_event_has_a_sentence():
    assert set(EVENTS) == set(Event)
    assert sorted(Event) == list(range(len(Event)))


@pytest.mark.parametrize("kinds", [[0], [63], [5, 5, 0], list(range(8)), [63] * 8])
def test_an_event_names_up_to_eight_cards(kinds):
    assert len(kinds) <= AT_ONCE
    states = np.zeros(1, STATE)
    state = as_compiled(states)[0]
    state.telling, cards = TELLING, np.int64(0)
    for kind in kinds:
        cards = add_card(cards, kind)
    for what in CARDS:
        tell_cards(state, what, 1, cards, 2)
    for event in perceived(states["events"][0, : state.told], 2):
        assert cards_of(event.thing, event.amount, event.other) == kinds
    assert not perceived(states["events"][0, : state.told], 1)


def test_a_turn_is_told_from_its_production_on():
    table = lay_out(
        has("Monument"), has("Monument", deck="Revolution, Propaganda, Doublethink", discard="Monument"), phase="action"
    )
    assert told(table, "A: pass", "B: pass") == [
        "turn 3, that of player_1",
        "player_1 turns over Revolution and gains a Proletariat, a Bourgeoisie and a Commissar",
        "player_1 turns over Propaganda and gains a Proletariat",
    ]


def test_only_the_drawer_sees_which_cards_are_drawn():
    held = has("Doublethink", deck="Propaganda, Monument")
    public = ["Doublethink #1 of player_0 takes effect", "player_0 draws 2 cards"]
    for seat, lines in (("A", [*public, "namely Propaganda and Monument"]), ("B", public)):
        table = lay_out(held, has("Monument"), phase="action")
        assert told(table, "A: play Doublethink", "A: pass", "B: pass", seat=seat) == lines


def test_everybody_reads_how_many_cards_are_drawn():
    """Of the hands dealt, spectators have the numbers, and nobody has them twice."""
    log = Log(setup_of(num_players=2, windows="all"), (1, 2, 3, 4))
    drawn = [f"player_{seat} draws 7 cards" for seat in (0, 1)]
    for viewer in (PUBLIC, 0, 1, None):
        lines = log.lines(viewer)
        assert [lines.count(line) for line in drawn] == [1, 1]
        own = [line for line in lines if line.startswith("namely ")]
        assert len(own) == {PUBLIC: 0, None: 2}.get(viewer, 1)


def test_a_shuffle_lies_between_what_is_drawn_before_and_after_it():
    table = lay_out(has("Doublethink", deck="Propaganda", rest="discard"), has("Monument"), phase="action")
    lines = told(table, "A: play Doublethink", "A: pass", "B: pass", seat="B")
    assert lines[1:] == [
        "player_0 draws 1 card",
        "player_0 shuffles its discard, 28 cards, for a new deck",
        "player_0 draws 1 card",
    ]


def test_a_counter_and_what_it_stops_are_told():
    table = lay_out(has("Propaganda"), has("Counter Propaganda", points=3), phase="propaganda")
    assert told(table, "A: play Propaganda") == [
        "Propaganda of player_0 can only be aimed at a Proletariat of player_1"
    ]
    assert told(table, "B: play Counter Propaganda", "A: pass", "B: pass") == [
        "Counter Propaganda #2 of player_1 takes effect",
        "Propaganda #1 of player_0 is countered",
    ]


def test_what_a_card_takes_is_told():
    table = lay_out(has("Propaganda"), has("Monument"), phase="propaganda")
    assert told(table, "A: play Propaganda", "A: pass", "B: pass")[1] == "player_0 takes a Proletariat from player_1"


def test_a_card_that_comes_to_nothing_says_so():
    table = lay_out(has("Revolution", points=15), has("Hire Assassin", points=2), phase="action")
    table.do("A: play Revolution", "B: blitz Hire Assassin").resolve()
    assert told(table, "A: pass", "B: pass")[0] == "Revolution #1 of player_0 comes to nothing"


def test_a_victory_is_told():
    table = lay_out(has("Revolution", points=16), has("Monument"), phase="action")
    assert told(table, "A: play Revolution", "A: pass", "B: pass")[-1] == "player_0 wins with 16 points"


def test_nobody_else_notices_a_pass_but_that_of_who_discards():
    setup, rng = setup_of(num_players=3, windows="all"), np.random.default_rng(1)
    tables, asked = Tables(setup, 20, seed=1), set()
    for _ in range(60):
        for row in range(20):
            state = as_compiled(tables.states[row : row + 1])[0]
            if tables.masks[row, Act.PASS]:
                shown = {appearance(as_compiled(setup.record)[0], state, Act.PASS, s) for s in {0, 1, 2} - {state.seat}}
                assert shown == ({int(Act.PASS)} if state.ask == Ask.HAND else {UNPERCEIVED})
                assert appearance(as_compiled(setup.record)[0], state, Act.PASS, state.seat) == Act.PASS
                asked.add(int(state.ask))
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
    assert asked == {Ask.HAND, Ask.WINDOW, Ask.PROPAGANDA, Ask.ACTION}


def logs_of(windows: str) -> list[list[str]]:
    """Play a game in which only what all are asked is chosen; return what each seat perceived but its own passes."""
    setup, rng = setup_of(num_players=3, windows=windows), np.random.default_rng(9)
    log, mask, choices = Log(setup, (1, 2, 3, 4)), np.zeros(setup.num_actions, np.int8), 0
    while choices < 60 and not log.table.states["over"][0]:
        mask[:] = 0
        rules.legal_actions(as_compiled(setup.record)[0], as_compiled(log.table.states)[0], mask)
        legal = np.flatnonzero(mask)
        choices += len(legal) > 1
        log.take(int(legal[rng.integers(len(legal))]) if len(legal) > 1 else int(legal[0]))
    passes = ("play nothing", "end the Propaganda step", "end the Action step", "discard no more and draw 7 cards")
    return [[line for line in log.lines(seat) if not line.endswith(passes)] for seat in range(3)]


def test_logs_do_not_tell_who_was_asked():
    """Steps are told whether or not their player is asked for a card, passes not at all."""
    for held, every in zip(logs_of("held"), logs_of("all"), strict=True):
        shorter = min(len(held), len(every))  # the last choice is followed by other questions
        assert shorter > 100 and held[:shorter] == every[:shorter]


def test_consecutive_steps_of_a_turn_are_told_in_order():
    log = Log(setup_of(num_players=2, windows="all"), (5, 6, 7, 8))
    while log.events(None)[-1].kind != Event.TURN and len(log.entries) < 40:
        log.take(Act.PASS)
        steps = [event.thing for event in log.events(None) if event.kind == Event.STEP]
    assert all(one < two or two == steps[0] for one, two in pairwise(steps)) and len(steps) >= 5


SILENT_STEPS = {
    Do.END: "ends a card",
    Do.PRODUCE: "tells that there is no card",
    Do.INTERCEPT: "tells that there is no card to play",
    Do.LOOK: "always shows a hand",
    Do.WIN: "always wins",
}


@pytest.mark.parametrize("step", [step for step in Do if step not in SILENT_STEPS], ids=lambda step: step.text)
def test_a_step_that_does_nothing_has_a_sentence_with_and_without_a_target(step):
    setup = setup_of()
    for aimed in (-1, 1):
        for citizen in (-1, 2):
            text = sentence(setup, Telling(Event.NOTHING, 0, int(step), aimed, citizen), None)
            assert re.search(r"\b(no|nothing|nobody|stays)\b", text) and "{" not in text and "-1" not in text


@pytest.mark.parametrize(
    "options",
    [{}, {"num_players": 4}, {"num_players": 6, "leaders": True, "decks": "random"}],
    ids=["2", "4", "6, random"],
)
def test_no_card_takes_effect_without_a_word_on_what_comes_of_it(options):
    """Something is told of every card between that it takes effect and whatever comes next."""
    setup = GAME.setup(**options)
    goes_on = (Event.TAKES_EFFECT, Event.FAILS, Event.STEP, Event.TURN)
    rng, cards = np.random.default_rng(5), 0
    tables = Tables(setup, 1, seed=5, auto_reset=False)
    for _ in range(6000):
        if tables.over[0]:
            tables.reset(int(rng.integers(2**31)))
        tables.states["telling"], tables.states["told"] = TELLING, 0
        tables.step(np.array([rng.choice(np.flatnonzero(tables.masks[0]))]))
        table = as_compiled(tables.states)[0]
        events = perceived(tables.states["events"][0, : table.told], None)
        for number, event in enumerate(events):
            if event.kind == Event.TAKES_EFFECT:
                cards += 1
                asks = number == len(events) - 1 and table.depth >= event.amount
                silent = number == len(events) - 1 or events[number + 1].kind in goes_on
                assert asks or not silent, [sentence(setup, told, None) for told in events]
    assert cards > 200
