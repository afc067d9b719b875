"""What must hold in every position: the cards, their places, the logs and the beliefs agree."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...table.errors import demand
from ...table.game import RUNNING, Setup
from .seats import role_of
from .state import INTERROGATION, Phase, Role


def check_position(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says what is wrong with a position."""
    n = setup.num_seats
    cards = state.cards[:n].astype(int)
    demand(cards.sum() == n, f"{cards.sum()} cards are held by {n} seats")
    demand(cards.min() >= 0 and cards.max() <= 2, f"seats hold {cards.tolist()} cards")
    demand(not state.cards[n:].any(), "seats that do not exist hold cards")
    demand(state.dissident != state.informer, f"seat {state.dissident} holds both special cards")
    for name, seat in (("dissident", state.dissident), ("informer", state.informer)):
        demand(0 <= seat < n and cards[seat] > 0, f"seat {seat} holds the {name} card but {cards[seat]} cards")
    demand(int(state.knowers) >> int(state.dissident) & 1 == 1, "the dissident does not know the word")
    if state.phase not in INTERROGATION and state.over == RUNNING:
        demand((cards == 1).all(), f"seats hold {cards.tolist()} cards outside the interrogation")
    if state.over == RUNNING and state.phase in (Phase.GIVE, Phase.PASS):
        demand(cards[state.seat] == 2, f"seat {state.seat} gives one of {cards[state.seat]} cards")
    if state.over == RUNNING and state.phase == Phase.LOOK:
        demand(cards[state.seat] > 0, f"seat {state.seat} is to give a card and holds none")
    _check_log(state)
    if state.over == RUNNING:
        _check_beliefs(setup, state)


def _check_log(state: Any) -> None:
    """Follow the cards through the log: it must lead from the deal to where they are."""
    dissident, informer = int(state.dealt_dissident), int(state.dealt_informer)
    log = state.handovers[: int(state.moves)]
    events = zip(log["giver"].tolist(), log["receiver"].tolist(), log["given"].tolist(), strict=True)
    for number, (giver, receiver, given) in enumerate(events):
        role = role_of(dissident, informer, giver)
        demand(given in (Role.COMRADE, role), f"handover {number}: {giver} gave a card that it did not hold")
        if given == Role.DISSIDENT:
            dissident = receiver
        elif given == Role.INFORMER:
            informer = receiver
    found = (int(state.dissident), int(state.informer))
    demand((dissident, informer) == found, f"the log leads to {(dissident, informer)}, the cards are at {found}")


def _check_beliefs(setup: Setup, state: Any) -> None:
    n = setup.num_seats
    for seat in range(n):
        if int(state.fresh) >> seat & 1:
            pair = state.pairs[seat, :n, :n]
            demand(np.isfinite(pair).all() and (pair >= 0).all(), f"weights of seat {seat} are {pair.tolist()}")
            demand(pair[state.dissident, state.informer] > 0, f"seat {seat} takes what is the case for impossible")
            aware = state.aware[seat, :n, :n]
            demand(((aware >= 0) & (aware <= 1 + 1e-5)).all(), f"awareness of seat {seat} is {aware.tolist()}")
