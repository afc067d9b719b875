"""Brass Empire: corporations dealt, chosen or given; reserves from stock, drafted or given; refused options."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from brass_empire.positions import PLATFORM, Position, building, card_file, employee, unit

from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.rules.state import MAX_RESERVE
from cogitable.envs.table import CogitableError, OptionError

FIVE = {name: {f"{name} Guard": 2} for name in ("Blue", "Red", "Green", "Gold", "Gray")}
GUARDS = [unit(f"{name} Guard", 1, 2, value=1, copies=3, corporation=name) for name in FIVE]
HOUSES = [building(f"{name} House", 0, 2, value=2, copies=2, corporation=name) for name in FIVE]
AGENT = employee("Agent", labor=2, value=2, copies=6)


def five(**options) -> Position:
    """Return a table with five corporations."""
    return Position(*GUARDS, *HOUSES, AGENT, file=card_file(*GUARDS, *HOUSES, AGENT, **FIVE), **options)


def corporations(table: Position) -> list[str]:
    """Return each seat's corporation."""
    known = table.setup.options.cards.corporations
    return [known[c] for c in table.state.corporation[: table.setup.num_seats].tolist()]


# Corporations


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_dealt_corporations_differ(players):
    dealt = set()
    for seed in range(8):
        table = five(num_players=players, seed=seed, corporations="dealt")
        names = corporations(table)
        assert len(set(names)) == players
        dealt.add(tuple(names))
        for seat, name in enumerate(names):
            assert table.zone(seat, "reserve") == [f"{name} Guard"] * 2
    assert len(dealt) > 3


def test_six_players_share_five_corporations():
    for seed in range(5):
        table = five(num_players=6, mode="battle", seed=seed, corporations="dealt")
        assert sorted(Counter(corporations(table)).values()) == [1, 1, 1, 1, 2]


def test_corporations_are_chosen_in_turn():
    table = five(num_players=3, first=1, corporations="chosen")
    assert (table.seat, table.asked) == (1, "corporation")
    assert table.legal() == [f"corporation {name}" for name in FIVE]
    table.play("corporation Gold")
    assert table.seat == 2
    assert "corporation Gold" not in table.legal()
    table.play("corporation Gray")
    assert table.seat == 0
    table.play("corporation Blue")
    assert (table.seat, table.asked) == (1, "own turn")
    assert corporations(table) == ["Blue", "Gold", "Gray"]
    assert table.zone(1, "reserve") == ["Gold Guard"] * 2
    assert len(table.hand(1)) == 5


def test_with_more_players_than_corporations_all_are_chosen_once_first():
    table = five(num_players=6, mode="team", first=4, corporations="chosen")
    chosen = []
    for _ in range(5):
        chosen.append(table.legal()[-1])
        table.play(chosen[-1])
    assert len(set(chosen)) == 5
    assert len(table.legal()) == 5
    table.play("corporation Red")
    assert table.asked == "own turn"


def test_a_corporation_is_chosen_in_solitaire():
    table = five(mode="solitaire", corporations="chosen")
    table.play("corporation Red")
    assert (table.seat, table.asked) == (0, "own turn")
    assert table.zone(0, "reserve") == ["Red Guard"] * 2


def test_two_may_be_given_the_same_corporation():
    table = five(corporations=("Red", "Red"))
    assert table.zone(0, "reserve") == table.zone(1, "reserve") == ["Red Guard"] * 2


# Reserves that are given


def given(*reserves, **options) -> Position:
    return five(corporations=("Blue", "Red"), reserves=reserves, **options)


def test_given_reserves_take_cards_out_of_the_central_decks():
    table = given({"Blue Guard": 4}, {"Red House": 2})
    assert table.zone(0, "reserve") == ["Blue Guard"] * 4
    assert table.zone(1, "reserve") == ["Red House"] * 2
    central = Counter(table.row("design") + table.central("design"))
    assert central["Blue Guard"] == 1, "3 in the deck and 2 of the stock are 5"
    assert central["Red House"] == 0
    assert central["Red Guard"] == 3, "the unused stock leaves the game"
    assert central["Blue House"] == 2


def test_two_of_one_corporation_have_a_stock_each():
    table = five(corporations=("Blue", "Blue"), reserves=({"Blue Guard": 3}, {"Blue Guard": 3}))
    assert Counter(table.row("design") + table.central("design"))["Blue Guard"] == 1


def test_two_of_one_corporation_share_what_is_in_the_centre():
    """Three cards beside the two of each stock."""
    reserves = {"Blue Guard": 4}, {"Blue Guard": 2, "Blue House": 1}
    table = five(corporations=("Blue", "Blue"), reserves=reserves)
    assert Counter(table.row("design") + table.central("design"))["Blue Guard"] == 1
    with pytest.raises(OptionError, match="seat 1: 5 cards 'Blue Guard', but there are only 2 left"):
        five(corporations=("Blue", "Blue"), reserves=({"Blue Guard": 5}, {"Blue Guard": 5}))


