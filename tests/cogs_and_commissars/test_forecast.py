"""Cogs and Commissars: what is said of every card on the stack is what comes of it if nobody plays any more."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from cogs_and_commissars.games import Plain, card_text
from cogs_and_commissars.positions import SMALL, Position, has, lay_out
from cogs_and_commissars.test_random_cards import Inventor

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules import apply as rules
from cogitable.envs.cogs_and_commissars.rules import stack, state
from cogitable.envs.cogs_and_commissars.rules.actions import Act
from cogitable.envs.cogs_and_commissars.rules.box import Citizen
from cogitable.envs.cogs_and_commissars.rules.determinize import determinize
from cogitable.envs.cogs_and_commissars.rules.events import Event
from cogitable.envs.cogs_and_commissars.words.card_text import citizens_text
from cogitable.envs.cogs_and_commissars.words.forecast import forecasts
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.events import TELLING, Telling, perceived
from cogitable.envs.table.views import PUBLIC

UNLESS = "unless a card above changes that, "
LEADER, MILITARY, STIFLE = "Our Glorious Leader", "Military Action", "Stifle Free Speech"
RICH = (12, 0, 1)  # 15 points, a Commissar among them


def told(table: Position) -> list[str]:
    """Return what is said of the cards on the stack, from below; all views say it."""
    found = forecasts(table.setup, table.state)
    for seat in (None, PUBLIC, *range(table.setup.num_seats)):
        text = " ".join(table.setup.text(table.states, seat).split())
        assert all(f"-> {line}" in text for line in found)
    return found


def further(*mine: str, theirs: str = "") -> Position:
    """Return a table at which A has a further Action left and, beside these cards, a Revolution."""
    table = lay_out(has(", ".join(["Revolution", MILITARY, *mine]), points=RICH), has(theirs, points=(2, 0, 1)))
    return table.do(f"A: play {MILITARY}").settle()


# The Revolution


def test_the_rulebooks_example():
    table = lay_out(has(f"Revolution, {STIFLE}", points=RICH), has(f"{STIFLE}, Assassinate"))
    table.do("A: play Revolution", f"B: play {STIFLE}", f"A: play {STIFLE}")
    assert told(table)[0] == "player_0 wins the game"
    table.do("B: blitz Assassinate")
    assert told(table) == [
        f"{UNLESS}player_0 wins the game",
        "is stopped by #3; else Revolution #1 of player_0 is countered",
        f"{STIFLE} #2 of player_1 is countered",
        "player_1 is choosing its target",
    ]
    table.do("B: at A commissar")
    assert told(table) == [
        "does nothing: player_0 has 12 of 15 points",
        "is stopped by #3; else Revolution #1 of player_0 is countered",
        f"{STIFLE} #2 of player_1 is countered",
        "player_0 loses a Commissar",
    ]
    assert not table.settle().winner


def test_a_gain_above_brings_a_revolution_back():
    table = further(LEADER, theirs="Assassinate").do("A: play Revolution", "B: blitz Assassinate", "B: at A commissar")
    assert told(table)[0] == "does nothing: player_0 has 12 of 15 points"
    table.do(f"A: play {LEADER}")
    assert told(table) == ["player_0 wins the game", "player_0 loses a Commissar", "player_0 gains a Commissar"]
    assert table.settle().winner == "A"


def test_what_would_come_of_a_stopped_card_reckons_with_the_others():
    table = lay_out(has("Revolution", points=RICH), has(f"{STIFLE}, Assassinate"))
    table.do("A: play Revolution", f"B: play {STIFLE}", "B: blitz Assassinate", "B: at A commissar")
    assert told(table)[0] == "is stopped by #2; else does nothing: player_0 has 12 of 15 points"


def test_cards_below_a_revolution_that_wins_do_nothing():
    table = further("Doublethink").do("A: play Doublethink", "A: play Revolution")
    assert told(table) == ["does nothing: the game is over by then", "player_0 wins the game"]
    table.settle()
    assert table.winner == "A" and "has been carried out" in forecasts(table.setup, table.state)[1]


@pytest.mark.parametrize("above", ["Control the News Media", "Intercept Transmission"])
def test_what_hidden_cards_decide_makes_what_hangs_on_it_conditional(above: str):
    table = further(above, "Doublethink", theirs="Doublethink, Hire Assassin")
    table.do("A: play Revolution", "B: blitz Hire Assassin", "B: at A commissar", f"A: play {above}")
    assert told(table)[:2] == [
        f"{UNLESS}does nothing: player_0 has 12 of 15 points",
        f"{UNLESS}player_0 loses a Commissar",
    ]
    table = lay_out(has("Revolution, Doublethink", points=RICH), has("Doublethink"))
    table.do("A: play Revolution", "A: play Doublethink", "B: play Doublethink")
    assert told(table)[0] == "player_0 wins the game", "whatever is drawn"


# Citizens


def test_a_citizen_that_was_sacrificed_is_not_taken():
    table = lay_out(has("Propaganda"), has("Hire Assassin", points=(1, 0, 1)), phase="propaganda")
    table.do("A: play Propaganda")
    assert told(table) == ["player_0 takes a Proletariat from player_1"]
    table.do("B: blitz Hire Assassin")
    assert told(table) == ["player_0 takes no Proletariat from player_1", "player_0 loses a Proletariat"]


def test_the_last_citizen_goes_once():
    table = lay_out(has("Assassinate"), has(points=(1, 0, 1)), has("Hire Assassin"))
    table.do("A: play Assassinate", "A: at B commissar", "C: blitz Hire Assassin", "C: at B commissar")
    assert told(table) == ["player_1 loses no Commissar", "player_1 loses a Commissar"]


def test_a_duplicate_goes_before_its_original():
    table = lay_out(has("Propaganda, Doublespeak"), has(points=1), phase="propaganda")
    table.do("A: play Propaganda", "A: play Doublespeak")
    assert told(table) == [
        "player_0 takes no Proletariat from player_1",
        "Propaganda #1 of player_0 takes place once more",
    ]
    table = lay_out(has("Propaganda, Doublespeak"), has(points=1), has(points=1), phase="propaganda")
    table.do("A: play Propaganda", "A: at C proletariat", "A: play Doublespeak")
    assert told(table)[0] == f"{UNLESS}player_0 takes a Proletariat from player_2", "the duplicate is aimed anew"


def test_the_gulag_may_have_none():
    table = lay_out(has(LEADER), has(), gulag=(40, 18, 0)).do(f"A: play {LEADER}")
    assert told(table) == ["player_0 gains no Commissar: the Gulag has none left"]


def test_of_a_group_those_are_named_whom_it_concerns():
    table = lay_out(has("Equal Shares"), has(points=3), has(points=1), has(points=5))
    assert told(table.do("A: play Equal Shares")) == [
        "player_0 takes 2 Proletariats from each player with more points than player_0"
    ]
    table = lay_out(has("Upload Red Error"), has(), has(points=(0, 1, 0)), has())
    assert told(table.do("A: play Upload Red Error")) == ["player_2 loses a Bourgeoisie; player_0 gains a Proletariat"]
    table = lay_out(has("Upload Red Error"), has()).do("A: play Upload Red Error")
    assert told(table) == ["nobody loses a Bourgeoisie; player_0 gains a Proletariat"]


def test_a_step_that_needs_the_one_before_it():
    for points, lines in (
        (1, "player_0 sends a Proletariat to the Gulag; if so, player_0 gains a Commissar"),
        (0, "player_0 sends no Proletariat to the Gulag"),
    ):
        table = lay_out(has("Promotion", points=points), has()).do("A: play Promotion")
        assert told(table) == [lines]


# Cards


def test_draws_and_discards_go_as_far_as_there_are_cards():
    table = lay_out(has("2 Doublethink", "Monument", rest="hand"), has()).do("A: play Doublethink")
    assert told(table) == ["player_0 draws a card"]
    table = lay_out(has("Encourage Dissent"), has("Monument"), has("3 Monument")).do("A: play Encourage Dissent")
    assert told(table) == ["player_1 discards a card and player_2 discards 2 cards"]
    table.settle()
    assert told(table) == ["player_2 discards 2 cards"], "it is asked, and player_1 has none left"
    assert told(table.go("C: discard Monument")) == ["player_2 discards a card"]


def test_nothing_is_taken_back_out_of_an_empty_discard():
    table = lay_out(has("Prove by Assertion", discard="Doublethink"), has(), phase="after production")
    assert told(table.do("A: play Prove by Assertion")) == ["player_0 takes back a card"]
    table.states["zones"][0, 0, state.Zone.DISCARD] = 0
    assert forecasts(table.setup, table.state) == ["player_0 takes back no card"]


def changed(folder: Path, old: str, new: str) -> str:
    """Return the path of a card file that says something else in one place."""
    text = Path(SMALL).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / "cards.toml").write_text(text.replace(old, new), encoding="utf-8")
    return str(folder / "cards.toml")


def test_a_step_that_hangs_on_what_its_card_has_left_open(tmp_path):
    table = lay_out(has("Confiscation"), has("Monument")).do("A: play Confiscation")
    assert told(table) == ["player_1 discards a card; player_0 gains a Bourgeoisie"]
    cards = changed(tmp_path, '{ do = "discard", count = 2 }, ', '{ do = "produce", count = 2 }, ')
    table = lay_out(has("Confiscation"), has("Monument"), cards=cards).do("A: play Confiscation")
    assert told(table)[0].endswith("; as things stand, player_0 gains a Bourgeoisie")


# Why a card does nothing


def test_a_type_that_was_sacrificed_changes_nothing(tmp_path):
    against = 'against = "chosen type"'
    path = changed(tmp_path, against, f'{against}\nblitz = {{ sacrifice = ["proletariat"] }}')
    table = lay_out(has("Assassinate"), has("Define the Truth", points=(1, 0, 1)), cards=path)
    table.do("A: play Assassinate", "A: at B commissar", "B: play Define the Truth")
    assert told(table)[1] == "the type of Assassinate #1 of player_0 stays what it is"


PANIC = """
[[card]]
name = "Panic"
source = "house"
type = "blitz"
stars = ["proletariat"]
blitz = { during = "revolution" }
steps = [{ do = "draw", count = 1 }]

