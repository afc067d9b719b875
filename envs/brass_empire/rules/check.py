"""What must hold in every position: cards, Brass and wounds are where they can be, and sums agree with counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...table.attributes import attributed
from ...table.errors import demand
from ...table.game import RUNNING, Setup
from ...table.sets import has, one
from ..options import pool_of
from .card_steps import MAX_STEPS
from .gains import most_brass
from .state import LABOR_DECK, MAX_DEPTH, NOBODY, Ask, CardType, FrameKind, Phase, Row, Status, Zone

_PLACES = [zone for zone in Zone if zone != Zone.KNOWN]
"""Zones of which a card is in just one; known cards are in hand as well."""
_WITHOUT_STACK = (Ask.CORPORATION, Ask.DRAFT, Ask.MENU, Ask.TARGET, Ask.MATE, Ask.COPY)
"""Questions that no effect asks."""


def check_position(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says what is wrong with a position."""
    _check_file(setup, state)
    _check_zones(setup, state)
    _check_things(setup, state)
    if state.phase != Phase.PREPARING:
        _check_cards(setup, state)
        _check_worth(setup, state)
        _check_kinds(setup, state)
        _check_platforms(setup, state)
    _check_brass(setup, state)
    _check_seats(setup, state)
    if state.over == RUNNING:
        _check_question(setup, state)


def _check_file(setup: Setup, state: Any) -> None:
    """Corporations and cards are those of the card file, which may have fewer than there is room for."""
    record = setup.record[0]
    factions, kinds = int(record["factions"]), int(record["kinds"])
    demand((state.corporation < factions).all(), f"corporations {state.corporation.tolist()} of {factions}")
    demand(not state.total[kinds:].any(), f"cards of kinds {kinds + np.flatnonzero(state.total[kinds:])} of {kinds}")
    demand(not state.zones[:, :, kinds:].any(), f"seats have cards beyond the {kinds} kinds")


def _central_deck(state: Any, row: Row) -> np.ndarray:
    return state.piles[LABOR_DECK + row, : int(state.sizes[LABOR_DECK + row])]


def _check_zones(setup: Setup, state: Any) -> None:
    zones = state.zones.astype(int)
    demand((zones >= 0).all(), "a zone has a negative number of cards")
    demand((zones.sum(axis=2) == state.amounts).all(), "numbers of cards and their sums differ")
    known, hand = zones[:, Zone.KNOWN], zones[:, Zone.HAND]
    demand((known <= hand).all(), "a hand is known to hold what it does not hold")
    for seat in range(setup.num_seats):
        demand(state.sizes[seat] == state.amounts[seat, Zone.DECK], f"seat {seat}: the deck's pile and counts differ")
        pile = np.bincount(state.piles[seat, : int(state.sizes[seat])], minlength=zones.shape[2])
        demand((pile == zones[seat, Zone.DECK]).all(), f"seat {seat}: other cards in the deck's pile than counted")
    for row in Row:
        empty = (state.rows[row] == NOBODY).sum()
        whole = state.phase == Phase.PREPARING or not len(_central_deck(state, row))
        demand(whole or not empty, f"row {row} has {empty} empty places although its deck has cards")


def _check_things(setup: Setup, state: Any) -> None:
    record, things = setup.record[0], state.things
    fields = things["kind"], things["wounds"], things["status"]
    for seat, slot in np.argwhere((fields[0] != 0) | (fields[1] != 0) | (fields[2] != 0)).tolist():
        where = f"seat {seat}, slot {slot}"
        demand(slot < state.reach[seat], f"{where}: beyond the {state.reach[seat]} slots that are looked at")
        kind, wounds, status = (int(field[seat, slot]) for field in fields)
        if status == 0:
            raise AssertionError(f"{where}: something is left of a thing that has left play")
        demand(has(status, Status.PRESENT), f"{where}: status {status}")
        demand(record["type"][kind] != CardType.EMPLOYEE, f"{where}: an employee is in play")
        demand(0 <= wounds < record["health"][kind], f"{where}: {wounds} wounds")
        demand(has(status, Status.FACE_UP) or wounds == 0, f"{where}: wounds on what lies face down")
        demand(has(status, Status.FACE_UP) or status == one(Status.PRESENT), f"{where}: ready, but not face up")
        fresh_now = state.phase == Phase.START and seat == state.player
        demand(fresh_now or not has(status, Status.FRESH), f"{where}: just built, but not in this turn start")
        if record["type"][kind] == CardType.UNIT:
            demand(has(status, Status.FACE_UP), f"{where}: a unit lies face down")


def _check_cards(setup: Setup, state: Any) -> None:
    """Every card is in just one place."""
    found = state.trash.astype(int) + state.zones[:, _PLACES].astype(int).sum(axis=(0, 1))
    np.add.at(found, state.things["kind"][state.things["status"] != 0], 1)
    np.add.at(found, state.rows[state.rows != NOBODY], 1)
    centre = np.zeros_like(found)
    for row in Row:
        centre += np.bincount(_central_deck(state, row), minlength=found.size)
    demand((centre == state.centre).all(), "other cards in the central decks' piles than counted")
    found += centre
    wrong = np.flatnonzero(found != state.total)
    if wrong.size:
        kind = int(wrong[0])
        raise AssertionError(f"{found[kind]} cards of kind {kind} are somewhere, {state.total[kind]} are in the game")