def test_what_one_has_drafted_another_cannot():
    table = draft(corporations=("Blue", "Blue"), reserve_value=5)
    table.play(*["reserve Blue Guard"] * 5, "end")
    assert table.legal() == ["reserve Blue Guard"]
    table.play("reserve Blue Guard")
    assert table.legal() == ["reserve Blue House"], "1 + 2 + 2 is all that is left"
    table.play("reserve Blue House", "reserve Blue House", "end")
    assert Counter(table.row("design") + table.central("design"))["Blue Guard"] == 0


def test_who_shares_a_corporation_and_finds_too_little_has_a_smaller_reserve():
    table = draft(corporations=("Blue", "Blue"), reserve_value=9)
    table.play(*["reserve Blue Guard"] * 5, *["reserve Blue House"] * 2, "end")
    assert table.legal() == ["end"]
    assert table.play("end").zone(1, "reserve") == []


def test_six_play_the_standard_game_with_reserves_of_their_own():
    table = five(num_players=6, corporations="dealt", reserves="draft", reserve_value=3)
    rng = np.random.default_rng(0)
    while table.asked != "own turn":
        table.play(rng.choice(table.legal()))
    assert table.state.pool == 100
    with pytest.raises(OptionError, match="and for 6 with reserves drafted or given"):
        GAME.setup(num_players=6)


@pytest.mark.parametrize(
    ("reserves", "message"),
    [
        (({"Blue Guard": 1}, {"Red House": 1}), "Brass Values are 1, 2; they must all be equal"),
        (({"Blue Guard": 2}, {"Blue Guard": 2}), "seat 1: 'Blue Guard' is no card of Red"),
        (({"Blue Guard": 2}, {"Foreman": 2}), "seat 1: 'Foreman' is no card of Red"),
        (({"Blue Gard": 2}, {"Red Guard": 2}), "seat 0: there is no card 'Blue Gard'"),
        (({"Blue Guard": 6}, {"Red Guard": 6}), "seat 0: 6 cards 'Blue Guard', but there are only 5"),
        (({"Blue Guard": 0}, {"Red Guard": 0}), "seat 0: 'Blue Guard' has 0 copies; at least 1"),
        (({"Blue Guard": -1}, {"Red Guard": 1}), "at least 1"),
        (({"Blue Guard": 11}, {"Red Guard": 11}), "at most 10"),
        (({"Blue Guard": 1},), "has 1 tables; 2 seats need one each"),
        (({"Blue Guard": 1}, {"Red Guard": 1}, {"Red Guard": 1}), "has 3 tables"),
        (({}, {}), "seat 0: no cards"),
        (({"Blue Guard": 1}, {}), "seat 1: no cards"),
    ],
)
def test_given_reserves_that_are_refused(reserves, message):
    with pytest.raises(OptionError, match=message):
        given(*reserves)


def test_given_reserves_need_given_corporations():
    for how in ("dealt", "chosen"):
        with pytest.raises(OptionError, match="'corporations' must give a name for each seat"):
            five(corporations=how, reserves=({"Blue Guard": 1}, {"Red Guard": 1}))


def test_a_platform_is_in_no_reserve():
    """It is turned over and not discarded; there is one for each seat."""
    platform = building(PLATFORM, 0, 3, corporation="Blue")
    with pytest.raises(CogitableError, match=f"'{PLATFORM}' is the platform"):
        Position(file=card_file(platform, Blue={PLATFORM: 1}, Red={"Red Guard": 1}))


# The draft


def draft(**options) -> Position:
    return five(**{"corporations": ("Blue", "Red"), "reserves": "draft", "reserve_value": 8, **options})


def test_one_seat_after_another_drafts_from_the_first_player():
    table = draft(first=1)
    assert (table.seat, table.asked) == (1, "reserve draft")
    assert table.legal() == ["reserve Red Guard"], "two houses and no guard would be worth 4 at most"
    assert not table.hand(0)
    table.play(*["reserve Red Guard"] * 4)
    assert "end" not in table.legal()
    table.play("reserve Red House", "reserve Red House")
    assert table.legal() == ["end"]
    table.play("end")
    assert (table.seat, table.asked) == (0, "reserve draft")
    table.play(*["reserve Blue Guard"] * 4, *["reserve Blue House"] * 2, "end")
    assert (table.seat, table.asked) == (1, "own turn")
    assert table.zone(1, "reserve") == ["Red Guard"] * 4 + ["Red House"] * 2
    assert Counter(table.row("design") + table.central("design"))["Red Guard"] == 1
    table.give(9, 9).play("reserve Red House")
    assert table.discard(1) == ["Red House"]


def test_cards_are_drafted_in_the_order_of_the_file():
    table = draft(reserve_value=6).play("reserve Blue Guard", "reserve Blue Guard")
    assert set(table.legal()) == {"reserve Blue Guard", "reserve Blue House"}
    table.play("reserve Blue House")
    assert table.legal() == ["reserve Blue House"]


def test_a_dead_end_is_never_offered():
    """Only 2 houses and 5 guards: with value 9 at least five guards, which must come first."""
    table = draft(reserve_value=9)
    for _ in range(5):
        assert table.legal() == ["reserve Blue Guard"]
        table.play("reserve Blue Guard")
    assert table.legal() == ["reserve Blue House"]