"""


def test_a_blitz_without_the_revolution_that_it_needs_says_so(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(card_text({"Panic": 1, "Monument": 17}, {"Monument": 18}, cards=PANIC), encoding="utf-8")
    table = lay_out(has("Revolution", points=15), has("Panic"), factions=("Faction 1", "Faction 2"), cards=str(path))
    table.do("A: play Revolution", "B: play Panic")
    assert told(table)[1] == "player_1 draws a card"
    stack.stop(table.record, table.state, 0, False)
    assert told(table)[1] == "does nothing: no Revolution of another player is being played"


# With any cards


FATES = (Event.TAKES_EFFECT, Event.FAILS, Event.COUNTERED, Event.PUT_BACK)
SAID = {Event.LOST: ("loses {}", "sends {}"), Event.TAKEN: ("{} from ",), Event.GAINED: ("gains {}",)}
PROMISED = {
    Event.LOST: r"(?<!nobody) (loses|sends) (a|\d)",
    Event.TAKEN: r" takes (a|\d)[^;]* from (?!nobody)",
    Event.GAINED: r" gains (a|\d)",
}


def course(table: Plain) -> dict[int, list[Telling]]:
    """Return what happens to each card on the stack, by its place, if everybody passes; up to any other question."""
    states = table.states.copy()
    copy = as_compiled(states)[0]
    copy.telling = TELLING
    found: dict[int, list[Telling]] = {}
    now: list[Telling] = []
    while not copy.over and copy.depth and copy.ask == state.Ask.WINDOW:
        copy.told = 0
        rules.apply(table.record, copy, Act.PASS)
        for event in perceived(states["events"][0, : copy.told], None):
            fates = found.setdefault(event.amount - 1, []) if event.kind in FATES else []
            if event.kind in (Event.TAKES_EFFECT, Event.FAILS):
                now = fates if not fates else []  # a duplicate comes later to the place of another card
            elif event.kind in FATES:
                fates.append(event)  # what follows comes of the card that has stopped it
                continue
            now.append(event)
    if not copy.over and copy.depth:
        found.pop(copy.depth - 1, None)  # which has come to a question
    return found


def agrees(line: str, events: list[Telling]) -> bool:
    """Whether a line says what has happened to a card."""
    fate = events[0].kind
    if fate != Event.TAKES_EFFECT:
        return line.startswith("does nothing: " if fate == Event.FAILS else "is stopped by #")
    happened = {event.kind for event in events if event.amount}
    for event in events:
        if event.kind in SAID and event.amount:
            what = citizens_text(Citizen(event.thing).text, event.amount)
            if not any(text.format(what) in line for text in SAID[Event(event.kind)]):
                return False
    promised = {kind for kind, pattern in PROMISED.items() if re.search(pattern, line)}
    return promised <= happened and ("wins the game" in line) == (Event.WON in happened)


@pytest.mark.often(2)
@pytest.mark.parametrize("seed", range(6))
def test_any_cards_do_what_is_said_of_them_and_nothing_hidden_is_said(seed: int):
    setup = GAME.setup(cards=Inventor(seed).file(), num_players=2 + seed % 2, leaders=True)
    table, seen = Plain(setup, seed), Counter()
    for number, _ in enumerate(table.play(160, eager=0.8, refill=9)):
        assert all(setup.text(table.states, viewer) for viewer in (None, PUBLIC, *range(setup.num_seats)))
        lines = forecasts(setup, table.state)
        for place, events in course(table).items():
            sure = not lines[place].startswith(UNLESS)
            assert not sure or agrees(lines[place], events), (lines[place], events)
            seen[events[0].kind, sure] += 1
        other = as_compiled(table.states.copy())[0]
        determinize(table.record, other, number % setup.num_seats)
        assert forecasts(setup, other) == lines
    assert seen[Event.TAKES_EFFECT, True] > 10