def _check_worth(setup: Setup, state: Any) -> None:
    value = setup.record[0]["value"].astype(int)
    for seat in range(int(setup.record[0]["places"])):
        owned = state.zones[seat, _PLACES].astype(int).sum(axis=0) - state.zones[seat, Zone.RESERVE]
        things = state.things[seat]
        worth = int((owned * value).sum() + value[things["kind"][things["status"] != 0]].sum())
        demand(worth == state.worth[seat], f"seat {seat} owns {worth} Brass Value, not {state.worth[seat]}")


def _check_kinds(setup: Setup, state: Any) -> None:
    """Employees, units and buildings are where such cards can be, reserves hold cards of their corporation."""
    record = setup.record[0]
    employee = record["type"] == CardType.EMPLOYEE
    demand(not state.zones[:, Zone.PLAYED][:, ~employee].any(), "a unit or building lies among the employees played")
    for row in Row:
        cards = np.concatenate([_central_deck(state, row), state.rows[row][state.rows[row] != NOBODY]]).astype(int)
        demand((employee[cards] == (row == Row.LABOR)).all(), f"row or deck {row} has a card of the other one")
    for seat in range(setup.num_seats):
        others = record["faction"] != 1 + int(state.corporation[seat])
        demand(not state.zones[seat, Zone.RESERVE][others].any(), f"seat {seat}: a reserve card of another corporation")


def _check_platforms(setup: Setup, state: Any) -> None:
    """Every player has one Mining Platform, and that in its first slot."""
    record = setup.record[0]
    for seat, things in enumerate(state.things):
        here = (things["kind"] == record["platform"]) & (things["status"] != 0)
        plays = seat < setup.num_seats and not has(state.gone, seat)
        demand(here.sum() == plays and here[0] == plays, f"seat {seat}: platforms in slots {np.flatnonzero(here)}")


def _check_seats(setup: Setup, state: Any) -> None:
    """Nobody has anything who is not there, or out; only the player has cards played this turn."""
    for seat in range(len(state.brass)):
        here = seat < int(setup.record[0]["places"]) and not has(state.gone, seat)
        owns = state.brass[seat] or state.amounts[seat].any() or state.sizes[seat] or state.things[seat]["status"].any()
        demand(here or not owns, f"seat {seat} has something and is not in the game")
        demand(
            seat == state.player or not state.amounts[seat, Zone.PLAYED], f"seat {seat} has played cards, not its turn"
        )
    demand(state.amounts[:, Zone.PLAYED].sum() <= max(0, int(state.played)), "more cards are played than were counted")


def _check_question(setup: Setup, state: Any) -> None:
    demand(0 <= state.seat < setup.num_seats, f"seat {state.seat} is to move")
    demand(not has(state.gone, state.seat), f"seat {state.seat} is to move and out of the game")
    demand(0 <= state.depth < MAX_DEPTH, f"{state.depth} effects are on the stack")
    _check_stack(setup, state)
    before = state.ask in (Ask.CORPORATION, Ask.DRAFT)
    demand(before == (state.phase == Phase.PREPARING), f"question {state.ask} in phase {state.phase}")
    demand(state.labor >= 0 and state.construction >= 0, f"{state.labor} labor, {state.construction} construction")
    if state.ask == Ask.MENU:
        demand(state.depth == 0 and state.seat == state.player, f"seat {state.seat} is asked in an effect or a turn")


def _check_stack(setup: Setup, state: Any) -> None:
    """What is on the stack is of this table, and its steps are steps."""
    record, frames = setup.record[0], state.frames[: int(state.depth)]
    places, kinds = int(record["places"]), int(record["kinds"])
    demand((frames["seat"] < places).all(), f"effects of seats {frames['seat'].tolist()}")
    demand((frames["card"] < kinds).all(), f"effects of cards {frames['card'].tolist()}")
    programs = frames[frames["what"] == FrameKind.PROGRAM]
    demand((programs["program"] >= 0).all(), "an effect without a program")
    demand((programs["step"] < MAX_STEPS).all(), f"steps {programs['step'].tolist()} of effects")
    demand(max(state.player, state.attacker_seat, state.target_seat) < places, "a seat that does not exist acts")
    demand(state.wanted < kinds, f"a card of kind {state.wanted} is wanted")
    demand(state.depth > 0 or state.ask in _WITHOUT_STACK, f"question {state.ask} and no effect that asks it")
    window = state.depth > 0 and frames["what"][-1] == FrameKind.WINDOW
    asks = state.ask in _WITHOUT_STACK or (state.ask == Ask.WINDOW) == window
    demand(asks, f"question {state.ask} of {'a window' if window else 'an effect'}")


def given_brass(setup: Setup) -> int:
    """Return the Brass that is given at the beginning and does not come from the pool."""
    record = setup.record[0]
    given = int(record["compensation"][: setup.num_seats].sum())
    return given + int(record["automaton_brass"]) * (setup.options.mode == "solitaire")


def _check_brass(setup: Setup, state: Any) -> None:
    brass = state.brass.astype(int)
    demand((brass >= 0).all(), f"Brass is {brass.tolist()}")
    if setup.options.mode == "battle":
        record = attributed(setup.record)[0]
        most = [most_brass(record, state, seat) for seat in range(setup.num_seats)]
        demand((brass[: setup.num_seats] <= most).all(), f"Brass is {brass.tolist()} in a battle")
        demand(state.pool == 0 and not state.ending, "a battle has no pool that could be exhausted")
        return
    given = 0 if state.phase == Phase.PREPARING else given_brass(setup)
    total, whole = int(state.pool) + int(brass.sum()), pool_of(setup.options) + given
    demand(total == whole or (total > whole and state.pool == 0), f"{total} Brass of {whole} is left in the game")
    demand(state.pool > 0 or state.ending, "the pool is exhausted and no end is in sight")
