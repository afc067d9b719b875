"""What must hold in every position: the cards, their places, the logs and the beliefs agree."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...table.errors import demand
from ...table.game import RUNNING, Setup
from .check_log import check_log
from .state import Phase


def check_position(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says what is wrong with a position."""
    n = setup.num_seats
    _check_seats(setup, state)
    demand(not state.cards[n:].any(), "seats that do not exist hold cards")
    demand(state.turn < setup.record["max_turns"][0], f"turn {state.turn} is beyond the last")
    check_log(setup, state)
    if state.over == RUNNING:
        _check_votes(setup, state)
        _check_beliefs(setup, state)


def _check_seats(setup: Setup, state: Any) -> None:
    """All seats that are named are at the table, in the logs as well."""
    n, turns, log = setup.num_seats, state.turns[: int(state.turn) + 1], state.handovers[: int(state.moves)]
    named = [state.chairman, state.dealt_dissident, state.dealt_informer]
    if state.phase == Phase.GIVE:
        named.append(state.handovers["receiver"][int(state.moves)])
    for record, fields in ((turns, ("chairman", "dissident", "informer")), (log, ("giver", "receiver"))):
        named += [seat for field in fields for seat in record[field].tolist()]
    demand(max(named) < n, f"seat {max(named)} is named, there are {n}")
    sets = [state.knowers, state.fresh, *(turns[field].max() for field in ("called", "voted", "freedom", "words"))]
    demand(all(int(members) >> n == 0 for members in sets), f"one of the sets {sets} has seats that do not exist")
    demand(state.cursor <= n, f"{state.cursor} of {n} seats have been asked")


def _check_votes(setup: Setup, state: Any) -> None:
    """What is asked is what has not been done in this turn."""
    turn, seat, voters = state.turns[int(state.turn)], int(state.seat), int(setup.record["voters"][0])
    called, voted, spoken = int(turn["called"]), int(turn["voted"]), int(turn["spoken"])
    number = called.bit_count()
    demand(not called >> int(state.chairman) & 1, "the chairman is called to vote")
    if state.phase == Phase.CLAIM:
        demand(setup.record["claims"][0], "a claim is asked for in a game without claims")
        demand(number == 0 and state.cursor < setup.num_seats, f"{state.cursor} claims were made, {number} are called")
    elif state.phase == Phase.CALL:
        demand(number < voters and seat == state.chairman, f"seat {seat} is to call, {number} of {voters} are called")
        left = setup.num_seats - 1 - int(state.cursor)
        demand(voters - number <= left, f"{voters - number} voters are missing, {left} seats are left")
    else:
        demand(number == voters, f"{number} voters are called, not {voters}")
        done = voted if state.phase == Phase.VOTE else spoken if state.phase == Phase.WORD else None
        demand(state.phase == Phase.VOTE or voted == called, "some have not voted")
        demand(done is None or called & ~done & 1 << seat, f"seat {seat} has no vote and no word to give")


def _check_beliefs(setup: Setup, state: Any) -> None:
    n = setup.num_seats
    for seat in range(n):
        if int(state.fresh) >> seat & 1:
            pair = state.pairs[seat, :n, :n]
            demand(np.isfinite(pair).all() and (pair >= 0).all(), f"weights of seat {seat} are {pair.tolist()}")
            demand(pair[state.dissident, state.informer] > 0, f"seat {seat} takes what is the case for impossible")
            aware = state.aware[seat, :n, :n]
            demand(((aware >= 0) & (aware <= 1 + 1e-5)).all(), f"awareness of seat {seat} is {aware.tolist()}")
