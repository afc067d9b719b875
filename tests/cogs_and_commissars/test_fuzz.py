"""The stack of Cogs and Commissars under millions of Blitzes: it never gets stuck and never goes on for ever.

Why every turn ends, however much is played in it, with n seats:

1. Plays. A seat plays at most MAX_PLAYS = 60 cards a turn, those played out of other hands included.
2. Records. A record comes on the stack when a card is played, or as the duplicate that takes the place of a Doublespeak
   as it resolves. What a record is aimed at on the stack lies below its *reach*: its own place when it is played, and
   the reach of the original, which is not above the original's place, when it is a duplicate. So a duplicate's reach is
   smaller than that of the Doublespeak it comes from, and a card played at place p is the first of at most
   p + 1 <= MAX_DEPTH = 48 records. A turn has at most R = 48 * 60 n of them.
3. Questions of a record. It is aimed with at most 2 decisions (a card and a type). Each of its at most 4 steps asks
   each seat for at most 9 discards, clockwise and once around, or its player for at most 9 cards to retrieve, or for
   one card out of another hand, which takes its place. That is at most 2 + 36 n decisions.
4. Passes. Within a window the number of seats that have passed only grows. A window opens when a record has been aimed,
   when one leaves the stack, and 4 times in the course of the turn: at most n (2 R + 4) passes.
5. The steps of the turn: one decision a discard and one to end, at most 31; one to end each of the two steps in which
   cards are played; each card played is one. (Windows inside steps: there are two windows more, and discarding may
   begin again after a window in which something has been played.)

Together that is at most 33 + P + n (2 R + 4) + R (2 + 36 n) decisions for P plays and R records, and P <= 60 n.

Between two decisions the rules come to an end as well: each round of their loop takes the top record one stage or step
further or off the stack, or a window or the turn on. A turn in which nobody is asked anything leaves its player with
cards in hand, since then all 30 lie in deck and discard, and next time it is asked what to discard.

Somebody who is asked has an answer: there is a pass in windows and steps; a hand above its limit has a card to discard;
what asks for a discard, a card to retrieve, a card of another hand, a target or another type is asked only where there
is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cogs_and_commissars.games import REGULAR, Plain, blitz_file, card_file, card_text, setup_of
from cogs_and_commissars.positions import Has, Position, has, lay_out
from games.cogs_fuzz import DEEPEST, GAMES, LONGEST_TURN, MOST_PLAYS, TURNS, run

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules import apply as rules
from cogitable.envs.cogs_and_commissars.rules import playing, programs, state
from cogitable.envs.cogs_and_commissars.rules.actions import KINDS
from cogitable.envs.cogs_and_commissars.rules.state import MAX_DEPTH, MAX_PLAYS, Zone


def most_decisions(seats: int, plays: int, records: int) -> int:
    """Return the most decisions of a turn with so many plays and records."""
    return 33 + plays + seats * (2 * records + 4) + records * (2 + 36 * seats)


@pytest.mark.often("2-held", "3-all", "6-held")
@pytest.mark.parametrize("windows", ["held", "all"])
@pytest.mark.parametrize("seats", range(2, 7))
def test_hands_full_of_blitzes_never_get_stuck(seats, windows):
    setup = setup_of(cards=blitz_file(), num_players=seats, windows=windows)
    found = run(setup, rounds=8, decisions=1000, refill=22, eager=20, seed=seats)
    assert found[LONGEST_TURN] <= most_decisions(seats, MAX_PLAYS * seats, MAX_PLAYS * MAX_DEPTH * seats)
    assert found[DEEPEST] <= MAX_DEPTH and found[MOST_PLAYS] <= MAX_PLAYS
    assert found[DEEPEST] > 10 and found[TURNS] > 130, "the fuzz has been tame"


@pytest.mark.often(4)
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("deck", ["doublespeak", "fetching", "seizing", "mixed"])
def test_everybody_with_the_same_blitzes(seats, deck):
    setup = setup_of(cards=card_file(*[REGULAR[deck]] * seats), num_players=seats)
    found = run(setup, rounds=5, decisions=1000, refill=28, eager=1000, seed=seats)
    assert found[DEEPEST] <= MAX_DEPTH and found[MOST_PLAYS] <= MAX_PLAYS
    assert found[DEEPEST] > 6 and found[MOST_PLAYS] > 5


@pytest.mark.often("preconstructed")
@pytest.mark.parametrize("decks", ["preconstructed", "drafted", "random"])
def test_the_house_edition_never_gets_stuck(decks):
    for seats in (2, 3, 6):
        setup = setup_of(decks=decks, num_players=seats, leaders=True, factions="chosen")
        found = run(setup, rounds=8, decisions=2000, refill=0, eager=2, seed=seats)
        assert found[DEEPEST] <= MAX_DEPTH and found[MOST_PLAYS] <= MAX_PLAYS and found[GAMES] > 100


# What is counted, decision by decision


class Chains:
    """Counts what comes on the stack in a turn, and how long the chains of duplicates are."""

    def __init__(self) -> None:
        self.lengths: list[int] = [0] * MAX_DEPTH
        self.reaches: list[int] = [0] * MAX_DEPTH
        self.plays = self.records = self.longest = 0

    def new_turn(self) -> None:
        self.plays = self.records = 0

    def played(self, state: Any) -> None:
        place = state.depth - 1
        record = state.stack[place]
        assert record.reach == place
        self.lengths[place], self.reaches[place] = 1, place
        self.plays += 1
        self.records += 1

    def duplicated(self, state: Any, original: int) -> None:
        place = state.depth - 1
        record = state.stack[place]
        assert record.reach < self.reaches[place], "reach must fall from a Doublespeak to its duplicate"
        assert record.reach <= original < place and record.owner == -1
        self.lengths[place] += 1
        self.reaches[place] = record.reach
        self.records += 1
        self.longest = max(self.longest, self.lengths[place])
        assert self.lengths[place] <= place + 1

    @contextmanager
    def listening(self) -> Iterator[Chains]:
        """Hear of everything that comes on the stack, while the rules run as plain Python."""
        push, push_duplicate = playing.push, programs.push_duplicate

        def heard_push(setup: Any, state: Any, *more: Any) -> None:
            push(setup, state, *more)
            self.played(state)

        def heard_duplicate(setup: Any, state: Any, place: int) -> None:
            push_duplicate(setup, state, place)
            self.duplicated(state, place)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(playing, "push", heard_push)
            patch.setattr(programs, "push_duplicate", heard_duplicate)
            yield self


@pytest.mark.often("3-all")
@pytest.mark.parametrize(("seats", "windows"), [(2, "held"), (3, "all"), (6, "held")])
def test_records_and_decisions_of_every_turn_are_bounded(seats, windows):
    table = Plain(setup_of(cards=blitz_file(), num_players=seats, windows=windows), seats)
    turn, decisions, turns = (0, 0), 0, 0
    with Chains().listening() as chains:
        for _ in table.play(1000, eager=0.7, refill=14):
            if table.turn != turn:
                chains.new_turn()
                turn, decisions, turns = table.turn, 0, turns + 1
            GAME.check(table.setup, table.state)
            _check_who_is_asked(table)
            decisions += 1
            assert chains.plays == sum(table.state.plays) <= MAX_PLAYS * seats
            assert chains.records <= MAX_DEPTH * chains.plays
            assert decisions <= most_decisions(seats, chains.plays, chains.records)
    assert chains.longest > 1 and turns > 2


def _check_who_is_asked(table: Plain) -> None:
    """The seat that is asked is the one whose hand, step or card the question is about."""
    position, kinds = table.state, table.record.kinds
    actions, seat, ask = table.legal(), position.seat, position.ask
    assert actions
    blocks = [(divmod(action - KINDS, kinds)) for action in actions if action >= KINDS]
    source = state.Zone.DISCARD if ask == state.Ask.RETRIEVE else Zone.HAND
    owner = seat
    if ask in (state.Ask.HAND, state.Ask.PROPAGANDA, state.Ask.ACTION):
        assert seat == position.player and position.depth == 0
    elif ask == state.Ask.WINDOW:
        assert seat == (position.player + position.cursor) % table.setup.num_seats
    elif ask == state.Ask.DISCARD:
        record = position.stack[position.depth - 1]
        assert seat == (record.player + record.cursor) % table.setup.num_seats
        assert position.amounts[seat, Zone.HAND] > 1
    else:
        record = position.stack[position.depth - 1]
        assert seat == record.player
        owner = record.seat if ask == state.Ask.INTERCEPT else seat
        assert ask != state.Ask.INTERCEPT or owner != seat
    assert all(position.zones[owner, source, kind] > 0 for _, kind in blocks)


def test_the_stack_is_last_in_first_out():
    """What lies below the top stays what it is, but that it can be countered or get another type."""
    table = Plain(setup_of(cards=blitz_file(), num_players=4), 3)
    before: list[tuple[int, ...]] = []
    kept = games = 0
    for _ in table.play(800, eager=0.9, refill=20):
        after = [(r.kind, r.player, r.reach, r.card, r.seat) for r in table.state.stack[: table.state.depth]]
        below = min(len(before), len(after)) - 1  # the top of the two may have made room for its duplicate
        if table.games == games and below > 0:
            assert after[:below] == before[:below]
            kept += 1
        before, games = after, table.games
    assert kept > 100


# The limits of the table


def laid_out(
    folder: Path, decks: Sequence[Mapping[str, int]], *seats: Has, cards: str = "", **options: Any
) -> Position:
    """Return a position with cards of decks of one's own; the box must have all that the seats have."""
    path = folder / "cards.toml"
    path.write_text(card_text(*decks, cards=cards), encoding="utf-8")
    factions = tuple(f"Faction {number}" for number in range(1, len(seats) + 1))
    return lay_out(*seats, cards=str(path), factions=factions, **options)


