"""What must hold in every position: cards, Brass and wounds are where they can be, and sums agree with counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..table.game import RUNNING, Setup
from .options import pool_of
from .state import (
    BATTLE_BRASS,
    DECK,
    DESIGN_DECK,
    EMPLOYEE,
    FACE_UP,
    HAND,
    KNOWN,
    LABOR_DECK,
    NOBODY,
    PREPARING,
    PRESENT,
    RESERVE,
    ROW_PLACES,
)


def check_position(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says what is wrong with a position."""
    _check_zones(setup, state)
    _check_things(setup, state)
    if state.phase != PREPARING:
        _check_cards(setup, state)
        _check_worth(setup, state)
    _check_brass(setup, state)
    if state.over == RUNNING:
        _demand(not int(state.gone) >> int(state.seat) & 1, f"seat {state.seat} is to move and out of the game")
        _demand(0 <= state.seat < setup.num_seats, f"seat {state.seat} is to move")


def _demand(holds: Any, message: str) -> None:
    if not holds:
        raise AssertionError(message)


def _check_zones(setup: Setup, state: Any) -> None:
    zones = state.zones.astype(int)
    _demand((zones >= 0).all(), "a zone has a negative number of cards")
    _demand((zones.sum(axis=2) == state.amounts).all(), "numbers of cards and their sums differ")
    known, hand = zones[:, KNOWN], zones[:, HAND]
    _demand((known <= hand).all(), "a hand is known to hold what it does not hold")
    for seat in range(setup.num_seats):
        _demand(state.sizes[seat] == state.amounts[seat, DECK], f"seat {seat}: the deck's pile and counts differ")
        pile = np.bincount(state.piles[seat, : int(state.sizes[seat])], minlength=zones.shape[2])
        _demand((pile == zones[seat, DECK]).all(), f"seat {seat}: other cards in the deck's pile than counted")
    for row in range(2):
        deck_left = state.sizes[LABOR_DECK + row] > 0 and state.phase != PREPARING
        empty = (state.rows[row] == NOBODY).sum()
        _demand(not (deck_left and empty), f"row {row} has {ROW_PLACES - empty} cards although its deck has some")


def _check_things(setup: Setup, state: Any) -> None:
    record = setup.record[0]
    for seat, things in enumerate(state.things):
        for slot, thing in enumerate(things):
            where = f"seat {seat}, slot {slot}"
            kind, wounds, status = int(thing["kind"]), int(thing["wounds"]), int(thing["status"])
            if status == 0:
                _demand(kind == 0 and wounds == 0, f"{where}: something is left of a thing that has left play")
                continue
            _demand(status & PRESENT, f"{where}: status {status}")
            _demand(record["type"][kind] != EMPLOYEE, f"{where}: an employee is in play")
            _demand(0 <= wounds < record["health"][kind], f"{where}: {wounds} wounds")
            _demand(status & FACE_UP or wounds == 0, f"{where}: wounds on what lies face down")


def _check_cards(setup: Setup, state: Any) -> None:
    """Every card is in just one place."""
    found = state.trash.astype(int) + state.zones[:, :KNOWN].astype(int).sum(axis=(0, 1))
    for thing in state.things.ravel():
        found[int(thing["kind"])] += int(thing["status"]) != 0
    for kind in state.rows.ravel():
        if kind != NOBODY:
            found[int(kind)] += 1
    for pile in (LABOR_DECK, DESIGN_DECK):
        found += np.bincount(state.piles[pile, : int(state.sizes[pile])], minlength=found.size)
    wrong = np.flatnonzero(found != state.total)
    if wrong.size:
        kind = int(wrong[0])
        raise AssertionError(f"{found[kind]} cards of kind {kind} are somewhere, {state.total[kind]} are in the game")


def _check_worth(setup: Setup, state: Any) -> None:
    value = setup.record[0]["value"].astype(int)
    for seat in range(int(setup.record[0]["places"])):
        owned = state.zones[seat, :KNOWN].astype(int).sum(axis=0) - state.zones[seat, RESERVE]
        worth = int((owned * value).sum()) + sum(int(value[t["kind"]]) for t in state.things[seat] if t["status"])
        _demand(worth == state.worth[seat], f"seat {seat} owns {worth} Brass Value, not {state.worth[seat]}")


def _check_brass(setup: Setup, state: Any) -> None:
    brass = state.brass.astype(int)
    _demand((brass >= 0).all(), f"Brass is {brass.tolist()}")
    if setup.options.mode == "battle":
        _demand((brass <= BATTLE_BRASS).all(), f"Brass is {brass.tolist()} in a battle")
    elif state.pool > 0:
        total = int(state.pool) + int(brass.sum())
        _demand(total == pool_of(setup.options), f"{total} Brass of {pool_of(setup.options)} is left in the game")
