"""What views of both games tell, before it is written or drawn: tracks, Citizens, Heroes, the end."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...table.game import TERMINATED, Setup
from ...table.sets import has
from ...table.views import many
from ..rules import state as city
from ..rules.citizens import classes_active
from ..rules.state import CitizenType, Directive, District, Phase, Status
from ..rules.tracks import riots_won, stage
from .terms import ROMAN, listed, members, of_heroes

PHASE_NAMES = (
    *("Laying out the city", "Choosing Heroes", "Opening Phase", "Access Phase", "Great Machine Phase"),
    *("Heroes Phase", "Closing Phase"),
)

SYMBOLS = ("1", "2", "3", "4", "5", "T")
"""Numbers printed on Citizens, by type."""


class SeenCitizen(NamedTuple):
    """A Citizen as somebody knows it.

    Attributes:
        status: UNIDENTIFIED, IDENTIFIED or REVEALED.
        kind: Its type; None where it is not known.
        active: Whether it is revealed and of a type that supports the Heroes now.
    """

    status: int
    kind: int | None
    active: bool


def citizens_in(state: Any, place: int, knower: int | None) -> list[SeenCitizen]:
    """Return the Citizens of a District: unidentified ones, then identified and revealed ones by type."""
    counts = np.asarray(state.citizens)[place].tolist()
    active = int(classes_active(state))
    found = []
    for status, is_known in enumerate((knower is None, of_heroes(knower), True)):
        for kind, count in enumerate(counts[status]):
            if count:
                seen = SeenCitizen(status, kind if is_known else None, status == Status.REVEALED and kind < active)
                found += [seen] * count
    return found


def plan_text(state: Any) -> str:
    """Return where the Master Plan stands."""
    return f"{ROMAN[int(state.plan)]} of {ROMAN[city.PLAN_END]}"


def plan_to(state: Any) -> str:
    """Return what an advance of the Master Plan means."""
    return f"the Master Plan advances to {ROMAN[min(state.plan + 1, len(ROMAN) - 1)]}"


def stage_name(number: int) -> str:
    """Return a Stage of Discontent."""
    return "Riot Stage" if number == city.RIOT_STAGE else f"Stage {number}" if number else "Zero Stage"


def discontent_text(setup: Setup, state: Any) -> str:
    """Return where Discontent stands."""
    now = int(stage(state))
    if now == city.RIOT_STAGE:
        return "Riot Stage"
    return f"{stage_name(now)}, slot {int(state.slot) % city.SLOTS_A_STAGE + 1} of {city.SLOTS_A_STAGE}"


def active_text(state: Any) -> str:
    """Return the types of Citizens that support the Heroes now."""
    return listed((f"{CitizenType(kind).text}s" for kind in range(int(classes_active(state)))), "nobody")


def riots_text(state: Any) -> str:
    """Return the Riots that were won."""
    won = [District(district).text for district in members(state.riots)]
    won += ["Riot Stage"] if state.slot == city.TRACK_END else []
    return f"{int(riots_won(state))} of {city.RIOTS_TO_WIN}" + (f": {listed(won)}" if won else "")


def arrested_text(state: Any, knower: int | None) -> str:
    """Return how many Citizens are arrested, and of which types as far as it is known."""
    total = int(state.crowd[city.ARRESTED])
    if knower is None:
        counts = np.asarray(state.citizens)[city.ARRESTED, Status.UNIDENTIFIED]
    else:
        counts = np.asarray(state.sure)[1 if of_heroes(knower) else 0]
    known = [many(int(number), CitizenType(kind).text) for kind, number in enumerate(counts) if number]
    rest = total - int(counts.sum())
    if known and rest:
        known.append(f"{rest} unknown")
    return f"{total}" + (f": {listed(known)}" if known else "")


def directive_names(directives: int) -> list[str]:
    """Return the names of a set of Directives."""
    return [Directive(number).text for number in members(directives, city.NUM_DIRECTIVES)]


def is_there(state: Any) -> bool:
    """Whether the Heroes are in the city."""
    return state.phase not in (Phase.BUILDING, Phase.CHOOSING)


def heroes_at(state: Any, district: int) -> list[int]:
    """Return the Heroes in a District."""
    return [hero for hero in range(city.NUM_HEROES) if is_there(state) and state.at[hero] == district]


def servants_at(state: Any, district: int) -> list[int]:
    """Return the Servants in a District."""
    there = has(state.there, district)
    return [servant for servant, at in enumerate(state.servants) if there and at == district]


def lost_cards(state: Any, hero: int) -> list[int]:
    """Return the Access cards that a Hero has lost."""
    return members(city.ALL_DISTRICTS & ~int(state.cards[hero]))


def turn_text(state: Any, hero: int, *, over: bool) -> str:
    """Return what a Hero's turn has come to, given whether it is over; empty if nothing is to be told."""
    parts = ["detained"] if state.detained[hero] else []
    if over:
        parts.append("turn over")
    elif state.phase == Phase.HEROES and state.cursor == hero:
        parts.append(f"acting, {many(int(state.acts), 'Action')} taken" if state.acts else "acting")
    return listed(parts, "")


def result(state: Any) -> str:
    """Return how the game has ended."""
    if state.over != TERMINATED:
        return "The game was cut off."
    if state.winner == city.MACHINE:
        how = "The Master Plan is complete" if state.plan == city.PLAN_END else "A Hero has lost the last Access card"
        return f"{how}: the Great Machine wins."
    return f"{city.RIOTS_TO_WIN} Riots have been won: the Heroes win."
