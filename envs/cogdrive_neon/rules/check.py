"""What must hold in every position: each card in just one place, and knowledge that fits the places."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...table.compilation.uncompiled import as_compiled
from ...table.errors import demand
from ...table.game import RUNNING, Setup
from ...table.sets import members_of
from .draws import count_candidates, drawn_at, drawn_from, hidden_draws, ways_to_fill
from .state import CARDS, HANGAR_SIZE, MAX_LAYERS, MAX_TASKS, OFFERED_PROGRAM, Phase, Pile, pile_cards


def check_position(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says what is wrong with a position."""
    places: dict[int, str] = {}
    for zone, cards in _zones(state):
        for card in cards:
            if card in places:
                raise AssertionError(f"card {card} is in {places[card]} and in {zone}")
            places[card] = zone
    missing = sorted(set(range(CARDS)) - set(places))
    if missing or len(places) != CARDS:
        raise AssertionError(f"cards {missing} are nowhere; {len(places)} cards are somewhere")
    if len(members_of(state.hangar)) > HANGAR_SIZE:
        raise AssertionError(f"the Hangar holds {len(members_of(state.hangar))} cards")
    if not 0 <= state.above <= state.sizes[Pile.HANGAR]:
        raise AssertionError(
            f"{state.above} of {state.sizes[Pile.HANGAR]} Hangar deck cards lie above the Wreckage card"
        )
    _check_knowledge(state)
    _check_tallies(state)
    _check_frames(state)
    if state.over == RUNNING and state.phase == Phase.CHOICE:
        _check_asking(setup, state)
    if state.over == RUNNING and state.phase == Phase.ACTION:
        demand(state.depth == 0, "an action is asked for while something is being carried out")


def _zones(state: Any) -> list[tuple[str, list[int]]]:
    zones = [("the Hangar", members_of(state.hangar)), ("the Hangar deck", pile_cards(state, Pile.HANGAR))]
    for seat in range(2):
        zones += [
            (f"the hand of seat {seat}", members_of(state.hand[seat])),
            (f"the discard of seat {seat}", members_of(state.discard[seat])),
            (f"the Clash of seat {seat}", members_of(state.clash[seat])),
            (f"the deck of seat {seat}", pile_cards(state, seat)),
        ]
    return zones


def _check_knowledge(state: Any) -> None:
    public = int(state.hangar)
    for seat in range(2):
        public |= int(state.discard[seat]) | int(state.clash[seat])
    for seat in range(2):
        seen, located = int(state.seen[seat]), int(state.located[seat])
        for what, cards in (("in the open", public), ("in its own hand", int(state.hand[seat]))):
            if cards & ~located:
                raise AssertionError(f"seat {seat} does not know where cards {members_of(cards & ~located)} {what} are")
        if located & ~seen:
            raise AssertionError(f"seat {seat} knows places of cards {members_of(located & ~seen)} it never saw")


def _check_frames(state: Any) -> None:
    for depth, frame in enumerate(state.frames[: int(state.depth)]):
        task = frame["program"] < MAX_TASKS
        demand(depth > 0 or frame["program"] < OFFERED_PROGRAM, "an Overdrive that a Task uses is used by none")
        demand(not task or frame["card"] >= 0, f"the Task {frame['program']} of no card is being carried out")


def _check_asking(setup: Setup, state: Any) -> None:
    """What asks is a step that the card file has."""
    demand(state.depth > 0, "a choice is asked for, and nothing is being carried out")
    frame = state.frames[int(state.depth) - 1]
    program, step = int(frame["program"]), int(frame["step"])
    try:
        setup.options.cards.step(program, step)
    except IndexError:
        raise AssertionError(f"step {step} of program {program} asks, which has none") from None


def _check_tallies(state: Any) -> None:
    known = as_compiled(state)
    for owner in range(2):
        hidden, pool = members_of(hidden_draws(state, owner)), drawn_from(known, owner)
        candidates, likely = np.zeros(MAX_LAYERS), 0.0
        if hidden:
            demand(min(int(state.entered[card]) for card in members_of(pool)) >= 0, "a card never in a deck was drawn")
            count_candidates(known, pool, candidates)
        for number in range(state.num_tallies[owner]):
            drawn = sum(drawn_at(state.tallies[owner, number], layer) for layer in range(int(state.layers[owner]) + 1))
            likely += float(state.odds[owner, number]) * ways_to_fill(
                known, owner, candidates, state.tallies[owner, number]
            )
            if drawn != len(hidden):
                raise AssertionError(f"seat {owner} hides {len(hidden)} draws, tally {number} has {drawn}")
        demand(likely > 0, f"seat {owner}: no cards fit any tally of hidden draws")
        odds = float(state.odds[owner, : state.num_tallies[owner]].sum())
        if not 0.99 < odds < 1.01:
            raise AssertionError(f"the odds of what seat {owner} hides add up to {odds}")
