"""What must hold in every position: every Citizen, Guard, card and token is somewhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...city.rules import state as city
from ...city.rules.check import check_shared
from ...city.rules.state import NOBODY, NUM_HEROES
from ...table.compilation.uncompiled import as_compiled
from ...table.errors import demand
from ...table.game import RUNNING, Setup
from .movement import all_moves
from .state import (
    DELIVERED,
    FIRST_EVENT,
    MAINTENANCE_CARDS,
    MARKER_STAGES,
    NUM_EVENTS,
    NUM_SPECIALS,
    NUM_TOKENS,
    WITH_HERO,
)


def check_position(setup: Setup, state: Any) -> None:
    """Raise AssertionError that says what is wrong with a position."""
    check_shared(setup, state, first_seat=0)
    _check_events(state)
    _check_guards(state)
    _check_directives(state)
    _check_tracks(state)
    _check_cards(setup, state)
    _check_servants(state)
    _check_missions(setup, state)
    demand(
        (state.winner == NOBODY) == (state.over == RUNNING or state.over == 2), "a winner in a running game, or none"
    )


def _check_events(state: Any) -> None:
    demand(state.event == NOBODY or state.event >= FIRST_EVENT, f"a City Event of the other game, {state.event}")
    demand(int(state.moved_by) & ((1 << FIRST_EVENT) - 1) == 0, "the plan has been moved by Events of the other game")
    demand(int(state.gone_events) >> NUM_EVENTS == 0, "a City Event that there is not")


def _check_guards(state: Any) -> None:
    guards, broken, specials = (np.asarray(x).astype(int) for x in (state.guards, state.broken, state.specials))
    demand((guards >= specials).all() and (specials >= 0).all() and (broken >= 0).all(), "a negative number of Guards")
    regulars = (guards - specials + broken).sum()
    demand(regulars == city.NUM_GUARDS, f"{regulars} regular Guards")
    demand(specials.sum() <= NUM_SPECIALS, f"{specials.sum()} special Guards")
    demand((np.asarray(state.shaken) <= guards).all(), "more Guards are to break in a District than there are")


def _check_directives(state: Any) -> None:
    deck, hand, published = int(state.deck), int(state.hand), int(state.published)
    bottom = [int(one) for one in state.bottom[: int(state.bottom_size)]]
    order = [int(one) for one in state.order if one != NOBODY]
    below = sum(1 << one for one in bottom)
    sets = (deck, hand, published, below)
    demand(sum(one.bit_count() for one in sets) == (deck | hand | published | below).bit_count(), "a Directive twice")
    demand(len(set(bottom)) == len(bottom), "a Directive twice at the bottom")
    demand((deck | hand | published | below) >> city.NUM_DIRECTIVES == 0, "a Directive that there is not")
    demand(hand.bit_count() <= 1, "more than one Directive in hand")
    kept = len(order) <= city.MAX_PUBLISHED and sum(1 << one for one in order) == published
    demand(kept, f"order {order} of published")


def _check_tracks(state: Any) -> None:
    stage = int(state.slot) // city.SLOTS_A_STAGE
    met = state.marker > 0 and MARKER_STAGES - int(state.marker) <= stage
    demand(not met or state.over, f"the Progress marker, {state.marker} steps on, has passed Stage {stage}")
    won = int(state.riots).bit_count() + (state.slot == city.TRACK_END)
    demand(won < city.RIOTS_TO_WIN or state.over, f"{won} Riots won and the game goes on")
    demand(state.plan < city.PLAN_END or state.over, "the Master Plan is fulfilled and the game goes on")
    demand(int(state.raids) & ~int(state.riots) == 0, "a Raid token without a Riot")


def _check_cards(setup: Setup, state: Any) -> None:
    there = all_moves(as_compiled(setup.record)[0], as_compiled(state))
    demand(int(state.moves) & ~there == 0, "a Servant Movement card that is not in the game")
    demand(int(state.scrapped) & ~MAINTENANCE_CARDS == 0, "a Servant Movement card that never leaves has left")
    waiting = state.moved == NOBODY
    needed = int(waiting.sum()) if state.phase == city.Phase.MACHINE else city.NUM_SERVANTS
    demand(int(state.moves).bit_count() >= needed, f"{int(state.moves).bit_count()} Servant Movement cards are left")
    shown = [int(card) for card in state.moved if card != NOBODY]
    demand(len(set(shown)) == len(shown), f"Servant Movement cards {shown}")


def _check_servants(state: Any) -> None:
    for servant in range(city.NUM_SERVANTS):
        demand((state.servants[servant] == NOBODY) != (state.lying[servant] == NOBODY), "a Servant stands and lies")


def _check_missions(setup: Setup, state: Any) -> None:
    started = int(state.riots).bit_count()
    if not setup.options.with_missions:
        demand(state.active == 0 and state.riot_tokens + started == NUM_TOKENS, "Riot tokens without Missions")
        tokens = (state.token_at, state.token_as, state.intel_at, state.intel_as, state.orders, state.post)
        demand(all((np.asarray(one) == NOBODY).all() for one in tokens), "Mission tokens without Missions")
        return
    done, active = int(state.done), int(state.active)
    demand(done & ~active == 0, "a Mission is completed that was never in play")
    demand(state.riot_tokens + started == done.bit_count(), f"{state.riot_tokens} Riot tokens, {done:03b} completed")
    demand([int(m) % 3 for m in state.missions] == [0, 1, 2], f"Missions {list(state.missions)}")
    _check_pins(state, state.token_at, state.token_as)
    _check_pins(state, state.intel_at, state.intel_as)
    for place, type in zip(state.intel_at, state.intel_as, strict=True):
        demand((0 <= place < DELIVERED) == (type != NOBODY), f"an Intel token at {place} on a Citizen of type {type}")
    for servant in range(city.NUM_SERVANTS):
        demand(NOBODY <= state.orders[servant] < WITH_HERO + NUM_HEROES, "a Servant Order token is nowhere")


def _check_pins(state: Any, places: Any, types: Any) -> None:
    """Every attached token has a revealed Citizen of its own."""
    pinned: dict[tuple[int, int], int] = {}
    for place, type in zip(places, types, strict=True):
        demand(NOBODY <= place <= DELIVERED, f"a token is at {place}")
        if type != NOBODY:
            pinned[int(place), int(type)] = pinned.get((int(place), int(type)), 0) + 1
    for (place, type), number in pinned.items():
        moved = state.carried == type and state.carried_from == place
        demand(
            number <= state.citizens[place, 2, type] + moved, f"{number} tokens on Citizens of type {type} at {place}"
        )
