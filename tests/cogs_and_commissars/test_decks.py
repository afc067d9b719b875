"""Cogs and Commissars: factions, decks preconstructed, random and drafted, and what every leader's power does."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from cogs_and_commissars.positions import LETTERS, SMALL, Position, has, lay_out, moves

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.table.errors import OptionError

FACTIONS = ("Plain", "Wide", "Androidopov", "Rich", "Twins", "Speaker", "Early", "Guard")


def faction(table: Position, seat: str) -> str:
    return FACTIONS[table.state.faction[LETTERS.index(seat)]]


def cards(table: Position, seat: str) -> Counter[str]:
    return Counter(table.hand(seat) + table.deck(seat) + table.discard(seat))


def deck_of(table: Position, name: str) -> Counter[str]:
    return Counter(table.setup.options.cards.faction[FACTIONS.index(name)].deck)


# Factions


def test_dealt_factions_differ_and_any_may_come():
    seen = set()
    for seed in range(12):
        table = Position(seed, num_players=6)
        dealt = [faction(table, seat) for seat in LETTERS]
        assert len(set(dealt)) == 6
        seen.add(dealt[0])
    assert len(seen) > 3


def test_given_factions_have_their_decks():
    table = Position(num_players=3, factions=("Guard", "Plain", "Early"), windows="all")
    for seat, name in zip("ABC", ("Guard", "Plain", "Early"), strict=True):
        assert faction(table, seat) == name
        assert cards(table, seat) == deck_of(table, name)


def test_factions_are_chosen_in_turn_from_the_first_player():
    table = Position(num_players=3, factions="chosen", first="C")
    assert (table.asked, table.phase[3:]) == ("C: faction", "preparation")
    assert table.legal() == [f"faction {name}" for name in FACTIONS]
    table.go("C: faction Guard")
    assert "faction Guard" not in table.legal(), "there is one of each"
    table.go("A: faction Plain", "B: faction Rich")
    assert [faction(table, seat) for seat in "ABC"] == ["Plain", "Rich", "Guard"]
    assert table.phase[0] == "C"
    assert cards(table, "C") == deck_of(table, "Guard")


@pytest.mark.parametrize("decks", ["random", "drafted"])
def test_factions_may_be_chosen_before_other_decks_are_built(decks: str):
    table = Position(num_players=2, factions="chosen", decks=decks)
    table.go("A: faction Early", "B: faction Plain")
    while table.asked.endswith("draft"):
        table.go(f"{table.asked_seat}: {table.legal()[0]}")
    assert cards(table, "A")["Revolution (red)"] == 1, "core cards are the faction's own"
    assert cards(table, "A")["Revolution"] == 0
    assert cards(table, "B")["Revolution"] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"factions": ("Plain", "Nobody")}, "Nobody"),
        ({"factions": ("Plain", "Plain")}, "twice"),
        ({"factions": ("Plain",)}, "2 seats"),
        ({"num_players": 7}, "num_players"),
        ({"num_players": 1}, "num_players"),
        ({"decks": "sealed"}, "decks"),
        ({"windows": "some"}, "windows"),
    ],
)
def test_wrong_options_are_explained(options: dict, message: str):
    with pytest.raises(OptionError, match=message):
        GAME.setup(cards=SMALL, **options)


# The deal


@pytest.mark.parametrize("decks", ["preconstructed", "random"])
@pytest.mark.parametrize("players", [2, 6])
def test_everybody_begins_with_seven_cards_and_two_proletariats(decks: str, players: int):
    table = Position(3, num_players=players, decks=decks, windows="all", factions=FACTIONS[:players])
    for seat in LETTERS[1:players]:
        assert (len(table.hand(seat)), len(table.deck(seat)), table.citizens(seat)) == (7, 23, [2, 0, 0])
    assert (len(table.hand("A")), len(table.deck("A")), len(table.discard("A"))) == (7, 21, 2)
    assert table.phase == "A: after production", "the first player has produced"


def test_anybody_may_be_first():
    assert {Position(seed, first="ABC", num_players=3).state.first for seed in range(20)} == {0, 1, 2}


def test_random_decks_are_core_cards_and_18_of_the_box():
    regular = Counter()
    table = Position(5, num_players=6, decks="random", factions=FACTIONS[:6])
    for seat in LETTERS:
        mine = cards(table, seat)
        core = {"Revolution": 1, "Propaganda": 7, "Counter Propaganda": 4}
        assert {name: mine[name] for name in core} == core
        assert sum(mine.values()) == 30
        regular += mine - Counter(core)
    box = sum((deck_of(table, name) for name in FACTIONS), Counter())
    assert not regular - box, "no more copies than there are"
    assert sum(regular.values()) == 6 * 18
    assert Counter(table.names(table.state.unused)) == Counter(
        {name: n for name, n in (box - regular).items() if not table.record.core[table.number(name)]}
    )


def test_random_decks_differ_from_deal_to_deal():
    decks = [cards(Position(seed, decks="random", factions=("Plain", "Wide")), "A") for seed in range(4)]
    assert any(deck != decks[0] for deck in decks)


# The draft


def packs(table: Position) -> list[Counter[str]]:
    """Return the packs by seat, those that have been handed on included."""
    sizes = table.state.pack_size.tolist()
    return [
        Counter(table.kinds[k] for k in table.state.packs[seat, : sizes[seat]].tolist())
        for seat in range(table.setup.num_seats)
    ]


def drafting(players: int = 3, first: str = "B", **options: str) -> Position:
    return Position(1, first=first, num_players=players, decks="drafted", factions=FACTIONS[:players], **options)


def test_the_draft_begins_with_ten_cards_each_besides_eight_dealt_ones():
    table = drafting()
    assert [sum(pack.values()) for pack in packs(table)] == [10] * 3
    assert table.state.owned[:3].sum(axis=1).tolist() == [20] * 3, "12 core cards and 8 others"
    assert (table.asked, table.phase[3:]) == ("B: draft", "preparation")
    assert table.citizens("A") == [0, 0, 0]


def test_everybody_keeps_a_card_and_passes_the_others_to_the_left():
    table = drafting()
    before, kept = packs(table), {}
    for seat in "BCA":
        assert table.asked == f"{seat}: draft", "in turn from the first player"
        assert packs(table)[LETTERS.index(seat)] == before[LETTERS.index(seat)], "packs wait until all have picked"
        assert table.legal() == [f"take {name}" for name in sorted(before[LETTERS.index(seat)], key=table.number)]
        kept[seat] = table.legal()[-1].removeprefix("take ")
        owned = table.state.owned[LETTERS.index(seat), table.number(kept[seat])]
        table.go(f"{seat}: take {kept[seat]}")
        assert table.state.owned[LETTERS.index(seat), table.number(kept[seat])] == owned + 1
    left = [before[number] - Counter([kept[seat]]) for number, seat in enumerate("ABC")]
    assert packs(table) == [left[2], left[0], left[1]], "A's to B, B's to C, C's to A"


def test_the_last_card_goes_by_itself_and_the_game_begins():
    table = drafting(4, "D")
    decisions = []
    while table.asked.endswith("draft"):
        decisions.append(table.asked_seat)
        table.go(f"{table.asked_seat}: {table.legal()[0]}")
    assert decisions == list("DABC") * 9
    assert [sum(cards(table, seat).values()) for seat in "ABCD"] == [30] * 4
    assert table.phase[0] == "D"
    assert len(table.hand("A")) == 7


def test_a_seat_sees_its_own_pack_and_what_it_has_passed_on():
    table = drafting(3, "A")
    first = packs(table)
    for seat in "ABC":
        seen = table.observed(seat)["pack"]
        assert Counter(table.names(seen)) == first[LETTERS.index(seat)]
    for _ in range(3):
        table.go(f"{table.asked_seat}: {table.legal()[0]}")
    kept = first[0] - packs(table)[1]
    assert sum(kept.values()) == 1
    assert Counter(table.names(table.observed("A")["passed"])) == packs(table)[1], "what A has left to B"
    assert Counter(table.names(table.observed("A")["pack"])) == packs(table)[0]


def test_a_pack_that_comes_round_again_is_no_longer_passed_on():
    table = drafting(2, "A")
    for _ in range(4):
        table.go(f"{table.asked_seat}: {table.legal()[0]}")
    assert packs(table)[0] + Counter() == Counter(table.names(table.observed("A")["pack"]))
    passed = Counter(table.names(table.observed("A")["passed"]))
    assert sum(passed.values()) == 1 + 8, "the card that B kept, and the pack that B has now"
    assert not packs(table)[1] - passed


def test_a_seat_does_not_see_the_packs_and_picks_of_others():
    table, other = drafting(3, "A"), drafting(3, "A")
    words = table.legal()
    table.go(f"A: {words[0]}")
    other.go(f"A: {words[-1]}")
    for part, seen in table.observed("C").items():
        np.testing.assert_array_equal(seen, other.observed("C")[part], err_msg=part)
    second = [table.legal(), other.legal()]
    assert second[0] == second[1], "nor does what A keeps change B's pack"


# Leaders


def led(name: str, me, other=None, **options) -> Position:
    """Seat A has this leader, seat B a plain one."""
    return lay_out(me, other or has(), leaders=True, factions=(name, "Plain"), **options)


def test_a_wide_hand_is_drawn_up_to_nine_but_not_at_the_start():
    table = Position(factions=("Wide", "Plain"), leaders=True, windows="all")
    assert len(table.hand("A")) == 7
    table = led("Wide", has("Monument"), phase="discard and draw").go("A: pass")
    assert len(table.hand("A")) == 9


def test_more_citizens_at_the_start():
    table = Position(factions=("Plain", "Rich"), leaders=True, windows="all")
    assert (table.citizens("B"), table.points()[1]) == ([2, 1, 1], 7)
    assert Position(factions=("Plain", "Rich"), windows="all").citizens("B") == [2, 0, 0]


@pytest.mark.parametrize(
    ("deck", "citizens"),
    [
        ("2 Monument", [4, 1, 0]),
        ("2 Assassinate", [2, 1, 2]),
        ("Assassinate, Monument", [3, 0, 1]),
        ("Revolution, Monument", [4, 1, 1]),
        ("Doublethink, Our Glorious Leader", [4, 1, 0]),
    ],
)
def test_a_citizen_for_two_equal_stars(deck: str, citizens: list[int]):
    assert led("Twins", has("", deck), phase="production").citizens("A") == citizens


def test_no_citizen_for_equal_stars_of_other_production_or_of_others():
    table = led("Twins", has("Control the News Media", "3 Monument")).go("A: play Control the News Media").settle()
    assert table.citizens("A") == [5, 0, 0]
    assert led("Twins", has(), has(), phase="production", turn_of="B").citizens("B") == [4, 0, 0]
    assert led("Twins", has(rest="hand"), phase="production").citizens("A") == [2, 0, 0]


def test_drawing_for_propaganda_that_takes():
    speaker = has("2 Propaganda", "Wire, Monument")
    table = led("Speaker", speaker, has("Counter Propaganda", points=5), phase="propaganda")
    table.go("A: play Propaganda").settle()
    assert table.hand("A") == ["Propaganda", "Wire"]
    table.do("A: play Propaganda", "B: play Counter Propaganda").settle()
    assert table.hand("A") == ["Wire"], "it has taken nobody"
    table = led("Speaker", has("Loud Propaganda", "Wire"), has("Hire Assassin", points=1), phase="propaganda")
    table.do("A: play Loud Propaganda", "B: blitz Hire Assassin").settle()
    assert table.hand("A") == [], "nobody was left to take"
    table = led("Speaker", has("Equal Shares", "Wire", points=1), has(points=5)).go("A: play Equal Shares").settle()
    assert table.hand("A") == [], "no Propaganda"


@pytest.mark.parametrize(("leaders", "points", "wins"), [(True, 11, False), (True, 12, True), (False, 14, False)])
def test_a_revolution_with_fewer_points(leaders: bool, points: int, wins: bool):
    table = lay_out(has("Revolution (red)", points=points), has(), leaders=leaders, factions=("Early", "Plain"))
    assert bool(moves(table.legal())) == wins
    if wins:
        assert table.go("A: play Revolution (red)").settle().winner == "A"


def test_fewer_points_are_for_the_player_not_for_the_card():
    table = led("Early", has("Intercept Transmission", points=12), has("Revolution, Wire", points=5))
    table.go("A: play Intercept Transmission").resolve()
    assert "take Revolution" in table.legal()
    table = led(
        "Early", has("Revolution (red), Wire", points=12), has("Intercept Transmission", points=14), turn_of="B"
    )
    table.go("B: play Intercept Transmission").resolve()
    assert "take Revolution (red)" not in table.legal()


def test_fewer_points_do_not_make_it_sure():
    table = led("Early", has("Revolution (red)", points=19), has("Stifle Free Speech")).go("A: play Revolution (red)")
    assert table.may("B: play Stifle Free Speech")


@pytest.mark.parametrize(("points", "open_"), [(2, False), (3, True)])
def test_shielded_proletariats_are_out_of_reach_of_propaganda(points: int, open_: bool):
    table = led("Guard", has(points=points), has("Propaganda"), phase="propaganda", turn_of="B")
    assert ("play Propaganda" in table.legal()) == open_
    if open_:
        assert table.go("B: play Propaganda").settle().points() == [2, 3]


def test_a_shield_holds_against_several_and_as_it_resolves():
    table = led("Guard", has(points=3), has("Loud Propaganda"), phase="propaganda", turn_of="B")
    assert table.go("B: play Loud Propaganda").settle().points() == [2, 3], "one of two"
    table = led("Guard", has("Hire Assassin", points=3), has("Propaganda", points=2), phase="propaganda", turn_of="B")
    table.do("B: play Propaganda", "A: blitz Hire Assassin").settle()
    assert table.points() == [2, 1], "the sacrifice left two, which are shielded"


def test_a_shield_is_against_propaganda_only():
    table = led("Guard", has(points=2), has("Hire Assassin"), turn_of="B").go("B: play Hire Assassin").settle()
    assert table.points() == [1, 2]
    mine = led("Guard", has("Propaganda"), has(points=1), phase="propaganda").legal()
    assert moves(mine) == ["play Propaganda"], "the shield is the leader's own"


# What is known of preconstructed and of other decks


def test_a_hand_is_known_to_all_when_a_preconstructed_deck_has_run_out():
    mine = has("Monument, Stifle Free Speech", "Assassinate", rest="discard")
    table = lay_out(mine, has(), has(), phase="production", decks="preconstructed")
    assert table.known("all", "A") == table.known("C", "A") == ["Monument", "Stifle Free Speech"]
    table.pass_until("A: discards before drawing").go("A: discard Monument", "A: pass")
    assert table.known("B", "A") == ["Stifle Free Speech"], "what has been drawn since is not known"
    assert len(table.hand("A")) == 7


def test_a_hidden_deck_that_has_run_out_tells_nothing_of_the_hand():
    mine = has("Monument, Stifle Free Speech", "Assassinate", rest="discard")
    table = lay_out(mine, has(), has(), phase="production")
    assert table.known("B", "A") == []


def test_others_see_hand_and_deck_together_only():
    for hand in ("Monument, Assassinate", "Propaganda, Stifle Free Speech"):
        table = lay_out(has(hand), has(), phase="after production", decks="preconstructed")
        hidden = table.observed("B")["others' hidden"][0]
        assert Counter(table.names(hidden)) == deck_of(table, "Plain")
        assert not table.observed("B")["others' known hand"].any()