def doublespeakers(folder: Path, **options: Any) -> Position:
    """Return six seats of which each holds 8 Doublespeaks; the first one holds something to begin with as well."""
    rest = {"Our Glorious Leader": 6, "Military Action": 6, "Intercept Transmission": 6}
    decks = ({"Doublespeak": 18}, {"Doublespeak": 18}, {"Doublespeak": 18}, rest, *({"Monument": 18},) * 4)
    first = has("8 Doublespeak, Our Glorious Leader, Military Action, Intercept Transmission")
    return laid_out(folder, decks, first, *[has("8 Doublespeak") for _ in range(5)], **options)


def pile_up(table: Position, cards: int) -> None:
    """Respond with Doublespeaks until so many cards are on the stack."""
    while table.state.depth < cards:
        action = "play Doublespeak"
        table.go(f"{table.asked_seat}: {action if action in table.legal() else 'pass'}")


@pytest.mark.often("all")
@pytest.mark.parametrize("windows", ["held", "all"])
def test_a_full_stack_takes_no_more_and_resolves(windows, tmp_path):
    table = doublespeakers(tmp_path, windows=windows)
    with Chains().listening() as chains:
        table.go("A: play Our Glorious Leader")
        pile_up(table, MAX_DEPTH)
        if windows == "all":  # asked, but with nothing to play though there are cards left
            for _ in range(6):
                assert table.state.depth == MAX_DEPTH and table.legal() == ["pass"]
                table.go(f"{table.asked_seat}: pass")
        assert table.state.depth <= MAX_DEPTH
        while table.state.depth:  # duplicates always go for the uppermost card, which makes the longest chains
            mask = table.mask()
            rules.apply(table.record, table.state, 0 if mask[0] else int(np.flatnonzero(mask)[-1]))
        table.check()
        assert chains.longest == MAX_DEPTH
        assert chains.records == MAX_DEPTH * (MAX_DEPTH + 1) // 2
    assert table.citizens("A")[2] == 15, "Our Glorious Leader has taken place as often as the Gulag has Commissars"