@pytest.mark.parametrize("value", [1, 3, 8, 9])
@pytest.mark.parametrize("options", [{}, {"num_players": 5, "corporations": "dealt"}, {"mode": "solitaire"}])
def test_random_drafts_have_the_value_and_come_to_an_end(value, options):
    options = {"corporations": "chosen", **options}
    table = draft(reserve_value=value, **options)
    rng = np.random.default_rng(value)
    while table.asked != "own turn":
        assert table.seat < table.setup.num_seats
        table.play(rng.choice(table.legal()))
    assert table.seat == table.state.first
    for seat, name in enumerate(corporations(table)):
        cards = table.zone(seat, "reserve")
        assert sum({"Guard": 1, "House": 2}[card.split()[1]] for card in cards) == value
        assert {card.split()[0] for card in cards} == {name}
        assert len(cards) <= MAX_RESERVE


@pytest.mark.parametrize("value", [8, 10, 12])
def test_the_house_edition_may_be_drafted_at_the_recommended_values(value):
    rng = np.random.default_rng(value)
    house = GAME.setup().options.cards
    table = Position(file=house, num_players=5, reserves="draft", reserve_value=value, corporations="dealt")
    while table.asked != "own turn":
        table.play(rng.choice(table.legal()))
    values = {kind.name: kind.value for kind in house.kinds}
    assert {sum(values[card] for card in table.zone(seat, "reserve")) for seat in range(5)} == {value}


def test_a_value_that_cannot_be_reached_is_refused():
    with pytest.raises(OptionError, match=r"'reserve_value' is 20: .* has no 10 cards or fewer"):
        draft(reserve_value=20)


@pytest.mark.parametrize("value", [0, 21, -3])
def test_values_out_of_range_are_refused(value):
    with pytest.raises(OptionError, match="reserve_value"):
        draft(reserve_value=value)


def test_at_most_ten_cards_are_drafted():
    """Cards without value could be added for ever."""
    free = unit("Blue Idle", 0, 1, copies=20, corporation="Blue")
    file = card_file(*GUARDS, *HOUSES, AGENT, free, **FIVE)
    table = Position(file=file, corporations=("Blue", "Red"), reserves="draft", reserve_value=4)
    drafted = 0
    while "end" not in table.legal() or "reserve Blue Idle" in table.legal():
        idle = "reserve Blue Idle" in table.legal()
        table.play("reserve Blue Idle" if idle else table.legal()[0])
        drafted += 1
        assert drafted <= MAX_RESERVE
    assert drafted == MAX_RESERVE
    assert table.legal() == ["end"]


def test_the_text_tells_why_a_card_is_not_offered():
    table = draft(reserve_value=9)
    told = " ".join(table.setup.text(table.states, 0).split())
    assert told.count("Not offered: the Brass Value could not be made up any more.") == 1, "it takes all five guards"
    table.play(*["reserve Blue Guard"] * 5)
    assert "Not offered: there are no more." in " ".join(table.setup.text(table.states, 0).split())
    table.play("reserve Blue House")
    assert "Not offered: it comes before what has been drafted." in " ".join(table.setup.text(table.states, 0).split())


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_players": 6}, "mode 'standard' is for 2, 3, 4, 5, and for 6"),
        ({"num_players": 1}, "mode 'standard' is for 2, 3, 4, 5, 6"),
        ({"num_players": 2, "mode": "solitaire"}, "mode 'solitaire' is for 1"),
        ({"num_players": 5, "mode": "team"}, "mode 'team' is for 4, 6"),
        ({"num_players": 2, "mode": "team"}, "mode 'team' is for 4, 6"),
        ({"num_players": 1, "mode": "battle"}, "mode 'battle' is for 2, 3, 4, 5, 6"),
        ({"num_players": 7, "mode": "battle"}, "num_players"),
        ({"mode": "duel"}, "mode"),
        ({"equal_turns": True}, "'equal_turns' is for mode 'solitaire'"),
        ({"pool": 10, "mode": "battle"}, "'pool' is not for mode 'battle'"),
        ({"pool": 0}, "pool"),
        ({"pool": 1001}, "pool"),
        ({"max_decisions": 0}, "max_decisions"),
        ({"corporations": ("Frontier Rail",)}, "has 1 names; 2 seats need one each"),
        ({"corporations": ("Frontier Rail", "Frontier Trail")}, "'Frontier Trail' is no corporation.*Frontier Rail"),
        ({"corporations": "random"}, "corporations"),
        ({"reserves": "none"}, "reserves"),
        ({"reserve": "draft"}, "reserve"),
    ],
)
def test_options_that_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        GAME.setup(**options)


@pytest.mark.parametrize(("mode", "players"), [("standard", 2), ("solitaire", 1), ("team", 4), ("battle", 2)])
def test_every_mode_has_its_usual_number_of_players(mode, players):
    assert GAME.setup(mode=mode).num_seats == players


def test_the_pool_may_be_of_another_size():
    assert Position(pool=7).state.pool == 7
    assert Position(pool=7, mode="solitaire").state.pool == 7
    assert Position(pool=1000, mode="team").state.pool == 1000
