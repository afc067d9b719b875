"""Before the first turn of Cogs and Commissars: the first player, factions, decks, the draft, hands and rations."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.state import (
    ACT_FACTION,
    ACT_KINDS,
    ASK_DRAFT,
    ASK_FACTION,
    BLOCK_TAKE,
    DRAFT_CARDS,
    HAND,
    HAND_SIZE,
    PREPARING,
    REGULAR_CARDS,
)
from cogitable.envs.table import Tables

HOUSE = tomllib.loads((GAME.home / "cards.toml").read_text(encoding="utf-8"))


def dealt(count: int = 60, **options) -> Tables:
    """Return freshly dealt tables."""
    return Tables(GAME.setup(**options), count, seed=3, auto_reset=False)


def marked() -> dict:
    """Return a card file in which each faction has a Propaganda of its own, with a title that all share."""
    plain = next(card for card in HOUSE["card"] if card["name"] == "Propaganda")
    cards, factions = list(HOUSE["card"]), []
    for number, faction in enumerate(HOUSE["faction"]):
        cards.append({**plain, "name": f"Propaganda {number}", "title": "Propaganda"})
        deck = {**faction["deck"], "Propaganda": 5, f"Propaganda {number}": 2}
        factions.append({**faction, "deck": deck})
    return {**HOUSE, "edition": "marked", "card": cards, "faction": factions}


def test_the_first_player_is_drawn_by_lot():
    first = dealt(400, num_players=4).states["first"]
    assert np.bincount(first, minlength=4).min() > 60


@pytest.mark.parametrize("leaders", [False, True])
def test_everybody_begins_with_seven_cards_and_two_proletariats(leaders):
    """With leaders as well, whose hand sizes differ; some have a citizen more."""
    states = dealt(num_players=6, leaders=leaders, windows="all").states
    drawn = states["amounts"][:, :, HAND]
    assert (drawn == HAND_SIZE).all()
    produced = states["citizens"].sum(axis=(1, 2)) - 2 * 6
    assert (states["citizens"][:, :, 0] >= 2).all()
    most = (
        2 + 3 + 1 + len([f for f in HOUSE["faction"] if "start" in f["power"]])
    )  # two cards, one a Revolution, a leader
    assert (produced >= 2).all() and (produced <= most).all()


def test_factions_are_dealt_once_each():
    factions = dealt(300, num_players=4).states["faction"][:, :4]
    assert all(len(set(row)) == 4 for row in factions.tolist())
    assert set(factions.ravel().tolist()) == set(range(len(HOUSE["faction"])))


def test_factions_are_chosen_in_turn_from_the_first_player():
    tables = dealt(30, num_players=3, factions="chosen")
    rng = np.random.default_rng(4)
    for turn in range(3):
        assert (tables.states["ask"] == ASK_FACTION).all()
        assert (tables.seats == (tables.states["first"] + turn) % 3).all()
        assert (tables.masks.sum(axis=1) == len(HOUSE["faction"]) - turn).all()
        seats, actions = tables.seats.copy(), (tables.masks * rng.random(tables.masks.shape)).argmax(axis=1)
        tables.step(actions)
        assert (tables.states["faction"][np.arange(30), seats] == actions - ACT_FACTION).all()
    assert (tables.states["phase"] != PREPARING).all()


def test_factions_are_given():
    names = [faction["name"] for faction in HOUSE["faction"]]
    states = dealt(5, num_players=2, factions=(names[4], names[1])).states
    assert (states["faction"][:, :2] == [4, 1]).all()


@pytest.mark.parametrize("decks", ["drafted", "random"])
def test_core_cards_are_those_of_the_own_faction(decks):
    states = dealt(20, num_players=4, decks=decks, cards=marked()).states
    first = len(HOUSE["card"])
    for row in states:
        for seat in range(4):
            own = row["owned"][seat, first : first + len(HOUSE["faction"])]
            assert own.tolist() == [2 * (number == row["faction"][seat]) for number in range(len(HOUSE["faction"]))]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_draft_goes_round_and_packs_go_to_the_left(seats):
    tables = dealt(20, num_players=seats, decks="drafted")
    kinds, rng = tables.states["zones"].shape[-1], np.random.default_rng(5)
    take = ACT_KINDS + BLOCK_TAKE * len(HOUSE["card"])

    def packs() -> np.ndarray:
        found = np.zeros((20, seats, kinds), int)
        for row, state in enumerate(tables.states):
            for seat in range(seats):
                np.add.at(found[row, seat], state["packs"][seat, : state["pack_size"][seat]], 1)
        return found

    rows, before = np.arange(20), tables.states["owned"].copy()
    for size in range(DRAFT_CARDS, 1, -1):
        left = packs()
        assert (left.sum(axis=2) == size).all()
        for turn in range(seats):
            assert (tables.states["ask"] == ASK_DRAFT).all()
            assert (tables.seats == (tables.states["first"] + turn) % seats).all()
            actions, chooser = (tables.masks * rng.random(tables.masks.shape)).argmax(axis=1), tables.seats.copy()
            left[rows, chooser, actions - take] -= 1
            tables.step(actions)
        if size > 2:
            assert (packs() == np.roll(left, 1, axis=1)).all()
    assert (tables.states["phase"] != PREPARING).all(), "of the last card there is no choice"
    drafted = tables.states["owned"].astype(int) - before
    assert (drafted.sum(axis=2)[:, :seats] == DRAFT_CARDS).all()
    last = np.roll(left, 1, axis=1)
    assert (drafted[:, :seats] >= last).all(), "it goes to the left as well"


def test_random_decks_take_their_cards_out_of_one_box():
    states = dealt(20, num_players=6, decks="random").states
    assert not states["unused"].any(), "six decks use up all regular cards"
    assert (states["owned"].sum(axis=2)[:, :6] == REGULAR_CARDS + 12).all()


def test_a_long_game_is_cut_off_without_a_winner():
    tables = dealt(40, max_decisions=3)
    for _ in range(3):
        assert not tables.over.any()
        tables.step(tables.masks.argmax(axis=1))
    assert (tables.over == 2).all() and not tables.rewards.any()