def test_an_intercepted_card_finds_room_on_a_full_stack(tmp_path):
    """It takes the place of the card that looked for it."""
    table = doublespeakers(tmp_path)
    table.go("A: play Military Action").resolve()
    table.go("A: play Our Glorious Leader")
    pile_up(table, MAX_DEPTH - 1)
    while table.asked_seat != "A":
        table.go(f"{table.asked_seat}: pass")
    table.go("A: play Intercept Transmission")
    if table.asked == "A: target player":
        table.go(f"A: {table.legal()[-1]}")
    assert table.state.depth == MAX_DEPTH
    table.resolve()
    assert "take Doublespeak" in table.legal()
    table.go("A: take Doublespeak")
    assert table.state.depth <= MAX_DEPTH


SECOND_PROOF = """
[[card]]
name = "Prove Again"
source = "house"
type = "blitz"
stars = ["proletariat"]
steps = [{ do = "retrieve" }]

"""


@pytest.mark.parametrize("windows", ["held", "all"])
def test_cards_that_fetch_each_other_for_ever_are_stopped(windows, tmp_path):
    """Two titles that take each other back from the discard would never end; the table does not let them go on."""
    decks = {"Prove by Assertion": 9, "Prove Again": 9}, {"Monument": 18}, {"Monument": 18}
    hand = has("Prove by Assertion", discard="Prove Again")
    table = laid_out(tmp_path, decks, hand, has(), windows=windows, cards=SECOND_PROOF)
    names = ["Prove by Assertion", "Prove Again"]
    for plays in range(MAX_PLAYS):
        assert table.state.plays[0] == plays and table.asked == "A: action"
        table.go(f"A: play {names[0]}").resolve().go(f"A: take {names[1]}")
        names.reverse()
        while table.asked_seat != "A":
            table.go(f"{table.asked_seat}: pass")
    assert names[0] in table.hand("A"), "it is there, but can no longer be played in this turn"
    if windows == "all":
        assert (table.asked, table.legal()) == ("A: action", ["pass"])
    table.pass_until("A: discards before drawing")
    assert table.state.plays[0] == 0


def test_intercepting_counts_to_the_limit_as_well():
    hand = "3 Military Action, 2 Intercept Transmission"
    table = lay_out(has(hand), has("2 Intercept Transmission, 2 Doublethink"))
    table.states["plays"][0, 0] = MAX_PLAYS - 2
    table.go("A: play Intercept Transmission").resolve().go("A: take Intercept Transmission")
    assert table.state.plays[0] == MAX_PLAYS
    table.resolve()
    assert not table.asked.startswith("A: card to play"), "it looks, but can play nothing any more"
    assert table.known("A", "B") == ["Doublethink", "Doublethink", "Intercept Transmission"]
    assert table.state.plays[0] in (MAX_PLAYS, 0)
